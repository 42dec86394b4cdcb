//! A search for a line that wins, among positions as small as those of
//! [`super::easier`], by moves of one card.
//!
//! It looks at promising positions first. What it finds is a draft: the search that
//! knows runs, and remembers how it came to a position, need only look at the
//! positions that lie on it.

use hashbrown::hash_table::{Entry, HashTable};
use rustc_hash::{FxHashMap, FxHashSet};

use super::easier::{covered, hash_of, home, Game, Spread};
use super::fixed::{Class, Lie, Parts};
use super::queue::Queue;
use super::relaxed::Relaxed;
use crate::interrupt;

/// Positions, each with the number of its class.
pub type Draft = FxHashSet<(u64, Lie)>;

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
    /// Their places, by number; none for those that are lost.
    entered: FxHashMap<u64, Option<u32>>,
    nodes: Vec<Node>,
    /// The places of the nodes, by their hashes.
    places: HashTable<u32>,
    open: Queue,
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
            entered: FxHashMap::default(),
            nodes: Vec::new(),
            places: HashTable::new(),
            open: Queue::default(),
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
            let place = self.open.pop()?;
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
        let place = *self.entered.entry(number).or_insert_with(|| {
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
        let place = self.nodes.len() as u32;
        let node = Node { lie, class, parent };
        let is_same = |&other: &u32| {
            let other = &self.nodes[other as usize];
            (other.class, other.lie) == (class, lie)
        };
        let hash_of = |&other: &u32| self.nodes[other as usize].hash();
        match self.places.entry(node.hash(), is_same, hash_of) {
            Entry::Occupied(_) => return,
            Entry::Vacant(vacant) => vacant.insert(place),
        };
        self.nodes.push(node);
        self.open.push(self.worth(class, lie), place);
    }

    fn worth(&self, class: u32, lie: Lie) -> usize {
        let Entered { class, parts, .. } = &self.classes[class as usize];
        let roots = parts.loose & !(lie.0 | lie.1);
        let covered = covered(lie) & parts.tops;
        self.weights.left * class.left() as usize
            + self.weights.spot * roots.count_ones() as usize
            + self.weights.covered * covered.count_ones() as usize
    }
}

impl Node {
    /// The hash of the position and its class, put into bits that no card has.
    fn hash(&self) -> u64 {
        let class = u64::from(self.class);
        let (first, second) = self.lie;
        hash_of((first ^ class << 52, second ^ (class >> 12) << 52))
    }
}
