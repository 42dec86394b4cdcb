//! The oldest compiler that the package promises.

use cargo_metadata::MetadataCommand;

#[test]
fn no_package_needs_a_newer_compiler_than_this_one_declares() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../Cargo.toml");
    let mut command = MetadataCommand::new();
    command.manifest_path(manifest);
    command.other_options(["--locked", "--all-features"].map(str::to_owned));
    let metadata = command.exec().unwrap();
    let ours = metadata
        .root_package()
        .unwrap()
        .rust_version
        .clone()
        .unwrap();
    let newer = metadata.packages.iter().filter_map(|each| {
        let theirs = each.rust_version.as_ref().filter(|it| **it > ours)?;
        Some(format!("{} {} needs {theirs}", each.name, each.version))
    });
    let newer: Vec<String> = newer.collect();
    assert!(newer.is_empty(), "{ours} is declared, but {newer:?}");
}
