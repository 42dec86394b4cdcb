//! A search that proves that a deal cannot be won.
//!
//! It goes through a game that is a little easier than the real one, class by class
//! ([`super::fixed`]), from the class of the deal on. No move leads back into a
//! class, so those of which most cards are left come first, and a class that is done
//! is forgotten: only the positions that other classes are entered by are kept.
//!
//! **The easier game.** Cells and the bottoms of cascades without fixed cards are
//! *spots*. A loose card lies on a card, or in a spot, and it is not said in which;
//! so cards in spots may change places at any time. No more cards lie in spots than
//! there are, and no more of those are covered than there are bottoms. One card moves
//! at a time. Whatever can be done in the real game can be done in this one: so if
//! this one cannot be won, the deal cannot. (Where a spot is free, the real game can
//! do the same; it differs only where all are taken.)
//!
//! **Which ways out of a class are left out.** Moves within a class can be taken back,
//! so of positions that can be reached from one another, each class needs to be
//! entered by one.
//! - A joint that leaves its place goes to a spot if one is free. From there it can
//!   go to every card it fits on; and if none is free, from one of these to the other.
//! - If a joint could leave for a spot before a move in the class, too, or a card
//!   could go home, then it need not now: the same move can be made afterwards.
//! - Cards that are safe go home at once, before anything else. Nothing that is not
//!   home could come to lie on them, and without them there is no less room.
//! - A class that the relaxed game ([`super::relaxed`]) says is lost is not entered.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::BuildHasherDefault;

use rustc_hash::FxHasher;

use super::fixed::{Class, Lie, Parts};
use super::relaxed::Relaxed;
use crate::heineman::packed::ways::{mix, FACTORS, PARENTS};
use crate::interrupt;

type Fast = BuildHasherDefault<FxHasher>;

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The easier game cannot be won, so the real one cannot.
    Lost,
    /// The easier game can be won.
    None,
    /// It came to a limit.
    Limit,
    /// Someone asked to stop.
    Interrupted,
}

/// A class and the positions it is entered by.
struct Entered {
    class: Class,
    entries: HashSet<Lie, Fast>,
}

/// The search's memory.
pub struct Prover<'a> {
    relaxed: &'a mut Relaxed,
    cells: u32,
    /// The classes to go through, by the cards left and by number.
    entered: BTreeMap<u32, HashMap<u64, Entered, Fast>>,
    /// How many entries they have in all.
    waiting: usize,
    /// The positions of the present class.
    reached: Vec<Lie>,
    /// 0, or the place of one of them, plus one.
    slots: Vec<u32>,
    /// How many positions all classes had.
    visited: u64,
    is_won: bool,
}

/// What it depends on which moves a position has.
struct Spread {
    covered: u64,
    /// The cards in spots.
    roots: u64,
    /// Whether a spot is free.
    has_spot: bool,
}

impl Spread {
    fn new(parts: &Parts, cells: u32, lie: Lie) -> Spread {
        let roots = parts.loose & !(lie.0 | lie.1);
        Spread {
            covered: covered(lie),
            roots,
            has_spot: roots.count_ones() < parts.bottoms + cells,
        }
    }

    /// The cards that a card may be put on, which now lies on another, or none.
    fn seats(&self, parts: &Parts, from: u64) -> u64 {
        let open = (parts.loose | parts.tops) & !self.covered;
        let covered_roots = self.roots & self.covered & !from;
        if covered_roots.count_ones() < parts.bottoms {
            open
        } else {
            open & !self.roots
        }
    }

    /// The cards that can go home.
    fn ready(&self, class: Class, parts: &Parts) -> u64 {
        class.next & (parts.loose | parts.tops) & !self.covered
    }

    /// The joints that can leave for a spot.
    fn leaving(&self, parts: &Parts) -> u64 {
        if self.has_spot {
            parts.tops & !self.covered
        } else {
            0
        }
    }
}

