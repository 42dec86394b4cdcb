//! The search tree's exact size, without growing it.
//!
//! The tree has a node for every sequence of moves, so a position reached
//! twice counts twice. But equal positions have equal subtrees: it is enough to keep each
//! different position of a depth once, with the number of nodes it stands for.
//! Sixteen moves ahead this turns a million million nodes into a table of some
//! hundred thousand.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::knuth::Choice;
use crate::packed::board::{Board, Key};
use crate::packed::moves::Rules;
use crate::packed::storage::Stored;

impl Choice {
    /// The weight of a child, by its place among its siblings: 1 each, so that the sums
    /// are the numbers of nodes; by the column's choice 2 for the first child and 0 for
    /// the last (1 for an only child), so that the sums are the expectation of its
    /// estimator.
    fn weight(self, place: usize, siblings: usize) -> u128 {
        match self {
            Choice::Fair => 1,
            Choice::Column if siblings == 1 => 1,
            Choice::Column if place == 0 => 2,
            Choice::Column => u128::from(place + 1 < siblings),
        }
    }

    /// The children's order matters only if their weights differ, and depends on
    /// the order of cascades.
    fn key(self, board: &mut Board) -> Key {
        match self {
            Choice::Fair => board.key().0,
            Choice::Column => board.key_in_place(),
        }
    }
}

/// The different positions of a depth, each with the nodes it stands for.
type Layer = HashMap<Key, (Stored, u128), FxBuildHasher>;

pub struct Tree {
    board: Board,
    rules: Rules,
    choice: Choice,
    layer: Layer,
    most: usize,
}

impl Tree {
    /// The tree under a position. It ends where a depth has more than `most`
    /// different positions.
    pub fn new(mut root: Board, rules: Rules, choice: Choice, most: usize) -> Tree {
        Tree {
            rules,
            choice,
            layer: HashMap::from_iter([(choice.key(&mut root), (root.store(), 1))]),
            most,
            board: root,
        }
    }

    fn children(&mut self) -> Layer {
        let board = &mut self.board;
        let mut children = Layer::default();
        for (parent, nodes) in self.layer.values() {
            board.restore(parent);
            let moves = self.rules.list(board);
            for (place, &each) in moves.iter().enumerate() {
                let weight = self.choice.weight(place, moves.len());
                if weight == 0 {
                    continue;
                }
                let undo = board.make(each);
                let key = self.choice.key(board);
                let child = children.entry(key).or_insert_with(|| (board.store(), 0));
                child.1 += nodes * weight;
                board.undo(each, undo);
            }
        }
        children
    }
}

impl Iterator for Tree {
    type Item = u128;

    /// The sum over the nodes of the next depth, first depth 1.
    fn next(&mut self) -> Option<u128> {
        if self.layer.len() > self.most {
            return None;
        }
        self.layer = self.children();
        Some(self.layer.values().map(|(_, nodes)| nodes).sum())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::deal::Deal;

    /// The same sums, by walking through the whole tree.
    fn grow(board: &mut Board, choice: Choice, depth: usize) -> u128 {
        let moves = Rules::default().list(board);
        let mut sum = 0;
        for (place, &each) in moves.iter().enumerate() {
            let undo = board.make(each);
            let below = if depth > 1 {
                grow(board, choice, depth - 1)
            } else {
                1
            };
            board.undo(each, undo);
            sum += below * choice.weight(place, moves.len());
        }
        sum
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]
        #[test]
        fn the_sizes_are_those_of_a_tree_that_is_searched_in_full(number in 1..1_000_000_u64, column: bool) {
            let choice = if column { Choice::Column } else { Choice::Fair };
            let mut root = Board::new(&Deal::new(number, 8), false);
            let tree = Tree::new(root.clone(), Rules::default(), choice, usize::MAX);
            let sizes: Vec<u128> = tree.take(4).collect();
            let grown: Vec<u128> = (1..=4).map(|depth| grow(&mut root, choice, depth)).collect();
            prop_assert_eq!(sizes, grown);
        }
    }

    #[test]
    fn counting_ends_at_a_depth_with_too_many_positions() {
        let tree = Tree::new(
            Board::new(&Deal::new(14, 8), false),
            Rules::default(),
            Choice::Fair,
            10,
        );
        assert_eq!(tree.collect::<Vec<_>>(), [10, 99]);
    }
}
