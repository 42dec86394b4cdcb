//! Formatted code in fewer characters: tabs for indentation, what is short on one
//! line, be it a block of one line or a list, of longer lists and expressions as
//! much on each line as fits, and what is in an implementation from the left margin.

use proc_macro2::{Group, TokenStream, TokenTree};

/// No line is joined to one longer than this, a tab counting four.
const WIDTH: usize = 160;

/// The same code with less white space.
pub fn spare(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(tabbed).collect();
    // What has become one line may be the only one of its block.
    let mut count = usize::MAX;
    while lines.len() < count {
        count = lines.len();
        lines = joined(&lines);
    }
    let spared = outdented(without_commas(filled(lines))).join("\n") + "\n";
    // A string of several lines would lose its blanks.
    if tokens(text).is_some_and(|all| tokens(&spared) == Some(all)) {
        spared
    } else {
        text.to_owned()
    }
}

fn tabbed(line: &str) -> String {
    let code = line.trim_start_matches("    ");
    "\t".repeat((line.len() - code.len()) / 4) + code
}

fn joined(lines: &[String]) -> Vec<String> {
    let mut joined = Vec::new();
    let mut left = lines;
    while let [first, rest @ ..] = left {
        let inner = rest
            .iter()
            .take_while(|line| depth(line) == depth(first) + 1);
        let count = inner.count();
        let line = on_one_line(first, &rest[..count], rest.get(count));
        left = if line.is_some() {
            &rest[count + 1..]
        } else {
            rest
        };
        joined.push(line.unwrap_or_else(|| first.clone()));
    }
    joined
}

fn depth(line: &str) -> usize {
    line.len() - line.trim_start_matches('\t').len()
}

/// A block of one line, or a list without its last comma, on one line if it fits.
fn on_one_line(head: &str, inner: &[String], end: Option<&String>) -> Option<String> {
    let end = end?.trim_start();
    let is_end = end.starts_with([')', ']']) || end.starts_with('}') && !end.ends_with('{');
    let is_macro = head.trim_end_matches([' ', '(', '[', '{']).ends_with('!');
    let is_list = inner.iter().all(|line| line.ends_with(','));
    // That a tuple of one had lost its comma would go unnoticed, and a macro may
    // need its last comma.
    let is_short = match inner {
        [] => false,
        [line] if !is_list => head.ends_with('{') && !line.ends_with('{'),
        [_] => head.ends_with('{') || is_call(head),
        _ => is_list && head.ends_with(['(', '[', '{']),
    };
    if !is_end || is_macro || !is_short {
        return None;
    }
    let parts: Vec<&str> = inner.iter().map(|line| line.trim_start()).collect();
    let parts = parts.join(" ");
    let parts = parts.strip_suffix(',').unwrap_or(&parts);
    let is_braced = head.ends_with('{') && !head.ends_with("::{");
    let blank = if is_braced { " " } else { "" };
    let line = format!("{head}{blank}{parts}{blank}{end}");
    (line.len() + 3 * depth(head) <= WIDTH).then_some(line)
}

