//! Why a move is illegal, in words for people who see cards, not their texts.

use freecell::card::{Card, Suit};
use freecell::referee::{Illegal, MoveError};

/// A sentence without its capital and its full stop.
pub fn reason(error: &MoveError) -> String {
    match error {
        MoveError::Illegal(Illegal::DoesNotFit(card, on)) => {
            format!("the {} does not fit on the {}", name(*card), name(*on))
        }
        MoveError::Illegal(Illegal::NotNextHome(card)) => {
            format!("the {} is not the next card of its suit", name(*card))
        }
        _ => error.to_string(),
    }
}

/// A card's name, as the page has it elsewhere.
fn name(card: Card) -> String {
    let rank = match card.rank().number() {
        1 => "ace".to_owned(),
        11 => "jack".to_owned(),
        12 => "queen".to_owned(),
        13 => "king".to_owned(),
        number => number.to_string(),
    };
    let suit = match card.suit() {
        Suit::Clubs => "clubs",
        Suit::Diamonds => "diamonds",
        Suit::Hearts => "hearts",
        Suit::Spades => "spades",
    };
    format!("{rank} of {suit}")
}
