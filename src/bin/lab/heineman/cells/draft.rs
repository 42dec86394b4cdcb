//! A search for a line that wins, among positions as small as those of
//! [`super::easier`], by moves of one card.
//!
//! It looks at promising positions first. What it finds is a draft: the search that
//! knows runs, and remembers how it came to a position, need only look at the
//! positions that lie on it.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasherDefault;

use rustc_hash::FxHasher;

use super::easier::{covered, home, slot_of, Game, Spread};
use super::fixed::{Class, Lie, Parts};
use super::relaxed::Relaxed;
use crate::interrupt;

type Fast = BuildHasherDefault<FxHasher>;

/// Positions, each with the number of its class.
pub type Draft = HashSet<(u64, Lie), Fast>;

/// A class that was entered.
struct Entered {
    class: Class,
    parts: Parts,
    number: u64,
}

struct Node {
    lie: Lie,
    class: u32,
    parent: u32,
}

/// What to weigh how much.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// Each joint that has yet to leave its place, and each card that is not home.
    left: usize,
    /// Each card in a spot.
    spot: usize,
    /// Each covered card on top of fixed ones.
    covered: usize,
}

/// Weights that take turns.
pub const DRAFTING: [Weights; 4] = [
    weights(2, 1, 1),
    weights(1, 1, 0),
    weights(1, 1, 1),
    weights(1, 0, 0),
];

const fn weights(left: usize, spot: usize, covered: usize) -> Weights {
    Weights {
        left,
        spot,
        covered,
    }
}

/// The search's memory.
pub struct Drafter<'a> {
    relaxed: &'a mut Relaxed,
    game: Game,
    weights: Weights,
    classes: Vec<Entered>,
    places: HashMap<u64, Option<u32>, Fast>,
    nodes: Vec<Node>,
    slots: Vec<u32>,
    open: Vec<Vec<u32>>,
    best: usize,
    /// The last position but one of a line that wins.
    won: Option<u32>,
}

impl Drafter<'_> {
    /// A search of a deal with that many cells, the same as in the relaxed game.
    pub fn new(relaxed: &mut Relaxed, cells: u32, weights: Weights) -> Drafter<'_> {
        Drafter {
            relaxed,
            game: Game { cells, exact: true },
            weights,
            classes: Vec::new(),
            places: HashMap::default(),
            nodes: Vec::new(),
            slots: vec![0; 1 << 12],
            open: Vec::new(),
            best: 0,
            won: None,
        }
    }

    /// How many positions it has stored.
    pub fn stored(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// The positions of a line that wins, if one is found among so many.
    pub fn draft(&mut self, start: Class, most: usize) -> Option<Draft> {
        let most = most.min(u32::MAX as usize - 1);
        self.enter(start, self.relaxed.structure().dealt(), 0);
        if self.nodes.is_empty() {
            return None;
        }
        while self.won.is_none() && self.nodes.len() < most && !interrupt::asked() {
            let place = self.next()?;
            self.expand(place);
        }
        let mut place = self.won?;
        let mut draft = Draft::default();
        loop {
            let node = &self.nodes[place as usize];
            draft.insert((self.classes[node.class as usize].number, node.lie));
            if place == 0 {
                return Some(draft);
            }
            place = node.parent;
        }
    }

    fn next(&mut self) -> Option<u32> {
        let mut open = self.open.iter_mut().enumerate().skip(self.best);
        let (worth, place) = open.find_map(|(worth, open)| Some((worth, open.pop()?)))?;
        self.best = worth;
        Some(place)
    }

    fn expand(&mut self, place: u32) {
        let Node { lie, class, .. } = self.nodes[place as usize];
        let Entered {
            class: of, parts, ..
        } = self.classes[class as usize];
        let before = Spread::new(self.game, &parts, lie);
        before.within(&parts, |after| self.store(class, after, place));
        let mut leaving = parts.tops & !before.covered;
        while leaving != 0 {
            let joint = leaving & leaving.wrapping_neg();
            leaving ^= joint;
            if let Some(lie) = before.left(self.relaxed.structure(), of, &parts, joint) {
                self.enter(of.after_leaving(joint), lie, place);
            }
        }
        let mut ready = before.ready(of, &parts);
        while ready != 0 {
            let card = ready & ready.wrapping_neg();
            ready ^= card;
            let (next, lie) = home(self.relaxed.structure(), of, lie, card);
            self.enter(next, lie, place);
        }
    }

    /// Stores a position of another class, after cards that are safe have gone home.
    fn enter(&mut self, mut class: Class, mut lie: Lie, parent: u32) {
        let structure = self.relaxed.structure();
        let mut parts = structure.parts(class);
        while let Some(card) = parts.safe(class) {
            (class, lie) = home(structure, class, lie, card);
            parts = structure.parts(class);
        }
        if class.is_won() {
            self.won.get_or_insert(parent);
            return;
        }
        let number = structure.number(class);
        let relaxed = &mut *self.relaxed;
        let place = *self.places.entry(number).or_insert_with(|| {
            let place = self.classes.len() as u32;
            let is_lost = relaxed.is_lost(class);
            if !is_lost {
                self.classes.push(Entered {
                    class,
                    parts,
                    number,
                });
            }
            (!is_lost).then_some(place)
        });
        if let Some(place) = place {
            self.store(place, lie, parent);
        }
    }

    /// Stores a position and opens it, unless it was stored before.
    fn store(&mut self, class: u32, lie: Lie, parent: u32) {
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let last = self.slots.len() - 1;
        let mut slot = slot_of(marked(class, lie), self.slots.len());
        while self.slots[slot] != 0 {
            let other = &self.nodes[self.slots[slot] as usize - 1];
            if (other.class, other.lie) == (class, lie) {
                return;
            }
            slot = (slot + 1) & last;
        }
        let place = self.nodes.len() as u32;
        self.nodes.push(Node { lie, class, parent });
        self.slots[slot] = place + 1;
        let worth = self.worth(class, lie);
        if worth >= self.open.len() {
            self.open.resize(worth + 1, Vec::new());
        }
        self.open[worth].push(place);
        self.best = self.best.min(worth);
    }

    fn worth(&self, class: u32, lie: Lie) -> usize {
        let Entered { class, parts, .. } = &self.classes[class as usize];
        let roots = parts.loose & !(lie.0 | lie.1);
        let covered = covered(lie) & parts.tops;
        self.weights.left * class.left() as usize
            + self.weights.spot * roots.count_ones() as usize
            + self.weights.covered * covered.count_ones() as usize
    }

    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        for (place, node) in (1..).zip(&self.nodes) {
            let mut slot = slot_of(marked(node.class, node.lie), size);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = place;
        }
    }
}

/// A position with its class, in bits that no card has.
fn marked(class: u32, (first, second): Lie) -> Lie {
    (
        first ^ u64::from(class) << 52,
        second ^ u64::from(class >> 12) << 52,
    )
}
