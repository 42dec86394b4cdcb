//! The weights of the evaluation's features, and the features of single cascades.

use std::mem::size_of;

use super::EARLY_MOVES;
use crate::board::{CascadeIndex, PackedCard, RootCascades};
use crate::table::CELLS;
use TunedFor::{Beams, EverySearch, Nothing, TwoBoards};

/// The weight of each feature, in units of which a move costs `per_move`, and how two of them
/// change in the course of a game (log: "late moves and occupied cells"). What each is tuned for
/// stands in [`Weight::ALL`].
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
    /// Each smaller card of its suit, not home yet, that a card in a cell waits for.
    pub cell_wait: u16,
    /// The amount taken off `cell_wait` for a king.
    pub king_in_cell: u16,
    /// A costed move that the counting relaxation of [`crate::bound`] still takes, counted for
    /// either part of the cascades by itself.
    pub costed_move: u16,
    /// A card that is home on one board and not on the other. Boards that differ at all cost as
    /// much as [`DIVERGED`](super::DIVERGED) such cards.
    pub divergence: u16,
}

/// What a weight is tuned for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TunedFor {
    /// Nothing: it is the unit of the others.
    Nothing,
    /// The searches for a first line, and beams.
    EverySearch,
    /// Beams alone: other searches ignore it.
    Beams,
    /// Searches with two boards: with one it has no effect.
    TwoBoards,
}

/// A weight by itself: what `freecell-lab tune` knows of it.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// Its name, that of the field.
    pub name: &'static str,
    /// What it is tuned for.
    pub tuned_for: TunedFor,
    of: fn(&mut Weights) -> &mut u16,
}

impl Weight {
    /// The largest weight that is worth a try: A\* has a bucket for each cost.
    pub const LARGEST: u16 = 1000;

    /// All weights, in the order of the fields.
    pub const ALL: [Weight; Weights::COUNT] = [
        Weight::new("per_move", Nothing, |weights| &mut weights.per_move),
        Weight::new("late_move", EverySearch, |weights| &mut weights.late_move),
        Weight::new("non_local_move", EverySearch, |weights| {
            &mut weights.non_local_move
        }),
        Weight::new("above", EverySearch, |weights| &mut weights.above),
        Weight::new("cascade", EverySearch, |weights| &mut weights.cascade),
        Weight::new("cells[0]", EverySearch, |weights| &mut weights.cells[0]),
        Weight::new("cells[1]", EverySearch, |weights| &mut weights.cells[1]),
        Weight::new("cells[2]", EverySearch, |weights| &mut weights.cells[2]),
        Weight::new("cells[3]", EverySearch, |weights| &mut weights.cells[3]),
        Weight::new("cells_fade", EverySearch, |weights| &mut weights.cells_fade),
        Weight::new("unsorted", EverySearch, |weights| &mut weights.unsorted),
        Weight::new("blocked_run", EverySearch, |weights| {
            &mut weights.blocked_run
        }),
        Weight::new("sequence_break", EverySearch, |weights| {
            &mut weights.sequence_break
        }),
        Weight::new("not_home", EverySearch, |weights| &mut weights.not_home),
        Weight::new("built_on", EverySearch, |weights| &mut weights.built_on),
        Weight::new("king", EverySearch, |weights| &mut weights.king),
        Weight::new("few_undisturbed", EverySearch, |weights| {
            &mut weights.few_undisturbed
        }),
        Weight::new("self_blocking", EverySearch, |weights| {
            &mut weights.self_blocking
        }),
        Weight::new("run_above_lowest", EverySearch, |weights| {
            &mut weights.run_above_lowest
        }),
        Weight::new("unjoinable", EverySearch, |weights| &mut weights.unjoinable),
        Weight::new("cell_wait", Beams, |weights| &mut weights.cell_wait),
        Weight::new("king_in_cell", Beams, |weights| &mut weights.king_in_cell),
        Weight::new("costed_move", Beams, |weights| &mut weights.costed_move),
        Weight::new("divergence", TwoBoards, |weights| &mut weights.divergence),
    ];

    const fn new(
        name: &'static str,
        tuned_for: TunedFor,
        of: fn(&mut Weights) -> &mut u16,
    ) -> Weight {
        Weight {
            name,
            tuned_for,
            of,
        }
    }
}

impl Weights {
    /// The number of weights.
    pub const COUNT: usize = size_of::<Weights>() / size_of::<u16>();

    /// Nothing has a weight.
    pub const NONE: Weights = Weights {
        per_move: 0,
        late_move: 0,
        non_local_move: 0,
        above: 0,
        cascade: 0,
        cells: [0; CELLS],
        cells_fade: 0,
        unsorted: 0,
        blocked_run: 0,
        sequence_break: 0,
        not_home: 0,
        built_on: 0,
        king: 0,
        few_undisturbed: 0,
        self_blocking: 0,
        run_above_lowest: 0,
        unjoinable: 0,
        cell_wait: 0,
        king_in_cell: 0,
        costed_move: 0,
        divergence: 0,
    };

    /// The weights in a list, in the order of [`Weight::ALL`].
    pub fn from_array(list: [u16; Weights::COUNT]) -> Weights {
        let mut weights = Weights::NONE;
        for (weight, value) in Weight::ALL.iter().zip(list) {
            *(weight.of)(&mut weights) = value;
        }
        weights
    }

    /// The weights as a list, in that order.
    pub fn to_array(mut self) -> [u16; Weights::COUNT] {
        Weight::ALL.map(|weight| *(weight.of)(&mut self))
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
