//! Vouchers: made on the page or by a script, and taken share by share.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use rand::Rng;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::record::{Record, Sharing, Ticket, Voucher};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::world::World;
use crate::{amount, body, clock};

const SHOWN_MAX: usize = 200;
const HASH_LENGTH: usize = 35;
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const MEMBERS_MAX: usize = 1000;
const LIFE_SECONDS: i64 = 3 * 24 * 3600;
const LIFE_SECONDS_MAX: i64 = 365 * 24 * 3600;
const SATANG: i64 = 100;
/// Nobody has this number.
const UNKNOWN_MOBILE: &str = "0899999901";
/// The wallet of this number is closed.
const INACTIVE_MOBILE: &str = "0899999902";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewVoucher {
    amount: Value,
    member: Option<usize>,
    r#type: Option<Sharing>,
    owner_name: Option<String>,
    owner_mobile: Option<String>,
    detail: Option<String>,
    /// Negative = it is over already.
    expire_seconds: Option<i64>,
}

/// `POST /truemoney/vouchers`
pub(crate) async fn make_voucher(
    State(sandbox): State<Sandbox>,
    bytes: Bytes,
) -> Result<Response, Refusal> {
    let input: NewVoucher = body::parse(&bytes)?;
    let total = amount::parse_value(&input.amount)
        .filter(|amount| *amount > Decimal::ZERO)
        .ok_or(Refusal::AmountInvalid)?;
    let member = input.member.unwrap_or(1);
    if !(1..=MEMBERS_MAX).contains(&member) {
        return Err(Refusal::invalid("member must be 1 to 1000"));
    }
    let sharing = input.r#type.unwrap_or(Sharing::F);
    let life = input.expire_seconds.unwrap_or(LIFE_SECONDS);
    if life.abs() > LIFE_SECONDS_MAX {
        return Err(Refusal::invalid("expireSeconds must be within a year"));
    }
    let owner_name = input.owner_name.as_deref().unwrap_or("สมชาย ***");
    let owner_name = body::text("ownerName", owner_name, 100)?;
    let shares = share(total, member, sharing)?;
    let mut dice = rand::rng();
    let hash = (0..HASH_LENGTH)
        .map(|_| char::from(LETTERS[dice.random_range(0..LETTERS.len())]))
        .collect();
    sandbox.with(|world, now| {
        let voucher = Voucher {
            hash,
            id: clock::new_id().simple().to_string(),
            sharing,
            shares,
            tickets: Vec::new(),
            owner_name,
            owner_mobile: input.owner_mobile.filter(|mobile| !mobile.is_empty()),
            detail: input.detail.unwrap_or_default(),
            created_at: now,
            expires_at: now + TimeDelta::seconds(life),
            late: None,
        };
        let reply = describe(&voucher, now);
        world.put(Record::Voucher(Box::new(voucher)));
        Ok((StatusCode::CREATED, Json(reply)).into_response())
    })
}

/// Cuts an amount into shares of at least one satang that add up to it.
fn share(total: Decimal, member: usize, sharing: Sharing) -> Result<Vec<Decimal>, Refusal> {
    let satang = (total * Decimal::from(SATANG))
        .to_i64()
        .ok_or(Refusal::AmountInvalid)?;
    let count = i64::try_from(member).map_err(|_| Refusal::AmountInvalid)?;
    let decimal = |satang| Decimal::new(satang, 2);
    if satang < count {
        return Err(Refusal::AmountInvalid);
    }
    if sharing == Sharing::F {
        if satang % count != 0 {
            return Err(Refusal::invalid(
                "equal shares must come out even; use type R",
            ));
        }
        return Ok(vec![decimal(satang / count); member]);
    }
    let mut left = satang;
    let mut shares = Vec::with_capacity(member);
    for others in (0..count).rev() {
        let most = left - others;
        // Twice the even share at most, so that the last one is not left with dust.
        let upper = most.min(2 * left / (others + 1)).max(1);
        let part = if others == 0 {
            left
        } else {
            rand::rng().random_range(1..=upper)
        };
        left -= part;
        shares.push(decimal(part));
    }
    Ok(shares)
}

/// `GET /truemoney/vouchers`: newest first, for the page.
pub(crate) async fn list_vouchers(State(sandbox): State<Sandbox>) -> Result<Json<Value>, Refusal> {
    sandbox.with(|world, now| {
        let mut vouchers: Vec<&Voucher> = world.vouchers.values().collect();
        vouchers.sort_by_key(|voucher| std::cmp::Reverse(voucher.created_at));
        let vouchers: Vec<Value> = vouchers
            .into_iter()
            .take(SHOWN_MAX)
            .map(|voucher| describe(voucher, now))
            .collect();
        Ok(Json(json!({"vouchers": vouchers})))
    })
}

