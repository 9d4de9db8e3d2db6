//! Payouts: the operator pays a player's bank account, at most once for each id.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Extension, Path, State};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, SecondsFormat, Utc};
use rand::Rng;
use serde::Deserialize;
use serde_json::{Value, json};

use super::directory;
use crate::operation::{Address, Admission, Deferral, Progress};
use crate::record::{Party, Payout, PayoutOrder, PayoutReceipt, Record};
use crate::refusal::Refusal;
use crate::report::{self, Asked, Line};
use crate::sandbox::Sandbox;
use crate::world::World;
use crate::{amount, body, clock};

/// Accounts that end like this do not exist: a definite failure on demand.
const NO_SUCH_ACCOUNT: &str = "0000";
/// Whose command a payout is.
pub(crate) const PLACE: &str = "bank";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPayout {
    payout_id: String,
    bank_code: String,
    account_no: String,
    account_name: String,
    amount: String,
    currency: String,
}

impl NewPayout {
    fn order(&self) -> Result<PayoutOrder, Refusal> {
        let bank = directory::payee_code(&self.bank_code).ok_or(Refusal::BankInvalid)?;
        let fits = (1..=20).contains(&self.account_no.len())
            && self
                .account_no
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric());
        if !fits {
            return Err(Refusal::AccountInvalid);
        }
        if !matches!(self.currency.as_str(), "THB" | "LAK") {
            return Err(Refusal::CurrencyMismatch);
        }
        Ok(PayoutOrder {
            to: Party {
                bank: bank.to_owned(),
                account_no: self.account_no.clone(),
                name: body::text("accountName", &self.account_name, 100)?,
            },
            amount: amount::parse_positive(&self.amount).ok_or(Refusal::AmountInvalid)?,
            currency: self.currency.clone(),
        })
    }
}

/// `POST /v1/payouts`
pub(crate) async fn make_payout(
    State(sandbox): State<Sandbox>,
    deferral: Option<Extension<Deferral>>,
    bytes: Bytes,
) -> Result<Response, Refusal> {
    let input: NewPayout = body::parse(&bytes)?;
    let id = body::id("payoutId", &input.payout_id)?;
    let order = input.order()?;
    let deferral = deferral.map(|Extension(deferral)| deferral);
    sandbox.with(|world, now| {
        let at = Address {
            place: PLACE,
            id: &id,
        };
        let known = world.payouts.get(&id);
        let (payout, replayed) =
            match Payout::admit(known, &order, deferral, Refusal::PayoutCancelled)? {
                Admission::Stored(payout) => (payout, true),
                Admission::Wait(deferral) => (Payout::deferred(at, order, deferral, now), false),
                Admission::Run => (run(at, order, now), false),
            };
        if !replayed {
            world.put(Record::Payout(Box::new(payout.clone())));
        }
        if let Some(refusal) = payout.failure {
            return Err(refusal);
        }
        let mut reply = describe(&payout);
        if replayed {
            reply["replayed"] = json!(true);
        }
        Ok(Json(reply).into_response())
    })
}

/// `GET /v1/payouts?from=&to=&cursor=&limit=`: the bank's statement.
pub(crate) async fn list_payouts(
    State(sandbox): State<Sandbox>,
    asked: Asked,
) -> Result<Json<Value>, Refusal> {
    let wanted = report::wanted(asked)?;
    sandbox.with(|world, _| {
        let lines = world
            .payouts
            .values()
            .filter(|payout| payout.order.is_some() && payout.progress != Progress::Late)
            .map(|payout| Line {
                at: payout.created_at,
                id: payout.id.clone(),
                shown: describe(payout),
            });
        Ok(Json(report::page("payouts", lines, &wanted)?))
    })
}

/// `GET /v1/payouts/{payoutId}`
pub(crate) async fn read_payout(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, _| {
        world
            .payouts
            .get(&id)
            .filter(|payout| payout.progress != Progress::Late)
            .map(|payout| Json(describe(payout)))
            .ok_or(Refusal::PayoutNotFound)
    })
}

/// `POST /v1/payouts/{payoutId}/cancel`
pub(crate) async fn cancel_payout(
    State(sandbox): State<Sandbox>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    let id = body::id("payoutId", &id)?;
    sandbox.with(|world, now| {
        let at = Address {
            place: PLACE,
            id: &id,
        };
        let payout = Payout::cancelled(world.payouts.get(&id), at, now);
        world.put(Record::Payout(Box::new(payout.clone())));
        Ok(Json(describe(&payout)))
    })
}

/// Pays a deferred payout whose time has come.
pub(crate) fn conclude(world: &mut World, id: &str, now: DateTime<Utc>) {
    let order = world
        .payouts
        .get(id)
        .and_then(|payout| payout.order.clone());
    if let Some(order) = order {
        let payout = run(Address { place: PLACE, id }, order, now);
        world.put(Record::Payout(Box::new(payout)));
    }
}

fn run(at: Address<'_>, order: PayoutOrder, now: DateTime<Utc>) -> Payout {
    let outcome = if order.to.account_no.ends_with(NO_SUCH_ACCOUNT) {
        Err(Refusal::AccountInvalid)
    } else {
        let day = clock::in_bangkok(now).format("%Y%m%d");
        let number: u32 = rand::rng().random_range(0..1_000_000_000);
        Ok(PayoutReceipt {
            provider_ref: format!("PO{day}{number:09}"),
            paid_at: now,
        })
    };
    Payout::concluded(at, order, outcome, now)
}

/// A payout on the wire.
pub(crate) fn describe(payout: &Payout) -> Value {
    let moment = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
    let mut reply = json!({
        "payoutId": payout.id,
        "providerRef": payout.receipt.as_ref().map(|receipt| &receipt.provider_ref),
        "status": payout.progress.word(),
        "paidAt": payout.receipt.as_ref().map(|receipt| moment(receipt.paid_at)),
        "createdAt": moment(payout.created_at),
    });
    if let Some(order) = &payout.order {
        reply["amount"] = json!(amount::show(order.amount));
        reply["currency"] = json!(order.currency);
        reply["bankCode"] = json!(order.to.bank);
        reply["accountNo"] = json!(order.to.account_no);
        reply["accountName"] = json!(order.to.name);
    }
    if let Some(refusal) = &payout.failure {
        reply["code"] = json!(refusal.code());
    }
    reply
}
