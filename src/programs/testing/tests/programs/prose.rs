//! The prose in comments and pages: of one width, and without words that nobody outside
//! would know or say.

use std::fs;
use std::path::{Path, PathBuf};

/// The most characters that a line of a comment has, as rustfmt's code.
const COMMENT: usize = 100;

/// The most that a line of a page has. Tables, links and fenced blocks may be wider.
const PAGE: usize = 120;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../..");

/// Coinages for which the field has a name, and turns of phrase that read as translated.
const BANNED: [&str; 47] = [
    "anew",
    "at once what",
    "be it",
    "by wish",
    "capacity::pow",
    "caution",
    "faithful",
    "fn every(",
    "fn named(",
    "fn narrow(",
    "fn numbered(",
    "fn of(",
    "fn strictly(",
    "fn those(",
    "gift",
    "glance",
    "goes by",
    "guess wrong",
    "guesses wrong",
    "has_spare",
    "hash_by",
    "joints",
    "lately",
    "lead board",
    "lest",
    "longrun",
    "look at the clock",
    "looks at the clock",
    "loose",
    "materialized",
    "mended",
    "none if",
    "none when",
    "none where",
    "now and then",
    "of late",
    "so many",
    "so much",
    "spelled_out",
    "there_and_back",
    "think on",
    "thinker",
    "tour",
    "treading water",
    "unasked",
    "warily",
    "weave",
];

/// Names of types that would be one more word for an outcome or an error.
const SYNONYMS: [&str; 9] = [
    "answer",
    "conclusion",
    "end",
    "fault",
    "finding",
    "flaw",
    "refusal",
    "reply",
    "stop",
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

/// Every source, script and page with its text, except this file.
fn texts() -> Vec<(PathBuf, String)> {
    let mut paths = vec![Path::new(ROOT).join("README.md")];
    for script in fs::read_dir(Path::new(ROOT).join(".ci")).unwrap() {
        paths.push(script.unwrap().path());
    }
    for folder in ["src", "tests", "fixtures", ".github", ".fuzz/fuzz_targets"] {
        let endings = ["rs", "md", "js", "mjs", "html", "css", "yml"];
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

/// Whether a word or a phrase occurs, in either case. (`None if` is Rust.)
fn has(line: &str, banned: &str) -> bool {
    let line = line.replace("None", "").to_lowercase();
    let is_letter = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    line.match_indices(banned).any(|(start, _)| {
        let (before, after) = (&line[..start], &line[start + banned.len()..]);
        !is_letter(before.bytes().last())
            && (banned.ends_with('(') || !is_letter(after.bytes().next()))
    })
}

/// Whether a line has `as … as it`, other than `as soon as it` and its like.
fn has_chain(line: &str) -> bool {
    let is_chain = |words: &[&str]| matches!(words, ["as" | "As", how, "as", "it"] if !["soon", "long", "far"].contains(how));
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(4).any(is_chain)
}

#[test]
fn banned_words_are_not_used() {
    let mut found = Vec::new();
    let types = SYNONYMS.map(|name| [format!("enum {name}"), format!("struct {name}")]);
    for (path, text) in texts() {
        for (index, line) in text.lines().enumerate() {
            let types = types.iter().flatten().map(String::as_str);
            let words = BANNED.into_iter().chain(types);
            let mut words: Vec<&str> = words.filter(|banned| has(line, banned)).collect();
            if has_chain(line) {
                words.push("as ... as it");
            }
            let place = |word| format!("{}:{}: {word}", path.display(), index + 1);
            found.extend(words.into_iter().map(place));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn banned_words_are_noticed_whole() {
    assert!(has("Lest we forget", "lest") && !has("the fewest", "lest"));
    assert!(has("pub fn of(card: Card)", "fn of(") && !has("fn offer(", "fn of("));
    assert!(has("the line; none if unknown", "none if") && !has("None if x => 0", "none if"));
    assert!(has("pub enum End {", "enum end") && !has("enum Ending {", "enum end"));
    assert!(has_chain("kept as simply as it does") && !has_chain("as soon as it is known"));
}
