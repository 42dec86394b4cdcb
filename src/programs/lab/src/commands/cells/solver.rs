//! Whether a deal can be won with a number of cells: a search for a win and one for a proof take
//! turns, in slices that grow. Both are the library's; this module decides how much each may spend,
//! and writes the line that was found by the column's rules.

use anyhow::{anyhow, Result};
use freecell::moves::Line;
use freecell::referee;
use freecell::referee::variant::Variant;
use freecell::ruleset::{Capacity, Ruleset};
use freecell::search::budget::Budget;
use freecell::search::factored::{Deal as Examined, FactoredSearch};
use freecell::search::outcome::{Outcome, StopReason};
use freecell::search::portfolio::Portfolio;
use freecell::search::problem::Problem;
use freecell::table::{Table, CELLS};
use shared::interrupt;

use super::free_places::FreePlaces;
use column::deal::Deal;
use column::judge;
use column::packed::board::Board;
use column::packed::moves::Rules;
use column::solution;
use column::stored::cost::PORTFOLIO;
use column::stored::search::{self, Plan, Search, Strategy};

/// The number of positions that the search for a win visits in the first slice.
const FIRST_SLICE: u64 = 2_000;
/// The factor by which slices grow.
const SLICE_GROWTH: u64 = 5;
/// A proof may visit this multiple of a slice's positions, since it is fast.
const PROOF_FACTOR: u64 = 2;
/// A slice of one position for this number of bytes of memory is the last one: only memory limits
/// it.
const BYTES_PER_POSITION: usize = 48;

/// Nothing was decided within a slice.
const UNDECIDED: Outcome<String> = Outcome::Stopped(StopReason::Positions);
const INTERRUPTED: Outcome<String> = Outcome::Stopped(StopReason::Interrupted);

/// A deal with a number of cells, and what is known of it.
pub struct Solver<'a> {
    deal: &'a Deal,
    /// The game before its first move.
    game: judge::Game,
    /// The deal as a table, if it has eight cascades and no more than four cells.
    table: Option<Table>,
    cells: u32,
    /// Begun anew in every slice, so that it and the search for a win never hold memory together.
    factored: Option<FactoredSearch>,
    /// The bytes that each search may allocate.
    memory: usize,
    pub visited: u64,
}

