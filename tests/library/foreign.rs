//! Tables and lines of patsolve, Solvitaire and Shirl Hart's solver, and this project's own JSON.

use std::fs;

use freecell::card::Card;
use freecell::deal;
use freecell::referee::{replay, Game, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::table::Table;
use freecell::text::lines::FoundLine;
use freecell::text::notation::{self, Notation};
use freecell::text::translation::translate;
use freecell::text::{find_tables, Form, ParsedTable};

fn fixture(name: &str) -> String {
    let root = env!("CARGO_MANIFEST_DIR");
    fs::read_to_string(format!("{root}/fixtures/foreign/{name}.txt")).unwrap()
}

/// Deal 24 after some moves.
fn table() -> Table {
    let cascades = [
        "4C 2C 9C 8C QS JD",
        "5H QH 3C",
        "QC 9S 6H 9H 3S KS 3D",
        "5D 2S JC 5C JH 6D 5S",
        "2D KD TH TC TD 8D",
        "7H JS KH TS KC 7C",
        "4S 3H",
        "7S 6C 7D 4D 8S 9D",
    ];
    Table::build(&cascades, "6S 8H QD 4H").unwrap()
}

#[test]
fn tables_of_other_programs_are_read() {
    for (name, form) in [
        ("layout-of-patsolve", Form::Board),
        ("json-of-solvitaire", Form::Json),
    ] {
        let read: ParsedTable = fixture(name)
            .parse()
            .unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!((read.table, read.form), (table(), form), "{name}");
    }
}

/// Deal 617 after four moves to cells.
fn moved_to_cells() -> Table {
    let mut game = Game::new(
        deal::microsoft(617).unwrap(),
        Ruleset::from_autoplay(Autoplay::None),
    );
    for mv in ["4a", "2b", "8c", "1d"] {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game.table().clone()
}

#[test]
fn boards_of_soliterm_are_read() {
    let text = fixture("board-of-soliterm");
    for text in [text.clone(), text.replace('H', "\u{2665}")] {
        let read: ParsedTable = text.parse().unwrap();
        assert_eq!((read.table, read.form), (moved_to_cells(), Form::Soliterm));
    }
    // Without a cell's card, and with foundations and an empty cascade.
    let few = "\
cel#0 cel#1 cel#2 cel#3 fnd#4 fnd#5 fnd#6 fnd#7
[   ] [ KH] [   ] [   ] [ KS] [ QH] [ KD] [ QC]

   #8    #9   #10   #11   #12   #13   #14   #15
[   ] [   ] [   ] [   ] [   ] [   ] [ KC] [   ]
";
    let read: ParsedTable = few.parse().unwrap();
    assert_eq!(read.table.foundations, [12, 13, 12, 13]);
    assert_eq!(read.table.cascades[6].len(), 1);
    for (from, to, reason) in [
        (
            "[ KC]",
            "[ XC]",
            "line 5: found \"XC\", expected a card such as TH",
        ),
        (
            "[ KD]",
            "[ KS]",
            "line 2: found KS on foundation 3, its suit has another",
        ),
        ("[ KH]", "[ KC]", "KC"),
        (
            "[ KC] [   ]",
            "[ KC] [   ] [ KC]",
            "line 5: found KC in a ninth cascade, expected eight",
        ),
    ] {
        let error = few
            .replacen(from, to, 1)
            .parse::<ParsedTable>()
            .unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
}

/// The first 24 steps of a solution by Solvitaire of deal 617. Each is a move away from the one
/// before it.
#[test]
fn steps_of_a_solution_of_solvitaires_are_read() {
    let text = fixture("solution-of-solvitaire");
    let as_drawn = text.lines().map(drawn).collect::<Vec<_>>().join("\n");
    let quoted = format!("> {}", text.trim_end().replace('\n', "\n> "));
    for text in [text, as_drawn, quoted] {
        let found: Vec<_> = find_tables(&text).into_iter().map(Result::unwrap).collect();
        assert_eq!(found.len(), 24);
        let rules = Ruleset::from_autoplay(Autoplay::None);
        let mut before = deal::microsoft(617).unwrap();
        for (index, found) in found.iter().enumerate() {
            assert_eq!(found.form, Form::Solvitaire);
            let game = Game::new(before, rules);
            let after = |mv| {
                let mut after = game.clone();
                after.play(mv).unwrap();
                in_any_order(after.table())
            };
            let is_same = in_any_order(game.table()) == in_any_order(&found.table);
            let mut moves = game.legal_moves().into_iter();
            let is_next = moves.any(|mv| after(mv) == in_any_order(&found.table));
            assert!(if index == 0 { is_same } else { is_next }, "step {index}");
            before = found.table.clone();
        }
    }
}

/// A line as a terminal draws it, with blanks for its tabs.
fn drawn(line: &str) -> String {
    let fields = line.split('\t').map(|field| format!("{field:8}"));
    fields.collect::<String>().trim_end().to_owned()
}

/// A table's cascades as they are, and the cards of its cells, whichever each is in.
fn in_any_order(table: &Table) -> (Vec<Vec<Card>>, Vec<Option<Card>>, [u8; 4]) {
    let cascades = table.cascades.iter().map(|it| it.to_vec()).collect();
    let mut cells = table.cells.to_vec();
    cells.sort_by_key(|cell| cell.map(Card::index));
    (cascades, cells, table.foundations)
}

#[test]
fn a_table_of_solvitaires_has_cards_at_home_and_in_cells() {
    let text = fixture("table-of-solvitaire");
    let cascades = [
        "6H QS 4S 2H 3C 8S JH TC 9H 8C",
        "KS 3S 9C 3D 8H JC KH",
        "6C",
        "QH 5C 7D 9S TD 7H 6S",
        "JS",
        "8D 7S 6D 5S 4D",
        "4H KC QD",
        "QC 7C TS 5D 5H 4C 3H",
    ];
    let expected = Table::build(&cascades, "9D TH KD JD").unwrap();
    let read: ParsedTable = text.parse().unwrap();
    assert_eq!((read.table, read.form), (expected, Form::Solvitaire));
    // What a form of Solvitaire's cannot be is refused.
    for (from, to, reason) in [
        ("3C\t8H", "8H", "line 10: found TD below a gap in cascade 3"),
        ("\t3S\t", " 3S ", "line 7: found \"QS 3S\", expected a card"),
        (
            "\tAH",
            "\tAS",
            "line 2: found 2S on foundation 3, its suit has another",
        ),
        ("6H\t", "", "line 6: found 7 piles, expected eight"),
        ("\tJD", "\tJD\tJD", "line 4: a fifth cell, expected four"),
        (
            "--- Cells",
            "--- Reserve",
            "line 4: found \"reserve\", expected FreeCell's",
        ),
        ("4S\t9C", "4S\t9D", "9D"),
        (
            "7C\n4S",
            "7C\t7C\n4S",
            "line 7: found 7C in a ninth cascade, expected eight",
        ),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        let error = changed.parse::<ParsedTable>().unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
    }
}

/// The deal of Solvitaire's that begins the solution from which the table above is. Its own
/// printer sorts the piles, so the same cascades are in another order.
#[test]
fn a_deal_that_solvitaire_has_written_is_read() {
    let read: ParsedTable = fixture("deal-of-solvitaire").parse().unwrap();
    assert_eq!(read.form, Form::Json);
    let first: Vec<String> = read.table.cascades[0].iter().map(Card::to_string).collect();
    assert_eq!(first.join(" "), "KS 3S 9C 3D 8H JC KH");
    assert!(deal::is_new(&read.table));
}

#[test]
fn a_layout_of_patsolves_has_no_tenth_line_while_nothing_is_home() {
    let table = moved_to_cells();
    let cascades = table.cascades.iter().map(|cascade| {
        let cards: Vec<String> = cascade.iter().map(ToString::to_string).collect();
        cards.join(" ") + "\n"
    });
    let layout = cascades.collect::<String>() + "4H KS QH JD\n";
    let read: ParsedTable = layout.parse().unwrap();
    assert_eq!((read.table, read.form), (table, Form::Board));
}

#[test]
fn a_layout_of_patsolves_without_its_tenth_line_may_be_rows_and_is_refused() {
    let layout = fixture("layout-of-patsolve");
    let nine: Vec<&str> = layout.lines().take(9).collect();
    assert!(nine.join("\n").parse::<ParsedTable>().is_err());
    // A card that is nowhere.
    let missing = layout.replace("2H", "AH");
    assert!(missing.parse::<ParsedTable>().is_err());
}

#[test]
fn json_that_is_no_table_is_refused_with_the_reason() {
    let json = fixture("json-of-solvitaire");
    for (from, to, reason) in [
        (
            "\"4C\"",
            "\"4X\"",
            "found \"4X\", expected a card such as \"10H\"",
        ),
        ("\"4C\"", "\"2C\"", "the card 2C lies in two places"),
        ("\"4C\",", "", "the card 4C lies nowhere"),
    ] {
        let broken = json.replacen(from, to, 1);
        assert_ne!(broken, json, "{from}");
        let error = broken.parse::<ParsedTable>().unwrap_err().to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
}

#[test]
fn lines_of_other_programs_are_translated() {
    for (name, number, notation, autoplay) in [
        ("line-of-patsolve", 24, Notation::ByCards, Autoplay::None),
        (
            "table-of-shirl-hart",
            617,
            Notation::WithCounts,
            Autoplay::Safe,
        ),
    ] {
        let text = fixture(name);
        let table = deal::microsoft(number).unwrap();
        let found = FoundLine::read(&text);
        let moves = notation::moves(&found.words).unwrap();
        assert_eq!(Notation::of(&moves), notation, "{name}");
        let ruleset = Ruleset::from_autoplay(autoplay);
        let line = translate(&table, ruleset, &moves).unwrap();
        let verdict = replay(&table, ruleset, &line);
        assert!(matches!(verdict, Verdict::Won { .. }), "{name}: {verdict}");
    }
    // A move that names a card which cannot go there fails at its place.
    let text = fixture("line-of-patsolve").replacen("QD to KC", "QD to KD", 1);
    let moves = notation::moves(&FoundLine::read(&text).words).unwrap();
    let table = deal::microsoft(24).unwrap();
    let failed = translate(&table, Ruleset::default(), &moves).unwrap_err();
    assert_eq!(failed.text, "QD to KD");
}

#[test]
fn our_own_json_is_a_line_and_a_table() {
    let solved = r#"{ "deal": 617, "line": "2a 21 4b", "result": "won" }"#;
    let read: ParsedTable = solved.parse().unwrap();
    assert_eq!(read.table, deal::microsoft(617).unwrap());
    assert_eq!(FoundLine::read(solved).spelled(), "2a 21 4b");
    let dealt = r#"{ "deal": null, "table": { "cascades": [["KC"], [], [], [], [], [], [], []],
        "cells": [null, "KH", null, null], "foundations": [12, 13, 12, 13] } }"#;
    let read: ParsedTable = dealt.parse().unwrap();
    let expected = Table::build(&["KC", "", "", "", "", "", "", ""], "- KH").unwrap();
    assert_eq!((read.table, read.form), (expected, Form::Json));
    let read: ParsedTable = r#"{ "deal": "617" }"#.parse().unwrap();
    assert_eq!(read.table, deal::microsoft(617).unwrap());
    assert!(r#"{ "deal": 0 }"#.parse::<ParsedTable>().is_err());
}

/// The remarks on a JSON text that is read as a table.
fn remarks(text: &str) -> Vec<String> {
    let read: ParsedTable = text.parse().unwrap();
    read.remarks.iter().map(ToString::to_string).collect()
}

#[test]
fn a_line_in_json_may_be_an_array() {
    for moves in [
        r#""line": ["2a", "21", "4b"]"#,
        r#""moves": "2a 21 4b""#,
        r#""line": null, "moves": [{ "move": "2a", "steps": [] }, { "move": "21" }, { "move": "4b" }]"#,
        // A number of moves, and the analyses of several, are no line.
        r#""line": "2a 21 4b", "moves": 3"#,
    ] {
        let text = format!("{{ \"deal\": 617, {moves} }}");
        assert_eq!(FoundLine::read(&text).spelled(), "2a 21 4b", "{moves}");
    }
}

#[test]
fn what_is_not_read_in_json_is_named() {
    let dealt = r#"{ "deal": null, "table": { "cascades": [["KC"], [], [], [], [], [], [], []],
        "cells": [null, "KH", null, null], "foundations": [12, 13, 12, 13], "waste": [] } }"#;
    assert_eq!(remarks(dealt), [""; 0]);
    for (from, to, name) in [
        (r#""waste": []"#, r#""waste": ["KS"]"#, "waste"),
        (r#""deal": null"#, r#""line": ["2a", 3]"#, "line"),
        (r#""deal": null"#, r#""line": "Kc", "moves": "1a""#, "moves"),
    ] {
        let text = dealt.replacen(from, to, 1);
        let expected = format!("line 1: left out: the JSON's {name}");
        assert!(remarks(&text).contains(&expected), "{text}");
    }
}

#[test]
fn json_with_two_deals_is_refused() {
    let cascades: Vec<Vec<String>> = (deal::microsoft(3).unwrap().cascades.iter())
        .map(|cascade| cascade.iter().map(ToString::to_string).collect())
        .collect();
    let text =
        |deal: u64| format!("{{ \"deal\": {deal}, \"table\": {{ \"cascades\": {cascades:?} }} }}");
    let read: ParsedTable = text(3).parse().unwrap();
    assert_eq!(read.table, deal::microsoft(3).unwrap());
    let error = text(617).parse::<ParsedTable>().unwrap_err().to_string();
    assert!(
        error.contains("found deal 617 and a new deal with other cards"),
        "{error}"
    );
}
