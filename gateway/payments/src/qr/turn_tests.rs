//! Which QR orders get their turn, and how many there may be.

use std::time::Duration;

use chrono::TimeDelta;
use ledger::QrOrderId;
use ledger::wallet::{QrEnd, QrStatus};

use super::order::{self, NewOrder, Settlement};
use super::tests::{a_while, ordered, placed, row, status, talking};
use super::work as qr;
use crate::harness::{Harness, baht};
use crate::process;
use platform::clock::new_id;

/// Orders that ended yesterday, or that can be paid now, and that have been due for a long time.
async fn waiting(harness: &Harness, how_many: i32, expires_in: &str, is_withdrawn: bool) {
    sqlx::query(
        "insert into qr_order (order_id, order_ref, wallet_id, channel, currency, amount,
            created_at, expires_at, is_placed, payload, is_withdrawn, next_at)
         select gen_random_uuid(), upper(substr(md5($2::text || $4::text || n::text), 1, 20)), $1,
            'KBANK', 'THB', 1, $5 - interval '2 days', $5 + $2::text::interval, true, 'shown', $4,
            $5 - interval '1 hour'
         from generate_series(1, $3) n",
    )
    .bind(harness.wallet_id.0)
    .bind(expires_in)
    .bind(how_many)
    .bind(is_withdrawn)
    .bind(harness.state.clock.now())
    .execute(&harness.state.pool)
    .await
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_to_be_paid_now_does_not_wait_for_those_that_ended() {
    let (harness, _, _) = talking().await;
    waiting(&harness, 10_000, "-1 day", false).await;
    waiting(&harness, 10_000, "10 minutes", true).await;
    let subject = placed(&harness).await;
    let due = qr::due(&harness.state).await.unwrap();
    assert!(due.contains(&subject), "{due:?}");
    assert_eq!(due.len(), 3, "{due:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn late_money_does_not_wait_for_the_orders_to_be_paid_now() {
    let (harness, _, _) = talking().await;
    waiting(&harness, 100, "10 minutes", false).await;
    let subject = placed(&harness).await;
    harness.state.clock.advance(Duration::from_mins(16));
    process::step(&harness.state, subject).await.unwrap();
    assert!(row(&harness, subject).await.is_withdrawn);
    harness.state.clock.advance(Duration::from_mins(2));
    // As many live orders as before still get a turn.
    let due = qr::due(&harness.state).await.unwrap();
    assert!(due.contains(&subject), "{due:?}");
    assert_eq!(due.len(), 5, "{due:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_next_to_an_abandoned_row_is_ended_and_never_made() {
    let (harness, _, calls) = talking().await;
    let subject = ordered(&harness, "300", a_while()).await;
    let left = Settlement::Unplaced;
    let id = QrOrderId(subject.id);
    order::settle(&harness.state.pool, id, left).await.unwrap();
    let order = row(&harness, subject).await;
    assert!(!qr::place(&harness.state, &order).await.unwrap());
    assert_eq!(
        status(&harness, subject).await,
        QrStatus::Ended(QrEnd::Failed)
    );
    assert!(calls.lock().unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_that_begin_at_once_do_not_pass_the_bound_of_an_hour_together() {
    let (harness, _, _) = talking().await;
    let created_at = harness.state.clock.now();
    let (pool, wallet_id) = (&harness.state.pool, harness.wallet_id);
    let all = (0..100).map(|_| async move {
        let new = NewOrder {
            id: QrOrderId(new_id()),
            wallet_id,
            channel: "KBANK",
            amount: baht("100"),
            created_at,
            expires_at: created_at + TimeDelta::minutes(15),
            next_at: created_at,
        };
        order::begin(pool, &new, 3).await.unwrap()
    });
    let started = futures_util::future::join_all(all).await;
    assert_eq!(started.iter().flatten().count(), 3);
    let written: i64 = sqlx::query_scalar("select count(*) from qr_order")
        .fetch_one(pool)
        .await
        .unwrap();
    assert_eq!(written, 3);
}
