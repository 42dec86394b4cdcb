//! The column's first three searches. They differ in which open position comes next; all of
//! them keep every position in memory.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, VecDeque};

use anyhow::{Context, Result};
use rustc_hash::FxBuildHasher;

use super::cost::{cost, Weights};
use crate::packed::board::{Board, Key};
use crate::packed::change::{Change, Packed};
use crate::packed::moves::Rules;
use crate::packed::storage::Stored;
use crate::staged::score::Score;
use shared::interrupt;

/// Why a search cannot begin.
const TOO_MUCH: &str = "cannot reserve that much memory";

/// The bytes that a stored position counts for: a little more than it takes, so that a limit on
/// memory gives the same results as when positions were larger.
const NODE_BYTES: usize = 128;

/// Which open position is expanded next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The first one found.
    Breadth,
    /// The last one found.
    Depth,
    /// The one with the least score + depth, the first found among equals: A*,
    /// though its score is no lower bound.
    Best,
    /// The one with the least cost by these weights, the last found among equals.
    Greedy(Weights),
}

#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub strategy: Strategy,
    /// Whether a position seen before is skipped. The column means to do so, but its closed
    /// set compares objects rather than their contents, and never finds one.
    pub distinct: bool,
    pub rules: Rules,
    /// The longest path, in moves, if it is bounded.
    pub depth: Option<u32>,
    /// The number of positions that may be stored.
    pub most: usize,
}

impl Plan {
    fn reopens(&self) -> bool {
        self.strategy == Strategy::Best || self.depth.is_some()
    }

    /// The bytes that each stored position costs, tables and lists included.
    pub fn bytes_per_position(strategy: Strategy, distinct: bool) -> usize {
        // What a place among the open positions counts for; known answers depend on it.
        let open = match strategy {
            Strategy::Breadth => 0,
            Strategy::Depth => 4,
            Strategy::Best | Strategy::Greedy(_) => 8,
        };
        // A hash table may be a little over half empty, and has a byte a slot.
        let seen = if distinct {
            16 * (size_of::<(Key, u32)>() + 1) / 7
        } else {
            0
        };
        // The list of open positions may have twice the places it needs, and is copied as it grows.
        const { assert!(size_of::<Node>() + 3 * size_of::<u32>() <= NODE_BYTES) };
        NODE_BYTES + open + seen
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Solved(Vec<Packed>),
    /// Every position was expanded, but the bound on depth cut something off.
    Depth,
    /// Every position was expanded: there is no solution.
    Exhausted,
    Memory,
    Interrupted,
}

/// The counts of a search at one depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layer {
    /// Moves that led to this depth: what the column counts.
    pub moves: u64,
    /// Positions that were new there.
    pub positions: u64,
}

/// A stored position and how it was reached.
struct Node {
    position: Stored,
    parent: u32,
    depth: u32,
    led_here: Option<Packed>,
}

pub struct Search {
    plan: Plan,
    nodes: Vec<Node>,
    /// The open positions of each cost, by their places among the stored ones.
    open: BTreeMap<i32, VecDeque<u32>>,
    seen: HashMap<Key, u32, FxBuildHasher>,
    layers: Vec<Layer>,
    /// The position that is expanded.
    board: Board,
    cut: bool,
    full: bool,
}

impl Search {
    /// A search from a position. The memory for positions is reserved here, so that it cannot
    /// grow later.
    ///
    /// # Errors
    /// The machine does not have that much memory.
    pub fn new(mut root: Board, plan: Plan) -> Result<Search> {
        let mut search = Search {
            plan,
            nodes: Vec::new(),
            open: BTreeMap::new(),
            seen: HashMap::default(),
            layers: vec![Layer::default()],
            board: root.clone(),
            cut: false,
            full: false,
        };
        let most = plan.most.max(1);
        search.nodes.try_reserve_exact(most).context(TOO_MUCH)?;
        if plan.distinct {
            search.seen.try_reserve(most).context(TOO_MUCH)?;
            search.seen.insert(root.key().0, 0);
        }
        search.store(0, 0, None);
        Ok(search)
    }

    /// The counts at depth 0, 1, 2, …
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    pub fn stored(&self) -> usize {
        self.nodes.len()
    }

    /// Searches to the end; `report` is called with the number of positions stored so far.
    pub fn run(&mut self, mut report: impl FnMut(usize)) -> Outcome {
        if self.board.is_won() {
            return Outcome::Solved(Vec::new());
        }
        while let Some(next) = self.next() {
            if let Some(solved) = self.expand(next) {
                return Outcome::Solved(solved);
            }
            if self.full {
                return Outcome::Memory;
            }
            if interrupt::interrupted() {
                return Outcome::Interrupted;
            }
            report(self.nodes.len());
        }
        if self.cut {
            Outcome::Depth
        } else {
            Outcome::Exhausted
        }
    }

