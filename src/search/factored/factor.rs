//! One factor of an abstract state: how the displaced cards of one colour-parity class can
//! lie, and which of these *factor states* are connected ([`super::factored_explorer`]).

use std::mem::size_of;
use std::ops::Index;

use rustc_hash::FxHashSet;

use super::prover::BYTES_PER_POSITION;
use super::real::Interner;
use super::state::{both_parents_of, singletons, AbstractState, Cards, Layout, Parents};

/// The number of a factor state, and of a component.
pub type StateId = u32;
/// See [`StateId`].
pub type ComponentId = u32;

/// No component.
const NONE: ComponentId = ComponentId::MAX;

/// What a factor state takes: its parents, with their hash, in the interner, a number in a hash
/// table up to half empty, and its use of slots.
const BYTES_PER_STATE: usize =
    size_of::<Parents>() + size_of::<u64>() + 2 * size_of::<usize>() + size_of::<SlotUse>();
/// What a transition takes, in a vector that is three quarters full.
const BYTES_PER_TRANSITION: usize = size_of::<Transition>() * 3 / 2;
/// What a component takes, with its first members and transition.
const BYTES_PER_COMPONENT: usize =
    size_of::<Component>() + 4 * size_of::<StateId>() + BYTES_PER_TRANSITION;
/// What a further member takes, in a vector up to half empty.
const BYTES_PER_MEMBER: usize = 2 * size_of::<StateId>();

/// A number of slots: used by a factor state, or allowed to every one of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotUse {
    /// How many cards are in slots.
    pub taken: u32,
    /// How many of these other cards lie on, so that they are at the bases of columns.
    pub covered: u32,
}

/// The states of one factor that were reached, and their components.
pub struct Factor {
    next: Cards,
    displaced: Cards,
    ends: Cards,
    states: Interner<Parents>,
    /// The slots that each state uses.
    slots: Vec<SlotUse>,
    /// The component of each state, by the slots allowed: first those covered, then all.
    component_of: Vec<Vec<Vec<ComponentId>>>,
    components: Vec<Component>,
    bytes: usize,
    max_bytes: usize,
    /// Whether there was a component for which that was too little.
    is_full: bool,
}

/// Factor states that can be reached from one another if no more slots are used than allowed.
pub struct Component {
    /// The slots that each may use.
    pub allowed: SlotUse,
    /// The factor states.
    pub members: Vec<StateId>,
    /// One of them that takes fewest slots.
    pub thriftiest: StateId,
    /// The cards that can leave the abstract state.
    pub transitions: Vec<Transition>,
    /// The components that it falls into, by a smaller number of slots that may be taken.
    splits: Vec<Option<Vec<ComponentId>>>,
}

/// A card that can leave the abstract state from a factor state.
#[derive(Clone, Copy, Debug)]
pub struct Transition {
    /// The factor state.
    pub from: StateId,
    /// The card.
    pub card: Cards,
    /// Whether it goes home. If not, it is a sequence break that leaves its place.
    pub goes_home: bool,
    /// Whether it could leave before the move to this factor state as well, which then freed
    /// a slot.
    pub was_possible: bool,
}

impl Index<ComponentId> for Factor {
    type Output = Component;

    fn index(&self, component: ComponentId) -> &Component {
        &self.components[component as usize]
    }
}

impl Factor {
    /// A factor of a state, with the given number of slots for both.
    pub fn new(state: AbstractState, layout: &Layout, class: Cards, slots: u32) -> Factor {
        let by_taken = vec![Vec::new(); slots as usize + 1];
        Factor {
            next: state.next,
            displaced: layout.displaced & class,
            ends: layout.ends & class,
            states: Interner::default(),
            slots: Vec::new(),
            component_of: vec![by_taken; layout.free_columns as usize + 1],
            components: Vec::new(),
            bytes: 0,
            max_bytes: usize::MAX,
            is_full: false,
        }
    }

    /// How much it stores, in positions.
    pub fn stored(&self) -> usize {
        self.bytes / BYTES_PER_POSITION
    }

    /// Lets it store a number of positions more than now.
    pub fn allow(&mut self, more: usize) {
        let positions = self.stored().saturating_add(more).saturating_add(1);
        self.max_bytes = positions.saturating_mul(BYTES_PER_POSITION);
    }

    /// Whether it stored more than it may, so that a component is not complete.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// How the cards of a factor state lie.
    pub fn parents(&self, state: StateId) -> Parents {
        self.states[state as usize]
    }

    /// The slots that a factor state uses.
    pub fn slots(&self, state: StateId) -> SlotUse {
        self.slots[state as usize]
    }

    /// The number of a factor state.
    pub fn intern(&mut self, parents: Parents) -> StateId {
        let (id, is_new) = self.states.insert_full(parents);
        if is_new {
            let in_slots = self.in_slots(parents);
            self.bytes += BYTES_PER_STATE;
            self.slots.push(SlotUse {
                taken: in_slots.count_ones(),
                covered: (in_slots & parents.covered()).count_ones(),
            });
        }
        id as StateId
    }

    /// The component of a factor state that uses no more slots than allowed. It is not
    /// complete if that would take too much memory.
    pub fn component(&mut self, start: StateId, allowed: SlotUse) -> ComponentId {
        let known = *self.component_of(start, allowed);
        if known != NONE {
            return known;
        }
        let id = self.components.len() as ComponentId;
        *self.component_of(start, allowed) = id;
        self.bytes += BYTES_PER_COMPONENT;
        let mut component = Component {
            allowed,
            members: vec![start],
            thriftiest: start,
            transitions: Vec::new(),
            splits: Vec::new(),
        };
        self.add_transitions(&mut component, start, None);
        let mut expanded = 0;
        while let Some(&from) = component.members.get(expanded) {
            self.is_full |= self.bytes > self.max_bytes;
            if self.is_full {
                break;
            }
            expanded += 1;
            self.expand(&mut component, id, from);
        }
        self.components.push(component);
        id
    }

