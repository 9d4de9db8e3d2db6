//! A wallet whose files are in a bucket is backed up without them.

use std::fs;

use gateway::config::FileRules;
use ledger_testing::bucket::BucketServer;
use serde_json::json;

use crate::copy::nowhere;
use crate::forget::sealed;
use crate::script::{run, run_with};
use crate::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_without_files_is_restored_and_compared_with_the_bucket() {
    let server = BucketServer::start().await;
    let rules: FileRules = serde_json::from_value(server.rules(None)).unwrap();
    let stage = Stage::set_with(|config| config.files = rules).await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    sealed(&stage.database.owner()).await;
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("backup");
    let folder = folder.to_str().unwrap();
    let (url, data) = (stage.database.url(), stage.data_dir());
    // Without the option, the files are missed.
    let refused = run("backup", &[folder], &url, data).await;
    assert!(!refused.is_done && refused.text.contains("files are missing"));
    let made = run("backup", &["--files-in-bucket", folder], &url, data).await;
    assert!(made.is_done, "{}", made.text);

    let config = kept.path().join("wallet.toml");
    let rules = json!({ "files": server.rules(None) });
    fs::write(&config, toml::to_string(&rules).unwrap()).unwrap();
    let (target, place) = (nowhere().await, tempfile::tempdir().unwrap());
    let to = target.url();
    let done = run_with(&config, "restore", &[folder], &to, place.path()).await;
    assert!(done.is_done, "{}", done.text);
    let slips = fs::read_dir(server.folder("slips")).unwrap();
    for object in slips {
        fs::remove_file(object.unwrap().path()).unwrap();
    }
    let (target, place) = (nowhere().await, tempfile::tempdir().unwrap());
    let to = target.url();
    let refused = run_with(&config, "restore", &[folder], &to, place.path()).await;
    assert!(
        !refused.is_done && refused.text.contains("is missing"),
        "{}",
        refused.text
    );
    let done = run("restore", &[folder], &to, place.path()).await;
    assert!(done.is_done, "{}", done.text);
    assert!(done.text.contains("they are not compared"), "{}", done.text);
}
