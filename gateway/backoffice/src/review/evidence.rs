//! The current answers of banks and providers about the subject of a staff decision. They count,
//! not the opinion of staff.

use ledger::wallet::{
    ManualCommand, Place, QrCommand, SlipCommand, SlipReference, TransferCommand,
};
use ledger::{LedgerError, Money, SlipId, TransferId, Wallet, WalletCommand, WalletId, journal};
use projections::ViewError;
use projections::open_work::{OpenManualDeposit, OpenTransfer, ReferredQr};
use projections::slip::{self as slip_view, SlipEntry};
use projections::statement::Status;

use super::decision::{Settlement, is_reference};
use super::receipt_match::{self, BankShows, NamedPayment};
use super::refusal::Refusal;
use payments::qr::order;
use payments::slip::qr::{self, NotASlip};
use payments::slip::{file, ruling};
use platform::config::Psp;
use platform::core::Core;
use platform::error::Code;
use providers::answer::Outcome;
use providers::game::{Game, Moved, Order};
use providers::psp::{self, OtherPaid, PspWord};
use providers::slip_check::{self, SlipFacts, Verification};

/// Queries the payment service again: only an order that it reports as paid is credited, with the
/// amount that it reports.
pub(super) async fn of_qr(
    state: &Core,
    order: &ReferredQr,
    expected: Option<&str>,
) -> Result<(WalletCommand, Money), Refusal> {
    let no = |why| Err(Refusal::no(Code::EvidenceContradicts, why));
    let psp = channel_of(state, order)?;
    let (provider_ref, amount) = match psp_word(state, order).await? {
        PspWord::Paid(paid) => (paid.provider_ref, order.amount),
        PspWord::OtherPaid(OtherPaid {
            provider_ref,
            amount: Some(amount),
        }) if amount.currency() == order.amount.currency() => (provider_ref, amount),
        PspWord::OtherPaid(_) => {
            return no("it was not paid in the wallet's currency: send it back and reject it");
        }
        PspWord::Unpaid | PspWord::NotSeen => {
            return no("the service does not say that it was paid");
        }
        PspWord::Unknown(_) => {
            return Err(Refusal::Later("the payment service cannot be asked now"));
        }
    };
    require_named(amount, order.amount, expected)?;
    let command = WalletCommand::Qr(QrCommand::CreditReferred {
        order_id: order.order_id,
        amount,
        provider_ref,
        deposit_account: psp.deposit_account.clone(),
    });
    Ok((command, amount))
}

/// Staff who credit another amount than was ordered must name it: what they have looked at is
/// credited, and nothing that the service reports later.
fn require_named(paid: Money, ordered: Money, expected: Option<&str>) -> Result<(), Refusal> {
    match expected {
        Some(text) if Money::parse(text, paid.currency()) == Ok(paid) => Ok(()),
        Some(_) => Err(Refusal::no(
            Code::EvidenceContradicts,
            "the service says another amount",
        )),
        None if paid == ordered => Ok(()),
        None => Err(Refusal::no(
            Code::InvalidInput,
            "another amount was paid than ordered: name it to credit it",
        )),
    }
}

fn channel_of<'a>(state: &'a Core, order: &ReferredQr) -> Result<&'a Psp, Refusal> {
    let why = "the order's channel is not configured";
    let configured = state.config.psp(&order.channel);
    let psp = configured.map(|(psp, _)| psp);
    psp.ok_or(Refusal::no(Code::EvidenceContradicts, why))
}

