//! Whole games, played in this process: a referee of the test's own answers each line.

use std::cell::{Cell, RefCell};
use std::io::{self, BufReader, Read, Write};
use std::time::Duration;

use freecell::bot::{play, TurnLimits, TurnTime};
use freecell::moves::{Line, Move};
use freecell::protocol::print;
use freecell::referee::{judge, Game, Verdict};
use freecell::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use freecell::table::Table;

use super::{after, all, claims_to_win, deal, safe, turn};

/// The output of the bot.
#[derive(Default)]
pub struct Record {
    pub lines: Vec<String>,
    pub log: Vec<String>,
}

/// A referee at the other end of a pipe: when the bot reads on, it gets the next turn.
struct Pipe<'a, F> {
    written: &'a RefCell<Vec<u8>>,
    answered: usize,
    next_turn: F,
    unread: Vec<u8>,
}

impl<F: FnMut(&str) -> Option<Vec<u8>>> Read for Pipe<'_, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.unread.is_empty() {
            let written = self.written.borrow();
            let text = std::str::from_utf8(&written[self.answered..]).unwrap();
            if let Some(line) = text.strip_suffix('\n') {
                self.answered = written.len();
                self.unread = (self.next_turn)(line).unwrap_or_default();
            }
        }
        let read = self.unread.as_slice().read(buffer)?;
        self.unread.drain(..read);
        Ok(read)
    }
}

struct Shared<'a>(&'a RefCell<Vec<u8>>);

impl Write for Shared<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Plays a game that begins with a turn. Each line is handed to the referee, which returns
/// the next turn or ends the game.
pub fn game(
    first: Vec<u8>,
    limits: &TurnLimits,
    clock: &dyn Fn() -> Duration,
    next_turn: impl FnMut(&str) -> Option<Vec<u8>>,
) -> Record {
    let (written, mut log) = (RefCell::default(), Vec::new());
    let pipe = Pipe {
        written: &written,
        answered: 0,
        next_turn,
        unread: first,
    };
    play(
        BufReader::new(pipe),
        Shared(&written),
        &mut log,
        limits,
        clock,
    )
    .unwrap();
    let lines = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap();
        text.lines().map(String::from).collect()
    };
    Record {
        lines: lines(written.into_inner()),
        log: lines(log),
    }
}

pub fn positions(positions: u64) -> TurnLimits {
    TurnLimits {
        positions: Some(positions),
        ..TurnLimits::default()
    }
}

fn no_time() -> Duration {
    Duration::ZERO
}

/// The part of a line that a referee plays.
#[derive(Clone, Copy, PartialEq)]
enum Plays {
    /// Up to the first illegal move.
    Line,
    /// The first move.
    OneMove,
}

/// Plays up to 200 turns of a game by a ruleset, and returns whether it was won. An
/// illegal first move of a line ends it.
fn referee(table: Table, ruleset: Ruleset, plays: Plays, limits: &TurnLimits) -> (bool, Record) {
    let mut game = Game::new(table, ruleset);
    let mut turns = 1;
    let first = print(game.table(), &game.legal_moves()).into_bytes();
    let record = self::game(first, limits, &no_time, |line| {
        let line: Line = line.parse().unwrap();
        for mv in line.iter().take(if plays == Plays::OneMove {
            1
        } else {
            line.len()
        }) {
            if game.play(mv).is_err() {
                break;
            }
        }
        turns += 1;
        let goes_on = !game.table().is_won() && turns <= 200;
        goes_on.then(|| print(game.table(), &game.legal_moves()).into_bytes())
    });
    (game.table().is_won(), record)
}

/// Deal 28920 takes more positions than the bot may expand in a turn here. So from its
/// second turn on it moves a card there and back, which leaves the table as it is, until
/// the search that continues meanwhile has found a solution. (After the first move that
/// the bot tries, some moves can be taken back, and the table can still be won.)
#[test]
fn the_bot_stalls_until_its_search_has_found_a_line() {
    let root = RefCell::new(None);
    let mut table = deal(28_920);
    let mut turns = 0;
    let record = game(turn(&table), &positions(2000), &no_time, |line| {
        let line: Line = line.parse().unwrap();
        turns += 1;
        // Of the first line, one move is played; of the others all.
        let played = if root.borrow().is_none() {
            1
        } else {
            line.len()
        };
        table = after(&table, safe(), &line.as_slice()[..played]);
        root.borrow_mut().get_or_insert_with(|| table.clone());
        (!table.is_won() && turns < 20).then(|| turn(&table))
    });
    let root = root.into_inner().unwrap();
    let is_stalling = |remark: &&String| remark.contains("position limit reached, stalling");
    let stalling = record.log[1..].iter().take_while(is_stalling).count();
    assert!((2..11).contains(&stalling), "{:?}", record.log);
    for line in &record.lines[1..=stalling] {
        let line: Line = line.parse().unwrap();
        assert_eq!(line.len(), 2);
        for ruleset in Ruleset::all() {
            assert_eq!(after(&root, ruleset, line.as_slice()), root, "{line}");
        }
    }
    assert_eq!(record.log.len(), stalling + 2, "{:?}", record.log);
    assert!(claims_to_win(&record.log[stalling + 1]));
    let verdict = judge(&root, safe(), &record.lines[stalling + 1]);
    assert!(matches!(verdict, Verdict::Won { .. }), "{verdict}");
}

