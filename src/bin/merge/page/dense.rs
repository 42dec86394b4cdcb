//! Code with as few blanks as its tokens allow, in lines of about a hundred
//! characters.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Lines are broken at the first chance from this length on.
const WIDTH: usize = 96;

/// Pairs of marks that would be read as one if they touched.
const PAIRS: [&str; 22] = [
    "&&", "||", "==", "=>", "<=", ">=", "!=", "->", "<-", "<<", "..", "::", "+=", "-=", "*=", "/=",
    "%=", "^=", "&=", "|=", "//", "/*",
];

/// Prints tokens, with a line's end after the last.
pub fn print(tokens: TokenStream) -> String {
    let mut printer = Printer::default();
    printer.print(tokens);
    printer.text.push('\n');
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
    /// Where the current line begins.
    line: usize,
    /// Whether the last mark sticks to the next.
    joint: bool,
}

impl Printer {
    fn print(&mut self, tokens: TokenStream) {
        for tree in tokens {
            match tree {
                TokenTree::Group(group) => {
                    let (open, close) = match group.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::None => ("", ""),
                    };
                    self.put(open, false);
                    self.print(group.stream());
                    self.put(close, false);
                }
                TokenTree::Punct(punct) => {
                    let joint = punct.spacing() == Spacing::Joint;
                    self.put(punct.as_char().encode_utf8(&mut [0; 4]), joint);
                }
                other => self.put(&other.to_string(), false),
            }
        }
    }

    fn put(&mut self, token: &str, joint: bool) {
        if !self.joint && self.must_part_from(token) {
            self.text.push(' ');
        }
        self.text.push_str(token);
        self.joint = joint;
        let breakable = matches!(token, ";" | "," | "{" | "}");
        if breakable && self.text.len() - self.line >= WIDTH {
            self.text.push('\n');
            self.line = self.text.len();
        }
    }

    /// Whether the last token and this one would be read as one.
    fn must_part_from(&self, token: &str) -> bool {
        let (Some(last), Some(first)) = (self.text.chars().last(), token.chars().next()) else {
            return false;
        };
        let is_word =
            |each: char| each.is_alphanumeric() || each == '_' || each == '"' || each == '\'';
        let pair = [last, first].iter().collect::<String>();
        (is_word(last) && is_word(first)) || PAIRS.contains(&pair.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_stay_only_between_words_and_marks_that_would_merge() {
        let code =
            "pub fn f < 'a > ( x : & 'a u8 ) -> u8 { if * x == 1 && x . y { 0 .. 2 } & & x }";
        let dense = "pub fn f<'a>(x:&'a u8)->u8{if*x==1&&x.y{0..2}& &x}\n";
        assert_eq!(print(code.parse().unwrap()), dense);
    }

    #[test]
    fn what_is_printed_reads_back_as_the_same_tokens() {
        let code = "macro_rules! m { ($x:expr) => { $x.0 = 1. + 'b' as u8 - -2; } }";
        let tokens: TokenStream = code.parse().unwrap();
        let again: TokenStream = print(tokens.clone()).parse().unwrap();
        assert_eq!(leaves(tokens), leaves(again));
    }

    /// The tokens one by one, without how they touch: `- -` may become `--`,
    /// which is the same two marks.
    fn leaves(tokens: TokenStream) -> Vec<String> {
        let leaf = |tree| match tree {
            TokenTree::Group(group) => leaves(group.stream()),
            other => vec![other.to_string()],
        };
        tokens.into_iter().flat_map(leaf).collect()
    }
}
