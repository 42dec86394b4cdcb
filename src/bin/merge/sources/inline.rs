//! Files to one tree: each `mod x;` gets the items of its file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use proc_macro2::{Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::{Attribute, Item, ItemMod};

use super::cfg::Resolver;
use super::files::Files;
use super::refuse;
use crate::packages::Crate;

/// The items of a crate, with all its modules in place and `crate::` pointing
/// into `home`.
pub fn read_crate(source: &Crate, home: Option<&Ident>, files: &mut Files) -> Result<Vec<Item>> {
    let mut reader = Reader {
        source,
        home,
        files,
    };
    let folder = source.root.parent().unwrap_or(Path::new("."));
    let (attributes, items) = reader.read_file(&source.root, folder)?;
    refuse::check_root(&attributes, source.own, reader.files)?;
    Ok(items)
}

struct Reader<'a> {
    source: &'a Crate,
    home: Option<&'a Ident>,
    files: &'a mut Files,
}

impl Reader<'_> {
    /// The inner attributes and the items of a file whose modules' files lie
    /// in `folder`.
    fn read_file(&mut self, path: &Path, folder: &Path) -> Result<(Vec<Attribute>, Vec<Item>)> {
        let name = self.source.display(path);
        let text = fs::read_to_string(path).with_context(|| name.clone())?;
        let mut tokens = self.files.lex(&name, &text)?;
        if let Some(home) = self.home {
            tokens = point_home(tokens, home);
        }
        let mut file: syn::File =
            syn::parse2(tokens).map_err(|error| self.files.parse_error(&error))?;
        Resolver::new(&self.source.features, self.files).resolve(&mut file)?;
        for item in &mut file.items {
            if let Item::Mod(module) = item {
                self.fill(module, folder)?;
            }
        }
        Ok((file.attrs, file.items))
    }

    /// Puts the modules of a module in place, and its own items if they are in
    /// a file.
    fn fill(&mut self, module: &mut ItemMod, folder: &Path) -> Result<()> {
        refuse::check_module(module, self.files)?;
        let inside = folder.join(module.ident.to_string());
        if let Some((_, items)) = &mut module.content {
            for item in items {
                if let Item::Mod(module) = item {
                    self.fill(module, &inside)?;
                }
            }
            return Ok(());
        }
        let path = self.file_of(module, folder)?;
        let (mut attributes, items) = self.read_file(&path, &inside)?;
        for each in &mut attributes {
            each.style = syn::AttrStyle::Outer;
        }
        module.attrs.extend(attributes);
        module.semi = None;
        module.content = Some((syn::token::Brace::default(), items));
        Ok(())
    }

    fn file_of(&self, module: &ItemMod, folder: &Path) -> Result<PathBuf> {
        let place = self.files.place(module.span());
        let flat = folder.join(format!("{}.rs", module.ident));
        let nested = folder.join(module.ident.to_string()).join("mod.rs");
        match (flat.is_file(), nested.is_file()) {
            (true, false) => Ok(flat),
            (false, true) => Ok(nested),
            (true, true) => bail!("{place}: two files for the module {}", module.ident),
            (false, false) => bail!("{place}: no file for the module {}", module.ident),
        }
    }
}

/// Inserts the home into every path that begins with `crate::`, also inside
/// macros. A macro's `$crate::` stays: the merged root has all public items.
fn point_home(tokens: TokenStream, home: &Ident) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = Vec::new();
    for (index, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), point_home(group.stream(), home));
                inner.set_span(group.span());
                out.push(inner.into());
            }
            TokenTree::Ident(ident) if ident == "crate" && begins_path(&trees, index) => {
                out.push(tree.clone());
                out.extend(two_colons(ident.span()));
                out.push(Ident::new(&home.to_string(), ident.span()).into());
            }
            _ => out.push(tree.clone()),
        }
    }
    out.into_iter().collect()
}

fn begins_path(trees: &[TokenTree], index: usize) -> bool {
    let is = |tree: Option<&TokenTree>, mark: char| matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == mark);
    let dollar = index
        .checked_sub(1)
        .is_some_and(|before| is(trees.get(before), '$'));
    !dollar && is(trees.get(index + 1), ':') && is(trees.get(index + 2), ':')
}

fn two_colons(span: Span) -> [TokenTree; 2] {
    [Spacing::Joint, Spacing::Alone].map(|spacing| {
        let mut colon = Punct::new(':', spacing);
        colon.set_span(span);
        colon.into()
    })
}
