//! The house's rules, read off the sources: no file is brought in by `#[path]`, no
//! command of the lab knows another, support knows no command, and no module of the
//! library uses one that stands later on the map in `lib.rs`.

use std::fs;
use std::path::{Path, PathBuf, MAIN_SEPARATOR};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A file of Rust, without its comments and its unit tests.
struct Source {
    /// Its path, from `src` on.
    path: String,
    code: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Source {
        let text = text
            .split("\n#[cfg(test)]\nmod ")
            .next()
            .unwrap_or_default();
        let lines = text.lines().map(|line| match line.trim_start() {
            comment if comment.starts_with("//") => "",
            _ => line,
        });
        Source {
            path: path.to_owned(),
            code: lines.collect::<Vec<_>>().join("\n"),
        }
    }

    /// The names that follow a path such as `crate::`, those in braces included.
    fn names_after(&self, prefix: &str) -> Vec<&str> {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let rests = self.code.match_indices(prefix).filter(|(at, _)| {
            let before = self.code[..*at].chars().next_back();
            !before.is_some_and(is_word)
        });
        let rests = rests.map(|(at, _)| &self.code[at + prefix.len()..]);
        let mut names = Vec::new();
        for rest in rests {
            match rest.strip_prefix('{') {
                Some(list) => names.extend(first_names(list)),
                None => names.extend(rest.split(|letter| !is_word(letter)).next()),
            }
        }
        names
    }
}

/// The first name of each path in a list such as `a, b::{c, d}}`.
fn first_names(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut names) = (1, 0, Vec::new());
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && letter == ',') {
            let path = list[start..at].trim();
            names.extend(
                path.split([':', ' '])
                    .next()
                    .filter(|name| !name.is_empty()),
            );
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    names
}

/// All files of Rust under a folder.
fn sources(folder: &str) -> Vec<Source> {
    let src = Path::new(ROOT).join("src");
    let mut folders: Vec<PathBuf> = vec![src.join(folder)];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                let name = path.strip_prefix(&src).unwrap().to_str().unwrap();
                let name = name.replace(MAIN_SEPARATOR, "/");
                sources.push(Source::new(&name, &fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(!sources.is_empty());
    sources
}

/// The module that a file belongs to, given the folder of all modules.
fn module<'a>(path: &'a str, folder: &str) -> &'a str {
    let path = path.strip_prefix(folder).unwrap_or(path);
    let first = path.split('/').next().unwrap_or_default();
    first.strip_suffix(".rs").unwrap_or(first)
}

/// The files in which a command uses another.
fn commands_that_know_another(sources: &[Source]) -> Vec<String> {
    let folder = "programs/lab/src/commands/";
    let mut found = Vec::new();
    for source in sources {
        let own = module(&source.path, folder);
        for name in source.names_after("crate::commands::") {
            if name != own {
                found.push(format!("{} uses {name}", source.path));
            }
        }
    }
    found
}

/// The modules of the library in the map's order.
fn map(lib: &str) -> Vec<&str> {
    let map = lib.split("//! # The map").nth(1).unwrap();
    let map = map.split("//! `main.rs`").next().unwrap();
    let heads = map.lines().filter_map(|line| line.strip_prefix("//! * "));
    let heads = heads.map(|line| {
        line.split([':', ','])
            .take_while(|part| part.trim().starts_with(['[', '`']))
    });
    heads
        .flatten()
        .map(|part| part.trim().trim_matches(|letter| "[]`()".contains(letter)))
        .collect()
}

/// The files that use a module that is later on the map.
fn against_the_map(sources: &[Source], map: &[&str]) -> Vec<String> {
    let place = |name: &str| map.iter().position(|each| *each == name);
    let mut found = Vec::new();
    for source in sources {
        let Some(own) = place(module(&source.path, "")) else {
            continue;
        };
        for name in source.names_after("crate::") {
            if place(name).is_some_and(|other| other > own) {
                found.push(format!("{} uses {name}", source.path));
            }
        }
    }
    found
}

#[test]
fn no_file_is_brought_in_by_its_path() {
    for source in sources("") {
        let is_in_merger = source.path.starts_with("programs/merge/");
        assert!(
            is_in_merger || !source.code.contains("#[path"),
            "{}",
            source.path
        );
    }
}

#[test]
fn no_command_knows_another_and_support_knows_no_command() {
    let found = commands_that_know_another(&sources("programs/lab/src/commands"));
    assert!(found.is_empty(), "{found:#?}");
    for source in sources("programs/lab/src/support") {
        // What all programs of several subcommands share is no command of the lab.
        let own = source.code.replace("shared::commands::", "");
        assert!(!own.contains("commands::"), "{}", source.path);
    }
}

#[test]
fn no_module_uses_a_later_one_on_the_map() {
    let lib = fs::read_to_string(Path::new(ROOT).join("src/lib.rs")).unwrap();
    let found = against_the_map(&sources(""), &map(&lib));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn violations_of_the_rules_are_found() {
    let text = "//! crate::commands::check\nuse crate::commands::{self, solve::Args};\n\n\
                #[cfg(test)]\nmod tests {\n    use crate::commands::play;\n}\n";
    let source = Source::new("programs/lab/src/commands/find/row.rs", text);
    assert_eq!(source.names_after("crate::commands::"), ["self", "solve"]);
    let found = commands_that_know_another(&[Source::new(
        "programs/lab/src/commands/find.rs",
        "use crate::commands::find::row;\nuse crate::commands::solve;",
    )]);
    assert_eq!(found, ["programs/lab/src/commands/find.rs uses solve"]);
    let lib = "//! # The map\n//!\n//! * [`card`], [`moves`]: both.\n//! * `text`, behind a\n//!   feature: forms.\n\
               //! * [`bot`]: turns.\n//!\n//! `main.rs`";
    let map = map(lib);
    assert_eq!(map, ["card", "moves", "text", "bot"]);
    let sources = [
        Source::new("card.rs", "use crate::bot;"),
        Source::new("text/rows.rs", "use crate::{card::Card, bot};"),
        Source::new("bot.rs", "use crate::card;"),
    ];
    let found = against_the_map(&sources, &map);
    assert_eq!(found, ["card.rs uses bot", "text/rows.rs uses bot"]);
}
