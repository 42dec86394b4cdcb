//! `lab tune first` and `lab tune beam`: hill climbing on the results of whole
//! searches.

use std::io::Write as _;
use std::time::Duration;

use anyhow::{bail, ensure, Result};
use clap::builder::RangedU64ValueParser;
use freecell::heuristic::{TunedFor, Weight, Weights};
use freecell::ruleset::Ruleset;
use freecell::search::astar::AStar;
use freecell::search::beam::BeamSearch;
use freecell::search::outcome;
use freecell::search::weights::{Config, CONFIGS};
use serde_json::{json, Value};
use shared::note;

use super::numbers::Numbers;
use super::steps::Steps;
use super::trial::{Search, Trial, TrialResult};
use super::{budget, problem, Task};
use cli::stdout;
use shared::clock::Stopwatch;
use shared::{commands::Outcome, duration, interrupt};

const EXAMPLES: &str = "\
Examples:
  freecell-lab tune first                              for fewer positions to the first line
  freecell-lab tune beam --autoplay both --time 60m    for fewer moves in 20000 positions
  freecell-lab tune first --deals 2300001..=2300500 --tries 0      the score of the weights
  freecell-lab tune first --slice 2 --deals 2300001..=2320000      for the second slice
  freecell-lab tune beam --autoplay all --seed 7 --from \"$(cat weights.txt)\"

The score of first lines is the mean number of positions, where a deal without a
line counts as twice the limit, plus a tenth for each move by which the mean length
of a line exceeds 45.3. The score of beam search is the mean number of moves, where
a deal without a line counts as 50. Lower is better.";

const STOPPED_EARLY: &str = "stopped before the first weights were tried on every deal";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    task: Task,
    /// The positions to expand for each deal [default: the slice's, for beam 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The CPU time to spend
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration::parse)]
    time: Duration,
    /// Stop after this many tries
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    tries: u64,
    /// The seed of the random changes
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// The weights to start from [default: the library's]
    #[arg(long, value_name = "WEIGHTS")]
    from: Option<Numbers>,
}

/// The arguments of hill climbing for first lines.
#[derive(Debug, clap::Args)]
pub struct FirstArgs {
    #[command(flatten)]
    hill_climb: Args,
    /// The slice of the portfolio whose weights to tune, on the deals that the
    /// slices before it leave without a line
    #[arg(long, value_name = "K", default_value = "1")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=CONFIGS.len() as u64))]
    slice: usize,
}

pub fn first_lines(args: &FirstArgs) -> Result<Outcome> {
    let (before, rest) = CONFIGS.split_at(args.slice - 1);
    let Config { slice, weights, .. } = rest[0];
    let args = &args.hill_climb;
    let hill_climb = Climbing {
        args,
        name: "first lines",
        before,
        positions: args.positions.unwrap_or(slice),
        start: args.start(weights),
        // Usually there is one board.
        tuned_for: &[TunedFor::EverySearch],
    };
    match args.task.autoplay.choice.autoplays() {
        [_] => hill_climb.run::<AStar<1>, 1>(),
        _ => hill_climb.run::<AStar<2>, 2>(),
    }
}

pub fn beam(args: &Args) -> Result<Outcome> {
    let hill_climb = |tuned_for| Climbing {
        args,
        name: "lines by beam search",
        before: &[],
        positions: args.positions.unwrap_or(20_000),
        start: args.start(args.task.weights_of_beam()),
        tuned_for,
    };
    let [every, beams, two] = [TunedFor::EverySearch, TunedFor::Beams, TunedFor::TwoBoards];
    match args.task.autoplay.choice.autoplays() {
        [_] => hill_climb(&[every, beams]).run::<BeamSearch<1>, 1>(),
        _ => hill_climb(&[every, beams, two]).run::<BeamSearch<2>, 2>(),
    }
}

impl Args {
    fn start(&self, library: Weights) -> Numbers {
        self.from.unwrap_or_else(|| Numbers::from_weights(library))
    }
}

/// One climb: its goal and its start.
struct Climbing<'a> {
    args: &'a Args,
    name: &'static str,
    /// The configurations before the one climbed from; the climb uses the deals for
    /// which their first slices find no line.
    before: &'static [Config],
    /// The positions to expand for each deal.
    positions: u64,
    start: Numbers,
    /// The weights that are tuned for these may change, the others may not.
    tuned_for: &'a [TunedFor],
}

