//! Conditional compilation, decided while merging.
//!
//! Plain `rustc` sets no cargo features and runs no tests, so conditions about those are decided
//! here, and with them those about the platform. Debug assertions are off, as in a release build.
//! Conditions that depend on the compiler's other options are left for the compiler to decide. All
//! others could hold only by a flag on Cargo's command line, and are left in the text to be
//! refused, except for a few that are well known to be off.

use std::collections::BTreeSet;

use anyhow::Result;
use cfg_expr::targets::get_builtin_target_by_triple;
use cfg_expr::{Expression, Predicate, TargetPredicate};
use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{AttrStyle, Attribute, Meta, Token};

use super::parse;
use crate::packages::{Crate, PLATFORM};
use crate::text::{at, close_of, contains, reads, tokens, without_comments, Edits, Token};

/// Conditions that no build of the bot sets.
const OFF: &str = "clippy doc docsrs doctest fuzzing loom miri rustfmt";

/// The text of a file with its conditions decided, except for some in places where the grammar has
/// none, such as inside macros.
pub fn resolve(source: &Crate, file: &str, text: &str) -> Result<String> {
    let mut resolver = Resolver(&source.features, text, Edits::default());
    resolver.visit_file(&parse(file, text)?);
    let mut text = without_comments(&resolver.2.apply(text))?;
    loop {
        let mut edits = Edits::default();
        let tokens = tokens(&text)?;
        for index in 0..tokens.len() {
            fold(&source.features, &text, &tokens[index..], &mut edits);
        }
        if edits.is_empty() {
            return Ok(text);
        }
        text = edits.apply(&text);
    }
}

/// Decides a condition inside a macro, or takes the branch that a decision leaves, if the tokens
/// begin with either. Debug assertions are removed as well.
fn fold(features: &BTreeSet<String>, text: &str, tokens: &[Token], edits: &mut Edits) {
    let through = |last: usize| tokens[0].range.start..tokens[last].range.end;
    let inside = |open: usize| {
        let close = close_of(tokens, open);
        (
            close,
            &text[tokens[open].range.end..tokens[close].range.start],
        )
    };
    if reads(tokens, 0, "cfg ! (") {
        let (close, condition) = inside(2);
        if let Some(truth) = evaluate(condition, features) {
            edits.replace(through(close), truth.to_string());
        }
    } else if reads(tokens, 0, "# [ cfg (") {
        let next = close_of(tokens, 1) + 1;
        let is_call = reads(tokens, next + 1, "! (");
        let end = is_call.then(|| close_of(tokens, next + 2) + 1);
        let end = end.filter(|end| at(tokens, *end) == ";");
        match (evaluate(inside(3).1, features), end) {
            (Some(true), _) => edits.blank(through(next - 1), text),
            (Some(false), Some(end)) => edits.blank(through(end), text),
            _ => {}
        }
    } else if reads(tokens, 0, "if true {") || reads(tokens, 0, "if false {") {
        let first = close_of(tokens, 2);
        let is_choice = reads(tokens, first + 1, "else {");
        match (at(tokens, 1), is_choice) {
            ("true", true) => {
                let rest = tokens[first + 1].range.start;
                edits.blank(through(1), text);
                edits.blank(rest..tokens[close_of(tokens, first + 2)].range.end, text);
            }
            ("false", true) => edits.blank(through(first + 1), text),
            _ => {}
        }
    } else if contains(ASSERTIONS, at(tokens, 0)) && reads(tokens, 1, "! (") {
        let (close, _) = inside(2);
        if at(tokens, close + 1) == ";" {
            edits.blank(through(close + 1), text);
        }
    }
}

/// Macros that do nothing in a release build.
const ASSERTIONS: &str = "debug_assert debug_assert_eq debug_assert_ne";

/// Whether a condition is decided by the compiler, with or without Cargo.
pub fn is_left_to_rustc(condition: &str) -> bool {
    use Predicate::{Flag, Target, TargetFeature};
    let is_set = |it: Predicate| match it {
        Target(_) | TargetFeature(_) => true,
        other => other == Flag("overflow_checks"),
    };
    Expression::parse(condition).is_ok_and(|it| it.predicates().all(is_set))
}

/// Whether a condition holds, if that is known here.
fn evaluate(condition: &str, features: &BTreeSet<String>) -> Option<bool> {
    let platform = get_builtin_target_by_triple(PLATFORM)?;
    let condition = Expression::parse(condition).ok()?;
    condition.eval(|predicate| match predicate {
        Predicate::Feature(name) => Some(features.contains(*name)),
        Predicate::Test | Predicate::ProcMacro | Predicate::DebugAssertions => Some(false),
        Predicate::Flag(name) => contains(OFF, name).then_some(false),
        Predicate::Target(TargetPredicate::Panic(_)) => None,
        Predicate::Target(target) => Some(target.matches(platform)),
        _ => None,
    })
}

/// The features that are on, the text, and what to change in it.
struct Resolver<'a>(&'a BTreeSet<String>, &'a str, Edits);

impl Resolver<'_> {
    /// Decides the conditions on a node.
    fn node(&mut self, attributes: &[Attribute], node: Span) {
        let Resolver(features, text, edits) = self;
        // With the node goes, in a list, the comma after it.
        let mut whole = node.byte_range();
        let after = text[whole.end..].trim_start();
        if after.starts_with(',') {
            whole.end = text.len() - after.len() + 1;
        }
        for attribute in attributes {
            let name = attribute.path().get_ident().map(ToString::to_string);
            let list = Punctuated::<Meta, Token![,]>::parse_terminated;
            let parts = attribute.parse_args_with(list).unwrap_or_default();
            let mut parts = parts.iter().map(|part| &text[part.span().byte_range()]);
            let condition = parts.next();
            let value = condition.and_then(|condition| evaluate(condition, features));
            let place = attribute.span().byte_range();
            match (name.as_deref().unwrap_or_default(), value) {
                ("test" | "bench", _) | ("cfg", Some(false)) => edits.blank(whole.clone(), text),
                ("cfg", Some(true)) | ("cfg_attr", Some(false)) => edits.blank(place, text),
                ("cfg_attr", Some(true)) => {
                    let is_outer = matches!(attribute.style, AttrStyle::Outer);
                    let mark = if is_outer { "#" } else { "#!" };
                    let attributes = parts.map(|part| format!("{mark}[{part}]"));
                    edits.replace(place, attributes.collect::<String>());
                }
                _ => {}
            }
        }
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
                let value = evaluate(&self.1[node.tokens.span().byte_range()], self.0);
                if let Some(truth) = value.filter(|_| node.path.is_ident("cfg")) {
                    self.2.replace(node.span().byte_range(), truth.to_string());
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
    visit_field_value FieldValue, visit_expr_block ExprBlock,
    visit_expr_method_call ExprMethodCall,
}
