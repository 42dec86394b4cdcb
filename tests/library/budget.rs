//! Budgets: positions, and the rate at which they are expanded.

use std::cell::Cell;

use freecell::search::budget::Budget;
use freecell::search::outcome::StopReason;

/// Expands a number of positions in a fraction of the time.
fn expand(budget: &mut Budget, time: &Cell<f64>, positions: u32, fraction: f64) {
    for _ in 0..positions {
        budget.spend().unwrap();
    }
    time.set(time.get() + fraction);
}

/// How many more positions can be expanded until a fraction of the budget is used.
fn left_until(budget: &mut Budget, fraction: f64) -> u64 {
    budget.positions_until(fraction).round() as u64
}

#[test]
fn time_spent_on_other_work_does_not_affect_the_rate() {
    let time = Cell::new(0.0);
    let mut clock = || time.get();
    let mut budget = Budget::with_clock(&mut clock);
    expand(&mut budget, &time, 128, 0.125);
    assert_eq!(left_until(&mut budget, 1.0), 896);
    time.set(0.5);
    assert_eq!(left_until(&mut budget, 1.0), 512);
    assert_eq!(left_until(&mut budget, 0.25), 0);
}

#[test]
fn the_rate_follows_what_a_search_does() {
    let time = Cell::new(0.0);
    let mut clock = || time.get();
    let mut budget = Budget::with_clock(&mut clock);
    // First all of the time would do for 512 positions, then for 8,192.
    expand(&mut budget, &time, 64, 0.125);
    budget.positions_until(1.0);
    for _ in 0..24 {
        expand(&mut budget, &time, 64, 1.0 / 128.0);
        budget.positions_until(1.0);
    }
    // 0.6875 of the time is left, at a rate close to the recent one.
    let left = left_until(&mut budget, 1.0);
    assert!((5_500..=5_700).contains(&left), "{left}");
}

#[test]
fn a_budget_of_positions_counts_positions() {
    let mut budget = Budget::unlimited();
    budget.limit_positions(1_000 - budget.expanded());
    let time = Cell::new(0.0);
    expand(&mut budget, &time, 250, 0.0);
    assert_eq!(left_until(&mut budget, 1.0), 750);
    expand(&mut budget, &time, 750, 0.0);
    assert_eq!(left_until(&mut budget, 1.0), 0);
    assert_eq!(budget.spend(), Err(StopReason::Positions));
}
