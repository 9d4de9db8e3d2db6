//! Bounds on what visitors can cause for all listeners, and erasures that miss nothing.

use std::time::Duration;

use super::*;
use crate::{announce, link};
use members::draft::Draft as Registration;
use members::registration;

async fn member(state: &Hub) -> Uuid {
    let demo = &state.config.demo_members[0];
    let draft = Registration {
        username: demo.username.clone(),
        name: demo.name.clone(),
        password: demo.password.clone(),
        source_code: state.config.sources[0].code.clone(),
        bank_code: demo.bank_code.clone(),
        bank_account_name: demo.bank_account_name.clone(),
        bank_account_no: demo.bank_account_no.clone(),
        ..Registration::default()
    };
    registration::register_known(state, &draft).await.unwrap();
    sqlx::query_scalar("select id from member")
        .fetch_one(&state.pool)
        .await
        .unwrap()
}

/// A guest with the credential.
async fn guest_with_secret(state: &Hub) -> (Owner, String) {
    let made = crate::guest::create(state, "test").await.unwrap();
    let credential = format!("{}.{}", made.id, made.secret);
    let guest = crate::guest::authenticate(state, &credential).await;
    (Owner::Guest(guest.unwrap().id), credential)
}

/// All frames up to and including the message with that text.
async fn heard_until(seat: &mut Seat, text: &str) -> Vec<Value> {
    let mut frames = Vec::new();
    let all = async {
        loop {
            let notice = seat.notices.recv().await;
            let Some(Notice::Push(frame)) = notice else {
                panic!("{notice:?} after {} frames", frames.len());
            };
            let frame: Value = serde_json::from_str(frame.as_str()).unwrap();
            let is_last = frame["data"]["message"]["payload"]["message"] == text;
            frames.push(frame);
            if is_last {
                break;
            }
        }
    };
    tokio::time::timeout(PATIENCE, all).await.expect(text);
    frames
}

fn count(frames: &[Value], event: &str) -> usize {
    frames
        .iter()
        .filter(|frame| frame["event"] == event)
        .count()
}

#[tokio::test]
async fn a_long_conversation_that_is_taken_along_is_not_read_out_to_everybody() {
    let harness = harness().await;
    let state = &harness.here;
    let member = member(state).await;
    let (guest, credential) = guest_with_secret(state).await;
    let mut first = None;
    for number in 1..=120 {
        let said = text(&number.to_string());
        let sent = say(state, &Author::Visitor(guest), &said).await.unwrap();
        first.get_or_insert(sent);
    }
    // The frames from while it was written do not count.
    let mut guests = seat(state, guest);
    let sentinel = say(state, &Author::Visitor(guest), &text("now")).await;
    heard_until(&mut guests, "now").await;
    let old = sentinel.unwrap().conversation_id;
    harness
        .run("update chat_message set xact = 3, stored_at = stored_at - interval '1 hour'")
        .await;
    let mut owners = seat(state, Owner::Member(member));
    let mut agents = staff_seat(state, &nok());
    link::link(state, member, &credential).await.unwrap();
    let own = store::find(&state.pool, &state.secrets, old).await;
    let own = own.unwrap().unwrap();
    assert_eq!(
        heard(&mut agents, "inbox").await["conversation"],
        json!(own.id)
    );
    let said = say(state, &Author::Visitor(own.owner), &text("end")).await;
    assert_eq!(said.unwrap().sequence, 122);
    let frames = heard_until(&mut owners, "end").await;
    assert_eq!(count(&frames, "changed"), 1);
    let sent = count(&frames, "messaging");
    assert!((2..=51).contains(&sent), "{sent} messages");
    let mut noticed = 0;
    while agents.notices.try_recv().is_ok() {
        noticed += 1;
    }
    assert!(noticed <= 53, "{noticed} frames");
    // Nothing is lost: the history has all messages.
    let range = Range {
        after: 0,
        before: 3,
        limit: 50,
    };
    let oldest = store::history(state, own.id, range).await.unwrap();
    assert_eq!(json!(oldest[1])["_id"], json!(first.unwrap().id));
}

