//! The lab's `play`, with bots good and bad: shell scripts, mostly.

use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use assert_cmd::assert::Assert;
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, ends_with, starts_with};

use nix::sys::signal::{kill, Signal};
use nix::unistd::Pid;
use serde_json::{json, Value};
use testing::lab::{interrupted_at, process, text, EXAMPLE, TURN};

/// A time so long that only a referee that hangs exceeds it.
const TOO_LONG: Duration = Duration::from_secs(300);

/// Plays games with a bot; without a limit, it has all the time in the world.
fn play(bot: &str, args: &[&str]) -> Assert {
    let mut command = testing::lab::command();
    command.args(["play", "--bot", bot]).args(args);
    for limit in ["--first-turn", "--turn"] {
        if !args.contains(&limit) {
            command.args([limit, "1000s"]);
        }
    }
    command.timeout(TOO_LONG).assert()
}

/// Checks that the bot loses deal 10913, for that reason.
fn loses(bot: &str, reason: &str) {
    loses_with(bot, &[], reason);
}

fn loses_with(bot: &str, args: &[&str], reason: &str) {
    let assert = play(bot, &[&["10913"], args].concat()).code(1);
    let game = starts_with("  10913  safe  lost ").and(contains(format!("{reason}\n")));
    assert.stdout(game.and(contains("won 0, lost 1\n")));
}

fn wins_with(bot: &str, args: &[&str]) {
    let assert = play(bot, &[&["10913"], args].concat()).success();
    assert.stdout(starts_with("  10913  safe  won ").and(contains("won 1, lost 0\n")));
}

/// A bot that answers each turn with the next of these lines.
fn answering(lines: &[&str]) -> String {
    let turn = "for line in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do read line; done";
    let answers: Vec<String> = lines
        .iter()
        .map(|line| format!("{turn}; echo {line}"))
        .collect();
    answers.join("; ")
}

#[test]
fn a_line_that_wins_is_a_game_won() {
    let won = play(&answering(&[EXAMPLE]), &["10913"]).success();
    won.stdout(starts_with(
        "  10913  safe  won    19 moves    1 turn   first ",
    ));
}

#[test]
fn a_silent_bot_loses_on_time() {
    let reason = "no line within 80 ms";
    loses_with("sleep 1000", &["--first-turn", "80ms"], reason);
}

#[test]
fn a_slow_bot_loses_on_time_and_on_later_turns_too() {
    let late = format!("sleep 0.4; echo {EXAMPLE}");
    loses_with(&late, &["--first-turn", "100ms"], "no line within 100 ms");
    wins_with(&late, &[]);
    let later = format!("{}; sleep 0.4; echo 76", answering(&["26"]));
    loses_with(&later, &["--turn", "60ms"], "no line within 60 ms");
}

#[test]
fn a_crashing_bot_loses_with_its_status() {
    loses("exit 7", "no line: the bot ended (exit status: 7)");
    loses("kill -9 $$", "no line: the bot ended (signal: 9 (SIGKILL))");
    loses(
        "./no/such/bot",
        "no line: the bot was not found (exit status: 127)",
    );
    loses("exec >&-; sleep 1000", "no line: the bot closed its output");
    let later = format!("{}; exit 7", answering(&["26"]));
    loses(&later, "no line: the bot ended (exit status: 7)");
}

#[test]
fn nonsense_is_not_a_move() {
    loses("echo hello", "move 1 (hello) fails: not a move");
    loses("echo 26 'll n\\377st'", "move 2 (ll) fails: not a move");
    loses(
        "printf '26 \\001\\377\\n'",
        "move 2 (\\u{1}\\u{fffd}) fails: not a move",
    );
    loses("echo", "a line without a move");
    loses_with(
        "echo zz",
        &["--illegal", "skipped"],
        "move 1 (zz) fails: not a move",
    );
}

#[test]
fn a_flood_is_cut_off() {
    let megabytes = "head -c 100000000 /dev/zero";
    loses(megabytes, "more than 10000 bytes and no end of the line");
    let lines = format!("{megabytes} | tr '\\0' '\\n'");
    loses(&lines, "a line without a move");
    let moves = format!("{megabytes} | tr '\\0' 2");
    loses(&moves, "more than 10000 bytes and no end of the line");
}

#[test]
fn an_illegal_move_is_named_with_its_number_and_the_rule() {
    loses(
        "echo 26 76 72 72 4h 5a",
        "move 5 (4h) fails: 5S is not the next card of its suit",
    );
}

