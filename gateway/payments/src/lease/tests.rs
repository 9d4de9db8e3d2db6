//! The lease between gateways: who may take it, who may not renew it, and what a late holder may
//! write.

use std::time::Duration;

use ledger_testing::Wire;
use uuid::Uuid;

use super::*;
use crate::Process;
use crate::attempt::TOKEN;
use crate::harness::{Harness, harness};
use platform::clock::new_id;

/// A gateway with a separate connection for the lease.
fn line(harness: &Harness, hold: Duration) -> LeaseConnection {
    LeaseConnection {
        options: harness.state.pool.connect_options().as_ref().clone(),
        connection: None,
        holder: new_id(),
        hold,
        renew_every: hold / 4,
    }
}

const HOUR: Duration = Duration::from_hours(1);

async fn nobodys() -> Harness {
    harness("http://127.0.0.1:9").await
}

async fn run(harness: &Harness, statement: &str) {
    let done = sqlx::raw_sql(statement).execute(&harness.state.pool);
    done.await.unwrap();
}

#[tokio::test]
async fn of_two_gateways_one_holds_the_lease_and_a_given_back_one_goes_to_the_other() {
    let harness = nobodys().await;
    let (mut here, mut there) = (line(&harness, HOUR), line(&harness, HOUR));
    let first = here.take().await.unwrap().unwrap();
    assert_eq!(there.take().await.unwrap(), None);
    assert!(here.renew(first).await.unwrap());
    here.give_back(first).await;
    assert!(!is_held(&harness.state.pool).await.unwrap());
    let second = there.take().await.unwrap().unwrap();
    assert!(second > first, "{second} {first}");
    assert!(is_held(&harness.state.pool).await.unwrap());
}

#[tokio::test]
async fn a_renewal_that_comes_after_giving_back_takes_nothing() {
    let harness = nobodys().await;
    let mut here = line(&harness, HOUR);
    let token = here.take().await.unwrap().unwrap();
    here.give_back(token).await;
    assert!(!here.renew(token).await.unwrap());
    assert!(!is_held(&harness.state.pool).await.unwrap());
}

#[tokio::test]
async fn a_lease_that_is_over_is_taken_and_not_renewed() {
    let harness = nobodys().await;
    let (mut here, mut there) = (line(&harness, HOUR), line(&harness, HOUR));
    let token = here.take().await.unwrap().unwrap();
    run(&harness, "update lease set held_until = clock_timestamp()").await;
    assert!(!here.renew(token).await.unwrap());
    assert!(there.take().await.unwrap().unwrap() > token);
    // The previous holder can no longer renew it or give it back.
    assert!(!here.renew(token).await.unwrap());
    here.give_back(token).await;
    assert!(is_held(&harness.state.pool).await.unwrap());
}

#[tokio::test]
async fn a_lease_that_ends_later_than_anybody_may_ask_for_is_taken() {
    let harness = nobodys().await;
    let (mut here, mut there) = (line(&harness, HOUR), line(&harness, HOUR));
    let token = here.take().await.unwrap().unwrap();
    run(
        &harness,
        "update lease set held_until = held_until + interval '30 min'",
    )
    .await;
    assert_eq!(there.take().await.unwrap(), None, "within twice the hold");
    run(
        &harness,
        "update lease set held_until = held_until + interval '1 day'",
    )
    .await;
    assert!(there.take().await.unwrap().unwrap() > token);
}

#[tokio::test]
async fn a_gateway_whose_answer_was_lost_takes_its_own_lease_again() {
    let harness = nobodys().await;
    let mut here = line(&harness, HOUR);
    let lost = here.take().await.unwrap().unwrap();
    assert!(here.take().await.unwrap().unwrap() > lost);
    assert!(!here.renew(lost).await.unwrap());
}

#[tokio::test]
async fn a_holder_that_hears_nothing_stops_before_its_lease_ends() {
    let harness = nobodys().await;
    let wire = Wire::to(&harness.database).await;
    let mut line = line(&harness, Duration::from_secs(8));
    line.options = wire.options();
    line.renew_every = Duration::from_secs(1);
    let sent = Instant::now();
    let token = line.take().await.unwrap().unwrap();
    let lease = Lease::begin(line, token, sent);
    assert!(lease.term.lasts());
    wire.silence();
    lease.lost.cancelled().await;
    assert!(!lease.term.lasts());
    assert!(is_held(&harness.state.pool).await.unwrap(), "too late");
}

#[tokio::test]
async fn a_holder_whose_connection_falls_silent_renews_on_another() {
    let harness = nobodys().await;
    let wire = Wire::to(&harness.database).await;
    let mut line = line(&harness, HOUR);
    line.options = wire.options();
    let token = line.take().await.unwrap().unwrap();
    wire.silence_old().await;
    assert!(line.renewed(token).await.is_some());
    assert_eq!(wire.made(), 2);
}

#[tokio::test]
async fn a_gateway_that_lost_the_lease_notes_nothing_and_forgets_nothing() {
    let harness = nobodys().await;
    let pool = &harness.state.pool;
    let (mut here, mut there) = (line(&harness, HOUR), line(&harness, HOUR));
    let token = here.take().await.unwrap().unwrap();
    let subject = harness.subject(Process::Transfer, Uuid::nil());
    let now = harness.state.clock.now();
    let note = async |token| {
        let note = subject.note(pool, (now, now), "UNKNOWN", false);
        TOKEN.scope(token, note).await.unwrap();
        subject
            .load(pool)
            .await
            .unwrap()
            .map(|attempt| attempt.attempts)
    };
    assert_eq!(note(token).await, Some(1));
    here.give_back(token).await;
    let next = there.take().await.unwrap().unwrap();
    assert_eq!(note(token).await, Some(1));
    assert_eq!(note(next).await, Some(2));
    TOKEN.scope(token, subject.forget(pool)).await.unwrap();
    assert!(subject.load(pool).await.unwrap().is_some());
    TOKEN.scope(next, subject.forget(pool)).await.unwrap();
    assert!(subject.load(pool).await.unwrap().is_none());
}
