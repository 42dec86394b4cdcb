//! The contents of the merged file, for sample crates.

use crate::sample::Sample;

const OTHER: &str =
    "[package]\nname = \"other\"\nversion = \"1.2.3\"\nedition = \"2018\"\nlicense = \"MIT\"\n";
const USE_OTHER: &str = "[dependencies]\nother = { path = \"other\" }\n";

/// A crate with that `main` and a dependency, `other`, whose sources these are.
fn with_other(main: &str, sources: &[(&str, &str)]) -> Sample {
    let package = [
        ("src/main.rs", main),
        ("other/Cargo.toml", OTHER),
        ("other/LICENSE", include_str!("../../../../../LICENSE")),
    ];
    Sample::new(USE_OTHER, &[&package, sources].concat())
}

#[test]
fn modules_are_put_in_place_and_unused_items_are_left_out() {
    let files = [
        ("src/lib.rs", "//! Docs.\npub mod used;\npub mod idle;\n"),
        ("src/used.rs", "pub mod inner;\n/// Docs.\npub fn call() -> u8 { inner::three() }\npub fn other() {}\n"),
        ("src/used/inner.rs", "pub(super) fn three() -> u8 { super::super::used::TWO + 1 }\n"),
        ("src/idle.rs", "pub fn call() {}\n"),
        ("src/main.rs", "mod local;\nfn main() { println!(\"{}\", sample::used::call() + crate::local::one()) }\n"),
        ("src/local.rs", "pub fn one() -> u8 { 1 }\n#[cfg(test)]\nmod tests;\n"),
    ];
    let used = [files[1].1, "pub const TWO: u8 = 2;"].concat();
    let mut files = files;
    files[1].1 = &used;
    let (text, output) = Sample::new("", &files).run();
    assert_eq!(output, "4\n");
    for absent in ["idle", "other", "Docs", "tests", "    "] {
        assert!(!text.contains(absent), "{absent:?} in {text}");
    }
}

#[test]
fn derived_traits_in_use_stay() {
    let main = r#"
        use std::collections::BTreeSet;
        use std::fmt::Debug;
        use std::fmt::Write;
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)] struct Compared(u8);
        #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)] struct Sorted(u8);
        #[derive(Debug, Default, PartialEq)] enum Marked { #[default] One }
        #[derive(Debug, PartialEq)] struct Bare;
        fn main() {
            let Bare = Bare;
            let set: BTreeSet<Sorted> = [Sorted(2), Sorted(1)].into();
            let mut text = String::new();
            write!(text, "{:?}", set.first()).unwrap();
            println!("{text} {} {:?}", Compared(1) == Compared(1), Marked::default());
        }
    "#;
    let sample = Sample::new("", &[("src/main.rs", main)]);
    assert_eq!(sample.run().1, "Some(Sorted(1)) true One\n");
    let text = sample.merged_with(&["--keep-names"]);
    let derived = |name: &str| {
        let (head, _) = text.split_once(name).unwrap();
        head.rsplit_once("#[derive(")
            .map(|(_, list)| list.split(')').next().unwrap())
    };
    assert_eq!(derived("struct Compared"), Some("PartialEq"));
    assert_eq!(
        derived("struct Sorted"),
        Some("Debug, PartialEq, Eq, PartialOrd, Ord")
    );
    assert_eq!(derived("enum Marked"), Some("Debug, Default"));
    assert!(
        text.contains("}\nstruct Bare") || text.contains(";\nstruct Bare"),
        "{text}"
    );
}

#[test]
fn conditions_are_resolved_as_cargo_would() {
    let main = r#"
        #[cfg(feature = "on")] const ON: u8 = 1;
        #[cfg(not(feature = "on"))] const ON: u8 = 2;
        #[cfg(any(test, feature = "off"))] const OFF: u8 = 1;
        #[cfg(not(any(test, feature = "off")))] const OFF: u8 = 2;
        #[cfg(all(feature = "implied", target_pointer_width = "64"))] const WIDE: u8 = 1;
        #[cfg(not(all(feature = "implied", target_pointer_width = "64")))] const WIDE: u8 = 2;
        #[cfg_attr(feature = "on", derive(Debug))] struct Shown;
        fn main() {
            let off = cfg!(feature = "off");
            println!("{ON} {OFF} {WIDE} {:?} {off}", Shown);
        }
    "#;
    let features = "[features]\ndefault = [\"on\"]\non = [\"implied\"]\nimplied = []\noff = []\n";
    let (text, output) = Sample::new(features, &[("src/main.rs", main)]).run();
    assert_eq!(output, "1 2 1 Shown false\n");
    assert!(!text.contains("feature"), "{text}");
}

#[test]
fn a_dependency_keeps_its_names_macros_and_destructors() {
    let library = r"
        #![no_std]
        extern crate alloc;
        mod inner;
        use alloc::vec::Vec;
        pub use crate::inner::Guard;
        #[macro_export] macro_rules! guard { ($x:expr) => { $crate::Guard::new($x) } }
        pub fn idle() -> Vec<u8> { Vec::new() }
    ";
    let inner = r#"
        pub struct Guard(u8);
        impl Guard {
            pub fn new(value: u8) -> Guard { Guard(value) }
            pub fn push(&self) {}
        }
        impl Drop for Guard { fn drop(&mut self) { crate::inner::say(self.0) } }
        impl core::fmt::Debug for Guard {
            fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result { f.write_str("spared") }
        }
        impl core::ops::Deref for Guard { type Target = u8; fn deref(&self) -> &u8 { &self.0 } }
        impl PartialEq<u8> for Guard { fn eq(&self, other: &u8) -> bool { self.0 == *other } }
        fn say(value: u8) { assert_eq!(value, 7) }
    "#;
    let main = "fn main() { let mut v = vec![1]; v.push(2); let g = other::guard!(7); println!(\"{} {}\", g == 7, *g) }";
    let files = [("other/src/lib.rs", library), ("other/src/inner.rs", inner)];
    let (text, output) = with_other(main, &files).run();
    assert_eq!(output, "true 7\n");
    assert!(text.contains("Drop for "));
    assert!(text.contains("sources and other 1.2.3, less"), "{text}");
    for absent in ["spared", "idle", "fn push"] {
        assert!(!text.contains(absent), "{absent:?} in {text}");
    }
}

