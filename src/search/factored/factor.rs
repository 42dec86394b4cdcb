//! One factor of an abstract state: the ways in which the loose cards of one colour-parity
//! class can lie, and which of these *factor states* are connected ([`super::explorer`]).

use std::mem::size_of;
use std::ops::{Index, Range};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::interner::Interner;
use super::state::{both_parents_of, singletons, AbstractState, Cards, Layout, Parents};
use super::sweep::Resources;

/// The number of a factor state.
pub type StateId = u32;
/// The number of a component.
pub type ComponentId = u32;

/// No component.
const NONE: ComponentId = ComponentId::MAX;

/// A number of slots: those that a factor state uses, or that each state of a component may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotUse {
    /// The number of cards in slots.
    pub taken: u8,
    /// The number of these that have another card on them, so that they must be at the bases of
    /// free columns.
    pub covered: u8,
}

/// The states of one factor that were reached, and their components.
pub struct Factor {
    class: Cards,
    next: Cards,
    loose: Cards,
    ends: Cards,
    /// The number of slots for both factors.
    slots: u8,
    /// The parents in each state, in one word.
    states: Interner<u64>,
    /// The component of each state, by the slots allowed.
    component_of: Vec<Vec<ComponentId>>,
    components: Vec<Component>,
    /// The members of all components, component by component.
    members: Vec<StateId>,
    /// The transitions of all components, likewise.
    transitions: Vec<Transition>,
    /// The components into which a component splits when fewer slots may be taken, by that number.
    splits: FxHashMap<(ComponentId, u8), Rc<[ComponentId]>>,
    /// The bytes that `component_of` and `splits` have allocated.
    table_memory: usize,
    max_spent: Resources,
    /// Whether that was too little for some component, which is then incomplete.
    is_full: bool,
}

/// Factor states that can be reached from one another if no more slots are used than allowed.
pub struct Component {
    /// The slots that each of them may use.
    pub allowed: SlotUse,
    /// One of them that takes the fewest slots.
    pub thriftiest: StateId,
    members: Range<u32>,
    transitions: Range<u32>,
}

/// A card whose move leaves the abstract state, from a factor state.
#[derive(Clone, Copy, Debug)]
pub struct Transition {
    /// The factor state.
    pub from: StateId,
    /// The card's number.
    card: u8,
    /// Whether it goes home. If not, it is a sequence break that leaves its place.
    pub goes_home: bool,
    /// Whether it could move so before the move to this factor state, too. Such a transition
    /// is kept only if that move freed a slot, or gave the card a new parent to lie on.
    pub was_possible: bool,
}

impl Transition {
    /// The card.
    pub fn card(self) -> Cards {
        1 << self.card
    }
}

impl Component {
    /// The range in which its members are found ([`Factor::member`]).
    pub fn members(&self) -> Range<usize> {
        self.members.start as usize..self.members.end as usize
    }

    /// The range in which its transitions are found ([`Factor::transition`]).
    pub fn transitions(&self) -> Range<usize> {
        self.transitions.start as usize..self.transitions.end as usize
    }
}

/// The facts that decide which moves a factor allows.
struct FactorConditions {
    parents: Parents,
    /// The cards that others lie on.
    covered: Cards,
    /// The cards in slots.
    in_slots: Cards,
    /// The cards that nothing lies on.
    uncovered: Cards,
}

impl FactorConditions {
    /// The cards on which a card may be put that now lies on `from`; 0 if it lies on no card.
    fn open_parents(&self, from: Cards, allowed: SlotUse) -> Cards {
        // If no further card in a slot may be covered, only those elsewhere are open.
        if count(self.in_slots & self.covered & !from) < allowed.covered {
            self.uncovered
        } else {
            self.uncovered & !self.in_slots
        }
    }
}

fn count(cards: Cards) -> u8 {
    cards.count_ones() as u8
}

/// For each card, one of the same rank in the other colour-parity class: clubs and diamonds change
/// places, and so do hearts and spades.
fn in_other_class(cards: Cards) -> Cards {
    const CLUBS_AND_HEARTS: Cards = 0x5555_5555_5555_5555;
    (cards & CLUBS_AND_HEARTS) << 1 | cards >> 1 & CLUBS_AND_HEARTS
}

impl Index<ComponentId> for Factor {
    type Output = Component;

    fn index(&self, component: ComponentId) -> &Component {
        &self.components[component as usize]
    }
}

