//! `gateway verify`: checks everything that is stored, in the database, in a dump or in an archive of
//! the oldest events.

use std::path::{Path, PathBuf};

use ledger::proof::verify::{Report, VerifyError, VerifyOptions, verify_archive, verify_dump};
use sqlx::PgPool;

use super::OperatorError;
use super::check_report::{CheckReport, CheckReportBuilder};
use backoffice::verification::report::{self, Checked, Folder, Verification, VerificationError};
use platform::config::FileRules;
use platform::database::{self, DatabaseError};
use platform::files::FileStore;
use platform::secrets::KEY_FILE;

/// Printed if there is no data folder to check with.
const NO_KEY: &str = "without the data folder: files, the signatures of staff's decisions and the MACs of rows \
    were not checked";

/// Printed where the primary was not read itself.
const AT_REPLICA: &str = "a replica was checked: what is damaged on the primary's disk only is not seen there, see \
    --primary";

/// The options of `verify`.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a separate option of the command line"
)]
pub struct VerifyArgs {
    /// Check this dump of `pg_dump` (custom format) instead of the database
    #[arg(long, value_name = "FILE")]
    pub dump: Option<PathBuf>,
    /// Check the archive of the oldest events that `DATABASE_URL` names: only they and their tree
    #[arg(long, conflicts_with_all = ["dump", "primary"])]
    pub archive: bool,
    /// A checkpoint kept elsewhere, which the log must still contain; may be repeated
    #[arg(long = "checkpoint", value_name = "FILE")]
    pub checkpoints: Vec<PathBuf>,
    /// Read at most this many events a second
    #[arg(long = "rate", value_name = "EVENTS", value_parser = clap::value_parser!(u32).range(1..))]
    pub per_second: Option<u32>,
    /// Find files by this configuration [default: the gateway's]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Skip the files of slips and chats
    #[arg(long)]
    pub without_files: bool,
    /// Skip the checks that need the data folder's keys or files
    #[arg(long)]
    pub without_data: bool,
    /// Check the primary even if `DATABASE_READ_URL` names a replica
    #[arg(long)]
    pub primary: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// Where a replica is.
    #[arg(skip)]
    pub read_url: Option<String>,
}

impl VerifyArgs {
    fn store(&self, data_dir: &Path) -> Result<FileStore, OperatorError> {
        let rules = match &self.config {
            Some(config) => FileRules::load(config)?,
            None => FileRules::default(),
        };
        FileStore::open(&rules, data_dir.to_owned()).map_err(|cause| OperatorError::File {
            name: "the store of files".to_owned(),
            cause,
        })
    }

    async fn read(&self) -> Result<VerifyOptions, OperatorError> {
        let mut exported = Vec::with_capacity(self.checkpoints.len());
        for path in &self.checkpoints {
            let name = path.display().to_string();
            let note = tokio::fs::read_to_string(path).await;
            let note = note.map_err(|cause| OperatorError::File {
                name: name.clone(),
                cause,
            })?;
            exported.push((name, note));
        }
        Ok(VerifyOptions {
            exported,
            per_second: self.per_second,
            key: None,
        })
    }
}

/// Checks a dump, without a database.
pub async fn verify_file(dump: &Path, args: &VerifyArgs) -> Result<CheckReport, OperatorError> {
    let report = verify_dump(dump, &args.read().await?, |_| {}).await;
    let report = report.map_err(|error| OperatorError::Verify(Box::new(error)))?;
    let problems = report::journal_problems(&report);
    Ok(journal(&report).finish(&problems))
}

/// Checks an archive of the oldest events.
pub async fn verify_archived(
    archive_url: &str,
    args: &VerifyArgs,
) -> Result<CheckReport, OperatorError> {
    let options = args.read().await?;
    let archive = database::working_pool(archive_url).await?;
    let report = verify_archive(&archive, &options, |_| {}).await;
    archive.close().await;
    let report = report.map_err(VerificationError::Journal)?;
    let problems = report::journal_problems(&report);
    Ok(journal(&report).finish(&problems))
}

