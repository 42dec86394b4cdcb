//! Finds the crates that make up the bot: its package, and the libraries in the tree of its normal
//! dependencies, in the versions that `Cargo.lock` pins.
//!
//! Cargo answers both questions: `cargo tree` says which packages the bot's normal dependencies are
//! and with what features, and `cargo metadata` says where they lie. Neither needs the network
//! after `cargo fetch`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{anyhow, bail, ensure, Context, Result};
use cargo_metadata::{Edition, Metadata, MetadataCommand, Package};

/// The platform that the merged file is for.
pub const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// The arguments with which `cargo tree` lists the packages with their features.
const TREE: &str = "tree --locked --edges normal,no-proc-macro --prefix none --format {p}|{f}";

pub struct Bot {
    /// The libraries: those that the package uses, directly or not, in alphabetical order, and the
    /// package's own, if it has one.
    pub libraries: Vec<Crate>,
    pub binary: Crate,
}

/// One crate to merge.
pub struct Crate {
    /// Its package, as Cargo describes it.
    pub package: Package,
    /// The name by which Rust code refers to it.
    pub name: String,
    pub root: PathBuf,
    /// The cargo features that are on.
    pub features: BTreeSet<String>,
    /// Whether it belongs to the bot's own package.
    pub own: bool,
}

impl Crate {
    pub fn folder(&self) -> &Path {
        let manifest = self.package.manifest_path.as_std_path();
        manifest.parent().unwrap_or(manifest)
    }

    pub fn title(&self) -> String {
        format!("{} {}", self.package.name, self.package.version)
    }

    /// The name of a file in messages: its path from the package's folder for the bot's own crates,
    /// and with the package's name before it for the others.
    pub fn display(&self, file: &Path) -> String {
        let inside = file.strip_prefix(self.folder()).unwrap_or(file).display();
        let package = self.title().replace(' ', "-") + "/";
        let package = if self.own { "" } else { &package };
        format!("{package}{inside}")
    }

    /// Refuses a build script, whose findings plain `rustc` would not know, and editions in which
    /// the same text could mean something else.
    fn checked(self) -> Result<Crate> {
        let mut targets = self.package.targets.iter();
        if let Some(script) = targets.find(|each| each.is_custom_build()) {
            let file = self.display(script.src_path.as_std_path());
            bail!("{file}:1: a build script cannot be merged");
        }
        let edition = self.package.edition;
        if !matches!(edition, Edition::E2018 | Edition::E2021) {
            let file = self.display(self.package.manifest_path.as_std_path());
            bail!("{file}:1: edition {edition} cannot be merged into one of 2021");
        }
        Ok(self)
    }
}

/// Finds the crates of the package with that manifest.
pub fn find(manifest: Option<&Path>) -> Result<Bot> {
    let metadata = ask_metadata(manifest)?;
    let package = metadata.root_package();
    let package = package.context("there is no package here, only a workspace")?;
    let features = ask_tree(package)?;
    let mut libraries = Vec::new();
    let mut binaries = Vec::new();
    for each in &metadata.packages {
        let Some(features) = features.get(&format!("{} v{}", each.name, each.version)) else {
            continue;
        };
        for target in &each.targets {
            let found = Crate {
                package: each.clone(),
                name: target.name.replace('-', "_"),
                root: target.src_path.clone().into(),
                features: features.clone(),
                own: each.id == package.id,
            };
            let name = package.default_run.as_ref();
            let is_meant = name.is_none_or(|name| *name == target.name);
            if target.is_lib() || target.is_rlib() {
                libraries.push(found.checked()?);
            } else if target.is_bin() && found.own && is_meant {
                binaries.push(found.checked()?);
            }
        }
    }
    libraries.sort_by_key(|each| (each.own, each.name.clone()));
    let count = binaries.len();
    ensure!(count == 1, "{count} binaries that cargo run could mean");
    let binary = binaries.remove(0);
    Ok(Bot { libraries, binary })
}

fn ask_metadata(manifest: Option<&Path>) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    if let Some(path) = manifest {
        command.manifest_path(path);
    }
    command.other_options(["--locked", "--filter-platform", PLATFORM].map(str::to_owned));
    command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => anyhow!("{}", one_line(&stderr)),
        other => other.into(),
    })
}

/// The packages that the package's normal dependencies come from, and itself, each with its
/// features that are on.
fn ask_tree(package: &Package) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(TREE.split(' ')).args(["--target", PLATFORM]);
    command.arg("--manifest-path").arg(&package.manifest_path);
    let output = command.output()?;
    let message = one_line(&String::from_utf8_lossy(&output.stderr));
    ensure!(output.status.success(), "cargo tree: {message}");
    let mut packages = BTreeMap::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        // `name v1.2.3 (path)|features`, and ` (*)` where it was listed before.
        let (package, features) = line.split_once('|').context("cargo tree")?;
        let key: Vec<&str> = package.split(' ').take(2).collect();
        let features = features.trim_end_matches(" (*)").split(',');
        packages.insert(key.join(" "), features.map(str::to_owned).collect());
    }
    Ok(packages)
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
