//! [`Projection`]: each view's description of itself, so that one runner, one rebuild and one audit
//! serve them all.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};
use ledger::{Account, Currency, Money, MoneyError, RecordedEvent, WalletEvent, WalletId};
use rust_decimal::Decimal;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::rows::Difference;

/// A view: a group of tables that follows the journal with its own checkpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum View {
    /// Balances of the player's buckets and game accounts.
    Wallet,
    /// The main wallet's lines with their running balance.
    Statement,
    /// Uploaded slips.
    Slip,
    /// All accounts, the house's too.
    TrialBalance,
    /// Transfers, withdrawals and ways in that have not ended.
    OpenWork,
    /// Grants, refunds, earnings of inviting, and the wheel.
    Reward,
}

impl View {
    /// Every view, in the order of their declaration.
    pub const ALL: [Self; 6] = [
        Self::Wallet,
        Self::Statement,
        Self::Slip,
        Self::TrialBalance,
        Self::OpenWork,
        Self::Reward,
    ];

    /// The name in the checkpoint table, in notices and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wallet => "wallet",
            Self::Statement => "statement",
            Self::Slip => "slip",
            Self::TrialBalance => "trial_balance",
            Self::OpenWork => "open_work",
            Self::Reward => "reward",
        }
    }

    /// The view's index in [`View::ALL`].
    pub(crate) const fn index(self) -> usize {
        match self {
            Self::Wallet => 0,
            Self::Statement => 1,
            Self::Slip => 2,
            Self::TrialBalance => 3,
            Self::OpenWork => 4,
            Self::Reward => 5,
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for View {
    type Err = UnknownView;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|view| view.name() == text)
            .ok_or_else(|| UnknownView(text.to_owned()))
    }
}

/// Up to where all of these views show the journal, on whichever server and in whichever snapshot the
/// connection is.
pub async fn shown_on(connection: &mut PgConnection, views: &[View]) -> Result<i64, sqlx::Error> {
    let names: Vec<String> = views.iter().map(View::to_string).collect();
    let shown = sqlx::query_scalar!(
        r#"select coalesce(min(position), 0) as "shown!" from projection_checkpoint
           where view = any($1)"#,
        &names
    );
    shown.fetch_one(connection).await
}

/// A text that names no view.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} names no view")]
pub struct UnknownView(pub String);

/// Why an event cannot be folded: it contradicts the events before it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("event {position} of wallet {wallet_id}: {reason}")]
pub struct FoldError {
    /// Position of the event in the journal.
    pub position: i64,
    /// Id of the wallet.
    pub wallet_id: WalletId,
    /// How the event contradicts earlier ones.
    pub reason: FoldReason,
}

/// How an event contradicts the events before it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FoldReason {
    /// The wallet was never opened.
    #[error("the wallet is not open")]
    NotOpen,
    /// It starts work that has already started.
    #[error("the {0} is there already")]
    AlreadyThere(&'static str),
    /// It continues work that never began.
    #[error("no such {0}")]
    Unknown(&'static str),
    /// It takes more than a bucket holds.
    #[error("{account} would hold {amount}")]
    Negative {
        /// Account of the player.
        account: Account,
        /// The amount that it would hold.
        amount: Decimal,
    },
    /// Its postings do not sum to zero.
    #[error("the postings do not sum to zero")]
    Unbalanced,
    /// A different currency, or an amount beyond the bounds of money.
    #[error(transparent)]
    Money(#[from] MoneyError),
}

impl FoldReason {
    /// The reason with the event that it is about.
    pub(crate) fn at(self, event: &RecordedEvent) -> FoldError {
        FoldError {
            position: event.position,
            wallet_id: event.wallet_id,
            reason: self,
        }
    }
}

/// Why a view cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// The database is away, or refused.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// An event contradicts the events before it.
    #[error(transparent)]
    Fold(#[from] FoldError),
    /// A stored row has a form that the view never writes.
    #[error("{table}: {what}")]
    Row {
        /// Name of the row's table.
        table: &'static str,
        /// The problem.
        what: String,
    },
}

/// A view's writer.
///
/// `fold` is the whole truth of a view: it runs on the rows that `load` brought (the runner and
/// the rebuild) or on none at all (the audit), and must come to the same rows both ways.
pub(crate) trait Projection: Default + Send + 'static {
    const VIEW: View;
    /// All its tables: a rebuild fills each of them again.
    const TABLES: &'static [&'static str];

    /// Whether the event changes what the view shows of its wallet; `fold` of any other event
    /// changes nothing.
    fn touches(event: &WalletEvent) -> bool;

    /// Whether the view shows the event as a change of a QR order, for callers that wait for it.
    fn is_about_qr_order(_event: &WalletEvent) -> bool {
        false
    }

    /// Applies one event to the rows in memory.
    fn fold(&mut self, event: &RecordedEvent) -> Result<(), FoldError>;

    /// Reads the rows that the events need.
    fn load(
        &mut self,
        connection: &mut PgConnection,
        events: &[Arc<RecordedEvent>],
    ) -> impl Future<Output = Result<(), ViewError>> + Send;

    /// Writes back the rows that have changed.
    fn save(
        &self,
        connection: &mut PgConnection,
    ) -> impl Future<Output = Result<(), ViewError>> + Send;

    /// Reads all rows of some wallets.
    fn load_wallets(
        connection: &mut PgConnection,
        wallets: WalletRange,
    ) -> impl Future<Output = Result<Self, ViewError>> + Send;

    /// The first stored row of a wallet that is not as folded.
    fn first_difference(&self, stored: &Self) -> Option<Difference>;

    /// How many rows of wallets it holds.
    fn row_count(&self) -> usize;
}

