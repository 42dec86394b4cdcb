//! A page with a game on it, in a browser.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use assert_cmd::assert::OutputAssertExt as _;
use testing::browser::Browser;
use testing::lab::process;
use testing::skipped;

/// The page in a browser.
pub struct Table {
    pub browser: Browser,
    _folder: TempDir,
}

/// The module, if one was built; the test is skipped without.
pub fn module() -> Option<PathBuf> {
    let module = env::var_os("FREECELL_WASM").filter(|path| !path.is_empty());
    if module.is_none() {
        skipped::skip("FREECELL_WASM names no module; .ci/wasm FILE builds one");
    }
    // Its name is relative to the folder in which `.ci/run` runs.
    module.map(|path| testing::root().join(path))
}

/// Writes the page around a module.
pub fn write(module: &Path, folder: &TempDir) -> PathBuf {
    let page = folder.path().join("freecell.html");
    let mut command = process(&["page", "--wasm"]);
    command.current_dir(folder).arg(module);
    command.assert().success();
    page
}

/// Opens the page at a game, with motion, as most people have it.
pub fn open(address: &str) -> Option<Table> {
    let folder = TempDir::new().unwrap();
    let page = write(&module()?, &folder);
    let browser = Browser::open_at(&page, &format!("#{address}"))?;
    let mut table = Table {
        browser,
        _folder: folder,
    };
    table.ready();
    Some(table)
}

impl Table {
    /// Waits for the module to be at work.
    pub fn ready(&mut self) {
        self.browser
            .wait_for("location.hash !== '' && document.querySelectorAll('.card').length === 52");
    }

    /// The game that the page's address names.
    pub fn address(&mut self) -> String {
        let hash = self.browser.value("location.hash.slice(1)");
        hash.as_str().unwrap().to_owned()
    }

    /// Waits until the address names a game.
    pub fn wait_for_address(&mut self, address: &str) {
        self.browser
            .wait_for(&format!("location.hash === {:?}", format!("#{address}")));
    }

    /// Waits until an element says something.
    pub fn wait_for_text(&mut self, selector: &str, text: &str) {
        self.browser.wait_for(&format!(
            "document.querySelector({selector:?})?.innerText.includes({text:?})"
        ));
    }

    /// A point on the last card of a place, or on its slot.
    pub fn top(&mut self, place: &str) -> [f64; 2] {
        self.card(place, -1)
    }

    /// Types moves, and waits until the last one is in the address.
    pub fn play(&mut self, line: &str) {
        for key in line.split(' ').flat_map(str::chars) {
            self.browser.press(&key.to_string());
        }
        let last = line.rsplit(' ').next().unwrap_or_default();
        self.browser
            .wait_for(&format!("location.hash.endsWith({last:?})"));
    }

    /// Chooses a deal by its number.
    pub fn choose_deal(&mut self, deal: u64) {
        self.browser.press("g");
        self.browser.value(&format!(
            "document.getElementById('number').value = '{deal}'"
        ));
        self.browser.click("#by-number button");
        self.browser
            .wait_for("!document.getElementById('deals').open");
    }

    /// Follows a link within the page, and waits until the page has taken note of it: what is
    /// pressed before that would meet the game that is still on the table.
    pub fn follow(&mut self, address: &str) {
        self.browser.value(&format!(
            "globalThis.isFollowed = false,\
             addEventListener('hashchange', () => globalThis.isFollowed = true, {{ once: true }}),\
             location.hash = {:?}",
            format!("#{address}")
        ));
        self.browser.wait_for("globalThis.isFollowed");
    }

    /// Agrees to leave the game on the table when the page asks.
    pub fn agree_to_leave(&mut self) {
        self.wait_for_text("#asking", "counts as not won");
        self.browser.click("#agree");
    }

    /// Runs a script in the page before its own and loads it again.
    pub fn reload_with(&mut self, script: &str) {
        let parameters = serde_json::json!({ "source": script });
        self.browser
            .call("Page.addScriptToEvaluateOnNewDocument", &parameters);
        self.browser.reload();
    }

    /// Waits until no card moves.
    pub fn rest(&mut self) {
        self.browser
            .wait_for("document.getAnimations().every((it) => !it.effect.target.matches('.card'))");
    }

    /// A point on a card of a place, counted from its end by a negative number.
    pub fn card(&mut self, place: &str, index: i32) -> [f64; 2] {
        self.rest();
        // Cards overlap; a card's index corner is always in sight.
        self.browser.point(&format!(
            "(() => {{\
               const lying = [...document.querySelectorAll('.card')]\
                 .filter((card) => card.dataset.place === {place:?})\
                 .sort((one, other) => one.style.zIndex - other.style.zIndex);\
               const slots = [...document.querySelectorAll('.slot')];\
               const order = [...'abcd', 'hC', 'hD', 'hH', 'hS', ...'12345678'];\
               const element = lying.at({index}) ?? slots[order.indexOf({place:?})];\
               const {{ x, y, width }} = element.getBoundingClientRect();\
               return [x + width * 0.25, y + width * 0.15];\
             }})()"
        ))
    }

    /// Drags the last card of a place to another, as in a move's notation.
    pub fn drag(&mut self, mv: &str) {
        self.drag_run(mv, 1);
    }

    /// Drags a run of this number of cards.
    pub fn drag_run(&mut self, mv: &str, cards: i32) {
        let (from, to) = mv.split_at(1);
        let to = if to == "h" { "hC" } else { to };
        let (from, to) = (self.card(from, -cards), self.top(to));
        self.browser.drag(from, to);
    }

    /// Waits until that many cards are home.
    pub fn wait_for_home(&mut self, count: u64) {
        let cards = "document.querySelectorAll('.card[data-place^=h]').length";
        self.browser.wait_for(&format!("{cards} === {count}"));
    }

    /// Waits until what comes after a game can be chosen.
    pub fn wait_for_what_comes_next(&mut self) {
        self.browser
            .wait_for("!document.getElementById('after').hidden");
    }

    /// The page has complained of nothing.
    pub fn is_content(&self) {
        assert_eq!(self.browser.complaints(), [""; 0]);
    }
}

/// A file of the fixtures.
pub fn fixture(name: &str) -> String {
    fs::read_to_string(testing::root().join("fixtures").join(name)).unwrap()
}
