//! The first line: several sets of weights take turns.
//!
//! Most deals fall to the first set within a hundred positions. Where it goes
//! astray it may go astray for long, and another set, climbed to on deals where it
//! does, seldom goes astray as well: so each gets a limited turn, and when all have
//! had theirs, the turns grow longer. Every turn begins anew; as turns grow
//! fourfold, that costs less than a third of all positions.
//!
//! Only moves that mean the same under every ruleset of supermoves are offered
//! at first. When all that these can reach has been seen without a win, or all
//! settings have had a turn in a game of one board, the others are offered too;
//! when those bring nothing either, the table is proved to have no line: nothing
//! is left out that could lose one, and no position is taken for another (see
//! [`crate::search::transposition`]).

use crate::heuristic::{Weights, WEIGHTS};
use crate::moves::Line;
use crate::position::{HashFn, Rules};
use crate::ruleset::Ruleset;
use crate::search::astar::{AStar, Problem, SearchResult};
use crate::search::budget::{Budget, StopReason};
use crate::table::Table;

/// What is known of a table after a search for a first line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A line that wins.
    Won {
        /// The line.
        line: Line,
        /// Whether every move of it means the same under every ruleset of
        /// supermoves.
        unambiguous: bool,
    },
    /// There is no line: a proof.
    Impossible,
    /// Neither was found within the budget.
    Unsolved(StopReason),
}

/// How much longer turns get from one round to the next.
const GROWTH: u64 = 4;

/// How many positions a first turn lasts, and by which weights. The first leaves
/// one deal in 45, the second one in 2,500, the third one in 8,000, the fourth one
/// in 30,000; a third of those have no line, so the last has the time to see all
/// there is in most such deals.
///
/// All but the last are climbed to as `lab tune first --turn` does it, the third and
/// the fourth for positions alone.
///
/// The lengths were set on deals 2,300,001 to 2,400,000 for the mean of positions,
/// and from the third on, on 1,000,001 to 3,000,000 so that none takes long. Two
/// deals that are reported on had a say: 94717719, for which the second set cannot
/// do the last one's work as well, and 687716, for which the last turn ends sooner.
pub const CONFIGS: [(u64, [u16; WEIGHTS]); 5] = [
    // Climbed to on deals 2,000,001 to 2,002,000, 2,100,001 to 2,103,000, 2,660,001
    // to 2,664,000 and 2,670,001 to 2,676,000.
    (
        900,
        [
            60, 17, 116, 43, 99, 122, 160, 42, 2, 44, 28, 16, 56, 0, 0, 0,
        ],
    ),
    // Climbed to on what is left of 2,000,001 to 2,250,000 and 1,000,001 to
    // 1,120,000: 2,600 to 3,000 deals at a time.
    (
        8000,
        [13, 2, 28, 21, 13, 24, 18, 0, 0, 14, 0, 12, 18, 2, 0, 0],
    ),
    // On 300 of those left by two turns of 2,000,001 to 2,400,000.
    (
        10_000,
        [20, 0, 22, 39, 0, 29, 40, 10, 0, 17, 7, 49, 14, 0, 0, 0],
    ),
    // On 1,000 left by the first turn of 2,000,001 to 2,050,000, from the last.
    (
        40_000,
        [8, 6, 30, 2, 0, 14, 30, 6, 8, 0, 10, 6, 18, 0, 0, 0],
    ),
    // Of sixty drawn at random, one of those that solve most of what the first
    // fails at, among 2,040,001 to 2,055,000: unlike all others.
    (
        250_000,
        [8, 6, 30, 0, 6, 0, 30, 6, 17, 0, 17, 4, 18, 0, 0, 0],
    ),
];

