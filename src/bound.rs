//! Bounds: how many moves a win takes at least.
//!
//! # The relaxed game
//! Fix a table, the *root*. Of each of its cascades some first cards are
//! *undisturbed*: they still lie where they lay at the root. In the relaxed game only
//! the eight numbers of undisturbed cards matter. A *removal* takes one or more of the
//! last undisturbed cards of one cascade, which must be a run, and costs one move.
//! *Releasing* is free: the last undisturbed card of a cascade is no longer undisturbed if
//! none of the cards is that must be home before autoplay takes it: the smaller
//! ones of its suit, and under `safe` autoplay, if it is larger than a two, all
//! cards of the other colour and a smaller rank. The game is won when no card
//! is undisturbed.
//!
//! Of two states let the lower be the one that keeps no more of any cascade.
//! *Releasing keeps this order*: what can be released in the higher state is not undisturbed
//! in the lower or can be released there, too. So the order in which cards be released
//! does not matter, and releasing again changes nothing. And *releasing before a
//! removal and after it comes to the same as releasing after it alone*, where a
//! removal takes only those of its cards that are still there: the state between
//! is no higher than the lifted one, and no lower than that one released.
//!
//! **No line is shorter than the shortest relaxed one.** Follow a line that
//! wins, and be released what is undisturbed before the first move and after each. A move
//! moves a run, or one card home, so it takes undisturbed cards that are a run off one
//! cascade, or none: in the released states, it is a removal or nothing. What
//! autoplay takes is the last card of its cascade or in a cell, and none of the
//! cards is undisturbed that must be home before: it has released, and nothing changes.
//! So the moves of the line contain a relaxed line, under every capacity and
//! either fate of long runs: nothing above depends on them. As what is released
//! under `safe` is released under `all`, bounds for `all` hold for both.
//!
//! **Lower states need no more removals**, for whatever is done in the higher can
//! be done in the lower. So a removal may as well take the whole run at the end,
//! and it is never worse early than late.
//!
//! **Parts add up.** Let all cascades but those of a set be empty: that is a
//! lower state, and all its removals are from the set. So the sum over sets that
//! have no cascade in common is a bound as well. [`PatternDatabase`] is a table of all
//! states of a set: a few thousand for four cascades, ten million for eight.
//!
//! # Too few places
//! While no cascade is empty there is little room, and that rules out states of
//! the relaxed game. Let K be what is undisturbed in a position, released, and no
//! cascade of K be empty. A card is *loose* if it is not undisturbed in K, but a
//! smaller one of its suit is. So it is not home and has not released; a move has
//! moved it, or it lay in a cell at the root; and as every cascade still has
//! undisturbed cards at its base, it lies in a cell now, or on a card of a cascade on
//! which it fits. That one is loose, too; or undisturbed in K, and then the last card
//! of K in its cascade; or neither, call it *free*. Hence of the loose cards of
//! one rank and colour, no more lie on cascades than there are cards of the next
//! rank and the other colour that are loose and on a cascade, last in K, or free;
//! the others are in cells. From the kings down, this tells how many at least
//! are in cells: most on cascades is best at every rank, for it leaves most
//! places for the next. Where it is more than four, K is no state of any line.
//! (Now a lower state may be worse: removals of a part of a run must be tried.)

mod pattern_database;

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

pub use pattern_database::PatternDatabase;

use crate::board::weave_of;
use crate::card::Card;
use crate::ruleset::Autoplay;
use crate::table::{Table, CASCADES, CELLS};

/// How many cards of each cascade of the root are undisturbed.
pub type Undisturbed = [u8; CASCADES];

