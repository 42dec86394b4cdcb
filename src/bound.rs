//! Bounds: the fewest moves that a win can take.
//!
//! # The counting relaxation
//! Fix a table, the *root*. In each of its cascades, some cards from the base up are
//! *undisturbed*: they have not moved since the root. (Counting moves by what they
//! remove from the deal follows Paul and Helmert, 2016.) In the counting relaxation only the
//! eight numbers of undisturbed cards matter. It has two kinds of moves:
//!
//! * A *costed move* takes one or more of the last undisturbed cards of one cascade, which
//!   must be a run, and costs one move.
//! * A *free move* takes the last undisturbed card of a cascade and costs nothing. Certain other
//!   cards must be home before autoplay takes this one: the smaller ones of its suit, and under
//!   `safe` autoplay, if it is larger than a two, all cards of the other colour and a smaller
//!   rank. The free move is possible as soon as all of these have been taken. (The rules of
//!   programs are of the same kind: a card that one of them takes home goes home as well if more
//!   cards are there. So for each card there is a set without which it never goes. Where there
//!   are two ways to go home, the set is what both have in common.)
//!
//! It is won when no card is undisturbed.
//!
//! Call one state *lower* than another if it has no more undisturbed cards in any cascade.
//! *Free moves preserve this order*: a card that a free move takes in the higher state has
//! been taken in the lower one, or can be taken there, too. So their order does not matter,
//! and a state's *closure* under free moves is well defined: the state that is left when no
//! free move is possible any more.
//!
//! *Closing a state before a costed move changes nothing, if it is closed after the move anyway.*
//! (Where the first closing has taken cards of the move, the move takes the others.) Compare the
//! state after the move alone with the one after closing and the move. The latter is no higher.
//! And it is no lower than the closure of the former: whatever the first closing takes can be
//! taken after the move, too. So both have the same closure.
//!
//! **No line is shorter than the relaxation's shortest.** Follow a line that wins, and take the
//! closure of what is undisturbed before the first move and after each. A move moves a run, or one
//! card home, so the undisturbed cards that it takes, if any, are a run off one cascade: between
//! the closures, it is a costed move or nothing. Autoplay takes cards in cells, or the last card of
//! a cascade, when all cards that must be home before it are home. If such a card was undisturbed,
//! free moves have taken it already, so the closure does not change. Hence the moves of the line
//! contain a line of the relaxation. Nothing in this argument depends on the capacity of supermoves
//! or the treatment of long runs, so it holds under all of them. As each free move under `safe` is
//! one under `all`, bounds for `all` hold for both.
//!
//! **Lower states need no more costed moves**, for whatever is done in the higher state can
//! be done in the lower. So a costed move may as well take the whole run at the end, and if any
//! card of a run is to leave by a costed move, there is no gain in making that move later.
//!
//! **Parts add up.** Take a set of cascades, and let all others be empty. That is a lower state,
//! and all its costed moves are in the set. So the sum over sets that have no cascade in
//! common is a bound as well. A [`PatternDatabase`] (Culberson and Schaeffer, 1998) holds
//! all states of a set: a few thousand for four cascades, ten million for eight.
//!
//! # What is admissible
//! Nothing that this module computes exceeds the number of moves that a line still needs:
//!
//! * what a pattern database holds, and a sum over databases of disjoint sets;
//! * the length of the relaxation's shortest line, which [`crate::search::lower_bound`] finds, even
//!   though it leaves out states whose displaced cards cannot all be placed (`placement.rs`);
//! * what [`BoardBound`] finds for the boards that follow the root.

mod board_bound;
mod cascade_sum;
mod pattern_database;
mod placement;

pub use board_bound::BoardBound;
pub use cascade_sum::CascadeSum;
pub use pattern_database::PatternDatabase;

use crate::board::{CascadeIndex, PackedCard};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::ruleset::Autoplay;
use crate::table::{Table, CASCADES};

/// A state of the counting relaxation: how many cards of each cascade of the root are
/// undisturbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(pub [u8; CASCADES]);

impl State {
    /// The state in which no card is undisturbed.
    pub const WON: State = State([0; CASCADES]);
}

/// The counting relaxation of one root.
pub struct CountingRelaxation {
    /// For each cascade, its first 0, 1, 2 … cards.
    prefixes: [Vec<Prefix>; CASCADES],
}

/// The first cards of a root cascade, those that are still undisturbed.
#[derive(Clone, Copy, Default)]
struct Prefix {
    /// The undisturbed cards.
    cards: CardSet,
    /// The last of them.
    last: PackedCard,
    /// The cards that must be home before a free move can take the last one.
    before: CardSet,
    /// The length of the run at the end.
    run: u8,
}

impl CountingRelaxation {
    /// The counting relaxation that begins at a table, under an autoplay rule.
    pub fn new(table: &Table, autoplay: Autoplay) -> CountingRelaxation {
        let mut game = CountingRelaxation {
            prefixes: Default::default(),
        };
        for (prefixes, cascade) in game.prefixes.iter_mut().zip(&table.cascades) {
            let mut prefix = Prefix::default();
            prefixes.push(prefix);
            let mut below: Option<Card> = None;
            for &card in cascade {
                prefix.last = PackedCard::new(card);
                prefix.cards |= prefix.last.to_set();
                prefix.before = home_before(card, autoplay);
                prefix.run = match below {
                    Some(other) if card.fits_on(other) => prefix.run + 1,
                    _ => 1,
                };
                prefixes.push(prefix);
                below = Some(card);
            }
        }
        game
    }

