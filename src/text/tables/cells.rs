//! Which cell each card of a row lies in.

use super::fields::{CardRow, Fields, Separator};
use super::{Flaw, Remark};
use crate::card::Card;
use crate::table::CELLS;
use crate::text::spelling::{Row, Word, TAB};

/// The columns of a cell where fc-solve prints it: a card ends at a multiple of this.
pub const FIELD: usize = 4;

/// The cells of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    pub cells: [Option<Card>; CELLS],
    /// Whether other programs, or people, may take the cards for those of other cells.
    pub doubt: Option<Doubt>,
}

/// Why cells in fc-solve's columns may be read as others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// An empty one before a card is blank, and fc-solve itself would not see it.
    BlankGap,
    /// The blanks after the last card are missing, so that the two before it may be a gap.
    Trimmed,
}

impl Cells {
    /// What is to be said about the row.
    pub fn remark(&self, row: usize) -> Option<Remark> {
        let [a, b, c, d] = self
            .cells
            .map(|cell| cell.map_or("-".to_owned(), |it| it.to_string()));
        let other = match self.doubt? {
            Doubt::BlankGap => "fc-solve itself, which prints such gaps, would read the cards as \
                                the first cells"
                .to_owned(),
            Doubt::Trimmed => format!(
                "if a single blank stood for each empty one, they would be a -, b {a}, c -, d {b}"
            ),
        };
        let cells = format!("a {a}, b {b}, c {c}, d {d}");
        let text = format!("the cells are read by their columns: {cells}; {other}");
        Some(Remark::new(row, &text))
    }
}

/// The cells after a label that ends before a column: by signs between them, in fc-solve's columns,
/// or one after the other.
///
/// # Errors
/// A word that is no cell; a card that may be in one cell or another.
pub fn labelled(row: &Row, start: usize) -> Result<Cells, Flaw> {
    read(row, start, true)
}

/// The cells of a row without a label, the rows above it beginning in a column.
///
/// # Errors
/// A word that is no cell; a card that may be in one cell or another.
pub fn bare(row: &Row, start: usize) -> Result<[Option<Card>; CELLS], Flaw> {
    Ok(read(row, start, false)?.cells)
}

fn read(row: &Row, start: usize, has_label: bool) -> Result<Cells, Flaw> {
    let words = row.words_from(start);
    let in_order = in_order(&words)?;
    if words.is_empty() || words.len() == CELLS {
        return Ok(Cells {
            cells: in_order,
            doubt: None,
        });
    }
    let row = CardRow::new(0, row, &words, start);
    let in_columns = in_columns(&row).filter(|_| has_label);
    let (places, doubt) = match by_fields(&row, has_label) {
        Some(places) => (Some(places?), None),
        None => in_columns.map_or((one_after_another(&row, has_label), None), |(it, doubt)| {
            (Some(it), doubt)
        }),
    };
    let places = places.ok_or_else(|| unclear(&words))?;
    let mut cells = [None; CELLS];
    for (word, place) in words.iter().zip(places) {
        cells[place] = word.card();
    }
    Ok(Cells { cells, doubt })
}

/// The cells in the order of the words.
///
/// # Errors
/// A word that is no card and no sign for an empty cell; more than four.
pub fn in_order(words: &[Word]) -> Result<[Option<Card>; CELLS], Flaw> {
    let mut cells = [None; CELLS];
    for (index, word) in words.iter().enumerate() {
        if !word.is_place() {
            return Err(Flaw::not_a_card(word));
        }
        let Some(cell) = cells.get_mut(index) else {
            return Err(Flaw::new("a fifth cell, expected four").in_column(word));
        };
        *cell = word.card();
    }
    Ok(cells)
}

