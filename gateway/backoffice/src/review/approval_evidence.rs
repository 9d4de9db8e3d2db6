//! What a second person sees before they approve: the payment, the house's account, the player, the
//! slip's picture, and whether the payment's reference was used before.
//!
//! Everything is read from the terms that a signed audit entry backs, never from a row alone. A
//! decision that no entry backs has no evidence, and approval only ends it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use ledger::journal::{JournalError, find_claiming_event};
use ledger::wallet::{Place, payment_name};
use ledger::{BankAccountId, Claim, Money, SlipId};
use projections::open_work;
use uuid::Uuid;

use super::case::Case;
use super::decision::Decision;
use super::receipt_match::{self, BankShows, NamedPayment};
use super::signature::{DecisionStatement, SignedEntry, signed_questions};
use super::store::{DecisionRow, Status, page};
use super::waiting::Waiting;
use members::member::{self, Member};
use members::particulars;
use members::particulars::BankAccount;
use payments::slip::file;
use platform::core::Core;
use platform::error::ApiError;

/// The evidence of a decision for the second person.
#[derive(Debug)]
pub struct Evidence {
    /// The payment's reference at the bank, the payment service or the provider.
    pub reference: Option<String>,
    /// The id of the house's account that received it.
    pub deposit_account: Option<String>,
    /// The player, with the registered bank account; none after erasure.
    pub player: Option<Member>,
    /// The player's account to which a withdrawal is paid.
    pub paid_to: Option<BankAccount>,
    /// The slip, if its picture is stored.
    pub pictured_slip: Option<Uuid>,
    /// Other credits, and waiting decisions, with the same reference.
    pub reference_uses: Vec<ReferenceUse>,
    /// What the bank shows now under the reference of an announced deposit; none for other decisions.
    pub bank_shows: Option<BankShows>,
}

/// Another use of the same reference.
#[derive(Debug, Clone)]
pub struct ReferenceUse {
    /// Id of the wallet that the other credit or request is for.
    pub wallet_id: Uuid,
    /// The amount, if it is known.
    pub amount: Option<Money>,
    /// When it was credited or requested.
    pub at: DateTime<Utc>,
    /// Whether it was credited; otherwise it also waits for a second person.
    pub is_credited: bool,
}

/// The evidence of each waiting decision that a signed entry backs, by the decision's id.
pub async fn of_waiting(
    state: &Core,
    waiting: &[Waiting],
) -> Result<HashMap<Uuid, Evidence>, ApiError> {
    let ids: Vec<Uuid> = waiting.iter().map(|decision| decision.id).collect();
    let rows = page(&state.pool, &ids).await?;
    let stored: Vec<DecisionRow> = rows.into_iter().filter_map(|(_, row)| row).collect();
    let asked_at: HashMap<Uuid, DateTime<Utc>> = waiting
        .iter()
        .map(|decision| (decision.id, decision.asked_at))
        .collect();
    let signed = signed_questions(state, &stored).await?;
    let shown = shown_by_banks(state, &signed).await?;
    let mut all = HashMap::new();
    for row in &signed {
        let mut evidence = of_decision(state, row).await?;
        evidence.bank_shows = shown.get(&row.id).copied();
        let others = signed.iter().filter(|other| is_same_payment(row, other));
        evidence
            .reference_uses
            .extend(others.filter_map(|other| waiting_use(other, asked_at.get(&other.id))));
        all.insert(row.id, evidence);
    }
    Ok(all)
}

/// What the signed entry of a waiting decision's request says; none for a decision that does not wait
/// or that no entry backs.
pub async fn signed_request(core: &Core, id: Uuid) -> Result<Option<DecisionStatement>, ApiError> {
    let Some(case) = Case::find(core, id).await? else {
        return Ok(None);
    };
    if !matches!(case.row.status, Status::Pending | Status::Agreed) || !case.is_asked() {
        return Ok(None);
    }
    let request = case.entries.iter().find(|entry| entry.asks(&case.row));
    Ok(request.and_then(SignedEntry::said))
}

async fn of_decision(state: &Core, row: &DecisionRow) -> Result<Evidence, ApiError> {
    let account = row.terms.account();
    let is_payout = matches!(row.decision, Decision::ReleaseWithdrawal { .. });
    let paid_to = match account.filter(|_| is_payout).map(str::parse) {
        Some(Ok(id)) => {
            let id = Some(BankAccountId(id));
            let stored = particulars::find(&state.pool, row.wallet_id, id).await?;
            stored.map(|particulars| particulars.account)
        }
        _ => None,
    };
    Ok(Evidence {
        reference: reference(row).map(str::to_owned),
        deposit_account: account.filter(|_| !is_payout).map(str::to_owned),
        player: member::find(state, row.wallet_id).await?,
        paid_to,
        pictured_slip: pictured_slip(state, &row.decision).await?,
        reference_uses: credited_use(state, row).await?.into_iter().collect(),
        bank_shows: None,
    })
}

