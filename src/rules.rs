//! The rules on packed boards: which moves are legal, what each does, and autoplay.
//!
//! A ruleset's capacity limits the number of cards that a supermove takes. The moves that mean
//! the same under *every* choice of capacity and of long runs are exactly those that
//! are legal under the strictest choice, [`Ruleset::strict`]; a search that should avoid
//! ambiguous moves searches under that ruleset.
//!
//! What is legal and what is forced is decided here; which legal moves are dominated by
//! others is decided in [`crate::position`], and which look good in
//! [`crate::heuristic`].

use crate::board::{Board, CascadeIndex, PackedCard, RootCascades, RunLength};
use crate::card_set::CardSet;
use crate::moves::{Move, Place};
use crate::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use crate::table::{CASCADES, CELLS};

/// The most cards that a supermove may move on a board.
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

    /// The capacity with those numbers of free cells and empty cascades.
    #[inline(always)]
    pub fn from_counts(free: u8, empty: u8, capacity: Capacity) -> MoveCapacity {
        let hands = free + 1;
        // With one empty cascade less to move through, the capacity is the second.
        let (onto_card, into_empty) = match capacity {
            Capacity::Product => (hands * (empty + 1), hands * empty),
            // 5 << 7 would not fit eight bits. The shift can be capped at 5, because
            // 1 << 4 cards are more than any run has.
            Capacity::Doubling => (hands << empty.min(5), hands << empty.min(5) >> 1),
            Capacity::Cells => (hands, hands),
            Capacity::One => (1, 1),
            #[cfg(feature = "programs")]
            Capacity::Runs => {
                let with = |empty: u8| hands * (empty + 1) + empty * empty.saturating_sub(1) / 2;
                (with(empty), with(empty.saturating_sub(1)))
            }
        };
        MoveCapacity {
            onto_card: RunLength(onto_card),
            into_empty: RunLength(if empty == 0 { 0 } else { into_empty }),
        }
    }
}

/// The cards on which the last 1 to `most` cards of a run with that top may be put:
/// those of its colour-parity class in the next `most` ranks. The rank of the target
/// determines how many cards move.
#[inline(always)]
pub(crate) fn targets(top: PackedCard, most: RunLength) -> CardSet {
    let ranks = CardSet::ranks_above(top.rank_index(), most.0);
    top.parity_class().intersection(ranks)
}

/// The number of cards of a run with that top that have a lower rank than `onto`.
#[inline(always)]
pub(crate) fn ranks_between(top: PackedCard, onto: PackedCard) -> RunLength {
    RunLength(onto.rank_index().wrapping_sub(top.rank_index()))
}

