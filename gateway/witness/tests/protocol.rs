//! What a witness signs and what it refuses, by HTTP.

#![expect(
    clippy::unwrap_used,
    reason = "what these stories rely on must hold, in their helpers as in their tests"
)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, header};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ed25519_dalek::{Signature, SigningKey, Verifier as _, VerifyingKey};
use sha2::{Digest, Sha256};
use signed_note::{Note, Signer, StandardSigner, new_ed25519_verifier_key};
use tempfile::TempDir;
use tlog_tiles::tlog::{Hash, HashReader, prove_tree, stored_hash_index, stored_hashes, tree_hash};
use tower::ServiceExt;
use witness::{Witness, WitnessKey, routes};

const ORIGIN: &str = "wallet.example/journal";

/// A log in memory.
struct Log {
    hashes: Vec<Hash>,
    entries: u64,
    seed: u8,
    origin: String,
}

/// The stored hashes, as `tlog_tiles` asks for them.
struct Stored<'a>(&'a [Hash]);

impl HashReader for Stored<'_> {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, tlog_tiles::tlog::Error> {
        let at = |index: &u64| self.0[usize::try_from(*index).unwrap()];
        Ok(indexes.iter().map(at).collect())
    }
}

impl Log {
    fn new() -> Self {
        Self {
            hashes: Vec::new(),
            entries: 0,
            seed: 1,
            origin: ORIGIN.to_owned(),
        }
    }

    fn add(&mut self, entry: &str) {
        let new = stored_hashes(self.entries, entry.as_bytes(), &Stored(&self.hashes)).unwrap();
        let place = usize::try_from(stored_hash_index(0, self.entries)).unwrap();
        assert_eq!(place, self.hashes.len());
        self.hashes.extend(new);
        self.entries += 1;
    }

    fn of(entries: u64) -> Self {
        let mut log = Self::new();
        for entry in 0..entries {
            log.add(&format!("entry {entry}"));
        }
        log
    }

    fn verifier(&self) -> String {
        let key = SigningKey::from_bytes(&[self.seed; 32]);
        new_ed25519_verifier_key(&self.origin, &key.verifying_key())
    }

    fn body(&self, size: u64) -> String {
        let root = tree_hash(size, &Stored(&self.hashes)).unwrap();
        let root = BASE64_STANDARD.encode(root.0);
        format!("{}\n{size}\n{root}\n", self.origin)
    }

    /// The signed checkpoint of a size.
    fn note(&self, size: u64) -> String {
        let mut note = Note::new(self.body(size).as_bytes(), &[]).unwrap();
        let mut key = vec![1];
        key.extend([self.seed; 32]);
        let verifier = self.verifier();
        let id = verifier.split('+').nth(1).unwrap();
        let key = BASE64_STANDARD.encode(key);
        let key = format!("PRIVATE+KEY+{}+{id}+{key}", self.origin);
        let signer = StandardSigner::new(&key).unwrap();
        note.add_sigs(&[&signer as &dyn Signer]).unwrap();
        String::from_utf8(note.to_bytes()).unwrap()
    }

    /// A request to sign the checkpoint of a size, with the proof that it extends another.
    fn request(&self, old: u64, size: u64) -> String {
        let proof = if old == 0 || old >= size {
            Vec::new()
        } else {
            prove_tree(size, old, &Stored(&self.hashes)).unwrap()
        };
        let proof = proof
            .iter()
            .map(|hash| BASE64_STANDARD.encode(hash.0) + "\n");
        format!(
            "old {old}\n{}\n{}",
            proof.collect::<String>(),
            self.note(size)
        )
    }
}

fn open(folder: &Path, logs: &[String]) -> Arc<Witness> {
    let key = WitnessKey::load_or_create(folder, "witness.example/one").unwrap();
    Arc::new(Witness::open(key, folder, logs).unwrap())
}

/// A witness of the log, with its folder.
fn witness() -> (Arc<Witness>, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let witness = open(folder.path(), &[Log::new().verifier()]);
    (witness, folder)
}

struct Answer {
    status: StatusCode,
    kind: String,
    text: String,
}

