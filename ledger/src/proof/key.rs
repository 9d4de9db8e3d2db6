//! The keys that sign checkpoints: files outside the database, and the list of who may sign.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ed25519_dalek::SigningKey;
use rand::TryRngCore;
use rand::rngs::OsRng;
use signed_note::{Signer as _, StandardSigner, is_key_name_valid, new_ed25519_verifier_key};
use sqlx::{PgConnection, PgPool};

use super::note::{Checkpoint, NoteError};
use super::tree::empty_root;

/// The key's file below the data folder.
const FILE: &str = "proof.key";
/// The key that is about to take over.
const NEXT_FILE: &str = "proof.key.next";
/// Ed25519, in signed-note's keys.
const ALGORITHM: u8 = 1;

/// Why there is no key to sign with.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// The file cannot be read or written.
    #[error("{path}: {cause}")]
    File {
        /// Which.
        path: String,
        /// What the system says.
        cause: io::Error,
    },
    /// The file holds no key.
    #[error("{path} holds no signing key")]
    Malformed {
        /// Which.
        path: String,
    },
    /// The file holds the key of a log of another name.
    #[error("{path} is a key of {found:?}, the log is called {origin:?}")]
    OtherOrigin {
        /// Which.
        path: String,
        /// Whose key it is.
        found: String,
        /// What the log is called.
        origin: String,
    },
    /// A log's name is not empty and has neither spaces nor plus signs.
    #[error("{0:?} cannot be a log's name")]
    BadOrigin(String),
    /// Another key signs this log.
    #[error("this key is not the one that signs the log")]
    NotCurrent,
    /// The database did not answer.
    #[error("the database is not available: {0}")]
    Database(#[from] sqlx::Error),
    /// The checkpoint that hands over cannot be written.
    #[error(transparent)]
    Note(#[from] NoteError),
}

/// A private key, with the log's name.
#[derive(Clone)]
pub struct Signer {
    signer: StandardSigner,
    verifier: String,
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
        Self::at(data_dir, FILE, origin)
    }

    /// What others check its signatures with: signed-note's form of the public key.
    #[must_use]
    pub fn verifier(&self) -> String {
        self.verifier.clone()
    }

    /// The log's name.
    #[must_use]
    pub fn origin(&self) -> &str {
        self.signer.name()
    }

    /// The key's short name.
    #[must_use]
    pub fn key_id(&self) -> i64 {
        self.signer.key_id().into()
    }

    pub(super) fn as_signer(&self) -> &dyn signed_note::Signer {
        &self.signer
    }

    fn at(data_dir: &Path, name: &str, origin: &str) -> Result<Self, KeyError> {
        if !is_key_name_valid(origin) || origin.chars().any(char::is_control) {
            return Err(KeyError::BadOrigin(origin.to_owned()));
        }
        let path = data_dir.join(name);
        let failed = |cause| KeyError::File {
            path: path.display().to_string(),
            cause,
        };
        fs::create_dir_all(data_dir).map_err(failed)?;
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                create(&path, origin).map_err(failed)?
            }
            outcome => outcome.map_err(failed)?,
        };
        let malformed = || KeyError::Malformed {
            path: path.display().to_string(),
        };
        let signer = Self::parse(text.trim()).ok_or_else(malformed)?;
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

    fn parse(text: &str) -> Option<Self> {
        let signer = StandardSigner::new(text).ok()?;
        // The last part is base64, which has a `+` of its own.
        let key = BASE64_STANDARD.decode(text.splitn(5, '+').nth(4)?).ok()?;
        let seed: [u8; 32] = key.get(1..)?.try_into().ok()?;
        let public = SigningKey::from_bytes(&seed).verifying_key();
        let verifier = new_ed25519_verifier_key(signer.name(), &public);
        Some(Self { signer, verifier })
    }
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Signer").field(&self.verifier).finish()
    }
}

