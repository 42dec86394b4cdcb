//! A game: a tableau, its best line, and the cards that are left dealt again.

use freecell::card::Card;
use rand::seq::SliceRandom;
use rand::SeedableRng;
use rand_pcg::Pcg64;

use crate::line::Line;
use crate::search::{self, Plan};
use crate::tableau::Tableau;

/// The length of a game, and whether it ends with a merci.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The number of the deal it begins with.
    pub first: u32,
    pub last: u32,
    pub merci: bool,
}

pub struct Deal {
    pub number: u32,
    pub start: Tableau,
    pub plan: Plan,
    pub line: Line,
}

impl Deal {
    pub fn is_solved(&self) -> bool {
        is_solved(&self.line.end)
    }
}

/// A game under way; as an iterator, its deals, each with its best line.
pub struct Game {
    settings: Settings,
    /// The number of the deal to be played next; past the last one, the game is over.
    number: u32,
    tableau: Tableau,
    random: Pcg64,
}

impl Game {
    /// A game that begins with a random tableau.
    pub fn shuffled(seed: u64, settings: Settings) -> Game {
        let mut game = Game::from_tableau(Tableau::deal(&[]), seed, settings);
        game.deal(Card::deck().collect());
        game
    }

    pub fn from_tableau(tableau: Tableau, seed: u64, settings: Settings) -> Game {
        Game {
            settings,
            number: settings.first,
            tableau,
            random: Pcg64::seed_from_u64(seed),
        }
    }

    fn deal(&mut self, mut cards: Vec<Card>) {
        cards.shuffle(&mut self.random);
        self.tableau = Tableau::deal(&cards);
    }

    /// Whether no deal follows this one, solved or not.
    pub fn is_last(&self) -> bool {
        self.number == self.settings.last
    }

    fn has_merci(&self) -> bool {
        self.settings.merci && self.is_last()
    }

    /// The most cards that this deal can bring home, and the number of positions searched.
    pub fn most_home(&self) -> (usize, u64) {
        search::most_home(&self.tableau, self.has_merci())
    }
}

impl Iterator for Game {
    type Item = Deal;

    fn next(&mut self) -> Option<Deal> {
        if self.number > self.settings.last {
            return None;
        }
        let plan = search::best(&self.tableau, self.has_merci());
        let deal = Deal {
            number: self.number,
            start: self.tableau.clone(),
            line: Line::play(&plan, &self.tableau),
            plan,
        };
        self.number += 1;
        if deal.is_solved() {
            self.number = self.settings.last + 1;
        } else {
            self.deal(deal.line.end.cards().collect());
        }
        Some(deal)
    }
}

fn is_solved(tableau: &Tableau) -> bool {
    tableau.fans.is_empty()
}
