//! The positions that wait for a stage of their own, by their scores.
//!
//! A position is stored as the way to it: the stage that ended there and the
//! stage's moves. So a position that soon gives way to another one of its score,
//! as nearly all do, costs no more than to copy those.

use std::collections::VecDeque;

use crate::packed::change::Packed;

/// The most plies a stage may have, and one more.
pub const MOST_PLIES: usize = 32;

/// A stage's moves.
pub type Path = [Packed; MOST_PLIES];

/// The least score there is: all cards home.
const LEAST: i32 = 26 - 4 * 14;

/// No stage.
const NO_STAGE: u32 = u32::MAX;

/// Positions waiting, each as a stage and its moves.
pub struct Frontier {
    /// Whether all positions of a score wait, the first to come first; otherwise
    /// the last one displaces the others.
    equals_kept: bool,
    /// The last position of each score, from the least; without one, `NO_STAGE`.
    last: Vec<(u32, Path)>,
    /// All positions of each score.
    all: Vec<VecDeque<(u32, Path)>>,
}

impl Frontier {
    /// One where nothing waits.
    pub fn new(equals_kept: bool) -> Frontier {
        Frontier {
            equals_kept,
            last: Vec::new(),
            all: Vec::new(),
        }
    }

    /// Lets nothing wait any more.
    pub fn clear(&mut self) {
        self.last.clear();
        self.all.clear();
    }

    /// Lets a position wait; returns its moves, to be completed. (If they were complete
    /// before they are copied, the copy would read what was just written in smaller parts:
    /// a store-to-load forwarding stall.)
    #[inline(always)]
    pub fn place(&mut self, score: i32, stage: u32, path: &Path) -> &mut Path {
        let index = (score - LEAST) as usize;
        if self.equals_kept {
            if index >= self.all.len() {
                self.all.resize(index + 1, VecDeque::new());
            }
            self.all[index].push_back((stage, *path));
            let last = self.all[index].len() - 1;
            &mut self.all[index][last].1
        } else {
            if index >= self.last.len() {
                self.last
                    .resize(index + 1, (NO_STAGE, [Packed::default(); MOST_PLIES]));
            }
            let place = &mut self.last[index];
            *place = (stage, *path);
            &mut place.1
        }
    }

    /// Takes the position of the smallest score.
    pub fn pop(&mut self) -> Option<(u32, Path)> {
        if self.equals_kept {
            return self.all.iter_mut().find_map(VecDeque::pop_front);
        }
        let last = self.last.iter_mut().find(|(stage, _)| *stage != NO_STAGE)?;
        let taken = *last;
        last.0 = NO_STAGE;
        Some(taken)
    }
}
