//! A range in shards on several machines: the scripts of the page as they stand
//! there, shards that are killed and shards that are lost.

use std::fs::Permissions;
use std::os::unix::fs::{symlink, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use tempfile::TempDir;

use testing::lab::{process, text};
use testing::skipped::skip_without;

const PAGE: &str = include_str!("../../../pages/many-deals.md");

/// The script on the page that has that text, with other numbers in it.
fn script(mark: &str, numbers: &[(&str, &str)]) -> String {
    let mut blocks = PAGE.split("```sh\n").skip(1);
    let block = blocks.find_map(|block| {
        let (script, _) = block.split_once("```").expect("a fence that ends");
        script.contains(mark).then(|| script.to_owned())
    });
    let mut script = block.expect("the page has the script");
    for (number, other) in numbers {
        assert!(script.contains(number), "no {number:?} in {script}");
        script = script.replace(number, other);
    }
    script
}

/// A folder for programs that scripts find before others, with the lab in it.
fn bin(folder: &Path) -> PathBuf {
    let bin = folder.join("bin");
    if !bin.exists() {
        fs::create_dir(&bin).unwrap();
        symlink(cargo_bin!("freecell-lab"), bin.join("freecell-lab")).unwrap();
    }
    bin
}

/// Runs a script of the page where the lab is in the `PATH`, and `srun` is that
/// command.
fn run_script(folder: &Path, script: &str, srun: &str, task: &str) -> Output {
    let path = format!("{}:{}", bin(folder).display(), env::var("PATH").unwrap());
    let script = format!("srun() {{ {srun} \"$@\"; }}\n{script}");
    let mut command = Command::new("bash");
    let command = command.args(["-c", &script]).current_dir(folder);
    let command = command.env("PATH", path).env("SLURM_ARRAY_TASK_ID", task);
    command.stdin(Stdio::null()).output().unwrap()
}

/// Whether GNU parallel is installed; if not, it is said that a test is skipped.
fn has_parallel() -> bool {
    let is_there = Command::new("parallel").arg("--version").output();
    let is_gnu = is_there.is_ok_and(|output| text(&output.stdout).starts_with("GNU parallel"));
    if !is_gnu {
        skip_without("GNU parallel (Debian package parallel)");
    }
    is_gnu
}

/// The results in the rows of a shard, without their costs.
fn results(folder: &Path, shard: &str) -> Vec<String> {
    let rows = fs::read_to_string(folder.join("parts").join(shard)).unwrap();
    let rows = rows.lines().map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        format!("{} {} {}", fields[0], fields[2], fields[3])
    });
    rows.collect()
}

#[test]
fn each_task_of_the_array_solves_its_shard_and_resumes_where_it_stopped() {
    let folder = TempDir::new().unwrap();
    let array = script("#SBATCH", &[("size=8589935", "size=40")]);
    for task in ["0", "1", "2"] {
        let output = run_script(folder.path(), &array, "command", task);
        assert!(output.status.success(), "{output:?}");
        assert!(
            text(&output.stdout).starts_with("40 solved, "),
            "{output:?}"
        );
        assert!(output.stderr.is_empty(), "{output:?}");
    }
    let rows = results(folder.path(), "1.csv");
    assert_eq!(rows.len(), 40);
    assert!(rows[0].starts_with("41 ") && rows[39].starts_with("80 "));
    // As if the second task had been killed while it wrote a row.
    let part = folder.path().join("parts/1.csv");
    let whole = fs::read_to_string(&part).unwrap();
    fs::write(&part, &whole[..whole.len() / 2]).unwrap();
    assert!(run_script(folder.path(), &array, "command", "1")
        .status
        .success());
    assert_eq!(results(folder.path(), "1.csv"), rows);
    fs::remove_file(folder.path().join("parts/2.csv")).unwrap();
    let add = script("--add parts", &[("1..=8589934591", "1..=120")]);
    let output = run_script(folder.path(), &add, "command", "");
    assert!(
        text(&output.stdout).starts_with("120 solved, "),
        "{output:?}"
    );
}

