//! The operations page: how the machine does, and the long work started from it.

use ledger_testing::eventually;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::discrepancy;
use crate::stage::{Stage, expect_error};

/// The last run of a kind, once it has ended.
pub(crate) async fn ended(stage: &Stage, token: &str, kind: &str) -> Value {
    let path = format!("/support/operations/{kind}");
    eventually("the run ends", async || {
        let (status, body) = stage.get_as(token, &path).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        let run = body["run"].clone();
        if run["endedAt"].is_null() {
            Err(run)
        } else {
            Ok(run)
        }
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_shows_views_and_books() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.wallet(&player).await;
    let auditor = stage.staff("auditor").await;
    let (status, body) = stage.get_as(&auditor, "/support/operations").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body["head"], stage.head().await);
    assert_eq!(body["projections"].as_array().unwrap().len(), 6, "{body}");
    let books = body["trialBalance"].as_array().unwrap();
    let main = books.iter().find(|it| it["account"] == "main").unwrap();
    assert_eq!(
        (&main["currency"], &main["amount"]),
        (&json!("THB"), &json!("500.00"))
    );
    for sum in body["sums"].as_array().unwrap() {
        let amount = sum["amount"].as_str().unwrap();
        assert!(amount.chars().all(|it| it == '0' || it == '.'), "{sum}");
    }
    assert_eq!(body["verification"], Value::Null);
    assert_eq!(body["work"]["slips"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_is_rebuilt_by_a_supervisor_while_everybody_watches() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let path = "/support/operations/rebuild";
    let input = json!({ "view": "statement", "reason": "a new form" });
    expect_error(
        &stage.post_as(&agent, path, &input).await,
        403,
        "ROLE_REQUIRED",
    );
    let unknown = json!({ "view": "nothing", "reason": "a new form" });
    expect_error(
        &stage.post_as(&supervisor, path, &unknown).await,
        400,
        "INVALID_INPUT",
    );
    let silent = json!({ "view": "statement", "reason": "" });
    expect_error(
        &stage.post_as(&supervisor, path, &silent).await,
        400,
        "INVALID_INPUT",
    );
    let (status, started) = stage.post_as(&supervisor, path, &input).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{started}");
    assert_eq!(started["run"]["view"], "statement");
    let run = ended(&stage, &agent, "rebuild").await;
    assert_eq!(run["failure"], Value::Null, "{run}");
    assert_eq!(run["startedBy"], "Somsak");
    assert!(
        run["done"].as_i64().unwrap() >= run["total"].as_i64().unwrap(),
        "{run}"
    );
    assert_eq!(run["result"]["position"], run["done"]);
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "500.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_long_work_of_a_kind_goes_at_a_time_and_a_dead_one_is_passed_over() {
    let stage = Stage::set().await;
    let supervisor = stage.staff("supervisor").await;
    stage
        .tamper(
            "insert into operation_run (id, kind, started_by, started_at, beat_at)
             select gen_random_uuid(), 'verify', id, now(), now() + interval '1 year'
             from staff where username = 'supervisor'",
        )
        .await;
    let path = "/support/operations/verify";
    let why = json!({ "reason": "the night's check" });
    let busy = stage.post_as(&supervisor, path, &why).await;
    expect_error(&busy, 409, "ALREADY_RUNNING");
    stage
        .tamper("update operation_run set beat_at = now() - interval '1 day'")
        .await;
    let (status, started) = stage.post_as(&supervisor, path, &why).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{started}");
    let run = ended(&stage, &supervisor, "verify").await;
    assert_eq!(run["failure"], Value::Null, "{run}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verification_counts_what_it_has_seen_and_names_what_is_wrong() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.wallet(&player).await;
    let supervisor = stage.staff("supervisor").await;
    let path = "/support/operations/verify";
    let why = json!({ "reason": "the night's check" });
    stage.post_as(&supervisor, path, &why).await;
    let clean = ended(&stage, &supervisor, "verify").await;
    assert_eq!(clean["result"]["problems"], json!([]), "{clean}");
    assert_eq!(clean["result"]["events"], stage.head().await);
    stage
        .tamper("update wallet_balance set main = main + 1")
        .await;
    stage.post_as(&supervisor, path, &why).await;
    let wrong = ended(&stage, &supervisor, "verify").await;
    assert_eq!(wrong["result"]["problemCount"], 1, "{wrong}");
    let (_, page) = stage.get_as(&supervisor, "/support/operations").await;
    assert_eq!(page["verification"]["events"], stage.head().await, "{page}");
    assert_eq!(
        page["verification"]["problems"].as_array().unwrap().len(),
        1
    );
}

/// What nobody has explained yet: what is still wrong, and what a verification has no longer seen.
pub(crate) async fn findings(stage: &Stage) -> (i64, i64) {
    sqlx::query_as(
        "select count(*) filter (where gone_at is null), count(*) filter (where gone_at is not null)
         from discrepancy where kind = 'finding' and explained_at is null",
    )
    .fetch_one(&stage.database.owner())
    .await
    .unwrap()
}

pub(crate) async fn found(stage: &Stage) {
    eventually(
        "the background check finds something",
        async || match findings(stage).await {
            (0, gone) => Err(gone),
            _ => Ok(()),
        },
    )
    .await;
}

pub(crate) async fn verified(stage: &Stage, token: &str) -> Value {
    let why = json!({ "reason": "the night's check" });
    let (status, started) = stage
        .post_as(token, "/support/operations/verify", &why)
        .await;
    assert_eq!(status, StatusCode::ACCEPTED, "{started}");
    let run = ended(stage, token, "verify").await;
    assert_eq!(run["failure"], Value::Null, "{run}");
    run["result"].clone()
}

const TAMPER: &str = "update claim set sequence = sequence + 1";
const REPAIR: &str = "update claim set sequence = sequence - 1";

#[tokio::test(flavor = "multi_thread")]
async fn what_the_background_check_finds_stays_until_a_person_has_explained_it() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.wallet(&player).await;
    let supervisor = stage.staff("supervisor").await;
    stage.tamper("alter table claim disable trigger user").await;
    stage.tamper(TAMPER).await;
    // The first round of another gateway begins at once.
    let other = stage.another().await;
    found(&stage).await;
    other.stop().await;
    let wrong = verified(&stage, &supervisor).await;
    assert!(wrong["problemCount"].as_i64().unwrap() > 0, "{wrong}");
    let (open, gone) = findings(&stage).await;
    assert!(open > 0 && gone == 0, "what is still wrong is not gone");
    // Changed back, and a restart: it is still reported.
    stage.tamper(REPAIR).await;
    let guard = "alter table claim enable always trigger append_only";
    stage.tamper(guard).await;
    let other = stage.another().await;
    let figures = format!("http://{}/metrics", other.internal_address());
    let shown = format!("wallet_verify_failures {open}");
    eventually("it is reported", async || {
        let text = stage.http.get(&figures).send().await.unwrap();
        let text = text.text().await.unwrap();
        if text.contains(&shown) {
            Ok(())
        } else {
            Err(text)
        }
    })
    .await;
    other.stop().await;
    assert_eq!(findings(&stage).await, (open, 0));
    let clean = verified(&stage, &supervisor).await;
    assert_eq!(clean["problems"], json!([]), "{clean}");
    assert_eq!(findings(&stage).await, (0, open));
    // It is no longer seen, and still nobody has said why: that ends it.
    let agent = stage.staff("agent").await;
    for finding in discrepancy::open(&stage, &agent).await {
        assert_eq!(finding["kind"], "finding", "{finding}");
        let alone = discrepancy::explain(&stage, &agent, &finding["id"]).await;
        expect_error(&alone, 403, "ROLE_REQUIRED");
        let (status, body) = discrepancy::explain(&stage, &supervisor, &finding["id"]).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    assert_eq!(findings(&stage).await, (0, 0));
    // Found again it is open again.
    stage.tamper("alter table claim disable trigger user").await;
    stage.tamper(TAMPER).await;
    let other = stage.another().await;
    found(&stage).await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_without_its_tree_and_keys_is_not_clean_with_the_folder_that_signed_it() {
    let stage = Stage::set_with(|config| config.proof.seal_every_ms = 50).await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.wallet(&player).await;
    let supervisor = stage.staff("supervisor").await;
    eventually("everything is sealed", async || {
        let sizes: (i64, i64) =
            sqlx::query_as("select (select size from proof_head), (select position from log_head)")
                .fetch_one(&stage.database.owner())
                .await
                .unwrap();
        if sizes.0 == sizes.1 {
            Ok(())
        } else {
            Err(sizes)
        }
    })
    .await;
    let clean = verified(&stage, &supervisor).await;
    assert_eq!(clean["problems"], json!([]), "{clean}");
    stage
        .tamper(
            "alter table proof_tile disable trigger user;
             alter table proof_checkpoint disable trigger user;
             alter table proof_key disable trigger user;
             begin; select from proof_head for update;
             delete from proof_tile; delete from proof_checkpoint; delete from proof_key;
             update proof_head set size = 0; commit",
        )
        .await;
    let wrong = verified(&stage, &supervisor).await;
    assert!(
        wrong["problems"].to_string().contains("tail was cut"),
        "{wrong}"
    );
    assert!(
        wrong["remarks"].to_string().contains("nothing is sealed"),
        "{wrong}"
    );
    let other = stage.another().await;
    found(&stage).await;
    other.stop().await;
}

async fn day(stage: &Stage, token: &str) -> Value {
    let path = format!("/support/operations/day?after={}", stage.head().await);
    let (status, body) = stage.get_as(token, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

fn sum(hours: &Value) -> f64 {
    let hours = hours.as_array().unwrap().iter();
    hours
        .map(|it| it.as_str().unwrap().parse::<f64>().unwrap())
        .sum()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_days_figures_are_what_succeeded_and_become_yesterdays() {
    let stage = Stage::set().await;
    let clock = stage.app.clock();
    let _still = clock.hold();
    let player = stage.player(1).await;
    let auditor = stage.staff("auditor").await;
    let before = day(&stage, &auditor).await;
    assert_eq!(before["currencies"], json!([]), "{before}");
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let (status, moved) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert!(status.is_success(), "{moved}");
    stage.settled(&player).await;
    // Only announced: nothing has come in.
    let announced = json!({ "amount": "70" });
    stage.post(&player, "/wallet/add", &announced).await;
    let today = day(&stage, &auditor).await;
    let thb = &today["currencies"][0];
    assert_eq!(thb["currency"], "THB");
    assert_eq!(thb["deposits"]["todayTotal"], "500.00", "{today}");
    assert_eq!(thb["deposits"]["todayCount"], 1);
    let hours = thb["deposits"]["today"].as_array().unwrap();
    assert_eq!(hours.last().unwrap(), "500.00", "the present hour: {today}");
    assert_eq!(thb["deposits"]["yesterday"].as_array().unwrap().len(), 24);
    assert!(sum(&thb["deposits"]["yesterday"]).abs() < f64::EPSILON);
    assert_eq!(thb["games"]["todayTotal"], "100.00", "{today}");
    assert_eq!(thb["withdrawals"]["todayCount"], 0);
    assert_eq!(today["newMembers"], json!({ "today": 1, "yesterday": 0 }));
    assert_eq!(
        today["activePlayers"],
        json!({ "today": 1, "yesterday": 0 })
    );

    clock.advance(std::time::Duration::from_hours(24));
    let auditor = stage.staff("auditor").await;
    let next = day(&stage, &auditor).await;
    assert_ne!(next["from"], today["from"]);
    let deposits = &next["currencies"][0]["deposits"];
    assert_eq!(deposits["todayTotal"], "0", "{next}");
    assert_eq!(deposits["yesterdayTotal"], "500.00", "{next}");
    assert!((sum(&deposits["yesterday"]) - 500.0).abs() < f64::EPSILON);
    assert_eq!(next["newMembers"], json!({ "today": 0, "yesterday": 1 }));
}
