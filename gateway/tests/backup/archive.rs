//! The drill: the database's machine is lost, and the archive brings the wallet back.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gateway::{App, Options};
use ledger::proof::{self, StoredCheckpoint};
use ledger_testing::alone::Alone;
use ledger_testing::{TestDatabase, eventually};
use reqwest::Method;
use serde_json::json;
use sqlx::PgPool;

use crate::copy::{head, journal, nowhere, pictures};
use crate::forget::sealed;
use crate::money::Stage;
use crate::resumed::run_proof;
use crate::script::{Running, Said, run};

async fn restore(words: &[&str], target: &TestDatabase, data: &Path) -> Said {
    run("restore", words, &target.url(), data).await
}

/// The server's time, as `scripts/restore` reads it.
async fn now(pool: &PgPool) -> String {
    sqlx::query_scalar(
        r#"select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')"#,
    )
    .fetch_one(pool)
    .await
    .unwrap()
}

/// Waits until the gateway shows how far the archive is behind.
async fn is_watched(stage: &Stage) {
    let figures = format!("http://{}/metrics", stage.app.internal_address());
    eventually("the archive's lag is shown", async || {
        let answer = stage.http.get(&figures).send().await.unwrap();
        let text = answer.text().await.unwrap();
        let is_shown = text.contains("\nwallet_archive_lag_bytes ");
        if is_shown { Ok(()) } else { Err(text) }
    })
    .await;
}

/// Waits until the archive has the server's log up to here, and all pictures.
async fn archived(stage: &Stage, archive: &Path) {
    let pool = stage.database.owner();
    let written: String = sqlx::query_scalar("select pg_current_wal_insert_lsn()::text")
        .fetch_one(&pool)
        .await
        .unwrap();
    eventually("the archive has the log", async || {
        let flushed: Option<bool> = sqlx::query_scalar(
            "select flush_lsn >= $1::pg_lsn from pg_stat_replication
             where application_name = 'pg_receivewal'",
        )
        .bind(&written)
        .fetch_optional(&pool)
        .await
        .unwrap();
        if flushed == Some(true) {
            Ok(())
        } else {
            Err(flushed)
        }
    })
    .await;
    let pictures = contents(&stage.data_dir().join("slips"));
    eventually("the archive has the pictures", async || {
        let there = contents(&archive.join("files/slips"));
        let is_whole = there == pictures;
        let lengths: Vec<usize> = there.values().map(Vec::len).collect();
        if is_whole { Ok(()) } else { Err(lengths) }
    })
    .await;
}

/// Changes the key, and waits until the archive has the new one and no other.
async fn change_key(stage: &Stage, archive: &Path) {
    let (url, data) = (stage.database.url(), stage.data_dir());
    let rotated = run_proof(&stage.config(), &url, data, &["rotate-key"]).await;
    rotated.unwrap();
    let key = fs::read(data.join("proof.key")).unwrap();
    eventually("the archive has the new key alone", async || {
        let mut keys = contents(&archive.join("files"));
        keys.retain(|name, _| name.starts_with("proof.key"));
        let is_there = keys.len() == 1 && keys.get("proof.key") == Some(&key);
        let names: Vec<String> = keys.into_keys().collect();
        if is_there { Ok(()) } else { Err(names) }
    })
    .await;
}

/// What follows is in another file of the server's log.
async fn next_segment(pool: &PgPool) {
    let switching = sqlx::query("select pg_switch_wal()").execute(pool);
    switching.await.unwrap();
}

/// An archive that ends before the wanted moment, that lacks a segment or cannot give one, is not
/// restored as if it were whole.
async fn refuses(archive: &Path, note: &str) {
    let path = archive.to_str().unwrap();
    let (target, data) = (nowhere().await, tempfile::tempdir().unwrap());
    let words = ["--to", "2099-01-01T00:00:00Z", path, "--checkpoint", note];
    let late = restore(&words, &target, data.path()).await;
    assert!(
        !late.is_done && late.text.contains("it ends at"),
        "{}",
        late.text
    );
    let mut segments: Vec<_> = fs::read_dir(archive.join("wal")).unwrap().collect();
    segments.sort_by_key(|it| it.as_ref().unwrap().file_name());
    let segment = segments[segments.len() - 2].as_ref().unwrap().path();
    let bytes = fs::read(&segment).unwrap();
    let words = ["--to", "latest", path, "--checkpoint", note];
    fs::remove_file(&segment).unwrap();
    let torn = restore(&words, &target, data.path()).await;
    assert!(
        !torn.is_done && torn.text.contains("has a gap"),
        "{}",
        torn.text
    );
    fs::create_dir(&segment).unwrap();
    let unread = restore(&words, &target, data.path()).await;
    assert!(
        !unread.is_done && unread.text.contains("cannot be replayed"),
        "{}",
        unread.text
    );
    fs::remove_dir(&segment).unwrap();
    fs::write(&segment, bytes).unwrap();
}

/// The files of a folder that have their names, by these.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let named = entries.filter_map(|it| Some((it.file_name().into_string().ok()?, it.path())));
    let whole = named.filter(|(name, _)| !name.ends_with(".partial"));
    // One that has got its name meanwhile is seen the next time.
    whole
        .filter_map(|(name, path)| Some((name, fs::read(path).ok()?)))
        .collect()
}

