//! The page that plays a line as one HTML file, with `controls.js`, which handles keys, clicks and
//! swipes.

use serde::Serialize;

use crate::web;

const MARKUP: &str = include_str!("../replay/page.html");
const STYLE: &str = include_str!("../replay/page.css");
const CONTROLS: &str = include_str!("../replay/controls.js");

/// The page with that title that plays what was recorded of a line.
///
/// # Errors
/// The record is no JSON.
pub fn page(title: &str, record: &impl Serialize) -> serde_json::Result<String> {
    let title = escape(title);
    let json = escape_json(&serde_json::to_string(record)?);
    let script = web::script(&[CONTROLS]);
    let parts = [("title", &*title), ("replay", &json), ("script", &script)];
    Ok(web::page(MARKUP, STYLE, &parts))
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
