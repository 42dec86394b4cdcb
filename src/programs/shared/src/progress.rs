//! Progress bars, drawn on standard error if that is a terminal and remarks are
//! wanted.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::note;

/// A bar over `length` things, with their name in the plural; `set_message` adds a remark on the
/// progress.
pub fn bar(length: u64, things: &str) -> ProgressBar {
    let template = "{bar:32} {human_pos} of {human_len} {prefix}, {eta} left  {msg}";
    style(ProgressBar::new(length), template, things)
}

/// A counter of things whose number is not known beforehand.
pub fn counter(things: &str) -> ProgressBar {
    style(
        ProgressBar::no_length(),
        "{spinner} {human_pos} {prefix}  {msg}",
        things,
    )
}

/// Work that takes less time than this gets no bar.
const LONG: Duration = Duration::from_secs(2);

/// A bar over a length of time, in milliseconds, for work with that name; it is hidden if the time
/// is short. Without a time, it counts the time that passes.
pub fn timer(time: Option<Duration>, work: &str) -> ProgressBar {
    match time {
        Some(time) if time < LONG => ProgressBar::hidden(),
        Some(time) => {
            let length = time.as_millis() as u64;
            let template = format!("{{bar:24}} {{prefix}}, {{elapsed}} of {time:?} of CPU time");
            style(ProgressBar::new(length), &template, work)
        }
        None => style(
            ProgressBar::no_length(),
            "{spinner} {prefix}, {elapsed}",
            work,
        ),
    }
}

fn style(bar: ProgressBar, template: &str, things: &str) -> ProgressBar {
    if note::is_quiet() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).expect("the templates are ours");
    let bar = bar.with_style(style).with_prefix(things.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
