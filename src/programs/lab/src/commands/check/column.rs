//! `lab check --rules heineman`: the verdict on a line under the column's rules.

use std::io::Write;

use anyhow::Result;
use column::judge::{judge, Game, Verdict};
use freecell::table::Table;
use serde_json::{json, Value};

use crate::support::line::{left_out, GivenLine};
use cli::Heedless;
use freecell::text::pretty::Pretty;
use shared::commands::Outcome;

/// Prints the verdict, and the table if the line does not win.
pub fn check(table: &Table, line: &GivenLine, json: bool) -> Result<Outcome> {
    let mut game = Game::on(table);
    let verdict = judge(&mut game, &line.words());
    let skipped = line.skipped(None);
    let mut out = Heedless(anstream::stdout().lock());
    if json {
        let mut answer = in_json(&verdict);
        answer["skipped"] = skipped.into();
        writeln!(out, "{answer:#}")?;
        return Ok(matches!(verdict, Verdict::Won(_)).into());
    }
    writeln!(out, "{:<22}  {verdict}", "heineman")?;
    if let Some(remark) = left_out(&skipped) {
        writeln!(out, "{remark}")?;
    }
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
