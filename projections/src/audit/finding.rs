//! The findings of an audit.

use std::fmt;
use std::mem::discriminant;

use ledger::wallet::reward::Contradiction;
use ledger::{Account, Currency, Money, WalletId};
use rust_decimal::Decimal;

use crate::projection::{FoldError, View};

use super::Difference;

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// An event is missing or damaged.
    Journal {
        /// Its position in the journal.
        position: i64,
        /// Its damage.
        what: String,
    },
    /// An event is not the next of its wallet.
    Sequence {
        /// Position of the event in the journal.
        position: i64,
        /// Id of the wallet.
        wallet_id: WalletId,
        /// The sequence that it should have.
        expected: i64,
        /// Its actual number.
        found: i64,
    },
    /// All accounts of a currency do not sum to zero after this event.
    TrialBalance {
        /// Position of the event in the journal.
        position: i64,
        /// Currency of the amounts.
        currency: Currency,
        /// Their sum.
        sum: Decimal,
    },
    /// A player's bucket is below zero after this event.
    Negative {
        /// Position of the event in the journal.
        position: i64,
        /// Id of the wallet.
        wallet_id: WalletId,
        /// Account of the player.
        account: Account,
        /// The sum that it holds.
        amount: Decimal,
    },
    /// The balance in an event's metadata differs from the events' sum.
    Main {
        /// Position of the event in the journal.
        position: i64,
        /// Id of the wallet.
        wallet_id: WalletId,
        /// The main wallet's balance after it.
        expected: Decimal,
        /// The balance in its metadata.
        found: Option<Money>,
    },
    /// The count of movements in an event's metadata differs from the events' count.
    Movement {
        /// Position of the event in the journal.
        position: i64,
        /// Id of the wallet.
        wallet_id: WalletId,
        /// The number that it should be.
        expected: u64,
    },
    /// An event contradicts the events before it.
    Event {
        /// The view that noticed.
        view: View,
        /// How the event contradicts earlier ones.
        error: FoldError,
    },
    /// A view claims to show an event that the journal does not have.
    Ahead {
        /// Name of the view.
        view: View,
        /// The position that it claims.
        checkpoint: i64,
        /// The journal's last event.
        last: i64,
    },
    /// A view cannot be read.
    Unreadable {
        /// Name of the view.
        view: View,
        /// The contradiction.
        what: String,
    },
    /// A view's row contradicts the events.
    Row {
        /// Name of the view.
        view: View,
        /// How the row differs.
        difference: Difference,
    },
    /// A decision about rewards that the rules do not make again.
    Reward {
        /// Id of the wallet.
        wallet_id: WalletId,
        /// The decision and its contradiction.
        contradiction: Contradiction,
    },
    /// A statement line's balance does not follow from the line before it.
    Balance {
        /// The line as it was read.
        line: String,
    },
}

impl Finding {
    /// Position of its event; beyond all of them if it is about none.
    pub(super) fn position(&self) -> i64 {
        match self {
            Self::Journal { position, .. }
            | Self::Sequence { position, .. }
            | Self::TrialBalance { position, .. }
            | Self::Negative { position, .. }
            | Self::Main { position, .. }
            | Self::Movement { position, .. }
            | Self::Event {
                error: FoldError { position, .. },
                ..
            } => *position,
            Self::Ahead { .. }
            | Self::Unreadable { .. }
            | Self::Row { .. }
            | Self::Reward { .. }
            | Self::Balance { .. } => i64::MAX,
        }
    }

    fn view(&self) -> Option<View> {
        match self {
            Self::Event { view, .. }
            | Self::Ahead { view, .. }
            | Self::Unreadable { view, .. }
            | Self::Row { view, .. } => Some(*view),
            Self::Journal { .. }
            | Self::Sequence { .. }
            | Self::TrialBalance { .. }
            | Self::Negative { .. }
            | Self::Main { .. }
            | Self::Movement { .. }
            | Self::Reward { .. }
            | Self::Balance { .. } => None,
        }
    }
}

/// The first finding of each kind and view, whatever the order of the groups.
#[derive(Debug, Default)]
pub(super) struct Findings(pub(super) Vec<Finding>);

impl Findings {
    pub(super) fn note(&mut self, finding: Finding) {
        let is_same = |first: &&mut Finding| {
            discriminant(*first) == discriminant(&finding) && first.view() == finding.view()
        };
        match self.0.iter_mut().find(is_same) {
            Some(first) if finding.position() < first.position() => *first = finding,
            Some(_) => {}
            None => self.0.push(finding),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal { position, what } => write!(f, "journal, event {position}: {what}"),
            Self::Sequence {
                position,
                wallet_id,
                expected,
                found,
            } => write!(
                f,
                "event {position}: sequence {found} of wallet {wallet_id}, expected {expected}"
            ),
            Self::TrialBalance {
                position,
                currency,
                sum,
            } => write!(f, "event {position}: all accounts sum to {sum} {currency}"),
            Self::Negative {
                position,
                wallet_id,
                account,
                amount,
            } => write!(
                f,
                "event {position}: {account} of {wallet_id} holds {amount}"
            ),
            Self::Main {
                position,
                wallet_id,
                expected,
                found,
            } => match found {
                None => write!(
                    f,
                    "event {position}: it has no balance, {wallet_id} holds {expected}"
                ),
                Some(found) => write!(
                    f,
                    "event {position}: it has the balance {found}, {wallet_id} holds {expected}"
                ),
            },
            Self::Movement {
                position,
                wallet_id,
                expected,
            } => write!(
                f,
                "event {position}: it should be after movement {expected} of {wallet_id}"
            ),
            Self::Event { view, error } => write!(f, "{view}: {error}"),
            Self::Ahead {
                view,
                checkpoint,
                last,
            } => write!(
                f,
                "{view}: shows event {checkpoint}, the journal ends at {last}"
            ),
            Self::Unreadable { view, what } => write!(f, "{view}: {what}"),
            Self::Row { view, difference } => write!(
                f,
                "{view}: {} {}: expected {:?}, found {:?}",
                difference.table, difference.row, difference.expected, difference.found
            ),
            Self::Reward {
                wallet_id,
                contradiction,
            } => write!(f, "rewards of wallet {wallet_id}: {contradiction}"),
            Self::Balance { line } => write!(f, "statement: the balances do not add up at {line}"),
        }
    }
}
