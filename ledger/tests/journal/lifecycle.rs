//! Opening, closing, and callers that go away.

use std::time::Duration;

use ledger::{Ledger, LedgerError, LedgerOptions};
use ledger_testing::{PATIENCE, TestDatabase};

use super::support::{
    ALICE, all, baht, checked_journal, context, fund, main_bucket, open_ledger, spawned, withdraw,
};

#[tokio::test]
async fn close_ends_the_commands_that_wait_and_refuses_new_ones() {
    let database = TestDatabase::create().await;
    // Several batches: some commands still wait when the door closes.
    let options = LedgerOptions {
        batch_max: 5,
        ..LedgerOptions::default()
    };
    let ledger = Ledger::open(database.pool(), options).await.unwrap();
    fund(&ledger, ALICE, "100").await;
    let waiting: Vec<_> = (0..50)
        .map(|number| tokio::spawn(spawned(&ledger, ALICE, withdraw(number, "1"), context())))
        .collect();
    // Each task runs to its first wait: the commands are queued.
    tokio::task::yield_now().await;
    ledger.close().await;
    for answer in waiting {
        answer.await.unwrap().unwrap();
    }
    let late = ledger.execute(ALICE, withdraw(99, "1"), context()).await;
    assert!(matches!(late, Err(LedgerError::Busy)), "{late:?}");
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("50"));
    checked_journal(&database.pool()).await;
}

#[tokio::test]
async fn a_caller_that_goes_away_does_not_cancel_its_command() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "100").await;
    let mut committed = ledger.committed();
    committed.mark_unchanged();
    let gone = tokio::spawn(spawned(&ledger, ALICE, withdraw(1, "1"), context()));
    tokio::task::yield_now().await;
    gone.abort();
    tokio::time::timeout(PATIENCE, committed.changed())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("99"));
}

#[tokio::test]
async fn a_full_queue_turns_commands_away_and_writes_nothing_for_them() {
    let database = TestDatabase::create().await;
    let options = LedgerOptions {
        queue_max: 5,
        ..LedgerOptions::default()
    };
    let ledger = Ledger::open(database.pool(), options).await.unwrap();
    fund(&ledger, ALICE, "100").await;
    let answers =
        all((0..100).map(|number| spawned(&ledger, ALICE, withdraw(number, "1"), context()))).await;
    let busy = |answer: &Result<_, LedgerError>| matches!(answer, Err(LedgerError::Busy));
    let turned_away = answers.iter().filter(|answer| busy(answer)).count();
    let taken = answers.iter().filter(|answer| answer.is_ok()).count();
    assert!(turned_away > 0);
    assert_eq!(taken + turned_away, 100);
    assert_eq!(checked_journal(&database.pool()).await.len(), 3 + taken);
}

#[tokio::test]
async fn a_wallet_that_was_never_opened_loads_empty() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let wallet = ledger.load(ALICE).await.unwrap();
    assert_eq!((wallet.sequence(), wallet.currency()), (0, None));
}

#[tokio::test]
async fn a_wallet_is_the_same_from_memory_from_its_snapshot_and_from_its_events() {
    let database = TestDatabase::create().await;
    let options = LedgerOptions {
        snapshot_every: 3,
        ..LedgerOptions::default()
    };
    let ledger = Ledger::open(database.pool(), options).await.unwrap();
    fund(&ledger, ALICE, "100").await;
    for number in 0..10 {
        ledger
            .execute(ALICE, withdraw(number, "1"), context())
            .await
            .unwrap();
    }
    let from_memory = ledger.load(ALICE).await.unwrap();
    let snapshot: i64 = sqlx::query_scalar("select sequence from snapshot")
        .fetch_one(&database.pool())
        .await
        .unwrap();
    assert!(snapshot >= 9 && snapshot < from_memory.sequence());
    let other = open_ledger(database.pool()).await;
    assert_eq!(other.load(ALICE).await.unwrap(), from_memory);
    let from_events =
        ledger::journal::verify_stream(&database.pool(), &ledger::JournalKey::default(), ALICE)
            .await;
    assert_eq!(from_events.unwrap().wallet, from_memory);
}

#[tokio::test]
async fn a_book_does_not_open_on_a_database_that_is_away() {
    let pool = sqlx::postgres::PgPoolOptions::new()
        .acquire_timeout(Duration::from_millis(200))
        .connect_lazy("postgres://nobody@127.0.0.1:1/none")
        .unwrap();
    let opened = Ledger::open(pool, LedgerOptions::default()).await;
    assert!(matches!(opened.err(), Some(LedgerError::Unavailable(_))));
}

#[tokio::test]
async fn each_event_carries_what_the_main_wallet_holds_after_it() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let mut events = fund(&ledger, ALICE, "100").await.events;
    // What a caller says about it counts for nothing.
    let mut context = context();
    context.metadata.main = Some(baht("900"));
    for number in 1..=2 {
        let command = withdraw(number, "7");
        let receipt = ledger
            .execute(ALICE, command, context.clone())
            .await
            .unwrap();
        events.extend(receipt.events);
    }
    let journal = checked_journal(&database.pool()).await;
    assert_eq!(journal[2..], events, "a caller hears what is stored");
    let stored: Vec<_> = journal.iter().map(|event| event.metadata.main).collect();
    let expected = ["0", "0", "100", "93", "86"].map(|amount| Some(baht(amount)));
    assert_eq!(stored, expected);
}
