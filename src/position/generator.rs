//! The move generator: finds the moves of a position on the lead board, checks them on
//! the others, and hashes each successor.

use super::{AutoplayState, Position, Pruning, Rules, Successor, Successors};
use crate::board::{Board, CascadeIndex, MovedRun, RunLength, NO_CARD};
use crate::card_set::CardSet;
use crate::moves::{Move, Place};
use crate::rules::{self, Room};
use crate::ruleset::Ruleset;
use crate::table::{CASCADES, CELLS};

/// A position's moves being generated, and what is known of the position.
pub struct MoveGenerator<'a, const N: usize, S> {
    position: &'a Position<N, S>,
    rules: &'a Rules<N>,
    lead: usize,
    board: &'a Board,
    pruning: Pruning,
    room: Room,
    free_cell: Option<usize>,
    /// The top cards of the cascades, and the cascade of each.
    tops: CardSet,
    cascade_of: [u8; 64],
    /// The empty cascades, as a set of bits.
    empty: u8,
    /// Whether what is legal on the lead board is so on the others, and moves as many
    /// cards there.
    is_uniform: bool,
    /// The last card of the place where the moves begin, as a run of one on the lead
    /// board: most moves move no more.
    last_card: MovedRun,
    successors: &'a mut Successors<N>,
}

impl<'a, const N: usize, S: AutoplayState> MoveGenerator<'a, N, S> {
    /// The generator for a position, which adds to the successors.
    #[inline(always)]
    pub fn new(
        position: &'a Position<N, S>,
        rules: &'a Rules<N>,
        pruning: Pruning,
        successors: &'a mut Successors<N>,
    ) -> Self {
        let lead = position.lead();
        let board = &position.boards[lead];
        let mut generator = MoveGenerator {
            position,
            rules,
            lead,
            board,
            pruning,
            room: Room::of(board, rules.rulesets[lead].capacity),
            free_cell: rules::lowest_free_cell(board),
            tops: CardSet::EMPTY,
            cascade_of: [0; 64],
            empty: 0,
            is_uniform: N == 1 || rules.same_supermoves && position.is_uniform(),
            last_card: MovedRun::default(),
            successors,
        };
        for cascade in 0..CASCADES {
            let top = board.cascades[cascade].top();
            if top == NO_CARD {
                generator.empty |= 1 << cascade;
            } else {
                generator.tops.insert(top);
                generator.cascade_of[top as usize] = cascade as u8;
            }
        }
        generator
    }

    /// Generates all moves, place of origin by place of origin.
    #[inline(always)]
    pub fn generate(&mut self) {
        let board = self.board;
        for index in 0..CASCADES {
            let cascade = board.cascades[index];
            let place = Place::Cascade(index as u8);
            let run = board.run_length(&self.rules.root, CascadeIndex::new(index as u8));
            self.generate_from(place, cascade.top(), run, cascade.len());
        }
        for index in 0..CELLS {
            let place = Place::Cell(index as u8);
            self.generate_from(place, board.cells[index], RunLength::ONE, 0);
        }
    }

    /// Generates the moves that begin at a place where a run with that top ends; `whole`
    /// is the number of cards of a cascade, 0 for a cell.
    #[inline(always)]
    fn generate_from(&mut self, place: Place, top: u8, run: RunLength, whole: u8) {
        let board = self.board;
        if top == NO_CARD {
            return;
        }
        self.last_card = board.moved_run(&self.rules.root, place, RunLength::ONE);
        self.generate_onto_cards(place, top, run.min(self.room.onto_card));
        let long_run = self.rules.rulesets[self.lead].long_run;
        if self.empty != 0 {
            if let Some(count) = rules::count_into_empty(run, self.room, long_run) {
                self.generate_into_empty(place, count, count.0 == whole);
            }
        }
        if let (Place::Cascade(_), Some(cell)) = (place, self.free_cell) {
            self.generate_move(place, Place::Cell(cell as u8), RunLength::ONE);
        }
        if rules::is_next_home(board, top) {
            self.generate_move(place, Place::Home, RunLength::ONE);
        }
    }

