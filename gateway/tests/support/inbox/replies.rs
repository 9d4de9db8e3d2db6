//! Prepared answers.

use gateway::config::Config;
use gateway::operator;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::desk::{Caller, guest};
use crate::stage::{Stage, expect_error};

fn draft(shortcut: &str, message_type: &str, payload: &Value) -> Value {
    let message = json!({ "message_type": message_type, "payload": payload });
    json!({ "title": format!("About {shortcut}"), "shortcut": shortcut, "message": message })
}

fn said(shortcut: &str, words: &str) -> Value {
    draft(shortcut, "text", &json!({ "message": words }))
}

#[tokio::test]
async fn a_prepared_answer_is_shared_and_filled_in_for_each_player() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let colleague = Caller::staff(&stage, &stage.staff("supervisor").await);
    let player = stage.player(1).await;
    stage.deposit(&player, "320.00").await;
    stage.settled(&player).await;
    let words = "Dear {name}, you have {balance} THB.";
    let (status, added) = agent
        .post(&stage, "/support/replies", &said("balance", words))
        .await;
    assert_eq!(status, StatusCode::CREATED, "{added}");
    assert_eq!(added["changedBy"], "Nok");
    let (_, list) = colleague.get(&stage, "/support/replies").await;
    assert_eq!(list["replies"], json!([added]));
    let id = added["id"].as_str().unwrap();
    let conversation = Caller::player(&stage, &player)
        .say(&stage, "how much")
        .await;
    let path = format!("/support/conversations/{conversation}/replies/{id}");
    let (status, filled) = colleague.get(&stage, &path).await;
    assert_eq!(status, StatusCode::OK, "{filled}");
    let (_, list) = agent
        .get(&stage, &format!("/support/conversations/{conversation}"))
        .await;
    let name = list["who"]["name"].as_str().unwrap();
    let expected = format!("Dear {name}, you have 320.00 THB.");
    assert_eq!(filled["message"]["payload"]["message"], expected);
    assert_eq!(filled["missing"], json!([]));
    // The balance was seen.
    let acts = stage.acts().await;
    let looks: Vec<_> = acts.iter().filter(|it| it["kind"] == "look.chat").collect();
    assert_eq!(looks.len(), 1);
    assert_eq!(looks[0]["by"], "supervisor");
    assert_eq!(looks[0]["subject"], player.id.to_string());
    // A guest has neither: the words stay for the agent to see.
    let other = guest(&stage).await.say(&stage, "how much").await;
    let path = format!("/support/conversations/{other}/replies/{id}");
    let (_, filled) = agent.get(&stage, &path).await;
    assert_eq!(filled["message"]["payload"]["message"], words);
    assert_eq!(filled["missing"], json!(["name", "balance"]));
}

#[tokio::test]
async fn an_answer_has_its_text_in_each_language_and_one_for_the_others() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let player = stage.player(1).await;
    let with = |translations: Value| {
        let mut draft = said("hello", "สวัสดี {name}");
        draft["translations"] = translations;
        draft
    };
    let message = |kind: &str, words: &str| {
        let payload = json!({ "message": words });
        json!({ "message_type": kind, "payload": payload })
    };
    for wrong in [
        json!({ "en": message("text", "Hello {nmae}") }),
        json!({ "en": message("media", "Hello") }),
        json!({ "en": message("text", "") }),
        json!({ "en": draft("x", "quick_replies", &json!({
            "message": "Hello", "quick_replies": [{ "title": "a", "payload": "A" }],
        }))["message"] }),
    ] {
        let refused = agent.post(&stage, "/support/replies", &with(wrong)).await;
        expect_error(&refused, 400, "INVALID_INPUT");
    }
    let english = json!({ "en": message("text", "Hello {name}") });
    let (status, added) = agent
        .post(&stage, "/support/replies", &with(english.clone()))
        .await;
    assert_eq!(status, StatusCode::CREATED, "{added}");
    assert_eq!(added["translations"], english);
    let acts = stage.acts().await;
    let act = acts.iter().rfind(|it| it["kind"] == "reply.add").unwrap();
    let recorded = &act["detail"]["translations"]["en"]["message"];
    assert_eq!(recorded, "Hello {name}");
    let conversation = Caller::player(&stage, &player).say(&stage, "hello").await;
    let (_, view) = agent
        .get(&stage, &format!("/support/conversations/{conversation}"))
        .await;
    let name = view["who"]["name"].as_str().unwrap();
    let id = added["id"].as_str().unwrap();
    let path = format!("/support/conversations/{conversation}/replies/{id}");
    for (query, words) in [
        ("?language=en", "Hello"),
        ("?language=la", "สวัสดี"),
        ("", "สวัสดี"),
    ] {
        let (status, filled) = agent.get(&stage, &format!("{path}{query}")).await;
        assert_eq!(status, StatusCode::OK, "{filled}");
        let expected = format!("{words} {name}");
        assert_eq!(filled["message"]["payload"]["message"], expected);
    }
    let unknown = agent.get(&stage, &format!("{path}?language=fr")).await;
    expect_error(&unknown, 400, "INVALID_INPUT");
}

