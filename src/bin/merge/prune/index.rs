//! What in a program could go, and where it stands.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::Result;
use proc_macro2::Span;
use syn::punctuated::{Pair, Punctuated};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Path, Token, UseTree};

use crate::text::words;

/// Something that could go.
#[derive(Clone)]
pub struct Candidate {
    /// The names by which the compiler would complain that it is missing, the
    /// most telling first.
    pub names: Vec<String>,
    /// Where it stands, in one place or several.
    pub ranges: Vec<Range<usize>>,
}

impl Candidate {
    fn new(names: impl Into<Vec<String>>, range: Range<usize>) -> Candidate {
        Candidate {
            names: names.into(),
            ranges: vec![range],
        }
    }
}

/// The parts of a program by their places.
#[derive(Default)]
pub struct Index<'a> {
    text: &'a str,
    /// Items and members by the place of their name, each with the number of
    /// the module around.
    named: BTreeMap<usize, (usize, Candidate)>,
    /// The implementations, in the same way, by their own places.
    implementations: BTreeMap<usize, (usize, Candidate)>,
    imports: Vec<Candidate>,
    /// The modules.
    pub modules: Vec<Candidate>,
    /// Implementations and derives of traits, imports of crates, and macros for
    /// all crates.
    pub spare: Vec<Candidate>,
    /// Implementations, modules and lists of derives with nothing in them.
    pub empty: Vec<Candidate>,
    module: usize,
}

impl<'a> Index<'a> {
    /// The parts of a program.
    ///
    /// # Errors
    /// Text that is no Rust.
    pub fn of(text: &'a str) -> Result<Index<'a>> {
        let mut index = Index {
            text,
            ..Index::default()
        };
        index.visit_file(&syn::parse_file(text)?);
        Ok(index)
    }

    /// The item, member or import whose name stands there; with a type or trait
    /// go its implementations.
    pub fn at(&self, place: usize) -> Option<Candidate> {
        let Some((module, found)) = self.named.get(&place) else {
            let is_there = |each: &&Candidate| each.ranges[0].contains(&place);
            return self.imports.iter().find(is_there).cloned();
        };
        let mut found = found.clone();
        for (of_module, each) in self.implementations.values() {
            let is_trait = each.names.get(1) == Some(&found.names[0]);
            if is_trait || each.names[0] == found.names[0] && of_module == module {
                found.ranges.extend(each.ranges.clone());
            }
        }
        Some(found)
    }

    /// The import or implementation of a trait around a place.
    pub fn around(&self, place: usize) -> Option<Candidate> {
        let is_there = |each: &&Candidate| each.ranges[0].contains(&place);
        let around = self.spare.iter().find(is_there).cloned();
        around.or_else(|| self.at(place))
    }

    fn name(&mut self, ident: &Ident, node: Span) {
        let candidate = Candidate::new([ident.to_string()], node.byte_range());
        let place = ident.span().byte_range().start;
        self.named.insert(place, (self.module, candidate));
    }

    /// A type and the traits it derives.
    fn name_type(&mut self, ident: &Ident, node: Span, attributes: &[Attribute]) {
        self.name(ident, node);
        for attribute in attributes
            .iter()
            .filter(|each| each.path().is_ident("derive"))
        {
            let list = Punctuated::<Path, Token![,]>::parse_terminated;
            let list = attribute.parse_args_with(list).unwrap_or_default();
            if list.is_empty() {
                self.empty.push(Candidate::new(
                    [String::new()],
                    attribute.span().byte_range(),
                ));
            }
            for pair in list.into_pairs() {
                let of = pair
                    .value()
                    .segments
                    .last()
                    .map(|last| last.ident.to_string());
                // Without `Default` the mark at its variant would have no meaning.
                if let Some(of) = of.filter(|of| of != "Default") {
                    let names = [ident.to_string(), of];
                    self.spare.push(Candidate::new(names, with_comma(&pair)));
                }
            }
        }
    }

    /// An import's names, each with what to take out for it: the whole import if
    /// it has no other.
    fn import(&mut self, tree: &UseTree, whole: Range<usize>) {
        match tree {
            UseTree::Path(path) => self.import(&path.tree, whole),
            UseTree::Group(group) => {
                for pair in group.items.pairs() {
                    let tree = *pair.value();
                    self.import(tree, with_comma(&pair));
                }
                // Last, as it is found for what none of its parts is.
                self.imports.push(Candidate::new([String::new()], whole));
            }
            _ => self.imports.push(Candidate::new([String::new()], whole)),
        }
    }

    fn words(&self, span: Span) -> impl Iterator<Item = String> + 'a {
        words(&self.text[span.byte_range()]).map(str::to_owned)
    }
}

