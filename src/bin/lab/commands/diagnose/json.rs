//! The explanation for programs.

use std::path::Path;

use freecell::deal;
use freecell::moves::Line;
use serde_json::{json, Value};

use super::explain::{Case, Course};
use super::report::{Advice, Report};
use crate::support::rulesets;

/// What was found, what explains it and what to send, as one object.
pub fn in_json(case: &Case, report: &Report, page: &Path) -> Value {
    let rulesets: Vec<Value> = case
        .belief
        .likely()
        .rulesets()
        .map(rulesets::in_json)
        .collect();
    let played = match case.course {
        Course::Played(moves) | Course::PlayedAfterAutoplay(moves) => Some(moves),
        Course::Unseen | Course::Unexplained { .. } => None,
    };
    let broke = case.broke().map(
        |(mv, text, why)| json!({ "move": mv, "text": text.to_string(), "why": why.to_string() }),
    );
    json!({
        "deal": deal::numbers(&case.before).first(),
        "line": case.line.as_ref().map(Line::to_string),
        "explained": case.is_explained(),
        "rulesets": rulesets,
        "played": played,
        "broke": broke,
        "send": report.advice.iter().map(advice).collect::<Vec<Value>>(),
        "text": report.to_string(),
        "page": page.display().to_string(),
    })
}

fn advice(advice: &Advice) -> Value {
    json!({
        "for": advice.table,
        "line": advice.line.to_string(),
        "outcome": advice.outcome,
    })
}