#[test]
fn a_bot_may_read_nothing_or_start_other_processes() {
    wins_with(&format!("exec <&-; echo {EXAMPLE}"), &[]);
    wins_with(&format!("sleep 1000 & echo {EXAMPLE}; wait"), &[]);
    loses_with(
        "trap '' TERM HUP INT; sleep 1000 & wait",
        &["--first-turn", "80ms"],
        "80 ms",
    );
}

#[test]
fn no_process_of_a_bot_is_left_running() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().display();
    wins_with(
        &format!("sleep 1000 & echo $! > {path}; echo {EXAMPLE}; wait"),
        &[],
    );
    assert_gone(&fs::read_to_string(&file).unwrap());
}

/// Waits until the process with that id is gone.
fn assert_gone(id: &str) {
    let status = format!("/proc/{}/stat", id.trim());
    // A killed process that nobody has waited for yet is a zombie.
    let is_gone = || fs::read_to_string(&status).map_or(true, |stat| stat.contains(") Z "));
    let gone = (0..15_000).any(|_| {
        thread::sleep(Duration::from_millis(20));
        is_gone()
    });
    assert!(gone, "process {id} is still there");
}

#[test]
fn no_bot_outlives_play_when_that_is_killed_or_interrupted_twice() {
    for signal in [Signal::SIGKILL, Signal::SIGINT] {
        let file = tempfile::NamedTempFile::new().unwrap();
        let bot = format!("sleep 1000 & echo $! $$ > {}; wait", file.path().display());
        let args = ["play", "1", "--first-turn", "1000s", "--bot", &bot];
        let mut lab = process(&args).stdout(Stdio::null()).spawn().unwrap();
        let processes = || fs::read_to_string(&file).unwrap();
        while !processes().ends_with('\n') {
            thread::sleep(Duration::from_millis(5));
        }
        let id = Pid::from_raw(lab.id().try_into().unwrap());
        while lab.try_wait().unwrap().is_none() {
            kill(id, signal).unwrap();
            // Signals that come at once are the same Ctrl-C.
            thread::sleep(Duration::from_millis(500));
        }
        processes().split_whitespace().for_each(assert_gone);
    }
}

/// Starts `play` with a bot whose turns take for ever after the first game, and waits for that.
fn deaf_play(file: &tempfile::NamedTempFile, args: &[&str]) -> Child {
    let bot = format!(
        "if [ -s {0} ]; then echo $$ >> {0}; sleep 1000; fi; echo $$ > {0}; exit 1",
        file.path().display()
    );
    let args = [&["play", "1..=3", "--bot", &bot][..], args].concat();
    let mut command = process(&args);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let lab = command.spawn().unwrap();
    while fs::read_to_string(file).unwrap().lines().count() < 2 {
        thread::sleep(Duration::from_millis(5));
    }
    lab
}

/// What `play` said when it had ended, long before its bot's turn did.
fn ended(mut lab: Child) -> Output {
    let begin = Instant::now();
    while lab.try_wait().unwrap().is_none() {
        // Only one that waits for the turn takes that long.
        assert!(begin.elapsed() < TOO_LONG, "it does not end");
        thread::sleep(Duration::from_millis(5));
    }
    lab.wait_with_output().unwrap()
}

#[test]
fn a_signal_ends_play_in_the_middle_of_a_turn() {
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP] {
        let file = tempfile::NamedTempFile::new().unwrap();
        let lab = deaf_play(&file, &["--first-turn", "1000s"]);
        kill(Pid::from_raw(lab.id().try_into().unwrap()), signal).unwrap();
        let Output {
            status,
            stdout,
            stderr,
        } = ended(lab);
        assert_eq!(status.code(), Some(1), "{signal}");
        // The game in play is neither won nor lost.
        let said = text(&stdout);
        assert!(said.contains("\nwon 0, lost 1\n"), "{said}");
        assert_eq!(said.matches("  lost  ").count(), 1, "{said}");
        let remarks = text(&stderr);
        assert_eq!(remarks, "interrupted before all games were played\n");
        let bots = fs::read_to_string(&file).unwrap();
        bots.lines().for_each(assert_gone);
    }
}

#[test]
fn a_signal_ends_games_in_parallel_and_json_says_so() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let args = ["--first-turn", "1000s", "--jobs", "2", "--json"];
    let lab = deaf_play(&file, &args);
    kill(Pid::from_raw(lab.id().try_into().unwrap()), Signal::SIGTERM).unwrap();
    let output = ended(lab);
    assert_eq!(output.status.code(), Some(1));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&json["won"], &json["interrupted"]),
        (&json!(0), &json!(true))
    );
}

