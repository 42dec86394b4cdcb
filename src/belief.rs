//! The belief: which rulesets the referee may be playing by.
//!
//! The bot plans without knowing which of several rulesets is in force, as in conformant planning
//! (Smith & Weld, 1998), and narrows the set down by what it observes: the moves that a turn lists
//! as legal, the table that comes back after a line, and a line that moved nothing. A ruleset that
//! contradicts an observation is dropped. If no ruleset is left, no single one explains all that
//! happened. Then every ruleset that agrees with the last observation alone becomes possible again,
//! or every ruleset there is if none agrees. There are two exceptions. A list of moves that no
//! ruleset would give follows a rule of its own and is ignored. And a refused move that is legal
//! under every possible ruleset leaves the belief as it is; the [mode](crate::bot) changes.
//!
//! There are many rulesets, but what is planned for should stay simple: as long as a
//! likely ruleset is possible, the unlikely ones do not count ([`Belief::likely`]).
//!
//! What to play, given a belief, is decided in [`crate::plan`].

use arrayvec::ArrayVec;

use crate::moves::{Line, Move};
use crate::playback::Playback;
use crate::ruleset::{Autoplay, Ruleset};
use crate::table::{Cascade, Table};

/// Rulesets of which no two have the same autoplay rule.
pub type OnePerAutoplay = ArrayVec<Ruleset, 3>;

/// The rulesets that nothing has contradicted, at least one: bit n is set for ruleset number n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Belief(u64);

/// The number of rulesets that there may be. Beyond those of the puzzle, each is believed in only
/// by whoever knows that it is in force.
const COUNT: u8 = Ruleset::EVERY.len() as u8;

// One bit for each ruleset.
const _: () = assert!(COUNT as u32 <= u64::BITS);

/// The effect of an observation on the belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// Nothing that matters for plans: it agrees with every likely ruleset.
    Unchanged,
    /// It contradicts some of the likely rulesets, which are dropped.
    Narrowed,
    /// Nothing: apart from the order of the cells, it agrees with a possible ruleset.
    Rearranged,
    /// It contradicts every ruleset that was possible. Now those are possible that it
    /// does not contradict by itself, or all if it contradicts all.
    Reset,
    /// The table has nothing to do with the one before: another game has begun, and
    /// all rulesets are possible.
    NewGame,
    /// Nothing: no ruleset there is gives this list of moves.
    UnknownMoves,
    /// Nothing: the move that was refused is legal under every possible ruleset.
    UnexplainedRefusal,
}

impl Belief {
    /// All rulesets that the puzzle may have are possible.
    pub const fn all() -> Belief {
        Belief((1 << Ruleset::COUNT) - 1)
    }

    /// Only one ruleset is possible.
    pub fn only(ruleset: Ruleset) -> Belief {
        let mut numbers = 0..COUNT;
        let number = numbers.find(|&number| Ruleset::from_index(number) == ruleset);
        Belief(number.map_or(0, |number| 1 << number))
    }

    /// The possible rulesets, the likeliest first.
    pub fn rulesets(self) -> impl Iterator<Item = Ruleset> {
        let is_possible = move |number: &u8| self.0 >> number & 1 == 1;
        (0..COUNT).filter(is_possible).map(Ruleset::from_index)
    }

    /// The likeliest ruleset that is possible.
    pub fn likeliest(self) -> Ruleset {
        Ruleset::from_index(self.0.trailing_zeros() as u8)
    }

    /// The possible rulesets that a plan is made for: those about as likely as the
    /// likeliest. A ruleset without autoplay is unlikely beside one with it, and so is a
    /// capacity beside the more usual ones.
    #[must_use]
    pub fn likely(self) -> Belief {
        let first = self.likeliest();
        let is_by_hand = |ruleset: Ruleset| ruleset.autoplay == Autoplay::None;
        self.subset(|ruleset| {
            is_by_hand(ruleset) == is_by_hand(first)
                && ruleset.to_strict().capacity == first.to_strict().capacity
        })
    }

    /// For each autoplay rule that is likely, the likeliest ruleset with it: one
    /// ruleset or two, `safe` first.
    pub fn by_autoplay(self) -> OnePerAutoplay {
        let likely = self.likely();
        let likeliest = |&rule: &Autoplay| likely.rulesets().find(|each| each.autoplay == rule);
        Autoplay::EVERY.iter().filter_map(likeliest).collect()
    }

    /// Whether each likely autoplay rule comes with one kind of supermoves.
    pub fn has_one_kind_of_supermoves(self) -> bool {
        self.likely().rulesets().count() == self.by_autoplay().len()
    }

