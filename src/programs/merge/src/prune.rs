//! Pruning: removes what the program does not need.
//!
//! Two things are removed. First, what the compiler calls dead. Second, as much as possible of
//! everything else that could go (whole modules, implementations of traits, derived traits, macro
//! calls that make items, constants without a name, whose checks the sources have passed): the
//! compiler must still accept the program, and the bodies of the functions that remain must be
//! those that it made of the whole program. So nothing is removed that makes a difference.
//!
//! Which implementations, and which functions in them, are tried is read from the code that the
//! compiler generates: it has every function that a run could call, also those that only the
//! standard library or the end of a scope calls. All of these stay. If something else is missing,
//! the compiler's errors name it, often several things at once. Names say too little where a trait
//! is implemented both for a type and for references to it, and calls of macros have none; what is
//! left of these is tried one by one. Without a trait that has no functions, such as
//! `FusedIterator`, the library can only be slower.

mod index;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;

use anyhow::{bail, ensure, Result};
use cargo_metadata::diagnostic::Diagnostic;

use crate::bodies::Body;
use crate::compiler::{full_text, places, Compiler, Depth};
use crate::sources::place_of;
use crate::text::{contains, words, Edits};
pub use index::{Candidate, Import, Index, Kind};

/// The compiler's lints about unused code.
const LINTS: &str = "dead_code unused_imports unused_macros";

/// Drops what the program does not need. A program that the compiler does not accept is refused,
/// with the place in its sources.
pub fn prune(sources: &str, compiler: &mut Compiler) -> Result<Index> {
    let text = separate(sources)?;
    let whole = compiler.compile(&text, Depth::Reached)?;
    if whole.error().is_some() {
        let compilation = compiler.check(sources)?;
        let start = compilation.places().next().map_or(0, |place| place.start);
        let line = sources[..start].matches('\n').count() + 1;
        let place = place_of(sources, line).unwrap_or_default();
        let error = compilation.error().unwrap_or_default().replace('\n', " ");
        bail!("{place}: the compiler does not accept this: {error}");
    }
    let mut pruner = Pruner {
        compiler,
        whole: whole.bodies.into_iter().collect(),
        reached: whole.reached,
        needed: Vec::new(),
        tried_alone: BTreeSet::new(),
    };
    let mut program = Index::new(text)?;
    loop {
        let messages = pruner.compiler.check(&program.text)?.messages;
        // All else stays in its place, so the messages hold.
        program = program.without_empty();
        let before = program.text.clone();
        program = pruner.drop_dead(program, &messages)?;
        program = pruner.drop_unused(program)?;
        if program.text == before {
            program = pruner.drop_one_by_one(program)?;
        }
        if program.text == before {
            pruner.check_unchanged(&program.text)?;
            return Ok(program);
        }
    }
}

/// Puts everything that could go on lines of its own, since the compiler reports by line what is
/// reached.
fn separate(text: &str) -> Result<String> {
    let mut edits = Edits::default();
    let index = Index::new(text)?;
    let parts = index.removable.iter().chain(&index.functions);
    for Range { start, end } in parts.map(|it| it.ranges[0].clone()) {
        edits.replace(start..start, "\n");
        edits.replace(end..end, "\n");
    }
    Ok(edits.apply(text))
}

struct Pruner<'a> {
    compiler: &'a mut Compiler,
    /// The bodies of the whole program.
    whole: HashSet<Body>,
    /// The lines of the functions that it compiles.
    reached: BTreeSet<usize>,
    /// Places where something begins that cannot go, each with the place where it is needed: as
    /// long as the latter is there, it is not tried again.
    needed: Vec<(usize, Range<usize>)>,
    /// Places where parts begin that were tried one by one, once each.
    tried_alone: BTreeSet<usize>,
}

/// What a diagnostic of a pruned program, or a function that pruning changed, mentions: words, and
/// places in the text.
type Mentions = (BTreeSet<String>, Vec<Range<usize>>);

