//! Files of tests that no program compiles. Cargo finds `tests/*.rs` and `tests/*/main.rs` by itself;
//! everything else is a module that another file must name.

use std::fs;
use std::path::{Path, PathBuf};

use super::root;

/// A Rust file of a crate's tests.
struct File {
    path: PathBuf,
    text: String,
}

impl File {
    /// Whether this file makes the other one a module.
    fn names(&self, other: &Path) -> bool {
        let folder = other.parent().unwrap();
        let name = other.file_name().unwrap().to_str().unwrap();
        let (module, folder) = match name {
            "mod.rs" => (folder.file_name().unwrap(), folder.parent().unwrap()),
            _ => (other.file_stem().unwrap(), folder),
        };
        let module = format!("mod {};", module.to_str().unwrap());
        let is_parent = ["main.rs", "mod.rs"]
            .iter()
            .any(|it| self.path == folder.join(it))
            || self.path == folder.with_extension("rs")
            || (name == "mod.rs" && self.path.parent() == Some(folder));
        self.text.lines().any(|line| {
            (is_parent && line.ends_with(&module))
                || (line.starts_with("#[path") && line.ends_with(&format!("/{name}\"]")))
        })
    }
}

/// Every Rust file below a folder.
fn files(folder: &Path) -> Vec<File> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            found.push(File { path, text });
        }
    }
    found
}

/// Files below a crate's `tests` that are neither programs nor modules.
fn forgotten(folder: &Path) -> Vec<String> {
    let files = files(folder);
    let is_program = |it: &File| it.path.ends_with("main.rs") || it.path.parent() == Some(folder);
    let modules = files.iter().filter(|it| !is_program(it));
    let unnamed = modules.filter(|it| !files.iter().any(|other| other.names(&it.path)));
    unnamed.map(|it| it.path.display().to_string()).collect()
}

#[test]
fn every_file_of_tests_is_compiled() {
    for name in [
        "ledger",
        "projections",
        "gateway",
        "gateway/sandbox",
        "gateway/witness",
    ] {
        let found = forgotten(&root().join(name).join("tests"));
        assert!(found.is_empty(), "no file names {found:?}");
    }
}

#[test]
fn a_file_that_nobody_names_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("alone.rs", "mod rules;\n");
    write("rules/mod.rs", "");
    write("shared/answer.rs", "");
    write(
        "money/main.rs",
        "mod gift;\n#[path = \"../shared/answer.rs\"]\nmod answer;\n",
    );
    write("money/gift.rs", "mod link;\n");
    write("money/gift/link.rs", "");
    let left_out = ["money/gift/hash.rs", "money/link.rs", "money/wheel.rs"];
    for name in left_out {
        write(name, "");
    }
    let mut found = forgotten(folder.path());
    found.sort();
    let left_out = left_out.map(|name| folder.path().join(name).display().to_string());
    assert_eq!(found, left_out);
}
