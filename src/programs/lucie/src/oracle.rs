//! A brute-force search to test the real one against: it tries every legal move of
//! every tableau.

use std::collections::HashMap;

use freecell::card::Card;
use proptest::prelude::*;

use crate::line::Line;
use crate::rules::{Kind, Move};
use crate::search;
use crate::tableau::Tableau;

/// A line's value: cards home, then the negated number of blocking moves and mercis.
type Value = (usize, i32);

#[derive(Default)]
struct Oracle {
    seen: HashMap<(Vec<Vec<usize>>, bool), Value>,
}

impl Oracle {
    /// The value of the best line from a tableau, with a merci or without.
    fn best(&mut self, tableau: &Tableau, merci: bool) -> Value {
        let mut fans: Vec<Vec<usize>> = tableau
            .fans
            .iter()
            .map(|fan| fan.iter().map(|card| card.index()).collect())
            .collect();
        fans.sort();
        let key = (fans, merci);
        if let Some(&value) = self.seen.get(&key) {
            return value;
        }
        let mut best = (tableau.home(), 0);
        let mercis = tableau.mercis().filter(|_| merci);
        for step in tableau.moves().chain(mercis) {
            let mut next = tableau.clone();
            next.play(step);
            let (home, spared) = self.best(&next, merci && step.kind != Kind::Merci);
            best = best.max((home, spared - cost(step)));
        }
        self.seen.insert(key, best);
        best
    }
}

fn cost(step: Move) -> i32 {
    i32::from(matches!(step.kind, Kind::Blocking | Kind::Merci))
}

/// Small tableaux: the cards from given ranks up, dealt at random, after some
/// random moves.
fn tableaux() -> impl Strategy<Value = Tableau> {
    let lowest = prop_oneof![
        prop::sample::select(vec![[1, 14, 14, 14], [5, 14, 6, 14], [9, 10, 11, 10]]),
        prop::array::uniform4(9..=14_u8),
    ];
    let cards = lowest.prop_flat_map(|lowest| {
        let cards: Vec<Card> = Card::deck()
            .filter(|card| card.rank().number() >= lowest[card.suit().index()])
            .collect();
        Just(cards).prop_shuffle()
    });
    let moves = prop::collection::vec(any::<prop::sample::Index>(), 0..6);
    (cards, moves).prop_map(|(cards, moves)| {
        let mut tableau = Tableau::deal(&cards);
        for index in moves {
            let offered: Vec<_> = tableau.moves().collect();
            if !offered.is_empty() {
                tableau.play(*index.get(&offered));
            }
        }
        tableau
    })
}

fn value(tableau: &Tableau, merci: bool) -> Value {
    let plan = search::best(tableau, merci);
    let line = Line::play(&plan, tableau);
    assert_eq!(
        line.end.home(),
        plan.home,
        "the line does what the plan says"
    );
    assert_eq!(search::most_home(tableau, merci).0, plan.home);
    let cost: i32 = line.steps.iter().map(|&(_, step)| cost(step)).sum();
    (plan.home, -cost)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_search_finds_what_brute_force_finds(tableau in tableaux()) {
        for merci in [false, true] {
            let best = Oracle::default().best(&tableau, merci);
            prop_assert_eq!(value(&tableau, merci), best, "merci {}\n{}", merci, tableau);
        }
    }
}

/// The deals of `fixtures/lucie/optima.txt` (its source is named there).
#[test]
fn a_hundred_known_deals_have_their_known_optima() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../fixtures/lucie/optima.txt"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let deals: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(deals.len(), 100);
    for deal in deals {
        let mut words = deal.split_whitespace();
        let mut known = || words.next().unwrap().parse::<usize>().unwrap();
        let known = [known(), known()];
        let cards: Vec<Card> = words.map(|word| word.parse().unwrap()).collect();
        let tableau = Tableau::deal(&cards);
        let found = [false, true].map(|merci| value(&tableau, merci).0);
        assert_eq!(found, known, "{deal}");
    }
}
