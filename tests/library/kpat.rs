//! kpat's saved games, as kpat itself has written them.

use std::fs;

use freecell::deal;
use freecell::referee::Game;
use freecell::ruleset::{Autoplay, Ruleset};
use freecell::text::kpat::{is_saved_game, print, step_on, SavedGame};
use freecell::text::lines::FoundLine;
use freecell::text::translation::translate;
use freecell::text::{notation, Form, ParsedTable};
use proptest::prelude::*;

fn saved(name: &str) -> (String, SavedGame) {
    let root = env!("CARGO_MANIFEST_DIR");
    let text = fs::read_to_string(format!("{root}/fixtures/kpat/{name}.kpat")).unwrap();
    let game = SavedGame::read(&text).unwrap();
    (text, game)
}

const NAMES: [&str; 3] = ["617-demo", "617-undone", "3-demo"];

#[test]
fn a_saved_game_is_read_with_all_its_states() {
    for name in NAMES {
        let (text, game) = saved(name);
        let number = name.split('-').next().unwrap().parse().unwrap();
        assert_eq!(game.start, deal::microsoft(number).unwrap(), "{name}");
        assert_eq!(game.deal().and_then(|deal| deal.microsoft()), Some(number));
        assert_eq!(
            text.matches("<state").count(),
            game.moves.len() + 1,
            "{name}"
        );
        let read: ParsedTable = text.parse().unwrap();
        assert_eq!((&read.table, read.form), (game.current(), Form::SavedGame));
        let undone = game.moves.len() - game.made;
        assert_eq!(undone > 0, name.ends_with("undone"), "{name}");
        let remarks: Vec<String> = read.remarks.iter().map(ToString::to_string).collect();
        assert_eq!(remarks.len(), usize::from(undone > 0), "{remarks:?}");
        assert!(
            undone == 0 || remarks[0].contains(" undone: "),
            "{remarks:?}"
        );
    }
}

/// Its moves, made one after the other by the puzzle's rules without autoplay, come to the table of
/// each state.
#[test]
fn the_moves_lead_from_state_to_state() {
    let ruleset = Ruleset::from_autoplay(Autoplay::None);
    for name in NAMES {
        let (text, game) = saved(name);
        let words = FoundLine::read(&text).words;
        assert_eq!(words.len(), game.made, "{name}");
        let moves = notation::moves(&words).unwrap();
        let line = translate(&game.start, ruleset, &moves).unwrap();
        let mut played = Game::new(game.start.clone(), ruleset);
        for mv in &line {
            played.play(mv).unwrap();
        }
        assert_eq!(played.table(), game.current(), "{name}");
    }
}

#[test]
fn what_is_no_saved_game_of_freecell_is_refused_with_its_line() {
    let (text, _) = saved("617-demo");
    let first = text.lines().position(|row| row.contains("<state")).unwrap();
    let replaced = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    };
    for (broken, reason) in [
        (
            replaced("\"freecell\"", "\"klondike\""),
            "line 2: a saved game of kpat's klondike, expected freecell",
        ),
        (replaced("</kpat-game>", ""), "and no XML: "),
        (
            replaced("store0", "tableau0"),
            "found pile \"tableau0\", expected store0 to 7",
        ),
        (
            replaced("rank=\"ten\"", "rank=\"10\""),
            "found the card \"10\" of ",
        ),
        (replaced("<state", "<stat"), "and no XML: "),
        (
            text.replace("state", "stage"),
            "line 3: found <stage>, expected <state>",
        ),
        (
            replaced("position=\"0\"", "position=\"1\""),
            "goes to position 1 of store0, which has 0 cards",
        ),
        (
            replaced(
                "suit=\"diamonds\" rank=\"seven\"",
                "suit=\"diamonds\" rank=\"ten\"",
            ),
            "the card TD lies in two places",
        ),
    ] {
        let error = SavedGame::read(&broken).unwrap_err().to_string();
        assert!(error.contains(reason), "{reason}: {error}");
    }
    assert!(first > 0 && is_saved_game(&text));
    let unnamed = SavedGame::read(&replaced("deal-number", "x")).unwrap();
    assert_eq!((unnamed.number, unnamed.remarks.len()), (None, 0));
    let unnumbered = SavedGame::read(&replaced("deal-number=\"", "deal-number=\"about ")).unwrap();
    assert_eq!(unnumbered.number, None);
    let said: Vec<String> = unnumbered.remarks.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        ["line 2: deal-number=\"about 617\" is no number, and is left out"]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A game that is played at random is the same when it has been written and read again.
    #[test]
    fn games_are_written_as_they_are_read(
        number in 1..1_000_000_u64,
        choices in proptest::collection::vec(any::<prop::sample::Index>(), 0..60),
        shown in any::<prop::sample::Index>(),
    ) {
        let start = deal::microsoft(number).unwrap();
        let mut game = Game::new(start.clone(), Ruleset::from_autoplay(Autoplay::None));
        let (mut steps, mut tables) = (Vec::new(), vec![start.clone()]);
        for choice in choices {
            let moves = game.legal_moves();
            if moves.is_empty() || game.is_won() {
                break;
            }
            let mv = moves[choice.index(moves.len())];
            let before = game.table().clone();
            let step = game.play(mv).unwrap()[0];
            steps.push(step_on(&before, &step));
            tables.push(game.table().clone());
        }
        let shown = shown.index(steps.len() + 1);
        let text = print(&start, number, &steps, shown);
        let read = SavedGame::read(&text).unwrap();
        prop_assert_eq!(read.made, shown);
        prop_assert_eq!(read.moves.len(), steps.len());
        for (moves, table) in tables.iter().enumerate() {
            prop_assert_eq!(read.table(moves), table);
        }
        prop_assert!(read.remarks.is_empty());
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(<kpat-game[ a-z=\"]{0,30}>|<state>|</state>|<move pile=\"store[0-9]\" position=\"[0-9]{1,3}\">|<card suit=\"(clubs|hearts)\" rank=\"(ace|two)\"/>|</move>|</kpat-game>|.){0,12}") {
        let _ = SavedGame::read(&text);
        let _ = FoundLine::try_read(&text);
    }
}
