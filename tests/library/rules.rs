//! The rules on packed boards against the referee's plain ones, along random
//! play from tables of every sort.

use std::collections::HashMap;

use crate::random_play::Play;
use crate::random_tables::tables;
use freecell::board::{Board, CascadeIndex, PackedCard, RootCascades};
use freecell::card::Card;
use freecell::deal;
use freecell::moves::Move;
use freecell::position::Pruning;
use freecell::referee::Game;
use freecell::rules;
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::table::{Table, CASCADES, CELLS};
use proptest::prelude::*;

/// Where random play begins: fresh deals and tables of every other sort.
fn roots() -> impl Strategy<Value = Table> {
    let deals = (1..=deal::LAST_DEAL).prop_map(|number| deal::microsoft(number).unwrap());
    prop_oneof![1 => deals, 2 => tables()]
}

fn rulesets() -> impl Strategy<Value = Ruleset> {
    prop::sample::select(&Ruleset::EVERY[..])
}

/// What decides on the moves of random play: the `n`th of those that are legal.
fn draws(count: usize) -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), count)
}

fn pick(moves: &[Move], draw: u16) -> Option<Move> {
    let index = usize::from(draw).checked_rem(moves.len())?;
    Some(moves[index])
}

/// The moves in an order of their own, to be compared as a set.
fn sorted(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(Move::to_string).collect();
    texts.sort();
    texts
}

/// The table as its hash sees it: neither cascades nor cells are in order.
fn unordered(table: &Table) -> String {
    let mut table = table.clone();
    table
        .cascades
        .sort_by_key(|cascade| cascade.first().map(|card| card.index()));
    table.cells.sort_by_key(|cell| cell.map(Card::index));
    format!("{table:?}")
}

/// Tables on which nothing is left for autoplay: what is dominated is dominated
/// on those. On others, a move that changes nothing sets autoplay going.
fn roots_after_autoplay() -> impl Strategy<Value = Table> {
    roots().prop_map(|table| {
        let mut game = Game::new(table, Ruleset::from_autoplay(Autoplay::All));
        game.autoplay();
        game.table().clone()
    })
}

/// The only board of a position, and its table.
fn board(play: &Play<1>) -> &Board {
    &play.boards()[0]
}

fn table_of(play: &Play<1>) -> Table {
    board(play).to_table(&play.rules.root)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn random_play_agrees_with_the_referee(table in roots(), ruleset in rulesets(), draws in draws(60)) {
        let mut game = Game::new(table.clone(), ruleset);
        let mut play = Play::new(&table, [ruleset]);
        prop_assert_eq!(&table_of(&play), &table);
        for draw in draws {
            let legal = game.legal_moves();
            let is_legal = |&mv: &Move| {
                rules::is_legal(board(&play), &play.rules.root, ruleset, mv)
            };
            let accepted: Vec<Move> = Move::all().filter(is_legal).collect();
            prop_assert_eq!(&accepted[..], &legal[..]);
            prop_assert_eq!(sorted(&play.moves(Pruning::None)), sorted(&legal));
            let Some(mv) = pick(&legal, draw) else {
                break;
            };
            game.play(mv).unwrap();
            play.play(mv);
            prop_assert_eq!(&table_of(&play), game.table(), "after {}", mv);
            prop_assert!(board(&play).is_sound(&play.rules.root), "after {}", mv);
            prop_assert_eq!(board(&play).is_won(), game.is_won());
        }
    }

    #[test]
    fn runs_and_empty_places_are_counted_correctly(table in roots(), ruleset in rulesets(), draws in draws(30)) {
        let mut play = Play::new(&table, [ruleset]);
        for draw in draws {
            let (table, board) = (table_of(&play), board(&play));
            let empty = table.cascades.iter().filter(|cascade| cascade.is_empty()).count();
            let free = table.cells.iter().filter(|cell| cell.is_none()).count();
            prop_assert_eq!(usize::from(board.empty_cascades()), empty);
            prop_assert_eq!(usize::from(board.free_cells()), free);
            for (index, cards) in table.cascades.iter().enumerate() {
                let cascade = CascadeIndex::new(index as u8);
                let fits = |pair: &&[Card]| pair[1].fits_on(pair[0]);
                let run = cards.windows(2).rev().take_while(fits).count() + 1;
                let run = run.min(cards.len());
                prop_assert_eq!(usize::from(board.run_length(&play.rules.root, cascade).0), run);
                let base = PackedCard::from_option(cards.first().copied());
                prop_assert_eq!(board.base(&play.rules.root, cascade), base);
            }
            let Some(mv) = pick(&play.moves(Pruning::None), draw) else {
                break;
            };
            play.play(mv);
        }
    }

    #[test]
    fn a_move_left_out_leads_nowhere_new(table in roots_after_autoplay(), ruleset in rulesets(), draws in draws(60)) {
        let mut play = Play::new(&table, [ruleset]);
        for draw in draws {
            let legal = play.moves(Pruning::None);
            let offered = play.moves(Pruning::Dominated);
            prop_assert!(offered.iter().all(|mv| legal.contains(mv)));
            let hash_after = |mv: &Move| play.after(*mv).hash(&play.rules);
            let mut known: Vec<u128> = offered.iter().map(hash_after).collect();
            known.push(play.hash());
            for mv in legal.iter().filter(|mv| !offered.contains(mv)) {
                prop_assert!(known.contains(&hash_after(mv)), "{} on {:?}", mv, table_of(&play));
            }
            let Some(mv) = pick(&legal, draw) else {
                break;
            };
            play.play(mv);
        }
    }

    #[test]
    fn a_strictly_legal_move_does_the_same_under_every_likely_ruleset(table in roots(), draws in draws(40)) {
        let mut games: Vec<Game> = Ruleset::all()
            .map(|ruleset| Game::new(table.clone(), Ruleset::strict(ruleset.autoplay)))
            .take(2)
            .collect();
        for draw in draws {
            for (game, autoplay) in games.iter_mut().zip([Autoplay::Safe, Autoplay::All]) {
                let mut play = Play::new(game.table(), [Ruleset::strict(autoplay)]);
                let strict = play.moves(Pruning::None);
                for ruleset in Ruleset::likely().filter(|ruleset| ruleset.autoplay == autoplay) {
                    for &mv in &strict {
                        let mut other = Game::new(game.table().clone(), ruleset);
                        prop_assert!(other.play(mv).is_ok(), "{} under {:?}", mv, ruleset);
                        let position = play.after(mv);
                        prop_assert_eq!(&position.boards[0].to_table(&play.rules.root), other.table());
                    }
                }
                if let Some(mv) = pick(&strict, draw) {
                    play.play(mv);
                    *game = Game::new(table_of(&play), Ruleset::strict(autoplay));
                }
            }
        }
    }
}

