//! The rows that together are one table.

use super::cells;
use super::kind::Kind;
use super::{Flaw, Form, Remark};
use crate::card::Card;
use crate::table::{CASCADES, CELLS};
use crate::text::spelling::{Row, Word};

/// The most blank rows within a table.
const MOST_BLANK: usize = CASCADES;

/// The rows of one table.
#[derive(Debug)]
pub struct Block<'a> {
    /// The rows of the whole text.
    pub text: &'a [Row],
    /// The rows of the text that it occupies end before this one.
    pub end: usize,
    pub foundations: Option<[u8; 4]>,
    pub cells: Option<[Option<Card>; CELLS]>,
    /// The column of its first label.
    pub origin: Option<usize>,
    /// Whether a label is PySolFC's, which writes cascades alone.
    pub is_pysol: bool,
    /// The form that its first row has.
    pub form: Option<Form>,
    pub header: Option<&'a [Word]>,
    pub body: Vec<Line<'a>>,
    /// The blank rows after it.
    pub trailing: usize,
    /// Whether nothing but these rows follows in the text.
    pub is_last: bool,
    pub flaw: Option<Flaw>,
    pub remarks: Vec<Remark>,
    /// The cards found so far, those at home included.
    seen: u64,
}

/// A row of cards or a blank one.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    pub row: usize,
    pub words: &'a [Word],
    pub is_labelled: bool,
    pub is_blank: bool,
}

impl<'a> Block<'a> {
    /// The rows from `start` on that may be one table.
    pub fn new(text: &'a [Row], kinds: &'a [Kind], start: usize) -> Block<'a> {
        let mut block = Block {
            text,
            end: start,
            foundations: None,
            cells: None,
            origin: None,
            is_pysol: false,
            form: None,
            header: None,
            body: Vec::new(),
            trailing: 0,
            is_last: true,
            flaw: None,
            remarks: Vec::new(),
            seen: 0,
        };
        for line in start..kinds.len() {
            if !block.takes(kinds, line) {
                block.is_last = false;
                break;
            }
            if kinds[line] != Kind::Blank {
                block.end = line + 1;
            }
        }
        let used = block.body.iter().rposition(|line| !line.is_blank);
        let rest = block.body.split_off(used.map_or(0, |last| last + 1));
        block.trailing = rest.len();
        block.take_places_below();
        block
    }

    /// Whether enough is there that an error is worth telling.
    pub fn is_meant(&self) -> bool {
        let has_places = self.foundations.is_some() || self.cells.is_some();
        has_places || self.flaw.is_some() || self.seen.count_ones() >= 26
    }

    /// Takes a row, if it may be the table's next.
    fn takes(&mut self, kinds: &'a [Kind], line: usize) -> bool {
        let is_whole = self.flaw.is_none() && self.seen.count_ones() as usize == Card::COUNT;
        let has_body = self.rows().next().is_some();
        match &kinds[line] {
            Kind::Blank => return self.takes_blank(line),
            Kind::Foundations(ranks, label) => {
                let is_known = is_whole && *ranks != [0; 4];
                if self.foundations.is_some() || is_known {
                    return false;
                }
                self.set_foundations(*ranks);
                self.origin = self.origin.or(Some(label.column));
                self.is_pysol |= label.is_pysol;
            }
            Kind::Cells(cells, label) => {
                if self.cells.is_some() || is_whole && has_body {
                    return false;
                }
                self.set_cells(cells.cells);
                self.origin = self.origin.or(Some(label.column));
                self.is_pysol |= label.is_pysol;
                self.remarks.extend(cells.remark(line));
            }
            Kind::Both(both) => {
                if has_body || self.foundations.is_some() || self.cells.is_some() {
                    return false;
                }
                self.set_foundations(both.foundations);
                self.set_cells(both.cells);
                self.form = Some(if both.is_pretty {
                    Form::Pretty
                } else {
                    Form::Display
                });
            }
            Kind::Header(words) if !has_body => {
                self.header = Some(words)
                    .filter(|words| words.len() == CASCADES)
                    .map(|it| &it[..])
                    .or(self.header);
            }
            Kind::Cascade(words) if is_whole && has_body => {
                // Its last cascades may be empty.
                if !words.is_empty() || self.rows().count() >= CASCADES {
                    return false;
                }
                self.push(line, words, true);
            }
            Kind::Cascade(words) => self.push(line, words, true),
            Kind::Cards(words) if !is_whole => {
                if self.may_be_cells(kinds, line, words) {
                    self.set_bare_cells(line);
                } else {
                    self.push(line, words, false);
                }
            }
            Kind::Flawed(flaw) if !is_whole => {
                self.flaw = self.flaw.take().or_else(|| Some(flaw.clone().at(line)));
            }
            Kind::Cards(_) | Kind::Header(_) | Kind::Flawed(_) | Kind::Other => return false,
        }
        true
    }

    fn takes_blank(&mut self, line: usize) -> bool {
        // PySolFC's first cascade may be empty.
        if !self.body.is_empty() || self.is_pysol {
            self.body.push(Line {
                row: line,
                words: &[],
                is_labelled: false,
                is_blank: true,
            });
        }
        let blank = self.body.iter().rev().take_while(|line| line.is_blank);
        blank.count() <= MOST_BLANK && line < self.end + 4 + MOST_BLANK
    }

    /// Whether a row may be the cells without a label, between the foundations and a cascade with
    /// its colon.
    fn may_be_cells(&self, kinds: &[Kind], line: usize, words: &[Word]) -> bool {
        let is_next = |kind: &&Kind| **kind != Kind::Blank;
        let next = kinds[line + 1..].iter().find(is_next);
        let is_due = self.foundations.is_some() && self.cells.is_none() && self.body.is_empty();
        is_due && words.len() <= CELLS && matches!(next, Some(Kind::Cascade(_)))
    }

    fn set_bare_cells(&mut self, line: usize) {
        match cells::bare(&self.text[line], self.origin.unwrap_or(0)) {
            Ok(cells) => self.set_cells(cells),
            Err(flaw) => self.flaw = Some(flaw.at(line)),
        }
    }

    fn set_foundations(&mut self, ranks: [u8; 4]) {
        self.foundations = Some(ranks);
        let home = Card::deck().filter(|card| card.rank().number() <= ranks[card.suit().index()]);
        self.seen |= home.fold(0, |set, card| set | 1 << card.index());
    }

    fn set_cells(&mut self, cells: [Option<Card>; CELLS]) {
        self.cells = Some(cells);
        self.seen |= cells
            .into_iter()
            .flatten()
            .fold(0, |set, card| set | 1 << card.index());
    }

    fn push(&mut self, line: usize, words: &'a [Word], is_labelled: bool) {
        self.body.push(Line {
            row: line,
            words,
            is_labelled,
            is_blank: false,
        });
        let cards = words.iter().filter_map(Word::card);
        self.seen |= cards.fold(0, |set, card| set | 1 << card.index());
    }

    /// The rows that are not blank.
    pub fn rows(&self) -> impl Iterator<Item = &Line<'a>> {
        self.body.iter().filter(|line| !line.is_blank)
    }
}
