//! The live socket: who may join, what is pushed, how it ends.

#[path = "../shared/socket.rs"]
mod page;

use std::time::{Duration, Instant};

use futures_util::SinkExt;
use gateway::config::Paces;
use serde_json::json;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::stage::Stage;
use page::{Socket, hear, hear_any, join, open_own_socket, open_socket, send_frame as say};

/// Opens a socket with an `Origin`, or without one.
async fn open(stage: &Stage, origin: Option<&str>) -> Result<Socket, Error> {
    open_socket(&stage.app.public_address().to_string(), origin).await
}

/// Opens a socket as the portal's page does.
async fn open_own(stage: &Stage) -> Socket {
    open_own_socket(&stage.app.public_address().to_string()).await
}

async fn ticket(stage: &Stage, token: &str) -> String {
    let reply = stage.post_as(token, "/api/socket/ticket", &json!({})).await;
    reply.expect_success();
    assert_eq!(reply.body["expiresIn"], 30);
    reply.text("ticket")
}

/// A ticket that a slow machine does not outlast.
async fn lasting_ticket(stage: &Stage, token: &str) -> String {
    let ticket = ticket(stage, token).await;
    stage
        .tamper("update socket_ticket set expires_at = expires_at + interval '1 day'")
        .await;
    ticket
}

async fn joined(stage: &Stage, token: &str) -> Socket {
    let mut socket = open_own(stage).await;
    let ack = join(&mut socket, &lasting_ticket(stage, token).await)
        .await
        .unwrap();
    assert_eq!((&ack["event"], &ack["id"]), (&json!("ack"), &json!("1")));
    assert_eq!(ack["ok"], true, "{ack}");
    socket
}

#[tokio::test]
async fn a_socket_opens_for_the_portals_own_pages_only() {
    let stage = Stage::set_without_otp().await;
    for origin in [None, Some("https://evil.example"), Some("null"), Some("")] {
        match open(&stage, origin).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403, "{origin:?}"),
            other => panic!("{origin:?}: {:?}", other.map(|_| ())),
        }
    }
    open_own(&stage).await;
    open(&stage, Some("http://localhost:8080")).await.unwrap();
}

#[tokio::test]
async fn a_ticket_joins_once() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let ticket = lasting_ticket(&stage, &token).await;
    let mut first = open_own(&stage).await;
    assert_eq!(join(&mut first, &ticket).await.unwrap()["ok"], true);
    let mut second = open_own(&stage).await;
    let refused = join(&mut second, &ticket).await.unwrap();
    assert_eq!(refused["ok"], false);
    assert_eq!(refused["code"], "invalid-token");
    assert_eq!(hear(&mut second).await, Err(1008));
}

#[tokio::test]
async fn a_ticket_that_the_gateway_has_not_made_joins_nobody() {
    let stage = Stage::set_without_otp().await;
    stage.member(1).await;
    stage
        .tamper(
            "insert into socket_ticket (ticket_hash, session_id, expires_at, mac)
             select sha256('forged'), id, now() + interval '1 day', sha256('forged') from session",
        )
        .await;
    let mut socket = open_own(&stage).await;
    let refused = join(&mut socket, "forged").await.unwrap();
    assert_eq!(refused["code"], "invalid-token");
}

#[tokio::test]
async fn a_ticket_is_good_for_half_a_minute_and_for_a_living_session() {
    let stage = Stage::set_without_otp().await;
    let _still = stage.app.clock().hold();
    let token = stage.member(1).await;
    let late = ticket(&stage, &token).await;
    stage.app.clock().advance(Duration::from_secs(31));
    let mut socket = open_own(&stage).await;
    assert_eq!(
        join(&mut socket, &late).await.unwrap()["code"],
        "invalid-token"
    );
    let orphan = ticket(&stage, &token).await;
    stage.post_as(&token, "/api/logout", &json!({})).await;
    let mut socket = open_own(&stage).await;
    assert_eq!(join(&mut socket, &orphan).await.unwrap()["ok"], false);
    let mut socket = open_own(&stage).await;
    assert_eq!(join(&mut socket, "made-up").await.unwrap()["ok"], false);
}

#[tokio::test]
async fn the_first_frame_must_join() {
    let stage = Stage::set_without_otp().await;
    for frame in [
        json!({ "event": "ping", "id": "1" }),
        json!({ "event": "join", "id": "1", "data": {} }),
    ] {
        let mut socket = open_own(&stage).await;
        say(&mut socket, &frame).await;
        assert_eq!(hear(&mut socket).await.unwrap()["ok"], false);
        assert_eq!(hear(&mut socket).await, Err(1008));
    }
    let mut socket = open_own(&stage).await;
    socket.send(Message::text("no json")).await.unwrap();
    assert_eq!(hear(&mut socket).await, Err(1008));
}

#[tokio::test]
async fn a_socket_that_says_nothing_is_closed_after_ten_seconds() {
    assert_eq!(Paces::default().join, Duration::from_secs(10));
    // A shorter one, which passes here.
    let longest = Duration::from_millis(400);
    let stage = Stage::set_with(|config, _| config.paces.join = longest).await;
    let started = Instant::now();
    let mut socket = open_own(&stage).await;
    assert_eq!(hear(&mut socket).await, Err(1008));
    assert!(started.elapsed() >= longest);
}

