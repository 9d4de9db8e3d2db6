//! The runner: each event once, view and checkpoint together, and nobody else disturbed.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::story::{self, Story, baht};
use ledger_testing::{PATIENCE, Wire, eventually};
use projections::statement::{self, StatementQuery};
use projections::{Projections, View, WaitError};
use tokio::sync::watch;

/// The views as another process on the same database runs them: it commits nothing itself.
fn another_process(story: &Story) -> Projections {
    let (_, never) = watch::channel(0);
    Projections::start(story.another_pool(10), ledger::JournalKey::default(), never)
}

/// Waits until the view stops before an event that it cannot apply.
async fn stopped(running: &Projections, view: View) {
    eventually("the view stops", async || {
        let figures = running.figures();
        let stopped = figures[view as usize].stopped.clone();
        stopped.ok_or(figures)
    })
    .await;
}

/// Lets the writer's own database connection die whenever a row of the table is written, up to
/// `times`: half of a view's statements are done then, and half are not.
async fn kill_writers_of(story: &Story, table: &str, times: u32) {
    let plant = format!(
        "create sequence killed;
         grant usage, select on sequence killed to public;
         create function kill_writer() returns trigger language plpgsql security definer as $$
         begin
             if nextval('killed') <= {times} then
                 perform pg_terminate_backend(pg_backend_pid());
             end if;
             return null;
         end $$;
         create trigger kill_writer after insert or update on {table}
             for each statement execute function kill_writer()"
    );
    sqlx::raw_sql(&plant)
        .execute(&story.database.owner())
        .await
        .unwrap();
}

#[tokio::test]
async fn a_reader_sees_its_own_write_once_the_view_has_reached_it() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    for number in 1..=20 {
        let receipt = story.deposit(1, number, "10").await;
        let as_of = running
            .wait_for(View::Wallet, receipt.position, PATIENCE)
            .await
            .unwrap();
        assert!(as_of >= receipt.position);
        let pool = story.database.pool();
        let shown = projections::wallet::find(&pool, story::wallet(1))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(shown.main.amount(), (number * 10).into());
    }
    running.stop().await;
}

#[tokio::test]
async fn a_position_that_is_not_written_yet_is_awaited_no_longer_than_asked() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.catch_up(&running).await;
    let asked = Instant::now();
    let waited = running
        .wait_for(View::Wallet, 100, Duration::from_millis(200))
        .await;
    let view = View::Wallet;
    assert_eq!(waited, Err(WaitError::TimedOut { view, as_of: 1 }));
    assert!(asked.elapsed() >= Duration::from_millis(200));
    running.stop().await;
    let waited = running.wait_for(View::Wallet, 100, PATIENCE).await;
    assert_eq!(waited, Err(WaitError::Closed));
    assert_eq!(running.wait_for(View::Wallet, 1, PATIENCE).await, Ok(1));
}

#[tokio::test]
async fn a_notice_comes_after_the_view_shows_the_change() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.catch_up(&running).await;
    let mut notices = running.subscribe();
    let receipt = story.deposit(1, 1, "10").await;
    let mut views = BTreeSet::new();
    while views.len() < View::ALL.len() {
        let notice = tokio::time::timeout(PATIENCE, notices.recv())
            .await
            .unwrap()
            .unwrap();
        assert_eq!(notice.wallet_id, story::wallet(1));
        if notice.position == receipt.position {
            views.insert(notice.view);
        }
        if notice.view == View::Statement {
            let query = StatementQuery::default();
            let pool = story.database.pool();
            let page = statement::page(&pool, notice.wallet_id, &query)
                .await
                .unwrap();
            assert_eq!(page.lines[0].position, notice.position);
        }
    }
    running.stop().await;
}

