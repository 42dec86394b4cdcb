//! Which states of the counting relaxation have a place for each displaced card.
//!
//! While no cascade is empty there are few places, and that rules out states of the counting
//! relaxation. Let K be the closure, under free moves, of what is undisturbed in a position, and
//! let no cascade of K be empty. A card is *displaced* if it is not undisturbed in K, but a
//! smaller one of its suit is. So it is not home, and no free move has taken it: a move has
//! moved it, or it lay in a cell at the root. As every cascade still has undisturbed cards at
//! its base, the card now lies in a cell, or on a card that it fits on. There are three
//! possibilities for that other card. It is displaced, too; or it is undisturbed in K, and then
//! it is the last card of K in its cascade; or it is neither. Call it *unconstrained* then, as
//! nothing is known of where it lies.
//!
//! Take the displaced cards of one rank and colour. Those that lie on cascades lie on different
//! cards of the next rank and the other colour, each of which is displaced and on a cascade, or
//! last in K, or unconstrained. The number of the latter limits the number of the former; the
//! others are in cells. Going down from the kings gives the least number of cards in cells: at
//! every rank it is best to put as many as possible on cascades, for that leaves most places for
//! the next. Where more than four must be in cells, no line passes through K.
//!
//! (With this condition, a lower state may be worse than a higher one, so costed moves that take
//! a part of a run must be tried as well.)

use super::{CountingRelaxation, State};
use crate::card::Rank;
use crate::card_set::CardSet;
use crate::table::{CASCADES, CELLS};

impl CountingRelaxation {
    /// Whether the displaced cards of a state, closed under free moves, can all be placed.
    pub(super) fn fits_displaced(&self, state: State) -> bool {
        // An empty cascade takes any card, and the argument above does not hold.
        if state.0.contains(&0) {
            return true;
        }
        let (mut cards, mut last) = (CardSet::EMPTY, CardSet::EMPTY);
        for cascade in 0..CASCADES {
            let prefix = self.prefix(state, cascade);
            cards |= prefix.cards;
            last |= prefix.last.to_set();
        }
        let from_undisturbed = cards.with_all_above_in_suits();
        let displaced = from_undisturbed - cards;
        // The last cards of K, and the unconstrained ones.
        let others = last | !from_undisturbed;
        let [one, other] =
            CardSet::COLOR_PARITY.map(|class| in_cells(displaced & class, others & class));
        one + other <= CELLS as u32
    }
}

/// The least number of displaced cards of one colour-parity class that are in cells, when
/// they may lie on each other and on the `others` of the class.
fn in_cells(displaced: CardSet, others: CardSet) -> u32 {
    // The places are the cards of the rank above that may lie on cascades.
    let (mut places, mut in_cells) = (0, 0);
    for rank in (1..=13).rev().filter_map(Rank::new) {
        let cards = CardSet::from_rank(rank);
        let waiting = (displaced & cards).len();
        let on_cascades = waiting.min(places);
        in_cells += waiting - on_cascades;
        places = on_cascades + (others & cards).len();
    }
    in_cells
}
