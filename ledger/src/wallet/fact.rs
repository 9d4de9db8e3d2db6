//! What an event says about itself: the money it moves, the fact it uses up, its stored name.

// A new event is named here: see `tests/walls/checklist.rs` of the gateway.
#![deny(clippy::wildcard_enum_match_arm)]

use chrono::{DateTime, Utc};
use cqrs_es::DomainEvent;
use uuid::Uuid;

use crate::claim::Claim;
use crate::money::Money;
use crate::posting::Posting;

use super::WalletEvent;

impl WalletEvent {
    /// The event's double entry; empty where no money moved.
    #[must_use]
    pub fn postings(&self) -> &[Posting] {
        match self {
            Self::Deposited { postings, .. }
            | Self::TransferStarted { postings, .. }
            | Self::TransferCompleted { postings, .. }
            | Self::TransferReturned { postings, .. }
            | Self::GameBalanceObserved { postings, .. }
            | Self::WithdrawalRequested { postings, .. }
            | Self::WithdrawalPaid { postings, .. }
            | Self::WithdrawalReturned { postings, .. }
            | Self::QrPaid { postings, .. }
            | Self::GiftCredited { postings, .. }
            | Self::ManualDepositCredited { postings, .. }
            | Self::Corrected { postings, .. } => postings,
            Self::Reward(event) => event.postings(),
            Self::Opened { .. }
            | Self::SlipSubmitted { .. }
            | Self::SlipReferred { .. }
            | Self::SlipRejected { .. }
            | Self::SlipReturned { .. }
            | Self::GameAccountOpened { .. }
            | Self::TransferSent { .. }
            | Self::TransferUnknown { .. }
            | Self::WithdrawalReleased { .. }
            | Self::WithdrawalSent { .. }
            | Self::WithdrawalUnknown { .. }
            | Self::QrOrdered { .. }
            | Self::QrEnded { .. }
            | Self::QrReferred { .. }
            | Self::QrRejected { .. }
            | Self::GiftSubmitted { .. }
            | Self::GiftSent { .. }
            | Self::GiftUnknown { .. }
            | Self::GiftRejected { .. }
            | Self::ManualDepositRequested { .. }
            | Self::ManualDepositRejected { .. }
            | Self::SweepStarted { .. }
            | Self::SweepEnded { .. }
            | Self::BankAccountChanged { .. }
            | Self::BankAccountRecorded { .. }
            | Self::PayoutsHeld { .. }
            | Self::PinSet { .. }
            | Self::Frozen { .. }
            | Self::Unfrozen { .. }
            | Self::DepositLimitSet { .. }
            | Self::Excluded { .. }
            | Self::RealityCheckSet { .. } => &[],
        }
    }

