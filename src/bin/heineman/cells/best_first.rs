//! A best-first search for a win, which remembers how it came to each position.

use std::collections::BTreeMap;

use anyhow::{ensure, Result};
use freecell::card::Card;
use freecell::referee::column::Game;
use freecell::search::factored::{AbstractState, Entry, Interner, Limits, Parents};
use freecell::tools::interrupt;

use super::cost::{cost, Weights};
use super::solver::Outcome;
use crate::autoplay::{take_back, Autoplay};
use crate::deal::Deal;
use crate::packed::board::Board;
use crate::packed::delta::{Delta, LOW_BITS};
use crate::packed::moves::moves;
use crate::packed::storage::dealt_on;
use crate::solution;

pub struct BestFirst<'a> {
    deal: &'a Deal,
    cells: u32,
    /// The positions, compared exactly.
    positions: Interner<Delta>,
    /// The number of the position before each.
    parents: Vec<u32>,
    /// The numbers of those to be expanded, by cost.
    open: BTreeMap<usize, Vec<u32>>,
    /// The position before the win.
    last: u32,
}

impl BestFirst<'_> {
    pub fn new(deal: &Deal, cells: u32) -> BestFirst<'_> {
        BestFirst {
            deal,
            cells,
            positions: Interner::default(),
            parents: Vec::new(),
            open: BTreeMap::new(),
            last: 0,
        }
    }

    pub fn spent(&self) -> Limits {
        let parents = self.parents.capacity() * size_of::<u32>();
        // Each position waits to be expanded at one time, in a list up to half empty.
        let open = 2 * size_of::<u32>() * self.parents.len();
        Limits {
            memory: self.positions.memory() + parents + open,
            visited: self.parents.len() as u64,
        }
    }

    /// Searches for a win among the positions that are admitted, up to a limit.
    pub fn search(
        &mut self,
        weights: &Weights,
        limits: Limits,
        mut is_admitted: impl FnMut(&Board) -> bool,
    ) -> Outcome {
        let dealt_on = dealt_on(self.deal);
        let mut board = Board::new(self.deal, false);
        let mut made = Vec::new();
        Autoplay::Safe.send_home(&mut board, &mut made);
        if board.is_won() {
            return Outcome::Won;
        }
        let mut list = Vec::new();
        self.open(&board, 0, weights, &mut is_admitted);
        while let Some(number) = self.pop() {
            board.unpack(&dealt_on, self.positions.get(number));
            moves(&board, self.cells, &mut list);
            made.clear();
            for &each in &list {
                made.push((each, board.play(each)));
                Autoplay::Safe.send_home(&mut board, &mut made);
                if board.is_won() {
                    self.last = number;
                    return Outcome::Won;
                }
                self.open(&board, number, weights, &mut is_admitted);
                take_back(&mut board, made.drain(..));
            }
            let Limits { memory, visited } = self.spent();
            if memory > limits.memory || visited > limits.visited {
                return Outcome::OutOfMemory;
            }
            if interrupt::interrupted() {
                return Outcome::Interrupted;
            }
        }
        Outcome::Unsolvable
    }

    /// Stores a position to be expanded, unless it is known or not admitted.
    fn open(
        &mut self,
        board: &Board,
        parent: u32,
        weights: &Weights,
        is_admitted: &mut impl FnMut(&Board) -> bool,
    ) {
        if self.positions.find(&board.delta()).is_none() && is_admitted(board) {
            let (number, _) = self.positions.insert(board.delta());
            self.parents.push(parent);
            self.open
                .entry(cost(board, weights))
                .or_default()
                .push(number);
        }
    }

    /// Takes the last position that was opened with the lowest cost.
    fn pop(&mut self) -> Option<u32> {
        let mut bucket = self.open.first_entry()?;
        let number = bucket.get_mut().pop();
        if bucket.get().is_empty() {
            bucket.remove();
        }
        number
    }

    /// The line to the win that was found, written and checked by the judge.
    /// # Errors
    /// A mistake in the search: no move leads on, or one is not allowed.
    pub fn line(&mut self) -> Result<String> {
        let mut goals = vec![None];
        let mut number = self.last;
        while number > 0 {
            goals.push(Some(self.positions.get(number)));
            number = self.parents[number as usize];
        }
        let mut board = Board::new(self.deal, false);
        let mut made = Vec::new();
        Autoplay::Safe.send_home(&mut board, &mut made);
        let mut list = Vec::new();
        while let (false, Some(goal)) = (board.is_won(), goals.pop()) {
            moves(&board, self.cells, &mut list);
            let before = made.len();
            let leads_on = list.iter().any(|&each| {
                made.push((each, board.play(each)));
                Autoplay::Safe.send_home(&mut board, &mut made);
                let is_reached = goal.map_or(board.is_won(), |key| board.delta() == key);
                if !is_reached {
                    take_back(&mut board, made.drain(before..));
                }
                is_reached
            });
            ensure!(leads_on, "no move leads to the next position of the search");
        }
        let game = Game::new(self.deal.cascades.clone(), self.cells as usize);
        solution::line(game, made.iter().map(|(each, _)| each.packed()))
    }
}

/// A position in the form of the factored search, except that it has the parents of cards in
/// undisturbed prefixes as well.
pub fn entry(board: &Board) -> Entry {
    let (mut as_dealt, mut parents, mut in_cells) = (0, Parents::default(), 0);
    for (word, states) in board.delta().into_iter().enumerate() {
        let [low, mid, high] = [0, 1, 2].map(|bit| states >> bit & LOW_BITS);
        as_dealt |= (LOW_BITS & !low & !mid & !high) << word;
        parents.first |= (low & !mid & !high) << word;
        parents.second |= (mid & !low & !high) << word;
        in_cells |= (high & !low & !mid) << word;
    }
    let state = AbstractState {
        breaks: as_dealt & ((1 << Card::COUNT) - 1),
        next: board.next(),
    };
    let parents = parents.or(Parents::in_cells(in_cells));
    Entry { state, parents }
}
