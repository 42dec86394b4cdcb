//! A solution of another program as the puzzle writes it.
//!
//! The moves are played on a table of their own by the other program's rules, to see which
//! cards they move; the referee's game is given the moves that carry the same cards. There,
//! cards that the game sends home by itself are home earlier, a card goes to the lowest free
//! cell, and a whole run goes into an empty cascade. In the end, moves that one move can
//! replace are joined.

use std::collections::HashSet;
use std::fmt;

use super::notation::{conventions, Convention, OtherMove};
use crate::card::{Card, Suit};
use crate::moves::{Line, Move, Place};
use crate::referee::{Game, Illegal};
use crate::ruleset::Ruleset;
use crate::table::{Cascade, Table, CASCADES, CELLS};

/// The most moves that one move replaces: those of a run of thirteen, card by card.
const LONGEST_JOINED: usize = 26;

/// The most positions that are tried where it is not said how many cards move.
const MOST_TRIED: usize = 20_000;

const ILLEGAL: &str = "it is illegal by its own rules";

/// The puzzle's line for a solution.
///
/// # Errors
/// The move of the solution that cannot be translated, or is illegal by the rules it is for.
pub fn translate(
    table: &Table,
    ruleset: Ruleset,
    moves: &[OtherMove],
) -> Result<Line, TranslationError> {
    let mut error = None;
    for convention in conventions(moves) {
        let translated = trace(table, convention, moves)
            .and_then(|carried| line_of(table, ruleset, moves, &carried));
        match translated {
            Ok(line) => return Ok(join_moves(table, ruleset, &line)),
            Err(new) => error = error.or(Some(new)),
        }
    }
    Err(error.unwrap_or(TranslationError {
        number: 1,
        text: String::new(),
        reason: "there are no moves".to_owned(),
    }))
}

/// Our line as fc-solve's `-snx` would write it: home moves that the game makes itself
/// included, and how many cards go into an empty cascade.
///
/// # Errors
/// A move of the line is illegal.
pub fn for_fc_solve(table: &Table, ruleset: Ruleset, line: &Line) -> Result<String, Illegal> {
    let mut game = Game::new(table.clone(), ruleset);
    let mut words = Vec::new();
    for mv in line {
        let is_into_empty = !is_taken(game.table(), mv.to());
        for step in game.play(mv)? {
            let count = match step.cards {
                2.. if is_into_empty => format!("v{:x}", step.cards),
                _ => String::new(),
            };
            words.push(format!("{}{}{count}", step.from, step.to));
        }
    }
    Ok(words.join(" "))
}

/// Cards that a move carries, the deepest first, and where they go.
struct Carried {
    cards: Vec<Card>,
    to: Place,
    /// How many cards of each suit are home after it.
    home: [u8; 4],
}

/// What the moves carry on a table, by the rules of their own program.
fn trace(
    table: &Table,
    convention: Convention,
    moves: &[OtherMove],
) -> Result<Vec<Carried>, TranslationError> {
    // macroxue's game plays cards home before the first move as well.
    let start = if convention.closes_up {
        after_autoplay(table.clone(), convention)
    } else {
        table.clone()
    };
    let mut reading = Reading {
        convention,
        moves,
        carried: vec![Carried {
            cards: Vec::new(),
            to: Place::Home,
            home: start.foundations,
        }],
        error: error_at(moves, 0, ILLEGAL),
        tried: 0,
    };
    if reading.read_on(&start) {
        Ok(reading.carried)
    } else {
        Err(reading.error)
    }
}

/// The table once the other program has played cards home.
fn after_autoplay(table: Table, convention: Convention) -> Table {
    let mut game = Game::new(table, Ruleset::from_autoplay(convention.autoplay));
    game.autoplay();
    let mut table = game.table().clone();
    if convention.closes_up {
        close_up(&mut table);
    }
    table
}

/// The moves, read as far as they are legal.
struct Reading<'a> {
    convention: Convention,
    moves: &'a [OtherMove],
    /// Before the first move, the cards that go home by themselves; then each move's.
    carried: Vec<Carried>,
    /// What is wrong with the last move that could be reached.
    error: TranslationError,
    tried: usize,
}

