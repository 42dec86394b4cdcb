//! The search over abstract states: it proves that the factored game cannot be won, or that it can.
//!
//! No move leads back into an abstract state that was left. States with the most transitions
//! remaining come first: when a state's turn comes, all positions by which it can be entered are
//! known. Once it is explored, everything about it is forgotten, and of the states still to come
//! only the positions by which they are entered are kept. If no state is left and no win was found,
//! there is none.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::factored_explorer::FactoredExplorer;
use super::pair_set::ParentsSet;
use super::relaxation::{Normalized, Relaxation};
use super::state::{AbstractState, Entry};
use freecell::search::memory;

/// The outcome of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The factored game cannot be won, hence the real one cannot, either.
    Unsolvable,
    /// The factored game can be won; the real one may still be unsolvable.
    Solvable,
    /// A limit was reached.
    Limit,
    /// The caller interrupted it.
    Interrupted,
}

/// Memory and positions, which a search may use or has used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resources {
    /// The bytes that it allocates, the table of the relaxed game aside.
    pub memory: usize,
    /// The pairs of components that it visits, and the members of components.
    pub visited: u64,
}

/// An abstract state that was not explored yet, and the positions by which it is entered.
struct PendingState {
    state: AbstractState,
    entered_by: ParentsSet,
}

struct Prover<'a> {
    relaxation: &'a mut Relaxation,
    resources: Resources,
    interrupted: &'a dyn Fn() -> bool,
    /// The states to explore, by their upper bound on the transitions remaining, then by number.
    layers: BTreeMap<u32, FxHashMap<u64, PendingState>>,
    /// The bytes that these take.
    pending_bytes: usize,
    /// The pairs and members visited in states that are forgotten by now.
    visited: u64,
    /// What the explorer of the current state has used.
    explored: Resources,
    is_won: bool,
}

/// The most memory that a search uses. Whatever it numbers takes at least four bytes, so numbers of
/// 32 bits suffice.
const MOST_MEMORY: usize = (u32::MAX as usize).saturating_mul(4);

/// A table that grows to twice its size takes this multiple, as the old one is held meanwhile.
const GROWN: usize = 3;

/// Searches the factored game from the position dealt, with at most 16 GiB. Returns the outcome and
/// the number of pairs and members visited.
pub fn prove(
    relaxation: &mut Relaxation,
    resources: Resources,
    interrupted: &dyn Fn() -> bool,
) -> (Outcome, u64) {
    let root = relaxation.analysis().root();
    let resources = Resources {
        memory: memory::available(resources.memory.min(MOST_MEMORY).saturating_mul(GROWN)) / GROWN,
        ..resources
    };
    let mut prover = Prover {
        relaxation,
        resources,
        interrupted,
        layers: BTreeMap::new(),
        pending_bytes: 0,
        visited: 0,
        explored: Resources::default(),
        is_won: false,
    };
    prover.enter(root);
    // If all states have been explored without a win, no line wins: that is the proof.
    let end = prover.run();
    let visited = prover.visited + prover.explored.visited;
    (end.err().unwrap_or(Outcome::Unsolvable), visited)
}

impl Prover<'_> {
    /// Explores all states, those furthest from won first.
    ///
    /// # Errors
    /// The reason why it stopped early.
    fn run(&mut self) -> Result<(), Outcome> {
        self.check()?;
        while let Some((_, layer)) = self.layers.pop_last() {
            // No transition leads to a state of the same layer.
            for pending in layer.into_values() {
                self.explore(&pending)?;
                self.pending_bytes -= pending.memory();
            }
        }
        Ok(())
    }

    /// Explores one state.
    fn explore(&mut self, pending: &PendingState) -> Result<(), Outcome> {
        let mut explorer = FactoredExplorer::new(self.relaxation, pending.state);
        let mut entries = Vec::new();
        for parents in pending.entered_by.iter() {
            explorer.allow(self.allowance());
            explorer.enter(parents);
            loop {
                self.explored = explorer.spent();
                entries.drain(..).for_each(|entry| self.enter(entry));
                self.check()?;
                explorer.allow(self.allowance());
                if !explorer.expand(&mut entries) {
                    break;
                }
            }
        }
        self.visited += std::mem::take(&mut self.explored).visited;
        Ok(())
    }

    /// Notes a position that a transition leads to.
    fn enter(&mut self, entry: Entry) {
        let Entry { state, parents } = match self.relaxation.normalize(entry) {
            Normalized::Won => return self.is_won = true,
            // Not even the relaxed game can be won from there.
            Normalized::Unsolvable => return,
            Normalized::Open(entry) => entry,
        };
        let number = self.relaxation.analysis().number(state);
        let layer = self.layers.entry(state.remaining()).or_default();
        // This is always a later layer than the one being explored, since a transition leaves fewer
        // to make.
        let pending = layer.entry(number).or_insert_with(|| {
            let entered_by = ParentsSet::default();
            self.pending_bytes += size_of::<(u64, PendingState)>();
            PendingState { state, entered_by }
        });
        let before = pending.entered_by.memory();
        pending.entered_by.insert(parents);
        self.pending_bytes += pending.entered_by.memory() - before;
    }

    /// Why the search must stop, if it must.
    fn check(&self) -> Result<(), Outcome> {
        let Resources { memory, visited } = self.allowance();
        if self.is_won {
            Err(Outcome::Solvable)
        } else if memory == 0 || visited == 0 {
            Err(Outcome::Limit)
        } else if (self.interrupted)() {
            Err(Outcome::Interrupted)
        } else {
            Ok(())
        }
    }

    /// What may still be used.
    fn allowance(&self) -> Resources {
        let memory = self.pending_bytes + self.explored.memory;
        let visited = self.visited + self.explored.visited;
        Resources {
            memory: self.resources.memory.saturating_sub(memory),
            visited: self.resources.visited.saturating_sub(visited),
        }
    }
}

impl PendingState {
    fn memory(&self) -> usize {
        size_of::<(u64, PendingState)>() + self.entered_by.memory()
    }
}
