//! The keys that sign checkpoints: files outside the database, and the list of who may sign.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::error::KeyError;
use crate::key_file;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ed25519_dalek::SigningKey;
use rand::TryRngCore;
use rand::rngs::OsRng;
use signed_note::{Signer as _, StandardSigner, is_key_name_valid, new_ed25519_verifier_key};
use sqlx::{PgConnection, PgExecutor};

/// The key's file below the data folder.
pub(super) const FILE: &str = "proof.key";
/// The key that is about to take over.
pub(super) const NEXT_FILE: &str = "proof.key.next";
/// Ed25519, in signed-note's keys.
const ALGORITHM: u8 = 1;

/// A private key, with the log's name.
#[derive(Clone)]
pub struct Signer {
    private: StandardSigner,
    verifier: String,
    folder: PathBuf,
}

/// Whether a key may sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registered {
    /// It is the log's key.
    Current,
    /// Another one is.
    Other,
}

/// A key of the log as everybody may know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRow {
    /// signed-note's form: name, id and public key.
    pub verifier: String,
    /// The tree's size from which on it signs.
    pub since_size: i64,
    /// The last size that it has signed, once another has taken over.
    pub until_size: Option<i64>,
}

impl Signer {
    /// Reads `proof.key` below the data folder, or makes it at the first start.
    pub fn load_or_create(data_dir: &Path, origin: &str) -> Result<Self, KeyError> {
        let failed = |cause| KeyError::file(data_dir, cause);
        let lock = lock(data_dir).map_err(failed)?;
        let signer = Self::read_or_create(data_dir, FILE, origin)?;
        sweep(data_dir).map_err(failed)?;
        drop(lock);
        Ok(signer)
    }

    /// What others check its signatures with: signed-note's form of the public key.
    #[must_use]
    pub fn verifier(&self) -> String {
        self.verifier.clone()
    }

    /// Name of the log, its first line.
    #[must_use]
    pub fn origin(&self) -> &str {
        self.private.name()
    }

    /// The key's short name.
    #[must_use]
    pub fn key_id(&self) -> i64 {
        self.private.key_id().into()
    }

    pub(super) fn as_signer(&self) -> &dyn signed_note::Signer {
        &self.private
    }

    /// The data folder with the key's file.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// A key's file, which is made when there is none.
    pub(super) fn at(data_dir: &Path, name: &str, origin: &str) -> Result<Self, KeyError> {
        let _lock = lock(data_dir).map_err(|cause| KeyError::file(data_dir, cause))?;
        Self::read_or_create(data_dir, name, origin)
    }

    /// Under the folder's lock.
    fn read_or_create(data_dir: &Path, name: &str, origin: &str) -> Result<Self, KeyError> {
        if !is_key_name_valid(origin) || origin.chars().any(char::is_control) {
            return Err(KeyError::BadOrigin(origin.to_owned()));
        }
        let path = data_dir.join(name);
        let failed = |cause| KeyError::file(&path, cause);
        let text = match key_file::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                create(&path, origin).map_err(failed)?
            }
            outcome => outcome.map_err(failed)?,
        };
        let malformed = || KeyError::Malformed {
            path: path.display().to_string(),
        };
        let signer = Self::parse(text.trim(), data_dir).ok_or_else(malformed)?;
        if signer.origin() == origin {
            Ok(signer)
        } else {
            Err(KeyError::OtherOrigin {
                path: path.display().to_string(),
                found: signer.origin().to_owned(),
                origin: origin.to_owned(),
            })
        }
    }

    pub(super) fn parse(text: &str, folder: &Path) -> Option<Self> {
        let private = StandardSigner::new(text).ok()?;
        // The last part is base64, which may contain a `+`.
        let key = BASE64_STANDARD.decode(text.splitn(5, '+').nth(4)?).ok()?;
        let seed: [u8; 32] = key.get(1..)?.try_into().ok()?;
        let public = SigningKey::from_bytes(&seed).verifying_key();
        let verifier = new_ed25519_verifier_key(private.name(), &public);
        Some(Self {
            private,
            verifier,
            folder: folder.to_owned(),
        })
    }
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Signer").field(&self.verifier).finish()
    }
}

/// One process at a time draws keys below a folder, and sweeps up what others have left.
fn lock(data_dir: &Path) -> io::Result<File> {
    fs::create_dir_all(data_dir)?;
    let folder = File::open(data_dir)?;
    folder.lock()?;
    Ok(folder)
}

/// Makes a key's file, or takes the one of a process that was faster.
fn create(path: &Path, origin: &str) -> io::Result<String> {
    match draft(path, origin) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => fs::read_to_string(path),
        outcome => outcome,
    }
}

/// Writes a temporary file and links it: a crash leaves no half-written key, and of two processes
/// that start together the second takes the key of the first.
fn draft(path: &Path, origin: &str) -> io::Result<String> {
    let text = draw(origin);
    let mut lot = [0; 8];
    fill(&mut lot);
    let draft = path.with_extension(format!("draft-{}", hex::encode(lot)));
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&draft)?;
    writeln!(file, "{text}")?;
    file.sync_all()?;
    let linked = fs::hard_link(&draft, path);
    match fs::remove_file(&draft) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => linked?,
    }
    sync_folder(path)?;
    Ok(text)
}

/// Takes away what a crash has left between drawing a key and giving it its name: nothing was ever
/// signed with it.
fn sweep(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_draft = ["proof.draft-", "proof.key.draft-"];
        if !is_draft
            .iter()
            .any(|it| name.to_string_lossy().starts_with(it))
        {
            continue;
        }
        match fs::remove_file(entry.path()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// A new private key in signed-note's form.
fn draw(origin: &str) -> String {
    let mut seed = [0; 32];
    fill(&mut seed);
    let public = SigningKey::from_bytes(&seed).verifying_key();
    let public = [&[ALGORITHM], public.to_bytes().as_slice()].concat();
    let id = signed_note::key_id(origin, &public);
    let key = BASE64_STANDARD.encode([&[ALGORITHM], seed.as_slice()].concat());
    format!("PRIVATE+KEY+{origin}+{id:08x}+{key}")
}

/// Fills with bytes from the system's random source.
pub(super) fn fill(bytes: &mut [u8]) {
    OsRng
        .try_fill_bytes(bytes)
        .expect("the system has a random source");
}

/// A name in a folder is as lasting as the folder.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    path.parent()
        .map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

/// The id of the key that signs.
pub(super) async fn current_key(connection: &mut PgConnection) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("select key_id from proof_key where until_size is null")
        .fetch_optional(connection)
        .await
}

/// The key that signs, as everybody may know it.
pub(super) async fn current_verifier(
    executor: impl PgExecutor<'_>,
) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar!("select verifier from proof_key where until_size is null")
        .fetch_optional(executor)
        .await
}

/// All keys of the log in the order in which they signed.
pub async fn keys(executor: impl PgExecutor<'_>) -> Result<Vec<KeyRow>, sqlx::Error> {
    sqlx::query_as!(
        KeyRow,
        "select verifier, since_size, until_size from proof_key
         order by since_size, made_at, until_size nulls last"
    )
    .fetch_all(executor)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// About every second key has a `+` in its base64, which is also what separates the parts.
    #[test]
    fn every_key_that_is_drawn_can_be_read_again() {
        for _ in 0..64 {
            let text = draw("wallet.example/journal");
            let signer = Signer::parse(&text, Path::new(".")).expect("a key just drawn is one");
            assert_eq!(signer.origin(), "wallet.example/journal");
        }
    }
}
