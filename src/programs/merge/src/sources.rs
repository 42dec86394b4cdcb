//! The crates' sources as one text: every module in its place, without documentation, and without
//! what is compiled only for tests or for features that are off.
//!
//! Each library becomes a module at the root, with the crate's name; the binary's items stand at
//! the root itself. Paths are adapted: `crate::` in a library gets the library's name after it, and
//! a crate's name at the beginning of a path gets `crate::` before it. Nothing stays `pub`, since
//! the compiler takes what is public to be in use; in a program, `pub(crate)` does the same. What
//! would have another meaning in one file is refused here, with file and line. What no longer
//! compiles is refused by the compiler.

mod cfg;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail, Context, Result};
use proc_macro2::Ident;
use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::token::Comma;
use syn::{Expr, Item, ItemMod};

use crate::packages::{Bot, Crate};
use crate::printed::{format_of, ASSERTION};
use crate::text::{at, attribute, close_of, contains, is_inside_path, reads, tokens, without_mark};
use crate::text::{Edits, Token};

/// Begins a comment that says which file and line the next line came from.
const MARK: &str = "//@";

/// Attributes that only inform readers, tools or lints, or that set the line which a panic names.
const INERT: &str = "allow automatically_derived clippy deny deprecated diagnostic doc expect \
    forbid miri must_use no_std non_exhaustive rustfmt rust_analyzer track_caller warn";

/// Macros whose value is not in the sources, or would be different in the merged file.
const MACROS: &str = "column dbg env file include include_bytes include_str line module_path \
    option_env stringify";

/// What else says something of the sources, by the module of the standard library that has it. With
/// everything else in the module, or with the module under another name, it could come unseen.
const TELLING: [(&str, &str); 3] = [
    ("any", "type_name type_name_of_val * as"),
    ("backtrace", "Backtrace * as"),
    (
        "panic",
        "Location PanicHookInfo PanicInfo set_hook update_hook * as",
    ),
];

/// The standard library and the crates whose items it has by the same paths.
const PARTS: &str = "alloc core std";

/// Reads the bot's crates into one text that compiles as one crate.
pub fn read(bot: &Bot) -> Result<String> {
    let names: Vec<&str> = bot.libraries.iter().map(|it| &*it.name).collect();
    let mut text = String::new();
    for source in bot.libraries.iter().chain([&bot.binary]) {
        let home = (source.root != bot.binary.root).then_some(source.name.as_str());
        let mut reader = Reader {
            source,
            home,
            names: &names,
            macros: Vec::new(),
        };
        let folder = source.root.parent().unwrap_or(Path::new("."));
        let inside = reader.read_file(&source.root, folder)?;
        // A macro for other crates becomes an item of its own.
        let macros = format!("pub(crate) use {{{}}};", reader.macros.join(","));
        let module = home.map(|home| format!("mod {home} {{\n{inside}\n{macros}}}\n"));
        text += &module.unwrap_or(inside);
    }
    Ok(text)
}

/// The source file and line from which a line of the text came, both counted from 1.
pub fn place_of(text: &str, line: usize) -> Option<String> {
    let lines = text.lines().take(line).enumerate();
    let (index, mark) = lines.filter(|(_, line)| line.starts_with(MARK)).last()?;
    let (file, first) = mark[MARK.len()..].rsplit_once(':')?;
    let first: usize = first.parse().ok()?;
    Some(format!("{file}:{}", first + line - index - 2))
}

fn parse(file: &str, text: &str) -> Result<syn::File> {
    let line = |error: &syn::Error| error.span().start().line;
    syn::parse_file(text).map_err(|error| anyhow!("{file}:{}: {error}", line(&error)))
}

struct Reader<'a> {
    source: &'a Crate,
    /// The module for the crate.
    home: Option<&'a str>,
    /// The libraries' names.
    names: &'a [&'a str],
    /// The macros that the crate exports.
    macros: Vec<String>,
}

