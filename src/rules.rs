//! The rules on packed boards: which moves are legal, what each does, autoplay.
//!
//! A ruleset's capacity is what supermoves are measured by. The moves that mean
//! the same under *every* choice of capacity and long runs are exactly those
//! that are legal under the strictest choice, [`Ruleset::strict`]; a search
//! that should avoid ambiguous moves searches under that ruleset.
//!
//! What is legal and what is forced is told here; which of the legal moves are
//! worth a try is told by [`crate::position`], which look good by
//! [`crate::heuristic`].

use crate::board::{weave_of, Board, RootCascades, NO_CARD};
use crate::moves::{Move, Place};
use crate::ruleset::{Autoplay, Capacity, LongRun, Ruleset};
use crate::table::{CASCADES, CELLS};

/// How many cards a supermove may move on a board.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    /// Onto a card.
    pub onto_card: u8,
    /// Into an empty cascade; 0 if there is none.
    pub into_empty: u8,
}

impl Room {
    #[inline(always)]
    pub fn of(board: &Board, capacity: Capacity) -> Room {
        let hands = board.free_cells() + 1;
        // With that many cascades empty besides the one to fill.
        let through = |empty: u8| match capacity {
            Capacity::Product => hands * (empty + 1),
            // Up to 5 << 7 would be too much for eight bits: cap the shift, for even
            // 1 << 4 is more than any run.
            Capacity::Pow => hands << empty.min(4),
        };
        let empty = board.empty_cascades();
        Room {
            onto_card: through(empty),
            into_empty: empty.checked_sub(1).map_or(0, through),
        }
    }
}

/// The cards on which the last 1 to `most` cards of a run with that top may be
/// put, as a set: those of its weave in the next `most` ranks. The ranks force
/// how many of its cards move onto each.
pub(crate) fn targets(top: u8, most: u8) -> u64 {
    let ranks = ((1_u64 << (4 * most)) - 1) << ((top | 3) + 1);
    weave_of(top) & ranks
}

/// How many cards of a run with that top lie below the rank of `onto`.
pub(crate) fn ranks_between(top: u8, onto: u8) -> u8 {
    (onto >> 2).wrapping_sub(top >> 2)
}

/// The number of cards that the run at the end of a cascade moves into an
/// empty one, if it may.
pub(crate) fn count_into_empty(run: u8, room: Room, long_run: LongRun) -> Option<u8> {
    if run <= room.into_empty || long_run == LongRun::Partial {
        Some(run.min(room.into_empty))
    } else {
        None
    }
}

/// The number of cards that a legal move moves.
#[inline(always)]
pub(crate) fn count_of(board: &Board, root: &RootCascades, ruleset: Ruleset, mv: Move) -> u8 {
    let (Place::Cascade(from), Place::Cascade(to)) = (mv.from(), mv.to()) else {
        return 1;
    };
    let onto = board.cascades[to as usize].top();
    if onto == NO_CARD {
        board
            .run(root, from as usize)
            .min(Room::of(board, ruleset.capacity).into_empty)
    } else {
        ranks_between(board.cascades[from as usize].top(), onto)
    }
}

/// Whether a move between two cascades is legal; the first is not empty.
fn may_shift(board: &Board, root: &RootCascades, ruleset: Ruleset, from: usize, to: usize) -> bool {
    let (top, onto) = (board.cascades[from].top(), board.cascades[to].top());
    let run = board.run(root, from);
    let capacity = Room::of(board, ruleset.capacity);
    if onto == NO_CARD {
        count_into_empty(run, capacity, ruleset.long_run).is_some()
    } else {
        targets(top, run.min(capacity.onto_card)) >> onto & 1 == 1
    }
}

/// The lowest free cell.
pub(crate) fn lowest_free_cell(board: &Board) -> Option<usize> {
    board.cells.iter().position(|&card| card == NO_CARD)
}

/// The card that a move from that place moves, on top of it: [`NO_CARD`] from
/// home and where there is none.
fn card_at(board: &Board, place: Place) -> u8 {
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
            may_shift(board, root, ruleset, from as usize, to as usize)
        }
        (_, Place::Cascade(to)) => {
            let onto = board.cascades[to as usize].top();
            onto == NO_CARD || targets(card, 1) >> onto & 1 == 1
        }
        (_, Place::Cell(to)) => lowest_free_cell(board) == Some(to as usize),
        (_, Place::Home) => is_next_home(board, card),
    }
}

/// Whether autoplay may send a card home, the next of its suit.
fn goes_home(home: [u8; 4], card: u8, autoplay: Autoplay) -> bool {
    let rank_below = card >> 2;
    // The suits of the other colour: of C D H S, the inner two are red.
    let (one, other) = match card & 3 {
        0 | 3 => (home[1], home[2]),
        _ => (home[0], home[3]),
    };
    match autoplay {
        Autoplay::All => true,
        Autoplay::Safe => rank_below < 2 || (one >= rank_below && other >= rank_below),
    }
}

/// Sends home what autoplay does, until nothing more goes.
pub(crate) fn autoplay(board: &mut Board, root: &RootCascades, rule: Autoplay) {
    // Bit 63, for no card, is never asked for.
    let mut at_hand = 0_u64;
    for cascade in board.cascades {
        at_hand |= 1 << cascade.top();
    }
    for card in board.cells {
        at_hand |= 1 << card;
    }
    let mut next = 0;
    for suit in 0..4 {
        next |= 1 << (board.home[suit] << 2 | suit as u8);
    }
    let mut refused = 0;
    loop {
        let ready = at_hand & next & !refused;
        if ready == 0 {
            return;
        }
        let card = ready.trailing_zeros() as u8;
        if goes_home(board.home, card, rule) {
            at_hand |= 1 << send_home(board, root, card);
            // The next of its suit takes its place.
            next ^= 0b10001 << card;
            refused = 0;
        } else {
            refused |= 1 << card;
        }
    }
}

/// Sends a card home that is on top of a cascade or in a cell, and returns the
/// card that it uncovers, or [`NO_CARD`].
fn send_home(board: &mut Board, root: &RootCascades, card: u8) -> u8 {
    for cascade in 0..CASCADES {
        if board.cascades[cascade].top() == card {
            return board.shift(root, Place::Cascade(cascade as u8), Place::Home, 1);
        }
    }
    for cell in 0..CELLS {
        if board.cells[cell] == card {
            return board.shift(root, Place::Cell(cell as u8), Place::Home, 1);
        }
    }
    NO_CARD
}

/// Plays a legal move on a board, autoplay included. `autoplay_done` tells that
/// nothing was left for autoplay before the move, so that only what the move
/// uncovers can start it again.
pub fn play(
    board: &mut Board,
    root: &RootCascades,
    ruleset: Ruleset,
    mv: Move,
    autoplay_done: bool,
) {
    let count = count_of(board, root, ruleset, mv);
    let uncovered = board.shift(root, mv.from(), mv.to(), count);
    if !autoplay_done || mv.to() == Place::Home || is_next_home(board, uncovered) {
        autoplay(board, root, ruleset.autoplay);
    }
}
