//! Many at once: on one wallet, on many, and from two processes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ledger::{Account, Ledger, LedgerError, LedgerOptions, WalletError, read_events};
use ledger_testing::TestDatabase;

use super::support::{
    ALICE, all, baht, checked_journal, context, credit, fund, keyed, main_bucket, open,
    open_ledger, spawned, submit, wallet, withdraw,
};

#[tokio::test(flavor = "multi_thread")]
async fn of_a_thousand_withdrawals_of_one_from_a_hundred_exactly_a_hundred_succeed() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "100").await;
    let answers = all((0..1_000).map(|number| {
        let key = keyed(&format!("w{number}"), 1);
        spawned(&ledger, ALICE, withdraw(number, "1"), key)
    }))
    .await;
    let (taken, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(Result::is_ok);
    assert_eq!(taken.len(), 100);
    for answer in refused {
        match answer.unwrap_err() {
            LedgerError::Refused(refusal @ WalletError::InsufficientFunds { .. }) => {
                assert_eq!(refusal.code(), "MONEY_NOT_ENOUGH");
            }
            other => panic!("{other}"),
        }
    }
    let wallet = ledger.load(ALICE).await.unwrap();
    assert_eq!(wallet.bucket(&Account::Main), Some(baht("0")));
    assert_eq!(wallet.bucket(&Account::Withdrawal), Some(baht("100")));
    checked_journal(&database.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_on_one_wallet_never_spend_the_same_money() {
    let database = TestDatabase::create().await;
    let books = [
        open_ledger(database.pool()).await,
        open_ledger(database.pool()).await,
    ];
    fund(&books[0], ALICE, "100").await;
    let answers = all((0..400_u16).map(|number| {
        let ledger = &books[usize::from(number % 2)];
        spawned(ledger, ALICE, withdraw(number.into(), "1"), context())
    }))
    .await;
    let taken = answers.iter().filter(|answer| answer.is_ok()).count();
    for answer in answers {
        if let Err(error) = answer {
            assert!(
                matches!(error, LedgerError::Refused(_)),
                "a stale head is decided again, not handed to the caller: {error}"
            );
        }
    }
    assert_eq!(taken, 100);
    for ledger in &books {
        assert_eq!(main_bucket(ledger, ALICE).await, baht("0"));
    }
    checked_journal(&database.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_processes_on_one_wallet_turn_nobody_away_and_write_each_command_once() {
    const CALLERS: u128 = 24;
    const COMMANDS: u128 = 40;
    let database = TestDatabase::create().await;
    let mut books = Vec::new();
    for _ in 0..3 {
        books.push(open_ledger(database.pool()).await);
    }
    fund(&books[0], ALICE, "1").await;
    let work = (0..CALLERS).map(|caller| {
        let ledger = books[usize::try_from(caller % 3).unwrap()].clone();
        async move {
            for number in caller * COMMANDS..(caller + 1) * COMMANDS {
                let name = format!("S{number}");
                for command in [
                    submit(1_000 + number, &name),
                    credit(1_000 + number, &name, "1"),
                ] {
                    let done = ledger.execute(ALICE, command, context()).await;
                    assert_eq!(done.unwrap().events.len(), 1);
                }
            }
        }
    });
    all(work).await;
    let credited = baht(&(1 + CALLERS * COMMANDS).to_string());
    for ledger in &books {
        assert_eq!(main_bucket(ledger, ALICE).await, credited);
    }
    let events = checked_journal(&database.pool()).await;
    assert_eq!(
        u128::try_from(events.len()).unwrap(),
        3 + 2 * CALLERS * COMMANDS
    );
}

#[tokio::test]
async fn a_refusal_is_never_decided_on_a_state_that_another_process_has_changed() {
    let database = TestDatabase::create().await;
    let here = open_ledger(database.pool()).await;
    let there = open_ledger(database.pool()).await;
    fund(&here, ALICE, "1").await;
    here.execute(ALICE, withdraw(1, "1"), context())
        .await
        .unwrap();
    for command in [submit(5, "THERE"), credit(5, "THERE", "100")] {
        there.execute(ALICE, command, context()).await.unwrap();
    }
    here.execute(ALICE, withdraw(2, "100"), context())
        .await
        .unwrap();
}

/// A reader of the idempotency keys passes a gate first, which the test shuts.
const GATE: &str = "
    alter function journal_append set lock_timeout = 0;
    alter table idempotency rename to kept_idempotency;
    create function gate() returns boolean language plpgsql stable as $$
    begin
        perform pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1);
        return true;
    end $$;
    create view idempotency as select * from kept_idempotency where gate();
    grant select, insert on idempotency to public";

/// One process looks at the wallet's head, then at its key; in between another one commits the very
/// same credit. The claim that the first one meets is its own wallet's.
#[tokio::test(flavor = "multi_thread")]
async fn what_another_process_commits_during_a_look_is_seen_whole_or_not_at_all() {
    let database = TestDatabase::create().await;
    let owner = database.owner();
    sqlx::raw_sql(GATE).execute(&owner).await.unwrap();
    let (here, there) = (
        open_ledger(database.pool()).await,
        open_ledger(database.pool()).await,
    );
    for command in [open(), submit(1, "ref")] {
        here.execute(ALICE, command, context()).await.unwrap();
    }
    let hold = async |statement: &'static str| {
        let mut transaction = owner.begin().await.unwrap();
        sqlx::raw_sql(statement)
            .execute(&mut *transaction)
            .await
            .unwrap();
        transaction
    };
    let credit =
        |ledger, context| tokio::spawn(spawned(ledger, ALICE, credit(1, "ref", "5"), context));
    // This one has written everything but its events.
    let before_events = hold("select from log_head for update").await;
    let first = credit(&here, context());
    database.locked_out(1).await;
    // That one has looked at the head, and comes to its key.
    let at_the_gate = hold("select pg_advisory_xact_lock(1)").await;
    let second = credit(&there, keyed("second", 1));
    database.locked_out(2).await;
    before_events.commit().await.unwrap();
    first.await.unwrap().unwrap();
    at_the_gate.commit().await.unwrap();
    second.await.unwrap().unwrap();
    assert_eq!(main_bucket(&there, ALICE).await, baht("5"));
    checked_journal(&database.pool()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_on_many_wallets_leave_dense_positions_in_commit_order() {
    let database = TestDatabase::create().await;
    let options = LedgerOptions {
        writers: 2,
        batch_max: 7,
        cache_max: 8,
        ..LedgerOptions::default()
    };
    let books = [
        Ledger::open(database.pool(), options.clone())
            .await
            .unwrap(),
        Ledger::open(database.pool(), options).await.unwrap(),
    ];
    // A follower sees position n only when all below are there: a gap would be an error.
    let is_done = Arc::new(AtomicBool::new(false));
    let follower = tokio::spawn({
        let (pool, is_done) = (database.pool(), Arc::clone(&is_done));
        async move {
            let mut seen = 0;
            loop {
                let was_done = is_done.load(Ordering::Acquire);
                let page = read_events(&pool, None, seen, 50).await.unwrap();
                if page.is_empty() && was_done {
                    return seen;
                }
                seen = page.last().map_or(seen, |event| event.position);
            }
        }
    });
    let work = (0..40_u16).map(|number| {
        let ledger = books[usize::from(number % 2)].clone();
        async move {
            // Every wallet is used by two tasks, one in each process.
            let player = wallet(u128::from(number / 2) + 1);
            for step in 0..10 {
                let slip = u128::from(number) * 100 + step;
                let name = format!("S{slip}");
                for command in [open(), submit(slip, &name), credit(slip, &name, "1")] {
                    ledger.execute(player, command, context()).await.unwrap();
                }
            }
        }
    });
    all(work).await;
    is_done.store(true, Ordering::Release);
    let seen = follower.await.unwrap();
    let events = checked_journal(&database.pool()).await;
    assert_eq!(seen, i64::try_from(events.len()).unwrap());
    assert_eq!(events.len(), 20 + 40 * 10 * 2);
    for player in 1..=20 {
        assert_eq!(main_bucket(&books[0], wallet(player)).await, baht("20"));
    }
}

/// What is decided from a view must not be decided from one that lacks what was answered.
#[tokio::test(flavor = "multi_thread")]
async fn who_has_an_answer_finds_its_position_committed() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    // Many in one batch: the first ones continue while the others are still being answered.
    let asking = (1..=2_000).map(|number| {
        let ledger = ledger.clone();
        async move {
            let receipt = ledger
                .execute(wallet(number), open(), context())
                .await
                .unwrap();
            assert!(*ledger.committed().borrow() >= receipt.position);
        }
    });
    all(asking).await;
}

#[tokio::test]
async fn the_committed_position_moves_with_each_answer() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    let mut committed = ledger.committed();
    assert_eq!(*committed.borrow_and_update(), 0);
    let receipt = fund(&ledger, ALICE, "1").await;
    assert!(committed.has_changed().unwrap());
    assert_eq!(*committed.borrow(), receipt.position);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wallet_that_is_opened_while_another_process_reads_it_is_not_taken_for_broken() {
    let database = TestDatabase::create().await;
    let here = open_ledger(database.pool()).await;
    let there = open_ledger(database.pool()).await;
    let work = (1..=300).map(|number| {
        let (here, there) = (here.clone(), there.clone());
        async move {
            let player = wallet(number);
            let opening = spawned(&here, player, open(), context());
            let opening = tokio::spawn(opening);
            // Its head and its first event are read one after the other.
            while there.load(player).await.unwrap().sequence() == 0 {
                tokio::task::yield_now().await;
            }
            opening.await.unwrap().unwrap();
        }
    });
    all(work).await;
    assert_eq!(checked_journal(&database.pool()).await.len(), 300);
}
