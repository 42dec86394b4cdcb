//! Tables of few cards, and exhaustive search on them by the referee's rules.

use std::collections::HashSet;
use std::mem::take;
use std::ptr;

use freecell::card::Card;
use freecell::deal::microsoft;
use freecell::referee::Game;
use freecell::ruleset::Ruleset;
use freecell::table::{Table, CASCADES, CELLS};

/// A table with the largest `cards` cards of a deal on its first cascades and,
/// of them, `cells` in cells; the smaller ones are home.
pub fn small_table(deal: u64, cards: usize, cascades: usize, cells: usize) -> Table {
    let mut table = Table {
        foundations: [13; 4],
        ..Table::default()
    };
    let dealt = microsoft(deal).unwrap();
    let large = dealt.cards().filter(|card| card.index() >= 52 - cards);
    for (place, card) in large.enumerate() {
        let foundation = &mut table.foundations[card.suit().index()];
        *foundation = card.rank().number().min(*foundation + 1) - 1;
        match place.checked_sub(cells) {
            None => table.cells[place] = Some(card),
            Some(place) => table.cascades[place % cascades].push(card),
        }
    }
    table.validate().unwrap();
    table
}

/// The fewest moves of a line that wins under all the rulesets, or `usize::MAX` if there is no
/// line; `None` if the search would take more moves or positions than that.
pub fn shortest(
    table: &Table,
    rulesets: &[Ruleset],
    most_moves: usize,
    most_positions: usize,
) -> Option<usize> {
    let games = rulesets.iter().map(|&it| Game::new(table.clone(), it));
    let mut layer = vec![games.collect::<Vec<Game>>()];
    let mut seen = HashSet::from([key(&layer[0])]);
    for moves in 0..=most_moves {
        if layer.is_empty() {
            return Some(usize::MAX);
        }
        if layer.iter().any(|games| games.iter().all(Game::is_won)) {
            return Some(moves);
        }
        if seen.len() > most_positions {
            return None;
        }
        let new = take(&mut layer).into_iter().flat_map(|games| after(&games));
        layer = new.filter(|games| seen.insert(key(games))).collect();
    }
    None
}

/// What the moves lead to that are legal in every game that is not won.
fn after(games: &[Game]) -> Vec<Vec<Game>> {
    let Some(lead) = games.iter().find(|game| !game.is_won()) else {
        return Vec::new();
    };
    let play = |mv| {
        let played = games.iter().map(|before| {
            let mut game = before.clone();
            let is_legal = game.is_won() || game.play(mv).is_ok();
            let is_others = !ptr::eq(before, lead);
            assert!(is_legal || is_others, "a legal move can be played: {mv}");
            is_legal.then_some(game)
        });
        played.collect::<Option<Vec<Game>>>()
    };
    lead.legal_moves().into_iter().filter_map(play).collect()
}

/// Where every card lies in each of the games, up to the order of the cascades and that of the
/// cells, each of which is one for all games.
fn key(games: &[Game]) -> Vec<u8> {
    const END: u8 = u8::MAX;
    let number = |card: &Card| card.index() as u8;
    let tables = || games.iter().map(Game::table);
    let cascade = |index: usize| {
        let cascades = tables().map(|table| &table.cascades[index]);
        cascades
            .flat_map(|cards| cards.iter().map(number).chain([END]))
            .collect()
    };
    let cell = |index: usize| {
        let cells = tables().map(|table| &table.cells[index]);
        cells
            .map(|cell| cell.as_ref().map_or(END, number))
            .collect()
    };
    let mut cascades: Vec<Vec<u8>> = (0..CASCADES).map(cascade).collect();
    let mut cells: Vec<Vec<u8>> = (0..CELLS).map(cell).collect();
    cascades.sort_unstable();
    cells.sort_unstable();
    cascades.extend(cells);
    cascades.concat()
}
