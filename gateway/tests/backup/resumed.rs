//! A restored log: whose key it is, how far it is behind, and that nothing is signed by itself.

use std::fs;
use std::path::Path;

use clap::Parser;
use gateway::command_line::{Command, CommandLine};
use gateway::config::Config;
use gateway::operator::{JournalCommand, ResignArgs, journal, proof};
use gateway::{App, Options};
use ledger::wallet::ProtectionCommand;
use ledger::{
    Account, Actor, Context, Ledger, LedgerOptions, Metadata, WalletCommand, WalletId, proof,
};
use ledger_testing::{TestDatabase, eventually};
use sqlx::PgPool;

use crate::copy::nowhere;
use crate::forget::{sealed, set};
use crate::script::{run, verify};

/// An event that somebody else's gateway would seal at once.
async fn append(pool: &PgPool, options: LedgerOptions, minutes: u32) {
    let player = sqlx::query_scalar("select id from member")
        .fetch_one(pool)
        .await
        .unwrap();
    let ledger = Ledger::open(pool.clone(), options);
    let ledger = ledger.await.unwrap();
    let metadata = Metadata {
        at: chrono::DateTime::from_timestamp(1_790_000_000, 0).unwrap(),
        actor: Actor::Member,
        request_id: "resumed".to_owned(),
        main: None,
        movements: None,
        key: None,
        settings: None,
    };
    let context = Context {
        metadata,
        idempotency: None,
    };
    let minutes = Some(minutes);
    let command = WalletCommand::Protection(ProtectionCommand::SetRealityCheck { minutes });
    ledger
        .execute(WalletId(player), command, context)
        .await
        .unwrap();
    ledger.close().await;
}

async fn restore(words: &[&str], target: &TestDatabase, data: &Path) -> String {
    let done = run("restore", words, &target.url(), data).await;
    assert!(done.is_done, "{}", done.text);
    done.text
}

async fn checkpoints(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select count(*) from proof_checkpoint")
        .fetch_one(pool)
        .await
        .unwrap()
}

