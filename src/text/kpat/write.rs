//! Writes a game as kpat saves it.

use std::fmt::Write as _;

use super::pile::{rank_name, suit_name, Pile};
use crate::card::{Card, Suit};
use crate::moves::Place;
use crate::referee;
use crate::table::Table;

/// Cards that move together, the deepest first, and where from and to.
pub type Step = (Vec<Card>, Place, Place);

/// The step that a game's referee made on that table.
pub fn step_on(table: &Table, step: &referee::Step) -> Step {
    let cards = match step.from {
        Place::Cascade(from) => {
            let cascade = &table.cascades[usize::from(from)];
            cascade[cascade.len() - usize::from(step.cards)..].to_vec()
        }
        _ => vec![step.card],
    };
    (cards, step.from, step.to)
}

/// A game as kpat saves it: the steps from a table before the first move, each a state, of which
/// the one after `shown` of them is the current one. kpat calls the deal by a number, 0 if it has
/// none.
pub fn print(start: &Table, number: u64, steps: &[Step], shown: usize) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <kpat-game game-type=\"freecell\" deal-number=\"{number}\">\n"
    );
    let current = |state: usize| {
        if state == shown {
            " current=\"true\""
        } else {
            ""
        }
    };
    let _ = writeln!(text, "\t<state{}>", current(0));
    for pile in Pile::all() {
        let cards = cards_in(start, pile);
        if !cards.is_empty() {
            write_move(&mut text, pile, 0, &cards, true);
        }
    }
    text += "\t</state>\n";
    let mut heights: Vec<usize> = Pile::all()
        .map(|pile| cards_in(start, pile).len())
        .collect();
    for (state, (cards, from, to)) in (1..).zip(steps) {
        let (from, to) = (pile_of(*from, cards[0]), pile_of(*to, cards[0]));
        let _ = writeln!(text, "\t<state{}>", current(state));
        write_move(&mut text, to, heights[to.index()], cards, false);
        text += "\t</state>\n";
        heights[from.index()] -= cards.len();
        heights[to.index()] += cards.len();
    }
    text + "</kpat-game>\n"
}

fn write_move(text: &mut String, pile: Pile, position: usize, cards: &[Card], is_dealt: bool) {
    let name = pile.name();
    let _ = writeln!(text, "\t\t<move pile=\"{name}\" position=\"{position}\">");
    for &card in cards {
        let (id, suit, rank) = (id(card), suit_name(card.suit()), rank_name(card.rank()));
        let turn = if is_dealt { " turn=\"face-up\"" } else { "" };
        let _ = writeln!(
            text,
            "\t\t\t<card id=\"{id:07}\" suit=\"{suit}\" rank=\"{rank}\"{turn}/>"
        );
    }
    text.push_str("\t\t</move>\n");
}

/// kpat's number of a card, without which it does not load the game: the place in the deck, which
/// is sorted by ranks, then the suit and the rank, a byte each.
fn id(card: Card) -> u32 {
    let (suit, rank) = (card.suit().index() as u32, u32::from(card.rank().number()));
    ((4 * (rank - 1) + suit) << 16) | (suit << 8) | rank
}

/// The place; each suit has its own foundation.
fn pile_of(place: Place, card: Card) -> Pile {
    match place {
        Place::Cascade(cascade) => Pile::Store(usize::from(cascade)),
        Place::Cell(cell) => Pile::Cell(usize::from(cell)),
        Place::Home => Pile::Target(card.suit().index()),
    }
}

fn cards_in(table: &Table, pile: Pile) -> Vec<Card> {
    match pile {
        Pile::Store(cascade) => table.cascades[cascade].to_vec(),
        Pile::Cell(cell) => table.cells[cell].into_iter().collect(),
        Pile::Target(target) => {
            let suit = Suit::ALL[target];
            let home = Card::deck().filter(|card| card.suit() == suit && table.is_home(*card));
            let mut home: Vec<Card> = home.collect();
            home.sort_by_key(|card| card.rank().number());
            home
        }
    }
}
