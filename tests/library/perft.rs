//! Perft: the game tree's nodes by depth, as chess engines count them to test
//! their move generators.
//!
//! `fixtures/perft.txt` has the counts of 80 trees, of ten deals both fresh and
//! played on, under four rulesets, from a program that shares nothing with this
//! one. The move generator on packed boards and the referee each have to arrive
//! at all of them, down to the last depth of every row: no row is left out.

use freecell::deal;
use freecell::moves::Move;
use freecell::position::{Position, Pruning, RootPosition, Rules};
use freecell::referee::Game;
use freecell::ruleset::{Autoplay, Capacity, OverlongRun, Ruleset};
use freecell::table::Table;

const PERFT: &str = include_str!("../../fixtures/perft.txt");

/// One row of the file.
struct PerftRow {
    deal: u64,
    /// The moves played before the count begins.
    played: Vec<Move>,
    ruleset: Ruleset,
    /// The nodes at depth 1, 2, ...
    nodes: Vec<u64>,
}

impl PerftRow {
    fn parse(text: &str) -> PerftRow {
        let tokens: Vec<&str> = text.split_whitespace().collect();
        let [deal, played, autoplay, capacity, overlong_run, ref nodes @ ..] = tokens[..] else {
            panic!("too few columns: {text}");
        };
        let moves = played.split(',').filter(|&mv| mv != "-");
        PerftRow {
            deal: deal.parse().unwrap(),
            played: moves.map(|mv| mv.parse().unwrap()).collect(),
            ruleset: Ruleset {
                autoplay: by_name(autoplay, ["safe", "all"], [Autoplay::Safe, Autoplay::All]),
                capacity: by_name(
                    capacity,
                    ["pow", "product"],
                    [Capacity::Doubling, Capacity::Product],
                ),
                overlong_run: by_name(
                    overlong_run,
                    ["partial", "illegal"],
                    [OverlongRun::Partial, OverlongRun::Illegal],
                ),
            },
            nodes: nodes.iter().map(|count| count.parse().unwrap()).collect(),
        }
    }
}

fn by_name<T: Copy>(name: &str, names: [&str; 2], values: [T; 2]) -> T {
    let index = names.iter().position(|&each| each == name);
    values[index.unwrap_or_else(|| panic!("no rule has the name {name}"))]
}

/// A node of a game tree: a table with its rules.
trait Node: Clone {
    fn begin(table: &Table, ruleset: Ruleset) -> Self;
    fn moves(&self) -> Vec<Move>;
    fn play(&mut self, mv: Move);
}

impl Node for Game {
    fn begin(table: &Table, ruleset: Ruleset) -> Game {
        Game::new(table.clone(), ruleset)
    }

    fn moves(&self) -> Vec<Move> {
        self.legal_moves().to_vec()
    }

    fn play(&mut self, mv: Move) {
        Game::play(self, mv).expect("a legal move");
    }
}

/// A packed board: the root, or the position after the last move.
#[derive(Clone)]
struct Packed {
    rules: std::rc::Rc<Rules<1>>,
    root: RootPosition<1>,
    position: Option<Position<1>>,
}

impl Node for Packed {
    fn begin(table: &Table, ruleset: Ruleset) -> Packed {
        let rules = Rules::new(table, [ruleset]);
        Packed {
            root: Position::root(table, &rules),
            rules: rules.into(),
            position: None,
        }
    }

    fn moves(&self) -> Vec<Move> {
        let moves = match &self.position {
            None => self.root.moves(&self.rules, Pruning::None),
            Some(position) => position.moves(&self.rules, Pruning::None),
        };
        moves.to_vec()
    }

    fn play(&mut self, mv: Move) {
        self.position = Some(match &self.position {
            None => self.root.after(&self.rules, mv),
            Some(position) => position.after(&self.rules, mv),
        });
    }
}

/// The number of sequences of exactly `depth` moves.
fn perft(node: &impl Node, depth: usize) -> u64 {
    let moves = node.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let below = |mv| {
        let mut child = node.clone();
        child.play(mv);
        perft(&child, depth - 1)
    };
    moves.into_iter().map(below).sum()
}

/// Counts every row's tree at every depth.
fn reproduce<N: Node>() {
    let rows = PERFT.lines().filter(|line| !line.starts_with('#'));
    let mut counted = 0;
    for text in rows {
        let row = PerftRow::parse(text);
        let mut node = N::begin(&deal::microsoft(row.deal).unwrap(), row.ruleset);
        for &mv in &row.played {
            node.play(mv);
        }
        let depths = 1..=row.nodes.len();
        let nodes: Vec<u64> = depths.map(|depth| perft(&node, depth)).collect();
        assert_eq!(nodes, row.nodes, "{text}");
        counted += 1;
    }
    assert_eq!(counted, 80);
}

#[test]
fn the_move_generator_agrees_with_known_tree_sizes() {
    reproduce::<Packed>();
}

#[test]
fn the_referee_agrees_with_known_tree_sizes() {
    reproduce::<Game>();
}
