//! Cards that move home by themselves: not part of the column's search, but of
//! its experiments afterwards and of most games.

use super::moves::moves_home;
use super::position::{Move, Position, Spot};

/// Which cards move home by themselves after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Autoplay {
    /// None: the column's rule
    None,
    /// Aces, twos, and cards that no card still to be played fits on
    Safe,
    /// Every card that fits
    All,
    /// As the column's author tried later: like safe, but a two in a cell waits
    /// for both aces of the other colour
    #[value(skip)]
    Author,
}

impl Autoplay {
    /// The next move home that the game makes by itself, if any.
    pub fn next(self, position: &Position) -> Option<Move> {
        if self == Autoplay::None {
            return None;
        }
        moves_home(position).find(|&each| self.takes(position, each))
    }

    fn takes(self, position: &Position, each: Move) -> bool {
        let rank = each.card.rank().number();
        let waits_for = |position: &Position| {
            let [clubs, diamonds, hearts, spades] = position.foundations();
            let others = if each.card.is_red() {
                [clubs, spades]
            } else {
                [diamonds, hearts]
            };
            others.iter().any(|&other| other + 1 < rank)
        };
        match self {
            Autoplay::None => false,
            Autoplay::All => true,
            Autoplay::Safe => rank <= 2 || !waits_for(position),
            Autoplay::Author => (rank <= 2 && each.from != Spot::Cell) || !waits_for(position),
        }
    }
}
