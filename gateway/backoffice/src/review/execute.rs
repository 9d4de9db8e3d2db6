//! Executing decisions.
//!
//! 1. The idempotency key is derived from the decision's id, so the ledger executes it once, no
//!    matter how often, by which process or after which crash it is tried.
//! 2. Only the ledger knows whether it was executed: the key is looked up there before anything is
//!    tried.
//! 3. A decision that ends without effect uses up its key first. So an attempt that is still under
//!    way finds the key used: a refused decision is never executed, and an executed decision is
//!    never reported as refused.
//! 4. Only what was approved is executed: the same wallet, amount, account, reference and void row.
//! 5. The decision's row is not trusted by itself: signed audit entries must back it, see
//!    [`crate::review::signature`].
//!
//! The ledger knows nothing of an explanation, which has no key: see [`super::explain`].

use ledger::journal::{self, KeyOutcome};
use ledger::{CommandOutcome, Idempotency, StaffId};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use uuid::Uuid;

use super::case::Case;
use super::decision::{Answer, Decision};
use super::plan::{Decided, Planned, carry_out, plan};
use super::refusal::Refusal;
use super::store::{DecisionRow, Status, done, failed};
use super::terms::Terms;
use super::{explain, pseudonym};
use crate::staff::account_row;
use members::password_reset;
use payments::{Job, Payments, Process};
use platform::error::{ApiError, Code, request_id};
use platform::secrets::Secrets;

/// The ledger's key of a decision. No client can send a key with a space, and nobody with the application's
/// database role can use it up before the decision is carried out: without the installation's key its end
/// is unknown.
pub(super) fn ledger_key(secrets: &Secrets, id: Uuid) -> Idempotency {
    Idempotency {
        key: format!(
            "staff decision {id} {}",
            hex::encode(secrets.decision_key(id))
        ),
        fingerprint: Sha256::digest(id.as_bytes()).into(),
    }
}

/// Executes an approved decision; `by` is the actor in the event.
pub(super) async fn execute(
    payments: &Payments,
    case: &Case,
    by: Uuid,
    planned: Option<Planned>,
) -> Result<Answer, ApiError> {
    let row = &case.row;
    let mut connection = payments.pool.acquire().await?;
    let earlier = earlier_outcome(&mut connection, &payments.secrets, row).await?;
    drop(connection);
    if earlier != KeyOutcome::Unused {
        return finish(payments, row, earlier).await;
    }
    if !case.is_signed() {
        return contradict(payments, row).await;
    }
    if planned.is_none() && !is_in_force(payments, case).await? {
        return end(payments, row, Code::ApprovalExpired.into()).await;
    }
    match attempt(payments, row, by, planned).await {
        Ok(outcome) => finish(payments, row, outcome).await,
        Err(refusal) => {
            let is_definite = refusal.is_definite();
            let error = ApiError::from(refusal);
            if is_definite {
                return end(payments, row, error).await;
            }
            // The bank or provider could not be reached. Until the decision expires, anyone who may
            // complete it can try again.
            Err(error)
        }
    }
}

/// Ends a decision whose stored form no signed entry backs.
pub(super) async fn contradict(payments: &Payments, row: &DecisionRow) -> Result<Answer, ApiError> {
    tracing::error!(decision = %row.id, "no signed audit entry backs this decision as stored");
    end(payments, row, Code::EvidenceContradicts.into()).await
}

/// Uses up a decision's key, so that it can never be executed later. Returns the key's outcome: the
/// decision may already have been executed.
pub(super) async fn use_key_up(
    payments: &Payments,
    row: &DecisionRow,
) -> Result<KeyOutcome, ApiError> {
    if !row.decision.is_of_ledger() {
        return Ok(explain::outcome(&payments.pool, row.id).await?);
    }
    let mut connection = payments.pool.acquire().await?;
    if journal::use_up(
        &mut connection,
        row.wallet_id,
        &ledger_key(&payments.secrets, row.id),
    )
    .await?
    {
        return Ok(KeyOutcome::UsedUp);
    }
    Ok(earlier_outcome(&mut connection, &payments.secrets, row).await?)
}

/// The outcome of an earlier attempt under a decision's key, behind a fence.
pub(super) async fn earlier_outcome(
    connection: &mut PgConnection,
    secrets: &Secrets,
    row: &DecisionRow,
) -> Result<KeyOutcome, sqlx::Error> {
    if !row.decision.is_of_ledger() {
        let ended = explain::outcome(connection, row.id).await?;
        let is_done = ended.position().is_some();
        return Ok(if is_done { ended } else { KeyOutcome::Unused });
    }
    let key = ledger_key(secrets, row.id).key;
    let outcome = journal::outcome_of_key(&mut *connection, row.wallet_id, &key).await?;
    if outcome != KeyOutcome::Unused {
        journal::fence(connection).await?;
    }
    Ok(outcome)
}

