//! Which key the database's gateways work with. All have the same key, because each must verify and
//! decrypt the others' data.
//!
//! The first start of all makes the key and records its fingerprint, which only the owner of the
//! database can change. A gateway with another key, or without one, does not start.

use std::io;
use std::path::Path;

use ledger::JournalKey;
use sqlx::{PgConnection, PgExecutor, PgPool};

use super::Secrets;

/// Why the installation's key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SecretKeyError {
    /// The record cannot be read or written.
    #[error("the database: {0}")]
    Sql(#[from] sqlx::Error),
    /// The file cannot be read or written.
    #[error("cannot use secret.key in {folder}: {cause}{hint}", hint = advice(.cause))]
    File {
        /// The data folder.
        folder: String,
        /// What the system says.
        cause: io::Error,
    },
    /// The installation has a key, and it is not here.
    #[error(
        "{0} holds no secret.key, and the gateways of this database have one: copy it from the data \
         folder of one of them, or from a backup"
    )]
    Absent(String),
    /// The log has another name than at the journal's first event.
    #[error(
        "the journal started as {recorded:?}, and `proof.origin` is {configured:?}: nothing written under one \
         name is believed under the other. Set it back. For a copy of the database with another use, see \
         `gateway journal resign`"
    )]
    OtherLog {
        /// The name in the database.
        recorded: String,
        /// The name in the configuration.
        configured: String,
    },
    /// The key is not the installation's.
    #[error(
        "secret.key in {folder} is not the key of this database's gateways: copy theirs from the data \
         folder of one of them, or from a backup. This one's fingerprint is {fingerprint}"
    )]
    Other {
        /// The data folder.
        folder: String,
        /// In hexadecimal digits, for an operator who has lost the right key.
        fingerprint: String,
    },
}

/// The operator's part where the system refuses the folder.
fn advice(cause: &io::Error) -> &'static str {
    match cause.kind() {
        io::ErrorKind::PermissionDenied
        | io::ErrorKind::ReadOnlyFilesystem
        | io::ErrorKind::NotADirectory
        | io::ErrorKind::AlreadyExists => {
            ". DATA_DIR has to name a folder that the gateway's user may write to"
        }
        _ => "",
    }
}

/// Refuses a data folder that cannot be used.
pub fn check_folder(data_dir: &Path) -> Result<(), SecretKeyError> {
    Secrets::check_folder(data_dir).map_err(|cause| SecretKeyError::file(data_dir, cause))
}

impl SecretKeyError {
    /// The error for a key file that cannot be read or written in a data folder.
    pub fn file(data_dir: &Path, cause: io::Error) -> Self {
        Self::File {
            folder: data_dir.display().to_string(),
            cause,
        }
    }

    fn refusal(data_dir: &Path, found: Option<&Secrets>) -> Self {
        let folder = data_dir.display().to_string();
        match found {
            None => Self::Absent(folder),
            Some(found) => Self::Other {
                folder,
                fingerprint: hex::encode(found.key_fingerprint()),
            },
        }
    }
}

/// Reads the key below the data folder, or makes it at the first start of all, and records it.
///
/// `origin` is the log's name: with the key it says which journal this is, and is recorded too.
pub async fn open(pool: &PgPool, data_dir: &Path, origin: &str) -> Result<Secrets, SecretKeyError> {
    let mut turn = pool.begin().await?;
    // If two gateways start for the first time, the second waits here, finds the first one's
    // record, and makes no key.
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('secret.key', 6))")
        .execute(&mut *turn)
        .await?;
    let found = Secrets::find(data_dir).map_err(|cause| SecretKeyError::file(data_dir, cause))?;
    if let Some(recorded) = record(&mut *turn).await? {
        return match found {
            Some(found) if !recorded.is_of(&found) => {
                Err(SecretKeyError::refusal(data_dir, Some(&found)))
            }
            None => Err(SecretKeyError::refusal(data_dir, None)),
            Some(_) if recorded.origin != origin => Err(SecretKeyError::OtherLog {
                recorded: recorded.origin,
                configured: origin.to_owned(),
            }),
            Some(found) => Ok(found),
        };
    }
    let secrets = match found {
        Some(found) => found,
        None => Secrets::load(data_dir).map_err(|cause| SecretKeyError::file(data_dir, cause))?,
    };
    sqlx::query!(
        "insert into secret_key (fingerprint, origin) values ($1, $2)",
        &secrets.key_fingerprint()[..],
        origin
    )
    .execute(&mut *turn)
    .await?;
    turn.commit().await?;
    Ok(secrets)
}

