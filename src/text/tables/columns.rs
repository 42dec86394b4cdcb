//! Which cascade each card of a board by rows lies in.
//!
//! There are three ways to know: by signs that separate fields, one of which may be empty; by the
//! cards' order, where nothing is left out of a row; and by the columns of the text. Where several
//! of them work and differ, the board is refused.

use super::Flaw;
use crate::table::CASCADES;
use crate::text::spelling::{Row, Word};

/// A row of cards: its line in the text, its characters and its words.
#[derive(Clone, Debug)]
pub struct CardRow<'a> {
    pub line: usize,
    pub row: &'a Row,
    pub words: &'a [Word],
}

/// What is known of the columns apart from the cards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame<'a> {
    /// Words above the rows, one for each cascade.
    pub header: Option<&'a [Word]>,
    /// The column of the labels above the rows.
    pub origin: Option<usize>,
}

/// For each word of each row, the index of its cascade.
pub type Placement = Vec<Vec<usize>>;

/// The widest blank between two columns next to each other.
const WIDEST_BLANK: usize = 3;

/// The placements of some rows, each another one.
#[derive(Debug, Default)]
pub struct Placements {
    pub all: Vec<Placement>,
    /// Why the only one is not to be trusted: it is possible, no more.
    pub doubt: Option<Flaw>,
}

/// All placements that a way to know gives.
///
/// # Errors
/// There is none; the first word that has no clear place.
pub fn placements(rows: &[CardRow], frame: Frame) -> Result<Placements, Flaw> {
    let mut found = Placements::default();
    let mut flaw = None;
    let fields = by_fields(rows);
    // Where fields are left empty, nobody aligns cards.
    let leaves_fields =
        |(row, places): (&CardRow, &Vec<usize>)| !places.iter().copied().eq(0..row.words.len());
    if let Some(fields) = &fields {
        if rows.iter().zip(fields).any(leaves_fields) {
            check(rows, fields)?;
            found.all.push(fields.clone());
            return Ok(found);
        }
    }
    let columns = by_columns(rows, frame);
    let clear = fields.into_iter().chain(by_order(rows));
    for placement in clear {
        found.add(rows, placement, &mut flaw);
    }
    let is_clear = !found.all.is_empty();
    match columns {
        Ok((placement, doubt)) => {
            found.add(rows, placement, &mut flaw);
            found.doubt = doubt.filter(|_| !is_clear);
        }
        Err(other) => flaw = flaw.or(Some(other)),
    }
    match flaw {
        Some(flaw) if found.all.is_empty() => Err(flaw),
        _ => Ok(found),
    }
}

impl Placements {
    fn add(&mut self, rows: &[CardRow], placement: Placement, flaw: &mut Option<Flaw>) {
        match check(rows, &placement) {
            Ok(()) if !self.all.contains(&placement) => self.all.push(placement),
            Ok(()) => {}
            Err(found) => *flaw = flaw.take().or(Some(found)),
        }
    }
}

/// Checks that each word is in one of eight cascades and lies on another card.
fn check(rows: &[CardRow], placement: &Placement) -> Result<(), Flaw> {
    let mut heights = [0; CASCADES];
    for (depth, (row, places)) in rows.iter().zip(placement).enumerate() {
        for (word, &cascade) in row.words.iter().zip(places) {
            let Some(height) = heights.get_mut(cascade) else {
                let why = "a ninth card, expected eight in a row";
                return Err(Flaw::new(why).in_column(word).at(row.line));
            };
            if word.is_gap() {
                continue;
            }
            if *height != depth {
                let cascade = cascade + 1;
                let why = format!("{} would lie in cascade {cascade} below a gap", word.text);
                return Err(Flaw::new(&why).in_column(word).at(row.line));
            }
            *height += 1;
        }
    }
    Ok(())
}

