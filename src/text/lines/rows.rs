//! Decides which rows of a text are rows of a line, and which of their words.

use std::ops::Range;

use super::{Skipped, Word};
use crate::card::Card;
use crate::deal;
use crate::moves::{Move, Place};
use crate::text::notation;
use crate::text::words::{pieces, Piece, Token};

/// A reader of rows, one after the other, which remembers what came before: how far a numbered
/// list has come, and whether a line goes on.
#[derive(Debug, Default)]
pub struct Reader {
    /// The last number of a numbered list, and the mark after it, if there is one.
    number: usize,
    mark: Option<char>,
    /// Whether an item of the list had a move.
    is_listing: bool,
    /// The number of words that the row before gave to a line.
    words_before: usize,
}

/// A row of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A row without words.
    Blank,
    /// A row that is not part of a line.
    Prose,
    /// A row with words of a line.
    Moves(RowWords),
}

/// The words that a row gives to a line, and what else the row has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowWords {
    /// The words, whether or not they are moves.
    pub words: Vec<Word>,
    /// The text before and after them.
    pub skipped: Vec<Skipped>,
    /// The number of a deal before them.
    pub deal: Option<u64>,
}

/// Words that may precede the number of an item.
const ITEM_LABELS: [&str; 3] = ["turn", "move", "step"];

/// Words that merely join moves.
const JOINING: [&str; 2] = ["and", "then"];

impl Reader {
    /// Reads a row, the one with that number, and looks at the row that follows.
    ///
    /// It is a row of a line if all its words are moves or could be moves with a typing error; if
    /// three moves follow one another, or more than half of its words are moves; if moves are all
    /// that follows a label with a colon; or if it is the next item of a numbered list and
    /// begins with a move. A single word in prose that could be a move, such as a number, does
    /// not make one.
    pub fn read_row(&mut self, number: usize, row: &str, next: &str) -> Row {
        let words_before = std::mem::take(&mut self.words_before);
        if notation::read_sentence(row).is_some() {
            return self.sentence(number, row);
        }
        let (deal, start) = deal_before(row).unzip();
        let start = start.unwrap_or(0);
        let (tokens, is_item) = self.tokens(&row[start..]);
        if tokens.is_empty() {
            return deal.map_or(Row::Blank, |_| Row::Prose);
        }
        let candidate = Candidate {
            tokens,
            is_item,
            is_listing: self.is_listing,
            words_before,
            next,
        };
        let Some(span) = candidate.span().filter(|_| !is_cascade(row)) else {
            return Row::Prose;
        };
        self.words_before = span.len();
        self.is_listing |= is_item;
        let word = |token: &Token| Word {
            text: token.text.to_owned(),
            row: number,
            column: row[..start + token.start].chars().count() + 1,
        };
        let tokens = &candidate.tokens;
        let beside = [&tokens[..span.start], &tokens[span.end..]].into_iter();
        let skipped = beside.filter_map(|tokens| {
            let (first, last) = (tokens.first()?, tokens.last()?);
            Some(Skipped::new(
                number,
                &row[start + first.start..start + last.end()],
            ))
        });
        Row::Moves(RowWords {
            skipped: skipped.collect(),
            words: tokens[span].iter().map(word).collect(),
            deal,
        })
    }

    /// A row with a sentence that tells a move.
    fn sentence(&mut self, number: usize, row: &str) -> Row {
        self.words_before = 1;
        let text = row.trim_end().trim_start_matches(['>', ' ', '\t']);
        let before = row.trim_end().chars().count() - text.chars().count();
        Row::Moves(RowWords {
            words: vec![Word {
                text: text.to_owned(),
                row: number,
                column: before + 1,
            }],
            skipped: Vec::new(),
            deal: None,
        })
    }