/// The payment service's current answer about an order that waits for staff.
pub async fn psp_word(state: &Core, order: &ReferredQr) -> Result<PspWord, Refusal> {
    let no = |why| Err(Refusal::no(Code::EvidenceContradicts, why));
    let Some(row) = order::find(&state.pool, order.order_id).await? else {
        return no("the gateway has no row of this order");
    };
    // The row leads to the service, and anybody with the application's role may have changed it.
    let (pool, key) = (&state.pool, state.ledger.journal_key());
    let ordered = journal::find_qr_order(pool, key, order.wallet_id, order.order_id).await;
    let ordered = ordered.map_err(LedgerError::from)?;
    let is_as_ordered =
        ordered.is_some_and(|terms| terms.amount == order.amount && terms.channel == order.channel);
    if !is_as_ordered || !row.has_own_reference() {
        return no("the player never ordered this QR");
    }
    let service = psp::client(state, channel_of(state, order)?);
    Ok(service.status(&row.order_ref, order.amount).await)
}

/// A slip that staff look at or decide about.
#[derive(Debug, Clone)]
pub struct SlipSubject {
    /// Id of the wallet that the slip belongs to.
    pub wallet_id: WalletId,
    /// Id of the slip in the ledger.
    pub slip_id: SlipId,
    /// The payment's reference, from the slip's QR.
    pub reference: Option<SlipReference>,
    /// Whether it was referred to staff and waits for their decision.
    pub is_waiting: bool,
    /// Whether it was refused; one whose money was sent back is not.
    pub is_refused: bool,
    /// The slip as its owner sees it.
    pub entry: SlipEntry,
}

/// A slip of any player, as the view shows it.
pub async fn find_slip(state: &Core, slip_id: SlipId) -> Result<Option<SlipSubject>, ViewError> {
    let found = slip_view::find(&state.pool, slip_id).await?;
    Ok(found.map(|(wallet_id, entry)| {
        let reference = entry.sending_bank.clone().zip(entry.reference.clone());
        SlipSubject {
            wallet_id,
            slip_id,
            reference: reference.map(|(sending_bank, trans_ref)| SlipReference {
                sending_bank,
                trans_ref,
            }),
            is_waiting: entry.status == Status::Pending && entry.is_referred,
            is_refused: entry.status == Status::Failed && !entry.is_returned(),
            entry,
        }
    }))
}

/// Queries the slip service again: staff decide who paid, but not the amount or the receiver.
pub(super) async fn of_slip(
    state: &Core,
    slip: &SlipSubject,
    account: Option<&str>,
    expected: Option<&str>,
) -> Result<(WalletCommand, Money), Refusal> {
    let asked = slip.reference.clone().ok_or(UNREAD)?;
    let wallet = state.ledger.load(slip.wallet_id).await?;
    let unopened = Refusal::no(Code::NoWallet, "the wallet is not open");
    let currency = wallet.currency().ok_or(unopened)?;
    let facts = confirmed(state, slip).await?;
    let found = ruling::for_staff(&state.config, &facts, &asked, currency);
    let found = found.ok_or(OTHER_PAYMENT)?;
    let (amount, receiver) = (
        found.amount,
        found.account.map(|account| account.id.clone()),
    );
    if let Some(expected) = expected {
        let expected = Money::parse(expected, amount.currency()).ok();
        if expected != Some(amount) {
            let why = "the bank says another amount";
            return Err(Refusal::no(Code::EvidenceContradicts, why));
        }
    }
    let deposit_account = match (receiver, account) {
        (Some(receiver), Some(said)) if receiver != said => {
            let why = "another account received it";
            return Err(Refusal::no(Code::EvidenceContradicts, why));
        }
        (Some(receiver), _) => receiver,
        (None, Some(said)) => known_account(state, said)?,
        (None, None) => {
            return Err(Refusal::no(
                Code::InvalidInput,
                "which account received it is not clear: look there and say --account",
            ));
        }
    };
    let (slip_id, reference) = (slip.slip_id, found.reference);
    let command = if slip.is_refused {
        WalletCommand::Slip(SlipCommand::CreditRefused {
            slip_id,
            reference,
            amount,
            deposit_account,
        })
    } else {
        WalletCommand::Slip(SlipCommand::Credit {
            slip_id,
            reference,
            amount,
            deposit_account,
        })
    };
    Ok((command, amount))
}