/// At the deal no move can be taken back, so the bot plays on.
#[test]
fn where_no_move_can_be_reversed_the_bot_plays_the_first_move_of_its_best_line() {
    let mut table = deal(31465);
    let mut moves = 0;
    let record = game(turn(&table), &positions(200), &no_time, |line| {
        let line: Line = line.parse().unwrap();
        // Another game: its first turn is not the bot's first.
        table = if moves == 0 {
            deal(1025)
        } else {
            after(&table, safe(), line.as_slice())
        };
        moves += 1;
        (moves < 2).then(|| turn(&table))
    });
    assert!(
        record.log[1]
            .starts_with("turn 2: 1 move, no winning line found: position limit reached; "),
        "{:?}",
        record.log
    );
    let line: Line = record.lines[1].parse().unwrap();
    assert!(Game::new(deal(1025), safe())
        .legal_moves()
        .contains(&line.as_slice()[0]));
}

/// Deal 17's first line wins under `safe` alone, so in the second turn the bot looks
/// for a better one; but there is no time for any.
#[test]
fn a_line_that_wins_is_not_given_up_for_one_that_does_not() {
    let time = |time| TurnTime {
        with_line: time,
        without_line: time,
    };
    let limits = TurnLimits {
        first_turn: time(Duration::from_millis(500)),
        later_turn: time(Duration::from_micros(1)),
        positions: None,
    };
    // Reading the clock takes 100 microseconds.
    let looks = Cell::new(0);
    let clock = || Duration::from_micros(100 * looks.replace(looks.get() + 1));
    let mut turns = 0;
    let record = game(turn(&deal(17)), &limits, &clock, |line| {
        let line: Line = line.parse().unwrap();
        turns += 1;
        (turns == 1).then(|| turn(&after(&deal(17), safe(), &line.as_slice()[..1])))
    });
    let line: Line = record.lines[0].parse().unwrap();
    assert_eq!(
        record.lines[1],
        line.suffix(1).to_string(),
        "{:?}",
        record.log
    );
    let verdict = judge(&deal(17), safe(), &record.lines[0]);
    assert!(matches!(verdict, Verdict::Won { .. }), "{verdict}");
}

/// The referee lists moves by a rule of its own in every turn, such as moves to all
/// free cells, and plays `all` autoplay, which the second table shows.
#[test]
fn odd_moves_do_not_undo_what_tables_have_shown() {
    let odd = |table: &Table| {
        let mut moves = Game::new(table.clone(), all()).legal_moves();
        let to_b = |cascade| Move::new(cascade, "1b".parse::<Move>().unwrap().to()).unwrap();
        let from: Vec<_> = moves.iter().map(|mv| mv.from()).collect();
        moves.extend(from.into_iter().map(to_b));
        print(table, &moves).into_bytes()
    };
    let mut table = deal(17);
    let mut turns = 0;
    let record = game(odd(&table), &positions(100_000), &no_time, |line| {
        let line: Line = line.parse().unwrap();
        let played = [line.len() / 2, 2][turns.min(1)];
        table = after(&table, all(), &line.as_slice()[..played]);
        turns += 1;
        (turns < 3).then(|| odd(&table))
    });
    assert!(
        record.log[1].contains("winning under all autoplay; rulesets dropped"),
        "{:?}",
        record.log
    );
    let line: Line = record.lines[1].parse().unwrap();
    assert_eq!(
        record.lines[2],
        line.suffix(2).to_string(),
        "{:?}",
        record.log
    );
}

