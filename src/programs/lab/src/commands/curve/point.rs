//! A point of the curve: the result of solving some deals with one time limit.

use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use anyhow::{anyhow, ensure, Context, Result};
use csv::StringRecord;
use freecell::deal;
use serde::{Deserialize, Serialize};

use crate::support::rulesets::AutoplayChoice;
use crate::support::solver::{Solver, Task};
use shared::clock::Stopwatch;
use shared::duration::{milliseconds, round_to_thousandths};
use shared::memory::Bytes;
use shared::row_file::{malformed, LineCounter};
use shared::{deals, interrupt, table_file};

/// The result for one autoplay rule and one time. The fields are the file's columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    pub autoplay: AutoplayChoice,
    /// The CPU time given to each deal, in milliseconds.
    pub time_ms: f64,
    pub first_deal: u64,
    pub last_deal: u64,
    /// The number of deals with a line in that time.
    pub lines: u64,
    /// The mean CPU time used for a deal, in milliseconds.
    pub cpu_ms: f64,
    /// The mean number of moves over the deals with a line; `None` if no deal has one.
    pub moves: Option<f64>,
}

/// The headings of [`Point::row`].
pub const HEADINGS: &str = "autoplay   time ms    CPU ms   moves   lines  without a line";

impl Point {
    /// Solves the deals, and has the referee replay each line. Returns the point and
    /// the deals without a line; `None` if interrupted.
    pub fn measure(
        solver: &mut Solver,
        deals: &RangeInclusive<u64>,
        autoplay: AutoplayChoice,
        time: Duration,
        tick: impl Fn(),
    ) -> Result<Option<(Point, Vec<u64>)>> {
        let task = Task {
            choice: autoplay.into(),
            first: false,
            time: Some(time),
            memory: Bytes(1 << 30),
        };
        let (mut cpu, mut moves, mut left_out) = (Duration::ZERO, 0, Vec::new());
        for number in deals.clone() {
            let table = deal::microsoft(number).expect("a deal's number");
            let found = solver.solve(table, task, &mut Stopwatch::start())?;
            if interrupt::interrupted() {
                return Ok(None);
            }
            cpu += found.cpu;
            match found.line() {
                Some(line) => moves += line.len(),
                None => left_out.push(number),
            }
            tick();
        }
        let count = deals::count(deals);
        let lines = count - left_out.len() as u64;
        let point = Point {
            autoplay,
            time_ms: milliseconds(time),
            first_deal: *deals.start(),
            last_deal: *deals.end(),
            lines,
            cpu_ms: round_to_thousandths(milliseconds(cpu) / count as f64),
            moves: (lines > 0).then(|| round_to_thousandths(moves as f64 / lines as f64)),
        };
        Ok(Some((point, left_out)))
    }

    /// Whether some of the deals had no line.
    pub fn leaves_out(&self) -> bool {
        self.lines < deals::count(&(self.first_deal..=self.last_deal))
    }

    pub fn row(&self, left_out: &[u64]) -> String {
        let numbers: Vec<String> = left_out.iter().map(u64::to_string).collect();
        let moves = self.moves.map(|moves| format!("{moves:.2}"));
        format!(
            "{:<8}{:>9}{:>10.2}{:>8}{:>8}  {}{}{}",
            self.autoplay.name(),
            self.time_ms,
            self.cpu_ms,
            moves.as_deref().unwrap_or("-"),
            self.lines,
            left_out.len(),
            if left_out.is_empty() { "" } else { ": " },
            numbers.join(" ")
        )
    }
}

pub fn to_csv(points: &[Point]) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(vec![]);
    for point in points {
        writer.serialize(point)?;
    }
    Ok(writer.into_inner()?)
}

pub fn read(path: &Path) -> Result<Vec<Point>> {
    let name = || path.display().to_string();
    let text = table_file::read_text(path, table_file::LONGEST)?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().with_context(name)?.clone();
    let mut counter = LineCounter::new(text.as_bytes());
    let mut points = Vec::new();
    let mut record = StringRecord::new();
    loop {
        let start = reader.position().byte() as usize;
        let is_there = reader.read_record(&mut record);
        if matches!(is_there, Ok(false)) {
            break;
        }
        let row = counter.line_of(start);
        let point = is_there.and_then(|_| record.deserialize::<Point>(Some(&headers)));
        let point = point.map_err(|error| {
            let why = malformed(&error, &record);
            anyhow!("{}: row {row}: {why}", name())
        })?;
        let drawable = point.cpu_ms.is_normal() && point.moves.is_none_or(f64::is_finite);
        ensure!(
            drawable && point.cpu_ms > 0.0 && point.first_deal <= point.last_deal,
            "{}: row {row}: expected a range of deals, a CPU time above 0 and a number of moves",
            name()
        );
        points.push(point);
    }
    ensure!(!points.is_empty(), "{}: there are no points", name());
    Ok(points)
}
