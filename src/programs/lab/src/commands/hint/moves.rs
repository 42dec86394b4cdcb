//! The table after each legal move, analysed.

use std::fmt;
use std::time::Duration;

use anyhow::Result;
use freecell::analysis::known::{Known, Status};
use freecell::difficulty::Difficulty;
use freecell::moves::{Line, Move};
use freecell::referee::Game;
use freecell::ruleset::Ruleset;
use freecell::search::outcome::LowerBound;
use freecell::table::Table;
use serde_json::{json, Value};

use super::analyzer::{name, shift, Analyzer};
use super::prepend;
use cli::pluralize::pluralize;

/// The time that must be left for a table's difficulty to be rated.
const RATING_TIME: Duration = Duration::from_secs(1);

/// The legal moves, the best first.
pub struct Hints {
    is_won: bool,
    moves: Vec<Hint>,
    /// The difficulty of the table; `None` if it is won or lost, or if time is short.
    difficulty: Option<Difficulty>,
}

/// A move and the analysis of the table after it.
struct Hint {
    mv: Move,
    after: Known,
}

impl Hints {
    pub fn analyze(table: &Table, analyzer: &mut Analyzer) -> Result<Hints> {
        let after = successors(table, analyzer.ruleset);
        let (moves, mut tables): (Vec<Move>, Vec<Table>) = after.unzip();
        // The table itself comes last, which is decided first: if it is lost, so is all else.
        tables.push(table.clone());
        let mut analyses = analyzer.decide(tables, |analyses| propagate(analyses, &moves))?;
        analyses.pop();
        let hints = moves.into_iter().zip(analyses);
        let mut hints = Hints {
            is_won: table.is_won(),
            moves: hints.map(|(mv, after)| Hint { mv, after }).collect(),
            difficulty: None,
        };
        if !hints.is_won && !hints.is_lost() && analyzer.left() >= RATING_TIME {
            hints.difficulty = Some(Difficulty::new(table, analyzer.ruleset));
        }
        hints.improve(table, analyzer)?;
        hints.moves.sort_by_cached_key(Hint::rank);
        Ok(hints)
    }

    /// Spends the time that is left on shorter lines and on lower bounds.
    fn improve(&mut self, table: &Table, analyzer: &mut Analyzer) -> Result<()> {
        let is_solved = |hint: &&mut Hint| hint.after.status.line().is_some();
        let mut left = self.moves.iter_mut().filter(is_solved).count() as u32;
        for hint in self.moves.iter_mut().filter(is_solved) {
            analyzer.improve(&mut hint.after, analyzer.left() / left)?;
            left -= 1;
        }
        self.connect(table, analyzer.ruleset);
        Ok(())
    }

    /// Adds the lines that lead through the table itself or through another move: a card moved
    /// to a cell and back costs two moves and no more.
    fn connect(&mut self, table: &Table, ruleset: Ruleset) {
        let known: Vec<(Table, Line)> = self.lines(table);
        for hint in &mut self.moves {
            for (mv, next) in successors(&hint.after.table.clone(), ruleset) {
                for (_, line) in known.iter().filter(|(table, _)| *table == next) {
                    hint.after.learn_line(prepend(mv, line));
                }
            }
        }
    }

    /// The tables with a line: those after the moves, and the one before them.
    fn lines(&self, table: &Table) -> Vec<(Table, Line)> {
        let lines = self.moves.iter().filter_map(|hint| {
            let line = hint.after.status.line()?.clone();
            Some((hint.after.table.clone(), line))
        });
        let before = self.best().map(|line| (table.clone(), line));
        lines.chain(before).collect()
    }

    fn best(&self) -> Option<Line> {
        let lines = self.moves.iter().filter_map(|hint| {
            let line = hint.after.status.line()?;
            Some(prepend(hint.mv, line))
        });
        lines.min_by_key(Line::len)
    }

