//! The move generator: finds the moves of a position on the primary board, checks them on
//! the others, and hashes each successor.

use super::{Position, Pruning, Rules, Successor, SuccessorVisitor};
use crate::board::{Board, CascadeIndex, MovedRun, PackedCard, RunLength};
use crate::card_set::CardSet;
use crate::moves::{Move, Place};
use crate::rules::{self, MoveCapacity};
use crate::ruleset::Ruleset;
use crate::table::{CASCADES, CELLS};

/// A position's moves being generated, and what is known of the position.
pub struct MoveGenerator<'a, const N: usize, const ROOT: bool, T> {
    position: &'a Position<N, ROOT>,
    rules: &'a Rules<N>,
    primary: usize,
    board: &'a Board,
    pruning: Pruning,
    capacity: MoveCapacity,
    free_cell: Option<usize>,
    /// The cards that the foundations of the primary board take next.
    next_home: CardSet,
    /// For each board, the cards that autoplay sends home once they are exposed.
    autoplay_targets: [CardSet; N],
    /// The top cards of the cascades, and the cascade of each.
    tops: CardSet,
    cascade_of: &'a [u8; PackedCard::COUNT],
    /// The empty cascades, as a set of bits.
    empty: u8,
    /// Whether every move that is legal on the primary board is legal on the others and moves the
    /// same number of cards there.
    moves_agree: bool,
    visitor: &'a mut T,
}

/// A place where moves begin, on the primary board.
struct Origin {
    place: Place,
    /// The top card taken off, computed once: a single card may move to up to eleven places.
    last_card: RemovedRun,
}

/// A run taken off a board.
#[derive(Clone, Copy, Default)]
struct RemovedRun {
    run: MovedRun,
    /// The board's hash without the run.
    hash: u128,
    /// Whether autoplay sends the card home that the run uncovers.
    sends_home: bool,
}

impl<'a, const N: usize, const ROOT: bool, T: SuccessorVisitor<N>> MoveGenerator<'a, N, ROOT, T> {
    /// The generator for a position, which hands the successors to a visitor.
    #[inline(always)]
    pub fn new(
        position: &'a Position<N, ROOT>,
        rules: &'a Rules<N>,
        pruning: Pruning,
        visitor: &'a mut T,
        cascade_of: &'a mut [u8; PackedCard::COUNT],
    ) -> Self {
        let primary = position.primary();
        let board = &position.boards[primary];
        let mut tops = CardSet::EMPTY;
        let mut empty = 0;
        for cascade in 0..CASCADES as u8 {
            let top = board.cascades[cascade as usize].top();
            tops = tops.union(top.to_set());
            cascade_of[top.index()] = cascade;
            empty |= (top.is_none() as u8) << cascade;
        }
        let (free_cells, empty_cascades) = (board.free_cells(), empty.count_ones() as u8);
        let capacity = rules.rulesets[primary].capacity;
        let mut sent_home = [CardSet::EMPTY; N];
        let mut index = 0;
        while index < N {
            let autoplay = rules.rulesets[index].autoplay;
            sent_home[index] = rules::autoplay_targets(&position.boards[index], autoplay);
            index += 1;
        }
        MoveGenerator {
            position,
            rules,
            primary,
            board,
            pruning,
            capacity: MoveCapacity::from_counts(free_cells, empty_cascades, capacity),
            free_cell: rules::lowest_free_cell(board),
            next_home: rules::next_home(board),
            autoplay_targets: sent_home,
            tops,
            cascade_of,
            empty,
            moves_agree: N == 1 || rules.same_supermoves && position.boards_are_equal(),
            visitor,
        }
    }

    /// Generates all moves, place of origin by place of origin.
    #[inline(always)]
    pub fn generate(&mut self) {
        let board = self.board;
        for offset in 0..CASCADES {
            let index = (self.visitor.first_cascade() + offset) % CASCADES;
            let cascade = board.cascades[index];
            let place = Place::Cascade(index as u8);
            let run = board.run_length(&self.rules.root, CascadeIndex::new(index as u8));
            self.generate_from(place, cascade.top(), run, cascade.len(), self.free_cell);
        }
        for index in 0..CELLS {
            let place = Place::Cell(index as u8);
            // From cell to cell there is no move.
            self.generate_from(place, board.cells[index], RunLength::ONE, 0, None);
        }
    }

    /// Generates the moves that begin at a place where a run with that top ends. `whole` is the
    /// number of cards of a cascade, 0 for a cell. `cell` takes a card from there: free cells are
    /// interchangeable, and the lowest stands for all.
    #[inline(always)]
    fn generate_from(
        &mut self,
        place: Place,
        top: PackedCard,
        run: RunLength,
        whole: u8,
        cell: Option<usize>,
    ) {
        if !top.is_card() || !self.visitor.wants_moves_from(place) {
            return;
        }
        // A target's rank says how many cards the move takes, so that each is one move.
        let most = run.min(self.capacity.onto_card);
        let mut targets = rules::targets(top, most).intersection(self.tops);
        // From a quarter of all places there is no move, and nothing to be taken off.
        let may_leave = self.empty != 0 || cell.is_some();
        if targets.is_empty() && !may_leave && !top.is_in(self.next_home) {
            return;
        }
        let from = &Origin {
            place,
            last_card: self.take_run(self.primary, place, RunLength::ONE),
        };
        while let Some(onto) = targets.pop_first() {
            let onto = PackedCard::new(onto);
            let to = Place::Cascade(self.cascade_of[onto.index()]);
            self.generate_move(from, to, rules::ranks_between(top, onto));
        }
        // The capacity is less here than onto a card, for the empty cascade that is moved to
        // does not help to carry.
        let overlong_run = self.rules.rulesets[self.primary].overlong_run;
        if self.empty != 0 {
            if let Some(count) = rules::count_into_empty(run, self.capacity, overlong_run) {
                self.generate_into_empty(from, count, count.0 == whole);
            }
        }
        if let Some(cell) = cell.filter(|_| self.visitor.wants_moves_from(place)) {
            self.generate_move(from, Place::Cell(cell as u8), RunLength::ONE);
        }
        if top.is_in(self.next_home) {
            self.generate_move(from, Place::Home, RunLength::ONE);
        }
    }