#[test]
fn the_array_covers_every_deal_there_is_and_no_other() {
    let folder = TempDir::new().unwrap();
    let array = script("#SBATCH --array=0-999\n", &[]);
    let shard = |task: u32| {
        let output = run_script(folder.path(), &array, "echo", &task.to_string());
        let said = text(&output.stdout);
        let (first, last) = said.split(' ').nth(2).unwrap().split_once("..=").unwrap();
        (first.parse::<u64>().unwrap(), last.parse::<u64>().unwrap())
    };
    let shards: Vec<(u64, u64)> = [0, 1, 2, 998, 999].map(shard).into();
    assert_eq!(shards[0].0, 1);
    assert_eq!(shards[4].1, freecell::deal::LAST_DEAL);
    for pair in [&shards[..2], &shards[1..3], &shards[3..]] {
        assert_eq!(pair[0].1 + 1, pair[1].0);
    }
    // All but the last have the same size, so that those between fit as well.
    let size = |(first, last): (u64, u64)| last + 1 - first;
    assert_eq!(shards[3].0, 998 * size(shards[0]) + 1);
}

#[test]
fn gnu_parallel_starts_a_shard_again_that_was_killed() {
    if !has_parallel() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let numbers = [("100000", "30"), ("seq 0 99", "seq 0 2")];
    let recipe = script("parallel --jobs 2", &numbers);
    // The first attempt at the second shard is killed before its last row.
    let killed = "freecell-lab() {
        if [ $2 = 31..=60 ] && mkdir killed 2> /dev/null; then
            command freecell-lab range 31..=45 \"${@:3}\" > /dev/null
            kill -9 $BASHPID
        fi
        command freecell-lab \"$@\"
    }
    export -f freecell-lab\n";
    let output = run_script(folder.path(), &format!("{killed}{recipe}"), "command", "");
    assert!(output.status.success(), "{output:?}");
    assert!(folder.path().join("killed").exists());
    let log = fs::read_to_string(folder.path().join("jobs.log")).unwrap();
    assert!(log.lines().count() >= 4, "{log}");
    let rows = results(folder.path(), "1.csv");
    assert_eq!(rows.len(), 30);
    assert!(rows.is_sorted_by_key(|row| row.split(' ').next().unwrap().parse::<u64>().unwrap()));
}

/// What stands in for `ssh HOST -- COMMAND`: the machine is this one, and the first that is asked
/// is lost in the middle of its shard.
const SSH: &str = "#!/bin/bash
if mkdir lost 2> /dev/null; then
    freecell-lab range 1..=5 --csv - --quiet
    exit 255
fi
shift 2
exec bash -c \"$*\"
";

#[test]
fn shards_on_several_machines_bring_their_rows_home_once() {
    if !has_parallel() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let ssh = bin(folder.path()).join("ssh");
    fs::write(&ssh, SSH).unwrap();
    fs::set_permissions(&ssh, Permissions::from_mode(0o755)).unwrap();
    let numbers = [
        ("8/ada,4/ben,:", "1/ada,1/ben,1/:"),
        ("1..=10000000", "1..=90"),
        ("100000", "30"),
        ("seq 0 99", "seq 0 2"),
    ];
    let output = run_script(
        folder.path(),
        &script("--sshlogin", &numbers),
        "command",
        "",
    );
    assert!(output.status.success(), "{output:?}");
    assert!(
        text(&output.stdout).starts_with("90 solved, "),
        "{output:?}"
    );
    assert!(folder.path().join("lost").exists());
    // That every shard comes home is GNU parallel's promise: on a busy machine it has been seen to
    // end with one of three. Ours is that a shard is whole and comes once, without the rows of the
    // attempt that was lost, and that the sum does not depend on it.
    let rows = fs::read_to_string(folder.path().join("rows.csv")).unwrap();
    let deals = rows.lines().map(|row| row.split(',').next().unwrap());
    let deals: Vec<u32> = deals.map(|deal| deal.parse().unwrap()).collect();
    let shards = deals.chunk_by(|deal, next| deal % 30 != 0 && deal + 1 == *next);
    let mut firsts: Vec<u32> = shards
        .inspect(|shard| assert_eq!(shard.len(), 30, "{output:?}\n{rows}"))
        .map(|shard| shard[0])
        .collect();
    firsts.sort_unstable();
    assert!(!firsts.is_empty(), "{output:?}");
    assert!(firsts.iter().all(|first| [1, 31, 61].contains(first)));
    assert!(firsts.is_sorted_by(|one, next| one < next), "{rows}");
}

