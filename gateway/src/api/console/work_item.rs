//! One open work item, with the bank's or the provider's current answer about it.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use gateway_macros::route;
use ledger::wallet::TransferStatus;
use ledger::{Money, SlipId, WalletId};
use projections::{View, open_work};
use serde::Serialize;
use serde_json::json;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{Object, Type};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use uuid::Uuid;

use super::contact::PlayerContact;
use super::payment_credit::PaymentCredit;
use super::work::{Found, WorkItem, names, of_slip, of_transfer, show};
use crate::api::caller::Reader;
use crate::api::state::AppState;
use backoffice::review::evidence::{self, SlipSubject};
use backoffice::review::receipt_match;
use backoffice::review::refusal::Refusal;
use backoffice::staff::audit_log::{self, AuditEntry};
use backoffice::staff::look;
use backoffice::staff::session::Staff;
use members::member::{self, Member};
use payments::slip::file;
use payments::slip::likeness::MatchResult;
use payments::slip::ruling::{self, Depositor, SenderLikeness};
use platform::error::{ApiError, Code};
use platform::extract::{AfterPosition, Json, Path};
use providers::answer::Outcome;
use providers::slip_check::{Party, SlipFacts, Verification};

/// The routes of this part.
pub(crate) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(get_slip))
        .routes(routes!(get_slip_picture))
        .routes(routes!(get_waiting_transfer))
}

/// A slip, as staff review it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReviewedSlip {
    item: WorkItem,
    /// Whether it waits for staff.
    is_waiting: bool,
    /// Whether it was refused, so that two people may still credit it.
    is_refused: bool,
    /// The address of its picture, for staff.
    #[schema(example = "/api/support/work/slips/01a1fdd8-2731-70b2-a92f-d498fe5cc7e5/picture")]
    picture: String,
    bank: BankWord,
    /// The player who sent the slip, to compare with the payment's sender.
    owner: PlayerContact,
}

/// The bank's current answer about a slip.
#[derive(Default, Serialize, ToSchema)]
struct BankWord {
    /// `CONFIRMED`, `REFUSED`, `LATER`, `UNREACHABLE`, or `UNREAD` if its QR has no payment.
    #[schema(example = "CONFIRMED")]
    said: &'static str,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment: Option<BankPayment>,
}

/// A payment, as the bank reports it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankPayment {
    reference: String,
    /// The bank's three-digit code.
    sending_bank: String,
    receiving_bank: Option<String>,
    transferred_at: DateTime<Utc>,
    #[schema(example = "500.00")]
    amount: String,
    currency: Option<&'static str>,
    sender: BankParty,
    receiver: BankParty,
    /// The house account that received it, if it is clear which one.
    deposit_account: Option<String>,
    /// Whether it is the payment that the slip names, in the wallet's currency.
    is_same_payment: bool,
    /// How the sender compares with the registered account.
    likeness: Likeness,
    /// The credit that has used it; null while it may still be credited.
    credit: Option<PaymentCredit>,
}

/// How the sender compares with the registered account, each part as `SAME`, `OTHER` or `UNCLEAR`.
#[derive(Serialize, ToSchema)]
struct Likeness {
    #[schema(example = "SAME")]
    name: &'static str,
    #[schema(example = "SAME")]
    bank: &'static str,
    #[schema(example = "UNCLEAR")]
    account: &'static str,
}

impl From<SenderLikeness> for Likeness {
    fn from(likeness: SenderLikeness) -> Self {
        let word = |result| match result {
            MatchResult::Match => "SAME",
            MatchResult::NoMatch => "OTHER",
            MatchResult::Hidden | MatchResult::Indeterminate => "UNCLEAR",
        };
        Self {
            name: word(likeness.name),
            bank: word(likeness.bank),
            account: word(likeness.account),
        }
    }
}

/// One side of a payment; names are truncated and numbers masked.
#[derive(Serialize, ToSchema)]
struct BankParty {
    names: Vec<String>,
    account: Option<String>,
    phone: Option<String>,
}

impl From<Party> for BankParty {
    fn from(party: Party) -> Self {
        Self {
            names: party.names,
            account: party.account,
            phone: party.phone,
        }
    }
}

/// Returns a slip that waits for staff or was refused, with the bank's current answer; any other
/// slip only if the caller may see the player's data.
#[route(get, path = "/work/slips/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path), Look),
    responses((status = 200, body = ReviewedSlip)))]
