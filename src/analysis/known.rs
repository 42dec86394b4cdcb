//! What is known of a table.

use std::slice;

use crate::card::Card;
use crate::moves::Line;
use crate::playback::moves_to_win;
#[cfg(feature = "programs")]
use crate::ruleset::Capacity;
use crate::ruleset::{Autoplay, Ruleset};
use crate::search::outcome::LowerBound;
use crate::table::Table;

/// The rulesets that a line has to win under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Goal {
    /// One ruleset.
    One(Ruleset),
    /// Both autoplay rules that are likely: the same line has to win under `safe` and `all`.
    Both,
    /// Both of these and every program: the same line has to win whatever plays it.
    #[cfg(feature = "programs")]
    Programs,
}

impl Goal {
    /// The rules of [`Goal::Both`].
    pub(crate) const BOTH: [Ruleset; 2] = [
        Ruleset::from_autoplay(Autoplay::Safe),
        Ruleset::from_autoplay(Autoplay::All),
    ];

    /// The rules of [`Goal::Programs`].
    #[cfg(feature = "programs")]
    pub const PROGRAMS: [Ruleset; 6] = [
        Ruleset::from_autoplay(Autoplay::Safe),
        Ruleset::from_autoplay(Autoplay::All),
        Ruleset::from_autoplay(Autoplay::SafeOrRaymond),
        Ruleset::from_autoplay(Autoplay::Raymond),
        Ruleset::from_autoplay(Autoplay::Raymond),
        Ruleset {
            capacity: Capacity::Runs,
            ..Ruleset::from_autoplay(Autoplay::LateTwos)
        },
    ];
    /// For each of these, whether there is autoplay before the first move.
    #[cfg(feature = "programs")]
    pub const AUTOPLAY_FIRST: [bool; 6] = [false, false, true, false, true, false];

    /// The rulesets, with the supermoves that are likeliest for [`Goal::Both`].
    pub fn rulesets(&self) -> &[Ruleset] {
        match self {
            Goal::One(ruleset) => slice::from_ref(ruleset),
            Goal::Both => &Goal::BOTH,
            #[cfg(feature = "programs")]
            Goal::Programs => &Goal::PROGRAMS,
        }
    }
}

impl From<Ruleset> for Goal {
    fn from(ruleset: Ruleset) -> Goal {
        Goal::One(ruleset)
    }
}

/// What is known of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// No line wins: a proof.
    Unsolvable,
    /// A line wins.
    Solved {
        /// The shortest line known.
        line: Line,
        /// Whether every move of it means the same under every ruleset of supermoves.
        unambiguous: bool,
        /// No line that wins has fewer moves: a proof.
        lower_bound: usize,
    },
    /// Neither is known.
    Unknown {
        /// No line that wins has fewer moves: a proof.
        lower_bound: usize,
    },
}

impl Status {
    /// The shortest line known.
    pub fn line(&self) -> Option<&Line> {
        match self {
            Status::Solved { line, .. } => Some(line),
            _ => None,
        }
    }

    /// The number of its moves.
    pub fn moves(&self) -> Option<usize> {
        self.line().map(Line::len)
    }

    /// The bound that is proved on the moves of any line that wins.
    pub fn lower_bound(&self) -> LowerBound {
        match *self {
            Status::Unsolvable => LowerBound::Unsolvable,
            Status::Solved { lower_bound, .. } | Status::Unknown { lower_bound } => {
                LowerBound::Moves(lower_bound)
            }
        }
    }

    /// Whether nothing is left to prove: the line is proved shortest, or no line wins.
    pub fn is_proved(&self) -> bool {
        self.moves() == self.lower_bound().moves()
    }

    /// Takes a line that wins into account; `unambiguous` as in [`Status::Solved`].
    pub fn learn_line(&mut self, line: Line, unambiguous: bool) {
        let lower_bound = self.lower_bound().moves().unwrap_or(0);
        if self.moves().is_none_or(|moves| line.len() < moves) {
            *self = Status::Solved {
                line,
                unambiguous,
                lower_bound,
            };
        }
    }

    /// Takes a proof into account.
    pub fn learn_bound(&mut self, proved: LowerBound) {
        match (self, proved) {
            (status, LowerBound::Unsolvable) => *status = Status::Unsolvable,
            (Status::Unsolvable, _) => {}
            (
                Status::Solved { lower_bound, .. } | Status::Unknown { lower_bound },
                LowerBound::Moves(moves),
            ) => *lower_bound = moves.max(*lower_bound),
        }
    }
}

/// A table, the rulesets a line has to win under, and what is known.
#[derive(Clone, Debug)]
pub struct Known {
    /// The table.
    pub table: Table,
    /// The rulesets.
    pub goal: Goal,
    /// What is known.
    pub status: Status,
}

impl Known {
    /// Begins with what the table itself shows.
    pub fn new(table: Table, goal: Goal) -> Known {
        let status = if table.is_won() {
            Status::Solved {
                line: Line::default(),
                unambiguous: true,
                lower_bound: 0,
            }
        } else {
            let mut status = Status::Unknown { lower_bound: 1 };
            if matches!(goal, Goal::One(ruleset) if ruleset.autoplay == Autoplay::None) {
                // Without autoplay, every card that is not home needs a move of its own.
                let home: u8 = table.foundations.iter().sum();
                status.learn_bound(LowerBound::Moves(Card::COUNT - home as usize));
            }
            status
        };
        Known {
            table,
            goal,
            status,
        }
    }

    /// Whether it is not known if a line wins.
    pub fn is_open(&self) -> bool {
        matches!(self.status, Status::Unknown { .. })
    }

    /// Takes a line that wins into account.
    pub fn learn_line(&mut self, line: Line) {
        if self.status.moves().is_some_and(|moves| moves <= line.len()) {
            return;
        }
        let strict = self.goal.rulesets().iter().map(|each| each.to_strict());
        let mut wins = strict.map(|ruleset| moves_to_win(&self.table, &line, ruleset).is_ok());
        let unambiguous = wins.all(|wins| wins);
        self.status.learn_line(line, unambiguous);
    }
}
