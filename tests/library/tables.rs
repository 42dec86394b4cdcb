//! Tables in the layouts of other programs, and what is refused rather than guessed.

use freecell::card::{Card, Rank, Suit};
use freecell::deal;
use freecell::table::{Cascade, CASCADES};
use freecell::text::{
    print_board, print_for_pysol, print_rows, print_rows_with_blanks, ParsedTable,
};
use freecell::{protocol, Table};
use proptest::prelude::*;

use crate::random_tables::tables;

/// The lines of the foundations and of the cells as fc-solve prints them: a field of four columns
/// for each cell, and blanks for an empty one.
fn places(table: &Table) -> String {
    format!(
        "Foundations:{}\nFreecells:{}\n",
        foundations(table),
        cells(table, "")
    )
}

fn foundations(table: &Table) -> String {
    ["H", "C", "D", "S"]
        .map(|suit| {
            let index = suit.parse::<Suit>().unwrap().index();
            let rank = Rank::new(table.foundations[index]).map_or('0', Rank::letter);
            format!(" {suit}-{rank}")
        })
        .concat()
}

/// The cells in fields of four columns, each card at the end but for so many blanks.
fn cells(table: &Table, blank: &str) -> String {
    let card = |cell: &Option<Card>| cell.map_or(String::new(), |card| card.to_string());
    let field = |text: String| format!("{:>1$}{blank}", text, 4 - blank.len());
    table.cells.iter().map(|cell| field(card(cell))).collect()
}

/// The table as fc-solve displays it without options, or with -t.
fn display(table: &Table, long_ten: bool) -> String {
    let (cells, foundations) = (cells(table, " "), foundations(table));
    let mut text = format!("{cells}       {foundations}\n--- --- --- --- \n\n\n");
    text += &" -- ".repeat(CASCADES);
    text += "\n";
    for row in rows(table) {
        let cards: Vec<String> = row.iter().map(|card| format!("{card:>3} ")).collect();
        text += &cards.concat();
        text += "\n";
    }
    if long_ten {
        text = text.replace(" T", "10");
    }
    text + "\n\n====================\n\n"
}

/// The cards of each row, an empty text for a gap.
fn rows(table: &Table) -> Vec<Vec<String>> {
    let height = table.cascades.iter().map(Cascade::len).max().unwrap_or(0);
    let card = |row: usize| {
        let card =
            move |cascade: &Cascade| cascade.get(row).map_or(String::new(), ToString::to_string);
        table.cascades.iter().map(card).collect()
    };
    (0..height).map(card).collect()
}

/// Rows with blanks for gaps, in columns of a width, without the blanks at their ends if trimmed.
fn spaced(table: &Table, width: usize, is_trimmed: bool) -> String {
    let mut text = places(table);
    for row in rows(table) {
        let cards: Vec<String> = row.iter().map(|card| format!("{card:<width$}")).collect();
        let line = cards.concat();
        text += if is_trimmed { line.trim_end() } else { &line };
        text += "\n";
    }
    text
}

/// Rows with a sign between the fields.
fn separated(table: &Table, sign: &str) -> String {
    let rows: Vec<String> = rows(table).iter().map(|row| row.join(sign)).collect();
    places(table) + &rows.join("\n") + "\n"
}

/// Rows in fields, each row changed by `write`.
fn lines_after_two(table: &Table, write: impl Fn(&str) -> String) -> String {
    let rows: Vec<String> = rows(table)
        .iter()
        .map(|row| write(&row.join(" | ")))
        .collect();
    places(table) + &rows.join("\n") + "\n"
}

/// The text with four blanks before each row of cards, or without the blanks that all have.
fn indented_by(direction: i8, text: &str) -> String {
    let rows: Vec<&str> = text.lines().collect();
    let (places, cards) = rows.split_at(2);
    let blanks = |row: &&str| row.len() - row.trim_start().len();
    let common = cards
        .iter()
        .filter(|row| !row.trim().is_empty())
        .map(blanks)
        .min();
    let row = |row: &&str| match direction {
        ..0 => row
            .get(common.unwrap_or(0)..)
            .unwrap_or_default()
            .to_owned(),
        _ => format!("    {row}"),
    };
    let cards: Vec<String> = cards.iter().map(row).collect();
    format!("{}\n{}\n", places.join("\n"), cards.join("\n"))
}

