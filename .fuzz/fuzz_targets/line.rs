//! Lines of moves as people paste them. A line that is understood is printed and read again.

#![no_main]

use freecell::text::pasted_moves;
use freecell::Line;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match pasted_moves::read(text) {
        Ok(line) => {
            let text = line.to_string();
            assert_eq!(text.parse::<Line>().unwrap(), line);
            // A text without moves is an empty line, which is not printed.
            if !line.is_empty() {
                assert_eq!(pasted_moves::read(&text).unwrap(), line, "{text}");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(line) = text.parse::<Line>() {
        assert_eq!(line.to_string().parse(), Ok(line));
    }
});
