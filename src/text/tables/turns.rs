//! A turn's 14 lines, read by [`protocol`](crate::protocol) once they are spelt as it wants, and
//! the moves that a turn lists.

use super::kind::Kind;
use super::{Form, FoundTable, Remark, TableError};
use crate::moves::Line;
use crate::protocol::Reader;
use crate::table::CASCADES;
use crate::text::spelling::{Row, Word};

/// The lines of a turn that show its table.
const OF_TABLE: usize = 12;

/// The turn that begins with a row, if it looks like one: a number, and eight numbers in the next.
pub fn read(rows: &[Row], kinds: &[Kind], at: usize) -> Option<Result<FoundTable, TableError>> {
    let numbers = |row: usize| numbers(rows.get(row)?);
    let is_start = numbers(at)?.len() == 1 && numbers(at + 1)?.len() == CASCADES;
    if !is_start {
        return None;
    }
    let lines: Vec<String> = rows[at..]
        .iter()
        .take(OF_TABLE + 2)
        .enumerate()
        .map(|(index, row)| spelt_out(row, index < OF_TABLE))
        .collect();
    let text = lines.join("\n");
    match Reader::new(text.as_bytes()).next_turn() {
        Ok(turn) => {
            let turn = turn?;
            let mut remarks = Vec::new();
            let listed = listed(rows, kinds, at + OF_TABLE, &mut remarks);
            Some(Ok(FoundTable {
                table: turn.table,
                form: Form::Turn,
                rows: at..listed.end,
                listed: listed.moves,
                remarks,
            }))
        }
        Err(mut error) => {
            error.at.line += at;
            let reason = error.to_string();
            let (place, reason) = reason.split_once(": ").unwrap_or(("", &reason));
            // The place has the turn's own line as well, which is told nowhere else.
            let more = place.split_once(" (").map(|(_, more)| format!(" ({more}"));
            let part_of_it = |kind: &Kind| !matches!(kind, Kind::Blank | Kind::Other);
            let rest = kinds.iter().skip(at + 2).take(OF_TABLE - 2);
            let end = at + 2 + rest.take_while(|kind| part_of_it(kind)).count();
            // The moves that it lists are no line that somebody sent.
            let listed = listed(rows, kinds, end, &mut Vec::new());
            Some(Err(TableError {
                rows: at..listed.end,
                line: Some(error.at.line),
                column: None,
                reason: reason.to_owned() + &more.unwrap_or_default(),
            }))
        }
    }
}

/// The numbers of a row that has nothing else.
fn numbers(row: &Row) -> Option<Vec<u8>> {
    let words = row.words();
    words.iter().map(|word| word.text.parse().ok()).collect()
}

/// A row without marks around it; its cards, if it is one of a table, in the protocol's spelling.
fn spelt_out(row: &Row, is_in_table: bool) -> String {
    let colon = row.characters.iter().position(|&c| c == ':');
    let start = colon.map_or(0, |colon| colon + 1);
    let is_mark = |c: char| c.is_whitespace() || "|>\"'`([{".contains(c);
    let label = row.text(0..start);
    let spell = |word: Word| match word.card() {
        Some(card) if is_in_table => card.to_string(),
        _ => word.text,
    };
    let words: Vec<String> = row.words_from(start).into_iter().map(spell).collect();
    format!("{} {}", label.trim_start_matches(is_mark), words.join(" "))
        .trim()
        .to_owned()
}

/// The moves that follow a table, and the row after them.
pub struct Listed {
    pub moves: Option<Line>,
    pub end: usize,
}

/// The moves listed in the rows from `end` on: a number, and as many words.
pub fn listed(rows: &[Row], kinds: &[Kind], end: usize, remarks: &mut Vec<Remark>) -> Listed {
    let nothing = Listed { moves: None, end };
    let blank = kinds[end.min(kinds.len())..]
        .iter()
        .take_while(|kind| **kind == Kind::Blank);
    let at = end + blank.count();
    let Some(row) = rows.get(at) else {
        return nothing;
    };
    let Some(&[count]) = numbers(row).as_deref() else {
        return nothing;
    };
    if count == 0 {
        return Listed {
            moves: None,
            end: at + 1,
        };
    }
    let Some(row) = rows.get(at + 1) else {
        return nothing;
    };
    let words = row.words();
    // A word of another notation says nothing about the others.
    let moves: Line = words
        .iter()
        .filter_map(|word| word.text.parse().ok())
        .collect();
    if words.len() == usize::from(count) {
        return Listed {
            moves: Some(moves),
            end: at + 2,
        };
    }
    if at == end && moves.len() == words.len() && words.len() > 1 {
        let text = format!(
            "found {} moves, expected {count}, as line {} says",
            words.len(),
            at + 1
        );
        remarks.push(Remark::new(at + 1, &text));
        return Listed {
            moves: Some(moves),
            end: at + 2,
        };
    }
    nothing
}
