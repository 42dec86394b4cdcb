//! What a game sends: any bytes, read turn by turn. A turn that is understood is printed and
//! read again.

#![no_main]

use freecell::protocol::{print, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let mut reader = Reader::new(input);
    loop {
        match reader.next_turn() {
            Ok(Some(turn)) => {
                assert_eq!(turn.table.validate(), Ok(()));
                let moves = turn.moves.unwrap_or_default();
                let text = print(&turn.table, &moves);
                let again = Reader::new(text.as_bytes()).next_turn().unwrap().unwrap();
                assert_eq!(again.table, turn.table, "{text}");
                assert_eq!(again.moves.unwrap(), moves, "{text}");
            }
            Ok(None) => return,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return;
            }
        }
    }
});
