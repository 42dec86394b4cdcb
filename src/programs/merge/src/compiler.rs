//! Rustc's results for a program's text: its errors and warnings, and the functions that it
//! compiles the text to. They decide every step: what is dead, what can go, which names can change.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, File};
use std::ops::Range;
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{anyhow, bail, ensure, Context, Result};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel};
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use crate::bodies::{bodies, Body};

/// The compiler's name for a text from its standard input.
const FILE: &str = "<anon>";

/// The compiler, with its result for the last program that it accepted.
pub struct Compiler {
    last: (String, Compilation),
    steps: ProgressBar,
}

/// The compiler's result for a text.
#[derive(Clone, Default)]
pub struct Compilation {
    /// Its messages about places in the text.
    pub messages: Vec<Diagnostic>,
    /// The functions' bodies in the text's order, if the text is accepted and they were asked for.
    pub bodies: Vec<Body>,
    /// The lines of the functions that a run could reach, if they were asked for.
    pub reached: BTreeSet<usize>,
}

/// The stages of compilation whose results are wanted; each includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Errors of names, in a sixth of the time that all messages take.
    Names,
    Messages,
    Bodies,
    /// Which functions it compiles: only those that `main` can reach.
    Reached,
}

impl Compilation {
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        let is_error = |each: &&Diagnostic| each.level == DiagnosticLevel::Error;
        self.messages.iter().filter(is_error)
    }

    pub fn error(&self) -> Option<String> {
        self.errors().next().map(full_text)
    }

    /// The bodies of a text that merging has produced, which must have no errors.
    pub fn accepted(self) -> Result<Vec<Body>> {
        if let Some(name) = self.declared_twice().next() {
            bail!(
                "`{name}` is declared more than once, by macros, which cannot be told to declare \
                 another name: give one of them another name in the sources"
            );
        }
        let error = self.error().unwrap_or_default();
        let is_fine = error.is_empty();
        ensure!(is_fine, "the merged text does not compile: {error}");
        Ok(self.bodies)
    }

    /// The names that the errors say are declared more than once.
    pub fn declared_twice(&self) -> impl Iterator<Item = String> + '_ {
        let is_about = |error: &&Diagnostic| {
            let code = error.code.as_ref().map(|code| code.code.as_str());
            matches!(code, Some("E0428" | "E0255"))
        };
        let names = self.errors().filter(is_about);
        names.filter_map(|error| Some(error.message.split('`').nth(1)?.to_owned()))
    }

    /// The places in the text that the errors point to.
    pub fn places(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        self.errors().flat_map(places)
    }

    /// The same without errors about missing traits: while a trait has been renamed only in some
    /// places, types that are named correctly seem to lack it.
    pub fn places_of_names(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let is_of_name = |error: &&Diagnostic| {
            let code = error.code.as_ref().map(|code| code.code.as_str());
            code != Some("E0277")
        };
        self.errors().filter(is_of_name).flat_map(places)
    }
}

impl Compiler {
    /// A compiler that shows its current step on a terminal.
    pub fn new() -> Compiler {
        let template = "{spinner} {elapsed}, {pos} rounds of the compiler  {msg}";
        let style = ProgressStyle::with_template(template).expect("the template is ours");
        let steps = ProgressBar::no_length().with_style(style);
        let steps = steps.with_finish(ProgressFinish::AndClear);
        steps.enable_steady_tick(Duration::from_millis(200));
        let last = Default::default();
        Compiler { last, steps }
    }

    /// Shows the current step on a terminal.
    pub fn step(&self, what: String) {
        self.steps.set_message(what);
    }

    /// Compiles a program to that depth if it has no errors of names.
    pub fn compile_if_named(&mut self, text: &str, depth: Depth) -> Result<Compilation> {
        let names = self.compile(text, Depth::Names)?;
        if names.error().is_some() {
            return Ok(names);
        }
        self.compile(text, depth)
    }

    /// Checks a program.
    pub fn check(&mut self, text: &str) -> Result<Compilation> {
        self.compile(text, Depth::Messages)
    }

    /// Checks a program and gets its functions' bodies, which takes twice as long.
    pub fn check_with_bodies(&mut self, text: &str) -> Result<Compilation> {
        self.compile(text, Depth::Bodies)
    }

