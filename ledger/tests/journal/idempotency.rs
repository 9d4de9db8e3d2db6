//! A command with a key takes effect once; who repeats it hears the same.

use ledger::{CommandOutcome, LedgerError, WalletEvent};
use ledger_testing::TestDatabase;

use super::support::{
    ALICE, all, baht, checked_journal, context, credit, fund, keyed, main_bucket, open,
    open_ledger, spawned, submit, wallet, withdraw,
};

/// A repeat's receipt without the mark that it is one.
fn first_heard(receipt: CommandOutcome) -> CommandOutcome {
    CommandOutcome {
        is_replayed: false,
        ..receipt
    }
}

#[tokio::test]
async fn fifty_keys_sent_a_hundred_times_at_once_take_effect_once_each() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let players = 1..=5;
    for player in players.clone() {
        fund(&ledger, wallet(player), "1000").await;
    }
    let before = checked_journal(&database.pool()).await.len();
    let mut requests = Vec::new();
    for _ in 0..100 {
        for key in 0..50_u128 {
            // Each repeat has its own id, so that only the key shows that it is one.
            let command = withdraw(1_000 + requests.len() as u128, "1");
            let context = keyed(&format!("key-{key}"), 1);
            requests.push(spawned(&ledger, wallet(key % 5 + 1), command, context));
        }
    }
    let mut answers: Vec<Vec<CommandOutcome>> = vec![Vec::new(); 50];
    for (place, answer) in all(requests).await.into_iter().enumerate() {
        answers[place % 50].push(answer.unwrap());
    }
    for receipts in answers {
        let first = receipts.iter().filter(|receipt| !receipt.is_replayed);
        assert_eq!(first.count(), 1);
        let heard = first_heard(receipts[0].clone());
        for receipt in receipts {
            assert_eq!(first_heard(receipt), heard);
        }
    }
    let events = checked_journal(&database.pool()).await;
    assert_eq!(events.len() - before, 50);
    for player in players {
        assert_eq!(main_bucket(&ledger, wallet(player)).await, baht("990"));
    }
}

#[tokio::test]
async fn a_key_used_for_another_request_is_refused() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "100").await;
    // In one batch, and again when the first is long committed.
    for _ in 0..2 {
        let answers = all([
            spawned(&ledger, ALICE, withdraw(1, "1"), keyed("key", 1)),
            spawned(&ledger, ALICE, withdraw(2, "2"), keyed("key", 2)),
        ])
        .await;
        assert!(answers[0].is_ok(), "{:?}", answers[0]);
        assert!(matches!(answers[1], Err(LedgerError::IdempotencyMismatch)));
    }
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("99"));
}

#[tokio::test]
async fn a_repeat_hears_the_first_answer_though_it_would_be_refused_by_now() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "100").await;
    let first = ledger
        .execute(ALICE, withdraw(1, "100"), keyed("all", 1))
        .await
        .unwrap();
    // Another id: decided for itself it would be refused for lack of money.
    let again = ledger
        .execute(ALICE, withdraw(2, "100"), keyed("all", 1))
        .await
        .unwrap();
    assert!(again.is_replayed);
    assert_eq!(first_heard(again), first);
}

/// A batch that writes looks for no conflict by itself, and a refusal writes nothing that could
/// collide.
#[tokio::test]
async fn a_repeat_that_would_be_refused_hears_the_first_answer_in_a_batch_that_writes() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "100").await;
    let first = ledger
        .execute(ALICE, withdraw(1, "100"), keyed("all", 1))
        .await
        .unwrap();
    // Both are in the queue before the writer has its turn on this thread.
    let (submitted, again) = tokio::join!(
        ledger.execute(ALICE, submit(2, "other"), context()),
        ledger.execute(ALICE, withdraw(2, "100"), keyed("all", 1)),
    );
    assert_eq!(submitted.unwrap().events.len(), 1);
    let again = again.unwrap();
    assert!(again.is_replayed);
    assert_eq!(first_heard(again), first);
    checked_journal(&database.pool()).await;
}

#[tokio::test]
async fn a_repeat_after_a_restart_hears_the_first_answer() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "100").await;
    let first = ledger
        .execute(ALICE, withdraw(1, "10"), keyed("key", 1))
        .await
        .unwrap();
    ledger
        .execute(ALICE, withdraw(2, "5"), context())
        .await
        .unwrap();
    ledger.close().await;

    let ledger = open_ledger(database.pool()).await;
    let again = ledger
        .execute(ALICE, withdraw(1, "10"), keyed("key", 1))
        .await
        .unwrap();
    assert!(again.is_replayed);
    assert_eq!(first_heard(again), first);
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("85"));
}

#[tokio::test]
async fn a_refused_command_writes_nothing_and_may_be_repeated_under_its_key() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "100").await;
    let before = checked_journal(&database.pool()).await.len();
    let refused = ledger
        .execute(ALICE, withdraw(1, "150"), keyed("key", 1))
        .await;
    assert!(
        matches!(refused, Err(LedgerError::Refused(_))),
        "{refused:?}"
    );
    assert_eq!(checked_journal(&database.pool()).await.len(), before);

    for command in [submit(77, "MORE"), credit(77, "MORE", "50")] {
        ledger.execute(ALICE, command, context()).await.unwrap();
    }
    let taken = ledger
        .execute(ALICE, withdraw(1, "150"), keyed("key", 1))
        .await
        .unwrap();
    assert!(!taken.is_replayed);
}

#[tokio::test]
async fn a_command_with_nothing_left_to_do_is_answered_and_its_key_is_used() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let funded = fund(&ledger, ALICE, "100").await;
    let nothing = ledger
        .execute(ALICE, open(), keyed("open", 1))
        .await
        .unwrap();
    assert_eq!(nothing.events, []);
    assert_eq!(nothing.position, funded.position);
    assert_eq!(nothing.sequence, funded.sequence);

    let again = ledger
        .execute(ALICE, open(), keyed("open", 1))
        .await
        .unwrap();
    assert!(again.is_replayed);
    assert_eq!(first_heard(again), nothing);
    let other = ledger.execute(ALICE, withdraw(1, "1"), keyed("open", 2));
    assert!(matches!(other.await, Err(LedgerError::IdempotencyMismatch)));
    assert_eq!(checked_journal(&database.pool()).await.len(), 3);
}

#[tokio::test]
async fn two_wallets_may_use_the_same_key() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let answers =
        all((1..=2).map(|player| spawned(&ledger, wallet(player), open(), keyed("open", 1)))).await;
    for answer in answers {
        let receipt = answer.unwrap();
        assert!(!receipt.is_replayed);
        assert!(matches!(receipt.events[0].event, WalletEvent::Opened(_)));
    }
}
