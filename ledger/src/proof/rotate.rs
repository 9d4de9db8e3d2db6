//! The signing key: opening it, handing over to the next one, and resuming a restored log.

use std::fs;
use std::io;
use std::path::Path;

use sqlx::{PgConnection, PgPool};

use super::assure::assure;
use super::error::{KeyError, ProofError, SealError};
use super::grow::Edge;
use super::key::{FILE, NEXT_FILE, Registered, Signer, current_key, current_verifier, keys};
use super::memory::{Memory, is_suspended, unsuspend};
use super::note::{Checkpoint, open_note};
use super::place::{hand_out, put_in_place};
use super::read;

/// The files that may hold the signing key. The next key comes first: it may replace the other one while they
/// are read.
const NAMES: [&str; 2] = [NEXT_FILE, FILE];

/// What becomes of the key that signed until now: anyone who gets its file can forge checkpoints of
/// the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OldKey<'a> {
    /// Its file is destroyed.
    Destroyed,
    /// Its file is written to this path, which does not exist, before it is destroyed here.
    HandedOut(&'a Path),
    /// Nobody has it, so the new key alone signs the change.
    Lost,
}

impl<'a> OldKey<'a> {
    fn path(self) -> Option<&'a Path> {
        match self {
            Self::HandedOut(path) => Some(path),
            Self::Destroyed | Self::Lost => None,
        }
    }
}

/// The installation's key, and whether it may sign: a log without a key gets this one.
///
/// A key whose taking over was committed, but whose file was not put in place before the process
/// died, is put in place here, which destroys the file of the one before.
pub async fn open_signer(
    pool: &PgPool,
    data_dir: &Path,
    origin: &str,
) -> Result<(Signer, Registered), KeyError> {
    let opened = open(pool, data_dir, origin, None).await?;
    Ok((opened.signer, opened.registered))
}

struct Opened {
    signer: Signer,
    registered: Registered,
    /// It was about to take over, and has only now got its place.
    has_finished: bool,
}

/// Where it puts a key in place, the one before is handed out first.
async fn open(
    pool: &PgPool,
    data_dir: &Path,
    origin: &str,
    old_key_to: Option<&Path>,
) -> Result<Opened, KeyError> {
    let signer = Signer::load_or_create(data_dir, origin)?;
    sqlx::query!(
        "insert into proof_key (key_id, verifier, since_size)
         select $1, $2, 0 where not exists (select from proof_key)
         on conflict do nothing",
        signer.key_id(),
        signer.verifier()
    )
    .execute(pool)
    .await?;
    let mut connection = pool.acquire().await?;
    let current = current_key(&mut connection).await?;
    let mut opened = Opened {
        registered: Registered::Other,
        has_finished: false,
        signer,
    };
    if current == Some(opened.signer.key_id()) {
        opened.registered = Registered::Current;
        return Ok(opened);
    }
    if data_dir.join(NEXT_FILE).exists() {
        let found = Signer::at(data_dir, NEXT_FILE, origin)?;
        if current == Some(found.key_id()) {
            put_in_place(data_dir, &found, old_key_to)?;
            opened = Opened {
                signer: found,
                registered: Registered::Current,
                has_finished: true,
            };
        }
    }
    Ok(opened)
}

/// Gives the log a new key: the tree as it is sealed now is signed by the old one and the new one
/// (the new one alone where the old one is lost), and from there on only by the new one.
///
/// The new file takes the old one's name and so destroys it. A gateway may do that as soon as the
/// change is committed, so the old key is handed out before.
///
/// May be interrupted anywhere and run again; it then completes the change. Gateways with the old
/// key read the new file when they are refused.
pub async fn rotate(
    pool: &PgPool,
    data_dir: &Path,
    origin: &str,
    old_key: OldKey<'_>,
) -> Result<(Signer, Checkpoint), KeyError> {
    let opened = open(pool, data_dir, origin, old_key.path()).await?;
    if opened.has_finished {
        let handed_over = handed_over(pool, &opened.signer).await?;
        return Ok((opened.signer, handed_over));
    }
    let (is_suspended, is_old_lost) = (is_suspended(data_dir), old_key == OldKey::Lost);
    match opened.registered {
        Registered::Other if !is_old_lost => return Err(KeyError::NotCurrent),
        // Another key may continue a restored log: it has signed nothing elsewhere.
        Registered::Current if is_suspended => return Err(SealError::Suspended.into()),
        _ => {}
    }
    let old = opened.signer;
    let new = Signer::at(data_dir, NEXT_FILE, origin)?;
    let mut transaction = pool.begin().await?;
    let handed_over = hand_over(&mut transaction, &old, &new, is_old_lost).await;
    let handed_over = handed_over.and_then(|checkpoint| {
        hand_out(&old, old_key.path())?;
        Ok(checkpoint)
    });
    let checkpoint = match handed_over {
        Ok(checkpoint) => checkpoint,
        Err(error) => {
            // At once: a sealer passes over a log whose head is locked.
            transaction.rollback().await?;
            return Err(error);
        }
    };
    transaction.commit().await?;
    put_in_place(data_dir, &new, None)?;
    if is_suspended {
        unsuspend(data_dir).await?;
    }
    Ok((new, checkpoint))
}

