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

/// What the scripts below share: `blocked(act)` is how long an act and the frame after it keep
/// the page from anything else, `until(condition)` waits.
const HELPERS: &str = "
    window.frame = () => new Promise((done) => requestAnimationFrame(done));
    window.blocked = async (act) => {
      await frame();
      const start = performance.now();
      act();
      const acted = performance.now() - start;
      const began = await frame();
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
      });
      return acted + performance.now() - began;
    };
    window.until = async (condition) => {
      while (!condition()) await new Promise((done) => setTimeout(done, 1));
    };
    window.choose = (deal) => {
      document.getElementById('number').value = deal;
      document.getElementById('by-number').requestSubmit();
    };
    window.says = (id, text) => document.getElementById(id).textContent.includes(text);
    window.rest = () => until(() => document.getAnimations().length === 0);
    true";

/// Milliseconds by the page's clock.
fn measure(table: &mut Table, what: &str, script: &str) {
    let times = table.browser.value(&format!(
        "(async () => {{ const times = []; {script}; return times; }})()"
    ));
    let times = times.as_array().unwrap().iter();
    report(what, times.map(|time| time.as_f64().unwrap()).collect());
}

fn report(what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{what}: median {:.0} ms, nine in ten {:.0} ms, at most {:.0} ms, {} times",
        at(0.5),
        at(0.9),
        at(1.0),
        times.len()
    );
}

/// What a player waits for, with cards in motion.
fn measure_motion(table: &mut Table) {
    table.browser.value(HELPERS);
    let deals = "for (let deal = 1001; deal <= 1050; deal++)";
    measure(
        table,
        "a deal",
        &format!("{deals} {{ times.push(await blocked(() => choose(deal))); await rest(); }}"),
    );
    measure(
        table,
        "a hint on a fresh deal",
        &format!(
            "{deals} {{\
               const start = performance.now();\
               choose(deal + 1000);\
               await until(() => says('title', `Deal ${{deal + 1000}}:`) && says('verdict', 'be won in'));\
               times.push(performance.now() - start);\
             }}"
        ),
    );
    // A long line to go back and forth on.
    table.browser.value("choose(617)");
    table.wait_for_text("#verdict", "Can be won in");
    table.browser.press("s");
    table.browser.press("End");
    table.wait_for_home(52);
    measure(
        table,
        "a jump from one end of a line to the other",
        "for (let count = 0; count < 50; count++) {\
           times.push(await blocked(() => document.getElementById(count % 2 ? 'to-end' : 'to-start').click()));\
           await rest();\
         }",
    );
    measure(
        table,
        "from frame to frame while the slider is dragged",
        "const slider = document.getElementById('slider');\
         let last = await frame();\
         for (let count = 0; count < 200; count++) {\
           slider.value = Math.abs((count % (2 * slider.max)) - slider.max);\
           slider.dispatchEvent(new Event('input'));\
           const now = await frame();\
           times.push(now - last);\
           last = now;\
         }",
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
    let answers = [
        (617, "be won in", "deal 617 solved"),
        (
            617,
            "Proved: no line is shorter.",
            "... and proved shortest",
        ),
        (11982, "Cannot be won", "deal 11982 proved lost"),
    ];
    for (deal, text, what) in answers {
        table.browser.value(HELPERS);
        measure(
            &mut table,
            what,
            &format!(
                "const start = performance.now();\
                 choose({deal});\
                 await until(() => says('title', 'Deal {deal}:') && says('verdict', '{text}'));\
                 times.push(performance.now() - start);"
            ),
        );
    }
    for rate in [1, 4] {
        println!("the processor throttled {rate} times:");
        table.browser.reload();
        table.ready();
        let throttle = serde_json::json!({ "rate": rate });
        table
            .browser
            .call("Emulation.setCPUThrottlingRate", &throttle);
        measure_motion(&mut table);
    }
}
