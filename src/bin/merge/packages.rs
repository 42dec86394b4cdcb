//! Which crates make up the bot: its package, and the libraries in the tree of
//! its normal dependencies, in the versions that `Cargo.lock` pins.
//!
//! Cargo answers both questions: `cargo tree` which packages the bot's normal
//! dependencies are and with what features, `cargo metadata` where they lie.
//! Neither needs the network after `cargo fetch`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{bail, ensure, Context, Result};
use cargo_metadata::{Edition, Metadata, MetadataCommand, Package, Target};

/// The platform that the merged file is for.
pub const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// The bot's crates.
pub struct Bot {
    /// The bot's package: its library, if it has one.
    pub lib: Option<Crate>,
    /// The bot's package: its binary.
    pub binary: Crate,
    /// The libraries it uses, directly or not, in alphabetical order.
    pub dependencies: Vec<Crate>,
}

/// One crate to merge.
pub struct Crate {
    /// Its package, as Cargo describes it.
    pub package: Package,
    /// The name by which Rust code refers to it.
    pub name: String,
    /// Its root file.
    pub root: PathBuf,
    /// The cargo features that are on.
    pub features: BTreeSet<String>,
    /// Whether it belongs to the bot's own package.
    pub own: bool,
}

impl Crate {
    /// The folder of the crate's package.
    pub fn folder(&self) -> &Path {
        let manifest = self.package.manifest_path.as_std_path();
        manifest.parent().unwrap_or(manifest)
    }

    /// The package's name and version.
    pub fn title(&self) -> String {
        format!("{} {}", self.package.name, self.package.version)
    }

    /// How a file of the crate is named to people: from the package's folder
    /// for the bot's own, with the package's name before it for the others.
    pub fn display(&self, file: &Path) -> String {
        let inside = file.strip_prefix(self.folder()).unwrap_or(file).display();
        if self.own {
            inside.to_string()
        } else {
            format!("{}-{}/{inside}", self.package.name, self.package.version)
        }
    }
}

/// Finds the crates of the package with that manifest.
///
/// # Errors
/// What Cargo refuses, a package without one clear binary, and packages that
/// cannot be merged: see [`checked`].
pub fn find(manifest: Option<&Path>) -> Result<Bot> {
    let metadata = ask_metadata(manifest)?;
    let package = metadata
        .root_package()
        .context("there is no package here, only a workspace")?;
    let features = ask_tree(package)?;
    let take = |package: &Package, target: &Target, own: bool| {
        checked(Crate {
            package: package.clone(),
            name: target.name.replace('-', "_"),
            root: target.src_path.clone().into(),
            features: features[&key(package)].clone(),
            own,
        })
    };
    let others = metadata
        .packages
        .iter()
        .filter(|each| each.id != package.id);
    let mut dependencies = others
        .filter(|each| features.contains_key(&key(each)))
        .filter_map(|each| Some(take(each, library(each)?, false)))
        .collect::<Result<Vec<_>>>()?;
    dependencies.sort_by(|a, b| a.name.cmp(&b.name));
    for pair in dependencies.windows(2) {
        ensure!(
            pair[0].name != pair[1].name,
            "two versions of one crate: {}, {}",
            pair[0].title(),
            pair[1].title()
        );
    }
    Ok(Bot {
        lib: library(package)
            .map(|target| take(package, target, true))
            .transpose()?,
        binary: take(package, binary(package)?, true)?,
        dependencies,
    })
}

fn ask_metadata(manifest: Option<&Path>) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    if let Some(path) = manifest {
        command.manifest_path(path);
    }
    command.other_options(["--locked", "--filter-platform", PLATFORM].map(str::to_owned));
    command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => {
            anyhow::anyhow!("cargo metadata: {}", one_line(&stderr))
        }
        other => other.into(),
    })
}

/// The packages that the package's normal dependencies come from, and itself,
/// each with its features that are on.
fn ask_tree(package: &Package) -> Result<BTreeMap<(String, String), BTreeSet<String>>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "tree",
            "--locked",
            "--edges",
            "normal,no-proc-macro",
            "--prefix",
            "none",
        ])
        .args([
            "--target",
            PLATFORM,
            "--format",
            "{p}|{f}",
            "--manifest-path",
        ])
        .arg(&package.manifest_path)
        .output()
        .context("cargo tree")?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "cargo tree: {}",
        one_line(&complaint)
    );
    let text = String::from_utf8(output.stdout).context("cargo tree")?;
    let line = |line: &str| {
        let (package, features) = line.split_once('|')?;
        let mut words = package.split(' ');
        let key = (
            words.next()?.to_owned(),
            words.next()?.strip_prefix('v')?.to_owned(),
        );
        // A line that repeats a package ends in ` (*)`.
        let features = features.trim_end_matches(" (*)").split(',');
        Some((key, features.map(str::to_owned).collect()))
    };
    Ok(text.lines().filter_map(line).collect())
}

fn key(package: &Package) -> (String, String) {
    (package.name.to_string(), package.version.to_string())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn library(package: &Package) -> Option<&Target> {
    package
        .targets
        .iter()
        .find(|each| each.is_lib() || each.is_rlib())
}

/// The binary that `cargo run` would run.
fn binary(package: &Package) -> Result<&Target> {
    let mut binaries = package.targets.iter().filter(|each| each.is_bin());
    let found = match &package.default_run {
        Some(name) => binaries.find(|each| each.name == *name),
        None => binaries.next().filter(|_| binaries.next().is_none()),
    };
    let path = &package.manifest_path;
    found
        .with_context(|| format!("{path}: neither one binary alone nor one that default-run names"))
}

/// Refuses a build script, whose findings plain `rustc` would not know, and the
/// editions in which the same text could mean something else.
fn checked(found: Crate) -> Result<Crate> {
    let targets = &found.package.targets;
    if let Some(script) = targets.iter().find(|each| each.is_custom_build()) {
        let file = found.display(script.src_path.as_std_path());
        bail!("{file}:1: a build script cannot be merged");
    }
    let manifest = found.display(found.package.manifest_path.as_std_path());
    match found.package.edition {
        Edition::E2018 | Edition::E2021 => Ok(found),
        other => bail!("{manifest}:1: edition {other} cannot be merged into one of 2021"),
    }
}
