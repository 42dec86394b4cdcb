//! The proofs against plain search through everything, on small tables: the low
//! cards are home, the others lie on a few cascades.

use std::collections::{HashMap, VecDeque};

use freecell::card::Card;
use proptest::prelude::*;

use super::beam::{BeamSearch, BEAM_WEIGHTS};
use super::fixed::{Class, Structure};
use super::proof::{Budget, Game, Proof, Prover};
use super::relaxed::Relaxed;
use super::room::Room;
use super::search::{End, Solver};
use crate::deal::Deal;
use crate::packed::board::Board;

/// Whether a card may lie on another.
fn fits(card: u8, on: u8) -> bool {
    let is_red = |card: u8| matches!(card % 4, 1 | 2);
    card / 4 + 1 == on / 4 && is_red(card) != is_red(on)
}

/// A position of the plain search: cascades and cells in order, and how many cards
/// of each suit are home.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Plain {
    cascades: Vec<Vec<u8>>,
    cells: Vec<u8>,
    home: [u8; 4],
}

impl Plain {
    fn sorted(mut self) -> Plain {
        self.cascades.sort();
        self.cells.sort_unstable();
        self
    }

    fn is_won(&self) -> bool {
        self.home == [13; 4]
    }

    /// The positions after each move of one card.
    fn successors(&self, cells: usize) -> Vec<Plain> {
        let mut all = Vec::new();
        let tops = self.cascades.iter().filter_map(|cards| cards.last());
        for &card in tops.chain(&self.cells) {
            let mut without = self.clone();
            without.cells.retain(|&each| each != card);
            for cascade in &mut without.cascades {
                cascade.retain(|&each| each != card);
            }
            for to in 0..self.cascades.len() {
                let takes = without.cascades[to].last().is_none_or(|&on| fits(card, on));
                if takes && self.cascades[to].last() != Some(&card) {
                    let mut after = without.clone();
                    after.cascades[to].push(card);
                    all.push(after.sorted());
                }
            }
            if without.cells.len() < cells {
                let mut after = without.clone();
                after.cells.push(card);
                all.push(after.sorted());
            }
            if self.home[card as usize % 4] == card / 4 {
                let mut after = without.clone();
                after.home[card as usize % 4] += 1;
                all.push(after.sorted());
            }
        }
        all
    }

    /// The class, from its definition.
    fn class(&self) -> Class {
        let mut joints = 0;
        for pair in self.cascades.iter().flat_map(|cards| cards.windows(2)) {
            joints |= u64::from(!fits(pair[1], pair[0])) << pair[1];
        }
        let next = self.home.iter().zip(0..);
        let next = next.fold(0, |all, (home, suit)| all | 1 << (home * 4 + suit));
        Class { joints, next }
    }
}

/// All positions that can be reached, each with whether it can be won; none if there
/// are too many.
fn everything(start: Plain, cells: usize) -> Option<Vec<(Plain, bool)>> {
    let mut places = HashMap::from([(start.clone(), 0)]);
    let mut all = vec![start];
    let mut from: Vec<Vec<usize>> = vec![Vec::new()];
    let mut place = 0;
    while place < all.len() {
        for after in all[place].successors(cells) {
            let new = all.len();
            let to = *places.entry(after.clone()).or_insert(new);
            if to == new {
                all.push(after);
                from.push(Vec::new());
            }
            from[to].push(place);
        }
        place += 1;
        if all.len() > 4_000 {
            return None;
        }
    }
    let mut can_win: Vec<bool> = all.iter().map(Plain::is_won).collect();
    let mut queue: VecDeque<usize> = (0..all.len()).filter(|&place| can_win[place]).collect();
    while let Some(place) = queue.pop_front() {
        for &before in &from[place] {
            if !can_win[before] {
                can_win[before] = true;
                queue.push_back(before);
            }
        }
    }
    Some(all.into_iter().zip(can_win).collect())
}

/// A small deal: how many cards of each suit are home, and the order of the others.
fn small_deal(home: [u8; 4], order: &[u8], cascades: usize) -> (Deal, Plain) {
    let mut plain = Plain {
        cascades: vec![Vec::new(); cascades],
        cells: Vec::new(),
        home,
    };
    let lying = order
        .iter()
        .filter(|&card| card / 4 >= home[*card as usize % 4]);
    for (place, &card) in lying.enumerate() {
        plain.cascades[place % cascades].push(card);
    }
    let card = |&card: &u8| Card::from_index(card.into()).unwrap();
    let cards = |cascade: &Vec<u8>| cascade.iter().map(card).collect();
    let deal = Deal {
        cascades: plain.cascades.iter().map(cards).collect(),
    };
    (deal, plain.sorted())
}

