//! Valid tables of every sort for property tests: fresh, half played, nearly
//! won, in disorder and in long runs.

use freecell::card::Card;
use freecell::table::{Table, CELLS};
use proptest::prelude::*;

/// Any valid table, made from a shuffled deck.
pub fn tables() -> impl Strategy<Value = Table> {
    let deck = Just(Card::deck().collect::<Vec<Card>>()).prop_shuffle();
    let foundations = prop_oneof![Just([0; 4]), prop::array::uniform4(0_u8..=13)];
    (deck, foundations, 0..=CELLS, 1..=8_usize, any::<bool>()).prop_map(
        |(deck, foundations, cells, cascades, tidy)| {
            let mut table = Table {
                foundations,
                ..Table::default()
            };
            let mut cards = deck;
            cards.retain(|card| card.rank().number() > foundations[card.suit().index()]);
            let rest = cards.split_off(cards.len().min(cells));
            for (index, card) in cards.into_iter().enumerate() {
                table.cells[(index * 3 + cascades) % CELLS] = Some(card);
            }
            deal_out(&mut table, rest, cascades, tidy);
            table
        },
    )
}

/// Puts the cards on the first `cascades` cascades, as long runs if `tidy`.
fn deal_out(table: &mut Table, mut cards: Vec<Card>, cascades: usize, tidy: bool) {
    if tidy {
        cards.sort_by_key(|card| std::cmp::Reverse(card.rank()));
    }
    for (index, card) in cards.into_iter().enumerate() {
        let fits = |&cascade: &usize| table.top(cascade).is_some_and(|top| card.fits_on(top));
        let tidily = (0..cascades).find(fits).filter(|_| tidy);
        table.cascades[tidily.unwrap_or(index % cascades)].push(card);
    }
}
