//! The explanation in words: what was found, which rules explain it, where the line
//! broke, and what to send instead.

use std::fmt;
use std::path::Path;

use anyhow::Result;
use freecell::belief::Belief;
use freecell::deal;
use freecell::moves::{Line, Place};
use freecell::plan::{self, Planner, Request};
use freecell::referee::{replay, Game, Verdict};
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::search::budget::Budget;
use freecell::table::Table;

use super::explain::{place_of, Case, Course};
use super::paste::Paste;
use crate::support::replay as page;
use crate::support::solver;
use freecell::tools::pluralize::pluralize;

/// The budget of a search for a new line: positions rather than time, so that the
/// same paste gets the same answer.
const POSITIONS: u64 = 400_000;
const BYTES: usize = 512 << 20;

/// The most cards that are named one by one.
const MOST_CARDS: usize = 5;

/// The answer, and what the page needs.
pub struct Report {
    paragraphs: Vec<String>,
    /// What to send instead.
    pub advice: Vec<Advice>,
    table: Table,
    ruleset: Ruleset,
    line: Line,
}

/// A new line for a table.
pub struct Advice {
    /// Which table.
    pub table: &'static str,
    /// What the line comes to, in words.
    pub outcome: String,
    /// The line.
    pub line: Line,
    wins: bool,
}

impl Report {
    pub fn of(paste: &Paste, case: &Case) -> Report {
        let mut paragraphs = vec![found(paste, case)];
        paragraphs.extend(listed(case));
        paragraphs.extend(verdicts(case));
        paragraphs.extend(course(case));
        let advice = advice(case);
        let line = case.line.clone().unwrap_or_else(|| advice[0].line.clone());
        paragraphs.extend(advice.iter().map(Advice::to_string));
        Report {
            paragraphs,
            advice,
            table: case.before.clone(),
            ruleset: case.ruleset(),
            line,
        }
    }

    /// Writes the page that plays the line, and says what it shows.
    pub fn write_page(&self, path: &Path) -> Result<String> {
        let line = self.line.to_string();
        let name = "Pasted table".to_owned();
        let outcome = page::write(name, &self.table, self.ruleset, &line, path)?;
        Ok(format!("plays it under {}: {outcome}", self.ruleset))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.paragraphs
            .iter()
            .try_for_each(|each| writeln!(f, "{each}"))
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Advice {
            table,
            outcome,
            line,
            wins,
        } = self;
        if *wins {
            write!(f, "send, for {table}: {line}\n  {outcome}")
        } else {
            write!(f, "for {table}: {outcome}")
        }
    }
}

/// What the paste has.
fn found(paste: &Paste, case: &Case) -> String {
    let tables = count(paste.tables.len(), "table");
    let lines = match &case.line {
        Some(line) => format!("a line of {}", count(line.len(), "move")),
        None => "no line of moves".to_owned(),
    };
    let numbers = deal::numbers(&case.before);
    let deal = numbers.first().map_or(String::new(), |number| {
        format!("; the first table is Microsoft's deal {number}")
    });
    format!("found: {tables}, {lines}{deal}")
}

/// So many things.
fn count(count: usize, thing: &str) -> String {
    match count {
        0 => format!("no {thing}"),
        _ => pluralize(count, thing),
    }
}

/// What the moves that a turn lists are good for.
fn listed(case: &Case) -> Option<String> {
    case.lists_other_moves.then(|| {
        "the moves that the game lists are those of no ruleset, so they say nothing".to_owned()
    })
}

/// Whether the answer names a ruleset: a likely one, or where none of those explains the
/// case, one that does.
fn is_worth_naming(ruleset: Ruleset, belief: Belief) -> bool {
    let explains = belief.likely().rulesets().any(|other| other == ruleset);
    ruleset.is_likely() || explains
}

