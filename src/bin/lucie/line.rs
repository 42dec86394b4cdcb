//! A plan played out on the tableau, move by move.
//!
//! The search speaks of sets; here its plan becomes a line of moves, each of
//! them legal by [`crate::rules`], and the tableau that they lead to.

use freecell::card::Card;

use crate::entry::successor;
use crate::rules::Move;
use crate::search::Plan;
use crate::tableau::Tableau;

/// A line of moves that ends with a card going home, or has none.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves, and the tableau before each.
    pub steps: Vec<(Tableau, Move)>,
    /// The tableau after the last one.
    pub end: Tableau,
}

impl Line {
    /// Plays the plan, leaving out what follows the last card to go home.
    pub fn of(plan: &Plan, start: &Tableau) -> Line {
        let mut tableau = start.clone();
        let mut promised = plan.promised;
        let mut builds = plan.builds.iter().copied();
        let mut steps = Vec::new();
        let mut line = Line {
            steps: Vec::new(),
            end: start.clone(),
        };
        while let Some(step) = next(&tableau, promised, &mut builds) {
            steps.push((tableau.clone(), step));
            tableau.play(step);
            if promised == Some(step.card) {
                promised = None;
            }
            if step.home {
                line.steps.append(&mut steps);
                line.end = tableau.clone();
            }
        }
        line
    }
}

/// The next move: one that follows of itself, or else the plan's next build.
fn next(
    tableau: &Tableau,
    promised: Option<Card>,
    builds: &mut impl Iterator<Item = Card>,
) -> Option<Move> {
    if let Some(step) = follows(tableau, promised) {
        return Some(step);
    }
    let card = builds.next()?;
    let mut moves = offered(tableau, promised);
    Some(
        moves
            .find(|step| step.card == card)
            .expect("the plan keeps to the rules"),
    )
}

/// A move to make as soon as it is available: to the foundations, or else the
/// safe build of the highest rank.
fn follows(tableau: &Tableau, promised: Option<Card>) -> Option<Move> {
    let is_safe =
        |step: &Move| is_settled_build(tableau, *step) && !is_held(tableau, *step, promised);
    offered(tableau, promised)
        .find(|step| step.home)
        .or_else(|| {
            offered(tableau, promised)
                .filter(is_safe)
                .max_by_key(|step| step.card.rank())
        })
}

/// The moves of top cards, and of the promised card if it is buried.
fn offered(tableau: &Tableau, promised: Option<Card>) -> impl Iterator<Item = Move> + '_ {
    let mercis = tableau
        .mercis()
        .filter(move |step| promised == Some(step.card));
    tableau.moves().chain(mercis)
}

fn is_settled_build(tableau: &Tableau, step: Move) -> bool {
    successor(step.card).is_some_and(|onto| tableau.is_settled(onto))
}

/// Whether the move would build on a card that lies on the promised one and is
/// to follow it.
fn is_held(tableau: &Tableau, step: Move, promised: Option<Card>) -> bool {
    let follower = successor(step.card);
    promised.is_some() && follower.and_then(successor) == promised && {
        let (fan, place) = tableau.find(follower.expect("a card with two successors has one"));
        place > 0 && Some(tableau.fans[fan][place - 1]) == promised
    }
}
