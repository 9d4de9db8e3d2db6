//! Traces, from the program itself to a real receiver of OTLP.

use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use ledger_testing::eventually;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as Any;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use prost::Message;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::stage::{Player, Stage, answer, new_key};

/// A span as it arrived.
#[derive(Debug, Clone)]
struct Span {
    name: String,
    trace: Vec<u8>,
    id: Vec<u8>,
    parent: Vec<u8>,
    links: Vec<Vec<u8>>,
    fields: BTreeMap<String, String>,
}

impl Span {
    fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    /// Whether a batch names a request.
    fn names(&self, request_id: &str) -> bool {
        let mut ids = self.field("wallet.request_ids").split(' ');
        ids.any(|id| id == request_id)
    }
}

/// What a collector has received.
#[derive(Debug, Clone, Default)]
struct Collector {
    spans: Arc<Mutex<Vec<Span>>>,
    services: Arc<Mutex<Vec<String>>>,
    tokens: Arc<Mutex<Vec<String>>>,
}

fn text(value: Option<AnyValue>) -> String {
    match value.and_then(|it| it.value) {
        Some(Any::StringValue(text)) => text,
        Some(Any::IntValue(number)) => number.to_string(),
        Some(Any::BoolValue(flag)) => flag.to_string(),
        other => format!("{other:?}"),
    }
}

fn fields(attributes: Vec<KeyValue>) -> BTreeMap<String, String> {
    let pairs = attributes.into_iter();
    pairs.map(|it| (it.key, text(it.value))).collect()
}

async fn receive(State(collector): State<Collector>, headers: HeaderMap, body: Bytes) {
    let request = ExportTraceServiceRequest::decode(body).unwrap();
    let token = headers["x-token"].to_str().unwrap().to_owned();
    collector.tokens.lock().unwrap().push(token);
    for of_resource in request.resource_spans {
        let resource = fields(of_resource.resource.unwrap().attributes);
        let service = resource["service.name"].clone();
        collector.services.lock().unwrap().push(service);
        for span in of_resource.scope_spans.into_iter().flat_map(|it| it.spans) {
            collector.spans.lock().unwrap().push(Span {
                name: span.name,
                trace: span.trace_id,
                id: span.span_id,
                parent: span.parent_span_id,
                links: span.links.into_iter().map(|it| it.span_id).collect(),
                fields: fields(span.attributes),
            });
        }
    }
}

impl Collector {
    /// A collector with its address.
    async fn start() -> (Self, String) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let collector = Self::default();
        let routes = Router::new().route("/v1/traces", post(receive));
        let routes = routes.with_state(collector.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        (collector, url)
    }

    fn spans(&self) -> Vec<Span> {
        self.spans.lock().unwrap().clone()
    }

    /// Waits for a span.
    async fn find(&self, what: &str, is_it: impl Fn(&Span) -> bool) -> Span {
        eventually(what, async || {
            let spans = self.spans();
            let found = spans.iter().find(|span| is_it(span)).cloned();
            found.ok_or_else(|| format!("{spans:#?}"))
        })
        .await
    }
}

