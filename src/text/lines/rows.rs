//! Reads the rows of a text, one after the other: which are rows of a line, and what stands in
//! them beside its words.

use super::candidate::{is_known, Candidate};
use super::numbers::{self, List, Meaning};
use super::{Beside, Word};
use crate::card::Card;
use crate::deal;
use crate::text::named::{self, DealName};
use crate::text::notation;
use crate::text::words::{tokens, Token};

/// Marks at the beginning of each row of a list.
const BULLETS: [&str; 8] = ["-", "*", "•", "·", "–", "—", "+", "|"];

/// Marks that may stand between all moves of a row.
const SEPARATORS: [&str; 12] = [",", ";", "|", "->", "=>", "→", "⇒", "-", "–", "—", "/", "·"];

/// The fewest of them by which a mark is seen to be a separator.
const FEWEST_SEPARATORS: usize = 2;

/// A reader of rows, one after the other, which remembers what came before: how far a numbered
/// list has come, and whether a line goes on.
#[derive(Debug, Default)]
pub struct Reader {
    list: List,
    bullet: Option<String>,
    /// Whether an item of the list had a move.
    is_listing: bool,
    /// The number of words that the row before gave to a line.
    words_before: usize,
}

/// A row of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A row without words, or a rule.
    Blank,
    /// A row that is not part of a line by itself.
    Prose(Beside),
    /// A row with words of a line.
    Moves(RowWords),
}

/// The words that a row gives to a line, and what else the row has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowWords {
    /// The words, whether or not they are moves.
    pub words: Vec<Word>,
    /// The text before them.
    pub before: Beside,
    /// The text after them.
    pub after: Beside,
    /// Whether the text after them may be a remark on the move, as in a numbered list.
    pub has_remark: bool,
    /// The deal that is named before them.
    pub deal: Option<DealName>,
}

/// The words of a row without what makes it one of a list.
#[derive(Default)]
struct Item<'a> {
    tokens: Vec<Token<'a>>,
    /// The number of tokens at its beginning that say what it is.
    lead: usize,
    /// Whether it is the next item of a numbered list.
    is_listed: bool,
    /// Whether it says that it tells a move.
    is_told: bool,
}

impl Reader {
    /// Forgets the list. What follows is another line.
    pub fn restart(&mut self) {
        *self = Reader::default();
    }

    /// Reads a row, the one with that number, and looks at the row that follows. A single word in
    /// prose that could be a move, such as a number, does not make it a row of a line.
    pub fn read_row(&mut self, number: usize, row: &str, next: &str) -> Row {
        let words_before = std::mem::take(&mut self.words_before);
        if notation::read_sentence(row).is_some() {
            self.words_before = 1;
            return sentence(number, row);
        }
        if let Some(word) = notation::read_table_row(row) {
            self.words_before = 1;
            return one_word(number, row, word);
        }
        let (deal, start) = deal_before(row).unzip();
        let quotes = row.len() - row.trim_start_matches(['>', ' ', '\t']).len();
        let start = start.unwrap_or(quotes);
        if is_rule(&row[start..]) {
            self.words_before = words_before;
            let named = |_| Row::Prose(Beside::of_row(number, row));
            return deal.map_or(Row::Blank, named);
        }
        let mut tokens = tokens(&row[start..]);
        for token in &mut tokens {
            token.start += start;
        }
        let item = self.item(&tokens, next);
        let is_word = |token: &&Token| !token.is_mark();
        let words: Vec<Token> = item.tokens.iter().filter(is_word).copied().collect();
        let candidate = Candidate {
            row,
            words: &words,
            lead: item.lead,
            is_item: item.is_listed,
            is_listing: self.is_listing,
            is_told: item.is_told,
            words_before,
            next,
        };
        let Some(span) = candidate.span().filter(|_| !is_cascade(row)) else {
            let mut beside = Beside::of_row(number, row);
            if deal.is_none() {
                beside.words = Beside::new(number, row, &item.tokens).words;
            }
            return Row::Prose(beside);
        };
        self.words_before = span.len();
        self.list.moves += span.len();
        self.is_listing |= item.is_listed;
        let (first, last) = (&words[span.start], &words[span.end - 1]);
        let begin = item
            .tokens
            .partition_point(|token| token.start < first.start);
        let end = item
            .tokens
            .partition_point(|token| token.start < last.end());
        let (inside, separator) = without_separators(&item.tokens[begin..end]);
        let beside = |tokens: &[Token]| {
            let is_edge = matches!(tokens, [mark] if Some(mark.text) == separator);
            Beside::new(number, row, if is_edge { &[] } else { tokens })
        };
        let mut before = beside(&item.tokens[..begin]);
        if deal.is_some() {
            // It is what the line is for, or a part of the line that it stands in.
            let name = Beside::of_row(number, &row[..start]);
            before.words = [name.words, before.words].concat();
        }
        Row::Moves(RowWords {
            words: inside
                .iter()
                .map(|token| word(number, row, token))
                .collect(),
            before,
            after: beside(&item.tokens[end..]),
            has_remark: item.is_listed,
            deal,
        })
    }

