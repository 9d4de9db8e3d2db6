//! Callbacks: a payment service notifies the operator that an order was paid, until it is accepted.
//!
//! 1. A payment and its first attempt are written down together, so no death in between loses it.
//! 2. An attempt is claimed before it is made: its next one is put a lease away. Two claims of the same
//!    attempt cannot happen, and an attempt that a death interrupted comes back when the lease is over.
//! 3. Only status 200 ends it. Anything else is tried again, each time later.

use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, Mac};
use reqwest::{Client, Url, redirect};
use serde::Deserialize;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::task::JoinSet;

use super::{channel, order};
use crate::clock::Clock;
use crate::config::Config;
use crate::fault::{Fault, FaultKind};
use crate::record::{Notice, QrOrder, Record};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::world::{Key, key};
use crate::{amount, body};

const REPLY_WAIT: Duration = Duration::from_secs(10);
const LEASE: TimeDelta = TimeDelta::seconds(15);
const FIRST_PAUSE_MILLIS: i64 = 500;
const PAUSE_MAX: TimeDelta = TimeDelta::seconds(60);
const PATIENCE: TimeDelta = TimeDelta::hours(24);
const IDLE: Duration = Duration::from_hours(1);
const DISK_PAUSE: Duration = Duration::from_secs(1);
const REPEAT_MAX: u32 = 1000;

/// The plan for the callback of an order that was just paid.
///
/// Only a receiver on this machine is ever called: a sandbox must not knock at strangers' doors.
pub(crate) fn first(callback_url: &str, now: DateTime<Utc>) -> Notice {
    let next_at = on_this_machine(callback_url).map(|_| now);
    if next_at.is_none() {
        tracing::warn!(callback_url, "not on this machine: no callback");
    }
    Notice {
        next_at,
        ..Notice::default()
    }
}

fn on_this_machine(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let host = url.host_str()?.trim_matches(['[', ']']);
    let is_local = host == "localhost"
        || host
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.to_canonical().is_loopback());
    (url.scheme() == "http" && is_local).then_some(url)
}

/// One attempt that was claimed.
struct Attempt {
    key: Key,
    url: Url,
    body: Vec<u8>,
    fault: Option<Fault>,
}

/// Sends what is due, for as long as the sandbox runs.
pub(crate) async fn send_callbacks(sandbox: Sandbox) {
    let client = client();
    let mut sending = JoinSet::new();
    loop {
        let pause = match claim(&sandbox) {
            Ok((attempts, next_at)) => {
                for attempt in attempts {
                    sending.spawn(make(sandbox.clone(), client.clone(), attempt));
                }
                next_at.map_or(IDLE, |at| {
                    (at - sandbox.clock().now()).to_std().unwrap_or_default()
                })
            }
            Err(_) => DISK_PAUSE,
        };
        while sending.try_join_next().is_some() {}
        tokio::select! {
            () = sandbox.bell().notified() => {}
            () = sandbox.clock().sleep(pause) => {}
        }
    }
}

fn claim(sandbox: &Sandbox) -> Result<(Vec<Attempt>, Option<DateTime<Utc>>), Refusal> {
    sandbox.with(|world, now| {
        let mut attempts = Vec::new();
        for key in world.unsent_notices.clone() {
            let Some(known) = world.orders.get(&key) else {
                continue;
            };
            if known.notice.next_at.is_none_or(|at| at > now) {
                continue;
            }
            let mut order = known.clone();
            let Some(url) = on_this_machine(&order.request.callback_url) else {
                continue;
            };
            let fault = sandbox
                .faults()
                .strike(&format!("psp:{}", order.psp), "callback");
            let wait = fault.as_ref().map_or(0, |fault| fault.millis);
            let wait = TimeDelta::milliseconds(i64::try_from(wait).unwrap_or_default());
            order.notice.attempts += 1;
            order.notice.next_at = Some(now + LEASE + wait);
            attempts.push(Attempt {
                key,
                url,
                body: message(&order, now, &Changes::default()),
                fault,
            });
            world.put(Record::QrOrder(Box::new(order)));
        }
        let next_at = world
            .unsent_notices
            .iter()
            .filter_map(|key| world.orders.get(key)?.notice.next_at)
            .min();
        Ok((attempts, next_at))
    })
}

