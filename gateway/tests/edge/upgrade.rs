//! A database that 1.1.14 has filled is taken over with its rows.

use std::path::Path;

use gateway::operator::{self, VerifyArgs};
use gateway::{BaselineError, DatabaseError, prepare_database};
use ledger_testing::TestDatabase;
use projections::View;
use sqlx::PgPool;

/// Two members of 1.1.14 with deposits by slip, QR, gift and announcement, a game, a transfer, a
/// withdrawal and a spin: `pg_dump --no-owner --inserts` of its database.
const FILLED: &str = include_str!("upgrade/filled_1_1_14.sql");

async fn filled() -> TestDatabase {
    let database = TestDatabase::create().await;
    let owner = database.owner();
    let empty = "drop schema public cascade; create schema public;
                 grant usage on schema public to public";
    for statements in [empty, FILLED] {
        sqlx::raw_sql(statements).execute(&owner).await.unwrap();
    }
    database
}

async fn applied(pool: &PgPool) -> Vec<i64> {
    sqlx::query_scalar("select version from _sqlx_migrations order by version")
        .fetch_all(pool)
        .await
        .unwrap()
}

async fn count(pool: &PgPool, table: &str) -> i64 {
    sqlx::query_scalar(&format!("select count(*) from {table}"))
        .fetch_one(pool)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_filled_database_of_1_1_14_is_upgraded_once_by_two_gateways_at_once() {
    let database = filled().await;
    let owner = database.owner();
    let events = count(&owner, "event").await;
    assert!(events > 20, "{events}");
    let url = database.url();
    // Both are on their way before one of them can change the record.
    let mut holder = owner.begin().await.unwrap();
    sqlx::query("lock table _sqlx_migrations in share row exclusive mode")
        .execute(&mut *holder)
        .await
        .unwrap();
    let release = async {
        database.locked_out(2).await;
        holder.commit().await.unwrap();
    };
    let (one, other, ()) = tokio::join!(prepare_database(&url), prepare_database(&url), release);
    one.unwrap();
    other.unwrap();
    let fresh = TestDatabase::create().await;
    assert_eq!(applied(&owner).await, applied(&fresh.owner()).await);
    prepare_database(&url).await.unwrap();

    // Every event, hash, posting and view is what this version computes.
    let args = VerifyArgs {
        without_data: true,
        ..VerifyArgs::default()
    };
    let folder = Path::new("");
    let report = operator::verify(&url, folder, &args).await.unwrap();
    assert!(report.is_clean, "{}", report.text);
    for view in View::ALL {
        assert_eq!(operator::rebuild(&url, view).await.unwrap(), events);
    }
    let report = operator::verify(&url, folder, &args).await.unwrap();
    assert!(report.is_clean, "{}", report.text);
    assert_eq!(count(&owner, "member").await, 2);
}

#[tokio::test]
async fn a_database_before_1_1_14_is_refused_and_not_changed() {
    let database = filled().await;
    let owner = database.owner();
    let last = "delete from _sqlx_migrations where version = 20261123004001";
    sqlx::query(last).execute(&owner).await.unwrap();
    let before = applied(&owner).await;
    let refused = prepare_database(&database.url()).await;
    assert!(
        matches!(
            refused,
            Err(DatabaseError::Baseline(BaselineError::TooOld(60)))
        ),
        "{refused:?}"
    );
    assert_eq!(applied(&owner).await, before);
}

/// No hash covers these two: the upgrade would make them disappear.
#[tokio::test]
async fn an_event_that_is_of_no_wallet_stops_the_upgrade() {
    for change in [
        "aggregate_type = 'walleu'",
        "aggregate_id = upper(aggregate_id)",
    ] {
        let database = filled().await;
        let owner = database.owner();
        let changed = format!(
            "alter table event disable trigger append_only;
             update event set {change} where position = 3;
             alter table event enable always trigger append_only"
        );
        sqlx::raw_sql(&changed).execute(&owner).await.unwrap();
        let refused = prepare_database(&database.url()).await.unwrap_err();
        assert!(refused.to_string().contains("of no wallet"), "{refused}");
        // The table is as it was, for the previous release to verify.
        let found = format!("event where position = 3 and {change}");
        assert_eq!(count(&owner, &found).await, 1, "{change}");
    }
}
