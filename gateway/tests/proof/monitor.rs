//! The log as it is published, and the monitor that follows it from outside.

use std::path::Path;

use gateway::operator::{MonitorArgs, OperatorError, monitor};
use gateway::{App, Options};
use ledger::Ledger;
use ledger_testing::{TestDatabase, eventually};
use reqwest::StatusCode;

use crate::reading::{anybody, read_note, sealed, set, verifiers};
use crate::stage::{Player, Stage};
use crate::witnesses::open_wallet;

fn args(address: &str, keys: &[String], seen: &Path) -> MonitorArgs {
    MonitorArgs {
        url: format!("http://{address}/log/"),
        keys: keys.to_vec(),
        seen: seen.to_owned(),
        every: 0,
    }
}

async fn look(stage: &Stage, address: &str, seen: &Path) -> Result<(), OperatorError> {
    let args = args(address, &verifiers(stage).await, seen);
    monitor(&args, |_| {}).await
}

async fn add_line(stage: &Stage, player: &Player) {
    stage.deposit(player, "10.00").await;
    sealed(stage).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_published_as_tiles_that_anybodys_program_reads() {
    let stage = set().await;
    let player = stage.player(1).await;
    add_line(&stage, &player).await;
    let base = format!("http://{}/log", stage.app.public_address());
    let get = async |path: &str| {
        stage
            .http
            .get(format!("{base}/{path}"))
            .send()
            .await
            .unwrap()
    };
    let answer = get("checkpoint").await;
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
    assert_eq!(answer.headers()["cache-control"], "no-cache");
    assert_eq!(
        answer.headers()["content-type"],
        "text/plain; charset=utf-8"
    );
    let checkpoint = read_note(&stage, &answer.text().await.unwrap()).await;
    assert!(checkpoint.size > 2);
    let path = format!("tile/0/000.p/{}", checkpoint.size);
    let answer = get(&path).await;
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
    assert_eq!(answer.headers()["content-type"], "application/octet-stream");
    let cache = &answer.headers()["cache-control"];
    assert_eq!(cache, "public, max-age=31536000, immutable");
    let whole = answer.bytes().await.unwrap();
    assert_eq!(whole.len(), usize::try_from(checkpoint.size).unwrap() * 32);
    // What is there never changes, however large the log is by now.
    add_line(&stage, &player).await;
    assert_eq!(get(&path).await.bytes().await.unwrap(), whole);
    let begin = get("tile/0/000.p/2").await.bytes().await.unwrap();
    assert_eq!(begin, whole[..64]);
    for missing in [
        "tile/0/000",
        "tile/0/000.p/255",
        "tile/0/001.p/1",
        "tile/1/000.p/1",
        "tile/0/0",
    ] {
        assert_eq!(
            get(missing).await.status(),
            StatusCode::NOT_FOUND,
            "{missing}"
        );
    }
    assert_eq!(
        get("tile/entries/000").await.status(),
        StatusCode::NOT_FOUND
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_monitor_follows_a_log_and_ends_at_a_fork() {
    let stage = set().await;
    let player = stage.player(1).await;
    add_line(&stage, &player).await;
    let folder = tempfile::tempdir().unwrap();
    let seen = folder.path().join("seen.txt");
    let address = stage.app.public_address().to_string();
    for _ in 0..2 {
        look(&stage, &address, &seen).await.unwrap();
        let kept = std::fs::read_to_string(&seen).unwrap();
        let (_, newest) = anybody(&stage, "/proof/checkpoint").await;
        assert_eq!(kept, newest.as_str().unwrap());
        add_line(&stage, &player).await;
    }
    let kept = std::fs::read_to_string(&seen).unwrap();
    let size = read_note(&stage, &kept).await.size;
    // The operator keeps another log with the same key, and shows that one.
    let (other, data) = (TestDatabase::create().await, tempfile::tempdir().unwrap());
    let key = stage.data_dir().join("proof.key");
    std::fs::copy(key, data.path().join("proof.key")).unwrap();
    let options = Options::local(other.url(), stage.config(), data.path().to_owned());
    let app = App::start(options).await.unwrap();
    let ledger = Ledger::open(other.pool(), app.ledger_options())
        .await
        .unwrap();
    open_wallet(&ledger, &app).await;
    let forked = app.public_address().to_string();
    let shorter = eventually("the other log has something", async || {
        let looked = look(&stage, &forked, &seen).await.unwrap_err().to_string();
        if looked.contains("409") {
            Err(looked)
        } else {
            Ok(looked)
        }
    })
    .await;
    assert!(shorter.contains("were seen"), "{shorter}");
    for _ in 0..size {
        open_wallet(&ledger, &app).await;
    }
    let fork = eventually("the other log is larger", async || {
        let looked = look(&stage, &forked, &seen).await.unwrap_err().to_string();
        if looked.contains("were seen") {
            Err(looked)
        } else {
            Ok(looked)
        }
    })
    .await;
    assert!(fork.starts_with("THE LOG IS FORKED"), "{fork}");
    assert!(fork.contains(&kept), "{fork}");
    assert_eq!(std::fs::read_to_string(&seen).unwrap(), kept);
    // Another key is no fork, and a log that does not answer is none.
    let stranger = ["other.example/log+00000000+AQ==".to_owned()];
    let unknown = monitor(&args(&address, &stranger, &seen), |_| {}).await;
    assert!(!unknown.unwrap_err().to_string().contains("FORKED"));
    assert!(app.stop().await);
    let gone = look(&stage, &forked, &seen).await.unwrap_err().to_string();
    assert!(!gone.contains("FORKED"), "{gone}");
}
