//! The search tree's exact size, without growing it.
//!
//! The tree has a node for every sequence of moves, so positions met again count
//! again. But equal positions have equal subtrees: it is enough to keep each
//! different position of a depth once, with the number of nodes it stands for.
//! Sixteen moves ahead this turns a million million nodes into a table of some
//! hundred thousand.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use crate::moves::Rules;
use crate::position::{Key, Position};

/// How a node's children are weighted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// One each: the sums are the numbers of nodes.
    Even,
    /// Two for the first child and none for the last (one if it is the only
    /// one): the sums are what the column's estimator comes to on average.
    Column,
}

impl Weights {
    /// The weight of a child, by its place among its siblings.
    fn of(self, place: usize, siblings: usize) -> u128 {
        match self {
            Weights::Even => 1,
            Weights::Column if siblings == 1 => 1,
            Weights::Column if place == 0 => 2,
            Weights::Column => u128::from(place + 1 < siblings),
        }
    }

    /// The children's order matters only if their weights differ, and depends on
    /// the order of cascades.
    fn key(self, position: &Position) -> Key {
        match self {
            Weights::Even => position.set_key(),
            Weights::Column => position.ordered_key(),
        }
    }
}

/// The different positions of a depth, each with the nodes it stands for.
type Layer = HashMap<Key, (Position, u128), FxBuildHasher>;

/// The sizes of a tree, depth by depth.
pub struct Tree {
    rules: Rules,
    weights: Weights,
    layer: Layer,
    most: usize,
}

impl Tree {
    /// The tree under a position. It ends where a depth has more than `most`
    /// different positions.
    pub fn new(root: Position, rules: Rules, weights: Weights, most: usize) -> Tree {
        Tree {
            rules,
            weights,
            layer: HashMap::from_iter([(weights.key(&root), (root, 1))]),
            most,
        }
    }

    fn children(&self) -> Layer {
        let mut children = Layer::default();
        let mut moves = Vec::new();
        for (parent, nodes) in self.layer.values() {
            moves.clear();
            self.rules.moves(parent, &mut moves);
            for (place, &each) in moves.iter().enumerate() {
                let weight = self.weights.of(place, moves.len());
                if weight == 0 {
                    continue;
                }
                let mut child = parent.clone();
                child.make(each);
                let key = self.weights.key(&child);
                children.entry(key).or_insert((child, 0)).1 += nodes * weight;
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
    fn grown(position: &mut Position, weights: Weights, depth: usize) -> u128 {
        let mut moves = Vec::new();
        Rules::default().moves(position, &mut moves);
        let mut sum = 0;
        for (place, &each) in moves.iter().enumerate() {
            position.make(each);
            let below = if depth > 1 {
                grown(position, weights, depth - 1)
            } else {
                1
            };
            position.undo(each);
            sum += below * weights.of(place, moves.len());
        }
        sum
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]
        #[test]
        fn the_sizes_are_those_of_the_tree_grown(number in 1..1_000_000_u64, column: bool) {
            let weights = if column { Weights::Column } else { Weights::Even };
            let sizes: Vec<u128> = Tree::new(Position::new(&Deal::new(number, 8)), Rules::default(), weights, usize::MAX).take(4).collect();
            let grown: Vec<u128> = (1..=4).map(|depth| grown(&mut Position::new(&Deal::new(number, 8)), weights, depth)).collect();
            prop_assert_eq!(sizes, grown);
        }
    }

    #[test]
    fn a_depth_with_too_many_positions_is_the_end() {
        let tree = Tree::new(
            Position::new(&Deal::new(14, 8)),
            Rules::default(),
            Weights::Even,
            10,
        );
        assert_eq!(tree.collect::<Vec<_>>(), [10, 99]);
    }
}
