//! Conditional compilation, decided while merging.
//!
//! Plain `rustc` sets no cargo features and runs no tests, so conditions about
//! those are decided here. Conditions that `rustc` decides by itself, about
//! the target or `debug_assertions`, stay as they are. All others could hold
//! only by a flag on Cargo's command line and are refused, but for a few that
//! are well known to be off.

use std::collections::BTreeSet;

use anyhow::Result;
use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{parse_quote, Attribute, Expr, ExprLit, Lit, Meta, Token};

use super::files::Files;

/// Conditions that no build of the bot sets.
const OFF: [&str; 9] = [
    "clippy", "doc", "docsrs", "doctest", "fuzzing", "loom", "miri", "rustfmt", "test",
];

/// Conditions that `rustc` sets by itself, besides all `target_…`.
const SET_BY_RUSTC: [&str; 5] = [
    "debug_assertions",
    "overflow_checks",
    "panic",
    "unix",
    "windows",
];

/// What is known of a condition while merging.
enum Verdict {
    True,
    False,
    /// For `rustc` to decide, in this form.
    Open(TokenStream),
}

/// Decides the conditions in a crate with those features.
pub struct Resolver<'a> {
    features: &'a BTreeSet<String>,
    files: &'a Files,
    errors: Vec<anyhow::Error>,
}

