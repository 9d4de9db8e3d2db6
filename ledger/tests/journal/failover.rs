//! A primary with a standby: what was answered is there after a failover, and what only looked
//! committed is nobody's answer.

use std::future::Future;

use ledger::journal::{Landmark, Level};
use ledger::proof::read::sealed_size;
use ledger::proof::{ActLog, ChainEnd, NoActs, SealError, open_signer, seal};
use ledger::wallet::WithdrawalEvent;
use ledger::{Ledger, LedgerError, LedgerOptions, WalletEvent};
use ledger_testing::pair::{DATABASE, Pair, pool};
use ledger_testing::relay::Way;
use ledger_testing::switch::Switch;
use ledger_testing::{TestDatabase, eventually};
use sqlx::{PgConnection, PgPool};
use tokio::task::JoinHandle;

use super::support::{
    ALICE, baht, checked_journal, context, credit, fund, keyed, main_bucket, open_ledger, patient,
    spawned, wallet, withdraw,
};

/// What the fence says in the server's list of sessions.
const FENCE: &str = "fence";
/// What an append says there.
const APPEND: &str = "journal_append";

/// Waits for a condition of the servers; nothing may be answered meanwhile.
async fn unanswered<T: std::fmt::Debug>(
    answer: &mut JoinHandle<T>,
    condition: impl Future<Output = i32>,
) -> i32 {
    tokio::select! {
        biased;
        early = answer => panic!("answered though no standby has it: {:?}", early.unwrap()),
        session = condition => session,
    }
}

/// Sends a withdrawal whose commit waits for the frozen standby, and cuts its session: it can be
/// read from then on, and no standby has it. Answers when the ledger waits behind a fence.
async fn cut_withdrawal(
    pair: &Pair,
    ledger: &Ledger,
    number: u128,
    key: &str,
) -> JoinHandle<Result<ledger::CommandOutcome, LedgerError>> {
    let command = withdraw(number, "1");
    let mut answer = tokio::spawn(spawned(ledger, ALICE, command, keyed(key, 1)));
    let session = unanswered(&mut answer, pair.waits_for_standby(APPEND)).await;
    pair.cut(session).await;
    unanswered(&mut answer, pair.waits_for_standby(FENCE)).await;
    answer
}

#[tokio::test]
async fn a_command_whose_wait_was_cut_is_answered_once_a_standby_has_it() {
    let mut pair = Pair::synchronous().await;
    let ledger = open_ledger(pair.primary().pool()).await;
    fund(&ledger, ALICE, "100").await;
    pair.freeze().await;
    let answer = cut_withdrawal(&pair, &ledger, 1, "w1").await;
    pair.thaw();
    let receipt = answer.await.unwrap().unwrap();
    assert_eq!((receipt.position, receipt.is_replayed), (4, false));
    assert_eq!(checked_journal(&pair.primary().pool()).await.len(), 4);
}

/// The lost batch can never be committed once others have moved a wallet or used a key of it: what
/// was in the way is decided again, and nothing of it happens twice.
#[tokio::test]
async fn a_lost_batch_that_others_were_faster_than_is_decided_again() {
    let database = TestDatabase::create().await;
    let options = database.connect_options();
    let door = Switch::lay(Way::to_server_of(&options)).await;
    let name = options.get_database().unwrap();
    let ledger = open_ledger(pool(door.connect_options(name))).await;
    let other = open_ledger(database.pool()).await;
    let bob = wallet(2);
    for player in [ALICE, bob] {
        fund(&other, player, "100").await;
    }
    let owner = database.owner();
    let mut holder = owner.begin().await.unwrap();
    let hold = "select from log_head for update";
    sqlx::query(hold).execute(&mut *holder).await.unwrap();
    let known = tokio::spawn(spawned(&ledger, ALICE, withdraw(1, "1"), keyed("k", 1)));
    let retried = tokio::spawn(spawned(&ledger, bob, withdraw(2, "1"), context()));
    database.locked_out(1).await;
    door.turn(Way::Shut);
    let end = "select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'";
    sqlx::raw_sql(end).execute(&owner).await.unwrap();
    holder.rollback().await.unwrap();
    // The first is the very event at the head of the lost batch.
    for (player, number, context) in [(ALICE, 1, keyed("k", 1)), (bob, 12, context())] {
        let command = withdraw(number, "1");
        other.execute(player, command, context).await.unwrap();
    }
    door.turn(Way::to_server_of(&options));
    let receipt = retried.await.unwrap().unwrap();
    assert_eq!((receipt.sequence, receipt.is_replayed), (5, false));
    let receipt = known.await.unwrap().unwrap();
    assert_eq!((receipt.sequence, receipt.is_replayed), (4, true));
    assert_eq!(checked_journal(&database.pool()).await.len(), 6 + 3);
}

