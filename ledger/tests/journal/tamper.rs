//! Somebody with the owner's rights has changed what is stored: it is found, and never spent.

use ledger::journal::{JournalError, verify_stream};
use ledger::{Account, JournalKey, Ledger, LedgerError, LedgerOptions};
use ledger_testing::TestDatabase;
use sqlx::PgPool;

use super::support::{
    ALICE, baht, checked_journal, context, fund, main_bucket, open_ledger, wallet, withdraw,
};

/// A wallet with a few events and a snapshot behind them, and a second wallet.
async fn a_history() -> TestDatabase {
    let database = TestDatabase::create().await;
    let options = LedgerOptions {
        snapshot_every: 5,
        ..LedgerOptions::default()
    };
    let ledger = Ledger::open(database.pool(), options).await.unwrap();
    for player in [ALICE, wallet(2)] {
        fund(&ledger, player, "100").await;
        for number in 0..4 {
            ledger
                .execute(player, withdraw(number, "1"), context())
                .await
                .unwrap();
        }
    }
    checked_journal(&database.pool()).await;
    database
}

/// Changes rows as only the owner can who has lifted the triggers on purpose.
async fn tamper(owner: &PgPool, statement: &str) {
    let script = format!(
        "alter table event disable trigger append_only; {statement};
         alter table event enable always trigger append_only"
    );
    sqlx::raw_sql(&script).execute(owner).await.unwrap();
}

async fn assert_corrupt(database: &TestDatabase, statement: &str) {
    let found = verify_stream(&database.pool(), &JournalKey::default(), ALICE).await;
    assert!(
        matches!(
            found,
            Err(JournalError::Corrupt {
                wallet_id: ALICE,
                ..
            })
        ),
        "{statement}: {found:?}"
    );
    verify_stream(&database.pool(), &JournalKey::default(), wallet(2))
        .await
        .unwrap();
}

#[tokio::test]
async fn every_change_of_a_stored_event_is_found_and_its_wallet_named() {
    let database = a_history().await;
    tamper(
        &database.owner(),
        "create table true_event as select * from event;
         create table true_head as select * from stream_head",
    )
    .await;
    for statement in [
        "update event set payload = replace(payload::text, '100.00', '900.00')::json
         where wallet_id = '00000000-0000-0000-0000-000000000001' and sequence = 3",
        "update event set metadata = replace(metadata::text, 'member', 'staff')::json
         where position = 2",
        "update event set payload = (payload::text || ' ')::json where position = 2",
        "update event set event_version = '1.0.1' where position = 2",
        "update event set event_type = 'Closed' where position = 2",
        "update event set stream_hash = sha256('x') where position = 2",
        "update event set state_hash = sha256('x') where position = 2",
        "update event set state_hash = null
         where wallet_id = '00000000-0000-0000-0000-000000000001' and sequence = 5",
        "delete from event where position = 2",
        "delete from event
         where wallet_id = '00000000-0000-0000-0000-000000000001' and sequence = 7",
        "delete from event where wallet_id = '00000000-0000-0000-0000-000000000001'",
        "delete from stream_head where wallet_id = '00000000-0000-0000-0000-000000000001'",
        "update stream_head set version = version - 1
         where wallet_id = '00000000-0000-0000-0000-000000000001'",
        "update event set sequence = 1000
         where wallet_id = '00000000-0000-0000-0000-000000000001' and sequence = 4;
         update event set sequence = 4
         where wallet_id = '00000000-0000-0000-0000-000000000001' and sequence = 5;
         update event set sequence = 5
         where wallet_id = '00000000-0000-0000-0000-000000000001' and sequence = 1000",
    ] {
        tamper(&database.owner(), statement).await;
        assert_corrupt(&database, statement).await;
        tamper(
            &database.owner(),
            "delete from event; insert into event select * from true_event;
             delete from stream_head; insert into stream_head select * from true_head",
        )
        .await;
    }
    checked_journal(&database.pool()).await;
}

#[tokio::test]
async fn a_wallet_with_a_changed_event_is_not_served_and_not_written_to() {
    let database = a_history().await;
    tamper(
        &database.owner(),
        "delete from snapshot;
         update event set payload = replace(payload::text, '100.00', '900.00')::json
         where wallet_id = '00000000-0000-0000-0000-000000000001' and sequence = 3",
    )
    .await;
    let ledger = open_ledger(database.pool()).await;
    let loaded = ledger.load(ALICE).await;
    assert!(
        matches!(loaded, Err(LedgerError::Corrupt { .. })),
        "{loaded:?}"
    );
    let spent = ledger.execute(ALICE, withdraw(50, "500"), context()).await;
    assert!(
        matches!(spent, Err(LedgerError::Corrupt { .. })),
        "{spent:?}"
    );
    // The neighbour continues.
    ledger
        .execute(wallet(2), withdraw(50, "1"), context())
        .await
        .unwrap();
}

