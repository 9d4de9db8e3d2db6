//! What has happened to a wallet. Events are past, hold ids instead of personal data, and the
//! money events carry their postings.
//!
//! Each subject has an enum of its events. The name before a variant is the one that the journal
//! stores: it never changes, whatever the variant is called.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::id::{
    BankAccountId, CorrectionId, GiftId, ManualDepositId, PinId, QrOrderId, SlipId, StaffId,
    SweepId, TransferId, WithdrawalId,
};
use crate::money::{Currency, Money};
use crate::posting::{GameCode, Posting};

use super::bank_account::{BankAccountMac, BankAccountRecord};
use super::confirmation::Confirmation;
use super::freeze::FreezeReach;
use super::house::HouseEvent;
use super::limit::LimitPeriod;
use super::payout_hold::HoldReason;
use super::place::Place;
use super::protection::ExclusionKind;
use super::qr::{QrEnd, QrPayment};
use super::reward::RewardEvent;
use super::slip::{SlipReason, SlipReference};

/// Declares the events of a subject: each with its stored name before it, and all with the id of
/// what they are about, where each has one.
macro_rules! events {
    (
        $(#[$about:meta])*
        pub enum $events:ident $(about $id:ident: $id_type:ty)? {
            $($(#[$doc:meta])* $stored:literal $variant:ident $fields:tt,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $events {
            $($(#[$doc])* #[serde(rename = $stored)] $variant $fields,)+
        }

        impl $events {
            /// The names that the journal knows.
            pub const NAMES: &[&str] = &[$($stored),+];

            /// Its name in the journal.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $stored,)+
                }
            }
        }

        events! { @id $events $($id: $id_type)? { $($variant)+ } }
    };
    (@id $events:ident { $($variant:ident)+ }) => {};
    (@id $events:ident $id:ident: $id_type:ty { $($variant:ident)+ }) => {
        impl $events {
            /// The id of what it is about.
            #[must_use]
            pub const fn id(&self) -> $id_type {
                match self {
                    $(Self::$variant { $id, .. })|+ => *$id,
                }
            }
        }
    };
}

pub(super) use events;

/// What happened to a wallet, by its subject. The stored form names no subject: see [`super::stored`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WalletEvent {
    /// The wallet exists.
    Opened(Opened),
    /// A slip.
    Slip(SlipEvent),
    /// A game account.
    Game(GameEvent),
    /// A transfer between the main wallet and a game.
    Transfer(TransferEvent),
    /// A withdrawal.
    Withdrawal(WithdrawalEvent),
    /// A QR order.
    Qr(QrEvent),
    /// A gift link.
    Gift(GiftEvent),
    /// An announced deposit.
    Manual(ManualEvent),
    /// Several transfers with one destination.
    Sweep(SweepEvent),
    /// The bank account that payouts go to.
    BankAccount(BankAccountEvent),
    /// What all payouts wait for, and what confirms them.
    Payout(PayoutEvent),
    /// A freeze.
    Freeze(FreezeEvent),
    /// Limits, breaks and reminders.
    Protection(ProtectionEvent),
    /// What the house states about all wallets.
    House(HouseEvent),
    /// Staff compensated for what should not have been, or should have been and was not.
    Corrected(Corrected),
    /// Bonuses, refunds, invites, coins and the wheel.
    Reward(Box<RewardEvent>),
    /// Nothing: a row without the MAC of the journal's key. It has a place in the stream and in the log, and
    /// no content that anybody believes. Readers make it; no rule does, and it is never stored.
    Void,
}

/// What a wallet begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// The only currency of the wallet.
    pub currency: Currency,
    /// Where payouts go.
    pub bank_account: BankAccountRecord,
}

events! {
    /// What happened to a slip.
    pub enum SlipEvent about slip_id: SlipId {
        /// A slip was uploaded.
        "SlipSubmitted" Submitted {
            /// Id of the slip.
            slip_id: SlipId,
            /// What its QR says, when one could be read.
            reference: Option<SlipReference>,
        },
        /// A slip waits for staff.
        "SlipReferred" Referred {
            /// Id of the slip.
            slip_id: SlipId,
            /// Reason, in the words of its source.
            reason: String,
            /// What was paid, if the bank has said so; no money moves.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            amount: Option<Money>,
        },
        /// A slip ended without money.
        "SlipRejected" Rejected {
            /// Id of the slip.
            slip_id: SlipId,
            /// Reason, as a code of the catalogue.
            reason: SlipReason,
        },
        /// A slip ended because its money was sent back.
        "SlipReturned" Returned {
            /// Id of the slip.
            slip_id: SlipId,
            /// The payment, claimed permanently.
            reference: SlipReference,
            /// The bank's reference of the transfer back.
            returned_as: String,
        },
        /// Money came in by a slip that the bank confirmed.
        "Deposited" Credited {
            /// The slip that brought it.
            slip_id: SlipId,
            /// The bank's reference, claimed permanently.
            reference: SlipReference,
            /// The operator's deposit account that received it.
            deposit_account: String,
            /// Amount, in the wallet's currency.
            amount: Money,
            /// Time of the event, in UTC.
            at: DateTime<Utc>,
            /// Money moves from `bank:…` to `main`.
            postings: Vec<Posting>,
        },
    }
}

events! {
    /// What happened to a game account.
    pub enum GameEvent {
        /// The player has an account with a provider.
        "GameAccountOpened" AccountOpened {
            /// Code of the game provider.
            game: GameCode,
            /// The player's name there.
            username: String,
        },
        /// A provider holds another amount than our books: the player won or lost.
        "GameBalanceObserved" BalanceObserved {
            /// Code of the game provider.
            game: GameCode,
            /// What it holds now.
            balance: Money,
            /// `provider:…` → `game:…` for winnings, the other way for losses.
            postings: Vec<Posting>,
        },
    }
}

events! {
    /// What happened to a transfer.
    pub enum TransferEvent about transfer_id: TransferId {
        /// A transfer began.
        "TransferStarted" Started {
            /// Id of the transfer.
            transfer_id: TransferId,
            /// Where the money leaves.
            from: Place,
            /// Account that the money goes to.
            to: Place,
            /// Amount, in the wallet's currency.
            amount: Money,
            /// Into a game: `main` → `in_transit`. Out of a game: none, the provider is asked first.
            postings: Vec<Posting>,
        },
        /// The provider is about to be called.
        "TransferSent" Sent {
            /// Id of the transfer.
            transfer_id: TransferId,
        },
        /// The provider's answer is not known.
        "TransferUnknown" Unknown {
            /// Id of the transfer.
            transfer_id: TransferId,
            /// What was seen instead.
            reason: String,
        },
        /// The provider moved the money.
        "TransferCompleted" Completed {
            /// Id of the transfer.
            transfer_id: TransferId,
            /// Code of the game provider.
            game: GameCode,
            /// The provider's id of the movement.
            provider_tx: String,
            /// Into a game: `in_transit` → `game:…`. Out of it: `game:…` → `main`.
            postings: Vec<Posting>,
        },
        /// The provider did not and will not move the money.
        "TransferReturned" Returned {
            /// Id of the transfer.
            transfer_id: TransferId,
            /// The provider's final refusal, in its words.
            reason: String,
            /// Into a game: `in_transit` → `main`. Out of it: none.
            postings: Vec<Posting>,
        },
    }
}

events! {
    /// What happened to a withdrawal.
    pub enum WithdrawalEvent about withdrawal_id: WithdrawalId {
        /// Money was set aside for a payout.
        "WithdrawalRequested" Requested {
            /// Id of the withdrawal.
            withdrawal_id: WithdrawalId,
            /// Amount, in the wallet's currency.
            amount: Money,
            /// The player's bank account.
            bank_account: BankAccountId,
            /// The bank is not called before: the bank account was changed lately.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            not_before: Option<DateTime<Utc>>,
            /// What has confirmed it; none if the player has no PIN.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            confirmation: Option<Confirmation>,
            /// Money moves from `main` to `withdrawal`.
            postings: Vec<Posting>,
        },
        /// Staff let a payout go that waited because the bank account was changed lately.
        "WithdrawalReleased" Released {
            /// Id of the withdrawal.
            withdrawal_id: WithdrawalId,
            /// Reason, in the words of its source.
            reason: String,
        },
        /// The bank is about to be called.
        "WithdrawalSent" Sent {
            /// Id of the withdrawal.
            withdrawal_id: WithdrawalId,
        },
        /// The bank's answer is not known.
        "WithdrawalUnknown" Unknown {
            /// Id of the withdrawal.
            withdrawal_id: WithdrawalId,
            /// What was seen instead.
            reason: String,
        },
        /// The bank paid.
        "WithdrawalPaid" Paid {
            /// Id of the withdrawal.
            withdrawal_id: WithdrawalId,
            /// The bank's reference of the payout.
            payout_ref: String,
            /// Money moves from `withdrawal` to `payout`.
            postings: Vec<Posting>,
        },
        /// The bank did not and will not pay.
        "WithdrawalReturned" Returned {
            /// Id of the withdrawal.
            withdrawal_id: WithdrawalId,
            /// The provider's final refusal, in its words.
            reason: String,
            /// Money moves from `withdrawal` to `main`.
            postings: Vec<Posting>,
        },
    }
}

events! {
    /// What happened to a QR order.
    pub enum QrEvent about order_id: QrOrderId {
        /// The player asked for a QR to pay.
        "QrOrdered" Ordered {
            /// Id of the QR order.
            order_id: QrOrderId,
            /// The channel's bank code (`KBANK`, `WW`, `ZAPMAN`, `BCEL`).
            channel: String,
            /// Amount, in the wallet's currency.
            amount: Money,
            /// Until when the provider takes the payment; late money is credited all the same.
            expires_at: DateTime<Utc>,
        },
        /// A QR order is no longer shown to the player.
        "QrEnded" Ended {
            /// Id of the QR order.
            order_id: QrOrderId,
            /// How the order ends.
            end: QrEnd,
        },
        /// Money came in by a QR order.
        "QrPaid" Paid {
            /// Id of the QR order.
            order_id: QrOrderId,
            /// The channel's bank code.
            channel: String,
            /// What was paid, in the wallet's currency. It differs from the ordered amount only
            /// where staff has credited it.
            amount: Money,
            /// The payment provider's own reference.
            provider_ref: String,
            /// The operator's deposit account that received it.
            deposit_account: String,
            /// Time of the event, in UTC.
            at: DateTime<Utc>,
            /// Money moves from `bank:…` to `main`.
            postings: Vec<Posting>,
        },
        /// A paid QR order waits for staff: the money may not be credited.
        "QrReferred" Referred {
            /// Id of the QR order.
            order_id: QrOrderId,
            /// Reason, in the words of its source.
            reason: String,
            /// What was ordered; what was paid, only the payment provider knows.
            payment: QrPayment,
        },
        /// Staff has refused a QR order that was left for them: the money goes back by bank.
        "QrRejected" Rejected {
            /// Id of the QR order.
            order_id: QrOrderId,
            /// The channel's bank code.
            channel: String,
            /// How much was ordered.
            amount: Money,
            /// Reason, in the words of its source.
            reason: String,
        },
    }
}

events! {
    /// What happened to a gift link.
    pub enum GiftEvent about gift_id: GiftId {
        /// The player handed a gift link in.
        "GiftSubmitted" Submitted {
            /// Id of the gift link.
            gift_id: GiftId,
            /// SHA-256 of the voucher's hash: the hash itself is money to anyone who reads it.
            voucher: String,
        },
        /// The voucher is about to be redeemed.
        "GiftSent" Sent {
            /// Id of the gift link.
            gift_id: GiftId,
            /// What it is worth by the service's word.
            expected: Money,
            /// SHA-256 of the voucher's hash, claimed permanently.
            voucher: String,
        },
        /// The answer of the voucher service is not known.
        "GiftUnknown" Unknown {
            /// Id of the gift link.
            gift_id: GiftId,
            /// What was seen instead.
            reason: String,
        },
        /// Money came in by a redeemed voucher.
        "GiftCredited" Credited {
            /// Id of the gift link.
            gift_id: GiftId,
            /// What the service paid.
            amount: Money,
            /// The operator's deposit account that received it.
            deposit_account: String,
            /// Time of the event, in UTC.
            at: DateTime<Utc>,
            /// Money moves from `bank:…` to `main`.
            postings: Vec<Posting>,
        },
        /// A gift ended without money.
        "GiftRejected" Rejected {
            /// Id of the gift link.
            gift_id: GiftId,
            /// Reason, in the words of its source.
            reason: String,
        },
    }
}

events! {
    /// What happened to an announced deposit.
    pub enum ManualEvent about deposit_id: ManualDepositId {
        /// The player announced a deposit that staff must find.
        "ManualDepositRequested" Requested {
            /// Id of the announced deposit.
            deposit_id: ManualDepositId,
            /// How much the player says.
            amount: Money,
            /// Time of the event, in UTC.
            at: DateTime<Utc>,
        },
        /// Staff found the announced money.
        "ManualDepositCredited" Credited {
            /// Id of the announced deposit.
            deposit_id: ManualDepositId,
            /// The bank's reference of the payment, claimed permanently.
            reference: String,
            /// The operator's deposit account that received it.
            deposit_account: String,
            /// Amount, in the wallet's currency.
            amount: Money,
            /// Time of the event, in UTC.
            at: DateTime<Utc>,
            /// Money moves from `bank:…` to `main`.
            postings: Vec<Posting>,
        },
        /// Staff did not find the announced money.
        "ManualDepositRejected" Rejected {
            /// Id of the announced deposit.
            deposit_id: ManualDepositId,
            /// Reason, in the words of its source.
            reason: String,
        },
    }
}

events! {
    /// What happened to a sweep.
    pub enum SweepEvent about sweep_id: SweepId {
        /// Several transfers out of games began, for one destination.
        "SweepStarted" Started {
            /// Id of the sweep.
            sweep_id: SweepId,
            /// Account that all money goes to.
            to: Place,
            /// The transfer that takes it there, when that is a game.
            onward: TransferId,
            /// The transfers into the main wallet, each started by its own event.
            legs: Vec<TransferId>,
            /// What the onward transfer takes of the main wallet in addition.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            from_main: Option<Money>,
        },
        /// The last of a sweep's transfers into the main wallet has ended.
        "SweepEnded" Ended {
            /// Id of the sweep.
            sweep_id: SweepId,
            /// What arrived in the main wallet, with what it gives in addition.
            collected: Money,
            /// Why it stays there though a game was its destination: a code of the error catalogue.
            refused: Option<String>,
        },
    }
}

events! {
    /// What happened to a bank account that payouts go to.
    pub enum BankAccountEvent about bank_account: BankAccountId {
        /// Payouts go to another bank account from now on.
        "BankAccountChanged" Changed {
            /// The player's new bank account.
            bank_account: BankAccountId,
            /// MAC over its number, holder and bank.
            mac: BankAccountMac,
            /// The bank is not called for payouts before.
            hold_until: Option<DateTime<Utc>>,
        },
        /// The holder of a bank account that payouts go to is spelled otherwise.
        "BankAccountRecorded" Recorded {
            /// Id of the bank account.
            bank_account: BankAccountId,
            /// MAC over its number, holder and bank.
            mac: BankAccountMac,
        },
    }
}

events! {
    /// What holds all payouts, or confirms them.
    pub enum PayoutEvent {
        /// All payouts wait, because somebody got in without the password.
        "PayoutsHeld" Held {
            /// The bank is not called for payouts before.
            until: DateTime<Utc>,
            /// Why they wait.
            reason: HoldReason,
            /// Time of the event, in UTC.
            at: DateTime<Utc>,
        },
        /// The player set a PIN: payouts have to be confirmed by it from now on.
        "PinSet" PinSet {
            /// Id of the PIN; nothing of its digits.
            pin_id: PinId,
        },
    }
}

events! {
    /// How money was stopped, and let go.
    pub enum FreezeEvent {
        /// Staff froze money.
        "Frozen" Frozen {
            /// How much is frozen.
            reach: FreezeReach,
            /// Who asked for it.
            by: StaffId,
            /// The second person, who agreed.
            approved_by: StaffId,
            /// Time of the event, in UTC.
            at: DateTime<Utc>,
        },
        /// Staff let money move again.
        "Unfrozen" Unfrozen {
            /// Who asked for it.
            by: StaffId,
            /// The second person, who agreed.
            approved_by: StaffId,
            /// Time of the event, in UTC.
            at: DateTime<Utc>,
        },
        /// Staff have looked at the void rows: they stop no money any more.
        "VoidDeclared" VoidDeclared {
            /// Sequence of the last void row that is declared.
            last: i64,
            /// Who asked for it.
            by: StaffId,
            /// The second person, who agreed.
            approved_by: StaffId,
            /// Time of the event, in UTC.
            at: DateTime<Utc>,
        },
    }
}

events! {
    /// What protects the player from playing too much.
    pub enum ProtectionEvent {
        /// The player limited deposits or loosened a limit, or staff made one stricter.
        "DepositLimitSet" DepositLimitSet {
            /// The calendar period that it covers.
            period: LimitPeriod,
            /// The most that may come in; none lifts the limit.
            limit: Option<Money>,
            /// Time from which it applies, in UTC.
            effective_at: DateTime<Utc>,
            /// When it was asked for.
            at: DateTime<Utc>,
            /// Who of staff set it for the player; absent where the player did.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            by: Option<StaffId>,
        },
        /// The player took a break from playing.
        "Excluded" Excluded {
            /// Which kind of break.
            kind: ExclusionKind,
            /// Until when; none: without an end.
            until: Option<DateTime<Utc>>,
            /// Time from which it applies, in UTC.
            at: DateTime<Utc>,
        },
        /// The player chose how often to be reminded of the time spent.
        "RealityCheckSet" RealityCheckSet {
            /// Minutes between two reminders; none for no reminders.
            minutes: Option<u32>,
        },
    }
}

/// A correction by two people of staff.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corrected {
    /// Id of the correction.
    pub correction_id: CorrectionId,
    /// Above zero the player had too little, below zero too much.
    pub amount: Money,
    /// Reason, in the words of its source.
    pub reason: String,
    /// Who asked for it.
    pub by: StaffId,
    /// The second person, who agreed.
    pub approved_by: StaffId,
    /// The asker said that it is about no open operation of the player.
    pub is_unrelated: bool,
    /// Time of the event, in UTC.
    pub at: DateTime<Utc>,
    /// `correction` → `main`, or the other way.
    pub postings: Vec<Posting>,
}
