//! Visitors who chat, staff who answer, and the sockets of both.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use ledger_testing::PATIENCE;
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::stage::{Answer, Player, Stage, answer};

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

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
            .http
            .request(method, url)
            .header("authorization", &self.authorization)
            .header("x-requested-with", "wallet-web");
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
            .http
            .post(url)
            .header("authorization", &self.authorization)
            .header("x-requested-with", "wallet-web")
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
        let mut request = format!("ws://{}/api/socket", self.address)
            .into_client_request()
            .unwrap();
        let origin = format!("http://{}", self.address).parse().unwrap();
        request.headers_mut().insert("origin", origin);
        let (mut socket, _) = connect_async(request).await.unwrap();
        let join = json!({ "event": "join", "id": "1", "data": { "ticket": body["ticket"] } });
        send_frame(&mut socket, &join).await;
        assert_eq!(hear(&mut socket).await.unwrap()["ok"], true);
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

pub(crate) async fn send_frame(socket: &mut Socket, frame: &Value) {
    let text = Message::text(frame.to_string());
    socket.send(text).await.unwrap();
}

/// The next frame with text, or the code that the socket was closed with.
pub(crate) async fn hear(socket: &mut Socket) -> Result<Value, u16> {
    let next = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => {
                    return Err(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    };
    tokio::time::timeout(PATIENCE, next)
        .await
        .expect("the socket says something")
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

/// The next frame of a kind.
pub(crate) async fn hear_event(socket: &mut Socket, event: &str) -> Value {
    loop {
        let frame = hear(socket).await.unwrap();
        if frame["event"] == event {
            return frame["data"].clone();
        }
    }
}

/// The next message with that text.
pub(crate) async fn hear_text(socket: &mut Socket, wanted: &str) -> Value {
    loop {
        let record = hear_event(socket, "messaging").await;
        if words(&record) == wanted {
            return record;
        }
    }
}
