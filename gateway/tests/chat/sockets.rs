//! Messages reach every open socket, through whichever gateway they came, and nothing is lost.

use std::time::Duration;

use gateway::config::Paces;
use ledger_testing::cases;
use reqwest::Method;
use serde_json::json;

use crate::stage::{
    Stage, hear, hear_event, hear_messages, hear_text, open_socket, own_origin, send_frame,
};

const HOUR: Duration = Duration::from_hours(1);
const MOMENT: Duration = Duration::from_millis(50);

#[tokio::test]
async fn a_message_through_one_gateway_arrives_at_a_socket_of_the_other() {
    // The sweep finds nothing within the hour: what arrives was pushed.
    let stage = Stage::set_with(|config| config.paces.sweep = HOUR).await;
    let other = stage.another().await;
    let guest = stage.guest().await;
    let mut there = stage.joined(&guest.at(&other)).await;
    let mut here = stage.joined(&guest).await;
    for _ in 0..12 {
        let sent = stage.say(&guest, "over there").await;
        let heard = hear_event(&mut there, "messaging").await;
        assert_eq!(heard["_id"], sent["_id"]);
        assert_eq!(heard["message"]["payload"]["message"], "over there");
        assert_eq!(hear_event(&mut here, "messaging").await["_id"], sent["_id"]);
    }
    let sent = stage.say(&guest.at(&other), "and back").await;
    assert_eq!(hear_event(&mut here, "messaging").await["_id"], sent["_id"]);
    other.stop().await;
}

#[tokio::test]
async fn connections_that_listen_are_killed_and_nothing_is_lost() {
    let stage = Stage::set_with(|config| config.chat.member_messages_per_minute = 1_000).await;
    let other = stage.another().await;
    let member = stage.member(1).await;
    let mut there = stage.joined(&member.at(&other)).await;
    let (kills, count) = (cases(5, 10), cases(60, 120));
    let killing = async {
        for _ in 0..kills {
            stage
                .tamper(
                    "select pg_terminate_backend(pid) from pg_stat_activity
                     where datname = current_database() and query ilike 'listen%'",
                )
                .await;
            tokio::time::sleep(Duration::from_millis(150)).await;
        }
    };
    let sending = async {
        for number in 0..count {
            stage.say(&member, &number.to_string()).await;
        }
    };
    let ((), (), numbers) = tokio::join!(
        killing,
        sending,
        hear_messages(&mut there, usize::try_from(count).unwrap())
    );
    // In order as well: a client that resumes by the last number misses nothing.
    assert_eq!(numbers, (1..=i64::from(count)).collect::<Vec<_>>());
    other.stop().await;
}

#[tokio::test]
async fn a_message_that_nobody_was_notified_of_is_found() {
    let stage = Stage::set().await;
    let guest = stage.guest().await;
    let said = stage.say(&guest, "one").await;
    let mut socket = stage.joined(&guest).await;
    stage
        .tamper(&stage.untold(&said["conversation"], "hello"))
        .await;
    let heard = hear_text(&mut socket, "hello").await;
    assert_eq!(heard["sender"], "agent");
    assert_eq!(heard["name"], "Nok");
    assert_eq!(heard["sequence"], "2");
}

#[tokio::test]
async fn an_open_transaction_does_not_hide_what_it_commits_later() {
    let stage = Stage::set_with(|config| config.paces.sweep = MOMENT).await;
    let (slow, quick) = (stage.guest().await, stage.guest().await);
    let late = stage.say(&slow, "one").await;
    let other = stage.say(&quick, "one").await;
    let mut slows = stage.joined(&slow).await;
    let mut quicks = stage.joined(&quick).await;
    let owner = stage.database.owner();
    let mut transaction = owner.begin().await.unwrap();
    sqlx::query(&stage.untold(&late["conversation"], "late"))
        .execute(&mut *transaction)
        .await
        .unwrap();
    // Others commit meanwhile, and a sweep passes after each of them: nothing else finds these.
    for number in 0..5 {
        let words = format!("untold {number}");
        stage
            .tamper(&stage.untold(&other["conversation"], &words))
            .await;
        hear_text(&mut quicks, &words).await;
    }
    transaction.commit().await.unwrap();
    hear_text(&mut slows, "late").await;
}

