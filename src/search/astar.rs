//! Weighted A* (Hart, Nilsson and Raphael, 1968) for one set of weights: it always expands the
//! position with the lowest f = g + w·h, whatever its depth.
//!
//! The evaluation is not admissible: it is far above the number of moves that a position still
//! needs. So the first line is found quickly, and is seldom the shortest. A position that is
//! generated again by a shorter path is not reopened, which would cost more than it gains.
//!
//! A *non-local* move, which takes no card from the cascade from which the last one took some,
//! costs more: on the way to a goal, a move mostly has to do with the one before (A. Junghanns and
//! J. Schaeffer, *Relevance cuts: localizing the search*, 1998). So the search goes on digging
//! where it began to. That cost is not passed on: only the last move of a path can have it. The
//! same goes for what a *steep* move costs besides: one with which f rises far, or is far above
//! that of a sibling generated before.
//!
//! Once f falls far with a move, the moves from other places wait, and so does one into a cell, if
//! they are not generated yet: the position goes back to the open list with a higher f. When it is
//! taken off with that, f falls far with almost every move, so it is then expanded place by place.
//! That is a *partial expansion* (T. Yoshizumi, T. Miura and T. Ishida, *A\* with partial expansion
//! for large branching factor problems*, 2000; A. Felner et al., *Partial-expansion A\* with
//! selective node generation*, 2012). Its successors are the same when its turn comes, and those
//! known by then change nothing. The moves that are good most often, those from the cascade where
//! the last one began, are generated first.
//!
//! When the open list runs dry, no position waits, every position that the generated moves can
//! reach has been expanded, and none is won: a proof, up to a collision of 128-bit hashes.

mod frontier;

use crate::heuristic::{Accumulator, Evaluator, Weights};
use crate::moves::{Line, Move, Place};
use crate::position::{Position, RootPosition};
use crate::position::{Successor, SuccessorVisitor};
use crate::ruleset::Ruleset;
use crate::search::budget::Budget;
use crate::search::outcome::{Outcome, StopReason};
use crate::search::path::line_to;
use crate::search::problem::Problem;
use crate::search::transposition::NodeId;
use frontier::{AStarNode, BoardId, Frontier, Materialized};

/// The rise of f above which a move is steep, how far its f may be above a sibling's before it is
/// steep as well (log: "steep moves", "moves behind their siblings"), and how far f must fall with
/// a move for others to wait (log: "moves that can wait"). All are in the scale of the first two
/// configurations; the others, where f changes less with a move, are better with them as well.
const STEEP: u32 = 95;
const BEHIND: u32 = 22;
const FALL: u32 = 36;
/// What a steep move costs besides, and how much higher f is when the turn of those that wait
/// comes (log: "moves behind their siblings").
const PUT_OFF: u32 = 500;

/// A search under way. Its memory serves one search after another.
#[derive(Default)]
pub struct AStar<const N: usize> {
    frontier: Frontier<N>,
    /// `None` before the first search.
    start: Option<Start<N>>,
}

/// A position being expanded, which visits its successors.
struct Expansion<'a, const N: usize, const ROOT: bool> {
    position: &'a Position<N, ROOT>,
    number: BoardId,
    /// The move that led to it; `None` at the root.
    last: Option<Move>,
    /// The number of moves from the root to a successor, and what these cost: if the last of them
    /// is local, and if not.
    depth: u16,
    costs: [u32; 2],
    /// The f with which the position left the open list, with whatever put it off; the one above
    /// which the move to the next successor is steep; and whether moves not generated yet wait.
    f: u32,
    steep: u32,
    waits: bool,
    accumulators: [Accumulator; N],
    start: &'a Start<N>,
    frontier: &'a mut Frontier<N>,
    /// A successor that is won.
    won: Option<NodeId>,
}

/// The problem of a search, and what it prepares once for it.
struct Start<const N: usize> {
    problem: Problem<N>,
    root: RootPosition<N>,
    node: NodeId,
    evaluator: Evaluator<false>,
}

impl<const N: usize> AStar<N> {
    /// Forgets everything and begins to search for a solution of a problem.
    pub fn begin(&mut self, problem: Problem<N>, weights: Weights) {
        let root = problem.root();
        self.frontier.nodes.begin();
        self.frontier.materialized.clear();
        self.frontier.open.clear();
        self.frontier.reserved = 0;
        let hash = root.hash(&problem.rules);
        let node = AStarNode::new(hash, BoardId::ROOT, 0, None);
        let nodes = &mut self.frontier.nodes;
        let found = nodes.find(hash);
        let node = found.unwrap_or_else(|vacancy| nodes.insert(vacancy, node));
        self.frontier.open.push(node, 0);
        self.start = Some(Start {
            root,
            node,
            evaluator: Evaluator::new(weights, &problem.table, &problem.rules, 0),
            problem,
        });
    }