/// A root cascade of which only the first cards are undisturbed.
#[derive(Clone, Copy, Default)]
struct RelaxedPrefix {
    /// The undisturbed cards, as a set.
    cards: u64,
    /// The last undisturbed card, as a set; empty if none is undisturbed.
    last: u64,
    /// What must have gone home before the last undisturbed card can be released.
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
pub struct RelaxedGame {
    /// For each cascade what is left of it when 0, 1, 2 … cards are undisturbed.
    prefixes: [Vec<RelaxedPrefix>; CASCADES],
}

/// One card of each suit: those of a rank are this, shifted by 4 · rank.
const RANK: u64 = 0b1111;
/// The cards of one suit, clubs.
const SUIT: u64 = 0x1_1111_1111_1111;
/// The black cards: clubs and spades.
const BLACK: u64 = SUIT | SUIT << 3;
/// The whole deck.
const DECK: u64 = (1 << Card::COUNT) - 1;

impl RelaxedGame {
    /// The relaxed game that begins at a table, under an autoplay rule.
    pub fn new(table: &Table, autoplay: Autoplay) -> RelaxedGame {
        let mut game = RelaxedGame {
            prefixes: Default::default(),
        };
        for (prefixes, cascade) in game.prefixes.iter_mut().zip(&table.cascades) {
            let mut prefix = RelaxedPrefix::default();
            prefixes.push(prefix);
            let mut below: Option<Card> = None;
            for &card in cascade {
                prefix.last = 1 << card.index();
                prefix.cards |= prefix.last;
                prefix.before = before(card, autoplay);
                prefix.run = match below {
                    Some(other) if card.fits_on(other) => prefix.run + 1,
                    _ => 1,
                };
                prefixes.push(prefix);
                below = Some(card);
            }
        }
        game
    }

    /// What is undisturbed at the root, released.
    pub fn root(&self) -> Undisturbed {
        let mut undisturbed = [0; CASCADES];
        for (count, prefixes) in undisturbed.iter_mut().zip(&self.prefixes) {
            *count = prefixes.len() as u8 - 1;
        }
        self.released(undisturbed)
    }

    /// The number of a cascade's undisturbed cards that a move leaves when it takes all
    /// of the last run of them.
    pub fn without_run(&self, cascade: usize, undisturbed: u8) -> u8 {
        undisturbed - self.prefixes[cascade][undisturbed as usize].run
    }

    /// The released states that have room, one removal from a state.
    fn removals_from(&self, undisturbed: Undisturbed) -> impl Iterator<Item = Undisturbed> + '_ {
        let without = move |cascade: usize, count| {
            let mut next = undisturbed;
            next[cascade] -= count;
            self.released(next)
        };
        (0..CASCADES)
            .flat_map(move |cascade| {
                let counts = 1..=self.prefix(undisturbed, cascade).run;
                counts.map(move |count| without(cascade, count))
            })
            .filter(|&next| self.has_room(next))
    }

    fn prefix(&self, undisturbed: Undisturbed, cascade: usize) -> &RelaxedPrefix {
        &self.prefixes[cascade][undisturbed[cascade] as usize]
    }

    fn cards(&self, undisturbed: Undisturbed) -> u64 {
        let mut cards = 0;
        for cascade in 0..CASCADES {
            cards |= self.prefix(undisturbed, cascade).cards;
        }
        cards
    }

    fn released(&self, mut undisturbed: Undisturbed) -> Undisturbed {
        let mut cards = self.cards(undisturbed);
        let mut unchanged = 0;
        let mut cascade = 0;
        while unchanged < CASCADES {
            let prefix = self.prefix(undisturbed, cascade);
            if undisturbed[cascade] > 0 && prefix.before & cards == 0 {
                cards &= !prefix.last;
                undisturbed[cascade] -= 1;
                unchanged = 0;
            } else {
                unchanged += 1;
                cascade = (cascade + 1) % CASCADES;
            }
        }
        undisturbed
    }