async fn get_slip(
    State(state): State<AppState>,
    Reader(staff): Reader,
    after: AfterPosition,
    headers: HeaderMap,
    Path(id): Path<Uuid>,
) -> Result<Json<ReviewedSlip>, ApiError> {
    state.show(View::Slip, after).await?;
    let slip = evidence::find_slip(&state, SlipId(id)).await?;
    let slip = slip.ok_or(Code::NoData)?;
    require_slip(&state, &staff, &headers, &slip).await?;
    let owner = member::load(&state, slip.wallet_id).await?;
    let said = match evidence::bank_word(&state, &slip).await {
        Ok(word) => bank_answer(&state, word, &slip, &owner).await?,
        Err(Refusal::No { .. }) => BankWord {
            said: "UNREAD",
            ..BankWord::default()
        },
        Err(error) => return Err(error.into()),
    };
    Ok(Json(ReviewedSlip {
        is_waiting: slip.is_waiting,
        is_refused: slip.is_refused,
        item: shown(&state, &staff, of_slip(slip.wallet_id, slip.entry)).await?,
        picture: picture_address(id),
        bank: said,
        owner: owner.into(),
    }))
}

/// Refuses access to a slip that staff have nothing to do with, unless the caller gives a reason.
/// Access to a refused slip is recorded, with the work as the reason.
async fn require_slip(
    state: &AppState,
    staff: &Staff,
    headers: &HeaderMap,
    slip: &SlipSubject,
) -> Result<(), ApiError> {
    if slip.is_waiting {
        return Ok(());
    }
    if slip.is_refused {
        let act = AuditEntry::of("look.work").to("player", &slip.wallet_id);
        let detail = json!({ "work": slip.slip_id });
        audit_log::record(state, staff, act.because("work").with(detail)).await?;
        return Ok(());
    }
    let what = EvidenceOf {
        kind: "slip",
        id: slip.slip_id.0,
        player: slip.wallet_id,
    };
    require_look(state, staff, headers, what).await
}

/// An item with its player's name and the decision that waits for a second person.
pub(super) async fn shown(
    state: &AppState,
    staff: &Staff,
    found: Found,
) -> Result<WorkItem, ApiError> {
    let kind = found.kind;
    let item = show(state, staff, kind, vec![found]).await?.pop();
    Ok(item.ok_or(Code::NoData)?)
}

/// The address of a slip's picture, for staff.
pub(super) fn picture_address(slip: Uuid) -> String {
    format!("/api/support/work/slips/{slip}/picture")
}

async fn bank_answer(
    state: &AppState,
    word: Verification,
    slip: &SlipSubject,
    owner: &Member,
) -> Result<BankWord, ApiError> {
    let said = |said| BankWord {
        said,
        ..BankWord::default()
    };
    Ok(match word {
        Verification::Confirmed(facts) => BankWord {
            payment: Some(payment(state, *facts, slip, owner).await?),
            ..said("CONFIRMED")
        },
        Verification::Refused(reason) => BankWord {
            reason: Some(reason.code()),
            ..said("REFUSED")
        },
        Verification::Later(_) => said("LATER"),
        Verification::Unreachable(_)
        | Verification::OurFault(_)
        | Verification::ServiceFault(_) => said("UNREACHABLE"),
    })
}

async fn payment(
    state: &AppState,
    facts: SlipFacts,
    slip: &SlipSubject,
    owner: &Member,
) -> Result<BankPayment, ApiError> {
    let currency = state.ledger.load(slip.wallet_id).await?.currency();
    let ours = currency.zip(slip.reference.as_ref());
    let ours = ours.and_then(|(currency, reference)| {
        ruling::for_staff(&state.config, &facts, reference, currency)
    });
    let (is_same_payment, account) = match ours {
        Some(confirmed) => (true, confirmed.account.map(|account| account.id.clone())),
        None => (false, None),
    };
    let likeness = ruling::sender_likeness(&state.config, &facts, &Depositor::of(owner.clone()));
    let money = facts.money().map(Money::digits);
    let credit = receipt_match::find_credit(state, &facts.trans_ref).await?;
    let players: Vec<Uuid> = credit.iter().map(|credit| credit.wallet_id).collect();
    let names = names(&state.pool, &players).await?;
    Ok(BankPayment {
        reference: facts.trans_ref,
        sending_bank: facts.sending_bank,
        receiving_bank: facts.receiving_bank,
        transferred_at: facts.transferred_at,
        amount: money.unwrap_or(facts.amount),
        currency: facts.currency.map(ledger::Currency::code),
        sender: facts.sender.into(),
        receiver: facts.receiver.into(),
        deposit_account: account,
        is_same_payment,
        likeness: likeness.into(),
        credit: credit.map(|credit| PaymentCredit::new(&names, credit)),
    })
}

/// The caller's access to a player's data.
struct Look;

/// Written by hand: no attribute describes an optional header that may not be null.
impl IntoParams for Look {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let header = ParameterBuilder::new()
            .name("X-Look")
            .parameter_in(ParameterIn::Header)
            .required(Required::False)
            .description(Some(
                "The token of an opened look; required where staff have nothing to decide",
            ))
            .schema(Some(Object::with_type(Type::String)));
        vec![header.build()]
    }
}

