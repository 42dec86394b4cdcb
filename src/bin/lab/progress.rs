//! Progress bars, on standard error and only if a person watches it.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `length` things, named in the plural; `set_message` says how it
/// goes.
pub fn bar(length: u64, things: &str) -> ProgressBar {
    let template = "{bar:32} {human_pos} of {human_len} {prefix}, {eta} left  {msg}";
    styled(ProgressBar::new(length), template, things)
}

/// A count of things whose number nobody knows beforehand.
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
