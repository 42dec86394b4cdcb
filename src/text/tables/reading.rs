//! The ways in which the rows of a block can be read.

use super::block::{Block, Line};
use super::columns::{placements, CardRow, Frame, Placement};
use super::{Flaw, Form, Remark};
use crate::card::Card;
use crate::deal;
use crate::table::{self, Cascade, Table, CASCADES};
use crate::text::spelling::{Row, Word};

/// The cascades that rows show, and in which form they do.
pub type Reading = ([Cascade; CASCADES], Form);

impl Block<'_> {
    /// The table, its form, and what is to be said about it.
    pub fn read(mut self, rows: &[Row]) -> Result<(Table, Form, Vec<Remark>), Flaw> {
        if let Some(flaw) = self.flaw.take() {
            return Err(flaw);
        }
        self.check_deck()?;
        let readings = self.readings(rows)?;
        let (cascades, form) = choose(readings)?;
        let table = Table {
            cascades,
            cells: self.cells.unwrap_or_default(),
            foundations: self.foundations.unwrap_or_default(),
        };
        let form = self.form.filter(|_| form == Form::Rows).unwrap_or(form);
        Ok((table, form, self.remarks))
    }

    /// Checks that each card is in one place.
    fn check_deck(&self) -> Result<(), Flaw> {
        let foundations = self.foundations.unwrap_or_default();
        let is_home = |card: Card| card.rank().number() <= foundations[card.suit().index()];
        let mut seen = [false; Card::COUNT];
        let in_cells = self.cells.iter().flatten().flatten().copied();
        let in_rows = self
            .rows()
            .flat_map(|line| line.words)
            .filter_map(Word::card);
        for card in in_cells.chain(in_rows) {
            if seen[card.index()] || is_home(card) {
                return Err(Flaw::new(table::Error::Twice(card).to_string()));
            }
            seen[card.index()] = true;
        }
        let Some(missing) = Card::deck().find(|card| !seen[card.index()] && !is_home(*card)) else {
            return Ok(());
        };
        let count = self.rows().count();
        if count < CASCADES && self.rows().any(|line| line.is_labelled) {
            return Err(Flaw::new(format!(
                "{count} of its {CASCADES} cascades found"
            )));
        }
        let mut why = table::Error::Missing(missing).to_string();
        if self.foundations.is_none() {
            why += ", and no line of foundations says that it is home";
        }
        Err(Flaw::new(why))
    }

    /// The ways in which the rows can be read.
    fn readings(&mut self, rows: &[Row]) -> Result<Vec<Reading>, Flaw> {
        if self.rows().any(|line| line.is_labelled) {
            return Ok(vec![self.by_cascades()?]);
        }
        if let Some(deck) = self.as_deck() {
            return Ok(vec![deck]);
        }
        if self.is_pysol && self.are_eight() && self.are_flush(rows) {
            return Ok(vec![self.by_cascades()?]);
        }
        let by_rows = self.by_rows(rows);
        let (mut readings, doubt) = match &by_rows {
            Ok((readings, doubt)) => (readings.clone(), doubt.clone()),
            Err(flaw) => (Vec::new(), Some(flaw.clone())),
        };
        let are_flush = self.are_flush(rows);
        // With PySolFC's labels, a few rows of eight may be cascades whose last are empty.
        if are_flush && (self.are_eight() || self.is_pysol && doubt.is_none()) {
            match (self.by_cascades(), doubt) {
                (Ok(cascades), _) => readings.push(cascades),
                (Err(flaw), Some(other)) => return Err(flaw.or(&other)),
                (Err(_), None) => {}
            }
        } else if let Some(doubt) = doubt {
            let count = self.rows().count();
            let empty = if count < CASCADES {
                ", a colon for an empty one"
            } else {
                ""
            };
            let why = format!("{count} cascades, expected eight{empty}");
            let is_other = are_flush && count != CASCADES;
            return Err(if is_other {
                Flaw::new(why).or(&doubt)
            } else {
                doubt
            });
        }
        Ok(readings)
    }

    /// Whether there are eight rows, be they blank.
    fn are_eight(&self) -> bool {
        let trailing = self.trailing * usize::from(self.is_last || self.is_pysol);
        let (count, length) = (self.rows().count(), self.body.len());
        [count, length, length + trailing].contains(&CASCADES)
    }

    /// Whether nothing in rows without colons shows a gap, so that they may be cascades.
    fn are_flush(&self, rows: &[Row]) -> bool {
        let start = |line: &Line| line.words[0].columns.start;
        let first = self.rows().next().map_or(0, start);
        let is_flush = |line: &Line| {
            let has_gap = line.words.iter().any(Word::is_gap);
            !has_gap && is_dense(&rows[line.row], line.words) && start(line).abs_diff(first) <= 1
        };
        self.header.is_none() && self.form.is_none() && self.rows().all(is_flush)
    }

    fn by_cascades(&mut self) -> Result<Reading, Flaw> {
        let count = self.rows().count();
        if let Some(ninth) = self.rows().nth(CASCADES) {
            let why = "a ninth cascade, expected eight";
            return Err(Flaw::new(why).at(ninth.row));
        }
        // A blank row is an empty cascade, unless there are eight others.
        let lines: Vec<Line> = if count == CASCADES {
            self.rows().copied().collect()
        } else {
            self.body.clone()
        };
        if let Some(ninth) = lines.get(CASCADES) {
            let why = "it is not clear which blank lines are empty cascades: expected a colon before each cascade";
            return Err(Flaw::new(why).at(ninth.row));
        }
        let mut cascades: [Cascade; CASCADES] = Default::default();
        for (cascade, line) in cascades.iter_mut().zip(&lines) {
            let gap = line.words.iter().position(Word::is_gap);
            let cards = &line.words[..gap.unwrap_or(line.words.len())];
            if let Some(card) = line.words[cards.len()..].iter().find(|word| !word.is_gap()) {
                return Err(Flaw::new("a card after a gap of its cascade")
                    .in_column(card)
                    .at(line.row));
            }
            cascade.extend(cards.iter().filter_map(Word::card));
        }
        for line in lines.iter().filter(|line| line.is_blank && !self.is_pysol) {
            self.remarks.push(Remark::new(
                line.row,
                "the blank line is read as an empty cascade",
            ));
        }
        if let Some(last) = lines
            .last()
            .filter(|_| lines.len() < CASCADES && !self.is_pysol)
        {
            let why = format!(
                "it is the last cascade of {}, and the others are read as empty",
                lines.len()
            );
            self.remarks.push(Remark::new(last.row, &why));
        }
        Ok((cascades, Form::Board))
    }

    fn by_rows(&self, rows: &[Row]) -> Result<(Vec<Reading>, Option<Flaw>), Flaw> {
        let lines: Vec<CardRow> = self
            .rows()
            .map(|line| CardRow {
                line: line.row,
                row: &rows[line.row],
                words: line.words,
            })
            .collect();
        if lines.is_empty() {
            return Ok((vec![(Default::default(), Form::Rows)], None));
        }
        let frame = Frame {
            header: self.header,
            origin: self.origin,
        };
        let build = |placement: &Placement| {
            let mut cascades: [Cascade; CASCADES] = Default::default();
            for (row, places) in lines.iter().zip(placement) {
                for (word, &cascade) in row.words.iter().zip(places) {
                    cascades[cascade].extend(word.card());
                }
            }
            (cascades, Form::Rows)
        };
        let placements = placements(&lines, frame)?;
        Ok((placements.all.iter().map(build).collect(), placements.doubt))
    }

    /// The cards of a new deal in the order in which they are dealt: in one row, in several of the
    /// same length but eight, or each in a row.
    fn as_deck(&self) -> Option<Reading> {
        let is_bare = self.foundations.is_none() && self.cells.is_none() && self.header.is_none();
        let lengths: Vec<usize> = self.rows().map(|line| line.words.len()).collect();
        let first = *lengths.first()?;
        let wrapped = (0..Card::COUNT)
            .step_by(first)
            .map(|start| first.min(Card::COUNT - start));
        if !is_bare || (2..=CASCADES).contains(&first) || !wrapped.eq(lengths.iter().copied()) {
            return None;
        }
        let cards: Option<Vec<Card>> = self
            .rows()
            .flat_map(|line| line.words)
            .map(Word::card)
            .collect();
        let mut cascades: [Cascade; CASCADES] = Default::default();
        for (index, card) in cards?.into_iter().enumerate() {
            cascades[index % CASCADES].push(card);
        }
        Some((cascades, Form::Deck))
    }
}

