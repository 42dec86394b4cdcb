//! Autoplay in every form that a referee may give it: which cards go home by
//! themselves, from where, how many, and when.
//!
//! The four questions are separate options, so that any answer to one goes with any
//! answer to the others. What else happens on the table is in [`super::referee`].

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::ValueEnum;
use freecell::card::Card;
use freecell::moves::Place;
use freecell::table::{Table, CASCADES, CELLS};

/// The name that stands for `safe` and, in another game, `all`.
const BOTH: &str = "both";

/// Which cards the game sends home.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Cards {
    /// Those on which no card needs to lie any more: aces, twos, and a card of rank
    /// r once both foundations of the other colour hold r - 1
    Safe,
    /// All that fit
    All,
    /// No card
    None,
    /// Aces and twos
    Twos,
    /// Ranks up to that of the lowest foundation, plus one
    #[value(name = "lowest+1")]
    LowestPlusOne,
    /// Ranks up to that of the lowest foundation, plus two
    #[value(name = "lowest+2")]
    LowestPlusTwo,
}

impl Cards {
    /// The name of the rule on the command line.
    pub fn name(self) -> String {
        let value = self.to_possible_value().expect("no rule is hidden");
        value.get_name().to_owned()
    }

    /// Whether a card that fits on its foundation goes there by itself.
    fn include(self, card: Card, foundations: [u8; 4]) -> bool {
        let rank = card.rank().number();
        let [clubs, diamonds, hearts, spades] = foundations;
        let lowest = clubs.min(diamonds).min(hearts).min(spades);
        let lowest_of_other_colour = if card.is_red() {
            clubs.min(spades)
        } else {
            diamonds.min(hearts)
        };
        match self {
            Cards::Safe => rank <= 2 || rank <= lowest_of_other_colour + 1,
            Cards::All => true,
            Cards::None => false,
            Cards::Twos => rank <= 2,
            Cards::LowestPlusOne => rank <= lowest + 1,
            Cards::LowestPlusTwo => rank <= lowest + 2,
        }
    }
}

/// From where the game sends cards home.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Source {
    /// From cascades and cells
    #[default]
    Anywhere,
    /// From cascades only
    Cascades,
    /// From cells only
    Cells,
}

/// When the game sends cards home.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Time {
    /// After each move
    #[default]
    Move,
    /// When the turn's moves have been played, and not before
    Turn,
}

/// One form of autoplay.
#[derive(Clone, Copy, Debug)]
pub struct Autoplay {
    /// Which cards go home.
    pub cards: Cards,
    /// From where, how many, and when.
    pub habits: Habits,
}

/// From where cards go home, how many, and when.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[group(id = "autoplay_habits")]
pub struct Habits {
    /// From where cards go home by themselves
    #[arg(
        long = "autoplay-from",
        value_name = "PLACES",
        value_enum,
        default_value_t
    )]
    pub from: Source,
    /// How many cards go home at a time, cascades before cells [default: all]
    #[arg(long = "autoplay-most", value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..))]
    pub most: Option<u8>,
    /// When cards go home by themselves: after each move, or after each turn
    #[arg(
        long = "autoplay-after",
        value_name = "TIME",
        value_enum,
        default_value_t
    )]
    pub after: Time,
}

impl Autoplay {
    /// The place whose card goes home next, cascades before cells and low numbers
    /// before high ones.
    pub fn next(self, table: &Table) -> Option<Place> {
        let from = self.habits.from;
        let cascades =
            (0..CASCADES).map(|cascade| (Place::Cascade(cascade as u8), table.top(cascade)));
        let cells = (0..CELLS).map(|cell| (Place::Cell(cell as u8), table.cells[cell]));
        let cascades = cascades.filter(|_| from != Source::Cells);
        let cells = cells.filter(|_| from != Source::Cascades);
        let goes = |card: Card| {
            table.next_home(card.suit()) == Some(card)
                && self.cards.include(card, table.foundations)
        };
        let mut places = cascades.chain(cells);
        let next = places.find(|(_, card)| card.is_some_and(goes));
        next.map(|(place, _)| place)
    }
}

/// The rules that a value of `--autoplay` stands for: one, or two for `both`.
#[derive(Clone, Debug)]
pub struct Choice(pub Vec<Cards>);

/// Reads a value of `--autoplay`.
pub fn choice() -> impl TypedValueParser<Value = Choice> {
    let rules = Cards::value_variants().iter();
    let both = PossibleValue::new(BOTH).help("`safe` and, in another game, `all`");
    let names = rules.filter_map(ValueEnum::to_possible_value).chain([both]);
    PossibleValuesParser::new(names).try_map(|name| match name.as_str() {
        BOTH => Ok(Choice(vec![Cards::Safe, Cards::All])),
        one => Cards::from_str(one, false).map(|cards| Choice(vec![cards])),
    })
}
