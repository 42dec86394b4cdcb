//! The header of the merged file: its origin, and the notices that its licences require.
//!
//! The MIT licence asks that its text and the copyright lines stay with every copy. The text is
//! read from the bot's own licence file and must be the same in every package merged, so that one
//! copy serves them all.

use std::fmt::Write;
use std::fs;

use anyhow::{ensure, Context, Result};

use crate::packages::Crate;
use crate::text::words;

/// The beginning of the licence proper, after title and copyright.
const BEGINNING: &str = "Permission is hereby granted";

/// The width of the header.
const WIDTH: usize = 100;

/// The header of a file made of the bot's own package and others.
pub fn header(own: &Crate, others: &[&Crate]) -> Result<String> {
    let titles: Vec<String> = others.iter().map(|each| each.title()).collect();
    let and = if titles.is_empty() { "" } else { " and " };
    let mut text = format!(
        "Compile with `rustc --edition 2021 -O`.\n{}. {}.\nMade by `cargo merge` from the crate's sources{and}{}, less what the bot does \
         not use.\n\n",
        own.title(),
        own.package.description.as_deref().unwrap_or("A bot"),
        titles.join(", ")
    );
    let (copyright, licence) = notice(own)?;
    writeln!(text, "{}", copyright.join("\n"))?;
    for each in others {
        let (mut copyright, theirs) = notice(each)?;
        let what = "the licence is not worded as the bot's";
        ensure!(theirs == licence, "{}: {what}", each.title());
        if copyright.is_empty() {
            copyright.push(format!("by {}", each.package.authors.join(", ")));
        }
        for line in copyright {
            writeln!(text, "{}: {line}", each.name)?;
        }
    }
    write!(text, "\n{licence}")?;
    let lines: Vec<String> = text.lines().flat_map(wrap).collect();
    Ok(lines.join("\n") + "\n#![allow(warnings)]\n")
}

/// A paragraph as lines of comments.
fn wrap(paragraph: &str) -> Vec<String> {
    let mut lines = vec!["//".to_owned()];
    for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
        if lines[lines.len() - 1].len() + 1 + word.len() > WIDTH {
            lines.push("//".to_owned());
        }
        let last = lines.len() - 1;
        lines[last].push(' ');
        lines[last] += word;
    }
    lines
}

/// A package's copyright lines, and its licence in one line.
fn notice(source: &Crate) -> Result<(Vec<String>, String)> {
    let title = source.title();
    let licence = source.package.license.as_deref().unwrap_or_default();
    let is_mit = words(licence).any(|word| word == "MIT");
    ensure!(is_mit, "{title}: the licence {licence:?} is not MIT");
    for file in fs::read_dir(source.folder())? {
        let path = file?.path();
        if path.is_file() && source.display(&path).contains("LICEN") {
            let text = fs::read_to_string(&path)?;
            if let Some(start) = text.find(BEGINNING) {
                let lines = text[..start].lines().map(|line| line.trim().to_owned());
                let copyright = lines.filter(|line| line.to_lowercase().starts_with("copyright"));
                let licence: Vec<&str> = text[start..].split_whitespace().collect();
                return Ok((copyright.collect(), licence.join(" ")));
            }
        }
    }
    None.with_context(|| format!("{title}: no file with the MIT licence"))
}
