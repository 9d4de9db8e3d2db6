//! Notifications of payments: repeated, reordered, late, forged, changed, out of their window.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hmac::{Hmac, Mac};
use ledger_testing::{cases, eventually};
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use reqwest::StatusCode;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::qr::{made, scan, set_with, unasked};
use crate::stage::{Answer, Player, Stage, answer, client};

/// Of each notification there are so many.
const COPIES: usize = 5;

const BANKS: [&str; 3] = ["KBANK", "WW", "ZAPMAN"];

/// One notification as it goes over the wire.
#[derive(Clone)]
struct Letter {
    bank: &'static str,
    timestamp: i64,
    signature: String,
    body: String,
    expected: u16,
    /// Order and amount, where it is genuine.
    credits: Option<(Uuid, Decimal)>,
}

fn sign(secret: &str, timestamp: i64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{timestamp}.{body}").as_bytes());
    let mut text = String::new();
    for byte in mac.finalize().into_bytes() {
        write!(text, "{byte:02x}").unwrap();
    }
    text
}

fn secret(bank: &str) -> String {
    format!("sandbox-psp-secret-{}", bank.to_lowercase())
}

/// A payment of right now.
fn shown(stage: &Stage, order_ref: &str, amount: &str, currency: &str) -> String {
    let paid_at = stage.app.clock().now().to_rfc3339();
    notice_at(order_ref, amount, currency, &paid_at)
}

fn notice_at(order_ref: &str, amount: &str, currency: &str, paid_at: &str) -> String {
    json!({ "event": "PAYMENT_SUCCESS", "orderId": order_ref, "providerRef": "R-1",
        "amount": amount, "currency": currency, "paidAt": paid_at })
    .to_string()
}

async fn send(stage: &Stage, letter: &Letter) -> Answer {
    let address = stage.app.public_address();
    let url = format!("http://{address}/api/psp/{}/callback", letter.bank);
    let request = stage
        .http
        .post(url)
        .header("content-type", "application/json")
        .header("x-timestamp", letter.timestamp)
        .header("x-signature", &letter.signature)
        .body(letter.body.clone());
    answer(request).await
}

/// The reference under which the service knows a QR's order.
async fn reference(stage: &Stage, qr: &Value) -> (Uuid, String) {
    let id: Uuid = qr["qrcodeId"].as_str().unwrap().parse().unwrap();
    let text = sqlx::query_scalar("select order_ref from qr_order where order_id = $1")
        .bind(id)
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    (id, text)
}

fn now(stage: &Stage) -> i64 {
    stage.app.clock().now().timestamp()
}

/// Makes an order and its notification; half of the orders are really paid.
async fn letters(stage: &Stage, player: &Player, n: usize, dice: &mut StdRng) -> Vec<Letter> {
    let bank = BANKS[n % 3];
    let amount = format!("{}.{:02}", dice.random_range(100..900), n % 100);
    let qr = made(stage, player, bank, &amount).await;
    let (id, order_ref) = reference(stage, &qr).await;
    let at = now(stage);
    let signed = |secret: &str, timestamp: i64, body: String, expected: u16| Letter {
        bank,
        timestamp,
        signature: sign(secret, timestamp, &body),
        body,
        expected,
        credits: None,
    };
    let right = shown(stage, &order_ref, &amount, "THB");
    let key = secret(bank);
    let mut letters = vec![
        // Signed with a guessed key, or with that of another service.
        signed("guessed-key", at, right.clone(), 401),
        signed(&secret(BANKS[(n + 1) % 3]), at, right.clone(), 401),
        // Another amount or currency, rightly signed.
        signed(&key, at, shown(stage, &order_ref, "9999.00", "THB"), 422),
        signed(&key, at, shown(stage, &order_ref, &amount, "LAK"), 422),
        // Outside of the window, far enough that the run itself does not bring it in.
        signed(&key, at - 4_000, right.clone(), 401),
        signed(&key, at + 4_000, right.clone(), 401),
        // An order that nobody knows.
        signed(&key, at, shown(stage, "NOBODYSORDER", &amount, "THB"), 404),
    ];
    // Rightly signed, and then changed on the way.
    let mut changed = signed(&key, at, right.clone(), 401);
    changed.body = changed.body.replace(&amount, "9999.00");
    letters.push(changed);
    if n.is_multiple_of(2) {
        let genuine = Letter {
            credits: Some((id, amount.parse().unwrap())),
            ..signed(&key, at, right, 200)
        };
        letters.push(genuine);
    }
    letters
}

