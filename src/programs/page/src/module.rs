//! The module of the page: this package's program compiled to WebAssembly, or read from a file.
//!
//! Cargo compiles it if its target for WebAssembly is installed. If not, one line says how to
//! get the target or the module.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{bail, ensure, Context, Result};
use serde_json::Value;

const TARGET: &str = "wasm32-unknown-unknown";

/// The first bytes of every WebAssembly file.
const MAGIC: &[u8] = b"\0asm";
/// The functions that the page calls, as a module lists what it exports: a length, the name, and 0
/// for a function.
const EXPORTS: [&[u8]; 3] = [b"\x08allocate\0", b"\x07respond\0", b"\x08response\0"];

/// The most bytes of a module that are read, a hundred times what it has.
const LONGEST: u64 = 1 << 26;

/// Reads a module that was built before.
///
/// # Errors
/// The file cannot be read, or is not the page's module.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let name = path.display();
    let mut module = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST).read_to_end(&mut module));
    read.with_context(|| format!("cannot read {name}"))?;
    let exports = |name: &[u8]| module.windows(name.len()).any(|bytes| bytes == name);
    ensure!(
        module.starts_with(MAGIC) && EXPORTS.into_iter().all(exports),
        "{name} is not the page's module: expected WebAssembly, as `.ci/wasm {name}` makes it"
    );
    Ok(module)
}

/// Compiles the module.
///
/// # Errors
/// There is no target for WebAssembly, or the crate's sources are not here any more.
pub fn build() -> Result<Vec<u8>> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    ensure!(
        sources.join("Cargo.toml").is_file(),
        "the sources in {} are gone: run this where they are, or give --wasm FILE",
        sources.display()
    );
    if !has_target() {
        bail!("no compiler for {TARGET} here: run `rustup target add {TARGET}`, or `.ci/wasm freecell.wasm` and give --wasm freecell.wasm");
    }
    let output = Command::new(program("CARGO", "cargo"))
        .current_dir(sources)
        .args(["build", "--quiet", "--release", "--message-format=json"])
        .args(["--config", "profile.release.strip=\"symbols\""])
        .args(["--target", TARGET])
        .args(["--bin", "freecell-page"])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot run cargo")?;
    ensure!(output.status.success(), "the module does not compile");
    let messages = String::from_utf8_lossy(&output.stdout);
    let module = messages.lines().find_map(built);
    read(&module.context("cargo does not say what it compiled")?)
}

/// The file that a message of Cargo's says it wrote, if it is a module.
fn built(message: &str) -> Option<PathBuf> {
    let message: Value = serde_json::from_str(message).ok()?;
    let files = message["filenames"].as_array()?;
    let mut paths = files.iter().filter_map(Value::as_str).map(PathBuf::from);
    paths.find(|path| path.extension().is_some_and(|it| it == "wasm"))
}

/// Whether the compiler has the target's standard library.
fn has_target() -> bool {
    let mut command = Command::new(program("RUSTC", "rustc"));
    command.args(["--print", "target-libdir", "--target", TARGET]);
    let folder = command.stderr(Stdio::null()).output();
    folder.is_ok_and(|output| {
        let folder = String::from_utf8_lossy(&output.stdout);
        output.status.success() && Path::new(folder.trim()).is_dir()
    })
}

/// A program as Cargo names it in the environment, or by its own name.
fn program(variable: &str, name: &str) -> OsString {
    env::var_os(variable).unwrap_or_else(|| name.into())
}
