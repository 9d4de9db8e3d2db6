//! The live sockets of staff and visitors, over two gateways.

use std::time::Duration;

use gateway::config::Paces;
use serde_json::{Value, json};

use super::desk::{Caller, guest, hear, hear_event, hear_text, open, open_own_socket, send_frame};
use crate::stage::Stage;

#[tokio::test]
async fn an_agents_message_arrives_at_a_guests_socket_of_another_gateway() {
    // The sweep finds nothing within the hour: what arrives was pushed.
    let stage = Stage::set_with(|config| config.paces.sweep = Duration::from_hours(1)).await;
    let other = stage.another().await;
    stage.database.listened_to("chat", 2).await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let visitor = guest(&stage).await;
    let conversation = visitor.say(&stage, "help").await;
    let there = visitor.at(other.public_address());
    let mut guests = there.visitor_socket(&stage).await;
    let mut strangers = guest(&stage).await.visitor_socket(&stage).await;
    for number in 0..12 {
        let words = format!("here I am {number}");
        let (_, sent) = agent.reply(&stage, &conversation, &words).await;
        let heard = hear_text(&mut guests, &words).await;
        assert_eq!(heard["_id"], sent["_id"]);
        assert_eq!(
            (&heard["sender"], &heard["name"]),
            (&json!("agent"), &json!("Nok"))
        );
    }
    // And the guest's own arrives at the agent's.
    let mut agents = agent.staff_socket(&stage).await;
    open(&mut agents, &conversation).await;
    there.say(&stage, "thank you").await;
    let heard = hear_text(&mut agents, "thank you").await;
    assert_eq!(heard["conversation"], conversation);
    // The first thing that a stranger hears is the answer to the own ping.
    send_frame(&mut strangers, &json!({ "event": "ping", "id": "9" })).await;
    let heard = hear(&mut strangers).await.unwrap();
    assert_eq!(
        (&heard["event"], &heard["id"]),
        (&json!("ack"), &json!("9"))
    );
    other.stop().await;
}

#[tokio::test]
async fn who_writes_and_who_has_it_open_is_seen_everywhere() {
    let stage = Stage::set().await;
    let other = stage.another().await;
    stage.database.listened_to("chat", 2).await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let supervisor = Caller::staff(&stage, &stage.staff("supervisor").await);
    let visitor = guest(&stage).await;
    let conversation = visitor.say(&stage, "help").await;
    let mut guests = visitor
        .at(other.public_address())
        .visitor_socket(&stage)
        .await;
    let elsewhere = supervisor.at(other.public_address());
    let mut supervisors = elsewhere.staff_socket(&stage).await;
    let mut agents = agent.staff_socket(&stage).await;
    let frame = |event: &str| {
        let data = json!({ "conversation": conversation });
        json!({ "event": event, "id": "2", "data": data })
    };
    send_frame(&mut agents, &frame("answering")).await;
    let shown = hear_event(&mut supervisors, "presence").await;
    assert_eq!(shown["answering"][0]["name"], "Nok");
    assert!(shown["answering"][0]["id"].is_string());
    // Visitors learn names only.
    let shown = hear_event(&mut guests, "presence").await;
    assert_eq!(shown["answering"], json!([{ "name": "Nok" }]));
    let path = format!("/support/conversations/{conversation}");
    let now = elsewhere.get(&stage, &path).await.1;
    assert_eq!(now["answering"][0]["name"], "Nok");
    send_frame(&mut agents, &frame("typing")).await;
    assert_eq!(hear_event(&mut guests, "typing").await["name"], "Nok");
    assert_eq!(hear_event(&mut supervisors, "typing").await["who"], "agent");
    send_frame(
        &mut guests,
        &json!({ "event": "typing", "id": "3", "data": {} }),
    )
    .await;
    loop {
        let shown = hear_event(&mut agents, "typing").await;
        assert_eq!(shown["conversation"], conversation);
        if shown["who"] == "customer" {
            break;
        }
    }
    agent
        .post(&stage, &format!("{path}/read"), &json!({ "sequence": "1" }))
        .await;
    for socket in [&mut guests, &mut supervisors] {
        let shown = hear_event(socket, "read").await;
        assert_eq!(
            (&shown["side"], &shown["sequence"]),
            (&json!("agent"), &json!("1"))
        );
    }
    agent
        .post(&stage, &format!("{path}/take"), &json!({}))
        .await;
    let shown = hear_event(&mut supervisors, "inbox").await;
    assert_eq!(shown["conversation"], conversation);
    // Gone with the socket.
    drop(agents);
    assert_eq!(
        hear_event(&mut supervisors, "presence").await["answering"],
        json!([])
    );
    assert_eq!(
        hear_event(&mut guests, "presence").await["answering"],
        json!([])
    );
    other.stop().await;
}

#[tokio::test]
async fn a_disabled_agents_sockets_end_within_two_seconds() {
    // They are looked for once a second; here more often, as only a look ends them.
    assert_eq!(Paces::default().watch, Duration::from_secs(1));
    let stage = Stage::set_with(|config| config.paces.watch = Duration::from_millis(50)).await;
    let other = stage.another().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let supervisor = Caller::staff(&stage, &stage.staff("supervisor").await);
    let mut here = agent.staff_socket(&stage).await;
    let mut there = agent.at(other.public_address()).staff_socket(&stage).await;
    let mut others = supervisor.staff_socket(&stage).await;
    stage.command(&["disable", "agent"]).await;
    for socket in [&mut here, &mut there] {
        // Whatever was pushed before.
        let code = loop {
            if let Err(code) = hear(socket).await {
                break code;
            }
        };
        assert_eq!(code, 4001);
    }
    let said = guest(&stage).await.say(&stage, "still there?").await;
    assert_eq!(hear_event(&mut others, "inbox").await["conversation"], said);
    other.stop().await;
}

#[tokio::test]
async fn a_ticket_of_a_session_that_has_ended_joins_nothing() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let (_, ticket) = agent.post(&stage, "/support/ticket", &json!({})).await;
    let (_, left) = agent.post(&stage, "/support/logout", &json!({})).await;
    assert_ne!(left, Value::Null);
    let mut socket = open_own_socket(&agent.address.to_string()).await;
    let join = json!({ "event": "join", "id": "1", "data": { "ticket": ticket["ticket"] } });
    send_frame(&mut socket, &join).await;
    let ack = hear(&mut socket).await.unwrap();
    assert_eq!(
        (&ack["ok"], &ack["code"]),
        (&json!(false), &json!("EXPIRED_AUTH_TOKEN"))
    );
}
