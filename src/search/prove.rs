//! The proving search: A* with an admissible heuristic and w = 1, to the shortest line and
//! the proof that there is none shorter.
//!
//! Positions are expanded by f = g + h with h never above the number of moves still needed,
//! so when the lowest f of the open positions rises, every line that wins is known to have
//! at least so many moves. A position met again by a shorter way is opened again. Left out
//! are dominated moves ([`Pruning::Dominated`]), and positions that are proved to need too
//! many; and no position is taken for another, for whole hashes are compared. So what is
//! said here of a ruleset is proved for it.
//!
//! # The heuristic
//! On a board, the undisturbed cards of each cascade are a state of the relaxed game of
//! [`crate::bound`]; one pattern database, filled once, holds the removals that each state
//! still needs, and a removal is a move. A *blocked* tail adds to this: if one of its cards
//! lies above a smaller undisturbed card of its suit, then it cannot go home before a move
//! has moved it, and until then all the cascade's undisturbed cards stay. That move takes of
//! the undisturbed cards at most the run that ends in them. So take the last undisturbed run
//! off every cascade with a blocked tail: the relaxed game from there needs none of these
//! moves, one a cascade and all different, and loses nothing by the head start; its removals
//! are matched by other moves of the line. The heuristic is their number plus one for every
//! blocked tail, and admissible.
//!
//! The most numerous positions are those of the last f below the length of the line known,
//! so they are looked at more closely. One that cannot begin with a move that the heuristic
//! counts (`prove/next_move.rs`) is not stored. And when its turn to be expanded has come,
//! the relaxed game with tails is asked ([`BoardBound::may_win_in`]), which knows more and
//! takes as long as expanding a position: one that it refutes is not expanded. On deals
//! where it seldom refutes any, it is not asked again.
//!
//! # Two rulesets
//! For lines that have to win under two, positions are those of the relaxed game of
//! [`crate::search::both`], of which every such line is a line. A line needs as many moves as
//! each of its boards does, so the heuristic is the larger of theirs: admissible again. What
//! is proved is a bound alone; a line that wins the relaxed game need not win the real one.

mod next_move;
mod node;
mod node_table;

use std::mem::replace;

use arrayvec::ArrayVec;

use crate::board::Board;
use crate::bound::BoardBound;
use crate::moves::Line;
use crate::position::{AutoplayState, Position, Pruning, RootPosition, Rules};
use crate::position::{Successors, MAX_MOVES};
use crate::ruleset::Ruleset;
use crate::search::budget::{Budget, StopReason};
use crate::search::open_list::OpenList;
use crate::search::path::line_to;
use crate::search::relaxed::fewest_moves;
use crate::search::transposition::NodeId;
use crate::table::Table;
use node::{ProofNode, Provable};
use node_table::{Known, NodeTable, TableNode as _};

/// What is proved of a table under a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// No line that wins has fewer moves; `usize::MAX` if there is none at all.
    pub at_least: usize,
    /// A line of that many moves, if the search found one itself: a shortest.
    pub line: Option<Line>,
    /// Why the search stopped early, if it did.
    pub stop: Option<StopReason>,
}

/// How many states of the relaxed game are expanded for a bound to begin with: all, for
/// nearly every deal.
const STATES: usize = 30_000;

/// The relaxed games with tails are asked so often on trial, and then as long as they refute
/// at least one position in so many (row 28 of the table in `src/search/README.md`).
const TRIAL: u64 = 1000;
const WORTH_ASKING: u64 = 8;

/// Proves what it can about the shortest line from a table under a ruleset, within the
/// budget; the bound to begin with and the pattern database are prepared outside it.
/// `known` is the number of moves of a line that is known to win: none as long is searched
/// for, and [`Proof::at_least`] never exceeds it. Takes up to 10 million bytes beyond the
/// budget's for each ruleset, and up to 16 more for each time that a node is opened again.
pub fn prove(table: &Table, ruleset: Ruleset, known: Option<usize>, budget: &mut Budget) -> Proof {
    Prover::default().prove(table, ruleset, known, budget)
}

