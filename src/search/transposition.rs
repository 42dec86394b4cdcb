//! The transposition table: the nodes of a search, each position once, found by their
//! hashes.
//!
//! Nodes are kept in an arena in the order of insertion, and a [`NodeId`] is an index there.
//! Beside it, a table with open addressing holds their numbers. The hash of the node itself is
//! compared, with all its 128 bits, so that one position is taken for another only where these
//! collide (below 10^-14 among 2^40 positions). The contents of a node are up to the search.
//!
//! Each slot also names the search that filled it, so that the next one need not clear
//! them: most searches are so short that it would be a good part of their work.

use std::mem::size_of;

use crate::search::memory;
use crate::search::outcome::StopReason;

/// A node's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// No node.
    pub const NONE: NodeId = NodeId(u32::MAX);
}

/// A node that a transposition table can hold.
pub trait Node {
    /// The hash of the node's position.
    fn hash(&self) -> u128;
}

/// The nodes of one search.
pub struct TranspositionTable<T> {
    arena: Vec<T>,
    /// For each node its number and, above it, that of the search. A slot of another search is
    /// free.
    slots: Vec<u32>,
    /// The number of the search, from 1, in its bits of a slot: those above the index of a slot.
    search: u32,
}

/// The slot of a node that is not in the table yet.
pub struct Vacancy(usize);

/// The slots to begin with: 128 kB, enough for 16,384 nodes, hence for most searches (log: "slots
/// of the transposition table").
const FIRST_SLOTS: usize = 1 << 15;

impl<T> Default for TranspositionTable<T> {
    fn default() -> Self {
        TranspositionTable {
            arena: Vec::new(),
            slots: Vec::new(),
            search: 0,
        }
    }
}

impl<T: Node> TranspositionTable<T> {
    /// Forgets all nodes, keeps the memory, and reserves some for the first ones.
    pub fn begin(&mut self) {
        self.arena.clear();
        self.arena.reserve_exact(FIRST_SLOTS / 2);
        match self.search.checked_add(FIRST_SLOTS as u32) {
            Some(search) if self.slots.len() == FIRST_SLOTS => self.search = search,
            _ => self.clear_slots(FIRST_SLOTS),
        }
    }

    /// Makes that number of slots, all of them free.
    fn clear_slots(&mut self, slots: usize) {
        self.slots.clear();
        self.slots.resize(slots, 0);
        self.search = slots as u32;
    }

    /// The node of that number.
    #[inline(always)]
    pub fn get(&self, id: NodeId) -> &T {
        &self.arena[id.0 as usize]
    }

    /// The node of that number, to be changed; its hash must not change.
    pub fn get_mut(&mut self, id: NodeId) -> &mut T {
        &mut self.arena[id.0 as usize]
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.arena.len()
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.arena.is_empty()
    }

    /// The number of the node with that hash.
    ///
    /// # Errors
    /// The slot for a new node, if there is none with that hash.
    #[inline(always)]
    pub fn find(&self, hash: u128) -> Result<NodeId, Vacancy> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            // Beyond all nodes if another search filled the slot, or none.
            let number = self.slots[slot] ^ self.search;
            match self.arena.get(number as usize) {
                None => return Err(Vacancy(slot)),
                Some(node) if node.hash() == hash => return Ok(NodeId(number)),
                Some(_) => slot = (slot + 1) & mask,
            }
        }
    }

    /// Adds a node in the slot that was found for its hash.
    #[inline(always)]
    pub fn insert(&mut self, Vacancy(slot): Vacancy, node: T) -> NodeId {
        let number = self.arena.len() as u32;
        self.slots[slot] = self.search | number;
        self.arena.push(node);
        NodeId(number)
    }

    /// The number of nodes for which memory is reserved.
    pub fn free(&self) -> usize {
        self.slots.len() / 2 - self.arena.len()
    }

    /// Reserves memory for `more` nodes if that takes at most `bytes` in all, counting `each`
    /// bytes that the search holds elsewhere for every node, and the old arena, which is held
    /// while it is moved.
    ///
    /// # Errors
    /// [`StopReason::Bytes`] when it takes more.
    #[inline(always)]
    pub fn reserve(&mut self, more: usize, bytes: usize, each: usize) -> Result<(), StopReason> {
        if self.arena.len() + more <= self.slots.len() / 2 {
            return Ok(());
        }
        self.grow(bytes, each)
    }

    #[cold]
    fn grow(&mut self, bytes: usize, each: usize) -> Result<(), StopReason> {
        let slots = self.slots.len() * 2;
        let nodes = slots / 2;
        // While the arena is moved, the old one, half its size, is held as well.
        let peak = (nodes + nodes / 2) * (size_of::<T>() + each) + slots * size_of::<u32>();
        let is_too_much = peak > bytes || !memory::is_available(peak);
        if is_too_much || u32::try_from(slots).is_err() {
            return Err(StopReason::Bytes);
        }
        self.arena.reserve_exact(nodes - self.arena.len());
        self.clear_slots(slots);
        for (node, number) in self.arena.iter().zip(0_u32..) {
            let mut slot = node.hash() as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = self.search | number;
        }
        Ok(())
    }
}
