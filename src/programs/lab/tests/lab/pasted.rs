//! Texts that people paste, each with the right answer beside it, through every command that
//! reads tables or lines, and through the page's reader: all understand the same, or refuse it
//! for the same reason.

use std::cell::OnceCell;
use std::fs;
use std::io::Write as _;
use std::panic::catch_unwind;
use std::path::Path;
use std::process::{Command, Stdio};

use freecell::protocol;
use freecell::referee::{judge, Game, Verdict};
use freecell::table::Table;
use freecell::text::deal_in;
use freecell::text::numbering::{self, NumberedDeal};
use serde_json::{json, Value};

use testing::lab::{run, text, SAFE};

/// The right answer to a text.
#[derive(Debug, Default)]
struct Expected {
    /// The table in the text: a deal's number, and the moves played on it.
    table: Option<String>,
    /// The table that a line without one is for.
    on: Option<String>,
    /// The line in the text, as the puzzle writes it; its words need not be moves.
    line: Option<String>,
    /// What the moves of another program come to.
    translated: Option<String>,
    /// A part of the reason why the text is refused.
    refused: Option<String>,
}

impl Expected {
    fn read(path: &Path) -> Expected {
        let text = fs::read_to_string(path.with_extension("expected")).unwrap();
        let mut expected = Expected::default();
        for row in text.lines() {
            let (key, value) = row.split_once(": ").unwrap_or((row, ""));
            let place = match key {
                "table" => &mut expected.table,
                "on" => &mut expected.on,
                "line" => &mut expected.line,
                "translated" => &mut expected.translated,
                "refused" => &mut expected.refused,
                _ => panic!("{}: what is {key:?}?", path.display()),
            };
            *place = Some(value.to_owned());
        }
        expected
    }

    /// The table that the line is played on.
    fn table(&self) -> Option<Table> {
        let text = self.table.as_ref().or(self.on.as_ref())?;
        let (name, moves) = text.split_once(' ').unwrap_or((text, ""));
        let mut game = Game::new(deal_in(name).unwrap().unwrap().table(), SAFE);
        for mv in moves.split_whitespace() {
            game.play(mv.parse().unwrap()).unwrap();
        }
        Some(game.table().clone())
    }
}

#[test]
fn every_reader_understands_the_same() {
    let (mut texts, mut wrong) = (0, Vec::new());
    // `fixtures/README.md` describes the files.
    for entry in fs::read_dir(testing::root().join("fixtures/pasted")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let pasted = Text {
                expected: Expected::read(&path),
                pasted: text(&fs::read(&path).unwrap()),
                file: path.display().to_string(),
                name,
                diagnosed: OnceCell::new(),
            };
            let file = pasted.file.clone();
            let is_wrong = catch_unwind(move || pasted.check()).is_err();
            wrong.extend(is_wrong.then_some(file));
            texts += 1;
        }
    }
    assert!(texts > 0);
    assert_eq!(wrong, [""; 0], "of {texts} texts; the reasons are above");
}

struct Text {
    name: String,
    file: String,
    pasted: String,
    expected: Expected,
    diagnosed: OnceCell<Value>,
}

impl Text {
    fn check(&self) {
        if let Some(reason) = &self.expected.refused {
            return self.is_refused(reason);
        }
        let table = self
            .expected
            .table()
            .expect("a table, or one that the line is for");
        if self.expected.table.is_some() {
            self.has_table(&table);
        }
        if let Some(line) = &self.expected.line {
            self.has_line(&table, line);
        }
        if let Some(line) = &self.expected.translated {
            self.is_translated(line);
        }
        self.is_read_by_the_page(&table);
    }

