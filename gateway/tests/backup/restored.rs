//! An incomplete backup is not restored, and existing data is not overwritten.

use std::fs;
use std::path::Path;

use gateway::operator::{self, VerifyArgs};
use sqlx::{Connection, PgConnection, PgPool};

use crate::copy::nowhere;
use crate::forget::{sealed, set};
use crate::script::{Said, run};
use crate::stage::Stage;

async fn events(pool: &PgPool) -> i64 {
    sqlx::query_scalar("select count(*) from event")
        .fetch_one(pool)
        .await
        .unwrap()
}

/// Names of databases that begin with one.
async fn databases(url: &str) -> Vec<String> {
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let (server, name) = address.rsplit_once('/').unwrap();
    let mut admin = PgConnection::connect(&format!("{server}/postgres?{query}"))
        .await
        .unwrap();
    sqlx::query_scalar("select datname from pg_database where datname like $1 order by 1")
        .bind(format!("{name}%"))
        .fetch_all(&mut admin)
        .await
        .unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "run")
        .collect();
    names.sort();
    names
}

async fn backup(stage: &Stage, folder: &Path) -> Said {
    let words = [folder.to_str().unwrap()];
    let url = stage.database.url();
    run("backup", &words, &url, stage.data_dir()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_differs_from_its_manifest_is_not_restored() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    sealed(&stage.database.owner()).await;
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("backup");
    let made = backup(&stage, &folder).await;
    assert!(made.is_done, "{}", made.text);
    assert!(
        made.text.contains("anyone who has it can sign"),
        "{}",
        made.text
    );
    // The name is taken, and nothing half-made stays next to it.
    let again = backup(&stage, &folder).await;
    assert!(!again.is_done && again.text.contains("is there already"));
    assert_eq!(names(kept.path()), ["backup"]);

    let (target, data) = (nowhere().await, tempfile::tempdir().unwrap());
    let (url, words) = (target.url(), [folder.to_str().unwrap()]);
    let picture = names(&folder.join("data/slips")).remove(0);
    for (name, shown) in [
        ("database.dump", "differs from its manifest"),
        ("data/secret.key", "differs from its manifest"),
        (
            &*format!("data/slips/{picture}"),
            "differs from its manifest",
        ),
        ("MANIFEST", "is no backup"),
    ] {
        let path = folder.join(name);
        let bytes = fs::read(&path).unwrap();
        let mut changed = bytes.clone();
        changed[bytes.len() / 3] ^= 1;
        if name == "MANIFEST" {
            changed = bytes[2..].to_vec();
        }
        fs::write(&path, changed).unwrap();
        let refused = run("restore", &words, &url, data.path()).await;
        assert!(!refused.is_done, "{name}: {}", refused.text);
        assert!(refused.text.contains(shown), "{name}: {}", refused.text);
        fs::remove_file(&path).unwrap();
        let refused = run("restore", &words, &url, data.path()).await;
        assert!(!refused.is_done, "without {name}: {}", refused.text);
        fs::write(&path, bytes).unwrap();
    }
    fs::write(folder.join("data/slips/other.png"), "x").unwrap();
    let refused = run("restore", &words, &url, data.path()).await;
    assert!(refused.text.contains("other files"), "{}", refused.text);
    assert!(!refused.is_done);
    fs::remove_file(folder.join("data/slips/other.png")).unwrap();
    // Nothing was touched by all that, and now it is whole.
    assert_eq!(databases(&url).await, Vec::<String>::new());
    assert_eq!(names(data.path()), Vec::<String>::new());
    let done = run("restore", &words, &url, data.path()).await;
    assert!(done.is_done, "{}", done.text);
    assert_eq!(databases(&url).await.len(), 1);
    let live = events(&stage.database.owner()).await;
    assert_eq!(events(&target.owner()).await, live);
}

#[tokio::test(flavor = "multi_thread")]
async fn existing_data_is_moved_aside_and_only_on_demand() {
    let stage = set().await;
    stage.player(1).await;
    sealed(&stage.database.owner()).await;
    let kept = tempfile::tempdir().unwrap();
    let folder = kept.path().join("backup");
    assert!(backup(&stage, &folder).await.is_done);
    let words = [folder.to_str().unwrap()];
    let (target, data) = (nowhere().await, tempfile::tempdir().unwrap());
    let place = (&*target.url(), data.path());
    assert!(run("restore", &words, place.0, place.1).await.is_done);
    let standing = names(data.path());
    let refused = run("restore", &words, place.0, place.1).await;
    assert!(!refused.is_done && refused.text.contains("is not empty"));
    // Nor into an empty folder with a database that is in use, nor the other way round.
    let other = tempfile::tempdir().unwrap();
    let refused = run("restore", &words, place.0, other.path()).await;
    assert!(!refused.is_done, "{}", refused.text);
    assert!(refused.text.contains("is not empty"), "{}", refused.text);
    let elsewhere = nowhere().await;
    let refused = run("restore", &words, &elsewhere.url(), data.path()).await;
    assert!(!refused.is_done && refused.text.contains("is not empty"));
    assert_eq!(databases(place.0).await.len(), 1);
    assert_eq!(names(data.path()), standing);

    fs::write(data.path().join("secret.key"), "another").unwrap();
    let forced = run("restore", &[words[0], "--force"], place.0, place.1).await;
    assert!(forced.is_done, "{}", forced.text);
    let two = databases(place.0).await;
    assert_eq!(two.len(), 2, "{two:?}");
    let aside = names(data.path());
    let aside = aside.iter().find(|name| name.starts_with("before-"));
    let aside = data.path().join(aside.unwrap());
    assert_eq!(fs::read(aside.join("secret.key")).unwrap(), b"another");
    sqlx::query(&format!("drop database {} with (force)", two[1]))
        .execute(&target.owner())
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_without_its_files_is_not_made() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    let kept = tempfile::tempdir().unwrap();
    let picture = names(&stage.data_dir().join("slips")).remove(0);
    fs::remove_file(stage.data_dir().join("slips").join(&picture)).unwrap();
    let refused = backup(&stage, &kept.path().join("backup")).await;
    assert!(!refused.is_done, "{}", refused.text);
    assert!(refused.text.contains(&picture), "{}", refused.text);
    // Another folder than the gateway's has no key.
    let url = stage.database.url();
    let elsewhere = kept.path().join("elsewhere");
    let refused = run("backup", &[elsewhere.to_str().unwrap()], &url, kept.path()).await;
    assert!(!refused.is_done, "{}", refused.text);
    assert!(refused.text.contains("secret.key"), "{}", refused.text);
    assert_eq!(names(kept.path()), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_not_what_was_stored_is_named_by_backup_and_by_verify() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    sealed(&stage.database.owner()).await;
    let (url, data, kept) = (
        stage.database.url(),
        stage.data_dir(),
        tempfile::tempdir().unwrap(),
    );
    let slips = data.join("slips");
    let name = names(&slips).remove(0);
    let whole = fs::read(slips.join(&name)).unwrap();
    let verified = async || {
        let input = VerifyArgs::default();
        operator::verify(&url, data, &input).await.unwrap()
    };
    assert!(verified().await.is_clean);
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 1;
    for (n, bytes, why) in [
        (1, &whole[..100], "has 100 bytes"),
        (2, &changed[..], "is not what was stored"),
    ] {
        fs::write(slips.join(&name), bytes).unwrap();
        let report = verified().await;
        let named = format!("WRONG: slip_file: the file {name} {why}");
        assert!(
            !report.is_clean && report.text.contains(&named),
            "{}",
            report.text
        );
        let folder = kept.path().join(format!("backup{n}"));
        let refused = backup(&stage, &folder).await;
        let named = format!("slips/{name} {why}");
        assert!(
            !refused.is_done && refused.text.contains(&named),
            "{}",
            refused.text
        );
        assert!(!folder.exists());
    }
    // What is left is kept when the operator says so, and it can be restored.
    let folder = kept.path().join("backup");
    let words = ["--missing-files-ok", folder.to_str().unwrap()];
    let made = run("backup", &words, &url, data).await;
    assert!(made.is_done, "{}", made.text);
    assert_eq!(
        fs::read(folder.join("data/slips").join(&name)).unwrap(),
        changed
    );
    let (target, place) = (nowhere().await, tempfile::tempdir().unwrap());
    let done = run("restore", &words[1..], &target.url(), place.path()).await;
    assert!(
        done.is_done && done.text.contains("damaged"),
        "{}",
        done.text
    );
    // A file that is gone is named as well.
    fs::remove_file(slips.join(&name)).unwrap();
    let report = verified().await;
    assert!(
        report.text.contains(&format!("{name} is missing")),
        "{}",
        report.text
    );
}
