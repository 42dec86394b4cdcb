//! The crates' sources as one text: every module in place, nothing that is
//! compiled only for tests or for features that are off, no documentation.
//!
//! Each library becomes a module at the root, named as the crate is; the
//! binary's items stand at the root itself. Paths are made to fit: `crate::` in
//! a library gets the library's name after it, and a crate's name at the
//! beginning of a path gets `crate::` before it. Nothing stays `pub`, for the
//! compiler takes what is public to be in use; `pub(crate)` reaches as far in a
//! program. What would mean something else in one file is refused here with
//! file and line ([`refuse`]); what no longer compiles, the compiler refuses.

mod cfg;
mod refuse;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{anyhow, Context, Result};
use syn::spanned::Spanned;
use syn::{Item, ItemMod};

use crate::packages::{Bot, Crate};
use crate::text::{at, attribute, close_of, is_inside_path, reads, tokens};
use crate::text::{without_comments, Edits, Token};

/// Begins a comment that says which file and line the next line came from.
const MARK: &str = "//@";

/// Attributes that only inform readers, tools or lints.
const INERT: &str = "allow automatically_derived clippy deny deprecated diagnostic doc expect \
    forbid miri must_use non_exhaustive rustfmt rust_analyzer warn";

/// Reads the bot's crates into one text that compiles as one crate.
///
/// # Errors
/// Files that cannot be read or parsed, and constructs that cannot be merged.
pub fn read(bot: &Bot) -> Result<String> {
    let libraries: Vec<&Crate> = bot.dependencies.iter().chain(&bot.lib).collect();
    let names = libraries.iter().map(|each| each.name.as_str()).collect();
    let mut reader = Reader {
        names,
        macros: Vec::new(),
    };
    let mut text = "extern crate alloc;\n".to_owned();
    for source in libraries {
        let inside = reader.read_crate(source, true)?;
        // A macro that is exported stands at the root of the program; this makes
        // it an item of its crate as well.
        writeln!(text, "mod {} {{\n{inside}", source.name)?;
        for name in std::mem::take(&mut reader.macros) {
            write!(text, "pub(crate) use crate::{name};")?;
        }
        text.push_str("}\n");
    }
    Ok(text + &reader.read_crate(&bot.binary, false)?)
}

/// The source file and line from which a line of the text came, both counted
/// from 1.
pub fn place_of(text: &str, line: usize) -> Option<String> {
    let lines = text.lines().take(line).enumerate();
    let (index, mark) = lines.filter(|(_, line)| line.starts_with(MARK)).last()?;
    let (file, first) = mark[MARK.len()..].rsplit_once(':')?;
    let first: usize = first.parse().ok()?;
    Some(format!("{file}:{}", first + line - index - 2))
}

/// The error that something in a file cannot be merged.
fn refusal(file: &str, line: usize, what: &str) -> anyhow::Error {
    anyhow!("{file}:{line}: {what}")
}

fn parse(file: &str, text: &str) -> Result<syn::File> {
    let tree = syn::parse_file(text);
    tree.map_err(|error| refusal(file, error.span().start().line, &error.to_string()))
}

struct Reader<'a> {
    /// The libraries' names.
    names: Vec<&'a str>,
    /// The macros that the current crate exports.
    macros: Vec<String>,
}

impl Reader<'_> {
    fn read_crate(&mut self, source: &Crate, is_library: bool) -> Result<String> {
        let home = is_library.then_some(source.name.as_str());
        let folder = source.root.parent().unwrap_or(Path::new("."));
        self.read_file(source, home, &source.root, folder)
    }

    /// The text of a file whose modules' files lie in `folder`, with them in it.
    fn read_file(
        &mut self,
        source: &Crate,
        home: Option<&str>,
        path: &Path,
        folder: &Path,
    ) -> Result<String> {
        let file = source.display(path);
        let text = fs::read_to_string(path).with_context(|| file.clone())?;
        let text = without_comments(&cfg::resolve(source, &file, &text)?)?;
        let tree = parse(&file, &text)?;
        let tokens = tokens(&text)?;
        refuse::check(source, &file, &text, &tokens)?;
        if path == source.root {
            refuse::check_root(&file, &tree.attrs)?;
        }
        let mut edits = Edits::default();
        self.fit(home, &text, &tokens, &mut edits);
        let mut modules = vec![(&tree.items, folder.to_owned())];
        while let Some((items, folder)) = modules.pop() {
            for item in items {
                let Item::Mod(module) = item else { continue };
                let inside = folder.join(module.ident.to_string());
                if let Some((_, items)) = &module.content {
                    modules.push((items, inside));
                    continue;
                }
                let line = module.ident.span().start().line;
                let path = file_of(module, &folder).map_err(|what| refusal(&file, line, &what))?;
                let text = self.read_file(source, home, &path, &inside)?;
                let text = format!("{{\n{text}\n}}\n{MARK}{file}:{line}\n");
                edits.replace(module.semi.span().byte_range(), text);
            }
        }
        Ok(format!("{MARK}{file}:1\n{}", edits.apply(&text)))
    }

    /// Makes paths and visibilities fit, and drops what says nothing to the
    /// compiler.
    fn fit(&mut self, home: Option<&str>, text: &str, tokens: &[Token], edits: &mut Edits) {
        for (index, token) in tokens.iter().enumerate() {
            let range = token.range.clone();
            let through = |last: usize| range.start..tokens[last].range.end;
            let is_path = !is_inside_path(tokens, index) && reads(tokens, index + 1, ": :");
            match (token.text, home) {
                ("#", _) => {
                    let Some(open) = attribute(tokens, index) else {
                        continue;
                    };
                    let name = at(tokens, open + 1);
                    if open == index + 2 || INERT.split_whitespace().any(|inert| inert == name) {
                        edits.blank(through(close_of(tokens, open)), text);
                    } else if name == "macro_export" {
                        let mut after = index..tokens.len();
                        let found = after.find(|next| at(tokens, *next) == "macro_rules");
                        self.macros
                            .extend(found.map(|it| at(tokens, it + 2).to_owned()));
                    }
                }
                ("pub", _) => {
                    let scope = ["crate", "self", "super", "in"].contains(&at(tokens, index + 2));
                    let is_closed = at(tokens, index + 3) == ")" || at(tokens, index + 2) == "in";
                    let is_narrow = at(tokens, index + 1) == "(" && scope && is_closed;
                    let last = if is_narrow {
                        close_of(tokens, index + 1)
                    } else {
                        index
                    };
                    edits.replace(through(last), "pub(crate)");
                }
                // `core as std`, of a crate that may do without `std`: here there
                // is one.
                ("extern", _) if at(tokens, index + 3) == "as" => {
                    edits.blank(through(index + 5), text);
                }
                ("crate", Some(home)) if is_path => {
                    edits.replace(range.end..range.end, format!("::{home}"));
                }
                (name, home) if is_path && home != Some(name) && self.names.contains(&name) => {
                    edits.replace(range.start..range.start, "crate::");
                }
                _ => {}
            }
        }
    }
}

/// The file of a module, or why there is none.
fn file_of(module: &ItemMod, folder: &Path) -> Result<PathBuf, String> {
    let name = module.ident.to_string();
    let flat = folder.join(format!("{name}.rs"));
    let nested = folder.join(&name).join("mod.rs");
    match (flat.is_file(), nested.is_file()) {
        (true, false) => Ok(flat),
        (false, true) => Ok(nested),
        (true, true) => Err(format!("two files for the module {name}")),
        (false, false) => Err(format!("no file for the module {name}")),
    }
}
