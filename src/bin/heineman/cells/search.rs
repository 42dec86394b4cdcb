//! Whether a deal can be won with a number of cells: a search that looks at
//! promising positions first and, if it must, at all there are.
//!
//! A position is stored as how its cards lie, exactly; so when nothing is left to
//! look at, that is a proof. Nothing is left out that could lose a win: cards that
//! no other card needs move home by themselves, of empty cascades one is as good as
//! another, and positions that the relaxed game ([`super::relaxed`]) says are lost
//! are not stored. Most proofs come from [`super::proof`], which takes turns with
//! this search.

use freecell::card::Card;
use hashbrown::hash_table::HashTable;

use super::beam::{BeamSearch, Draft, BEAM_WEIGHTS};
use super::fixed::{Class, Structure};
use super::lie::lies;
use super::proof::{Budget, Game, Proof, Prover};
use super::queue::Queue;
use super::relaxed::Relaxed;
use super::worth::{worth, Weights, PORTFOLIO};
use crate::deal::Deal;
use crate::packed::board::{Board, Undo};
use crate::packed::change::Change;
use crate::packed::moves::{home, moves, Moves};
use crate::packed::ways::{NOTHING, WORDS};
use freecell::tools::interrupt;

/// What one stored position costs at most: its key, its parent, its place in an open
/// list, and its place in a table that has just grown.
pub const BYTES_PER_POSITION: u64 = 24 + 4 + 4 + 16;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The deal can be won, and this is known from the line that the search found.
    Won,
    /// The deal can be won: playing the real game class by class came to a win. No line
    /// is known, as classes are forgotten.
    CanBeWon,
    /// It cannot: every position was looked at.
    Impossible,
    /// No more positions may be stored.
    Memory,
    /// Someone asked to stop.
    Interrupted,
}

/// How the cards of a position lie.
pub type Ways = [u64; WORDS];

/// The most positions that the first searches store.
const FIRST_TURN: usize = 2_000;
/// How much longer turns are from round to round.
const GROWTH: usize = 5;
/// How many times as many positions a proof may go through, which is fast.
const PROOF: u64 = 8;
/// After turns so many times as long as the first, proofs take a larger share, as what has
/// no win by then is probably lost; at most one so many times as large.
const LATE: u64 = 25;
/// One way into classes in a beam for so many positions of a turn.
const BEAM: usize = 16;
/// How many times as much memory as a stored position takes each such way may take.
const WAY: usize = 256;
/// What part of the memory the searches by weights may take: one in so many.
const LAST_TURN: usize = 256;

/// No position.
const NONE: u32 = 0;

/// The searches' memory, for one after the other.
pub struct Solver {
    /// The most positions to store.
    most: usize,
    stored: Vec<Ways>,
    parents: Vec<u32>,
    /// The places of the stored positions, by their hashes.
    places: HashTable<u32>,
    /// The positions to look at.
    open: Queue,
    /// Lists of moves to use again.
    lists: Vec<Moves>,
    home: Moves,
    visited: u64,
    /// The position before the win.
    last: u32,
    weights: Weights,
    /// Positions that alone are to be looked at.
    draft: Option<Draft>,
}

impl Solver {
    /// A solver.
    pub fn new() -> Solver {
        Solver {
            most: 0,
            stored: Vec::new(),
            parents: Vec::new(),
            places: HashTable::new(),
            open: Queue::default(),
            lists: Vec::new(),
            home: Moves::new(),
            visited: 0,
            last: 0,
            weights: PORTFOLIO[0],
            draft: None,
        }
    }

