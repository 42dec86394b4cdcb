//! The declarations of a program and the parts of it that could go, by their places.

use std::ops::Range;

use anyhow::Result;
use proc_macro2::extra::DelimSpan;
use proc_macro2::Span;
use syn::punctuated::{Pair, Punctuated};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, ImplItem, LitInt, Meta, Path, Token, UseTree};

use crate::text::{words, Edits};

/// The kind of a name's declaration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Trait,
    /// An item other than a trait or one of the next kind; modules are not listed.
    Item,
    /// A function, constant or static on its own.
    Code,
    /// A function of a type or trait.
    Method,
    /// A constant of a type or trait.
    Constant,
    Variable,
    /// A field, a variant, a parameter other than a function's, a label.
    Detail,
}

/// A name's declaration: the name, its place, and the place of the whole declaration.
#[derive(Clone)]
pub struct Declaration {
    pub kind: Kind,
    pub name: String,
    pub place: Range<usize>,
    pub whole: Range<usize>,
}

/// Something that could go.
#[derive(Clone)]
pub struct Candidate {
    /// The names that the compiler's errors would mention if it were missing, the most specific
    /// first.
    pub names: Vec<String>,
    /// The places where it stands, one or several.
    pub ranges: Vec<Range<usize>>,
}

impl Candidate {
    fn new(names: impl Into<Vec<String>>, place: Range<usize>) -> Candidate {
        let (names, ranges) = (names.into(), vec![place]);
        Candidate { names, ranges }
    }

    pub fn start(&self) -> usize {
        self.ranges[0].start
    }

    pub fn contains(&self, place: usize) -> bool {
        self.ranges[0].contains(&place)
    }
}

#[derive(Clone)]
pub struct Import {
    pub path: String,
    /// The name by which it is imported.
    pub name: String,
    /// The place where ` as …` stands or could stand.
    pub alias: Range<usize>,
}

/// The parts of a program.
#[derive(Clone, Default)]
pub struct Index {
    pub text: String,
    /// All declarations, the outer before the inner.
    pub declarations: Vec<Declaration>,
    pub imports: Vec<Import>,
    /// The implementations, each with where its head stands, before the braces.
    implementations: Vec<(Candidate, Range<usize>)>,
    /// Imports and their parts, the inner before the outer.
    pub uses: Vec<Candidate>,
    pub modules: Vec<Candidate>,
    /// Implementations and derives of traits; constants without a name; calls of macros, and the
    /// parts of lists in these, for which the compiler has no names.
    pub removable: Vec<Candidate>,
    /// The functions in implementations of traits.
    pub functions: Vec<Candidate>,
    /// Implementations, modules, imports and lists of derives, each with where its content stands.
    containers: Vec<(Candidate, Range<usize>)>,
}

impl Index {
    /// The parts of a program.
    pub fn new(text: impl Into<String>) -> Result<Index> {
        let mut index = Index {
            text: text.into(),
            ..Index::default()
        };
        let file = syn::parse_file(&index.text)?;
        index.visit_file(&file);
        Ok(index)
    }

    /// The program's text without some of its parts, with blanks in their places.
    pub fn text_without(&self, parts: &[Candidate]) -> String {
        let mut edits = Edits::default();
        let ranges = parts.iter().flat_map(|each| each.ranges.clone());
        ranges.for_each(|range| edits.blank(range, &self.text));
        edits.apply(&self.text)
    }

    /// The program without some of its parts. All else stays in its place.
    pub fn without(mut self, parts: &[Candidate]) -> Index {
        self.text = self.text_without(parts);
        let text = self.text.as_bytes();
        let stands = |place: usize| !text[place].is_ascii_whitespace();
        self.declarations.retain(|it| stands(it.place.start));
        self.imports.retain(|it| stands(it.alias.start - 1));
        for parts in [&mut self.implementations, &mut self.containers] {
            parts.retain(|(it, _)| stands(it.start()));
        }
        let lists = [
            &mut self.uses,
            &mut self.modules,
            &mut self.removable,
            &mut self.functions,
        ];
        for list in lists {
            list.retain(|it| stands(it.start()));
        }
        self
    }

    /// Whether anything is left in a place.
    pub fn has(&self, place: &Range<usize>) -> bool {
        !self.text[place.clone()].trim().is_empty()
    }

    /// The program without implementations of no trait, modules, imports and lists of derives that
    /// have nothing in them.
    pub fn without_empty(mut self) -> Index {
        let is_blank = |each: char| each.is_whitespace() || each == ',';
        loop {
            let mut empty = self.containers.clone();
            empty.retain(|(_, place)| self.text[place.clone()].chars().all(is_blank));
            if empty.is_empty() {
                return self;
            }
            let (empty, _): (Vec<_>, Vec<_>) = empty.into_iter().unzip();
            self = self.without(&empty);
        }
    }