/// The outcome of an attempt. An attempt without events came second: another attempt decided first,
/// or the key was used up.
fn outcome_of(receipt: &CommandOutcome) -> KeyOutcome {
    match receipt.events.last() {
        Some(event) => KeyOutcome::Executed {
            position: event.position,
        },
        None => KeyOutcome::UsedUp,
    }
}

/// Whether all people of the decision are still active, and it has not expired.
async fn is_in_force(payments: &Payments, case: &Case) -> Result<bool, sqlx::Error> {
    let row = &case.row;
    let everybody: Vec<Uuid> = [Some(row.asked_by), row.decided_by]
        .into_iter()
        .flatten()
        .collect();
    let open = account_row::open_among(&payments.pool, &payments.secrets, &everybody).await?;
    let are_there = everybody
        .iter()
        .all(|id| open.iter().any(|row| row.id == *id));
    Ok(are_there && case.is_in_time(payments.clock.now()))
}

async fn attempt(
    payments: &Payments,
    row: &DecisionRow,
    by: Uuid,
    planned: Option<Planned>,
) -> Result<KeyOutcome, Refusal> {
    let decided = Decided {
        id: row.id,
        by: StaffId(row.asked_by),
        approved_by: StaffId(row.decided_by.unwrap_or(row.asked_by)),
    };
    let planned = match planned {
        Some(planned) => planned,
        None => plan(payments, &row.decision, &decided).await?,
    };
    require_agreed(row, &planned)?;
    if let Decision::Explain { id } = row.decision {
        return Ok(explain::carry_out(payments, row, id).await?);
    }
    let name = pseudonym::of(row.id, by).to_string();
    let mut context = payments.staff_context(&name, request_id());
    context.idempotency = Some(ledger_key(&payments.secrets, row.id));
    let receipt = carry_out(payments, planned, context).await?;
    if let Decision::ReleaseWithdrawal { id } = &row.decision {
        payments.hint(Job {
            process: Process::Withdrawal,
            id: *id,
            wallet_id: row.wallet_id,
        });
    }
    if let Decision::ResetPassword { .. } = &row.decision {
        password_reset::notify_allowed(payments, row.wallet_id).await?;
    }
    Ok(outcome_of(&receipt))
}

/// Refuses a plan that differs from the approved decision.
fn require_agreed(row: &DecisionRow, planned: &Planned) -> Result<(), Refusal> {
    if row.terms != Terms::of(planned) {
        let why = "it would not be what was agreed on any more: ask again";
        return Err(Refusal::no(Code::EvidenceContradicts, why));
    }
    // One person was enough because the bank showed the payment, and it must still show it.
    if row.decision.always_takes_two() && !row.needs_second && !planned.is_proved {
        return Err(Refusal::Later("the bank cannot be asked now"));
    }
    if planned.is_reversal && !row.needs_second {
        let why = "it was refused meanwhile: ask again, with a second person";
        return Err(Refusal::no(Code::EvidenceContradicts, why));
    }
    if planned.is_other_amount && !row.needs_second {
        let why = "another amount was paid than ordered: ask again, with a second person";
        return Err(Refusal::no(Code::EvidenceContradicts, why));
    }
    Ok(())
}

/// Ends a decision without effect, unless another attempt has executed it meanwhile.
async fn end(payments: &Payments, row: &DecisionRow, error: ApiError) -> Result<Answer, ApiError> {
    let outcome = use_key_up(payments, row).await?;
    if outcome.position().is_some() {
        return finish(payments, row, outcome).await;
    }
    failed(payments, row, error.code).await?;
    Err(error)
}

async fn finish(
    payments: &Payments,
    row: &DecisionRow,
    outcome: KeyOutcome,
) -> Result<Answer, ApiError> {
    let Some(position) = outcome.position() else {
        failed(payments, row, Code::AlreadyEnded).await?;
        return Err(Code::AlreadyEnded.into());
    };
    done(payments, row, position).await?;
    Ok(Answer::Done(row.id, position))
}

