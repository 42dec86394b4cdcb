//! The parts that the pages share: the cards and the felt, playback of a line, the
//! description of its moves, and the style.
//!
//! A page is a template of markup, filled with these parts and its own into one file that needs
//! nothing else, neither a network nor fonts. The scripts know no rules: a page is given a table
//! and the steps of moves, as the referee has them. `cards.js` draws faces, `tables.js` has the
//! tables of a line, `layout.js` says where cards lie, `felt.js` puts and animates them,
//! `playback.js` goes back and forth on a line, `words.js` describes it, `controls.js` has slider
//! and buttons.
//!
//! Each script is an ES module, so that its dependencies are stated and it can be
//! checked and tested alone. [`bundle`] makes one module of them, since a page that is
//! opened from a file may not load others.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// What every page has in its head: that this program wrote it.
const MARK: &str = "<meta name=\"generator\" content=\"freecell-lab\">";

/// The bytes of a file among which the mark is looked for.
const HEAD: u64 = 1 << 12;

/// Whether a file is a page that this program wrote.
pub fn is_page(path: &Path) -> bool {
    let mut head = Vec::new();
    path.is_file()
        && File::open(path).is_ok_and(|file| file.take(HEAD).read_to_end(&mut head).is_ok())
        && head
            .windows(MARK.len())
            .any(|bytes| bytes == MARK.as_bytes())
}

/// The icons.
const SYMBOLS: &str = include_str!("../common/symbols.svg");
/// The style of cards, felt, moves and controls.
const STYLE: &str = include_str!("../common/common.css");
/// The scripts, each after those that it imports.
const SCRIPTS: [&str; 8] = [
    include_str!("../common/language.js"),
    include_str!("../common/cards.js"),
    include_str!("../common/tables.js"),
    include_str!("../common/layout.js"),
    include_str!("../common/felt.js"),
    include_str!("../common/playback.js"),
    include_str!("../common/words.js"),
    include_str!("../common/controls.js"),
];

/// Joins modules into one: imports, a line each, and the word `export` go, and so do comments,
/// which have lines of their own, and indentation.
pub fn bundle<'a>(modules: impl IntoIterator<Item = &'a str>) -> String {
    let is_left_out = |line: &&str| {
        let starts = ["import ", "//", "/**", "* ", "*/"];
        line.is_empty() || starts.iter().any(|start| line.starts_with(start))
    };
    let lines = modules
        .into_iter()
        .flat_map(str::lines)
        .map(str::trim_start);
    let kept = lines.filter(|line| !is_left_out(line));
    kept.map(|line| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n")
        .collect()
}

/// The scripts that all pages share and a page's own, as one module.
pub fn script(own: &[&str]) -> String {
    bundle(SCRIPTS.iter().chain(own).copied())
}

/// Style without comments and indentation.
fn bare(style: &str) -> String {
    let mut parts = style.split("/*");
    let first = parts.next().unwrap_or_default();
    let others = parts.filter_map(|part| part.split_once("*/").map(|(_, after)| after));
    let text: String = [first].into_iter().chain(others).collect();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| line.to_owned() + "\n").collect()
}

/// A page: a template whose marks, such as `{{title}}`, are replaced by the parts of that
/// name. Style follows that which all pages share. Text that has been filled in
/// is not searched for further marks.
///
/// # Panics
/// A part that the template names is missing.
pub fn page(template: &str, style: &str, parts: &[(&str, &str)]) -> String {
    let style = [bare(STYLE), bare(style)].concat();
    let shared = [("style", &*style), ("symbols", SYMBOLS)];
    let lines = template.lines().map(str::trim_start);
    let template: String = lines.map(|line| line.to_owned() + "\n").collect();
    let mut texts = template.split("{{");
    let mut page = texts.next().unwrap_or_default().to_owned();
    for text in texts {
        let (mark, after) = text.split_once("}}").expect("a mark ends");
        let mut all = shared.iter().chain(parts);
        let (_, part) = all.find(|(name, _)| *name == mark).expect("a part");
        page.extend([part, after]);
    }
    page
}
