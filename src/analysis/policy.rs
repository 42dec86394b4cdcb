//! The policies: how much of a budget each step of an analysis gets, and in which order.
//!
//! A policy is a table of turns. They are taken one after the other, and when all have been taken,
//! another round begins with longer slices, since each step may be quick where the others take for
//! ever. (The idea is that of portfolios of solvers: see [`crate::search::portfolio`].) A step
//! that has nothing left to try, or no memory to try it with, is left out from then on.

use super::searches::Step;
use crate::search::outcome::StopReason;

/// A step and the slice of the budget that it gets.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The step.
    pub step: Step,
    /// The slice.
    pub slice: Slice,
}

/// A slice of a budget.
#[derive(Clone, Copy, Debug)]
pub struct Slice {
    /// The positions in the first round.
    pub positions: u64,
    /// The factor by which they grow from round to round; with 0, the turn is taken only once.
    pub growth: u64,
    /// The fraction of the rest of the budget. For lines under both rules while there is none, it
    /// is the fraction at which the search for one gives up.
    pub share: f64,
    /// The number of equal parts of the memory of which it may hold one.
    pub bytes_divisor: usize,
}

/// The turns of an analysis. (A turn is left out where its step does not apply.)
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Those while it is not known whether a line wins.
    pub open: &'static [Turn],
    /// Those once there is a line.
    pub solved: &'static [Turn],
}

/// A turn that is taken once.
pub const fn once(step: Step, positions: u64) -> Turn {
    growing(step, positions, 0)
}

/// A turn whose slice grows by a factor from round to round.
pub const fn growing(step: Step, positions: u64, growth: u64) -> Turn {
    let slice = Slice {
        positions,
        growth,
        share: 1.0,
        bytes_divisor: 1,
    };
    Turn { step, slice }
}

/// A turn that is taken once, with all that is left.
pub const fn rest(step: Step) -> Turn {
    once(step, u64::MAX)
}

impl Turn {
    /// The same turn with this fraction of the rest of the budget.
    #[must_use]
    pub const fn share(mut self, share: f64) -> Turn {
        self.slice.share = share;
        self
    }

    /// The same turn with one of so many equal parts of the memory.
    #[must_use]
    pub const fn memory_part(mut self, bytes_divisor: usize) -> Turn {
        self.slice.bytes_divisor = bytes_divisor;
        self
    }
}

/// The turns until there is a line under both rules, or a proof that there is none. What cannot be
/// won under one rule, or in the relaxed game, cannot be won under both; and either of the joint
/// games may have many times fewer positions than the other.
const BOTH: [Turn; 6] = [
    growing(Step::Shorten, 40_000, 4).memory_part(24),
    growing(Step::FirstLine, 25_000, 2).memory_part(3),
    growing(Step::OneRule, 8_000, 4).memory_part(24),
    growing(Step::JointRelaxed, 8_000, 4).memory_part(12),
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

/// The turns that an analysis has taken.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    open: Rotation,
    solved: Rotation,
    /// The steps that are over, as bits.
    over: u32,
    /// Whether one of them is over for want of memory.
    is_short_of_memory: bool,
}

/// The state of a table of turns that are taken in rounds.
#[derive(Clone, Debug, Default)]
struct Rotation {
    round: u32,
    /// The next turn.
    turn: usize,
    /// The positions left of its slice, if the budget ended within it.
    left: Option<u64>,
    /// The reason why a turn that is taken once did not end its step.
    cut_short: Option<StopReason>,
}

/// A turn that is due.
#[derive(Clone, Copy, Debug)]
pub(super) struct DueTurn {
    pub step: Step,
    pub positions: u64,
    pub share: f64,
    pub bytes_divisor: usize,
}

impl Progress {
    /// The number of turns taken since there is a line, while all are taken once.
    pub fn turns_solved(&self) -> usize {
        self.solved.turn
    }

    /// Whether a turn is left.
    pub fn has_turns(&mut self, policy: &Policy, is_open: bool) -> bool {
        self.due(policy, is_open).is_some()
    }

    /// The turn that is due; `None` if none is left.
    pub(super) fn due(&mut self, policy: &Policy, is_open: bool) -> Option<DueTurn> {
        let over = self.over;
        let (rotation, turns) = self.rotation(policy, is_open);
        let is_left = |turn: &Turn, round: u32| {
            let is_repeated = turn.slice.growth > 0 || round == 0;
            is_repeated && over & turn.step.bit() == 0
        };
        loop {
            match turns.get(rotation.turn) {
                Some(turn) if is_left(turn, rotation.round) => {
                    let growth = turn.slice.growth.saturating_pow(rotation.round);
                    let slice = turn.slice.positions.saturating_mul(growth);
                    return Some(DueTurn {
                        step: turn.step,
                        positions: rotation.left.unwrap_or(slice),
                        share: turn.slice.share,
                        bytes_divisor: turn.slice.bytes_divisor,
                    });
                }
                Some(_) => rotation.advance(),
                None if turns.iter().any(|turn| is_left(turn, 1)) => {
                    rotation.round += 1;
                    rotation.turn = 0;
                }
                None => return None,
            }
        }
    }

    /// The turn that was due has used up its slice.
    pub(super) fn advance(&mut self, policy: &Policy, is_open: bool, stop: StopReason) {
        let (rotation, turns) = self.rotation(policy, is_open);
        if turns[rotation.turn].slice.growth == 0 {
            rotation.cut_short = Some(stop);
        }
        rotation.advance();
    }

    /// The budget ended within the turn that was due: so many of its positions are left.
    pub(super) fn pause(&mut self, policy: &Policy, is_open: bool, left: u64) {
        let (rotation, _) = self.rotation(policy, is_open);
        match left {
            0 => rotation.advance(),
            left => rotation.left = Some(left),
        }
    }

    /// A step has nothing left to try, or no memory.
    pub(super) fn end(&mut self, step: Step, is_short_of_memory: bool) {
        self.over |= step.bit();
        self.is_short_of_memory |= is_short_of_memory;
    }

    /// The reason why no turn is left although not all steps have ended by themselves.
    pub(super) fn cut_short(&self, is_open: bool) -> Option<StopReason> {
        let rotation = if is_open { &self.open } else { &self.solved };
        let bytes = self.is_short_of_memory.then_some(StopReason::Bytes);
        rotation.cut_short.or(bytes)
    }

    fn rotation(&mut self, policy: &Policy, is_open: bool) -> (&mut Rotation, &'static [Turn]) {
        if is_open {
            (&mut self.open, policy.open)
        } else {
            (&mut self.solved, policy.solved)
        }
    }
}

impl Rotation {
    fn advance(&mut self) {
        self.turn += 1;
        self.left = None;
    }
}
