//! What a release has published does not change.

use std::fs;

use sha2::{Digest, Sha256};

use super::root;

/// Databases in production have these files' tables, and `gateway migrate` refuses a database whose
/// migrations were others.
#[test]
fn released_migrations_never_change() {
    let folder = root().join("migrations");
    let list = fs::read_to_string(folder.join("released.sha256")).unwrap();
    let changed: Vec<_> = list
        .lines()
        .map(|line| line.split_once("  ").expect("a line of sha256sum"))
        .filter(|(sum, name)| {
            let text = fs::read(folder.join(name)).unwrap_or_default();
            hex::encode(Sha256::digest(text)) != *sum
        })
        .collect();
    assert_eq!(
        changed,
        [("", ""); 0],
        "add a migration in place of changing one"
    );
    assert!(list.lines().count() >= 9, "the first release has so many");
}

/// A tag can be moved to other files after somebody has read them; a digest cannot.
#[test]
fn images_of_others_are_named_by_digest() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    let (build, services) = (read("Dockerfile"), read("compose.yaml"));
    let stages = [" AS portal", " AS programs", " AS base"];
    let bases = build
        .lines()
        .filter(|line| line.starts_with("FROM ") && stages.iter().any(|end| line.ends_with(end)));
    let images = services
        .lines()
        .filter(|line| line.trim().starts_with("image: ") && !line.contains(" wallet-"));
    let named: Vec<_> = bases.chain(images).collect();
    assert_eq!(named.len(), 7, "{named:?}");
    let by_tag: Vec<_> = named
        .into_iter()
        .filter(|line| !line.contains("@sha256:"))
        .collect();
    assert!(by_tag.is_empty(), "{by_tag:?}");
}

#[test]
fn one_version_is_named_everywhere() {
    let version = env!("CARGO_PKG_VERSION");
    for (file, words) in [
        ("web/package.json", format!("\"version\": \"{version}\"")),
        ("compose.yaml", format!("WALLET_VERSION:-{version}}}")),
        ("CHANGELOG.md", format!("\n## {version}\n")),
        (
            ".github/operate.md",
            format!("\nrelease=wallet-{version}-x86_64-linux\n"),
        ),
        (
            ".github/release.md",
            format!("\nrelease=wallet-{version}-x86_64-linux\n"),
        ),
    ] {
        let text = fs::read_to_string(root().join(file)).unwrap();
        assert!(text.contains(&words), "{file} does not name {version}");
    }
}
