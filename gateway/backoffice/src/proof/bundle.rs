//! A statement of a period with all its proofs, as one value. Every export carries it, and anyone
//! can check it without the operator. `.github/proofs.md` defines the format.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use ledger::WalletId;
use ledger::journal::Digest;
use ledger::proof::{self, StoredCheckpoint};
use projections::statement::{self, StatementLine, Stretch};
use serde::Serialize;
use sqlx::PgExecutor;
use tokio::time::Instant;
use utoipa::ToSchema;

use super::places;
use super::receipt::{Leaf, written};
use super::sealed::{broken, checkpoint, pending};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::replica::Reading;

/// The most lines in one bundle.
pub(crate) const LINES_MAX: i64 = 10_000;

/// How many receipts are read at once.
const RECEIPTS_AT_ONCE: usize = 1_000;

/// How often to check whether the newest line is under a checkpoint.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A statement of a period with all its proofs.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bundle {
    /// `wallet-statement/1`.
    #[schema(example = "wallet-statement/1")]
    pub format: &'static str,
    /// Id of the player's wallet, a UUID.
    pub wallet_id: String,
    /// Code of the wallet's currency, such as `THB`.
    pub currency: &'static str,
    /// The period's first moment; null from the beginning.
    pub from: Option<DateTime<Utc>>,
    /// The first moment after the period; null until now.
    pub to: Option<DateTime<Utc>>,
    /// The main wallet before the first line.
    pub opening_balance: String,
    /// The main wallet after the last line.
    pub closing_balance: String,
    /// The log's name, which is the first line of the checkpoint.
    pub origin: String,
    /// The keys of the log, with the sizes from and up to which each one signs.
    pub keys: Vec<ProofKey>,
    /// A signed note; every line's path leads to its root.
    pub checkpoint: String,
    /// The hashes of all paths, each once, in hexadecimal.
    pub hashes: Vec<String>,
    /// Oldest first.
    pub lines: Vec<BundleLine>,
}

/// A key of the log.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProofKey {
    /// The key in the form of C2SP signed-note: name, id and Ed25519 key.
    #[schema(example = "wallet.example/journal+8a1c2f30+ASoX...")]
    pub verifier: String,
    /// The size of the log from which it signs.
    pub since: String,
    /// The last size that it signed; null for the current key.
    pub until: Option<String>,
}

/// All keys of the log, oldest first.
pub async fn proof_keys(executor: impl PgExecutor<'_>) -> Result<Vec<ProofKey>, sqlx::Error> {
    let keys = proof::keys(executor).await?.into_iter();
    let keys = keys.map(|key| ProofKey {
        verifier: key.verifier,
        since: key.since_size.to_string(),
        until: key.until_size.map(|until| until.to_string()),
    });
    Ok(keys.collect())
}

/// A line of a bundle.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BundleLine {
    /// Unique in the wallet: the operation's id, with `-returned` behind it for a return.
    pub id: String,
    /// `deposit`, `transfer`, `withdraw`, `bonus`, `finish_bonus` or `correction`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// `PENDING`, `SUCCESS` or `FAILED`.
    pub status: &'static str,
    /// What the line did to the main wallet: `in`, `out` or `none`.
    pub direction: &'static str,
    /// Amount without a sign, as a decimal string in the bundle's currency.
    pub amount: String,
    /// The main wallet right after the line; null while the line has moved nothing.
    pub balance: Option<String>,
    /// When the money moved; while nothing has moved, when it was asked for.
    pub created_at: DateTime<Utc>,
    /// `WALLET`, `CORRECTION`, or the code of the game, bank, channel or grant that pays.
    pub from: String,
    /// `WALLET`, `CORRECTION`, or the code of the game, bank or ended grant that receives.
    pub to: String,
    /// The proof that the line's event is under the bundle's checkpoint.
    pub receipt: PackedReceipt,
}

/// A receipt whose path points into the bundle's hashes.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PackedReceipt {
    /// The stored fields of the line's event.
    #[serde(flatten)]
    pub leaf: Leaf,
    /// Indexes into the bundle's `hashes`, from the leaf to the root.
    pub path: Vec<usize>,
}

/// The hashes of many paths, each once, because all paths share the upper ones.
#[derive(Debug, Default)]
struct Table {
    places: HashMap<Digest, usize>,
    hashes: Vec<Digest>,
}

