//! The nodes of a proof, each position once: the transposition table for long searches, as
//! [`crate::search::transposition`] is the one for short searches.
//!
//! A proof holds tens of millions of nodes, and spends most of its time waiting for memory. So this
//! table differs from the other (log: "table of nodes", "boards of open nodes alone"):
//!
//! * It holds no positions. A node that has been expanded is only compared with others, and for
//!   that its hash and its depth suffice; a position waits on the [open list](super::open_list).
//! * A slot holds the depth of its node. Most positions that are generated again are known by
//!   a path that is no longer, and the slot alone shows that.
//! * The slots of all successors of a position are prefetched before any of them is looked up,
//!   so that their cache misses overlap.
//! * The table is divided into segments by the first bits of the hash. Each grows by itself, by a
//!   quarter, so that little is held twice, and about two thirds of all slots are in use. They
//!   begin with different sizes, so as not to grow all at the same time.
//! * What else is known of nodes is kept in chunks, each twice as large as the one before, which
//!   are never moved.
//!
//! A slot holds 80 of the 128 bits of a hash, and two positions are taken for one only if they
//! agree in all of these. The probability that this happens at all is below 10^-8 in a table of
//! 2^27 nodes.

use std::hint::black_box;
use std::mem::size_of;

use super::segment::{Segment, Slot, SEGMENTS};
use crate::search::memory;
use crate::search::outcome::StopReason;
use crate::search::transposition::NodeId;

/// The nodes of one proof, each with its `T`.
pub(super) struct NodeTable<T> {
    segments: Vec<Segment>,
    /// A segment is to grow before anything more is inserted.
    is_crowded: bool,
    /// What is known of the nodes, in the order of insertion: of [`FIRST_NODES`] in the first
    /// chunk, and in each other chunk of twice the number of the one before.
    chunks: Vec<Vec<T>>,
    len: usize,
    /// The nodes for which memory has been reserved.
    allowed: usize,
    /// The bytes of all slots.
    slot_bytes: usize,
}

/// The place of a node in the table.
pub(super) enum Probe {
    /// The position is not in the table; this is where its node belongs.
    Miss(Entry),
    /// The position is known by longer paths only; this is where its node is.
    Better(Entry),
}

/// The index of a slot in its segment, and what it will hold: but for the number of the node, where
/// that is new.
pub(super) struct Entry {
    index: usize,
    slot: Slot,
}

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
            segments: Vec::new(),
            is_crowded: false,
            chunks: Vec::new(),
            len: 0,
            allowed: 0,
            slot_bytes: 0,
        }
    }
}

impl<T> NodeTable<T> {
    /// Forgets all nodes, and reserves memory for the first ones.
    pub(super) fn begin(&mut self) {
        self.chunks.iter_mut().for_each(Vec::clear);
        self.len = 0;
        self.allow(FIRST_NODES);
        self.segments.clear();
        self.segments.extend((0..SEGMENTS).map(Segment::new));
        self.slot_bytes = self.segments.iter().map(Segment::bytes).sum();
        self.is_crowded = false;
    }

    /// What is known of the node of that number.
    #[inline(always)]
    pub(super) fn get(&self, NodeId(number): NodeId) -> &T {
        let (chunk, index) = chunk_and_index(number);
        &self.chunks[chunk][index]
    }

    /// What is known of the node of that number, to be changed.
    fn get_mut(&mut self, NodeId(number): NodeId) -> &mut T {
        let (chunk, index) = chunk_and_index(number);
        &mut self.chunks[chunk][index]
    }

    /// Prefetches the slots that [`NodeTable::find`] will read for some hashes.
    #[inline(always)]
    pub(super) fn prefetch(&self, hashes: impl Iterator<Item = u128>) {
        // None of these reads waits for another, and the compiler must not drop them although
        // their result is not used.
        black_box(hashes.fold(0, |fold, hash| {
            let slot = Slot::new(hash, 0);
            fold ^ self.segments[slot.segment()].touch(slot)
        }));
    }

    /// Looks up a position that was generated at a depth; `None` if it is known by a path that is
    /// no longer.
    #[inline(always)]
    pub(super) fn find(&self, hash: u128, depth: u16) -> Option<Probe> {
        let slot = Slot::new(hash, depth);
        let (index, known) = self.segments[slot.segment()].find(slot);
        match known {
            None => Some(Probe::Miss(Entry { index, slot })),
            Some(known) if known.depth() <= depth => None,
            Some(known) => {
                let slot = slot.with_number(known.number());
                Some(Probe::Better(Entry { index, slot }))
            }
        }
    }

