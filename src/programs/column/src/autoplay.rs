//! Cards that move home by themselves. The column's search knows no such moves, but its later
//! experiments and most games do.

use freecell::card::Card;

use super::packed::board::{Board, Undo};
use super::packed::change::{Change, CELL};
use super::packed::moves;

/// Which cards move home by themselves after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Autoplay {
    /// No card: the column's rule
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
    /// Makes a move and those that the game then makes by itself; see [`take_back`].
    pub fn play(self, board: &mut Board, each: Change) -> Vec<(Change, Undo)> {
        let mut played = vec![(each, board.play(each))];
        self.send_home(board, &mut played);
        played
    }

    /// Makes the moves that the game makes by itself, and adds them to those played.
    pub fn send_home(self, board: &mut Board, played: &mut Vec<(Change, Undo)>) {
        while let Some(home) = self.next(board) {
            played.push((home, board.play(home)));
        }
    }

    /// The next move home that the game makes by itself, if any.
    fn next(self, board: &Board) -> Option<Change> {
        if self == Autoplay::None || (board.top_cards() | board.cells()) & board.next() == 0 {
            return None;
        }
        let home = board.foundations();
        moves::home(board).find(|each| {
            let card = Card::from_index(each.card.into()).expect("a card moves");
            self.takes(home, card, each.from() == CELL)
        })
    }

    /// Whether a card that may go home goes there by itself, given how many of
    /// each suit are home.
    fn takes(self, home: [u8; 4], card: Card, from_cell: bool) -> bool {
        let rank = card.rank().number();
        let waits = || {
            let [clubs, diamonds, hearts, spades] = home;
            let others = if card.is_red() {
                [clubs, spades]
            } else {
                [diamonds, hearts]
            };
            others.iter().any(|&other| other + 1 < rank)
        };
        match self {
            Autoplay::None => false,
            Autoplay::All => true,
            Autoplay::Safe => rank <= 2 || !waits(),
            Autoplay::Author => (rank <= 2 && !from_cell) || !waits(),
        }
    }
}

/// Takes back moves that were played, the last one first.
pub fn take_back(board: &mut Board, played: impl DoubleEndedIterator<Item = (Change, Undo)>) {
    for (each, undo) in played.rev() {
        board.take_back(each, undo);
    }
}

#[cfg(test)]
mod tests {
    use freecell::table::Table;

    use super::*;

    /// The cards that go home by themselves, in order.
    fn home(autoplay: Autoplay, cascades: &[&str], cells: &str) -> String {
        let mut board = Board::from_table(&Table::build(cascades, cells).unwrap());
        let mut cards = Vec::new();
        while let Some(each) = autoplay.next(&board) {
            cards.push(Card::from_index(each.card.into()).unwrap().to_string());
            board.play(each);
        }
        cards.join(" ")
    }

    #[test]
    fn safe_waits_for_the_other_colour_and_all_does_not() {
        // Home: clubs to 9, diamonds to Q, hearts to J, spades to T.
        let (cascades, cells) = (["KC JC KD KS QC", "KH TC QH", "QS JS"], "");
        assert_eq!(home(Autoplay::None, &cascades, cells), "");
        assert_eq!(home(Autoplay::Safe, &cascades, cells), "JS QS");
        assert_eq!(home(Autoplay::All, &cascades, cells), "QH TC KH JS QS");
    }

    #[test]
    fn the_authors_twos_wait_only_in_cells() {
        let down_to_three = |suit, from| {
            let ranks = "KQJT9876543".chars().skip(from);
            let cards = ranks.map(|rank| format!("{rank}{suit}"));
            cards.collect::<Vec<_>>().join(" ")
        };
        let buried_ace = down_to_three('H', 0) + " 2H AH KS";
        let others = [
            down_to_three('C', 0),
            down_to_three('D', 0),
            down_to_three('S', 1),
        ];
        let [clubs, diamonds, spades] = &others;
        let cascades = [&buried_ace, clubs, diamonds, spades].map(String::as_str);
        assert_eq!(home(Autoplay::Author, &cascades, "2C"), "");
        assert_eq!(home(Autoplay::Safe, &cascades, "2C"), "2C 3D");
        let in_cascade = [cascades[0], cascades[1], cascades[2], cascades[3], "2C"];
        assert_eq!(home(Autoplay::Author, &in_cascade, ""), "2C 3D");
    }
}
