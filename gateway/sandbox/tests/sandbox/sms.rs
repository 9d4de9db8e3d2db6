//! SMS: sent with keys, read in the inbox.

use reqwest::StatusCode;
use serde_json::json;

use crate::support::World;

#[tokio::test]
async fn a_message_reaches_the_inbox_of_its_phone_newest_first() {
    let world = World::start().await;
    for (phone, text) in [
        ("0812345678", "one"),
        ("0899999999", "other"),
        ("+66812345678", "two"),
    ] {
        let (status, body) = world.send_sms(phone, text).await.unwrap();
        assert_eq!((status, &body["code"]), (StatusCode::OK, &json!("000")));
    }
    let (_, inbox) = world.get("/sms/messages?phone=0812345678").await;
    let texts: Vec<_> = inbox["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|sms| sms["message"].clone())
        .collect();
    assert_eq!(texts, ["two", "one"]);
    assert_eq!(
        world.get("/sms/messages").await.1["messages"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
}

#[tokio::test]
async fn a_message_without_the_keys_or_to_no_phone_is_refused() {
    let world = World::start().await;
    let input = json!({"phone": "0812345678", "message": "hello", "sender": "WALLET"});
    let (status, _) = world.post("/sms/api/send-message", &input).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    assert_eq!(
        world.send_sms("12", "hello").await.unwrap().0,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(
        world.send_sms("0812345678", " ").await.unwrap().0,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(world.get("/sms/messages").await.1["messages"], json!([]));
}
