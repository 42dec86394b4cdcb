//! Source text, the form in which the program passes from step to step: its tokens with their
//! places in it, and edits by place.
//!
//! The compiler and the parser both speak of places in a text, so what one says of a place can be
//! done there without a tree to translate between them.

use std::cmp::Reverse;
use std::iter;
use std::ops::Range;

use anyhow::{anyhow, Result};
use proc_macro2::{Delimiter, LexError, Span, TokenStream, TokenTree};

/// The mark of a raw identifier, which may be spelled as a keyword.
const RAW: &str = "r#";

/// A token and where it stands.
pub struct Token<'a> {
    /// The token as written; delimiters are tokens of their own, and so is each character of an
    /// operator.
    pub text: &'a str,
    /// Its place in the text, in bytes.
    pub range: Range<usize>,
}

impl Token<'_> {
    /// Whether it is a word: a name or a keyword.
    pub fn is_word(&self) -> bool {
        words(self.text).next() == Some(self.text) && !self.is_number()
    }

    pub fn is_number(&self) -> bool {
        self.text.starts_with(|first: char| first.is_ascii_digit())
    }
}

/// The tokens of a text, without comments and documentation comments.
pub fn tokens(text: &str) -> Result<Vec<Token<'_>>> {
    let stream = text.parse();
    let stream = stream.map_err(|error: LexError| anyhow!("{error}"))?;
    let mut out = Vec::new();
    flatten(stream, text, &mut out);
    Ok(out)
}

fn flatten<'a>(stream: TokenStream, text: &'a str, out: &mut Vec<Token<'a>>) {
    let token = |span: Span| {
        let range = span.byte_range();
        let text = &text[range.clone()];
        Token { text, range }
    };
    // The lexer turns a documentation comment into an attribute whose tokens all stand where the
    // comment does, its bracket at the comment's first character.
    let is_comment = |token: &Token| token.text.starts_with("//") || token.text.starts_with("/*");
    for tree in stream {
        match tree {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                flatten(group.stream(), text, out);
            }
            TokenTree::Group(group) => {
                let open = token(group.span_open());
                if open.text != "/" {
                    out.push(open);
                    flatten(group.stream(), text, out);
                    out.push(token(group.span_close()));
                }
            }
            other => {
                let token = token(other.span());
                if !is_comment(&token) {
                    out.push(token);
                }
            }
        }
    }
}

/// The text without comments, its tokens on the same lines.
pub fn without_comments(text: &str) -> Result<String> {
    let mut edits = Edits::default();
    let mut done = 0;
    for Token { range, .. } in tokens(text)? {
        edits.blank(done..range.start, text);
        done = range.end;
    }
    edits.blank(done..text.len(), text);
    Ok(edits.apply(text))
}

/// The text of the token at `index`; empty where there is none.
pub fn at<'a>(tokens: &[Token<'a>], index: usize) -> &'a str {
    tokens.get(index).map_or("", |token| token.text)
}

/// Whether the tokens from `index` on are these, each a word or a single mark.
pub fn reads(tokens: &[Token], index: usize, expected: &str) -> bool {
    let mut expected = expected.split(' ').enumerate();
    expected.all(|(offset, text)| at(tokens, index + offset) == text)
}

/// The index of the delimiter that closes the one at `open`.
pub fn close_of(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for index in open..tokens.len() {
        match at(tokens, index) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index;
        }
    }
    tokens.len() - 1
}

/// The index of the bracket of the attribute that begins at `index`, if any.
pub fn attribute(tokens: &[Token], index: usize) -> Option<usize> {
    let is_inner = reads(tokens, index, "# ! [");
    let is_one = is_inner || reads(tokens, index, "# [");
    is_one.then_some(index + 1 + usize::from(is_inner))
}

/// Whether a path goes on before `index`, so that the token there is no path's first name.
pub fn is_inside_path(tokens: &[Token], index: usize) -> bool {
    index >= 2 && reads(tokens, index - 2, ": :")
}

/// The words in a text that is not a program. A raw identifier is one word.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |each: char| each.is_alphanumeric() || each == '_';
    let mut rest = text;
    iter::from_fn(move || {
        rest = &rest[rest.find(is_word)?..];
        let raw = rest.strip_prefix(RAW).filter(|it| it.starts_with(is_word));
        let start = raw.map_or(0, |_| RAW.len());
        let end = rest[start..].find(|each| !is_word(each));
        let (word, after) = rest.split_at(end.map_or(rest.len(), |end| start + end));
        rest = after;
        Some(word)
    })
}

/// A raw identifier without its mark, and any other word as it is.
pub fn without_mark(word: &str) -> &str {
    word.strip_prefix(RAW).unwrap_or(word)
}

/// Whether a word is one of a list of words.
pub fn contains(list: &str, word: &str) -> bool {
    list.split(' ').any(|each| each == word)
}

/// Changes to a text, by place. Where one lies inside another, the outer one wins.
#[derive(Default)]
pub struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    /// Puts other text in a place.
    pub fn replace(&mut self, range: Range<usize>, text: impl Into<String>) {
        self.0.push((range, text.into()));
    }

    /// Replaces a place by blanks, so that nothing else moves.
    pub fn blank(&mut self, range: Range<usize>, text: &str) {
        let blank = |byte| if byte == b'\n' { '\n' } else { ' ' };
        let blanks: String = text[range.clone()].bytes().map(blank).collect();
        self.replace(range, blanks);
    }

    /// Whether there are no changes.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there are changes in a place.
    pub fn touch(&self, place: &Range<usize>) -> bool {
        let is_in = |it: &Range<usize>| place.start <= it.start && it.end <= place.end;
        self.0.iter().any(|(range, _)| is_in(range))
    }

    /// The text with the changes made.
    pub fn apply(mut self, text: &str) -> String {
        let order = |edit: &(Range<usize>, _)| (edit.0.start, Reverse(edit.0.end));
        self.0.sort_by_key(order);
        let mut out = String::with_capacity(text.len());
        let mut done = 0;
        for (range, new) in self.0 {
            if range.start >= done {
                out += &text[done..range.start];
                out += &new;
                done = range.end;
            }
        }
        out + &text[done..]
    }
}
