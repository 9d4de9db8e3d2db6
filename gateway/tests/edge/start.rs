//! What a gateway asks of its database at start.

use gateway::{App, DatabaseError, Options, StartError};
use ledger::testing::TestDatabase;

use crate::stage::{Stage, demo};

async fn start(url: String) -> Result<App, StartError> {
    let folder = tempfile::tempdir().unwrap();
    let options = Options::local(url, demo("http://127.0.0.1:9"), folder.keep());
    App::start(options).await
}

#[tokio::test]
async fn a_database_that_may_lose_what_it_acknowledged_is_refused() {
    let database = TestDatabase::create().await;
    let name: String = sqlx::query_scalar("select current_database()")
        .fetch_one(&database.owner())
        .await
        .unwrap();
    sqlx::query(&format!(
        "alter database {name} set synchronous_commit = off"
    ))
    .execute(&database.owner())
    .await
    .unwrap();
    match start(database.url()).await {
        Err(StartError::Database(DatabaseError::NotDurable { setting, value })) => {
            assert_eq!((setting, value.as_str()), ("synchronous_commit", "off"));
        }
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it started"),
    }
}

#[tokio::test]
async fn an_absent_database_is_created_and_migrated() {
    let database = TestDatabase::create().await;
    let name: String = sqlx::query_scalar("select current_database()")
        .fetch_one(&database.owner())
        .await
        .unwrap();
    let absent = format!("{name}_absent");
    let app = start(database.url().replace(&name, &absent)).await.unwrap();
    let members: i64 = sqlx::query_scalar("select count(*) from member")
        .fetch_one(app.pool())
        .await
        .unwrap();
    assert_eq!(members, 0);
    assert!(app.stop().await);
    sqlx::query(&format!("drop database {absent} with (force)"))
        .execute(&database.owner())
        .await
        .unwrap();
}

#[tokio::test]
async fn the_gateway_works_with_rights_that_cannot_change_history() {
    let stage = Stage::set_without_otp().await;
    stage.register(1).await;
    let role: String = sqlx::query_scalar("select current_user::text")
        .fetch_one(stage.app.pool())
        .await
        .unwrap();
    assert_eq!(role, "wallet_app");
    for statement in [
        "update event set payload = payload",
        "delete from event",
        "truncate event",
        "delete from claim",
        "drop table member",
    ] {
        let refused = sqlx::query(statement).execute(stage.app.pool()).await;
        let error = refused.unwrap_err();
        let code = error
            .as_database_error()
            .and_then(|it| it.code().map(|it| it.to_string()));
        assert_eq!(code.as_deref(), Some("42501"), "{statement}: {error}");
    }
}
