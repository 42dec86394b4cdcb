//! A game: a tableau, the best of it, and what is left dealt again.

use freecell::card::Card;
use rand::seq::SliceRandom;
use rand::SeedableRng;
use rand_pcg::Pcg64;

use crate::line::Line;
use crate::search::{self, Most, Plan};
use crate::tableau::Tableau;

/// How far a game goes.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The number of the deal it begins with.
    pub first: u32,
    /// The number of its last deal.
    pub last: u32,
    /// Whether the last deal has a merci.
    pub merci: bool,
}

/// A deal and its best line.
pub struct Deal {
    /// Its number.
    pub number: u32,
    /// The tableau dealt.
    pub start: Tableau,
    /// What the search found.
    pub plan: Plan,
    /// The plan played out.
    pub line: Line,
}

impl Deal {
    /// Whether all cards are home.
    pub fn is_solved(&self) -> bool {
        is_solved(&self.line.end)
    }
}

/// A game under way; as an iterator, its deals, each with its best line.
pub struct Game {
    course: Course,
    /// The number of the deal at hand; past the last one, the game is over.
    number: u32,
    tableau: Tableau,
    random: Pcg64,
}

impl Game {
    /// A game that begins with a random tableau.
    pub fn shuffled(seed: u64, course: Course) -> Game {
        let mut game = Game::of(Tableau::deal(&[]), seed, course);
        game.deal(Card::deck().collect());
        game
    }

    /// A game that begins with that tableau.
    pub fn of(tableau: Tableau, seed: u64, course: Course) -> Game {
        Game {
            course,
            number: course.first,
            tableau,
            random: Pcg64::seed_from_u64(seed),
        }
    }

    fn deal(&mut self, mut cards: Vec<Card>) {
        cards.shuffle(&mut self.random);
        self.tableau = Tableau::deal(&cards);
    }

    /// Whether the deal at hand is the last one, whatever comes of it.
    pub fn is_last(&self) -> bool {
        self.number == self.course.last
    }

    fn has_merci(&self) -> bool {
        self.course.merci && self.is_last()
    }

    /// The most cards home from the deal at hand.
    pub fn most(&self) -> Most {
        search::most(&self.tableau, self.has_merci())
    }
}

impl Iterator for Game {
    type Item = Deal;

    fn next(&mut self) -> Option<Deal> {
        if self.number > self.course.last {
            return None;
        }
        let plan = search::best(&self.tableau, self.has_merci());
        let deal = Deal {
            number: self.number,
            start: self.tableau.clone(),
            line: Line::of(&plan, &self.tableau),
            plan,
        };
        self.number += 1;
        if deal.is_solved() {
            self.number = self.course.last + 1;
        } else {
            self.deal(deal.line.end.cards().collect());
        }
        Some(deal)
    }
}

fn is_solved(tableau: &Tableau) -> bool {
    tableau.fans.is_empty()
}
