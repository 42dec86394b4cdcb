//! The printed report of a game: each deal with its best line, and the outcome.

use std::io::{self, Write};
use std::time::Duration;

use crate::game::Deal;
use crate::line::Cost;
use crate::tableau::Tableau;
use cli::pluralize::pluralize;

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
        "Searched {}; the best sequence is proved best.",
        pluralize(deal.plan.positions as usize, "position")
    )?;
    writeln!(
        out,
        "Best sequence has {} ({}), transferring {} to the foundation \
         and leaving {} on the tableau.\n",
        pluralize(deal.line.steps.len(), "move"),
        show_cost(deal.line.cost()),
        pluralize(deal.line.end.home() - deal.start.home(), "card"),
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

/// Prints how the game ended, `last` being the last deal played, and what all of
/// them cost.
pub fn summary(out: &mut impl Write, last: &Deal, cost: Cost, time: Duration) -> io::Result<()> {
    let time = time.as_secs_f64() * 1000.0;
    let cost = show_cost(cost);
    if last.is_solved() {
        let number = last.number;
        return writeln!(
            out,
            "Game solved in {time:.2}ms on deal {number}, with {cost}."
        );
    }
    writeln!(
        out,
        "Game not solved in {time:.2}ms, with {cost}: {} left on the tableau after deal {}.",
        pluralize(last.line.end.cards().count(), "card"),
        last.number
    )
}

/// `7 blocking moves, 1 merci`.
fn show_cost(cost: Cost) -> String {
    let blocking = pluralize(cost.blocking, "blocking move");
    format!("{blocking}, {}", pluralize(cost.mercis, "merci"))
}
