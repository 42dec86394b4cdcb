//! The nodes of a proof, each position once: the transposition table for long searches, as
//! [`crate::search::transposition`] is the one for short searches.
//!
//! A proof holds tens of millions of nodes, and spends most of its time waiting for memory. So this
//! table differs from the other in four ways (log: "table of nodes"):
//!
//! * A slot holds the depth of its node. Most positions that are generated again are known by
//!   a path that is no longer, and the slot alone shows that.
//! * The slots of all successors of a position are prefetched before any of them is looked up,
//!   so that their cache misses overlap.
//! * Nodes are kept in chunks, each twice as large as the one before. So a node is never moved,
//!   and nothing is held twice while the table grows.
//! * Where there is no memory for twice the slots, the load factor may rise instead.
//!
//! A slot holds 80 of the 128 bits of a hash. Others determine where the probe sequence begins, so
//! that two positions are taken for one only if both agree. The probability that this happens at
//! all is below 10^-12 even in a table of 2^32 nodes.

use std::hint::black_box;
use std::mem::size_of;

use crate::search::memory;
use crate::search::outcome::StopReason;
use crate::search::transposition::NodeId;

/// The nodes of one proof.
pub(super) struct NodeTable<T> {
    /// The nodes in the order of insertion: [`FIRST_NODES`] in the first chunk, and in each
    /// other chunk twice the number of the one before.
    chunks: Vec<Vec<T>>,
    len: usize,
    /// The nodes for which memory has been reserved.
    allowed: usize,
    /// The slots, the first `mask + 1` of which, a power of two, are used: an earlier proof may
    /// have needed more.
    slots: Vec<Slot>,
    mask: usize,
}

/// The upper half of a hash; below that the next 16 bits of it, the depth and the number of
/// the node: 16, 16 and 32 bits.
#[derive(Clone, Copy)]
struct Slot {
    upper: u64,
    rest: u64,
}

const DEPTH_SHIFT: u32 = u32::BITS;
const HASH_SHIFT: u32 = DEPTH_SHIFT + u16::BITS;

/// A slot without a node: no node has its number.
const FREE: Slot = Slot {
    upper: 0,
    rest: u64::MAX,
};

/// The result of a lookup.
pub(super) enum Probe {
    /// The position is not in the table; this is where its node belongs.
    Miss(Entry),
    /// The position is known by a path that is no longer.
    NotBetter,
    /// The position is known by longer paths only; this is where its node is.
    Better(Entry),
}

/// The index of a slot, and what the slot will hold but for the number of the node.
pub(super) struct Entry {
    index: usize,
    slot: Slot,
}

/// The number of slots at first.
const FIRST_SLOTS: usize = 1 << 14;

/// The number of nodes in the first chunk, and the step in which memory for more is reserved.
const FIRST_NODES: usize = 1 << 14;

/// The chunk in which a node stands, and its index there.
#[inline(always)]
fn chunk_and_index(number: u32) -> (usize, usize) {
    let number = number as usize + FIRST_NODES;
    let shift = number.ilog2();
    (
        (shift - FIRST_NODES.ilog2()) as usize,
        number - (1 << shift),
    )
}

impl<T> Default for NodeTable<T> {
    fn default() -> Self {
        NodeTable {
            chunks: Vec::new(),
            len: 0,
            allowed: 0,
            slots: Vec::new(),
            mask: 0,
        }
    }
}

impl<T> NodeTable<T> {
    /// Forgets all nodes, keeps the memory, and reserves some for the first ones.
    pub(super) fn begin(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
        self.len = 0;
        self.allow(FIRST_NODES);
        self.clear_slots(FIRST_SLOTS);
    }

    /// The node of that number.
    #[inline(always)]
    pub(super) fn get(&self, NodeId(number): NodeId) -> &T {
        let (chunk, index) = chunk_and_index(number);
        &self.chunks[chunk][index]
    }

    /// The node of that number, to be changed; it must stay the same position's.
    #[inline(always)]
    pub(super) fn get_mut(&mut self, NodeId(number): NodeId) -> &mut T {
        let (chunk, index) = chunk_and_index(number);
        &mut self.chunks[chunk][index]
    }

    /// Prefetches the slots that [`NodeTable::find`] will read for some hashes.
    #[inline(always)]
    pub(super) fn prefetch(&self, hashes: impl Iterator<Item = u128>) {
        // None of these reads waits for another, and the compiler must not drop them although
        // their result is not used.
        black_box(hashes.fold(0, |fold, hash| {
            fold ^ self.slots[hash as usize & self.mask].upper
        }));
    }

