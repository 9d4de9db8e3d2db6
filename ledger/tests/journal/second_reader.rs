//! The framework's own reader comes to the same wallets as our loading, and says which differ.

use ledger::journal::{SecondReading, read_again};
use ledger_testing::TestDatabase;

use super::support::{ALICE, context, fund, open_ledger, wallet, withdraw};

async fn a_history() -> TestDatabase {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    for player in [ALICE, wallet(2), wallet(3)] {
        fund(&ledger, player, "100").await;
        for number in 0..3 {
            let asked = ledger.execute(player, withdraw(number, "1"), context());
            asked.await.unwrap();
        }
    }
    database
}

/// As the owner: the view shows something else than the events.
async fn show(database: &TestDatabase, payload: &str, but: &str) {
    let view = format!(
        "create or replace view event_by_aggregate as
         select 'wallet'::text as aggregate_type, wallet_id::text as aggregate_id, sequence,
                event_type, event_version, {payload} as payload, metadata, wallet_id
         from event where not (wallet_id = '{ALICE}' and {but})"
    );
    sqlx::raw_sql(&view)
        .execute(&database.owner())
        .await
        .unwrap();
}

async fn read(database: &TestDatabase) -> SecondReading {
    read_again(&database.pool(), None).await.unwrap()
}

#[tokio::test]
async fn both_readers_come_to_the_same_wallets() {
    let database = a_history().await;
    let expected = SecondReading {
        wallets: 3,
        ..SecondReading::default()
    };
    assert_eq!(read(&database).await, expected);
}

#[tokio::test]
async fn each_difference_is_named_with_its_wallet() {
    let database = a_history().await;
    let last =
        format!("sequence = (select max(sequence) from event e where e.wallet_id = '{ALICE}')");
    let other = "replace(payload::text, '\"amount\":\"100.00\"', '\"amount\":\"90.00\"')::json";
    for (payload, but, what) in [
        ("payload", last.as_str(), "by the framework"),
        ("payload", "sequence = 2", "the framework"),
        (other, "false", "the balances differ"),
        (
            "'{\"Mystery\":{}}'::json",
            "sequence = 2",
            "the framework cannot read it",
        ),
    ] {
        show(&database, payload, but).await;
        let found = read(&database).await;
        assert!(found.difference_count >= 1, "{payload} {but}");
        let alice = format!("wallet {ALICE}: ");
        let named = found.differences.iter().find(|it| it.starts_with(&alice));
        assert!(
            named.is_some_and(|it| it.contains(what)),
            "{payload} {but}: {found:?}"
        );
    }
}

#[tokio::test]
async fn more_wallets_than_a_page_are_all_read() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    for number in 10..=410 {
        fund(&ledger, wallet(number), "1").await;
    }
    let found = read(&database).await;
    assert_eq!((found.wallets, found.difference_count), (401, 0));
}
