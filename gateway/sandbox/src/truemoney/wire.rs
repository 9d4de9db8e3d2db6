//! The service's own calls: look at a voucher, and take a share of it.

use axum::body::Bytes;
use axum::extract::{Extension, Path, Query, State};
use axum::response::Response;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{answer, refused, voucher};
use crate::amount;
use crate::operation::Deferral;
use crate::record::{LateRedeem, Record, Ticket, Voucher};
use crate::sandbox::Sandbox;

#[derive(Deserialize)]
pub(crate) struct Looker {
    mobile: Option<String>,
}

/// `GET /campaign/vouchers/{hash}/verify[?mobile=]`: takes nothing, and shows who took what.
pub(crate) async fn verify(
    State(sandbox): State<Sandbox>,
    Path(hash): Path<String>,
    Query(looker): Query<Looker>,
) -> Response {
    let mobile = looker.mobile.filter(|mobile| !mobile.is_empty());
    if mobile.as_deref().is_some_and(|mobile| !is_mobile(mobile)) {
        return refused("BAD_PARAM");
    }
    sandbox
        .with(|world, now| {
            let Some(found) = world.vouchers.get(&hash) else {
                return Ok(refused("VOUCHER_NOT_FOUND"));
            };
            let code = match (&mobile, voucher::status(found, now)) {
                (Some(mobile), _) => voucher::judge(found, mobile, now).err(),
                (None, "redeemed") => Some("VOUCHER_OUT_OF_STOCK"),
                (None, "expired") => Some("VOUCHER_EXPIRED"),
                (None, _) => None,
            };
            let shown = describe(found, mobile.as_deref(), now);
            Ok(answer(code.unwrap_or("SUCCESS"), &shown))
        })
        .unwrap_or_else(|_| refused("INTERNAL_ERROR"))
}

#[derive(Deserialize)]
struct Taker {
    mobile: String,
    voucher_hash: String,
}

/// `POST /campaign/vouchers/{hash}/redeem` `{mobile, voucher_hash}`
pub(crate) async fn redeem(
    State(sandbox): State<Sandbox>,
    Path(hash): Path<String>,
    deferral: Option<Extension<Deferral>>,
    bytes: Bytes,
) -> Response {
    let input = match serde_json::from_slice::<Taker>(&bytes) {
        Ok(input) if is_mobile(&input.mobile) && input.voucher_hash == hash => input,
        _ => return refused("BAD_PARAM"),
    };
    sandbox
        .with(|world, now| {
            let Some(known) = world.vouchers.get(&hash) else {
                return Ok(refused("VOUCHER_NOT_FOUND"));
            };
            if let Some(Extension(deferral)) = deferral {
                let late = Voucher {
                    late: Some(LateRedeem {
                        mobile: input.mobile,
                        due: deferral.due,
                    }),
                    ..known.clone()
                };
                world.put(Record::Voucher(Box::new(late)));
                return Ok(refused("INTERNAL_ERROR"));
            }
            let mobile = Some(input.mobile.as_str());
            let before = describe(known, mobile, now);
            Ok(match voucher::take(world, &hash, &input.mobile, now) {
                Ok(taken) => answer("SUCCESS", &describe(&taken, mobile, now)),
                Err(code) => answer(code, &before),
            })
        })
        .unwrap_or_else(|_| refused("INTERNAL_ERROR"))
}

/// A Thai mobile number as the service takes it.
fn is_mobile(text: &str) -> bool {
    text.len() == 10 && text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn describe(voucher: &Voucher, mobile: Option<&str>, now: DateTime<Utc>) -> Value {
    let mine = mobile.and_then(|mobile| voucher::ticket_of(voucher, mobile));
    let redeemed = voucher.tickets.iter().map(|ticket| ticket.amount).sum();
    json!({
        "voucher": {
            "voucher_id": voucher.id,
            "amount_baht": baht(voucher.shares.iter().sum()),
            "redeemed_amount_baht": baht(redeemed),
            "member": voucher.shares.len(),
            "status": voucher::status(voucher, now),
            "link": voucher::link(voucher),
            "detail": voucher.detail,
            "expire_date": voucher.expires_at.timestamp_millis(),
            "type": voucher.sharing,
            "redeemed": voucher.tickets.len(),
            "available": voucher.shares.len() - voucher.tickets.len(),
        },
        "owner_profile": {"full_name": voucher.owner_name},
        "redeemer_profile": mobile.map(|mobile| json!({"mobile_number": mobile})),
        "my_ticket": mine.map(ticket),
        "tickets": voucher.tickets.iter().map(ticket).collect::<Vec<_>>(),
    })
}

fn ticket(ticket: &Ticket) -> Value {
    json!({
        "mobile": ticket.mobile,
        "update_date": ticket.at.timestamp_millis(),
        "amount_baht": baht(ticket.amount),
        "full_name": "ผู้รับ ***",
        "profile_pic": null,
    })
}

/// Amounts of a thousand and more have commas here.
fn baht(amount: rust_decimal::Decimal) -> String {
    let shown = amount::show(amount);
    let (whole, decimals) = shown.split_once('.').unwrap_or((&shown, "00"));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped}.{decimals}")
}

#[cfg(test)]
mod tests {
    use super::baht;

    #[test]
    fn thousands_have_commas() {
        for (amount, shown) in [
            ("0", "0.00"),
            ("100", "100.00"),
            ("1000", "1,000.00"),
            ("1234567.5", "1,234,567.50"),
        ] {
            assert_eq!(baht(amount.parse().unwrap()), shown);
        }
    }
}
