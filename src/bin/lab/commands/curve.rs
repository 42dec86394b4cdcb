//! `lab curve`: how lines get shorter with time, measured and drawn.
//!
//! [`point`] holds one measurement and reads and writes files of them, [`peers`] has
//! the figures of other programs, [`plot`] draws the picture.

mod peers;
mod plot;
mod point;

use std::fs;
use std::io::{stdout, Write as _};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{ensure, Context, Result};

use crate::support::rulesets::AutoplayChoice;
use crate::support::solver::Solver;
use freecell::note;
use freecell::tools::{commands::Outcome, deals, duration, interrupt, progress};
use peers::Peer;
use point::Point;

const EXAMPLES: &str = "\
Examples:
  freecell-lab curve -o fixtures/curve.svg                                 takes a quarter of an hour
  freecell-lab curve --deals 1..=10 --times 1ms,10ms -o /tmp/curve.svg
  freecell-lab curve --from-csv fixtures/curve.csv -o fixtures/curve.svg   only draws

Deals without a line in the time are listed and left out of the mean.
Exit status: 0 everything was measured, 1 it was interrupted.";

/// Draw mean moves against CPU time, for each autoplay rule
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The deals
    #[arg(long, value_name = "A..=B", default_value = "1..=200", value_parser = deals::range)]
    deals: RangeInclusive<u64>,
    /// The CPU times to spend on each deal
    #[arg(long, value_name = "TIMES", value_delimiter = ',', value_parser = some_time)]
    #[arg(default_value = "1ms,3ms,10ms,30ms,100ms,300ms,1s")]
    times: Vec<Duration>,
    /// The autoplay rules
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    #[arg(value_enum, default_value = "safe,all,both")]
    autoplay: Vec<AutoplayChoice>,
    /// Write the picture to this file
    #[arg(short, long, value_name = "SVG")]
    output: PathBuf,
    /// Write the points to this file [default: the picture's, ending in .csv]
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the points of this file instead of measuring
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deals", "times", "autoplay", "csv"])]
    from_csv: Option<PathBuf>,
}

fn some_time(text: &str) -> Result<Duration> {
    let time = duration::parse(text)?;
    ensure!(!time.is_zero(), "no line is found in no time");
    Ok(time)
}

/// Measures the points, or reads them, and draws them.
pub fn run(args: &Args) -> Result<Outcome> {
    let peers = peers::read()?;
    if let Some(path) = &args.from_csv {
        let points = point::read(path)?;
        args.draw(&points, &peers)?;
        return Ok(Outcome::Yes);
    }
    args.measure(&peers)
}

impl Args {
    /// Measures point by point. Both files are written again after each point, so
    /// that one that cannot be written is noticed early, and an interruption loses
    /// little.
    fn measure(&self, peers: &[Peer]) -> Result<Outcome> {
        interrupt::install_handler();
        let csv = self.csv.clone();
        let csv = csv.unwrap_or_else(|| self.output.with_extension("csv"));
        let mut solver = Solver::default();
        let mut points = Vec::new();
        writeln!(stdout(), "{}", point::HEADINGS)?;
        for &time in &self.times {
            for &autoplay in &self.autoplay {
                let bar = progress::bar(deals::count(&self.deals), "deals");
                let tick = || bar.inc(1);
                let point = Point::measure(&mut solver, &self.deals, autoplay, time, tick)?;
                bar.finish_and_clear();
                let Some((point, left_out)) = point else {
                    note!("interrupted: the points measured so far are kept");
                    return Ok(Outcome::No);
                };
                writeln!(stdout(), "{}", point.row(&left_out))?;
                points.push(point);
                point::write(&csv, &points)?;
                self.draw(&points, peers)?;
            }
        }
        Ok(Outcome::Yes)
    }

    fn draw(&self, points: &[Point], peers: &[Peer]) -> Result<()> {
        let picture = plot::draw(points, peers)?;
        fs::write(&self.output, picture).with_context(|| self.output.display().to_string())
    }
}
