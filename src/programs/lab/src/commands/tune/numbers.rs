//! A set of weights as people type and read it: a list of numbers, in the order of [`Weight::ALL`].

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error, Result};
use freecell::heuristic::{Weight, Weights};

/// The weights, each at most [`Weight::LARGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers(pub [u16; Weights::COUNT]);

impl Numbers {
    pub fn from_weights(weights: Weights) -> Numbers {
        Numbers(weights.to_array())
    }

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
        let numbers = numbers.with_context(|| {
            let names = Weight::ALL.map(|weight| weight.name).join(", ");
            format!(
                "found {count} weights, expected {}: {names}",
                Weights::COUNT
            )
        })?;
        Ok(Numbers(numbers))
    }
}

fn number(token: &str) -> Result<u16> {
    let most = Weight::LARGEST;
    let number = token.parse().ok().filter(|&number| number <= most);
    number.with_context(|| {
        format!("{token:?} is not a weight: expected a whole number from 0 to {most}")
    })
}