/// By tabs, or by signs between the fields, one of which may be empty.
fn by_fields(rows: &[CardRow]) -> Option<Placement> {
    let has = |separator: &char| {
        rows.iter()
            .any(|row| row.row.characters.contains(separator))
    };
    let separator = ['\t', '|', ';', ','].into_iter().find(has)?;
    let count = |part: &[char]| part.iter().filter(|&&c| c == separator).count();
    let are_apart = |row: &CardRow| between(row).all(|part| count(part) > 0);
    let before = |row: &CardRow| count(&row.row.characters[..row.words[0].columns.start]);
    // In a table of Markdown's, each row begins and ends with the sign.
    let all_have = |signs: usize| rows.iter().all(|row| count(&row.row.characters) == signs);
    let has_edge = separator == '|' && all_have(CASCADES + 1);
    let is_edge_unclear = separator == '|' && rows.iter().all(|row| before(row) > 0);
    if is_edge_unclear && !has_edge && !all_have(CASCADES - 1) {
        return None;
    }
    let starts = rows
        .iter()
        .filter(|row| before(row) == usize::from(has_edge));
    let starts: Vec<usize> = starts.map(|row| row.words[0].columns.start).collect();
    let is_ragged = |start: &usize| starts.iter().any(|other| start.abs_diff(*other) > 1);
    if starts.iter().any(is_ragged) || !rows.iter().all(are_apart) {
        return None;
    }
    let place = |row: &CardRow| {
        let mut field = before(row) - usize::from(has_edge);
        let mut fields = vec![field];
        for part in between(row) {
            field += count(part);
            fields.push(field);
        }
        fields
    };
    Some(rows.iter().map(place).collect())
}

/// By the order of the words, if some row has eight, and if the shorter ones begin where those do
/// and have as much between their words.
fn by_order(rows: &[CardRow]) -> Option<Placement> {
    let (whole, shorter): (Vec<&CardRow>, Vec<&CardRow>) =
        rows.iter().partition(|row| row.words.len() >= CASCADES);
    let start = whole.iter().map(|row| row.words[0].columns.start).min()?;
    let blank = between(whole[0]).next()?;
    let is_even = |row: &&CardRow| between(row).all(|part| part == blank);
    let begins = |row: &CardRow| row.words[0].columns.start < start + 2;
    let is_clear = blank.len() <= WIDEST_BLANK
        && shorter.iter().all(|row| begins(row) && is_even(row))
        && (shorter.is_empty() || whole.iter().all(is_even));
    let is_clear = is_clear || shorter.is_empty();
    is_clear.then(|| {
        rows.iter()
            .map(|row| (0..row.words.len()).collect())
            .collect()
    })
}

/// What stands between the words of a row.
fn between<'a>(row: &CardRow<'a>) -> impl Iterator<Item = &'a [char]> + use<'a> {
    let characters = &row.row.characters;
    let pairs = row.words.windows(2);
    pairs.map(|pair| &characters[pair[0].columns.end..pair[1].columns.start])
}

/// By the columns of the text.
fn by_columns(rows: &[CardRow], frame: Frame) -> Result<(Placement, Option<Flaw>), Flaw> {
    let header = frame.header.filter(|words| words.len() == CASCADES);
    let mut first = None;
    for (edge, header) in [
        (Edge::Left, header),
        (Edge::Right, header),
        (Edge::Left, None),
        (Edge::Right, None),
    ] {
        let columns = Columns::find(rows, edge, header);
        let placed = columns.and_then(|columns| columns.place(rows, frame.origin));
        match placed {
            Ok(placement) => return Ok(placement),
            Err(flaw) => first = first.or(Some(flaw)),
        }
    }
    Err(first.expect("four attempts failed"))
}

/// The edge at which the words of a column are aligned.
#[derive(Clone, Copy)]
enum Edge {
    Left,
    Right,
}

impl Edge {
    fn of(self, word: &Word) -> usize {
        match self {
            Edge::Left => word.columns.start,
            Edge::Right => word.columns.end,
        }
    }
}

/// The columns in which cards are aligned.
struct Columns {
    edge: Edge,
    /// The edges, in ascending order.
    at: Vec<usize>,
}