    /// The words of a row, without the numbers of a list and without words that merely join
    /// moves; and whether the row is the next item of a numbered list.
    fn tokens<'a>(&mut self, row: &'a str) -> (Vec<Token<'a>>, bool) {
        let mut tokens: Vec<Token> = Vec::new();
        let (mut is_item, mut is_labelled) = (false, false);
        let pieces = pieces(row);
        for (index, &piece) in pieces.iter().enumerate() {
            let is_start = match tokens[..] {
                [] => true,
                [label] => ITEM_LABELS.contains(&&*label.text.to_lowercase()),
                _ => false,
            };
            let is_last = index + 1 == pieces.len();
            let length = self.number_length(piece.text, is_start && !is_last);
            if is_start && length > 0 {
                is_item = true;
                is_labelled = tokens.pop().is_some();
            }
            match piece.without(length).token() {
                Some(token) if JOINING.contains(&token.text) => {}
                Some(token) => tokens.push(token),
                None if piece.text.starts_with(':') => {
                    if let Some(last) = tokens.last_mut() {
                        last.is_label = true;
                    }
                }
                None => {}
            }
        }
        // A bot's remark on a turn begins like such an item.
        let is_item = is_item && (!is_labelled || tokens.iter().all(|token| is_known(token.text)));
        // A mark at the end of the row labels nothing.
        if let Some(last) = tokens.last_mut() {
            last.is_label = false;
        }
        (tokens, is_item)
    }

    /// The length of a list item's number at the start of a piece, as in `1.`, `1:26` and `#1`;
    /// without a mark, only at the start of a row.
    fn number_length(&mut self, piece: &str, is_start: bool) -> usize {
        let digits = piece.trim_start_matches('#');
        let end = digits.find(|c: char| !c.is_ascii_digit());
        let (text, rest) = digits.split_at(end.unwrap_or(digits.len()));
        let mark = rest.chars().next();
        let Ok(number) = text.parse::<usize>() else {
            return 0;
        };
        let is_mark = mark.map_or(is_start, |mark| ".):".contains(mark));
        // A second list begins with 1 again, and a part of a list with what cannot be a move.
        let is_next = number == 1 || (number, mark) == (self.number + 1, self.mark);
        let is_part = is_start && matches!(mark, Some('.' | ')')) && text.parse::<Move>().is_err();
        if !is_mark || !(is_next || is_part) {
            return 0;
        }
        (self.number, self.mark) = (number, mark);
        piece.len() - rest.trim_start_matches(['.', ')', ':']).len()
    }
}

/// A row that may be one of a line, with what stands around it.
struct Candidate<'a> {
    tokens: Vec<Token<'a>>,
    is_item: bool,
    is_listing: bool,
    words_before: usize,
    next: &'a str,
}

