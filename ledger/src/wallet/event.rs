//! What has happened to a wallet. Events are past, hold ids instead of personal data, and the
//! money events carry their postings.

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
use super::limit::LimitPeriod;
use super::payout_hold::HoldReason;
use super::place::Place;
use super::protection::ExclusionKind;
use super::qr::{QrEnd, QrPayment};
use super::reward::RewardEvent;
use super::slip::{SlipReason, SlipReference};

/// What happened to a wallet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum WalletEvent {
    /// The wallet exists.
    Opened {
        /// The only currency of the wallet.
        currency: Currency,
        /// Where payouts go.
        bank_account: BankAccountRecord,
    },
    /// A slip was uploaded.
    SlipSubmitted {
        /// Id of the slip.
        slip_id: SlipId,
        /// What its QR says, when one could be read.
        reference: Option<SlipReference>,
    },
    /// A slip waits for staff.
    SlipReferred {
        /// Id of the slip.
        slip_id: SlipId,
        /// Reason, in the words of its source.
        reason: String,
        /// What was paid, if the bank has said so; no money moves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        amount: Option<Money>,
    },
    /// A slip ended without money.
    SlipRejected {
        /// Id of the slip.
        slip_id: SlipId,
        /// Reason, as a code of the catalogue.
        reason: SlipReason,
    },
    /// A slip ended because its money was sent back.
    SlipReturned {
        /// Id of the slip.
        slip_id: SlipId,
        /// The payment, claimed permanently.
        reference: SlipReference,
        /// The bank's reference of the transfer back.
        returned_as: String,
    },
    /// Money came in by a slip that the bank confirmed.
    Deposited {
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
    /// The player has an account with a provider.
    GameAccountOpened {
        /// Code of the game provider.
        game: GameCode,
        /// The player's name there.
        username: String,
    },
    /// A transfer began.
    TransferStarted {
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
    TransferSent {
        /// Id of the transfer.
        transfer_id: TransferId,
    },
    /// The provider's answer is not known.
    TransferUnknown {
        /// Id of the transfer.
        transfer_id: TransferId,
        /// What was seen instead.
        reason: String,
    },
    /// The provider moved the money.
    TransferCompleted {
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
    TransferReturned {
        /// Id of the transfer.
        transfer_id: TransferId,
        /// The provider's final refusal, in its words.
        reason: String,
        /// Into a game: `in_transit` → `main`. Out of it: none.
        postings: Vec<Posting>,
    },
    /// A provider holds another amount than our books: the player won or lost.
    GameBalanceObserved {
        /// Code of the game provider.
        game: GameCode,
        /// What it holds now.
        balance: Money,
        /// `provider:…` → `game:…` for winnings, the other way for losses.
        postings: Vec<Posting>,
    },
    /// Money was set aside for a payout.
    WithdrawalRequested {
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
    WithdrawalReleased {
        /// Id of the withdrawal.
        withdrawal_id: WithdrawalId,
        /// Reason, in the words of its source.
        reason: String,
    },
    /// The bank is about to be called.
    WithdrawalSent {
        /// Id of the withdrawal.
        withdrawal_id: WithdrawalId,
    },
    /// The bank's answer is not known.
    WithdrawalUnknown {
        /// Id of the withdrawal.
        withdrawal_id: WithdrawalId,
        /// What was seen instead.
        reason: String,
    },
    /// The bank paid.
    WithdrawalPaid {
        /// Id of the withdrawal.
        withdrawal_id: WithdrawalId,
        /// The bank's reference of the payout.
        payout_ref: String,
        /// Money moves from `withdrawal` to `payout`.
        postings: Vec<Posting>,
    },
    /// The bank did not and will not pay.
    WithdrawalReturned {
        /// Id of the withdrawal.
        withdrawal_id: WithdrawalId,
        /// The provider's final refusal, in its words.
        reason: String,
        /// Money moves from `withdrawal` to `main`.
        postings: Vec<Posting>,
    },
    /// The player asked for a QR to pay.
    QrOrdered {
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
    QrEnded {
        /// Id of the QR order.
        order_id: QrOrderId,
        /// How the order ends.
        end: QrEnd,
    },
    /// Money came in by a QR order.
    QrPaid {
        /// Id of the QR order.
        order_id: QrOrderId,
        /// The channel's bank code.
        channel: String,
        /// Amount, in the wallet's currency.
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
    QrReferred {
        /// Id of the QR order.
        order_id: QrOrderId,
        /// Reason, in the words of its source.
        reason: String,
        /// What was paid.
        payment: QrPayment,
    },
    /// Staff has refused a QR order that was left for them: the money goes back by bank.
    QrRejected {
        /// Id of the QR order.
        order_id: QrOrderId,
        /// The channel's bank code.
        channel: String,
        /// How much was paid.
        amount: Money,
        /// Reason, in the words of its source.
        reason: String,
    },
    /// The player handed a gift link in.
    GiftSubmitted {
        /// Id of the gift link.
        gift_id: GiftId,
        /// SHA-256 of the voucher's hash: the hash itself is money to anyone who reads it.
        voucher: String,
    },
    /// The voucher is about to be redeemed.
    GiftSent {
        /// Id of the gift link.
        gift_id: GiftId,
        /// What it is worth by the service's word.
        expected: Money,
        /// SHA-256 of the voucher's hash, claimed permanently.
        voucher: String,
    },
    /// The answer of the voucher service is not known.
    GiftUnknown {
        /// Id of the gift link.
        gift_id: GiftId,
        /// What was seen instead.
        reason: String,
    },
    /// Money came in by a redeemed voucher.
    GiftCredited {
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
    GiftRejected {
        /// Id of the gift link.
        gift_id: GiftId,
        /// Reason, in the words of its source.
        reason: String,
    },
    /// The player announced a deposit that staff must find.
    ManualDepositRequested {
        /// Id of the announced deposit.
        deposit_id: ManualDepositId,
        /// How much the player says.
        amount: Money,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
    },
    /// Staff found the announced money.
    ManualDepositCredited {
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
    ManualDepositRejected {
        /// Id of the announced deposit.
        deposit_id: ManualDepositId,
        /// Reason, in the words of its source.
        reason: String,
    },
    /// Several transfers out of games began, for one destination.
    SweepStarted {
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
    SweepEnded {
        /// Id of the sweep.
        sweep_id: SweepId,
        /// What arrived in the main wallet, with what it gives in addition.
        collected: Money,
        /// Why it stays there though a game was its destination: a code of the error catalogue.
        refused: Option<String>,
    },
    /// Payouts go to another bank account from now on.
    BankAccountChanged {
        /// The player's new bank account.
        bank_account: BankAccountId,
        /// MAC over its number, holder and bank.
        mac: BankAccountMac,
        /// The bank is not called for payouts before.
        hold_until: Option<DateTime<Utc>>,
    },
    /// The holder of a bank account that payouts go to is spelled otherwise.
    BankAccountRecorded {
        /// Id of the bank account.
        bank_account: BankAccountId,
        /// MAC over its number, holder and bank.
        mac: BankAccountMac,
    },
    /// All payouts wait, because somebody got in without the password.
    PayoutsHeld {
        /// The bank is not called for payouts before.
        until: DateTime<Utc>,
        /// Why they wait.
        reason: HoldReason,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
    },
    /// The player set a PIN: payouts have to be confirmed by it from now on.
    PinSet {
        /// Id of the PIN; nothing of its digits.
        pin_id: PinId,
    },
    /// Staff froze money.
    Frozen {
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
    Unfrozen {
        /// Who asked for it.
        by: StaffId,
        /// The second person, who agreed.
        approved_by: StaffId,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
    },
    /// The player limited deposits or loosened a limit, or staff made one stricter.
    DepositLimitSet {
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
    Excluded {
        /// Which kind of break.
        kind: ExclusionKind,
        /// Until when; none: without an end.
        until: Option<DateTime<Utc>>,
        /// Time from which it applies, in UTC.
        at: DateTime<Utc>,
    },
    /// The player chose how often to be reminded of the time spent.
    RealityCheckSet {
        /// Minutes between two reminders; none for no reminders.
        minutes: Option<u32>,
    },
    /// Staff compensated for what should not have been, or should have been and was not.
    Corrected {
        /// Id of the correction.
        correction_id: CorrectionId,
        /// Above zero the player had too little, below zero too much.
        amount: Money,
        /// Reason, in the words of its source.
        reason: String,
        /// Who asked for it.
        by: StaffId,
        /// The second person, who agreed.
        approved_by: StaffId,
        /// Time of the event, in UTC.
        at: DateTime<Utc>,
        /// `correction` → `main`, or the other way.
        postings: Vec<Posting>,
    },
    /// Something about rewards.
    Reward(Box<RewardEvent>),
}
