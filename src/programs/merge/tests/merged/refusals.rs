//! Refusals: what cannot be merged is refused with one line that says what and where, and nothing
//! is printed on standard output.

use crate::sample::{text_of, Sample};

/// Refuses a crate of those files with a message that has all the parts.
#[track_caller]
fn refuse(more: &str, files: &[(&str, &str)], parts: &[&str]) {
    let output = Sample::new(more, files).merge();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "merged what it should refuse");
    assert!(output.stdout.is_empty(), "wrote to standard output");
    assert_eq!(message.lines().count(), 1, "{message}");
    for part in parts {
        assert!(message.contains(part), "no {part:?} in {message}");
    }
}

/// Refuses that `src/main.rs`, for its second line.
#[track_caller]
fn refuse_main(main: &str, what: &str) {
    refuse("", &[("src/main.rs", main)], &["src/main.rs:2: ", what]);
}

#[test]
fn a_module_at_another_path_is_refused() {
    refuse_main(
        "fn main() {}\n#[path = \"other.rs\"]\nmod module;\n",
        "this cannot be merged: #[path",
    );
}

#[test]
fn included_files_and_build_variables_are_refused() {
    for name in [
        "include",
        "include_str",
        "include_bytes",
        "env",
        "option_env",
    ] {
        let main = format!("fn main() {{\n    let _ = {name}!(\"name\");\n}}\n");
        refuse_main(&main, &format!("this cannot be merged: let _ = {name}!"));
    }
}

#[test]
fn what_tells_names_or_places_of_the_sources_is_refused() {
    for code in [
        "let _ = std::panic::Location::caller();",
        "use std::panic::{self as whatever};",
        "use core::panic::*;",
        "use std::panic::{catch_unwind, Location};",
        "std::panic::set_hook(Box::new(|info| println!(\"{info}\")));",
        "println!(\"{}\", std::backtrace::Backtrace::force_capture());",
        "println!(\"{}\", std::any::type_name::<u8>());",
        "use std::any::{Any, type_name};",
        "use std::{any::{type_name_of_val}};",
        "use std::any::*;",
        "use std::any as whatever;",
        "use std::stringify as whatever;",
        "let _ = module_path!();",
        "let _ = line!();",
        "dbg!(1);",
    ] {
        let main = format!("fn main() {{\n    {code}\n}}\n");
        refuse_main(&main, &format!("this cannot be merged: {code}"));
    }
}

#[test]
fn an_inclusion_inside_a_macro_is_refused() {
    refuse_main(
        "fn main() {\n    println!(\"{}\", include_str!(\"a\"));\n}\n",
        "include_str!",
    );
}

#[test]
fn procedural_macros_of_all_kinds_are_refused() {
    for main in [
        "fn main() {}\n#[derive(Serialize)]\nstruct A;\n",
        "fn main() {}\n#[serde::derive]\nfn a() {}\n",
        "fn main() {}\nlazy::statics! {}\n",
    ] {
        refuse_main(main, "the compiler does not accept this");
    }
}

#[test]
fn a_build_script_of_the_bot_is_refused() {
    let files = [
        ("src/main.rs", "fn main() {}"),
        ("build.rs", "fn main() {}"),
    ];
    refuse("", &files, &["build.rs:1: a build script"]);
}

#[test]
fn a_build_script_of_a_dependency_is_refused() {
    let files = [
        ("src/main.rs", "fn main() {}"),
        (
            "other/Cargo.toml",
            "[package]\nname = \"other\"\nversion = \"1.2.3\"\nedition = \"2021\"\n",
        ),
        ("other/src/lib.rs", ""),
        ("other/build.rs", "fn main() {}"),
    ];
    let parts = ["other-1.2.3/build.rs:1: a build script"];
    refuse(
        "[dependencies]\nother = { path = \"other\" }\n",
        &files,
        &parts,
    );
}

#[test]
fn an_edition_with_other_meanings_is_refused() {
    let files = [
        ("src/main.rs", "fn main() {}"),
        (
            "other/Cargo.toml",
            "[package]\nname = \"other\"\nversion = \"1.2.3\"\nedition = \"2024\"\n",
        ),
        ("other/src/lib.rs", ""),
    ];
    let parts = ["other-1.2.3/Cargo.toml:1: edition 2024"];
    refuse(
        "[dependencies]\nother = { path = \"other\" }\n",
        &files,
        &parts,
    );
}

