//! `lab find`: the number of a deal from its table, and deals by criteria.

use freecell::deal;
use freecell::moves::Move;
use freecell::protocol::print;
use serde_json::{json, Value};
use tempfile::TempDir;

use testing::lab::{after, dealt, lab_output, run, text, SAFE};

/// The number that `find` says a table has.
fn find(table: &str) -> String {
    let output = run(&["find", "-", "--quiet"], table);
    text(&output.stdout)
}

/// The cards of a deal in one line, in the order in which they are dealt.
fn deck(number: u64) -> String {
    let table = deal::microsoft(number).unwrap();
    let rows = (0..7).flat_map(|row| {
        let cards = table.cascades.iter().filter_map(move |it| it.get(row));
        cards.map(ToString::to_string).collect::<Vec<_>>()
    });
    rows.collect::<Vec<_>>().join(" ")
}

/// Three decks, one of them of no deal that is known, and a blank line.
fn three_decks() -> String {
    let mut none: Vec<String> = deck(617).split(' ').map(str::to_owned).collect();
    none.swap(0, 1);
    format!("{}\n\n{}\n{}\n", deck(617), none.join(" "), deck(31_465))
}

#[test]
fn each_of_several_decks_has_its_deals() {
    let output = run(&["find", "-", "--quiet"], &three_decks());
    let said = text(&output.stdout);
    assert_eq!(said, "line 1: 617\nline 3: none\nline 4: 31465\n");
    let json = run(&["find", "-", "--json"], &three_decks());
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    let found = |index: usize| {
        (
            &json["decks"][index]["line"],
            &json["decks"][index]["deals"],
        )
    };
    assert_eq!(found(0), (&json!(1), &json!([617])));
    assert_eq!(found(1), (&json!(3), &json!([])));
    assert_eq!(found(2), (&json!(4), &json!([31_465])));
    // A deck that lacks a card is refused with its line's number.
    let broken = three_decks().replace("7D AD", "7D 7D");
    let refused = run(&["find", "-"], &broken);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let said = text(&refused.stderr);
    assert!(said.contains("the deck in line 1"), "{said}");
}

#[test]
fn several_decks_are_solved_as_a_range_is() {
    let of_range = run(&["range", "617", "31465", "--csv", "-"], "");
    let numbered = format!("{}\n{}\n", deck(617), deck(31_465));
    let of_decks = run(&["range", "--input", "-", "--csv", "-"], &numbered);
    let rows = |output: &std::process::Output| {
        let csv = text(&output.stdout);
        let lines = csv.lines().map(|row| {
            let fields: Vec<&str> = row.split(',').collect();
            // Without the time.
            format!("{} {} {}", fields[0], fields[2], fields[6])
        });
        lines.collect::<Vec<_>>()
    };
    let (range, decks) = (rows(&of_range), rows(&of_decks));
    assert_eq!(decks.len(), 2, "{of_decks:?}");
    assert!(range.iter().all(|row| decks.contains(row)), "{decks:?}");
    // Rows begin with a number, which one of these has not.
    let refused = run(&["range", "--input", "-", "--csv", "-"], &three_decks());
    let said = text(&refused.stderr);
    assert!(
        said.contains("the deck in line 3 is not a Microsoft deal"),
        "{said}"
    );
}

#[test]
fn a_table_has_its_deals_number_in_every_range_and_format() {
    for (number, format) in [
        (1, "turn"),
        (32_000, "fc-solve"),
        ((1 << 31) - 1, "pysol"),
        (1 << 31, "transposed"),
        (4_000_000_019, "turn"),
        (1 << 32, "fc-solve"),
        (7_654_321_098, "pysol"),
        (deal::LAST_DEAL, "transposed"),
    ] {
        let output = run(&["deal", &number.to_string(), "--format", format], "");
        assert_eq!(find(&text(&output.stdout)), format!("{number}\n"));
    }
}

#[test]
fn an_unknown_deal_has_status_1_and_a_game_under_way_is_refused() {
    let mut table = dealt(617);
    let ends: Vec<Move> = Vec::new();
    let (one, other) = (table.cascades[0][0], table.cascades[5][5]);
    table.cascades[0][0] = other;
    table.cascades[5][5] = one;
    let output = run(&["find", "-"], &print(&table, &ends));
    assert_eq!(
        (output.status.code(), text(&output.stdout)),
        (Some(1), String::new())
    );
    let under_way = after(&dealt(617), SAFE, "1a", 1);
    let output = run(&["find", "-", "--quiet"], &print(&under_way, &ends));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: the table is not a new deal"));
}

