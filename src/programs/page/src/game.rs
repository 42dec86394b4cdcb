//! A game in play: a line on a table, as the referee plays it under rules that may change on the
//! way, and the moves that are legal at its end.

use freecell::card::Rank;
use freecell::moves::{Move, MoveList, Place};
use freecell::referee::{self, Illegal, MoveError, Step, Steps};
use freecell::ruleset::Ruleset;
use freecell::table::Table;

use crate::rules::Rules;

#[derive(Clone, Debug)]
pub struct Game {
    pub table: Table,
    /// The number of cells.
    pub cells: usize,
    /// The rules for the next move.
    pub rules: Rules,
}

impl Game {
    /// The game before its first move: the table is as given, without the cards that a program
    /// sends home before that.
    pub fn new(table: Table, cells: usize, rules: Rules) -> Game {
        Game {
            table: rules.begin(table),
            cells,
            rules,
        }
    }

    /// Plays a move and the autoplay that follows it.
    ///
    /// # Errors
    /// Why the move is illegal; the table is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<Steps, Illegal> {
        let mut game = self.referee();
        let steps = game.play(mv)?;
        self.table = game.table().clone();
        Ok(steps)
    }

    pub fn play_text(&mut self, text: &str) -> Result<Steps, MoveError> {
        Ok(self.play(text.parse()?)?)
    }

    pub fn is_won(&self) -> bool {
        self.table.is_won()
    }

    /// The legal moves; no move is legal once the game is won.
    pub fn legal_moves(&self) -> MoveList {
        self.referee().legal_moves()
    }

    /// The legal moves of each place, those first that a player most likely means by
    /// clicking on a card: home, then onto a card, then where least is lost.
    pub fn likeliest_moves(&self) -> Vec<(Move, Steps)> {
        let played = |mv| self.clone().play(mv).ok().map(|steps| (mv, steps));
        let mut moves: Vec<_> = self.legal_moves().into_iter().filter_map(played).collect();
        moves.sort_by_key(|(_, steps)| self.rank(steps[0]));
        moves
    }

    /// The unlikelihood of a click on its card meaning this step: lower is likelier.
    fn rank(&self, step: Step) -> u8 {
        let is_king = step.card.rank() == Rank::KING;
        match step.to {
            Place::Home => 0,
            Place::Cascade(to) if self.table.top(to as usize).is_some() => 1,
            Place::Cascade(_) if self.is_whole_cascade(step) => 5,
            Place::Cascade(_) if is_king || step.cards > 1 => 2,
            Place::Cell(_) => 3,
            Place::Cascade(_) => 4,
        }
    }

    fn is_whole_cascade(&self, step: Step) -> bool {
        let Place::Cascade(from) = step.from else {
            return false;
        };
        self.table.cascades[from as usize].len() == step.cards as usize
    }

    /// Two moves that take the last card alone of a place into an empty cascade to
    /// which one move would take its whole run: by way of a cell.
    pub fn split(&self, mv: Move) -> Option<[Move; 2]> {
        let steps = self.clone().play(mv).ok()?;
        let Place::Cascade(to) = mv.to() else {
            return None;
        };
        if steps[0].cards == 1 || self.table.top(to as usize).is_some() {
            return None;
        }
        let cells = (0..self.cells as u8).map(Place::Cell);
        let via = |cell| Some([Move::new(mv.from(), cell)?, Move::new(cell, mv.to())?]);
        let plays = |moves: &[Move; 2]| {
            let mut game = self.clone();
            let steps = moves.map(|mv| game.play(mv).ok());
            // Autoplay may have taken the card home from the cell.
            steps.iter().all(Option::is_some)
        };
        cells.filter_map(via).find(plays)
    }

    pub fn ruleset(&self) -> Ruleset {
        self.rules.ruleset()
    }

    fn referee(&self) -> referee::Game {
        referee::Game::new(self.table.clone(), self.ruleset()).with_cells(self.cells)
    }
}