    /// Whether no line wins, which is proved.
    pub fn is_lost(&self) -> bool {
        let mut statuses = self.moves.iter().map(|hint| &hint.after.status);
        !self.is_won && statuses.all(|status| *status == Status::Unsolvable)
    }

    pub fn in_json(&self) -> Value {
        let moves: Vec<Value> = self.moves.iter().map(Hint::in_json).collect();
        let result = match self.best() {
            _ if self.is_lost() => "lost",
            None if !self.is_won => "unknown",
            _ => "won",
        };
        json!({
            "result": result,
            "line": self.best(),
            "difficulty": self.difficulty.map(Difficulty::level),
            "spare": self.difficulty.and_then(|difficulty| difficulty.spare),
            "moves": moves,
        })
    }
}

/// Draws conclusions from a table, the last one, about those after its moves, and from these about
/// it.
fn propagate(analyses: &mut [Known], moves: &[Move]) {
    let Some((before, after)) = analyses.split_last_mut() else {
        return;
    };
    for (next, &mv) in after.iter_mut().zip(moves) {
        match &before.status {
            Status::Unsolvable => next.status.learn_bound(LowerBound::Unsolvable),
            Status::Solved { line, .. } if line.as_slice().first() == Some(&mv) => {
                next.learn_line(line.suffix(1));
            }
            _ => {}
        }
        if let Some(line) = next.status.line() {
            before.learn_line(prepend(mv, line));
        }
    }
    let is_lost = |next: &Known| next.status == Status::Unsolvable;
    if !before.table.is_won() && after.iter().all(is_lost) {
        before.status.learn_bound(LowerBound::Unsolvable);
    }
}

/// The legal moves of a table, and the tables after them.
fn successors(table: &Table, ruleset: Ruleset) -> impl Iterator<Item = (Move, Table)> {
    let game = Game::new(table.clone(), ruleset);
    game.legal_moves().into_iter().map(move |mv| {
        let mut game = game.clone();
        game.play(mv).expect("a legal move");
        (mv, game.table().clone())
    })
}

impl Hint {
    /// The order in which moves are listed: short lines, then what is unknown, then losses.
    fn rank(&self) -> (bool, usize, LowerBound) {
        let status = &self.after.status;
        let moves = status.moves().unwrap_or(usize::MAX);
        (*status == Status::Unsolvable, moves, status.lower_bound())
    }

    fn in_json(&self) -> Value {
        let status = &self.after.status;
        let line = status.line().map(|line| prepend(self.mv, line));
        let at_least = line.as_ref().and(shift(status.lower_bound(), 1).moves());
        json!({
            "move": self.mv,
            "result": name(status),
            "moves": line.as_ref().map(Line::len),
            "at_least": at_least,
            "line": line,
        })
    }
}

impl fmt::Display for Hints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_won {
            return writeln!(f, "all cards are home");
        }
        for Hint { mv, after } in &self.moves {
            match &after.status {
                Status::Unsolvable => writeln!(f, "{mv}  lost, which is proved")?,
                Status::Unknown { .. } => writeln!(f, "{mv}  unknown")?,
                Status::Solved {
                    line, lower_bound, ..
                } => {
                    let moves = pluralize(line.len() + 1, "move");
                    write!(f, "{mv}  won in {moves}, ")?;
                    if line.len() == *lower_bound {
                        writeln!(f, "no fewer")?;
                    } else {
                        writeln!(f, "at least {}", lower_bound + 1)?;
                    }
                }
            }
        }
        match self.best() {
            Some(line) => writeln!(f, "the shortest: {line}")?,
            None if self.is_lost() => writeln!(f, "no line wins, which is proved")?,
            None => {}
        }
        let Some(difficulty) = self.difficulty else {
            return Ok(());
        };
        write!(f, "difficulty: {} of 10", difficulty.level())?;
        match difficulty.spare {
            Some(0) => writeln!(f, ", with no place to spare"),
            Some(spare) => writeln!(f, ", with {} to spare", pluralize(spare, "place")),
            None => writeln!(f),
        }
    }
}
