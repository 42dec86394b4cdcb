//! Amounts of memory as people type them: `512M`, `2G`, `1.5G`, `1000000`.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result};

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

/// The units, at the index of their power of 1024.
const UNITS: [&str; 5] = ["", "k", "M", "G", "T"];

impl FromStr for Bytes {
    type Err = Error;

    fn from_str(text: &str) -> Result<Bytes> {
        let digits = text.trim_end_matches(|unit: char| unit.is_ascii_alphabetic());
        let unit = text[digits.len()..].trim_end_matches("iB");
        let power = UNITS
            .iter()
            .position(|each| each.eq_ignore_ascii_case(unit));
        let number: Option<f64> = digits.parse().ok();
        let is_plain = digits.starts_with(|digit: char| digit.is_ascii_digit());
        power
            .zip(number.filter(|_| is_plain))
            .map(|(power, number)| number * (1_u64 << (10 * power)) as f64)
            .filter(|&bytes| bytes < u64::MAX as f64)
            .map(|bytes| Bytes(bytes as u64))
            .with_context(|| format!("{text:?} is not an amount of memory such as 512M or 1.5G"))
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = (1..UNITS.len())
            .rev()
            .find(|power| self.0 >> (10 * power) > 0);
        match power {
            None => write!(f, "{} B", self.0),
            Some(power) => write!(f, "{} {}iB", self.0 >> (10 * power), UNITS[power]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_with_and_without_units() {
        for (text, bytes) in [
            ("512M", 512 << 20),
            ("2g", 2 << 30),
            ("64k", 65_536),
            ("1.5G", 3 << 29),
            ("1T", 1 << 40),
            ("7MiB", 7 << 20),
            ("7", 7),
        ] {
            assert_eq!(text.parse::<Bytes>().unwrap(), Bytes(bytes));
        }
        assert_eq!(Bytes(512 << 20).to_string(), "512 MiB");
        for text in ["", "M", "1P", "-1", "1.5.G", "infG", "99999999999G"] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
    }
}
