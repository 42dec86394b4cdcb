//! Where cards lie, for the column's searches: a position that moves can be
//! made on and taken back from, and its exact keys.
//!
//! Positions of one deal are told apart by how each card lies ([`Way`]): no two
//! that differ in more than the order of cascades and cells share a key, so
//! counts of positions need no argument about chance. Which moves are allowed is
//! the business of [`super::moves`].

use arrayvec::ArrayVec;
use freecell::card::{Card, Suit};
use freecell::table::{Table, CASCADES, CELLS};

/// The most cards a cascade can hold: six that lie as dealt, then a king and
/// everything that fits on him.
const LONGEST: usize = 6 + 13;

/// The cards of one cascade, deepest first.
type Cascade = ArrayVec<Card, LONGEST>;

/// A place that cards move from or to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A cascade, 0 to 7.
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

/// How a card lies. A cascade's cards are known from this alone, given the deal.
#[derive(Clone, Copy)]
#[repr(u64)]
enum Way {
    /// On the card it was dealt on, which it does not fit on.
    Dealt = 0,
    /// On the first of the two cards it fits on.
    OnFirst = 1,
    /// On the second of them.
    OnSecond = 2,
    /// At the bottom of a cascade.
    Bottom = 3,
    Cell = 4,
    Home = 5,
}

/// The ways of all 52 cards, three bits each.
type Ways = [u64; 3];

/// A position's key: exact for the positions of one deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    ways: Ways,
    /// The deepest cards of the cascades in some order, or 0 where the order of
    /// cascades does not count.
    order: u64,
}

/// A position of some deal.
#[derive(Clone, Debug)]
pub struct Position {
    cascades: [Cascade; CASCADES],
    /// In the order of the cards' numbers.
    cells: ArrayVec<Card, CELLS>,
    foundations: [u8; 4],
    ways: Ways,
}

impl Position {
    /// The position of a table; its cards must lie in descending order by rank
    /// and alternating colour wherever they do not lie as dealt.
    pub fn new(table: &Table) -> Position {
        let mut position = Position {
            cascades: Default::default(),
            cells: table.cells.iter().flatten().copied().collect(),
            foundations: table.foundations,
            ways: [0; 3],
        };
        for (cascade, cards) in position.cascades.iter_mut().zip(&table.cascades) {
            cascade.extend(cards.iter().copied());
        }
        position.cells.sort_unstable_by_key(|card| card.index());
        for card in Card::deck() {
            let way = position.way(card);
            set_way(&mut position.ways, card, way);
        }
        position
    }

