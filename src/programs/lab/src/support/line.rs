//! Lines of moves as people give them: `--line "26, 76, 72"`, `--line @FILE`, and
//! `--line -` for standard input.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::OnceLock;

use anyhow::{anyhow, bail, ensure, Context, Error, Result};
use clap::builder::{OsStringValueParser, TypedValueParser};
use cli::in_one;
use freecell::moves::Move;
use freecell::referee::{judge, Verdict};
use freecell::ruleset::Ruleset;
use freecell::table::Table;
use freecell::text::kpat::{self, SavedGame};
use freecell::text::lines::FoundLine;
use freecell::text::notation::{self, Notation};
use freecell::text::translation;
use shared::note;
use shared::table_file;

/// The most pieces of text that are named as left out, and the most characters of each.
const MOST_NAMED: usize = 5;
const LONGEST_NAMED: usize = 70;

/// The line as it was understood, if it was typed differently.
static UNDERSTOOD: OnceLock<String> = OnceLock::new();

/// A line of moves as it was given.
#[derive(Clone, Debug, Default)]
pub struct GivenLine {
    found: FoundLine,
    /// The line as the puzzle writes it, as far as its words are moves.
    spelled: String,
    /// The reason why a text with tables is no line.
    refusal: Option<String>,
    /// The saved game that the line is the moves of.
    saved: Option<Box<SavedGame>>,
}

/// A parser of arguments that are lines of moves in any spelling, or name a file with one.
pub fn argument() -> impl TypedValueParser<Value = GivenLine> {
    OsStringValueParser::new().try_map(parse)
}

/// A parser of arguments that are any text, or name a file with it.
pub fn text_argument() -> impl TypedValueParser<Value = String> {
    OsStringValueParser::new().try_map(text_of)
}

/// Reads the line of an argument. Whether its words are moves is for the referee to say.
///
/// # Errors
/// The file cannot be read.
fn parse(argument: OsString) -> Result<GivenLine> {
    Ok(GivenLine::read(&text_of(argument)?))
}

impl GivenLine {
    /// Reads a line of moves in any spelling, or the moves that were made in a saved game.
    pub fn read(text: &str) -> GivenLine {
        if kpat::is_saved_game(text) {
            if let Ok(saved) = SavedGame::read(text) {
                return GivenLine::of_saved(saved);
            }
        }
        let (found, refusal) = match FoundLine::try_read(text) {
            Ok(found) => (found, None),
            Err(reason) => (FoundLine::default(), Some(reason)),
        };
        let spelled = found.spelled();
        let words = text.split_whitespace().map(str::to_lowercase);
        let has_sentence = found.words.iter().any(|word| word.text.contains(' '));
        if !has_sentence
            && !spelled.is_empty()
            && !words.eq(spelled.split_whitespace().map(str::to_lowercase))
        {
            let _ = UNDERSTOOD.set(spelled.clone());
        }
        GivenLine {
            found,
            spelled,
            refusal,
            saved: None,
        }
    }

    /// The moves that were made in a saved game.
    pub fn of_saved(saved: SavedGame) -> GivenLine {
        let found = saved.line();
        let has_moves = saved.made > 0;
        GivenLine {
            spelled: found.spelled(),
            found,
            refusal: (!has_moves).then(|| "no move is made in the saved game".to_owned()),
            saved: Some(Box::new(saved)),
        }
    }

    /// The saved game whose moves these are.
    pub fn saved(&self) -> Option<&SavedGame> {
        self.saved.as_deref()
    }

    /// The table on which the line begins: this one, or the first one of the saved game that the
    /// line is, if this is a table of it.
    pub fn start(&self, table: Table) -> Result<Table> {
        let Some(saved) = &self.saved else {
            return Ok(table);
        };
        ensure!(
            (0..=saved.moves.len()).any(|moves| *saved.table(moves) == table),
            "the line is that of a saved game in which the table does not come up"
        );
        Ok(saved.start.clone())
    }

    /// The words as the puzzle writes them under a ruleset, in a game whose first move is made on
    /// the table `begun`, after which some cards of the deal are home. The moves of a saved game
    /// are written so that they carry the same cards.
    ///
    /// # Errors
    /// Those of `on`; the moves cannot be made under that ruleset.
    pub fn under(&self, dealt: &Table, begun: &Table, ruleset: Ruleset) -> Result<String> {
        let spelled = self.on(dealt)?;
        if self.saved.is_none() {
            return Ok(spelled.to_owned());
        }
        let moves = notation::moves(&self.found.words)?;
        Ok(translation::translate_begun(dealt, begun, ruleset, &moves)?.to_string())
    }

