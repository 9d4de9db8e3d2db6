//! The QR process at each of its steps, with crashes, false answers and delays.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use ledger::wallet::{QrCommand, QrEnd, QrStatus};
use ledger::{Account, Money, QrOrderId, WalletCommand};
use serde_json::{Value, json};

use super::notice::{self, Taken};
use super::order::{self, NewOrder, QrOrder, Settlement};
use super::work as qr;
use crate::Process;
use crate::attempt::Job;
use crate::harness::{Harness, baht, harness, sandbox_world, scripted};
use crate::process;
use crate::tests::{Killing, step_and_kill};
use platform::clock::new_id;

/// An order of a request that crashed just before it called the service, `age` ago.
pub(super) async fn ordered(harness: &Harness, amount: &str, age: TimeDelta) -> Job {
    let id = QrOrderId(new_id());
    let created_at = harness.state.clock.now() - age;
    let expires_at = created_at + TimeDelta::minutes(15);
    let amount = baht(amount);
    let new = NewOrder {
        id,
        wallet_id: harness.wallet_id,
        channel: "KBANK",
        amount,
        created_at,
        expires_at,
        next_at: created_at,
    };
    order::begin(&harness.state.pool, &new, u32::MAX)
        .await
        .unwrap();
    harness
        .execute(WalletCommand::Qr(QrCommand::Order {
            order_id: id,
            channel: "KBANK".to_owned(),
            amount,
            expires_at,
        }))
        .await;
    harness.subject(Process::Qr, id.0)
}

/// Longer than the request that started an order has to create it itself.
pub(super) fn a_while() -> TimeDelta {
    TimeDelta::minutes(2)
}

pub(super) async fn row(harness: &Harness, subject: Job) -> QrOrder {
    let row = order::find(&harness.state.pool, QrOrderId(subject.id)).await;
    row.unwrap().unwrap()
}

pub(super) async fn status(harness: &Harness, subject: Job) -> QrStatus {
    let wallet = harness.state.ledger.load(harness.wallet_id).await.unwrap();
    wallet.qr(QrOrderId(subject.id)).unwrap().status
}

async fn main_wallet(harness: &Harness) -> Money {
    harness.bucket(Account::Main).await
}