    /// Every reader refuses the text for this reason.
    fn is_refused(&self, reason: &str) {
        let file = &*self.file;
        for args in [
            &["deal", "--input", file][..],
            &["find", "--input", file],
            &["solve", "--input", file],
            &["check", "--input", file, "--line", "26"],
            &["hint", "--input", file],
            &["translate", "--input", file, "--line", "26"],
            &["diagnose", "--input", file],
        ] {
            let output = run(args, "");
            let said = text(&output.stderr);
            assert_eq!(
                output.status.code(),
                Some(2),
                "{}: {args:?}\n{said}",
                self.name
            );
            assert!(said.contains(reason), "{}: {args:?}\n{said}", self.name);
        }
        let answer = page(&format!("read {}", self.pasted));
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(reason), "{}: {answer}", self.name);
    }

    /// Every command that reads a table finds this one.
    fn has_table(&self, table: &Table) {
        let (file, name) = (&*self.file, &self.name);
        let deal = run(&["deal", "--input", file], "");
        let turn = protocol::print(table, &Game::new(table.clone(), SAFE).legal_moves());
        assert_eq!(text(&deal.stdout), turn, "{name}: {}", text(&deal.stderr));
        let find = run(&["find", "--input", file], "");
        // The right answer has the number, which saves a search; once moves are played, it is none.
        let expected = self.expected.table.as_deref().unwrap_or_default();
        let named = deal_in(expected).filter(|_| !expected.contains(' '));
        let named = named.map(|deal| deal.unwrap());
        // Not all deals of other programs are searched.
        let is_found =
            |deal: &NumberedDeal| deal.microsoft().is_some() || numbering::find(table) == [*deal];
        let number = named.filter(is_found);
        let number = number.map_or(String::new(), |number| format!("{number}\n"));
        assert_eq!(text(&find.stdout), number, "{name}");
        let line = text(&run(&["solve", "--first", "--input", file], "").stdout);
        let verdict = judge(table, SAFE, &line);
        let is_lost = line.is_empty();
        assert!(
            is_lost || matches!(verdict, Verdict::Won { .. }),
            "{name}: {verdict}"
        );
    }

    /// Every command that reads a line finds this one.
    fn has_line(&self, table: &Table, line: &str) {
        let name = &self.name;
        let verdict = judge(table, SAFE, line);
        let number = self.expected.on.as_deref();
        let source = number.map_or(vec!["--input", &self.file], |number| vec![number]);
        let at_file = format!("@{}", self.file);
        let rules = [
            "--autoplay",
            "safe",
            "--capacity",
            "pow",
            "--long-run",
            "partial",
        ];
        let args = [
            &["check"][..],
            &source,
            &rules,
            &["--json", "--line", &at_file],
        ]
        .concat();
        let judged: Value = serde_json::from_slice(&run(&args, "").stdout).unwrap();
        let hint = [
            &["hint", "--time", "1ms"][..],
            &source,
            &["--line", &at_file],
        ]
        .concat();
        let hint = run(&hint, "");
        let verify = [&["verify"][..], &source, &["--line", &at_file]].concat();
        let verified = text(&run(&verify, "").stdout);
        let replay = [&["replay", "--json"][..], &source, &["--line", &at_file]].concat();
        let replayed: Value = serde_json::from_slice(&run(&replay, "").stdout).unwrap();
        let deal = [&["deal"][..], &source, &["--after", &at_file]].concat();
        let played = text(&run(&deal, "").stderr);
        let skipped = &judged[0]["skipped"];
        assert_eq!(skipped, &replayed["skipped"], "{name}");
        let diagnosed = self.diagnosed();
        assert_eq!(diagnosed["line"], line, "{name}");
        let broken = match verdict {
            Verdict::Failed { mv, why } => {
                let word = line.split(' ').nth(mv - 1).unwrap();
                assert_eq!(
                    (&judged[0]["move"], &judged[0]["text"]),
                    (&mv.into(), &word.into())
                );
                let fails = format!("error: --line: move {mv} ({word}) fails: {why}\n");
                assert!(text(&hint.stderr).ends_with(&fails), "{name}: {hint:?}");
                let refuted = format!("refuted: move {mv} fails: {why}, under ");
                assert!(verified.starts_with(&refuted), "{name}: {verified}");
                assert_eq!(replayed["illegal"]["move"], word, "{name}");
                assert_eq!(replayed["moves"].as_array().unwrap().len(), mv - 1);
                let fails = format!("error: --after: move {mv} ({word}) fails: {why}\n");
                assert!(played.ends_with(&fails), "{name}: {played}");
                format!("the line breaks at move {mv} ({word}): {why}\n")
            }
            Verdict::Won { moves } => {
                assert_eq!(judged[0]["moves"], moves, "{name}");
                assert!(verified.starts_with("verified: "), "{name}: {verified}");
                assert_eq!(replayed["won"], true, "{name}");
                assert!(!played.contains("error"), "{name}: {played}");
                assert!(text(&hint.stdout).contains("won; "), "{name}: {hint:?}");
                format!("the line wins after {moves} moves\n")
            }
            Verdict::Open => {
                assert_eq!(judged[0]["result"], "open", "{name}");
                assert!(verified.starts_with("refuted: all moves legal"), "{name}");
                assert_eq!(replayed["illegal"], Value::Null, "{name}");
                assert!(!played.contains("error"), "{name}: {played}");
                assert!(hint.status.code() != Some(2), "{name}: {hint:?}");
                "the line is legal and does not win\n".to_owned()
            }
        };
        let said = diagnosed["text"].as_str().unwrap();
        assert!(said.contains(&broken), "{name}: {broken} is not in\n{said}");
    }

    /// What `diagnose` says of the text, which has a table or the name of one.
    fn diagnosed(&self) -> &Value {
        self.diagnosed.get_or_init(|| self.diagnose())
    }

    fn diagnose(&self) -> Value {
        let named = match &self.expected.on {
            Some(number) => format!("Deal {number}\n\n{}", self.pasted),
            None => self.pasted.clone(),
        };
        // What it reads is tested here, not the lines that it suggests.
        let output = run(&["diagnose", "--json", "--positions", "1000"], &named);
        let answer = serde_json::from_slice(&output.stdout);
        answer.unwrap_or_else(|_| panic!("{}: {}", self.name, text(&output.stderr)))
    }

    fn is_translated(&self, line: &str) {
        let number = self.expected.on.as_deref();
        let source = number.map_or(vec!["--input", &self.file], |number| vec![number]);
        let at_file = format!("@{}", self.file);
        let args = [&["translate"][..], &source, &["--line", &at_file]].concat();
        let output = run(&args, "");
        let said = text(&output.stdout);
        assert_eq!(said.trim(), line, "{}: {}", self.name, text(&output.stderr));
        assert_eq!(self.diagnosed()["translated"], line, "{}", self.name);
    }

    /// The page reads the same table and plays the same line.
    fn is_read_by_the_page(&self, table: &Table) {
        let request = match &self.expected.on {
            Some(number) => format!("paste {number} {}", self.pasted),
            None => format!("read {}", self.pasted),
        };
        let read = page(&request);
        let address = read["address"].as_str();
        let address = address.unwrap_or_else(|| panic!("{}: {read}", self.name));
        let (origin, line) = address.split_once(':').unwrap_or((address, ""));
        let shared = page(&format!("share {origin}"));
        let turn = protocol::print(table, &Game::new(table.clone(), SAFE).legal_moves());
        assert_eq!(shared["turn"], turn, "{}: {address}", self.name);
        let expected = self
            .expected
            .translated
            .as_ref()
            .or(self.expected.line.as_ref());
        let expected = expected.map_or(String::new(), |line| line.replace(' ', "-"));
        assert_eq!(line, expected, "{}", self.name);
    }
}

/// The page's response to a request.
fn page(request: &str) -> Value {
    let mut command = Command::new(testing::program("freecell-page"));
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{}", json!(request)).unwrap();
    drop(stdin);
    serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap()
}
