//! What the next move shows of positions that have no move to spare.
//!
//! Where a line has exactly as many moves left as the heuristic says are needed, each of
//! them must be one that the heuristic counts ([`TailedGame::is_within_reach`]). Often no
//! legal move is: for example, the cells are full, and no card that has to leave fits
//! anywhere. Such dead ends need not be stored (row 27 of the table in
//! `src/search/README.md`).

use crate::board::{Board, CascadeIndex, RootCascades, RunLength};
use crate::bound::TailedGame;
use crate::card_set::CardSet;
use crate::rules::{count_into_empty, next_home, targets, Room};
use crate::ruleset::Ruleset;

/// Whether a legal move of a board is one that the heuristic counts: if none is, then the
/// board needs more moves than that says.
pub(super) fn counts(
    heuristic: &TailedGame,
    board: &Board,
    root: &RootCascades,
    ruleset: Ruleset,
) -> bool {
    let available = Room::of(board, ruleset.capacity);
    let has_free_cell = board.free_cells() > 0;
    let has_empty_cascade = board.empty_cascades() > 0;
    let ready = next_home(board);
    let mut tops = CardSet::EMPTY;
    for cascade in &board.cascades {
        tops.insert(cascade.top());
    }
    heuristic.is_within_reach(board, |cascade: CascadeIndex, least: RunLength| {
        let top = board.cascades[cascade.get()].top();
        let run = board.run_length(root, cascade);
        let too_few = RunLength(least.0 - 1);
        let onto = targets(top, run.min(available.onto_card)).without(targets(top, too_few));
        let into_empty = || count_into_empty(run, available, ruleset.long_run);
        least == RunLength::ONE && (has_free_cell || ready.contains(top))
            || !onto.and(tops).is_empty()
            || has_empty_cascade && into_empty().is_some_and(|count| count.0 >= least.0)
    })
}
