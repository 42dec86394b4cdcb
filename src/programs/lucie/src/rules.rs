//! The rules of La Belle Lucie, card by card on the printed tableau.
//!
//! A move takes a fan's top card home or onto the top card of its suit that is
//! one rank higher; the merci does the same with a card that is buried. Which
//! moves are worth making is for [`crate::search`], which has a form of its own
//! for positions: this one is plain, and is what its lines are replayed on.

use std::fmt;

use freecell::card::{Card, Rank};

use crate::entry::successor;
use crate::tableau::{show_cards, Face, Tableau};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Onto a card that could still have moved, and is now stuck until it goes
    /// home.
    Blocking,
    /// Onto a card that is *settled*: see [`Tableau::is_settled`].
    Safe,
    Foundation,
    /// Of a buried card, to the foundations or onto a top card.
    Merci,
}

/// A move that a tableau offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub card: Card,
    pub kind: Kind,
    /// Whether it goes home; if not, it goes onto its successor.
    pub home: bool,
}

impl Tableau {
    /// The moves of top cards.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.tops().flat_map(|card| self.moves_of(card, None))
    }

    /// The moves of buried cards, each of which would be the merci.
    pub fn mercis(&self) -> impl Iterator<Item = Move> + '_ {
        let buried = self.fans.iter().flat_map(|fan| &fan[..fan.len() - 1]);
        buried.flat_map(|&card| self.moves_of(card, Some(Kind::Merci)))
    }

    fn moves_of(&self, card: Card, kind: Option<Kind>) -> impl Iterator<Item = Move> {
        let home = self.goes_home(card).then(|| Move {
            card,
            kind: kind.unwrap_or(Kind::Foundation),
            home: true,
        });
        let onto = successor(card).filter(|&onto| self.tops().any(|top| top == onto));
        let build = onto.map(|onto| Move {
            card,
            kind: kind.unwrap_or(if self.is_settled(onto) {
                Kind::Safe
            } else {
                Kind::Blocking
            }),
            home: false,
        });
        home.into_iter().chain(build)
    }

    fn tops(&self) -> impl Iterator<Item = Card> + '_ {
        self.fans.iter().filter_map(|fan| fan.last().copied())
    }

    /// Whether building on the card, if it is a top card, hinders nothing: it is alone in its fan,
    /// a king, or already on its successor.
    pub fn is_settled(&self, card: Card) -> bool {
        let under = self.under(card);
        card.rank() == Rank::KING || under.is_none() || under == successor(card)
    }

    pub fn under(&self, card: Card) -> Option<Card> {
        let (fan, place) = self.find(card);
        let under = place.checked_sub(1)?;
        Some(self.fans[fan][under])
    }

    /// Makes one of the moves that the tableau offers.
    pub fn play(&mut self, step: Move) {
        let (from, place) = self.find(step.card);
        if step.home {
            self.foundations[step.card.suit().index()] += 1;
        } else {
            let onto = successor(step.card).expect("no card is built with a king");
            let (to, _) = self.find(onto);
            self.fans[to].push(step.card);
        }
        self.fans[from].remove(place);
        self.fans.retain(|fan| !fan.is_empty());
    }

    /// The fan that a card of the tableau is in, and its place there.
    fn find(&self, card: Card) -> (usize, usize) {
        let place = |fan: &Vec<Card>| fan.iter().position(|&each| each == card);
        self.fans
            .iter()
            .enumerate()
            .find_map(|(index, fan)| Some((index, place(fan)?)))
            .expect("the card is on the tableau")
    }

    /// A move of this tableau in a line of text, with the fan it goes to.
    pub fn describe(&self, step: Move) -> String {
        let onto = match successor(step.card) {
            Some(onto) if !step.home => {
                let (fan, _) = self.find(onto);
                format!(" => {}", show_cards(&self.fans[fan], "  "))
            }
            _ if step.kind == Kind::Merci => " => foundation".to_string(),
            _ => String::new(),
        };
        format!("[{:<15}] {}{onto}", step.kind, Face(step.card))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Blocking => "Blocking move",
            Kind::Safe => "Safe build",
            Kind::Foundation => "Foundation move",
            Kind::Merci => "Merci",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::parse;

    fn offered(text: &str) -> Vec<String> {
        let tableau = parse(text).unwrap();
        let moves = tableau.moves().chain(tableau.mercis());
        moves.map(|step| tableau.describe(step)).collect()
    }

    #[test]
    fn a_build_is_safe_on_a_card_that_could_not_move_anyway() {
        for (fans, expected) in [
            ("QH\nKH KD\nTH JH", "[Safe build     ] J♥ => Q♥"),
            ("KD QH\nKH\nTH JH", "[Blocking move  ] J♥ => K♦  Q♥"),
            ("KH QH\nKD\nTH JH", "[Safe build     ] J♥ => K♥  Q♥"),
            ("QS KH\nTH JH QH\nKS", "[Safe build     ] Q♥ => Q♠  K♥"),
        ] {
            let offered = offered(fans);
            assert!(offered.iter().any(|step| step == expected), "{offered:#?}");
        }
    }

    #[test]
    fn a_merci_draws_a_buried_card_onto_its_own_fan_too() {
        let onto_fan = "[Merci          ] J♣ => J♣  K♣  Q♣";
        let home = "[Merci          ] J♣ => foundation";
        assert_eq!(offered("JC KC QC"), [home, onto_fan]);
        assert_eq!(offered("TC\nJC KC QC")[1], onto_fan);
        let queen = "[Merci          ] Q♣ => J♣  Q♣  K♣";
        assert_eq!(
            offered("JC QC KC"),
            [home, queen],
            "J♣ has no top card to go to"
        );
    }

    #[test]
    fn moves_change_the_fans_and_foundations_they_name() {
        let mut tableau = parse("JC KC QC\nKH").unwrap();
        let onto_own_fan = tableau.mercis().last().unwrap();
        tableau.play(onto_own_fan);
        assert_eq!(tableau, parse("KC QC JC\nKH").unwrap());
        for left in ["KC QC\nKH", "KC\nKH"] {
            let home = tableau.moves().next().unwrap();
            assert!(home.home && home.kind == Kind::Foundation);
            tableau.play(home);
            assert_eq!(tableau, parse(left).unwrap());
        }
    }
}
