//! Playback: a line of moves, played on a packed board under one ruleset.
//!
//! The bot asks, of lines that it has planned, whether they win, to which table they
//! lead, and how far the game has followed them. The answers come from
//! [`crate::rules`], the code that the search itself plays by, because they have
//! to be quick. So playback is not the referee: an error in those rules would
//! show here and in the search alike, and only [`crate::referee`], which shares
//! no code with them, would notice.
//!
//! A `Playback` is given any move, asks whether it is legal, and has one board; a
//! [`Position`](crate::position::Position) is given none, finds those that are legal on all of its
//! boards, and plays them unchecked.
//!
//! Which rulesets to ask for is decided by the callers, [`crate::belief`] and
//! [`crate::plan`]; nothing here knows of them.

use crate::board::{Board, RootCascades};
use crate::moves::{Line, Move, Place};
use crate::rules;
use crate::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use crate::table::Table;

/// A game on a packed board, under one ruleset.
pub(crate) struct Playback {
    root: RootCascades,
    board: Board,
    ruleset: Ruleset,
}

impl Playback {
    /// The table exactly as given: no autoplay before the first move.
    pub fn new(table: &Table, ruleset: Ruleset) -> Playback {
        let root = RootCascades::new(table);
        let board = Board::root(table, &root);
        Playback {
            root,
            board,
            ruleset,
        }
    }

    /// Whether a move is legal now.
    pub fn is_legal(&self, mv: Move) -> bool {
        rules::is_legal(&self.board, &self.root, self.ruleset, mv)
    }

    /// Plays a move with the autoplay that follows it, if it is legal, and
    /// returns whether it was. An illegal move changes nothing.
    pub fn play(&mut self, mv: Move) -> bool {
        let legal = self.is_legal(mv);
        if legal {
            rules::play(&mut self.board, &self.root, self.ruleset, mv);
        }
        legal
    }

    /// The move that sends a card home which autoplay would send there.
    pub fn next_home(&self, autoplay: Autoplay) -> Option<Move> {
        let targets = rules::autoplay_targets(&self.board, autoplay);
        Move::new(rules::next_autoplay(&self.board, targets)?, Place::Home)
    }

    /// Whether all cards are home.
    pub fn is_won(&self) -> bool {
        self.board.is_won()
    }

    /// Whether the game has reached a table.
    pub fn is_at(&self, table: &Table) -> bool {
        self.board.home == table.foundations && self.table() == *table
    }

    /// Whether another game from the same table has reached the same table as this one.
    pub fn is_like(&self, other: &Playback) -> bool {
        self.board == other.board
    }

    /// Whether the game has reached a table, up to the order of its cells.
    pub fn is_near(&self, table: &Table) -> bool {
        let [now, then] = [self.table(), table.clone()].map(|mut table| {
            table.cells.sort_unstable();
            table
        });
        now == then
    }

    /// The table as it is now.
    pub fn table(&self) -> Table {
        self.board.to_table(&self.root)
    }
}

/// The number of moves after which a line wins under a ruleset. Moves that follow the win are
/// ignored.
///
/// # Errors
/// The line does not win; the value is the number of its moves that are legal,
/// counted up to the first that is not.
pub fn moves_to_win(table: &Table, line: &Line, ruleset: Ruleset) -> Result<usize, usize> {
    let mut game = Playback::new(table, ruleset);
    let mut moves = 0;
    while !game.is_won() {
        match line.as_slice().get(moves) {
            Some(&mv) if game.play(mv) => moves += 1,
            _ => return Err(moves),
        }
    }
    Ok(moves)
}

/// The table after some moves, if all are legal under a ruleset.
pub fn table_after(table: &Table, moves: &[Move], ruleset: Ruleset) -> Option<Table> {
    let mut game = Playback::new(table, ruleset);
    let legal = moves.iter().all(|&mv| game.play(mv));
    legal.then(|| game.table())
}

/// A stalling move: one that may be played, and the move that reverses it, such that each moves
/// the same single card under every ruleset, and no card goes home.
pub fn reversible_pair(table: &Table, may_play: impl Fn(Move) -> bool) -> Option<[Move; 2]> {
    // What is legal under the first moves one card, whatever the capacity. Where the
    // second sends nothing home by itself, no ruleset does.
    let strictest = Ruleset {
        autoplay: Autoplay::None,
        capacity: Capacity::One,
        overlong_run: OverlongRun::Illegal,
    };
    let rulesets = [strictest, Ruleset::from_autoplay(Autoplay::All)];
    let after = |moves: &[Move]| rulesets.map(|ruleset| table_after(table, moves, ruleset));
    let moves = Move::all().filter(|&mv| may_play(mv));
    let mut pairs = moves.filter_map(|mv| Some([mv, Move::new(mv.to(), mv.from())?]));
    pairs.find(|pair| {
        let [strictest, all] = after(&pair[..1]);
        strictest == all
            && after(pair)
                .iter()
                .all(|after| after.as_ref() == Some(table))
    })
}

/// The line for a game without autoplay that does what a line does under a ruleset
/// with autoplay: each card that autoplay sends home gets a move of its own. It ends
/// before the first move that is illegal.
pub fn without_autoplay(table: &Table, line: &Line, ruleset: Ruleset) -> Line {
    let mut game = Playback::new(table, ruleset.with_autoplay(Autoplay::None));
    let mut moves = Line::default();
    for mv in line {
        if !game.play(mv) {
            break;
        }
        moves.push(mv);
        while let Some(home) = game.next_home(ruleset.autoplay) {
            game.play(home);
            moves.push(home);
        }
    }
    moves
}
