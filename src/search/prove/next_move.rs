//! What the next move shows of positions that have no move to spare.
//!
//! Where a line has exactly as many moves left as the heuristic says are needed, each of
//! them must be one that the heuristic counts ([`BoardBound::is_within_reach`]). Often no
//! legal move is: for example, the cells are full, and no card that has to leave fits
//! anywhere. Such dead ends need not be stored (row 27 of the table in
//! `src/search/README.md`).

use crate::board::{Board, CascadeIndex, RootCascades, RunLength};
use crate::bound::BoardBound;
use crate::card_set::CardSet;
use crate::rules::{count_into_empty, next_home, targets, MoveCapacity};
use crate::ruleset::Ruleset;

/// Whether a board that is to be won in so many moves has one to spare, or a legal one that
/// the heuristic counts: if neither, then it needs more.
pub(super) fn is_left(
    heuristic: &BoardBound,
    board: &Board,
    moves: usize,
    root: &RootCascades,
    ruleset: Ruleset,
) -> bool {
    let free_cells = board.free_cells();
    let available = MoveCapacity::from_counts(free_cells, board.empty_cascades(), ruleset.capacity);
    let ready = next_home(board);
    let mut tops = CardSet::EMPTY;
    for cascade in &board.cascades {
        tops = tops.union(cascade.top().to_set());
    }
    heuristic.is_within_reach(board, moves, |cascade: CascadeIndex, least: RunLength| {
        let top = board.cascades[cascade.get()].top();
        let run = board.run_length(root, cascade);
        let too_few = RunLength(least.0 - 1);
        let onto = targets(top, run.min(available.onto_card)).difference(targets(top, too_few));
        // None, or 0, where no cascade is empty.
        let into_empty = || count_into_empty(run, available, ruleset.long_run);
        least == RunLength::ONE && (free_cells > 0 || top.is_in(ready))
            || !onto.intersection(tops).is_empty()
            || into_empty().is_some_and(|count| count.0 >= least.0)
    })
}
