//! `lab translate`: a solution of another program as the puzzle writes it.

use std::io::Write as _;

use anyhow::{bail, ensure, Result};
use freecell::moves::Line;
use freecell::referee::{replay, Verdict};
use freecell::text::notation::{self, Notation};
use freecell::text::pasted::Pasted;
use freecell::text::translation;
use freecell::text::Form;
use serde_json::json;
use shared::note;

use crate::support::line::{self as given, GivenLine};
use crate::support::remarks::with_remarks;
use crate::support::rulesets::OneRuleset;
use crate::support::source::Source;
use cli::pluralize::pluralize;
use cli::stdout;
use shared::commands::Outcome;

const EXAMPLES: &str = "\
Examples:
  freecell-lab translate 4 --autoplay all --line \
    5757513r5r5r3563316r767r732625b783181561368516232r1r8r
  freecell-lab deal 617 --format fc-solve | fc-solve -m -snx | freecell-lab translate 617
  freecell-lab deal 617 --format fc-solve | fc-solve -p -t -sam | freecell-lab translate 617

Understood are fc-solve's notations (-sn, -snx), its sentences (\"Move a card from stack 3
to freecell 0\"), and macroxue's (6r565r52, also in a link).
Exit status: 0 the line wins, 1 it does not.";

/// Write a solution of another program as the puzzle does
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// The solution, in one argument, @FILE or - for standard input
    #[arg(long, value_name = "MOVES", default_value = "-", allow_hyphen_values = true, value_parser = given::text_argument())]
    line: String,
    #[command(flatten)]
    ruleset: OneRuleset,
    /// Print the line and its verdict as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let ruleset = args.ruleset.ruleset();
    let given = GivenLine::read(&args.line);
    let dealt = given.start(args.source.table()?)?;
    let table = args.ruleset.begin(dealt.clone());
    let pasted = Pasted::of_a_line(&args.line);
    if let (true, Some(error)) = (pasted.lines.is_empty(), pasted.errors.first()) {
        bail!("no moves of another program found: {error}");
    }
    let found = pasted.into_line();
    let moves = notation::moves(&found.words)?;
    ensure!(
        !moves.is_empty() || table.is_won(),
        "no moves of another program found"
    );
    let line = match moves[..] {
        [] => Line::default(),
        _ => translation::translate_begun(&dealt, &table, ruleset, &moves)?,
    };
    let verdict = replay(&table, ruleset, &line);
    let texts = found.skipped.into_iter().map(|skipped| skipped.text);
    let skipped: Vec<String> = texts.collect();
    let notation = match given.saved() {
        Some(_) => Form::SavedGame.name(),
        None => Notation::of(&moves).name(),
    };
    let is_won = matches!(verdict, Verdict::Won { .. });
    if args.json {
        let answer = json!({
            "deal": args.source.deal(&dealt),
            "line": line,
            "won": is_won,
            "moves": line.len(),
            "moves_before": moves.len(),
            "notation": notation,
            "skipped": skipped,
        });
        writeln!(stdout(), "{:#}", with_remarks(answer))?;
    } else {
        writeln!(stdout(), "{line}")?;
        if let Some(remark) = given::left_out(&skipped) {
            // Standard output is the line's alone.
            cli::remark(format_args!("{remark}"));
        }
        let count = pluralize(moves.len(), "move");
        note!("{count} translated: {verdict} under {ruleset}");
    }
    Ok(is_won.into())
}
