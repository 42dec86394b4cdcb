//! `lab check`: the verdict on a line of moves, under every likely ruleset or all.

mod column;

use std::io::Write;

use anyhow::Result;
use freecell::referee::{judge, Game, Verdict};
use freecell::table::Table;
use freecell::text::notation::Notation;
use serde_json::Value;

use crate::support::line::{self, GivenLine};
use crate::support::programs::JudgedBy;
use crate::support::remarks::with_remarks;
use crate::support::rulesets::{self, AnyRulesets, Rules};
use crate::support::source::Source;
use cli::Heedless;
use freecell::text::pretty::Pretty;
use freecell::text::translation::TranslationError;
use shared::commands::Outcome;

const EXAMPLES: &str = "\
Examples:
  freecell-lab check 10913 --line \"26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b\"
  freecell-lab check 10913 --line \"$(freecell-lab solve 10913)\" --autoplay safe
  freecell-lab check --input turn.txt --line \"4h 41\"
  freecell-lab check 3 --line \"$(freecell-lab solve 3 --for kpat)\" --for kpat
  freecell-lab check 1 --rules heineman --line \"$(freecell-heineman staged 1 --moves | tail -1)\"

Exit status: 0 the line wins under at least one of these rulesets, 1 under none.";

/// Judge a line of moves under every likely ruleset
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    source: Source,
    /// The moves, in one argument, @FILE or - for standard input [default: those made in the saved
    /// game of kpat's that --input names]
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = line::argument())]
    #[arg(required_unless_present = "input")]
    line: Option<GivenLine>,
    /// Whose rules to judge by
    #[arg(long, value_enum, default_value_t = Rules::Puzzle, conflicts_with_all = ["autoplay", "capacity", "long_run", "every_ruleset", "played_in"])]
    rules: Rules,
    #[command(flatten)]
    rulesets: AnyRulesets,
    /// Print the verdicts as JSON, an object for each ruleset
    #[arg(long)]
    json: bool,
}

/// The rules that agree on the verdict on a line.
struct VerdictGroup {
    rules: Vec<JudgedBy>,
    /// The verdict, or the move of a saved game that cannot be made by these rules.
    verdict: Result<Verdict, TranslationError>,
    /// The text of the move that fails, if one does.
    mv: String,
    /// The table before the move that fails, or at the end; the first one if moves cannot be made.
    table: Table,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let table = args.source.table()?;
    let saved = args.line.is_none().then(|| args.source.saved_line());
    let saved = saved.transpose()?;
    let line = args.line.as_ref().or(saved.as_ref()).expect("one of them");
    let table = line.start(table)?;
    line.on(&table)?;
    if args.rules == Rules::Heineman {
        return column::check(&table, line, args.json);
    }
    let groups = groups(&table, line, args.rulesets.each())?;
    let is_failure = groups.iter().all(VerdictGroup::is_failure);
    let notation = is_failure.then(|| line.notation(&table)).flatten();
    let mut out = Heedless(anstream::stdout().lock());
    if args.json {
        let deal = args.source.deal(&table);
        let verdicts = groups.iter().flat_map(|group| {
            let skipped = line.skipped(group.won_after());
            group.in_json(deal).map(move |mut verdict| {
                verdict["skipped"] = skipped.clone().into();
                verdict["notation"] = notation.map(Notation::name).into();
                verdict
            })
        });
        writeln!(out, "{:#}", with_remarks(verdicts.collect()))?;
    } else {
        let rules = groups.iter().flat_map(|group| &group.rules);
        let names = rules.map(|rules| rules.to_string().len());
        let width = names.max().unwrap_or_default();
        for group in &groups {
            write(&mut out, group, width)?;
        }
        let won_after = groups.iter().filter_map(VerdictGroup::won_after).min();
        if let Some(remark) = line::left_out(&line.skipped(won_after)) {
            writeln!(out, "{remark}")?;
        }
        if let Some(notation) = notation {
            writeln!(out, "{}", line::in_notation(notation))?;
        }
    }
    Ok(groups.iter().any(VerdictGroup::is_won).into())
}

