//! `lab replay`: a web page that plays a line, move by move ([`crate::support::replay`]).

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{anyhow, bail, Context as _, Result};
use freecell::belief::Belief;
use freecell::deal;
use freecell::moves::Move;
use freecell::plan::{Planner, Request};
use freecell::referee::{Game, Step};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::budget::Budget;
use freecell::search::outcome;
use freecell::table::Table;
use freecell::text::kpat;
use freecell::text::notation::Notation;
use shared::note;

use crate::support::line::{self, GivenLine};
use crate::support::remarks::with_remarks;
use crate::support::replay::{destination, page, Replay};
use crate::support::rulesets::{OneRuleset, Rules};
use crate::support::source::Source;
use crate::support::steps;
use cli::output::Overwrite;
use cli::stdout;
use shared::commands::Outcome;
use shared::row_file::summary_output;

/// The budget of the search if no line is given: positions rather than time, so that
/// the same deal always gets the same line, and memory that any desktop has.
const POSITIONS: u64 = 400_000;
const BYTES: usize = 512 << 20;

const EXAMPLES: &str = "\
Examples:
  freecell-lab replay 10913                            the line that the bot's search finds
  freecell-lab replay 617 --autoplay all -o 617.html
  freecell-lab replay 617 --for kpat --text            the moves in KPatience, in words
  freecell-lab replay 10913 --text                     the moves in words
  freecell-lab replay 617 --format kpat -o 617.kpat     to watch it in kpat
  freecell-lab replay --input turn.txt --line \"4h 41\"
  freecell-lab replay 1 --rules heineman --line \"$(freecell-heineman staged 1 --moves | tail -1)\"

Exit status: 0 the line wins, 1 it does not (the page is written all the same, and
stops at the move that fails), 2 wrong usage or input.";

/// Write a web page that plays a line of moves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// The moves to play, in one argument, @FILE or - for standard input [default: the
    /// bot's search finds a line]
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = line::argument(), required_if_eq("rules", "heineman"))]
    line: Option<GivenLine>,
    /// Whose rules to play by; those of Heineman's column need a line
    #[arg(long, value_enum, default_value_t = Rules::Puzzle, conflicts_with_all = ["autoplay", "capacity", "long_run", "program"])]
    rules: Rules,
    #[command(flatten)]
    ruleset: OneRuleset,
    /// Where to write the page; - is standard output [default: replay.html, where an earlier
    /// page is replaced]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// What to write: the page, or a saved game of kpat's, which opens before the first move; its
    /// Redo plays the moves [default output: replay.kpat]
    #[arg(long, value_enum, default_value = "page", conflicts_with_all = ["text", "json", "rules"])]
    format: Format,
    /// Print the moves in words instead of writing a page
    #[arg(long, conflicts_with_all = ["output", "rules"])]
    text: bool,
    /// Print the moves and all that they move as JSON instead of writing a page
    #[arg(long, conflicts_with_all = ["output", "text"])]
    json: bool,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A web page
    Page,
    /// A saved game of kpat's
    Kpat,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let (output, overwrite) = match args.format {
        Format::Page => destination(args.output.as_deref(), args.overwrite),
        Format::Kpat => {
            let named = args.output.clone();
            (
                named.unwrap_or_else(|| "replay.kpat".into()),
                args.overwrite,
            )
        }
    };
    if !args.text && !args.json {
        overwrite.check(&output)?;
    }
    let dealt = args.source.table()?;
    let dealt = match &args.line {
        Some(line) => line.start(dealt)?,
        None => dealt,
    };
    let table = args.ruleset.begin(dealt.clone());
    let ruleset = args.ruleset.ruleset();
    let line = match (&args.line, args.rules) {
        (Some(line), Rules::Puzzle) => line.under(&dealt, &table, ruleset)?,
        (Some(line), Rules::Heineman) => line.on(&table).map(|_| line.words())?,
        (None, Rules::Puzzle) => find_line(&table, ruleset),
        (None, Rules::Heineman) => bail!("a line by the column's rules is needed: --line"),
    };
    let name = args.source.name(&dealt);
    let replay = match args.rules {
        Rules::Puzzle => Replay::new(name, &table, ruleset, &line),
        Rules::Heineman => Replay::by_column_rules(name, &table, &line),
    };
    let won_after = replay.won.then_some(replay.moves.len());
    let skipped = args.line.as_ref().map(|line| line.skipped(won_after));
    let failing = args.line.as_ref().filter(|_| replay.fails());
    let failing = failing.filter(|_| args.rules == Rules::Puzzle);
    let notation = failing.and_then(|line| line.notation(&table));
    let left_out = line::left_out(skipped.as_deref().unwrap_or_default());
    let remarks: Vec<String> = left_out
        .into_iter()
        .chain(notation.map(line::in_notation))
        .collect();
    if args.json {
        let mut json = serde_json::to_value(&replay)?;
        json["skipped"] = skipped.into();
        json["notation"] = notation.map(Notation::name).into();
        json["deal"] = args.source.deal(&dealt).into();
        writeln!(stdout(), "{:#}", with_remarks(json))?;
    } else if args.text {
        write!(stdout(), "{}", steps::in_words(&table, ruleset, &line))?;
        writeln!(stdout(), "{}", replay.outcome())?;
        for remark in remarks {
            writeln!(stdout(), "{remark}")?;
        }
    } else {
        let written = match args.format {
            Format::Page => page(&replay)?,
            Format::Kpat => saved_game(&dealt, &table, ruleset, &line)?,
        };
        overwrite.write(&output, written)?;
        let (name, outcome) = (output.display(), replay.outcome());
        let mut out = summary_output(Some(&output));
        writeln!(out, "{name}: {}, {outcome}", replay.title)?;
        for remark in remarks {
            writeln!(out, "{remark}")?;
        }
    }
    Ok(replay.won.into())
}

