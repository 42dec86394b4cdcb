//! `lab solve`: one deal or table.

use std::process::{Command, Output};

use assert_cmd::assert::OutputAssertExt as _;
use freecell::ruleset::Autoplay;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty, starts_with};
use serde_json::Value;

use testing::lab::{
    after, dealt, interrupted, lab, process, run, said, text, turn, wins, wins_under, EXAMPLE,
    SAFE, TICK,
};

#[test]
fn the_line_alone_is_on_standard_output() {
    for (ruleset, autoplay) in [("safe", Autoplay::Safe), ("all", Autoplay::All)] {
        let assert = lab(&["solve", "617", "--first", "--autoplay", ruleset]).success();
        let line = said(&assert);
        assert_eq!(line.lines().count(), 1);
        assert!(wins(617, autoplay, &line), "{ruleset}: {line}");
        let known = format!(
            "won in {} moves under {ruleset} autoplay, ",
            line.split(' ').count()
        );
        assert.stderr(starts_with(known).and(contains(" positions, ")));
    }
}

#[test]
fn a_line_for_both_rulesets_wins_under_both() {
    let line = said(&lab(&["solve", "1", "--first", "--autoplay", "both"]).success());
    assert!(
        wins(1, Autoplay::Safe, &line) && wins(1, Autoplay::All, &line),
        "{line}"
    );
}

#[test]
fn a_first_line_for_both_rules_needs_few_positions() {
    for deal in ["1", "3"] {
        let json =
            said(&lab(&["solve", deal, "--first", "--autoplay", "both", "--json"]).success());
        let json: Value = serde_json::from_str(&json).unwrap();
        assert!(json["positions"].as_u64() < Some(100_000), "{json}");
    }
}

#[test]
fn a_search_that_runs_out_of_memory_says_so() {
    for args in [&["--time", "100ms"][..], &["--autoplay", "both"]] {
        let args = [&["solve", "1", "--memory", "1k", "--json"], args].concat();
        let output = process(&args).output().unwrap();
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(json["ended"], "memory", "{args:?}");
    }
}

#[test]
fn memory_that_the_system_refuses_ends_a_search_with_what_is_known() {
    for kilobytes in [40_000, 70_000, 130_000, 200_000] {
        let script = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\"");
        let lab = process(&["solve", "5", "--first", "--prove=1000s"]);
        let mut command = Command::new("bash");
        command.args(["-c", &script]).arg(lab.get_program());
        let output = command.args(lab.get_args()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{kilobytes}: {output:?}");
        assert!(wins_under(5, SAFE, &text(&output.stdout)), "{output:?}");
        let remarks = text(&output.stderr);
        assert!(remarks.contains("memory limit reached: "), "{remarks}");
    }
}

#[test]
fn a_proof_says_beforehand_which_memory_the_next_layer_may_take() {
    let proof = ["solve", "1", "--first", "--prove=1000s", "--memory=4M"];
    let output = process(&[&proof[..], &["--json"]].concat())
        .output()
        .unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    let layer = |name: &str| json["layer"][name].as_u64().unwrap();
    let (moves, forecast) = (layer("moves"), layer("forecast_bytes") >> 20);
    assert!(layer("bytes") < 4 << 20 && forecast >= 4, "{json}");
    assert_eq!(
        (&json["ended"], &json["at_least"]),
        (&"memory".into(), &moves.into())
    );
    let expected = format!("lines of {moves} moves may take {forecast} MiB");
    // Before the answer it says that the limit may be exceeded, and after it by how much.
    let output = process(&proof).output().unwrap();
    let remarks = text(&output.stderr);
    let (before, after) = remarks.split_once("won in ").unwrap();
    assert!(
        before.ends_with(&format!("{expected}, of 4 MiB allowed\n")),
        "{remarks}"
    );
    assert!(after.contains(&format!("\n{expected}\n")), "{remarks}");
}

