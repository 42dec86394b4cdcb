//! `lab bench`: the benchmark behind the figures that this crate reports.
//!
//! First lines under `safe` autoplay, on one thread, in CPU time; where fc-solve
//! is installed, the two alternate on the same deals, so that a busy machine slows
//! both alike. The number of positions is the search's checksum: it
//! changes when the search changes, and for no other reason.

use std::io::{ErrorKind, Write};
use std::ops::RangeInclusive;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{ensure, Context, Result};
use freecell::deal;
use indicatif::ProgressBar;
use serde::Serialize;
use serde_json::json;
use shared::note;

use crate::support::programs::Choice;
use crate::support::remarks::with_remarks;
use crate::support::rulesets::AutoplayChoice;
use crate::support::solver::{Solver, Task};
use cli::stdout;
use shared::clock::{children_cpu, Stopwatch};
use shared::duration::milliseconds;
use shared::memory::Bytes;
use shared::{commands::Outcome, deals, interrupt, progress};

/// The program of fc-solve's that solves ranges of deals.
const FC_SOLVE: &str = "freecell-solver-range-parallel-solve";
/// fc-solve's fastest preset for whole ranges.
const FC_SOLVE_PRESET: [&str; 2] = ["-l", "lg"];

/// The time between two looks at whether it has ended, or Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(20);

