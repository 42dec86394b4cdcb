//! Positions in two parts: what no move can bring back, and where the loose cards lie.

use crate::card::Card;
use crate::card_set::CardSet;
use crate::table::Table;

/// A set of cards, one bit a card, by [`Card::index`].
pub type Cards = u64;

/// The cards of a suit when shifted by its index, and the bit that would follow the king.
const SUIT: Cards = 0x11_1111_1111_1111;
const RED: Cards = 0x66_6666_6666_6666;
/// The cards next to go home when all are home: the bits that would follow the kings.
const ALL_HOME: Cards = 0b1111 << Card::COUNT;

/// The cards of a set, each as a set of its own.
pub(super) fn singletons(mut cards: Cards) -> impl Iterator<Item = Cards> {
    std::iter::from_fn(move || {
        let card = cards & cards.wrapping_neg();
        cards ^= card;
        (card != 0).then_some(card)
    })
}

/// The two cards that a card fits on, clubs or diamonds first. Bits that would follow the
/// kings are never among the cards that one may be put on.
fn parents_of(card: Cards) -> (Cards, Cards) {
    let club = 1 << ((card.trailing_zeros() | 3) + 1);
    if card & RED != 0 {
        (club, club << 3)
    } else {
        (club << 1, club << 2)
    }
}

/// Both cards that a card fits on.
pub(super) fn both_parents_of(card: Cards) -> Cards {
    let (first, second) = parents_of(card);
    first | second
}

/// Which of the two cards that it fits on each loose card lies on. A card in neither set
/// is in a slot; none is in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Parents {
    /// The cards that lie on their first parent, clubs or diamonds.
    pub first: Cards,
    /// The cards that lie on their second parent, hearts or spades.
    pub second: Cards,
}

impl Parents {
    /// The parents of the cards of either; no card is in both.
    #[must_use]
    pub fn or(self, other: Parents) -> Parents {
        Parents {
            first: self.first | other.first,
            second: self.second | other.second,
        }
    }

    /// The parents of the cards of a set.
    #[must_use]
    pub fn among(self, cards: Cards) -> Parents {
        Parents {
            first: self.first & cards,
            second: self.second & cards,
        }
    }

    /// The card that a card lies on, if it lies on one.
    pub(super) fn parent_of(self, card: Cards) -> Cards {
        let (first, second) = parents_of(card);
        if self.first & card != 0 {
            first
        } else if self.second & card != 0 {
            second
        } else {
            0
        }
    }

    /// The parents after a card has moved onto one of the two cards it fits on, where that is open.
    pub(super) fn onto(self, card: Cards, open: Cards) -> impl Iterator<Item = Parents> {
        let (first, second) = parents_of(card);
        let mut on_first = self.among(!card);
        let mut on_second = on_first;
        on_first.first |= card;
        on_second.second |= card;
        let on_first = (open & first != 0).then_some(on_first);
        on_first
            .into_iter()
            .chain((open & second != 0).then_some(on_second))
    }

    /// The cards that others lie on.
    pub(super) fn covered(self) -> Cards {
        // Moves each card to the clubs of its rank, and from there to its parent's suit.
        let lain_on = |cards: Cards, by_red: Cards, by_black: Cards| {
            let ranks = |cards: Cards| (cards | cards >> 1 | cards >> 2 | cards >> 3) & SUIT;
            (ranks(cards & RED) * by_red) | (ranks(cards & !RED) * by_black)
        };
        (lain_on(self.first, 1 << 0, 1 << 1) | lain_on(self.second, 1 << 3, 1 << 2)) << 4
    }
}

/// The part of a position that no move can bring back: the sequence breaks that are left, and the
/// foundations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbstractState {
    /// The cards that lie as dealt on cards that they do not fit on.
    pub breaks: Cards,
    /// The cards that are next to go home; for a complete suit, the bit that would follow
    /// its king.
    pub next: Cards,
}

impl AbstractState {
    /// Whether all cards are home.
    pub(super) fn is_won(self) -> bool {
        self.next == ALL_HOME
    }

