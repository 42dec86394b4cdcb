//! Faults that once cost trust: each test is named after what broke.

use super::table::open;
use testing::lab::EXAMPLE;

/// What the page says over the felt.
const NOTICE: &str = "#notice";

#[test]
fn a_malformed_address_is_reported_and_the_game_stays() {
    let Some(mut table) = open("617:82-1a") else {
        return;
    };
    for address in ["%", "617:%", "%E0%A4%A", "nonsense"] {
        table
            .browser
            .value(&format!("location.hash = '#{address}'"));
        if address.starts_with("617") {
            table.wait_for_text("#status", "Move 1 (%) is illegal");
        } else {
            table.wait_for_text(NOTICE, "The link cannot be read");
        }
        table.browser.reload();
        table.ready();
    }
    table.is_content();
}

#[test]
fn a_browser_that_lacks_something_says_so() {
    let Some(mut table) = open("617") else { return };
    table.reload_with("delete globalThis.Worker");
    table.wait_for_text(NOTICE, "The solver cannot run in this browser");
    // Playing goes on.
    table.drag("82");
    table.wait_for_text("#status", "Move 1: 82");
    table.reload_with("delete globalThis.DecompressionStream");
    table.wait_for_text(NOTICE, "it lacks DecompressionStream");
    table.is_content();
}

#[test]
fn an_invalid_stored_game_is_ignored() {
    let Some(mut table) = open("617") else { return };
    for stored in [
        "{",
        "[]",
        "{\"games\":[{\"last\":\"617:zz\",\"here\":\"617\",\"origin\":\"617\",\"id\":1}],\"current\":7}",
        "{\"games\":7,\"settings\":7,\"statistics\":7}",
    ] {
        table.reload_with(&format!("localStorage.setItem('freecell', '{stored}')"));
        table.ready();
        table.wait_for_text("#title", "Deal 617");
        // Nor is it one where unfinished games are listed.
        table.browser.press("g");
        table
            .browser
            .wait_for("document.getElementById('deals').open");
    }
    table.is_content();
}

#[test]
fn a_game_in_progress_is_kept_and_comes_back() {
    let Some(mut table) = open("617") else { return };
    table.drag("82");
    table.wait_for_address("617:82");
    // By a key, with a way back.
    table.browser.press("n");
    table.agree_to_leave();
    table.wait_for_text(NOTICE, "Deal 617 is kept.");
    table.browser.click("#notice-action button");
    table.wait_for_address("617:82");
    // By another deal, and back by the browser's own button, also if the game is written into
    // the address before the page knows of that.
    for act in [
        "",
        "addEventListener('popstate', () => dispatchEvent(new Event('pagehide')), { once: true });",
    ] {
        table.choose_deal(618);
        table.wait_for_text("#title", "Deal 618");
        table.browser.value(&format!("{act} history.back()"));
        table.wait_for_address("617:82");
        table.wait_for_text("#title", "Deal 617");
    }
    // By a link.
    table.browser.value("location.hash = '#619:'");
    table.wait_for_text("#title", "Deal 619");
    table.choose_deal(617);
    table.wait_for_address("617:82");
}

#[test]
fn an_unfinished_deal_continues_where_it_was_left() {
    let Some(mut table) = open("617") else { return };
    table.drag("82");
    table.wait_for_address("617:82");
    table.browser.press("n");
    table.agree_to_leave();
    table.wait_for_text(NOTICE, "Deal 617 is kept.");
    table.browser.press("g");
    table.wait_for_text("#unfinished", "617: 1 move");
    table.browser.click("#unfinished button");
    table.wait_for_address("617:82");
    table.is_content();
}

#[test]
fn choosing_autoplay_keeps_what_can_be_redone() {
    let Some(mut table) = open("617:82-1a-23") else {
        return;
    };
    table.browser.press("ArrowLeft");
    table.wait_for_address("617:82-1a");
    table.browser.value(
        "(() => { const menu = document.getElementById('autoplay');\
         menu.value = 'all'; menu.dispatchEvent(new Event('change')); })()",
    );
    table.wait_for_address("617:82-1a-all");
    table.browser.press("ArrowRight");
    table.wait_for_address("617:82-1a-23");
    table.is_content();
}

#[test]
fn every_text_fits_its_box() {
    // The last move sends many cards home.
    let line = "10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d";
    let Some(mut table) = open(line) else { return };
    let cut = "['title', 'about', 'verdict', 'status', 'hint', 'solve'].map((id) => document.getElementById(id))\
        .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>\
          scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)\
        .map(({ id }) => id).join()";
    table.drag("5b");
    table.wait_for_home(52);
    table.wait_for_text("#status", "Won in");
    for (width, height) in [
        (390, 844),
        (320, 568),
        (844, 390),
        (820, 1180),
        (1024, 768),
        (1440, 900),
        (2560, 1440),
    ] {
        table.browser.resize(width, height);
        table.rest();
        assert_eq!(table.browser.value(cut), "", "{width} by {height}");
    }
    table.is_content();
}

#[test]
fn a_game_whose_solution_was_shown_never_counts_as_won() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.wait_for_text("#verdict", "Can be won in 19 moves");
    // The button that plays what was undone shows no solution.
    table.browser.press(" ");
    assert_eq!(
        table
            .browser
            .value("document.getElementById('play-pause').ariaDisabled"),
        "true"
    );
    table.browser.press("s");
    table.browser.press("End");
    table.wait_for_text("#verdict", "A solution in 19 moves");
    assert_eq!(
        table.browser.value("document.body.dataset.outcome"),
        "shown"
    );
    table.browser.click("#statistics");
    table.wait_for_text("#figures", "Won\n0\n");
    table.is_content();
}