/// The command for a slip whose money staff have sent back, and the paid amount if a wallet can
/// hold it. The bank must confirm the payment: money that never arrived cannot be sent back.
pub(super) async fn of_return(
    state: &Core,
    slip: &SlipSubject,
    returned_as: &str,
) -> Result<(WalletCommand, Option<Money>), Refusal> {
    let asked = slip.reference.clone().ok_or(UNREAD)?;
    let facts = confirmed(state, slip).await?;
    let command = WalletCommand::Slip(SlipCommand::Return {
        slip_id: slip.slip_id,
        reference: ruling::payment_asked_about(&facts, &asked).ok_or(OTHER_PAYMENT)?,
        returned_as: returned_as.to_owned(),
    });
    Ok((command, facts.money()))
}

fn known_account(state: &Core, said: &str) -> Result<String, Refusal> {
    match state.config.deposit_account(said) {
        Some(_) => Ok(said.to_owned()),
        None => Err(Refusal::no(Code::InvalidInput, "no such deposit account")),
    }
}

/// The command for a payment that staff found at the bank; it claims the bank's reference. Also
/// returns whether the bank's list of receipts shows the payment.
pub(super) async fn of_manual(
    state: &Core,
    deposit: &OpenManualDeposit,
    reference: &str,
    account: &str,
) -> Result<(WalletCommand, bool), Refusal> {
    let reference = named(reference)?;
    let deposit_account = known_account(state, account)?;
    let is_proved = is_shown_by_bank(state, deposit, &reference, &deposit_account).await?;
    let command = WalletCommand::Manual(ManualCommand::Credit {
        deposit_id: deposit.deposit_id,
        reference,
        deposit_account,
    });
    Ok((command, is_proved))
}

/// The payment's reference. For the text of a slip's QR it is the reference in the code, because a
/// checksum that is spelled differently is no other payment.
fn named(text: &str) -> Result<String, Refusal> {
    let no = |why| Err(Refusal::no(Code::InvalidInput, why));
    if !is_reference(text) {
        return no("no bank's reference");
    }
    match qr::read(text) {
        Ok(slip) => Ok(slip.reference.trans_ref),
        Err(NotASlip::WrongChecksum) => no("a slip's code with a wrong checksum"),
        Err(NotASlip::PaymentQr | NotASlip::OtherContent) => Ok(text.to_owned()),
    }
}

/// Whether the bank shows the payment, with its time and amount; a different amount is a different
/// payment. A bank that cannot be reached shows nothing.
async fn is_shown_by_bank(
    state: &Core,
    deposit: &OpenManualDeposit,
    reference: &str,
    account: &str,
) -> Result<bool, Refusal> {
    let Some(account) = state.config.deposit_account(account) else {
        return Ok(false);
    };
    let payment = NamedPayment {
        account,
        reference,
        amount: deposit.amount,
        announced_at: deposit.requested_at,
    };
    let why = "the bank shows another amount under this reference";
    match receipt_match::bank_shows(state, &payment).await {
        BankShows::Payment => Ok(true),
        BankShows::Nothing | BankShows::Unreachable => Ok(false),
        BankShows::OtherAmount => Err(Refusal::no(Code::EvidenceContradicts, why)),
    }
}

const UNREAD: Refusal = Refusal::no(Code::NotDefinite, "the slip's QR was not read");
const OTHER_PAYMENT: Refusal = Refusal::no(
    Code::EvidenceContradicts,
    "the bank reports another payment or currency",
);

/// The bank's report of a slip's payment.
async fn confirmed(state: &Core, slip: &SlipSubject) -> Result<SlipFacts, Refusal> {
    match bank_word(state, slip).await? {
        Verification::Confirmed(facts) => Ok(*facts),
        Verification::Refused(reason) => Err(Refusal::no(Code::EvidenceContradicts, reason.code())),
        Verification::Later(_)
        | Verification::Unreachable(_)
        | Verification::OurFault(_)
        | Verification::ServiceFault(_) => {
            Err(Refusal::Later("the slip service cannot be asked now"))
        }
    }
}

