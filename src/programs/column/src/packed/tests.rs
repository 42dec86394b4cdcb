//! The packed board beside the judge's game, and its keys beside the order of cascades as
//! the column's program has it.

use std::collections::HashMap;

use crate::judge::{Game, Source, Target};
use freecell::card::Card;
use proptest::prelude::*;

use super::board::{Board, Key};
use super::change::Change;
use super::delta::Delta;
use super::moves::Rules;
use crate::deal::{Deal, MOST_CASCADES};
use crate::shape::MOST_CELLS;
use crate::staged::score::Score;
use crate::staged::seen::Seen;

/// A position on the board and in the judge's game, and all keys it has had.
struct Both {
    rules: Rules,
    game: Game,
    board: Board,
    /// The cascades in the order of the column's program, kept in the same simple way.
    order: Vec<usize>,
    keys: HashMap<(Delta, Vec<u8>), Key>,
    plain_keys: HashMap<Key, (Delta, Vec<u8>)>,
}

impl Both {
    fn new(deal: &Deal, rules: Rules) -> Both {
        let mut both = Both {
            rules,
            game: Game::new(deal, rules.cells).unwrap(),
            board: Board::new(deal, true),
            order: (0..deal.cascades.len()).collect(),
            keys: HashMap::new(),
            plain_keys: HashMap::new(),
        };
        both.sort();
        both
    }

    fn sort(&mut self) {
        self.order.sort_by_key(|&cascade| self.board.base(cascade));
    }

    /// Every move that the judge allows, of several empty cascades only to the first.
    fn allowed(&self) -> Vec<(Source, Target)> {
        let cascades = 0..self.board.cascades();
        let first_empty = cascades
            .clone()
            .find(|&index| self.board.length(index) == 0);
        let runs = cascades.clone().flat_map(|from| {
            let counts = 1..=usize::from(self.board.length(from));
            counts.map(move |count| Source::Cascade(from, count))
        });
        let in_cells = Card::deck().filter(|card| self.board.cells() >> card.index() & 1 == 1);
        let sources: Vec<Source> = runs.chain(in_cells.map(Source::Cell)).collect();
        let targets = cascades.map(Target::Cascade);
        let targets = targets.chain([Target::Cell, Target::Home]);
        let pairs = targets.flat_map(|to| sources.iter().map(move |&from| (from, to)));
        let is_listed = |(from, to): &(Source, Target)| match (from, to) {
            (Source::Cascade(..), Target::Cascade(to)) if self.board.length(*to) == 0 => {
                first_empty == Some(*to)
            }
            _ => true,
        };
        let is_legal = |&(from, to): &(Source, Target)| self.game.clone().write(from, to).is_ok();
        pairs.filter(is_listed).filter(is_legal).collect()
    }

    /// Plays one of the moves, checks everything, and takes every second one back, as a
    /// search does.
    fn step(&mut self, choice: usize) -> bool {
        let list = self.rules.list(&self.board);
        let listed = list.iter().map(|each| each.packed().into());
        let listed: Vec<(Source, Target)> = listed.collect();
        let allowed = self.allowed();
        assert!(
            allowed.iter().all(|each| listed.contains(each)),
            "{allowed:?} {listed:?}"
        );
        assert_eq!(allowed.len(), listed.len(), "{allowed:?} {listed:?}");
        if list.is_empty() {
            return false;
        }
        let each = list[choice % list.len()];
        let cells = self.rules.cells as u32;
        let expected = Score::new(&self.board, cells).after(&self.board, each);
        let undo = self.board.play(each);
        self.sort_after(each);
        assert_eq!(expected, Score::new(&self.board, cells).value());
        self.check_keys();
        if choice.is_multiple_of(2) {
            self.board.take_back(each, undo);
            self.check_keys();
        } else {
            let (from, to) = each.packed().into();
            self.game.write(from, to).unwrap();
        }
        true
    }

    /// The column's program sorts when a move empties a cascade or brings the first card
    /// into one, and never when it takes a move back.
    fn sort_after(&mut self, each: Change) {
        let has = |place: u8, length| {
            let cascade = usize::from(place);
            cascade < self.board.cascades() && self.board.length(cascade) == length
        };
        if has(each.from(), 0) || has(each.to(), 1) {
            self.sort();
        }
    }

    /// Checks that the key is determined by the cards and the order, and differs where they do.
    fn check_keys(&mut self) {
        let mut fresh = self.board.clone();
        fresh.index();
        assert_eq!(self.board.delta(), fresh.delta());
        let order = self.order.iter().map(|&cascade| self.board.base(cascade));
        let plain = (self.board.delta(), order.collect::<Vec<_>>());
        let (key, _) = self.board.key();
        assert_eq!(*self.keys.entry(plain.clone()).or_insert(key), key);
        assert_eq!(*self.plain_keys.entry(key).or_insert(plain.clone()), plain);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_board_has_the_judges_moves_and_the_columns_keys(
        number in 1..1_000_000_u64,
        cascades in 1..=MOST_CASCADES,
        cells in 0..=MOST_CELLS,
        choices in proptest::collection::vec(0..10_000_usize, 0..100),
    ) {
        let rules = Rules { cells, ..Rules::default() };
        let mut both = Both::new(&Deal::new(number, cascades), rules);
        for choice in choices {
            if !both.step(choice) {
                break;
            }
        }
    }

    #[test]
    fn a_stored_position_is_restored(
        number in 1..1_000_000_u64,
        choices in proptest::collection::vec(0..10_000_usize, 0..100),
    ) {
        let deal = Deal::new(number, 8);
        let mut board = Board::new(&deal, true);
        for choice in choices {
            let list = Rules::default().list(&board);
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
    }

    #[test]
    fn keys_are_remembered_until_there_are_too_many(
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
            // A poor hash, so that different keys collide.
            let hash = ((key % 7) << 60) | (key % 3);
            prop_assert_eq!(seen.insert(&[key, 0, 0, 0], hash), is_new);
        }
    }
}
