//! A line of moves played in the terminal, table after table.
//!
//! On a terminal each table replaces the one before, and cards that the game itself
//! moves go one by one; elsewhere the table after each move is printed once, below
//! the move.

use std::io::{Result, Write};
use std::thread;
use std::time::Duration;

use anstream::ColorChoice;
use freecell::moves::{Line, Place};
use freecell::referee::{Game, Step};
use freecell::ruleset::Ruleset;
use freecell::table::Table;

use crate::support::pretty::Pretty;
use freecell::tools::interrupt;

/// How long a table stays before the next one replaces it.
#[derive(Clone, Copy)]
struct Pace {
    /// The table at the end of a move.
    mv: Duration,
    /// A table between two steps of a move.
    step: Duration,
}

/// A pace at which a game can be followed.
const EASY: Pace = Pace {
    mv: Duration::from_millis(600),
    step: Duration::from_millis(160),
};

/// Plays the line on standard output until it has won, breaks or ends.
///
/// # Errors
/// Standard output cannot be written to.
pub fn watch(table: &Table, ruleset: Ruleset, line: &Line) -> Result<()> {
    let out = anstream::stdout().lock();
    // Where anstream removes colours, it removes cursor movements as well.
    let is_plain = out.current_choice() == ColorChoice::Never;
    let pace = (out.is_terminal() && !is_plain).then_some(EASY);
    let mut screen = Screen {
        out,
        pace,
        height: 0,
    };
    screen.play(Game::new(table.clone(), ruleset), line)
}

/// Where tables are drawn.
struct Screen<W> {
    out: W,
    /// How fast tables replace each other; `None` if all of them remain.
    pace: Option<Pace>,
    /// The lines of the table drawn last.
    height: usize,
}

impl<W: Write> Screen<W> {
    fn play(&mut self, mut game: Game, line: &Line) -> Result<()> {
        self.draw("the deal", game.table(), true)?;
        for (index, mv) in line.iter().enumerate() {
            if game.is_won() || interrupt::interrupted() {
                break;
            }
            let heading = format!("{mv}  (move {} of {})", index + 1, line.len());
            let mut table = game.table().clone();
            match game.play(mv) {
                Ok(_) if self.pace.is_none() => self.draw(&heading, game.table(), true)?,
                Ok(steps) => self.draw_steps(&heading, &mut table, &steps)?,
                Err(why) => return writeln!(self.out, "{heading} is illegal: {why}"),
            }
        }
        let end = if game.is_won() { "won" } else { "not won" };
        writeln!(self.out, "{end}")
    }

    /// Draws the table after each of a move's steps.
    fn draw_steps(&mut self, heading: &str, table: &mut Table, steps: &[Step]) -> Result<()> {
        for (index, &step) in steps.iter().enumerate() {
            carry_out(table, step);
            let is_last = index + 1 == steps.len();
            self.draw(heading, table, is_last)?;
        }
        Ok(())
    }

    fn draw(&mut self, heading: &str, table: &Table, ends_move: bool) -> Result<()> {
        let text = format!("{heading}\n{}\n", Pretty(table));
        let Some(Pace { mv, step }) = self.pace else {
            return self.out.write_all(text.as_bytes());
        };
        if self.height > 0 {
            // Up to the heading's line, and clear from there to the end.
            write!(self.out, "\x1b[{}A\x1b[J", self.height)?;
        }
        self.height = text.lines().count();
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        thread::sleep(if ends_move { mv } else { step });
        Ok(())
    }
}

/// Moves a step's cards.
fn carry_out(table: &mut Table, step: Step) {
    let mut moved = Vec::new();
    match step.from {
        Place::Cascade(index) => {
            let cascade = &mut table.cascades[usize::from(index)];
            let rest = cascade.len() - usize::from(step.cards);
            moved.extend(cascade.drain(rest..));
        }
        Place::Cell(index) => moved.extend(table.cells[usize::from(index)].take()),
        Place::Home => {}
    }
    match step.to {
        Place::Cascade(index) => table.cascades[usize::from(index)].extend(moved),
        Place::Cell(index) => table.cells[usize::from(index)] = Some(step.card),
        Place::Home => table.foundations[step.card.suit().index()] += 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use freecell::deal;

    const EXAMPLE: &str = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";

    fn play(pace: Option<Pace>, line: &str) -> String {
        let game = Game::new(deal::microsoft(10913).unwrap(), Ruleset::default());
        let mut screen = Screen {
            out: Vec::new(),
            pace,
            height: 0,
        };
        screen.play(game, &line.parse().unwrap()).unwrap();
        String::from_utf8(screen.out).unwrap()
    }

    #[test]
    fn each_table_is_printed_once_below_its_move() {
        let text = play(None, EXAMPLE);
        assert!(text.starts_with("the deal\n"));
        assert_eq!(text.matches(" of 19)\n").count(), 19);
        assert!(text.contains("27  (move 6 of 19)\n"));
        assert!(text.ends_with("\nwon\n"));
        assert!(!text.contains("\x1b[J"));
    }

    #[test]
    fn on_a_terminal_every_step_replaces_the_one_before() {
        let no_time = Pace {
            mv: Duration::ZERO,
            step: Duration::ZERO,
        };
        let text = play(Some(no_time), "26");
        let tables: Vec<&str> = text.split("\x1b[J").collect();
        // The deal, the move's own card and two that the game plays.
        assert_eq!(tables.len(), 4);
        for pair in tables.windows(2) {
            let up = format!("\x1b[{}A", pair[0].matches('\n').count());
            assert!(pair[0].ends_with(&up), "{pair:?}");
        }
    }

    #[test]
    fn an_illegal_move_ends_playback_with_a_reason() {
        let text = play(None, "26 26");
        assert!(text.ends_with("26  (move 2 of 2) is illegal: no run ending in JH fits on 5D\n"));
        assert!(play(None, "26 76").ends_with("\nnot won\n"));
    }

    #[test]
    fn steps_lead_to_the_table_that_the_referee_has() {
        for ruleset in [
            Ruleset::default(),
            Ruleset::from_autoplay(freecell::ruleset::Autoplay::All),
        ] {
            let mut game = Game::new(deal::microsoft(10913).unwrap(), ruleset);
            let line: Line = EXAMPLE.parse().unwrap();
            let mut table = game.table().clone();
            for steps in line.iter().map_while(|mv| game.play(mv).ok()) {
                for step in steps {
                    carry_out(&mut table, step);
                }
            }
            assert_eq!(&table, game.table());
        }
    }
}
