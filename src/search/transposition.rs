//! The positions a search has met, each once, by their hashes.
//!
//! Of what is met only about one in ten is ever expanded, so a node is the hash
//! of 128 bits and the move that leads here, and its position is made when its
//! turn comes. An open-addressing table finds nodes by hash: a slot holds 32 bits
//! of the hash beside the node's number; where they agree, the whole hash is
//! compared.

use std::mem::size_of;

use crate::moves::Move;
use crate::search::budget::StopReason;

/// A position met.
#[derive(Clone, Copy)]
pub struct Node {
    /// The halves of its hash, low and high; in halves, lest a `u128` align the
    /// node to 16.
    hash: [u64; 2],
    /// The number of the expanded position it was reached from; 0 for the root.
    pub parent: u32,
    /// The number of moves from the root.
    pub depth: u16,
    /// The last of them; none is meant at the root.
    pub mv: Move,
}

#[cfg(test)]
const _: () = assert!(size_of::<Node>() == 24);

/// The nodes of one search.
#[derive(Default)]
pub struct TranspositionTable {
    arena: Vec<Node>,
    slots: Vec<u64>,
}

/// The slots to begin with: 128 kB, enough for 8,192 nodes, hence for most searches.
const FIRST_SLOTS: usize = 1 << 14;
/// The room for nodes to begin with.
const FIRST_NODES: usize = FIRST_SLOTS / 2;

impl TranspositionTable {
    /// Forgets all nodes, keeps the memory, and begins anew from a root.
    pub fn begin(&mut self, hash: u128) {
        self.arena.clear();
        self.arena.reserve_exact(FIRST_NODES);
        self.slots.clear();
        self.slots.resize(FIRST_SLOTS, 0);
        self.add(hash, 0, 0, Move::none());
    }

    /// The node of that number.
    pub fn get(&self, number: u32) -> &Node {
        &self.arena[number as usize]
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Whether there is not even a root.
    pub fn is_empty(&self) -> bool {
        self.arena.is_empty()
    }

    /// Adds a node and returns its number, unless its hash is known.
    #[inline(always)]
    pub fn add(&mut self, hash: u128, parent: u32, depth: u16, mv: Move) -> Option<u32> {
        let halves = [hash as u64, (hash >> 64) as u64];
        let mask = self.slots.len() - 1;
        let tag = halves[1] >> 32;
        let mut slot = halves[0] as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                break;
            }
            if entry >> 32 == tag && self.get(entry as u32 - 1).hash == halves {
                return None;
            }
            slot = (slot + 1) & mask;
        }
        let number = self.arena.len() as u32;
        self.slots[slot] = tag << 32 | (number as u64 + 1);
        self.arena.push(Node {
            hash: halves,
            parent,
            depth,
            mv,
        });
        Some(number)
    }

    /// Makes room for `more` nodes if that takes no more than `bytes` in all,
    /// counting what is held for a moment while the arena moves.
    ///
    /// # Errors
    /// [`StopReason::Bytes`] when it takes more.
    pub fn reserve(&mut self, more: usize, bytes: usize) -> Result<(), StopReason> {
        if self.arena.len() + more <= self.slots.len() / 2 {
            return Ok(());
        }
        self.grow(bytes)
    }

    #[cold]
    fn grow(&mut self, bytes: usize) -> Result<(), StopReason> {
        let slots = self.slots.len() * 2;
        let nodes = slots / 2;
        // While the arena moves, the old one, half as large, is there as well.
        let peak = (nodes + nodes / 2) * size_of::<Node>() + slots * size_of::<u64>();
        if peak > bytes || nodes >= u32::MAX as usize {
            return Err(StopReason::Bytes);
        }
        self.arena.reserve_exact(nodes - self.arena.len());
        self.slots.clear();
        self.slots.resize(slots, 0);
        for (node, number) in self.arena.iter().zip(1..) {
            let mut slot = node.hash[0] as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = node.hash[1] >> 32 << 32 | number;
        }
        Ok(())
    }
}
