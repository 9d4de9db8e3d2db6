//! What may be asked of a wallet. Commands are imperatives.

use chrono::{DateTime, Utc};

use crate::id::{
    BankAccountId, CorrectionId, GiftId, ManualDepositId, PinId, QrOrderId, SlipId, StaffId,
    SweepId, TransferId, WithdrawalId,
};
use crate::money::Money;
use crate::posting::GameCode;

use super::bank_account::BankAccountRecord;
use super::confirmation::Confirmation;
use super::event::Opened;
use super::freeze::FreezeReach;
use super::house::HouseEvent;
use super::limit::LimitPeriod;
use super::payout_hold::HoldReason;
use super::place::Place;
use super::protection::ExclusionKind;
use super::qr::{QrEnd, QrPayment};
use super::reward::RewardCommand;
use super::slip::{SlipReason, SlipReference};
use super::sweep::SweepLeg;

/// The operator's bounds of one withdrawal, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithdrawalLimits {
    /// Smallest amount, in its currency.
    pub min: Money,
    /// Largest amount, in its currency.
    pub max: Money,
}

/// Why money may be given back: what makes it certain that the other side has not taken it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NonDeliveryProof {
    /// Nobody has been called yet; holds only until "sent" is written.
    NeverCalled,
    /// The first and only request was refused. Holds only while the work is in "sent": once
    /// its outcome is unknown another request may be under way, maybe another process's, and the
    /// refusal of one of them says nothing about the others.
    FirstAnswer,
    /// The other side's own word about the id, good for all requests under it: failed, cancelled,
    /// or refused permanently.
    ForEver,
}

/// A request to a wallet; a repeat of one that has taken effect writes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WalletCommand {
    /// Opens the wallet in its one currency.
    Open(Opened),
    /// A slip.
    Slip(SlipCommand),
    /// A game account.
    Game(GameCommand),
    /// A transfer between the main wallet and a game.
    Transfer(TransferCommand),
    /// A withdrawal.
    Withdrawal(WithdrawalCommand),
    /// A QR order.
    Qr(QrCommand),
    /// A gift link.
    Gift(GiftCommand),
    /// An announced deposit.
    Manual(ManualCommand),
    /// Moves the balances of game accounts to one destination, through the main wallet.
    Sweep(SweepCommand),
    /// The bank account that payouts go to.
    BankAccount(BankAccountCommand),
    /// What all payouts wait for, and what confirms them.
    Payout(PayoutCommand),
    /// A freeze.
    Freeze(FreezeCommand),
    /// Limits, breaks and reminders.
    Protection(ProtectionCommand),
    /// States something about all wallets, in the house's stream.
    House(HouseEvent),
    /// Compensates for what should not have been, or should have been and was not.
    Correct(Correction),
    /// Bonuses, refunds, invites, coins and the wheel.
    Reward(RewardCommand),
}

/// A request about a slip.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SlipCommand {
    /// Notes an uploaded slip, before anybody has been asked about it.
    Submit {
        /// Id of the slip.
        slip_id: SlipId,
        /// What its QR says; absent when none could be read.
        reference: Option<SlipReference>,
    },
    /// Ends a slip without money.
    Reject {
        /// Id of the slip.
        slip_id: SlipId,
        /// Reason, as a code of the catalogue.
        reason: SlipReason,
    },
    /// Leaves a slip for staff, when the facts neither prove nor refute it.
    Refer {
        /// Id of the slip.
        slip_id: SlipId,
        /// Why only a person can decide.
        reason: String,
        /// What was paid, if the bank has said so.
        amount: Option<Money>,
    },
    /// Credits a slip that the bank has confirmed. Claims the bank's reference permanently.
    Credit {
        /// Id of the slip.
        slip_id: SlipId,
        /// The payment as the bank itself names it: a QR may spell one payment in two ways.
        reference: SlipReference,
        /// The amount that the bank confirmed.
        amount: Money,
        /// Id of the operator's deposit account that received it.
        deposit_account: String,
    },
    /// Credits a slip that was refused: staff have found that it is the player's payment after all.
    /// Claims the bank's reference permanently, so a payment that another slip has brought meanwhile
    /// is not credited again.
    CreditRefused {
        /// Id of the slip.
        slip_id: SlipId,
        /// The payment as the bank itself names it.
        reference: SlipReference,
        /// The amount that the bank confirmed.
        amount: Money,
        /// Id of the operator's deposit account that received it.
        deposit_account: String,
    },
    /// Ends a slip whose money was sent back by hand. Claims the bank's reference permanently, so the
    /// payment is never credited any more.
    Return {
        /// Id of the slip.
        slip_id: SlipId,
        /// The payment as the bank itself names it.
        reference: SlipReference,
        /// The bank's reference of the transfer back.
        returned_as: String,
    },
}