impl Reading<'_> {
    /// Reads the rest of the moves, with each number of cards that a move may carry.
    fn read_on(&mut self, table: &Table) -> bool {
        let index = self.carried.len() - 1;
        let Some(mv) = self.moves.get(index) else {
            return true;
        };
        for cards in counts(table, mv) {
            self.tried += 1;
            let Some((next, carried)) = self.play(table, mv, cards) else {
                continue;
            };
            self.carried.push(carried);
            if self.tried < MOST_TRIED && self.read_on(&next) {
                return true;
            }
            self.carried.pop();
        }
        if index + 1 > self.error.number {
            self.error = error_at(self.moves, index, ILLEGAL);
        }
        false
    }

    /// The table after a move of that many cards, and what it carries.
    fn play(&self, table: &Table, mv: &OtherMove, count: usize) -> Option<(Table, Carried)> {
        let mut next = table.clone();
        let cards = take(&mut next, mv.from, count)?;
        if self.convention.closes_up {
            close_up(&mut next);
        }
        let free = || next.cells.iter().position(Option::is_none);
        let to = match mv.to {
            Some(to) => to,
            None => Place::Cell(free()? as u8),
        };
        put(&mut next, to, &cards)?;
        let next = after_autoplay(next, self.convention);
        let home = next.foundations;
        Some((next, Carried { cards, to, home }))
    }
}

/// How many cards a move may carry.
fn counts(table: &Table, mv: &OtherMove) -> Vec<usize> {
    let (Place::Cascade(from), Some(Place::Cascade(to))) = (mv.from, mv.to) else {
        return vec![1];
    };
    let run = run_length(&table.cascades[usize::from(from)]);
    let to = table.top(usize::from(to));
    match (mv.cards, to) {
        (Some(cards), _) => vec![cards],
        (None, None) => (1..=run.min(capacity(table))).rev().collect(),
        (None, Some(_)) => (1..=run).collect(),
    }
}

/// How many cards can move into an empty cascade.
fn capacity(table: &Table) -> usize {
    let free = table.cells.iter().filter(|cell| cell.is_none()).count();
    (free + 1) << (empty_cascades(table).count() - 1)
}

/// The number of cards at the end that lie on one another in order.
fn run_length(cards: &[Card]) -> usize {
    let pairs = cards.windows(2).rev();
    let in_order = pairs.take_while(|pair| pair[1].fits_on(pair[0])).count();
    cards.len().min(in_order + 1)
}

/// Takes cards from a place, the deepest first.
fn take(table: &mut Table, from: Place, count: usize) -> Option<Vec<Card>> {
    match from {
        Place::Cascade(from) => {
            let cascade = &mut table.cascades[usize::from(from)];
            if count == 0 || count > run_length(cascade) {
                return None;
            }
            let start = cascade.len() - count;
            let cards = cascade[start..].to_vec();
            cascade.truncate(start);
            Some(cards)
        }
        Place::Cell(from) => Some(vec![table.cells[usize::from(from)].take()?]),
        Place::Home => None,
    }
}

/// Puts cards down, where they fit.
fn put(table: &mut Table, to: Place, cards: &[Card]) -> Option<()> {
    let deepest = *cards.first()?;
    match to {
        Place::Cascade(to) => {
            let cascade = &mut table.cascades[usize::from(to)];
            let fits = cascade.last().is_none_or(|&on| deepest.fits_on(on));
            fits.then(|| cascade.extend(cards.iter().copied()))
        }
        Place::Cell(to) => {
            let cell = &mut table.cells[usize::from(to)];
            cell.is_none().then(|| *cell = Some(deepest))
        }
        Place::Home => {
            let fits = table.next_home(deepest.suit()) == Some(deepest);
            fits.then(|| table.foundations[deepest.suit().index()] += 1)
        }
    }
}

