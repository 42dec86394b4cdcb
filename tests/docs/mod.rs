//! What is written about the programs: transcripts, help texts, prose.

mod examples;
mod prose;
mod transcripts;
