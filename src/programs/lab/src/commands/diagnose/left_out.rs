//! What of the input is neither table nor line.

use freecell::text::lines::Skipped;

/// The most texts that are named as left out, and the most characters of each.
const MOST_SKIPPED: usize = 5;
const LONGEST_SKIPPED: usize = 40;

/// A sentence on what is neither table nor line.
pub fn left_out(skipped: &[Skipped]) -> Option<String> {
    let named = skipped.iter().take(MOST_SKIPPED).map(|skipped| {
        let short: String = skipped.text.chars().take(LONGEST_SKIPPED).collect();
        let dots = if short.len() < skipped.text.len() {
            "..."
        } else {
            ""
        };
        format!("line {} \"{short}{dots}\"", skipped.row)
    });
    let named: Vec<String> = named.collect();
    let more = match skipped.len().saturating_sub(MOST_SKIPPED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!named.is_empty()).then(|| format!("left out: {}{more}", named.join(", ")))
}
