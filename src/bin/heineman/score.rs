//! The column's score of a position: how far the next cards are buried. Smaller
//! is better; it is no bound on the moves needed.

use freecell::card::{Card, Rank, Suit};

use super::position::Position;

/// The score: for each suit whose next card lies in a cascade, the cards on top
/// of it, summed and doubled when no cell and no cascade is free; plus 26; minus
/// the ranks of the next cards. A game has that many cells.
pub fn score(position: &Position, cells: usize) -> i32 {
    let suits = || Suit::ALL.into_iter().zip(position.foundations());
    let buried: usize = suits()
        .map(|(suit, home)| on_top_of_next(position, suit, home))
        .sum();
    let needed: i32 = suits().map(|(_, home)| i32::from(home) + 1).sum();
    let crowded = position.cells().len() == cells
        && (0..position.cascades()).all(|index| !position.cascade(index).is_empty());
    buried as i32 * if crowded { 2 } else { 1 } + 26 - needed
}

/// How many cards lie on the suit's next card in its cascade.
fn on_top_of_next(position: &Position, suit: Suit, home: u8) -> usize {
    let Some(rank) = Rank::new(home + 1) else {
        return 0;
    };
    let next = Card::new(rank, suit);
    let on_top = |index| {
        position
            .cascade(index)
            .iter()
            .rev()
            .position(|card| *card == next)
    };
    (0..position.cascades()).find_map(on_top).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use freecell::table::Table;

    use super::*;

    fn score_of(cascades: &[&str], cells: &str) -> i32 {
        score(
            &Position::of_table(&Table::build(cascades, cells).unwrap()),
            4,
        )
    }

    #[test]
    fn buried_cards_count_twice_when_no_place_is_free() {
        // Next: JC under one card, QD in a cell, QH under two, KS under none.
        let cascades = ["QC JC KC", "QH KD KH", "KS"];
        let ranks = 11 + 12 + 12 + 13;
        assert_eq!(score_of(&cascades, "QD"), 3 + 26 - ranks);
        assert_eq!(score_of(&[], ""), 26 - 4 * 14);
    }
}
