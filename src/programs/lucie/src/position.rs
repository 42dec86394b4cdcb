//! Positions as sets of cards, and the moves in them that cost nothing.
//!
//! Without the merci, a card moves in the tableau at most once: onto its
//! successor, from where it can only go home. So the cards that have *moved*
//! from where they were dealt tell the whole position: of each suit, those in
//! an unbroken row from the ace are home, once all foundation moves are made,
//! and the others lie on their successors. And what a card has waited for, it
//! keeps: a successor that has come on top stays there, for only this card can
//! be put on it; and an uncovered card stays uncovered unless its predecessor
//! is put on it. That last step is the only one that ever costs anything. It is
//! the *blocking move*: the card built on cannot move any more, nor free what it
//! lies on, until both go home.
//!
//! Hence, as to the cards that can go home,
//! - foundation moves lose nothing, nor do builds on a *settled* card, whose
//!   moving would free nothing anyway: alone in its fan, a king, or on its
//!   successor already. Made at once, they leave every other move possible;
//! - a blocking move that will be made may as well be made at once. So the
//!   order of blocking moves does not matter, only their set.
//!
//! # The merci
//! With a merci to come, a safe build can lose. In a fan `X M P`, with P the
//! predecessor of M, the merci can draw M onto its successor, P can follow it,
//! and X is free; but not if another card has been built on P. Nor do the moved
//! cards tell the position, if M leaves cards built on it behind.
//!
//! So the merci is *promised* beforehand to one card M, and nothing is built on
//! P while that lies on M. Any merci that gains something keeps this rule: one
//! that draws M from under two or more cards built in its suit frees nothing,
//! for these cannot leave X but to go home, and then M could follow them. Under
//! the promise M may move from the start, whatever lies on it, and what it lies
//! on is free when M and all above it have moved. If P lay on M alone, it has
//! followed, for that is a safe build; so the moved cards tell the position.
//!
//! Which blocking moves to make, and what to promise, is for [`crate::search`].

use freecell::card::Card;

use crate::tableau::Tableau;

/// A set of cards, a bit for each by its number.
pub type Cards = u64;

const DECK: Cards = (1 << Card::COUNT) - 1;
/// The number of bits between a card and its successor.
const RANK: usize = 4;
const ACES: Cards = 0b1111;
const KINGS: Cards = ACES << (Card::COUNT - RANK);

/// The set of the card on which the card of that number is built: its successor.
pub const fn target(card: usize) -> Cards {
    1 << card << RANK
}

const fn only(card: Card) -> Cards {
    1 << card.index()
}

/// The numbers of a set's cards, the lowest first.
pub fn each(mut cards: Cards) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = cards.trailing_zeros() as usize;
        cards &= cards.wrapping_sub(1);
        (lowest < Card::COUNT).then_some(lowest)
    })
}

/// Where a tableau's cards are now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The cards no longer where they were dealt: home, or on their successors.
    pub moved: Cards,
    /// The cards that lie where they were dealt, under no card that was dealt above them; their
    /// predecessors may have been built on them.
    pub open: Cards,
    pub home: Cards,
}

impl Position {
    /// The cards that lie on their successors, having moved there.
    fn built(&self) -> Cards {
        self.moved & !self.home
    }

    /// The cards on which such a card lies.
    fn covered(&self) -> Cards {
        self.built() << RANK
    }
}

/// A tableau, as it was dealt or typed in.
pub struct Layout {
    pub start: Position,
    /// For each card, the set of the one directly under it, if there is one.
    under: [Cards; Card::COUNT],
    /// For each card, the cards above it in its fan.
    above: [Cards; Card::COUNT],
    /// The cards that are settled from the start.
    settled: Cards,
}

impl Layout {
    pub fn new(tableau: &Tableau) -> Layout {
        let mut layout = Layout {
            start: Position::default(),
            under: [0; Card::COUNT],
            above: [0; Card::COUNT],
            settled: KINGS,
        };
        let home = DECK & !tableau.cards().map(only).fold(0, |all, card| all | card);
        layout.start.moved = home;
        layout.start.home = home;
        for fan in &tableau.fans {
            layout.lay(fan);
        }
        layout
    }

    fn lay(&mut self, fan: &[Card]) {
        let mut under = 0;
        for &card in fan {
            if under == 0 || under == only(card) << RANK {
                self.settled |= only(card);
            }
            self.under[card.index()] = under;
            under = only(card);
        }
        let mut above = 0;
        for &card in fan.iter().rev() {
            self.above[card.index()] = above;
            above |= only(card);
        }
        self.start.open |= under;
    }

    pub fn cards(&self) -> Cards {
        DECK & !self.start.home
    }

