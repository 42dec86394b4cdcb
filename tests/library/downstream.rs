//! Uses of the crate's types in a program that depends on it.

use std::collections::HashSet;
use std::error::Error;

use freecell::moves::Line;
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::{card, deal, moves, protocol, referee, ruleset, table};

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
