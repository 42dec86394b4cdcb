//! The bodies of a program's functions in the compiler's mid-level representation (MIR), where
//! every call and every type is explicit. Two programs with the same bodies do the same; so in
//! the end, the bodies of the merged file are compared with those of the sources.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use anyhow::{bail, ensure, Result};
use regex_lite::Regex;

use crate::text::without_mark;

/// A function, constant or static, line by line.
pub type Body = Vec<String>;

/// The renamed words: the old and the new one.
pub type Pairs = BTreeSet<(String, String)>;

/// The parts of a body that depend on more than what it does, each with a text that stands in
/// every one of them and with what replaces it.
static PARTS: LazyLock<[(&str, Regex, &str); 5]> = LazyLock::new(|| {
    // Types in types come to three levels at most.
    let inner = ["<", ">"].join("(?:[^<>]|->|<(?:[^<>]|->|<(?:[^<>]|->)*>)*>)*");
    let methods = format!("<impl ([^ <>]*(?:{inner})?)>::");
    [
        // Places in the text, and numbers of constants.
        ("<anon>:", regex(r"<anon>:[0-9: ]+"), ""),
        ("alloc", regex(r"\balloc\d+"), ""),
        // Numbers of statics.
        ("DefId(", regex(r"DefId\([^()]*::(\w+)\)"), "$1"),
        // Modules: paths, which the compiler abbreviates.
        (
            "::",
            regex(r"\b(?:(?:r#)?[a-z_]\w*::)+(\w|\{|<impl )"),
            "$1",
        ),
        // A type to which another module gives methods; where both are in one module, only the
        // type is printed.
        ("<impl ", regex(&methods), "$1::"),
    ]
});

static WORDS: LazyLock<Regex> = LazyLock::new(|| regex(r#""(?:\\.|[^"\\])*"|(?:r#)?\w+|[^\w\s]"#));

/// A regular expression of this program's own.
pub fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the program's patterns are well-formed")
}

/// The words and marks of a line; a string is one word.
pub fn words(line: &str) -> impl Iterator<Item = &str> {
    WORDS.find_iter(line).map(|word| word.as_str())
}

/// Checks that two programs are the same, except for renamed words. What stands in strings is not
/// renamed: it may be printed.
pub fn check_same(before: &[Body], after: &[Body], pairs: &Pairs) -> Result<()> {
    let is_same = |(old, new): (&str, &str)| {
        let word = |text: &str| without_mark(text).to_owned();
        old == new || pairs.contains(&(word(old), word(new)))
    };
    let are_same = |(old, new): &(&String, &String)| {
        if old == new {
            return true;
        }
        let [old, new] = [old, new].map(|line| words(line).collect::<Vec<_>>());
        old.len() == new.len() && old.into_iter().zip(new).all(is_same)
    };
    let is_as_long = before.len() == after.len() && !before.is_empty();
    ensure!(is_as_long, "merging would change the set of functions");
    for (old, new) in before.iter().zip(after) {
        let different = old.iter().zip(new).find(|lines| !are_same(lines));
        let head = (&old[0], &new[0]);
        let different = different.or((old.len() != new.len()).then_some(head));
        if let Some((old, new)) = different {
            let function = head.0;
            bail!("merging would change what {function} does: {old} It became: {new}");
        }
    }
    Ok(())
}

/// The bodies in a dump of the middle representation, without the bytes of
/// constants and the lines for debuggers.
pub fn bodies(dump: &str) -> Vec<Body> {
    let mut bodies = Vec::new();
    let mut body = Body::new();
    let mut is_constant = false;
    for line in dump.lines() {
        let is_top = !line.starts_with([' ', '}']);
        is_constant = line.starts_with("alloc") || is_constant && !is_top;
        let is_left_out = line.is_empty() || line.starts_with("//");
        if is_constant || is_left_out || line.trim_start().starts_with("debug ") {
            continue;
        }
        // The last use of a value that is not `Copy` is a move; it makes no difference here.
        let mut text = line.trim_start().replace("copy ", "move ");
        for (mark, pattern, by) in PARTS.iter() {
            // Most lines have none of these, and patterns take long to search for.
            if text.contains(mark) {
                text = pattern.replace_all(&text, *by).into_owned();
            }
        }
        body.push(text.replace("::<", "<"));
        if line == "}" || is_top && line.ends_with(';') {
            bodies.push(std::mem::take(&mut body));
        }
    }
    bodies
}
