//! Bounds: how many words a win takes at least, whatever the readings.
//!
//! # The relaxed game
//! Fix a table, the *root*. Of each of its cascades some first cards are
//! *kept*: they still lie where they lay at the root. In the relaxed game only
//! the eight numbers of kept cards matter. A *lift* takes one or more of the
//! last kept cards of one cascade, which must be a run, and costs one word.
//! *Settling* is free: as long as the last kept card of a cascade has no
//! smaller card of its suit among all kept cards, it is no longer kept. The
//! game is won when no card is kept.
//!
//! **No line is shorter than the shortest relaxed one.** Follow a line that
//! wins and settle its kept cards after each word. (1) A word other than home
//! moves a run, so of one cascade it takes kept cards that are a run, or none:
//! a lift that costs one word, or nothing at all. (2) A card that goes home,
//! by a word or by autoplay, is the last of its cascade and all smaller ones of
//! its suit are home, not kept: settling has done it. (3) Settling first loses
//! nothing: if of A no more is kept than of B, then after the same lift, or
//! what is left of it to do in A, and settling, no more is kept of A than of
//! B, for what settles in B settles in A. So the words of the line contain a
//! relaxed line, under either autoplay, every capacity and either fate of long
//! runs: nothing above depends on them. By (3), too, a lift may take the whole
//! run, and it is never worse early than late.
//!
//! **Parts add up.** Let only the cascades of a set count and the others be
//! empty: by (3) no more lifts are needed, and those counted are lifts from
//! that set. So the sum over sets without common cascades is a bound as well.
//! [`Lifts`] is a table of all states of a set: a few thousand for four
//! cascades, ten million for eight.
//!
//! # Too few places
//! While no cascade is empty there is no more room than the cells, and that
//! rules out states of the relaxed game. Let K be the settled kept cards of a
//! position. A card is *loose* if it is not kept in K while a smaller one of
//! its suit is: it is not home, and it did not settle, so a word has moved it,
//! and it lies in a cell or on a fitting card put there by a word. That
//! fitting card is loose and lies on a cascade itself; or kept in K, then last
//! of its cascade; or neither, which is called *settled*. If no cascade of K
//! is empty, none is in the position. So of the n loose cards of one rank and
//! colour, at most as many lie on cascades as there are loose ones of the next
//! rank and the other colour on cascades, last kept ones and settled ones; the
//! others are in cells. From kings down, this tells the fewest cards that must
//! be in cells (most on cascades is best at every rank, for it leaves most
//! places for the next), and where it is more than four, the position cannot
//! be: [`Relaxed::has_room`]. Then lifts of part of a run are worth a try.

use std::collections::HashMap;

use arrayvec::ArrayVec;
use rustc_hash::FxBuildHasher;

use crate::board::weave_of;
use crate::card::Card;
use crate::table::{Table, CASCADES, CELLS};

/// How many cards of each cascade of the root are kept.
pub type Kept = [u8; CASCADES];

/// A root cascade of which only the first cards are kept.
#[derive(Clone, Copy)]
struct Rest {
    /// The kept cards, as a set.
    cards: u64,
    /// The last kept card, as a set; empty if none is kept.
    last: u64,
    /// The smaller cards of the suit of the last kept one.
    smaller: u64,
    /// How many cards the run at the end has.
    run: u8,
}

/// The relaxed game of one root.
pub struct Relaxed {
    /// For each cascade what is left of it when 0, 1, 2 … cards are kept.
    rests: [Vec<Rest>; CASCADES],
}

/// One card of each suit: those of a rank are this, shifted by 4 · rank.
const RANK: u64 = 0b1111;
/// The cards of one suit, clubs.
const SUIT: u64 = 0x1_1111_1111_1111;
/// The whole deck.
const DECK: u64 = (1 << Card::COUNT) - 1;

impl Relaxed {
    /// The relaxed game that begins at a table.
    pub fn new(table: &Table) -> Relaxed {
        let mut game = Relaxed {
            rests: Default::default(),
        };
        for (rests, cascade) in game.rests.iter_mut().zip(&table.cascades) {
            let mut rest = Rest {
                cards: 0,
                last: 0,
                smaller: 0,
                run: 0,
            };
            rests.push(rest);
            let mut below: Option<Card> = None;
            for &card in cascade {
                rest.last = 1 << card.index();
                rest.cards |= rest.last;
                rest.smaller = SUIT << card.suit().index() & (rest.last - 1);
                rest.run = match below {
                    Some(other) if card.fits_on(other) => rest.run + 1,
                    _ => 1,
                };
                rests.push(rest);
                below = Some(card);
            }
        }
        game
    }

