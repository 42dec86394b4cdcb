//! The table of proofs: what a file says of deals under one autoplay rule.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;

use anyhow::{ensure, Context, Result};
use csv::ReaderBuilder;
use flate2::bufread::MultiGzDecoder;
use freecell::moves::Line;
use freecell::ruleset::Autoplay;
use serde::Deserialize;

/// The first bytes of a file compressed by gzip.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The shortest line of each deal that is decided; `None` if no line wins.
pub type Proofs = BTreeMap<u64, Option<Line>>;

/// A row of the file; the number of moves is `none` where no line wins.
#[derive(Deserialize)]
struct Row {
    deal: u64,
    autoplay: Autoplay,
    moves: String,
    line: Line,
}

/// Reads the rows of one autoplay rule.
pub fn read(path: &Path, autoplay: Autoplay) -> Result<Proofs> {
    let name = || path.display().to_string();
    let mut file = BufReader::new(File::open(path).with_context(name)?);
    let is_compressed = file.fill_buf().with_context(name)?.starts_with(&GZIP);
    let input: Box<dyn Read> = if is_compressed {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let reader = ReaderBuilder::new().has_headers(false).from_reader(input);
    let mut proofs = Proofs::new();
    for row in reader.into_deserialize() {
        let row: Row = row.with_context(name)?;
        let Row {
            deal, moves, line, ..
        } = row;
        let (count, line) = (line.len(), (!line.is_empty()).then_some(line));
        let has = if count == 0 {
            "none".to_owned()
        } else {
            count.to_string()
        };
        ensure!(
            moves == has,
            "{}: deal {deal} has a line of {count}, not {moves} moves",
            name()
        );
        if row.autoplay == autoplay {
            proofs.insert(deal, line);
        }
    }
    Ok(proofs)
}
