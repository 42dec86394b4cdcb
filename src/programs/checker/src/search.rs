//! Three exhaustive searches for a line that wins. They differ only in their order and in
//! what they keep.
//!
//! * [`any_line`] keeps all positions, each with its parent, and expands those with
//!   the most progress first. Before that a beam search tries to find a line, since that is
//!   soon done and gives a short one.
//! * [`short_line`] keeps them as well and expands them depth by depth, so that it finds a
//!   shortest line, or verifies that no line up to a given length wins.
//! * [`sweep`] expands those with the least progress first, and forgets all positions of
//!   one `Key::progress` when it goes on to the next. Since progress never
//!   decreases, no forgotten position can come again. This is the sweep-line method
//!   (Christensen, Kristensen & Mailund, *A Sweep-Line Method for State Space
//!   Exploration*, 2001). It cannot say which line wins, only that one does.
//!
//! The table that they begin with must not be won. None of them leaves a position out, so
//! once every position is expanded, the claim that no line wins is verified.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use freecell::moves::Line;

use super::claimed_game::ClaimedGame;
use super::key::Key;
use super::limits::{Budget, StopReason, Usage};
use super::store::Store;

/// The most moves that a table can have: the number of moves that can be written, rounded
/// up.
const MOST_MOVES: usize = 1 << 8;

/// The number of positions of each depth that the beam search expands.
const BEAM_WIDTH: usize = 500;

/// What a search has found out.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Every position was seen, and no line wins.
    Unsolvable,
    /// This line wins.
    Line(Line),
    /// A line wins; which one has been forgotten.
    Solvable,
    /// The search stopped before it had seen everything.
    Stopped(StopReason),
}

/// The outcome of a search, and how far it went.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// What was found out.
    pub outcome: Answer,
    /// The different positions seen.
    pub positions: u64,
    /// The fewest moves that a line can have, as far as has been verified.
    pub lower_bound: usize,
}

/// The reason why a search ends early: a win from the position with that number, or a limit.
#[derive(Clone, Copy)]
enum EarlyExit {
    Win(Key, u32),
    Stop(StopReason),
}

impl From<StopReason> for EarlyExit {
    fn from(stop: StopReason) -> EarlyExit {
        EarlyExit::Stop(stop)
    }
}

/// In place of a position's number: no parent, or the end of a stack.
const NO_POSITION: u32 = u32::MAX;

/// A position's parent, and the position below it in a stack.
type Link = (u32, u32);

/// The positions seen with links to their parents, and stacks of those to be expanded.
struct ParentLinks {
    store: Store<Link>,
    /// The top of each stack.
    stacks: Vec<u32>,
}

impl ParentLinks {
    fn new(stacks: usize) -> ParentLinks {
        ParentLinks {
            store: Store::new(),
            stacks: vec![NO_POSITION; stacks],
        }
    }

    /// Adds a position, unless it is there already, on top of a stack.
    fn add(&mut self, key: Key, parent: u32, stack: usize) {
        let top = &mut self.stacks[stack];
        if let Some(number) = self.store.insert(key, (parent, *top)) {
            *top = number;
        }
    }

    /// Takes the top of a stack.
    fn take(&mut self, stack: usize) -> Option<(u32, Key)> {
        let number = self.stacks[stack];
        if number == NO_POSITION {
            return None;
        }
        let (key, (_, below)) = self.store.get(number);
        self.stacks[stack] = below;
        Some((number, key))
    }

    fn usage(&self) -> Usage {
        Usage {
            positions: u64::from(self.store.len()),
            bytes: self.store.bytes(MOST_MOVES),
            full: self.store.is_full(),
        }
    }

    /// The keys from the root's child to the position with that number.
    fn path(&self, mut number: u32) -> Vec<Key> {
        let mut keys = Vec::new();
        loop {
            let (key, (parent, _)) = self.store.get(number);
            if parent == NO_POSITION {
                keys.reverse();
                return keys;
            }
            keys.push(key);
            number = parent;
        }
    }

    fn result(
        &self,
        game: &ClaimedGame,
        end: Option<EarlyExit>,
        lower_bound: usize,
    ) -> SearchResult {
        let outcome = match end {
            None => Answer::Unsolvable,
            Some(EarlyExit::Win(last, number)) => {
                let mut keys = self.path(number);
                keys.push(last);
                Answer::Line(game.line(keys))
            }
            Some(EarlyExit::Stop(stop)) => Answer::Stopped(stop),
        };
        SearchResult {
            outcome,
            positions: u64::from(self.store.len()),
            lower_bound,
        }
    }
}

/// Searches for any line that wins, through all positions if need be.
pub fn any_line(game: &ClaimedGame, budget: &mut Budget) -> SearchResult {
    let mut links = ParentLinks::new(1);
    if let Err(end @ EarlyExit::Win(..)) = expand_best(game, &mut links, budget) {
        return links.result(game, Some(end), 1);
    }
    let mut links = ParentLinks::new(usize::from(u8::MAX) + 1);
    let end = expand_all(game, &mut links, budget);
    links.result(game, end.err(), 1)
}

