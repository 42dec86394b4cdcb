//! Files that are no files of ours, given to every option that reads one: each is refused in a line
//! or read to its end, in memory that does not grow with the file.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use flate2::write::GzEncoder;
use flate2::Compression;
use tempfile::TempDir;

use testing::lab::text;

/// Every option that reads a file, last in its command.
const READERS: [(&str, &str); 19] = [
    ("freecell-lab", "check 1 --line @"),
    ("freecell-lab", "curve -o x.svg --from-csv "),
    ("freecell-lab", "deal 1 --after @"),
    ("freecell-lab", "deal --input "),
    ("freecell-lab", "diagnose -o x.html --input "),
    ("freecell-lab", "find --from "),
    ("freecell-lab", "find --input "),
    ("freecell-lab", "hint 1 --line @"),
    ("freecell-lab", "page -o x.html --wasm "),
    ("freecell-lab", "range 1 --add "),
    ("freecell-lab", "range 1 --prove --add "),
    ("freecell-lab", "range 1 --resume --csv "),
    ("freecell-lab", "range --deals-from "),
    ("freecell-lab", "range --input "),
    ("freecell-lab", "shortest 1 --table "),
    ("freecell-lab", "translate 1 --line @"),
    ("freecell-heineman", "bfs --depth 1 --input "),
    ("freecell-heineman", "staged --deals-from "),
    ("shuffling-patience", ""),
];

/// Runs a command that reads a file, with little memory.
fn read(folder: &TempDir, (program, options): (&str, &str), file: &Path) -> Output {
    let program = testing::program(program);
    let script = "ulimit -v 600000; exec \"$@\"";
    let mut words: Vec<String> = options.split(' ').map(str::to_owned).collect();
    let mark = words.pop().unwrap_or_default();
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh"]).arg(program).args(words);
    command.arg(format!("{mark}{}", file.display()));
    command.current_dir(folder).stdin(Stdio::null());
    command.output().unwrap()
}

/// A gigabyte of zeros, compressed in parts.
fn bomb() -> Vec<u8> {
    let mut part = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..1 << 4 {
        part.write_all(&vec![0; 1 << 20]).unwrap();
    }
    part.finish().unwrap().repeat(1 << 6)
}

#[test]
fn no_option_believes_that_a_file_ends_or_is_text() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name);
    fs::create_dir(file("folder")).unwrap();
    fs::write(
        file("binary"),
        (0..=255).cycle().take(9999).collect::<Vec<u8>>(),
    )
    .unwrap();
    fs::write(file("bomb.gz"), bomb()).unwrap();
    let odd = [
        PathBuf::from("/dev/zero"),
        PathBuf::from("missing"),
        file("folder"),
        file("binary"),
        file("bomb.gz"),
    ];
    for reader in READERS {
        for file in &odd {
            // A file to resume may be missing: then it is a new one.
            if reader.1.contains("--resume") && file == Path::new("missing") {
                continue;
            }
            let output = read(&folder, reader, file);
            let said = text(&output.stderr);
            assert_eq!(
                output.status.code(),
                Some(2),
                "{reader:?} {file:?}: {output:?}"
            );
            // A remark may say as what it was read.
            let errors = said.lines().filter(|line| !line.contains(": read as "));
            assert_eq!(errors.count(), 1, "{reader:?} {file:?}: {said}");
            assert!(said.len() < 2000, "{reader:?} {file:?}: {said}");
        }
    }
}