/// A request about a game account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameCommand {
    /// Notes that the player has an account with a provider.
    OpenAccount {
        /// Code of the game provider.
        game: GameCode,
        /// The player's name there (a pseudonym derived from the wallet id).
        username: String,
    },
    /// What a provider says it holds; the difference to our books is what the player won or lost.
    ObserveBalance {
        /// Code of the game provider.
        game: GameCode,
        /// The balance that the provider reports.
        balance: Money,
        /// The wallet's sequence read before the provider was asked: a later transfer makes the
        /// answer stale, and a stale answer writes nothing.
        seen_at: i64,
    },
}

/// A request about a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransferCommand {
    /// Starts moving money between the main wallet and a game account.
    Start {
        /// The transfer; also the request id towards the provider.
        transfer_id: TransferId,
        /// Where the money leaves.
        from: Place,
        /// Account that the money goes to.
        to: Place,
        /// Amount, in the wallet's currency.
        amount: Money,
    },
    /// Notes that the provider is about to be called. Before the call, so that a crash is seen.
    MarkSent {
        /// Id of the transfer.
        transfer_id: TransferId,
    },
    /// Notes that the provider's answer is not known.
    MarkUnknown {
        /// Id of the transfer.
        transfer_id: TransferId,
        /// What was seen instead of an answer.
        reason: String,
    },
    /// The provider has definitely moved the money.
    Complete {
        /// Id of the transfer.
        transfer_id: TransferId,
        /// The provider's own id of the movement; claimed.
        provider_tx: String,
        /// What the provider held for the player right before, by its own word.
        balance_before: Option<Money>,
    },
    /// The provider has definitely not moved the money, and never will under this id.
    Return {
        /// Id of the transfer.
        transfer_id: TransferId,
        /// The provider's final refusal, in its words.
        reason: String,
        /// Why it is definite.
        grounds: NonDeliveryProof,
    },
}

/// A request about a withdrawal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WithdrawalCommand {
    /// Sets money aside for a payout to the player's bank account.
    Request {
        /// The withdrawal; also the request id towards the bank.
        withdrawal_id: WithdrawalId,
        /// Amount, in the wallet's currency.
        amount: Money,
        /// Id of the bank account that is paid.
        bank_account: BankAccountId,
        /// The operator's bounds for withdrawals.
        limits: WithdrawalLimits,
        /// What confirms it; must be the PIN in force if there is one.
        confirmation: Option<Confirmation>,
    },
    /// Lets a payout go that waits because the bank account was changed lately.
    Release {
        /// Id of the withdrawal.
        withdrawal_id: WithdrawalId,
        /// Reason, in the words of its source.
        reason: String,
    },
    /// Notes that the bank is about to be called.
    MarkSent {
        /// Id of the withdrawal.
        withdrawal_id: WithdrawalId,
    },
    /// Notes that the bank's answer is not known.
    MarkUnknown {
        /// Id of the withdrawal.
        withdrawal_id: WithdrawalId,
        /// What was seen instead of an answer.
        reason: String,
    },
    /// The bank has definitely paid.
    Pay {
        /// Id of the withdrawal.
        withdrawal_id: WithdrawalId,
        /// The bank's own reference; claimed.
        payout_ref: String,
    },
    /// The bank has definitely not paid, and never will under this id.
    Return {
        /// Id of the withdrawal.
        withdrawal_id: WithdrawalId,
        /// The provider's final refusal, in its words.
        reason: String,
        /// Why it is definite.
        grounds: NonDeliveryProof,
    },
}