#[tokio::test]
async fn what_was_answered_is_there_after_a_failover_and_what_was_cut_happens_once() {
    let mut pair = Pair::synchronous().await;
    let door = Switch::lay(Way::To(pair.primary().socket())).await;
    let ledger = open_ledger(pool(door.connect_options(DATABASE))).await;
    fund(&ledger, ALICE, "100").await;
    pair.freeze().await;
    let answer = cut_withdrawal(&pair, &ledger, 1, "w1").await;
    pair.fail_over().await;
    door.turn(Way::To(pair.standby().socket()));
    // The batch is neither found nor in the way of itself: it is written in the new journal.
    let receipt = answer.await.unwrap().unwrap();
    let events = checked_journal(&pair.standby().pool()).await;
    assert_eq!(events.len(), 4);
    assert_eq!(receipt.events, events[3..]);
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("99"));
}

#[tokio::test]
async fn a_repeated_key_is_answered_once_a_standby_has_what_it_led_to() {
    let mut pair = Pair::synchronous().await;
    let ledger = open_ledger(pair.primary().pool()).await;
    fund(&ledger, ALICE, "100").await;
    pair.freeze().await;
    let first = cut_withdrawal(&pair, &ledger, 1, "w1").await;
    let fence = pair.waits_for_standby(FENCE).await;
    // Another gateway finds the key and knows nothing of how it came there.
    let other = open_ledger(pair.primary().pool()).await;
    let command = withdraw(1, "1");
    let mut repeat = tokio::spawn(spawned(&other, ALICE, command, keyed("w1", 1)));
    let second_fence = eventually("the other waits, too", async || {
        let session = pair.waits_for_another_standby(FENCE, fence).await;
        session.ok_or(())
    });
    unanswered(&mut repeat, second_fence).await;
    pair.thaw();
    assert!(!first.await.unwrap().unwrap().is_replayed);
    assert!(repeat.await.unwrap().unwrap().is_replayed);
    // What this session knows to be kept costs nothing again.
    let again = other.execute(ALICE, withdraw(1, "1"), keyed("w1", 1)).await;
    assert!(again.unwrap().is_replayed);
}

#[tokio::test]
async fn nothing_left_to_do_is_answered_once_a_standby_has_what_was_done() {
    let mut pair = Pair::synchronous().await;
    let ledger = open_ledger(pair.primary().pool()).await;
    fund(&ledger, ALICE, "100").await;
    let submitted = super::support::submit(7, "PAID7");
    ledger.execute(ALICE, submitted, context()).await.unwrap();
    pair.freeze().await;
    let credited = credit(7, "PAID7", "5");
    let mut first = tokio::spawn(spawned(&ledger, ALICE, credited.clone(), context()));
    let session = unanswered(&mut first, pair.waits_for_standby(APPEND)).await;
    pair.cut(session).await;
    let fence = unanswered(&mut first, pair.waits_for_standby(FENCE)).await;
    let other = open_ledger(pair.primary().pool()).await;
    let mut repeat = tokio::spawn(spawned(&other, ALICE, credited, context()));
    let second_fence = eventually("the other waits, too", async || {
        let session = pair.waits_for_another_standby(FENCE, fence).await;
        session.ok_or(())
    });
    unanswered(&mut repeat, second_fence).await;
    pair.thaw();
    assert_eq!(first.await.unwrap().unwrap().events.len(), 1);
    assert_eq!(repeat.await.unwrap().unwrap().events, []);
}