/// Moves the cards in the cells towards the first.
fn close_up(table: &mut Table) {
    let cards: Vec<Card> = table.cells.iter().flatten().copied().collect();
    table.cells = [None; CELLS];
    for (cell, card) in table.cells.iter_mut().zip(cards) {
        *cell = Some(card);
    }
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
    let from = place_of(table, deepest);
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
    // The game would move more of the run: part of it takes several moves.
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
            if play(game, line, place_of(game.table(), card), Place::Home).is_err() {
                break;
            }
        }
    }
}

fn play(game: &mut Game, line: &mut Line, from: Place, to: Place) -> Result<(), String> {
    let mv = Move::new(from, to).ok_or("no such move can be written")?;
    game.play(mv).map_err(|why| why.to_string())?;
    line.push(mv);
    Ok(())
}

fn lowest_free_cell(table: &Table) -> Option<Place> {
    let free = table.cells.iter().position(Option::is_none);
    free.map(|cell| Place::Cell(cell as u8))
}

fn empty_cascades(table: &Table) -> impl Iterator<Item = Place> + '_ {
    let cascades = (0..CASCADES as u8).map(Place::Cascade);
    cascades.filter(|&cascade| !is_taken(table, cascade))
}

fn is_taken(table: &Table, place: Place) -> bool {
    match place {
        Place::Cascade(cascade) => !table.cascades[usize::from(cascade)].is_empty(),
        Place::Cell(cell) => table.cells[usize::from(cell)].is_some(),
        Place::Home => true,
    }
}

/// Where a card lies that is not home.
fn place_of(table: &Table, card: Card) -> Place {
    let has = |cards: &Cascade| cards.contains(&card);
    let cascade = table.cascades.iter().position(has);
    let cell = table.cells.iter().position(|&cell| cell == Some(card));
    let cell = cell.map(|cell| Place::Cell(cell as u8));
    let cascade = cascade.map(|cascade| Place::Cascade(cascade as u8));
    cascade.or(cell).unwrap_or(Place::Home)
}

/// The line with one move wherever it leads as far as several do.
fn join_moves(table: &Table, ruleset: Ruleset, line: &Line) -> Line {
    let mut game = Game::new(table.clone(), ruleset);
    let mut tables = vec![table.clone()];
    for mv in line {
        game.play(mv).expect("played before");
        tables.push(game.table().clone());
    }
    let mut joined = Line::default();
    let mut at = 0;
    while at < line.len() {
        let (mv, next) = farthest(&tables, ruleset, at, line.as_slice()[at]);
        joined.extend(mv);
        at = next;
    }
    joined
}

/// The move from a table of a line that leads the farthest along the line, with the index of
/// the table it leads to; `None` instead of a move if the same table comes again.
fn farthest(tables: &[Table], ruleset: Ruleset, at: usize, mv: Move) -> (Option<Move>, usize) {
    if let Some(again) = (at + 1..tables.len()).rfind(|&later| tables[later] == tables[at]) {
        return (None, again);
    }
    let game = Game::new(tables[at].clone(), ruleset);
    let after = |mv: Move| {
        let mut after = game.clone();
        after.play(mv).expect("a legal move");
        (mv, after)
    };
    let next: Vec<(Move, Game)> = game.legal_moves().into_iter().map(after).collect();
    let last = tables.len().min(at + LONGEST_JOINED + 1);
    let found = (at + 2..last).rev().find_map(|later| {
        let leads = |(_, game): &&(Move, Game)| *game.table() == tables[later];
        next.iter().find(leads).map(|&(mv, _)| (Some(mv), later))
    });
    found.unwrap_or((Some(mv), at + 1))
}

/// The reason why a solution cannot be written as the puzzle does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranslationError {
    /// The number of the move, from 1.
    pub number: usize,
    /// The move.
    pub text: String,
    /// What is wrong with it.
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
        let TranslationError {
            number,
            text,
            reason,
        } = self;
        write!(f, "move {number} ({text}) cannot be translated: {reason}")
    }
}

impl std::error::Error for TranslationError {}