/// Proves how many moves a line has at least that wins under two rulesets which differ in
/// autoplay, as [`prove`] does for one. It finds no line.
pub fn prove_for_both(
    table: &Table,
    rulesets: [Ruleset; 2],
    known: Option<usize>,
    budget: &mut Budget,
) -> Proof {
    Prover::default().prove_for_both(table, rulesets, known, budget)
}

/// The memory of proofs, for one table after another.
#[derive(Default)]
pub struct Prover {
    alone: Memory<1>,
    joint: Memory<2>,
}

impl Prover {
    /// As [`prove`].
    pub fn prove(
        &mut self,
        table: &Table,
        ruleset: Ruleset,
        known: Option<usize>,
        budget: &mut Budget,
    ) -> Proof {
        search(&mut self.alone, table, [ruleset], known, budget)
    }

    /// As [`prove_for_both`].
    pub fn prove_for_both(
        &mut self,
        table: &Table,
        rulesets: [Ruleset; 2],
        known: Option<usize>,
        budget: &mut Budget,
    ) -> Proof {
        Proof {
            // It wins the relaxed game, and perhaps not the real one.
            line: None,
            ..search(&mut self.joint, table, rulesets, known, budget)
        }
    }
}

fn search<const N: usize>(
    memory: &mut Memory<N>,
    table: &Table,
    rulesets: [Ruleset; N],
    known: Option<usize>,
    budget: &mut Budget,
) -> Proof
where
    Position<N>: Provable<N>,
{
    let limit = known.unwrap_or(usize::MAX);
    let fewest = |ruleset: Ruleset| fewest_moves(table, ruleset.autoplay, STATES);
    let f = rulesets.into_iter().map(fewest).max().unwrap_or(0);
    if f >= limit || table.is_won() {
        return Proof {
            at_least: f.min(limit),
            line: (f < limit).then(Line::default),
            stop: None,
        };
    }
    let rules = Rules::new(table, rulesets);
    let root = Position::root(table, &rules);
    let mut search = Search {
        heuristics: rulesets.map(|ruleset| BoardBound::new(table, ruleset.autoplay)),
        root_hash: root.hash(&rules),
        rules,
        memory,
        asked: 0,
        refuted: 0,
        f,
        limit,
        won: None,
    };
    let stop = search.run(&root, budget).err();
    let won = search.won.filter(|_| stop.is_none());
    Proof {
        at_least: if stop.is_none() {
            search.limit
        } else {
            search.f
        },
        line: won.map(|won| search.line(won)),
        stop,
    }
}

/// The positions met below the root, and those of them that are open.
struct Memory<const N: usize>
where
    Position<N>: Provable<N>,
{
    nodes: NodeTable<ProofNode<N>>,
    open: OpenList,
}

impl<const N: usize> Default for Memory<N>
where
    Position<N>: Provable<N>,
{
    fn default() -> Self {
        Memory {
            nodes: NodeTable::default(),
            open: OpenList::default(),
        }
    }
}

/// A proving search: its positions, its heuristics, and how far it has come.
struct Search<'a, const N: usize>
where
    Position<N>: Provable<N>,
{
    rules: Rules<N>,
    /// One for each board.
    heuristics: [BoardBound; N],
    memory: &'a mut Memory<N>,
    root_hash: u128,
    /// How often the relaxed games with tails were asked, and refuted a position.
    asked: u64,
    refuted: u64,
    /// No open node has a lower f.
    f: usize,
    /// Lines of as many moves or more are of no interest.
    limit: usize,
    /// The node of the shortest win found.
    won: Option<NodeId>,
}

