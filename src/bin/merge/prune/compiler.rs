//! What the compiler says of a program: whether it accepts it, and what in it
//! is dead.
//!
//! What it calls dead is called by nothing, by the types of everything; to drop
//! that cannot change what the rest does.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{bail, Context, Result};
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};

use super::probe::Probe;
use super::units::Survey;
use crate::sources::Program;

/// The units that the compiler calls dead.
///
/// # Errors
/// The compiler cannot be run, or does not accept the program.
pub fn dead(program: &Program) -> Result<BTreeSet<usize>> {
    let probe = Probe::of(program)?;
    let messages = ask(&probe.text)?;
    if let Some(error) = errors(&messages).next() {
        bail!(
            "the compiler does not accept the merged program: {}",
            error.message
        );
    }
    let survey = Survey::of(program);
    let is_dead = |message: &&Diagnostic| {
        let code = message.code.as_ref().map(|code| code.code.as_str());
        let part_of_type = ["variant", "field"]
            .iter()
            .any(|word| message.message.starts_with(word));
        code == Some("dead_code") && !part_of_type
    };
    let spans = messages
        .iter()
        .filter(is_dead)
        .flat_map(|message| &message.spans);
    let units = spans.filter_map(|span| {
        let unit = probe.lines.get(span.line_start - 1).copied().flatten()?;
        (span.is_primary && survey.name(unit) == Some(text(span)?.as_str())).then_some(unit)
    });
    Ok(units.collect())
}

/// The errors among the compiler's messages.
pub fn errors(messages: &[Diagnostic]) -> impl Iterator<Item = &Diagnostic> {
    let is_error = |message: &&Diagnostic| message.level == DiagnosticLevel::Error;
    messages.iter().filter(is_error)
}

/// The compiler's messages about a program's text.
///
/// # Errors
/// The compiler cannot be run.
pub fn ask(text: &str) -> Result<Vec<Diagnostic>> {
    let folder = env::temp_dir().join(format!("merge-{}", std::process::id()));
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let answer = run(text, &folder);
    fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let messages = answer?;
    let parsed = messages.lines().map(serde_json::from_str::<Diagnostic>);
    parsed
        .collect::<Result<_, _>>()
        .context("rustc: not in the form expected")
}

fn run(text: &str, folder: &std::path::Path) -> Result<String> {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut child = Command::new(&compiler)
        .args([
            "-D",
            "noop_method_call",
            "-D",
            "suspicious_double_ref_op",
            "--edition",
            "2021",
            "--crate-type",
            "bin",
            "--crate-name",
            "merged",
        ])
        .args([
            "--emit",
            "metadata",
            "--error-format",
            "json",
            "-",
            "--out-dir",
        ])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| compiler.display().to_string())?;
    let input = child.stdin.take();
    input
        .context("rustc: no standard input")?
        .write_all(text.as_bytes())?;
    let output = child.wait_with_output()?;
    String::from_utf8(output.stderr).context("rustc: not in the form expected")
}

/// The code that a span marks, if it is on one line.
fn text(span: &DiagnosticSpan) -> Option<String> {
    let [line] = span.text.as_slice() else {
        return None;
    };
    let marked = line.text.chars().skip(line.highlight_start - 1);
    Some(
        marked
            .take(line.highlight_end - line.highlight_start)
            .collect(),
    )
}