    /// Adds a node where it belongs.
    #[inline(always)]
    pub(super) fn insert(&mut self, Entry { index, slot }: Entry, node: T) -> NodeId {
        let number = self.len as u32;
        let segment = &mut self.segments[slot.segment()];
        segment.insert(index, slot.with_number(number));
        self.is_crowded |= segment.is_crowded();
        self.chunks[chunk_and_index(number).0].push(node);
        self.len += 1;
        NodeId(number)
    }

    /// Replaces what is known of a node by what is known of a shorter path to its position.
    pub(super) fn replace(&mut self, Entry { index, slot }: Entry, node: T) -> NodeId {
        self.segments[slot.segment()].replace(index, slot);
        let id = NodeId(slot.number());
        *self.get_mut(id) = node;
        id
    }

    /// Reserves memory for `more` nodes, the successors of a position at most, if the table takes
    /// at most `bytes` in all.
    ///
    /// # Errors
    /// [`StopReason::Bytes`] when it takes more.
    #[inline(always)]
    pub(super) fn reserve(&mut self, more: usize, bytes: usize) -> Result<(), StopReason> {
        if self.len + more <= self.allowed && !self.is_crowded {
            return Ok(());
        }
        self.grow(self.len + more, bytes)
    }

    #[cold]
    fn grow(&mut self, nodes: usize, bytes: usize) -> Result<(), StopReason> {
        for number in 0..self.segments.len() {
            if self.segments[number].is_crowded() {
                // The old slots are held while the new ones are filled.
                let more = self.segments[number].next_bytes();
                if self.bytes() + more > bytes || !memory::is_available(more) {
                    return Err(StopReason::Bytes);
                }
                let segment = &mut self.segments[number];
                self.slot_bytes -= segment.bytes();
                segment.grow();
                self.slot_bytes += segment.bytes();
            }
        }
        self.is_crowded = false;
        // The unused part of the last chunk does not count: the system provides memory when it is
        // written to.
        let allowed = nodes.next_multiple_of(FIRST_NODES).max(self.allowed);
        let more = (allowed - self.allowed) * size_of::<T>();
        // Numbers of nodes have 32 bits.
        let is_too_much = self.bytes() + more > bytes || allowed >= u32::MAX as usize;
        if is_too_much || !self.may_allow(allowed) {
            return Err(StopReason::Bytes);
        }
        self.allow(allowed);
        Ok(())
    }

    /// The bytes that the table takes.
    pub(super) fn bytes(&self) -> usize {
        self.slot_bytes + self.allowed * size_of::<T>()
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
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::iter::successors;

    use proptest::prelude::*;

    use super::*;

    /// Hashes that often differ in one part alone of the 80 bits that a slot holds.
    fn hashes() -> impl Strategy<Value = u128> {
        let parts = (0..4_u128, 0..4_u128, 0..300_u128);
        parts.prop_map(|(upper, middle, lower)| (upper << 126) | (middle << 62) | (lower << 48))
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
                    prop_assert!(table.reserve(1, usize::MAX).is_ok());
                    let known = shortest.get(&hash).copied();
                    let id = match table.find(hash, depth) {
                        None => {
                            prop_assert!(known.is_some_and(|(_, shortest)| shortest <= depth));
                            continue;
                        }
                        Some(Probe::Miss(entry)) => {
                            prop_assert_eq!(known, None);
                            table.insert(entry, node)
                        }
                        Some(Probe::Better(entry)) => {
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
            if table.reserve(1, bytes).is_err() {
                break;
            }
            let Some(Probe::Miss(entry)) = table.find(hash, 0) else {
                panic!("{hash} is known")
            };
            table.insert(entry, (hash, 0));
        }
        assert!(table.bytes() <= bytes, "{} {bytes}", table.bytes());
        for hash in sequence().take(table.len) {
            assert!(table.find(hash, 0).is_none(), "{hash}");
        }
        table.len
    }

    #[test]
    fn the_memory_limit_is_used_well_and_never_exceeded() {
        for megabytes in [6, 7, 9, 12, 13, 20, 25] {
            let bytes = megabytes << 20;
            let each = bytes / fill(bytes);
            // What is known of a node takes 32 bytes here, and a slot 16.
            assert!(each < 62, "{each} bytes for a node of {megabytes} MB");
        }
    }
}
