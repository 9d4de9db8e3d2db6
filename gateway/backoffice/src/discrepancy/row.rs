//! The rows of differences, and the proof that the gateway has written them.

use chrono::{DateTime, Utc};
use ledger::{Money, WalletId};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use utoipa::ToSchema;
use uuid::Uuid;

use platform::secrets::Secrets;
use platform::signed_row::{self, SignedRow};

/// The source of what the journal shows by itself.
pub(crate) const JOURNAL: &str = "journal";

/// The source of what the background verification finds.
pub(crate) const VERIFICATION: &str = "verification";

/// What does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiscrepancyKind {
    /// Done here, unknown there.
    MissingOutside,
    /// Done there, not done here.
    MissingHere,
    /// Done on both sides, but not the same.
    Amount,
    /// A player's balance does not match the movements and the play.
    Balance,
    /// A payment on one of our accounts that nobody has claimed.
    Unclaimed,
    /// Rows of a wallet that nobody with the journal's key wrote.
    Void,
    /// Something stored that was changed.
    Finding,
    /// A source that could not be compared.
    NotCompared,
}

impl DiscrepancyKind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::MissingOutside,
        Self::MissingHere,
        Self::Amount,
        Self::Balance,
        Self::Unclaimed,
        Self::Void,
        Self::Finding,
        Self::NotCompared,
    ];

    /// The code in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::MissingOutside => "missing_outside",
            Self::MissingHere => "missing_here",
            Self::Amount => "amount",
            Self::Balance => "balance",
            Self::Unclaimed => "unclaimed",
            Self::Void => "void",
            Self::Finding => "finding",
            Self::NotCompared => "not_compared",
        }
    }

    /// The kind of a code.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A difference as a comparison sees it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// The kind.
    pub kind: DiscrepancyKind,
    /// The movement's id, the player's name with the provider, the wallet, or the finding's id.
    pub subject: String,
    /// Whose wallet it is about; none where that is not known.
    pub player: Option<WalletId>,
    /// How much is in question; none where that is not known.
    pub amount: Option<Money>,
    /// What we say; none if we have no record.
    pub ours: Option<String>,
    /// What the other side says; none if it has no record.
    pub theirs: Option<String>,
    /// When the movement was made; none for what every comparison sees again.
    pub at: Option<DateTime<Utc>>,
}

/// A difference as it is stored.
#[derive(Debug, Clone)]
pub struct Discrepancy {
    /// Id of the difference.
    pub id: Uuid,
    /// The code of its kind, see [`DiscrepancyKind::as_str`].
    pub kind: String,
    /// Whose records differ.
    pub source: String,
    /// The movement's id, the player's name with the provider, the wallet, or the finding's id.
    pub subject: String,
    /// Id of the wallet it is about.
    pub player: Option<Uuid>,
    /// Code of the amount's currency.
    pub currency: Option<String>,
    /// How much is in question.
    pub amount: Option<Decimal>,
    /// What we say.
    pub ours: Option<String>,
    /// What the other side says.
    pub theirs: Option<String>,
    /// When the movement was made.
    pub occurred_at: Option<DateTime<Utc>>,
    /// When it was seen first.
    pub found_at: DateTime<Utc>,
    /// When it was seen last.
    pub seen_at: DateTime<Utc>,
    /// Since when it is no longer seen; none while it is.
    pub gone_at: Option<DateTime<Utc>>,
    /// Id of the decision that ended it.
    pub explained_by: Option<Uuid>,
    /// When it was ended.
    pub explained_at: Option<DateTime<Utc>>,
    pub(super) mac: Vec<u8>,
}

platform::signed_row! {
    Discrepancy in "discrepancy":
    id, kind, source, subject, player, currency, amount, ours, theirs, occurred_at, found_at, seen_at,
    gone_at, explained_by, explained_at
    => mac
}

impl Discrepancy {
    /// Whether nobody has ended it.
    pub const fn is_open(&self) -> bool {
        self.explained_at.is_none()
    }

    /// Whether it is of this kind.
    pub fn is(&self, kind: DiscrepancyKind) -> bool {
        self.kind == kind.as_str()
    }

    /// How much is in question; none where that is not known.
    pub fn money(&self) -> Option<Money> {
        let currency = self.currency.as_deref()?.parse().ok()?;
        Money::try_new(self.amount?, currency).ok()
    }

    /// The same as a comparison would see it.
    pub(super) fn sighting(&self) -> Option<Sighting> {
        Some(Sighting {
            kind: DiscrepancyKind::parse(&self.kind)?,
            subject: self.subject.clone(),
            player: self.player.map(WalletId),
            amount: self.money(),
            ours: self.ours.clone(),
            theirs: self.theirs.clone(),
            at: self.occurred_at,
        })
    }

    pub(super) fn sign(&mut self, secrets: &Secrets) {
        self.mac = self.right_mac(secrets).to_vec();
    }
}

/// Lists the differences that the gateway has not written so.
pub(crate) async fn verify(pool: &PgPool, secrets: &Secrets) -> Result<Vec<String>, sqlx::Error> {
    let rows = sqlx::query_as!(
        Discrepancy,
        "select id, kind, source, subject, player, currency, amount, ours, theirs, occurred_at,
                found_at, seen_at, gone_at, explained_by, explained_at, mac
         from discrepancy order by number"
    )
    .fetch(pool);
    let finding = |row: &Discrepancy| {
        let id = row.id;
        format!("discrepancy, id {id}: the gateway has not written it so")
    };
    signed_row::unsigned(rows, secrets, finding).await
}