/// The evidence that staff look at.
struct EvidenceOf<'a> {
    kind: &'a str,
    id: Uuid,
    player: WalletId,
}

/// Refuses access to an item that does not wait for staff, unless the caller gives a reason; such
/// access is recorded.
async fn require_look(
    state: &AppState,
    staff: &Staff,
    headers: &HeaderMap,
    evidence: EvidenceOf<'_>,
) -> Result<(), ApiError> {
    let player = evidence.player;
    let look = look::require(state, staff, headers, player).await?;
    let detail = json!({ "player": player, "look": look.id });
    let entry = AuditEntry::of("look.evidence").to(evidence.kind, &evidence.id);
    let entry = entry.because(&look.reason);
    audit_log::record(state, staff, entry.with(detail)).await?;
    Ok(())
}

/// Returns the picture of a slip that waits for staff or was refused; of any other slip only if the
/// caller may see the player's data.
#[route(get, path = "/work/slips/{id}/picture", tag = "support",
    security(("staff" = [])),
    params(("id" = Uuid, Path), Look),
    responses((status = 200)))]
async fn get_slip_picture(
    State(state): State<AppState>,
    Reader(staff): Reader,
    headers: HeaderMap,
    Path(id): Path<Uuid>,
) -> Result<Response, ApiError> {
    let stored = file::find_signed(&state, SlipId(id)).await?;
    let stored = stored.ok_or(Code::NoData)?;
    let slip = evidence::find_slip(&state, SlipId(id)).await?;
    let slip = slip.ok_or(Code::NoData)?;
    require_slip(&state, &staff, &headers, &slip).await?;
    let bytes = file::read(&state, &stored).await.map_err(|error| {
        tracing::error!(%error, slip = %id, "a slip's picture cannot be read");
        ApiError::from(Code::NoData)
    })?;
    let media_type = HeaderValue::from_str(&stored.media_type)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let fixed = HeaderValue::from_static;
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, fixed("private, no-store")),
        (header::X_CONTENT_TYPE_OPTIONS, fixed("nosniff")),
        (
            header::CONTENT_SECURITY_POLICY,
            fixed("default-src 'none'; sandbox"),
        ),
    ];
    Ok((headers, bytes).into_response())
}

/// A transfer in review.
#[derive(Serialize, ToSchema)]
struct WaitingTransfer {
    item: WorkItem,
    provider: ProviderWord,
}

/// The provider's current answer about a transfer.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProviderWord {
    /// `COMPLETED`, `RETURNED`, `NOT_SEEN`, `CONTRADICTION` or `UNKNOWN`.
    #[schema(example = "COMPLETED")]
    said: &'static str,
    /// The provider's id of the movement.
    #[serde(skip_serializing_if = "Option::is_none")]
    provider_tx: Option<String>,
    /// The player's balance at the provider just before the transfer.
    #[serde(skip_serializing_if = "Option::is_none")]
    balance_before: Option<String>,
    /// The provider's answer code, or what was seen instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
}

/// Returns a transfer in review, with the provider's current answer.
#[route(get, path = "/work/transfers/{id}", tag = "support", security(("staff" = [])),
    params(("id" = Uuid, Path), Look),
    responses((status = 200, body = WaitingTransfer)))]
async fn get_waiting_transfer(
    State(state): State<AppState>,
    Reader(staff): Reader,
    after: AfterPosition,
    headers: HeaderMap,
    Path(id): Path<Uuid>,
) -> Result<Json<WaitingTransfer>, ApiError> {
    state.show(View::OpenWork, after).await?;
    let transfer = open_work::transfer_by_id(&state.pool, id).await;
    let transfer = transfer?.ok_or(Code::NoData)?;
    let wallet_id = transfer.wallet_id;
    // A transfer still under way is in no list: it concerns only its player.
    if transfer.status != TransferStatus::Unknown {
        let what = EvidenceOf {
            kind: "transfer",
            id,
            player: wallet_id,
        };
        require_look(&state, &staff, &headers, what).await?;
    }
    let wallet = state.ledger.load(wallet_id).await?;
    let said = |said, code| ProviderWord {
        said,
        code,
        ..ProviderWord::default()
    };
    let provider = match evidence::provider_word(&state, &wallet, transfer.transfer_id).await? {
        Outcome::Done(moved) => ProviderWord {
            provider_tx: Some(moved.provider_tx),
            balance_before: moved.balance_before.map(Money::digits),
            ..said("COMPLETED", None)
        },
        Outcome::Refused(refusal) => said("RETURNED", Some(refusal.code)),
        Outcome::NotSeen => said("NOT_SEEN", None),
        Outcome::Unknown(seen) => said("UNKNOWN", Some(seen)),
        Outcome::Contradiction(what) => said("CONTRADICTION", Some(what)),
    };
    Ok(Json(WaitingTransfer {
        item: shown(&state, &staff, of_transfer(&transfer)).await?,
        provider,
    }))
}
