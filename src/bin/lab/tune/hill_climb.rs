//! `lab tune first` and `lab tune beam`: hill climbing, on what whole searches
//! come to.

use std::io::{stdout, Write as _};
use std::time::Duration;

use anyhow::{bail, ensure, Result};
use clap::builder::RangedU64ValueParser;
use freecell::heuristic::{Weights, WEIGHTS};
use freecell::position::Position;
use freecell::ruleset::Ruleset;
use freecell::search::astar::AStar;
use freecell::search::beam::BeamSearch;
use freecell::search::portfolio::{Answer, Portfolio, CONFIGS};

use super::numbers::Numbers;
use super::steps::Steps;
use super::trial::{Search, Trial, TrialResult};
use super::{table, within, Task};
use crate::clock::thread_cpu;
use crate::{duration, interrupt, Outcome};

const EXAMPLES: &str = "\
Examples:
  freecell-lab tune first                              for fewer positions to the first line
  freecell-lab tune beam --autoplay both --time 60m   for fewer moves within some positions
  freecell-lab tune first --deals 2300001..=2300500 --tries 0      what the weights are worth
  freecell-lab tune first --turn 2 --deals 2300001..=2320000       for the second turn's weights
  freecell-lab tune beam --autoplay all --seed 7 --from \"0 15 62 24 15 132 57 29 24 25 9 0 146 0 30 0\"

The score of first lines is the mean of positions expanded, twice the limit for a
deal without a line, and a tenth more for each move of the mean beyond 45.3; that
of depths is the mean of moves, 50 for a deal without a line.";

const STOPPED_EARLY: &str = "stopped before the weights to begin with were tried on every deal";

#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    task: Task,
    /// The positions to expand for each deal [default: the turn's, for beams 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    positions: Option<u64>,
    /// The CPU time to spend
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = duration::parse)]
    time: Duration,
    /// Stop after so many tries
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    tries: u64,
    /// What the changes are drawn from
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// The sixteen weights to begin with [default: the library's]
    #[arg(long, value_name = "WEIGHTS")]
    from: Option<Numbers>,
}

/// What only a climb for first lines needs to know.
#[derive(Debug, clap::Args)]
pub struct FirstArgs {
    #[command(flatten)]
    hill_climb: Args,
    /// The turn to climb for, on those deals that no turn before finds a line for
    #[arg(long, value_name = "K", default_value = "1")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=CONFIGS.len() as u64))]
    turn: usize,
}

/// Climbs for few positions to the first line.
pub fn first_lines(args: &FirstArgs) -> Result<Outcome> {
    let before = CONFIGS[..args.turn - 1].iter();
    let (positions, weights) = CONFIGS[args.turn - 1];
    let args = &args.hill_climb;
    let hill_climb = Climbing {
        args,
        name: "first lines",
        before: before.map(|(positions, _)| positions).sum(),
        positions: args.positions.unwrap_or(positions),
        start: args.start(Weights::of(&weights)),
        // Not that of removals, whose tables cost a first line more time than all
        // its positions, nor that of boards that differ: most often there is one.
        open: WEIGHTS - 2,
    };
    match args.task.autoplay.choice.autoplays() {
        [_] => hill_climb.run::<AStar<1>, 1>(),
        _ => hill_climb.run::<AStar<2>, 2>(),
    }
}

/// Climbs for few moves within some positions.
pub fn beam(args: &Args) -> Result<Outcome> {
    let hill_climb = |open| Climbing {
        args,
        name: "lines by beam search",
        before: 0,
        positions: args.positions.unwrap_or(20_000),
        start: args.start(args.task.weights_of_beam()),
        open,
    };
    match args.task.autoplay.choice.autoplays() {
        // With one board, the last weight, for boards that differ, is idle.
        [_] => hill_climb(WEIGHTS - 1).run::<BeamSearch<1>, 1>(),
        _ => hill_climb(WEIGHTS).run::<BeamSearch<2>, 2>(),
    }
}

impl Args {
    /// The weights to begin with.
    fn start(&self, library: Weights) -> Numbers {
        self.from.unwrap_or_else(|| Numbers::of(library))
    }
}

/// What to climb for, and from where.
struct Climbing<'a> {
    args: &'a Args,
    name: &'static str,
    /// The positions that the turns before expand; the deals to climb on are those
    /// that have no line by then.
    before: u64,
    /// The positions to expand for each deal.
    positions: u64,
    start: Numbers,
    /// How many of the weights are climbed on, the first ones.
    open: usize,
}

impl Climbing<'_> {
    /// Climbs, and prints each list of weights that is better than all before.
    fn run<S: Search<N>, const N: usize>(&self) -> Result<Outcome> {
        interrupt::watch();
        let args = self.args;
        let rulesets = args.task.rulesets();
        let start = thread_cpu();
        let mut stop = || interrupt::asked() || thread_cpu().saturating_sub(start) >= args.time;
        let deals = self.deals_left(rulesets, &mut stop);
        ensure!(!stop(), STOPPED_EARLY);
        ensure!(
            !deals.is_empty(),
            "the turns before find a line for every deal"
        );
        self.tell_task(deals.len())?;
        let mut trial = Trial::<S, N>::new(deals, rulesets, self.positions);
        let Some(mut result) = trial.result(&self.start, None, &mut stop) else {
            bail!(STOPPED_EARLY);
        };
        let mut steps = Steps::new(self.start, self.open, args.seed);
        tell::<S, N>(0, &result, steps.best())?;
        for tries in 1..=args.tries {
            let numbers = steps.next();
            if let Some(better) = trial.result(&numbers, Some(&result), &mut stop) {
                steps.accept(numbers);
                // Of equals the newest is kept, to wander about, without a move.
                if S::score(&better) < S::score(&result) {
                    tell::<S, N>(tries, &better, &numbers)?;
                }
                result = better;
            }
            if stop() {
                eprintln!("stopped at try {tries}");
                break;
            }
        }
        writeln!(stdout(), "best: {}", steps.best())?;
        Ok(Outcome::Yes)
    }

    /// The deals to climb on, as far as they are known when someone says stop.
    fn deals_left<const N: usize>(
        &self,
        rulesets: [Ruleset; N],
        stop: &mut dyn FnMut() -> bool,
    ) -> Vec<u64> {
        let mut search = AStar::default();
        let mut is_left = |deal: u64| {
            let mut turns = Portfolio::new(&table(deal), rulesets, Position::hash);
            let answer = within(self.before, |budget| turns.run(&mut search, budget));
            !matches!(answer, Answer::Won { .. })
        };
        let deals = self.args.task.deals.clone().take_while(|_| !stop());
        deals.filter(|&deal| is_left(deal)).collect()
    }

    fn tell_task(&self, deals: usize) -> Result<()> {
        let task = self.args.task.in_english();
        let left = if self.before == 0 {
            String::new()
        } else {
            format!(", {deals} left by the turns before")
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

/// Prints what a list of weights came to.
fn tell<S: Search<N>, const N: usize>(
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
