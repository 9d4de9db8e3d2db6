//! The database goes away, loses a request, or loses its answer: nothing twice, nothing lost.

use futures_util::future::join_all;
use ledger::wallet::WithdrawalEvent;
use ledger::{CommandOutcome, Ledger, LedgerError, LedgerOptions, WalletEvent};
use ledger_testing::{TestDatabase, eventually};
use sqlx::PgPool;
use tokio::sync::watch;

use super::support::{
    ALICE, all, baht, checked_journal, context, fund, keyed, main_bucket, open_ledger, patient,
    spawned, wallet, withdraw,
};
use ledger_testing::{Fault, Proxy};

#[tokio::test]
async fn a_commit_whose_answer_was_lost_is_found_and_answered_as_done() {
    let database = TestDatabase::create().await;
    let proxy = Proxy::before(&database).await;
    let ledger = open_ledger(proxy.pool.clone()).await;
    fund(&ledger, ALICE, "100").await;
    for number in 0..10 {
        proxy.set(Fault::LoseAnswer);
        // No key, and many in the batch: only the journal itself knows.
        let answers = all((0..5).map(|step| {
            let command = withdraw(number * 5 + step, "1");
            spawned(&ledger, ALICE, command, context())
        }))
        .await;
        assert!(proxy.is_over());
        for answer in answers {
            let receipt = answer.unwrap();
            assert_eq!(receipt.events.len(), 1);
            assert_eq!(receipt.events[0].position, receipt.position);
        }
    }
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("50"));
    assert_eq!(checked_journal(&database.pool()).await.len(), 3 + 50);
}

#[tokio::test]
async fn a_request_that_was_lost_is_sent_again() {
    let database = TestDatabase::create().await;
    let proxy = Proxy::before(&database).await;
    let ledger = open_ledger(proxy.pool.clone()).await;
    fund(&ledger, ALICE, "100").await;
    for number in 0..10 {
        proxy.set(Fault::LoseRequest);
        ledger
            .execute(ALICE, withdraw(number, "1"), keyed(&number.to_string(), 1))
            .await
            .unwrap();
        assert!(proxy.is_over());
    }
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("90"));
    checked_journal(&database.pool()).await;
}

#[tokio::test]
async fn callers_hear_that_the_database_is_away_and_are_served_when_it_is_back() {
    let database = TestDatabase::create().await;
    let proxy = Proxy::before(&database).await;
    let options = LedgerOptions {
        patience_ms: 300,
        ..LedgerOptions::default()
    };
    fund(&open_ledger(database.pool()).await, ALICE, "100").await;
    let ledger = Ledger::open(proxy.pool.clone(), options).await.unwrap();
    proxy.set(Fault::Away);
    let answers = all((0..20).map(|number| {
        let key = keyed(&format!("w{number}"), 1);
        spawned(&ledger, ALICE, withdraw(number, "1"), key)
    }))
    .await;
    for answer in answers {
        assert!(
            matches!(answer, Err(LedgerError::Unavailable(_))),
            "{answer:?}"
        );
    }
    proxy.set(Fault::None);
    // The way back may take longer than this ledger's short patience: they ask until they are served.
    let ledger = &ledger;
    let asking = (0..20).map(|number| {
        eventually("the ledger serves", async move || {
            let key = keyed(&format!("w{number}"), 1);
            ledger.execute(ALICE, withdraw(number, "1"), key).await
        })
    });
    join_all(asking).await;
    assert_eq!(main_bucket(ledger, ALICE).await, baht("80"));
    checked_journal(&database.pool()).await;
}

/// Rounds of load, each with a kill in its midst.
const ROUNDS: usize = 15;
/// Clients that send at once.
const CLIENTS: usize = 32;
/// Commands of a client in a round.
const STEPS: usize = 3;

