//! Nobody changes history: not the application, and not the owner by a slip of the hand.

use ledger_testing::TestDatabase;
use sqlx::PgPool;

use super::support::{ALICE, checked_journal, context, fund, keyed, open_ledger, withdraw};

/// What only the journal's own functions do.
const WRITES: [&str; 8] = [
    "insert into event select * from event limit 1",
    "insert into event_from_000000000001 select * from event limit 1",
    "insert into claim values ('gift', 'forged', gen_random_uuid(), 1)",
    "insert into idempotency values (gen_random_uuid(), 'forged', sha256('asked'), 0, 0)",
    "insert into stream_head values (gen_random_uuid(), 1, sha256('forged'))",
    "update stream_head set version = version - 1",
    "update log_head set position = position - 1",
    "update log_head set position = position + 1",
];

const STATEMENTS: [&str; 12] = [
    "update event set payload = '{}'",
    "delete from event where position = 1",
    "truncate event",
    "update event_from_000000000001 set payload = '{}'",
    "delete from event_from_000000000001 where position = 1",
    "truncate event_from_000000000001",
    "update claim set wallet_id = gen_random_uuid()",
    "delete from claim",
    "truncate claim",
    "update idempotency set events = 0",
    "delete from idempotency",
    "truncate idempotency",
];

async fn a_used_journal() -> TestDatabase {
    let database = TestDatabase::create().await;
    let ledger = open_ledger(database.pool()).await;
    fund(&ledger, ALICE, "100").await;
    ledger
        .execute(ALICE, withdraw(1, "1"), keyed("key", 1))
        .await
        .unwrap();
    database
}

async fn assert_refused(pool: &PgPool, statement: &str) {
    let error = sqlx::raw_sql(statement).execute(pool).await.unwrap_err();
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    assert_eq!(code.as_deref(), Some("42501"), "{statement}: {error}");
}

#[tokio::test]
async fn the_applications_role_cannot_change_or_remove_events() {
    let database = a_used_journal().await;
    let before = checked_journal(&database.pool()).await;
    for statement in STATEMENTS.into_iter().chain(WRITES) {
        assert_refused(&database.pool(), statement).await;
    }
    assert_eq!(checked_journal(&database.pool()).await, before);
}

/// The triggers hide whether the role alone would hold; its rights are asked for one by one.
#[tokio::test]
async fn the_applications_role_has_no_right_to_change_them() {
    let database = TestDatabase::create().await;
    for table in ["event", "claim", "idempotency", "stream_head", "log_head"] {
        for (right, is_held) in [
            ("select", true),
            ("insert", false),
            ("update", false),
            ("delete", false),
            ("truncate", false),
            ("trigger", false),
        ] {
            let held: bool = sqlx::query_scalar("select has_table_privilege('wallet_app', $1, $2)")
                .bind(table)
                .bind(right)
                .fetch_one(&database.owner())
                .await
                .unwrap();
            assert_eq!(held, is_held, "{right} on {table}");
        }
    }
}

#[tokio::test]
async fn the_owner_cannot_change_or_remove_events_either() {
    let database = a_used_journal().await;
    let before = checked_journal(&database.pool()).await;
    for statement in STATEMENTS {
        assert_refused(&database.owner(), statement).await;
        let as_replica = format!("set local session_replication_role = replica; {statement}");
        assert_refused(&database.owner(), &as_replica).await;
    }
    assert_eq!(checked_journal(&database.pool()).await, before);
}

#[tokio::test]
async fn the_applications_role_cannot_lift_the_trigger() {
    let database = a_used_journal().await;
    for statement in [
        "alter table event disable trigger all",
        "drop trigger append_only on event",
        "drop table event",
        "alter table event owner to wallet_app",
        "delete from log_head",
        "delete from stream_head",
    ] {
        assert_refused(&database.pool(), statement).await;
    }
    drop(database.pool());
    let ledger = open_ledger(database.pool()).await;
    ledger
        .execute(ALICE, withdraw(2, "1"), context())
        .await
        .unwrap();
}
