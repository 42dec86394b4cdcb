//! The subcommands, a module each; none of them knows another.

pub mod bench;
pub mod cells;
pub mod check;
pub mod curve;
pub mod deal;
pub mod diagnose;
pub mod find;
pub mod hint;
pub mod page;
pub mod play;
pub mod range;
pub mod replay;
pub mod shortest;
pub mod solve;
pub mod translate;
pub mod tune;
pub mod verify;

/// The subcommands, in the order in which the help lists them: a name and a module each.
macro_rules! commands {
    ($($name:ident $module:ident,)*) => {
        #[derive(clap::Subcommand)]
        pub enum Command {
            $($name($module::Args),)*
        }

        impl Command {
            pub fn run(&self) -> anyhow::Result<shared::commands::Outcome> {
                match self {
                    $(Command::$name(args) => $module::run(args),)*
                }
            }
        }
    };
}

commands! {
    Deal deal, Solve solve, Range range, Check check, Verify verify, Play play, Bench bench,
    Replay replay, Translate translate, Page page, Curve curve, Tune tune, Hint hint,
    Diagnose diagnose, Find find, Shortest shortest, Cells cells,
}
