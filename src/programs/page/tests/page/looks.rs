//! Whether all that matters can be read, at every size, and stays where it is.

use serde_json::{json, Value};

use super::table::{open, Table};

/// A table whose first cascade has nineteen cards, as many as any can have: six of a deal's
/// seven, and a run from the seventh, a king, down to an ace.
const LONGEST: &str = "QDTCJD9C8D4CKSQHJSTH9S8H7S6H5S4H3S2HAS.ACJC5D3H4S.2CQC6D5H6S.3CKC7D7H8S.\
    5CAD9D9HTS.6C2DTDJHQS.7C3DKDKH.8C4DAH2S.:none";

/// The least height of a rank or a suit, in pixels: that of capitals in a text of 11 pixels, and
/// on the smallest screen in one of 9.
const LEGIBLE: f64 = 8.0;
const LEGIBLE_ON_THE_SMALLEST: f64 = 6.5;

/// Gives for each card of the first cascade the heights of its rank and its suit, and how much of
/// either the card on it leaves out of sight, in pixels.
const CORNERS: &str = "(() => {
    const cards = [...document.querySelectorAll('.card')].filter((card) => card.dataset.place === '1');
    cards.sort((one, other) => one.style.zIndex - other.style.zIndex);
    const context = document.createElement('canvas').getContext('2d');
    // Of a text, what is inked: its box has room for accents.
    const rank = (text) => {
      const style = getComputedStyle(text);
      context.font = `${style.fontWeight} ${text.getAttribute('font-size')}px ${style.fontFamily}`;
      const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = context.measureText(text.textContent);
      const { d: scale, f: shift } = text.getScreenCTM();
      const y = Number(text.getAttribute('y'));
      return [(y - up) * scale + shift, (y + Math.min(0, down)) * scale + shift];
    };
    const suit = (path) => {
      const { top, bottom } = path.getBoundingClientRect();
      return [top, bottom];
    };
    return cards.map((card, index) => {
      const { top } = card.getBoundingClientRect();
      const end = index < cards.length - 1 ? cards[index + 1].getBoundingClientRect().top : Infinity;
      const face = [...card.querySelectorAll('.full, .small')].find((it) => getComputedStyle(it).display !== 'none');
      const corner = [...face.children].filter((it) => it.matches('text, path'));
      const text = corner.find((it) => it.matches('text'));
      const path = corner.find((it) => it.matches('path'));
      const boxes = face.matches('.small') ? [rank(text), suit(path)] : [rank(text)];
      const hidden = boxes.map(([from, to]) => Math.max(0, to - end, top - from));
      return { heights: boxes.map(([from, to]) => to - from), hidden: Math.max(...hidden) };
    });
  })()";

#[test]
fn every_rank_and_suit_is_legible_with_nineteen_cards() {
    let Some(mut table) = open(LONGEST) else {
        return;
    };
    for (width, height) in [
        (320, 568),
        (360, 640),
        (390, 844),
        (640, 360),
        (667, 375),
        (844, 390),
        (768, 1024),
        (1280, 720),
    ] {
        table.browser.resize(width, height);
        table.browser.wait_for(&format!("innerWidth === {width}"));
        table.browser.value(FRAMES);
        let corners = table.browser.value(CORNERS);
        let corners = corners.as_array().unwrap();
        assert_eq!(corners.len(), 19);
        let least = corners
            .iter()
            .flat_map(|corner| corner["heights"].as_array().unwrap())
            .filter_map(Value::as_f64)
            .fold(f64::INFINITY, f64::min);
        let hidden = corners
            .iter()
            .filter_map(|corner| corner["hidden"].as_f64())
            .fold(0.0, f64::max);
        println!("{width} by {height}: {least:.1} pixels high, {hidden:.1} hidden");
        let legible = if width == 320 {
            LEGIBLE_ON_THE_SMALLEST
        } else {
            LEGIBLE
        };
        assert!(least >= legible, "{width} by {height}: {least} pixels");
        assert!(hidden < 0.6, "{width} by {height}: {hidden} pixels hidden");
        assert_inside(&mut table, "#felt", ".card");
    }
    table.is_content();
}