impl Pruner<'_> {
    /// Drops what the compiler's messages call dead and can go.
    fn drop_dead(&mut self, program: Index, messages: &[Diagnostic]) -> Result<Index> {
        let is_lint =
            |it: &Diagnostic| it.code.as_ref().is_some_and(|it| contains(LINTS, &it.code));
        let places = messages.iter().filter(|it| is_lint(it)).flat_map(places);
        // Some places were in something empty.
        let places = places.filter(|place| program.has(place));
        let dead = places.filter_map(|place| program.at(place.start)).collect();
        self.drop_all(program, dead, Depth::Messages)
    }

    /// Checks that a pruned program is compiled to the same functions as the whole one.
    fn check_unchanged(&mut self, text: &str) -> Result<()> {
        let compilation = self.compiler.compile(text, Depth::Reached)?;
        let mut bodies = compilation.bodies.iter();
        let is_same = bodies.all(|body| self.whole.contains(body));
        let is_same = is_same && compilation.reached == self.reached;
        ensure!(
            is_same,
            "dropping unused code would change what the bot does"
        );
        Ok(())
    }

    /// Those of the parts that no run of the program can reach.
    fn unreached(&self, text: &str, parts: &[Candidate]) -> Vec<Candidate> {
        let ends = text.match_indices('\n').map(|(index, _)| index);
        let ends: Vec<usize> = ends.collect();
        let line = |place: usize| ends.partition_point(|end| *end < place) + 1;
        let is_unreached = |each: &&Candidate| {
            let Range { start, end } = each.ranges[0];
            self.reached.range(line(start)..=line(end)).count() == 0
        };
        parts.iter().filter(is_unreached).cloned().collect()
    }

    /// Drops what is not reached and not needed.
    fn drop_unused(&mut self, program: Index) -> Result<Index> {
        let mut unused = self.unreached(&program.text, &program.removable);
        unused.retain(|each| !each.names.is_empty());
        unused.extend(self.unreached(&program.text, &program.functions));
        self.drop_all(program, unused, Depth::Bodies)
    }

    /// Drops, one by one, what else is not reached and can go, of the parts that have no names or
    /// the same names as others of their module.
    fn drop_one_by_one(&mut self, mut program: Index) -> Result<Index> {
        let key = |part: &Candidate| (program.module(part.start()), part.names.clone());
        let mut counts = BTreeMap::<_, usize>::new();
        for part in &program.removable {
            *counts.entry(key(part)).or_default() += 1;
        }
        let mut parts = self.unreached(&program.text, &program.removable);
        parts.retain(|part| part.names.is_empty() || counts[&key(part)] > 1);
        parts.retain(|part| self.tried_alone.insert(part.start()));
        for part in parts {
            let what = format!("pruning: {}", part.names.join(" "));
            self.compiler.step(what);
            let part = [part];
            let next = program.text_without(&part);
            if self.diagnostics(&next, Depth::Bodies)?.is_empty() {
                program = program.without(&part);
            }
        }
        Ok(program)
    }

    /// Drops as many of the candidates as can go, by what the compiler says at a depth. If it is
    /// asked for messages alone, they are dead: they take with them the imports and implementations
    /// that mention them, which are dead as well, and functions' bodies need not be compared.
    fn drop_all(
        &mut self,
        program: Index,
        mut tried: Vec<Candidate>,
        depth: Depth,
    ) -> Result<Index> {
        let dead = depth == Depth::Messages;
        let needed = self.needed.iter().filter(|it| program.has(&it.1));
        let mut known: BTreeSet<usize> = needed.map(|(start, _)| *start).collect();
        tried.retain(|each| known.insert(each.start()));
        while !tried.is_empty() {
            let what = ["unreached", "dead"][usize::from(dead)];
            let what = format!("pruning: {what}, {} parts to try", tried.len());
            self.compiler.step(what);
            let diagnostics = self.diagnostics(&program.text_without(&tried), depth)?;
            if diagnostics.is_empty() {
                return Ok(program.without(&tried));
            }
            let places = diagnostics.iter().filter(|_| dead).flat_map(|it| &it.1);
            let around = places.filter_map(|place| program.around(place.start));
            let more: Vec<_> = around.filter(|each| known.insert(each.start())).collect();
            if more.is_empty() {
                self.retain_unnamed(&mut tried, &diagnostics);
            }
            tried.extend(more);
        }
        Ok(program)
    }

    /// The diagnostics of a pruned program.
    fn diagnostics(&mut self, text: &str, depth: Depth) -> Result<Vec<Mentions>> {
        let compilation = match depth {
            Depth::Messages => self.compiler.compile_if_named(text, depth)?,
            _ => self.compiler.compile(text, depth)?,
        };
        let to_set = |text: &str| words(text).map(str::to_owned).collect();
        let errors = compilation.errors();
        let errors = errors.map(|it| (to_set(&full_text(it)), places(it).collect()));
        let bodies = compilation.bodies.iter();
        let changed = bodies.filter(|body| !self.whole.contains(*body));
        let changed = changed.map(|body| (to_set(&body.join(" ")), Vec::new()));
        Ok(errors.chain(changed).collect())
    }

    /// Keeps the candidates that no diagnostic mentions by all their names. If that keeps all of
    /// them, keeps those whose first name is not mentioned; if that does, too, half of them.
    fn retain_unnamed(&mut self, tried: &mut Vec<Candidate>, diagnostics: &[Mentions]) {
        let count = tried.len();
        for names in [usize::MAX, 1] {
            tried.retain(|each| {
                let names = each.names.iter().take(names);
                let mut about = diagnostics.iter().filter(|_| names.len() > 0);
                let about = about.find(|it| names.clone().all(|name| it.0.contains(name)));
                if let Some((_, places)) = about {
                    // A part that only changes a function is needed as long as it stands.
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