    /// The index of the module around a place; `None` at the root.
    pub fn module(&self, place: usize) -> Option<usize> {
        self.modules.iter().rposition(|it| it.contains(place))
    }

    /// The item, member or import whose name stands there. A type or trait is removed with its
    /// implementations; those of a type only if they are in its module.
    pub fn at(&self, place: usize) -> Option<Candidate> {
        let is_meant = |it: &&Declaration| it.place.start == place && it.kind < Kind::Variable;
        let Some(it) = self.declarations.iter().find(is_meant) else {
            return self.uses.iter().find(|each| each.contains(place)).cloned();
        };
        let mut found = Candidate::new([it.name.clone()], it.whole.clone());
        for (each, _) in &self.implementations {
            let is_near = || self.module(each.start()) == self.module(place);
            let is_trait = it.kind == Kind::Trait && each.names.get(1) == Some(&it.name);
            if is_trait || each.names[0] == it.name && is_near() {
                found.ranges.extend(each.ranges.clone());
            }
        }
        Some(found)
    }

    /// The import or implementation around a place: one of a trait, or one with the place in its
    /// head.
    pub fn around(&self, place: usize) -> Option<Candidate> {
        let mut heads = self.implementations.iter();
        let head = heads.find(|(_, head)| head.contains(&place));
        let around = self.removable.iter().find(|each| each.contains(place));
        let around = around.or(head.map(|(each, _)| each));
        around.cloned().or_else(|| self.at(place))
    }

    /// All numbers of a macro's list but the last, each with its comma.
    fn add_list(&mut self, call: &syn::Macro) {
        let list = Punctuated::<LitInt, Token![,]>::parse_terminated;
        let list = call.parse_body_with(list).unwrap_or_default();
        for pair in list.pairs().filter(|pair| pair.punct().is_some()) {
            // As the compiler would print it.
            let names = [pair.value().base10_digits().to_owned()];
            self.removable
                .push(Candidate::new(names, with_comma(&pair)));
        }
    }

    fn declare(&mut self, kind: Kind, ident: &Ident, node: Span) {
        if ident == "_" && kind == Kind::Code {
            let names = ["const _".to_owned()];
            self.removable
                .push(Candidate::new(names, node.byte_range()));
        }
        self.declarations.push(Declaration {
            kind,
            name: ident.to_string(),
            place: ident.span().byte_range(),
            whole: node.byte_range(),
        });
    }

    /// An import's names, each with what to take out for it: the whole import if it has no other.
    fn import(&mut self, tree: &UseTree, whole: Range<usize>, path: &str) {
        let Range { start, end } = tree.span().byte_range();
        match tree {
            UseTree::Path(step) => {
                let path = format!("{path}{}::", step.ident);
                return self.import(&step.tree, whole, &path);
            }
            UseTree::Group(group) => {
                let inside = inside(&group.brace_token.span);
                let candidate = Candidate::new([], whole.clone());
                self.containers.push((candidate, inside));
                for pair in group.items.pairs() {
                    self.import(pair.value(), with_comma(&pair), path);
                }
            }
            _ => {
                let leaf = words(&self.text[start..end]).next().unwrap_or("*");
                let path = format!("{path}{leaf}");
                let path = path.trim_end_matches("::self").to_owned();
                let name = words(&self.text[start..end]).nth(2).map(str::to_owned);
                let last = || path.rsplit(':').next().unwrap_or_default().to_owned();
                let (name, alias) = (name.unwrap_or_else(last), start + leaf.len()..end);
                self.imports.push(Import { path, name, alias });
            }
        }
        self.uses.push(Candidate::new([], whole));
    }

    fn words(&self, span: Span) -> impl Iterator<Item = String> + '_ {
        words(&self.text[span.byte_range()]).map(str::to_owned)
    }
}

/// What stands between delimiters.
fn inside(delimiters: &DelimSpan) -> Range<usize> {
    delimiters.open().byte_range().end..delimiters.close().byte_range().start
}

/// A part of a list, with the comma after it.
fn with_comma<T: Spanned, P: Spanned>(pair: &Pair<T, P>) -> Range<usize> {
    let Range { start, end } = pair.value().span().byte_range();
    let comma = pair.punct().map(|comma| comma.span().byte_range().end);
    start..comma.unwrap_or(end)
}