/// The word on the wire.
pub(crate) fn status(voucher: &Voucher, now: DateTime<Utc>) -> &'static str {
    if voucher.tickets.len() == voucher.shares.len() {
        "redeemed"
    } else if voucher.expires_at <= now {
        "expired"
    } else {
        "active"
    }
}

/// The link that the owner sends to friends.
pub(crate) fn link(voucher: &Voucher) -> String {
    format!("https://gift.truemoney.com/campaign/?v={}", voucher.hash)
}

/// The share that a number has taken.
pub(crate) fn ticket_of<'a>(voucher: &'a Voucher, mobile: &str) -> Option<&'a Ticket> {
    voucher
        .tickets
        .iter()
        .find(|ticket| ticket.mobile == mobile)
}

/// Whether a number may take a share; the code otherwise.
pub(crate) fn judge(
    voucher: &Voucher,
    mobile: &str,
    now: DateTime<Utc>,
) -> Result<(), &'static str> {
    if ticket_of(voucher, mobile).is_some() {
        return Err("TARGET_USER_REDEEMED");
    }
    match (status(voucher, now), mobile) {
        ("redeemed", _) => Err("VOUCHER_OUT_OF_STOCK"),
        ("expired", _) => Err("VOUCHER_EXPIRED"),
        (_, UNKNOWN_MOBILE) => Err("TARGET_USER_NOT_FOUND"),
        (_, INACTIVE_MOBILE) => Err("TARGET_USER_STATUS_INACTIVE"),
        _ if voucher.owner_mobile.as_deref() == Some(mobile) => Err("CANNOT_GET_OWN_VOUCHER"),
        _ => Ok(()),
    }
}

/// Gives a number its share, once.
pub(crate) fn take(
    world: &mut World,
    hash: &str,
    mobile: &str,
    now: DateTime<Utc>,
) -> Result<Voucher, &'static str> {
    let mut voucher = world
        .vouchers
        .get(hash)
        .cloned()
        .ok_or("VOUCHER_NOT_FOUND")?;
    judge(&voucher, mobile, now)?;
    voucher.tickets.push(Ticket {
        mobile: mobile.to_owned(),
        amount: voucher.shares[voucher.tickets.len()],
        at: now,
    });
    world.put(Record::Voucher(Box::new(voucher.clone())));
    Ok(voucher)
}

/// Lets a late redeem arrive when it is time; one that was overtaken finds nothing left to do.
pub(crate) fn conclude(world: &mut World, hash: &str, now: DateTime<Utc>) {
    let Some(voucher) = world.vouchers.get(hash) else {
        return;
    };
    let Some(late) = voucher.late.clone().filter(|late| late.due <= now) else {
        return;
    };
    let arrived = Voucher {
        late: None,
        ..voucher.clone()
    };
    world.put(Record::Voucher(Box::new(arrived)));
    if let Err(code) = take(world, hash, &late.mobile, now) {
        tracing::debug!(code, "late redeem");
    }
}

fn describe(voucher: &Voucher, now: DateTime<Utc>) -> Value {
    let moment = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Millis, true);
    let tickets: Vec<Value> = voucher
        .tickets
        .iter()
        .map(|ticket| {
            json!({
                "mobile": ticket.mobile,
                "amount": amount::show(ticket.amount),
                "at": moment(ticket.at),
            })
        })
        .collect();
    json!({
        "hash": voucher.hash,
        "link": link(voucher),
        "amount": amount::show(voucher.shares.iter().sum()),
        "member": voucher.shares.len(),
        "type": voucher.sharing,
        "ownerName": voucher.owner_name,
        "status": status(voucher, now),
        "createdAt": moment(voucher.created_at),
        "expiresAt": moment(voucher.expires_at),
        "tickets": tickets,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_nobody_goes_without() {
        for member in [1, 2, 3, 7, 100] {
            for _ in 0..50 {
                let total: Decimal = "100.07".parse().unwrap();
                let shares = share(total, member, Sharing::R).unwrap();
                assert_eq!(shares.len(), member);
                assert_eq!(shares.iter().sum::<Decimal>(), total);
                assert!(shares.iter().all(|share| *share >= Decimal::new(1, 2)));
            }
        }
        let even = share("100".parse().unwrap(), 4, Sharing::F).unwrap();
        assert_eq!(even, vec![Decimal::new(2500, 2); 4]);
        assert!(share("100".parse().unwrap(), 3, Sharing::F).is_err());
        assert!(share("0.02".parse().unwrap(), 3, Sharing::R).is_err());
    }
}