#[tokio::test]
async fn joining_says_where_the_members_own_events_end() {
    let stage = Stage::set_without_otp().await;
    let (owner, other) = (stage.member(1).await, stage.member(2).await);
    let path = "/api/wallet/activate/pg";
    let activated = stage
        .post_as(&owner, path, &json!({}))
        .await
        .text("position");
    stage
        .post_as(&other, path, &json!({}))
        .await
        .expect_success();
    let mut socket = open_own(&stage).await;
    let ticket = lasting_ticket(&stage, &owner).await;
    let ack = join(&mut socket, &ticket).await.unwrap();
    assert_eq!(ack["data"]["position"], json!(activated), "{ack}");
}

#[tokio::test]
async fn a_change_is_pushed_to_its_owner_and_to_nobody_else() {
    let stage = Stage::set_without_otp().await;
    let owner = stage.member(1).await;
    let other = stage.member(2).await;
    let mut owners = joined(&stage, &owner).await;
    let mut others = joined(&stage, &other).await;
    let activated = stage
        .post_as(&owner, "/api/wallet/activate/pg", &json!({}))
        .await;
    activated.expect_success();
    let position = activated.text("position");
    loop {
        let notice = hear_any(&mut owners).await.unwrap();
        assert_eq!(notice["event"], "changed");
        if notice["data"]["view"] == "wallet" && notice["data"]["position"] == json!(position) {
            break;
        }
    }
    say(&mut others, &json!({ "event": "ping", "id": "9" })).await;
    // Before its own ping is answered, the other socket may receive only its registration.
    let activated: u64 = position.parse().unwrap();
    let ack = loop {
        let heard = hear_any(&mut others).await.unwrap();
        if heard["event"] != "changed" {
            break heard;
        }
        let position: u64 = heard["data"]["position"].as_str().unwrap().parse().unwrap();
        assert!(position < activated, "{heard}");
    };
    assert_eq!(
        ack,
        json!({ "event": "ack", "id": "9", "ok": true, "data": {} })
    );
}

#[tokio::test]
async fn an_ended_session_closes_its_sockets_with_4001() {
    // Nobody polls for ended sessions here: the one who ends it notifies.
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.paces.watch = Duration::from_hours(1);
    })
    .await;
    let token = stage.member(1).await;
    let kept = stage.log_in(1).await;
    let mut ended = joined(&stage, &token).await;
    let mut staying = joined(&stage, &kept).await;
    stage
        .post_as(&token, "/api/logout", &json!({}))
        .await
        .expect_success();
    assert_eq!(hear(&mut ended).await, Err(4001));
    say(&mut staying, &json!({ "event": "ping", "id": "2" })).await;
    assert_eq!(hear(&mut staying).await.unwrap()["ok"], true);
}

#[tokio::test]
async fn a_deactivated_members_sockets_are_looked_for_each_second_and_closed() {
    assert_eq!(Paces::default().watch, Duration::from_secs(1));
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let mut socket = joined(&stage, &token).await;
    stage.tamper("update member set is_active = false").await;
    assert_eq!(hear(&mut socket).await, Err(4001));
}

#[tokio::test]
async fn a_frame_that_is_too_big_or_binary_and_a_flood_end_the_socket() {
    // However slow the machine is, all of the flood's frames are counted together.
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.paces.flood = Duration::from_hours(1);
    })
    .await;
    let token = stage.member(1).await;
    let mut socket = joined(&stage, &token).await;
    let big = format!("{{\"event\":\"ping\",\"id\":\"{}\"}}", "x".repeat(17_000));
    socket.send(Message::text(big)).await.unwrap();
    assert_eq!(hear(&mut socket).await, Err(1009));
    let mut socket = joined(&stage, &token).await;
    socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(hear(&mut socket).await, Err(1003));
    let mut socket = joined(&stage, &token).await;
    let mut answered = 0;
    for number in 0..100 {
        let ping = json!({ "event": "ping", "id": number.to_string() });
        if socket.send(Message::text(ping.to_string())).await.is_err() {
            break;
        }
    }
    while let Ok(ack) = hear(&mut socket).await {
        assert_eq!(ack["ok"], true);
        answered += 1;
    }
    assert!((1..=40).contains(&answered), "{answered}");
    let mut socket = joined(&stage, &token).await;
    say(&mut socket, &json!({ "event": "dance", "id": "3" })).await;
    assert_eq!(hear(&mut socket).await.unwrap()["code"], "INVALID_INPUT");
}

#[tokio::test]
async fn a_stop_closes_sockets_as_going_away() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let app = stage.another().await;
    let mut socket = open_own_socket(&app.public_address().to_string()).await;
    let ticket = lasting_ticket(&stage, &token).await;
    assert_eq!(join(&mut socket, &ticket).await.unwrap()["ok"], true);
    let (stopped, heard) = tokio::join!(app.stop(), hear(&mut socket));
    assert_eq!(heard, Err(1001));
    assert!(stopped, "the socket held the stop up");
}
