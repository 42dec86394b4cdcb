//! Microsoft's deals on any number of cascades.

use freecell::card::Card;
use freecell::table::CASCADES;

pub const MOST_CASCADES: usize = 10;

/// A deal: the cards of its cascades, deepest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    pub cascades: Vec<Vec<Card>>,
}

impl Deal {
    /// The Microsoft deal of a number that has been validated, on this many cascades. Cards are
    /// dealt one by one from the first cascade to the last, again and again.
    pub fn new(number: u64, cascades: usize) -> Deal {
        let table = freecell::deal::microsoft(number).expect("the number was checked");
        let mut deal = Deal {
            cascades: vec![Vec::new(); cascades],
        };
        for place in 0..Card::COUNT {
            let card = table.cascades[place % CASCADES][place / CASCADES];
            deal.cascades[place % cascades].push(card);
        }
        deal
    }
}
