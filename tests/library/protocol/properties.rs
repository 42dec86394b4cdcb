//! Turns in every spelling that referees may use, and hostile bytes.

use std::time::Duration;

use crate::random_tables::tables;
use freecell::bot::{play, TurnLimits};
use freecell::card::Suit;
use freecell::deal;
use freecell::moves::{Move, MoveList};
use freecell::protocol::{print, print_bare_cells, Error, Reader};
use freecell::referee::{judge, Game, Verdict};
use freecell::ruleset::Ruleset;
use freecell::table::Table;
use proptest::prelude::*;

const TURN: &str = include_str!("../../../fixtures/turns/10913.txt");

fn legal_moves(table: &Table) -> MoveList {
    Game::new(table.clone(), Ruleset::default()).legal_moves()
}

/// Tables that come up in random play.
fn tables_in_play() -> impl Strategy<Value = Table> {
    let draws = prop::collection::vec(any::<u16>(), 0..80);
    (1..1_000_000_u64, draws).prop_map(|(number, draws)| {
        let mut game = Game::new(deal::microsoft(number).unwrap(), Ruleset::default());
        for draw in draws {
            let legal = game.legal_moves();
            if let Some(&mv) = legal.get(usize::from(draw) % legal.len().max(1)) {
                game.play(mv).unwrap();
            }
        }
        game.table().clone()
    })
}

/// How a referee may spell a turn.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each choice is free of the others"
)]
#[derive(Clone, Debug)]
struct Spelling {
    cr_lf: bool,
    extra_blanks: bool,
    lower_case: bool,
    ten: &'static str,
    empty_cell: &'static str,
    cells_label: &'static str,
    glued: bool,
    suits: Vec<Suit>,
    zeros: bool,
    trailing_cells: bool,
    blank_lines: usize,
    line_14_after_0: bool,
}

fn spellings() -> impl Strategy<Value = Spelling> {
    let labels = ["Freecells:", "Freecell:", "FC:", "fReEcElLs:", ""];
    let flags = prop::array::uniform7(any::<bool>());
    (
        flags,
        prop::sample::select(vec!["T", "10"]),
        prop::sample::select(vec!["-", "*"]),
        prop::sample::select(labels.to_vec()),
        Just(Suit::ALL.to_vec()).prop_shuffle(),
        0..3_usize,
    )
        .prop_map(
            |(flags, ten, empty_cell, cells_label, suits, blank_lines)| Spelling {
                cr_lf: flags[0],
                extra_blanks: flags[1],
                lower_case: flags[2],
                ten,
                empty_cell,
                cells_label,
                glued: flags[3],
                suits,
                zeros: flags[4],
                trailing_cells: flags[5],
                blank_lines,
                line_14_after_0: flags[6],
            },
        )
}

impl Spelling {
    fn turn(&self, table: &Table, moves: &[Move]) -> String {
        let started = table.foundations.iter().filter(|&&rank| rank > 0).count();
        let counts = table
            .cascades
            .iter()
            .map(|cascade| (cascade.len() + 1).to_string());
        let mut lines = vec![
            (started + 1).to_string(),
            counts.collect::<Vec<String>>().join(" "),
            self.labelled("Foundations:", &self.foundations(table)),
            self.labelled(self.cells_label, &self.cells(table)),
        ];
        for cascade in &table.cascades {
            let cards: Vec<String> = cascade.iter().map(|card| self.card(card)).collect();
            lines.push(self.labelled(":", &cards));
        }
        lines.push(moves.len().to_string());
        let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
        if !moves.is_empty() || self.line_14_after_0 {
            lines.push(moves.join(" "));
        }
        let lines = lines.iter().map(|line| self.line(line));
        self.line("").repeat(self.blank_lines) + &lines.collect::<String>()
    }

