//! The links between pages: each leads to a file that is there, and to a heading in it. The names
//! of entries of the log of experiments, by which comments refer to it, lead to an entry.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::prose::{texts, ROOT};

/// The lines of a page outside fenced blocks, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_fenced = false;
    let lines = text.lines().enumerate();
    lines.filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        (!is_fenced && !is_fence).then_some((index + 1, line))
    })
}

/// A line without what stands between backquotes.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// The targets of the links and pictures in a line: `[text](target)`, `[name]: target` and
/// `src="target"`.
fn targets(line: &str) -> Vec<String> {
    let line = without_code(line);
    let mut found = Vec::new();
    for (start, end) in [("](", ')'), ("src=\"", '"')] {
        let parts = line.split(start).skip(1);
        found.extend(parts.filter_map(|part| part.split(end).next().map(str::to_owned)));
    }
    if let Some((name, target)) = line.split_once("]: ") {
        if name.starts_with('[') {
            found.push(target.trim().to_owned());
        }
    }
    found
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for (_, line) in prose(text) {
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let title = title.trim().to_lowercase().replace(' ', "-");
        let is_kept = |char: &char| char.is_alphanumeric() || "-_".contains(*char);
        let anchor: String = title.chars().filter(is_kept).collect();
        let same = (1..).map(|number| format!("{anchor}-{number}"));
        let mut names = [anchor.clone()].into_iter().chain(same);
        anchors.extend(names.find(|name| !anchors.contains(name)));
    }
    anchors
}

/// Why a link of a page leads nowhere, if it does.
fn fault(page: &Path, text: &str, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = page.parent().unwrap().join(file);
    if !file.is_empty() && !path.exists() {
        return Some(format!("no file {file:?}"));
    }
    if anchor.is_empty() {
        return None;
    }
    let other = (!file.is_empty()).then(|| fs::read_to_string(&path).unwrap());
    let has_anchor = anchors(other.as_deref().unwrap_or(text)).contains(anchor);
    (!has_anchor).then(|| format!("no heading for {target:?}"))
}

/// The links of a page that lead nowhere.
fn faults(page: &Path, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, line) in prose(text) {
        let found = targets(line).into_iter();
        let found = found.filter_map(|target| fault(page, text, &target));
        faults.extend(found.map(|fault| format!("{}:{number}: {fault}", page.display())));
    }
    faults
}

/// The names after `(log: ` in a source's comments.
fn log_names(source: &str) -> Vec<String> {
    let comments = source.lines().filter_map(|line| {
        let line = line.trim_start().strip_prefix("//")?;
        Some(line.trim_start_matches(['/', '!']).trim())
    });
    let comments = comments.collect::<Vec<_>>().join(" ");
    let references = comments.split("(log: ").skip(1);
    let references = references.filter_map(|rest| rest.split_once(')'));
    let names = references.flat_map(|(names, _)| names.split('"').skip(1).step_by(2));
    names.map(str::to_owned).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading() {
    let mut all = Vec::new();
    let mut pages = 0;
    for (path, text) in texts() {
        if path.extension().is_some_and(|extension| extension == "md") {
            pages += 1;
            all.extend(faults(&path, &text));
        }
    }
    assert!(pages >= 15, "only {pages} pages");
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn every_name_of_an_experiment_is_an_entry_of_the_log() {
    let log = fs::read_to_string(Path::new(ROOT).join("src/search/EXPERIMENTS.md")).unwrap();
    let entries: BTreeSet<String> = log
        .lines()
        .filter_map(|line| Some(line.strip_prefix("## ")?.to_lowercase()))
        .collect();
    let mut count = 0;
    for (path, text) in texts() {
        if path.extension().is_some_and(|extension| extension == "rs") {
            for name in log_names(&text) {
                count += 1;
                assert!(entries.contains(&name), "{}: {name:?}", path.display());
            }
        }
    }
    assert!(count >= 20, "only {count} names");
}

#[test]
fn a_link_that_leads_nowhere_is_noticed() {
    let page = Path::new(ROOT).join("README.md");
    let right = "# The *door*, and `more`!\n## Twice\n## Twice\n[a](src/lib.rs), [b\n\
        c](#twice-1) [d](#the-door-and-more) `[no](link)`\n```\n[no](link)\n```\n\
        [e]: https://example.org/#no\n[f](src/bot/README.md#a-test-case-failed)\n";
    assert_eq!(faults(&page, right), [""; 0]);
    for (from, to, line) in [
        ("lib.rs", "libs.rs", 4),
        ("twice-1", "twice-2", 5),
        ("https://example.org/", "", 9),
        ("README.md#a", "README.md#no", 10),
    ] {
        let found = faults(&page, &right.replace(from, to));
        assert_eq!(found.len(), 1, "{from:?} became {to:?}: {found:?}");
        assert!(
            found[0].contains(&format!("README.md:{line}: ")),
            "{found:?}"
        );
    }
    assert_eq!(
        log_names("/// As in (log: \"a\", \"b\n/// c\"), and (log: \"d\").\nlet e = \"(log: \\\"f\\\")\";"),
        ["a", "b c", "d"]
    );
}
