//! Lines of moves under the column's rules: written, read and judged.
//!
//! A move is written as in the puzzle, from place to place: `27`, `1a`, `a5`, `3h`. Nothing moves
//! home by itself. Where a run goes into an empty cascade, the player chooses how many of its cards
//! move: `27/3`; onto a card, exactly one number fits. The rules are those of George Heineman's
//! "Algorithm to Solve FreeCell Solitaire Games" (2009), whose searches `freecell-heineman` runs.
//! This judge shares no code for moves with the searches, so that it can judge those too.

use std::fmt;

use freecell::card::{Card, Rank};
use freecell::table::{Cascade, Table, CASCADES, CELLS};

use crate::deal::Deal;

/// The letters of cells; `h` is home.
const CELL_LETTERS: &[u8] = b"abcdefgi";
/// The digits of cascades; the tenth is 0.
const CASCADE_DIGITS: &[u8] = b"1234567890";

/// A place on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A cascade, from 0.
    Cascade(usize),
    /// A cell, from 0.
    Cell(usize),
    /// The foundations.
    Home,
}

impl Place {
    fn read(letter: u8) -> Option<Place> {
        let letter = letter.to_ascii_lowercase();
        let among = |letters: &[u8]| letters.iter().position(|each| *each == letter);
        if letter == b'h' {
            return Some(Place::Home);
        }
        let cascade = among(CASCADE_DIGITS).map(Place::Cascade);
        cascade.or_else(|| among(CELL_LETTERS).map(Place::Cell))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match *self {
            Place::Cascade(index) => CASCADE_DIGITS[index],
            Place::Cell(index) => CELL_LETTERS[index],
            Place::Home => b'h',
        };
        write!(f, "{}", char::from(letter))
    }
}

/// The source of a move, as the searches see it: they do not tell cells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A cascade, and the number of cards that leave it.
    Cascade(usize, usize),
    /// A card in some cell.
    Cell(Card),
}

/// The target of a move, as the searches see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A cascade.
    Cascade(usize),
    /// Some free cell.
    Cell,
    /// The foundations.
    Home,
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of cards that moved.
    pub count: usize,
    /// The deepest of them.
    pub card: Card,
    /// The place that they left.
    pub from: Place,
    /// The place where they went.
    pub to: Place,
}

/// A game under the column's rules.
#[derive(Clone, Debug)]
pub struct Game {
    cascades: Vec<Vec<Card>>,
    cells: Vec<Option<Card>>,
    foundations: [u8; 4],
}

impl Game {
    /// The game of a deal, on any number of cascades, with that many cells.
    ///
    /// # Errors
    /// The deal has more cards in cells.
    pub fn new(deal: &Deal, cells: usize) -> anyhow::Result<Game> {
        let (cascades, cells) = (deal.cascades.clone(), deal.in_so_many_cells(cells)?);
        let mut foundations = [Rank::KING.number(); 4];
        for card in cascades.iter().flatten().chain(cells.iter().flatten()) {
            let home = &mut foundations[card.suit().index()];
            *home = (*home).min(card.rank().number() - 1);
        }
        Ok(Game {
            cascades,
            cells,
            foundations,
        })
    }

    /// The game that begins at a table.
    pub fn on(table: &Table) -> Game {
        Game {
            cascades: table.cascades.iter().map(|cards| cards.to_vec()).collect(),
            cells: table.cells.to_vec(),
            foundations: table.foundations,
        }
    }

    /// The same game with further cells, all free; `None` if it has more already.
    pub fn with_cells(&self, count: usize) -> Option<Game> {
        let mut game = self.clone();
        game.cells.resize(count, None);
        (self.cells.len() <= count).then_some(game)
    }

