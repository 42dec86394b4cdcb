//! Pairs tables and lines: which line was sent for which table, and which table came back.

use freecell::belief::Belief;
use freecell::table::Table;
use freecell::text::lines::FoundLine;

use freecell::text::pasted::{Pasted, PastedLine};

use super::{explained, without_explanation, Playback, Report};

/// The most tables, and the most lines, that are tried in every order.
const MOST_IN_ANY_ORDER: usize = 6;

/// The report if each table is followed by the line that was sent for it. In a long input,
/// tables without a line are skipped.
///
/// The report is on the first turn that contradicts those before it; or on the line sent
/// last, if no table came back; or on the last turn whose line broke; or on the last turn.
pub fn in_order(input: &Pasted) -> Option<Report> {
    let tables = &input.tables;
    let is_turn = |index: usize| index + 1 == tables.len() || !sent_for(input, index).is_empty();
    let is_short = tables.len() <= MOST_IN_ANY_ORDER;
    if is_short && !(0..tables.len()).all(is_turn) {
        return None;
    }
    let mut belief = Belief::all();
    let mut found: Option<Report> = None;
    let mut earlier = 0;
    for (index, pasted) in tables.iter().enumerate() {
        let lines = candidates(sent_for(input, index));
        let Some(last) = lines.last() else { continue };
        let after = tables.get(index + 1).map(|next| &next.table);
        // A long input may have several games.
        let after = after.filter(|after| is_short || is_same_game(&pasted.table, after));
        let mut report = turn(belief, &pasted.table, &lines, after)
            .unwrap_or_else(|| unexplained(belief, &pasted.table, last, after));
        report.earlier = earlier;
        earlier += 1;
        belief = report.belief;
        let matters = after.is_none() || report.failure().is_some();
        if !report.is_explained() {
            return Some(report);
        }
        if matters || found.as_ref().is_none_or(|known| known.failure().is_none()) {
            found = Some(report);
        }
    }
    // What later turns show about the rules holds for this turn as well.
    found.map(|report| Report { belief, ..report })
}

/// The report on a turn: of the lines that may have been sent, the one that explains it and of
/// which most was played. [`Playback::Unseen`] if no table came back.
fn turn(
    belief: Belief,
    before: &Table,
    lines: &[FoundLine],
    after: Option<&Table>,
) -> Option<Report> {
    let Some(after) = after else {
        return Some(Report::on(before, lines.last(), None, belief));
    };
    let found = lines.iter().filter_map(|line| {
        let (belief, played) = explained(belief, before, &line.moves(), after)?;
        Some((played, line, belief))
    });
    let (played, line, belief) = found.max_by_key(|&(played, ..)| played)?;
    let report = Report::on(before, Some(line), Some(after), belief);
    Some(report.with(Playback::Played(played)))
}

fn unexplained(belief: Belief, before: &Table, line: &FoundLine, after: Option<&Table>) -> Report {
    let report = Report::on(before, Some(line), after, belief);
    let playback = after.map(|after| without_explanation(before, &line.moves(), after, belief));
    report.with(playback.unwrap_or(Playback::Unseen))
}

/// Whether no card has left the foundations.
fn is_same_game(before: &Table, after: &Table) -> bool {
    let mut homes = before.foundations.iter().zip(&after.foundations);
    homes.all(|(before, after)| before <= after)
}

/// The lines between a table and the next.
fn sent_for(input: &Pasted, table: usize) -> &[PastedLine] {
    let start = input.lines.partition_point(|sent| sent.tables <= table);
    let end = input.lines.partition_point(|sent| sent.tables <= table + 1);
    &input.lines[start..end]
}

/// The lines that may have been sent: each, and all of them one after the other.
fn candidates(sent: &[PastedLine]) -> Vec<FoundLine> {
    let words = sent.iter().flat_map(|sent| &sent.line.words);
    let all = FoundLine {
        words: words.cloned().collect(),
        ..FoundLine::default()
    };
    let few = if sent.len() <= MOST_IN_ANY_ORDER {
        sent
    } else {
        &[]
    };
    let each = few.iter().map(|sent| sent.line.clone());
    let mut lines: Vec<FoundLine> = each.collect();
    if sent.len() != 1 {
        lines.push(all);
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// The best explanation by two tables and a line, in whatever order they stand.
pub fn in_any_order(input: &Pasted) -> Option<Report> {
    let tables = &input.tables;
    if tables.len().max(input.lines.len()) > MOST_IN_ANY_ORDER {
        return None;
    }
    let mut best: Option<((usize, bool), Report)> = None;
    for line in candidates(&input.lines) {
        for (index, before) in tables.iter().enumerate() {
            for (other, after) in tables.iter().enumerate() {
                let (before, after) = (&before.table, &after.table);
                let found = (index != other)
                    .then(|| explained(Belief::all(), before, &line.moves(), after));
                let Some((belief, played)) = found.flatten() else {
                    continue;
                };
                // In doubt, the tables are taken in the order of the game.
                let key = (played, index < other);
                if best.as_ref().is_none_or(|(known, _)| *known < key) {
                    let report = Report::on(before, Some(&line), Some(after), belief);
                    best = Some((key, report.with(Playback::Played(played))));
                }
            }
        }
    }
    best.map(|(_, report)| report)
}
