//! The main path in Firefox, where it is installed: moves, undo, another deal, double clicks.

use serde_json::json;
use tempfile::TempDir;

use super::motion::STILL;
use super::table::{module, write};
use testing::firefox::Firefox;
use testing::motion::WATCH;

/// The left arrow, as `WebDriver` has it.
const LEFT: char = '\u{e012}';

/// Follows the cards that have set off, as [`testing::motion::glides`] does in the other browser.
fn glides(firefox: &mut Firefox) -> u64 {
    firefox.wait_for("motion.running().length > 0");
    let seen = firefox.value("motion.glides()");
    assert_eq!(seen["faults"], json!([]), "{}", seen["ways"]);
    seen["cards"].as_u64().unwrap()
}

#[test]
fn cards_glide_and_double_clicks_are_one_move_in_firefox() {
    let folder = TempDir::new().unwrap();
    let Some(module) = module() else { return };
    let page = write(&module, &folder);
    let Some(mut firefox) = Firefox::open(&page, "#617") else {
        return;
    };
    firefox.wait_for("document.querySelectorAll('.card').length === 52");
    firefox.wait_for("document.getElementById('verdict').textContent.includes('be won in')");
    // An expression, other than the script that Chromium is given.
    firefox.value(&format!("(() => {{ {WATCH} }})()"));
    firefox.value("motion.mark() ?? true");
    for key in ['1', 'a'] {
        firefox.press(key);
    }
    assert!(glides(&mut firefox) >= 1, "a typed move");
    firefox.press(LEFT);
    assert!(glides(&mut firefox) >= 1, "undo");
    firefox.press('n');
    // The page asks before a game that was begun is left.
    firefox.wait_for("document.getElementById('asking').open");
    firefox.value("document.getElementById('agree').click() ?? true");
    assert!(glides(&mut firefox) >= 45, "another deal");
    firefox.value(&format!("(location.hash = '{STILL}')"));
    firefox.wait_for(&format!(
        "document.getElementById('title').textContent.includes('{STILL}')"
    ));
    glides(&mut firefox);
    let position = "Number(document.getElementById('slider').value)";
    firefox.value("(window.presses = [], addEventListener('pointerdown', ({ timeStamp }) => presses.push(timeStamp)), true)");
    for pause in [0, 60, 120, 200, 300] {
        let at = firefox.value(
            "(() => { const cards = [...document.querySelectorAll('.card')].filter((card) => card.dataset.place === '3');\
             const { x, y, width, height } = cards.sort((one, other) => one.style.zIndex - other.style.zIndex).at(-1)\
               .getBoundingClientRect();\
             return [x + width / 4, y + height / 5]; })()",
        );
        firefox.click_twice([0, 1].map(|index| at[index].as_f64().unwrap()), pause);
        firefox.wait_for(&format!("{position} > 0"));
        glides(&mut firefox);
        let gap = firefox.value("presses.at(-1) - presses.at(-2)");
        // A busy machine may have made two clicks of them.
        if gap.as_f64().unwrap() < 450.0 {
            assert_eq!(firefox.value(position), 1, "{pause} ms apart");
        }
        // To the deal again.
        firefox.press('\u{e011}');
        firefox.wait_for(&format!("{position} === 0"));
        glides(&mut firefox);
    }
}
