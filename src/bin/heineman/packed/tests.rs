//! The packed board against the plain position that the other searches use.

use std::collections::HashMap;

use proptest::prelude::*;

use super::board::{Board, Key, Undo};
use super::moves::{moves, Moves};
use crate::canonical::Canonical;
use crate::deal::{Deal, MOST_CASCADES};
use crate::moves::Rules;
use crate::position::{Key as PlainKey, Move, Position};
use crate::score::score;
use crate::shape::MOST_CELLS;
use crate::staged::score::Score;
use crate::staged::seen::Seen;
use freecell::referee::column::{Source, Target};

/// A position both ways, and all keys it has had.
struct Both {
    rules: Rules,
    plain: Canonical,
    board: Board,
    keys: HashMap<PlainKey, Key>,
    plain_keys: HashMap<Key, PlainKey>,
}

impl Both {
    fn new(deal: &Deal, rules: Rules, ordered: bool) -> Both {
        Both {
            rules,
            plain: Canonical::new(Position::new(deal)),
            board: Board::new(deal, ordered),
            keys: HashMap::new(),
            plain_keys: HashMap::new(),
        }
    }

    fn moves(&self) -> (Vec<Move>, Moves) {
        let (mut plain, mut packed) = (Vec::new(), Moves::new());
        self.rules.moves(self.plain.position(), &mut plain);
        moves(&self.board, self.rules.cells as u32, &mut packed);
        (plain, packed)
    }

    /// Plays one of the moves, looks at everything, and takes every second one
    /// back, as a search does.
    fn step(&mut self, choice: usize) -> bool {
        let (plain, packed) = self.moves();
        let converted: Vec<(Source, Target)> = plain.iter().map(|&each| each.into()).collect();
        let packed = packed.as_slice();
        let packed_too = packed.iter().map(|each| each.packed().into());
        assert_eq!(converted, packed_too.collect::<Vec<(Source, Target)>>());
        if plain.is_empty() {
            return false;
        }
        let place = choice % plain.len();
        let (each, packed) = (plain[place], packed[place]);
        let cells = self.rules.cells;
        let expected = Score::new(&self.board, cells as u32).after(&self.board, packed);
        self.plain.make(each);
        if packed.invalidates() {
            self.board.invalidate(packed);
        }
        let foreseen = self.board.key_after(packed);
        let undo: Undo = self.board.make(packed);
        assert_eq!(self.board.key(), foreseen);
        assert_eq!(expected, score(self.plain.position(), cells));
        assert_eq!(expected, Score::new(&self.board, cells as u32).value());
        self.compare_keys();
        if choice.is_multiple_of(2) {
            self.plain.undo(each);
            self.board.undo(packed, undo);
            if packed.invalidates() {
                self.board.revalidate(packed);
            }
            self.compare_keys();
        }
        true
    }

    /// Two positions have the same key one way if they have the other way.
    fn compare_keys(&mut self) {
        let (plain, (packed, _)) = (self.plain.key(), self.board.key());
        assert_eq!(*self.keys.entry(plain).or_insert(packed), packed);
        assert_eq!(*self.plain_keys.entry(packed).or_insert(plain), plain);
    }
}

proptest! {
    #[test]
    fn the_packed_board_is_the_plain_position(
        number in 1..1_000_000_u64,
        cascades in 1..=MOST_CASCADES,
        cells in 0..=MOST_CELLS,
        choices in proptest::collection::vec(0..10_000_usize, 0..200),
    ) {
        let rules = Rules { cells, ..Rules::default() };
        let mut both = Both::new(&Deal::new(number, cascades), rules, true);
        for choice in choices {
            if !both.step(choice) {
                break;
            }
        }
    }

    #[test]
    fn what_is_stored_is_restored(
        number in 1..1_000_000_u64,
        choices in proptest::collection::vec(0..10_000_usize, 0..100),
    ) {
        let deal = Deal::new(number, 8);
        let mut board = Board::new(&deal, true);
        for choice in choices {
            let mut list = Moves::new();
            moves(&board, 4, &mut list);
            let list = list.as_slice();
            if list.is_empty() {
                break;
            }
            let each = list[choice % list.len()];
            if each.invalidates() {
                board.invalidate(each);
            }
            board.make(each);
        }
        board.sort_afresh();
        let mut other = Board::new(&deal, true);
        other.restore(&board.store());
        prop_assert_eq!(other.key(), board.key());
        let mut set = Board::new(&deal, false);
        let dealt_on = crate::packed::storage::dealt_on(&deal);
        set.unpack(&dealt_on, board.delta());
        prop_assert_eq!(set.delta(), board.delta());
        prop_assert_eq!(set.cells(), board.cells());
        prop_assert_eq!(set.foundations(), board.foundations());
    }

    #[test]
    fn what_is_seen_is_remembered_until_there_is_too_much(
        keys in proptest::collection::vec(0..300_u64, 0..2000),
        most in 1..200_usize,
    ) {
        let mut seen = Seen::new(most);
        let mut known = std::collections::HashSet::new();
        for key in keys {
            let is_new = !known.contains(&key);
            if is_new {
                if known.len() > most {
                    known.clear();
                }
                known.insert(key);
            }
            // A poor hash, so that different keys meet.
            let hash = ((key % 7) << 60) | (key % 3);
            prop_assert_eq!(seen.insert(&[key, 0, 0, 0], hash), is_new);
        }
    }
}