async fn call(witness: &Arc<Witness>, method: Method, path: &str, body: String) -> Answer {
    let request = Request::builder().method(method).uri(path);
    let request = request.body(Body::from(body)).unwrap();
    let response = routes(Arc::clone(witness)).oneshot(request).await.unwrap();
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE);
    let kind = kind.map_or("", |it| it.to_str().unwrap()).to_owned();
    let bytes = to_bytes(response.into_body(), 1_000_000).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    Answer { status, kind, text }
}

async fn ask(witness: &Arc<Witness>, body: String) -> Answer {
    call(witness, Method::POST, "/add-checkpoint", body).await
}

async fn expect(witness: &Arc<Witness>, body: String, status: StatusCode) -> Answer {
    let answer = ask(witness, body).await;
    assert_eq!(answer.status, status, "{}", answer.text);
    answer
}

/// Checks a signature line by the documents alone.
fn check_line(line: &str, verifier: &str, text: &str) {
    let line = line.strip_suffix('\n').unwrap();
    let (name, signature) = line
        .strip_prefix("\u{2014} ")
        .unwrap()
        .split_once(' ')
        .unwrap();
    let mut parts = verifier.splitn(3, '+');
    assert_eq!(parts.next(), Some(name));
    let id = hex::decode(parts.next().unwrap()).unwrap();
    let key = BASE64_STANDARD.decode(parts.next().unwrap()).unwrap();
    let named = [name.as_bytes(), b"\n", &key].concat();
    assert_eq!(id, Sha256::digest(named)[..4]);
    assert_eq!((key[0], key.len()), (4, 33));
    let signature = BASE64_STANDARD.decode(signature).unwrap();
    assert_eq!((&signature[..4], signature.len()), (&id[..], 4 + 8 + 64));
    let time = u64::from_be_bytes(signature[4..12].try_into().unwrap());
    assert!(time > 1_790_000_000, "{time}");
    let key = VerifyingKey::from_bytes(&key[1..].try_into().unwrap()).unwrap();
    let signed = Signature::from_bytes(signature[12..].try_into().unwrap());
    let message = format!("cosignature/v1\ntime {time}\n{text}");
    key.verify(message.as_bytes(), &signed).unwrap();
}

#[tokio::test]
async fn what_extends_the_last_checkpoint_is_signed() {
    let (witness, _folder) = witness();
    let log = Log::of(70);
    for (old, size) in [(0, 1), (1, 1), (1, 2), (2, 7), (7, 64), (64, 70), (70, 70)] {
        let answer = expect(&witness, log.request(old, size), StatusCode::OK).await;
        check_line(&answer.text, &witness.verifier(), &log.body(size));
    }
    let name = hex::encode(Sha256::digest(ORIGIN));
    let path = format!("/{name}/checkpoint");
    let last = call(&witness, Method::GET, &path, String::new()).await;
    assert_eq!(last.kind, "text/plain; charset=utf-8");
    let line = last.text.strip_prefix(&log.note(70)).unwrap();
    check_line(line, &witness.verifier(), &log.body(70));
    for other in [
        "witness.key",
        "witness.lock",
        &name[1..],
        &hex::encode([0; 32]),
    ] {
        let path = format!("/{other}/checkpoint");
        let answer = call(&witness, Method::GET, &path, String::new()).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{other}");
    }
}

#[tokio::test]
async fn a_fork_is_refused_however_it_is_asked_for() {
    let (witness, _folder) = witness();
    let log = Log::of(10);
    expect(&witness, log.request(0, 5), StatusCode::OK).await;
    let mut fork = Log::of(4);
    for entry in ["another", "b", "c", "d", "e", "f"] {
        fork.add(entry);
    }
    for (old, size) in [(5, 5), (5, 6), (5, 8), (5, 10)] {
        expect(
            &witness,
            fork.request(old, size),
            StatusCode::UNPROCESSABLE_ENTITY,
        )
        .await;
    }
    // The proof of another size, and one that is cut short.
    let request = log.request(4, 8).replace("old 4", "old 5");
    expect(&witness, request, StatusCode::UNPROCESSABLE_ENTITY).await;
    let whole = log.request(5, 8);
    let (head, rest) = whole.split_once('\n').unwrap();
    let cut = format!("{head}\n{}", rest.split_once('\n').unwrap().1);
    expect(&witness, cut, StatusCode::UNPROCESSABLE_ENTITY).await;
    // It is still the same log that is signed.
    expect(&witness, whole, StatusCode::OK).await;
}