#[tokio::test]
async fn a_message_with_a_variable_left_in_it_is_not_sent() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let conversation = guest(&stage).await.say(&stage, "hello").await;
    let path = format!("/support/conversations/{conversation}/messages");
    let send = async |words: &str, client_id: &str| {
        let message = said("x", words)["message"].clone();
        let body = json!({ "message": message, "clientId": client_id });
        agent.post(&stage, &path, &body).await
    };
    for words in ["Hello {name}", "You have {balance} THB"] {
        let refused = send(words, "left").await;
        expect_error(&refused, 409, "REPLY_UNFILLED");
    }
    // Nothing was sent, and nobody holds the conversation.
    let (_, view) = agent
        .get(&stage, &format!("/support/conversations/{conversation}"))
        .await;
    assert_eq!(view["assignedTo"], Value::Null);
    assert_eq!(
        view["lastMessage"]["message"]["payload"]["message"],
        "hello"
    );
    // Other words in braces are text.
    let (status, answer) = send("Write {x} and {Name}", "text").await;
    assert_eq!(status, StatusCode::CREATED, "{answer}");
}

/// Thai and Lao write some vowels before the consonant that a word is looked up by: in the order of
/// characters `เกษม` would come after `ขวัญ`, and `ແກ້ວ` last.
#[tokio::test]
async fn names_are_listed_in_the_order_of_a_dictionary() {
    let sorted = ["bert", "Zoe", "กานดา", "เกษม", "ขวัญ", "ກອນ", "ແກ້ວ", "ຄຳ"];
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    for (place, title) in sorted.iter().enumerate().rev() {
        let mut draft = said(&format!("in-{place}"), "x");
        draft["title"] = json!(title);
        let (status, body) = agent.post(&stage, "/support/replies", &draft).await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
    }
    let (_, list) = agent.get(&stage, "/support/replies").await;
    let replies = list["replies"].as_array().unwrap().iter();
    let listed: Vec<&str> = replies.map(|it| it["title"].as_str().unwrap()).collect();
    assert_eq!(listed, sorted);
}

