//! A beam search for a win, class by class.
//!
//! It goes through the real game as [`super::proof`] does. But of all ways into the
//! classes that have equally many cards left, it follows only the most promising, and
//! from each it goes through only so many positions. So nothing follows from finding
//! no win. Where it comes to one, the classes on the way are gone through once more,
//! and the positions reached in them are a draft: the search that knows runs, and
//! remembers how it came to a position, need only look at these.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::fixed::Class;
use super::lie::{covered, Lie};
use super::relaxed::Relaxed;
use super::tour::{arrive, Arrival, Exit};
use super::walk::Walk;
use freecell::tools::interrupt;

/// Positions, each with the number of its class.
pub type Draft = FxHashSet<(u64, Lie)>;

/// What to weigh how much. The less, the more promising.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// Each taken spot, or less for each free one.
    spot: i32,
    /// Each covered card on top of fixed ones.
    covered: i32,
    /// Each loose card.
    loose: i32,
}

/// Weights that take turns.
pub const BEAM_WEIGHTS: [Weights; 2] = [
    Weights {
        spot: 4,
        covered: 2,
        loose: 2,
    },
    Weights {
        spot: 4,
        covered: 2,
        loose: 0,
    },
];

/// Through how many positions the search goes from each way into a class.
const WALK: usize = 300;
/// How many times as many ways into classes wait as are followed.
const WAITING: usize = 4;

/// A way into a class.
#[derive(Clone, Copy, Debug)]
struct Entry {
    class: Class,
    lie: Lie,
    /// The place of the one that it comes from.
    parent: u32,
}

/// A way that waits: the number of its class, and its worth.
struct Waiting {
    entry: Entry,
    number: u64,
    worth: i32,
}

/// What leads into classes that have equally many cards left.
#[derive(Default)]
struct Layer {
    waiting: Vec<Waiting>,
    known: FxHashSet<(u64, Lie)>,
}

/// The search's memory.
pub struct BeamSearch<'a> {
    relaxed: &'a mut Relaxed,
    cells: u32,
    weights: Weights,
    width: usize,
    /// By the cards left.
    layers: BTreeMap<u32, Layer>,
    /// All ways that were followed.
    followed: Vec<Entry>,
    visited: u64,
    /// The place of the last way before a win.
    won: Option<u32>,
}

impl BeamSearch<'_> {
    /// A search of a deal with that many cells, the same as in the relaxed game.
    pub fn new(
        relaxed: &mut Relaxed,
        cells: u32,
        weights: Weights,
        width: usize,
    ) -> BeamSearch<'_> {
        BeamSearch {
            relaxed,
            cells,
            weights,
            width,
            layers: BTreeMap::new(),
            followed: Vec::new(),
            visited: 0,
            won: None,
        }
    }

    /// How many positions it has gone through.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Positions that a line leads through to a win, and others; none if it finds no
    /// win. The deal is not won by cards that go home by themselves.
    pub fn draft(&mut self, start: Class) -> Option<Draft> {
        let dealt = self.relaxed.structure().dealt();
        self.enter((start, dealt), 0);
        while let Some((_, layer)) = self.layers.pop_last() {
            let best = layer.best(self.width);
            for of_class in best.chunk_by(|one, other| one.number == other.number) {
                self.go_through(of_class);
                if self.won.is_some() || interrupt::asked() {
                    return self.retrace();
                }
            }
        }
        None
    }

    /// Follows the ways into a class.
    fn go_through(&mut self, of_class: &[Waiting]) {
        let structure = self.relaxed.structure();
        let mut walk = Walk::new(structure, self.cells, of_class[0].entry.class);
        let mut exits = Vec::new();
        for Waiting { entry, .. } in of_class {
            if !walk.start(self.relaxed.structure(), entry.lie, &mut exits) {
                continue;
            }
            let place = self.followed.len() as u32;
            self.followed.push(*entry);
            for _ in 0..WALK {
                let goes_on = walk.go_on(self.relaxed.structure(), &mut exits);
                for exit in exits.drain(..) {
                    self.enter(exit, place);
                }
                if !goes_on {
                    break;
                }
            }
        }
        self.visited += walk.reached().len() as u64;
    }

    /// Notes where an exit leads.
    fn enter(&mut self, exit: Exit, parent: u32) {
        match arrive(self.relaxed, exit) {
            Arrival::Won => self.won = self.won.or(Some(parent)),
            Arrival::Lost => {}
            Arrival::At(class, lie) => {
                let number = self.relaxed.structure().number(class);
                let entry = Entry { class, lie, parent };
                let worth = self.worth(class, lie);
                let layer = self.layers.entry(class.left()).or_default();
                layer.insert(Waiting {
                    entry,
                    number,
                    worth,
                });
                if layer.waiting.len() > WAITING * self.width {
                    layer.trim(self.width);
                }
            }
        }
    }

    fn worth(&self, class: Class, lie: Lie) -> i32 {
        let Weights {
            spot,
            covered: cover,
            loose,
        } = self.weights;
        let parts = self.relaxed.structure().parts(class);
        let count = |cards: u64| cards.count_ones() as i32;
        // Those in cells lie on both cards that they fit on, those at bottoms on none.
        let taken = count(parts.loose & !(lie.0 ^ lie.1));
        spot * (taken - parts.bottoms as i32)
            + cover * count(covered(lie) & parts.tops)
            + loose * count(parts.loose)
    }

    /// The positions that the way to the win leads through, and others.
    fn retrace(&mut self) -> Option<Draft> {
        let mut draft = Draft::default();
        let mut goal = Arrival::Won;
        let mut place = self.won?;
        loop {
            let Entry { class, lie, parent } = self.followed[place as usize];
            self.connect(class, lie, goal, &mut draft);
            if place == 0 {
                return Some(draft);
            }
            goal = Arrival::At(class, lie);
            place = parent;
        }
    }

    /// Adds the positions of a class that a walk reaches until it comes to an exit.
    fn connect(&mut self, class: Class, lie: Lie, goal: Arrival, draft: &mut Draft) {
        let structure = self.relaxed.structure();
        let number = structure.number(class);
        let mut walk = Walk::new(structure, self.cells, class).with_every_exit();
        let mut exits = Vec::new();
        let mut goes_on = walk.start(structure, lie, &mut exits);
        while goes_on
            && !exits
                .drain(..)
                .any(|exit| arrive(self.relaxed, exit) == goal)
        {
            goes_on = walk.go_on(self.relaxed.structure(), &mut exits);
        }
        draft.extend(walk.reached().iter().map(|&lie| (number, lie)));
    }
}

impl Layer {
    /// Adds a way that is not known.
    fn insert(&mut self, way: Waiting) {
        if self.known.insert((way.number, way.entry.lie)) {
            self.waiting.push(way);
        }
    }

    /// Keeps only so many.
    fn trim(&mut self, width: usize) {
        if self.waiting.len() > width {
            self.waiting
                .select_nth_unstable_by_key(width, |way| way.worth);
            for way in self.waiting.drain(width..) {
                self.known.remove(&(way.number, way.entry.lie));
            }
        }
    }

    /// The most promising, by class.
    fn best(mut self, width: usize) -> Vec<Waiting> {
        self.trim(width);
        self.waiting.sort_by_key(|way| (way.number, way.worth));
        self.waiting
    }
}