    /// The table of a game with four cells and eight cascades.
    pub fn table(&self) -> Option<Table> {
        let cascades = self.cascades.iter().map(|cards| cards[..].try_into());
        let cascades: Result<Vec<Cascade>, _> = cascades.collect();
        Some(Table {
            cascades: <[_; CASCADES]>::try_from(cascades.ok()?).ok()?,
            cells: <[_; CELLS]>::try_from(self.cells.clone()).ok()?,
            foundations: self.foundations,
        })
    }

    /// Whether all cards are home.
    pub fn is_won(&self) -> bool {
        self.foundations == [Rank::KING.number(); 4]
    }

    /// Plays a search's move and returns its text.
    ///
    /// # Errors
    /// Why the move is not allowed.
    pub fn write(&mut self, from: Source, to: Target) -> Result<String, String> {
        let cell_of = |card| self.cells.iter().position(|cell| *cell == card);
        let (from, count) = match from {
            Source::Cascade(index, count) => (Place::Cascade(index), count),
            Source::Cell(card) => {
                let cell = cell_of(Some(card)).ok_or_else(|| format!("{card} is in no cell"))?;
                (Place::Cell(cell), 1)
            }
        };
        let to = match to {
            Target::Cascade(index) => Place::Cascade(index),
            Target::Cell => Place::Cell(cell_of(None).ok_or("no cell is free")?),
            Target::Home => Place::Home,
        };
        let text = match to {
            Place::Cascade(index) if count > 1 && self.cascades[index].is_empty() => {
                format!("{from}{to}/{count}")
            }
            _ => format!("{from}{to}"),
        };
        let played = self.play(&text)?;
        if played.count == count {
            Ok(text)
        } else {
            Err(format!("{text} moves {} cards, not {count}", played.count))
        }
    }

    /// Plays a move, given as text.
    ///
    /// # Errors
    /// Why it is not a move, or not allowed.
    pub fn play(&mut self, text: &str) -> Result<Step, String> {
        let (from, to, count) = self.read(text)?;
        if from == to {
            return Err("it moves nothing".into());
        }
        let cards = self.take_run(from, to, count)?;
        let card = cards[0];
        match to {
            Place::Cascade(_) => {}
            Place::Cell(index) => {
                if let Some(other) = self.cells[index] {
                    return Err(format!("{other} is in cell {to}"));
                }
            }
            Place::Home => {
                if self.foundations[card.suit().index()] + 1 != card.rank().number() {
                    return Err(format!("{card} is not the next card of its suit"));
                }
            }
        }
        match from {
            Place::Cascade(index) => {
                let left = self.cascades[index].len() - cards.len();
                self.cascades[index].truncate(left);
            }
            Place::Cell(index) => self.cells[index] = None,
            Place::Home => {}
        }
        match to {
            Place::Cascade(index) => self.cascades[index].extend(&cards),
            Place::Cell(index) => self.cells[index] = Some(card),
            Place::Home => self.foundations[card.suit().index()] += 1,
        }
        Ok(Step {
            count: cards.len(),
            card,
            from,
            to,
        })
    }

    fn read(&self, text: &str) -> Result<(Place, Place, Option<usize>), String> {
        let no_move = || "expected a move such as 27, 1a, a5, 3h or 27/3".to_owned();
        let (places, count) = match text.split_once('/') {
            Some((places, count)) => (places, Some(count.parse().map_err(|_| no_move())?)),
            None => (text, None),
        };
        let &[from, to] = places.as_bytes() else {
            return Err(no_move());
        };
        let place = |letter| {
            let place = Place::read(letter).ok_or_else(no_move)?;
            let there = match place {
                Place::Cascade(index) => index < self.cascades.len(),
                Place::Cell(index) => index < self.cells.len(),
                Place::Home => true,
            };
            there
                .then_some(place)
                .ok_or_else(|| format!("there is no place {place}"))
        };
        Ok((place(from)?, place(to)?, count))
    }

