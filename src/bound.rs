//! Bounds: how many moves a win takes at least.
//!
//! # The relaxed game
//! Fix a table, the *root*. Of each of its cascades some first cards are
//! *kept*: they still lie where they lay at the root. In the relaxed game only
//! the eight numbers of kept cards matter. A *lift* takes one or more of the
//! last kept cards of one cascade, which must be a run, and costs one move.
//! *Settling* is free: the last kept card of a cascade is no longer kept if
//! none of the cards is that must be home before autoplay takes it: the smaller
//! ones of its suit, and under `safe` autoplay, if it is larger than a two, all
//! cards of the other colour and a smaller rank. The game is won when no card
//! is kept.
//!
//! Of two states let the lower be the one that keeps no more of any cascade.
//! *Settling keeps this order*: what can settle in the higher state is not kept
//! in the lower or can settle there, too. So the order in which cards settle
//! does not matter, and settling again changes nothing. And *settling before a
//! lift and after it comes to the same as settling after it alone*, where a
//! lift takes only those of its cards that are still there: the state between
//! is no higher than the lifted one, and no lower than that one settled.
//!
//! **No line is shorter than the shortest relaxed one.** Follow a line that
//! wins, and settle what is kept before the first move and after each. A move
//! moves a run, or one card home, so it takes kept cards that are a run off one
//! cascade, or none: in the settled states, it is a lift or nothing. What
//! autoplay takes is the last card of its cascade or in a cell, and none of the
//! cards is kept that must be home before: it has settled, and nothing changes.
//! So the moves of the line contain a relaxed line, under every capacity and
//! either fate of long runs: nothing above depends on them. As what settles
//! under `safe` settles under `all`, bounds for `all` hold for both.
//!
//! **Lower states need no more lifts**, for whatever is done in the higher can
//! be done in the lower. So a lift may as well take the whole run at the end,
//! and it is never worse early than late.
//!
//! **Parts add up.** Let all cascades but those of a set be empty: that is a
//! lower state, and all its lifts are from the set. So the sum over sets that
//! have no cascade in common is a bound as well. [`Lifts`] is a table of all
//! states of a set: a few thousand for four cascades, ten million for eight.
//!
//! # Too few places
//! While no cascade is empty there is little room, and that rules out states of
//! the relaxed game. Let K be what is kept in a position, settled, and no
//! cascade of K be empty. A card is *loose* if it is not kept in K, but a
//! smaller one of its suit is. So it is not home and has not settled; a move has
//! moved it, or it lay in a cell at the root; and as every cascade still has
//! kept cards at its base, it lies in a cell now, or on a card of a cascade on
//! which it fits. That one is loose, too; or kept in K, and then the last card
//! of K in its cascade; or neither, call it *free*. Hence of the loose cards of
//! one rank and colour, no more lie on cascades than there are cards of the next
//! rank and the other colour that are loose and on a cascade, last in K, or free;
//! the others are in cells. From the kings down, this tells how many at least
//! are in cells: most on cascades is best at every rank, for it leaves most
//! places for the next. Where it is more than four, K is no state of any line.
//! (Now a lower state may be worse: lifts of a part of a run must be tried.)

mod lifts;

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

pub use lifts::Lifts;

use crate::board::weave_of;
use crate::card::Card;
use crate::ruleset::Autoplay;
use crate::table::{Table, CASCADES, CELLS};

/// How many cards of each cascade of the root are kept.
pub type Kept = [u8; CASCADES];

/// A root cascade of which only the first cards are kept.
#[derive(Clone, Copy, Default)]
struct Rest {
    /// The kept cards, as a set.
    cards: u64,
    /// The last kept card, as a set; empty if none is kept.
    last: u64,
    /// What must have gone home before the last kept card can settle.
    before: u64,
    /// How many cards the run at the end has.
    run: u8,
}

