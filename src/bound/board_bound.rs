//! Bounds for the boards that follow the root, where built runs lie on the undisturbed cards.
//!
//! A pattern database of the root knows nothing of the runs that were built since. But a
//! board is a table like any other, and in *its* counting relaxation all cards on the cascades are
//! undisturbed. There, a built run may leave by a costed move, together with the run it
//! continues. Or its cards leave one by one, by free moves, once all that must be home before
//! them has gone. Nothing below the run leaves earlier. So a built run costs a move if one of its
//! cards can go home only after a card that lies below the run, or that is itself stuck until the
//! run has gone, perhaps by way of several cascades. Paul and Helmert (2016) call this a deadlock
//! cycle; here it goes through built runs and undisturbed cards alike.
//!
//! Filling a database for every board would take too long. But once the built runs are gone,
//! what is left is a state of the *root's* counting relaxation, and its database knows the rest. So
//! a depth-first search decides whether the board's game can be won with a given number of
//! costed moves:
//!
//! * Before the search, take away the self-blocking runs, each with the undisturbed run below it,
//!   and count a move for each: free moves never take all of such a run, and nothing is lost by
//!   making its costed move first.
//! * Make all free moves: they cost nothing, and there is no gain in making them later.
//! * If no built run is left, the database decides. It also cuts the search off wherever it
//!   demands more costed moves than are left, since a board without its built runs is a lower
//!   state.
//! * Otherwise take a cascade with a built run. As there is no free move, its last card *waits* for
//!   some card that is still on a cascade and must be home before it; the last card of that cascade
//!   waits for a card of another, and so on, until a cascade comes up a second time. (Without
//!   autoplay a card waits for itself, and its cascade alone is the cycle.) The cascades from its
//!   first time on form a *cycle*: the last card of each waits for a card of the next, so none of
//!   them leaves by a free move until a costed move has taken a run off one of these cascades. Try
//!   each. A cascade that was tried in vain is *barred* afterwards: its run may then leave by free
//!   moves only, because a win that takes it by a costed move would have been found by taking it
//!   first. This holds in all that follows, until the last card of that run has gone; the cards
//!   below it are not barred.
//!
//! Nothing is lost by taking whole runs at once, since in the counting relaxation nothing is gained
//! by making a costed move later or with fewer cards. (The condition of `placement.rs`, with which
//! that would not hold, is not used here.) A search that takes too long is abandoned and counts as
//! "may be won". So "cannot be won" is a proof, and the bound is admissible.

use std::array;

use arrayvec::ArrayVec;

use super::cascade_sum::{CascadeSum, CascadeTerms};
use super::{home_before, CountingRelaxation, PatternDatabase};
use crate::board::{Board, Cascade, CascadeIndex, PackedCard, RunLength};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::ruleset::Autoplay;
use crate::table::{Table, CASCADES};

/// The number of states after which a search is abandoned.
const MAX_STATES: u32 = 1000;

/// The counting relaxation of a root, and the bounds that it gives for the boards that follow.
pub struct BoardBound {
    game: CountingRelaxation,
    /// The costed moves that each state of the root's counting relaxation needs.
    costs: PatternDatabase,
    terms: CascadeTerms,
    /// For each card, what must be home before a free move may take it.
    home_before: [CardSet; PackedCard::COUNT],
    /// For each card, the cascade on which it lies at the root; 0, which is never looked up, for
    /// those elsewhere.
    cascade_of: [u8; PackedCard::COUNT],
}

/// A board of the counting relaxation.
#[derive(Clone, Copy)]
struct RelaxedBoard {
    /// All cards on the cascades, undisturbed or built.
    cards: CardSet,
    /// The last card of each cascade.
    tops: [PackedCard; CASCADES],
    /// The number of undisturbed cards in each cascade.
    undisturbed: [u8; CASCADES],
    /// The length of the built run on them.
    built: [u8; CASCADES],
    /// For a cascade whose last run no costed move may take any more, the number of
    /// undisturbed cards below that run.
    barred: [Option<u8>; CASCADES],
    /// The index in the database of the state without the built runs.
    state: usize,
}

