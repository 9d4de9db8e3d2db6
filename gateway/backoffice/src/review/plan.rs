//! How a decision becomes a ledger command.

use std::time::Duration;

use chrono::TimeDelta;
use ledger::journal;
use ledger::wallet::{
    Correction, FreezeCommand, FreezeReach, HoldReason, ManualCommand, NonDeliveryProof,
    PayoutCommand, ProtectionCommand, QrCommand, SlipCommand, WithdrawalCommand,
};
use ledger::{
    BankAccountId, CommandOutcome, Context, CorrectionId, ManualDepositId, Money, QrOrderId,
    SlipId, StaffId, Wallet, WalletCommand, WalletId, WithdrawalId,
};
use projections::View;
use projections::open_work;
use uuid::Uuid;

use super::decision::{Decision, slip_reason};
use super::evidence::SlipSubject;
use super::power::{Period, Reach};
use super::refusal::Refusal;
use super::{evidence, pseudonym, reward};
use crate::discrepancy::list;
use crate::discrepancy::row::Discrepancy;
use payments::Payments;
use platform::core::Core;
use platform::error::Code;

/// How long to wait for the open-work view to catch up with the journal.
const PATIENCE: Duration = Duration::from_secs(10);

/// Who decides. The reason stays with the decision: no words of staff go into the journal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decided {
    /// The decision's id; a correction has the same id.
    pub id: Uuid,
    /// The person who requested it.
    pub by: StaffId,
    pub approved_by: StaffId,
}

/// The planned execution of a decision.
#[derive(Debug, Clone)]
pub struct Planned {
    pub wallet_id: WalletId,
    /// The amount; none where the decision moves no money.
    pub amount: Option<Money>,
    /// What the ledger executes; none for an explanation.
    pub command: Option<WalletCommand>,
    /// Whether the bank's own records confirm the payment reference that staff entered.
    pub(crate) is_proved: bool,
    /// The player's bank account of a withdrawal.
    pub paid_to: Option<BankAccountId>,
    /// Whether it credits a refused slip, which takes two people regardless of the amount.
    pub(crate) is_reversal: bool,
    /// Whether it credits a QR order with another amount than the ordered one, which takes two
    /// people as well.
    pub(crate) is_other_amount: bool,
}

impl Planned {
    fn new(wallet_id: WalletId, amount: Option<Money>, command: WalletCommand) -> Self {
        Self {
            wallet_id,
            amount,
            command: Some(command),
            is_proved: false,
            paid_to: None,
            is_reversal: false,
            is_other_amount: false,
        }
    }
}

/// Finds a decision's subject, gets evidence from the bank or provider if the decision needs it,
/// and returns the plan.
pub(crate) async fn plan(
    state: &Payments,
    decision: &Decision,
    decided: &Decided,
) -> Result<Planned, Refusal> {
    show_all(state, View::OpenWork).await?;
    match decision {
        Decision::AcceptSlip {
            id,
            deposit_account,
            amount,
        } => {
            let slip = slip_of(state, *id).await?;
            let (command, amount) =
                evidence::of_slip(state, &slip, deposit_account.as_deref(), amount.as_deref())
                    .await?;
            Ok(Planned {
                is_reversal: slip.is_refused,
                ..Planned::new(slip.wallet_id, Some(amount), command)
            })
        }
        Decision::ReturnSlip { id, reference } => {
            let slip = slip_of(state, *id).await?;
            let (command, amount) = evidence::of_return(state, &slip, reference).await?;
            Ok(Planned::new(slip.wallet_id, amount, command))
        }
        Decision::RejectSlip { id, .. } => {
            let reason = slip_reason(decision.word())?;
            let slip = open_work::waiting_slip(&state.pool, *id).await?;
            let slip = slip.ok_or(Refusal::NOTHING)?;
            let slip_id = SlipId(*id);
            let command = WalletCommand::Slip(SlipCommand::Reject { slip_id, reason });
            Ok(Planned::new(slip.wallet_id, None, command))
        }
        Decision::AcceptQr { .. } | Decision::RejectQr { .. } => qr(state, decision).await,
        Decision::AcceptManual { .. } | Decision::RejectManual { .. } => {
            manual(state, decision).await
        }
        Decision::ReleaseWithdrawal { .. } | Decision::ReturnWithdrawal { .. } => {
            withdrawal(state, decision).await
        }
        Decision::SettleTransfer { .. } => transfer(state, decision).await,
        Decision::Correct { .. } => correction(state, decision, decided).await,
        Decision::ResetPassword { player } => password_reset(state, WalletId(*player)).await,
        Decision::Freeze { player, reach } => freeze(state, *player, Some(*reach), decided).await,
        Decision::LimitDeposits {
            player,
            period,
            limit: amount,
        } => limit(state, WalletId(*player), *period, amount, decided).await,
        Decision::Unfreeze { player } => freeze(state, *player, None, decided).await,
        Decision::DeclareVoid { player } => void_declaration(state, *player, decided).await,
        Decision::Explain { id } => explanation(state, *id).await,
        Decision::GrantBonus { .. }
        | Decision::EndBonus { .. }
        | Decision::GiveCoupon { .. }
        | Decision::GiveCoins { .. } => rewarding(state, decision, decided.id).await,
    }
}

