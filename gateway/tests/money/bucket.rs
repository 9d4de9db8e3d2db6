//! Two gateways, each with a data folder of another machine, and a bucket that both reach.

use std::fs;
use std::path::Path;

use gateway::config::FileRules;
use gateway::operator::{self, VerifyArgs};
use gateway::{App, Options};
use ledger_testing::bucket::BucketServer;
use reqwest::StatusCode;
use serde_json::json;
use tempfile::TempDir;

use crate::stage::{Player, Stage, new_key};

async fn stage(server: &BucketServer) -> Stage {
    let rules: FileRules = serde_json::from_value(server.rules(None)).unwrap();
    Stage::set_with(|config| config.files = rules).await
}

/// A gateway whose folder has the keys, as operation.md says, and nothing else.
async fn elsewhere(stage: &Stage) -> (App, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    for key in ["secret.key", "proof.key"] {
        fs::copy(stage.data_dir().join(key), folder.path().join(key)).unwrap();
    }
    let options = stage.options(stage.config(), stage.app.clock().clone());
    let data_dir = folder.path().to_owned();
    let app = App::start(Options {
        data_dir,
        ..*options
    })
    .await;
    (app.unwrap(), folder)
}

async fn picture_at(app: &App, player: &Player, slip: &str) -> (StatusCode, Vec<u8>) {
    let address = app.public_address();
    let url = format!("http://{address}/api/statement/slip/{slip}/image");
    let request = crate::stage::client().get(url).bearer_auth(&player.token);
    let answer = request
        .header("x-requested-with", "wallet-web")
        .send()
        .await;
    let answer = answer.unwrap();
    (answer.status(), answer.bytes().await.unwrap().to_vec())
}

fn only_file(folder: &Path) -> std::path::PathBuf {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0).unwrap().path()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_sent_through_one_gateway_is_shown_by_another_on_another_machine() {
    let server = BucketServer::start().await;
    let stage = stage(&server).await;
    let (other, _folder) = elsewhere(&stage).await;
    let player = stage.player(1).await;
    let payment = stage.pay(&player, "150").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, slip) = stage.upload(&player, &new_key(), picture.clone()).await;
    assert_eq!(status, StatusCode::CREATED, "{slip}");
    let slip = slip["id"].as_str().unwrap();
    let shown = picture_at(&other, &player, slip).await;
    assert_eq!(shown, (StatusCode::OK, picture));
    assert!(
        !stage.data_dir().join("slips").exists(),
        "it is in the bucket"
    );

    // Verification looks where the configuration says.
    let file = stage.data_dir().join("wallet.toml");
    let rules = json!({ "files": server.rules(None) });
    fs::write(&file, toml::to_string(&rules).unwrap()).unwrap();
    let args = VerifyArgs {
        config: Some(file),
        ..VerifyArgs::default()
    };
    let verify = async || {
        let report = operator::verify(&stage.database.url(), stage.data_dir(), &args).await;
        report.unwrap()
    };
    let report = verify().await;
    assert!(report.is_clean, "{}", report.text);
    let object = only_file(&server.folder("slips"));
    let stored = fs::read(&object).unwrap();
    fs::write(&object, vec![0; stored.len()]).unwrap();
    let report = verify().await;
    assert!(
        report.text.contains("is not what was stored"),
        "{}",
        report.text
    );
    let (status, _) = picture_at(&other, &player, slip).await;
    assert_eq!(
        status,
        StatusCode::NOT_FOUND,
        "another picture is not shown"
    );
    fs::remove_file(&object).unwrap();
    let report = verify().await;
    assert!(report.text.contains("is missing"), "{}", report.text);
    assert!(other.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_bucket_is_away_an_upload_is_refused_and_the_rest_goes_on() {
    let server = BucketServer::start().await;
    let mut stage = stage(&server).await;
    let player = stage.player(1).await;
    let payment = stage.pay(&player, "150").await;
    let picture = stage.slip_picture(&payment, "png").await;
    server.end();
    stage.restart(|_| {}).await;
    let key = new_key();
    let (status, body) = stage.upload(&player, &key, picture).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{body}");
    let (status, body) = stage.get(&player, "/wallet").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let rows: i64 = sqlx::query_scalar("select count(*) from slip_file")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(rows, 0, "no row names a file that is not there");
}
