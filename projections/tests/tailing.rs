//! R7 of the reliability plan: tailing under random commit delays.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod story;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ledger::{Book, BookOptions};
use projections::feed::Feed;
use projections::{Projections, View};
use sqlx::PgPool;
use story::Story;

/// Events of the journal; the plan asks for 100,000, this is the size for every build.
const EVENTS: u64 = 20_000;
/// Rows of the naive log, enough for many of them to overtake one another.
const NAIVE_ROWS: usize = 3_000;
const WRITERS: u64 = 8;

/// Makes commits of the journal and of the naive log take a random time.
async fn delay_commits(pool: &PgPool) {
    sqlx::raw_sql(
        "create function delay() returns trigger language plpgsql as $$
         begin
             perform pg_sleep(random() * 0.003);
             return null;
         end $$;
         create table naive_event (id bigserial primary key, writer bigint not null);
         create constraint trigger delay after update on log_head
             deferrable initially deferred for each row execute function delay();
         create constraint trigger delay after insert on naive_event
             deferrable initially deferred for each row execute function delay()",
    )
    .execute(pool)
    .await
    .unwrap();
}

/// Reads the feed until the whole journal has been seen: every position, as it came.
async fn tail(feed: Feed) -> Vec<i64> {
    let mut seen = Vec::new();
    while (seen.len() as u64) < EVENTS {
        let after = seen.last().copied().unwrap_or(0);
        let events = feed.after(after, 700).await.unwrap();
        if events.is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        seen.extend(events.iter().map(|event| event.position));
    }
    seen
}

/// Reads the naive log the way that looks right: whatever has a greater id than the last.
async fn tail_naively(pool: PgPool, is_over: Arc<AtomicBool>) -> usize {
    let (mut last, mut seen) = (0_i64, 0);
    loop {
        let was_over = is_over.load(Ordering::Relaxed);
        let ids: Vec<i64> =
            sqlx::query_scalar("select id from naive_event where id > $1 order by id limit 700")
                .bind(last)
                .fetch_all(&pool)
                .await
                .unwrap();
        last = ids.last().copied().unwrap_or(last);
        seen += ids.len();
        if was_over && ids.is_empty() {
            return seen;
        }
        if ids.is_empty() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
}

async fn write_naively(pool: PgPool, is_over: Arc<AtomicBool>) {
    let mut writers = Vec::new();
    for writer in 0..WRITERS {
        let pool = pool.clone();
        writers.push(tokio::spawn(async move {
            for _ in 0..NAIVE_ROWS as u64 / WRITERS {
                sqlx::query("insert into naive_event (writer) values ($1)")
                    .bind(i64::try_from(writer).unwrap())
                    .execute(&pool)
                    .await
                    .unwrap();
            }
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
    is_over.store(true, Ordering::Relaxed);
}

/// Several callers of one book write deposits to wallets of their own until their share is done.
async fn write(story: Arc<Story>, book: Book, first: u64, events: u64) {
    let mut callers = Vec::new();
    for caller in 0..50 {
        let (story, book) = (story.clone(), book.clone());
        callers.push(tokio::spawn(async move {
            let player = u128::from(first + caller);
            story.open_at(&book, player).await;
            // Opened, then a slip submitted and credited: events / 50 in all.
            let share = u128::from(events / 50 - 1) / 2;
            for number in 1..=share {
                story
                    .deposit_at(&book, player, player * 10_000 + number)
                    .await;
            }
            // An odd share leaves room for one event more.
            if (events / 50).is_multiple_of(2) {
                story
                    .submit_at(&book, player, player * 10_000 + 9_999)
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
    let options = BookOptions {
        batch_max: 16,
        writers: 3,
        ..BookOptions::default()
    };
    let other_pool = story.another_pool(14);
    let other_book = Book::open(other_pool.clone(), options).await.unwrap();
    let views = [
        story.start(),
        Projections::start(other_pool.clone(), other_book.committed()),
    ];
    let tailers = [
        tokio::spawn(tail(Feed::new(story.another_pool(2)))),
        tokio::spawn(tail(Feed::new(other_pool))),
    ];
    let is_over = Arc::new(AtomicBool::new(false));
    let naive = tokio::spawn(tail_naively(story.another_pool(1), is_over.clone()));
    let naive_writers = u32::try_from(WRITERS).unwrap();
    tokio::join!(
        write(story.clone(), story.book.clone(), 1, EVENTS / 2),
        write(story.clone(), other_book, 100, EVENTS / 2),
        write_naively(story.another_pool(naive_writers), is_over),
    );

    let head = i64::try_from(EVENTS).unwrap();
    let expected: Vec<i64> = (1..=head).collect();
    for tailer in tailers {
        let seen = tokio::time::timeout(Duration::from_mins(1), tailer).await;
        assert_eq!(seen.unwrap().unwrap(), expected);
    }
    for view in View::ALL {
        let mut applied = 0;
        for process in &views {
            let wait = Duration::from_mins(1);
            process.wait_for(view, head, wait).await.unwrap();
            applied += process.figures()[view as usize].applied;
        }
        assert_eq!(applied, EVENTS, "{view}");
    }
    let report = projections::audit::run(&story.database.pool())
        .await
        .unwrap();
    assert!(report.is_clean(), "{:?}", report.findings);
    assert_eq!(report.events, head);

    let seen = naive.await.unwrap();
    let missed = NAIVE_ROWS - seen;
    eprintln!("naive tailer: missed {missed} of {NAIVE_ROWS}; feed: 0 of {EVENTS}");
    assert!(
        missed > 0,
        "the naive tailer must fail here, or the test proves nothing"
    );
    for process in views {
        process.stop().await;
    }
}
