//! What may be asked of a wallet. Commands are imperatives.

use crate::id::{BankAccountId, SlipId, TransferId, WithdrawalId};
use crate::money::{Currency, Money};
use crate::posting::GameCode;

use super::event::{Place, SlipReason};

pub use super::event::SlipReference;

/// The operator's bounds of one withdrawal, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WithdrawalLimits {
    /// The smallest amount.
    pub min: Money,
    /// The largest amount.
    pub max: Money,
}

/// Why money may be given back: what makes it certain that the other side has not taken it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grounds {
    /// Nobody has been called yet; holds only until "sent" is written.
    NeverCalled,
    /// The first and only request was refused. Holds only while the work stands in "sent": once
    /// its outcome is unknown another request may be under way, maybe another process's, and the
    /// refusal of one of them says nothing about the others.
    FirstAnswer,
    /// The other side's own word about the id, good for all requests under it: failed, cancelled,
    /// or refused for ever.
    ForEver,
}

/// A request to a wallet; a repeat of one that has taken effect writes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WalletCommand {
    /// Opens the wallet in its one currency.
    Open {
        /// The wallet's currency.
        currency: Currency,
    },
    /// Notes an uploaded slip, before anybody has been asked about it.
    SubmitSlip {
        /// The slip.
        slip_id: SlipId,
        /// What its QR says; absent when none could be read.
        reference: Option<SlipReference>,
    },
    /// Ends a slip without money.
    RejectSlip {
        /// The slip.
        slip_id: SlipId,
        /// Why.
        reason: SlipReason,
    },
    /// Leaves a slip for staff, when the facts neither prove nor refute it.
    ReferSlip {
        /// The slip.
        slip_id: SlipId,
        /// Why nobody but a person can tell.
        reason: String,
    },
    /// Credits a slip that the bank has confirmed. Claims the bank's reference for ever.
    CreditSlip {
        /// The slip.
        slip_id: SlipId,
        /// The payment as the bank itself names it: a QR may spell one payment in two ways.
        reference: SlipReference,
        /// The amount that the bank confirmed.
        amount: Money,
        /// Id of the operator's deposit account that received it.
        deposit_account: String,
    },
    /// Notes that the player has an account with a provider.
    OpenGameAccount {
        /// The provider.
        game: GameCode,
        /// The player's name there (a pseudonym derived from the wallet id).
        username: String,
    },
    /// Starts moving money between the main wallet and a game account.
    StartTransfer {
        /// The transfer; also the request id towards the provider.
        transfer_id: TransferId,
        /// Where the money leaves.
        from: Place,
        /// Where it goes.
        to: Place,
        /// How much.
        amount: Money,
    },
    /// Notes that the provider is about to be called. Before the call, so that a crash is seen.
    MarkTransferSent {
        /// The transfer.
        transfer_id: TransferId,
    },
    /// Notes that the provider's answer is not known.
    MarkTransferUnknown {
        /// The transfer.
        transfer_id: TransferId,
        /// What was seen instead of an answer.
        reason: String,
    },
    /// The provider has definitely moved the money.
    CompleteTransfer {
        /// The transfer.
        transfer_id: TransferId,
        /// The provider's own id of the movement; claimed.
        provider_tx: String,
        /// What the provider held for the player right before, by its own word.
        balance_before: Option<Money>,
    },
    /// The provider has definitely not moved the money, and never will under this id.
    ReturnTransfer {
        /// The transfer.
        transfer_id: TransferId,
        /// The definite refusal.
        reason: String,
        /// Why it is definite.
        grounds: Grounds,
    },
    /// What a provider says it holds; the difference to our books is what the player won or lost.
    ObserveGameBalance {
        /// The provider.
        game: GameCode,
        /// Its word.
        balance: Money,
        /// The wallet's sequence read before the provider was asked: a later transfer makes the
        /// answer stale, and a stale answer writes nothing.
        seen_at: i64,
    },
    /// Sets money aside for a payout to the player's bank account.
    RequestWithdrawal {
        /// The withdrawal; also the request id towards the bank.
        withdrawal_id: WithdrawalId,
        /// How much.
        amount: Money,
        /// Where to.
        bank_account: BankAccountId,
        /// The operator's bounds.
        limits: WithdrawalLimits,
    },
    /// Notes that the bank is about to be called.
    MarkWithdrawalSent {
        /// The withdrawal.
        withdrawal_id: WithdrawalId,
    },
    /// Notes that the bank's answer is not known.
    MarkWithdrawalUnknown {
        /// The withdrawal.
        withdrawal_id: WithdrawalId,
        /// What was seen instead of an answer.
        reason: String,
    },
    /// The bank has definitely paid.
    PayWithdrawal {
        /// The withdrawal.
        withdrawal_id: WithdrawalId,
        /// The bank's own reference; claimed.
        payout_ref: String,
    },
    /// The bank has definitely not paid, and never will under this id.
    ReturnWithdrawal {
        /// The withdrawal.
        withdrawal_id: WithdrawalId,
        /// The definite refusal.
        reason: String,
        /// Why it is definite.
        grounds: Grounds,
    },
}
