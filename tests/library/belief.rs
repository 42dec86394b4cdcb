//! The belief: which rulesets the referee's turns leave possible.

use freecell::belief::{Belief, Update};
use freecell::referee::Game;
use freecell::ruleset::{Autoplay, Capacity, Ruleset};
use freecell::table::Table;

/// The tables before and after `1a`. After it, `all` autoplay sends 5C home; under `safe` it takes
/// `1h` to do so.
fn before_and_after() -> [Table; 2] {
    let rest = "3D 4D 5D 6D 7D 8D 9D TD JD 7C 8C 9C TC JC QC KC";
    let before = Table::build(&["5C KD", "6C QD", rest], "").unwrap();
    let after = Table::build(&["", "6C QD", rest], "KD").unwrap();
    [before, after]
}

#[test]
fn a_table_explained_by_two_rules_drops_neither() {
    let [before, after] = before_and_after();
    let mut belief = Belief::all();
    let line = "1a 1h".parse().unwrap();
    let observed = belief.observe_table(&before, &line, &after);
    assert_eq!(observed, (Update::Unchanged, Some(2)));
    let line = "1a".parse().unwrap();
    let observed = belief.observe_table(&before, &line, &after);
    assert_eq!(observed, (Update::Narrowed, Some(1)));
    assert_eq!(
        belief.by_autoplay()[..],
        [Ruleset::from_autoplay(Autoplay::All)]
    );
}

#[test]
fn how_far_a_line_was_played_depends_on_the_rules_that_are_possible() {
    let [before, after] = before_and_after();
    let line = "1a 1h".parse().unwrap();
    for (autoplay, moves) in [(Autoplay::Safe, 2), (Autoplay::All, 1)] {
        let mut belief = Belief::only(Ruleset::from_autoplay(autoplay));
        let observed = belief.observe_table(&before, &line, &after);
        assert_eq!(observed, (Update::Unchanged, Some(moves)));
    }
}

/// A table with no free cell and two empty cascades. `12` moves three cards, as many as the
/// capacities allow that count empty cascades; `17` moves a run that is too long.
fn run_of_three() -> Table {
    let cascades = ["KC QH JC TH", "KS", "KD QC", "KH QS", "JH JS", "QD"];
    Table::build(&cascades, "TC TD TS JD").unwrap()
}

fn with_capacity(capacity: Capacity) -> Ruleset {
    Ruleset {
        capacity,
        ..Ruleset::default()
    }
}

#[test]
fn plans_are_for_the_likely_rulesets_or_the_next_capacity() {
    let likely: Vec<Ruleset> = Belief::all().likely().rulesets().collect();
    assert_eq!(likely, Ruleset::likely().collect::<Vec<Ruleset>>());
    let mut belief = Belief::all();
    let refused = belief.observe_refusal(&run_of_three(), "12".parse().unwrap());
    assert_eq!(refused, Update::Narrowed);
    let free_cells = with_capacity(Capacity::Cells);
    assert_eq!(belief.likeliest(), free_cells);
    assert_eq!(belief.likely().rulesets().count(), 4);
    assert_eq!(
        belief.by_autoplay()[..],
        [free_cells, free_cells.with_autoplay(Autoplay::All)]
    );
}

#[test]
fn dropping_an_unlikely_ruleset_changes_no_plan() {
    let mut belief = Belief::all();
    let game = Game::new(run_of_three(), Ruleset::strict(Autoplay::Safe));
    let listed = game.legal_moves();
    assert_eq!(
        belief.observe_moves(&run_of_three(), &listed),
        Update::Narrowed
    );
    let strict = belief;
    // A list of moves cannot tell the capacities of two apart where no run is long.
    let single = Table::build(&["KS", "KH", "KD", "KC"], "").unwrap();
    let game = Game::new(single.clone(), Ruleset::default());
    let listed = game.legal_moves();
    assert_eq!(belief.observe_moves(&single, &listed), Update::Unchanged);
    assert_eq!(belief, strict);
}

#[test]
fn refusing_a_move_that_every_possible_ruleset_allows_rules_out_no_ruleset() {
    let mut belief = Belief::all();
    let refused = belief.observe_refusal(&run_of_three(), "27".parse().unwrap());
    assert_eq!(
        (refused, belief),
        (Update::UnexplainedRefusal, Belief::all())
    );
    // Another ruleset forbids it, but none of those that are possible.
    let only = Belief::only(Ruleset::default());
    let mut belief = only;
    let refused = belief.observe_refusal(&run_of_three(), "12".parse().unwrap());
    assert_eq!((refused, belief), (Update::UnexplainedRefusal, only));
}

#[test]
fn the_moves_listed_show_an_unlikely_capacity() {
    for capacity in [Capacity::Cells, Capacity::One] {
        // `12` moves three cards and `34` two, with one free cell.
        let cascades = ["KC QH JC TH", "KS", "KD QC JH", "KH", "JS QS", "QD JD"];
        let table = Table::build(&cascades, "TC TD TS -").unwrap();
        let game = Game::new(table.clone(), with_capacity(capacity));
        let mut belief = Belief::all();
        let listed = game.legal_moves();
        belief.observe_moves(&table, &listed);
        assert_eq!(belief.likeliest().capacity, capacity);
    }
}
