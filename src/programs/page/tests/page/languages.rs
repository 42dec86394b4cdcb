//! The page in German and French.

use std::fs;

use freecell::program::Program;
use serde_json::{json, Value};

use super::module::responses;
use super::table::{open, Table};

/// Runs before the page: the browser's languages.
fn browser_speaks(table: &mut Table, language: &str) {
    table.reload_with(&format!(
        "Object.defineProperty(navigator, 'languages', {{ configurable: true, get: () => [{language:?}] }})"
    ));
    table.ready();
}

/// Words that no German and no French sentence has, in what the page shows and says; what is quoted
/// and the names of languages and keys do not count.
const ENGLISH: &str = "(() => {
    const texts = [];
    const add = (text) => texts.push(text.replace(/“[^”]*”|\"[^\"]*\"/g, ''));
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('script, noscript, kbd, [lang], textarea')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-description']) add(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.data);
    }
    const words = /\\b(the|of|and|is|are|to|with|that|move|moves|card|cards|deal|deals|won|lost|game|cell|cascade|found|expected|line|show|hearts|spades|queen|king)\\b/i;
    return texts.filter((text) => words.test(text));
  })()";

fn assert_no_english(table: &mut Table, place: &str) {
    assert_eq!(table.browser.value(ENGLISH), json!([]), "{place}");
}

/// The texts in a folder of the fixtures.
fn files_of(folder: &str) -> impl Iterator<Item = String> {
    let files = fs::read_dir(testing::root().join("fixtures").join(folder)).unwrap();
    files.filter_map(|file| fs::read_to_string(file.unwrap().path()).ok())
}

/// Plays, asks and opens all that there is, and finds no English.
fn look_everywhere(table: &mut Table) {
    assert_no_english(table, "a deal");
    table.drag("12");
    assert_no_english(table, "an illegal move");
    table.browser.press("h");
    table.browser.press("i");
    assert_no_english(table, "a hint");
    table.play("82 1a 23");
    for program in &Program::ALL {
        table.browser.value(&format!(
            "(() => {{ const menu = document.getElementById('autoplay');\
             menu.value = {:?}; menu.dispatchEvent(new Event('change')); }})()",
            program.word
        ));
        table.browser.wait_for(&format!(
            "document.getElementById('notice-text').textContent.includes({:?})",
            program.version
        ));
        assert_no_english(table, program.word);
    }
    table.browser.press("m");
    table
        .browser
        .wait_for("document.querySelectorAll('#option-list em').length > 3");
    assert_no_english(table, "which moves win");
    table.browser.click("#options .close");
    table.browser.press("g");
    table
        .browser
        .wait_for("document.getElementById('level-text').textContent !== ''");
    assert_no_english(table, "another game");
    table.browser.click("#show-calendar");
    assert_no_english(table, "the calendar");
    table.browser.click("#calendar .close");
    for id in ["statistics", "share", "help"] {
        table.browser.click(&format!("#{id}"));
        assert_no_english(table, id);
        table
            .browser
            .value("document.querySelector('dialog[open]').close()");
    }
    let others = [
        "nonsense",
        "-3",
        "KS QX",
        "Deal 617: 99",
        "pysolfc:0",
        "nobody:1",
    ];
    let texts = ["broken", "pasted"].into_iter().flat_map(files_of);
    let texts: Vec<String> = texts.chain(others.map(str::to_owned)).collect();
    let requests: Vec<String> = texts.iter().map(|it| format!("paste 617 {it}")).collect();
    let answers = responses(requests.iter().map(String::as_str));
    let refused: Vec<(String, Value)> = texts
        .into_iter()
        .zip(answers)
        .filter(|(_, answer)| answer["error"].is_string())
        .collect();
    assert!(refused.len() > 40, "{}", refused.len());
    for (text, answer) in refused {
        table.browser.press("g");
        table.browser.value(&format!(
            "(() => {{ document.getElementById('pasted').value = {}; document.getElementById('paste').requestSubmit(); }})()",
            json!(text)
        ));
        table
            .browser
            .wait_for("document.getElementById('error').textContent !== ''");
        assert_no_english(table, answer["error"].as_str().unwrap());
        table.browser.click("#deals .close");
    }
    let end = "10913:26-76-72-72-5a-27-57-67-1b-61-41-4h-4h-41-45-34-3c-6d-5b";
    table.browser.value(&format!("location.hash = '#{end}'"));
    table
        .browser
        .wait_for("document.getElementById('asking').open");
    assert_no_english(table, "asking");
    table.browser.click("#agree");
    table
        .browser
        .wait_for("!document.getElementById('after').hidden");
    assert_no_english(table, "the end");
    table.browser.value("location.hash = '#nonsense'");
    table
        .browser
        .wait_for("!document.getElementById('notice').hidden");
    assert_no_english(table, "a notice");
    table.is_content();
}