#[tokio::test]
async fn prepared_answers_are_checked_changed_and_removed_and_who_did_it_is_known() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let colleague = Caller::staff(&stage, &stage.staff("supervisor").await);
    for wrong in [
        said("Upper", "x"),
        said("", "x"),
        said(&"a".repeat(33), "x"),
        said("ok", ""),
        said("ok", "Dear {nmae}"),
        draft("ok", "dance", &json!({})),
        json!({ "title": " ", "shortcut": "ok", "message": said("ok", "x")["message"] }),
    ] {
        let refused = agent.post(&stage, "/support/replies", &wrong).await;
        expect_error(&refused, 400, "INVALID_INPUT");
    }
    let mut made = Vec::new();
    for shortcut in ["hi", "bye"] {
        let (status, body) = agent
            .post(&stage, "/support/replies", &said(shortcut, "x"))
            .await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
        made.push(body["id"].as_str().unwrap().to_owned());
    }
    let taken = agent
        .post(&stage, "/support/replies", &said("hi", "y"))
        .await;
    expect_error(&taken, 409, "EXISTING_REPLY");
    let path = format!("/support/replies/{}", made[1]);
    let clash = colleague
        .call(&stage, Method::PUT, &path, Some(&said("hi", "y")))
        .await;
    expect_error(&clash, 409, "EXISTING_REPLY");
    let (status, changed) = colleague
        .call(&stage, Method::PUT, &path, Some(&said("bye", "see you")))
        .await;
    assert_eq!(status, StatusCode::OK, "{changed}");
    assert_eq!(changed["message"]["payload"]["message"], "see you");
    assert_eq!(changed["changedBy"], "Somsak");
    let acts = stage.acts().await;
    let act = acts
        .iter()
        .rfind(|it| it["kind"] == "reply.change")
        .unwrap();
    assert_eq!(act["by"], "supervisor");
    assert_eq!(act["subject"], made[1]);
    assert_eq!(act["detail"]["payload"]["message"], "see you");
    let gone = agent.call(&stage, Method::DELETE, &path, None).await;
    assert_eq!(gone.0, StatusCode::OK, "{}", gone.1);
    let again = agent.call(&stage, Method::DELETE, &path, None).await;
    expect_error(&again, 404, "NO_DATA");
    let late = agent
        .call(&stage, Method::PUT, &path, Some(&said("bye", "x")))
        .await;
    expect_error(&late, 404, "NO_DATA");
    let (_, list) = agent.get(&stage, "/support/replies").await;
    assert_eq!(list["replies"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_prepared_picture_stays_until_no_answer_shows_it() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let supervisor = Caller::staff(&stage, &stage.staff("supervisor").await);
    let visitor = guest(&stage).await;
    let conversation = visitor.say(&stage, "how").await;
    // What a visitor has uploaded is not staff's to share.
    let (_, theirs) = visitor.upload(&stage, "/chat/upload-image").await;
    let media = |file: &Value| json!({ "message": "so", "filePath": file["path"] });
    let foreign = draft("theirs", "media", &media(&theirs));
    expect_error(
        &agent.post(&stage, "/support/replies", &foreign).await,
        404,
        "NO_DATA",
    );
    let (_, file) = agent.upload(&stage, "/support/upload-image").await;
    let (status, reply) = agent
        .post(
            &stage,
            "/support/replies",
            &draft("how", "media", &media(&file)),
        )
        .await;
    assert_eq!(status, StatusCode::CREATED, "{reply}");
    assert_eq!(reply["message"]["payload"]["fileType"], "image");
    // A colleague sends it as it was filled in.
    let id = reply["id"].as_str().unwrap();
    let path = format!("/support/conversations/{conversation}");
    let (_, filled) = supervisor
        .get(&stage, &format!("{path}/replies/{id}"))
        .await;
    let body = json!({ "message": filled["message"], "clientId": "picture" });
    let sent = supervisor
        .post(&stage, &format!("{path}/messages"), &body)
        .await;
    assert_eq!(sent.0, StatusCode::CREATED, "{}", sent.1);
    let shown = file["path"].as_str().unwrap().strip_prefix("/api").unwrap();
    assert_eq!(visitor.file(&stage, shown).await, StatusCode::OK);
    // Erasing one conversation takes it from that one only.
    let why = json!({ "reason": "the visitor asked for it" });
    let erased = supervisor
        .call(&stage, Method::DELETE, &format!("{path}/text"), Some(&why))
        .await;
    assert_eq!(erased.0, StatusCode::OK, "{}", erased.1);
    assert_eq!(visitor.file(&stage, shown).await, StatusCode::NOT_FOUND);
    let file_id = shown.rsplit('/').next().unwrap();
    let of_staff = format!("/support/files/{file_id}");
    assert_eq!(agent.file(&stage, &of_staff).await, StatusCode::OK);
    // Without an answer and without a message nothing needs it.
    let path = format!("/support/replies/{id}");
    agent.call(&stage, Method::DELETE, &path, None).await;
    assert_eq!(agent.file(&stage, &of_staff).await, StatusCode::NOT_FOUND);
}

/// As `gateway demo` while the gateway runs.
async fn make_demo(stage: &Stage) {
    let config = Config {
        demo_members: Vec::new(),
        ..stage.config()
    };
    let (url, folder) = (stage.database.url(), stage.data_dir().to_owned());
    // On the heap: no test's own future carries what a command of the operator is made of.
    Box::pin(operator::make_demo(&url, folder, config))
        .await
        .unwrap();
}

#[tokio::test]
async fn the_demo_has_answers_in_three_languages_and_writes_no_removed_one_again() {
    let stage = Stage::set().await;
    let agent = Caller::staff(&stage, &stage.staff("agent").await);
    let list = async || {
        let (_, mut body) = agent.get(&stage, "/support/replies").await;
        serde_json::from_value::<Vec<Value>>(body["replies"].take()).unwrap()
    };
    assert_eq!(list().await, [Value::Null; 0]);
    make_demo(&stage).await;
    let replies = list().await;
    assert_eq!(replies.len(), 6);
    for reply in &replies {
        for language in ["la", "en"] {
            let translated = &reply["translations"][language]["payload"]["message"];
            assert!(translated.is_string(), "{language}: {reply}");
        }
    }
    let gone = replies[0]["id"].as_str().unwrap();
    let path = format!("/support/replies/{gone}");
    let (status, body) = agent.call(&stage, Method::DELETE, &path, None).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    make_demo(&stage).await;
    assert_eq!(list().await, replies[1..]);
}
