//! Uses of the crate's types in a program that depends on it.

use std::collections::HashSet;
use std::error::Error;

use freecell::moves::{Line, Place};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::{card, deal, moves, protocol, referee, ruleset, table};
use freecell::{Analysis, Limits, LowerBound};

/// Compiles if an error can be boxed, sent to another thread and kept.
const fn is_portable<E: Error + Send + Sync + 'static>() {}

const _: () = {
    is_portable::<card::ParseCardError>();
    is_portable::<moves::ParsePlaceError>();
    is_portable::<moves::ParseMoveError>();
    is_portable::<moves::ParseLineError>();
    is_portable::<table::Error>();
    is_portable::<ruleset::ParseRulesetError>();
    is_portable::<referee::Illegal>();
    is_portable::<protocol::Error>();
};

#[test]
fn tables_can_be_hashed_and_rulesets_and_lines_read_from_text() -> Result<(), Box<dyn Error>> {
    let numbers = [1, 617, 1];
    let tables: HashSet<_> = numbers.into_iter().filter_map(deal::microsoft).collect();
    assert_eq!(tables.len(), 2);

    let text = deal::microsoft(617).unwrap().to_string();
    assert!(tables.contains(&text.parse()?), "{text}");

    let ruleset: Ruleset = "all, pow, partial".parse()?;
    assert_eq!(ruleset.autoplay, Autoplay::All);
    let line: Line = "26 1A 4h".parse()?;
    let printed = format!("{ruleset}: {line}");
    assert_eq!(printed, "all, pow, partial: 26 1a 4h");

    let error: Box<dyn Error + Send + Sync> = "26 1x".parse::<Line>().unwrap_err().into();
    assert!(error.to_string().starts_with("move 2"), "{error}");
    Ok(())
}

/// The promised interface to proofs.
#[test]
fn an_analysis_proves_lines_shortest_and_tables_lost() {
    assert!(Place::cascade(9).is_none() && Place::cell(9).is_none() && Place::cascade(7).is_some());
    let table = deal::microsoft(10913).unwrap();
    let mut analysis = Analysis::new(&table, Ruleset::default()).unwrap();
    analysis.run(Limits::positions(400_000));
    assert_eq!(analysis.line().unwrap().len(), 19);
    assert_eq!(analysis.is_shortest(), Some(true));
    assert_eq!(analysis.lower_bound(), LowerBound::Moves(19));
    assert_eq!(analysis.stopped(), None);

    let mut lost = Analysis::new(&deal::microsoft(11982).unwrap(), Ruleset::default()).unwrap();
    lost.run(Limits::positions(400_000));
    assert_eq!(lost.line().map(Line::len), None);
    assert!(lost.is_unsolvable());
    assert_eq!(lost.lower_bound(), LowerBound::Unsolvable);
}
