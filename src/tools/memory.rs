//! Amounts of memory as people type them: `512M`, `2G`, `64k`, `1000000`.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result};

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

/// The units, at the index of their power of 1024.
const UNITS: [&str; 4] = ["", "k", "M", "G"];

impl FromStr for Bytes {
    type Err = Error;

    fn from_str(text: &str) -> Result<Bytes> {
        let digits = text.trim_end_matches(|unit: char| unit.is_ascii_alphabetic());
        let unit = &text[digits.len()..];
        let power = UNITS
            .iter()
            .position(|each| each.eq_ignore_ascii_case(unit));
        let number: Option<u64> = digits.parse().ok();
        power
            .zip(number)
            .and_then(|(power, number)| number.checked_mul(1 << (10 * power)))
            .map(Bytes)
            .with_context(|| format!("{text:?} is not an amount of memory such as 512M or 2G"))
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = (1..UNITS.len())
            .rev()
            .find(|power| self.0 >> (10 * power) > 0);
        let power = power.unwrap_or(0);
        write!(f, "{} {}B", self.0 >> (10 * power), UNITS[power])
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
            ("7", 7),
        ] {
            assert_eq!(text.parse::<Bytes>().unwrap(), Bytes(bytes));
        }
        assert_eq!(Bytes(512 << 20).to_string(), "512 MB");
        for text in ["", "M", "1T", "-1", "1.5G", "99999999999G"] {
            assert!(text.parse::<Bytes>().is_err(), "{text}");
        }
    }
}
