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
        .contains("Usage: freecell [--help | --version] < turn.txt"));
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
    // On a terminal there are colours, unless they are unwanted.
    let on_terminal = |args: &[&str], variable: &str| {
        let mut command = Command::new(cargo_bin!("freecell-lab"));
        command.args(table).args(args).env("TERM", "xterm");
        command.env_remove("NO_COLOR").env(variable, "1");
        terminal(command, true).contains("\x1b[")
    };
    assert!(on_terminal(&[], "ANYTHING"));
    assert!(!on_terminal(&[], "NO_COLOR"));
    assert!(!on_terminal(&["--color", "never"], "ANYTHING"));
    assert!(on_terminal(&["--color", "always"], "NO_COLOR"));
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
    let play = json(&["play", "1..=3", "--bot", "echo 11"], 1);
    assert_eq!((&play["won"], &play["lost"]), (&0.into(), &3.into()));
    let loss = serde_json::json!({
        "referee": "safe", "kind": "nonsense", "deals": [1, 2, 3],
    });
    assert_eq!(play["losses"], Value::from(vec![loss]));
    assert!(play["first_turn_ms"]["slowest"].as_f64() > Some(0.0));
    assert_eq!(
        (&play["moves"], &play["later_turns"]),
        (&Value::Null, &0.into())
    );
    let every = json(&["play", "1", "--bot", "exit 1", "--every-referee"], 1);
    assert_eq!(every["lost"], every["referees"].as_array().unwrap().len());
    assert_eq!(
        every["referees"][0]["referee"],
        "--autoplay safe --illegal loses"
    );
}

#[test]
fn the_columns_searches_answer_in_json_what_they_answer_in_text() {
    // The figures are those of `fixtures/heineman.txt`.
    for (args, status, expected) in [
        (
            "staged 11853",
            0,
            r#"[{"result": "solved", "moves": 69, "positions": 596675}]"#,
        ),
        (
            "staged 10",
            1,
            r#"[{"result": "none", "moves": null, "positions": 29205}]"#,
        ),
        (
            "bfs 14 --depth 4",
            1,
            r#"{"result": "depth", "line": null, "moves_by_depth": [10, 99, 1002, 10504]}"#,
        ),
        (
            "count 14 --depth 2 --trials 2",
            0,
            r#"{"walks": 2, "depths": [{"depth": 1, "exact": "10"}, {"depth": 2, "exact": "99"}]}"#,
        ),
        (
            "reach 11982 --cells 2",
            0,
            r#"{"result": "unsolvable", "complete": true, "positions": 585}"#,
        ),
        ("cells 11982", 0, r#"[{"enough": 5, "at_least": 5}]"#),
        ("compare 14 --limit 100", 0, r#"{"deals": 1, "limit": 100}"#),
    ] {
        let mut command = vec!["heineman"];
        command.extend(args.split(' ').chain(["--json"]));
        let output = lab(&command);
        assert_eq!(output.status.code(), Some(status), "{args}");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let expected: Value = serde_json::from_str(expected).unwrap();
        assert!(has(&found, &expected), "{args}: {found:#}");
    }
    let judged = lab(&[
        "check", "1", "--rules", "heineman", "--line", "11", "--json",
    ]);
    let judged: Value = serde_json::from_slice(&judged.stdout).unwrap();
    assert_eq!(
        (&judged["result"], &judged["move"]),
        (&"failed".into(), &1.into())
    );
}

/// Whether a value is what is expected, where objects may have more fields.
fn has(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected
            .iter()
            .all(|(name, value)| found.get(name).is_some_and(|it| has(it, value))),
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len()
                && found
                    .iter()
                    .zip(expected)
                    .all(|(one, other)| has(one, other))
        }
        _ => found == expected,
    }
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
    let bash = said(&lab(&["generate", "bash"]));
    for (typed, last, expected) in [
        ("freecell-lab diag", 1, "diagnose\n"),
        ("freecell-lab tune f", 2, "first fit\n"),
        ("freecell-lab range --no", 2, "--no-lines\n"),
        ("freecell-lab solve --autoplay b", 3, "both\n"),
    ] {
        let script = format!(
            "source /dev/stdin <<< \"$1\"; COMP_WORDS=({typed}) COMP_CWORD={last}; \
             read -ra words <<< '{typed}'; \
             _freecell_lab freecell-lab \"${{words[$COMP_CWORD]}}\" \"${{words[$COMP_CWORD-1]}}\"; \
             echo \"${{COMPREPLY[@]}}\""
        );
        let mut command = Command::new("bash");
        let output = command
            .args(["-c", &script, "bash", &bash])
            .output()
            .unwrap();
        assert_eq!(said(&output), expected, "{typed}: {output:?}");
    }
    assert_eq!(
        bash.matches(" freecell-lab\n").count(),
        2,
        "the program's own name"
    );
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
        assert!(page.contains(".TH ") && page.contains("Example"), "{name}");
    }
    assert!(
        !said(&lab(&["--help"])).contains("generate"),
        "it is for packagers"
    );
}

