//! Gateways on a separate database, and visitors who chat with them.

#[path = "../shared/stage.rs"]
mod shared;
#[path = "../shared/socket.rs"]
mod socket;

use gateway::clock::{Clock, random_id};
use gateway::config::Config;
use gateway::{App, Options, operator};
use ledger_testing::{PATIENCE, TestDatabase};
use platform::secrets::{self, Secrets};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

pub(crate) use shared::{Reply, Stage};
use shared::{World, credentials, demonstration, draft, start};
use socket::Socket;
pub(crate) use socket::{hear, hear_event, hear_text, join, open_socket, send_frame};

impl Reply {
    /// Panics unless the answer is this error.
    #[track_caller]
    pub(crate) fn expect_error(&self, status: u16, code: &str) {
        let got = (self.status.as_u16(), self.body["message"].as_str());
        assert_eq!(got, (status, Some(code)), "{}", self.body);
    }

    /// Panics unless the answer has this status.
    #[track_caller]
    pub(crate) fn expect(&self, status: u16) {
        assert_eq!(self.status, status, "{}", self.body);
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    /// The value of `Authorization`.
    pub(crate) authorization: String,
    /// `guest-…` or the member's id.
    pub(crate) id: String,
    /// `userId` or `guestId`.
    pub(crate) field: &'static str,
    /// Where the visitor calls.
    pub(crate) address: String,
}

impl Visitor {
    /// The same visitor on another gateway.
    pub(crate) fn at(&self, app: &App) -> Self {
        Self {
            address: app.public_address().to_string(),
            ..self.clone()
        }
    }

    /// `<guestId>.<secret>`
    pub(crate) fn credential(&self) -> &str {
        self.authorization.strip_prefix("Guest ").unwrap()
    }
}

fn many_connections(options: &mut Options) {
    options.limits.connections_max = 20_000;
}

impl Stage {
    pub(crate) async fn set() -> Self {
        Self::set_with(|_| {}).await
    }

    pub(crate) async fn set_with(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = demonstration(None);
        config.otp.is_on = false;
        config.chat.guests_per_address_hour = 10_000;
        config.chat.guest_messages_per_minute = 10_000;
        config.chat.address_messages_per_minute = 10_000;
        change(&mut config);
        let (database, world) = (TestDatabase::create().await, World::default());
        Self::begin(database, world, config, many_connections).await
    }

    /// A second gateway on the same database and folder, once each hears the other.
    pub(crate) async fn another(&self) -> App {
        let mut options = self.options(self.config(), Clock::default());
        many_connections(&mut options);
        let other = start(options).await;
        self.database.listened_to("chat", 2).await;
        other
    }

    pub(crate) fn address(&self) -> String {
        self.app.public_address().to_string()
    }

    /// The names of the stored files.
    pub(crate) fn stored(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.data_dir().join("chat"));
        let names = entries
            .into_iter()
            .flatten()
            .map(|it| it.unwrap().file_name());
        names.map(|it| it.into_string().unwrap()).collect()
    }

    pub(crate) fn request(&self, method: Method, address: &str, path: &str) -> RequestBuilder {
        self.portal_request(method, format!("http://{address}/api{path}"))
    }