/// A slip that waits for staff or was refused.
async fn slip_of(state: &Core, id: Uuid) -> Result<SlipSubject, Refusal> {
    show_all(state, View::Slip).await?;
    let slip = evidence::find_slip(state, SlipId(id)).await?;
    slip.filter(|slip| slip.is_waiting || slip.is_refused)
        .ok_or(Refusal::NOTHING)
}

/// Refuses a decision about work that the view shows otherwise than the wallet's events: staff would decide
/// about one amount, and the ledger move another.
fn require_shown<T: Copy + PartialEq>(shown: T, held: Option<T>) -> Result<(), Refusal> {
    if held == Some(shown) {
        return Ok(());
    }
    let why = "the wallet's events say something else than the list of work shows";
    Err(Refusal::no(Code::EvidenceContradicts, why))
}

async fn qr(state: &Core, decision: &Decision) -> Result<Planned, Refusal> {
    let (Decision::AcceptQr { id, .. } | Decision::RejectQr { id, .. }) = decision else {
        return Err(Refusal::NOTHING);
    };
    let order = open_work::waiting_qr_order(&state.pool, *id).await?;
    let order = order.ok_or(Refusal::NOTHING)?;
    let wallet = state.ledger.load(order.wallet_id).await?;
    let held = wallet.qr(QrOrderId(*id)).map(|held| held.amount);
    require_shown(order.amount, held)?;
    if let Decision::AcceptQr { amount, .. } = decision {
        let (command, paid) = evidence::of_qr(state, &order, amount.as_deref()).await?;
        return Ok(Planned {
            is_other_amount: paid != order.amount,
            ..Planned::new(order.wallet_id, Some(paid), command)
        });
    }
    // Whatever was paid goes back: what was ordered only names the order.
    let command = WalletCommand::Qr(QrCommand::Reject {
        order_id: QrOrderId(*id),
        reason: decision.word().to_owned(),
    });
    Ok(Planned::new(order.wallet_id, Some(order.amount), command))
}

async fn transfer(state: &Core, decision: &Decision) -> Result<Planned, Refusal> {
    let Decision::SettleTransfer {
        id,
        outcome,
        provider_tx,
    } = decision
    else {
        return Err(Refusal::NOTHING);
    };
    let transfer = open_work::transfer_by_id(&state.pool, *id).await?;
    let transfer = transfer.ok_or(Refusal::NOTHING)?;
    let wallet = state.ledger.load(transfer.wallet_id).await?;
    let held = wallet.transfer(transfer.transfer_id);
    require_shown(transfer.amount, held.map(|held| held.amount))?;
    let provider_tx = provider_tx.as_deref();
    let command = evidence::of_transfer(state, &transfer, *outcome, provider_tx).await?;
    Ok(Planned::new(
        transfer.wallet_id,
        Some(transfer.amount),
        command,
    ))
}

async fn manual(state: &Core, decision: &Decision) -> Result<Planned, Refusal> {
    let (Decision::AcceptManual { id, .. } | Decision::RejectManual { id, .. }) = decision else {
        return Err(Refusal::NOTHING);
    };
    let deposit = open_work::waiting_manual_deposit(&state.pool, *id).await?;
    let deposit = deposit.ok_or(Refusal::NOTHING)?;
    let wallet = state.ledger.load(deposit.wallet_id).await?;
    let held = wallet.manual_deposit(deposit.deposit_id);
    require_shown(deposit.amount, held.map(|held| held.amount))?;
    let (command, is_proved) = if let Decision::AcceptManual {
        reference,
        deposit_account,
        ..
    } = decision
    {
        evidence::of_manual(state, &deposit, reference, deposit_account).await?
    } else {
        let command = WalletCommand::Manual(ManualCommand::Reject {
            deposit_id: ManualDepositId(*id),
            reason: decision.word().to_owned(),
        });
        (command, false)
    };
    Ok(Planned {
        is_proved,
        ..Planned::new(deposit.wallet_id, Some(deposit.amount), command)
    })
}