impl Solver<'_> {
    /// # Errors
    /// The deal has more cards in cells.
    pub fn new(deal: &Deal, cells: u32, memory: usize) -> Result<Solver<'_>> {
        let game = judge::Game::new(deal, cells as usize)?;
        Ok(Solver {
            deal,
            table: game.with_cells(CELLS).and_then(|game| game.table()),
            game,
            cells,
            factored: Some(FactoredSearch::with_cells(
                Examined::new(&deal.cascades, deal.in_cells()),
                cells,
            )),
            memory,
            visited: 0,
        })
    }

    /// Searches for a line, by the column's rules, and for a proof that there is none, in turns.
    ///
    /// # Errors
    /// A mistake in a search: its line does not win.
    pub fn solve(&mut self) -> Result<Outcome<String>> {
        if self
            .factored
            .as_ref()
            .is_some_and(FactoredSearch::is_refuted_at_once)
        {
            return Ok(Outcome::NoLine);
        }
        let longest = (self.memory / BYTES_PER_POSITION) as u64;
        let mut slice = FIRST_SLICE.min(longest);
        loop {
            let is_last = slice == longest;
            let positions = if is_last { u64::MAX } else { slice };
            let mut outcome = self.search(positions)?;
            if outcome == UNDECIDED {
                outcome = self.prove(positions.saturating_mul(PROOF_FACTOR));
            }
            if outcome != UNDECIDED {
                return Ok(outcome);
            }
            if is_last {
                return Ok(Outcome::Stopped(StopReason::Bytes));
            }
            slice = (slice * SLICE_GROWTH).min(longest);
        }
    }

    fn prove(&mut self, positions: u64) -> Outcome<String> {
        let Some(mut search) = self.factored.take() else {
            return UNDECIDED;
        };
        let (result, visited) = self.within(positions, |budget| search.run(budget));
        self.visited += visited;
        let outcome = match result {
            Ok(false) => return Outcome::NoLine,
            // The factored game can be won, which says nothing of the real one.
            Ok(true) => return UNDECIDED,
            Err(StopReason::Time) => INTERRUPTED,
            Err(_) => UNDECIDED,
        };
        self.factored = Some(search.restarted());
        outcome
    }

    /// Runs a search in a slice; returns the positions that it took, too.
    fn within<T>(&self, positions: u64, search: impl FnOnce(&mut Budget) -> T) -> (T, u64) {
        let mut clock = || if interrupt::interrupted() { 1.0 } else { 0.0 };
        let mut budget = Budget::with_clock(&mut clock);
        budget.bytes = self.memory;
        budget.limit_positions(positions);
        let result = search(&mut budget);
        (result, budget.expanded())
    }

    /// Searches for a win; a search that runs dry is a proof.
    fn search(&mut self, positions: u64) -> Result<Outcome<String>> {
        let Some(table) = self.table.clone() else {
            return self.search_greedily(positions);
        };
        // Supermoves lead to a win sooner. But into an empty cascade they take all cards that they
        // can, so that only a game without them has every move of the column's.
        let mut outcome = UNDECIDED;
        for capacity in [Capacity::Doubling, Capacity::One] {
            let ruleset = Ruleset {
                capacity,
                ..Ruleset::default()
            };
            outcome = self.search_under(ruleset, &table, positions)?;
            if outcome != Outcome::NoLine {
                break;
            }
        }
        Ok(outcome)
    }

    /// The same under a ruleset.
    fn search_under(
        &mut self,
        ruleset: Ruleset,
        table: &Table,
        positions: u64,
    ) -> Result<Outcome<String>> {
        let problem = Problem {
            cells: self.cells as usize,
            ..Problem::new(table, [ruleset])
        };
        let run = |budget: &mut Budget| Portfolio::default().run(problem, budget);
        let (outcome, visited) = self.within(positions, run);
        self.visited += visited;
        Ok(match outcome {
            Outcome::Solved(found) => Outcome::Solved(self.write(table, ruleset, &found.line)?),
            Outcome::NoLine => Outcome::NoLine,
            Outcome::Stopped(StopReason::Time) => INTERRUPTED,
            Outcome::Stopped(_) => UNDECIDED,
        })
    }

    /// The same by searches of the column's game, for numbers of cells and cascades that the
    /// library's searches do not have.
    fn search_greedily(&mut self, positions: u64) -> Result<Outcome<String>> {
        for weights in PORTFOLIO {
            let strategy = Strategy::Greedy(weights);
            let most = self.memory / Plan::bytes_per_position(strategy, true);
            let plan = Plan {
                strategy,
                distinct: true,
                rules: Rules {
                    cells: self.cells as usize,
                    ..Rules::default()
                },
                depth: None,
                most: most.min(positions.min(u32::MAX.into()) as usize),
            };
            let mut search = Search::new(Board::new(self.deal, false), plan)?;
            let outcome = search.run(|_| ());
            self.visited += search.stored() as u64;
            match outcome {
                search::Outcome::Solved(moves) => {
                    return Ok(Outcome::Solved(solution::line(self.game.clone(), moves)?));
                }
                search::Outcome::Exhausted => return Ok(Outcome::NoLine),
                search::Outcome::Interrupted => return Ok(INTERRUPTED),
                search::Outcome::Depth | search::Outcome::Memory => {}
            }
        }
        Ok(UNDECIDED)
    }

    /// Writes a line with the moves that the game made by itself, and judges it.
    fn write(&self, table: &Table, ruleset: Ruleset, line: &Line) -> Result<String> {
        let variant = Variant {
            cell_count: self.cells as usize,
            ..ruleset.into()
        };
        let mut referee = referee::Game::with_variant(table.clone(), variant);
        let mut moves = Vec::new();
        for mv in line {
            let places = FreePlaces::new(referee.table(), self.cells as usize, mv.to());
            for step in referee.play(mv)? {
                places.carry(step.cards.into(), [step.from, step.to], &mut moves);
            }
        }
        let line = moves.join(" ");
        match judge::judge(&mut self.game.clone(), &line) {
            judge::Verdict::Won(_) => Ok(line),
            wrong => Err(anyhow!("a mistake in the search: {wrong}")),
        }
    }
}
