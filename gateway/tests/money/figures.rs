//! What the metrics say after a story, by value.

use std::time::{Duration, SystemTime};

use ledger_testing::eventually;
use reqwest::StatusCode;
use serde_json::json;

use crate::console::Stage;
use crate::qr;
use crate::stage::Player;
use crate::wheel::{cheap_coins, spin_ok};

/// Everything that `/metrics` shows.
struct Figures(String);

impl Figures {
    async fn of(stage: &Stage) -> Self {
        let url = format!("http://{}/metrics", stage.app.internal_address());
        let answer = stage.http.get(url).send().await.unwrap();
        Self(answer.text().await.unwrap())
    }

    /// The value of a series, as text.
    fn get(&self, series: &str) -> Option<&str> {
        let mut lines = self.0.lines();
        lines.find_map(|line| line.strip_prefix(series)?.strip_prefix(' '))
    }

    /// The first series that has another value.
    fn other_than(&self, expected: &[(&str, &str)]) -> Option<String> {
        let is_other = |(series, value): &&(&str, &str)| self.get(series) != Some(value);
        let (series, value) = expected.iter().find(is_other)?;
        Some(format!("{series} {value}, not {:?}", self.get(series)))
    }
}

/// Waits for values that the background brings about.
async fn shows(stage: &Stage, expected: &[(&str, &str)]) {
    eventually("the metrics show it", async || {
        Figures::of(stage)
            .await
            .other_than(expected)
            .map_or(Ok(()), Err)
    })
    .await;
}

