//! The worked example of `.github/proofs.md`: every number in it is computed again.

use ledger::proof::{Receipt, check_consistency, check_inclusion, open_note, salt};
use serde_json::Value;

use crate::verifier::Files;

const PAGE: &str = include_str!("../../../.github/proofs.md");

/// The JSON blocks of the page: the statement, and the extension.
fn blocks() -> Vec<Value> {
    let parts = PAGE.split("```json\n").skip(1);
    let texts = parts.map(|part| part.split("\n```").next().unwrap());
    texts
        .map(|text| serde_json::from_str(text).unwrap())
        .collect()
}

fn digests(list: &Value) -> Vec<[u8; 32]> {
    let texts = list.as_array().unwrap().iter();
    let digest = |it: &Value| {
        hex::decode(it.as_str().unwrap())
            .unwrap()
            .try_into()
            .unwrap()
    };
    texts.map(digest).collect()
}

fn verifiers(file: &Value) -> Vec<String> {
    if let Some(keys) = file["keys"].as_array() {
        let texts = keys.iter().map(|key| key["verifier"].as_str().unwrap());
        return texts.map(str::to_owned).collect();
    }
    serde_json::from_value(file["verifiers"].clone()).unwrap()
}

#[test]
fn the_examples_numbers_are_right() {
    let blocks = blocks();
    let [statement, extension] = blocks.as_slice() else {
        panic!("two blocks: {blocks:?}");
    };
    let note = statement["checkpoint"].as_str().unwrap();
    let checkpoint = open_note(note, &verifiers(statement)).unwrap();
    assert!(PAGE.contains(&hex::encode(checkpoint.root)), "the root");
    let hashes = digests(&statement["hashes"]);
    for line in statement["lines"].as_array().unwrap() {
        let mut receipt = line["receipt"].clone();
        let path = receipt["path"].as_array().unwrap().iter();
        let places = path.map(|it| usize::try_from(it.as_u64().unwrap()).unwrap());
        let path: Vec<[u8; 32]> = places.map(|it| hashes[it]).collect();
        receipt["path"] = path.iter().map(hex::encode).collect();
        receipt["treeSize"] = checkpoint.size.to_string().into();
        let receipt: Receipt = serde_json::from_value(receipt).unwrap();
        let row = format!(
            "| {} | `{}` | `{}` | `{}` |",
            receipt.position,
            receipt.event_type,
            hex::encode(receipt.stream_hash()),
            hex::encode(receipt.leaf()),
        );
        assert!(PAGE.contains(&row), "{row}");
        assert_eq!(receipt.salt, salt(&[7; 32], receipt.position));
        let size = (receipt.position, &path[..], checkpoint.size);
        check_inclusion(&receipt.leaf(), size.0, size.1, size.2, &checkpoint.root).unwrap();
    }
    let known = verifiers(extension);
    let [old, new] = ["old", "new"].map(|it| open_note(extension[it].as_str().unwrap(), &known));
    let (old, new) = (old.unwrap(), new.unwrap());
    assert_eq!(new, checkpoint);
    assert!(PAGE.contains(&hex::encode(old.root)), "the root before");
    let path = digests(&extension["path"]);
    check_consistency(&path, old.size, &old.root, new.size, &new.root).unwrap();
}

#[test]
fn the_stranger_agrees_with_the_example() {
    let files = Files::new();
    let blocks = blocks();
    let statement = files.write("statement.json", &blocks[0]);
    assert_eq!(
        files.check("statement", &statement).unwrap(),
        "OK 2 lines, up to movement 2, 2026-11-21T03:06:00.500Z; not recorded: 0"
    );
    let extension = files.write("extension.json", &blocks[1]);
    assert_eq!(
        files.check("consistency", &extension),
        Ok("OK 1 lines".to_owned())
    );
    let mut changed = blocks[0].clone();
    changed["lines"][0]["amount"] = "600.00".into();
    let changed = files.write("changed.json", &changed);
    let shown = files.check("statement", &changed).unwrap_err();
    assert!(
        shown.starts_with("FAILED") && shown.contains("line 1"),
        "{shown}"
    );
}

#[test]
fn the_stranger_stays_small() {
    let script = include_str!("verifier.py");
    assert!(script.lines().count() <= 165, "at most 165 lines");
    let imports = script
        .lines()
        .filter(|it| it.starts_with("import") || it.starts_with("from"));
    let known = ["base64", "cryptography", "decimal", "struct"];
    for line in imports {
        assert!(known.iter().any(|it| line.contains(it)), "{line}");
    }
}
