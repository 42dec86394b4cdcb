//! What the program prints of its own source: the names in a derived `Debug`, and the condition of
//! an assertion without a message. Both are written out as strings here, before anything is
//! renamed, so that the names may change and the output does not.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use anyhow::{ensure, Result};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, ToTokens};
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Expr, Fields, Generics, LitStr, Token, TypePath};

use crate::bodies::{words, Body};
use crate::compiler::Compiler;
use crate::prune::{Candidate, Index};
use crate::text::{self, Edits};

/// How the compiler begins the message of an assertion that has none.
pub const ASSERTION: &str = "assertion failed: ";

/// The program with the strings that it prints written out; `bodies` are those of its functions.
pub fn write_out(program: Index, bodies: &[Body], compiler: &mut Compiler) -> Result<Index> {
    let mut writer = Writer {
        program: &program,
        conditions: conditions(bodies),
        derives: Vec::new(),
        edits: Edits::default(),
    };
    writer.visit_file(&syn::parse_file(&program.text)?);
    let Writer { derives, edits, .. } = writer;
    let text = program.without(&derives).without_empty().text;
    let text = edits.apply(&text);
    let after = compiler.check_with_bodies(&text)?.accepted()?;
    // The rest of the program is what it was.
    let is_told = |body: &&Body| {
        let is_assertion = |line: &String| line.contains(ASSERTION);
        body[0].contains("::fmt(") || body.iter().any(is_assertion)
    };
    let others = |bodies: &[Body]| -> BTreeSet<Body> {
        let others = bodies.iter().filter(|body| !is_told(body));
        others.cloned().collect()
    };
    let is_same = others(bodies) == others(&after);
    ensure!(is_same, "writing out what is printed would change the bot");
    Index::new(text)
}

/// The conditions that assertions print: as the compiler prints each, by its text without blanks.
fn conditions(bodies: &[Body]) -> BTreeMap<String, String> {
    let strings = bodies.iter().flatten().flat_map(|line| words(line));
    let literals = strings.filter(|word| word.starts_with(&format!("\"{ASSERTION}")));
    let texts = literals.filter_map(|it| Some(syn::parse_str::<LitStr>(it).ok()?.value()));
    let by_text = texts.map(|text| (without_blanks(&text[ASSERTION.len()..]), text));
    by_text.collect()
}

/// A condition as it is the same in all layouts: without blanks and commas at the end of a list.
fn without_blanks(text: &str) -> String {
    let mut text: String = text.split_whitespace().collect();
    for close in [")", "]", "}"] {
        text = text.replace(&format!(",{close}"), close);
    }
    text.trim_end_matches(',').to_owned()
}

/// A message as a format string.
pub fn format_of(message: &str) -> String {
    format!("{:?}", message.replace('{', "{{").replace('}', "}}"))
}

struct Writer<'a> {
    program: &'a Index,
    conditions: BTreeMap<String, String>,
    /// The derives to be replaced.
    derives: Vec<Candidate>,
    edits: Edits,
}

impl Writer<'_> {
    /// Puts an implementation of `Debug` behind a type that derives it.
    fn implement(&mut self, node: &impl Spanned, attributes: &[Attribute], it: &Printed) {
        let is_in = |each: &&Candidate| {
            let mut places = attributes.iter().map(|it| it.span().byte_range());
            let is_debug = each.names.get(1).is_some_and(|name| name == "Debug");
            is_debug && places.any(|place| place.contains(&each.start()))
        };
        let found = self.program.removable.iter().find(is_in).cloned();
        if found.is_some() {
            let end = node.span().byte_range().end;
            self.edits
                .replace(end..end, it.implementation().to_string());
        }
        self.derives.extend(found);
    }
}

impl<'ast> Visit<'ast> for Writer<'_> {
    fn visit_item_struct(&mut self, node: &'ast syn::ItemStruct) {
        let (ident, generics) = (&node.ident, &node.generics);
        let variants = vec![(ident, &node.fields, quote!(Self))];
        let printed = Printed {
            ident,
            generics,
            variants,
            is_packed: node.attrs.iter().any(is_packed),
        };
        self.implement(node, &node.attrs, &printed);
        visit::visit_item_struct(self, node);
    }

    fn visit_item_enum(&mut self, node: &'ast syn::ItemEnum) {
        let variants = node.variants.iter().map(|variant| {
            let ident = &variant.ident;
            (ident, &variant.fields, quote!(Self::#ident))
        });
        let printed = Printed {
            ident: &node.ident,
            generics: &node.generics,
            variants: variants.collect(),
            is_packed: false,
        };
        self.implement(node, &node.attrs, &printed);
        visit::visit_item_enum(self, node);
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        let list = Punctuated::<Expr, Token![,]>::parse_terminated;
        let name = node.path.segments.last();
        if name.is_some_and(|it| it.ident == "assert") {
            let arguments = node.parse_body_with(list).unwrap_or_default();
            let range = node.tokens.span().byte_range();
            let key = without_blanks(&self.program.text[range.clone()]);
            if let (1, Some(text)) = (arguments.len(), self.conditions.get(&key)) {
                let comma = if arguments.trailing_punct() { "" } else { "," };
                let message = comma.to_owned() + &format_of(text);
                self.edits.replace(range.end..range.end, message);
            }
        }
        visit::visit_macro(self, node);
    }
}

/// Whether an attribute packs a type, so that no reference to a field is allowed.
fn is_packed(attribute: &Attribute) -> bool {
    let list = attribute.to_token_stream().to_string();
    attribute.path().is_ident("repr") && list.contains("packed")
}

/// A type that derives `Debug`: its variants, or itself, each with its path.
struct Printed<'a> {
    ident: &'a Ident,
    generics: &'a Generics,
    variants: Vec<(&'a Ident, &'a Fields, TokenStream)>,
    is_packed: bool,
}

