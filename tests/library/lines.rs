//! Lines of moves as people and other programs write them.

use freecell::deal;
use freecell::moves::{Move, Place};
use freecell::referee::{judge, Verdict};
use freecell::ruleset::Ruleset;
use freecell::text::deal_in;
use freecell::text::lines::{FoundLine, Reader, Row};
use freecell::text::notation::{self, OtherMove};
use freecell::text::pasted::Pasted;
use proptest::prelude::*;

fn moves_in(text: &str) -> Vec<String> {
    let name = |place: Option<Place>| place.map_or('r', Place::to_char);
    let write = |mv: &OtherMove| {
        let count = mv.cards.map_or(String::new(), |cards| format!("v{cards}"));
        format!("{}{}{count}", mv.from.to_char(), name(mv.to))
    };
    let found = FoundLine::find(text).unwrap_or_default();
    let moves = notation::moves(&found.words).unwrap();
    moves.iter().map(write).collect()
}

#[test]
fn moves_are_read_in_each_notation() {
    let rows = "-=-=-\n\n4h 8h 4a \n37va 54v2 \n\nThis game is solveable.\n";
    assert_eq!(moves_in(rows), ["4h", "8h", "4a", "37v10", "54v2"]);
    let prose = "Move a card from stack 3 to freecell 0\n\n====\n\n\
        Move 3 cards from stack 1 to stack 4\nMove a card from freecell 2 to the foundations";
    let sentences = ["4av1", "25v3", "chv1"];
    assert_eq!(moves_in(prose), sentences);
    assert_eq!(moves_in(&prose.replace('\n', "\n> ")), sentences);
    for rows in ["Solution: 4h 8h 37va 54v2", "> 11. 4h 8h 37va\n> 12. 54v2"] {
        assert_eq!(moves_in(rows), ["4h", "8h", "37v10", "54v2"]);
    }
    let between_tables = "--- --- --- ---\n\nMove: 8a\n\n: 4C\n\nMove: 37va\n";
    assert_eq!(moves_in(between_tables), ["8a", "37v10"]);
    let link = "https://macroxue.github.io/freecell/game/freecell.html?deal=12:6r56b4";
    assert_eq!(moves_in(link), ["6r", "56", "b4"]);
    assert_eq!(moves_in("1:6r6r7r76"), ["6r", "6r", "7r", "76"]);
    for other in [
        "found in 12 ms\n123456\n",
        "====\n 6H 8H \n",
        ": KH 6H 8H 4D",
    ] {
        assert_eq!(moves_in(other), [""; 0]);
    }
}

fn text_of(text: &str) -> String {
    FoundLine::read(text).spelled()
}

#[test]
fn the_statements_sentence_is_read_to_its_end() {
    let line = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";
    assert_eq!(
        text_of(include_str!("../../fixtures/reports/statement-example.txt")),
        line
    );
    assert_eq!(text_of(&line.to_uppercase()), line);
}

#[test]
fn a_line_is_read_in_the_spellings_that_people_have() {
    for text in [
        "26 76 5a",
        "26, 76, 5a.",
        "26;76;5a",
        "26 76\n5a",
        "[\"26\", \"76\", \"5a\"]",
        "(26) (76) (5A)",
        "1. 26\n2. 76\n3. 5a",
        "1. 26 2. 76 3. 5a",
        "1) 26 2) 76 3) 5a",
        "(1) 26 (2) 76 (3) 5a",
        "1.26 2.76 3.5a",
        "1) 26  6♦ onto 7♠\n2) 76\n3) 5a  3♥ to a cell",
        "answer: 26 76 5a",
        "turn 3: 26 76 5a",
        "1: 26\n2: 76\n3: 5a",
        "1 26\n2\t76\n3 5a",
        "#1 26\n#2 76\n#3 5a",
        "Turn 1: 26\nTurn 2: 76\nTurn 3: 5a",
        "26，76；5a",
        "26 — 76 — 5a",
        "26 / 76 / 5a",
        "26 , 76 , 5a",
        "26->76->5a",
        "| 26 | 76 | 5a |",
        "\u{feff}26 76 5a",
        "answer:26 76 5a",
        "console.log('26 76 5a');",
        "turn 1: 26 moves, winning under safe autoplay\n26 76 5a",
        "26 -> 76 -> 5a",
        "- 26\n- 76\n- 5a",
        "send: 26 76\n5a",
        "1. 26 76\n3. 5a",
        "1. 26\n----\n2. 76\n\n3. 5a",
        "> 26 76 5a\nturn 1: 20 moves, winning under safe autoplay; 167 ms, 172361 positions",
    ] {
        assert_eq!(text_of(text), "26 76 5a", "{text}");
    }
    assert_eq!(text_of(""), "");
    assert_eq!(text_of("4h"), "4h");
}