    /// Begins the same problem again, with other weights.
    pub fn restart(&mut self, weights: Weights) {
        if let Some(start) = self.start.take() {
            self.begin(start.problem, weights);
        }
    }

    /// The problem that is searched, once a search has begun.
    pub fn problem(&self) -> Option<&Problem<N>> {
        self.start.as_ref().map(|start| &start.problem)
    }

    /// Searches until a line is found or no position is left, which proves that there is no line
    /// (up to a collision of hashes). Stops when it has expanded `positions` more or when the
    /// budget is spent. It can then be called again.
    pub fn run(&mut self, positions: u64, budget: &mut Budget) -> Outcome {
        let Some(start) = &self.start else {
            return Outcome::NoLine;
        };
        if start.problem.table.is_won() {
            return Outcome::Solved(Line::default());
        }
        let limit = budget.expanded.saturating_add(positions);
        while !self.frontier.open.is_empty() {
            if budget.expanded >= limit {
                return Outcome::Stopped(StopReason::Positions);
            }
            match self.expand_next(budget) {
                Ok(None) => {}
                Ok(Some(won)) => return Outcome::Solved(self.line(won)),
                Err(stop) => return Outcome::Stopped(stop),
            }
        }
        Outcome::NoLine
    }

    /// Searches on under other rulesets. Nothing that has been expanded is expanded again,
    /// unless [`AStar::requeue`] or [`AStar::restart`] says so.
    pub fn set_rulesets(&mut self, rulesets: [Ruleset; N]) {
        if let Some(Start { problem, .. }) = &mut self.start {
            problem.rules.set_rulesets(rulesets);
        }
    }

    /// Puts back on the open list the root and the expanded positions with an empty cascade. These
    /// may have new successors if the rulesets now in force allow more moves into empty cascades or
    /// by way of them.
    ///
    /// # Errors
    /// The system refuses the memory.
    pub fn requeue(&mut self) -> Result<(), StopReason> {
        let Some(start) = &self.start else {
            return Ok(());
        };
        let frontier = &mut self.frontier;
        frontier.reserved = 0;
        frontier.open.reserve(frontier.materialized.len() + 1)?;
        frontier.open.push(start.node, 0);
        let has_empty_cascade = |at: &&Materialized<N>| {
            let mut boards = at.position.boards.iter();
            boards.any(|board| board.empty_cascades() > 0)
        };
        for at in frontier.materialized.iter().filter(has_empty_cascade) {
            let depth = frontier.nodes.get(at.node).depth;
            let cost = start.evaluator.cost_of_moves(depth);
            let f = start.evaluator.evaluate(&at.position).estimate + cost;
            frontier.open.push(at.node, f as usize);
        }
        Ok(())
    }

    /// The number of positions generated.
    pub fn generated(&self) -> usize {
        self.frontier.nodes.len()
    }

    /// The line to the position with the most cards home on its first board, the shortest of
    /// several, and the number of these cards. `None` if no more than `exceeded` cards are home
    /// there; the root does not count.
    pub fn most_home(&self, exceeded: Option<u8>) -> Option<(u8, Line)> {
        let frontier = &self.frontier;
        let rank = |at: &&Materialized<N>| {
            let home = at.position.boards[0].cards_home();
            (home, u16::MAX - frontier.nodes.get(at.node).depth)
        };
        // Where a card went home, the position is materialized.
        let best = frontier.materialized.iter().max_by_key(rank)?;
        let home = rank(&best).0;
        let is_more = exceeded.is_none_or(|cards| home > cards);
        is_more.then(|| (home, self.line(best.node)))
    }

    /// Expands the next node of the open list; returns a successor that is won.
    fn expand_next(&mut self, budget: &mut Budget) -> Result<Option<NodeId>, StopReason> {
        // Memory is reserved before a node is taken off the open list, so that no node is lost
        // when the search stops.
        let frontier = &mut self.frontier;
        if frontier.reserved == 0 {
            frontier.reserve(budget.bytes)?;
        }
        budget.spend()?;
        frontier.reserved -= 1;
        let Some(start) = &self.start else {
            return Ok(None);
        };
        let Some((f, id)) = frontier.open.pop() else {
            return Ok(None);
        };
        let &AStarNode { board, last, .. } = frontier.nodes.get(id);
        // Only the root has no last move. It has a type of its own, as autoplay is pending there.
        let Some(mv) = last else {
            return Ok(frontier.expand(&start.root, BoardId::ROOT, id, f, start));
        };
        let (mut number, mut next) = (board, frontier.materialized[board.0 as usize]);
        if next.node != id {
            // It is materialized now, by the node's move from the position it was reached from.
            next.position.play(&start.problem.rules, mv);
            number = frontier.keep(next.position, id, board);
        }
        Ok(frontier.expand(&next.position, number, id, f, start))
    }

