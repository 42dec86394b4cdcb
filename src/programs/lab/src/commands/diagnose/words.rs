//! The explanation in words: what was found, which rules explain it, where the line
//! broke, and what to send instead.

use std::fmt;
use std::path::Path;

use anyhow::Result;
use freecell::belief::Belief;
use freecell::card::Card;
use freecell::moves::{Line, Place};
use freecell::plan::{Planner, Request};
use freecell::referee::{judge, Game, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::budget::Budget;
use freecell::table::Table;
use freecell::text::lines::{FoundLine, Skipped};
use freecell::text::pasted::Pasted;
use serde::Serialize;
use serde_json::{json, Value};

use super::left_out::left_out;
use super::report::{Playback, Report};
use super::translated::Translated;
use crate::support::replay::{page, Replay};
use crate::support::rulesets;
use cli::output::Overwrite;
use cli::pluralize::pluralize;

/// The most memory of a search for a new line.
const BYTES: usize = 512 << 20;

/// The most cards that are listed one by one.
const MOST_CARDS: usize = 5;

/// The answer in words, with what the page needs.
pub struct Words {
    paragraphs: Vec<String>,
    suggestions: Vec<Suggestion>,
    /// What was left out of the text.
    skipped: Vec<Skipped>,
    /// The solution that another program wrote, if it is one.
    pub translated: Option<Translated>,
    /// Whether there is nothing left to explain.
    pub is_explained: bool,
    /// The ruleset of the page, and what it plays.
    ruleset: Ruleset,
    replay: Replay,
}

/// A new line for a table.
#[derive(Serialize)]
struct Suggestion {
    #[serde(rename = "for")]
    table: String,
    outcome: String,
    line: Line,
    #[serde(skip)]
    wins: bool,
}

impl Words {
    pub fn new(input: &Pasted, report: &Report, positions: u64) -> Words {
        let mut paragraphs = vec![describe_input(input, report)];
        let translated = Translated::find(input, report);
        let suggestions = if let Some(translated) = &translated {
            paragraphs.extend(translated.paragraphs(&input.tables[0].table));
            Vec::new()
        } else {
            paragraphs.extend(earlier(report));
            if report.lists_other_moves {
                let listed =
                    "no ruleset gives the moves that the game lists, so the list is ignored";
                paragraphs.push(listed.to_owned());
            }
            paragraphs.extend(verdicts(report));
            paragraphs.extend(playback(report));
            suggestions(report, positions)
        };
        paragraphs.extend(left_out(&input.skipped));
        paragraphs.extend(suggestions.iter().map(Suggestion::to_string));
        let (table, line) = match (&translated, &report.line) {
            (Some(translated), _) => (&input.tables[0].table, translated.to_play()),
            (None, Some(line)) => (&report.before, line.spelled()),
            // The last suggestion is for the table before.
            (None, None) => {
                let last = &suggestions[suggestions.len() - 1];
                (&report.before, last.line.to_string())
            }
        };
        let ruleset = match translated {
            Some(_) => Ruleset::default(),
            None => report.ruleset(),
        };
        let title = "Pasted table".to_owned();
        Words {
            replay: Replay::new(title, table, ruleset, &line),
            ruleset,
            is_explained: match &translated {
                Some(translated) => translated.line.is_ok(),
                None => report.is_explained(),
            },
            paragraphs,
            skipped: input.skipped.clone(),
            suggestions,
            translated,
        }
    }

    /// Everything for programs, including the answer in words.
    pub fn in_json(&self, report: &Report, page: &Path) -> Value {
        let rulesets = report.belief.likely().rulesets().map(rulesets::in_json);
        let played = match report.playback {
            Playback::Played(moves) | Playback::PlayedAfterAutoplay(moves) => Some(moves),
            Playback::Unseen | Playback::Unexplained { .. } => None,
        };
        let failure = report
            .failure()
            .map(|(mv, text, why)| json!({ "move": mv, "text": text, "why": why.to_string() }));
        let skipped = self.skipped.iter();
        let skipped = skipped.map(|it| json!({ "line": it.row, "text": it.text }));
        json!({
            "deal": report.deal,
            "line": report.line.as_ref().map(FoundLine::spelled),
            "explained": self.is_explained,
            "rulesets": rulesets.collect::<Vec<Value>>(),
            "played": played,
            "broke": failure,
            "translated": self.translated.as_ref().and_then(|it| it.line.as_ref().ok()),
            "notation": self.translated.as_ref().map(|it| it.notation.name()),
            "skipped": skipped.collect::<Vec<Value>>(),
            "send": self.suggestions,
            "table": report.before,
            "text": self.to_string(),
            "page": page.display().to_string(),
        })
    }

    /// Writes the page that plays the line, and says what it shows.
    pub fn write_page(&self, path: &Path, overwrite: Overwrite) -> Result<String> {
        overwrite.write(path, page(&self.replay)?)?;
        let (ruleset, outcome) = (self.ruleset, self.replay.outcome());
        Ok(format!("plays it under {ruleset}: {outcome}"))
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.paragraphs
            .iter()
            .try_for_each(|each| writeln!(f, "{each}"))
    }
}

impl fmt::Display for Suggestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, outcome) = (&self.table, &self.outcome);
        if self.wins {
            write!(f, "send, for {table}: {}\n  {outcome}", self.line)
        } else {
            write!(f, "for {table}: {outcome}")
        }
    }
}