#[test]
fn no_english_is_left_on_the_german_page() {
    let Some(mut table) = open("617") else { return };
    browser_speaks(&mut table, "de-AT");
    assert_eq!(table.browser.value("document.documentElement.lang"), "de");
    table.wait_for_text("#verdict", "In 39 Zügen zu gewinnen");
    assert!(table.browser.text("#title").starts_with("Spiel 617"));
    table.drag("12");
    let why = "12 ist regelwidrig: Karo-Bube passt nicht auf Pik-König.";
    table.wait_for_text("#status", why);
    table.play("82");
    table.wait_for_text("#status", "Zug 1: 82\nHerz-Dame, Spalte 8 nach Spalte 2.");
    table.browser.press("ArrowLeft");
    table.wait_for_address("617");
    look_everywhere(&mut table);
}

#[test]
fn no_english_is_left_on_the_french_page() {
    let Some(mut table) = open("617") else { return };
    browser_speaks(&mut table, "fr");
    table.wait_for_text("#verdict", "Gagnable en 39 coups");
    table.drag("12");
    table.wait_for_text(
        "#status",
        "le valet de carreau ne va pas sur le roi de pique.",
    );
    look_everywhere(&mut table);
}

#[test]
fn the_language_can_be_chosen_and_the_game_goes_on() {
    let Some(mut table) = open("617:82-1a") else {
        return;
    };
    let choose = |table: &mut Table, language: &str| {
        table.browser.value(&format!(
            "(() => {{ const menu = document.querySelector('[data-setting=language]');\
             window.isOld = true; menu.value = {language:?}; menu.dispatchEvent(new Event('change')); }})()"
        ));
        table
            .browser
            .wait_for("!window.isOld && document.readyState === 'complete'");
        table.ready();
    };
    for (language, verdict) in [
        ("fr", "Encore gagnable en"),
        ("de", "Noch in"),
        ("en", "Can still be won in"),
        ("auto", "Can still be won in"),
    ] {
        choose(&mut table, language);
        table.wait_for_text("#verdict", verdict);
        assert_eq!(table.address(), "617:82-1a");
        let chosen = table
            .browser
            .value("document.querySelector('[data-setting=language]').value");
        assert_eq!(chosen, language);
    }
    // What is chosen outweighs the browser; a language that the page has not is English.
    browser_speaks(&mut table, "pt");
    table.wait_for_text("#verdict", "Can still be won in");
    choose(&mut table, "de");
    table.wait_for_text("#verdict", "Noch in");
    table.is_content();
}

#[test]
fn texts_fit_their_boxes_in_each_language() {
    let Some(mut table) = open("617:58-3a-8b") else {
        return;
    };
    let cut = "['title', 'about', 'verdict', 'hint', 'solve'].map((id) => document.getElementById(id))\
        .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>\
          scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1).map(({ id }) => id).join()";
    for (language, lost) in [
        ("de", "verloren seit Zug 2"),
        ("fr", "perdu depuis le coup 2"),
    ] {
        browser_speaks(&mut table, language);
        table.wait_for_text("#verdict", lost);
        for (width, height) in [(320, 568), (390, 844), (844, 390), (1024, 768), (1440, 900)] {
            table.browser.resize(width, height);
            table.rest();
            let cut: Value = table.browser.value(cut);
            assert_eq!(cut, "", "{language}: {width} by {height}");
        }
    }
    table.is_content();
}

#[test]
fn the_tables_of_texts_are_whole() {
    let file = testing::root().join("src/programs/page/play/texts.json");
    let file = fs::read_to_string(file).unwrap();
    let mut file: Value = serde_json::from_str(&file).unwrap();
    let rows: Vec<[String; 3]> = serde_json::from_value(file["texts"].take()).unwrap();
    assert!(rows.len() > 250, "{}", rows.len());
    let names = |text: &str| {
        let mut names: Vec<String> = text
            .split('{')
            .skip(1)
            .map(|part| part.split(['}', '|']).next().unwrap().to_owned())
            .collect();
        names.sort();
        names.dedup();
        names
    };
    for row in &rows {
        for text in row {
            assert!(!text.trim().is_empty(), "{row:?}");
            assert_eq!(names(text), names(&row[0]), "{row:?}");
        }
    }
    // The words are the player's.
    let theirs = ["line", "lines", "table", "tables"];
    let is_word = |text: &str| {
        text.split(|c: char| !c.is_alphabetic())
            .any(|it| theirs.contains(&it))
    };
    let odd: Vec<&String> = rows
        .iter()
        .map(|row| &row[0])
        .filter(|it| is_word(it))
        .collect();
    // A bot's input does have lines.
    assert!(
        odd.iter().all(|it| it.contains("bot's 14 lines")),
        "{odd:?}"
    );
}