/// Compares what is said of a small deal with the plain search; whether that had
/// not too many positions.
fn compare((deal, plain): &(Deal, Plain), cells: usize) -> bool {
    let Some(all) = everything(plain.clone(), cells) else {
        return false;
    };
    let mut relaxed = Relaxed::new(Structure::new(deal), cells as u32);
    for (position, can_win) in &all {
        assert!(!(*can_win && relaxed.is_lost(position.class())));
    }
    let can_win = all[0].1;
    let start = plain.class();
    let budget = Budget {
        stored: 1_000_000,
        visited: u64::MAX,
    };
    let mut prove = |game| Prover::new(&mut relaxed, game, cells as u32, budget).prove(start);
    let easier = prove(Game::Easier);
    let exact = prove(Game::Real);
    assert!([Proof::Lost, Proof::None].contains(&easier));
    assert!(!(can_win && easier == Proof::Lost));
    assert_eq!(exact == Proof::None, can_win);
    assert_eq!(exact == Proof::Lost, !can_win);
    for weights in BEAM_WEIGHTS {
        let mut beam = BeamSearch::new(&mut relaxed, cells as u32, weights, 64);
        assert!(can_win || beam.draft(start).is_none());
    }
    let end = Solver::new().solve(deal, cells as u32, 1_000_000, true);
    assert_eq!(end == End::Won, can_win);
    assert_eq!(end == End::Impossible, !can_win);
    let end = Solver::new().solve(deal, cells as u32, 1_000_000, false);
    assert_eq!(matches!(end, End::Won | End::CanBeWon), can_win);
    true
}

fn of_high_cards() -> impl Strategy<Value = (Deal, Plain)> {
    let order = Just((32..52).collect::<Vec<u8>>()).prop_shuffle();
    let home = prop::array::uniform4(8..=12_u8);
    (home, order, 1..=4_usize)
        .prop_map(|(home, order, cascades)| small_deal(home, &order, cascades))
}

/// Whether loose cards have room, from trying out all places for each.
fn has_room(room: &Room, places: &mut Vec<(u8, u8)>, card: u8, cells: u32, bottoms: u32) -> bool {
    let Some(card) = (0..card)
        .rev()
        .find(|card| (room.loose | room.bare) >> card & 1 == 1)
    else {
        return true;
    };
    let offers = room.loose >> card & 1 == 1;
    let tops = (0..52).filter(|&on| room.tops >> on & 1 == 1);
    let larger = (card + 1..52).filter(|&on| room.loose >> on & 1 == 1);
    let on: Vec<u8> = tops.chain(larger).filter(|&on| fits(card, on)).collect();
    for on in on {
        let is_free = places.iter().all(|&(_, other)| other != on);
        // What is in a cell takes nothing: it is marked as lying on itself.
        if is_free && !places.contains(&(on, on)) {
            places.push((card, on));
            if has_room(room, places, card, cells, bottoms) {
                return true;
            }
            places.pop();
        }
    }
    if bottoms > 0 && has_room(room, places, card, cells, bottoms - 1) {
        return true;
    }
    if cells == 0 {
        return false;
    }
    if offers {
        places.push((card, card));
    }
    let found = has_room(room, places, card, cells - 1, bottoms);
    if offers && !found {
        places.pop();
    }
    found
}

proptest! {
    // A proof that leaves something out may be wrong for only one deal in thousands.
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn what_is_proved_lost_cannot_be_won(deal in of_high_cards(), cells in 0..=2_usize) {
        prop_assume!(compare(&deal, cells));
    }

    #[test]
    fn room_is_counted_as_by_trying_out(
        what in prop::collection::vec((20..52_u8, 0..5_u8), 0..14),
        cells in 0..3_u32,
        bottoms in 0..4_u32,
    ) {
        let mut room = Room { loose: 0, tops: 0, bare: 0, cells, bottoms };
        for (card, part) in what {
            let taken = room.loose | room.tops | room.bare;
            if taken >> card & 1 == 0 {
                match part {
                    0 if room.bare == 0 => room.bare |= 1 << card,
                    0 | 1 => room.tops |= 1 << card,
                    _ => room.loose |= 1 << card,
                }
            }
        }
        let expected = has_room(&room, &mut Vec::new(), 52, cells, bottoms);
        prop_assert_eq!(room.suffices(), expected);
    }
}

/// The comparison above would say nothing of the proof if the relaxed game always
/// sufficed, nor of that if it never did.
#[test]
fn the_relaxed_game_proves_much_and_the_proof_more() {
    let budget = Budget {
        stored: 20_000,
        visited: 100_000,
    };
    let (mut relaxed_lost, mut only_proved) = (0, 0);
    for number in 1..=20 {
        let deal = Deal::new(number, 8);
        for cells in 0..=2 {
            let mut relaxed = Relaxed::new(Structure::new(&deal), cells);
            let start = super::search::class_of(&Board::new(&deal, false));
            let is_lost = relaxed.is_lost(start);
            let proof = Prover::new(&mut relaxed, Game::Easier, cells, budget).prove(start);
            assert!(!is_lost || proof == Proof::Lost);
            relaxed_lost += u32::from(is_lost);
            only_proved += u32::from(!is_lost && proof == Proof::Lost);
        }
    }
    assert!(
        relaxed_lost > 10 && only_proved > 1,
        "{relaxed_lost}, {only_proved}"
    );
}

/// The comparison says nothing of drafts if none comes to a win.
#[test]
fn drafts_come_to_wins() {
    let mut won = 0;
    for number in 1..=10 {
        let deal = Deal::new(number, 8);
        let start = super::search::class_of(&Board::new(&deal, false));
        for weights in BEAM_WEIGHTS {
            let mut relaxed = Relaxed::new(Structure::new(&deal), 4);
            let draft = BeamSearch::new(&mut relaxed, 4, weights, 32).draft(start);
            won += u32::from(draft.is_some());
        }
    }
    assert!(won > 10, "{won} of 20");
}