    /// How many positions all searches of the last deal stored.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether a deal can be won with that many cells, by searches that store at
    /// most so many positions each.
    ///
    /// A search for a proof, one with each set of weights, and drafts take turns, which
    /// are longer from round to round. The searches by weights are for deals that are
    /// easy: they end when longer turns would take much memory. If the deal is known to be
    /// won and a line is asked for, they may have it all at the end.
    pub fn solve(&mut self, deal: &Deal, cells: u32, most: usize, needs_line: bool) -> End {
        self.visited = 0;
        self.draft = None;
        let mut relaxed = Relaxed::new(Structure::new(deal), cells);
        if relaxed.is_lost(class_of(&Board::new(deal, false))) {
            return End::Impossible;
        }
        let mut can_be_lost = true;
        let mut game = Game::Easier;
        let easy = (most / LAST_TURN).max(FIRST_TURN);
        let mut turn = FIRST_TURN.min(most);
        loop {
            let is_last = turn == most;
            let budget = Budget {
                stored: most,
                visited: if is_last { u64::MAX } else { visits(turn) },
            };
            while can_be_lost {
                match self.prove(deal, &mut relaxed, game, cells, budget) {
                    Proof::None if game == Game::Real => can_be_lost = false,
                    Proof::None => game = Game::Real,
                    Proof::Lost => return End::Impossible,
                    Proof::Limit => break,
                    Proof::Interrupted => return End::Interrupted,
                }
            }
            if !can_be_lost && !needs_line {
                return End::CanBeWon;
            }
            if turn <= easy || is_last && !can_be_lost {
                let end = self.search_by_all(deal, &mut relaxed, cells, turn);
                if end != End::Memory {
                    return end;
                }
            }
            let width = (turn / BEAM).min(most / WAY);
            if self.draft(deal, &mut relaxed, cells, width) {
                return End::Won;
            }
            if interrupt::asked() {
                return End::Interrupted;
            }
            if is_last {
                break;
            }
            turn = (turn * GROWTH).min(most);
        }
        if can_be_lost {
            End::Memory
        } else {
            End::CanBeWon
        }
    }

    /// Searches for a proof that the deal is lost.
    fn prove(
        &mut self,
        deal: &Deal,
        relaxed: &mut Relaxed,
        game: Game,
        cells: u32,
        budget: Budget,
    ) -> Proof {
        self.free();
        let start = class_of(&Board::new(deal, false));
        let mut prover = Prover::new(relaxed, game, cells, budget);
        let proof = prover.prove(start);
        self.visited += prover.visited();
        proof
    }

    /// Searches for a win along a draft; whether there is one.
    fn draft(&mut self, deal: &Deal, relaxed: &mut Relaxed, cells: u32, width: usize) -> bool {
        let start = class_of(&Board::new(deal, false));
        self.free();
        for weights in BEAM_WEIGHTS {
            let mut beam = BeamSearch::new(relaxed, cells, weights, width);
            self.draft = beam.draft(start);
            self.visited += beam.visited();
            if self.draft.is_some() {
                self.most = usize::MAX;
                let end = self.search(deal, cells, relaxed);
                self.visited += self.stored.len() as u64;
                self.draft = None;
                if end == End::Won {
                    return true;
                }
            }
        }
        false
    }

    /// Searches with each set of weights.
    fn search_by_all(
        &mut self,
        deal: &Deal,
        relaxed: &mut Relaxed,
        cells: u32,
        most: usize,
    ) -> End {
        self.most = most;
        for weights in PORTFOLIO {
            self.weights = weights;
            let end = self.search(deal, cells, relaxed);
            self.visited += self.stored.len() as u64;
            if end != End::Memory {
                return end;
            }
        }
        End::Memory
    }

    /// Gives memory back.
    fn free(&mut self) {
        self.stored = Vec::new();
        self.parents = Vec::new();
        self.places = HashTable::new();
        self.open = Queue::default();
    }

