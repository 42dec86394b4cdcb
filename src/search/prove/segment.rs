//! A segment of a proof's table of nodes: the slots of the positions whose hashes begin with the
//! same bits, in open addressing with linear probing.

use std::mem::size_of;

use crate::position::MAX_MOVES;

/// The slots of the positions whose hashes begin with the same bits.
pub(super) struct Segment {
    slots: Vec<Slot>,
    /// The number of slots in use.
    len: usize,
}

/// The upper half of a hash; below that the next 16 bits of it, the depth and the number of
/// the node: 16, 16 and 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    upper: u64,
    rest: u64,
}

const DEPTH_SHIFT: u32 = u32::BITS;
const HASH_SHIFT: u32 = DEPTH_SHIFT + u16::BITS;

/// A slot without a node: no node has its number.
pub(super) const FREE: Slot = Slot {
    upper: 0,
    rest: u64::MAX,
};

/// The number of bits of a hash that choose its segment.
const SEGMENT_BITS: u32 = 5;
/// The number of segments.
pub(super) const SEGMENTS: usize = 1 << SEGMENT_BITS;

/// The fewest slots of a segment. A quarter of them stay free, more than are inserted before it
/// can grow.
const FIRST_SLOTS: usize = 1 << 10;
const _: () = assert!(FIRST_SLOTS / 4 > MAX_MOVES);

impl Segment {
    /// The segment of that number, without nodes. The first has the fewest slots, and the last
    /// nearly as many as the first after it has grown.
    pub(super) fn new(number: usize) -> Segment {
        Segment::with_slots(FIRST_SLOTS + FIRST_SLOTS / 4 * number / SEGMENTS)
    }

    fn with_slots(slots: usize) -> Segment {
        Segment {
            slots: vec![FREE; slots],
            len: 0,
        }
    }

    /// The bytes of the slots.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    /// The bytes of the slots after [`Segment::grow`].
    pub(super) fn next_bytes(&self) -> usize {
        self.next_len() * size_of::<Slot>()
    }

    fn next_len(&self) -> usize {
        self.slots.len() + self.slots.len() / 4
    }

    /// Reads the slot where a probe sequence begins, so that it is in the cache; returns some of
    /// it, for the compiler not to leave that out.
    #[inline(always)]
    pub(super) fn touch(&self, slot: Slot) -> u64 {
        self.slots[self.home(slot)].upper
    }

    /// The index of the slot that a position has, and that slot; or the index of the free one that
    /// it will have, as it would have been inserted there at the latest.
    #[inline(always)]
    pub(super) fn find(&self, position: Slot) -> (usize, Option<Slot>) {
        let mut index = self.home(position);
        loop {
            let slot = self.slots[index];
            if slot.is_free() {
                return (index, None);
            }
            if slot.is_of_same_position(position) {
                return (index, Some(slot));
            }
            index = self.next(index);
        }
    }

    /// Fills a free slot.
    #[inline(always)]
    pub(super) fn insert(&mut self, index: usize, slot: Slot) {
        self.slots[index] = slot;
        self.len += 1;
    }

    /// Fills the slot of a position anew.
    pub(super) fn replace(&mut self, index: usize, slot: Slot) {
        self.slots[index] = slot;
    }

    /// Whether probe sequences get long.
    #[inline(always)]
    pub(super) fn is_crowded(&self) -> bool {
        self.len * 4 >= self.slots.len() * 3
    }

    /// Moves all slots into a quarter more.
    pub(super) fn grow(&mut self) {
        let mut larger = Segment::with_slots(self.next_len());
        for &slot in self.slots.iter().filter(|slot| !slot.is_free()) {
            let mut index = larger.home(slot);
            while !larger.slots[index].is_free() {
                index = larger.next(index);
            }
            larger.insert(index, slot);
        }
        *self = larger;
    }

    /// Where the probe sequence of a position begins.
    #[inline(always)]
    fn home(&self, slot: Slot) -> usize {
        // Not a remainder, which takes a division: the bits as a fraction of the slots (Lemire:
        // Fast Random Integer Generation in an Interval, 2019).
        let fraction = u128::from(slot.upper << SEGMENT_BITS);
        ((fraction * self.slots.len() as u128) >> u64::BITS) as usize
    }

    /// The slot after that one in a probe sequence.
    #[inline(always)]
    fn next(&self, index: usize) -> usize {
        if index + 1 < self.slots.len() {
            index + 1
        } else {
            0
        }
    }
}

impl Slot {
    /// The slot of a node that has no number yet.
    #[inline(always)]
    pub(super) fn new(hash: u128, depth: u16) -> Slot {
        let bits = hash as u64 >> HASH_SHIFT << HASH_SHIFT;
        Slot {
            upper: (hash >> 64) as u64,
            rest: bits | u64::from(depth) << DEPTH_SHIFT,
        }
    }

    /// The number of the segment to which the slot belongs.
    #[inline(always)]
    pub(super) fn segment(self) -> usize {
        (self.upper >> (u64::BITS - SEGMENT_BITS)) as usize
    }

    #[inline(always)]
    pub(super) fn with_number(self, number: u32) -> Slot {
        let rest = self.rest | u64::from(number);
        Slot { rest, ..self }
    }

    /// The number of the node.
    #[inline(always)]
    pub(super) fn number(self) -> u32 {
        self.rest as u32
    }

    /// The node's depth.
    #[inline(always)]
    pub(super) fn depth(self) -> u16 {
        (self.rest >> DEPTH_SHIFT) as u16
    }

    #[inline(always)]
    pub(super) fn is_of_same_position(self, other: Slot) -> bool {
        self.upper == other.upper && self.rest >> HASH_SHIFT == other.rest >> HASH_SHIFT
    }

    #[inline(always)]
    pub(super) fn is_free(self) -> bool {
        self.number() == FREE.number()
    }
}
