//! Sealing: next to writers, next to another sealer, and interrupted in the middle.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ledger::proof::{NoActs, SealError, check_consistency, consistency, seal};
use ledger::wallet::WalletCommand;
use ledger_testing::{cases, eventually};
use sqlx::PgPool;

use super::super::support::{checked_journal, context, fund, open_ledger, wallet, withdraw};
use super::Log;

#[tokio::test]
async fn the_tree_is_the_same_grown_one_by_one_and_in_bulk() {
    // One by one each checkpoint waits for the disk: the gate does so around the tile's edge only.
    let in_bulk = i64::from(cases(248, 0));
    for (step, in_bulk) in [(1, in_bulk), (7, 0), (256, 0), (300, 0), (100_000, 0)] {
        let log = Log::begin().await;
        assert_eq!(log.seal(step).await, None, "there is nothing yet");
        log.fill(in_bulk).await;
        log.seal_all(1_000).await;
        log.fill(258 - in_bulk).await;
        log.seal_all(step).await;
        assert_eq!(log.check().await, 258);
        let expected = (258 - in_bulk + step - 1) / step + in_bulk.signum();
        let found = log.checkpoints().await.len();
        assert_eq!(found, usize::try_from(expected).unwrap());
        // To a tree that ends with full tiles, and beyond.
        log.fill(in_bulk).await;
        log.seal_all(1_000).await;
        for more in [254 - in_bulk, 1] {
            log.fill(more).await;
            log.seal_all(step).await;
            log.check().await;
        }
        assert_eq!(log.seal(step).await, None, "there is nothing new");
    }
}

#[tokio::test]
async fn tiles_of_every_level_fill_up() {
    let log = Log::begin().await;
    log.fill(65_535).await;
    log.seal_all(50_000).await;
    log.fill(300).await;
    for _ in 0..3 {
        log.seal(1).await.unwrap();
    }
    log.seal_all(100_000).await;
    assert_eq!(log.check().await, 65_835);
    assert_eq!(log.tiles().await[&(2, 0)].len(), 32);
}

/// Funds some players and takes a little from them.
async fn write(pool: PgPool, writer: u128, players: Range<u128>) {
    let ledger = open_ledger(pool).await;
    for player in players {
        let player = wallet(100 * (writer + 1) + player);
        fund(&ledger, player, "100").await;
        for number in 0..8 {
            let command: WalletCommand = withdraw(number, "1");
            ledger.execute(player, command, context()).await.unwrap();
        }
    }
}

#[tokio::test]
async fn each_checkpoint_is_the_beginning_of_all_later_ones_while_writers_append() {
    let log = Arc::new(Log::begin().await);
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..4 {
        writers.spawn(write(log.pool(), writer, 0..3));
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let sealer = tokio::spawn({
        let (log, is_over) = (Arc::clone(&log), Arc::clone(&is_over));
        async move {
            while !is_over.load(Ordering::Acquire) {
                log.seal(1_000).await;
                tokio::task::yield_now().await;
            }
        }
    });
    eventually("it is sealed meanwhile", async || {
        let found = log.checkpoints().await.len();
        if found > 0 { Ok(()) } else { Err(found) }
    })
    .await;
    for writer in 0..4 {
        writers.spawn(write(log.pool(), writer, 3..6));
    }
    while let Some(ended) = writers.join_next().await {
        ended.unwrap();
    }
    is_over.store(true, Ordering::Release);
    sealer.await.unwrap();
    log.seal_all(1_000).await;

    let events = checked_journal(&log.pool()).await;
    assert_eq!(events.len(), 4 * 6 * 11);
    assert_eq!(log.check().await, i64::try_from(events.len()).unwrap());
    let checkpoints = log.checkpoints().await;
    assert!(checkpoints.len() > 1, "it was sealed meanwhile");
    let (last, last_root, _) = checkpoints.last().unwrap();
    for (size, root, _) in &checkpoints {
        let path = consistency(&log.pool(), *size, *last).await.unwrap();
        check_consistency(&path, *size, root, *last, last_root).unwrap();
    }
}

#[tokio::test]
async fn sealers_at_once_grow_one_tree() {
    let log = Arc::new(Log::begin().await);
    log.fill(700).await;
    let mut sealers = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let log = Arc::clone(&log);
        sealers.spawn(async move {
            let mut sealed = 0;
            while log.checkpoints().await.last().map_or(0, |last| last.0) < 700 {
                sealed += usize::from(log.seal(20).await.is_some());
            }
            sealed
        });
    }
    let sealed: usize = sealers.join_all().await.into_iter().sum();
    assert_eq!(log.check().await, 700);
    assert_eq!(log.checkpoints().await.len(), 700_usize.div_ceil(20));
    assert_eq!(sealed, 700_usize.div_ceil(20), "nobody sealed in vain");
}

