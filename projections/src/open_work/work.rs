//! One piece of open work, of any kind.

use chrono::{DateTime, Utc};
use ledger::wallet::{Place, SlipReference};
use ledger::{BankAccountId, Money, WalletId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub(super) const TABLE: &str = "open_work";

/// Which kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Transfer,
    Withdrawal,
    Slip,
    Qr,
    Gift,
    ManualDeposit,
}

impl Kind {
    pub(super) const ALL: [Self; 6] = [
        Self::Transfer,
        Self::Withdrawal,
        Self::Slip,
        Self::Qr,
        Self::Gift,
        Self::ManualDeposit,
    ];

    /// The word in the table, and for people.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Transfer => "transfer",
            Self::Withdrawal => "withdrawal",
            Self::Slip => "slip",
            Self::Qr => "qr",
            Self::Gift => "gift",
            Self::ManualDeposit => "manual_deposit",
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Started; nothing was sent outside.
    Started,
    /// The request to the outside is about to be sent.
    Sent,
    /// The outside's answer is not known.
    Unknown,
    /// Left for staff.
    Referred,
}

impl Stage {
    pub(super) const ALL: [Self; 4] = [Self::Started, Self::Sent, Self::Unknown, Self::Referred];

    /// The word in the table.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Sent => "sent",
            Self::Unknown => "unknown",
            Self::Referred => "referred",
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == text)
    }
}

/// The facts that only one kind has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Detail {
    Transfer {
        from: Place,
        to: Place,
    },
    Withdrawal {
        bank_account: BankAccountId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        not_before: Option<DateTime<Utc>>,
    },
    Slip {
        reference: Option<SlipReference>,
    },
    Qr {
        channel: String,
        /// Why it was left for staff.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    Gift {
        voucher: String,
    },
    ManualDeposit {},
}

impl Detail {
    /// The kind that has it.
    pub(super) const fn kind(&self) -> Kind {
        match self {
            Self::Transfer { .. } => Kind::Transfer,
            Self::Withdrawal { .. } => Kind::Withdrawal,
            Self::Slip { .. } => Kind::Slip,
            Self::Qr { .. } => Kind::Qr,
            Self::Gift { .. } => Kind::Gift,
            Self::ManualDeposit {} => Kind::ManualDeposit,
        }
    }
}

/// Which piece of work: kind, wallet, and its own id.
pub(super) type WorkKey = (Kind, WalletId, Uuid);

/// A row of `open_work`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WorkRow {
    pub(super) stage: Stage,
    pub(super) amount: Option<Money>,
    pub(super) detail: Detail,
    pub(super) begun_at: DateTime<Utc>,
    pub(super) changed_at: DateTime<Utc>,
    pub(super) opened_position: i64,
    pub(super) position: i64,
}
