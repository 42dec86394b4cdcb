//! Serialises the value types with `serde`, behind the feature `serde`: each as the text that
//! [`Display`](fmt::Display) writes and [`FromStr`] reads, in every format.

use std::fmt::{self, Display, Formatter};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::card::{Card, Rank, Suit};
use crate::moves::{Line, Move, Place};
use crate::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use crate::table::Table;

/// Reads a value from its text.
struct TextOf<T>(PhantomData<T>);

impl<T: FromStr<Err: Display>> Visitor<'_> for TextOf<T> {
    type Value = T;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! serialize_as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(TextOf(PhantomData))
            }
        }
    )*};
}

serialize_as_text!(Card, Rank, Suit, Line, Move, Place, Table);
serialize_as_text!(Autoplay, Capacity, OverlongRun, Ruleset);
