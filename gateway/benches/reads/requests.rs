//! How many requests a second the home screen's read takes, compared with a server that says hello.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use ledger_testing::measure::{BenchServer, Figures, Plan, Window, drive};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;

use crate::stage::{Gateway, Stage};

/// They send one request after the other.
pub(crate) const CONNECTIONS: usize = 16;

/// The figures of both.
#[derive(Default)]
pub(crate) struct Requests {
    pub(crate) hello: Figures,
    pub(crate) wallet: Figures,
}

impl Requests {
    pub(crate) async fn measure(
        server: &BenchServer,
        plan: &Plan,
        stage: &Stage<'_>,
        gateway: &Gateway,
    ) -> Self {
        let token = stage.log_in(gateway).await;
        let hello = connections(say_hello().await, "/", "").await;
        let headers = format!("x-requested-with: wallet-web\r\nauthorization: Bearer {token}\r\n");
        let wallet = connections(gateway.address, "/api/wallet", &headers).await;
        let mut figures = Self::default();
        for round in 1..=plan.rounds {
            eprintln!("requests: round {round} of {}", plan.rounds);
            figures.hello.add(ask(server, plan, &hello).await);
            figures.wallet.add(ask(server, plan, &wallet).await);
        }
        figures
    }
}

/// The least that a server can do; answers its address.
async fn say_hello() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let router = Router::new().route("/", get(|| async { "hello" }));
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

async fn ask(server: &BenchServer, plan: &Plan, connections: &[Shared]) -> Window {
    drive(server, plan, connections.len(), |number| {
        let connection = Arc::clone(&connections[number]);
        move || {
            let connection = Arc::clone(&connection);
            async move { connection.lock().await.ask().await }
        }
    })
    .await
}

type Shared = Arc<Mutex<Connection>>;

/// A connection that stays open, for one request again and again.
///
/// It reads no more of HTTP than it needs: a client with all of it would take more of the processor
/// than the server that says hello.
struct Connection {
    stream: BufReader<TcpStream>,
    request: String,
    line: String,
    body: Vec<u8>,
}

async fn connections(address: SocketAddr, path: &str, headers: &str) -> Vec<Shared> {
    let mut open = Vec::new();
    for _ in 0..CONNECTIONS {
        let stream = TcpStream::connect(address).await;
        let stream = stream.expect("the server takes connections");
        stream.set_nodelay(true).expect("it is a TCP connection");
        let connection = Connection {
            stream: BufReader::new(stream),
            request: format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{headers}\r\n"),
            line: String::new(),
            body: Vec::new(),
        };
        open.push(Arc::new(Mutex::new(connection)));
    }
    open
}

impl Connection {
    /// Sends the request and reads the answer.
    async fn ask(&mut self) {
        let sent = self.stream.get_mut().write_all(self.request.as_bytes());
        sent.await.expect("the server reads");
        self.read_line().await;
        assert!(self.line.contains(" 200 "), "{}", self.line);
        let mut length = None;
        loop {
            self.read_line().await;
            let Some((name, value)) = self.line.split_once(':') else {
                break;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().ok();
            }
        }
        self.body
            .resize(length.expect("the answer has a length"), 0);
        let read = self.stream.read_exact(&mut self.body).await;
        read.expect("the answer is complete");
    }

    async fn read_line(&mut self) {
        self.line.clear();
        let read = self.stream.read_line(&mut self.line).await;
        assert!(read.is_ok_and(|length| length > 0), "the server answers");
    }
}
