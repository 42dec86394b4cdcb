//! The search over abstract states: it proves that the factored game cannot be won, or finds that
//! it can.
//!
//! No move leads back into an abstract state that was left. States with the most transitions
//! remaining come first: when a state's turn comes, all positions by which it can be entered are
//! known. Once it is explored, everything about it is forgotten, and of the states still to come
//! only the positions by which they are entered are kept. If no state is left and no win was found,
//! there is none.

use std::collections::hash_map::IntoValues;
use std::collections::BTreeMap;
use std::fmt;
use std::mem::size_of;

use rustc_hash::FxHashMap;

use super::abstraction::{Abstraction, Normalized};
use super::explorer::FactoredExplorer;
use super::pair_set::ParentsSet;
use super::state::{AbstractState, Deal, Entry};
use crate::search::budget::Budget;
use crate::search::memory;
use crate::search::outcome::StopReason;
use crate::table::{Table, CELLS};

/// Memory and positions, which a search may use or has used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Resources {
    /// The bytes that it allocates, the table of the abstraction aside.
    pub memory: usize,
    /// The pairs of components that it visits, and the members of components.
    pub visited: u64,
}

/// An abstract state that was not explored yet, and the positions by which it is entered.
struct PendingState {
    state: AbstractState,
    entered_by: ParentsSet,
}

/// The abstract state that is being explored.
struct Exploring {
    pending: PendingState,
    explorer: FactoredExplorer,
    /// The number of positions that it was entered by so far.
    entered: usize,
}

/// A search of the factored game, which can stop and be resumed.
pub struct FactoredSearch {
    abstraction: Abstraction,
    /// The states to explore, by their upper bound on the transitions remaining, then by number.
    layers: BTreeMap<u32, FxHashMap<u64, PendingState>>,
    /// The rest of the layer whose turn it is.
    layer: IntoValues<u64, PendingState>,
    /// The bytes that all of these take, and the one being explored.
    pending_bytes: usize,
    exploring: Option<Exploring>,
    /// What the explorer of the current state has used.
    explored: Resources,
    /// The pairs and members visited in states that are forgotten by now.
    visited: u64,
    /// The part of all that was visited for which budgets have accounted.
    accounted: u64,
    is_won: bool,
}

/// The most memory that a search uses. Whatever it numbers takes at least four bytes, so numbers of
/// 32 bits suffice.
const MOST_MEMORY: usize = (u32::MAX as usize).saturating_mul(4);

/// A table that grows to twice its size takes this multiple, as the old one is held meanwhile.
const GROWN: usize = 3;

/// A component of this many members is completed even if the budget of positions ends within it, so
/// that short slices of a search get on.
const LEAST_VISITED: u64 = 1 << 20;

impl fmt::Debug for FactoredSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FactoredSearch").finish_non_exhaustive()
    }
}

impl FactoredSearch {
    /// The search of the game that begins at a table.
    pub fn new(table: &Table) -> FactoredSearch {
        FactoredSearch::with_cells(Deal::of(table), CELLS as u32)
    }

    /// The same with any number of cells and cascades.
    pub fn with_cells(deal: Deal, cells: u32) -> FactoredSearch {
        FactoredSearch::begin(Abstraction::new(deal, cells))
    }

    fn begin(abstraction: Abstraction) -> FactoredSearch {
        let root = abstraction.deal().root();
        let mut search = FactoredSearch {
            abstraction,
            layers: BTreeMap::new(),
            layer: FxHashMap::default().into_values(),
            pending_bytes: 0,
            exploring: None,
            explored: Resources::default(),
            visited: 0,
            accounted: 0,
            is_won: false,
        };
        search.enter(root);
        search
    }

    /// The same search from its beginning, with all memory free but for that of the abstraction.
    #[must_use]
    pub fn restarted(self) -> FactoredSearch {
        FactoredSearch::begin(self.abstraction)
    }

    /// Whether not even the abstraction can be won.
    pub fn is_refuted_at_once(&self) -> bool {
        !self.is_won && self.visited == 0 && self.exploring.is_none() && self.layers.is_empty()
    }

