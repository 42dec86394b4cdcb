//! The names that a new deal's table has in other programs.

use std::ops::RangeInclusive;

use super::generators::{self, Twister};
use super::{NumberedDeal, Numbering};
use crate::card::{Card, Suit};
use crate::deal;
use crate::table::{Table, CASCADES};

/// The numbers of `PySolFC`'s own that are tried. Its generator cannot be run backwards.
pub const PYSOL_FC_SEARCHED: RangeInclusive<u64> = 32_000..=200_000;

/// The numbers of pysol-cards' own that are tried.
pub const PYSOL_CARDS_SEARCHED: RangeInclusive<u64> = 32_001..=20_000_000;

/// A deal of Microsoft's with suits exchanged, so that it is played in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The number of the deal.
    pub number: u64,
    /// The suits that clubs, diamonds, hearts and spades of the deal have become.
    pub suits: [Suit; 4],
}

/// The deals of a table that is none of Microsoft's: those of other programs, which are known up
/// to some number. Takes seconds.
///
/// # Panics
/// Never: all numbers that are tried are deals'.
///
/// ```
/// use freecell::text::numbering::{find, NumberedDeal};
///
/// let deal: NumberedDeal = "soliterm:0".parse().unwrap();
/// assert_eq!(find(&deal.table()), [deal]);
/// ```
pub fn find(table: &Table) -> Vec<NumberedDeal> {
    let new = |numbering, number: i128| NumberedDeal::new(numbering, number).expect("a deal");
    let few = [
        new(Numbering::Microsoft, -1),
        new(Numbering::Microsoft, -2),
        new(Numbering::Soliterm, 0),
    ];
    let mut found: Vec<NumberedDeal> = few.to_vec();
    found.retain(|deal| deal.table() == *table);
    let Some(draws) = draws(table).filter(|_| found.is_empty()) else {
        return found;
    };
    let congruential = PYSOL_CARDS_SEARCHED.filter(|&seed| {
        let mut state = seed;
        draws.iter().all(|&(limit, draw)| {
            state = generators::next(state);
            generators::below(state, limit) == draw
        })
    });
    found.extend(congruential.map(|seed| new(Numbering::PySolCards, seed.into())));
    let mersenne = PYSOL_FC_SEARCHED.filter(|&seed| {
        let mut twister = Twister::new(seed.into());
        draws
            .iter()
            .all(|&(limit, draw)| twister.below(limit) == draw)
    });
    found.extend(mersenne.map(|seed| new(Numbering::PySolFc, seed.into())));
    found
}

/// What a shuffle drew, if its table is a new deal: pairs of a limit and the number drawn below it.
fn draws(table: &Table) -> Option<Vec<(usize, usize)>> {
    if !deal::is_new(table) {
        return None;
    }
    let dealt = |place: usize| table.cascades[place % CASCADES][place / CASCADES];
    let mut deck = generators::sorted_deck();
    let draws = (1..Card::COUNT).rev().map(|last| {
        let card = dealt(Card::COUNT - 1 - last);
        let draw = deck
            .iter()
            .position(|&it| it == card)
            .expect("a card of the deck");
        deck.swap(last, draw);
        deck.truncate(last);
        (last + 1, draw)
    });
    Some(draws.collect())
}

impl Exchange {
    /// The deals of Microsoft's that a table is when suits are exchanged. The cards of one colour
    /// stay of one colour, so that the game stays the same. Takes seconds.
    pub fn find(table: &Table) -> Vec<Exchange> {
        let alike =
            |suits: &[Suit; 4]| suits[0].is_red() == suits[3].is_red() && *suits != Suit::ALL;
        let orders = permutations().into_iter().filter(alike);
        orders
            .flat_map(|suits| {
                let numbers = deal::numbers(&renamed(table, suits));
                numbers
                    .into_iter()
                    .map(move |number| Exchange { number, suits })
            })
            .collect()
    }
}

/// The table with the suits called by the names that they had before the exchange.
fn renamed(table: &Table, suits: [Suit; 4]) -> Table {
    let rename = |card: &Card| {
        let before = suits.iter().position(|&suit| suit == card.suit());
        Card::new(card.rank(), Suit::ALL[before.expect("a suit")])
    };
    let cascades = table.cascades.each_ref();
    Table {
        cascades: cascades.map(|cascade| cascade.iter().map(rename).collect()),
        ..Table::default()
    }
}

fn permutations() -> Vec<[Suit; 4]> {
    let suits = Suit::ALL;
    let mut orders = Vec::new();
    for one in suits {
        for two in suits {
            for three in suits {
                for four in suits {
                    let order = [one, two, three, four];
                    if suits.iter().all(|suit| order.contains(suit)) {
                        orders.push(order);
                    }
                }
            }
        }
    }
    orders
}
