//! Cards and sets of them, moves and lines, tables, rulesets, deals and how hard they are.

use freecell::card::{Card, ParseCardError, Rank, Suit};
use freecell::card_set::CardSet;
use freecell::deal;
use freecell::difficulty::Difficulty;
use freecell::moves::{Line, Move, ParseMoveError, Place};
use freecell::ruleset::Ruleset;
use freecell::table::Table;
use proptest::prelude::*;

#[test]
fn every_card_reads_back_from_its_own_text() {
    for (index, card) in Card::deck().enumerate() {
        assert_eq!(card.index(), index);
        assert_eq!(Card::new(card.rank(), card.suit()), card);
        assert_eq!(card.to_string().parse(), Ok(card));
        assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
    }
}

#[test]
fn ranks_and_suits_read_back_from_their_own_text() {
    for suit in Suit::ALL {
        assert_eq!(suit.to_string().parse(), Ok(suit));
    }
    for rank in (1..=13).filter_map(Rank::new) {
        assert_eq!(rank.to_string().to_lowercase().parse(), Ok(rank));
    }
    assert_eq!("10".parse(), Ok(Rank::new(10).unwrap()));
    assert_eq!("".parse::<Rank>(), Err(ParseCardError::Rank));
    assert_eq!("CC".parse::<Suit>(), Err(ParseCardError::Suit));
}

#[test]
fn ten_has_two_spellings_and_other_texts_are_refused() {
    assert_eq!("10h".parse::<Card>(), "TH".parse());
    for text in ["H", "1H", "THH", "0S", "11S", "éS"] {
        assert_eq!(text.parse::<Card>(), Err(ParseCardError::Rank), "{text:?}");
    }
    for text in ["", "TX", "é", "Aé", "A♠"] {
        assert_eq!(text.parse::<Card>(), Err(ParseCardError::Suit), "{text:?}");
    }
}

#[test]
fn a_card_fits_on_two_cards_unless_it_is_a_king() {
    for card in Card::deck() {
        let parents = Card::deck().filter(|&other| card.fits_on(other)).count();
        assert_eq!(parents, if card.rank() == Rank::KING { 0 } else { 2 });
    }
}

/// The set of the cards for which something holds.
fn filtered(holds: impl Fn(&Card) -> bool) -> CardSet {
    Card::deck().filter(holds).collect()
}

#[test]
fn sets_hold_the_cards_that_their_names_say() {
    assert_eq!(CardSet::DECK, filtered(|_| true));
    assert_eq!(CardSet::BLACK, filtered(|card| !card.is_red()));
    assert_eq!(CardSet::RED, filtered(|card| card.is_red()));
    for card in Card::deck() {
        let (rank, suit) = (card.rank(), card.suit());
        let in_suit = |holds: fn(&Card, &Card) -> bool| {
            filtered(|other| other.suit() == suit && holds(other, &card))
        };
        let single = CardSet::singleton(card);
        assert_eq!(single, filtered(|&other| other == card));
        let of_rank = filtered(|other| other.rank() == rank);
        assert_eq!(CardSet::from_rank(rank), of_rank);
        let lower = filtered(|other| other.rank() < rank);
        assert_eq!(CardSet::lower_ranks(card), lower);
        assert_eq!(CardSet::below_in_suit(card), in_suit(Card::lt));
        assert_eq!(CardSet::above_in_suit(card), in_suit(Card::gt));
        assert_eq!(single.with_all_above_in_suits(), in_suit(Card::ge));
        assert_eq!(single.fitting(), filtered(|other| other.fits_on(card)));
        let next_two = filtered(|other| {
            let steps = other.rank().number().wrapping_sub(rank.number());
            (1..=2).contains(&steps)
        });
        assert_eq!(CardSet::ranks_above(rank.number() - 1, 2), next_two);
    }
}

#[test]
fn a_card_fits_on_those_of_its_parity_class_one_rank_above() {
    for card in Card::deck() {
        let classes = CardSet::COLOR_PARITY.iter();
        let mut own = classes.filter(|class| class.contains(card));
        let next_rank = CardSet::ranks_above(card.rank().number() - 1, 1);
        let parents = *own.next().unwrap() & next_rank;
        assert_eq!(parents, filtered(|&other| card.fits_on(other)));
        assert!(own.next().is_none());
    }
}

#[test]
fn operators_work_as_they_do_on_bits() {
    let [one, other] = [CardSet::RED, CardSet::COLOR_PARITY[0]];
    for card in Card::deck() {
        let [a, b] = [one, other].map(|set| set.contains(card));
        assert_eq!((one | other).contains(card), a | b);
        assert_eq!((one & other).contains(card), a & b);
        assert_eq!((one ^ other).contains(card), a ^ b);
        assert_eq!((one - other).contains(card), a && !b);
        assert_eq!((!one).contains(card), !a);
    }
    let mut set = one;
    set |= other;
    set -= one;
    set ^= one;
    set &= !other;
    assert_eq!(set, one - other);
}

proptest! {
    #[test]
    fn sets_of_few_cards_are_counted_and_their_fitting_cards_found(
        cards in prop::collection::vec(0..Card::COUNT, 0..=15),
    ) {
        let set: CardSet = cards.into_iter().filter_map(Card::from_index).collect();
        prop_assert_eq!(set.len_up_to_15(), set.len());
        prop_assert_eq!(set.len() as usize, set.into_iter().count());
        let fits_on = |other: Card| set.into_iter().filter(|&card| other.fits_on(card)).count();
        prop_assert_eq!(set.fitting(), filtered(|&other| fits_on(other) > 0));
        prop_assert_eq!(set.fitting_twice(), filtered(|&other| fits_on(other) == 2));
    }
}

