//! What was said is erased by a supervisor with a reason.

use reqwest::{Method, StatusCode};
use serde_json::json;

use super::desk::{Caller, guest, hear_event};
use crate::stage::{Stage, expect_error};

#[tokio::test]
async fn only_a_supervisor_erases_and_says_why() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let supervisor = Caller::staff(&stage, &stage.staff("supervisor").await);
    let visitor = guest(&stage).await;
    let conversation = visitor.say(&stage, "my card is 4111").await;
    agent
        .reply(&stage, &conversation, "please do not write that")
        .await;
    let mut socket = visitor.visitor_socket(&stage).await;
    let path = format!("/support/conversations/{conversation}/text");
    let why = json!({ "reason": "a card number" });
    let refused = agent.call(&stage, Method::DELETE, &path, Some(&why)).await;
    expect_error(&refused, 403, "ROLE_REQUIRED");
    for reason in ["", "ab", "line\nline"] {
        let body = json!({ "reason": reason });
        let refused = supervisor
            .call(&stage, Method::DELETE, &path, Some(&body))
            .await;
        expect_error(&refused, 400, "INVALID_INPUT");
    }
    let list = format!("/support/conversations/{conversation}/messages");
    let kept = agent.get(&stage, &list).await.1.to_string();
    assert!(kept.contains("4111"));
    let (status, body) = supervisor
        .call(&stage, Method::DELETE, &path, Some(&why))
        .await;
    assert_eq!((status, body), (StatusCode::OK, json!({ "erased": 2 })));
    let left = agent.get(&stage, &list).await.1;
    assert_eq!(left["total"], "2");
    assert_eq!(left["messages"][1]["isErased"], true);
    assert!(!left.to_string().contains("4111"), "{left}");
    let changed = hear_event(&mut socket, "changed").await;
    assert_eq!(changed["view"], "chat");
    let acts = stage.acts().await;
    let act = acts
        .iter()
        .rfind(|it| it["kind"] == "conversation.erase")
        .unwrap();
    assert_eq!(act["by"], "supervisor");
    assert_eq!(act["subject"], conversation);
    assert_eq!(act["reason"], "a card number");
}
