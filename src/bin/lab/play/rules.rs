//! What is not known about the real referee: each point is an option on the command
//! line.

use std::time::Duration;

use freecell::ruleset::Ruleset;

use crate::duration;

/// The rules by which a referee judges a game.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The limits on time and turns.
    pub limits: Limits,
    /// The other options.
    pub habits: Habits,
}

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

/// What a referee may or may not do.
#[derive(Clone, Copy, Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
pub struct Habits {
    /// Run autoplay before the first turn as well
    #[arg(long)]
    pub autoplay_first: bool,
    /// Play only the first move of a line
    #[arg(long)]
    pub one_move_a_turn: bool,
    /// Skip illegal moves, as if they were not there
    #[arg(long)]
    pub skip_illegal: bool,
    /// Send the line of cells without "Freecells:"
    #[arg(long)]
    pub no_cells_prefix: bool,
}
