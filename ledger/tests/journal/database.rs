//! Each test gets its own migrated database.

use std::future::poll_fn;
use std::task::Poll;

use ledger::journal::APP_ROLE;
use ledger_testing::TestDatabase;

#[tokio::test]
async fn a_test_works_in_the_applications_role_on_an_empty_journal() {
    let database = TestDatabase::create().await;
    let role: String = sqlx::query_scalar("select current_user::text")
        .fetch_one(&database.pool())
        .await
        .unwrap();
    assert_eq!(role, APP_ROLE);
    assert_eq!(ledger::journal::head(&database.pool()).await.unwrap(), 0);
}

#[tokio::test]
async fn a_tests_database_ends_with_it() {
    let database = TestDatabase::create().await;
    let other = TestDatabase::create().await;
    let name: String = sqlx::query_scalar("select current_database()::text")
        .fetch_one(&database.pool())
        .await
        .unwrap();
    drop(database);
    let is_there: bool =
        sqlx::query_scalar("select exists (select from pg_database where datname = $1)")
            .bind(name)
            .fetch_one(&other.pool())
            .await
            .unwrap();
    assert!(!is_there);
}

/// A caller may go away at any moment, and what the next one writes is still kept.
#[tokio::test]
async fn a_begin_that_is_given_up_takes_nothing_of_the_next_caller_with_it() {
    let database = TestDatabase::create().await;
    let owner = database.owner();
    sqlx::raw_sql("create table kept (polls int); grant all on kept to public")
        .execute(&owner)
        .await
        .unwrap();
    // One connection: the next caller gets the one that was given up.
    let pool = ledger::pool::options()
        .max_connections(1)
        .connect_with(database.connect_options())
        .await
        .unwrap();
    for polls in 0.. {
        let mut beginning = Box::pin(pool.begin());
        let mut left = polls;
        let started = poll_fn(|context| {
            if left == 0 {
                return Poll::Ready(None);
            }
            left -= 1;
            beginning.as_mut().poll(context).map(Some)
        })
        .await;
        drop(beginning);
        if let Some(started) = started {
            started.unwrap().rollback().await.unwrap();
            break;
        }
        sqlx::query("insert into kept values ($1)")
            .bind(polls)
            .execute(&pool)
            .await
            .unwrap();
        let kept: i64 = sqlx::query_scalar("select count(*) from kept where polls = $1")
            .bind(polls)
            .fetch_one(&owner)
            .await
            .unwrap();
        assert_eq!(kept, 1, "given up after {polls} polls");
    }
}
