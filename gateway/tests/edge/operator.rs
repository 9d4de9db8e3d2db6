//! The operator's commands.

use gateway::operator;
use serde_json::json;

use crate::stage::{Stage, demo};

#[tokio::test]
async fn an_audit_is_clean_until_somebody_changes_a_row() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let path = "/api/statement?after=1";
    stage
        .post_as(&token, path, &json!({}))
        .await
        .expect_success();
    let url = stage.database.url();
    let report = operator::audit(&url, stage.data_dir()).await.unwrap();
    assert!(report.is_clean, "{}", report.text);
    assert!(
        report.text.contains("1 events of 1 wallets"),
        "{}",
        report.text
    );
    assert!(
        report.text.contains("1 streams verified"),
        "{}",
        report.text
    );
    stage
        .tamper("update wallet_balance set main = 1000000")
        .await;
    let report = operator::audit(&url, stage.data_dir()).await.unwrap();
    assert!(
        !report.is_clean && report.text.contains("WRONG"),
        "{}",
        report.text
    );
    operator::rebuild(&url, "wallet").await.unwrap();
    let report = operator::audit(&url, stage.data_dir()).await.unwrap();
    assert!(report.is_clean, "{}", report.text);
}

#[tokio::test]
async fn an_unknown_view_is_not_rebuilt() {
    let stage = Stage::set_without_otp().await;
    let refused = operator::rebuild(&stage.database.url(), "balance").await;
    assert!(matches!(
        refused,
        Err(operator::OperatorError::UnknownView(_))
    ));
}

#[tokio::test]
async fn the_demonstration_members_are_made_once_and_can_log_in() {
    let stage = Stage::set().await;
    let url = stage.database.url();
    for _ in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        let config = demo("http://127.0.0.1:9");
        let made = operator::make_demo(&url, folder.path().to_owned(), config).await;
        assert!(made.unwrap().contains("0812345678 / Demo-1234"));
    }
    assert_eq!(stage.events().await, 2);
    let login = json!({ "username": "0812345678", "password": "Demo-1234" });
    stage.post("/api/login", &login).await.expect_success();
}

/// The console asks for an account, its code and often a second person; a command line cannot.
#[test]
fn no_command_decides_in_the_name_of_staff() {
    let id = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";
    for words in [
        &[
            "manual-deposits",
            "accept",
            id,
            "--reference",
            "A",
            "--account",
            "scb-1",
            "--by",
            "Nok",
        ][..],
        &[
            "manual-deposits",
            "reject",
            id,
            "--reason",
            "NOT_FOUND",
            "--by",
            "Nok",
        ],
        &["referred", "credit", id, "--by", "Nobody At All"],
        &[
            "referred",
            "reject",
            id,
            "--reason",
            "NOT_MATCH",
            "--by",
            "Nok",
        ],
    ] {
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_gateway"))
            .args(words)
            .env("DATABASE_URL", "postgresql:///nowhere")
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(2), "{words:?}");
        let told = String::from_utf8_lossy(&done.stderr);
        assert!(told.starts_with("usage:"), "{told}");
    }
}
