//! One page that holds everything it needs: markup, style, script and replay.

use anyhow::Result;

use super::line::Replay;
use crate::support::web;

const MARKUP: &str = include_str!("../../../page/replay/page.html");
const STYLE: &str = include_str!("../../../page/replay/page.css");
const CONTROLS: &str = include_str!("../../../page/replay/controls.js");

/// The page that plays the replay.
///
/// # Errors
/// None that a replay could cause: serialising is fallible by its type only.
pub fn page(replay: &Replay) -> Result<String> {
    let parts = [
        ("{{title}}", escape(&replay.title)),
        ("{{style}}", [web::STYLE, STYLE].concat()),
        ("{{symbols}}", web::SYMBOLS.to_owned()),
        ("{{replay}}", escape_json(&serde_json::to_string(replay)?)),
        (
            "{{script}}",
            web::bundle(web::SCRIPTS.into_iter().chain([CONTROLS])),
        ),
    ];
    Ok(web::fill(MARKUP, &parts))
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

#[cfg(test)]
mod tests {
    use super::*;
    use freecell::deal;
    use freecell::ruleset::Ruleset;

    #[test]
    fn no_text_of_a_replay_is_read_as_markup() {
        let hostile = "</script><script>{{replay}}&amp;";
        let table = deal::microsoft(1).unwrap();
        let replay = Replay::new(hostile.into(), &table, Ruleset::default(), hostile);
        let page = page(&replay).unwrap();
        assert!(!page.contains(hostile));
        assert_eq!(page.matches("</script>").count(), 2);
        assert!(page.contains("&lt;/script>&lt;script>{{replay}}&amp;amp;"));
    }
}
