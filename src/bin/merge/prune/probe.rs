//! The program printed for the compiler: each unit begins a line of its own, so
//! that a line leads back to its unit, and nothing is public, for the compiler
//! takes what is public to be in use.

use quote::{quote, ToTokens};
use syn::visit_mut::VisitMut;
use syn::{parse_quote, Item, ItemImpl, ItemMod, ItemTrait, UseTree, Visibility};

use crate::root;
use crate::sources::Program;

/// A program's text with the unit behind each line.
#[derive(Default)]
pub struct Probe {
    /// The text.
    pub text: String,
    /// For each line, the number of its unit.
    pub lines: Vec<Option<usize>>,
    next: usize,
}

impl Probe {
    /// Prints a program.
    ///
    /// # Errors
    /// See [`root::items`].
    pub fn of(program: &Program) -> anyhow::Result<Probe> {
        let mut probe = Probe::default();
        for item in root::items(program)? {
            probe.line(&item.to_token_stream().to_string(), None);
        }
        for part in &program.parts {
            let mut items = part.items.clone();
            for item in &mut items {
                Hide.visit_item_mut(item);
            }
            match &part.home {
                Some(home) if !items.is_empty() => {
                    probe.add(&parse_quote!(mod #home { #(#items)* }));
                }
                _ => items.iter().for_each(|item| probe.add(item)),
            }
        }
        Ok(probe)
    }

    fn add(&mut self, item: &Item) {
        match item {
            Item::Mod(module) => {
                let items = module.content.as_ref().map(|(_, items)| items);
                let content = Some((syn::token::Brace::default(), Vec::new()));
                let head = ItemMod {
                    content,
                    ..module.clone()
                };
                self.open(&head, None);
                items.into_iter().flatten().for_each(|item| self.add(item));
                self.line("}", None);
            }
            Item::Use(import) => {
                self.line(&quote!(#import).to_string(), None);
                self.next += leaves(&import.tree);
            }
            Item::Impl(block) => {
                let head = ItemImpl {
                    items: Vec::new(),
                    ..block.clone()
                };
                self.add_block(&head, &block.items);
            }
            Item::Trait(block) => {
                let head = ItemTrait {
                    items: Vec::new(),
                    ..block.clone()
                };
                self.add_block(&head, &block.items);
            }
            _ => self.add_unit(item),
        }
    }

    fn add_block(&mut self, head: &impl ToTokens, members: &[impl ToTokens]) {
        let unit = self.number();
        self.open(head, Some(unit));
        for member in members {
            self.add_unit(member);
        }
        self.line("}", None);
    }

    fn add_unit(&mut self, code: &impl ToTokens) {
        let unit = self.number();
        self.line(&code.to_token_stream().to_string(), Some(unit));
    }

    fn number(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// Prints a block without contents, up to its closing brace.
    fn open(&mut self, head: &impl ToTokens, unit: Option<usize>) {
        let text = head.to_token_stream().to_string();
        self.line(text.trim_end().trim_end_matches('}'), unit);
    }

    fn line(&mut self, code: &str, unit: Option<usize>) {
        for line in code.lines() {
            self.text.push_str(line);
            self.text.push('\n');
            self.lines.push(unit);
        }
    }
}

/// Makes what is public visible in the crate alone.
struct Hide;

impl VisitMut for Hide {
    fn visit_visibility_mut(&mut self, visibility: &mut Visibility) {
        if matches!(visibility, Visibility::Public(_)) {
            *visibility = parse_quote!(pub(crate));
        }
    }
}

fn leaves(tree: &UseTree) -> usize {
    match tree {
        UseTree::Path(path) => leaves(&path.tree),
        UseTree::Group(group) => group.items.iter().map(leaves).sum(),
        _ => 1,
    }
}