fn groups(table: &Table, line: &GivenLine, rules: Vec<JudgedBy>) -> Result<Vec<VerdictGroup>> {
    let mut groups: Vec<VerdictGroup> = Vec::new();
    for rules in rules {
        let begun = rules.begin(table);
        let new = match line.under(table, &begun, rules.ruleset) {
            Ok(words) => VerdictGroup::new(begun, &words, rules),
            Err(error) => VerdictGroup::unmade(begun, error.downcast()?, rules),
        };
        let same = |old: &&mut VerdictGroup| old.verdict == new.verdict && old.table == new.table;
        match groups.iter_mut().find(same) {
            Some(old) => old.rules.extend(new.rules),
            None => groups.push(new),
        }
    }
    Ok(groups)
}

impl VerdictGroup {
    /// The verdict on a line, whose first move is made on that table.
    fn new(table: Table, line: &str, rules: JudgedBy) -> VerdictGroup {
        let ruleset = rules.ruleset;
        let verdict = judge(&table, ruleset, line);
        let legal = match verdict {
            Verdict::Failed { mv, .. } => mv - 1,
            Verdict::Won { moves } => moves,
            Verdict::Open => usize::MAX,
        };
        let mut game = Game::new(table, ruleset);
        for mv in line.split_whitespace().take(legal) {
            let mv = mv.parse().expect("judged a move");
            game.play(mv).expect("judged legal");
        }
        VerdictGroup {
            rules: vec![rules],
            verdict: Ok(verdict),
            mv: line
                .split_whitespace()
                .nth(legal)
                .unwrap_or_default()
                .to_owned(),
            table: game.table().clone(),
        }
    }

    /// The move of a saved game that cannot be made by these rules.
    fn unmade(table: Table, error: TranslationError, rules: JudgedBy) -> VerdictGroup {
        VerdictGroup {
            rules: vec![rules],
            mv: error.text.clone(),
            verdict: Err(error),
            table,
        }
    }

    fn is_won(&self) -> bool {
        self.won_after().is_some()
    }

    fn is_failure(&self) -> bool {
        !matches!(self.verdict, Ok(Verdict::Won { .. } | Verdict::Open))
    }

    /// The number of moves with which the line wins.
    fn won_after(&self) -> Option<usize> {
        match self.verdict {
            Ok(Verdict::Won { moves }) => Some(moves),
            _ => None,
        }
    }

    /// The verdict for programs, once for each ruleset.
    fn in_json(&self, deal: Option<u64>) -> impl Iterator<Item = Value> + '_ {
        self.rules.iter().map(move |rules| {
            let (result, moves, failure) = match &self.verdict {
                Ok(Verdict::Won { moves }) => ("won", Some(*moves), None),
                Ok(Verdict::Open) => ("open", None, None),
                Ok(Verdict::Failed { mv, why }) => ("failed", None, Some((*mv, why.to_string()))),
                Err(unmade) => ("failed", None, Some((unmade.number, unmade.reason.clone()))),
            };
            let mut verdict = rulesets::in_json(rules.ruleset);
            if let Some(program) = rules.program {
                verdict["for"] = program.word.into();
            }
            verdict["deal"] = deal.into();
            verdict["result"] = result.into();
            verdict["moves"] = moves.into();
            verdict["text"] = failure.as_ref().map(|_| &*self.mv).into();
            let (mv, why) = failure.unzip();
            verdict["move"] = mv.into();
            verdict["why"] = why.into();
            verdict
        })
    }

    /// The verdict, with a heading for the table that goes with it.
    fn verdict(&self) -> (String, String) {
        match &self.verdict {
            Ok(Verdict::Failed { mv, why }) => (
                format!("move {mv} ({}) fails: {why}", self.mv),
                format!("The table before move {mv}:"),
            ),
            Ok(verdict) => (verdict.to_string(), "The table at the end:".into()),
            Err(unmade) => {
                let TranslationError { number, reason, .. } = unmade;
                let fails = format!("move {number} ({}) cannot be made: {reason}", self.mv);
                (fails, "The table before the first move:".into())
            }
        }
    }
}

/// Writes a verdict, with the names of the rulesets in a column of that width.
fn write(out: &mut impl Write, group: &VerdictGroup, width: usize) -> Result<()> {
    let (verdict, point) = group.verdict();
    for rules in &group.rules {
        writeln!(out, "{rules:<width$}  {verdict}")?;
    }
    if !group.is_won() {
        writeln!(out, "{point}\n{}", Pretty(&group.table))?;
    }
    Ok(())
}
