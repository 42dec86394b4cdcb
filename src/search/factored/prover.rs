//! The search over abstract states: it proves that a game cannot be won, or that it can.
//!
//! No move leads back into an abstract state that was left. So the states furthest from won
//! come first; and once a state is explored, all it held is forgotten. Of the others only the
//! positions are kept that they are entered by.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::factored_explorer::FactoredExplorer;
use super::real::RealExplorer;
use super::relaxation::{Normalized, Relaxation};
use super::state::{Analysis, Entry, Parents};

/// How much memory is counted as one position; whatever is stored is counted in these.
pub const BYTES_PER_POSITION: usize = 48;

/// What goes through one abstract state: from the positions that it is entered by, through all
/// that moves within the state lead to, to the positions by which others are entered.
pub trait Explorer {
    /// Notes a position that the state is entered by. It may store `allowance` more positions
    /// or as much of anything else. If more is needed, it stops halfway, having stored more.
    fn seed(&mut self, parents: Parents, allowance: usize);

    /// Expands something that was reached and not expanded yet, and adds the entries into
    /// other states; false if nothing is left. The allowance is meant as above.
    fn expand(&mut self, analysis: &Analysis, allowance: usize, entries: &mut Vec<Entry>) -> bool;

    /// How much it stores, in positions.
    fn stored(&self) -> usize;
}

/// The game that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Slots are all alike, which allows more than the real game.
    Factored,
    /// Cells and columns are told apart.
    Real,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game cannot be won. If it is the factored one, the real one cannot, either.
    Unsolvable,
    /// The game can be won. If it is the factored one, the real one perhaps cannot.
    Solvable,
    /// It came to a limit.
    Limit,
    /// It was told to stop.
    Interrupted,
}

/// What a search may spend, in positions or what takes as much memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many it may store at a time.
    pub stored: usize,
    /// How many it may store in all.
    pub visited: u64,
}

struct Prover<'a> {
    relaxation: &'a mut Relaxation,
    game: Game,
    limits: Limits,
    /// The states to explore, by the transitions that remain at most and by number.
    layers: BTreeMap<u32, FxHashMap<u64, Box<dyn Explorer>>>,
    /// How much these store, with the one that is explored now.
    stored: usize,
    /// How much the forgotten ones stored.
    forgotten: u64,
    is_won: bool,
}

/// Searches a game from the position dealt. The answer is how that ended, and how many
/// positions were visited.
pub fn prove(
    relaxation: &mut Relaxation,
    game: Game,
    limits: Limits,
    interrupted: &dyn Fn() -> bool,
) -> (Outcome, u64) {
    let root = relaxation.analysis().root();
    let mut prover = Prover {
        relaxation,
        game,
        limits,
        layers: BTreeMap::new(),
        stored: 0,
        forgotten: 0,
        is_won: false,
    };
    prover.enter(root);
    let outcome = prover.run(interrupted);
    (outcome, prover.visited())
}

impl Prover<'_> {
    fn run(&mut self, interrupted: &dyn Fn() -> bool) -> Outcome {
        let mut entries = Vec::new();
        while let Some(mut explorer) = self.next() {
            let mut is_done = false;
            while !is_done {
                let before = explorer.stored();
                let analysis = self.relaxation.analysis();
                is_done = !explorer.expand(analysis, self.allowance(), &mut entries);
                self.stored += explorer.stored() - before;
                entries.drain(..).for_each(|entry| self.enter(entry));
                if self.is_won {
                    return Outcome::Solvable;
                }
                if self.stored > self.limits.stored || self.visited() > self.limits.visited {
                    return Outcome::Limit;
                }
                if interrupted() {
                    return Outcome::Interrupted;
                }
            }
            self.stored -= explorer.stored();
            self.forgotten += explorer.stored() as u64;
        }
        if self.is_won {
            Outcome::Solvable
        } else {
            Outcome::Unsolvable
        }
    }

    /// Takes a state of those furthest from won.
    fn next(&mut self) -> Option<Box<dyn Explorer>> {
        let mut layer = self.layers.last_entry()?;
        let number = *layer.get().keys().next()?;
        let next = layer.get_mut().remove(&number);
        if layer.get().is_empty() {
            layer.remove();
        }
        next
    }

    /// Enters the state that a transition leads to.
    fn enter(&mut self, entry: Entry) {
        let Entry { state, parents } = match self.relaxation.normalize(entry) {
            Normalized::Won => return self.is_won = true,
            Normalized::Unsolvable => return,
            Normalized::Open(entry) => entry,
        };
        let allowance = self.allowance();
        let (analysis, cells) = (self.relaxation.analysis(), self.relaxation.cells());
        let layer = self.layers.entry(state.remaining()).or_default();
        let new = || -> Box<dyn Explorer> {
            match self.game {
                Game::Factored => Box::new(FactoredExplorer::new(analysis, cells, state)),
                Game::Real => Box::new(RealExplorer::new(analysis, cells, state)),
            }
        };
        let explorer = layer.entry(analysis.number(state)).or_insert_with(new);
        let before = explorer.stored();
        explorer.seed(parents, allowance);
        self.stored += explorer.stored() - before;
    }

    fn visited(&self) -> u64 {
        self.forgotten + self.stored as u64
    }

    /// How many more positions may be stored.
    fn allowance(&self) -> usize {
        let unvisited = self.limits.visited.saturating_sub(self.visited());
        let unstored = self.limits.stored.saturating_sub(self.stored);
        unstored.min(usize::try_from(unvisited).unwrap_or(usize::MAX))
    }
}