/// Elements lie within another.
fn assert_inside(table: &mut Table, outer: &str, inner: &str) {
    let outside = table.browser.value(&format!(
        "(() => {{\
           const around = document.querySelector({outer:?}).getBoundingClientRect();\
           return [...document.querySelectorAll({inner:?})].filter((it) => it.checkVisibility())\
             .map((it) => it.getBoundingClientRect())\
             .filter(({{ left, top, right, bottom }}) => left < around.left - 1 || top < around.top - 1\
               || right > around.right + 1 || bottom > around.bottom + 1).length;\
         }})()"
    ));
    assert_eq!(outside, 0, "{inner} outside {outer}");
}

#[test]
fn a_covered_card_is_shown_while_it_is_pressed() {
    let Some(mut table) = open(LONGEST) else {
        return;
    };
    let shown = "[...document.querySelectorAll('.card')].filter((card) => {\
        const { x, y, width, height } = card.getBoundingClientRect();\
        return card.dataset.place === '1' && document.elementFromPoint(x + width / 2, y + height - 4) === card;\
      }).length";
    let at = table.card("1", 4);
    assert_eq!(table.browser.value(shown), 1, "the last card alone");
    table.browser.press_right(at);
    table.browser.wait_for(&format!("{shown} === 2"));
    table.browser.release_right(at);
    table.browser.wait_for(&format!("{shown} === 1"));
    table.browser.hold(at, at);
    table.browser.wait_for(&format!("{shown} === 2"));
    table.browser.drop(at);
    table.browser.wait_for(&format!("{shown} === 1"));
    table.browser.touch("touchStart", Some(at), None);
    table.browser.wait_for(&format!("{shown} === 2"));
    table.browser.touch("touchEnd", None, None);
    table.browser.wait_for(&format!("{shown} === 1"));
    assert_eq!(table.address(), LONGEST.replace(' ', ""));
    assert!(!table.browser.text("#status").contains("cannot leave"));
    table.is_content();
}

#[test]
fn nothing_moves_but_cards_while_one_plays() {
    let Some(mut table) = open("617") else { return };
    for (width, height) in [(360, 640), (844, 390), (768, 1024), (1280, 720)] {
        table.browser.resize(width, height);
        table.wait_for_text("#verdict", "be won in");
        table.browser.value(
            "(() => { window.shifts = []; window.shiftsSeen?.disconnect();\
             window.shiftsSeen = new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value, sources }) =>\
               `${value}: ${sources.map(({ node }) => node?.id ?? node?.parentElement?.id).join()}`)));\
             shiftsSeen.observe({ type: 'layout-shift' }); })()",
        );
        table.browser.press("s");
        table
            .browser
            .wait_for("Number(document.getElementById('slider').max) > 30");
        table.browser.press(" ");
        while table
            .browser
            .value("document.getElementById('step-forward').ariaDisabled")
            != "true"
        {
            table.browser.press("ArrowRight");
            table.browser.value(FRAMES);
        }
        for key in [
            "Home",
            "i",
            "1",
            "a",
            "1",
            "1",
            "2",
            "b",
            "ArrowLeft",
            "ArrowLeft",
        ] {
            table.browser.press(key);
            table.browser.value(FRAMES);
        }
        table.browser.press("Home");
        table.rest();
        let shifts = table.browser.value("shifts");
        assert_eq!(shifts, json!([]), "{width} by {height}");
    }
    table.is_content();
}

/// Resolves some frames later, when words have followed.
const FRAMES: &str = "new Promise((done) => { let frames = 5;\
    const next = () => frames-- ? requestAnimationFrame(next) : done(true);\
    next(); })";

#[test]
fn large_text_overlaps_nothing() {
    let Some(mut table) = open("617:58-3a-8b-1c") else {
        return;
    };
    table.wait_for_text("#verdict", "Proved lost");
    table
        .browser
        .value("document.documentElement.style.fontSize = '200%'");
    for (width, height) in [(390, 844), (844, 390), (768, 1024), (1280, 720)] {
        table.browser.resize(width, height);
        table.rest();
        // What is seen at the middle of a text is the text, unless it is scrolled out of sight.
        let covered = table.browser.value(
            "['#title span', '#verdict-title', '#status strong', '#status span', '#moves [aria-current]', '#buttons .icon', '.slot.cascade span']\
             .flatMap((selector) => [...document.querySelectorAll(selector)])\
             .filter((it) => it.checkVisibility() && !it.matches('.unseen') && it.getClientRects().length)\
             .filter((it) => {\
               it.scrollIntoView({ block: 'nearest' });\
               const { x, y, width, height } = it.getClientRects()[0];\
               const seen = document.elementFromPoint(x + width / 2, y + height / 2);\
               return !(seen && (it.contains(seen) || seen.contains(it)));\
             }).map((it) => it.outerHTML)",
        );
        assert_eq!(covered, json!([]), "{width} by {height}");
        assert_inside(&mut table, "body", "header *, footer *, #line");
    }
    table.is_content();
}

