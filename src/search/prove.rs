//! The proving search: A* with an admissible estimate, w = 1, to the shortest
//! line and the proof that there is none shorter.
//!
//! Positions are expanded by f = g + h with h never above the number of moves
//! still needed, so when the lowest f of the open positions rises, every line
//! that wins is known to have at least so many moves. A position met again by a
//! shorter way is opened again. All moves are offered but those that lead to a
//! position already met with no more moves ([`Pruning::Dominated`]); no position
//! is taken for another, for whole hashes are compared. So what is told here of a
//! ruleset is proved for it.
//!
//! # The estimate
//! On a board, the cards undisturbed of each cascade since the root are a state of the
//! relaxed game of [`crate::bound`]; one table, made once, holds the removals that
//! each state still needs, and a removal is a move. A *blocked* tail adds to this:
//! if one of its cards lies above a smaller undisturbed card of its suit, then it
//! cannot go home before a move has moved it, and until then all the cascade's
//! undisturbed cards stay. That move takes of the undisturbed cards at most the run that ends
//! in them. So take the last kept run off every cascade with a blocked tail:
//! the relaxed game from there needs none of these moves, one a cascade and all
//! different, and loses nothing by the head start; its removals are matched by
//! other moves of the line. The estimate is their number plus one for every
//! blocked tail.

use std::mem::size_of;

use crate::board::Board;
use crate::bound::{fewest_moves, PatternDatabase, RelaxedGame};
use crate::moves::{Line, Move};
use crate::position::{Position, Pruning, Rules, Successors, MAX_MOVES};
use crate::ruleset::{Autoplay, Ruleset};
use crate::search::budget::{Budget, StopReason};
use crate::table::{Table, CASCADES};

/// What is proved of a table under a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// No line that wins has fewer moves; `usize::MAX` if there is none at all.
    pub at_least: usize,
    /// A line of that many moves, if the search found one itself: a shortest.
    pub line: Option<Line>,
    /// Why the search stopped early, if it did.
    pub stop: Option<StopReason>,
}

/// A proving search: its positions, its estimate, and how far it has come.
struct Search {
    rules: Rules<1>,
    heuristic: AdmissibleHeuristic,
    store: Store,
    /// The numbers of the nodes to be expanded, by f.
    open: Vec<Vec<u32>>,
    /// No open node has a lower f.
    f: usize,
    /// Lines of as many moves or more are of no interest.
    limit: usize,
    /// The node of the shortest win found.
    won: Option<u32>,
}

/// How many states of the relaxed game are worth expanding for a bound to begin
/// with: all, for nearly every deal.
const STATES: usize = 30_000;

/// Proves what it can about the shortest line from a table under a autoplay,
/// within the budget. `known` is the number of moves of a line that is known
/// to win: none as long is searched for, and [`Proof::at_least`] never exceeds
/// it. Takes up to 10 million bytes beyond the budget's.
pub fn prove(table: &Table, ruleset: Ruleset, known: Option<usize>, budget: &mut Budget) -> Proof {
    let limit = known.unwrap_or(usize::MAX);
    let to_begin_with = fewest_moves(table, ruleset.autoplay, STATES);
    if to_begin_with >= limit {
        return Proof {
            at_least: limit,
            line: None,
            stop: None,
        };
    }
    let mut search = Search::new(table, ruleset, to_begin_with, limit);
    let stop = search.run(budget).err();
    let end = if stop.is_none() {
        search.limit
    } else {
        search.f
    };
    Proof {
        at_least: end,
        line: search
            .won
            .filter(|_| stop.is_none())
            .map(|won| search.store.line(won)),
        stop,
    }
}

impl Search {
    fn new(table: &Table, ruleset: Ruleset, f: usize, limit: usize) -> Search {
        let rules = Rules::new(table, [ruleset]);
        let root = Met {
            position: Position::root(table, &rules),
            parent: 0,
            depth: 0,
            mv: Move::none(),
        };
        let mut search = Search {
            heuristic: AdmissibleHeuristic::new(table, ruleset.autoplay),
            store: Store::default(),
            open: Vec::new(),
            f,
            limit,
            won: None,
            rules,
        };
        search.meet(root);
        search
    }

    /// Searches until nothing of interest is open.
    fn run(&mut self, budget: &mut Budget) -> Result<(), StopReason> {
        while self.f < self.limit && self.f < self.open.len() {
            let Some(number) = self.open[self.f].pop() else {
                self.f += 1;
                continue;
            };
            if self.store.close(number) {
                budget.spend()?;
                self.store.make_room(budget.bytes)?;
                self.expand(number);
            }
        }
        Ok(())
    }

    fn expand(&mut self, number: u32) {
        let node = self.store.nodes[number as usize];
        let mut successors = Successors::default();
        // At the root something may be left for autoplay.
        let autoplay_done = number != 0;
        let pruning = Pruning::Dominated.if_autoplay_done(autoplay_done);
        node.position
            .generate(&self.rules, pruning, autoplay_done, &mut successors);
        for successor in &successors.list[..] {
            self.meet(Met {
                position: successors.position(successor, &node.position, &self.rules),
                parent: number,
                depth: node.depth + 1,
                mv: successor.mv,
            });
        }
    }

