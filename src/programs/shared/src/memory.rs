//! Amounts of memory as people type them: `512M`, `2G`, `1.5G`, `1000000`.

use std::fmt;
use std::str::FromStr;

use anyhow::{ensure, Context, Error, Result};

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

/// Reads an amount of memory above zero.
///
/// # Errors
/// The text is no amount, or zero.
pub fn some_memory(text: &str) -> Result<Bytes> {
    let memory: Bytes = text.parse()?;
    ensure!(memory.0 > 0, "expected an amount of memory above zero");
    Ok(memory)
}
