//! Carries withdrawals to the bank.

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{NonDeliveryProof, WithdrawalCommand, WithdrawalState, WithdrawalStatus};
use ledger::{LedgerError, Wallet, WalletCommand, WithdrawalId};

use super::Payments;
use super::attempt::Job;
use super::outbound::{OutboundPayment, Progress, Schedule, StepError, advance};
use crate::Process;
use members::particulars;
use providers::answer::{CallAttempt, Outcome, Refusal};
use providers::bank::{self, BankClient, PaidOut, Payout};

/// The reason code when nothing is paid because an account's particulars were altered.
const UNCONFIRMED: &str = "BANK_ACCOUNT_UNCONFIRMED";

/// How long a withdrawal of a frozen wallet is left alone.
const FROZEN: TimeDelta = TimeDelta::seconds(5);

struct WithdrawalPayment<'a> {
    subject: Job,
    /// Whether the bank may be called to pay. Querying a payout's status is always allowed.
    is_confirmed: bool,
    bank: BankClient<'a>,
    payout: Payout,
}

/// Until when a withdrawal waits because it was requested while the bank account was new.
pub fn held_until(withdrawal: &WithdrawalState, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    withdrawal
        .not_before
        .filter(|until| withdrawal.status == WithdrawalStatus::Requested && *until > now)
}

/// Makes the next step of a withdrawal.
pub(super) async fn step(state: &Payments, subject: Job) -> Result<Schedule, StepError> {
    let wallet = state.ledger.load(subject.wallet_id).await?;
    let Some(withdrawal) = wallet.withdrawal(WithdrawalId(subject.id)) else {
        // It ended so long ago that the wallet no longer holds it.
        subject.forget(&state.pool).await?;
        return Ok(Schedule::Ended);
    };
    // The bank account or the password is new, and the wait gives time to notice an unauthorised
    // change. The ledger would refuse the call as well; here it does not even get the command
    // before the time.
    if let Some(until) = held_until(withdrawal, state.clock.now()) {
        return Ok(Schedule::At(until));
    }
    // Soon after staff lets the wallet go, it is paid. The ledger refuses the call until then.
    if !wallet.lets_money_out() && withdrawal.status == WithdrawalStatus::Requested {
        return Ok(Schedule::At(state.clock.now() + FROZEN));
    }
    // The money goes to the account of the request, even if a newer account is in force by now.
    let id = Some(withdrawal.bank_account);
    let Some(stored) = particulars::find(&state.pool, subject.wallet_id, id).await? else {
        tracing::error!(id = %subject.id, "the bank account of an open withdrawal is gone");
        return Ok(Schedule::At(state.clock.now() + TimeDelta::minutes(5)));
    };
    let is_confirmed = stored.is_confirmed(state, &wallet).await?;
    if !is_confirmed {
        tracing::error!(id = %subject.id, account = %stored.account.id,
            "nothing is paid: the stored bank account is not the member's");
        if withdrawal.status == WithdrawalStatus::Requested {
            return give_back(state, subject).await;
        }
    }
    let account = stored.account;
    let outbound = WithdrawalPayment {
        subject,
        is_confirmed,
        bank: bank::client(state),
        payout: Payout {
            id: subject.id.to_string(),
            bank_code: account.bank_code,
            account_no: account.account_no,
            account_name: account.holder,
            amount: withdrawal.amount,
        },
    };
    advance(state, &outbound, &wallet).await
}

/// Returns a withdrawal to the wallet that no call was made for.
async fn give_back(state: &Payments, subject: Job) -> Result<Schedule, StepError> {
    let command = WalletCommand::Withdrawal(WithdrawalCommand::Return {
        withdrawal_id: WithdrawalId(subject.id),
        reason: UNCONFIRMED.to_owned(),
        grounds: NonDeliveryProof::NeverCalled,
    });
    let context = state.process_context(Process::Withdrawal.name(), subject.id.to_string());
    match state
        .ledger
        .execute(subject.wallet_id, command, context)
        .await
    {
        // Another process has started or ended it meanwhile: the next step shows which.
        Ok(_) | Err(LedgerError::Refused(_)) => {}
        Err(error) => return Err(error.into()),
    }
    state.announce(subject.id);
    Ok(Schedule::At(state.clock.now()))
}

impl WithdrawalPayment<'_> {
    fn withdrawal_id(&self) -> WithdrawalId {
        WithdrawalId(self.subject.id)
    }
}

impl OutboundPayment for WithdrawalPayment<'_> {
    type Proof = PaidOut;

    fn subject(&self) -> Job {
        self.subject
    }

    fn progress(&self, wallet: &Wallet) -> Progress {
        match wallet
            .withdrawal(self.withdrawal_id())
            .map(|withdrawal| withdrawal.status)
        {
            Some(WithdrawalStatus::Requested) => Progress::New,
            Some(WithdrawalStatus::Sent) => Progress::Sent,
            Some(WithdrawalStatus::Unknown) => Progress::Unknown,
            Some(WithdrawalStatus::Paid | WithdrawalStatus::Returned) | None => Progress::Ended,
        }
    }

    fn has_moved(&self, wallet: &Wallet) -> Option<bool> {
        match wallet.withdrawal(self.withdrawal_id())?.status {
            WithdrawalStatus::Paid => Some(true),
            WithdrawalStatus::Returned => Some(false),
            WithdrawalStatus::Requested | WithdrawalStatus::Sent | WithdrawalStatus::Unknown => {
                None
            }
        }
    }

    async fn request(&self, asked: CallAttempt) -> Outcome<PaidOut> {
        if !self.is_confirmed {
            return Outcome::Unknown(UNCONFIRMED.to_owned());
        }
        self.bank.pay(&self.payout, asked).await
    }

    async fn status(&self) -> Outcome<PaidOut> {
        self.bank.status(&self.payout).await
    }

    async fn resolve(&self) -> Outcome<PaidOut> {
        self.bank.resolve(&self.payout).await
    }

    fn sent(&self) -> WalletCommand {
        WalletCommand::Withdrawal(WithdrawalCommand::MarkSent {
            withdrawal_id: self.withdrawal_id(),
        })
    }

    fn unknown(&self, seen: String) -> WalletCommand {
        WalletCommand::Withdrawal(WithdrawalCommand::MarkUnknown {
            withdrawal_id: self.withdrawal_id(),
            reason: seen,
        })
    }

    fn done(&self, proof: PaidOut) -> WalletCommand {
        WalletCommand::Withdrawal(WithdrawalCommand::Pay {
            withdrawal_id: self.withdrawal_id(),
            payout_ref: proof.provider_ref,
        })
    }

    fn returned(&self, refusal: Refusal) -> WalletCommand {
        WalletCommand::Withdrawal(WithdrawalCommand::Return {
            withdrawal_id: self.withdrawal_id(),
            reason: refusal.code,
            grounds: refusal.grounds,
        })
    }
}
