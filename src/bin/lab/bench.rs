//! `lab bench`: the benchmark behind the figures that this crate reports.
//!
//! First lines under `safe` autoplay, on one thread, in CPU time; where fc-solve
//! is installed, the two alternate on the same deals, so that a busy machine slows
//! both alike. The number of positions is the search's checksum: it
//! changes when the search changes, and for no other reason.

use std::io::{stdout, ErrorKind, Write as _};
use std::ops::RangeInclusive;
use std::process::{Command, Stdio};

use anyhow::{ensure, Context, Result};
use freecell::deal;
use freecell::search::portfolio::Answer;

use crate::clock::{children_cpu, thread_cpu};
use crate::duration::milliseconds;
use crate::figures::Figures;
use crate::memory::Bytes;
use crate::rulesets::AutoplayChoice;
use crate::solver::{Solver, Task};
use crate::{deals, Outcome};

/// The program of fc-solve's that solves ranges of deals.
const PEER: &str = "freecell-solver-range-parallel-solve";
/// fc-solve's fastest preset for whole ranges.
const PEER_PRESET: [&str; 2] = ["-l", "lg"];

const TASK: Task = Task {
    choice: AutoplayChoice::Safe,
    first: true,
    time: None,
    memory: Bytes(1 << 30),
};

const EXAMPLES: &str = "\
Examples:
  freecell-lab bench                     five runs over deals 1 to 4000
  freecell-lab bench 1..=32000 --runs 1  one long run

The last lines are checksums: as long as the search is the same, so is its number
of positions.";

/// Measure the search, side by side with fc-solve
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The deals
    #[arg(value_name = "A..=B", default_value = "1..=4000", value_parser = deals::range)]
    deals: RangeInclusive<u64>,
    /// How many times to solve them
    #[arg(long, value_name = "N", default_value = "5")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
}

/// The result of one run. Everything but the time is the same in every run.
struct Run {
    milliseconds_a_deal: f64,
    checksum: String,
}

/// Takes the runs and prints their medians.
pub fn run(args: &Args) -> Result<Outcome> {
    let mut out = stdout().lock();
    let (first, last) = (args.deals.start(), args.deals.end());
    writeln!(out, "deals {first}..={last}, first lines, CPU ms a deal")?;
    writeln!(out, "{:<8}{:>8}{:>10}{:>8}", "", "lab", "fc-solve", "ratio")?;
    let (mut own, mut peers) = (Vec::new(), Vec::new());
    for number in 1..=args.runs {
        own.push(own_run(&args.deals)?);
        peers.extend(peer_run(&args.deals)?);
        let last = |runs: &[Run]| runs.last().map(|run| run.milliseconds_a_deal);
        let line = figures(last(&own), last(&peers));
        writeln!(out, "{:<8}{line}", format!("run {number}"))?;
    }
    writeln!(
        out,
        "{:<8}{}",
        "median",
        figures(median(&own), median(&peers))
    )?;
    writeln!(out, "lab: {}", checksum(&own)?)?;
    if peers.is_empty() {
        writeln!(
            out,
            "{PEER} is not installed (Debian package freecell-solver-bin)"
        )?;
    } else {
        writeln!(
            out,
            "fc-solve {}: {}",
            PEER_PRESET.join(" "),
            checksum(&peers)?
        )?;
    }
    Ok(Outcome::Yes)
}

fn figures(own: Option<f64>, peer: Option<f64>) -> String {
    let ratio = own.zip(peer).map(|(own, peer)| own / peer);
    let column = |figure: Option<f64>, width, digits| match figure {
        Some(figure) => format!("{figure:>width$.digits$}"),
        None => format!("{:>width$}", "-"),
    };
    column(own, 8, 4) + &column(peer, 10, 4) + &column(ratio, 8, 2)
}

fn median(runs: &[Run]) -> Option<f64> {
    let figures = Figures::of(runs.iter().map(|run| run.milliseconds_a_deal));
    figures.map(|figures| figures.quantile(0.5))
}

/// The checksum that all runs have in common.
fn checksum(runs: &[Run]) -> Result<&str> {
    let first = &runs[0].checksum;
    let same = runs.iter().all(|run| run.checksum == *first);
    ensure!(
        same,
        "the runs differ in more than time, so they cannot be compared"
    );
    Ok(first)
}

fn own_run(deals: &RangeInclusive<u64>) -> Result<Run> {
    let mut solver = Solver::default();
    let (mut lines, mut moves, mut positions, mut cpu) = (0_u64, 0, 0, 0.0);
    for number in deals.clone() {
        let start = thread_cpu();
        let table = deal::microsoft(number).expect("a deal's number");
        cpu += milliseconds(thread_cpu().saturating_sub(start));
        let found = solver.solve(&table, TASK)?;
        cpu += milliseconds(found.cpu);
        positions += found.positions;
        if let Answer::Won { line, .. } = found.answer {
            lines += 1;
            moves += line.len();
        }
    }
    let mean = moves as f64 / lines.max(1) as f64;
    Ok(Run {
        milliseconds_a_deal: cpu / deals::count(deals) as f64,
        checksum: format!("{positions} positions, {lines} solved, {mean:.2} moves a line"),
    })
}

/// A run of fc-solve; none if it is not installed.
fn peer_run(deals: &RangeInclusive<u64>) -> Result<Option<Run>> {
    let (first, last) = (deals.start().to_string(), deals.end().to_string());
    let mut command = Command::new(PEER);
    // Its third argument is how often it reports: here once, after the last deal.
    command.args([&first, &last, &last]).args(PEER_PRESET);
    let start = children_cpu();
    let output = match command.stderr(Stdio::null()).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        output => output.context(PEER)?,
    };
    let cpu = milliseconds(children_cpu().saturating_sub(start));
    ensure!(output.status.success(), "{PEER}: {}", output.status);
    let report = String::from_utf8_lossy(&output.stdout);
    let (_, iterations) = report
        .rsplit_once("total_num_iters=")
        .with_context(|| format!("{PEER} reports no number of iterations: {report}"))?;
    Ok(Some(Run {
        milliseconds_a_deal: cpu / deals::count(deals) as f64,
        checksum: format!("{} positions", iterations.trim().trim_end_matches(')')),
    }))
}
