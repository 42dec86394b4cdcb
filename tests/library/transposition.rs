//! The transposition table against a map of the standard library, from search to search.

use std::collections::HashMap;

use freecell::search::transposition::{Node, NodeId, TranspositionTable};

struct Hash(u128);

impl Node for Hash {
    fn hash(&self) -> u128 {
        self.0
    }
}

/// Looks a hash up as a search does, and inserts it if it is new.
fn visit(table: &mut TranspositionTable<Hash>, hash: u128) -> Result<NodeId, NodeId> {
    table
        .reserve(1, usize::MAX, 0)
        .expect("memory is unlimited");
    match table.find(hash) {
        Ok(id) => Ok(id),
        Err(vacancy) => Err(table.insert(vacancy, Hash(hash))),
    }
}

/// Hashes of which every two are the same, and every four have the same low half.
fn hashes(count: u128) -> impl Iterator<Item = u128> {
    (0..count).map(|number| (number / 4 * 0x9E37_79B9) | (number % 4 / 2) << 64)
}

#[test]
fn nodes_are_found_in_their_own_search_and_in_no_other() {
    let mut table = TranspositionTable::default();
    // The longer searches make the table grow several times.
    for count in [10, 100_000, 10, 3_000, 40_000, 0, 100] {
        table.begin();
        let mut expected = HashMap::new();
        for hash in hashes(count) {
            let visited = visit(&mut table, hash);
            match expected.get(&hash) {
                Some(&id) => assert_eq!(visited, Ok(id)),
                None => assert!(visited.is_err()),
            }
            expected
                .entry(hash)
                .or_insert(visited.unwrap_or_else(|id| id));
        }
        assert_eq!(table.len(), expected.len());
        for (hash, id) in expected {
            assert_eq!(visit(&mut table, hash), Ok(id));
        }
    }
}
