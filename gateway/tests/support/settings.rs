//! Settings in the console: what one supervisor changes, what takes two, and what an event is explained by.

use std::time::Duration;

use chrono::{DateTime, Utc};
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, expect_error, write};

const WHY: &str = "for the weekend";

async fn settings(stage: &Stage, token: &str) -> Value {
    let (status, body) = stage.get_as(token, "/support/settings").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

/// A section of an answer.
fn section<'a>(settings: &'a Value, name: &str) -> &'a Value {
    let mut all = settings["sections"].as_array().unwrap().iter();
    all.find(|it| it["section"] == name).unwrap()
}

async fn document(stage: &Stage, token: &str, name: &str) -> Value {
    section(&settings(stage, token).await, name)["inForce"]["document"].clone()
}

async fn change(stage: &Stage, token: &str, name: &str, wanted: &Value) -> Answer {
    let mut body = wanted.clone();
    body["reason"] = json!(WHY);
    let path = format!("/support/settings/{name}");
    stage.post_as(token, &path, &body).await
}

async fn decide(stage: &Stage, token: &str, asked: &Answer, act: &str) -> Answer {
    assert_eq!(asked.0, StatusCode::ACCEPTED, "{}", asked.1);
    let id = asked.1["request"].as_str().unwrap();
    let path = format!("/support/settings-requests/{id}/{act}");
    stage
        .post_as(token, &path, &json!({ "reason": "seen" }))
        .await
}

/// The offers with another loss bound of the welcome bonus.
async fn with_fail_percent(stage: &Stage, token: &str, percent: u32) -> Value {
    let mut offers = document(stage, token, "offers").await;
    assert_eq!(offers["bonus"][0]["code"], "WELCOME");
    offers["bonus"][0]["fail_percent"] = percent.into();
    offers
}

/// What a player is shown of a bonus.
async fn shown(stage: &Stage, player: &Player, code: &str) -> Option<Value> {
    let (status, body) = stage.get(player, "/bonus").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let mut all = body["bonuses"].as_array().unwrap().iter();
    all.find(|it| it["code"] == code).cloned()
}

