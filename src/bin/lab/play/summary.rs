//! Prints games, a line each, and sums many of them up.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use freecell::ruleset::Ruleset;

use super::game::Report;
use crate::duration::milliseconds;
use crate::figures::Figures;
use crate::rulesets::autoplay_name;

/// One game played.
pub struct Played {
    /// The deal's number.
    pub deal: u64,
    /// The ruleset it was refereed under.
    pub ruleset: Ruleset,
    /// Its course.
    pub report: Report,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            loss,
            moves,
            skipped,
            times,
        } = &self.report;
        let autoplay = autoplay_name(self.ruleset.autoplay);
        let outcome = if loss.is_none() { "won" } else { "lost" };
        write!(
            f,
            "{:>7}  {autoplay:<4}  {outcome:<4}  {moves:>3} moves",
            self.deal
        )?;
        write!(
            f,
            "  {:>3} turn{}",
            times.len(),
            if times.len() == 1 { " " } else { "s" }
        )?;
        if let Some(first) = times.first() {
            write!(f, "  first {:>6.1} ms", milliseconds(*first))?;
        }
        if let Some(slowest) = times.iter().skip(1).max() {
            write!(f, "  later up to {:>5.1} ms", milliseconds(*slowest))?;
        }
        if *skipped > 0 {
            write!(f, "  {skipped} illegal skipped")?;
        }
        match loss {
            Some(loss) => write!(f, "  {loss}"),
            None => Ok(()),
        }
    }
}

/// The summary of many games.
#[derive(Default)]
pub struct Summary {
    won: usize,
    moves: Vec<usize>,
    /// The times of all first lines.
    first: Vec<Duration>,
    /// The slowest first line and the slowest later one, each with its deal.
    slowest_first: Option<(Duration, u64)>,
    slowest_later: Option<(Duration, u64)>,
    /// The deals lost, by autoplay rule and kind of loss.
    losses: BTreeMap<(&'static str, &'static str), Vec<u64>>,
}

impl Summary {
    /// Adds a game.
    pub fn add(&mut self, played: Played) {
        let (deal, report) = (played.deal, played.report);
        let mut times = report.times.iter().map(|&time| (time, deal));
        let first = times.next();
        self.first.extend(first.map(|(time, _)| time));
        self.slowest_first = self.slowest_first.max(first);
        self.slowest_later = self.slowest_later.max(times.max());
        if let Some(loss) = report.loss {
            let kind = (autoplay_name(played.ruleset.autoplay), loss.kind());
            self.losses.entry(kind).or_default().push(deal);
        } else {
            self.won += 1;
            self.moves.push(report.moves);
        }
    }

    /// The number of games lost so far.
    pub fn lost(&self) -> usize {
        self.losses.values().map(Vec::len).sum()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "won {}, lost {}", self.won, self.lost())?;
        for ((autoplay, kind), deals) in &self.losses {
            let numbers: Vec<String> = deals.iter().map(u64::to_string).collect();
            writeln!(
                f,
                "lost under {autoplay}, {kind}: {} ({})",
                deals.len(),
                numbers.join(" ")
            )?;
        }
        if let Some(moves) = Figures::of(self.moves.iter().map(|&moves| moves as f64)) {
            let (mean, most) = (moves.mean(), moves.longest());
            writeln!(f, "moves in games won: mean {mean:.1}, most {most}")?;
        }
        if let Some(first) = Figures::of(self.first.iter().copied().map(milliseconds)) {
            let (mean, p99) = (first.mean(), first.quantile(0.99));
            write!(f, "first turn: mean {mean:.1} ms, 99 % within {p99:.1} ms")?;
            write_slowest(f, self.slowest_first)?;
        }
        if self.slowest_later.is_some() {
            write!(f, "later turns")?;
            write_slowest(f, self.slowest_later)?;
        }
        Ok(())
    }
}

fn write_slowest(f: &mut fmt::Formatter<'_>, slowest: Option<(Duration, u64)>) -> fmt::Result {
    match slowest {
        Some((time, deal)) => {
            let time = milliseconds(time);
            writeln!(f, ", slowest {time:.1} ms (deal {deal})")
        }
        None => writeln!(f),
    }
}