/// The gateway's program, on the database and in the world of a stage whose own gateway has stopped.
struct Program {
    process: Child,
    address: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Program {
    async fn start(stage: &Stage, variables: &[(&str, &str)]) -> Self {
        let ports = stage.data_dir().join("log");
        let log = std::fs::File::create(&ports).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_gateway"));
        command
            .arg("serve")
            .env("DATABASE_URL", stage.database.url())
            .env("PORT", "0")
            .env("INTERNAL_PORT", "0")
            .env("DATA_DIR", stage.data_dir())
            .env(
                "WALLET_CONFIG",
                concat!(env!("CARGO_MANIFEST_DIR"), "/demo.toml"),
            )
            .env("SANDBOX_URL", &stage.world)
            .env("RUST_LOG", "info")
            .env("OTEL_BSP_SCHEDULE_DELAY", "50")
            .envs(variables.iter().copied())
            .stderr(Stdio::from(log));
        let mut program = Self {
            process: command.spawn().unwrap(),
            address: String::new(),
        };
        program.address = eventually("the gateway starts", async || {
            let ended = program.process.try_wait().unwrap();
            assert!(ended.is_none(), "it has ended");
            let log = std::fs::read_to_string(&ports).unwrap();
            let lines = log
                .lines()
                .filter_map(|it| serde_json::from_str::<Value>(it).ok());
            let mut ports = lines.filter_map(|it| it["fields"]["public"].as_str().map(port_of));
            ports.next().ok_or(log)
        })
        .await;
        program
    }

    async fn post(&self, stage: &Stage, player: &Player, path: &str, body: &Value) -> Call {
        let request_id = new_key();
        let url = format!("http://{}/api{path}", self.address);
        let request = stage.http.request(Method::POST, url).json(body);
        let request = request
            .bearer_auth(&player.token)
            .header("x-requested-with", "wallet-web")
            .header("idempotency-key", new_key())
            .header("x-request-id", &request_id);
        let (status, body) = answer(request).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        Call { request_id }
    }

    /// SIGTERM, and what it ends with.
    async fn stop(&mut self) -> bool {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(sent.success());
        eventually("the gateway ends", async || {
            let ended = self.process.try_wait().unwrap();
            ended.map(|it| it.success()).ok_or("it runs")
        })
        .await
    }
}

fn port_of(address: &str) -> String {
    let port = address.rsplit(':').next().unwrap();
    format!("127.0.0.1:{port}")
}

/// A request that was answered.
struct Call {
    request_id: String,
}

/// A player with money and an account at a game, and no gateway.
async fn ready() -> (Stage, Player) {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    assert!(stage.app.stop().await, "the gateway ends in time");
    (stage, player)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_is_followed_from_its_request_to_the_provider_by_one_request_id() {
    let (stage, player) = ready().await;
    let (collector, url) = Collector::start().await;
    let mut program = Program::start(
        &stage,
        &[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", url.as_str()),
            (
                "OTEL_EXPORTER_OTLP_HEADERS",
                "x-token=secret-of-the-collector",
            ),
        ],
    )
    .await;
    let body = json!({ "from": "WALLET", "to": "pg", "amount": "100" });
    let call = program
        .post(&stage, &player, "/wallet/transfer", &body)
        .await;
    let id = call.request_id.as_str();

    let request = collector
        .find("the request", |it| {
            it.parent.is_empty()
                && it.field("wallet.request_id") == id
                && it.name.starts_with("POST ")
        })
        .await;
    assert_eq!(request.name, "POST /api/wallet/transfer");
    assert_eq!(request.field("http.route"), "/api/wallet/transfer");
    assert_eq!(request.field("http.request.method"), "POST");
    assert_eq!(request.field("http.response.status_code"), "200");
    let command = collector
        .find("its command", |it| {
            it.name == "command" && it.field("wallet.request_id") == id
        })
        .await;
    assert_eq!(
        (&command.trace, &command.parent),
        (&request.trace, &request.id)
    );
    assert_eq!(command.field("wallet.command"), "Transfer.Start");
    assert_eq!(command.field("wallet.outcome"), "taken");
    let position: i64 = command.field("wallet.position").parse().unwrap();
    let holds = |it: &Span| {
        let end = |name| it.field(name).parse::<i64>().unwrap_or_default();
        (end("wallet.first_position")..=end("wallet.last_position")).contains(&position)
    };
    let commit = collector
        .find("its commit", |it| it.name == "commit" && it.names(id))
        .await;
    assert!(holds(&commit), "{commit:?}");
    assert!(commit.links.contains(&command.id), "{commit:?}");
    let views = collector
        .find("its views", |it| it.name == "views" && it.names(id))
        .await;
    assert!(holds(&views), "{views:?}");
    for name in ["wallet", "statement", "open_work"] {
        collector
            .find(name, |it| {
                it.parent == views.id && it.field("wallet.view") == name
            })
            .await;
    }
    let step = collector
        .find("the step of the background", |it| {
            it.name == "step" && it.field("wallet.request_id") == id
        })
        .await;
    assert_eq!(step.field("wallet.process"), "transfer");
    let outside = collector
        .find("the call of the provider", |it| {
            it.name == "outside call" && it.parent == step.id
        })
        .await;
    assert_eq!(outside.trace, step.trace);
    assert_eq!(outside.field("wallet.service"), "game:pg");
    assert_eq!(outside.field("wallet.outcome"), "answered");
    let done = collector
        .find("what the provider's answer led to", |it| {
            it.parent == step.id && it.field("wallet.command") == "Transfer.Complete"
        })
        .await;
    assert_eq!(done.field("wallet.outcome"), "taken");

    assert!(program.stop().await, "it ends well");
    says_nothing_else(&collector, &player);
}

/// The operator's name and token came, and nothing about the player or the money.
fn says_nothing_else(collector: &Collector, player: &Player) {
    let services = collector.services.lock().unwrap();
    assert!(services.iter().all(|it| it == "wallet-gateway"));
    let tokens = collector.tokens.lock().unwrap();
    assert!(tokens.iter().all(|it| it == "secret-of-the-collector"));
    let everything = format!("{:?}", collector.spans());
    let id = player.id.to_string();
    for secret in [&*id, &*player.token, &*player.account_no, "100.00"] {
        assert!(!everything.contains(secret), "{secret} in {everything}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_spans_leave_when_the_gateway_stops() {
    let (stage, player) = ready().await;
    let (collector, url) = Collector::start().await;
    let mut program = Program::start(
        &stage,
        &[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", url.as_str()),
            ("OTEL_EXPORTER_OTLP_HEADERS", "x-token=1"),
            // Later than this test may take.
            ("OTEL_BSP_SCHEDULE_DELAY", "3600000"),
        ],
    )
    .await;
    let body = json!({ "from": "WALLET", "to": "pg", "amount": "100" });
    let call = program
        .post(&stage, &player, "/wallet/transfer", &body)
        .await;
    assert!(collector.spans().is_empty());
    assert!(program.stop().await, "it ends well");
    let spans = collector.spans();
    let is_there = |name: &str| spans.iter().any(|it| it.name == name);
    assert!(
        is_there("POST /api/wallet/transfer") && is_there("outside call"),
        "{spans:#?}"
    );
    let ids = spans.iter().map(|it| it.field("wallet.request_id"));
    assert!(
        ids.filter(|id| *id == call.request_id).count() >= 2,
        "{spans:#?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_collector_holds_up_no_request_and_no_stop() {
    let (stage, player) = ready().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (accepted, mut came) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        loop {
            // Each connection stays open, without an answer.
            let (socket, _) = listener.accept().await.unwrap();
            accepted.send(socket).unwrap();
        }
    });
    let mut program = Program::start(
        &stage,
        &[
            ("OTEL_EXPORTER_OTLP_ENDPOINT", url.as_str()),
            // Whatever waited for the collector would wait longer than this test may take.
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "3600000"),
            // Most spans find no room.
            ("OTEL_BSP_MAX_QUEUE_SIZE", "2"),
        ],
    )
    .await;
    let body = json!({ "from": "WALLET", "to": "pg", "amount": "10" });
    program
        .post(&stage, &player, "/wallet/transfer", &body)
        .await;
    let _held = came.recv().await.unwrap();
    for _ in 0..3 {
        program
            .post(&stage, &player, "/wallet/transfer", &body)
            .await;
    }
    assert!(program.stop().await, "it ends well");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_collector_there_are_no_spans_in_the_log_either() {
    let (stage, player) = ready().await;
    // The statements within requests and steps write lines, which would show their spans.
    let mut program = Program::start(&stage, &[("RUST_LOG", "info,sqlx=debug")]).await;
    let body = json!({ "from": "WALLET", "to": "pg", "amount": "10" });
    program
        .post(&stage, &player, "/wallet/transfer", &body)
        .await;
    assert!(program.stop().await, "it ends well");
    let log = std::fs::read_to_string(stage.data_dir().join("log")).unwrap();
    assert!(log.contains("sqlx::query"), "{log}");
    assert!(
        !log.contains("Transfer.Start") && !log.contains("wallet.request_id"),
        "{log}"
    );
}
