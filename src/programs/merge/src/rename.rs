//! Renaming: every name that the program declares becomes a short one.
//!
//! Renaming is global and injective: each declared identifier gets one fresh short name. So equal
//! names stay equal, and different names stay different. The exception are names that only
//! variables have, and perhaps methods: each function has short names of its own for its
//! variables, since nothing outside can see them.
//!
//! An identifier may also be one of the standard library's, which the program cannot rename. Then
//! the compiler reports an error, and the identifier is restored. A call might also resolve to
//! another function, without an error; [`crate::bodies::check_same`] notices that.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use anyhow::{bail, Result};
use regex_lite::Regex;

use crate::bodies::{regex, Body, Pairs};
use crate::compiler::{full_text, Compilation, Compiler};
use crate::printed::fixed;
use crate::prune::{Index, Kind};
use crate::text::{at, attribute, close_of, contains, is_inside_path, tokens, without_mark, Token};

/// Words that are no names in any edition, and `main`.
const KEYWORDS: &str = "_ Self abstract as async await become box break const continue crate do \
    dyn else enum extern false final fn for gen if impl in let loop macro macro_rules main match \
    mod move mut override priv pub ref return self static struct super trait true try type typeof \
    union unsafe unsized use virtual where while yield";

/// Macros whose first string that is an argument says how to print the others.
const FORMATS: &str = "assert debug_assert eprint eprintln format format_args panic print println \
    todo unimplemented unreachable write writeln";

/// The contents of braces in a format string: a variable, and others for its width and precision.
static CAPTURES: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"([A-Za-z_]\w*)";
    let format = format!(r":(?:[^{{}}$]*?\b{name}\$)?(?:\.{name}\$)?[^{{}}]*");
    regex(&format!(r"\{{(?:{name}|\d*)(?:{format})?\}}"))
});

/// A word that is a name: a variable's with the number of its function.
type Name = (Option<usize>, String);

/// Words to be left alone, each with whether this holds for names of variables.
type Kept = BTreeSet<(bool, String)>;

/// Gives the names of a program with those bodies short names. Also returns the renamed words.
pub fn rename(text: &str, bodies: &[Body], compiler: &mut Compiler) -> Result<(String, Pairs)> {
    let program = Index::new(text)?;
    let fixed = fixed(&program, bodies)?.into_iter();
    let mut kept: Kept = fixed
        .flat_map(|word| [(false, word.clone()), (true, word)])
        .collect();
    let tokens = tokens(text)?;
    loop {
        let uses = uses(&program, &tokens, &kept);
        let short = assign(text, &uses);
        compiler.step(format!("renaming: {} names", short.len()));
        let mut new = String::new();
        let mut done = 0;
        let mut placed = Vec::new();
        for each in &uses {
            let Some(name) = &each.name else { continue };
            new += &text[done..each.range.start];
            placed.push((new.len()..new.len() + short[name].len(), name));
            new += &short[name];
            done = each.range.end;
        }
        new += &text[done..];
        let compilation = compiler.check(&new)?;
        let Some(error) = compilation.error() else {
            let plain = |old: String| without_mark(&old).to_owned();
            let pairs = short.into_iter().map(|((_, old), new)| (plain(old), new));
            return Ok((new, pairs.collect()));
        };
        let count = kept.len();
        kept.extend(rejected(&compilation, &placed));
        if kept.len() == count {
            bail!("cannot rename: {error}");
        }
    }
}

/// The words that the compiler's errors are about: those they point at, and those they quote in
/// their old form; or if there are none, all words in the places they point to.
fn rejected(compilation: &Compilation, renamed: &[(Range<usize>, &Name)]) -> Kept {
    let said = compilation
        .errors()
        .map(full_text)
        .collect::<Vec<_>>()
        .join(" ");
    let quoted: BTreeSet<&str> = said.split('`').skip(1).step_by(2).collect();
    let places: Vec<Range<usize>> = compilation.places().collect();
    let of = |are_near: bool| -> Kept {
        let is_meant = |(range, (scope, word)): &&(Range<usize>, &Name)| {
            let is_quoted = scope.is_none() && quoted.contains(word.as_str());
            let is_in = |it: &Range<usize>| it.start <= range.start && range.end <= it.end;
            is_quoted || places.contains(range) || are_near && places.iter().any(is_in)
        };
        let meant = renamed.iter().filter(is_meant);
        meant
            .map(|(_, it)| (it.0.is_some(), it.1.clone()))
            .collect()
    };
    let exact = Some(of(false)).filter(|exact| !exact.is_empty());
    exact.unwrap_or_else(|| of(true))
}

/// A word in the program, the function that it is in, and the name that it stands for, if that may
/// change.
struct Use {
    range: Range<usize>,
    scope: Option<usize>,
    name: Option<Name>,
}