/// Sends everything, many at once; answers how often each status came.
async fn deliver(stage: &Arc<Stage>, letters: Vec<Letter>) -> HashMap<u16, usize> {
    let turns = Arc::new(Semaphore::new(16));
    let mut sending = JoinSet::new();
    for letter in letters {
        let (stage, turns) = (Arc::clone(stage), Arc::clone(&turns));
        sending.spawn(async move {
            let _turn = turns.acquire().await.unwrap();
            let (status, body) = send(&stage, &letter).await;
            assert_eq!(status.as_u16(), letter.expected, "{}: {body}", letter.body);
            status.as_u16()
        });
    }
    let mut counted = HashMap::new();
    while let Some(status) = sending.join_next().await {
        *counted.entry(status.unwrap()).or_default() += 1;
    }
    counted
}

fn number(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.map_or(default, |text| text.parse().unwrap())
}

/// R11. `CASES=all` (or `QR_CALLBACK_ORDERS=236`) makes 10,000 notifications, with their repeats;
/// 2223 makes 94,000.
#[tokio::test(flavor = "multi_thread")]
async fn a_storm_of_notifications_credits_each_payment_once() {
    let orders = usize::try_from(number("QR_CALLBACK_ORDERS", cases(24, 236).into())).unwrap();
    let seed = number("QR_CALLBACK_SEED", 11);
    let started = Instant::now();
    let (stage, _relay) = set_with(|config| {
        unasked(config);
        config.qr.orders_per_hour_max = u32::MAX;
        for psp in &mut config.psps {
            psp.expire_minutes = 1;
        }
    })
    .await;
    let mut dice = StdRng::seed_from_u64(seed);
    let mut players = Vec::new();
    for n in 0..8 {
        players.push(stage.player(n).await);
    }
    let mut all = Vec::new();
    for n in 0..orders {
        all.extend(letters(&stage, &players[n % 8], n, &mut dice).await);
    }
    // Most orders were replaced by later ones; the rest expires now. All of it is late.
    stage.app.clock().advance(Duration::from_secs(61));
    let expected: HashMap<Uuid, Decimal> = all.iter().filter_map(|it| it.credits).collect();
    let mut storm: Vec<Letter> = all
        .iter()
        .flat_map(|letter| std::iter::repeat_n(letter.clone(), COPIES))
        .collect();
    // The window is measured at the gateway: what was made a while ago gets a new stamp.
    let fresh = now(&stage);
    for letter in &mut storm {
        if letter.expected != 401 {
            letter.timestamp = fresh;
            letter.signature = sign(&secret(letter.bank), fresh, &letter.body);
        }
    }
    storm.shuffle(&mut dice);
    let (sent, made_in) = (storm.len(), started.elapsed());
    let stage = Arc::new(stage);
    let began = Instant::now();
    let statuses = deliver(&stage, storm).await;
    let took = began.elapsed();
    let credited: Vec<(String, Decimal)> = sqlx::query_as(
        "select payload->'QrPaid'->>'order_id', (payload->'QrPaid'->'amount'->>'amount')::numeric
         from event where event_type = 'QrPaid'",
    )
    .fetch_all(&stage.database.owner())
    .await
    .unwrap();
    assert_eq!(credited.len(), expected.len(), "each once, and no other");
    for (id, amount) in &credited {
        assert_eq!(expected.get(&id.parse().unwrap()), Some(amount));
    }
    let mut held = Decimal::ZERO;
    for player in &players {
        let wallet = stage.wallet(player).await;
        held += wallet["wallet"]["amount"]
            .as_str()
            .unwrap()
            .parse::<Decimal>()
            .unwrap();
    }
    assert_eq!(held, expected.values().sum::<Decimal>());
    assert_eq!(statuses[&200], expected.len() * COPIES);
    stage.audit().await;
    eprintln!(
        "R11 seed {seed}: {orders} orders ({} paid, {held} THB) made in {made_in:.1?}; {sent} \
         notifications in {took:.1?}: {statuses:?}; credited {} times",
        expected.len(),
        credited.len()
    );
}