    /// The cards that a move takes, deepest first.
    fn take_run(&self, from: Place, to: Place, count: Option<usize>) -> Result<Vec<Card>, String> {
        let cards = match from {
            Place::Home => return Err("no card comes back from home".into()),
            Place::Cell(index) => {
                if matches!(to, Place::Cell(_)) {
                    return Err("a card in a cell stays there until it leaves the cells".into());
                }
                Vec::from_iter(self.cells[index])
            }
            Place::Cascade(index) => self.cascades[index].clone(),
        };
        let Some(&top) = cards.last() else {
            return Err(format!("there is no card in {from}"));
        };
        let onto = match to {
            Place::Cascade(index) => self.cascades[index].last().copied(),
            Place::Cell(_) | Place::Home => return only(top, count),
        };
        let run = last_run(&cards).len();
        let moved = match (onto, count) {
            (None, count) => count.unwrap_or(1),
            (Some(onto), count) => {
                let fits = |&length: &usize| cards[cards.len() - length].fits_on(onto);
                let length = (1..=run).find(fits);
                let length = length.ok_or_else(|| match run {
                    1 => format!("{top} does not fit on {onto}"),
                    _ => format!("no card of the run fits on {onto}"),
                })?;
                if count.is_some_and(|count| count != length) {
                    return Err(format!("{length} cards fit on {onto}, no other number"));
                }
                length
            }
        };
        self.may_move(moved, run, onto, cards.len(), from)?;
        Ok(cards[cards.len() - moved..].to_vec())
    }

    /// Checks the column's limits to moving a run.
    fn may_move(
        &self,
        count: usize,
        run: usize,
        onto: Option<Card>,
        cards: usize,
        from: Place,
    ) -> Result<(), String> {
        if count == 0 || count > run {
            return Err(format!("the run has {run} cards, not {count}"));
        }
        if onto.is_none() && count == cards && matches!(from, Place::Cascade(_)) {
            return Err("a whole cascade does not move into an empty one".into());
        }
        let free = self.cells.iter().filter(|cell| cell.is_none()).count();
        let empty = self
            .cascades
            .iter()
            .filter(|cascade| cascade.is_empty())
            .count();
        let most = free + empty + usize::from(onto.is_some());
        if count > 1 && count > most {
            return Err(format!(
                "{count} cards would have to move, and at most {most} can"
            ));
        }
        Ok(())
    }
}

/// A single card, where no other number of cards is possible.
fn only(card: Card, count: Option<usize>) -> Result<Vec<Card>, String> {
    match count {
        None | Some(1) => Ok(vec![card]),
        Some(_) => Err("only one card moves there".into()),
    }
}

/// The verdict on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It wins after this many moves; any that follow are not judged.
    Won(usize),
    /// All of this many moves are allowed, but the line does not win.
    Open(usize),
    /// A move, counted from 1, is not allowed, and why.
    Failed(usize, String, String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Won(1) => f.write_str("won after 1 move"),
            Verdict::Won(moves) => write!(f, "won after {moves} moves"),
            Verdict::Open(_) => f.write_str("all moves legal, not won"),
            Verdict::Failed(place, text, why) => write!(f, "move {place} ({text}) fails: {why}"),
        }
    }
}

/// The run at the end of some cards, those that can move together: each fits on the one before.
fn last_run(cards: &[Card]) -> &[Card] {
    let mut runs = cards.chunk_by(|deeper, card| card.fits_on(*deeper));
    runs.next_back().unwrap_or_default()
}

/// Judges a line of moves separated by blanks; the game stops where the line does.
pub fn judge(game: &mut Game, line: &str) -> Verdict {
    let mut moves = 0;
    for text in line.split_whitespace() {
        if game.is_won() {
            break;
        }
        moves += 1;
        if let Err(why) = game.play(text) {
            return Verdict::Failed(moves, text.into(), why);
        }
    }
    if game.is_won() {
        Verdict::Won(moves)
    } else {
        Verdict::Open(moves)
    }
}
