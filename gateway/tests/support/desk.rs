//! What the console rests on: who may do what, whom to choose among, and being notified instead of
//! asking over and over.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::inbox::desk::{Caller, hear, hear_event, send_frame};
use crate::stage::{Stage, expect_error};

/// What an agent's role opens, by the contract, and a supervisor's therefore, too.
async fn refused_roles(stage: &Stage, token: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    let mut refused = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let Some(rest) = path.strip_prefix("/api/support/") else {
            continue;
        };
        if ["login", "logout"].contains(&rest) {
            continue;
        }
        let nobody = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";
        let url = path.trim_start_matches("/api");
        let url = url.replace("{id}", nobody).replace("{reply}", nobody);
        for method in item.as_object().unwrap().keys() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let body = (method != Method::GET).then(|| json!({ "reason": "to see who may" }));
            let called = (None, body.as_ref());
            let (_, answer) = stage.call_as(token, method.clone(), &url, called).await;
            if answer["message"] == "ROLE_REQUIRED" {
                refused.push(format!("{method} {rest}"));
            }
        }
    }
    refused
}

#[tokio::test(flavor = "multi_thread")]
async fn a_supervisor_may_do_whatever_an_agent_may() {
    let stage = Stage::set().await;
    let agents = refused_roles(&stage, &stage.staff("agent").await).await;
    assert!(
        agents.contains(&"POST operations/verify".to_owned()),
        "{agents:?}"
    );
    let supervisor = stage.staff("supervisor").await;
    assert_eq!(refused_roles(&stage, &supervisor).await, [""; 0]);
    // What is said in a chat has a separate route.
    let conversation = crate::inbox::desk::guest(&stage).await;
    let conversation = conversation.say(&stage, "is anybody there").await;
    let supervisor = Caller::staff(&stage, &supervisor);
    let (status, body) = supervisor.reply(&stage, &conversation, "yes").await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let mut socket = supervisor.staff_socket(&stage).await;
    for event in ["typing", "answering"] {
        let data = json!({ "conversation": conversation });
        let frame = json!({ "event": event, "id": event, "data": data });
        send_frame(&mut socket, &frame).await;
        let ack = loop {
            let heard = hear(&mut socket).await.unwrap();
            if heard["event"] == "ack" && heard["id"] == event {
                break heard;
            }
        };
        assert_eq!(ack["ok"], true, "{ack}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_chooses_among_our_accounts() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    let path = "/support/deposit-accounts";
    let (status, body) = stage.get_as(&agent, path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let accounts = body["accounts"].as_array().unwrap();
    assert_eq!(accounts.len(), stage.config().deposit_accounts.len());
    assert_eq!(accounts[0]["id"], "scb-1");
    assert_eq!(accounts[0]["bankCode"], "SCB");
    assert_eq!(accounts[0]["currency"], "THB");
    assert_eq!(accounts[0]["isPaymentService"], false);
    let of_service = accounts.iter().find(|it| it["id"] == "kbank-psp").unwrap();
    assert_eq!(of_service["isPaymentService"], true);
    let auditor = stage.staff("auditor").await;
    expect_error(&stage.get_as(&auditor, path).await, 403, "ROLE_REQUIRED");
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_are_notified_when_the_lists_change_and_nothing_is_written_down_for_it() {
    let stage = Stage::set_with(|config| config.paces.desk = Duration::from_millis(100)).await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let mut socket = Caller::staff(&stage, &agent).staff_socket(&stage).await;
    // A newcomer is notified once, as they may have missed something.
    hear_event(&mut socket, "work").await;
    let input = json!({ "amount": "25.00", "reason": "a mistake of ours" });
    let path = format!("/support/players/{}/corrections", player.id);
    let (status, asked) = stage.post_as(&agent, &path, &input).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{asked}");
    let before = stage.act_count().await;
    assert_eq!(hear_event(&mut socket, "work").await, json!({}));
    assert_eq!(stage.act_count().await, before);
    let why = json!({ "reason": "as agreed" });
    let id = asked["approvalId"].as_str().unwrap();
    let path = format!("/support/approvals/{id}/approve");
    let (status, done) = stage.post_as(&supervisor, &path, &why).await;
    assert_eq!(status, StatusCode::OK, "{done}");
    hear_event(&mut socket, "work").await;
    let path = "/support/operations/verify";
    let (status, started) = stage.post_as(&supervisor, path, &why).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{started}");
    let ended = async {
        loop {
            let shown = hear_event(&mut socket, "operation").await;
            assert_eq!(shown["id"], started["run"]["id"]);
            assert_eq!(shown["work"], "verify");
            if shown["isEnded"] == true {
                return shown;
            }
        }
    };
    assert!(ended.await["done"].as_i64().unwrap() > 0);
}
