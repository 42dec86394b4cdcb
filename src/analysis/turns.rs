//! Turns: how several searches share a budget.
//!
//! A [`Policy`] is a table of turns, each a step and the slice of the budget that it gets. They are
//! taken one after the other, and when all have been taken, another round begins with longer
//! slices, since each step may be quick where the others take for ever. (The idea is that of
//! portfolios of solvers: see [`crate::search::portfolio`].) A step that has nothing left to try,
//! or no memory to try it with, is left out from then on. What the steps are is up to the caller.

use crate::search::budget::{Budget, Part};
use crate::search::outcome::StopReason;

/// A step and the slice of the budget that it gets.
#[derive(Clone, Copy, Debug)]
pub struct Turn<S> {
    /// The step.
    pub step: S,
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
    /// is the fraction at which the search for one gives up, or later in a small budget.
    pub share: f64,
    /// The number of equal parts of the memory of which it may hold one.
    pub bytes_divisor: usize,
}

/// A table of turns.
#[derive(Clone, Copy, Debug)]
pub struct Policy<S: 'static> {
    /// Those while it is not known whether a line wins.
    pub open: &'static [Turn<S>],
    /// Those once there is a line.
    pub solved: &'static [Turn<S>],
}

/// A turn that is taken once.
pub const fn once<S>(step: S, positions: u64) -> Turn<S> {
    growing(step, positions, 0)
}

/// A turn whose slice grows by a factor from round to round.
pub const fn growing<S>(step: S, positions: u64, growth: u64) -> Turn<S> {
    let slice = Slice {
        positions,
        growth,
        share: 1.0,
        bytes_divisor: 1,
    };
    Turn { step, slice }
}

/// A turn that is taken once, with all that is left.
pub const fn rest<S>(step: S) -> Turn<S> {
    once(step, u64::MAX)
}

impl<S: Copy> Turn<S> {
    /// The same turn with this fraction of the rest of the budget.
    #[must_use]
    pub const fn share(mut self, share: f64) -> Turn<S> {
        self.slice.share = share;
        self
    }

    /// The same turn with one of so many equal parts of the memory.
    #[must_use]
    pub const fn memory_part(mut self, bytes_divisor: usize) -> Turn<S> {
        self.slice.bytes_divisor = bytes_divisor;
        self
    }
}

/// The turns of a policy that have been taken.
#[derive(Clone, Debug)]
pub struct Progress<S> {
    open: Rotation,
    solved: Rotation,
    /// The steps that are over.
    over: Vec<S>,
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
pub struct DueTurn<S> {
    /// The step.
    pub step: S,
    /// The positions of its slice.
    pub positions: u64,
    /// The rest as in [`Slice`].
    pub share: f64,
    bytes_divisor: usize,
}

impl<S> DueTurn<S> {
    /// Runs a search within the slice of a budget.
    pub fn within<T>(&self, budget: &mut Budget, search: impl FnOnce(&mut Budget) -> T) -> T {
        let part = self.part(budget);
        budget.within(part, search)
    }

    /// The slice of a budget.
    pub fn part(&self, budget: &Budget) -> Part {
        Part {
            positions: self.positions,
            bytes: budget.bytes / self.bytes_divisor,
            share: self.share,
        }
    }
}

impl<S> Default for Progress<S> {
    fn default() -> Progress<S> {
        Progress {
            open: Rotation::default(),
            solved: Rotation::default(),
            over: Vec::new(),
            is_short_of_memory: false,
        }
    }
}

impl<S: Copy + PartialEq> Progress<S> {
    /// Takes the turn that is due by a function, which gets the budget of all turns; `None` if no
    /// turn is left.
    ///
    /// # Errors
    /// That budget is spent.
    pub fn take_turn(
        &mut self,
        policy: &Policy<S>,
        is_open: bool,
        budget: &mut Budget,
        take: impl FnOnce(DueTurn<S>, &mut Budget) -> Result<(), StopReason>,
    ) -> Option<Result<(), StopReason>> {
        let due = self.due(policy, is_open)?;
        let before = budget.expanded();
        let ended = take(due, budget);
        let taken = budget.expanded() - before;
        match ended {
            Ok(()) => self.end(due.step, false),
            Err(StopReason::Bytes) => self.end(due.step, true),
            Err(stop) => match budget.check() {
                Ok(()) => self.advance(policy, is_open, stop),
                Err(stop) => {
                    self.pause(policy, is_open, due.positions.saturating_sub(taken));
                    return Some(Err(stop));
                }
            },
        }
        Some(Ok(()))
    }

    /// The number of turns taken since there is a line, while all are taken once.
    pub fn turns_solved(&self) -> usize {
        self.solved.turn
    }

    /// Whether a turn is left.
    pub fn has_turns(&mut self, policy: &Policy<S>, is_open: bool) -> bool {
        self.due(policy, is_open).is_some()
    }

    /// The turn that is due; `None` if none is left.
    fn due(&mut self, policy: &Policy<S>, is_open: bool) -> Option<DueTurn<S>> {
        let (rotation, turns) = if is_open {
            (&mut self.open, policy.open)
        } else {
            (&mut self.solved, policy.solved)
        };
        let is_left = |turn: &Turn<S>, round: u32| {
            let is_repeated = turn.slice.growth > 0 || round == 0;
            is_repeated && !self.over.contains(&turn.step)
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
    fn advance(&mut self, policy: &Policy<S>, is_open: bool, stop: StopReason) {
        let (rotation, turns) = self.rotation(policy, is_open);
        if turns[rotation.turn].slice.growth == 0 {
            rotation.cut_short = Some(stop);
        }
        rotation.advance();
    }

    /// The budget ended within the turn that was due: so many of its positions are left.
    fn pause(&mut self, policy: &Policy<S>, is_open: bool, left: u64) {
        let (rotation, _) = self.rotation(policy, is_open);
        match left {
            0 => rotation.advance(),
            left => rotation.left = Some(left),
        }
    }

    /// A step has nothing left to try, or no memory.
    fn end(&mut self, step: S, is_short_of_memory: bool) {
        self.over.push(step);
        self.is_short_of_memory |= is_short_of_memory;
    }

    /// The reason why no turn is left although not all steps have ended by themselves.
    pub fn cut_short(&self, is_open: bool) -> Option<StopReason> {
        let rotation = if is_open { &self.open } else { &self.solved };
        let bytes = self.is_short_of_memory.then_some(StopReason::Bytes);
        rotation.cut_short.or(bytes)
    }

    fn rotation(
        &mut self,
        policy: &Policy<S>,
        is_open: bool,
    ) -> (&mut Rotation, &'static [Turn<S>]) {
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
