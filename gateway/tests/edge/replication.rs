//! An operator who demands a synchronous standby, with and without one.

use std::time::Duration;

use gateway::{App, CoreError, DatabaseError, Options, StartError};
use ledger_testing::pair::Pair;
use ledger_testing::{TestDatabase, eventually};
use reqwest::StatusCode;
use serde_json::Value;

use crate::stage::demo;

async fn start(url: String, folder: &tempfile::TempDir) -> Result<App, StartError> {
    let mut config = demo("http://127.0.0.1:9");
    config.database.require_synchronous = true;
    config.paces.replication = Duration::from_millis(50);
    config.paces.replication_wait = Duration::from_millis(500);
    App::start(Options::local(url, config, folder.path().to_owned())).await
}

async fn becomes(app: &App, wanted: StatusCode) -> Value {
    let url = format!("http://{}/health/ready", app.internal_address());
    eventually("readiness follows", async || {
        let reply = reqwest::get(&url).await.unwrap();
        let status = reply.status();
        let body: Value = reply.json().await.unwrap();
        if status == wanted {
            Ok(body)
        } else {
            Err(body)
        }
    })
    .await
}

#[tokio::test]
async fn a_database_that_names_no_standby_is_refused_where_one_is_demanded() {
    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let refused = start(database.url(), &folder).await.err().unwrap();
    let is_meant = matches!(
        refused,
        StartError::Core(CoreError::Database(DatabaseError::NotReplicated))
    );
    assert!(is_meant, "{refused:?}");
}

#[tokio::test]
async fn a_gateway_whose_commits_reach_no_standby_is_not_ready() {
    let mut pair = Pair::synchronous().await;
    let folder = tempfile::tempdir().unwrap();
    let app = start(pair.primary().url(), &folder).await.unwrap();
    becomes(&app, StatusCode::OK).await;
    let url = format!("http://{}/metrics", app.internal_address());
    eventually("the standby is counted", async || {
        let text = reqwest::get(&url).await.unwrap().text().await.unwrap();
        let is_counted = text.contains("\nwallet_synchronous_standbys 1\n")
            && text.contains("\nwallet_synchronous_commit_waits 1\n");
        if is_counted { Ok(()) } else { Err(text) }
    })
    .await;

    // It is connected and takes nothing.
    pair.freeze().await;
    let body = becomes(&app, StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(body["codes"], serde_json::json!(["NOT_REPLICATED"]));
    pair.thaw();
    becomes(&app, StatusCode::OK).await;

    // Nobody is waited for any more.
    let set = "alter system set synchronous_standby_names = ";
    pair.primary().set(&format!("{set}''")).await;
    let body = becomes(&app, StatusCode::SERVICE_UNAVAILABLE).await;
    assert_eq!(body["codes"], serde_json::json!(["NOT_REPLICATED"]));
    pair.primary().set(&format!("{set}'*'")).await;
    becomes(&app, StatusCode::OK).await;
    assert!(app.stop().await);
}