    /// Compiles a program to that depth.
    pub fn compile(&mut self, text: &str, depth: Depth) -> Result<Compilation> {
        let Compilation {
            bodies, reached, ..
        } = &self.last.1;
        let is_enough = match depth {
            Depth::Names | Depth::Messages => true,
            Depth::Bodies => !bodies.is_empty(),
            Depth::Reached => !reached.is_empty(),
        };
        if self.last.0 == text && is_enough {
            return Ok(self.last.1.clone());
        }
        self.steps.inc(1);
        let compilation = run(text, "2021", depth)?;
        if depth > Depth::Names && compilation.error().is_none() {
            self.last = (text.to_owned(), compilation.clone());
        }
        Ok(compilation)
    }
}

/// Compiles a text in edition 2021, down to its functions' bodies, and checks it in edition 2024.
pub fn compile_in_both_editions(text: &str) -> Result<(Compilation, Compilation)> {
    thread::scope(|scope| {
        let newer = scope.spawn(|| run(text, "2024", Depth::Messages));
        let older = run(text, "2021", Depth::Bodies)?;
        let newer = newer.join().map_err(|_| anyhow!("a thread panicked"))?;
        Ok((older, newer?))
    })
}

fn run(text: &str, edition: &str, depth: Depth) -> Result<Compilation> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("merged.rs");
    fs::write(&source, text)?;
    let compiler = env::var("RUSTC").unwrap_or("rustc".to_owned());
    let mut command = Command::new(&compiler);
    command.args(["-", "--crate-type=bin", "--crate-name=merged", "--emit"]);
    let emitted = ["dep-info", "metadata", "mir", "mir,llvm-ir"][depth as usize];
    command.args([emitted, "--edition", edition, "--error-format=json"]);
    if depth == Depth::Reached {
        command.args("-C no-prepopulate-passes -C debuginfo=line-tables-only".split(' '));
    }
    command.arg("--out-dir").arg(folder.path());
    let output = command.stdin(File::open(source)?).output();
    let output = output.context(compiler)?;
    let said = String::from_utf8(output.stderr)?;
    let messages = said.lines().map(serde_json::from_str::<Diagnostic>);
    let mut messages = messages.collect::<Result<Vec<_>, _>>()?;
    messages.retain(|each| !each.spans.is_empty());
    let dump = |kind: &str| {
        let dump = folder.path().join("merged").with_extension(kind);
        let dump = Some(dump).filter(|it| it.is_file());
        dump.map_or(Ok(String::new()), fs::read_to_string)
    };
    let compilation = Compilation {
        messages,
        bodies: bodies(&dump("mir")?),
        reached: reached(&dump("ll")?),
    };
    let is_clear = output.status.success() || compilation.error().is_some();
    ensure!(is_clear, "the compiler failed: {said}");
    Ok(compilation)
}

/// The lines of the program's functions in a dump for code generation, by its notes for debuggers.
fn reached(dump: &str) -> BTreeSet<usize> {
    let notes = dump.lines().filter_map(|line| line.split_once(" = "));
    let head = format!("!DIFile(filename: \"{FILE}\",");
    let file = notes.clone().find(|(_, note)| note.starts_with(&head));
    let Some((file, _)) = file else {
        return BTreeSet::new();
    };
    let before_line = format!(" file: {file}, line: ");
    let functions = notes.filter(|(_, note)| note.contains("!DISubprogram("));
    let lines = functions.filter_map(|(_, note)| {
        let (_, rest) = note.split_once(&before_line)?;
        rest.split(',').next()?.parse().ok()
    });
    lines.collect()
}

/// The places in the text that a message is about: those it points to, or, for code that a macro
/// expands to, those where the macro is called.
pub fn places(message: &Diagnostic) -> impl Iterator<Item = Range<usize>> + '_ {
    let primary = message.spans.iter().filter(|span| span.is_primary);
    primary.filter_map(|mut span| {
        while span.file_name != FILE {
            span = &span.expansion.as_ref()?.span;
        }
        Some(span.byte_start as usize..span.byte_end as usize)
    })
}

/// The full text of one message, without the lists of other types that the compiler puts below the
/// first line of a note.
pub fn full_text(message: &Diagnostic) -> String {
    let notes = message.children.iter();
    let notes = notes.map(|note| note.message.lines().next());
    let labels = message.spans.iter().map(|span| span.label.as_deref());
    let parts = notes.chain(labels).flatten();
    let parts: Vec<&str> = parts.chain([message.message.as_str()]).collect();
    parts.join(" ")
}