/// The table with its cascades and cells in another order.
fn permute(table: &Table, cascades: &[usize], cells: &[usize]) -> Table {
    let mut permuted = table.clone();
    for (to, &from) in cascades.iter().enumerate() {
        permuted.cascades[to].clone_from(&table.cascades[from]);
    }
    for (to, &from) in cells.iter().enumerate() {
        permuted.cells[to] = table.cells[from];
    }
    permuted
}

fn order(count: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..count).collect::<Vec<usize>>()).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_order_of_cascades_and_cells_does_not_affect_the_hash(
        table in tables(),
        cascades in order(CASCADES),
        cells in order(CELLS),
    ) {
        let hash = |table: &Table| Board::root(table, &RootCascades::new(table)).hash();
        prop_assert_eq!(hash(&table), hash(&permute(&table, &cascades, &cells)));
    }

    /// Short walks from one root, so that many positions are reached in two ways.
    #[test]
    fn two_positions_share_a_hash_exactly_if_they_are_equal(
        table in roots(),
        ruleset in rulesets(),
        walks in prop::collection::vec(draws(8), 60),
    ) {
        let mut text_of: HashMap<u128, String> = HashMap::new();
        let mut hash_of: HashMap<String, u128> = HashMap::new();
        for walk in walks {
            let mut play = Play::new(&table, [ruleset]);
            for draw in walk {
                let (hash, table) = (board(&play).hash(), unordered(&table_of(&play)));
                prop_assert_eq!(text_of.entry(hash).or_insert(table.clone()), &table);
                prop_assert_eq!(hash_of.entry(table).or_insert(hash), &hash);
                let Some(mv) = pick(&play.moves(Pruning::None), draw) else {
                    break;
                };
                play.play(mv);
            }
        }
    }
}

/// Two rulesets with different autoplay, as boards of one position are played.
fn pairs_of_rulesets() -> impl Strategy<Value = [Ruleset; 2]> {
    let pair = |of: fn(Autoplay) -> Ruleset| [of(Autoplay::Safe), of(Autoplay::All)];
    let both = prop::sample::select(vec![pair(Ruleset::from_autoplay), pair(Ruleset::strict)]);
    prop_oneof![both, [rulesets(), rulesets()]]
}

/// The tables of a position's boards as one text that neither the order of
/// cascades nor that of cells changes, if it is the same order on both.
fn unordered_pair([one, other]: &[Table; 2]) -> String {
    let cascades = one.cascades.iter().zip(&other.cascades);
    let mut cascades: Vec<String> = cascades.map(|pair| format!("{pair:?}")).collect();
    cascades.sort();
    let cells = one.cells.iter().zip(&other.cells);
    let mut cells: Vec<String> = cells.map(|pair| format!("{pair:?}")).collect();
    cells.sort();
    format!("{cascades:?} {cells:?}")
}

