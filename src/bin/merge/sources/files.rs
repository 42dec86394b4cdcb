//! Which file and line a piece of syntax came from.

use std::collections::BTreeMap;

use anyhow::{anyhow, Error};
use proc_macro2::{Span, TokenStream};

/// The files lexed so far.
#[derive(Default)]
pub struct Files {
    /// From the lexer's name for a text to the file's name for people.
    names: BTreeMap<String, String>,
}

impl Files {
    /// Lexes a file's text and remembers the file by its name for people.
    ///
    /// # Errors
    /// Text that is no sequence of Rust tokens.
    pub fn lex(&mut self, name: &str, text: &str) -> Result<TokenStream, Error> {
        let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
            anyhow!("{name}:{}: {error}", error.span().start().line)
        })?;
        if let Some(first) = tokens.clone().into_iter().next() {
            self.names.insert(first.span().file(), name.to_owned());
        }
        Ok(tokens)
    }

    /// The file and line of a piece of syntax, as `src/main.rs:7`.
    pub fn place(&self, span: Span) -> String {
        let name = self.names.get(&span.file()).map_or("?", String::as_str);
        format!("{name}:{}", span.start().line)
    }

    /// An error about a piece of syntax.
    pub fn error(&self, span: Span, what: &str) -> Error {
        anyhow!("{}: {what}", self.place(span))
    }

    /// The parser's complaint, with file and line.
    pub fn parse_error(&self, error: &syn::Error) -> Error {
        self.error(error.span(), &error.to_string())
    }
}
