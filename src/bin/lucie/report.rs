//! What is printed of a game: each deal with its best line, and the outcome.

use std::io::{self, Write};
use std::time::Duration;

use crate::game::Deal;
use crate::tableau::Tableau;

/// Prints a deal: its tableau, the best line, and what that leads to.
pub fn deal(out: &mut impl Write, deal: &Deal) -> io::Result<()> {
    writeln!(out, "========== Deal {} ==========", deal.number)?;
    writeln!(out, "Starting tableau:")?;
    fans(out, &deal.start)?;
    if deal.start.home() > 0 {
        writeln!(out, "Starting foundation:")?;
        writeln!(out, "{}", deal.start.show_foundations())?;
    }
    sequence(out, deal)?;
    writeln!(out, "Final table state after deal {}:", deal.number)?;
    fans(out, &deal.line.end)?;
    if deal.line.end.home() > 0 {
        writeln!(out, "{}", deal.line.end.show_foundations())?;
    }
    out.flush()
}

fn fans(out: &mut impl Write, tableau: &Tableau) -> io::Result<()> {
    let blank = if tableau.fans.is_empty() { "\n" } else { "" };
    writeln!(out, "{tableau}{blank}")
}

fn sequence(out: &mut impl Write, deal: &Deal) -> io::Result<()> {
    writeln!(
        out,
        "Searched {} position(s); the best sequence is proved best.",
        deal.plan.positions
    )?;
    writeln!(
        out,
        "Best sequence has {} moves, transferring {} cards to the foundation \
         and leaving {} on the tableau.\n",
        deal.line.steps.len(),
        deal.line.end.home() - deal.start.home(),
        deal.line.end.cards().count()
    )?;
    if deal.line.steps.is_empty() {
        return Ok(());
    }
    writeln!(out, "Move sequence:")?;
    for (tableau, step) in &deal.line.steps {
        writeln!(out, "  {}", tableau.describe(*step))?;
    }
    writeln!(out)
}

/// Prints how the game ended, `last` being the last deal played.
pub fn summary(out: &mut impl Write, last: &Deal, time: Duration) -> io::Result<()> {
    let time = time.as_secs_f64() * 1000.0;
    if last.is_solved() {
        return writeln!(out, "Game solved in {time:.2}ms on deal {}.", last.number);
    }
    writeln!(
        out,
        "Game not solved in {time:.2}ms: {} cards left on the tableau after deal {}.",
        last.line.end.cards().count(),
        last.number
    )
}
