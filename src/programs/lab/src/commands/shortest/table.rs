//! The table of proofs: what its rows say of the deals asked for, under one autoplay rule or by a
//! program's rules.
//!
//! The program has one of its own, compressed. Any other is read row by row, however long it is.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;

use anyhow::{ensure, Context, Result};
use flate2::bufread::MultiGzDecoder;
use freecell::moves::Line;
use rangemap::RangeInclusiveSet;
use serde::Deserialize;
use shared::commands::Untrue;
use shared::{row_file, table_file};

use crate::support::programs::Choice;
use crate::support::refused;

/// The table that the program has: what `lab range --prove` found.
const OWN: &[u8] = include_bytes!("shortest.csv.gz");

/// The first bytes of a file compressed by gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The shortest line of each deal that is decided; `None` if no line wins.
pub type Proofs = BTreeMap<u64, Option<Line>>;

/// A row of the file; the number of moves is `none` where no line wins.
#[derive(Deserialize)]
struct Row {
    deal: u64,
    rules: Choice,
    moves: String,
    line: Line,
}

/// Reads what a table, by default the program's own, says of some deals by some rules.
/// The referee replays each line.
///
/// # Errors
/// The file cannot be read; a row is malformed, contradicts itself or another one, or its line does
/// not win.
pub fn read(path: Option<&Path>, rules: Choice, deals: &RangeInclusiveSet<u64>) -> Result<Proofs> {
    let Some(path) = path else {
        return read_rows(OWN, "the table", rules, deals);
    };
    let name = table_file::name(path);
    let file = table_file::open(path).with_context(|| name.clone())?;
    read_rows(file, &name, rules, deals)
}

fn read_rows(
    input: impl Read,
    name: &str,
    rules: Choice,
    deals: &RangeInclusiveSet<u64>,
) -> Result<Proofs> {
    let mut input = BufReader::new(input);
    let beginning = input.fill_buf().with_context(|| name.to_owned())?;
    let input: Box<dyn Read + '_> = if beginning.starts_with(&GZIP) {
        Box::new(MultiGzDecoder::new(input))
    } else {
        Box::new(input)
    };
    let mut proofs = BTreeMap::new();
    for row in row_file::rows::<Row>(input) {
        let (number, row) = row.with_context(|| name.to_owned())?;
        let is_asked = row.rules == rules && deals.contains(&row.deal);
        row.check(is_asked)
            .map_err(|why| Untrue(format!("{name}: row {number}, deal {}: {why:#}", row.deal)))?;
        if !is_asked {
            continue;
        }
        let line = (!row.line.is_empty()).then_some(row.line);
        let (earlier, known) = proofs.entry(row.deal).or_insert((number, line.clone()));
        ensure!(
            known.as_ref().map(Line::len) == line.as_ref().map(Line::len),
            Untrue(format!(
                "{name}: row {earlier} and row {number}, deal {}: they contradict each other",
                row.deal
            ))
        );
    }
    let proofs = proofs.into_iter().map(|(deal, (_, line))| (deal, line));
    Ok(proofs.collect())
}

impl Row {
    /// Checks that the row does not contradict itself, and has the referee replay its line if it
    /// is asked for.
    fn check(&self, is_asked: bool) -> Result<()> {
        let (count, moves) = (self.line.len(), &self.moves);
        let has = match count {
            0 => "none".to_owned(),
            _ => count.to_string(),
        };
        ensure!(*moves == has, "it has a line of {count}, not {moves} moves");
        if is_asked && count > 0 {
            refused::replay(self.deal, self.rules, count, &self.line.to_string())?;
        }
        Ok(())
    }
}