pub(crate) async fn run_proof(
    config: &Config,
    url: &str,
    data: &Path,
    words: &[&str],
) -> Result<String, String> {
    let words = ["gateway", "proof"].iter().chain(words);
    let Some(Command::Proof(command)) = CommandLine::try_parse_from(words).unwrap().command else {
        panic!("not a command of proof");
    };
    let outcome = proof(url, data, config, command).await;
    outcome.map_err(|error| error.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_copy_is_not_sealed_before_the_operators_word() {
    let stage = set().await;
    stage.player(1).await;
    let live = stage.database.owner();
    let known = sealed(&live).await;
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("backup");
    let folder = folder.to_str().unwrap();
    let made = run("backup", &[folder], &stage.database.url(), stage.data_dir()).await;
    assert!(made.is_done, "{}", made.text);
    // The log continues.
    append(&stage.database.pool(), stage.app.ledger_options(), 1).await;
    let newer = sealed(&live).await;
    let note = kept.path().join("newer.txt");
    fs::write(&note, &newer.note).unwrap();

    let (target, data) = (nowhere().await, tempfile::tempdir().unwrap());
    let said = restore(&[folder], &target, data.path()).await;
    assert!(said.contains("proof resume"), "{said}");
    let (restored, url) = (target.owner(), target.url());
    append(&target.pool(), stage.app.ledger_options(), 2).await;
    let before = checkpoints(&restored).await;
    let options = Options::local(url.clone(), stage.config(), data.path().to_owned());
    let app = App::start(options).await.unwrap();
    let figures = format!("http://{}/metrics", app.internal_address());
    let text = eventually("the sealer has tried, and been stopped", async || {
        let reply = stage.http.get(&figures).send().await.unwrap();
        let text = reply.text().await.unwrap();
        let is_suspended = text.contains("wallet_proof_suspended 1");
        if is_suspended { Ok(text) } else { Err(text) }
    })
    .await;
    assert!(text.contains("wallet_proof_key_refused 0"), "{text}");
    let note = note.to_str().unwrap();
    let refused = run_proof(
        &stage.config(),
        &url,
        data.path(),
        &["resume", "--checkpoint", note],
    )
    .await;
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(checkpoints(&restored).await, before);
    // With the newest known checkpoint it continues, without a restart.
    fs::write(note, &known.note).unwrap();
    let done = run_proof(
        &stage.config(),
        &url,
        data.path(),
        &["resume", "--checkpoint", note],
    )
    .await;
    assert!(done.is_ok(), "{done:?}");
    let tree = sealed(&restored).await;
    assert_eq!(tree.size, known.size + 1);
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_whose_key_was_lost_is_backed_up_and_restored_with_a_remark() {
    let stage = set().await;
    stage.player(1).await;
    let live = stage.database.owner();
    sealed(&live).await;
    // The file is gone, and the operator gives the log another key.
    let (url, data) = (stage.database.url(), stage.data_dir());
    for name in ["proof.key", "proof.sealed"] {
        fs::remove_file(data.join(name)).unwrap();
    }
    let words = ["rotate-key", "--old-key-lost"];
    let rotated = run_proof(&stage.config(), &url, data, &words).await;
    rotated.unwrap();
    append(&stage.database.pool(), stage.app.ledger_options(), 1).await;
    sealed(&live).await;
    let checked = verify(&url, &[]).await;
    assert!(checked.is_done, "{}", checked.text);
    assert!(
        checked.text.contains("REMARK: proof_key"),
        "{}",
        checked.text
    );
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("backup");
    let folder = folder.to_str().unwrap();
    let made = run("backup", &[folder], &url, data).await;
    assert!(made.is_done, "{}", made.text);
    let (target, place) = (nowhere().await, tempfile::tempdir().unwrap());
    restore(&[folder], &target, place.path()).await;
}

/// The names of the files with the log's keys below a folder.
fn keys(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut keys: Vec<String> = names.filter(|name| name.starts_with("proof.key")).collect();
    keys.sort();
    keys
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_has_the_one_key_that_signs_its_log() {
    let stage = set().await;
    stage.player(1).await;
    sealed(&stage.database.owner()).await;
    let (url, data) = (stage.database.url(), stage.data_dir());
    let rotated = run_proof(&stage.config(), &url, data, &["rotate-key"]).await;
    rotated.unwrap();
    assert_eq!(keys(data), ["proof.key"]);
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("backup");
    let words = [folder.to_str().unwrap()];
    let made = run("backup", &words, &url, data).await;
    assert!(made.is_done, "{}", made.text);
    assert_eq!(keys(&folder.join("data")), ["proof.key"]);
    let (target, place) = (nowhere().await, tempfile::tempdir().unwrap());
    restore(&words, &target, place.path()).await;
    assert_eq!(keys(place.path()), ["proof.key"]);
    // A folder with none that is the log's gets no backup.
    let foreign = tempfile::tempdir().unwrap();
    fs::copy(data.join("secret.key"), foreign.path().join("secret.key")).unwrap();
    proof::Signer::load_or_create(foreign.path(), &stage.config().proof.origin).unwrap();
    let other = kept.path().join("other");
    let words = ["--missing-files-ok", other.to_str().unwrap()];
    let refused = run("backup", &words, &url, foreign.path()).await;
    assert!(!refused.is_done, "{}", refused.text);
    assert!(refused.text.contains("is the log's"), "{}", refused.text);
}

/// A change that was committed before its file was in place, and one while the dump is written.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_that_a_change_of_keys_overtakes_starts_over() {
    let mut stage = set().await;
    stage.player(1).await;
    let live = stage.database.owner();
    sealed(&live).await;
    let (url, data) = (stage.database.url(), stage.data_dir().to_owned());
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("backup");
    // Only the dump reads it.
    let mut held = live.begin().await.unwrap();
    sqlx::raw_sql("lock table staff_session in access exclusive mode")
        .execute(&mut *held)
        .await
        .unwrap();
    let words = [folder.to_str().unwrap()];
    let making = run("backup", &words, &url, &data);
    let changing = async {
        eventually("the dump waits", async || {
            let waits = "select count(*) from pg_locks
                where not granted and relation = 'staff_session'::regclass";
            let waiting: i64 = sqlx::query_scalar(waits).fetch_one(&live).await.unwrap();
            if waiting > 0 { Ok(()) } else { Err(waiting) }
        })
        .await;
        let rotated = run_proof(&stage.config(), &url, &data, &["rotate-key"]).await;
        held.rollback().await.unwrap();
        rotated.unwrap();
    };
    let (made, ()) = tokio::join!(making, changing);
    assert!(made.is_done, "{}", made.text);
    assert!(made.text.contains("starts over"), "{}", made.text);
    let key = fs::read(data.join("proof.key")).unwrap();
    assert_eq!(fs::read(folder.join("data/proof.key")).unwrap(), key);
    assert_eq!(keys(&folder.join("data")), ["proof.key"]);
    // A gateway would put it in place.
    stage
        .while_stopped(async |stage| {
            let (live, folder) = (stage.database.owner(), kept.path().join("second"));
            fs::rename(data.join("proof.key"), data.join("proof.key.next")).unwrap();
            proof::Signer::load_or_create(&data, &stage.config().proof.origin).unwrap();
            let words = [folder.to_str().unwrap()];
            let made = run("backup", &words, &url, &data).await;
            assert!(made.is_done, "{}", made.text);
            assert_eq!(fs::read(folder.join("data/proof.key")).unwrap(), key);
            let verified = proof::foreign_key(&live, &folder.join("data")).await;
            assert_eq!(verified.unwrap(), None);
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_no_key_of_its_log_is_restored_by_the_operators_word() {
    let stage = set().await;
    stage.player(1).await;
    sealed(&stage.database.owner()).await;
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("backup");
    let words = [folder.to_str().unwrap(), "--key-lost"];
    let url = stage.database.url();
    let made = run("backup", &words[..1], &url, stage.data_dir()).await;
    assert!(made.is_done, "{}", made.text);
    // Its key was destroyed when it was changed later.
    fs::remove_file(folder.join("data/proof.key")).unwrap();
    let manifest = fs::read_to_string(folder.join("MANIFEST")).unwrap();
    let lines = manifest
        .lines()
        .filter(|line| !line.ends_with("  data/proof.key"));
    let manifest: Vec<&str> = lines.collect();
    fs::write(folder.join("MANIFEST"), manifest.join("\n") + "\n").unwrap();
    let (target, place) = (nowhere().await, tempfile::tempdir().unwrap());
    let refused = run("restore", &words[..1], &target.url(), place.path()).await;
    assert!(!refused.is_done, "{}", refused.text);
    assert!(refused.text.contains("--key-lost"), "{}", refused.text);
    let said = restore(&words, &target, place.path()).await;
    assert!(said.contains("rotate-key --old-key-lost"), "{said}");
    let (config, url) = (stage.config(), target.url());
    let words = ["rotate-key", "--old-key-lost"];
    let rotated = run_proof(&config, &url, place.path(), &words).await;
    rotated.unwrap();
    append(&target.pool(), stage.app.ledger_options(), 1).await;
    let options = Options::local(url, config, place.path().to_owned());
    let app = App::start(options).await.unwrap();
    sealed(&target.owner()).await;
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_sealed_at_the_backup_is_behind() {
    let stage = set().await;
    stage.player(1).await;
    let live = stage.database.owner();
    let url = stage.database.url();
    sealed(&live).await;
    // The sealer is stopped while events come.
    let still = "alter table proof_head add constraint still check (size = 0) not valid";
    sqlx::raw_sql(still).execute(&live).await.unwrap();
    for minutes in 1..=3 {
        append(&stage.database.pool(), stage.app.ledger_options(), minutes).await;
    }
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("backup");
    let folder = folder.to_str().unwrap();
    let made = run("backup", &[folder], &url, stage.data_dir()).await;
    assert!(made.is_done, "{}", made.text);
    sqlx::raw_sql("alter table proof_head drop constraint still")
        .execute(&live)
        .await
        .unwrap();
    let newer = sealed(&live).await;
    let note = kept.path().join("newer.txt");
    fs::write(&note, &newer.note).unwrap();
    let (target, place) = (nowhere().await, tempfile::tempdir().unwrap());
    let words = [folder, "--checkpoint", note.to_str().unwrap()];
    let said = run("restore", &words, &target.url(), place.path()).await;
    assert!(said.is_done, "{}", said.text);
    assert!(said.text.contains("3 events BEHIND"), "{}", said.text);
}

/// Runs `gateway journal resign` with a checkpoint's note.
async fn resign(url: &str, data: &Path, config: &Config, note: &str) -> Result<String, String> {
    let checkpoint = data.join("checkpoint.txt");
    fs::write(&checkpoint, note).unwrap();
    let command = JournalCommand::Resign(ResignArgs { checkpoint });
    let done = journal(url, data, config, command).await;
    done.map_err(|error| error.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_whose_key_is_lost_is_signed_again_behind_a_checkpoint() {
    let mut stage = set().await;
    let player = stage.player(1).await;
    let earlier = sealed(&stage.database.owner()).await;
    stage.deposit_by_slip(&player, "500.00").await;
    let newest = sealed(&stage.database.owner()).await;
    stage
        .while_stopped(async |stage| {
            let (url, data, config) = (stage.database.url(), stage.data_dir(), stage.config());
            let resign = async |note: &str| resign(&url, data, &config, note).await;
            fs::write(data.join("secret.key"), "07".repeat(32)).unwrap();
            let refused = resign(&earlier.note).await.unwrap_err();
            assert!(
                refused.contains("export one that covers them all"),
                "{refused}"
            );
            let refused = resign("no note").await.unwrap_err();
            assert!(refused.contains("is not signed again"), "{refused}");
            let done = resign(&newest.note).await.unwrap();
            assert!(done.starts_with(&newest.size.to_string()), "{done}");
        })
        .await;
    let ledger = Ledger::open(stage.database.pool(), stage.app.ledger_options()).await;
    let wallet = ledger.unwrap().load(WalletId(player.id)).await.unwrap();
    let main = wallet.bucket(&Account::Main).unwrap();
    assert_eq!(main.to_string(), "500.00 THB");
}

/// For a copy under another name the key is there, and shows what it did not sign.
#[tokio::test(flavor = "multi_thread")]
async fn a_copy_with_a_void_event_is_not_signed_under_its_name() {
    let mut stage = set().await;
    stage.player(1).await;
    let newest = sealed(&stage.database.owner()).await;
    stage
        .while_stopped(async |stage| {
            let url = stage.database.url();
            let mut config = stage.config();
            config.proof.origin = "copy.example/journal".to_owned();
            let void = "alter table event disable trigger user;
                        update event set mac = substring(stream_hash for 16) where position = 1;
                        alter table event enable trigger user";
            stage.tamper(void).await;
            let refused = resign(&url, stage.data_dir(), &config, &newest.note).await;
            let refused = refused.unwrap_err();
            assert!(refused.contains("position 1 "), "{refused}");
            assert!(refused.contains("this journal's key"), "{refused}");
        })
        .await;
}
