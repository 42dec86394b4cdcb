//! Conditional compilation, decided while merging.
//!
//! Plain `rustc` sets no cargo features and runs no tests, so conditions about
//! those are decided here, and with them those about the platform. What depends
//! on the compiler's options, `debug_assertions` say, stays for the compiler to
//! decide. All else could hold only by a flag on Cargo's command line and is
//! refused, but for a few conditions that are well known to be off.

use std::collections::BTreeSet;

use anyhow::{bail, Context, Result};
use cfg_expr::targets::get_builtin_target_by_triple;
use cfg_expr::{Expression, Predicate, TargetPredicate};
use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{AttrStyle, Attribute, Meta, Token};

use super::{parse, refusal};
use crate::packages::{Crate, PLATFORM};
use crate::text::Edits;

/// Conditions that no build of the bot sets.
const OFF: [&str; 8] = [
    "clippy", "doc", "docsrs", "doctest", "fuzzing", "loom", "miri", "rustfmt",
];

/// The text of a file with the conditions in it decided. Conditions in places
/// where the grammar has none, inside macros among them, stay.
///
/// # Errors
/// A condition that cannot be decided, and a file that is no Rust.
pub fn resolve(source: &Crate, file: &str, text: &str) -> Result<String> {
    let tree = parse(file, text)?;
    let (features, edits, error) = (&source.features, Edits::default(), None);
    let mut resolver = Resolver {
        features,
        file,
        text,
        edits,
        error,
    };
    resolver.visit_file(&tree);
    match resolver.error {
        Some(error) => Err(error),
        None => Ok(resolver.edits.apply(text)),
    }
}

/// Whether a condition is one that the compiler decides, with or without Cargo.
pub fn is_left_to_rustc(condition: &str) -> bool {
    Expression::parse(condition).is_ok_and(|it| it.predicates().all(|each| is_rustcs(&each)))
}

fn is_rustcs(predicate: &Predicate) -> bool {
    use Predicate::{DebugAssertions, Flag, Target, TargetFeature};
    matches!(
        predicate,
        DebugAssertions | Flag("overflow_checks") | Target(_) | TargetFeature(_)
    )
}

/// Whether a condition holds; none if that is for the compiler to say. Refused
/// are conditions that nothing decides, and those that mix both kinds.
fn judge(condition: &str, features: &BTreeSet<String>) -> Result<Option<bool>> {
    let expression = Expression::parse(condition)?;
    let platform = get_builtin_target_by_triple(PLATFORM).context("no such platform")?;
    let decide = |predicate: &Predicate| match predicate {
        Predicate::Feature(name) => Some(features.contains(*name)),
        Predicate::Test | Predicate::ProcMacro => Some(false),
        Predicate::Flag(name) if OFF.contains(name) => Some(false),
        Predicate::Target(TargetPredicate::Panic(_)) => None,
        Predicate::Target(target) => Some(target.matches(platform)),
        _ => None,
    };
    if expression
        .predicates()
        .any(|it| decide(&it).is_none() && !is_rustcs(&it))
    {
        bail!("the condition cfg({condition}) is neither about features nor set by rustc");
    }
    let verdict = expression.eval(decide);
    if verdict.is_none() && !is_left_to_rustc(condition) {
        bail!("the condition cfg({condition}) is partly for rustc to decide");
    }
    Ok(verdict)
}

struct Resolver<'a> {
    features: &'a BTreeSet<String>,
    file: &'a str,
    text: &'a str,
    edits: Edits,
    error: Option<anyhow::Error>,
}