impl Candidate<'_> {
    /// The words of the row that are the line's; `None` if it is not a row of a line.
    fn span(&self) -> Option<Range<usize>> {
        let runs = self.runs();
        // Of several runs of the same length, the first.
        let longest = runs.iter().rev().max_by_key(|run| run.len()).cloned();
        if self.is_misspelt_item(longest.as_ref()) {
            return Some(0..self.end(1));
        }
        let longest = longest?;
        if !self.is_line(&longest) || self.are_cards() {
            return None;
        }
        let (mut start, mut end) = (longest.start, longest.end);
        for run in runs.iter().rev().filter(|run| run.end <= longest.start) {
            if !self.goes_on(run, run.end..start) {
                break;
            }
            start = run.start;
        }
        for run in runs.iter().filter(|run| run.start >= longest.end) {
            if !self.goes_on(run, end..run.start) {
                break;
            }
            end = run.end;
        }
        Some(self.start(start)..self.end(end))
    }

    /// The longest stretches of words that are moves in some notation. A number before a colon is
    /// not one.
    fn runs(&self) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for index in (0..self.tokens.len()).filter(|&index| self.is_known(index)) {
            match runs.last_mut() {
                Some(run) if run.end == index => run.end += 1,
                _ => runs.push(index..index + 1),
            }
        }
        runs
    }

    fn is_known(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        is_known(token.text) && !token.is_label
    }

    /// Whether the row is one of a list with a move in each row, and the word in it is no move.
    fn is_misspelt_item(&self, longest: Option<&Range<usize>>) -> bool {
        let first = self.tokens[0];
        let is_alone = self.tokens.len() == 1;
        let is_missing = !self.is_known(0) && !first.is_label;
        let is_list = self.is_listing || self.next_item().is_some_and(is_known);
        let is_numbered = self.is_item && is_list && (is_alone || is_short(first.text));
        let follows = self.words_before > 0 && self.tokens.iter().all(|it| is_short(it.text));
        let is_between =
            is_alone && is_known(self.next.trim_matches(['>', ' ']).trim_end_matches(','));
        let is_listed = is_between && (self.words_before == 1 || is_short(first.text));
        is_missing && (is_numbered || is_listed || follows && longest.is_none())
    }

    /// The first word after the number with which the next row begins.
    fn next_item(&self) -> Option<&str> {
        let next = self.next.trim_start_matches(['>', ' ', '(', '#']);
        let rest = next.trim_start_matches(|c: char| c.is_ascii_digit());
        let (number, rest) = (next.len() > rest.len()).then(|| rest.split_at_checked(1))??;
        let word = rest.split_whitespace().next()?;
        ".):".contains(number).then_some(word)
    }

    /// Whether the words are cards, some of which could be moves, as in `KH 6H 8H`.
    fn are_cards(&self) -> bool {
        let mut words = self.tokens.iter().map(|token| token.text);
        let have_other = words.clone().any(|word| !is_known(word));
        self.words_before == 0 && have_other && words.all(|word| word.parse::<Card>().is_ok())
    }

    fn is_line(&self, longest: &Range<usize>) -> bool {
        let tokens = &self.tokens;
        let known = (0..tokens.len()).filter(|&index| self.is_known(index));
        let known: Vec<&str> = known.map(|index| tokens[index].text).collect();
        let has_letter = known.iter().any(|word| word.contains(char::is_alphabetic));
        let could_be = |token: &Token| is_known(token.text) || looks_like_move(token.text);
        let follows = self.words_before > 0 && tokens.iter().all(|token| is_short(token.text));
        let label = tokens.iter().rposition(|token| token.is_label);
        let labelled = label.map_or(&[][..], |label| &tokens[label + 1..]);
        // What fc-solve writes between tables.
        let is_told = label.is_some_and(|label| tokens[label].text.eq_ignore_ascii_case("move"));
        let is_labelled = labelled.len() >= 2 || (has_letter || is_told) && !labelled.is_empty();
        let begins = || {
            let next: Vec<&str> = self.next.split_whitespace().collect();
            next.len() >= 2 && next.iter().all(|word| is_known(word))
        };
        let is_many = known.len() >= 2 && 2 * known.len() > tokens.len();
        longest.len() >= 3
            || tokens.iter().all(could_be)
            || follows
            || self.is_item && longest.start == 0
            || is_labelled && labelled.iter().all(|token| is_short(token.text))
            || known.iter().any(|word| word.len() > 4)
            || is_many && (has_letter || known.len() > 2 || self.words_before > 0 || begins())
    }

    /// Whether the line goes on, beyond what stands between, with another run of moves.
    fn goes_on(&self, run: &Range<usize>, between: Range<usize>) -> bool {
        let between = &self.tokens[between];
        let is_labelled = between.iter().any(|token| token.is_label);
        !is_labelled && (run.len() > 1 || between.len() == 1 || !is_prose(between))
    }

    /// The first word of a line whose first move is that one: further words before it are the
    /// line's unless they are prose.
    fn start(&self, first: usize) -> usize {
        let is_label = |token: &Token| token.is_label;
        let label = self.tokens[..first].iter().rposition(is_label);
        let mut start = label.map_or(0, |label| label + 1);
        if let Some(apart) = (start..=first).rev().find(|&index| self.is_apart(index)) {
            start = apart;
        }
        if is_prose(&self.tokens[start..first]) {
            first
        } else {
            start
        }
    }

    /// The end of a line after whose last move that word follows.
    fn end(&self, last: usize) -> usize {
        let end = (last..self.tokens.len()).find(|&index| self.is_apart(index));
        let end = end.unwrap_or(self.tokens.len());
        if is_prose(&self.tokens[last..end]) {
            last
        } else {
            end
        }
    }

    /// Whether a mark keeps a word apart from the one before it. In a list of quoted words, none
    /// does.
    fn is_apart(&self, index: usize) -> bool {
        let are_quoted =
            index > 0 && self.tokens[index - 1].is_quoted && self.tokens[index].is_quoted;
        self.tokens[index].is_apart && !are_quoted
    }
}