/// The moves that are legal in every game that is not won.
fn legal_in_all(games: &[Game; 2]) -> Vec<Move> {
    let is_legal = |mv: &Move| {
        let mut open = games.iter().filter(|game| !game.is_won()).peekable();
        open.peek().is_some() && open.all(|game| game.clone().play(*mv).is_ok())
    };
    Move::all().filter(is_legal).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn two_boards_are_played_by_the_moves_legal_on_both(
        table in roots(),
        rulesets in pairs_of_rulesets(),
        draws in draws(50),
    ) {
        let mut play = Play::new(&table, rulesets);
        let mut games = rulesets.map(|ruleset| Game::new(table.clone(), ruleset));
        for draw in draws {
            let legal = legal_in_all(&games);
            let moves = play.moves(Pruning::None);
            prop_assert_eq!(sorted(&moves), sorted(&legal));
            let Some(mv) = pick(&legal, draw) else {
                break;
            };
            play.play(mv);
            for (board, game) in play.boards().iter().zip(&mut games) {
                if !game.is_won() {
                    game.play(mv).unwrap();
                }
                prop_assert_eq!(&board.to_table(&play.rules.root), game.table());
                prop_assert!(board.is_sound(&play.rules.root));
            }
            prop_assert_eq!(play.is_won(), games.iter().all(Game::is_won));
        }
    }

    #[test]
    fn a_move_left_out_leads_two_boards_nowhere_new(
        table in roots_after_autoplay(),
        rulesets in pairs_of_rulesets(),
        draws in draws(50),
    ) {
        let mut play = Play::new(&table, rulesets);
        for draw in draws {
            let legal = play.moves(Pruning::None);
            let offered = play.moves(Pruning::Dominated);
            prop_assert!(offered.iter().all(|mv| legal.contains(mv)));
            let after = |mv: Move| {
                let boards = play.after(mv).boards;
                unordered_pair(&boards.map(|board| board.to_table(&play.rules.root)))
            };
            let mut known: Vec<String> = offered.iter().map(|&mv| after(mv)).collect();
            known.push(unordered_pair(&play.tables()));
            for &mv in legal.iter().filter(|mv| !offered.contains(mv)) {
                prop_assert!(known.contains(&after(mv)), "{} on {:?}", mv, play.tables());
            }
            let Some(mv) = pick(&legal, draw) else {
                break;
            };
            play.play(mv);
        }
    }
}

/// The tables of a position's boards as one text that the order of cascades
/// alone does not change.
fn in_cell_order([one, other]: &[Table; 2]) -> String {
    let cascades = one.cascades.iter().zip(&other.cascades);
    let mut cascades: Vec<String> = cascades.map(|pair| format!("{pair:?}")).collect();
    cascades.sort();
    format!("{cascades:?} {:?} {:?}", one.cells, other.cells)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Where the order of cells may be ignored, it may still count: only equal pairs must
    /// have equal hashes.
    #[test]
    fn two_pairs_of_boards_share_a_hash_only_if_they_are_equal(
        table in roots(),
        rulesets in pairs_of_rulesets(),
        walks in prop::collection::vec(draws(20), 30),
    ) {
        let mut pair_of: HashMap<u128, String> = HashMap::new();
        let mut hash_of_table: HashMap<String, u128> = HashMap::new();
        for walk in walks {
            let mut play = Play::new(&table, rulesets);
            for draw in walk {
                let hash = play.hash();
                let pair = unordered_pair(&play.tables());
                prop_assert_eq!(pair_of.entry(hash).or_insert(pair.clone()), &pair);
                let pair = in_cell_order(&play.tables());
                prop_assert_eq!(hash_of_table.entry(pair).or_insert(hash), &hash);
                let Some(mv) = pick(&play.moves(Pruning::None), draw) else {
                    break;
                };
                play.play(mv);
            }
        }
    }
}

#[test]
fn the_whole_deck_in_one_cascade_can_be_played() {
    let ranks = "AKQJT98765432";
    for suits in ["SHCD", "CDSH", "HSDC", "DDDD"] {
        let mut deck: Vec<Card> = Vec::new();
        for (index, suit) in suits.chars().cycle().take(Card::COUNT).enumerate() {
            let rank = ranks.as_bytes()[index % 13] as char;
            let card: Card = format!("{rank}{suit}").parse().unwrap();
            let spare = || Card::deck().find(|other| !deck.contains(other)).unwrap();
            let card = if deck.contains(&card) { spare() } else { card };
            deck.push(card);
        }
        let mut table = Table::default();
        table.cascades[7].extend(deck);
        table.validate().unwrap();
        for ruleset in Ruleset::EVERY {
            play_to_the_end(&table, ruleset);
        }
    }
}

/// Always plays the last legal move, until no move is legal or the game gets long.
fn play_to_the_end(table: &Table, ruleset: Ruleset) {
    let mut game = Game::new(table.clone(), ruleset);
    let mut play = Play::new(table, [ruleset]);
    for number in 0..300_usize {
        let legal = game.legal_moves();
        assert_eq!(sorted(&play.moves(Pruning::None)), sorted(&legal));
        let Some(mv) = pick(&legal, (number * 7) as u16) else {
            return;
        };
        game.play(mv).unwrap();
        play.play(mv);
        assert_eq!(&table_of(&play), game.table());
        assert!(board(&play).is_sound(&play.rules.root));
    }
}
