//! Connections that fall silent: nothing ends, and nothing is answered.

use std::time::Duration;

use ledger::{Ledger, LedgerOptions};
use ledger_testing::{PATIENCE, TestDatabase, Wire, eventually};
use sqlx::{Connection, PgPool};
use tokio::time::timeout;

use super::support::{
    ALICE, baht, checked_journal, context, fund, keyed, main_bucket, spawned, withdraw,
};

fn pool_of(wire: &Wire, connections: u32) -> PgPool {
    ledger::pool::options()
        .max_connections(connections)
        .acquire_timeout(PATIENCE)
        .connect_lazy_with(ledger::pool::watched(wire.options()))
}

async fn one(pool: &PgPool) -> i32 {
    let one = sqlx::query_scalar("select 1").fetch_one(pool);
    one.await.unwrap()
}

#[tokio::test]
async fn a_pool_hands_out_no_connection_that_fell_silent_and_loses_no_place_to_one() {
    let database = TestDatabase::create().await;
    let wire = Wire::to(&database).await;
    let pool = pool_of(&wire, 2);
    // Both fall silent while they are held; one of them in the middle of a statement that is given
    // up, as by a request whose caller has gone.
    let (mut idle, mut used) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    sqlx::query("select 1").execute(&mut *idle).await.unwrap();
    wire.silence_old().await;
    let asked = sqlx::query("select 1").execute(&mut *used);
    assert!(timeout(Duration::from_millis(10), asked).await.is_err());
    drop((idle, used));
    let both = async { tokio::join!(one(&pool), one(&pool)) };
    assert_eq!(timeout(PATIENCE, both).await, Ok((1, 1)));
    // Those that lie in the pool fall silent as well. On its way back a connection is asked twice,
    // by us and then by the pool itself, whose question has no bound: one that falls silent between
    // the two keeps its place until the system gives it up.
    eventually("none is on its way back", async || {
        let (idle, all) = (pool.num_idle(), pool.size());
        if usize::try_from(all) == Ok(idle) {
            Ok(())
        } else {
            Err((idle, all))
        }
    })
    .await;
    wire.silence_old().await;
    assert_eq!(one(&pool).await, 1);
    // Held at once, so there are two places.
    let _both = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
}

#[tokio::test]
async fn a_transaction_whose_begin_was_abandoned_takes_in_no_later_statement() {
    let database = TestDatabase::create().await;
    let wire = Wire::to(&database).await;
    let pool = pool_of(&wire, 1);
    let mut connection = pool.acquire().await.unwrap();
    let mut begin = Box::pin(connection.begin());
    // Sent, and given up before the answer.
    assert!(futures_util::poll!(&mut begin).is_pending());
    drop(begin);
    drop(connection);
    let mut next = pool.acquire().await.unwrap();
    let mut numbers = Vec::new();
    for _ in 0..2 {
        let number = sqlx::query_scalar::<_, i64>("select txid_current()");
        numbers.push(number.fetch_one(&mut *next).await.unwrap());
    }
    assert_ne!(numbers[0], numbers[1], "each is its own transaction");
}

#[tokio::test]
async fn a_command_on_a_connection_that_fell_silent_is_carried_by_another() {
    let database = TestDatabase::create().await;
    let wire = Wire::to(&database).await;
    let ledger = Ledger::open(pool_of(&wire, 4), LedgerOptions::default()).await;
    let ledger = ledger.unwrap();
    fund(&ledger, ALICE, "100").await;
    wire.silence_old().await;
    let receipt = ledger
        .execute(ALICE, withdraw(1, "1"), keyed("w1", 1))
        .await;
    assert_eq!(receipt.unwrap().events.len(), 1);
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("99"));
    assert_eq!(checked_journal(&database.pool()).await.len(), 3 + 1);
}

#[tokio::test]
async fn a_commit_whose_answer_falls_silent_is_found_and_answered_as_done() {
    let database = TestDatabase::create().await;
    let wire = Wire::to(&database).await;
    let ledger = Ledger::open(pool_of(&wire, 4), LedgerOptions::default()).await;
    let ledger = ledger.unwrap();
    fund(&ledger, ALICE, "100").await;
    let mut gate = database.owner().begin().await.unwrap();
    let shut = "select from log_head for update";
    sqlx::query(shut).execute(&mut *gate).await.unwrap();
    let command = tokio::spawn(spawned(&ledger, ALICE, withdraw(1, "1"), context()));
    database.locked_out(1).await;
    wire.silence_old().await;
    gate.rollback().await.unwrap();
    assert_eq!(command.await.unwrap().unwrap().events.len(), 1);
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("99"));
    assert_eq!(checked_journal(&database.pool()).await.len(), 3 + 1);
}
