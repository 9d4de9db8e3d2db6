//! The check of everything that is stored: as a command, against a dump, and in the background.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use gateway::DatabaseError;
use gateway::operator::{self, CheckReport, OperatorError, VerifyArgs};
use ledger::proof::latest;
use ledger_testing::eventually;

use crate::stage::Stage;

/// A player with a wallet, sealed.
async fn sealed() -> (Stage, PathBuf) {
    let stage = Stage::set_without_otp().await;
    stage.member(1).await;
    let pool = stage.database.owner();
    let checkpoint = eventually("everything is sealed", async || {
        let found = latest(&pool).await.unwrap();
        let size = found.as_ref().map(|it| it.size);
        if size == Some(stage.all_events().await) {
            found.ok_or(size)
        } else {
            Err(size)
        }
    })
    .await;
    let kept = stage.data_dir().join("kept.note");
    std::fs::write(&kept, checkpoint.note).unwrap();
    (stage, kept)
}

async fn online(stage: &Stage, kept: &Path) -> CheckReport {
    let input = VerifyArgs {
        checkpoints: vec![kept.to_owned()],
        ..VerifyArgs::default()
    };
    operator::verify(&stage.database.url(), stage.data_dir(), &input)
        .await
        .unwrap()
}

async fn dumped(stage: &Stage, kept: &Path) -> CheckReport {
    let dump = stage.data_dir().join("dump");
    let status = Command::new("pg_dump")
        .arg("--format=custom")
        .arg(format!("--file={}", dump.display()))
        .arg(format!("--dbname={}", stage.database.url()))
        .status()
        .unwrap();
    assert!(status.success());
    let args = VerifyArgs {
        checkpoints: vec![kept.to_owned()],
        ..VerifyArgs::default()
    };
    operator::verify_file(&dump, &args).await.unwrap()
}

fn assert_wrong(report: &CheckReport, row: &str) {
    let is_named = report
        .text
        .lines()
        .any(|line| line.starts_with("WRONG: ") && line.contains(row));
    assert!(!report.is_clean && is_named, "{row}: {}", report.text);
}

#[tokio::test]
async fn what_is_stored_verifies_and_so_does_its_dump_until_a_row_is_changed() {
    let (stage, kept) = sealed().await;
    for report in [online(&stage, &kept).await, dumped(&stage, &kept).await] {
        assert!(report.is_clean, "{}", report.text);
        let first = "7 events\n2 wallets\n7 sealed events\n";
        assert!(report.text.starts_with(first), "{}", report.text);
    }
    stage.tamper("update wallet_balance set main = 1").await;
    assert_wrong(&online(&stage, &kept).await, "wallet_balance");
    stage.tamper("update wallet_balance set main = 0").await;
    stage.tamper("alter table event disable trigger user").await;
    stage
        .tamper(
            "update event set recorded_at = recorded_at + interval '1 microsecond' where position = 7",
        )
        .await;
    for report in [online(&stage, &kept).await, dumped(&stage, &kept).await] {
        assert_wrong(&report, "event, position 7 ");
    }
}

#[tokio::test]
async fn a_log_that_does_not_go_on_from_a_kept_checkpoint_is_found() {
    let (stage, kept) = sealed().await;
    let (other, foreign) = sealed().await;
    for report in [
        online(&stage, &foreign).await,
        dumped(&stage, &foreign).await,
    ] {
        assert_wrong(&report, "kept.note");
    }
    assert!(online(&other, &foreign).await.is_clean);
    assert!(online(&stage, &kept).await.is_clean);
    let missing = operator::verify(
        &stage.database.url(),
        stage.data_dir(),
        &VerifyArgs {
            checkpoints: vec!["no-such-file".into()],
            ..VerifyArgs::default()
        },
    )
    .await;
    assert!(missing.is_err());
}

#[tokio::test]
async fn a_check_without_the_data_folder_or_the_database_is_refused_at_once() {
    let stage = Stage::set_without_otp().await;
    stage.member(1).await;
    let url = stage.database.url();
    let args = VerifyArgs::default();
    let empty = tempfile::tempdir().unwrap();
    for folder in [Path::new("/no/such/folder"), empty.path()] {
        let refused = operator::verify(&url, folder, &args).await.unwrap_err();
        let is_meant = matches!(&refused, OperatorError::NoDataFolder(_));
        assert!(is_meant, "{refused}");
        assert!(operator::audit(&url, folder).await.is_err());
    }
    // Who has no folder says so.
    let args = VerifyArgs {
        without_data: true,
        ..args
    };
    let report = operator::verify(&url, Path::new("/no/such/folder"), &args).await;
    let text = report.unwrap().text;
    assert!(text.contains("REMARK: without the data folder"), "{text}");

    let nobody = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let url = format!("postgres://postgres@{nobody}/wallet");
    let refused = operator::verify(&url, stage.data_dir(), &VerifyArgs::default()).await;
    let refused = refused.unwrap_err();
    // A pool would have tried for a minute, and then said that it was in vain.
    let is_meant = matches!(
        &refused,
        OperatorError::Database(DatabaseError::Sql(sqlx::Error::Io(_)))
    );
    assert!(is_meant, "{refused}");
}

#[tokio::test]
async fn the_background_check_counts_what_it_finds_among_the_figures() {
    let (stage, _) = sealed().await;
    stage.tamper("alter table event disable trigger user").await;
    stage
        .tamper("update event set metadata = (metadata::text || ' ')::json")
        .await;
    // Its first round begins at once.
    let gateway = stage.another().await;
    let path = format!("http://{}/metrics", gateway.internal_address());
    eventually("the check finds something", async || {
        let text = reqwest::get(&path).await.unwrap().text().await.unwrap();
        assert!(text.contains("wallet_verify_position"), "{text}");
        if text.contains("\nwallet_verify_failures 0\n") {
            Err(text)
        } else {
            Ok(())
        }
    })
    .await;
    gateway.stop().await;
}