#[test]
fn time_makes_lines_shorter() {
    let moves = |schedule: &[&str]| {
        let line = said(&lab(&[&["solve", "5"], schedule].concat()).success());
        // Given time, it may take a move that not all rules of supermoves allow.
        assert!(wins_under(5, SAFE, &line), "{line}");
        line.split(' ').count()
    };
    assert!(moves(&["--time", "200ms"]) < moves(&["--first"]));
}

#[test]
fn turns_and_boards_are_solved_alike() {
    let first = said(&lab(&["solve", "10913", "--first"]).success());
    for format in ["turn", "fc-solve"] {
        let table = said(&lab(&["deal", "10913", "--format", format]).success());
        let mut command = testing::lab::command();
        let assert = command
            .args(["solve", "-", "--first"])
            .write_stdin(table)
            .assert();
        assert.success().stdout(first.clone());
    }
}

#[test]
fn one_move_is_in_the_singular() {
    // All but the last move of the shortest line for deal 3 in `lab shortest`.
    let moves = "1a 2b 3c 5d 27 17 45 48 2b 25 56 8c 78 82 42 65 38";
    let after = ["--after", moves, "--autoplay", "all", "--format", "turn"];
    let table = said(&lab(&[&["deal", "3"], &after[..]].concat()).success());
    let mut command = testing::lab::command();
    let options = ["solve", "-", "--first", "--autoplay", "all", "--prove"];
    let assert = command.args(options).write_stdin(table).assert().success();
    assert
        .stderr(contains("\nwon in 1 move under all autoplay, "))
        .stderr(contains("\nproved: 1 move, shortest\n"));
}

#[test]
fn a_deal_without_a_line_gives_status_1_with_or_without_a_proof() {
    let proved = lab(&["solve", "11982", "--first"]).code(1);
    proved
        .stdout(is_empty())
        .stderr(starts_with("proved: no line wins under safe autoplay\n"));
    let given_up = lab(&["solve", "1941", "--autoplay", "all", "--time", "2ms"]).code(1);
    given_up
        .stdout(is_empty())
        .stderr(starts_with("unsolved: no line found under all autoplay: "));
}

/// The memory is not enough for A*, which remembers every position. The factored search forgets
/// most of them.
#[test]
fn the_factored_search_proves_what_would_take_too_much_memory() {
    for autoplay in ["safe", "all", "both"] {
        let arguments = ["solve", "11982", "--time", "60s", "--memory", "1M"];
        let proved = lab(&[&arguments[..], &["--autoplay", autoplay]].concat()).code(1);
        proved
            .stdout(is_empty())
            .stderr(starts_with("proved: no line wins under "));
    }
    let first = lab(&["solve", "11982", "--first", "--memory", "1M"]).code(1);
    first.stderr(starts_with("proved: no line wins under safe autoplay\n"));
    // The limits hold for this search, too.
    let short = [
        "solve",
        "219837216",
        "--first",
        "--time",
        "1s",
        "--memory",
        "1M",
    ];
    let given_up = lab(&short).code(1);
    given_up.stderr(starts_with("unsolved: no line found under safe autoplay: "));
}

#[test]
fn json_has_everything_that_is_known() {
    let json = |args: &[&str], status| -> Value {
        let assert = lab(&[&["solve", "--json", "--first"], args].concat()).code(status);
        serde_json::from_str(&said(&assert.stderr(""))).unwrap()
    };
    let won = json(&["10913"], 0);
    assert_eq!(won["result"], "won");
    let line = won["line"].as_str().unwrap();
    assert!(wins(10913, Autoplay::Safe, line));
    assert_eq!(won["moves"], line.split(' ').count());
    assert!(won["positions"].as_u64() > Some(0) && won["cpu_ms"].as_f64() > Some(0.0));
    assert_eq!(
        (&won["deal"], &won["steps"]),
        (&Value::from(10913), &Value::Null)
    );
    let steps = json(&["10913", "--steps"], 0)["steps"].take();
    let moves = steps.as_array().unwrap().iter();
    let moves: Vec<&str> = moves.filter_map(|step| step["move"].as_str()).collect();
    assert_eq!(moves.join(" "), line);
    let proved = json(&["11982"], 1);
    assert_eq!(
        (&proved["result"], &proved["line"]),
        (&Value::from("unsolvable"), &Value::Null)
    );
}

