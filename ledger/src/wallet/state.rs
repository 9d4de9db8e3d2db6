//! The wallet's state as its events left it.

use std::collections::{BTreeMap, VecDeque};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::id::{
    BankAccountId, CorrectionId, GiftId, ManualDepositId, PinId, QrOrderId, SlipId, SweepId,
    TransferId, WithdrawalId,
};
use crate::money::{Currency, Money};
use crate::posting::{Account, GameCode};

use super::bank_account::{BankAccountMacs, BankAccountState};
use super::freeze::Freeze;
use super::gift::GiftState;
use super::manual::ManualDepositState;
use super::place::Place;
use super::protection::Protection;
use super::qr::QrState;
use super::reward::Rewards;
use super::slip::SlipReference;
use super::sweep::SweepState;
use super::void::Voids;

/// One player's wallet. Serialised as is into a snapshot.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wallet {
    /// How many events have been applied.
    pub(super) sequence: i64,
    /// `None` until opened.
    pub(super) currency: Option<Currency>,
    /// The player's buckets; one that was never touched is absent and holds nothing.
    pub(super) buckets: BTreeMap<Account, Money>,
    /// How many events have moved the main wallet.
    pub(super) movements: u64,
    pub(super) games: BTreeMap<GameCode, GameAccount>,
    pub(super) slips: BTreeMap<SlipId, SlipState>,
    pub(super) transfers: BTreeMap<TransferId, TransferState>,
    pub(super) withdrawals: BTreeMap<WithdrawalId, WithdrawalState>,
    pub(super) qr_orders: BTreeMap<QrOrderId, QrState>,
    pub(super) gifts: BTreeMap<GiftId, GiftState>,
    /// What each of the last corrections came to.
    pub(super) corrections: BTreeMap<CorrectionId, Money>,
    pub(super) manual_deposits: BTreeMap<ManualDepositId, ManualDepositState>,
    pub(super) sweeps: BTreeMap<SweepId, SweepState>,
    /// Where payouts go; none in a wallet that was opened without an account.
    pub(super) bank_account: Option<BankAccountState>,
    pub(super) bank_account_macs: BankAccountMacs,
    /// All payouts wait until then; none where they were never held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) payouts_held_until: Option<DateTime<Utc>>,
    /// What payouts have to be confirmed by; none if the player has set no PIN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) pin: Option<PinId>,
    /// The rows of its stream that nobody with the journal's key wrote.
    pub(super) voids: Voids,
    /// Money stays where it is; none where it moves freely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) freeze: Option<Freeze>,
    pub(super) protection: Protection,
    pub(super) rewards: Rewards,
    /// What has ended, oldest first, see [`ENDED_KEPT`].
    pub(super) ended: VecDeque<EndedWork>,
}

/// How many pieces of ended work, whatever their kind, a wallet keeps in memory and in snapshots.
///
/// A repeated outcome of one of these is recognised and harmless; an older one is refused as
/// unknown. A repeated *request* is always recognised by its idempotency key in the journal,
/// and an outside fact by its claim, so that the state of a player with a hundred thousand
/// events stays as small as that of a newcomer.
const ENDED_KEPT: usize = 64;

/// Work that has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum EndedWork {
    Slip(SlipId),
    Transfer(TransferId),
    Withdrawal(WithdrawalId),
    Qr(QrOrderId),
    Gift(GiftId),
    ManualDeposit(ManualDepositId),
    Correction(CorrectionId),
    Sweep(SweepId),
}

/// The player's account with one provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct GameAccount {
    pub(super) username: String,
    /// The sequence of the last event that touched the balance held there.
    pub(super) last_change: i64,
    /// The one transfer with this provider that has not ended.
    pub(super) open_transfer: Option<TransferId>,
}

/// A slip's place in its life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlipState {
    /// What its QR says.
    pub reference: Option<SlipReference>,
    /// How far it is.
    pub status: SlipStatus,
}

/// How far a slip is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SlipStatus {
    /// The bank is asked.
    Submitted,
    /// Staff decide.
    Referred,
    /// It has brought its money.
    Credited,
    /// Refused; staff may still credit it.
    Rejected,
    /// Its money was sent back.
    Returned,
}

impl SlipStatus {
    /// Whether it still waits for an answer, of the bank or of staff.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Submitted | Self::Referred)
    }
}

/// A transfer's place in its life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferState {
    /// Where the money leaves.
    pub from: Place,
    /// Account that the money goes to.
    pub to: Place,
    /// Amount, in the wallet's currency.
    pub amount: Money,
    /// How far it is.
    pub status: TransferStatus,
}