    /// The state of the root, closed under free moves.
    pub fn root(&self) -> State {
        let mut state = State::WON;
        for (undisturbed, prefixes) in state.0.iter_mut().zip(&self.prefixes) {
            *undisturbed = prefixes.len() as u8 - 1;
        }
        self.close(state)
    }

    /// The number of undisturbed cards that a cascade has left once a move has taken the whole
    /// run at their end.
    pub fn without_run(&self, cascade: CascadeIndex, undisturbed: u8) -> u8 {
        undisturbed - self.prefixes[cascade.get()][undisturbed as usize].run
    }

    /// The states that costed moves lead to, closed under free moves, without those whose
    /// displaced cards cannot be placed.
    pub fn successors(&self, state: State) -> impl Iterator<Item = State> + '_ {
        let without = move |cascade: usize, count| {
            let mut next = state;
            next.0[cascade] -= count;
            self.close(next)
        };
        (0..CASCADES)
            .flat_map(move |cascade| {
                let counts = 1..=self.prefix(state, cascade).run;
                counts.map(move |count| without(cascade, count))
            })
            .filter(|&next| self.fits_displaced(next))
    }

    fn prefix(&self, state: State, cascade: usize) -> &Prefix {
        &self.prefixes[cascade][state.0[cascade] as usize]
    }

    /// The undisturbed cards of a state.
    fn cards(&self, state: State) -> CardSet {
        let mut cards = CardSet::EMPTY;
        for cascade in 0..CASCADES {
            cards = cards.union(self.prefix(state, cascade).cards);
        }
        cards
    }

    /// The closure of a state under free moves.
    fn close(&self, mut state: State) -> State {
        let mut cards = self.cards(state);
        // Goes round the cascades until none of them has changed for a whole round: a card that is
        // taken may have been all that another cascade waited for.
        let mut unchanged = 0;
        let mut cascade = 0;
        while unchanged < CASCADES {
            let prefix = self.prefix(state, cascade);
            if state.0[cascade] > 0 && prefix.before.is_disjoint(cards) {
                cards -= prefix.last.to_set();
                state.0[cascade] -= 1;
                unchanged = 0;
            } else {
                unchanged += 1;
                cascade = (cascade + 1) % CASCADES;
            }
        }
        state
    }
}

/// The cards that are home whenever autoplay takes a given card home.
fn home_before(card: Card, autoplay: Autoplay) -> CardSet {
    let below = CardSet::below_in_suit(card);
    let other_colour = if card.is_red() {
        CardSet::BLACK
    } else {
        CardSet::RED
    };
    match autoplay {
        // The card waits for itself: no free move takes it.
        Autoplay::None => CardSet::singleton(card),
        Autoplay::Safe if card.rank().number() > 2 => {
            below | other_colour & CardSet::lower_ranks(card)
        }
        #[cfg(feature = "programs")]
        Autoplay::LateTwos => below | other_colour & CardSet::lower_ranks(card),
        #[cfg(feature = "programs")]
        Autoplay::Raymond => {
            let own_colour = CardSet::DECK - other_colour;
            below | other_colour & ranks_up_to(card, 2) | own_colour & ranks_up_to(card, 3)
        }
        // What is home if either rule takes the card.
        #[cfg(feature = "programs")]
        Autoplay::SafeOrRaymond => below | other_colour & ranks_up_to(card, 2),
        _ => below,
    }
}

/// The cards that are at least so many ranks below a card.
#[cfg(feature = "programs")]
fn ranks_up_to(card: Card, below: u8) -> CardSet {
    let ranks = card.rank().number().saturating_sub(below);
    CardSet::from_bits_truncate((1 << (4 * ranks)) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Cascade;
    use crate::deal::microsoft;
    use crate::position::{Position, Pruning, Rules};
    use crate::ruleset::Ruleset;

    /// Every move of a game played at random is a costed move or changes nothing.
    fn follow(deal: u32, autoplay: Autoplay) {
        let table = microsoft(deal.into()).unwrap();
        let game = CountingRelaxation::new(&table, autoplay);
        let rules = Rules::new(&table, [Ruleset::from_autoplay(autoplay)]);
        let root = Position::root(&table, &rules);
        let mut moves = root.moves(&rules, Pruning::None);
        let mut position = None;
        let mut state = game.root();
        let mut random = deal;
        for _ in 0..100 {
            if moves.is_empty() {
                return;
            }
            random = random.wrapping_mul(214_013).wrapping_add(2_531_011);
            let mv = moves[(random >> 16) as usize % moves.len()];
            let after = position.map_or_else(
                || root.after(&rules, mv),
                |before: Position<1>| before.after(&rules, mv),
            );
            let next = game.close(State(after.boards[0].cascades.map(Cascade::undisturbed)));
            let is_costed_move = || game.successors(state).any(|after| after == next);
            assert!(
                next == state || is_costed_move(),
                "deal {deal}: {state:?}, {next:?}"
            );
            moves = after.moves(&rules, Pruning::None);
            position = Some(after);
            state = next;
        }
    }

    #[test]
    fn a_random_game_is_also_one_of_the_relaxation() {
        for deal in 1..=500 {
            for autoplay in Autoplay::EVERY {
                follow(deal, autoplay);
            }
        }
    }
}