    /// The number of cards of a suit that are home.
    fn home(self, suit: u32) -> u32 {
        (self.next & SUIT << suit).trailing_zeros() / 4
    }

    /// An upper bound on the transitions left until the game is won: each of them moves a sequence
    /// break, sends a card home, or both.
    pub(super) fn remaining(self) -> u32 {
        let home: u32 = (0..4).map(|suit| self.home(suit)).sum();
        self.breaks.count_ones() + Card::COUNT as u32 - home
    }

    /// The state after a card that is next to go home has gone there.
    #[must_use]
    pub(super) fn after_home(self, card: Cards) -> AbstractState {
        AbstractState {
            breaks: self.breaks & !card,
            next: self.next ^ (card | card << 4),
        }
    }

    /// The state after a sequence break has left its place, but not for home.
    #[must_use]
    pub(super) fn after_break(self, card: Cards) -> AbstractState {
        AbstractState {
            breaks: self.breaks & !card,
            ..self
        }
    }

    /// Whether nothing is lost by sending home a card that is next: no card that is not home
    /// could come to lie on it, or only an ace.
    fn is_safe(self, card: u8) -> bool {
        let is_red = RED >> card & 1 == 1;
        let other_color = self.next & if is_red { !RED } else { RED };
        card < 8 || other_color.trailing_zeros() / 4 >= u32::from(card / 4)
    }
}

/// Which cards of an abstract state are loose, and what they can lie on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// The cards that are neither home nor in a fixed prefix.
    pub loose: Cards,
    /// The last card of each fixed prefix.
    pub ends: Cards,
    /// The number of cascades without a fixed prefix, whose base is therefore a slot.
    pub free_columns: u32,
}

impl Layout {
    /// The cards that can go home once no other card lies on them.
    pub(super) fn homeward(&self, state: AbstractState) -> Cards {
        state.next & (self.loose | self.ends)
    }

    /// A card that can be sent home without loss. No other card lies on it: of those left, none
    /// fits except an ace on a two, and aces come first here.
    pub(super) fn safe_home(&self, state: AbstractState) -> Option<Cards> {
        singletons(self.homeward(state)).find(|card| state.is_safe(card.trailing_zeros() as u8))
    }
}

/// A position: an abstract state, and how the loose cards lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The abstract state that it belongs to.
    pub state: AbstractState,
    /// The parents of the loose cards.
    pub parents: Parents,
}

/// A fixed prefix of a cascade: up to one of its sequence breaks.
#[derive(Clone, Copy, Debug, Default)]
struct Prefix {
    cards: Cards,
    end: Cards,
    /// The parents of the cards that were dealt in sequence on its end.
    run: Parents,
}

/// A cascade as dealt.
#[derive(Clone, Debug)]
struct Column {
    breaks: Cards,
    /// The prefixes, by the number of sequence breaks that are left.
    prefixes: Vec<Prefix>,
}

/// A table as it is at the root of the search, examined for what all of its abstract states have in
/// common.
#[derive(Clone, Debug)]
pub struct Deal {
    columns: Vec<Column>,
    root: AbstractState,
}

impl Deal {
    /// Examines cascades, deepest cards first, and the cards in cells. Cards are home if they and
    /// all smaller ones of their suit are missing.
    pub fn new(cascades: &[impl AsRef<[Card]>], in_cells: impl IntoIterator<Item = Card>) -> Deal {
        let cascades: Vec<&[Card]> = cascades.iter().map(AsRef::as_ref).collect();
        let columns: Vec<Column> = cascades.iter().map(|cards| Column::new(cards)).collect();
        let breaks = columns.iter().fold(0, |all, column| all | column.breaks);
        let in_cascades = cascades.iter().copied().flatten().copied();
        let dealt = in_cascades.chain(in_cells);
        let dealt = dealt.fold(ALL_HOME, |all, card| all | 1 << card.index());
        let lowest = |suit: usize| dealt & SUIT << suit & (dealt & SUIT << suit).wrapping_neg();
        let next = (0..4).fold(0, |all, suit| all | lowest(suit));
        let root = AbstractState { breaks, next };
        Deal { columns, root }
    }