#[tokio::test]
async fn a_snapshot_edited_by_hand_is_never_spendable() {
    let edit = "update snapshot set state = replace(state::text, '98.00', '900000.00')::json
                where wallet_id = '00000000-0000-0000-0000-000000000001'";
    let database = a_history().await;
    let changed = sqlx::query(edit).execute(&database.owner()).await.unwrap();
    assert_eq!(changed.rows_affected(), 1);
    let (state,): (String,) = sqlx::query_as(
        "select state::text from snapshot
         where wallet_id = '00000000-0000-0000-0000-000000000001'",
    )
    .fetch_one(&database.pool())
    .await
    .unwrap();
    assert!(state.contains("900000.00"), "the edit took: {state}");

    let ledger = open_ledger(database.pool()).await;
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("96"));
    let spent = ledger.execute(ALICE, withdraw(50, "500"), context()).await;
    assert!(matches!(spent, Err(LedgerError::Refused(_))), "{spent:?}");
    let wallet = ledger.load(ALICE).await.unwrap();
    assert_eq!(wallet.bucket(&Account::Withdrawal), Some(baht("4")));
    assert_corrupt(&database, edit).await;
}

#[tokio::test]
async fn a_snapshot_moved_to_another_wallet_or_event_is_passed_over() {
    for statement in [
        "update snapshot set sequence = 6
         where wallet_id = '00000000-0000-0000-0000-000000000001'",
        "update snapshot set state = '{}'
         where wallet_id = '00000000-0000-0000-0000-000000000001'",
        "update snapshot set sequence = 700
         where wallet_id = '00000000-0000-0000-0000-000000000001'",
        "update snapshot set format = 0
         where wallet_id = '00000000-0000-0000-0000-000000000001'",
    ] {
        let database = a_history().await;
        tamper(&database.owner(), statement).await;
        let ledger = open_ledger(database.pool()).await;
        assert_eq!(main_bucket(&ledger, ALICE).await, baht("96"), "{statement}");
    }
}

#[tokio::test]
async fn a_gap_in_the_positions_stops_the_feed() {
    let database = a_history().await;
    tamper(&database.owner(), "delete from event where position = 4").await;
    let page = ledger::read_events(&database.pool(), None, 0, 3)
        .await
        .unwrap();
    assert_eq!(page.len(), 3);
    let behind = ledger::read_events(&database.pool(), None, 3, 3).await;
    assert!(
        matches!(behind, Err(LedgerError::Corrupt { .. })),
        "{behind:?}"
    );
}

#[tokio::test]
async fn postings_that_do_not_balance_stop_the_feed() {
    let database = a_history().await;
    tamper(
        &database.owner(),
        "update event set payload = replace(payload::text, '-100.00', '-100.01')::json
         where position = 3",
    )
    .await;
    let page = ledger::read_events(&database.pool(), None, 0, 10).await;
    assert!(matches!(page, Err(LedgerError::Corrupt { .. })), "{page:?}");
}

#[tokio::test]
async fn a_wallet_that_was_loaded_is_read_again_once_its_stream_has_grown() {
    let database = a_history().await;
    let reader = open_ledger(database.pool()).await;
    let before = reader.load(ALICE).await.unwrap();
    // A reader of the events finds from now on that they are not what was appended.
    tamper(
        &database.owner(),
        "update event set payload = replace(payload::text, '1.00', '9.00')::json
         where wallet_id = '00000000-0000-0000-0000-000000000001'",
    )
    .await;
    assert_eq!(reader.load(ALICE).await.unwrap(), before);
    let writer = open_ledger(database.pool()).await;
    let grown = "update stream_head set version = version + 1
        where wallet_id = '00000000-0000-0000-0000-000000000001'";
    sqlx::query(grown).execute(&database.owner()).await.unwrap();
    for ledger in [&reader, &writer] {
        let found = ledger.load(ALICE).await;
        assert!(
            matches!(
                found,
                Err(LedgerError::Corrupt {
                    wallet_id: ALICE,
                    ..
                })
            ),
            "{found:?}"
        );
    }
}
