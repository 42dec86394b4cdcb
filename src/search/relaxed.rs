//! A* on the relaxed game of [`crate::bound`]: a lower bound on the moves that a table
//! needs.
//!
//! The heuristic is the sum of two pattern databases, one for each half of the cascades,
//! which is admissible and quick to prepare; the search makes up for much of what halving
//! loses.

use crate::bound::{PatternDatabase, RelaxedGame, State};
use crate::card::Card;
use crate::position::mixed;
use crate::ruleset::Autoplay;
use crate::search::open_list::OpenList;
use crate::search::transposition::{Node, TranspositionTable};
use crate::table::{Table, CASCADES};

/// A lower bound on the moves of any line that wins from the table, under any ruleset with that
/// autoplay rule: the length of the shortest relaxed line with room for loose cards, or what is
/// known of it when that many states have been expanded.
///
/// A fresh deal takes some 2 ms optimised, and 2 µs for each state expanded; a thousand are
/// enough for most.
pub fn fewest_moves(table: &Table, autoplay: Autoplay, states: usize) -> usize {
    let game = RelaxedGame::new(table, autoplay);
    let halves = best_halves(&game);
    let mut search = Search {
        nodes: TranspositionTable::default(),
        open: OpenList::default(),
        halves,
    };
    search.nodes.begin();
    search.meet(game.root(), 0);
    let mut expanded = 0;
    while let Some((f, id)) = search.open.pop() {
        let node = search.nodes.get_mut(id);
        if !std::mem::replace(&mut node.is_open, false) {
            continue;
        }
        let RelaxedNode {
            state, removals, ..
        } = *node;
        let room = search.nodes.reserve(Card::COUNT, usize::MAX, 0);
        if state == State::WON || expanded == states || room.is_err() {
            return f;
        }
        expanded += 1;
        for next in game.successors(state) {
            search.meet(next, removals + 1);
        }
    }
    // No state with room is left: nothing wins, and any number is right.
    search.least(game.root())
}

struct Search {
    nodes: TranspositionTable<RelaxedNode>,
    open: OpenList,
    halves: [PatternDatabase; 2],
}

/// A state met.
struct RelaxedNode {
    state: State,
    /// The fewest removals known to lead to it.
    removals: u8,
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
    mixed(number as u32, (number >> 32) as u32)
}

impl Search {
    /// The removals that a state needs at least.
    fn least(&self, state: State) -> usize {
        self.halves[0].lookup(state) + self.halves[1].lookup(state)
    }

    /// Opens a state that so many removals lead to, unless as few are known to.
    fn meet(&mut self, state: State, removals: u8) {
        let id = match self.nodes.find(hash(state)) {
            Ok(id) => {
                let node = self.nodes.get_mut(id);
                if node.removals <= removals {
                    return;
                }
                node.removals = removals;
                node.is_open = true;
                id
            }
            Err(vacancy) => {
                let node = RelaxedNode {
                    state,
                    removals,
                    is_open: true,
                };
                self.nodes.insert(vacancy, node)
            }
        };
        self.open.push(id, removals as usize + self.least(state));
    }
}

/// Of all ways to halve the cascades, the databases whose sum is largest at the root.
fn best_halves(game: &RelaxedGame) -> [PatternDatabase; 2] {
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
