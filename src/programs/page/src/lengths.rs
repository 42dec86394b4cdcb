//! How short a line wins a deal, as proved before: by `lab range --prove`, for Microsoft's deals.
//!
//! The lines are in the table of `lab shortest`, which is too large for a page; their lengths are
//! not. `lengths.txt` has a line for each autoplay rule: its name, and for each deal from 1 on
//! a character, which is `0` plus the number of moves in ASCII. A `0` itself says that nothing is
//! proved, or that no line wins. It is made from the table:
//!
//! ```sh
//! zcat src/programs/lab/src/commands/shortest/shortest.csv.gz | awk -F, '
//!   $2 != rule { if (rule) print ""; rule = $2; deal = 0; printf "%s ", rule }
//!   { while (++deal < $1) printf "0"; printf "%c", 48 + $3 }
//!   END { print "" }' > src/programs/page/src/lengths.txt
//! ```

use crate::rules::Rules;

const LENGTHS: &str = include_str!("lengths.txt");

/// The moves of a deal's shortest line, if they are proved: for programs, none are.
pub fn shortest(deal: u64, rules: Rules) -> Option<usize> {
    let of_rule = |line: &'static str| line.strip_prefix(rules.word())?.strip_prefix(' ');
    let lengths = LENGTHS.lines().find_map(of_rule)?;
    let index = usize::try_from(deal.checked_sub(1)?).ok()?;
    let moves = usize::from(lengths.as_bytes().get(index)? - b'0');
    (moves > 0).then_some(moves)
}
