//! Dead ends among positions with no move to waste.
//!
//! Where a line has exactly as many moves left as the heuristic demands, the next one must lower
//! the heuristic, in one of the two ways that count ([`BoardBound::may_lower`]). Often no
//! legal move does: for example, the cells are full, and no card that has to leave fits anywhere.
//! Such positions need not be searched (log: "what the next move shows").
//!
//! No move that the test overlooks can begin a line of that length. It may pass dead ends:
//! dominated moves count, and of two boards each is looked at by itself.

use crate::board::{Board, CascadeIndex, RootCascades, RunLength};
use crate::bound::{BoardBound, CascadeSum};
use crate::card_set::CardSet;
use crate::rules::{count_into_empty, next_home, targets, MoveCapacity};
use crate::ruleset::Ruleset;

/// Whether a board that is to be won in a number of moves has slack, or a legal move that
/// lowers the heuristic. If it has neither, it needs more moves.
pub(super) fn has_useful_move(
    heuristic: &BoardBound,
    board: &Board,
    sum: CascadeSum,
    moves: usize,
    root: &RootCascades,
    ruleset: Ruleset,
) -> bool {
    let free_cells = board.free_cells();
    let available = MoveCapacity::from_counts(free_cells, board.empty_cascades(), ruleset.capacity);
    // The cards that a move can send home.
    let ready = next_home(board);
    let mut tops = CardSet::EMPTY;
    for cascade in &board.cascades {
        tops = tops.union(cascade.top().to_set());
    }
    let has_slack = heuristic.least_moves_by(sum) < moves;
    has_slack
        || heuristic.may_lower(board, sum, |cascade: CascadeIndex, least: RunLength| {
            let top = board.cascades[cascade.get()].top();
            let run = board.run_length(root, cascade);
            // The rank of the target determines how many cards move. So the targets for `least`
            // cards or more are those for any number, without those for fewer.
            let too_few = RunLength(least.0 - 1);
            let onto = targets(top, run.min(available.onto_card)).difference(targets(top, too_few));
            // `None` or 0 where no cascade is empty.
            let into_empty = || count_into_empty(run, available, ruleset.overlong_run);
            // A single card may also go into a cell or home.
            least == RunLength::ONE && (free_cells > 0 || top.is_in(ready))
                || !onto.intersection(tops).is_empty()
                || into_empty().is_some_and(|count| count.0 >= least.0)
        })
}
