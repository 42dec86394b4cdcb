//! A solution of another program in the input, written as the puzzle does.

use freecell::moves::Line;
use freecell::referee::{judge, replay, Verdict};
use freecell::ruleset::Ruleset;
use freecell::table::Table;
use freecell::text::lines::FoundLine;
use freecell::text::notation::{self, Notation, OtherMove};
use freecell::text::pasted::Pasted;
use freecell::text::translation;

use super::report::Report;
use super::words::verdicts_on;

/// A solution of another program.
pub struct Translated {
    /// The notation that it is in.
    pub notation: Notation,
    /// The line as the puzzle writes it, or the reason why there is none.
    pub line: Result<Line, String>,
    /// The words of the solution.
    words: FoundLine,
}

impl Translated {
    /// The solution in an input: moves that cannot be mistaken for the puzzle's, or a line that
    /// wins as another program's and under no likely ruleset as the puzzle's.
    pub fn find(input: &Pasted, report: &Report) -> Option<Translated> {
        let table = &input.tables[0].table;
        let words = input.clone().into_line();
        let sent = report.line.as_ref().map(FoundLine::spelled);
        let own = [Some(words.spelled()), sent].into_iter().flatten();
        let is_won = |line: String| {
            let wins = |ruleset| matches!(judge(table, ruleset, &line), Verdict::Won { .. });
            Ruleset::likely().any(wins)
        };
        if own.into_iter().any(is_won) {
            return None;
        }
        let moves = notation::moves(&words.words);
        let notation = moves
            .as_ref()
            .map_or(Notation::Standard, |moves| Notation::of(moves));
        let line = moves.map_err(|error| error.to_string());
        let line = line.and_then(|moves| translate(table, &moves));
        let is_turn = report.after.is_some() && input.tables.len() < 3;
        let wins = |line: &Line| {
            let verdict = replay(table, Ruleset::default(), line);
            matches!(verdict, Verdict::Won { .. })
        };
        let is_one = match notation {
            Notation::Standard => line.as_ref().is_ok_and(wins) && !is_turn,
            _ => true,
        };
        is_one.then_some(Translated {
            notation,
            line,
            words,
        })
    }

    /// Sentences on a solution for that table.
    pub fn paragraphs(&self, table: &Table) -> Vec<String> {
        let name = self.notation.name();
        match &self.line {
            Ok(line) => {
                let written = format!("as the puzzle writes it: {line}");
                let verdicts = verdicts_on(&line.to_string(), table, Ruleset::likely());
                [vec![written], verdicts].concat()
            }
            Err(why) => vec![format!("the line is in {name}: {why}")],
        }
    }

    /// The line to show on a page.
    pub fn to_play(&self) -> String {
        let line = self.line.as_ref().map(ToString::to_string);
        line.unwrap_or_else(|_| self.words.spelled())
    }
}

/// The line as the puzzle writes it, replayed.
fn translate(table: &Table, moves: &[OtherMove]) -> Result<Line, String> {
    let ruleset = Ruleset::default();
    let line = translation::translate(table, ruleset, moves).map_err(|error| error.to_string())?;
    match replay(table, ruleset, &line) {
        Verdict::Won { .. } | Verdict::Open => Ok(line),
        failed @ Verdict::Failed { .. } => Err(failed.to_string()),
    }
}
