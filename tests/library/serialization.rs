//! Values as JSON: the text that they print, and the same value again.

use std::fmt::{Debug, Display};

use freecell::card::{Card, Rank, Suit};
use freecell::moves::{Line, Move, Place};
use freecell::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use freecell::Table;
use proptest::prelude::*;
use proptest::sample::select;
use serde::de::DeserializeOwned;
use serde::Serialize;

use crate::random_tables::tables;

fn comes_back<T: Serialize + DeserializeOwned + Display + Debug + PartialEq>(value: &T) {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(json, serde_json::json!(value.to_string()).to_string());
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value);
    // A format that cannot lend its text, only hand it over.
    let tree = serde_json::to_value(value).unwrap();
    assert_eq!(serde_json::from_value::<T>(tree).unwrap(), *value);
}

fn moves() -> impl Strategy<Value = Move> {
    select(Move::all().collect::<Vec<Move>>())
}

#[test]
fn every_value_of_the_small_types_survives_a_round_trip() {
    Suit::ALL.iter().for_each(comes_back);
    (1..=13)
        .filter_map(Rank::new)
        .for_each(|rank| comes_back(&rank));
    Card::deck().for_each(|card| comes_back(&card));
    "12345678abcdh"
        .chars()
        .filter_map(Place::from_char)
        .for_each(|place| comes_back(&place));
    Autoplay::EVERY.iter().for_each(comes_back);
    Capacity::EVERY.iter().for_each(comes_back);
    OverlongRun::ALL.iter().for_each(comes_back);
    Ruleset::EVERY.iter().for_each(comes_back);
}

proptest! {
    #[test]
    fn tables_moves_and_lines_survive_a_round_trip(table in tables(), moves in prop::collection::vec(moves(), 0..60)) {
        comes_back(&table);
        moves.iter().for_each(comes_back);
        comes_back(&moves.into_iter().collect::<Line>());
    }
}

#[test]
fn a_malformed_value_is_refused_with_the_reason() {
    let error = |json: &str| serde_json::from_str::<Line>(json).unwrap_err().to_string();
    let reason = "26 1x".parse::<Line>().unwrap_err().to_string();
    assert!(
        error("\"26 1x\"").starts_with(&reason),
        "{}",
        error("\"26 1x\"")
    );
    let expected = "invalid type: integer `26`, expected a string at line 1 column 2";
    assert_eq!(error("26"), expected);
    assert!(serde_json::from_str::<Table>("\"5\\n\"").is_err());
}
