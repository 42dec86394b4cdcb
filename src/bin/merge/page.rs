//! The merged file's layout: the header with its licences, then the program,
//! either as dense as its tokens allow or, for readers, formatted.

use std::fmt::Arguments;
use std::io::{self, Write as _};

use anyhow::{bail, ensure, Result};
use syn::spanned::Spanned;
use syn::Item;

use crate::licence;
use crate::packages::Bot;
use crate::text::{close_of, reads, tokens, Edits};

/// What CodinGame takes at most, in characters; here also in bytes.
const LIMIT: usize = 100_000;

/// Lines end at the first blank from this length on, where a line end costs
/// nothing.
const WIDTH: usize = 100;

/// A program and what in it came from which library.
pub struct Program {
    /// Its text.
    pub text: String,
    /// The libraries, each with the number of items it has in the text, in their
    /// order there, before the binary's.
    pub libraries: Vec<(String, usize)>,
}

impl Program {
    /// A program whose libraries are modules at its root.
    ///
    /// # Errors
    /// Text that is no Rust.
    pub fn of_modules(text: String) -> Result<Program> {
        let items = syn::parse_file(&text)?.items;
        let libraries = items.iter().filter_map(|item| match item {
            Item::Mod(module) => Some((module.ident.to_string(), 1)),
            _ => None,
        });
        Ok(Program {
            libraries: libraries.collect(),
            text,
        })
    }
}

/// The merged file, in parts.
pub struct Page {
    /// Each part's title and text, in their order.
    parts: Vec<(String, String)>,
}

/// Lays a program out.
///
/// # Errors
/// Licences that do not allow this, and characters outside ASCII.
pub fn lay_out(bot: &Bot, program: &Program, is_for_readers: bool) -> Result<Page> {
    let text = if is_for_readers {
        prettyplease::unparse(&syn::parse_file(&program.text)?)
    } else {
        dense(&program.text)?
    };
    let used = |name: &str| {
        program
            .libraries
            .iter()
            .any(|(library, count)| library == name && *count > 0)
    };
    let dependencies: Vec<_> = bot
        .dependencies
        .iter()
        .filter(|each| used(&each.name))
        .collect();
    let mut parts = vec![("header".to_owned(), licence::header(bot, &dependencies)?)];
    let own = bot.binary.title();
    let tree = syn::parse_file(&text)?;
    let is_import = |item: &&Item| matches!(item, Item::Use(_) | Item::ExternCrate(_));
    let mut end = tree.items.iter().take_while(is_import).count();
    let mut done = 0;
    for (name, count) in &program.libraries {
        end += count;
        if let Some(found) = dependencies.iter().find(|each| each.name == *name) {
            let next = tree.items[end - 1].span().byte_range().end;
            parts.push((found.title(), text[done..next].to_owned()));
            done = next;
        }
    }
    parts.push((own, text[done..].to_owned()));
    for (title, text) in &parts {
        if let Some(line) = text.lines().find(|line| !line.is_ascii()) {
            bail!("{title}: characters outside ASCII, in {:?}", line.trim());
        }
    }
    Ok(Page { parts })
}

impl Page {
    /// The whole file.
    pub fn text(&self) -> String {
        self.parts.iter().map(|(_, text)| text.as_str()).collect()
    }

    /// Refuses a file that is too long for the platform.
    ///
    /// # Errors
    /// More characters than the limit.
    pub fn check_length(&self) -> Result<()> {
        let length = self.text().len();
        let parts = self
            .parts
            .iter()
            .map(|(title, text)| format!("{title} {}", text.len()));
        let parts = parts.collect::<Vec<_>>().join(", ");
        ensure!(
            length <= LIMIT,
            "the merged file is too long: {length} characters, of at most {LIMIT} ({parts})"
        );
        Ok(())
    }

    /// Says on standard error how long the file is and what takes how much.
    pub fn report(&self) {
        let length = self.text().len();
        match LIMIT.checked_sub(length) {
            Some(room) => remark(format_args!("{length} characters, room for {room} more")),
            None => remark(format_args!("{length} characters, too long to submit")),
        }
        for (title, text) in &self.parts {
            remark(format_args!("{:>8} {title}", text.len()));
        }
    }
}

/// Prints a line on standard error; one that is closed or full costs the line alone.
fn remark(line: Arguments) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// The text with as few blanks as its tokens allow, in lines.
fn dense(text: &str) -> Result<String> {
    let mut edits = Edits::default();
    let all = tokens(text)?;
    for (index, token) in all.iter().enumerate() {
        let is_number = token.text.starts_with(|each: char| each.is_ascii_digit());
        if is_number && token.text.contains('_') {
            edits.replace(token.range.clone(), token.text.replace('_', ""));
        }
        if reads(&all, index, "# [ derive (") {
            let last = &all[close_of(&all, index + 3) - 1];
            if last.text == "," {
                edits.replace(last.range.clone(), "");
            }
        }
    }
    let text = rust_minify::minify(&edits.apply(text))?;
    let mut lines = Edits::default();
    let mut start = 0;
    for pair in tokens(&text)?.windows(2) {
        let gap = pair[0].range.end..pair[1].range.start;
        if &text[gap.clone()] == " " && gap.end - start > WIDTH {
            start = gap.end;
            lines.replace(gap, "\n");
        }
    }
    Ok(lines.apply(&text) + "\n")
}