#[test]
fn a_proof_tells_how_short_a_line_can_be() {
    let prove = |args: &[&str]| lab(&[&["solve", "--prove"], args].concat());
    // The longer line of a first search gives way to the shortest.
    let shortest = prove(&["3", "--first", "--autoplay", "all"]).success();
    assert_eq!(said(&shortest).split(' ').count(), 18);
    shortest.stderr(contains("\nproved: 18 moves, shortest\n"));
    let more = lab(&["solve", "3", "--first", "--autoplay", "all", "--prove=10s"]).success();
    more.stderr(contains("\nproved: 18 moves, shortest\n"));
    let open = prove(&["1", "--time", "50ms"]).success();
    let moves = said(&open).split(' ').count();
    open.stderr(contains(format!("\nproved: {moves} moves, at least 3")));
    let json = prove(&["3", "--time", "100ms", "--autoplay", "both", "--json"]).success();
    let json: Value = serde_json::from_str(&said(&json)).unwrap();
    assert!(
        json["at_least"].as_u64() >= Some(18)
            && json["at_least"].as_u64() <= json["moves"].as_u64()
    );
    let impossible = prove(&["11982", "--autoplay", "both"]).code(1);
    impossible.stdout(is_empty()).stderr(starts_with(
        "proved: no line wins under safe and all autoplay\n",
    ));
}

#[test]
fn wrong_usage_is_refused() {
    for (args, reason) in [
        (
            &["solve", "1", "--time", "fast"][..],
            "is not a length of time such as 500ms, 2s or 1m30s",
        ),
        (
            &["solve", "1", "--memory", "lots"],
            "is not an amount of memory such as 512M or 1.5G",
        ),
        (
            &["range", "1", "--prove", "--time", "0ms"],
            "expected a time above zero",
        ),
        (&["range", "5..=1"], "the range 5..=1 is empty"),
        (&["range", "1", "--resume"], "--csv"),
        (
            &["range", "1", "--prove", "--time", "2s", "--longest", "1s"],
            "--time 2s is more than --longest 1s, the most for one attempt",
        ),
        (
            &["bench", "random:5@1"],
            "is neither a deal's number, a range",
        ),
    ] {
        lab(args).code(2).stdout("").stderr(contains(reason));
    }
}

