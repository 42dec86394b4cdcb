//! The positions a search has met, each once, and how it came to them.
//!
//! An arena of nodes and an open-addressing table of their numbers. A slot of
//! the table holds 32 bits of the key beside the node's number; where they
//! agree, the whole key of 128 bits is compared, so no two positions are taken
//! for one.

use std::mem::size_of;

use crate::position::{Position, Rules};
use crate::search::budget::Cut;
use crate::word::{Line, Word};

/// A position met.
#[derive(Clone, Copy)]
pub struct Node<const N: usize> {
    /// The position itself.
    pub position: Position<N>,
    /// The number of the node it was reached from; its own for the root.
    pub parent: u32,
    /// The number of words from the root.
    pub depth: u16,
    /// The last of them; none is meant at the root.
    pub word: Word,
    /// Whether there may be a word that takes that one back.
    pub reversible: bool,
}

const _: () = assert!(size_of::<Node<1>>() == 64);

/// The nodes of one search.
#[derive(Default)]
pub struct Nodes<const N: usize> {
    arena: Vec<Node<N>>,
    slots: Vec<u64>,
}

/// The slots to begin with: 32 kB, enough for 2,048 nodes.
const FIRST_SLOTS: usize = 1 << 12;
/// The room for nodes to begin with.
const FIRST_NODES: usize = FIRST_SLOTS / 2;

impl<const N: usize> Nodes<N> {
    /// Forgets all nodes, keeps the memory, and begins anew from a root.
    pub fn begin(&mut self, root: Position<N>, rules: &Rules<N>) {
        self.arena.clear();
        self.arena.reserve_exact(FIRST_NODES);
        self.slots.clear();
        self.slots.resize(FIRST_SLOTS, 0);
        let root = Node {
            position: root,
            parent: 0,
            depth: 0,
            word: Word::none(),
            reversible: false,
        };
        self.add(root, rules);
    }

    /// The node of that number.
    #[inline(always)]
    pub fn get(&self, number: u32) -> &Node<N> {
        &self.arena[number as usize]
    }

    /// The number of nodes.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Whether there is not even a root.
    pub fn is_empty(&self) -> bool {
        self.arena.is_empty()
    }

    /// Adds a node and returns its number, unless its position is known.
    #[inline(always)]
    pub fn add(&mut self, node: Node<N>, rules: &Rules<N>) -> Option<u32> {
        let key = node.position.key(rules);
        let mask = self.slots.len() - 1;
        let tag = (key >> 96) as u64;
        let mut slot = key as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                break;
            }
            if entry >> 32 == tag && self.get(entry as u32 - 1).position.key(rules) == key {
                return None;
            }
            slot = (slot + 1) & mask;
        }
        let number = self.arena.len() as u32;
        self.occupy(slot, key, number);
        self.arena.push(node);
        Some(number)
    }

    #[inline(always)]
    fn occupy(&mut self, slot: usize, key: u128, number: u32) {
        self.slots[slot] = (key >> 96 << 32) as u64 | (number as u64 + 1);
    }

    fn free_slot(&self, key: u128) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Makes room for `more` nodes if that takes no more than `bytes` in all,
    /// counting what is held for a moment while the arena moves.
    ///
    /// # Errors
    /// [`Cut::Bytes`] when it takes more.
    #[inline(always)]
    pub fn reserve(&mut self, more: usize, bytes: usize, rules: &Rules<N>) -> Result<(), Cut> {
        if self.arena.len() + more <= self.slots.len() / 2 {
            return Ok(());
        }
        self.grow(bytes, rules)
    }

    #[cold]
    fn grow(&mut self, bytes: usize, rules: &Rules<N>) -> Result<(), Cut> {
        let slots = self.slots.len() * 2;
        let nodes = slots / 2;
        // While the arena moves, the old one, half as large, is there as well.
        let peak = (nodes + nodes / 2) * size_of::<Node<N>>() + slots * size_of::<u64>();
        if peak > bytes || nodes >= u32::MAX as usize {
            return Err(Cut::Bytes);
        }
        self.arena.reserve_exact(nodes - self.arena.len());
        self.slots.clear();
        self.slots.resize(slots, 0);
        for number in 0..self.arena.len() {
            let key = self.arena[number].position.key(rules);
            let slot = self.free_slot(key);
            self.occupy(slot, key, number as u32);
        }
        Ok(())
    }

    /// Of the nodes with most cards home on their first board the one reached by
    /// fewest words, but the root only if there is no other; with the number of
    /// those cards.
    pub fn most_home(&self) -> (u8, u32) {
        let rank = |&number: &u32| {
            let node = self.get(number);
            let home: u8 = node.position.boards[0].home.iter().sum();
            (home, node.depth > 0, u16::MAX - node.depth)
        };
        let best = (0..self.len() as u32).max_by_key(rank).unwrap_or(0);
        (rank(&best).0, best)
    }

    /// The words from the root to a node.
    pub fn line(&self, number: u32) -> Line {
        let mut line = Line::default();
        let mut node = self.get(number);
        while node.depth > 0 {
            line.0.push(node.word);
            node = self.get(node.parent);
        }
        line.0.reverse();
        line
    }
}