#[test]
fn conditions_that_nothing_decides_are_refused() {
    refuse_main("fn main() {}\n#[cfg(sunny)]\nfn a() {}\n", "cfg(sunny)");
    refuse_main("fn main() {\n    let _ = cfg!(sunny);\n}\n", "cfg!(sunny)");
}

#[test]
fn conditions_in_unexpected_places_are_refused() {
    refuse_main(
        "fn main() { a(1) }\nfn a(#[cfg(test)] _: u8, _: u8) {}\n",
        "this cannot be merged",
    );
    let main =
        "macro_rules! a { () => {\n    #[cfg(feature = \"b\")] fn b() {}\n} }\nfn main() {}\n";
    refuse_main(main, "this cannot be merged");
}

#[test]
fn root_attributes_that_the_file_cannot_have_are_refused() {
    let main = "//! Docs.\n#![recursion_limit = \"256\"]\nfn main() {}\n";
    refuse_main(main, "this cannot be merged: #![recursion_limit");
}

#[test]
fn a_module_without_a_file_is_refused() {
    refuse_main(
        "fn main() {}\nmod module;\n",
        "no file for the module module",
    );
}

#[test]
fn text_that_is_not_rust_is_refused() {
    refuse_main("fn main() {}\nfn (\n", "src/main.rs:2");
    refuse_main("fn main() {}\nfn fn\n", "expected");
}

#[test]
fn characters_outside_ascii_are_refused() {
    let main = "fn main() {\n    println!(\"\u{2660}\");\n}\n";
    refuse(
        "",
        &[("src/main.rs", main)],
        &[
            "src/main.rs:2: this cannot be merged, outside ASCII",
            "\u{2660}",
        ],
    );
}

#[test]
fn a_file_that_comes_out_too_long_is_refused_unless_it_keeps_its_names() {
    let long = "x".repeat(100_000);
    let main = format!("fn main() {{\n    println!(\"{long}\");\n}}\n");
    let files = [("src/main.rs", &*main)];
    refuse("", &files, &["too long", "at most 100000"]);
    let output = Sample::new("", &files).merge_with(&["--keep-names"]);
    let length = format!("{} characters", text_of(&output).len());
    let report = String::from_utf8(output.stderr).unwrap();
    assert!(report.contains(&length), "{report}");
}

#[test]
fn a_program_that_does_not_compile_is_refused() {
    let main = "fn main() {\n    nothing();\n}\n";
    refuse(
        "",
        &[("src/main.rs", main)],
        &["the compiler does not accept", "nothing"],
    );
}

#[test]
fn an_unknown_licence_is_refused() {
    let files = [
        ("src/main.rs", "fn main() { other::a() }"),
        (
            "other/Cargo.toml",
            "[package]\nname = \"other\"\nversion = \"1.2.3\"\nedition = \"2021\"\nlicense = \"GPL-3.0\"\n",
        ),
        ("other/src/lib.rs", "pub fn a() {}"),
    ];
    let parts = ["other 1.2.3: the licence \"GPL-3.0\" is not MIT"];
    refuse(
        "[dependencies]\nother = { path = \"other\" }\n",
        &files,
        &parts,
    );
}

#[test]
fn a_missing_or_outdated_lock_file_is_refused() {
    let sample = Sample::new("", &[("src/main.rs", "fn main() {}")]);
    sample.unlock();
    let output = sample.merge();
    assert!(!output.status.success() && output.stdout.is_empty());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("lock file"), "{message}");
}

#[test]
fn types_of_one_name_that_are_all_made_by_macros_are_refused() {
    let main = "macro_rules! make { () => { #[derive(Debug)] pub struct P; }; }\n\
        pub(crate) use make;\nmod a;\nmod b;\n\
        fn main() { println!(\"{:?} {:?}\", a::P, b::P); }\n";
    let module = "crate::make!();\n";
    refuse(
        "",
        &[
            ("src/main.rs", main),
            ("src/a.rs", module),
            ("src/b.rs", module),
        ],
        &["`P` is declared more than once, by macros"],
    );
}
