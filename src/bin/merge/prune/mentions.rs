//! What a piece of code mentions: the names in it, and the role each plays.
//!
//! Code is read as tokens, so the insides of macros count like all else. A
//! name in doubt is given the role that reaches furthest.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// One mention.
#[derive(Debug, PartialEq, Eq)]
pub enum Mention {
    /// A path, `Card` or `card::Card::new`, as far as it is plain names.
    Path(Vec<String>),
    /// The name of a method or other associated item whose owner is unknown:
    /// `.push(…)`, `<T as Array>::size`.
    Associated(String),
    /// The name of a function that is called by it alone: `max(…)`.
    Function(String),
    /// A call of a macro, with all names among its arguments: the macro may
    /// put them anywhere.
    Call(String, Vec<String>),
    /// A mark that stands for a trait: `?`, or `{:?}` in a literal.
    Mark(&'static str),
}

/// All mentions in the tokens.
pub fn scan(tokens: &TokenStream) -> Vec<Mention> {
    let mut scanner = Scanner::default();
    scanner.scan(tokens, &[]);
    scanner.found
}

#[derive(Default)]
struct Scanner {
    found: Vec<Mention>,
}

impl Scanner {
    /// Scans tokens; `prefix` is the path before a group of a use tree.
    fn scan(&mut self, tokens: &TokenStream, prefix: &[String]) {
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        let mut at = 0;
        while at < trees.len() {
            at = self.step(&trees, at, prefix);
        }
    }

    /// Scans what begins at `at` and returns where it ends.
    fn step(&mut self, trees: &[TokenTree], at: usize, prefix: &[String]) -> usize {
        match &trees[at] {
            TokenTree::Group(group) => {
                let inside = if group.delimiter() == Delimiter::Brace {
                    prefix
                } else {
                    &[]
                };
                self.scan(&group.stream(), inside);
                at + 1
            }
            TokenTree::Literal(literal) => {
                self.scan_text(&literal.to_string());
                at + 1
            }
            TokenTree::Punct(punct) => {
                if punct.as_char() == '?' {
                    self.found.push(Mention::Mark("?"));
                }
                let lifetime = punct.as_char() == '\'' && punct.spacing() == Spacing::Joint;
                at + 1 + usize::from(lifetime)
            }
            TokenTree::Ident(_) => match role(trees, at) {
                Role::Declared | Role::Field => at + 1,
                Role::Associated => {
                    self.found.push(Mention::Associated(name(&trees[at])));
                    at + 1
                }
                Role::Path => self.scan_path(trees, at, prefix),
            },
        }
    }

    fn scan_path(&mut self, trees: &[TokenTree], start: usize, prefix: &[String]) -> usize {
        let mut path = prefix.to_vec();
        path.push(name(&trees[start]));
        let mut at = start + 1;
        while is_separator(trees, at) {
            match trees.get(at + 2) {
                Some(segment @ TokenTree::Ident(_)) => {
                    path.push(name(segment));
                    at += 3;
                }
                Some(TokenTree::Punct(open)) if open.as_char() == '<' => {
                    let end = end_of_generics(trees, at + 2);
                    self.scan(&trees[at + 2..end].iter().cloned().collect(), &[]);
                    at = end;
                }
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    self.scan(&group.stream(), &path);
                    at += 3;
                }
                _ => break,
            }
        }
        self.scan_call(trees, at, &path);
        if path.len() == 1 && is_called(trees, at) {
            self.found.push(Mention::Function(path[0].clone()));
        }
        self.found.push(Mention::Path(path));
        at
    }

    /// A macro's call, if the path that ends before `at` is followed by one.
    fn scan_call(&mut self, trees: &[TokenTree], at: usize, path: &[String]) {
        if let (true, Some(TokenTree::Group(arguments))) =
            (is_punct(trees, at, '!'), trees.get(at + 1))
        {
            let mut names = Vec::new();
            collect_names(&arguments.stream(), &mut names);
            self.found
                .extend(path.last().map(|last| Mention::Call(last.clone(), names)));
        }
    }

