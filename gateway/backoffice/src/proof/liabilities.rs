//! The proof that a player's money is in the total of what all players are owed.
//! `.github/proofs.md`, section 10, defines the format.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ledger::journal::{self, Digest, ShownFacts};
use ledger::proof::liability::{LiabilityError, Node, Share};
use ledger::proof::liability_store::{self as store, ProvenShares};
use ledger::proof::{self, Checkpoint, LastPlace, ProvenEvent, StoredCheckpoint};
use ledger::wallet::{HOUSE, LiabilityTotal};
use ledger::{Currency, WalletId};
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::bundle::{ProofKey, proof_keys};
use super::receipt::{Receipt, written};
use super::sealed::{best_checkpoint, broken, pending};
use super::totals::{Total, root_of, totals};
use platform::core::Core;
use platform::error::{ApiError, Code};

/// A player's way to the total.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiabilitiesFile {
    /// `wallet-liabilities/1`.
    #[schema(example = "wallet-liabilities/1")]
    format: &'static str,
    /// Id of the player's wallet, a UUID.
    wallet_id: String,
    /// Code of the wallet's currency, such as `THB`.
    currency: &'static str,
    /// The log's name, which is the first line of the checkpoint.
    origin: String,
    /// The keys of the log, with the sizes from and up to which each one signs.
    keys: Vec<ProofKey>,
    /// A signed note; the receipts lead to its root.
    checkpoint: String,
    /// The statement of the total.
    house: Receipt,
    /// The wallet's last event that is counted.
    own: LiabilityLink,
    /// The wallet's event after that; null if the checkpoint has none.
    next: Option<LiabilityLink>,
    /// What the main wallet held.
    main: String,
    /// What was on its way to games.
    in_transit: String,
    /// What was on its way to the bank.
    withdrawal: String,
    /// What lay in games, as they were last observed.
    games: String,
    /// The two parts that the four amounts are split into.
    shares: Vec<LiabilityShare>,
}

/// An event of the wallet, without its content.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiabilityLink {
    /// Its number in the wallet's stream, from 1.
    sequence: String,
    /// Its type.
    #[serde(rename = "type")]
    kind: String,
    /// Microseconds since 1970.
    at: String,
    /// The main wallet after it.
    balance: String,
    /// The digest of everything else, in hexadecimal.
    content: String,
    /// The stream's hash before it, in hexadecimal; zeros before number 1.
    before: String,
    /// Its position in the journal.
    position: String,
    /// Microseconds since 1970.
    recorded_at: String,
    /// 16 bytes in hexadecimal.
    salt: String,
    /// The hashes from its leaf to the root, in hexadecimal.
    path: Vec<String>,
}

impl LiabilityLink {
    /// The wire form; none for a row that was not written with the journal's key.
    fn of(proven: &ProvenEvent) -> Option<Self> {
        let ProvenEvent {
            before,
            event,
            place: LastPlace { place, recorded_at },
        } = proven;
        let ShownFacts::Genuine(facts) = event.facts else {
            return None;
        };
        Some(Self {
            sequence: event.sequence.to_string(),
            kind: event.event_type.clone(),
            at: facts.at.to_string(),
            balance: facts.balance.digits(),
            content: hex::encode(event.content),
            before: hex::encode(before),
            position: place.position.to_string(),
            recorded_at: recorded_at.to_string(),
            salt: hex::encode(place.salt),
            path: written(&place.path),
        })
    }
}

/// One of the two parts of a wallet's money in the tree.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiabilityShare {
    /// The number of its leaf, from 0.
    place: String,
    /// 16 bytes in hexadecimal.
    salt: String,
    /// Its amount.
    share: String,
    /// Hash and sum of the siblings on its way, from the leaf up, 40 bytes each, in base64.
    path: String,
}

/// Where a wallet's money is counted.
struct Found {
    stated_at: i64,
    currency: Currency,
    shares: ProvenShares,
}