impl Reader<'_> {
    /// The text of a file, in which its modules are put; their files lie in `folder`.
    fn read_file(&mut self, path: &Path, folder: &Path) -> Result<String> {
        let file = self.source.display(path);
        let text = fs::read_to_string(path).with_context(|| file.clone())?;
        let text = cfg::resolve(self.source, &file, &text)?;
        let tree = parse(&file, &text)?;
        let tokens = tokens(&text)?;
        for (index, token) in tokens.iter().enumerate() {
            let is_foreign = self.source.own && !token.text.is_ascii();
            if is_foreign || is_wrong(&text, &tokens, index) {
                let line = text[..token.range.start].matches('\n').count();
                let code = text.lines().nth(line).unwrap_or_default().trim();
                let why = if is_foreign { ", outside ASCII" } else { "" };
                bail!("{file}:{}: this cannot be merged{why}: {code}", line + 1);
            }
        }
        let mut edits = Edits::default();
        self.fit(&text, &tokens, &mut edits);
        keep_conditions(&text, &tokens, &mut edits);
        let mut modules = vec![(&tree.items, folder.to_owned())];
        while let Some((items, folder)) = modules.pop() {
            for item in items {
                let Item::Mod(module) = item else { continue };
                let inside = folder.join(module.ident.unraw().to_string());
                if let Some((_, items)) = &module.content {
                    modules.push((items, inside));
                    continue;
                }
                let line = module.ident.span().start().line;
                let path = file_of(module, &folder).map_err(|it| anyhow!("{file}:{line}: {it}"))?;
                let text = self.read_file(&path, &inside)?;
                let text = format!("{{\n{text}\n}}\n{MARK}{file}:{line}\n");
                edits.replace(module.semi.span().byte_range(), text);
            }
        }
        Ok(format!("{MARK}{file}:1\n{}", edits.apply(&text)))
    }

    /// Adapts paths and visibilities, and drops what means nothing to the compiler.
    fn fit(&mut self, text: &str, tokens: &[Token], edits: &mut Edits) {
        for (index, token) in tokens.iter().enumerate() {
            let range = token.range.clone();
            let through = |last: usize| range.start..tokens[last].range.end;
            let is_path = !is_inside_path(tokens, index) && reads(tokens, index + 1, ": :");
            match (token.text, self.home) {
                ("#", _) => match attribute(tokens, index) {
                    Some(open) if is_inert(tokens, open) => {
                        edits.blank(through(close_of(tokens, open)), text);
                    }
                    Some(open) if at(tokens, open + 1) == "macro_export" => {
                        let mut after = index..tokens.len();
                        let found = after.find(|next| at(tokens, *next) == "macro_rules");
                        let name = found.map(|found| at(tokens, found + 2).to_owned());
                        self.macros.extend(name);
                        edits.blank(through(close_of(tokens, open)), text);
                    }
                    _ => {}
                },
                ("pub", _) => {
                    let is_narrow = contains("crate self super in", at(tokens, index + 2));
                    let is_type = reads(tokens, index + 3, ": :");
                    let is_plain = !is_narrow || is_type || at(tokens, index + 1) != "(";
                    let last = close_of(tokens, index + usize::from(!is_plain));
                    edits.replace(through(last), "pub(crate)");
                }
                // `core as std`, of a crate that may do without `std`: here there
                // is one.
                ("extern", _) if at(tokens, index + 3) == "as" => {
                    edits.blank(through(index + 5), text);
                }
                ("extern", _) if contains(PARTS, at(tokens, index + 2)) => {
                    // Others may have the part from there.
                    let is_public = index > 0 && at(tokens, index - 1) == "pub";
                    let import = format!("use std as {}", at(tokens, index + 2));
                    if is_public {
                        edits.replace(through(index + 2), import);
                    } else {
                        edits.blank(through(index + 3), text);
                    }
                }
                (part, _) if is_path && contains(PARTS, part) && group(tokens, index).is_none() => {
                    edits.replace(range, "std");
                }
                ("crate", Some(home)) if is_path => {
                    edits.replace(range.end..range.end, format!("::{home}"));
                }
                // A mark that a name does not need.
                (name, _) if is_plain(without_mark(name)) && without_mark(name) != name => {
                    edits.replace(range, without_mark(name));
                }
                (name, home) if is_path && home != Some(name) && self.names.contains(&name) => {
                    edits.replace(range.start..range.start, "crate::");
                }
                _ => {}
            }
        }
    }
}

