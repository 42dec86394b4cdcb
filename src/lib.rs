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
//! use freecell::bot::{play, Limits};
//! use std::time::Instant;
//!
//! let turn = include_str!("../fixtures/turns/one-move-to-win.txt");
//! let (mut line, log, start) = (Vec::new(), std::io::sink(), Instant::now());
//! let clock = || start.elapsed();
//! play(turn.as_bytes(), &mut line, log, &Limits::default(), &clock).unwrap();
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
//! * [`heuristic`], [`search`]: how far a position seems to be from won; the
//!   searches, which begin with a page on how they work.
//! * [`plan`]: the best line for the rulesets that are possible.
//! * [`anytime`]: a line, shorter lines and lower bounds, step by step, for the tools.
//! * [`solve()`]: all of that in one call.
//! * [`difficulty`]: how hard a table is to win.
//! * [`bot`]: the loop over the turns of a game.
//!
//! `main.rs` connects the bot with standard input, output and error and with the
//! clock. The lab, the column's searches, the merger and two more patiences are
//! programs of their own: packages below `src/programs/`, each with its own dependencies, so
//! that the library has but the three of the bot.
//!
//! # What is promised
//!
//! Versions follow semantic versioning for what a user of the crate needs:
//! the names at the crate's root, [`card`], [`moves`], [`table`], [`deal`], [`ruleset`],
//! [`referee`], [`protocol`], [`difficulty`] and [`bot`]. With the feature `serde`, the types among
//! them that have [`FromStr`](std::str::FromStr) implement `Serialize` and `Deserialize`, as
//! strings that hold the same text. With the feature `text`, `text::ParsedTable` reads a table in
//! any form in which people write one. The errors among them may get more
//! variants. Lists of moves and of steps are [`ArrayVec`](arrayvec::ArrayVec) and
//! [`SmallVec`](smallvec::SmallVec), on purpose: a new major version of those crates is one of
//! this crate.
//!
//! The other modules are public for the programs and the tests, which are crates of their
//! own: what they hold may change in any version. The documentation shows them with the
//! feature `internals`.
//!
//! # What always holds
//!
//! What is absent matters most:
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
//!   well; there some 100 bits of a hash tell two positions apart (a collision has a
//!   probability below 10^-12 among 2^32).
//! * No autoplay happens before the first move; the table is taken as given.
//! * The bot depends on three crates, and nothing here is `unsafe`.
//!
//! # Glossary
//!
//! Our own words:
//!
//! * **ruleset**: one consistent choice among the rules that the puzzle leaves
//!   open ([`ruleset::Ruleset`]).
//! * **unambiguous**: said of a move that is legal, and moves the same cards,
//!   under every choice of the rules for supermoves.
//! * **joint position**: several boards, one for each of several rulesets, that
//!   the same moves are played on ([`position::Position`]).
//! * **root**: the table at which a search begins; boards are packed relative to
//!   it ([`board::RootCascades`]).
//! * **undisturbed**: said of the cards of a cascade that have not moved since the root;
//!   what lies on them is the cascade's **built run**, a card that returned included. The
//!   word is from Paul & Helmert (*Optimal Solitaire Game Solutions Using A\* Search and Deadlock
//!   Analysis*, 2016).
//! * **self-blocking**: said of a built run with a card that lies above a smaller card of its
//!   suit, so that it must move once more before all of it is home.
//! * **costed move**, **free move**: the two kinds of moves of the relaxed game of [`bound`]. A
//!   run of the last undisturbed cards leaves its cascade for a move; a last undisturbed card
//!   leaves for nothing when no card that must go home before it is undisturbed.
//! * **colour-parity class**: the cards that can be in one run, black aces, red twos, black
//!   threes … or all others ([`card_set::CardSet::COLOR_PARITY`]).
//! * **played**: said of a successor whose position is made at once, since autoplay may have
//!   cards to send home ([`position::Successors`]).
//! * **stalling move**: the first of a reversible pair of moves, a card there and back, by
//!   which the bot gains a turn's time for the same search ([`bot`]).
//! * **line**: a sequence of moves, winning or not; one that wins is a *solution*.
//!
//! FreeCell's words (the game is Paul Alfille's, 1978; its numbered deals and `safe`
//! autoplay are Jim Horne's, 1991):
//!
//! * **cascade**, **cell**, **foundation**, **home**: the eight columns, the four
//!   single places, the four piles to be built, and being on one of these.
//! * **autoplay**: the game's own moves to the foundations after each move: `safe`,
//!   only of cards on which no other needs to lie, or `all`, of every card that
//!   fits ([`ruleset::Autoplay`]).
//! * **run**: cards at the end of a cascade, descending in alternating colours;
//!   **supermove**: moving several of them as one, as free cells and empty
//!   cascades would allow card by card.
//!
//! The words of search, with the source of each idea:
//!
//! * **A\***: expand the position with the lowest f = g + h, moves made plus moves
//!   estimated (Hart, Nilsson & Raphael, 1968); **weighted**, with g + w·h, it
//!   finds some solution sooner (Pohl, 1970).
//! * **admissible**: said of an estimate that is never above the moves really
//!   needed, so that A\* proves its first solution shortest (1968, as above).
//! * **beam search**: expand all positions of one depth together, and of what they
//!   lead to keep the best, as many as the beam is wide (Lowerre, 1976; for state
//!   spaces Bisiani, 1987).
//! * **open list**: the positions still to be expanded, those with the lowest f first
//!   (1968, as above).
//! * **bucket queue**: an array of stacks indexed by priority (Dial, 1969); the open
//!   list is one, and one ranks what a beam may keep.
//! * **Zobrist hash**: the exclusive or of one random number for each card and what
//!   it lies on, updated move by move (Zobrist, 1970).
//! * **transposition table**: the positions generated so far, found by their hash, since many lines
//!   lead to one position (Greenblatt, Eastlake & Crocker, 1967).
//! * **pattern database**: the exact costs of an abstraction of the game, computed
//!   before the search and looked up in it (Culberson & Schaeffer, 1998).
//! * **relaxation**: a game with fewer restrictions, whose solutions cost no more
//!   than the real one's, so that its costs are admissible (Pearl, 1984).
//! * **portfolio**: several configurations run in slices of time, since a problem
//!   that is hard for one is seldom hard for all (Huberman, Lukose & Hogg, 1997;
//!   Gomes & Selman, 2001).
//! * **non-local move**: one that has nothing to do with the move before it; here, one that takes
//!   no card from the cascade from which that one took some (Junghanns & Schaeffer, *Relevance
//!   cuts: localizing the search*, 1998).
//! * **dominance pruning**: leaving out a move because another one leads at least
//!   as far (Ibaraki, 1977).
//! * **decoupled search**: searching the factors of a state space by themselves, given what
//!   they have in common, instead of their product (Gnad & Hoffmann, 2018); here in
//!   `search::factored`, where the factors are the two **colour-parity classes**, the cards
//!   that can ever lie on one another.
//! * **conformant planning**: a plan that works without knowing which of several
//!   worlds is real; the set of possible worlds is the **belief** (Smith & Weld,
//!   1998; Bonet & Geffner, 2000).
//! * **accumulator**: the sums behind an evaluation, kept and updated by each move
//!   instead of recomputed (Nasu, 2018, for shogi; known from chess engines).

pub mod bot;
pub mod card;
pub mod deal;
pub mod difficulty;
pub mod moves;
pub mod protocol;
pub mod referee;
pub mod ruleset;
#[cfg(feature = "serde")]
mod serialization;
mod solve;
pub mod table;

pub use belief::Belief;
pub use moves::Line;
pub use plan::{Outcome, Plan, WinsUnder};
pub use referee::{replay, Verdict};
pub use ruleset::{Autoplay, Ruleset};
pub use search::outcome::StopReason;
pub use solve::{solve, SolveOptions};
pub use table::Table;

#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod anytime;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod belief;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod board;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod bound;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod card_set;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod heuristic;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod plan;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod playback;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod position;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod rules;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod search;
#[cfg(feature = "text")]
pub mod text;
