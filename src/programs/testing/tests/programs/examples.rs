//! The examples in the help texts: each of them is run, and must not fail.
//!
//! They run in one folder, which has the files that they name. Those that would take
//! more than a few seconds are run with less to do, as [`SHORTER`] lists.

use std::collections::BTreeSet;
use std::env;
use std::fs::{self, Permissions};
use std::os::unix::fs::{symlink, PermissionsExt as _};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use testing::lab::{text, EXAMPLE, TICK};
use testing::skipped::has_program;
use testing::{program, programs};

/// Examples that take long, or that wait for somebody to type, with what makes them short:
/// the first text is replaced by the second. A `$` stands for the example's end.
const SHORTER: [(&str, &str); 42] = [
    ("play 1..=100", "play 1"),
    (
        "play 1..=20 --every-referee",
        "play 1 --bot 'exit 1' --every-referee",
    ),
    ("play 1..=20 --one-move-a-turn", "play 1 --one-move-a-turn"),
    ("random:50@7", "random:1@7"),
    ("range 1..=32000", "range 1..=50"),
    ("range 1..=1000000", "range 1..=50"),
    ("range 1..=200", "range 1..=2"),
    ("range 1..=5000 --prove", "range 3 852 --prove"),
    ("--memory 16G", "--memory 100M"),
    ("bench 1..=32000", "bench 1..=50"),
    ("bench$", "bench 1..=50"),
    ("--time 10s", "--time 50ms"),
    ("--time 60s", "--time 50ms"),
    ("--time 1s --prove=60s", "--time 50ms --prove=50ms"),
    (
        "solve 10 --autoplay all --prove",
        "solve 3 --autoplay all --prove",
    ),
    (
        "solve 10913 --autoplay both$",
        "solve 10913 --autoplay both --time 50ms",
    ),
    (
        "solve 10913 --for any$",
        "solve 10913 --for any --time 50ms",
    ),
    ("solve -$", "solve - --time 50ms"),
    ("shortest 1..=32000", "shortest 1..=2000"),
    ("curve --deals 1..=10", "curve --deals 1..=2"),
    ("hint 617$", "hint 617 --time 50ms"),
    ("hint 617 --for kpat$", "hint 617 --for kpat --time 50ms"),
    (
        "hint 617 --line \"2a 27 4b 46 72 3c\"$",
        "hint 617 --line \"2a 27 4b 46 72 3c\" --time 50ms",
    ),
    ("hint -$", "hint - --time 50ms"),
    ("verify 3339166254", "verify 781948"),
    ("tune beam", "tune beam --deals 2000001..=2000002 --tries 1"),
    ("--time 60m", "--positions 900"),
    (
        "tune first --slice 2 --deals 2300001..=2320000",
        "tune first --slice 2 --tries 0 --deals 2000001..=2000100",
    ),
    (
        "tune first --tries 20",
        "tune first --tries 1 --deals 2000001..=2000020",
    ),
    (
        "tune first$",
        "tune first --tries 1 --deals 2000001..=2000020",
    ),
    ("--deals 2300001..=2300500", "--deals 2300001..=2300020"),
    (
        "tune fit --autoplay all --deals 2800001..=2801500",
        "tune fit --autoplay all --deals 2800001..=2800003 --positions 15000",
    ),
    (
        "tune fit --autoplay all --jobs 2$",
        "tune fit --autoplay all --jobs 2 --deals 2800001..=2800003 --positions 15000",
    ),
    ("curve -o", "curve --deals 1 --times 1ms -o"),
    ("staged 1..=32000", "staged 9..=10"),
    ("astar 1 --memory 2G", "astar 1 --memory 20M"),
    ("dfs 1 --depth 30", "dfs 1 --depth 6"),
    (
        "count 14 --biased --trials 524288",
        "count 14 --biased --trials 50 --depth 4",
    ),
    ("cells 1..=100", "cells 1"),
    ("cells 219837216 --up-to 4", "cells 11982 --up-to 3"),
    ("--stats 10000", "--stats 20"),
    ("diagnose$", "diagnose < pasted.txt"),
];

/// Examples that cannot be run here, with the reason.
const NOT_RUN: [(&str, &str); 5] = [
    ("freecell-merge", "the merger's own tests run it"),
    ("page -o", "builds the page's module, which .ci/wasm does"),
    ("page --folder", "builds it, too"),
    (
        "--wasm freecell.wasm",
        "needs that module; the page's tests use it",
    ),
    ("generate zsh", "the shell's own variable names the folder"),
];

const PROGRAMS: [&str; 5] = [
    "freecell-heineman",
    "freecell-lab",
    "freecell-merge",
    "la-belle-lucie",
    "shuffling-patience",
];

fn help(command: &[String]) -> String {
    let (program, arguments) = command.split_first().unwrap();
    let mut command = Command::new(programs().join(program));
    let output = command.args(arguments).arg("--help").output().unwrap();
    assert!(output.status.success(), "{command:?}");
    text(&output.stdout)
}