/// A part of a list, with the comma after it.
fn with_comma<T: Spanned, P: Spanned>(pair: &Pair<T, P>) -> Range<usize> {
    let Range { start, end } = pair.value().span().byte_range();
    start
        ..pair
            .punct()
            .map_or(end, |comma| comma.span().byte_range().end)
}

macro_rules! visit_named {
    ($($visit:ident $node:ident $($name:ident).*,)*) => {
        $(fn $visit(&mut self, node: &'ast syn::$node) {
            self.name(&node.$($name).*, node.span());
            visit::$visit(self, node);
        })*
    };
}

impl<'ast> Visit<'ast> for Index<'_> {
    visit_named! {
        visit_item_const ItemConst ident, visit_item_fn ItemFn sig.ident,
        visit_item_static ItemStatic ident, visit_item_type ItemType ident,
        visit_impl_item_const ImplItemConst ident, visit_impl_item_fn ImplItemFn sig.ident,
        visit_trait_item_const TraitItemConst ident, visit_trait_item_fn TraitItemFn sig.ident,
        visit_item_trait ItemTrait ident, visit_item_union ItemUnion ident,
    }

    fn visit_item_struct(&mut self, node: &'ast syn::ItemStruct) {
        self.name_type(&node.ident, node.span(), &node.attrs);
    }

    fn visit_item_enum(&mut self, node: &'ast syn::ItemEnum) {
        self.name_type(&node.ident, node.span(), &node.attrs);
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        let Some(ident) = &node.ident else { return };
        self.name(ident, node.span());
        if node
            .attrs
            .iter()
            .any(|each| each.path().is_ident("macro_export"))
        {
            self.spare.extend(self.at(ident.span().byte_range().start));
        }
    }

    fn visit_item_extern_crate(&mut self, node: &'ast syn::ItemExternCrate) {
        let candidate = Candidate::new([node.ident.to_string()], node.span().byte_range());
        self.spare.push(candidate);
    }

    fn visit_item_use(&mut self, node: &'ast syn::ItemUse) {
        self.import(&node.tree, node.span().byte_range());
    }

    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        let candidate = Candidate::new([node.ident.to_string()], node.span().byte_range());
        if node
            .content
            .as_ref()
            .is_some_and(|(_, items)| items.is_empty())
        {
            self.empty.push(candidate.clone());
        }
        self.modules.push(candidate);
        let outer = std::mem::replace(&mut self.module, self.modules.len());
        visit::visit_item_mod(self, node);
        self.module = outer;
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        // `Owner<…>` or `&Owner`; `Trait` or `Trait<Other<…>>`.
        let mut owner = self.words(node.self_ty.span());
        let owner = owner.find(|word| word.len() > 1 && word != "mut");
        let mut names: Vec<String> = owner.into_iter().collect();
        let of = node.trait_.as_ref().map(|(path, _)| path);
        let last = of.and_then(|path| path.segments.last());
        let more = last
            .into_iter()
            .flat_map(|last| self.words(last.span()).take(2));
        names.extend(more.filter(|word| word.len() > 1));
        let candidate = Candidate::new(names, node.span().byte_range());
        if of.is_none() && node.items.is_empty() {
            self.empty.push(candidate.clone());
        } else if candidate.names.get(1).is_some_and(|of| of != "Drop") {
            self.spare.push(candidate.clone());
        }
        let place = node.span().byte_range().start;
        self.implementations.insert(place, (self.module, candidate));
        visit::visit_item_impl(self, node);
    }
}