/// A view that also has rows of no single wallet. They are few, and their fold does not depend on
/// the order of the wallets.
pub(crate) trait HouseWide: Projection {
    /// Reads these rows.
    fn load_house(
        connection: &mut PgConnection,
    ) -> impl Future<Output = Result<Self, ViewError>> + Send;

    /// The first of them that is not as folded.
    fn first_house_difference(&self, stored: &Self) -> Option<Difference>;

    /// How many of them it holds.
    fn house_row_count(&self) -> usize;

    /// Drops the rows of wallets.
    fn forget_wallets(&mut self);
}

/// The wallets whose ids lie between two ids, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WalletRange {
    pub(crate) first: Uuid,
    pub(crate) last: Uuid,
}

/// Applies events, in order and without a gap, to a view's tables.
pub(crate) async fn apply<P: Projection>(
    connection: &mut PgConnection,
    events: &[Arc<RecordedEvent>],
) -> Result<(), ViewError> {
    // Most events concern few views: the others only move their checkpoint.
    if !events.iter().any(|event| P::touches(&event.event)) {
        return Ok(());
    }
    let mut rows = P::default();
    rows.load(connection, events).await?;
    for event in events {
        rows.fold(event)?;
    }
    rows.save(connection).await
}

/// The outcome of applying events.
type Applied<'a> = Pin<Box<dyn Future<Output = Result<(), ViewError>> + Send + 'a>>;

/// A [`Projection`] for code that follows several views without knowing their types.
#[derive(Clone, Copy)]
pub(crate) struct Writer {
    /// See [`apply`].
    pub(crate) apply: for<'a> fn(&'a mut PgConnection, &'a [Arc<RecordedEvent>]) -> Applied<'a>,
    /// See [`Projection::touches`].
    pub(crate) touches: fn(&WalletEvent) -> bool,
    /// See [`Projection::is_about_qr_order`].
    pub(crate) is_about_qr_order: fn(&WalletEvent) -> bool,
}

impl Writer {
    pub(crate) fn of<P: Projection>() -> Self {
        Self {
            apply: |connection, events| Box::pin(apply::<P>(connection, events)),
            touches: P::touches,
            is_about_qr_order: P::is_about_qr_order,
        }
    }
}

/// The event's time at the database's precision, so that a stored row equals a folded one.
pub(crate) fn time_of(event: &RecordedEvent) -> DateTime<Utc> {
    event.metadata.at.trunc_subsecs(6)
}

/// The wallets of the events that the view shows, each once.
pub(crate) fn wallets_of<P: Projection>(events: &[Arc<RecordedEvent>]) -> Vec<Uuid> {
    let ids: std::collections::BTreeSet<_> = events
        .iter()
        .filter(|event| P::touches(&event.event))
        .map(|event| event.wallet_id.0)
        .collect();
    ids.into_iter().collect()
}

pub(crate) fn stored_currency(table: &'static str, text: &str) -> Result<Currency, ViewError> {
    text.parse().map_err(|_| ViewError::Row {
        table,
        what: format!("unknown currency {text:?}"),
    })
}

pub(crate) fn stored_money(
    table: &'static str,
    amount: Decimal,
    currency: Currency,
) -> Result<Money, ViewError> {
    Money::try_new(amount, currency).map_err(|error| ViewError::Row {
        table,
        what: format!("{amount} {currency}: {error}"),
    })
}

/// A stored word that must be one of a few.
pub(crate) fn stored_word<T>(
    table: &'static str,
    text: &str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<T, ViewError> {
    parse(text).ok_or_else(|| ViewError::Row {
        table,
        what: format!("unknown word {text:?}"),
    })
}
