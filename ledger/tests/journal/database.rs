//! Each test gets a migrated database of its own.

use ledger::journal::APP_ROLE;
use ledger::testing::TestDatabase;

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