    /// What is kept at the root, settled.
    pub fn root(&self) -> Kept {
        let mut kept = [0; CASCADES];
        for (count, rests) in kept.iter_mut().zip(&self.rests) {
            *count = rests.len() as u8 - 1;
        }
        self.settled(kept)
    }

    /// The kept cards that a word leaves in a cascade when it moves a run that
    /// ends in all of its last run.
    #[inline(always)]
    pub fn without_run(&self, cascade: usize, kept: u8) -> u8 {
        kept - self.rests[cascade][kept as usize].run
    }

    /// The settled states that have room, one lift from a state.
    fn lifts_from<'a>(&'a self, kept: &'a Kept) -> impl Iterator<Item = Kept> + 'a {
        let counts = move |cascade| 1..=self.rest(kept, cascade).run;
        let lifts = (0..CASCADES).flat_map(move |cascade| {
            counts(cascade).map(move |count| {
                let mut next = *kept;
                next[cascade] -= count;
                self.settled(next)
            })
        });
        lifts.filter(|next| self.has_room(next))
    }

    fn rest(&self, kept: &Kept, cascade: usize) -> &Rest {
        &self.rests[cascade][kept[cascade] as usize]
    }

    fn cards(&self, kept: &Kept) -> u64 {
        let mut cards = 0;
        for cascade in 0..CASCADES {
            cards |= self.rest(kept, cascade).cards;
        }
        cards
    }

    fn settled(&self, mut kept: Kept) -> Kept {
        let mut cards = self.cards(&kept);
        let mut unchanged = 0;
        let mut cascade = 0;
        while unchanged < CASCADES {
            let rest = self.rest(&kept, cascade);
            if kept[cascade] > 0 && rest.smaller & cards == 0 {
                cards &= !rest.last;
                kept[cascade] -= 1;
                unchanged = 0;
            } else {
                unchanged += 1;
                cascade = (cascade + 1) % CASCADES;
            }
        }
        kept
    }

    /// Whether the loose cards of a settled state may have had room.
    fn has_room(&self, kept: &Kept) -> bool {
        if kept.contains(&0) {
            return true;
        }
        let (mut cards, mut last) = (0, 0);
        for cascade in 0..CASCADES {
            let rest = self.rest(kept, cascade);
            cards |= rest.cards;
            last |= rest.last;
        }
        // The kept cards and all larger ones of their suits.
        let mut from_kept = cards;
        for ranks in [1, 2, 4, 8] {
            from_kept |= from_kept << (4 * ranks);
        }
        let loose = from_kept & !cards & DECK;
        let fixed = last | DECK & !from_kept;
        let [one, other] = [0, 1].map(|ace| in_cells(loose, fixed, weave_of(ace)));
        one + other <= CELLS as u32
    }
}

/// How many loose cards of a weave must be in cells, when cards may lie on the
/// fixed ones and on each other.
fn in_cells(loose: u64, fixed: u64, weave: u64) -> u32 {
    let (mut places, mut in_cells) = (0, 0);
    let mut rank = 13;
    while rank > 0 {
        rank -= 1;
        let cards = RANK << (4 * rank) & weave;
        let waiting = (loose & cards).count_ones();
        let placed = waiting.min(places);
        in_cells += waiting - placed;
        places = placed + (fixed & cards).count_ones();
    }
    in_cells
}

/// For every state of the relaxed game with the cascades of a set, the exact
/// number of lifts to its end, room for loose cards left aside.
pub struct Lifts {
    /// What a kept card of each cascade adds to a state's number; 0 outside the
    /// set.
    strides: [usize; CASCADES],
    lifts: Vec<u8>,
}

impl Lifts {
    /// The table for a set of cascades, cascade 1 in bit 0. One byte a state:
    /// some ten millions at the most for all eight, 38,416 for four, as 52 cards
    /// make no more of them.
    pub fn new(game: &Relaxed, set: u8) -> Lifts {
        let mut strides = [0; CASCADES];
        let mut states = 1;
        for cascade in 0..CASCADES {
            if set >> cascade & 1 == 1 {
                strides[cascade] = states;
                states *= game.rests[cascade].len();
            }
        }
        let mut table = Lifts {
            strides,
            lifts: Vec::with_capacity(states),
        };
        let inner = set.trailing_zeros() as usize;
        let mut kept = [0; CASCADES];
        while table.lifts.len() < states {
            table.fill_row(game, inner, &kept);
            for cascade in inner + 1..CASCADES {
                if set >> cascade & 1 == 1 {
                    kept[cascade] += 1;
                    if (kept[cascade] as usize) < game.rests[cascade].len() {
                        break;
                    }
                    kept[cascade] = 0;
                }
            }
        }
        table
    }

