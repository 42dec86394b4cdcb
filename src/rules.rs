//! The rules on packed boards: which moves are legal, what each does, and autoplay.
//!
//! A ruleset's capacity limits how many cards a supermove takes. The moves that mean
//! the same under *every* choice of capacity and of long runs are exactly those that
//! are legal under the strictest choice, [`Ruleset::strict`]; a search that should avoid
//! ambiguous moves searches under that ruleset.
//!
//! What is legal and what is forced is decided here; which legal moves are dominated by
//! others is decided in [`crate::position`], and which look good in
//! [`crate::heuristic`].

use crate::board::{Board, CascadeIndex, RootCascades, RunLength, NO_CARD};
use crate::card_set::CardSet;
use crate::moves::{Move, Place};
use crate::ruleset::{Autoplay, Capacity, LongRun, Ruleset};
use crate::table::{CASCADES, CELLS};

/// How many cards a supermove may move on a board.
#[derive(Clone, Copy)]
pub(crate) struct MoveCapacity {
    /// Onto a card.
    pub onto_card: RunLength,
    /// Into an empty cascade; 0 if there is none.
    pub into_empty: RunLength,
}

impl MoveCapacity {
    #[inline(always)]
    pub fn new(board: &Board, capacity: Capacity) -> MoveCapacity {
        MoveCapacity::from_counts(board.free_cells(), board.empty_cascades(), capacity)
    }

    /// The room with so many free cells and empty cascades.
    #[inline(always)]
    pub fn from_counts(free: u8, empty: u8, capacity: Capacity) -> MoveCapacity {
        let hands = free + 1;
        // The capacity with so many empty cascades to move through.
        let through = |empty: u8| match capacity {
            Capacity::Product => hands * (empty + 1),
            // 5 << 7 would not fit eight bits. The shift can be capped at 4, because
            // 1 << 4 cards are more than any run has.
            Capacity::Pow => hands << empty.min(4),
            Capacity::Cells => hands,
            Capacity::One => 1,
        };
        MoveCapacity {
            onto_card: RunLength(through(empty)),
            into_empty: RunLength(empty.checked_sub(1).map_or(0, through)),
        }
    }
}

/// The cards on which the last 1 to `most` cards of a run with that top may be put:
/// those of its weave in the next `most` ranks. The rank of the target determines how
/// many cards move.
#[inline(always)]
pub(crate) fn targets(top: u8, most: RunLength) -> CardSet {
    CardSet::weave_of(top).and(CardSet::of_ranks_above(top, most.0))
}

/// How many cards of a run with that top have a lower rank than `onto`.
#[inline(always)]
pub(crate) fn ranks_between(top: u8, onto: u8) -> RunLength {
    RunLength((onto >> 2).wrapping_sub(top >> 2))
}

/// The number of cards that the run at the end of a cascade moves into an empty one, if
/// it may.
#[inline(always)]
pub(crate) fn count_into_empty(
    run: RunLength,
    capacity: MoveCapacity,
    long_run: LongRun,
) -> Option<RunLength> {
    if run.0 <= capacity.into_empty.0 || long_run == LongRun::Partial {
        Some(run.min(capacity.into_empty))
    } else {
        None
    }
}

/// The number of cards that a legal move moves.
#[inline(always)]
pub(crate) fn moved_count(
    board: &Board,
    root: &RootCascades,
    ruleset: Ruleset,
    mv: Move,
) -> RunLength {
    let (Place::Cascade(from), Place::Cascade(to)) = (mv.from(), mv.to()) else {
        return RunLength::ONE;
    };
    let (from, to) = (CascadeIndex::new(from), CascadeIndex::new(to));
    let onto = board.cascades[to.get()].top();
    if onto == NO_CARD {
        board
            .run_length(root, from)
            .min(MoveCapacity::new(board, ruleset.capacity).into_empty)
    } else {
        ranks_between(board.cascades[from.get()].top(), onto)
    }
}

/// Whether a move between two cascades is legal; the first is not empty.
fn may_move_run(
    board: &Board,
    root: &RootCascades,
    ruleset: Ruleset,
    [from, to]: [CascadeIndex; 2],
) -> bool {
    let [top, onto] = [from, to].map(|cascade| board.cascades[cascade.get()].top());
    let run = board.run_length(root, from);
    let available = MoveCapacity::new(board, ruleset.capacity);
    if onto == NO_CARD {
        count_into_empty(run, available, ruleset.long_run).is_some()
    } else {
        targets(top, run.min(available.onto_card)).contains(onto)
    }
}

/// The lowest free cell.
pub(crate) fn lowest_free_cell(board: &Board) -> Option<usize> {
    board.cells.iter().position(|&card| card == NO_CARD)
}

/// The card that a move from that place moves, on top of it: [`NO_CARD`] from home and
/// where there is none.
pub(crate) fn card_at(board: &Board, place: Place) -> u8 {
    match place {
        Place::Cascade(index) => board.cascades[index as usize].top(),
        Place::Cell(index) => board.cells[index as usize],
        Place::Home => NO_CARD,
    }
}

