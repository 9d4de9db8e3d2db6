//! The worked example of `.github/proofs.md`: every number in it is computed again.

use ledger::WalletId;
use ledger::journal::{Digest, Link, content, hashed_facts, link};
use ledger::proof::{LeafData, check_consistency, check_inclusion, leaf_hash, open_note, salt};
use serde_json::Value;

use crate::verifier::Files;

const PAGE: &str = include_str!("../../../.github/proofs.md");

/// The blocks of the page with this name in front.
fn blocks(name: &str) -> Vec<&'static str> {
    let begin = format!("```{name}\n");
    let parts = PAGE.split(&begin).skip(1);
    parts
        .map(|part| part.split("\n```").next().unwrap())
        .collect()
}

/// The statement, and the extension.
fn files() -> [Value; 2] {
    let read = |text: &str| serde_json::from_str(text).unwrap();
    let blocks: Vec<Value> = blocks("json").into_iter().map(read).collect();
    blocks.try_into().unwrap()
}

fn digests(list: &Value) -> Vec<Digest> {
    let texts = list.as_array().unwrap().iter();
    let digest = |it: &Value| {
        hex::decode(it.as_str().unwrap())
            .unwrap()
            .try_into()
            .unwrap()
    };
    texts.map(digest).collect()
}

fn number(value: &Value) -> i64 {
    value.as_str().unwrap().parse().unwrap()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap()
}

/// The leaf of each event, which the page's table shows with the hash that it is made of.
fn leaves(statement: &Value) -> Vec<Digest> {
    let [events] = blocks("events").try_into().unwrap();
    let mut before = Digest::default();
    let rows = events.lines().map(|row| {
        let event: Value = serde_json::from_str(row).unwrap();
        let sequence = number(&event["sequence"]);
        let next = Link {
            wallet_id: WalletId(text(statement, "walletId").parse().unwrap()),
            sequence,
            event_type: text(&event, "eventType"),
            event_version: text(&event, "eventVersion"),
            payload: text(&event, "payload"),
            metadata: text(&event, "metadata"),
            state_hash: None,
        };
        let shown = &statement["events"][usize::try_from(sequence - 1).unwrap()];
        assert_eq!(shown[0], event["eventType"]);
        assert_eq!(shown[2], hex::encode(content(&next)));
        let at = number(&shown[1]).to_be_bytes();
        assert_eq!(hashed_facts(next.metadata)[1..9], at);
        before = link(&before, &next);
        let salt = salt(&[7; 32], sequence);
        assert_eq!(hex::encode(salt), event["salt"]);
        let leaf = leaf_hash(&LeafData {
            salt,
            position: sequence,
            recorded_at: number(&event["recordedAt"]),
            stream_hash: before,
        });
        let kind = next.event_type;
        let (hash, leaf_text) = (hex::encode(before), hex::encode(leaf));
        let row = format!("| {sequence} | `{kind}` | `{hash}` | `{leaf_text}` |");
        assert!(PAGE.contains(&row), "{row}");
        leaf
    });
    rows.collect()
}

#[test]
fn the_examples_numbers_are_right() {
    let [statement, extension] = files();
    let leaves = leaves(&statement);
    let verifier = text(&statement["keys"][0], "verifier").to_owned();
    let note = text(&statement, "checkpoint");
    let checkpoint = open_note(note, std::slice::from_ref(&verifier)).unwrap();
    assert!(PAGE.contains(&hex::encode(checkpoint.root)), "the root");
    assert_eq!(number(&statement["leaf"]["position"]), checkpoint.size);
    let path = digests(&statement["leaf"]["path"]);
    let (last, size) = (leaves.last().unwrap(), checkpoint.size);
    check_inclusion(last, size, &path, size, &checkpoint.root).unwrap();
    assert_eq!(extension["verifiers"], serde_json::json!([verifier]));
    let known = [verifier];
    let [old, new] = ["old", "new"].map(|it| open_note(text(&extension, it), &known).unwrap());
    assert_eq!(new, checkpoint);
    assert!(PAGE.contains(&hex::encode(old.root)), "the root before");
    let path = digests(&extension["path"]);
    check_consistency(&path, old.size, &old.root, new.size, &new.root).unwrap();
}

#[test]
fn the_stranger_agrees_with_the_example() {
    let files = Files::new();
    let [mut changed, extension] = self::files();
    let statement = files.write("statement.json", &changed);
    assert_eq!(
        files.check("statement", &statement).unwrap(),
        "OK 2 lines, up to event 3, 2026-11-21T03:06:00.500000Z"
    );
    let extension = files.write("extension.json", &extension);
    assert_eq!(
        files.check("consistency", &extension),
        Ok("OK 1 lines".to_owned())
    );
    changed["events"][1][3] = "600.00".into();
    let changed = files.write("changed.json", &changed);
    let shown = files.check("statement", &changed).unwrap_err();
    assert!(
        shown.starts_with("FAILED") && shown.contains("not in the log"),
        "{shown}"
    );
}

#[test]
fn the_stranger_stays_small() {
    let script = include_str!("verifier.py");
    // An afternoon's work: who wants to write another one must not be put off.
    assert!(script.lines().count() <= 185, "at most 185 lines");
    let imports = script
        .lines()
        .filter(|it| it.starts_with("import") || it.starts_with("from"));
    let known = ["base64", "cryptography", "decimal", "struct"];
    for line in imports {
        assert!(known.iter().any(|it| line.contains(it)), "{line}");
    }
}