/// A request about a QR order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QrCommand {
    /// Asks for a QR to pay; ends the one that is open.
    Order {
        /// The order; also the request id towards the payment provider.
        order_id: QrOrderId,
        /// The channel's bank code (`KBANK`, `WW`, `ZAPMAN`, `BCEL`).
        channel: String,
        /// Amount, in the wallet's currency.
        amount: Money,
        /// Until when the provider takes the payment.
        expires_at: DateTime<Utc>,
    },
    /// Stops showing a QR order. Money that comes in for it later is credited all the same.
    End {
        /// Id of the QR order.
        order_id: QrOrderId,
        /// How the order ends.
        end: QrEnd,
    },
    /// Credits a QR order of this wallet because the payment provider says it was paid: an open
    /// order, an ended one, or one that was forgotten long ago, but none that staff is working on.
    /// Claims the order permanently.
    Credit {
        /// Id of the QR order.
        order_id: QrOrderId,
        /// The channel's bank code.
        channel: String,
        /// The amount that was paid.
        amount: Money,
        /// The payment provider's own reference.
        provider_ref: String,
        /// Id of the operator's deposit account that received it.
        deposit_account: String,
        /// The terms of the wallet's own `QrOrdered`, as the journal has them, where the wallet has
        /// forgotten the order; see [`crate::journal::find_qr_order`].
        ordered: Option<QrPayment>,
    },
    /// Leaves a paid QR order for staff, when its money may not be credited.
    Refer {
        /// Id of the QR order.
        order_id: QrOrderId,
        /// The channel's bank code and the amount of the order; of one that the wallet knows, its
        /// own count.
        payment: QrPayment,
        /// Reason, in the words of its source.
        reason: String,
    },
    /// Staff's credit of a QR order that was referred to them, with what was paid. Claims the order
    /// permanently.
    CreditReferred {
        /// Id of the QR order.
        order_id: QrOrderId,
        /// The amount that was paid, as the payment provider confirms it; it may differ from the
        /// ordered one.
        amount: Money,
        /// The payment provider's own reference.
        provider_ref: String,
        /// Id of the operator's deposit account that received it.
        deposit_account: String,
    },
    /// Staff's refusal of a QR order that was left for them: the money goes back by bank. Claims
    /// the order permanently, so that it is not credited as well.
    Reject {
        /// Id of the QR order.
        order_id: QrOrderId,
        /// Reason, in the words of its source.
        reason: String,
    },
}

/// A request about a gift link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GiftCommand {
    /// Notes a gift link, before anybody has been asked about it.
    Submit {
        /// Id of the gift link.
        gift_id: GiftId,
        /// SHA-256 of the voucher's hash in hexadecimal, never the hash itself.
        voucher: String,
    },
    /// Notes that the voucher is about to be redeemed, and claims it.
    MarkSent {
        /// Id of the gift link.
        gift_id: GiftId,
        /// What it is worth by the service's word.
        expected: Money,
    },
    /// Notes that the answer of the voucher service is not known.
    MarkUnknown {
        /// Id of the gift link.
        gift_id: GiftId,
        /// What was seen instead of an answer.
        reason: String,
    },
    /// The service has definitely paid the voucher out to the operator.
    Credit {
        /// Id of the gift link.
        gift_id: GiftId,
        /// The amount that it paid.
        amount: Money,
        /// Id of the operator's deposit account that received it.
        deposit_account: String,
    },
    /// The service has definitely not paid the voucher out to the operator, and never will.
    Reject {
        /// Id of the gift link.
        gift_id: GiftId,
        /// The provider's final refusal, in its words.
        reason: String,
        /// Why it is definite.
        grounds: NonDeliveryProof,
    },
}

/// A request about an announced deposit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ManualCommand {
    /// Announces a deposit that staff must find. Never a credit by itself.
    Request {
        /// Id of the announced deposit.
        deposit_id: ManualDepositId,
        /// How much the player says.
        amount: Money,
    },
    /// Credits an announced deposit that staff found. Claims the payment permanently.
    Credit {
        /// Id of the announced deposit.
        deposit_id: ManualDepositId,
        /// How the bank names the payment.
        reference: String,
        /// Id of the operator's deposit account that received it.
        deposit_account: String,
    },
    /// Ends an announced deposit that staff has not found.
    Reject {
        /// Id of the announced deposit.
        deposit_id: ManualDepositId,
        /// Reason, in the words of its source.
        reason: String,
    },
}

