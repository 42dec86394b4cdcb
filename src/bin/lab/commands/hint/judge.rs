//! What a table is worth: lost, won in so many moves, or unknown.

use std::time::{Duration, Instant};

use anyhow::{ensure, Result};
use freecell::belief::Belief;
use freecell::moves::{Line, MoveList};
use freecell::plan::{Planner, Request};
use freecell::referee::{self, Verdict};
use freecell::ruleset::Ruleset;
use freecell::search::budget::Budget;
use freecell::search::portfolio::{self, Portfolio};
use freecell::search::prove::prove;
use freecell::table::Table;

use freecell::tools::interrupt;

/// What is known of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// No line wins, which is proved.
    Lost,
    /// A line wins.
    Won {
        /// The shortest one found.
        line: Line,
        /// No line has fewer moves.
        at_least: usize,
    },
    /// Neither is known.
    Unknown,
}

/// The positions of the first search for a line, and how much longer the next is.
const FIRST_POSITIONS: u64 = 4000;
const GROWTH: u64 = 8;

/// How long a proof is prepared, until one has shown it.
const PREPARATION: Duration = Duration::from_millis(100);

/// The searches behind the answers, under one ruleset and until some moment.
pub struct Judge {
    pub ruleset: Ruleset,
    bytes: usize,
    until: Instant,
    /// How long the preparation of a proof has taken at most, which nothing interrupts.
    preparation: Duration,
    portfolio: Portfolio<1>,
    planner: Planner,
}

impl Judge {
    pub fn new(ruleset: Ruleset, bytes: usize, until: Instant) -> Judge {
        Judge {
            ruleset,
            bytes,
            until,
            preparation: PREPARATION,
            portfolio: Portfolio::default(),
            planner: Planner::default(),
        }
    }

    /// Finds out, of as many tables as half the time allows, whether a line wins. The
    /// quick answers come first. Of tables along one line, an answer says something
    /// of others: `spread` may enter that.
    pub fn decide(
        &mut self,
        tables: &[Table],
        mut spread: impl FnMut(&mut [Worth]),
    ) -> Result<Vec<Worth>> {
        let mut worths = vec![Worth::Unknown; tables.len()];
        let until = Instant::now() + self.left() / 2;
        let mut positions = FIRST_POSITIONS;
        while Instant::now() < until
            && !interrupt::interrupted()
            && worths.contains(&Worth::Unknown)
        {
            // From the end: what wins late was won before.
            for index in (0..tables.len()).rev() {
                if worths[index] == Worth::Unknown {
                    worths[index] = self.first(&tables[index], positions, until)?;
                    spread(&mut worths);
                }
            }
            positions = positions.saturating_mul(GROWTH);
        }
        Ok(worths)
    }

    /// Whether a line wins, as far as so many positions show.
    fn first(&mut self, table: &Table, positions: u64, until: Instant) -> Result<Worth> {
        if table.is_won() {
            let line = Line::default();
            return Ok(Worth::Won { line, at_least: 0 });
        }
        let mut clock = clock(until);
        let mut budget = Budget::with_clock(&mut clock);
        budget.limit_positions(positions);
        budget.bytes = self.bytes;
        let rulesets = [self.ruleset];
        match self
            .portfolio
            .run(table, rulesets, &MoveList::new(), &mut budget)
        {
            portfolio::Outcome::Solved { line, .. } => self.won(table, line),
            portfolio::Outcome::Unsolvable => Ok(Worth::Lost),
            portfolio::Outcome::Stopped(_) => Ok(Worth::Unknown),
        }
    }

