//! Tests of the page's knowledge: won, lost, how soon, and by which move.

use serde_json::{json, Value};

use super::module::responses;
use super::table::{open, Table};

#[test]
fn deal_617_is_solved_in_the_page() {
    let Some(mut table) = open("617") else { return };
    table.wait_for_text("#verdict", "Can be won in");
    table.browser.press("s");
    table.browser.press("End");
    // What was shown was not won.
    table
        .browser
        .wait_for("document.body.dataset.outcome === 'shown'");
    table.wait_for_home(52);
    table.wait_for_text("#status", "Solution shown.");
    table.wait_for_text("#verdict", "A solution in");
    table.browser.press("Home");
    table.wait_for_text("#verdict", "Proved: no solution is shorter.");
    table.wait_for_text("#verdict", "Can be won in 39 moves");
    table.is_content();
}

#[test]
fn a_hint_shows_the_best_move_and_plays_it_when_asked_again() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.wait_for_text("#verdict", "Can be won in 19 moves");
    table.browser.press("i");
    table.wait_for_text("#status", "Hint:");
    assert!(
        table
            .browser
            .value("document.querySelector('.card.hinted') !== null")
            == true
    );
    assert_eq!(table.address(), "10913");
    table.browser.press("i");
    table.wait_for_text("#verdict", "Can still be won in 18 moves");
    table
        .browser
        .wait_for("location.hash.length === '#10913:26'.length");
    table.is_content();
}

#[test]
fn the_length_of_a_shortest_line_is_known_before_the_line() {
    let Some(mut table) = open("160") else { return };
    table.wait_for_text("#verdict", "Can be won in 38 moves");
    // The usual analysis comes near it.
    table.wait_for_text(
        "#verdict",
        "no solution is shorter. The best found here has 39.",
    );
    table.is_content();
}

#[test]
fn a_lost_game_is_recognised_with_the_move_that_lost_it() {
    let Some(mut table) = open("11982") else {
        return;
    };
    table.wait_for_text("#verdict", "Cannot be won");
    table.browser.value("location.hash = '#617:3a-1b-2c'");
    table.wait_for_text("#verdict", "Proved lost since move 1");
    table.wait_for_text("#moves [data-loss=lost]", "3a");
    table
        .browser
        .wait_for("document.getElementById('go-back').checkVisibility()");
    table.browser.click("#go-back");
    table.wait_for_address("617");
    table.wait_for_text("#verdict", "Can be won in");
    table.is_content();
}

#[test]
fn moves_that_lengthen_the_game_are_marked() {
    // Two moves to a cell and back, on the way to a line of one move.
    let Some(mut table) = open("617:82-28") else {
        return;
    };
    table.browser.wait_for(
        "[...document.querySelectorAll('#moves li')].some((item) => /^−\\d/.test(item.dataset.loss))",
    );
    table.is_content();
}

/// The module answers alike in the page and natively.
#[test]
fn the_module_finds_in_the_browser_what_it_finds_natively() {
    const DEALS: u64 = 50;
    const SLICES: usize = 3;
    let Some(mut table) = open("1") else { return };
    let found = in_browser(&mut table, DEALS, SLICES);
    let requests: Vec<String> = (1..=DEALS).map(|deal| format!("analyze {deal}")).collect();
    let sent = requests
        .iter()
        .flat_map(|request| [request.as_str(); SLICES]);
    assert_eq!(found, responses(sent));
    table.is_content();
}

/// What the module that the page carries responds for each deal, slice by slice.
fn in_browser(table: &mut Table, deals: u64, slices: usize) -> Vec<Value> {
    let found = table.browser.value(&format!(
        "(async () => {{\
           const text = document.getElementById('module').textContent.trim();\
           const digit = (it) => it.charCodeAt(0) - (it > '<' ? 36 : 35);\
           const words = text.slice(0, -1).match(/.{{5}}/g).map((five) => [...five].reduce((word, it) => word * 85 + digit(it), 0));\
           const view = new DataView(new ArrayBuffer(4 * words.length));\
           words.forEach((word, index) => view.setUint32(4 * index, word));\
           const bytes = new Uint8Array(view.buffer, 0, view.byteLength - Number(text.at(-1)));\
           const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));\
           const {{ instance }} = await WebAssembly.instantiate(await new Response(stream).arrayBuffer());\
           const {{ memory, allocate, respond, response }} = instance.exports;\
           const ask = (request) => {{\
             const bytes = new TextEncoder().encode(request);\
             const at = allocate(bytes.length);\
             new Uint8Array(memory.buffer, at, bytes.length).set(bytes);\
             const length = respond();\
             return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, response(), length)));\
           }};\
           const found = [];\
           for (let deal = 1; deal <= {deals}; deal++) {{\
             for (let slice = 0; slice < {slices}; slice++) found.push(ask(`analyze ${{deal}}`));\
           }}\
           return found;\
         }})()"
    ));
    found.as_array().unwrap().clone()
}

/// Plays a game to its end by the page's own buttons: another deal, a solution, its last move.
const PLAY_GAME: &str = "(async () => {
  const until = async (holds) => {
    while (!holds()) await new Promise((done) => setTimeout(done, 10));
  };
  const byId = (id) => document.getElementById(id);
  const home = () => document.querySelectorAll('.card[data-place^=h]').length;
  location.hash = '#DEAL';
  const says = (words) => byId('verdict').innerText.includes(words) && !byId('verdict').matches('.stale');
  await until(() => byId('title').innerText.includes('DEAL') && home() === 0 && says('Can be won in'));
  byId('solve').click();
  await until(() => byId('moves').children.length > 1);
  byId('to-end').click();
  await until(() => home() === 52 && says('A solution in'));
})()";

#[test]
fn a_long_session_takes_no_more_memory_than_a_short_one() {
    const FIRST: usize = 1001;
    let Some(mut table) = open("1000") else {
        return;
    };
    let mut played = 0;
    let mut heap_after = |games: usize| {
        while played < games {
            let deal = (FIRST + played).to_string();
            table.browser.value(&PLAY_GAME.replace("DEAL", &deal));
            played += 1;
        }
        // What nothing holds any more goes, also what only garbage held.
        for _ in 0..3 {
            table
                .browser
                .call("HeapProfiler.collectGarbage", &json!({}));
        }
        let usage = table.browser.call("Runtime.getHeapUsage", &json!({}));
        usage["usedSize"].as_f64().unwrap() / 1e6
    };
    let (short, long) = (heap_after(50), heap_after(150));
    println!("{short:.2} MB after 50 games, {long:.2} MB after 150");
    assert!(
        long < short + 1.0,
        "{short} MB after 50 games, {long} after 150"
    );
    table.is_content();
}
