//! Searches that store every position.

use std::io::{stdout, Write as _};

use anyhow::Result;
use freecell::deal;

use super::moves::Rules;
use super::position::{Move, Position};
use crate::{deals, Outcome};

/// Depth-first with a bound on the depth, every path counted
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The number of a Microsoft deal
    #[arg(value_parser = deals::number)]
    deal: u64,
    /// The longest path looked at, in moves
    #[arg(long)]
    depth: u32,
}

/// Counts the moves down to the bound.
pub fn run(args: &Args) -> Result<Outcome> {
    let table = deal::microsoft(args.deal).expect("a deal's number");
    let moves = searched(&mut Position::new(&table), args.depth, &mut Vec::new());
    writeln!(stdout().lock(), "{moves} moves searched")?;
    Ok(Outcome::No)
}

fn searched(position: &mut Position, depth: u32, moves: &mut Vec<Move>) -> u64 {
    let start = moves.len();
    Rules::default().moves(position, moves);
    let mut count = (moves.len() - start) as u64;
    for index in start..moves.len() {
        if depth > 1 {
            let each = moves[index];
            position.make(each);
            count += searched(position, depth - 1, moves);
            position.undo(each);
        }
    }
    moves.truncate(start);
    count
}