/// Ends every connection of the database once the first answers of a round have come, and lets the
/// next round begin: some of its commands wait, others are under way. Reports how many it has ended.
async fn kill_in_each_round(
    owner: PgPool,
    started: watch::Sender<usize>,
    mut answered: watch::Receiver<usize>,
) -> i64 {
    let mut killed = 0_i64;
    for round in 0..ROUNDS {
        let some = round * CLIENTS * STEPS + CLIENTS / 4;
        answered.wait_for(|count| *count >= some).await.unwrap();
        killed += sqlx::query_scalar::<_, i64>(
            "select count(pg_terminate_backend(pid)) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()",
        )
        .fetch_one(&owner)
        .await
        .unwrap();
        started.send_modify(|started| *started += 1);
    }
    killed
}

/// A client's commands; what is acknowledged of them.
async fn client(
    ledger: Ledger,
    number: usize,
    mut started: watch::Receiver<usize>,
    answered: watch::Sender<usize>,
) -> Vec<CommandOutcome> {
    let mut acknowledged = Vec::new();
    let player = wallet((number % 8 + 1) as u128);
    for step in 0..ROUNDS * STEPS {
        started
            .wait_for(|started| *started >= step / STEPS)
            .await
            .unwrap();
        let number = (number * 1_000 + step) as u128;
        let key = keyed(&format!("w{number}"), 1);
        // Half the commands carry no key.
        let context = if step % 2 == 0 { key } else { context() };
        match ledger.execute(player, withdraw(number, "1"), context).await {
            Ok(receipt) => acknowledged.push(receipt),
            Err(LedgerError::Unavailable(_)) => {}
            Err(other) => panic!("{other}"),
        }
        answered.send_modify(|answered| *answered += 1);
    }
    acknowledged
}

#[tokio::test(flavor = "multi_thread")]
async fn backends_killed_under_load_lose_nothing_and_double_nothing() {
    let database = TestDatabase::create().await;
    let options = LedgerOptions {
        writers: 2,
        ..patient()
    };
    let ledger = Ledger::open(database.pool(), options).await.unwrap();
    for player in 1..=8 {
        fund(&ledger, wallet(player), "1000").await;
    }
    let (started, beginning) = watch::channel(0);
    let (answered, answers) = watch::channel(0);
    let kills = tokio::spawn(kill_in_each_round(database.owner(), started, answers));
    let clients = (0..CLIENTS)
        .map(|number| client(ledger.clone(), number, beginning.clone(), answered.clone()));
    let acknowledged: Vec<_> = all(clients).await.into_iter().flatten().collect();
    let killed = kills.await.unwrap();
    assert!(killed > 3, "only {killed} connections were killed");

    let events = checked_journal(&database.pool()).await;
    let mut seen = std::collections::HashSet::new();
    for event in &events {
        if let WalletEvent::Withdrawal(WithdrawalEvent::Requested { withdrawal_id, .. }) =
            &event.event
        {
            assert!(seen.insert((event.wallet_id, *withdrawal_id)), "twice");
        }
    }
    assert!(acknowledged.len() > 1_000, "{}", acknowledged.len());
    for receipt in acknowledged {
        for event in receipt.events {
            let at = usize::try_from(event.position).unwrap() - 1;
            assert_eq!(events[at], event, "an acknowledged event is durable");
        }
    }
}

#[tokio::test]
async fn a_command_that_the_database_refuses_does_not_fail_its_neighbours() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    for player in 1..=3 {
        fund(&ledger, wallet(player), "100").await;
    }
    // A key that the table's check refuses.
    let answers = all([
        spawned(&ledger, wallet(1), withdraw(1, "1"), context()),
        spawned(&ledger, wallet(2), withdraw(2, "1"), keyed("", 1)),
        spawned(&ledger, wallet(3), withdraw(3, "1"), context()),
    ])
    .await;
    assert!(answers[0].is_ok() && answers[2].is_ok());
    assert!(matches!(answers[1], Err(LedgerError::Unavailable(_))));
    assert_eq!(main_bucket(&ledger, wallet(2)).await, baht("100"));
    checked_journal(&database.pool()).await;
}
