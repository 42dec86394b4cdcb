//! Shuffling Patience: how high the piles are when a deck has been played.
//!
//! [`game`] plays a deck, [`decks`] reads decks, and [`error`] says what can be wrong;
//! this file reads the arguments. Of the library, only cards are used.

mod decks;
mod error;
mod game;

use std::env;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;

use decks::Decks;
use error::Error;
use game::play;

/// The exit status of wrong input.
const WRONG_INPUT: u8 = 2;

const HELP: &str = "\
Plays Shuffling Patience and prints how high each pile is when a deck has been
played, or on which card a seventeenth pile would have been needed.

Usage: shuffling-patience [FILE]...

A file, or - or nothing for standard input, holds decks of 52 cards in whole
lines, such as four of thirteen, and ends with a line #. A card is its rank
(A, 2 to 9, T, J, Q, K) and its suit (S, H, C, D). Each file's decks are
numbered from 1.

Options:
  -h, --help     Print this help
  -V, --version  Print the version

Example:
  shuffling-patience fixtures/shuffling/cases.in

Exit status: 0 all decks played, 2 wrong usage or input.
";

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(&mut out);
    match done.and(out.flush().map_err(Error::Output)) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has seen enough.
        Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // The decks played before the error are printed all the same.
            drop(out);
            // A standard error that is closed or full costs the message alone.
            let _ = writeln!(io::stderr(), "shuffling-patience: {error}");
            ExitCode::from(WRONG_INPUT)
        }
    }
}

/// Does what the arguments ask.
fn run(out: &mut impl Write) -> Result<(), Error> {
    let arguments: Vec<String> = env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let is = |names: [&str; 2]| {
        arguments
            .iter()
            .any(|argument| names.contains(&&**argument))
    };
    if is(["-h", "--help"]) {
        return out.write_all(HELP.as_bytes()).map_err(Error::Output);
    }
    if is(["-V", "--version"]) {
        let version = env!("CARGO_PKG_VERSION");
        let (arch, system) = (env::consts::ARCH, env::consts::OS);
        return writeln!(out, "shuffling-patience {version} ({arch}-{system})")
            .map_err(Error::Output);
    }
    let unknown = |argument: &&String| argument.starts_with('-') && *argument != "-";
    if let Some(option) = arguments.iter().find(unknown) {
        return Err(Error::Option(option.clone()));
    }
    if arguments.is_empty() {
        return play_all(&mut io::stdin().lock(), out);
    }
    for name in &arguments {
        let played = if name == "-" {
            play_all(&mut io::stdin().lock(), out)
        } else {
            File::open(name)
                .map_err(Error::Open)
                .and_then(|file| play_all(&mut BufReader::new(file), out))
        };
        played.map_err(|error| error.in_file(name))?;
    }
    Ok(())
}

/// Plays all decks up to the `#`, printing a line for each.
fn play_all(input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Error> {
    let mut decks = Decks::new(input);
    while let Some(deck) = decks.next()? {
        let outcome = play(deck);
        writeln!(out, "{:>3}:{outcome}", decks.number).map_err(Error::Output)?;
    }
    Ok(())
}
