//! The order in which the column's program keeps the cascades, flaws included.
//!
//! The program means to tell positions apart regardless of the order of their
//! cascades, so it keeps a table of the cascades sorted by their deepest cards.
//! But it sorts too rarely: a move taken back leaves the table as it was, and so
//! does a run of two or more cards that fills an empty cascade. The same position
//! then gets several keys.
//!
//! A sorted order is determined by the position, so its word is 0. Only an order that is out of
//! date is written out.

/// The size of arrays of cascades: two vectors of eight.
const CASCADE_SLOTS: usize = 16;
/// The bits of a deepest card in the order's word.
const BITS: u32 = 6;
/// The highest bit of every byte but the last.
const HIGH: u64 = 0x0080_8080_8080_8080;
/// Sorts behind every card: the cascade does not exist.
const ABSENT: i16 = 64;

/// The cascades' places in the program's table.
#[derive(Clone, Debug)]
pub struct Order {
    cascades: usize,
    /// Each cascade's deepest card plus one, or 0 if it is empty.
    bases: [i16; CASCADE_SLOTS],
    empty: u32,
    /// Each cascade's place, unless it has yet to be sorted.
    places: [i16; CASCADE_SLOTS],
    /// The deepest cards by which the cascades have yet to be sorted. With two of
    /// them empty, the places depend on those before, and are sorted at once.
    pending: Option<[i16; CASCADE_SLOTS]>,
    word: u64,
    /// Whether the word is out of date.
    changed: bool,
}

impl Order {
    /// The cascades' own order, all of them empty; at most ten.
    pub fn new(cascades: usize) -> Order {
        let mut order = Order {
            cascades,
            bases: [ABSENT; CASCADE_SLOTS],
            empty: cascades as u32,
            places: [0; CASCADE_SLOTS],
            pending: None,
            word: 0,
            changed: false,
        };
        order.bases[..cascades].fill(0);
        for (place, index) in order.places.iter_mut().zip(0..) {
            *place = index;
        }
        order
    }

    /// Notes a cascade's deepest card plus one, or 0; the cascade was empty before
    /// or is now. Its place stays.
    #[inline(always)]
    pub fn set_base(&mut self, cascade: usize, base: u8) {
        self.bases[cascade & (CASCADE_SLOTS - 1)] = base.into();
        self.empty = self.empty + 2 * u32::from(base == 0) - 1;
        self.changed = true;
    }

    /// Sorts the cascades, stably, by their deepest cards; empty ones come first.
    #[inline(always)]
    pub fn sort(&mut self) {
        if self.empty <= 1 {
            self.pending = Some(self.bases);
        } else {
            self.normalize();
            self.places = self.sorted(&self.bases);
        }
        self.word = 0;
        self.changed = false;
    }

    fn normalize(&mut self) {
        if let Some(bases) = self.pending.take() {
            self.places = self.sorted(&bases);
        }
    }

    /// The order in one word: 0 if it is sorted.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        if self.changed {
            self.write();
        }
        self.word
    }

    fn write(&mut self) {
        self.changed = false;
        self.normalize();
        if self.cascades <= 8 {
            self.word = 0;
            for lane in 0..8 {
                self.word |= (self.bases[lane] as u64) << ((8 * self.places[lane] as u32) & 63);
            }
            // Each byte but the first, less the one before it: no byte may borrow.
            let above = self.word >> 8 | HIGH;
            if above.wrapping_sub(self.word & !(0xff << 56)) & HIGH == HIGH {
                self.word = 0;
            }
        } else {
            self.word = 0;
            if self.sorted(&self.bases) != self.places {
                for (base, place) in self.bases.iter().zip(self.places).take(self.cascades) {
                    self.word |= (*base as u64) << (BITS * place as u32);
                }
            }
        }
    }

    #[inline(never)]
    fn sorted(&self, bases: &[i16; CASCADE_SLOTS]) -> [i16; CASCADE_SLOTS] {
        let mut sorted = self.places;
        if self.cascades <= 8 {
            ranks::<8>(bases, &self.places, &mut sorted);
        } else {
            ranks::<CASCADE_SLOTS>(bases, &self.places, &mut sorted);
        }
        sorted
    }
}

/// The place of each of the first `LANES` cascades once they are sorted: the number of
/// those that are smaller, or equal and before it. The compiler makes the loops vector
/// code.
#[inline(always)]
fn ranks<const LANES: usize>(
    bases: &[i16; CASCADE_SLOTS],
    places: &[i16; CASCADE_SLOTS],
    sorted: &mut [i16; CASCADE_SLOTS],
) {
    let mut keys = [0_i16; LANES];
    for lane in 0..LANES {
        keys[lane] = bases[lane] * CASCADE_SLOTS as i16 + places[lane];
    }
    let mut ranks = [0_i16; LANES];
    for other in 0..LANES {
        for lane in 0..LANES {
            ranks[lane] += i16::from(keys[other] < keys[lane]);
        }
    }
    sorted[..LANES].copy_from_slice(&ranks);
}
