//! The tableau of La Belle Lucie: its fans, the foundations, and how both are
//! printed.
//!
//! Tableaux are typed in by [`crate::entry`]; the moves they offer are the
//! business of [`crate::rules`].

use std::fmt;

use freecell::card::{Card, Suit};

/// The number of cards that a fan is dealt; what lies above them was built.
pub const DEALT: usize = 3;

/// A fan's cards, the top card last.
pub type Fan = Vec<Card>;

/// Where every card lies: in a fan, or else home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tableau {
    /// The fans. No fan is empty, since an empty one is never filled.
    pub fans: Vec<Fan>,
    /// For each suit, by [`Suit::index`], how many of its cards are home.
    pub foundations: [u8; 4],
}

impl Tableau {
    /// The tableau with these fans; all other cards are home.
    pub fn new(fans: Vec<Fan>) -> Tableau {
        let mut foundations = [13; 4];
        for card in fans.iter().flatten() {
            foundations[card.suit().index()] -= 1;
        }
        Tableau { fans, foundations }
    }

    /// Deals those cards in fans of three, the last one of what is left; the
    /// other cards are home.
    pub fn deal(cards: &[Card]) -> Tableau {
        Tableau::new(cards.chunks(DEALT).map(Fan::from).collect())
    }

    /// The cards in the fans.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.fans.iter().flatten().copied()
    }

    /// The number of cards that are home.
    pub fn home(&self) -> usize {
        self.foundations.iter().map(|&count| count as usize).sum()
    }

    /// Whether the card is the next one on its foundation.
    pub fn goes_home(&self, card: Card) -> bool {
        self.foundations[card.suit().index()] + 1 == card.rank().number()
    }

    /// The foundations that have cards, a line each, as `[♠] A♠ 2♠`.
    pub fn show_foundations(&self) -> String {
        [Suit::Spades, Suit::Hearts, Suit::Clubs, Suit::Diamonds]
            .into_iter()
            .filter(|suit| self.foundations[suit.index()] > 0)
            .map(|suit| self.show_foundation(suit))
            .collect()
    }

    fn show_foundation(&self, suit: Suit) -> String {
        let count = self.foundations[suit.index()] as usize;
        let cards = Card::deck().filter(|card| card.suit() == suit);
        let home: Vec<Card> = cards.take(count).collect();
        format!("[{}] {}\n", suit.symbol(), show_cards(&home, " "))
    }
}

/// The fans, a line each, as `[ 0]  K♥   2♠  10♦`.
impl fmt::Display for Tableau {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fan) in self.fans.iter().enumerate() {
            let cards: Vec<String> = fan
                .iter()
                .map(|&card| format!("{:>3}", Face(card)))
                .collect();
            writeln!(f, "[{index:2}] {}", cards.join("  "))?;
        }
        Ok(())
    }
}

/// A card as this patience prints it: `10♦`.
pub struct Face(pub Card);

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank = match self.0.rank().letter() {
            'T' => "10".to_string(),
            letter => letter.to_string(),
        };
        f.pad(&format!("{rank}{}", self.0.suit().symbol()))
    }
}

/// Cards in a line of text, with blanks between them: `6♣  K♠  J♦`.
pub fn show_cards(cards: &[Card], blanks: &str) -> String {
    let faces: Vec<String> = cards.iter().map(|&card| Face(card).to_string()).collect();
    faces.join(blanks)
}