#[test]
fn deals_are_found_by_criteria_in_the_rows_of_a_range() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let path = path.to_str().unwrap();
    run(&["range", "1..=60", "11982", "--csv", path], "");
    let rows = std::fs::read_to_string(path).unwrap();
    let wished = |args: &[&str]| {
        let output = run(&[&["find", "--from", path], args].concat(), "");
        (output.status.code(), text(&output.stdout))
    };
    let short: String = rows
        .lines()
        .filter(|row| {
            row.split(',')
                .nth(3)
                .unwrap()
                .parse()
                .is_ok_and(|moves: u32| moves <= 40)
        })
        .map(|row| row.split(',').next().unwrap().to_owned() + "\n")
        .collect();
    assert!(short.lines().count() > 3);
    assert_eq!(wished(&["--moves", "..=40"]), (Some(0), short));
    assert_eq!(
        wished(&["--result", "unsolvable"]),
        (Some(0), "11982\n".to_owned())
    );
    let hard = wished(&["--difficulty", "10"]).1;
    assert!(
        hard.contains("11982\n") && hard.lines().count() < 30,
        "{hard}"
    );
    assert_eq!(wished(&["--difficulty", "11.."]).0, Some(2));
    assert_eq!(wished(&["--moves", "..=5"]), (Some(1), String::new()));
    assert_eq!(run(&["find", "--moves", "..=5"], "").status.code(), Some(2));
    assert_eq!(run(&["find"], "").status.code(), Some(2));
    let endless = run(&["find", "--moves", "..=5", "--from", "/dev/zero"], "");
    let error = "error: /dev/zero: row 1 has no end\n";
    assert_eq!(text(&endless.stderr), error);
}

#[test]
fn a_range_of_moves_may_have_open_ends() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("rows.csv");
    let row = |moves: u64| format!("{moves},safe first,solved,{moves},1,0.1,\n");
    std::fs::write(&path, (1..=5).map(row).collect::<String>()).unwrap();
    let path = path.to_str().unwrap();
    for (range, deals) in [
        ("2", "2"),
        ("..=2", "1 2"),
        ("..2", "1"),
        ("3..=4", "3 4"),
        ("3..5", "3 4"),
        ("4..", "4 5"),
    ] {
        let output = run(&["find", "--from", path, "--moves", range], "");
        assert_eq!(text(&output.stdout).trim().replace('\n', " "), deals);
    }
    for range in ["", "x", "5..=4", "3..x", "-1", "5..5"] {
        let moves = format!("--moves={range}");
        let output = run(&["find", "--from", path, &moves], "");
        assert_eq!(output.status.code(), Some(2), "{range}");
    }
}

#[test]
fn json_has_the_numbers() {
    let turn = print(&dealt(617), &[]);
    let output = run(&["find", "-", "--json", "--quiet"], &turn);
    let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(said, serde_json::json!({ "deals": [617] }));
}

#[test]
fn a_difficulty_that_no_deal_has_is_refused() {
    for range in ["11", "0", "11..", "..=0", "9..=12", "0..=0"] {
        let arguments = ["find", "--difficulty", range, "--from", "rows"];
        let output = lab_output(&arguments);
        let said = text(&output.stderr);
        let reason = format!("there is no difficulty {range}: they are 1 to 10");
        assert!(said.contains(&reason), "{said}");
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn a_table_of_another_program_is_found_under_its_name() {
    let named = |name: &str| text(&run(&["deal", name], "").stdout);
    for name in ["pysol-cards:100000", "soliterm:0", "-1", "-2"] {
        let found = run(&["find", "-"], &named(name));
        assert_eq!(text(&found.stdout), format!("{name}\n"), "{found:?}");
    }
    // As macroxue's solver prints deal 617.
    let exchange = |c: char| match c {
        'C' => 'S',
        'S' => 'C',
        'D' => 'H',
        'H' => 'D',
        other => other,
    };
    let board = text(&run(&["deal", "617", "--format", "fc-solve"], "").stdout);
    let rows = board.lines().filter(|row| row.starts_with(':'));
    let rows = rows.map(|row| row.chars().map(exchange).collect::<String>() + "\n");
    let board: String = rows.collect();
    let found = run(&["find", "-"], &board);
    let said =
        "617 with suits exchanged: clubs are spades, diamonds are hearts, hearts are diamonds, \
                spades are clubs\n";
    assert_eq!(text(&found.stdout), said, "{found:?}");
    let found: Value =
        serde_json::from_slice(&run(&["find", "-", "--json"], &board).stdout).unwrap();
    assert_eq!(
        found["exchanged"],
        json!([{ "deal": 617, "suits": "SHDC" }])
    );
}
