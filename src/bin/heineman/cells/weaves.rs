//! A game that is a little easier than the real one, and has far fewer positions; gone
//! through a class ([`super::fixed`]) at a time.
//!
//! Cells and the bottoms of cascades without fixed cards are *spots*. A loose card lies
//! on a card, or in a spot, and it is not said in which; so cards in spots may change
//! places at any time. No more cards lie in spots than there are, and no more of those
//! are covered than there are bottoms. One card moves at a time. Whatever can be done in
//! the real game can be done in this one: so if this one cannot be won, the deal cannot.
//!
//! **The two weaves.** Rank and colour split the deck into two weaves ([`super::room`]),
//! and no card ever lies on one of the other weave. So a position of a class is a pair of
//! arrangements, one of each weave ([`super::weave`]), that share nothing but spots.
//!
//! Let it be fixed for now how many of the spots that may be covered each weave has. Then
//! all that one weave has to know of the other is how many spots that leaves. From a
//! position, let each weave in turn free as many spots as it can within what the other
//! leaves, until neither can do better. The component of each weave that it moves in
//! then, within the limit that the other sets at its least, is the same from
//! every position that can be reached: a move stays in the component, and moves can be
//! taken back. And two positions with the same pair of components can be reached from one
//! another, for both can come to the arrangements that take least. So a pair of
//! components is gone through once, however many positions it stands for. One weave's
//! arrangement comes with those of the other that leave it room, and that belong to the
//! same pair: their components within that room.
//!
//! A spot that may be covered, and is not, can be handed over to the other weave: that
//! leads from a pair to others.
//!
//! **Exits** that need not be made are those that [`super::walk`] leaves out, too. A card
//! that could leave before a move to an arrangement that frees a spot must be tried again
//! only with arrangements of the other weave that need that spot. And a joint for which
//! no spot is free must be tried again where a card that it fits on was not open before the
//! move, or is the one that moved.

use super::fixed::{Class, Structure};
use super::lie::Lie;
use super::places::Places;
use super::real::home;
use super::room::WEAVES;
use super::tour::{Exit, Tour};
use super::weave::{Leaving, Limits, Weave};

/// A component of the first weave and one of the second.
type Pair = [u32; 2];

/// The pairs of a class that were reached.
pub struct Weaves {
    class: Class,
    spots: u32,
    bottoms: u32,
    halves: [Weave; 2],
    reached: Places<Pair>,
    /// The place of the next one to go through.
    next: usize,
}

impl Weaves {
    /// Of a class with that many cells; none are reached.
    pub fn new(structure: &Structure, cells: u32, class: Class) -> Weaves {
        let parts = structure.parts(class);
        let spots = cells + parts.bottoms;
        Weaves {
            class,
            spots,
            bottoms: parts.bottoms,
            halves: WEAVES.map(|weave| Weave::new(class, &parts, weave, spots)),
            reached: Places::default(),
            next: 0,
        }
    }

    /// The pair of two arrangements, if the weave of the first may cover so many spots.
    fn pair(&mut self, weave: usize, [own, other]: [u32; 2], covered: u32) -> Pair {
        let spots = self.spots;
        let covered_by = [covered, self.bottoms - covered];
        let within = |taken, covered| Limits { taken, covered };
        let mut left = spots - self.halves[1 - weave].spots(other).taken;
        loop {
            let of_own = self.halves[weave].component(own, within(left, covered_by[0]));
            let for_other = spots - self.halves[weave].least_taken(of_own);
            let of_other =
                self.halves[1 - weave].component(other, within(for_other, covered_by[1]));
            let now = spots - self.halves[1 - weave].least_taken(of_other);
            if now == left || self.halves.iter().any(Weave::is_full) {
                return in_order(weave, of_own, of_other);
            }
            left = now;
        }
    }

    /// From now on so much more may be stored.
    fn limit(&mut self, most_more: usize) {
        for weave in &mut self.halves {
            weave.limit(most_more);
        }
    }

    /// The arrangements of the other weave that an arrangement of a pair comes with, if
    /// they may take so many spots: their components within that.
    fn with(&mut self, weave: usize, pair: Pair, place: u32, taken: u32) -> Vec<u32> {
        let covered = self.halves[weave].limits(pair[weave]).covered;
        let mut parts = self.halves[1 - weave].parts(pair[1 - weave], taken);
        parts.retain(|&part| {
            let least = self.halves[1 - weave].least(part);
            self.pair(weave, [place, least], covered) == pair
        });
        parts
    }