    /// Generates the moves that put `count` cards into empty cascades; `whole` says that
    /// these are a whole cascade.
    ///
    /// Cascades that are empty on every board are interchangeable, so all but the first
    /// are dominated; and a whole cascade moved into one of them gives the same position
    /// with two cascades exchanged.
    #[inline(always)]
    fn generate_into_empty(&mut self, from: &Origin, count: RunLength, whole: bool) {
        let mut left = self.empty;
        let mut is_first = true;
        while left != 0 {
            let cascade = left.trailing_zeros() as u8;
            let to = Place::Cascade(cascade);
            left &= left - 1;
            if self.pruning == Pruning::Dominated && self.is_empty_everywhere(cascade) {
                if !is_first || whole && self.is_whole_everywhere(from.place, to) {
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
            let count = rules::moved_count(board, &self.rules.root, ruleset, mv);
            board.is_won() || count.0 == board.cascades[cascade as usize].len()
        };
        let mut boards = self.position.boards.iter().zip(&self.rules.rulesets);
        N == 1 || boards.all(is_whole)
    }

    /// Adds a move that is legal on the primary board, if it is on the others.
    #[inline(always)]
    fn generate_move(&mut self, from: &Origin, to: Place, count: RunLength) {
        let mv = Move::unchecked(from.place, to);
        // Equal boards under equal rules for supermoves allow equal moves.
        if N > 1 && !self.moves_agree && !self.is_legal_on_others(mv) {
            return;
        }
        self.add(mv, from, to, count);
    }

    /// Whether a move is legal on the boards after the primary board.
    fn is_legal_on_others(&self, mv: Move) -> bool {
        (self.primary + 1..N).all(|index| {
            let board = &self.position.boards[index];
            let ruleset = self.rules.rulesets[index];
            board.is_won() || rules::is_legal(board, &self.rules.root, ruleset, mv)
        })
    }

    /// Takes a run off a board.
    #[inline(always)]
    fn take_run(&self, index: usize, from: Place, count: RunLength) -> RemovedRun {
        let board = &self.position.boards[index];
        let run = board.moved_run(&self.rules.root, from, count);
        RemovedRun {
            run,
            hash: board.hash_without(run),
            sends_home: run.left().top().is_in(self.autoplay_targets[index]),
        }
    }

    /// Adds what a legal move leads to.
    #[inline(always)]
    fn add(&mut self, mv: Move, from: &Origin, to: Place, count: RunLength) {
        let root = &self.rules.root;
        let mut hashes = self.position.hashes();
        let mut runs = [MovedRun::default(); N];
        // After a move home the next card of its suit may follow, wherever it lies. After any
        // other, autoplay was done before, so that only the card uncovered can be new to it.
        let mut triggers_autoplay = ROOT || to == Place::Home;
        let mut index = 0;
        while index < N {
            let board = &self.position.boards[index];
            if index > 0 && self.moves_agree {
                // The same run leaves an equal board: only what autoplay makes of the card
                // uncovered may differ, since the autoplay rules do.
                runs[index] = runs[0];
                hashes[index] = hashes[0];
                triggers_autoplay |= runs[0].left().top().is_in(self.autoplay_targets[index]);
            } else if N == 1 || !board.is_won() {
                // On another board the same move may take another number of cards.
                let removed = if N > 1 && index != self.primary {
                    let ruleset = self.rules.rulesets[index];
                    let count = rules::moved_count(board, root, ruleset, mv);
                    self.take_run(index, from.place, count)
                } else if count.0 > 1 {
                    self.take_run(index, from.place, count)
                } else {
                    from.last_card
                };
                runs[index] = removed.run;
                // A run changes what its deepest card lies on, and nothing else in the hash.
                hashes[index] = removed.hash ^ board.hash_in(to, removed.run);
                triggers_autoplay |= removed.sends_home;
            }
            index += 1;
        }
        // Built in each branch separately, so that it need not go through memory where nothing goes
        // home.
        let successor = || Successor {
            mv,
            places: [from.place, to],
            played: None,
            runs,
            hashes,
        };
        if triggers_autoplay {
            visit_played(self.visitor, self.position, self.rules, successor());
        } else {
            self.visitor.visit(successor(), None);
        }
    }
}

/// Hands a visitor a successor on which autoplay may have cards to send home.
#[inline(never)]
fn visit_played<const N: usize, const ROOT: bool>(
    visitor: &mut impl SuccessorVisitor<N>,
    position: &Position<N, ROOT>,
    rules: &Rules<N>,
    mut successor: Successor<N>,
) {
    let mut boards = successor.moved(position.boards, rules);
    for (board, ruleset) in boards.iter_mut().zip(rules.rulesets) {
        rules::autoplay(board, &rules.root, ruleset.autoplay);
    }
    let position = Position { boards };
    successor.hashes = position.hashes();
    visitor.visit(successor, Some(&position));
}
