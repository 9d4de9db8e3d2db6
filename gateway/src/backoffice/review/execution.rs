//! Carrying out what was decided.
//!
//! 1. It goes under an idempotency key of the decision's id: the ledger takes it once, however
//!    often it is tried, by whomever, and after whatever death.
//! 2. Whether it was carried out is the ledger's word: it is asked for its key before anything is
//!    tried.
//! 3. A decision that comes to nothing uses its key up first, for nothing. So an attempt that is
//!    still on its way finds the key taken: what was refused is never carried out, and what was
//!    carried out is never called refused.
//! 4. Only what was agreed on is carried out: the same wallet, amount, account and reference.
//! 5. The decision's row is not believed by itself: staff's acts have to vouch for it, see
//!    [`crate::backoffice::review::voucher`].

use ledger::journal;
use ledger::{Idempotency, Receipt, StaffId, WalletCommand};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::decision::Answer;
use super::decision::Decision;
use super::plan::{Decided, Planned, carry_out, plan};
use super::pseudonym;
use super::refusal::Refusal;
use super::store::{Kept, done, failed};
use super::terms::Terms;
use super::voucher::stands_behind;
use crate::payments::{Payments, Subject, withdrawal};
use crate::platform::error::{ApiError, Code, request_id};

/// The context's key of a decision. No client can send one with a blank.
fn ledger_key(id: Uuid) -> Idempotency {
    Idempotency {
        key: format!("staff decision {id}"),
        fingerprint: Sha256::digest(id.as_bytes()).into(),
    }
}

/// Carries an agreed decision out; `by` is who makes it happen, in the event's own record.
pub(super) async fn execute(
    state: &Payments,
    kept: &Kept,
    by: Uuid,
    planned: Option<Planned>,
) -> Result<Answer, ApiError> {
    match recall(state, kept).await? {
        Recalled::Done(position) => return finish(state, kept, Some(position)).await,
        Recalled::UsedUp => return finish(state, kept, None).await,
        Recalled::Unknown => {}
    }
    if !stands_behind(state, kept).await? {
        return contradict(state, kept, by).await;
    }
    if planned.is_none() && !stands(state, kept).await? {
        return end(state, kept, by, Code::ApprovalExpired.into()).await;
    }
    match attempt(state, kept, by, planned).await {
        Ok(receipt) => finish(state, kept, carried_out(&receipt)).await,
        Err(refusal) => {
            let is_definite = refusal.is_definite();
            let error = ApiError::from(refusal);
            if is_definite {
                return end(state, kept, by, error).await;
            }
            // The outside could not be asked: whoever may finish it tries again until it expires.
            Err(error)
        }
    }
}

/// Ends a decision that staff's acts do not vouch for as it is kept.
pub(super) async fn contradict(
    state: &Payments,
    kept: &Kept,
    by: Uuid,
) -> Result<Answer, ApiError> {
    tracing::error!(decision = %kept.id, "no act of staff vouches for this decision as it is kept");
    end(state, kept, by, Code::EvidenceContradicts.into()).await
}

/// Sees to it that a decision is never carried out any more; the position where it has been
/// already.
pub(super) async fn give_up(
    state: &Payments,
    kept: &Kept,
    by: Uuid,
) -> Result<Option<i64>, ApiError> {
    let wallet = state.book.load(kept.wallet_id).await?;
    // Without a wallet there is nothing that could be carried out.
    let Some(currency) = wallet.currency() else {
        return Ok(None);
    };
    // A wallet that is open is opened once more, which is nothing: all it leaves is the key.
    let command = WalletCommand::Open {
        currency,
        bank_account: None,
    };
    let name = pseudonym::of(kept.id, by).to_string();
    let mut context = state.staff_context(&name, request_id());
    context.idempotency = Some(ledger_key(kept.id));
    let receipt = state.book.execute(kept.wallet_id, command, context).await?;
    Ok(carried_out(&receipt))
}

/// Where a decision was carried out. One that left nothing behind was not: somebody else had come
/// first, or the key was used up.
fn carried_out(receipt: &Receipt) -> Option<i64> {
    receipt.events.last().map(|event| event.position)
}

/// Whether everybody who stands behind a decision is still there, and it is not too late.
async fn stands(state: &Payments, kept: &Kept) -> Result<bool, sqlx::Error> {
    let everybody: Vec<Uuid> = [Some(kept.asked_by), kept.decided_by]
        .into_iter()
        .flatten()
        .collect();
    let are_there = sqlx::query_scalar!(
        r#"select coalesce(bool_and(is_active), false) as "are_there!"
           from staff where id = any($1)"#,
        &everybody,
    )
    .fetch_one(&state.pool)
    .await?;
    Ok(are_there && kept.expires_at > state.clock.now())
}

async fn attempt(
    state: &Payments,
    kept: &Kept,
    by: Uuid,
    planned: Option<Planned>,
) -> Result<Receipt, Refusal> {
    let decided = Decided {
        id: kept.id,
        by: StaffId(kept.asked_by),
        approved_by: StaffId(kept.decided_by.unwrap_or(kept.asked_by)),
    };
    let planned = match planned {
        Some(planned) => planned,
        None => plan(state, &kept.decision, &decided).await?,
    };
    require_agreed(kept, &planned)?;
    let name = pseudonym::of(kept.id, by).to_string();
    let mut context = state.staff_context(&name, request_id());
    context.idempotency = Some(ledger_key(kept.id));
    let receipt = carry_out(state, planned, context).await?;
    if let Decision::ReleaseWithdrawal { id } = &kept.decision {
        state.hint(Subject {
            process: withdrawal::NAME,
            id: *id,
            wallet_id: kept.wallet_id,
        });
    }
    Ok(receipt)
}

