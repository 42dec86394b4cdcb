//! The fallback mode's ruleset, and the parts of lines that are sent where rules are in doubt.
//!
//! Some moves are legal by nearly any rules: a single card put onto a card that it fits on, into
//! the lowest free cell, into an empty cascade, or home. So when no ruleset explains the turns,
//! lines are planned for one conservative ruleset, [`RULESET`]. They are not sent whole: if one
//! move does something unexpected, all later ones are meant for another table. [`certain_part`]
//! sends the moves whose effect is the same by any rules, and one more, whose effect the next turn
//! shows. [`unplayed_rest`] then finds out what is left of the line.
//!
//! Two milder cases send a part as well: rulesets that are possible but unlikely
//! ([`part_agreed_on`]), and cards in cells that have changed places ([`part_with_known_cells`]).

use crate::belief::Belief;
use crate::moves::{Line, Move, Place};
use crate::playback::Playback;
use crate::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use crate::table::Table;

/// The conservative ruleset: cards move one by one, and none goes home by itself.
pub const RULESET: Ruleset = Ruleset {
    autoplay: Autoplay::None,
    capacity: Capacity::One,
    overlong_run: OverlongRun::Partial,
};

/// The unplayed rest of a line, given that cards may have been autoplayed meanwhile, and that
/// the referee may have stopped at any of the moves sent: the shortest that wins from the table.
/// `None` if none does.
pub fn unplayed_rest(table: &Table, line: &Line, sent: usize) -> Option<Line> {
    let mut rests = (0..=sent).rev().map(|played| line.suffix(played));
    rests.find_map(|rest| without_illegal_home_moves(table, &rest))
}

/// The line without those moves home that are illegal because their cards are home already; `None`
/// if it does not win.
fn without_illegal_home_moves(table: &Table, line: &Line) -> Option<Line> {
    let mut game = Playback::new(table, RULESET);
    let mut rest = Line::default();
    for mv in line {
        if game.play(mv) {
            rest.push(mv);
        } else if mv.to() != Place::Home {
            return None;
        }
    }
    game.is_won().then_some(rest)
}

/// The first moves of a line, up to the first whose effect is in doubt: one after which a
/// card could go home by itself, one that may move more than one card, or one that touches a
/// cell, since the referee may order the cells.
pub fn certain_part(table: &Table, line: &Line) -> Line {
    // A run that goes into an empty cascade is in doubt: how much of it moves?
    let mut game = Playback::new(table, RULESET.to_strict());
    prefix_while(line, |mv| {
        game.play(mv) && game.next_home(Autoplay::All).is_none() && !touches_cells(mv)
    })
}

/// The first moves of a line, up to the first whose effect the possible rulesets do not
/// agree on.
pub fn part_agreed_on(table: &Table, line: &Line, belief: Belief) -> Line {
    let rulesets = belief.rulesets();
    let mut games: Vec<Playback> = rulesets.map(|each| Playback::new(table, each)).collect();
    prefix_while(line, |mv| {
        let legal = games.iter_mut().map(|game| game.play(mv));
        // Every game is given the move: to stop at the first in which it is illegal would skip the
        // others.
        let legal = legal.filter(|&legal| legal).count();
        legal == games.len() && games.iter().all(|game| game.is_like(&games[0]))
    })
}

/// The first moves of a line, up to the first that touches a cell.
pub fn part_with_known_cells(line: &Line) -> Line {
    prefix_while(line, |mv| !touches_cells(mv))
}

/// The first moves that are certain, and the one that follows.
fn prefix_while(line: &Line, mut is_certain: impl FnMut(Move) -> bool) -> Line {
    let certain = line.iter().take_while(|&mv| is_certain(mv)).count();
    line.prefix(line.len().min(certain + 1))
}

/// Whether a move touches a cell: puts a card into it or takes it out.
pub fn touches_cells(mv: Move) -> bool {
    matches!(mv.from(), Place::Cell(_)) || matches!(mv.to(), Place::Cell(_))
}
