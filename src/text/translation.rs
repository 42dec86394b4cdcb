//! Writes a solution of another program as the puzzle does.
//!
//! The moves are played on a table of their own by the other program's rules, to see which cards
//! they move (`reading`). Then the referee's game is given moves that carry the same cards. In
//! that game, cards that go home by themselves may be home earlier, a card goes to the lowest free
//! cell, and a whole run goes into an empty cascade. In the end, moves that one move can replace
//! are joined (`joining`).

mod joining;
mod reading;

use std::collections::HashSet;
use std::fmt;

use self::joining::join_moves;
use self::reading::{put, take, trace, Carried};
use super::notation::{conventions, OtherMove};
use crate::card::{Card, Suit};
use crate::moves::{Line, Move, Place};
use crate::referee::{replay, Game, Verdict};
use crate::ruleset::Ruleset;
use crate::table::{Table, CASCADES};

/// The most positions that are tried where the number of cards that move is not given.
const MOST_TRIED: usize = 20_000;

/// The puzzle's line for a solution.
///
/// # Errors
/// The move of the solution that cannot be translated, or that is illegal under the rules it was
/// written for.
pub fn translate(
    table: &Table,
    ruleset: Ruleset,
    moves: &[OtherMove],
) -> Result<Line, TranslationError> {
    translate_begun(table, table, ruleset, moves)
}

/// The line for a game that begins with other cards home than the solution does: programs send
/// cards home before the first move.
///
/// # Errors
/// Those of [`translate`].
pub fn translate_begun(
    table: &Table,
    begun: &Table,
    ruleset: Ruleset,
    moves: &[OtherMove],
) -> Result<Line, TranslationError> {
    let mut error = None;
    for convention in conventions(moves) {
        let translated = trace(table, convention, moves)
            .and_then(|carried| line_of(begun, ruleset, moves, &carried));
        match translated {
            Ok(line) => return Ok(join_moves(begun, ruleset, &line)),
            Err(new) => error = error.or(Some(new)),
        }
    }
    Err(error.unwrap_or(TranslationError {
        number: 1,
        text: String::new(),
        reason: "there are no moves".to_owned(),
    }))
}

/// Whether a solution wins as the puzzle writes it.
pub fn wins(table: &Table, ruleset: Ruleset, moves: &[OtherMove]) -> bool {
    let line = translate(table, ruleset, moves);
    line.is_ok_and(|line| matches!(replay(table, ruleset, &line), Verdict::Won { .. }))
}

/// The line that carries these cards in the puzzle's game.
fn line_of(
    table: &Table,
    ruleset: Ruleset,
    moves: &[OtherMove],
    carried: &[Carried],
) -> Result<Line, TranslationError> {
    let mut game = Game::new(table.clone(), ruleset);
    let mut line = Line::default();
    for (number, carried) in carried.iter().enumerate() {
        if game.is_won() {
            break;
        }
        carry(&mut game, ruleset, &mut line, carried)
            .map_err(|reason| error_at(moves, number - 1, &reason))?;
        bring_home(&mut game, &mut line, carried.home);
    }
    Ok(line)
}

