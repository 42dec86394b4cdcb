//! Renaming: every name that the program declares becomes a short one.
//!
//! It goes by words: a word that the program declares, as whatever, becomes one
//! short word wherever it stands, and that stands nowhere else in the program;
//! so names that were the same stay the same, and others stay others. A word
//! that is only a variable's, and perhaps a method's, gets a short word for the
//! variable in each function for itself, since nothing outside can see that.
//!
//! Where a word is also the standard library's, renaming takes a name from it
//! that is not the program's to change; the compiler then misses it, and the
//! word is given back. That a call could find another function instead of none
//! is for [`crate::bodies::check_same`] to see.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::{bail, Result};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::Ident;

use crate::bodies::{Body, Pairs};
use crate::compiler::{full_text, places, Answer, Compiler};
use crate::page::Program;
use crate::text::{at, attribute, close_of, is_inside_path, reads, tokens, words, Token};

/// Words that are no names in any edition, and `main`.
const KEYWORDS: &str =
    "_ Self abstract as async await become box break const continue crate do dyn \
    else enum extern false final fn for gen if impl in let loop macro macro_rules main match mod \
    move mut override priv pub ref return self static struct super trait true try type typeof \
    union unsafe unsized use virtual where while yield";

/// Macros whose first string that is an argument says how to print the others.
const FORMATS: &str = "assert debug_assert eprint eprintln format format_args panic print println \
    todo unimplemented unreachable write writeln";

/// A word that is a name: a variable's with the number of its function.
type Name = (Option<usize>, String);

/// Words to be left alone, and whether as names of variables.
type Kept = BTreeSet<(bool, String)>;

/// Gives the names of a program, of which the compiler makes those bodies, short
/// ones. Also says which word became which.
///
/// # Errors
/// A program that the compiler does not accept, whatever is given back.
pub fn rename(
    program: Program,
    bodies: &[Body],
    compiler: &mut Compiler,
) -> Result<(Program, Pairs)> {
    let Program { text, libraries } = program;
    let declared = Declared::of(&text)?;
    let mut kept = printed(&text, bodies)?;
    loop {
        let uses = uses(&text, &declared, &kept)?;
        let short = assign(&uses);
        compiler.step(format!("renaming: {} names", short.len()));
        let mut new = String::new();
        let mut done = 0;
        let mut placed = Vec::new();
        for (range, name) in uses
            .iter()
            .filter_map(|it| Some((&it.range, it.name.as_ref()?)))
        {
            new += &text[done..range.start];
            placed.push((new.len()..new.len() + short[name].len(), name));
            new += &short[name];
            done = range.end;
        }
        new += &text[done..];
        let answer = compiler.ask(&new)?;
        let Some(error) = answer.errors().next() else {
            let pairs = short.into_iter().map(|((_, old), new)| (old, new));
            return Ok((
                Program {
                    text: new,
                    libraries,
                },
                pairs.collect(),
            ));
        };
        let count = kept.len();
        kept.extend(rejected(&answer, &placed));
        if kept.len() == count {
            bail!("cannot rename: {}", full_text(error));
        }
    }
}

/// The words that the compiler's errors are about: those it points at, and those
/// it quotes as they were; if it does neither, all in the places it points to.
fn rejected(answer: &Answer, renamed: &[(Range<usize>, &Name)]) -> Kept {
    let said = answer.errors().map(full_text).collect::<Vec<_>>().join(" ");
    let quoted: BTreeSet<&str> = said.split('`').skip(1).step_by(2).collect();
    let places: Vec<Range<usize>> = answer.errors().flat_map(places).collect();
    let of = |is_meant: &dyn Fn(&Range<usize>, &Name) -> bool| -> Kept {
        let meant = renamed.iter().filter(|(range, name)| is_meant(range, name));
        meant
            .map(|(_, (scope, word))| (scope.is_some(), word.clone()))
            .collect()
    };
    let is_quoted = |(scope, word): &Name| scope.is_none() && quoted.contains(word.as_str());
    let exact = of(&|range, name| places.contains(range) || is_quoted(name));
    if !exact.is_empty() {
        return exact;
    }
    let is_around =
        |place: &Range<usize>, it: &Range<usize>| place.start <= it.start && it.end <= place.end;
    of(&|range, _| places.iter().any(|place| is_around(place, range)))
}

/// The words in the types that derive `Debug`, if the program prints any type by
/// it that could be one of those.
fn printed(text: &str, bodies: &[Body]) -> Result<Kept> {
    let tokens = tokens(text)?;
    let mut kept = BTreeSet::new();
    for index in (0..tokens.len()).filter(|index| reads(&tokens, *index, "# [ derive (")) {
        let close = close_of(&tokens, index + 1);
        if (index..close).any(|index| at(&tokens, index) == "Debug") {
            let is_end = |index: &usize| ["{", ";"].contains(&at(&tokens, *index));
            let open = (close..tokens.len()).find(is_end).unwrap_or(close);
            let item = close..=close_of(&tokens, open);
            let item = item.filter(|index| tokens[*index].is_word);
            kept.extend(item.map(|index| (false, tokens[index].text.to_owned())));
        }
    }
    let mut lines = bodies.iter().flat_map(|body| crate::bodies::lines(body));
    let is_open = |word: &String| {
        let is_parameter = word.len() == 1 && word.starts_with(|it: char| it.is_uppercase());
        is_parameter || word == "dyn" || kept.contains(&(false, word.clone()))
    };
    let is_printed =
        lines.any(|line| line.iter().any(|word| word == "new_debug") && line.iter().any(is_open));
    Ok(if is_printed { kept } else { BTreeSet::new() })
}

