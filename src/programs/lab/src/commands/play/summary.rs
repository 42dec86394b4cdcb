//! Prints games, a line each, and sums many of them up.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use serde_json::{json, Value};

use super::game::{Error, Report};
use super::rules::LATER_TURN;
use crate::support::statistics::Measured;
use shared::duration::milliseconds;

pub struct PlayedGame {
    pub deal: u64,
    pub referee: String,
    pub report: Report,
}

impl fmt::Display for PlayedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (referee, report) = (&self.referee, &self.report);
        let times = &report.times;
        let outcome = if report.loss.is_none() { "won" } else { "lost" };
        write!(f, "{:>7}  {referee:<4}  {outcome:<4}", self.deal)?;
        for (count, thing) in [(report.moves, "move"), (times.len(), "turn")] {
            let plural = if count == 1 { " " } else { "s" };
            write!(f, "  {count:>3} {thing}{plural}")?;
        }
        if let Some(first) = times.first() {
            write!(f, "  first {:>6.1} ms", milliseconds(*first))?;
        }
        if let Some(slowest) = times.iter().skip(1).max() {
            write!(f, "  later up to {:>5.1} ms", milliseconds(*slowest))?;
        }
        if report.illegal > 0 {
            write!(f, "  {} illegal", report.illegal)?;
        }
        match &report.loss {
            Some(loss) => write!(f, "  {loss}"),
            None => Ok(()),
        }
    }
}

#[derive(Default)]
pub struct Summary {
    won: usize,
    moves: Measured,
    /// The times of all first lines, and of all later ones, in microseconds.
    first: Measured,
    later: Measured,
    /// The number of later turns that took longer than is believed to be allowed.
    over: usize,
    /// The number of later turns that had no line when their limit ended them, so that their times
    /// are only known to be longer.
    cut_off: usize,
    /// The deals lost, by referee and kind of loss.
    losses: BTreeMap<(String, &'static str), Vec<u64>>,
}

impl Summary {
    pub fn add(&mut self, played: PlayedGame) {
        let (deal, report) = (played.deal, played.report);
        let is_late = matches!(report.loss, Some(Error::Late(_)));
        for (turn, time) in report.times.iter().enumerate() {
            let is_cut_off = is_late && turn + 1 == report.times.len();
            let is_over = *time > LATER_TURN || is_cut_off && *time == LATER_TURN;
            let times = if turn == 0 {
                &mut self.first
            } else {
                &mut self.later
            };
            times.add(time.as_micros() as u64, deal);
            self.over += usize::from(turn > 0 && is_over);
            self.cut_off += usize::from(turn > 0 && is_cut_off);
        }
        if let Some(loss) = report.loss {
            let kind = (played.referee, loss.kind());
            self.losses.entry(kind).or_default().push(deal);
        } else {
            self.won += 1;
            self.moves.add(report.moves as u64, deal);
        }
    }

    pub fn lost(&self) -> usize {
        self.losses().map(|(_, _, deals)| deals.len()).sum()
    }

    /// The losses by referee and kind, each with its deals in ascending order: games that are
    /// played at the same time end in any order.
    fn losses(&self) -> impl Iterator<Item = (&str, &'static str, Vec<u64>)> {
        self.losses.iter().map(|((referee, kind), deals)| {
            let mut deals = deals.clone();
            deals.sort_unstable();
            (referee.as_str(), *kind, deals)
        })
    }

    pub fn in_json(&self, interrupted: bool) -> Value {
        let losses = self.losses().map(
            |(referee, kind, deals)| json!({ "referee": referee, "kind": kind, "deals": deals }),
        );
        let most = self.moves.longest();
        let moves = most.map(|(most, _)| json!({ "mean": self.moves.mean(), "most": most }));
        json!({
            "won": self.won,
            "lost": self.lost(),
            "losses": losses.collect::<Vec<_>>(),
            "moves": moves,
            "first_turn_ms": Times::new(&self.first),
            "later_turns_ms": Times::new(&self.later),
            "later_turns": self.later.len(),
            "later_turns_over_50_ms": self.over,
            "later_turns_cut_off": self.cut_off,
            "interrupted": interrupted,
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "won {}, lost {}", self.won, self.lost())?;
        for (referee, kind, deals) in self.losses() {
            let numbers: Vec<String> = deals.iter().map(u64::to_string).collect();
            writeln!(
                f,
                "lost under {referee}, {kind}: {} ({})",
                deals.len(),
                numbers.join(" ")
            )?;
        }
        if let Some((most, _)) = self.moves.longest() {
            let mean = self.moves.mean();
            writeln!(f, "moves in games won: mean {mean:.1}, most {most}")?;
        }
        if let Some(times) = Times::new(&self.first) {
            writeln!(f, "first turn: {times}")?;
        }
        if let Some(times) = Times::new(&self.later) {
            let (turns, over, limit) = (self.later.len(), self.over, LATER_TURN.as_millis());
            write!(f, "later turns ({turns}, {over} over {limit} ms")?;
            if self.cut_off > 0 {
                write!(f, ", {} cut off at the limit", self.cut_off)?;
            }
            writeln!(f, "): {times}")?;
        }
        Ok(())
    }
}

/// The times of some turns, in milliseconds.
#[derive(Serialize)]
struct Times {
    mean: f64,
    p99: f64,
    slowest: f64,
    slowest_deal: u64,
}

impl Times {
    /// `None` if there were no such turns.
    fn new(microseconds: &Measured) -> Option<Times> {
        let (slowest, slowest_deal) = microseconds.longest()?;
        Some(Times {
            mean: microseconds.mean() / 1000.0,
            p99: microseconds.quantile(0.99) / 1000.0,
            slowest: slowest as f64 / 1000.0,
            slowest_deal,
        })
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "mean {:.1} ms, 99 % within {:.1} ms, ",
            self.mean, self.p99
        )?;
        let (slowest, deal) = (self.slowest, self.slowest_deal);
        write!(f, "slowest {slowest:.1} ms (deal {deal})")
    }
}