#[tokio::test]
async fn an_event_that_no_standby_has_is_not_signed_for() {
    let mut pair = Pair::synchronous().await;
    let ledger = open_ledger(pair.primary().pool()).await;
    fund(&ledger, ALICE, "100").await;
    let folder = tempfile::tempdir().unwrap();
    let database = pair.primary().pool();
    let (signer, _) = open_signer(&database, folder.path(), "test.example/journal")
        .await
        .unwrap();
    seal(&database, &signer, None, 100, &NoActs)
        .await
        .unwrap()
        .unwrap();
    let remembered = || std::fs::read_to_string(folder.path().join("proof.sealed")).unwrap();
    let before = remembered();
    pair.freeze().await;
    let answer = cut_withdrawal(&pair, &ledger, 1, "w1").await;
    let fence = pair.waits_for_standby(FENCE).await;
    let sealing = tokio::spawn(async move { seal(&database, &signer, None, 100, &NoActs).await });
    eventually("the sealer waits, too", async || {
        assert_eq!(remembered(), before, "it was signed");
        pair.waits_for_another_standby("", fence).await.ok_or(())
    })
    .await;
    assert_eq!(remembered(), before, "it was signed");
    pair.thaw();
    let sealed = sealing.await.unwrap().unwrap().unwrap();
    assert_eq!(sealed.size, 4);
    answer.await.unwrap().unwrap();
}

/// An audit log whose server is gone as soon as its last act was read.
struct LostActs {
    owner: PgPool,
}

impl ActLog for LostActs {
    async fn last(&self, connection: &mut PgConnection) -> Result<Option<ChainEnd>, SealError> {
        let session: i32 = sqlx::query_scalar("select pg_backend_pid()")
            .fetch_one(connection)
            .await?;
        sqlx::query("select pg_terminate_backend($1, 60000)")
            .bind(session)
            .execute(&self.owner)
            .await?;
        Ok(Some(ChainEnd {
            number: 1,
            hash: [1; 32],
        }))
    }
}

#[tokio::test]
async fn an_act_that_was_read_from_a_server_that_is_gone_is_not_signed_for() {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "100").await;
    let folder = tempfile::tempdir().unwrap();
    let pool = database.pool();
    let (signer, _) = open_signer(&pool, folder.path(), "test.example/journal")
        .await
        .unwrap();
    let acts = LostActs {
        owner: database.owner(),
    };
    seal(&pool, &signer, None, 100, &acts).await.unwrap_err();
    assert_eq!(sealed_size(&pool).await.unwrap(), 0, "it was signed");
    let sealed = seal(&pool, &signer, None, 100, &NoActs).await.unwrap();
    assert!(sealed.is_some());
}

#[tokio::test]
async fn a_book_led_to_a_standby_serves_again_when_it_is_led_to_the_primary() {
    let pair = Pair::asynchronous().await;
    let door = Switch::lay(Way::To(pair.primary().socket())).await;
    let options = LedgerOptions {
        patience_ms: 300,
        ..LedgerOptions::default()
    };
    // Its pool does not look where it is led: what is asked about here is the ledger.
    let careless = ledger::pool::options()
        .after_connect(|_, _| Box::pin(async { Ok(()) }))
        .max_connections(4)
        .connect_lazy_with(
            door.connect_options(DATABASE)
                .options([("role", ledger::journal::APP_ROLE)]),
        );
    let ledger = Ledger::open(careless, options).await.unwrap();
    fund(&ledger, ALICE, "100").await;
    door.turn(Way::To(pair.standby().socket()));
    eventually("the ledger is on the standby", async || {
        let refused = ledger.execute(ALICE, withdraw(1, "1"), context()).await;
        match refused {
            Err(LedgerError::Unavailable(error)) if error.to_string().contains("read-only") => {
                Ok(())
            }
            other => Err(other),
        }
    })
    .await;
    // The connections to the standby stay: nobody but the ledger itself can let go of them.
    door.turn_later(Way::To(pair.primary().socket()));
    eventually("the ledger serves", async || {
        ledger
            .execute(ALICE, withdraw(2, "1"), keyed("w2", 1))
            .await
    })
    .await;
    let events = checked_journal(&pair.primary().pool()).await;
    let withdrawals = events.iter().filter(|event| {
        matches!(
            event.event,
            WalletEvent::Withdrawal(WithdrawalEvent::Requested { .. })
        )
    });
    assert_eq!(withdrawals.count(), 1);
}

