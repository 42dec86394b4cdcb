//! Evidence: which rulesets what the referee sends leaves possible.
//!
//! Two things tell about the rules: the moves that a turn lists as legal, and
//! the table that comes back after a line. A ruleset that contradicts either is
//! dropped; if none explains the table, all are possible again, for then something
//! else happened than any of them foresees. Moves that no ruleset whatever would
//! list are listed by a rule of their own and tell nothing.

use crate::board::{Board, RootCascades};
use crate::moves::{Line, Move};
use crate::rules;
use crate::ruleset::{Autoplay, Ruleset};
use crate::table::Table;

/// The rulesets that nothing has contradicted, as a set: bit n is set for
/// ruleset number n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Belief(u8);

/// What a piece of evidence did to the possible rulesets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observation {
    /// It agrees with all of them.
    Consistent,
    /// It contradicts some, which are dropped.
    Narrowed,
    /// It contradicts all, so that all rulesets are possible again.
    Unexplained,
    /// It contradicts every ruleset there is and tells nothing about them.
    Odd,
}

impl Belief {
    /// All rulesets.
    pub const fn every() -> Belief {
        Belief(u8::MAX)
    }

    /// Just one ruleset.
    pub fn only(ruleset: Ruleset) -> Belief {
        Belief::of(|other| other == ruleset)
    }

    /// The possible rulesets, the likeliest first.
    pub fn rulesets(self) -> impl Iterator<Item = Ruleset> {
        let is_open = move |number: &u8| self.0 >> number & 1 == 1;
        (0..Ruleset::COUNT).filter(is_open).map(Ruleset::numbered)
    }

    /// The likeliest open ruleset with each autoplay rule that is possible.
    pub fn by_autoplay(self) -> Vec<Ruleset> {
        let likeliest = |&rule: &Autoplay| self.rulesets().find(|ruleset| ruleset.autoplay == rule);
        let rules = [Autoplay::Safe, Autoplay::All];
        rules.iter().filter_map(likeliest).collect()
    }

    /// The set of those rulesets that are wanted.
    fn of(mut is_wanted: impl FnMut(Ruleset) -> bool) -> Belief {
        let mut set = 0;
        for number in 0..Ruleset::COUNT {
            set |= (is_wanted(Ruleset::numbered(number)) as u8) << number;
        }
        Belief(set)
    }

    /// Weighs the moves that a turn lists as legal.
    pub fn observe_moves(&mut self, table: &Table, listed: &Line) -> Observation {
        let explains = |ruleset| {
            let game = Replay::new(table, ruleset);
            Move::every().all(|mv| game.is_legal(mv) == listed.as_slice().contains(&mv))
        };
        if !Ruleset::every().any(explains) {
            return Observation::Odd;
        }
        self.keep(explains)
    }

    /// Weighs the table that came after a line was sent for another, and says
    /// how many moves of the line had been played: those after the first
    /// illegal one may have been, or not, and an illegal one changes nothing.
    pub fn observe_table(
        &mut self,
        before: &Table,
        line: &Line,
        after: &Table,
    ) -> (Observation, Option<usize>) {
        let played = |ruleset| moves_played(before, line, after, ruleset);
        let observation = self.keep(|ruleset| played(ruleset).is_some());
        (observation, self.rulesets().find_map(played))
    }

    fn keep(&mut self, explains: impl FnMut(Ruleset) -> bool) -> Observation {
        let before = *self;
        self.0 &= Belief::of(explains).0;
        if self.0 == 0 {
            *self = Belief::every();
            Observation::Unexplained
        } else if *self == before {
            Observation::Consistent
        } else {
            Observation::Narrowed
        }
    }
}

/// After how many moves of a line, the illegal ones skipped, the table is the
/// given one.
fn moves_played(before: &Table, line: &Line, after: &Table, ruleset: Ruleset) -> Option<usize> {
    // A table that is sent again tells nothing: no move was played, whatever the
    // ruleset.
    if before == after {
        return Some(0);
    }
    let mut game = Replay::new(before, ruleset);
    for (index, mv) in line.iter().enumerate() {
        game.play(mv);
        if game.table() == *after {
            return Some(index + 1);
        }
    }
    None
}

/// After how many moves of a line the game is won under a autoplay, if every
/// move up to there is legal.
///
/// # Errors
/// The number of legal moves, when the line does not win.
pub fn moves_to_win(table: &Table, line: &Line, ruleset: Ruleset) -> Result<usize, usize> {
    let mut game = Replay::new(table, ruleset);
    let mut moves = 0;
    while !game.board.is_won() {
        match line.as_slice().get(moves) {
            Some(&mv) if game.play(mv) => moves += 1,
            _ => return Err(moves),
        }
    }
    Ok(moves)
}

/// The table after a line, if all its moves are legal under a ruleset.
pub fn table_after(table: &Table, line: &Line, ruleset: Ruleset) -> Option<Table> {
    let mut game = Replay::new(table, ruleset);
    let legal = line.iter().all(|mv| game.play(mv));
    legal.then(|| game.table())
}

/// A move and the one that takes it back, such that the table is the same again
/// under every open ruleset: a way to pass a turn.
pub fn there_and_back(table: &Table, belief: Belief) -> Option<Line> {
    Move::every().find_map(|mv| {
        let mut line = Line::default();
        line.push(mv);
        line.push(Move::new(mv.to(), mv.from())?);
        let returns = |ruleset| table_after(table, &line, ruleset).as_ref() == Some(table);
        belief.rulesets().all(returns).then_some(line)
    })
}

/// A line being played on a board.
struct Replay {
    root: RootCascades,
    board: Board,
    ruleset: Ruleset,
}

impl Replay {
    fn new(table: &Table, ruleset: Ruleset) -> Replay {
        let root = RootCascades::new(table);
        let board = Board::root(table, &root);
        Replay {
            root,
            board,
            ruleset,
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        rules::is_legal(&self.board, &self.root, self.ruleset, mv)
    }

    /// Plays a move, autoplay included, if it is legal, and says whether it was.
    fn play(&mut self, mv: Move) -> bool {
        let legal = self.is_legal(mv);
        if legal {
            rules::play(&mut self.board, &self.root, self.ruleset, mv, false);
        }
        legal
    }

    fn table(&self) -> Table {
        self.board.to_table(&self.root)
    }
}
