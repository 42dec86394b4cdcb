//! Which crates make up the bot: its package, and the libraries in the tree of
//! its normal dependencies, in the versions that `Cargo.lock` pins.
//!
//! Cargo is asked once, through `cargo metadata --locked`; it needs no network
//! after `cargo fetch`. The features are worked out here rather than taken
//! from that answer, which also holds what development dependencies ask for.

mod features;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{bail, Context, Result};
use cargo_metadata::{Edition, Metadata, MetadataCommand, Package, Target};

/// The platform whose dependencies are merged.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

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
    fn new(package: &Package, target: &Target, features: BTreeSet<String>, own: bool) -> Crate {
        Crate {
            package: package.clone(),
            name: target.name.replace('-', "_"),
            root: target.src_path.clone().into(),
            features,
            own,
        }
    }

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
/// What `cargo metadata` refuses, a package without one clear binary, and
/// packages that cannot be merged: see [`check_package`].
pub fn find(manifest: Option<&Path>) -> Result<Bot> {
    let metadata = ask_cargo(manifest)?;
    let package = metadata
        .root_package()
        .context("there is no package here, only a workspace")?;
    let active = features::active(&metadata, package);
    let features = active[&package.id].clone();
    let mut dependencies = active
        .iter()
        .filter(|(id, _)| **id != package.id)
        .map(|(id, features)| dependency(&metadata[id], features))
        .collect::<Result<Vec<_>>>()?;
    dependencies.sort_by(|a, b| a.name.cmp(&b.name));
    if let Some(pair) = dependencies
        .windows(2)
        .find(|two| two[0].name == two[1].name)
    {
        bail!(
            "two versions of one crate: {}, {}",
            pair[0].title(),
            pair[1].title()
        );
    }
    let binary = Crate::new(package, binary(package)?, features.clone(), true);
    check_package(&binary)?;
    let library = package.targets.iter().find(|each| each.is_lib());
    Ok(Bot {
        lib: library.map(|library| Crate::new(package, library, features, true)),
        binary,
        dependencies,
    })
}

fn ask_cargo(manifest: Option<&Path>) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    if let Some(path) = manifest {
        command.manifest_path(path);
    }
    let options = ["--locked", "--filter-platform", PLATFORM];
    command.other_options(options.map(str::to_owned));
    command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => {
            let lines: Vec<&str> = stderr
                .lines()
                .map(str::trim)
                .filter(|l| !l.is_empty())
                .collect();
            anyhow::anyhow!("cargo metadata: {}", lines.join(" "))
        }
        other => other.into(),
    })
}

/// The binary that `cargo run` would run.
fn binary(package: &Package) -> Result<&Target> {
    let binaries: Vec<&Target> = package
        .targets
        .iter()
        .filter(|each| each.is_bin())
        .collect();
    match (&package.default_run, binaries.as_slice()) {
        (None, [only]) => Ok(only),
        (Some(name), several) => several
            .iter()
            .find(|each| each.name == *name)
            .copied()
            .with_context(|| format!("there is no binary {name}, which default-run names")),
        (None, _) => bail!(
            "{}: not one binary and no default-run",
            package.manifest_path
        ),
    }
}

fn dependency(package: &Package, features: &BTreeSet<String>) -> Result<Crate> {
    let is_library = |target: &&Target| target.is_lib() || target.is_rlib();
    let target = package
        .targets
        .iter()
        .find(is_library)
        .with_context(|| format!("{}: no library", package.manifest_path))?;
    let found = Crate::new(package, target, features.clone(), false);
    check_package(&found)?;
    Ok(found)
}

/// Refuses a build script, whose findings plain `rustc` would not know, and
/// the editions whose meaning of the same text differs from 2021's.
fn check_package(found: &Crate) -> Result<()> {
    if let Some(script) = found
        .package
        .targets
        .iter()
        .find(|each| each.is_custom_build())
    {
        let file = found.display(script.src_path.as_std_path());
        bail!("{file}:1: a build script cannot be merged");
    }
    match found.package.edition {
        Edition::E2018 | Edition::E2021 => Ok(()),
        other => bail!(
            "{}:1: edition {other} cannot be merged into one of 2021",
            found.display(found.package.manifest_path.as_std_path())
        ),
    }
}