impl<'a> Resolver<'a> {
    /// A resolver for files of a crate with those features on.
    pub fn new(features: &'a BTreeSet<String>, files: &'a Files) -> Resolver<'a> {
        Resolver {
            features,
            files,
            errors: Vec::new(),
        }
    }

    /// Resolves all conditions in a file.
    ///
    /// # Errors
    /// The first condition that cannot be decided, or stands where this
    /// program does not look for one.
    pub fn resolve(mut self, file: &mut syn::File) -> Result<()> {
        self.visit_file_mut(file);
        self.errors.into_iter().next().map_or(Ok(()), Err)
    }

    fn judge(&self, condition: &Meta) -> Result<Verdict> {
        match condition {
            Meta::List(list) => {
                let parts = Punctuated::<Meta, Token![,]>::parse_terminated
                    .parse2(list.tokens.clone())
                    .map_err(|error| self.files.parse_error(&error))?;
                let verdicts = parts.iter().map(|part| self.judge(part));
                let verdicts = verdicts.collect::<Result<Vec<_>>>()?;
                match name(condition).as_str() {
                    "not" if verdicts.len() == 1 => Ok(not(verdicts)),
                    "all" => Ok(combine(verdicts, true)),
                    "any" => Ok(combine(verdicts, false)),
                    _ => Err(self.unknown(condition)),
                }
            }
            Meta::NameValue(pair) if pair.path.is_ident("feature") => match &pair.value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(name),
                    ..
                }) => Ok(known(self.features.contains(&name.value()))),
                _ => Err(self.unknown(condition)),
            },
            _ => self.judge_name(condition),
        }
    }

    fn judge_name(&self, condition: &Meta) -> Result<Verdict> {
        let name = name(condition);
        if OFF.contains(&name.as_str()) {
            Ok(Verdict::False)
        } else if is_set_by_rustc(&name) {
            Ok(Verdict::Open(condition.to_token_stream()))
        } else {
            Err(self.unknown(condition))
        }
    }

    fn unknown(&self, condition: &Meta) -> anyhow::Error {
        let text = condition.to_token_stream();
        let what = format!("the condition cfg({text}) is neither about features nor set by rustc");
        self.files.error(condition.span(), &what)
    }

    /// Resolves a node's attributes; whether the node stays.
    fn keep(&mut self, attributes: &mut Vec<Attribute>) -> bool {
        match self.decide(attributes) {
            Ok(stays) => stays,
            Err(error) => {
                self.errors.push(error);
                true
            }
        }
    }

    fn decide(&self, attributes: &mut Vec<Attribute>) -> Result<bool> {
        let mut todo: Vec<Attribute> = attributes.drain(..).rev().collect();
        while let Some(mut attribute) = todo.pop() {
            if attribute.path().is_ident("cfg_attr") {
                todo.extend(self.unfold(&attribute)?.into_iter().rev());
            } else if attribute.path().is_ident("cfg") {
                let condition: Meta = self.parse(&attribute)?;
                match self.judge(&condition)? {
                    Verdict::True => {}
                    Verdict::False => return Ok(false),
                    Verdict::Open(condition) => {
                        attribute.meta = parse_quote!(cfg(#condition));
                        attributes.push(attribute);
                    }
                }
            } else if is_test(&attribute) {
                return Ok(false);
            } else {
                attributes.push(attribute);
            }
        }
        Ok(true)
    }

    /// The attributes that a `cfg_attr` stands for.
    fn unfold(&self, attribute: &Attribute) -> Result<Vec<Attribute>> {
        let parts = attribute
            .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .map_err(|error| self.files.parse_error(&error))?;
        let mut parts = parts.into_iter();
        let condition = parts.next();
        let verdict = condition
            .as_ref()
            .map_or(Ok(Verdict::False), |it| self.judge(it))?;
        match verdict {
            Verdict::False => Ok(Vec::new()),
            Verdict::True => Ok(parts
                .map(|meta| Attribute {
                    meta,
                    ..attribute.clone()
                })
                .collect()),
            Verdict::Open(_) => Err(self.files.error(
                attribute.span(),
                "attributes under a condition for rustc to decide",
            )),
        }
    }

    fn parse(&self, attribute: &Attribute) -> Result<Meta> {
        let parsed = attribute.parse_args();
        parsed.map_err(|error| self.files.parse_error(&error))
    }
}

/// Removes what is off, one list of nodes a method. Conditions on other nodes
/// are met by `visit_attribute_mut`, which refuses them.
impl VisitMut for Resolver<'_> {
    fn visit_file_mut(&mut self, node: &mut syn::File) {
        self.keep(&mut node.attrs);
        node.items
            .retain_mut(|item| self.keeps(|first| first.visit_item_mut(item)));
        visit_mut::visit_file_mut(self, node);
    }

    fn visit_item_mod_mut(&mut self, node: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut node.content {
            items.retain_mut(|item| self.keeps(|first| first.visit_item_mut(item)));
        }
        visit_mut::visit_item_mod_mut(self, node);
    }

    fn visit_item_impl_mut(&mut self, node: &mut syn::ItemImpl) {
        node.items
            .retain_mut(|item| self.keeps(|first| first.visit_impl_item_mut(item)));
        visit_mut::visit_item_impl_mut(self, node);
    }

    fn visit_item_trait_mut(&mut self, node: &mut syn::ItemTrait) {
        node.items
            .retain_mut(|item| self.keeps(|first| first.visit_trait_item_mut(item)));
        visit_mut::visit_item_trait_mut(self, node);
    }

    fn visit_block_mut(&mut self, node: &mut syn::Block) {
        node.stmts
            .retain_mut(|stmt| self.keeps(|first| first.visit_stmt_mut(stmt)));
        visit_mut::visit_block_mut(self, node);
    }

    fn visit_fields_named_mut(&mut self, node: &mut syn::FieldsNamed) {
        retain(&mut node.named, |field| self.keep(&mut field.attrs));
        visit_mut::visit_fields_named_mut(self, node);
    }

    fn visit_fields_unnamed_mut(&mut self, node: &mut syn::FieldsUnnamed) {
        retain(&mut node.unnamed, |field| self.keep(&mut field.attrs));
        visit_mut::visit_fields_unnamed_mut(self, node);
    }

    fn visit_item_enum_mut(&mut self, node: &mut syn::ItemEnum) {
        retain(&mut node.variants, |variant| self.keep(&mut variant.attrs));
        visit_mut::visit_item_enum_mut(self, node);
    }

    fn visit_expr_match_mut(&mut self, node: &mut syn::ExprMatch) {
        node.arms.retain_mut(|arm| self.keep(&mut arm.attrs));
        visit_mut::visit_expr_match_mut(self, node);
    }

    fn visit_expr_struct_mut(&mut self, node: &mut syn::ExprStruct) {
        retain(&mut node.fields, |field| self.keep(&mut field.attrs));
        visit_mut::visit_expr_struct_mut(self, node);
    }

    fn visit_expr_mut(&mut self, node: &mut Expr) {
        if let Expr::Macro(call) = node {
            if call.mac.path.is_ident("cfg") {
                match self.judge_call(&call.mac) {
                    Ok(decided) => *node = decided,
                    Err(error) => self.errors.push(error),
                }
            }
        }
        visit_mut::visit_expr_mut(self, node);
    }

    fn visit_attribute_mut(&mut self, node: &mut Attribute) {
        let decided = match name(&node.meta).as_str() {
            "cfg" => self
                .parse(node)
                .and_then(|condition| self.judge(&condition)),
            "cfg_attr" => Ok(Verdict::False),
            _ => return,
        };
        match decided {
            Ok(Verdict::Open(_)) => {}
            Ok(_) => self
                .errors
                .push(self.files.error(node.span(), "a condition at this place")),
            Err(error) => self.errors.push(error),
        }
    }
}

