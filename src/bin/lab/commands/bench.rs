//! `lab bench`: the benchmark behind the figures that this crate reports.
//!
//! First lines under `safe` autoplay, on one thread, in CPU time; where fc-solve
//! is installed, the two alternate on the same deals, so that a busy machine slows
//! both alike. The number of positions is the search's checksum: it
//! changes when the search changes, and for no other reason.

use std::io::{stdout, ErrorKind, Write};
use std::ops::RangeInclusive;
use std::process::{Command, Stdio};

use anyhow::{ensure, Context, Result};
use freecell::deal;
use freecell::note;
use indicatif::ProgressBar;
use serde_json::{json, Value};

use crate::support::rulesets::AutoplayChoice;
use crate::support::solver::{Solver, Task};
use crate::support::statistics::Statistics;
use freecell::tools::clock::{children_cpu, thread_cpu};
use freecell::tools::duration::milliseconds;
use freecell::tools::memory::Bytes;
use freecell::tools::{commands::Outcome, deals, interrupt, progress};

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
of positions. Ctrl-C sums up the runs that are complete.";

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
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// The result of one run. Everything but the time is the same in every run.
struct Run {
    milliseconds_a_deal: f64,
    checksum: String,
}

/// The runs so far, of which Ctrl-C may leave fewer than were asked for.
#[derive(Default)]
struct Runs {
    own: Vec<Run>,
    peers: Vec<Run>,
}

/// Takes the runs and prints their medians.
pub fn run(args: &Args) -> Result<Outcome> {
    interrupt::install_handler();
    let mut out = stdout().lock();
    let (first, last) = (args.deals.start(), args.deals.end());
    if !args.json {
        writeln!(out, "deals {first}..={last}, first lines, CPU ms a deal")?;
        writeln!(out, "{:<8}{:>8}{:>10}{:>8}", "", "lab", "fc-solve", "ratio")?;
    }
    let bar = progress::bar(deals::count(&args.deals) * u64::from(args.runs), "deals");
    let mut runs = Runs::default();
    for number in 1..=args.runs {
        let Some(own) = own_run(&args.deals, &bar)? else {
            break;
        };
        let peer = peer_run(&args.deals)?;
        if interrupt::interrupted() && !runs.own.is_empty() {
            break;
        }
        let milliseconds = |run: &Run| run.milliseconds_a_deal;
        let line = figures(Some(milliseconds(&own)), peer.as_ref().map(milliseconds));
        runs.own.push(own);
        runs.peers.extend(peer);
        if !args.json {
            bar.suspend(|| writeln!(out, "{:<8}{line}", format!("run {number}")))?;
        }
        if interrupt::interrupted() {
            break;
        }
    }
    bar.finish_and_clear();
    if interrupt::interrupted() {
        note!("interrupted after {} of {} runs", runs.own.len(), args.runs);
    }
    if args.json {
        writeln!(out, "{:#}", runs.in_json(&args.deals)?)?;
    } else if !runs.own.is_empty() {
        runs.sum_up(&mut out)?;
    }
    Ok(Outcome::Yes)
}

impl Runs {
    fn sum_up(&self, out: &mut impl Write) -> Result<()> {
        let medians = figures(median(&self.own), median(&self.peers));
        writeln!(out, "{:<8}{medians}", "median")?;
        writeln!(out, "lab: {}", checksum(&self.own)?)?;
        if self.peers.is_empty() {
            note!("{PEER} is not installed (Debian package freecell-solver-bin)");
        } else {
            let preset = PEER_PRESET.join(" ");
            writeln!(out, "fc-solve {preset}: {}", checksum(&self.peers)?)?;
        }
        Ok(())
    }

    /// The figures for programs; of a side without runs, null.
    fn in_json(&self, deals: &RangeInclusive<u64>) -> Result<Value> {
        let side = |runs: &[Run]| -> Result<Value> {
            let times: Vec<f64> = runs.iter().map(|run| run.milliseconds_a_deal).collect();
            let checksum = (!runs.is_empty()).then(|| checksum(runs)).transpose()?;
            Ok(json!({
                "cpu_ms_a_deal": times,
                "median": median(runs),
                "checksum": checksum,
            }))
        };
        Ok(json!({
            "first_deal": deals.start(),
            "last_deal": deals.end(),
            "lab": side(&self.own)?,
            "fc_solve": side(&self.peers)?,
            "interrupted": interrupt::interrupted(),
        }))
    }
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
    let figures = Statistics::new(runs.iter().map(|run| run.milliseconds_a_deal));
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

/// A run of this crate's; `None` if it was interrupted.
fn own_run(deals: &RangeInclusive<u64>, bar: &ProgressBar) -> Result<Option<Run>> {
    let mut solver = Solver::default();
    let (mut lines, mut moves, mut positions, mut cpu) = (0_u64, 0, 0, 0.0);
    for number in deals.clone() {
        let start = thread_cpu();
        let table = deal::microsoft(number).expect("a deal's number");
        cpu += milliseconds(thread_cpu().saturating_sub(start));
        let found = solver.solve(&table, TASK)?;
        if interrupt::interrupted() {
            return Ok(None);
        }
        bar.inc(1);
        cpu += milliseconds(found.cpu);
        positions += found.positions;
        if let Some(line) = found.line() {
            lines += 1;
            moves += line.len();
        }
    }
    let mean = moves as f64 / lines.max(1) as f64;
    Ok(Some(Run {
        milliseconds_a_deal: cpu / deals::count(deals) as f64,
        checksum: format!("{positions} positions, {lines} solved, {mean:.2} moves a line"),
    }))
}

/// A run of fc-solve; `None` if it is not installed or was interrupted.
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
    if interrupt::interrupted() {
        return Ok(None);
    }
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
