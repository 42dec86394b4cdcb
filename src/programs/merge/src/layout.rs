//! The merged file's layout: the header with its licences, then the program, either as dense as its
//! tokens allow or, for readers, formatted.

use anyhow::{ensure, Result};
use syn::{Item, ItemMod};

use crate::licence;
use crate::packages::{Bot, Crate};
use crate::text::{contains, tokens, Token};

/// The most characters that CodinGame takes; here also bytes.
pub const LIMIT: usize = 100_000;

/// Lines end at the first blank from this length on.
const WIDTH: usize = 100;

/// Operators of two characters, and what begins comments.
const OPERATORS: &str = "!= %= && &= *= += -= -> .. .= // /* /= :: <- << <= == => >= >> ^= |= ||";

/// Lays out a program, either for readers or densely. `before` is the program with its modules,
/// whose names are those of the libraries in it.
pub fn lay_out(bot: &Bot, before: &str, text: &str, is_for_readers: bool) -> Result<String> {
    let text = if is_for_readers {
        prettyplease::unparse(&syn::parse_file(text)?)
    } else {
        dense(text)?
    };
    let items = syn::parse_file(before)?.items;
    let is_code = |item: &Item| !matches!(item, Item::ExternCrate(_));
    let has_code = |it: &ItemMod| {
        it.content
            .iter()
            .any(|(_, items)| items.iter().any(is_code))
    };
    let is_used = |each: &&Crate| {
        let is_it =
            |item: &Item| matches!(item, Item::Mod(it) if it.ident == each.name && has_code(it));
        !each.own && items.iter().any(is_it)
    };
    let others: Vec<&Crate> = bot.libraries.iter().filter(is_used).collect();
    let text = licence::header(&bot.binary, &others)? + &text;
    let foreign: String = text.chars().filter(|it| !it.is_ascii()).collect();
    ensure!(foreign.is_empty(), "characters outside ASCII: {foreign}");
    Ok(text)
}

/// The length of a merged file, and whether CodinGame takes it.
pub fn report(text: &str) -> String {
    let length = text.len();
    match LIMIT.checked_sub(length) {
        Some(room) => format!("{length} characters, room for {room} more"),
        None => format!("{length} characters, too long: CodinGame takes at most {LIMIT}"),
    }
}

/// The text with as few blanks as its tokens allow, in lines.
fn dense(text: &str) -> Result<String> {
    let all = tokens(text)?;
    let mut dense = String::new();
    let mut start = 0;
    let mut last: Option<&Token> = None;
    for token in &all {
        if last.is_some_and(|last| last.range.end < token.range.start && would_join(last, token)) {
            let is_full = dense.len() - start >= WIDTH;
            dense.push(if is_full { '\n' } else { ' ' });
            start = if is_full { dense.len() } else { start };
        }
        dense += token.text;
        last = Some(token);
    }
    Ok(dense + "\n")
}

/// Whether two tokens would be misread without a blank between them.
fn would_join(first: &Token, second: &Token) -> bool {
    let ends = |text: &str| text.ends_with(|it: char| it.is_alphanumeric() || "_\"'".contains(it));
    let begins =
        |text: &str| text.starts_with(|it: char| it.is_alphanumeric() || "_\"'#".contains(it));
    let pair = format!("{}{}", first.text, second.text);
    let is_operator = contains(OPERATORS, &pair) || first.is_number() && second.text == ".";
    is_operator || ends(first.text) && begins(second.text)
}