/// A sentence on what the input has.
fn describe_input(input: &Pasted, report: &Report) -> String {
    let tables = pluralize(input.tables.len(), "table");
    let lines = match &report.line {
        Some(_) if report.earlier > 0 => pluralize(input.lines.len(), "line"),
        Some(line) => a_line(line),
        None => "no line of moves".to_owned(),
    };
    let deal = report.deal.map_or(String::new(), |number| {
        format!("; the first table is Microsoft's deal {number}")
    });
    format!("found: {tables}, {lines}{deal}")
}

fn a_line(line: &FoundLine) -> String {
    format!("a line of {}", pluralize(line.len(), "move"))
}

/// A sentence on the turns before the one that matters, and on which one that is.
fn earlier(report: &Report) -> Option<String> {
    let line = report.line.as_ref().filter(|_| report.earlier > 0)?;
    let rulesets: Vec<Ruleset> = report.belief.likely().rulesets().collect();
    let turns = match report.earlier {
        1 => "turn 1 is".to_owned(),
        turns => format!("turns 1 to {turns} are"),
    };
    let (rules, turn) = (in_words(&rulesets), report.earlier + 1);
    let line = a_line(line);
    Some(format!(
        "{turns} explained by {rules}; this is about turn {turn}, with {line}"
    ))
}

/// Whether the answer names a ruleset: a likely one that earlier turns do not exclude, or, if
/// no such ruleset explains the turn, one that does.
fn is_worth_naming(ruleset: Ruleset, report: &Report) -> bool {
    let mut likely = report.belief.likely().rulesets();
    ruleset.is_likely() && report.earlier == 0 || likely.any(|other| other == ruleset)
}

/// The verdicts on the line, with the rulesets of each.
fn verdicts(report: &Report) -> Vec<String> {
    let Some(line) = &report.line else {
        return Vec::new();
    };
    let rulesets = Ruleset::all().filter(|&ruleset| is_worth_naming(ruleset, report));
    verdicts_on(&line.spelled(), &report.before, rulesets)
}

/// The verdicts on a line of words, with the rulesets of each.
pub fn verdicts_on(
    line: &str,
    table: &Table,
    rulesets: impl Iterator<Item = Ruleset>,
) -> Vec<String> {
    let mut groups: Vec<(Verdict, Vec<Ruleset>)> = Vec::new();
    for ruleset in rulesets {
        let verdict = judge(table, ruleset, line);
        match groups.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, rulesets)) => rulesets.push(ruleset),
            None => groups.push((verdict, vec![ruleset])),
        }
    }
    let texts = groups.into_iter().map(|(verdict, rulesets)| {
        let verdict = match verdict {
            Verdict::Failed { mv, why } => {
                let word = line.split_whitespace().nth(mv - 1).unwrap_or_default();
                format!("breaks at move {mv} ({word}): {why}")
            }
            Verdict::Won { moves } => format!("wins after {}", pluralize(moves, "move")),
            Verdict::Open => "is legal and does not win".to_owned(),
        };
        format!("under {} the line {verdict}", in_words(&rulesets))
    });
    texts.collect()
}

/// Sentences on how the game came to the table that came back.
fn playback(report: &Report) -> Vec<String> {
    let rulesets: Vec<Ruleset> = report.belief.likely().rulesets().collect();
    let by = in_words(&rulesets);
    match &report.playback {
        Playback::Unseen => unseen(report),
        Playback::Played(0) => vec![
            "the table came back unchanged: not one move was played. If the first is legal \
             above, the answer came too late or was not read: one line, moves separated by \
             blanks"
                .to_owned(),
        ],
        Playback::Played(moves) => vec![
            format!("the table that came back is the one after move {moves}, under {by}"),
            ending(report, *moves),
        ],
        Playback::PlayedAfterAutoplay(moves) => vec![format!(
            "the table that came back is the one after move {moves}, if the game plays cards \
             home before the first move, which no ruleset here does"
        )],
        Playback::Unexplained {
            ruleset,
            moves,
            differing,
        } => vec![unexplained(report, *ruleset, *moves, differing)],
    }
}