/// The row of the cells in every layout, and whether it must be read in that one.
fn rows_of_cells(table: &Table) -> Vec<(String, bool)> {
    let cards = table
        .cells
        .map(|cell| cell.map_or(String::new(), |card| card.to_string()));
    let join = |sign: &str| cards.join(sign);
    let bracketed = |gap: &str, sign: &str| {
        let places = cards.clone().map(|card| match &*card {
            "" => format!("[{gap}]"),
            card => format!("[{card}]"),
        });
        places.join(sign)
    };
    let padded = |width: usize| cards.clone().map(|card| format!("{card:>width$}")).concat();
    vec![
        (format!("Freecells:\t{}", join("\t")), true),
        (
            format!("Freecells:\t{}", join("\t")).trim_end().to_owned(),
            false,
        ),
        (format!("Freecells: {}", join("\t")), false),
        (format!("Cells: {}", join(",")), true),
        (format!("Cells: {}", join(", ")), true),
        (format!("Cells: {},", join(",")), false),
        (format!("Cells:,{}", join(",")), false),
        (format!("FC: {}", join(";")), true),
        (format!("FC: {}", join(" | ")), false),
        (format!("FC: | {} |", join(" | ")), true),
        (format!("| Free cells: | {} |", join(" | ")), true),
        (format!("FC: | {}", join(" | ")), false),
        (format!("Freecells: {}", bracketed("", "")), true),
        (format!("Freecells: {}", bracketed(" ", " ")), true),
        (format!("Freecells: {}", bracketed("--", ", ")), true),
        (format!("Freecells: [{}]", join(", ")), true),
        (format!("Freecells: {}", join("  ")), false),
        (format!("Freecells: {}", padded(3)), false),
        (format!("Freecells:{}", padded(3)), false),
        (format!("Freecells:{}", padded(4)), true),
        (format!("Freecells: {}", padded(4)), false),
        // Without a label.
        (join(", "), false),
        (join("\t"), false),
        (join(" "), false),
    ]
}

