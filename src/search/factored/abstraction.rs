//! The abstraction: a game of abstract states alone, which shows many of them unsolvable at once.
//! It is coarser than the factored game: it forgets how the loose cards lie, and asks of every
//! transition only whether they *can* lie in a way that allows it:
//!
//! - No card lies on the card that moves.
//! - A sequence break that leaves its place, but not for home, has a place of its own
//!   afterwards; nothing lies on it then, and nothing on the card that it lay on.
//! - Every loose card has a place ([`super::placement`]).
//!
//! In the factored game, and so in the real one, all this is true of every transition, just before
//! it and, where a place is meant, just after it. The abstraction also sends safe cards home at
//! once, which loses nothing. Hence if a position of the real game can be won, so can its abstract
//! state in the abstraction; and if that cannot, the position is unsolvable. (A card moves alone
//! here: a run that moves in one go could as well move card by card.)
//!
//! Most often there are hundreds of abstract states, and each is looked at once, as
//! long as there are no more than `MAX_STATES`. Their table is a pattern database (Culberson &
//! Schaeffer, 1998) of only two values, which is filled on demand.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::placement::Placement;
use super::state::{singletons, AbstractState, Cards, Deal, Entry, Layout};

/// The most states that are remembered. Any further state counts as solvable.
const MAX_STATES: usize = 1 << 20;

/// The abstraction of a deal with a number of cells.
pub struct Abstraction {
    deal: Rc<Deal>,
    cells: u32,
    /// Whether the abstraction can be won, by the number of the state.
    known: FxHashMap<u64, bool>,
}

/// The result of sending home all cards that can go there without loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Normalized {
    /// The game is won.
    Won,
    /// The abstraction cannot be won.
    Unsolvable,
    /// Neither of these is known.
    Open(Entry),
}

impl Abstraction {
    /// The abstraction of a deal.
    pub fn new(deal: Deal, cells: u32) -> Abstraction {
        Abstraction {
            deal: Rc::new(deal),
            cells,
            known: FxHashMap::default(),
        }
    }

    /// The deal.
    pub fn deal(&self) -> &Rc<Deal> {
        &self.deal
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> u32 {
        self.cells
    }

    /// Sends home the cards on which no card that is left, or only an ace, could still be put: that
    /// loses nothing and frees space. Then consults the abstraction.
    pub(super) fn normalize(&mut self, mut entry: Entry) -> Normalized {
        while let Some(card) = self.deal.layout(entry.state).safe_home(entry.state) {
            entry = self.deal.after_home(entry, card);
        }
        if entry.state.is_won() {
            Normalized::Won
        } else if self.is_unsolvable(entry.state) {
            Normalized::Unsolvable
        } else {
            Normalized::Open(entry)
        }
    }

    /// Whether the abstraction cannot be won from a state, so that none of its positions can be
    /// won.
    pub fn is_unsolvable(&mut self, mut state: AbstractState) -> bool {
        let mut layout = self.deal.layout(state);
        while let Some(card) = layout.safe_home(state) {
            state = state.after_home(card);
            layout = self.deal.layout(state);
        }
        if state.is_won() {
            return false;
        }
        let number = self.deal.number(state);
        if let Some(&can_be_won) = self.known.get(&number) {
            return !can_be_won;
        }
        if self.known.len() >= MAX_STATES {
            return false;
        }
        let can_be_won = self.has_winning_transition(state, layout);
        self.known.insert(number, can_be_won);
        !can_be_won
    }

    /// Whether a transition is possible to a state that can be won.
    fn has_winning_transition(&mut self, state: AbstractState, layout: Layout) -> bool {
        let placement = |card: Cards, unavailable| Placement {
            loose: layout.loose & !card,
            parents: layout.ends & !card,
            unavailable,
            cells: self.cells,
            columns: layout.free_columns,
        };
        // A card about to go home needs a place only if it is loose: not as the end of
        // a fixed prefix. A sequence break needs one once it has left its own.
        let home = singletons(layout.homeward(state)).map(|card| {
            let before = placement(card, layout.loose & card);
            (before, state.after_home(card))
        });
        let breaks =
            singletons(layout.ends).map(|card| (placement(card, card), state.after_break(card)));
        let mut transitions = home.chain(breaks).collect::<Vec<_>>().into_iter();
        transitions.any(|(placement, after)| placement.is_feasible() && !self.is_unsolvable(after))
    }
}