/// The cards that are home whenever autoplay takes one home.
fn before(card: Card, autoplay: Autoplay) -> u64 {
    let of_suit = SUIT << card.suit().index() & ((1 << card.index()) - 1);
    let smaller_ranks = (1 << (4 * (card.rank().number() - 1))) - 1;
    let of_other_colour = if card.is_red() { BLACK } else { DECK & !BLACK };
    match autoplay {
        Autoplay::Safe if card.rank().number() > 2 => of_suit | of_other_colour & smaller_ranks,
        _ => of_suit,
    }
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
/// The black cards: clubs and spades.
const BLACK: u64 = SUIT | SUIT << 3;
/// The whole deck.
const DECK: u64 = (1 << Card::COUNT) - 1;

impl Relaxed {
    /// The relaxed game that begins at a table, under an autoplay rule.
    pub fn new(table: &Table, autoplay: Autoplay) -> Relaxed {
        let mut game = Relaxed {
            rests: Default::default(),
        };
        for (rests, cascade) in game.rests.iter_mut().zip(&table.cascades) {
            let mut rest = Rest::default();
            rests.push(rest);
            let mut below: Option<Card> = None;
            for &card in cascade {
                rest.last = 1 << card.index();
                rest.cards |= rest.last;
                rest.before = before(card, autoplay);
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

    /// The number of a cascade's kept cards that a move leaves when it takes all
    /// of the last run of them.
    pub fn without_run(&self, cascade: usize, kept: u8) -> u8 {
        kept - self.rests[cascade][kept as usize].run
    }

    /// The settled states that have room, one lift from a state.
    fn lifts_from(&self, kept: Kept) -> impl Iterator<Item = Kept> + '_ {
        let lifted = move |cascade: usize, count| {
            let mut next = kept;
            next[cascade] -= count;
            self.settled(next)
        };
        (0..CASCADES)
            .flat_map(move |cascade| {
                let counts = 1..=self.rest(kept, cascade).run;
                counts.map(move |count| lifted(cascade, count))
            })
            .filter(|&next| self.has_room(next))
    }

    fn rest(&self, kept: Kept, cascade: usize) -> &Rest {
        &self.rests[cascade][kept[cascade] as usize]
    }

    fn cards(&self, kept: Kept) -> u64 {
        let mut cards = 0;
        for cascade in 0..CASCADES {
            cards |= self.rest(kept, cascade).cards;
        }
        cards
    }

    fn settled(&self, mut kept: Kept) -> Kept {
        let mut cards = self.cards(kept);
        let mut unchanged = 0;
        let mut cascade = 0;
        while unchanged < CASCADES {
            let rest = self.rest(kept, cascade);
            if kept[cascade] > 0 && rest.before & cards == 0 {
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

    /// Whether the loose cards of a settled state can have room.
    fn has_room(&self, kept: Kept) -> bool {
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
        let others = last | DECK & !from_kept;
        let [one, other] = [0, 1].map(|ace| in_cells(loose, others, weave_of(ace)));
        one + other <= CELLS as u32
    }
}

/// How many loose cards of a weave are in cells at least, when they may lie on
/// each other and on other cards that are given.
fn in_cells(loose: u64, others: u64, weave: u64) -> u32 {
    let (mut places, mut in_cells) = (0, 0);
    let mut rank = 13;
    while rank > 0 {
        rank -= 1;
        let cards = RANK << (4 * rank) & weave;
        let waiting = (loose & cards).count_ones();
        let on_cascades = waiting.min(places);
        in_cells += waiting - on_cascades;
        places = on_cascades + (others & cards).count_ones();
    }
    in_cells
}

/// Of all ways to halve the cascades, the tables whose sum is largest at the root.
fn best_halves(game: &Relaxed) -> [Lifts; 2] {
    let root = game.root();
    let sum = |halves: &[Lifts; 2]| halves[0].of(root) + halves[1].of(root);
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

/// A number of moves that no line that wins from the table is shorter than, under
/// any ruleset with that autoplay rule: the shortest relaxed line with room for
/// loose cards, or what is known of it when that many states have been expanded.
///
/// A fresh deal takes some 2 ms optimised, and 2 µs for each state expanded; a
/// thousand are enough for most.
pub fn fewest_moves(table: &Table, autoplay: Autoplay, states: usize) -> usize {
    let game = Relaxed::new(table, autoplay);
    let halves = best_halves(&game);
    let least = |kept: Kept| halves[0].of(kept) + halves[1].of(kept);
    let mut open = Open::default();
    open.put(game.root(), 0, least(game.root()));
    let mut expanded = 0;
    while let Some((kept, lifts)) = open.pop() {
        if kept == [0; CASCADES] || expanded == states {
            return lifts as usize + least(kept);
        }
        expanded += 1;
        for next in game.lifts_from(kept) {
            open.put(next, lifts + 1, least(next));
        }
    }
    // No state with room is left: nothing wins, and any number is right.
    least(game.root())
}

/// The states met, and those of them still to be expanded by f.
#[derive(Default)]
struct Open {
    lifts: HashMap<Kept, u8, FxBuildHasher>,
    by_f: Vec<Vec<(Kept, u8)>>,
}

impl Open {
    /// Adds a state that so many lifts lead to, unless as few are known to.
    fn put(&mut self, kept: Kept, lifts: u8, least: usize) {
        let known = self.lifts.entry(kept).or_insert(u8::MAX);
        if lifts < *known {
            *known = lifts;
            let f = lifts as usize + least;
            if f >= self.by_f.len() {
                self.by_f.resize(f + 1, Vec::new());
            }
            self.by_f[f].push((kept, lifts));
        }
    }

    /// Takes a state with the lowest f, and tells how many lifts lead to it.
    fn pop(&mut self) -> Option<(Kept, u8)> {
        loop {
            let (kept, lifts) = self.by_f.iter_mut().find_map(Vec::pop)?;
            if self.lifts[&kept] == lifts {
                return Some((kept, lifts));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::microsoft;
    use crate::position::{Position, Pruning, Rules};
    use crate::ruleset::Ruleset;

    /// Every move of a game played at random is a lift to a state with room, or
    /// changes nothing.
    fn follow(deal: u32, autoplay: Autoplay) {
        let table = microsoft(deal.into()).unwrap();
        let game = Relaxed::new(&table, autoplay);
        let rules = Rules::new(&table, [Ruleset::of(autoplay)]);
        let mut position = Position::root(&table, &rules);
        let mut kept = game.root();
        let mut random = deal;
        for _ in 0..100 {
            let moves = position.moves(&rules, Pruning::None);
            if moves.is_empty() {
                return;
            }
            random = random.wrapping_mul(214_013).wrapping_add(2_531_011);
            position.play(&rules, moves[(random >> 16) as usize % moves.len()], false);
            let cascades = position.boards[0].cascades;
            let next = game.settled(cascades.map(crate::board::Cascade::kept));
            let is_lift = || game.lifts_from(kept).any(|lifted| lifted == next);
            assert!(next == kept || is_lift(), "deal {deal}: {kept:?}, {next:?}");
            kept = next;
        }
    }

    #[test]
    fn a_game_played_at_random_is_a_relaxed_one() {
        for deal in 1..=500 {
            follow(deal, Autoplay::All);
            follow(deal, Autoplay::Safe);
        }
    }

    #[test]
    fn parts_never_add_up_to_more_than_the_whole() {
        let game = Relaxed::new(&microsoft(3).unwrap(), Autoplay::Safe);
        let whole = Lifts::new(&game, u8::MAX);
        let [one, other] = best_halves(&game);
        let mut state = game.root();
        while state != [0; CASCADES] {
            let sum = one.of(state) + other.of(state);
            assert!(sum <= whole.of(state), "{state:?}");
            let lower = game.lifts_from(state).min_by_key(|&next| whole.of(next));
            state = lower.unwrap();
        }
    }
}
