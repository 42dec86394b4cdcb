//! The column's first three searches. They differ in which open position comes
//! next, and share their fate: every position stays in memory.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};

use anyhow::{Context, Result};
use rustc_hash::FxBuildHasher;

use crate::moves::Rules;
use crate::position::{Key, Move, Position};
use crate::score::score;
use freecell::tools::interrupt;

/// Why a search cannot begin.
const TOO_MUCH: &str = "cannot reserve that much memory";

/// Which open position is looked at next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The first one found.
    Breadth,
    /// The last one found.
    Depth,
    /// The one with the least score + depth, the first found among equals: A*,
    /// though its score is no lower bound.
    Best,
}

/// What to search and how far.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The order.
    pub strategy: Strategy,
    /// Whether a position met before is passed over. The column means to, but
    /// its closed set compares objects rather than what they hold, and never
    /// finds one.
    pub distinct: bool,
    /// The moves.
    pub rules: Rules,
    /// The longest path, in moves, if it is bounded.
    pub depth: Option<u32>,
    /// How many positions may be stored.
    pub most: usize,
}

impl Plan {
    fn reopens(&self) -> bool {
        self.strategy == Strategy::Best || self.depth.is_some()
    }

    /// The bytes that each stored position costs, tables and lists included.
    pub fn bytes_per_position(strategy: Strategy, distinct: bool) -> usize {
        let open = match strategy {
            Strategy::Breadth => 0,
            Strategy::Depth => size_of::<u32>(),
            Strategy::Best => size_of::<(Reverse<i32>, Reverse<u32>)>(),
        };
        // A hash table may be a little over half empty, and has a byte a slot.
        let met = if distinct {
            16 * (size_of::<(Key, u32)>() + 1) / 7
        } else {
            0
        };
        size_of::<Node>() + open + met
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With these moves.
    Solved(Vec<Move>),
    /// Nothing is left to look at, but the depth's bound cut something off.
    Depth,
    /// Nothing is left to look at: there is no solution.
    Exhausted,
    /// No more positions may be stored.
    Memory,
    /// Someone asked to stop.
    Interrupted,
}

/// What a search counted at one depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layer {
    /// Moves that led to this depth: what the column counts.
    pub moves: u64,
    /// Positions that were new there.
    pub positions: u64,
}

/// A stored position and how it was reached.
struct Node {
    position: Position,
    parent: u32,
    depth: u32,
    led_here: Option<Move>,
}

/// A search with everything it stores.
pub struct Search {
    plan: Plan,
    nodes: Vec<Node>,
    open: Open,
    met: HashMap<Key, u32, FxBuildHasher>,
    layers: Vec<Layer>,
    cut: bool,
    full: bool,
}

impl Search {
    /// A search from a position. Its memory is reserved here, so that it cannot
    /// grow later.
    ///
    /// # Errors
    /// When the machine does not have that much.
    pub fn new(root: Position, plan: Plan) -> Result<Search> {
        let mut search = Search {
            plan,
            nodes: Vec::new(),
            open: Open::new(plan.strategy, plan.most)?,
            met: HashMap::default(),
            layers: vec![Layer::default()],
            cut: false,
            full: false,
        };
        let most = plan.most.max(1);
        search.nodes.try_reserve_exact(most).context(TOO_MUCH)?;
        if plan.distinct {
            search.met.try_reserve(most).context(TOO_MUCH)?;
            search.met.insert(root.set_key(), 0);
        }
        search.store(Node {
            position: root,
            parent: 0,
            depth: 0,
            led_here: None,
        });
        Ok(search)
    }

    /// What was counted at depth 0, 1, 2, …
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// How many positions are stored.
    pub fn stored(&self) -> usize {
        self.nodes.len()
    }

    /// Searches to the end, telling now and then how many positions are stored.
    pub fn run(&mut self, mut seen: impl FnMut(usize)) -> End {
        while let Some(next) = self.open.next(self.nodes.len()) {
            if let Some(solved) = self.expand(next) {
                return End::Solved(solved);
            }
            if self.full {
                return End::Memory;
            }
            if interrupt::interrupted() {
                return End::Interrupted;
            }
            seen(self.nodes.len());
        }
        if self.cut {
            End::Depth
        } else {
            End::Exhausted
        }
    }

    /// Looks at a position's successors; the moves if one of them is won.
    fn expand(&mut self, parent: u32) -> Option<Vec<Move>> {
        let Node {
            position, depth, ..
        } = &self.nodes[parent as usize];
        let (position, depth) = (position.clone(), depth + 1);
        let mut moves = Vec::new();
        self.plan.rules.moves(&position, &mut moves);
        if self.layers.len() <= depth as usize {
            self.layers.push(Layer::default());
        }
        for each in moves {
            self.layers[depth as usize].moves += 1;
            let mut position = position.clone();
            position.make(each);
            let node = Node {
                position,
                parent,
                depth,
                led_here: Some(each),
            };
            if node.position.is_won() {
                return Some(self.moves_to(&node));
            }
            self.consider(node);
        }
        None
    }