    /// Opens a node, unless its position is known by as short a way or no line
    /// of interest leads through it.
    fn meet(&mut self, node: Met) {
        let board = &node.position.boards[0];
        let moves = node.depth as usize;
        let f = self.f.max(moves + self.heuristic.moves(board));
        if f >= self.limit {
            return;
        }
        let Some(number) = self.store.keep(node) else {
            return;
        };
        if board.is_won() {
            self.won = Some(number);
            self.limit = moves;
        }
        if f >= self.open.len() {
            self.open.resize(f + 1, Vec::new());
        }
        self.open[f].push(number);
    }
}

/// The admissible estimate for boards of one root.
struct AdmissibleHeuristic {
    game: RelaxedGame,
    removals: PatternDatabase,
}

impl AdmissibleHeuristic {
    fn new(table: &Table, autoplay: Autoplay) -> AdmissibleHeuristic {
        let game = RelaxedGame::new(table, autoplay);
        let removals = PatternDatabase::new(&game, u8::MAX);
        AdmissibleHeuristic { game, removals }
    }

    fn moves(&self, board: &Board) -> usize {
        let mut undisturbed = [0; CASCADES];
        let mut blocked = 0;
        for (index, cascade) in board.cascades.iter().enumerate() {
            undisturbed[index] = cascade.undisturbed();
            if cascade.is_blocked() {
                undisturbed[index] = self.game.without_run(index, cascade.undisturbed());
                blocked += 1;
            }
        }
        blocked + self.removals.of(undisturbed)
    }
}

/// A position met, and the last step of the shortest way to it.
#[derive(Clone, Copy)]
struct Met {
    position: Position<1>,
    /// The number of the node before it; its own for the root.
    parent: u32,
    /// The number of moves from the root.
    depth: u16,
    /// The last of them; none is meant at the root.
    mv: Move,
}

#[cfg(test)]
const _: () = assert!(size_of::<Met>() == 64);

/// The positions met, each with the shortest way to it.
#[derive(Default)]
struct Store {
    nodes: Vec<Met>,
    /// Whether each is to be expanded, or to be so again.
    open: Vec<bool>,
    /// Open addressing: 32 bits of the hash, and the node's number plus 1.
    slots: Vec<u64>,
}

/// The slots to begin with.
const FIRST_SLOTS: usize = 1 << 12;

impl Store {
    /// Keeps an open node; none if its position is known by as short a way.
    fn keep(&mut self, node: Met) -> Option<u32> {
        if self.slots.is_empty() {
            self.slots.resize(FIRST_SLOTS, 0);
        }
        match self.find(node.position.boards[0].hash()) {
            Ok(number) => {
                let known = &mut self.nodes[number as usize];
                if known.depth <= node.depth {
                    return None;
                }
                *known = node;
                self.open[number as usize] = true;
                Some(number)
            }
            Err(slot) => {
                let number = self.nodes.len() as u32;
                self.slots[slot] = entry(&node, number);
                self.nodes.push(node);
                self.open.push(true);
                Some(number)
            }
        }
    }

    /// The number of the node with that hash, or the slot for a new one.
    fn find(&self, hash: u128) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return Err(slot);
            }
            let number = entry as u32 - 1;
            let agrees = entry >> 32 == (hash >> 96) as u64;
            if agrees && self.nodes[number as usize].position.boards[0].hash() == hash {
                return Ok(number);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Closes a node and says whether it was open.
    fn close(&mut self, number: u32) -> bool {
        std::mem::replace(&mut self.open[number as usize], false)
    }

    /// Makes room for what one expansion adds, within that many bytes.
    fn make_room(&mut self, bytes: usize) -> Result<(), StopReason> {
        if self.nodes.len() + MAX_MOVES <= self.slots.len() / 2 {
            return Ok(());
        }
        let slots = self.slots.len() * 2;
        let nodes = slots / 2;
        // Each node with its flag and an entry in the open list; while they
        // move, the old ones, half as many, are there as well.
        let each = size_of::<Met>() + size_of::<bool>() + 2 * size_of::<u32>();
        if (nodes + nodes / 2) * each + slots * size_of::<u64>() > bytes {
            return Err(StopReason::Bytes);
        }
        self.nodes.reserve_exact(nodes - self.nodes.len());
        self.open.reserve_exact(nodes - self.open.len());
        self.slots.clear();
        self.slots.resize(slots, 0);
        for number in 0..self.nodes.len() {
            let node = &self.nodes[number];
            let mut slot = node.position.boards[0].hash() as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = entry(node, number as u32);
        }
        Ok(())
    }

    /// The moves from the root to a node.
    fn line(&self, number: u32) -> Line {
        let mut line = Line::default();
        let mut node = &self.nodes[number as usize];
        while node.depth > 0 {
            line.push(node.mv);
            node = &self.nodes[node.parent as usize];
        }
        line.reverse();
        line
    }
}

fn entry(node: &Met, number: u32) -> u64 {
    (node.position.boards[0].hash() >> 96 << 32) as u64 | (number as u64 + 1)
}