    /// The play in which no card may be drawn.
    pub fn without_merci(&self) -> Play<'_> {
        Play {
            layout: self,
            promised: 0,
            follower: 0,
            settles: 0,
        }
    }

    /// The play in which the merci is promised to that card, by its number.
    pub fn with_merci(&self, card: usize) -> Play<'_> {
        let under = self.under[card];
        let above = self.under.iter().position(|&under| under == 1 << card);
        let above = above.map_or(0, |above| 1 << above);
        let settles = under == 0 || under == above << RANK;
        Play {
            layout: self,
            promised: 1 << card,
            follower: above & (1 << card >> RANK),
            settles: if settles { above } else { 0 },
        }
    }
}

/// A layout under a promise, or without one: what the moves do there.
pub struct Play<'a> {
    layout: &'a Layout,
    promised: Cards,
    /// Its predecessor, if that was dealt directly above it.
    follower: Cards,
    /// The card above it, if that is settled once the promised card is drawn.
    settles: Cards,
}

impl Play<'_> {
    /// Normalizes a position: makes all foundation moves and safe builds that there
    /// are, with the merci if it has become one of them.
    pub fn normalize(&self, position: &mut Position) {
        self.exhaust(position, |position| {
            let onto = position.built() | position.open & self.settled(position);
            self.builds(position, onto & !self.held(position), position.covered())
        });
    }

    /// The position that would arise if building on a card never hindered it
    /// from moving, none of the `refused` cards being built on unless settled.
    /// From a normalized position, every card that can still go home without such
    /// builds is home there, and every one that can still move has moved.
    pub fn relax(&self, normalized: &Position, refused: Cards) -> Position {
        let (stuck, held) = (normalized.covered(), self.held(normalized));
        let mut position = *normalized;
        self.exhaust(&mut position, |position| {
            let held = if self.is_kept(position) { 0 } else { held };
            let allowed = self.settled(position) | !refused;
            let onto = position.built() | position.open & allowed;
            self.builds(position, onto & !held, stuck)
        });
        position
    }

    /// The cards that a normalized position offers to build on cards that are
    /// neither settled nor refused.
    pub fn blocking(&self, position: &Position, refused: Cards) -> Cards {
        let onto = position.open & !self.settled(position) & !refused;
        self.builds(position, onto & !self.held(position), position.covered())
    }

    /// Takes cards from where they were dealt.
    #[inline]
    fn leave(&self, position: &mut Position, cards: Cards) {
        let leaving = cards & !position.moved;
        position.moved |= cards;
        position.open &= !cards;
        for card in each(leaving) {
            self.open_under(position, card);
        }
    }

    /// Opens what lies under a card that has left, if nothing else covers it.
    #[inline]
    fn open_under(&self, position: &mut Position, card: usize) {
        let mut under = self.layout.under[card];
        if under & position.moved != 0 {
            // Only the merci can have left a gap in the fan.
            under = self.layout.under[under.trailing_zeros() as usize];
        }
        if under != 0 && self.layout.above[under.trailing_zeros() as usize] & !position.moved == 0 {
            position.open |= under;
        }
    }

    pub fn is_kept(&self, position: &Position) -> bool {
        self.floating(position) == 0
    }

    /// The position after such a build, not yet normalized.
    pub fn after(&self, position: &Position, card: usize) -> Position {
        let mut next = *position;
        self.leave(&mut next, 1 << card);
        next
    }

    /// The cost of such a build: a blocking move, unless it is the merci.
    pub fn cost(&self, card: usize) -> u32 {
        u32::from(self.promised != 1 << card)
    }

    /// Sends home what can go home and makes the builds of a rule until there
    /// are no more.
    #[inline]
    fn exhaust(&self, position: &mut Position, builds: impl Fn(&Position) -> Cards) {
        loop {
            let going = self.going_home(position);
            self.leave(position, going);
            position.home |= going;
            let built = builds(position);
            self.leave(position, built);
            if going | built == 0 {
                return;
            }
        }
    }

    fn going_home(&self, position: &Position) -> Cards {
        let next = (position.home << RANK | ACES) & !position.home;
        next & (position.open | position.built() | self.floating(position))
    }

    /// The cards that can be built on some of the given ones, unless stuck. A
    /// higher card and its predecessor may be among them: it goes first.
    fn builds(&self, position: &Position, onto: Cards, stuck: Cards) -> Cards {
        (onto >> RANK) & (position.open & !stuck | self.floating(position))
    }

    /// The cards that lie where they were dealt and could not move even if they were uncovered.
    fn settled(&self, position: &Position) -> Cards {
        let drawn = self.promised & position.moved != 0;
        self.layout.settled | if drawn { self.settles } else { 0 }
    }

    /// The promised card, while it has not moved.
    fn floating(&self, position: &Position) -> Cards {
        self.promised & !position.moved
    }

    /// The card that nothing may be built on, for it lies on the promised one.
    fn held(&self, position: &Position) -> Cards {
        (self.floating(position) >> RANK) & (position.built() | self.follower)
    }
}
