//! kpat's saved games: number, table, every move that was made, and the state that is shown.
//!
//! A file of kpat's (`.kpat`, XML) has a `<state>` for the deal and one for each move, be it the
//! player's or of a card that goes home by itself. One state is the current one, and what follows
//! it was undone. Whether a card goes home is read off the states, never worked out by a rule:
//! after an undo, kpat holds cards back.

mod pile;
mod write;

use std::fmt;

use roxmltree::{Document, Node, ParsingOptions};

use self::pile::{rank_named, suit_named, Pile};
pub use self::write::{print, step_on, Step};
use super::lines::{FoundLine, Skipped, Word};
use super::numbering::{NumberedDeal, Numbering};
use super::tables::{Form, FoundTable, Remark, TableError};
use crate::card::Card;
use crate::moves::Place;
use crate::table::{self, Table};

/// The most elements and texts of a file: those of games with thousands of moves.
const MOST_NODES: u32 = 200_000;

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// The number that kpat gives the deal.
    pub number: Option<i64>,
    /// The table before the first move.
    pub start: Table,
    /// All moves, those that were undone last.
    pub moves: Vec<SavedMove>,
    /// The number of moves that were made and not undone.
    pub made: usize,
    /// What is odd about the file.
    pub remarks: Vec<Remark>,
    /// The rows of the text.
    rows: usize,
}

/// A move in a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedMove {
    /// The cards, the deepest first.
    pub cards: Vec<Card>,
    /// Where they were.
    pub from: Place,
    /// Where they went.
    pub to: Place,
    /// The table after it.
    pub after: Table,
    /// The row of the file.
    row: usize,
    /// Whether it goes to a cascade that was empty.
    is_to_empty: bool,
}

/// Whether a text is meant to be a saved game.
pub fn is_saved_game(text: &str) -> bool {
    text.contains("<kpat-game")
}

impl SavedGame {
    /// Reads a saved game.
    ///
    /// # Errors
    /// The text is no saved game of `FreeCell`: what is wrong and where.
    pub fn read(text: &str) -> Result<SavedGame, TableError> {
        let options = ParsingOptions {
            nodes_limit: MOST_NODES,
            ..ParsingOptions::default()
        };
        let document = Document::parse_with_options(text.trim_start_matches('\u{feff}'), options);
        let document = document.map_err(|error| {
            let reason = format!("a saved game of kpat's, and no XML: {error}");
            refusal(text, Some(error.pos().row as usize), reason)
        })?;
        let mut reader = Reader {
            document: &document,
            piles: Piles::default(),
            remarks: Vec::new(),
        };
        let read = reader.read(text.lines().count());
        read.map_err(|(row, reason)| refusal(text, Some(row), reason))
    }

    /// The table after that many moves.
    pub fn table(&self, moves: usize) -> &Table {
        match moves.checked_sub(1) {
            Some(last) => &self.moves[last].after,
            None => &self.start,
        }
    }

    /// The table that kpat shows.
    pub fn current(&self) -> &Table {
        self.table(self.made)
    }

    /// The game as a table of a text: the current one.
    pub fn into_table(self) -> FoundTable {
        let undone = self.undone();
        let mut remarks = self.remarks.clone();
        remarks.extend(undone.map(|text| Remark {
            line: self.moves[self.made].row,
            text,
        }));
        FoundTable {
            table: self.current().clone(),
            form: Form::SavedGame,
            rows: 0..self.rows,
            listed: None,
            remarks,
        }
    }

    /// The moves that were made, in the notation of fc-solve's `-snx`.
    pub fn line(&self) -> FoundLine {
        let words = self.moves[..self.made].iter().map(|mv| Word {
            text: mv.to_string(),
            row: mv.row,
            column: 1,
        });
        let undone = self.undone().map(|text| Skipped {
            row: self.moves[self.made].row,
            text,
        });
        FoundLine {
            words: words.collect(),
            skipped: undone.into_iter().collect(),
            deal: self.deal().map(Ok),
        }
    }

    /// The deal, if the first table is the one that kpat deals by that number.
    pub fn deal(&self) -> Option<NumberedDeal> {
        let number = self.number?;
        let deal = NumberedDeal::new(Numbering::Kpat, number.into()).ok()?;
        (deal.table() == self.start).then_some(deal)
    }

