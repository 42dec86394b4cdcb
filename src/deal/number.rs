//! A deal's number as people write it.

/// Reads a deal's number as people write it, `617`, `Deal 617`, `#1,000,000` or
/// `1.000.000`, and returns it with the text that follows. `None` if the text does not begin
/// with a number. The number may be one that no deal has; one that is too large for its type is
/// the largest.
pub fn read_number(text: &str) -> Option<(u64, &str)> {
    const LABELS: [&str; 7] = ["freecell", "microsoft", "ms", "game", "deal", "no.", "#"];
    let mut text = text.trim_start();
    while let Some(rest) = LABELS.iter().find_map(|label| after_label(text, label)) {
        text = rest.trim_start();
    }
    let is_end = |c: char| !c.is_ascii_digit() && !",'.".contains(c);
    let (number, rest) = text.split_at(text.find(is_end).unwrap_or(text.len()));
    // One mark may end a sentence; two are a range's.
    let number = number.strip_suffix([',', '.']).unwrap_or(number);
    let mut groups = number.split([',', '\'', '.']);
    let first = groups.next().filter(|first| !first.is_empty())?;
    let is_one = first.len() == number.len();
    let is_grouped = first.len() <= 3 && groups.clone().all(|group| group.len() == 3);
    let digits = groups.fold(first.to_owned(), |digits, group| digits + group);
    let digits = Some(digits).filter(|_| is_one || is_grouped);
    // Digits alone can only be too many.
    Some((digits?.parse().unwrap_or(u64::MAX), rest))
}

/// The text after a label in upper or lower case.
fn after_label<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let (begin, rest) = text.split_at_checked(label.len())?;
    begin.eq_ignore_ascii_case(label).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_may_have_a_label_before_it_and_marks_between_its_digits() {
        assert_eq!(read_number("MS #617: 82 1a"), Some((617, ": 82 1a")));
        assert_eq!(read_number("1,000,000"), Some((1_000_000, "")));
        assert_eq!(read_number("82nd"), Some((82, "nd")));
        assert_eq!(read_number("1,00"), None);
        assert_eq!(read_number("1..5"), None);
    }
}
