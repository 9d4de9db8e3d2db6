//! A statement of a period with all its proofs, as one value. Every export carries it, and anyone
//! can check it without the operator. `.github/proofs.md` defines the format.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use ledger::WalletId;
use ledger::journal::{Digest, Facts, ShownEvent, ShownFacts};
use ledger::proof::{self, LastPlace, Place, ProvenStretch, StoredCheckpoint, WitnessPolicy};
use projections::statement::{self, StatementLine, Stretch};
use serde::Serialize;
use sqlx::PgExecutor;
use tokio::time::Instant;
use utoipa::ToSchema;

use super::places;
use super::receipt::written;
use super::sealed::{best_checkpoint, broken, pending};
use platform::config::WitnessRules;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::replica::Reading;

/// The most lines in one bundle.
pub(crate) const LINES_MAX: i64 = 10_000;

/// How often to check whether the newest line is under a checkpoint.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A statement of a period with all its proofs.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bundle {
    /// `wallet-statement/2`.
    #[schema(example = "wallet-statement/2")]
    pub format: &'static str,
    /// Id of the player's wallet, a UUID.
    pub wallet_id: String,
    /// Code of the wallet's currency, such as `THB`.
    pub currency: &'static str,
    /// The period's first moment; null from the beginning.
    pub from: Option<DateTime<Utc>>,
    /// The first moment after the period; null until now.
    pub to: Option<DateTime<Utc>>,
    /// The log's name, which is the first line of the checkpoint.
    pub origin: String,
    /// The keys of the log, with the sizes from and up to which each one signs.
    pub keys: Vec<ProofKey>,
    /// A signed note; the last event's path leads to its root.
    pub checkpoint: String,
    /// The number of the first event in the wallet's stream.
    pub first: String,
    /// The stream's hash before the first event, in hexadecimal; zeros before number 1.
    pub before: String,
    /// Every event from the first to the last line, oldest first, in the forms of section 7 of
    /// `.github/proofs.md`.
    #[schema(value_type = Vec<serde_json::Value>)]
    pub events: Vec<BundleEvent>,
    /// The last event's place in the log; null without a line.
    pub leaf: Option<BundleLeaf>,
    /// What a reader sees of it, which follows from the events.
    #[serde(skip)]
    pub shown: Shown,
}

/// The lines and balances of a statement, for files that people read.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// The main wallet before the first line.
    pub opening_balance: String,
    /// The main wallet after the last line.
    pub closing_balance: String,
    /// Oldest first.
    pub lines: Vec<BundleLine>,
}

/// An event of the wallet, by what a statement is made of and the digest of everything else.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum BundleEvent {
    /// Type, time (microseconds since 1970) and content (hexadecimal) of one that is no line.
    Hidden(String, String, String),
    /// The same and the balance after it: the last one before the first line.
    Opening(String, String, String, String),
    /// The same of a line: the balance after it, null where it has moved nothing, and the texts that are not
    /// proven, which are id, status, from, to, and the amount where it has moved nothing.
    Line(String, String, String, Option<String>, Vec<String>),
    /// A row that was not written with the journal's key.
    Void(VoidRow),
}

/// A row of the wallet's stream that was not written with the journal's key.
#[derive(Debug, Clone, Serialize)]
pub struct VoidRow {
    /// The type that its writer gave it.
    #[serde(rename = "type")]
    pub kind: String,
    /// What its writer says of time and balance, as it is hashed, in hexadecimal.
    pub facts: String,
    /// The digest of everything else, in hexadecimal.
    pub content: String,
    /// Its position in the journal.
    pub position: String,
    /// 16 bytes in hexadecimal.
    pub salt: String,
    /// The hashes from its void leaf to the root, in hexadecimal.
    pub path: Vec<String>,
}

/// An event's place in the log.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BundleLeaf {
    /// Its position in the journal.
    pub position: String,
    /// Microseconds since 1970.
    pub recorded_at: String,
    /// 16 bytes in hexadecimal.
    pub salt: String,
    /// The hashes from the leaf to the root, in hexadecimal.
    pub path: Vec<String>,
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

/// Who else signs the checkpoints.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProofWitnesses {
    /// So many of them must have signed a checkpoint; 0 where no witness is asked.
    #[schema(example = 2)]
    quorum: usize,
    /// Their keys in the form of C2SP signed-note.
    keys: Vec<String>,
}

