//! The fallback mode: how a turn is answered that no ruleset explains.
//!
//! A referee may play by rules that match none of our 24 rulesets: it may order the cells, list
//! moves by a rule of its own, refuse some supermoves, or change a table at will. Then the
//! [belief](crate::belief) says nothing of use, and yet a move has to be sent. This page tells
//! what happens then, step by step.
//!
//! # How the bot notices
//! In every turn, the belief is updated by what the turn shows: the table that followed the
//! line sent, a line that moved nothing, and the list of legal moves. The result
//! [`Update::Reset`](crate::belief::Update) says that no ruleset explains this turn together
//! with those before it. From then on, the [`Mode`](super::mode::Mode) is `Fallback` until
//! another game begins: a referee that has surprised the bot once is not trusted again. A refused
//! move that is legal under every possible ruleset counts as `Reset`, too. Two surprises are
//! milder. If only cards in cells have changed places, the mode is `CellsRearranged` (or `Fallback`
//! with a flag that says so). And a list of moves that no ruleset gives changes how lines begin,
//! not the mode.
//!
//! # What is planned
//! Some moves are legal by nearly any rules: a single card put onto a card that it fits on, into
//! the lowest free cell, into an empty cascade, or home. So lines are planned for one conservative
//! ruleset, [`RULESET`], under which cards move one by one and no card goes home by itself. The
//! belief is still updated, but only the second half of a stalling pair depends on it.
//!
//! # How a line begins
//! What the turn itself shows counts for more than any rule
//! ([`first_moves`](super::first_moves)): a line begins with a move that the turn lists, if
//! there is one, and not with a move that was refused on the same table. Nor does it begin with
//! a move that was tried on the same table before, since that one led back here, unless all
//! others are proved to lose. A condition that would leave no move is not applied. So every visit
//! to a table at which the bot does not stall tries another move, until all have been tried, and
//! the game does not loop for long.
//!
//! # What is sent
//! Not the whole line: if one move does something unexpected, all later ones are meant for
//! another table. [`certain_part`] sends the moves whose effect is the same by any rules, and one
//! more, the first whose effect is in doubt. It is in doubt where some card could go home by
//! itself afterwards, where more than one card might move, and where a cell is involved, since
//! the referee may order the cells. The next turn's table shows what that move did.
//!
//! # How the next turn goes on
//! If the update is `Reset`, or the line was refused, a new plan is made for the table, which is
//! always taken as it is shown. Otherwise the rest of the last line is tried first, even if cards
//! have gone home by themselves. [`unplayed_rest`] takes the moves after the last one sent, or
//! those from an earlier one on if the referee stopped there, leaves out the moves home that are
//! illegal, as their cards are most likely home already, and keeps the first rest that wins from
//! the new table. If there is one, and a line may begin with its first move, it is the next answer,
//! cut as above. If not, a new plan is made.
//!
//! # Without a line
//! If the search does not end in time, the bot stalls as in any other mode: it plays a reversible
//! pair of moves and continues the search in the next turn. A pair that touches a cell is cut as
//! above and takes two turns; where cells have been rearranged, none may. A pair after which no
//! ruleset explains the table counts as tried. Where no pair is left, or late in a game, the bot
//! plays the first move of the line that brings the most cards home; and where there is no line at
//! all, some move that is listed or legal under any ruleset, home if possible. If the search ends
//! with a proof that no line wins, the bot sends the line that brings the most cards home, cut as
//! above.
//!
//! # Milder cases
//! The functions here serve two milder cases as well. When only unlikely rulesets are possible,
//! lines are planned for them and sent as far as these agree on their effect
//! ([`part_agreed_on`]). When cells have been rearranged, lines are planned for the belief
//! and sent up to the first move that touches a cell ([`part_with_known_cells`]).

use crate::belief::Belief;
use crate::moves::{Line, Move, Place};
use crate::playback::Playback;
use crate::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use crate::table::Table;

/// The conservative ruleset, which lines are planned for when no ruleset explains the
/// referee's turns.
pub const RULESET: Ruleset = Ruleset {
    autoplay: Autoplay::None,
    capacity: Capacity::One,
    overlong_run: OverlongRun::Partial,
};

/// The unplayed rest of a line, given that cards may have been autoplayed meanwhile, and that
/// the referee may have stopped at any of the moves sent. `None` if no rest wins from the table.
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
