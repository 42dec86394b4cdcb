//! The weights of all searches. The log of experiments, `src/search/EXPERIMENTS.md`, says how each
//! set was tuned, mostly by `freecell-lab tune`, on which deals, and what it gained.

use crate::heuristic::Weights;
use crate::ruleset::Autoplay;

/// A configuration of the portfolio that searches for a first line.
pub struct Config {
    /// The positions of its first slice.
    pub slice: u64,
    /// The weights by which it evaluates positions.
    pub weights: Weights,
}

/// The portfolio's configurations, in the order in which they run (log: "first configuration",
/// "other configurations", "non-local moves", "non-local moves in the second configuration", "moves
/// behind their siblings"): the second and third were tuned on deals that the ones before leave
/// unsolved, the fourth on those that the first leaves; the fifth is one of many sets drawn at
/// random, and has the time to exhaust most deals without a solution; the sixth was the second
/// until non-local moves cost more.
pub const CONFIGS: [Config; 6] = [
    Config {
        slice: 400,
        weights: Weights {
            per_move: 64,
            late_move: 58,
            non_local_move: 42,
            above: 18,
            cascade: 128,
            cells: [112, 134, 158, 184],
            cells_fade: 6,
            unsorted: 36,
            blocked_run: 7,
            sequence_break: 52,
            not_home: 30,
            built_on: 8,
            king: 88,
            run_above_lowest: 13,
            unjoinable: 35,
            ..Weights::NONE
        },
    },
    Config {
        slice: 8000,
        weights: Weights {
            per_move: 52,
            late_move: 44,
            non_local_move: 63,
            above: 10,
            cascade: 132,
            cells: [76, 41, 91, 125],
            unsorted: 3,
            sequence_break: 59,
            built_on: 31,
            king: 94,
            few_undisturbed: 9,
            run_above_lowest: 1,
            unjoinable: 34,
            ..Weights::NONE
        },
    },
    Config {
        slice: 10_000,
        weights: Weights {
            per_move: 20,
            late_move: 20,
            cascade: 22,
            cells: [39, 0, 29, 40],
            unsorted: 10,
            sequence_break: 17,
            not_home: 7,
            built_on: 49,
            king: 14,
            ..Weights::NONE
        },
    },
    Config {
        slice: 40_000,
        weights: Weights {
            per_move: 8,
            late_move: 8,
            above: 6,
            cascade: 30,
            cells: [2, 0, 14, 30],
            unsorted: 6,
            blocked_run: 8,
            not_home: 10,
            built_on: 6,
            king: 18,
            ..Weights::NONE
        },
    },
    Config {
        slice: 250_000,
        weights: Weights {
            per_move: 8,
            late_move: 8,
            above: 6,
            cascade: 30,
            cells: [0, 6, 0, 30],
            unsorted: 6,
            blocked_run: 17,
            not_home: 17,
            built_on: 4,
            king: 18,
            ..Weights::NONE
        },
    },
    Config {
        slice: 32_000,
        weights: Weights {
            per_move: 13,
            late_move: 13,
            above: 2,
            cascade: 28,
            cells: [21, 13, 24, 18],
            sequence_break: 14,
            built_on: 12,
            king: 18,
            few_undisturbed: 2,
            ..Weights::NONE
        },
    },
];

/// The weights of beam searches for lines that win under one autoplay rule (log: "beam weights for
/// one rule").
pub const fn for_beam(autoplay: Autoplay) -> Weights {
    match autoplay {
        Autoplay::All => BEAM_ALL,
        _ => BEAM_SAFE,
    }
}

const BEAM_SAFE: Weights = Weights {
    above: 8,
    cascade: 102,
    cells: [47, 47, 56, 79],
    blocked_run: 1,
    sequence_break: 29,
    not_home: 2,
    built_on: 9,
    king: 48,
    few_undisturbed: 3,
    self_blocking: 41,
    run_above_lowest: 19,
    cell_wait: 5,
    king_in_cell: 50,
    unjoinable: 20,
    costed_move: 45,
    ..Weights::NONE
};

const BEAM_ALL: Weights = Weights {
    above: 10,
    cascade: 87,
    cells: [28, 25, 30, 68],
    unsorted: 6,
    blocked_run: 2,
    sequence_break: 11,
    not_home: 4,
    built_on: 9,
    king: 33,
    few_undisturbed: 7,
    self_blocking: 25,
    run_above_lowest: 27,
    cell_wait: 4,
    king_in_cell: 35,
    unjoinable: 13,
    costed_move: 34,
    ..Weights::NONE
};

/// The same for lines that win under both autoplay rules (log: "beam weights for both rules").
pub const BEAM_BOTH: Weights = Weights {
    above: 6,
    cascade: 99,
    cells: [38, 44, 58, 85],
    sequence_break: 23,
    built_on: 7,
    king: 57,
    few_undisturbed: 4,
    self_blocking: 15,
    run_above_lowest: 24,
    cell_wait: 2,
    king_in_cell: 27,
    unjoinable: 21,
    costed_move: 20,
    divergence: 20,
    ..Weights::NONE
};
