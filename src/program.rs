//! The programs that people play FreeCell in, and the rules that each of them has.
//!
//! A solver's line is taken to the program in front of somebody, and there other cards go home by
//! themselves than in the puzzle. The table here says which, and it is all that is known of a
//! program anywhere: whatever names programs reads [`Program::ALL`].

use crate::referee::Game;
use crate::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use crate::table::Table;

/// A program, and the rules by which one plays there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Program {
    /// The word for it, as people type it.
    pub word: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The version that the rules are those of.
    pub version: &'static str,
    /// Which cards go home by themselves, and how many move as one.
    pub ruleset: Ruleset,
    /// Whether cards go home by themselves before the first move as well.
    pub autoplay_first: bool,
    /// How the rules are known.
    pub evidence: Evidence,
    /// What the player has to know or to do so that a line is played there as it is meant.
    pub advice: &'static str,
}

/// How the rules of a program are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// The program was run.
    Run,
    /// Its source was read, and some games were seen.
    ReadAndSeen,
    /// Its source was read.
    Read,
}

impl Evidence {
    /// The evidence in a few words.
    pub const fn in_english(self) -> &'static str {
        match self {
            Evidence::Run => "run",
            Evidence::ReadAndSeen => "read in its source, and seen in some games",
            Evidence::Read => "read in its source, not run",
        }
    }
}

impl Program {
    /// The programs.
    pub const ALL: [Program; 7] = [
        Program {
            word: "kpat",
            name: "KPatience",
            version: "22.12.3",
            ruleset: Ruleset::from_autoplay(Autoplay::SafeOrRaymond),
            autoplay_first: true,
            evidence: Evidence::Run,
            advice:
                "Into an empty column drag the whole sequence, or as much of it as may move; kpat \
                     counts each card that goes home by itself as a move.",
        },
        Program {
            word: "aisleriot",
            name: "AisleRiot",
            version: "3.22.23",
            ruleset: Ruleset::from_autoplay(Autoplay::Raymond),
            autoplay_first: false,
            evidence: Evidence::Read,
            advice: "Into an empty column drag the whole sequence, or as much of it as may move.",
        },
        Program {
            word: "ace-of-penguins",
            name: "Ace of Penguins",
            version: "1.5~rc2",
            ruleset: Ruleset::from_autoplay(Autoplay::Raymond),
            autoplay_first: true,
            evidence: Evidence::ReadAndSeen,
            advice: "Into an empty column drag the whole sequence, or as much of it as may move.",
        },
        Program {
            word: "xfreecell",
            name: "xfreecell",
            version: "76a51077",
            ruleset: Ruleset {
                autoplay: Autoplay::LateTwos,
                capacity: Capacity::Runs,
                overlong_run: OverlongRun::Partial,
            },
            autoplay_first: false,
            evidence: Evidence::Read,
            advice: "Into an empty column move a sequence with the right button, or by the choice \
                     \"multiple\" in the window that asks.",
        },
        Program {
            word: "pysolfc",
            name: "PySolFC",
            version: "3.6.1",
            ruleset: Ruleset::from_autoplay(Autoplay::None),
            autoplay_first: false,
            evidence: Evidence::Run,
            advice: "Leave \"Auto drop\" off, as it is at first; into an empty row drag the whole \
                     sequence, or as much of it as may move.",
        },
        Program {
            word: "macroxue",
            name: "macroxue's page and solver",
            version: "67511a17",
            ruleset: Ruleset::from_autoplay(Autoplay::None),
            autoplay_first: true,
            evidence: Evidence::Run,
            advice:
                "Choose \"none\" for auto play; a link with moves in it chooses that by itself.",
        },
        Program {
            word: "soliterm",
            name: "soliterm",
            version: "1.2.0",
            ruleset: Ruleset::from_autoplay(Autoplay::None),
            autoplay_first: false,
            evidence: Evidence::Run,
            advice: "Play in text mode, and never type \"a\", which sends cards home.",
        },
    ];

    /// The program with that word.
    pub fn named(word: &str) -> Option<&'static Program> {
        const { &Program::ALL }
            .iter()
            .find(|each| each.word == word)
    }

    /// The table before the first move, once the cards are home that the program sends there by
    /// itself.
    pub fn begin(&self, table: &Table) -> Table {
        let mut game = Game::new(table.clone(), self.ruleset);
        if self.autoplay_first {
            game.autoplay();
        }
        game.table().clone()
    }
}
