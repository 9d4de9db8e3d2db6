//! Which operation an event is about.

use ledger::wallet::{GiftEvent, QrEvent, SlipEvent, TransferEvent, WithdrawalEvent};
use ledger::{RewardEvent, WalletEvent};
use uuid::Uuid;

use super::StatementType;

/// The operation whose lines an event starts or continues.
///
/// A sweep's end is about the transfer that it would have continued with, which only the sweep's
/// own row knows.
pub(super) fn operation_of(event: &WalletEvent) -> Option<(StatementType, Uuid)> {
    let kind = match event {
        WalletEvent::Slip(SlipEvent::Credited { .. })
        | WalletEvent::Qr(
            QrEvent::Paid { .. } | QrEvent::Referred { .. } | QrEvent::Rejected { .. },
        )
        | WalletEvent::Gift(
            GiftEvent::Sent { .. } | GiftEvent::Credited { .. } | GiftEvent::Rejected { .. },
        )
        | WalletEvent::Manual(_) => StatementType::Deposit,
        WalletEvent::Transfer(
            TransferEvent::Started { .. }
            | TransferEvent::Completed { .. }
            | TransferEvent::Returned { .. },
        ) => StatementType::Transfer,
        WalletEvent::Withdrawal(
            WithdrawalEvent::Requested { .. }
            | WithdrawalEvent::Released { .. }
            | WithdrawalEvent::Sent { .. }
            | WithdrawalEvent::Paid { .. }
            | WithdrawalEvent::Returned { .. },
        ) => StatementType::Withdraw,
        WalletEvent::Corrected(_) => StatementType::Correction,
        WalletEvent::Reward(reward) => match &**reward {
            RewardEvent::GrantActivated(_) => StatementType::Bonus,
            RewardEvent::GrantEnded(_) => StatementType::FinishBonus,
            RewardEvent::RefundReceived(_)
            | RewardEvent::InviteEarned(_)
            | RewardEvent::CoinsEarned(_)
            | RewardEvent::CoinsGiven(_)
            | RewardEvent::WheelSeedCommitted(_)
            | RewardEvent::WheelSeedRevealed(_)
            | RewardEvent::WheelSpun(_) => return None,
        },
        WalletEvent::Slip(
            SlipEvent::Submitted { .. }
            | SlipEvent::Referred { .. }
            | SlipEvent::Rejected { .. }
            | SlipEvent::Returned { .. },
        )
        | WalletEvent::Transfer(TransferEvent::Sent { .. } | TransferEvent::Unknown { .. })
        | WalletEvent::Withdrawal(WithdrawalEvent::Unknown { .. })
        | WalletEvent::Qr(QrEvent::Ordered { .. } | QrEvent::Ended { .. })
        | WalletEvent::Gift(GiftEvent::Submitted { .. } | GiftEvent::Unknown { .. })
        | WalletEvent::Opened(_)
        | WalletEvent::Game(_)
        | WalletEvent::Sweep(_)
        | WalletEvent::BankAccount(_)
        | WalletEvent::Payout(_)
        | WalletEvent::Freeze(_)
        | WalletEvent::Protection(_)
        | WalletEvent::House(_)
        | WalletEvent::Void => return None,
    };
    Some((kind, event.operation()?))
}