/// Runs a command whose standard output, or whose standard error, is a terminal, and
/// returns what is seen there.
fn terminal(mut command: Command, is_output: bool) -> String {
    let pty = openpty(None, None).unwrap();
    let command = command.stdin(Stdio::null());
    let command = if is_output {
        command.stdout(pty.slave).stderr(Stdio::null())
    } else {
        command.stdout(Stdio::null()).stderr(pty.slave)
    };
    let mut child = command.spawn().unwrap();
    // The command has the terminal open as well.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut terminal = File::from(pty.master);
    let reader = thread::spawn(move || {
        let mut seen = Vec::new();
        // When the last program that writes to it has ended, reading fails.
        let _ = terminal.read_to_end(&mut seen);
        String::from_utf8_lossy(&seen).into_owned()
    });
    assert!(child.wait().unwrap().success());
    reader.join().unwrap()
}

#[test]
fn long_searches_show_on_a_terminal_how_far_they_are() {
    let seen = |args: &[&str]| {
        let mut command = Command::new(cargo_bin!("freecell-lab"));
        command.args(args);
        terminal(command, false)
    };
    let solve = ["solve", "1", "--time", "2s", "--prove=2s"];
    let said = seen(&solve);
    assert!(
        said.contains("searching, ") && said.contains(" of 2s"),
        "{said}"
    );
    assert!(said.contains("proving, "), "{said}");
    let said = seen(&["bench", "1..=200", "--runs", "2"]);
    assert!(said.contains(" of 400 deals, "), "{said}");
    let said = seen(&["bench", "1..=50", "--runs", "1", "--quiet"]);
    assert_eq!(said, "");
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

#[test]
fn what_the_pages_commands_write_is_ignored_by_git() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !root.join(".git").exists() {
        return;
    }
    let mut count = 0;
    for page in [
        "README.md",
        "src/bin/lab/README.md",
        "src/bin/merge/README.md",
    ] {
        let text = fs::read_to_string(root.join(page)).unwrap();
        let fences = text.split("```").skip(1).step_by(2);
        let words: Vec<&str> = fences
            .flat_map(str::split_whitespace)
            .map(|word| word.trim_end_matches(';'))
            .collect();
        for pair in words.windows(2) {
            let writes = [">", "-o", "--csv", "--joblog"].contains(&pair[0]);
            let is_file = !pair[1].starts_with("fixtures/") && !pair[1].starts_with(['/', '&']);
            if writes && is_file && pair[1].contains('.') {
                let mut git = Command::new("git");
                let git = git.args(["check-ignore", "-q", pair[1]]).current_dir(root);
                assert!(git.status().unwrap().success(), "{page}: {}", pair[1]);
                count += 1;
            }
        }
    }
    assert!(count > 8, "only {count} files are written");
}

#[test]
fn the_aliases_show_that_they_build() {
    let aliases = include_str!("../../.cargo/config.toml");
    assert!(aliases.contains("lab = ") && !aliases.contains("--quiet") && !aliases.contains("-q "));
}