#[test]
fn a_turn_that_is_cut_off_counts_as_longer_than_its_limit() {
    let bot = format!("{}; sleep 1000", answering(&["26"]));
    let played = play(&bot, &["10913", "--turn", "50ms"]).code(1);
    played.stdout(contains(
        "\nlater turns (1, 1 over 50 ms, 1 cut off at the limit): mean ",
    ));
    let played = play(&bot, &["10913", "--turn", "50ms", "--json"]).code(1);
    let json: Value = serde_json::from_slice(&played.get_output().stdout).unwrap();
    assert_eq!(json["later_turns_over_50_ms"], 1);
    assert_eq!(json["later_turns_cut_off"], 1);
}

#[test]
fn a_line_that_does_not_win_is_followed_by_another_turn() {
    let (first, rest) = EXAMPLE.split_at("26 76 72 ".len());
    wins_with(&answering(&[first, rest]), &[]);
    let played = play(&answering(&[first, rest]), &["10913"]);
    played.stdout(contains("  2 turns  first ").and(contains("later up to")));
    let slow = format!("{}; sleep 0.1; echo {rest}", answering(&[first]));
    let played = play(&slow, &["10913"]).success();
    played.stdout(contains("\nlater turns (1, 1 over 50 ms): mean "));
    loses_with(
        &answering(&[first, rest]),
        &["--turns", "1"],
        "not won in 1 turn",
    );
}

#[test]
fn the_ruleset_decides_whether_a_line_wins() {
    let args = ["10913", "--autoplay", "both"];
    let assert = play(&answering(&[EXAMPLE]), &args).code(1);
    let safe = contains("  10913  safe  won ");
    let all = contains("  10913  all   lost ");
    let reason = contains("move 12 (4h) fails: 4D is not the next card of its suit\n");
    let summary = contains("won 1, lost 1\nlost under all, illegal move: 1 (10913)\n");
    assert.stdout(safe.and(all).and(reason).and(summary));
}

#[test]
fn an_illegal_move_may_be_skipped() {
    let line = EXAMPLE.replacen("72 72", "72 4h 72", 1);
    wins_with(&answering(&[&line]), &["--illegal", "skipped"]);
    let played = play(&answering(&[&line]), &["10913", "--illegal", "skipped"]);
    played.stdout(contains("  1 illegal\n"));
}

#[test]
fn one_move_a_turn_plays_only_the_first_move() {
    let moves: Vec<&str> = EXAMPLE.split(' ').collect();
    let lines: Vec<String> = (0..moves.len()).map(|at| moves[at..].join(" ")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    wins_with(&answering(&lines), &["--one-move-a-turn"]);
    loses_with(
        &answering(&lines),
        &["--one-move-a-turn", "--turns", "18"],
        "not won in 18 turns",
    );
}

#[test]
fn an_illegal_move_may_stop_the_line() {
    let rest = EXAMPLE.strip_prefix("26 ").unwrap();
    let bot = answering(&["26 4h 5a 5b", rest]);
    loses_with(
        &bot,
        &["--illegal", "loses"],
        "move 2 (4h) fails: 5S is not the next card of its suit",
    );
    wins_with(&bot, &["--illegal", "stops"]);
    let played = play(&bot, &["10913", "--illegal", "stops"]);
    played.stdout(contains("  2 turns  first ").and(contains("  1 illegal\n")));
}

#[test]
fn a_turn_may_play_the_first_few_moves_of_a_line() {
    let moves: Vec<&str> = EXAMPLE.split(' ').collect();
    let lines: Vec<String> = moves
        .chunks(3)
        .map(|three| three.join(" ") + " zz")
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    wins_with(&answering(&lines), &["--moves-a-turn", "3"]);
    loses_with(
        &answering(&lines),
        &["--moves-a-turn", "4"],
        "move 4 (zz) fails: not a move",
    );
}

/// Deals a table, plays a turn with a bot that shows what it was sent.
fn turn_sent(deal: &str, args: &[&str]) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    let bot = format!("head -n 14 > {}; echo zz", file.path().display());
    play(&bot, &[&[deal], args].concat()).code(1);
    fs::read_to_string(&file).unwrap()
}

#[test]
fn the_first_turn_shows_the_deal_with_or_without_a_cells_prefix() {
    assert_eq!(turn_sent("10913", &[]), TURN);
    let bare = TURN.replace("Freecells: ", "");
    assert_eq!(turn_sent("10913", &["--no-cells-prefix"]), bare);
}

