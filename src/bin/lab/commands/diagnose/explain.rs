//! What the tables and lines of a paste say about the rules.

use freecell::belief::{Belief, Update};
use freecell::card::Card;
use freecell::moves::{Line, Move, Place};
use freecell::referee::{Game, Illegal};
use freecell::ruleset::Ruleset;
use freecell::table::Table;

use super::paste::Paste;

/// What happened, as far as the paste shows it.
#[derive(Debug)]
pub struct Case {
    /// The table that the line was sent for.
    pub before: Table,
    /// The line.
    pub line: Option<Line>,
    /// The table that came back.
    pub after: Option<Table>,
    /// The rulesets that explain it.
    pub belief: Belief,
    /// How it came about.
    pub course: Course,
    /// Whether the moves that a turn lists are those of no ruleset.
    pub lists_other_moves: bool,
}

/// How the game came to the table that came back.
#[derive(Debug, PartialEq, Eq)]
pub enum Course {
    /// No table came back, or there is no line.
    Unseen,
    /// So many moves were looked at, the illegal ones among them skipped.
    Played(usize),
    /// The same, after the game had played cards home before the first move.
    PlayedAfterAutoplay(usize),
    /// No ruleset leads there. The closest is this one, after so many moves; these
    /// cards lie elsewhere.
    Unexplained {
        ruleset: Ruleset,
        moves: usize,
        differing: Vec<Card>,
    },
}

impl Case {
    /// The explanation of what was pasted, which has a table.
    pub fn of(paste: &Paste) -> Case {
        let mut best = None;
        for line in lines(paste) {
            for (index, one) in paste.tables.iter().enumerate() {
                for (other, after) in paste.tables.iter().enumerate() {
                    if index != other {
                        let found = explained(&one.table, &line, &after.table);
                        // In doubt the tables are in the order of the game.
                        let key = found.as_ref().map(|(_, played)| (*played, index < other));
                        if let (Some((belief, course)), Some((played, order))) = (
                            found.map(|(belief, played)| (belief, Course::Played(played))),
                            key,
                        ) {
                            let known: Option<&((usize, bool), Case)> = best.as_ref();
                            if known.is_none_or(|(known, _)| *known < (played, order)) {
                                let case = Case::new(
                                    &one.table,
                                    Some(&line),
                                    Some(&after.table),
                                    belief,
                                    course,
                                );
                                best = Some(((played, order), case));
                            }
                        }
                    }
                }
            }
        }
        let mut case = match best {
            Some((_, case)) => case,
            None => Case::unexplained(paste),
        };
        case.observe_lists(paste);
        case
    }

    fn new(
        before: &Table,
        line: Option<&Line>,
        after: Option<&Table>,
        belief: Belief,
        course: Course,
    ) -> Case {
        Case {
            before: before.clone(),
            line: line.cloned(),
            after: after.cloned(),
            belief,
            course,
            lists_other_moves: false,
        }
    }

    /// The case where no ruleset leads from table to table, or where there is only
    /// one table or no line.
    fn unexplained(paste: &Paste) -> Case {
        let every = Belief::all();
        let first = &paste.tables[0].table;
        let last = &paste.tables[paste.tables.len() - 1].table;
        let line = lines(paste).into_iter().next();
        let (Some(line), true) = (&line, paste.tables.len() > 1) else {
            let after = (paste.tables.len() > 1).then_some(last);
            return Case::new(first, line.as_ref(), after, every, Course::Unseen);
        };
        // The earlier table has fewer cards home.
        let home = |table: &Table| table.foundations.iter().sum::<u8>();
        let (before, after) = if home(first) <= home(last) {
            (first, last)
        } else {
            (last, first)
        };
        let course = after_autoplay(before, line, after);
        let course = course.unwrap_or_else(|| closest(before, line, after));
        Case::new(before, Some(line), Some(after), every, course)
    }

