//! Requests to the module and its responses, by the native program.

use assert_cmd::cargo::cargo_bin_cmd;
use flate2::read::GzDecoder;
use serde_json::{json, Value};

use super::table::fixture;

/// The responses to requests that are sent one after the other.
pub fn responses<'a>(requests: impl IntoIterator<Item = &'a str>) -> Vec<Value> {
    let lines: Vec<String> = requests
        .into_iter()
        .map(|it| json!(it).to_string())
        .collect();
    let mut command = cargo_bin_cmd!("freecell-page");
    let output = command.write_stdin(lines.join("\n")).assert().success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The line that an analysis finds for a game, after as many slices as it takes.
pub fn line_after_slices(address: &str) -> Vec<String> {
    let request = format!("analyze {address}");
    let analyses = responses(vec![request.as_str(); 40]);
    let found = analyses.into_iter().find(|it| it["line"].is_array());
    serde_json::from_value(found.expect("a line")["line"].clone()).unwrap()
}

fn respond(request: &str) -> Value {
    responses([request]).remove(0)
}

/// The analysis after as many slices as it takes.
fn analyze_fully(address: &str) -> Value {
    let request = format!("analyze {address}");
    let all = responses(vec![request.as_str(); 40]);
    all.into_iter()
        .find(|known| known["done"] == true)
        .expect("an end")
}

#[test]
fn a_game_has_its_moves_and_what_is_legal_next() {
    let game = respond("game 10913:26-76");
    assert_eq!(game["title"], "Deal 10913");
    assert_eq!(game["moves"][0]["token"], "26");
    let step = json!({ "cards": 1, "from": "2", "to": "6", "autoplay": false });
    assert_eq!(game["moves"][0]["steps"][0], step);
    let legal = game["legal"].as_array().unwrap();
    assert!(legal.iter().any(|mv| mv["move"] == "72"));
    assert_eq!(
        (&game["illegal"], &game["won"]),
        (&Value::Null, &json!(false))
    );
}

#[test]
fn a_move_that_fails_is_named_and_those_before_it_stand() {
    let game = respond("game 10913:26-76-26");
    assert_eq!(game["moves"].as_array().unwrap().len(), 2);
    assert_eq!(game["illegal"]["number"], 3);
    let reason = "the jack of hearts does not fit on the 3 of diamonds";
    assert_eq!(game["illegal"]["reason"], reason);
}

#[test]
fn autoplay_rules_come_into_force_with_the_next_move() {
    let home = |line: &str| {
        let game = respond(&format!("game 10913:{line}"));
        let moves = game["moves"].as_array().unwrap();
        let steps = moves.iter().flat_map(|mv| mv["steps"].as_array().unwrap());
        steps.filter(|step| step["autoplay"] == true).count()
    };
    // The first move bares the ace of spades, the second one cards below it.
    assert_eq!(home("4h"), 1);
    assert_eq!(home("none-4h"), 0);
    let game = respond("game 10913:none-4h-all");
    assert_eq!(
        (&game["rules"], &game["moves"][0]["token"]),
        (&json!("all"), &json!("none-4h"))
    );
}

#[test]
fn tables_are_read_in_every_form() {
    let read = |text: &str| respond(&format!("read {text}"));
    for text in ["617", "Deal 617", "#617", "deal #617", "FreeCell Deal #617"] {
        assert_eq!(read(text)["address"], "617", "{text}");
    }
    assert_eq!(read("#1,000,000")["address"], "1000000");
    assert_eq!(
        read("file:///freecell.html#617:26-76")["address"],
        "617:26-76"
    );
    let turn = read(&fixture("turns/middle-gap-in-the-cells.txt"));
    let shared = respond(&format!("share {}", turn["address"].as_str().unwrap()));
    for (form, name) in [
        ("turn", "a turn"),
        ("board", "a board of fc-solve's"),
        ("pysol", "a board of fc-solve's"),
        ("rows", "a board by rows"),
    ] {
        let read = read(shared[form].as_str().unwrap());
        assert_eq!(
            (&read["address"], &read["form"]),
            (&turn["address"], &json!(name)),
            "{form}"
        );
    }
}

#[test]
fn a_wrong_address_is_refused_with_a_reason() {
    for (address, reason) in [
        ("0:26", "there is no deal 0: expected 1 to 8589934591"),
        (
            "99999999999999999999",
            "there is no deal 99999999999999999999: expected",
        ),
        ("KS.KS.......", "the card KS lies in two places"),
        ("KSQ........", "found 'Q', expected a card such as TH"),
        ("KS.KH", "eight cascades"),
    ] {
        let response = respond(&format!("game {address}"));
        let error = response["error"].as_str().unwrap_or_default();
        assert!(error.contains(reason), "{response}");
    }
}

#[test]
fn deals_are_read_with_moves_and_from_links_to_other_pages() {
    let address = |request: &str| respond(request)["address"].as_str().unwrap().to_owned();
    for text in [
        "Deal 617: 82 1a",
        "#617 82 1a",
        "617\n1. 82\n2. 1a",
        "617: 82, 1a.",
    ] {
        assert_eq!(address(&format!("read {text}")), "617:82-1a", "{text}");
    }
    assert_eq!(address("read Deal 1.000.000."), "1000000");
    let page = "https://macroxue.github.io/freecell/game/freecell.html?deal=";
    assert_eq!(address(&format!("read {page}617")), "617");
    // What its notation means on this table; its cells close up, and cards go home first.
    let solution = "4:5757513r5r5r3563316r767r732625b783181561368516232r1r8r";
    let game = respond(&format!(
        "game {}",
        address(&format!("read {page}{solution}"))
    ));
    assert_eq!(
        (&game["title"], &game["won"]),
        (&json!("Deal 4"), &json!(true))
    );
    // Suits may be symbols.
    let rows = respond("share 617")["rows"].as_str().unwrap().to_owned();
    let symbols = ["C♣", "D♦", "H♥", "S♠"]
        .iter()
        .fold(rows.clone(), |rows, pair| {
            let (letter, symbol) = pair.split_at(1);
            rows.replace(letter, symbol)
        });
    assert_eq!(
        address(&format!("read {symbols}")),
        address(&format!("read {rows}"))
    );
}

/// The decks are those that the programs themselves dealt.
#[test]
fn deals_of_other_programs_are_opened_by_their_numbers() {
    let file = fixture("numberings.txt");
    let rows = file.lines().filter(|row| !row.starts_with('#'));
    let (names, decks): (Vec<&str>, Vec<&str>) = rows.filter_map(|row| row.split_once(' ')).unzip();
    let answers_to = |verb: &str, texts: &[&str]| {
        let requests: Vec<String> = texts.iter().map(|it| format!("{verb} {it}")).collect();
        responses(requests.iter().map(String::as_str))
    };
    let opened = answers_to("paste 1", &names);
    let addresses: Vec<&str> = opened
        .iter()
        .filter_map(|it| it["address"].as_str())
        .collect();
    assert_eq!(addresses.len(), names.len(), "{opened:?}");
    let shared = answers_to("share", &addresses);
    for ((name, deck), shared) in names.iter().zip(decks).zip(shared) {
        let rows: Vec<&str> = shared["rows"]
            .as_str()
            .unwrap()
            .split_whitespace()
            .collect();
        assert_eq!(rows.join(" "), deck, "{name}");
    }
    // Where Microsoft's deal has the same number, the address is that.
    assert_eq!(respond("paste 1 kpat:617")["address"], "617");
}

#[test]
fn pasted_moves_continue_the_game_on_the_table() {
    let address = |text: &str| respond(&format!("paste {text}"))["address"].clone();
    assert_eq!(address("617:82 1a, 23."), "617:82-1a-23");
    assert_eq!(address("617:82 1a"), "617:82-1a");
    assert_eq!(address("617:82 1"), "1");
    // The page says of an illegal move where the line breaks off.
    assert_eq!(address("617 82 82"), "617:82-82");
    // A turn has moves as well, but it is a table.
    let broken = fixture("broken/card-missing.txt");
    let error = respond(&format!("paste 617 {broken}"))["error"].clone();
    assert!(error.as_str().unwrap().contains("nowhere"), "{error}");
    let error = respond("paste 617 KS QX\n")["error"].clone();
    assert_eq!(error, "line 1: found \"QX\", expected a card such as TH");
}

#[test]
fn the_table_of_a_deal_is_recognized() {
    let rows = respond("share 617")["rows"].as_str().unwrap().to_owned();
    let read = respond(&format!("read {rows}"))["address"].clone();
    let recognized = respond(&format!("recognize {}:82-1a", read.as_str().unwrap()));
    assert_eq!(recognized["address"], "617:82-1a");
    assert_eq!(respond("recognize KS.KH.......")["address"], Value::Null);
}

#[test]
fn deals_have_a_difficulty() {
    let level = |deal: u64| respond(&format!("rate {deal}"))["level"].as_u64().unwrap();
    assert!(level(1941) > level(10913));
    assert_eq!(
        (level(11982), respond("rate 11982")["winning"].clone()),
        (10, json!(0))
    );
}

#[test]
fn a_deeper_analysis_proves_what_the_usual_one_leaves_open() {
    let request = |verb: &str| vec![format!("{verb} 57"); 20];
    let requests = [request("analyze"), request("deepen")].concat();
    let all = responses(requests.iter().map(String::as_str));
    let (usual, deeper) = (&all[19], &all[39]);
    assert_eq!(
        (&usual["done"], &usual["exhausted"]),
        (&json!(true), &json!(false))
    );
    let moves = usual["line"].as_array().unwrap().len();
    assert!(usual["lower_bound"].as_u64().unwrap() < moves as u64);
    assert_eq!(deeper["exhausted"], true);
    let moves = deeper["line"].as_array().unwrap().len();
    assert_eq!(deeper["lower_bound"], moves);
}

#[test]
fn errors_name_what_cannot_be_read() {
    let error = |request: &str| respond(request)["error"].as_str().unwrap().to_owned();
    assert_eq!(
        error("read 0"),
        "there is no deal 0: they are numbered 1 to 8589934591"
    );
    for number in ["-3", "+0", "1.5", "1e99"] {
        assert_eq!(
            error(&format!("paste 617 {number}")),
            format!("there is no deal {number}: expected 1 to 8589934591")
        );
    }
    assert_eq!(
        error("paste 617 hello"),
        "found \"hello\", expected a deal's number or a table: eight cascades, a dot after each"
    );
    assert_eq!(
        error("read "),
        "found nothing, expected a table or a deal's number"
    );
    assert_eq!(
        error("read KS QX\n"),
        "line 1: found \"QX\", expected a card such as TH"
    );
    assert!(error(&format!("read {}", fixture("broken/card-missing.txt"))).contains("nowhere"));
    assert_eq!(
        error("analyze 617:99"),
        "move 1 (99) is illegal: not a move"
    );
    assert_eq!(
        error("dance"),
        "found \"dance\", expected game, read, paste, recognize, analyze, deepen, rate, fewest, share or programs"
    );
}

#[test]
fn analysis_ends_with_a_shortest_line_or_a_proof() {
    let known = analyze_fully("617");
    assert_eq!(known["line"].as_array().unwrap().len(), 39);
    assert_eq!(known["lower_bound"], 39);
    let line: Vec<&str> = known["line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv.as_str().unwrap())
        .collect();
    assert_eq!(
        respond(&format!("game 617:{}", line.join("-")))["won"],
        true
    );

    for lost in ["11982", "11982:none", "617:3a"] {
        let known = analyze_fully(lost);
        assert_eq!(
            (&known["lost"], &known["line"]),
            (&json!(true), &Value::Null),
            "{lost}"
        );
    }
}

#[test]
fn what_was_proved_before_is_known_at_once() {
    let shortest = |address: &str| {
        let known = respond(&format!("analyze {address}"));
        (known["shortest"].clone(), known["lower_bound"].clone())
    };
    assert_eq!(shortest("617:all"), (json!(34), json!(34)));
    assert_eq!(shortest("617"), (json!(39), json!(39)));
    assert_eq!(shortest("32000:all").0, json!(29));
    for open in ["617:none", "617:all-2a", "1001", "11982:all", "32001:all"] {
        assert_eq!(shortest(open).0, Value::Null, "{open}");
    }
}

#[test]
fn the_lengths_are_those_of_the_table_of_lines() {
    let table = include_bytes!("../../../lab/src/commands/shortest/shortest.csv.gz");
    let table = &table[..];
    let rows = std::io::read_to_string(GzDecoder::new(table)).unwrap();
    let mut lengths: Vec<(&str, String)> = Vec::new();
    for row in rows.lines() {
        let [deal, rule, moves, _] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        if lengths.last().is_none_or(|(last, _)| *last != rule) {
            lengths.push((rule, String::new()));
        }
        let (_, of_rule) = lengths.last_mut().unwrap();
        let skipped = deal.parse::<usize>().unwrap() - 1 - of_rule.len();
        of_rule.push_str(&"0".repeat(skipped));
        of_rule.push(char::from(b'0' + moves.parse().unwrap_or(0)));
    }
    let lines = lengths.iter().map(|(rule, all)| format!("{rule} {all}\n"));
    assert!(
        include_str!("../../src/lengths.txt") == lines.collect::<String>(),
        "src/lengths.rs says how lengths.txt is made from the table"
    );
}

#[test]
fn without_autoplay_a_line_sends_every_card_home_itself() {
    let known = analyze_fully("10913:none");
    let line: Vec<&str> = known["line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv.as_str().unwrap())
        .collect();
    assert!(line.iter().filter(|mv| mv.ends_with('h')).count() == 52);
    let at_least = known["lower_bound"].as_u64().unwrap() as usize;
    assert!((52..=line.len()).contains(&at_least), "{at_least}");
    assert_eq!(
        respond(&format!("game 10913:none-{}", line.join("-")))["won"],
        true
    );
}

#[test]
fn a_malformed_request_is_refused_with_its_line() {
    let mut command = cargo_bin_cmd!("freecell-page");
    let assert = command.write_stdin("\"game 1\"\ngame 1\n").assert().code(2);
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(
        said.starts_with("error: line 2: expected a JSON text"),
        "{said}"
    );
}