/// Refuses anything else than what was agreed on.
fn require_agreed(kept: &Kept, planned: &Planned) -> Result<(), Refusal> {
    if kept.terms.as_ref() != Some(&Terms::of(planned)) {
        let why = "it would not be what was agreed on any more: ask again";
        return Err(Refusal::no(Code::EvidenceContradicts, why));
    }
    // One person was enough because the bank said so, and has to say so still.
    if kept.decision.always_takes_two() && !kept.needs_second && !planned.is_proved {
        return Err(Refusal::Later("the bank cannot be asked now"));
    }
    Ok(())
}

/// Ends a decision that comes to nothing, unless another attempt has carried it out meanwhile.
async fn end(state: &Payments, kept: &Kept, by: Uuid, error: ApiError) -> Result<Answer, ApiError> {
    if let Some(position) = give_up(state, kept, by).await? {
        return finish(state, kept, Some(position)).await;
    }
    failed(state, kept, error.code).await?;
    Err(error)
}

async fn finish(state: &Payments, kept: &Kept, position: Option<i64>) -> Result<Answer, ApiError> {
    let Some(position) = position else {
        failed(state, kept, Code::AlreadyEnded).await?;
        return Err(Code::AlreadyEnded.into());
    };
    done(state, kept, position).await?;
    Ok(Answer::Done(kept.id, position))
}

/// What the ledger knows of a decision's key.
enum Recalled {
    /// Carried out there.
    Done(i64),
    /// Used up without an event.
    UsedUp,
    /// Nothing.
    Unknown,
}

async fn recall(state: &Payments, kept: &Kept) -> Result<Recalled, sqlx::Error> {
    let key = ledger_key(kept.id).key;
    let found = journal::outcome_of_key(&state.pool, kept.wallet_id, &key).await?;
    Ok(match found {
        None => Recalled::Unknown,
        Some(row) => match row.position.filter(|_| row.events > 0) {
            Some(position) => Recalled::Done(position),
            None => Recalled::UsedUp,
        },
    })
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use ledger::{Currency, Money, QrOrderId, WalletCommand, WalletId};

    use super::*;
    use crate::backoffice::review::store::Status;

    fn planned() -> Planned {
        Planned {
            wallet_id: WalletId(Uuid::from_u128(1)),
            amount: Some(Money::parse("6000.00", Currency::Thb).unwrap()),
            command: credit("psp-1", "scb-1"),
            is_proved: false,
            paid_to: None,
        }
    }

    fn credit(provider_ref: &str, deposit_account: &str) -> WalletCommand {
        WalletCommand::CreditReferredQr {
            order_id: QrOrderId(Uuid::from_u128(2)),
            provider_ref: provider_ref.to_owned(),
            deposit_account: deposit_account.to_owned(),
        }
    }

    fn kept() -> Kept {
        let subject = Uuid::from_u128(2);
        Kept {
            id: Uuid::from_u128(3),
            subject_kind: "qr".to_owned(),
            subject_id: subject,
            asked_by: Uuid::from_u128(4),
            expires_at: DateTime::UNIX_EPOCH,
            wallet_id: planned().wallet_id,
            currency: Some("THB".to_owned()),
            amount: planned().amount.map(Money::amount),
            moves_money: true,
            decision: Decision::AcceptQr { id: subject },
            terms: Some(Terms::of(&planned())),
            reason: "looked at it".to_owned(),
            needs_second: true,
            status: Status::Agreed,
            decided_by: Some(Uuid::from_u128(5)),
            decided_reason: Some("seen".to_owned()),
            position: None,
            code: None,
        }
    }

    /// As if the outside says something else by now.
    #[test]
    fn nothing_else_is_carried_out_than_what_was_agreed_on() {
        assert!(require_agreed(&kept(), &planned()).is_ok());
        let changed = |change: fn(&mut Planned)| {
            let mut planned = planned();
            change(&mut planned);
            planned
        };
        let money = |amount, currency| Money::parse(amount, currency).unwrap();
        let mut lak = planned();
        lak.amount = Some(money("6000", Currency::Lak));
        let mut less = planned();
        less.amount = Some(money("5999.99", Currency::Thb));
        for (what, planned) in [
            ("amount", less),
            ("currency", lak),
            ("no amount", changed(|it| it.amount = None)),
            ("wallet", changed(|it| it.wallet_id = WalletId(Uuid::nil()))),
            (
                "account",
                changed(|it| it.command = credit("psp-1", "kbank-1")),
            ),
            (
                "reference",
                changed(|it| it.command = credit("psp-2", "scb-1")),
            ),
        ] {
            let refused = require_agreed(&kept(), &planned);
            let code = refused.unwrap_err();
            assert!(
                matches!(
                    code,
                    Refusal::No {
                        code: Code::EvidenceContradicts,
                        ..
                    }
                ),
                "{what}: {code}"
            );
        }
    }

    #[test]
    fn a_row_that_lists_and_sums_read_otherwise_is_not_of_one_piece() {
        assert!(kept().is_of_one_piece());
        let changes: [fn(&mut Kept); 7] = [
            |it| it.subject_kind = "slip".to_owned(),
            |it| it.subject_id = Uuid::nil(),
            |it| it.wallet_id = WalletId(Uuid::nil()),
            |it| it.currency = Some("LAK".to_owned()),
            |it| it.amount = Some(Money::parse("1", Currency::Thb).unwrap().amount()),
            |it| it.amount = None,
            |it| it.moves_money = false,
        ];
        for (n, change) in changes.into_iter().enumerate() {
            let mut kept = kept();
            change(&mut kept);
            assert!(!kept.is_of_one_piece(), "change {n}");
        }
    }
}