    pub(crate) async fn call(
        &self,
        visitor: &Visitor,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Reply {
        let request = self
            .request(method, &visitor.address, path)
            .header("authorization", &visitor.authorization);
        let request = match body {
            Some(body) => request.json(body),
            None => request,
        };
        self.send(request).await
    }

    pub(crate) async fn post(&self, visitor: &Visitor, path: &str, body: &Value) -> Reply {
        self.call(visitor, Method::POST, path, Some(body)).await
    }

    pub(crate) async fn guest(&self) -> Visitor {
        let reply = self
            .send(self.request(Method::POST, &self.address(), "/guest"))
            .await;
        reply.expect(201);
        let id = reply.body["guestId"].as_str().unwrap().to_owned();
        let secret = reply.body["secret"].as_str().unwrap();
        Visitor {
            authorization: format!("Guest {id}.{secret}"),
            id,
            field: "guestId",
            address: self.address(),
        }
    }

    /// Logs somebody in; answers the value of `Authorization`.
    async fn log_in(&self, path: &str, credentials: &Value) -> String {
        let request = self.request(Method::POST, &self.address(), path);
        let session = self.send(request.json(credentials)).await;
        session.expect(200);
        format!("Bearer {}", session.body["token"].as_str().unwrap())
    }

    /// A registered and signed-in member.
    pub(crate) async fn member(&self, number: u32) -> Visitor {
        let mut draft = draft(number);
        draft["name"] = json!("Somchai");
        let request = self.request(Method::POST, &self.address(), "/account");
        let made = self.send(request.json(&draft)).await;
        made.expect(201);
        Visitor {
            authorization: self.log_in("/login", &credentials(number)).await,
            id: made.body["id"].as_str().unwrap().to_owned(),
            field: "userId",
            address: self.address(),
        }
    }

    /// Says a text; answers what `send-message` answers.
    pub(crate) async fn say(&self, visitor: &Visitor, text: &str) -> Value {
        let body = message(text);
        let reply = self.post(visitor, "/chat/send-message", &body).await;
        reply.expect(201);
        reply.body
    }

    /// The texts of the conversation, oldest first, by pages.
    pub(crate) async fn texts(&self, visitor: &Visitor) -> Vec<String> {
        let mut texts = Vec::new();
        let mut before: Option<Value> = None;
        loop {
            let body = match &before {
                Some(before) => json!({ "limit": 50, "before": before }),
                None => json!({ "limit": 50 }),
            };
            let page = self.post(visitor, "/chat/history", &body).await;
            page.expect(200);
            let records = page.body.as_array().unwrap().clone();
            let Some(last) = records.last() else { break };
            before = Some(last["sequence"].clone());
            texts.extend(records.iter().map(|it| {
                let text = it["message"]["payload"]["message"].as_str();
                text.unwrap_or_default().to_owned()
            }));
        }
        texts.reverse();
        texts
    }

    pub(crate) async fn upload(
        &self,
        visitor: &Visitor,
        path: &str,
        name: &str,
        bytes: Vec<u8>,
    ) -> Reply {
        let part = Part::bytes(bytes).file_name(name.to_owned());
        let request = self
            .request(Method::POST, &visitor.address, path)
            .header("authorization", &visitor.authorization)
            .multipart(Form::new().part("file", part));
        self.send(request).await
    }

    /// Logs an agent of the demonstration staff in.
    pub(crate) async fn agent(&self) -> Visitor {
        let config = Config {
            demo_members: Vec::new(),
            ..self.config()
        };
        let folder = self.data_dir().to_owned();
        let made = operator::make_demo(&self.database.url(), folder, config).await;
        made.unwrap();
        let _still = self.app.clock().hold();
        let credentials = self.staff_credentials("agent");
        Visitor {
            authorization: self.log_in("/support/login", &credentials).await,
            id: "agent".to_owned(),
            field: "staff",
            address: self.address(),
        }
    }

    pub(crate) async fn slip(&self, member: &Visitor, bytes: Vec<u8>) -> Reply {
        let part = Part::bytes(bytes).file_name("slip.png");
        let request = self
            .request(Method::POST, &member.address, "/wallet/slip")
            .header("authorization", &member.authorization)
            .header("idempotency-key", "slip-1")
            .multipart(Form::new().part("slip", part));
        self.send(request).await
    }

    /// Begins an upload that never ends; it has its turn.
    pub(crate) async fn held_upload(&self, visitor: &Visitor) -> TcpStream {
        let mut stream = TcpStream::connect(&visitor.address).await.unwrap();
        let head = format!(
            "POST /api/chat/upload-image HTTP/1.1\r\nHost: {}\r\nAuthorization: {}\r\n\
             X-Requested-With: wallet-web\r\nContent-Length: 50000\r\n\
             Expect: 100-continue\r\n\
             Content-Type: multipart/form-data; boundary=x\r\n\r\n",
            visitor.address, visitor.authorization,
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // The holder of the turn asks for the file.
        let mut sign = [0; b"HTTP/1.1 100 ".len()];
        let shown = tokio::time::timeout(PATIENCE, stream.read_exact(&mut sign)).await;
        shown.unwrap().unwrap();
        assert_eq!(sign, *b"HTTP/1.1 100 ");
        stream
    }

    /// Opens a socket and joins it.
    pub(crate) async fn joined(&self, visitor: &Visitor) -> Socket {
        let reply = self.post(visitor, "/socket/ticket", &json!({})).await;
        reply.expect(200);
        // A slow machine does not outlast it.
        self.tamper("update socket_ticket set expires_at = expires_at + interval '1 day'")
            .await;
        let mut socket = open_socket(&visitor.address, Some(&own_origin(visitor)))
            .await
            .unwrap();
        let ack = join(&mut socket, reply.body["ticket"].as_str().unwrap()).await;
        assert_eq!(ack.unwrap()["ok"], true);
        socket
    }

    /// Stores an agent's message as a process does that dies before it notifies anybody.
    pub(crate) fn untold(&self, conversation: &Value, text: &str) -> String {
        let conversation: Uuid = conversation.as_str().unwrap().parse().unwrap();
        let (id, author) = (random_id(), random_id());
        let payload = json!({ "message": text });
        let keys = Secrets::find(self.data_dir()).unwrap().unwrap();
        let parts: [&dyn secrets::Part; 8] = [
            &id,
            &conversation,
            &"agent",
            &author,
            &Some("Nok"),
            &None::<&str>,
            &"text",
            &Some(&payload),
        ];
        let mac = hex::encode(keys.row("chat_message", &parts));
        format!(
            "with place as (update chat_conversation set last_sequence = last_sequence + 1
                            where id = '{conversation}' returning id, last_sequence, session_id)
             insert into chat_message (id, conversation_id, sequence, session_id, sender,
                 author_id, staff_name, message_type, payload, mac, created_at)
             select '{id}', id, last_sequence, session_id, 'agent', '{author}', 'Nok', 'text',
                 '{payload}', '\\x{mac}', now() from place"
        )
    }
}

/// A text as the portal sends it.
pub(crate) fn message(text: &str) -> Value {
    json!({ "message": { "message_type": "text", "payload": { "message": text } } })
}

pub(crate) fn own_origin(visitor: &Visitor) -> String {
    format!("http://{}", visitor.address)
}

/// Panics when something waits for the socket: all it hears are answers to its own pings.
///
/// The gateway takes what waits and what is asked in turns that chance decides, so one ping could
/// overtake a notice.
pub(crate) async fn hear_nothing(socket: &mut Socket) {
    for ping in 0..8 {
        let id = ping.to_string();
        send_frame(socket, &json!({ "event": "ping", "id": id })).await;
        let heard = hear(socket).await.unwrap();
        assert_eq!(
            (&heard["event"], &heard["id"]),
            (&json!("ack"), &json!(id)),
            "{heard}"
        );
    }
}

/// Hears until so many different messages have come; answers their numbers as they came.
pub(crate) async fn hear_messages(socket: &mut Socket, count: usize) -> Vec<i64> {
    let mut seen = std::collections::HashSet::new();
    let mut numbers = Vec::new();
    while seen.len() < count {
        let record = hear_event(socket, "messaging").await;
        if seen.insert(record["_id"].as_str().unwrap().to_owned()) {
            numbers.push(record["sequence"].as_str().unwrap().parse().unwrap());
        }
    }
    numbers
}