    /// Takes the moves that the turns list into account.
    fn observe_lists(&mut self, paste: &Paste) {
        for table in &paste.tables {
            let Some(listed) = &table.listed else {
                continue;
            };
            let mut belief = self.belief;
            match belief.observe_moves(&table.table, listed.as_slice()) {
                Update::Ignored => self.lists_other_moves = true,
                // Its moves contradict the table: the table counts.
                Update::Reset | Update::Rearranged | Update::NewGame => {}
                Update::Unchanged | Update::Narrowed => self.belief = belief,
            }
        }
    }

    /// Whether there is nothing left to explain.
    pub fn is_explained(&self) -> bool {
        !matches!(self.course, Course::Unexplained { .. })
    }

    /// The likeliest ruleset, the closest one where none explains the case.
    pub fn ruleset(&self) -> Ruleset {
        match self.course {
            Course::Unexplained { ruleset, .. } => ruleset,
            _ => self.belief.likeliest(),
        }
    }

    /// Where the line broke, if the table that came back shows how far it was played:
    /// the number of its first illegal move, from 1, the move, and why.
    pub fn broke(&self) -> Option<(usize, Move, Illegal)> {
        if !matches!(self.course, Course::Played(1..)) {
            return None;
        }
        let mut game = Game::new(self.before.clone(), self.ruleset());
        for (index, mv) in self.line.iter().flatten().enumerate() {
            if game.is_won() {
                return None;
            }
            if let Err(why) = game.play(mv) {
                return Some((index + 1, mv, why));
            }
        }
        None
    }
}

/// The lines that may have been sent: each, and all of them one after the other.
fn lines(paste: &Paste) -> Vec<Line> {
    let mut lines = paste.lines.clone();
    if lines.len() > 1 {
        lines.push(paste.lines.iter().flatten().collect());
    }
    lines
}

/// The rulesets under which a line leads from one table to another, and after how
/// many moves under the likeliest.
fn explained(before: &Table, line: &Line, after: &Table) -> Option<(Belief, usize)> {
    let mut belief = Belief::all();
    let (update, played) = belief.observe_table(before, line, after);
    played
        .filter(|_| matches!(update, Update::Unchanged | Update::Narrowed))
        .map(|played| (belief, played))
}

/// Whether it is explained by a game that plays cards home before the first move.
fn after_autoplay(before: &Table, line: &Line, after: &Table) -> Option<Course> {
    let settled = |ruleset| {
        let mut game = Game::new(before.clone(), ruleset);
        game.autoplay();
        game.table().clone()
    };
    let found = Ruleset::all().find_map(|ruleset| explained(&settled(ruleset), line, after));
    found.map(|(_, played)| Course::PlayedAfterAutoplay(played))
}

/// The table along the line, under any ruleset, in which the fewest cards lie
/// elsewhere than in the one that came back.
fn closest(before: &Table, line: &Line, after: &Table) -> Course {
    let mut best: Option<(Ruleset, usize, Vec<Card>)> = None;
    for ruleset in Ruleset::all() {
        let mut game = Game::new(before.clone(), ruleset);
        for moves in 0..=line.len() {
            let differing = differing(game.table(), after);
            if best
                .as_ref()
                .is_none_or(|(_, _, known)| differing.len() < known.len())
            {
                best = Some((ruleset, moves, differing));
            }
            if let Some(&mv) = line.as_slice().get(moves) {
                let _ = game.play(mv);
            }
        }
    }
    let (ruleset, moves, differing) = best.expect("there are rulesets");
    Course::Unexplained {
        ruleset,
        moves,
        differing,
    }
}

/// The cards that lie in different places on two tables.
fn differing(one: &Table, other: &Table) -> Vec<Card> {
    let differs = |&card: &Card| place_of(one, card) != place_of(other, card);
    Card::deck().filter(differs).collect()
}

/// Where a card lies.
pub fn place_of(table: &Table, card: Card) -> Place {
    let cascades = table.cascades.iter();
    let cascade = cascades
        .map(|cards| cards.contains(&card))
        .position(|has| has);
    let cell = table.cells.iter().position(|&cell| cell == Some(card));
    match (cascade, cell) {
        (Some(cascade), _) => Place::Cascade(cascade as u8),
        (None, Some(cell)) => Place::Cell(cell as u8),
        (None, None) => Place::Home,
    }
}
