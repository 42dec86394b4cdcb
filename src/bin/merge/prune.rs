//! Pruning: only what the program needs stays.
//!
//! The compiler is asked in two ways. What it calls dead goes. Of all else that
//! could go (whole modules, implementations of traits, derived traits), as much
//! is taken out as leaves a program that it accepts and of which it makes the
//! same functions: whatever remains of them is compared, word for word, with
//! what it made of the whole program. So nothing can go that a program would
//! notice. `Drop` is not even tried.

mod index;

use std::collections::BTreeSet;

use anyhow::{bail, Result};

use crate::bodies::{lines, Body};
use crate::compiler::{full_text, places, Compiler};
use crate::sources::place_of;
use crate::text::{words, Edits};
use index::{Candidate, Index};

/// What the compiler says of what nothing uses.
const LINTS: [&str; 3] = ["dead_code", "unused_imports", "unused_macros"];

/// Drops what the program does not need.
///
/// # Errors
/// A program that the compiler does not accept, with the place in its sources.
pub fn prune(text: &str, compiler: &mut Compiler) -> Result<String> {
    let answer = compiler.ask(text)?;
    if let Some(error) = answer.errors().next() {
        let lines = error.spans.iter().filter(|span| span.is_primary);
        let line = lines.map(|span| span.line_start).min();
        let place = line
            .and_then(|line| place_of(text, line))
            .unwrap_or_default();
        let message = error.message.replace('\n', " ");
        bail!("{place}: the compiler does not accept this: {message}");
    }
    let whole = answer.bodies.into_iter().collect();
    let mut pruner = Pruner { compiler, whole };
    let modules = Index::of(text)?.modules;
    let mut text = pruner.drop_all("modules", text.to_owned(), modules, false)?;
    // What was once needed is not tried again until nothing else can go.
    let mut needed = BTreeSet::new();
    loop {
        let before = text.clone();
        text = pruner.drop_dead(text)?;
        text = pruner.drop_spare(text, &needed)?;
        if text != before {
            let left = Index::of(&text)?.spare.into_iter();
            needed = left.map(|each| each.names).collect();
        } else if needed.is_empty() {
            return Ok(text);
        } else {
            needed.clear();
        }
    }
}

struct Pruner<'a> {
    compiler: &'a mut Compiler,
    /// What the compiler makes of the whole program.
    whole: BTreeSet<Body>,
}

/// Something that is wrong with a pruned program.
struct Complaint {
    /// The words in which it is said.
    words: BTreeSet<String>,
    /// Where it is.
    places: Vec<usize>,
}

impl Pruner<'_> {
    /// Drops what the compiler calls dead, until it calls nothing so that can go.
    fn drop_dead(&mut self, mut text: String) -> Result<String> {
        loop {
            let index = Index::of(&text)?;
            let answer = self.compiler.ask(&text)?;
            let codes = answer
                .messages
                .iter()
                .filter_map(|it| Some((it, it.code.as_ref()?)));
            let dead = codes.filter(|(_, code)| LINTS.contains(&code.code.as_str()));
            let mut dead: Vec<Candidate> = dead
                .flat_map(|(message, _)| places(message))
                .filter_map(|place| index.at(place.start))
                .collect();
            dead.extend(index.empty.clone());
            let before = text.clone();
            text = self.drop_all("dead code", text, dead, true)?;
            if text == before {
                return Ok(text);
            }
        }
    }

    /// Drops the implementations that nothing calls and nothing asks for.
    fn drop_spare(&mut self, text: String, needed: &BTreeSet<Vec<String>>) -> Result<String> {
        let bodies = self.compiler.ask(&text)?.bodies;
        let lines = bodies.iter().flat_map(|body| lines(body));
        let lines: Vec<_> = lines
            .filter(|line| line.iter().any(|word| word == "as"))
            .collect();
        let is_called = |each: &Candidate| {
            let is_in = |line: &[String]| each.names.iter().all(|name| line.contains(name));
            lines.iter().any(|line| is_in(line))
        };
        let mut spare = Index::of(&text)?.spare;
        spare.retain(|each| !needed.contains(&each.names) && !is_called(each));
        self.drop_all("implementations", text, spare, false)
    }

    /// Drops as many of the candidates as can go. What is dead takes with it the
    /// imports and implementations that mention it, for those are dead as well.
    fn drop_all(
        &mut self,
        what: &str,
        text: String,
        mut tried: Vec<Candidate>,
        are_dead: bool,
    ) -> Result<String> {
        let index = Index::of(&text)?;
        let start = |each: &Candidate| each.ranges[0].start;
        let mut known: BTreeSet<usize> = tried.iter().map(start).collect();
        while !tried.is_empty() {
            let count = tried.len();
            self.compiler
                .step(format!("pruning: {what}, {count} parts to try"));
            let mut edits = Edits::default();
            for range in tried.iter().flat_map(|each| &each.ranges) {
                edits.blank(range.clone(), &text);
            }
            let next = edits.apply(&text);
            let complaints = self.complaints(&next)?;
            if complaints.is_empty() {
                return Ok(next);
            }
            let places = complaints
                .iter()
                .filter(|_| are_dead)
                .flat_map(|each| &each.places);
            let around = places.filter_map(|place| index.around(*place));
            let more: Vec<_> = around.filter(|each| known.insert(start(each))).collect();
            if more.is_empty() {
                retain_unnamed(&mut tried, &complaints);
            }
            tried.extend(more);
        }
        Ok(text)
    }

    /// What is wrong with a pruned program.
    fn complaints(&mut self, text: &str) -> Result<Vec<Complaint>> {
        let answer = self.compiler.ask(text)?;
        let errors = answer.errors().map(|error| Complaint {
            words: words(&full_text(error)).map(str::to_owned).collect(),
            places: places(error).map(|place| place.start).collect(),
        });
        let changed = answer
            .bodies
            .iter()
            .filter(|body| !self.whole.contains(*body));
        let changed = changed.map(|body| Complaint {
            words: body.iter().cloned().collect(),
            places: Vec::new(),
        });
        Ok(errors.chain(changed).collect())
    }
}

/// Keeps the candidates that no complaint is about, by the names in it; if none
/// is named whole, those whose first name is not; and if none is, half of them.
fn retain_unnamed(tried: &mut Vec<Candidate>, complaints: &[Complaint]) {
    let count = tried.len();
    let is_named = |names: &[String]| {
        let names_all = |it: &Complaint| names.iter().all(|name| it.words.contains(name));
        complaints.iter().any(names_all)
    };
    tried.retain(|each| !is_named(&each.names));
    if tried.len() == count {
        tried.retain(|each| !is_named(&each.names[..1]));
    }
    if tried.len() == count {
        tried.truncate(count / 2);
    }
}