    /// Hands a spot that one weave need not cover over to the other.
    fn hand_over(&mut self, weave: usize, pair: Pair) {
        let Some(covered) = self.halves[weave]
            .limits(pair[weave])
            .covered
            .checked_sub(1)
        else {
            return;
        };
        let members = self.halves[weave].members(pair[weave]).to_vec();
        for place in members {
            let spots = self.halves[weave].spots(place);
            if spots.covered <= covered {
                for part in self.with(weave, pair, place, self.spots - spots.taken) {
                    let least = self.halves[1 - weave].least(part);
                    let next = self.pair(weave, [place, least], covered);
                    self.reached.place(next);
                }
            }
        }
    }

    /// Adds the exits by which cards of one weave leave a pair.
    fn leave(&mut self, structure: &Structure, weave: usize, pair: Pair, exits: &mut Vec<Exit>) {
        let class = self.class;
        for index in 0..self.halves[weave].exits(pair[weave]).len() {
            let leaving = self.halves[weave].exits(pair[weave])[index];
            let Leaving { from, card, .. } = leaving;
            let left = self.spots - self.halves[weave].spots(from).taken;
            if leaving.goes_home {
                for lie in self.left_with(weave, pair, leaving, left) {
                    exits.push(home(structure, class, lie, card));
                }
                continue;
            }
            let run = structure.loosened(class, card);
            let mut push = |lie: Lie, seat: Lie| {
                let lie = (lie.0 | run.0 | seat.0, lie.1 | run.1 | seat.1);
                exits.push((class.after_leaving(card), lie));
            };
            if let Some(left) = left.checked_sub(1) {
                for lie in self.left_with(weave, pair, leaving, left) {
                    push(lie, (0, 0));
                }
            }
            let limits = self.halves[weave].limits(pair[weave]);
            let own = self.halves[weave].lie(from);
            if let Some(seat) = self.halves[weave].seat(own, card, limits) {
                for part in self.with(weave, pair, from, left) {
                    if self.halves[1 - weave].least_taken(part) == left {
                        push(self.both(weave, from, part), seat);
                    }
                }
            }
        }
    }

    /// How all cards may lie when a card leaves, if the other weave may take so many
    /// spots, one position for each component of that; but not where the card could leave
    /// before.
    fn left_with(&mut self, weave: usize, pair: Pair, leaving: Leaving, left: u32) -> Vec<Lie> {
        let mut parts = self.with(weave, pair, leaving.from, left);
        parts.retain(|&part| {
            !leaving.could_before || self.halves[1 - weave].least_taken(part) == left
        });
        let both = |part| self.both(weave, leaving.from, part);
        parts.into_iter().map(both).collect()
    }

    /// How all cards lie if one weave is arranged so, and the other takes fewest spots of a
    /// component.
    fn both(&self, weave: usize, place: u32, part: u32) -> Lie {
        let own = self.halves[weave].lie(place);
        let other = &self.halves[1 - weave];
        let other = other.lie(other.least(part));
        (own.0 | other.0, own.1 | other.1)
    }
}

impl Tour for Weaves {
    fn enter(&mut self, lie: Lie, most_more: usize) {
        self.limit(most_more);
        let mut places = [0; 2];
        for ((place, weave), cards) in places.iter_mut().zip(&mut self.halves).zip(WEAVES) {
            *place = weave.place((lie.0 & cards, lie.1 & cards));
        }
        let [one, other] = [0, 1].map(|weave| self.halves[weave].spots(places[weave]).covered);
        // The others follow by handing over.
        let covered = (self.bottoms / 2).clamp(one, self.bottoms - other);
        let pair = self.pair(0, places, covered);
        self.reached.place(pair);
    }

    fn step(&mut self, structure: &Structure, most_more: usize, exits: &mut Vec<Exit>) -> bool {
        self.limit(most_more);
        let Some(&pair) = self.reached.all().get(self.next) else {
            return false;
        };
        self.next += 1;
        for weave in [0, 1] {
            self.leave(structure, weave, pair, exits);
            self.hand_over(weave, pair);
        }
        true
    }

    fn stored(&self) -> usize {
        let arrangements: usize = self.halves.iter().map(Weave::stored).sum();
        // A pair takes half as much memory.
        arrangements + self.reached.all().len().div_ceil(2)
    }
}

/// A pair from what one weave and the other one have.
fn in_order(weave: usize, own: u32, other: u32) -> Pair {
    let mut pair = [other; 2];
    pair[weave] = own;
    pair
}
