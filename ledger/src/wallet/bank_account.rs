//! Where payouts go: which bank account is in force, since when, and what shows that its particulars
//! are the ones that the player gave.
//!
//! Events hold an account's id and never its number. The number is in a table that the
//! application's role can change, so the event that sets an account carries a MAC over its
//! particulars, made with a key outside the database. Nothing is paid to particulars whose MAC is
//! not here.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::id::BankAccountId;

use super::state::WithdrawalStatus;
use super::{BankAccountCommand, BankAccountEvent, Wallet, WalletError, WalletEvent};

/// Why a withdrawal to a former bank account is given back.
const CHANGED: &str = "BANK_ACCOUNT_CHANGED";

/// MACs that are kept of one account. Two, because the event comes before the row: whatever dies in
/// between leaves particulars that the MAC before covers.
pub const MACS_KEPT: usize = 2;

/// HMAC-SHA256 over the particulars of a bank account, in hexadecimal digits where it is stored. The
/// ledger only compares it; the keeper of the particulars makes and checks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BankAccountMac(pub [u8; 32]);

impl From<BankAccountMac> for String {
    fn from(mac: BankAccountMac) -> Self {
        hex::encode(mac.0)
    }
}

impl TryFrom<String> for BankAccountMac {
    type Error = hex::FromHexError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let mut mac = [0; 32];
        hex::decode_to_slice(text, &mut mac)?;
        Ok(Self(mac))
    }
}

/// A bank account, and the MAC over its particulars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BankAccountRecord {
    /// Id of the bank account.
    pub id: BankAccountId,
    /// MAC over its number, holder and bank.
    pub mac: BankAccountMac,
}

/// Where payouts go, since the wallet was opened or the player changed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BankAccountState {
    pub(super) id: BankAccountId,
    /// The bank is not called before.
    pub(super) hold_until: Option<DateTime<Utc>>,
}

/// The last MACs of the accounts that something may still be paid to, oldest first.
pub(super) type BankAccountMacs = BTreeMap<BankAccountId, Vec<BankAccountMac>>;

/// The account that wallets of unit tests are opened with.
#[cfg(test)]
pub(crate) const fn first_account() -> BankAccountRecord {
    BankAccountRecord {
        id: BankAccountId(uuid::Uuid::from_u128(9)),
        mac: BankAccountMac([0; 32]),
    }
}

impl Wallet {
    /// Where payouts go; none before the wallet is opened.
    #[must_use]
    pub fn bank_account(&self) -> Option<BankAccountId> {
        self.bank_account.as_ref().map(|latest| latest.id)
    }

    /// The account in force with its last MAC; none before the wallet is opened.
    #[must_use]
    pub fn bank_account_record(&self) -> Option<BankAccountRecord> {
        let id = self.bank_account()?;
        let mac = *self.bank_account_macs(id).last()?;
        Some(BankAccountRecord { id, mac })
    }

    /// The MACs that the particulars of an account may have; none of an account that the wallet was
    /// never added, or that nothing is paid to any more.
    #[must_use]
    pub fn bank_account_macs(&self, id: BankAccountId) -> &[BankAccountMac] {
        self.bank_account_macs.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Until when payouts wait: the bank account was changed lately, or the account was entered
    /// without the password.
    #[must_use]
    pub fn withdrawals_held_until(&self, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let at = self.protection.clock(at);
        let hold_until = self.bank_account_held_until().max(self.payouts_held_until);
        hold_until.filter(|until| at < *until)
    }

    /// Until when payouts wait after the last change of the bank account; it may be over.
    #[must_use]
    pub fn bank_account_held_until(&self) -> Option<DateTime<Utc>> {
        self.bank_account.as_ref()?.hold_until
    }

    /// Refuses a payout to an account that is not the player's last one.
    pub(super) fn require_latest(&self, bank_account: BankAccountId) -> Result<(), WalletError> {
        if self.bank_account() == Some(bank_account) {
            Ok(())
        } else {
            Err(WalletError::StaleBankAccount)
        }
    }

    pub(super) fn decide_bank_account(
        &self,
        command: &BankAccountCommand,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        match *command {
            BankAccountCommand::Change {
                account,
                hold_until,
            } => self.change_bank_account(account, hold_until, at),
            BankAccountCommand::Record(account) => Ok(self.record_bank_account(account)),
        }
    }

    /// A hold never ends earlier by a further change: else changing to and fro would lift it. The
    /// account in force under another MAC is a change as well: the particulars were given again,
    /// because the ones that are stored are not believed.
    fn change_bank_account(
        &self,
        account: BankAccountRecord,
        hold_until: Option<DateTime<Utc>>,
        at: DateTime<Utc>,
    ) -> Result<Vec<WalletEvent>, WalletError> {
        let latest = self.bank_account.as_ref();
        let is_in_force = latest.is_some_and(|latest| latest.id == account.id);
        if is_in_force && self.bank_account_macs(account.id).contains(&account.mac) {
            return Ok(Vec::new());
        }
        self.require_money_out()?;
        let hold_until = hold_until.max(self.withdrawals_held_until(at));
        let changed = WalletEvent::BankAccount(BankAccountEvent::Changed {
            bank_account: account.id,
            mac: account.mac,
            hold_until,
        });
        let returned = self.withdrawals.iter().filter_map(|(id, withdrawal)| {
            let is_stale = withdrawal.status == WithdrawalStatus::Requested
                && withdrawal.bank_account != account.id;
            is_stale.then(|| withdrawal.returned(*id, CHANGED.to_owned()))
        });
        Ok(std::iter::once(changed).chain(returned).collect())
    }

    /// Takes the MAC of an account down, unless it is the last one that was.
    fn record_bank_account(&self, account: BankAccountRecord) -> Vec<WalletEvent> {
        if self.bank_account_macs(account.id).last() == Some(&account.mac) {
            return Vec::new();
        }
        vec![WalletEvent::BankAccount(BankAccountEvent::Recorded {
            bank_account: account.id,
            mac: account.mac,
        })]
    }

    pub(super) fn apply_bank_account(&mut self, event: &BankAccountEvent) {
        match *event {
            BankAccountEvent::Changed {
                bank_account: id,
                mac,
                hold_until,
            } => {
                // Whatever the event says, no hold ends earlier than it would have.
                let hold_until = hold_until.max(self.bank_account_held_until());
                self.bank_account = Some(BankAccountState { id, hold_until });
                self.keep_mac(BankAccountRecord { id, mac });
            }
            BankAccountEvent::Recorded {
                bank_account: id,
                mac,
            } => self.keep_mac(BankAccountRecord { id, mac }),
        }
    }

    /// The account of the opening is in force at once.
    pub(super) fn set_bank_account(&mut self, account: BankAccountRecord) {
        self.bank_account = Some(BankAccountState {
            id: account.id,
            hold_until: None,
        });
        self.keep_mac(account);
    }

    fn keep_mac(&mut self, account: BankAccountRecord) {
        let macs = self.bank_account_macs.entry(account.id).or_default();
        macs.push(account.mac);
        if macs.len() > MACS_KEPT {
            macs.remove(0);
        }
        // A former account stays as long as a payout to it is known.
        let in_force = self.bank_account.as_ref().map(|latest| latest.id);
        let (macs, withdrawals) = (&mut self.bank_account_macs, &self.withdrawals);
        macs.retain(|id, _| {
            Some(*id) == in_force || withdrawals.values().any(|it| it.bank_account == *id)
        });
    }
}
