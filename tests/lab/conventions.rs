//! What users expect of every program: help with an example, a version, colours
//! and remarks that can be turned off, completions, man pages, one meaning for an
//! exit status.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use assert_cmd::cargo::cargo_bin;
use nix::pty::openpty;
use serde_json::Value;
use tempfile::TempDir;

fn lab(args: &[&str]) -> Output {
    run(cargo_bin!("freecell-lab"), args)
}

fn run(program: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null()).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The subcommands that a help lists.
fn subcommands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            let is_name = line.starts_with("  ") && !line.starts_with("   ");
            is_name.then(|| line.split_whitespace().next().unwrap().to_owned())
        });
    names.filter(|name| name != "help").collect()
}

#[test]
fn every_help_has_an_example() {
    let mut helps = vec![vec![]];
    let mut count = 0;
    while let Some(path) = helps.pop() {
        let mut args: Vec<&str> = path.iter().map(String::as_str).collect();
        args.push("--help");
        let help = said(&lab(&args));
        assert!(help.contains("Example"), "{args:?}: {help}");
        for name in subcommands(&help) {
            let mut longer = path.clone();
            longer.push(name);
            helps.push(longer);
        }
        count += 1;
    }
    assert!(count > 20, "only {count} helps");
    for program in [
        cargo_bin!("la-belle-lucie"),
        cargo_bin!("shuffling-patience"),
        cargo_bin!("freecell-merge"),
    ] {
        let help = said(&run(program, &["--help"]));
        assert!(help.contains("Example"), "{program:?}: {help}");
    }
    assert!(said(&run(cargo_bin!("freecell"), &["--help"]))
        .contains("Usage: freecell [OPTIONS] < turn.txt"));
}

#[test]
fn every_program_says_its_version_and_system() {
    let (arch, system) = (std::env::consts::ARCH, std::env::consts::OS);
    for program in [
        cargo_bin!("freecell"),
        cargo_bin!("freecell-lab"),
        cargo_bin!("freecell-merge"),
        cargo_bin!("la-belle-lucie"),
        cargo_bin!("shuffling-patience"),
    ] {
        let name = program.file_stem().unwrap().to_str().unwrap();
        let start = format!("{name} {} ({arch}-{system}", env!("CARGO_PKG_VERSION"));
        let output = run(program, &["--version"]);
        assert!(said(&output).starts_with(&start), "{output:?}");
        assert_eq!(output.status.code(), Some(0));
        let output = run(program, &["--no-such-option"]);
        assert_eq!(output.status.code(), Some(2), "{program:?}");
        let lines = String::from_utf8_lossy(&output.stderr).lines().count();
        assert!(
            output.stdout.is_empty() && (1..=2).contains(&lines),
            "{output:?}"
        );
    }
}