fn letter(bank: &'static str, key: &str, timestamp: i64, body: String) -> Letter {
    Letter {
        bank,
        timestamp,
        signature: sign(key, timestamp, &body),
        body,
        expected: 0,
        credits: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_is_refused_by_its_code() {
    let (mut stage, _relay) = set_with(unasked).await;
    let player = stage.player(1).await;
    let qr = made(&stage, &player, "KBANK", "300").await;
    let (_, order_ref) = reference(&stage, &qr).await;
    let before = stage.head().await;
    // The window's edges are met to the second.
    let _held = stage.app.clock().hold();
    let at = now(&stage);
    let baht = |reference: &str, amount: &str| shown(&stage, reference, amount, "THB");
    let right = baht(&order_ref, "300.00");
    let (kbank, ww) = (secret("KBANK"), secret("WW"));
    let other_event = right.replace("PAYMENT_SUCCESS", "PAYMENT_FAILED");
    for (letter, expected) in [
        (
            letter("NOBANK", &kbank, at, right.clone()),
            (404, "NO_BANK"),
        ),
        (letter("BCEL", &kbank, at, right.clone()), (404, "NO_BANK")),
        (
            letter("KBANK", &ww, at, right.clone()),
            (401, "UNAUTHORIZED"),
        ),
        // Another service signs for its own channel, about an order of this one.
        (letter("WW", &ww, at, right.clone()), (404, "NO_DATA")),
        (
            letter("KBANK", &kbank, at - 302, right.clone()),
            (401, "UNAUTHORIZED"),
        ),
        (
            letter("KBANK", &kbank, at + 310, right.clone()),
            (401, "UNAUTHORIZED"),
        ),
        (
            letter("KBANK", &kbank, -at, right.clone()),
            (401, "UNAUTHORIZED"),
        ),
        (
            letter("KBANK", &kbank, at, String::new()),
            (400, "INVALID_INPUT"),
        ),
        (
            letter("KBANK", &kbank, at, "{}".to_owned()),
            (400, "INVALID_INPUT"),
        ),
        (
            letter("KBANK", &kbank, at, "null".to_owned()),
            (400, "INVALID_INPUT"),
        ),
        (
            letter("KBANK", &kbank, at, other_event),
            (400, "INVALID_INPUT"),
        ),
        (
            letter("KBANK", &kbank, at, baht("", "300.00")),
            (404, "NO_DATA"),
        ),
        (
            letter("KBANK", &kbank, at, baht("\u{0}", "300.00")),
            (400, "INVALID_INPUT"),
        ),
        (
            letter("KBANK", &kbank, at, baht(&order_ref, "300.01")),
            (422, "PAYMENT_MISMATCH"),
        ),
        (
            letter("KBANK", &kbank, at, baht(&order_ref, "-300.00")),
            (422, "PAYMENT_MISMATCH"),
        ),
        (
            letter("KBANK", &kbank, at, "x".repeat(70_000)),
            (413, "PAYLOAD_TOO_LARGE"),
        ),
    ] {
        let (status, body) = send(&stage, &letter).await;
        let message = body["message"].as_str().unwrap_or_default();
        assert_eq!(
            (status.as_u16(), message),
            expected,
            "{} {}",
            letter.bank,
            letter.body
        );
    }
    // The gateway closes a connection whose request it did not read to its end: the next one
    // must not meet that.
    stage.http = client();
    let address = stage.app.public_address();
    let bare = stage
        .http
        .post(format!("http://{address}/api/psp/KBANK/callback"));
    let (status, _) = answer(bare.body(right.clone())).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    let read = stage
        .http
        .get(format!("http://{address}/api/psp/KBANK/callback"));
    assert_eq!(answer(read).await.0, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(stage.head().await, before, "nothing was written");
    assert_eq!(stage.events(&player, "QrPaid").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_notification_is_taken_and_a_changed_one_changes_nothing() {
    let (stage, _relay) = set_with(unasked).await;
    let player = stage.player(1).await;
    let qr = made(&stage, &player, "KBANK", "300").await;
    let (_, order_ref) = reference(&stage, &qr).await;
    let (at, kbank) = (now(&stage), secret("KBANK"));
    let right = shown(&stage, &order_ref, "300.00", "THB");
    for _ in 0..3 {
        let (status, body) = send(&stage, &letter("KBANK", &kbank, at, right.clone())).await;
        assert_eq!((status, body), (StatusCode::OK, json!({ "status": "OK" })));
    }
    assert_eq!(stage.events(&player, "QrPaid").await, 1);
    // Sent again with other content: what was credited stays as it is.
    let changed = letter(
        "KBANK",
        &kbank,
        at,
        shown(&stage, &order_ref, "600.00", "THB"),
    );
    assert_eq!(
        send(&stage, &changed).await.0,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "300.00");
    stage.audit().await;
}

/// The reason with which a player's QR order waits for staff.
async fn referral(stage: &Stage, player: &Player) -> Option<String> {
    sqlx::query_scalar(
        "select payload->'QrReferred'->>'reason' from event
         where wallet_id::text = $1 and event_type = 'QrReferred'",
    )
    .bind(player.id.to_string())
    .fetch_optional(&stage.database.owner())
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_notification_is_credited_once_the_service_confirms_it() {
    let (stage, _relay) = set_with(unasked).await;
    let (thief, player) = (stage.player(1).await, stage.player(2).await);
    // Correctly signed by a holder of the key, and never paid.
    let qr = made(&stage, &thief, "KBANK", "50000.01").await;
    let (_, order_ref) = reference(&stage, &qr).await;
    let body = shown(&stage, &order_ref, "50000.01", "THB");
    let false_word = letter("KBANK", &secret("KBANK"), now(&stage), body);
    // The service may be late with its own status: the order stays open, and nothing is credited.
    for _ in 0..2 {
        let (status, answer) = send(&stage, &false_word).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{answer}");
    }
    assert_eq!(stage.wallet(&thief).await["wallet"]["amount"], "0.00");
    assert_eq!(referral(&stage, &thief).await, None);
    // Paid, while the service does not answer questions: it waits, and nobody loses anything.
    let fault = json!({ "target": "psp:kbank", "kind": "drop_before", "operation": "status" });
    stage.fault(&fault).await;
    let qr = made(&stage, &player, "KBANK", "60000").await;
    assert_eq!(scan(&stage, &qr).await.0, StatusCode::OK);
    eventually("the service was asked in vain", async || {
        let hits = stage.hits().await;
        if hits > 0 { Ok(()) } else { Err(hits) }
    })
    .await;
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "0.00");
    stage.clear_faults().await;
    // It sends again what was not taken.
    eventually("the payment is credited", async || {
        stage.world_clock.advance(Duration::from_secs(1));
        let wallet = stage.wallet(&player).await;
        let is_credited = wallet["wallet"]["amount"] == "60000.00";
        is_credited.then_some(()).ok_or(wallet)
    })
    .await;
    assert_eq!(stage.events(&player, "QrPaid").await, 1);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_that_says_an_impossible_time_credits_nothing_by_itself() {
    let (stage, _relay) = set_with(unasked).await;
    let at = stage.app.clock().now();
    let yesterday = (at - chrono::TimeDelta::days(1)).to_rfc3339();
    for (n, paid_at) in [&*yesterday, "2099-01-01T00:00:00+07:00", "soon"]
        .into_iter()
        .enumerate()
    {
        let player = stage.player(u32::try_from(n).unwrap()).await;
        let qr = made(&stage, &player, "KBANK", "300").await;
        let (_, order_ref) = reference(&stage, &qr).await;
        let body = notice_at(&order_ref, "300.00", "THB", paid_at);
        let word = letter("KBANK", &secret("KBANK"), now(&stage), body);
        let (status, _) = send(&stage, &word).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{paid_at}");
        assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "0.00");
        assert_eq!(referral(&stage, &player).await, None, "{paid_at}");
    }
    stage.audit().await;
}
