//! Lines of moves as people give them: `--line "26, 76, 72"`, `--line @FILE`, and
//! `--line -` for standard input.

use std::path::Path;
use std::sync::OnceLock;

use anyhow::Result;
use cli::in_one;
use freecell::text::pasted_moves;
use shared::note;
use shared::table_file;

/// The line as it was understood, if it was typed differently.
static UNDERSTOOD: OnceLock<String> = OnceLock::new();

/// Reads a line of moves in any spelling; the result is written as the puzzle wants it. Words
/// separated by blanks alone are a line even if one of them is not a move, or is a move of the
/// column's (`27/3`): the referee decides which it is.
///
/// # Errors
/// The file cannot be read, or what stands between marks is not a move.
pub fn parse(argument: &str) -> Result<String> {
    let text = text_of(argument)?;
    let line = match pasted_moves::read(&text) {
        _ if text.contains('/') && is_bare(&text.replace('/', "")) => return Ok(text),
        Ok(line) => line.to_string(),
        Err(_) if is_bare(&text) => return Ok(text),
        Err(error) => return Err(error.into()),
    };
    if !line.split(' ').eq(text.to_lowercase().split_whitespace()) && !line.is_empty() {
        let _ = UNDERSTOOD.set(line.clone());
    }
    Ok(line)
}

/// Prints how a line was understood, if it was typed differently. This comes after the arguments
/// are read, since only then is it known whether remarks are wanted.
pub fn say_what_was_understood() {
    if let Some(line) = UNDERSTOOD.get() {
        note!("understood as: {line}");
    }
}

/// The text of an argument, of the file that it names, or of standard input.
pub fn text_of(argument: &str) -> Result<String> {
    let path = match argument.strip_prefix('@') {
        Some(path) => path,
        None if argument == "-" => argument,
        None => return Ok(argument.to_owned()),
    };
    table_file::read_text(Path::new(path), table_file::LONGEST).map_err(in_one)
}

fn is_bare(text: &str) -> bool {
    let is_word_character = |c: char| c.is_whitespace() || c.is_alphanumeric();
    text.chars().all(is_word_character)
}
