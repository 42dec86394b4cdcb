//! Every position that can be reached from a deal, layer by layer, and what they
//! have in common.
//!
//! Positions are compared by exact keys, so a census that comes to its end
//! without a win is a proof that there is none.

use std::collections::HashSet;

use freecell::card::Card;
use rustc_hash::FxBuildHasher;

use crate::autoplay::Autoplay;
use crate::moves::Rules;
use crate::position::{Key, Move, Position};
use freecell::tools::interrupt;
use freecell::tools::memory::Bytes;

/// What one reached position costs: its key, twice over because tables grow by
/// doubling, and itself while its layer is looked at.
const BYTES_PER_POSITION: u64 = (2 * size_of::<Key>() + size_of::<Position>()) as u64;

/// What to count.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The moves.
    pub rules: Rules,
    /// What moves home by itself after each of them.
    pub autoplay: Autoplay,
    /// Whether positions that differ in the order of cascades are two.
    pub ordered: bool,
}

/// Why a census ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every position was reached.
    Complete,
    /// More positions would not fit in memory.
    Memory,
    /// Someone asked to stop.
    Interrupted,
}

/// What is known about the positions reached.
#[derive(Debug)]
pub struct Census {
    /// Whether they are all there are.
    pub end: End,
    /// How many, the deal's own counted.
    pub positions: u64,
    /// Moves that led from them to any position, every one counted.
    pub edges: u64,
    /// The fewest moves that reach the farthest of them.
    pub depth: u32,
    /// The fewest moves that win, if any does.
    pub win: Option<u32>,
    /// What the positions have in common.
    pub common: Common,
}

/// What a number of positions have in common.
#[derive(Clone, Debug)]
pub struct Common {
    root: Position,
    moved: [bool; Card::COUNT],
    in_cell: [bool; Card::COUNT],
    highest: [u8; 4],
}

impl Common {
    fn new(root: Position) -> Common {
        Common {
            root,
            moved: [false; Card::COUNT],
            in_cell: [false; Card::COUNT],
            highest: [0; 4],
        }
    }

    fn see(&mut self, position: &Position) {
        for card in position.cells() {
            self.in_cell[card.index()] = true;
        }
        for (highest, home) in self.highest.iter_mut().zip(position.foundations()) {
            *highest = home.max(*highest);
        }
        for card in Card::deck() {
            self.moved[card.index()] |= !position.lies_as(&self.root, card);
        }
    }

    /// The cards that lie where they were dealt in every position: they and all
    /// below them always lie as dealt. Cascade by cascade, deepest first.
    pub fn never_moved(&self) -> impl Iterator<Item = Card> + '_ {
        let lies = |card: &Card| !self.moved[card.index()];
        let cascades = (0..self.root.cascades()).map(|cascade| self.root.cascade(cascade));
        cascades.flat_map(move |cascade| cascade.iter().copied().take_while(lies))
    }

    /// The deal row by row, with the cards that were never moved.
    pub fn rows(&self) -> Vec<Vec<Option<Card>>> {
        let cascades = (0..self.root.cascades()).map(|cascade| self.root.cascade(cascade));
        let cascades: Vec<&[Card]> = cascades.collect();
        let rows = cascades
            .iter()
            .map(|cascade| cascade.len())
            .max()
            .unwrap_or(0);
        let never_moved: Vec<Card> = self.never_moved().collect();
        let at = |cascade: &&[Card], row: usize| {
            let card = cascade.get(row).copied();
            card.filter(|card| never_moved.contains(card))
        };
        let row = |row| cascades.iter().map(|cascade| at(cascade, row)).collect();
        (0..rows).map(row).collect()
    }

    /// The cards that lie in a cell in no position.
    pub fn never_in_cell(&self) -> impl Iterator<Item = Card> + '_ {
        Card::deck().filter(|card| !self.in_cell[card.index()])
    }

    /// For each suit the highest rank that is home in any position.
    pub fn highest(&self) -> [u8; 4] {
        self.highest
    }
}

/// Reaches everything that can be reached within that much memory.
pub fn census(
    root: Position,
    question: Question,
    memory: Bytes,
    mut seen: impl FnMut(u64),
) -> Census {
    let mut census = Census {
        end: End::Complete,
        positions: 1,
        edges: 0,
        depth: 0,
        win: None,
        common: Common::new(root.clone()),
    };
    census.common.see(&root);
    let mut reached = Reached {
        question,
        keys: HashSet::default(),
        most: (memory.0 / BYTES_PER_POSITION) as usize,
    };
    reached.is_new(&root);
    let mut layer = vec![root];
    while !layer.is_empty() {
        layer = reached.next_layer(&layer, &mut census);
        seen(census.positions);
        if census.end != End::Complete {
            break;
        }
    }
    census
}

/// The positions reached so far, by their keys.
struct Reached {
    question: Question,
    keys: HashSet<Key, FxBuildHasher>,
    most: usize,
}

impl Reached {
    fn is_new(&mut self, position: &Position) -> bool {
        self.keys.insert(if self.question.ordered {
            position.ordered_key()
        } else {
            position.set_key()
        })
    }

    /// The positions that one more move reaches for the first time.
    fn next_layer(&mut self, layer: &[Position], census: &mut Census) -> Vec<Position> {
        let mut next = Vec::new();
        for position in layer {
            if interrupt::interrupted() {
                census.end = End::Interrupted;
            } else if self.keys.len() >= self.most {
                census.end = End::Memory;
            }
            if census.end != End::Complete {
                break;
            }
            self.expand(position, census, &mut next);
        }
        if !next.is_empty() {
            census.depth += 1;
            let won = next.iter().any(Position::is_won);
            census.win = census.win.or(won.then_some(census.depth));
        }
        next
    }

    fn expand(&mut self, position: &Position, census: &mut Census, next: &mut Vec<Position>) {
        let mut moves = Vec::new();
        self.question.rules.moves(position, &mut moves);
        census.edges += moves.len() as u64;
        for each in moves {
            let reached = self.after(position, each);
            if self.is_new(&reached) {
                census.positions += 1;
                census.common.see(&reached);
                next.push(reached);
            }
        }
    }

    fn after(&self, position: &Position, each: Move) -> Position {
        let mut reached = position.clone();
        reached.make(each);
        while let Some(home) = self.question.autoplay.next(&reached) {
            reached.make(home);
        }
        reached
    }
}