impl Columns {
    /// # Errors
    /// A word that overlaps one of another column.
    fn find(rows: &[CardRow], edge: Edge, header: Option<&[Word]>) -> Result<Columns, Flaw> {
        let words = rows.iter().flat_map(|row| row.words);
        let words = words.chain(header.unwrap_or_default());
        let mut at: Vec<usize> = words.map(|word| edge.of(word)).collect();
        at.sort_unstable();
        at.dedup();
        // The row with the fewest cards is the one to blame.
        let mut shortest_first: Vec<&CardRow> = rows.iter().collect();
        shortest_first.sort_by_key(|row| row.words.len());
        let all = || rows.iter().flat_map(|row| row.words);
        for row in shortest_first {
            for word in row.words {
                let overlaps = |other: &&Word| {
                    let (one, other) = (&word.columns, &other.columns);
                    one.start < other.end && other.start < one.end
                };
                if all()
                    .filter(overlaps)
                    .any(|other| edge.of(other) != edge.of(word))
                {
                    return Err(unclear(word, row.line));
                }
            }
        }
        Ok(Columns { edge, at })
    }

    /// The placement, and why it may be another one.
    fn place(
        &self,
        rows: &[CardRow],
        origin: Option<usize>,
    ) -> Result<(Placement, Option<Flaw>), Flaw> {
        let widest = rows.iter().max_by_key(|row| row.words.len());
        let widest = widest.expect("a row of cards");
        let unclear = || unclear(&widest.words[0], widest.line);
        let count = self.at.len();
        let (indices, is_clear) = match count {
            CASCADES => ((0..CASCADES).collect(), true),
            0..CASCADES => self.by_distance(origin).ok_or_else(unclear)?,
            _ => return Err(unclear()),
        };
        let index = |word: &Word| self.at.iter().position(|&at| at == self.edge.of(word));
        let place = |row: &CardRow| {
            let columns = row.words.iter().filter_map(index);
            columns.map(|column| indices[column]).collect()
        };
        let placement: Placement = rows.iter().map(place).collect();
        // Few columns and no gap are more likely another game's cascades.
        let mut gaps = placement
            .iter()
            .map(|row| !row.iter().copied().eq(0..row.len()));
        let is_another = !gaps.any(|has_gap| has_gap) && count + 2 < CASCADES;
        let doubt = if is_another {
            let why = format!("{count} columns of cards, expected eight");
            Some(Flaw::new(why).at(rows[0].line))
        } else {
            Some(unclear()).filter(|_| !is_clear)
        };
        Ok((placement, doubt))
    }

    /// The indices of fewer than eight columns, by their distances from each other and from the
    /// labels above, and whether they can be no others.
    fn by_distance(&self, origin: Option<usize>) -> Option<(Vec<usize>, bool)> {
        let distances = self.at.windows(2).map(|pair| pair[1] - pair[0]);
        let pitch = distances.min().unwrap_or(3);
        let first = self.at[0].checked_sub(origin.unwrap_or(0))?;
        let (first, rest) = match self.edge {
            _ if origin.is_none() => (0, 0),
            Edge::Left => (first / pitch, first % pitch),
            Edge::Right => ((first - 1) / pitch, (pitch - first % pitch) % pitch),
        };
        let distances = self.at.iter().map(|at| at - self.at[0]);
        let is_even = distances.clone().all(|distance| distance % pitch == 0);
        let indices: Vec<usize> = distances.map(|distance| first + distance / pitch).collect();
        // Cards without blanks between them, every other cascade being empty, look the same.
        let may_be_twice = pitch == 4 && 2 * self.at.len() <= CASCADES;
        let is_clear = origin.is_some() && self.at.len() > 1 && !may_be_twice;
        ((2..6).contains(&pitch) && is_even && rest < 2).then_some((indices, is_clear))
    }
}

fn unclear(word: &Word, line: usize) -> Flaw {
    let why = format!(
        "it is not clear which cascade {} belongs to: expected the cards of a cascade in one \
         column, or -- for each gap",
        word.text
    );
    Flaw::new(&why).in_column(word).at(line)
}
