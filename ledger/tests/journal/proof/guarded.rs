//! What the tree has said cannot be changed, neither by the application nor by an owner's mistake.

use sqlx::PgPool;

use super::Log;

const STATEMENTS: [&str; 16] = [
    "update proof_checkpoint set note = note || ' '",
    "update proof_checkpoint set root = sha256('x')",
    "update proof_checkpoint set sealed_at = now()",
    "delete from proof_checkpoint",
    "truncate proof_checkpoint",
    "update proof_tile set hashes = substring(hashes for octet_length(hashes) - 32)",
    "update proof_tile set hashes = set_byte(hashes, 0, 255 - get_byte(hashes, 0))",
    "update proof_tile set hashes = sha256('x') || hashes where level = 0 and index = 1",
    "update proof_tile set seed = sha256('x') where level = 0",
    "update proof_tile set index = index + 10",
    "delete from proof_tile",
    "truncate proof_tile",
    "update proof_key set verifier = verifier || 'x'",
    "update proof_key set until_size = null",
    "delete from proof_key",
    "truncate proof_key",
];

async fn assert_refused(pool: &PgPool, statement: &str) {
    let outcome = sqlx::raw_sql(statement).execute(pool).await;
    let error = outcome.expect_err(statement);
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    assert_eq!(code.as_deref(), Some("42501"), "{statement}: {error}");
}

#[tokio::test]
async fn neither_the_application_nor_the_owner_changes_what_was_sealed() {
    let log = Log::begin().await;
    log.fill(300).await;
    log.seal_all(100).await;
    let before = (log.tiles().await, log.checkpoints().await);
    for statement in STATEMENTS {
        assert_refused(&log.pool(), statement).await;
        assert_refused(&log.database.owner(), statement).await;
        let as_replica = format!("set local session_replication_role = replica; {statement}");
        assert_refused(&log.database.owner(), &as_replica).await;
    }
    assert_eq!((log.tiles().await, log.checkpoints().await), before);
    log.fill(10).await;
    assert_eq!(log.seal(100).await, Some(310), "it grows all the same");
    log.check().await;
}

/// The triggers hide whether the role alone would hold; its rights are asked for one by one.
#[tokio::test]
async fn the_applications_role_has_no_right_to_change_it() {
    let log = Log::begin().await;
    for table in ["proof_checkpoint", "proof_tile", "proof_key", "proof_head"] {
        for right in ["delete", "truncate", "trigger", "update"] {
            let held: bool = sqlx::query_scalar("select has_table_privilege('wallet_app', $1, $2)")
                .bind(table)
                .bind(right)
                .fetch_one(&log.database.owner())
                .await
                .unwrap();
            assert!(!held, "{right} on {table}");
        }
    }
}

#[tokio::test]
async fn a_key_is_given_up_once() {
    let log = Log::begin().await;
    let owner = log.database.owner();
    let give_up = "update proof_key set until_size = 0";
    sqlx::raw_sql(give_up).execute(&owner).await.unwrap();
    assert_refused(&owner, "update proof_key set until_size = 5").await;
    assert_refused(&owner, "update proof_key set until_size = null").await;
}
