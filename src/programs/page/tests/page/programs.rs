//! The rules of the programs that people play in, chosen on the page. The oracle is the lab's
//! referee for the same program.

use freecell::program::Program;
use testing::lab::{lab, lab_output, run, text};

use super::table::{open, Table};

/// Chooses rules in the menu, by the keys that say how they are called.
fn choose_by_keys(table: &mut Table, name: &str, word: &str) {
    table
        .browser
        .value("document.getElementById('autoplay').focus()");
    for letter in name.chars() {
        table.browser.press(&letter.to_string());
    }
    table.browser.wait_for(&format!(
        "document.getElementById('autoplay').value === {word:?}"
    ));
    table.browser.value("document.activeElement.blur()");
}

fn choose(table: &mut Table, word: &str) {
    table.browser.value(&format!(
        "(() => {{ const menu = document.getElementById('autoplay');\
         menu.value = {word:?}; menu.dispatchEvent(new Event('change')); }})()"
    ));
}

#[test]
fn a_program_is_chosen_and_all_follow_its_rules() {
    let Some(mut table) = open("3") else { return };
    table.wait_for_text("#verdict", "Can be won in");
    choose_by_keys(&mut table, "kp", "kpat");
    // kpat begins with two cards home, and says what one has to know.
    table.wait_for_address("3:kpat");
    table.wait_for_home(2);
    table.wait_for_text(
        "#notice",
        "The rules are those of KPatience 22.12.3. Into an empty column",
    );
    table.wait_for_text("#verdict", "Can be won in");
    table.drag("5a");
    table.wait_for_address("3:kpat-5a");
    let (from, to) = (table.top("2"), table.top("8"));
    table.browser.swipe(from, to);
    table.wait_for_address("3:kpat-5a-28");
    table.wait_for_text("#verdict", "Can still be won in");
    table.browser.reload();
    table.ready();
    table.wait_for_address("3:kpat-5a-28");
    table.browser.press("Home");
    table.wait_for_address("3:kpat");
    table.wait_for_home(2);
    table.browser.press("ArrowRight");
    table.wait_for_address("3:kpat-5a");
    // The hint and the solution are kpat's: in the puzzle's game, lines for it break.
    table.browser.press("i");
    table.wait_for_text("#status", "Hint: ");
    table.browser.press("i");
    table
        .browser
        .wait_for("location.hash.length > '#3:kpat-5a'.length");
    table.browser.press("s");
    table.browser.press("End");
    table.wait_for_home(52);
    table.wait_for_text("#verdict", "A solution in");
    table
        .browser
        .wait_for("location.hash.split('-').length > 20");
    let address = table.address();
    let line = address.strip_prefix("3:kpat-").unwrap().replace('-', " ");
    let judged = lab(&["check", "3", "--for", "kpat", "--line", &line]).success();
    let said = text(&judged.get_output().stdout);
    assert!(said.starts_with("kpat  won after"), "{said}");
    // The next deal is played in the same program, and a link says so.
    table.browser.press("PageDown");
    table.wait_for_address("4:kpat");
    table.browser.click("#share");
    table.wait_for_text("#sharing .advice", "KPatience 22.12.3");
    table.browser.click("#copy-link");
    let copied = table
        .browser
        .value("document.getElementById('copied').value");
    assert!(copied.as_str().unwrap().ends_with("#4:kpat"), "{copied}");
    table.browser.click("#sharing .close");
    choose(&mut table, "safe");
    table.wait_for_address("4");
    table.browser.click("#share");
    table
        .browser
        .wait_for("document.querySelector('#sharing .advice').hidden");
    table.is_content();
}

#[test]
fn rules_change_in_mid_game_and_lengths_are_compared_only_by_the_same() {
    let Some(mut table) = open("617:82-1a") else {
        return;
    };
    table.wait_for_text("#verdict", "Can still be won in");
    choose(&mut table, "pysolfc");
    table.wait_for_address("617:82-1a-pysolfc");
    table.wait_for_text("#notice", "Leave \"Auto drop\" off");
    // Without autoplay, solutions are longer: no move before is to blame for that.
    table.wait_for_text("#verdict", "Can still be won in");
    table.play("23");
    table.wait_for_address("617:82-1a-pysolfc-23");
    table.wait_for_text("#verdict", "Can still be won in");
    let second = "document.querySelector('#moves').children[2].dataset.loss ?? ''";
    assert_eq!(table.browser.value(second), "");
    table.browser.press("ArrowLeft");
    table.wait_for_address("617:82-1a-pysolfc");
    assert_eq!(
        table
            .browser
            .value("document.getElementById('autoplay').value"),
        "pysolfc"
    );
    table.browser.press("ArrowLeft");
    table.wait_for_address("617:82");
    assert_eq!(
        table
            .browser
            .value("document.getElementById('autoplay').value"),
        "safe"
    );
    // Rules that the menu has not are shown as the address names them.
    table.follow("617:raymond-82");
    table
        .browser
        .wait_for("document.getElementById('autoplay').value === 'raymond'");
    table.is_content();
}

