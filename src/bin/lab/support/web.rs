//! What the lab's web pages share: the cards and the felt, a line that is played on
//! it, what is said of its moves, and the look of it all.
//!
//! A page is a template of markup, filled with these parts and its own into one file
//! that needs nothing else, no network and no fonts. The scripts know no rules: a
//! page is given a table and what moves on it, as [`crate::replay`] has it from the
//! referee. `cards.js` draws faces, `felt.js` knows where cards lie and glides them,
//! `playback.js` goes back and forth on a line, `words.js` describes where it stands.

/// The suits' symbols and the icons.
pub const SYMBOLS: &str = include_str!("../../page/common/symbols.svg");
/// The style of cards, felt, moves and controls.
pub const STYLE: &str = include_str!("../../page/common/common.css");
/// The scripts, each needing only those before it.
pub const SCRIPTS: [&str; 4] = [
    include_str!("../../page/common/cards.js"),
    include_str!("../../page/common/felt.js"),
    include_str!("../../page/common/playback.js"),
    include_str!("../../page/common/words.js"),
];

/// The template with its marks replaced in this order. Text that has been filled in
/// is not searched for further marks.
///
/// # Panics
/// The template lacks a mark.
pub fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    let mut rest = template;
    for (mark, text) in parts {
        let (before, after) = rest.split_once(mark).expect("the template has the mark");
        page.extend([before, text]);
        rest = after;
    }
    page + rest
}
