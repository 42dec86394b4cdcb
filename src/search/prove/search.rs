//! A proving search under way: its heuristic, and which positions it drops.
//!
//! # The heuristic
//! The undisturbed cards of a board's cascades are a state of the counting relaxation of
//! [`crate::bound`]. A pattern database, filled once, holds the number of costed moves that each
//! state still needs. A line that wins contains at least that many moves, so this number is
//! admissible.
//!
//! A built run is *self-blocking* if one of its cards lies above a smaller undisturbed card of
//! its suit. That card must go home after the smaller one, so before that a move has to take it
//! elsewhere. Until this move, all undisturbed cards of the cascade stay where they are, and the
//! move takes along at most the last run of them. So each self-blocking run adds one move, and
//! the state that is looked up is the one without the undisturbed runs below them. None of the
//! moves added takes a card that this state still has. So the other moves of the line still
//! contain a line of the relaxation from it, and the sum is admissible. A board does not notice all
//! such runs ([`Cascade::is_self_blocking`](crate::board::Cascade::is_self_blocking)); counting too
//! few keeps it admissible.
//!
//! # Which positions are dropped
//! A generated position is dropped at once if its f is not below the length of the shortest line
//! known, if there is one (`prove/candidates.rs`), or if it was reached before by a path no longer
//! than the new one, as the root always was (`Search::expand`). (With two boards, a root whose
//! cells are in another order than in the canonical form is not recognized and gets a node, which
//! does no harm.)
//!
//! Most others lie in the *final f-layer*, where f is one below that length. They are not stored,
//! but searched depth first as soon as they are found (`prove/final_layer.rs`). If f is the
//! position's own g + h, a shorter line through it has no *slack*, that is, no move to waste: its
//! next move must lower h (with two boards, that of the board which sets h). One more test there
//! decides on searching it, another on expanding, and a third on the moves.
//!
//! * When a position is generated: if none of its legal moves lowers h (`prove/next_move.rs`), it
//!   is dropped.
//! * When its turn to be expanded comes: a stronger bound ([`BoardBound::may_win_in`]) may refute
//!   it, and then it is not expanded. This bound takes about as long as an expansion, so after a
//!   thousand positions it is given up as soon as it has refuted too few of them.
//! * When it is expanded, only moves off the cascades that can lower h are generated
//!   (`prove/candidates.rs`).

use arrayvec::ArrayVec;

use super::candidates::{Candidates, Kept};
use super::final_layer::{FinalLayer, Found};
use super::forecast::{Forecast, Start};
use super::memory::{Memory, OpenNode, Step};
use super::next_move;
use super::{shortest, Proof};
use crate::board::Board;
use crate::bound::{BoardBound, CascadeSum};
use crate::moves::{Line, Move};
use crate::position::{Position, Pruning, Rules};
use crate::position::{Successor, Successors, MAX_MOVES};
use crate::ruleset::Ruleset;
use crate::search::budget::{Budget, Layer};
use crate::search::outcome::{LowerBound, StopReason};
use crate::table::Table;

/// The number of positions on which the stronger bound is consulted in any case (log: "built runs
/// as long as they refute").
const MIN_CONSULTED: u64 = 1000;
/// From then on it is consulted as long as it refutes at least one position in this many.
const REFUTED_ONE_IN: u64 = 8;

/// A proving search under way, or one that has ended.
pub(super) struct Search<const N: usize> {
    table: Table,
    rules: Rules<N>,
    /// One for each board.
    heuristics: [BoardBound; N],
    pub(super) memory: Memory<N>,
    root_hash: u128,
    /// Whether the root has been expanded.
    has_begun: bool,
    /// The positions on which the stronger bound was consulted, and those it refuted.
    consulted: u64,
    refuted: u64,
    /// The lowest f of an open node.
    f: usize,
    /// The layer under way, and the memory that it may take.
    layer: Option<usize>,
    forecast: Forecast,
    /// The length of the shortest line known; only shorter ones are searched for.
    limit: Option<usize>,
    /// What is being expanded.
    final_layer: FinalLayer<N>,
    /// The shortest line found.
    won: Option<Line>,
}

impl<const N: usize> Search<N> {
    /// A search that has not begun, with the root's lower bound and the length of the line that is
    /// known.
    pub(super) fn new(
        table: &Table,
        rulesets: [Ruleset; N],
        root_bound: usize,
        limit: Option<usize>,
        memory: Memory<N>,
    ) -> Search<N> {
        let rules = Rules::new(table, rulesets);
        Search {
            table: table.clone(),
            heuristics: rulesets.map(|ruleset| BoardBound::new(table, ruleset.autoplay)),
            root_hash: Position::root(table, &rules).hash(&rules),
            rules,
            memory,
            has_begun: false,
            consulted: 0,
            refuted: 0,
            f: root_bound,
            layer: None,
            forecast: Forecast::default(),
            limit,
            final_layer: FinalLayer::new(),
            won: None,
        }
    }

