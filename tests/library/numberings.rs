//! Deals by their names in other programs, against what these programs deal.

use std::fs;

use freecell::card::{Card, Suit};
use freecell::deal;
use freecell::table::Table;
use freecell::text::deal_in;
use freecell::text::numbering::{find, Exchange, NumberedDeal, Numbering};
use proptest::prelude::*;

/// The names and the tables of `fixtures/numberings.txt`, which says where they come from.
fn known() -> Vec<(String, Table)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/numberings.txt");
    let text = fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    let deal = |row: &str| {
        let (name, cards) = row.split_once(' ').unwrap();
        let cards = cards.split(' ').map(|card| card.parse().unwrap());
        (name.to_owned(), deal::in_rows(cards))
    };
    rows.map(deal).collect()
}

#[test]
fn deals_are_those_of_the_programs_that_number_them() {
    let known = known();
    assert!(known.len() > 60);
    for (name, table) in known {
        let deal: NumberedDeal = name.parse().unwrap();
        assert_eq!(deal.table(), table, "{name}");
        assert_eq!(deal_in(&name), Some(Ok(deal)), "{name}");
        let again = deal_in(&deal.to_string()).unwrap().unwrap();
        assert_eq!(again.table(), table, "{deal}");
        let microsoft = deal.microsoft().and_then(deal::microsoft);
        assert!(microsoft.is_none_or(|it| it == table), "{name}");
    }
}

#[test]
fn a_table_is_found_under_the_numbers_of_other_programs() {
    for name in ["pysolfc:32000", "soliterm:0", "-1", "-2"] {
        let deal = deal_in(name).unwrap().unwrap();
        assert_eq!(find(&deal.table()), [deal], "{name}");
    }
}

#[test]
fn a_deal_is_found_with_suits_exchanged_if_the_game_stays_the_same() {
    let dealt = deal::microsoft(617).unwrap();
    let renamed = |order: [Suit; 4]| {
        let cascades = dealt.cascades.each_ref().map(|cascade| {
            let card = |card: &Card| Card::new(card.rank(), order[card.suit().index()]);
            cascade.iter().map(card).collect()
        });
        Table {
            cascades,
            ..Table::default()
        }
    };
    // macroxue's solver prints it so.
    let macroxue = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
    let found = Exchange {
        number: 617,
        suits: macroxue,
    };
    assert_eq!(Exchange::find(&renamed(macroxue)), [found]);
    assert_eq!(Exchange::find(&dealt), []);
    // Cards of the same colour would be of different ones.
    let other = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];
    assert_eq!(Exchange::find(&renamed(other)), []);
}

#[test]
fn numbers_that_a_program_does_not_have_are_refused() {
    for (name, reason) in [
        (
            "kpat:3000000000",
            "there is no deal kpat:3000000000: they are numbered 1 to 2147483647",
        ),
        ("kpat:0", "there is no deal kpat:0"),
        ("soliterm:-1", "numbered 0 to 2147483647"),
        ("pysolfc:0", "numbered 1 to 99999999999999999999"),
        (
            "pysolfc:100000000000000000000",
            "numbered 1 to 99999999999999999999",
        ),
        (
            "pysol-cards:18446744073709551616",
            "numbered 1 to 18446744073709551615",
        ),
        (
            "ms:0",
            "there is no deal 0: they are numbered 1 to 8589934591",
        ),
        ("ms:-3", "there is no deal -3"),
        ("pysolfc:ms8589934592", "there is no deal 8589934592"),
        ("xfreecell:617", "no deals of \"xfreecell\" are known here"),
    ] {
        let refused = deal_in(name).unwrap().unwrap_err();
        assert!(refused.contains(reason), "{name}: {refused}");
    }
}

#[test]
fn a_deal_is_named_in_a_sentence_and_in_titles() {
    for (text, name) in [
        ("PySol FreeCell #100000", "pysolfc:100000"),
        ("PySol FreeCell #ms100000", "100000"),
        ("PySol FreeCell #31999", "31999"),
        ("00000000000000000617", "617"),
        ("00000000000000032000", "pysolfc:32000"),
        (
            "#99999999999999999999: 26 76",
            "pysolfc:99999999999999999999",
        ),
        ("I lost pysol-cards:100000.", "pysol-cards:100000"),
        ("Can Game -1 be won?", "-1"),
        ("Soliterm - FreeCell - Deal 0 (text mode)", "soliterm:0"),
        ("Deal 617, please", "617"),
    ] {
        let deal = deal_in(text).unwrap().unwrap();
        let expected = deal_in(name).unwrap().unwrap();
        assert_eq!(deal.table(), expected.table(), "{text}: {deal}");
    }
    assert_eq!(deal_in("no deal at all"), None);
}

proptest! {
    /// Every number that a program has is a new deal, and its name leads back to it.
    #[test]
    fn names_lead_back(which in 0..Numbering::ALL.len(), number in any::<i128>()) {
        let numbering = Numbering::ALL[which];
        let numbers = numbering.numbers();
        let size = numbers.end() - numbers.start() + 1;
        let number = numbers.start() + number.rem_euclid(size);
        if let Ok(deal) = NumberedDeal::new(numbering, number) {
            prop_assert!(deal::is_new(&deal.table()));
            prop_assert_eq!(deal_in(&deal.to_string()), Some(Ok(deal)));
        } else {
            prop_assert_eq!(number, 0);
        }
    }
}