    /// Fills in the states that differ in one cascade, the inner one, alone.
    fn fill_row(&mut self, game: &Relaxed, inner: usize, kept: &Kept) {
        let cards = game.cards(kept);
        // What lifts take off a state's number; what settles unless the inner
        // cascade holds a smaller card, and what that takes off.
        let mut steps: ArrayVec<usize, CASCADES> = ArrayVec::new();
        let mut settling: ArrayVec<(u64, usize), CASCADES> = ArrayVec::new();
        for cascade in inner + 1..CASCADES {
            let rest = game.rest(kept, cascade);
            if rest.run > 0 {
                steps.push(rest.run as usize * self.strides[cascade]);
                if rest.smaller & cards == 0 {
                    settling.push((rest.smaller, self.strides[cascade]));
                }
            }
        }
        for rest in &game.rests[inner] {
            let state = self.lifts.len();
            let settled = if rest.run > 0 && rest.smaller & (cards | rest.cards) == 0 {
                Some(1)
            } else {
                let mut free = settling.iter();
                let free = free.find(|(smaller, _)| smaller & rest.cards == 0);
                free.map(|&(_, stride)| stride)
            };
            let value = match settled {
                Some(step) => self.lifts[state - step],
                None => self.after_a_lift(state, &steps, rest.run as usize),
            };
            self.lifts.push(value);
        }
    }

    /// One more than the least that a lift leads to; 0 if there is none.
    #[inline(always)]
    fn after_a_lift(&self, state: usize, steps: &[usize], inner: usize) -> u8 {
        let mut least = u8::MAX;
        if inner > 0 {
            least = self.lifts[state - inner];
        }
        for step in steps {
            least = least.min(self.lifts[state - step]);
        }
        least.wrapping_add(1)
    }

    /// The number of lifts from a state to the end.
    #[inline(always)]
    pub fn of(&self, kept: &Kept) -> usize {
        let mut state = 0;
        let mut cascade = 0;
        while cascade < CASCADES {
            state += kept[cascade] as usize * self.strides[cascade];
            cascade += 1;
        }
        self.lifts[state] as usize
    }
}

/// Of all ways to halve the cascades, the tables whose sum is largest at the root.
fn best_halves(game: &Relaxed) -> [Lifts; 2] {
    let root = game.root();
    let sum = |halves: &[Lifts; 2]| halves[0].of(&root) + halves[1].of(&root);
    let halves = |set: u8| [Lifts::new(game, set), Lifts::new(game, !set)];
    let mut best = halves(0b1111);
    for set in 0b1_0000..1 << (CASCADES - 1) {
        if u8::count_ones(set) == 4 {
            let others = halves(set);
            if sum(&others) > sum(&best) {
                best = others;
            }
        }
    }
    best
}

/// A number of words that no line that wins from the table is shorter than,
/// under any reading: the shortest relaxed line with room for loose cards, or
/// what is known of it when that many states have been expanded. Fresh deals
/// take about 2 ms, and 1 ms for every thousand states, of which hundreds will
/// do for most.
pub fn fewest_words(table: &Table, states: usize) -> usize {
    let game = Relaxed::new(table);
    let halves = best_halves(&game);
    let least = |kept: &Kept| halves[0].of(kept) + halves[1].of(kept);
    let root = game.root();
    let mut lifts_to: HashMap<Kept, u8, FxBuildHasher> = HashMap::default();
    // The states still to be expanded, by f.
    let mut open: Vec<Vec<Kept>> = vec![Vec::new(); least(&root) + 1];
    let mut f = least(&root);
    open[f].push(root);
    lifts_to.insert(root, 0);
    let mut expanded = 0;
    while f < open.len() {
        let Some(kept) = open[f].pop() else {
            f += 1;
            continue;
        };
        let lifts = lifts_to[&kept];
        if lifts as usize + least(&kept) < f {
            continue;
        }
        if kept == [0; CASCADES] || expanded == states {
            return f;
        }
        expanded += 1;
        for next in game.lifts_from(&kept) {
            let known = lifts_to.entry(next).or_insert(u8::MAX);
            if lifts + 1 < *known {
                *known = lifts + 1;
                let f = lifts as usize + 1 + least(&next);
                if f >= open.len() {
                    open.resize(f + 1, Vec::new());
                }
                open[f].push(next);
            }
        }
    }
    f
}
