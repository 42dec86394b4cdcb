//! The weights of the evaluation's features, and the features of single cascades.

use super::EARLY_MOVES;
use crate::board::{CascadeIndex, PackedCard, RootCascades};
use crate::table::CELLS;

/// The weight of each feature, in units of which a move costs `per_move`, and how two of them
/// change in the course of a game (log: "late moves and occupied cells").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// Each of the first [`EARLY_MOVES`] moves.
    pub per_move: u16,
    /// Each move after those.
    pub late_move: u16,
    /// A non-local move, besides: one that takes no card from the cascade from which the last move
    /// took some (log: "non-local moves").
    pub non_local_move: u16,
    /// A card lying above the next card that a suit's foundation takes.
    pub above: u16,
    /// A cascade that is not empty.
    pub cascade: u16,
    /// The first, second, third and fourth occupied cell.
    pub cells: [u16; CELLS],
    /// The 256ths of their weights that occupied cells lose with each card home.
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
    /// A cascade with a self-blocking run, besides `blocked_run`.
    pub self_blocking: u16,
    /// A run of undisturbed cards that begins above the lowest card of its cascade.
    pub run_above_lowest: u16,
    /// A cascade whose last run fits on the top card of no other. One without undisturbed cards
    /// counts, whatever it fits on, and an empty one.
    pub unjoinable: u16,
    /// Each smaller card of its suit, not home yet, that a card in a cell waits for. This and
    /// the rest, divergence aside, matter in beams alone.
    pub cell_wait: u16,
    /// The amount taken off `cell_wait` for a king.
    pub king_in_cell: u16,
    /// A costed move that the relaxed game of [`crate::bound`] still takes, counted for
    /// either part of the cascades by itself.
    pub costed_move: u16,
    /// A card that is home on one board and not on the other. Boards that differ at all cost as
    /// much as [`DIVERGED`](super::DIVERGED) such cards.
    pub divergence: u16,
}

impl Weights {
    /// The number of weights.
    pub const COUNT: usize = 24;

    /// How many of the last weights, divergence aside, are for beams alone.
    pub const FOR_BEAMS: usize = 3;

    /// Nothing has a weight.
    pub const NONE: Weights = Weights::from_array([0; Weights::COUNT]);

    /// The weights in a list, in the order of the fields.
    pub const fn from_array(list: [u16; Weights::COUNT]) -> Weights {
        Weights {
            per_move: list[0],
            late_move: list[1],
            non_local_move: list[2],
            above: list[3],
            cascade: list[4],
            cells: [list[5], list[6], list[7], list[8]],
            cells_fade: list[9],
            unsorted: list[10],
            blocked_run: list[11],
            sequence_break: list[12],
            not_home: list[13],
            built_on: list[14],
            king: list[15],
            few_undisturbed: list[16],
            self_blocking: list[17],
            run_above_lowest: list[18],
            unjoinable: list[19],
            cell_wait: list[20],
            king_in_cell: list[21],
            costed_move: list[22],
            divergence: list[23],
        }
    }

    /// The weights as a list, in the order of the fields.
    pub const fn to_array(self) -> [u16; Weights::COUNT] {
        let [first, second, third, fourth] = self.cells;
        [
            self.per_move,
            self.late_move,
            self.non_local_move,
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
            self.self_blocking,
            self.run_above_lowest,
            self.unjoinable,
            self.cell_wait,
            self.king_in_cell,
            self.costed_move,
            self.divergence,
        ]
    }

    /// The cost of a number of moves.
    pub(super) fn cost_of_moves(&self, moves: u16) -> u32 {
        let early = moves.min(EARLY_MOVES);
        let late = moves - early;
        early as u32 * self.per_move as u32 + late as u32 * self.late_move as u32
    }

    /// The cost of a new cascade, one without an undisturbed card: a run of `cards` cards,
    /// with a king at its base or not; an empty cascade costs nothing.
    ///
    /// A king at the base need not move again, and a cascade that is built on may stay until it
    /// goes home (log: "features of new cascades").
    pub(super) fn cost_of_new_cascade(&self, cards: u8, is_king: bool) -> u32 {
        if cards == 0 {
            return 0;
        }
        let cost = if is_king { self.king } else { self.cascade };
        (cost as u32).saturating_sub(self.built_on as u32 * (cards as u32 - 1))
    }

    /// The cost of a card in a cell that must wait for `wait` others of its suit, besides that
    /// of the cell; a king has a place in every empty cascade.
    pub(super) fn cost_of_card_in_cell(&self, wait: u8, is_king: bool) -> u32 {
        let cost = self.cell_wait as u32 * wait as u32;
        cost.saturating_sub(self.king_in_cell as u32 * is_king as u32)
    }

    /// The costs of a cascade's undisturbed cards, without and with a self-blocking run on them:
    /// passes them to `each` for 1, 2 … `cards` of them.
    pub(super) fn for_each_prefix(
        &self,
        root: &RootCascades,
        cascade: CascadeIndex,
        cards: u8,
        mut each: impl FnMut(u8, [u32; 2]),
    ) {
        let blocked_run = self.blocked_run as u32;
        let mut breaks = 0;
        let mut is_self_blocking = false;
        let mut lowest = PackedCard::NONE;
        for undisturbed in 1..=cards {
            let before = root.prefix(cascade, undisturbed - 1);
            let prefix = root.prefix(cascade, undisturbed);
            if undisturbed > 1 && prefix.run == 1 {
                breaks += self.sequence_break as u32 + self.unsorted as u32 * before.run as u32;
                breaks += blocked_run * is_self_blocking as u32;
                is_self_blocking = false;
                breaks += self.run_above_lowest as u32 * (prefix.top > lowest) as u32;
            }
            lowest = lowest.min(prefix.top);
            is_self_blocking |= prefix.top.is_in(before.blocking);
            let few = 4_u32.saturating_sub(undisturbed as u32);
            let cascade = self.cascade as u32;
            let cascade = cascade.saturating_sub(self.few_undisturbed as u32 * few);
            let cost = cascade + breaks;
            each(
                undisturbed,
                [
                    cost + blocked_run * is_self_blocking as u32,
                    cost + blocked_run + self.self_blocking as u32,
                ],
            );
        }
    }
}
