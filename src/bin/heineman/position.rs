//! Where cards lie, for the column's searches: a position that moves can be
//! made on and taken back from, and its exact keys.
//!
//! Positions of one deal differ in how each card lies ([`CardState`]): no two
//! that differ in more than the order of cascades and cells share a key, so
//! counts of positions need no argument about chance. Which moves are allowed is
//! the business of [`super::moves`].

use arrayvec::ArrayVec;
use freecell::card::{Card, Suit};
#[cfg(test)]
use freecell::table::Table;

use super::deal::{Deal, MOST_CASCADES};
use super::packed::delta::{state_place, CardState, Delta};
use super::shape::MOST_CELLS;

/// A place that cards move from or to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A cascade, from 0.
    Cascade(u8),
    /// One of the cells; their order means nothing here.
    Cell,
    /// The foundations.
    Home,
}

impl Spot {
    /// The cascade of that index.
    pub fn cascade(index: usize) -> Spot {
        Spot::Cascade(index as u8)
    }
}

/// A move: `count` cards, of which `card` is the deepest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The card that comes to lie elsewhere.
    pub card: Card,
    /// It and how many that lie on it.
    pub count: u8,
    /// Where they come from.
    pub from: Spot,
    /// Where they go.
    pub to: Spot,
}

/// A position's key: exact for the positions of one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    delta: Delta,
    /// The deepest cards of the cascades in some order, or 0 where the order of
    /// cascades does not count.
    order: u64,
}

/// A position of some deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The cards of all cascades, one cascade after the other, deepest first.
    cards: ArrayVec<Card, { Card::COUNT }>,
    /// Where each cascade ends in them.
    ends: ArrayVec<u8, MOST_CASCADES>,
    /// In the order of the cards' numbers.
    cells: ArrayVec<Card, MOST_CELLS>,
    foundations: [u8; 4],
    delta: Delta,
}

impl Position {
    /// The position of a fresh deal.
    pub fn new(deal: &Deal) -> Position {
        Position::of(&deal.cascades, &[], [0; 4])
    }

    /// The position of a table; its cards must lie in descending order by rank
    /// and alternating colour wherever they do not lie as dealt.
    #[cfg(test)]
    pub fn of_table(table: &Table) -> Position {
        let cells: Vec<Card> = table.cells.iter().flatten().copied().collect();
        Position::of(&table.cascades, &cells, table.foundations)
    }

    fn of(cascades: &[impl AsRef<[Card]>], cells: &[Card], foundations: [u8; 4]) -> Position {
        let mut position = Position {
            cards: cascades.iter().flat_map(AsRef::as_ref).copied().collect(),
            ends: ArrayVec::new(),
            cells: cells.iter().copied().collect(),
            foundations,
            delta: [0; 3],
        };
        let mut end = 0;
        for cascade in cascades {
            end += cascade.as_ref().len() as u8;
            position.ends.push(end);
        }
        position.cells.sort_unstable_by_key(|card| card.index());
        for card in Card::deck() {
            let state = position.state(card);
            set_state(&mut position.delta, card, state);
        }
        position
    }

    /// How many cascades there are.
    pub fn cascades(&self) -> usize {
        self.ends.len()
    }

    /// The cards of a cascade, deepest first.
    pub fn cascade(&self, index: usize) -> &[Card] {
        &self.cards[self.start(index)..self.end(index)]
    }

    fn start(&self, cascade: usize) -> usize {
        cascade.checked_sub(1).map_or(0, |before| self.end(before))
    }

    fn end(&self, cascade: usize) -> usize {
        self.ends[cascade].into()
    }

    /// The cards in cells, in the order of their numbers.
    pub fn cells(&self) -> &[Card] {
        &self.cells
    }

    /// How many cards of each suit are home.
    pub fn foundations(&self) -> [u8; 4] {
        self.foundations
    }

    /// Whether a card is the next one of its suit to go home.
    pub fn goes_home(&self, card: Card) -> bool {
        self.foundations[card.suit().index()] + 1 == card.rank().number()
    }

    /// Whether all cards are home.
    pub fn is_won(&self) -> bool {
        self.foundations == [13; 4]
    }

    /// The key that counts neither the order of cascades nor that of cells.
    pub fn set_key(&self) -> Key {
        Key {
            delta: self.delta,
            order: 0,
        }
    }

    /// The key that counts the order of cascades.
    pub fn ordered_key(&self) -> Key {
        self.key_in_order(0..self.cascades())
    }

    /// The key that counts the order of cascades, taken in the given order.
    pub fn key_in_order(&self, order: impl Iterator<Item = usize>) -> Key {
        let bottom = |index| match self.cascade(index).first() {
            Some(card) => card.index() as u64 + 1,
            None => 0,
        };
        let push = |bottoms, index| bottoms << 6 | bottom(index);
        Key {
            delta: self.delta,
            order: order.fold(0, push),
        }
    }

    /// Whether a card lies as it does in another position of the same deal: in a
    /// cell, home, at the bottom of a cascade or on the same card.
    pub fn lies_as(&self, other: &Position, card: Card) -> bool {
        bits(&self.delta, card) == bits(&other.delta, card)
    }

    /// Makes a move, which must be possible.
    pub fn make(&mut self, each: Move) {
        self.shift(each.card, each.count, each.from, each.to);
    }

    /// Takes back the move made last.
    pub fn undo(&mut self, each: Move) {
        self.shift(each.card, each.count, each.to, each.from);
    }

