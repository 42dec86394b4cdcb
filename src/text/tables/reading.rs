//! The ways in which the rows of a block can be read.

use super::block::{Block, Line};
use super::columns::{are_even, begin_alike, placements, Placement};
use super::fields::{CardRow, Fields, Separator};
use super::{Flaw, Form, Remark};
use crate::card::Card;
use crate::deal;
use crate::table::{self, Cascade, Table, CASCADES};
use crate::text::spelling::Word;

/// The lengths of a new deal's cascades.
const NEW: [usize; CASCADES] = [7, 7, 7, 7, 6, 6, 6, 6];

/// The cascades that rows show, and in which form they do.
pub type Reading = ([Cascade; CASCADES], Form);

impl<'a> Block<'a> {
    /// The table, its form, and what is to be said about it.
    pub fn read(mut self) -> Result<(Table, Form, Vec<Remark>), Flaw> {
        if let Some(flaw) = self.flaw.take() {
            return Err(flaw);
        }
        self.check_deck()?;
        let readings = self.readings()?;
        let (cascades, form) = self.choose(readings)?;
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
    fn readings(&mut self) -> Result<Vec<Reading>, Flaw> {
        if self.rows().any(|line| line.is_labelled) {
            return Ok(vec![self.by_cascades()?]);
        }
        if self.is_deck() {
            return Ok(vec![self.by_groups()?]);
        }
        let card_rows = self.card_rows();
        if let Some(listed) = self.by_bullets(&card_rows) {
            let by_rows = self.by_rows(&card_rows).into_iter().flatten();
            return Ok(by_rows.chain([listed]).collect());
        }
        let fields = Fields::find(&card_rows);
        let are_places = fields.is_some_and(|it| it.separator == Separator::Brackets);
        if let Some(nested) = card_rows.iter().find(|row| row.is_nested() && !are_places) {
            let why = "lists within a row, expected each cascade in a row of its own";
            return Err(Flaw::new(why).at(nested.line));
        }
        let are_flush = self.are_flush(&card_rows);
        if self.is_pysol && self.are_eight() && are_flush {
            return Ok(vec![self.by_cascades()?]);
        }
        let by_rows = self.by_rows(&card_rows);
        let is_clear = by_rows.as_ref().is_ok_and(|readings| readings.len() == 1);
        // With PySolFC's labels, a few rows of eight may be cascades whose last are empty.
        if are_flush && (self.are_eight() || self.is_pysol && is_clear) {
            return match (self.by_cascades(), by_rows) {
                (Ok(cascades), by_rows) => {
                    let by_rows = by_rows.into_iter().flatten();
                    Ok(by_rows.chain([cascades]).collect())
                }
                (Err(flaw), Err(other)) => Err(flaw.or(&other)),
                (Err(_), Ok(by_rows)) => Ok(by_rows),
            };
        }
        let count = self.rows().count();
        if are_flush && is_clear && self.are_between_blanks() {
            return Err(Flaw::new(
                "it is not clear whether these are rows of eight or cascades with blank lines for empty ones: \
                 expected a colon before each cascade, or rows without blank lines between them",
            ));
        }
        if is_clear || !are_flush || count == CASCADES {
            return by_rows;
        }
        let empty = if count < CASCADES {
            ", a colon for an empty one"
        } else {
            ""
        };
        let flaw = Flaw::new(format!("{count} cascades, expected eight{empty}"));
        match by_rows.and_then(|readings| self.choose(readings)) {
            Ok(reading) => Ok(vec![reading]),
            Err(other) => Err(flaw.or(&other)),
        }
    }

    /// Whether there are eight rows, be they blank.
    fn are_eight(&self) -> bool {
        let trailing = self.trailing * usize::from(self.is_last || self.is_pysol);
        let (count, length) = (self.rows().count(), self.body.len());
        [count, length, length + trailing].contains(&CASCADES)
    }

    /// Whether there are blank lines between the rows, and few enough that they may be the empty
    /// ones of eight cascades.
    fn are_between_blanks(&self) -> bool {
        self.body.len() <= CASCADES && self.body.iter().any(|line| line.is_blank)
    }

    /// Whether nothing in rows without colons shows a gap, so that they may be cascades.
    fn are_flush(&self, rows: &[CardRow]) -> bool {
        let is_bare = self.header.is_none() && self.form.is_none();
        let has_gap = |row: &CardRow| row.words.iter().any(Word::is_gap);
        if !is_bare || rows.is_empty() || rows.iter().any(has_gap) {
            return false;
        }
        if let Some(fields) = Fields::find(rows) {
            return fields.are_dense();
        }
        let is_narrow = |row: &CardRow| row.between().all(|part| part.len() <= 3);
        begin_alike(rows) && are_even(rows) && rows.iter().all(is_narrow)
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

    /// The cascades of a list whose items begin with a bullet; the same sign may stand for an empty
    /// cascade in each row.
    fn by_bullets(&self, rows: &[CardRow]) -> Option<Reading> {
        let is_bullet = |word: &Word| ["-", "*"].contains(&&*word.text);
        let is_item = |row: &CardRow| {
            is_bullet(&row.words[0]) && row.words[1..].iter().all(|word| word.card().is_some())
        };
        if rows.is_empty()
            || rows.len() > CASCADES
            || self.header.is_some()
            || !rows.iter().all(is_item)
        {
            return None;
        }
        let mut cascades: [Cascade; CASCADES] = Default::default();
        for (cascade, row) in cascades.iter_mut().zip(rows) {
            cascade.extend(row.words.iter().filter_map(Word::card));
        }
        Some((cascades, Form::Board))
    }

    fn by_rows(&self, rows: &[CardRow]) -> Result<Vec<Reading>, Flaw> {
        let build = |placement: &Placement| {
            let mut cascades: [Cascade; CASCADES] = Default::default();
            for (row, places) in rows.iter().zip(placement) {
                for (word, &cascade) in row.words.iter().zip(places) {
                    cascades[cascade].extend(word.card());
                }
            }
            (cascades, Form::Rows)
        };
        if rows.is_empty() {
            return Ok(vec![(Default::default(), Form::Rows)]);
        }
        let placements = placements(rows, self.header)?;
        Ok(placements.iter().map(build).collect())
    }

    /// The rows of cards, without the indent that all of them have, and the labels above them.
    fn card_rows(&self) -> Vec<CardRow<'a>> {
        let indent = |line: &Line| {
            let signs = self.text[line.row].characters.iter();
            signs.take_while(|c| c.is_whitespace()).count()
        };
        let least = self.rows().map(indent).min().unwrap_or(0);
        let start = least.min(self.origin.unwrap_or(least));
        let card_row =
            |line: &Line<'a>| CardRow::new(line.row, &self.text[line.row], line.words, start);
        self.rows().map(card_row).collect()
    }

    /// Whether the rows have the cards of a new deal one after the other: in one row, in several of
    /// the same length but eight, or each in a row.
    fn is_deck(&self) -> bool {
        let is_bare = self.foundations.is_none() && self.cells.is_none() && self.header.is_none();
        let lengths: Vec<usize> = self.rows().map(|line| line.words.len()).collect();
        let Some(&first) = lengths.first() else {
            return false;
        };
        let wrapped = (0..Card::COUNT)
            .step_by(first)
            .map(|start| first.min(Card::COUNT - start));
        let are_cards = |line: &Line| line.words.iter().all(|word| word.card().is_some());
        is_bare
            && !(2..=CASCADES).contains(&first)
            && wrapped.eq(lengths.iter().copied())
            && self.rows().all(are_cards)
    }

    /// The cards of a new deal one after the other: if signs, blanks or blank rows part them into
    /// those of its cascades, as lists of lists do, then these; else in the order in which they
    /// are dealt.
    fn by_groups(&self) -> Result<Reading, Flaw> {
        let mut cards = self
            .rows()
            .flat_map(|line| line.words)
            .filter_map(Word::card);
        let rows = self.card_rows();
        let groups = self.groups(rows.iter().flat_map(|row| {
            let part = |part: &[char]| part.iter().filter(|c| !c.is_whitespace()).collect();
            row.between().map(part).collect::<Vec<String>>()
        }));
        let by_blanks = self.groups(rows.iter().flat_map(CardRow::between));
        let mut cascades: [Cascade; CASCADES] = Default::default();
        if groups == NEW || by_blanks == NEW {
            for (cascade, length) in cascades.iter_mut().zip(NEW) {
                cascade.extend(cards.by_ref().take(length));
            }
            return Ok((cascades, Form::Board));
        }
        let are_alike = groups[1..].iter().all(|&length| length <= groups[0])
            && groups[..groups.len() - 1]
                .windows(2)
                .all(|it| it[0] == it[1]);
        if !are_alike || groups.len() == CASCADES {
            let groups = groups.len();
            return Err(Flaw::new(format!(
                "the cards stand in {groups} groups: expected those of the cascades of a new deal, or a deck \
                 with the same between any two cards"
            )));
        }
        for (index, card) in cards.enumerate() {
            cascades[index % CASCADES].push(card);
        }
        Ok((cascades, Form::Deck))
    }

    /// How many cards follow each other with what is usual between them, given what is; for cards
    /// that have a row each, with no blank row between them.
    fn groups<T: PartialEq>(&self, between: impl Iterator<Item = T>) -> Vec<usize> {
        let between: Vec<T> = between.collect();
        if between.is_empty() {
            let parts = self.body.split(|line| line.is_blank);
            return parts.map(<[Line]>::len).filter(|&len| len > 0).collect();
        }
        let times = |it: &&T| between.iter().filter(|other| other == it).count();
        let usual = between.iter().max_by_key(times);
        let parts = between.split(|it| Some(it) != usual);
        parts.map(|part| part.len() + 1).collect()
    }

    /// The only reading; of several, a new deal.
    fn choose(&self, mut readings: Vec<Reading>) -> Result<Reading, Flaw> {
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
            [one, other, ..] => {
                let flaw = Flaw::two_readings(one, other);
                let first = self.rows().next();
                Err(first.map_or(flaw.clone(), |line| {
                    flaw.in_column(&line.words[0]).at(line.row)
                }))
            }
            [] => Err(Flaw::new("no cards")),
        }
    }
}