/// Signs the tree as it is for the next key and stores that; to be committed.
async fn hand_over(
    connection: &mut PgConnection,
    old: &Signer,
    new: &Signer,
    is_old_lost: bool,
) -> Result<Checkpoint, KeyError> {
    let size = sqlx::query_scalar!("select size from proof_head where is_only for update")
        .fetch_one(&mut *connection)
        .await?;
    let standing = standing(&mut *connection).await?;
    let is_current = standing.key_id == old.key_id();
    if !is_current && !is_old_lost {
        // Another process was faster.
        return Err(KeyError::NotCurrent);
    }
    if is_current && standing.since_size == size && standing.has_predecessor {
        return Err(KeyError::JustChanged(size));
    }
    let edge = Edge::load(&mut *connection, size).await?;
    assure(&mut *connection, old, &standing.verifier, &edge).await?;
    let checkpoint = Checkpoint {
        origin: new.origin().to_owned(),
        size,
        root: edge.root()?,
        last_act: None,
        last_of_house: None,
    };
    let handover = if is_current {
        checkpoint.sign(&[old, new])?
    } else {
        checkpoint.sign(&[new])?
    };
    store(&mut *connection, new, size, &handover).await?;
    Ok(checkpoint)
}

/// The row of the key that signs.
struct SigningKey {
    key_id: i64,
    verifier: String,
    since_size: i64,
    has_predecessor: bool,
}

async fn standing(connection: &mut PgConnection) -> Result<SigningKey, KeyError> {
    let row = sqlx::query_as!(
        SigningKey,
        r#"select key_id, verifier, since_size,
                  exists (select from proof_key where until_size is not null)
                      as "has_predecessor!"
           from proof_key where until_size is null"#
    )
    .fetch_optional(connection)
    .await?;
    row.ok_or(KeyError::NotCurrent)
}

async fn store(
    connection: &mut PgConnection,
    new: &Signer,
    size: i64,
    handover: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "update proof_key set until_size = $1 where until_size is null",
        size
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into proof_key (key_id, verifier, since_size, handover, made_at)
         values ($1, $2, $3, $4, clock_timestamp())",
        new.key_id(),
        new.verifier(),
        size,
        handover
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// What was signed when this key took over.
async fn handed_over(pool: &PgPool, signer: &Signer) -> Result<Checkpoint, KeyError> {
    let handover = sqlx::query_scalar!(
        r#"select handover as "handover!" from proof_key
           where key_id = $1 and handover is not null"#,
        signer.key_id()
    )
    .fetch_one(pool)
    .await?;
    Ok(open_note(&handover, &[signer.verifier()])?)
}

/// Lets a restored data folder's key sign again: with the newest checkpoint that is known, which the
/// restored log must reach, or on the operator's word alone. Returns the size to continue from.
///
/// A log that continued elsewhere since the backup would become two logs of one name.
pub async fn resume(pool: &PgPool, data_dir: &Path, newest: Option<&str>) -> Result<i64, KeyError> {
    if !is_suspended(data_dir) {
        return Err(KeyError::NotSuspended);
    }
    let size = read::sealed_size(pool).await?;
    if let Some(note) = newest {
        let verifiers: Vec<String> = keys(pool)
            .await?
            .into_iter()
            .map(|key| key.verifier)
            .collect();
        let known = open_note(note, &verifiers)?;
        if known.size > size {
            let what = format!("it ends at {size} events, {} were signed", known.size);
            return Err(SealError::Forked(what).into());
        }
        if read::root(pool, known.size).await.map_err(broken)? != known.root {
            let what = format!("its first {} events are others", known.size);
            return Err(SealError::Forked(what).into());
        }
        let memory = Memory::read(data_dir).await?;
        if memory == Memory::default() {
            Memory::begin(data_dir, Some(note.to_owned()), None).await?;
        }
    }
    unsuspend(data_dir).await?;
    Ok(size)
}

fn broken(error: ProofError) -> KeyError {
    match error {
        ProofError::Database(error) => KeyError::Database(error),
        error => KeyError::Log(SealError::Corrupt(error.to_string())),
    }
}

/// Refuses a data folder without any key where the log has one: a key must be copied into it, and not be
/// made there.
pub async fn require_key_file(pool: &PgPool, data_dir: &Path) -> Result<(), KeyError> {
    let Some(verifier) = current_verifier(pool).await? else {
        return Ok(());
    };
    if NAMES.iter().any(|name| data_dir.join(name).exists()) {
        return Ok(());
    }
    Err(KeyError::Absent {
        verifier,
        folder: data_dir.display().to_string(),
    })
}

/// What is wrong with the list of keys, seen from a data folder that has one: the key that signs
/// must be one of its files. A forger who rewrites the log signs it with another key.
pub async fn foreign_key(pool: &PgPool, data_dir: &Path) -> Result<Option<String>, KeyError> {
    loop {
        let verifier = current_verifier(pool).await?;
        let found = verifiers_in(data_dir)?;
        if found.is_empty() || (verifier.is_some() && found.contains(&verifier)) {
            return Ok(None);
        }
        // A change in between has destroyed the key of before.
        if current_verifier(pool).await? == verifier {
            return Ok(Some(match verifier {
                Some(verifier) => format!("{verifier} signs, and no key in {}", data_dir.display()),
                None => format!("no key signs, and {} holds one", data_dir.display()),
            }));
        }
    }
}

/// Of each file with a key; none of one that holds no key.
fn verifiers_in(data_dir: &Path) -> Result<Vec<Option<String>>, KeyError> {
    let mut found = Vec::new();
    for path in NAMES.map(|name| data_dir.join(name)) {
        match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            text => {
                let text = text.map_err(|cause| KeyError::file(&path, cause))?;
                let key = Signer::parse(text.trim(), data_dir);
                found.push(key.map(|signer| signer.verifier()));
            }
        }
    }
    Ok(found)
}