    /// The deposit that this event credits: its operation, amount and time.
    #[must_use]
    pub fn deposit(&self) -> Option<(Uuid, Money, DateTime<Utc>)> {
        match self {
            Self::Deposited {
                slip_id,
                amount,
                at,
                ..
            } => Some((slip_id.0, *amount, *at)),
            Self::QrPaid {
                order_id,
                amount,
                at,
                ..
            } => Some((order_id.0, *amount, *at)),
            Self::GiftCredited {
                gift_id,
                amount,
                at,
                ..
            } => Some((gift_id.0, *amount, *at)),
            Self::ManualDepositCredited {
                deposit_id,
                amount,
                at,
                ..
            } => Some((deposit_id.0, *amount, *at)),
            Self::Opened { .. }
            | Self::SlipSubmitted { .. }
            | Self::SlipReferred { .. }
            | Self::SlipRejected { .. }
            | Self::SlipReturned { .. }
            | Self::GameAccountOpened { .. }
            | Self::TransferStarted { .. }
            | Self::TransferSent { .. }
            | Self::TransferUnknown { .. }
            | Self::TransferCompleted { .. }
            | Self::TransferReturned { .. }
            | Self::GameBalanceObserved { .. }
            | Self::WithdrawalRequested { .. }
            | Self::WithdrawalReleased { .. }
            | Self::WithdrawalSent { .. }
            | Self::WithdrawalUnknown { .. }
            | Self::WithdrawalPaid { .. }
            | Self::WithdrawalReturned { .. }
            | Self::QrOrdered { .. }
            | Self::QrEnded { .. }
            | Self::QrReferred { .. }
            | Self::QrRejected { .. }
            | Self::GiftSubmitted { .. }
            | Self::GiftSent { .. }
            | Self::GiftUnknown { .. }
            | Self::GiftRejected { .. }
            | Self::ManualDepositRequested { .. }
            | Self::ManualDepositRejected { .. }
            | Self::SweepStarted { .. }
            | Self::SweepEnded { .. }
            | Self::BankAccountChanged { .. }
            | Self::BankAccountRecorded { .. }
            | Self::PayoutsHeld { .. }
            | Self::PinSet { .. }
            | Self::Frozen { .. }
            | Self::Unfrozen { .. }
            | Self::DepositLimitSet { .. }
            | Self::Excluded { .. }
            | Self::RealityCheckSet { .. }
            | Self::Corrected { .. }
            | Self::Reward(_) => None,
        }
    }

    /// The outside facts that this event uses up.
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        let claim = |kind, reference| Claim { kind, reference };
        match self {
            Self::Deposited {
                reference,
                deposit_account,
                ..
            } => {
                let (bank, name) = (&reference.sending_bank, &reference.trans_ref);
                vec![
                    claim("slip", format!("{bank}:{name}")),
                    claim("receipt", format!("{deposit_account}:{name}")),
                    Claim::of_payment(name),
                ]
            }
            // Money that went back is never credited any more.
            Self::SlipReturned { reference, .. } => {
                let (bank, name) = (&reference.sending_bank, &reference.trans_ref);
                vec![
                    claim("slip", format!("{bank}:{name}")),
                    Claim::of_payment(name),
                ]
            }
            // The same claims as a slip's: one payment is found by a slip or by a person.
            Self::ManualDepositCredited {
                deposit_account,
                reference,
                ..
            } => vec![
                claim("receipt", format!("{deposit_account}:{reference}")),
                Claim::of_payment(reference),
            ],
            Self::TransferCompleted {
                game, provider_tx, ..
            } => vec![Claim::of_movement(game, provider_tx)],
            Self::WithdrawalPaid { payout_ref, .. } => vec![claim("payout", payout_ref.clone())],
            // What was given back is used up as well: it is never credited any more.
            Self::QrPaid {
                channel, order_id, ..
            }
            | Self::QrRejected {
                channel, order_id, ..
            } => vec![claim("psp_order", format!("{channel}:{order_id}"))],
            // Used up before the voucher is: two wallets never redeem one at the same time.
            Self::GiftSent { voucher, .. } => vec![claim("gift", voucher.clone())],
            // Recognised permanently, even after the wallet has forgotten it.
            Self::Corrected { correction_id, .. } => {
                vec![claim("correction", correction_id.to_string())]
            }
            Self::Reward(event) => event.claims(),
            Self::Opened { .. }
            | Self::SlipSubmitted { .. }
            | Self::SlipReferred { .. }
            | Self::SlipRejected { .. }
            | Self::GameAccountOpened { .. }
            | Self::TransferStarted { .. }
            | Self::TransferSent { .. }
            | Self::TransferUnknown { .. }
            | Self::TransferReturned { .. }
            | Self::GameBalanceObserved { .. }
            | Self::WithdrawalRequested { .. }
            | Self::WithdrawalReleased { .. }
            | Self::WithdrawalSent { .. }
            | Self::WithdrawalUnknown { .. }
            | Self::WithdrawalReturned { .. }
            | Self::QrOrdered { .. }
            | Self::QrEnded { .. }
            | Self::QrReferred { .. }
            | Self::GiftSubmitted { .. }
            | Self::GiftUnknown { .. }
            | Self::GiftCredited { .. }
            | Self::GiftRejected { .. }
            | Self::ManualDepositRequested { .. }
            | Self::ManualDepositRejected { .. }
            | Self::SweepStarted { .. }
            | Self::SweepEnded { .. }
            | Self::BankAccountChanged { .. }
            | Self::BankAccountRecorded { .. }
            | Self::PayoutsHeld { .. }
            | Self::PinSet { .. }
            | Self::Frozen { .. }
            | Self::Unfrozen { .. }
            | Self::DepositLimitSet { .. }
            | Self::Excluded { .. }
            | Self::RealityCheckSet { .. } => Vec::new(),
        }
    }
}