    /// Looks for a shorter line in two thirds of the time, and spends the rest on how
    /// many moves are needed.
    pub fn improve(&mut self, table: &Table, worth: &mut Worth, time: Duration) -> Result<()> {
        let Worth::Won { line, .. } = worth else {
            return Ok(());
        };
        if line.is_empty() || interrupt::interrupted() || self.left().is_zero() {
            return Ok(());
        }
        let begin = Instant::now();
        let mut clock_of_plan = clock(begin + time * 2 / 3);
        let mut budget = Budget::with_clock(&mut clock_of_plan);
        budget.bytes = self.bytes;
        let belief = Belief::only(self.ruleset);
        let plan = self.planner.plan(Request::new(table, belief), &mut budget);
        let better = plan.solution().filter(|new| new.len() < line.len());
        if let Some(better) = better {
            *worth = self.won(table, better.clone())?;
        }
        self.bound(table, worth, begin + time)
    }

    /// Proves how many moves are needed; the proof may find a shorter line. Nothing is
    /// begun that would be prepared longer than there is time at all.
    fn bound(&mut self, table: &Table, worth: &mut Worth, until: Instant) -> Result<()> {
        let Worth::Won { line, at_least } = worth else {
            return Ok(());
        };
        if interrupt::interrupted() || self.left() < self.preparation {
            return Ok(());
        }
        let begin = Instant::now();
        let mut time = clock(until);
        // The search looks at the clock as soon as it is prepared.
        let mut prepared = None;
        let mut clock = || {
            prepared.get_or_insert_with(|| begin.elapsed());
            time()
        };
        let mut budget = Budget::with_clock(&mut clock);
        budget.bytes = self.bytes;
        let proof = prove(table, self.ruleset, Some(line.len()), &mut budget);
        self.preparation = self.preparation.max(prepared.unwrap_or_default());
        let proved = proof.lower_bound.moves().unwrap_or(line.len());
        *at_least = proved;
        if let Some(shorter) = proof.line {
            *worth = self.won(table, shorter)?;
            worth.needs(proved);
        }
        Ok(())
    }

    /// The worth of a table with that line, which the referee replays.
    fn won(&self, table: &Table, line: Line) -> Result<Worth> {
        let verdict = referee::replay(table, self.ruleset, &line);
        let is_won = matches!(verdict, Verdict::Won { .. });
        ensure!(
            is_won,
            "the search found {line}, but the referee: {verdict}"
        );
        // A table with cards outside the foundations needs a move.
        Ok(Worth::Won { line, at_least: 1 })
    }

    /// The time that is left.
    pub fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }
}

impl Worth {
    /// The shortest line found.
    pub fn line(&self) -> Option<&Line> {
        match self {
            Worth::Won { line, .. } => Some(line),
            _ => None,
        }
    }

    /// How many moves are needed, as far as that is proved; more than any number if
    /// none suffices.
    pub fn at_least(&self) -> usize {
        match self {
            Worth::Won { at_least, .. } => *at_least,
            Worth::Lost => usize::MAX,
            Worth::Unknown => 0,
        }
    }

    /// Enters what is proved otherwise: so many moves are needed.
    pub fn needs(&mut self, moves: usize) {
        if let Worth::Won { at_least, .. } = self {
            *at_least = moves.max(*at_least);
        }
    }

    /// Enters a line that wins, if it is the shortest so far.
    pub fn has(&mut self, new: Line) {
        match self {
            Worth::Won { line, .. } if line.len() <= new.len() => {}
            Worth::Won { line, .. } => *line = new,
            worth => {
                *worth = Worth::Won {
                    line: new,
                    at_least: 1,
                }
            }
        }
    }

    /// Its name in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Worth::Lost => "lost",
            Worth::Won { .. } => "won",
            Worth::Unknown => "unknown",
        }
    }
}

/// The share of the time from now until then that is used; after Ctrl-C, all of it.
fn clock(until: Instant) -> impl FnMut() -> f64 {
    let begin = Instant::now();
    let time = until.saturating_duration_since(begin).as_secs_f64();
    move || {
        if interrupt::interrupted() {
            1.0
        } else {
            begin.elapsed().as_secs_f64() / time
        }
    }
}