    /// The words as the puzzle writes them, separated by blanks, for a line on this table.
    ///
    /// # Errors
    /// The line says that it is for a deal, and the table is another; or there is no line where
    /// one is needed to win.
    pub fn on(&self, table: &Table) -> Result<&str> {
        if let Some(reason) = &self.refusal {
            bail!("{reason}");
        }
        ensure!(
            !self.is_empty() || table.is_won(),
            "found no moves, expected a line of them"
        );
        if let Some(deal) = &self.found.deal {
            let deal = deal.as_ref();
            let deal = deal.map_err(|why| anyhow!("the line is for another deal: {why}"))?;
            ensure!(
                deal.table() == *table,
                "the line is for deal {deal}, and the table is another"
            );
        }
        Ok(&self.spelled)
    }

    /// Whether the text is empty.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.refusal.is_none()
    }

    /// The reason why the line fails on a table: its notation, if that is another program's.
    pub fn why(&self, table: &Table, reason: Error) -> Error {
        match self.notation(table) {
            Some(notation) => anyhow!("{}", in_notation(notation)),
            None => reason,
        }
    }

    /// The words as they were typed.
    pub fn words(&self) -> String {
        let words = self.found.words.iter().map(|word| word.text.to_lowercase());
        words.collect::<Vec<String>>().join(" ")
    }

    /// The texts that were left out of the line; of one that wins after so many moves, the words
    /// after them that are no moves as well, since nobody judges them.
    pub fn skipped(&self, won_after: Option<usize>) -> Vec<String> {
        let beside = self
            .found
            .skipped
            .iter()
            .map(|skipped| skipped.text.clone());
        let words = self.spelled.split_whitespace();
        let rest = words.skip(won_after.unwrap_or(usize::MAX));
        let foreign = rest.filter(|word| word.parse::<Move>().is_err());
        beside.chain(foreign.map(str::to_owned)).collect()
    }

    /// The notation of a line that fails as the puzzle's: another program's, in which it wins, or
    /// one that cannot be mistaken for the puzzle's. A saved game has none.
    pub fn notation(&self, table: &Table) -> Option<Notation> {
        if self.saved.is_some() {
            return None;
        }
        let moves = notation::moves(&self.found.words).ok()?;
        let notation = Notation::of(&moves);
        let wins = || translation::wins(table, Ruleset::default(), &moves);
        // What wins as it stands, if only by other rules, is the puzzle's.
        let is_ours = || {
            Ruleset::likely().any(|ruleset| {
                let verdict = judge(table, ruleset, &self.spelled);
                matches!(verdict, Verdict::Won { .. })
            })
        };
        (notation != Notation::Standard || wins() && !is_ours()).then_some(notation)
    }
}

/// A sentence on texts that were left out of a line.
pub fn left_out(skipped: &[String]) -> Option<String> {
    let named = skipped.iter().take(MOST_NAMED).map(|text| {
        let short: String = text.chars().take(LONGEST_NAMED).collect();
        let dots = if short.len() < text.len() { "..." } else { "" };
        format!("\"{short}{dots}\"")
    });
    let named: Vec<String> = named.collect();
    let more = match skipped.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!named.is_empty()).then(|| format!("left out of the line: {}{more}", named.join(", ")))
}

/// A sentence on a line in another program's notation.
pub fn in_notation(notation: Notation) -> String {
    let name = notation.name();
    format!("the line is in {name}: `freecell-lab translate` writes it as the puzzle does")
}

/// Prints how a line was understood, if it was typed differently. This comes after the arguments
/// are read, since only then is it known whether remarks are wanted.
pub fn say_what_was_understood() {
    if let Some(line) = UNDERSTOOD.get() {
        note!("understood as: {line}");
    }
}

/// The text of an argument, of the file that it names, or of standard input. The name of a file
/// may be any that the system allows.
fn text_of(argument: OsString) -> Result<String> {
    let path = match argument.as_encoded_bytes() {
        b"-" => PathBuf::from(argument),
        [b'@', ..] => path_after_mark(&argument),
        _ => {
            let text = argument.into_string().ok();
            let text = text.context("expected moves, and the text is not UTF-8")?;
            let name = text.trim_start_matches('-');
            let is_option = name.len() < text.len() && name.starts_with(char::is_alphabetic);
            ensure!(!is_option, "expected moves, found the option {text}");
            return Ok(text);
        }
    };
    table_file::read_text(&path, table_file::LONGEST).map_err(in_one)
}

/// The path in an argument that begins with `@`.
fn path_after_mark(argument: &OsStr) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        PathBuf::from(OsStr::from_bytes(&argument.as_encoded_bytes()[1..]))
    }
    #[cfg(not(unix))]
    PathBuf::from(argument.to_string_lossy()[1..].to_owned())
}
