//! The positions that wait for a stage of their own, by their scores.
//!
//! A position is stored as the way to it: the stage that ended there and the stage's moves. Nearly
//! all positions soon give way to another one of the same score, and so cost no more than copying
//! those.

use std::collections::VecDeque;

use crate::packed::change::Packed;

/// The most plies a stage may have, and one more.
pub const MOST_PLIES: usize = 32;

pub type Path = [Packed; MOST_PLIES];

/// The least score there is: all cards home.
const LEAST: i32 = 26 - 4 * 14;

/// Positions waiting, each as a stage and its moves.
pub struct Frontier {
    /// Whether all positions of a score wait, first in, first out; otherwise the last one
    /// displaces the others.
    equals_kept: bool,
    /// The positions of each score, from the least.
    waiting: Vec<VecDeque<(u32, Path)>>,
}

impl Frontier {
    pub fn new(equals_kept: bool) -> Frontier {
        Frontier {
            equals_kept,
            waiting: Vec::new(),
        }
    }

    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Adds a position; returns its moves, to be completed there. (If they were completed first,
    /// copying them would read as a whole what was just written in parts: a store-to-load
    /// forwarding stall.)
    #[inline(always)]
    pub fn place(&mut self, score: i32, stage: u32, path: &Path) -> &mut Path {
        let index = (score - LEAST) as usize;
        if index >= self.waiting.len() {
            self.waiting.resize(index + 1, VecDeque::new());
        }
        let equals = &mut self.waiting[index];
        if !self.equals_kept {
            equals.clear();
        }
        equals.push_back((stage, *path));
        let last = equals.len() - 1;
        &mut equals[last].1
    }

    /// Takes the position of the smallest score.
    pub fn pop(&mut self) -> Option<(u32, Path)> {
        self.waiting.iter_mut().find_map(VecDeque::pop_front)
    }
}
