//! `gateway journal`: the key of the events.

use std::path::{Path, PathBuf};

use ledger::journal::{resign, shut};
use ledger::proof::verify::{VerifyOptions, verify_database};
use sqlx::{Connection, PgPool};

use super::OperatorError;
use platform::config::Config;
use platform::database;
use platform::secrets::{Secrets, recorded};

/// A command of `gateway journal`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Subcommand)]
pub enum JournalCommand {
    /// Sign every event with the data folder's secret.key, where the journal's own key is lost
    ///
    /// Stop all gateways first. Needs the log-in of the database's owner.
    Resign(ResignArgs),
}

/// What shows that the events are those that the lost key signed.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
pub struct ResignArgs {
    /// File with a checkpoint that was kept outside; it must cover the whole journal
    #[arg(long)]
    pub checkpoint: PathBuf,
}

/// Runs a command and returns what to print.
pub async fn journal(
    database_url: &str,
    data_dir: &Path,
    config: &Config,
    command: JournalCommand,
) -> Result<String, OperatorError> {
    let JournalCommand::Resign(args) = command;
    let secrets = secrets_in(data_dir)?;
    let pool = database::working_pool(database_url).await?;
    let signed = resign_all(&pool, &secrets, &config.proof.origin, &args.checkpoint).await;
    pool.close().await;
    Ok(format!(
        "{} events are signed with this secret.key",
        signed?
    ))
}

/// The keys in a data folder, which must be there.
pub(super) fn secrets_in(data_dir: &Path) -> Result<Secrets, OperatorError> {
    let name = || data_dir.display().to_string();
    let found = Secrets::find(data_dir);
    let found = found.map_err(|cause| OperatorError::File {
        name: name(),
        cause,
    })?;
    found.ok_or_else(|| OperatorError::NoJournalKey(name()))
}

async fn resign_all(
    pool: &PgPool,
    secrets: &Secrets,
    origin: &str,
    checkpoint: &Path,
) -> Result<i64, OperatorError> {
    let refused = OperatorError::NotResigned;
    let name = checkpoint.display().to_string();
    let note = std::fs::read_to_string(checkpoint).map_err(|cause| OperatorError::File {
        name: name.clone(),
        cause,
    })?;
    let options = VerifyOptions {
        exported: vec![(name.clone(), note.clone())],
        // Where the journal's key is still there, as for a copy, no void event is signed.
        key: recorded::journal_key(pool, secrets).await?,
        ..VerifyOptions::default()
    };
    // Whether it is one of this log, and whether the events lead to it.
    let report = verify_database(pool, &options, |_| {}).await;
    let report = report.map_err(|error| OperatorError::Verify(Box::new(error)))?;
    if let Some(problem) = report.problems.first() {
        return Err(refused(format!("gateway verify finds that {problem}")));
    }
    let size = size_of(&note).ok_or_else(|| refused(format!("{name} is no checkpoint")))?;
    let mut connection = pool.acquire().await?;
    sqlx::query("reset role").execute(&mut *connection).await?;
    let mut transaction = connection.begin().await?;
    let head = shut(&mut transaction).await?;
    if size != head {
        let what =
            format!("{name} covers {size} of {head} events: export one that covers them all");
        return Err(refused(what));
    }
    resign(&mut transaction, &secrets.journal_key(origin)).await?;
    recorded::replace(&mut transaction, secrets, origin).await?;
    transaction.commit().await?;
    // It has the owner's rights.
    connection.detach();
    Ok(head)
}

/// How many events a checkpoint covers: its second line.
fn size_of(note: &str) -> Option<i64> {
    note.lines().nth(1)?.parse().ok()
}
