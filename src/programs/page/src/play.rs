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
/// The script that inflates the others.
const BOOT: &str = include_str!("../play/boot.js");
/// The texts in all languages.
const TEXTS: &str = include_str!("../play/texts.json");
/// What tells the page in a folder of its service worker.
const SERVED: &str = "<meta name=\"service-worker\" content=\"service-worker.js\">";
const SCRIPTS: [&str; 27] = [
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
    include_str!("../play/programs.js"),
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

/// The page around a module, which is deflated and in base 85.
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
    let (boot, scripts) = (web::bundle([BOOT]), web::script(&SCRIPTS));
    let scripts = BASE64_STANDARD.encode(deflated(scripts.as_bytes())?);
    let parts = [
        ("module", &*in_base_85(&module)),
        ("texts", &in_base_85(&texts)),
        ("boot", &boot),
        ("packed", &scripts),
        ("served", served),
    ];
    Ok(web::page(MARKUP, STYLE, &parts))
}

fn deflated(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
    deflated.write_all(bytes)?;
    deflated.finish()
}

/// Bytes in base 85, which is shorter than base 64: five digits for four bytes, zeros in place of
/// those that are missing at the end, and then how many these are. The digits are the characters
/// from `#` on without `<`, so that no tag can begin among them.
fn in_base_85(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 4 * 5 + 5);
    for chunk in bytes.chunks(4) {
        let mut four = [0; 4];
        four[..chunk.len()].copy_from_slice(chunk);
        let word = u32::from_be_bytes(four);
        for power in [85_u32.pow(4), 85_u32.pow(3), 85_u32.pow(2), 85, 1] {
            let code = b'#' + (word / power % 85) as u8;
            text.push(char::from(code + u8::from(code >= b'<')));
        }
    }
    let missing = bytes.len().next_multiple_of(4) - bytes.len();
    text + &missing.to_string()
}