    /// The possible rulesets that satisfy a predicate; the set may be empty.
    fn subset(self, mut holds: impl FnMut(Ruleset) -> bool) -> Belief {
        let is_kept =
            |&number: &u8| self.0 >> number & 1 == 1 && holds(Ruleset::from_index(number));
        let numbers = (0..COUNT).filter(is_kept);
        Belief(numbers.map(|number| 1 << number).sum())
    }

    /// Takes into account the moves that a turn lists as legal.
    pub fn observe_moves(&mut self, table: &Table, listed: &[Move]) -> Update {
        self.retain_consistent(|ruleset| {
            let game = Playback::new(table, ruleset);
            Move::all().all(|mv| game.is_legal(mv) == listed.contains(&mv))
        })
        .unwrap_or(Update::UnknownMoves)
    }

    /// Takes into account that a line changed nothing, so that its first move was
    /// refused. If that move is legal under every possible ruleset, none of them can
    /// explain this, and the belief stays as it is ([`Update::UnexplainedRefusal`]).
    pub fn observe_refusal(&mut self, table: &Table, refused: Move) -> Update {
        let is_illegal = |ruleset| !Playback::new(table, ruleset).is_legal(refused);
        match self.subset(is_illegal) {
            Belief(0) => Update::UnexplainedRefusal,
            rest => self.narrow(rest),
        }
    }

    /// Takes into account the table that came after a line was sent for another,
    /// and returns how many moves of the line have been played according to the
    /// likeliest ruleset that explains it, if one does.
    ///
    /// The referee may have stopped anywhere, and an illegal move changes
    /// nothing: so the table may be the one after any number of moves.
    pub fn observe_table(
        &mut self,
        before: &Table,
        line: &Line,
        after: &Table,
    ) -> (Update, Option<usize>) {
        let is_same = |game: &Playback| game.is_at(after);
        let played = |ruleset| moves_played(before, line, ruleset, is_same);
        let explains = |ruleset| played(ruleset).is_some();
        if self.subset(explains) == Belief(0) {
            let is_near = |game: &Playback| game.is_near(after);
            let rearranged = |ruleset| moves_played(before, line, ruleset, is_near).is_some();
            if self.rulesets().any(rearranged) {
                return (Update::Rearranged, None);
            }
            if is_another_game(before, after) {
                *self = Belief::all();
                return (Update::NewGame, None);
            }
        }
        let update = self.retain_consistent(explains).unwrap_or_else(|| {
            *self = Belief::all();
            Update::Reset
        });
        (update, self.rulesets().find_map(played))
    }

    /// Drops the rulesets that do not explain what was observed. If no ruleset there is does, it
    /// changes nothing and returns `None`.
    fn retain_consistent(&mut self, explains: impl Fn(Ruleset) -> bool) -> Option<Update> {
        let rest = self.subset(&explains);
        if rest != Belief(0) {
            return Some(self.narrow(rest));
        }
        let others = Belief::all().subset(explains);
        (others != Belief(0)).then(|| {
            *self = others;
            Update::Reset
        })
    }

    /// Keeps some of the possible rulesets.
    fn narrow(&mut self, rest: Belief) -> Update {
        let before = std::mem::replace(self, rest);
        if rest.likely() == before.likely() {
            Update::Unchanged
        } else {
            Update::Narrowed
        }
    }
}

/// The number of moves of a line after which the game reaches what `is_it` looks for. Illegal moves
/// are counted, but change nothing.
fn moves_played(
    before: &Table,
    line: &Line,
    ruleset: Ruleset,
    is_it: impl Fn(&Playback) -> bool,
) -> Option<usize> {
    let mut game = Playback::new(before, ruleset);
    // A table that is sent again says nothing about the rules: no move was
    // played, whatever the ruleset.
    if is_it(&game) {
        return Some(0);
    }
    for (index, mv) in line.iter().enumerate() {
        game.play(mv);
        if is_it(&game) {
            return Some(index + 1);
        }
    }
    None
}

/// In a game that goes on, at least one in this many cards of the cascades lies where it lay
/// before. Of two fresh deals, one card in 52 does.
const UNMOVED: usize = 8;

/// Returns `true` if moves cannot have led from one table to the other, or almost certainly have
/// not.
fn is_another_game(before: &Table, after: &Table) -> bool {
    let mut homes = before.foundations.iter().zip(&after.foundations);
    let columns = || before.cascades.iter().zip(&after.cascades);
    let unmoved = |(old, new): (&Cascade, &Cascade)| {
        let pairs = old.iter().zip(new);
        pairs.filter(|(old, new)| old == new).count()
    };
    let unmoved: usize = columns().map(unmoved).sum();
    let cards: usize = columns().map(|(_, new)| new.len()).sum();
    homes.any(|(before, after)| before > after) || unmoved < cards / UNMOVED
}