/// By the signs between the cells, if there are some.
///
/// # Errors
/// The first sign may be the edge of the row, or the first cell is empty; there are too many.
fn by_fields(row: &CardRow, has_label: bool) -> Option<Result<Vec<usize>, Flaw>> {
    let fields = Fields::find(std::slice::from_ref(row))?;
    let (places, count) = (&fields.of_words[0], fields.most());
    // A sign at the row's end says nothing of the blanks before the only card.
    if *places == [0] && row.before(&row.words[0]).len() > 2 {
        return None;
    }
    let is_tab = fields.separator == Separator::Sign('\t');
    let is_bar = fields.separator == Separator::Sign('|');
    // A sign that follows the label at once may only separate it from the cells.
    let is_direct = has_label && fields.separator == Separator::Sign(row.signs[0]);
    let is_possible = |&edges: &usize| match edges {
        // A tab for each cell is one for each after the label; a lone one is the blank after it.
        0 if is_direct && is_tab => count <= CELLS && !is_lone_tab(row),
        0 => count <= CELLS + 1 || !is_bar || fields.empty_at_start() == 0,
        1 => is_direct || is_tab || is_bar || count > CELLS,
        _ => count >= CELLS + edges,
    };
    let without = |edges: usize| places.iter().map(|place| place - edges).collect();
    let all = (0..=fields.empty_at_start())
        .filter(is_possible)
        .map(without);
    let has_room = |places: &Vec<usize>| places.iter().all(|&place| place < CELLS);
    let all: Vec<Vec<usize>> = all.filter(has_room).collect();
    Some(match &all[..] {
        [one] => Ok(one.clone()),
        _ => Err(unclear(row.words)),
    })
}

/// By fc-solve's columns: it prints each cell in a field of four, the card at its end.
fn in_columns(row: &CardRow) -> Option<(Vec<usize>, Option<Doubt>)> {
    let is_other = |c: &char| *c != ' ' && !c.is_alphanumeric();
    let is_trimmed = row.after().is_empty();
    let is_whole = row.signs.len() >= FIELD * CELLS;
    if row.signs.iter().any(is_other) || !is_trimmed && !is_whole {
        return None;
    }
    let place = |word: &Word| {
        let end = row.end(word);
        let is_field = end.is_multiple_of(FIELD) && end <= FIELD * CELLS;
        is_field.then(|| end / FIELD - 1)
    };
    let places: Vec<usize> = row.words.iter().map(place).collect::<Option<_>>()?;
    // The third field of four columns ends where the fourth of three does.
    if places == [2] && !is_whole {
        return None;
    }
    let has_gap = !places.iter().copied().eq(0..places.len());
    let doubt = if has_gap {
        Some(Doubt::BlankGap)
    } else {
        // With a blank for each empty cell, two cards could be in b and d.
        Some(Doubt::Trimmed).filter(|_| !is_whole && 2 * places.len() <= CELLS)
    };
    Some((places, doubt))
}

/// One after the other, if the blanks leave no room for an empty one.
fn one_after_another(row: &CardRow, has_label: bool) -> Option<Vec<usize>> {
    let has_gap_sign = row.words.iter().any(Word::is_gap);
    let first = row.between().next().unwrap_or_default();
    // Three cards that are as far apart are the first three: there is one cell more.
    let is_even = row.between().all(|part| part == first);
    let is_dense = first.len() <= 1 || row.words.len() + 1 == CELLS;
    let before = row.before(&row.words[0]);
    let is_first = before.len() <= usize::from(has_label) || has_label && is_lone_tab(row);
    let are_blanks = row.between().flatten().all(|c| c.is_whitespace());
    let is_certain = has_gap_sign || is_even && is_dense && is_first;
    (are_blanks && is_certain).then(|| (0..row.words.len()).collect())
}

/// Whether a single tab, and nothing else, stands before the first word.
fn is_lone_tab(row: &CardRow) -> bool {
    let before = row.before(&row.words[0]);
    let is_only = row.signs.iter().filter(|c| **c == '\t').count() == 1;
    let are_blanks = before.starts_with(&['\t']) && before.iter().all(|c| c.is_whitespace());
    let is_stop = row.words[0].columns.start.is_multiple_of(TAB) && before.len() <= TAB;
    is_only && are_blanks && is_stop
}

fn unclear(words: &[Word]) -> Flaw {
    let why = format!(
        "it is not clear which cell {} is in: expected the cells with one blank before each and - \
         for an empty one",
        words[0].text
    );
    Flaw::new(why).in_column(&words[0])
}
