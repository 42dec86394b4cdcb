//! What the referee's turns show about its rules.

use freecell::belief::{Belief, Update};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::table::Table;

/// After `1a`, `all` autoplay sends 5C home; under `safe` it takes `1h` to do so.
fn before_and_after() -> [Table; 2] {
    let rest = "3D 4D 5D 6D 7D 8D 9D TD JD 7C 8C 9C TC JC QC KC";
    let before = Table::build(&["5C KD", "6C QD", rest], "").unwrap();
    let after = Table::build(&["", "6C QD", rest], "KD").unwrap();
    [before, after]
}

#[test]
fn a_table_explained_by_two_rules_drops_neither() {
    let [before, after] = before_and_after();
    let mut belief = Belief::every();
    let line = "1a 1h".parse().unwrap();
    let observed = belief.observe_table(&before, &line, &after);
    assert_eq!(observed, (Update::Unchanged, Some(2)));
    let line = "1a".parse().unwrap();
    let observed = belief.observe_table(&before, &line, &after);
    assert_eq!(observed, (Update::Narrowed, Some(1)));
    assert_eq!(belief.by_autoplay(), [Ruleset::of(Autoplay::All)]);
}

#[test]
fn how_far_a_line_was_played_depends_on_the_rules_that_are_possible() {
    let [before, after] = before_and_after();
    let line = "1a 1h".parse().unwrap();
    for (autoplay, moves) in [(Autoplay::Safe, 2), (Autoplay::All, 1)] {
        let mut belief = Belief::only(Ruleset::of(autoplay));
        let observed = belief.observe_table(&before, &line, &after);
        assert_eq!(observed, (Update::Unchanged, Some(moves)));
    }
}