    /// The words of a row without the mark or the number of a list that counts on.
    fn item<'a>(&mut self, tokens: &[Token<'a>], next: &str) -> Item<'a> {
        let mut item = Item::default();
        let (mut is_labelled, mut follows_number) = (false, false);
        for (index, token) in tokens.iter().enumerate() {
            let later = &tokens[index + 1..];
            if index == 0 && token.is_mark() && self.is_bullet(token.text, next) {
                continue;
            }
            if index == 0 && tokens.len() == 2 && token.text == "Move" && token.after == ":" {
                item.is_told = true;
                continue;
            }
            let words = item.tokens.iter().filter(|token| !token.is_mark());
            let words: Vec<&str> = words.map(|token| token.text).collect();
            let is_start = !item.is_listed && words.iter().all(|word| numbers::is_label(word));
            let is_number = !later.is_empty() && !std::mem::take(&mut follows_number);
            let count = if is_start { 0 } else { words.len() };
            let meaning = is_number
                .then(|| self.list.count(token, is_start, count, later, next))
                .flatten();
            follows_number = meaning.is_some();
            if is_start && meaning.is_some() {
                (item.is_listed, is_labelled) = (true, !words.is_empty());
            }
            match meaning {
                Some(Meaning::Counts) if is_start && is_labelled => drop(item.tokens.pop()),
                Some(Meaning::Counts) => {}
                Some(Meaning::Alone) => {
                    item.tokens.push(*token);
                    item.lead = words.len() + 1;
                }
                None => item.tokens.push(*token),
            }
        }
        // A bot's remark on a turn begins like such an item.
        let words = item.tokens.iter().filter(|token| !token.is_mark());
        let are_moves = words.skip(item.lead).all(|token| is_known(token.text));
        item.is_listed &= !is_labelled || are_moves;
        item
    }

    /// Whether a mark at the beginning of a row is that of a list.
    fn is_bullet(&mut self, mark: &str, next: &str) -> bool {
        let next = next.trim_start_matches(['>', ' ', '\t']);
        let goes_on = next
            .strip_prefix(mark)
            .is_some_and(|next| next.starts_with(' '));
        let is_bullet =
            BULLETS.contains(&mark) && (goes_on || self.bullet.as_deref() == Some(mark));
        self.bullet = is_bullet.then(|| mark.to_owned());
        is_bullet
    }
}

impl Beside {
    /// A whole row.
    pub fn of_row(number: usize, row: &str) -> Beside {
        let text = row.trim().to_owned();
        Beside {
            text,
            ..Beside::new(number, row, &tokens(row))
        }
    }

    /// Words that follow one another in a row.
    fn new(number: usize, row: &str, tokens: &[Token]) -> Beside {
        let text = match tokens {
            [first, .., last] => &row[first.start..last.end()],
            [only] => only.text,
            [] => "",
        };
        Beside {
            row: number,
            text: text.to_owned(),
            words: tokens
                .iter()
                .map(|token| word(number, row, token))
                .collect(),
        }
    }
}

/// A word of a line; if a colon follows, with the colon.
fn word(number: usize, row: &str, token: &Token) -> Word {
    let colon = if token.is_label() { ":" } else { "" };
    Word {
        text: format!("{}{colon}", token.text),
        row: number,
        column: row[..token.start].chars().count() + 1,
    }
}

/// A row with a sentence that tells a move.
fn sentence(number: usize, row: &str) -> Row {
    let text = row.trim_end().trim_start_matches(['>', ' ', '\t']);
    one_word(number, row, text.to_owned())
}

/// A row that is one word of a line, whatever it looks like.
fn one_word(number: usize, row: &str, text: String) -> Row {
    let column = row.chars().take_while(|c| ">\t ".contains(*c)).count() + 1;
    Row::Moves(RowWords {
        words: vec![Word {
            text,
            row: number,
            column,
        }],
        before: Beside::new(number, row, &[]),
        after: Beside::new(number, row, &[]),
        has_remark: false,
        deal: None,
    })
}

/// Words without the mark that stands between all moves, and that mark.
fn without_separators<'a>(tokens: &[Token<'a>]) -> (Vec<Token<'a>>, Option<&'a str>) {
    let texts = || tokens.iter().map(|token| token.text);
    let separator = texts()
        .find(|text| SEPARATORS.contains(text))
        .filter(|mark| {
            let are_apart = tokens
                .windows(2)
                .all(|pair| pair.iter().any(|token| !is_known(token.text)));
            are_apart && texts().filter(|text| text == mark).count() >= FEWEST_SEPARATORS
        });
    // A second one in the same place is a word.
    let is_word = |index: &usize| {
        let is_separator = |index: usize| Some(tokens[index].text) == separator;
        !is_separator(*index) || *index > 0 && is_separator(index - 1)
    };
    let words = (0..tokens.len()).filter(is_word).map(|index| tokens[index]);
    (words.collect(), separator)
}

/// Whether a row is blank or a rule between rows.
fn is_rule(row: &str) -> bool {
    const SHORTEST: usize = 3;
    let is_mark = |c: char| "-=_*~#`+|─═━".contains(c);
    row.split_whitespace()
        .all(|part| part.chars().count() >= SHORTEST && part.chars().all(is_mark))
}

/// The deal that is named at the start of a row, and where the moves after it begin. Without a word
/// before it, a small number may be one of a list.
pub fn deal_before(row: &str) -> Option<(DealName, usize)> {
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
    let before = &text[..text.len() - rest.len()];
    (is_named && is_whole).then(|| (named::of_number(number, before), row.len() - moves.len()))
}

/// Whether a row is a cascade's, with a colon before its cards, some of which could be moves.
pub fn is_cascade(row: &str) -> bool {
    let cards = row.trim_start_matches(['>', ' ']).strip_prefix(':');
    let is_card = |word: &str| word.parse::<Card>().is_ok();
    cards.is_some_and(|cards| cards.split_whitespace().all(is_card))
}