    pub(super) fn is_for(&self, table: &Table, rulesets: [Ruleset; N]) -> bool {
        self.table == *table && self.rules.rulesets == rulesets
    }

    /// Takes into account that a line of this length is known.
    pub(super) fn learn_upper_bound(&mut self, known: Option<usize>) {
        if let Some(moves) = known.filter(|&moves| !self.is_too_long(moves)) {
            self.limit = Some(moves);
            self.final_layer.clear();
            self.won = None;
        }
    }

    /// Searches, and says what is proved by then.
    pub(super) fn proof(&mut self, budget: &mut Budget) -> Proof {
        let stop = self.run(budget).err();
        let line = self.won.clone().filter(|_| stop.is_none());
        Proof {
            lower_bound: match stop {
                Some(_) => LowerBound::Moves(self.f),
                // If no line is known, none exists: the open list ran dry.
                None => shortest(self.limit),
            },
            line,
            stop,
        }
    }

    /// Searches until no open node can lead to a line below the limit.
    fn run(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        if !self.has_begun {
            self.begin(budget)?;
        }
        let mut layer = None;
        self.search_final_layer(budget)?;
        while let Some((f, node)) = self.memory.open.pop() {
            // No open node has a lower f. So any line still to be found has f moves or more,
            // and if that is not below the limit, the line known is a shortest.
            if self.is_too_long(f) {
                break;
            }
            if layer != Some(f) {
                layer = Some(f);
                budget.begin_layer(self.begin_layer(f));
            }
            self.f = f;
            let OpenNode {
                ref position,
                id,
                depth,
            } = node;
            if self.memory.nodes.get(id).depth != depth {
                continue;
            }
            if let Err(stop) = self.memory.afford_node(budget) {
                // It is expanded when the search goes on.
                self.memory.open.push(node, f);
                return Err(stop);
            }
            // In other layers the stronger bound costs more time than it saves (log: "built runs in
            // proofs").
            if self.is_final(f) && self.is_refuted(&position.boards, f - depth as usize) {
                continue;
            }
            self.final_layer.begin(id, depth);
            self.expand(position, depth, f);
            self.search_final_layer(budget)?;
        }
        Ok(())
    }

    /// Expands what was found in the final layer below the node expanded last, and all that is
    /// found below that.
    fn search_final_layer(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        while !self.final_layer.is_empty() {
            budget.spend()?;
            // There is no final layer without a limit.
            let (Some(limit), Some(found)) = (self.limit, self.final_layer.pop()) else {
                break;
            };
            let (position, depth, f) = (found.position, found.depth, limit - 1);
            if !self.is_refuted(&position.boards, f - depth as usize) {
                self.expand(&position, depth, f);
            }
        }
        Ok(())
    }

    /// The layer of that f, one of whose nodes was taken off the open list.
    #[cold]
    fn begin_layer(&mut self, f: usize) -> Layer {
        let bytes = self.memory.bytes();
        // A search that goes on does so in the layer in which it stopped.
        if self.layer != Some(f) {
            self.layer = Some(f);
            let open = self.memory.open.len(f) + 1;
            let is_last = self.limit == Some(f + 2);
            self.forecast.begin(Start {
                bytes,
                open,
                is_last,
            });
        }
        Layer {
            moves: f,
            bytes,
            forecast: self.forecast.end(),
        }
    }

    /// Expands the root. It has a type of its own, since no autoplay has been done there, so it is
    /// expanded apart from the others, and has no node.
    fn begin(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        self.memory.begin();
        let root = Position::root(&self.table, &self.rules);
        self.f = self.f.max(self.moves(&root.boards));
        if self.is_too_long(self.f) {
            return Ok(());
        }
        budget.spend()?;
        self.has_begun = true;
        self.expand(&root, 0, self.f);
        Ok(())
    }

    /// Whether a line of `f` moves is no shorter than the one known.
    #[inline(always)]
    fn is_too_long(&self, f: usize) -> bool {
        self.limit.is_some_and(|limit| f >= limit)
    }

    /// Whether a line of `f` moves is one shorter than the one known.
    #[inline(always)]
    fn is_final(&self, f: usize) -> bool {
        self.limit == Some(f + 1)
    }

    /// The heuristic: the moves that the boards need at least.
    #[inline(always)]
    fn moves(&self, boards: &[Board; N]) -> usize {
        let each = self.heuristics.iter().zip(boards);
        each.map(|(heuristic, board)| heuristic.least_moves(board))
            .max()
            .unwrap_or(0)
    }

