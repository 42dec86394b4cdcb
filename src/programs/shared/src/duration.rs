//! Lengths of time as people type and read them: `500ms`, `2s`, `1m30s`.

use std::time::Duration;

use anyhow::{ensure, Context, Result};

/// Reads a length of time in milliseconds (`500ms`), seconds (`1.5s`), minutes (`5m`), hours
/// (`1h`) or days (`2d`), or in several of them (`1m30s`).
///
/// # Errors
/// A number has no unit, or a unit no number.
pub fn parse(text: &str) -> Result<Duration> {
    // To the crate, `M` is a month. Whoever types `5M` here means minutes, and would never see
    // that the limit is another one.
    let time = (!text.contains('M')).then(|| humantime::parse_duration(text).ok());
    time.flatten()
        .with_context(|| format!("{text:?} is not a length of time such as 500ms, 2s or 1m30s"))
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
