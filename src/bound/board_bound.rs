//! The relaxed game from a board under way, with the tails that lie on the undisturbed cards.
//!
//! A pattern database of the root knows nothing of tails. But a board is a table, whose
//! relaxed game takes them into account: every card on a cascade is undisturbed there. A tail
//! must be removed, with the run that it continues, or be released card by card, when what
//! must go home before is gone; and until then nothing below leaves. So a tail costs a move,
//! if it does not have to wait for anything that waits for the tail: deadlock cycles, as Paul
//! and Helmert (2016) call them, here between tails and undisturbed cards alike.
//!
//! To fill in a database for every board would take too long. But with the tails gone, what
//! is left is a state of the root's relaxed game, whose database says the rest. So a search
//! decides whether the game can be won in so many removals:
//!
//! * Release first, for that is free and never worse late than early.
//! * If no tail is left, the database decides. It also ends the search if it needs more
//!   removals than are left: without the tails the state would be lower.
//! * Otherwise the last card of a cascade with a tail waits for another, in another cascade or
//!   in this, that cascade's last card waits as well, and so on, until a cascade comes again.
//!   The cascades of that *cycle* all wait for each other, so from one of them a run is
//!   removed before any of their last cards is released. Which one is tried in turn. If it
//!   was in vain for one, then in what follows its run is not removed any more: either it
//!   leaves by release, or the game is not won.
//!
//! In the relaxed game a removal is never worse early than late nor worse whole than in
//! parts, so nothing is left out. A search that takes too long is given up, and the answer
//! is yes: so "no" is a proof, and the bound admissible.

use super::{home_before, PatternDatabase, RelaxedGame};
use crate::board::{Board, CascadeIndex, RunLength, NO_CARD};
use crate::card::Card;
use crate::card_set::CardSet;
use crate::ruleset::Autoplay;
use crate::table::{Table, CASCADES};

/// How many states one search may look at.
const STATES: u32 = 1000;

/// The relaxed game of a root, for boards under way.
pub struct BoardBound {
    game: RelaxedGame,
    removals: PatternDatabase,
    /// By the card's number, what must be home before it is released.
    before: [CardSet; Card::COUNT],
    /// By the card's number, the cascade it lies on at the root.
    cascade_of: [u8; Card::COUNT],
}

/// A board of the relaxed game.
#[derive(Clone, Copy)]
struct Tailed {
    /// The cards of the tails and the undisturbed ones.
    cards: CardSet,
    /// The last card of each cascade, or [`NO_CARD`].
    tops: [u8; CASCADES],
    /// How many cards are undisturbed in each cascade.
    undisturbed: [u8; CASCADES],
    /// How many cards its tail has.
    tail: [u8; CASCADES],
    /// If the run at its end must not be removed, how many undisturbed cards lie below.
    kept: [Option<u8>; CASCADES],
    /// The number of the state in the database, tails aside.
    number: usize,
}

/// One search.
struct Search<'a> {
    of: &'a BoardBound,
    /// The cards of the tails, from the undisturbed cards up.
    tails: [[u8; 13]; CASCADES],
    cascade_of: [u8; Card::COUNT],
    states: u32,
}

impl BoardBound {
    /// The relaxed game of a table with its database, which takes up to ten million bytes.
    pub fn new(table: &Table, autoplay: Autoplay) -> BoardBound {
        let game = RelaxedGame::new(table, autoplay);
        let mut cascade_of = [0; Card::COUNT];
        for (cascade, cards) in table.cascades.iter().enumerate() {
            for card in cards {
                cascade_of[card.index()] = cascade as u8;
            }
        }
        let mut before = [CardSet::EMPTY; Card::COUNT];
        for card in Card::deck() {
            before[card.index()] = home_before(card, autoplay);
        }
        BoardBound {
            removals: PatternDatabase::new(&game, u8::MAX),
            before,
            cascade_of,
            game,
        }
    }

    /// A lower bound on the moves that a board needs, quick to compute: the database's, with
    /// a move for every blocked tail (see [`crate::search::prove`]).
    #[inline(always)]
    pub fn lower_bound(&self, board: &Board) -> usize {
        let (number, blocked) = self.number(board);
        blocked + self.removals.lookup_index(number) as usize
    }

    /// The number of a board's state in the database, without the last run below each
    /// blocked tail; and how many tails are blocked.
    #[inline(always)]
    fn number(&self, board: &Board) -> (usize, usize) {
        let (mut number, mut blocked) = (0, 0);
        for cascade in CascadeIndex::all() {
            let packed = board.cascades[cascade.get()];
            let mut undisturbed = packed.undisturbed();
            if packed.is_self_blocking() {
                undisturbed = self.game.without_run(cascade, undisturbed);
                blocked += 1;
            }
            number += undisturbed as usize * self.removals.stride(cascade);
        }
        (number, blocked)
    }

