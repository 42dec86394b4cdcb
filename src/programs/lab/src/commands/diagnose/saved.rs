//! A saved game of kpat's: which move lost it.
//!
//! Its moves are made one by one, without any rule by which cards go home: where kpat sent one, the
//! game says so. So the first move after which no line wins is the one that lost.

use std::io::Write as _;

use anyhow::Result;
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::text::kpat::SavedGame;
use serde_json::json;

use super::Args;
use crate::commands::hint::{analyzer_for, line};
use crate::support::line::GivenLine;
use crate::support::remarks::with_remarks;
use crate::support::replay::{destination, page, Replay};
use cli::pluralize::pluralize;
use shared::commands::Outcome;
use shared::row_file::summary_output;

/// Says where a saved game was lost, and writes the page that plays it.
pub fn run(args: &Args, line: &GivenLine, saved: &SavedGame) -> Result<Outcome> {
    let ruleset = Ruleset::from_autoplay(Autoplay::None);
    let deal = saved.deal().and_then(|deal| deal.microsoft());
    let name = match deal {
        Some(number) => format!("kpat's saved game, deal {number}"),
        None => "a saved game of kpat's, of no deal that it numbers".to_owned(),
    };
    let words = if saved.made == 0 {
        String::new()
    } else {
        line.under(&saved.start, &saved.start, ruleset)?
    };
    let mut analyzer = analyzer_for(ruleset);
    let analysis = line::Replay::analyze(&saved.start, &words, &mut analyzer)?;
    let made = pluralize(saved.made, "move");
    let undone = match saved.moves.len() - saved.made {
        0 => String::new(),
        undone => format!(", {} undone", pluralize(undone, "move")),
    };
    let mut rows = vec![format!("{name}: {made} made{undone}")];
    if !words.is_empty() {
        rows.push(format!(
            "as the puzzle writes them, if no card goes home by itself: {words}"
        ));
    }
    rows.push(analysis.to_string().trim_end().to_owned());
    let remarks = saved.clone().into_table().remarks;
    rows.extend(remarks.iter().map(ToString::to_string));
    let text = rows.join("\n") + "\n";
    let replay = Replay::new("Saved game".to_owned(), &saved.start, ruleset, &words);
    let (output, overwrite) = destination(args.output.as_deref(), args.overwrite);
    let out = &mut summary_output(Some(&output));
    if args.json {
        let mut json = analysis.in_json();
        json["deal"] = deal.into();
        json["line"] = words.into();
        json["made"] = saved.made.into();
        json["undone"] = json!(saved.moves[saved.made..]
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>());
        json["skipped"] = line.skipped(None).into();
        json["text"] = text.into();
        json["page"] = output.display().to_string().into();
        writeln!(out, "{:#}", with_remarks(json))?;
    } else {
        write!(out, "{text}")?;
    }
    overwrite.write(&output, page(&replay)?)?;
    if !args.json {
        writeln!(out, "{}: plays it: {}", output.display(), replay.outcome())?;
    }
    Ok(Outcome::Yes)
}