/// All words of a program that are not keywords, outside attributes, including the captured
/// variables in format strings.
fn uses(program: &Index, all: &[Token], kept: &Kept) -> Vec<Use> {
    let mut kinds = BTreeMap::<&str, BTreeSet<Kind>>::new();
    // The functions and other items with code that are in no other.
    let mut scopes: Vec<Range<usize>> = Vec::new();
    for each in &program.declarations {
        kinds.entry(&each.name).or_default().insert(each.kind);
        let is_scope = matches!(each.kind, Kind::Code | Kind::Method | Kind::Constant);
        let is_inside = |it: &Range<usize>| it.contains(&each.whole.start);
        if is_scope && !scopes.last().is_some_and(is_inside) {
            scopes.push(each.whole.clone());
        }
    }
    let formats = formats(all);
    // Another string might be a format string of some macro.
    let others = all.iter().filter(|token| token.text.ends_with('"'));
    let others = others.filter(|token| !formats.contains(&token.range.start));
    let frozen = others.flat_map(|it| captures(it.text).into_iter().map(|at| &it.text[at]));
    let frozen: BTreeSet<&str> = frozen.collect();
    let mut uses = Vec::new();
    let mut add = |range: Range<usize>, is_member: bool, stays: bool| {
        let word = &program.text[range.clone()];
        let kinds = kinds.get(word);
        let kinds = kinds.filter(|_| !stays && !frozen.contains(word));
        let is = |kind: Kind| kinds.is_some_and(|kinds| kinds.contains(&kind));
        let is_wide = |kind: &Kind| !matches!(kind, Kind::Method | Kind::Variable);
        let is_global = kinds.is_some_and(|kinds| kinds.iter().any(is_wide));
        let is_global = is_global || is_member && is(Kind::Method);
        let scope = Some(scopes.partition_point(|it| it.end <= range.start));
        let scope = scope.filter(|it| scopes.get(*it).is_some_and(|it| it.contains(&range.start)));
        let is_local = !is_global && !is_member && scope.is_some() && is(Kind::Variable);
        let is_kept = kept.contains(&(is_local, word.to_owned()));
        let name = (scope.filter(|_| is_local), word.to_owned());
        let name = ((is_global || is_local) && !is_kept).then_some(name);
        uses.push(Use { range, scope, name });
    };
    let mut index = 0;
    while index < all.len() {
        let (word, range) = (all[index].text, all[index].range.clone());
        let before = |back: usize| index.checked_sub(back).map_or("", |it| at(all, it));
        if let Some(open) = attribute(all, index) {
            let is_derive = at(all, open + 1) == "derive";
            index = [close_of(all, open), open + 1][usize::from(is_derive)];
        } else if all[index].is_word() && !contains(KEYWORDS, word) {
            let is_after_dot = before(1) == "." && before(2) != ".";
            let is_member = is_after_dot || before(1) == "fn" || is_inside_path(all, index);
            add(range, is_member, before(1) == "$");
        } else if formats.contains(&range.start) {
            for Range { start, end } in captures(word) {
                add(range.start + start..range.start + end, false, false);
            }
        }
        index += 1;
    }
    uses
}

/// The places where format strings begin.
fn formats(tokens: &[Token]) -> BTreeSet<usize> {
    let is_call = |call: &usize| {
        let is_one = at(tokens, call + 1) == "!" && at(tokens, call + 2) != "=";
        is_one && contains(FORMATS, at(tokens, *call))
    };
    let strings = (0..tokens.len()).filter(is_call).filter_map(|call| {
        let mut arguments = call + 3..close_of(tokens, call + 2);
        arguments.find(|index| {
            let is_first = *index == call + 3 || at(tokens, index - 1) == ",";
            let is_whole = contains(", )", at(tokens, index + 1));
            is_first && is_whole && at(tokens, *index).ends_with('"')
        })
    });
    strings.map(|index| tokens[index].range.start).collect()
}

/// The places where a format string captures variables.
fn captures(literal: &str) -> Vec<Range<usize>> {
    // These braces do not capture anything.
    let plain = literal.replace("{{", "  ").replace("\\u{", "   ");
    let braces = CAPTURES.captures_iter(&plain);
    let words = braces.flat_map(|it| it.iter().skip(1).flatten().collect::<Vec<_>>());
    words.map(|word| word.range()).collect()
}

/// A short word for each name: the shortest for those used most. Names of the whole program come
/// first; a function's variables avoid those used in it.
fn assign(text: &str, uses: &[Use]) -> BTreeMap<Name, String> {
    let mut counts: BTreeMap<&Name, usize> = BTreeMap::new();
    let mut taken: BTreeMap<Option<usize>, BTreeSet<String>> = BTreeMap::new();
    for each in uses {
        let word = text[each.range.clone()].to_owned();
        if let Some(name) = &each.name {
            *counts.entry(name).or_default() += 1;
        } else {
            taken.entry(None).or_default().insert(word.clone());
            taken.entry(each.scope).or_default().insert(word);
        }
    }
    let mut order: Vec<(&Name, usize)> = counts.into_iter().collect();
    order.sort_by_key(|((scope, _), count)| (scope.is_some(), Reverse(*count)));
    let globals = order.partition_point(|((scope, _), _)| scope.is_none());
    let mut short: BTreeMap<Name, String> = BTreeMap::new();
    for (index, (name, _)) in order.into_iter().enumerate() {
        if index == globals {
            for each in uses {
                let new = each.name.as_ref().and_then(|name| short.get(name));
                taken.entry(each.scope).or_default().extend(new.cloned());
            }
        }
        let words = taken.entry(name.0).or_default();
        let is_free = |new: &String| !words.contains(new) && !contains(KEYWORDS, new);
        let new = candidates(&name.1).find(is_free).unwrap_or_default();
        words.insert(new.clone());
        short.insert(name.clone(), new);
    }
    short
}

/// Words of one letter, then of two, then of three characters. They begin with a capital if the old
/// one does, by which the compiler's paths are read.
fn candidates(old: &str) -> impl Iterator<Item = String> {
    let is_upper = old.starts_with(char::is_uppercase);
    let first = move || if is_upper { 'A'..='Z' } else { 'a'..='z' }.map(String::from);
    let add = |word: String| {
        let more = ('a'..='z').chain('A'..='Z').chain('0'..='9');
        more.map(move |letter| format!("{word}{letter}"))
    };
    let two = move || first().flat_map(add);
    first().chain(two()).chain(two().flat_map(add))
}
