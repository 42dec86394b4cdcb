//! Search layer by layer.
use crate::heuristic::{Estimate, Weights};
use crate::position::{Position, Pruning, Rules};
use crate::table::Table;
use crate::word::{Line, Word};

/// Keys seen.
struct Seen { slots: Vec<u64>, mask: usize }
impl Seen {
    fn new(width: usize) -> Seen {
        let size = (width * 16).next_power_of_two().max(1 << 12);
        Seen { slots: vec![0; size], mask: size - 1 }
    }
    #[inline(always)]
    fn insert(&mut self, key: u128) -> bool {
        let tag = (key >> 64) as u64 | 1;
        let base = key as usize & self.mask & !3;
        let mut i = 0;
        while i < 4 {
            let s = self.slots[base + i];
            if s == tag { return false; }
            if s == 0 { self.slots[base + i] = tag; return true; }
            i += 1;
        }
        let victim = base + (key as usize >> 60 & 3);
        self.slots[victim] = tag;
        true
    }
}

#[derive(Clone, Copy)]
struct Candidate { parent: u32, score: u16, word: Word }

pub struct Stats { pub expanded: usize, pub generated: usize, pub layers: usize }

/// Beam.
pub fn beam<const N: usize>(table: &Table, rules: &Rules<N>, weights: Weights, width: usize, max_depth: usize, stats: &mut Stats) -> Option<Line> {
    let est = Estimate::new(weights, table, &rules.columns);
    let mut seen = Seen::new(width);
    let root = Position::root(table, rules);
    let mut frontier: Vec<(Position<N>, Option<Word>)> = vec![(root, None)];
    let mut history: Vec<Vec<(u32, Word)>> = vec![];
    let mut candidates: Vec<Candidate> = vec![];
    seen.insert(root.key(rules));
    for depth in 0..max_depth {
        stats.layers = depth;
        candidates.clear();
        let mut counts = [0u32; 4096];
        let mut cutoff = 4095usize;
        let mut total = 0u32;
        for (i, (pos, last)) in frontier.iter().enumerate() {
            stats.expanded += 1;
            for &word in &pos.words(rules, Pruning::Dominated, *last) {
                stats.generated += 1;
                let mut child = *pos;
                child.play(rules, word, depth != 0);
                if !seen.insert(child.key(rules)) { continue; }
                if child.is_won() {
                    let mut words = vec![word];
                    let mut at = i;
                    for layer in history.iter().rev() { words.push(layer[at].1); at = layer[at].0 as usize; }
                    let mut line = Line::default();
                    for w in words.iter().rev() { line.0.push(*w); }
                    return Some(line);
                }
                let mut h = 0; for b in &child.boards { h += est.of(b); }
                let h = (h as usize).min(4095);
                if h > cutoff { continue; }
                counts[h] += 1;
                total += 1;
                candidates.push(Candidate { parent: i as u32, score: h as u16, word });
                while total - counts[cutoff] >= width as u32 { total -= counts[cutoff]; cutoff -= 1; }
            }
        }
        let mut next = Vec::with_capacity(width);
        let mut hist = Vec::with_capacity(width);
        // those below the cutoff, and as many at it as there is room for
        let mut at_cutoff = (width as u32).saturating_sub(total - counts[cutoff]);
        for c in &candidates {
            let s = c.score as usize;
            if s > cutoff { continue; }
            if s == cutoff { if at_cutoff == 0 { continue; } at_cutoff -= 1; }
            let mut child = frontier[c.parent as usize].0;
            let moved = child.play(rules, c.word, depth != 0);
            next.push((child, if moved { None } else { Some(c.word) }));
            hist.push((c.parent, c.word));
        }
        if next.is_empty() { return None; }
        history.push(hist);
        frontier = next;
    }
    None
}