/// Expands those positions of each depth that have made the most progress. It leaves
/// positions out, so only a line that it finds means anything.
fn expand_best(
    game: &ClaimedGame,
    links: &mut ParentLinks,
    budget: &mut Budget,
) -> Result<(), EarlyExit> {
    links.add(game.root(), NO_POSITION, 0);
    let mut layer = vec![0];
    let mut depth = 0;
    while !layer.is_empty() {
        let mut next_layer = Vec::new();
        for number in layer {
            budget.check(&links.usage(), || format!("after {depth} moves"))?;
            let (key, _) = links.store.get(number);
            let result = game.each_next(key, |next| {
                let new = links.store.insert(next, (number, NO_POSITION));
                next_layer.extend(new.map(|new| (Reverse(next.progress()), new)));
            });
            result.map_err(|won| EarlyExit::Win(won, number))?;
        }
        next_layer.sort_unstable();
        next_layer.truncate(BEAM_WIDTH);
        layer = next_layer.into_iter().map(|(_, number)| number).collect();
        depth += 1;
    }
    Ok(())
}

fn expand_all(
    game: &ClaimedGame,
    links: &mut ParentLinks,
    budget: &mut Budget,
) -> Result<(), EarlyExit> {
    let root = game.root();
    links.add(root, NO_POSITION, usize::from(root.progress()));
    let mut expanded = 0;
    let most_progress = |links: &mut ParentLinks| {
        let stacks = (0..links.stacks.len()).rev();
        stacks.into_iter().find_map(|stack| links.take(stack))
    };
    while let Some((number, key)) = most_progress(links) {
        budget.check(&links.usage(), || format!("{expanded} of them expanded"))?;
        let add = |next: Key| links.add(next, number, next.progress().into());
        let result = game.each_next(key, add);
        result.map_err(|won| EarlyExit::Win(won, number))?;
        expanded += 1;
    }
    Ok(())
}

/// Searches for a line that wins in at most this many moves, the shortest first.
pub fn short_line(game: &ClaimedGame, most_moves: usize, budget: &mut Budget) -> SearchResult {
    let mut links = ParentLinks::new(2);
    let mut depth = 0;
    let end = expand_depths(game, &mut links, most_moves, &mut depth, budget);
    links.result(game, end.err(), depth + 1)
}

/// Expands all positions, depth by depth. No line of up to `depth` moves wins.
fn expand_depths(
    game: &ClaimedGame,
    links: &mut ParentLinks,
    most_moves: usize,
    depth: &mut usize,
    budget: &mut Budget,
) -> Result<(), EarlyExit> {
    links.add(game.root(), NO_POSITION, 0);
    while *depth < most_moves {
        let [now, next_depth] = [*depth % 2, (*depth + 1) % 2];
        // A position beyond the last move is not expanded: it matters only if it is won.
        let is_last = *depth + 1 == most_moves;
        while let Some((number, key)) = links.take(now) {
            budget.check(&links.usage(), || format!("after {depth} moves"))?;
            let result = game.each_next(key, |next| {
                if !is_last {
                    links.add(next, number, next_depth);
                }
            });
            result.map_err(|won| EarlyExit::Win(won, number))?;
        }
        *depth += 1;
    }
    Ok(())
}

/// The positions of a sweep that are not yet forgotten, by their progress.
#[derive(Default)]
struct Sweep {
    ahead: BTreeMap<u8, Store<()>>,
    positions: u64,
}

/// Searches for any line that wins, forgetting positions that cannot come again.
pub fn sweep(game: &ClaimedGame, budget: &mut Budget) -> SearchResult {
    let mut sweep = Sweep::default();
    let outcome = match sweep.run(game, budget) {
        Ok(()) => Answer::Unsolvable,
        Err(EarlyExit::Win(..)) => Answer::Solvable,
        Err(EarlyExit::Stop(stop)) => Answer::Stopped(stop),
    };
    SearchResult {
        outcome,
        positions: sweep.positions,
        lower_bound: 1,
    }
}

impl Sweep {
    fn run(&mut self, game: &ClaimedGame, budget: &mut Budget) -> Result<(), EarlyExit> {
        self.add(game.root());
        while let Some((progress, mut store)) = self.ahead.pop_first() {
            let mut number = 0;
            while number < store.len() {
                let usage = self.usage(&store);
                budget.check(&usage, || format!("{progress} of 104"))?;
                let (key, ()) = store.get(number);
                let result = game.each_next(key, |next| {
                    let then = next.progress();
                    assert!(then >= progress, "a move took progress back");
                    if then > progress {
                        self.add(next);
                    } else if store.insert(next, ()).is_some() {
                        self.positions += 1;
                    }
                });
                result.map_err(|won| EarlyExit::Win(won, number))?;
                number += 1;
            }
        }
        Ok(())
    }

    fn add(&mut self, key: Key) {
        let store = self.ahead.entry(key.progress());
        if store.or_insert_with(Store::new).insert(key, ()).is_some() {
            self.positions += 1;
        }
    }

    fn usage(&self, current: &Store<()>) -> Usage {
        let mut usage = Usage {
            positions: self.positions,
            bytes: current.bytes(MOST_MOVES),
            full: current.is_full(),
        };
        for store in self.ahead.values() {
            usage.bytes += store.bytes(MOST_MOVES);
            usage.full |= store.is_full();
        }
        usage
    }
}
