//! Infers from the tables and lines of the input which rules are in force.
//!
//! A game's turns are paired in the order of the text, one after the other, and each narrows
//! down the rules for the next. A few tables and lines in another order are tried in every
//! order.

mod turns;

use freecell::belief::{Belief, Update};
use freecell::card::Card;
use freecell::deal;
use freecell::moves::{Line, Place};
use freecell::referee::{judge, Game, MoveError, Verdict};
use freecell::ruleset::Ruleset;
use freecell::table::Table;
use freecell::text::lines::FoundLine;
use freecell::text::pasted::Pasted;

/// The most moves that are compared with a table that no ruleset explains.
const LONGEST_GAME: usize = 400;

/// The turn that matters, as far as the input shows what happened in it.
#[derive(Debug)]
pub struct Report {
    /// The number of turns before this one, all of which these rulesets explain.
    pub earlier: usize,
    /// The table that the line was sent for.
    pub before: Table,
    pub line: Option<FoundLine>,
    /// The table that came back.
    pub after: Option<Table>,
    /// The rulesets that explain it.
    pub belief: Belief,
    pub playback: Playback,
    /// Whether no ruleset gives the moves that a turn lists.
    pub lists_other_moves: bool,
    /// The number of the deal that the game began with.
    pub deal: Option<u64>,
}

/// The way in which the game came to the table that came back.
#[derive(Debug, PartialEq, Eq)]
pub enum Playback {
    /// No table came back, or there is no line.
    Unseen,
    /// The table is the one after this many moves of the line; illegal ones were skipped.
    Played(usize),
    /// The same, after the game had played cards home before the first move.
    PlayedAfterAutoplay(usize),
    /// No ruleset leads there. The closest is this one, after this many moves; these
    /// cards lie elsewhere.
    Unexplained {
        ruleset: Ruleset,
        moves: usize,
        differing: Vec<Card>,
    },
}

impl Report {
    /// The explanation of an input that has a table.
    pub fn new(input: &Pasted) -> Report {
        let mut report = turns::in_order(input)
            .filter(Report::is_explained)
            .or_else(|| turns::in_any_order(input))
            .or_else(|| turns::in_order(input))
            .unwrap_or_else(|| Report::unexplained(input));
        report.observe_lists(input);
        let first = match report.earlier {
            0 => &report.before,
            _ => &input.tables[0].table,
        };
        report.deal = deal::number(first);
        report
    }

    /// A report on a line sent for a table.
    fn on(
        before: &Table,
        line: Option<&FoundLine>,
        after: Option<&Table>,
        belief: Belief,
    ) -> Report {
        Report {
            earlier: 0,
            before: before.clone(),
            line: line.cloned(),
            after: after.cloned(),
            belief,
            playback: Playback::Unseen,
            lists_other_moves: false,
            deal: None,
        }
    }

    fn with(self, playback: Playback) -> Report {
        Report { playback, ..self }
    }

    /// The report where no ruleset leads from table to table, or where there is only
    /// one table or no line.
    fn unexplained(input: &Pasted) -> Report {
        let first = &input.tables[0].table;
        let last = &input.tables[input.tables.len() - 1].table;
        let line = input.lines.first().map(|sent| &sent.line);
        let after = (input.tables.len() > 1).then_some(last);
        let (Some(line), Some(last)) = (line, after) else {
            // No game comes to a new deal.
            let after = after.filter(|after| !deal::is_new(after));
            return Report::on(first, line, after, Belief::all());
        };
        // The earlier table has fewer cards home.
        let home = |table: &Table| table.foundations.iter().sum::<u8>();
        let (before, after) = if home(first) <= home(last) {
            (first, last)
        } else {
            (last, first)
        };
        let report = Report::on(before, Some(line), Some(after), Belief::all());
        report.with(without_explanation(
            before,
            &line.moves(),
            after,
            Belief::all(),
        ))
    }

