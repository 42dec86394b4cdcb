//! The module's questions and answers, asked of the program that it is natively.

use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::{json, Value};

use super::table::fixture;

/// The answers to questions asked one after the other.
pub fn answers<'a>(questions: impl IntoIterator<Item = &'a str>) -> Vec<Value> {
    let lines: Vec<String> = questions
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

fn answer(question: &str) -> Value {
    answers([question]).remove(0)
}

/// What is known after as many slices as it takes.
fn thought(address: &str) -> Value {
    let question = format!("think {address}");
    let answers = answers(vec![question.as_str(); 40]);
    answers
        .into_iter()
        .find(|known| known["done"] == true)
        .expect("an end")
}

#[test]
fn a_game_has_its_moves_and_what_is_legal_next() {
    let game = answer("game 10913:26-76");
    assert_eq!(game["title"], "Deal 10913");
    assert_eq!(game["moves"][0]["token"], "26");
    let step = json!({ "cards": 1, "from": "2", "to": "6", "autoplay": false });
    assert_eq!(game["moves"][0]["steps"][0], step);
    let legal = game["legal"].as_array().unwrap();
    assert!(legal.iter().any(|mv| mv["move"] == "72"));
    assert_eq!(
        (&game["fault"], &game["won"]),
        (&Value::Null, &json!(false))
    );
}

#[test]
fn a_move_that_fails_is_named_and_those_before_it_stand() {
    let game = answer("game 10913:26-76-26");
    assert_eq!(game["moves"].as_array().unwrap().len(), 2);
    assert_eq!(game["fault"]["number"], 3);
    assert_eq!(game["fault"]["why"], "no run ending in JH fits on 3D");
}

#[test]
fn autoplay_rules_come_into_force_with_the_next_move() {
    let home = |line: &str| {
        let game = answer(&format!("game 10913:{line}"));
        let moves = game["moves"].as_array().unwrap();
        let steps = moves.iter().flat_map(|mv| mv["steps"].as_array().unwrap());
        steps.filter(|step| step["autoplay"] == true).count()
    };
    // The first move bares the ace of spades, the second one cards below it.
    assert_eq!(home("4h"), 1);
    assert_eq!(home("none-4h"), 0);
    let game = answer("game 10913:none-4h-all");
    assert_eq!(
        (&game["autoplay"], &game["moves"][0]["token"]),
        (&json!("all"), &json!("none-4h"))
    );
}

#[test]
fn tables_are_read_in_every_form() {
    let read = |text: &str| answer(&format!("read {text}"));
    assert_eq!(read("617")["address"], "617");
    assert_eq!(
        read("file:///freecell.html#617:26-76")["address"],
        "617:26-76"
    );
    let turn = read(&fixture("turns/middle-gap-in-the-cells.txt"));
    let shared = answer(&format!("share {}", turn["address"].as_str().unwrap()));
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
fn what_cannot_be_read_is_named() {
    let fault = |question: &str| answer(question)["fault"].as_str().unwrap().to_owned();
    assert_eq!(
        fault("read 0"),
        "there is no deal 0: expected 1 to 8589934591"
    );
    assert_eq!(
        fault("read "),
        "found nothing, expected a table or a deal's number"
    );
    assert_eq!(
        fault("read KS QX\n"),
        "line 1: found \"QX\", expected a card such as TH"
    );
    assert!(fault(&format!("read {}", fixture("broken/card-missing.txt"))).contains("nowhere"));
    assert_eq!(fault("think 617:99"), "move 1 (99) fails: not a move");
    assert_eq!(
        fault("dance"),
        "found \"dance\", expected game, read, think or share"
    );
}

#[test]
fn thought_ends_in_a_shortest_line_or_in_a_proof() {
    let known = thought("617");
    assert_eq!(known["line"].as_array().unwrap().len(), 39);
    assert_eq!(known["at_least"], 39);
    let line: Vec<&str> = known["line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv.as_str().unwrap())
        .collect();
    assert_eq!(answer(&format!("game 617:{}", line.join("-")))["won"], true);

    for lost in ["11982", "11982:none", "617:3a"] {
        let known = thought(lost);
        assert_eq!(
            (&known["lost"], &known["line"]),
            (&json!(true), &Value::Null),
            "{lost}"
        );
    }
}

#[test]
fn without_autoplay_a_line_sends_every_card_home_itself() {
    let known = thought("10913:none");
    let line: Vec<&str> = known["line"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv.as_str().unwrap())
        .collect();
    assert!(line.iter().filter(|mv| mv.ends_with('h')).count() == 52);
    let at_least = known["at_least"].as_u64().unwrap() as usize;
    assert!((52..=line.len()).contains(&at_least), "{at_least}");
    assert_eq!(
        answer(&format!("game 10913:none-{}", line.join("-")))["won"],
        true
    );
}

#[test]
fn input_that_is_no_question_is_refused_with_its_line() {
    let mut command = cargo_bin_cmd!("freecell-page");
    let assert = command.write_stdin("\"game 1\"\ngame 1\n").assert().code(2);
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert!(
        said.starts_with("error: line 2: expected a JSON text"),
        "{said}"
    );
}