/// The table in every layout, and whether it must be read in that one.
fn layouts(table: &Table) -> Vec<(String, bool)> {
    // Six cascades of eight cards between two empty ones: the signs at the rows' ends may be edges,
    // and the rows cascades.
    let is_square = table.cascades[0].is_empty()
        && table.cascades[7].is_empty()
        && table.cascades[1..7].iter().all(|cards| cards.len() == 8);
    let symbols = |text: &str| {
        let text =
            ["C♣\u{fe0f}", "D♦", "H♥\u{fe0f}", "S♠"]
                .iter()
                .fold(text.to_owned(), |text, pair| {
                    let (letter, symbol) = pair.split_at(1);
                    text.replace(letter, symbol)
                });
        // The labels keep their letters.
        text.replace("♣\u{fe0f}:", "C:")
    };
    let cards = |write: fn(&Card) -> String| -> Vec<String> {
        let cascade = |cascade: &Cascade| cascade.iter().map(write).collect::<Vec<_>>().concat();
        table.cascades.iter().map(cascade).collect()
    };
    let labelled = |label: &str| {
        let cascades = cards(|card| format!(" {card}"));
        format!("{label}:{}\n", cascades.join(&format!("\n{label}:")))
    };
    let suit_first = cards(|card| format!(" {}{}", card.suit(), card.rank()));
    vec![
        (protocol::print(table, &[]), true),
        (print_board(table), true),
        (print_for_pysol(table), true),
        (print_rows(table), true),
        (print_rows_with_blanks(table), false),
        (places(table) + &labelled(""), true),
        (places(table) + &labelled("").replace('T', "10"), true),
        (
            places(table) + &labelled("").replace('T', "0").replace(" A", " 1"),
            true,
        ),
        (places(table) + &labelled("Cascade"), true),
        (places(table) + ":" + &suit_first.join("\n:"), true),
        (
            symbols(&labelled("")).replacen(':', &(places(table) + ":"), 1),
            true,
        ),
        (display(table, false), true),
        (display(table, true), true),
        (separated(table, ","), !is_square),
        (separated(table, ";"), !is_square),
        // The tabs before a first card may be an indent where no other shows the eighth cascade.
        (separated(table, "\t"), !table.cascades[0].is_empty()),
        (separated(table, " | "), false),
        (spaced(table, 3, true), false),
        (spaced(table, 3, false), false),
        (spaced(table, 4, true), false),
        (spaced(table, 5, true), false),
        (spaced(table, 6, true), false),
        (spaced(table, 2, true), false),
        (indented_by(-1, &separated(table, "\t")), false),
        (indented_by(-1, &spaced(table, 3, true)), false),
        (indented_by(-1, &spaced(table, 4, false)), false),
        (indented_by(1, &spaced(table, 4, true)), false),
        (indented_by(1, &separated(table, ",")), !is_square),
        (
            places(table)
                + &labelled("")
                    .replace(": ", "[")
                    .replace(":\n", "[\n")
                    .replace('\n', "],\n"),
            false,
        ),
        // The edge is on one side only.
        (lines_after_two(table, |row| format!("{row} |")), false),
        (lines_after_two(table, |row| format!("| {row}")), false),
        (lines_after_two(table, |row| format!("| {row} |")), true),
        (
            lines_after_two(table, |row| format!("\"{}\"", row.replace(" | ", "\",\""))),
            !is_square,
        ),
        (
            lines_after_two(table, |row| format!("[{}]", row.replace(" | ", "] ["))),
            true,
        ),
        // As a page shows it that closes blanks up.
        (print_for_pysol(table).replace("\n\n", "\n"), false),
        (print_for_pysol(table).trim_end().to_owned(), false),
    ]
}

proptest! {
    #[test]
    fn a_table_in_any_layout_is_read_as_it_stands_or_refused(
        table in tables(),
        order in Just([0, 1, 2, 3, 4, 5, 6, 7]).prop_shuffle(),
    ) {
        // Any of its cascades may be empty.
        let cascades = order.map(|cascade| table.cascades[cascade].clone());
        let table = Table { cascades, ..table };
        let cascades = print_board(&table);
        let cascades: Vec<&str> = cascades.lines().skip(2).collect();
        let with_cells = |(row, is_certain): (String, bool)| {
            let foundations = foundations(&table);
            let cascades = cascades.join("\n");
            (format!("Foundations:{foundations}\n{row}\n{cascades}\n"), is_certain)
        };
        let rows_of_cells = rows_of_cells(&table).into_iter().map(with_cells);
        for (text, is_certain) in layouts(&table).into_iter().chain(rows_of_cells) {
            match text.parse::<ParsedTable>() {
                Ok(read) => prop_assert_eq!(read.table, table.clone(), "{}", text),
                Err(error) => prop_assert!(!is_certain, "{}\n{}", error, text),
            }
        }
    }
}

#[test]
fn six_cascades_of_eight_cards_between_commas_have_two_readings() {
    let mut table = Table::default();
    for (index, card) in Card::deck().enumerate() {
        match index.checked_sub(4) {
            None => table.cells[index] = Some(card),
            Some(index) => table.cascades[1 + index % 6].push(card),
        }
    }
    table.validate().unwrap();
    let error = separated(&table, ",").parse::<ParsedTable>().unwrap_err();
    assert!(error.to_string().contains("in two ways"), "{error}");
    // One cascade less that is as long, and the rows can be nothing else.
    let moved = table.cascades[6].pop().unwrap();
    table.cascades[7].push(moved);
    let read: ParsedTable = separated(&table, ",").parse().unwrap();
    assert_eq!(read.table, table);
}