/// One search.
struct Search<'a> {
    bound: &'a BoardBound,
    /// The cards of the built runs at the start, deepest first.
    built: [[PackedCard; 13]; CASCADES],
    /// For each card, the cascade on which it lies at the start.
    cascade_of: [u8; PackedCard::COUNT],
    states: u32,
}

impl BoardBound {
    /// The bounds for the boards of games that begin at a table. The database takes up to ten
    /// million bytes.
    pub fn new(table: &Table, autoplay: Autoplay) -> BoardBound {
        let game = CountingRelaxation::new(table, autoplay);
        let mut cascade_of = [0; PackedCard::COUNT];
        for (cascade, cards) in table.cascades.iter().enumerate() {
            for card in cards {
                cascade_of[card.index()] = cascade as u8;
            }
        }
        let mut before = [CardSet::EMPTY; PackedCard::COUNT];
        for card in Card::deck() {
            before[card.index()] = home_before(card, autoplay);
        }
        let costs = PatternDatabase::new(&game, u8::MAX);
        BoardBound {
            terms: CascadeTerms::new(table, &game, &costs),
            costs,
            home_before: before,
            cascade_of,
            game,
        }
    }

    /// A lower bound on the moves that a board needs, quick to compute: the costed moves from the
    /// database, plus a move for each self-blocking run (see [`crate::search::prove`]).
    #[inline(always)]
    pub fn least_moves(&self, board: &Board) -> usize {
        self.least_moves_by(self.sum(board))
    }

    /// The bound of the boards with that sum.
    #[inline(always)]
    pub fn least_moves_by(&self, sum: CascadeSum) -> usize {
        sum.self_blocking() + self.costs.lookup_index(sum.state()) as usize
    }

    /// The sum over a board's cascades.
    #[inline(always)]
    pub fn sum(&self, board: &Board) -> CascadeSum {
        CascadeSum::of(&self.terms(board))
    }

    /// What each cascade of a board adds to its sum.
    #[inline(always)]
    pub fn terms(&self, board: &Board) -> [CascadeSum; CASCADES] {
        array::from_fn(|index| self.term(CascadeIndex::new(index as u8), board.cascades[index]))
    }

    /// What a cascade adds to the sum.
    #[inline(always)]
    pub fn term(&self, index: CascadeIndex, cascade: Cascade) -> CascadeSum {
        self.terms.term(index, cascade)
    }

    /// Whether the next move may lower the bound of a board with that sum. It can do so in two
    /// ways: by taking a card or more off a self-blocking run, or by taking an undisturbed run
    /// without which the database demands fewer costed moves. A third way does not count: where
    /// autoplay takes cards off a self-blocking run, the board no longer knows that it is one. But
    /// the card that blocks cannot be among them, so the run needs its move as before.
    ///
    /// `may_take` says whether a legal move takes at least that many cards off a cascade.
    #[inline(always)]
    pub fn may_lower(
        &self,
        board: &Board,
        sum: CascadeSum,
        may_take: impl Fn(CascadeIndex, RunLength) -> bool,
    ) -> bool {
        CascadeIndex::all().any(|cascade| {
            let packed = board.cascades[cascade.get()];
            let is_self_blocking = packed.is_self_blocking();
            // Even a move of its top card may leave a run that is not self-blocking. To disturb an
            // undisturbed run at all, a move has to take the built run and one card more.
            let least = if is_self_blocking {
                RunLength::ONE
            } else {
                RunLength(packed.built() + 1)
            };
            // First what needs no look at the database, which is larger than the cache.
            (is_self_blocking || packed.undisturbed() > 0)
                && may_take(cascade, least)
                && (is_self_blocking || self.is_lower_without_run(sum, cascade, packed))
        })
    }