#[tokio::test]
async fn more_than_a_socket_takes_is_not_sent_but_read_again() {
    let harness = harness_with(|config| config.paces.sweep = Duration::from_millis(100)).await;
    let state = &harness.here;
    let owner = guest(state).await;
    let visitor = Author::Visitor(owner);
    let mut owners = seat(state, owner);
    say(state, &visitor, &text("begin")).await.unwrap();
    heard_until(&mut owners, "begin").await;
    // As if a process had sent no notification.
    harness
        .run(
            "with place as (update chat_conversation set last_sequence = last_sequence + 300
                            returning id, last_sequence, session_id)
             insert into chat_message (id, conversation_id, sequence, session_id, sender,
                 author_id, staff_name, message_type, payload, mac, created_at)
             select gen_random_uuid(), id, last_sequence - 300 + number, session_id, 'agent',
                 gen_random_uuid(), 'Nok', 'text', '{\"message\": \"one of many\"}',
                 sha256('made up'), now()
             from place, generate_series(1, 300) number",
        )
        .await;
    heard(&mut owners, "changed").await;
    let said = say(state, &visitor, &text("end")).await.unwrap();
    assert_eq!(said.sequence, 302);
    let frames = heard_until(&mut owners, "end").await;
    assert!(count(&frames, "messaging") <= 61);
    let numbers: Vec<_> = frames
        .iter()
        .filter(|frame| frame["event"] == "messaging")
        .map(|frame| frame["data"]["sequence"].as_str().unwrap().parse::<i64>())
        .map(Result::unwrap)
        .collect();
    // The last messages, without a gap between them.
    assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]));
    assert_eq!(numbers.last(), Some(&302));
}

#[tokio::test]
async fn a_guests_conversation_takes_so_many_messages_and_staff_may_still_answer() {
    let harness = harness_with(|config| config.chat.guest_conversation_messages = 3).await;
    let state = &harness.here;
    let member = member(state).await;
    let (owner, credential) = guest_with_secret(state).await;
    let visitor = Author::Visitor(owner);
    let sends = (0..6).map(|number| {
        let said = text(&number.to_string());
        let visitor = &visitor;
        async move { say(state, visitor, &said).await }
    });
    let sent = futures_util::future::join_all(sends).await;
    let taken: Vec<_> = sent
        .iter()
        .filter_map(|result| result.as_ref().ok())
        .collect();
    assert_eq!(taken.len(), 3);
    for refused in sent.iter().filter_map(|result| result.as_ref().err()) {
        assert_eq!(refused.code, Code::ConversationFull);
    }
    let answer = Author::Staff(nok(), taken[0].conversation_id);
    let answered = say(state, &answer, &text("please sign in")).await.unwrap();
    assert_eq!(answered.sequence, 4);
    let refused = say(state, &visitor, &text("more")).await.unwrap_err();
    assert_eq!(refused.code, Code::ConversationFull);
    link::link(state, member, &credential).await.unwrap();
    let author = Author::Visitor(Owner::Member(member));
    let next = say(state, &author, &text("signed in")).await.unwrap();
    assert_eq!(next.sequence, 5);
}

#[tokio::test]
async fn a_visitor_who_writes_through_two_gateways_is_announced_as_through_one() {
    let harness = harness_with(|config| config.paces.typing = Duration::from_hours(1)).await;
    let (here, there) = (&harness.here, &harness.there);
    let owner = guest(here).await;
    let visitor = Author::Visitor(owner);
    say(here, &visitor, &text("help")).await.unwrap();
    let mut agents = staff_seat(there, &nok());
    announce::visitor(here, owner).await.unwrap();
    heard(&mut agents, "typing").await;
    // The gateway that has only heard of it announces nothing for a while.
    announce::visitor(there, owner).await.unwrap();
    // The frames that follow it through the hub, in order.
    let marker = random_id();
    there.signal(Signal::Typing {
        who: marker,
        conversation: marker,
        owner,
        side: Side::Customer,
        name: None,
    });
    let next = heard(&mut agents, "typing").await.to_string();
    assert!(next.contains(&marker.to_string()), "{next}");
}