/// A player brings money in, plays, asks something and takes money out.
pub(crate) async fn story() -> (Stage, Player) {
    let stage = Stage::set_with(|config| {
        cheap_coins(config);
        config.qr.poll_ms = 100;
        config.proof.seal_every_ms = 50;
    })
    .await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    let order = qr::made(&stage, &player, "KBANK", "300").await;
    let (status, paid) = qr::scan(&stage, &order).await;
    assert_eq!(status, StatusCode::OK, "{paid}");
    let announced = json!({ "amount": "200" });
    let (_, manual) = stage.post(&player, "/wallet/add", &announced).await;
    stage.app.clock().advance(Duration::from_mins(20));
    stage.credit_announced(&manual["id"], "REF1", "scb-1").await;
    stage.activate(&player, "pg").await;
    let (status, moved) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    let (status, refused) = stage.transfer(&player, ("WALLET", "pg"), "90000").await;
    assert!(status.is_client_error(), "{refused}");
    let (status, out) = stage
        .post(&player, "/wallet/withdraw", &json!({ "amount": "100.00" }))
        .await;
    assert_eq!(status, StatusCode::OK, "{out}");
    spin_ok(&stage, &player).await;
    let text = json!({ "message_type": "text", "payload": { "message": "Hello?" } });
    let question = json!({ "message": text });
    let (status, said) = stage.post(&player, "/chat/send-message", &question).await;
    assert_eq!(status, StatusCode::CREATED, "{said}");
    (stage, player)
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_story_every_figure_has_its_value() {
    let (stage, player) = story().await;
    shows(
        &stage,
        &[
            (
                "wallet_deposits_total{method=\"slip\",outcome=\"credited\"}",
                "1",
            ),
            (
                "wallet_deposits_total{method=\"qr\",outcome=\"credited\"}",
                "1",
            ),
            (
                "wallet_deposits_total{method=\"manual\",outcome=\"credited\"}",
                "1",
            ),
            ("wallet_deposit_credit_seconds_count{method=\"slip\"}", "1"),
            ("wallet_deposit_credit_seconds_count{method=\"qr\"}", "1"),
            (
                "wallet_deposit_credit_seconds_count{method=\"manual\"}",
                "1",
            ),
            // Staff took twenty minutes, by the gateway's clock.
            (
                "wallet_deposit_credit_seconds_bucket{le=\"600.0\",method=\"manual\"}",
                "0",
            ),
            (
                "wallet_deposit_credit_seconds_bucket{le=\"3600.0\",method=\"manual\"}",
                "1",
            ),
            ("wallet_transfers_total{outcome=\"started\"}", "1"),
            ("wallet_transfers_total{outcome=\"completed\"}", "1"),
            ("wallet_withdrawals_total{outcome=\"requested\"}", "1"),
            ("wallet_withdrawals_total{outcome=\"paid\"}", "1"),
            ("wallet_spins_total", "1"),
            ("wallet_commands_total{outcome=\"refused\"}", "1"),
            ("wallet_chat_waiting", "1"),
            ("wallet_lease_held", "1"),
            ("wallet_breaker_open{service=\"game:pg\"}", "0"),
            ("wallet_withdrawals_open{older_than=\"60\"}", "0"),
            ("wallet_proof_lag", "0"),
            ("wallet_proof_seal_age_seconds", "0"),
        ],
    )
    .await;
    let figures = Figures::of(&stage).await;
    let taken = figures
        .get("wallet_commands_total{outcome=\"taken\"}")
        .unwrap();
    let commands = figures.get("wallet_commit_batch_commands_sum").unwrap();
    let sum: f64 = commands.parse().unwrap();
    assert_eq!(format!("{}", sum - 1.0), taken, "all but the refused one");
    for service in ["slip_checker", "psp:KBANK", "game:pg", "bank"] {
        let name = "wallet_outside_call_duration_seconds_count";
        let series = format!("{name}{{service=\"{service}\",outcome=\"answered\"}}");
        assert!(figures.get(&series).is_some(), "{series} in {}", figures.0);
    }
    for person in [&player.id.to_string(), &player.account_no] {
        assert!(!figures.0.contains(person.as_str()), "{person}");
    }
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_that_the_bank_does_not_answer_is_shown_by_its_age() {
    let stage = Stage::set_with(|config| config.waits.withdrawal_ms = 0).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage
        .fault(&json!({ "target": "payout", "kind": "drop_before" }))
        .await;
    let (status, out) = stage
        .post(&player, "/wallet/withdraw", &json!({ "amount": "100.00" }))
        .await;
    assert_eq!(status, StatusCode::ACCEPTED, "{out}");
    let unknown = ("wallet_withdrawals_total{outcome=\"unknown\"}", "1");
    let lost = "wallet_outside_call_duration_seconds_count{service=\"bank\",outcome=\"lost\"}";
    let young = ("wallet_withdrawals_open{older_than=\"60\"}", "0");
    shows(&stage, &[unknown, young]).await;
    assert!(Figures::of(&stage).await.get(lost).is_some());
    stage.app.clock().advance(Duration::from_mins(11));
    shows(
        &stage,
        &[
            ("wallet_withdrawals_open{older_than=\"60\"}", "1"),
            ("wallet_withdrawals_open{older_than=\"600\"}", "1"),
            ("wallet_withdrawals_open{older_than=\"3600\"}", "0"),
            ("wallet_withdrawals_open{older_than=\"86400\"}", "0"),
            ("wallet_withdrawals_open{older_than=\"604800\"}", "0"),
        ],
    )
    .await;
    stage.clear_faults().await;
    let ended = ("wallet_withdrawals_open{older_than=\"60\"}", "0");
    shows(&stage, &[ended]).await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_age_of_a_backup_is_shown_from_the_first_one_on() {
    let stage = Stage::set().await;
    let name = "wallet_backup_age_seconds";
    assert_eq!(Figures::of(&stage).await.get(name), None);
    let _still = stage.app.clock().hold();
    let made = stage.app.clock().now() - Duration::from_hours(2);
    let file = std::fs::File::create(stage.data_dir().join("last-backup")).unwrap();
    file.set_modified(SystemTime::from(made)).unwrap();
    assert_eq!(Figures::of(&stage).await.get(name), Some("7200"));
}