/// The balances of games that move to one destination.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SweepCommand {
    /// Id of the sweep.
    pub sweep_id: SweepId,
    /// Account that all money goes to.
    pub to: Place,
    /// A transfer into the main wallet for each game. Left out are games that are busy or
    /// unknown, the destination itself, and balances of nothing.
    pub legs: Vec<SweepLeg>,
    /// The transfer that takes everything from the main wallet to a game.
    pub onward: TransferId,
    /// What it takes of the main wallet in addition; nothing without it.
    pub from_main: Option<Money>,
}

/// A request about a bank account that payouts go to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BankAccountCommand {
    /// Pays out to another bank account from now on, and gives back what nobody was called about.
    Change {
        /// The player's new bank account.
        account: BankAccountRecord,
        /// The bank is not called for payouts before; never earlier than a current hold.
        hold_until: Option<DateTime<Utc>>,
    },
    /// Takes down the MAC of an account that payouts go to: its holder is spelled otherwise, or the
    /// wallet is older than such MACs. Changes where payouts go only in a wallet without an account.
    Record(BankAccountRecord),
}

/// A request about what holds all payouts, or confirms them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PayoutCommand {
    /// Lets all payouts wait; never shorter than they are held.
    Hold {
        /// The bank is not called for payouts before.
        until: DateTime<Utc>,
        /// Why they wait.
        reason: HoldReason,
    },
    /// Has payouts confirmed by another PIN from now on.
    SetPin {
        /// Id of the PIN.
        pin_id: PinId,
    },
}

/// A request to stop money, or to let it go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FreezeCommand {
    /// Freezes money; repeated with another reach, it changes how much is frozen.
    Freeze {
        /// How much is frozen.
        reach: FreezeReach,
        /// Who asked for it.
        by: StaffId,
        /// Who agreed: somebody else.
        approved_by: StaffId,
    },
    /// Lets money move again.
    Unfreeze {
        /// Who asked for it.
        by: StaffId,
        /// Who agreed: somebody else.
        approved_by: StaffId,
    },
    /// Ends the stop that void rows brought; a freeze stays, and the rows still count for nothing.
    DeclareVoid {
        /// Sequence of the last void row that they have seen.
        last: i64,
        /// Who asked for it.
        by: StaffId,
        /// Who agreed: somebody else.
        approved_by: StaffId,
    },
}

/// A request about limits, breaks and reminders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProtectionCommand {
    /// Limits deposits at once, or loosens a limit after a day.
    SetDepositLimit {
        /// The calendar period that it covers.
        period: LimitPeriod,
        /// The most that may come in; none lifts the limit.
        limit: Option<Money>,
    },
    /// Staff's limit for a player: at once, and only a stricter one than the one in force.
    TightenDepositLimit {
        /// The calendar period that it covers.
        period: LimitPeriod,
        /// The most that may come in.
        limit: Money,
        /// Who asked for it.
        by: StaffId,
    },
    /// Takes a break from playing, which can only be made longer.
    Exclude {
        /// Which kind of break.
        kind: ExclusionKind,
        /// Until when; none: without an end.
        until: Option<DateTime<Utc>>,
    },
    /// Chooses how often to be reminded of the time spent.
    SetRealityCheck {
        /// Minutes between two reminders; none for no reminders.
        minutes: Option<u32>,
    },
}

/// A correction that one person of staff asks for and another one agrees to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The correction; repeated, it takes effect once.
    pub correction_id: CorrectionId,
    /// Above zero raises the main wallet, below zero lowers it.
    pub amount: Money,
    /// Reason, in the words of its source.
    pub reason: String,
    /// Who asked for it.
    pub by: StaffId,
    /// Who agreed: somebody else.
    pub approved_by: StaffId,
    /// The asker says that no open operation of the player is meant.
    pub is_unrelated: bool,
}
