//! The policies of analyses: the order of the steps, and how much of a budget each gets.
//!
//! A policy is a table of turns ([`super::turns`]). The lab, its hints and the page have tables of
//! their own, which stand with them.

use super::searches::Step;
use super::turns::{growing, once, rest, Turn};

/// A policy of an analysis.
pub type Policy = super::turns::Policy<Step>;

/// The turns until there is a line under both rules, or a proof that there is none. What cannot be
/// won under one rule, or in the free-cells relaxation, cannot be won under both; and either of the
/// joint games may have many times fewer positions than the other.
const BOTH: [Turn<Step>; 6] = [
    growing(Step::Shorten, 40_000, 4).memory_part(24),
    growing(Step::FirstLine, 25_000, 2).memory_part(3),
    growing(Step::OneRule, 8_000, 4).memory_part(24),
    growing(Step::JointFreeCells, 8_000, 4).memory_part(12),
    growing(Step::JointReal, 8_000, 4).memory_part(2),
    growing(Step::Refute, 8_000, 4).memory_part(12),
];

/// A first line, or the proof that there is none. Deals that can be won seldom need as many
/// positions as the first slice has.
pub const FIRST_LINE: Policy = Policy {
    open: &[
        growing(Step::FirstLine, 2_000_000, 4),
        growing(Step::Refute, 8_000_000, 4).share(0.5),
    ],
    solved: &[],
};

/// The same under both rules.
pub const FIRST_LINE_FOR_BOTH: Policy = Policy {
    open: &BOTH,
    solved: &[],
};

/// The best line in the time.
pub const BEST_LINE: Policy = Policy {
    open: FIRST_LINE.open,
    solved: &[rest(Step::Shorten)],
};

/// The best line under both rules. One rule alone may soon prove that there is none, and the
/// planner soon finds one if that is easy.
pub const BEST_LINE_FOR_BOTH: Policy = Policy {
    open: &[
        once(Step::OneRule, u64::MAX).share(0.25),
        once(Step::Shorten, u64::MAX).share(0.4),
        BOTH[1],
        BOTH[2],
        BOTH[3],
        BOTH[4],
        BOTH[5],
    ],
    solved: &[rest(Step::Shorten)],
};

/// The shortest line, with a proof.
pub const SHORTEST_LINE: Policy = Policy {
    open: &[
        growing(Step::FirstLine, 20_000, 2),
        growing(Step::Refute, 20_000, 2).memory_part(2),
    ],
    solved: &[
        once(Step::Bound, 2_000),
        growing(Step::Shorten, 25_000, 4),
        growing(Step::Prove, 25_000, 4),
    ],
};

/// The same under both rules.
pub const SHORTEST_LINE_FOR_BOTH: Policy = Policy {
    open: &BOTH,
    solved: SHORTEST_LINE.solved,
};
