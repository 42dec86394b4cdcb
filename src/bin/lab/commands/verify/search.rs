//! Three exhaustive searches for a line that wins; all they differ in is the order,
//! and what they keep.
//!
//! * [`any_line`] keeps all positions, each with its parent, and takes those first in
//!   which most has happened, so that it soon has a line if there is one.
//! * [`short_line`] keeps them as well, and takes them move by move, so that it has a
//!   shortest line, or knows that no line of so many moves wins.
//! * [`sweep`] takes those first in which least has happened, and forgets all positions
//!   of one [`Key::progress`] when the next one's turn comes. Since progress never
//!   decreases, no forgotten position can come again. This is the sweep-line method
//!   (Christensen, Kristensen & Mailund, *A Sweep-Line Method for State Space
//!   Exploration*, 2001). It cannot say which line wins, only that one does.
//!
//! No position is left out in any of them, so when none is left to expand, the claim
//! that no line wins is verified.

use std::collections::BTreeMap;

use freecell::moves::Line;

use super::game::Claimed;
use super::key::Key;
use super::store::Store;
use super::watch::{Held, Stop, Watch};

/// The most moves that a table can have, which is the number of those that can be
/// written, rounded up.
const MOST_MOVES: usize = 1 << 8;

/// What a search came to.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Every position was seen, and no line wins.
    None,
    /// This line wins.
    Line(Line),
    /// A line wins; which one has been forgotten.
    Some,
    /// The search stopped before it had seen everything.
    Stopped(Stop),
}

/// An answer, and its cost.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The answer.
    pub answer: Answer,
    /// The different positions met.
    pub positions: u64,
    /// The moves that a line needs at least, as far as has been verified.
    pub at_least: usize,
}

/// Why a search ends early: a win after the position with that number, or a stop.
#[derive(Clone, Copy)]
enum End {
    Win(Key, u32),
    Stop(Stop),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> End {
        End::Stop(stop)
    }
}

/// What stands where a position has no number: the root's parent, the end of a list.
const NOBODY: u32 = u32::MAX;

/// A position's parent, and the position below it in a stack.
type Links = (u32, u32);

/// Positions with their parents, and stacks of those that are to be expanded.
struct Family {
    store: Store<Links>,
    /// The top of each stack.
    stacks: Vec<u32>,
}