#[test]
fn a_game_that_was_won_counts() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.play(EXAMPLE);
    table.wait_for_text("#verdict", "Won in 19 moves");
    table.wait_for_home(52);
    table.browser.click("#statistics");
    table.wait_for_text("#figures", "Won\n1 (100 %)\n");
    table.wait_for_text("#best", "Deal 10913: 19 moves");
    table.is_content();
}

#[test]
fn tablets_and_wide_screens_get_cards_of_their_size() {
    let Some(mut table) = open("617") else { return };
    let width = "document.querySelector('.card').getBoundingClientRect().width";
    for ((across, down), least) in [
        ((768, 1024), 75.0),
        ((820, 1180), 80.0),
        ((1440, 900), 100.0),
        ((2560, 1440), 180.0),
    ] {
        table.browser.resize(across, down);
        table.rest();
        let width = table.browser.value(width).as_f64().unwrap();
        assert!(width >= least, "{across} by {down}: {width}");
    }
    table.is_content();
}

#[test]
fn a_message_says_when_a_card_lands_in_another_cell() {
    let Some(mut table) = open("617") else { return };
    table.drag("1c");
    table.wait_for_address("617:1a");
    table.wait_for_text(
        "#status",
        "Cells fill from the left, so the card is in cell a.",
    );
    table.drag("ab");
    table.wait_for_text("#status", "A card cannot go from one cell to another");
    for key in ["2", "d"] {
        table.browser.press(key);
    }
    table.wait_for_address("617:1a-2b");
    table.wait_for_text("#status", "so the card is in cell b.");
    table.is_content();
}

#[test]
fn an_illegal_move_says_why() {
    let Some(mut table) = open("10913:26-76") else {
        return;
    };
    table.drag("26");
    table.wait_for_text(
        "#status",
        "26 is illegal: the jack of hearts does not fit on the 3 of diamonds.",
    );
    assert_eq!(table.address(), "10913:26-76");
    let buried = table.card("1", -4);
    table.browser.click_at(buried);
    table.wait_for_text("#status", "4 cards cannot leave cascade 1 together");
    table.browser.press("d");
    table.wait_for_text("#status", "No card can leave cell d.");
    table.is_content();
}

#[test]
fn the_ring_around_a_target_disappears_once_the_card_is_there() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.drag("26");
    table.wait_for_address("10913:26");
    table.rest();
    let rings = "document.querySelectorAll('.offered, .aimed').length";
    assert_eq!(table.browser.value(rings), 0);
    table.is_content();
}

#[test]
fn the_current_move_stays_in_sight() {
    let line = "10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d";
    let Some(mut table) = open(line) else { return };
    for (width, height) in [(390, 844), (844, 390)] {
        table.browser.resize(width, height);
        table.browser.wait_for(
            "(() => { const list = document.getElementById('moves').getBoundingClientRect();\
             const current = document.querySelector('#moves [aria-current]').getBoundingClientRect();\
             return current.left >= list.left && current.right <= list.right\
               && current.top >= list.top && current.bottom <= list.bottom; })()",
        );
    }
    table.is_content();
}

#[test]
fn places_are_buttons_for_the_keyboard_and_screen_readers() {
    let Some(mut table) = open("10913") else {
        return;
    };
    let place = |name: &str| {
        format!(
            "[...document.querySelectorAll('#places button')]\
             .find((it) => it.textContent.startsWith('{name}'))"
        )
    };
    table.browser.wait_for(&format!(
        "{}?.textContent.includes('jack of hearts')",
        place("Cascade 2")
    ));
    for name in ["Cascade 2", "Cascade 6"] {
        // The buttons are made again when the table changes.
        table.browser.wait_for(&format!(
            "((it) => {{ it?.focus(); return it && document.activeElement === it }})({})",
            place(name)
        ));
        table.browser.press(" ");
    }
    table.wait_for_address("10913:26");
    // Keys of one character can be switched off.
    table
        .browser
        .value("document.getElementById('single-keys').click()");
    table.browser.press("n");
    table.browser.press("ArrowLeft");
    table.wait_for_address("10913");
    table.is_content();
}

#[test]
fn the_analysis_can_be_hidden() {
    let Some(mut table) = open("617:82-1a") else {
        return;
    };
    table.wait_for_text("#verdict", "be won in");
    table
        .browser
        .value("document.getElementById('show-known').click()");
    table.wait_for_text("#verdict", "Hidden");
    table.browser.reload();
    table.ready();
    table.wait_for_text("#verdict", "Hidden");
    table.browser.click("#reveal");
    table.wait_for_text("#verdict", "be won in");
    table.is_content();
}

#[test]
fn paper_shows_the_table_and_the_moves() {
    let Some(mut table) = open("617:82-1a") else {
        return;
    };
    let print = serde_json::json!({ "media": "print" });
    table.browser.call("Emulation.setEmulatedMedia", &print);
    let is_seen = |id: &str| format!("document.querySelector({id:?}).checkVisibility()");
    for (id, expected) in [
        (".card", true),
        ("#moves", true),
        ("footer", false),
        ("#share", false),
        ("#autoplay", false),
    ] {
        assert_eq!(table.browser.value(&is_seen(id)), expected, "{id}");
    }
    // No ink for the felt.
    let felt = "getComputedStyle(document.getElementById('felt')).backgroundImage";
    assert_eq!(table.browser.value(felt), "none");
    table.is_content();
}