#[test]
fn a_move_that_was_refused_is_not_sent_again() {
    let table = deal(617);
    let mut turns = 0;
    let record = game(turn(&table), &positions(5000), &no_time, |_| {
        turns += 1;
        (turns < 6).then(|| turn(&table))
    });
    let mut first_moves: Vec<&str> = record.lines.iter().map(|line| &line[..2]).collect();
    let legal = Game::new(table, safe()).legal_moves();
    for mv in &first_moves {
        assert!(legal.contains(&mv.parse().unwrap()), "{mv}");
    }
    first_moves.sort_unstable();
    first_moves.dedup();
    assert_eq!(first_moves.len(), 6, "{:?}", record.lines);
}

/// A referee that no ruleset explains gets the first half of a reversible pair alone where the
/// pair touches a cell. If that half is refused, the table is the same as after the whole pair.
#[test]
fn half_of_a_reversible_pair_that_was_refused_is_not_sent_again() {
    let mut table = after(&deal(10913), safe(), &["26".parse().unwrap()]);
    let first = turn(&table);
    table.cascades.swap(2, 3);
    let mut turns = 0;
    let record = game(first, &positions(10), &no_time, |_| {
        turns += 1;
        (turns < 6).then(|| turn(&table))
    });
    assert!(record.log[1].contains("1 move of 2, "), "{:?}", record.log);
    assert!(record.log[1].contains("stalling; no ruleset explains this"));
    let mut first_moves: Vec<&str> = record.lines[1..].iter().map(|line| &line[..2]).collect();
    first_moves.sort_unstable();
    first_moves.dedup();
    assert_eq!(first_moves.len(), 5, "{:?}", record.lines);
}

/// A proof about a table holds for all of its lines.
#[test]
fn refused_moves_do_not_prove_that_no_line_wins() {
    // One move wins, and is refused.
    let table = Table::build(&["KS", "KH", "KD", "KC"], "").unwrap();
    let mut turns = 0;
    let record = game(turn(&table), &positions(5000), &no_time, |_| {
        turns += 1;
        (turns < 9).then(|| turn(&table))
    });
    assert_eq!(record.lines.len(), 9);
    for (line, remark) in record.lines.iter().zip(&record.log) {
        assert!(!line.is_empty() && !remark.contains("proved"), "{remark}");
    }
}

/// A process stopped after its first byte still answers with a line that wins.
#[test]
fn a_late_start_leaves_time_for_a_first_line() {
    for (first_turn, stall) in [(true, 605), (true, 880), (false, 37), (false, 40)] {
        let now = Cell::new(Duration::ZERO);
        let looks = Cell::new(0);
        let is_stalled = Cell::new(first_turn);
        // Reading the clock takes 100 microseconds, except for the second time in a turn.
        let clock = || {
            looks.set(looks.get() + 1);
            now.set(now.get() + Duration::from_micros(100));
            if is_stalled.get() && looks.get() == 2 {
                now.set(now.get() + Duration::from_millis(stall));
            }
            now.get()
        };
        let mut turns = 0;
        let record = game(turn(&deal(1)), &TurnLimits::default(), &clock, |_| {
            turns += 1;
            is_stalled.set(turns == 1);
            looks.set(0);
            now.set(now.get() + Duration::from_secs(1));
            (turns == 1 && !first_turn).then(|| turn(&deal(2)))
        });
        let last = record.log.last().unwrap();
        assert!(
            last.contains("winning under safe autoplay"),
            "{stall}: {last}"
        );
    }
}

/// Rules that first lines are not planned for show in the moves listed and in the tables,
/// and games are won all the same.
#[test]
fn referees_with_unlikely_rulesets_are_beaten_move_by_move() {
    let unlikely = Ruleset::all().filter(|ruleset| !ruleset.is_likely());
    for (ruleset, number) in unlikely.zip(1..) {
        let (is_won, record) = referee(deal(number), ruleset, Plays::OneMove, &positions(10_000));
        assert!(is_won, "deal {number}, {ruleset:?}: {:?}", record.log);
    }
}

#[test]
fn a_line_that_breaks_off_shows_enough_to_win() {
    for (autoplay, capacity) in [
        (Autoplay::None, Capacity::Doubling),
        (Autoplay::None, Capacity::One),
        (Autoplay::All, Capacity::Cells),
        (Autoplay::Safe, Capacity::One),
    ] {
        let ruleset = Ruleset {
            autoplay,
            capacity,
            overlong_run: OverlongRun::Illegal,
        };
        let (is_won, record) = referee(deal(5), ruleset, Plays::Line, &positions(10_000));
        assert!(is_won, "{ruleset:?}: {:?}", record.log);
    }
}
