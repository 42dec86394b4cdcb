//! Pictures and times of the page, for its README; nothing is judged here.
//!
//! `FREECELL_WASM=FILE cargo test --all-features --test programs pictures -- --ignored`
//! writes the pictures into `target/pictures/`; `times` in place of `pictures`, with
//! `--nocapture` at the end, prints the times.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use super::table::{open, Table};

/// A game in which a move lost length, and one in which a move lost everything.
const LONGER: &str = "617:82-1a-23-2b";
const LOST: &str = "617:58-3a-8b-1c";

fn picture(table: &mut Table, name: &str) {
    // For the engine and the cards to come to rest.
    sleep(Duration::from_secs(5));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pictures");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), table.browser.picture()).unwrap();
}

#[test]
#[ignore = "writes pictures"]
fn pictures() {
    let Some(mut table) = open(LONGER) else {
        return;
    };
    let marked = |mark: &str| format!("document.querySelector('[data-loss^=\"{mark}\"]') !== null");
    table.browser.resize(1120, 720);
    table.browser.wait_for(&marked("−"));
    picture(&mut table, "page.png");
    table.browser.resize(390, 844);
    picture(&mut table, "page-upright.png");
    table.browser.value(&format!("location.hash = '#{LOST}'"));
    table.browser.prefer("prefers-color-scheme", "dark");
    table.browser.resize(1120, 720);
    table.browser.wait_for(&marked("lost"));
    picture(&mut table, "page-dark.png");
    table.browser.prefer("prefers-color-scheme", "light");
    table.browser.resize(844, 390);
    picture(&mut table, "page-across.png");
}

/// Milliseconds by the page's clock, sorted.
fn sorted(mut times: Vec<f64>) -> Vec<f64> {
    times.sort_by(f64::total_cmp);
    times
}

fn report(what: &str, times: Vec<f64>) {
    let times = sorted(times);
    let (least, median, most) = (times[0], times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{what}: median {median:.0} ms, {least:.0} to {most:.0} ms, {} times",
        times.len()
    );
}

#[test]
#[ignore = "measures"]
fn times() {
    let Some(mut table) = open("1") else { return };
    let mut paints = Vec::new();
    for _ in 0..11 {
        table.browser.reload();
        table.ready();
        table
            .browser
            .wait_for("performance.getEntriesByType('paint').length > 0");
        let paint = table
            .browser
            .value("performance.getEntriesByType('paint')[0].startTime");
        paints.push(paint.as_f64().unwrap());
    }
    report("first paint", paints);

    let until = |table: &mut Table, deal: u64, known: &str| {
        let waited = table.browser.value(&format!(
            "(async () => {{\
               const start = performance.now();\
               document.getElementById('number').value = '{deal}';\
               document.getElementById('by-number').requestSubmit();\
               const title = () => document.getElementById('title').textContent;\
               const said = () => document.getElementById('verdict').textContent;\
               while (!title().includes('Deal {deal}:') || !said().includes('{known}')) {{\
                 await new Promise((done) => setTimeout(done, 1));\
               }}\
               return performance.now() - start;\
             }})()"
        ));
        waited.as_f64().unwrap()
    };
    let deals = 1001..=1050;
    let hints = deals
        .map(|deal| until(&mut table, deal, "be won in"))
        .collect();
    report("a hint on a fresh deal, 1001 to 1050", hints);
    let mut solved = Vec::new();
    for _ in 0..5 {
        table.browser.value("history.replaceState(null, '', '#1')");
        table.browser.reload();
        table.ready();
        solved.push(until(&mut table, 617, "be won in"));
    }
    report("deal 617 solved", solved);
    let proved = until(&mut table, 617, "Proved: no line is shorter.");
    report("… and its shortest line proved, after that", vec![proved]);
    let lost = until(&mut table, 11982, "Cannot be won");
    report("deal 11982 proved lost", vec![lost]);
}