#[test]
fn autoplay_may_run_before_the_first_turn() {
    let turn = turn_sent("10913", &["--autoplay-first"]);
    let foundations = turn.lines().nth(2);
    assert_eq!(foundations, Some("Foundations: C-A S-A"));
}

/// The lines of a second turn from the third on, after this line for deal 10913:
/// foundations, cells, cascades.
fn second_turn(line: &str, options: &str) -> Vec<String> {
    let options: Vec<&str> = options.split(' ').collect();
    let args = [&["10913", "--transcript"], &options[..]].concat();
    let assert = play(&answering(&[line]), &args).code(1);
    let output = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let (first, second) = output.split_once(&format!("\n> {line}\n")).unwrap();
    // The legal moves, in the last two lines, depend on the options.
    assert!(first.lines().take(12).eq(TURN.lines().take(12)));
    second.lines().skip(2).map(str::to_owned).collect()
}

#[test]
fn the_rules_of_the_table_are_options() {
    for (options, foundations) in [
        ("--autoplay safe", "Foundations: C-A S-2"),
        ("--autoplay all", "Foundations: C-A S-3"),
        ("--autoplay none", "Foundations:"),
        ("--autoplay lowest+1", "Foundations: C-A S-A"),
        ("--autoplay-most 1", "Foundations: C-A"),
        ("--autoplay-from cells", "Foundations:"),
        ("--autoplay-after turn", "Foundations: C-A S-2"),
    ] {
        let shown = second_turn("6a", options);
        assert_eq!(shown[0], foundations, "{options}");
        assert_eq!(shown[1], "Freecells: 6S - - -", "{options}");
    }
    let shown = second_turn("1a 2b", "--cells sorted");
    assert_eq!(shown[1], "Freecells: 5D 6D - -");
    // The sixth move takes a run of four into the empty cascade 7, or a part of it.
    for (options, cards) in [("--capacity free-cells", 4), ("--one-card-into-empty", 1)] {
        let shown = second_turn("26 76 72 72 5a 27", options);
        let cascade = &shown[1 + 7];
        assert_eq!(
            cascade.split(' ').count(),
            1 + cards,
            "{options}: {cascade}"
        );
    }
    loses_with(
        &answering(&[EXAMPLE]),
        &["--capacity", "one-card"],
        "move 2 (76) fails: 2 cards would have to move, and at most 1 can",
    );
}

