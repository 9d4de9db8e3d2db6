//! The journal's table grows by partitions, and became one of partitions while it was written to.

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use ledger::journal::{extend, partitions};
use ledger::proof::verify::{VerifyOptions, verify_database};
use ledger::{Ledger, LedgerError};
use ledger_testing::{
    MIGRATOR, PARTITIONED_FROM, TestDatabase, asked_of_former_journal, eventually,
};
use sqlx::PgPool;
use sqlx::migrate::Migrator;
use tokio::sync::watch;

use super::support::{
    ALICE, all, baht, checked_journal, context, credit, fund, keyed, main_bucket, open_ledger,
    submit, wallet, withdraw,
};

/// As much as a partition holds.
const WIDTH: i64 = 67_108_864;

/// A database as it was before partitions.
async fn before_partitions() -> TestDatabase {
    let database = TestDatabase::create().await;
    let empty = "drop schema public cascade; create schema public;
                 grant usage on schema public to public";
    sqlx::raw_sql(empty)
        .execute(&database.owner())
        .await
        .unwrap();
    let earlier = MIGRATOR.iter().filter(|it| it.version < PARTITIONED_FROM);
    let migrator = Migrator {
        migrations: Cow::Owned(earlier.cloned().collect()),
        ..Migrator::DEFAULT
    };
    migrator.run(&database.owner()).await.unwrap();
    let asked = format!(
        "{}; alter database {} set search_path = public, former",
        asked_of_former_journal(),
        database.name(),
    );
    sqlx::raw_sql(&asked)
        .execute(&database.owner())
        .await
        .unwrap();
    database
}

async fn first_bound(pool: &PgPool) -> String {
    sqlx::query_scalar(
        "select pg_get_expr(relpartbound, oid) from pg_class
         where oid = 'event_from_000000000001'::regclass",
    )
    .fetch_one(pool)
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filled_journal_is_partitioned_while_commands_go_in() {
    let database = before_partitions().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "100").await;
    // Somebody reads the events for a long time: nobody gets the table for himself meanwhile.
    let mut reader = database.pool().begin().await.unwrap();
    sqlx::query("select from event")
        .fetch_all(&mut *reader)
        .await
        .unwrap();
    let written = Arc::new(AtomicI64::new(0));
    let (stop, stopped) = watch::channel(false);
    let writers: Vec<_> = (0..4_u128)
        .map(|writer| {
            let (ledger, written, stopped) = (ledger.clone(), written.clone(), stopped.clone());
            tokio::spawn(async move {
                for number in 0.. {
                    if *stopped.borrow() {
                        return;
                    }
                    let slip = 1_000_000 * (writer + 1) + number;
                    let name = format!("S{slip}");
                    for command in [submit(slip, &name), credit(slip, &name, "1")] {
                        ledger.execute(ALICE, command, context()).await.unwrap();
                        written.fetch_add(1, Ordering::Relaxed);
                    }
                }
            })
        })
        .collect();
    let owner = database.owner();
    let migrating = tokio::spawn(async move { MIGRATOR.run(&owner).await });
    let progress = async |what: &str, wanted: i64| {
        let from = written.load(Ordering::Relaxed);
        eventually(what, async || {
            let now = written.load(Ordering::Relaxed) - from;
            if now >= wanted { Ok(()) } else { Err(now) }
        })
        .await;
    };
    // Where it waits for the reader, twice over, commands go in.
    for _ in 0..2 {
        database.locked_out(1).await;
        progress("commands go in while the reader reads", 20).await;
    }
    assert!(!migrating.is_finished(), "it waits for the reader");
    reader.commit().await.unwrap();
    migrating.await.unwrap().unwrap();
    progress("commands go in afterwards", 20).await;
    stop.send_replace(true);
    for writer in writers {
        writer.await.unwrap();
    }
    let events = checked_journal(&database.pool()).await;
    let credited = (i64::try_from(events.len()).unwrap() - 3) / 2;
    assert_eq!(written.load(Ordering::Relaxed), 2 * credited);
    let report = verify_database(&database.pool(), &VerifyOptions::default(), |_| {}).await;
    assert_eq!(report.unwrap().problems, []);
    let bounds = first_bound(&database.pool()).await;
    assert_eq!(
        bounds,
        format!("FOR VALUES FROM ('1') TO ('{}')", 2 * WIDTH + 1)
    );
}

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