async fn withdrawal(state: &Core, decision: &Decision) -> Result<Planned, Refusal> {
    let (Decision::ReleaseWithdrawal { id } | Decision::ReturnWithdrawal { id }) = decision else {
        return Err(Refusal::NOTHING);
    };
    let held = open_work::withdrawal_by_id(&state.pool, *id).await?;
    let held = held.ok_or(Refusal::NOTHING)?;
    let wallet = state.ledger.load(held.wallet_id).await?;
    let known = wallet.withdrawal(held.withdrawal_id);
    require_shown(
        (held.amount, held.bank_account),
        known.map(|known| (known.amount, known.bank_account)),
    )?;
    // A withdrawal that is not held is on its way to the bank, and cannot be stopped.
    let now = state.clock.now();
    if held.not_before.is_none_or(|until| until <= now) {
        return Err(Refusal::NOTHING);
    }
    let withdrawal_id = WithdrawalId(*id);
    let command = match decision {
        Decision::ReleaseWithdrawal { .. } => {
            WalletCommand::Withdrawal(WithdrawalCommand::Release {
                withdrawal_id,
                reason: pseudonym::RELEASE.to_owned(),
            })
        }
        _ => WalletCommand::Withdrawal(WithdrawalCommand::Return {
            withdrawal_id,
            reason: decision.word().to_owned(),
            grounds: NonDeliveryProof::NeverCalled,
        }),
    };
    Ok(Planned {
        paid_to: Some(held.bank_account),
        ..Planned::new(held.wallet_id, Some(held.amount), command)
    })
}

async fn correction(
    state: &Core,
    decision: &Decision,
    decided: &Decided,
) -> Result<Planned, Refusal> {
    let Decision::Correct {
        player,
        amount,
        unrelated,
    } = decision
    else {
        return Err(Refusal::NOTHING);
    };
    let wallet_id = WalletId(*player);
    let wallet = state.ledger.load(wallet_id).await?;
    let unopened = Refusal::no(Code::NoData, "no such player, or no wallet");
    let currency = wallet.currency().ok_or(unopened)?;
    let amount = Money::parse(amount, currency)
        .map_err(|_| Refusal::no(Code::InvalidAmount, "no amount of the wallet's currency"))?;
    let command = WalletCommand::Correct(Correction {
        correction_id: CorrectionId(decided.id),
        amount,
        reason: pseudonym::CORRECTION.to_owned(),
        by: StaffId(pseudonym::of(decided.id, decided.by.0)),
        approved_by: StaffId(pseudonym::of(decided.id, decided.approved_by.0)),
        is_unrelated: unrelated.is_some(),
    });
    Ok(Planned::new(wallet_id, Some(amount), command))
}

/// Payouts are held from the execution, not from the request.
async fn password_reset(state: &Core, wallet_id: WalletId) -> Result<Planned, Refusal> {
    let wallet = state.ledger.load(wallet_id).await?;
    let unopened = Refusal::no(Code::NoData, "no such player, or no wallet");
    wallet.currency().ok_or(unopened)?;
    let hours = i64::from(state.config.withdrawal.password_hold_hours);
    let command = WalletCommand::Payout(PayoutCommand::Hold {
        until: state.clock.now() + TimeDelta::hours(hours),
        reason: HoldReason::PasswordResetByStaff,
    });
    Ok(Planned::new(wallet_id, None, command))
}

/// The command of a freeze, or of its end if no reach is given.
async fn freeze(
    state: &Core,
    player: Uuid,
    reach: Option<Reach>,
    decided: &Decided,
) -> Result<Planned, Refusal> {
    let wallet_id = WalletId(player);
    let wallet = state.ledger.load(wallet_id).await?;
    let unopened = Refusal::no(Code::NoData, "no such player, or no wallet");
    wallet.currency().ok_or(unopened)?;
    let reach = reach.map(FreezeReach::from);
    if wallet.freeze().map(|freeze| freeze.reach) == reach {
        return Err(Refusal::no(Code::AlreadyEnded, "it is like that already"));
    }
    let by = StaffId(pseudonym::of(decided.id, decided.by.0));
    let approved_by = StaffId(pseudonym::of(decided.id, decided.approved_by.0));
    let command = match reach {
        Some(reach) => WalletCommand::Freeze(FreezeCommand::Freeze {
            reach,
            by,
            approved_by,
        }),
        None => WalletCommand::Freeze(FreezeCommand::Unfreeze { by, approved_by }),
    };
    Ok(Planned::new(wallet_id, None, command))
}

