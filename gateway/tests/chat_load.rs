//! How much an open socket costs, and how quickly a message arrives, under load.
//!
//! Small by default; `CHAT_SOCKETS=5000 CHAT_RATE=200 CHAT_SECONDS=20` is the size that the figures
//! in the report are of. The gateway runs as a process of its own, so that its memory is its own.

#![expect(
    clippy::unwrap_used,
    reason = "what the load stands on must hold, in its helpers as in its test"
)]

use std::collections::HashMap;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use ledger::testing::TestDatabase;
use reqwest::Client;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Idle sockets of one guest, and guests who talk, from an address each.
const SOCKETS_PER_GUEST: usize = 4;
const TALKING: usize = 100;

/// When each message was sent, by its own id.
type SentAt = Arc<Mutex<HashMap<String, Instant>>>;

fn number(name: &str, default: usize) -> usize {
    let given = std::env::var(name).ok();
    given.and_then(|it| it.parse().ok()).unwrap_or(default)
}

/// Visitors come from addresses of their own: one address is limited on purpose.
fn address_of(authorization: &str) -> String {
    let sum = authorization.bytes().fold(7_u32, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u32::from(byte))
    });
    std::net::Ipv4Addr::from(0x0A00_0000 | sum >> 8).to_string()
}

struct Gateway {
    process: Child,
    address: String,
    http: Client,
}

impl Drop for Gateway {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Gateway {
    /// The program itself, with bounds that let one address do all of this.
    async fn start(database: &TestDatabase, folder: &std::path::Path) -> Self {
        let config = include_str!("../demo.toml")
            .replace(
                "connections_per_address_max = 256",
                "connections_per_address_max = 20000",
            )
            .replace("trusted_proxies = []", "trusted_proxies = [\"127.0.0.1\"]")
            .replace(
                "guest_messages_per_minute = 20",
                "guest_messages_per_minute = 100000\naddress_messages_per_minute = 1000000\n\
                 guests_per_address_hour = 100000",
            );
        let path = folder.join("config.toml");
        std::fs::write(&path, config).unwrap();
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let internal = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let ports = [&port, &internal].map(|it| it.local_addr().unwrap().port());
        drop((port, internal));
        let process = Command::new(env!("CARGO_BIN_EXE_gateway"))
            .arg("serve")
            .env("DATABASE_URL", database.url())
            .env("PORT", ports[0].to_string())
            .env("INTERNAL_PORT", ports[1].to_string())
            .env("DATA_DIR", folder)
            .env("WALLET_CONFIG", path)
            .env("RUST_LOG", "error")
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let gateway = Self {
            process,
            address: format!("127.0.0.1:{}", ports[0]),
            http: Client::new(),
        };
        let deadline = Instant::now() + Duration::from_mins(1);
        while gateway
            .http
            .get(gateway.url("/lookup/info"))
            .send()
            .await
            .is_err()
        {
            assert!(Instant::now() < deadline, "the gateway does not start");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        gateway
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}/api{path}", self.address)
    }

    async fn post(&self, authorization: &str, path: &str, body: &Value) -> Value {
        let request = self.http.post(self.url(path)).json(body);
        let request = request.header("x-requested-with", "wallet-web");
        let request = request.header("x-forwarded-for", address_of(authorization));
        let reply = request
            .header("authorization", authorization)
            .send()
            .await
            .unwrap();
        let status = reply.status();
        let body: Value = reply.json().await.unwrap();
        assert!(status.is_success(), "{path}: {status} {body}");
        body
    }

    async fn guest(&self) -> String {
        let made = self.post("", "/guest", &json!({})).await;
        let text = |field: &str| made[field].as_str().unwrap().to_owned();
        format!("Guest {}.{}", text("guestId"), text("secret"))
    }

