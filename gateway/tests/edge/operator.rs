//! The operator's commands.

use std::process::{Command, Output};

use gateway::operator;
use projections::View;
use serde_json::{Value, json};

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
    // With the six sections of the file, in a stream for them.
    let expected = "7 events\n2 wallets\n";
    assert!(report.text.starts_with(expected), "{}", report.text);
    assert_eq!(report.json["counts"]["wallets"], 2, "{}", report.json);
    stage
        .tamper("update wallet_balance set main = 1000000")
        .await;
    let report = operator::audit(&url, stage.data_dir()).await.unwrap();
    assert!(
        !report.is_clean && report.text.contains("WRONG"),
        "{}",
        report.text
    );
    operator::rebuild(&url, stage.data_dir(), View::Wallet)
        .await
        .unwrap();
    let report = operator::audit(&url, stage.data_dir()).await.unwrap();
    assert!(report.is_clean, "{}", report.text);
}

#[tokio::test]
async fn the_demonstration_members_are_made_once_and_can_log_in() {
    let stage = Stage::set().await;
    let url = stage.database.url();
    for _ in 0..2 {
        let config = demo("http://127.0.0.1:9");
        let made = operator::make_demo(&url, stage.data_dir().to_owned(), config).await;
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
        let done = Command::new(env!("CARGO_BIN_EXE_gateway"))
            .args(words)
            .env("DATABASE_URL", "postgresql:///nowhere")
            .output()
            .unwrap();
        assert_eq!(done.status.code(), Some(2), "{words:?}");
        let shown = String::from_utf8_lossy(&done.stderr);
        assert!(shown.contains(&format!("'{}'", words[0])), "{shown}");
    }
}

fn gateway(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gateway"))
        .args(words)
        .env_remove("DATABASE_URL")
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn help_and_version_go_to_standard_output() {
    for (words, part) in [
        (&["--help"][..], "Exit codes:"),
        (&["--version"], env!("CARGO_PKG_VERSION")),
        (&["verify", "--help"], "--without-files"),
        (&["help", "staff", "add"], "--role <ROLE>"),
        (&["completion", "bash"], "complete -F"),
    ] {
        let done = gateway(words);
        assert_eq!(done.status.code(), Some(0), "{words:?}");
        assert!(
            text(&done.stdout).contains(part),
            "{words:?}: {}",
            text(&done.stdout)
        );
        assert_eq!(text(&done.stderr), "", "{words:?}");
    }
}

#[test]
fn a_wrong_command_line_is_explained_on_standard_error() {
    for (words, part) in [
        (&["verfy"][..], "'verfy'"),
        (&["verify", "--rate", "0"], "'--rate <EVENTS>'"),
        (
            &["erase", "somebody", "--by", "Nok", "--reason", "asked"],
            "'somebody'",
        ),
        (
            &["staff", "add", "nok", "--name", "Nok", "--role", "owner"],
            "auditor",
        ),
    ] {
        let done = gateway(words);
        assert_eq!(done.status.code(), Some(2), "{words:?}");
        assert!(
            text(&done.stderr).contains(part),
            "{words:?}: {}",
            text(&done.stderr)
        );
        assert_eq!(text(&done.stdout), "", "{words:?}");
    }
}

#[test]
fn a_command_that_fails_says_why_in_plain_text() {
    let done = gateway(&["audit"]);
    assert_eq!(done.status.code(), Some(1));
    let said = "gateway: DATABASE_URL is missing: set it to the database's address, such as \
                postgres://USER:PASSWORD@HOST:5432/wallet\n";
    assert_eq!(text(&done.stderr), said);
}

#[tokio::test]
async fn a_check_answers_a_program_in_json_and_by_its_exit_code() {
    let stage = Stage::set_without_otp().await;
    stage.member(1).await;
    let check = |words: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_gateway"))
            .args(words)
            .env("DATABASE_URL", stage.database.url())
            .env("DATA_DIR", stage.data_dir())
            .env(
                "WALLET_CONFIG",
                concat!(env!("CARGO_MANIFEST_DIR"), "/demo.toml"),
            )
            .env("SANDBOX_URL", "http://127.0.0.1:9")
            .env("RUST_LOG", "off")
            .output()
            .unwrap();
        let json: Value = serde_json::from_slice(&done.stdout).unwrap();
        (done.status.code().unwrap(), json)
    };
    for words in [&["audit", "--json"][..], &["verify", "--json"]] {
        let (code, json) = check(words);
        assert_eq!((code, &json["clean"]), (0, &json!(true)), "{json}");
        assert_eq!(json["counts"]["events"], 7, "{json}");
    }
    stage.tamper("update wallet_balance set main = 1").await;
    for words in [&["audit", "--json"][..], &["verify", "--json"]] {
        let (code, json) = check(words);
        assert_eq!((code, &json["clean"]), (3, &json!(false)), "{json}");
        let problem = json["problems"][0].as_str().unwrap();
        assert!(problem.contains("wallet_balance"), "{problem}");
    }
    // No source answers at this address.
    let (code, json) = check(&["reconcile", "--json"]);
    assert_eq!((code, &json["clean"]), (3, &json!(false)), "{json}");
    assert!(json["sources"][0]["problem"].is_string(), "{json}");
}