/// Every word of a text, for one that is meant to be a line and does not look like one.
pub fn all_words(text: &str) -> Vec<Word> {
    let words = |(index, row)| {
        let tokens = pieces(row).into_iter().filter_map(Piece::token);
        let word = move |token: Token| Word {
            text: token.text.to_owned(),
            row: index + 1,
            column: row[..token.start].chars().count() + 1,
        };
        tokens.map(word)
    };
    text.lines().enumerate().flat_map(words).collect()
}

/// The number of a deal at the start of a row, and where the moves after it begin. Without a word
/// before it, a small number may be one of a list.
pub fn deal_before(row: &str) -> Option<(u64, usize)> {
    let is_mark = |mark: char| mark.is_whitespace() || ">|`\"'(".contains(mark);
    // The links to other pages, and to ours.
    let in_link = ["?deal=", ".html#"]
        .iter()
        .find_map(|mark| row.split_once(mark));
    let text = in_link.map_or_else(|| row.trim_start_matches(is_mark), |(_, text)| text);
    let (number, rest) = deal::read_number(text)?;
    let moves = rest.strip_prefix(':').unwrap_or(rest);
    let glued = moves.split(char::is_whitespace).next().unwrap_or_default();
    let is_joined = glued.split('-').nth(1).is_some() || glued.len() > 4 && is_known(glued);
    let is_joined = moves.len() < rest.len() && is_joined;
    let is_named = match text.chars().next()? {
        '#' => number > 99 || is_joined,
        _ if in_link.is_some() => true,
        first if first.is_ascii_digit() => moves.len() < rest.len() && (number > 99 || is_joined),
        _ => true,
    };
    let is_whole = rest.is_empty() || rest.starts_with([':', ',', '.', ' ', '&']);
    (is_named && is_whole).then(|| (number, row.len() - moves.len()))
}

/// Whether a row is a cascade's, with a colon before its cards, some of which could be moves.
fn is_cascade(row: &str) -> bool {
    let cards = row.trim_start_matches(['>', ' ']).strip_prefix(':');
    let is_card = |word: &str| word.parse::<Card>().is_ok();
    cards.is_some_and(|cards| cards.split_whitespace().all(is_card))
}

/// Whether a word is a move in some notation, or a whole line without anything between its moves.
fn is_known(word: &str) -> bool {
    let places = word.split_once('/').map_or(word, |(places, _)| places);
    let is_cell = |place| matches!(place, Some(Place::Cell(_)));
    match notation::read_word(places) {
        Ok(moves) => match &moves[..] {
            [mv] => !(is_cell(Some(mv.from)) && is_cell(mv.to)),
            _ => true,
        },
        Err(_) => false,
    }
}

/// Whether a word has two characters, as moves have, or is a move.
fn is_short(word: &str) -> bool {
    word.is_ascii() && word.len() == 2 || is_known(word)
}

/// Whether a word could be a move with a typing error.
fn looks_like_move(word: &str) -> bool {
    let is_place = |c: char| c.is_ascii_digit() || Place::from_char(c).is_some();
    word.is_ascii()
        && word.len() == 2
        && !is_known(word)
        && (word.chars().all(is_place) || word.contains(|c: char| c.is_ascii_digit()))
}

/// Whether words beside a line are prose: two or more, a proper one among them and none that could
/// be a move with a typing error.
fn is_prose(words: &[Token]) -> bool {
    let is_proper = |text: &str| text.chars().count() > 2 && text.chars().all(char::is_alphabetic);
    words.len() >= 2
        && words.iter().any(|word| is_proper(word.text))
        && !words.iter().any(|word| looks_like_move(word.text))
}
