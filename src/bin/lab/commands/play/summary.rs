//! Prints games, a line each, and sums many of them up.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde_json::{json, Value};

use super::game::Report;
use super::rules::LATER_TURN;
use crate::support::statistics::Statistics;
use freecell::tools::duration::milliseconds;

/// One game played.
pub struct Played {
    /// The deal's number.
    pub deal: u64,
    /// What the referee is called.
    pub referee: String,
    /// How it went.
    pub report: Report,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report {
            loss,
            moves,
            illegal,
            times,
        } = &self.report;
        let referee = &self.referee;
        let outcome = if loss.is_none() { "won" } else { "lost" };
        write!(
            f,
            "{:>7}  {referee:<4}  {outcome:<4}  {moves:>3} moves",
            self.deal
        )?;
        let plural = if times.len() == 1 { " " } else { "s" };
        write!(f, "  {:>3} turn{plural}", times.len())?;
        if let Some(first) = times.first() {
            write!(f, "  first {:>6.1} ms", milliseconds(*first))?;
        }
        if let Some(slowest) = times.iter().skip(1).max() {
            write!(f, "  later up to {:>5.1} ms", milliseconds(*slowest))?;
        }
        if *illegal > 0 {
            write!(f, "  {illegal} illegal")?;
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
    /// The times of all first lines, and of all later ones.
    first: Vec<Duration>,
    later: Vec<Duration>,
    /// The slowest first line and the slowest later one, each with its deal.
    slowest_first: Option<(Duration, u64)>,
    slowest_later: Option<(Duration, u64)>,
    /// The deals lost, by referee and kind of loss.
    losses: BTreeMap<(String, &'static str), Vec<u64>>,
}

impl Summary {
    /// Adds a game.
    pub fn add(&mut self, played: Played) {
        let (deal, report) = (played.deal, played.report);
        let mut times = report.times.iter().map(|&time| (time, deal));
        let first = times.next();
        self.first.extend(first.map(|(time, _)| time));
        self.later.extend(report.times.iter().skip(1));
        self.slowest_first = self.slowest_first.max(first);
        self.slowest_later = self.slowest_later.max(times.max());
        if let Some(loss) = report.loss {
            let kind = (played.referee, loss.kind());
            self.losses.entry(kind).or_default().push(deal);
        } else {
            self.won += 1;
            self.moves.push(report.moves);
        }
    }

    /// The number of games lost so far.
    pub fn lost(&self) -> usize {
        self.losses().map(|(_, _, deals)| deals.len()).sum()
    }

    /// Each referee and kind of loss, with the deals lost in ascending order: games
    /// played at a time end in any.
    fn losses(&self) -> impl Iterator<Item = (&str, &'static str, Vec<u64>)> {
        self.losses.iter().map(|((referee, kind), deals)| {
            let mut deals = deals.clone();
            deals.sort_unstable();
            (referee.as_str(), *kind, deals)
        })
    }

    fn moves(&self) -> Option<Statistics> {
        Statistics::new(self.moves.iter().map(|&moves| moves as f64))
    }

    /// How many later turns took longer than is believed to be allowed.
    fn over(&self) -> usize {
        let over = self.later.iter().filter(|&&time| time > LATER_TURN);
        over.count()
    }

    /// Everything, for programs.
    pub fn in_json(&self, interrupted: bool) -> Value {
        let losses = self.losses().map(
            |(referee, kind, deals)| json!({ "referee": referee, "kind": kind, "deals": deals }),
        );
        let moves = self.moves();
        let moves = moves.map(|it| json!({ "mean": it.mean(), "most": it.longest() as u64 }));
        json!({
            "won": self.won,
            "lost": self.lost(),
            "losses": losses.collect::<Vec<_>>(),
            "moves": moves,
            "first_turn_ms": times_in_json(&self.first, self.slowest_first),
            "later_turns_ms": times_in_json(&self.later, self.slowest_later),
            "later_turns": self.later.len(),
            "later_turns_over_50_ms": self.over(),
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
        if let Some(moves) = self.moves() {
            let (mean, most) = (moves.mean(), moves.longest());
            writeln!(f, "moves in games won: mean {mean:.1}, most {most}")?;
        }
        write_times(f, "first turn", &self.first, self.slowest_first)?;
        let (turns, over, limit) = (self.later.len(), self.over(), LATER_TURN.as_millis());
        let name = format!("later turns ({turns}, {over} over {limit} ms)");
        write_times(f, &name, &self.later, self.slowest_later)
    }
}

fn times_in_json(times: &[Duration], slowest: Option<(Duration, u64)>) -> Value {
    let statistics = Statistics::new(times.iter().copied().map(milliseconds));
    let (Some(statistics), Some((_, deal))) = (statistics, slowest) else {
        return Value::Null;
    };
    json!({
        "mean": statistics.mean(),
        "p99": statistics.quantile(0.99),
        "slowest": statistics.longest(),
        "slowest_deal": deal,
    })
}

fn write_times(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    times: &[Duration],
    slowest: Option<(Duration, u64)>,
) -> fmt::Result {
    let statistics = Statistics::new(times.iter().copied().map(milliseconds));
    let (Some(statistics), Some((slowest, deal))) = (statistics, slowest) else {
        return Ok(());
    };
    let (mean, p99) = (statistics.mean(), statistics.quantile(0.99));
    let slowest = milliseconds(slowest);
    writeln!(
        f,
        "{name}: mean {mean:.1} ms, 99 % within {p99:.1} ms, slowest {slowest:.1} ms (deal {deal})"
    )
}