impl DomainEvent for WalletEvent {
    fn event_type(&self) -> String {
        match self {
            Self::Opened { .. } => "Opened",
            Self::SlipSubmitted { .. } => "SlipSubmitted",
            Self::SlipReferred { .. } => "SlipReferred",
            Self::SlipRejected { .. } => "SlipRejected",
            Self::SlipReturned { .. } => "SlipReturned",
            Self::Deposited { .. } => "Deposited",
            Self::GameAccountOpened { .. } => "GameAccountOpened",
            Self::TransferStarted { .. } => "TransferStarted",
            Self::TransferSent { .. } => "TransferSent",
            Self::TransferUnknown { .. } => "TransferUnknown",
            Self::TransferCompleted { .. } => "TransferCompleted",
            Self::TransferReturned { .. } => "TransferReturned",
            Self::GameBalanceObserved { .. } => "GameBalanceObserved",
            Self::WithdrawalRequested { .. } => "WithdrawalRequested",
            Self::WithdrawalReleased { .. } => "WithdrawalReleased",
            Self::WithdrawalSent { .. } => "WithdrawalSent",
            Self::WithdrawalUnknown { .. } => "WithdrawalUnknown",
            Self::WithdrawalPaid { .. } => "WithdrawalPaid",
            Self::WithdrawalReturned { .. } => "WithdrawalReturned",
            Self::QrOrdered { .. } => "QrOrdered",
            Self::QrEnded { .. } => "QrEnded",
            Self::QrPaid { .. } => "QrPaid",
            Self::QrReferred { .. } => "QrReferred",
            Self::QrRejected { .. } => "QrRejected",
            Self::GiftSubmitted { .. } => "GiftSubmitted",
            Self::GiftSent { .. } => "GiftSent",
            Self::GiftUnknown { .. } => "GiftUnknown",
            Self::GiftCredited { .. } => "GiftCredited",
            Self::GiftRejected { .. } => "GiftRejected",
            Self::ManualDepositRequested { .. } => "ManualDepositRequested",
            Self::ManualDepositCredited { .. } => "ManualDepositCredited",
            Self::ManualDepositRejected { .. } => "ManualDepositRejected",
            Self::SweepStarted { .. } => "SweepStarted",
            Self::SweepEnded { .. } => "SweepEnded",
            Self::BankAccountChanged { .. } => "BankAccountChanged",
            Self::BankAccountRecorded { .. } => "BankAccountRecorded",
            Self::PayoutsHeld { .. } => "PayoutsHeld",
            Self::PinSet { .. } => "PinSet",
            Self::Frozen { .. } => "Frozen",
            Self::Unfrozen { .. } => "Unfrozen",
            Self::DepositLimitSet { .. } => "DepositLimitSet",
            Self::Excluded { .. } => "Excluded",
            Self::RealityCheckSet { .. } => "RealityCheckSet",
            Self::Corrected { .. } => "Corrected",
            Self::Reward(event) => event.name(),
        }
        .to_owned()
    }

    fn event_version(&self) -> String {
        "1.0.0".to_owned()
    }
}