#[test]
fn colours_go_where_they_are_wanted() {
    let table = ["deal", "1", "--format", "pretty"];
    let is_coloured = |args: &[&str]| said(&lab(&[&table[..], args].concat())).contains("\x1b[");
    assert!(!is_coloured(&[]));
    assert!(is_coloured(&["--color", "always"]));
    assert!(!is_coloured(&["--color=never"]));
    let refused = lab(&[&table[..], &["--color", "green"]].concat());
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn quiet_leaves_the_result_alone() {
    let output = lab(&["solve", "10913", "--first", "--quiet"]);
    assert_eq!(said(&output).lines().count(), 1);
    assert!(output.stderr.is_empty(), "{output:?}");
    let refused = lab(&["solve", "--input", "no/such/file", "-q"]);
    assert!(!refused.stderr.is_empty());
}

#[test]
fn what_answers_answers_in_json_too() {
    let json = |args: &[&str], status| -> Value {
        let output = lab(&[args, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(status), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let range = json(&["range", "1..=30", "11982"], 0);
    assert_eq!(
        (&range["deals"], &range["solved"]),
        (&31.into(), &30.into())
    );
    assert_eq!(range["unsolvable"]["deals"], Value::from(vec![11982]));
    assert!(range["moves"]["mean"].as_f64() > Some(30.0));
    let bench = json(&["bench", "1..=30", "--runs", "2"], 0);
    assert_eq!(bench["lab"]["cpu_ms_a_deal"].as_array().unwrap().len(), 2);
    let example = "26 76 72 72 5a 27 57 67 1b 61 41 4h 4h 41 45 34 3c 6d 5b";
    let check = json(&["check", "10913", "--line", example], 0);
    let verdicts = check.as_array().unwrap();
    assert_eq!(verdicts.len(), 8);
    assert_eq!(
        (&verdicts[0]["autoplay"], &verdicts[0]["result"]),
        (&"safe".into(), &"won".into())
    );
    assert_eq!(
        (&verdicts[7]["result"], &verdicts[7]["move"]),
        (&"failed".into(), &12.into())
    );
    let check = json(
        &["check", "10913", "--line", "26 76", "--autoplay", "all"],
        1,
    );
    assert_eq!(check[0]["result"], "open");
}

#[test]
fn completions_and_man_pages_are_written() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&lab(&["generate", shell]));
        assert!(
            script.contains("freecell-lab") && script.contains("diagnose"),
            "{shell}"
        );
    }
    let script = "source /dev/stdin <<< \"$1\" && complete -p freecell-lab";
    let bash = said(&lab(&["generate", "bash"]));
    let output = Command::new("bash")
        .args(["-c", script, "bash", &bash])
        .output()
        .unwrap();
    assert!(said(&output).contains("freecell-lab"), "{output:?}");
    let folder = TempDir::new().unwrap();
    let pages = folder.path().join("man1");
    assert!(lab(&["generate", "man", "-o", pages.to_str().unwrap()])
        .status
        .success());
    for name in [
        "freecell-lab",
        "freecell-lab-solve",
        "freecell-lab-tune-fit",
    ] {
        let page = fs::read_to_string(pages.join(name).with_extension("1")).unwrap();
        assert!(
            page.contains(".TH ") && page.contains("EXTRA") || page.contains("Example"),
            "{name}"
        );
    }
    assert!(
        !said(&lab(&["--help"])).contains("generate"),
        "it is for packagers"
    );
}

#[test]
fn long_searches_show_on_a_terminal_how_far_they_are() {
    let pty = openpty(None, None).unwrap();
    let mut command = Command::new(cargo_bin!("freecell-lab"));
    command.args(["solve", "1", "--time", "2s", "--prove=2s"]);
    let mut solve = command
        .stdout(Stdio::null())
        .stderr(pty.slave)
        .spawn()
        .unwrap();
    // It has the terminal open as well.
    drop(command);
    let terminal = File::from(pty.master);
    let reader = thread::spawn(move || {
        let mut seen = Vec::new();
        let mut terminal = terminal;
        // When the last program that writes to it has ended, reading fails.
        let _ = terminal.read_to_end(&mut seen);
        String::from_utf8_lossy(&seen).into_owned()
    });
    assert!(solve.wait().unwrap().success());
    let seen = reader.join().unwrap();
    assert!(
        seen.contains("searching, ") && seen.contains(" of 2s"),
        "{seen}"
    );
    assert!(seen.contains("proving, "), "{seen}");
}

#[test]
fn the_bot_says_on_a_terminal_what_it_waits_for() {
    let pty = openpty(None, None).unwrap();
    let mut bot = Command::new(cargo_bin!("freecell"));
    let bot = bot
        .stdin(pty.slave)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    let mut bot = bot.spawn().unwrap();
    let mut start = [0; 28];
    bot.stderr.take().unwrap().read_exact(&mut start).unwrap();
    bot.kill().unwrap();
    bot.wait().unwrap();
    assert_eq!(&start, b"waiting for a turn's 14 line");
}