/// The proof for a wallet, out of the newest total that is under a checkpoint.
///
/// `PROOF_OFF` where the operator states no totals; `PROOF_PENDING` until a total counts the wallet.
pub async fn liabilities(core: &Core, wallet_id: WalletId) -> Result<LiabilitiesFile, ApiError> {
    if core.config.proof.total_every_minutes == 0 {
        return Err(Code::ProofOff.into());
    }
    let totals = totals(core).await.map_err(|error| unreadable(&error))?;
    let mut connection = core.pool.acquire().await?;
    let policy = core.config.proof.witnesses.policy();
    for total in totals {
        let sealed = match best_checkpoint(&mut connection, &policy, total.stated_at).await {
            Err(error) if error.code == Code::ProofPending => continue,
            sealed => sealed?,
        };
        if let Some(found) = find(&mut connection, &total, wallet_id).await? {
            return write(core, &mut connection, &found, sealed).await;
        }
    }
    Err(pending())
}

async fn find(
    connection: &mut PgConnection,
    total: &Total,
    wallet_id: WalletId,
) -> Result<Option<Found>, ApiError> {
    for tree in &total.trees {
        if let Some(shares) = shares_in(connection, tree, wallet_id).await? {
            return Ok(Some(Found {
                stated_at: total.stated_at,
                currency: tree.currency,
                shares,
            }));
        }
    }
    Ok(None)
}

async fn shares_in(
    connection: &mut PgConnection,
    tree: &LiabilityTotal,
    wallet_id: WalletId,
) -> Result<Option<ProvenShares>, ApiError> {
    let root: Digest = root_of(&tree.root).unwrap_or_default();
    let found = store::shares_of(connection, &root, tree.leaves, wallet_id).await;
    found.map_err(|error| match error {
        LiabilityError::Database(error) => error.into(),
        error => ApiError::contradiction(&error.to_string()),
    })
}

async fn write(
    core: &Core,
    connection: &mut PgConnection,
    found: &Found,
    sealed: StoredCheckpoint,
) -> Result<LiabilitiesFile, ApiError> {
    let ProvenShares { owed, shares } = &found.shares;
    let key = core.ledger.journal_key();
    let link = async |connection: &mut PgConnection, sequence| {
        let id = owed.wallet_id;
        let proven = proof::proven_event(connection, key, id, sequence, sealed.size).await;
        let proven = proven.map_err(broken)?;
        // Behind a row of somebody else no genuine event is a neighbour: a later total counts one.
        let link = proven.map(|proven| LiabilityLink::of(&proven).ok_or_else(pending));
        link.transpose()
    };
    let own = link(&mut *connection, owed.sequence).await?;
    let next = link(&mut *connection, owed.sequence + 1).await?;
    let house = [found.stated_at];
    let house = proof::receipts(&mut *connection, HOUSE, &house, sealed.size).await;
    let house = house.map_err(broken)?.into_iter().next();
    let house = house.ok_or_else(|| ApiError::contradiction("the statement of a total is gone"))?;
    let own = own.ok_or_else(|| ApiError::contradiction("a counted event is gone"))?;
    // A later total, or the checkpoint at which one key takes over from another.
    let named = Checkpoint::unverified(&sealed.note).and_then(|it| it.last_of_house);
    if named.is_none_or(|named| named.hash != house.stream_hash()) {
        return Err(pending());
    }
    let digits = |minor| Decimal::new(minor, found.currency.decimals()).to_string();
    Ok(LiabilitiesFile {
        format: "wallet-liabilities/1",
        wallet_id: owed.wallet_id.to_string(),
        currency: found.currency.code(),
        origin: core.config.proof.origin.clone(),
        keys: proof_keys(&mut *connection).await?,
        checkpoint: sealed.note,
        house: Receipt::of(&house),
        own,
        next,
        main: digits(owed.amounts.main),
        in_transit: digits(owed.amounts.in_transit),
        withdrawal: digits(owed.amounts.withdrawal),
        games: digits(owed.amounts.games),
        shares: shares
            .iter()
            .map(|(share, path)| LiabilityShare::of(share, path, digits(share.amount)))
            .collect(),
    })
}

impl LiabilityShare {
    fn of(share: &Share, path: &[Node], amount: String) -> Self {
        let path: Vec<u8> = path.iter().flat_map(Node::bytes).collect();
        Self {
            place: share.place.to_string(),
            salt: hex::encode(share.salt),
            share: amount,
            path: STANDARD.encode(path),
        }
    }
}

/// The journal cannot be read.
fn unreadable(error: &journal::JournalError) -> ApiError {
    ApiError::contradiction(&error.to_string())
}
