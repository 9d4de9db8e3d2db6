//! The count of the main wallet's movements, which each event carries.

use ledger::{Ledger, LedgerOptions, Money, RecordedEvent, WalletId};
use ledger_testing::TestDatabase;

use super::support::{ALICE, baht, checked_journal, context, fund, submit, wallet, withdraw};

const BOB: WalletId = wallet(2);

/// What the event brings into the main wallet, read from its stored form.
fn moved(event: &RecordedEvent) -> Money {
    let stored = serde_json::to_value(&event.event).unwrap();
    let fields = stored.as_object().unwrap().values().next().unwrap();
    let none = Vec::new();
    let postings = fields["postings"].as_array().unwrap_or(&none);
    let amounts = postings.iter().filter(|it| it["account"] == "main");
    amounts.fold(baht("0"), |sum, it| {
        let amount: Money = serde_json::from_value(it["amount"].clone()).unwrap();
        sum.checked_add(amount).unwrap()
    })
}

async fn open_ledger(database: &TestDatabase) -> Ledger {
    let options = LedgerOptions {
        snapshot_every: 3,
        ..LedgerOptions::default()
    };
    Ledger::open(database.pool(), options).await.unwrap()
}

#[tokio::test]
async fn each_event_that_moves_main_has_the_next_number_and_no_other_takes_one() {
    let database = TestDatabase::create().await;
    let mut ledger = open_ledger(&database).await;
    for wallet in [ALICE, BOB] {
        fund(&ledger, wallet, "100").await;
    }
    for number in 0..12 {
        let takes = withdraw(number, "1");
        ledger.execute(ALICE, takes, context()).await.unwrap();
        // A slip that waits moves nothing, and another wallet's movements count for itself.
        let waits = submit(1_000 + number, &format!("waits{number}"));
        ledger.execute(ALICE, waits, context()).await.unwrap();
        let refused = withdraw(2_000 + number, "5000");
        assert!(ledger.execute(ALICE, refused, context()).await.is_err());
        if number % 3 == 0 {
            let takes = withdraw(3_000 + number, "2");
            ledger.execute(BOB, takes, context()).await.unwrap();
        }
        if number % 4 == 1 {
            // Continues from what is stored: a snapshot and some events.
            ledger.close().await;
            ledger = open_ledger(&database).await;
        }
    }
    let snapshots: i64 = sqlx::query_scalar("select count(*) from snapshot")
        .fetch_one(&database.pool())
        .await
        .unwrap();
    assert_eq!(snapshots, 2);
    let events = checked_journal(&database.pool()).await;
    for (owner, count) in [(ALICE, 13), (BOB, 5)] {
        let mut movements = 0;
        for event in events.iter().filter(|event| event.wallet_id == owner) {
            movements += u64::from(!moved(event).is_zero());
            assert_eq!(event.metadata.movements, Some(movements), "{event:?}");
        }
        assert_eq!(movements, count);
        assert_eq!(ledger.load(owner).await.unwrap().movements(), count);
    }
}
