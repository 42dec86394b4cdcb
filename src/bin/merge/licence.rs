//! The header: what the file is, and the notices that its licences require.
//!
//! The MIT licence asks that its text and the copyright lines stay with every copy. The text is
//! read from the bot's own licence file and must be the same in every package merged, so that one
//! copy serves them all.

use std::fmt::Write;
use std::fs;

use anyhow::{ensure, Context, Result};
use textwrap::Options;

use crate::packages::Crate;
use crate::text::words;

/// Where the licence proper begins, after title and copyright.
const BEGINNING: &str = "Permission is hereby granted";

/// The header of a file made of the bot's own package and others.
pub fn header(own: &Crate, others: &[&Crate]) -> Result<String> {
    let titles: Vec<String> = others.iter().map(|each| each.title()).collect();
    let and = if titles.is_empty() { "" } else { " and " };
    let mut text = format!(
        "{}. {}.\nMade by `cargo merge` from the crate's sources{and}{}, less what the bot does \
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
    let marks = Options::new(100).initial_indent("// ");
    let lines = textwrap::wrap(&text, marks.subsequent_indent("// "));
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    Ok(lines.join("\n") + "\n#![allow(warnings)]\n")
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
            if let Some((before, after)) = text.split_once(BEGINNING) {
                let lines = before.lines().map(|line| line.trim().to_owned());
                let copyright = lines.filter(|line| line.to_lowercase().starts_with("copyright"));
                let after: Vec<&str> = after.split_whitespace().collect();
                let licence = format!("{BEGINNING} {}", after.join(" "));
                return Ok((copyright.collect(), licence));
            }
        }
    }
    None.with_context(|| format!("{title}: no file with the MIT licence"))
}