#[tokio::test]
async fn a_pool_hands_out_no_session_on_a_standby() {
    let pair = Pair::asynchronous().await;
    let door = Switch::lay(Way::To(pair.standby().socket())).await;
    let mut opening = tokio::spawn(Ledger::open(
        pool(door.connect_options(DATABASE)),
        patient(),
    ));
    // Each is refused and opened again, until the address leads to the primary.
    tokio::select! {
        early = &mut opening => panic!("opened on a standby: {:?}", early.unwrap().err()),
        () = door.arrived(3) => {}
    }
    // A connection that is being made is not cut: the pool would take that for its last word.
    door.turn_later(Way::To(pair.primary().socket()));
    let ledger = opening.await.unwrap().unwrap();
    fund(&ledger, ALICE, "100").await;
}

#[tokio::test]
async fn a_session_whose_commits_could_be_lost_is_refused_also_when_that_came_later() {
    let database = TestDatabase::create().await;
    let owner = database.owner();
    let name: String = sqlx::query_scalar("select current_database()")
        .fetch_one(&owner)
        .await
        .unwrap();
    let set = |value: &str| format!("alter database {name} set synchronous_commit = {value}");
    let mut admin = owner.acquire().await.unwrap().detach();
    let door = Switch::lay(Way::to_server_of(&database.connect_options())).await;
    let ledger = open_ledger(pool(door.connect_options(&name))).await;
    fund(&ledger, ALICE, "100").await;
    for value in ["off", "local", "remote_write"] {
        sqlx::raw_sql(&set(value))
            .execute(&mut admin)
            .await
            .unwrap();
        let mut session = sqlx::Connection::connect(&database.url()).await.unwrap();
        let refused = ledger::pool::check_session(&mut session).await;
        let Err(ledger::pool::SessionError::NotDurable {
            setting,
            value: seen,
        }) = refused
        else {
            panic!("{refused:?}");
        };
        assert_eq!((setting, seen.as_str()), ("synchronous_commit", value));
    }
    // The ledger's next session would be one of those: it waits for better ones.
    let before = door.arrivals();
    door.turn(Way::to_server_of(&database.connect_options()));
    let mut answer = tokio::spawn(spawned(&ledger, ALICE, withdraw(1, "1"), context()));
    tokio::select! {
        early = &mut answer => panic!("{early:?}"),
        () = door.arrived(before + 3) => {}
    }
    sqlx::raw_sql(&set("on")).execute(&mut admin).await.unwrap();
    answer.await.unwrap().unwrap();
}

#[tokio::test]
async fn after_a_failover_that_lost_events_a_book_goes_on_from_what_is_there() {
    let mut pair = Pair::asynchronous().await;
    let door = Switch::lay(Way::To(pair.primary().socket())).await;
    let ledger = open_ledger(pool(door.connect_options(DATABASE))).await;
    fund(&ledger, ALICE, "100").await;
    pair.standby_has(3).await;
    pair.freeze().await;
    for number in 1..=3 {
        let command = withdraw(number, "10");
        ledger.execute(ALICE, command, context()).await.unwrap();
    }
    assert_eq!(*ledger.committed().borrow(), 6);
    let mut committed = ledger.committed();
    pair.fail_over().await;
    // Another gateway comes first: as many events as this ledger has in memory, and others.
    let other = open_ledger(pair.standby().pool()).await;
    for number in 11..=13 {
        let command = withdraw(number, "1");
        other.execute(ALICE, command, context()).await.unwrap();
    }
    door.turn(Way::To(pair.standby().socket()));
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("97"));
    let receipt = ledger.execute(ALICE, withdraw(4, "1"), context()).await;
    assert_eq!(receipt.unwrap().sequence, 7);
    assert_eq!(*committed.borrow_and_update(), 7);
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("96"));
    checked_journal(&pair.standby().pool()).await;
}

