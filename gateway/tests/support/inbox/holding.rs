//! One at a time looks after a conversation, and everybody sees who.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::desk::{Caller, guest, text};
use crate::stage::{Stage, expect_error};

async fn id_of(stage: &Stage, staff: &Caller) -> Value {
    let (_, body) = staff.get(stage, "/support/me").await;
    body["staff"]["id"].clone()
}

async fn three(stage: &Stage) -> [Caller; 3] {
    let mut callers = Vec::new();
    for name in ["agent", "supervisor", "supervisor2"] {
        callers.push(Caller::staff(stage, &stage.staff(name).await));
    }
    callers.try_into().unwrap()
}

#[tokio::test]
async fn of_two_who_take_a_conversation_at_once_one_has_it() {
    let stage = Stage::set().await;
    let other = stage.another().await;
    let [agent, supervisor, _] = three(&stage).await;
    let elsewhere = supervisor.at(other.public_address());
    let ids = [
        id_of(&stage, &agent).await,
        id_of(&stage, &supervisor).await,
    ];
    for round in 0..12 {
        let conversation = guest(&stage).await.say(&stage, "help").await;
        let path = format!("/support/conversations/{conversation}/take");
        let none = json!({});
        let (one, two) = tokio::join!(
            agent.post(&stage, &path, &none),
            elsewhere.post(&stage, &path, &none),
        );
        let winner = usize::from(one.0 != StatusCode::OK);
        let (won, lost) = if winner == 0 { (one, two) } else { (two, one) };
        assert_eq!(won.0, StatusCode::OK, "{round}: {}", won.1);
        assert_eq!(won.1["assignedTo"]["id"], ids[winner]);
        expect_error(&lost, 409, "CONVERSATION_TAKEN");
        assert_eq!(lost.1["data"]["assignedTo"]["id"], ids[winner], "{round}");
        let path = format!("/support/conversations/{conversation}");
        let now = agent.get(&stage, &path).await.1;
        assert_eq!(now["assignedTo"]["id"], ids[winner], "{round}");
    }
    other.stop().await;
}

#[tokio::test]
async fn answering_takes_what_nobody_has_and_never_a_colleagues_conversation() {
    let stage = Stage::set().await;
    let [agent, supervisor, _] = three(&stage).await;
    let conversation = guest(&stage).await.say(&stage, "help").await;
    let sent = agent.reply(&stage, &conversation, "I am here").await;
    assert_eq!(sent.0, StatusCode::CREATED, "{}", sent.1);
    let path = format!("/support/conversations/{conversation}");
    let agent_id = id_of(&stage, &agent).await;
    let now = supervisor.get(&stage, &path).await.1;
    assert_eq!(now["assignedTo"], json!({ "id": agent_id, "name": "Nok" }));
    let refused = supervisor.reply(&stage, &conversation, "me too").await;
    expect_error(&refused, 409, "CONVERSATION_TAKEN");
    assert_eq!(refused.1["data"]["assignedTo"]["name"], "Nok");
    // Over from somebody else than who has it is refused as well.
    let take = format!("{path}/take");
    let own = id_of(&stage, &supervisor).await;
    let wrong = supervisor
        .post(&stage, &take, &json!({ "from": own }))
        .await;
    expect_error(&wrong, 409, "CONVERSATION_TAKEN");
    let over = json!({ "from": agent_id });
    let (status, body) = supervisor.post(&stage, &take, &over).await;
    assert_eq!((status, &body["assignedTo"]["id"]), (StatusCode::OK, &own));
    let again = supervisor.post(&stage, &take, &over).await;
    assert_eq!(again.0, StatusCode::OK, "{}", again.1);
    let late = agent.reply(&stage, &conversation, "still me").await;
    expect_error(&late, 409, "CONVERSATION_TAKEN");
    // What was sent before is answered as it was then.
    let repeat = agent.reply(&stage, &conversation, "I am here").await;
    assert_eq!(repeat, sent);
    let (_, list) = agent.get(&stage, &format!("{path}/messages")).await;
    assert_eq!(list["total"], "2");
}

