//! The weights of all searches, tuned by `freecell-lab tune`. The table in
//! `src/search/README.md` says on which deals, by which command, and what each set gained.

use crate::heuristic::Weights;
use crate::ruleset::Autoplay;

/// A configuration of the portfolio that searches for a first line.
pub struct Config {
    /// How many positions its first slice lasts.
    pub slice: u64,
    /// After how many of them without a lower estimate it ends early (row 25).
    pub patience: u64,
    /// What it evaluates positions by.
    pub weights: Weights,
}

/// The portfolio's configurations, in the order in which they run (rows 1 to 3 of the
/// table): each later one was tuned on deals that the ones before leave unsolved. The last
/// has the time to see all there is in most deals without a line.
pub const CONFIGS: [Config; 5] = [
    Config {
        slice: 1500,
        patience: 300,
        weights: Weights {
            per_move: 60,
            late_move: 41,
            above: 17,
            cascade: 100,
            cells: [46, 96, 115, 158],
            cells_fade: 5,
            unsorted: 38,
            blocked_run: 5,
            sequence_break: 47,
            not_home: 28,
            built_on: 13,
            king: 61,
            few_undisturbed: 0,
            removal: 0,
            divergence: 0,
        },
    },
    Config {
        slice: 8000,
        patience: u64::MAX,
        weights: Weights {
            per_move: 13,
            late_move: 13,
            above: 2,
            cascade: 28,
            cells: [21, 13, 24, 18],
            cells_fade: 0,
            unsorted: 0,
            blocked_run: 0,
            sequence_break: 14,
            not_home: 0,
            built_on: 12,
            king: 18,
            few_undisturbed: 2,
            removal: 0,
            divergence: 0,
        },
    },
    Config {
        slice: 10_000,
        patience: u64::MAX,
        weights: Weights {
            per_move: 20,
            late_move: 20,
            above: 0,
            cascade: 22,
            cells: [39, 0, 29, 40],
            cells_fade: 0,
            unsorted: 10,
            blocked_run: 0,
            sequence_break: 17,
            not_home: 7,
            built_on: 49,
            king: 14,
            few_undisturbed: 0,
            removal: 0,
            divergence: 0,
        },
    },
    Config {
        slice: 40_000,
        patience: u64::MAX,
        weights: Weights {
            per_move: 8,
            late_move: 8,
            above: 6,
            cascade: 30,
            cells: [2, 0, 14, 30],
            cells_fade: 0,
            unsorted: 6,
            blocked_run: 8,
            sequence_break: 0,
            not_home: 10,
            built_on: 6,
            king: 18,
            few_undisturbed: 0,
            removal: 0,
            divergence: 0,
        },
    },
    Config {
        slice: 250_000,
        patience: u64::MAX,
        weights: Weights {
            per_move: 8,
            late_move: 8,
            above: 6,
            cascade: 30,
            cells: [0, 6, 0, 30],
            cells_fade: 0,
            unsorted: 6,
            blocked_run: 17,
            sequence_break: 0,
            not_home: 17,
            built_on: 4,
            king: 18,
            few_undisturbed: 0,
            removal: 0,
            divergence: 0,
        },
    },
];

/// What beam searches evaluate by, for lines that win under one autoplay rule (row 5).
pub const fn of_beam(autoplay: Autoplay) -> Weights {
    match autoplay {
        Autoplay::Safe | Autoplay::None => BEAM_SAFE,
        Autoplay::All => BEAM_ALL,
    }
}

const BEAM_SAFE: Weights = Weights {
    per_move: 0,
    late_move: 0,
    above: 10,
    cascade: 91,
    cells: [61, 60, 69, 96],
    cells_fade: 0,
    unsorted: 0,
    blocked_run: 17,
    sequence_break: 46,
    not_home: 6,
    built_on: 11,
    king: 38,
    few_undisturbed: 4,
    removal: 29,
    divergence: 0,
};

const BEAM_ALL: Weights = Weights {
    per_move: 0,
    late_move: 0,
    above: 12,
    cascade: 85,
    cells: [43, 43, 49, 85],
    cells_fade: 0,
    unsorted: 0,
    blocked_run: 17,
    sequence_break: 33,
    not_home: 9,
    built_on: 11,
    king: 29,
    few_undisturbed: 7,
    removal: 25,
    divergence: 0,
};

/// The same for lines that win under both autoplay rules (row 6).
pub const BEAM_BOTH: Weights = Weights {
    per_move: 0,
    late_move: 0,
    above: 9,
    cascade: 90,
    cells: [56, 48, 69, 97],
    cells_fade: 0,
    unsorted: 0,
    blocked_run: 0,
    sequence_break: 45,
    not_home: 0,
    built_on: 7,
    king: 50,
    few_undisturbed: 4,
    removal: 21,
    divergence: 22,
};
