//! A FreeCell bot for CodinGame, and the library it is made of: cards and deals,
//! a referee, searches that find short solutions, and proofs.
//!
//! Deal a table, solve it, print the line, and let the referee replay it:
//!
//! ```
//! use freecell::{deal, replay, solve, Ruleset, SolveOptions, Verdict};
//!
//! let table = deal::microsoft(10913).expect("a deal's number");
//! let plan = solve(&table, SolveOptions::default()).expect("a whole deck");
//! let line = plan.solution().expect("this deal has a solution");
//! println!("{line}");
//! let verdict = replay(&table, Ruleset::default(), line);
//! assert_eq!(verdict, Verdict::Won { moves: line.len() });
//! ```
//!
//! The bot itself reads a table, 14 lines a turn, and answers with a line of
//! moves that wins:
//!
//! ```
//! use freecell::bot::{play, TurnLimits};
//! use std::time::Instant;
//!
//! let turn = include_str!("../fixtures/turns/one-move-to-win.txt");
//! let (mut line, log, start) = (Vec::new(), std::io::sink(), Instant::now());
//! let clock = || start.elapsed();
//! play(turn.as_bytes(), &mut line, log, &TurnLimits::default(), &clock).unwrap();
//! assert_eq!(line, b"56\n");
//! ```
//!
//! # The map
//!
//! In reading order; each module uses only those before it.
//!
//! * [`card`], [`table`]: cards, and where they lie.
//! * [`moves`], [`deal`]: moves, in numbers and in their notation; Microsoft's
//!   numbered deals.
//! * [`ruleset`]: what the puzzle leaves open about its rules.
//! * [`referee`]: a plain, slow judge of lines. It shares no code for moves with
//!   what follows, so that it can judge that too.
//! * `program`, behind the feature `programs`: the programs that people play in, and their rules.
//! * [`protocol`]: a turn's 14 lines, read and printed.
//! * `text`, behind the feature `text`: the other forms in which people write tables, and what
//!   each move moves, as pages read it.
//! * `serialization`, behind the feature `serde`: the value types as strings, for `serde`.
//! * [`card_set`]: sets of cards, with the operators of sets.
//! * [`board`], [`rules`], [`position`]: the packed board, what moves do to it,
//!   and the positions (a board for each ruleset) that the searches plan over.
//! * [`playback`]: whether a line wins, and where it leads, on packed boards.
//! * [`belief`]: which rulesets the referee's turns leave possible.
//! * [`bound`]: how few moves a table can need, proved.
//! * [`heuristic`]: how far a position seems to be from a win.
//! * [`search`]: the searches, and a page on how they work.
//! * [`plan`]: the best line for the rulesets that are possible.
//! * [`analysis`]: a line, shorter lines, lower bounds and proofs, step by step.
//! * [`solve()`]: the planner in one call.
//! * [`difficulty`]: how hard a table is to win.
//! * [`bot`]: the loop over the turns of a game.
//!
//! The words used here are explained in the [`glossary`]. In a comment, (log: "first slice") names
//! an entry of the log of experiments, `src/search/EXPERIMENTS.md`.
//!
//! `main.rs` connects the bot with standard input, output and error and with the
//! clock. The lab, the column's searches, the merger and two more patiences are
//! programs of their own: packages below `src/programs/`, each with its own dependencies. So the
//! library depends on the bot's three crates alone.
//!
//! # What is promised
//!
//! Versions follow semantic versioning for what a user of the crate needs: the names at the crate's
//! root, [`card`], [`moves`], [`table`], [`deal`], [`ruleset`], [`referee`], [`protocol`],
//! [`difficulty`] and [`bot`]. With the feature `serde`, the types among them that have
//! [`FromStr`](std::str::FromStr) implement `Serialize` and `Deserialize`, as strings that hold the
//! same text. With the feature `text`, `text::ParsedTable` reads a table in any form in which
//! people write one. With the feature `programs` there are the rules of programs that people play
//! in. The errors among them, and the rules, may get more variants. Lists of moves and of steps are
//! [`ArrayVec`](arrayvec::ArrayVec) and [`SmallVec`](smallvec::SmallVec), on purpose: a new major
//! version of those crates is one of this crate.
//!
//! The other modules are closed. The feature `internals` opens them to the programs below
//! `src/programs/` and to the tests, which are crates of their own; what is in them may change in
//! any version. Without it nobody can use them, and the documentation does not show them.
//!
//! # What always holds
//!
//! The library guarantees:
//!
//! * The referee shares no code for moves with the searches, and the searches
//!   never ask it.
//! * The library has no threads, no random numbers and no files, and it reads a
//!   clock only if [`solve()`] is given a deadline: given a number of positions instead, the
//!   same input gives the same answer on every machine.
//! * No search plays a move that is not legal under every ruleset it plans for.
//! * No search goes on once its budget is spent: when a turn's time is up, at most
//!   64 more positions are expanded.
//! * "Unsolvable" is a proof: nothing was pruned that could lose a solution, and
//!   no two positions were taken for one, up to a collision of 128-bit hashes
//!   (below 10^-14 among 2^40 positions). A lower bound on the moves is a proof as
//!   well; there about 100 bits of a hash tell two positions apart (a collision has a
//!   probability below 10^-12 among 2^32).
//! * No autoplay happens before the first move; the table is taken as given.
//! * The bot depends on three crates, and nothing here is `unsafe`.