    /// Opens a successor, unless it was met before or lies too deep.
    fn consider(&mut self, node: Node) {
        if self.plan.distinct && !self.is_better(&node) {
            return;
        }
        if self.plan.depth.is_some_and(|bound| node.depth >= bound) {
            self.cut = true;
        } else if self.nodes.len() >= self.plan.most {
            self.full = true;
        } else {
            self.store(node);
        }
    }

    /// Whether the position is new, or was met at the end of longer paths only
    /// and the shorter one matters: for A*, and under a bound on the depth.
    fn is_better(&mut self, node: &Node) -> bool {
        if self.met.len() >= self.plan.most {
            self.full = true;
            return false;
        }
        match self.met.entry(node.position.set_key()) {
            Entry::Vacant(place) => {
                place.insert(node.depth);
                self.layers[node.depth as usize].positions += 1;
                true
            }
            Entry::Occupied(mut before) => {
                let better = self.plan.reopens() && node.depth < *before.get();
                if better {
                    before.insert(node.depth);
                }
                better
            }
        }
    }

    fn store(&mut self, node: Node) {
        let cost = match self.plan.strategy {
            Strategy::Best => score(&node.position, self.plan.rules.cells) + node.depth as i32,
            Strategy::Breadth | Strategy::Depth => 0,
        };
        self.open.push(self.nodes.len() as u32, cost);
        self.nodes.push(node);
    }

    /// The moves from the root to a node, itself not stored.
    fn moves_to(&self, last: &Node) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut node = last;
        while let Some(each) = node.led_here {
            moves.push(each);
            node = &self.nodes[node.parent as usize];
        }
        moves.reverse();
        moves
    }
}

/// The open positions, by their places among the stored ones.
enum Open {
    /// All from this one on.
    Queue(u32),
    Stack(Vec<u32>),
    Heap(BinaryHeap<(Reverse<i32>, Reverse<u32>)>),
}

impl Open {
    /// An empty list with room for as many.
    fn new(strategy: Strategy, most: usize) -> Result<Open> {
        let (mut stack, mut heap) = (Vec::new(), BinaryHeap::new());
        let (open, room) = match strategy {
            Strategy::Breadth => (Open::Queue(0), Ok(())),
            Strategy::Depth => {
                let room = stack.try_reserve_exact(most);
                (Open::Stack(stack), room)
            }
            Strategy::Best => {
                let room = heap.try_reserve_exact(most);
                (Open::Heap(heap), room)
            }
        };
        room.context(TOO_MUCH)?;
        Ok(open)
    }

    fn push(&mut self, index: u32, cost: i32) {
        match self {
            Open::Queue(_) => {}
            Open::Stack(stack) => stack.push(index),
            Open::Heap(heap) => heap.push((Reverse(cost), Reverse(index))),
        }
    }

    /// Takes the next one, given how many are stored.
    fn next(&mut self, stored: usize) -> Option<u32> {
        match self {
            Open::Queue(next) => {
                *next += 1;
                (*next as usize <= stored).then(|| *next - 1)
            }
            Open::Stack(stack) => stack.pop(),
            Open::Heap(heap) => heap.pop().map(|(_, Reverse(index))| index),
        }
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
    fn endgame() -> Position {
        Position::of_table(&Table::build(&["QC KC", "QD KD"], "").unwrap())
    }

    #[test]
    fn breadth_first_finds_the_fewest_moves_and_others_a_win() {
        for strategy in [Strategy::Breadth, Strategy::Depth, Strategy::Best] {
            let mut search = Search::new(endgame(), plan(strategy, true)).unwrap();
            let End::Solved(moves) = search.run(|_| ()) else {
                panic!("{strategy:?} solves it");
            };
            let mut position = endgame();
            for &each in &moves {
                position.make(each);
            }
            assert!(position.is_won());
            assert!(moves.len() == 6 || moves.len() > 6 && strategy != Strategy::Breadth);
        }
    }

    #[test]
    fn the_bound_on_depth_cuts_no_shorter_path() {
        for strategy in [Strategy::Breadth, Strategy::Depth, Strategy::Best] {
            for (depth, solved) in [(5, false), (6, true)] {
                let plan = Plan {
                    depth: Some(depth),
                    ..plan(strategy, true)
                };
                let end = Search::new(endgame(), plan).unwrap().run(|_| ());
                assert_eq!(
                    matches!(end, End::Solved(_)),
                    solved,
                    "{strategy:?} {depth}"
                );
            }
        }
    }
}
