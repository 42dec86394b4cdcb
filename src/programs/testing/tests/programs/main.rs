//! What all programs have in common, and what is written about them: transcripts, help
//! texts, prose.

mod conventions;
mod examples;
mod links;
mod names;
mod odd_files;
mod prose;
mod streams;
mod transcripts;