/// Sentences on a line for which no table came back.
fn unseen(report: &Report) -> Vec<String> {
    let Some(line) = &report.line else {
        return Vec::new();
    };
    let line = line.spelled();
    let wins =
        |&ruleset: &Ruleset| matches!(judge(&report.before, ruleset, &line), Verdict::Won { .. });
    let (winning, failing): (Vec<Ruleset>, Vec<Ruleset>) =
        report.belief.likely().rulesets().partition(wins);
    if failing.is_empty() {
        vec![
            "the rules are not the reason: look at the time limit, the number of turns, or \
             what else the bot printed"
                .to_owned(),
        ]
    } else if winning.is_empty() {
        vec!["the line wins under no ruleset".to_owned()]
    } else {
        vec![format!(
            "if the game refused this line, it plays by {}",
            in_words(&failing)
        )]
    }
}

/// The reason why the game stopped where it did.
fn ending(report: &Report, moves: usize) -> String {
    let length = report.line.as_ref().map_or(0, FoundLine::len);
    match report.failure() {
        Some((mv, text, why)) if mv > moves => {
            format!("the line broke at move {mv} ({text}): {why}")
        }
        Some((mv, text, why)) => {
            format!("the line broke at move {mv} ({text}): {why}; the game skipped it and went on")
        }
        None if moves == length => "the whole line was played".to_owned(),
        None => format!(
            "nothing is wrong with move {}: the game takes fewer moves a turn than were sent, or \
             its time was up",
            moves + 1
        ),
    }
}

fn unexplained(report: &Report, ruleset: Ruleset, moves: usize, differing: &[Card]) -> String {
    let mut game = Game::new(report.before.clone(), ruleset);
    let line = report.line.as_ref().map(FoundLine::moves);
    for mv in line.iter().flatten().take(moves) {
        let _ = game.play(mv);
    }
    let after = report.after.as_ref().unwrap_or(&report.before);
    let named: Vec<String> = differing
        .iter()
        .take(MOST_CARDS)
        .map(|&card| {
            let (is, should) = (Place::find(after, card), Place::find(game.table(), card));
            format!("{card} is {}, expected {}", at(is), at(should))
        })
        .collect();
    let more = match differing.len().saturating_sub(MOST_CARDS) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    format!(
        "no ruleset explains the table that came back. The closest is the one after move {moves}, \
         under {}: {}{more}",
        ruleset,
        named.join("; ")
    )
}

fn at(place: Place) -> String {
    match place {
        Place::Home => "home".to_owned(),
        Place::Cell(_) => format!("in cell {}", place.to_char()),
        Place::Cascade(_) => format!("in cascade {}", place.to_char()),
    }
}

/// New lines, for the table that came back and for the one before.
fn suggestions(report: &Report, positions: u64) -> Vec<Suggestion> {
    let before = match report.earlier {
        0 => "the first table".to_owned(),
        turns => format!("the table of turn {}", turns + 1),
    };
    let came_back = || "the table that came back".to_owned();
    let after = report
        .after
        .as_ref()
        .filter(|after| **after != report.before);
    let after = after.map(|after| Suggestion::new(after, came_back(), report.belief, positions));
    let before = Suggestion::new(&report.before, before, report.belief, positions);
    after.into_iter().chain([before]).collect()
}

impl Suggestion {
    fn new(table: &Table, name: String, belief: Belief, positions: u64) -> Suggestion {
        let plan = (!table.is_won()).then(|| {
            let mut budget = Budget::limited(positions, BYTES);
            Planner::default().plan(Request::new(table, belief), &mut budget)
        });
        let outcome = plan.as_ref().map(|plan| &plan.outcome);
        let solution = plan.as_ref().and_then(|plan| plan.solution());
        Suggestion {
            table: name,
            outcome: outcome.map_or("won already".to_owned(), ToString::to_string),
            wins: solution.is_some(),
            line: plan.map(|plan| plan.line).unwrap_or_default(),
        }
    }
}

/// Rulesets in words; if all with an autoplay rule are there, they are named by that rule.
fn in_words(rulesets: &[Ruleset]) -> String {
    let are_likely = rulesets.iter().all(|ruleset| ruleset.is_likely());
    if are_likely && rulesets.len() == usize::from(Ruleset::LIKELY) {
        return "every likely ruleset".to_owned();
    }
    let mut words = Vec::new();
    for autoplay in Autoplay::ALL {
        let same = rulesets
            .iter()
            .filter(|ruleset| ruleset.autoplay == autoplay);
        let same: Vec<String> = same.map(|&ruleset| format!("({ruleset})")).collect();
        if are_likely && same.len() == usize::from(Ruleset::LIKELY) / 2 {
            words.push(format!("{} autoplay", autoplay.name()));
        } else {
            words.extend(same);
        }
    }
    words.join(" or ")
}
