//! Files that commands write: no existing file is lost, and `-` is standard output.

use std::fs;
use std::process::Output;

use tempfile::TempDir;

use testing::lab::{process, text, TICK};

/// The commands that write a file, each with the option that names it last; the module of
/// the page, `m`, must exist.
const WRITERS: [&str; 6] = [
    "replay 1 --line 1a -o",
    "page --wasm m -o",
    "play 1 --bot true --csv",
    "curve --deals 1 --times 1ms --autoplay safe -o",
    "curve --deals 1 --times 1ms --autoplay safe -o other.svg --csv",
    "diagnose --input turn -o",
];

fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(
        folder.path().join("m"),
        b"\0asm\x08allocate\0\x07respond\0\x08response\0",
    )
    .unwrap();
    let turn = include_str!("../../../../../fixtures/turns/10913.txt");
    fs::write(folder.path().join("turn"), turn).unwrap();
    folder
}

fn run(folder: &TempDir, command: &str) -> Output {
    let words: Vec<&str> = command.split_whitespace().collect();
    process(&words).current_dir(folder).output().unwrap()
}

#[test]
fn an_existing_file_is_replaced_only_with_force() {
    for writer in WRITERS {
        let folder = folder();
        let file = folder.path().join("file.svg");
        fs::write(&file, "mine").unwrap();
        let output = run(&folder, &format!("{writer} file.svg"));
        let error = String::from_utf8_lossy(&output.stderr);
        let reason = "error: file.svg exists: --force replaces it\n";
        assert!(error.ends_with(reason), "{writer}: {error}");
        assert_eq!(output.status.code(), Some(2), "{writer}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine", "{writer}");
        let output = run(&folder, &format!("{writer} file.svg --force"));
        assert_ne!(output.status.code(), Some(2), "{writer}: {output:?}");
        assert_ne!(fs::read_to_string(&file).unwrap(), "mine", "{writer}");
    }
}

#[test]
fn a_hyphen_means_standard_output() {
    for (writer, start) in WRITERS.into_iter().zip([
        "<!DOCTYPE html>",
        "<!DOCTYPE html>",
        "referee,deal,",
        "<svg ",
        "autoplay,",
        "<!DOCTYPE html>",
    ]) {
        let folder = folder();
        let output = run(&folder, &format!("{writer} -"));
        let said = text(&output.stdout);
        assert!(said.starts_with(start), "{writer}: {said:.40}");
        assert!(!output.stderr.is_empty(), "{writer}");
        assert!(!folder.path().join("-").exists(), "{writer}");
    }
}

#[test]
fn a_folder_that_is_missing_is_refused_by_the_path_that_was_given() {
    for writer in [WRITERS[0], WRITERS[1], WRITERS[5]] {
        let output = run(&folder(), &format!("{writer} missing/file"));
        let error = text(&output.stderr);
        assert!(error.contains("write to missing/file: "), "{error}");
        assert!(!error.contains(".tmp"), "{error}");
        assert_eq!(output.status.code(), Some(2), "{error}");
    }
}

#[test]
fn a_curve_does_not_overwrite_its_own_points() {
    let folder = folder();
    let measure = "curve --deals 1 --times 1ms --autoplay safe";
    for files in ["-o x.csv", "-o x.svg --csv x.svg"] {
        let output = run(&folder, &format!("{measure} {files}"));
        let error = text(&output.stderr);
        assert!(error.contains("name the same file"), "{error}");
    }
    fs::write(folder.path().join("x.csv"), "mine").unwrap();
    let output = run(&folder, &format!("{measure} -o x.svg"));
    assert!(text(&output.stderr).contains("x.csv exists"), "{output:?}");
    assert!(!folder.path().join("x.svg").exists());
}

#[test]
fn man_pages_are_neither_scattered_nor_overwritten() {
    let folder = folder();
    assert_eq!(run(&folder, "generate man").status.code(), Some(2));
    let page = folder.path().join("freecell-lab-solve.1");
    fs::write(&page, "mine").unwrap();
    let refused = run(&folder, "generate man -o .");
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert_eq!(fs::read_to_string(&page).unwrap(), "mine");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
    assert!(run(&folder, "generate man -o . --force").status.success());
    let printed = text(&run(&folder, "generate man -o -").stdout);
    assert!(printed.matches(".TH ").count() > 15, "{printed}");
}

/// A limit on the size of files stands for a full disk, and needs no privileges.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_what_was_there_and_nothing_beside_it() {
    for writer in [WRITERS[0], WRITERS[1], WRITERS[5]] {
        let folder = folder();
        let file = folder.path().join("file.svg");
        let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"";
        let mut command = std::process::Command::new("sh");
        command.args([
            "-c",
            script,
            assert_cmd::cargo::cargo_bin!("freecell-lab")
                .to_str()
                .unwrap(),
        ]);
        command
            .args(writer.split(' '))
            .arg("file.svg")
            .env(TICK.0, TICK.1)
            .current_dir(&folder);
        let files = || fs::read_dir(&folder).unwrap().count();
        let before = files();
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{writer}: {output:?}");
        assert!(
            text(&output.stderr).contains("cannot write to file.svg: "),
            "{output:?}"
        );
        assert_eq!(files(), before, "{writer}");
        fs::write(&file, "mine").unwrap();
        let output = command.arg("--force").output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{writer}: {output:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine", "{writer}");
        assert_eq!(files(), before + 1, "{writer}");
    }
}

#[test]
fn a_page_without_a_name_replaces_an_earlier_page_and_nothing_else() {
    for (writer, page) in [
        ("replay 1 --line 1a", "replay.html"),
        ("diagnose --input turn", "replay.html"),
        ("page --wasm m", "freecell.html"),
    ] {
        let folder = folder();
        let file = folder.path().join(page);
        let written = || fs::read_to_string(&file).unwrap();
        run(&folder, writer);
        let first = written();
        let again = run(&folder, writer);
        assert_ne!(again.status.code(), Some(2), "{writer}: {again:?}");
        assert_eq!(written(), first);
        let named = run(&folder, &format!("{writer} -o {page}"));
        assert_eq!(
            named.status.code(),
            Some(2),
            "{writer}: it may be worth keeping"
        );
        fs::write(&file, "mine").unwrap();
        let refused = run(&folder, writer);
        assert_eq!(refused.status.code(), Some(2), "{writer}: {refused:?}");
        assert_eq!(written(), "mine", "{writer}");
    }
}
