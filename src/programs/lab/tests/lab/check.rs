//! `lab check`: a line judged by the referee.

use predicates::str::{contains, starts_with};

use testing::lab::{lab, EXAMPLE};

#[test]
fn a_line_is_judged_under_every_ruleset_and_the_table_shown_where_it_fails() {
    let verdicts = "\
safe, pow, partial      won after 19 moves
safe, product, partial  won after 19 moves
safe, pow, illegal      won after 19 moves
safe, product, illegal  won after 19 moves
all, pow, partial       move 12 (4h) fails: 4D is not the next card of its suit
all, product, partial   move 12 (4h) fails: 4D is not the next card of its suit
all, pow, illegal       move 12 (4h) fails: 4D is not the next card of its suit
all, product, illegal   move 12 (4h) fails: 4D is not the next card of its suit
The table before move 12:
  a 9♦  b 6♦  c --  d --  h 2♣ -♦ 5♥ 3♠
";
    let assert = lab(&["check", "10913", "--line", EXAMPLE]).success();
    assert.stdout(starts_with(verdicts));
}

#[test]
fn capacities_and_overlong_runs_make_a_difference() {
    // From fixtures/lines.txt: move 24 moves more cards than `product` allows.
    let line = "3a 5b 53 75 73 72 17 82 52 12 61 6c 65 15 41 6d 68 16 16 56 46 75 86 28 38 4c 43 24 45 41 32 81 24 85 27 27";
    let assert = lab(&[
        "check",
        "5001",
        "--line",
        line,
        "--autoplay",
        "safe",
        "--long-run",
        "partial",
    ]);
    assert.success().stdout(starts_with(
        "\
safe, pow, partial      won after 36 moves
safe, product, partial  move 24 (28) fails: 7 cards would have to move, and at most 6 can
The table before move 24:
",
    ));
}

#[test]
fn a_line_that_wins_under_no_ruleset_has_status_1() {
    lab(&["check", "10913", "--line", EXAMPLE, "--autoplay", "all"]).code(1);
    let open = lab(&["check", "10913", "--line", "26 76"]).code(1);
    open.stdout(contains(
        "all moves legal, not won\nThe table at the end:\n",
    ));
    let nonsense = lab(&["check", "10913", "--line", "26 zz"]).code(1);
    nonsense.stdout(contains("move 2 (zz) fails: not a move\n"));
}