impl Printed<'_> {
    /// The implementation that the compiler derives, by means that everyone may use.
    fn implementation(&self) -> TokenStream {
        let arms = self.variants.iter().map(|it| self.arm(it));
        let mut generics = self.generics.clone();
        let parameters = self.generics.type_params().map(|it| it.ident.clone());
        let mut bounded = Bounded {
            parameters: parameters.collect(),
            types: Vec::new(),
        };
        for (_, fields, _) in &self.variants {
            bounded.visit_fields(fields);
        }
        let Bounded { parameters, types } = &bounded;
        let bounds = parameters.iter().map(ToTokens::to_token_stream);
        let bounds = bounds.chain(types.iter().map(ToTokens::to_token_stream));
        let clause = generics.make_where_clause();
        for each in bounds {
            let bound = syn::parse_quote!(#each: ::std::fmt::Debug);
            clause.predicates.push(bound);
        }
        let (ident, (head, tail, clause)) = (self.ident, generics.split_for_impl());
        quote! {
            impl #head ::std::fmt::Debug for #ident #tail #clause {
                fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                    match *self { #(#arms)* }
                }
            }
        }
    }

    fn arm(&self, (ident, fields, path): &(&Ident, &Fields, TokenStream)) -> TokenStream {
        let name = ident.unraw().to_string();
        let variables = (0..fields.len()).map(|it| format_ident!("v{it}"));
        let values = variables.clone().map(|it| quote!(&#it));
        // A field need not be sized, but a reference to it is.
        let mark = (!self.is_packed).then(|| quote!(ref));
        let patterns = variables.map(|it| quote!(#mark #it));
        match fields {
            Fields::Named(_) if !fields.is_empty() => {
                let fields = fields.iter().filter_map(|it| it.ident.as_ref());
                let names = fields.clone().map(|it| it.unraw().to_string());
                quote!(#path { #(#fields: #patterns),* } =>
                    f.debug_struct(#name)#(.field(#names, #values))*.finish(),)
            }
            Fields::Unnamed(_) if !fields.is_empty() => {
                quote!(#path(#(#patterns),*) => f.debug_tuple(#name)#(.field(#values))*.finish(),)
            }
            _ => quote!(#path { .. } => f.write_str(#name),),
        }
    }
}

/// The types whose `Debug` a derived one asks for: the parameters, and types that these name.
struct Bounded {
    parameters: Vec<Ident>,
    types: Vec<TypePath>,
}

impl<'ast> Visit<'ast> for Bounded {
    fn visit_type_path(&mut self, node: &'ast TypePath) {
        let segments = &node.path.segments;
        if segments.len() > 1 && self.parameters.contains(&segments[0].ident) {
            self.types.push(node.clone());
        }
        visit::visit_type_path(self, node);
    }
}

/// The words that must stay as they are: those in macros that derive `Debug` and in their calls,
/// those in conditions that assertions still print, and those that other programs know.
pub fn fixed(program: &Index, bodies: &[Body]) -> Result<BTreeSet<String>> {
    let mut fixed = Fixed::default();
    let file = syn::parse_file(&program.text)?;
    // A macro may be defined after its calls.
    (0..2).for_each(|_| fixed.visit_file(&file));
    let texts = fixed.places.into_iter().map(|it| &program.text[it]);
    let call = format!("panic(const \"{ASSERTION}");
    let conditions = bodies.iter().flatten().filter(|line| line.contains(&call));
    let texts = texts.chain(conditions.map(String::as_str));
    Ok(texts.flat_map(text::words).map(str::to_owned).collect())
}

#[derive(Default)]
struct Fixed {
    macros: BTreeSet<String>,
    places: Vec<Range<usize>>,
}

impl<'ast> Visit<'ast> for Fixed {
    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        if let Some(ident) = node.ident.as_ref().filter(|_| says_debug(&node.mac)) {
            self.macros.insert(ident.to_string());
        }
        visit::visit_item_macro(self, node);
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        let name = node.path.segments.last();
        let is_known = name.is_some_and(|it| self.macros.contains(&it.ident.to_string()));
        if is_known || says_debug(node) {
            self.places.push(node.tokens.span().byte_range());
        }
    }

    fn visit_item_foreign_mod(&mut self, node: &'ast syn::ItemForeignMod) {
        self.places.push(node.span().byte_range());
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        let is_known = |it: &Attribute| {
            let path = it.to_token_stream().to_string();
            let mut words = text::words(&path);
            words.any(|word| word == "no_mangle")
        };
        if node.attrs.iter().any(is_known) {
            self.places.push(node.sig.ident.span().byte_range());
        }
        visit::visit_item_fn(self, node);
    }
}

/// Whether a macro is about `Debug`.
fn says_debug(node: &syn::Macro) -> bool {
    text::words(&node.tokens.to_string()).any(|word| word == "Debug")
}