/// Checks the database: the journal and what belongs to it, every view and the audit log. With a
/// data folder, it also checks the folder's keys and that the stored files are unchanged.
pub async fn verify(
    database_url: &str,
    data_dir: &Path,
    args: &VerifyArgs,
) -> Result<CheckReport, OperatorError> {
    let store = if args.without_data || args.without_files {
        None
    } else {
        Some(args.store(data_dir)?)
    };
    let folder = if args.without_data {
        None
    } else {
        Some(folder(data_dir, store.as_ref())?)
    };
    let options = args.read().await?;
    let primary = database::working_pool(database_url).await?;
    let at_replica = match args.read_url.as_ref().filter(|_| !args.primary) {
        Some(url) => check_replica(&primary, url, folder, &options).await?,
        None => None,
    };
    let is_at_replica = at_replica.is_some();
    let found = match at_replica {
        Some(found) => Ok(found),
        None => check(&primary, None, folder, &options).await,
    };
    primary.close().await;
    let found = found?;
    let mut report = journal(&found.journal);
    report.count("wallets by the second reader", found.second.wallets);
    report.views(&found.report.views);
    report.audit_log(&found.acts);
    report.count("files", found.files.count);
    report.remarks(folder.is_none().then_some(NO_KEY));
    report.remarks(is_at_replica.then_some(AT_REPLICA));
    Ok(report.finish(&found.problems()))
}

async fn check(
    primary: &PgPool,
    replica: Option<&PgPool>,
    folder: Option<Folder<'_>>,
    options: &VerifyOptions,
) -> Result<Verification, VerificationError> {
    let checked = Checked { primary, replica };
    report::verify(checked, folder, options.clone(), |_| {}).await
}

/// Checks a replica; none if it cannot be read to the end.
async fn check_replica(
    primary: &PgPool,
    url: &str,
    folder: Option<Folder<'_>>,
    options: &VerifyOptions,
) -> Result<Option<Verification>, DatabaseError> {
    let replica = database::checking_pool(url)?;
    let found = check(primary, Some(&replica), folder, options).await;
    replica.close().await;
    Ok(match found {
        Ok(found) => Some(found),
        Err(error) => {
            tracing::warn!(%error, "the replica cannot be checked: the primary is");
            None
        }
    })
}

/// The gateway's data folder. A folder without the key is refused, because a comparison with
/// nothing finds no fault.
pub(super) fn folder<'a>(
    path: &'a Path,
    files: Option<&'a FileStore>,
) -> Result<Folder<'a>, OperatorError> {
    if path.join(KEY_FILE).is_file() {
        Ok(Folder { path, files })
    } else {
        Err(OperatorError::NoDataFolder(path.display().to_string()))
    }
}

fn journal(found: &Report) -> CheckReportBuilder {
    let mut report = CheckReportBuilder::new();
    report.count("events", found.events);
    report.count("wallets", found.wallets);
    report.count("sealed events", found.sealed);
    report.count("tiles", found.tiles);
    report.count("checkpoints", found.checkpoints);
    report.count("claims", found.claims);
    report.count("command keys", found.keys);
    report.count("snapshots", found.snapshots);
    report.remarks(&found.remarks);
    report
}

impl From<report::VerificationError> for OperatorError {
    fn from(error: report::VerificationError) -> Self {
        use report::VerificationError as E;
        match error {
            E::Journal(VerifyError::Database(error)) | E::Acts(error) => Self::Sql(error),
            E::Journal(error) => Self::Verify(Box::new(error)),
            E::Orders(error) => Self::Ledger(error.into()),
            E::View(error) => Self::View(error),
            E::Key(error) => error.into(),
            E::Secret(cause) => Self::File {
                name: "secret.key".to_owned(),
                cause,
            },
        }
    }
}
