//! The moves of the real game, on positions that know no order of cells and cascades.
//!
//! Cells and the bottoms of cascades without fixed cards ([`super::fixed`]) are
//! *spots*. A loose card lies on a card, or in a spot; what is in a cell is marked as
//! lying on both cards that it fits on. One card moves at a time.

use super::fixed::{Class, Parts, Structure};
use super::lie::{covered, fits_on, Lie};

/// What it depends on which moves a position has.
pub struct Spread {
    lie: Lie,
    /// The cards that others lie on.
    pub covered: u64,
    /// The cards at bottoms.
    roots: u64,
    /// How many cards may be put into cells, and how many into any spots.
    free_cells: u32,
    free: u32,
}

impl Spread {
    /// Of a position.
    pub fn new(cells: u32, parts: &Parts, lie: Lie) -> Spread {
        let roots = parts.loose & !(lie.0 | lie.1);
        let in_cells = (lie.0 & lie.1).count_ones();
        Spread {
            lie,
            covered: covered(lie),
            roots,
            free_cells: cells - in_cells,
            free: cells + parts.bottoms - in_cells - roots.count_ones(),
        }
    }

    /// Whether a spot is free.
    pub fn has_spot(&self) -> bool {
        self.free > 0
    }

    /// The cards that another may be put on.
    fn seats(&self, parts: &Parts) -> u64 {
        let in_cells = self.lie.0 & self.lie.1;
        (parts.loose & !in_cells | parts.tops) & !self.covered
    }

    /// The cards that can go home.
    pub fn ready(&self, class: Class, parts: &Parts) -> u64 {
        class.next & (parts.loose | parts.tops) & !self.covered
    }

    /// The joints that can leave for a spot, and still can after another card moves
    /// that can do so afterwards, too. (A card that goes from a cell to the only free
    /// bottom, or back, and a joint could be in each other's way.)
    pub fn leaving(&self, parts: &Parts) -> u64 {
        if self.free > 1 {
            parts.tops & !self.covered
        } else {
            0
        }
    }

    /// Makes each move that does not leave the class.
    pub fn within(&self, parts: &Parts, mut reach: impl FnMut(Lie)) {
        let lie = self.lie;
        let mut movable = parts.loose & !self.covered;
        while movable != 0 {
            let card = movable & movable.wrapping_neg();
            movable ^= card;
            let (on_first, on_second) = fits_on(card);
            let seats = self.seats(parts);
            let (first, second) = (lie.0 & !card, lie.1 & !card);
            if seats & on_first != 0 {
                reach((first | card, second));
            }
            if seats & on_second != 0 {
                reach((first, second | card));
            }
            let is_root = self.roots & card != 0;
            let is_in_cell = lie.0 & lie.1 & card != 0;
            if self.free_cells > 0 && !is_in_cell {
                reach((first | card, second | card));
            }
            if self.free > self.free_cells && !is_root {
                reach((first, second));
            }
        }
    }

    /// How cards lie after an uncovered joint left its place, if it can: in a spot if
    /// one is free.
    pub fn left(
        &self,
        structure: &Structure,
        class: Class,
        parts: &Parts,
        joint: u64,
    ) -> Option<Lie> {
        let (on_first, on_second) = fits_on(joint);
        let seats = self.seats(parts);
        let (to_first, to_second) = if self.free_cells > 0 {
            (joint, joint)
        } else if self.free > 0 {
            (0, 0)
        } else if seats & on_first != 0 {
            (joint, 0)
        } else if seats & on_second != 0 {
            (0, joint)
        } else {
            return None;
        };
        let run = structure.loosened(class, joint);
        Some((
            self.lie.0 | run.0 | to_first,
            self.lie.1 | run.1 | to_second,
        ))
    }
}

/// The class and how cards lie after a card went home.
pub fn home(structure: &Structure, class: Class, lie: Lie, card: u64) -> (Class, Lie) {
    let run = if class.joints & card == 0 {
        (0, 0)
    } else {
        structure.loosened(class, card)
    };
    let lie = (lie.0 & !card | run.0, lie.1 & !card | run.1);
    (class.after_home(card), lie)
}