proptest! {
    #[test]
    fn words_with_a_blank_between_each_two_are_never_read_as_others_in_silence(table in tables()) {
        let rows_of_words = separated(&table, " ");
        if let Ok(read) = rows_of_words.parse::<ParsedTable>() {
            // Blanks that are as wide as columns are columns.
            let drawn = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
            let is_drawn = drawn(&spaced(&read.table, 3, true)) == drawn(&rows_of_words);
            prop_assert!(read.table == table || is_drawn, "{}", rows_of_words);
        }
        let cells = table.cells.map(|cell| cell.map_or(String::new(), |card| card.to_string()));
        let board = print_board(&table);
        let board: Vec<&str> = board.lines().collect();
        let row = format!("Freecells: {}", cells.join(" "));
        let text = [&[board[0], &*row], &board[2..]].concat().join("\n");
        if let Ok(read) = text.parse::<ParsedTable>() {
            let is_said = read.remarks.iter().any(|remark| remark.text.contains("a single blank"));
            prop_assert!(read.table == table || is_said, "{}", text);
        }
    }
}

/// The cells that a text of foundations, this row and eight empty cascades shows, or why not.
fn read_cells(row: &str) -> Result<String, String> {
    let text = format!("Foundations: H-K C-K D-K S-J\n{row}\n{}", ":\n".repeat(8));
    let read: ParsedTable = text.parse().map_err(|error| format!("{error}"))?;
    let name = |cell: Option<Card>| cell.map_or("-".to_owned(), |card| card.to_string());
    Ok(read.table.cells.map(name).join(" "))
}

#[test]
fn cells_keep_the_fields_in_which_they_stand() {
    for label in ["Freecells:", "Cells:", "FC:"] {
        for (row, expected) in [
            ("\tQS\tKS\t\t", "QS KS - -"),
            ("\tQS\t\tKS\t", "QS - KS -"),
            ("\t\tQS\t\tKS", "- QS - KS"),
            ("\tQS KS", "QS KS - -"),
            (" QS,,KS,", "QS - KS -"),
            (" QS, , KS,", "QS - KS -"),
            (" ,QS,,KS", "- QS - KS"),
            (" QS;;;KS", "QS - - KS"),
            (" [QS][][][KS]", "QS - - KS"),
            (" [] [QS] [KS] []", "- QS KS -"),
            (" [QS, , , KS]", "QS - - KS"),
            (" | QS | | KS | |", "QS - KS -"),
            (" QS | | KS |", "QS - KS -"),
            (" QS KS", "QS KS - -"),
            ("  QS      KS", "QS - KS -"),
        ] {
            let row = format!("{label}{row}");
            assert_eq!(read_cells(&row).as_deref(), Ok(expected), "{row:?}");
        }
    }
    // Without a label.
    for (row, expected) in [("QS,,KS,", "QS - KS -"), ("[QS][][][KS]", "QS - - KS")] {
        assert_eq!(read_cells(row).as_deref(), Ok(expected), "{row:?}");
    }
}

#[test]
fn cells_that_may_be_others_are_refused() {
    for row in [
        "Freecells: QS  KS",
        "Freecells:   QS KS",
        "Freecells:\t\tQS\tKS",
        "Freecells: [QS] KS",
        "Freecells: | QS | KS",
        "Freecells: QS | | | | KS",
        "Freecells: [][][][QS][KS]",
        "Freecells: \"QS\" \"\" \"KS\"",
        "QS   KS",
        "  QS KS",
    ] {
        let error = read_cells(row).expect_err(row);
        assert!(error.starts_with("line 2, column "), "{row:?}: {error}");
    }
}

#[test]
fn cells_whose_last_blanks_are_missing_are_read_by_columns_and_said_to_be() {
    let text = format!(
        "Foundations: H-K C-K D-K S-J\nFreecells:  QS  KS\n{}",
        ":\n".repeat(8)
    );
    let read: ParsedTable = text.parse().unwrap();
    assert_eq!(read.table.cells[1].unwrap().to_string(), "KS");
    assert_eq!(
        read.remarks[0].to_string(),
        "line 2: the cells are read by their columns: a QS, b KS, c -, d -; if a single blank \
         stood for each empty one, they would be a -, b QS, c -, d KS"
    );
}

