//! The page on other programs, against the table of their rules, their numbers and their files.

use std::fs;

use freecell::program::Program;
use freecell::text::numbering::Numbering;

fn rows() -> Vec<String> {
    let page = testing::root().join("src/programs/lab/pages/other-programs.md");
    let page = fs::read_to_string(page).unwrap();
    page.lines()
        .filter(|row| row.starts_with("| "))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_page_has_the_rules_of_each_program() {
    let rows = rows();
    for program in Program::ALL {
        let ruleset = program.ruleset;
        let first = if program.autoplay_first { "yes" } else { "no" };
        let row = format!(
            "| {} | {} | {} | {first} | {} | {} |",
            program.word,
            program.version,
            ruleset.autoplay.name(),
            ruleset.capacity.name(),
            program.evidence.in_english()
        );
        assert!(rows.contains(&row), "{row}");
    }
}

#[test]
fn the_page_has_each_programs_numbers() {
    let rows = rows();
    for numbering in Numbering::ALL {
        let name = format!("`{}:`", numbering.name());
        assert!(rows.iter().any(|row| row.contains(&name)), "{name}");
    }
}

/// What the page says was written by the program itself is there, and is read.
#[test]
fn what_is_called_run_has_a_file_of_the_programs_own() {
    let files = [
        ("kpat", "fixtures/kpat/617-demo.kpat"),
        ("fc-solve", "fixtures/numberings.txt"),
        ("PySolFC", "fixtures/numberings.txt"),
        ("pysol-cards", "fixtures/numberings.txt"),
        ("soliterm", "fixtures/numberings.txt"),
        ("Shirl Hart's", "fixtures/foreign/table-of-shirl-hart.txt"),
    ];
    let of_files = rows()
        .into_iter()
        .filter(|row| row.ends_with("| run |") && row.matches('|').count() == 6);
    let of_files: Vec<String> = of_files
        .filter(|row| row.contains('`') || row.contains("Shirl"))
        .collect();
    assert_eq!(of_files.len(), files.len(), "{of_files:?}");
    for (program, file) in files {
        assert!(
            of_files
                .iter()
                .any(|row| row.starts_with(&format!("| {program}"))),
            "{program}"
        );
        assert!(testing::root().join(file).exists(), "{file}");
    }
}