    /// Whether the stronger bound is consulted and proves that a board needs more moves.
    fn is_refuted(&mut self, boards: &[Board; N], moves: usize) -> bool {
        // Too few refutations to pay for its time. No counter changes any more, so this holds
        // for the rest of the search.
        if self.consulted >= MIN_CONSULTED && self.refuted * REFUTED_ONE_IN < self.consulted {
            return false;
        }
        // A line has to win on every board, so one board that needs more moves is enough.
        let mut each = self.heuristics.iter().zip(boards);
        let may_win = each.all(|(heuristic, board)| heuristic.may_win_in(board, moves));
        self.consulted += 1;
        self.refuted += u64::from(!may_win);
        !may_win
    }

    /// Whether each board has slack, or a legal move that lowers its heuristic, in a position
    /// that is to be won in a number of moves. In the final layer, a single board has no slack;
    /// of two boards, the one that needs fewer moves may have some.
    fn has_useful_move(
        &self,
        position: &Position<N>,
        sums: &[CascadeSum; N],
        moves: usize,
    ) -> bool {
        let boards = position.boards.iter().zip(sums).zip(&self.rules.rulesets);
        let mut each = self.heuristics.iter().zip(boards);
        each.all(|(heuristic, ((board, &sum), &ruleset))| {
            next_move::has_useful_move(heuristic, board, sum, moves, &self.rules.root, ruleset)
        })
    }

    /// Generates the successors of a position of that depth and f. Stores and opens those of
    /// interest; those of the final layer are to be searched next.
    fn expand<const ROOT: bool>(&mut self, position: &Position<N, ROOT>, depth: u16, least: usize) {
        let depth = depth + 1;
        let limit = self.limit.unwrap_or(usize::MAX);
        let mut kept = Kept::default();
        let (heuristics, rules) = (&self.heuristics, &self.rules);
        let mut candidates = Candidates::new(
            heuristics,
            rules,
            position,
            depth as usize,
            limit,
            &mut kept,
        );
        position.visit_successors(rules, Pruning::Dominated, &mut candidates);
        let Kept { successors, fs } = &kept;
        let mut hashes: ArrayVec<u128, MAX_MOVES> = ArrayVec::new();
        for successor in &successors.list {
            hashes.push(if N == 1 {
                // It does not depend on the order of the cells.
                successor.unordered_hash()
            } else {
                self.position(successors, successor, position).hash(rules)
            });
        }
        self.memory.nodes.prefetch(hashes.iter().copied());
        for ((successor, &(f, ref sums)), &hash) in successors.list.iter().zip(fs).zip(&hashes) {
            // The heuristic may be inconsistent. A line through this position is one through its
            // parent, so the parent's f is a bound for it as well (pathmax).
            let f = f.max(least);
            // Back at the root, which is not in the table: its path of no moves is the shortest.
            // Or no longer below the limit, as one of the successors before is won.
            if hash == self.root_hash || self.is_too_long(f) {
                continue;
            }
            let is_final = self.is_final(f);
            if is_final && self.memory.recent.contains(hash, depth) {
                continue;
            }
            let Some(probe) = self.memory.nodes.find(hash, depth) else {
                // Whatever this path leads to, the one in the table leads to as soon.
                continue;
            };
            let next = self.position(successors, successor, position);
            let mv = successor.mv;
            if next.is_won() {
                self.win(depth, mv);
            } else if is_final {
                self.memory.recent.insert(hash, depth);
                // In the final layer the next move must lower h. If no legal move does, then
                // the position needs more moves than are left.
                if self.has_useful_move(&next, sums, f - depth as usize) {
                    self.final_layer.push(Found {
                        position: next,
                        depth,
                        mv,
                    });
                }
            } else {
                let parent = self.final_layer.node();
                self.memory
                    .insert(probe, &next, f, Step { parent, depth, mv });
            }
        }
    }

    /// A move from the position that is being expanded wins, after fewer moves than the line known
    /// has. From now on only lines shorter still are of interest.
    #[cold]
    fn win(&mut self, moves: u16, last: Move) {
        let mut line = self.memory.line(self.final_layer.node());
        self.final_layer.complete(&mut line);
        line.push(last);
        self.won = Some(line);
        self.limit = Some(moves as usize);
        self.final_layer.clear();
    }

    /// The position that a successor stands for. Of several boards, the cells are in order:
    /// equivalent positions must have the same hash, so that the table finds them.
    #[inline(always)]
    fn position<const ROOT: bool>(
        &self,
        successors: &Successors<N>,
        successor: &Successor<N>,
        before: &Position<N, ROOT>,
    ) -> Position<N> {
        let next = successors.position(successor, before, &self.rules);
        if N > 1 {
            next.with_cells_in_order()
        } else {
            next
        }
    }
}
