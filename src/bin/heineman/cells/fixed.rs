//! What of a position no move can bring back.
//!
//! A card that lies as dealt on one that it does not fit on is a *joint*. Once it
//! has moved it never lies there again. A joint and all cards under it in its
//! cascade are *fixed*; a card that is neither fixed nor home is *loose*. A loose
//! card lies in a cell, at the bottom of a cascade without fixed cards, or on a card
//! it fits on, which is loose, too, or on top of the fixed ones. (It may lie there
//! as dealt: that it can leave and come back to.)
//!
//! So the joints and the cards that are home say which cards are fixed and which
//! loose, and both only ever change one way. All positions that agree on both are a
//! *class*.

use freecell::card::Card;

use super::lie::Lie;
use crate::deal::{Deal, MOST_CASCADES};
use crate::packed::ways::{FITS_ON, LOW_BITS, WAY_ON, WORDS};

/// All cards, a bit each.
const DECK: u64 = (1 << Card::COUNT) - 1;
/// The cards of a suit, and what would follow its king; shifted by the suit.
const SUIT: u64 = 0x11_1111_1111_1111;
/// The cards next to go home when all are: none.
const ALL_HOME: u64 = 0b1111 << Card::COUNT;

/// A class of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The joints, a bit each.
    pub joints: u64,
    /// The cards that are next to go home; where a suit is complete, the bit of a
    /// card that there is not.
    pub next: u64,
}

impl Class {
    /// The class of a position: how its cards lie, and which are next to go home.
    pub fn of(ways: &[u64; WORDS], next: u64) -> Class {
        let mut joints = 0;
        for (word, ways) in ways.iter().enumerate() {
            joints |= (!(ways | ways >> 1 | ways >> 2) & LOW_BITS) << word;
        }
        Class {
            joints: joints & DECK,
            next,
        }
    }

    /// Whether all cards are home.
    pub fn is_won(self) -> bool {
        self.next == ALL_HOME
    }

    /// How many cards of a suit are home.
    pub fn home(self, suit: u32) -> u32 {
        (self.next & SUIT << suit).trailing_zeros() / 4
    }

    /// How many cards have yet to leave their joint or to go home.
    pub fn left(self) -> u32 {
        let home: u32 = (0..4).map(|suit| self.home(suit)).sum();
        self.joints.count_ones() + Card::COUNT as u32 - home
    }

    /// The class after a card that is next to go home does.
    #[must_use]
    pub fn after_home(self, card: u64) -> Class {
        Class {
            joints: self.joints & !card,
            next: self.next ^ (card | card << 4),
        }
    }

    /// The class after a joint leaves its place, but not for home.
    #[must_use]
    pub fn after_leaving(self, joint: u64) -> Class {
        Class {
            joints: self.joints & !joint,
            ..self
        }
    }

    /// Whether a card that is next to go home may as well: no card that is not home
    /// could come to lie on it, or only an ace.
    pub fn is_safe(self, card: u8) -> bool {
        const RED: u64 = 0x66_6666_6666_6666;
        let others = if RED >> card & 1 == 1 {
            self.next & !RED
        } else {
            self.next & RED
        };
        card < 8 || others.trailing_zeros() / 4 >= u32::from(card / 4)
    }
}

/// What the cards of a class are, a bit each.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// The loose cards.
    pub loose: u64,
    /// The fixed cards that no fixed card lies on.
    pub tops: u64,
    /// How many cascades have no fixed card.
    pub bottoms: u32,
}

impl Parts {
    /// The cards of a class that are next to go home, and may as well, if they are
    /// not covered.
    pub fn safe(&self, class: Class) -> Option<u64> {
        let mut ready = class.next & (self.loose | self.tops);
        while ready != 0 {
            let card = ready.trailing_zeros();
            if class.is_safe(card as u8) {
                return Some(1 << card);
            }
            ready &= ready - 1;
        }
        None
    }
}

/// What is fixed in a cascade with a number of joints.
#[derive(Clone, Copy, Debug, Default)]
struct Fixed {
    cards: u64,
    /// The topmost; none if there is none.
    top: u64,
    /// How the loose cards lie that were dealt on it.
    run: Lie,
}

/// A cascade as dealt.
#[derive(Clone, Debug)]
struct Cascade {
    joints: u64,
    /// By the number of joints that are left.
    fixed: Vec<Fixed>,
    /// What a joint adds to the number of the class.
    factor: u64,
}

/// A deal, as far as it is fixed.
#[derive(Clone, Debug)]
pub struct Structure {
    cascades: Vec<Cascade>,
}

impl Structure {
    /// Of a deal.
    pub fn new(deal: &Deal) -> Structure {
        let mut factor = 1;
        let mut cascades = Vec::with_capacity(MOST_CASCADES);
        for cards in &deal.cascades {
            let cascade = Cascade::new(cards, factor);
            factor *= cascade.fixed.len() as u64;
            cascades.push(cascade);
        }
        Structure { cascades }
    }

    /// How the loose cards lie at first.
    pub fn dealt(&self) -> Lie {
        let last = |each: &Cascade| each.fixed[each.fixed.len() - 1].run;
        let runs = self.cascades.iter().map(last);
        runs.fold((0, 0), |all, run| (all.0 | run.0, all.1 | run.1))
    }

    /// How the cards lie that come loose when a joint leaves its place.
    pub fn loosened(&self, class: Class, joint: u64) -> Lie {
        let mut cascades = self.cascades.iter();
        let cascade = cascades.find(|each| each.joints & joint != 0);
        let cascade = cascade.expect("a joint is in a cascade");
        let joints = class.joints & cascade.joints;
        cascade.fixed[joints.count_ones() as usize - 1].run
    }

    /// What the cards of a class are.
    pub fn parts(&self, class: Class) -> Parts {
        let mut not_home = 0;
        for suit in 0..4 {
            let next = class.next & SUIT << suit;
            not_home |= SUIT << suit & next.wrapping_neg() & DECK;
        }
        let mut parts = Parts {
            loose: not_home,
            tops: 0,
            bottoms: 0,
        };
        for cascade in &self.cascades {
            let joints = class.joints & cascade.joints;
            let fixed = cascade.fixed[joints.count_ones() as usize];
            parts.loose &= !fixed.cards;
            parts.tops |= fixed.top;
            parts.bottoms += u32::from(joints == 0);
        }
        parts
    }

    /// A number that no two classes share.
    pub fn number(&self, class: Class) -> u64 {
        let mut number = 0;
        for cascade in &self.cascades {
            let joints = class.joints & cascade.joints;
            number += cascade.factor * u64::from(joints.count_ones());
        }
        for suit in 0..4 {
            number = number << 4 | u64::from(class.home(suit));
        }
        number
    }
}

impl Cascade {
    fn new(cards: &[Card], factor: u64) -> Cascade {
        let mut joints = 0;
        let mut fixed = vec![Fixed::default()];
        let mut under = 0;
        for pair in cards.windows(2) {
            let [below, card] = [pair[0].index(), pair[1].index()];
            under |= 1 << below;
            if FITS_ON[card] >> below & 1 == 0 {
                joints |= 1 << card;
                fixed.push(Fixed {
                    cards: under | 1 << card,
                    top: 1 << card,
                    run: (0, 0),
                });
            } else {
                let last = fixed.last_mut().expect("the one without joints");
                match WAY_ON[below] {
                    1 => last.run.0 |= 1 << card,
                    _ => last.run.1 |= 1 << card,
                }
            }
        }
        Cascade {
            joints,
            fixed,
            factor,
        }
    }
}
