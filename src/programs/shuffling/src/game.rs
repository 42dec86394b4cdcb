//! The rules of the game.
//!
//! Cards are dealt onto at most sixteen piles. Before each, the tops are searched
//! for a *cover*: two ranks of ace to ten that add up to 11, or a jack, a
//! queen and a king. The first cover from the start of play is dealt onto, pile
//! by pile; if there is none, a new pile is begun.

use std::fmt;

use freecell::card::Card;

/// The most piles that there may be.
const PILES: usize = 16;

/// The ranks that are covered together. No rank is in two groups.
const GROUPS: [&[usize]; 6] = [&[1, 10], &[2, 9], &[3, 8], &[4, 7], &[5, 6], &[11, 12, 13]];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All cards lie on piles: each pile's height, 0 for a pile not begun.
    Dealt([u8; PILES]),
    /// The number of the card, from 1, for which there was no pile.
    Overflowed(usize),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Dealt(heights) => heights
                .iter()
                .filter(|&&height| height > 0)
                .try_for_each(|height| write!(f, "{height:>3}")),
            Ending::Overflowed(number) => write!(f, " Overflowed on card no{number:>3}"),
        }
    }
}

pub fn play(deck: &[Card]) -> Ending {
    let mut table = Table::default();
    let mut dealt = 0;
    while dealt < deck.len() {
        let Some(piles) = table.next_piles() else {
            return Ending::Overflowed(dealt + 1);
        };
        for (pile, &card) in members(piles).zip(&deck[dealt..]) {
            table.put(pile, card);
            dealt += 1;
        }
    }
    Ending::Dealt(table.heights)
}

/// A set of piles, a bit for each, the start of play lowest.
type Piles = u32;

/// The piles of a set, in the order of play.
fn members(mut piles: Piles) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = piles.trailing_zeros() as usize;
        piles &= piles.wrapping_sub(1);
        (first < PILES).then_some(first)
    })
}

#[derive(Default)]
struct Table {
    heights: [u8; PILES],
    /// The rank of each pile's top card.
    ranks: [usize; PILES],
    /// For each rank, the piles that have it on top.
    tops: [Piles; 14],
    begun: usize,
}

impl Table {
    /// The piles that the next cards go to: a cover, or else a new pile, if one
    /// may be begun.
    fn next_piles(&self) -> Option<Piles> {
        let covers = GROUPS.iter().filter_map(|group| self.cover(group));
        covers
            .min_by_key(|piles| piles.trailing_zeros())
            .or_else(|| (self.begun < PILES).then_some(1 << self.begun))
    }

    /// The first pile of each rank of the group, if every rank is on top of some pile.
    fn cover(&self, group: &[usize]) -> Option<Piles> {
        group.iter().try_fold(0, |cover, &rank| {
            let piles = self.tops[rank];
            (piles != 0).then_some(cover | piles & piles.wrapping_neg())
        })
    }

    fn put(&mut self, pile: usize, card: Card) {
        let rank = card.rank().number() as usize;
        self.begun = self.begun.max(pile + 1);
        self.tops[self.ranks[pile]] &= !(1 << pile);
        self.tops[rank] |= 1 << pile;
        self.ranks[pile] = rank;
        self.heights[pile] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The game once more, as its statement reads: piles of ranks, looked over
    /// from the start of play for every card.
    fn play_naively(deck: &[Card]) -> Ending {
        let ranks: Vec<u8> = deck.iter().map(|card| card.rank().number()).collect();
        let mut piles: Vec<Vec<u8>> = Vec::new();
        let mut dealt = 0;
        while dealt < ranks.len() {
            let tops: Vec<u8> = piles.iter().map(|pile| pile[pile.len() - 1]).collect();
            if let Some(cover) = (0..tops.len()).find_map(|pile| naive_cover(&tops, pile)) {
                for pile in cover {
                    if dealt < ranks.len() {
                        piles[pile].push(ranks[dealt]);
                        dealt += 1;
                    }
                }
            } else if piles.len() == 16 {
                return Ending::Overflowed(dealt + 1);
            } else {
                piles.push(vec![ranks[dealt]]);
                dealt += 1;
            }
        }
        let mut heights = [0; PILES];
        for (height, pile) in heights.iter_mut().zip(&piles) {
            *height = pile.len() as u8;
        }
        Ending::Dealt(heights)
    }

    /// The cover that a pile is eligible for, in the order of play.
    fn naive_cover(tops: &[u8], pile: usize) -> Option<Vec<usize>> {
        let nearest = |rank| tops.iter().position(|&top| top == rank);
        let mut cover = match tops[pile] {
            rank @ 1..=10 => vec![pile, nearest(11 - rank)?],
            _ => vec![nearest(11)?, nearest(12)?, nearest(13)?],
        };
        cover.sort_unstable();
        Some(cover)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn both_implementations_agree(
            deck in Just(Card::deck().collect::<Vec<_>>()).prop_shuffle(),
            length in 0..=Card::COUNT,
        ) {
            prop_assert_eq!(play(&deck), play_naively(&deck));
            prop_assert_eq!(play(&deck[..length]), play_naively(&deck[..length]));
        }
    }

    #[test]
    fn about_one_deck_in_seventy_overflows() {
        let deals = 1..=50_000;
        let overflows = deals.clone().filter(|&number| {
            let table = freecell::deal::microsoft(number).unwrap();
            let deck: Vec<Card> = table.cascades.iter().flatten().copied().collect();
            matches!(play(&deck), Ending::Overflowed(_))
        });
        let rate = overflows.count() as f64 / deals.count() as f64;
        assert!((0.0129..0.0161).contains(&rate), "{rate}");
    }
}
