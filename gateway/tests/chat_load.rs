//! How much an open socket costs, and how quickly a message arrives, under load.
//!
//! The gate takes a few of each and asks only that nothing is lost; `CASES=all` measures, too.
//! `CHAT_SOCKETS=5000 CHAT_RATE=200 CHAT_SECONDS=20` is the size that the figures in the report are
//! of. The gateway runs as a separate process, so that its memory can be measured.

#![expect(
    clippy::unwrap_used,
    reason = "what the load relies on must hold, in its helpers as in its test"
)]

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use ledger_testing::{PATIENCE, TestDatabase, cases, eventually, is_long};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Idle sockets of one guest.
const SOCKETS_PER_GUEST: usize = 4;

/// When each message was sent, by its own id.
type SentAt = Arc<Mutex<HashMap<String, Instant>>>;

fn number(name: &str, gate: u32, all: u32) -> usize {
    let given = std::env::var(name).ok();
    let usual = usize::try_from(cases(gate, all)).unwrap();
    given.and_then(|it| it.parse().ok()).unwrap_or(usual)
}

/// Visitors come from separate addresses: one address is limited on purpose.
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

/// Says on which port the gateway listens, and reads on, so that it never waits to write.
fn read_log(log: ChildStderr, said: oneshot::Sender<u16>) {
    let mut said = Some(said);
    for line in BufReader::new(log).lines().map_while(Result::ok) {
        eprintln!("{line}");
        let line: Value = serde_json::from_str(&line).unwrap_or_default();
        let public = line["fields"]["public"].as_str();
        let port = public.and_then(|it| it.rsplit(':').next()?.parse().ok());
        if let Some((port, said)) = port.and_then(|port| Some((port, said.take()?))) {
            // The receiver may have given up.
            let _ = said.send(port);
        }
    }
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
        let mut process = Command::new(env!("CARGO_BIN_EXE_gateway"))
            .arg("serve")
            .env("DATABASE_URL", database.url())
            .env("PORT", "0")
            .env("INTERNAL_PORT", "0")
            .env("DATA_DIR", folder)
            .env("WALLET_CONFIG", path)
            .env("RUST_LOG", "error,gateway=info,gateway::layers=error")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = process.stderr.take().unwrap();
        let (said, port) = oneshot::channel();
        std::thread::spawn(move || read_log(log, said));
        let port = tokio::time::timeout(PATIENCE, port).await;
        let port = port.unwrap().expect("the gateway starts");
        Self {
            process,
            address: format!("127.0.0.1:{port}"),
            http: Client::new(),
        }
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

/// Memory that is on its way comes to where it stays.
async fn settle(is_measured: bool) {
    if is_measured {
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn idle_sockets_cost_little_and_messages_arrive_quickly() {
    let is_measured = is_long();
    let sockets = number("CHAT_SOCKETS", 24, 200);
    let talking = number("CHAT_TALKING", 8, 100).min(sockets);
    let (rate, seconds) = (number("CHAT_RATE", 20, 20), number("CHAT_SECONDS", 1, 3));
    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let gateway = Arc::new(Gateway::start(&database, folder.path()).await);
    // What the first ones bring with them is not theirs alone.
    drop(gateway.joined(&gateway.guest().await).await);
    settle(is_measured).await;
    let before = gateway.memory();

    let (mut idle, mut guests) = (Vec::new(), Vec::new());
    while idle.len() + talking < sockets {
        let guest = gateway.guest().await;
        for _ in 0..SOCKETS_PER_GUEST {
            idle.push(gateway.joined(&guest).await);
        }
    }
    for _ in 0..talking {
        let guest = gateway.guest().await;
        let talking = gateway.joined(&guest).await;
        guests.push((guest, talking));
    }
    let open = idle.len() + guests.len();
    settle(is_measured).await;
    let per_socket = (gateway.memory() - before) / i64::try_from(open).unwrap();

    let (sent_at, waits) = (SentAt::default(), Arc::<Mutex<Vec<Duration>>>::default());
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
    eventually("every message arrives", async || {
        if waits.lock().unwrap().len() == count {
            Ok(())
        } else {
            Err(format!("{} are missing", sent_at.lock().unwrap().len()))
        }
    })
    .await;
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
    let (is_small, is_quick) = (per_socket < 64, at(99) < Duration::from_secs(2));
    assert!(is_small || !is_measured, "{per_socket} KiB a socket");
    assert!(is_quick || !is_measured, "{:?}", at(99));
}