/// How far a transfer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum TransferStatus {
    /// Money set aside (into a game) or asked for (out of a game); nobody called yet.
    Started,
    /// The provider is being called.
    Sent,
    /// The provider's answer is not known; its status is asked until it is.
    Unknown,
    /// Moved.
    Completed,
    /// Not moved, money back where it was.
    Returned,
}

/// A withdrawal's place in its life.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithdrawalState {
    /// Amount, in the wallet's currency.
    pub amount: Money,
    /// Id of the bank account that is paid.
    pub bank_account: BankAccountId,
    /// The bank is not called before.
    pub not_before: Option<DateTime<Utc>>,
    /// Staff let it go: no hold keeps it any more.
    pub is_released: bool,
    /// How far it is.
    pub status: WithdrawalStatus,
}

/// How far a withdrawal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum WithdrawalStatus {
    /// Money set aside; nobody called yet.
    Requested,
    /// The bank is being called.
    Sent,
    /// The bank's answer is not known.
    Unknown,
    /// Paid.
    Paid,
    /// Not paid, money back in the main wallet.
    Returned,
}

impl Wallet {
    /// How many events have been applied: the stream's length.
    #[must_use]
    pub fn sequence(&self) -> i64 {
        self.sequence
    }

    /// The wallet's one currency; `None` until opened.
    #[must_use]
    pub fn currency(&self) -> Option<Currency> {
        self.currency
    }

    /// What one of the player's buckets holds; `None` until the wallet is open.
    #[must_use]
    pub fn bucket(&self, account: &Account) -> Option<Money> {
        let of_wallet = self.currency?;
        let is_coins = *account == Account::Coins;
        let currency = if is_coins { Currency::Coin } else { of_wallet };
        Some(
            self.buckets
                .get(account)
                .copied()
                .unwrap_or_else(|| Money::zero(currency)),
        )
    }

    /// How many events so far have moved the main wallet: the number of the last of them.
    #[must_use]
    pub fn movements(&self) -> u64 {
        self.movements
    }

    /// All touched buckets in a fixed order.
    pub fn buckets(&self) -> impl Iterator<Item = (&Account, Money)> {
        self.buckets
            .iter()
            .map(|(account, amount)| (account, *amount))
    }

    /// The player's name with a provider; `None` without an account there.
    #[must_use]
    pub fn game_username(&self, game: &GameCode) -> Option<&str> {
        self.games
            .get(game)
            .map(|account| account.username.as_str())
    }

    /// Every provider where the player has an account.
    pub fn games(&self) -> impl Iterator<Item = &GameCode> {
        self.games.keys()
    }

    /// A slip by its id; `None` as well for one that ended long ago.
    #[must_use]
    pub fn slip(&self, id: SlipId) -> Option<&SlipState> {
        self.slips.get(&id)
    }

    /// A transfer by its id; `None` as well for one that ended long ago.
    #[must_use]
    pub fn transfer(&self, id: TransferId) -> Option<&TransferState> {
        self.transfers.get(&id)
    }

    /// Notes that a piece of work has ended and forgets the oldest beyond [`ENDED_KEPT`].
    ///
    /// Work that ends again (a QR order that was paid late) counts from then on.
    pub(super) fn remember_ended(&mut self, work: EndedWork) {
        self.ended.retain(|ended| *ended != work);
        self.ended.push_back(work);
        while self.ended.len() > ENDED_KEPT {
            match self.ended.pop_front() {
                Some(EndedWork::Slip(id)) => drop(self.slips.remove(&id)),
                Some(EndedWork::Transfer(id)) => drop(self.transfers.remove(&id)),
                Some(EndedWork::Withdrawal(id)) => drop(self.withdrawals.remove(&id)),
                Some(EndedWork::Qr(id)) => drop(self.qr_orders.remove(&id)),
                Some(EndedWork::Gift(id)) => drop(self.gifts.remove(&id)),
                Some(EndedWork::ManualDeposit(id)) => drop(self.manual_deposits.remove(&id)),
                Some(EndedWork::Correction(id)) => drop(self.corrections.remove(&id)),
                Some(EndedWork::Sweep(id)) => drop(self.sweeps.remove(&id)),
                None => break,
            }
        }
    }

    /// A withdrawal by its id; `None` as well for one that ended long ago.
    #[must_use]
    pub fn withdrawal(&self, id: WithdrawalId) -> Option<&WithdrawalState> {
        self.withdrawals.get(&id)
    }
}