#[test]
fn a_word_that_is_no_move_stays_in_its_place() {
    for (text, line) in [
        ("26 9x 76", "26 9x 76"),
        ("ab 26 76 5a", "ab 26 76 5a"),
        ("aa bb 26 76 5a", "aa bb 26 76 5a"),
        ("zz 26 76 5a", "zz 26 76 5a"),
        ("hello 26 76 5a", "hello 26 76 5a"),
        ("26 76 5a 9x", "26 76 5a 9x"),
        ("26 76 5a hello", "26 76 5a hello"),
        ("26 76 55 5a 27", "26 76 55 5a 27"),
        ("26 76\n5e", "26 76 5e"),
        ("26 76 5a\nzz", "26 76 5a zz"),
        ("26\nzz\n76", "26 zz 76"),
        ("26\nhello\n76", "26 hello 76"),
        ("zz\n26\n76", "zz 26 76"),
        ("1. 26\n2. zz\n3. 76", "26 zz 76"),
        ("26, ab, 76", "26 ab 76"),
        ("[\"26\", \"zz\", \"76\"]", "26 zz 76"),
        ("[\"zz\", \"26\", \"76\", \"5a\"]", "zz 26 76 5a"),
        ("(26) (76) (5a) (zz)", "26 76 5a zz"),
        ("answer: 26 zz 5a", "26 zz 5a"),
        ("answer: zz 26 76 5a", "zz 26 76 5a"),
        ("26 76 or 5a 5b 57", "26 76 or 5a 5b 57"),
        ("26 76 5a or 5b 57", "26 76 5a or 5b 57"),
        ("hello", "hello"),
        ("26 76 hello", "26 76 hello"),
        ("1 26 2 76", "1 26 2 76"),
        ("26 1e 76", "26 1e 76"),
        ("26, 76 and 5a", "26 76 and 5a"),
        ("26 then 76, then 5a", "26 then 76 then 5a"),
        ("26 ? 76 5a", "26 ? 76 5a"),
        ("26 -> 76 5a", "26 -> 76 5a"),
        ("26 — 76 / 5a", "26 — 76 / 5a"),
        ("26 76? 5a", "26 76? 5a"),
        ("55. 26 76 5a", "55 26 76 5a"),
        ("(55) 26 76 5a", "55 26 76 5a"),
        ("1 26 76 5a", "1 26 76 5a"),
        ("26: 76 5a 27", "26: 76 5a 27"),
        ("26 x: 76 5a 27", "26 x: 76 5a 27"),
        ("26 wait what 76 5a 27", "26 wait what 76 5a 27"),
        ("26 76 5a wait what 27", "26 76 5a wait what 27"),
        ("26\n5\n76 5a 27", "26 5 76 5a 27"),
        ("26\noops\n76 5a 27", "26 oops 76 5a 27"),
        (
            "26\n\nand what came\nof it?\n\n76 5a 27",
            "26 and what came of it? 76 5a 27",
        ),
        ("26 -> ? -> 76 -> 5a", "26 ? 76 5a"),
        ("26 wait what\n76 5a 27", "26 wait what 76 5a 27"),
        ("26 76 5a\n27 (see below)", "26 76 5a 27"),
        ("26 76 5a\n27 see\n57", "26 76 5a 27 see 57"),
        ("26 76 5a\n#3", "26 76 5a #3"),
        ("26 76 5a\n36 moves, I think", "26 76 5a"),
        ("26 76 5a\n- 27", "26 76 5a - 27"),
        ("26 76 5a\n- - -\n27", "26 76 5a - - - 27"),
        ("26 76 5a\n- 1. 27\n2. 57", "26 76 5a - 27 57"),
        ("26 76 5a\n1. 27", "26 76 5a 1 27"),
        ("26 76\nDeal 617: 5a 27", "26 76 Deal 617: 5a 27"),
        ("1. 26\n2. 76\nonce more:\n1. 5a", "26 76 once more: 1 5a"),
    ] {
        assert_eq!(text_of(text), line, "{text}");
    }
}