    fn foundations(&self, table: &Table) -> Vec<String> {
        let entry = |&suit: &Suit| {
            let rank = match table.foundations[suit.index()] {
                0 if !self.zeros => return None,
                10 => self.ten.to_string(),
                rank => "0A23456789TJQK"[usize::from(rank)..][..1].to_string(),
            };
            Some(format!("{}-{rank}", suit.letter()))
        };
        self.suits.iter().filter_map(entry).collect()
    }

    fn cells(&self, table: &Table) -> Vec<String> {
        let empty = || self.empty_cell.to_string();
        let cells = table
            .cells
            .iter()
            .map(|cell| cell.map_or_else(empty, |card| self.card(&card)));
        let mut cells: Vec<String> = cells.collect();
        while !self.trailing_cells && cells.last().is_some_and(|cell| cell == self.empty_cell) {
            cells.pop();
        }
        cells
    }

    fn card(&self, card: &impl ToString) -> String {
        card.to_string().replace('T', self.ten)
    }

    fn labelled(&self, label: &str, items: &[String]) -> String {
        let gap = if self.glued || label.is_empty() {
            ""
        } else {
            " "
        };
        format!("{label}{gap}{}", items.join(" "))
    }

    fn line(&self, text: &str) -> String {
        let mut text = text.to_string();
        if self.extra_blanks {
            text = format!(" \t{} ", text.replace(' ', "  \t"));
        }
        if self.lower_case {
            text = text.to_lowercase();
        }
        text + if self.cr_lf { "\r\n" } else { "\n" }
    }
}

/// Reads an input to its end or its first error, checks the properties that every input must have,
/// and returns the tables.
fn read_and_check(input: &[u8]) -> Vec<Table> {
    let mut reader = Reader::new(input);
    let mut tables = Vec::new();
    loop {
        let turn = reader.next_turn();
        let late = reader.late_warning();
        check_errors(&late);
        match turn {
            Ok(Some(turn)) => {
                turn.table.validate().unwrap();
                check_errors(turn.moves.as_ref().err());
                tables.push(turn.table);
            }
            Ok(None) => return tables,
            Err(error) => {
                check_errors([&error]);
                return tables;
            }
        }
    }
}

/// Checks that every message is one printable line: the place, what was found, what was expected.
fn check_errors<'a>(errors: impl IntoIterator<Item = &'a Error>) {
    for error in errors {
        let message = error.to_string();
        let printable = message.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        assert!(printable && message.len() < 600, "{message:?}");
        let (place, rest) = message.split_once(": found ").unwrap();
        assert!(
            place.starts_with("line ") && rest.contains(", expected "),
            "{message}"
        );
    }
}

/// One thing that can happen to a text on its way.
#[derive(Clone, Debug)]
enum Mutation {
    Replace(u8),
    Insert(u8),
    Delete(usize),
    Truncate,
    RepeatLine,
    DropLine,
    Copy(usize),
}

fn mutations() -> impl Strategy<Value = (usize, Mutation)> {
    let meaningful = b"0123456789AKTJQCDHS abcdfh-*:\n\r\t\0\xff\xc3".to_vec();
    let byte = prop_oneof![4 => prop::sample::select(meaningful), 1 => any::<u8>()];
    let mutation = prop_oneof![
        4 => byte.clone().prop_map(Mutation::Replace),
        4 => byte.prop_map(Mutation::Insert),
        2 => (1..40_usize).prop_map(Mutation::Delete),
        1 => Just(Mutation::Truncate),
        1 => Just(Mutation::RepeatLine),
        1 => Just(Mutation::DropLine),
        1 => (0..400_usize).prop_map(Mutation::Copy),
    ];
    (any::<usize>(), mutation)
}