/// Invariant 8, first half.
#[tokio::test]
async fn a_view_and_its_checkpoint_change_in_one_transaction() {
    let story = Story::begin().await;
    kill_writers_of(&story, "statement_head", 8).await;
    let running = story.start();
    story.open(1).await;
    story.open_game(1, "pg").await;
    for round in 1..=8 {
        story.live(1, round).await;
        // Whatever has been killed meanwhile, each view is the fold up to its checkpoint.
        let report = story.audited().await;
        assert!(report.is_clean(), "{:?}", report.findings);
    }
    story.catch_up(&running).await;
    story.audit().await;
    let killed: i64 = sqlx::query_scalar("select last_value from killed")
        .fetch_one(&story.database.owner())
        .await
        .unwrap();
    assert!(killed >= 8, "only {killed} statements came to the trap");
    running.stop().await;
}

#[tokio::test]
async fn a_view_that_is_held_leaves_the_others_alone_and_joins_them_again() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.catch_up(&running).await;
    let mut holder = story.database.owner().begin().await.unwrap();
    sqlx::query("select from projection_checkpoint where view = 'slip' for update")
        .execute(&mut *holder)
        .await
        .unwrap();
    let receipt = story.deposit(1, 1, "10").await;
    for view in View::ALL {
        if view != View::Slip {
            let reached = running.wait_for(view, receipt.position, PATIENCE).await;
            assert!(reached.is_ok(), "{reached:?}");
        }
    }
    assert!(running.as_of(View::Slip) < receipt.position);
    holder.rollback().await.unwrap();
    let mut number = 1;
    eventually("one transaction moves all views", async || {
        number += 1;
        story.deposit(1, number, "10").await;
        story.catch_up(&running).await;
        let count = "select count(distinct xmin::text) from projection_checkpoint";
        let transactions: i64 = sqlx::query_scalar(count)
            .fetch_one(&story.database.owner())
            .await
            .unwrap();
        if transactions == 1 {
            Ok(())
        } else {
            Err(transactions)
        }
    })
    .await;
    running.stop().await;
}

#[tokio::test]
async fn views_go_on_by_themselves_after_all_connections_were_cut() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    story.open_game(1, "pg").await;
    for round in 1..=4 {
        sqlx::raw_sql(
            "select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()",
        )
        .execute(&story.database.owner())
        .await
        .unwrap();
        story.live(1, round).await;
    }
    story.catch_up(&running).await;
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn two_runners_on_one_database_apply_each_event_once() {
    let story = Story::begin().await;
    let (first, second) = (story.start(), another_process(&story));
    let mut listeners = [first.subscribe(), second.subscribe()];
    for player in 1..=3 {
        story.open(player).await;
        story.open_game(player, "pg").await;
        for round in 1..=4 {
            story.live(player, round).await;
        }
    }
    story.catch_up(&first).await;
    story.catch_up(&second).await;
    story.audit().await;

    let head = u64::try_from(story.head()).unwrap();
    for (one, two) in first.figures().iter().zip(second.figures()) {
        assert_eq!(one.applied + two.applied, head, "{}", one.view);
        assert_eq!((one.lag, two.lag), (0, 0), "{}", one.view);
    }
    // Each process notifies its own listeners of everything, no matter who applied it.
    for notices in &mut listeners {
        let mut last = std::collections::BTreeMap::new();
        while let Ok(notice) = notices.try_recv() {
            let before = last.insert((notice.wallet_id, notice.view), notice.position);
            assert!(before < Some(notice.position), "{notice:?} sent again");
        }
        assert_eq!(last.len(), 3 * View::ALL.len());
    }
    first.stop().await;
    second.stop().await;
}

#[tokio::test]
async fn another_process_hears_of_a_commit_without_looking() {
    let story = Story::begin().await;
    let (_, never) = watch::channel(0);
    // It looks by itself once, at its start: whatever comes then it has heard of.
    let a_day = Duration::from_hours(24);
    let second = Projections::start_looking(
        story.another_pool(10),
        ledger::JournalKey::default(),
        never,
        a_day,
    );
    let first = story.start();
    let listening = "select count(*) from pg_stat_activity
        where datname = current_database() and query like 'LISTEN%' and state = 'idle'";
    eventually("both processes listen", async || {
        let count: i64 = sqlx::query_scalar(listening)
            .fetch_one(&story.database.owner())
            .await
            .unwrap();
        if count == 2 { Ok(()) } else { Err(count) }
    })
    .await;
    story.open(1).await;
    for number in 1..=20 {
        story.deposit(1, number, "1").await;
        story.catch_up(&second).await;
    }
    first.stop().await;
    second.stop().await;
}