impl Factor {
    /// A factor of a state, with the given number of slots for both.
    pub fn new(state: AbstractState, layout: &Layout, class: Cards, slots: u8) -> Factor {
        let allowances = (usize::from(slots) + 1) * (layout.free_columns as usize + 1);
        Factor {
            class,
            next: state.next,
            loose: layout.loose & class,
            ends: layout.ends & class,
            slots,
            states: Interner::default(),
            component_of: vec![Vec::new(); allowances],
            components: Vec::new(),
            members: Vec::new(),
            transitions: Vec::new(),
            splits: FxHashMap::default(),
            table_memory: allowances * size_of::<Vec<ComponentId>>(),
            max_spent: Resources::default(),
            is_full: false,
        }
    }

    /// What the factor has used; it visits the members of its components.
    pub fn spent(&self) -> Resources {
        let components = self.components.capacity() * size_of::<Component>();
        let members = self.members.capacity() * size_of::<StateId>();
        let transitions = self.transitions.capacity() * size_of::<Transition>();
        Resources {
            memory: self.states.memory() + components + members + transitions + self.table_memory,
            visited: self.members.len() as u64,
        }
    }

    /// Lets the factor spend more than it has spent so far.
    pub fn allow(&mut self, more: Resources) {
        let Resources { memory, visited } = self.spent();
        self.max_spent = Resources {
            memory: memory.saturating_add(more.memory),
            visited: visited.saturating_add(more.visited),
        };
    }

    /// Whether the factor has spent more than it may, so that a component is incomplete.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// A member of a component.
    pub fn member(&self, index: usize) -> StateId {
        self.members[index]
    }

    /// A transition from a component.
    pub fn transition(&self, index: usize) -> Transition {
        self.transitions[index]
    }

    /// The parents of the cards in a factor state.
    pub fn parents(&self, state: StateId) -> Parents {
        let packed = self.states.get(state);
        Parents {
            first: packed & self.class,
            second: in_other_class(packed & !self.class),
        }
    }

    /// The slots that a factor state uses.
    pub fn slots(&self, state: StateId) -> SlotUse {
        let FactorConditions {
            in_slots, covered, ..
        } = self.conditions(self.parents(state));
        SlotUse {
            taken: count(in_slots),
            covered: count(in_slots & covered),
        }
    }

    /// The number of a factor state. All its cards are of one class: so the second parents are kept
    /// where the cards of the other class would be.
    pub fn intern(&mut self, parents: Parents) -> StateId {
        let packed = parents.first | in_other_class(parents.second);
        self.states.insert(packed)
    }

    /// The component of a factor state that uses no more slots than allowed. It is incomplete if a
    /// complete one would take more than the factor may spend.
    pub fn component(&mut self, start: StateId, allowed: SlotUse) -> ComponentId {
        let known = self.component_of(start, allowed);
        if *known != NONE {
            return *known;
        }
        let id = self.components.len() as ComponentId;
        let first_transition = self.transitions.len() as u32;
        let first_member = self.members.len();
        let mut thriftiest = (self.slots(start).taken, start);
        *self.component_of(start, allowed) = id;
        self.members.push(start);
        self.add_transitions(allowed, start, None);
        let mut expanded = first_member;
        let mut reached = Vec::new();
        while let Some(&from) = self.members.get(expanded) {
            let Resources { memory, visited } = self.spent();
            self.is_full |= memory > self.max_spent.memory || visited > self.max_spent.visited;
            if self.is_full {
                break;
            }
            expanded += 1;
            self.moves(self.parents(from), allowed, &mut reached);
            for parents in reached.drain(..) {
                let to = self.intern(parents);
                let component_of = self.component_of(to, allowed);
                if *component_of == NONE {
                    *component_of = id;
                    self.members.push(to);
                    self.add_transitions(allowed, to, Some(from));
                    let taken = self.slots(to).taken;
                    if taken < thriftiest.0 {
                        thriftiest = (taken, to);
                    }
                }
            }
        }
        self.components.push(Component {
            allowed,
            thriftiest: thriftiest.1,
            members: first_member as u32..self.members.len() as u32,
            transitions: first_transition..self.transitions.len() as u32,
        });
        id
    }

    /// The fewest slots that a state of a component takes.
    pub fn fewest_taken(&self, component: ComponentId) -> u8 {
        self.slots(self[component].thriftiest).taken
    }