fn mutate(text: &mut Vec<u8>, at: usize, mutation: &Mutation) {
    if text.is_empty() {
        return;
    }
    let at = at % text.len();
    let line_end = text[at..].iter().position(|&byte| byte == b'\n');
    let line_end = line_end.map_or(text.len(), |end| at + end + 1);
    match *mutation {
        Mutation::Replace(byte) => text[at] = byte,
        Mutation::Insert(byte) => text.insert(at, byte),
        Mutation::Delete(count) => drop(text.drain(at..(at + count).min(text.len()))),
        Mutation::Truncate => text.truncate(at),
        Mutation::RepeatLine => text.extend_from_within(at..line_end),
        Mutation::DropLine => drop(text.drain(at..line_end)),
        Mutation::Copy(from) => text[at] = text[from % text.len()],
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_turn_reads_back_in_every_spelling(
        first in tables_in_play(),
        second in tables(),
        spelling in spellings(),
    ) {
        let (moves, more_moves) = (legal_moves(&first), legal_moves(&second));
        let text = spelling.turn(&first, &moves) + &spelling.turn(&second, &more_moves);
        let mut reader = Reader::new(text.as_bytes());
        for (table, moves) in [(first, moves), (second, more_moves)] {
            let turn = reader.next_turn().map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
            let turn = turn.unwrap();
            prop_assert_eq!(&turn.table, &table, "{}", text);
            prop_assert_eq!(turn.moves, Ok(moves.into_iter().collect()), "{}", text);
        }
        prop_assert!(reader.next_turn().unwrap().is_none());
        prop_assert!(reader.late_warning().is_none());
    }

    #[test]
    fn a_printed_turn_has_the_plain_spelling(table in tables(), labelled in any::<bool>()) {
        let moves = legal_moves(&table);
        let plain = Spelling {
            cr_lf: false,
            extra_blanks: false,
            lower_case: false,
            ten: "T",
            empty_cell: "-",
            cells_label: if labelled { "Freecells:" } else { "" },
            glued: false,
            suits: Suit::ALL.to_vec(),
            zeros: false,
            trailing_cells: true,
            blank_lines: 0,
            line_14_after_0: true,
        };
        let printed = if labelled { print(&table, &moves) } else { print_bare_cells(&table, &moves) };
        let trim_ends = |text: &str| text.replace(" \n", "\n");
        prop_assert_eq!(&printed, &trim_ends(&plain.turn(&table, &moves)));
        prop_assert_eq!(printed.lines().count(), 14);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40_000))]

    #[test]
    fn random_bytes_never_panic(input in prop::collection::vec(any::<u8>(), 0..200)) {
        read_and_check(&input);
    }

    #[test]
    fn mutated_turns_never_panic_and_accepted_ones_print_as_read(
        bare in any::<bool>(),
        twice in any::<bool>(),
        changes in prop::collection::vec(mutations(), 1..6),
    ) {
        let turn = if bare { TURN.replace("Freecells: ", "") } else { TURN.into() };
        let mut text = if twice { turn.repeat(2) } else { turn }.into_bytes();
        for (at, mutation) in &changes {
            mutate(&mut text, *at, mutation);
        }
        for table in read_and_check(&text) {
            let printed = print(&table, &[]);
            prop_assert_eq!(read_and_check(printed.as_bytes()), vec![table]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn mutated_turns_stop_the_bot_with_one_line_or_not_at_all(
        table in tables_in_play(),
        positions in 0..300_u64,
        changes in prop::collection::vec(mutations(), 0..4),
    ) {
        let mut text = print(&table, &legal_moves(&table)).repeat(2).into_bytes();
        for (at, mutation) in &changes {
            mutate(&mut text, *at, mutation);
        }
        let tables = read_and_check(&text);
        let limits = TurnLimits { positions: Some(positions), ..TurnLimits::default() };
        let (mut output, mut log) = (Vec::new(), Vec::new());
        let clock = || Duration::ZERO;
        let end = play(text.as_slice(), &mut output, &mut log, &limits, &clock);
        if let Err(error) = end {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
        let output = String::from_utf8(output).unwrap();
        prop_assert_eq!(output.lines().count(), tables.len());
        for (table, line) in tables.iter().zip(output.lines()) {
            let verdict = judge(table, Ruleset::default(), line);
            prop_assert!(!matches!(verdict, Verdict::Failed { .. }), "{}: {}", line, verdict);
        }
    }
}