#[tokio::test]
async fn a_read_mark_is_sent_to_the_readers_other_sockets() {
    let stage = Stage::set().await;
    let other = stage.another().await;
    let guest = stage.guest().await;
    stage.say(&guest, "one").await;
    let mut there = stage.joined(&guest.at(&other)).await;
    let path = "/chat/read-customer/";
    let body = json!({ "sequence": "1" });
    stage
        .call(&guest, reqwest::Method::PUT, path, Some(&body))
        .await
        .expect(200);
    let heard = hear_event(&mut there, "read").await;
    assert_eq!(heard["side"], "customer");
    assert_eq!(heard["sequence"], "1");
    other.stop().await;
}

#[tokio::test]
async fn sockets_of_an_ended_session_or_guest_end_within_two_seconds() {
    // They are looked for once a second; here more often, as only a look ends them.
    assert_eq!(Paces::default().watch, Duration::from_secs(1));
    let stage = Stage::set_with(|config| config.paces.watch = MOMENT).await;
    let other = stage.another().await;
    for (number, statement) in [
        (1, "update member set is_active = false"),
        (
            2,
            "update session set expires_at = now() - interval '1 second'",
        ),
        (
            3,
            "insert into revocation (kind, id, mac) select 'member', id, sha256('x') from session",
        ),
    ] {
        let member = stage.member(number).await;
        let mut socket = stage.joined(&member.at(&other)).await;
        stage.tamper(statement).await;
        assert_eq!(hear(&mut socket).await, Err(4001), "{statement}");
    }
    let guest = stage.guest().await;
    let mut socket = stage.joined(&guest.at(&other)).await;
    stage
        .tamper("insert into revocation (kind, id, mac) select 'guest', id, sha256('x') from guest")
        .await;
    assert_eq!(hear(&mut socket).await, Err(4001));
    // As if it had last been here long ago.
    let guest = stage.guest().await;
    let mut socket = stage.joined(&guest).await;
    stage
        .tamper("update guest set last_seen_at = now() - interval '91 days'")
        .await;
    assert_eq!(hear(&mut socket).await, Err(4001));
    let refused = stage.post(&guest, "/socket/ticket", &json!({})).await;
    refused.expect_error(401, "EXPIRED_AUTH_TOKEN");
    other.stop().await;
}

#[tokio::test]
async fn typing_before_there_is_a_conversation_harms_nobody() {
    let stage = Stage::set().await;
    let guest = stage.guest().await;
    let mut socket = stage.joined(&guest).await;
    send_frame(
        &mut socket,
        &json!({ "event": "typing", "id": "2", "data": null }),
    )
    .await;
    assert_eq!(hear(&mut socket).await.unwrap()["ok"], true);
}

#[tokio::test]
async fn a_socket_joins_its_own_room_and_no_other() {
    let stage = Stage::set().await;
    let (guest, stranger) = (stage.guest().await, stage.guest().await);
    let config = stage.call(&guest, Method::GET, "/chat/config", None).await;
    let prefix = config.body["PREFIX"].as_str().unwrap().to_owned();
    for (room, is_own) in [
        (format!("{prefix}{}", guest.id), true),
        (format!("{prefix}{}", stranger.id), false),
        (guest.id.clone(), false),
    ] {
        let ticket = stage.post(&guest, "/socket/ticket", &json!({})).await;
        let ticket = ticket.body["ticket"].clone();
        let mut socket = open_socket(&guest.address, Some(&own_origin(&guest)))
            .await
            .unwrap();
        let frame =
            json!({ "event": "join", "id": "1", "data": { "ticket": ticket, "room": room } });
        send_frame(&mut socket, &frame).await;
        let ack = hear(&mut socket).await.unwrap();
        assert_eq!(ack["ok"], is_own, "{ack}");
        if is_own {
            assert_eq!(ack["data"]["room"], json!(room));
        } else {
            assert_eq!(ack["code"], "JOIN_DENIED");
        }
    }
}