/// What the banks show of the payments that staff have named for announced deposits, by the
/// decision's id. All banks are asked at once, so that the list waits for one answer at most.
async fn shown_by_banks(
    state: &Core,
    signed: &[&DecisionRow],
) -> Result<HashMap<Uuid, BankShows>, ApiError> {
    let mut ids = Vec::new();
    let mut payments = Vec::new();
    for row in signed {
        let Decision::AcceptManual { id, .. } = row.decision else {
            continue;
        };
        let deposit = open_work::waiting_manual_deposit(&state.pool, id).await?;
        let account = row.terms.account();
        let account = account.and_then(|account| state.config.deposit_account(account));
        let (Some(deposit), Some(account), Some(reference)) = (deposit, account, reference(row))
        else {
            continue;
        };
        let currency = deposit.amount.currency();
        let amount = row.terms.amount_in(currency);
        let amount = amount.and_then(|amount| Money::try_new(amount, currency).ok());
        let Some(amount) = amount else {
            continue;
        };
        ids.push(row.id);
        payments.push(NamedPayment {
            account,
            reference,
            amount,
            announced_at: deposit.requested_at,
        });
    }
    let shown = receipt_match::banks_show(state, &payments).await;
    Ok(ids.into_iter().zip(shown).collect())
}

/// The payment's reference; in a slip's terms the sending bank precedes it.
fn reference(row: &DecisionRow) -> Option<&str> {
    let reference = row.terms.reference()?;
    if matches!(
        row.decision,
        Decision::AcceptSlip { .. } | Decision::ReturnSlip { .. }
    ) {
        return reference.split_once(':').map(|(_, name)| name);
    }
    Some(reference)
}

/// Whether another decision is about the same payment, however its reference is spelled.
fn is_same_payment(one: &DecisionRow, other: &DecisionRow) -> bool {
    let name = |row| reference(row).map(payment_name);
    one.id != other.id && name(one).is_some() && name(one) == name(other)
}

fn waiting_use(row: &DecisionRow, asked_at: Option<&DateTime<Utc>>) -> Option<ReferenceUse> {
    let currency = row.currency.as_deref().and_then(|code| code.parse().ok());
    Some(ReferenceUse {
        wallet_id: row.wallet_id.0,
        amount: row
            .amount
            .zip(currency)
            .and_then(|(amount, currency)| Money::try_new(amount, currency).ok()),
        at: *asked_at?,
        is_credited: false,
    })
}

async fn pictured_slip(state: &Core, decision: &Decision) -> Result<Option<Uuid>, ApiError> {
    let Decision::AcceptSlip { id, .. } = decision else {
        return Ok(None);
    };
    let stored = file::find(&state.pool, SlipId(*id)).await?;
    Ok(stored.map(|_| *id))
}

/// The credits under the same reference, by the ledger's claims.
async fn credited_use(state: &Core, row: &DecisionRow) -> Result<Option<ReferenceUse>, ApiError> {
    let Some(claim) = claim(state, row).await? else {
        return Ok(None);
    };
    let found = find_claiming_event(&state.pool, state.ledger.journal_key(), &claim).await;
    let found = found.map_err(|error| match error {
        JournalError::Database(error) => error.into(),
        JournalError::Corrupt { .. } => ApiError::contradiction(&error.to_string()),
    })?;
    let (_, subject) = row.decision.subject(row.id);
    Ok(found.and_then(|stored| {
        let deposit = stored.event.deposit();
        // It was interrupted after it was executed: this is the decision's own credit.
        let is_own = deposit.is_some_and(|(operation, ..)| operation == subject);
        (!is_own).then_some(ReferenceUse {
            wallet_id: stored.wallet_id.0,
            amount: deposit.map(|(_, amount, _)| amount),
            at: stored.at,
            is_credited: true,
        })
    }))
}

/// The fact that a decision would claim.
async fn claim(state: &Core, row: &DecisionRow) -> Result<Option<Claim>, ApiError> {
    let Some(reference) = reference(row) else {
        return Ok(None);
    };
    let Decision::SettleTransfer { id, .. } = row.decision else {
        return Ok(Some(Claim::of_payment(reference)));
    };
    let transfer = open_work::transfer_by_id(&state.pool, id).await?;
    let game = transfer.and_then(|transfer| match (transfer.from, transfer.to) {
        (Place::Game(game), _) | (_, Place::Game(game)) => Some(game),
        (Place::Wallet, Place::Wallet) => None,
    });
    Ok(game.map(|game| Claim::of_movement(&game, reference)))
}

/// The wallets in the uses of references.
pub fn wallets(all: &HashMap<Uuid, Evidence>) -> Vec<Uuid> {
    let uses = all.values().flat_map(|evidence| &evidence.reference_uses);
    uses.map(|reference_use| reference_use.wallet_id).collect()
}
