//! The page to play on as one HTML file.

use std::io::{self, Write as _};

use base64::prelude::{Engine as _, BASE64_STANDARD};
use flate2::write::DeflateEncoder;
use flate2::Compression;

use crate::web;

const MARKUP: &str = include_str!("../play/page.html");
const STYLE: &str = include_str!("../play/page.css");
const SCRIPTS: [&str; 13] = [
    include_str!("../play/storage.js"),
    include_str!("../play/knowledge.js"),
    include_str!("../play/engine.js"),
    include_str!("../play/game.js"),
    include_str!("../play/statistics.js"),
    include_str!("../play/pointer.js"),
    include_str!("../play/keyboard.js"),
    include_str!("../play/verdict.js"),
    include_str!("../play/dialogs.js"),
    include_str!("../play/games.js"),
    include_str!("../play/options.js"),
    include_str!("../play/helper.js"),
    include_str!("../play/page.js"),
];

/// The page around a module, which is deflated and in base 64.
///
/// # Errors
/// Never: nothing is written but memory.
pub fn page(module: &[u8]) -> io::Result<String> {
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
    deflated.write_all(module)?;
    let module = BASE64_STANDARD.encode(deflated.finish()?);
    Ok(web::page(MARKUP, STYLE, &SCRIPTS, &[("module", &module)]))
}
