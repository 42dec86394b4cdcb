//! The engine: analyses a game in slices.
//!
//! A slice is a number of positions, since the library has no clock; it takes some
//! hundredths of a second, at most a few tenths. So the caller can replace one game by
//! another between two slices, and the same game has the same analysis after the same
//! number of slices on every machine. First comes any line that wins, or the proof that
//! there is none; then, alternately, shorter lines and lower bounds ([`STAGES`]). On request
//! the analysis goes on to the [`DEEPER`] stages, whose slices may take many seconds.

use freecell::anytime::{Analysis, Goal, Solver, Status};
use freecell::card::Card;
use freecell::ruleset::Autoplay;
use freecell::search::budget::Budget;
use freecell::search::lower_bound::lower_bound;
use freecell::search::outcome::LowerBound;
use serde::Serialize;

use crate::game::Game;

/// The positions of the first slice, in which most games get a line, and of each
/// further slice of the search for one.
const SLICES: [u64; 2] = [2_000, 20_000];
/// The positions after which that search gives up, at first and on request.
const MOST: [u64; 2] = [6_000_000, 60_000_000];
/// The bytes that each search may hold, so that phones can run it.
const BYTES: usize = 192 << 20;

/// The stages after there is a line, one in each slice.
const STAGES: [Stage; 9] = [
    Stage::Bound(2_000),
    Stage::Shorten(4_000),
    Stage::Shorten(25_000),
    Stage::Prove(2_000),
    Stage::Shorten(100_000),
    Stage::Prove(25_000),
    Stage::Shorten(300_000),
    Stage::Prove(100_000),
    Stage::Prove(400_000),
];

/// The stages that follow on request.
const DEEPER: [Stage; 6] = [
    Stage::Shorten(1_000_000),
    Stage::Prove(2_000_000),
    Stage::Prove(8_000_000),
    Stage::Shorten(4_000_000),
    Stage::Shorten(16_000_000),
    Stage::Prove(32_000_000),
];

/// The number of stages after which the lengths of lines can be compared.
const SETTLED: usize = 5;

#[derive(Clone, Copy, Debug)]
enum Stage {
    /// A lower bound from this many states of the relaxed game.
    Bound(usize),
    /// A search for a shorter line, with this many positions more than the first took.
    Shorten(u64),
    /// A proof of how short a line can be, with this many positions.
    Prove(u64),
}

#[derive(Serialize)]
pub struct Known<'a> {
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
    progress: Option<Progress>,
    solver: Solver,
}

/// The progress of a game's analysis.
struct Progress {
    analysis: Analysis,
    positions: u64,
    slices: usize,
    /// The positions that the first line took.
    first: u64,
    /// The number of stages that are over, including deeper ones.
    stage: usize,
    /// Whether a search for a first line ended without one.
    gave_up: bool,
}

impl Engine {
    /// Analyses the game for another slice if it is the last one's, and for a first slice
    /// otherwise; `shortest` is the length of its shortest line if that is known, `deeper` says
    /// that the analysis should go on when its usual stages are over.
    pub fn analyze(&mut self, game: &Game, shortest: Option<usize>, deeper: bool) -> Known<'_> {
        let goal = Goal::One(game.ruleset());
        let is_same =
            |last: &Progress| last.analysis.table == game.table && last.analysis.goal == goal;
        let last = self.progress.take().filter(is_same);
        let progress = self
            .progress
            .insert(last.unwrap_or_else(|| Progress::new(Analysis::new(game.table.clone(), goal))));
        if let Some(moves) = shortest {
            let status = &mut progress.analysis.status;
            status.learn_bound(LowerBound::Moves(moves));
        }
        if !progress.is_done(deeper) {
            progress.slices += 1;
            progress.run(&mut self.solver);
        }
        let done = progress.is_done(false);
        Known {
            status: &progress.analysis.status,
            positions: progress.positions,
            slices: progress.slices,
            settled: done || progress.stage >= SETTLED,
            done,
            exhausted: progress.is_done(true),
        }
    }
}

impl Progress {
    fn new(mut analysis: Analysis) -> Progress {
        let Goal::One(ruleset) = analysis.goal else {
            unreachable!("a game has one ruleset")
        };
        if ruleset.autoplay == Autoplay::None {
            // Without autoplay, every card that is not home needs a move of its own.
            let home: u8 = analysis.table.foundations.iter().sum();
            let away = LowerBound::Moves(Card::COUNT - home as usize);
            analysis.status.learn_bound(away);
        }
        Progress {
            analysis,
            positions: 0,
            slices: 0,
            first: 0,
            stage: 0,
            gave_up: false,
        }
    }

    /// Whether nothing is left to do, by the usual stages or by the deeper ones too.
    fn is_done(&self, deeper: bool) -> bool {
        let status = &self.analysis.status;
        let stages = STAGES.len() + if deeper { DEEPER.len() } else { 0 };
        match status {
            _ if status.is_proved() => true,
            Status::Unknown { .. } => self.gave_up || self.first >= MOST[usize::from(deeper)],
            _ => self.stage >= stages,
        }
    }

    fn run(&mut self, solver: &mut Solver) {
        if self.analysis.status.line().is_none() {
            return self.search(solver);
        }
        let mut all = STAGES.iter().chain(&DEEPER);
        let Some(&stage) = all.nth(self.stage) else {
            return;
        };
        self.stage += 1;
        let analysis = &mut self.analysis;
        // The status says what a step has found.
        match stage {
            Stage::Bound(states) => {
                let autoplay = analysis.goal.rulesets()[0].autoplay;
                let bound = lower_bound(&analysis.table, autoplay, states);
                analysis.status.learn_bound(bound);
            }
            Stage::Shorten(positions) => {
                let mut budget = Budget::limited(self.first + positions, BYTES);
                let _ = solver.shorten(analysis, &mut budget);
                self.positions += budget.expanded();
            }
            Stage::Prove(positions) => {
                let mut budget = Budget::limited(positions, BYTES);
                let _ = solver.prove(analysis, &mut budget);
                self.positions += budget.expanded();
            }
        }
    }

    fn search(&mut self, solver: &mut Solver) {
        let is_begun = self.first > 0;
        let slice = SLICES[is_begun as usize];
        let mut budget = Budget::limited(slice, BYTES);
        let _ = solver.shorten(&mut self.analysis, &mut budget);
        let expanded = budget.expanded();
        self.first += expanded;
        self.positions += expanded;
        self.gave_up = expanded < slice;
    }
}
