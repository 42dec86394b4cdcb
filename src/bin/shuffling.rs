//! Shuffling Patience: how high the piles are when a deck has been played.
//!
//! Cards are dealt onto at most sixteen piles. Before each, the tops are looked
//! over for a *cover*: two ranks of ace to ten that add up to 11, or a jack, a
//! queen and a king. The first cover from the start of play is dealt onto, pile
//! by pile; if there is none, a new pile is begun.
//!
//! Decks come from files or on standard input, 52 cards in whole lines (four of
//! thirteen, as the game was set), until a line `#`; a line a deck goes to
//! standard output. Of the library, only cards are used.

use std::env;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;

use freecell::card::Card;

/// The most piles that there may be.
const PILES: usize = 16;

/// The exit status of wrong input.
const WRONG_INPUT: u8 = 2;

/// The ranks that are covered together. No rank is in two groups.
const GROUPS: [&[usize]; 6] = [&[1, 10], &[2, 9], &[3, 8], &[4, 7], &[5, 6], &[11, 12, 13]];

const HELP: &str = "\
Plays Shuffling Patience and prints how high each pile is when a deck has been
played, or on which card a seventeenth pile would have been needed.

Usage: shuffling-patience [FILE]...

A file, or - or nothing for standard input, holds decks of 52 cards in whole
lines, such as four of thirteen, and ends with a line #. A card is its rank
(A, 2 to 9, T, J, Q, K) and its suit (S, H, C, D). Each file's decks are
numbered from 1.

Options:
  -h, --help     Print this help
  -V, --version  Print the version

Example:
  shuffling-patience fixtures/shuffling/cases.in

Exit status: 0 all decks played, 2 wrong usage or input.
";

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(&mut out);
    match done.and(out.flush().map_err(Fault::Output)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has seen enough of it.
        Err(Fault::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(fault) => {
            // What was played before the fault is printed all the same.
            drop(out);
            // A standard error that is closed or full costs the message alone.
            let _ = writeln!(io::stderr(), "shuffling-patience: {fault}");
            ExitCode::from(WRONG_INPUT)
        }
    }
}

/// Does what the arguments ask.
fn run(out: &mut impl Write) -> Result<(), Fault> {
    let arguments: Vec<String> = env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let is = |names: [&str; 2]| {
        arguments
            .iter()
            .any(|argument| names.contains(&&**argument))
    };
    if is(["-h", "--help"]) {
        return out.write_all(HELP.as_bytes()).map_err(Fault::Output);
    }
    if is(["-V", "--version"]) {
        let version = env!("CARGO_PKG_VERSION");
        let (arch, system) = (env::consts::ARCH, env::consts::OS);
        return writeln!(out, "shuffling-patience {version} ({arch}-{system})")
            .map_err(Fault::Output);
    }
    let unknown = |argument: &&String| argument.starts_with('-') && *argument != "-";
    if let Some(option) = arguments.iter().find(unknown) {
        return Err(Fault::Option(option.clone()));
    }
    if arguments.is_empty() {
        return play_all(&mut io::stdin().lock(), out);
    }
    for name in &arguments {
        let played = if name == "-" {
            play_all(&mut io::stdin().lock(), out)
        } else {
            File::open(name)
                .map_err(Fault::Open)
                .and_then(|file| play_all(&mut BufReader::new(file), out))
        };
        played.map_err(|fault| fault.in_file(name))?;
    }
    Ok(())
}

/// Plays all decks up to the `#`, printing a line for each.
fn play_all(input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Fault> {
    let mut decks = Decks::of(input);
    while let Some(deck) = decks.next()? {
        let outcome = play(deck);
        writeln!(out, "{:>3}:{outcome}", decks.number).map_err(Fault::Output)?;
    }
    Ok(())
}

/// How a deck's game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// All cards lie on piles: each pile's height, 0 for a pile not begun.
    Dealt([u8; PILES]),
    /// There was no pile for the card of that number, from 1.
    Overflowed(usize),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Dealt(heights) => heights
                .iter()
                .filter(|&&height| height > 0)
                .try_for_each(|height| write!(f, "{height:>3}")),
            Outcome::Overflowed(number) => write!(f, " Overflowed on card no{number:>3}"),
        }
    }
}

