//! The terms of a decision: stored with the request, and compared later with the plan that would be
//! executed.
//!
//! The second person approves exactly these terms. If the bank or provider reports something else
//! by then, the decision ends, and it must be requested again.

use ledger::wallet::{
    FreezeCommand, ManualCommand, QrCommand, SlipCommand, SlipReference, TransferCommand,
};
use ledger::{Currency, Money, RewardCommand, WalletCommand, WalletId};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::plan::Planned;

/// The terms of a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Terms {
    wallet: Uuid,
    /// The amount, in plain digits; negative for a correction that takes.
    amount: Option<String>,
    currency: Option<String>,
    /// The account that received it, or to which it is paid.
    account: Option<String>,
    /// The bank's or provider's reference of the payment or movement.
    reference: Option<String>,
    /// Sequence of the last void row that is declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    void_row: Option<i64>,
}

impl Terms {
    /// Whether they are about that wallet.
    pub(super) fn is_about(&self, wallet: WalletId) -> bool {
        self.wallet == wallet.0
    }

    /// Whether the terms have this amount, or no amount if none is given.
    pub(super) fn is_of(&self, amount: Option<Decimal>, currency: Option<&str>) -> bool {
        let own = self.amount.as_deref().map(str::parse).transpose();
        own.is_ok_and(|own| own == amount) && self.currency.as_deref() == currency
    }

    /// The amount, if it is of this currency.
    pub(super) fn amount_in(&self, currency: Currency) -> Option<Decimal> {
        let is_own = self.currency.as_deref() == Some(currency.to_string().as_str());
        self.amount.as_deref().filter(|_| is_own)?.parse().ok()
    }

    /// Whether an event has the same amount and account, if it has them.
    pub(crate) fn is_kept_by(&self, fields: &Value) -> bool {
        let amount = &fields["amount"];
        let is_amount = amount.is_null()
            || self.is_of(
                amount["amount"]
                    .as_str()
                    .and_then(|digits| digits.parse().ok()),
                amount["currency"].as_str(),
            );
        let account = fields["deposit_account"].as_str();
        is_amount && account.is_none_or(|account| self.account.as_deref() == Some(account))
    }

    /// Whether an event declares the void rows up to the one of the terms.
    pub(crate) fn is_declared_by(&self, fields: &Value) -> bool {
        self.void_row.is_some() && fields["last"].as_i64() == self.void_row
    }

    /// The account that received it, or that it is paid to.
    pub(super) fn account(&self) -> Option<&str> {
        self.account.as_deref()
    }

    /// The outside's own name of the payment or movement.
    pub(super) fn reference(&self) -> Option<&str> {
        self.reference.as_deref()
    }

    /// The terms of a planned execution.
    pub fn of(planned: &Planned) -> Self {
        let place = planned.command.as_ref().and_then(place_of);
        let (account, reference) = place.map_or_else(
            || (planned.paid_to.map(|account| account.to_string()), None),
            |place| (place.account, place.reference),
        );
        let void_row = match planned.command {
            Some(WalletCommand::Freeze(FreezeCommand::DeclareVoid { last, .. })) => Some(last),
            _ => None,
        };
        Self {
            wallet: planned.wallet_id.0,
            amount: planned.amount.map(Money::digits),
            currency: planned.amount.map(|amount| amount.currency().to_string()),
            account,
            reference,
            void_row,
        }
    }
}

/// Where a payment is, in the words of the other side.
#[derive(Default)]
struct Place {
    account: Option<String>,
    reference: Option<String>,
}

/// The place of the payment or movement that a command names; none if it names no such thing.
fn place_of(command: &WalletCommand) -> Option<Place> {
    Some(match command {
        WalletCommand::Slip(
            SlipCommand::Credit {
                reference,
                deposit_account,
                ..
            }
            | SlipCommand::CreditRefused {
                reference,
                deposit_account,
                ..
            },
        ) => Place {
            account: Some(deposit_account.clone()),
            reference: Some(name_of(reference)),
        },
        WalletCommand::Slip(SlipCommand::Return { reference, .. }) => Place {
            reference: Some(name_of(reference)),
            ..Place::default()
        },
        WalletCommand::Qr(QrCommand::CreditReferred {
            provider_ref,
            deposit_account,
            ..
        }) => Place {
            account: Some(deposit_account.clone()),
            reference: Some(provider_ref.clone()),
        },
        WalletCommand::Manual(ManualCommand::Credit {
            reference,
            deposit_account,
            ..
        }) => Place {
            account: Some(deposit_account.clone()),
            reference: Some(reference.clone()),
        },
        WalletCommand::Transfer(TransferCommand::Complete { provider_tx, .. }) => Place {
            reference: Some(provider_tx.clone()),
            ..Place::default()
        },
        WalletCommand::Reward(RewardCommand::ActivateGrant(activation)) => Place {
            reference: Some(format!(
                "{}:{}",
                activation.kind.code(),
                activation.reference
            )),
            ..Place::default()
        },
        WalletCommand::Reward(RewardCommand::CancelGrant { grant_id, .. }) => Place {
            reference: Some(grant_id.to_string()),
            ..Place::default()
        },
        _ => return None,
    })
}

/// A slip's payment, with the bank that sent it.
fn name_of(reference: &SlipReference) -> String {
    format!("{}:{}", reference.sending_bank, reference.trans_ref)
}
