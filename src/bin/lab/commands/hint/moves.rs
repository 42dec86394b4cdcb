//! What each legal move of a table leads to.

use std::fmt;

use anyhow::Result;
use freecell::moves::{Line, Move};
use freecell::referee::Game;
use freecell::table::Table;
use serde_json::{json, Value};

use super::followed;
use super::judge::{Judge, Worth};
use freecell::tools::pluralize::pluralize;

/// The legal moves, the best first.
pub struct Hints {
    is_won: bool,
    moves: Vec<Hint>,
}

/// A move and what the table after it is worth.
struct Hint {
    mv: Move,
    after: Table,
    worth: Worth,
}

impl Hints {
    /// Finds out as much as the judge has time for.
    pub fn of(table: &Table, judge: &mut Judge) -> Result<Hints> {
        let game = Game::new(table.clone(), judge.ruleset);
        let mut moves: Vec<(Move, Table)> = Vec::new();
        for mv in game.legal_moves() {
            let mut game = game.clone();
            game.play(mv).expect("a legal move");
            moves.push((mv, game.table().clone()));
        }
        let tables: Vec<Table> = moves.iter().map(|(_, table)| table.clone()).collect();
        let worths = judge.decide(&tables, |_| {})?;
        let hints = moves.into_iter().zip(worths);
        let mut hints = Hints {
            is_won: table.is_won(),
            moves: hints
                .map(|((mv, after), worth)| Hint { mv, after, worth })
                .collect(),
        };
        hints.improve(table, judge)?;
        hints.moves.sort_by_cached_key(|hint| hint.worth.rank());
        Ok(hints)
    }

    /// Spends the time that is left on shorter lines and on what is needed.
    fn improve(&mut self, table: &Table, judge: &mut Judge) -> Result<()> {
        let mut left = self
            .moves
            .iter()
            .filter(|it| it.worth.line().is_some())
            .count() as u32;
        for hint in &mut self.moves {
            if hint.worth.line().is_some() {
                judge.improve(&hint.after, &mut hint.worth, judge.left() / left)?;
                left -= 1;
            }
        }
        self.connect(table, judge);
        Ok(())
    }

    /// Enters the lines that lead through the table itself or through another move:
    /// who moves a card to a cell and back has lost two moves and no more.
    fn connect(&mut self, table: &Table, judge: &Judge) {
        let known: Vec<(Table, Line)> = self.lines(table);
        for hint in &mut self.moves {
            let game = Game::new(hint.after.clone(), judge.ruleset);
            for mv in game.legal_moves() {
                let mut game = game.clone();
                game.play(mv).expect("a legal move");
                let found = known.iter().filter(|(after, _)| after == game.table());
                for (_, line) in found {
                    hint.worth.has(followed(mv, line));
                }
            }
        }
    }

    /// The tables with a line: those after the moves, and the one before them.
    fn lines(&self, table: &Table) -> Vec<(Table, Line)> {
        let lines = self.moves.iter().filter_map(|hint| {
            let line = hint.worth.line()?.clone();
            Some((hint.after.clone(), line))
        });
        let mut lines: Vec<(Table, Line)> = lines.collect();
        lines.extend(self.best().map(|line| (table.clone(), line)));
        lines
    }

    /// The shortest line found.
    fn best(&self) -> Option<Line> {
        let lines = self.moves.iter().filter_map(|hint| {
            let line = hint.worth.line()?;
            Some(followed(hint.mv, line))
        });
        lines.min_by_key(Line::len)
    }

    /// Whether no line wins, which is proved.
    pub fn is_lost(&self) -> bool {
        !self.is_won && self.moves.iter().all(|hint| hint.worth == Worth::Lost)
    }

    /// Everything, for programs.
    pub fn in_json(&self) -> Value {
        let moves: Vec<Value> = self.moves.iter().map(Hint::in_json).collect();
        let result = match self.best() {
            _ if self.is_lost() => "lost",
            None if !self.is_won => "unknown",
            _ => "won",
        };
        json!({ "result": result, "line": self.best().map(|line| line.to_string()), "moves": moves })
    }
}

impl Worth {
    /// What comes first: short lines, then what is unknown, then what is lost.
    fn rank(&self) -> (usize, usize) {
        match self {
            Worth::Won { line, at_least } => (line.len(), *at_least),
            Worth::Unknown => (usize::MAX - 1, 0),
            Worth::Lost => (usize::MAX, 0),
        }
    }
}

impl Hint {
    fn in_json(&self) -> Value {
        let line = self.worth.line().map(|line| followed(self.mv, line));
        json!({
            "move": self.mv.to_string(),
            "result": self.worth.name(),
            "moves": line.as_ref().map(Line::len),
            "at_least": line.as_ref().map(|_| self.worth.at_least() + 1),
            "line": line.map(|line| line.to_string()),
        })
    }
}

impl fmt::Display for Hints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_won {
            return writeln!(f, "all cards are home");
        }
        for Hint { mv, worth, .. } in &self.moves {
            match worth {
                Worth::Lost => writeln!(f, "{mv}  lost, which is proved")?,
                Worth::Unknown => writeln!(f, "{mv}  unknown")?,
                Worth::Won { line, at_least } => {
                    let moves = pluralize(line.len() + 1, "move");
                    write!(f, "{mv}  won in {moves}, ")?;
                    if line.len() == *at_least {
                        writeln!(f, "no fewer")?;
                    } else {
                        writeln!(f, "at least {}", at_least + 1)?;
                    }
                }
            }
        }
        match self.best() {
            Some(line) => writeln!(f, "the shortest: {line}"),
            None if self.is_lost() => writeln!(f, "no line wins, which is proved"),
            None => Ok(()),
        }
    }
}
