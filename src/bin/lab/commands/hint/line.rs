//! Which move of a line lost the game, and what the others cost.

use std::fmt;

use anyhow::{bail, Result};
use freecell::moves::Move;
use freecell::referee::{Fault, Game};
use freecell::table::Table;
use serde_json::{json, Value};

use super::followed;
use super::judge::{Judge, Worth};
use freecell::tools::pluralize::pluralize;

/// A line, and what the tables along it are worth: one more than there are moves.
pub struct Story {
    moves: Vec<Move>,
    worths: Vec<Worth>,
}

impl Story {
    /// Finds out as much as the judge has time for.
    ///
    /// # Errors
    /// A move that is illegal.
    pub fn of(table: &Table, line: &str, judge: &mut Judge) -> Result<Story> {
        let (moves, tables) = played(table, line, judge)?;
        let worths = judge.decide(&tables, |worths| spread(worths, &moves))?;
        let mut story = Story { moves, worths };
        if !story.is_lost() {
            story.improve(&tables, judge)?;
        }
        Ok(story)
    }

    /// Spends the time that is left on shorter lines and on what is needed.
    fn improve(&mut self, tables: &[Table], judge: &mut Judge) -> Result<()> {
        for (index, table) in tables.iter().enumerate() {
            let left = (tables.len() - index) as u32;
            judge.improve(table, &mut self.worths[index], judge.left() / left)?;
        }
        spread(&mut self.worths, &self.moves);
        Ok(())
    }

    /// Whether no line wins from the table at the end, which is proved.
    pub fn is_lost(&self) -> bool {
        self.worths.last() == Some(&Worth::Lost)
    }

    /// The first table that is lost, and the last one that is won.
    fn turning_point(&self) -> Option<(usize, Option<usize>)> {
        let lost = self.worths.iter().position(|worth| *worth == Worth::Lost)?;
        let won = self.worths.iter().rposition(|worth| worth.line().is_some());
        Some((lost, won))
    }

    /// By how many moves a move makes the line longer: as the shortest lines found
    /// have it, and what is proved. The move has a number from 0.
    fn cost(&self, mv: usize) -> Option<(usize, usize)> {
        let before = self.worths[mv].line()?.len();
        let after = self.worths[mv + 1].line()?.len();
        let proved = (self.worths[mv + 1].at_least() + 1).saturating_sub(before);
        Some(((after + 1).saturating_sub(before), proved))
    }

    /// Everything, for programs.
    pub fn in_json(&self) -> Value {
        let tables = self.worths.iter().enumerate().map(|(index, worth)| {
            let known = worth.line();
            json!({
                "after": index,
                "move": index.checked_sub(1).map(|mv| self.moves[mv].to_string()),
                "result": worth.name(),
                "moves": known.map(freecell::moves::Line::len),
                "at_least": known.map(|_| worth.at_least()),
                "line": known.map(ToString::to_string),
            })
        });
        let lost_by = self.turning_point().and_then(|(lost, won)| {
            let is_sure = won.is_some_and(|won| won + 1 == lost);
            is_sure.then_some(lost)
        });
        json!({ "tables": tables.collect::<Vec<_>>(), "lost_by_move": lost_by })
    }
}

/// The moves of a line, up to the win, and the tables before and after them.
fn played(table: &Table, line: &str, judge: &Judge) -> Result<(Vec<Move>, Vec<Table>)> {
    let mut game = Game::new(table.clone(), judge.ruleset);
    let (mut moves, mut tables) = (Vec::new(), vec![table.clone()]);
    for text in line.split_whitespace() {
        if game.is_won() {
            break;
        }
        let played = text.parse().map_err(Fault::from);
        let played = played.and_then(|mv| game.play(mv).map(|_| mv).map_err(Fault::from));
        match played {
            Ok(mv) => moves.push(mv),
            Err(why) => bail!("--line: move {} ({text}) fails: {why}", moves.len() + 1),
        }
        tables.push(game.table().clone());
    }
    Ok((moves, tables))
}

/// Enters what follows from the neighbours: what is won after a move was won before
/// it, with that move; what is lost stays lost; and where so many moves are needed,
/// one fewer are needed after any move.
fn spread(worths: &mut [Worth], moves: &[Move]) {
    for (index, &mv) in moves.iter().enumerate().rev() {
        if let Some(line) = worths[index + 1].line() {
            let line = followed(mv, line);
            worths[index].has(line);
        }
    }
    for index in 0..moves.len() {
        if worths[index] == Worth::Lost {
            worths[index + 1] = Worth::Lost;
        }
        let needed = worths[index].at_least().saturating_sub(1);
        worths[index + 1].needs(needed);
    }
}

impl fmt::Display for Story {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turning_point() {
            Some((0, _)) => writeln!(
                f,
                "lost before the first move: no line wins, which is proved"
            ),
            Some((lost, won)) => self.write_loss(f, lost, won),
            None => self.write_costs(f),
        }
    }
}

impl Story {
    fn write_loss(
        &self,
        f: &mut fmt::Formatter<'_>,
        lost: usize,
        won: Option<usize>,
    ) -> fmt::Result {
        let first = won.map_or(0, |won| won) + 1;
        if won.is_none() || first < lost {
            let (one, other) = (self.moves[first - 1], self.moves[lost - 1]);
            writeln!(f, "one of the moves {first} ({one}) to {lost} ({other}) lost the game, if it was not lost before")?;
        } else {
            writeln!(f, "move {lost} ({}) lost the game", self.moves[lost - 1])?;
        }
        if let Some(line) = won.and_then(|won| self.worths[won].line()) {
            writeln!(
                f,
                "before it this wins in {}: {line}",
                pluralize(line.len(), "move")
            )?;
        }
        writeln!(f, "after it no line wins, which is proved")
    }

    fn write_costs(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut total = 0;
        for (index, mv) in self.moves.iter().enumerate() {
            let Some((cost, proved)) = self.cost(index) else {
                continue;
            };
            total += cost;
            if cost > 0 {
                let moves = pluralize(cost, "move");
                let proof = match proved {
                    0 => ", as far as is known".to_owned(),
                    _ if proved == cost => ", which is proved".to_owned(),
                    _ => format!(", {proved} of them proved"),
                };
                writeln!(f, "move {} ({mv}) costs {moves}{proof}", index + 1)?;
            }
        }
        match self.worths.last().and_then(Worth::line) {
            Some(line) if line.is_empty() => {
                let moves = pluralize(total, "move");
                writeln!(f, "won; {moves} more than the shortest line known")
            }
            Some(line) => writeln!(
                f,
                "nothing is lost: from here this wins in {}: {line}",
                pluralize(line.len(), "move")
            ),
            None => writeln!(
                f,
                "unknown: no line found from here, and no proof that there is none"
            ),
        }
    }
}