#[test]
fn every_referee_plays_every_deal() {
    let moves: Vec<&str> = EXAMPLE.split(' ').collect();
    let lines: Vec<String> = (0..moves.len()).map(|at| moves[at..].join(" ")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let folder = tempfile::TempDir::new().unwrap();
    let csv = folder.path().join("games.csv");
    let csv = csv.to_str().unwrap();
    let args = ["10913", "--every-referee", "--csv", csv, "--jobs", "2"];
    let assert = play(&answering(&lines), &args).code(1);
    let output = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    let row = |name: &str| {
        let start = format!("| `{name}` | ");
        let row = output.lines().find_map(|line| line.strip_prefix(&start));
        let cells = row.unwrap().trim_end_matches(" |").split(" | ");
        cells.map(str::to_owned).collect::<Vec<_>>()
    };
    let safe = row("--autoplay safe");
    assert_eq!(safe[..3], ["1/1 · 1 · -", "1/1 · 1 · -", "1/1 · 1 · -"]);
    assert!(safe[3].starts_with("1/1 · 19 · "), "{safe:?}");
    let none = row("--autoplay none");
    assert!(
        none.iter().all(|cell| cell.starts_with("0/1 · - · ")),
        "{none:?}"
    );
    let games = fs::read_to_string(csv).unwrap();
    let mut referees: Vec<&str> = games
        .lines()
        .filter_map(|row| row.split(',').next())
        .collect();
    assert_eq!(referees.len(), 1 + 18 * 4);
    referees.dedup();
    assert!(games.contains("\n--autoplay safe --illegal loses,10913,true,19,0,1,"));
    let named = |name: &str| games.contains(&format!("\n{name},10913,"));
    assert!(referees[1..].iter().all(|name| named(name)));
}

#[test]
fn a_turn_may_be_delayed_after_its_first_byte() {
    let delay = ["--first-delay", "1000s"];
    wins_with(&format!("head -c 1 >/dev/null; echo {EXAMPLE}"), &delay);
    loses_with(
        &format!("read line; echo {EXAMPLE}"),
        &[&delay[..], &["--first-turn", "2s"]].concat(),
        "no line within 2000 ms",
    );
    let (first, rest) = EXAMPLE.split_at("26 76 72 ".len());
    let args = ["--delay", "60s", "--turn", "2s"];
    loses_with(&answering(&[first, rest]), &args, "no line within 2000 ms");
}

#[test]
fn games_can_be_played_on_a_busy_machine() {
    wins_with(&answering(&[EXAMPLE]), &["--load", "2"]);
}

#[test]
fn every_table_can_be_watched() {
    let assert = play(&answering(&[EXAMPLE]), &["10913", "--watch"]).success();
    let first = starts_with("deal 10913\n  a --  b --  c --  d --  h -♣ -♦ -♥ -♠\n");
    let last = contains("5b\n  a --  b --  c --  d --  h K♣ K♦ K♥ K♠\n");
    assert.stdout(first.and(last));
}

#[test]
fn standard_error_is_passed_on_if_asked() {
    let bot = format!("echo thinking >&2; echo {EXAMPLE}");
    play(&bot, &["10913"]).success().stderr("");
    play(&bot, &["10913", "--stderr"])
        .success()
        .stderr("thinking\n");
}

#[test]
fn games_played_in_parallel_are_all_counted() {
    let assert = play("exit 1", &["1..=20", "random:5@7", "--jobs", "4"]).code(1);
    assert.stdout(contains(
        "won 0, lost 25\nlost under safe, ended by itself: 25 (",
    ));
}

#[test]
fn this_crates_bot_plays_by_default() {
    let mut command = testing::lab::command();
    let time = ["--first-turn", "1000s", "--turn", "1000s"];
    let args = [&["play", "10913", "617"][..], &time].concat();
    command.env("FREECELL_POSITIONS", "20000");
    let assert = command.args(args).timeout(TOO_LONG).assert().success();
    assert.stdout(contains("won 2, lost 0\n"));
}

#[test]
fn a_custom_table_can_be_refereed() {
    let table = "fixtures/turns/one-move-to-win.txt";
    let won = play(&answering(&["56"]), &["--input", table]).success();
    won.stdout(starts_with(
        "      0  safe  won     1 move     1 turn   first ",
    ));
    // It is known by its number if it has one.
    let table = "fixtures/turns/10913.txt";
    let won = play(&answering(&[EXAMPLE]), &["--input", table]).success();
    won.stdout(starts_with("  10913  safe  won "));
}

#[test]
fn wrong_usage_is_refused_before_a_game() {
    for (args, reason) in [
        (&["0"][..], "there is no deal 0"),
        (
            &["1", "--turn", "50"],
            "\"50\" is not a length of time such as 500ms, 2s or 1m30s",
        ),
        (&["1", "--jobs", "0"], "0 is not in 1.."),
        (&["1", "--watch", "--jobs", "2"], "cannot be used with"),
        (&["1", "--every-referee", "--watch"], "cannot be used with"),
        (
            &["1", "--for", "aisleriot", "--autoplay-first"],
            "cannot be used with",
        ),
        (
            &["1", "--every-referee", "--cells", "kept"],
            "cannot be used with",
        ),
        (
            &["1", "--every-referee", "--capacity", "pow"],
            "cannot be used with",
        ),
        (
            &["1", "--every-referee", "--autoplay-most", "1"],
            "cannot be used with",
        ),
        (
            &["1", "--every-referee", "--illegal", "skipped"],
            "cannot be used with",
        ),
        (&["1", "--autoplay", "lowest+3"], "invalid value 'lowest+3'"),
        (&["1", "--autoplay-most", "0"], "0 is not in 1.."),
        (&["1", "--moves-a-turn", "0"], "number would be zero"),
        (
            &["1", "--csv", "/no/such/folder/games.csv"],
            "cannot write to /no/such/folder",
        ),
    ] {
        play("exit 1", args)
            .code(2)
            .stdout("")
            .stderr(contains(reason));
    }
    let help = testing::lab::command().args(["play", "--help"]).assert();
    help.success().stdout(ends_with("1 a game lost.\n"));
}

#[test]
fn ctrl_c_ends_play_with_a_summary_of_the_games_so_far() {
    let args = ["play", "1..=100000", "--bot", "exit 1"];
    let (status, said, remarks) = interrupted_at("lost", &args);
    assert_eq!(status, Some(1));
    let games = said
        .lines()
        .filter(|line| line.contains("  lost  "))
        .count();
    assert!(said.contains(&format!("\nwon 0, lost {games}\n")), "{said}");
    assert!(
        remarks.ends_with("interrupted before all games were played\n"),
        "{remarks}"
    );
}