#[test]
fn a_program_is_played_with_fewer_cells() {
    let Some(mut table) = open("1@3:aisleriot") else {
        return;
    };
    table.wait_for_text("#title", "Deal 1, 3 cells");
    table.wait_for_text("#verdict", "Can be won in");
    assert_eq!(
        table
            .browser
            .value("document.getElementById('autoplay').value"),
        "aisleriot"
    );
    table.play("1a 2b 3c");
    table.browser.press("4");
    table.browser.press("d");
    table.wait_for_text("#status", "there is no cell d");
    table.wait_for_address("1@3:aisleriot-1a-2b-3c");
    table.browser.press("g");
    table.browser.click("#fewest");
    table.wait_for_text(
        "#fewest-text",
        "Can be won with 3 cells. Proved: fewer are not enough.",
    );
    table
        .browser
        .value("document.getElementById('cells').value = '2'");
    table.browser.click("#by-cells button[type=submit]");
    table.agree_to_leave();
    table.wait_for_address("1@2:aisleriot");
    table.wait_for_text("#verdict", "Cannot be won");
    table.browser.press("PageDown");
    table.wait_for_address("2@2:aisleriot");
    table.is_content();
}

#[test]
fn a_game_that_was_won_in_a_program_is_counted_and_compared() {
    // A line for kpat, in which two cards are home at first; it is longer than a shortest one.
    let shortest = text(&lab_output(&["-q", "solve", "3", "--for", "kpat", "--prove"]).stdout);
    let shortest = shortest.split_whitespace().count();
    let after = text(&lab_output(&["-q", "deal", "3", "--for", "kpat", "--after", "6a"]).stdout);
    let rest = text(&run(&["-q", "solve", "-", "--for", "kpat", "--first"], &after).stdout);
    let moves: Vec<&str> = ["6a"].into_iter().chain(rest.split_whitespace()).collect();
    assert!(moves.len() > shortest);
    let Some(mut table) = open("3:kpat") else {
        return;
    };
    table.play(&moves.join(" "));
    table.wait_for_home(52);
    table.wait_for_text("#verdict", &format!("Won in {} moves", moves.len()));
    // What is known before that depends on how fast the engine is.
    let proved = format!("The shortest solution has {shortest}.");
    table.wait_for_text("#verdict", &proved);
    let counted = "JSON.parse(localStorage.freecell ?? '{}').statistics?.won === 1";
    table.browser.wait_for(counted);
    table.wait_for_what_comes_next();
    // Played again, it is played in the same program.
    table.browser.click("#after-again");
    table.wait_for_address("3:kpat");
    table.wait_for_home(2);
    table.is_content();
}

#[test]
fn names_of_programs_fit_and_are_told_in_each_language() {
    let Some(mut table) = open("617") else { return };
    for (language, rules) in [
        ("en", "The rules are"),
        ("de", "Die Regeln sind"),
        ("fr", "Les règles sont"),
    ] {
        table.reload_with(&format!(
            "Object.defineProperty(navigator, 'languages', {{ configurable: true, get: () => [{language:?}] }})"
        ));
        table.ready();
        for program in &Program::ALL {
            choose(&mut table, program.word);
            table.wait_for_text("#notice", rules);
            let told = table.browser.text("#notice-text");
            assert_eq!(told.contains(program.advice), language == "en", "{told}");
            assert!(told.contains(program.version), "{told}");
            table.browser.click("#help");
            table.wait_for_text("#keys .advice", rules);
            table
                .browser
                .value("document.querySelector('dialog[open]').close()");
        }
        for (width, height) in [(320, 568), (390, 844), (844, 390), (1024, 768), (1440, 900)] {
            table.browser.resize(width, height);
            let outside = "[...document.querySelectorAll('header > *')].filter((it) =>\
                it.getBoundingClientRect().right > innerWidth + 1).map(({ id }) => id).join()";
            assert_eq!(
                table.browser.value(outside),
                "",
                "{language}: {width} by {height}"
            );
        }
    }
    table.is_content();
}
