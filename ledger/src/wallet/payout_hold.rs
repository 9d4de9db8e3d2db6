//! Payouts that wait, because a stranger may be using the account.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::{PayoutCommand, PayoutEvent, Wallet, WalletEvent};

/// Why payouts wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum HoldReason {
    /// Somebody with the player's phone has set another password.
    PasswordForgotten,
    /// Staff has let the player set another password.
    PasswordResetByStaff,
    /// The player set another PIN without knowing the one in force.
    PinReplaced,
}

impl Wallet {
    pub(super) fn decide_payout(
        &self,
        command: &PayoutCommand,
        at: DateTime<Utc>,
    ) -> Vec<WalletEvent> {
        match *command {
            PayoutCommand::Hold { until, reason } => self.hold_payouts(until, reason, at),
            PayoutCommand::SetPin { pin_id } => self.set_pin(pin_id),
        }
    }

    pub(super) fn apply_payout(&mut self, event: &PayoutEvent) {
        match *event {
            PayoutEvent::Held { until, at, .. } => {
                self.protection.note(at);
                // Whatever the event says, no hold ends earlier than it would have.
                self.payouts_held_until = Some(until).max(self.payouts_held_until);
            }
            PayoutEvent::PinSet { pin_id } => self.pin = Some(pin_id),
        }
    }

    /// Holds all payouts, also those that were asked for before; never shorter than they are held.
    ///
    /// What staff has let happen is always an event, also where payouts wait for longer already.
    fn hold_payouts(
        &self,
        until: DateTime<Utc>,
        reason: HoldReason,
        at: DateTime<Utc>,
    ) -> Vec<WalletEvent> {
        if reason == HoldReason::PasswordResetByStaff {
            let until = until.max(self.payouts_held_until.unwrap_or(until));
            return vec![WalletEvent::Payout(PayoutEvent::Held { until, reason, at })];
        }
        let is_held = self.withdrawals_held_until(at) >= Some(until);
        if is_held || until <= at {
            return Vec::new();
        }
        vec![WalletEvent::Payout(PayoutEvent::Held { until, reason, at })]
    }
}