#[tokio::test]
async fn a_visitor_with_many_sockets_is_announced_as_writing_as_with_one() {
    let harness = harness_with(|config| config.paces.typing = Duration::from_hours(1)).await;
    let state = &harness.here;
    let owner = guest(state).await;
    let asked = say(state, &Author::Visitor(owner), &text("help"))
        .await
        .unwrap();
    let mut agents = staff_seat(state, &nok());
    for _ in 0..4 {
        announce::visitor(state, owner).await.unwrap();
    }
    // The messages that follow them through the hub, in order.
    let ended = store::end_session(state, asked.conversation_id, None, None).await;
    assert!(ended.unwrap());
    let mut typing = 0;
    let mut inbox = 0;
    // The first notice may be about the message itself.
    while inbox < 1 || typing < 1 {
        let next = tokio::time::timeout(PATIENCE, agents.notices.recv()).await;
        let Some(Notice::Push(frame)) = next.unwrap() else {
            panic!("the seat has ended")
        };
        let frame: Value = serde_json::from_str(frame.as_str()).unwrap();
        match frame["event"].as_str() {
            Some("typing") => typing += 1,
            Some("inbox") if typing > 0 => inbox += 1,
            _ => {}
        }
    }
    while let Ok(Notice::Push(frame)) = agents.notices.try_recv() {
        assert!(!frame.as_str().contains("typing"), "{frame}");
    }
    assert_eq!(typing, 1);
}

#[tokio::test]
async fn an_erasure_follows_a_conversation_that_is_taken_along_in_this_moment() {
    let harness = harness().await;
    let state = &harness.here;
    let member = member(state).await;
    let (guest, credential) = guest_with_secret(state).await;
    let author = Author::Visitor(Owner::Member(member));
    let own = say(state, &author, &text("as a member")).await.unwrap();
    let author = Author::Visitor(guest);
    let left = say(state, &author, &text("my number is 0812345678")).await;
    let left = left.unwrap().conversation_id;
    // The link holds the guest's conversation and waits for the member's.
    let owner = harness.database.owner();
    let mut holding = owner.begin().await.unwrap();
    sqlx::query("select from chat_conversation where id = $1 for update")
        .bind(own.conversation_id)
        .execute(&mut *holding)
        .await
        .unwrap();
    let linking = {
        let (state, credential) = (state.clone(), credential.clone());
        tokio::spawn(async move { link::link(&state, member, &credential).await })
    };
    harness.database.locked_out(1).await;
    let erasing = {
        let state = state.clone();
        tokio::spawn(async move { erasure::erase(&state, left).await })
    };
    harness.database.locked_out(2).await;
    holding.commit().await.unwrap();
    linking.await.unwrap().unwrap();
    assert_eq!(erasing.await.unwrap().unwrap(), 2);
    let stored: Vec<Option<Value>> = sqlx::query_scalar("select payload from chat_message")
        .fetch_all(&state.pool)
        .await
        .unwrap();
    assert_eq!(stored, [None, None]);
}

#[tokio::test]
async fn a_sent_file_is_removed_after_a_year_and_its_message_stays() {
    let harness = harness().await;
    let state = &harness.here;
    let owner = guest(state).await;
    let uploader = Uploader::Visitor(owner, Some(vec![7; 16]));
    let sent = file::store(state, &uploader, Kind::Image, "a.png", picture()).await;
    let sent = sent.unwrap();
    let media = draft("media", &json!({ "filePath": sent.path() }));
    let message = say(state, &Author::Visitor(owner), &media).await.unwrap();
    let of_staff = Uploader::Staff(nok());
    let stored = file::store(state, &of_staff, Kind::Image, "b.png", picture()).await;
    stored.unwrap();
    for (days, is_there) in [(364, true), (366, false)] {
        let now = state.clock.now() + chrono::TimeDelta::days(days);
        let swept = file::sweep(state, now, 365).await;
        swept.unwrap();
        let found = file::find_for(state, owner, sent.id).await.unwrap();
        assert_eq!(found.is_some(), is_there, "{days}");
    }
    let left = history(state, message.conversation_id).await;
    assert_eq!(left[0]["_id"], json!(message.id));
    assert_eq!(left[0]["isErased"], false);
    let folder = state.data_dir.join("chat");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
    let total: i64 = sqlx::query_scalar(
        "select byte_count from chat_file_total
         where owner_kind = 'guest'",
    )
    .fetch_one(&state.pool)
    .await
    .unwrap();
    assert_eq!(total, 0);
}