/// A gateway starts on what was restored, shows the player's money, takes more, and its log continues
/// the one that players have seen.
async fn serves(stage: &Stage, url: &str, data: &Path, newest: &StoredCheckpoint) {
    let mut options = Options::local(url.to_owned(), stage.config(), data.to_owned());
    options.clock = stage.app.clock().clone();
    let app = App::start(options).await.unwrap();
    let credential = json!({ "username": "0810000001", "password": "Correct-Horse-9" });
    let call = |method, path: &str| {
        let url = format!("http://{}/api{path}", app.public_address());
        stage.portal_request(method, url)
    };
    let login = call(Method::POST, "/login").json(&credential);
    let (_, session) = crate::money::answer(login).await;
    let token = session["token"].as_str().unwrap();
    let shown = call(Method::GET, "/wallet").bearer_auth(token);
    let (_, shown) = crate::money::answer(shown).await;
    assert_eq!(shown["wallet"]["amount"], json!("600.00"), "{shown}");
    assert_eq!(shown["inTransit"], json!("0.00"), "{shown}");
    let gift = json!({ "amount": "100.00" });
    let (_, gift) = stage
        .control(Method::POST, "/truemoney/vouchers", Some(&gift))
        .await;
    let link = json!({ "link": gift["link"] });
    let request = call(Method::POST, "/wallet/truelink")
        .bearer_auth(token)
        .header("idempotency-key", "after");
    let (status, body) = crate::money::answer(request.json(&link)).await;
    assert!(status.is_success(), "{body}");
    let stored = PgPool::connect(url).await.unwrap();
    let after = sealed(&stored).await;
    assert!(after.size > newest.size);
    let path = proof::consistency(&stored, newest.size, after.size).await;
    let (old, new) = (newest, &after);
    let held = proof::check_consistency(&path.unwrap(), old.size, &old.root, new.size, &new.root);
    held.unwrap();
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_machine_is_restored_to_its_last_event_and_to_a_moment() {
    let mut machine = Alone::start().await;
    let database = TestDatabase::create_at(&machine.url()).await;
    let stage = Stage::set_on(database, |config| config.proof.seal_every_ms = 50).await;
    let (url, live) = (stage.database.url(), stage.database.owner());
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("archive");
    let archive = folder.to_str().unwrap();
    let receiving = Running::start("archive", &["receive", archive], &url, stage.data_dir());
    let player = stage.player(1).await;
    let made = run("archive", &["base", archive], &url, stage.data_dir()).await;
    assert!(made.is_done, "{}", made.text);

    // A picture is seen by the archive while it is being written.
    let picture = stage.data_dir().join("slips/0123abcd.png");
    fs::create_dir_all(picture.parent().unwrap()).unwrap();
    fs::write(&picture, "the beginning").unwrap();
    archived(&stage, &folder).await;
    fs::write(&picture, "the beginning and the end").unwrap();
    stage.deposit_by_slip(&player, "500.00").await;
    stage.settled(&player).await;
    let early = sealed(&live).await;
    let moment = now(&live).await;
    // As a change leaves the archive that is seen before its file is in place.
    fs::write(folder.join("files/proof.key.next"), "PRIVATE").unwrap();
    change_key(&stage, &folder).await;
    next_segment(&live).await;
    stage.deposit_by_slip(&player, "300.00").await;
    next_segment(&live).await;
    stage.activate(&player, "pg").await;
    let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "200.00").await;
    assert!(status.is_success(), "{body}");
    stage.settled(&player).await;
    let newest = sealed(&live).await;
    is_watched(&stage).await;
    archived(&stage, &folder).await;
    let (size, written) = (head(&live).await, journal(&live, newest.size).await);
    assert_eq!(size, newest.size);
    let beginning = journal(&live, early.size).await;
    assert!(stage.app.stop().await, "the gateway ends in time");
    machine.lose();
    drop(receiving);
    let note = kept.path().join("newest.txt");
    fs::write(&note, &newest.note).unwrap();
    let note = note.to_str().unwrap();

    // To a moment: what was committed by then, and nothing else.
    let (target, data) = (nowhere().await, tempfile::tempdir().unwrap());
    let words = ["--to", &*moment, archive, "--checkpoint", note];
    // The key of then was destroyed when it was changed.
    let refused = restore(&words, &target, data.path()).await;
    let is_named = refused.text.contains("--key-lost");
    assert!(!refused.is_done && is_named, "{}", refused.text);
    let words = [&words[..], &["--key-lost"]].concat();
    let done = restore(&words, &target, data.path()).await;
    assert!(done.is_done, "{}", done.text);
    let behind = format!("{} events BEHIND", newest.size - early.size);
    assert!(done.text.contains(&behind), "{}", done.text);
    let restored = target.owner();
    assert_eq!(head(&restored).await, early.size);
    assert_eq!(journal(&restored, early.size).await, beginning);
    assert_eq!(pictures(&restored, data.path()).await, 1);
    // The log that was cut does not pass for the one that players have seen.
    let words = ["resume", "--checkpoint", note];
    let resumed = run_proof(&stage.config(), &target.url(), data.path(), &words).await;
    assert!(resumed.is_err(), "{resumed:?}");

    refuses(&folder, note).await;
    // To the end: nothing is lost, and the log continues.
    let (target, data) = (nowhere().await, tempfile::tempdir().unwrap());
    let words = ["--to", "latest", archive, "--checkpoint", note];
    let done = restore(&words, &target, data.path()).await;
    assert!(done.is_done, "{}", done.text);
    assert!(done.text.contains("is not behind"), "{}", done.text);
    let (restored, url) = (target.owner(), target.url());
    assert_eq!(head(&restored).await, size);
    assert_eq!(journal(&restored, size).await, written);
    assert_eq!(pictures(&restored, data.path()).await, 2);
    let words = ["resume", "--checkpoint", note];
    let resumed = run_proof(&stage.config(), &url, data.path(), &words).await;
    assert!(resumed.is_ok(), "{resumed:?}");
    serves(&stage, &url, data.path(), &newest).await;
}
