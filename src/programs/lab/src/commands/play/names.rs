//! The names of a referee's rules on the command line, and what its help says of each.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use freecell::referee::variant::{
    AutoplayCards as Cards, AutoplayFrom as From, AutoplayTime as Time, CellOrder as Order,
};
use freecell::ruleset::Autoplay;

/// The values of a rule: each with its name and its help.
pub type Names<T> = &'static [(T, &'static str, &'static str)];

/// The rules of the rulesets, each by its own name, and those that only some referee may have.
pub const CARDS: Names<Cards> = &{
    const RULES: usize = Autoplay::EVERY.len();
    const OTHERS: [(Cards, &str, &str); 3] = [
        (Cards::Twos, "twos", "Aces and twos"),
        (
            Cards::LowestPlusOne,
            "lowest+1",
            "Ranks up to that of the lowest foundation, plus one",
        ),
        (
            Cards::LowestPlusTwo,
            "lowest+2",
            "Ranks up to that of the lowest foundation, plus two",
        ),
    ];
    let mut names = [OTHERS[0]; RULES + OTHERS.len()];
    let mut index = 0;
    while index < RULES {
        let rule = Autoplay::EVERY[index];
        names[index] = (Cards::By(rule), rule.name(), rule.in_english());
        index += 1;
    }
    while index < names.len() {
        names[index] = OTHERS[index - RULES];
        index += 1;
    }
    names
};

pub const FROM: Names<From> = &[
    (From::Anywhere, "anywhere", "From cascades and cells"),
    (From::Cascades, "cascades", "From cascades only"),
    (From::Cells, "cells", "From cells only"),
];

pub const TIMES: Names<Time> = &[
    (Time::Move, "move", "After each move"),
    (
        Time::Turn,
        "turn",
        "When the turn's moves have been played, and not before",
    ),
];

pub const ORDERS: Names<Order> = &[
    (Order::Kept, "kept", "Each card stays in its cell"),
    (
        Order::Packed,
        "packed",
        "The cards close up towards cell a, in the order in which they are",
    ),
    (
        Order::Sorted,
        "sorted",
        "The cards close up towards cell a, lowest rank first",
    ),
];

/// The names as clap lists them.
pub fn possible<T>(names: Names<T>) -> impl Iterator<Item = PossibleValue> {
    names
        .iter()
        .map(|(_, name, help)| PossibleValue::new(*name).help(*help))
}

/// A parser of the names.
pub fn named<T: Copy + Send + Sync>(names: Names<T>) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(possible(names)).map(move |name| value(names, &name))
}

/// The value of that name.
///
/// # Panics
/// There is none.
pub fn value<T: Copy>(names: Names<T>, name: &str) -> T {
    let found = names.iter().find(|(_, other, _)| *other == name);
    found.expect("clap refuses other names").0
}

/// The name of a value.
///
/// # Panics
/// It has none.
pub fn name<T: PartialEq>(names: Names<T>, value: &T) -> &'static str {
    let found = names.iter().find(|(other, _, _)| other == value);
    found.expect("each value has a name").1
}
