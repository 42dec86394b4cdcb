//! Explores an abstract state of the factored game, in which slots are all alike, by pairs of
//! components instead of positions.
//!
//! A loose card lies on a card or in a slot, but a factor state does not say in which slot; so
//! cards in slots may change places at any time. There are two conditions: no more cards are in
//! slots than there are slots, and of these no more are *covered*, with another card on them, than
//! there are free columns, since nothing lies on a card in a cell. A position of an abstract state
//! is then a pair of factor states ([`super::factor`]), one of each colour-parity class, which
//! share nothing but slots.
//!
//! **From a position to a pair.** Suppose first that it is fixed how many of the free columns each
//! factor may use for covered cards. Then all that matters to a factor about the other is how
//! many slots the other leaves to it. From a position, let each factor in turn move to the state
//! that takes the fewest slots, using no more than the other leaves, until neither can free
//! another one. A *component* is the set of the factor states that are connected by moves within
//! the slots that the other factor then leaves, and with no more covered cards than its columns
//! allow. The two components are the position's pair.
//!
//! **Why pairs are enough.** Here a move is one that keeps the abstract state.
//! - *No move leaves the pair.* In either component each state takes at least the fewest slots
//!   of that component, so the other factor never has more slots than its component allows.
//! - *Positions connected by moves have the same pair.* The steps that lead to the pair are moves,
//!   and all moves can be taken back. So from either position, the thriftiest states of the other
//!   one's pair can be reached, and no move leaves its own pair. Hence the fewest slots are the
//!   same in both pairs, and so are the slots allowed; and components with the same slots allowed
//!   and a state in common are equal.
//! - *Positions with the same pair are connected by moves.* From either, both factors can go to the
//!   thriftiest states of the pair.
//!
//! So a pair is expanded once, for all positions that have it.
//!
//! Where a factor does not use as many columns for covered cards as it may, it can cede one to the
//! other factor: that leads from a pair to others.
//!
//! **Transitions that are left out.** Moves within an abstract state can be taken back. So of
//! positions that can be reached from one another, one is enough to enter a state by. So:
//! - A sequence break that leaves its place goes to a slot if one is free. From there it can
//!   go to every card it fits on; and if none is free, from one of these to the other.
//! - A transition that was possible before a move within the state, too, need not be made after it:
//!   made first, it can be followed by the same move (or, if the card that moved goes home, it has
//!   the same result). The transition may have been left out there, too, and so on back to the
//!   component's first state, where all are kept. (The partial-order reductions of model checking
//!   leave out interleavings for the same reason.) There are two exceptions
//!   (`Factor::add_transitions`). If the move freed a slot, the transition is made again, with
//!   those states of the other factor that need this slot. If the move gave a sequence break a new
//!   parent, it is made again, with those states of the other factor that leave no slot.

use std::rc::Rc;

use super::abstraction::Abstraction;
use super::factor::{ComponentId, Factor, SlotUse, StateId};
use super::pair_set::PairSet;
use super::placement::COLOR_PARITIES;
use super::state::{AbstractState, Deal, Entry, Parents};
use super::sweep::Resources;

/// A component of each factor.
type Pair = [ComponentId; 2];

/// The pairs of an abstract state that were reached.
pub struct FactoredExplorer {
    deal: Rc<Deal>,
    state: AbstractState,
    slots: u8,
    columns: u8,
    factors: [Factor; 2],
    pairs: PairSet,
    /// Those to be expanded.
    open: Vec<Pair>,
}

impl FactoredExplorer {
    /// An explorer of a state, with no position to begin with.
    pub fn new(abstraction: &Abstraction, state: AbstractState) -> FactoredExplorer {
        let deal = Rc::clone(abstraction.deal());
        let layout = deal.layout(state);
        let slots = (abstraction.cells() + layout.free_columns) as u8;
        FactoredExplorer {
            deal,
            state,
            slots,
            columns: layout.free_columns as u8,
            factors: COLOR_PARITIES.map(|class| Factor::new(state, &layout, class, slots)),
            pairs: PairSet::default(),
            open: Vec::new(),
        }
    }

    /// Allows it to spend this much more. Where it needs more than that, it stops midway, having
    /// gone over the limit.
    pub fn allow(&mut self, more: Resources) {
        for factor in &mut self.factors {
            factor.allow(more);
        }
    }

    /// Begins at an entry, unless its pair was reached before.
    pub fn enter(&mut self, parents: Parents) {
        let mut states = [0; 2];
        for ((state, factor), class) in states.iter_mut().zip(&mut self.factors).zip(COLOR_PARITIES)
        {
            *state = factor.intern(parents.among(class));
        }
        let [one, other] = [0, 1].map(|factor| self.factors[factor].slots(states[factor]).covered);
        // Any division of the columns will do: ceding columns leads to all others.
        let covered = (self.columns / 2).clamp(one, self.columns - other);
        let pair = self.pair(0, states, covered);
        self.reach(pair);
    }

    /// Expands a pair that was reached and not expanded yet, and adds the entries of other states;
    /// false if nothing is left.
    pub fn expand(&mut self, entries: &mut Vec<Entry>) -> bool {
        let Some(pair) = self.open.pop() else {
            return false;
        };
        for factor in [0, 1] {
            self.leave(factor, pair, entries);
            self.cede_column(factor, pair);
        }
        true
    }

