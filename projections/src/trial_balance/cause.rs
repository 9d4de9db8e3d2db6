//! Which kind of event moved an account.

use ledger::{RewardEvent, WalletEvent};

/// The kind of event that moved an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// A slip was credited.
    Slip,
    /// A QR order was paid.
    Qr,
    /// A gift link was redeemed.
    Gift,
    /// An announced deposit was credited.
    Manual,
    /// A withdrawal was requested, paid or returned.
    Withdrawal,
    /// A transfer started, ended or came back.
    Transfer,
    /// A provider held another amount: the player won or lost.
    Game,
    /// Staff corrected a balance.
    Correction,
    /// Money was granted.
    Grant,
    /// A grant ended, and some of it was taken back.
    GrantEnd,
    /// Deposits earned coins.
    Coins,
    /// Staff gave coins.
    CoinsGiven,
    /// The wheel was spun.
    Spin,
    /// An event that moves nothing.
    None,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Self; 14] = [
        Self::Slip,
        Self::Qr,
        Self::Gift,
        Self::Manual,
        Self::Withdrawal,
        Self::Transfer,
        Self::Game,
        Self::Correction,
        Self::Grant,
        Self::GrantEnd,
        Self::Coins,
        Self::CoinsGiven,
        Self::Spin,
        Self::None,
    ];

    /// The ways in of a deposit.
    pub const DEPOSITS: [Self; 4] = [Self::Slip, Self::Qr, Self::Gift, Self::Manual];

    /// The word on the wire and in the table.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Slip => "slip",
            Self::Qr => "qr",
            Self::Gift => "gift",
            Self::Manual => "manual",
            Self::Withdrawal => "withdrawal",
            Self::Transfer => "transfer",
            Self::Game => "game",
            Self::Correction => "correction",
            Self::Grant => "grant",
            Self::GrantEnd => "grant_end",
            Self::Coins => "coins",
            Self::CoinsGiven => "coins_given",
            Self::Spin => "spin",
            Self::None => "none",
        }
    }

    /// Reads the stored word; none where it is unknown.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|cause| cause.as_str() == text)
    }

    /// The cause of an event's movements.
    pub(super) fn of(event: &WalletEvent) -> Self {
        match event {
            WalletEvent::Slip(_) => Self::Slip,
            WalletEvent::Qr(_) => Self::Qr,
            WalletEvent::Gift(_) => Self::Gift,
            WalletEvent::Manual(_) => Self::Manual,
            WalletEvent::Withdrawal(_) => Self::Withdrawal,
            WalletEvent::Transfer(_) => Self::Transfer,
            WalletEvent::Game(_) => Self::Game,
            WalletEvent::Corrected(_) => Self::Correction,
            WalletEvent::Reward(event) => Self::of_reward(event),
            WalletEvent::Opened(_)
            | WalletEvent::Sweep(_)
            | WalletEvent::BankAccount(_)
            | WalletEvent::Payout(_)
            | WalletEvent::Freeze(_)
            | WalletEvent::Protection(_)
            | WalletEvent::House(_)
            | WalletEvent::Void => Self::None,
        }
    }

    fn of_reward(event: &RewardEvent) -> Self {
        match event {
            RewardEvent::GrantActivated(_) => Self::Grant,
            RewardEvent::GrantEnded(_) => Self::GrantEnd,
            RewardEvent::CoinsEarned(_) => Self::Coins,
            RewardEvent::CoinsGiven(_) => Self::CoinsGiven,
            RewardEvent::WheelSpun(_) => Self::Spin,
            RewardEvent::RefundReceived(_)
            | RewardEvent::InviteEarned(_)
            | RewardEvent::WheelSeedCommitted(_)
            | RewardEvent::WheelSeedRevealed(_) => Self::None,
        }
    }
}
