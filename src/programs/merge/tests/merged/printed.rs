//! What a program prints of its own source: the merged one prints the same as Cargo's, or it is
//! refused.

use crate::sample::Sample;

/// Merges the crate and compares what the two programs do: their status, their output and what they
/// say on standard error, except for the places of panics.
#[track_caller]
fn same(files: &[(&str, &str)]) -> String {
    let sample = Sample::new("", files);
    let (built, merged) = (sample.built(), sample.output(&[]).1);
    assert_eq!(built.status.code(), merged.status.code());
    let [before, after] = [&built, &merged].map(|it| String::from_utf8_lossy(&it.stdout));
    assert_eq!(before, after);
    let [said, says] = [&built, &merged].map(|it| without_places(&it.stderr));
    assert_eq!(said, says);
    format!("{before}{said}")
}

/// What was said, without the lines in which a panic names its thread and its place.
fn without_places(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let lines = said.split_inclusive('\n');
    lines.filter(|line| !line.starts_with("thread '")).collect()
}

#[test]
fn types_that_derive_debug_print_their_names_through_every_bound() {
    let main = r#"
        use std::fmt::{self, Debug};
        mod a {
            #[derive(Debug)] pub struct Part;
        }
        mod b {
            #[derive(Debug, Clone)] pub enum Part { Open(u8), Shut { r#type: u8 }, Gone }
        }
        trait Has { type Thing: Debug; fn thing(&self) -> Self::Thing; }
        #[derive(Debug)] struct Node { left: u8, right: Option<b::Part> }
        #[derive(Debug)] struct Holder<T: Has> where T: Sized { thing: T::Thing }
        #[derive(Debug)] struct Tail<'a, const N: usize, T: ?Sized> { of: &'a [u8; N], tail: T }
        #[derive(Debug, Clone, Copy)] #[repr(packed)] struct Tight { small: u8, large: u32 }
        #[derive(Debug)] enum Never {}
        #[derive(Debug)] struct Empty {}
        struct Manual(Empty);
        impl Has for Node { type Thing = Empty; fn thing(&self) -> Empty { Empty {} } }
        impl fmt::Debug for Manual {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct("Manual").field("of", &self.0).finish()
            }
        }
        fn say(it: impl Debug) { println!("{it:?} {it:#?} {it:20?}") }
        fn show<Item>(it: &Item) -> String where Item: Debug { format!("{:?}", it) }
        fn main() {
            #[derive(Debug)] struct Local(u8);
            say(Node { left: 1, right: Some(b::Part::Shut { r#type: 2 }) });
            println!("{:?} {:?} {:?}", a::Part, b::Part::Open(1), b::Part::Gone.clone());
            let all: [Box<dyn Debug>; 3] = [Box::new(Local(1)), Box::new(a::Part), Box::new(Manual(Empty {}))];
            println!("{all:?} {}", show(&Tight { small: 1, large: 2 }));
            let holder = Holder::<Node> { thing: Node { left: 1, right: None }.thing() };
            let tail: &Tail<2, [u8]> = &Tail { of: &[1, 2], tail: [3, 4] };
            let result: Result<&Tail<2, [u8]>, Never> = Ok(tail);
            println!("{holder:?} {result:?}");
        }
    "#;
    let said = same(&[("src/main.rs", main)]);
    assert!(said.contains("Part Open(1) Gone"), "{said}");
    assert!(said.contains("type: 2"), "{said}");
}

#[test]
fn errors_and_panics_print_the_names_of_the_sources() {
    let library = r"
        pub mod limits { pub const MAX: u8 = 9; }
        pub fn check(value: u8) { assert!(value < crate::limits::MAX); }
    ";
    let main = r#"
        use std::panic::{self, catch_unwind, UnwindSafe};
        #[derive(Debug)] enum Failure { Missing { name: &'static str } }
        macro_rules! check { ($condition:expr) => { assert!($condition) } }
        fn is_even(value: u8) -> bool { value % 2 == 0 }
        fn message(of: impl FnOnce() + UnwindSafe) -> String {
            let payload = catch_unwind(of).unwrap_err();
            let text = payload.downcast_ref::<&str>().map(|it| it.to_string());
            text.unwrap_or_else(|| payload.downcast_ref::<String>().unwrap().clone())
        }
        fn fails() -> Result<(), Failure> { Err(Failure::Missing { name: "key" }) }
        fn main() -> Result<(), Failure> {
            panic::set_hook(Box::new(|_| println!("a panic")));
            let number = 3;
            println!("{}", message(move || assert!(is_even( number )&&[number].contains( &3, ))));
            println!("{}", message(move || check!(is_even(number))));
            println!("{}", message(move || println!("{}", { assert!(number == 4, ); 1 })));
            println!("{}", message(|| fails().unwrap()));
            println!("{}", message(|| sample::check(10)));
            println!("{}", message(move || assert_eq!(Some(number), None)));
            fails()
        }
    "#;
    let said = same(&[("src/main.rs", main), ("src/lib.rs", library)]);
    for message in [
        "assertion failed: is_even(number) && [number].contains(&3)\n",
        "assertion failed: value < crate::limits::MAX\n",
        "Err` value: Missing { name: \"key\" }\n",
        "Error: Missing { name: \"key\" }\n",
    ] {
        assert!(said.contains(message), "no {message:?} in {said}");
    }
}

#[test]
fn types_of_one_name_may_be_made_by_macros() {
    let main = r#"
        macro_rules! make {
            ($name:ident) => { #[derive(Debug)] pub struct $name { pub value: u8 } }
        }
        mod a { make!(Part); }
        mod b {
            #[derive(Debug, Default)] pub struct Part { pub value: u8, pub second: u8 }
            pub fn new() -> Part { Part::default() }
        }
        fn main() { println!("{:?} {:?}", a::Part { value: 1 }, b::new()) }
    "#;
    let said = same(&[("src/main.rs", main)]);
    assert_eq!(said, "Part { value: 1 } Part { value: 0, second: 0 }\n");
}

#[test]
fn names_may_be_spelled_as_keywords() {
    let main = r#"
        mod r#type;
        use m::f as r#move;
        use m::r#match as go;
        mod m {
            pub fn r#match() -> u8 { 1 }
            pub fn f() -> u8 { 2 }
        }
        #[derive(Debug)] struct Word { r#in: u8 }
        fn r#plain(r#gen: u8) -> u8 { r#gen }
        fn main() {
            let word = Word { r#in: plain(r#plain(3)) };
            println!("{} {} {} {word:?} {}", go(), r#move(), word.r#in, r#type::deeper::value());
        }
    "#;
    let files = [
        ("src/main.rs", main),
        ("src/type.rs", "pub mod deeper;\npub const ONE: u8 = 1;\n"),
        (
            "src/type/deeper.rs",
            "pub fn value() -> u8 { crate::r#type::ONE }\n",
        ),
    ];
    let said = same(&files);
    assert_eq!(said, "1 2 3 Word { in: 3 } 1\n");
}

#[test]
fn own_names_that_the_library_has_as_well_are_merged() {
    let main = r#"
        mod any { pub fn kind() -> u8 { 1 } }
        struct Location { line: u8 }
        impl Location { fn caller() -> Location { Location { line: 1 } } }
        fn type_name() -> u8 { 2 }
        struct Deep;
        impl Deep { fn type_name() -> u8 { 3 } }
        fn main() {
            println!("{} {}", any::kind(), Location::caller().line);
            println!("{} {}", type_name(), Deep::type_name());
        }
    "#;
    assert_eq!(same(&[("src/main.rs", main)]), "1 1\n2 3\n");
}
