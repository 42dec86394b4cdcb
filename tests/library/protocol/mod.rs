//! Turns in files: the tables that they show, and the messages for those that are wrong.

mod input;
mod properties;

use std::fs;
use std::path::PathBuf;

use freecell::deal;
use freecell::moves::Line;
use freecell::protocol::{Error, Field, Reader, Turn};
use freecell::referee::Game;
use freecell::ruleset::{Autoplay, Ruleset};

fn fixture(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    fs::read(path.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The rows of a table in `fixtures/`, split into their columns.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = String::from_utf8(fixture(name)).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let split = |row: &str| row.split('|').map(|column| column.trim().into()).collect();
    rows.map(split).collect()
}

/// The names of the files in a folder of `fixtures/`, without `.txt`, sorted.
fn names(folder: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(folder);
    let file_names = fs::read_dir(path)
        .unwrap()
        .map(|file| file.unwrap().file_name());
    let mut names: Vec<String> = file_names
        .map(|name| name.to_str().unwrap().strip_suffix(".txt").unwrap().into())
        .collect();
    names.sort();
    names
}

/// All turns, their warnings, and the error, if any.
fn read_all(input: &[u8]) -> (Vec<Turn>, Vec<Error>, Option<Error>) {
    let mut reader = Reader::new(input);
    let (mut turns, mut warnings) = (Vec::new(), Vec::new());
    let error = loop {
        let turn = reader.next_turn();
        warnings.extend(reader.late_warning());
        match turn {
            Ok(Some(turn)) => {
                warnings.extend(turn.moves.clone().err());
                turns.push(turn);
            }
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    (turns, warnings, error)
}

fn game(deal: &str, autoplay: &str, moves: &str) -> Game {
    let autoplay = match autoplay {
        "safe" => Autoplay::Safe,
        "all" => Autoplay::All,
        _ => panic!("{autoplay}"),
    };
    let table = deal::microsoft(deal.parse().unwrap()).unwrap();
    let mut game = Game::new(table, Ruleset::from_autoplay(autoplay));
    for mv in &moves.parse::<Line>().unwrap() {
        game.play(mv).unwrap();
    }
    game
}

#[test]
fn every_turn_file_shows_the_tables_it_is_known_to_show() {
    let mut known: Vec<String> = Vec::new();
    let mut turns: Vec<Turn> = Vec::new();
    for row in rows("turns.txt") {
        let [name, number, deal, autoplay, moves] = row.as_slice() else {
            panic!("{row:?}");
        };
        if number == "1" {
            assert!(turns.is_empty(), "more turns than known before {name}");
            let (all, warnings, error) = read_all(&fixture(&format!("turns/{name}.txt")));
            assert_eq!((warnings, error), (Vec::new(), None), "{name}");
            turns = all;
            known.push(name.clone());
        }
        let turn = turns.remove(0);
        let game = game(deal, autoplay, moves);
        assert_eq!(&turn.table, game.table(), "{name}");
        assert_eq!(turn.moves.unwrap(), game.legal_moves(), "{name}");
    }
    assert!(turns.is_empty(), "more turns than known");
    known.sort();
    assert_eq!(known, names("turns"));
}

#[test]
fn every_broken_file_is_refused_with_its_known_message() {
    let mut known = Vec::new();
    for row in rows("broken.txt") {
        let name = &row[0];
        let (turns, warnings, error) = read_all(&fixture(&format!("broken/{name}.txt")));
        assert_eq!(error.unwrap().to_string(), row[1], "{name}");
        assert!(warnings.is_empty(), "{name}");
        assert_eq!(turns.len(), usize::from(name == "second-turn"), "{name}");
        known.push(name.clone());
    }
    assert_eq!(known, names("broken"));
}

#[test]
fn every_warned_file_is_taken_with_its_known_warning() {
    let mut known = Vec::new();
    for row in rows("warned.txt") {
        let name = &row[0];
        let (turns, warnings, error) = read_all(&fixture(&format!("warned/{name}.txt")));
        assert_eq!(error, None, "{name}");
        assert_eq!(warnings.len(), 1, "{name}");
        assert_eq!(warnings[0].to_string(), row[1], "{name}");
        let followed = name.ends_with("-turn") || name.ends_with("-turns");
        assert_eq!(turns.len(), 1 + usize::from(followed), "{name}");
        known.push(name.clone());
    }
    assert_eq!(known, names("warned"));
}

#[test]
fn only_the_listed_word_in_another_notation_is_lost() {
    let turn = String::from_utf8(fixture("turns/10913.txt")).unwrap();
    let turn = turn.replace("2a 3a", "ab zz");
    let (turns, warnings, error) = read_all(turn.as_bytes());
    assert_eq!((warnings.len(), error), (0, None));
    let listed: Line = turns[0].moves.as_ref().unwrap().iter().copied().collect();
    assert_eq!(listed.to_string(), "1a 26 4a 4h 5a 6a 72 7a 8a 8h");
}

/// A number for each variant, from 0 to 18; the compiler keeps it complete. An
/// input that cannot be read is no file, and has none.
fn number_of(field: Field) -> Option<usize> {
    Some(match field {
        Field::FoundationCount => 0,
        Field::CascadeCounts => 1,
        Field::FoundationsLabel => 2,
        Field::Foundation => 3,
        Field::FoundationTwice => 4,
        Field::FoundationsStarted => 5,
        Field::CellsLabel => 6,
        Field::Cell => 7,
        Field::CellCount => 8,
        Field::CascadeLabel => 9,
        Field::CascadeCard => 10,
        Field::CascadeLength => 11,
        Field::CardTwice => 12,
        Field::CardMissing => 13,
        Field::MoveCount => 14,
        Field::MovesOffered => 15,
        Field::Ended => 16,
        Field::TooLong => 17,
        Field::NotText => 18,
        Field::Unreadable => return None,
    })
}

#[test]
fn every_field_error_has_a_file() {
    let mut has_file = [false; 19];
    for folder in ["broken", "warned"] {
        for name in names(folder) {
            let (_, warnings, error) = read_all(&fixture(&format!("{folder}/{name}.txt")));
            for error in error.into_iter().chain(warnings) {
                has_file[number_of(error.cause.field).unwrap()] = true;
            }
        }
    }
    assert_eq!(has_file, [true; 19]);
}