impl Family {
    fn new(stacks: usize) -> Family {
        Family {
            store: Store::new(),
            stacks: vec![NOBODY; stacks],
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
        if number == NOBODY {
            return None;
        }
        let (key, (_, below)) = self.store.get(number);
        self.stacks[stack] = below;
        Some((number, key))
    }

    fn held(&self) -> Held {
        Held {
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
            if parent == NOBODY {
                keys.reverse();
                return keys;
            }
            keys.push(key);
            number = parent;
        }
    }

    fn finding(&self, claimed: &Claimed, end: Option<End>, at_least: usize) -> Finding {
        let answer = match end {
            None => Answer::None,
            Some(End::Win(last, number)) => {
                let mut keys = self.path(number);
                keys.push(last);
                Answer::Line(claimed.line(keys))
            }
            Some(End::Stop(stop)) => Answer::Stopped(stop),
        };
        Finding {
            answer,
            positions: u64::from(self.store.len()),
            at_least,
        }
    }
}

/// The line of no moves, if the table is won as it is.
fn already_won(claimed: &Claimed) -> Option<Finding> {
    claimed.is_won().then(|| Finding {
        answer: Answer::Line(Line::default()),
        positions: 1,
        at_least: 0,
    })
}

/// Searches for any line that wins, through all positions if need be.
pub fn any_line(claimed: &Claimed, watch: &mut Watch) -> Finding {
    if let Some(finding) = already_won(claimed) {
        return finding;
    }
    let mut family = Family::new(usize::from(u8::MAX) + 1);
    let end = expand_all(claimed, &mut family, watch);
    family.finding(claimed, end.err(), 1)
}

fn expand_all(claimed: &Claimed, family: &mut Family, watch: &mut Watch) -> Result<(), End> {
    let root = claimed.root();
    family.add(root, NOBODY, usize::from(root.progress()));
    let mut expanded = 0;
    let most_progress = |family: &mut Family| {
        let stacks = (0..family.stacks.len()).rev();
        stacks.into_iter().find_map(|stack| family.take(stack))
    };
    while let Some((number, key)) = most_progress(family) {
        watch.ask(&family.held(), || format!("{expanded} of them expanded"))?;
        claimed.each_next(key, |next, won| {
            if won {
                return Err(End::Win(next, number));
            }
            family.add(next, number, usize::from(next.progress()));
            Ok(())
        })?;
        expanded += 1;
    }
    Ok(())
}

/// Searches for a line that wins in at most so many moves, the shortest first.
pub fn short_line(claimed: &Claimed, most_moves: usize, watch: &mut Watch) -> Finding {
    if let Some(finding) = already_won(claimed) {
        return finding;
    }
    let mut family = Family::new(2);
    let mut depth = 0;
    let end = expand_depths(claimed, &mut family, most_moves, &mut depth, watch);
    family.finding(claimed, end.err(), depth + 1)
}

/// Expands all positions of one depth after the other. All lines of up to `depth` moves
/// have been seen, and do not win.
fn expand_depths(
    claimed: &Claimed,
    family: &mut Family,
    most_moves: usize,
    depth: &mut usize,
    watch: &mut Watch,
) -> Result<(), End> {
    family.add(claimed.root(), NOBODY, 0);
    while *depth < most_moves {
        let [now, next_depth] = [*depth % 2, (*depth + 1) % 2];
        // Whatever lies beyond the last move is only looked at.
        let is_last = *depth + 1 == most_moves;
        while let Some((number, key)) = family.take(now) {
            watch.ask(&family.held(), || format!("after {depth} moves"))?;
            claimed.each_next(key, |next, won| {
                if won {
                    return Err(End::Win(next, number));
                }
                if !is_last {
                    family.add(next, number, next_depth);
                }
                Ok(())
            })?;
        }
        *depth += 1;
    }
    Ok(())
}

/// The positions of a sweep that have not been forgotten, by their progress.
#[derive(Default)]
struct Sweep {
    ahead: BTreeMap<u8, Store<()>>,
    /// The different positions met.
    positions: u64,
}

/// Searches for any line that wins, forgetting what cannot come again.
pub fn sweep(claimed: &Claimed, watch: &mut Watch) -> Finding {
    if let Some(finding) = already_won(claimed) {
        return finding;
    }
    let mut sweep = Sweep::default();
    let answer = match sweep.run(claimed, watch) {
        Ok(()) => Answer::None,
        Err(End::Win(..)) => Answer::Some,
        Err(End::Stop(stop)) => Answer::Stopped(stop),
    };
    Finding {
        answer,
        positions: sweep.positions,
        at_least: 1,
    }
}

impl Sweep {
    fn run(&mut self, claimed: &Claimed, watch: &mut Watch) -> Result<(), End> {
        self.add(claimed.root());
        while let Some((progress, mut store)) = self.ahead.pop_first() {
            let mut number = 0;
            while number < store.len() {
                let held = self.held(&store);
                watch.ask(&held, || format!("{progress} of 104"))?;
                let (key, ()) = store.get(number);
                claimed.each_next(key, |next, won| {
                    if won {
                        return Err(End::Win(next, number));
                    }
                    let then = next.progress();
                    assert!(then >= progress, "a move took progress back");
                    if then > progress {
                        self.add(next);
                    } else if store.insert(next, ()).is_some() {
                        self.positions += 1;
                    }
                    Ok(())
                })?;
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

    fn held(&self, current: &Store<()>) -> Held {
        let mut held = Held {
            positions: self.positions,
            bytes: current.bytes(MOST_MOVES),
            full: current.is_full(),
        };
        for store in self.ahead.values() {
            held.bytes += store.bytes(MOST_MOVES);
            held.full |= store.is_full();
        }
        held
    }
}
