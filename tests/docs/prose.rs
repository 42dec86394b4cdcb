//! The prose in comments and pages: of one width, and without words that nobody outside
//! would know or say.

use std::fs;
use std::path::{Path, PathBuf};

/// The most characters that a line of a comment has, as rustfmt's code.
const COMMENT: usize = 100;

/// The most that a line of a page has. Tables, links and fenced blocks may be wider.
const PAGE: usize = 120;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Coinages for which the field has a name, and turns of phrase that read as translated.
const BANNED: [&str; 10] = [
    "weave",
    "lest",
    "be it",
    "anew",
    "tour",
    "so much",
    "so many",
    "; none if",
    "fn of(",
    "treading water",
];

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

/// Every source, script and page with its text, but for this file.
fn texts() -> Vec<(PathBuf, String)> {
    let mut paths = vec![Path::new(ROOT).join("README.md")];
    for folder in ["src", "tests", "fixtures", ".github"] {
        let endings = ["rs", "md", "js", "html", "css"];
        files(&Path::new(ROOT).join(folder), &endings, &mut paths);
    }
    paths.retain(|path| !path.ends_with("docs/prose.rs"));
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
        let lines = match path.extension().unwrap().to_str() {
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

/// Whether a word or a phrase occurs, however it is written.
fn has(line: &str, banned: &str) -> bool {
    let line = line.to_lowercase();
    let is_letter = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    line.match_indices(banned).any(|(start, _)| {
        let (before, after) = (&line[..start], &line[start + banned.len()..]);
        !is_letter(before.bytes().last())
            && (banned.ends_with('(') || !is_letter(after.bytes().next()))
    })
}

#[test]
fn banned_words_are_not_used() {
    let mut found = Vec::new();
    for (path, text) in texts() {
        for (index, line) in text.lines().enumerate() {
            let words = BANNED.iter().filter(|banned| has(line, banned));
            found.extend(words.map(|word| format!("{}:{}: {word}", path.display(), index + 1)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn banned_words_are_noticed_whole() {
    assert!(has("Lest we forget", "lest") && !has("the fewest", "lest"));
    assert!(has("pub fn of(card: Card)", "fn of(") && !has("fn offer(", "fn of("));
}
