//! The QR process at each of its steps: killed, lied to, kept waiting.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{QrEnd, QrStatus};
use ledger::{Account, Money, QrOrderId, WalletCommand};
use serde_json::{Value, json};

use super::notice::{self, Taken};
use super::order::{self, NewOrder, QrOrder, Settlement};
use super::work as qr;
use crate::payments::Process;
use crate::payments::attempt::Job;
use crate::payments::bench::{Harness, baht, bench, sandbox_world, scripted};
use crate::payments::process;
use crate::payments::tests::{Killing, step_and_kill};
use crate::platform::clock::new_id;

/// An order as the request leaves it that dies right before it calls the service; `age` says how
/// long ago that was.
pub(super) async fn ordered(bench: &Harness, amount: &str, age: TimeDelta) -> Job {
    let id = QrOrderId(new_id());
    let created_at = bench.state.clock.now() - age;
    let expires_at = created_at + TimeDelta::minutes(15);
    let amount = baht(amount);
    let new = NewOrder {
        id,
        wallet_id: bench.wallet_id,
        channel: "KBANK",
        amount,
        created_at,
        expires_at,
        next_at: created_at,
    };
    order::begin(&bench.state.pool, &new, u32::MAX)
        .await
        .unwrap();
    bench
        .execute(WalletCommand::OrderQr {
            order_id: id,
            channel: "KBANK".to_owned(),
            amount,
            expires_at,
        })
        .await;
    bench.subject(Process::Qr, id.0)
}

/// Longer than the request that began an order has for making it itself.
pub(super) fn a_while() -> TimeDelta {
    TimeDelta::minutes(2)
}

pub(super) async fn row(bench: &Harness, subject: Job) -> QrOrder {
    let row = order::find(&bench.state.pool, QrOrderId(subject.id)).await;
    row.unwrap().unwrap()
}

pub(super) async fn status(bench: &Harness, subject: Job) -> QrStatus {
    let wallet = bench.state.ledger.load(bench.wallet_id).await.unwrap();
    wallet.qr(QrOrderId(subject.id)).unwrap().status
}

async fn main_wallet(bench: &Harness) -> Money {
    bench.bucket(Account::Main).await
}