    /// Looks up a position that was generated at a depth.
    #[inline(always)]
    pub(super) fn find(&self, hash: u128, depth: u16) -> Probe {
        let new = Slot::new(hash, depth);
        let mut index = hash as usize & self.mask;
        loop {
            let slot = self.slots[index];
            // The position is not in the table, since it would have been inserted here at the
            // latest.
            if slot.is_free() {
                return Probe::Miss(Entry { index, slot: new });
            }
            // These 80 bits have to suffice: the rest of the hash is in the node, and reading that
            // would cost a cache miss.
            if slot.upper == new.upper && slot.rest >> HASH_SHIFT == new.rest >> HASH_SHIFT {
                return if (slot.rest >> DEPTH_SHIFT) as u16 <= depth {
                    Probe::NotBetter
                } else {
                    Probe::Better(Entry { index, slot: new })
                };
            }
            index = (index + 1) & self.mask;
        }
    }

    /// Adds a node where it belongs.
    #[inline(always)]
    pub(super) fn insert(&mut self, Entry { index, slot }: Entry, node: T) -> NodeId {
        let number = self.len as u32;
        self.slots[index] = slot.with_number(number);
        self.chunks[chunk_and_index(number).0].push(node);
        self.len += 1;
        NodeId(number)
    }

    /// Replaces a node by one of the same position that is less deep.
    pub(super) fn replace(&mut self, Entry { index, slot }: Entry, node: T) -> NodeId {
        let number = self.slots[index].rest as u32;
        self.slots[index] = slot.with_number(number);
        let id = NodeId(number);
        *self.get_mut(id) = node;
        id
    }

    /// Reserves memory for `more` nodes if that takes at most `bytes` in all, counting `each`
    /// bytes that the search holds elsewhere for every node. Where the table grows, `key` tells the
    /// hash and depth of a node.
    ///
    /// # Errors
    /// [`StopReason::Bytes`] when it takes more.
    #[inline(always)]
    pub(super) fn reserve(
        &mut self,
        more: usize,
        bytes: usize,
        each: usize,
        key: impl Fn(&T) -> (u128, u16),
    ) -> Result<(), StopReason> {
        let (nodes, slots) = (self.len + more, self.mask + 1);
        if nodes <= self.allowed && nodes <= slots / 2 {
            return Ok(());
        }
        self.grow(nodes, bytes, each, key)
    }

    #[cold]
    fn grow(
        &mut self,
        nodes: usize,
        bytes: usize,
        each: usize,
        key: impl Fn(&T) -> (u128, u16),
    ) -> Result<(), StopReason> {
        // The unused part of the last chunk does not count: the system provides memory when it is
        // written to.
        let allowed = nodes.next_multiple_of(FIRST_NODES).max(self.allowed);
        let fits =
            |slots: usize| allowed * (size_of::<T>() + each) + slots * size_of::<Slot>() <= bytes;
        let slots = self.mask + 1;
        let is_full = nodes > slots / 2;
        // The old slots are freed first, as the nodes can tell all hashes.
        let more_slots = slots * size_of::<Slot>();
        if is_full && fits(slots * 2) && memory::is_available(more_slots) {
            self.clear_slots(slots * 2);
            self.fill_slots(key);
        } else if is_full && nodes > slots / 8 * 7 || !fits(slots) {
            // Fuller than this, lookups would get too slow.
            return Err(StopReason::Bytes);
        }
        // Numbers of nodes have 32 bits.
        if allowed >= u32::MAX as usize || !self.may_allow(allowed) {
            return Err(StopReason::Bytes);
        }
        self.allow(allowed);
        Ok(())
    }

    /// Whether the system grants the chunk that so many nodes may need.
    fn may_allow(&self, nodes: usize) -> bool {
        let chunk = chunk_and_index(nodes as u32 - 1).0;
        let is_new = chunk >= self.chunks.len();
        !is_new || memory::is_available(size_of::<T>() * (FIRST_NODES << chunk))
    }

    fn allow(&mut self, nodes: usize) {
        self.allowed = nodes;
        let chunks = chunk_and_index(nodes as u32 - 1).0 + 1;
        for chunk in self.chunks.len()..chunks {
            self.chunks.push(Vec::with_capacity(FIRST_NODES << chunk));
        }
    }

    fn clear_slots(&mut self, slots: usize) {
        self.mask = slots - 1;
        if slots > self.slots.len() {
            // Freed before the new ones are allocated.
            self.slots = Vec::new();
            self.slots = vec![FREE; slots];
        } else {
            self.slots[..slots].fill(FREE);
        }
    }