/// The problem with a data folder whose key is not the recorded one. A database without a start of
/// this release has no record.
pub async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Option<&'static str>, sqlx::Error> {
    let is_other = record(pool)
        .await?
        .is_some_and(|record| !record.is_of(secrets));
    Ok(is_other.then_some("secret_key: the data folder's secret.key is not the recorded one"))
}

/// The key of the database's journal, if the secret key is the recorded one.
pub async fn journal_key(
    pool: &PgPool,
    secrets: &Secrets,
) -> Result<Option<JournalKey>, sqlx::Error> {
    let record = record(pool).await?;
    let record = record.filter(|record| record.is_of(secrets));
    Ok(record.map(|record| secrets.journal_key(&record.origin)))
}

/// Records another key, or the log under another name. Needs the owner's rights, and events that carry its MACs.
pub async fn replace(
    transaction: &mut PgConnection,
    secrets: &Secrets,
    origin: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query!("alter table secret_key disable trigger append_only")
        .execute(&mut *transaction)
        .await?;
    sqlx::query!(
        "update secret_key set fingerprint = $1, origin = $2",
        &secrets.key_fingerprint()[..],
        origin
    )
    .execute(&mut *transaction)
    .await?;
    sqlx::query!("alter table secret_key enable always trigger append_only")
        .execute(transaction)
        .await?;
    Ok(())
}

struct Record {
    fingerprint: Vec<u8>,
    origin: String,
}

impl Record {
    fn is_of(&self, secrets: &Secrets) -> bool {
        self.fingerprint == secrets.key_fingerprint()[..]
    }
}

async fn record(executor: impl PgExecutor<'_>) -> Result<Option<Record>, sqlx::Error> {
    sqlx::query_as!(Record, "select fingerprint, origin from secret_key")
        .fetch_optional(executor)
        .await
}

#[cfg(test)]
mod tests {
    use std::fs;

    use ledger_testing::TestDatabase;

    use super::*;
    use crate::secrets::KEY_FILE;

    const ORIGIN: &str = "wallet.example/journal";

    #[tokio::test]
    async fn of_two_first_starts_from_two_folders_one_makes_the_key_and_the_other_is_refused() {
        let database = TestDatabase::create().await;
        let pool = database.pool();
        let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let [first, second] = &folders;
        let (one, two) = tokio::join!(
            open(&pool, first.path(), ORIGIN),
            open(&pool, second.path(), ORIGIN)
        );
        let ((Ok(_), Err(refused)) | (Err(refused), Ok(_))) = (one, two) else {
            panic!("one of them, and only one");
        };
        assert!(matches!(refused, SecretKeyError::Absent(_)), "{refused}");
        let [has, lacks] = if first.path().join(KEY_FILE).exists() {
            [first, second]
        } else {
            [second, first]
        };
        assert_eq!(fs::read_dir(lacks.path()).unwrap().count(), 0);
        // The advice in the refusal works.
        fs::copy(has.path().join(KEY_FILE), lacks.path().join(KEY_FILE)).unwrap();
        assert!(open(&pool, lacks.path(), ORIGIN).await.is_ok());
    }

    #[tokio::test]
    async fn a_lost_key_is_replaced_by_the_owner_and_by_nobody_else() {
        let database = TestDatabase::create().await;
        let pool = database.pool();
        let (lost, new) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        open(&pool, lost.path(), ORIGIN).await.unwrap();
        Secrets::load(new.path()).unwrap();
        let Err(SecretKeyError::Other { fingerprint, .. }) = open(&pool, new.path(), ORIGIN).await
        else {
            panic!("another key is accepted");
        };
        let replace = format!("update secret_key set fingerprint = '\\x{fingerprint}'");
        assert!(sqlx::query(&replace).execute(&pool).await.is_err());
        let owner = database.owner();
        assert!(sqlx::query(&replace).execute(&owner).await.is_err());
        for statement in [
            "alter table secret_key disable trigger append_only",
            &replace,
            "alter table secret_key enable always trigger append_only",
        ] {
            sqlx::query(statement).execute(&owner).await.unwrap();
        }
        assert!(open(&pool, new.path(), ORIGIN).await.is_ok());
        assert!(open(&pool, lost.path(), ORIGIN).await.is_err());
    }
}
