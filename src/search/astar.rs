//! A*.
use crate::heuristic::{Estimate, Weights};
use crate::position::{Position, Pruning, Rules};
use crate::table::Table;
use crate::word::{Line, Word};

#[derive(Clone, Copy)]
pub struct Node<const N: usize> {
    position: Position<N>,
    parent: u32,
    depth: u16,
    word: Option<Word>,
    settled: bool,
}

pub struct Solver<const N: usize> {
    pub nodes: Vec<Node<N>>,
    table: Vec<u64>,
    next: Vec<u32>,
    heads: Vec<u32>,
    pub expanded: usize,
    pub generated: usize,
}
const NONE: u32 = u32::MAX;
impl<const N: usize> Solver<N> {
    pub fn new() -> Self {
        Solver {
            nodes: vec![],
            table: vec![],
            next: vec![],
            heads: vec![],
            expanded: 0,
            generated: 0,
        }
    }
    /// true if new
    #[inline(always)]
    fn insert(&mut self, key: u128, rules: &Rules<N>) -> bool {
        if self.nodes.len() * 2 > self.table.len() {
            self.grow(rules);
        }
        let mask = self.table.len() - 1;
        let mut slot = key as usize & mask;
        let tag = (key >> 64) as u32;
        loop {
            let entry = self.table[slot];
            if entry == 0 {
                break;
            }
            if (entry >> 32) as u32 == tag
                && self.nodes[entry as u32 as usize - 1].position.key(rules) == key
            {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        self.table[slot] = (tag as u64) << 32 | (self.nodes.len() as u64 + 1);
        true
    }
    fn grow(&mut self, rules: &Rules<N>) {
        let size = (self.table.len() * 2).max(1 << 12);
        self.table.clear();
        self.table.resize(size, 0);
        for (i, node) in self.nodes.iter().enumerate() {
            let key = node.position.key(rules);
            let mut slot = key as usize & (size - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = ((key >> 64) as u32 as u64) << 32 | (i as u64 + 1);
        }
    }
    pub fn solve(
        &mut self,
        table: &Table,
        rules: &Rules<N>,
        weights: Weights,
        limit: usize,
    ) -> Option<Line> {
        let est = Estimate::new(weights, table, &rules.columns);
        self.nodes.clear();
        self.next.clear();
        self.heads.clear();
        self.table.clear();
        self.table.resize(1 << 12, 0);
        self.expanded = 0;
        self.generated = 0;
        let root = Position::root(table, rules);
        self.insert(root.key(rules), rules);
        self.nodes.push(Node {
            position: root,
            parent: NONE,
            depth: 0,
            word: None,
            settled: false,
        });
        self.next.push(NONE);
        self.heads.resize(1, NONE);
        let mut low = 0;
        self.heads[0] = 0;
        loop {
            while low < self.heads.len() && self.heads[low] == NONE {
                low += 1;
            }
            if low == self.heads.len() || self.expanded >= limit {
                return None;
            }
            let id = self.heads[low];
            self.heads[low] = self.next[id as usize];
            self.expanded += 1;
            let node = self.nodes[id as usize];
            let words = node.position.words(
                rules,
                Pruning::Dominated,
                node.word.filter(|_| node.settled),
            );
            for &word in &words {
                self.generated += 1;
                let mut child = node.position;
                let moved = child.play(rules, word, id != 0);
                if !self.insert(child.key(rules), rules) {
                    continue;
                }
                let new = self.nodes.len() as u32;
                self.nodes.push(Node {
                    position: child,
                    parent: id,
                    depth: node.depth + 1,
                    word: Some(word),
                    settled: !moved,
                });
                if child.is_won() {
                    return Some(self.line(new));
                }
                let mut h = 0;
                for b in &child.boards {
                    h += est.of(b);
                }
                let f = (h + weights.word as u32 * (node.depth as u32 + 1)) as usize;
                if f >= self.heads.len() { self.heads.resize(f + 1, NONE); }
                self.next.push(self.heads[f]);
                self.heads[f] = new;
                if f < low {
                    low = f;
                }
            }
        }
    }
    fn line(&self, mut id: u32) -> Line {
        let mut words = vec![];
        while let Some(word) = self.nodes[id as usize].word {
            words.push(word);
            id = self.nodes[id as usize].parent;
        }
        let mut line = Line::default();
        for w in words.iter().rev() {
            line.0.push(*w);
        }
        line
    }
}
