//! Which move of a line lost the game, and what the others cost.

use std::fmt;

use anyhow::{bail, Result};
use freecell::analysis::known::{Known, Status};
use freecell::moves::Move;
use freecell::referee::{Game, MoveError};
use freecell::ruleset::Ruleset;
use freecell::table::Table;
use serde_json::{json, Value};

use super::analyzer::{name, shift, Analyzer};
use super::prepend;
use cli::pluralize::pluralize;

/// A line that was played, and the analyses of the tables along it: one more than there are
/// moves.
pub struct Replay {
    moves: Vec<Move>,
    analyses: Vec<Known>,
}

impl Replay {
    /// Analyzes a line in the analyzer's time.
    pub fn analyze(table: &Table, line: &str, analyzer: &mut Analyzer) -> Result<Replay> {
        let (moves, tables) = play_line(table, line, analyzer.ruleset)?;
        let analyses = analyzer.decide(tables, |analyses| propagate(analyses, &moves))?;
        let mut replay = Replay { moves, analyses };
        replay.improve(analyzer)?;
        Ok(replay)
    }

    /// Spends the time that is left on shorter lines and on lower bounds, for all tables, or for
    /// the last one before the game was lost.
    fn improve(&mut self, analyzer: &mut Analyzer) -> Result<()> {
        let analyses = match self.turning_point() {
            Some((_, won)) => &mut self.analyses[won.map_or(0..0, |won| won..won + 1)],
            None => &mut self.analyses[..],
        };
        let mut left = analyses.len() as u32;
        for analysis in analyses {
            analyzer.improve(analysis, analyzer.left() / left)?;
            left -= 1;
        }
        propagate(&mut self.analyses, &self.moves);
        Ok(())
    }

    /// Whether no line wins from the table at the end, which is proved.
    pub fn is_lost(&self) -> bool {
        let last = self.analyses.last();
        last.is_some_and(|analysis| analysis.status == Status::Unsolvable)
    }

    /// The number of moves with which the line wins.
    pub fn won_after(&self) -> Option<usize> {
        let last = self.analyses.last()?;
        last.table.is_won().then_some(self.moves.len())
    }

    /// The first table that is lost, and the last one that is won.
    fn turning_point(&self) -> Option<(usize, Option<usize>)> {
        let mut statuses = self.analyses.iter().map(|analysis| &analysis.status);
        let won = statuses.clone().rposition(|status| status.line().is_some());
        let lost = statuses.position(|status| *status == Status::Unsolvable)?;
        Some((lost, won))
    }

    /// The number of moves by which a move, numbered from 0, makes the line longer: according to
    /// the shortest lines found, and as far as it is proved.
    fn cost(&self, mv: usize) -> Option<(usize, usize)> {
        let before = self.analyses[mv].status.moves()?;
        let after = &self.analyses[mv + 1].status;
        let needed = after.lower_bound().moves()?;
        let proved = (needed + 1).saturating_sub(before);
        Some(((after.moves()? + 1).saturating_sub(before), proved))
    }

    pub fn in_json(&self) -> Value {
        let tables = self.analyses.iter().enumerate().map(|(index, analysis)| {
            let status = &analysis.status;
            let at_least = status.line().and(status.lower_bound().moves());
            json!({
                "after": index,
                "move": index.checked_sub(1).map(|mv| self.moves[mv]),
                "result": name(status),
                "moves": status.moves(),
                "at_least": at_least,
                "line": status.line(),
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
fn play_line(table: &Table, line: &str, ruleset: Ruleset) -> Result<(Vec<Move>, Vec<Table>)> {
    let mut game = Game::new(table.clone(), ruleset);
    let (mut moves, mut tables) = (Vec::new(), vec![table.clone()]);
    for text in line.split_whitespace() {
        if game.is_won() {
            break;
        }
        let played = text.parse().map_err(MoveError::from);
        let played = played.and_then(|mv| game.play(mv).map(|_| mv).map_err(MoveError::from));
        match played {
            Ok(mv) => moves.push(mv),
            Err(why) => bail!("--line: move {} ({text}) fails: {why}", moves.len() + 1),
        }
        tables.push(game.table().clone());
    }
    Ok((moves, tables))
}

/// Draws conclusions from a table about those beside it: what is won after a move was won
/// before it, with that move; what is lost stays lost; and a move brings the win closer by one
/// move at most.
fn propagate(analyses: &mut [Known], moves: &[Move]) {
    for (index, &mv) in moves.iter().enumerate().rev() {
        if let Some(line) = analyses[index + 1].status.line() {
            let line = prepend(mv, line);
            analyses[index].learn_line(line);
        }
    }
    for index in 0..moves.len() {
        let needed = shift(analyses[index].status.lower_bound(), -1);
        analyses[index + 1].status.learn_bound(needed);
    }
}

impl fmt::Display for Replay {
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

impl Replay {
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
        if let Some(line) = won.and_then(|won| self.analyses[won].status.line()) {
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
        match self.analyses.last().and_then(|last| last.status.line()) {
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
