//! The full verification of everything that is stored: the journal with its hashes and the proof
//! log, the other stored tables, every view, the audit log and the decisions it backs, the rows
//! that admit people or name money, the guards of them all, and the files of slips and chats.

use std::io;
use std::path::Path;

use ledger::journal::{JournalError, SecondReading, read_again};
use ledger::proof::verify::{self, VerifyError, VerifyOptions, verify_database};
use ledger::proof::{self, KeyError};
use projections::ViewError;
use projections::audit::{self, AuditOptions};
use sqlx::PgPool;

use super::files::{self, Depth, Files};
use super::guards;
use super::stored_rows;
use super::unapproved_events::{self, Progress};
use crate::staff::audit::Verified;
use crate::staff::{audit as chain, signed};
use platform::files::FileStore;
use platform::replica;
use platform::secrets::{Secrets, recorded};

/// Why the verification could not be completed.
#[derive(Debug, thiserror::Error)]
pub enum VerificationError {
    /// The journal could not be read.
    #[error(transparent)]
    Journal(#[from] VerifyError),
    /// A view could not be read.
    #[error(transparent)]
    View(#[from] ViewError),
    /// The orders in the journal could not be read.
    #[error(transparent)]
    Orders(#[from] JournalError),
    /// The audit log, or the rows of files, could not be read.
    #[error(transparent)]
    Acts(#[from] sqlx::Error),
    /// The installation's key could not be read.
    #[error("the secret key cannot be read: {0}")]
    Secret(io::Error),
    /// The data folder's record of the proof log could not be read.
    #[error(transparent)]
    Key(#[from] KeyError),
}

/// The result of the verification.
#[derive(Debug)]
pub struct Verification {
    /// The journal, byte for byte.
    pub journal: verify::Report,
    /// The journal again, by the framework's own reader.
    pub second: SecondReading,
    /// The events and the views.
    pub report: audit::Report,
    /// The check of the audit log's chain of hashes.
    pub acts: Verified,
    /// Where the audit log contradicts the checkpoints.
    pub(crate) unsigned: Vec<String>,
    /// Events, decisions and entries in the name of staff that no signed entry backs.
    pub(crate) unapproved: Vec<String>,
    /// Rows outside the journal that are not as the gateway wrote them.
    pub(crate) forged_rows: Vec<String>,
    /// Triggers, functions and rights that are not as the migrations made them.
    pub(crate) guards: Vec<String>,
    /// The files that rows name; none are checked without a data folder.
    pub files: Files,
    /// The problem if the log is signed with a key other than the data folder's.
    pub(crate) foreign_key: Option<String>,
    /// The problem if the data folder's secret key is not the recorded one.
    foreign_secret: Option<&'static str>,
}

impl Verification {
    /// All problems, in sentences. The first rows are named; the others are only counted.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = journal_problems(&self.journal);
        problems.extend(second_problems(&self.second));
        problems.extend(self.report.findings.iter().map(ToString::to_string));
        problems.extend(self.acts.problem.iter().cloned());
        problems.extend(self.unsigned.iter().cloned());
        problems.extend(self.unapproved.iter().cloned());
        problems.extend(self.forged_rows.iter().cloned());
        problems.extend(self.guards.iter().cloned());
        problems.extend(self.files.findings.iter().cloned());
        problems.extend(self.foreign_secret.map(str::to_owned));
        let foreign_key = self.foreign_key.iter();
        problems.extend(foreign_key.map(|what| format!("proof_key: {what}")));
        problems
    }
}

/// The problems of the journal, in sentences.
pub fn journal_problems(report: &verify::Report) -> Vec<String> {
    let mut problems: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
    let named = u64::try_from(problems.len()).unwrap_or(u64::MAX);
    let others = report.problem_count.saturating_sub(named);
    if others > 0 {
        problems.push(format!("{others} more rows are wrong as these are"));
    }
    problems
}

/// The wallets that the framework reads otherwise, in sentences.
fn second_problems(second: &SecondReading) -> Vec<String> {
    let mut problems = second.differences.clone();
    let named = u64::try_from(problems.len()).unwrap_or(u64::MAX);
    let others = second.difference_count.saturating_sub(named);
    if others > 0 {
        problems.push(format!("{others} more wallets differ by the second reader"));
    }
    problems
}

/// The data folder, and the files to check.
#[derive(Debug, Clone, Copy)]
pub struct Folder<'a> {
    /// Path of the gateway's data folder.
    pub path: &'a Path,
    /// Whose content is compared with their rows; none: no files are.
    pub files: Option<&'a FileStore>,
}

/// What to check: the primary, or a replica in its place.
#[derive(Debug, Clone, Copy)]
pub struct Checked<'a> {
    /// The primary server, which is read if there is no replica or the replica may lag behind.
    pub primary: &'a PgPool,
    /// One server that follows the primary, to be read instead.
    pub replica: Option<&'a PgPool>,
}

/// Checks everything; `progress` receives the number of processed events. With a data folder, it
/// also checks that the log continues from the checkpoint signed with the folder's key, no matter
/// what the database says.
pub async fn verify(
    checked: Checked<'_>,
    folder: Option<Folder<'_>>,
    mut options: VerifyOptions,
    progress: impl FnMut(i64) + Send,
) -> Result<Verification, VerificationError> {
    let data_dir = folder.map(|folder| folder.path);
    if let Some(data_dir) = data_dir {
        options.exported.extend(remembered(data_dir).await?);
    }
    if let Some(replica) = checked.replica {
        // The replica must have the remembered checkpoint, or its log would look cut off.
        replica::follow(replica, checked.primary).await?;
    }
    let pool = checked.replica.unwrap_or(checked.primary);
    let secrets = match data_dir {
        Some(data_dir) => Secrets::find(data_dir).map_err(VerificationError::Secret)?,
        None => None,
    };
    options.key = match &secrets {
        Some(secrets) => recorded::journal_key(checked.primary, secrets).await?,
        None => None,
    };
    let key = options.key.as_ref();
    // Checking the views takes by far the longest, so they report the progress.
    let journal = verify_database(pool, &options, |_| {}).await?;
    let second = read_again(pool, key).await?;
    let report = audit::run(pool, AuditOptions::with_key(key), progress).await?;
    let foreign_key = match data_dir {
        Some(data_dir) => proof::foreign_key(pool, data_dir).await?,
        None => None,
    };
    let foreign_secret = match &secrets {
        Some(secrets) => recorded::verify(checked.primary, secrets).await?,
        None => None,
    };
    let files = match folder.and_then(|folder| folder.files) {
        // A file may be erased at any moment: the primary knows first.
        Some(store) => files::verify(checked.primary, store, Depth::Content).await?,
        None => Files::default(),
    };
    let mut progress = Progress::default();
    let unapproved = unapproved_events::verify(pool, secrets.as_ref(), key, &mut progress).await?;
    Ok(Verification {
        journal,
        second,
        report,
        acts: chain::verify(pool).await?,
        unsigned: signed::verify(pool, &options.exported).await?,
        unapproved,
        forged_rows: stored_rows::verify(pool, secrets.as_ref(), key).await?,
        guards: guards::verify(pool).await?,
        files,
        foreign_key,
        foreign_secret,
    })
}

/// The checkpoint that was signed last with a key of the data folder. It must be read before the
/// database, so that the database already contains it.
pub(crate) async fn remembered(data_dir: &Path) -> Result<Option<(String, String)>, KeyError> {
    proof::remembered(data_dir).await.map_err(KeyError::Log)
}