impl ProofWitnesses {
    /// The witnesses of the configuration.
    pub fn of(rules: &WitnessRules) -> Self {
        Self {
            quorum: rules.quorum,
            keys: rules.list.iter().map(|entry| entry.key.clone()).collect(),
        }
    }
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

/// A line of a statement.
#[derive(Debug, Clone)]
pub struct BundleLine {
    /// Unique in the wallet: the operation's id, with `-returned` behind it for a return.
    pub id: String,
    /// `deposit`, `transfer`, `withdraw`, `bonus`, `finish_bonus` or `correction`.
    pub kind: &'static str,
    /// `PENDING`, `SUCCESS` or `FAILED`.
    pub status: &'static str,
    /// What the line did to the main wallet: `in`, `out` or `none`.
    pub direction: &'static str,
    /// Amount without a sign, as a decimal string in the bundle's currency.
    pub amount: String,
    /// The main wallet right after the line; none while the line has moved nothing.
    pub balance: Option<String>,
    /// When the money moved; while nothing has moved, when it was asked for.
    pub created_at: DateTime<Utc>,
    /// `WALLET`, `CORRECTION`, or the code of the game, bank, channel or grant that pays.
    pub from: String,
    /// `WALLET`, `CORRECTION`, or the code of the game, bank or ended grant that receives.
    pub to: String,
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
    let policy = state.config.proof.witnesses.policy();
    let sealed = covering(&mut reading, &policy, newest, patience).await?;
    let keys = proof_keys(&mut *reading).await?;
    let mut bundle = Bundle {
        format: "wallet-statement/2",
        wallet_id: wallet_id.to_string(),
        currency: stretch.currency.code(),
        from: period.0,
        to: period.1,
        origin: state.config.proof.origin.clone(),
        keys,
        checkpoint: sealed.note.clone(),
        first: "1".to_owned(),
        before: hex::encode(Digest::default()),
        events: Vec::new(),
        leaf: None,
        shown: Shown {
            opening_balance: stretch.opening.digits(),
            closing_balance: stretch.closing().digits(),
            lines: Vec::with_capacity(stretch.lines.len()),
        },
    };
    bundle.fill(state, reading, stretch, &sealed).await?;
    Ok(bundle)
}

/// The best checkpoint, once it covers that position.
async fn covering(
    reading: &mut Reading,
    policy: &WitnessPolicy,
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
        match best_checkpoint(&mut *reading, policy, position).await {
            Err(error) if error.code == Code::ProofPending => {}
            found => return found,
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
        for line in &stretch.lines {
            let ends = places::places(state, &banks, line);
            self.shown.lines.push(BundleLine::of(line, ends.0, ends.1));
        }
        let (Some(first), Some(last)) = (stretch.lines.first(), stretch.lines.last()) else {
            return Ok(());
        };
        let wanted = proof::Stretch {
            wallet_id: stretch.wallet_id,
            first: self.from.map(|_| first.position),
            last: last.position,
        };
        let key = state.ledger.journal_key();
        let proven = proof::stretch(&mut reading, key, wanted, sealed.size).await;
        let proven = proven.map_err(broken)?;
        let positions = stretch.lines.iter().map(|line| line.position);
        let texts = positions.zip(self.shown.lines.iter().map(BundleLine::texts));
        self.prove(proven, texts.collect());
        Ok(())
    }

    fn prove(&mut self, proven: ProvenStretch, mut lines: HashMap<i64, Vec<String>>) {
        let begin = proven.events.first().map_or(1, |event| event.sequence);
        self.first = begin.to_string();
        self.before = hex::encode(proven.before);
        let mut voids = proven.voids.into_iter();
        let mut balance = (begin == 1).then_some(0);
        for event in proven.events {
            let line = lines.remove(&event.position);
            let written = match event.facts {
                ShownFacts::Void(ref facts) => voids.next().map(|place| {
                    let facts = hex::encode(facts);
                    BundleEvent::Void(VoidRow::of(&event, facts, &place))
                }),
                ShownFacts::Genuine(facts) => {
                    let before = balance.replace(facts.balance.minor());
                    let has_moved = before != balance;
                    Some(BundleEvent::of(&event, facts, has_moved, line))
                }
            };
            self.events.extend(written);
        }
        let LastPlace { place, recorded_at } = proven.last;
        self.leaf = Some(BundleLeaf {
            position: place.position.to_string(),
            recorded_at: recorded_at.to_string(),
            salt: hex::encode(place.salt),
            path: written(&place.path),
        });
    }
}

impl BundleEvent {
    fn of(event: &ShownEvent, facts: Facts, has_moved: bool, line: Option<Vec<String>>) -> Self {
        let kind = event.event_type.clone();
        let (at, content) = (facts.at.to_string(), hex::encode(event.content));
        let balance = has_moved.then(|| facts.balance.digits());
        match (line, balance) {
            (Some(texts), balance) => Self::Line(kind, at, content, balance, texts),
            (None, Some(balance)) => Self::Opening(kind, at, content, balance),
            (None, None) => Self::Hidden(kind, at, content),
        }
    }
}

impl VoidRow {
    fn of(event: &ShownEvent, facts: String, place: &Place) -> Self {
        Self {
            kind: event.event_type.clone(),
            facts,
            content: hex::encode(event.content),
            position: place.position.to_string(),
            salt: hex::encode(place.salt),
            path: written(&place.path),
        }
    }
}

impl BundleLine {
    fn of(line: &StatementLine, from: String, to: String) -> Self {
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
        }
    }

    /// What the file says of it that its event does not prove.
    fn texts(&self) -> Vec<String> {
        let texts = [&self.id, self.status, &self.from, &self.to].map(str::to_owned);
        let unproven = self.balance.is_none().then(|| self.amount.clone());
        texts.into_iter().chain(unproven).collect()
    }
}
