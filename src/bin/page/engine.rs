//! The engine: analyses a game in slices.
//!
//! A slice is a number of positions, since the library has no clock; it takes some
//! hundredths of a second, at most a few tenths. So the caller can replace one game by
//! another between two slices, and the same game has the same analysis after the same
//! number of slices on every machine. First comes any line that wins, or the proof that
//! there is none; then, alternately, shorter lines and lower bounds ([`STAGES`]).

use freecell::belief::Belief;
use freecell::card::Card;
use freecell::moves::Line;
use freecell::plan::{Outcome, Planner, Request};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::budget::Budget;
use freecell::search::lower_bound::lower_bound;
use freecell::search::outcome::LowerBound;
use freecell::search::prove::prove;
use freecell::table::Table;

use crate::game::Game;

/// The positions of the first slice, in which most games get a line, and of each
/// further slice of the search for one.
const SLICES: [u64; 2] = [2_000, 20_000];
/// The positions after which that search gives up.
const MOST: u64 = 6_000_000;
/// The bytes that each search may hold: phones have no more to spare.
const BYTES: usize = 192 << 20;

/// What is done, a stage a slice, once there is a line.
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

/// How many of the stages it takes until lengths are worth comparing.
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

/// What is known of a game.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The shortest line known to win.
    pub line: Option<Line>,
    /// Whether it is proved that no line wins.
    pub lost: bool,
    /// No line that wins has fewer moves.
    pub lower_bound: usize,
    /// The positions searched.
    pub positions: u64,
    /// The slices that went into it.
    pub slices: usize,
    /// Whether the line was searched for long enough that its length may be compared with
    /// another's.
    pub settled: bool,
    /// Whether more slices would bring nothing new.
    pub done: bool,
}

/// The game under analysis, and the memory of its searches.
#[derive(Default)]
pub struct Engine {
    subject: Option<(Table, Autoplay)>,
    known: Known,
    planner: Planner,
    /// The positions that the first line took.
    first: u64,
    /// How many of the stages are over.
    stage: usize,
}

impl Engine {
    /// Analyses for another slice if the game is the last one's, else for a first one.
    pub fn analyze(&mut self, game: &Game) -> &Known {
        let subject = Some((game.table.clone(), game.autoplay));
        if self.subject != subject {
            self.subject = subject;
            self.known = Known::default();
            self.first = 0;
            self.stage = 0;
        }
        if game.is_won() {
            self.known.line = Some(Line::default());
            self.known.done = true;
        }
        if !self.known.done {
            self.known.slices += 1;
            match (self.known.line.is_some(), STAGES.get(self.stage)) {
                (false, _) => self.search(game),
                (true, Some(&stage)) => self.run(stage, game),
                (true, None) => self.known.done = true,
            }
        }
        self.known.settled = self.known.done || self.stage >= SETTLED;
        &self.known
    }

    /// A slice of the search for a first line.
    fn search(&mut self, game: &Game) {
        let belief = Belief::only(game.ruleset());
        let is_begun = self.first > 0;
        let planner = &mut self.planner;
        let slice = SLICES[is_begun as usize];
        let (plan, positions) = within(slice, |budget| {
            planner.plan(Request::new(&game.table, belief), budget)
        });
        self.first += positions;
        self.known.positions += positions;
        match plan.outcome {
            Outcome::Wins { .. } => self.learn(plan.line),
            Outcome::Impossible => {
                self.known.lost = true;
                self.known.done = true;
            }
            Outcome::Unsolved(_) => self.known.done = positions < slice || self.first >= MOST,
        }
    }

    fn run(&mut self, stage: Stage, game: &Game) {
        self.stage += 1;
        let ruleset = game.ruleset();
        match stage {
            Stage::Bound(states) => {
                self.bound(lower_bound(&game.table, ruleset.autoplay, states), game);
            }
            Stage::Shorten(positions) => self.shorten(game, ruleset, positions),
            Stage::Prove(positions) => self.prove(game, ruleset, positions),
        }
        let length = self.known.line.as_ref().map_or(usize::MAX, Line::len);
        self.known.done = self.known.lower_bound >= length || self.stage == STAGES.len();
    }

    fn shorten(&mut self, game: &Game, ruleset: Ruleset, positions: u64) {
        let (planner, belief) = (&mut self.planner, Belief::only(ruleset));
        let (plan, positions) = within(self.first + positions, |budget| {
            planner.plan(Request::new(&game.table, belief), budget)
        });
        self.known.positions += positions;
        if matches!(plan.outcome, Outcome::Wins { .. }) {
            self.learn(plan.line);
        }
    }

    fn prove(&mut self, game: &Game, ruleset: Ruleset, positions: u64) {
        let known = self.known.line.as_ref().map(Line::len);
        let (proof, positions) = within(positions, |budget| {
            prove(&game.table, ruleset, known, budget)
        });
        self.known.positions += positions;
        if let Some(line) = proof.line {
            self.learn(line);
        }
        self.bound(proof.lower_bound, game);
    }

    fn bound(&mut self, lower_bound: LowerBound, game: &Game) {
        // A line is known, so there is a bound in moves.
        let lower_bound = lower_bound.moves().unwrap_or(0);
        // By hand, every card takes a move home.
        let away = match game.autoplay {
            Autoplay::None => Card::COUNT - game.table.foundations.iter().sum::<u8>() as usize,
            _ => 0,
        };
        self.known.lower_bound = self.known.lower_bound.max(lower_bound).max(away);
    }

    /// Keeps a line that wins, if it is the shortest so far.
    fn learn(&mut self, line: Line) {
        let is_shorter = |known: &Line| line.len() < known.len();
        if self.known.line.as_ref().is_none_or(is_shorter) {
            self.known.line = Some(line);
        }
    }
}

/// Runs a search with this many positions; also returns how many it expanded.
fn within<T>(positions: u64, search: impl FnOnce(&mut Budget) -> T) -> (T, u64) {
    let mut budget = Budget::unlimited();
    budget.limit_positions(positions);
    budget.bytes = BYTES;
    let found = search(&mut budget);
    (found, budget.expanded())
}