    /// Whether the loose cards of a released state can have room.
    fn has_room(&self, undisturbed: Undisturbed) -> bool {
        if undisturbed.contains(&0) {
            return true;
        }
        let (mut cards, mut last) = (0, 0);
        for cascade in 0..CASCADES {
            let prefix = self.prefix(undisturbed, cascade);
            cards |= prefix.cards;
            last |= prefix.last;
        }
        // The undisturbed cards and all larger ones of their suits.
        let mut from_undisturbed = cards;
        for ranks in [1, 2, 4, 8] {
            from_undisturbed |= from_undisturbed << (4 * ranks);
        }
        let loose = from_undisturbed & !cards & DECK;
        let others = last | DECK & !from_undisturbed;
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
fn best_halves(game: &RelaxedGame) -> [PatternDatabase; 2] {
    let root = game.root();
    let sum = |halves: &[PatternDatabase; 2]| halves[0].of(root) + halves[1].of(root);
    let halves = |set: u8| {
        [
            PatternDatabase::new(game, set),
            PatternDatabase::new(game, !set),
        ]
    };
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
    let game = RelaxedGame::new(table, autoplay);
    let halves = best_halves(&game);
    let least = |undisturbed: Undisturbed| halves[0].of(undisturbed) + halves[1].of(undisturbed);
    let mut open = Open::default();
    open.put(game.root(), 0, least(game.root()));
    let mut expanded = 0;
    while let Some((undisturbed, removals)) = open.pop() {
        if undisturbed == [0; CASCADES] || expanded == states {
            return removals as usize + least(undisturbed);
        }
        expanded += 1;
        for next in game.removals_from(undisturbed) {
            open.put(next, removals + 1, least(next));
        }
    }
    // No state with room is left: nothing wins, and any number is right.
    least(game.root())
}

/// The states met, and those of them still to be expanded by f.
#[derive(Default)]
struct Open {
    removals: HashMap<Undisturbed, u8, FxBuildHasher>,
    by_f: Vec<Vec<(Undisturbed, u8)>>,
}

impl Open {
    /// Adds a state that so many removals lead to, unless as few are known to.
    fn put(&mut self, undisturbed: Undisturbed, removals: u8, least: usize) {
        let known = self.removals.entry(undisturbed).or_insert(u8::MAX);
        if removals < *known {
            *known = removals;
            let f = removals as usize + least;
            if f >= self.by_f.len() {
                self.by_f.resize(f + 1, Vec::new());
            }
            self.by_f[f].push((undisturbed, removals));
        }
    }

    /// Takes a state with the lowest f, and tells how many removals lead to it.
    fn pop(&mut self) -> Option<(Undisturbed, u8)> {
        loop {
            let (undisturbed, removals) = self.by_f.iter_mut().find_map(Vec::pop)?;
            if self.removals[&undisturbed] == removals {
                return Some((undisturbed, removals));
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

    /// Every move of a game played at random is a removal to a state with room, or
    /// changes nothing.
    fn follow(deal: u32, autoplay: Autoplay) {
        let table = microsoft(deal.into()).unwrap();
        let game = RelaxedGame::new(&table, autoplay);
        let rules = Rules::new(&table, [Ruleset::of(autoplay)]);
        let mut position = Position::root(&table, &rules);
        let mut undisturbed = game.root();
        let mut random = deal;
        for _ in 0..100 {
            let moves = position.moves(&rules, Pruning::None);
            if moves.is_empty() {
                return;
            }
            random = random.wrapping_mul(214_013).wrapping_add(2_531_011);
            position.play(&rules, moves[(random >> 16) as usize % moves.len()], false);
            let cascades = position.boards[0].cascades;
            let next = game.released(cascades.map(crate::board::Cascade::undisturbed));
            let is_removal = || {
                game.removals_from(undisturbed)
                    .any(|without| without == next)
            };
            assert!(
                next == undisturbed || is_removal(),
                "deal {deal}: {undisturbed:?}, {next:?}"
            );
            undisturbed = next;
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
        let game = RelaxedGame::new(&microsoft(3).unwrap(), Autoplay::Safe);
        let whole = PatternDatabase::new(&game, u8::MAX);
        let [one, other] = best_halves(&game);
        let mut state = game.root();
        while state != [0; CASCADES] {
            let sum = one.of(state) + other.of(state);
            assert!(sum <= whole.of(state), "{state:?}");
            let lower = game.removals_from(state).min_by_key(|&next| whole.of(next));
            state = lower.unwrap();
        }
    }
}