macro_rules! visit_declarations {
    ($($visit:ident $node:ident $kind:ident $($name:ident).*,)*) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            self.declare(Kind::$kind, &node.$($name).*, node.span());
            visit::$visit(self, node);
        })*
    };
}

impl<'ast> Visit<'ast> for Index {
    visit_declarations! {
        visit_item_struct ItemStruct Item ident, visit_item_enum ItemEnum Item ident,
        visit_item_trait ItemTrait Trait ident, visit_item_type ItemType Item ident,
        visit_item_union ItemUnion Item ident, visit_item_const ItemConst Code ident,
        visit_item_fn ItemFn Code sig.ident, visit_item_static ItemStatic Code ident,
        visit_impl_item_fn ImplItemFn Method sig.ident,
        visit_trait_item_fn TraitItemFn Method sig.ident,
        visit_impl_item_const ImplItemConst Constant ident,
        visit_trait_item_const TraitItemConst Constant ident,
        visit_impl_item_type ImplItemType Detail ident,
        visit_trait_item_type TraitItemType Detail ident, visit_variant Variant Detail ident,
        visit_type_param TypeParam Detail ident, visit_const_param ConstParam Detail ident,
        visit_lifetime_param LifetimeParam Detail lifetime.ident,
        visit_label Label Detail name.ident, visit_use_rename UseRename Detail rename,
        visit_pat_ident PatIdent Variable ident,
    }

    fn visit_field(&mut self, node: &'ast syn::Field) {
        let names = node.ident.iter();
        names.for_each(|ident| self.declare(Kind::Detail, ident, node.span()));
        visit::visit_field(self, node);
    }

    /// The traits that the type declared last derives.
    fn visit_attribute(&mut self, node: &'ast Attribute) {
        let owner = self.declarations.last();
        let Some(owner) = owner.filter(|_| node.path().is_ident("derive")) else {
            return;
        };
        let owner = owner.name.clone();
        let list = Punctuated::<Path, Token![,]>::parse_terminated;
        let list = node.parse_args_with(list).unwrap_or_default();
        if let Meta::List(list) = &node.meta {
            let candidate = Candidate::new([], node.span().byte_range());
            self.containers
                .push((candidate, inside(list.delimiter.span())));
        }
        for pair in list.into_pairs() {
            let of = self.words(pair.value().span()).last().unwrap_or_default();
            // Without `Default` the mark at its variant would have no meaning.
            if of != "Default" {
                let names = [owner.clone(), of];
                self.removable
                    .push(Candidate::new(names, with_comma(&pair)));
            }
        }
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        if let Some(ident) = &node.ident {
            self.declare(Kind::Item, ident, node.span());
            return;
        }
        self.removable
            .push(Candidate::new([], node.span().byte_range()));
        self.add_list(&node.mac);
    }

    fn visit_item_use(&mut self, node: &'ast syn::ItemUse) {
        self.import(&node.tree, node.span().byte_range(), "");
        visit::visit_item_use(self, node);
    }

    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        let candidate = Candidate::new([node.ident.to_string()], node.span().byte_range());
        self.modules.push(candidate.clone());
        let braces = node.content.iter().map(|(braces, _)| &braces.span);
        let containers = braces.map(|braces| (candidate.clone(), inside(braces)));
        self.containers.extend(containers);
        visit::visit_item_mod(self, node);
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        let is_telling = |word: &String| word.len() > 1 && word != "mut";
        // `Owner<…>` or `&'a mut Owner`; `Trait` or `Trait<Other<…>>`.
        let owner = self.words(node.self_ty.span()).find(is_telling);
        let mut names: Vec<String> = owner.into_iter().collect();
        let paths = node.trait_.iter().map(|(path, _)| &path.segments);
        let of = paths.filter_map(|segments| segments.last());
        let of = of.flat_map(|last| self.words(last.span()).take(2));
        names.extend(of.filter(is_telling));
        let candidate = Candidate::new(names, node.span().byte_range());
        let braces = &node.brace_token.span;
        if node.trait_.is_none() {
            self.containers.push((candidate.clone(), inside(braces)));
        } else {
            self.removable.push(candidate.clone());
            for item in &node.items {
                if let ImplItem::Fn(item) = item {
                    let names = [item.sig.ident.to_string()];
                    let place = item.span().byte_range();
                    self.functions.push(Candidate::new(names, place));
                }
            }
        }
        let head = candidate.start()..braces.open().byte_range().start;
        self.implementations.push((candidate, head));
        visit::visit_item_impl(self, node);
    }
}

#[cfg(test)]
mod tests;