/// The number of cards that the run at the end of a cascade moves into an empty one, if
/// it may.
#[inline(always)]
pub(crate) fn count_into_empty(
    run: RunLength,
    capacity: MoveCapacity,
    overlong_run: OverlongRun,
) -> Option<RunLength> {
    if run.0 <= capacity.into_empty.0 || overlong_run == OverlongRun::Partial {
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
    if onto.is_none() {
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
    if onto.is_none() {
        count_into_empty(run, available, ruleset.overlong_run).is_some()
    } else {
        onto.is_in(targets(top, run.min(available.onto_card)))
    }
}

/// The lowest free cell.
pub(crate) fn lowest_free_cell(board: &Board) -> Option<usize> {
    board.cells.iter().position(|card| card.is_none())
}

/// The card on top of a place, which a move from there moves; no card from home.
pub(crate) fn card_at(board: &Board, place: Place) -> PackedCard {
    match place {
        Place::Cascade(index) => board.cascades[index as usize].top(),
        Place::Cell(index) => board.cells[index as usize],
        Place::Home => PackedCard::NONE,
    }
}

/// Whether a card is the next that its foundation takes.
#[inline(always)]
pub(crate) fn is_next_home(board: &Board, card: PackedCard) -> bool {
    // At most 13 cards of a suit are home, so that no foundation matches "no card".
    board.home[card.suit_index()] == card.rank_index()
}

/// Whether a move is legal on a board.
pub fn is_legal(board: &Board, root: &RootCascades, ruleset: Ruleset, mv: Move) -> bool {
    let card = card_at(board, mv.from());
    if !card.is_card() {
        return false;
    }
    match (mv.from(), mv.to()) {
        (Place::Cascade(from), Place::Cascade(to)) => {
            may_move_run(board, root, ruleset, [from, to].map(CascadeIndex::new))
        }
        (_, Place::Cascade(to)) => {
            let onto = board.cascades[to as usize].top();
            onto.is_none() || onto.is_in(targets(card, RunLength::ONE))
        }
        (_, Place::Cell(to)) => lowest_free_cell(board) == Some(to as usize),
        (_, Place::Home) => is_next_home(board, card),
    }
}

/// The next card of each suit that its foundation takes.
#[inline(always)]
pub(crate) fn next_home(board: &Board) -> CardSet {
    let mut next = 0;
    let mut suit = 0;
    while suit < 4 {
        next |= 1 << suit << (4 * board.home[suit]);
        suit += 1;
    }
    CardSet::from_bits_truncate(next)
}

/// The next cards that autoplay sends home once they are exposed.
#[inline(always)]
pub(crate) fn autoplay_targets(board: &Board, autoplay: Autoplay) -> CardSet {
    let next = next_home(board);
    match autoplay {
        Autoplay::All => next,
        Autoplay::None => CardSet::EMPTY,
        Autoplay::Safe => next.safe(),
        #[cfg(feature = "programs")]
        rule => next & ranks_of_programs(board.home, rule),
    }
}

/// The cards of the ranks that the rules of programs send home: by each of these rules a card's
/// colour and the foundations say up to which rank.
#[cfg(feature = "programs")]
fn ranks_of_programs([clubs, diamonds, hearts, spades]: [u8; 4], rule: Autoplay) -> CardSet {
    let (black, red) = (clubs.min(spades), diamonds.min(hearts));
    let [black_up_to, red_up_to] = [(black, red), (red, black)].map(|(own, other)| {
        let raymond = (other + 2).min(own + 3);
        match rule {
            Autoplay::LateTwos => other + 1,
            Autoplay::SafeOrRaymond => raymond.max(other + 1).max(2),
            _ => raymond,
        }
    });
    let up_to = |rank: u8| CardSet::from_bits_truncate((1 << (4 * rank.min(13))) - 1);
    CardSet::BLACK & up_to(black_up_to) | CardSet::RED & up_to(red_up_to)
}

/// Sends cards home as autoplay does, until no more go.
pub(crate) fn autoplay(board: &mut Board, root: &RootCascades, rule: Autoplay) {
    while let Some(place) = next_autoplay(board, autoplay_targets(board, rule)) {
        board.move_run(root, place, Place::Home, RunLength::ONE);
    }
}

/// The first place with one of some cards on top: the cascades come before the cells.
#[inline(always)]
pub(crate) fn next_autoplay(board: &Board, targets: CardSet) -> Option<Place> {
    let mut cascade = 0;
    while cascade < CASCADES {
        if board.cascades[cascade].top().is_in(targets) {
            return Some(Place::Cascade(cascade as u8));
        }
        cascade += 1;
    }
    let mut cell = 0;
    while cell < CELLS {
        if board.cells[cell].is_in(targets) {
            return Some(Place::Cell(cell as u8));
        }
        cell += 1;
    }
    None
}

/// Carries out a legal move, autoplay aside, and returns the card that it uncovers.
#[inline(always)]
pub(crate) fn move_run(
    board: &mut Board,
    root: &RootCascades,
    ruleset: Ruleset,
    mv: Move,
) -> PackedCard {
    let count = moved_count(board, root, ruleset, mv);
    board.move_run(root, mv.from(), mv.to(), count)
}

/// Plays a legal move on a board, autoplay included.
pub fn play(board: &mut Board, root: &RootCascades, ruleset: Ruleset, mv: Move) {
    move_run(board, root, ruleset, mv);
    autoplay(board, root, ruleset.autoplay);
}
