//! A set of weights as people type and read it: the list of numbers that
//! [`Weights::from_array`] takes.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result};
use freecell::heuristic::{Weights, WEIGHTS};

/// The weights in the order of [`Weights::from_array`], each at most
/// [`Numbers::LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers(pub [u16; WEIGHTS]);

impl Numbers {
    /// The largest weight that is worth a try: A\* has a bucket for each cost.
    pub const LARGEST: u16 = 1000;

    /// The numbers of a set of weights.
    pub fn from_weights(weights: Weights) -> Numbers {
        Numbers(weights.to_array())
    }

    /// The set of weights.
    pub fn weights(&self) -> Weights {
        Weights::from_array(self.0)
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = self.0.map(|number| number.to_string());
        write!(f, "[{}]", numbers.join(", "))
    }
}

impl FromStr for Numbers {
    type Err = Error;

    /// Reads numbers between spaces or commas, with or without brackets.
    fn from_str(text: &str) -> Result<Numbers> {
        let list = text.trim().trim_start_matches('[').trim_end_matches(']');
        let tokens = list
            .split([' ', ',', '\n'])
            .filter(|token| !token.is_empty());
        let numbers = tokens.map(number).collect::<Result<Vec<u16>>>()?;
        let count = numbers.len();
        let numbers = numbers.try_into().ok();
        let numbers =
            numbers.with_context(|| format!("found {count} weights, expected {WEIGHTS}"))?;
        Ok(Numbers(numbers))
    }
}

fn number(token: &str) -> Result<u16> {
    let number = token
        .parse()
        .ok()
        .filter(|&number| number <= Numbers::LARGEST);
    number.with_context(|| {
        format!(
            "{token:?} is not a weight: expected a whole number from 0 to {}",
            Numbers::LARGEST
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use freecell::ruleset::Autoplay;
    use freecell::search::weights::{self, CONFIGS};

    #[test]
    fn each_number_is_in_its_place() {
        let numbers = Numbers(std::array::from_fn(|index| index as u16));
        assert_eq!(Numbers::from_weights(numbers.weights()), numbers);
        let for_beam = [Autoplay::Safe, Autoplay::All].map(weights::for_beam);
        let first = CONFIGS.iter().map(|config| config.weights);
        for weights in first.chain(for_beam).chain([weights::BEAM_BOTH]) {
            assert_eq!(Numbers::from_weights(weights).weights(), weights);
        }
    }

    #[test]
    fn printed_weights_can_be_typed_again() {
        let numbers = Numbers::from_weights(CONFIGS[0].weights);
        let text = numbers.to_string();
        assert_eq!(text.parse::<Numbers>().unwrap(), numbers);
        let spaced = text.replace(['[', ']', ','], "");
        assert_eq!(spaced.parse::<Numbers>().unwrap(), numbers);
    }

    #[test]
    fn nonsense_is_refused_with_a_reason() {
        let reason = |text: &str| text.parse::<Numbers>().unwrap_err().to_string();
        assert_eq!(reason("1 2 3"), "found 3 weights, expected 23");
        let ends = ["1 -2", "1 1001", "1 x"].map(|text| reason(&format!("{text} 0")));
        for (text, token) in ends.iter().zip(["-2", "1001", "x"]) {
            assert!(
                text.starts_with(&format!("{token:?} is not a weight")),
                "{text}"
            );
        }
    }
}
