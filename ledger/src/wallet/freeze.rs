//! Wallets that staff has frozen: money stays where it is until two people let it go again. What void rows
//! stop is in [`super::void`].
//!
//! What has already happened in the world is booked all the same: a payout that the bank has made,
//! the outcome of a transfer, money that comes back from a game.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::id::StaffId;

use super::place::Place;
use super::state::TransferStatus;
use super::{FreezeCommand, FreezeEvent, Wallet, WalletError, WalletEvent};

/// Why a transfer that nobody was called about comes back.
const RETURNED: &str = "ACCOUNT_FROZEN";

/// How much of a wallet is frozen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FreezeReach {
    /// No money leaves for the player's bank account, and the account stays the same.
    MoneyOut,
    /// Nothing goes into a game either, and what comes in waits for staff.
    All,
}

/// A freeze that is in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Freeze {
    /// How much is frozen.
    pub reach: FreezeReach,
    /// Time of the event, in UTC.
    pub since: DateTime<Utc>,
    /// Who asked for it.
    pub by: StaffId,
    /// The second person, who agreed.
    pub approved_by: StaffId,
}

impl Wallet {
    /// The freeze in force; none where money moves freely.
    #[must_use]
    pub const fn freeze(&self) -> Option<Freeze> {
        self.freeze
    }

    /// Whether money may leave for the player: neither a freeze nor a void row stops it.
    #[must_use]
    pub const fn lets_money_out(&self) -> bool {
        self.freeze.is_none() && self.voids() == 0
    }

    /// Refuses what would let money leave for the player.
    pub(super) const fn require_money_out(&self) -> Result<(), WalletError> {
        if self.lets_money_out() {
            Ok(())
        } else {
            Err(WalletError::Frozen)
        }
    }

    /// Refuses what would let money in, or into a game.
    pub(super) const fn require_money_in(&self) -> Result<(), WalletError> {
        match self.freeze {
            Some(Freeze {
                reach: FreezeReach::All,
                ..
            }) => Err(WalletError::Frozen),
            Some(_) | None => Ok(()),
        }
    }

    pub(super) fn decide_freeze(
        &self,
        command: &FreezeCommand,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        match *command {
            FreezeCommand::Freeze {
                reach,
                by,
                approved_by,
            } => self.freeze_money(reach, [by, approved_by], at),
            FreezeCommand::Unfreeze { by, approved_by } => self.unfreeze([by, approved_by], at),
            FreezeCommand::DeclareVoid {
                last,
                by,
                approved_by,
            } => self.declare_void(last, [by, approved_by], at),
        }
    }

    fn freeze_money(
        &self,
        reach: FreezeReach,
        [by, approved_by]: [StaffId; 2],
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        require_two(by, approved_by, "freeze")?;
        if self.freeze.is_some_and(|it| it.reach == reach) {
            return Ok(Vec::new());
        }
        let mut events = vec![WalletEvent::Freeze(FreezeEvent::Frozen {
            reach,
            by,
            approved_by,
            at,
        })];
        if reach == FreezeReach::All {
            let waiting = self
                .transfers
                .iter()
                .filter(|(_, it)| it.status == TransferStatus::Started && it.from == Place::Wallet);
            events.extend(waiting.map(|(id, it)| it.returned(*id, RETURNED.to_owned())));
        }
        Ok(events)
    }

    fn unfreeze(
        &self,
        [by, approved_by]: [StaffId; 2],
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        require_two(by, approved_by, "unfreeze")?;
        let ended = self.freeze.map(|_| {
            WalletEvent::Freeze(FreezeEvent::Unfrozen {
                by,
                approved_by,
                at,
            })
        });
        Ok(ended.into_iter().collect())
    }

    pub(super) fn apply_freeze(&mut self, event: &FreezeEvent) {
        match *event {
            FreezeEvent::Frozen {
                reach,
                by,
                approved_by,
                at,
            } => {
                self.protection.note(at);
                self.freeze = Some(Freeze {
                    reach,
                    since: at,
                    by,
                    approved_by,
                });
            }
            FreezeEvent::Unfrozen { at, .. } => {
                self.protection.note(at);
                self.freeze = None;
            }
            FreezeEvent::VoidDeclared { last, at, .. } => {
                self.protection.note(at);
                self.apply_void_declaration(last);
            }
        }
    }
}

/// Refuses a decision that one person both asked for and agreed to.
pub(super) fn require_two(
    by: StaffId,
    approved_by: StaffId,
    what: &'static str,
) -> Result<(), WalletError> {
    if by == approved_by {
        return Err(WalletError::SamePerson(what));
    }
    Ok(())
}