/// A word in the program.
struct Use {
    range: Range<usize>,
    word: String,
    /// The function it is in.
    scope: Option<usize>,
    /// The name, if it is to be renamed.
    name: Option<Name>,
}

/// All words of a program that are no keywords, outside attributes and strings,
/// and those that format strings take in.
fn uses(text: &str, declared: &Declared, kept: &Kept) -> Result<Vec<Use>> {
    let all = tokens(text)?;
    let formats = formats(&all);
    let others = all
        .iter()
        .filter(|token| !formats.contains(&token.range.start));
    let others = others
        .filter(|token| token.text.ends_with('"'))
        .map(|token| token.text);
    let frozen: BTreeSet<&str> = others
        .flat_map(|text| captures(text).into_iter().map(|it| &text[it]))
        .collect();
    let mut uses = Vec::new();
    let mut add = |range: Range<usize>, is_member: bool, stays: bool| {
        let word = &text[range.clone()];
        let scope = declared
            .scopes
            .iter()
            .position(|scope| scope.contains(&range.start));
        let kinds = declared
            .kinds
            .get(word)
            .filter(|_| !stays && !frozen.contains(word));
        let is = |kind| kinds.is_some_and(|kinds| kinds.contains(&kind));
        let of = |scope: Option<usize>| {
            let is_kept = kept.contains(&(scope.is_some(), word.to_owned()));
            (!is_kept).then(|| (scope, word.to_owned()))
        };
        let name = if is(Kind::Other) || is_member && is(Kind::Method) {
            of(None)
        } else if is(Kind::Variable) && !is_member && scope.is_some() {
            of(scope)
        } else {
            None
        };
        uses.push(Use {
            range,
            word: word.to_owned(),
            scope,
            name,
        });
    };
    let mut index = 0;
    while index < all.len() {
        let Token {
            text,
            range,
            is_word,
        } = &all[index];
        let before = |back: usize| index.checked_sub(back).map_or("", |it| at(&all, it));
        if let Some(open) = attribute(&all, index) {
            index = close_of(&all, open);
        } else if *is_word && !KEYWORDS.split_whitespace().any(|it| it == *text) {
            let is_after_dot = before(1) == "." && before(2) != ".";
            let is_member = is_after_dot || before(1) == "fn" || is_inside_path(&all, index);
            add(range.clone(), is_member, before(1) == "$");
        } else if formats.contains(&range.start) {
            for each in captures(text) {
                add(
                    range.start + each.start..range.start + each.end,
                    false,
                    false,
                );
            }
        }
        index += 1;
    }
    Ok(uses)
}

/// Where format strings begin.
fn formats(tokens: &[Token]) -> BTreeSet<usize> {
    let is_call = |index: &usize| {
        let is_format = FORMATS
            .split_whitespace()
            .any(|it| it == at(tokens, *index));
        is_format && at(tokens, index + 1) == "!" && at(tokens, index + 2) != "="
    };
    let calls = (0..tokens.len()).filter(is_call);
    let strings = calls.filter_map(|call| {
        let mut index = call + 3;
        let close = close_of(tokens, call + 2);
        while index < close {
            let is_first = index == call + 3 || at(tokens, index - 1) == ",";
            let is_whole = index + 1 == close || at(tokens, index + 1) == ",";
            if is_first && is_whole && at(tokens, index).ends_with('"') {
                return Some(tokens[index].range.start);
            }
            index = close_of(tokens, index) + 1;
        }
        None
    });
    strings.collect()
}

/// Where a format string takes variables in: first in braces, or before a `$`.
fn captures(literal: &str) -> Vec<Range<usize>> {
    let plain = literal.replace("{{", "  ").replace("\\u{", "   ");
    let mut found = Vec::new();
    for (open, _) in plain.match_indices('{') {
        let inside = plain[open + 1..].split('}').next().unwrap_or_default();
        for word in words(inside).filter(|word| !word.starts_with(|it: char| it.is_ascii_digit())) {
            let start = word.as_ptr() as usize - plain.as_ptr() as usize;
            let end = start + word.len();
            if start == open + 1 || plain[end..].starts_with('$') {
                found.push(start..end);
            }
        }
    }
    found
}

