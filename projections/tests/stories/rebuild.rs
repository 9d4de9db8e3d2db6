//! A view rebuilt while the old one serves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use crate::story::{self, Story, audited};
use ledger_testing::{cases, eventually};
use projections::audit::{AuditOptions, Finding};
use projections::rebuild::{self, RebuildError};
use projections::statement::{self, StatementQuery};
use projections::{View, audit, wallet};
use sqlx::PgPool;
use tokio::runtime::Handle;
use tokio::task::block_in_place;

const TABLES: [&str; 20] = [
    "wallet_balance",
    "game_account",
    "statement_line",
    "statement_head",
    "statement_count",
    "statement_sweep",
    "slip_entry",
    "slip_head",
    "trial_balance",
    "trial_balance_day",
    "trial_balance_player",
    "open_work",
    "reward_head",
    "reward_grant",
    "reward_refund",
    "reward_invite",
    "reward_seed",
    "reward_spin",
    "reward_wheel",
    "projection_checkpoint",
];

/// Every row of every view, table by table.
async fn contents(pool: &PgPool) -> Vec<String> {
    let mut all = Vec::new();
    for table in TABLES {
        let select = format!(
            "select coalesce(string_agg(t::text, E'\\n' order by t::text), '') from {table} t"
        );
        let rows: String = sqlx::query_scalar(&select).fetch_one(pool).await.unwrap();
        all.push(format!("{table}\n{rows}"));
    }
    all
}

/// Everything about the tables that is not a row: columns, indexes, checks, owner and rights.
async fn shapes(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar(
        "select concat_ws(' ', relname, relowner::regrole, array_to_string(relacl, ','),
                          array_to_string(reloptions, ','),
                          (select string_agg(concat_ws(' ', attname, atttypid::regtype,
                                                       attnotnull), ',' order by attnum)
                           from pg_attribute where attrelid = c.oid and attnum > 0),
                          (select string_agg(indexdef, ';' order by indexname)
                           from pg_indexes
                           where schemaname = 'public' and tablename = relname),
                          (select string_agg(pg_get_constraintdef(k.oid), ';' order by conname)
                           from pg_constraint k where conrelid = c.oid))
         from pg_class c
         where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname",
    )
    .fetch_all(pool)
    .await
    .unwrap()
}

async fn players(story: &Story, count: u128, rounds: u128) {
    for player in 1..=count {
        story.open(player).await;
        story.every_reward(player, player * 1_000 + 700).await;
        story.open_game(player, "pg").await;
        for round in 1..=rounds {
            story.live(player, round).await;
        }
        story.submit_slip(player, player * 1_000 + 900).await;
        story.send_in(player, player * 100_000, "pg", "1").await;
        story.every_way_in(player, player * 1_000).await;
    }
}

#[tokio::test]
async fn a_rebuilt_view_has_the_same_rows_and_the_same_shape() {
    let story = Story::begin_with_coins().await;
    let running = story.start();
    players(&story, 3, 4).await;
    story.catch_up(&running).await;
    let pool = story.database.owner();
    let (rows, shape) = (contents(&pool).await, shapes(&pool).await);
    for view in View::ALL {
        let mut figures = Vec::new();
        let position = rebuild::run(
            &story.database.pool(),
            &ledger::JournalKey::default(),
            view,
            |it| figures.push(it),
        )
        .await
        .unwrap();
        assert_eq!(position, story.head());
        assert_eq!(figures.last().map(|it| it.position), Some(position));
    }
    assert_eq!(contents(&pool).await, rows);
    assert_eq!(shapes(&pool).await, shape);
    // The application's role continues to write the new tables.
    players_go_on(&story, 3).await;
    story.catch_up(&running).await;
    story.audit().await;
    running.stop().await;
}

async fn players_go_on(story: &Story, count: u128) {
    for player in 1..=count {
        story.return_transfer(player, player * 100_000).await;
        story.live(player, 500).await;
    }
}

