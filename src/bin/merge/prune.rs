//! Pruning: only what the program needs stays.
//!
//! The compiler is asked in two ways. What it calls dead goes. Of all else that could go (whole
//! modules, implementations of traits, derived traits, macro calls that make items, constants
//! without a name, whose checks the sources have passed), as much is taken out as leaves a program
//! that it accepts and of which it makes the same functions: whatever remains of them is compared
//! with what it made of the whole program. So nothing can go that a program would notice.
//!
//! Which implementations something needs is read from the functions that `main` may reach: a call
//! in an implementation counts only once that implementation is called itself. What the compiler
//! then misses, it names in its errors, several at once. Names tell too little where a dependency
//! implements one trait for several types, so what is left of the dependencies is halved until each
//! implementation has gone or proved needed.
//!
//! The comparison sees generic code before types are put in, and not what the standard library does
//! with a type. `Drop`, which is called from nowhere in particular, is therefore not even tried,
//! and neither are single functions of a trait that has others in their place (a hasher's
//! `write_u8`, say). Without a whole trait such as `FusedIterator` the library can only be slower.

mod index;

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::{bail, ensure, Result};

use crate::bodies::{self, Body};
use crate::compiler::{full_text, places, Answer, Compiler};
use crate::sources::place_of;
use crate::text::{contains, words, Edits};
use index::Candidate;
pub use index::{Import, Index, Kind};

/// What the compiler says of what nothing uses.
const LINTS: &str = "dead_code unused_imports unused_macros";

/// Drops what the program does not need. A program that the compiler does not accept is refused,
/// with the place in its sources.
pub fn prune(text: &str, dependencies: &[&str], compiler: &mut Compiler) -> Result<String> {
    let answer = compiler.ask(text)?;
    if let Some(error) = answer.error() {
        let start = answer.places().next().map_or(0, |place| place.start);
        let line = text[..start].matches('\n').count() + 1;
        let place = place_of(text, line).unwrap_or_default();
        let error = error.replace('\n', " ");
        bail!("{place}: the compiler does not accept this: {error}");
    }
    let index = Index::of(text)?;
    let modules = index.modules.iter();
    let modules = modules.filter(|it| dependencies.contains(&it.names[0].as_str()));
    let mut pruner = Pruner {
        compiler,
        whole: answer.bodies.into_iter().collect(),
        needed: Vec::new(),
        dependencies: modules.map(|it| it.ranges[0].clone()).collect(),
        tried: BTreeSet::new(),
    };
    let mut text = text.to_owned();
    loop {
        text = pruner.drop_dead(text)?;
        let mut next = pruner.drop_spare(&text)?;
        if next == text && !pruner.needed.is_empty() {
            // What was missed may have gone since, though the place where it was missed stands: a
            // field of a type that no longer derives the trait.
            pruner.needed.clear();
            next = pruner.drop_spare(&text)?;
        }
        if next == text {
            next = pruner.drop_one_by_one(&text)?;
        }
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
    /// Where the dependencies stand.
    dependencies: Vec<Range<usize>>,
    /// Where something begins that has been tried on its own.
    tried: BTreeSet<usize>,
}

/// Something that is wrong with a pruned program: the words in which it is said, and where it is.
type Complaint = (BTreeSet<String>, Vec<Range<usize>>);

/// A program less some of its parts, with blanks in their places.
fn without(text: &str, parts: &[Candidate]) -> String {
    let mut edits = Edits::default();
    let ranges = parts.iter().flat_map(|each| each.ranges.clone());
    ranges.for_each(|range| edits.blank(range, text));
    edits.apply(text)
}

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
        let Answer { bodies, owners, .. } = self.compiler.ask(text)?;
        let is_same = bodies.iter().all(|body| self.whole.contains(body));
        ensure!(is_same, "dropping dead code would change what the bot does");
        let mut spare = Index::of(text)?.spare;
        let lines: Vec<usize> = text.split_inclusive('\n').map(str::len).collect();
        let owners = owners.into_iter().map(|place| {
            let (line, column) = place?;
            let start = lines[..line - 1].iter().sum::<usize>() + column - 1;
            spare.iter().position(|each| each.contains(start))
        });
        // What calls nothing but itself is called by nothing: the bodies outside the
        // implementations come first, then those of the implementations that they call.
        let calls = bodies.iter().map(|body| {
            let calls = body.iter().filter(|line| line.contains(" as "));
            let calls = calls.map(|line| bodies::words(line).collect());
            calls.collect::<Vec<BTreeSet<&str>>>()
        });
        let mut waiting: Vec<_> = owners.zip(calls).collect();
        let mut is_called = vec![false; spare.len()];
        loop {
            let is_reached = |(owner, _): &(Option<usize>, _)| owner.is_none_or(|it| is_called[it]);
            let (reached, others): (Vec<_>, Vec<_>) = waiting.into_iter().partition(is_reached);
            if reached.is_empty() {
                break;
            }
            waiting = others;
            for (each, is_called) in spare.iter().zip(&mut is_called) {
                let is_named =
                    |line: &BTreeSet<&str>| each.names.iter().all(|it| line.contains(&**it));
                *is_called |= reached.iter().any(|(_, calls)| calls.iter().any(is_named));
            }
        }
        let mut is_called = is_called.iter();
        spare.retain(|_| is_called.next() == Some(&false));
        self.drop_all(text, spare, false)
    }

    /// Drops the other implementations that can go, by bisection: which of them do not, the names
    /// in the compiler's errors do not always tell. The last are tried first, since a trait is
    /// commonly implemented after those that it needs.
    fn drop_one_by_one(&mut self, text: &str) -> Result<String> {
        let mut text = text.to_owned();
        let mut groups = vec![Index::of(&text)?.spare];
        groups[0].retain(|each| {
            let is_in = |it: &Range<usize>| it.contains(&each.start());
            self.dependencies.iter().any(is_in) && self.tried.insert(each.start())
        });
        while let Some(mut group) = groups.pop() {
            let what = format!("pruning: {} implementations by bisection", group.len());
            self.compiler.step(what);
            let next = without(&text, &group);
            if self.complaints(&next, false)?.is_empty() {
                text = next;
            } else if group.len() > 1 {
                let half = group.split_off(group.len() / 2);
                groups.extend([group, half]);
            }
        }
        Ok(text)
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
            let next = without(text, &tried);
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