/// The answer for a decision that has ended.
pub(super) fn finished(row: &DecisionRow) -> Result<Answer, ApiError> {
    match (row.position, &row.code) {
        (Some(position), _) => Ok(Answer::Done(row.id, position)),
        (None, Some(code)) => Err(Code::from_text(code).unwrap_or(Code::AlreadyEnded).into()),
        (None, None) if row.status == Status::Expired => Err(Code::ApprovalExpired.into()),
        (None, None) => Err(Code::AlreadyEnded.into()),
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use ledger::wallet::{FreezeCommand, QrCommand};
    use ledger::{Currency, Money, QrOrderId, WalletCommand, WalletId};

    use super::*;

    fn planned() -> Planned {
        Planned {
            wallet_id: WalletId(Uuid::from_u128(1)),
            amount: Some(Money::parse("6000.00", Currency::Thb).unwrap()),
            command: Some(credit("psp-1", "scb-1")),
            is_proved: false,
            paid_to: None,
            is_reversal: false,
            is_other_amount: false,
        }
    }

    fn void_declaration(last: i64) -> Planned {
        Planned {
            amount: None,
            command: Some(WalletCommand::Freeze(FreezeCommand::DeclareVoid {
                last,
                by: StaffId(Uuid::from_u128(4)),
                approved_by: StaffId(Uuid::from_u128(5)),
            })),
            ..planned()
        }
    }

    fn credit(provider_ref: &str, deposit_account: &str) -> WalletCommand {
        WalletCommand::Qr(QrCommand::CreditReferred {
            order_id: QrOrderId(Uuid::from_u128(2)),
            amount: Money::parse("6000.00", Currency::Thb).unwrap(),
            provider_ref: provider_ref.to_owned(),
            deposit_account: deposit_account.to_owned(),
        })
    }

    fn row() -> DecisionRow {
        let subject = Uuid::from_u128(2);
        DecisionRow {
            id: Uuid::from_u128(3),
            subject_kind: "qr".to_owned(),
            subject_id: subject,
            asked_by: Uuid::from_u128(4),
            expires_at: DateTime::UNIX_EPOCH,
            wallet_id: planned().wallet_id,
            currency: Some("THB".to_owned()),
            amount: planned().amount.map(Money::amount),
            moves_money: true,
            decision: Decision::AcceptQr {
                id: subject,
                amount: None,
            },
            terms: Terms::of(&planned()),
            reason: "looked at it".to_owned(),
            needs_second: true,
            status: Status::Agreed,
            decided_by: Some(Uuid::from_u128(5)),
            decided_reason: Some("seen".to_owned()),
            position: None,
            code: None,
        }
    }

    #[test]
    fn a_void_row_that_came_meanwhile_is_not_what_was_agreed_on() {
        let agreed = DecisionRow {
            terms: Terms::of(&void_declaration(7)),
            ..row()
        };
        assert!(require_agreed(&agreed, &void_declaration(7)).is_ok());
        let refused = require_agreed(&agreed, &void_declaration(9)).unwrap_err();
        let Refusal::No { code, .. } = refused else {
            panic!("{refused}");
        };
        assert_eq!(code, Code::EvidenceContradicts);
    }

    /// Simulates a bank or provider whose answer has changed.
    #[test]
    fn nothing_else_is_carried_out_than_what_was_agreed_on() {
        assert!(require_agreed(&row(), &planned()).is_ok());
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
            ("no amount", changed(|plan| plan.amount = None)),
            (
                "wallet",
                changed(|plan| plan.wallet_id = WalletId(Uuid::nil())),
            ),
            (
                "account",
                changed(|plan| plan.command = Some(credit("psp-1", "kbank-1"))),
            ),
            (
                "reference",
                changed(|plan| plan.command = Some(credit("psp-2", "scb-1"))),
            ),
        ] {
            let refused = require_agreed(&row(), &planned);
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
    fn another_amount_than_the_ordered_one_is_credited_by_two_people() {
        let other = Planned {
            is_other_amount: true,
            ..planned()
        };
        assert!(require_agreed(&row(), &other).is_ok());
        let alone = DecisionRow {
            needs_second: false,
            ..row()
        };
        assert!(require_agreed(&alone, &planned()).is_ok());
        let refused = require_agreed(&alone, &other).unwrap_err();
        assert!(matches!(
            refused,
            Refusal::No {
                code: Code::EvidenceContradicts,
                ..
            }
        ));
    }

    #[test]
    fn a_row_that_lists_and_sums_read_otherwise_is_not_of_one_piece() {
        assert!(row().is_of_one_piece());
        let changes: [fn(&mut DecisionRow); 7] = [
            |row| row.subject_kind = "slip".to_owned(),
            |row| row.subject_id = Uuid::nil(),
            |row| row.wallet_id = WalletId(Uuid::nil()),
            |row| row.currency = Some("LAK".to_owned()),
            |row| row.amount = Some(Money::parse("1", Currency::Thb).unwrap().amount()),
            |row| row.amount = None,
            |row| row.moves_money = false,
        ];
        for (n, change) in changes.into_iter().enumerate() {
            let mut row = row();
            change(&mut row);
            assert!(!row.is_of_one_piece(), "change {n}");
        }
    }
}
