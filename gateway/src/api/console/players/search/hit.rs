//! What a walk along an index finds: a wallet, by what, and which operation.

use chrono::{DateTime, Utc};
use ledger::journal;
use projections::search::FoundEntry;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use platform::error::ApiError;

/// The most rows of one walk along an index.
pub(super) const ROWS_MAX: i64 = 20;

/// What matched the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Matched {
    /// The player's id, or its beginning.
    Id,
    /// The phone number, or its beginning.
    Phone,
    /// The number or the id of a bank account.
    Bank,
    /// A reference of the bank, of a payment service or of a provider.
    Slip,
    /// The id of an operation, or its beginning.
    Operation,
    /// The id of a device, or its beginning.
    Device,
    /// A flag that staff have set.
    Flag,
    /// The amount of a statement line.
    Amount,
    /// The name, or the name of the bank account.
    Name,
}

/// An operation that was found.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(super) struct FoundOperation {
    pub(super) id: Uuid,
    /// `deposit`, `transfer`, `withdraw`, `bonus`, `finish_bonus`, `correction`, `slip`, `qr`,
    /// `grant` or `spin`.
    pub(super) kind: String,
    pub(super) amount: Option<String>,
    pub(super) at: Option<DateTime<Utc>>,
    /// Its event in the player's stream.
    pub(super) sequence: Option<i64>,
}

/// A wallet and its match.
pub(super) struct Hit {
    pub(super) wallet_id: Uuid,
    pub(super) matched: Matched,
    pub(super) operation: Option<FoundOperation>,
}

impl Hit {
    pub(super) fn player(wallet_id: Uuid, matched: Matched) -> Self {
        Self {
            wallet_id,
            matched,
            operation: None,
        }
    }

    pub(super) fn without_amount(mut self) -> Self {
        if let Some(operation) = &mut self.operation {
            operation.amount = None;
        }
        self
    }
}

/// The operations found in the views, each with its event in the player's stream.
pub(super) async fn hits_of(
    connection: &mut PgConnection,
    entries: Vec<FoundEntry>,
    matched: Matched,
) -> Result<Vec<Hit>, ApiError> {
    let positions: Vec<i64> = entries.iter().map(|entry| entry.position).collect();
    let sequences = journal::sequences_at(&mut *connection, &positions).await?;
    let hits = entries.into_iter().map(|entry| Hit {
        wallet_id: entry.wallet_id,
        matched,
        operation: Some(FoundOperation {
            id: entry.id,
            kind: entry.kind,
            amount: entry.amount.map(|amount| amount.to_string()),
            at: Some(entry.created_at),
            sequence: sequences.get(&entry.position).copied(),
        }),
    });
    Ok(hits.collect())
}