    /// Whether a component is incomplete, since it would have taken more than was allowed. Then
    /// the state has to be explored anew.
    pub fn is_full(&self) -> bool {
        self.factors.iter().any(Factor::is_full)
    }

    /// What it has used.
    pub fn spent(&self) -> Resources {
        let [one, other] = [&self.factors[0], &self.factors[1]].map(Factor::spent);
        let open = self.open.capacity() * size_of::<Pair>();
        Resources {
            memory: one.memory + other.memory + self.pairs.memory() + open,
            visited: one.visited + other.visited + self.pairs.len(),
        }
    }

    /// Adds a pair to be expanded, unless it was reached before.
    fn reach(&mut self, pair: Pair) {
        if self.pairs.insert(pair) {
            self.open.push(pair);
        }
    }

    /// The pair of a position, given a factor with its state, the other factor's state, and the
    /// number of columns that this factor may use for covered cards.
    fn pair(&mut self, factor: usize, [own, other]: [StateId; 2], covered: u8) -> Pair {
        let other_factor = 1 - factor;
        let mut left = self.slots - self.factors[other_factor].slots(other).taken;
        // The fewer slots one factor takes, the more the other may use to free slots of its own.
        // So they take turns until neither can free another one.
        loop {
            let allowed = SlotUse {
                taken: left,
                covered,
            };
            let own_component = self.factors[factor].component(own, allowed);
            let allowed = SlotUse {
                taken: self.slots - self.factors[factor].fewest_taken(own_component),
                covered: self.columns - covered,
            };
            let other_component = self.factors[other_factor].component(other, allowed);
            let now_left = self.slots - self.factors[other_factor].fewest_taken(other_component);
            if now_left == left || self.is_full() {
                let mut pair = [other_component; 2];
                pair[factor] = own_component;
                return pair;
            }
            left = now_left;
        }
    }

    /// The states of the other factor that take no more than `taken` slots and, with the given
    /// state of this factor, make a position of the pair. They are returned as components
    /// under that number of slots, which are parts of the pair's component.
    fn partners(
        &mut self,
        factor: usize,
        pair: Pair,
        state: StateId,
        taken: u8,
    ) -> Vec<ComponentId> {
        let covered = self.factors[factor][pair[factor]].allowed.covered;
        let parts = self.factors[1 - factor].split(pair[1 - factor], taken);
        let parts = parts.iter().copied();
        let belongs = |&part: &ComponentId| {
            let other = self.factors[1 - factor][part].thriftiest;
            self.pair(factor, [state, other], covered) == pair
        };
        parts.filter(belongs).collect()
    }

    /// Adds the pairs that follow when a factor cedes a column, from the states that cover no
    /// card there.
    fn cede_column(&mut self, factor: usize, pair: Pair) {
        let allowed = self.factors[factor][pair[factor]].allowed;
        let Some(covered) = allowed.covered.checked_sub(1) else {
            return;
        };
        for index in self.factors[factor][pair[factor]].members() {
            let state = self.factors[factor].member(index);
            let slots = self.factors[factor].slots(state);
            if slots.covered <= covered {
                for partner in self.partners(factor, pair, state, self.slots - slots.taken) {
                    let other = self.factors[1 - factor][partner].thriftiest;
                    let next = self.pair(factor, [state, other], covered);
                    self.reach(next);
                }
            }
        }
    }

    /// Adds the entries into other states that arise when cards of one factor leave a pair.
    fn leave(&mut self, factor: usize, pair: Pair, entries: &mut Vec<Entry>) {
        let allowed = self.factors[factor][pair[factor]].allowed;
        for index in self.factors[factor][pair[factor]].transitions() {
            let transition = self.factors[factor].transition(index);
            let (from, card) = (transition.from, transition.card());
            let own = self.factors[factor].parents(from);
            let left = self.slots - self.factors[factor].slots(from).taken;
            // Each case has the parents in this factor after the transition, the number of slots
            // that it leaves to the other factor, and whether only those states of the other factor
            // count that need all of these slots. That is so if the transition was possible before
            // the last move, too: it has been made from there with all other states.
            let needs_slot = transition.was_possible;
            let cases = if transition.goes_home {
                [Some((own, left, needs_slot)), None]
            } else {
                // A sequence break goes to a slot if one is left. With states of the other factor
                // that take all of these slots, it needs a parent.
                let onto = self.factors[factor].onto_parent(from, card, allowed);
                [
                    left.checked_sub(1).map(|left| (own, left, needs_slot)),
                    onto.map(|own| (own, left, true)),
                ]
            };
            for (own, left, needs_all) in cases.into_iter().flatten() {
                for partner in self.partners(factor, pair, from, left) {
                    let other = &self.factors[1 - factor];
                    if needs_all && other.fewest_taken(partner) < left {
                        continue;
                    }
                    let parents = own.or(other.parents(other[partner].thriftiest));
                    let position = Entry {
                        state: self.state,
                        parents,
                    };
                    entries.push(if transition.goes_home {
                        self.deal.after_home(position, card)
                    } else {
                        self.deal.after_break(position, card)
                    });
                }
            }
        }
    }
}
