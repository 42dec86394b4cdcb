//! The engine: analyses a game in slices.
//!
//! A slice is a number of positions, since the library has no clock; it takes some
//! hundredths of a second, at most a few tenths. So the caller can replace one game by
//! another between two slices, and the same game has the same analysis after the same
//! number of slices on every machine. First comes any line that wins, or the proof that
//! there is none; then, alternately, shorter lines and lower bounds ([`POLICY`]). On request
//! the analysis goes on to the turns that are not [`USUAL`], whose slices may take many seconds.

use freecell::analysis::known::{Goal, Known, Status};
use freecell::analysis::policy::Policy;
use freecell::analysis::searches::{SearchesForOne, Step, Steps as _};
use freecell::analysis::turns::{growing, once, Progress};
use freecell::search::budget::Budget;
use freecell::search::outcome::LowerBound;
use freecell::table::CELLS;
use serde::Serialize;

use crate::cells::FewCells;
use crate::game::Game;

/// The positions after which the search for a first line gives up, at first and on request.
const MOST: [u64; 2] = [6_000_000, 60_000_000];
/// The bytes that each search may hold, so that phones can run it.
const BYTES: usize = 192 << 20;

/// The turns, one in each slice. Most games get a line in the first. The proof by factors is quick
/// where it is quick at all, so it gets less than the search that may find a line or exhaust the
/// game.
const POLICY: Policy = Policy {
    open: &[
        once(Step::Shorten, 2_000),
        growing(Step::Refute, 15_000, 1).memory_part(4),
        growing(Step::Shorten, 20_000, 1),
        growing(Step::Shorten, 20_000, 1),
        growing(Step::Shorten, 20_000, 1),
        growing(Step::Shorten, 20_000, 1),
    ],
    solved: &[
        once(Step::Bound, 2_000),
        once(Step::Shorten, 4_000),
        once(Step::Shorten, 25_000),
        once(Step::Prove, 2_000),
        once(Step::Shorten, 100_000),
        once(Step::Prove, 25_000),
        once(Step::Shorten, 300_000),
        once(Step::Prove, 100_000),
        once(Step::Prove, 400_000),
        // On request.
        once(Step::Shorten, 1_000_000),
        once(Step::Prove, 2_000_000),
        once(Step::Prove, 8_000_000),
        once(Step::Shorten, 4_000_000),
        once(Step::Shorten, 16_000_000),
        once(Step::Prove, 32_000_000),
    ],
};

/// The number of turns once there is a line, without those on request.
const USUAL: usize = 9;

/// The number of turns after which the lengths of lines can be compared.
const SETTLED: usize = 5;

#[derive(Serialize)]
pub struct Report<'a> {
    #[serde(skip)]
    pub status: &'a Status,
    pub positions: u64,
    /// The slices that went into it.
    pub slices: usize,
    /// Whether the line was searched for long enough that its length may be compared with
    /// another's.
    pub settled: bool,
    /// Whether the usual stages are over, so that only deeper ones can add anything.
    pub done: bool,
    /// Whether no further slice can add anything.
    pub exhausted: bool,
}

/// The game under analysis, and the memory of its searches.
#[derive(Default)]
pub struct Engine {
    current: Option<Current>,
    searches: SearchesForOne,
    /// The game with fewer cells that was analysed last.
    few_cells: Option<FewCells>,
}

/// A game, and the progress of its analysis.
struct Current {
    known: Known,
    progress: Progress<Step>,
    positions: u64,
    slices: usize,
    /// Whether no turn is left.
    is_over: bool,
}

impl Engine {
    /// Analyses the game for another slice if it is the last one's, and for a first slice
    /// otherwise; `shortest` is the length of its shortest line if that is known, `deeper` says
    /// that the analysis should go on when its usual turns are over.
    pub fn analyze(&mut self, game: &Game, shortest: Option<usize>, deeper: bool) -> Report<'_> {
        if game.cells < CELLS {
            return self.analyze_few_cells(game);
        }
        let goal = Goal::One(game.ruleset());
        let is_same = |last: &Current| last.known.table == game.table && last.known.goal == goal;
        let last = self.current.take().filter(is_same);
        let current = last.unwrap_or_else(|| Current::new(Known::new(game.table.clone(), goal)));
        let current = self.current.insert(current);
        if let Some(moves) = shortest {
            let status = &mut current.known.status;
            status.learn_bound(LowerBound::Moves(moves));
        }
        if !current.is_done(deeper) {
            current.take_turn(&mut self.searches);
        }
        let done = current.is_done(false);
        Report {
            status: &current.known.status,
            positions: current.positions,
            slices: current.slices,
            settled: done || current.progress.turns_solved() >= SETTLED,
            done,
            exhausted: current.is_done(true),
        }
    }
}

impl Engine {
    /// Analyses a game with fewer cells for a slice: its line is not shortened.
    fn analyze_few_cells(&mut self, game: &Game) -> Report<'_> {
        let (table, ruleset, cells) = (&game.table, game.ruleset(), game.cells);
        let last = self.few_cells.take();
        let last = last.filter(|last| last.is_about(table, ruleset, cells));
        let current = last.unwrap_or_else(|| FewCells::new(table, ruleset, cells));
        let current = self.few_cells.insert(current);
        if !current.is_done() {
            current.take_turn();
        }
        let done = current.is_done();
        Report {
            status: &current.status,
            positions: current.positions,
            slices: current.slices,
            settled: done,
            done,
            exhausted: done,
        }
    }
}

impl Current {
    fn new(known: Known) -> Current {
        Current {
            known,
            progress: Progress::default(),
            positions: 0,
            slices: 0,
            is_over: false,
        }
    }

    /// Whether nothing is left to do, by the usual turns or by those on request too.
    fn is_done(&self, deeper: bool) -> bool {
        match self.known.status {
            _ if self.is_over || self.known.status.is_proved() => true,
            Status::Unknown { .. } => self.positions >= MOST[usize::from(deeper)],
            _ => !deeper && self.progress.turns_solved() >= USUAL,
        }
    }

    fn take_turn(&mut self, searches: &mut SearchesForOne) {
        let mut budget = Budget::limited(u64::MAX, BYTES);
        let turn = searches.turn(&POLICY, &mut self.progress, &mut self.known, &mut budget);
        self.positions += budget.expanded();
        self.slices += 1;
        self.is_over = turn.is_none() || !self.progress.has_turns(&POLICY, self.known.is_open());
    }
}