    /// Takes the moves that the turns list into account.
    fn observe_lists(&mut self, input: &Pasted) {
        for table in &input.tables {
            let Some(listed) = &table.listed else {
                continue;
            };
            let mut belief = self.belief;
            match belief.observe_moves(&table.table, listed.as_slice()) {
                Update::UnknownMoves => self.lists_other_moves = true,
                // Its moves contradict the table: the table counts.
                Update::Reset
                | Update::Rearranged
                | Update::NewGame
                | Update::UnexplainedRefusal => {}
                Update::Unchanged | Update::Narrowed => self.belief = belief,
            }
        }
    }

    /// Whether there is nothing left to explain.
    pub fn is_explained(&self) -> bool {
        !matches!(self.playback, Playback::Unexplained { .. })
    }

    /// The likeliest ruleset, or the closest one if no ruleset explains the turn.
    pub fn ruleset(&self) -> Ruleset {
        match self.playback {
            Playback::Unexplained { ruleset, .. } => ruleset,
            _ => self.belief.likeliest(),
        }
    }

    /// Where the line broke, if the table that came back shows how far it was played:
    /// the number of its first move that fails, from 1, the move, and why.
    pub fn failure(&self) -> Option<(usize, String, MoveError)> {
        if !matches!(self.playback, Playback::Played(1..)) {
            return None;
        }
        let line = self.line.as_ref()?.spelled();
        match judge(&self.before, self.ruleset(), &line) {
            Verdict::Failed { mv, why } => {
                let word = line.split_whitespace().nth(mv - 1)?;
                Some((mv, word.to_owned(), why))
            }
            Verdict::Won { .. } | Verdict::Open => None,
        }
    }
}

/// The most plausible playback, where no possible ruleset leads to the table that came back.
fn without_explanation(before: &Table, line: &Line, after: &Table, belief: Belief) -> Playback {
    let after_autoplay = after_autoplay(before, line, after);
    after_autoplay.unwrap_or_else(|| closest(before, line, after, belief))
}

/// The rulesets of a belief under which a line leads from one table to another, and the number of
/// moves that this takes under the likeliest.
fn explained(
    mut belief: Belief,
    before: &Table,
    line: &Line,
    after: &Table,
) -> Option<(Belief, usize)> {
    let (update, played) = belief.observe_table(before, line, after);
    played
        .filter(|_| matches!(update, Update::Unchanged | Update::Narrowed))
        .map(|played| (belief, played))
}

/// The playback of a game that plays cards home before the first move, if that explains the table.
fn after_autoplay(before: &Table, line: &Line, after: &Table) -> Option<Playback> {
    let settled = |ruleset| {
        let mut game = Game::new(before.clone(), ruleset);
        game.autoplay();
        game.table().clone()
    };
    let explained = |ruleset| explained(Belief::all(), &settled(ruleset), line, after);
    let found = Ruleset::all().find_map(explained);
    found.map(|(_, played)| Playback::PlayedAfterAutoplay(played))
}

/// The table along the line, under any of these rulesets, that differs from the one that came
/// back in the fewest cards.
fn closest(before: &Table, line: &Line, after: &Table, belief: Belief) -> Playback {
    let mut best: Option<(Ruleset, usize, Vec<Card>)> = None;
    for ruleset in belief.rulesets() {
        let mut game = Game::new(before.clone(), ruleset);
        for moves in 0..=line.len().min(LONGEST_GAME) {
            let differing = differing_cards(game.table(), after);
            if best
                .as_ref()
                .is_none_or(|(_, _, known)| differing.len() < known.len())
            {
                best = Some((ruleset, moves, differing));
            }
            if let Some(&mv) = line.as_slice().get(moves) {
                let _ = game.play(mv);
            }
        }
    }
    let (ruleset, moves, differing) = best.expect("a belief has rulesets");
    Playback::Unexplained {
        ruleset,
        moves,
        differing,
    }
}

/// The cards that lie in different places on two tables.
fn differing_cards(one: &Table, other: &Table) -> Vec<Card> {
    let differs = |&card: &Card| Place::find(one, card) != Place::find(other, card);
    Card::deck().filter(differs).collect()
}
