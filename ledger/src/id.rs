//! Identifiers, each with its own type so that one cannot be passed for another.
//!
//! They are made outside this crate, because the ledger draws no random numbers. On the wire they
//! are plain UUIDs.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    };
}

id!(
    /// A player's wallet: the stream's id, and the member's id at the same time.
    WalletId
);
id!(
    /// One uploaded slip.
    SlipId
);
id!(
    /// One movement between the main wallet and a game account.
    TransferId
);
id!(
    /// One payout to the player's bank account.
    WithdrawalId
);
id!(
    /// A bank account of the player; its number and holder are in an erasable table.
    BankAccountId
);
id!(
    /// A PIN that the player has set; its hash is in an erasable table.
    PinId
);
id!(
    /// One QR payment order; its text is also the order id towards the payment provider.
    QrOrderId
);
id!(
    /// One gift link handed in by the player.
    GiftId
);
id!(
    /// One deposit that the player announced and staff checks.
    ManualDepositId
);
id!(
    /// One correction of a balance by staff.
    CorrectionId
);
id!(
    /// A member of staff.
    StaffId
);
id!(
    /// Money granted with an end condition: a bonus, promotion, refund, invite bonus or coupon.
    GrantId
);
id!(
    /// One spin of the wheel; the coupon that it may win has the same id.
    SpinId
);
id!(
    /// A server seed of the wheel.
    WheelSeedId
);
id!(
    /// One movement of several game balances to one destination.
    SweepId
);
