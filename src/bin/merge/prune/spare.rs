//! Implementations that the program can do without.
//!
//! No lint tells of those; so all candidates are taken out and the compiler
//! says which ones it misses. Without an implementation that is in use the
//! program does not compile, with one exception: a method call may find another
//! method of the same name, when the type dereferences to another. Where the
//! program calls a method of that name on anything, such an implementation is no
//! candidate. A clone could also fall through to that of a reference; those the
//! compiler is told to refuse (`noop_method_call`, `suspicious_double_ref_op`).

use std::collections::BTreeSet;

use anyhow::Result;
use cargo_metadata::diagnostic::Diagnostic;

use super::compiler::{ask, errors};
use super::mentions::Mention;
use super::probe::Probe;
use super::scopes::resolve;
use super::traits::method_names;
use super::units::{Kind, Survey, Unit};
use super::{drop_units, Program};

/// An implementation that may be one.
pub struct Candidate {
    /// Its unit's number.
    pub unit: usize,
    /// The trait's name.
    pub of: String,
    /// The type's.
    pub owner: String,
}

/// The implementations that can go.
///
/// # Errors
/// The compiler cannot be asked.
pub fn implementations(program: &Program) -> Result<BTreeSet<usize>> {
    let mut tried = candidates(&Survey::of(program));
    let mut missed = Vec::new();
    loop {
        let complaints = complaints(program, &units(&tried))?;
        if complaints.is_empty() {
            break;
        }
        let (more, rest) = partition(tried, &complaints);
        missed.extend(more);
        tried = rest;
    }
    let mut spare = units(&tried);
    for each in missed.iter().filter(|each| has_sibling(each, &missed)) {
        let mut more = spare.clone();
        more.insert(each.unit);
        if complaints(program, &more)?.is_empty() {
            spare = more;
        }
    }
    Ok(spare)
}

fn units(candidates: &[Candidate]) -> BTreeSet<usize> {
    candidates.iter().map(|each| each.unit).collect()
}

/// Whether a complaint about one may have been about another.
fn has_sibling(candidate: &Candidate, all: &[Candidate]) -> bool {
    let same = |each: &&Candidate| each.of == candidate.of && each.owner == candidate.owner;
    all.iter().filter(same).count() > 1
}

/// What the compiler says of the program without those units.
fn complaints(program: &Program, units: &BTreeSet<usize>) -> Result<Vec<String>> {
    let mut without = program.clone();
    drop_units(&mut without, units);
    complaints_about(&without)
}

/// What the compiler says of a program.
///
/// # Errors
/// The compiler cannot be asked.
pub fn complaints_about(program: &Program) -> Result<Vec<String>> {
    let messages = ask(&Probe::of(program)?.text)?;
    Ok(errors(&messages).map(full_text).collect())
}

/// The candidates that the complaints are about, and the others: those whose
/// type and trait one of them names; if there are none, those whose type is
/// named; if there are none either, all.
pub fn partition(all: Vec<Candidate>, complaints: &[String]) -> (Vec<Candidate>, Vec<Candidate>) {
    let any = |words: &[&String]| {
        let names_all = |text: &&String| words.iter().all(|word| has_word(text, word));
        complaints.iter().any(|text| names_all(&text))
    };
    let exact = all.iter().any(|each| any(&[&each.of, &each.owner]));
    let loose = all.iter().any(|each| any(&[&each.owner]));
    all.into_iter().partition(|each| match (exact, loose) {
        (true, _) => any(&[&each.of, &each.owner]),
        (false, true) => any(&[&each.owner]),
        (false, false) => true,
    })
}

fn candidates(survey: &Survey) -> Vec<Candidate> {
    let dereferenced = dereferenced(survey);
    let falls_through = |each: &Candidate| each.of != "Clone" && dereferenced.contains(&each.owner);
    let is_safe = |each: &Candidate| {
        let methods = method_names(&each.of)?;
        Some(!falls_through(each) || !calls_any(survey, methods, each.unit))
    };
    implemented(survey)
        .filter(|each| is_safe(each) == Some(true))
        .collect()
}

/// The types that dereference to another.
pub fn dereferenced(survey: &Survey) -> BTreeSet<String> {
    let deref = implemented(survey).filter(|each| each.of == "Deref");
    deref.map(|each| each.owner).collect()
}

/// The implementations of traits from outside the program.
fn implemented(survey: &Survey) -> impl Iterator<Item = Candidate> + '_ {
    survey.units.iter().enumerate().filter_map(|(unit, it)| {
        let Kind::Impl {
            of: Some(of),
            owner,
            ..
        } = &it.kind
        else {
            return None;
        };
        let foreign = resolve(survey, it.module, of).ends.is_empty();
        foreign.then(|| Candidate {
            unit,
            of: of.last().cloned().unwrap_or_default(),
            owner: owner
                .as_ref()
                .and_then(|path| path.last())
                .cloned()
                .unwrap_or_default(),
        })
    })
}

/// Whether a method of one of those names is called on anything, outside one
/// block.
fn calls_any(survey: &Survey, names: &[&str], block: usize) -> bool {
    let inside = |unit: &Unit| matches!(unit.kind, Kind::Member { block: of, .. } if of == block);
    let is_listed = |name: &String| names.contains(&name.as_str());
    let outside = survey.units.iter().filter(|unit| !inside(unit));
    outside
        .flat_map(|unit| &unit.mentions)
        .any(|mention| match mention {
            Mention::Associated(name) => is_listed(name),
            Mention::Call(_, arguments) => arguments.iter().any(is_listed),
            _ => false,
        })
}

/// All that the compiler says in one message.
fn full_text(message: &Diagnostic) -> String {
    let notes = message.children.iter().map(full_text);
    let labels = message.spans.iter().filter_map(|span| span.label.clone());
    let parts = notes.chain(labels).chain([message.message.clone()]);
    parts.collect::<Vec<_>>().join(" ")
}

fn has_word(text: &str, word: &str) -> bool {
    let mut words = text.split(|each: char| !each.is_alphanumeric() && each != '_');
    words.any(|each| each == word)
}