/// The slip service's current answer about a slip. The view names the slip's wallet, and the wallet
/// may have forgotten a refused slip, so the signed row of the upload has to name the same wallet.
pub async fn bank_word(state: &Core, slip: &SlipSubject) -> Result<Verification, Refusal> {
    let unkept = Refusal::no(
        Code::NotDefinite,
        "what the slip's QR says is not kept any more",
    );
    let Some(file) = file::find(&state.pool, slip.slip_id).await? else {
        return Err(unkept);
    };
    if file.wallet_id != slip.wallet_id || !file.is_signed(&state.secrets, slip.slip_id) {
        let why = "another player has uploaded the slip, or its row was changed";
        return Err(Refusal::no(Code::EvidenceContradicts, why));
    }
    let payload = file.payload.ok_or(unkept)?;
    Ok(slip_check::client(state).verify(&payload).await)
}

/// The provider's current answer about a transfer.
pub async fn provider_word(
    state: &Core,
    wallet: &Wallet,
    transfer_id: TransferId,
) -> Result<Outcome<Moved>, Refusal> {
    let transfer = wallet.transfer(transfer_id).ok_or(Refusal::NOTHING)?;
    let (code, is_into_game) = match (&transfer.from, &transfer.to) {
        (Place::Wallet, Place::Game(code)) => (code, true),
        (Place::Game(code), _) => (code, false),
        (Place::Wallet, Place::Wallet) => return Err(Refusal::NOTHING),
    };
    let provider = state
        .config
        .providers
        .iter()
        .find(|provider| provider.code == *code);
    let (Some(provider), Some(username)) = (provider, wallet.game_username(code)) else {
        return Err(Refusal::Later("the provider is not configured"));
    };
    let order = Order {
        request_id: transfer_id.to_string(),
        username: username.to_owned(),
        is_into_game,
        amount: transfer.amount,
    };
    Ok(Game::new(state, provider).status(&order).await)
}

/// Asks the provider how a transfer ended: only a definite answer that agrees with staff ends it.
pub(super) async fn of_transfer(
    state: &Core,
    transfer: &OpenTransfer,
    outcome: Settlement,
    provider_tx: Option<&str>,
) -> Result<WalletCommand, Refusal> {
    let no = |why| Err(Refusal::no(Code::EvidenceContradicts, why));
    let transfer_id = transfer.transfer_id;
    let wallet = state.ledger.load(transfer.wallet_id).await?;
    match (provider_word(state, &wallet, transfer_id).await?, outcome) {
        (Outcome::Done(moved), Settlement::Completed) => {
            if provider_tx.is_some_and(|said| said != moved.provider_tx) {
                return no("the provider names the movement otherwise");
            }
            Ok(WalletCommand::Transfer(TransferCommand::Complete {
                transfer_id,
                provider_tx: moved.provider_tx,
                balance_before: moved.balance_before,
            }))
        }
        (Outcome::Refused(refusal), Settlement::Returned) => {
            Ok(WalletCommand::Transfer(TransferCommand::Return {
                transfer_id,
                reason: refusal.code,
                grounds: refusal.grounds,
            }))
        }
        (Outcome::Done(_), Settlement::Returned) => no("the provider has moved the money"),
        (Outcome::Refused(_), Settlement::Completed) => {
            no("the provider has refused, and moved nothing")
        }
        (Outcome::Contradiction(_), _) => no("the provider did something else than it was asked"),
        (Outcome::NotSeen, _) => Err(Refusal::no(
            Code::NotDefinite,
            "the provider has not seen it so far, and may see it still",
        )),
        (Outcome::Unknown(_), _) => Err(Refusal::Later("the provider does not know now")),
    }
}
