//! `lab curve`: how lines get shorter with time, measured and drawn.
//!
//! [`point`] holds one measurement and reads and writes files of them, [`baselines`] has
//! the results of other programs, [`plot`] draws the picture.

mod baselines;
mod plot;
mod point;

use std::io::Write as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{ensure, Result};
use serde_json::json;

use crate::support::rulesets::AutoplayChoice;
use crate::support::solver::Solver;
use baselines::Baseline;
use cli::output::{is_stream, Overwrite};
use point::Point;
use shared::note;
use shared::row_file::summary_output;
use shared::{commands::Outcome, deals, duration, interrupt, progress};

const EXAMPLES: &str = "\
Examples:
  freecell-lab curve -o fixtures/curve.svg --force                         takes a quarter of an hour
  freecell-lab curve --deals 1..=10 --times 1ms,10ms -o small.svg
  freecell-lab curve --from-csv fixtures/curve.csv -o fixtures/curve.svg --force   only draws

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
    #[arg(long, value_name = "TIMES", value_delimiter = ',', value_parser = duration::positive)]
    #[arg(default_value = "1ms,3ms,10ms,30ms,100ms,300ms,1s")]
    times: Vec<Duration>,
    /// The autoplay rules
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    #[arg(value_enum, default_value = "safe,all,both")]
    autoplay: Vec<AutoplayChoice>,
    /// Write the picture to this file; - is standard output
    #[arg(short, long, value_name = "SVG")]
    output: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Write the points to this file [default: the picture's, ending in .csv]
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the points of this file instead of measuring
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deals", "times", "autoplay", "csv"])]
    from_csv: Option<PathBuf>,
    /// Print the points as JSON, when all are measured
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome> {
    args.overwrite.check(&args.output)?;
    let baselines = baselines::read()?;
    if let Some(path) = &args.from_csv {
        let points = point::read(path)?;
        args.save(None, &points, &baselines, true)?;
        if args.json {
            let out = &mut summary_output(Some(&args.output));
            writeln!(out, "{:#}", json!({ "points": points }))?;
        }
        return Ok(Outcome::Yes);
    }
    args.measure(&baselines)
}

impl Args {
    /// Measures point by point. Both files are rewritten after each point, so that a file that
    /// cannot be written is noticed early, and an interruption loses little.
    fn measure(&self, baselines: &[Baseline]) -> Result<Outcome> {
        interrupt::install_handler();
        let csv = self.csv.clone().or_else(|| {
            // Where the picture goes to a stream, the points are not saved.
            (!is_stream(&self.output)).then(|| self.output.with_extension("csv"))
        });
        if let Some(csv) = &csv {
            let name = csv.display();
            ensure!(
                *csv != self.output,
                "{name}: -o and --csv name the same file"
            );
            self.overwrite.check(csv)?;
        }
        let outputs = [csv.as_deref(), Some(&self.output)];
        let stream = outputs.into_iter().flatten().find(|path| is_stream(path));
        let out = &mut summary_output(stream);
        let mut solver = Solver::default();
        let (mut points, mut is_interrupted) = (Vec::new(), false);
        if !self.json {
            writeln!(out, "{}", point::HEADINGS)?;
        }
        'measure: for &time in &self.times {
            for &autoplay in &self.autoplay {
                let bar = progress::bar(deals::count(&self.deals), "deals");
                let tick = || bar.inc(1);
                let point = Point::measure(&mut solver, &self.deals, autoplay, time, tick)?;
                bar.finish_and_clear();
                let Some((point, left_out)) = point else {
                    note!("interrupted: the points measured so far are kept");
                    is_interrupted = true;
                    break 'measure;
                };
                if !self.json {
                    writeln!(out, "{}", point.row(&left_out))?;
                }
                points.push(point);
                self.save(csv.as_deref(), &points, baselines, false)?;
            }
        }
        if self.json {
            let json = json!({ "points": points, "interrupted": is_interrupted });
            writeln!(out, "{json:#}")?;
        }
        if !is_interrupted {
            self.save(csv.as_deref(), &points, baselines, true)?;
        }
        Ok((!is_interrupted).into())
    }

    /// Writes the points and the picture. The files may be those that this run has written
    /// for fewer points; a stream takes nothing until all is done.
    fn save(
        &self,
        csv: Option<&Path>,
        points: &[Point],
        baselines: &[Baseline],
        is_done: bool,
    ) -> Result<()> {
        let write = |path: &Path, bytes: &[u8]| {
            if is_stream(path) && !is_done {
                return Ok(());
            }
            Overwrite::FORCED.write(path, bytes)
        };
        if let Some(csv) = csv {
            write(csv, &point::to_csv(points)?)?;
        }
        write(&self.output, plot::draw(points, baselines)?.as_bytes())
    }
}