#[tokio::test]
async fn a_conversation_is_handed_over_by_its_holder_or_a_supervisor() {
    let stage = Stage::set().await;
    let [agent, supervisor, supervisor2] = three(&stage).await;
    let auditor = Caller::staff(&stage, &stage.staff("auditor").await);
    let conversation = guest(&stage).await.say(&stage, "help").await;
    let path = format!("/support/conversations/{conversation}/hand-over");
    let mut ids = Vec::new();
    for caller in [&agent, &supervisor, &supervisor2, &auditor] {
        ids.push(id_of(&stage, caller).await);
    }
    let to = |place: usize| json!({ "to": ids[place] });
    for nobody in [
        to(3),
        json!({ "to": "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5" }),
    ] {
        let refused = agent.post(&stage, &path, &nobody).await;
        expect_error(&refused, 400, "INVALID_INPUT");
        assert_eq!(refused.1["data"]["fields"], json!(["to"]));
    }
    // Nobody's: anybody's to give.
    let given = agent.post(&stage, &path, &to(1)).await;
    assert_eq!(given.0, StatusCode::OK, "{}", given.1);
    assert_eq!(given.1["assignedTo"]["id"], ids[1]);
    // It is the agent's no more.
    let refused = agent.post(&stage, &path, &to(2)).await;
    expect_error(&refused, 409, "CONVERSATION_TAKEN");
    // A supervisor gives a colleague's one, and twice the same is harmless.
    for _ in 0..2 {
        let given = supervisor2.post(&stage, &path, &to(0)).await;
        assert_eq!(given.1["assignedTo"]["id"], ids[0], "{}", given.1);
    }
    let acts = stage.acts().await;
    let given: Vec<_> = acts
        .iter()
        .filter(|it| it["kind"] == "conversation.hand-over")
        .collect();
    assert_eq!(given.len(), 2);
    assert_eq!(given[0]["by"], "agent");
    assert_eq!(given[0]["subject"], conversation);
    assert_eq!(given[0]["detail"], json!({ "from": null, "to": ids[1] }));
    assert_eq!(given[1]["by"], "supervisor2");
    assert_eq!(given[1]["detail"], json!({ "from": ids[1], "to": ids[0] }));
    // A person who is out is handed nothing, and the list knows who is here.
    stage.command(&["disable", "supervisor"]).await;
    let refused = agent.post(&stage, &path, &to(1)).await;
    expect_error(&refused, 400, "INVALID_INPUT");
    let (_, list) = agent.get(&stage, "/support/colleagues").await;
    let colleagues = list["colleagues"].as_array().unwrap();
    let shown: Vec<_> = colleagues
        .iter()
        .map(|it| {
            (
                it["name"].as_str().unwrap(),
                &it["isHere"],
                &it["conversations"],
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("Dao", &json!(true), &json!(0)),
            ("Nok", &json!(true), &json!(1))
        ]
    );
}

#[tokio::test]
async fn an_ended_conversation_waits_no_more_and_goes_on_in_another_session() {
    let stage = Stage::set().await;
    let [agent, supervisor, _] = three(&stage).await;
    let visitor = guest(&stage).await;
    let conversation = visitor.say(&stage, "help").await;
    let path = format!("/support/conversations/{conversation}");
    let end = format!("{path}/end");
    let sent = agent.reply(&stage, &conversation, "done").await;
    let session = sent.1["session_id"].clone();
    visitor.say(&stage, "wait one more").await;
    // What came after what the agent has seen is not put away.
    let early = agent.post(&stage, &end, &json!({ "sequence": "2" })).await;
    expect_error(&early, 409, "CONVERSATION_CHANGED");
    let now = agent.get(&stage, &path).await.1;
    assert!(now["waitingSince"].is_string() && now["isEnded"] == false);
    let three = json!({ "sequence": "3" });
    let (status, ended) = agent.post(&stage, &end, &three).await;
    assert_eq!(status, StatusCode::OK, "{ended}");
    assert_eq!(ended["isEnded"], true);
    assert_eq!(ended["waitingSince"], Value::Null);
    assert_eq!(ended["assignedTo"], Value::Null);
    let again = agent.post(&stage, &end, &three).await;
    assert_eq!(again.0, StatusCode::OK, "{}", again.1);
    let (_, next) = visitor
        .post(&stage, "/chat/send-message", &text("hello again"))
        .await;
    assert_ne!(next["session_id"], session);
    let now = agent.get(&stage, &path).await.1;
    assert!(now["waitingSince"].is_string() && now["isEnded"] == false);
    // A colleague's is not an agent's to end, but a supervisor's.
    supervisor.reply(&stage, &conversation, "mine now").await;
    let refused = agent.post(&stage, &end, &json!({})).await;
    expect_error(&refused, 409, "CONVERSATION_TAKEN");
    agent
        .post(
            &stage,
            &format!("{path}/take"),
            &json!({ "from": id_of(&stage, &supervisor).await }),
        )
        .await;
    let ended = supervisor.post(&stage, &end, &json!({})).await;
    assert_eq!(ended.1["assignedTo"], Value::Null, "{}", ended.1);
}
