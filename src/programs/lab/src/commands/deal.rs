//! `lab deal`: a table, printed for a bot, for other programs or for a human reader.

use std::io::Write as _;

use anyhow::{bail, ensure, Result};
use clap::ValueEnum;
use freecell::protocol;
use freecell::referee::{Game, MoveError};

use serde_json::json;

use crate::support::line::{self, GivenLine};
use crate::support::remarks::with_remarks;
use crate::support::rulesets::OneRuleset;
use crate::support::source::Source;
use cli::Heedless;
use freecell::text::fc_solve;
use freecell::text::pretty::Pretty;
use freecell::text::rows;
use page::steps::Start;
use shared::commands::Outcome;

const EXAMPLES: &str = "\
Examples:
  freecell-lab deal 10913                           what a bot reads on its first turn
  freecell-lab deal 10913 --format pretty           the same, for a human reader
  freecell-lab deal 10913 --after \"26 76 72 72\"     the table after four moves
  freecell-lab deal 10913 --format fc-solve | fc-solve -m -snx
  freecell-lab deal --input rows.txt --format turn  every format is read as well";

/// Print a Microsoft deal, or the table after some moves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// How to print the table
    #[arg(long, value_enum, default_value = "turn")]
    format: Format,
    /// With the format transposed, write blanks for gaps instead of --, as fc-solve's
    /// transpose-freecell-board reads them
    #[arg(long)]
    blanks: bool,
    /// Play these moves first, in one argument, @FILE or - for standard input
    #[arg(
        long,
        value_name = "MOVES",
        value_parser = line::argument(),
        allow_hyphen_values = true,
        default_value = "",
        hide_default_value = true
    )]
    after: GivenLine,
    #[command(flatten)]
    ruleset: OneRuleset,
    /// Print the table as JSON, with the legal moves and the deal's number
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// The 14 lines that a bot reads, with the legal moves
    Turn,
    /// A board that fc-solve reads
    FcSolve,
    /// The same as PySolFC has it
    Pysol,
    /// Rows instead of cascades
    Transposed,
    /// For a human reader
    Pretty,
}

pub fn run(args: &Args) -> Result<Outcome> {
    ensure!(
        !args.blanks || matches!(args.format, Format::Transposed),
        "--blanks needs --format transposed"
    );
    let table = args.after.start(args.source.table()?)?;
    let ruleset = args.ruleset.ruleset();
    let begun = args.ruleset.begin(table.clone());
    let mut game = Game::new(begun.clone(), ruleset);
    if !args.after.is_empty() {
        let played = play(&mut game, &args.after.under(&table, &begun, ruleset)?);
        played.map_err(|reason| args.after.why(&table, reason))?;
    }
    let skipped = args.after.skipped(None);
    // Standard output is the table's alone.
    if let Some(remark) = line::left_out(&skipped) {
        cli::remark(format_args!("{remark}"));
    }
    let mut out = Heedless(anstream::stdout().lock());
    if args.json {
        let answer = json!({
            "deal": args.source.deal(game.table()),
            "table": Start::new(game.table()),
            "legal": game.legal_moves()[..],
            "skipped": skipped,
        });
        writeln!(out, "{:#}", with_remarks(answer))?;
        return Ok(Outcome::Yes);
    }
    match args.format {
        Format::Turn => {
            let turn = protocol::print(game.table(), &game.legal_moves());
            write!(out, "{turn}")?;
        }
        Format::FcSolve => write!(out, "{}", fc_solve::print(game.table()))?,
        Format::Pysol => write!(out, "{}", fc_solve::print_for_pysol(game.table()))?,
        Format::Transposed if args.blanks => {
            write!(out, "{}", rows::print_with_blanks(game.table()))?;
        }
        Format::Transposed => write!(out, "{}", rows::print(game.table()))?,
        Format::Pretty => write!(out, "{}", Pretty(game.table()))?,
    }
    Ok(Outcome::Yes)
}

fn play(game: &mut Game, line: &str) -> Result<()> {
    for (index, text) in line.split_whitespace().enumerate() {
        let played = text.parse().map_err(MoveError::from);
        let played = played.and_then(|mv| game.play(mv).map_err(MoveError::from));
        if let Err(why) = played {
            bail!("--after: move {} ({text}) fails: {why}", index + 1);
        }
    }
    Ok(())
}
