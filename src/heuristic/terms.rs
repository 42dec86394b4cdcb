//! The terms of an evaluation that depend on the root alone, computed once a search.

use super::{CascadeTerms, Evaluator, Lanes, Weights};
use super::{COST_SHIFT, MOVES_SHIFT, NEW_CASCADES, STATE_BITS, TERM_ROWS};
use crate::board::{CascadeIndex, PackedCard, RootCascades};
use crate::bound::{CountingRelaxation, PatternDatabase};
use crate::position::Rules;
use crate::ruleset::Ruleset;
use crate::table::{Cascade, Table, CASCADES, CELLS};

/// The fewest cascades in the first part. The second part has at least one.
const FIRST_PART: usize = 4;

impl<const BEAM: bool> Evaluator<BEAM> {
    /// The evaluator with those weights for the positions of one root. Where costed moves have a
    /// weight, the cascades are split into two parts for the pattern databases. The first part has
    /// as many cascades as fit into `states` states of the counting relaxation, but at least four
    /// and at most seven.
    ///
    /// # Panics
    /// Never: 52 cards make no more states than fit.
    pub fn new<const N: usize>(
        weights: Weights,
        table: &Table,
        rules: &Rules<N>,
        states: usize,
    ) -> Evaluator<BEAM> {
        let first = first_part(table, states);
        let mut parts = Vec::new();
        let mut second_part = 0;
        if BEAM && weights.costed_move > 0 {
            let databases = |ruleset: &Ruleset| {
                let game = CountingRelaxation::new(table, ruleset.autoplay);
                [!(u8::MAX << first), u8::MAX << first].map(|set| PatternDatabase::new(&game, set))
            };
            parts = rules.rulesets.iter().map(databases).collect();
            let [low, high] = [0, 1].map(|part: usize| state_bits(&parts[0][part]));
            assert!(low + high <= STATE_BITS, "the states fit their lane");
            second_part = low as usize;
        }
        let stride = |cascade: CascadeIndex| -> usize {
            let is_second = cascade.get() >= first;
            parts.first().map_or(0, |parts| {
                parts[is_second as usize].stride(cascade) << (is_second as usize * second_part)
            })
        };
        let terms = terms(&weights, table, &rules.root, stride);
        Evaluator {
            weights,
            terms,
            prefixes: rules.root.numbers(),
            origin: origin(table),
            run_bases: rules.root.run_bases(),
            cells: cells(&weights),
            databases: parts,
            second_part,
        }
    }
}

/// The number of cascades in the first part.
fn first_part(table: &Table, states: usize) -> usize {
    let mut size = 1;
    let fits = |cards: &&Cascade| {
        size *= cards.len() + 1;
        size <= states
    };
    let all_but_one = &table.cascades[..CASCADES - 1];
    all_but_one.iter().take_while(fits).count().max(FIRST_PART)
}

/// The number of bits in a state's index in a pattern database.
fn state_bits(database: &PatternDatabase) -> u32 {
    database.states().ilog2() + 1
}

/// What each cascade adds, for every row; `stride` is what an undisturbed card of a cascade
/// adds to the state's number.
fn terms(
    weights: &Weights,
    table: &Table,
    root: &RootCascades,
    stride: impl Fn(CascadeIndex) -> usize,
) -> [CascadeTerms; TERM_ROWS] {
    let mut terms = [[0; 2]; TERM_ROWS];
    for row in 0..32_u8 {
        let cost = weights.cost_of_new_cascade(row % 16, row >= 16) as Lanes;
        terms[(NEW_CASCADES + row) as usize] = [cost << COST_SHIFT; 2];
    }
    for cascade in CascadeIndex::all() {
        let stride = stride(cascade);
        let cards = table.cascades[cascade.get()].len() as u8;
        weights.for_each_prefix(root, cascade, cards, |undisturbed, costs| {
            let run = root.prefix(cascade, undisturbed).run;
            for self_blocking in 0..2 {
                // The move that a self-blocking run takes may move the run below it as well.
                let left = undisturbed as usize - self_blocking * run as usize;
                terms[root.numbers().get(cascade, undisturbed)][self_blocking] =
                    (costs[self_blocking] as Lanes) << COST_SHIFT
                        | (self_blocking as Lanes) << MOVES_SHIFT
                        | (stride * left) as Lanes;
            }
        });
    }
    terms
}

/// For each card the cascade in which it lies, and the number of cards under it.
fn origin(table: &Table) -> [(u8, u8); PackedCard::COUNT] {
    let mut origin = [(0, 255); PackedCard::COUNT];
    for (index, cards) in table.cascades.iter().enumerate() {
        for (under, card) in cards.iter().enumerate() {
            origin[card.index()] = (index as u8, under as u8);
        }
    }
    origin
}

/// The cost of occupied cells as long as no card is home, by the number of free ones.
fn cells(weights: &Weights) -> [u32; CELLS + 1] {
    let mut cells = [0; CELLS + 1];
    for occupied in 1..=CELLS {
        let cost = weights.cells[occupied - 1] as u32;
        cells[CELLS - occupied] = cells[CELLS - occupied + 1] + cost;
    }
    cells
}