const TASK: Task = Task {
    choice: Choice::Autoplay(AutoplayChoice::Safe),
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

/// How a run of fc-solve ended.
enum FcSolveRun {
    Complete(Run),
    Interrupted,
    NotInstalled,
}

/// The runs of one program: fewer than were asked for after Ctrl-C, none of a program that is not
/// installed.
#[derive(Default, Serialize)]
struct Runs {
    cpu_ms_a_deal: Vec<f64>,
    /// The median of these times.
    median: Option<f64>,
    /// The checksum, which is the same for all runs.
    checksum: Option<String>,
}

pub fn run(args: &Args) -> Result<Outcome> {
    interrupt::install_handler();
    let mut out = stdout().lock();
    let (&first_deal, &last_deal) = (args.deals.start(), args.deals.end());
    if !args.json {
        writeln!(
            out,
            "deals {first_deal}..={last_deal}, first lines, CPU ms a deal"
        )?;
        writeln!(out, "{:<8}{:>8}{:>10}{:>8}", "", "lab", "fc-solve", "ratio")?;
    }
    let bar = progress::bar(deals::count(&args.deals) * u64::from(args.runs), "deals");
    let (mut lab, mut fc_solve) = (Runs::default(), Runs::default());
    let mut is_installed = true;
    for number in 1..=args.runs {
        let Some(own) = own_run(&args.deals, &bar)? else {
            break;
        };
        let other = match fc_solve_run(&args.deals)? {
            FcSolveRun::Complete(run) => Some(run),
            FcSolveRun::Interrupted => None,
            FcSolveRun::NotInstalled => {
                is_installed = false;
                None
            }
        };
        if interrupt::interrupted() && lab.median.is_some() {
            break;
        }
        let milliseconds = |run: &Run| run.milliseconds_a_deal;
        let line = columns(Some(milliseconds(&own)), other.as_ref().map(milliseconds));
        lab.add(own)?;
        other.map_or(Ok(()), |run| fc_solve.add(run))?;
        if !args.json {
            bar.suspend(|| writeln!(out, "{:<8}{line}", format!("run {number}")))?;
        }
        if interrupt::interrupted() {
            break;
        }
    }
    bar.finish_and_clear();
    let interrupted = interrupt::interrupted();
    if interrupted {
        let complete = lab.cpu_ms_a_deal.len();
        note!("interrupted after {complete} of {} runs", args.runs);
    }
    if args.json {
        let report = json!({
            "first_deal": first_deal,
            "last_deal": last_deal,
            "lab": lab,
            "fc_solve": fc_solve,
            "interrupted": interrupted,
        });
        writeln!(out, "{:#}", with_remarks(report))?;
    } else if let Some(checksum) = &lab.checksum {
        let medians = columns(lab.median, fc_solve.median);
        writeln!(out, "{:<8}{medians}", "median")?;
        writeln!(out, "lab: {checksum}")?;
        match &fc_solve.checksum {
            Some(checksum) => writeln!(out, "fc-solve {}: {checksum}", FC_SOLVE_PRESET.join(" "))?,
            // It was interrupted in its first run.
            None if is_installed => {}
            None => note!("{FC_SOLVE} is not installed (Debian package freecell-solver-bin)"),
        }
    }
    Ok(Outcome::Yes)
}

impl Runs {
    /// Adds a run.
    ///
    /// # Errors
    /// It differs from those before in more than time.
    fn add(&mut self, run: Run) -> Result<()> {
        match &self.checksum {
            Some(first) => ensure!(
                *first == run.checksum,
                "the runs differ in more than time, so they cannot be compared"
            ),
            None => self.checksum = Some(run.checksum),
        }
        self.cpu_ms_a_deal.push(run.milliseconds_a_deal);
        let mut sorted = self.cpu_ms_a_deal.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        self.median = Some(sorted[(sorted.len() - 1) / 2]);
        Ok(())
    }
}

fn columns(own: Option<f64>, other: Option<f64>) -> String {
    let ratio = own.zip(other).map(|(own, other)| own / other);
    let column = |figure: Option<f64>, width, digits| match figure {
        Some(figure) => format!("{figure:>width$.digits$}"),
        None => format!("{:>width$}", "-"),
    };
    column(own, 8, 4) + &column(other, 10, 4) + &column(ratio, 8, 2)
}

/// A run of this crate's; `None` if it was interrupted.
fn own_run(deals: &RangeInclusive<u64>, bar: &ProgressBar) -> Result<Option<Run>> {
    let mut solver = Solver::default();
    let mut stopwatch = Stopwatch::start();
    let (mut lines, mut moves, mut positions, mut cpu) = (0_u64, 0, 0, 0.0);
    for number in deals.clone() {
        let table = deal::microsoft(number).expect("a deal's number");
        let found = solver.solve(table, TASK, &mut stopwatch)?;
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

/// A run of fc-solve.
fn fc_solve_run(deals: &RangeInclusive<u64>) -> Result<FcSolveRun> {
    let (first, last) = (deals.start().to_string(), deals.end().to_string());
    let mut command = Command::new(FC_SOLVE);
    // Its third argument is how often it reports: here once, after the last deal.
    command.args([&first, &last, &last]).args(FC_SOLVE_PRESET);
    let start = children_cpu();
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = match command.stderr(Stdio::null()).spawn() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(FcSolveRun::NotInstalled),
        child => child.context(FC_SOLVE)?,
    };
    // It writes too little to fill the pipe. Ctrl-C reaches it, too, but not every signal does.
    while child.try_wait().context(FC_SOLVE)?.is_none() {
        if interrupt::interrupted() {
            let _ = child.kill();
        }
        thread::sleep(LOOK);
    }
    let output = child.wait_with_output().context(FC_SOLVE)?;
    let cpu = milliseconds(children_cpu().saturating_sub(start));
    if interrupt::interrupted() {
        return Ok(FcSolveRun::Interrupted);
    }
    ensure!(output.status.success(), "{FC_SOLVE}: {}", output.status);
    let report = String::from_utf8_lossy(&output.stdout);
    let (_, iterations) = report
        .rsplit_once("total_num_iters=")
        .with_context(|| format!("{FC_SOLVE} reports no number of iterations: {report}"))?;
    Ok(FcSolveRun::Complete(Run {
        milliseconds_a_deal: cpu / deals::count(deals) as f64,
        checksum: format!("{} positions", iterations.trim().trim_end_matches(')')),
    }))
}