/// A line as a saved game of kpat's: a state for each move, and one for each card that goes home by
/// itself, those before the first move included. It shows the table on which that move is made, and
/// ends before the first move that fails.
fn saved_game(dealt: &Table, begun: &Table, ruleset: Ruleset, line: &str) -> Result<String> {
    let number = deal::number(dealt).filter(|&number| i32::try_from(number).is_ok());
    let without_autoplay = Ruleset {
        autoplay: Autoplay::None,
        ..ruleset
    };
    let mut kept = SavedSteps {
        game: Game::new(dealt.clone(), without_autoplay),
        steps: Vec::new(),
    };
    if begun != dealt {
        kept.make(&Game::new(dealt.clone(), ruleset).autoplay())?;
    }
    let shown = kept.steps.len();
    let mut game = Game::new(begun.clone(), ruleset);
    for mv in line.split_whitespace().map_while(|word| word.parse().ok()) {
        let Ok(played) = game.play(mv) else { break };
        kept.make(&played)?;
        if game.is_won() {
            // A game that has been won is over for kpat as soon as it is opened, so the last card
            // is left for it to send home.
            kept.steps.pop();
            break;
        }
    }
    let number = number.unwrap_or(0);
    Ok(kpat::print(dealt, number, &kept.steps, shown))
}

/// The steps of a game as they are saved, and the table after them.
struct SavedSteps {
    game: Game,
    steps: Vec<kpat::Step>,
}

impl SavedSteps {
    fn make(&mut self, steps: &[Step]) -> Result<()> {
        for step in steps {
            self.steps.push(kpat::step_on(self.game.table(), step));
            let single = Move::new(step.from, step.to).context("a step that is no move")?;
            let played = self.game.play(single);
            played.map_err(|why| anyhow!("{single}: {why}"))?;
        }
        Ok(())
    }
}

/// The line that the bot's search finds. If it does not win, standard error says so, and
/// it brings cards home.
fn find_line(table: &Table, ruleset: Ruleset) -> String {
    let request = Request::new(table, Belief::only(ruleset));
    let mut budget = Budget::limited(POSITIONS, BYTES);
    let plan = Planner::default().plan(request, &mut budget);
    match plan.outcome {
        outcome::Outcome::Solved(_) => {}
        outcome::Outcome::NoLine => note!("{}", plan.outcome),
        outcome::Outcome::Stopped(_) => {
            note!("no winning line found among {POSITIONS} positions");
        }
    }
    plan.line.to_string()
}