/// Whether there is no room for another card beside the words of a row.
fn is_dense(row: &Row, words: &[Word]) -> bool {
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    let signs = |part: &[char]| part.iter().filter(|c| ",;\t".contains(**c)).count();
    let between = words.windows(2).map(|pair| {
        let between = &row.characters[pair[0].columns.end..pair[1].columns.start];
        (between.len(), signs(between))
    });
    let is_narrow = |(length, signs): (usize, usize)| signs == 1 || signs == 0 && length <= 3;
    signs(&row.characters[..first.columns.start]) == 0
        && signs(&row.characters[last.columns.end..]) <= 1
        && between.into_iter().all(is_narrow)
}

/// The only reading; of several, a new deal.
fn choose(mut readings: Vec<Reading>) -> Result<Reading, Flaw> {
    readings.dedup_by(|one, other| one.0 == other.0);
    let is_new = |(cascades, _): &&Reading| {
        deal::is_new(&Table {
            cascades: cascades.clone(),
            ..Table::default()
        })
    };
    let mut new = readings.iter().filter(is_new);
    if let (Some(new), None) = (new.next(), new.next()) {
        return Ok(new.clone());
    }
    match &readings[..] {
        [one] => Ok(one.clone()),
        [one, other, ..] => Err(Flaw::two_readings(one, other)),
        [] => Err(Flaw::new("no cards")),
    }
}
