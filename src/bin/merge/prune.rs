//! Pruning: only what the program needs stays.
//!
//! The compiler is asked in two ways. What it calls dead goes. Of all else that could go (whole
//! modules, implementations of traits, derived traits, macro calls that make items, constants
//! without a name, whose checks the sources have passed), as much is taken out as leaves a program
//! that it accepts and of which it makes the same functions: whatever remains of them is compared
//! with what it made of the whole program. So nothing can go that a program would notice. `Drop` is
//! not even tried.

mod index;

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::{bail, ensure, Result};

use crate::bodies::{self, Body};
use crate::compiler::{full_text, places, Compiler};
use crate::sources::place_of;
use crate::text::{contains, words, Edits};
use index::Candidate;
pub use index::{Import, Index, Kind};

/// What the compiler says of what nothing uses.
const LINTS: &str = "dead_code unused_imports unused_macros";

/// Drops what the program does not need. A program that the compiler does not accept is refused,
/// with the place in its sources.
pub fn prune(text: &str, compiler: &mut Compiler) -> Result<String> {
    let answer = compiler.ask(text)?;
    if let Some(error) = answer.error() {
        let start = answer.places().next().map_or(0, |place| place.start);
        let line = text[..start].matches('\n').count() + 1;
        let place = place_of(text, line).unwrap_or_default();
        let error = error.replace('\n', " ");
        bail!("{place}: the compiler does not accept this: {error}");
    }
    let mut pruner = Pruner {
        compiler,
        whole: answer.bodies.into_iter().collect(),
        needed: Vec::new(),
    };
    let mut text = text.to_owned();
    loop {
        text = pruner.drop_dead(text)?;
        let next = pruner.drop_spare(&text)?;
        if next == text {
            return Ok(text);
        }
        text = next;
    }
}

struct Pruner<'a> {
    compiler: &'a mut Compiler,
    /// What the compiler makes of the whole program.
    whole: BTreeSet<Body>,
    /// Where something begins that cannot go, and where it is missed: while that stands, it is not
    /// tried again.
    needed: Vec<(usize, Range<usize>)>,
}

/// Something that is wrong with a pruned program: the words in which it is said, and where it is.
type Complaint = (BTreeSet<String>, Vec<Range<usize>>);

impl Pruner<'_> {
    /// Drops what the compiler calls dead, until it calls nothing so that can go.
    fn drop_dead(&mut self, mut text: String) -> Result<String> {
        loop {
            let index = Index::of(&text)?;
            let mut messages = self.compiler.check(&text)?.messages;
            messages.retain(|it| it.code.as_ref().is_some_and(|it| contains(LINTS, &it.code)));
            let places = messages.iter().flat_map(places);
            let dead = places.filter_map(|place| index.at(place.start));
            let dead = dead.chain(index.empty.clone()).collect();
            let next = self.drop_all(&text, dead, true)?;
            if next == text {
                return Ok(text);
            }
            text = next;
        }
    }

    /// Drops the implementations that nothing calls and nothing asks for.
    fn drop_spare(&mut self, text: &str) -> Result<String> {
        let bodies = self.compiler.ask(text)?.bodies;
        let is_same = bodies.iter().all(|body| self.whole.contains(body));
        ensure!(is_same, "dropping dead code would change what the bot does");
        let lines = bodies.iter().flatten().filter(|line| line.contains(" as "));
        let lines: Vec<BTreeSet<&str>> = lines.map(|line| bodies::words(line).collect()).collect();
        let mut spare = Index::of(text)?.spare;
        spare.retain(|each| {
            let names = |line: &BTreeSet<&str>| each.names.iter().all(|it| line.contains(&**it));
            !lines.iter().any(names)
        });
        self.drop_all(text, spare, false)
    }

    /// Drops as many of the candidates as can go. What is dead takes with it the imports and
    /// implementations that mention it, for those are dead as well.
    fn drop_all(&mut self, text: &str, mut tried: Vec<Candidate>, dead: bool) -> Result<String> {
        let index = Index::of(text)?;
        let needed = self.needed.iter();
        let needed = needed.filter(|(_, place)| !text[place.clone()].trim().is_empty());
        let mut known: BTreeSet<usize> = needed.map(|(start, _)| *start).collect();
        tried.retain(|each| known.insert(each.start()));
        while !tried.is_empty() {
            let what = ["implementations", "dead code"][usize::from(dead)];
            let what = format!("pruning: {what}, {} parts to try", tried.len());
            self.compiler.step(what);
            let mut edits = Edits::default();
            let ranges = tried.iter().flat_map(|each| each.ranges.clone());
            ranges.for_each(|range| edits.blank(range, text));
            let next = edits.apply(text);
            let complaints = self.complaints(&next, dead)?;
            if complaints.is_empty() {
                return Ok(next);
            }
            let places = complaints.iter().filter(|_| dead).flat_map(|it| &it.1);
            let around = places.filter_map(|place| index.around(place.start));
            let more: Vec<_> = around.filter(|each| known.insert(each.start())).collect();
            if more.is_empty() {
                self.retain_unnamed(&mut tried, &complaints);
            }
            tried.extend(more);
        }
        Ok(text.to_owned())
    }

    /// What is wrong with a pruned program. That nobody runs what is dead need not be shown each
    /// time.
    fn complaints(&mut self, text: &str, are_dead: bool) -> Result<Vec<Complaint>> {
        let answer = self.compiler.answer(text, !are_dead)?;
        let to_set = |text: &str| words(text).map(str::to_owned).collect();
        let errors = answer.errors();
        let errors = errors.map(|it| (to_set(&full_text(it)), places(it).collect()));
        let bodies = answer.bodies.iter();
        let changed = bodies.filter(|body| !self.whole.contains(*body));
        let changed = changed.map(|body| (to_set(&body.join(" ")), Vec::new()));
        Ok(errors.chain(changed).collect())
    }

    /// Keeps the candidates that no complaint is about, by the names in it; if none is named whole,
    /// those whose first name is not; and if none is, half of them.
    fn retain_unnamed(&mut self, tried: &mut Vec<Candidate>, complaints: &[Complaint]) {
        let count = tried.len();
        for names in [usize::MAX, 1] {
            tried.retain(|each| {
                let names = each.names.iter().take(names);
                let mut about = complaints.iter().filter(|_| names.len() > 0);
                let about = about.find(|it| names.clone().all(|name| it.0.contains(name)));
                if let Some((_, places)) = about {
                    // What only changes a function is missed as long as it stands.
                    let own = places.is_empty().then(|| each.ranges[0].clone());
                    let places = places.iter().cloned().chain(own);
                    self.needed.extend(places.map(|it| (each.start(), it)));
                }
                about.is_none()
            });
            if tried.len() < count {
                return;
            }
        }
        tried.truncate(count / 2);
    }
}