#[test]
fn where_either_edge_of_the_table_may_be_missing_both_readings_are_shown() {
    let seven = "4H 7S 8C 9D TH JS QC";
    let rest = "Foundations: H-3 C-7 D-8 S-6\nFreecells: - - - -\n";
    // The other cards, one below the other in the column of the four.
    let deck = Card::deck().filter(|card| {
        let home = [("H", 3), ("C", 7), ("D", 8), ("S", 6)];
        let is_home = home
            .iter()
            .any(|(suit, rank)| card.suit().to_string() == *suit && card.rank().number() <= *rank);
        !is_home && !seven.contains(&card.to_string())
    });
    let below: Vec<String> = deck.map(|card| card.to_string()).collect();
    for (row, before) in [
        (
            format!("    | {}", seven.replace(' ', " | ")) + " |",
            "    | ",
        ),
        (seven.to_owned(), ""),
        (seven.replace(' ', "\t"), ""),
        (format!("   {seven}"), "   "),
    ] {
        let end = if row.ends_with('|') {
            " | | | | | | |"
        } else {
            ""
        };
        let below: Vec<String> = below
            .iter()
            .map(|card| format!("{before}{card}{end}\n"))
            .collect();
        let text = format!("{rest}{row}\n{}", below.concat());
        let error = text.parse::<ParsedTable>().expect_err(&text).to_string();
        let start = "line 3, column ";
        assert!(error.starts_with(start), "{error}\n{text}");
        for part in [
            "read in two ways: cascade 1 is ",
            "4H ",
            "a board by rows that begins with cascade 1",
            "a board by rows that begins with cascade 2",
        ] {
            assert!(error.contains(part), "{part:?} is not in {error}\n{text}");
        }
    }
}

#[test]
fn eight_rows_whose_gaps_are_blanks_are_no_cascades() {
    let mut deck = Card::deck();
    let mut table = Table::default();
    for (cascade, height) in table.cascades.iter_mut().zip([8, 6, 8, 5, 8, 7, 3, 7]) {
        cascade.extend(deck.by_ref().take(height));
    }
    // Words that may be empty, with a blank between each two.
    let text = separated(&table, " ");
    let error = text.parse::<ParsedTable>().expect_err(&text).to_string();
    assert!(
        error.contains("it is not clear which cascade"),
        "{error}\n{text}"
    );
}

#[test]
fn rows_of_eight_between_blank_lines_may_be_cascades_and_are_refused() {
    let head = "Foundations: H-5 C-5 D-5 S-5\nFreecells: - - - -\n";
    let rows = [
        "KS KH KC KD QS QH QC QD",
        "JS JH JC JD TS TH TC TD",
        "9S 9H 9C 9D 8S 8H 8C 8D",
        "7S 7H 7C 7D 6S 6H 6C 6D",
    ];
    let plain = format!("{head}{}\n", rows.join("\n"))
        .parse::<ParsedTable>()
        .unwrap();
    assert_eq!(plain.table.cascades[7].len(), 4);
    for between in ["\n\n", "\n\n\n"] {
        let text = format!("{head}{}\n", rows.join(between));
        let read = text.parse::<ParsedTable>();
        if between.len() == 2 {
            let error = read.unwrap_err().to_string();
            assert!(error.contains("rows of eight or cascades"), "{error}");
        } else if let Ok(read) = read {
            // Ten lines are more than eight cascades.
            assert_eq!(read.table, plain.table);
        }
    }
}

/// The cascades, each written by `cascade` and joined.
fn grouped(table: &Table, between: &str, cascade: impl Fn(&[String]) -> String) -> String {
    let cascades = table.cascades.iter().map(|cards| {
        let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
        cascade(&cards)
    });
    cascades.collect::<Vec<_>>().join(between)
}

