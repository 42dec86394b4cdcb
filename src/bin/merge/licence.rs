//! The header: what the file is, and the notices that its licences require.
//!
//! The MIT licence asks that its text and the copyright lines stay with every
//! copy. The text is read from the bot's own licence file and must be the same
//! in every package merged, so that one copy serves them all.

use std::fs;
use std::path::Path;

use anyhow::{bail, ensure, Context, Result};

use crate::packages::{Bot, Crate};

/// The files in which packages keep the MIT licence.
const FILES: [&str; 5] = [
    "LICENSE-MIT",
    "LICENSE",
    "LICENSE.md",
    "LICENSE.txt",
    "LICENSE-MIT.txt",
];

/// Where the licence proper begins, after title and copyright.
const BEGINNING: &str = "Permission is hereby granted";

/// The width of the header's lines.
const WIDTH: usize = 96;

/// A package's licence file.
struct Notice {
    /// Its copyright lines.
    copyright: Vec<String>,
    /// The licence proper, in one line.
    text: String,
}

/// The header of a file made of the bot and those dependencies.
///
/// # Errors
/// A package whose licence is not MIT or whose file does not say so.
pub fn header(bot: &Bot, dependencies: &[&Crate]) -> Result<String> {
    let package = &bot.binary.package;
    let own = notice(&bot.binary)?;
    let titles: Vec<String> = dependencies.iter().map(|each| each.title()).collect();
    let about = package.description.as_deref().unwrap_or("a bot");
    let mut lines = wrap(&format!("{}. {about}.", bot.binary.title()));
    lines.extend(wrap(&made_of(&titles)));
    lines.push(String::new());
    lines.extend(own.copyright.clone());
    for each in dependencies {
        let theirs = notice(each)?;
        ensure!(
            theirs.text == own.text,
            "{}: the licence is not worded as the bot's",
            each.title()
        );
        lines.extend(credit(each, &theirs));
    }
    lines.push(String::new());
    lines.extend(wrap(&own.text));
    let comments = lines
        .iter()
        .map(|line| format!("// {line}").trim_end().to_owned() + "\n");
    Ok(comments
        .chain(["#![allow(warnings)]\n".to_owned()])
        .collect())
}

fn made_of(titles: &[String]) -> String {
    let parts = match titles {
        [] => String::new(),
        _ => format!(" and {}", titles.join(", ")),
    };
    format!(
        "Made by `cargo merge` from the crate's sources{parts}, less what the bot does not use."
    )
}

/// A dependency's copyright lines, or its authors when it has none.
fn credit(source: &Crate, notice: &Notice) -> Vec<String> {
    let name = &source.package.name;
    if notice.copyright.is_empty() {
        return vec![format!("{name}: by {}", source.package.authors.join(", "))];
    }
    let line = |line: &String| format!("{name}: {line}");
    notice.copyright.iter().map(line).collect()
}

fn notice(source: &Crate) -> Result<Notice> {
    let title = source.title();
    let licence = source.package.license.as_deref().unwrap_or_default();
    ensure!(
        licence
            .split([' ', '/', '(', ')'])
            .any(|each| each == "MIT"),
        "{title}: the licence {licence:?} is not MIT"
    );
    let paths = FILES.iter().map(|file| source.folder().join(file));
    for path in paths.filter(|path| path.is_file()) {
        let text = fs::read_to_string(&path).with_context(|| source.display(&path))?;
        if let Some(notice) = parse(&text) {
            return Ok(notice);
        }
    }
    bail!(
        "{}: no file with the MIT licence",
        source.display(Path::new(source.folder()))
    )
}

fn parse(text: &str) -> Option<Notice> {
    let (before, after) = text.split_once(BEGINNING)?;
    let copyright = before.lines().map(str::trim);
    Some(Notice {
        copyright: copyright
            .filter(|line| line.to_lowercase().starts_with("copyright"))
            .map(str::to_owned)
            .collect(),
        text: format!("{BEGINNING}{after}")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
    })
}

/// Breaks a text into lines.
fn wrap(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is always a line");
        if !last.is_empty() && last.len() + 1 + word.len() > WIDTH {
            lines.push(word.to_owned());
        } else {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(word);
        }
    }
    lines
}
