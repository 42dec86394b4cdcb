//! The pieces of a program that stay or go as one: the units.
//!
//! Units are numbered in the order in which they stand in the program;
//! [`super::sweep`] walks the same order.

use std::collections::BTreeMap;

use quote::{quote, ToTokens};
use syn::{ImplItem, Item, ItemImpl, ItemTrait, Path, TraitItem, Type, UseTree};

use super::mentions::{scan, Mention};
use crate::sources::Program;

/// One piece.
pub struct Unit {
    /// The number of the module it stands in.
    pub module: usize,
    /// Whether it belongs to the bot's own package.
    pub own: bool,
    /// What it is.
    pub kind: Kind,
    /// What it mentions, once it is known to stay.
    pub mentions: Vec<Mention>,
}

/// The kinds of units.
pub enum Kind {
    /// An item with a name, nothing more particular.
    Item,
    /// A type alias.
    Alias,
    /// A trait's head; its members are units of their own.
    Trait,
    /// A `macro_rules!`.
    Macro,
    /// Something without a name by which it could be reached.
    Anonymous,
    /// One leaf of a `use`, with the path it imports.
    Import { path: Vec<String>, glob: bool },
    /// An implementation's head: its trait, if any, the path of its type, if
    /// it has one, and all that is mentioned by its type and the trait's
    /// arguments.
    Impl {
        of: Option<Vec<String>>,
        owner: Option<Vec<String>>,
        types: Vec<Mention>,
    },
    /// A member of the block that the unit of that number heads.
    Member {
        block: usize,
        name: Option<String>,
        is_type: bool,
    },
}

/// What a name in a module stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The unit of that number.
    Unit(usize),
    /// The module of that number.
    Module(usize),
}

/// A module's names. Module 0 is the merged file's root.
#[derive(Default)]
pub struct Module {
    /// The module around it; the root's own number for the root.
    pub parent: usize,
    /// What its names stand for.
    pub names: BTreeMap<String, Vec<Target>>,
    /// Its glob imports, as units.
    pub globs: Vec<usize>,
}

/// A program's units, modules and macros.
pub struct Survey {
    pub units: Vec<Unit>,
    pub modules: Vec<Module>,
    /// The units of the `macro_rules!` of each name.
    pub macros: BTreeMap<String, Vec<usize>>,
    /// The modules whose items the root has by glob: the dependencies'.
    pub at_root: Vec<usize>,
    /// The names by which crates can be called, all of which mean the root.
    pub crates: Vec<String>,
    /// The unit of the binary's `main`.
    pub main: Option<usize>,
    /// Whether the part being surveyed is the bot's own.
    own: bool,
}

impl Survey {
    /// Surveys a program.
    pub fn of(program: &Program) -> Survey {
        let mut survey = Survey {
            units: Vec::new(),
            modules: vec![Module::default()],
            macros: BTreeMap::new(),
            at_root: Vec::new(),
            crates: Vec::new(),
            main: None,
            own: true,
        };
        for part in &program.parts {
            let home = match &part.home {
                Some(home) => survey.add_module(0, &home.to_string()),
                None => 0,
            };
            survey.own = part.own;
            survey.add_items(home, &part.items);
            survey
                .crates
                .extend(part.name.as_ref().map(ToString::to_string));
            if !part.own {
                survey.at_root.push(home);
            } else if part.name.is_none() {
                survey.main = survey.named(home, "main");
            }
        }
        survey
    }

    /// The name of a unit that has one.
    pub fn name(&self, unit: usize) -> Option<&str> {
        let Unit { module, kind, .. } = &self.units[unit];
        if let Kind::Member { name, .. } = kind {
            return name.as_deref();
        }
        let mut names = self.modules[*module].names.iter();
        let found = names.find(|(_, targets)| targets.contains(&Target::Unit(unit)));
        found.map(|(name, _)| name.as_str())
    }

    fn named(&self, module: usize, name: &str) -> Option<usize> {
        let targets = self.modules[module].names.get(name)?;
        targets.iter().find_map(|target| match target {
            Target::Unit(unit) => Some(*unit),
            Target::Module(_) => None,
        })
    }

    fn add_module(&mut self, parent: usize, name: &str) -> usize {
        let number = self.modules.len();
        self.modules.push(Module {
            parent,
            ..Module::default()
        });
        self.bind(parent, name, Target::Module(number));
        number
    }

    fn bind(&mut self, module: usize, name: &str, target: Target) {
        let names = &mut self.modules[module].names;
        names.entry(name.to_owned()).or_default().push(target);
    }

    fn add(&mut self, module: usize, kind: Kind, code: &dyn ToTokens) -> usize {
        self.units.push(Unit {
            module,
            own: self.own,
            kind,
            mentions: scan(&code.to_token_stream()),
        });
        self.units.len() - 1
    }

    fn add_items(&mut self, module: usize, items: &[Item]) {
        for item in items {
            match item {
                Item::Mod(inner) => {
                    let number = self.add_module(module, &inner.ident.to_string());
                    if let Some((_, items)) = &inner.content {
                        self.add_items(number, items);
                    }
                }
                Item::Use(import) => self.add_imports(module, &import.tree, &mut Vec::new()),
                Item::Impl(block) => self.add_impl(module, block),
                Item::Trait(block) => self.add_trait(module, block),
                Item::Macro(definition) => self.add_macro(module, definition),
                _ => self.add_named(module, item),
            }
        }
    }

