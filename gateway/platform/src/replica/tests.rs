//! A replica must never write, or cut a read short.

use std::sync::atomic::{AtomicU32, Ordering};

use ledger_testing::pair::Pair;
use ledger_testing::{TestDatabase, eventually};
use sqlx::Executor;
use tempfile::TempDir;

use super::*;
use crate::clock::Clock;
use crate::config::{Config, Paces};
use crate::core::Core;
use crate::extract::AfterPosition;

async fn gateway(url: &str, read_url: &str) -> (Core, TempDir) {
    let mut config = Config::parse(include_str!("../../../demo.toml"), &|_| None).unwrap();
    config.paces = Paces::patient();
    config.paces.replica = Duration::from_millis(20);
    config.database.replica_wait_ms = 60_000;
    let folder = tempfile::tempdir().unwrap();
    let data_dir = folder.path().to_owned();
    let mut state = Core::open(url, data_dir, config, Clock::default())
        .await
        .unwrap();
    state.read_from(read_url).await.unwrap();
    let replica = state.replica.clone().unwrap();
    eventually("the replica is found usable", async || {
        replica.landmark().map(|_| ()).ok_or(())
    })
    .await;
    (state, folder)
}

fn counted(state: &Core, outcome: &str) -> bool {
    let line = format!("wallet_replica_reads_total{{outcome=\"{outcome}\"}} 1\n");
    state.metrics.render(&[]).unwrap().contains(&line)
}

async fn lines(reading: &mut Reading) -> Result<i64, sqlx::Error> {
    let counting = sqlx::query_scalar("select count(*) from statement_line");
    counting.fetch_one(&mut **reading).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_the_replica_cancels_is_made_again_by_the_primary() {
    let pair = Pair::asynchronous().await;
    let impatient = "alter system set max_standby_streaming_delay = 0";
    pair.standby().set(impatient).await;
    let (state, _folder) = gateway(&pair.primary().url(), &pair.standby().url()).await;
    let (runs, pair) = (&AtomicU32::new(0), &pair);
    let read = move |mut reading: Reading| async move {
        runs.fetch_add(1, Ordering::Relaxed);
        let before = lines(&mut reading).await?;
        if reading.is_snapshot() {
            // The primary takes the table for itself. The standby cannot do the same while this reads.
            let taking = "begin; lock table statement_line in access exclusive mode; commit";
            let mut admin = pair.primary().admin("wallet").await;
            sqlx::raw_sql(taking).execute(&mut admin).await.unwrap();
            let cancelled = eventually("the standby cancels the read", async || {
                lines(&mut reading).await.err().ok_or(())
            });
            return Err(cancelled.await);
        }
        Ok::<_, sqlx::Error>((before, lines(&mut reading).await?))
    };
    let found = state.read(JOURNAL, AfterPosition(None), read).await;
    assert_eq!(found.unwrap(), (0, 0));
    assert_eq!(runs.load(Ordering::Relaxed), 2);
    assert!(counted(&state, "failed"));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_written_where_reads_happen_not_even_by_a_server_that_takes_writes() {
    let database = TestDatabase::create().await;
    let url = database.url();
    let (state, _folder) = gateway(&url, &url).await;
    let read = |mut reading: Reading| async move {
        assert!(reading.is_snapshot());
        let write = "insert into proof_finding (id, problem, found_at, found_mac)
            values (gen_random_uuid(), 'x', now(), sha256('x'))";
        let inside = reading.execute(write).await.err();
        let pool = reading.into_pool();
        let outside = pool.execute(write).await.err();
        Ok::<_, sqlx::Error>([inside, outside])
    };
    let refused = state.read(JOURNAL, AfterPosition(None), read).await;
    for refusal in refused.unwrap() {
        let refusal = refusal.expect("it was written");
        let code = refusal
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code);
        assert_eq!(code.as_deref(), Some("25006"), "{refusal}");
    }
    assert!(counted(&state, "answered"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_replica_does_not_find_the_primary_is_asked_for() {
    let database = TestDatabase::create().await;
    let url = database.url();
    let (state, _folder) = gateway(&url, &url).await;
    let read = |reading: Reading| async move {
        if reading.is_snapshot() {
            Err(sqlx::Error::RowNotFound)
        } else {
            Ok(7)
        }
    };
    let found = state.read(JOURNAL, AfterPosition(None), read).await;
    assert_eq!(found.unwrap(), 7);
}
