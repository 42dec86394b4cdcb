//! The points in which the real referee is unknown, each as an option on the command line.
//!
//! [`VariantOptions`] are the rules of the table, [`TurnRules`] those of a turn; together
//! they are what makes one referee differ from another, and what `--every-referee` varies.
//! [`Limits`] and [`TurnFormat`] are about time and about what passes between referee and
//! bot.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Parser, ValueEnum};
use freecell::program::Program;
use freecell::referee::variant::{AutoplayCards, AutoplayFrom, AutoplayTime, CellOrder, Variant};
use freecell::ruleset::Autoplay;

use super::names::{named, possible, value, CARDS, FROM, ORDERS, TIMES};
use crate::support::programs::program;
use crate::support::rulesets::Supermoves;
use shared::duration;

/// The rules of the table as options.
#[derive(Clone, Debug, clap::Args)]
pub struct VariantOptions {
    /// Which cards the game itself sends home
    #[arg(long, value_name = "RULE", default_value = "safe", value_parser = autoplay_choice())]
    autoplay: AutoplayChoice,
    /// From where cards go home by themselves
    #[arg(long, value_name = "PLACES", value_parser = named(FROM), default_value = "anywhere")]
    autoplay_from: AutoplayFrom,
    /// How many cards go home at a time, cascades before cells [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    autoplay_most: Option<u8>,
    /// When cards go home by themselves: after each move, or after each turn
    #[arg(long, value_name = "WHEN", value_parser = named(TIMES), default_value = "move")]
    autoplay_after: AutoplayTime,
    #[command(flatten)]
    supermoves: Supermoves,
    /// The rules of a program that people play in, in place of all other rules of the table
    #[arg(long = "for", value_name = "PROGRAM", value_parser = program())]
    #[arg(conflicts_with_all = ["autoplay", "autoplay_from", "autoplay_most", "autoplay_after"])]
    #[arg(conflicts_with_all = ["Supermoves", "one_card_into_empty", "cells"])]
    pub program: Option<&'static Program>,
    /// Move no run into an empty cascade, only its last card
    #[arg(long, conflicts_with = "long_run")]
    one_card_into_empty: bool,
    /// What happens to the cards in the cells after each move
    #[arg(long, value_name = "ORDER", value_parser = named(ORDERS), default_value = "kept")]
    cells: CellOrder,
}

impl VariantOptions {
    /// The variants of the rules, one or two.
    pub fn each(&self) -> Vec<Variant> {
        if let Some(program) = self.program {
            return vec![program.ruleset.into()];
        }
        let variant = |&autoplay| Variant {
            autoplay,
            autoplay_from: self.autoplay_from,
            autoplay_most: self.autoplay_most.unwrap_or(u8::MAX),
            autoplay_after: self.autoplay_after,
            capacity: self.supermoves.capacity,
            overlong_run: self.supermoves.long_run,
            one_card_into_empty: self.one_card_into_empty,
            cells: self.cells,
        };
        self.autoplay.0.iter().map(variant).collect()
    }
}

/// The rules that a value of `--autoplay` stands for: one, or two for `both`.
#[derive(Clone, Debug)]
struct AutoplayChoice(Vec<AutoplayCards>);

/// Reads a value of `--autoplay`.
fn autoplay_choice() -> impl TypedValueParser<Value = AutoplayChoice> {
    let both = PossibleValue::new("both").help("`safe` and, in another game, `all`");
    PossibleValuesParser::new(possible(CARDS).chain([both]))
        .map(|name| match name.as_str() {
            "both" => [Autoplay::Safe, Autoplay::All]
                .map(AutoplayCards::By)
                .into(),
            one => vec![value(CARDS, one)],
        })
        .map(AutoplayChoice)
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum IllegalMoveRule {
    /// The game
    #[default]
    Loses,
    /// The rest of the line: the next turn begins
    Stops,
    /// Nothing: it is skipped, as if it were not there
    Skipped,
}

/// The rules of a turn: how far its line is played.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(id = "turn_rules")]
pub struct TurnRules {
    /// What an illegal move costs
    #[arg(long, value_name = "COST", value_enum, default_value_t)]
    pub illegal: IllegalMoveRule,
    /// Play only the first N moves of a line [default: all]
    #[arg(long, value_name = "N")]
    moves_a_turn: Option<NonZeroUsize>,
    /// The same as --moves-a-turn 1
    #[arg(long, conflicts_with = "moves_a_turn")]
    one_move_a_turn: bool,
}

impl TurnRules {
    pub fn moves(self) -> usize {
        match self.moves_a_turn {
            _ if self.one_move_a_turn => 1,
            Some(moves) => moves.get(),
            None => usize::MAX,
        }
    }
}

/// A referee given by its options, apart from the rest of the command line.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
pub struct Preset {
    #[command(flatten)]
    pub variants: VariantOptions,
    #[command(flatten)]
    pub turns: TurnRules,
}

impl Preset {
    /// Reads options with blanks between them.
    pub fn parse(options: &str) -> Result<Preset, clap::Error> {
        Preset::try_parse_from(options.split_whitespace())
    }
}

/// The time for a later line that the puzzle is believed to allow.
pub const LATER_TURN: Duration = Duration::from_millis(50);

/// The limits on a bot's time and turns.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Limits {
    /// The time for the first line, from when the input is sent
    #[arg(long, value_name = "TIME", default_value = "1000ms", value_parser = duration::parse)]
    pub first_turn: Duration,
    /// The time for each later line
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = duration::parse)]
    pub turn: Duration,
    /// The most turns that a game may take
    #[arg(long, value_name = "N", default_value = "200")]
    pub turns: usize,
}

/// The format in which a turn is sent to the bot.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct TurnFormat {
    /// Run autoplay before the first turn as well
    #[arg(long, conflicts_with = "program")]
    pub autoplay_first: bool,
    /// Send the line of cells without "Freecells:"
    #[arg(long)]
    pub no_cells_prefix: bool,
    /// Send the first turn's first byte, and the rest only after this time, as if
    /// the bot had been stopped meanwhile
    #[arg(long, value_name = "TIME", default_value = "0ms", value_parser = duration::parse)]
    pub first_delay: Duration,
    /// The same for each later turn
    #[arg(long, value_name = "TIME", default_value = "0ms", value_parser = duration::parse)]
    pub delay: Duration,
}
