//! A plan played out on the tableau, move by move.
//!
//! The search speaks of sets; here its plan becomes a line of moves, each of
//! them legal by [`crate::rules`], and the tableau that they lead to.

use std::slice::Iter;

use freecell::card::Card;

use crate::entry::successor;
use crate::rules::{Kind, Move};
use crate::search::Plan;
use crate::tableau::Tableau;

/// A line of moves that ends with a card going home, or an empty line.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves, and the tableau before each.
    pub steps: Vec<(Tableau, Move)>,
    /// The tableau after the last one.
    pub end: Tableau,
}

/// The cost of a line: its moves that hinder others, and its mercis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    pub blocking: usize,
    pub mercis: usize,
}

impl Cost {
    #[must_use]
    pub fn plus(self, other: Cost) -> Cost {
        Cost {
            blocking: self.blocking + other.blocking,
            mercis: self.mercis + other.mercis,
        }
    }
}

impl Line {
    pub fn cost(&self) -> Cost {
        let count = |kind| {
            self.steps
                .iter()
                .filter(|(_, step)| step.kind == kind)
                .count()
        };
        Cost {
            blocking: count(Kind::Blocking),
            mercis: count(Kind::Merci),
        }
    }

    /// Plays a plan, leaving out the moves after the last card that goes home.
    pub fn play(plan: &Plan, start: &Tableau) -> Line {
        let mut player = Player {
            tableau: start.clone(),
            promised: plan.promised,
            builds: plan.builds.iter(),
        };
        let mut steps = Vec::new();
        let mut line = Line {
            steps: Vec::new(),
            end: start.clone(),
        };
        while let Some(step) = player.next() {
            steps.push((player.tableau.clone(), step));
            player.play(step);
            if step.home {
                line.steps.append(&mut steps);
                line.end = player.tableau.clone();
            }
        }
        line
    }
}

struct Player<'a> {
    tableau: Tableau,
    /// The card to which the merci is promised, until it has moved.
    promised: Option<Card>,
    builds: Iter<'a, Card>,
}

impl Player<'_> {
    /// The next move: one that costs nothing, or else the plan's next build.
    fn next(&mut self) -> Option<Move> {
        if let Some(step) = self.harmless_move() {
            return Some(step);
        }
        let card = *self.builds.next()?;
        let mut moves = self.tableau.moves().chain(self.mercis());
        let step = moves.find(|step| step.card == card && !step.home);
        Some(step.expect("the plan keeps to the rules"))
    }

    /// A move to make when it becomes available: one to the foundations, or else the safe build of
    /// the highest rank, or else the merci if it hinders nothing.
    fn harmless_move(&self) -> Option<Move> {
        let safe = self.tableau.moves().filter(|step| self.is_safe(*step));
        let merci = || {
            self.mercis()
                .find(|step| step.home || self.is_onto_settled(*step))
        };
        self.tableau
            .moves()
            .find(|step| step.home)
            .or_else(|| safe.max_by_key(|step| step.card.rank().number()))
            .or_else(merci)
    }

    /// The moves that the promised card has as the merci.
    fn mercis(&self) -> impl Iterator<Item = Move> + '_ {
        let mercis = self.tableau.mercis();
        mercis.filter(|step| Some(step.card) == self.promised)
    }

    /// Whether it is a safe build, and not one on a card that lies on the
    /// promised one and is to follow it.
    fn is_safe(&self, step: Move) -> bool {
        let onto = successor(step.card);
        let under = onto.and_then(|onto| self.tableau.under(onto));
        let held = under.is_some() && under == self.promised && under == onto.and_then(successor);
        step.kind == Kind::Safe && !held
    }

    fn is_onto_settled(&self, step: Move) -> bool {
        successor(step.card).is_some_and(|onto| self.tableau.is_settled(onto))
    }

    fn play(&mut self, step: Move) {
        self.tableau.play(step);
        self.promised = self.promised.filter(|&card| card != step.card);
    }
}