#[test]
fn macro_calls_stay_if_what_they_make_is_used() {
    let library = r"
        extern crate alloc;
        pub trait Size { fn idle(&self) -> usize; }
        macro_rules! sizes { ($($size:expr),*) => {
            $(impl Size for [u8; $size] { fn idle(&self) -> usize { $size } })*
        } }
        sizes!(1, 2, 3);
        pub type Bytes = alloc::vec::Vec<u8>;
    ";
    let main = r#"
        use std::cell::Cell;
        thread_local! { static COUNT: Cell<u8> = const { Cell::new(2) }; }
        fn main() { COUNT.with(|count| count.set(count.get() + 1)); println!("{}", COUNT.get()) }
    "#;
    let (text, output) = with_other(main, &[("other/src/lib.rs", library)]).run();
    assert_eq!(output, "3\n");
    assert!(text.contains("thread_local!"), "{text}");
    for absent in ["macro_rules", "idle", "other"] {
        assert!(!text.contains(absent), "{absent:?} in {text}");
    }
}

#[test]
fn only_functions_that_run_stay_in_an_implementation() {
    let library = r#"
        pub struct Sum(u64);
        impl Sum { pub fn new() -> Sum { Sum(0) } }
        impl core::hash::Hasher for Sum {
            fn write(&mut self, bytes: &[u8]) { for byte in bytes { self.0 += *byte as u64 } }
            fn write_u8(&mut self, byte: u8) { self.0 += 1000 * byte as u64 }
            fn write_u16(&mut self, _: u16) { idle() }
            fn finish(&self) -> u64 { self.0 }
        }
        fn idle() { panic!("idle") }
        macro_rules! sizes { ($($size:expr),*) => {
            $(impl Size for [u8; $size] { fn size(&self) -> usize { $size } })*
        } }
        pub trait Size { fn size(&self) -> usize; }
        sizes!(1, 2, 3, 4);
    "#;
    let main = r#"
        use std::hash::{Hash, Hasher};
        use other::Size;
        struct Noisy;
        impl Drop for Noisy { fn drop(&mut self) { println!("dropped") } }
        fn main() {
            let _noisy = [Noisy];
            let mut sum = other::Sum::new();
            3u8.hash(&mut sum);
            debug_assert!(sum.finish() > 0, "debugged");
            let branch = if cfg!(debug_assertions) { "debug" } else { "release" };
            println!("{} {} {branch}", sum.finish(), [0, 0].size());
        }
    "#;
    let (text, output) = with_other(main, &[("other/src/lib.rs", library)]).run();
    assert_eq!(output, "3000 2 release\ndropped\n");
    assert!(
        text.contains("fn write_u8") && text.contains("(2,4)"),
        "{text}"
    );
    for absent in ["write_u16", "idle", "debug"] {
        assert!(!text.contains(absent), "{absent:?} in {text}");
    }
}

#[test]
fn an_error_status_is_preserved() {
    let main = "use std::process::ExitCode;\nfn main() -> ExitCode { ExitCode::from(3) }\n";
    let sample = Sample::new("", &[("src/main.rs", main)]);
    assert_eq!(sample.status(), Some(3));
}

#[test]
fn the_same_sources_give_the_same_bytes() {
    let main = "use std::collections::HashMap;\nfn main() { let m: HashMap<u8, u8> = [(1, 2)].into(); println!(\"{m:?}\") }\n";
    let sample = Sample::new("", &[("src/main.rs", main)]);
    let text = sample.merged();
    assert_eq!(text, sample.merged());
    assert_eq!(text, Sample::new("", &[("src/main.rs", main)]).merged());
}

#[test]
fn names_that_clash_at_the_root_are_told_apart() {
    let files = [
        (
            "src/lib.rs",
            "pub mod main_rs { pub const A: u8 = 1; }\npub mod other { pub const A: u8 = 2; pub fn two() -> u8 { A } }",
        ),
        (
            "src/main.rs",
            "const A: u8 = 3;\nfn main() { println!(\"{} {} {}\", sample::main_rs::A, sample::other::two(), A) }",
        ),
    ];
    assert_eq!(Sample::new("", &files).run().1, "1 2 3\n");
}

#[test]
fn short_names_reach_into_format_strings_and_nowhere_else() {
    let main = r#"
        struct Measure { width: usize, value: f64 }
        fn show(measure: &Measure) -> String {
            let Measure { width: columns, value } = measure;
            let precision = 2;
            format!("{value:>columns$.precision$} {{value}} {0:?}", "columns value")
        }
        fn main() {
            let length = [1, 2].len();
            println!("{} {length}", show(&Measure { width: 7, value: 1.5 }));
        }
    "#;
    let sample = Sample::new("", &[("src/main.rs", main)]);
    let (text, output) = sample.run();
    let expected = "   1.50 {value} \"columns value\" 2\n";
    assert_eq!(output, expected);
    assert!(
        !text.contains("Measure") && !text.contains("precision"),
        "{text}"
    );
    let (named, output) = sample.run_with(&["--keep-names"]);
    assert_eq!(output, expected);
    assert!(
        named.contains("struct Measure") && named.contains("precision$"),
        "{named}"
    );
}