async fn pay(bench: &Harness, world: &str, payload: &str) {
    let request = bench.state.http.post(format!("{world}/psp/payments"));
    let reply = request.json(&json!({ "payload": payload })).send().await;
    assert_eq!(reply.unwrap().status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_killed_between_any_two_steps_is_made_and_credited_once() {
    let world = sandbox_world().await;
    let bench = bench(&world).await;
    let mut expected = baht("1000");
    let (mut making, mut crediting) = (Killing::default(), Killing::default());
    let (mut is_made_often, mut is_credited_often) = (false, false);
    loop {
        let subject = ordered(&bench, "7", a_while()).await;
        let polls = making.next();
        let is_made = step_and_kill(&bench.state.payments, subject, polls).await;
        process::step(&bench.state.payments, subject).await.unwrap();
        let payload = row(&bench, subject).await.payload;
        let payload = payload.unwrap_or_else(|| panic!("no QR, killed at poll {polls}"));
        pay(&bench, &world, &payload).await;
        let polls = (polls, crediting.next());
        let is_credited = step_and_kill(&bench.state.payments, subject, polls.1).await;
        process::step(&bench.state.payments, subject).await.unwrap();
        process::step(&bench.state.payments, subject).await.unwrap();
        expected = expected.checked_add(baht("7")).unwrap();
        assert_eq!(
            main_wallet(&bench).await,
            expected,
            "killed at polls {polls:?}"
        );
        let settlement = row(&bench, subject).await.settlement;
        assert_eq!(settlement, Some(Settlement::Paid), "killed at {polls:?}");
        is_made_often |= making.is_over(is_made);
        is_credited_often |= crediting.is_over(is_credited);
        if is_made_often && is_credited_often {
            break;
        }
    }
    let totals = bench.state.http.get(format!("{world}/__sandbox/totals"));
    let totals: Value = totals.send().await.unwrap().json().await.unwrap();
    let paid = expected.checked_sub(baht("1000")).unwrap();
    assert_eq!(totals["psp"]["kbank"]["amount"], paid.digits());
}

/// What the service says of any order; a test changes it.
pub(super) type Said = Arc<Mutex<(u16, Value)>>;

pub(super) async fn talking() -> (Harness, Said, crate::payments::bench::Calls) {
    let said: Said = Arc::new(Mutex::new((200, json!({ "status": "PENDING" }))));
    let says = Arc::clone(&said);
    let (world, calls) = scripted(move |_, body| {
        let (status, mut reply) = says.lock().unwrap().clone();
        // A call without a body was given its order's id there.
        let id = if body["orderId"].is_null() {
            &body["requestId"]
        } else {
            &body["orderId"]
        };
        if reply["orderId"].is_null() {
            reply["orderId"] = id.clone();
        }
        (status, reply)
    })
    .await;
    (bench(&world).await, said, calls)
}

pub(super) async fn placed(bench: &Harness) -> Job {
    let subject = ordered(bench, "300", a_while()).await;
    let id = QrOrderId(subject.id);
    assert!(order::mark_placed(&bench.state.pool, id).await.unwrap());
    let kept = order::keep_payload(&bench.state.pool, id, "shown").await;
    kept.unwrap();
    subject
}

fn paid(amount: &str) -> Value {
    json!({ "status": "PAID", "providerRef": "R1", "amount": amount, "currency": "THB" })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_of_another_amount_waits_for_staff_and_is_not_credited() {
    let (bench, said, _) = talking().await;
    let subject = placed(&bench).await;
    *said.lock().unwrap() = (200, paid("3000.00"));
    process::step(&bench.state.payments, subject).await.unwrap();
    assert_eq!(status(&bench, subject).await, QrStatus::Referred);
    assert_eq!(
        row(&bench, subject).await.settlement,
        Some(Settlement::Referred)
    );
    *said.lock().unwrap() = (200, paid("300.00"));
    process::step(&bench.state.payments, subject).await.unwrap();
    assert_eq!(main_wallet(&bench).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_clearly_a_payment_credits_nothing() {
    let (bench, said, _) = talking().await;
    let subject = placed(&bench).await;
    for (code, reply) in [
        (
            200,
            json!({ "status": "SETTLED", "providerRef": "R1", "amount": "300.00" }),
        ),
        (
            200,
            json!({ "status": "PAID", "amount": "300.00", "currency": "THB" }),
        ),
        (
            200,
            json!({ "status": "PAID", "providerRef": "R1", "orderId": "OTHER",
            "amount": "300.00", "currency": "THB" }),
        ),
        (202, paid("300.00")),
        (500, paid("300.00")),
        (404, json!({ "code": "ORDER_NOT_FOUND" })),
    ] {
        *said.lock().unwrap() = (code, reply);
        process::step(&bench.state.payments, subject).await.unwrap();
        assert_eq!(status(&bench, subject).await, QrStatus::Open);
    }
    assert_eq!(main_wallet(&bench).await, baht("1000"));
    *said.lock().unwrap() = (200, paid("300.00"));
    process::step(&bench.state.payments, subject).await.unwrap();
    assert_eq!(main_wallet(&bench).await, baht("1300"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unpaid_order_is_asked_about_more_and_more_rarely_and_then_left() {
    let (bench, said, calls) = talking().await;
    let _held = bench.state.clock.hold();
    let subject = placed(&bench).await;
    bench.state.clock.advance(Duration::from_mins(16));
    process::step(&bench.state.payments, subject).await.unwrap();
    assert_eq!(
        status(&bench, subject).await,
        QrStatus::Ended(QrEnd::Expired)
    );
    let mut pauses = Vec::new();
    let mut asked_at = bench.state.clock.now();
    while row(&bench, subject).await.settlement.is_none() {
        let next_at: DateTime<Utc> =
            sqlx::query_scalar("select next_at from qr_order where order_id = $1")
                .bind(subject.id)
                .fetch_one(&bench.state.pool)
                .await
                .unwrap();
        let pause = next_at - bench.state.clock.now() - TimeDelta::seconds(1);
        bench.state.clock.advance(pause.to_std().unwrap());
        assert_eq!(
            qr::due(&bench.state.payments).await.unwrap(),
            [],
            "not before its time"
        );
        bench.state.clock.advance(Duration::from_millis(1_005));
        assert_eq!(qr::due(&bench.state.payments).await.unwrap(), [subject]);
        process::step(&bench.state.payments, subject).await.unwrap();
        let now = bench.state.clock.now();
        pauses.push(((now - asked_at).num_seconds() + 30) / 60);
        asked_at = now;
    }
    assert_eq!(pauses[..6], [1, 1, 2, 4, 8, 16], "{pauses:?}");
    assert!(pauses.iter().all(|minutes| *minutes <= 61), "{pauses:?}");
    let hours = pauses.iter().sum::<i64>() / 60;
    assert!((46..=50).contains(&hours), "{hours}");
    assert_eq!(
        row(&bench, subject).await.settlement,
        Some(Settlement::Unpaid)
    );
    assert!(calls.lock().unwrap().len() < 70);
    assert!(qr::due(&bench.state.payments).await.unwrap().is_empty());
    // Nobody asks any more, but whoever tells of a payment is believed.
    drop(said);
    let order = row(&bench, subject).await;
    let (psp, _) = bench.state.config.psp("KBANK").unwrap();
    let told = crate::providers::psp::Paid {
        provider_ref: "R1".to_owned(),
    };
    for _ in 0..3 {
        qr::credit(&bench.state.payments, psp, &order, &told)
            .await
            .unwrap();
    }
    assert_eq!(main_wallet(&bench).await, baht("1300"));
    assert_eq!(
        row(&bench, subject).await.settlement,
        Some(Settlement::Paid)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_the_ledger_never_took_is_never_made() {
    let (bench, _, calls) = talking().await;
    let id = QrOrderId(new_id());
    let created_at = bench.state.clock.now();
    let new = NewOrder {
        id,
        wallet_id: bench.wallet_id,
        channel: "KBANK",
        amount: baht("300"),
        created_at,
        expires_at: created_at + TimeDelta::minutes(15),
        next_at: created_at,
    };
    order::begin(&bench.state.pool, &new, u32::MAX)
        .await
        .unwrap();
    let subject = bench.subject(Process::Qr, id.0);
    process::step(&bench.state.payments, subject).await.unwrap();
    assert_eq!(
        row(&bench, subject).await.settlement,
        None,
        "a request may be under way"
    );
    bench.state.clock.advance(Duration::from_mins(18));
    process::step(&bench.state.payments, subject).await.unwrap();
    assert_eq!(
        row(&bench, subject).await.settlement,
        Some(Settlement::Unplaced)
    );
    assert!(!order::mark_placed(&bench.state.pool, id).await.unwrap());
    assert!(calls.lock().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_order_credited_from_many_places_at_once_is_credited_once() {
    let (bench, _, _) = talking().await;
    let subject = placed(&bench).await;
    let order = row(&bench, subject).await;
    let (psp, _) = bench.state.config.psp("KBANK").unwrap();
    let told = crate::providers::psp::Paid {
        provider_ref: "R1".to_owned(),
    };
    let all = (0..50).map(|_| qr::credit(&bench.state.payments, psp, &order, &told));
    for credited in futures_util::future::join_all(all).await {
        credited.unwrap();
    }
    assert_eq!(main_wallet(&bench).await, baht("1300"));
}

async fn last_referral(bench: &Harness) -> String {
    sqlx::query_scalar(
        "select payload->'QrReferred'->>'reason' from event
         where event_type = 'QrReferred' order by position desc limit 1",
    )
    .fetch_one(&bench.state.pool)
    .await
    .unwrap()
}

/// A notification of an order's payment, as the route hands it on.
async fn told(bench: &Harness, subject: Job, is_timely: bool) -> Taken {
    let order = row(bench, subject).await;
    let (psp, _) = bench.state.config.psp("KBANK").unwrap();
    let paid = crate::providers::psp::Paid {
        provider_ref: "R1".to_owned(),
    };
    let taken = notice::take(&bench.state.payments, psp, &order, &paid, is_timely).await;
    taken.unwrap()
}

async fn placed_of(bench: &Harness, amount: &str) -> Job {
    let subject = ordered(bench, amount, a_while()).await;
    let id = QrOrderId(subject.id);
    assert!(order::mark_placed(&bench.state.pool, id).await.unwrap());
    subject
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_notification_is_believed_only_as_far_as_the_service_confirms_it() {
    let (bench, said, calls) = talking().await;
    // Small and timely: the signature is enough.
    let small = placed_of(&bench, "50000").await;
    assert_eq!(told(&bench, small, true).await, Taken::Settled);
    assert_eq!(status(&bench, small).await, QrStatus::Paid);
    assert!(calls.lock().unwrap().is_empty());
    for (reply, reason) in [
        ((200, paid("50000.02")), "OTHER_AMOUNT"),
        (
            (
                200,
                json!({ "status": "PAID", "providerRef": "R1", "amount": "50000.01",
                    "currency": "LAK" }),
            ),
            "OTHER_AMOUNT",
        ),
        (
            (
                200,
                json!({ "status": "PAID", "providerRef": "R2", "amount": "50000.01",
                    "currency": "THB" }),
            ),
            "OTHER_REFERENCE",
        ),
    ] {
        *said.lock().unwrap() = reply;
        let large = placed_of(&bench, "50000.01").await;
        assert_eq!(told(&bench, large, true).await, Taken::Settled);
        assert_eq!(status(&bench, large).await, QrStatus::Referred, "{reason}");
        assert_eq!(last_referral(&bench).await, reason);
        // Told again, it stays staff's.
        assert_eq!(told(&bench, large, true).await, Taken::Settled);
    }
    assert_eq!(main_wallet(&bench).await, baht("51000"));
    *said.lock().unwrap() = (200, paid("50000.01"));
    let large = placed_of(&bench, "50000.01").await;
    for _ in 0..3 {
        assert_eq!(told(&bench, large, true).await, Taken::Settled);
    }
    assert_eq!(main_wallet(&bench).await, baht("101000.01"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_that_overtakes_the_services_own_status_is_asked_about_again() {
    let (bench, said, calls) = talking().await;
    let large = placed_of(&bench, "60000").await;
    let id = QrOrderId(large.id);
    let kept = order::keep_payload(&bench.state.pool, id, "shown").await;
    kept.unwrap();
    for status_so_far in [
        (200, json!({ "status": "PENDING" })),
        (404, json!({ "code": "ORDER_NOT_FOUND" })),
    ] {
        *said.lock().unwrap() = status_so_far;
        for _ in 0..2 {
            assert_eq!(told(&bench, large, true).await, Taken::NotConfirmed);
        }
        assert_eq!(status(&bench, large).await, QrStatus::Open);
        assert_eq!(main_wallet(&bench).await, baht("1000"));
    }
    // The order's own questions go on, though the notification never comes again.
    process::step(&bench.state.payments, large).await.unwrap();
    assert_eq!(status(&bench, large).await, QrStatus::Open);
    let asked = calls.lock().unwrap().len();
    *said.lock().unwrap() = (200, paid("60000.00"));
    bench.state.clock.advance(Duration::from_mins(1));
    assert_eq!(qr::due(&bench.state.payments).await.unwrap(), [large]);
    process::step(&bench.state.payments, large).await.unwrap();
    assert_eq!(calls.lock().unwrap().len(), asked + 1);
    assert_eq!(status(&bench, large).await, QrStatus::Paid);
    // A late notification changes nothing.
    assert_eq!(told(&bench, large, true).await, Taken::Settled);
    assert_eq!(main_wallet(&bench).await, baht("61000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_that_the_service_never_confirms_goes_to_staff_once_the_order_is_over() {
    let (bench, said, _) = talking().await;
    for so_far in [
        (200, json!({ "status": "PENDING" })),
        (200, json!({ "status": "CANCELLED" })),
        (404, json!({ "code": "ORDER_NOT_FOUND" })),
        // Nobody can tell until nobody asks any more.
        (500, json!({})),
    ] {
        *said.lock().unwrap() = so_far.clone();
        let large = placed_of(&bench, "60000").await;
        assert_eq!(told(&bench, large, true).await, Taken::NotConfirmed);
        assert_eq!(status(&bench, large).await, QrStatus::Open);
        bench.state.clock.advance(Duration::from_mins(15));
        process::step(&bench.state.payments, large).await.unwrap();
        if so_far.0 == 500 {
            assert_ne!(status(&bench, large).await, QrStatus::Referred);
            bench
                .state
                .clock
                .advance(bench.state.config.qr.late().to_std().unwrap());
            process::step(&bench.state.payments, large).await.unwrap();
        }
        assert_eq!(
            status(&bench, large).await,
            QrStatus::Referred,
            "{so_far:?}"
        );
        assert_eq!(last_referral(&bench).await, "NOT_CONFIRMED");
        assert_eq!(
            row(&bench, large).await.settlement,
            Some(Settlement::Referred)
        );
    }
    // One that comes when the time is over needs no more patience.
    *said.lock().unwrap() = (200, json!({ "status": "PENDING" }));
    let late = placed_of(&bench, "60000").await;
    bench.state.clock.advance(Duration::from_mins(15));
    assert_eq!(told(&bench, late, true).await, Taken::Settled);
    assert_eq!(status(&bench, late).await, QrStatus::Referred);
    assert_eq!(main_wallet(&bench).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_payment_waits_for_a_service_that_is_away_and_is_credited_once() {
    let (bench, said, _) = talking().await;
    let large = placed_of(&bench, "60000").await;
    for reply in [(500, json!({})), (200, json!({ "status": "SETTLED" }))] {
        *said.lock().unwrap() = reply;
        assert_eq!(told(&bench, large, true).await, Taken::NotConfirmed);
        assert_eq!(status(&bench, large).await, QrStatus::Open);
        assert_eq!(main_wallet(&bench).await, baht("1000"));
    }
    *said.lock().unwrap() = (200, paid("60000.00"));
    // Whoever comes first: our own question, or the notification once more.
    let asking = process::step(&bench.state.payments, large);
    let (asked, taken) = futures_util::future::join(asking, told(&bench, large, true)).await;
    asked.unwrap();
    assert_eq!(taken, Taken::Settled);
    assert_eq!(main_wallet(&bench).await, baht("61000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_of_an_impossible_time_is_confirmed_first_whatever_its_amount() {
    let (bench, said, _) = talking().await;
    let subject = placed_of(&bench, "300").await;
    assert_eq!(told(&bench, subject, false).await, Taken::NotConfirmed);
    assert_eq!(status(&bench, subject).await, QrStatus::Open);
    assert_eq!(main_wallet(&bench).await, baht("1000"));
    *said.lock().unwrap() = (200, paid("300.00"));
    assert_eq!(told(&bench, subject, false).await, Taken::Settled);
    assert_eq!(main_wallet(&bench).await, baht("1300"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_a_clock_has_put_off_by_a_day_is_looked_at_once_the_clock_is_right() {
    let (bench, said, _) = talking().await;
    let subject = placed(&bench).await;
    let day = Duration::from_hours(24);
    *said.lock().unwrap() = (500, json!({}));
    bench.state.clock.advance(day);
    // It ends as expired, and is asked about later.
    process::step(&bench.state.payments, subject).await.unwrap();
    bench.state.clock.set_back(day);
    assert_eq!(qr::due(&bench.state.payments).await.unwrap(), [subject]);
}