    /// Takes the position that is expanded next.
    fn next(&mut self) -> Option<u32> {
        let mut equals = self.open.first_entry()?;
        let next = match self.plan.strategy {
            Strategy::Depth | Strategy::Greedy(_) => equals.get_mut().pop_back(),
            Strategy::Breadth | Strategy::Best => equals.get_mut().pop_front(),
        };
        if equals.get().is_empty() {
            equals.remove();
        }
        next
    }

    /// Expands a position; the moves to a win if one of its successors is won.
    fn expand(&mut self, parent: u32) -> Option<Vec<Packed>> {
        let node = &self.nodes[parent as usize];
        let depth = node.depth + 1;
        self.board.restore(&node.position);
        let moves = self.plan.rules.list(&self.board);
        if self.layers.len() <= depth as usize {
            self.layers.push(Layer::default());
        }
        for each in moves {
            self.layers[depth as usize].moves += 1;
            if self.board.wins(each) {
                let mut moves = self.moves_to(parent);
                moves.push(each.packed());
                return Some(moves);
            }
            self.consider(each, parent, depth);
        }
        None
    }

    /// Opens a successor, unless it was seen before or lies too deep.
    fn consider(&mut self, each: Change, parent: u32, depth: u32) {
        if self.plan.distinct {
            let (key, _) = self.board.key_after(each);
            if !self.is_better(key, depth) {
                return;
            }
        }
        if self.plan.depth.is_some_and(|bound| depth >= bound) {
            self.cut = true;
        } else if self.nodes.len() >= self.plan.most {
            self.full = true;
        } else {
            let undo = self.board.make(each);
            self.store(parent, depth, Some(each.packed()));
            self.board.undo(each, undo);
        }
    }

    /// Whether the position is new, or was seen at the end of longer paths only
    /// and the shorter one matters: for A*, and under a bound on the depth.
    fn is_better(&mut self, key: Key, depth: u32) -> bool {
        if self.seen.len() >= self.plan.most {
            self.full = true;
            return false;
        }
        match self.seen.entry(key) {
            Entry::Vacant(place) => {
                place.insert(depth);
                self.layers[depth as usize].positions += 1;
                true
            }
            Entry::Occupied(mut before) => {
                let better = self.plan.reopens() && depth < *before.get();
                if better {
                    before.insert(depth);
                }
                better
            }
        }
    }

    fn store(&mut self, parent: u32, depth: u32, led_here: Option<Packed>) {
        let cost = match self.plan.strategy {
            Strategy::Best => {
                let score = Score::new(&self.board, self.plan.rules.cells as u32);
                score.value() + depth as i32
            }
            Strategy::Greedy(weights) => cost(&self.board, &weights),
            Strategy::Breadth | Strategy::Depth => 0,
        };
        let index = self.nodes.len() as u32;
        self.open.entry(cost).or_default().push_back(index);
        self.nodes.push(Node {
            position: self.board.store(),
            parent,
            depth,
            led_here,
        });
    }

    fn moves_to(&self, node: u32) -> Vec<Packed> {
        let mut moves = Vec::new();
        let mut node = &self.nodes[node as usize];
        while let Some(each) = node.led_here {
            moves.push(each);
            node = &self.nodes[node.parent as usize];
        }
        moves.reverse();
        moves
    }
}

#[cfg(test)]
mod tests {
    use freecell::table::Table;

    use super::*;

    fn plan(strategy: Strategy, distinct: bool) -> Plan {
        Plan {
            strategy,
            distinct,
            rules: Rules::default(),
            depth: None,
            most: 100_000,
        }
    }

    /// Two queens under their own kings: four cards go home, two of them after
    /// the king on them moved.
    fn endgame() -> Board {
        Board::from_table(&Table::build(&["QC KC", "QD KD"], "").unwrap())
    }

    #[test]
    fn breadth_first_search_finds_the_fewest_moves_and_the_others_a_win() {
        for strategy in [Strategy::Breadth, Strategy::Depth, Strategy::Best] {
            let mut search = Search::new(endgame(), plan(strategy, true)).unwrap();
            let Outcome::Solved(moves) = search.run(|_| ()) else {
                panic!("{strategy:?} solves it");
            };
            let mut board = endgame();
            for &each in &moves {
                board.make(board.change(each));
            }
            assert!(board.is_won());
            assert!(moves.len() == 6 || moves.len() > 6 && strategy != Strategy::Breadth);
        }
    }

    #[test]
    fn the_bound_on_depth_never_cuts_a_shorter_path() {
        for strategy in [Strategy::Breadth, Strategy::Depth, Strategy::Best] {
            for (depth, solved) in [(5, false), (6, true)] {
                let plan = Plan {
                    depth: Some(depth),
                    ..plan(strategy, true)
                };
                let end = Search::new(endgame(), plan).unwrap().run(|_| ());
                assert_eq!(
                    matches!(end, Outcome::Solved(_)),
                    solved,
                    "{strategy:?} {depth}"
                );
            }
        }
    }
}
