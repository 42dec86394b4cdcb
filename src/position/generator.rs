//! The moves of a position worth a try, generated on the lead board and tested on
//! the others, and what each leads to, told as it is offered.

use super::{Position, Pruning, Rules, Successor, Successors};
use crate::board::{Board, MovedRun, NO_CARD};
use crate::moves::{Move, Place};
use crate::rules::{self, Room};
use crate::ruleset::Ruleset;
use crate::table::{CASCADES, CELLS};

/// What is to be known of a position to offer its moves.
pub struct MoveGenerator<'a, const N: usize> {
    position: &'a Position<N>,
    rules: &'a Rules<N>,
    lead: usize,
    board: &'a Board,
    pruning: Pruning,
    room: Room,
    free_cell: Option<usize>,
    /// The top cards, as a set, and the cascade of each.
    tops: u64,
    cascade_of: [u8; 64],
    /// The empty cascades, as a set.
    empty: u8,
    /// Whether what is legal on the lead board is so on the others, and moves as
    /// many cards there.
    alike: bool,
    /// Whether nothing is left for autoplay.
    autoplay_done: bool,
    /// The last card of the place where the moves begin, lifted off the lead board:
    /// most moves lift no more.
    last_card: MovedRun,
    successors: &'a mut Successors<N>,
}

impl<'a, const N: usize> MoveGenerator<'a, N> {
    /// The offer of a position's moves, to be listed.
    #[inline(always)]
    pub fn new(
        position: &'a Position<N>,
        rules: &'a Rules<N>,
        pruning: Pruning,
        autoplay_done: bool,
        successors: &'a mut Successors<N>,
    ) -> Self {
        let lead = position.lead();
        let board = &position.boards[lead];
        let mut offer = MoveGenerator {
            position,
            rules,
            lead,
            board,
            pruning,
            room: Room::of(board, rules.rulesets[lead].capacity),
            free_cell: rules::lowest_free_cell(board),
            tops: 0,
            cascade_of: [0; 64],
            empty: 0,
            alike: N == 1 || rules.same_supermoves && position.is_uniform(),
            autoplay_done,
            last_card: MovedRun::default(),
            successors,
        };
        for cascade in 0..CASCADES {
            let top = board.cascades[cascade].top();
            if top == NO_CARD {
                offer.empty |= 1 << cascade;
            } else {
                offer.tops |= 1 << top;
                offer.cascade_of[top as usize] = cascade as u8;
            }
        }
        offer
    }

    /// Offers all moves, those that begin at one place after those of another.
    #[inline(always)]
    pub fn make(&mut self) {
        let board = self.board;
        for index in 0..CASCADES {
            let cascade = board.cascades[index];
            let place = Place::Cascade(index as u8);
            let run = board.run(&self.rules.root, index);
            self.offer_from(place, cascade.top(), run, cascade.len());
        }
        for index in 0..CELLS {
            self.offer_from(Place::Cell(index as u8), board.cells[index], 1, 0);
        }
    }

    /// Offers the moves that begin at a place where a run with that top ends; `whole`
    /// is the number of cards of a cascade, 0 for a cell.
    #[inline(always)]
    fn offer_from(&mut self, place: Place, top: u8, run: u8, whole: u8) {
        let board = self.board;
        if top == NO_CARD {
            return;
        }
        self.last_card = board.moved(&self.rules.root, place, 1);
        self.offer_onto_cards(place, top, run.min(self.room.onto_card));
        let long_run = self.rules.rulesets[self.lead].long_run;
        if self.empty != 0 {
            if let Some(count) = rules::count_into_empty(run, self.room, long_run) {
                self.offer_into_empty(place, count, count == whole);
            }
        }
        if let (Place::Cascade(_), Some(cell)) = (place, self.free_cell) {
            self.offer(place, Place::Cell(cell as u8), 1);
        }
        if rules::is_next_home(board, top) {
            self.offer(place, Place::Home, 1);
        }
    }

    /// Offers the moves that put up to `most` cards of a run with that top onto
    /// cards.
    #[inline(always)]
    fn offer_onto_cards(&mut self, from: Place, top: u8, most: u8) {
        let mut left = rules::targets(top, most) & self.tops;
        while left != 0 {
            let onto = left.trailing_zeros() as u8;
            let to = Place::Cascade(self.cascade_of[onto as usize]);
            self.offer(from, to, rules::ranks_between(top, onto));
            left &= left - 1;
        }
    }

    /// Offers the moves that put so many cards into empty cascades; `whole` tells
    /// that these are a whole cascade. Cascades that are empty on every board are
    /// alike, so the first will do; and a whole cascade moved into such a one is
    /// the same position with two cascades exchanged.
    #[inline(always)]
    fn offer_into_empty(&mut self, from: Place, count: u8, whole: bool) {
        let mut left = self.empty;
        let mut offered = false;
        while left != 0 {
            let cascade = left.trailing_zeros() as u8;
            let to = Place::Cascade(cascade);
            left &= left - 1;
            if self.pruning == Pruning::Dominated && self.is_empty_everywhere(cascade) {
                if offered || whole && self.is_whole_everywhere(from, to) {
                    continue;
                }
                offered = true;
            }
            self.offer(from, to, count);
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
            board.is_won() || count == board.cascades[cascade as usize].len()
        };
        let mut boards = self.position.boards.iter().zip(&self.rules.rulesets);
        N == 1 || boards.all(is_whole)
    }

    /// Offers a move that is legal on the lead board, if it is on the others.
    #[inline(always)]
    fn offer(&mut self, from: Place, to: Place, count: u8) {
        let mv = Move::unchecked(from, to);
        let first = if self.alike { N } else { self.lead + 1 };
        for index in first..N {
            let board = &self.position.boards[index];
            let ruleset = self.rules.rulesets[index];
            if !board.is_won() && !rules::is_legal(board, &self.rules.root, ruleset, mv) {
                return;
            }
        }
        self.generate(mv, [from, to], count);
    }

    /// Lists what a move leads to.
    #[inline(always)]
    fn generate(&mut self, mv: Move, places: [Place; 2], count: u8) {
        let [from, to] = places;
        let root = &self.rules.root;
        let mut hashes = self.position.hashes();
        let mut moved = [MovedRun::default(); N];
        let mut quiet = self.autoplay_done && to != Place::Home;
        for index in 0..N {
            let board = &self.position.boards[index];
            if index > 0 && self.alike {
                moved[index] = moved[0];
                hashes[index] = hashes[0];
            } else if N == 1 || !board.is_won() {
                moved[index] = if N > 1 && index != self.lead {
                    let ruleset = self.rules.rulesets[index];
                    let count = rules::count_of(board, root, ruleset, mv);
                    board.moved(root, from, count)
                } else if count > 1 {
                    board.moved(root, from, count)
                } else {
                    self.last_card
                };
                quiet &= !rules::is_next_home(board, moved[index].left().top());
                hashes[index] = board.hash_after(moved[index], to);
            }
        }
        let mut successor = Successor {
            mv,
            places,
            materialized: None,
            moved,
            hashes,
        };
        if !quiet {
            let mut position = successor.put(*self.position, self.rules);
            for (board, ruleset) in position.boards.iter_mut().zip(self.rules.rulesets) {
                rules::autoplay(board, root, ruleset.autoplay);
            }
            successor.hashes = position.hashes();
            successor.materialized = Some(self.successors.materialized.len() as u8);
            self.successors.materialized.push(position);
        }
        self.successors.list.push(successor);
    }
}
