//! The page to play on as one HTML file, and as a folder for a server, with the service worker that
//! keeps the page for times without a network: browsers take such a worker from a file of its own
//! only.

use std::io::{self, Write as _};

use base64::prelude::{Engine as _, BASE64_STANDARD};
use flate2::write::DeflateEncoder;
use flate2::Compression;

use crate::web;

const MARKUP: &str = include_str!("../play/page.html");
const STYLE: &str = include_str!("../play/page.css");
const SERVICE_WORKER: &str = include_str!("../play/service-worker.js");
/// The texts in all languages.
const TEXTS: &str = include_str!("../play/texts.json");
/// What tells the page in a folder of its service worker.
const SERVED: &str = "<meta name=\"service-worker\" content=\"service-worker.js\">";
const SCRIPTS: [&str; 26] = [
    include_str!("../play/storage.js"),
    include_str!("../play/messages.js"),
    include_str!("../play/translate.js"),
    include_str!("../play/deals.js"),
    include_str!("../play/history.js"),
    include_str!("../play/knowledge.js"),
    include_str!("../play/engine.js"),
    include_str!("../play/game.js"),
    include_str!("../play/statistics.js"),
    include_str!("../play/pointer.js"),
    include_str!("../play/keyboard.js"),
    include_str!("../play/verdict.js"),
    include_str!("../play/notices.js"),
    include_str!("../play/share.js"),
    include_str!("../play/after.js"),
    include_str!("../play/record.js"),
    include_str!("../play/calendar.js"),
    include_str!("../play/dialogs.js"),
    include_str!("../play/settings.js"),
    include_str!("../play/sounds.js"),
    include_str!("../play/games.js"),
    include_str!("../play/options.js"),
    include_str!("../play/helper.js"),
    include_str!("../play/install.js"),
    include_str!("../play/page.js"),
    include_str!("../play/start.js"),
];

/// The page around a module, which is deflated and in base 64.
///
/// # Errors
/// Never: nothing is written but memory.
pub fn page(module: &[u8]) -> io::Result<String> {
    page_with(module, "")
}

/// The names of the files in a folder to be served.
pub const FILES: [&str; 2] = ["index.html", "service-worker.js"];

/// These files: the page, and its service worker.
///
/// # Errors
/// Never: nothing is written but memory.
pub fn folder(module: &[u8]) -> io::Result<[(&'static str, String); 2]> {
    let page = page_with(module, SERVED)?;
    let worker = SERVICE_WORKER.to_owned();
    Ok([(FILES[0], page), (FILES[1], worker)])
}

fn page_with(module: &[u8], served: &str) -> io::Result<String> {
    let (module, texts) = (deflated(module)?, deflated(TEXTS.as_bytes())?);
    let parts = [("module", &*module), ("texts", &texts), ("served", served)];
    Ok(web::page(MARKUP, STYLE, &SCRIPTS, &parts))
}

/// Bytes deflated and in base 64, as the page inflates them.
fn deflated(bytes: &[u8]) -> io::Result<String> {
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
    deflated.write_all(bytes)?;
    Ok(BASE64_STANDARD.encode(deflated.finish()?))
}
