//! What the compiler says of a program's text: its errors and warnings, and the
//! functions it makes of it. It is the judge of every step: of what is dead, of
//! what can go, of which names can be others.

use std::env;
use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use indicatif::ProgressBar;

use crate::bodies::{bodies, Body};

/// How the compiler calls a text from its standard input.
pub const FILE: &str = "<anon>";

/// The compiler and what it said last.
pub struct Compiler {
    last: Option<(String, Answer)>,
    steps: ProgressBar,
}

/// What the compiler says of a text.
#[derive(Clone)]
pub struct Answer {
    /// Its messages about places in the text.
    pub messages: Vec<Diagnostic>,
    /// What it makes of the text, if it accepts it, in the text's order.
    pub bodies: Vec<Body>,
}

impl Answer {
    /// The errors.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        let is_error = |each: &&Diagnostic| each.level == DiagnosticLevel::Error;
        self.messages.iter().filter(is_error)
    }
}

impl Compiler {
    /// A compiler that says on a terminal what it is asked for.
    pub fn new() -> Compiler {
        let steps = ProgressBar::new_spinner();
        Compiler { last: None, steps }
    }

    /// Says what is being done, until the next thing is.
    pub fn step(&self, what: String) {
        self.steps.set_message(what);
        self.steps.tick();
    }

    /// Says nothing more.
    pub fn finish(&self) {
        self.steps.finish_and_clear();
    }

    /// Asks about a program.
    ///
    /// # Errors
    /// The compiler cannot be run, or says what is not understood.
    pub fn ask(&mut self, text: &str) -> Result<Answer> {
        self.steps.inc(1);
        if let Some((_, answer)) = self.last.as_ref().filter(|(known, _)| known == text) {
            return Ok(answer.clone());
        }
        let answer = run(text, "2021")?;
        self.last = Some((text.to_owned(), answer.clone()));
        Ok(answer)
    }
}

/// Asks about a text in an edition.
///
/// # Errors
/// As for [`Compiler::ask`].
pub fn run(text: &str, edition: &str) -> Result<Answer> {
    let folder = env::temp_dir().join(format!("freecell-merge-{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let answer = run_in(&folder, text, edition).context("rustc");
    fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    answer
}

fn run_in(folder: &Path, text: &str, edition: &str) -> Result<Answer> {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut child = Command::new(&compiler)
        .args(["-", "--crate-type=bin", "--crate-name=merged", "--emit=mir"])
        .args(["--edition", edition, "--error-format=json", "--out-dir"])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    let input = child.stdin.take();
    input
        .context("no standard input")?
        .write_all(text.as_bytes())?;
    let output = child.wait_with_output()?;
    let said = String::from_utf8(output.stderr)?;
    let messages = said.lines().map(serde_json::from_str::<Diagnostic>);
    let mut messages = messages
        .collect::<Result<Vec<_>, _>>()
        .with_context(|| said.clone())?;
    messages.retain(|each| !each.spans.is_empty());
    let mut answer = Answer {
        messages,
        bodies: Vec::new(),
    };
    if output.status.success() {
        answer.bodies = bodies(&fs::read_to_string(folder.join("merged.mir"))?);
    }
    Ok(answer)
}

/// The places in the text that a message is about: where it points, and for what
/// a macro expands to, where the macro is called.
pub fn places(message: &Diagnostic) -> impl Iterator<Item = Range<usize>> + '_ {
    let primary = message.spans.iter().filter(|span| span.is_primary);
    primary.filter_map(|mut span| {
        while span.file_name != FILE {
            span = &span.expansion.as_ref()?.span;
        }
        Some(span.byte_start as usize..span.byte_end as usize)
    })
}

/// What the compiler says in one message, without the lists of other types that
/// it puts below the first line of a note.
pub fn full_text(message: &Diagnostic) -> String {
    let notes = message
        .children
        .iter()
        .map(|note| note.message.lines().next());
    let labels = message.spans.iter().map(|span| span.label.as_deref());
    let parts = notes.chain(labels).flatten();
    parts
        .chain([message.message.as_str()])
        .collect::<Vec<_>>()
        .join(" ")
}