async fn make(sandbox: Sandbox, client: Client, attempt: Attempt) {
    let delivered = deliver(sandbox.clock(), &client, &attempt).await;
    let settled = sandbox.with(|world, now| {
        let Some(mut order) = world.orders.get(&attempt.key).cloned() else {
            return Ok(());
        };
        let paid_at = order.paid.as_ref().map_or(now, |paid| paid.at);
        let next_at = now + pause_after(order.notice.attempts);
        if delivered {
            order.notice.delivered_at = Some(now);
        }
        let is_over = delivered || next_at > paid_at + PATIENCE;
        order.notice.next_at = (!is_over).then_some(next_at);
        world.put(Record::QrOrder(Box::new(order)));
        Ok(())
    });
    if settled.is_ok() {
        sandbox.bell().notify_one();
    }
}

fn pause_after(attempts: u32) -> TimeDelta {
    let doublings = attempts.saturating_sub(1).min(16);
    TimeDelta::milliseconds(FIRST_PAUSE_MILLIS << doublings).min(PAUSE_MAX)
}

/// Makes one attempt, with the fault that is set for it; says whether the receiver was heard to say 200.
async fn deliver(clock: &Clock, client: &Client, attempt: &Attempt) -> bool {
    let secret = Config::psp_secret(&attempt.key.0);
    let timestamp = || clock.now().timestamp();
    let Some(fault) = &attempt.fault else {
        return post(client, &attempt.url, &secret, timestamp(), &attempt.body).await == Ok(200);
    };
    let wait = Duration::from_millis(fault.millis);
    match fault.kind {
        FaultKind::Delay | FaultKind::Processing | FaultKind::Late => {
            clock.sleep(wait).await;
            post(client, &attempt.url, &secret, timestamp(), &attempt.body).await == Ok(200)
        }
        FaultKind::Hang => {
            clock.sleep(wait).await;
            false
        }
        FaultKind::DropBefore | FaultKind::Error500Before | FaultKind::Maintenance => false,
        FaultKind::DropAfter | FaultKind::Error500After => {
            let _unheard = post(client, &attempt.url, &secret, timestamp(), &attempt.body).await;
            false
        }
        FaultKind::Malformed => {
            let half = &attempt.body[..attempt.body.len() / 2];
            post(client, &attempt.url, &secret, timestamp(), half).await == Ok(200)
        }
    }
}

fn client() -> Client {
    Client::builder()
        .no_proxy()
        .redirect(redirect::Policy::none())
        .timeout(REPLY_WAIT)
        .build()
        .expect("a client without its own certificates can be made")
}

/// The status of the answer; `Err` when there was none.
async fn post(
    client: &Client,
    url: &Url,
    secret: &str,
    timestamp: i64,
    body: &[u8],
) -> Result<u16, ()> {
    let reply = client
        .post(url.clone())
        .header("content-type", "application/json")
        .header("x-timestamp", timestamp.to_string())
        .header("x-signature", sign(secret, timestamp, body))
        .body(body.to_vec())
        .send()
        .await;
    match reply {
        Ok(reply) => Ok(reply.status().as_u16()),
        Err(error) => {
            tracing::debug!(%error, %url, "callback");
            Err(())
        }
    }
}

/// Hex HMAC-SHA256 over `{timestamp}.{body}`.
fn sign(secret: &str, timestamp: i64, body: &[u8]) -> String {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(format!("{timestamp}.").as_bytes());
    mac.update(body);
    hex::encode(mac.finalize().into_bytes())
}

/// What a callback says other than the truth.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Changes {
    order_id: Option<String>,
    amount: Option<String>,
    currency: Option<String>,
    provider_ref: Option<String>,
    /// Unix seconds.
    timestamp: Option<i64>,
    /// How many times; one after the other, or with `atOnce` together.
    repeat: Option<u32>,
    #[serde(default)]
    at_once: bool,
    /// Signed with another secret.
    #[serde(default)]
    forged: bool,
    /// Sent under this id, which need not exist.
    sent_order_id: Option<String>,
}