#[tokio::test]
async fn a_log_that_does_not_know_what_was_signed_gets_the_size() {
    let (witness, _folder) = witness();
    let log = Log::of(10);
    expect(&witness, log.request(0, 5), StatusCode::OK).await;
    for old in [0, 3, 6, 8] {
        let answer = expect(&witness, log.request(old, 8), StatusCode::CONFLICT).await;
        assert_eq!(
            (answer.kind.as_str(), answer.text.as_str()),
            ("text/x.tlog.size", "5\n")
        );
    }
    // A log that has lost its end asks for less than was signed.
    let answer = expect(&witness, log.request(3, 4), StatusCode::CONFLICT).await;
    assert_eq!(answer.text, "5\n");
    expect(&witness, log.request(5, 4), StatusCode::BAD_REQUEST).await;
    expect(&witness, log.request(5, 8), StatusCode::OK).await;
}

#[tokio::test]
async fn only_a_known_log_with_its_own_key_is_signed() {
    let (witness, _folder) = witness();
    let log = Log::of(3);
    let other = Log {
        origin: "other.example/log".to_owned(),
        ..Log::of(3)
    };
    expect(&witness, other.request(0, 3), StatusCode::NOT_FOUND).await;
    let thief = Log {
        seed: 2,
        ..Log::of(3)
    };
    expect(&witness, thief.request(0, 3), StatusCode::FORBIDDEN).await;
    let changed = log.request(0, 3).replace("\n3\n", "\n2\n");
    expect(&witness, changed, StatusCode::FORBIDDEN).await;
    for wrong in ["", "old 0\n\n", "old 0\n\nx\n", &log.note(3)] {
        expect(&witness, wrong.to_owned(), StatusCode::BAD_REQUEST).await;
    }
    let large = format!("{}{}", log.request(0, 3), "x".repeat(70_000));
    expect(&witness, large, StatusCode::PAYLOAD_TOO_LARGE).await;
    // Signatures of others are passed over, also large ones of a kind that this program does not know.
    let strange = BASE64_STANDARD.encode([6; 2_424]);
    let request = format!(
        "{}\u{2014} witness.example/two {strange}\n",
        log.request(0, 3)
    );
    let answer = expect(&witness, request, StatusCode::OK).await;
    check_line(&answer.text, &witness.verifier(), &log.body(3));
}

#[tokio::test]
async fn what_was_signed_is_remembered_and_one_program_has_the_folder() {
    let (witness, folder) = witness();
    let log = Log::of(10);
    expect(&witness, log.request(0, 5), StatusCode::OK).await;
    let key = WitnessKey::load_or_create(folder.path(), "witness.example/one").unwrap();
    let second = Witness::open(key, folder.path(), &[log.verifier()]);
    assert!(second.unwrap_err().to_string().contains("is in use"));
    let verifier = witness.verifier();
    drop(witness);
    let again = open(folder.path(), &[log.verifier()]);
    assert_eq!(again.verifier(), verifier);
    let answer = expect(&again, log.request(0, 10), StatusCode::CONFLICT).await;
    assert_eq!(answer.text, "5\n");
    expect(&again, log.request(5, 10), StatusCode::OK).await;
}

#[test]
fn a_key_that_everybody_can_read_signs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let load = || WitnessKey::load_or_create(folder.path(), "witness.example/one");
    load().unwrap();
    let file = folder.path().join("witness.key");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let refusal = load().err().unwrap().to_string();
    let expected = format!("run `chmod 600 {}`", file.display());
    assert!(refusal.ends_with(&expected), "{refusal}");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    load().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_forks_that_ask_at_once_one_is_signed() {
    let (witness, _folder) = witness();
    let log = Log::of(20);
    expect(&witness, log.request(0, 5), StatusCode::OK).await;
    let mut forks = Vec::new();
    for number in 0..8 {
        let mut fork = Log::of(5);
        fork.add(&format!("fork {number}"));
        forks.push(fork.request(5, 6));
    }
    let asking = forks.into_iter().map(|request| {
        let witness = Arc::clone(&witness);
        tokio::spawn(async move { ask(&witness, request).await.status })
    });
    let mut signed = 0;
    for answer in asking.collect::<Vec<_>>() {
        match answer.await.unwrap() {
            StatusCode::OK => signed += 1,
            status => assert_eq!(status, StatusCode::CONFLICT),
        }
    }
    assert_eq!(signed, 1);
}