    /// Finds out whether the factored game can be won. If it cannot, no line wins the real game. If
    /// it can, that says nothing about lines. It uses at most 16 GiB.
    ///
    /// # Errors
    /// The budget is spent; the search can be run again, and goes on where it stopped, or with the
    /// state that it was exploring if one of its components was left incomplete.
    pub fn run(&mut self, budget: &mut Budget) -> Result<bool, StopReason> {
        let limit = budget.bytes.min(MOST_MEMORY).saturating_mul(GROWN);
        let memory = memory::available(limit) / GROWN;
        while !self.is_won {
            let Some(mut exploring) = self.exploring.take().or_else(|| self.next_state()) else {
                // All states have been explored without a win: that is the proof.
                return Ok(false);
            };
            let result = self.explore(&mut exploring, memory, budget);
            let is_incomplete = exploring.explorer.is_full();
            if result.is_err() && !is_incomplete {
                self.exploring = Some(exploring);
                return result.map(|()| false);
            }
            self.visited += std::mem::take(&mut self.explored).visited;
            if let Err(stop) = result {
                let layer = self.layers.entry(exploring.pending.state.remaining());
                let number = self.abstraction.deal().number(exploring.pending.state);
                layer.or_default().insert(number, exploring.pending);
                return Err(stop);
            }
            self.pending_bytes -= exploring.pending.memory();
        }
        Ok(true)
    }

    /// One of the states with the most transitions remaining; no transition leads from one of
    /// these to another.
    fn next_state(&mut self) -> Option<Exploring> {
        loop {
            if let Some(pending) = self.layer.next() {
                return Some(Exploring {
                    explorer: FactoredExplorer::new(&self.abstraction, pending.state),
                    pending,
                    entered: 0,
                });
            }
            let (_, layer) = self.layers.pop_last()?;
            self.layer = layer.into_values();
        }
    }

    /// Explores a state, until it is known that the game can be won.
    fn explore(
        &mut self,
        exploring: &mut Exploring,
        memory: usize,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let Exploring {
            pending,
            explorer,
            entered,
        } = exploring;
        // What the entry before the last stop led to.
        self.expand_pairs(explorer, memory, budget)?;
        for parents in pending.entered_by.iter().skip(*entered) {
            if self.is_won {
                break;
            }
            *entered += 1;
            explorer.allow(self.allowance(memory, budget));
            explorer.enter(parents);
            self.expand_pairs(explorer, memory, budget)?;
        }
        Ok(())
    }

    /// Expands the pairs that were reached, until it is known that the game can be won.
    fn expand_pairs(
        &mut self,
        explorer: &mut FactoredExplorer,
        memory: usize,
        budget: &mut Budget,
    ) -> Result<(), StopReason> {
        let mut entries = Vec::new();
        loop {
            self.explored = explorer.spent();
            self.account(memory, budget)?;
            explorer.allow(self.allowance(memory, budget));
            if !explorer.expand(&mut entries) {
                return Ok(());
            }
            for entry in entries.drain(..) {
                self.enter(entry);
            }
            if self.is_won {
                return Ok(());
            }
        }
    }

    /// Notes a position that a transition leads to.
    fn enter(&mut self, entry: Entry) {
        let Entry { state, parents } = match self.abstraction.normalize(entry) {
            Normalized::Won => return self.is_won = true,
            // Not even the abstraction can be won from there.
            Normalized::Unsolvable => return,
            Normalized::Open(entry) => entry,
        };
        let number = self.abstraction.deal().number(state);
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

    /// Has the budget account for what was visited since the last time.
    fn account(&mut self, memory: usize, budget: &mut Budget) -> Result<(), StopReason> {
        let visited = self.visited + self.explored.visited;
        let news = visited - std::mem::replace(&mut self.accounted, visited);
        budget.spend_many(news)?;
        if self.allowance(memory, budget).memory == 0 {
            return Err(StopReason::Bytes);
        }
        Ok(())
    }

    /// What may still be used.
    fn allowance(&self, memory: usize, budget: &Budget) -> Resources {
        Resources {
            memory: memory.saturating_sub(self.pending_bytes + self.explored.memory),
            visited: budget.positions_left().max(LEAST_VISITED),
        }
    }
}

impl PendingState {
    fn memory(&self) -> usize {
        size_of::<(u64, PendingState)>() + self.entered_by.memory()
    }
}