#[test]
fn shards_that_were_killed_or_lost_add_up_to_the_same_sum() {
    let folder = TempDir::new().unwrap();
    let paths: Vec<_> = (0..4)
        .map(|shard| folder.path().join(format!("{shard}.csv")))
        .collect();
    let shard = |number: usize| {
        let deals = format!("{}..={}", number * 300 + 1, (number + 1) * 300);
        let mut command = process(&["range", &deals, "--quiet", "--resume", "--csv"]);
        command.arg(&paths[number]).stdout(Stdio::null());
        command
    };
    for number in 0..3 {
        assert!(shard(number).status().unwrap().success());
    }
    let mut killed = shard(3).spawn().unwrap();
    while fs::metadata(&paths[3]).map_or(0, |file| file.len()) < 5000 {
        assert!(killed.try_wait().unwrap().is_none(), "it ended by itself");
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    fs::remove_file(&paths[1]).unwrap();
    let sum = |command: &mut Command| {
        let output = command.arg("--json").output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let mut json: Value = serde_json::from_slice(&output.stdout).unwrap();
        // Only the costs differ from run to run.
        let figures = json.as_object_mut().unwrap();
        figures.retain(|name, _| name != "cpu_ms" && name != "peak_memory_bytes");
        json
    };
    let found = paths.iter().filter(|path| path.exists());
    let added = sum(process(&["range", "1..=1200", "--add"]).args(found));
    assert_eq!(added["deals"], 1200);
    assert_eq!(added, sum(&mut process(&["range", "1..=1200"])));
}

#[test]
fn the_order_of_the_rows_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let row = |deal: u64| {
        let (result, moves) = match deal % 4 {
            0 | 1 => ("unsolved", String::new()),
            _ => ("solved", (40 + deal % 7).to_string()),
        };
        let (positions, ms) = (deal * 13, deal as f64 / 1000.0);
        format!("{deal},safe first,{result},{moves},{positions},{ms},\n")
    };
    let rows: Vec<String> = (1..=5000).map(row).collect();
    let backwards = rows.iter().rev().cloned().collect();
    let summaries = [rows, backwards].map(|rows: Vec<String>| {
        let path = folder.path().join("rows.csv");
        fs::write(&path, rows.concat()).unwrap();
        let mut command = process(&["range", "1..=5000", "--add"]);
        let said = text(&command.arg(&path).output().unwrap().stdout);
        said.lines().take(7).map(str::to_owned).collect::<Vec<_>>()
    });
    let [summary, other] = &summaries;
    assert_eq!(summary, other);
    let counts = "2500 solved, 0 proved unsolvable, 2500 unsolved";
    assert_eq!(summary[0], counts);
    let listed = &summary[1];
    assert!(listed.starts_with("unsolved: 1 4 5 8 "), "{listed}");
    assert!(listed.ends_with(" 2000 and 1500 more"), "{listed}");
    assert!(
        summary[2].starts_with("of these, 2500 deals by "),
        "{}",
        summary[2]
    );
    // Microseconds below 32,768 are exact.
    assert_eq!(
        summary[4].split_whitespace().collect::<Vec<_>>(),
        ["CPU", "ms", "2.50", "2.50", "4.95", "5.00", "5.00", "(deal", "5000)"]
    );
}
