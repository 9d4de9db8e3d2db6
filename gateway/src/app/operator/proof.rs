//! `gateway proof`: the proof log's key and its latest checkpoint.

use std::path::{Path, PathBuf};

use ledger::proof::{self, KeyError, OldKey, ProofError};

use super::OperatorError;
use platform::config::Config;
use platform::database;

/// A command of `gateway proof`.
#[derive(Debug, Clone, PartialEq, Eq, clap::Subcommand)]
pub enum ProofCommand {
    /// Print the proof log's latest checkpoint; keep it outside this system
    Checkpoint,
    /// Give the proof log a new key, certified by the old one
    ///
    /// Gateways running on this data folder switch to the new key. The old key's file is destroyed.
    /// Run it again, with the same options, if it is interrupted.
    RotateKey(RotateArgs),
    /// Let the key of a restored data folder sign again
    Resume(ResumeArgs),
}

/// What becomes of the old key.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args)]
#[group(multiple = false)]
pub struct RotateArgs {
    /// The old key's file is lost, so only the new key signs the change
    #[arg(long)]
    pub old_key_lost: bool,
    /// Write the old key to this new file before it is destroyed here
    #[arg(long, value_name = "PATH")]
    pub old_key_to: Option<PathBuf>,
}

/// What shows that a restored log is complete.
#[derive(Debug, Clone, PartialEq, Eq, clap::Args)]
#[group(required = true, multiple = false)]
pub struct ResumeArgs {
    /// File with the newest known checkpoint; the restored log must reach it
    #[arg(long)]
    pub checkpoint: Option<PathBuf>,
    /// Confirm that nobody has a checkpoint beyond the end of the restored log
    #[arg(long)]
    pub i_know_this_is_the_newest: bool,
}

/// Runs a command and returns what to print.
pub async fn proof(
    database_url: &str,
    data_dir: &Path,
    config: &Config,
    command: ProofCommand,
) -> Result<String, OperatorError> {
    let pool = database::working_pool(database_url).await?;
    let outcome = match command {
        ProofCommand::Checkpoint => latest(&pool).await,
        ProofCommand::RotateKey(args) => rotate(&pool, data_dir, &config.proof.origin, &args).await,
        ProofCommand::Resume(args) => resume(&pool, data_dir, args.checkpoint).await,
    };
    pool.close().await;
    outcome
}

async fn rotate(
    pool: &sqlx::PgPool,
    data_dir: &Path,
    origin: &str,
    args: &RotateArgs,
) -> Result<String, OperatorError> {
    let old_key = match &args.old_key_to {
        Some(path) => OldKey::HandedOut(path),
        None if args.old_key_lost => OldKey::Lost,
        None => OldKey::Destroyed,
    };
    let (signer, tree) = proof::rotate(pool, data_dir, origin, old_key).await?;
    let (key, size) = (signer.verifier(), tree.size);
    Ok(format!(
        "from {size} leaves on, this key signs checkpoints:\n{key}"
    ))
}

async fn resume(
    pool: &sqlx::PgPool,
    data_dir: &Path,
    newest: Option<PathBuf>,
) -> Result<String, OperatorError> {
    let note = newest.map(|path| {
        std::fs::read_to_string(&path).map_err(|cause| OperatorError::File {
            name: path.display().to_string(),
            cause,
        })
    });
    let size = proof::resume(pool, data_dir, note.transpose()?.as_deref()).await?;
    Ok(format!("the log continues from {size} leaves"))
}

async fn latest(pool: &sqlx::PgPool) -> Result<String, OperatorError> {
    let tree = proof::latest(pool).await?;
    let tree = tree.ok_or(OperatorError::NotDone("no checkpoint has been signed yet"))?;
    // The note already ends with a line break and is printed byte for byte.
    Ok(tree.note)
}

impl From<KeyError> for OperatorError {
    fn from(error: KeyError) -> Self {
        Self::Key(Box::new(error))
    }
}

impl From<ProofError> for OperatorError {
    fn from(error: ProofError) -> Self {
        Self::Proof(Box::new(error))
    }
}