/// Makes a key's file, or takes the one of a process that was faster.
fn create(path: &Path, origin: &str) -> io::Result<String> {
    let text = draw(origin);
    // Written beside and linked, so that a crash leaves no half key and of two processes that start
    // at once the second takes the first one's key.
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
    fs::remove_file(&draft)?;
    match linked {
        Ok(()) => {
            sync_folder(path)?;
            Ok(text)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => fs::read_to_string(path),
        Err(error) => Err(error),
    }
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
fn sync_folder(path: &Path) -> io::Result<()> {
    path.parent()
        .map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

/// The installation's key, and whether it may sign: a log without a key gets this one.
///
/// A key whose taking over was committed, but whose file was not put in place before the process
/// died, is put in place here.
pub async fn open_signer(
    pool: &PgPool,
    data_dir: &Path,
    origin: &str,
) -> Result<(Signer, Registered), KeyError> {
    let signer = Signer::load_or_create(data_dir, origin)?;
    sqlx::query!(
        "insert into proof_key (key_id, verifier, since_size)
         select $1, $2, 0 where not exists (select from proof_key)
         on conflict do nothing",
        signer.key_id(),
        signer.verifier
    )
    .execute(pool)
    .await?;
    let mut connection = pool.acquire().await?;
    let current = current_key(&mut connection).await?;
    if current == Some(signer.key_id()) {
        return Ok((signer, Registered::Current));
    }
    let next = data_dir.join(NEXT_FILE);
    if next.exists() {
        let taken_over = Signer::at(data_dir, NEXT_FILE, origin)?;
        if current == Some(taken_over.key_id()) {
            put_in_place(&next, &data_dir.join(FILE))?;
            return Ok((taken_over, Registered::Current));
        }
    }
    Ok((signer, Registered::Other))
}

/// The id of the key that signs.
pub(super) async fn current_key(connection: &mut PgConnection) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!("select key_id from proof_key where until_size is null")
        .fetch_optional(connection)
        .await
}

/// All keys of the log in the order in which they signed.
pub async fn keys(pool: &PgPool) -> Result<Vec<KeyRow>, sqlx::Error> {
    sqlx::query_as!(
        KeyRow,
        "select verifier, since_size, until_size from proof_key
         order by since_size, made_at, until_size nulls last"
    )
    .fetch_all(pool)
    .await
}

/// Gives the log a new key: the tree as it is sealed now is signed by the old one and the new one
/// (the new one alone where the old one is lost), and from there on only by the new one.
///
/// May be interrupted anywhere and run again. Gateways with the old key read the new file when they
/// are refused.
pub async fn rotate(
    pool: &PgPool,
    data_dir: &Path,
    origin: &str,
    is_old_lost: bool,
) -> Result<(Signer, Checkpoint), KeyError> {
    let (old, registered) = open_signer(pool, data_dir, origin).await?;
    if registered == Registered::Other && !is_old_lost {
        return Err(KeyError::NotCurrent);
    }
    let new = Signer::at(data_dir, NEXT_FILE, origin)?;
    let mut transaction = pool.begin().await?;
    let size = sqlx::query_scalar!("select size from proof_head where is_only for update")
        .fetch_one(&mut *transaction)
        .await?;
    let root = sqlx::query_scalar!("select root from proof_checkpoint where size = $1", size)
        .fetch_optional(&mut *transaction)
        .await?;
    let root = root.and_then(|root| root.try_into().ok());
    let checkpoint = Checkpoint {
        origin: origin.to_owned(),
        size,
        root: root.unwrap_or_else(empty_root),
    };
    let is_current = current_key(&mut transaction).await? == Some(old.key_id());
    let handover = match (is_current, is_old_lost) {
        (true, _) => checkpoint.sign(&[&old, &new])?,
        (false, true) => checkpoint.sign(&[&new])?,
        // Another process was faster.
        (false, false) => return Err(KeyError::NotCurrent),
    };
    sqlx::query!(
        "update proof_key set until_size = $1 where until_size is null",
        size
    )
    .execute(&mut *transaction)
    .await?;
    sqlx::query!(
        "insert into proof_key (key_id, verifier, since_size, handover, made_at)
         values ($1, $2, $3, $4, clock_timestamp())",
        new.key_id(),
        new.verifier,
        size,
        handover
    )
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    put_in_place(&data_dir.join(NEXT_FILE), &data_dir.join(FILE))?;
    Ok((new, checkpoint))
}

fn put_in_place(next: &Path, path: &PathBuf) -> Result<(), KeyError> {
    fs::rename(next, path)
        .and_then(|()| sync_folder(path))
        .map_err(|cause| KeyError::File {
            path: path.display().to_string(),
            cause,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// About every second key has a `+` in its base64, which is also what separates the parts.
    #[test]
    fn every_key_that_is_drawn_can_be_read_again() {
        for _ in 0..64 {
            let text = draw("wallet.example/journal");
            let signer = Signer::parse(&text).expect("a key just drawn is one");
            assert_eq!(signer.origin(), "wallet.example/journal");
        }
    }
}
