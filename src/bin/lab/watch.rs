//! A line of words played in the terminal, table after table.
//!
//! On a terminal each table takes the place of the one before it, the game's
//! own moves card by card; elsewhere every word's table is printed once, below
//! its word.

use std::io::{Result, Write};
use std::thread;
use std::time::Duration;

use freecell::reading::Reading;
use freecell::referee::{Game, Step};
use freecell::table::Table;
use freecell::word::{Line, Place};

use crate::pretty::Pretty;

/// How long a word's table stays on a terminal, and one of the game's own moves.
const WORD: Duration = Duration::from_millis(600);
const AUTOPLAY: Duration = Duration::from_millis(160);

/// Plays the line on standard output until it is won, broken or used up.
///
/// # Errors
/// Standard output cannot be written to.
pub fn watch(table: &Table, reading: Reading, line: &Line) -> Result<()> {
    let mut out = anstream::stdout().lock();
    let lasts = out.is_terminal();
    let mut screen = Screen {
        out: &mut out,
        in_place: lasts,
        height: 0,
    };
    screen.play(Game::new(table.clone(), reading), line)
}

/// Where tables are drawn.
struct Screen<W> {
    out: W,
    /// Whether tables replace each other, at a pace to follow.
    in_place: bool,
    /// The lines of the table drawn last.
    height: usize,
}

impl<W: Write> Screen<W> {
    fn play(&mut self, mut game: Game, line: &Line) -> Result<()> {
        self.draw("the deal", game.table(), WORD)?;
        for (index, &word) in line.0.iter().enumerate() {
            if game.is_won() {
                break;
            }
            let heading = format!("{word}  (word {} of {})", index + 1, line.0.len());
            let mut table = game.table().clone();
            match game.play(word) {
                Ok(steps) if self.in_place => self.draw_steps(&heading, &mut table, &steps)?,
                Ok(_) => self.draw(&heading, game.table(), WORD)?,
                Err(why) => return writeln!(self.out, "{heading} is illegal: {why}"),
            }
        }
        let end = if game.is_won() { "won" } else { "not won" };
        writeln!(self.out, "{end}")
    }

    /// Draws the table after each of a word's steps.
    fn draw_steps(&mut self, heading: &str, table: &mut Table, steps: &[Step]) -> Result<()> {
        for (index, &step) in steps.iter().enumerate() {
            carry_out(table, step);
            let is_last = index + 1 == steps.len();
            self.draw(heading, table, if is_last { WORD } else { AUTOPLAY })?;
        }
        Ok(())
    }

    fn draw(&mut self, heading: &str, table: &Table, lasts: Duration) -> Result<()> {
        if self.in_place && self.height > 0 {
            // Up to the heading's line, and clear from there to the end.
            write!(self.out, "\x1b[{}A\x1b[J", self.height)?;
        }
        let text = format!("{heading}\n{}\n", Pretty(table));
        self.height = text.lines().count();
        self.out.write_all(text.as_bytes())?;
        self.out.flush()?;
        if self.in_place {
            thread::sleep(lasts);
        }
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

    fn played(reading: Reading, line: &str) -> String {
        let table = deal::microsoft(10913).unwrap();
        let mut screen = Screen {
            out: Vec::new(),
            in_place: false,
            height: 0,
        };
        let game = Game::new(table, reading);
        screen.play(game, &line.parse().unwrap()).unwrap();
        String::from_utf8(screen.out).unwrap()
    }

    #[test]
    fn each_table_is_printed_once_below_its_word() {
        let text = played(Reading::default(), EXAMPLE);
        assert!(text.starts_with("the deal\n"));
        assert_eq!(text.matches(" of 19)\n").count(), 19);
        assert!(text.contains("27  (word 6 of 19)\n"));
        assert!(text.ends_with("\nwon\n"));
        assert!(!text.contains("\x1b[J"));
    }

    #[test]
    fn an_illegal_word_ends_it_with_the_reason() {
        let text = played(Reading::default(), "26 26");
        assert!(text.ends_with("26  (word 2 of 2) is illegal: no run ending in JH fits on 5D\n"));
        assert!(played(Reading::default(), "26 76").ends_with("\nnot won\n"));
    }

    #[test]
    fn steps_lead_to_the_table_that_the_referee_has() {
        for reading in [
            Reading::default(),
            Reading::of(freecell::reading::Autoplay::All),
        ] {
            let mut game = Game::new(deal::microsoft(10913).unwrap(), reading);
            let line: Line = EXAMPLE.parse().unwrap();
            let mut table = game.table().clone();
            for steps in line.0.iter().map_while(|&word| game.play(word).ok()) {
                for step in steps {
                    carry_out(&mut table, step);
                }
            }
            assert_eq!(&table, game.table());
        }
    }
}
