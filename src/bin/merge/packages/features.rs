//! Which features are on, and with them which optional dependencies: Cargo's
//! rules for the normal dependencies of a package built with its defaults.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{Dependency, DependencyKind, Metadata, Package, PackageId, Target};

/// The packages in the tree of normal dependencies below `root`, itself
/// included, each with its features that are on. Procedural macros and what
/// only they need are left out: nothing of them could be in the merged file,
/// and where one is used, that use is refused.
pub fn active(metadata: &Metadata, root: &Package) -> BTreeMap<PackageId, BTreeSet<String>> {
    let defaults = BTreeSet::from(["default".to_owned()]);
    let mut wanted = BTreeMap::from([(root.id.clone(), defaults)]);
    loop {
        let before = wanted.clone();
        for (id, requests) in before.iter().filter(|(id, _)| !is_macro(&metadata[id])) {
            let requests = closure(&metadata[id], requests);
            for (dependency, more) in passed_on(metadata, &metadata[id], &requests) {
                wanted.entry(dependency).or_default().extend(more);
            }
            wanted.insert(id.clone(), requests);
        }
        if wanted == before {
            return only_names(metadata, wanted);
        }
    }
}

/// The requests and all they imply in the package's table of features. A
/// request is a feature's name or one of the forms `dep:x`, `x/f` and `x?/f`.
fn closure(package: &Package, requests: &BTreeSet<String>) -> BTreeSet<String> {
    let implied = requests
        .iter()
        .filter_map(|each| package.features.get(each));
    requests.iter().chain(implied.flatten()).cloned().collect()
}

fn is_macro(package: &Package) -> bool {
    package.targets.iter().any(Target::is_proc_macro)
}

/// What the package's active dependencies are asked for.
fn passed_on(
    metadata: &Metadata,
    package: &Package,
    requests: &BTreeSet<String>,
) -> Vec<(PackageId, BTreeSet<String>)> {
    let normal = |each: &&Dependency| each.kind == DependencyKind::Normal;
    let declared = package.dependencies.iter().filter(normal);
    declared
        .filter(|dependency| !dependency.optional || switches_on(requests, dependency))
        .filter_map(|dependency| {
            let id = resolved(metadata, package, dependency)?;
            Some((id, asked_of(dependency, requests)))
        })
        .collect()
}

fn switches_on(requests: &BTreeSet<String>, dependency: &Dependency) -> bool {
    let key = key(dependency);
    requests.contains(&format!("dep:{key}"))
        || requests
            .iter()
            .any(|each| each.split_once('/').is_some_and(|(of, _)| of == key))
}

fn asked_of(dependency: &Dependency, requests: &BTreeSet<String>) -> BTreeSet<String> {
    let key = key(dependency);
    let through = requests.iter().filter_map(|each| {
        let (of, feature) = each.split_once('/')?;
        (of.trim_end_matches('?') == key).then(|| feature.to_owned())
    });
    let default = dependency
        .uses_default_features
        .then(|| "default".to_owned());
    through
        .chain(default)
        .chain(dependency.features.iter().cloned())
        .collect()
}

/// The name that the package's manifest has for the dependency.
fn key(dependency: &Dependency) -> &str {
    dependency.rename.as_deref().unwrap_or(&dependency.name)
}

/// The package that the lock file pins for a dependency; none when it belongs
/// to another platform.
fn resolved(metadata: &Metadata, package: &Package, dependency: &Dependency) -> Option<PackageId> {
    let node = &metadata.resolve.as_ref()?[&package.id];
    let name = key(dependency).replace('-', "_");
    let named = |id: &PackageId| *metadata[id].name == dependency.name;
    let mut fitting = node.deps.iter().filter(|each| named(&each.pkg));
    let exact = fitting.clone().find(|each| each.name == name);
    exact
        .or_else(|| fitting.next())
        .map(|each| each.pkg.clone())
}

fn only_names(
    metadata: &Metadata,
    mut wanted: BTreeMap<PackageId, BTreeSet<String>>,
) -> BTreeMap<PackageId, BTreeSet<String>> {
    let names = |(id, requests): (PackageId, BTreeSet<String>)| {
        let known = &metadata[&id].features;
        let features = requests.into_iter().filter(|each| known.contains_key(each));
        let features = features.collect();
        (id, features)
    };
    wanted.retain(|id, _| !is_macro(&metadata[id]));
    wanted.into_iter().map(names).collect()
}
