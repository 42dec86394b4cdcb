//! What the page knows: won, lost, how soon, and with which move.

use serde_json::Value;

use super::module::answers;
use super::table::{open, Table};

#[test]
fn deal_617_is_solved_in_the_page() {
    let Some(mut table) = open("617") else { return };
    table.wait_for_text("#verdict", "Can be won in");
    table.browser.press("s");
    table.browser.press("End");
    table
        .browser
        .wait_for("document.body.dataset.outcome === 'won'");
    assert_eq!(table.home(), 52);
    table.wait_for_text("#status", "Won after");
    table.browser.press("Home");
    table.wait_for_text("#verdict", "No line is shorter, which is proved.");
    table.wait_for_text("#verdict", "Can be won in 39 moves");
    table.is_content();
}

#[test]
fn a_hint_plays_the_best_first_move() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.wait_for_text("#verdict", "Can be won in 19 moves");
    table.browser.press("i");
    table.wait_for_text("#verdict", "Can still be won in 18 moves");
    assert_eq!(table.address().len(), "10913:26".len());
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
fn moves_that_lose_length_are_marked() {
    // Two moves to a cell and back, on the way to a line of one move.
    let Some(mut table) = open("617:82-28") else {
        return;
    };
    table.browser.wait_for(
        "[...document.querySelectorAll('#moves li')].some((item) => /^−\\d/.test(item.dataset.loss))",
    );
    table.is_content();
}

/// The worker's lines are those of the native program after as many slices.
#[test]
fn the_worker_finds_what_the_native_program_finds() {
    const DEALS: u64 = 50;
    const SLICES: usize = 3;
    let Some(mut table) = open("1") else { return };
    let found = in_worker(&mut table, DEALS, SLICES);
    let questions: Vec<String> = (1..=DEALS).map(|deal| format!("think {deal}")).collect();
    let asked = questions
        .iter()
        .flat_map(|question| [question.as_str(); SLICES]);
    let native = answers(asked);
    for (index, found) in found.iter().enumerate() {
        let slices = &native[index * SLICES..][..SLICES];
        let known = slices
            .iter()
            .find(|known| known["slices"] == found["slices"]);
        assert_eq!(Some(found), known, "deal {}", index + 1);
    }
    assert_eq!(found.len() as u64, DEALS);
    table.is_content();
}

/// What a worker of the page's own knows of each deal after so many slices.
fn in_worker(table: &mut Table, deals: u64, slices: usize) -> Vec<Value> {
    let found = table.browser.value(&format!(
        "new Promise((resolve) => {{\
           const found = [];\
           const heard = (address, thought) => {{\
             if (Number(address) !== found.length + 1) return;\
             if (thought.slices < {slices} && !thought.done) return;\
             found.push(thought);\
             if (found.length === {deals}) resolve(found);\
             else other.want(String(found.length + 1));\
           }};\
           const other = new Thinker(thinker.module, heard);\
           other.want('1');\
         }})"
    ));
    found.as_array().unwrap().clone()
}
