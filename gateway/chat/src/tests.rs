//! The staff side of the chat, without its routes, on two gateways of one database.

use ledger_testing::{PATIENCE, TestDatabase};
use serde_json::{Value, json};
use tempfile::TempDir;
use uuid::Uuid;

use super::content::MessageBody;
use super::file::{self, Kind, Uploader};
use super::store::{self, Draft, Range, Sent};
use super::{Author, Hub, Owner, Record, Side, Signal, StaffIdentity, erasure, hub};
use ledger_testing::LostCommit;
use platform::clock::{Clock, random_id};
use platform::config::{Config, ConnectionsMax, HashCost, Paces};
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::sockets::{Notice, Seat, Subject};

mod bounds;

struct Harness {
    here: Hub,
    there: Hub,
    database: TestDatabase,
    _folder: TempDir,
}

impl Drop for Harness {
    fn drop(&mut self) {
        self.here.stop.cancel();
        self.there.stop.cancel();
    }
}

async fn harness() -> Harness {
    harness_with(|_| {}).await
}

async fn harness_with(change: impl Fn(&mut Config)) -> Harness {
    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let open = async || {
        let mut config = Config::parse(include_str!("../../demo.toml"), &|_| None).unwrap();
        config.paces = Paces::patient();
        config.hash_cost = HashCost::cheapest();
        config.connections = ConnectionsMax::few();
        change(&mut config);
        let folder = folder.path().to_owned();
        let core = Core::open(&database.url(), folder, config, Clock::default()).await;
        let hub = Hub::new(&core.unwrap());
        hub::start(&hub).await.unwrap();
        hub
    };
    let (here, there) = (open().await, open().await);
    database.listened_to("chat", 2).await;
    Harness {
        here,
        there,
        database,
        _folder: folder,
    }
}

fn nok() -> StaffIdentity {
    StaffIdentity {
        id: random_id(),
        name: "Nok".to_owned(),
    }
}

fn text(message: &str) -> Draft {
    draft("text", &json!({ "message": message }))
}

fn draft(kind: &str, payload: &Value) -> Draft {
    let body = json!({ "message_type": kind, "payload": payload });
    let body: MessageBody = serde_json::from_value(body).unwrap();
    Draft {
        content: body.read(Side::Agent).unwrap(),
        client_id: None,
        guest_name: None,
        device_token: None,
    }
}

async fn guest(state: &Hub) -> Owner {
    let made = super::guest::create(state, "test").await.unwrap();
    let credential = format!("{}.{}", made.id, made.secret);
    let guest = super::guest::authenticate(state, &credential).await;
    Owner::Guest(guest.unwrap().id)
}

async fn say(state: &Hub, author: &Author, draft: &Draft) -> Result<Sent, ApiError> {
    store::send(state, author, draft, &[]).await
}

async fn history(state: &Hub, conversation: Uuid) -> Vec<Value> {
    let range = Range {
        after: 0,
        before: i64::MAX,
        limit: 50,
    };
    let records: Vec<Record> = store::history(state, conversation, range).await.unwrap();
    records.iter().map(|record| json!(record)).collect()
}

fn seat(state: &Hub, owner: Owner) -> Seat {
    state.live.listen(owner.into(), owner.id()).unwrap()
}

fn staff_seat(state: &Hub, staff: &StaffIdentity) -> Seat {
    let subject = Subject::Staff(staff.id);
    state.live.listen(subject, random_id()).unwrap()
}

/// The data of the next frame of a kind.
async fn heard(seat: &mut Seat, event: &str) -> Value {
    let next = async {
        loop {
            if let Some(Notice::Push(frame)) = seat.notices.recv().await {
                let frame: Value = serde_json::from_str(frame.as_str()).unwrap();
                if frame["event"] == event {
                    return frame["data"].clone();
                }
            }
        }
    };
    tokio::time::timeout(PATIENCE, next).await.expect(event)
}

