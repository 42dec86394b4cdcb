//! A lower bound on the moves that a table needs, by A* on the counting relaxation of
//! [`crate::bound`].
//!
//! The heuristic is the sum of two pattern databases, one for each half of the cascades,
//! which is admissible and quick to prepare; the search makes up for much of what halving
//! loses.

use crate::bound::{CountingRelaxation, PatternDatabase, State};
use crate::card::Card;
use crate::position::mix;
use crate::ruleset::Autoplay;
use crate::search::bucket_queue::BucketQueue;
use crate::search::outcome::LowerBound;
use crate::search::transposition::{Node, NodeId, TranspositionTable};
use crate::table::{Table, CASCADES};

/// A lower bound on the moves of any line that wins from the table, under any ruleset with that
/// autoplay rule: the length of the relaxation's shortest line that leaves a place for every
/// displaced card, or the bound known once `states` have been expanded.
pub fn lower_bound(table: &Table, autoplay: Autoplay, states: usize) -> LowerBound {
    let game = CountingRelaxation::new(table, autoplay);
    let halves = best_halves(&game);
    let mut search = Search {
        nodes: TranspositionTable::default(),
        open: BucketQueue::default(),
        halves,
    };
    search.nodes.begin();
    search.insert(game.root(), 0);
    let mut expanded = 0;
    while let Some((f, id)) = search.open.pop() {
        let node = search.nodes.get_mut(id);
        if !std::mem::replace(&mut node.is_open, false) {
            continue;
        }
        let RelaxedNode {
            state,
            costed_moves,
            ..
        } = *node;
        let memory = search.nodes.reserve(Card::COUNT, usize::MAX, 0);
        if state == State::WON || expanded == states || memory.is_err() {
            return LowerBound::Moves(f);
        }
        expanded += 1;
        for next in game.successors(state) {
            search.insert(next, costed_moves + 1);
        }
    }
    LowerBound::Unsolvable
}

struct Search {
    nodes: TranspositionTable<RelaxedNode>,
    open: BucketQueue<NodeId>,
    halves: [PatternDatabase; 2],
}

/// A state that was generated.
struct RelaxedNode {
    state: State,
    /// The length of the shortest path known, in costed moves.
    costed_moves: u8,
    /// Whether it is still to be expanded, or to be expanded again.
    is_open: bool,
}

impl Node for RelaxedNode {
    fn hash(&self) -> u128 {
        hash(self.state)
    }
}

fn hash(state: State) -> u128 {
    let number = u64::from_le_bytes(state.0);
    mix(number as u32, (number >> 32) as u32)
}

impl Search {
    /// The heuristic: the fewest costed moves that a state needs.
    fn heuristic(&self, state: State) -> usize {
        self.halves[0].lookup(state) + self.halves[1].lookup(state)
    }

    /// Opens a state at the end of a path, unless a path at least as short is known.
    fn insert(&mut self, state: State, costed_moves: u8) {
        let id = match self.nodes.find(hash(state)) {
            Ok(id) => {
                let node = self.nodes.get_mut(id);
                if node.costed_moves <= costed_moves {
                    return;
                }
                node.costed_moves = costed_moves;
                node.is_open = true;
                id
            }
            Err(vacancy) => {
                let node = RelaxedNode {
                    state,
                    costed_moves,
                    is_open: true,
                };
                self.nodes.insert(vacancy, node)
            }
        };
        self.open
            .push(id, costed_moves as usize + self.heuristic(state));
    }
}

/// The databases of two halves of the cascades, split so that their sum is largest at the root.
fn best_halves(game: &CountingRelaxation) -> [PatternDatabase; 2] {
    let root = game.root();
    let sum = |halves: &[PatternDatabase; 2]| halves[0].lookup(root) + halves[1].lookup(root);
    let halves = |set: u8| [set, !set].map(|half| PatternDatabase::new(game, half));
    let mut best = halves(0b1111);
    for set in 0b1_0000..1 << (CASCADES - 1) {
        if u8::count_ones(set) == 4 {
            let others = halves(set);
            if sum(&others) > sum(&best) {
                best = others;
            }
        }
    }
    best
}