    /// A literal may be a format: `{name}` mentions the name, `{…:?}` a trait.
    fn scan_text(&mut self, text: &str) {
        for piece in text.split('{').skip(1) {
            let inside = piece.split('}').next().unwrap_or_default();
            let (argument, format) = inside.split_once(':').unwrap_or((inside, ""));
            if !argument.is_empty() {
                self.found.push(Mention::Path(vec![argument.to_owned()]));
            }
            if format.ends_with('?') {
                self.found.push(Mention::Mark("{:?}"));
            }
        }
    }
}

enum Role {
    Path,
    Associated,
    Field,
    Declared,
}

/// The role of the name at `at`, by what stands around it.
fn role(trees: &[TokenTree], at: usize) -> Role {
    let before = |back: usize, mark: char| at >= back && is_punct(trees, at - back, mark);

    let declared = at > 0 && matches!(&trees[at - 1], TokenTree::Ident(word) if word == "fn");
    if declared {
        Role::Declared
    } else if before(1, '.') && !before(2, '.') {
        if is_called(trees, at + 1) || is_separator(trees, at + 1) {
            Role::Associated
        } else {
            Role::Field
        }
    } else if before(1, ':') && before(2, ':') && before(3, '>') {
        Role::Associated
    } else {
        Role::Path
    }
}

fn is_called(trees: &[TokenTree], at: usize) -> bool {
    matches!(trees.get(at), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
}

fn is_separator(trees: &[TokenTree], at: usize) -> bool {
    is_punct(trees, at, ':') && is_punct(trees, at + 1, ':')
}

fn is_punct(trees: &[TokenTree], at: usize, mark: char) -> bool {
    matches!(trees.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Just past the `>` that closes the `<` at `open`.
fn end_of_generics(trees: &[TokenTree], open: usize) -> usize {
    let mut depth = 0;
    for at in open..trees.len() {
        if is_punct(trees, at, '<') {
            depth += 1;
        } else if is_punct(trees, at, '>') && !is_punct(trees, at - 1, '-') {
            depth -= 1;
        }
        if depth == 0 {
            return at + 1;
        }
    }
    trees.len()
}

fn collect_names(tokens: &TokenStream, names: &mut Vec<String>) {
    for tree in tokens.clone() {
        match &tree {
            TokenTree::Ident(_) => names.push(name(&tree)),
            TokenTree::Group(group) => collect_names(&group.stream(), names),
            _ => {}
        }
    }
}

fn name(tree: &TokenTree) -> String {
    tree.to_string().trim_start_matches("r#").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scanned(code: &str) -> Vec<Mention> {
        scan(&code.parse().unwrap())
    }

    fn path(text: &str) -> Mention {
        Mention::Path(text.split("::").map(str::to_owned).collect())
    }

    fn associated(name: &str) -> Mention {
        Mention::Associated(name.to_owned())
    }

    #[test]
    fn methods_are_told_from_fields_and_ranges() {
        let end = Mention::Function("end".to_owned());
        let found = scanned("a.push(b.len, 0..end())");
        assert_eq!(
            found,
            [path("a"), associated("push"), path("b"), end, path("end")]
        );
    }

    #[test]
    fn generics_are_stepped_over() {
        let found = scanned("Vec::<Box<Card>>::new(<A as Array>::size())");
        let expected = [
            path("Box"),
            path("Card"),
            path("Vec::new"),
            path("A"),
            path("as"),
        ];
        assert_eq!(found[..5], expected);
        assert_eq!(found[6..], [associated("size")]);
    }

    #[test]
    fn use_trees_lend_their_prefix() {
        let found = scanned("a::{b, c::{d}}");
        assert_eq!(
            found,
            [path("a::b"), path("a::c::d"), path("a::c"), path("a")]
        );
    }

    #[test]
    fn formats_mention_names_and_debug() {
        let found = scanned(r#"print!("{LIMIT} {:?}")"#);
        let call = Mention::Call("print".to_owned(), Vec::new());
        let expected = [call, path("print"), path("LIMIT"), Mention::Mark("{:?}")];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_function_does_not_mention_itself() {
        assert_eq!(scanned("fn push() {}"), [path("fn")]);
    }

    #[test]
    fn lifetimes_are_no_mentions() {
        assert_eq!(scanned("&'card Suit"), [path("Suit")]);
    }
}