/// Plays the moves that carry cards where they should go.
fn carry(
    game: &mut Game,
    ruleset: Ruleset,
    line: &mut Line,
    carried: &Carried,
) -> Result<(), String> {
    let table = game.table();
    let left = carried.cards.iter().filter(|&&card| !table.is_home(card));
    let cards: Vec<Card> = left.copied().collect();
    let Some(&deepest) = cards.first() else {
        return Ok(());
    };
    let from = Place::find(table, deepest);
    let to = match carried.to {
        Place::Cell(_) => match (from, lowest_free_cell(table)) {
            // From cell to cell, which is not a move here.
            (Place::Cell(_), _) => return Ok(()),
            (_, Some(cell)) => cell,
            (_, None) => return Err("no cell is free".to_owned()),
        },
        to => to,
    };
    let mv = Move::new(from, to).ok_or("no such move can be written")?;
    let mut after = game.clone();
    let steps = after.play(mv).map_err(|why| why.to_string())?;
    if steps[0].card == deepest {
        *game = after;
        line.push(mv);
        return Ok(());
    }
    // The game would move more of the run, so it takes several moves to move a part of it.
    let pair = CascadePair { from, to };
    let mut wanted = game.table().clone();
    let taken = take(&mut wanted, from, cards.len()).filter(|taken| *taken == cards);
    taken
        .and_then(|taken| put(&mut wanted, to, &taken))
        .ok_or("other cards lie on it")?;
    let mut wanted = Game::new(wanted, ruleset);
    wanted.autoplay();
    let moves = pair
        .search(game, wanted.table())
        .ok_or("the game moves more of the run")?;
    for mv in moves {
        game.play(mv).map_err(|why| why.to_string())?;
        line.push(mv);
    }
    Ok(())
}

/// Two cascades between which a part of a run moves.
struct CascadePair {
    from: Place,
    to: Place,
}

impl CascadePair {
    /// The fewest moves between these cascades, cells and empty cascades that lead to a
    /// table.
    fn search(&self, game: &Game, wanted: &Table) -> Option<Line> {
        let empty: Vec<Place> = empty_cascades(game.table()).collect();
        let is_used = |place: Place| match place {
            Place::Cascade(_) => place == self.from || place == self.to || empty.contains(&place),
            Place::Cell(_) => true,
            Place::Home => false,
        };
        let mut positions = vec![(game.clone(), Line::default())];
        let mut seen = HashSet::from([game.table().clone()]);
        let mut next = 0;
        while let Some((game, line)) = positions.get(next).cloned() {
            if game.table() == wanted {
                return Some(line);
            }
            next += 1;
            let moves = game.legal_moves();
            for &mv in moves
                .iter()
                .filter(|mv| is_used(mv.from()) && is_used(mv.to()))
            {
                let mut after = game.clone();
                let is_new = after.play(mv).is_ok() && seen.insert(after.table().clone());
                if is_new && seen.len() < MOST_TRIED {
                    positions.push((after, line.iter().chain([mv]).collect()));
                }
            }
        }
        None
    }
}

/// Brings the cards home that are home in the other program's game.
fn bring_home(game: &mut Game, line: &mut Line, home: [u8; 4]) {
    for suit in Suit::ALL.into_iter().cycle().take(4 * Suit::ALL.len()) {
        while game.table().foundations[suit.index()] < home[suit.index()] {
            let card = game.table().next_home(suit).expect("not a whole suit");
            let mv = Move::new(Place::find(game.table(), card), Place::Home);
            let Some(mv) = mv.filter(|&mv| game.play(mv).is_ok()) else {
                break;
            };
            line.push(mv);
        }
    }
}

fn lowest_free_cell(table: &Table) -> Option<Place> {
    let free = table.cells.iter().position(Option::is_none);
    free.map(|cell| Place::Cell(cell as u8))
}

fn empty_cascades(table: &Table) -> impl Iterator<Item = Place> + '_ {
    let empty = (0..CASCADES).filter(|&cascade| table.cascades[cascade].is_empty());
    empty.map(|cascade| Place::Cascade(cascade as u8))
}

/// The reason why a solution cannot be written as the puzzle does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslationError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The move.
    pub text: String,
    /// The reason why it cannot be translated.
    pub reason: String,
}

fn error_at(moves: &[OtherMove], index: usize, reason: &str) -> TranslationError {
    TranslationError {
        number: index + 1,
        text: moves.get(index).map_or(String::new(), |mv| mv.text.clone()),
        reason: reason.to_owned(),
    }
}

impl fmt::Display for TranslationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, text) = (self.number, &self.text);
        let reason = &self.reason;
        write!(f, "move {number} ({text}) cannot be translated: {reason}")
    }
}

impl std::error::Error for TranslationError {}
