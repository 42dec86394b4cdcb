//! Progress bars, drawn on standard error if that is a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `length` things, whose name is in the plural; `set_message` adds how
/// it is going.
pub fn bar(length: u64, things: &str) -> ProgressBar {
    let template = "{bar:32} {human_pos} of {human_len} {prefix}, {eta} left  {msg}";
    styled(ProgressBar::new(length), template, things)
}

/// A counter of things whose number is not known beforehand.
pub fn counter(things: &str) -> ProgressBar {
    styled(
        ProgressBar::no_length(),
        "{spinner} {human_pos} {prefix}  {msg}",
        things,
    )
}

fn styled(bar: ProgressBar, template: &str, things: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("the templates are ours");
    let bar = bar.with_style(style).with_prefix(things.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