    fn shift(&mut self, card: Card, count: u8, from: Spot, to: Spot) {
        if let (Spot::Cascade(from), Spot::Cascade(to)) = (from, to) {
            self.shift_run(count, from as usize, to as usize);
        } else {
            self.take(card, from);
            self.put(card, to);
        }
        let state = match to {
            Spot::Cascade(to) => self.state_in_cascade(to as usize, count),
            Spot::Cell => CardState::Cell,
            Spot::Home => CardState::Home,
        };
        set_state(&mut self.delta, card, state);
    }

    fn shift_run(&mut self, count: u8, from: usize, to: usize) {
        let (from_end, to_end) = (self.end(from), self.end(to));
        let count_cards = usize::from(count);
        if from < to {
            self.cards[from_end - count_cards..to_end].rotate_left(count_cards);
            self.ends[from..to].iter_mut().for_each(|end| *end -= count);
        } else {
            self.cards[to_end..from_end].rotate_right(count_cards);
            self.ends[to..from].iter_mut().for_each(|end| *end += count);
        }
    }

    fn take(&mut self, card: Card, from: Spot) {
        match from {
            Spot::Cascade(from) => {
                self.cards.remove(self.end(from.into()) - 1);
                self.ends[from.into()..]
                    .iter_mut()
                    .for_each(|end| *end -= 1);
            }
            Spot::Cell => self.cells.retain(|each| *each != card),
            Spot::Home => self.foundations[card.suit().index()] -= 1,
        }
    }

    fn put(&mut self, card: Card, to: Spot) {
        match to {
            Spot::Cascade(to) => {
                self.cards.insert(self.end(to.into()), card);
                self.ends[to.into()..].iter_mut().for_each(|end| *end += 1);
            }
            Spot::Cell => {
                let place = self
                    .cells
                    .partition_point(|each| each.index() < card.index());
                self.cells.insert(place, card);
            }
            Spot::Home => self.foundations[card.suit().index()] += 1,
        }
    }

    /// How the deepest of a cascade's last `count` cards lies.
    fn state_in_cascade(&self, cascade: usize, count: u8) -> CardState {
        let cascade = self.cascade(cascade);
        let place = cascade.len() - count as usize;
        match place.checked_sub(1) {
            None => CardState::Base,
            Some(below) => state_on(cascade[place], cascade[below]),
        }
    }

    /// How a card lies, found by looking for it.
    fn state(&self, card: Card) -> CardState {
        if self.cells.contains(&card) {
            return CardState::Cell;
        }
        let find = |cascade: &[Card]| cascade.iter().rev().position(|each| *each == card);
        let found =
            (0..self.cascades()).find_map(|index| Some((index, find(self.cascade(index))?)));
        match found {
            Some((index, above)) => self.state_in_cascade(index, above as u8 + 1),
            None => CardState::Home,
        }
    }
}

fn state_on(card: Card, below: Card) -> CardState {
    if !card.fits_on(below) {
        CardState::Dealt
    } else if matches!(below.suit(), Suit::Clubs | Suit::Diamonds) {
        CardState::OnFirst
    } else {
        CardState::OnSecond
    }
}

fn bits(delta: &Delta, card: Card) -> u64 {
    let (word, shift) = state_place(card.index() as u8);
    delta[word] >> shift & 0b111
}

fn set_state(delta: &mut Delta, card: Card, state: CardState) {
    let (word, shift) = state_place(card.index() as u8);
    delta[word] = delta[word] & !(0b111 << shift) | (state as u64) << shift;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::moves::Rules;

    /// Makes random moves; the answer is those made.
    fn play(position: &mut Position, rules: Rules, choices: &[usize]) -> Vec<Move> {
        let mut played = Vec::new();
        for choice in choices {
            let mut moves = Vec::new();
            rules.moves(position, &mut moves);
            if moves.is_empty() {
                break;
            }
            let each = moves[choice % moves.len()];
            position.make(each);
            played.push(each);
        }
        played
    }

    /// Both keys, computed from where the cards lie.
    fn keys(position: &Position) -> (Key, Key) {
        let mut fresh = position.clone();
        fresh.delta = [0; 3];
        for card in Card::deck() {
            let state = fresh.state(card);
            set_state(&mut fresh.delta, card, state);
        }
        (fresh.set_key(), fresh.ordered_key())
    }

    proptest! {
        #[test]
        fn keys_kept_up_to_date_are_keys_computed(
            number in 1..1_000_000_u64,
            cascades in 1..=MOST_CASCADES,
            cells in 0..=MOST_CELLS,
            choices in proptest::collection::vec(0..1000_usize, 0..80),
        ) {
            let root = Position::new(&Deal::new(number, cascades));
            let rules = Rules { cells, ..Rules::default() };
            let mut position = root.clone();
            let played = play(&mut position, rules, &choices);
            let (set, ordered) = keys(&position);
            prop_assert_eq!(position.set_key(), set);
            prop_assert_eq!(position.ordered_key(), ordered);
            for &each in played.iter().rev() {
                position.undo(each);
            }
            prop_assert_eq!(position, root);
        }
    }

    #[test]
    fn the_order_of_cascades_and_cells_counts_in_one_key_only() {
        let position =
            |cascades: &[&str], cells| Position::of_table(&Table::build(cascades, cells).unwrap());
        let one = position(&["KS QH", "KH"], "KC KD QD");
        let other = position(&["KH", "", "KS QH"], "- QD KC KD");
        assert_eq!(one.set_key(), other.set_key());
        assert_ne!(one.ordered_key(), other.ordered_key());
        assert_eq!(
            one.ordered_key(),
            other.key_in_order([2, 0, 1, 3, 4, 5, 6, 7].into_iter())
        );
    }
}