    /// Generates the moves that put up to `most` cards of a run with that top onto cards.
    #[inline(always)]
    fn generate_onto_cards(&mut self, from: Place, top: u8, most: RunLength) {
        let mut targets = rules::targets(top, most).and(self.tops);
        while !targets.is_empty() {
            let onto = targets.first();
            targets = targets.without_first();
            let to = Place::Cascade(self.cascade_of[onto as usize]);
            self.generate_move(from, to, rules::ranks_between(top, onto));
        }
    }

    /// Generates the moves that put so many cards into empty cascades; `whole` says that
    /// these are a whole cascade.
    ///
    /// Cascades that are empty on every board are interchangeable, so all but the first
    /// are dominated; and a whole cascade moved into one of them gives the same position
    /// with two cascades exchanged.
    #[inline(always)]
    fn generate_into_empty(&mut self, from: Place, count: RunLength, whole: bool) {
        let mut left = self.empty;
        let mut is_first = true;
        while left != 0 {
            let cascade = left.trailing_zeros() as u8;
            let to = Place::Cascade(cascade);
            left &= left - 1;
            if self.pruning == Pruning::Dominated && self.is_empty_everywhere(cascade) {
                if !is_first || whole && self.is_whole_everywhere(from, to) {
                    continue;
                }
                is_first = false;
            }
            self.generate_move(from, to, count);
        }
    }

    fn is_empty_everywhere(&self, cascade: u8) -> bool {
        let is_empty =
            |board: &Board| board.is_won() || board.cascades[cascade as usize].is_empty();
        N == 1 || self.position.boards.iter().all(is_empty)
    }

    /// Whether a move, where it is legal, moves a whole cascade.
    fn is_whole_everywhere(&self, from: Place, to: Place) -> bool {
        let Place::Cascade(cascade) = from else {
            return false;
        };
        let mv = Move::unchecked(from, to);
        let is_whole = |(board, &ruleset): (&Board, &Ruleset)| {
            let count = rules::count_of(board, &self.rules.root, ruleset, mv);
            board.is_won() || count.0 == board.cascades[cascade as usize].len()
        };
        let mut boards = self.position.boards.iter().zip(&self.rules.rulesets);
        N == 1 || boards.all(is_whole)
    }

    /// Adds a move that is legal on the lead board, if it is on the others.
    #[inline(always)]
    fn generate_move(&mut self, from: Place, to: Place, count: RunLength) {
        let mv = Move::unchecked(from, to);
        let first = if self.is_uniform { N } else { self.lead + 1 };
        for index in first..N {
            let board = &self.position.boards[index];
            let ruleset = self.rules.rulesets[index];
            if !board.is_won() && !rules::is_legal(board, &self.rules.root, ruleset, mv) {
                return;
            }
        }
        self.add(mv, [from, to], count);
    }

    /// Adds what a legal move leads to.
    #[inline(always)]
    fn add(&mut self, mv: Move, places: [Place; 2], count: RunLength) {
        let [from, to] = places;
        let root = &self.rules.root;
        let mut hashes = self.position.hashes();
        let mut runs = [MovedRun::default(); N];
        // Whether autoplay has nothing to do after the move.
        let mut is_quiet = S::IS_DONE && to != Place::Home;
        for index in 0..N {
            let board = &self.position.boards[index];
            if index > 0 && self.is_uniform {
                runs[index] = runs[0];
                hashes[index] = hashes[0];
            } else if N == 1 || !board.is_won() {
                runs[index] = if N > 1 && index != self.lead {
                    let ruleset = self.rules.rulesets[index];
                    let count = rules::count_of(board, root, ruleset, mv);
                    board.moved_run(root, from, count)
                } else if count.0 > 1 {
                    board.moved_run(root, from, count)
                } else {
                    self.last_card
                };
                is_quiet &= !rules::is_next_home(board, runs[index].left().top());
                hashes[index] = board.hash_after(runs[index], to);
            }
        }
        let mut successor = Successor {
            mv,
            places,
            materialized: None,
            runs,
            hashes,
        };
        if !is_quiet {
            let mut boards = successor.moved(self.position.boards, self.rules);
            for (board, ruleset) in boards.iter_mut().zip(self.rules.rulesets) {
                rules::autoplay(board, root, ruleset.autoplay);
            }
            let position = Position::after_autoplay(boards);
            successor.hashes = position.hashes();
            successor.materialized = Some(self.successors.materialized.len() as u8);
            self.successors.materialized.push(position);
        }
        self.successors.list.push(successor);
    }
}
