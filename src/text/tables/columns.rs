//! Which cascade each card of a board by rows lies in.
//!
//! There are three ways to know: by signs that separate fields, one of which may be empty; by the
//! cards' order, where nothing is left out of a row; and by the columns of the text. Each gives
//! every placement that it allows, so where the text leaves in doubt which cascade is the first,
//! there are several, and the board is refused.

use super::fields::{CardRow, Fields};
use super::Flaw;
use crate::table::CASCADES;
use crate::text::spelling::Word;

/// The characters of a card.
const CARD: usize = 2;

/// For each word of each row, the index of its cascade.
pub type Placement = Vec<Vec<usize>>;

/// All placements that a way to know allows, given words above the rows, one for each cascade.
///
/// # Errors
/// There is none; the first word that has no clear place.
pub fn placements(rows: &[CardRow], header: Option<&[Word]>) -> Result<Vec<Placement>, Flaw> {
    let mut possible = if let Some(fields) = Fields::find(rows) {
        by_fields(&fields)
    } else if let Some(in_order) = by_order(rows) {
        let in_columns = by_columns(rows, header).into_iter().flatten();
        [in_order].into_iter().chain(in_columns).collect()
    } else {
        by_columns(rows, header)?
    };
    let first = possible.first().map(|placement| check(rows, placement));
    possible.retain(|placement| check(rows, placement).is_ok());
    possible.dedup();
    match first {
        _ if !possible.is_empty() => Ok(possible),
        Some(Err(flaw)) => Err(flaw),
        _ => Err(unclear(&widest(rows).words[0], widest(rows).line)),
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

/// By signs between the fields. Where the first fields of all rows are empty, the signs after them
/// may be the table's edge or an indent; and where a row has fewer fields than cascades, empty ones
/// are missing on either side.
fn by_fields(fields: &Fields) -> Vec<Placement> {
    let most = fields.most();
    let shifted = |by: &dyn Fn(&usize) -> usize| {
        let row = |row: &Vec<usize>| row.iter().map(by).collect();
        fields.of_words.iter().map(row).collect()
    };
    if most < CASCADES {
        return vec![fields.of_words.clone(), shifted(&|field| field + 1)];
    }
    let least = if fields.may_be_trimmed() { 0 } else { CASCADES };
    let is_possible = |&edges: &usize| {
        let rest = most - edges;
        let is_certain = edges == fields.empty_at_start();
        (least..=CASCADES + 1).contains(&rest) || edges == 0 && is_certain
    };
    let edges = 0..=fields.empty_at_start();
    let placement = |edges: usize| shifted(&|field| field - edges);
    edges.filter(is_possible).map(placement).collect()
}

/// By the order of the words, if some row has eight, and if the others begin where those do and
/// leave no room between their words.
fn by_order(rows: &[CardRow]) -> Option<Placement> {
    let lengths = rows.iter().map(|row| row.words.len());
    let (least, most) = (lengths.clone().min()?, lengths.max()?);
    let is_clear = most >= CASCADES && (least >= CASCADES || are_even(rows) && begin_alike(rows));
    let places = |row: &CardRow| (0..row.words.len()).collect();
    is_clear.then(|| rows.iter().map(places).collect())
}

/// Whether the first words of all rows are in one column.
pub fn begin_alike(rows: &[CardRow]) -> bool {
    let is_same = |edge: Edge| {
        let mut at = rows.iter().map(|row| edge.of(&row.words[0]));
        let first = at.next();
        at.all(|at| Some(at) == first)
    };
    is_same(Edge::Left) || is_same(Edge::Right)
}

/// Whether the words of all rows are as far apart, so that none is left out between them.
pub fn are_even(rows: &[CardRow]) -> bool {
    let mut between = rows.iter().flat_map(CardRow::between);
    let first = between.next().unwrap_or_default();
    between.all(|part| part == first)
        || are_pitched(rows, Edge::Left)
        || are_pitched(rows, Edge::Right)
}

fn are_pitched(rows: &[CardRow], edge: Edge) -> bool {
    let pairs = rows.iter().flat_map(|row| row.words.windows(2));
    let mut distances = pairs.map(|pair| edge.of(&pair[1]) - edge.of(&pair[0]));
    let first = distances.next();
    distances.all(|distance| Some(distance) == first)
}

fn widest<'a, 'b>(rows: &'b [CardRow<'a>]) -> &'b CardRow<'a> {
    let widest = rows.iter().max_by_key(|row| row.words.len());
    widest.expect("a row of cards")
}

/// By the columns of the text.
fn by_columns(rows: &[CardRow], header: Option<&[Word]>) -> Result<Vec<Placement>, Flaw> {
    let mut first = None;
    for (edge, header) in [
        (Edge::Left, header),
        (Edge::Right, header),
        (Edge::Left, None),
        (Edge::Right, None),
    ] {
        let columns = Columns::find(rows, edge, header);
        match columns.and_then(|columns| columns.place(rows)) {
            Ok(placements) => return Ok(placements),
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

    /// The placements that the columns allow: several if they are fewer than eight and may be
    /// those of one cascade or of the next.
    fn place(&self, rows: &[CardRow]) -> Result<Vec<Placement>, Flaw> {
        let row = widest(rows);
        let indices = self.indices();
        let indices = indices.ok_or_else(|| unclear(&row.words[0], row.line))?;
        let index = |word: &Word| self.at.iter().position(|&at| at == self.edge.of(word));
        let place = |first: usize| {
            let row = |row: &CardRow| {
                let columns = row.words.iter().filter_map(index);
                columns.map(|column| first + indices[column]).collect()
            };
            rows.iter().map(row).collect()
        };
        let span = indices[indices.len() - 1];
        Ok(self.firsts(rows, span).into_iter().map(place).collect())
    }

    /// The columns' indices by their distances, the first being 0.
    fn indices(&self) -> Option<Vec<usize>> {
        if self.at.len() == CASCADES {
            return Some((0..CASCADES).collect());
        }
        let pitch = self.pitch();
        let distances = self.at.iter().map(|at| at - self.at[0]);
        let is_even = distances.clone().all(|distance| distance % pitch == 0);
        let indices: Vec<usize> = distances.map(|distance| distance / pitch).collect();
        (is_even && indices.last()? < &CASCADES).then_some(indices)
    }

    /// The cascades that the first column may be, if the last is so many further on: one if both
    /// edges of the table are known, else two.
    fn firsts(&self, rows: &[CardRow], span: usize) -> Vec<usize> {
        let room = CASCADES - 1 - span;
        if room == 0 {
            return vec![0];
        }
        let pitch = self.pitch();
        let before = match self.edge {
            Edge::Left => self.at[0] - rows[0].start,
            Edge::Right => self.at[0] - rows[0].start - 1,
        };
        let indent = (before / pitch).min(room);
        // Rows of one length, with blanks at an end, show where the eighth cascade ends, whether it
        // has cards or not.
        let length = rows[0].signs.len();
        let is_padded = rows.iter().all(|row| row.signs.len() == length)
            && rows.iter().any(|row| !row.after().is_empty());
        let joined = (CASCADES - 1) * pitch + CARD;
        let is_whole =
            length == CASCADES * pitch || length == joined && before.is_multiple_of(pitch);
        if is_padded && is_whole && self.at.len() > 1 {
            return vec![indent];
        }
        vec![0, indent.max(1)]
    }

    /// The distance of two columns next to each other.
    fn pitch(&self) -> usize {
        let distances = self.at.windows(2).map(|pair| pair[1] - pair[0]);
        distances.min().unwrap_or(3)
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
