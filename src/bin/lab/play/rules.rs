//! How this referee plays where the real one's ways are not known: each an
//! option on the command line.

use std::time::Duration;

use freecell::ruleset::Ruleset;

use crate::duration;

/// The ways of a referee.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The limits.
    pub limits: Limits,
    /// The habits.
    pub habits: Habits,
}

/// How long a bot may take.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Limits {
    /// The time for the first line, counted from sending the input
    #[arg(long, value_name = "TIME", default_value = "1000ms", value_parser = duration::parse)]
    pub first_turn: Duration,
    /// The time for a later line
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = duration::parse)]
    pub turn: Duration,
    /// The lines a game may take
    #[arg(long, value_name = "N", default_value = "200")]
    pub turns: usize,
}

/// What a referee may do or not.
#[derive(Clone, Copy, Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub struct Habits {
    /// Let cards go home before the first turn already
    #[arg(long)]
    pub autoplay_first: bool,
    /// Play only the first move of a line
    #[arg(long)]
    pub one_move_a_turn: bool,
    /// Pass over an illegal move, as if it had not been there
    #[arg(long)]
    pub skip_illegal: bool,
    /// Send the line of cells without "Freecells:"
    #[arg(long)]
    pub no_cells_prefix: bool,
}
