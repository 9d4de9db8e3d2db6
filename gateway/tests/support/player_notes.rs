//! A stricter limit for a player, and what staff notes about one: by one person, with a reason.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, expect_error};

async fn tighten(stage: &Stage, token: &str, player: &Player, limit: &str) -> Answer {
    let path = format!("/support/players/{}/limits", player.id);
    let body = json!({ "period": "DAY", "limit": limit, "reason": "asked on the phone" });
    stage.post_as(token, &path, &body).await
}

async fn note(stage: &Stage, token: &str, player: &Player, body: &Value) -> Answer {
    let path = format!("/support/players/{}/notes", player.id);
    stage.post_as(token, &path, body).await
}

async fn noted(stage: &Stage, token: &str, player: &Player) -> Value {
    let look = stage.look(token, player).await;
    let path = format!("/support/players/{}", player.id);
    let call = (Some(look.as_str()), None);
    let (status, body) = stage.call_as(token, Method::GET, &path, call).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body["notes"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_sets_a_stricter_limit_at_once_and_never_a_looser_one() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let auditor = stage.staff("auditor").await;
    let read_only = tighten(&stage, &auditor, &player, "200.00").await;
    expect_error(&read_only, 403, "ROLE_REQUIRED");
    for wrong in ["x", "1.234"] {
        let refused = tighten(&stage, &agent, &player, wrong).await;
        expect_error(&refused, 400, "INVALID_AMOUNT");
    }
    let (status, body) = tighten(&stage, &agent, &player, "200").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let (_, limits) = stage.get(&player, "/limits").await;
    assert_eq!(limits["deposit"]["day"]["limit"], "200.00", "{limits}");
    let order = json!({ "amount": "300" });
    let beyond = stage.post(&player, "/qrcode/KBANK", &order).await;
    expect_error(&beyond, 422, "DEPOSIT_LIMIT");
    for looser in ["200.00", "200.01"] {
        let refused = tighten(&stage, &agent, &player, looser).await;
        expect_error(&refused, 409, "LIMIT_NOT_STRICTER");
    }
    assert_eq!(stage.events(&player, "DepositLimitSet").await, 1);
    let look = stage.look(&agent, &player).await;
    let path = format!("/support/players/{}/state", player.id);
    let call = (Some(look.as_str()), None);
    let (_, moment) = stage.call_as(&agent, Method::GET, &path, call).await;
    assert_eq!(moment["why"]["code"], "LIMIT_SET_BY_STAFF", "{moment}");
    assert_eq!(moment["event"]["actor"]["kind"], "staff", "{moment}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_staff_notes_is_there_for_the_next_one_and_not_in_the_audit_log() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let auditor = stage.staff("auditor").await;
    let words = json!({ "text": "calls from his sister’s phone" });
    expect_error(
        &note(&stage, &auditor, &player, &words).await,
        403,
        "ROLE_REQUIRED",
    );
    for (body, field) in [
        (json!({ "text": "x" }), "text"),
        (json!({ "text": "no flag", "clears": true }), "flag"),
    ] {
        let refused = note(&stage, &agent, &player, &body).await;
        expect_error(&refused, 400, "INVALID_INPUT");
        assert_eq!(refused.1["data"]["fields"], json!([field]));
    }
    let flagged = json!({ "text": "three cards in a week", "flag": "SUSPECTED_FRAUD" });
    for body in [&words, &flagged] {
        let (status, answer) = note(&stage, &agent, &player, body).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
    }
    let shown = noted(&stage, &auditor, &player).await;
    assert_eq!(shown["flags"], json!(["SUSPECTED_FRAUD"]));
    assert_eq!(shown["notes"][0]["text"], "three cards in a week");
    assert_eq!(shown["notes"][1]["text"], words["text"]);
    let cleared = json!({ "text": "all his own", "flag": "SUSPECTED_FRAUD", "clears": true });
    let (status, answer) = note(&stage, &supervisor, &player, &cleared).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let shown = noted(&stage, &agent, &player).await;
    assert_eq!(shown["flags"], json!([]));
    assert_eq!(shown["notes"].as_array().unwrap().len(), 3);
    let acts = stage.acts().await;
    let notes: Vec<&Value> = acts
        .iter()
        .filter(|it| it["kind"] == "player.note")
        .collect();
    assert_eq!(notes.len(), 3, "{notes:?}");
    assert_eq!(notes[2]["by"], "supervisor");
    assert_eq!(notes[2]["detail"]["clears"], true);
    let written = serde_json::to_string(&acts).unwrap();
    for text in ["sister", "three cards", "all his own"] {
        assert!(!written.contains(text), "{text}");
    }
    // Nobody changes what was noted.
    let change = "update player_note set text = 'nothing'";
    assert!(
        sqlx::raw_sql(change)
            .execute(stage.app.pool())
            .await
            .is_err()
    );
    let unknown = format!("/support/players/{}/notes", uuid::Uuid::nil());
    expect_error(
        &stage.post_as(&agent, &unknown, &words).await,
        404,
        "NO_DATA",
    );
    stage.audit().await;
}