    /// Whether the database demands fewer costed moves without the whole undisturbed run at the end
    /// of a cascade, which saves the most.
    #[inline(always)]
    fn is_lower_without_run(
        &self,
        sum: CascadeSum,
        cascade: CascadeIndex,
        packed: Cascade,
    ) -> bool {
        let after = self.terms.without_run(sum, cascade, packed.undisturbed());
        let [before, after] = [sum.state(), after].map(|state| self.costs.lookup_index(state));
        after < before
    }

    /// The cascades off which a move may lower the bound of a board with that sum, as bits from
    /// the first cascade up: where there is no slack, the next move begins at one of them.
    pub fn cascades_to_take_from(&self, board: &Board, sum: CascadeSum) -> u8 {
        let mut cascades = 0;
        for cascade in CascadeIndex::all() {
            let packed = board.cascades[cascade.get()];
            let may_lower =
                packed.is_self_blocking() || self.is_lower_without_run(sum, cascade, packed);
            cascades |= u8::from(may_lower) << cascade.get();
        }
        cascades
    }

    /// Whether a board can be won in that number of moves, judged by its own counting relaxation,
    /// built runs included. `false` is a proof.
    pub fn may_win_in(&self, board: &Board, moves: usize) -> bool {
        let mut search = Search {
            bound: self,
            built: [[PackedCard::NONE; 13]; CASCADES],
            cascade_of: self.cascade_of,
            states: 0,
        };
        let (start, self_blocking) = search.start(board);
        let left = moves.checked_sub(self_blocking);
        left.is_some_and(|left| search.may_win_with(start, left.min(u8::MAX as usize) as u8))
    }
}