    fn fill_slots(&mut self, key: impl Fn(&T) -> (u128, u16)) {
        let nodes = self.chunks.iter().flatten().zip(0..);
        for (node, number) in nodes {
            let (hash, depth) = key(node);
            let mut index = hash as usize & self.mask;
            while !self.slots[index].is_free() {
                index = (index + 1) & self.mask;
            }
            self.slots[index] = Slot::new(hash, depth).with_number(number);
        }
    }
}

impl Slot {
    /// The slot of a node that has no number yet.
    #[inline(always)]
    fn new(hash: u128, depth: u16) -> Slot {
        let bits = hash as u64 >> HASH_SHIFT << HASH_SHIFT;
        Slot {
            upper: (hash >> 64) as u64,
            rest: bits | u64::from(depth) << DEPTH_SHIFT,
        }
    }

    #[inline(always)]
    fn with_number(self, number: u32) -> Slot {
        let rest = self.rest | u64::from(number);
        Slot { rest, ..self }
    }

    #[inline(always)]
    fn is_free(self) -> bool {
        self.rest as u32 == FREE.rest as u32
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::iter::successors;

    use proptest::prelude::*;

    use super::*;

    /// A node's hash and depth.
    type TestNode = (u128, u16);

    /// Hashes that often differ in one part alone.
    fn hashes() -> impl Strategy<Value = u128> {
        let parts = (0..4_u128, 0..4_u128, 0..300_u128);
        parts.prop_map(|(upper, middle, lower)| (upper << 126) | (middle << 62) | (lower * 997))
    }

    proptest! {
        /// The table against a map, in two searches one after the other.
        #[test]
        fn each_position_is_kept_with_its_shortest_path(
            steps in prop::collection::vec((hashes(), 0..u16::MAX), 1..2000),
        ) {
            let mut table = NodeTable::default();
            for _ in 0..2 {
                table.begin();
                let mut shortest = BTreeMap::new();
                for &(hash, depth) in &steps {
                    let node = (hash, depth);
                    prop_assert!(table.reserve(1, usize::MAX, 0, |node| *node).is_ok());
                    let known = shortest.get(&hash).copied();
                    let id = match table.find(hash, depth) {
                        Probe::NotBetter => {
                            prop_assert!(known.is_some_and(|(_, shortest)| shortest <= depth));
                            continue;
                        }
                        Probe::Miss(entry) => {
                            prop_assert_eq!(known, None);
                            table.insert(entry, node)
                        }
                        Probe::Better(entry) => {
                            let id = table.replace(entry, node);
                            prop_assert!(known.is_some_and(|(before, longer)| before == id
                                && longer > depth));
                            id
                        }
                    };
                    shortest.insert(hash, (id, depth));
                }
                for (hash, (id, depth)) in shortest {
                    prop_assert_eq!(*table.get(id), (hash, depth));
                }
            }
        }
    }

    /// Hashes, one after the other.
    fn sequence() -> impl Iterator<Item = u128> {
        const FACTOR: u128 = 0xda94_2042_e4dd_58b5_da94_2042_e4dd_58b5;
        successors(Some(1), |hash: &u128| {
            Some(hash.wrapping_mul(FACTOR).wrapping_add(1))
        })
    }

    /// Adds nodes until there is no memory for more; returns how many there are.
    fn fill(bytes: usize) -> usize {
        let mut table = NodeTable::default();
        table.begin();
        for hash in sequence() {
            if table.reserve(1, bytes, 8, |node| *node).is_err() {
                break;
            }
            let Probe::Miss(entry) = table.find(hash, 0) else {
                panic!("{hash} is known")
            };
            table.insert(entry, (hash, 0));
        }
        let nodes = table.allowed * (size_of::<TestNode>() + 8);
        let slots = table.slots.len() * size_of::<Slot>();
        assert!(nodes + slots <= bytes, "{nodes} {slots} {bytes}");
        for hash in sequence().take(table.len) {
            assert!(matches!(table.find(hash, 0), Probe::NotBetter), "{hash}");
        }
        table.len
    }

    #[test]
    fn the_memory_limit_is_used_well_and_never_exceeded() {
        for megabytes in [6, 7, 9, 12, 13, 20, 25] {
            let bytes = megabytes << 20;
            let each = bytes / fill(bytes);
            // A node takes 40 bytes here, and a slot 16.
            assert!(each < 110, "{each} bytes for a node of {megabytes} MB");
        }
    }
}
