//! How hard a table is to win, as a search sees it.
//!
//! People call a deal hard when the way to win is narrow: few of the first moves win, and what
//! follows them is hard to see. One number stands for both here, the *effort*: the logarithm
//! of the positions to a first line, averaged over the table itself and the tables that its
//! legal moves lead to. A move after which no line is found within [`LIMIT`] positions counts
//! with that limit. The mean of about ten searches depends less on luck than one search does.
//!
//! The *level* says which tenth of Microsoft's deals need that effort under `safe`, from 1,
//! the easiest, to 10. [macroxue's page](https://github.com/macroxue/freecell) rates deals from
//! 1 to 10 too, by the length of its first line under `all`: for the deals 1 to 100, whose
//! numbers on both scales are in `fixtures/difficulty.txt`, the rank correlation (Spearman's)
//! is 0.49. A long line is not always hard to find.
//!
//! The *places to spare* are the cells and empty cascades that are free at the narrowest point
//! of the first line, and so the number of cards that could still be put aside there.
//! They say how little a player may waste, but hardly bear on the other scale (correlation
//! −0.15), and so do not enter the level. The fewest cells with which a deal can be won, which
//! George Heineman's column asks for, would be exact, and takes a search of its own.

use std::ops::RangeInclusive;

use crate::moves::Line;
use crate::referee::Game;
use crate::ruleset::Ruleset;
use crate::search::budget::Budget;
use crate::search::outcome::Outcome;
use crate::search::portfolio::Portfolio;
use crate::search::problem::Problem;
use crate::table::Table;

/// The most positions of each search.
pub const LIMIT: u64 = 20_000;

/// The nine deciles of the effort, over the deals 2,000,001 to 2,001,000.
const TENTHS: [f64; 9] = [5.42, 5.55, 5.66, 5.77, 5.90, 6.05, 6.21, 6.49, 7.01];

/// The difficulty of winning a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difficulty {
    /// The mean, over the table and those after its legal moves, of the binary logarithm of
    /// the positions to a first line, from 0 to that of [`LIMIT`].
    pub effort: f64,
    /// The number of legal moves.
    pub moves: usize,
    /// The number of legal moves after which a line was found.
    pub winning: usize,
    /// The fewest cells and empty cascades that are free at any time in the first line, from 0
    /// to 12; `None` if no line was found for the table itself.
    pub spare: Option<usize>,
}

impl Difficulty {
    /// Rates a table.
    ///
    /// ```
    /// use freecell::{deal, difficulty::Difficulty, Ruleset};
    ///
    /// let rate = |deal| Difficulty::new(&deal::microsoft(deal).unwrap(), Ruleset::default());
    /// assert!(rate(1941).level() > rate(10913).level());
    /// ```
    pub fn new(table: &Table, ruleset: Ruleset) -> Difficulty {
        let mut portfolio = Portfolio::<1>::default();
        let mut search = |table: &Table| {
            let mut budget = Budget::limited(LIMIT, usize::MAX);
            let outcome = portfolio.run(Problem::new(table, [ruleset]), &mut budget);
            let (line, positions) = match outcome {
                Outcome::Solved(found) => (Some(found.line), budget.expanded()),
                _ => (None, LIMIT),
            };
            (line, (positions.max(1) as f64).log2())
        };
        let game = Game::new(table.clone(), ruleset);
        let moves = game.legal_moves();
        let (line, mut sum) = search(table);
        let mut winning = 0;
        for &mv in &moves {
            let mut game = game.clone();
            if game.play(mv).is_ok() {
                let (line, effort) = search(game.table());
                winning += usize::from(line.is_some());
                sum += effort;
            }
        }
        let moves = moves.len();
        let effort = sum / (moves + 1) as f64;
        Difficulty {
            effort,
            moves,
            winning,
            spare: line.map(|line| fewest_free(game, &line)),
        }
    }

    /// The levels that there are.
    pub const LEVELS: RangeInclusive<u8> = 1..=10;

    /// The level, one of [`Difficulty::LEVELS`].
    pub fn level(self) -> u8 {
        let harder_than = TENTHS.iter().filter(|&&tenth| self.effort > tenth);
        1 + harder_than.count() as u8
    }
}

/// The fewest cells and empty cascades that are free at any time in a line.
fn fewest_free(mut game: Game, line: &Line) -> usize {
    let free = |table: &Table| table.free_cells() + table.empty_cascades();
    let mut fewest = free(game.table());
    for mv in line {
        if game.play(mv).is_ok() {
            fewest = fewest.min(free(game.table()));
        }
    }
    fewest
}
