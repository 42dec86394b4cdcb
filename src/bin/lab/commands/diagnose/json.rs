//! The explanation for programs.

use std::path::Path;

use freecell::moves::Line;
use serde_json::{json, Value};

use super::report::{Playback, Report};
use super::words::{Suggestion, Words};
use crate::support::rulesets;

/// What was found, what explains it and what to send, as one object.
pub fn in_json(report: &Report, words: &Words, page: &Path) -> Value {
    let rulesets: Vec<Value> = report
        .belief
        .likely()
        .rulesets()
        .map(rulesets::in_json)
        .collect();
    let played = match report.playback {
        Playback::Played(moves) | Playback::PlayedAfterAutoplay(moves) => Some(moves),
        Playback::Unseen | Playback::Unexplained { .. } => None,
    };
    let failure = report.failure().map(
        |(mv, text, why)| json!({ "move": mv, "text": text.to_string(), "why": why.to_string() }),
    );
    json!({
        "deal": report.deal,
        "line": report.line.as_ref().map(Line::to_string),
        "explained": report.is_explained(),
        "rulesets": rulesets,
        "played": played,
        "broke": failure,
        "translated": words.translated.as_ref().map(Line::to_string),
        "send": words.suggestions.iter().map(suggestion).collect::<Vec<Value>>(),
        "text": words.to_string(),
        "page": page.display().to_string(),
    })
}

fn suggestion(suggestion: &Suggestion) -> Value {
    json!({
        "for": suggestion.table,
        "line": suggestion.line.to_string(),
        "outcome": suggestion.outcome,
    })
}
