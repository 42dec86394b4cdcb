//! The deals of the days, their calendar, and the statistics by level.

use serde_json::Value;

use super::module::responses;
use super::table::{open, Table};
use testing::lab::EXAMPLE;

/// The games that were recorded.
const GAMES: &str = "JSON.parse(localStorage.getItem('freecell-history') ?? '{}').games ?? []";

/// The line that the native program finds for a deal.
fn line_for(deal: &str) -> String {
    let analysis = responses([format!("analyze {deal}").as_str()]).remove(0);
    let moves = analysis["line"].as_array().expect("a line");
    let moves: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
    moves.join(" ")
}

/// Opens the calendar by the dialog for other games.
fn open_calendar(table: &mut Table) {
    table.browser.press("g");
    table
        .browser
        .wait_for("document.getElementById('deals').open");
    table.browser.click("#show-calendar");
    table
        .browser
        .wait_for("document.getElementById('calendar').open");
}

#[test]
fn the_calendar_marks_the_days_that_were_played_and_won() {
    let Some(mut table) = open("1") else { return };
    table.browser.press("g");
    table.browser.click("#daily");
    table.browser.wait_for("location.hash !== '#1'");
    let deal = table.address();
    let line = line_for(&deal);
    let (first, rest) = line.split_once(' ').unwrap();
    table.play(first);
    let today = "document.querySelector('#days [aria-current]')";
    table
        .browser
        .wait_for(&format!("({GAMES}).some(({{ day }}) => day)"));
    open_calendar(&mut table);
    table
        .browser
        .wait_for(&format!("{today}.dataset.result === 'begun'"));
    table.wait_for_text("#streak", "Days won in a row: 0.");
    table.browser.click("#calendar .close");
    table.play(rest);
    table.wait_for_home(52);
    table.wait_for_what_comes_next();
    table.browser.click("#after-calendar");
    table
        .browser
        .wait_for(&format!("{today}.dataset.result === 'won'"));
    table.wait_for_text("#streak", "Days won in a row: 1. The most so far: 1.");
    let label = table.browser.value(&format!("{today}.ariaLabel"));
    assert!(label.as_str().unwrap().ends_with(": won"), "{label}");
    table.is_content();
}

#[test]
fn a_day_is_chosen_by_mouse_finger_and_keys() {
    let Some(mut table) = open("1") else { return };
    let date = |day: u8| {
        format!("(() => {{ const now = new Date(); return new Date(now.getFullYear(), now.getMonth() - 1, {day}); }})()")
    };
    let wait_for_deal = |table: &mut Table, day: u8| {
        table
            .browser
            .wait_for("!document.getElementById('calendar').open");
        table.browser.wait_for("location.hash !== '#1'");
        let deal = table.address();
        table.play("1a");
        // It is that day's, also in what is recorded.
        table.browser.wait_for(&format!(
            "({GAMES}).some(({{ origin, day }}) => {{ const date = {};\
               return origin === {deal:?} && new Date(`${{day}}T12:00`).toDateString() === date.toDateString(); }})",
            date(day)
        ));
        table.follow("1");
        table
            .browser
            .wait_for("!document.querySelector('dialog[open]')");
        deal
    };
    let day = |day: u8| format!("#days button:nth-of-type({day})");
    // Whenever another game takes the place of one under way, the page may ask about that.
    table.browser.value(
        "setInterval(() => {\
            if (document.getElementById('asking').open) document.getElementById('agree').click();\
        }, 20) > 0",
    );

    open_calendar(&mut table);
    table.browser.click("#month-before");
    table.browser.click(&day(14));
    let mouse = wait_for_deal(&mut table, 14);

    open_calendar(&mut table);
    table.browser.click("#month-before");
    let at = table.browser.point(&format!(
        "(({{ x, y, width, height }}) => [x + width / 2, y + height / 2])\
         (document.querySelector({:?}).getBoundingClientRect())",
        day(15)
    ));
    table.browser.swipe(at, at);
    let finger = wait_for_deal(&mut table, 15);

    open_calendar(&mut table);
    table.browser.click("#month-before");
    table
        .browser
        .value(&format!("document.querySelector({:?}).focus()", day(8)));
    table.browser.press("ArrowDown");
    table.browser.press("ArrowRight");
    table.browser.press(" ");
    let keys = wait_for_deal(&mut table, 16);
    assert!(mouse != finger && finger != keys && mouse != keys);
    table.is_content();
}

#[test]
fn games_are_counted_by_level() {
    let Some(mut table) = open("10913") else {
        return;
    };
    let rating = responses(["rate 10913"]).remove(0);
    let level = rating["level"].to_string();
    table.play(EXAMPLE);
    table.wait_for_home(52);
    table
        .browser
        .wait_for(&format!("({GAMES}).some((it) => it.level && it.fewest)"));
    table.browser.click("#statistics");
    let rows = "[...document.querySelectorAll('#levels tr')].map((row) => [...row.children].map((it) => it.innerText))";
    let rows = table.browser.value(rows);
    for (row, name) in [(0, "All"), (1, &*level)] {
        assert_eq!(rows[row][0], name, "{rows}");
        assert_eq!(rows[row][1], "1", "{rows}");
        assert_eq!(rows[row][2], "1", "{rows}");
        // The example is as short as any.
        assert_eq!(rows[row][5], "+0.0", "{rows}");
    }
    table.is_content();
}

#[test]
fn statistics_are_exported_reset_and_imported() {
    let Some(mut table) = open("10913") else {
        return;
    };
    table.play(EXAMPLE);
    table.wait_for_home(52);
    table
        .browser
        .wait_for(&format!("({GAMES}).some((it) => it.result === 'won')"));
    table.browser.click("#statistics");
    table.wait_for_text("#figures", "Won\n1 (100 %)\n");
    table.browser.click("#export");
    let exported = table
        .browser
        .value("document.getElementById('exported').value");
    // Asked first, so that a slip costs nothing.
    table.browser.click("#reset");
    table.wait_for_text("#reset", "Really reset?");
    table.wait_for_text("#figures", "Won\n1 (100 %)\n");
    table.browser.click("#reset");
    table.wait_for_text("#figures", "Played\n0\n");
    assert_eq!(table.browser.text("#reset"), "Reset");

    let import = |table: &mut Table, text: &str| {
        table.browser.value(&format!(
            "(() => {{ const field = document.getElementById('exported');\
             field.hidden = false; field.value = {text:?}; }})()"
        ));
        table.browser.click("#import");
    };
    for nonsense in ["nonsense", "{}", "[1]", "{\"played\":1,\"deals\":{}}"] {
        import(&mut table, nonsense);
        table.wait_for_text("#import-text", "nothing was changed");
        table.wait_for_text("#figures", "Played\n0\n");
    }
    import(&mut table, exported.as_str().unwrap());
    table.wait_for_text("#import-text", "Imported: 1 game.");
    table.wait_for_text("#figures", "Won\n1 (100 %)\n");
    table.wait_for_text("#best", "Deal 10913: 19 moves");
    let all = "document.querySelector('#levels tr').innerText.split(/\\s+/).slice(0, 3).join()";
    assert_eq!(table.browser.value(all), "All,1,1");
    // And it is kept.
    table.browser.reload();
    table.ready();
    table.browser.click("#statistics");
    table.wait_for_text("#figures", "Won\n1 (100 %)\n");
    table.is_content();
}
