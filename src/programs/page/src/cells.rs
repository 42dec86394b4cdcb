//! Games with fewer cells than four: whether they can be won, and the fewest cells of a deal.
//!
//! A search for any line and a proof by factors take turns, in slices of a number of positions.
//! Lines are not shortened here.

use freecell::analysis::known::Status;
use freecell::ruleset::Ruleset;
use freecell::search::budget::Budget;
use freecell::search::factored::{Deal, FactoredSearch};
use freecell::search::outcome::{LowerBound, Outcome};
use freecell::search::portfolio::Portfolio;
use freecell::search::problem::Problem;
use freecell::table::{Table, CELLS};

/// The positions of a slice, of either search.
const SLICE: u64 = 20_000;
/// The positions after which both give up.
const MOST: u64 = 6_000_000;
/// The positions after which they give up on each number of cells, when the fewest are sought.
const MOST_FOR_EACH: u64 = 400_000;
/// The bytes that each search may hold, so that phones can run it.
const BYTES: usize = 160 << 20;

/// A game with a number of cells under analysis.
pub struct FewCells {
    table: Table,
    ruleset: Ruleset,
    cells: usize,
    pub status: Status,
    portfolio: Portfolio<1>,
    factored: FactoredSearch,
    pub positions: u64,
    pub slices: usize,
    /// Whether the search for a line has used all its memory, and whether the proof has ended.
    is_stuck: [bool; 2],
}

impl FewCells {
    pub fn new(table: &Table, ruleset: Ruleset, cells: usize) -> FewCells {
        FewCells {
            table: table.clone(),
            ruleset,
            cells,
            status: Status::Unknown { lower_bound: 0 },
            portfolio: Portfolio::default(),
            factored: FactoredSearch::with_cells(Deal::of(table), cells as u32),
            positions: 0,
            slices: 0,
            is_stuck: [false; 2],
        }
    }

    /// Whether this is about that game.
    pub fn is_about(&self, table: &Table, ruleset: Ruleset, cells: usize) -> bool {
        self.table == *table && self.ruleset == ruleset && self.cells == cells
    }

    /// Whether there is an answer, or none can come.
    pub fn is_done(&self) -> bool {
        let is_open = matches!(self.status, Status::Unknown { .. });
        !is_open || self.positions >= MOST || self.is_stuck == [true; 2]
    }

    /// Searches for another slice.
    pub fn take_turn(&mut self) {
        let is_proofs_turn = self.slices & 1 == 0;
        let proves = self.is_stuck[0] || is_proofs_turn && !self.is_stuck[1];
        self.slices += 1;
        let mut budget = Budget::limited(SLICE, BYTES);
        if proves {
            self.prove(&mut budget);
        } else {
            self.search(&mut budget);
        }
        self.positions += budget.expanded().max(1);
    }

    fn prove(&mut self, budget: &mut Budget) {
        match self.factored.run(budget) {
            Ok(false) => self.status.learn_bound(LowerBound::Unsolvable),
            // The factored game can be won, which says nothing of the real one.
            Ok(true) => self.is_stuck[1] = true,
            Err(_) => self.is_stuck[1] = budget.check().is_ok(),
        }
    }

    fn search(&mut self, budget: &mut Budget) {
        let problem = Problem {
            cells: self.cells,
            ..Problem::new(&self.table, [self.ruleset])
        };
        match self.portfolio.run(problem, budget) {
            Outcome::Solved(found) => self.status.learn_line(found.line, found.unambiguous),
            Outcome::NoLine => self.status.learn_bound(LowerBound::Unsolvable),
            Outcome::Stopped(_) => self.is_stuck[0] = budget.check().is_ok(),
        }
    }
}

/// The fewest cells with which a table was found to be winnable, and the fewest that are not
/// proved too few.
pub fn fewest(table: &Table, ruleset: Ruleset) -> (Option<usize>, usize) {
    let used = table.cells.iter().rposition(Option::is_some);
    let fewest = used.map_or(0, |last| last + 1);
    let mut at_least = fewest;
    for cells in fewest..=CELLS {
        let mut game = FewCells::new(table, ruleset, cells);
        while !game.is_done() && game.positions < MOST_FOR_EACH {
            game.take_turn();
        }
        match game.status {
            Status::Solved { .. } => return (Some(cells), at_least),
            Status::Unsolvable if at_least == cells => at_least = cells + 1,
            _ => {}
        }
    }
    (None, at_least)
}