async fn shows_fail_percent(stage: &Stage, player: &Player, percent: &str) {
    eventually("the player's list follows", async || {
        let bonus = shown(stage, player, "WELCOME").await.unwrap();
        let found = bonus["percentFail"].clone();
        (found == percent).then_some(()).ok_or(found)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_takes_two_supervisors_and_a_running_bonus_keeps_its_terms() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let (status, body) = stage
        .post(&player, "/bonus/activate/WELCOME", &json!({}))
        .await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let first = stage.staff("supervisor").await;
    let second = stage.staff("supervisor2").await;
    let wanted = json!({ "before": 1, "document": with_fail_percent(&stage, &first, 20).await });
    let asked = change(&stage, &first, "offers", &wanted).await;
    expect_error(
        &decide(&stage, &first, &asked, "approve").await,
        403,
        "SECOND_PERSON",
    );
    for name in ["agent", "auditor"] {
        let token = stage.staff(name).await;
        let refused = decide(&stage, &token, &asked, "approve").await;
        expect_error(&refused, 403, "ROLE_REQUIRED");
        let refused = change(&stage, &token, "offers", &wanted).await;
        expect_error(&refused, 403, "ROLE_REQUIRED");
    }
    let twice = change(&stage, &second, "offers", &wanted).await;
    expect_error(&twice, 409, "APPROVAL_PENDING");
    let waits = settings(&stage, &second).await;
    let waits = &waits["requests"][0];
    assert_eq!(waits["askedBy"], "supervisor", "{waits}");
    let differences = json!([{ "key": "bonus[0].fail_percent", "before": 10, "after": 20 }]);
    assert_eq!(waits["differences"], differences);
    // Not before somebody else has agreed.
    shows_fail_percent(&stage, &player, "10").await;
    let (status, body) = decide(&stage, &second, &asked, "approve").await;
    assert_eq!(
        (status, &body["number"]),
        (StatusCode::OK, &json!(2)),
        "{body}"
    );
    shows_fail_percent(&stage, &player, "20").await;
    let again = decide(&stage, &second, &asked, "approve").await;
    expect_error(&again, 409, "ALREADY_ENDED");
    let active = stage.get(&player, "/bonus/check/active").await.1;
    assert_eq!(
        active["grant"]["percentFail"], "10",
        "what it was taken under: {active}"
    );
    let (_, versions) = stage.get_as(&first, "/support/settings/offers").await;
    let newest = &versions["versions"][0];
    let by = (&newest["by"], &newest["approvedBy"], &newest["reason"]);
    assert_eq!(
        by,
        (&json!("supervisor"), &json!("supervisor2"), &json!(WHY))
    );
    assert_eq!(newest["differences"], differences);
    let kinds: Vec<_> = stage
        .acts()
        .await
        .iter()
        .map(|act| act["kind"].clone())
        .collect();
    for kind in ["settings.ask", "settings.agree"] {
        assert!(kinds.contains(&json!(kind)), "{kinds:?}");
    }
    assert_eq!(stage.wrong().await, [""; 0]);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_names_the_settings_that_explain_it() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let (first, second) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let (status, body) = stage
        .post(&player, "/bonus/activate/WELCOME", &json!({}))
        .await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let wanted = json!({ "before": 1, "document": with_fail_percent(&stage, &first, 20).await });
    let asked = change(&stage, &first, "offers", &wanted).await;
    let agreed = decide(&stage, &second, &asked, "approve").await;
    assert_eq!(agreed.0, StatusCode::OK, "{}", agreed.1);
    let (settings, at): (i64, String) = sqlx::query_as(
        "select (metadata ->> 'settings')::bigint, metadata ->> 'at' from event
         where event_type = 'GrantActivated'",
    )
    .fetch_one(&stage.database.owner())
    .await
    .unwrap();
    assert_eq!(settings, 6, "the file's six sections");
    let path = format!("/support/settings?change={settings}&at={at}");
    let (_, then) = stage.get_as(&first, &path).await;
    let offers = &section(&then, "offers")["inForce"];
    assert_eq!(
        offers["document"]["bonus"][0]["fail_percent"], 10,
        "{offers}"
    );
    assert_eq!(offers["number"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_version_is_in_force_from_its_time_until_its_end() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let supervisor = stage.staff("supervisor").await;
    let now: DateTime<Utc> = stage.app.clock().now();
    let notice = json!({ "th": "<p>สุขสันต์</p>", "la": "<p>ສະບາຍດີ</p>", "en": "<p>Happy days</p>" });
    let mut document = document(&stage, &supervisor, "notices").await;
    document["notice"] = json!([{ "html": notice }]);
    let (from, until) = (now + Duration::from_hours(1), now + Duration::from_hours(3));
    let wanted =
        json!({ "before": 1, "document": document, "inForceFrom": from, "inForceUntil": until });
    let (status, body) = change(&stage, &supervisor, "notices", &wanted).await;
    assert_eq!(
        (status, &body["number"]),
        (StatusCode::OK, &json!(2)),
        "{body}"
    );
    let notices = async || {
        let (status, body) = stage.get(&player, "/lookup/notices").await;
        assert_eq!(status, StatusCode::OK, "{body}");
        body["notices"].clone()
    };
    let become_ = async |wanted: &Value| {
        eventually("the notices follow", async || {
            let found = notices().await;
            (found == *wanted).then_some(()).ok_or(found)
        })
        .await;
    };
    assert_eq!(notices().await, json!([]));
    // What is changed meanwhile for good is in force before the plan and after it.
    let always = json!({ "th": "<p>ก</p>", "la": "<p>ກ</p>", "en": "<p>a</p>" });
    document["notice"] = json!([{ "html": always }]);
    let wanted = json!({ "before": 2, "document": document });
    let (status, body) = change(&stage, &supervisor, "notices", &wanted).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    become_(&json!([{ "html": always }])).await;
    stage.pass(Duration::from_hours(2));
    become_(&json!([{ "html": notice }])).await;
    stage.pass(Duration::from_hours(2));
    become_(&json!([{ "html": always }])).await;
    // In the past it is refused.
    let supervisor = stage.staff("supervisor").await;
    let wanted = json!({ "before": 3, "document": document, "inForceUntil": until });
    let refused = change(&stage, &supervisor, "notices", &wanted).await;
    expect_error(&refused, 400, "SETTINGS_INVALID");
    let mistakes = json!([{ "key": "until", "what": "is over" }]);
    assert_eq!(refused.1["data"]["mistakes"], mistakes);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_is_said_with_its_key_and_a_check_shows_what_players_would_see() {
    let stage = Stage::set().await;
    let supervisor = stage.staff("supervisor").await;
    let mut hours = document(&stage, &supervisor, "hours").await;
    hours["slip"] = json!({ "closed_from": "25:00", "closed_until": "00:15" });
    hours["service"]["terminated"] = json!("no");
    let wanted = json!({ "before": 1, "document": hours });
    let refused = change(&stage, &supervisor, "hours", &wanted).await;
    expect_error(&refused, 400, "SETTINGS_INVALID");
    let path = "/support/settings/hours/check";
    let (status, checked) = stage.post_as(&supervisor, path, &wanted).await;
    assert_eq!(status, StatusCode::OK, "{checked}");
    assert_eq!(checked["mistakes"], refused.1["data"]["mistakes"]);
    let keys: Vec<_> = checked["mistakes"].as_array().unwrap().iter().collect();
    assert!(
        keys.iter().any(|it| it["key"] == "service.terminated"),
        "{keys:?}"
    );
    assert_eq!(checked["preview"], json!([]));
    hours["service"]["terminated"] = json!(false);
    hours["slip"]["closed_from"] = json!("23:45");
    let wanted = json!({ "before": 1, "document": hours });
    let (_, checked) = stage.post_as(&supervisor, path, &wanted).await;
    assert_eq!(checked["mistakes"], json!([]), "{checked}");
    let facts = json!([{ "name": "slipsClosedFrom", "value": "23:45" },
        { "name": "slipsClosedUntil", "value": "00:15" }]);
    assert_eq!(checked["preview"][0]["facts"], facts);
    let (status, body) = change(&stage, &supervisor, "hours", &wanted).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let again = change(&stage, &supervisor, "hours", &wanted).await;
    expect_error(&again, 409, "SETTINGS_STALE");
    assert_eq!(again.1["data"]["number"], 2);
    let same = json!({ "before": 2, "document": hours });
    expect_error(
        &change(&stage, &supervisor, "hours", &same).await,
        409,
        "SETTINGS_SAME",
    );
    // Back to version 1 is another change.
    let (_, versions) = stage.get_as(&supervisor, "/support/settings/hours").await;
    let first = versions["versions"].as_array().unwrap().last().unwrap();
    let back = json!({ "before": 2, "document": first["document"] });
    let (status, body) = change(&stage, &supervisor, "hours", &back).await;
    assert_eq!(
        (status, &body["number"]),
        (StatusCode::OK, &json!(3)),
        "{body}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn no_event_has_the_number_of_an_account_and_an_edited_one_is_not_believed() {
    let mut stage = Stage::set().await;
    let (first, second) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let mut accounts = document(&stage, &first, "accounts").await;
    accounts["deposit_account"][0]["account_no"] = json!("9876543210");
    let wanted = json!({ "before": 1, "document": accounts });
    let asked = change(&stage, &first, "accounts", &wanted).await;
    let (status, body) = decide(&stage, &second, &asked, "approve").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let receives = async |stage: &Stage, expected: &str| {
        eventually("staff see the accounts", async || {
            let (_, body) = stage.get_as(&first, "/support/deposit-accounts").await;
            let found = body["accounts"][0]["accountNo"].clone();
            (found == expected).then_some(()).ok_or(found)
        })
        .await;
    };
    receives(&stage, "9876543210").await;
    let stored: Vec<String> = sqlx::query_scalar(
        "select payload::text from event where event_type = 'SettingsChanged'
         union all select document from setting_request",
    )
    .fetch_all(&stage.database.owner())
    .await
    .unwrap();
    for text in &stored {
        assert!(
            !text.contains("9876543210") && !text.contains("เดโม"),
            "{text}"
        );
    }
    // Only the owner of the database can change the table.
    let edit = "update setting_value set value = replace(value, '9876543210', '6666666666')";
    let refused = sqlx::raw_sql(edit).execute(stage.app.pool()).await;
    assert!(refused.is_err(), "the role may not");
    let edit = format!("{edit} where value like '%9876543210%'");
    let edited = sqlx::raw_sql(&edit).execute(&stage.database.owner()).await;
    assert_eq!(edited.unwrap().rows_affected(), 1);
    stage.restart(|_| {}).await;
    receives(&stage, "4681234567").await;
    let shown = settings(&stage, &first).await;
    assert_eq!(section(&shown, "accounts")["inForce"]["number"], 1);
    // The version that is left out keeps nobody from changing another section.
    let hours = json!({ "slip": { "closed_from": "23:45", "closed_until": "00:15" },
        "service": { "terminated": false } });
    let wanted = json!({ "before": 1, "document": hours });
    let (status, body) = change(&stage, &first, "hours", &wanted).await;
    assert_eq!(status, StatusCode::OK, "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_no_longer_offered_is_credited_and_none_is_taken_away() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (first, second) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let before = document(&stage, &first, "accounts").await;
    let shown = async || {
        let (_, body) = stage.get(&player, "/lookup/deposit").await;
        let banks = body["banks"].as_array().unwrap().iter();
        let ids: Vec<Value> = banks.map(|bank| bank["id"].clone()).collect();
        ids
    };
    assert!(shown().await.contains(&json!("scb-1")));
    let payment = stage.pay(&player, "500.00").await;
    let mut accounts = before.clone();
    accounts["deposit_account"]
        .as_array_mut()
        .unwrap()
        .remove(0);
    let wanted = json!({ "before": 1, "document": accounts });
    let refused = change(&stage, &first, "accounts", &wanted).await;
    expect_error(&refused, 400, "SETTINGS_INVALID");
    let said = refused.1["data"]["mistakes"].to_string();
    assert!(said.contains("Set is_offered = false instead"), "{said}");
    // All of them closed: nobody could pay in.
    let mut accounts = before.clone();
    for account in accounts["deposit_account"].as_array_mut().unwrap() {
        account["is_offered"] = false.into();
    }
    let wanted = json!({ "before": 1, "document": accounts });
    let refused = change(&stage, &first, "accounts", &wanted).await;
    let said = refused.1["data"]["mistakes"].to_string();
    assert!(said.contains("none that receives THB is offered"), "{said}");
    let mut accounts = before;
    accounts["deposit_account"][0]["is_offered"] = false.into();
    let wanted = json!({ "before": 1, "document": accounts });
    let asked = change(&stage, &first, "accounts", &wanted).await;
    let agreed = decide(&stage, &second, &asked, "approve").await;
    assert_eq!(agreed.0, StatusCode::OK, "{}", agreed.1);
    eventually("players are no longer shown it", async || {
        let ids = shown().await;
        (!ids.contains(&json!("scb-1"))).then_some(()).ok_or(ids)
    })
    .await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&player, "slip", picture).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    assert_eq!(body["status"], "SUCCESS", "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_somebody_changes_is_not_agreed_to() {
    let stage = Stage::set().await;
    let (first, second) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let wanted = json!({ "before": 1, "document": with_fail_percent(&stage, &first, 20).await });
    let asked = change(&stage, &first, "offers", &wanted).await;
    write(
        &stage,
        "update setting_request set document = replace(document, '\"percent\":100', '\"percent\":900')",
    )
    .await;
    let refused = decide(&stage, &second, &asked, "approve").await;
    expect_error(&refused, 500, "INTERNAL_SERVER_ERROR");
    let found = stage.wrong().await;
    assert!(
        found.iter().any(|line| line.contains("setting_request")),
        "{found:?}"
    );
    let offers = document(&stage, &first, "offers").await;
    assert_eq!(offers["bonus"][0]["percent"], 100);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_taken_back_and_one_of_an_earlier_version_is_over() {
    let stage = Stage::set().await;
    let (first, second) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let wanted = json!({ "before": 1, "document": with_fail_percent(&stage, &first, 20).await });
    let asked = change(&stage, &first, "offers", &wanted).await;
    let (status, body) = decide(&stage, &first, &asked, "refuse").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let refused = decide(&stage, &second, &asked, "approve").await;
    expect_error(&refused, 409, "ALREADY_ENDED");
    assert_eq!(settings(&stage, &first).await["requests"], json!([]));
    let asked = change(&stage, &first, "offers", &wanted).await;
    stage.pass(Duration::from_hours(25));
    let (first, second) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let refused = decide(&stage, &second, &asked, "approve").await;
    expect_error(&refused, 409, "APPROVAL_EXPIRED");
    let asked = change(&stage, &first, "offers", &wanted).await;
    let agreed = decide(&stage, &second, &asked, "approve").await;
    assert_eq!(agreed.0, StatusCode::OK, "{}", agreed.1);
    let method = Method::GET;
    let (status, _) = stage
        .call_as(&first, method, "/support/settings/nothing", (None, None))
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agreement_that_dies_after_its_event_is_closed_by_the_next_one() {
    let stage = Stage::set().await;
    let (first, second) = (
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
    );
    let wanted = json!({ "before": 1, "document": with_fail_percent(&stage, &first, 20).await });
    let asked = change(&stage, &first, "offers", &wanted).await;
    let owner = stage.database.owner();
    // The event is written, and the request cannot be closed.
    let end = "alter table setting_request add constraint still check (status = 'PENDING')";
    sqlx::raw_sql(end).execute(&owner).await.unwrap();
    let (status, body) = decide(&stage, &second, &asked, "approve").await;
    assert!(status.is_server_error(), "{body}");
    let offers = section(&settings(&stage, &first).await, "offers").clone();
    assert_eq!(offers["inForce"]["number"], 2, "{offers}");
    let again = "alter table setting_request drop constraint still";
    sqlx::raw_sql(again).execute(&owner).await.unwrap();
    let (status, body) = decide(&stage, &second, &asked, "approve").await;
    assert_eq!(
        (status, &body["number"]),
        (StatusCode::OK, &json!(2)),
        "{body}"
    );
    let ended = decide(&stage, &second, &asked, "approve").await;
    expect_error(&ended, 409, "ALREADY_ENDED");
    let (_, versions) = stage.get_as(&first, "/support/settings/offers").await;
    assert_eq!(versions["versions"].as_array().unwrap().len(), 2);
    assert_eq!(stage.wrong().await, [""; 0]);
}