/// Invariant 8, second half.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_view_is_rebuilt_to_identical_content_while_the_old_one_serves() {
    let story = Arc::new(Story::begin_with_coins().await);
    let running = story.start();
    story.open(100).await;
    story.deposit(100, 100_000, "77").await;
    players(&story, 3, 2).await;
    story.catch_up(&running).await;

    let is_over = Arc::new(AtomicBool::new(false));
    let reads = Arc::new(AtomicU32::new(0));
    let mut others = Vec::new();
    for player in 1..=3_u128 {
        let (story, is_over) = (story.clone(), is_over.clone());
        others.push(tokio::spawn(async move {
            story.return_transfer(player, player * 100_000).await;
            for round in 10.. {
                story.live(player, round).await;
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
            }
        }));
    }
    {
        // A reader never meets an error, nor a table that is not filled yet.
        let (pool, is_over, reads) = (story.database.pool(), is_over.clone(), reads.clone());
        others.push(tokio::spawn(async move {
            while !is_over.load(Ordering::Relaxed) {
                let owner = story::wallet(100);
                let shown = wallet::find(&pool, owner).await.unwrap().unwrap();
                assert_eq!(shown.main.digits(), "77.00");
                let query = StatementQuery::default();
                let page = statement::page(&pool, owner, &query).await.unwrap();
                assert_eq!((page.total, page.lines.len()), (1, 1));
                reads.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    // The reader has had its turns between them, however the machine shares them out.
    let (mut rounds, reads_wanted) = (0, 20);
    while rounds < cases(2, 6) || reads.load(Ordering::Relaxed) < reads_wanted {
        rounds += 1;
        for view in View::ALL {
            rebuild::run(
                &story.database.pool(),
                &ledger::JournalKey::default(),
                view,
                |_| {},
            )
            .await
            .unwrap();
        }
        let report = story.audited().await;
        assert!(report.is_clean(), "{:?}", report.findings);
    }
    is_over.store(true, Ordering::Relaxed);
    for other in others {
        other.await.unwrap();
    }
    story.catch_up(&running).await;
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn a_rebuild_repairs_a_view_that_was_changed_by_hand() {
    let story = Story::begin_with_coins().await;
    let running = story.start();
    players(&story, 2, 3).await;
    story.catch_up(&running).await;
    let pool = story.database.owner();
    let rows = contents(&pool).await;
    sqlx::raw_sql(
        "update wallet_balance set main = main + 1000000;
         delete from statement_line; truncate statement_count;
         update slip_entry set status = 'SUCCESS'; delete from open_work;
         update trial_balance set amount = 0; delete from reward_grant;
         update reward_head set coins = 5; truncate reward_wheel",
    )
    .execute(&pool)
    .await
    .unwrap();
    let report = audited(&pool).await;
    for view in View::ALL {
        let is_found = |it: &Finding| matches!(it, Finding::Row { view: of, .. } if *of == view);
        assert!(report.findings.iter().any(is_found), "{view}");
    }
    for view in View::ALL {
        rebuild::run(&pool, &ledger::JournalKey::default(), view, |_| {})
            .await
            .unwrap();
    }
    assert_eq!(contents(&pool).await, rows);
    story.audit().await;
    running.stop().await;
}

/// Ends the connection that rebuilds, and waits until its lock has gone with it.
async fn cut_off_rebuild(pool: &PgPool) {
    eventually("nobody rebuilds", async || {
        let cut: Vec<bool> = sqlx::query_scalar(
            "select pg_terminate_backend(pid) from pg_locks
             where locktype = 'advisory' and classid = 1919246965
               and database = (select oid from pg_database where datname = current_database())",
        )
        .fetch_all(pool)
        .await
        .unwrap();
        if cut.is_empty() { Ok(()) } else { Err(cut) }
    })
    .await;
}

/// Where a rebuild ends its own connection: while it folds, and at three steps of the swap. Its
/// path distinguishes its connection from the runner's.
const CUTS: [(&str, &str); 4] = [
    (
        "alter table statement_line add constraint cut check (cut())",
        "alter table statement_line drop constraint cut",
    ),
    (
        "create trigger cut before update on projection_checkpoint for each row
         execute function cut_row()",
        "drop trigger cut on projection_checkpoint",
    ),
    (
        "create trigger cut after update on projection_checkpoint for each row
         execute function cut_row()",
        "drop trigger cut on projection_checkpoint",
    ),
    (
        "create constraint trigger cut after update on projection_checkpoint
         deferrable initially deferred for each row execute function cut_row()",
        "drop trigger cut on projection_checkpoint",
    ),
];

/// What ends the connection of a rebuild, as a check of a row and as a trigger.
const CUTTERS: &str = "create function cut() returns boolean language plpgsql as $$
    begin
        if current_setting('search_path') like 'rebuild%' then
            perform pg_terminate_backend(pg_backend_pid());
        end if;
        return true;
    end $$;
    create function cut_row() returns trigger language plpgsql as $$
    begin perform public.cut(); return new; end $$;
    grant execute on function cut(), cut_row() to public";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rebuild_that_was_cut_off_changes_nothing_and_can_be_started_again() {
    let story = Story::begin_with_coins().await;
    let running = story.start();
    players(&story, 2, 3).await;
    story.catch_up(&running).await;
    let pool = story.database.owner();
    let rows = contents(&pool).await;
    sqlx::raw_sql(CUTTERS).execute(&pool).await.unwrap();
    let is_cut_off = |outcome: &Result<i64, RebuildError>| {
        matches!(
            outcome,
            Err(RebuildError::Database(_) | RebuildError::View(_))
        )
    };
    for (set, unset) in CUTS {
        sqlx::raw_sql(set).execute(&pool).await.unwrap();
        let outcome = rebuild::run(
            &story.database.pool(),
            &ledger::JournalKey::default(),
            View::Statement,
            |_| {},
        )
        .await;
        assert!(is_cut_off(&outcome), "{set}: {outcome:?}");
        cut_off_rebuild(&pool).await;
        sqlx::raw_sql(unset).execute(&pool).await.unwrap();
        assert_eq!(contents(&pool).await, rows, "{set}");
    }
    // Between the fold and the swap.
    let outcome = rebuild::run(
        &story.database.pool(),
        &ledger::JournalKey::default(),
        View::Statement,
        |_| {
            block_in_place(|| Handle::current().block_on(cut_off_rebuild(&pool)));
        },
    )
    .await;
    assert!(is_cut_off(&outcome), "{outcome:?}");
    assert_eq!(contents(&pool).await, rows);
    rebuild::run(
        &pool,
        &ledger::JournalKey::default(),
        View::Statement,
        |_| {},
    )
    .await
    .unwrap();
    assert_eq!(contents(&pool).await, rows);
    let left: i64 =
        sqlx::query_scalar("select count(*) from pg_namespace where nspname like 'rebuild%'")
            .fetch_one(&pool)
            .await
            .unwrap();
    assert_eq!(left, 0);
    story.audit().await;
    running.stop().await;
}

#[tokio::test]
async fn only_one_rebuild_of_a_view_runs_at_a_time() {
    let story = Story::begin_with_coins().await;
    story.open(1).await;
    let (pool, other) = (story.database.owner(), story.another_pool(2));
    let mut holder = other.acquire().await.unwrap();
    let key = i32::try_from(View::ALL.iter().position(|it| *it == View::Slip).unwrap()).unwrap();
    sqlx::query("select pg_advisory_lock(1919246965, $1)")
        .bind(key)
        .execute(&mut *holder)
        .await
        .unwrap();
    let refused = rebuild::run(&pool, &ledger::JournalKey::default(), View::Slip, |_| {}).await;
    assert!(matches!(
        refused,
        Err(RebuildError::AlreadyRunning(View::Slip))
    ));
    assert_eq!(
        rebuild::run(&pool, &ledger::JournalKey::default(), View::Wallet, |_| {})
            .await
            .unwrap(),
        1
    );
}

#[tokio::test]
async fn a_view_without_a_checkpoint_is_filled_from_the_first_event() {
    let story = Story::begin_with_coins().await;
    story.open(1).await;
    story.every_reward(1, 9_000).await;
    sqlx::query("delete from projection_checkpoint where view = 'reward'")
        .execute(&story.database.owner())
        .await
        .unwrap();
    let running = story.start();
    story.catch_up(&running).await;
    story.audit().await;
    running.stop().await;
}

/// With the application's role alone, somebody appends credits between a player's events. No view shows
/// one, live or computed again, and what comes behind is shown as ever.
#[tokio::test]
async fn what_nobody_with_the_key_wrote_is_in_no_view() {
    let story = Story::begin().await;
    let running = story.start();
    story.open(1).await;
    for number in 1..=3 {
        story.deposit(1, number, "10").await;
        story.forge(1).await;
    }
    story.deposit(1, 4, "10").await;
    story.catch_up(&running).await;
    let pool = story.database.pool();
    let key = ledger::JournalKey::default();
    let audited_with_key = async || {
        let options = AuditOptions::with_key(Some(&key));
        audit::run(&pool, options, |_| {}).await.unwrap()
    };
    let report = audited_with_key().await;
    assert!(report.is_clean(), "{:?}", report.findings);
    let main = async || -> Option<String> {
        sqlx::query_scalar("select main::text from wallet_balance")
            .fetch_optional(&story.database.owner())
            .await
            .unwrap()
    };
    let before = main().await;
    assert_eq!(before.as_deref(), Some("40.00"));
    for view in View::ALL {
        rebuild::run(&story.database.pool(), &key, view, |_| {})
            .await
            .unwrap();
    }
    assert_eq!(main().await, before);
    let report = audited_with_key().await;
    assert!(report.is_clean(), "{:?}", report.findings);
    running.stop().await;
}
