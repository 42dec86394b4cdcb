//! Takes the pictures and measures the times for the page's README; nothing is judged here.
//!
//! `FREECELL_WASM=FILE cargo test --workspace pictures -- --ignored`
//! writes the pictures into `target/pictures/`; `times` in place of `pictures`, with
//! `--nocapture` at the end, prints the times.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use super::table::{open, Table};

/// A game in which a move lost length, and one in which a move lost everything.
const LONGER: &str = "617:82-1a-23-2b";
const LOST: &str = "617:58-3a-8b-1c";

fn picture(table: &mut Table, name: &str) {
    // For the engine and the cards to come to rest.
    sleep(Duration::from_secs(5));
    let folder = testing::root().join("target/pictures");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), table.browser.picture()).unwrap();
}

#[test]
#[ignore = "writes pictures"]
fn the_pictures_of_the_page_are_taken() {
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

/// Code that the scripts below share: `framed(act)` resolves once the frame after an act is done,
/// `until(condition)` waits.
const HELPERS: &str = "
    window.frame = () => new Promise((done) => requestAnimationFrame(done));
    window.framed = async (act) => {
      act();
      await frame();
      await new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
      });
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

/// The processor time of the page's main thread so far, in milliseconds: other than time by the
/// clock, it does not depend on what else the machine does.
fn processor_time(table: &mut Table) -> f64 {
    let metrics = table.browser.call("Performance.getMetrics", &json!({}));
    let metrics = metrics["metrics"].as_array().unwrap();
    let task = metrics.iter().find(|it| it["name"] == "TaskDuration");
    task.unwrap()["value"].as_f64().unwrap() * 1000.0
}

/// The processor time of acts, each with the frame after it, and of the next frame, in which words
/// follow.
fn measure_acts(table: &mut Table, what: &str, acts: impl Iterator<Item = String>) {
    let mut times = [Vec::new(), Vec::new()];
    for act in acts {
        for (act, times) in [&*act, "0"].into_iter().zip(&mut times) {
            let before = processor_time(table);
            table
                .browser
                .value(&format!("framed(() => {act}).then(() => true)"));
            times.push(processor_time(table) - before);
        }
        table.browser.value("rest().then(() => true)");
    }
    let [frames, next_frames] = times;
    report(what, frames);
    report("... the next frame", next_frames);
}

/// Measures the work that blocks the page while cards are in motion.
fn measure_motion(table: &mut Table) {
    table.browser.value(HELPERS);
    let deals = (1001..=1050).map(|deal| format!("choose({deal})"));
    measure_acts(table, "a deal", deals);
    // A long line to go back and forth on.
    table.browser.value("choose(617)");
    table.wait_for_text("#title", "Deal 617");
    table.wait_for_text("#verdict", "Can be won in");
    table.browser.press("s");
    table.browser.press("End");
    table.wait_for_home(52);
    let ends = ["to-start", "to-end"].into_iter().cycle().take(50);
    measure_acts(
        table,
        "a jump from one end of a line to the other",
        ends.map(|id| format!("document.getElementById('{id}').click()")),
    );
    let positions = (0..39).chain((1..=39).rev()).cycle().take(200);
    measure_acts(
        table,
        "a frame while the slider is dragged",
        positions.map(|position| {
            format!(
                "{{ const slider = document.getElementById('slider');\
                    slider.value = {position};\
                    slider.dispatchEvent(new Event('input')); }}"
            )
        }),
    );
    measure(
        table,
        "a hint on a fresh deal, by the clock",
        "for (let deal = 2001; deal <= 2050; deal++) {\
           const start = performance.now();\
           choose(deal);\
           await until(() => says('title', `Deal ${deal}:`) && says('verdict', 'be won in'));\
           times.push(performance.now() - start);\
         }",
    );
}

#[test]
#[ignore = "measures"]
fn the_times_of_the_page_are_measured() {
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
            "Proved: no solution is shorter.",
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
    let thread = json!({ "timeDomain": "threadTicks" });
    table.browser.call("Performance.enable", &thread);
    for rate in [1, 4] {
        println!("the processor throttled {rate} times:");
        table.browser.reload();
        table.ready();
        let throttle = json!({ "rate": rate });
        table
            .browser
            .call("Emulation.setCPUThrottlingRate", &throttle);
        measure_motion(&mut table);
    }
}