#[tokio::test]
async fn staff_and_a_visitor_hear_each_other_through_two_gateways() {
    let harness = harness().await;
    let (owner, staff) = (guest(&harness.here).await, nok());
    let mut visitors = seat(&harness.here, owner);
    let mut strangers = seat(&harness.here, guest(&harness.here).await);
    let mut agents = staff_seat(&harness.there, &staff);
    let asked = say(&harness.here, &Author::Visitor(owner), &text("help"))
        .await
        .unwrap();
    // Staff who have not opened the conversation get a notice of it, without its content.
    let seen = heard(&mut agents, "inbox").await;
    assert_eq!(seen, json!({ "conversation": asked.conversation_id }));
    let author = Author::Staff(staff.clone(), asked.conversation_id);
    let buttons = json!({ "message": "choose", "buttons": [
        { "title": "Site", "type": "web", "payload": "https://example.test" },
    ] });
    say(&harness.there, &author, &draft("buttons", &buttons))
        .await
        .unwrap();
    heard(&mut visitors, "messaging").await;
    let answer = heard(&mut visitors, "messaging").await;
    assert_eq!(answer["sender"], "agent");
    assert_eq!(answer["name"], "Nok");
    assert_eq!(answer["sequence"], "2");
    assert_eq!(answer["message"]["payload"], buttons);
    // Visitors do not learn which member of staff it was.
    assert!(!answer.to_string().contains(&staff.id.to_string()));
    for (side, name) in [
        (Side::Agent, Some("Nok".to_owned())),
        (Side::Customer, None),
    ] {
        harness.there.signal(Signal::Typing {
            who: random_id(),
            conversation: asked.conversation_id,
            owner,
            side,
            name,
        });
    }
    assert_eq!(heard(&mut visitors, "typing").await["who"], "agent");
    assert_eq!(heard(&mut agents, "typing").await["who"], "agent");
    assert_eq!(heard(&mut agents, "typing").await["who"], "customer");
    for is_on in [true, false] {
        harness.there.signal(Signal::Answering {
            conversation: asked.conversation_id,
            owner,
            staff: staff.clone(),
            is_on,
        });
        let names = if is_on {
            json!([{ "name": "Nok" }])
        } else {
            json!([])
        };
        assert_eq!(heard(&mut visitors, "presence").await["answering"], names);
    }
    let found = store::find(
        &harness.there.pool,
        &harness.there.secrets,
        asked.conversation_id,
    )
    .await;
    let found = found.unwrap().unwrap();
    let mark = store::mark_read(&harness.there, &found, Side::Agent, 1).await;
    assert_eq!(mark.unwrap(), 1);
    let read = heard(&mut visitors, "read").await;
    assert_eq!(
        (&read["side"], &read["sequence"]),
        (&json!("agent"), &json!("1"))
    );
    assert!(strangers.notices.try_recv().is_err());
}

#[tokio::test]
async fn nobody_is_announced_by_a_notice_that_no_gateway_has_sent() {
    let harness = harness().await;
    let owner = guest(&harness.here).await;
    let asked = say(&harness.here, &Author::Visitor(owner), &text("help"))
        .await
        .unwrap();
    let mut visitors = seat(&harness.here, owner);
    let typing = |name: &str| Signal::Typing {
        who: random_id(),
        conversation: asked.conversation_id,
        owner,
        side: Side::Agent,
        name: Some(name.to_owned()),
    };
    let forged = json!({ "o": random_id(), "c": [], "s": [typing("pay to 666-0-00111-2")] });
    for mac in [String::new(), "0".repeat(64)] {
        sqlx::query("select pg_notify('chat', $1)")
            .bind(format!("{mac}{forged}"))
            .execute(&harness.here.pool)
            .await
            .unwrap();
    }
    // It follows them on the way.
    harness.there.signal(typing("Nok"));
    assert_eq!(heard(&mut visitors, "typing").await["name"], "Nok");
}

