//! What goes through one abstract state: from the positions that it is entered by, through all
//! that moves within the state lead to, to the positions by which others are entered.

use super::state::{Analysis, Entry, Parents};

/// How much memory is counted as one position; whatever is stored is counted in these.
pub const BYTES_PER_POSITION: usize = 48;

/// An explorer of one abstract state.
pub trait Explorer {
    /// Notes a position that the state is entered by. It may store `allowance` more positions
    /// or as much of anything else. If more is needed, it stops halfway, having stored more.
    fn seed(&mut self, parents: Parents, allowance: usize);

    /// Expands something that was reached and not expanded yet, and adds the entries into
    /// other states; false if nothing is left. The allowance is meant as above.
    fn expand(&mut self, analysis: &Analysis, allowance: usize, entries: &mut Vec<Entry>) -> bool;

    /// How much it stores, in positions.
    fn stored(&self) -> usize;
}
