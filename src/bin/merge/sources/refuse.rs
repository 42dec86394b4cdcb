//! What the compiler would accept with another meaning in one file: code and
//! values that come from outside the sources, names and places that the merged
//! file has not, and conditions left where nothing decides them.

use anyhow::Result;
use syn::Attribute;

use super::cfg::is_left_to_rustc;
use super::refusal;
use crate::packages::Crate;
use crate::text::{at, close_of, is_inside_path, Token};

/// Macros whose value is not in the sources, or is another in the merged file.
const MACROS: &str = "column env file include include_bytes include_str line module_path \
    option_env stringify";

/// The attributes that a crate's root may have; they are left out.
const OF_ROOT: [&str; 7] = ["allow", "deny", "doc", "expect", "forbid", "no_std", "warn"];

/// Checks the attributes of a crate's root.
///
/// # Errors
/// One that is neither about lints nor docs.
pub fn check_root(file: &str, attributes: &[Attribute]) -> Result<()> {
    let is_known = |each: &&Attribute| OF_ROOT.iter().any(|name| each.path().is_ident(name));
    let Some(unknown) = attributes.iter().find(|each| !is_known(each)) else {
        return Ok(());
    };
    let what = "an attribute of the crate's root that the merged file cannot have";
    Err(refusal(file, unknown.pound_token.span.start().line, what))
}

/// Checks a file whose conditions are decided.
///
/// # Errors
/// The first refusal.
pub fn check(source: &Crate, file: &str, text: &str, tokens: &[Token]) -> Result<()> {
    for (index, token) in tokens.iter().enumerate() {
        let mut wrong = token
            .is_word
            .then(|| what_is_wrong(text, tokens, index))
            .flatten();
        if source.own && !token.text.is_ascii() {
            wrong = Some(format!("characters outside ASCII, in {}", token.text));
        }
        if let Some(what) = wrong {
            let line = text[..token.range.start].matches('\n').count() + 1;
            return Err(refusal(file, line, &what));
        }
    }
    Ok(())
}

/// Why the word there cannot be merged.
fn what_is_wrong(text: &str, tokens: &[Token], index: usize) -> Option<String> {
    let word = at(tokens, index);
    let is_call = at(tokens, index + 1) == "!" && at(tokens, index + 2) != "=";
    let is_attribute = index >= 2 && at(tokens, index - 2) == "#" && at(tokens, index - 1) == "[";
    let open = index + 1 + usize::from(is_call);
    // What a documentation attribute includes is left out with it.
    let is_documentation =
        index >= 2 && at(tokens, index - 2) == "doc" && at(tokens, index - 1) == "=";
    match word {
        _ if is_documentation => None,
        _ if is_call && MACROS.split_whitespace().any(|name| name == word) => {
            Some(format!("{word}! cannot be merged"))
        }
        "type_name" | "type_name_of_val" if is_inside_path(tokens, index) => {
            Some(format!("{word} cannot be merged: names are not kept"))
        }
        "path" | "cfg_attr" if is_attribute => Some(format!("#[{word}] cannot be merged here")),
        "cfg" if at(tokens, open) == "(" => {
            let close = tokens[close_of(tokens, open)].range.start;
            let condition = &text[tokens[open].range.end..close];
            let what = format!("a condition at this place cannot be merged: cfg({condition})");
            (!is_left_to_rustc(condition)).then_some(what)
        }
        "crate" if index > 0 && at(tokens, index - 1) == "extern" => {
            let name = at(tokens, index + 1);
            let is_known = ["alloc", "core", "std"].contains(&name);
            (!is_known).then(|| format!("extern crate {name} cannot be merged"))
        }
        _ => None,
    }
}