#[tokio::test]
async fn an_answer_ends_the_wait_and_an_ended_session_is_followed_by_another() {
    let harness = harness().await;
    let owner = guest(&harness.here).await;
    let visitor = Author::Visitor(owner);
    let asked = say(&harness.here, &visitor, &text("help")).await.unwrap();
    let waiting = async || -> bool {
        sqlx::query_scalar("select waiting_since is not null from chat_conversation")
            .fetch_one(&harness.here.pool)
            .await
            .unwrap()
    };
    assert!(waiting().await);
    let author = Author::Staff(nok(), asked.conversation_id);
    let answered = say(&harness.here, &author, &text("hello")).await.unwrap();
    assert!(!waiting().await);
    assert_eq!(answered.session_id, asked.session_id);
    let ended = store::end_session(&harness.here, asked.conversation_id, None, None).await;
    assert!(ended.unwrap());
    let next = say(&harness.here, &visitor, &text("one more"))
        .await
        .unwrap();
    assert_ne!(next.session_id, asked.session_id);
    assert!(waiting().await);
    let nowhere = Author::Staff(nok(), random_id());
    let refused = say(&harness.here, &nowhere, &text("x")).await.unwrap_err();
    assert_eq!(refused.code, Code::NoData);
}

fn picture() -> bytes::Bytes {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(4, 4)
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner().into()
}

#[tokio::test]
async fn erasing_takes_the_text_and_the_files_and_leaves_numbers_and_times() {
    let harness = harness().await;
    let state = &harness.here;
    let (owner, other) = (guest(state).await, guest(state).await);
    let uploader = Uploader::Visitor(owner, None);
    let mut stored = Vec::new();
    for name in ["sent.png", "unsent.png"] {
        let file = file::store(state, &uploader, Kind::Image, name, picture()).await;
        stored.push(file.unwrap());
    }
    let visitor = Author::Visitor(owner);
    let mut first = text("my number is 0812345678");
    first.client_id = Some("c-0812345678".to_owned());
    let sent = say(state, &visitor, &first).await.unwrap();
    let media = draft("media", &json!({ "filePath": stored[0].path() }));
    say(state, &visitor, &media).await.unwrap();
    let staff = nok();
    let shared = Uploader::Staff(staff.clone());
    let shared = file::store(state, &shared, Kind::Image, "how.png", picture()).await;
    let shared = shared.unwrap();
    harness
        .run("update chat_file set is_shared = true where owner_kind = 'staff'")
        .await;
    let answer = draft("media", &json!({ "filePath": shared.path() }));
    for owner in [owner, other] {
        let kept = say(state, &Author::Visitor(owner), &text("kept?"))
            .await
            .unwrap();
        let author = Author::Staff(staff.clone(), kept.conversation_id);
        say(state, &author, &answer).await.unwrap();
    }
    let before = history(state, sent.conversation_id).await;
    let mut visitors = seat(&harness.there, owner);
    let erased = erasure::erase(state, sent.conversation_id).await.unwrap();
    assert_eq!(erased, 4);
    assert_eq!(heard(&mut visitors, "changed").await["view"], "chat");
    let after = history(state, sent.conversation_id).await;
    for (was, is) in before.iter().zip(&after) {
        for field in ["_id", "sequence", "createdAt", "session_id", "sender"] {
            assert_eq!(was[field], is[field], "{field}");
        }
        assert_eq!(is["isErased"], true);
        assert_eq!(is["clientId"], Value::Null);
        assert_eq!(
            is["message"],
            json!({ "message_type": "unknown", "payload": null })
        );
    }
    let folder = state.data_dir.join("chat");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
    for file in &stored {
        assert!(
            file::find_for_staff(state, file.id)
                .await
                .unwrap()
                .is_none()
        );
    }
    // A picture that is also shown elsewhere stays there.
    let found = file::find_for(state, other, shared.id).await.unwrap();
    assert!(file::read(state, &found.unwrap()).await.is_ok());
    assert!(
        file::find_for(state, owner, shared.id)
            .await
            .unwrap()
            .is_none()
    );
    let dump: Vec<Value> = sqlx::query_scalar(
        "select to_jsonb(m) from chat_message m
        where conversation_id = $1",
    )
    .bind(sent.conversation_id)
    .fetch_all(&state.pool)
    .await
    .unwrap();
    assert!(!json!(dump).to_string().contains("0812345678"));
    // A repeat by the sender finds the erased message and does not send it again.
    assert_eq!(say(state, &visitor, &first).await.unwrap(), sent);
    assert_eq!(
        say(state, &visitor, &text("next")).await.unwrap().sequence,
        5
    );
}

