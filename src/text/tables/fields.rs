//! The fields of rows in which signs, or brackets around each place, separate them. Any of them may
//! be empty.

use crate::text::spelling::{Row, Word};

/// What separates the fields of some rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// One pair of brackets for each field.
    Brackets,
    Sign(char),
}

/// The signs, the surest first: beside another one, tabs are mere blanks.
const SEPARATORS: [Separator; 5] = [
    Separator::Brackets,
    Separator::Sign('|'),
    Separator::Sign(';'),
    Separator::Sign(','),
    Separator::Sign('\t'),
];

/// The part of a row that has cards: from a column on.
#[derive(Clone, Debug)]
pub struct CardRow<'a> {
    /// The line of the text.
    pub line: usize,
    /// The characters from that column on.
    pub signs: &'a [char],
    /// The words in them, whose columns are those of the whole row.
    pub words: &'a [Word],
    /// The column.
    pub start: usize,
}

impl<'a> CardRow<'a> {
    pub fn new(line: usize, row: &'a Row, words: &'a [Word], start: usize) -> CardRow<'a> {
        CardRow {
            line,
            signs: &row.characters[start..],
            words,
            start,
        }
    }

    /// What stands before a word.
    pub fn before(&self, word: &Word) -> &'a [char] {
        &self.signs[..word.columns.start - self.start]
    }

    /// What stands after the last word.
    pub fn after(&self) -> &'a [char] {
        let end = self.words.last().map_or(0, |word| self.end(word));
        &self.signs[end..]
    }

    /// The column after a word, counted from the row's own start.
    pub fn end(&self, word: &Word) -> usize {
        word.columns.end - self.start
    }

    /// What stands between the words.
    pub fn between(&self) -> impl Iterator<Item = &'a [char]> + use<'a> {
        let (signs, start) = (self.signs, self.start);
        let pairs = self.words.windows(2);
        pairs.map(move |pair| &signs[pair[0].columns.end - start..pair[1].columns.start - start])
    }

    /// Whether the row has lists of cards, an empty one among them: then not the same brackets are
    /// between any two cards, or not quotation marks between all; or there are signs, and more
    /// than a row's edges have, but none between some two cards.
    pub fn is_nested(&self) -> bool {
        let marks = |part: &[char]| {
            let brackets: String = part.iter().filter(|c| "[](){}".contains(**c)).collect();
            (brackets, part.contains(&'"') || part.contains(&'\''))
        };
        let first = self.between().map(marks).next();
        let is_other = |part| Some(marks(part)) != first;
        let signs: String = self.signs.iter().filter(|c| !c.is_whitespace()).collect();
        let has_empty = ["[]", "()", "{}"].iter().any(|it| signs.contains(it));
        let is_blank = |part: &[char]| part.iter().all(|c| c.is_whitespace());
        let has_more = |sign: &char| {
            signs.matches(*sign).count() > 2 || self.between().any(|part| part.contains(sign))
        };
        has_empty
            || self.between().any(is_other)
            || self.between().any(is_blank) && [';', ',', '/', '|', '"', '\''].iter().any(has_more)
    }
}

/// The fields of rows.
#[derive(Clone, Debug)]
pub struct Fields {
    pub separator: Separator,
    /// For each row, the field of each word, the first being 0.
    pub of_words: Vec<Vec<usize>>,
    /// For each row, how many fields it has.
    pub counts: Vec<usize>,
}

impl Fields {
    /// The fields, if the same separator stands between all words.
    pub fn find(rows: &[CardRow]) -> Option<Fields> {
        SEPARATORS
            .into_iter()
            .find_map(|separator| Fields::by(separator, rows))
    }

    fn by(separator: Separator, rows: &[CardRow]) -> Option<Fields> {
        let of_words = rows.iter().map(|row| separator.fields_of_words(row));
        let of_words: Vec<Vec<usize>> = of_words.collect::<Option<_>>()?;
        let counts: Vec<usize> = rows.iter().map(|row| separator.count(row.signs)).collect();
        let is_used = counts.iter().any(|&count| count > 1);
        is_used.then_some(Fields {
            separator,
            of_words,
            counts,
        })
    }

    /// The most fields that a row has.
    pub fn most(&self) -> usize {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// How many fields at the start of every row are empty and may be none, but an edge or an
    /// indent: not more than one, unless they are blanks.
    pub fn empty_at_start(&self) -> usize {
        let empty = self.of_words.iter().map(|row| row[0]).min().unwrap_or(0);
        match self.separator {
            Separator::Brackets => 0,
            Separator::Sign('\t') => empty,
            Separator::Sign(_) => empty.min(1),
        }
    }

    /// Whether no field is empty but an edge or an indent at the start of every row, and one at
    /// the end.
    pub fn are_dense(&self) -> bool {
        let first = self.empty_at_start();
        let mut rows = self.of_words.iter().zip(&self.counts);
        rows.all(|(row, &count)| {
            let next = first + row.len();
            row.iter().copied().eq(first..next) && (next..=next + 1).contains(&count)
        })
    }

    /// Whether empty fields may be missing at the rows' ends, as blanks often are.
    pub fn may_be_trimmed(&self) -> bool {
        let mut ends = self.of_words.iter().zip(&self.counts);
        let is_full = |(row, count): (&Vec<usize>, &usize)| row.last() == Some(&(count - 1));
        self.separator == Separator::Sign('\t') && ends.all(is_full)
    }
}

impl Separator {
    /// The fields of a row's words, if no field has two of them.
    fn fields_of_words(self, row: &CardRow) -> Option<Vec<usize>> {
        let field = |word: &Word| match self {
            Separator::Sign(sign) => Some(count(row.before(word), &[sign])),
            Separator::Brackets => {
                let opened = count(row.before(word), &['[', '(', '{']);
                let closed = count(row.before(word), &[']', ')', '}']);
                (opened == closed + 1).then_some(closed)
            }
        };
        let fields: Vec<usize> = row.words.iter().map(field).collect::<Option<_>>()?;
        let are_apart = fields.windows(2).all(|pair| pair[0] < pair[1]);
        are_apart.then_some(fields)
    }

    /// The number of fields in a row.
    fn count(self, signs: &[char]) -> usize {
        match self {
            Separator::Sign(sign) => count(signs, &[sign]) + 1,
            Separator::Brackets => count(signs, &['[', '(', '{']),
        }
    }
}

fn count(signs: &[char], wanted: &[char]) -> usize {
    signs.iter().filter(|sign| wanted.contains(sign)).count()
}