    /// The cards of a cascade, deepest first.
    pub fn cascade(&self, index: usize) -> &[Card] {
        &self.cascades[index]
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
            ways: self.ways,
            order: 0,
        }
    }

    /// The key that counts the order of cascades, taken in the given order.
    pub fn ordered_key(&self, order: [u8; CASCADES]) -> Key {
        let bottom = |&index: &u8| match self.cascades[index as usize].first() {
            Some(card) => card.index() as u64 + 1,
            None => 0,
        };
        let push = |bottoms, index| bottoms << 6 | bottom(index);
        Key {
            ways: self.ways,
            order: order.iter().fold(0, push),
        }
    }

    /// Whether a card lies as it does in another position of the same deal: in a
    /// cell, home, at the bottom of a cascade or on the same card.
    pub fn lies_as(&self, other: &Position, card: Card) -> bool {
        way_bits(&self.ways, card) == way_bits(&other.ways, card)
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
        let way = match to {
            Spot::Cascade(to) => self.way_in_cascade(to as usize, count),
            Spot::Cell => Way::Cell,
            Spot::Home => Way::Home,
        };
        set_way(&mut self.ways, card, way);
    }

    fn shift_run(&mut self, count: u8, from: usize, to: usize) {
        let start = self.cascades[from].len() - count as usize;
        let run: Cascade = self.cascades[from].drain(start..).collect();
        self.cascades[to].extend(run);
    }

    fn take(&mut self, card: Card, from: Spot) {
        match from {
            Spot::Cascade(from) => {
                self.cascades[from as usize].pop();
            }
            Spot::Cell => self.cells.retain(|each| *each != card),
            Spot::Home => self.foundations[card.suit().index()] -= 1,
        }
    }

    fn put(&mut self, card: Card, to: Spot) {
        match to {
            Spot::Cascade(to) => self.cascades[to as usize].push(card),
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
    fn way_in_cascade(&self, cascade: usize, count: u8) -> Way {
        let cascade = &self.cascades[cascade];
        let place = cascade.len() - count as usize;
        match place.checked_sub(1) {
            None => Way::Bottom,
            Some(below) => way_on(cascade[place], cascade[below]),
        }
    }

    /// How a card lies, found by looking for it.
    fn way(&self, card: Card) -> Way {
        if self.cells.contains(&card) {
            return Way::Cell;
        }
        let find = |cascade: &Cascade| cascade.iter().rev().position(|each| *each == card);
        let found = (0..CASCADES).find_map(|index| Some((index, find(&self.cascades[index])?)));
        match found {
            Some((index, above)) => self.way_in_cascade(index, above as u8 + 1),
            None => Way::Home,
        }
    }
}

fn way_on(card: Card, below: Card) -> Way {
    if !card.fits_on(below) {
        Way::Dealt
    } else if matches!(below.suit(), Suit::Clubs | Suit::Diamonds) {
        Way::OnFirst
    } else {
        Way::OnSecond
    }
}

/// The bits that a card's way takes.
const BITS: usize = 3;

/// The word that holds a card's way, and where in it.
fn way_place(card: Card) -> (usize, usize) {
    const CARDS_PER_WORD: usize = 64 / BITS;
    let (word, place) = (card.index() / CARDS_PER_WORD, card.index() % CARDS_PER_WORD);
    (word, place * BITS)
}

fn way_bits(ways: &Ways, card: Card) -> u64 {
    let (word, shift) = way_place(card);
    ways[word] >> shift & ((1 << BITS) - 1)
}

fn set_way(ways: &mut Ways, card: Card, way: Way) {
    let (word, shift) = way_place(card);
    let cleared = ways[word] & !(((1 << BITS) - 1) << shift);
    ways[word] = cleared | (way as u64) << shift;
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::heineman::moves::Rules;
    use crate::heineman::position_of;

    /// Makes random moves; the answer is those made.
    fn play(position: &mut Position, choices: &[usize]) -> Vec<Move> {
        let mut played = Vec::new();
        for choice in choices {
            let mut moves = Vec::new();
            Rules::default().moves(position, &mut moves);
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
        fresh.ways = [0; 3];
        for card in Card::deck() {
            let way = fresh.way(card);
            set_way(&mut fresh.ways, card, way);
        }
        (fresh.set_key(), fresh.ordered_key([0, 1, 2, 3, 4, 5, 6, 7]))
    }

    proptest! {
        #[test]
        fn keys_kept_up_to_date_are_keys_computed(
            number in 1..1_000_000_u64,
            choices in proptest::collection::vec(0..1000_usize, 0..80),
        ) {
            let root = position_of(number);
            let mut position = root.clone();
            let played = play(&mut position, &choices);
            let (set, ordered) = keys(&position);
            prop_assert_eq!(position.set_key(), set);
            prop_assert_eq!(position.ordered_key([0, 1, 2, 3, 4, 5, 6, 7]), ordered);
            for &each in played.iter().rev() {
                position.undo(each);
            }
            prop_assert_eq!(position.set_key(), root.set_key());
            prop_assert_eq!(position.cascades, root.cascades);
        }
    }

    #[test]
    fn the_order_of_cascades_and_cells_counts_in_one_key_only() {
        let position =
            |cascades: &[&str], cells| Position::new(&Table::build(cascades, cells).unwrap());
        let one = position(&["KS QH", "KH"], "KC KD QD");
        let other = position(&["KH", "", "KS QH"], "- QD KC KD");
        assert_eq!(one.set_key(), other.set_key());
        let order = [0, 1, 2, 3, 4, 5, 6, 7];
        assert_ne!(one.ordered_key(order), other.ordered_key(order));
        assert_eq!(
            one.ordered_key(order),
            other.ordered_key([2, 0, 1, 3, 4, 5, 6, 7])
        );
    }
}
