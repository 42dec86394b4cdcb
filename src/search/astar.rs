//! Weighted A* (Hart, Nilsson and Raphael, 1968) for one set of weights: f = g + w·h, the
//! most promising position next, whatever its depth.
//!
//! The evaluation is not admissible: it is far above the moves that a position still needs,
//! so the first line found is quick to find and not the shortest. A position met again by
//! a shorter way is not opened again, which would cost more than it mends.
//!
//! When the open list runs dry, every position that the generated moves can reach has been
//! expanded, and none is won: a proof, up to a collision of 128-bit hashes.

use std::mem::size_of;

use crate::heuristic::{Accumulator, Evaluator, Weights};
use crate::moves::{Line, Move, MoveList};
use crate::position::{AutoplayState, Position, Pruning, RootPosition, Rules};
use crate::position::{Successor, SuccessorVisitor, MAX_MOVES};
use crate::ruleset::Ruleset;
use crate::search::budget::{Budget, StopReason};
use crate::search::open_list::OpenList;
use crate::search::path::line_to;
use crate::search::transposition::{Node, NodeId, TranspositionTable};
use crate::table::Table;

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchResult {
    /// It found a line that wins.
    Won(Line),
    /// It has nothing left to expand and met nothing that is won. What that proves is up
    /// to the search: see [`AStar::run`] and [`crate::search::beam`].
    Exhausted,
    /// It stopped early.
    Stopped(StopReason),
}

/// What is searched: from which table, by which rules and moves.
pub struct Problem<const N: usize> {
    /// The table from which the search begins.
    pub table: Table,
    /// The rules of the game.
    pub rules: Rules<N>,
    /// Which legal moves are generated.
    pub pruning: Pruning,
    /// The moves that a line must not begin with.
    pub excluded_first_moves: MoveList,
}

impl<const N: usize> Problem<N> {
    /// A problem with the moves that are not dominated.
    pub fn new(table: &Table, rulesets: [Ruleset; N]) -> Problem<N> {
        Problem {
            table: table.clone(),
            rules: Rules::new(table, rulesets),
            pruning: Pruning::Dominated,
            excluded_first_moves: MoveList::new(),
        }
    }

    /// The same problem for lines that begin with none of these moves.
    #[must_use]
    pub fn excluding_first_moves(mut self, excluded: &MoveList) -> Problem<N> {
        self.excluded_first_moves = excluded.clone();
        self
    }

    /// Whether a line may begin with a move.
    pub fn may_begin_with(&self, mv: Move) -> bool {
        !self.excluded_first_moves.contains(&mv)
    }
}

/// A search under way; its memory serves one search after another.
#[derive(Default)]
pub struct AStar<const N: usize> {
    frontier: Frontier,
    /// The positions expanded below the root.
    expanded: Vec<Expanded<N>>,
    /// What the search began with; none before the first one.
    start: Option<Start<N>>,
    /// The lowest estimate of a position expanded, and how many have been expanded since.
    lowest: u32,
    since_lowest: u64,
}

/// The positions met, and those of them still to be expanded.
#[derive(Default)]
struct Frontier {
    nodes: TranspositionTable<AStarNode>,
    open: OpenList,
}

/// A position being expanded: it meets what the moves lead to.
struct Expansion<'a, const N: usize, S> {
    position: &'a Position<N, S>,
    number: ExpandedId,
    /// The number of moves from the root to a successor, and what these cost.
    depth: u16,
    cost: u32,
    accumulators: [Accumulator; N],
    evaluator: &'a Evaluator<false>,
    problem: &'a Problem<N>,
    frontier: &'a mut Frontier,
    /// A successor that is won.
    won: Option<NodeId>,
}

struct Start<const N: usize> {
    root: RootPosition<N>,
    node: NodeId,
    evaluator: Evaluator<false>,
}

/// A position met. Only about one in ten is ever expanded, so its position is made when it
/// is.
struct AStarNode {
    /// The halves of the position's hash, low and high: a `u128` would align the node to
    /// 16 bytes.
    hash: [u64; 2],
    /// The position it was reached from.
    parent: ExpandedId,
    /// The number of moves from the root.
    depth: u16,
    /// The last of them; without meaning at the root.
    mv: Move,
}

