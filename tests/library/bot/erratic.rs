//! Referees that keep to no rules, and turns with anything in them: in all cases the bot goes on,
//! and sends a move while there is one.

use std::time::Duration;

use freecell::bot::play;
use freecell::deal;
use freecell::moves::{Line, Move, MoveList};
use freecell::protocol::{print, Reader};
use freecell::referee::Game;
use freecell::ruleset::Ruleset;
use freecell::table::{Table, CASCADES, CELLS};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{select, Index};
use proptest::test_runner::{Config, TestCaseResult, TestRunner};

use super::games::{game, positions};

/// The referee's treatment of a line.
#[derive(Clone, Debug)]
enum Play {
    /// Some moves are played by a ruleset, the illegal ones skipped.
    Skipping(u8, Index, usize),
    /// The same, but an illegal move ends it.
    Stopping(u8, Index),
    /// Moves of its own are played instead.
    Own(u8, Vec<Index>),
    /// Two cells change places.
    Cells(Index, Index),
    /// Two cascades change places.
    Cascades(Index, Index),
    /// The table of an earlier turn comes back.
    Earlier(Index),
    /// Another game begins.
    NewGame(u64),
}

/// Which moves a referee lists.
#[derive(Clone, Debug)]
enum List {
    /// Those that are legal by a ruleset.
    Legal(u8),
    /// Some of these, or no move.
    Some(u8, Vec<Index>),
    /// Any moves.
    Any(Vec<Index>),
    /// Lines 13 and 14 make little sense.
    Nonsense(String),
}

fn numbers() -> impl Strategy<Value = u8> {
    0..Ruleset::COUNT
}

fn plays() -> impl Strategy<Value = Play> {
    let index = any::<Index>;
    prop_oneof![
        4 => (numbers(), index(), 1..3_usize).prop_map(|(ruleset, part, most)| Play::Skipping(ruleset, part, most)),
        3 => (numbers(), index()).prop_map(|(ruleset, part)| Play::Stopping(ruleset, part)),
        2 => (numbers(), vec(index(), 0..3)).prop_map(|(ruleset, moves)| Play::Own(ruleset, moves)),
        1 => (index(), index()).prop_map(|(one, other)| Play::Cells(one, other)),
        1 => (index(), index()).prop_map(|(one, other)| Play::Cascades(one, other)),
        1 => index().prop_map(Play::Earlier),
        1 => (1..1_000_000_u64).prop_map(Play::NewGame),
    ]
}

fn lists() -> impl Strategy<Value = List> {
    let indices = || vec(any::<Index>(), 0..8);
    prop_oneof![
        4 => numbers().prop_map(List::Legal),
        1 => (numbers(), indices()).prop_map(|(ruleset, moves)| List::Some(ruleset, moves)),
        1 => indices().prop_map(List::Any),
        1 => "[0-9a-dh]{1,3}\n[1-8a-dhx ]{0,9}x\n".prop_map(List::Nonsense),
    ]
}

/// Deals, some of whose cards are home.
fn tables() -> impl Strategy<Value = Table> {
    let home = prop_oneof![Just([0; 4]), prop::array::uniform4(0..=13_u8)];
    (1..1_000_000_u64, home).prop_map(|(number, home)| {
        let mut table = deal::microsoft(number).unwrap();
        table.foundations = home;
        for cascade in &mut table.cascades {
            cascade.retain(|card| card.rank().number() > home[card.suit().index()]);
        }
        table
    })
}

fn legal_moves(table: &Table, ruleset: u8) -> MoveList {
    Game::new(table.clone(), Ruleset::from_index(ruleset)).legal_moves()
}

/// A referee and the tables of its turns, the present one last.
struct Erratic {
    tables: Vec<Table>,
    listed: Vec<Move>,
}

impl Erratic {
    fn table(&self) -> &Table {
        self.tables.last().unwrap()
    }

