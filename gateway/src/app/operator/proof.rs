//! `proof`: the log's key, and its latest checkpoint for keeping elsewhere.

use std::path::{Path, PathBuf};

use ledger::proof::{self, KeyError, ProofError};

use super::OperatorError;
use crate::platform::config::Config;
use crate::platform::database;

/// What the operator wants of the proof log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofArgs {
    /// The latest checkpoint's note.
    Checkpoint,
    /// A new key.
    RotateKey {
        /// The old key's file is gone: only the new one signs what it takes over.
        is_old_lost: bool,
    },
    /// A restored log goes on.
    GoOn {
        /// The newest checkpoint that is known, in a file; without one, the operator's word.
        newest: Option<PathBuf>,
    },
}

impl ProofArgs {
    /// Reads the words behind `proof`.
    #[must_use]
    pub fn parse(words: &[&str]) -> Option<Self> {
        match words {
            ["checkpoint"] => Some(Self::Checkpoint),
            ["rotate-key"] => Some(Self::RotateKey { is_old_lost: false }),
            ["rotate-key", "--old-key-lost"] => Some(Self::RotateKey { is_old_lost: true }),
            ["go-on", "--checkpoint", file] => Some(Self::GoOn {
                newest: Some(file.into()),
            }),
            ["go-on", "--i-know-this-is-the-newest"] => Some(Self::GoOn { newest: None }),
            _ => None,
        }
    }
}

/// Carries the wish out and answers with what to print.
pub async fn proof(
    database_url: &str,
    data_dir: &Path,
    config: &Config,
    wish: ProofArgs,
) -> Result<String, OperatorError> {
    let pool = database::working_pool(database_url).await?;
    let outcome = match wish {
        ProofArgs::Checkpoint => latest(&pool).await,
        ProofArgs::RotateKey { is_old_lost } => {
            let origin = &config.proof.origin;
            let rotated = proof::rotate(&pool, data_dir, origin, is_old_lost).await;
            rotated.map_err(OperatorError::from).map(|(signer, tree)| {
                let (key, size) = (signer.verifier(), tree.size);
                format!("from {size} leaves on checkpoints are signed by\n{key}")
            })
        }
        ProofArgs::GoOn { newest } => go_on(&pool, data_dir, newest).await,
    };
    pool.close().await;
    outcome
}

async fn go_on(
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
    let size = proof::go_on(pool, data_dir, note.transpose()?.as_deref()).await?;
    Ok(format!("the log goes on from {size} leaves"))
}

async fn latest(pool: &sqlx::PgPool) -> Result<String, OperatorError> {
    let tree = proof::latest(pool).await?;
    let tree = tree.ok_or(OperatorError::NotDone("nothing has been sealed yet"))?;
    // The note ends with a line's end of its own, and is printed byte for byte.
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
