//! `heineman reach`: everything that can be reached from a deal.

mod census;
mod stale;

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use freecell::card::{Card, Suit};
use indicatif::HumanCount;
use serde_json::{json, Value};

use self::census::{census, Census, Common, Scope};
use super::autoplay::Autoplay;
use super::packed::board::Board;
use super::packed::moves::Rules;
use super::shape::OneGame;
use cli::stdout;
use shared::memory::some_memory;
use shared::memory::Bytes;
use shared::{commands::Outcome, interrupt, progress};

const EXAMPLES: &str = "\
Examples:
  freecell-heineman reach 11982
  freecell-heineman reach 1 --cells 0 --autoplay safe";

/// Count every position that can be reached, or prove that no solution exists
///
/// Positions are compared exactly, not by hashes. Exit status 0 if the count is
/// complete.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    game: OneGame,
    /// What moves home by itself after each move
    #[arg(long, value_enum, default_value_t = Autoplay::None)]
    autoplay: Autoplay,
    /// Count positions that differ in the order of cascades as two
    #[arg(long)]
    ordered: bool,
    /// Move no card home
    #[arg(long)]
    stay: bool,
    /// Also count as the column's program does: its order of cascades is sometimes
    /// out of date, so that one position gets several keys
    #[arg(long, conflicts_with = "json")]
    stale: bool,
    /// About how much memory may be used
    #[arg(long, default_value = "2G", value_parser = some_memory)]
    memory: Bytes,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let deal = args.game.deal()?;
    interrupt::install_handler();
    let bar = progress::counter("positions");
    let report = |positions| bar.set_position(positions);
    let census = census(deal, args.scope(), args.memory, report);
    bar.finish_and_clear();
    let is_complete = census.outcome == census::Outcome::Complete;
    let out = &mut stdout().lock();
    if args.game.json {
        writeln!(out, "{:#}", json_report(args, &census))?;
    } else {
        write_report(out, args, &census)?;
    }
    let stopped = args.stale && !stale(out, args)?;
    Ok((is_complete && !stopped).into())
}

/// What is known, for programs.
fn json_report(args: &Args, census: &Census) -> Value {
    let complete = census.outcome == census::Outcome::Complete;
    json!({
        "deal": args.game.number(),
        "rules": args.rules(),
        "result": match census.win {
            Some(_) => "solvable",
            None if complete => "unsolvable",
            None => "unknown",
        },
        "complete": complete,
        "positions": census.positions,
        "moves": census.edges,
        "depth": census.depth,
        "shortest": census.win,
        "highest_home": census.common.highest,
    })
}

/// Counts as the column's program does; false if the count was stopped.
fn stale(out: &mut impl Write, args: &Args) -> Result<bool> {
    let board = Board::new(&args.game.deal()?, true);
    let count = stale::count(board, args.game.shape.cells(), args.memory);
    match count.map(HumanCount) {
        Some(count) => writeln!(
            out,
            "The column's program counts {count} positions, some of them several times."
        )?,
        None => writeln!(
            out,
            "Counting as the column's program does was stopped before its end."
        )?,
    }
    Ok(count.is_some())
}

impl Args {
    fn scope(&self) -> Scope {
        Scope {
            rules: Rules {
                home: !self.stay,
                ..self.game.rules()
            },
            autoplay: self.autoplay,
            ordered: self.ordered,
        }
    }

    fn rules(&self) -> String {
        let autoplay = match self.autoplay {
            Autoplay::None => "no autoplay",
            Autoplay::Safe => "safe autoplay",
            Autoplay::All => "all autoplay",
            Autoplay::Author => "the author's autoplay",
        };
        let pick = |is_so, yes, no| if is_so { yes } else { no };
        let moves = pick(self.game.single, "single cards", "supermoves");
        let stay = pick(self.stay, ", nothing moved home", "");
        let order = pick(self.ordered, "cascades ordered", "no order");
        format!("{}, {autoplay}, {moves}{stay}, {order}", self.game.shape)
    }
}

fn write_report(out: &mut impl Write, args: &Args, census: &Census) -> Result<()> {
    writeln!(out, "Deal {} ({}):", args.game.number(), args.rules())?;
    let positions = HumanCount(census.positions);
    let (edges, depth) = (HumanCount(census.edges), census.depth);
    writeln!(out, "{positions} positions reached, {edges} moves from them, the farthest {depth} moves from the deal.")?;
    writeln!(out, "{}", verdict(census))?;
    let scope = if census.outcome == census::Outcome::Complete {
        ""
    } else {
        " so far"
    };
    let common = &census.common;
    writeln!(out, "Never moved{scope}: {}", list(common.never_moved()))?;
    writeln!(
        out,
        "Never in a cell{scope}: {}",
        list(common.never_in_cell())
    )?;
    grid(out, common, scope)?;
    let highest = Suit::ALL.iter().zip(common.highest);
    let highest = highest.fold(String::new(), |mut text, (suit, rank)| {
        let _ = write!(text, " {}-{rank}", suit.letter());
        text
    });
    writeln!(out, "Highest ranks home{scope}:{highest}")?;
    Ok(())
}

/// What all positions have in common, as the column prints it: the foundations
/// that stay empty, and the cards that lie as dealt.
fn grid(out: &mut impl Write, common: &Common, scope: &str) -> Result<()> {
    writeln!(out, "Common to all positions{scope}:")?;
    let foundations = Suit::ALL.iter().zip(common.highest);
    let empty = foundations.filter(|&(_, highest)| highest == 0);
    let empty: String = empty.map(|(suit, _)| suit.letter()).collect();
    writeln!(
        out,
        "Foundation cells: {}",
        if empty.is_empty() { "none" } else { &empty }
    )?;
    writeln!(out, "Tableau columns:")?;
    for row in common.rows() {
        let cards = row
            .iter()
            .map(|card| card.map_or("..".into(), |card| card.to_string()));
        writeln!(out, "{}", cards.collect::<Vec<_>>().join(" "))?;
    }
    Ok(())
}

fn verdict(census: &Census) -> String {
    match (census.win, census.outcome) {
        (Some(moves), _) => format!("A solution exists; the shortest has {moves} moves."),
        (None, census::Outcome::Complete) => {
            "No solution exists: these are all positions, and none of them is won.".into()
        }
        (None, census::Outcome::Memory) => {
            "Unknown whether a solution exists: memory limit reached.".into()
        }
        (None, census::Outcome::Interrupted) => {
            "Unknown whether a solution exists: interrupted.".into()
        }
    }
}

fn list(cards: impl Iterator<Item = Card>) -> String {
    let cards: Vec<String> = cards.map(|card| card.to_string()).collect();
    if cards.is_empty() {
        "none".into()
    } else {
        cards.join(" ")
    }
}
