//! A* for one set of weights: f = g + w·h, whichever position looks best next.
//!
//! The estimates used here are far above what a board still needs, so the
//! first line found is quick to find and not the shortest. A position met again
//! by a shorter way is not opened again: that costs more than it mends.
//!
//! When the open list runs dry, every position that the offered words can reach
//! has been expanded, and none is won.

use crate::heuristic::{Estimate, Weights};
use crate::position::{Position, Pruning, Rules, MOST_WORDS};
use crate::search::budget::{Budget, Cut};
use crate::search::nodes::{Node, Nodes};
use crate::search::open::Open;
use crate::table::Table;
use crate::word::{Line, Word};

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It found a line that wins.
    Won(Line),
    /// It saw every position that can be reached, and none is won.
    Exhausted,
    /// It was cut short.
    Cut(Cut),
}

/// What is searched: from which table, by which rules and words.
pub struct Problem<const N: usize> {
    /// The table from which the search begins.
    pub table: Table,
    /// The rules of the game.
    pub rules: Rules<N>,
    /// Which legal words are offered.
    pub pruning: Pruning,
}

/// A search under way; its memory serves one search after another.
#[derive(Default)]
pub struct AStar<const N: usize> {
    nodes: Nodes<N>,
    open: Open,
    estimate: Estimate,
}

impl<const N: usize> AStar<N> {
    /// Begins anew, at a problem's table.
    pub fn begin(&mut self, problem: &Problem<N>, weights: Weights) {
        self.estimate = Estimate::new(weights, &problem.table, &problem.rules);
        let root = Position::root(&problem.table, &problem.rules);
        self.nodes.begin(root, &problem.rules);
        self.open.clear();
        self.open.push(0, 0);
    }

    /// Searches on until a line is found, nothing is left, or the budget is
    /// spent or `expanded` positions of it are. After a cut it can be called
    /// again.
    pub fn run(&mut self, problem: &Problem<N>, expanded: u64, budget: &mut Budget) -> End {
        if self.nodes.get(0).position.is_won() {
            return End::Won(Line::default());
        }
        while !self.open.is_empty() {
            if budget.expanded >= expanded {
                return End::Cut(Cut::Positions);
            }
            match self.expand_next(problem, budget) {
                Ok(None) => {}
                Ok(Some(won)) => return End::Won(self.nodes.line(won)),
                Err(cut) => return End::Cut(cut),
            }
        }
        End::Exhausted
    }

    /// How many positions have been met.
    pub fn met(&self) -> usize {
        self.nodes.len()
    }

    /// The shortest line to one of the positions met that have most cards home
    /// on their first board, if those are more than `known`; with their number.
    pub fn most_home(&self, known: Option<u8>) -> Option<(u8, Line)> {
        let (home, number) = self.nodes.most_home();
        known
            .is_none_or(|known| home > known)
            .then(|| (home, self.nodes.line(number)))
    }

    /// Expands the node that comes next; returns the number of a won one that
    /// it leads to.
    #[inline(always)]
    fn expand_next(
        &mut self,
        problem: &Problem<N>,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Cut> {
        let rules = &problem.rules;
        // Before anything is taken off the open list, lest it be lost.
        self.nodes.reserve(MOST_WORDS, budget.bytes, rules)?;
        budget.spend()?;
        let Some(number) = self.open.pop() else {
            return Ok(None);
        };
        let node = *self.nodes.get(number);
        let last = if node.reversible {
            Some(node.word)
        } else {
            None
        };
        // At the root something may be left for autoplay, which any word sets
        // going, even one that would otherwise change nothing.
        let pruning = if number == 0 {
            Pruning::None
        } else {
            problem.pruning
        };
        let words = node.position.words(rules, pruning, last);
        let base = self.estimate.base(&node.position);
        let mut index = 0;
        while index < words.len() {
            let word = words[index];
            index += 1;
            let Some(child) = self.add_child(&node, number, word, rules) else {
                continue;
            };
            let position = &self.nodes.get(child).position;
            if position.is_won() {
                return Ok(Some(child));
            }
            let foreseen = if number == 0 {
                None
            } else {
                self.estimate.foreseen(&base, rules, &node.position, word)
            };
            let outlook = match foreseen {
                Some(outlook) => outlook,
                None => self.estimate.of(position),
            };
            let f = outlook.estimate + self.estimate.of_words(node.depth.saturating_add(1));
            self.open.push(child, f as usize);
        }
        Ok(None)
    }

    /// Plays a word on a node's position and adds the result, unless it is known.
    #[inline(always)]
    fn add_child(
        &mut self,
        node: &Node<N>,
        number: u32,
        word: Word,
        rules: &Rules<N>,
    ) -> Option<u32> {
        let mut position = node.position;
        // The root is as it was given; below it, autoplay has always been done.
        let done = position.play(rules, word, number != 0);
        let child = Node {
            position,
            parent: number,
            depth: node.depth.saturating_add(1),
            word,
            reversible: !done,
        };
        self.nodes.add(child, rules)
    }
}
