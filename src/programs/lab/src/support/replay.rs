//! The web page that plays a line, move by move.
//!
//! [`mod@line`] has the referee play the line and records what moves; this puts it into
//! one HTML file, with the parts that all pages share ([`super::web`]) and `controls.js`,
//! which handles keys, clicks and swipes.

mod line;

pub use line::Replay;

use anyhow::Result;

use super::web;

const MARKUP: &str = include_str!("../../../page/replay/page.html");
const STYLE: &str = include_str!("../../../page/replay/page.css");
const CONTROLS: &str = include_str!("../../../page/replay/controls.js");

pub fn page(replay: &Replay) -> Result<String> {
    let title = escape(&replay.title);
    let json = escape_json(&serde_json::to_string(replay)?);
    let parts = [("title", &*title), ("replay", &json)];
    Ok(web::page(MARKUP, STYLE, &[CONTROLS], &parts))
}

/// Text, escaped so that it can stand between tags.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// JSON, escaped so that it can stand in a script element: without a `<` no tag can
/// open or close, and JSON has `<` only within strings.
fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}
