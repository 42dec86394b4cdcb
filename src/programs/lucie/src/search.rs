//! The search for a deal's best line, which proves it best.
//!
//! Most cards home is better, then fewer blocking moves and mercis. Between
//! these, foundation moves and safe builds are made when they become
//! available, except those that would break a promise ([`crate::position`] says
//! why that loses nothing). The merci is tried as a promise to each card in
//! turn; so a line is a promise and a set of blocking moves.
//!
//! Each set is tried once, in one order: at a position one blocking move is
//! tried, and from then on its target is *refused*, which may be built on only
//! after it has moved. A branch is left when the relaxed position
//! ([`Play::relax`]) shows that it cannot better what has been found; it never
//! has fewer cards home than any line from there. Once the most is known, lines
//! of ever higher cost are searched for one that reaches it, so the first found
//! costs least.
//!
//! There is no table of positions: with the sets in one order, it would save few positions
//! and no time.

use std::cmp::Reverse;

use freecell::card::Card;

use crate::position::{each, target, Cards, Layout, Play, Position};
use crate::tableau::Tableau;

/// A best line without the moves that cost nothing, which are made when they become
/// available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The most cards home.
    pub home: usize,
    /// The card to which the merci is promised.
    pub promised: Option<Card>,
    /// The cards to be built on others that are not settled, in order; the
    /// promised one may be among them.
    pub builds: Vec<Card>,
    /// The number of positions searched.
    pub positions: u64,
}

/// Finds how many cards can be home at most, without a line that brings them there, and says how
/// many positions it searched.
pub fn most_home(tableau: &Tableau, merci: bool) -> (usize, u64) {
    let layout = Layout::new(tableau);
    let mut search = Search::new(&layout, merci);
    search.find_most();
    (search.home as usize, search.positions)
}

/// Finds a best line.
pub fn best(tableau: &Tableau, merci: bool) -> Plan {
    let layout = Layout::new(tableau);
    let mut search = Search::new(&layout, merci);
    search.find_most();
    (0..)
        .find_map(|cost| search.plan_of(cost))
        .expect("some line brings the most cards home")
}

struct Search<'a> {
    layout: &'a Layout,
    merci: bool,
    /// The most cards home: so far, or of all lines once it has been found.
    home: u32,
    positions: u64,
}

impl<'a> Search<'a> {
    fn new(layout: &'a Layout, merci: bool) -> Search<'a> {
        Search {
            layout,
            merci,
            home: 0,
            positions: 0,
        }
    }

    fn find_most(&mut self) {
        let start = self.layout.start;
        self.raise(&self.layout.without_merci(), start, 0);
        for (bound, play) in self.promises() {
            if bound > self.home {
                self.raise(&play, start, 0);
            }
        }
    }

    /// The cards that the merci can be promised to.
    fn candidates(&self) -> impl Iterator<Item = usize> {
        each(if self.merci { self.layout.cards() } else { 0 })
    }

    /// The plays with a promise, each with a bound on the cards it brings home,
    /// the highest first.
    fn promises(&self) -> Vec<(u32, Play<'a>)> {
        let play = |card| {
            let play = self.layout.with_merci(card);
            (home(&play.relax(&self.layout.start, 0)), play)
        };
        let mut promises: Vec<_> = self.candidates().map(play).collect();
        promises.sort_by_key(|&(bound, _)| Reverse(bound));
        promises
    }

    /// Raises the most cards home to what the play can reach from a position
    /// without blocking any of the `refused` cards.
    fn raise(&mut self, play: &Play, mut position: Position, mut refused: Cards) {
        self.enter(play, &mut position);
        self.home = self.home.max(home(&position));
        let mut undecided = 0;
        loop {
            let relaxed = play.relax(&position, refused);
            // Refusing a card that cannot move anyway gains nothing.
            let vain = undecided & !relaxed.moved != 0;
            if vain || !play.is_kept(&relaxed) || home(&relaxed) <= self.home {
                return;
            }
            let Some(card) = each(play.blocking(&position, refused)).next() else {
                return;
            };
            self.raise(play, play.after(&position, card), refused);
            undecided = target(card);
            refused |= undecided;
        }
    }

    /// A plan that brings the most cards home at that cost, if there is one.
    fn plan_of(&mut self, cost: u32) -> Option<Plan> {
        let (promised, mut builds) = self.line_of(cost)?;
        builds.reverse();
        Some(Plan {
            home: self.home as usize,
            promised: promised.and_then(Card::from_index),
            builds: builds.into_iter().filter_map(Card::from_index).collect(),
            positions: self.positions,
        })
    }

    fn line_of(&mut self, cost: u32) -> Option<(Option<usize>, Vec<usize>)> {
        let start = self.layout.start;
        if let Some(line) = self.reach(&self.layout.without_merci(), start, 0, cost) {
            return Some((None, line));
        }
        let left = cost.checked_sub(1)?;
        self.candidates().find_map(|card| {
            let line = self.reach(&self.layout.with_merci(card), start, 0, left)?;
            Some((Some(card), line))
        })
    }

    /// The builds, the last one first, that bring the most cards home from a
    /// position without blocking any of the `refused` cards, at no more than
    /// `cost` blocking moves besides the merci.
    fn reach(
        &mut self,
        play: &Play,
        mut position: Position,
        mut refused: Cards,
        cost: u32,
    ) -> Option<Vec<usize>> {
        self.enter(play, &mut position);
        if home(&position) == self.home {
            return Some(Vec::new());
        }
        loop {
            let relaxed = play.relax(&position, refused);
            if !play.is_kept(&relaxed) || home(&relaxed) < self.home {
                return None;
            }
            let card = each(play.blocking(&position, refused)).next()?;
            let left = cost.checked_sub(play.cost(card));
            let next = play.after(&position, card);
            if let Some(mut line) = left.and_then(|left| self.reach(play, next, refused, left)) {
                line.push(card);
                return Some(line);
            }
            refused |= target(card);
        }
    }

    fn enter(&mut self, play: &Play, position: &mut Position) {
        self.positions += 1;
        play.normalize(position);
    }
}

/// The number of cards home.
fn home(position: &Position) -> u32 {
    position.home.count_ones()
}