#[test]
fn a_set_yields_all_its_cards_lowest_first() {
    let cards = CardSet::BLACK.into_iter();
    assert_eq!(cards.len() as u32, CardSet::BLACK.len());
    assert!(cards.is_sorted());
    assert_eq!(
        CardSet::BLACK.into_iter().collect::<CardSet>(),
        CardSet::BLACK
    );
    assert_eq!(CardSet::EMPTY.first(), None);
}

#[test]
fn adding_and_removing_say_whether_the_set_changed() {
    let card = "7H".parse().unwrap();
    let mut set = CardSet::EMPTY;
    assert!(set.insert(card) && !set.insert(card));
    assert!(set.remove(card) && !set.remove(card) && set.is_empty());
}

#[test]
fn every_move_reads_back_from_its_own_text() {
    for mv in Move::all() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
        assert_eq!(mv.to_string().to_uppercase().parse(), Ok(mv));
    }
    assert_eq!(Move::all().count(), Move::COUNT);
}

#[test]
fn a_text_that_is_not_a_move_is_refused_with_the_reason() {
    let error = |text: &str| text.parse::<Move>().unwrap_err();
    for text in ["", "1", "123", "1ab"] {
        assert_eq!(error(text), ParseMoveError::Length, "{text:?}");
    }
    for (text, name) in [("9a", '9'), ("1e", 'e'), ("1é", 'é'), ("0h", '0')] {
        assert_eq!(error(text), ParseMoveError::Place(name), "{text:?}");
    }
    for text in ["11", "ab", "aa", "h1", "hh"] {
        let mut places = text.chars().filter_map(Place::from_char);
        let pair = ParseMoveError::Pair(places.next().unwrap(), places.next().unwrap());
        assert_eq!(error(text), pair, "{text:?}");
    }
}

#[test]
fn a_line_is_written_as_its_moves_with_blanks_between() {
    let line: Line = " 26  1A\t4h ".parse().unwrap();
    assert_eq!(line.to_string(), "26 1a 4h");
}

#[test]
fn cards_named_nowhere_are_home() {
    let table = Table::build(&["KS QH", "KH"], "- KC").unwrap();
    assert_eq!(table.foundations, [12, 13, 11, 12]);
    assert_eq!(table.cells[1].unwrap().to_string(), "KC");
    assert!(!table.is_won());
    assert!(Table::build(&[], "").unwrap().is_won());
}

#[test]
fn a_repeated_or_missing_card_is_an_error() {
    let error = |cascades: &[&str]| Table::build(cascades, "").unwrap_err().to_string();
    assert_eq!(error(&["KS", "KS"]), "the card KS lies in two places");
    assert_eq!(error(&["JS"]), "the card QS lies nowhere");
}

#[test]
fn every_ruleset_reads_back_from_its_own_text() {
    for ruleset in Ruleset::EVERY {
        assert_eq!(ruleset.to_string().parse(), Ok(ruleset));
    }
}

#[test]
fn a_text_that_is_not_a_ruleset_is_refused_with_the_reason() {
    let error = |text: &str| text.parse::<Ruleset>().unwrap_err().to_string();
    assert_eq!(error("safe"), "1 names, expected three: safe, pow, partial");
    let capacity = "\"3\" is no capacity: pow, product, free-cells, one-card, runs expected";
    assert_eq!(error("all, 3, partial"), capacity);
    let overlong = "\"\" is no rule for overlong runs: partial, illegal expected";
    assert_eq!(error("all, pow,"), overlong);
}

#[test]
fn deals_are_whole_decks_throughout_the_range_and_end_with_it() {
    assert!(deal::microsoft(0).is_none() && deal::microsoft(deal::LAST_DEAL + 1).is_none());
    for number in [
        1,
        (1 << 31) - 1,
        1 << 31,
        (1 << 32) - 1,
        1 << 32,
        deal::LAST_DEAL,
    ] {
        deal::microsoft(number).unwrap().validate().unwrap();
    }
}

#[test]
fn a_lost_deal_has_no_winning_move_and_the_highest_level() {
    let table = deal::microsoft(11982).unwrap();
    let lost = Difficulty::new(&table, Ruleset::default());
    assert_eq!((lost.winning, lost.level()), (0, 10));
    assert!(lost.moves > 0 && lost.spare.is_none());
}

#[test]
fn the_places_to_spare_are_the_free_ones_at_the_narrowest_point() {
    let spare = |cascades: &[&str], cells: &str| {
        let table = Table::build(cascades, cells).unwrap();
        Difficulty::new(&table, Ruleset::default()).spare
    };
    // The kings go home, and free more places with every move.
    assert_eq!(spare(&["KS", "KH", "KD", "KC"], ""), Some(8));
    // Two kings lie on the ace. When the second has moved, autoplay does the rest.
    let spades = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S";
    assert_eq!(spare(&["QH QD AS KH KD", spades], ""), Some(9));
}

#[test]
fn each_level_has_a_tenth_of_other_deals() {
    let mut deals = [0; 10];
    for number in 4_000_001..=4_000_200 {
        let table = deal::microsoft(number).unwrap();
        let level = Difficulty::new(&table, Ruleset::default()).level();
        deals[usize::from(level) - 1] += 1;
    }
    let range = 5..=40;
    assert!(deals.iter().all(|deals| range.contains(deals)), "{deals:?}");
}
