//! What an event says about itself: the money it moves, the fact it uses up, its stored name.

use cqrs_es::DomainEvent;

use crate::journal::Claim;
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
            | Self::ManualDepositCredited { postings, .. } => postings,
            Self::Opened { .. }
            | Self::SlipSubmitted { .. }
            | Self::SlipReferred { .. }
            | Self::SlipRejected { .. }
            | Self::GameAccountOpened { .. }
            | Self::TransferSent { .. }
            | Self::TransferUnknown { .. }
            | Self::WithdrawalSent { .. }
            | Self::WithdrawalUnknown { .. }
            | Self::QrOrdered { .. }
            | Self::QrEnded { .. }
            | Self::QrReferred { .. }
            | Self::GiftSubmitted { .. }
            | Self::GiftSent { .. }
            | Self::GiftUnknown { .. }
            | Self::GiftRejected { .. }
            | Self::ManualDepositRequested { .. }
            | Self::ManualDepositRejected { .. }
            | Self::SweepStarted { .. }
            | Self::SweepEnded { .. }
            | Self::BankAccountChanged { .. }
            | Self::DepositLimitSet { .. }
            | Self::Excluded { .. }
            | Self::RealityCheckSet { .. } => &[],
        }
    }

    /// The outside fact that this event uses up, if any.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        match self {
            Self::Deposited { reference, .. } => Some(Claim {
                kind: "slip",
                reference: format!("{}:{}", reference.sending_bank, reference.trans_ref),
            }),
            Self::TransferCompleted {
                game, provider_tx, ..
            } => Some(Claim {
                kind: "provider_tx",
                reference: format!("{game}:{provider_tx}"),
            }),
            Self::WithdrawalPaid { payout_ref, .. } => Some(Claim {
                kind: "payout",
                reference: payout_ref.clone(),
            }),
            Self::QrPaid {
                channel, order_id, ..
            } => Some(Claim {
                kind: "psp_order",
                reference: format!("{channel}:{order_id}"),
            }),
            // Used up before the voucher is: two wallets never redeem one at the same time.
            Self::GiftSent { voucher, .. } => Some(Claim {
                kind: "gift",
                reference: voucher.clone(),
            }),
            Self::ManualDepositCredited {
                deposit_account,
                reference,
                ..
            } => Some(Claim {
                kind: "manual",
                reference: format!("{deposit_account}:{reference}"),
            }),
            _ => None,
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
            Self::Deposited { .. } => "Deposited",
            Self::GameAccountOpened { .. } => "GameAccountOpened",
            Self::TransferStarted { .. } => "TransferStarted",
            Self::TransferSent { .. } => "TransferSent",
            Self::TransferUnknown { .. } => "TransferUnknown",
            Self::TransferCompleted { .. } => "TransferCompleted",
            Self::TransferReturned { .. } => "TransferReturned",
            Self::GameBalanceObserved { .. } => "GameBalanceObserved",
            Self::WithdrawalRequested { .. } => "WithdrawalRequested",
            Self::WithdrawalSent { .. } => "WithdrawalSent",
            Self::WithdrawalUnknown { .. } => "WithdrawalUnknown",
            Self::WithdrawalPaid { .. } => "WithdrawalPaid",
            Self::WithdrawalReturned { .. } => "WithdrawalReturned",
            Self::QrOrdered { .. } => "QrOrdered",
            Self::QrEnded { .. } => "QrEnded",
            Self::QrPaid { .. } => "QrPaid",
            Self::QrReferred { .. } => "QrReferred",
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
            Self::DepositLimitSet { .. } => "DepositLimitSet",
            Self::Excluded { .. } => "Excluded",
            Self::RealityCheckSet { .. } => "RealityCheckSet",
        }
        .to_owned()
    }

    fn event_version(&self) -> String {
        "1.0.0".to_owned()
    }
}