    /// Searches with the present weights.
    fn search(&mut self, deal: &Deal, cells: u32, relaxed: &mut Relaxed) -> End {
        self.stored.clear();
        self.parents.clear();
        self.places = HashTable::new();
        self.open.clear();
        let dealt_on = dealt_on(deal);
        let mut board = Board::new(deal, false);
        self.go_home(&mut board, &mut Vec::new());
        if board.is_won() {
            return End::Won;
        }
        self.store(&board, NONE, relaxed);
        let mut made = Vec::new();
        while let Some(index) = self.open.pop() {
            board.unpack(&dealt_on, self.stored[index as usize]);
            let mut list = self.lists.pop().unwrap_or_default();
            list.clear();
            moves(&board, cells, &mut list);
            for &each in list.as_slice() {
                made.push((each, board.make(each)));
                self.go_home(&mut board, &mut made);
                if board.is_won() {
                    self.lists.push(list);
                    self.last = index;
                    return End::Won;
                }
                self.store(&board, index, relaxed);
                while let Some((each, undo)) = made.pop() {
                    board.undo(each, undo);
                }
            }
            self.lists.push(list);
            if self.stored.len() > self.most {
                return End::Memory;
            }
            if interrupt::asked() {
                return End::Interrupted;
            }
        }
        End::Impossible
    }

    /// The way to the position before the win, by places of stored positions; none
    /// are needed if all cards went home by themselves.
    pub fn path(&self) -> Vec<u32> {
        if self.stored.is_empty() {
            return Vec::new();
        }
        let mut path = vec![self.last];
        let mut index = self.last;
        while index != 0 {
            index = self.parents[index as usize];
            path.push(index);
        }
        path.reverse();
        path
    }

    /// How the cards of a stored position lie.
    pub fn stored_ways(&self, index: u32) -> Ways {
        self.stored[index as usize]
    }

    /// Moves home what no other card needs.
    pub fn go_home(&mut self, board: &mut Board, made: &mut Vec<(Change, Undo)>) {
        while (board.top_cards() | board.cells()) & board.next() != 0 {
            self.home.clear();
            home(board, &mut self.home);
            let class = class_of(board);
            let mut safe = self.home.as_slice().iter();
            let Some(&each) = safe.find(|each| class.is_safe(each.card)) else {
                break;
            };
            made.push((each, board.make(each)));
        }
    }

    /// Stores a position and opens it, unless it was stored before or is lost.
    fn store(&mut self, board: &Board, parent: u32, relaxed: &mut Relaxed) {
        let (ways, hash) = board.ways();
        let is_same = |&place: &u32| self.stored[place as usize] == ways;
        if self.places.find(spread(hash), is_same).is_some() {
            return;
        }
        let class = class_of(board);
        if relaxed.is_lost(class) {
            return;
        }
        if let Some(draft) = &self.draft {
            let lie = lies(&ways, relaxed.structure().parts(class).loose);
            if !draft.contains(&(relaxed.structure().number(class), lie)) {
                return;
            }
        }
        let index = self.stored.len() as u32;
        self.stored.push(ways);
        self.parents.push(parent);
        let hash_of = |&place: &u32| spread(Board::hash_of(&self.stored[place as usize]));
        self.places.insert_unique(spread(hash), index, hash_of);
        self.open.push(worth(board, &self.weights), index);
    }
}

/// How many positions a proof may go through in a turn.
fn visits(turn: usize) -> u64 {
    let late = turn as u64 / (LATE * FIRST_TURN as u64);
    PROOF * turn as u64 * late.clamp(1, LATE)
}

/// A hash whose low bits know little, for a table that looks at those first.
fn spread(hash: u64) -> u64 {
    hash.rotate_left(u64::BITS / 2)
}

/// The class of a position.
pub fn class_of(board: &Board) -> Class {
    Class::of(&board.ways().0, board.next())
}

/// The card that each card was dealt on.
pub fn dealt_on(deal: &Deal) -> [u8; Card::COUNT] {
    let mut dealt_on = [NOTHING; Card::COUNT];
    for pair in deal.cascades.iter().flat_map(|cascade| cascade.windows(2)) {
        dealt_on[pair[1].index()] = pair[0].index() as u8;
    }
    dealt_on
}
