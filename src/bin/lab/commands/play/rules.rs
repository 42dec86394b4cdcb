//! What is not known about the real referee: each point is an option on the command
//! line.
//!
//! [`Rules`] are those of the table, [`TurnRules`] those of a turn; together they are
//! what makes one kind of referee differ from another, and what `--every-referee`
//! varies. [`Limits`] and [`Wire`] are about time and
//! about what passes between referee and bot.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Parser, ValueEnum};

use super::autoplay::{self, Autoplay, Choice, Habits};
use super::supermoves::Supermoves;
use freecell::tools::duration;

/// The rules of the table: what a move does.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Which cards go home by themselves, and when.
    pub autoplay: Autoplay,
    /// How many cards move as one.
    pub supermoves: Supermoves,
    /// What becomes of the cells after a move.
    pub cells: CellOrder,
}

/// Where the cards in the cells are after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CellOrder {
    /// Each card stays in its cell
    #[default]
    Kept,
    /// The cards close up towards cell a, in the order in which they are
    Packed,
    /// The cards close up towards cell a, lowest rank first
    Sorted,
}

/// The rules of the table as options.
#[derive(Clone, Debug, clap::Args)]
pub struct RuleOptions {
    /// Which cards the game itself sends home
    #[arg(long, value_name = "RULE", default_value = "safe")]
    #[arg(value_parser = autoplay::choice())]
    autoplay: Choice,
    #[command(flatten)]
    habits: Habits,
    #[command(flatten)]
    supermoves: Supermoves,
    /// What happens to the cards in the cells after each move
    #[arg(long, value_name = "ORDER", value_enum, default_value_t)]
    cells: CellOrder,
}

impl RuleOptions {
    /// The rules, one set or two.
    pub fn each(&self) -> impl Iterator<Item = Rules> + '_ {
        self.autoplay.0.iter().map(|&cards| Rules {
            autoplay: Autoplay {
                cards,
                habits: self.habits,
            },
            supermoves: self.supermoves,
            cells: self.cells,
        })
    }
}

/// What an illegal move costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum IllegalMove {
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
    illegal: IllegalMove,
    /// The same as --illegal skipped
    #[arg(long, conflicts_with = "illegal")]
    skip_illegal: bool,
    /// Play only the first N moves of a line [default: all]
    #[arg(long, value_name = "N")]
    moves_a_turn: Option<NonZeroUsize>,
    /// The same as --moves-a-turn 1
    #[arg(long, conflicts_with = "moves_a_turn")]
    one_move_a_turn: bool,
}

impl TurnRules {
    /// What an illegal move costs.
    pub fn illegal(self) -> IllegalMove {
        if self.skip_illegal {
            IllegalMove::Skipped
        } else {
            self.illegal
        }
    }

    /// How many moves of a line are played at most.
    pub fn moves(self) -> usize {
        match self.moves_a_turn {
            _ if self.one_move_a_turn => 1,
            Some(moves) => moves.get(),
            None => usize::MAX,
        }
    }
}

/// The options that make a kind of referee, apart from the rest of the command line.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
pub struct Kind {
    #[command(flatten)]
    pub rules: RuleOptions,
    #[command(flatten)]
    pub turns: TurnRules,
}

impl Kind {
    /// Reads options with blanks between them, as the command line would.
    pub fn of(options: &str) -> Result<Kind, clap::Error> {
        Kind::try_parse_from(options.split_whitespace())
    }
}

/// The time for a later line that the puzzle is believed to allow.
pub const LATER_TURN: Duration = Duration::from_millis(50);

/// How long a bot may take.
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

/// What passes between referee and bot.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Wire {
    /// Run autoplay before the first turn as well
    #[arg(long)]
    pub autoplay_first: bool,
    /// Send the line of cells without "Freecells:"
    #[arg(long)]
    pub no_cells_prefix: bool,
    /// Send the first turn's first byte, and the rest only after this time, as if
    /// the bot had been stopped meanwhile
    #[arg(long, value_name = "TIME", default_value = "0ms", value_parser = duration::parse)]
    pub first_stall: Duration,
    /// The same for each later turn
    #[arg(long, value_name = "TIME", default_value = "0ms", value_parser = duration::parse)]
    pub stall: Duration,
}
