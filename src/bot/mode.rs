//! The mode of play: how the bot plans and what it sends, by what the turns have shown of
//! the referee.

use super::fallback;
use crate::belief::{Belief, Update};
use crate::moves::Line;
use crate::table::Table;

/// The mode of play, which decides how the bot plans and what it sends.
#[derive(Clone, Copy)]
pub enum Mode {
    /// At least one ruleset explains all turns of the game: lines are planned for the belief.
    Explained,
    /// The same, but cards in cells have changed places: nothing is sent beyond the first
    /// move that touches a cell.
    CellsRearranged,
    /// No single ruleset explains all turns of the game, or a move was refused that is legal under
    /// every possible one: lines are planned by [`fallback::RULESET`] and sent a few moves at a
    /// time. A referee that has surprised the bot once is not trusted again in this game.
    Fallback {
        /// Whether cards in cells have changed places as well.
        cells_rearranged: bool,
    },
}

impl Mode {
    /// Changes the mode as an observation demands.
    pub fn update(&mut self, update: Update) {
        let cells_rearranged = self.has_rearranged_cells() || update == Update::Rearranged;
        *self = match update {
            Update::NewGame => Mode::Explained,
            Update::Reset => Mode::Fallback { cells_rearranged },
            _ if self.is_fallback() => Mode::Fallback { cells_rearranged },
            _ if cells_rearranged => Mode::CellsRearranged,
            _ => Mode::Explained,
        };
    }

    /// Whether no single ruleset explains all turns of the game.
    pub fn is_fallback(self) -> bool {
        matches!(self, Mode::Fallback { .. })
    }

    /// Whether cards in cells have changed places.
    pub fn has_rearranged_cells(self) -> bool {
        matches!(
            self,
            Mode::CellsRearranged
                | Mode::Fallback {
                    cells_rearranged: true
                }
        )
    }

    /// The moves of a line that are sent, given the rulesets that are possible.
    pub fn part_to_send(self, table: &Table, line: &Line, belief: Belief) -> Line {
        match self {
            Mode::Fallback { .. } => fallback::certain_part(table, line),
            Mode::CellsRearranged => fallback::part_with_known_cells(line),
            Mode::Explained if belief.likeliest().is_likely() => line.clone(),
            Mode::Explained => fallback::part_agreed_on(table, line, belief),
        }
    }
}