/// Whether a line ends where the arguments of a call begin, not a tuple.
fn is_call(head: &str) -> bool {
    let name = head.strip_suffix('(');
    name.is_some_and(|name| name.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

/// The lines, each put on the one before where both belong to a list or to an
/// expression.
fn filled(lines: Vec<String>) -> Vec<String> {
    let mut filled: Vec<String> = Vec::new();
    for line in lines {
        let code = line.trim_start();
        match filled.last_mut() {
            Some(last) if fits(last, code) && (are_items(last, &line) || goes_on(last, code)) => {
                last.push_str(if code.starts_with('.') { "" } else { " " });
                last.push_str(code);
            }
            _ => filled.push(line),
        }
    }
    filled
}

/// Whether there is room for code, and a blank, at the end of the line before.
fn fits(before: &str, code: &str) -> bool {
    before.len() + 3 * depth(before) + code.len() < WIDTH
}

/// Whether code goes on with the expression of the line before, or begins the
/// block that it is followed by, and opens nothing else.
fn goes_on(before: &str, code: &str) -> bool {
    let marks = [".", "&& ", "|| ", "+ ", "| ", "== "];
    let goes_on = marks.iter().any(|mark| code.starts_with(mark)) && !code.starts_with("..");
    let opens = code.ends_with(['(', '[', '{']);
    let is_block = code.starts_with('{') && !before.ends_with([';', ',', '{', '}']);
    goes_on && !opens || is_block
}

/// Whether two lines are whole items of a list, but no arms of a match.
fn are_items(one: &str, other: &str) -> bool {
    let is_item = |line: &str| {
        let code = line.trim_start();
        code.ends_with(',') && !code.starts_with([')', ']', '}']) && !code.contains("=>")
    };
    is_item(one) && is_item(other) && depth(one) == depth(other)
}

/// The lines, without a comma before the end of a block in braces.
fn without_commas(mut lines: Vec<String>) -> Vec<String> {
    let mut heads = Vec::new();
    for index in 0..lines.len() {
        let code = lines[index].trim_start();
        if code.starts_with('}') {
            let is_macro = heads
                .pop()
                .is_some_and(|head: usize| lines[head].ends_with("! {"));
            if !is_macro && lines[index - 1].ends_with(',') {
                lines[index - 1].pop();
            }
        }
        if lines[index].ends_with('{') {
            heads.push(index);
        }
    }
    lines
}

/// The lines, those within implementations and traits with a tab less.
fn outdented(lines: Vec<String>) -> Vec<String> {
    let mut is_within = false;
    let outdent = |line: String| {
        if let Some(inner) = line.strip_prefix('\t').filter(|_| is_within) {
            return inner.to_owned();
        }
        let opens = ["impl", "trait ", "pub trait "];
        is_within |= opens.iter().any(|word| line.starts_with(word));
        is_within &= line != "}";
        line
    };
    lines.into_iter().map(outdent).collect()
}

/// The tokens, without commas at the end of a group.
fn tokens(text: &str) -> Option<String> {
    let stream: TokenStream = text.parse().ok()?;
    Some(without_last_commas(stream).to_string())
}

fn without_last_commas(stream: TokenStream) -> TokenStream {
    let mut trees: Vec<TokenTree> = stream.into_iter().map(inside).collect();
    if matches!(trees.last(), Some(TokenTree::Punct(mark)) if mark.as_char() == ',') {
        trees.pop();
    }
    trees.into_iter().collect()
}

fn inside(tree: TokenTree) -> TokenTree {
    match tree {
        TokenTree::Group(group) => {
            let inner = without_last_commas(group.stream());
            TokenTree::Group(Group::new(group.delimiter(), inner))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_one_line_are_joined() {
        let text = "fn a() {\n    if b() {\n        return;\n    }\n    if c() {\n        \
                    d();\n    } else {\n        e();\n    }\n}\n";
        let spared = "fn a() {\n\tif b() { return; }\n\tif c() { d(); } else { e(); }\n}\n";
        assert_eq!(spare(text), spared);
    }

    #[test]
    fn lists_are_joined_without_their_last_comma() {
        let text =
            "struct A {\n    b: u8,\n    c: u8,\n}\nfn a(\n    b: u8,\n    c: u8,\n) -> A {\n    \
                    A {\n        b,\n        c: (\n            1,\n        ),\n    }\n}\n\
                    const C: A = a(\n    1,\n);\n";
        let spared = "struct A { b: u8, c: u8 }\nfn a(b: u8, c: u8) -> A {\n\t\
                      A {\n\t\tb,\n\t\tc: (\n\t\t\t1,\n\t\t)\n\t}\n}\n\
                      const C: A = a(1);\n";
        assert_eq!(spare(text), spared);
    }

    #[test]
    fn longer_lists_fill_their_lines() {
        let names = ["one", "other", "third"].map(|name| format!("{name:_<70}"));
        let [one, other, third] = &names;
        let text = format!("a(\n    {one},\n    {other},\n    {third},\n);\n");
        let spared = format!("a(\n\t{one}, {other},\n\t{third},\n);\n");
        assert_eq!(spare(&text), spared);
        let arms = format!("match a {{\n\t{one} => 1,\n\t{other} => 2,\n}}\n");
        assert_eq!(spare(&arms), arms.replace("2,\n", "2\n"));
    }

    #[test]
    fn expressions_fill_their_lines() {
        let text = "fn a() {\n    if one\n        .b()\n        && other\n    {\n        \
                    c();\n        d();\n    }\n    e\n        .f(|| {\n            \
                    g();\n            h();\n        });\n}\n";
        let spared = "fn a() {\n\tif one.b() && other {\n\t\tc();\n\t\td();\n\t}\n\te\n\t\t\
                      .f(|| {\n\t\t\tg();\n\t\t\th();\n\t\t});\n}\n";
        assert_eq!(spare(text), spared);
    }

    #[test]
    fn implementations_start_at_the_left_margin() {
        let text =
            "impl A\nwhere\n    A: B,\n{\n    fn a() {\n        b();\n        c();\n    }\n    \
                    const D: u8 = 1;\n}\nfn e() {\n    f();\n    g();\n}\n";
        let spared = "impl A\nwhere\nA: B,\n{\nfn a() {\n\tb();\n\tc();\n}\nconst D: u8 = 1;\n}\n\
                      fn e() {\n\tf();\n\tg();\n}\n";
        assert_eq!(spare(text), spared);
    }

    #[test]
    fn macros_keep_their_last_comma() {
        let text = "table! {\n\t1,\n\t2,\n}\ntable! {\n\t1,\n}\n";
        assert_eq!(spare(text), "table! {\n\t1, 2,\n}\ntable! {\n\t1,\n}\n");
    }

    #[test]
    fn strings_and_long_lines_stay() {
        let text = "const A: &str = \"{\n    one\n}\";\n";
        assert_eq!(spare(text), text);
        let text = format!("fn a() {{\n\t{}\n}}\n", "b();".repeat(38));
        assert_eq!(spare(&text), text);
    }
}