#[test]
fn a_search_that_ends_early_says_why() {
    // No line for deal 10913 is shorter than the statement's, so none is after its first moves.
    let after_four = turn(&after(&dealt(10913), SAFE, EXAMPLE, 4), SAFE);
    let solve = |args: &[&str]| {
        let output = run(&[&["solve", "--time", "5s"], args].concat(), &after_four);
        (text(&output.stdout), text(&output.stderr))
    };
    let (_, said) = solve(&["-"]);
    assert!(said.contains("\nproved: 15 moves, shortest\n"), "{said}");
    let (json, _) = solve(&["-", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["ended"], &json["at_least"]),
        (&"proved".into(), &15.into())
    );
    let near = testing::root().join("fixtures/turns/one-move-to-win.txt");
    let near = ["--input", near.to_str().unwrap(), "--autoplay", "both"];
    let (_, said) = solve(&near);
    assert!(said.contains("\nproved: 1 move, shortest\n"), "{said}");
    let (json, _) = solve(&[&near[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["ended"], "proved");
    let early = process(&["solve", "1", "--time", "50ms", "--json"])
        .output()
        .unwrap();
    let json: Value = serde_json::from_slice(&early.stdout).unwrap();
    assert_eq!(json["ended"], "time");
}

#[test]
fn a_line_for_both_rules_is_proved_not_to_exist() {
    // On 1809 each rule alone has a line; on 11982 no rule has one.
    for (deal, args) in [
        ("1809", ["--first", "--time=10s"]),
        ("1809", ["--time=20ms", "--prove=10s"]),
        ("11982", ["--first", "--time=10s"]),
        // With time for shorter lines, too, as much is proved.
        ("1809", ["--time=100s", "--memory=1G"]),
        ("617", ["--time=100s", "--memory=1G"]),
        ("11982", ["--time=100s", "--memory=1G"]),
    ] {
        let mut command = testing::lab::command();
        command.args(["solve", deal, "--autoplay", "both"]);
        let assert = command.args(args).assert().code(1);
        assert.stderr(starts_with(
            "proved: no line wins under safe and all autoplay\n",
        ));
    }
}

#[test]
fn a_line_for_both_rules_is_proved_shortest() {
    // Under one of them alone a shorter line wins.
    for (rule, moves) in [("safe", 33), ("both", 35)] {
        let mut command = testing::lab::command();
        command.args(["solve", "19", "--autoplay", rule]);
        let assert = command
            .args(["--time=3s", "--prove=30s"])
            .assert()
            .success();
        assert.stderr(contains(format!("proved: {moves} moves, shortest\n")));
    }
}

#[test]
fn ctrl_c_ends_solve_with_the_best_line_so_far() {
    let solve = &mut process(&["solve", "1", "--time", "60s"]);
    let output = interrupted(solve, |output| !output.stdout.is_empty());
    assert_eq!(output.status.code(), Some(1));
    // Which line is the best by then depends on the machine, so only the default ruleset is asked.
    assert!(wins_under(1, SAFE, &text(&output.stdout)), "{output:?}");
    assert!(
        text(&output.stderr).contains("\ninterrupted: "),
        "{output:?}"
    );
}

#[test]
fn ctrl_c_keeps_the_json_and_the_proved_bound() {
    let args = ["solve", "1", "--first", "--prove=60s", "--json"];
    let json = |output: &Output| -> Option<Value> { serde_json::from_slice(&output.stdout).ok() };
    let output = interrupted(&mut process(&args), |output| {
        json(output).is_some_and(|it| it["at_least"].as_u64() > Some(20))
    });
    assert_eq!(output.status.code(), Some(1));
    let json = json(&output).unwrap();
    assert!(wins(1, Autoplay::Safe, json["line"].as_str().unwrap()));
    assert_eq!(json["ended"], "interrupted");
}

#[test]
fn ctrl_c_before_any_line_says_so() {
    // No line wins this deal under both rules.
    let args = ["solve", "17", "--autoplay", "both", "--time", "60s"];
    let expected = "unsolved: no line found under safe and all autoplay: interrupted\n";
    let output = interrupted(&mut process(&args), |output| {
        text(&output.stderr).starts_with(expected)
    });
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_search_whose_clock_counts_its_readings_does_the_same_again() {
    let solve = || said(&lab(&["solve", "1", "--time", "20ms", "--json"]).success());
    assert_eq!(solve(), solve());
    let mut command = process(&["solve", "1"]);
    let refused = command.env(TICK.0, "soon").assert().code(2);
    let reason = "\"soon\" is not a length of time such as 500ms, 2s or 1m30s";
    refused.stderr(format!("error: FREECELL_TICK: {reason}\n"));
}

#[test]
fn times_and_sizes_are_read_as_people_write_them() {
    let limits = ["--time", "1m30s", "--memory", "1.5G"];
    lab(&[&["solve", "10913", "--first"], &limits[..]].concat()).success();
    let refused = lab(&["solve", "10913", "--time", "1m30"]).code(2);
    let reason = "\"1m30\" is not a length of time such as 500ms, 2s or 1m30s";
    refused.stderr(contains(reason));
}