/// Plays a deck.
fn play(deck: &[Card]) -> Outcome {
    let mut table = Table::default();
    let mut dealt = 0;
    while dealt < deck.len() {
        let Some(piles) = table.next_piles() else {
            return Outcome::Overflowed(dealt + 1);
        };
        for (pile, &card) in members(piles).zip(&deck[dealt..]) {
            table.put(pile, card);
            dealt += 1;
        }
    }
    Outcome::Dealt(table.heights)
}

/// A set of piles, a bit for each, the start of play lowest.
type Piles = u32;

/// The piles of a set, in the order of play.
fn members(mut piles: Piles) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = piles.trailing_zeros() as usize;
        piles &= piles.wrapping_sub(1);
        (first < PILES).then_some(first)
    })
}

/// The piles on the table.
#[derive(Default)]
struct Table {
    heights: [u8; PILES],
    /// The rank of each pile's top card.
    ranks: [usize; PILES],
    /// For each rank, the piles that have it on top.
    tops: [Piles; 14],
    begun: usize,
}

impl Table {
    /// The piles that the next cards go to: a cover, or else a new pile, if one
    /// may be begun.
    fn next_piles(&self) -> Option<Piles> {
        let covers = GROUPS.iter().filter_map(|group| self.cover(group));
        covers
            .min_by_key(|piles| piles.trailing_zeros())
            .or_else(|| (self.begun < PILES).then_some(1 << self.begun))
    }

    /// The first pile of each rank of the group, if all of them are on top.
    fn cover(&self, group: &[usize]) -> Option<Piles> {
        group.iter().try_fold(0, |cover, &rank| {
            let piles = self.tops[rank];
            (piles != 0).then_some(cover | piles & piles.wrapping_neg())
        })
    }

    fn put(&mut self, pile: usize, card: Card) {
        let rank = card.rank().number() as usize;
        self.begun = self.begun.max(pile + 1);
        self.tops[self.ranks[pile]] &= !(1 << pile);
        self.tops[rank] |= 1 << pile;
        self.ranks[pile] = rank;
        self.heights[pile] += 1;
    }
}

/// What is wrong with the input, or the output. Decks and lines count from 1.
#[derive(Debug)]
enum Fault {
    /// An option that there is not.
    Option(String),
    /// A file that cannot be opened.
    Open(io::Error),
    /// What is wrong with a file.
    File {
        name: String,
        fault: Box<Fault>,
    },
    NotACard {
        deck: usize,
        line: usize,
        word: String,
    },
    Twice {
        deck: usize,
        line: usize,
        card: Card,
    },
    Count {
        deck: usize,
        line: usize,
        count: usize,
    },
    NoEnd {
        decks: usize,
    },
    Input {
        deck: usize,
        error: io::Error,
    },
    Output(io::Error),
}

impl Fault {
    /// The same, with the name of the file; a fault of the output is none of a
    /// file.
    fn in_file(self, name: &str) -> Fault {
        match self {
            Fault::Output(_) => self,
            fault => Fault::File {
                name: name.into(),
                fault: Box::new(fault),
            },
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Option(option) => {
                write!(f, "there is no option {option}; --help tells what there is")
            }
            Fault::Open(error) => write!(f, "cannot be opened: {error}"),
            Fault::File { name, fault } => write!(f, "{name}: {fault}"),
            Fault::NotACard { deck, line, word } => write!(
                f,
                "deck {deck}, line {line}: {word:?} is no card; expected a rank (A, 2 to 9, T, \
                 J, Q, K) and a suit (S, H, C, D)"
            ),
            Fault::Twice { deck, line, card } => {
                write!(f, "deck {deck}, line {line}: {card} is in this deck twice")
            }
            Fault::Count { deck, line, count } => write!(
                f,
                "deck {deck}, line {line}: {count} card{}, where 52 make a deck and the next \
                 begins on a line of its own",
                if *count == 1 { "" } else { "s" }
            ),
            Fault::NoEnd { decks } => {
                write!(
                    f,
                    "deck {}: expected it, or a line # after the last deck",
                    decks + 1
                )
            }
            Fault::Input { deck, error } => write!(f, "deck {deck}: cannot be read: {error}"),
            Fault::Output(error) => write!(f, "cannot write the results: {error}"),
        }
    }
}

/// The decks of an input.
struct Decks<'a, R> {
    input: &'a mut R,
    /// The number of the deck being read, or read last.
    number: usize,
    line: usize,
    text: String,
    cards: Vec<Card>,
    /// The cards of this deck so far, a bit for each.
    seen: u64,
}