/// A short word for each name: the shortest for those used most. Names of the
/// whole program come first; a function's variables avoid those used in it.
fn assign(uses: &[Use]) -> BTreeMap<Name, String> {
    let mut counts: BTreeMap<&Name, usize> = BTreeMap::new();
    let mut taken: BTreeMap<Option<usize>, BTreeSet<String>> = BTreeMap::new();
    for each in uses {
        let Some(name) = &each.name else {
            for scope in [None, each.scope] {
                taken.entry(scope).or_default().insert(each.word.clone());
            }
            continue;
        };
        *counts.entry(name).or_default() += 1;
    }
    let mut order: Vec<(&Name, usize)> = counts.into_iter().collect();
    order.sort_by_key(|((scope, _), count)| (scope.is_some(), Reverse(*count)));
    let mut short: BTreeMap<Name, String> = BTreeMap::new();
    let count = order
        .iter()
        .filter(|((scope, _), _)| scope.is_none())
        .count();
    for (index, (name, _)) in order.into_iter().enumerate() {
        if index == count {
            for each in uses.iter().filter(|each| each.scope.is_some()) {
                let new = each.name.as_ref().and_then(|name| short.get(name));
                taken.entry(each.scope).or_default().extend(new.cloned());
            }
        }
        let words = taken.entry(name.0).or_default();
        let is_free =
            |new: &String| !words.contains(new) && !KEYWORDS.split_whitespace().any(|it| it == new);
        let new = candidates(&name.1)
            .find(is_free)
            .unwrap_or_else(|| name.1.clone());
        words.insert(new.clone());
        short.insert(name.clone(), new);
    }
    short
}

/// Words of one letter, then of two, then of three characters. They begin with a
/// capital if the old one does, by which the compiler's paths are read.
fn candidates(old: &str) -> impl Iterator<Item = String> {
    let is_upper = old.starts_with(|first: char| first.is_uppercase());
    let first = move || if is_upper { 'A'..='Z' } else { 'a'..='z' }.map(String::from);
    let add = |word: String| {
        let more = ('a'..='z').chain('A'..='Z').chain('0'..='9');
        more.map(move |letter| format!("{word}{letter}"))
    };
    first()
        .chain(first().flat_map(add))
        .chain(first().flat_map(add).flat_map(add))
}

/// What a word is declared as.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Variable,
    /// A function of a type or trait.
    Method,
    Other,
}

/// What a program declares.
#[derive(Default)]
struct Declared {
    /// The words and what each is.
    kinds: BTreeMap<String, BTreeSet<Kind>>,
    /// The functions and other items with code.
    scopes: Vec<Range<usize>>,
    is_in_scope: bool,
}

impl Declared {
    fn of(text: &str) -> Result<Declared> {
        let mut declared = Declared::default();
        declared.visit_file(&syn::parse_file(text)?);
        Ok(declared)
    }

    fn declare(&mut self, ident: &Ident, kind: Kind) {
        self.kinds
            .entry(ident.to_string())
            .or_default()
            .insert(kind);
    }

    /// Visits an item that may have code in it.
    fn within(&mut self, item: proc_macro2::Span, visit: impl FnOnce(&mut Self)) {
        let is_inner = std::mem::replace(&mut self.is_in_scope, true);
        if !is_inner {
            self.scopes.push(item.byte_range());
        }
        visit(self);
        self.is_in_scope = is_inner;
    }
}

macro_rules! visit_names {
    ($($visit:ident $node:ident $($name:ident).*,)*) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            self.declare(&node.$($name).*, Kind::Other);
            visit::$visit(self, node);
        })*
    };
}

macro_rules! visit_code {
    ($($visit:ident $node:ident $kind:ident $($name:ident).*,)*) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            self.declare(&node.$($name).*, Kind::$kind);
            self.within(node.span(), |it| visit::$visit(it, node));
        })*
    };
}

impl<'ast> Visit<'ast> for Declared {
    visit_names! {
        visit_item_enum ItemEnum ident, visit_item_struct ItemStruct ident,
        visit_item_trait ItemTrait ident, visit_item_type ItemType ident,
        visit_item_union ItemUnion ident, visit_impl_item_type ImplItemType ident,
        visit_trait_item_type TraitItemType ident, visit_variant Variant ident,
        visit_type_param TypeParam ident, visit_const_param ConstParam ident,
        visit_lifetime_param LifetimeParam lifetime.ident, visit_label Label name.ident,
        visit_use_rename UseRename rename,
    }

    visit_code! {
        visit_item_const ItemConst Other ident, visit_item_fn ItemFn Other sig.ident,
        visit_item_static ItemStatic Other ident, visit_impl_item_const ImplItemConst Other ident,
        visit_trait_item_const TraitItemConst Other ident,
        visit_impl_item_fn ImplItemFn Method sig.ident,
        visit_trait_item_fn TraitItemFn Method sig.ident,
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        node.ident
            .iter()
            .for_each(|ident| self.declare(ident, Kind::Other));
    }

    fn visit_field(&mut self, node: &'ast syn::Field) {
        node.ident
            .iter()
            .for_each(|ident| self.declare(ident, Kind::Other));
        visit::visit_field(self, node);
    }

    fn visit_pat_ident(&mut self, node: &'ast syn::PatIdent) {
        self.declare(&node.ident, Kind::Variable);
        visit::visit_pat_ident(self, node);
    }
}