    async fn joined(&self, authorization: &str) -> Socket {
        let made = self.post(authorization, "/socket/ticket", &json!({})).await;
        let url = format!("ws://{}/api/socket", self.address);
        let mut request = url.into_client_request().unwrap();
        let origin = format!("http://{}", self.address).parse().unwrap();
        request.headers_mut().insert("origin", origin);
        let stream = TcpStream::connect(&self.address).await.unwrap();
        let stream = MaybeTlsStream::Plain(stream);
        let (mut socket, _) = client_async(request, stream).await.unwrap();
        let data = json!({ "ticket": made["ticket"] });
        let join = json!({ "event": "join", "id": "1", "data": data });
        socket.send(Message::text(join.to_string())).await.unwrap();
        let ack = socket.next().await.unwrap().unwrap();
        assert!(ack.into_text().unwrap().contains("\"ok\":true"));
        socket
    }

    /// Resident memory in KiB.
    fn memory(&self) -> i64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        line.unwrap()
            .split_whitespace()
            .nth(1)
            .unwrap()
            .parse()
            .unwrap()
    }
}

/// Notes how long each message has taken.
async fn listen(mut socket: Socket, sent_at: SentAt, waits: Arc<Mutex<Vec<Duration>>>) {
    while let Some(Ok(message)) = socket.next().await {
        let Ok(text) = message.into_text() else {
            continue;
        };
        let Ok(frame) = serde_json::from_str::<Value>(&text) else {
            continue;
        };
        let Some(id) = frame["data"]["clientId"].as_str() else {
            continue;
        };
        if let Some(sent) = sent_at.lock().unwrap().remove(id) {
            waits.lock().unwrap().push(sent.elapsed());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_sockets_cost_little_and_messages_arrive_quickly() {
    let (sockets, rate) = (number("CHAT_SOCKETS", 200), number("CHAT_RATE", 20));
    let seconds = number("CHAT_SECONDS", 3);
    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let gateway = Arc::new(Gateway::start(&database, folder.path()).await);
    // What the first ones bring with them is not theirs alone.
    drop(gateway.joined(&gateway.guest().await).await);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let before = gateway.memory();

    let (mut idle, mut guests) = (Vec::new(), Vec::new());
    while idle.len() + TALKING.min(sockets) < sockets {
        let guest = gateway.guest().await;
        for _ in 0..SOCKETS_PER_GUEST {
            idle.push(gateway.joined(&guest).await);
        }
    }
    for _ in 0..TALKING.min(sockets) {
        let guest = gateway.guest().await;
        let talking = gateway.joined(&guest).await;
        guests.push((guest, talking));
    }
    let open = idle.len() + guests.len();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let per_socket = (gateway.memory() - before) / i64::try_from(open).unwrap();

    let (sent_at, waits) = (SentAt::default(), Arc::default());
    let mut names = Vec::new();
    for (guest, socket) in guests {
        tokio::spawn(listen(socket, Arc::clone(&sent_at), Arc::clone(&waits)));
        names.push(guest);
    }
    let count = rate * seconds;
    let mut pace = tokio::time::interval(Duration::from_secs(1) / u32::try_from(rate).unwrap());
    for number in 0..count {
        pace.tick().await;
        let (gateway, sent_at) = (Arc::clone(&gateway), Arc::clone(&sent_at));
        let guest = names[number % names.len()].clone();
        tokio::spawn(async move {
            let id = format!("c-{number}");
            let payload = json!({ "message": "hello" });
            let message = json!({ "message_type": "text", "payload": payload });
            let body = json!({ "message": message, "clientId": id });
            sent_at.lock().unwrap().insert(id, Instant::now());
            gateway.post(&guest, "/chat/send-message", &body).await;
        });
    }
    let deadline = Instant::now() + Duration::from_secs(30);
    while waits.lock().unwrap().len() < count {
        assert!(
            Instant::now() < deadline,
            "{:?} are lost",
            sent_at.lock().unwrap().len()
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut waits: Vec<Duration> = waits.lock().unwrap().clone();
    waits.sort();
    let at = |percent: usize| waits[(waits.len() - 1) * percent / 100];
    let under_load = gateway.memory();
    eprintln!(
        "{open} sockets, {per_socket} KiB each; {count} messages at {rate}/s: p50 {:?}, p99 {:?}, \
         slowest {:?}; resident {under_load} KiB, {before} KiB before",
        at(50),
        at(99),
        at(100),
    );
    assert!(per_socket < 64, "{per_socket} KiB a socket");
    assert!(at(99) < Duration::from_secs(2), "{:?}", at(99));
}
