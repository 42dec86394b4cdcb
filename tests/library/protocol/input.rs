//! Inputs that arrive in pieces, late, without end or not at all.

use std::cell::Cell;
use std::collections::VecDeque;
use std::io::{self, BufReader, ErrorKind, Read};
use std::rc::Rc;
use std::time::Duration;

use freecell::protocol::{Field, Reader};

const TURN: &str = include_str!("../../../fixtures/turns/10913.txt");

/// An input that comes in pieces; reading more than it has panics.
#[derive(Default)]
struct Pieces<'a> {
    pieces: VecDeque<io::Result<&'a [u8]>>,
    /// How many pieces have been read.
    reads: Rc<Cell<u64>>,
}

impl<'a> Pieces<'a> {
    fn new(pieces: impl IntoIterator<Item = &'a [u8]>) -> Pieces<'a> {
        Pieces {
            pieces: pieces.into_iter().map(Ok).collect(),
            reads: Rc::default(),
        }
    }
}

impl Read for &mut Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reads.set(self.reads.get() + 1);
        let piece = self
            .pieces
            .pop_front()
            .expect("asked for a line that need not come")?;
        buffer[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

#[test]
fn a_turn_is_complete_with_its_last_line() {
    let bytes = TURN.as_bytes();
    for pieces in &mut [
        Pieces::new(bytes.chunks(1)),
        Pieces::new(bytes.split_inclusive(|&byte| byte == b'\n')),
        Pieces::new([bytes]),
    ] {
        let mut reader = Reader::new(BufReader::new(pieces));
        assert!(reader.next_turn().unwrap().is_some());
    }
}

#[test]
fn a_turn_without_moves_is_complete_with_its_zero() {
    let text = include_str!("../../../fixtures/turns/no-legal-move-and-no-line-14.txt");
    let mut pieces = Pieces::new(text.as_bytes().chunks(1));
    let turn = Reader::new(BufReader::new(&mut pieces)).next_turn();
    assert!(turn.unwrap().unwrap().moves.unwrap().is_empty());
}

#[test]
fn the_clock_of_a_turn_starts_with_its_own_first_byte() {
    let mut pieces = Pieces::new([
        b"\n \n".as_slice(),
        &TURN.as_bytes()[..1],
        &TURN.as_bytes()[1..],
    ]);
    let reads = Rc::clone(&pieces.reads);
    let clock = || Duration::from_secs(reads.get());
    let turn = Reader::with_clock(BufReader::new(&mut pieces), clock).next_turn();
    let started = turn.unwrap().unwrap().started;
    // Between the second piece and the third.
    assert_eq!(started, Duration::from_secs(2));
}

#[test]
fn an_interrupted_input_is_read_on_and_a_failing_one_is_an_error() {
    let mut pieces = Pieces::default();
    pieces.pieces.push_back(Ok(b"1\n8 8"));
    pieces.pieces.push_back(Err(ErrorKind::Interrupted.into()));
    pieces.pieces.push_back(Ok(b" 8 8 7 7 7 7\n"));
    pieces
        .pieces
        .push_back(Err(ErrorKind::PermissionDenied.into()));
    let error = Reader::new(BufReader::new(&mut pieces))
        .next_turn()
        .unwrap_err();
    assert_eq!(error.cause.field, Field::Unreadable);
    let expected = "line 3: found unreadable input (permission denied), expected a line of a turn";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn an_endless_line_is_refused_at_its_limit() {
    let error = Reader::new(BufReader::new(io::repeat(b' '))).next_turn();
    let cause = error.unwrap_err().cause;
    assert_eq!(cause, Field::TooLong.found("more than 10000 bytes"));
}

#[test]
fn a_huge_line_14_spoils_neither_its_turn_nor_the_next() {
    let (head, _) = TURN.trim_end().rsplit_once('\n').unwrap();
    for count in ["12", "0"] {
        let head = head.replace("\n12", &format!("\n{count}\n"));
        let huge = io::repeat(b'1').take(3_000_000);
        let input = head
            .as_bytes()
            .chain(huge)
            .chain(b"\n".as_slice())
            .chain(TURN.as_bytes());
        let mut reader = Reader::new(BufReader::new(input));
        let warning = reader.next_turn().unwrap().unwrap().moves.err();
        let second = reader.next_turn().unwrap().unwrap();
        let warning = warning.or(reader.late_warning()).unwrap();
        assert_eq!(warning.cause.field, Field::TooLong);
        assert_eq!(second.moves.unwrap().len(), 12);
    }
}

#[test]
fn an_input_without_a_turn_ends_without_an_error() {
    for input in ["", "\n", " \r\n\t\n  "] {
        assert!(Reader::new(input.as_bytes()).next_turn().unwrap().is_none());
    }
}