impl Climbing<'_> {
    /// Climbs, and prints each list of weights that is better than all before it.
    fn run<S: Search<N>, const N: usize>(&self) -> Result<Outcome> {
        interrupt::install_handler();
        let args = self.args;
        let rulesets = args.task.rulesets();
        let stopwatch = Stopwatch::start();
        let mut stop = || interrupt::interrupted() || stopwatch.elapsed() >= args.time;
        let deals = self.deals_left(rulesets, &mut stop);
        ensure!(!stop(), STOPPED_EARLY);
        ensure!(
            !deals.is_empty(),
            "the slices before find a line for every deal"
        );
        self.print_headings(deals.len())?;
        let mut rows = Vec::new();
        let mut show = |tries, result: &TrialResult, numbers: &Numbers| {
            rows.push(in_json::<S, N>(tries, result, numbers));
            if args.task.json {
                Ok(())
            } else {
                print::<S, N>(tries, result, numbers)
            }
        };
        let mut trial = Trial::<S, N>::new(deals, rulesets, self.positions);
        let Some(mut result) = trial.result(&self.start, None, &mut stop) else {
            bail!(STOPPED_EARLY);
        };
        let may_change = |&place: &usize| self.tuned_for.contains(&Weight::ALL[place].tuned_for);
        let open = (0..Weights::COUNT).filter(may_change).collect();
        let mut steps = Steps::new(self.start, open, args.seed);
        show(0, &result, steps.best())?;
        for tries in 1..=args.tries {
            let numbers = steps.next();
            if let Some(better) = trial.result(&numbers, Some(&result), &mut stop) {
                steps.accept(numbers);
                // Among equals the newest is kept, without a report: so the climb can
                // cross a plateau.
                if S::score(&better) < S::score(&result) {
                    show(tries, &better, &numbers)?;
                }
                result = better;
            }
            if stop() {
                note!("stopped at try {tries}");
                break;
            }
        }
        if args.task.json {
            let json = json!({ "better": rows, "best": steps.best().0 });
            writeln!(stdout(), "{json:#}")?;
        } else {
            writeln!(stdout(), "best: {}", steps.best())?;
        }
        Ok(Outcome::Yes)
    }

    /// The deals to climb on, or as many of them as are known at the stop.
    fn deals_left<const N: usize>(
        &self,
        rulesets: [Ruleset; N],
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<u64> {
        let mut search = AStar::default();
        let mut is_won = |deal: u64, config: &Config| {
            let problem = problem(deal, rulesets.map(Ruleset::to_strict));
            let mut budget = budget(config.slice);
            let outcome = Search::run(&mut search, problem, config.weights, &mut budget);
            matches!(outcome, outcome::Outcome::Solved(_))
        };
        let mut is_left = |deal| !self.before.iter().any(|config| is_won(deal, config));
        let deals = self.args.task.deals.clone().take_while(|_| !stop());
        deals.filter(|&deal| is_left(deal)).collect()
    }

    fn print_headings(&self, deals: usize) -> Result<()> {
        if self.args.task.json {
            return Ok(());
        }
        let task = self.args.task.in_english();
        let left = if self.before.is_empty() {
            String::new()
        } else {
            format!(", {deals} left by the slices before")
        };
        writeln!(
            stdout(),
            "{} {task}{left}, {} positions a deal, seed {}",
            self.name,
            self.positions,
            self.args.seed
        )?;
        let columns = ["try", "score", "positions", "moves", "unsolved"];
        let [tries, score, positions, moves, unsolved] = columns;
        writeln!(
            stdout(),
            "{tries:>6}{score:>10}{positions:>11}{moves:>8}{unsolved:>10}  weights"
        )?;
        Ok(())
    }
}

fn in_json<S: Search<N>, const N: usize>(
    tries: u64,
    result: &TrialResult,
    numbers: &Numbers,
) -> Value {
    json!({
        "try": tries,
        "score": S::score(result),
        "positions": result.mean_positions(),
        "moves": result.mean_moves(),
        "unsolved": result.unsolved,
        "weights": numbers.0,
    })
}

fn print<S: Search<N>, const N: usize>(
    tries: u64,
    result: &TrialResult,
    numbers: &Numbers,
) -> Result<()> {
    writeln!(
        stdout(),
        "{tries:>6}{:>10.3}{:>11.1}{:>8.3}{:>10}  {numbers}",
        S::score(result),
        result.mean_positions(),
        result.mean_moves(),
        result.unsolved
    )?;
    Ok(())
}
