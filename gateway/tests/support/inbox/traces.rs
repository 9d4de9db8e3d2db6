//! What staff do on the live socket is written down before it happens, and what is said comes only
//! to those who have opened it.

use serde_json::{Value, json};

use super::desk::{Caller, Socket, guest, hear, hear_event, hear_text, open, send_frame};
use crate::stage::Stage;

/// The acts of the socket: who, what, about which conversation, why.
async fn socket_acts(stage: &Stage) -> Vec<[Value; 4]> {
    let acts = stage.acts().await.into_iter();
    let acts = acts.filter(|it| it["kind"].as_str().unwrap().starts_with("socket."));
    acts.map(|it| ["by", "kind", "subject", "reason"].map(|name| it[name].clone()))
        .collect()
}

/// Says a frame; answers how it was acknowledged.
async fn say(socket: &mut Socket, event: &str, conversation: Value) -> Value {
    let data = json!({ "conversation": conversation });
    send_frame(socket, &json!({ "event": event, "id": "7", "data": data })).await;
    loop {
        let heard = hear(socket).await.unwrap();
        if heard["event"] == "ack" {
            return heard;
        }
    }
}

#[tokio::test]
async fn what_staff_do_on_a_socket_leaves_an_act_with_its_reason() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let one = guest(&stage).await.say(&stage, "help").await;
    let two = guest(&stage).await.say(&stage, "help me as well").await;
    let mut socket = agent.staff_socket(&stage).await;
    for (event, about) in [
        ("answering", json!(one)),
        // Repeated every few seconds: the conversation is open already.
        ("answering", json!(one)),
        ("typing", json!(one)),
        ("answering", Value::Null),
        ("answering", json!(one)),
        ("answering", json!(two)),
    ] {
        assert_eq!(say(&mut socket, event, about).await["ok"], true);
    }
    // Writing where nothing is open, on another socket.
    let mut other = agent.staff_socket(&stage).await;
    assert_eq!(say(&mut other, "typing", json!(two)).await["ok"], true);
    let act = |kind: &str, about: Option<&String>| {
        let reason = about.map(|_| "chat");
        [json!("agent"), json!(kind), json!(about), json!(reason)]
    };
    let wanted = [
        act("socket.join", None),
        act("socket.open", Some(&one)),
        act("socket.open", Some(&one)),
        act("socket.open", Some(&two)),
        act("socket.join", None),
        act("socket.typing", Some(&two)),
    ];
    assert_eq!(socket_acts(&stage).await, wanted);
    // And so do the calls by which a conversation is read, marked and answered.
    let path = format!("/support/conversations/{one}");
    agent.get(&stage, &format!("{path}/messages")).await;
    agent
        .post(&stage, &format!("{path}/read"), &json!({ "sequence": "1" }))
        .await;
    agent.reply(&stage, &one, "here I am").await;
    let acts = stage.acts().await;
    // A handler adds what was decided, such as who looks after it now.
    let calls: Vec<_> = acts
        .iter()
        .filter(|it| it["detail"]["method"].is_string())
        .collect();
    for act in &calls[calls.len() - 3..] {
        assert_eq!(
            (&act["subject"], &act["reason"]),
            (&json!(one), &json!("chat")),
            "{act}"
        );
    }
}

#[tokio::test]
async fn what_cannot_be_written_down_does_not_happen_on_a_socket_either() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let visitor = guest(&stage).await;
    let conversation = visitor.say(&stage, "help").await;
    let mut socket = agent.staff_socket(&stage).await;
    let full = "alter table staff_act add constraint full_disk check (false) not valid";
    stage.tamper(full).await;
    for event in ["answering", "typing"] {
        let ack = say(&mut socket, event, json!(conversation)).await;
        assert_eq!(
            (&ack["ok"], &ack["code"]),
            (&json!(false), &json!("SERVICE_UNAVAILABLE"))
        );
    }
    stage
        .tamper("alter table staff_act drop constraint full_disk")
        .await;
    // It was not opened: nobody answers, and what is said does not come.
    let path = format!("/support/conversations/{conversation}");
    assert_eq!(agent.get(&stage, &path).await.1["answering"], json!([]));
    visitor.say(&stage, "is anybody there?").await;
    loop {
        let heard = hear(&mut socket).await.unwrap();
        assert_ne!(heard["event"], "messaging", "{heard}");
        if heard["event"] == "inbox" {
            break;
        }
    }
}

#[tokio::test]
async fn a_ticket_alone_reveals_nothing_of_what_is_said() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let auditor = Caller::staff(&stage, &stage.staff("auditor").await);
    let (visitor, other) = (guest(&stage).await, guest(&stage).await);
    let mine = visitor.say(&stage, "help").await;
    let theirs = other.say(&stage, "a secret").await;
    let mut agents = agent.staff_socket(&stage).await;
    let mut auditors = auditor.staff_socket(&stage).await;
    open(&mut agents, &mine).await;
    other.say(&stage, "another secret").await;
    visitor.say(&stage, "thank you").await;
    loop {
        let heard = hear(&mut agents).await.unwrap();
        assert!(!heard.to_string().contains("secret"), "{heard}");
        if heard["event"] == "messaging" {
            assert_eq!(heard["data"]["conversation"], mine);
            break;
        }
    }
    for shown in [&theirs, &mine] {
        let heard = hear_event(&mut auditors, "inbox").await;
        assert_eq!(heard["conversation"], **shown);
    }
    // Nobody is notified of what is left.
    assert_eq!(say(&mut agents, "answering", Value::Null).await["ok"], true);
    visitor.say(&stage, "one more secret").await;
    loop {
        let heard = hear(&mut agents).await.unwrap();
        assert!(!heard.to_string().contains("secret"), "{heard}");
        if heard["event"] == "inbox" && heard["data"]["conversation"] == *mine {
            break;
        }
    }
    open(&mut agents, &theirs).await;
    other.say(&stage, "sent to those who have it open").await;
    hear_text(&mut agents, "sent to those who have it open").await;
}
