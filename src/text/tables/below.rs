//! Cells and foundations below the cascades without a label, as patsolve's layouts have them: a
//! ninth line for the cells, a tenth for the highest card of each suit at home.

use super::block::{Block, Line};
use crate::card::Card;
use crate::table::{CASCADES, CELLS};
use crate::text::spelling::Word;

impl Block<'_> {
    /// Takes the ninth and the tenth of ten lines, or the ninth of nine, for cells and foundations,
    /// if the lines can be nothing else.
    pub(super) fn take_places_below(&mut self) {
        let is_bare = self.foundations.is_none() && self.cells.is_none() && self.header.is_none();
        let count = self.body.len();
        if !is_bare || self.form.is_some() || !(CASCADES + 1..=CASCADES + 2).contains(&count) {
            return;
        }
        let places = |line: Option<&Line>| -> Option<Vec<Card>> {
            let words = line.map_or(&[][..], |line| line.words);
            let cards: Option<Vec<Card>> = words.iter().map(Word::card).collect();
            cards.filter(|cards| cards.len() <= CELLS)
        };
        let below = (
            places(self.body.get(CASCADES)),
            places(self.body.get(CASCADES + 1)),
        );
        let (Some(in_cells), Some(at_home)) = below else {
            return;
        };
        let mut foundations = [0; 4];
        for card in &at_home {
            foundations[card.suit().index()] = card.rank().number();
        }
        let is_higher = at_home.iter().any(|card| card.rank().number() > 1);
        if !self.is_whole(&in_cells, foundations) || !(is_higher || self.are_no_rows()) {
            return;
        }
        self.body.truncate(CASCADES);
        let mut cells = [None; CELLS];
        for (cell, card) in cells.iter_mut().zip(in_cells) {
            *cell = Some(card);
        }
        self.cells = Some(cells);
        self.foundations = Some(foundations);
        // As in PySolFC's exports, each line is a cascade.
        self.is_pysol = true;
    }

    /// Whether each card is once in the first eight lines, in the cells or at home.
    fn is_whole(&self, in_cells: &[Card], foundations: [u8; 4]) -> bool {
        let words = self.body[..CASCADES].iter().flat_map(|line| line.words);
        let mut count = [0; Card::COUNT];
        for card in words.filter_map(Word::card).chain(in_cells.iter().copied()) {
            count[card.index()] += 1;
        }
        let is_home = |card: Card| card.rank().number() <= foundations[card.suit().index()];
        let is_bare = self
            .body
            .iter()
            .all(|line| !line.is_labelled && !line.words.iter().any(Word::is_gap));
        is_bare && Card::deck().all(|card| count[card.index()] + usize::from(is_home(card)) == 1)
    }

    /// Whether the lines cannot be rows of a board, none of which is longer than the one before.
    fn are_no_rows(&self) -> bool {
        let lengths: Vec<usize> = self.body.iter().map(|line| line.words.len()).collect();
        let is_long = lengths.iter().any(|&length| length > CASCADES);
        is_long || !lengths.is_sorted_by(|one, other| one >= other)
    }
}
