//! A member who leaves a trace wherever a person can.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use ledger_testing::eventually;
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::stage::{Player, Stage, answer};

pub(crate) const PHONE: &str = "0867654329";
pub(crate) const ACCOUNT: &str = "7788990011";
pub(crate) const OTHER_ACCOUNT: &str = "6655443322";
pub(crate) const HOLDER: &str = "กระต่าย ตื่นตูม";
pub(crate) const OTHER_HOLDER: &str = "กระต่าย เปลี่ยนชื่อ";
pub(crate) const NAME: &str = "Canarina";
pub(crate) const SAID: &str = "my canary lives at 12 Bird Street";
pub(crate) const ANSWERED: &str = "dear Canarina of Bird Street";
pub(crate) const SAID_AS_GUEST: &str = "a canary without an account";
pub(crate) const FILE: &str = "canary-passport";

/// What staff has noted about the member.
pub(crate) const NOTED: &str = "calls from his sister’s phone";

/// Texts that name the member. The last ones are the same facts in other spellings.
pub(crate) const TRACES: [&str; 14] = [
    NOTED,
    PHONE,
    "867654329",
    ACCOUNT,
    OTHER_ACCOUNT,
    HOLDER,
    OTHER_HOLDER,
    NAME,
    SAID,
    ANSWERED,
    SAID_AS_GUEST,
    FILE,
    "Canary",
    "Correct-Horse-9",
];

/// Posts as the page does.
async fn send(stage: &Stage, path: &str, name: &str, value: &str, body: &Value) -> Value {
    let request = stage.request(Method::POST, path).header(name, value);
    let (status, body) = answer(request.json(body)).await;
    assert!(status.is_success(), "{path}: {status} {body}");
    body
}

fn message(text: &str) -> Value {
    json!({ "message": { "message_type": "text", "payload": { "message": text } } })
}

fn drawn() -> Vec<u8> {
    let mut bytes = Vec::new();
    DynamicImage::new_rgb8(16, 9)
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .unwrap();
    bytes
}

/// Registers the member, who brings money in by slip, gift link and an announced deposit.
pub(crate) async fn begin(stage: &Stage) -> Player {
    let player = stage.player_named(PHONE, ACCOUNT, HOLDER).await;
    let particulars = json!({ "amount": "500.00", "fromName": HOLDER });
    let payment = stage.pay_with(&player, &particulars).await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&player, "slip-1", picture).await;
    assert_eq!(
        (status, &body["status"]),
        (StatusCode::CREATED, &json!("SUCCESS")),
        "{body}"
    );
    let (_, made) = stage
        .control(
            Method::POST,
            "/truemoney/vouchers",
            Some(&json!({ "amount": "100.00" })),
        )
        .await;
    let link = json!({ "link": made["link"] });
    let (status, body) = stage.post(&player, "/wallet/truelink", &link).await;
    assert!(status.is_success(), "{body}");
    stage.activate(&player, "pg").await;
    stage.settled(&player).await;
    announce(stage, &player).await;
    chat(stage, &player).await;
    player
}

/// An announced deposit that staff credits.
async fn announce(stage: &Stage, player: &Player) {
    let amount = json!({ "amount": "300.00" });
    let (status, body) = stage.post(player, "/wallet/add", &amount).await;
    assert!(status.is_success(), "{body}");
    stage.credit_announced(&body["id"], "REF300", "scb-1").await;
}

/// A guest who became the member, an answer of staff, a picture that was sent and one that was not.
async fn chat(stage: &Stage, player: &Player) {
    let none = json!({});
    let guest = send(stage, "/guest", "x-none", "0", &none).await;
    let (id, secret) = (guest["guestId"].as_str(), guest["secret"].as_str());
    let credential = format!("{}.{}", id.unwrap(), secret.unwrap());
    let authorization = format!("Guest {credential}");
    let said = message(SAID_AS_GUEST);
    let path = "/chat/send-message";
    send(stage, path, "authorization", &authorization, &said).await;
    let link = stage.request(Method::POST, "/chat/link");
    let link = link
        .bearer_auth(&player.token)
        .header("x-guest", credential);
    let (status, body) = answer(link.json(&json!({ "consent": true }))).await;
    assert!(status.is_success(), "{body}");
    let bearer = format!("Bearer {}", player.token);
    let mut said = message(SAID);
    said["clientId"] = "Canary-1".into();
    send(stage, path, "authorization", &bearer, &said).await;
    upload(stage, player).await;
    let path = upload(stage, player).await;
    let picture = json!({ "message": { "message_type": "media",
        "payload": { "filePath": path, "message": SAID } } });
    send(
        stage,
        "/chat/send-message",
        "authorization",
        &bearer,
        &picture,
    )
    .await;
    let agent = stage.staff("agent").await;
    let own = sqlx::query_scalar("select id from chat_conversation where member_id = $1");
    let own = own.bind(player.id).fetch_one(&stage.database.owner()).await;
    let conversation: Uuid = own.unwrap();
    let path = format!("/support/conversations/{conversation}/messages");
    let mut answered = message(ANSWERED);
    answered["clientId"] = "Canary-2".into();
    let (status, body) = stage.post_as(&agent, &path, &answered).await;
    assert!(status.is_success(), "{body}");
}

/// Uploads a picture for the chat; answers its path.
async fn upload(stage: &Stage, player: &Player) -> String {
    let part = Part::bytes(drawn()).file_name(format!("{FILE}.png"));
    let form = Form::new().part("file", part);
    let request = stage.request(Method::POST, "/chat/upload-image");
    let request = request.bearer_auth(&player.token).multipart(form);
    let (status, body) = answer(request).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    body["path"].as_str().unwrap().to_owned()
}

/// Everything is paid out; then the member changes name and bank account.
pub(crate) async fn leave(stage: &Stage, player: &Player) {
    // The other command may have taken the views' work for a moment.
    eventually("the deposits come", async || {
        let wallet = stage.wallet(player).await;
        let is_there = wallet["wallet"]["amount"] == "900.00";
        if is_there { Ok(()) } else { Err(wallet) }
    })
    .await;
    let amount = json!({ "amount": "900.00" });
    let (status, body) = stage.post(player, "/wallet/withdraw", &amount).await;
    assert!(status.is_success(), "{body}");
    stage.settled(player).await;
    let change = json!({ "name": NAME, "bankCode": "SCB", "bankAccountName": OTHER_HOLDER,
        "bankAccountNo": OTHER_ACCOUNT, "password": "Correct-Horse-9" });
    let call = (None, Some(&change));
    let (status, body) = stage
        .call(player, Method::PUT, "/account/profile", call)
        .await;
    assert_eq!(status, StatusCode::OK, "{body}");
}
