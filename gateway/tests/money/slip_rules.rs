//! The operator's rules about slips: hours, files, patience, limits, and what waits for staff.

use std::time::Duration;

use ledger_testing::eventually;
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, hurried, new_key};

async fn paid(stage: &Stage, player: &Player, change: &Value) -> Answer {
    let payment = stage.pay_with(player, change).await;
    let picture = stage.slip_picture(&payment, "png").await;
    stage.upload(player, &new_key(), picture).await
}

/// The newest slip of the list, once it is as expected.
async fn newest(stage: &Stage, player: &Player, is_expected: impl Fn(&Value) -> bool) -> Value {
    eventually("the newest slip is as expected", async || {
        let body = json!({ "page": 1, "limit": 1 });
        let path = format!("/statement/slip?after={}", stage.head().await);
        let slip = stage.post(player, &path, &body).await.1["slips"][0].clone();
        if is_expected(&slip) {
            Ok(slip)
        } else {
            Err(slip)
        }
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn during_the_closed_hours_no_file_is_taken_and_the_lookup_says_so() {
    // The stage begins at noon.
    let (from, until) = ("11:50", "12:20");
    let stage = Stage::set_with(move |config| {
        config.slip.closed_from = Some(from.to_owned());
        config.slip.closed_until = Some(until.to_owned());
    })
    .await;
    let player = stage.player(1).await;
    let payment = stage.pay(&player, "10.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&player, "closed", picture.clone()).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{body}");
    assert_eq!(body["message"], "SLIP_CLOSED");
    assert_eq!(body["data"]["closedFrom"], from);
    assert_eq!(body["data"]["closedUntil"], until);
    assert!(!stage.data_dir().join("slips").exists(), "no file was kept");
    assert_eq!(stage.events(&player, "SlipSubmitted").await, 0);
    let (_, lookup) = stage.get(&player, "/lookup/deposit").await;
    let closed = json!({ "from": from, "until": until });
    assert_eq!(lookup["slipClosed"], closed);
    stage.app.clock().advance(Duration::from_mins(21));
    let (status, body) = stage.upload(&player, "closed", picture).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    assert_eq!(body["status"], "SUCCESS", "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_whose_file_was_lost_before_the_bank_answered_waits_for_staff() {
    let stage = Stage::set_with(hurried).await;
    let player = stage.player(1).await;
    let fault = json!({ "target": "slip", "kind": "processing", "count": 1 });
    stage.fault(&fault).await;
    let (status, body) = paid(&stage, &player, &json!({ "amount": "10" })).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    stage.asked_about(&body["id"], 1).await;
    std::fs::remove_dir_all(stage.data_dir().join("slips")).unwrap();
    stage.app.clock().advance(Duration::from_mins(5));
    let slip = newest(&stage, &player, |slip| !slip["note"].is_null()).await;
    assert_eq!(slip["note"], "FILE_MISSING", "{slip}");
    assert_eq!(slip["status"], "PENDING", "{slip}");
    assert_eq!(stage.events(&player, "Deposited").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bank_whose_data_is_away_is_asked_again_after_a_quarter_of_an_hour() {
    let stage = Stage::set_with(hurried).await;
    let player = stage.player(1).await;
    let fault = json!({ "target": "slip", "kind": "maintenance", "count": 1 });
    stage.fault(&fault).await;
    let (status, body) = paid(&stage, &player, &json!({ "amount": "10" })).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    stage.asked_about(&body["id"], 1).await;
    let pause: f64 = sqlx::query_scalar(
        "select extract(epoch from next_at - first_at)::float8 from process_attempt",
    )
    .fetch_one(&stage.database.owner())
    .await
    .unwrap();
    assert!((pause - 900.0).abs() < 1.0, "{pause}");
    stage.app.clock().advance(Duration::from_mins(14));
    // Longer than the process naps. A machine that is slower only looks less often.
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    let slip = newest(&stage, &player, |_| true).await;
    assert_eq!(slip["status"], "PENDING", "{slip}");
    stage.app.clock().advance(Duration::from_mins(1));
    let slip = newest(&stage, &player, |slip| slip["status"] != "PENDING").await;
    assert_eq!(slip["status"], "SUCCESS", "{slip}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_sender_is_left_for_staff() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    // An account of another length shows digits that cannot be compared.
    let change = json!({ "amount": "10", "fromAccountNo": "123456789012",
        "fromName": "SOMCHAI JAIDEE" });
    let (status, body) = paid(&stage, &player, &change).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(stage.events(&player, "SlipReferred").await, 1);
    let slip = newest(&stage, &player, |_| true).await;
    assert_eq!(slip["status"], "PENDING");
    assert_eq!(slip["note"], "SENDER_UNCLEAR", "{slip}");
    assert_eq!(stage.events(&player, "Deposited").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_above_the_players_limit_is_left_for_staff() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let limits = json!({ "deposit": { "day": "100" } });
    let call = (Some("limit"), Some(&limits));
    let (status, body) = stage.call(&player, Method::PUT, "/limits", call).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let (status, body) = paid(&stage, &player, &json!({ "amount": "100.01" })).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let slip = newest(&stage, &player, |slip| !slip["note"].is_null()).await;
    assert_eq!(slip["note"], "DEPOSIT_LIMIT", "{slip}");
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "0.00");
    let (status, body) = paid(&stage, &player, &json!({ "amount": "100" })).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    assert_eq!(body["amount"], "100.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_of_an_excluded_player_is_left_for_staff() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let input = json!({ "kind": "TIME_OUT", "period": "DAY", "password": "Correct-Horse-9" });
    let (status, body) = stage.post(&player, "/limits/exclusion", &input).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let (status, body) = paid(&stage, &player, &json!({ "amount": "10" })).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let slip = newest(&stage, &player, |slip| !slip["note"].is_null()).await;
    assert_eq!(slip["note"], "PLAYER_EXCLUDED", "{slip}");
    assert_eq!(stage.events(&player, "Deposited").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slips_reference_leads_its_owner_to_the_picture_and_nobody_else() {
    let stage = Stage::set().await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    let payment = stage.pay(&player, "10.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, _) = stage.upload(&player, "mine", picture).await;
    assert_eq!(status, StatusCode::CREATED);
    let reference = payment["transRef"].as_str().unwrap();
    newest(&stage, &player, |slip| slip["status"] == "SUCCESS").await;
    let path = format!("/statement/slip/reference/{reference}");
    let (status, body) = stage.get(&player, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let link = body["url"].as_str().unwrap().strip_prefix("/api").unwrap();
    assert_eq!(stage.get(&player, link).await.0, StatusCode::OK);
    // The link opens for anybody; only the owner gets it for the reference.
    let (status, body) = stage.get(&other, &path).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(body["message"], "NO_DATA");
}

/// Set in the process whose files have a bound.
const BOUNDED: &str = "WALLET_TEST_BOUNDED_FILES";

/// Runs a test of this program again, in a process whose files end at 8 KiB as a full disk
/// would end them. The bound holds for everybody, root included, and needs no rights.
fn run_bounded(name: &str) {
    let script = "trap '' XFSZ && ulimit -f 8 && exec \"$0\" \"$@\"";
    let output = std::process::Command::new("bash")
        .args(["-c", script])
        .arg(std::env::current_exe().unwrap())
        .args([name, "--exact", "--nocapture"])
        .env(BOUNDED, "yes")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    assert!(text.contains("1 passed"), "{text}\n{errors}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_the_disk_has_no_room_for_is_answered_503_and_nothing_of_it_is_stored() {
    if std::env::var_os(BOUNDED).is_none() {
        return run_bounded(
            "slip_rules::a_slip_that_the_disk_has_no_room_for_is_answered_503_and_nothing_of_it_is_stored",
        );
    }
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let payment = stage.pay(&player, "10.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    assert!(picture.len() > 8 * 1024, "{}", picture.len());
    for _ in 0..16 {
        let (status, body) = stage.upload(&player, "full", picture.clone()).await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{body}");
        assert_eq!(body["message"], "SLIP_UPLOAD_FAIL");
    }
    let url = format!("http://{}/api/wallet/slip", stage.app.public_address());
    let form = Form::new().part("slip", Part::bytes(picture).file_name("slip.png"));
    let request = stage.http.post(url).bearer_auth(&player.token);
    let request = request.header("x-requested-with", "wallet-web");
    let request = request.header("idempotency-key", "full").multipart(form);
    let reply = request.send().await.unwrap();
    assert!(reply.headers().contains_key("retry-after"), "{reply:?}");
    let left = std::fs::read_dir(stage.data_dir().join("slips")).unwrap();
    assert_eq!(left.count(), 0, "half a file stayed");
    let rows: i64 = sqlx::query_scalar("select count(*) from slip_file")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!((rows, stage.events(&player, "SlipSubmitted").await), (0, 0));
}
