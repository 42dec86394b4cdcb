//! A portfolio of configurations, run in time slices, for a first line.
//!
//! Most deals fall to the first configuration within a hundred positions. Where it goes
//! astray it may go astray for long, and another one, tuned on deals where it does, seldom
//! goes astray as well. So each runs for a limited slice, or until it has come no closer to a
//! win for long; and when all have run, the slices grow longer. The idea is that of
//! portfolios of solvers, as fc-solve and the solvers of SAT competitions use it. Every slice
//! begins the search again; as slices grow fourfold, that costs less than a third of all
//! positions.
//!
//! Only moves that mean the same under every ruleset of supermoves are allowed at first.
//! When all configurations of a game of one board have run, the ambiguous ones are allowed
//! too. So they are when all has been seen that the others reach; as they need an empty
//! cascade, the search goes on from the positions that have one. When that brings nothing
//! either, the table is proved to have no line: nothing is left out that could lose one, and
//! no position is taken for another unless 128-bit hashes collide (see
//! [`crate::search::transposition`]).

use crate::moves::{Line, MoveList};
use crate::position::Rules;
use crate::ruleset::{Capacity, Ruleset};
use crate::search::astar::{AStar, Problem, SearchResult};
use crate::search::budget::{Budget, StopReason};
use crate::search::weights::CONFIGS;
use crate::table::Table;

/// What is known of a table after a search for a first line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A line that wins.
    Won {
        /// The line.
        line: Line,
        /// Whether every move of it means the same under every ruleset of supermoves.
        unambiguous: bool,
    },
    /// There is no line: a proof.
    Impossible,
    /// Neither was found within the budget.
    Unsolved(StopReason),
}

/// How much longer slices get from one round to the next.
const GROWTH: u64 = 4;

/// The configuration that comes first where cards move one by one (row 23 of the table in
/// `src/search/README.md`). Lines are longer then, and a configuration to which a move
/// costs much gets nowhere.
const SINGLE_CARDS: usize = 4;

/// A search for a first line, which can stop and be resumed.
pub struct Portfolio<const N: usize> {
    problem: Problem<N>,
    /// The rulesets asked for; the problem's are strict at first.
    rulesets: [Ruleset; N],
    /// Whether the moves allowed mean the same under every ruleset of supermoves.
    unambiguous: bool,
    /// Which configuration runs, and how much longer slices are than at first.
    config: usize,
    factor: u64,
    /// The positions left in this slice; none when it has not begun.
    left: Option<u64>,
    /// How many configurations in a row ran out of bytes.
    short_of_bytes: usize,
    /// The most cards home that any slice came to, and the line there.
    most_home: Option<(u8, Line)>,
}

impl<const N: usize> Portfolio<N> {
    /// The search for a line that wins under all the rulesets, one board each.
    pub fn new(table: &Table, rulesets: [Ruleset; N]) -> Portfolio<N> {
        Portfolio::excluding_first_moves(table, rulesets, &MoveList::new())
    }

    /// The same search for a line that begins with none of these moves.
    pub fn excluding_first_moves(
        table: &Table,
        rulesets: [Ruleset; N],
        excluded: &MoveList,
    ) -> Portfolio<N> {
        let strict = rulesets.map(Ruleset::strictly);
        Portfolio {
            problem: Problem::new(table, strict).excluding_first_moves(excluded),
            rulesets,
            unambiguous: true,
            config: if rulesets[0].capacity == Capacity::One {
                SINGLE_CARDS
            } else {
                0
            },
            factor: 1,
            left: None,
            short_of_bytes: 0,
            most_home: None,
        }
    }

    /// Whether this is the search that [`Portfolio::excluding_first_moves`] would begin.
    pub fn is_for(&self, table: &Table, rulesets: [Ruleset; N], excluded: &MoveList) -> bool {
        self.rulesets == rulesets
            && self.problem.excluded_first_moves == *excluded
            && self.problem.table == *table
    }

    /// Where no line wins, the one found that brings most cards home.
    pub fn most_home(&self) -> Line {
        self.most_home
            .clone()
            .map_or_else(Line::default, |(_, line)| line)
    }

    /// Searches until there is an answer or the budget is spent. If it is unsolved, it can be
    /// called again, with the same memory, to resume the search.
    pub fn run(&mut self, search: &mut AStar<N>, budget: &mut Budget) -> Answer {
        loop {
            match self.run_slice(search, budget) {
                SearchResult::Won(line) => {
                    return Answer::Won {
                        line,
                        unambiguous: self.unambiguous,
                    }
                }
                SearchResult::Exhausted if self.allows_all_moves() => return Answer::Impossible,
                SearchResult::Exhausted => {
                    self.allow_ambiguous_moves();
                    search.reopen();
                }
                SearchResult::Stopped(StopReason::Positions)
                    if budget.expanded < budget.positions =>
                {
                    self.short_of_bytes = 0;
                    self.next_config();
                }
                SearchResult::Stopped(StopReason::Bytes) if self.short_of_bytes < CONFIGS.len() => {
                    self.short_of_bytes += 1;
                    self.next_config();
                }
                SearchResult::Stopped(stop) => return Answer::Unsolved(stop),
            }
        }
    }

    /// Runs the current configuration until its slice is spent.
    fn run_slice(&mut self, search: &mut AStar<N>, budget: &mut Budget) -> SearchResult {
        let config = &CONFIGS[self.config];
        if self.left.is_none() {
            search.begin(&self.problem, config.weights);
        }
        let slice = config.slice.saturating_mul(self.factor);
        let left = self.left.unwrap_or(slice);
        let before = budget.expanded;
        let patience = config.patience.saturating_mul(self.factor);
        let result = search.run(&self.problem, before.saturating_add(left), patience, budget);
        self.left = Some(left - (budget.expanded - before));
        if !matches!(result, SearchResult::Won(_)) {
            let known = self.most_home.as_ref().map(|(home, _)| *home);
            self.most_home = search.most_home(known).or(self.most_home.take());
        }
        result
    }

    fn next_config(&mut self) {
        self.left = None;
        self.config += 1;
        if self.config == CONFIGS.len() {
            self.config = 0;
            self.factor = self.factor.saturating_mul(GROWTH);
            // With several boards, lines of unambiguous moves are found late.
            if N == 1 {
                self.allow_ambiguous_moves();
            }
        }
    }

    /// Whether every legal move is allowed, or those held back would change nothing.
    fn allows_all_moves(&self) -> bool {
        self.problem.rules.rulesets == self.rulesets
    }

    /// Allows all legal moves.
    fn allow_ambiguous_moves(&mut self) {
        self.unambiguous &= self.allows_all_moves();
        self.problem.rules = Rules::new(&self.problem.table, self.rulesets);
    }
}