    /// A sentence on the moves that were undone, if there are any.
    fn undone(&self) -> Option<String> {
        let undone = &self.moves[self.made..];
        let words: Vec<String> = undone.iter().map(ToString::to_string).collect();
        let moves = if undone.len() == 1 { "move" } else { "moves" };
        let words = words.join(" ");
        (!undone.is_empty()).then(|| format!("{} {moves} undone: {words}", undone.len()))
    }
}

/// The move as fc-solve's `-snx` writes it: the number of cards stands behind a move into an empty
/// cascade.
impl fmt::Display for SavedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        let count = self.cards.len();
        if self.is_to_empty {
            write!(f, "v{count:x}")?;
        }
        Ok(())
    }
}

fn refusal(text: &str, row: Option<usize>, reason: String) -> TableError {
    TableError {
        rows: 0..text.lines().count(),
        line: row,
        column: None,
        reason,
    }
}

/// The cards in each place, the deepest first.
#[derive(Clone, Default)]
struct Piles([Vec<Card>; Pile::COUNT]);

impl Piles {
    fn find(&self, card: Card) -> Option<(Pile, usize)> {
        Pile::all().find_map(|pile| {
            let cards = &self.0[pile.index()];
            Some((pile, cards.iter().position(|&it| it == card)?))
        })
    }

    /// The table, if each place holds what it may.
    fn table(&self) -> Result<Table, String> {
        let mut table = Table::default();
        for pile in Pile::all() {
            let cards = &self.0[pile.index()];
            match pile {
                Pile::Store(cascade) => {
                    table.cascades[cascade].extend(cards.iter().copied());
                }
                Pile::Cell(cell) => match cards[..] {
                    [] => {}
                    [card] => table.cells[cell] = Some(card),
                    _ => return Err(format!("{} cards in one cell", cards.len())),
                },
                Pile::Target(_) => {
                    let Some(ace) = cards.first() else { continue };
                    let is_next = |(card, rank): (&Card, u8)| {
                        card.suit() == ace.suit() && card.rank().number() == rank
                    };
                    if !cards.iter().zip(1..).all(is_next) {
                        return Err("a foundation that is no run of one suit from its ace".into());
                    }
                    table.foundations[ace.suit().index()] = cards.len() as u8;
                }
            }
        }
        table
            .validate()
            .map_err(|error: table::Error| error.to_string())?;
        Ok(table)
    }
}

/// A reason why a file is no game, with its row.
type Fault = (usize, String);

struct Reader<'a> {
    document: &'a Document<'a>,
    piles: Piles,
    remarks: Vec<Remark>,
}

impl<'a> Reader<'a> {
    fn row(&self, node: Node) -> usize {
        self.document.text_pos_at(node.range().start).row as usize
    }

    fn read(&mut self, rows: usize) -> Result<SavedGame, Fault> {
        let game = self.document.root_element();
        self.check_game(game)?;
        let states: Vec<Node> = self.elements(game, "state")?;
        let mut current = None;
        let (mut start, mut moves, mut made): (Option<Table>, Vec<SavedMove>, usize) =
            (None, vec![], 0);
        for state in states {
            let row = self.row(state);
            let before = self.piles.clone();
            let mut steps = Vec::new();
            for mv in self.elements(state, "move")? {
                steps.extend(self.place(mv, start.is_some())?);
            }
            let after = self.piles.table().map_err(|why| (row, why))?;
            match (&start, &mut steps[..]) {
                (None, _) => start = Some(after),
                (Some(_), []) => self.remark(row, "the state changes nothing"),
                (Some(_), [(cards, from, to)]) => {
                    let is_to_empty =
                        matches!(to, Pile::Store(_)) && before.0[to.index()].is_empty();
                    moves.push(SavedMove {
                        cards: cards.clone(),
                        from: from.place(),
                        to: to.place(),
                        after,
                        row,
                        is_to_empty,
                    });
                }
                (Some(_), _) => {
                    return Err((row, "several moves in one state, expected one".into()))
                }
            }
            if state.attribute("current") == Some("true") {
                current = Some(moves.len());
            }
            made = current.unwrap_or(moves.len());
        }
        let start = start.ok_or_else(|| (1, "no <state> with a table".to_owned()))?;
        if current.is_none() {
            self.remark(
                1,
                "no state is called the current one: it is taken to be the last",
            );
        }
        let written = game.attribute("deal-number");
        let number = written.and_then(|it| it.parse().ok());
        if let (Some(written), None) = (written, number) {
            let text = format!("deal-number={written:?} is no number, and is left out");
            self.remark(self.row(game), &text);
        }
        let mut saved = SavedGame {
            number,
            start,
            moves,
            made,
            remarks: Vec::new(),
            rows,
        };
        if let (Some(number), None) = (number, saved.deal()) {
            let text = format!("the table is not the one that kpat deals as number {number}");
            self.remark(self.row(game), &text);
        }
        saved.remarks = std::mem::take(&mut self.remarks);
        Ok(saved)
    }

