//! Caution: what to send to a referee whose rules are unknown.
//!
//! Some moves are legal by any rules: a single card put onto a card that it fits on,
//! into the lowest free cell, into an empty cascade, or home. So the bot plans for
//! [`RULESET`], under which cards move one by one and none goes home by itself. A card
//! that does go home by itself is a gift: the plan then goes on without the move that
//! would have sent it there ([`rest`]), or is replaced by a new one.
//!
//! Nothing is sent beyond the first move whose effect is in doubt ([`certain_part`]).
//! The next turn shows what it was. When only unlikely rulesets are left, lines are sent
//! as far as those agree ([`part_agreed_on`]).

use crate::belief::Belief;
use crate::moves::{Line, Move, Place};
use crate::playback::Playback;
use crate::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use crate::table::Table;

/// What lines are planned for when no ruleset explains the referee's turns.
pub const RULESET: Ruleset = Ruleset {
    autoplay: Autoplay::None,
    capacity: Capacity::One,
    overlong_run: OverlongRun::Partial,
};

/// What remains of a plan of which some of the moves sent have been played, while any
/// cards may have gone home by themselves; none if it does not win from this table.
pub fn rest(table: &Table, plan: &Line, sent: usize) -> Option<Line> {
    let mut suffixes = (0..=sent).rev().map(|played| plan.suffix(played));
    suffixes.find_map(|suffix| without_gifts(table, &suffix))
}

/// The line without the moves home that are not legal (any more), if it wins.
fn without_gifts(table: &Table, line: &Line) -> Option<Line> {
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
/// card could go home by itself, one that may move more cards than one, or one that puts a
/// card into a cell or takes it out, since the referee may order the cells.
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
        // All are played: none is skipped after the first that is illegal.
        let legal = legal.filter(|&legal| legal).count();
        legal == games.len() && games.iter().all(|game| game.is_like(&games[0]))
    })
}

/// The first moves of a line, up to the first that puts a card into a cell or takes it
/// out.
pub fn part_with_known_cells(line: &Line) -> Line {
    prefix_while(line, |mv| !touches_cells(mv))
}

/// The first moves that are certain, and the one that follows.
fn prefix_while(line: &Line, mut is_certain: impl FnMut(Move) -> bool) -> Line {
    let certain = line.iter().take_while(|&mv| is_certain(mv)).count();
    line.prefix(line.len().min(certain + 1))
}

/// Whether a move puts a card into a cell or takes it out.
pub fn touches_cells(mv: Move) -> bool {
    matches!(mv.from(), Place::Cell(_)) || matches!(mv.to(), Place::Cell(_))
}