impl Search<'_> {
    /// The board of the relaxation without the self-blocking runs, and their number. No free move
    /// ever takes all cards of such a run, so a costed move must, and it may as well come first.
    fn start(&mut self, board: &Board) -> (RelaxedBoard, usize) {
        let mut start = RelaxedBoard {
            cards: CardSet::EMPTY,
            tops: [PackedCard::NONE; CASCADES],
            undisturbed: [0; CASCADES],
            built: [0; CASCADES],
            barred: [None; CASCADES],
            state: 0,
        };
        let mut self_blocking = 0;
        for cascade in CascadeIndex::all() {
            let index = cascade.get();
            let packed = board.cascades[index];
            let mut undisturbed = packed.undisturbed();
            if packed.is_self_blocking() {
                // The costed move takes the undisturbed run that the built run continues as well.
                undisturbed = self.bound.game.without_run(cascade, undisturbed);
                self_blocking += 1;
            } else {
                start.built[index] = packed.built();
                for height in 0..packed.built() {
                    let card = packed.built_card(packed.built() - 1 - height);
                    self.built[index][height as usize] = card;
                    self.cascade_of[card.index()] = index as u8;
                    start.cards |= card.to_set();
                }
            }
            start.cards |= self.bound.game.prefixes[index][undisturbed as usize].cards;
            start.undisturbed[index] = undisturbed;
            start.state += undisturbed as usize * self.bound.costs.stride(cascade);
            start.tops[index] = self.top(&start, index);
        }
        (start, self_blocking)
    }

    /// The last card of a cascade.
    #[inline(always)]
    fn top(&self, board: &RelaxedBoard, cascade: usize) -> PackedCard {
        match board.built[cascade] {
            0 => {
                let undisturbed = board.undisturbed[cascade] as usize;
                self.bound.game.prefixes[cascade][undisturbed].last
            }
            built => self.built[cascade][built as usize - 1],
        }
    }

    /// Whether that number of costed moves can win. Also `true` if the search is abandoned.
    fn may_win_with(&mut self, mut board: RelaxedBoard, moves: u8) -> bool {
        self.states += 1;
        if self.states > MAX_STATES {
            return true;
        }
        self.make_free_moves(&mut board);
        let cost = self.bound.costs.lookup_index(board.state);
        // Without built runs this is a state of the root's game, whose cost is exact.
        let Some(with_built) = board.built.iter().position(|&built| built > 0) else {
            return cost <= moves;
        };
        // With them it needs no less, and at least one move to break the cycle below.
        if cost > moves || moves == 0 {
            return false;
        }
        for cascade in self.cycle(&board, with_built) {
            let index = cascade.get();
            let undisturbed = board.undisturbed[index];
            let below = self.bound.game.without_run(cascade, undisturbed);
            // Barred as long as any card of the run that was tried in vain is there.
            let has_built = board.built[index] > 0;
            if board.barred[index].is_some_and(|below| has_built || undisturbed > below) {
                continue;
            }
            // Take the run, unless the database rules out what remains.
            let taken = (undisturbed - below) as usize;
            let state = board.state - taken * self.bound.costs.stride(cascade);
            if self.bound.costs.lookup_index(state) < moves {
                let after = self.without_run(&board, index, below, state);
                if self.may_win_with(after, moves - 1) {
                    return true;
                }
            }
            // A win that takes this run at any later time would have been found just now. So from
            // here on, no costed move takes it.
            board.barred[index] = Some(below);
        }
        false
    }

    /// Makes free moves until there is none.
    fn make_free_moves(&self, board: &mut RelaxedBoard) {
        let mut unchanged = 0;
        let mut index = 0;
        while unchanged < CASCADES {
            let top = board.tops[index];
            let before = self.bound.home_before[top.index()];
            if !top.is_none() && before.is_disjoint(board.cards) {
                board.cards -= top.to_set();
                if board.built[index] > 0 {
                    board.built[index] -= 1;
                } else {
                    board.undisturbed[index] -= 1;
                    let cascade = CascadeIndex::new(index as u8);
                    board.state -= self.bound.costs.stride(cascade);
                }
                board.tops[index] = self.top(board, index);
                // What has gone may have been all that another cascade waited for.
                unchanged = 0;
            } else {
                unchanged += 1;
                index = (index + 1) % CASCADES;
            }
        }
    }

    /// The cascades of the cycle that a given cascade leads to: the last card of each waits for
    /// a card of the next, and that of the last for a card of the first. There must be no free
    /// move left.
    fn cycle(&self, board: &RelaxedBoard, from: usize) -> ArrayVec<CascadeIndex, CASCADES> {
        let mut path = ArrayVec::<CascadeIndex, CASCADES>::new();
        let mut place = [None; CASCADES];
        let mut index = from;
        while place[index].is_none() {
            place[index] = Some(path.len());
            path.push(CascadeIndex::new(index as u8));
            let before = self.bound.home_before[board.tops[index].index()];
            // As no free move is left, something that must go first is still there.
            let waits_for = (before & board.cards).first();
            index = waits_for.map_or(index, |card| self.cascade_of[card.index()] as usize);
        }
        // The cascades before the one that came up twice lead to the cycle, but are not in it: a
        // costed move there would not break it.
        let first = place[index].unwrap_or(0);
        path[first..].iter().copied().collect()
    }

    /// The board after a costed move that leaves `below` undisturbed cards on a cascade, in
    /// the state of that index.
    fn without_run(
        &self,
        board: &RelaxedBoard,
        index: usize,
        below: u8,
        state: usize,
    ) -> RelaxedBoard {
        let mut after = *board;
        for card in &self.built[index][..board.built[index] as usize] {
            after.cards -= card.to_set();
        }
        let prefixes = &self.bound.game.prefixes[index];
        after.cards -= prefixes[board.undisturbed[index] as usize].cards;
        after.cards |= prefixes[below as usize].cards;
        after.built[index] = 0;
        after.undisturbed[index] = below;
        after.barred[index] = None;
        after.state = state;
        after.tops[index] = self.top(&after, index);
        after
    }
}
