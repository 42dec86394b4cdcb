//! The number of deals with a shortest line of each length, as text and as a picture.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context, Result};
use cli::pluralize::pluralize;
use plotters::prelude::*;
use shared::deals::Deals;

use super::table::Proofs;
use crate::support::programs::Choice;

const SIZE: (u32, u32) = (760, 420);
const BARS: RGBColor = RGBColor(0, 114, 178);

/// The lengths of the shortest lines of some deals.
pub struct Lengths {
    rules: Choice,
    /// The deals that are not in the table, and those that have no line.
    pub missing: usize,
    without_line: usize,
    /// For each length the number of deals, and the first of them.
    deals: BTreeMap<usize, (usize, u64)>,
}

impl Lengths {
    /// The lengths of those of some deals that are in a table.
    pub fn new(rules: Choice, proofs: &Proofs, asked: &Deals) -> Lengths {
        let mut lengths = Lengths {
            rules,
            missing: 0,
            without_line: 0,
            deals: BTreeMap::new(),
        };
        for deal in asked.iter() {
            match proofs.get(&deal) {
                Some(Some(line)) => {
                    let (count, _) = lengths.deals.entry(line.len()).or_insert((0, deal));
                    *count += 1;
                }
                Some(None) => lengths.without_line += 1,
                None => lengths.missing += 1,
            }
        }
        lengths
    }

    /// The number of deals with a line.
    fn count(&self) -> usize {
        self.deals.values().map(|(count, _)| count).sum()
    }

    fn mean(&self) -> f64 {
        let moves = self.deals.iter().map(|(moves, (count, _))| moves * count);
        moves.sum::<usize>() as f64 / self.count() as f64
    }

    /// Draws a bar for each length, as SVG.
    pub fn draw(&self) -> Result<String> {
        let lengths = || self.deals.keys().copied();
        let first = lengths().next().context("no deal has a line to draw")?;
        let last = lengths().last().unwrap_or(first);
        let counts = self.deals.values().map(|&(count, _)| count);
        let most = counts.max().unwrap_or(0);
        let mut picture = String::new();
        let area = SVGBackend::with_string(&mut picture, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let title = format!(
            "Shortest lines of {} deals {}: {:.2} moves on average",
            self.count(),
            self.rules.in_english(),
            self.mean()
        );
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 20))
            .margin(12)
            .x_label_area_size(46)
            .y_label_area_size(58)
            .build_cartesian_2d(
                first as f64 - 0.5..last as f64 + 0.5,
                0..most + most / 20 + 1,
            )?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_labels(last - first + 1)
            .x_label_formatter(&|moves| format!("{moves:.0}"))
            .x_desc("moves")
            .y_desc("deals")
            .label_style(("sans-serif", 14))
            .axis_desc_style(("sans-serif", 16))
            .draw()?;
        chart.draw_series(self.deals.iter().map(|(&moves, &(count, _))| {
            let moves = moves as f64;
            Rectangle::new([(moves - 0.4, 0), (moves + 0.4, count)], BARS.filled())
        }))?;
        area.present()?;
        drop(chart);
        drop(area);
        Ok(picture)
    }
}

impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "under {}: {} proved shortest, {:.2} moves on average; {} proved to have no line, \
             {} not in the table",
            self.rules.name(),
            pluralize(self.count(), "line"),
            self.mean(),
            pluralize(self.without_line, "deal"),
            self.missing,
        )?;
        writeln!(f, "moves   deals   the first of them")?;
        for (moves, (count, first)) in &self.deals {
            writeln!(f, "{moves:5} {count:7}   {first}")?;
        }
        Ok(())
    }
}
