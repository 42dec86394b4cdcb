//! The lab's `verify`, as typed on a command line.

use assert_cmd::assert::Assert;
use freecell::card::Card;
use freecell::referee::{judge, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::budget::Budget;
use freecell::search::outcome::LowerBound;
use freecell::search::prove::prove;
use freecell::table::{Table, CASCADES};
use freecell::{deal, protocol};
use predicates::prelude::PredicateBooleanExt as _;
use predicates::str::{contains, is_empty, starts_with};
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64;
use serde_json::Value;

use testing::lab::{interrupted, process, said, text};

const NO_SOLUTION: &str = "verified: no solution under safe, pow, partial\n";

fn verify(args: &[&str]) -> Assert {
    let mut command = testing::lab::command();
    command.arg("verify").args(args).assert()
}

/// The same for a table that is not a deal.
fn verify_table(table: &Table, args: &[&str]) -> Assert {
    let mut command = testing::lab::command();
    let command = command.args(["verify", "-"]).args(args);
    command.write_stdin(protocol::print(table, &[])).assert()
}

/// The line in a refutation, and the number of its moves.
fn refutation(assert: &Assert) -> (String, usize) {
    let said = said(assert);
    let (verdict, line) = said.trim_end().split_once('\n').unwrap();
    let words: Vec<&str> = verdict.split(' ').collect();
    assert_eq!(words[..5], ["refuted:", "this", "line", "wins", "in"]);
    (line.to_owned(), words[5].parse().unwrap())
}

#[test]
fn the_impossible_deals_have_no_solution() {
    // The numbers of the deals are known from fc-solve's searches of the whole range;
    // see `fixtures/README.md`.
    let deals = [
        "11982",
        "146692",
        "186216",
        "455889",
        "495505",
        "512118",
        "517776",
        "781948",
        "3339166254",
    ];
    for deal in deals {
        verify(&[deal]).success().stdout(NO_SOLUTION);
    }
}

#[test]
fn both_searches_see_every_reachable_table_exactly_once() {
    // Counted by another program, which shares nothing with this crate.
    let counted = starts_with("61643 different tables seen, ");
    let all = verify(&["11982"]).success().stdout(NO_SOLUTION);
    all.stderr(counted.clone());
    let swept = verify(&["11982", "--sweep"]).success().stdout(NO_SOLUTION);
    swept.stderr(counted);
}

#[test]
fn a_deal_without_a_solution_under_all_autoplay_has_one_under_safe() {
    let all = verify(&["98714", "--autoplay", "all", "--positions", "1000"]).code(1);
    all.stdout(
        "not checked: the limit of 1000 positions was reached before a solution under \
         all, pow, partial was found\n",
    );
    let (line, moves) = refutation(&verify(&["98714"]).code(1));
    let table = deal::microsoft(98714).unwrap();
    let verdict = judge(&table, Ruleset::default(), &line);
    assert_eq!(verdict, Verdict::Won { moves });
}

#[test]
fn a_refutation_is_short() {
    // Taking the position with the most progress alone, the line has 1,111 moves.
    let (line, moves) = refutation(&verify(&["1"]).code(1));
    assert!(moves <= 50, "{line}");
    let verdict = judge(&deal::microsoft(1).unwrap(), Ruleset::default(), &line);
    assert_eq!(verdict, Verdict::Won { moves });
}

#[test]
fn a_claimed_line_is_verified_or_refuted() {
    let example = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";
    let line = |line: &str, args: &[&str]| verify(&[&["10913", "--line", line], args].concat());
    let wins = "verified: the line wins in 19 moves under safe, pow, partial\n";
    line(example, &[]).success().stdout(wins).stderr("");
    // Nobody judges a word after the win, so that it is said to be left out.
    let longer = line(&format!("{example} 11"), &[]).success();
    longer.stdout(format!("{wins}left out of the line: \"11\"\n"));
    line(&example[..20], &[])
        .code(1)
        .stdout("refuted: all moves legal, not won, under safe, pow, partial\n");
    line(example, &["--autoplay", "all"]).code(1).stdout(
        "refuted: move 12 fails: 4D is not the next card of its suit, \
         under all, pow, partial\n",
    );
}

#[test]
fn short_deals_have_no_shorter_line() {
    for (deal, shortest, line) in SHORT {
        let moves = shortest.split(' ').count();
        let check = |line| verify(&[deal, "--autoplay", "all", "--shortest", "--line", line]);
        check(shortest).success().stdout(format!(
            "verified: the line wins in {moves} moves, and none in fewer, under all, pow, partial\n"
        ));
        let (found, length) = refutation(&check(line).code(1));
        assert_eq!(length, moves);
        let table = deal::microsoft(deal.parse().unwrap()).unwrap();
        let verdict = judge(&table, Ruleset::from_autoplay(Autoplay::All), &found);
        assert_eq!(verdict, Verdict::Won { moves });
    }
}

/// Deals, shortest lines of theirs, and longer ones.
const SHORT: [(&str, &str, &str); 3] = [
    (
        "224533",
        "3a 4b 37 51 8c 1d 14 62",
        "45 8a 2b 51 51 75 37 35 1c 1d 14 78 62",
    ),
    (
        "239313",
        "2a 2b 2c 3d 4a 5d 56 85",
        "3a 6b 65 56 52 14 41 4c 8d b8 84 a8 2a 26 2b 3a 18 53 4c 8a",
    ),
    (
        "28527",
        "6a 86 1b 3c 8d 28 5c 65 46",
        "6a 86 1b 18 21 62 6c 76 b7 3b 31 86 8d 58 47",
    ),
];

/// A table of two black suits and a few red cards, some in cells, the others in eight cascades. So
/// few cards fit on one another that few tables can be reached, and often there is no solution.
fn endgame(random: &mut Pcg64) -> Table {
    let (black, red) = (random.random_range(0..=1), random.random_range(12..=13));
    let mut table = Table {
        foundations: [black, red, red, black],
        ..Table::default()
    };
    let mut cards: Vec<Card> = Card::deck().filter(|&card| !table.is_home(card)).collect();
    cards.shuffle(random);
    for cell in 0..random.random_range(2..=3) {
        table.cells[cell] = cards.pop();
    }
    for (index, card) in cards.into_iter().enumerate() {
        table.cascades[index % CASCADES].push(card);
    }
    table
}

#[test]
fn the_checker_and_the_solver_agree() {
    let mut random = Pcg64::seed_from_u64(25);
    let (mut solved, mut impossible) = (0, 0);
    for _ in 0..40 {
        let table = endgame(&mut random);
        let autoplay = [Autoplay::Safe, Autoplay::All][random.random_range(0..2)];
        let ruleset = Ruleset::from_autoplay(autoplay);
        let rule = [
            "--autoplay",
            if autoplay == Autoplay::All {
                "all"
            } else {
                "safe"
            },
        ];
        let proof = prove(&table, ruleset, None, &mut Budget::with_clock(&mut || 0.0));
        let claim = verify_table(&table, &rule);
        let Some(shortest) = proof.line else {
            assert_eq!(proof.lower_bound, LowerBound::Unsolvable);
            claim
                .success()
                .stdout(starts_with("verified: no solution "));
            verify_table(&table, &[&rule[..], &["--sweep"]].concat()).success();
            impossible += 1;
            continue;
        };
        let (line, moves) = refutation(&claim.code(1));
        assert_eq!(judge(&table, ruleset, &line), Verdict::Won { moves });
        let swept = verify_table(&table, &[&rule[..], &["--sweep"]].concat()).code(1);
        swept.stdout(starts_with("refuted: a line wins under "));
        let shortest = shortest.to_string();
        let check = [&rule[..], &["--shortest", "--line", &shortest]].concat();
        verify_table(&table, &check).success();
        solved += 1;
    }
    assert!(solved >= 8 && impossible >= 8, "{solved}, {impossible}");
}

#[test]
fn an_unfinished_check_says_why_it_stopped() {
    for (limit, reason) in [
        (
            ["--positions", "100"],
            "the limit of 100 positions was reached",
        ),
        (["--memory", "1M"], "the memory limit of 1 MiB was reached"),
        (["--time", "10ms"], "the time limit of 0.01 s was reached"),
    ] {
        for order in [&["3339166254"][..], &["3339166254", "--sweep"]] {
            let assert = verify(&[order, &limit].concat()).code(1);
            assert.stdout(format!(
                "not checked: {reason} before a solution under safe, pow, partial was found\n"
            ));
        }
        let line = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";
        let shortest = ["10913", "--shortest", "--line", line];
        let assert = verify(&[&shortest[..], &limit].concat()).code(1);
        assert.stdout(starts_with(format!(
            "not checked: {reason}; the line wins in 19 moves under safe, pow, partial, \
             and every line needs at least "
        )));
    }
}

#[test]
fn ctrl_c_ends_a_check_with_what_is_known_so_far() {
    let mut check = process(&["verify", "219837216", "--sweep"]);
    let output = interrupted(&mut check, |output| {
        text(&output.stdout).starts_with("not checked: interrupted before ")
    });
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn json_has_everything_that_is_known() {
    let json = |args: &[&str], status| -> Value {
        let assert = verify(&[args, &["--json"]].concat()).code(status);
        serde_json::from_str(&said(&assert.stderr(""))).unwrap()
    };
    let none = json(&["781948"], 0);
    assert_eq!(
        (&none["claim"], &none["result"]),
        (&Value::from("no solution"), &Value::from("verified"))
    );
    assert_eq!(
        (&none["at_least"], &none["refuted_by"]),
        (&Value::Null, &Value::Null)
    );
    assert!(none["positions"].as_u64() > Some(1000) && none["cpu_ms"].as_f64() > Some(0.0));
    let (deal, shortest, longer) = SHORT[0];
    let refuted = json(
        &[deal, "--autoplay", "all", "--shortest", "--line", longer],
        1,
    );
    assert_eq!(refuted["result"], "refuted");
    let moves = refuted["refuted_by"].as_str().unwrap().split(' ').count();
    assert_eq!(moves, shortest.split(' ').count());
    assert_eq!(refuted["at_least"], moves);
}

#[test]
fn a_table_that_is_won_is_solved_in_no_moves() {
    let won = Table::build(&[], "").unwrap();
    for order in [&[][..], &["--sweep"]] {
        let assert = verify_table(&won, order).code(1);
        assert.stdout("refuted: this line wins in 0 moves under safe, pow, partial\n\n");
    }
    verify_table(&won, &["--shortest", "--line", ""])
        .success()
        .stdout(
            "verified: the line wins in 0 moves, and none in fewer, under safe, pow, partial\n",
        );
}

#[test]
fn wrong_usage_is_refused() {
    for (args, reason) in [
        (&["1", "--shortest"][..], "--line <MOVES>"),
        (&["1", "--line", "26", "--sweep"], "cannot be used with"),
        (&["1", "--memory", "lots"], "is not an amount of memory"),
        (&["0"], "there is no deal 0"),
        (&[], "required"),
    ] {
        verify(args)
            .code(2)
            .stdout(is_empty())
            .stderr(contains(reason).and(is_empty().not()));
    }
}
