//! The standard library's traits, and what calls for them.
//!
//! An implementation of such a trait may go when nothing calls for it: not the
//! trait's name, not a method of it, and none of the ways below by which the
//! language or the library uses it. Dropping one too many cannot pass
//! unnoticed: without the implementation, code that needs it does not compile.
//! The one exception is a method call that would find another method of the
//! same name, and a method's name calls for its trait. Implementations of
//! traits that are not listed here always stay; so do `Drop`, `Deref`,
//! operators and indexing, which act without being named.

/// Each trait, and the names and marks besides its own that call for it.
const CALLED_FOR_BY: [(&str, &[&str]); 26] = [
    ("AsMut", &["as_mut"]),
    ("AsRef", &["as_ref"]),
    ("Borrow", &["borrow"]),
    ("BorrowMut", &["borrow_mut"]),
    (
        "BufRead",
        &[
            "buf",
            "consume",
            "fill_buf",
            "lines",
            "read_line",
            "read_until",
            "skip_until",
            "split",
        ],
    ),
    (
        "BuildHasher",
        &[
            "build_hasher",
            "hash_one",
            "HashMap",
            "HashSet",
            "with_hasher",
            "with_capacity_and_hasher",
        ],
    ),
    (
        "Clone",
        &[
            "clone",
            "clone_from",
            "cloned",
            "Cow",
            "Copy",
            "cycle",
            "extend_from_slice",
            "fill",
            "from_elem",
            "make_mut",
            "or_insert",
            "repeat",
            "resize",
            "repeat_n",
            "to_owned",
            "to_vec",
            "unwrap_or_clone",
            "vec",
        ],
    ),
    (
        "Debug",
        &[
            "{:?}",
            "assert_eq",
            "assert_ne",
            "dbg",
            "debug_assert_eq",
            "debug_assert_ne",
            "Error",
            "entries",
            "entry",
            "expect",
            "expect_err",
            "field",
            "Termination",
            "unwrap",
            "unwrap_err",
        ],
    ),
    (
        "Default",
        &["default", "or_default", "take", "unwrap_or_default"],
    ),
    (
        "DoubleEndedIterator",
        &[
            "next_back",
            "nth_back",
            "rev",
            "rfind",
            "rfold",
            "rposition",
            "rsplit",
            "try_rfold",
        ],
    ),
    (
        "ExactSizeIterator",
        &["is_empty", "len", "rev", "rposition", "next_back"],
    ),
    ("Extend", &["extend", "extend_one", "partition", "unzip"]),
    ("From", &["?", "from", "Into", "into"]),
    (
        "FromIterator",
        &[
            "collect",
            "from_iter",
            "partition",
            "Sum",
            "Product",
            "sum",
            "product",
        ],
    ),
    ("FromStr", &["from_str", "parse"]),
    ("Hash", &["hash", "hash_one", "hash_slice"]),
    ("Hasher", &["BuildHasher", "finish", "hash_one"]),
    ("Into", &["into"]),
    (
        "Ord",
        &[
            "BTreeMap",
            "BTreeSet",
            "BinaryHeap",
            "binary_search",
            "clamp",
            "cmp",
            "is_sorted",
            "max",
            "max_by_key",
            "min",
            "min_by_key",
            "sort",
            "sort_by_cached_key",
            "sort_by_key",
            "sort_unstable",
            "sort_unstable_by_key",
        ],
    ),
    (
        "PartialOrd",
        &[
            "Ord",
            "ge",
            "gt",
            "is_sorted",
            "is_sorted_by_key",
            "le",
            "lt",
            "partial_cmp",
            "clamp",
            "max",
            "min",
        ],
    ),
    (
        "Read",
        &[
            "bytes",
            "by_ref",
            "chain",
            "read",
            "read_exact",
            "read_to_end",
            "read_to_string",
            "take",
        ],
    ),
    ("ToOwned", &["Cow", "clone_into", "into_owned", "to_owned"]),
    ("ToString", &["to_string"]),
    ("TryFrom", &["TryInto", "try_from", "try_into"]),
    ("TryInto", &["try_into"]),
    (
        "Write",
        &[
            "by_ref",
            "flush",
            "write",
            "write_all",
            "write_char",
            "write_fmt",
            "write_str",
            "writeln",
        ],
    ),
];

/// Whether anything calls for the trait of that name, given what is called;
/// nothing is known of a trait that is not listed.
pub fn is_called_for(name: &str, called: impl Fn(&str) -> bool) -> Option<bool> {
    let (_, by) = CALLED_FOR_BY.iter().find(|(listed, _)| *listed == name)?;
    Some(called(name) || by.iter().any(|each| called(each)))
}

/// Traits that may be spared, each with its methods that a call could find
/// elsewhere: not those that take `self` by value, which what a type
/// dereferences to, a slice say, is not.
const SPARED: [(&str, &[&str]); 26] = [
    ("AsMut", &["as_mut"]),
    ("AsRef", &["as_ref"]),
    ("Borrow", &["borrow"]),
    ("BorrowMut", &["borrow_mut"]),
    ("Clone", &["clone", "clone_from"]),
    ("Debug", &["fmt"]),
    ("Default", &[]),
    ("Display", &["fmt", "to_string"]),
    (
        "DoubleEndedIterator",
        &[
            "next_back",
            "nth_back",
            "rev",
            "rfind",
            "rfold",
            "rposition",
            "try_rfold",
        ],
    ),
    ("Eq", &[]),
    ("Error", &["cause", "description", "source"]),
    ("ExactSizeIterator", &["len"]),
    ("Extend", &["extend"]),
    ("From", &[]),
    ("FromIterator", &[]),
    ("FromStr", &[]),
    ("FusedIterator", &[]),
    ("Hash", &["hash"]),
    ("IntoIterator", &["into_iter"]),
    ("Ord", &["cmp"]),
    ("PartialEq", &["eq", "ne"]),
    ("PartialOrd", &["ge", "gt", "le", "lt", "partial_cmp"]),
    ("Send", &[]),
    ("Sync", &[]),
    ("TryFrom", &[]),
    (
        "Write",
        &["by_ref", "flush", "write", "write_all", "write_fmt"],
    ),
];

/// The methods of a trait, if the compiler tells when an implementation of it
/// is missed.
pub fn method_names(of: &str) -> Option<&'static [&'static str]> {
    let found = SPARED.iter().find(|(name, _)| *name == of);
    found.map(|(_, methods)| *methods)
}
