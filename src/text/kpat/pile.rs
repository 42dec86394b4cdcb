//! kpat's names for places and cards.

use crate::card::{Rank, Suit};
use crate::moves::Place;

/// A place where cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pile {
    Store(usize),
    Cell(usize),
    Target(usize),
}

const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];

const RANKS: [&str; 13] = [
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
    "king",
];

impl Pile {
    pub const COUNT: usize = 16;

    pub fn all() -> impl Iterator<Item = Pile> {
        let stores = (0..8).map(Pile::Store);
        let others = (0..4).map(Pile::Cell).chain((0..4).map(Pile::Target));
        stores.chain(others)
    }

    pub fn named(name: &str) -> Option<Pile> {
        Pile::all().find(|pile| pile.name() == name)
    }

    pub fn name(self) -> String {
        match self {
            Pile::Store(number) => format!("store{number}"),
            Pile::Cell(number) => format!("freecell{number}"),
            Pile::Target(number) => format!("target{number}"),
        }
    }

    pub fn index(self) -> usize {
        match self {
            Pile::Store(number) => number,
            Pile::Cell(number) => 8 + number,
            Pile::Target(number) => 12 + number,
        }
    }

    pub fn place(self) -> Place {
        match self {
            Pile::Store(number) => Place::Cascade(number as u8),
            Pile::Cell(number) => Place::Cell(number as u8),
            Pile::Target(_) => Place::Home,
        }
    }
}

pub fn suit_named(name: &str) -> Option<Suit> {
    let index = SUITS.iter().position(|&it| it == name)?;
    Some(Suit::ALL[index])
}

pub fn rank_named(name: &str) -> Option<Rank> {
    let index = RANKS.iter().position(|&it| it == name)?;
    Rank::new(index as u8 + 1)
}

pub fn suit_name(suit: Suit) -> &'static str {
    SUITS[suit.index()]
}

pub fn rank_name(rank: Rank) -> &'static str {
    RANKS[usize::from(rank.number()) - 1]
}
