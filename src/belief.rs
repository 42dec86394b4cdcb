//! The belief: which rulesets the referee may be playing by.
//!
//! The bot plans without knowing which of several rulesets is in force, as in
//! conformant planning (Smith & Weld, 1998), and narrows the set down by what
//! it observes. Two things bear on the rules: the moves that a turn lists as
//! legal, and the table that comes back after a line. A ruleset that contradicts
//! either is dropped. If no ruleset explains the table, something happened that
//! none of them describes, and all are possible again. A list of moves that no
//! ruleset would give follows a rule of its own, and says nothing about the
//! others.
//!
//! What to play, given a belief, is decided in [`crate::plan`].

use crate::moves::{Line, Move};
use crate::playback::Playback;
use crate::ruleset::{Autoplay, Ruleset};
use crate::table::Table;

/// The rulesets that nothing has contradicted, never none: bit n is set for
/// ruleset number n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Belief(u8);

// One bit for each ruleset.
const _: () = assert!(Ruleset::COUNT as u32 == u8::BITS);

/// What an observation did to the belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Nothing: it agrees with every possible ruleset.
    Unchanged,
    /// It contradicts some of the possible rulesets, which are dropped.
    Narrowed,
    /// It contradicts all possible rulesets, so that all are possible again.
    Reset,
    /// Nothing: it contradicts every ruleset there is, and is ignored.
    Ignored,
}

impl Belief {
    /// All rulesets are possible.
    pub const fn every() -> Belief {
        Belief(u8::MAX)
    }

    /// Only one ruleset is possible.
    pub fn only(ruleset: Ruleset) -> Belief {
        Belief::of(|other| other == ruleset)
    }

    /// The possible rulesets, the likeliest first.
    pub fn rulesets(self) -> impl Iterator<Item = Ruleset> {
        let is_possible = move |number: &u8| self.0 >> number & 1 == 1;
        (0..Ruleset::COUNT)
            .filter(is_possible)
            .map(Ruleset::numbered)
    }

    /// For each autoplay rule that is possible, the likeliest ruleset with it:
    /// one ruleset or two, `safe` first.
    pub fn by_autoplay(self) -> Vec<Ruleset> {
        let likeliest = |&rule: &Autoplay| self.rulesets().find(|ruleset| ruleset.autoplay == rule);
        let rules = [Autoplay::Safe, Autoplay::All];
        rules.iter().filter_map(likeliest).collect()
    }

    /// The set of the rulesets for which a predicate holds.
    fn of(mut holds: impl FnMut(Ruleset) -> bool) -> Belief {
        let mut set = 0;
        for number in 0..Ruleset::COUNT {
            set |= (holds(Ruleset::numbered(number)) as u8) << number;
        }
        Belief(set)
    }

    /// Takes into account the moves that a turn lists as legal.
    pub fn observe_moves(&mut self, table: &Table, listed: &Line) -> Update {
        let explains = |ruleset| {
            let game = Playback::new(table, ruleset);
            Move::every().all(|mv| game.is_legal(mv) == listed.as_slice().contains(&mv))
        };
        if !Ruleset::every().any(explains) {
            return Update::Ignored;
        }
        self.narrow(explains)
    }

    /// Takes into account the table that came after a line was sent for another,
    /// and returns how many moves of the line have been played according to the
    /// likeliest ruleset that explains it, if one does.
    ///
    /// The referee may have stopped anywhere, and an illegal move changes
    /// nothing: so the table may be the one after any number of moves.
    pub fn observe_table(
        &mut self,
        before: &Table,
        line: &Line,
        after: &Table,
    ) -> (Update, Option<usize>) {
        let played = |ruleset| moves_played(before, line, after, ruleset);
        let update = self.narrow(|ruleset| played(ruleset).is_some());
        (update, self.rulesets().find_map(played))
    }

    /// Drops the rulesets that do not explain what was observed.
    fn narrow(&mut self, explains: impl FnMut(Ruleset) -> bool) -> Update {
        let before = *self;
        self.0 &= Belief::of(explains).0;
        if self.0 == 0 {
            *self = Belief::every();
            Update::Reset
        } else if *self == before {
            Update::Unchanged
        } else {
            Update::Narrowed
        }
    }
}

/// After how many moves of a line, the illegal ones skipped, the table is the
/// given one.
fn moves_played(before: &Table, line: &Line, after: &Table, ruleset: Ruleset) -> Option<usize> {
    // A table that is sent again says nothing about the rules: no move was
    // played, whatever the ruleset.
    if before == after {
        return Some(0);
    }
    let mut game = Playback::new(before, ruleset);
    for (index, mv) in line.iter().enumerate() {
        game.play(mv);
        if game.table() == *after {
            return Some(index + 1);
        }
    }
    None
}
