//! One weave of a class: how its loose cards can lie in the easier game, and which of
//! these *arrangements* can be reached from one another ([`super::weaves`]).

use rustc_hash::FxHashSet;

use super::fixed::{Class, Parts};
use super::lie::{covered, fits_on, Lie};
use super::places::Places;

/// No component.
const NONE: u32 = u32::MAX;
/// How much memory is counted for what, in words of four bytes: a position of
/// [`super::proof`], an arrangement, a component without its members, one of these, and an exit.
const POSITION: usize = 12;
const ARRANGEMENT: usize = 12;
const COMPONENT: usize = 32;
const MEMBER: usize = 2;
const EXIT: usize = 6;

/// The spots of a weave: what no arrangement on the way may exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many spots may be taken.
    pub taken: u32,
    /// How many of these may be covered.
    pub covered: u32,
}

/// The arrangements of one weave.
pub struct Weave {
    next: u64,
    loose: u64,
    tops: u64,
    arrangements: Places<Lie>,
    /// How many spots each takes, and how many of these are covered.
    spots: Vec<Limits>,
    /// By the limits, covered spots first: the component of each arrangement.
    component_of: Vec<Vec<Vec<u32>>>,
    components: Vec<Component>,
    /// What all this takes, in words of four bytes, and the most that it may.
    words: usize,
    most_words: usize,
    /// Whether there was a component for which that was too little.
    is_full: bool,
}

/// Arrangements that can be reached from one another within limits.
struct Component {
    limits: Limits,
    members: Vec<u32>,
    /// A member that takes fewest spots.
    least: u32,
    exits: Vec<Leaving>,
    /// The components that it falls into if no more than so many spots may be taken.
    parts: Vec<Option<Vec<u32>>>,
}

/// A card that can leave the class, from an arrangement.
#[derive(Clone, Copy, Debug)]
pub struct Leaving {
    /// The place of the arrangement.
    pub from: u32,
    /// The card.
    pub card: u64,
    /// Whether it goes home. If not, it is a joint that leaves its place.
    pub goes_home: bool,
    /// Whether it could before the move to this arrangement as well, at which at most one
    /// spot more was taken.
    pub could_before: bool,
}

impl Weave {
    /// The weave of a class, for as many spots as that has.
    pub fn new(class: Class, parts: &Parts, weave: u64, spots: u32) -> Weave {
        let by_taken = vec![Vec::new(); spots as usize + 1];
        Weave {
            next: class.next,
            loose: parts.loose & weave,
            tops: parts.tops & weave,
            arrangements: Places::default(),
            spots: Vec::new(),
            component_of: vec![by_taken; parts.bottoms as usize + 1],
            components: Vec::new(),
            words: 0,
            most_words: usize::MAX,
            is_full: false,
        }
    }

    /// How many positions take as much memory.
    pub fn stored(&self) -> usize {
        self.words / POSITION
    }

    /// From now on it may take as much more memory as so many positions.
    pub fn limit(&mut self, most_more: usize) {
        let most = self.stored().saturating_add(most_more);
        self.most_words = most.saturating_add(1).saturating_mul(POSITION);
    }

    /// Whether it took more than it might, so that a component is not complete.
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// How the cards of an arrangement lie.
    pub fn lie(&self, place: u32) -> Lie {
        self.arrangements.all()[place as usize]
    }

    /// How many spots an arrangement takes, and how many of these are covered.
    pub fn spots(&self, place: u32) -> Limits {
        self.spots[place as usize]
    }

    /// The place of an arrangement.
    pub fn place(&mut self, lie: Lie) -> u32 {
        let (place, is_new) = self.arrangements.place(lie);
        if is_new {
            let roots = self.roots(lie);
            self.words += ARRANGEMENT;
            self.spots.push(Limits {
                taken: roots.count_ones(),
                covered: (roots & covered(lie)).count_ones(),
            });
        }
        place
    }

    /// The component of an arrangement within limits, which it keeps. It is not complete
    /// if that would take too much memory.
    pub fn component(&mut self, start: u32, limits: Limits) -> u32 {
        let known = *self.component_of(start, limits);
        if known != NONE {
            return known;
        }
        let number = self.components.len() as u32;
        *self.component_of(start, limits) = number;
        self.words += COMPONENT;
        let mut members = vec![start];
        let mut exits = Vec::new();
        self.leave(start, None, limits, &mut exits);
        let mut reached = Vec::new();
        let mut done = 0;
        while let Some(&place) = members.get(done) {
            self.is_full |= self.words > self.most_words;
            if self.is_full {
                break;
            }
            done += 1;
            self.moves(self.lie(place), limits, &mut reached);
            for lie in reached.drain(..) {
                let to = self.place(lie);
                let component = self.component_of(to, limits);
                if *component == NONE {
                    *component = number;
                    members.push(to);
                    self.words += MEMBER;
                    let before = exits.len();
                    self.leave(to, Some(place), limits, &mut exits);
                    self.words += EXIT * (exits.len() - before);
                }
            }
        }
        let taken = |&&place: &&u32| self.spots(place).taken;
        let least = *members.iter().min_by_key(taken).expect("it has one member");
        self.components.push(Component {
            limits,
            members,
            least,
            exits,
            parts: Vec::new(),
        });
        number
    }

    /// The limits of a component.
    pub fn limits(&self, component: u32) -> Limits {
        self.components[component as usize].limits
    }