impl Table {
    fn place(&mut self, hash: Digest) -> usize {
        *self.places.entry(hash).or_insert_with(|| {
            self.hashes.push(hash);
            self.hashes.len() - 1
        })
    }
}

/// The statement of a period with all its proofs, as the newest checkpoint proves them.
///
/// `EXPORT_TOO_LONG` beyond [`LINES_MAX`] lines; `PROOF_PENDING` while the newest line is not under a
/// checkpoint, which the primary waits for.
pub async fn bundle(
    state: &Core,
    mut reading: Reading,
    wallet_id: WalletId,
    period: (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
    patience: Duration,
) -> Result<Bundle, ApiError> {
    let stretch = statement::stretch(&mut *reading, wallet_id, period.0, period.1, LINES_MAX).await;
    let stretch = stretch?.ok_or(Code::NoWallet)?;
    if i64::try_from(stretch.lines.len()).is_ok_and(|count| count > LINES_MAX) {
        let data = serde_json::json!({ "linesMax": LINES_MAX });
        return Err(ApiError::from(Code::ExportTooLong).with_data(data));
    }
    let newest = stretch.lines.last().map_or(0, |line| line.position);
    let sealed = covering(&mut reading, newest, patience).await?;
    let keys = proof_keys(&mut *reading).await?;
    let mut bundle = Bundle {
        format: "wallet-statement/1",
        wallet_id: wallet_id.to_string(),
        currency: stretch.currency.code(),
        from: period.0,
        to: period.1,
        opening_balance: stretch.opening.digits(),
        closing_balance: stretch.closing().digits(),
        origin: state.config.proof.origin.clone(),
        keys,
        checkpoint: sealed.note.clone(),
        hashes: Vec::new(),
        lines: Vec::with_capacity(stretch.lines.len()),
    };
    bundle.fill(state, reading, stretch, &sealed).await?;
    Ok(bundle)
}

/// The newest checkpoint, once it covers that position.
async fn covering(
    reading: &mut Reading,
    position: i64,
    patience: Duration,
) -> Result<StoredCheckpoint, ApiError> {
    let patience = if reading.is_snapshot() {
        Duration::ZERO
    } else {
        patience
    };
    let deadline = Instant::now() + patience;
    loop {
        match checkpoint(&mut **reading, None).await {
            Ok(sealed) if sealed.size >= position => return Ok(sealed),
            Ok(_) => {}
            Err(error) if error.code == Code::ProofPending => {}
            Err(error) => return Err(error),
        }
        if Instant::now() >= deadline {
            return Err(pending());
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

impl Bundle {
    /// Leaves under the checkpoint.
    pub fn tree_size(&self) -> &str {
        self.checkpoint.split('\n').nth(1).unwrap_or_default()
    }

    /// The checkpoint's root, base64.
    pub fn root(&self) -> &str {
        self.checkpoint.split('\n').nth(2).unwrap_or_default()
    }

    async fn fill(
        &mut self,
        state: &Core,
        mut reading: Reading,
        stretch: Stretch,
        sealed: &StoredCheckpoint,
    ) -> Result<(), ApiError> {
        let banks = places::banks_of(&mut *reading, &stretch.lines).await?;
        let wallet_id = stretch.wallet_id;
        let mut table = Table::default();
        for lines in stretch.lines.chunks(RECEIPTS_AT_ONCE) {
            let positions: Vec<i64> = lines.iter().map(|line| line.position).collect();
            let receipts = proof::receipts(&mut *reading, wallet_id, &positions, sealed.size);
            for (line, receipt) in lines.iter().zip(receipts.await.map_err(broken)?) {
                let path = receipt.path.iter().map(|hash| table.place(*hash));
                let receipt = PackedReceipt {
                    leaf: Leaf::of(&receipt),
                    path: path.collect(),
                };
                let ends = places::places(state, &banks, line);
                self.lines
                    .push(BundleLine::of(line, ends.0, ends.1, receipt));
            }
        }
        self.hashes = written(&table.hashes);
        Ok(())
    }
}

impl BundleLine {
    fn of(line: &StatementLine, from: String, to: String, receipt: PackedReceipt) -> Self {
        Self {
            id: line.id.clone(),
            kind: line.statement_type.as_str(),
            status: line.status.as_str(),
            direction: line.direction.as_str(),
            amount: line.amount.digits(),
            balance: line.balance.map(ledger::Money::digits),
            created_at: line.created_at,
            from,
            to,
            receipt,
        }
    }
}