impl Prover<'_> {
    /// A search of a deal with that many cells, the same as in the relaxed game.
    pub fn new(relaxed: &mut Relaxed, cells: u32) -> Prover<'_> {
        Prover {
            relaxed,
            cells,
            entered: BTreeMap::new(),
            waiting: 0,
            reached: Vec::new(),
            slots: Vec::new(),
            visited: 0,
            is_won: false,
        }
    }

    /// How many positions it has gone through.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Goes through the game from the deal's class, with at most so many positions
    /// in memory, and through at most so many in all.
    pub fn prove(&mut self, start: Class, most: usize, visits: u64) -> Proof {
        let most = most.min(u32::MAX as usize - 1);
        self.enter(start, self.relaxed.structure().dealt());
        while let Some(next) = self.next() {
            let end = self.go_through(&next, most, visits);
            self.visited += self.reached.len() as u64;
            if let Some(end) = end {
                return end;
            }
        }
        if self.is_won {
            Proof::None
        } else {
            Proof::Lost
        }
    }

    /// A class of those of which most cards are left.
    fn next(&mut self) -> Option<Entered> {
        let mut layer = self.entered.last_entry()?;
        let number = *layer.get().keys().next()?;
        let next = layer.get_mut().remove(&number)?;
        if layer.get().is_empty() {
            layer.remove();
        }
        self.waiting -= next.entries.len();
        Some(next)
    }

    /// Enters a class, after cards that are safe have gone home.
    fn enter(&mut self, mut class: Class, mut lie: Lie) {
        let structure = self.relaxed.structure();
        while let Some(card) = structure.parts(class).safe(class) {
            (class, lie) = self.home(class, lie, card);
        }
        self.is_won |= class.is_won();
        if class.is_won() || self.relaxed.is_lost(class) {
            return;
        }
        let layer = self.entered.entry(class.left()).or_default();
        let number = self.relaxed.structure().number(class);
        let entered = layer.entry(number).or_insert_with(|| Entered {
            class,
            entries: HashSet::default(),
        });
        self.waiting += usize::from(entered.entries.insert(lie));
    }

    /// After a card went home.
    fn home(&self, class: Class, (first, second): Lie, card: u64) -> (Class, Lie) {
        let run = if class.joints & card == 0 {
            (0, 0)
        } else {
            self.relaxed.structure().loosened(class, card)
        };
        let lie = (first & !card | run.0, second & !card | run.1);
        (class.after_home(card), lie)
    }

    /// Goes through a class; the end, if that is how the search ends.
    fn go_through(&mut self, entered: &Entered, most: usize, visits: u64) -> Option<Proof> {
        let class = entered.class;
        let parts = self.relaxed.structure().parts(class);
        self.reached.clear();
        self.slots.clear();
        let slots = (2 * entered.entries.len()).next_power_of_two();
        self.slots.resize(slots.max(64), 0);
        for &entry in &entered.entries {
            if !self.reach(entry) {
                continue;
            }
            let mut place = self.reached.len() - 1;
            self.leave(class, &parts, entry, (0, 0));
            while place < self.reached.len() {
                self.spread(class, &parts, self.reached[place]);
                place += 1;
                if self.is_won {
                    return Some(Proof::None);
                }
                let reached = self.reached.len();
                if reached + self.waiting > most || self.visited + reached as u64 > visits {
                    return Some(Proof::Limit);
                }
                if interrupt::asked() {
                    return Some(Proof::Interrupted);
                }
            }
        }
        None
    }

    /// Makes all moves of a position that do not leave its class.
    fn spread(&mut self, class: Class, parts: &Parts, lie: Lie) {
        let before = Spread::new(parts, self.cells, lie);
        let offered = (before.ready(class, parts), before.leaving(parts));
        let mut movable = parts.loose & !before.covered;
        while movable != 0 {
            let card = movable & movable.wrapping_neg();
            movable ^= card;
            let (on_first, on_second) = fits_on(card);
            let from = if lie.0 & card != 0 {
                on_first
            } else if lie.1 & card != 0 {
                on_second
            } else {
                0
            };
            let seats = before.seats(parts, from);
            let (first, second) = (lie.0 & !card, lie.1 & !card);
            let ways = [
                (seats & on_first != 0, (first | card, second)),
                (seats & on_second != 0, (first, second | card)),
                (before.has_spot && from != 0, (first, second)),
            ];
            for (is_open, after) in ways {
                if is_open && self.reach(after) {
                    self.leave(class, parts, after, offered);
                }
            }
        }
    }

    /// Enters the classes that moves from a position lead to; but not by those that
    /// could be made before the move to it as well.
    fn leave(&mut self, class: Class, parts: &Parts, lie: Lie, offered: (u64, u64)) {
        let after = Spread::new(parts, self.cells, lie);
        let mut ready = after.ready(class, parts) & !offered.0;
        while ready != 0 {
            let card = ready & ready.wrapping_neg();
            ready ^= card;
            let (next, lie) = self.home(class, lie, card);
            self.enter(next, lie);
        }
        let again = if after.has_spot { offered.1 } else { 0 };
        let mut leaving = parts.tops & !after.covered & !again;
        while leaving != 0 {
            let joint = leaving & leaving.wrapping_neg();
            leaving ^= joint;
            let (on_first, on_second) = fits_on(joint);
            let seats = after.seats(parts, 0);
            let (to_first, to_second) = if after.has_spot {
                (0, 0)
            } else if seats & on_first != 0 {
                (joint, 0)
            } else if seats & on_second != 0 {
                (0, joint)
            } else {
                continue;
            };
            let run = self.relaxed.structure().loosened(class, joint);
            let lie = (lie.0 | run.0 | to_first, lie.1 | run.1 | to_second);
            self.enter(class.after_leaving(joint), lie);
        }
    }

    /// Notes a position of the present class; whether it is new.
    fn reach(&mut self, lie: Lie) -> bool {
        if self.reached.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let last = self.slots.len() - 1;
        let mut slot = slot_of(lie, self.slots.len());
        while self.slots[slot] != 0 {
            if self.reached[self.slots[slot] as usize - 1] == lie {
                return false;
            }
            slot = (slot + 1) & last;
        }
        self.reached.push(lie);
        self.slots[slot] = self.reached.len() as u32;
        true
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        for (place, &lie) in (1..).zip(&self.reached) {
            let mut slot = slot_of(lie, size);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = place;
        }
    }
}

fn slot_of((first, second): Lie, slots: usize) -> usize {
    let hash = first.wrapping_mul(FACTORS[0]);
    let hash = hash.wrapping_add(second.wrapping_mul(FACTORS[1]));
    (mix(hash) >> (u64::BITS - slots.trailing_zeros())) as usize
}

/// The two cards that a card fits on, a bit each.
fn fits_on(card: u64) -> (u64, u64) {
    let [_, first, second, ..] = PARENTS[card.trailing_zeros() as usize & 63];
    (1 << first, 1 << second)
}

/// The cards that others lie on.
fn covered((first, second): Lie) -> u64 {
    const BLACK: u64 = 0x99_9999_9999_9999;
    const CLUBS: u64 = 0x11_1111_1111_1111;
    // Red cards lie on clubs or spades, black ones on diamonds or hearts, of the
    // next rank.
    let on = |cards: u64, red: u64, black: u64| {
        let of_rank = |cards: u64| (cards | cards >> 1 | cards >> 2 | cards >> 3) & CLUBS;
        of_rank(cards & !BLACK) * red | of_rank(cards & BLACK) * black
    };
    (on(first, 1, 2) | on(second, 8, 4)) << 4
}
