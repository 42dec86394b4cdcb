//! Shuffling Patience: how high the piles are when a deck has been played.
//!
//! [`game`] plays a deck, [`decks`] reads decks; this file reads the arguments. Of the
//! library, only cards are used.

mod decks;
mod game;

use std::env;
use std::error::Error;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;

use decks::Decks;
use game::play;

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
    let Err(error) = done.and(heedless(out.flush()).map_err(Box::from)) else {
        return ExitCode::SUCCESS;
    };
    let is_output = error.is::<io::Error>();
    let what = if is_output {
        "cannot write the results: "
    } else {
        ""
    };
    // The decks played before the error are printed all the same.
    drop(out);
    // A standard error that is closed or full costs the message alone.
    let _ = writeln!(io::stderr(), "shuffling-patience: {what}{error}");
    ExitCode::from(WRONG_INPUT)
}

/// Does what the arguments ask.
///
/// # Errors
/// An [`io::Error`] if the output cannot be written; a message for everything else.
fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let is = |names: [&str; 2]| {
        arguments
            .iter()
            .any(|argument| names.iter().any(|name| argument == name))
    };
    if is(["-h", "--help"]) {
        return Ok(heedless(out.write_all(HELP.as_bytes()))?);
    }
    if is(["-V", "--version"]) {
        let version = env!("CARGO_PKG_VERSION");
        let (arch, system) = (env::consts::ARCH, env::consts::OS);
        let version = format!("shuffling-patience {version} ({arch}-{system})\n");
        return Ok(heedless(out.write_all(version.as_bytes()))?);
    }
    let unknown =
        |argument: &&OsString| argument.as_encoded_bytes().starts_with(b"-") && *argument != "-";
    if let Some(option) = arguments.iter().find(unknown) {
        let option = option.display();
        return Err(format!("there is no option {option}; --help lists the options").into());
    }
    if arguments.is_empty() {
        return play_all(&mut io::stdin().lock(), out);
    }
    for name in &arguments {
        let played = if name == "-" {
            play_all(&mut io::stdin().lock(), out)
        } else {
            File::open(name)
                .map_err(|error| format!("cannot be opened: {error}").into())
                .and_then(|file| play_all(&mut BufReader::new(file), out))
        };
        played.map_err(|error| {
            if error.is::<io::Error>() {
                error
            } else {
                format!("{}: {error}", name.display()).into()
            }
        })?;
    }
    Ok(())
}

/// Plays all decks up to the `#`, printing a line for each.
fn play_all(input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut decks = Decks::new(input);
    while let Some(deck) = decks.next()? {
        let outcome = play(deck);
        heedless(writeln!(out, "{:>3}:{outcome}", decks.number))?;
    }
    Ok(())
}

/// Where the reader of the output is gone, the rest of the decks is played without a word: one of
/// them may be wrong, which the exit status says.
fn heedless(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
