//! What determines a board's bound, as a sum over its cascades. A move changes two cascades, and so
//! two terms.
//!
//! The move that takes a self-blocking run may take the undisturbed run below it as well, so the
//! latter is left out of the state, and one move is counted for both.

use super::{CountingRelaxation, PatternDatabase};
use crate::board::{Cascade, CascadeIndex, PrefixNumbers, RootCascades, PREFIXES};
use crate::table::{Table, CASCADES};

/// The index of a board's state in the database, and above that the number of self-blocking runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CascadeSum(u32);

/// The bits of a state's index: there are ten million states at most.
const STATE_BITS: u32 = 24;

impl CascadeSum {
    /// The index of the state.
    #[inline(always)]
    pub(super) fn state(self) -> usize {
        (self.0 & ((1 << STATE_BITS) - 1)) as usize
    }

    /// The sum of what cascades add to it.
    #[inline(always)]
    pub fn of(terms: &[CascadeSum; CASCADES]) -> CascadeSum {
        CascadeSum(terms.iter().fold(0, |sum, term| sum + term.0))
    }

    /// The sum after one of the cascades has become another.
    #[inline(always)]
    #[must_use]
    pub fn replace(self, [before, after]: [CascadeSum; 2]) -> CascadeSum {
        CascadeSum(self.0 - before.0 + after.0)
    }

    /// The number of self-blocking runs.
    #[inline(always)]
    pub(super) fn self_blocking(self) -> usize {
        (self.0 >> STATE_BITS) as usize
    }
}

/// What each cascade adds to a sum.
pub(super) struct CascadeTerms {
    /// By the number of the prefix, without a self-blocking run on it and with one.
    terms: [[u32; 2]; PREFIXES],
    numbers: PrefixNumbers,
}

impl CascadeTerms {
    pub(super) fn new(
        table: &Table,
        game: &CountingRelaxation,
        costs: &PatternDatabase,
    ) -> CascadeTerms {
        debug_assert!(costs.states() <= 1 << STATE_BITS);
        let numbers = RootCascades::new(table).numbers();
        let mut terms = [[0; 2]; PREFIXES];
        for cascade in CascadeIndex::all() {
            let stride = costs.stride(cascade) as u32;
            for undisturbed in 0..game.prefixes[cascade.get()].len() as u8 {
                let below = game.without_run(cascade, undisturbed);
                let number = numbers.get(cascade, undisturbed);
                terms[number] = [
                    u32::from(undisturbed) * stride,
                    u32::from(below) * stride + (1 << STATE_BITS),
                ];
            }
        }
        CascadeTerms { terms, numbers }
    }

    /// The index of the state without the undisturbed run of a cascade on which no run is
    /// self-blocking.
    #[inline(always)]
    pub(super) fn without_run(&self, sum: CascadeSum, index: CascadeIndex, cards: u8) -> usize {
        let [with, without] = self.terms[self.numbers.get(index, cards)].map(CascadeSum);
        sum.state() - with.state() + without.state()
    }

    /// What a cascade adds to a sum.
    #[inline(always)]
    pub(super) fn term(&self, index: CascadeIndex, cascade: Cascade) -> CascadeSum {
        let number = self.numbers.get(index, cascade.undisturbed());
        CascadeSum(self.terms[number][usize::from(cascade.is_self_blocking())])
    }
}
