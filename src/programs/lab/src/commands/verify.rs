//! `lab verify`: claims about a table, checked by the referee's rules alone.
//!
//! The checker is a package of its own, [`checker`], which cannot see the searches; [`report`] has
//! the words.
//!
//! The claims: that no line wins; that a given line wins, in how many moves; that no
//! shorter one does. A claim that could not be checked to the end is called that.

mod report;

use std::io::Write as _;

use anyhow::Result;
use freecell::moves::Line;
use freecell::referee::{judge, Verdict};
use freecell::table::Table;
use shared::note;

use crate::support::line::{self, GivenLine};
use crate::support::remarks::with_remarks;
use crate::support::rulesets::OneRuleset;
use crate::support::source::Source;
use checker::claimed_game::ClaimedGame;
use checker::limits::{Budget, Limits};
use checker::search::{self, SearchResult};
use cli::stdout;
use report::{Claim, Report};
use shared::commands::Outcome;

const EXAMPLES: &str = "\
Examples:
  freecell-lab verify 11982                                no line wins
  freecell-lab verify 3339166254 --sweep                   the same, in less memory
  freecell-lab verify 10913 --line \"$(freecell-lab solve 10913)\"
  freecell-lab verify 224533 --autoplay all --shortest --line \"3a 4b 37 51 8c 1d 14 62\"

Without --line, the claim is that the table has no solution.
Exit status: 0 the claim is verified, 1 it is refuted or could not be checked.";

/// Check a claim by the referee's rules alone: no solution, a solution, a shortest one
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// Check that this line wins
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = line::argument())]
    line: Option<GivenLine>,
    /// Check that no line of fewer moves wins either
    #[arg(long, requires = "line")]
    shortest: bool,
    /// Forget positions that cannot come again; if there is a solution after all,
    /// it cannot be shown then
    #[arg(long, conflicts_with = "line")]
    sweep: bool,
    #[command(flatten)]
    ruleset: OneRuleset,
    #[command(flatten)]
    limits: Limits,
    /// Print everything that is known as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let dealt = args.source.table()?;
    let dealt = match &args.line {
        Some(line) => line.start(dealt)?,
        None => dealt,
    };
    let table = args.ruleset.begin(dealt.clone());
    let mut budget = Budget::new(args.limits);
    let report = args.check(&dealt, &table, &mut budget)?;
    let cpu = budget.cpu();
    drop(budget);
    let skipped = args
        .line
        .as_ref()
        .map(|line| line.skipped(report.won_after()));
    let skipped = skipped.unwrap_or_default();
    if args.json {
        let mut json = report.in_json(cpu);
        json["skipped"] = skipped.into();
        json["deal"] = args.source.deal(&dealt).into();
        writeln!(stdout(), "{:#}", with_remarks(json))?;
    } else {
        writeln!(stdout(), "{report}")?;
        if let Some(remark) = line::left_out(&skipped) {
            writeln!(stdout(), "{remark}")?;
        }
        if let Some(cost) = report.cost(cpu) {
            note!("{cost}");
        }
    }
    Ok(report.is_verified().into())
}

impl Args {
    fn check(&self, dealt: &Table, table: &Table, budget: &mut Budget) -> Result<Report> {
        let ruleset = self.ruleset.ruleset();
        let game = ClaimedGame::new(table, ruleset);
        let report = |claim, result| Report {
            claim,
            ruleset,
            result,
        };
        let Some(line) = &self.line else {
            let result = match self.sweep {
                _ if table.is_won() => SearchResult {
                    outcome: search::Answer::Line(Line::default()),
                    positions: 1,
                    lower_bound: 0,
                },
                true => search::sweep(&game, budget),
                false => search::any_line(&game, budget),
            };
            return Ok(report(Claim::NoSolution, Some(result)));
        };
        Ok(
            match judge(table, ruleset, &line.under(dealt, table, ruleset)?) {
                Verdict::Won { moves } if self.shortest => {
                    let fewer = moves.checked_sub(1);
                    let search = |fewer| search::short_line(&game, fewer, budget);
                    report(Claim::Shortest(moves), fewer.map(search))
                }
                Verdict::Failed { .. } if line.notation(table).is_some() => {
                    let notation = line.notation(table).expect("asked just now");
                    report(Claim::OtherNotation(notation), None)
                }
                verdict => report(Claim::Line(verdict), None),
            },
        )
    }
}