/// A trigger ends the connection at each of the sealer's steps, the commit among them.
#[tokio::test]
async fn a_sealer_that_dies_at_any_step_leaves_nothing_half() {
    let log = Log::begin().await;
    log.fill(250).await;
    log.seal_all(100).await;
    log.fill(300).await;
    let owner = log.database.owner();
    let die = "create function die() returns trigger language plpgsql as
               $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$";
    sqlx::raw_sql(die).execute(&owner).await.unwrap();
    let (tiles, checkpoints) = (log.tiles().await, log.checkpoints().await);
    for step in [
        "trigger die before insert on proof_tile for each row",
        "trigger die after update on proof_tile for each row",
        "trigger die before update on proof_head for each row",
        "trigger die after update on proof_head for each row",
        "trigger die before insert on proof_checkpoint for each row",
        "trigger die after insert on proof_checkpoint for each row",
        "constraint trigger die after insert on proof_checkpoint
         deferrable initially deferred for each row",
        "constraint trigger die after update on proof_head
         deferrable initially deferred for each row",
    ] {
        let create = format!("create {step} execute function die()");
        sqlx::raw_sql(&create).execute(&owner).await.unwrap();
        let ended = seal(&log.pool(), &log.signer, None, 1_000, &NoActs).await;
        assert!(
            matches!(ended, Err(SealError::Database(_))),
            "{step}: {ended:?}"
        );
        assert_eq!(log.tiles().await, tiles, "{step}");
        assert_eq!(log.checkpoints().await, checkpoints, "{step}");
        assert_eq!(log.check().await, 250, "{step}");
        let table = step.split(" on ").nth(1).unwrap();
        let table = table.split_whitespace().next().unwrap();
        let drop = format!("drop trigger die on {table}");
        sqlx::raw_sql(&drop).execute(&owner).await.unwrap();
    }
    assert_eq!(log.seal(1_000).await, Some(550));
    assert_eq!(log.check().await, 550);
}

/// The application name of the session whose sealer is dropped.
const DROPPED: &str = "dropped sealer";

/// A separate pool with one connection, for a sealer that is dropped.
fn pool_of_one(log: &Log) -> PgPool {
    let options = log.database.connect_options().application_name(DROPPED);
    ledger::pool::options()
        .max_connections(1)
        .connect_lazy_with(options)
}

/// Drops the pool of a sealer that was dropped, and waits until its session has ended at the
/// database as well: that may work on for a while, even take the head's lock after somebody else
/// has had it, and the next sealer would pass over that.
async fn end(pool: PgPool, log: &Log) {
    drop(pool);
    eventually("the dropped sealer's session has ended", async || {
        // The owner asks: the application's role may not see what its sessions do.
        let states: Vec<Option<String>> = sqlx::query_scalar(
            "select state from pg_stat_activity
             where datname = current_database() and application_name = $1",
        )
        .bind(DROPPED)
        .fetch_all(&log.database.owner())
        .await
        .unwrap();
        if states.is_empty() {
            Ok(())
        } else {
            Err(states)
        }
    })
    .await;
}

/// A request may be dropped at any of its awaits.
#[tokio::test]
async fn a_sealer_that_is_dropped_midway_leaves_nothing_half() {
    let log = Log::begin().await;
    log.fill(600).await;
    for polls in 0.. {
        let pool = pool_of_one(&log);
        let mut sealing = Box::pin(seal(&pool, &log.signer, None, 1_000, &NoActs));
        let mut left = polls;
        let outcome = std::future::poll_fn(|context| {
            if left == 0 {
                return std::task::Poll::Ready(None);
            }
            left -= 1;
            sealing.as_mut().poll(context).map(Some)
        })
        .await;
        drop(sealing);
        if let Some(sealed) = outcome {
            assert_eq!(sealed.unwrap().map(|sealed| sealed.size), Some(600));
            break;
        }
        end(pool, &log).await;
        let size: i64 = sqlx::query_scalar("select size from proof_head where is_only")
            .fetch_one(&log.pool())
            .await
            .unwrap();
        if size > 0 {
            // The commit was on its way already.
            break;
        }
        assert_eq!(
            (log.tiles().await.len(), log.checkpoints().await.len()),
            (0, 0)
        );
    }
    assert_eq!(log.check().await, 600);
}

#[tokio::test]
async fn a_gap_or_a_cut_tail_is_not_sealed_over() {
    let log = Log::begin().await;
    log.fill(10).await;
    log.seal_all(1_000).await;
    log.fill(3).await;
    let tamper = |statement: &'static str| {
        let script = format!(
            "alter table event disable trigger append_only; {statement};
             alter table event enable always trigger append_only"
        );
        let owner = log.database.owner();
        async move { sqlx::raw_sql(&script).execute(&owner).await.unwrap() }
    };
    tamper("delete from event where position = 12").await;
    let gap = seal(&log.pool(), &log.signer, None, 1_000, &NoActs).await;
    assert!(
        matches!(
            gap,
            Err(SealError::Gap {
                after: 11,
                found: 13
            })
        ),
        "{gap:?}"
    );
    tamper("delete from event where position > 8; update log_head set position = 8").await;
    let cut = seal(&log.pool(), &log.signer, None, 1_000, &NoActs).await;
    assert!(
        matches!(
            cut,
            Err(SealError::Cut {
                sealed: 10,
                journal: 8
            })
        ),
        "{cut:?}"
    );
    assert_eq!(log.checkpoints().await.len(), 1);
}