    fn turn(&mut self, list: &List) -> Vec<u8> {
        let table = self.table().clone();
        self.listed = match list {
            List::Legal(ruleset) => legal_moves(&table, *ruleset).to_vec(),
            List::Some(ruleset, moves) => {
                let legal = legal_moves(&table, *ruleset);
                let all = moves.iter().filter(|_| !legal.is_empty());
                all.map(|index| *index.get(&legal)).collect()
            }
            List::Any(moves) => {
                let all: Vec<Move> = Move::all().collect();
                moves.iter().map(|index| *index.get(&all)).collect()
            }
            List::Nonsense(_) => Vec::new(),
        };
        let turn = print(&table, &self.listed);
        let List::Nonsense(ending) = list else {
            return turn.into_bytes();
        };
        let lines: Vec<&str> = turn.lines().take(12).collect();
        let turn = lines.join("\n") + "\n" + ending;
        // Among the nonsense there may be moves.
        let read = Reader::new(turn.as_bytes()).next_turn().unwrap().unwrap();
        self.listed = read
            .moves
            .map_or_else(|_| Vec::new(), |moves| moves.to_vec());
        turn.into_bytes()
    }

    /// Whether a line may be an answer to the present turn.
    fn check(&self, line: &str) {
        let line: Line = line.parse().unwrap();
        let legal = |ruleset| legal_moves(self.table(), ruleset);
        let mut possible: Vec<Move> = (0..Ruleset::COUNT).flat_map(legal).collect();
        possible.extend(&self.listed);
        match line.as_slice().first() {
            Some(first) => assert!(possible.contains(first), "{first}"),
            None => assert!(possible.is_empty() || self.table().is_won(), "{possible:?}"),
        }
    }

    fn play(&mut self, play: &Play, line: &str) {
        let line: Line = line.parse().unwrap();
        let mut table = self.table().clone();
        match play {
            Play::Skipping(ruleset, part, most) => {
                let mut game = Game::new(table, Ruleset::from_index(*ruleset));
                let played = match most {
                    1 => 1,
                    _ => part.index(line.len() + 1),
                };
                for mv in line.iter().take(played) {
                    let _ = game.play(mv);
                }
                table = game.table().clone();
            }
            Play::Stopping(ruleset, part) => {
                let mut game = Game::new(table, Ruleset::from_index(*ruleset));
                let most = part.index(line.len() + 1);
                let _ = line
                    .iter()
                    .take(most)
                    .try_for_each(|mv| game.play(mv).map(drop));
                table = game.table().clone();
            }
            Play::Own(ruleset, moves) => {
                let mut game = Game::new(table, Ruleset::from_index(*ruleset));
                for index in moves {
                    let legal = game.legal_moves();
                    if !legal.is_empty() {
                        game.play(*index.get(&legal)).unwrap();
                    }
                }
                table = game.table().clone();
            }
            Play::Cells(one, other) => table.cells.swap(one.index(CELLS), other.index(CELLS)),
            Play::Cascades(one, other) => {
                table
                    .cascades
                    .swap(one.index(CASCADES), other.index(CASCADES));
            }
            Play::Earlier(index) => table = index.get(&self.tables).clone(),
            Play::NewGame(number) => table = deal::microsoft(*number).unwrap(),
        }
        self.tables.push(table);
    }
}

type Script = Vec<(Play, List)>;

fn scripts() -> impl Strategy<Value = (Table, Script, u64)> {
    // Most games are explained for long by some rules; in some, every turn is odd.
    (
        tables(),
        vec((plays(), lists()), 1..40),
        select(&[1, 20, 300][..]),
    )
}

fn play_script((table, script, most): (Table, Script, u64)) -> TestCaseResult {
    let mut referee = Erratic {
        tables: vec![table],
        listed: Vec::new(),
    };
    let mut turns = script.iter();
    let first = referee.turn(&List::Legal(0));
    let record = game(first, &positions(most), &|| Duration::ZERO, |line| {
        referee.check(line);
        let (play, list) = turns.next()?;
        referee.play(play, line);
        Some(referee.turn(list))
    });
    prop_assert_eq!(record.lines.len(), script.len() + 1);
    Ok(())
}

