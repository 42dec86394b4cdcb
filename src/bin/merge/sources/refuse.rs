//! What cannot be merged, with its file and line: code that comes from outside
//! the sources read here, and conditions hidden inside macros.

use std::collections::BTreeSet;

use anyhow::Result;
use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, Meta, Path, Token};

use super::cfg::is_left_to_rustc;
use super::files::Files;
use super::Program;

/// The attributes that mean the same in the merged file.
const ATTRIBUTES: [&str; 15] = [
    "allow",
    "cfg",
    "cold",
    "default",
    "derive",
    "export_name",
    "global_allocator",
    "inline",
    "macro_export",
    "macro_use",
    "no_mangle",
    "repr",
    "target_feature",
    "track_caller",
    "used",
];

/// The derives of the standard library.
const DERIVES: [&str; 9] = [
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
];

/// The standard library's macros that mean the same in the merged file.
const MACROS: [&str; 35] = [
    "addr_of",
    "addr_of_mut",
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "is_x86_feature_detected",
    "line",
    "macro_rules",
    "matches",
    "panic",
    "pin",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
    "ready",
];

/// Words after which `!` is the operator.
const KEYWORDS: [&str; 13] = [
    "as", "break", "const", "else", "if", "in", "let", "match", "move", "mut", "return", "while",
    "yield",
];

/// Checks the attributes of a crate's root.
pub fn check_root(attributes: &[Attribute], own: bool, files: &Files) -> Result<()> {
    let harmless = ["allow", "deny", "doc", "expect", "forbid", "no_std", "warn"];
    let refused = |attribute: &&Attribute| {
        !harmless.iter().any(|name| attribute.path().is_ident(name))
            || (own && attribute.path().is_ident("no_std"))
    };
    match attributes.iter().find(refused) {
        Some(attribute) => {
            let what = "an attribute of the crate's root that the merged file cannot have";
            Err(files.error(attribute.span(), what))
        }
        None => Ok(()),
    }
}

/// Checks a module's place: it must be the usual one.
pub fn check_module(module: &ItemMod, files: &Files) -> Result<()> {
    match module
        .attrs
        .iter()
        .find(|each| each.path().is_ident("path"))
    {
        Some(path) => Err(files.error(path.span(), "#[path] cannot be merged")),
        None => Ok(()),
    }
}

/// Checks everything else, once all crates are read.
///
/// # Errors
/// The first refusal, in the order of the crates and their lines.
pub fn check(program: &Program, files: &Files) -> Result<()> {
    let mut names = Names::default();
    for item in program.parts.iter().flat_map(|part| &part.items) {
        names.visit_item(item);
    }
    let mut checker = Checker {
        files,
        defined: names.macros,
        error: None,
    };
    for item in program.parts.iter().flat_map(|part| &part.items) {
        checker.visit_item(item);
    }
    checker.error.map_or(Ok(()), Err)
}

/// The macros that the sources define.
#[derive(Default)]
struct Names {
    macros: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        self.macros
            .extend(node.ident.as_ref().map(ToString::to_string));
    }
}

struct Checker<'a> {
    files: &'a Files,
    defined: BTreeSet<String>,
    error: Option<anyhow::Error>,
}

impl Checker<'_> {
    fn refuse(&mut self, span: Span, what: &str) {
        self.error
            .get_or_insert_with(|| self.files.error(span, what));
    }

    fn check_macro(&mut self, name: &Ident) {
        let text = name.to_string();
        if matches!(text.as_str(), "include" | "include_str" | "include_bytes") {
            self.refuse(name.span(), &format!("{text}! cannot be merged"));
        } else if matches!(text.as_str(), "env" | "option_env") {
            self.refuse(
                name.span(),
                &format!("{text}! cannot be merged: rustc alone has no such variables"),
            );
        } else if !MACROS.contains(&text.as_str()) && !self.defined.contains(&text) {
            self.refuse(name.span(), &format!("{text}! is none of the standard library's macros nor of the sources': a procedural macro cannot be merged"));
        }
    }

    fn check_derives(&mut self, attribute: &Attribute) {
        let parse = Punctuated::<Path, Token![,]>::parse_terminated;
        let derives = attribute.parse_args_with(parse).unwrap_or_default();
        let is_standard = |path: &Path| {
            let last = path.segments.last();
            last.is_some_and(|last| DERIVES.iter().any(|name| last.ident == name))
        };
        if let Some(other) = derives.iter().find(|path| !is_standard(path)) {
            self.refuse(
                other.span(),
                "this derive is a procedural macro, which cannot be merged",
            );
        }
    }

    /// Looks for macro calls and conditions among tokens that were not parsed.
    fn check_tokens(&mut self, tokens: &TokenStream) {
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for (index, tree) in trees.iter().enumerate() {
            let dollar = index > 0 && is_punct(trees.get(index - 1), '$');
            match tree {
                TokenTree::Group(group) => self.check_tokens(&group.stream()),
                TokenTree::Ident(name) if !dollar && is_call(&trees, index) => {
                    self.check_macro(name);
                }
                _ => {}
            }
            self.check_condition(&trees, index);
        }
    }

    /// Refuses `cfg(…)`, `cfg!(…)` and `cfg_attr(…)` unless `rustc` alone
    /// decides them.
    fn check_condition(&mut self, trees: &[TokenTree], index: usize) {
        let TokenTree::Ident(name) = &trees[index] else {
            return;
        };
        let after = index + 1 + usize::from(is_punct(trees.get(index + 1), '!'));
        let Some(TokenTree::Group(condition)) = trees.get(after) else {
            return;
        };
        let decided = name == "cfg" && !is_left_to_rustc(&condition.stream());
        if decided || name == "cfg_attr" {
            self.refuse(name.span(), "a condition inside a macro cannot be merged");
        }
    }
}

impl<'ast> Visit<'ast> for Checker<'_> {
    fn visit_item(&mut self, node: &'ast Item) {
        match node {
            Item::Verbatim(tokens) => self.refuse(tokens.span(), "syntax that is not understood"),
            Item::ExternCrate(_) => self.refuse(node.span(), "extern crate cannot be merged"),
            _ => visit::visit_item(self, node),
        }
    }

    fn visit_attribute(&mut self, node: &'ast Attribute) {
        if node.path().is_ident("derive") {
            self.check_derives(node);
        } else if node.path().is_ident("path") {
            self.refuse(node.span(), "#[path] cannot be merged");
        } else if !ATTRIBUTES.iter().any(|name| node.path().is_ident(name)) {
            self.refuse(
                node.span(),
                "this attribute is none of the language's: a procedural macro cannot be merged",
            );
        }
        if let Meta::NameValue(pair) = &node.meta {
            self.visit_expr(&pair.value);
        }
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        if let Some(last) = node.path.segments.last() {
            self.check_macro(&last.ident);
        }
        self.check_tokens(&node.tokens);
    }
}

fn is_punct(tree: Option<&TokenTree>, mark: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Whether a macro's name stands there, with `!` and a group after it.
fn is_call(trees: &[TokenTree], index: usize) -> bool {
    let keyword = |name: &Ident| KEYWORDS.iter().any(|word| name == word);
    matches!(&trees[index], TokenTree::Ident(name) if !keyword(name))
        && is_punct(trees.get(index + 1), '!')
        && matches!(trees.get(index + 2), Some(TokenTree::Group(group)) if group.delimiter() != Delimiter::None)
}
