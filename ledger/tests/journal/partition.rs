//! The journal's table grows by partitions.

use ledger::journal::{extend, partitions};
use ledger::{Ledger, LedgerError};
use ledger_testing::TestDatabase;

use super::support::{
    ALICE, all, baht, checked_journal, fund, keyed, main_bucket, open_ledger, wallet, withdraw,
};

/// As much as a partition holds.
const WIDTH: i64 = 67_108_864;

#[tokio::test(flavor = "multi_thread")]
async fn the_next_partition_is_made_once_and_before_it_is_needed() {
    let database = TestDatabase::create().await;
    let before = partitions(&database.pool()).await.unwrap();
    assert_eq!(extend(&database.pool()).await.unwrap(), WIDTH);
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "1").await;
    let pool = database.pool();
    let left = all((0..8).map(|_| {
        let pool = pool.clone();
        async move { extend(&pool).await.unwrap() }
    }))
    .await;
    assert_eq!(left, [2 * WIDTH - 3; 8]);
    let mut after = partitions(&database.pool()).await.unwrap();
    assert_eq!(after.pop().as_deref(), Some("event_from_000067108865"));
    assert_eq!(after, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_without_room_refuses_commands_and_takes_them_when_there_is_room() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    for player in 1..=2 {
        fund(&ledger, wallet(player), "100").await;
    }
    let run = async |statement: &str| {
        let done = sqlx::raw_sql(statement).execute(&database.owner()).await;
        done.unwrap();
    };
    run("drop table event_from_000000000009; drop table event_from_000000000257").await;
    let ask = async |ledger: &Ledger, number: u128| {
        let key = keyed(&format!("w{number}"), 1);
        ledger.execute(ALICE, withdraw(number, "1"), key).await
    };
    for number in 1..=2 {
        ask(&ledger, number).await.unwrap();
    }
    let refused = ask(&ledger, 3).await.unwrap_err();
    assert!(matches!(refused, LedgerError::Unavailable(_)), "{refused}");
    assert_eq!(checked_journal(&database.pool()).await.len(), 8);
    run("select journal_partition_add(9, 257)").await;
    let taken = ask(&ledger, 3).await.unwrap();
    assert_eq!(taken.events[0].position, 9);
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("97"));
    checked_journal(&database.pool()).await;
}