/// Gives assertions a message where their condition, which they would print, is changed.
fn keep_conditions(text: &str, tokens: &[Token], edits: &mut Edits) {
    let calls = (0..tokens.len()).filter(|index| reads(tokens, *index, "assert !"));
    for open in calls.map(|index| index + 2) {
        let close = close_of(tokens, open);
        let place = tokens[open].range.end..tokens[close].range.start;
        let list = Punctuated::<Expr, Comma>::parse_terminated;
        let arguments = list.parse_str(&text[place.clone()]).unwrap_or_default();
        if arguments.len() == 1 && edits.touch(&place) {
            let words = text[place.clone()].split_whitespace();
            let condition = words.collect::<Vec<_>>().join(" ");
            let condition = condition.trim_end_matches(',');
            let message = format_of(&format!("{ASSERTION}{condition}"));
            let comma = if arguments.trailing_punct() { "" } else { "," };
            edits.replace(place.end..place.end, comma.to_owned() + &message);
        }
    }
}

/// Whether a name needs no mark: it is a keyword in no edition.
fn is_plain(name: &str) -> bool {
    name != "gen" && syn::parse_str::<Ident>(name).is_ok()
}

/// The file of a module, or why there is none.
fn file_of(module: &ItemMod, folder: &Path) -> Result<PathBuf, String> {
    let name = module.ident.unraw().to_string();
    let paths = [format!("{name}.rs"), format!("{name}/mod.rs")].map(|it| folder.join(it));
    let found = paths.into_iter().find(|path| path.is_file());
    found.ok_or(format!("no file for the module {name}"))
}

/// Whether the attribute with that bracket means nothing to the compiler. Within one crate, a plain
/// `inline` means nothing either.
fn is_inert(tokens: &[Token], open: usize) -> bool {
    contains(INERT, at(tokens, open + 1)) || reads(tokens, open, "[ inline ]")
}

/// Where the braces of an import begin that are around a token, after the beginning of a path.
fn group(tokens: &[Token], index: usize) -> Option<usize> {
    let is_around = |open: &usize| at(tokens, *open) == "{" && close_of(tokens, *open) > index;
    let open = (0..index).rev().find(is_around)?;
    is_inside_path(tokens, open).then_some(open)
}

/// The name in a path before the one at `index`, which may be in braces.
fn name_before<'a>(tokens: &[Token<'a>], index: usize) -> &'a str {
    match group(tokens, index) {
        _ if is_inside_path(tokens, index) => index.checked_sub(3).map_or("", |it| at(tokens, it)),
        Some(open) => name_before(tokens, open),
        None => "",
    }
}

/// Whether the token stands for something that says where or what a part of the sources is.
fn is_telling(tokens: &[Token], index: usize) -> bool {
    let next = at(tokens, index + 1);
    let is_name = |(_, names): &(&str, &str)| contains(names, at(tokens, index));
    if next != "as" && !TELLING.iter().any(is_name) {
        return false;
    }
    let is_module = next == "as" && contains(PARTS, name_before(tokens, index));
    let (module, name) = match at(tokens, index) {
        "self" if next == "as" => (name_before(tokens, index), "as"),
        word if is_module => (word, "as"),
        word => (name_before(tokens, index), word),
    };
    let is_one = |(of, names): &(&str, &str)| *of == module && contains(names, name);
    // A hook that does not look at what it is given tells nothing.
    let is_blind = reads(tokens, index, "set_hook ( Box : : new ( | _ |");
    let is_macro = is_module && name != "env" && contains(MACROS, at(tokens, index));
    is_macro || TELLING.iter().any(is_one) && !is_blind
}

/// Whether the compiler would accept the token there, with another meaning in one file.
fn is_wrong(text: &str, tokens: &[Token], index: usize) -> bool {
    let (word, next) = (at(tokens, index), at(tokens, index + 1));
    let is_call = next == "!" && at(tokens, index + 2) != "=";
    let open = index + 1 + usize::from(is_call);
    match word {
        // Attributes of a whole file may be left out if they are inert.
        "#" if next == "!" => !contains(INERT, at(tokens, index + 3)),
        "#" => ["path", "cfg_attr"].contains(&at(tokens, index + 2)),
        "cfg" if at(tokens, open) == "(" => {
            let close = tokens[close_of(tokens, open)].range.start;
            !cfg::is_left_to_rustc(&text[tokens[open].range.end..close])
        }
        _ if is_telling(tokens, index) => true,
        // A file that is only documentation is left out with it.
        _ => is_call && contains(MACROS, word) && !reads(tokens, index - 2.min(index), "doc ="),
    }
}