#[cfg(test)]
const _: () = assert!(size_of::<AStarNode>() == 24);

/// An expanded position: 0 for the root, 1 for the first one below it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ExpandedId(u32);

impl ExpandedId {
    const ROOT: ExpandedId = ExpandedId(0);

    /// The place among the positions expanded below the root, if it is one of them.
    #[inline(always)]
    fn below_root(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

struct Expanded<const N: usize> {
    position: Position<N>,
    node: NodeId,
}

impl AStarNode {
    #[inline(always)]
    fn new(hash: u128, parent: ExpandedId, depth: u16, mv: Move) -> AStarNode {
        AStarNode {
            hash: [hash as u64, (hash >> 64) as u64],
            parent,
            depth,
            mv,
        }
    }
}

impl Node for AStarNode {
    #[inline(always)]
    fn hash(&self) -> u128 {
        (self.hash[1] as u128) << 64 | self.hash[0] as u128
    }
}

impl<const N: usize> AStar<N> {
    /// Forgets everything and begins at a problem's table.
    pub fn begin(&mut self, problem: &Problem<N>, weights: Weights) {
        let root = Position::root(&problem.table, &problem.rules);
        self.expanded.clear();
        self.lowest = u32::MAX;
        self.since_lowest = 0;
        self.frontier.nodes.begin();
        self.frontier.open.clear();
        let hash = root.hash(&problem.rules);
        let node = AStarNode::new(hash, ExpandedId::ROOT, 0, Move::none());
        let node = self.frontier.meet(node).unwrap_or(NodeId::NONE);
        self.frontier.open.push(node, 0);
        self.start = Some(Start {
            root,
            node,
            evaluator: Evaluator::new(weights, &problem.table, &problem.rules, 0),
        });
    }

    /// Searches until a line is found, nothing is left (a proof that there is none, up to a
    /// collision of hashes), the budget is spent or so many positions of it are, or the last
    /// `patience` of them have brought no lower estimate. When it stopped early it can be
    /// called again.
    pub fn run(
        &mut self,
        problem: &Problem<N>,
        expanded: u64,
        patience: u64,
        budget: &mut Budget,
    ) -> SearchResult {
        if problem.table.is_won() {
            return SearchResult::Won(Line::default());
        }
        while !self.frontier.open.is_empty() {
            if budget.expanded >= expanded || self.since_lowest >= patience {
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

    /// Opens again what may lead further by rules that differ in what may move into
    /// empty cascades or by way of them: the positions that have one, and the root.
    pub fn reopen(&mut self) {
        let Some(start) = &self.start else {
            return;
        };
        self.since_lowest = 0;
        let Frontier { nodes, open } = &mut self.frontier;
        open.push(start.node, 0);
        let has_empty_cascade = |expanded: &&Expanded<N>| {
            let mut boards = expanded.position.boards.iter();
            boards.any(|board| board.empty_cascades() > 0)
        };
        for Expanded { position, node } in self.expanded.iter().filter(has_empty_cascade) {
            let cost = start.evaluator.cost_of_moves(nodes.get(*node).depth);
            let f = start.evaluator.evaluate(position).estimate + cost;
            open.push(*node, f as usize);
        }
    }

    /// How many positions have been met.
    pub fn met(&self) -> usize {
        self.frontier.nodes.len()
    }

    /// The shortest line to one of the positions expanded below the root that have most
    /// cards home on their first board, if those cards are more than `known`; with their
    /// number.
    pub fn most_home(&self, known: Option<u8>) -> Option<(u8, Line)> {
        let rank = |expanded: &&Expanded<N>| {
            let home = expanded.position.boards[0].cards_home();
            (
                home,
                u16::MAX - self.frontier.nodes.get(expanded.node).depth,
            )
        };
        let best = self.expanded.iter().max_by_key(rank)?;
        let home = rank(&best).0;
        let is_more = known.is_none_or(|known| home > known);
        is_more.then(|| (home, self.line(best.node)))
    }

    /// Expands the node that comes next; returns a won one that it leads to.
    fn expand_next(
        &mut self,
        problem: &Problem<N>,
        budget: &mut Budget,
    ) -> Result<Option<NodeId>, StopReason> {
        // Room is made before a node is taken off the open list, so that none is lost when
        // the search stops. While the positions move, the old ones, half as many, are there
        // as well.
        let held = 3 * self.expanded.len() * size_of::<Expanded<N>>();
        let left = budget.bytes.saturating_sub(held);
        self.frontier
            .nodes
            .reserve(MAX_MOVES, left, OpenList::BYTES_PER_NODE)?;
        budget.spend()?;
        let Some(start) = &self.start else {
            return Ok(None);
        };
        let evaluator = &start.evaluator;
        let Some((f, id)) = self.frontier.open.pop() else {
            return Ok(None);
        };
        let &AStarNode {
            parent, depth, mv, ..
        } = self.frontier.nodes.get(id);
        let estimate = (f as u32).saturating_sub(evaluator.cost_of_moves(depth));
        self.since_lowest += 1;
        if estimate < self.lowest && depth > 0 {
            self.lowest = estimate;
            self.since_lowest = 0;
        }
        if depth == 0 {
            let number = ExpandedId::ROOT;
            let root = &start.root;
            return Ok(self.frontier.expand(root, number, 0, evaluator, problem));
        }
        match parent.below_root() {
            None => {
                let position = start.root.after(&problem.rules, mv);
                self.expanded.push(Expanded { position, node: id });
            }
            Some(index) => {
                // Played where it is kept, so that it is not copied once more.
                let position = self.expanded[index].position;
                self.expanded.push(Expanded { position, node: id });
                let last = self.expanded.len() - 1;
                self.expanded[last].position.play(&problem.rules, mv);
            }
        }
        let number = ExpandedId(self.expanded.len() as u32);
        let position = &self.expanded[self.expanded.len() - 1].position;
        let frontier = &mut self.frontier;
        Ok(frontier.expand(position, number, depth, evaluator, problem))
    }

    /// The moves from the root to a node below it.
    fn line(&self, id: NodeId) -> Line {
        line_to(Some(id), |id| {
            let node = self.frontier.nodes.get(id?);
            let parent = node.parent.below_root();
            Some((node.mv, parent.map(|index| self.expanded[index].node)))
        })
    }
}

impl Frontier {
    /// Adds a node, unless its position was met before.
    #[inline(always)]
    fn meet(&mut self, node: AStarNode) -> Option<NodeId> {
        match self.nodes.find(node.hash()) {
            Ok(_) => None,
            Err(vacancy) => Some(self.nodes.insert(vacancy, node)),
        }
    }

    /// Meets what a position's moves lead to; returns a won one.
    #[inline(always)]
    fn expand<const N: usize, S: AutoplayState>(
        &mut self,
        position: &Position<N, S>,
        number: ExpandedId,
        depth: u16,
        evaluator: &Evaluator<false>,
        problem: &Problem<N>,
    ) -> Option<NodeId> {
        let depth = depth.saturating_add(1);
        let mut expansion = Expansion {
            position,
            number,
            depth,
            cost: evaluator.cost_of_moves(depth),
            accumulators: evaluator.accumulators(position),
            evaluator,
            problem,
            frontier: self,
            won: None,
        };
        position.visit_successors(&problem.rules, problem.pruning, &mut expansion);
        expansion.won
    }
}

impl<const N: usize, S: AutoplayState> SuccessorVisitor<N> for Expansion<'_, N, S> {
    #[inline(always)]
    fn visit(&mut self, successor: Successor<N>, played: Option<&Position<N>>) {
        // Autoplay is pending at the root alone.
        if !S::IS_DONE && !self.problem.may_begin_with(successor.mv) {
            return;
        }
        let rules = &self.problem.rules;
        let hash = if N == 1 {
            successor.unordered_hash()
        } else {
            let position = successor.position(played, self.position, rules);
            position.hash(rules)
        };
        let node = AStarNode::new(hash, self.number, self.depth, successor.mv);
        let Some(child) = self.frontier.meet(node) else {
            return;
        };
        if played.is_some_and(Position::is_won) {
            self.won = self.won.or(Some(child));
        }
        let evaluation = self.evaluator.evaluate_successor(
            &self.accumulators,
            rules,
            self.position,
            &successor,
            played,
        );
        let f = (evaluation.estimate + self.cost) as usize;
        self.frontier.open.push(child, f);
    }
}