impl Resolver<'_> {
    /// `cfg!(…)`, as far as it is decided.
    fn judge_call(&self, call: &syn::Macro) -> Result<Expr> {
        let condition = call.parse_body::<Meta>();
        let condition = condition.map_err(|error| self.files.parse_error(&error))?;
        Ok(match self.judge(&condition)? {
            Verdict::True => parse_quote!(true),
            Verdict::False => parse_quote!(false),
            Verdict::Open(condition) => parse_quote!(cfg!(#condition)),
        })
    }

    /// Whether a node stays, given how to visit it.
    fn keeps(&mut self, visit: impl FnOnce(&mut FirstAttributes<'_, '_>)) -> bool {
        let mut first = FirstAttributes {
            resolver: self,
            stays: None,
        };
        visit(&mut first);
        first.stays.unwrap_or(true)
    }
}

/// Meets the attributes of the node it is sent to, whatever its kind, and no
/// others: every node's visit begins with its own.
struct FirstAttributes<'a, 'b> {
    resolver: &'a mut Resolver<'b>,
    stays: Option<bool>,
}

impl VisitMut for FirstAttributes<'_, '_> {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        if self.stays.is_none() {
            self.stays = Some(self.resolver.keep(attributes));
        }
    }
}

fn retain<T, P: Default>(list: &mut Punctuated<T, P>, mut keep: impl FnMut(&mut T) -> bool) {
    let all = std::mem::take(list);
    let pairs = all.into_pairs();
    list.extend(pairs.filter_map(|mut pair| keep(pair.value_mut()).then_some(pair)));
}

fn name(meta: &Meta) -> String {
    meta.path()
        .get_ident()
        .map_or_else(String::new, ToString::to_string)
}

fn is_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("test") || attribute.path().is_ident("bench")
}

fn known(truth: bool) -> Verdict {
    if truth {
        Verdict::True
    } else {
        Verdict::False
    }
}

fn not(mut verdicts: Vec<Verdict>) -> Verdict {
    match verdicts.remove(0) {
        Verdict::True => Verdict::False,
        Verdict::False => Verdict::True,
        Verdict::Open(condition) => Verdict::Open(quote!(not(#condition))),
    }
}

/// `all` of the conditions, or else `any`.
fn combine(verdicts: Vec<Verdict>, all: bool) -> Verdict {
    let mut open = Vec::new();
    for verdict in verdicts {
        match verdict {
            Verdict::True if all => {}
            Verdict::False if !all => {}
            Verdict::Open(condition) => open.push(condition),
            decided => return decided,
        }
    }
    match open.as_slice() {
        [] => known(all),
        [only] => Verdict::Open(only.clone()),
        _ if all => Verdict::Open(quote!(all(#(#open),*))),
        _ => Verdict::Open(quote!(any(#(#open),*))),
    }
}

/// Whether a condition is one that `rustc` alone decides.
pub fn is_left_to_rustc(condition: &TokenStream) -> bool {
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    let leaf = |meta: &Meta| match meta {
        Meta::List(list) => is_left_to_rustc(&list.tokens),
        _ => is_set_by_rustc(&name(meta)),
    };
    parse
        .parse2(condition.clone())
        .is_ok_and(|parts| parts.iter().all(leaf))
}

fn is_set_by_rustc(name: &str) -> bool {
    SET_BY_RUSTC.contains(&name) || name.starts_with("target_")
}
