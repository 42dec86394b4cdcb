//! Which states of the relaxed game have room for their loose cards.
//!
//! While no cascade is empty there is little room, and that rules out states of the
//! relaxed game. Let K be what is undisturbed in a position, released, and no cascade of K
//! be empty. A card is *loose* if it is not undisturbed in K, but a smaller one of its suit
//! is. So it is not home and has not been released; a move has moved it, or it lay in a
//! cell at the root; and as every cascade still has undisturbed cards at its base, it now
//! lies in a cell, or on a card of a cascade on which it fits. That card is loose, too; or
//! undisturbed in K, and then the last card of K in its cascade; or neither, call it *free*.
//! Hence of the loose cards of one rank and colour, no more lie on cascades than there are
//! cards of the next rank and the other colour that are loose and on a cascade, last in K,
//! or free; the others are in cells. Going down from the kings gives how many cards at
//! least are in cells: putting as many as possible on cascades is best at every rank, for
//! it leaves most places for the next. Where more than four must be in cells, K is no state
//! of any line.
//!
//! (With this, a lower state may be worse than a higher one, so removals of a part of a run
//! must be tried as well.)

use super::{RelaxedGame, State};
use crate::card_set::CardSet;
use crate::table::{CASCADES, CELLS};

impl RelaxedGame {
    /// Whether the loose cards of a released state can have room.
    pub(super) fn fits_displaced(&self, state: State) -> bool {
        if state.0.contains(&0) {
            return true;
        }
        let (mut cards, mut last) = (CardSet::EMPTY, CardSet::EMPTY);
        for cascade in 0..CASCADES {
            let prefix = self.prefix(state, cascade);
            cards = cards.or(prefix.cards);
            last = last.or(prefix.last);
        }
        let from_undisturbed = cards.with_larger_of_suits();
        let loose = from_undisturbed.without(cards);
        let others = last.or(CardSet::DECK.without(from_undisturbed));
        // Clubs and diamonds: the aces of the two weaves.
        let [one, other] = [0, 1].map(|ace| in_cells(loose, others, CardSet::weave_of(ace)));
        one + other <= CELLS as u32
    }
}

/// How many loose cards of a weave are in cells at least, when they may lie on each other
/// and on other cards that are given.
fn in_cells(loose: CardSet, others: CardSet, weave: CardSet) -> u32 {
    let (mut places, mut in_cells) = (0, 0);
    let mut rank = 13;
    while rank > 0 {
        rank -= 1;
        let cards = CardSet::of_rank(rank).and(weave);
        let waiting = loose.and(cards).len();
        let on_cascades = waiting.min(places);
        in_cells += waiting - on_cascades;
        places = on_cascades + others.and(cards).len();
    }
    in_cells
}
