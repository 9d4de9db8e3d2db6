//! Which operation an event is about.

// A new event is named here: see `tests/walls/checklist.rs` of the gateway.
#![deny(clippy::wildcard_enum_match_arm)]

use ledger::{RewardEvent, WalletEvent};
use uuid::Uuid;

use super::StatementType;

/// The operation whose lines an event starts or continues.
///
/// A sweep's end is about the transfer that it would have continued with, which only the sweep's
/// own row knows.
pub(super) fn operation_of(event: &WalletEvent) -> Option<(StatementType, Uuid)> {
    match event {
        WalletEvent::Deposited { slip_id, .. } => Some((StatementType::Deposit, slip_id.0)),
        WalletEvent::QrPaid { order_id, .. }
        | WalletEvent::QrReferred { order_id, .. }
        | WalletEvent::QrRejected { order_id, .. } => Some((StatementType::Deposit, order_id.0)),
        WalletEvent::GiftSent { gift_id, .. }
        | WalletEvent::GiftCredited { gift_id, .. }
        | WalletEvent::GiftRejected { gift_id, .. } => Some((StatementType::Deposit, gift_id.0)),
        WalletEvent::ManualDepositRequested { deposit_id, .. }
        | WalletEvent::ManualDepositCredited { deposit_id, .. }
        | WalletEvent::ManualDepositRejected { deposit_id, .. } => {
            Some((StatementType::Deposit, deposit_id.0))
        }
        WalletEvent::TransferStarted { transfer_id, .. }
        | WalletEvent::TransferCompleted { transfer_id, .. }
        | WalletEvent::TransferReturned { transfer_id, .. } => {
            Some((StatementType::Transfer, transfer_id.0))
        }
        WalletEvent::WithdrawalRequested { withdrawal_id, .. }
        | WalletEvent::WithdrawalReleased { withdrawal_id, .. }
        | WalletEvent::WithdrawalSent { withdrawal_id }
        | WalletEvent::WithdrawalPaid { withdrawal_id, .. }
        | WalletEvent::WithdrawalReturned { withdrawal_id, .. } => {
            Some((StatementType::Withdraw, withdrawal_id.0))
        }
        WalletEvent::Corrected { correction_id, .. } => {
            Some((StatementType::Correction, correction_id.0))
        }
        WalletEvent::Reward(reward) => match &**reward {
            RewardEvent::GrantActivated { grant_id, .. } => {
                Some((StatementType::Bonus, grant_id.0))
            }
            RewardEvent::GrantEnded { grant_id, .. } => {
                Some((StatementType::FinishBonus, grant_id.0))
            }
            RewardEvent::RefundReceived { .. }
            | RewardEvent::InviteEarned { .. }
            | RewardEvent::CoinsEarned { .. }
            | RewardEvent::WheelSeedCommitted { .. }
            | RewardEvent::WheelSeedRevealed { .. }
            | RewardEvent::WheelSpun { .. } => None,
        },
        WalletEvent::Opened { .. }
        | WalletEvent::SlipSubmitted { .. }
        | WalletEvent::SlipReferred { .. }
        | WalletEvent::SlipRejected { .. }
        | WalletEvent::SlipReturned { .. }
        | WalletEvent::GameAccountOpened { .. }
        | WalletEvent::TransferSent { .. }
        | WalletEvent::TransferUnknown { .. }
        | WalletEvent::GameBalanceObserved { .. }
        | WalletEvent::WithdrawalUnknown { .. }
        | WalletEvent::QrOrdered { .. }
        | WalletEvent::QrEnded { .. }
        | WalletEvent::GiftSubmitted { .. }
        | WalletEvent::GiftUnknown { .. }
        | WalletEvent::SweepStarted { .. }
        | WalletEvent::SweepEnded { .. }
        | WalletEvent::BankAccountChanged { .. }
        | WalletEvent::BankAccountRecorded { .. }
        | WalletEvent::PayoutsHeld { .. }
        | WalletEvent::PinSet { .. }
        | WalletEvent::Frozen { .. }
        | WalletEvent::Unfrozen { .. }
        | WalletEvent::DepositLimitSet { .. }
        | WalletEvent::Excluded { .. }
        | WalletEvent::RealityCheckSet { .. } => None,
    }
}