    fn add_named(&mut self, module: usize, item: &Item) {
        match name(item).filter(|name| name != "_") {
            Some(name) => {
                let alias = matches!(item, Item::Type(_));
                let kind = if alias { Kind::Alias } else { Kind::Item };
                let unit = self.add(module, kind, item);
                self.bind(module, &name, Target::Unit(unit));
            }
            None => {
                self.add(module, Kind::Anonymous, item);
            }
        }
    }

    fn add_macro(&mut self, module: usize, definition: &syn::ItemMacro) {
        match &definition.ident {
            Some(name) => {
                let unit = self.add(module, Kind::Macro, &definition.mac.tokens);
                self.macros.entry(name.to_string()).or_default().push(unit);
            }
            None => {
                self.add(module, Kind::Anonymous, definition);
            }
        }
    }

    fn add_imports(&mut self, module: usize, tree: &UseTree, path: &mut Vec<String>) {
        let depth = path.len();
        match tree {
            UseTree::Path(inner) => {
                path.push(inner.ident.to_string());
                self.add_imports(module, &inner.tree, path);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_imports(module, tree, path);
                }
            }
            UseTree::Name(leaf) if leaf.ident == "self" => {
                let name = path.last().cloned().unwrap_or_default();
                self.add_import(module, path.clone(), Some(&name));
            }
            UseTree::Name(leaf) => {
                path.push(leaf.ident.to_string());
                self.add_import(module, path.clone(), Some(&leaf.ident.to_string()));
            }
            UseTree::Rename(leaf) => {
                if leaf.ident != "self" {
                    path.push(leaf.ident.to_string());
                }
                self.add_import(module, path.clone(), Some(&leaf.rename.to_string()));
            }
            UseTree::Glob(_) => self.add_import(module, path.clone(), None),
        }
        path.truncate(depth);
    }

    /// Adds a leaf: a name, or everything there is.
    fn add_import(&mut self, module: usize, path: Vec<String>, name: Option<&str>) {
        let glob = name.is_none();
        let mentions = vec![Mention::Path(path.clone())];
        let kind = Kind::Import { path, glob };
        self.units.push(Unit {
            module,
            own: self.own,
            kind,
            mentions,
        });
        let unit = self.units.len() - 1;
        match name {
            Some(name) => self.bind(module, name, Target::Unit(unit)),
            None => self.modules[module].globs.push(unit),
        }
    }

    fn add_impl(&mut self, module: usize, block: &ItemImpl) {
        let of = block.trait_.as_ref().map(|(path, _)| names(path));
        let self_type = &block.self_ty;
        let arguments = block
            .trait_
            .as_ref()
            .and_then(|(path, _)| path.segments.last());
        let arguments = arguments.map(|segment| &segment.arguments);
        let kind = Kind::Impl {
            of,
            owner: owner(self_type),
            types: scan(&quote!(#self_type #arguments)),
        };
        let head = ItemImpl {
            items: Vec::new(),
            ..block.clone()
        };
        let unit = self.add(module, kind, &head);
        for item in &block.items {
            let name = match item {
                ImplItem::Fn(it) => Some(it.sig.ident.to_string()),
                ImplItem::Const(it) => Some(it.ident.to_string()),
                ImplItem::Type(it) => Some(it.ident.to_string()),
                _ => None,
            };
            let is_type = matches!(item, ImplItem::Type(_));
            self.add_member(module, unit, name, is_type, item);
        }
    }

    fn add_member(
        &mut self,
        module: usize,
        block: usize,
        name: Option<String>,
        is_type: bool,
        item: &impl ToTokens,
    ) {
        let kind = Kind::Member {
            block,
            name,
            is_type,
        };
        self.add(module, kind, item);
    }

    fn add_trait(&mut self, module: usize, block: &ItemTrait) {
        let head = ItemTrait {
            items: Vec::new(),
            ..block.clone()
        };
        let unit = self.add(module, Kind::Trait, &head);
        self.bind(module, &block.ident.to_string(), Target::Unit(unit));
        for item in &block.items {
            let name = match item {
                TraitItem::Fn(it) => Some(it.sig.ident.to_string()),
                TraitItem::Const(it) => Some(it.ident.to_string()),
                TraitItem::Type(it) => Some(it.ident.to_string()),
                _ => None,
            };
            let is_type = matches!(item, TraitItem::Type(_));
            self.add_member(module, unit, name, is_type, item);
        }
    }
}

/// The name of an item that has one and only one.
fn name(item: &Item) -> Option<String> {
    let ident = match item {
        Item::Const(it) => &it.ident,
        Item::Enum(it) => &it.ident,
        Item::Fn(it) => &it.sig.ident,
        Item::Static(it) => &it.ident,
        Item::Struct(it) => &it.ident,
        Item::TraitAlias(it) => &it.ident,
        Item::Type(it) => &it.ident,
        Item::Union(it) => &it.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

fn names(path: &Path) -> Vec<String> {
    path.segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect()
}

/// The path of the type that an implementation is for.
fn owner(of: &Type) -> Option<Vec<String>> {
    match of {
        Type::Path(of) if of.qself.is_none() => Some(names(&of.path)),
        Type::Reference(of) => owner(&of.elem),
        Type::Paren(of) => owner(&of.elem),
        Type::Group(of) => owner(&of.elem),
        _ => None,
    }
}
