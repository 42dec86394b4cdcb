//! `heineman count`: the size of the search tree, estimated and exact.

mod knuth;
mod tree;

use std::io::Write;

use anyhow::Result;
use indicatif::HumanCount;
use serde_json::json;

use self::knuth::{Choice, Estimator};
use self::tree::Tree;
use super::packed::board::Board;
use super::shape::OneGame;
use cli::stdout;
use shared::{commands::Outcome, interrupt, progress};

const EXAMPLES: &str = "\
Examples:
  freecell-heineman count 14 --depth 10
  freecell-heineman count 14 --biased --trials 524288";

/// Estimate the size of the search tree, beside its exact size
///
/// Knuth's method: descend at random and multiply the numbers of moves on the way. A
/// position that is reached in two ways counts twice.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: OneGame,
    /// How many random descents to make
    #[arg(long, default_value_t = 65_536, value_parser = clap::value_parser!(u64).range(2..))]
    trials: u64,
    /// How many moves deep
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u8).range(1..=32))]
    depth: u8,
    /// The seed of the random descents
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Choose moves as the column's program does, which is biased
    #[arg(long)]
    biased: bool,
    /// Count exactly up to where a depth has more than this many different
    /// positions
    #[arg(long, value_name = "POSITIONS", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..))]
    exact: u32,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let deal = args.game.deal()?;
    interrupt::install_handler();
    let out = &mut stdout().lock();
    estimates(out, args, &Board::new(&deal, false))?;
    if interrupt::interrupted() && !args.game.json {
        writeln!(out, "Interrupted: these are the figures so far.")?;
    }
    Ok((!interrupt::interrupted()).into())
}

fn estimates(out: &mut impl Write, args: &Args, root: &Board) -> Result<()> {
    let estimator = estimate(args, root);
    let nodes = sizes(args, root, Choice::Fair);
    let expected = if args.biased {
        sizes(args, root, Choice::Column)
    } else {
        Vec::new()
    };
    if args.game.json {
        let depths = estimator.estimates().enumerate();
        // A size is written as text: it may exceed JSON's numbers.
        let size = |index| nodes.get(index).map(ToString::to_string);
        let depths = depths.map(|(index, (estimate, error))| {
            json!({ "depth": index + 1, "estimate": estimate, "error": error, "exact": size(index) })
        });
        let report = json!({
            "deal": args.game.number(),
            "walks": estimator.trials(),
            "branching": estimator.branching(),
            "depths": depths.collect::<Vec<_>>(),
            "interrupted": interrupt::interrupted(),
        });
        return Ok(writeln!(out, "{report:#}")?);
    }
    let trials = HumanCount(estimator.trials());
    writeln!(out, "Deal {}, {trials} walks:", args.game.number())?;
    table(out, &estimator, &nodes, &expected)?;
    writeln!(
        out,
        "Mean branching factor along the walks: {:.3}",
        estimator.branching()
    )?;
    if args.biased {
        writeln!(out, "Biased: the column's loop gives the first move twice its chance and the last move none,\nso the walks see other positions than a fair choice would; \"on average\" is what this\ncomes to.")?;
    }
    Ok(())
}

/// Walks until all walks are done or someone presses Ctrl-C.
fn estimate(args: &Args, root: &Board) -> Estimator {
    let choice = if args.biased {
        Choice::Column
    } else {
        Choice::Fair
    };
    let mut estimator = Estimator::new(
        root.clone(),
        args.game.rules(),
        choice,
        args.depth.into(),
        args.seed,
    );
    let bar = progress::bar(args.trials, "walks");
    for _ in 0..args.trials {
        if interrupt::interrupted() {
            break;
        }
        estimator.walk();
        bar.inc(1);
    }
    bar.finish_and_clear();
    estimator
}

/// The exact sums by depth, as far down as is cheap.
fn sizes(args: &Args, root: &Board, choice: Choice) -> Vec<u128> {
    let bar = progress::bar(args.depth.into(), "depths");
    let tree = Tree::new(root.clone(), args.game.rules(), choice, args.exact as usize);
    let tree = tree
        .take(args.depth.into())
        .take_while(|_| !interrupt::interrupted());
    let sizes = tree.inspect(|_| bar.inc(1)).collect();
    bar.finish_and_clear();
    sizes
}

fn table(
    out: &mut impl Write,
    estimator: &Estimator,
    nodes: &[u128],
    expected: &[u128],
) -> Result<()> {
    let mut row = |columns: [&str; 5], on_average: Option<&str>| {
        let [depth, estimate, error, exact, per_node] = columns;
        write!(
            out,
            "{depth:>5}  {estimate:>20} {error:>12}  {exact:>20} {per_node:>9}"
        )?;
        match on_average {
            Some(on_average) => writeln!(out, "  {on_average:>20}"),
            None => writeln!(out),
        }
    };
    let on_average = (!expected.is_empty()).then_some("on average");
    row(
        ["depth", "estimate", "std. error", "exact", "per node"],
        on_average,
    )?;
    let mut above = Some(1);
    for (index, (mean, error)) in estimator.estimates().enumerate() {
        let exact = nodes.get(index).copied();
        let per_node = exact
            .zip(above)
            .map(|(nodes, above)| format!("{:.3}", nodes as f64 / above as f64));
        let columns = [
            &(index + 1).to_string(),
            &whole(mean),
            &whole(error),
            &format_number(exact),
            &per_node.unwrap_or_default(),
        ];
        let on_average = expected.get(index).map(|&nodes| format_number(Some(nodes)));
        row(columns.map(String::as_str), on_average.as_deref())?;
        above = exact;
    }
    Ok(())
}

fn whole(number: f64) -> String {
    format_number(Some(number.round() as u128))
}

/// The number in groups of three digits; a dash if it is not known.
fn format_number(number: Option<u128>) -> String {
    let Some(number) = number else {
        return "-".into();
    };
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}
