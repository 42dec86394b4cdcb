//! The command line of programs whose arguments clap reads: their version, their errors about
//! arguments, their standard output and their exit status. [`output`] writes their files.
//!
//! Where the reader of a pipe is gone, as after `| head -1`, a command goes on without a word,
//! because its exit status is the answer. Only a stream of rows, which may go on for days, ends
//! there.

pub mod output;
pub mod pluralize;

use std::env::consts::{ARCH, OS};
use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// The exit status of wrong usage or input.
pub const WRONG: u8 = 2;

/// The version, and for which system this program was built.
pub fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let is_debug = cfg!(debug_assertions);
    let build = if is_debug { ", debug build" } else { "" };
    format!("{version} ({ARCH}-{OS}{build})")
}

/// Prints a line on standard error. If that is closed or full, only the line is lost, whereas
/// `eprintln!` would end the program.
pub fn remark(line: Arguments) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// A writer to which it is no error that nobody reads any more: what is left is lost.
#[derive(Debug)]
pub struct Heedless<W>(pub W);

impl<W: Write> Write for Heedless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(bytes.len()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            flushed => flushed,
        }
    }
}

impl Heedless<io::Stdout> {
    /// Locks it, as [`io::Stdout::lock`] does.
    pub fn lock(self) -> Heedless<io::StdoutLock<'static>> {
        Heedless(self.0.lock())
    }
}

/// Standard output, whether or not somebody reads it.
pub fn stdout() -> Heedless<io::Stdout> {
    Heedless(io::stdout())
}

/// Prints help or the version, or says in a line or two what is wrong with the
/// arguments.
pub fn refuse(error: &clap::Error) -> ExitCode {
    use clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand as NothingAsked;
    if !error.use_stderr() || error.kind() == NothingAsked {
        // A reader who closed the pipe does not need the help.
        if let Some(why) = error
            .print()
            .err()
            .filter(|why| why.kind() != ErrorKind::BrokenPipe)
        {
            remark(format_args!("error: {why}"));
            return ExitCode::from(WRONG);
        }
    } else {
        remark(format_args!("{}", in_short(&error.render().to_string())));
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(WRONG))
}

/// The first paragraph of clap's message on one line, and the usage on another. Where a value was
/// refused, the message has the usage in it, so only the first line is kept.
fn in_short(message: &str) -> String {
    let mut paragraphs = message.split("\n\n");
    let first = paragraphs.next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    let usage = paragraphs.find_map(|each| each.lines().find(|line| line.starts_with("Usage:")));
    let more = |usage| format!("\n{usage}; --help says more");
    words.join(" ") + &usage.map_or(String::new(), more)
}

/// Joins an error and its causes in one message, since clap prints only the message.
#[expect(clippy::needless_pass_by_value, reason = "as map_err passes it")]
pub fn in_one(error: anyhow::Error) -> anyhow::Error {
    anyhow::anyhow!("{error:#}")
}

/// Whether an error only says that the reader of our output has seen enough.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
