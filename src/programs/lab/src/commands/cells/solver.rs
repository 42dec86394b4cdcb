//! Whether a deal can be won with a number of cells: a search for a win and one for a proof take
//! turns. Both are the library's; this module says how much each may spend, and writes the line
//! that was found by the column's rules.

use anyhow::{anyhow, Result};
use freecell::analysis::turns::{growing, DueTurn, Policy, Progress};
use freecell::moves::Line;
use freecell::referee;
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// A search for a win; one that runs dry is a proof that there is none.
    Win,
    /// A search for the proof alone, which is fast.
    Refute,
}

const POLICY: Policy<Step> = Policy {
    open: &[
        growing(Step::Win, 2_000, 5),
        growing(Step::Refute, 4_000, 5),
    ],
    solved: &[],
};

/// A deal with a number of cells, and what is known of it.
pub struct Solver<'a> {
    deal: &'a Deal,
    /// The game before its first move.
    game: judge::Game,
    /// The deal as a table, if it has eight cascades and no more than four cells.
    table: Option<Table>,
    cells: u32,
    /// Begun anew in every turn, so that it and the search for a win never hold memory together.
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
        let mut clock = || f64::from(u8::from(interrupt::interrupted()));
        let mut budget = Budget::with_clock(&mut clock);
        budget.bytes = self.memory;
        let mut progress = Progress::default();
        loop {
            let mut news = Ok(None);
            let turn = progress.take_turn(&POLICY, true, &mut budget, |due, budget| {
                news = self.step(due, budget);
                match news {
                    Ok(Some(Outcome::Stopped(stop))) => Err(stop),
                    _ => Ok(()),
                }
            });
            self.visited = budget.expanded();
            match (news?, turn) {
                (Some(answer @ (Outcome::Solved(_) | Outcome::NoLine)), _) => return Ok(answer),
                (_, None) => return Ok(Outcome::Stopped(StopReason::Bytes)),
                (_, Some(Err(_))) => return Ok(Outcome::Stopped(StopReason::Interrupted)),
                (_, Some(Ok(()))) => {}
            }
        }
    }

    /// Takes a step; `None` if it has nothing left to try.
    fn step(&mut self, due: DueTurn<Step>, budget: &mut Budget) -> Result<Option<Outcome<String>>> {
        match due.step {
            Step::Refute => Ok(self.refute(due, budget)),
            Step::Win => self.search(due, budget).map(Some),
        }
    }

    fn refute(&mut self, due: DueTurn<Step>, budget: &mut Budget) -> Option<Outcome<String>> {
        let mut search = self.factored.take()?;
        match due.within(budget, |budget| search.run(budget)) {
            Ok(false) => Some(Outcome::NoLine),
            // The factored game can be won, which says nothing of the real one.
            Ok(true) => None,
            Err(stop) => {
                self.factored = Some(search.restarted());
                Some(Outcome::Stopped(stop))
            }
        }
    }

    fn search(&self, due: DueTurn<Step>, budget: &mut Budget) -> Result<Outcome<String>> {
        let Some(table) = &self.table else {
            return self.search_greedily(due.positions, budget);
        };
        // Supermoves lead to a win sooner. But into an empty cascade they take all cards that they
        // can, so that only a game without them has every move of the column's.
        for capacity in [Capacity::Doubling, Capacity::One] {
            let ruleset = Ruleset {
                capacity,
                ..Ruleset::default()
            };
            let problem = Problem {
                cells: self.cells as usize,
                ..Problem::new(table, [ruleset])
            };
            let run = |budget: &mut Budget| Portfolio::default().run(problem, budget);
            match due.within(budget, run) {
                Outcome::Solved(found) => {
                    let line = self.write(table, ruleset, &found.line)?;
                    return Ok(Outcome::Solved(line));
                }
                Outcome::NoLine => {}
                Outcome::Stopped(stop) => return Ok(Outcome::Stopped(stop)),
            }
        }
        Ok(Outcome::NoLine)
    }

    /// The same by searches of the column's game, for numbers of cells and cascades that the
    /// library's searches do not have.
    fn search_greedily(&self, positions: u64, budget: &mut Budget) -> Result<Outcome<String>> {
        let mut stop = StopReason::Bytes;
        for weights in PORTFOLIO {
            let strategy = Strategy::Greedy(weights);
            let fit = (self.memory / Plan::bytes_per_position(strategy, true)) as u64;
            if positions < fit {
                stop = StopReason::Positions;
            }
            let plan = Plan {
                strategy,
                distinct: true,
                rules: Rules {
                    cells: self.cells as usize,
                    ..Rules::default()
                },
                depth: None,
                most: fit.min(positions).min(u32::MAX.into()) as usize,
            };
            let mut search = Search::new(Board::new(self.deal, false), plan)?;
            let outcome = search.run(|_| ());
            let spent = budget.spend_many(search.stored() as u64);
            match outcome {
                search::Outcome::Solved(moves) => {
                    return Ok(Outcome::Solved(solution::line(self.game.clone(), moves)?));
                }
                search::Outcome::Exhausted => return Ok(Outcome::NoLine),
                search::Outcome::Interrupted => return Ok(Outcome::Stopped(StopReason::Time)),
                search::Outcome::Depth | search::Outcome::Memory => {}
            }
            if let Err(stop) = spent {
                return Ok(Outcome::Stopped(stop));
            }
        }
        Ok(Outcome::Stopped(stop))
    }

    /// Writes a line with the moves that the game made by itself, and judges it.
    fn write(&self, table: &Table, ruleset: Ruleset, line: &Line) -> Result<String> {
        let referee = referee::Game::new(table.clone(), ruleset);
        let mut referee = referee.with_cells(self.cells as usize);
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
