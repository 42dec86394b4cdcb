//! The merged file's layout: the header with its licences, then the program, either as dense as its
//! tokens allow or, for readers, formatted.

use anyhow::{ensure, Result};
use syn::{Item, ItemMod};

use crate::licence;
use crate::packages::{Bot, Crate};
use crate::text::{at, close_of, reads, tokens, Edits};

/// What CodinGame takes at most, in characters; here also in bytes.
pub const LIMIT: usize = 100_000;

/// Lines end at the first blank from this length on.
const WIDTH: usize = 100;

/// Lays a program out for readers, or else densely; before, it was one of modules, whose names are
/// those of the libraries in it.
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
    let page = licence::header(&bot.binary, &others)? + &text;
    let foreign: String = page.chars().filter(|it| !it.is_ascii()).collect();
    ensure!(foreign.is_empty(), "characters outside ASCII: {foreign}");
    Ok(page)
}

/// How long a page is, and whether CodinGame takes it.
pub fn report(page: &str) -> String {
    let length = page.len();
    match LIMIT.checked_sub(length) {
        Some(room) => format!("{length} characters, room for {room} more"),
        None => format!("{length} characters, too long: CodinGame takes at most {LIMIT}"),
    }
}

/// The text with as few blanks as its tokens allow, in lines.
fn dense(text: &str) -> Result<String> {
    let mut edits = Edits::default();
    let all = tokens(text)?;
    for (index, token) in all.iter().enumerate() {
        if token.is_number() {
            edits.replace(token.range.clone(), token.text.replace('_', ""));
        } else if reads(&all, index, "# [ derive (") {
            let last = close_of(&all, index + 3) - 1;
            if at(&all, last) == "," {
                edits.replace(all[last].range.clone(), "");
            }
        }
    }
    let text = rust_minify::minify(&edits.apply(text))?;
    let mut lines = Edits::default();
    let mut start = 0;
    for pair in tokens(&text)?.windows(2) {
        let gap = pair[0].range.end..pair[1].range.start;
        if !gap.is_empty() && gap.end - start > WIDTH {
            start = gap.end;
            lines.replace(gap, "\n");
        }
    }
    Ok(lines.apply(&text) + "\n")
}
