//! An explorer of the real game. The order of cells and of columns makes no difference to a
//! position.
//!
//! One card moves at a time; a card in a cell is marked as lying on both its parents.
//!
//! **Which transitions are left out.** Moves within an abstract state can be taken back. So
//! of positions that can be reached from one another, one is enough to enter a state by:
//! - A sequence break that leaves its place goes to a slot if one is free. From there it can
//!   go to every card it fits on; and if none is free, from one of these to the other.
//! - A transition that was possible before a move within the state, too, need not be made
//!   after it: made first, it can be followed by the same move. (The partial-order reductions
//!   of model checking leave out interleavings for the same reason.) This is not so if both need
//!   the only free slot, so with a single one no transition into it is left out.

use std::rc::Rc;

use super::interner::Interner;
use super::prover::{Explorer, Limits};
use super::relaxation::Relaxation;
use super::state::{singletons, AbstractState, Analysis, Cards, Entry, Layout, Parents};

/// The positions of an abstract state that were reached.
pub struct RealExplorer {
    analysis: Rc<Analysis>,
    cells: u32,
    state: AbstractState,
    layout: Layout,
    reached: Interner<Parents>,
    /// The number of these that were expanded, or need not be.
    expanded: usize,
    /// Whether transitions that were possible before another move are kept, too.
    pub(super) keeps_all_transitions: bool,
}

impl RealExplorer {
    /// The positions reached.
    pub(super) fn reached(&self) -> &[Parents] {
        self.reached.values()
    }

    /// Adds the entries into other states from a position, except for transitions that were
    /// possible before the move to it as well.
    fn leave(&self, parents: Parents, before: Mobility, entries: &mut Vec<Entry>) {
        let conditions = self.conditions(parents);
        let position = Entry {
            state: self.state,
            parents,
        };
        let home = self.layout.homeward(self.state) & !conditions.covered & !before.home;
        entries.extend(singletons(home).map(|card| self.analysis.after_home(position, card)));
        let mut breaks = self.layout.ends & !conditions.covered;
        if conditions.free_slots > 0 {
            breaks &= !before.to_slots;
        }
        for card in singletons(breaks) {
            if let Some(parents) = conditions.displace(&self.layout, card) {
                let moved = Entry {
                    state: self.state,
                    parents,
                };
                entries.push(self.analysis.after_break(moved, card));
            }
        }
    }

    fn conditions(&self, parents: Parents) -> MoveConditions {
        let bases = self.layout.displaced & !parents.any();
        let free_cells = self.cells - parents.cells().count_ones();
        MoveConditions {
            parents,
            covered: parents.covered(),
            bases,
            free_cells,
            free_slots: free_cells + self.layout.free_columns - bases.count_ones(),
        }
    }
}

impl Explorer for RealExplorer {
    fn new(relaxation: &Relaxation, state: AbstractState) -> RealExplorer {
        let analysis = relaxation.analysis();
        RealExplorer {
            analysis: Rc::clone(analysis),
            cells: relaxation.cells(),
            state,
            layout: analysis.layout(state),
            reached: Interner::default(),
            expanded: 0,
            keeps_all_transitions: false,
        }
    }

    fn enter(&mut self, parents: Parents, entries: &mut Vec<Entry>) -> bool {
        self.expanded = self.reached.values().len();
        let (_, is_new) = self.reached.insert(parents);
        if is_new {
            self.leave(parents, Mobility::default(), entries);
        }
        is_new
    }

    fn expand(&mut self, entries: &mut Vec<Entry>) -> bool {
        let Some(&parents) = self.reached.values().get(self.expanded) else {
            return false;
        };
        self.expanded += 1;
        let before = self.conditions(parents);
        let possible_before = if self.keeps_all_transitions {
            Mobility::default()
        } else {
            before.mobility(self.state, &self.layout)
        };
        let layout = self.layout;
        before.moves(&layout, |after| {
            if self.reached.insert(after).1 {
                self.leave(after, possible_before, entries);
            }
        });
        true
    }

    fn spent(&self) -> Limits {
        Limits {
            memory: self.reached.memory(),
            visited: self.reached.values().len() as u64,
        }
    }
}

/// The cards that can leave an abstract state from a position, and that may as well do so before
/// any further move within it.
#[derive(Clone, Copy, Default)]
struct Mobility {
    home: Cards,
    /// The sequence breaks that can go to a slot.
    to_slots: Cards,
}

/// The facts that decide which moves are legal.
struct MoveConditions {
    parents: Parents,
    /// The cards that others lie on.
    covered: Cards,
    /// The cards at the bases of columns.
    bases: Cards,
    free_cells: u32,
    /// Cells and column bases.
    free_slots: u32,
}

impl MoveConditions {
    /// The cards that another may be put on.
    fn open_parents(&self, layout: &Layout) -> Cards {
        (layout.displaced & !self.parents.cells() | layout.ends) & !self.covered
    }

    fn mobility(&self, state: AbstractState, layout: &Layout) -> Mobility {
        // If only one slot is free, another card may be moved into it, or from a cell to a base.
        // The sequence break, made first, would take the slot that this move needs.
        let has_slots = self.free_slots > 1;
        Mobility {
            home: layout.homeward(state) & !self.covered,
            to_slots: if has_slots {
                layout.ends & !self.covered
            } else {
                0
            },
        }
    }

    /// Makes each move that does not leave the abstract state.
    fn moves(&self, layout: &Layout, mut reach: impl FnMut(Parents)) {
        let open = self.open_parents(layout);
        for card in singletons(layout.displaced & !self.covered) {
            self.parents.onto(card, open).for_each(&mut reach);
            let without = self.parents.among(!card);
            if self.free_cells > 0 && self.parents.cells() & card == 0 {
                reach(without.or(Parents::in_cells(card)));
            }
            if self.free_slots > self.free_cells && self.bases & card == 0 {
                reach(without);
            }
        }
    }

    /// The parents after a sequence break on which nothing lies has left its place, if it can.
    fn displace(&self, layout: &Layout, card: Cards) -> Option<Parents> {
        if self.free_cells > 0 {
            Some(self.parents.or(Parents::in_cells(card)))
        } else if self.free_slots > 0 {
            Some(self.parents)
        } else {
            self.parents.onto(card, self.open_parents(layout)).next()
        }
    }
}
