//! What a release gets from building programs and tests with one set of features.
//!
//! With the resolver of version 1, a feature that only a test asks for is also in a program. The list
//! below has each such feature, with the reason why it changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use super::root;

/// The features of each crate that the gateway has only because a test, the sandbox or a macro asks
/// for them, with the reason why it may have them.
const ADDED: [(&str, &[&str], &str); 12] = [
    ("arrayvec", &["default"], "the standard library"),
    ("bitflags", &["std"], "the standard library"),
    ("bytemuck", &["aarch64_simd"], "types for another processor"),
    ("digest", &["mac"], "a trait"),
    ("float-cmp", &["std"], "the standard library"),
    (
        "hyper",
        &["http2"],
        "the listener and the clients are built for HTTP/1 alone, and never reach it",
    ),
    (
        "md-5",
        &["alloc", "default", "oid"],
        "more forms of one hash",
    ),
    ("simdutf8", &["std"], "the standard library"),
    ("slab", &["default"], "the standard library"),
    (
        "strict-num",
        &["approx-eq", "default", "float-cmp"],
        "a comparison",
    ),
    ("tokio", &["windows-sys"], "another system"),
    ("tokio-util", &["codec", "libc"], "a module"),
];

/// The features of each crate, by its name and version.
type Features = BTreeMap<String, BTreeSet<String>>;

/// The crates of these programs, built in the workspace at `folder`.
fn features(folder: &Path, programs: &[&str]) -> Features {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut tree = Command::new(cargo);
    tree.current_dir(folder);
    tree.args(["tree", "--offline", "--locked", "--edges", "normal"]);
    tree.args(["--prefix", "none", "--format", "{p}|{f}"]);
    for program in programs {
        tree.args(["--package", program]);
    }
    let output = tree.output().unwrap();
    let fault = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{fault}");
    let mut features = Features::new();
    for line in String::from_utf8(output.stdout).unwrap().lines() {
        let Some((package, enabled)) = line.split_once('|') else {
            continue;
        };
        let name: Vec<_> = package.split(' ').take(2).collect();
        let enabled = enabled.trim_end_matches(" (*)").split(',');
        let enabled = enabled.filter(|it| !it.is_empty()).map(str::to_owned);
        features.entry(name.join(" ")).or_default().extend(enabled);
    }
    features
}

/// This workspace as a resolver sees it that keeps the features of tests and macros apart.
fn features_alone() -> Features {
    let apart = tempfile::tempdir().unwrap();
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let other = manifest.replace("\nresolver = \"1\"\n", "\nresolver = \"2\"\n");
    assert_ne!(manifest, other, "the resolver of version 1 is chosen");
    std::fs::write(apart.path().join("Cargo.toml"), other).unwrap();
    for entry in ["Cargo.lock", "ledger", "projections", "gateway"] {
        symlink(root().join(entry), apart.path().join(entry)).unwrap();
    }
    features(apart.path(), &["gateway"])
}

#[test]
fn no_test_gives_a_program_a_feature_that_is_not_listed() {
    let alone = features_alone();
    let built = features(&root(), &["gateway", "sandbox"]);
    let mut added = Features::new();
    for (package, alone) in &alone {
        let more: BTreeSet<_> = built[package].difference(alone).cloned().collect();
        if !more.is_empty() {
            let name = package.split(' ').next().unwrap_or_default();
            added.entry(name.to_owned()).or_default().extend(more);
        }
    }
    let listed = ADDED.iter().map(|(name, features, _)| {
        let features = features.iter().map(|it| (*it).to_owned());
        ((*name).to_owned(), features.collect())
    });
    assert_eq!(added, listed.collect::<Features>());
}
