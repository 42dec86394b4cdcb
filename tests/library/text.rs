//! Tables in every form in which people write them.

use freecell::moves::Place;
use freecell::text::notation::{self, OtherMove};
use freecell::text::pasted_moves::{self, Reader, Row};
use freecell::text::{print_board, print_for_pysol, print_rows, ParsedTable, TableError as Error};
use freecell::{deal, protocol, Table};
use proptest::prelude::*;

use crate::random_tables::tables;

const _: () = {
    const fn is_portable<E: std::error::Error + Send + Sync + 'static>() {}
    is_portable::<Error>();
};

fn texts(table: &Table) -> [String; 4] {
    [
        protocol::print(table, &[]),
        print_board(table),
        print_for_pysol(table),
        print_rows(table),
    ]
}

#[test]
fn a_new_deal_is_read_from_the_layouts_that_people_have() {
    let table = deal::microsoft(617).unwrap();
    let (rows, board) = (print_rows(&table), print_board(&table));
    let line = rows.replace('\n', " ");
    let cascades = || {
        board
            .lines()
            .skip(2)
            .map(|row| row.trim_start_matches(": "))
    };
    let numbered = |label: &str| {
        let rows = cascades().zip(1..);
        let rows: Vec<String> = rows
            .map(|(row, number)| format!("{label}{number}: {row}"))
            .collect();
        rows.join("\n")
    };
    for text in [
        line.replace(' ', ", "),
        line.replace(' ', ""),
        line.replace('T', "10").replace(' ', ""),
        line.replace(' ', "\n"),
        format!("{}\n{}", &line[..26 * 3], &line[26 * 3..]),
        format!("[\"{}\"]", line.trim().replace(' ', "\",\"")),
        format!("\u{feff}{rows}"),
        format!("MS 617\n{rows}"),
        format!("#617\n\n{board}"),
        format!(" 1  2  3  4  5  6  7  8\n{rows}"),
        format!("```\n{rows}```\n"),
        format!("| {}", rows.replace(' ', " | ").replace('\n', " |\n| ")),
        format!("> {}", protocol::print(&table, &[]).replace('\n', "\n> ")),
        cascades().map(|row| row.replace(' ', "") + "\n").collect(),
        numbered(""),
        numbered("Cascade "),
    ] {
        let read = text.parse::<ParsedTable>().map(|parsed| parsed.table);
        assert_eq!(
            read.map_err(|error| error.to_string()),
            Ok(table.clone()),
            "{text}"
        );
    }
}

proptest! {
    #[test]
    fn a_table_is_read_from_each_form(table in tables()) {
        for text in texts(&table) {
            let parsed: ParsedTable = text.parse().unwrap();
            prop_assert_eq!(&parsed.table, &table, "{}", text);
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[0-9A-Ka-k: \n-]{0,200}|.{0,100}") {
        if let Err(error) = text.parse::<ParsedTable>() {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}

#[test]
fn labels_colons_and_the_spelling_of_ten_are_optional() {
    let text = "\nFC: -\nKS QH\n\n: kh\nFounds: D-K C-K S-Q H-J\n";
    let table = Table::build(&["KS QH", "", "KH"], "").unwrap();
    assert_eq!(text.parse::<ParsedTable>().unwrap().table, table);
}

#[test]
fn errors_name_the_line() {
    let refusal = |text: &str| text.parse::<ParsedTable>().unwrap_err().to_string();
    assert_eq!(
        refusal("Freecells: - 1X"),
        "line 1: found \"1X\", expected a card such as TH"
    );
    assert_eq!(refusal("KS\nKS"), "the card KS lies in two places");
    assert!(refusal("Talon: KS").contains("found the label \"talon\""));
}

#[test]
fn gaps_in_a_row_mark_cascades_that_have_ended() {
    let text = "  a --  b KC  c --  d --  h QC KD JH QS\n   1   2   3   4   5   6   7   8\n\
                \x20     KH  KS\n          QH\n";
    let table = Table::build(&["", "KH", "KS QH"], "- KC").unwrap();
    assert_eq!(text.parse::<ParsedTable>().unwrap().table, table);
}

fn moves_in(text: &str) -> Vec<String> {
    let name = |place: Option<Place>| place.map_or('r', Place::to_char);
    let write = |mv: &OtherMove| {
        let count = mv.cards.map_or(String::new(), |cards| format!("v{cards}"));
        format!("{}{}{count}", mv.from.to_char(), name(mv.to))
    };
    notation::read(text).iter().map(write).collect()
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
    pasted_moves::read(text).unwrap().to_string()
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
        "26, 76 and 5a",
        "26 then 76, then 5a",
        "26，76；5a",
        "26 — 76 / 5a",
        "\u{feff}26 76 5a",
        "answer:26 76 5a",
        "console.log('26 76 5a');",
        "turn 1: 26 moves, winning under safe autoplay\n26 76 5a",
        "26 -> 76 -> 5a",
        "- 26\n- 76\n- 5a",
        "send: 26 76\n5a",
        "1. 26\n2. 76\nonce more:\n1. 5a",
        "> 26 76 5a\nturn 1: 20 moves, winning under safe autoplay; 167 ms, 172361 positions",
    ] {
        assert_eq!(text_of(text), "26 76 5a", "{text}");
    }
    assert_eq!(text_of(""), "");
    assert_eq!(text_of("4h"), "4h");
}

#[test]
fn a_misspelt_move_is_an_error_that_names_it() {
    for (text, word, position) in [
        ("26 9x 76", "9x", 2),
        ("26 76 5a 9x", "9x", 4),
        ("26 76\n5e", "5e", 3),
        ("26 76 or 5a 5b 57", "or", 3),
        ("26 76 5a or 5b 57", "or", 4),
        ("hello", "hello", 1),
        ("26 76 hello", "hello", 3),
        ("1 26 2 76", "2", 2),
    ] {
        let error = pasted_moves::read(text).unwrap_err();
        assert_eq!((&*error.word, error.position), (word, position), "{text}");
    }
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
        "",
    ] {
        assert!(matches!(reader.read_row(row), Ok(Row::Prose(_))), "{row}");
    }
}