/// The command names the last void row there is now: the terms hold it, so a row that comes before the
/// second person's approval ends the decision.
async fn void_declaration(
    state: &Core,
    player: Uuid,
    decided: &Decided,
) -> Result<Planned, Refusal> {
    let wallet_id = WalletId(player);
    let wallet = state.ledger.load(wallet_id).await?;
    let unopened = Refusal::no(Code::NoData, "no such player, or no wallet");
    wallet.currency().ok_or(unopened)?;
    let last = wallet.last_void().filter(|_| wallet.voids() > 0);
    let nothing = Refusal::no(Code::AlreadyEnded, "no void row stops the money");
    let command = WalletCommand::Freeze(FreezeCommand::DeclareVoid {
        last: last.ok_or(nothing)?,
        by: StaffId(pseudonym::of(decided.id, decided.by.0)),
        approved_by: StaffId(pseudonym::of(decided.id, decided.approved_by.0)),
    });
    Ok(Planned::new(wallet_id, None, command))
}

/// Staff makes a limit stricter; the ledger refuses a looser one.
async fn limit(
    state: &Core,
    wallet_id: WalletId,
    period: Period,
    limit: &str,
    decided: &Decided,
) -> Result<Planned, Refusal> {
    let wallet = state.ledger.load(wallet_id).await?;
    let unopened = Refusal::no(Code::NoData, "no such player, or no wallet");
    let currency = wallet.currency().ok_or(unopened)?;
    let limit = Money::parse(limit, currency)
        .map_err(|_| Refusal::no(Code::InvalidAmount, "no amount of the wallet's currency"))?;
    let command = WalletCommand::Protection(ProtectionCommand::TightenDepositLimit {
        period: period.into(),
        limit,
        by: StaffId(pseudonym::of(decided.id, decided.by.0)),
    });
    Ok(Planned::new(wallet_id, None, command))
}

/// What staff give of the house's, and the end of a grant; what is given has the decision's id.
async fn rewarding(payments: &Payments, decision: &Decision, id: Uuid) -> Result<Planned, Refusal> {
    let plan = match decision {
        Decision::GrantBonus {
            player,
            code,
            amount,
        } => reward::grant_bonus(payments, id, *player, code, amount).await?,
        Decision::EndBonus { player, grant } => {
            reward::end_bonus(payments, *player, *grant).await?
        }
        Decision::GiveCoupon { player, prize } => {
            reward::give_coupon(payments, id, *player, prize).await?
        }
        Decision::GiveCoins { player, coins } => {
            reward::give_coins(payments, id, *player, *coins).await?
        }
        _ => return Err(Refusal::NOTHING),
    };
    Ok(Planned::new(plan.wallet_id, plan.amount, plan.command))
}

/// An explanation changes nothing in the ledger: it ends an open difference, whose amount the second
/// person approves.
async fn explanation(state: &Core, id: Uuid) -> Result<Planned, Refusal> {
    let difference = list::find(&state.pool, id).await?;
    let difference = difference.filter(Discrepancy::is_open);
    let difference = difference.ok_or(Refusal::NOTHING)?;
    if !list::is_signed(state, &difference) {
        let why = "the gateway has not written this difference so";
        return Err(Refusal::no(Code::EvidenceContradicts, why));
    }
    Ok(Planned {
        wallet_id: WalletId(difference.player.unwrap_or_default()),
        amount: difference.money(),
        command: None,
        is_proved: false,
        paid_to: None,
        is_reversal: false,
        is_other_amount: false,
    })
}

/// Asks the ledger whether it would take a command now; nothing is written. Returns the wallet; none
/// if the ledger is not asked.
pub(super) async fn preview(state: &Core, planned: &Planned) -> Result<Option<Wallet>, Refusal> {
    let Some(command) = planned.command.clone() else {
        return Ok(None);
    };
    let wallet = state.ledger.load(planned.wallet_id).await?;
    wallet.decide(command, state.clock.now())?;
    Ok(Some(wallet))
}

/// Has the ledger execute a decision's command.
pub(crate) async fn carry_out(
    state: &Core,
    planned: Planned,
    context: Context,
) -> Result<CommandOutcome, Refusal> {
    let command = planned.command.ok_or(Refusal::NOTHING)?;
    let executed = state.ledger.execute(planned.wallet_id, command, context);
    Ok(executed.await?)
}

/// Waits until a view has caught up with the journal.
async fn show_all(state: &Core, view: View) -> Result<(), Refusal> {
    let head = journal::head(&state.pool).await?;
    let shown = state.projections.wait_for(view, head, PATIENCE).await;
    shown
        .map(drop)
        .map_err(|_| Refusal::Later("the view of open work is behind"))
}