/// A search for a first line, which can be cut short and taken up again.
pub struct Portfolio<const N: usize> {
    problem: Problem<N>,
    /// The rulesets asked for; the problem's are strict at first.
    rulesets: [Ruleset; N],
    unambiguous: bool,
    /// Whose turn it is, and how much longer turns are than at first.
    setting: usize,
    factor: u64,
    /// The positions left in this turn; none when it has not begun.
    left: Option<u64>,
    /// How many settings in a row ran out of bytes.
    short_of_bytes: usize,
    /// The most cards home that any turn came to, and the line there.
    most_home: Option<(u8, Line)>,
}

impl<const N: usize> Portfolio<N> {
    /// The search for a line that wins under all the rulesets, one board each,
    /// with a hash that tells positions apart.
    pub fn new(table: &Table, rulesets: [Ruleset; N], hash: HashFn<N>) -> Portfolio<N> {
        let strict = rulesets.map(|ruleset| Ruleset::strict(ruleset.autoplay));
        Portfolio {
            problem: Problem::new(table, strict, hash),
            rulesets,
            unambiguous: true,
            setting: 0,
            factor: 1,
            left: None,
            short_of_bytes: 0,
            most_home: None,
        }
    }

    /// Where no line wins, the one found that brings most cards home.
    pub fn most_home(&self) -> Line {
        self.most_home
            .clone()
            .map_or_else(Line::default, |(_, line)| line)
    }

    /// Searches until there is an answer or the budget is spent. After giving
    /// up it can be called again, with the same memory, to search on.
    pub fn run(&mut self, search: &mut AStar<N>, budget: &mut Budget) -> Answer {
        loop {
            match self.take_turn(search, budget) {
                SearchResult::Won(line) => {
                    return Answer::Won {
                        line,
                        unambiguous: self.unambiguous,
                    }
                }
                SearchResult::Exhausted if self.is_full() => return Answer::Impossible,
                SearchResult::Exhausted => self.offer_doubtful_moves(),
                SearchResult::Stopped(StopReason::Positions)
                    if budget.expanded < budget.positions =>
                {
                    self.short_of_bytes = 0;
                    self.next_turn();
                }
                SearchResult::Stopped(StopReason::Bytes) if self.short_of_bytes < CONFIGS.len() => {
                    self.short_of_bytes += 1;
                    self.next_turn();
                }
                SearchResult::Stopped(stop) => return Answer::Unsolved(stop),
            }
        }
    }

    /// Lets the setting whose turn it is search on to the end of its turn.
    fn take_turn(&mut self, search: &mut AStar<N>, budget: &mut Budget) -> SearchResult {
        let (turn, weights) = CONFIGS[self.setting];
        if self.left.is_none() {
            search.begin(&self.problem, Weights::of(&weights));
        }
        let left = self.left.unwrap_or(turn.saturating_mul(self.factor));
        let before = budget.expanded;
        let end = search.run(&self.problem, before.saturating_add(left), budget);
        self.left = Some(left - (budget.expanded - before));
        if !matches!(end, SearchResult::Won(_)) {
            let known = self.most_home.as_ref().map(|(home, _)| *home);
            self.most_home = search.most_home(known).or(self.most_home.take());
        }
        end
    }

    fn next_turn(&mut self) {
        self.left = None;
        self.setting += 1;
        if self.setting == CONFIGS.len() {
            self.setting = 0;
            self.factor = self.factor.saturating_mul(GROWTH);
            // With several boards, lines of unambiguous moves are found late.
            if N == 1 {
                self.offer_doubtful_moves();
            }
        }
    }

    /// Whether every legal move is offered, or those held back would change nothing.
    fn is_full(&self) -> bool {
        self.problem.rules.rulesets == self.rulesets
    }

    /// Begins anew with all legal moves. Whose turn it was, and for how long,
    /// stays: there will be as many positions as before or more.
    fn offer_doubtful_moves(&mut self) {
        self.unambiguous &= self.is_full();
        self.problem.rules = Rules::new(&self.problem.table, self.rulesets);
        self.left = None;
    }
}
