//! `lab check --rules heineman`: the verdict on a line under the column's rules.

use std::io::Write;

use anyhow::Result;
use column::judge::{judge, Game, Verdict};
use freecell::table::Table;
use serde_json::{json, Value};

use freecell::text::pretty::Pretty;
use shared::commands::Outcome;

/// Prints the verdict, and the table if the line does not win.
pub fn check(table: &Table, line: &str, json: bool) -> Result<Outcome> {
    let mut game = Game::on(table);
    let verdict = judge(&mut game, line);
    let mut out = anstream::stdout().lock();
    if json {
        writeln!(out, "{:#}", in_json(&verdict))?;
        return Ok(matches!(verdict, Verdict::Won(_)).into());
    }
    writeln!(out, "{:<22}  {verdict}", "heineman")?;
    let point = match &verdict {
        Verdict::Won(_) => return Ok(Outcome::Yes),
        Verdict::Open(_) => "The table at the end:".into(),
        Verdict::Failed(place, ..) => format!("The table before move {place}:"),
    };
    if let Some(table) = game.table() {
        writeln!(out, "{point}\n{}", Pretty(&table))?;
    }
    Ok(Outcome::No)
}

fn in_json(verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Won(moves) => json!({ "rules": "heineman", "result": "won", "moves": moves }),
        Verdict::Open(moves) => json!({ "rules": "heineman", "result": "open", "moves": moves }),
        Verdict::Failed(place, text, why) => json!({
            "rules": "heineman", "result": "failed", "move": place, "text": text, "why": why,
        }),
    }
}