    /// Examines a table.
    pub fn of(table: &Table) -> Deal {
        Deal::new(&table.cascades, table.cells.into_iter().flatten())
    }

    /// The position at the root. What lies in a cell is in a slot, as is the base of a free column.
    pub fn root(&self) -> Entry {
        let run = |column: &Column| column.prefixes[column.prefixes.len() - 1].run;
        let runs = self.columns.iter().map(run);
        Entry {
            state: self.root,
            parents: runs.fold(Parents::default(), Parents::or),
        }
    }

    /// The fixed prefix of each cascade in a state.
    fn prefixes(&self, state: AbstractState) -> impl Iterator<Item = &Prefix> {
        let breaks = move |column: &Column| (state.breaks & column.breaks).count_ones() as usize;
        let columns = self.columns.iter();
        columns.map(move |column| &column.prefixes[breaks(column)])
    }

    /// Which cards of a state are loose, and what they can lie on.
    pub(super) fn layout(&self, state: AbstractState) -> Layout {
        let mut not_home = 0;
        for suit in 0..4 {
            let next = state.next & SUIT << suit;
            not_home |= SUIT << suit & next.wrapping_neg() & CardSet::DECK.bits();
        }
        let mut layout = Layout {
            loose: not_home,
            ends: 0,
            free_columns: 0,
        };
        for prefix in self.prefixes(state) {
            layout.loose &= !prefix.cards;
            layout.ends |= prefix.end;
            layout.free_columns += u32::from(prefix.end == 0);
        }
        layout
    }

    /// The number of a state, different for any two: how many sequence breaks are left in
    /// each cascade, and how many cards of each suit are home, in mixed radix.
    pub(super) fn number(&self, state: AbstractState) -> u64 {
        let (mut number, mut place) = (0, 1);
        for column in &self.columns {
            number += place * u64::from((state.breaks & column.breaks).count_ones());
            place *= column.prefixes.len() as u64;
        }
        (0..4).fold(number, |number, suit| {
            number << 4 | u64::from(state.home(suit))
        })
    }

    /// The parents of the cards that become loose when a sequence break leaves its place: those
    /// in sequence under it, down to the next sequence break.
    fn uncovered_by(&self, state: AbstractState, card: Cards) -> Parents {
        let after = state.after_break(card);
        let mut columns = self.columns.iter().zip(self.prefixes(after));
        let prefix = columns.find(|(column, _)| column.breaks & card != 0);
        prefix.map_or(Parents::default(), |(_, prefix)| prefix.run)
    }

    /// The position after a card has gone home.
    pub(super) fn after_home(&self, Entry { state, parents }: Entry, card: Cards) -> Entry {
        let uncovered = if state.breaks & card == 0 {
            Parents::default()
        } else {
            self.uncovered_by(state, card)
        };
        Entry {
            state: state.after_home(card),
            parents: parents.among(!card).or(uncovered),
        }
    }

    /// The position after a sequence break has left its place. The parents given are those after it
    /// has moved, without the cards that it uncovers.
    pub(super) fn after_break(&self, Entry { state, parents }: Entry, card: Cards) -> Entry {
        Entry {
            state: state.after_break(card),
            parents: parents.or(self.uncovered_by(state, card)),
        }
    }
}

impl Column {
    fn new(cards: &[Card]) -> Column {
        let mut column = Column {
            breaks: 0,
            prefixes: vec![Prefix::default()],
        };
        let mut below = 0;
        for pair in cards.windows(2) {
            let [parent, card] = [pair[0], pair[1]].map(|card| 1 << card.index());
            below |= parent;
            let last = column.prefixes.len() - 1;
            let run = &mut column.prefixes[last].run;
            if let Some(longer) = run.onto(card, parent).next() {
                *run = longer;
            } else {
                column.breaks |= card;
                column.prefixes.push(Prefix {
                    cards: below | card,
                    end: card,
                    run: Parents::default(),
                });
            }
        }
        column
    }
}
