//! What the compiler makes of a program, function by function, in its middle
//! representation, where every call and every type is spelled out. Two programs
//! with the same bodies do the same; so whatever merging does to the text, it is
//! held against this in the end.

use std::collections::BTreeSet;

use anyhow::{bail, ensure, Result};

use crate::compiler::FILE;

/// A function, constant or static as the words and marks of its middle
/// representation, in lines.
pub type Body = Vec<String>;

/// Which word became which.
pub type Pairs = BTreeSet<(String, String)>;

/// What stands between two lines of a body.
const END: &str = "\n";

/// The lines of a body.
pub fn lines(body: &[String]) -> impl Iterator<Item = &[String]> {
    body.split(|word| word == END)
}

/// Which word became which when first some and then others did.
pub fn through(first: &Pairs, mut then: Pairs) -> Pairs {
    for (old, middle) in first {
        let last = then
            .iter()
            .filter(|(word, _)| word == middle)
            .map(|(_, new)| new.clone());
        let last: Vec<String> = last.chain([middle.clone()]).collect();
        then.extend(last.into_iter().map(|new| (old.clone(), new)));
    }
    then
}

/// Makes sure that two programs are the same, but for words that became others.
///
/// # Errors
/// A function that differs, and where.
pub fn check_same(before: &[Body], after: &[Body], pairs: &Pairs) -> Result<()> {
    let is_assertion = |text: &str| text.starts_with("\"assertion failed: ");
    let is_same = |(old, new): (&String, &String)| {
        // The text of an assertion is that of the code, and only printed.
        let is_text = is_assertion(old) && is_assertion(new);
        // What derives `Debug` has its names as strings.
        let word = |text: &str| text.trim_matches('"').to_owned();
        old == new || is_text || pairs.contains(&(word(old), word(new)))
    };
    let are_same = |(old, new): (&[String], &[String])| {
        old.len() == new.len() && old.iter().zip(new).all(is_same)
    };
    ensure!(
        before.len() == after.len(),
        "merging would change which functions there are"
    );
    let different = before
        .iter()
        .zip(after)
        .find(|(old, new)| !are_same((old, new)));
    let lines =
        different.and_then(|(old, new)| lines(old).zip(lines(new)).find(|pair| !are_same(*pair)));
    if let Some((old, new)) = lines {
        bail!(
            "merging would change what this does: {}: {}",
            old.join(" "),
            new.join(" ")
        );
    }
    Ok(())
}

/// The bodies in a dump of the middle representation, without what depends on
/// places in the text and on local names: line and column numbers, the bytes of
/// constants, the lines for debuggers, and the modules in paths, which the
/// compiler leaves out where it can.
pub fn bodies(dump: &str) -> Vec<Body> {
    let mut bodies = Vec::new();
    let mut body = Body::new();
    let mut is_constant = false;
    for line in dump.lines() {
        let is_top = !line.starts_with([' ', '}']);
        is_constant = if is_top {
            line.starts_with("alloc")
        } else {
            is_constant
        };
        let is_left_out = line.is_empty() || line.starts_with("//");
        if is_constant || is_left_out || line.trim_start().starts_with("debug ") {
            continue;
        }
        read_line(line.trim_start(), &mut body);
        body.push(END.to_owned());
        if line == "}" || is_top && line.ends_with(';') {
            bodies.push(std::mem::take(&mut body));
        }
    }
    bodies
}

/// Reads the words and marks of a line; a string is one word.
fn read_line(mut rest: &str, body: &mut Body) {
    let is_word = |each: char| each.is_alphanumeric() || each == '_';
    while let Some(first) = rest.chars().next() {
        if rest.starts_with("::<") {
            rest = &rest[2..];
            continue;
        }
        // A method of a type that another module declares: `<impl Type>::method`
        // there, `Type::method` where both are in one.
        if let Some((of, after)) = inherent_impl(rest) {
            read_line(of, body);
            rest = after;
            continue;
        }
        let length = match first {
            '<' if rest.starts_with(FILE) => {
                let is_place = |each: char| each.is_ascii_digit() || ": ".contains(each);
                let after = rest[FILE.len()..].trim_start_matches(is_place);
                rest.len() - after.len()
            }
            '"' => length_of_string(rest),
            _ if is_word(first) => rest.len() - rest.trim_start_matches(is_word).len(),
            _ => first.len_utf8(),
        };
        let (word, after) = rest.split_at(length);
        rest = after;
        let has_types = after.starts_with("::<") && !after.starts_with("::<impl ");
        let goes_on = after.starts_with("::") && !has_types;
        if goes_on && first.is_lowercase() {
            rest = &after[2..];
        } else if word.starts_with("alloc") && word[5..].parse::<u32>().is_ok() {
            body.push("alloc".to_owned());
        } else if word == "copy" {
            // Of a type that is not `Copy` the last use is a move, no other.
            body.push("move".to_owned());
        } else if !word.starts_with(FILE) && word != " " {
            body.push(word.to_owned());
        }
    }
}

/// The type and the rest of a line that begins with `<impl Type>`.
fn inherent_impl(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix("<impl ")?;
    let mut depth = 1;
    let end = inside.char_indices().position(|(index, each)| {
        let is_arrow = index > 0 && inside.as_bytes()[index - 1] == b'-';
        match each {
            '<' => depth += 1,
            '>' if !is_arrow => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let of = &inside[..end];
    (!of.contains(" for ")).then(|| (of, &inside[end + 1..]))
}

fn length_of_string(text: &str) -> usize {
    let mut is_escaped = true;
    let end = text.find(|each| {
        let is_end = each == '"' && !is_escaped;
        is_escaped = each == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |end| end + 1)
}
