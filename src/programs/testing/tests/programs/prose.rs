//! The prose in comments and pages: of one width.

use std::fs;
use std::path::{Path, PathBuf};

/// The most characters that a line of a comment has, as rustfmt's code.
const COMMENT: usize = 100;

/// The most that a line of a page has. Tables, links and fenced blocks may be wider.
const PAGE: usize = 120;

pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// The files below a folder that have one of these endings.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            files(&path, endings, found);
        } else if extension.is_some_and(|extension| endings.contains(&extension)) {
            found.push(path);
        }
    }
}

/// Every source, script and page with its text.
pub(crate) fn texts() -> Vec<(PathBuf, String)> {
    let mut paths = vec![Path::new(ROOT).join("README.md")];
    for script in fs::read_dir(Path::new(ROOT).join(".ci")).unwrap() {
        paths.push(script.unwrap().path());
    }
    for folder in ["src", "tests", "fixtures", ".github", ".fuzz/fuzz_targets"] {
        let endings = ["rs", "md", "js", "mjs", "html", "css", "yml"];
        files(&Path::new(ROOT).join(folder), &endings, &mut paths);
    }
    let text = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (path, text)
    };
    paths.into_iter().map(text).collect()
}

/// The lines of a page that are wider than it should be.
fn wide_in_page(text: &str) -> Vec<usize> {
    let mut is_fenced = false;
    let mut wide = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let start = line.trim_start();
        is_fenced ^= start.starts_with("```");
        let is_table = start.starts_with('|');
        let is_link = start.starts_with('[') && line.contains("]: ");
        if !is_fenced && !is_table && !is_link && line.chars().count() > PAGE {
            wide.push(index + 1);
        }
    }
    wide
}

/// The comments of a source that are wider than they should be. A single word, such as
/// an address, may be.
fn wide_in_source(text: &str) -> Vec<usize> {
    let is_wide = |line: &str| {
        let comment = line.trim_start();
        let words = comment.split_whitespace().count();
        comment.starts_with("//") && words > 2 && line.chars().count() > COMMENT
    };
    let lines = text.lines().enumerate();
    let wide = lines.filter(|(_, line)| is_wide(line));
    wide.map(|(index, _)| index + 1).collect()
}

#[test]
fn comments_and_pages_keep_to_their_width() {
    let mut wide = Vec::new();
    for (path, text) in texts() {
        let lines = match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => wide_in_source(&text),
            Some("md") => wide_in_page(&text),
            _ => continue,
        };
        wide.extend(
            lines
                .iter()
                .map(|line| format!("{}:{line}", path.display())),
        );
    }
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn long_lines_are_noticed_where_prose_stands() {
    let long = "word ".repeat(30);
    assert_eq!(
        wide_in_page(&format!("a\n{long}\n```\n{long}\n```\n| {long}")),
        [2]
    );
    assert_eq!(
        wide_in_source(&format!("/// {long}\nlet a = \"{long}\";")),
        [1]
    );
}
