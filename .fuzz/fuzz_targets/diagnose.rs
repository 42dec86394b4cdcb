//! What a player pastes into `lab diagnose`. A table that is found is printed as a turn and found
//! again.

#![no_main]

use freecell::protocol::print;
use libfuzzer_sys::fuzz_target;

#[path = "../../src/programs/lab/src/commands/diagnose/input.rs"]
#[allow(dead_code)]
mod input;

use input::Input;

fuzz_target!(|text: &str| {
    let found = Input::read(text);
    for pasted in &found.tables {
        assert_eq!(pasted.table.validate(), Ok(()));
        let moves: Vec<_> = pasted.listed.iter().flatten().collect();
        let again = Input::read(&print(&pasted.table, &moves));
        assert_eq!(again.tables.len(), 1);
        assert_eq!(again.tables[0].table, pasted.table);
    }
});
