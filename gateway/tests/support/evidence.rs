//! Pictures and the outside's word are shown of what waits for staff, or with a reason.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::stage::{Answer, Player, Stage, expect_error};
use crate::work::{decide, unclear_slip};

async fn get_with(stage: &Stage, token: &str, path: &str, look: &str) -> Answer {
    stage
        .call_as(token, Method::GET, path, (Some(look), None))
        .await
}

/// The status of a picture, with or without a look.
async fn picture(stage: &Stage, token: &str, slip: &str, look: Option<&str>) -> StatusCode {
    let path = format!("/support/work/slips/{slip}/picture");
    let mut request = stage.request(Method::GET, &path).bearer_auth(token);
    if let Some(look) = look {
        request = request.header("x-look", look);
    }
    request.send().await.unwrap().status()
}

/// The looks at evidence that were written down, with their reasons.
async fn looks(stage: &Stage) -> Vec<(String, String)> {
    let acts = stage.acts().await;
    let looks = acts.iter().filter(|it| it["kind"] == "look.evidence");
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    looks
        .map(|it| (text(&it["subject"]), text(&it["reason"])))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slips_picture_is_shown_while_it_waits_and_then_only_with_a_reason() {
    let stage = Stage::set().await;
    let (player, slip) = unclear_slip(&stage, "500.00").await;
    let other = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let auditor = stage.staff("auditor").await;
    let shown = StatusCode::OK;
    assert_eq!(picture(&stage, &agent, &slip, None).await, shown);
    assert_eq!(looks(&stage).await, []);
    let path = format!("slips/{slip}/accept");
    let (status, body) = decide(&stage, &agent, &path, &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    stage.settled(&player).await;
    let refused = StatusCode::FORBIDDEN;
    assert_eq!(picture(&stage, &agent, &slip, None).await, refused);
    // Neither a look at somebody else, nor somebody else's look.
    let elsewhere = stage.look(&agent, &other).await;
    let theirs = stage.look(&auditor, &player).await;
    for look in [&elsewhere, &theirs] {
        assert_eq!(picture(&stage, &agent, &slip, Some(look)).await, refused);
    }
    assert_eq!(looks(&stage).await, []);
    let look = stage.look(&agent, &player).await;
    assert_eq!(picture(&stage, &agent, &slip, Some(&look)).await, shown);
    let expected = (slip, "the player asked".to_owned());
    assert_eq!(looks(&stage).await, [expected]);
}

/// A transfer whose outcome the gateway does not know.
pub(crate) async fn unknown_transfer(stage: &Stage) -> (Player, String) {
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let silent = json!({ "target": "game:pg", "kind": "error_500_after" });
    stage.fault(&silent).await;
    let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    let id = body["id"].as_str().unwrap().to_owned();
    stage.unknown(&id).await;
    stage.clear_faults().await;
    (player, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_that_is_in_no_list_is_looked_at_with_a_reason() {
    // The process asks once and then not again for a day.
    let stage = Stage::set_with(|config| {
        config.waits.retry_ms = 86_400_000;
        config.waits.retry_max_ms = 86_400_000;
        config.waits.transfer_ms = 50;
    })
    .await;
    let (player, id) = unknown_transfer(&stage).await;
    let agent = stage.staff("agent").await;
    let path = format!("/support/work/transfers/{id}?after={}", stage.head().await);
    let (status, word) = stage.get_as(&agent, &path).await;
    assert_eq!(status, StatusCode::OK, "{word}");
    // As while the provider is being asked for the first time.
    let under_way = format!("update open_work set status = 'sent' where work_id = '{id}'");
    stage.tamper(&under_way).await;
    let blind = stage.get_as(&agent, &path).await;
    expect_error(&blind, 403, "LOOK_REQUIRED");
    let look = stage.look(&agent, &player).await;
    let (status, word) = get_with(&stage, &agent, &path, &look).await;
    assert_eq!(status, StatusCode::OK, "{word}");
    assert_eq!(word["provider"]["said"], "COMPLETED", "{word}");
    let expected = (id, "the player asked".to_owned());
    assert_eq!(looks(&stage).await, [expected]);
}
