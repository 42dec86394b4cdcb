//! The weights of the evaluation's features, and the features of single cascades.

use super::EARLY_MOVES;
use crate::board::{CascadeIndex, RootCascades};
use crate::table::CELLS;

/// The weight of each feature, in units of which a move costs `per_move`, and how two of
/// them change in the course of a game (row 22 of the table in `src/search/README.md`);
/// none is above [`Weights::LARGEST`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// Each of the first [`EARLY_MOVES`] moves.
    pub per_move: u16,
    /// Each move after those.
    pub late_move: u16,
    /// A card lying above the next card that a suit's foundation takes.
    pub above: u16,
    /// A cascade that is not empty.
    pub cascade: u16,
    /// The first, second, third and fourth occupied cell.
    pub cells: [u16; CELLS],
    /// How many 256ths of their weights occupied cells lose with each card home.
    pub cells_fade: u16,
    /// A card that is not in the run at the end of its cascade.
    pub unsorted: u16,
    /// A run holding a card that lies above a smaller card of its suit.
    pub blocked_run: u16,
    /// A card lying on one it does not fit on.
    pub sequence_break: u16,
    /// A card not home.
    pub not_home: u16,
    /// What each card but the first takes off the cost of a new cascade, one without an
    /// undisturbed card.
    pub built_on: u16,
    /// A new cascade with a king at its base, instead of `cascade`.
    pub king: u16,
    /// What each undisturbed card fewer than four takes off a cascade's cost, whatever
    /// lies on them; nothing off a new cascade.
    pub few_undisturbed: u16,
    /// A removal that the relaxed game of [`crate::bound`] still takes, counted for
    /// either part of the cascades by itself.
    pub removal: u16,
    /// A card that is home on one board and not on the other; that the boards differ at
    /// all costs as much as [`DIVERGED`](super::DIVERGED) cards.
    pub divergence: u16,
}

/// How many weights there are.
pub const WEIGHTS: usize = 18;

impl Weights {
    /// No weight may be larger, so that no table's cost exceeds the bits that an
    /// accumulator has for it.
    pub const LARGEST: u16 = 1000;

    /// The weights in a list, in the order of the fields; none if one of them is above
    /// [`Weights::LARGEST`].
    pub const fn from_array(list: [u16; WEIGHTS]) -> Option<Weights> {
        let weights = Weights {
            per_move: list[0],
            late_move: list[1],
            above: list[2],
            cascade: list[3],
            cells: [list[4], list[5], list[6], list[7]],
            cells_fade: list[8],
            unsorted: list[9],
            blocked_run: list[10],
            sequence_break: list[11],
            not_home: list[12],
            built_on: list[13],
            king: list[14],
            few_undisturbed: list[15],
            removal: list[16],
            divergence: list[17],
        };
        if weights.are_in_range() {
            Some(weights)
        } else {
            None
        }
    }

    /// The weights as a list, in the order of the fields.
    pub const fn to_array(self) -> [u16; WEIGHTS] {
        let [first, second, third, fourth] = self.cells;
        [
            self.per_move,
            self.late_move,
            self.above,
            self.cascade,
            first,
            second,
            third,
            fourth,
            self.cells_fade,
            self.unsorted,
            self.blocked_run,
            self.sequence_break,
            self.not_home,
            self.built_on,
            self.king,
            self.few_undisturbed,
            self.removal,
            self.divergence,
        ]
    }

    /// Whether no weight is above [`Weights::LARGEST`].
    pub const fn are_in_range(self) -> bool {
        let list = self.to_array();
        let mut index = 0;
        while index < WEIGHTS && list[index] <= Weights::LARGEST {
            index += 1;
        }
        index == WEIGHTS
    }

    /// What a number of moves costs.
    pub(super) fn of_moves(&self, moves: u16) -> u32 {
        let early = moves.min(EARLY_MOVES);
        let late = moves - early;
        early as u32 * self.per_move as u32 + late as u32 * self.late_move as u32
    }

    /// The cost of a new cascade, one without an undisturbed card: a run of so many cards,
    /// with a king at its base or not, or none at all.
    ///
    /// A king at the base need not move again, and a cascade that is built on may stay
    /// until it goes home (row 4 of the table in `src/search/README.md`).
    pub(super) fn of_new_cascade(&self, cards: u8, is_king: bool) -> u32 {
        if cards == 0 {
            return 0;
        }
        let cost = if is_king { self.king } else { self.cascade };
        cost.saturating_sub(self.built_on * (cards as u16 - 1)) as u32
    }

    /// The costs of a cascade's undisturbed cards, without and with a blocked tail on them:
    /// passes them to `each` for 1, 2 … `cards` of them.
    pub(super) fn of_prefixes(
        &self,
        root: &RootCascades,
        cascade: CascadeIndex,
        cards: u8,
        mut each: impl FnMut(u8, [u32; 2]),
    ) {
        let blocked_run = self.blocked_run as u32;
        let mut breaks = 0;
        let mut is_blocked = false;
        for undisturbed in 1..=cards {
            let before = root.prefix(cascade, undisturbed - 1);
            let prefix = root.prefix(cascade, undisturbed);
            if undisturbed > 1 && prefix.run == 1 {
                breaks += self.sequence_break as u32 + self.unsorted as u32 * before.run as u32;
                breaks += blocked_run * is_blocked as u32;
                is_blocked = false;
            }
            is_blocked |= before.blocked.contains(prefix.top);
            let few = 4_u16.saturating_sub(undisturbed as u16);
            let cascade = self.cascade.saturating_sub(self.few_undisturbed * few) as u32;
            let cost = cascade + breaks;
            each(
                undisturbed,
                [cost + blocked_run * is_blocked as u32, cost + blocked_run],
            );
        }
    }
}