/// The verdicts on the line, with the rulesets of each.
fn verdicts(case: &Case) -> Vec<String> {
    let Some(line) = &case.line else {
        return Vec::new();
    };
    let mut groups: Vec<(Verdict, Vec<Ruleset>)> = Vec::new();
    for ruleset in Ruleset::all().filter(|&ruleset| is_worth_naming(ruleset, case.belief)) {
        let verdict = replay(&case.before, ruleset, line);
        match groups.iter_mut().find(|(known, _)| *known == verdict) {
            Some((_, rulesets)) => rulesets.push(ruleset),
            None => groups.push((verdict, vec![ruleset])),
        }
    }
    let texts = groups.into_iter().map(|(verdict, rulesets)| {
        let verdict = match verdict {
            Verdict::Failed { mv, why } => {
                format!("breaks at move {mv} ({}): {why}", line.as_slice()[mv - 1])
            }
            Verdict::Won { moves } => format!("wins after {}", count(moves, "move")),
            Verdict::Open => "is legal and does not win".to_owned(),
        };
        format!("under {} the line {verdict}", in_words(&rulesets))
    });
    texts.collect()
}

/// How the game came to the table that came back.
fn course(case: &Case) -> Vec<String> {
    let rulesets: Vec<Ruleset> = case.belief.likely().rulesets().collect();
    let by = in_words(&rulesets);
    match &case.course {
        Course::Unseen => unseen(case),
        Course::Played(0) => vec![
            "the table came back unchanged: not one move was played. If the first is legal \
             above, the answer came too late or was not read: one line, moves separated by \
             blanks"
                .to_owned(),
        ],
        Course::Played(moves) => {
            let mut texts = vec![format!(
                "the table that came back is the one after move {moves}, under {by}"
            )];
            texts.push(ending(case, *moves));
            texts
        }
        Course::PlayedAfterAutoplay(moves) => vec![format!(
            "the table that came back is the one after move {moves}, if the game plays cards \
             home before the first move, which no ruleset here does"
        )],
        Course::Unexplained {
            ruleset,
            moves,
            differing,
        } => vec![unexplained(case, *ruleset, *moves, differing)],
    }
}

/// What can be said without a table that came back.
fn unseen(case: &Case) -> Vec<String> {
    let Some(line) = &case.line else {
        return Vec::new();
    };
    let wins =
        |&ruleset: &Ruleset| matches!(replay(&case.before, ruleset, line), Verdict::Won { .. });
    let (winning, failing): (Vec<Ruleset>, Vec<Ruleset>) =
        case.belief.likely().rulesets().partition(wins);
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

/// Why the game stood where it did.
fn ending(case: &Case, moves: usize) -> String {
    let length = case.line.as_ref().map_or(0, Line::len);
    match case.broke() {
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

fn unexplained(
    case: &Case,
    ruleset: Ruleset,
    moves: usize,
    differing: &[freecell::card::Card],
) -> String {
    let mut game = Game::new(case.before.clone(), ruleset);
    for mv in case.line.iter().flatten().take(moves) {
        let _ = game.play(mv);
    }
    let after = case.after.as_ref().unwrap_or(&case.before);
    let named: Vec<String> = differing
        .iter()
        .take(MOST_CARDS)
        .map(|&card| {
            let (is, should) = (place_of(after, card), place_of(game.table(), card));
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
fn advice(case: &Case) -> Vec<Advice> {
    let mut advice = Vec::new();
    if let Some(after) = case.after.as_ref().filter(|after| **after != case.before) {
        advice.push(advice_for(after, "the table that came back", case.belief));
    }
    advice.push(advice_for(&case.before, "the first table", case.belief));
    advice
}

fn advice_for(table: &Table, name: &'static str, belief: Belief) -> Advice {
    if table.is_won() {
        return Advice {
            table: name,
            outcome: "won already".to_owned(),
            line: Line::default(),
            wins: false,
        };
    }
    let plan = |budget: &mut Budget| Planner::default().plan(Request::new(table, belief), budget);
    let plan = solver::within(POSITIONS, BYTES, plan);
    Advice {
        table: name,
        outcome: plan.outcome.to_string(),
        line: plan.line,
        wins: matches!(plan.outcome, plan::Outcome::Wins { .. }),
    }
}

/// Rulesets in words; all with an autoplay rule are that rule.
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