/// The ways in which people and their programs write cascades as groups, or as the items of a list;
/// none of them by blanks alone.
fn groups(table: &Table) -> Vec<String> {
    let quoted = |cards: &[String], sign: &str| {
        let cards = cards.iter().map(|card| format!("{sign}{card}{sign}"));
        cards.collect::<Vec<_>>().join(", ")
    };
    let indented =
        |cards: &[String]| format!(" [\n  {}\n ]", quoted(cards, "\"").replace(", ", ",\n  "));
    let spaced = |cards: &[String]| cards.join(" ");
    let lists =
        |sign: &'static str| grouped(table, ", ", |cards| format!("[{}]", quoted(cards, sign)));
    vec![
        format!("[{}]", lists("\"")),
        format!("[{}]", lists("'")),
        format!("[\n{}\n]", grouped(table, ",\n", indented)),
        format!(
            "[{}]",
            grouped(table, ", ", |cards| format!("\"{}\"", spaced(cards)))
        ),
        grouped(table, ",", |cards| format!("{{{}}}", cards.join(","))),
        grouped(table, " ", |cards| format!("({})", spaced(cards))),
        grouped(table, "; ", spaced),
        grouped(table, " | ", spaced),
        grouped(table, " / ", spaced),
        grouped(table, "\n", |cards| format!("- {}", spaced(cards))),
        grouped(table, "\n", |cards| format!("* {}", spaced(cards))),
        grouped(table, "\n", |cards| format!("- [{}]", cards.join(", "))),
        grouped(table, "\n", |cards| format!("1. {}", spaced(cards))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// What parts a text into groups is not overlooked.
    #[test]
    fn groups_of_a_new_deal_are_its_cascades_or_refused(deal in 1..=deal::LAST_DEAL) {
        let table = deal::microsoft(deal).unwrap();
        let by_blanks = grouped(&table, "   ", |cards| cards.join(" "));
        for text in groups(&table).into_iter().chain([by_blanks]) {
            if let Ok(parsed) = text.parse::<ParsedTable>() {
                prop_assert_eq!(&parsed.table, &table, "{}", text);
            }
        }
    }

    #[test]
    fn groups_of_any_table_are_its_cascades_or_refused(table in tables()) {
        for text in groups(&table) {
            let text = format!("{}{text}", places(&table));
            if let Ok(parsed) = text.parse::<ParsedTable>() {
                prop_assert_eq!(&parsed.table, &table, "{}", text);
            }
        }
    }
}

#[test]
fn groups_and_lists_of_a_new_deal_are_read() {
    let table = deal::microsoft(617).unwrap();
    let refused: Vec<String> = groups(&table)
        .into_iter()
        .filter(|text| text.parse::<ParsedTable>().is_err())
        .collect();
    // Strokes and numbers are no signs of lists.
    assert_eq!(refused.len(), 2, "{refused:?}");
    assert!(refused[0].contains(" / "), "{refused:?}");
    assert!(refused[1].starts_with("1. "), "{refused:?}");
}

#[test]
fn a_deck_in_groups_that_are_no_cascades_is_refused() {
    let deck: Vec<String> = Card::deck().map(|card| card.to_string()).collect();
    let groups: Vec<String> = deck.chunks(7).map(|cards| cards.join(" ")).collect();
    let error = groups.join("; ").parse::<ParsedTable>().unwrap_err();
    assert!(error.to_string().contains("in 8 groups"), "{error}");
    // Rows of eight may as well stand in one line.
    let rows: Vec<String> = deck.chunks(8).map(|cards| cards.join(" ")).collect();
    let (one, several) = (rows.join("; "), rows.join("\n"));
    let read = |text: &str| text.parse::<ParsedTable>().unwrap().table;
    assert_eq!(read(&one), read(&several));
}

#[test]
fn moves_after_a_deals_name_are_not_left_out_in_silence() {
    for text in [
        "Deal 617\n2a 27 4b",
        "I lost FreeCell game 617 after 2a 27 3a.",
        "#617:2a-27-4b",
    ] {
        let read: ParsedTable = text.parse().unwrap();
        assert_eq!(read.table, deal::microsoft(617).unwrap());
        let remarks: Vec<String> = read.remarks.iter().map(ToString::to_string).collect();
        assert!(
            remarks.concat().contains("left out: the moves \"2a 27"),
            "{remarks:?}"
        );
    }
    let read: ParsedTable = "I lost FreeCell game 617.".parse().unwrap();
    assert_eq!(read.remarks, []);
}
