//! Lengths of time as people type and read them: `500ms`, `2s`, `1m30s`.

use std::time::Duration;

use anyhow::{ensure, Context, Result};

/// The units, in seconds.
const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];

/// Reads a length of time in milliseconds (`500ms`), seconds (`1.5s`), minutes (`5m`) or
/// hours (`1h`), or in several of them (`1m30s`).
///
/// # Errors
/// A number has no unit, or a unit no number.
pub fn parse(text: &str) -> Result<Duration> {
    let seconds = Some(text).filter(|text| !text.is_empty()).and_then(seconds);
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .with_context(|| format!("{text:?} is not a length of time such as 500ms, 2s or 1m30s"))
}

fn seconds(text: &str) -> Option<f64> {
    if text.is_empty() {
        return Some(0.0);
    }
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
    let unit = text.trim_start_matches(is_of_number);
    let number: f64 = text[..text.len() - unit.len()].parse().ok()?;
    let rest = unit.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &unit[..unit.len() - rest.len()];
    let (_, seconds_each) = UNITS.iter().find(|(name, _)| *name == unit)?;
    Some(number * seconds_each + seconds(rest)?)
}

/// Reads a length of time above zero.
///
/// # Errors
/// As [`parse`], or the time is zero.
pub fn positive(text: &str) -> Result<Duration> {
    let time = parse(text)?;
    ensure!(!time.is_zero(), "expected a time above zero");
    Ok(time)
}

/// A length of time in milliseconds.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

/// Rounds to thousandths: finer than microseconds, a time in milliseconds is only noise.
pub fn round_to_thousandths(figure: f64) -> f64 {
    (figure * 1000.0).round() / 1000.0
}