/// Whether a card is the next that its foundation takes.
#[inline(always)]
pub(crate) fn is_next_home(board: &Board, card: u8) -> bool {
    // No more than 13 cards of a suit are home, so none matches NO_CARD.
    board.home[(card & 3) as usize] == card >> 2
}

/// Whether a move is legal on a board.
pub fn is_legal(board: &Board, root: &RootCascades, ruleset: Ruleset, mv: Move) -> bool {
    let card = card_at(board, mv.from());
    if card == NO_CARD {
        return false;
    }
    match (mv.from(), mv.to()) {
        (Place::Cascade(from), Place::Cascade(to)) => {
            may_move_run(board, root, ruleset, [from, to].map(CascadeIndex::new))
        }
        (_, Place::Cascade(to)) => {
            let onto = board.cascades[to as usize].top();
            onto == NO_CARD || targets(card, RunLength::ONE).contains(onto)
        }
        (_, Place::Cell(to)) => lowest_free_cell(board) == Some(to as usize),
        (_, Place::Home) => is_next_home(board, card),
    }
}

/// The next card of each suit that its foundation takes; after the king, numbers that no
/// card has.
#[inline(always)]
pub(crate) fn next_home(board: &Board) -> CardSet {
    let mut next = CardSet::EMPTY;
    let mut suit = 0;
    while suit < 4 {
        next.insert(board.home[suit] << 2 | suit as u8);
        suit += 1;
    }
    next
}

/// Those of the next cards that autoplay sends home once they are at hand.
#[inline(always)]
pub(crate) fn autoplay_targets(board: &Board, autoplay: Autoplay) -> CardSet {
    let mut wanted = CardSet::EMPTY;
    let mut suit = 0;
    while suit < 4 {
        let card = board.home[suit] << 2 | suit as u8;
        if may_go_home(board.home, card, autoplay) {
            wanted.insert(card);
        }
        suit += 1;
    }
    wanted
}

/// Whether autoplay may send a card home, the next of its suit.
#[inline(always)]
pub(crate) fn may_go_home(home: [u8; 4], card: u8, autoplay: Autoplay) -> bool {
    let rank_below = card >> 2;
    // The suits of the other colour: of C D H S, the inner two are red.
    let is_black = matches!(card & 3, 0 | 3);
    let (one, other) = (home[is_black as usize], home[3 - is_black as usize]);
    match autoplay {
        Autoplay::All => true,
        Autoplay::None => false,
        Autoplay::Safe => rank_below < 2 || (one >= rank_below && other >= rank_below),
    }
}

/// Sends home what autoplay does, until nothing more goes.
pub(crate) fn autoplay(board: &mut Board, root: &RootCascades, rule: Autoplay) {
    // NO_CARD comes in as well, which no foundation takes.
    let mut exposed = CardSet::EMPTY;
    for cascade in board.cascades {
        exposed.insert(cascade.top());
    }
    for card in board.cells {
        exposed.insert(card);
    }
    let mut next = next_home(board);
    let mut refused = CardSet::EMPTY;
    loop {
        let ready = exposed.and(next).without(refused);
        if ready.is_empty() {
            return;
        }
        let card = ready.first();
        if may_go_home(board.home, card, rule) {
            exposed.insert(send_home(board, root, card));
            next = next.without(CardSet::of(card));
            next.insert(card + 4);
            refused = CardSet::EMPTY;
        } else {
            refused.insert(card);
        }
    }
}

/// Sends a card home that is on top of a cascade or in a cell, and returns the card
/// that it uncovers, or [`NO_CARD`].
fn send_home(board: &mut Board, root: &RootCascades, card: u8) -> u8 {
    for cascade in 0..CASCADES {
        if board.cascades[cascade].top() == card {
            let from = Place::Cascade(cascade as u8);
            return board.move_run(root, from, Place::Home, RunLength::ONE);
        }
    }
    for cell in 0..CELLS {
        if board.cells[cell] == card {
            let from = Place::Cell(cell as u8);
            return board.move_run(root, from, Place::Home, RunLength::ONE);
        }
    }
    NO_CARD
}

/// Carries out a legal move, autoplay aside, and returns the card that it uncovers, or
/// [`NO_CARD`].
#[inline(always)]
pub(crate) fn move_run(board: &mut Board, root: &RootCascades, ruleset: Ruleset, mv: Move) -> u8 {
    let count = moved_count(board, root, ruleset, mv);
    board.move_run(root, mv.from(), mv.to(), count)
}

/// Plays a legal move on a board, autoplay included.
pub fn play(board: &mut Board, root: &RootCascades, ruleset: Ruleset, mv: Move) {
    move_run(board, root, ruleset, mv);
    autoplay(board, root, ruleset.autoplay);
}