#[tokio::test]
async fn a_colleagues_picture_is_sent_only_when_it_is_shared() {
    let harness = harness().await;
    let state = &harness.here;
    let owner = guest(state).await;
    let asked = say(state, &Author::Visitor(owner), &text("help"))
        .await
        .unwrap();
    let colleague = Uploader::Staff(nok());
    let file = file::store(state, &colleague, Kind::Image, "a.png", picture()).await;
    let media = draft("media", &json!({ "filePath": file.unwrap().path() }));
    let author = Author::Staff(nok(), asked.conversation_id);
    let refused = say(state, &author, &media).await.unwrap_err();
    assert_eq!(refused.code, Code::NoData);
    harness.run("update chat_file set is_shared = true").await;
    say(state, &author, &media).await.unwrap();
}

#[tokio::test]
async fn uploads_that_nobody_sends_are_forgotten_after_a_day() {
    let harness = harness().await;
    let state = &harness.here;
    let owner = guest(state).await;
    let uploader = Uploader::Visitor(owner, None);
    let sent = file::store(state, &uploader, Kind::Image, "a.png", picture()).await;
    let sent = sent.unwrap();
    let media = draft("media", &json!({ "filePath": sent.path() }));
    say(state, &Author::Visitor(owner), &media).await.unwrap();
    let unsent = file::store(state, &uploader, Kind::Image, "b.png", picture()).await;
    let unsent = unsent.unwrap();
    for (hours, is_there) in [(23, true), (25, false)] {
        let now = state.clock.now() + chrono::TimeDelta::hours(hours);
        file::sweep(state, now, 365).await.unwrap();
        let found = file::find_for(state, owner, unsent.id).await.unwrap();
        assert_eq!(found.is_some(), is_there, "{hours}");
    }
    assert!(
        file::find_for(state, owner, sent.id)
            .await
            .unwrap()
            .is_some()
    );
    let folder = state.data_dir.join("chat");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
}

impl Harness {
    async fn run(&self, statement: &str) {
        let pool = self.database.owner();
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_whose_rows_commit_was_not_answered_stays_where_its_row_says() {
    let harness = harness().await;
    let line = LostCommit::after("insert into chat_file", &harness.database).await;
    let mut core = harness.here.core.clone();
    core.pool = line.pool.clone();
    let chat = Hub::new(&core);
    let bytes = bytes::Bytes::from([&b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom"[..], &[7; 64]].concat());
    let stored = file::store(
        &chat,
        &Uploader::Staff(nok()),
        Kind::Video,
        "a.mp4",
        bytes.clone(),
    )
    .await;
    let error = stored.unwrap_err();
    assert!(line.is_lost(), "{error:?}");
    assert_eq!(error.code, Code::ServiceUnavailable);
    let (id, file_name, sha256): (Uuid, String, Vec<u8>) =
        sqlx::query_as("select id, file_name, sha256 from chat_file")
            .fetch_one(&harness.here.pool)
            .await
            .unwrap();
    let path = core.data_dir.join("chat").join(file_name);
    assert!(path.exists(), "the file that the row names is gone");
    assert_eq!(sha256, platform::files::disk::fingerprint(&bytes));
    let found = file::find_for_staff(&harness.here, id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(file::read(&harness.here, &found).await.unwrap(), bytes);
}