    /// The arrangements of a component.
    pub fn members(&self, component: u32) -> &[u32] {
        &self.components[component as usize].members
    }

    /// The cards that can leave the class from a component.
    pub fn exits(&self, component: u32) -> &[Leaving] {
        &self.components[component as usize].exits
    }

    /// An arrangement of a component that takes fewest spots.
    pub fn least(&self, component: u32) -> u32 {
        self.components[component as usize].least
    }

    /// How many spots are taken at least in a component.
    pub fn least_taken(&self, component: u32) -> u32 {
        self.spots(self.least(component)).taken
    }

    /// The components that one falls into if no more than so many spots may be taken.
    pub fn parts(&mut self, component: u32, taken: u32) -> Vec<u32> {
        let whole = &mut self.components[component as usize];
        let Limits {
            taken: all,
            covered,
        } = whole.limits;
        if taken >= all {
            return vec![component];
        }
        whole.parts.resize(all as usize, None);
        if let Some(parts) = &whole.parts[taken as usize] {
            return parts.clone();
        }
        let mut members = whole.members.clone();
        members.retain(|&place| self.spots(place).taken <= taken);
        let mut known = FxHashSet::default();
        let mut parts = Vec::new();
        for place in members {
            let part = self.component(place, Limits { taken, covered });
            if known.insert(part) {
                parts.push(part);
            }
        }
        self.components[component as usize].parts[taken as usize] = Some(parts.clone());
        parts
    }

    /// How a joint lies after leaving its place for a card that it fits on, if it can:
    /// a bit in one of two sets.
    pub fn seat(&self, lie: Lie, joint: u64, limits: Limits) -> Option<Lie> {
        let (on_first, on_second) = fits_on(joint);
        let seats = self.seats(lie, 0, limits);
        if seats & on_first != 0 {
            Some((joint, 0))
        } else if seats & on_second != 0 {
            Some((0, joint))
        } else {
            None
        }
    }

    /// The cards in spots.
    fn roots(&self, lie: Lie) -> u64 {
        self.loose & !(lie.0 | lie.1)
    }

    /// The cards that a card may be put on, which now lies on another, or none.
    fn seats(&self, lie: Lie, from: u64, limits: Limits) -> u64 {
        let covered = covered(lie);
        let open = (self.loose | self.tops) & !covered;
        let roots = self.roots(lie);
        if (roots & covered & !from).count_ones() < limits.covered {
            open
        } else {
            open & !roots
        }
    }

    /// The moves of an arrangement that do not leave the class.
    fn moves(&self, lie: Lie, limits: Limits, reached: &mut Vec<Lie>) {
        let has_spot = self.roots(lie).count_ones() < limits.taken;
        let mut movable = self.loose & !covered(lie);
        while movable != 0 {
            let card = movable & movable.wrapping_neg();
            movable ^= card;
            let (on_first, on_second) = fits_on(card);
            let from = match (lie.0 & card != 0, lie.1 & card != 0) {
                (true, _) => on_first,
                (_, true) => on_second,
                _ => 0,
            };
            let seats = self.seats(lie, from, limits);
            let (first, second) = (lie.0 & !card, lie.1 & !card);
            if seats & on_first != 0 {
                reached.push((first | card, second));
            }
            if seats & on_second != 0 {
                reached.push((first, second | card));
            }
            if from != 0 && has_spot {
                reached.push((first, second));
            }
        }
    }

    /// Adds the cards that can leave the class from an arrangement. Left out is a card that
    /// could leave before the move to it, if no more spots were taken then: the same move
    /// can be made afterwards. A joint for which no spot is free needs a seat, though, and is
    /// kept if it has a new one: a card that was not open before, or the card that moved,
    /// which could not have moved from under it.
    fn leave(&self, from: u32, before: Option<u32>, limits: Limits, exits: &mut Vec<Leaving>) {
        let lie = self.lie(from);
        let uncovered = !covered(lie);
        let (mut before_too, mut old_seats, mut took_more) = (0, 0, false);
        if let Some(before) = before {
            let old = self.lie(before);
            let moved = (lie.0 ^ old.0) | (lie.1 ^ old.1);
            before_too = !covered(old);
            old_seats = self.seats(old, 0, limits) & !moved;
            took_more = self.spots(before).taken > self.spots(from).taken;
        }
        let new_seats = self.seats(lie, 0, limits) & !old_seats;
        let ready = self.next & (self.loose | self.tops);
        for (cards, goes_home) in [(ready, true), (self.tops, false)] {
            let mut leaving = cards & uncovered;
            while leaving != 0 {
                let card = leaving & leaving.wrapping_neg();
                leaving ^= card;
                let could_before = before_too & card != 0;
                let has_new_seat = || {
                    let (on_first, on_second) = fits_on(card);
                    (on_first | on_second) & new_seats != 0
                };
                if !could_before || took_more || (!goes_home && has_new_seat()) {
                    exits.push(Leaving {
                        from,
                        card,
                        goes_home,
                        could_before,
                    });
                }
            }
        }
    }

    fn component_of(&mut self, place: u32, limits: Limits) -> &mut u32 {
        let all = &mut self.component_of[limits.covered as usize][limits.taken as usize];
        if place as usize >= all.len() {
            self.words += self.spots.len() - all.len();
            all.resize(self.spots.len(), NONE);
        }
        &mut all[place as usize]
    }
}
