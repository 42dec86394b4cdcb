//! A* for one set of weights: f = g + w·h, whichever position looks best next.
//!
//! The estimates used here are far above what a board still needs, so the
//! first line found is quick to find and not the shortest. A position met again
//! by a shorter way is not opened again: that costs more than it mends.
//!
//! When the open list runs dry, every position that the offered moves can reach
//! has been expanded, and none is won.

use std::mem::size_of;

use crate::heuristic::{Evaluator, Weights};
use crate::moves::Line;
use crate::position::{HashFn, Position, Pruning, Rules, Successors, MAX_MOVES};
use crate::ruleset::Ruleset;
use crate::search::budget::{Budget, StopReason};
use crate::search::open_list::OpenList;
use crate::search::transposition::TranspositionTable;
use crate::table::Table;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchResult {
    /// It found a line that wins.
    Won(Line),
    /// It saw every position that can be reached, and none is won.
    Exhausted,
    /// It was cut short.
    Stopped(StopReason),
}

/// What is searched: from which table, by which rules and moves.
pub struct Problem<const N: usize> {
    /// The table from which the search begins.
    pub table: Table,
    /// The rules of the game.
    pub rules: Rules<N>,
    /// Which legal moves are offered.
    pub pruning: Pruning,
    /// What A* tells positions apart by. On a single board the loose hash is as
    /// good as the whole one; on several, no proof may rely on it.
    pub hash: HashFn<N>,
}

impl<const N: usize> Problem<N> {
    /// A problem with the moves that are not dominated.
    pub fn new(table: &Table, rulesets: [Ruleset; N], hash: HashFn<N>) -> Problem<N> {
        Problem {
            table: table.clone(),
            rules: Rules::new(table, rulesets),
            pruning: Pruning::Dominated,
            hash,
        }
    }
}

/// A search under way; its memory serves one search after another.
#[derive(Default)]
pub struct AStar<const N: usize> {
    nodes: TranspositionTable,
    /// The positions expanded, with the numbers of their nodes.
    expanded: Vec<(Position<N>, u32)>,
    open: OpenList,
    /// None before the first search.
    evaluator: Option<Evaluator>,
    /// What the moves of the position lead to that is expanded.
    successors: Successors<N>,
}

impl<const N: usize> AStar<N> {
    /// Begins anew, at a problem's table.
    pub fn begin(&mut self, problem: &Problem<N>, weights: Weights) {
        self.evaluator = Some(Evaluator::new(weights, &problem.table, &problem.rules, 0));
        let root = Position::root(&problem.table, &problem.rules);
        self.nodes.begin((problem.hash)(&root, &problem.rules));
        self.expanded.clear();
        self.open.clear();
        self.open.push(0, 0);
    }

    /// Searches on until a line is found, nothing is left, or the budget is
    /// spent or `expanded` positions of it are. After a cut it can be called
    /// again.
    pub fn run(
        &mut self,
        problem: &Problem<N>,
        expanded: u64,
        budget: &mut Budget,
    ) -> SearchResult {
        if problem.table.is_won() {
            return SearchResult::Won(Line::default());
        }
        while !self.open.is_empty() {
            if budget.expanded >= expanded {
                return SearchResult::Stopped(StopReason::Positions);
            }
            match self.expand_next(problem, budget) {
                Ok(None) => {}
                Ok(Some(won)) => return SearchResult::Won(self.line(won)),
                Err(stop) => return SearchResult::Stopped(stop),
            }
        }
        SearchResult::Exhausted
    }

    /// How many positions have been met.
    pub fn met(&self) -> usize {
        self.nodes.len()
    }

    /// The shortest line to one of the positions expanded that have most cards
    /// home on their first board, to the root only if there is no other, if
    /// those cards are more than `known`; with their number.
    pub fn most_home(&self, known: Option<u8>) -> Option<(u8, Line)> {
        let rank = |(position, number): &(Position<N>, u32)| {
            let home = position.boards[0].cards_home();
            let depth = self.nodes.get(*number).depth;
            (home, depth > 0, u16::MAX - depth)
        };
        let best = self.expanded.iter().max_by_key(|each| rank(each))?;
        let home = rank(best).0;
        let is_more = known.is_none_or(|known| home > known);
        is_more.then(|| (home, self.line(best.1)))
    }

    /// Expands the node that comes next; returns the number of a won one that
    /// it leads to.
    fn expand_next(
        &mut self,
        problem: &Problem<N>,
        budget: &mut Budget,
    ) -> Result<Option<u32>, StopReason> {
        let rules = &problem.rules;
        // Before anything is taken off the open list, lest it be lost. While the
        // positions move, the old ones, half as many, are there as well.
        let held = 3 * self.expanded.len() * size_of::<(Position<N>, u32)>();
        let left = budget.bytes.saturating_sub(held);
        self.nodes.reserve(MAX_MOVES, left)?;
        budget.spend()?;
        let (Some(number), Some(evaluator)) = (self.open.pop(), &self.evaluator) else {
            return Ok(None);
        };
        let position = self.materialized(number, problem);
        let parent = self.expanded.len() as u32;
        self.expanded.push((position, number));
        // At the root something may be left for autoplay, which any move sets
        // going, even one that would otherwise change nothing.
        let autoplay_done = number != 0;
        let pruning = problem.pruning.if_autoplay_done(autoplay_done);
        let depth = self.nodes.get(number).depth.saturating_add(1);
        let cost = evaluator.of_moves(depth);
        let accumulator = evaluator.accumulator(&position);
        // The hash of several boards tells more than what is lifted.
        position.generate(
            rules,
            pruning,
            autoplay_done && N == 1,
            &mut self.successors,
        );
        for successor in &self.successors.list[..] {
            let materialized = self.successors.materialized(successor);
            let hash = match materialized {
                Some(position) => (problem.hash)(position, rules),
                None => successor.unordered_hash(),
            };
            if let Some(child) = self.nodes.add(hash, parent, depth, successor.mv) {
                if materialized.is_some_and(Position::is_won) {
                    return Ok(Some(child));
                }
                let evaluation =
                    evaluator.of_successor(&accumulator, rules, &position, successor, materialized);
                self.open.push(child, (evaluation.estimate + cost) as usize);
            }
        }
        Ok(None)
    }

    /// A node's position.
    fn materialized(&self, number: u32, problem: &Problem<N>) -> Position<N> {
        let rules = &problem.rules;
        if number == 0 {
            return Position::root(&problem.table, rules);
        }
        let node = self.nodes.get(number);
        let mut position = self.expanded[node.parent as usize].0;
        // The root is as it was given; below it, autoplay has always been done.
        position.play(rules, node.mv, node.parent != 0);
        position
    }

    /// The moves from the root to a node.
    fn line(&self, number: u32) -> Line {
        let mut line = Line::default();
        let mut node = self.nodes.get(number);
        while node.depth > 0 {
            line.push(node.mv);
            node = self.nodes.get(self.expanded[node.parent as usize].1);
        }
        line.reverse();
        line
    }
}