impl Resolver<'_> {
    /// Decides the conditions on a node.
    fn node(&mut self, attributes: &[Attribute], node: Span) {
        for attribute in attributes {
            if let Err(error) = self.decide(attribute, node) {
                let line = attribute.span().start().line;
                self.error
                    .get_or_insert(refusal(self.file, line, &error.to_string()));
            }
        }
    }

    fn decide(&mut self, attribute: &Attribute, node: Span) -> Result<()> {
        let place = attribute.span().byte_range();
        let path = attribute.path();
        if path.is_ident("test") || path.is_ident("bench") {
            self.remove_node(node);
        } else if path.is_ident("cfg") {
            let condition = attribute.meta.require_list()?.tokens.span();
            match judge(self.source(condition), self.features)? {
                Some(true) => self.edits.blank(place, self.text),
                Some(false) => self.remove_node(node),
                None => {}
            }
        } else if path.is_ident("cfg_attr") {
            let list = Punctuated::<Meta, Token![,]>::parse_terminated;
            let mut parts = attribute.parse_args_with(list)?.into_iter();
            let condition = parts.next().context("an empty cfg_attr")?.span();
            let is_outer = matches!(attribute.style, AttrStyle::Outer);
            let mark = if is_outer { "#" } else { "#!" };
            let parts = parts.map(|each| format!("{mark}[{}]", self.source(each.span())));
            let attributes: String = parts.collect();
            match judge(self.source(condition), self.features)? {
                Some(true) => self.edits.replace(place, attributes),
                Some(false) => self.edits.blank(place, self.text),
                None => bail!("attributes under a condition for rustc to decide"),
            }
        }
        Ok(())
    }

    fn source(&self, span: Span) -> &str {
        &self.text[span.byte_range()]
    }

    /// Removes a node and, in a list, the comma after it.
    fn remove_node(&mut self, node: Span) {
        let mut range = node.byte_range();
        let after = &self.text[range.end..];
        if after.trim_start().starts_with(',') {
            range.end += after.len() - after.trim_start().len() + 1;
        }
        self.edits.blank(range, self.text);
    }
}

/// Visits the nodes that may have conditions: those that are one of a list.
macro_rules! visit_nodes {
    ($($visit:ident $node:ident,)*) => {
        impl<'ast> Visit<'ast> for Resolver<'_> {
            $(fn $visit(&mut self, node: &'ast syn::$node) {
                self.node(&node.attrs, node.span());
                visit::$visit(self, node);
            })*

            fn visit_macro(&mut self, node: &'ast syn::Macro) {
                if node.path.is_ident("cfg") {
                    let condition = &self.text[node.tokens.span().byte_range()];
                    match judge(condition, self.features) {
                        Ok(Some(truth)) => {
                            self.edits.replace(node.span().byte_range(), truth.to_string());
                        }
                        Ok(None) => {}
                        Err(error) => {
                            let line = node.span().start().line;
                            self.error.get_or_insert(refusal(self.file, line, &error.to_string()));
                        }
                    }
                }
            }
        }
    };
}

visit_nodes! {
    visit_file File, visit_item_const ItemConst, visit_item_enum ItemEnum,
    visit_item_extern_crate ItemExternCrate, visit_item_fn ItemFn, visit_item_impl ItemImpl,
    visit_item_macro ItemMacro, visit_item_mod ItemMod, visit_item_static ItemStatic,
    visit_item_struct ItemStruct, visit_item_trait ItemTrait, visit_item_type ItemType,
    visit_item_union ItemUnion, visit_item_use ItemUse, visit_impl_item_const ImplItemConst,
    visit_impl_item_fn ImplItemFn, visit_impl_item_macro ImplItemMacro,
    visit_impl_item_type ImplItemType, visit_trait_item_const TraitItemConst,
    visit_trait_item_fn TraitItemFn, visit_trait_item_type TraitItemType, visit_field Field,
    visit_variant Variant, visit_arm Arm, visit_local Local, visit_stmt_macro StmtMacro,
    visit_field_value FieldValue, visit_expr_block ExprBlock, visit_expr_if ExprIf,
    visit_expr_match ExprMatch, visit_expr_for_loop ExprForLoop, visit_expr_loop ExprLoop,
    visit_expr_while ExprWhile, visit_expr_unsafe ExprUnsafe,
}
