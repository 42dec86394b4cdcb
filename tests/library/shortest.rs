//! The table of lines that are proved shortest,
//! `src/programs/lab/src/commands/shortest/shortest.csv.gz`.

use std::io::Read as _;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use freecell::deal::microsoft;
use freecell::referee::{judge, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::budget::Budget;
use freecell::search::prove::prove;
use proptest::prelude::*;
use proptest::sample::select;

static SHORTEST: LazyLock<String> = LazyLock::new(|| {
    let mut rows = String::new();
    let mut table = GzDecoder::new(
        &include_bytes!("../../src/programs/lab/src/commands/shortest/shortest.csv.gz")[..],
    );
    table.read_to_string(&mut rows).unwrap();
    rows
});

/// Lines of up to this number of moves are proved shortest within this number of positions.
const CHEAP: usize = 18;
const POSITIONS: u64 = 500_000;

/// A deal, and its shortest line; `None` if it has no line.
#[derive(Clone, Debug)]
pub struct ShortestRow {
    pub deal: u64,
    pub autoplay: Autoplay,
    pub shortest: Option<(usize, &'static str)>,
}

fn rows() -> impl Iterator<Item = ShortestRow> {
    SHORTEST.lines().map(|row| {
        let [deal, autoplay, length, line] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("{row:?}")
        };
        ShortestRow {
            deal: deal.parse().unwrap(),
            autoplay: match autoplay {
                "all" => Autoplay::All,
                "safe" => Autoplay::Safe,
                _ => panic!("{row:?}"),
            },
            shortest: (length != "none").then(|| (length.parse().unwrap(), line)),
        }
    })
}

/// The rows whose lines are proved shortest within [`POSITIONS`].
pub fn cheap() -> Vec<ShortestRow> {
    let is_cheap = |row: &ShortestRow| row.shortest.is_some_and(|(moves, _)| moves <= CHEAP);
    rows().filter(is_cheap).collect()
}

#[test]
fn every_line_wins_in_the_stated_number_of_moves() {
    for (autoplay, at_least) in [(Autoplay::All, 31_900), (Autoplay::Safe, 990)] {
        let (mut before, mut count) = (0, 0);
        for row in rows().filter(|row| row.autoplay == autoplay) {
            assert!(before < row.deal, "{row:?}: out of order");
            (before, count) = (row.deal, count + 1);
            if let Some((moves, line)) = row.shortest {
                let table = microsoft(row.deal).unwrap();
                let verdict = judge(&table, Ruleset::from_autoplay(autoplay), line);
                assert_eq!(verdict, Verdict::Won { moves }, "{row:?}");
                assert_eq!(line.split(' ').count(), moves, "{row:?}");
            }
        }
        assert!(count > at_least, "{count} rows under {autoplay:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn some_lines_are_proved_shortest_again(row in select(cheap())) {
        let table = microsoft(row.deal).unwrap();
        let mut budget = Budget::unlimited();
        budget.limit_positions(POSITIONS);
        let shortest = row.shortest.map(|(moves, _)| moves);
        // As if only a longer line were known: a shortest one must be found.
        let known = shortest.map(|moves| moves + 1);
        let proof = prove(&table, Ruleset::from_autoplay(row.autoplay), known, &mut budget);
        prop_assert_eq!(proof.stop, None);
        prop_assert_eq!(proof.lower_bound.moves(), shortest);
        prop_assert_eq!(proof.line.map(|line| line.len()), shortest);
    }
}
