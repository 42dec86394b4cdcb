//! Lengths of time as people type and read them: `500ms`, `2s`, `5m`.

use std::time::Duration;

use anyhow::{Context, Result};

/// The units, in seconds; `ms` comes before `s`, in which it ends.
const UNITS: [(&str, f64); 3] = [("ms", 0.001), ("s", 1.0), ("m", 60.0)];

/// Reads a length of time in milliseconds (`500ms`), seconds (`1.5s`) or
/// minutes (`5m`).
///
/// # Errors
/// The text has no unit or no number.
pub fn parse(text: &str) -> Result<Duration> {
    let of_unit = |&(unit, seconds)| Some((text.strip_suffix(unit)?, seconds));
    let (number, seconds) = UNITS.iter().find_map(of_unit).unwrap_or_default();
    let number: Option<f64> = number.parse().ok();
    number
        .and_then(|number| Duration::try_from_secs_f64(number * seconds).ok())
        .with_context(|| format!("{text:?} is not a length of time such as 500ms or 2s"))
}

/// A length of time in milliseconds.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_of_time_needs_a_unit_and_may_be_a_fraction() {
        assert_eq!(parse("500ms").unwrap(), Duration::from_millis(500));
        assert_eq!(parse("1.5s").unwrap(), Duration::from_millis(1500));
        assert_eq!(parse("5m").unwrap(), Duration::from_secs(300));
        assert_eq!(parse("0ms").unwrap(), Duration::ZERO);
        for text in ["", "500", "s", "ms", "-1s", "1h", "nans", "infs"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