    /// Whether a board may be won in so many moves, at least as many as [`BoardBound::lower_bound`]
    /// says, as far as its next move shows. If there is none to spare, then that has to take
    /// a card off a blocked tail, or undisturbed cards so that one removal fewer is needed:
    /// otherwise as many moves would still be needed after it. `may_take` says whether a move
    /// takes at least so many cards off a cascade.
    pub fn is_within_reach(
        &self,
        board: &Board,
        moves: usize,
        may_take: impl Fn(CascadeIndex, RunLength) -> bool,
    ) -> bool {
        let (number, blocked) = self.number(board);
        let removals = self.removals.lookup_index(number);
        let has_spare = blocked + (removals as usize) < moves;
        has_spare
            || CascadeIndex::all().any(|cascade| {
                let packed = board.cascades[cascade.get()];
                if packed.is_self_blocking() {
                    return may_take(cascade, RunLength::ONE);
                }
                let undisturbed = packed.undisturbed();
                let taken = undisturbed - self.game.without_run(cascade, undisturbed);
                let after = number - taken as usize * self.removals.stride(cascade);
                taken > 0
                    && may_take(cascade, RunLength(packed.built() + 1))
                    && self.removals.lookup_index(after) < removals
            })
    }

    /// Whether a board could be won in so many moves as far as the relaxed game knows, tails
    /// included: if not, then it cannot.
    pub fn may_win_in(&self, board: &Board, moves: usize) -> bool {
        let mut search = Search {
            of: self,
            tails: [[NO_CARD; 13]; CASCADES],
            cascade_of: self.cascade_of,
            states: 0,
        };
        let (start, blocked) = search.start(board);
        let left = moves.checked_sub(blocked);
        left.is_some_and(|left| search.wins_within(start, left.min(u8::MAX as usize) as u8))
    }
}