// Closed modules hold much that only the programs use, and links lead to them.
#![cfg_attr(
    not(feature = "internals"),
    allow(dead_code, unused_imports, rustdoc::private_intra_doc_links)
)]

pub mod bot;
pub mod card;
pub mod deal;
pub mod difficulty;
#[cfg(doc)]
pub mod glossary;
pub mod moves;
#[cfg(feature = "programs")]
pub mod program;
pub mod protocol;
pub mod referee;
pub mod ruleset;
#[cfg(feature = "serde")]
mod serialization;
mod solve;
pub mod table;
#[cfg(feature = "text")]
pub mod text;

pub use analysis::known::Goal;
pub use analysis::limits::Limits;
pub use analysis::Analysis;
pub use belief::Belief;
pub use moves::Line;
pub use plan::{Plan, Win, WinsUnder};
pub use referee::{replay, Verdict};
pub use ruleset::{Autoplay, Ruleset};
pub use search::outcome::{LowerBound, Outcome, StopReason};
pub use solve::{solve, SolveOptions};
pub use table::Table;

#[cfg(feature = "internals")]
pub mod analysis;
#[cfg(feature = "internals")]
pub mod belief;
#[cfg(feature = "internals")]
pub mod board;
#[cfg(feature = "internals")]
pub mod bound;
#[cfg(feature = "internals")]
pub mod card_set;
#[cfg(feature = "internals")]
pub mod heuristic;
#[cfg(feature = "internals")]
pub mod plan;
#[cfg(feature = "internals")]
pub mod playback;
#[cfg(feature = "internals")]
pub mod position;
#[cfg(feature = "internals")]
pub mod rules;
#[cfg(feature = "internals")]
pub mod search;

#[cfg(not(feature = "internals"))]
mod analysis;
#[cfg(not(feature = "internals"))]
mod belief;
#[cfg(not(feature = "internals"))]
mod board;
#[cfg(not(feature = "internals"))]
mod bound;
#[cfg(not(feature = "internals"))]
mod card_set;
#[cfg(not(feature = "internals"))]
mod heuristic;
#[cfg(not(feature = "internals"))]
mod plan;
#[cfg(not(feature = "internals"))]
mod playback;
#[cfg(not(feature = "internals"))]
mod position;
#[cfg(not(feature = "internals"))]
mod rules;
#[cfg(not(feature = "internals"))]
mod search;
