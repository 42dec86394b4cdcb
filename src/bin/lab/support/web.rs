//! What the lab's web pages share: the cards and the felt, playback of a line, the
//! description of its moves, and the style.
//!
//! A page is a template of markup, filled with these parts and its own into one file
//! that needs nothing else, no network and no fonts. The scripts know no rules: a page
//! is given a table and the steps of moves, as the referee has them. `cards.js` draws
//! faces, `tables.js` has the tables of a line, `felt.js` lays out and animates cards,
//! `playback.js` goes back and forth on a line, `words.js` describes it, `controls.js`
//! has slider and buttons.
//!
//! Each script is an ES module, so that its dependencies are stated and it can be
//! checked and tested alone. [`bundle`] makes one module of them, since a page that is
//! opened from a file may not load others.

/// The icons.
pub const SYMBOLS: &str = include_str!("../../page/common/symbols.svg");
/// The style of cards, felt, moves and controls.
pub const STYLE: &str = include_str!("../../page/common/common.css");
/// The scripts, each after those that it imports.
pub const SCRIPTS: [&str; 6] = [
    include_str!("../../page/common/cards.js"),
    include_str!("../../page/common/tables.js"),
    include_str!("../../page/common/felt.js"),
    include_str!("../../page/common/playback.js"),
    include_str!("../../page/common/words.js"),
    include_str!("../../page/common/controls.js"),
];

/// Joins modules into one: imports, a line each, and the word `export` go.
pub fn bundle<'a>(modules: impl IntoIterator<Item = &'a str>) -> String {
    let lines = modules.into_iter().flat_map(str::lines);
    let kept = lines.filter(|line| !line.starts_with("import "));
    kept.map(|line| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n")
        .collect()
}

/// Replaces the marks of a template, in this order. Text that has been filled in is not
/// searched for further marks.
///
/// # Panics
/// The template lacks a mark.
pub fn fill(template: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    for (mark, text) in parts {
        let (before, after) = rest.split_once(mark).expect("the template has the mark");
        page.extend([before, text]);
        rest = after;
    }
    page + rest
}