    /// The components into which a component splits if no more than `taken` slots may be taken.
    pub fn split(&mut self, component: ComponentId, taken: u8) -> Rc<[ComponentId]> {
        let whole = &self[component];
        let allowed = SlotUse {
            taken,
            ..whole.allowed
        };
        if taken >= whole.allowed.taken {
            return Rc::new([component]);
        }
        if let Some(split) = self.splits.get(&(component, taken)) {
            return Rc::clone(split);
        }
        let mut seen = FxHashSet::default();
        let mut split = Vec::new();
        for index in whole.members() {
            let state = self.members[index];
            if self.slots(state).taken <= taken {
                let part = self.component(state, allowed);
                if seen.insert(part) {
                    split.push(part);
                }
            }
        }
        let split = Rc::from(split);
        self.table_memory += size_of::<((ComponentId, u8), Rc<[ComponentId]>)>();
        self.table_memory += size_of_val(&*split);
        self.splits.insert((component, taken), Rc::clone(&split));
        split
    }

    /// The parents after a sequence break has left its place for a card that it fits on, if it can.
    pub fn onto_parent(&self, state: StateId, card: Cards, allowed: SlotUse) -> Option<Parents> {
        let conditions = self.conditions(self.parents(state));
        let open = conditions.open_parents(0, allowed);
        conditions.parents.onto(card, open).next()
    }

    fn conditions(&self, parents: Parents) -> FactorConditions {
        let covered = parents.covered();
        FactorConditions {
            parents,
            covered,
            in_slots: self.loose & !(parents.first | parents.second),
            uncovered: (self.loose | self.ends) & !covered,
        }
    }

    /// Adds what the moves of a factor state within the abstract state lead to.
    fn moves(&self, parents: Parents, allowed: SlotUse, reached: &mut Vec<Parents>) {
        let conditions = self.conditions(parents);
        let has_slot = count(conditions.in_slots) < allowed.taken;
        for card in singletons(conditions.uncovered & self.loose) {
            let from = parents.parent_of(card);
            reached.extend(parents.onto(card, conditions.open_parents(from, allowed)));
            if from != 0 && has_slot {
                reached.push(parents.among(!card));
            }
        }
    }

    /// Adds the transitions from a factor state `to` of a component, which a move from the state
    /// `from` led to, if one is given.
    ///
    /// A transition that was possible at `from` is left out: made there, it can be followed by the
    /// same move. There are two exceptions:
    /// - The move freed a slot. At `to`, the other factor may be in states that need this slot,
    ///   and at `from` it may not.
    /// - The move gave a sequence break a new parent to lie on, which matters where no slot is
    ///   free: a card that was not open at `from`, or the card that moved. If the break had been
    ///   put on that card first, the card could not have moved any more. (Where the move took the
    ///   last slot, the parent was open at `from`: the break goes to the slot, then to its parent,
    ///   and then the move is made.)
    fn add_transitions(&mut self, allowed: SlotUse, to: StateId, from: Option<StateId>) {
        let now = self.conditions(self.parents(to));
        let (mut uncovered_before, mut open_before, mut freed_slot) = (0, 0, false);
        if let Some(from) = from {
            let before = self.conditions(self.parents(from));
            let moved = (now.parents.first ^ before.parents.first)
                | (now.parents.second ^ before.parents.second);
            uncovered_before = before.uncovered;
            open_before = before.open_parents(0, allowed) & !moved;
            freed_slot = count(before.in_slots) > count(now.in_slots);
        }
        let newly_open = now.open_parents(0, allowed) & !open_before;
        for (cards, goes_home) in [(self.next, true), (self.ends, false)] {
            for card in singletons(cards & now.uncovered) {
                let was_possible = uncovered_before & card != 0;
                let has_new_parent = !goes_home && both_parents_of(card) & newly_open != 0;
                if !was_possible || freed_slot || has_new_parent {
                    self.transitions.push(Transition {
                        from: to,
                        card: card.trailing_zeros() as u8,
                        goes_home,
                        was_possible,
                    });
                }
            }
        }
    }

    fn component_of(&mut self, state: StateId, allowed: SlotUse) -> &mut ComponentId {
        let index = usize::from(allowed.covered) * (usize::from(self.slots) + 1);
        let all = &mut self.component_of[index + usize::from(allowed.taken)];
        if state as usize >= all.len() {
            let before = all.capacity();
            all.resize(self.states.len(), NONE);
            self.table_memory += size_of::<ComponentId>() * (all.capacity() - before);
        }
        &mut all[state as usize]
    }
}
