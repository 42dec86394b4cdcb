//! The solution that a search came to, written as a line.
//!
//! A stored position does not know which of its cascades is which, so moves are
//! identified by the cards on top of cascades.

use anyhow::{anyhow, ensure, Result};
use freecell::card::Card;

use super::search::{dealt_on, Solver};
use crate::deal::Deal;
use crate::packed::board::{Board, Undo};
use crate::packed::change::{Change, CELL, HOME};
use crate::packed::moves::{moves, Moves};
use crate::packed::ways::NOTHING;
use freecell::referee::column::{Game, Source, Target};

/// The moves by which the search that just won a deal with that many cells got
/// there, those included that its cards made home by themselves.
///
/// # Errors
/// A move that the judge does not allow: a mistake in the search.
pub fn line(solver: &mut Solver, deal: &Deal, cells: u32) -> Result<String> {
    let mut recorder = Recorder {
        game: Game::new(deal.cascades.clone(), cells as usize),
        line: Vec::new(),
    };
    let dealt_on = dealt_on(deal);
    let mut board = Board::new(deal, false);
    let mut made = Vec::new();
    solver.go_home(&mut board, &mut made);
    recorder.record(&mut board, &mut made)?;
    let path = solver.path();
    let mut list = Moves::new();
    for (place, &index) in path.iter().enumerate() {
        board.unpack(&dealt_on, solver.stored_ways(index));
        list.clear();
        moves(&board, cells, &mut list);
        let goal = path.get(place + 1).map(|&next| solver.stored_ways(next));
        let mut found = false;
        for &each in list.as_slice() {
            made.push((each, board.make(each)));
            solver.go_home(&mut board, &mut made);
            found = match goal {
                Some(ways) => board.ways().0 == ways,
                None => board.is_won(),
            };
            if found {
                break;
            }
            take_back(&mut board, &mut made);
        }
        ensure!(found, "the search lost its way");
        recorder.record(&mut board, &mut made)?;
    }
    Ok(recorder.line.join(" "))
}

fn take_back(board: &mut Board, made: &mut Vec<(Change, Undo)>) {
    while let Some((each, undo)) = made.pop() {
        board.undo(each, undo);
    }
}

/// A game and the moves recorded so far.
struct Recorder {
    game: Game,
    line: Vec<String>,
}

impl Recorder {
    /// Records the moves made on a board, which are taken back.
    fn record(&mut self, board: &mut Board, made: &mut Vec<(Change, Undo)>) -> Result<()> {
        let each_made: Vec<Change> = made.iter().map(|(each, _)| *each).collect();
        take_back(board, made);
        for each in each_made {
            let (from, to) = self.translated(board, each)?;
            let text = self.game.write(from, to);
            let text = text.map_err(|why| anyhow!("the search made a wrong move: {why}"))?;
            self.line.push(text);
            board.make(each);
        }
        Ok(())
    }

    fn translated(&self, board: &Board, each: Change) -> Result<(Source, Target)> {
        let card = |card: u8| Card::from_index(card.into());
        let cascade = |index: u8| {
            let top = board.top(index.into());
            let top = if top == NOTHING { None } else { card(top) };
            let found = self.game.cascade_under(top);
            found.ok_or_else(|| anyhow!("no cascade has {top:?} on top"))
        };
        let from = match each.from() {
            CELL => Source::Cell(card(each.card).expect("a card moves")),
            index => Source::Cascade(cascade(index)?, each.count().into()),
        };
        let to = match each.to() {
            CELL => Target::Cell,
            HOME => Target::Home,
            index => Target::Cascade(cascade(index)?),
        };
        Ok((from, to))
    }
}