    fn remark(&mut self, line: usize, text: &str) {
        let text = text.to_owned();
        self.remarks.push(Remark { line, text });
    }

    /// Checks that the file is a game of `FreeCell` by its usual rules.
    fn check_game(&mut self, game: Node) -> Result<(), Fault> {
        let row = self.row(game);
        let name = game.tag_name().name();
        if name != "kpat-game" {
            return Err((row, format!("found <{name}>, expected <kpat-game>")));
        }
        match game.attribute("game-type") {
            Some("freecell") => {}
            Some(other) => {
                return Err((
                    row,
                    format!("a saved game of kpat's {other}, expected freecell"),
                ));
            }
            None => return Err((row, "no game-type, expected freecell".into())),
        }
        match game.attribute("game-type-options") {
            None | Some("") => Ok(()),
            Some(other) => Err((
                row,
                format!("a variant with the options {other:?}, expected none"),
            )),
        }
    }

    /// The elements in one, all of which have that name.
    fn elements<'n>(&self, parent: Node<'a, 'n>, name: &str) -> Result<Vec<Node<'a, 'n>>, Fault> {
        let children: Vec<Node> = parent.children().filter(Node::is_element).collect();
        match children.iter().find(|child| !child.has_tag_name(name)) {
            Some(other) => {
                let found = other.tag_name().name();
                Err((
                    self.row(*other),
                    format!("found <{found}>, expected <{name}>"),
                ))
            }
            None => Ok(children),
        }
    }

    /// Puts the cards of a `<move>` where it says. `None` if they lay there.
    fn place(
        &mut self,
        mv: Node<'a, 'a>,
        is_dealt: bool,
    ) -> Result<Option<(Vec<Card>, Pile, Pile)>, Fault> {
        let row = self.row(mv);
        let fault = |why: String| (row, why);
        let name = mv.attribute("pile").unwrap_or_default();
        let to = Pile::named(name).ok_or_else(|| {
            fault(format!(
                "found pile {name:?}, expected store0 to 7, freecell0 to 3 or target0 to 3"
            ))
        })?;
        let position = mv.attribute("position").unwrap_or_default();
        let position: usize = position
            .parse()
            .map_err(|_| fault(format!("found position {position:?}")))?;
        let cards = self.elements(mv, "card")?;
        let cards: Result<Vec<Card>, Fault> = cards.into_iter().map(|it| self.card(it)).collect();
        let cards = cards?;
        let Some(&first) = cards.first() else {
            return Err(fault("a move without a card".into()));
        };
        let from = self.piles.find(first);
        if is_dealt != from.is_some() {
            let why = if is_dealt {
                "is not on the table"
            } else {
                "is dealt twice"
            };
            return Err(fault(format!("{first} {why}")));
        }
        if from == Some((to, position)) && self.piles.0[to.index()][position..] == cards[..] {
            return Ok(None);
        }
        if let Some((pile, at)) = from {
            let lying = &mut self.piles.0[pile.index()];
            if lying[at..] != cards[..] {
                return Err(fault(format!(
                    "{first} is moved, and other cards lie on it"
                )));
            }
            lying.truncate(at);
        }
        let target = &mut self.piles.0[to.index()];
        if target.len() != position {
            let found = target.len();
            return Err(fault(format!(
                "{first} goes to position {position} of {name}, which has {found} cards"
            )));
        }
        target.extend(&cards);
        Ok(from.map(|(pile, _)| (cards, pile, to)))
    }

    fn card(&self, node: Node) -> Result<Card, Fault> {
        let of = |name| node.attribute(name).unwrap_or_default();
        let (suit, rank) = (of("suit"), of("rank"));
        let card = suit_named(suit).zip(rank_named(rank));
        let why = || {
            format!(
                "found the card {rank:?} of {suit:?}, expected one such as \"ten\" of \"hearts\""
            )
        };
        let (suit, rank) = card.ok_or_else(|| (self.row(node), why()))?;
        Ok(Card::new(rank, suit))
    }
}