/// The subcommands that a help lists.
fn subcommands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.map(|line| line.split_whitespace().next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

/// The help texts of all programs and of all their subcommands.
fn helps() -> Vec<(String, String)> {
    let mut commands: Vec<Vec<String>> = PROGRAMS.map(|name| vec![name.to_owned()]).into();
    // Hidden, for packagers.
    commands.push(["freecell-lab", "generate"].map(str::to_owned).into());
    let mut helps = Vec::new();
    while let Some(command) = commands.pop() {
        let help = help(&command);
        for name in subcommands(&help) {
            commands.push([&command[..], &[name]].concat());
        }
        helps.push((command.join(" "), help));
    }
    helps
}

/// The commands that a help gives as examples, without the remarks after them.
fn examples(help: &str) -> Vec<String> {
    let Some((_, examples)) = help.split_once("Example") else {
        return Vec::new();
    };
    let mut found: Vec<String> = Vec::new();
    for line in examples.lines().take_while(|line| !line.is_empty()) {
        let line = line.trim_start_matches(['s', ':']).trim_start();
        let is_command = PROGRAMS.iter().any(|name| line.starts_with(name));
        match found.last_mut() {
            // A line that was too long for the terminal continues in the next one.
            Some(last) if !is_command => *last = format!("{last} {line}"),
            _ if is_command => found.push(line.to_owned()),
            _ => {}
        }
    }
    let command = |line: String| line.split("  ").next().unwrap().to_owned();
    found.into_iter().map(command).collect()
}

#[test]
fn every_help_has_an_example() {
    let helps = helps();
    assert!(helps.len() > 20, "only {} helps", helps.len());
    for (command, help) in helps {
        assert!(!examples(&help).is_empty(), "{command}: {help}");
    }
    let bot = Command::new(program("freecell")).arg("--help").output();
    let said = text(&bot.unwrap().stdout);
    assert!(said.contains("Usage: freecell [--help | --version] < turn.txt"));
}

/// A folder with the files that the examples name.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let fixtures = testing::root().join("fixtures");
    let at = |name: &str| folder.path().join(name);
    let copy = |from: &str, to: &str| {
        fs::copy(fixtures.join(from), at(to)).unwrap();
    };
    for name in [
        "fixtures/shuffling",
        ".config/fish/completions",
        ".local/share/bash-completion/completions",
        ".local/share/man",
    ] {
        fs::create_dir_all(at(name)).unwrap();
    }
    copy("curve.csv", "fixtures/curve.csv");
    copy("shuffling/cases.in", "fixtures/shuffling/cases.in");
    copy("turns/10913.txt", "turn.txt");
    copy("lucie/deal-3.txt", "tableau.txt");
    copy("reports/illegal-move.txt", "pasted.txt");
    fs::write(at("hard.txt"), "1 2 3\n").unwrap();
    fs::write(at("my_bot.py"), format!("print('{EXAMPLE}')\n")).unwrap();
    symlink(program("freecell"), at("bot")).unwrap();
    for (name, command) in [
        ("board.txt", "deal 617 --format fc-solve"),
        ("rows.txt", "deal 617 --format transposed"),
        ("part-1.csv", "range 1..=20 --quiet --csv -"),
        (
            "first.csv",
            "range 1941 --autoplay all --time 2ms --quiet --csv -",
        ),
        (
            "weights.txt",
            "tune beam --tries 0 --positions 900 --deals 2000001..=2000002",
        ),
    ] {
        let output = run(&folder, &format!("freecell-lab {command}"));
        fs::write(at(name), output.stdout).unwrap();
    }
    let tuned = fs::read_to_string(at("weights.txt")).unwrap();
    let (_, weights) = tuned.split_once("best: [").unwrap();
    let weights = weights.trim_end().trim_end_matches(']').replace(',', "");
    fs::write(at("weights.txt"), weights).unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Runs a command as a user would who has the programs installed.
fn run(folder: &TempDir, command: &str) -> Output {
    let path = env::var("PATH").unwrap();
    let path = format!("{}:{path}", programs().display());
    let mut bash = Command::new("bash");
    bash.args(["-c", &format!("set -o pipefail\n{command}")]);
    bash.current_dir(folder).stdin(Stdio::null());
    bash.env("PATH", path).env("HOME", folder.path());
    bash.env(TICK.0, TICK.1);
    bash.output().unwrap()
}

#[test]
fn every_example_of_a_help_text_works() {
    let folder = folder();
    let all = helps();
    let all = all.iter().flat_map(|(_, help)| examples(help));
    let mut used = BTreeSet::new();
    let mut failures = Vec::new();
    let mut count = 0;
    for example in all.collect::<BTreeSet<String>>() {
        if NOT_RUN.iter().any(|(part, _)| example.contains(part))
            || example.contains("| fc-solve") && !has_program("fc-solve", "freecell-solver-bin")
        {
            continue;
        }
        let mut command = format!("{example}$");
        for (long, short) in SHORTER {
            if command.contains(long) {
                used.insert(long);
                command = command.replacen(long, short, 1);
            }
        }
        let mut command = command.trim_end_matches('$').to_owned();
        // What an example writes is often there from the one before it.
        if let (Some((_, file)), false) =
            (command.split_once(" --csv "), command.contains("--resume"))
        {
            let file = file.split(' ').next().unwrap_or_default();
            command = format!("rm -f {file}; {command}");
        }
        let writes = ["curve", "diagnose", "replay"].map(|name| format!("freecell-lab {name} "));
        if writes.iter().any(|start| command.starts_with(start)) && !command.ends_with("--force") {
            command.push_str(" --force");
        }
        let output = run(&folder, &command);
        count += 1;
        if !matches!(output.status.code(), Some(0 | 1)) {
            let said = text(&output.stderr);
            failures.push(format!("{example}\nrun as: {command}\nsaid: {said}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 60, "only {count} examples");
    let unused = SHORTER.iter().filter(|(long, _)| !used.contains(long));
    assert_eq!(
        unused.collect::<Vec<_>>(),
        [&("", ""); 0],
        "no example has these"
    );
}
