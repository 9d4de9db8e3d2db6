//! Everything that can be checked about what is stored: the journal with its hashes, its proof log
//! and all that stands beside it, every view, the chain of staff's acts and what they back, and
//! the files of slips and chats.

use std::io;
use std::path::Path;

use ledger::journal::JournalError;
use ledger::proof::verify::{self, VerifyError, VerifyOptions, verify_database};
use ledger::proof::{self, KeyError};
use projections::{ViewError, audit};
use sqlx::PgPool;

use super::files::{self, Files};
use super::{stored_rows, unapproved_events};
use crate::backoffice::staff::audit::Verified;
use crate::backoffice::staff::{audit as chain, signed};
use crate::platform::secrets::Secrets;

/// Why not everything could be looked at.
#[derive(Debug, thiserror::Error)]
pub(crate) enum VerificationError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] VerifyError),
    /// A view.
    #[error(transparent)]
    View(#[from] ViewError),
    /// The orders in the journal.
    #[error(transparent)]
    Orders(#[from] JournalError),
    /// Staff's acts, or the rows of files.
    #[error(transparent)]
    Acts(#[from] sqlx::Error),
    /// The installation's key.
    #[error("the secret key cannot be read: {0}")]
    Secret(io::Error),
    /// What the data folder remembers.
    #[error(transparent)]
    Key(#[from] KeyError),
}

/// What was looked at and found.
#[derive(Debug)]
pub(crate) struct Verification {
    /// The journal, byte for byte.
    pub(crate) journal: verify::Report,
    /// The events and the views.
    pub(crate) report: audit::Report,
    pub(crate) acts: Verified,
    /// Where the acts are not those that checkpoints name.
    pub(crate) unsigned: Vec<String>,
    /// What stands in staff's name and nobody backs.
    pub(crate) unapproved: Vec<String>,
    /// Rows beside the journal that the gateway has not written so.
    pub(crate) forged_rows: Vec<String>,
    /// Whether the key was there that staff's decisions are backed with.
    pub(crate) has_key: bool,
    /// The files that rows name; of none without a data folder.
    pub(crate) files: Files,
    /// That the log is signed by somebody else's key, seen from the data folder.
    pub(crate) foreign_key: Option<String>,
}

impl Verification {
    /// Everything that is wrong, for people. The first rows are named; the rest is counted.
    pub(crate) fn problems(&self) -> Vec<String> {
        let mut problems = journal_problems(&self.journal);
        problems.extend(self.report.findings.iter().map(ToString::to_string));
        problems.extend(self.acts.problem.iter().cloned());
        problems.extend(self.unsigned.iter().cloned());
        problems.extend(self.unapproved.iter().cloned());
        problems.extend(self.forged_rows.iter().cloned());
        problems.extend(self.files.findings.iter().cloned());
        let foreign_key = self.foreign_key.iter();
        problems.extend(foreign_key.map(|what| format!("proof_key: {what}")));
        problems
    }
}

/// What is wrong with the journal, for people.
pub(crate) fn journal_problems(report: &verify::Report) -> Vec<String> {
    let mut problems: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
    let named = u64::try_from(problems.len()).unwrap_or(u64::MAX);
    let others = report.problem_count.saturating_sub(named);
    if others > 0 {
        problems.push(format!("{others} more rows are wrong as these are"));
    }
    problems
}

/// The data folder, and what of it is to be looked at.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Folder<'a> {
    pub(crate) path: &'a Path,
    /// Whether its files are compared with their rows.
    pub(crate) is_with_files: bool,
}

/// Checks everything; `progress` hears how many events were gone through. With a data folder, also
/// that the log goes on from what was signed with its key, whatever the database says.
pub(crate) async fn verify(
    pool: &PgPool,
    folder: Option<Folder<'_>>,
    mut wish: VerifyOptions,
    progress: impl FnMut(i64) + Send,
) -> Result<Verification, VerificationError> {
    let data_dir = folder.map(|it| it.path);
    if let Some(data_dir) = data_dir {
        wish.exported.extend(remembered(data_dir).await?);
    }
    let secrets = match data_dir {
        Some(data_dir) => Secrets::find(data_dir).map_err(VerificationError::Secret)?,
        None => None,
    };
    // The views take longer by far: the progress is theirs.
    let journal = verify_database(pool, &wish, |_| {}).await?;
    let report = audit::run_with(pool, progress).await?;
    let foreign_key = match data_dir {
        Some(data_dir) => proof::foreign_key(pool, data_dir).await?,
        None => None,
    };
    let files = match folder {
        Some(folder) if folder.is_with_files => files::verify(pool, folder.path).await?,
        _ => Files::default(),
    };
    Ok(Verification {
        journal,
        report,
        acts: chain::verify(pool).await?,
        unsigned: signed::verify(pool, &wish.exported).await?,
        unapproved: unapproved_events::verify(pool, secrets.as_ref()).await?,
        forged_rows: stored_rows::verify(pool, secrets.as_ref()).await?,
        has_key: secrets.is_some(),
        files,
        foreign_key,
    })
}

/// What was signed last with a key of the data folder. To be read before the database is looked at,
/// which then has it.
pub(crate) async fn remembered(data_dir: &Path) -> Result<Option<(String, String)>, KeyError> {
    proof::remembered(data_dir).await.map_err(KeyError::Log)
}
