//! Visitors who chat, staff who answer, and the sockets of both.

#[path = "../../shared/socket.rs"]
mod socket;

use std::net::SocketAddr;

use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, answer};
use socket::join;
pub(crate) use socket::{
    Socket, hear_any as hear, hear_event, hear_text, open_own_socket, send_frame,
};

/// Somebody at a gateway: what `Authorization` says, and where.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    pub(crate) authorization: String,
    pub(crate) address: SocketAddr,
}

impl Caller {
    pub(crate) fn staff(stage: &Stage, token: &str) -> Self {
        Self {
            authorization: format!("Bearer {token}"),
            address: stage.app.public_address(),
        }
    }

    pub(crate) fn player(stage: &Stage, player: &Player) -> Self {
        Self::staff(stage, &player.token)
    }

    /// The same one at another gateway.
    pub(crate) fn at(&self, address: SocketAddr) -> Self {
        Self {
            address,
            ..self.clone()
        }
    }

    pub(crate) async fn call(
        &self,
        stage: &Stage,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Answer {
        let url = format!("http://{}/api{path}", self.address);
        let mut request = stage
            .portal_request(method, url)
            .header("authorization", &self.authorization);
        if let Some(body) = body {
            request = request.json(body);
        }
        answer(request).await
    }

    pub(crate) async fn post(&self, stage: &Stage, path: &str, body: &Value) -> Answer {
        self.call(stage, Method::POST, path, Some(body)).await
    }

    pub(crate) async fn get(&self, stage: &Stage, path: &str) -> Answer {
        self.call(stage, Method::GET, path, None).await
    }

    /// A visitor says a text; answers the conversation.
    pub(crate) async fn say(&self, stage: &Stage, words: &str) -> String {
        let (status, body) = self.post(stage, "/chat/send-message", &text(words)).await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
        body["conversation"].as_str().unwrap().to_owned()
    }

    /// Staff answer a text.
    pub(crate) async fn reply(&self, stage: &Stage, conversation: &str, words: &str) -> Answer {
        let mut body = text(words);
        body["clientId"] = json!(words.replace(' ', "-"));
        let path = format!("/support/conversations/{conversation}/messages");
        self.post(stage, &path, &body).await
    }

    /// Uploads a picture; answers what the gateway answers.
    pub(crate) async fn upload(&self, stage: &Stage, path: &str) -> Answer {
        let part = Part::bytes(picture()).file_name("answer.png");
        let url = format!("http://{}/api{path}", self.address);
        let request = stage
            .portal_request(Method::POST, url)
            .header("authorization", &self.authorization)
            .multipart(Form::new().part("file", part));
        answer(request).await
    }

    /// How a file is answered.
    pub(crate) async fn file(&self, stage: &Stage, path: &str) -> StatusCode {
        self.get(stage, path).await.0
    }

    /// A joined socket; `ticket` is where the ticket comes from.
    pub(crate) async fn joined(&self, stage: &Stage, ticket: &str) -> Socket {
        let (status, body) = self.post(stage, ticket, &json!({})).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        // A slow machine does not outlast it.
        stage
            .tamper("update socket_ticket set expires_at = expires_at + interval '1 day'")
            .await;
        let mut socket = open_own_socket(&self.address.to_string()).await;
        let ack = join(&mut socket, body["ticket"].as_str().unwrap()).await;
        assert_eq!(ack.unwrap()["ok"], true);
        socket
    }

    pub(crate) async fn staff_socket(&self, stage: &Stage) -> Socket {
        self.joined(stage, "/support/ticket").await
    }

    pub(crate) async fn visitor_socket(&self, stage: &Stage) -> Socket {
        self.joined(stage, "/socket/ticket").await
    }
}

pub(crate) async fn guest(stage: &Stage) -> Caller {
    let address = stage.app.public_address();
    let nobody = Caller {
        authorization: String::new(),
        address,
    };
    let (status, body) = nobody.post(stage, "/guest", &json!({})).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let (id, secret) = (&body["guestId"], &body["secret"]);
    let credential = [id, secret].map(|it| it.as_str().unwrap()).join(".");
    Caller {
        authorization: format!("Guest {credential}"),
        address,
    }
}

/// A text as both sides send it.
pub(crate) fn text(words: &str) -> Value {
    json!({ "message": { "message_type": "text", "payload": { "message": words } } })
}

/// What a message says.
pub(crate) fn words(record: &Value) -> &str {
    let words = record["message"]["payload"]["message"].as_str();
    words.unwrap_or_default()
}

fn picture() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(4, 4)
        .write_to(&mut bytes, image::ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

/// Staff open a conversation, and receive from then on what is said in it.
pub(crate) async fn open(socket: &mut Socket, conversation: &str) {
    let data = json!({ "conversation": conversation });
    let frame = json!({ "event": "answering", "id": "open", "data": data });
    send_frame(socket, &frame).await;
    loop {
        let heard = hear(socket).await.unwrap();
        if heard["event"] == "ack" && heard["id"] == "open" {
            assert_eq!(heard["ok"], true, "{heard}");
            return;
        }
    }
}
