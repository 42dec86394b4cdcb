//! A beam search for a win of the real game, over abstract states.
//!
//! Of all entries into states with equally many transitions remaining, it follows only the most
//! promising, and explores only some positions from each; so finding no win proves nothing. When it
//! reaches a win, the states on the way are explored once more, and the positions reached in them
//! are a *corridor*: a search that remembers how it came to a position needs only these to find a
//! line.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::prover::Explorer;
use super::real::RealExplorer;
use super::relaxation::{Normalized, Relaxation};
use super::state::{Entry, Parents};

/// Positions, each with the number of its abstract state.
pub type Corridor = FxHashSet<(u64, Parents)>;

/// The weights of an entry's features: cards in slots, less the free columns; ends of
/// undisturbed prefixes that a card lies on; displaced cards. The lower the sum, the more
/// promising.
pub type BeamWeights = [i32; 3];

/// The sets of weights, which take turns.
pub const BEAM_WEIGHTS: [BeamWeights; 2] = [[4, 2, 2], [4, 2, 0]];

/// The number of positions that are expanded from each entry.
const EXPANSIONS_PER_ENTRY: usize = 300;
/// The multiple of the beam's width that may wait before the worst entries are dropped.
const WAITING_PER_WIDTH: usize = 4;

/// An entry that waits or was followed.
#[derive(Clone, Copy)]
struct Candidate {
    entry: Entry,
    /// The index of the followed one that led to it.
    parent: usize,
    /// The number of its state.
    number: u64,
    cost: i32,
}

/// The entries into states with equally many transitions remaining.
#[derive(Default)]
struct Layer {
    candidates: Vec<Candidate>,
    seen: FxHashSet<(u64, Parents)>,
}

struct BeamSearch<'a> {
    relaxation: &'a mut Relaxation,
    weights: BeamWeights,
    width: usize,
    layers: BTreeMap<u32, Layer>,
    followed: Vec<Candidate>,
    visited: u64,
    /// The index of the followed entry that led to a win.
    won: Option<usize>,
}

/// Searches for a corridor to a win from the position dealt; the cards must not all go home by
/// themselves. Also returns the number of positions visited.
pub fn corridor(
    relaxation: &mut Relaxation,
    weights: BeamWeights,
    width: usize,
    interrupted: &dyn Fn() -> bool,
) -> (Option<Corridor>, u64) {
    let root = relaxation.analysis().root();
    let mut search = BeamSearch {
        relaxation,
        weights,
        width,
        layers: BTreeMap::new(),
        followed: Vec::new(),
        visited: 0,
        won: None,
    };
    search.enter(root, 0);
    while let Some((_, layer)) = search.layers.pop_last() {
        let best = layer.best(width);
        for of_state in best.chunk_by(|one, other| one.number == other.number) {
            search.follow(of_state);
            if search.won.is_some() || interrupted() {
                return (search.retrace(), search.visited);
            }
        }
    }
    (None, search.visited)
}

impl BeamSearch<'_> {
    /// Explores a state from some entries.
    fn follow(&mut self, of_state: &[Candidate]) {
        let mut explorer = RealExplorer::new(self.relaxation, of_state[0].entry.state);
        let mut entries = Vec::new();
        for &candidate in of_state {
            if !explorer.enter(candidate.entry.parents, &mut entries) {
                continue;
            }
            let index = self.followed.len();
            self.followed.push(candidate);
            for _ in 0..EXPANSIONS_PER_ENTRY {
                let goes_on = explorer.expand(&mut entries);
                entries.drain(..).for_each(|entry| self.enter(entry, index));
                if !goes_on {
                    break;
                }
            }
        }
        self.visited += explorer.spent().visited;
    }

    fn enter(&mut self, entry: Entry, parent: usize) {
        let entry = match self.relaxation.normalize(entry) {
            Normalized::Won => return self.won = self.won.or(Some(parent)),
            Normalized::Unsolvable => return,
            Normalized::Open(entry) => entry,
        };
        let number = self.relaxation.analysis().number(entry.state);
        let cost = self.cost(entry);
        let layer = self.layers.entry(entry.state.remaining()).or_default();
        if layer.seen.insert((number, entry.parents)) {
            layer.candidates.push(Candidate {
                entry,
                parent,
                number,
                cost,
            });
        }
        if layer.candidates.len() > WAITING_PER_WIDTH * self.width {
            layer.trim(self.width);
        }
    }

    fn cost(&self, Entry { state, parents }: Entry) -> i32 {
        let layout = self.relaxation.analysis().layout(state);
        let count = |cards: u64| cards.count_ones() as i32;
        // A card in a cell is in both sets of parents, one at a base in neither.
        let in_slots = layout.displaced & !(parents.first ^ parents.second);
        let features = [
            count(in_slots) - layout.free_columns as i32,
            count(parents.covered() & layout.ends),
            count(layout.displaced),
        ];
        let weighted = self.weights.iter().zip(features);
        weighted.map(|(weight, feature)| weight * feature).sum()
    }

    /// The positions explored on the way to the win.
    fn retrace(&mut self) -> Option<Corridor> {
        let mut corridor = Corridor::default();
        let mut goal = Normalized::Won;
        let mut index = self.won?;
        loop {
            let Candidate { entry, parent, .. } = self.followed[index];
            self.connect(entry, goal, &mut corridor);
            if index == 0 {
                return Some(corridor);
            }
            goal = Normalized::Open(entry);
            index = parent;
        }
    }

    /// Adds the positions that are reached from an entry until one leads to the goal.
    fn connect(&mut self, entry: Entry, goal: Normalized, corridor: &mut Corridor) {
        let mut explorer = RealExplorer::new(self.relaxation, entry.state);
        explorer.keeps_all_transitions = true;
        let mut entries = Vec::new();
        let mut goes_on = explorer.enter(entry.parents, &mut entries);
        while goes_on
            && !entries
                .drain(..)
                .any(|entry| self.relaxation.normalize(entry) == goal)
        {
            goes_on = explorer.expand(&mut entries);
        }
        let number = self.relaxation.analysis().number(entry.state);
        corridor.extend(explorer.reached().iter().map(|&parents| (number, parents)));
    }
}

impl Layer {
    /// Drops all but the most promising candidates.
    fn trim(&mut self, width: usize) {
        if self.candidates.len() > width {
            self.candidates
                .select_nth_unstable_by_key(width, |candidate| candidate.cost);
            for candidate in self.candidates.drain(width..) {
                self.seen
                    .remove(&(candidate.number, candidate.entry.parents));
            }
        }
    }

    /// The most promising candidates, by state.
    fn best(mut self, width: usize) -> Vec<Candidate> {
        self.trim(width);
        self.candidates
            .sort_by_key(|candidate| (candidate.number, candidate.cost));
        self.candidates
    }
}