#[tokio::test]
async fn what_a_book_calls_committed_goes_back_with_the_journal() {
    let mut pair = Pair::asynchronous().await;
    let door = Switch::lay(Way::To(pair.primary().socket())).await;
    let ledger = open_ledger(pool(door.connect_options(DATABASE))).await;
    fund(&ledger, ALICE, "100").await;
    pair.standby_has(3).await;
    pair.freeze().await;
    for number in 1..=5 {
        let command = withdraw(number, "10");
        ledger.execute(ALICE, command, context()).await.unwrap();
    }
    assert_eq!(*ledger.committed().borrow(), 8);
    pair.fail_over().await;
    door.turn(Way::To(pair.standby().socket()));
    let receipt = ledger.execute(ALICE, withdraw(9, "1"), context()).await;
    assert_eq!(receipt.unwrap().position, 4);
    assert_eq!(*ledger.committed().borrow(), 4);
    assert_eq!(main_bucket(&ledger, ALICE).await, baht("99"));
    checked_journal(&pair.standby().pool()).await;
}

#[tokio::test]
async fn a_landmark_is_reached_only_where_its_event_is_and_what_was_committed_before() {
    let mut pair = Pair::asynchronous().await;
    let primary = pair.primary().pool();
    let mut here = pair.primary().admin(DATABASE).await;
    let mut there = pair.standby().admin(DATABASE).await;
    let ledger = open_ledger(primary.clone()).await;
    fund(&ledger, ALICE, "100").await;
    let seen = async |landmark: &Landmark, server: &mut PgConnection| {
        landmark.seen_from(server).await.unwrap()
    };
    let first = Landmark::take(&primary).await.unwrap();
    assert_eq!(seen(&first, &mut here).await, Level::Reached);
    let reached = async |landmark: &Landmark, server: &mut PgConnection| {
        eventually("the standby reaches it", async || {
            let level = seen(landmark, server).await;
            (level == Level::Reached).then_some(()).ok_or(level)
        })
        .await;
    };
    reached(&first, &mut there).await;

    // An event that it does not have, and then something else than an event.
    pair.freeze().await;
    let command = withdraw(1, "1");
    spawned(&ledger, ALICE, command, keyed("w1", 1))
        .await
        .unwrap();
    let second = Landmark::take(&primary).await.unwrap();
    assert_eq!(seen(&second, &mut there).await, Level::Behind);
    assert_eq!(seen(&first, &mut there).await, Level::Reached);
    pair.thaw();
    reached(&second, &mut there).await;
    pair.freeze().await;
    sqlx::raw_sql("create table noted ()")
        .execute(&mut here)
        .await
        .unwrap();
    let third = Landmark::take(&primary).await.unwrap();
    assert_eq!(third.position(), second.position());
    assert_eq!(seen(&third, &mut there).await, Level::Behind);
    pair.thaw();
    reached(&third, &mut there).await;

    // A journal as long, with other events.
    let other = TestDatabase::create().await;
    let others = open_ledger(other.pool()).await;
    fund(&others, ALICE, "100").await;
    let command = withdraw(1, "2");
    spawned(&others, ALICE, command, keyed("w1", 1))
        .await
        .unwrap();
    let mut elsewhere = other.pool().acquire().await.unwrap();
    assert_eq!(seen(&third, &mut elsewhere).await, Level::Elsewhere);
}