fn message(order: &QrOrder, now: DateTime<Utc>, changes: &Changes) -> Vec<u8> {
    let paid_at = order.paid.as_ref().map_or(now, |paid| paid.at);
    let amount = || amount::show(order::amount_of(order));
    let chosen =
        |change: &Option<String>, truth: &str| change.clone().unwrap_or_else(|| truth.to_owned());
    json!({
        "event": "PAYMENT_SUCCESS",
        "orderId": chosen(&changes.sent_order_id, &order.id),
        "providerRef": chosen(&changes.provider_ref, &order.provider_ref),
        "amount": changes.amount.clone().unwrap_or_else(amount),
        "currency": chosen(&changes.currency, &order.request.currency),
        "paidAt": order::moment(paid_at),
    })
    .to_string()
    .into_bytes()
}

/// `POST /__sandbox/psp/{psp}/callbacks`: sends a callback as requested, paid or not, and returns the answers.
pub(crate) async fn order_callback(
    State(sandbox): State<Sandbox>,
    Path(psp): Path<String>,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    channel::require(&psp)?;
    let changes: Changes = body::parse(&bytes)?;
    let id = changes.order_id.clone().unwrap_or_default();
    let order = sandbox.with(|world, _| {
        let order = world.orders.get(&key(&psp, &id)).cloned();
        order.ok_or(Refusal::OrderNotFound)
    })?;
    let url = on_this_machine(&order.request.callback_url)
        .ok_or_else(|| Refusal::invalid("the order's callbackUrl is not on this machine"))?;
    let now = sandbox.clock().now();
    let body = message(&order, now, &changes);
    let mut secret = Config::psp_secret(&psp);
    if changes.forged {
        secret.push_str("-forged");
    }
    let timestamp = changes.timestamp.unwrap_or_else(|| now.timestamp());
    let client = client();
    let mut sending = JoinSet::new();
    let mut answers = Vec::new();
    for _ in 0..changes.repeat.unwrap_or(1).clamp(1, REPEAT_MAX) {
        let (client, url) = (client.clone(), url.clone());
        let (secret, body) = (secret.clone(), body.clone());
        sending.spawn(async move { post(&client, &url, &secret, timestamp, &body).await });
        if !changes.at_once {
            answers.extend(sending.join_next().await);
        }
    }
    while let Some(answer) = sending.join_next().await {
        answers.push(answer);
    }
    let statuses: Vec<Option<u16>> = answers
        .into_iter()
        .map(|answer| answer.ok().and_then(Result::ok))
        .collect();
    Ok(Json(json!({"sent": statuses.len(), "statuses": statuses})))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_callback_has_the_published_signature() {
        let body = br#"{"event":"PAYMENT_SUCCESS","orderId":"Q00000000000000000001","providerRef":"KB202611210000001","amount":"500.00","currency":"THB","paidAt":"2026-11-21T10:15:07+07:00"}"#;
        assert_eq!(
            sign("sandbox-psp-secret", 1_795_251_600, body),
            "ebd950862fdcd6ed79d15f1e88426e1e8948abebd41d927c9313b82d6cbf1fb3"
        );
    }

    #[test]
    fn only_receivers_on_this_machine_are_called() {
        for good in [
            "http://127.0.0.1:8080/api/psp/KBANK/callback",
            "http://localhost:8080/",
            "http://[::1]:8080/x",
            "http://127.9.9.9/x",
        ] {
            assert!(on_this_machine(good).is_some(), "{good}");
        }
        for bad in [
            "http://example.com/",
            "http://10.0.0.1/",
            "http://localhost.example.com/",
            "http://127.0.0.1@example.com/",
            "https://127.0.0.1/",
            "http://127.0.0.1.example.com/",
            "ftp://127.0.0.1/",
            "nonsense",
            "",
        ] {
            assert!(on_this_machine(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn attempts_come_less_and_less_often_and_never_stop_doubling_over() {
        let millis: Vec<i64> = (1..=10)
            .map(|attempt| pause_after(attempt).num_milliseconds())
            .collect();
        assert_eq!(millis[..4], [500, 1000, 2000, 4000]);
        assert_eq!(millis[9], 60_000);
        assert_eq!(pause_after(u32::MAX), PAUSE_MAX);
    }
}