impl<const N: usize> Search<'_, N>
where
    Position<N>: Provable<N>,
{
    /// Searches until nothing of interest is open.
    fn run(&mut self, root: &RootPosition<N>, budget: &mut Budget) -> Result<(), StopReason> {
        self.memory.nodes.begin();
        self.memory.open.clear();
        self.f = self.f.max(self.moves(&root.boards));
        if self.f >= self.limit {
            return Ok(());
        }
        budget.spend()?;
        self.expand(root, NodeId::NONE, 0);
        while let Some((f, id)) = self.memory.open.pop() {
            if f >= self.limit {
                break;
            }
            self.f = f;
            let node = self.memory.nodes.get_mut(id);
            if replace(&mut node.is_open, false) {
                let (position, depth) = (node.position, node.depth);
                budget.spend()?;
                let left = f - depth as usize;
                let is_last = f + 1 == self.limit;
                if is_last && self.is_refuted(&position.boards, left) {
                    continue;
                }
                self.memory
                    .nodes
                    .reserve(MAX_MOVES, budget.bytes, 2 * OpenList::BYTES_PER_NODE)?;
                self.expand(&position, id, depth);
            }
        }
        Ok(())
    }

    /// The moves that the boards need at least.
    #[inline(always)]
    fn moves(&self, boards: &[Board; N]) -> usize {
        let each = self.heuristics.iter().zip(boards);
        each.map(|(heuristic, board)| heuristic.lower_bound(board))
            .max()
            .unwrap_or(0)
    }

    /// Whether a relaxed game is asked, and knows that its board cannot be won in so many
    /// moves.
    fn is_refuted(&mut self, boards: &[Board; N], moves: usize) -> bool {
        if self.asked >= TRIAL && self.refuted * WORTH_ASKING < self.asked {
            return false;
        }
        let mut each = self.heuristics.iter().zip(boards);
        let may_win = each.all(|(heuristic, board)| heuristic.may_win_in(board, moves));
        self.asked += 1;
        self.refuted += u64::from(!may_win);
        !may_win
    }

    /// Whether each board of a position that is to be won in so many moves has one to spare,
    /// or a legal one that its heuristic counts.
    fn has_next_move(&self, position: &Position<N>, moves: usize) -> bool {
        let boards = position.boards.iter().zip(&self.rules.rulesets);
        let mut each = self.heuristics.iter().zip(boards);
        each.all(|(heuristic, (board, &ruleset))| {
            next_move::is_left(heuristic, board, moves, &self.rules.root, ruleset)
        })
    }

    /// Meets what a position leads to.
    fn expand<S: AutoplayState>(&mut self, position: &Position<N, S>, id: NodeId, depth: u16) {
        let mut successors = Successors::default();
        position.generate(&self.rules, Pruning::Dominated, &mut successors);
        let mut nodes: ArrayVec<(ProofNode<N>, usize), MAX_MOVES> = ArrayVec::new();
        for successor in &successors.list[..] {
            let next = successors.position(successor, position, &self.rules);
            let next = next.representative();
            let f = depth as usize + 1 + self.moves(&next.boards);
            if f < self.limit {
                let node = ProofNode {
                    key: next.key(&self.rules),
                    position: next,
                    parent: id,
                    depth: depth + 1,
                    mv: successor.mv,
                    is_open: true,
                };
                nodes.push((node, f));
            }
        }
        let hashes = nodes.iter().map(|(node, _)| node.hash());
        self.memory.nodes.read_ahead(hashes);
        for (node, f) in nodes.drain(..) {
            self.meet(node, f);
        }
    }

    /// Opens a node with that f, or with the present one if that is higher. Leaves it out if
    /// its position is known by as short a way, or has no move to spare and none that counts.
    fn meet(&mut self, node: ProofNode<N>, f: usize) {
        if node.hash() == self.root_hash {
            return;
        }
        let (moves, is_won) = (node.depth as usize, node.position.is_won());
        let id = match self.memory.nodes.find(node.hash(), node.depth) {
            Known::AsShort => return,
            Known::Not(place) => {
                let left = f - moves;
                if f + 1 == self.limit && !is_won && !self.has_next_move(&node.position, left) {
                    return;
                }
                self.memory.nodes.insert(place, node)
            }
            Known::Longer(place) => self.memory.nodes.replace(place, node),
        };
        if is_won {
            self.won = Some(id);
            self.limit = moves;
        }
        self.memory.open.push(id, self.f.max(f));
    }

    /// The moves from the root to a node.
    fn line(&self, id: NodeId) -> Line {
        line_to(id, |id| {
            let node = (id != NodeId::NONE).then(|| self.memory.nodes.get(id))?;
            Some((node.mv, node.parent))
        })
    }
}
