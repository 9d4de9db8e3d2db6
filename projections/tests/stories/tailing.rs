//! R7 of the reliability plan: tailing under random commit delays.

use std::sync::Arc;
use std::time::Duration;

use crate::story::{Story, patient};
use ledger::{Ledger, LedgerOptions};
use ledger_testing::{PATIENCE, cases};
use projections::feed::Feed;
use projections::{Projections, View};
use sqlx::PgPool;

/// Events of the journal; the plan asks for the larger number.
fn events() -> u64 {
    u64::from(cases(4_000, 100_000))
}

/// Makes commits of the journal take a random time.
async fn delay_commits(pool: &PgPool) {
    sqlx::raw_sql(
        "create function delay() returns trigger language plpgsql as $$
         begin
             perform pg_sleep(random() * 0.003);
             return null;
         end $$;
         create constraint trigger delay after update on log_head
             deferrable initially deferred for each row execute function delay()",
    )
    .execute(pool)
    .await
    .unwrap();
}

/// Reads the feed until the whole journal has been seen: every position, as it came.
async fn tail(feed: Feed) -> Vec<i64> {
    let mut seen = Vec::new();
    while (seen.len() as u64) < events() {
        let after = seen.last().copied().unwrap_or(0);
        let events = feed.after(after, 700).await.unwrap();
        if events.is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        seen.extend(events.iter().map(|event| event.position));
    }
    seen
}

/// The rows that a reader does not see who asks for whatever has a greater id than the last: one
/// writer's commit comes after the read of a later row.
async fn missed_naively(pool: &PgPool) -> Vec<i64> {
    sqlx::raw_sql("create table naive_event (id bigserial primary key)")
        .execute(pool)
        .await
        .unwrap();
    let insert = "insert into naive_event default values returning id";
    let read = async |last: i64| -> Vec<i64> {
        sqlx::query_scalar("select id from naive_event where id > $1 order by id")
            .bind(last)
            .fetch_all(pool)
            .await
            .unwrap()
    };
    let mut late = pool.begin().await.unwrap();
    let first: i64 = sqlx::query_scalar(insert)
        .fetch_one(&mut *late)
        .await
        .unwrap();
    let second: i64 = sqlx::query_scalar(insert).fetch_one(pool).await.unwrap();
    let mut seen = read(0).await;
    late.commit().await.unwrap();
    seen.extend(read(second).await);
    [first, second]
        .into_iter()
        .filter(|id| !seen.contains(id))
        .collect()
}

/// Several callers of one ledger write deposits to separate wallets until their share is done.
async fn write(story: Arc<Story>, ledger: Ledger, first: u64, events: u64) {
    let mut callers = Vec::new();
    for caller in 0..50 {
        let (story, ledger) = (story.clone(), ledger.clone());
        callers.push(tokio::spawn(async move {
            let player = u128::from(first + caller);
            story.open_at(&ledger, player).await;
            // Opened, then a slip submitted and credited: events / 50 in all.
            let share = u128::from(events / 50 - 1) / 2;
            for number in 1..=share {
                story
                    .deposit_at(&ledger, player, player * 10_000 + number)
                    .await;
            }
            // An odd share leaves room for one event more.
            if (events / 50).is_multiple_of(2) {
                story
                    .submit_at(&ledger, player, player * 10_000 + 9_999)
                    .await;
            }
        }));
    }
    for caller in callers {
        caller.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_event_is_missed_or_seen_twice_where_a_naive_tailer_misses_some() {
    let story = Arc::new(Story::begin().await);
    delay_commits(&story.database.owner()).await;
    // Two processes write, one of them with several writers; both run views.
    let options = LedgerOptions {
        batch_max: 16,
        writers: 3,
        ..patient()
    };
    let other_pool = story.another_pool(14);
    let other_book = Ledger::open(other_pool.clone(), options).await.unwrap();
    let views = [
        story.start(),
        Projections::start(
            other_pool.clone(),
            ledger::JournalKey::default(),
            other_book.committed(),
        ),
    ];
    let tailers = [
        tokio::spawn(tail(Feed::new(
            story.another_pool(2),
            Some(ledger::JournalKey::default()),
        ))),
        tokio::spawn(tail(Feed::new(
            other_pool,
            Some(ledger::JournalKey::default()),
        ))),
    ];
    let events = events();
    tokio::join!(
        write(story.clone(), story.ledger.clone(), 1, events / 2),
        write(story.clone(), other_book, 100, events / 2),
    );

    let head = i64::try_from(events).unwrap();
    let expected: Vec<i64> = (1..=head).collect();
    for tailer in tailers {
        let seen = tokio::time::timeout(PATIENCE, tailer).await;
        assert_eq!(seen.unwrap().unwrap(), expected);
    }
    for view in View::ALL {
        let mut applied = 0;
        for process in &views {
            process.wait_for(view, head, PATIENCE).await.unwrap();
            applied += process.figures()[view as usize].applied;
        }
        assert_eq!(applied, events, "{view}");
    }
    let report = story.audited().await;
    assert!(report.is_clean(), "{:?}", report.findings);
    assert_eq!(report.events, head);

    let missed = missed_naively(&story.database.owner()).await;
    assert_eq!(missed, [1], "a reader by ids misses what is committed late");
    for process in views {
        process.stop().await;
    }
}
