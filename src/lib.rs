//! A FreeCell bot for CodinGame, and what its tools share.
//!
//! The bot reads a card table, 14 lines a turn, and answers with a line of
//! moves that wins, found by A* and made shorter by the same beam search:
//!
//! ```
//! use freecell::{bot, bot::Limits};
//!
//! let turn = include_str!("../fixtures/turns/one-move-to-win.txt");
//! let mut line = Vec::new();
//! bot::play(turn.as_bytes(), &mut line, std::io::sink(), &Limits::default()).unwrap();
//! assert_eq!(line, b"56\n");
//! ```
//!
//! # The map
//!
//! In ruleset order; each module uses only those before it.
//!
//! * [`card`], [`table`], [`deal`]: cards, where they lie, Microsoft's deals.
//! * [`ruleset`], [`moves`]: the vocabulary of rules and of moves.
//! * [`referee`]: a plain, slow judge of lines. It shares no code for moves
//!   with what follows, so that it can judge that too.
//! * [`protocol`]: a turn's 14 lines, read and printed.
//! * [`board`], [`rules`], [`position`]: the packed board, what moves do to it,
//!   and the positions (a board for each ruleset) that the search plans over.
//! * [`playback`]: lines, played on packed boards.
//! * [`belief`]: which rulesets the referee's answers leave possible.
//! * [`bound`]: how few moves a table can need, proved.
//! * [`heuristic`], [`search`]: how far a board looks from won, and the searches.
//! * [`plan`]: the best line for the rulesets that are possible.
//! * [`bot`]: the turn loop and the clock.
//!
//! `main.rs` wires the bot to standard input and output. The lab, the merger and
//! two more patiences are programs of their own, under `bin/`.
//!
//! # What always holds
//!
//! * No search sends a move that is not legal under every ruleset it plans for.
//! * "Impossible" is a proof: nothing was pruned that could lose a line, and no
//!   two positions were taken for one.
//! * Given a number of positions instead of time, the same input gives the same
//!   answer on every machine.
//! * The bot depends on three crates, has no `unsafe` code, and after a turn's
//!   time is up it expands no more than 64 positions.

pub mod belief;
pub mod board;
pub mod bot;
pub mod bound;
pub mod card;
pub mod deal;
pub mod heuristic;
pub mod moves;
pub mod plan;
pub mod playback;
pub mod position;
pub mod protocol;
pub mod referee;
pub mod rules;
pub mod ruleset;
pub mod search;
mod solve;
pub mod table;

pub use solve::{solve, SolveOptions};