#[tokio::test]
async fn an_event_that_contradicts_one_view_stops_that_view_and_no_other() {
    let story = Story::begin().await;
    story.open(1).await;
    story.deposit(1, 1, "100").await;
    // Nobody has opened an account at this game: only the wallet view keeps books on that.
    let event = serde_json::json!({"GameBalanceObserved": {
        "game": "imi",
        "balance": baht("5"),
        "postings": [
            {"account": "provider:imi", "amount": baht("-5")},
            {"account": "game:imi", "amount": baht("5")},
        ],
    }});
    let bad = story.smuggle(1, "GameBalanceObserved", event).await;
    story.open(2).await;
    story.deposit(2, 2, "100").await;

    let running = story.start();
    for view in [
        View::Statement,
        View::Slip,
        View::TrialBalance,
        View::OpenWork,
    ] {
        running
            .wait_for(view, story.head(), PATIENCE)
            .await
            .unwrap();
    }
    stopped(&running, View::Wallet).await;
    let no_time = Duration::ZERO;
    let waited = running.wait_for(View::Wallet, story.head(), no_time).await;
    let Err(WaitError::Stopped { view, as_of, why }) = waited else {
        panic!("{waited:?}");
    };
    assert_eq!((view, as_of), (View::Wallet, bad - 1));
    assert!(why.contains(&format!("event {bad}")), "{why}");
    let figures = running.figures();
    assert!(figures[0].stopped.is_some());
    assert!(figures[0].lag > 0);
    assert!(figures[1..].iter().all(|view| view.stopped.is_none()));
    running.stop().await;
}

#[tokio::test]
async fn an_unknown_event_stops_the_views_right_before_it() {
    let story = Story::begin().await;
    story.open(1).await;
    story.deposit(1, 1, "100").await;
    let bad = story
        .smuggle(1, "Mystery", serde_json::json!({"Mystery": {}}))
        .await;
    story.open(2).await;
    let running = story.start();
    for view in View::ALL {
        assert_eq!(running.wait_for(view, bad - 1, PATIENCE).await, Ok(bad - 1));
        stopped(&running, view).await;
        let waited = running.wait_for(view, bad, Duration::ZERO).await;
        assert!(
            matches!(waited, Err(WaitError::Stopped { as_of, .. }) if as_of == bad - 1),
            "{waited:?}"
        );
    }
    running.stop().await;
}

/// The views are in the middle of a round when their connection falls silent, and hold their
/// checkpoints' rows.
#[tokio::test]
async fn views_whose_connections_fall_silent_in_the_middle_of_a_round_go_on_with_others() {
    let story = Story::begin().await;
    let wire = Wire::to(&story.database).await;
    let pool = ledger::pool::options()
        .max_connections(10)
        .acquire_timeout(PATIENCE)
        .connect_lazy_with(ledger::pool::watched(wire.options()));
    let (_, never) = watch::channel(0);
    let running = Projections::start(pool, ledger::JournalKey::default(), never);
    story.open(1).await;
    story.catch_up(&running).await;
    let mut gate = story.database.owner().begin().await.unwrap();
    let shut = "lock table projection_checkpoint in exclusive mode";
    sqlx::query(shut).execute(&mut *gate).await.unwrap();
    let receipt = story.deposit(1, 1, "10").await;
    story.database.locked_out(1).await;
    wire.silence_old().await;
    gate.rollback().await.unwrap();
    for view in View::ALL {
        let reached = running.wait_for(view, receipt.position, PATIENCE).await;
        assert!(reached.is_ok(), "{reached:?}");
    }
    running.stop().await;
}
