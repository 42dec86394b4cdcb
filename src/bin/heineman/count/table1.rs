//! Table 1 in the column's layout: a row for each depth, a column for each number
//! of walks.
//!
//! The column walks afresh for every entry; here the walks of a number count for
//! all depths on their way, which changes nothing about any entry by itself.

use std::io::Write;

use anyhow::Result;
use indicatif::HumanCount;

use super::{estimate, whole, Args, Estimator};
use freecell::tools::interrupt;

/// The column's numbers of walks.
const TRIALS: [u64; 4] = [1024, 8192, 65_536, 524_288];

/// Estimates and prints, as far as an interrupt allows.
pub fn print(out: &mut impl Write, args: &Args) -> Result<()> {
    let estimators = TRIALS.iter().zip(args.seed..);
    let estimators = estimators.map(|(&trials, seed)| estimate(args, trials, seed));
    let estimators: Vec<Estimator> = estimators.take_while(|_| !interrupt::asked()).collect();
    write!(out, "{:>5}", "depth")?;
    for estimator in &estimators {
        write!(out, " {:>20}", HumanCount(estimator.trials()).to_string())?;
    }
    writeln!(out)?;
    let columns = estimators
        .iter()
        .map(|estimator| estimator.estimates().collect());
    let columns: Vec<Vec<(f64, f64)>> = columns.collect();
    for depth in 0..args.depth.into() {
        write!(out, "{:>5}", depth + 1)?;
        for column in &columns {
            write!(out, " {:>20}", whole(column[depth].0))?;
        }
        writeln!(out)?;
    }
    if let Some(last) = estimators.last() {
        writeln!(out, "Average number of moves: {:.3}", last.branching())?;
    }
    Ok(())
}