#[test]
fn more_contrast_is_given_to_who_asks_for_it() {
    let Some(mut table) = open("617") else { return };
    let colors = "[...document.querySelectorAll('body, #about, .card, .slot')].map((it) => getComputedStyle(it).color\
        + getComputedStyle(it).borderTopColor)";
    let usual = table.browser.value(colors);
    table.browser.prefer("prefers-contrast", "more");
    assert_ne!(table.browser.value(colors), usual);
    let text = table.browser.value("getComputedStyle(document.body).color");
    assert_eq!(text, "rgb(0, 0, 0)");
    table.is_content();
}

#[test]
fn paper_has_the_whole_table_and_marks_the_current_move() {
    let Some(mut table) = open("617:82-1a-23") else {
        return;
    };
    table.browser.press("ArrowLeft");
    table.wait_for_address("617:82-1a");
    table.rest();
    let print = json!({ "media": "print" });
    table.browser.call("Emulation.setEmulatedMedia", &print);
    // As wide as a page of A4 or of Letter has room, with margins of a centimetre.
    table.browser.resize(715, 1000);
    table.rest();
    assert_inside(&mut table, "body", ".card, .slot");
    let marks = "['[aria-current]', 'button:not([aria-current])'].map((which) => {\
        const { borderTopColor, borderTopStyle, color } = getComputedStyle(document.querySelector(`#moves ${which}`));\
        return [borderTopColor, borderTopStyle, color].join(' '); })";
    let marks = table.browser.value(marks);
    assert_eq!(marks[0], "rgb(0, 0, 0) solid rgb(0, 0, 0)");
    assert_ne!(marks[0], marks[1]);
    // And printing from a window of another width.
    table.browser.prefer("prefers-color-scheme", "light");
    table
        .browser
        .call("Emulation.setEmulatedMedia", &json!({ "media": "" }));
    table.browser.resize(1280, 800);
    table.rest();
    let right = "Math.max(...[...document.querySelectorAll('.card')].map((it) => it.getBoundingClientRect().right\
        - document.getElementById('board').getBoundingClientRect().left))";
    table
        .browser
        .value("dispatchEvent(new Event('beforeprint'))");
    let right_on_paper = table.browser.value(right).as_f64().unwrap();
    assert!(right_on_paper <= 680.0, "{right_on_paper}");
    table
        .browser
        .value("dispatchEvent(new Event('afterprint'))");
    assert!(table.browser.value(right).as_f64().unwrap() > 680.0);
    table.is_content();
}

#[test]
fn a_long_notice_can_be_closed() {
    let Some(mut table) = open("617") else { return };
    for (width, height) in [(360, 640), (1280, 720)] {
        table.browser.resize(width, height);
        let nonsense = "nonsense".repeat(150);
        table
            .browser
            .value(&format!("location.hash = '#{nonsense}{width}'"));
        table.wait_for_text("#notice", "The link cannot be read");
        assert_inside(&mut table, "#felt", "#notice, #notice-close");
        table.browser.click("#notice-close");
        table
            .browser
            .wait_for("document.getElementById('notice').hidden");
    }
    table.is_content();
}

#[test]
fn the_largest_deal_fits_its_field_on_a_phone() {
    let Some(mut table) = open("617") else { return };
    table.browser.resize(360, 640);
    table.browser.press("g");
    let fits = "(() => { const field = document.getElementById('number');\
        const context = document.createElement('canvas').getContext('2d');\
        const style = getComputedStyle(field);\
        context.font = style.font;\
        const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);\
        return room >= context.measureText(field.placeholder).width; })()";
    table.browser.wait_for(fits);
    table.is_content();
}