impl<'a, R: BufRead> Decks<'a, R> {
    fn of(input: &'a mut R) -> Decks<'a, R> {
        Decks {
            input,
            number: 0,
            line: 0,
            text: String::new(),
            cards: Vec::with_capacity(Card::COUNT),
            seen: 0,
        }
    }

    /// The next deck, whole; none if there is a `#` instead.
    fn next(&mut self) -> Result<Option<&[Card]>, Fault> {
        self.number += 1;
        self.cards.clear();
        self.seen = 0;
        while self.cards.len() < Card::COUNT {
            self.read_line()?;
            if self.text.trim() == "#" {
                return if self.cards.is_empty() {
                    Ok(None)
                } else {
                    Err(self.count(0))
                };
            }
            self.take_cards()?;
        }
        Ok(Some(&self.cards))
    }

    fn read_line(&mut self) -> Result<(), Fault> {
        self.text.clear();
        self.line += 1;
        let deck = self.number;
        match self.input.read_line(&mut self.text) {
            Ok(0) if self.cards.is_empty() => Err(Fault::NoEnd { decks: deck - 1 }),
            Ok(0) => Err(self.count(0)),
            Ok(_) => Ok(()),
            Err(error) => Err(Fault::Input { deck, error }),
        }
    }

    fn take_cards(&mut self) -> Result<(), Fault> {
        let (deck, line) = (self.number, self.line);
        let words = self.text.split_ascii_whitespace();
        let more = words.clone().count();
        if self.cards.len() + more > Card::COUNT {
            return Err(self.count(more));
        }
        for word in words {
            let Ok(card) = word.parse::<Card>() else {
                let word = word.to_string();
                return Err(Fault::NotACard { deck, line, word });
            };
            if self.seen & 1 << card.index() != 0 {
                return Err(Fault::Twice { deck, line, card });
            }
            self.seen |= 1 << card.index();
            self.cards.push(card);
        }
        Ok(())
    }

    fn count(&self, more: usize) -> Fault {
        Fault::Count {
            deck: self.number,
            line: self.line,
            count: self.cards.len() + more,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The game once more, as its statement reads: piles of ranks, looked over
    /// from the start of play for every card.
    fn play_naively(deck: &[Card]) -> Outcome {
        let ranks: Vec<u8> = deck.iter().map(|card| card.rank().number()).collect();
        let mut piles: Vec<Vec<u8>> = Vec::new();
        let mut dealt = 0;
        while dealt < ranks.len() {
            let tops: Vec<u8> = piles.iter().map(|pile| pile[pile.len() - 1]).collect();
            if let Some(cover) = (0..tops.len()).find_map(|pile| naive_cover(&tops, pile)) {
                for pile in cover {
                    if dealt < ranks.len() {
                        piles[pile].push(ranks[dealt]);
                        dealt += 1;
                    }
                }
            } else if piles.len() == 16 {
                return Outcome::Overflowed(dealt + 1);
            } else {
                piles.push(vec![ranks[dealt]]);
                dealt += 1;
            }
        }
        let mut heights = [0; PILES];
        for (height, pile) in heights.iter_mut().zip(&piles) {
            *height = pile.len() as u8;
        }
        Outcome::Dealt(heights)
    }

    /// The cover that a pile is eligible for, in the order of play.
    fn naive_cover(tops: &[u8], pile: usize) -> Option<Vec<usize>> {
        let nearest = |rank| tops.iter().position(|&top| top == rank);
        let mut cover = match tops[pile] {
            rank @ 1..=10 => vec![pile, nearest(11 - rank)?],
            _ => vec![nearest(11)?, nearest(12)?, nearest(13)?],
        };
        cover.sort_unstable();
        Some(cover)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn both_implementations_agree(
            deck in Just(Card::deck().collect::<Vec<_>>()).prop_shuffle(),
            length in 0..=Card::COUNT,
        ) {
            prop_assert_eq!(play(&deck), play_naively(&deck));
            prop_assert_eq!(play(&deck[..length]), play_naively(&deck[..length]));
        }
    }

    #[test]
    fn about_one_deck_in_seventy_overflows() {
        let deals = 1..=50_000;
        let overflows = deals.clone().filter(|&number| {
            let table = freecell::deal::microsoft(number).unwrap();
            let deck: Vec<Card> = table.cascades.iter().flatten().copied().collect();
            matches!(play(&deck), Outcome::Overflowed(_))
        });
        let rate = overflows.count() as f64 / deals.count() as f64;
        assert!((0.0129..0.0161).contains(&rate), "{rate}");
    }
}
