//! Tests of the text about the programs: transcripts, help texts, prose.

mod examples;
mod prose;
mod transcripts;
