//! Lengths of time as people type and read them: `500ms`, `2s`.

use std::time::Duration;

use anyhow::{Context, Result};

/// Reads a length of time in milliseconds (`500ms`) or seconds (`1.5s`).
///
/// # Errors
/// Text without a unit or without a number.
pub fn parse(text: &str) -> Result<Duration> {
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').unwrap_or_default(), 1.0),
    };
    let number: Option<f64> = number.parse().ok();
    number
        .and_then(|number| Duration::try_from_secs_f64(number * unit).ok())
        .with_context(|| format!("{text:?} is no length of time such as 500ms or 2s"))
}

/// A length of time in milliseconds.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_needed_and_fractions_allowed() {
        assert_eq!(parse("500ms").unwrap(), Duration::from_millis(500));
        assert_eq!(parse("1.5s").unwrap(), Duration::from_millis(1500));
        assert_eq!(parse("0ms").unwrap(), Duration::ZERO);
        for text in ["", "500", "s", "ms", "-1s", "1m", "nans", "infs"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
