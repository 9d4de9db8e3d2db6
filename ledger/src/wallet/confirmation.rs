//! The player's second secret for money out: what confirms that the player, and nobody with only a
//! session, asks for a payout.

use serde::{Deserialize, Serialize};

use crate::id::PinId;

use super::{PayoutEvent, Wallet, WalletError, WalletEvent};

/// What has confirmed a payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Confirmation {
    /// The player typed the PIN with this id.
    Pin(PinId),
}

impl Wallet {
    /// The PIN in force; none if the player has never set one. A PIN is replaced, never removed.
    #[must_use]
    pub const fn pin(&self) -> Option<PinId> {
        self.pin
    }

    pub(super) fn set_pin(&self, pin_id: PinId) -> Vec<WalletEvent> {
        if self.pin == Some(pin_id) {
            return Vec::new();
        }
        vec![WalletEvent::Payout(PayoutEvent::PinSet { pin_id })]
    }

    /// Refuses money out that the PIN in force has not confirmed.
    pub(super) fn require_confirmed(
        &self,
        confirmation: Option<Confirmation>,
    ) -> Result<(), WalletError> {
        match self.pin {
            Some(pin) if confirmation != Some(Confirmation::Pin(pin)) => {
                Err(WalletError::Unconfirmed)
            }
            _ => Ok(()),
        }
    }
}