    /// The moves from the root to a node below it.
    fn line(&self, id: NodeId) -> Line {
        line_to(Some(id), |id| {
            let node = self.frontier.nodes.get(id?);
            let last = node.last?;
            // Every position on a line is materialized: those before the last to be expanded, and
            // that since it is won or was expanded itself.
            let materialized = &self.frontier.materialized;
            let parent = materialized[node.board.0 as usize].parent;
            let parent = materialized.get(parent.0 as usize);
            Some((last, parent.map(|parent| parent.node)))
        })
    }
}

impl<const N: usize> Frontier<N> {
    /// Visits the successors of a position, given its node and f; returns one that is won.
    #[inline(always)]
    fn expand<const ROOT: bool>(
        &mut self,
        position: &Position<N, ROOT>,
        number: BoardId,
        node: NodeId,
        f: usize,
        start: &Start<N>,
    ) -> Option<NodeId> {
        let &AStarNode { depth, last, .. } = self.nodes.get(node);
        let depth = depth.saturating_add(1);
        let (problem, evaluator) = (&start.problem, &start.evaluator);
        let cost = evaluator.cost_of_moves(depth);
        let mut expansion = Expansion {
            position,
            number,
            last,
            depth,
            costs: [cost, cost + evaluator.cost_of_non_local_move()],
            f: f as u32,
            // The root is not evaluated: from there, moves are compared with each other alone.
            steep: if ROOT { u32::MAX } else { f as u32 + STEEP },
            waits: false,
            accumulators: evaluator.accumulators(position),
            start,
            frontier: self,
            won: None,
        };
        position.visit_successors(&problem.rules, problem.pruning, &mut expansion);
        if expansion.waits {
            expansion.frontier.open.push(node, f + PUT_OFF as usize);
        }
        expansion.won
    }
}

impl<const N: usize, const ROOT: bool> SuccessorVisitor<N> for Expansion<'_, N, ROOT> {
    #[inline(always)]
    fn visit(&mut self, successor: Successor<N>, played: Option<&Position<N>>) {
        // Only the root has moves that may be barred, and only there is autoplay pending.
        if ROOT && !self.start.problem.may_begin_with(successor.mv) {
            return;
        }
        let rules = &self.start.problem.rules;
        // With one board, the hash of the boards is that of the position. With two, the order of
        // the cells matters as well, so the position has to be materialized.
        let hash = if N == 1 {
            successor.unordered_hash()
        } else {
            let position = successor.position(played, self.position, rules);
            position.hash(rules)
        };
        // A position that was generated before is dropped before time goes into its evaluation.
        let Err(vacancy) = self.frontier.nodes.find(hash) else {
            return;
        };
        let node = AStarNode::new(hash, self.number, self.depth, Some(successor.mv));
        let child = self.frontier.nodes.insert(vacancy, node);
        if let Some(&position) = played {
            self.frontier.keep(position, child, self.number);
        }
        // A position cannot be won unless cards went home, and then it was played. The other
        // successors are still visited, as the generator does not stop early.
        if played.is_some_and(Position::is_won) {
            self.won = self.won.or(Some(child));
        }
        let evaluation = self.start.evaluator.evaluate_successor(
            &self.accumulators,
            rules,
            self.position,
            &successor,
            played,
        );
        let is_non_local = |last| !successor.mv.has_source_of(last);
        let cost = self.costs[self.last.is_some_and(is_non_local) as usize];
        let f = evaluation.estimate + cost;
        let steep = (f > self.steep) as u32 * PUT_OFF;
        self.steep = self.steep.min(f + BEHIND);
        self.frontier.open.push(child, (f + steep) as usize);
        self.waits |= f + FALL < self.f;
    }

    #[inline(always)]
    fn wants_moves_from(&self, _: Place) -> bool {
        !self.waits
    }

    #[inline(always)]
    fn first_cascade(&self) -> usize {
        match self.last.map(Move::from) {
            Some(Place::Cascade(cascade)) => cascade as usize,
            _ => 0,
        }
    }
}
