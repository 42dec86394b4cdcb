//! A line in words, a row for each move: the cards that it moves, and those that go home by
//! themselves.

use std::fmt::Write as _;

use freecell::moves::{Move, Place};
use freecell::referee::{Game, Step};
use freecell::ruleset::Ruleset;
use freecell::table::Table;

use freecell::text::pretty::in_symbols;

/// The moves of a line up to the win or to the first that is not legal, numbered.
pub fn in_words(table: &Table, ruleset: Ruleset, line: &str) -> String {
    let mut game = Game::new(table.clone(), ruleset);
    let mut text = String::new();
    for (index, word) in line.split_whitespace().enumerate() {
        let before = game.table().clone();
        let played = word.parse().ok().and_then(|mv: Move| game.play(mv).ok());
        let Some(steps) = played.filter(|_| !before.is_won()) else {
            break;
        };
        let (first, home) = steps.split_first().expect("a move moves a card");
        let _ = write!(text, "{:>2}. {word}  {}", index + 1, moved(&before, *first));
        for (index, step) in home.iter().enumerate() {
            let then = if index == 0 { "; then home: " } else { " " };
            let _ = write!(text, "{then}{}", in_symbols(step.card));
        }
        text.push('\n');
    }
    text
}

/// A phrase for the cards that a move itself moves.
fn moved(before: &Table, step: Step) -> String {
    let card = in_symbols(step.card);
    let cards = match step.cards {
        1 => card,
        count => format!("{card} and {} on it", count - 1),
    };
    match step.to {
        Place::Home => format!("{cards} home"),
        Place::Cell(_) => format!("{cards} to cell {}", step.to),
        Place::Cascade(index) => match before.top(usize::from(index)) {
            Some(on) => format!("{cards} onto {}", in_symbols(on)),
            None => format!("{cards} to cascade {}", step.to),
        },
    }
}