impl Search<'_> {
    /// The board without its blocked tails, each of which takes a move: as one of its cards
    /// cannot be released, the tail has to be removed, and may be at once. Also the number
    /// of those moves.
    fn start(&mut self, board: &Board) -> (Tailed, usize) {
        let mut start = Tailed {
            cards: CardSet::EMPTY,
            tops: [NO_CARD; CASCADES],
            undisturbed: [0; CASCADES],
            tail: [0; CASCADES],
            kept: [None; CASCADES],
            number: 0,
        };
        let mut blocked = 0;
        for cascade in CascadeIndex::all() {
            let index = cascade.get();
            let packed = board.cascades[index];
            let mut undisturbed = packed.undisturbed();
            if packed.is_self_blocking() {
                undisturbed = self.of.game.without_run(cascade, undisturbed);
                blocked += 1;
            } else {
                let tail = packed.built();
                for height in 0..tail {
                    let card = packed.built_card(tail - 1 - height);
                    self.tails[index][height as usize] = card;
                    self.cascade_of[card as usize] = index as u8;
                    start.cards.insert(card);
                }
                start.tail[index] = tail;
            }
            let prefix = &self.of.game.prefixes[index][undisturbed as usize];
            start.cards = start.cards.or(prefix.cards);
            start.undisturbed[index] = undisturbed;
            start.number += undisturbed as usize * self.of.removals.stride(cascade);
            start.tops[index] = self.top(&start, index);
        }
        (start, blocked)
    }

    /// The last card of a cascade.
    #[inline(always)]
    fn top(&self, board: &Tailed, cascade: usize) -> u8 {
        match board.tail[cascade] {
            0 => {
                let prefix = &self.of.game.prefixes[cascade][board.undisturbed[cascade] as usize];
                if prefix.last.is_empty() {
                    NO_CARD
                } else {
                    prefix.last.first()
                }
            }
            tail => self.tails[cascade][tail as usize - 1],
        }
    }

    /// Whether so many removals can win, or too many states would have to be looked at.
    fn wins_within(&mut self, mut board: Tailed, removals: u8) -> bool {
        self.states += 1;
        if self.states > STATES {
            return true;
        }
        self.release(&mut board);
        let least = self.of.removals.lookup_index(board.number);
        let Some(with_tail) = board.tail.iter().position(|&tail| tail > 0) else {
            return least <= removals;
        };
        if least > removals || removals == 0 {
            return false;
        }
        let (order, cycle) = self.cycle(&board, with_tail);
        let mut in_cycle = cycle;
        while order[in_cycle] != NO_CARD {
            let cascade = order[in_cycle] as usize;
            in_cycle += 1;
            let index = CascadeIndex::new(cascade as u8);
            let undisturbed = board.undisturbed[cascade];
            let below = self.of.game.without_run(index, undisturbed);
            let is_left = board.tail[cascade] > 0;
            if board.kept[cascade].is_some_and(|kept| is_left || undisturbed > kept) {
                continue;
            }
            let taken = (undisturbed - below) as usize;
            let number = board.number - taken * self.of.removals.stride(index);
            if self.of.removals.lookup_index(number) < removals {
                let after = self.without_run(&board, cascade, below, number);
                if self.wins_within(after, removals - 1) {
                    return true;
                }
            }
            board.kept[cascade] = Some(below);
        }
        false
    }

    /// Releases what can be released.
    fn release(&self, board: &mut Tailed) {
        let mut unchanged = 0;
        let mut cascade = 0;
        while unchanged < CASCADES {
            let top = board.tops[cascade];
            if top != NO_CARD && self.of.before[top as usize].is_disjoint(board.cards) {
                board.cards = board.cards.without(CardSet::of(top));
                if board.tail[cascade] > 0 {
                    board.tail[cascade] -= 1;
                } else {
                    board.undisturbed[cascade] -= 1;
                    let index = CascadeIndex::new(cascade as u8);
                    board.number -= self.of.removals.stride(index);
                }
                board.tops[cascade] = self.top(board, cascade);
                unchanged = 0;
            } else {
                unchanged += 1;
                cascade = (cascade + 1) % CASCADES;
            }
        }
    }

    /// Cascades whose last cards wait for a card of the next one each, beginning with a given
    /// one, and where among them the cycle begins, which goes on to the end; after it comes
    /// [`NO_CARD`].
    fn cycle(&self, board: &Tailed, from: usize) -> ([u8; CASCADES + 1], usize) {
        let mut order = [NO_CARD; CASCADES + 1];
        let mut place = [None; CASCADES];
        let mut cascade = from;
        let mut count = 0;
        loop {
            if let Some(first) = place[cascade] {
                return (order, first);
            }
            place[cascade] = Some(count);
            order[count] = cascade as u8;
            count += 1;
            let waits_for = self.of.before[board.tops[cascade] as usize].and(board.cards);
            cascade = self.cascade_of[waits_for.first() as usize] as usize;
        }
    }

    /// The board without the run at the end of a cascade, below which so many undisturbed
    /// cards lie; the number is that of its state.
    fn without_run(&self, board: &Tailed, cascade: usize, below: u8, number: usize) -> Tailed {
        let mut after = *board;
        for &card in &self.tails[cascade][..board.tail[cascade] as usize] {
            after.cards = after.cards.without(CardSet::of(card));
        }
        let prefixes = &self.of.game.prefixes[cascade];
        let undisturbed = prefixes[board.undisturbed[cascade] as usize].cards;
        let left = prefixes[below as usize].cards;
        after.cards = after.cards.without(undisturbed).or(left);
        after.tail[cascade] = 0;
        after.undisturbed[cascade] = below;
        after.kept[cascade] = None;
        after.number = number;
        after.tops[cascade] = self.top(&after, cascade);
        after
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::microsoft;
    use crate::moves::Place;
    use crate::position::{Position, Pruning, Rules};
    use crate::ruleset::Ruleset;

    /// Plays a game at random, and compares each board with the whole relaxed game of its
    /// table.
    fn compare(deal: u32, autoplay: Autoplay) -> usize {
        let table = microsoft(deal.into()).unwrap();
        let bound = BoardBound::new(&table, autoplay);
        let rules = Rules::new(&table, [Ruleset::of(autoplay)]);
        let root = Position::root(&table, &rules);
        let mut position = root.after(&rules, root.moves(&rules, Pruning::None)[0]);
        let (mut random, mut higher) = (deal, 0);
        for moved in 0..40 {
            let moves = position.moves(&rules, Pruning::None);
            if moves.is_empty() {
                break;
            }
            random = random.wrapping_mul(214_013).wrapping_add(2_531_011);
            // Moves onto cards build tails.
            let builds = moves
                .iter()
                .filter(|mv| matches!(mv.to(), Place::Cascade(_)));
            let mv = builds
                .chain(&moves)
                .nth((random >> 16) as usize % 3)
                .copied();
            position = position.after(&rules, mv.unwrap_or(moves[0]));
            if moved % 4 > 0 {
                continue;
            }
            let board = &position.boards[0];
            let table = board.to_table(&rules.root);
            let game = RelaxedGame::new(&table, autoplay);
            let exact = PatternDatabase::new(&game, u8::MAX).lookup(game.root());
            let (quick, case) = (bound.lower_bound(board), (deal, autoplay, &table));
            assert!(quick <= exact, "{quick} {exact} {case:?}");
            assert!(bound.may_win_in(board, exact), "{exact} {case:?}");
            assert!(
                exact == 0 || !bound.may_win_in(board, exact - 1),
                "{exact} {case:?}"
            );
            higher += usize::from(exact > quick);
        }
        higher
    }

    #[test]
    fn a_board_needs_as_many_removals_as_the_relaxed_game_of_its_table() {
        let mut higher = 0;
        for deal in 1..=3 {
            higher += compare(deal, Autoplay::All) + compare(deal, Autoplay::Safe);
        }
        assert!(higher > 5, "{higher}");
    }
}
