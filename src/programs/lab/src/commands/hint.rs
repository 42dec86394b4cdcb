//! `lab hint`: what each move leads to, and which move of a line lost the game.
//!
//! [`analyzer`] analyses tables within a time: [`moves`] those after every legal move,
//! [`mod@line`] those along a line. A number of moves is either that of a line which the
//! referee has replayed, or proved.

mod analyzer;
pub mod line;
mod moves;

use std::io::Write as _;
use std::time::Duration;

use anyhow::Result;
use freecell::moves::{Line, Move};
use freecell::ruleset::Ruleset;
use shared::note;

use crate::support::line::{self as given, GivenLine};
use crate::support::remarks::with_remarks;
use crate::support::rulesets::OneRuleset;
use crate::support::source::Source;
use analyzer::Analyzer;
use cli::stdout;
use shared::clock::wall;
use shared::memory::Bytes;
use shared::{commands::Outcome, duration, interrupt, progress};

const EXAMPLES: &str = "\
Examples:
  freecell-lab hint 617                            what each first move leads to
  freecell-lab deal 617 --after \"2a 27\" | freecell-lab hint -
  freecell-lab hint 617 --line \"2a 27 4b 46 72 3c\"  which of these moves lost the game?
  freecell-lab hint 617 --for kpat                 the same for whoever plays in KPatience
  freecell-lab hint --input board.txt --time 60s --json

A move is lost if it is proved that no line wins after it. The numbers of moves count
the move itself: those of the shortest line found, and how many are needed at least.
Exit status: 0 the table is not known to be lost, 1 it is lost.";

/// The time and the memory for an analysis without options.
const USUAL_TIME: Duration = Duration::from_secs(8);
const USUAL_BYTES: usize = 1 << 30;

/// Say of every legal move whether it wins, or which move of a line lost
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Say of this line's moves which one lost the game, or what they cost
    #[arg(long, visible_alias = "after", value_name = "MOVES", allow_hyphen_values = true, value_parser = given::argument())]
    line: Option<GivenLine>,
    /// The time to spend, by the wall clock
    #[arg(long, value_name = "TIME", default_value = "8s", value_parser = duration::parse)]
    time: Duration,
    #[command(flatten)]
    ruleset: OneRuleset,
    /// The memory that a search may use
    #[arg(long, value_name = "BYTES", default_value = "1G")]
    memory: Bytes,
    /// Print all that is known as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let dealt = args.source.table()?;
    let table = args.ruleset.begin(dealt.clone());
    interrupt::install_handler();
    let ruleset = args.ruleset.ruleset();
    let bytes = usize::try_from(args.memory.0)?;
    let mut analyzer = Analyzer::new(ruleset, bytes, wall() + args.time);
    let bar = progress::timer(None, "analyzing");
    let (text, mut json, is_lost) = if let Some(line) = &args.line {
        let dealt = line.start(dealt.clone())?;
        let table = args.ruleset.begin(dealt.clone());
        let words = line.under(&dealt, &table, ruleset)?;
        let replay = line::Replay::analyze(&table, &words, &mut analyzer);
        let replay = replay.map_err(|reason| line.why(&table, reason))?;
        let skipped = line.skipped(replay.won_after());
        let remark = given::left_out(&skipped).map_or(String::new(), |it| it + "\n");
        let mut json = replay.in_json();
        json["skipped"] = skipped.into();
        (replay.to_string() + &remark, json, replay.is_lost())
    } else {
        let hints = moves::Hints::analyze(&table, &mut analyzer)?;
        (hints.to_string(), hints.in_json(), hints.is_lost())
    };
    json["deal"] = args.source.deal(&dealt).into();
    bar.finish_and_clear();
    if args.json {
        writeln!(stdout(), "{:#}", with_remarks(json))?;
    } else {
        write!(stdout(), "{text}")?;
    }
    if interrupt::interrupted() {
        note!("interrupted: with more time, more can be found out");
    }
    Ok((!is_lost).into())
}

/// An analyzer with this command's usual time and memory.
pub fn analyzer_for(ruleset: Ruleset) -> Analyzer {
    interrupt::install_handler();
    Analyzer::new(ruleset, USUAL_BYTES, wall() + USUAL_TIME)
}

fn prepend(mv: Move, line: &Line) -> Line {
    [mv].into_iter().chain(line).collect()
}