async fn pay(harness: &Harness, world: &str, payload: &str) {
    let request = harness.state.http.post(format!("{world}/psp/payments"));
    let reply = request.json(&json!({ "payload": payload })).send().await;
    assert_eq!(reply.unwrap().status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_killed_between_any_two_steps_is_made_and_credited_once() {
    let world = sandbox_world().await;
    let harness = harness(&world).await;
    let mut expected = baht("1000");
    let (mut making, mut crediting) = (Killing::default(), Killing::default());
    let (mut is_made_often, mut is_credited_often) = (false, false);
    loop {
        let subject = ordered(&harness, "7", a_while()).await;
        let polls = making.next();
        let is_made = step_and_kill(&harness.state, subject, polls).await;
        process::step(&harness.state, subject).await.unwrap();
        let payload = row(&harness, subject).await.payload;
        let payload = payload.unwrap_or_else(|| panic!("no QR, killed at poll {polls}"));
        pay(&harness, &world, &payload).await;
        let polls = (polls, crediting.next());
        let is_credited = step_and_kill(&harness.state, subject, polls.1).await;
        process::step(&harness.state, subject).await.unwrap();
        process::step(&harness.state, subject).await.unwrap();
        expected = expected.checked_add(baht("7")).unwrap();
        assert_eq!(
            main_wallet(&harness).await,
            expected,
            "killed at polls {polls:?}"
        );
        let settlement = row(&harness, subject).await.settlement;
        assert_eq!(settlement, Some(Settlement::Paid), "killed at {polls:?}");
        is_made_often |= making.is_over(is_made);
        is_credited_often |= crediting.is_over(is_credited);
        if is_made_often && is_credited_often {
            break;
        }
    }
    let totals = harness.state.http.get(format!("{world}/__sandbox/totals"));
    let totals: Value = totals.send().await.unwrap().json().await.unwrap();
    let paid = expected.checked_sub(baht("1000")).unwrap();
    assert_eq!(totals["psp"]["kbank"]["amount"], paid.digits());
}

/// The service's answer about any order; a test changes it.
pub(super) type Said = Arc<Mutex<(u16, Value)>>;

pub(super) async fn talking() -> (Harness, Said, crate::harness::Calls) {
    let said: Said = Arc::new(Mutex::new((200, json!({ "status": "PENDING" }))));
    let says = Arc::clone(&said);
    let (world, calls) = scripted(move |_, body| {
        let (status, mut reply) = says.lock().unwrap().clone();
        // In a call without a body, the order's id is in the path.
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
    (harness(&world).await, said, calls)
}

pub(super) async fn placed(harness: &Harness) -> Job {
    let subject = ordered(harness, "300", a_while()).await;
    let id = QrOrderId(subject.id);
    assert!(order::mark_placed(&harness.state.pool, id).await.unwrap());
    let stored = order::keep_payload(&harness.state.pool, id, "shown").await;
    stored.unwrap();
    subject
}

fn paid(amount: &str) -> Value {
    json!({ "status": "PAID", "providerRef": "R1", "amount": amount, "currency": "THB" })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_of_another_amount_waits_for_staff_and_is_not_credited() {
    let (harness, said, _) = talking().await;
    let subject = placed(&harness).await;
    *said.lock().unwrap() = (200, paid("3000.00"));
    process::step(&harness.state, subject).await.unwrap();
    assert_eq!(status(&harness, subject).await, QrStatus::Referred);
    assert_eq!(
        row(&harness, subject).await.settlement,
        Some(Settlement::Referred)
    );
    *said.lock().unwrap() = (200, paid("300.00"));
    process::step(&harness.state, subject).await.unwrap();
    assert_eq!(main_wallet(&harness).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_credit_of_another_amount_is_named_unless_staff_made_it() {
    let (harness, said, _) = talking().await;
    let state = &harness.state;
    *said.lock().unwrap() = (200, paid("3000.00"));
    let mut position = 0;
    for context in [
        state.staff_context("somebody", "test".to_owned()),
        state.process_context(Process::Qr.name(), "test".to_owned()),
    ] {
        let subject = placed(&harness).await;
        process::step(state, subject).await.unwrap();
        let command = WalletCommand::Qr(QrCommand::CreditReferred {
            order_id: QrOrderId(subject.id),
            amount: baht("3000"),
            provider_ref: "R1".to_owned(),
            deposit_account: "kbank-qr".to_owned(),
        });
        let wallet_id = harness.wallet_id;
        let credited = state.ledger.execute(wallet_id, command, context).await;
        // Coins come right after it.
        position = credited.unwrap().events[0].position;
    }
    assert_eq!(main_wallet(&harness).await, baht("7000"));
    let key = Some(state.ledger.journal_key());
    let findings = order::verify(&state.pool, key, 10).await.unwrap();
    let named = format!("event, position {position}: it credits another amount than was ordered");
    assert_eq!(findings, [named]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_clearly_a_payment_credits_nothing() {
    let (harness, said, _) = talking().await;
    let subject = placed(&harness).await;
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
        process::step(&harness.state, subject).await.unwrap();
        assert_eq!(status(&harness, subject).await, QrStatus::Open);
    }
    assert_eq!(main_wallet(&harness).await, baht("1000"));
    *said.lock().unwrap() = (200, paid("300.00"));
    process::step(&harness.state, subject).await.unwrap();
    assert_eq!(main_wallet(&harness).await, baht("1300"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unpaid_order_is_asked_about_more_and_more_rarely_and_then_left() {
    let (harness, said, calls) = talking().await;
    let _held = harness.state.clock.hold();
    let subject = placed(&harness).await;
    harness.state.clock.advance(Duration::from_mins(16));
    process::step(&harness.state, subject).await.unwrap();
    assert_eq!(
        status(&harness, subject).await,
        QrStatus::Ended(QrEnd::Expired)
    );
    let mut pauses = Vec::new();
    let mut asked_at = harness.state.clock.now();
    while row(&harness, subject).await.settlement.is_none() {
        let next_at: DateTime<Utc> =
            sqlx::query_scalar("select next_at from qr_order where order_id = $1")
                .bind(subject.id)
                .fetch_one(&harness.state.pool)
                .await
                .unwrap();
        let pause = next_at - harness.state.clock.now() - TimeDelta::seconds(1);
        harness.state.clock.advance(pause.to_std().unwrap());
        assert_eq!(
            qr::due(&harness.state).await.unwrap(),
            [],
            "not before its time"
        );
        harness.state.clock.advance(Duration::from_millis(1_005));
        assert_eq!(qr::due(&harness.state).await.unwrap(), [subject]);
        process::step(&harness.state, subject).await.unwrap();
        let now = harness.state.clock.now();
        pauses.push(((now - asked_at).num_seconds() + 30) / 60);
        asked_at = now;
    }
    assert_eq!(pauses[..6], [1, 1, 2, 4, 8, 16], "{pauses:?}");
    assert!(pauses.iter().all(|minutes| *minutes <= 61), "{pauses:?}");
    let hours = pauses.iter().sum::<i64>() / 60;
    assert!((46..=50).contains(&hours), "{hours}");
    assert_eq!(
        row(&harness, subject).await.settlement,
        Some(Settlement::Unpaid)
    );
    assert!(calls.lock().unwrap().len() < 70);
    assert!(qr::due(&harness.state).await.unwrap().is_empty());
    // Polling has ended, but a reported payment is still credited.
    drop(said);
    let order = row(&harness, subject).await;
    let (psp, _) = harness.state.config.psp("KBANK").unwrap();
    let reported = providers::psp::Paid {
        provider_ref: "R1".to_owned(),
    };
    for _ in 0..3 {
        qr::credit(&harness.state, psp, &order, &reported)
            .await
            .unwrap();
    }
    assert_eq!(main_wallet(&harness).await, baht("1300"));
    assert_eq!(
        row(&harness, subject).await.settlement,
        Some(Settlement::Paid)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_the_ledger_never_took_is_never_made() {
    let (harness, _, calls) = talking().await;
    let id = QrOrderId(new_id());
    let created_at = harness.state.clock.now();
    let new = NewOrder {
        id,
        wallet_id: harness.wallet_id,
        channel: "KBANK",
        amount: baht("300"),
        created_at,
        expires_at: created_at + TimeDelta::minutes(15),
        next_at: created_at,
    };
    order::begin(&harness.state.pool, &new, u32::MAX)
        .await
        .unwrap();
    let subject = harness.subject(Process::Qr, id.0);
    process::step(&harness.state, subject).await.unwrap();
    assert_eq!(
        row(&harness, subject).await.settlement,
        None,
        "a request may be under way"
    );
    harness.state.clock.advance(Duration::from_mins(18));
    process::step(&harness.state, subject).await.unwrap();
    assert_eq!(
        row(&harness, subject).await.settlement,
        Some(Settlement::Unplaced)
    );
    assert!(!order::mark_placed(&harness.state.pool, id).await.unwrap());
    assert!(calls.lock().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_order_credited_from_many_places_at_once_is_credited_once() {
    let (harness, _, _) = talking().await;
    let subject = placed(&harness).await;
    let order = row(&harness, subject).await;
    let (psp, _) = harness.state.config.psp("KBANK").unwrap();
    let paid = providers::psp::Paid {
        provider_ref: "R1".to_owned(),
    };
    let all = (0..50).map(|_| qr::credit(&harness.state, psp, &order, &paid));
    for credited in futures_util::future::join_all(all).await {
        credited.unwrap();
    }
    assert_eq!(main_wallet(&harness).await, baht("1300"));
}

async fn last_referral(harness: &Harness) -> String {
    sqlx::query_scalar(
        "select payload->'QrReferred'->>'reason' from event
         where event_type = 'QrReferred' order by position desc limit 1",
    )
    .fetch_one(&harness.state.pool)
    .await
    .unwrap()
}

/// Takes a notification of an order's payment, as the route does.
async fn notify(harness: &Harness, subject: Job, is_timely: bool) -> Taken {
    let order = row(harness, subject).await;
    let (psp, _) = harness.state.config.psp("KBANK").unwrap();
    let paid = providers::psp::Paid {
        provider_ref: "R1".to_owned(),
    };
    let taken = notice::take(&harness.state, psp, &order, &paid, is_timely).await;
    taken.unwrap()
}

async fn placed_of(harness: &Harness, amount: &str) -> Job {
    let subject = ordered(harness, amount, a_while()).await;
    let id = QrOrderId(subject.id);
    assert!(order::mark_placed(&harness.state.pool, id).await.unwrap());
    subject
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_notification_is_believed_only_as_far_as_the_service_confirms_it() {
    let (harness, said, calls) = talking().await;
    // Small and timely: the signature is enough.
    let small = placed_of(&harness, "50000").await;
    assert_eq!(notify(&harness, small, true).await, Taken::Settled);
    assert_eq!(status(&harness, small).await, QrStatus::Paid);
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
        let large = placed_of(&harness, "50000.01").await;
        assert_eq!(notify(&harness, large, true).await, Taken::Settled);
        assert_eq!(
            status(&harness, large).await,
            QrStatus::Referred,
            "{reason}"
        );
        assert_eq!(last_referral(&harness).await, reason);
        // Notified again, it stays with staff.
        assert_eq!(notify(&harness, large, true).await, Taken::Settled);
    }
    assert_eq!(main_wallet(&harness).await, baht("51000"));
    *said.lock().unwrap() = (200, paid("50000.01"));
    let large = placed_of(&harness, "50000.01").await;
    for _ in 0..3 {
        assert_eq!(notify(&harness, large, true).await, Taken::Settled);
    }
    assert_eq!(main_wallet(&harness).await, baht("101000.01"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_that_overtakes_the_services_own_status_is_asked_about_again() {
    let (harness, said, calls) = talking().await;
    let large = placed_of(&harness, "60000").await;
    let id = QrOrderId(large.id);
    let stored = order::keep_payload(&harness.state.pool, id, "shown").await;
    stored.unwrap();
    for status_so_far in [
        (200, json!({ "status": "PENDING" })),
        (404, json!({ "code": "ORDER_NOT_FOUND" })),
    ] {
        *said.lock().unwrap() = status_so_far;
        for _ in 0..2 {
            assert_eq!(notify(&harness, large, true).await, Taken::NotConfirmed);
        }
        assert_eq!(status(&harness, large).await, QrStatus::Open);
        assert_eq!(main_wallet(&harness).await, baht("1000"));
    }
    // Polling of the order continues, though the notification never comes again.
    process::step(&harness.state, large).await.unwrap();
    assert_eq!(status(&harness, large).await, QrStatus::Open);
    let asked = calls.lock().unwrap().len();
    *said.lock().unwrap() = (200, paid("60000.00"));
    harness.state.clock.advance(Duration::from_mins(1));
    assert_eq!(qr::due(&harness.state).await.unwrap(), [large]);
    process::step(&harness.state, large).await.unwrap();
    assert_eq!(calls.lock().unwrap().len(), asked + 1);
    assert_eq!(status(&harness, large).await, QrStatus::Paid);
    // A late notification changes nothing.
    assert_eq!(notify(&harness, large, true).await, Taken::Settled);
    assert_eq!(main_wallet(&harness).await, baht("61000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_that_the_service_never_confirms_goes_to_staff_once_the_order_is_over() {
    let (harness, said, _) = talking().await;
    for so_far in [
        (200, json!({ "status": "PENDING" })),
        (200, json!({ "status": "CANCELLED" })),
        (404, json!({ "code": "ORDER_NOT_FOUND" })),
        // The service gives no answer until polling ends.
        (500, json!({})),
    ] {
        *said.lock().unwrap() = so_far.clone();
        let large = placed_of(&harness, "60000").await;
        assert_eq!(notify(&harness, large, true).await, Taken::NotConfirmed);
        assert_eq!(status(&harness, large).await, QrStatus::Open);
        harness.state.clock.advance(Duration::from_mins(15));
        process::step(&harness.state, large).await.unwrap();
        if so_far.0 == 500 {
            assert_ne!(status(&harness, large).await, QrStatus::Referred);
            harness
                .state
                .clock
                .advance(harness.state.config.qr.late().to_std().unwrap());
            process::step(&harness.state, large).await.unwrap();
        }
        assert_eq!(
            status(&harness, large).await,
            QrStatus::Referred,
            "{so_far:?}"
        );
        assert_eq!(last_referral(&harness).await, "NOT_CONFIRMED");
        assert_eq!(
            row(&harness, large).await.settlement,
            Some(Settlement::Referred)
        );
    }
    // A notification that comes after the order expired is decided at once.
    *said.lock().unwrap() = (200, json!({ "status": "PENDING" }));
    let late = placed_of(&harness, "60000").await;
    harness.state.clock.advance(Duration::from_mins(15));
    assert_eq!(notify(&harness, late, true).await, Taken::Settled);
    assert_eq!(status(&harness, late).await, QrStatus::Referred);
    assert_eq!(main_wallet(&harness).await, baht("1000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_large_payment_waits_for_a_service_that_is_away_and_is_credited_once() {
    let (harness, said, _) = talking().await;
    let large = placed_of(&harness, "60000").await;
    for reply in [(500, json!({})), (200, json!({ "status": "SETTLED" }))] {
        *said.lock().unwrap() = reply;
        assert_eq!(notify(&harness, large, true).await, Taken::NotConfirmed);
        assert_eq!(status(&harness, large).await, QrStatus::Open);
        assert_eq!(main_wallet(&harness).await, baht("1000"));
    }
    *said.lock().unwrap() = (200, paid("60000.00"));
    // Either comes first: the poll, or the repeated notification.
    let asking = process::step(&harness.state, large);
    let (asked, taken) = futures_util::future::join(asking, notify(&harness, large, true)).await;
    asked.unwrap();
    assert_eq!(taken, Taken::Settled);
    assert_eq!(main_wallet(&harness).await, baht("61000"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_of_an_impossible_time_is_confirmed_first_whatever_its_amount() {
    let (harness, said, _) = talking().await;
    let subject = placed_of(&harness, "300").await;
    assert_eq!(notify(&harness, subject, false).await, Taken::NotConfirmed);
    assert_eq!(status(&harness, subject).await, QrStatus::Open);
    assert_eq!(main_wallet(&harness).await, baht("1000"));
    *said.lock().unwrap() = (200, paid("300.00"));
    assert_eq!(notify(&harness, subject, false).await, Taken::Settled);
    assert_eq!(main_wallet(&harness).await, baht("1300"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_a_clock_has_put_off_by_a_day_is_looked_at_once_the_clock_is_right() {
    let (harness, said, _) = talking().await;
    let subject = placed(&harness).await;
    let day = Duration::from_hours(24);
    *said.lock().unwrap() = (500, json!({}));
    harness.state.clock.advance(day);
    // It ends as expired, and is queried later.
    process::step(&harness.state, subject).await.unwrap();
    harness.state.clock.set_back(day);
    assert_eq!(qr::due(&harness.state).await.unwrap(), [subject]);
}
