//! That an index without some of its parts is the index of the text without them.

use super::*;

const PROGRAM: &str = r#"
mod noise {
    use std::fmt::{self, Write as _};
    use std::{cmp, iter::Sum};
    pub(crate) trait Loud: Sized {
        const LEVEL: u8;
        fn shout(&self) -> String;
    }
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Voice<const N: usize>(pub(crate) u8);
    impl<const N: usize> Voice<N> {
        pub(crate) const fn loudest() -> Self {
            Voice(u8::MAX)
        }
    }
    impl<const N: usize> Loud for Voice<N> {
        const LEVEL: u8 = 3;
        fn shout(&self) -> String {
            let Voice(level) = *self;
            format!("{level}")
        }
    }
    impl<const N: usize> fmt::Display for Voice<N> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}", self.0)
        }
    }
    macro_rules! impl_quiet {
        ($($size:expr),*) => { $(impl Quiet for [u8; $size] {})* };
    }
    pub(crate) trait Quiet {}
    impl_quiet!(1, 2, 3);
}
const _: () = assert!(u8::MAX == 255);
fn main() {
    println!("{}", noise::Voice::<1>::loudest());
}
"#;

/// What an index lists, each with its place: declarations, imports, and what could go.
fn listed(index: &Index) -> Vec<(String, Range<usize>)> {
    let declared = index.declarations.iter();
    let declared = declared.map(|it| (it.name.clone(), it.place.clone()));
    let imported = index.imports.iter();
    let imported = imported.map(|it| (it.path.clone(), it.alias.clone()));
    let parts = candidates(index).map(|it| (it.names.join(" "), it.ranges[0].clone()));
    let contents = index.containers.iter();
    let contents = contents.map(|(it, inside)| (it.names.join(" "), inside.clone()));
    let listed = declared.chain(imported).chain(parts);
    listed.chain(contents).collect()
}

fn candidates(index: &Index) -> impl Iterator<Item = &Candidate> {
    let implementations = index.implementations.iter().map(|(it, _)| it);
    let lists = [
        &index.uses,
        &index.modules,
        &index.removable,
        &index.functions,
    ];
    lists.into_iter().flatten().chain(implementations)
}

#[test]
fn parts_are_taken_out_as_if_the_text_were_read_again() {
    let program = Index::new(PROGRAM).unwrap();
    for part in candidates(&program) {
        let parts = [part.clone()];
        let fresh = Index::new(program.text_without(&parts)).unwrap();
        let kept = program.clone().without(&parts);
        let place = &PROGRAM[part.ranges[0].clone()];
        assert_eq!(listed(&kept), listed(&fresh), "without {place}");
    }
}

#[test]
fn what_has_nothing_left_in_it_goes() {
    let program = Index::new("mod a { mod b { fn f() {} } use std::fmt::{self}; } fn main() {}");
    let program = program.unwrap();
    let parts = ["f()", "std"].map(|word| program.at(program.text.find(word).unwrap()).unwrap());
    let program = program.without(&parts).without_empty();
    assert_eq!(program.text.trim(), "fn main() {}");
}