#[test]
fn prose_around_a_line_is_left_out_and_reported() {
    for (text, skipped) in [
        (
            "I sent 26 76 5a and it failed",
            &["I sent", "and it failed"][..],
        ),
        ("answer: 26 76 5a", &["answer"]),
        ("console.log('26 76 5a');", &["console.log"]),
        ("It says:\n26 76 5a\n(won)", &["It says:", "(won)"]),
        (
            "{\"won\": true, \"line\": \"26 76 5a\", \"moves\": 3}",
            &["won\": true, \"line", "moves\": 3"],
        ),
        ("26 76 5a", &[]),
        ("#617: 26 76 5a", &[]),
        ("- 26 76 5a", &["-"]),
        ("- 26\n- 76\n- 5a", &[]),
        ("Move: 26 76 5a", &["Move"]),
        ("1. 26 76 5a", &["1"]),
        ("11. 26 76\n12. 5a", &["11"]),
        ("x: 26 76 5a", &["x"]),
        ("wait what 26 76 5a", &["wait what"]),
        ("26 76 5a !", &["!"]),
        ("1) 26 6♦ onto 7♠\n2) 76 5a", &["6♦ onto 7♠"]),
    ] {
        let found = FoundLine::read(text);
        assert_eq!(found.spelled(), "26 76 5a", "{text}");
        let texts: Vec<&str> = found.skipped.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(texts, skipped, "{text}");
    }
}

#[test]
fn words_have_their_places() {
    let found = FoundLine::read("It was\n> send: 26, zz\n5a");
    let places = found.words.iter().map(|word| (word.row, word.column));
    assert_eq!(places.collect::<Vec<_>>(), [(2, 9), (2, 13), (3, 1)]);
}

#[test]
fn an_address_is_a_line_for_its_deal() {
    for text in [
        "#617:2a-27-4b",
        "617:2a-27-4b",
        "file:///tmp/freecell.html#617:2a-27-4b",
        "#617: 2a 27 4b",
        "Deal 617: 2a, 27, 4b",
        "Deal 617\n2a 27 4b",
    ] {
        let found = FoundLine::read(text);
        assert_eq!(
            (found.spelled(), found.deal),
            ("2a 27 4b".into(), deal_in("617")),
            "{text}"
        );
    }
    assert_eq!(text_of("1: 26\n2: 76"), "26 76");
    assert_eq!(text_of("617:26-76-all-3h"), "26 76 all 3h");
    assert_eq!(FoundLine::read("12:45:30 26 76 5a").deal, None);
}

#[test]
fn an_f_is_home_where_no_h_is() {
    assert_eq!(text_of("26 4f 5F"), "26 4h 5h");
    assert_eq!(text_of("26 4f 5h"), "26 4f 5h");
    assert_eq!(text_of("26 4f f3"), "26 4f f3");
}

#[test]
fn a_fifth_cell_is_named() {
    let refused = |text: &str| {
        let error = notation::moves(&FoundLine::find(text).unwrap_or_default().words);
        error.unwrap_err().to_string()
    };
    let reason = "cannot be translated: there is no fifth cell, e: the puzzle has four, a to d";
    assert_eq!(refused("4h 7a 1e 7b 7h"), format!("move 3 (1e) {reason}"));
    let sentences =
        "Move a card from stack 3 to freecell 0\nMove a card from stack 3 to freecell 4\n";
    let sentence = "Move a card from stack 3 to freecell 4";
    assert_eq!(refused(sentences), format!("move 2 ({sentence}) {reason}"));
}

#[test]
fn prose_has_no_moves_even_where_it_has_numbers() {
    let mut reader = Reader::default();
    for row in [
        "turn 1: 20 moves",
        "8 8 8 8 7 7 7 7",
        "move 12 (4h) fails",
        "36 moves",
        "at 01:12",
        "it took 4h",
        "12 of 36",
        "Frame 12 of 36",
    ] {
        let read = reader.read_row(1, row, "");
        assert!(matches!(read, Row::Prose(_)), "{row}: {read:?}");
    }
    assert_eq!(reader.read_row(1, "", ""), Row::Blank);
}

