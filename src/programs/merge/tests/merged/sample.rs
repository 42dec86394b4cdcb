//! Small crates in temporary folders, and the merger and the compiler on them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A crate with a binary, `sample`, and whatever files it is given.
pub struct Sample {
    folder: TempDir,
}

const MANIFEST: &str =
    "[package]\nname = \"sample\"\nversion = \"0.1.0\"\nedition = \"2021\"\nlicense = \"MIT\"\n";

impl Sample {
    /// A crate of those files; a manifest and a licence are added if there are none. `more` follows
    /// the package's table in the manifest.
    pub fn new(more: &str, files: &[(&str, &str)]) -> Sample {
        let sample = Sample {
            folder: TempDir::new().unwrap(),
        };
        sample.write("Cargo.toml", &format!("{MANIFEST}{more}"));
        sample.write("LICENSE", include_str!("../../../../../LICENSE"));
        for (path, text) in files {
            sample.write(path, text);
        }
        let locked = Command::new(env!("CARGO"))
            .args(["generate-lockfile", "--quiet", "--offline"])
            .current_dir(sample.folder.path())
            .status();
        assert!(locked.unwrap().success());
        sample
    }

    /// The path of one of its files.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Merges the crate.
    pub fn merge(&self) -> Output {
        self.merge_with(&[])
    }

    /// The same with some options.
    pub fn merge_with(&self, options: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_freecell-merge"))
            .arg("--manifest-path")
            .arg(self.folder.path().join("Cargo.toml"))
            .args(options)
            .output()
            .unwrap()
    }

    /// Merges the crate with some options, which must succeed.
    pub fn merged_with(&self, options: &[&str]) -> String {
        text_of(&self.merge_with(options))
    }

    /// Merges the crate, which must succeed.
    pub fn merged(&self) -> String {
        text_of(&self.merge())
    }

    /// Merges, compiles and runs the crate: the merged text and what the
    /// program prints.
    pub fn run(&self) -> (String, String) {
        self.run_with(&[])
    }

    /// The same, merged with some options.
    pub fn run_with(&self, options: &[&str]) -> (String, String) {
        let (text, output) = self.output(options);
        assert!(output.status.success());
        (text, String::from_utf8(output.stdout).unwrap())
    }

    /// The exit status of the crate's program, merged and compiled.
    pub fn status(&self) -> Option<i32> {
        self.output(&[]).1.status.code()
    }

    /// What the crate's program does as Cargo builds it.
    pub fn built(&self) -> Output {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--quiet", "--offline", "--release"]);
        cargo.arg("--target-dir").arg(self.path("target"));
        cargo.current_dir(self.folder.path());
        // Warnings would stand beside what the program says.
        cargo
            .env("RUSTFLAGS", "-A warnings")
            .env("RUST_BACKTRACE", "0");
        cargo.output().unwrap()
    }

    /// The crate merged with some options, and what the compiled program does.
    pub fn output(&self, options: &[&str]) -> (String, Output) {
        let text = self.merged_with(options);
        let program = compile(self.folder.path(), &text, &["-O"]);
        let mut program = Command::new(program);
        (text, program.env("RUST_BACKTRACE", "0").output().unwrap())
    }

    /// Takes the lock file away.
    pub fn unlock(&self) {
        fs::remove_file(self.folder.path().join("Cargo.lock")).unwrap();
    }
}

/// The standard output of a merger that succeeded.
pub fn text_of(output: &Output) -> String {
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{messages}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Compiles a merged file as the platform does, refusing warnings.
pub fn compile(folder: &Path, text: &str, options: &[&str]) -> PathBuf {
    compile_in("2021", folder, text, options)
}

/// The same in an edition.
pub fn compile_in(edition: &str, folder: &Path, text: &str, options: &[&str]) -> PathBuf {
    let name: String = options
        .concat()
        .chars()
        .filter(|it| it.is_alphanumeric())
        .collect();
    let source = folder.join(format!("{name}.rs"));
    let program = folder.join(name);
    fs::write(&source, text).unwrap();
    let output = Command::new("rustc")
        .args(["--edition", edition, "-D", "warnings"])
        .args(options)
        .arg(&source)
        .arg("-o")
        .arg(&program)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    program
}
