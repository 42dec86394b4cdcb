//! Whether loose cards have room: on one another, on other cards, in cells, or at
//! the bottom of cascades.
//!
//! Cards lie on cards of the next rank and the other colour, at most one on each.
//! So it is decided rank by rank, from the kings down, and each for itself in the
//! two weaves into which rank and colour split the deck. As many cards of a rank as
//! possible lie on cards above them in rank: that spares a place and costs nothing.
//! The others are in cells, where nothing can lie on them, or at bottoms. There are
//! few bottoms, and how they are best spent is tried out.

/// Cards whose rank and colour are of one parity: those of one weave.
pub const WEAVES: [u64; 2] = [0x9_6969_6969_6969, 0x6_9696_9696_9696];
/// The most bottoms counted; there are no more cascades than that.
const MOST_BOTTOMS: usize = 10;
/// More cells than there may be.
const TOO_MANY: u8 = u8::MAX / 4;

/// What needs places, and the places there are.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The cards that need a place and offer one, a bit each.
    pub loose: u64,
    /// The cards that need none and offer one.
    pub tops: u64,
    /// A card that needs a place and offers none.
    pub bare: u64,
    /// The cells.
    pub cells: u32,
    /// The cascades whose bottom is free for a loose card.
    pub bottoms: u32,
}

/// For each number of places on cards (up to two) and of bottoms spent: how many
/// cells are needed at least.
type Needed = [[u8; MOST_BOTTOMS + 1]; 3];

impl Room {
    /// Whether there are places for all.
    pub fn suffices(&self) -> bool {
        if self.bottoms == 0 {
            let [one, other] = WEAVES.map(|weave| self.in_cells(weave));
            return one + other <= self.cells;
        }
        if self.by_greed() {
            return true;
        }
        let [one, other] = WEAVES.map(|weave| self.needed(weave));
        let bottoms = self.bottoms as usize;
        (0..=bottoms).any(|spent| u32::from(one[spent] + other[bottoms - spent]) <= self.cells)
    }

    /// Whether there are if bottoms are spent on the highest ranks.
    fn by_greed(&self) -> bool {
        let (mut cells, mut bottoms) = (self.cells as i32, self.bottoms as i32);
        let mut places = [0; 2];
        for rank in (0..13).rev() {
            for (weave, places) in WEAVES.iter().zip(&mut places) {
                let of_rank = weave & 0b1111 << (4 * rank);
                let loose = count(self.loose & of_rank);
                let bare = count(self.bare & of_rank);
                let seated = loose.min(*places);
                let at_bottoms = (loose - seated).min(bottoms);
                bottoms -= at_bottoms;
                cells -= loose - seated - at_bottoms;
                cells -= (bare - (*places - seated)).max(0);
                *places = seated + at_bottoms + count(self.tops & of_rank);
            }
        }
        // If a bottom is left, only the bare card has gone into a cell.
        cells + bottoms >= 0
    }

    /// How many cells the cards of a weave need if no bottom is free.
    fn in_cells(&self, weave: u64) -> u32 {
        let (mut places, mut in_cells) = (0, 0);
        for rank in (0..13).rev() {
            let of_rank = weave & 0b1111 << (4 * rank);
            let loose = (self.loose & of_rank).count_ones();
            let bare = (self.bare & of_rank).count_ones();
            in_cells += (loose + bare).saturating_sub(places);
            places = loose.min(places) + (self.tops & of_rank).count_ones();
        }
        in_cells
    }

    /// How many cells the cards of a weave need for each number of bottoms that
    /// may be spent on it.
    fn needed(&self, weave: u64) -> [u8; MOST_BOTTOMS + 1] {
        let most = self.bottoms as usize;
        let nothing: Needed = [[TOO_MANY; MOST_BOTTOMS + 1]; 3];
        let mut needed = nothing;
        needed[0][0] = 0;
        for rank in (0..13).rev() {
            let of_rank = weave & 0b1111 << (4 * rank);
            let loose = (self.loose & of_rank).count_ones() as usize;
            let bare = (self.bare & of_rank).count_ones() as usize;
            let tops = (self.tops & of_rank).count_ones() as usize;
            let mut after = nothing;
            for (places, needed) in needed.iter().enumerate() {
                let seated = loose.min(places);
                let left_out = bare.saturating_sub(places - seated);
                for (spent, &before) in needed.iter().enumerate().take(most + 1) {
                    if u32::from(before) > self.cells {
                        continue;
                    }
                    for more in 0..=(loose + left_out - seated).min(most - spent) {
                        // A bare card comes last: nothing can lie on it.
                        let offering = more.min(loose - seated);
                        let cells = before + (loose + left_out - seated - more) as u8;
                        let best = &mut after[seated + offering + tops][spent + more];
                        *best = cells.min(*best);
                    }
                }
            }
            needed = after;
        }
        let mut least = [TOO_MANY; MOST_BOTTOMS + 1];
        let mut before = TOO_MANY;
        for (spent, least) in least.iter_mut().enumerate().take(most + 1) {
            before = needed.iter().fold(before, |all, each| all.min(each[spent]));
            *least = before;
        }
        least
    }
}

fn count(cards: u64) -> i32 {
    cards.count_ones() as i32
}