/// A change to the text of a turn.
#[derive(Clone, Debug)]
enum Edit {
    Delete(Index, usize),
    Insert(Index, u8),
    Replace(Index, u8),
    SwapLines(Index, Index),
    RepeatLine(Index),
    End(Index),
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let mut lines: Vec<Vec<u8>> = bytes
            .split_inclusive(|&byte| byte == b'\n')
            .map(<[u8]>::to_vec)
            .collect();
        if lines.is_empty() {
            return;
        }
        match self {
            Edit::Delete(index, count) => {
                let from = index.index(bytes.len());
                let to = bytes.len().min(from + count);
                bytes.drain(from..to);
            }
            Edit::Insert(index, byte) => bytes.insert(index.index(bytes.len()), *byte),
            Edit::Replace(index, byte) => *index.get_mut(bytes) = *byte,
            Edit::SwapLines(one, other) => {
                let [one, other] = [one, other].map(|index| index.index(lines.len()));
                lines.swap(one, other);
                *bytes = lines.concat();
            }
            Edit::RepeatLine(index) => {
                let index = index.index(lines.len());
                lines.insert(index, lines[index].clone());
                *bytes = lines.concat();
            }
            Edit::End(index) => bytes.truncate(index.index(bytes.len())),
        }
    }
}

fn edits() -> impl Strategy<Value = Edit> {
    let index = any::<Index>;
    let common = select(&b"A23456789TJQK10CDHS-: \n\r\tabcdh,\xef\xbb\xbf"[..]);
    let byte = || prop_oneof![9 => common.clone(), 1 => any::<u8>()];
    prop_oneof![
        (index(), 1..4_usize).prop_map(|(from, count)| Edit::Delete(from, count)),
        (index(), byte()).prop_map(|(at, byte)| Edit::Insert(at, byte)),
        (index(), byte()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (index(), index()).prop_map(|(one, other)| Edit::SwapLines(one, other)),
        index().prop_map(Edit::RepeatLine),
        index().prop_map(Edit::End),
    ]
}

/// How many turns each mutated input has, before it is mutated.
const TURNS: usize = 3;

fn inputs() -> impl Strategy<Value = Vec<u8>> {
    let turn = (tables(), numbers()).prop_map(|(table, ruleset)| {
        let moves = legal_moves(&table, ruleset);
        print(&table, &moves).into_bytes()
    });
    (vec(turn, TURNS), vec(edits(), 0..4)).prop_map(|(turns, edits)| {
        let mut input = turns.concat();
        for edit in edits {
            edit.apply(&mut input);
        }
        input
    })
}

/// Each turn that can be read gets a line, with a move if there is one.
fn answer(input: &[u8]) -> TestCaseResult {
    let (mut output, mut log) = (Vec::new(), Vec::new());
    let end = play(input, &mut output, &mut log, &positions(30), &|| {
        Duration::ZERO
    });
    let mut reader = Reader::new(input);
    let mut tables = Vec::new();
    let end_read = loop {
        match reader.next_turn() {
            Ok(Some(turn)) => tables.push(turn.table),
            Ok(None) => break Ok(()),
            Err(error) => break Err(error.to_string()),
        }
    };
    prop_assert_eq!(end.map_err(|error| error.to_string()), end_read);
    let output = String::from_utf8(output).unwrap();
    let lines: Vec<&str> = output.lines().collect();
    prop_assert_eq!(lines.len(), tables.len());
    for (line, table) in lines.iter().zip(&tables) {
        let has_moves = !table.is_won() && !legal_moves(table, 0).is_empty();
        prop_assert!(!line.is_empty() || !has_moves);
    }
    Ok(())
}

fn config(cases: u32) -> Config {
    Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    }
}

fn many_games(count: u32) {
    TestRunner::new(config(count))
        .run(&scripts(), play_script)
        .unwrap();
}

fn many_inputs(turns: usize) {
    let inputs_needed = (turns / TURNS) as u32;
    TestRunner::new(config(inputs_needed))
        .run(&inputs(), |input| answer(&input))
        .unwrap();
}

#[test]
fn an_erratic_referee_gets_a_move_whenever_there_is_one() {
    many_games(150);
}

#[test]
fn a_mutated_turn_is_answered_or_refused() {
    many_inputs(900);
}

#[test]
#[ignore = "takes minutes"]
fn erratic_referees_play_20_000_games() {
    many_games(20_000);
}

#[test]
#[ignore = "takes minutes"]
fn turns_are_mutated_300_000_times() {
    many_inputs(300_000);
}