/// The ways in which a line of words may be written.
const FORMS: [fn(&[&str]) -> String; 9] = [
    |words| words.join(" "),
    |words| words.join(", ") + ".",
    |words| format!("Solution: {}", words.join(" ")),
    |words| format!("moves = {words:?};"),
    |words| format!("I tried this:\n\n> {}\n\nand it failed", words.join(" ")),
    |words| {
        let rows: Vec<String> = words.chunks(10).map(|row| row.join(" ")).collect();
        rows.join(" \n")
    },
    |words| words.join("\n"),
    |words| {
        let items = words.iter().zip(1..);
        let items: Vec<String> = items
            .map(|(word, number)| format!("{number}. {word}"))
            .collect();
        items.join("\n")
    },
    |words| words.join(" -> "),
];

/// Words that are no moves, marks and numbers that count nothing, some of them several words.
fn foreign_words() -> impl Strategy<Value = String> {
    const SEEN: [&str; 36] = [
        "ab",
        "aa",
        "hh",
        "zz",
        "55",
        "4e",
        "1e",
        "9x",
        "h1",
        "0",
        "hello",
        "26x",
        "é2",
        "and",
        "then",
        "?",
        "-",
        "*",
        "/",
        "=",
        "->",
        "=>",
        ",",
        "...",
        "55.",
        "(55)",
        "1",
        "1.",
        "x:",
        "26:",
        "wait what",
        "and so on: 5",
        "it took 12",
        "26?",
        "*26*",
        "~~",
    ];
    let short = "[a-z1-9]{2}".prop_filter("a move", |word| {
        word.parse::<Move>().is_err() && !word.ends_with(['f', 'r'])
    });
    prop_oneof![
        3 => proptest::sample::select(&SEEN[..]).prop_map(str::to_owned),
        1 => short,
        1 => "[i-z]{3,6}",
        1 => "[i-z]{2,6} [i-z]{3,6}( [i-z]{2,6})?",
    ]
    .prop_filter(
        "before a number, ms names one of Microsoft's deals",
        |words| words.split(' ').next_back() != Some("ms"),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// In a line, a foreign word is a move that fails; before its first move, it may be prose,
    /// which is said to be left out. A report on the deal has the same line.
    #[test]
    fn a_foreign_word_is_a_move_that_fails(
        (line, form) in (proptest::sample::select(&LINES[..]), 0..FORMS.len()),
        foreign in foreign_words(),
        at in any::<proptest::sample::Index>(),
    ) {
        let (deal, line) = line;
        let table = deal::microsoft(deal).unwrap();
        let mut words: Vec<&str> = line.split(' ').collect();
        let at = at.index(words.len());
        words.insert(at, &foreign);
        let text = FORMS[form](&words);
        let found = FoundLine::read(&text);
        let report = Pasted::read(&format!("Deal {deal}\n{text}")).into_line();
        prop_assert_eq!(report.spelled(), found.spelled(), "{}", text);
        let texts = |found: &FoundLine| found.skipped.iter().map(|it| it.text.clone()).collect::<Vec<_>>();
        prop_assert_eq!(texts(&report), texts(&found), "{}", text);
        if at == 0 && found.spelled() == line {
            // Outside the line, it is left out, and said to be.
            let word = foreign.trim_matches(['.', '(', ')', ':']);
            prop_assert!(texts(&found).iter().any(|text| text.contains(word)), "{text}: {found:?}");
            return Ok(());
        }
        // As a bot would print it.
        let verdict = judge(&table, Ruleset::default(), &words.join(" "));
        let Verdict::Failed { mv, why } = verdict else {
            return Err(TestCaseError::fail(format!("{verdict}")));
        };
        let first = words[..=at].join(" ").split(' ').nth(mv - 1).map(str::to_owned);
        let judged = judge(&table, Ruleset::default(), &found.spelled());
        if found.words[mv - 1].text == first.unwrap() {
            prop_assert_eq!(judged, Verdict::Failed { mv, why }, "{}", text);
        }
        prop_assert!(matches!(judged, Verdict::Failed { mv: other, .. } if other == mv), "{text}: {judged}");
        let place = &found.words[at];
        let row = text.lines().nth(place.row - 1).unwrap();
        let length = place.text.chars().count();
        let there: String = row.chars().skip(place.column - 1).take(length).collect();
        prop_assert_eq!(there, &*place.text);
    }
}

/// Lines that win under `safe`, and their deals.
const LINES: [(u64, &str); 2] = [
    (10913, "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b"),
    (5001, "3a 5b 53 75 73 72 17 82 52 12 61 6c 65 15 41 6d 68 16 16 56 46 75 86 28 38 4c 43 24 45 41 32 81 24 85 27 27"),
];