    /// Adds the factor states that one move from a member leads to.
    fn expand(&mut self, component: &mut Component, id: ComponentId, from: StateId) {
        let allowed = component.allowed;
        for parents in self.moves(self.parents(from), allowed) {
            let to = self.intern(parents);
            let component_of = self.component_of(to, allowed);
            if *component_of != NONE {
                continue;
            }
            *component_of = id;
            component.members.push(to);
            if self.slots(to).taken < self.slots(component.thriftiest).taken {
                component.thriftiest = to;
            }
            let before = component.transitions.len();
            self.add_transitions(component, to, Some(from));
            let added = component.transitions.len() - before;
            self.bytes += BYTES_PER_MEMBER + BYTES_PER_TRANSITION * added;
        }
    }

    /// How many slots are taken at least in a component.
    pub fn fewest_taken(&self, component: ComponentId) -> u32 {
        self.slots(self[component].thriftiest).taken
    }

    /// The components that one falls into if no more than so many slots may be taken.
    pub fn split(&mut self, component: ComponentId, taken: u32) -> Vec<ComponentId> {
        let whole = &mut self.components[component as usize];
        let allowed = SlotUse {
            taken,
            ..whole.allowed
        };
        if taken >= whole.allowed.taken {
            return vec![component];
        }
        whole.splits.resize(whole.allowed.taken as usize, None);
        if let Some(split) = &whole.splits[taken as usize] {
            return split.clone();
        }
        let mut members = whole.members.clone();
        members.retain(|&state| self.slots(state).taken <= taken);
        let mut seen = FxHashSet::default();
        let mut split = Vec::new();
        for state in members {
            let part = self.component(state, allowed);
            if seen.insert(part) {
                split.push(part);
            }
        }
        self.components[component as usize].splits[taken as usize] = Some(split.clone());
        split
    }

    /// How cards lie once a sequence break has left its place for a card that it fits on, if
    /// it can.
    pub fn onto_parent(&self, state: StateId, card: Cards, allowed: SlotUse) -> Option<Parents> {
        let parents = self.parents(state);
        let open = self.open_parents(parents, 0, allowed);
        parents.onto(card, open).next()
    }

    /// The cards in slots.
    fn in_slots(&self, parents: Parents) -> Cards {
        self.displaced & !parents.any()
    }

    /// The cards that one may be put on that lies on `from` now, or on none.
    fn open_parents(&self, parents: Parents, from: Cards, allowed: SlotUse) -> Cards {
        let covered = parents.covered();
        let open = (self.displaced | self.ends) & !covered;
        let in_slots = self.in_slots(parents);
        // If no further card in a slot may be covered, only those elsewhere are open.
        if (in_slots & covered & !from).count_ones() < allowed.covered {
            open
        } else {
            open & !in_slots
        }
    }

    /// What the moves of a factor state lead to within the abstract state.
    fn moves(&self, parents: Parents, allowed: SlotUse) -> Vec<Parents> {
        let has_slot = self.in_slots(parents).count_ones() < allowed.taken;
        let mut reached = Vec::new();
        for card in singletons(self.displaced & !parents.covered()) {
            let from = parents.parent_of(card);
            let open = self.open_parents(parents, from, allowed);
            reached.extend(parents.onto(card, open));
            if from != 0 && has_slot {
                reached.push(parents.among(!card));
            }
        }
        reached
    }

    /// Adds the transitions from a factor state of a component, reached by a move from another
    /// if one is given. If a card could leave before that move as well, with no more slots
    /// taken, then its transition is left out: the same move can be made after it. But a
    /// sequence break for which no slot is free needs an open parent. It is kept if there
    /// is a new one: a card that was not open before, or the card that moved, which could not
    /// have moved from under it.
    fn add_transitions(&self, component: &mut Component, to: StateId, from: Option<StateId>) {
        let parents = self.parents(to);
        let (mut uncovered_before, mut open_before, mut freed_slot) = (0, 0, false);
        if let Some(from) = from {
            let before = self.parents(from);
            let moved = (parents.first ^ before.first) | (parents.second ^ before.second);
            uncovered_before = !before.covered();
            open_before = self.open_parents(before, 0, component.allowed) & !moved;
            freed_slot = self.slots(from).taken > self.slots(to).taken;
        }
        let newly_open = self.open_parents(parents, 0, component.allowed) & !open_before;
        let homeward = self.next & (self.displaced | self.ends);
        for (cards, goes_home) in [(homeward, true), (self.ends, false)] {
            for card in singletons(cards & !parents.covered()) {
                let was_possible = uncovered_before & card != 0;
                let has_new_parent = !goes_home && both_parents_of(card) & newly_open != 0;
                if !was_possible || freed_slot || has_new_parent {
                    component.transitions.push(Transition {
                        from: to,
                        card,
                        goes_home,
                        was_possible,
                    });
                }
            }
        }
    }

    fn component_of(&mut self, state: StateId, allowed: SlotUse) -> &mut ComponentId {
        let all = &mut self.component_of[allowed.covered as usize][allowed.taken as usize];
        if state as usize >= all.len() {
            self.bytes += size_of::<ComponentId>() * (self.slots.len() - all.len());
            all.resize(self.slots.len(), NONE);
        }
        &mut all[state as usize]
    }
}
