//! A board as it waits in memory: without what can be told from the rest.
//!
//! A proof keeps millions of boards for a while, and expands each once. The hash is more than a
//! quarter of a board, and to compute it again takes some twenty lookups.

use std::array;

use super::zobrist::{zobrist, CELL, HOME, ON_FITTING};
use super::{place_on, Board, Cascade, CascadeIndex, PackedCard, RootCascades, PREFIXES};
use crate::table::{Table, CASCADES, CELLS};

/// A board without its hash: 38 bytes.
#[derive(Clone, Copy, Debug)]
pub struct StoredBoard {
    cascades: [Cascade; CASCADES],
    cells: [PackedCard; CELLS],
    /// The numbers of cards home, four bits each, the first suit's lowest.
    home: u16,
}

#[cfg(test)]
const _: () = assert!(std::mem::size_of::<StoredBoard>() == 40);

const HOME_BITS: u32 = 4;

impl StoredBoard {
    /// Leaves out what [`StoredBoard::board`] can tell.
    #[inline(always)]
    pub fn new(board: &Board) -> StoredBoard {
        let cards_home = board.home.iter().rev();
        StoredBoard {
            cascades: board.cascades,
            cells: board.cells,
            home: cards_home.fold(0, |home, &cards| home << HOME_BITS | u16::from(cards)),
        }
    }

    /// The board, in a search that began with these root cascades.
    #[inline(always)]
    pub fn board(&self, root: &RootCascades, hashes: &PartialHashes) -> Board {
        let home = [0, 1, 2, 3].map(|suit| (self.home >> (suit * HOME_BITS)) as u8 & 15);
        let hash = hashes.sum(root, &self.cascades, self.cells, home);
        Board {
            cascades: self.cascades,
            cells: self.cells,
            home,
            hash: [hash as u64, (hash >> 64) as u64],
        }
    }
}

/// What the undisturbed cards of a cascade and the cards of a suit that are home contribute to a
/// hash, computed once a search.
pub struct PartialHashes {
    /// By the prefix's number.
    prefixes: [u128; PREFIXES],
    /// By the suit's index and the number of cards home.
    home: [[u128; 1 << HOME_BITS]; 4],
}

impl PartialHashes {
    /// Those of a search that began at a table.
    pub fn new(table: &Table, root: &RootCascades) -> PartialHashes {
        let mut prefixes = [0; PREFIXES];
        let numbers = root.numbers();
        for (cascade, cards) in CascadeIndex::all().zip(&table.cascades) {
            let mut hash = 0;
            for undisturbed in 1..=cards.len() as u8 {
                let last = root.prefix(cascade, undisturbed).last_card;
                hash ^= zobrist(last.top(), last.place());
                prefixes[numbers.get(cascade, undisturbed)] = hash;
            }
        }
        let home = array::from_fn(|suit| {
            let mut hash = 0;
            array::from_fn(|cards| {
                let last = cards.checked_sub(1);
                let last = last.map(|below| PackedCard::next_home(below as u8, suit));
                if let Some(last) = last.filter(|last| last.is_card()) {
                    hash ^= zobrist(last, HOME);
                }
                hash
            })
        });
        PartialHashes { prefixes, home }
    }

    #[inline(always)]
    fn sum(
        &self,
        root: &RootCascades,
        cascades: &[Cascade; CASCADES],
        cells: [PackedCard; CELLS],
        home: [u8; 4],
    ) -> u128 {
        let mut hash = 0;
        for (suit, cards) in self.home.iter().zip(home) {
            hash ^= suit[cards as usize & 15];
        }
        for card in cells {
            if card.is_card() {
                hash ^= zobrist(card, CELL);
            }
        }
        for (index, cascade) in CascadeIndex::all().zip(cascades) {
            let undisturbed = cascade.undisturbed();
            hash ^= self.prefixes[root.numbers().get(index, undisturbed)];
            if cascade.built() == 0 {
                continue;
            }
            // From the top card down: each lies on one of the two that it fits on, but for the
            // deepest.
            let (mut card, mut suits) = (cascade.top(), cascade.suits());
            for _ in 1..cascade.built() {
                suits >>= 1;
                let suit_bit = suits as u8 & 1;
                hash ^= zobrist(card, ON_FITTING + suit_bit);
                card = card.above_in_run(1, suit_bit);
            }
            hash ^= zobrist(card, place_on(root.prefix(index, undisturbed).top));
        }
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::microsoft;
    use crate::position::{Position, Pruning, Rules};
    use crate::ruleset::Ruleset;

    #[test]
    fn boards_come_back_as_they_were() {
        for deal in 1..=40 {
            let table = microsoft(deal).unwrap();
            let rules = Rules::new(&table, [Ruleset::default()]);
            let hashes = PartialHashes::new(&table, &rules.root);
            let root = Position::root(&table, &rules);
            let first = root.moves(&rules, Pruning::None)[0];
            let mut position = root.after(&rules, first);
            for step in 0..200 {
                let [board] = position.boards;
                let stored = StoredBoard::new(&board);
                assert_eq!(stored.board(&rules.root, &hashes), board);
                let moves = position.moves(&rules, Pruning::None);
                if moves.is_empty() {
                    break;
                }
                position = position.after(&rules, moves[step * 7 % moves.len()]);
            }
        }
    }
}
