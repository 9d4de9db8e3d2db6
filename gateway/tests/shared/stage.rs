//! A gateway on a separate database, with the outside world next to it: what the stages of all programs
//! have in common. What only one program needs is in its own `stage.rs`.

#![allow(dead_code, reason = "each program uses a part")]

#[path = "../shared/contract.rs"]
pub(crate) mod contract;

use std::io;
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use gateway::clock::Clock;
use gateway::config::{Config, ConnectionsMax, HashCost, Paces, WitnessRules};
use gateway::{App, Options, operator};
use ledger_testing::{PATIENCE, TestDatabase};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::task::AbortOnDropHandle;

/// The password of a member who registers with a [`draft`].
pub(crate) const PASSWORD: &str = "Correct-1234";

/// As [`PATIENCE`]: what only a slow machine makes wait.
pub(crate) const PATIENCE_MS: u64 = 240_000;

/// A status with a JSON body.
pub(crate) type Answer = (StatusCode, Value);

/// All of an answer of the gateway; what is no JSON has no body.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
    pub(crate) bytes: Bytes,
}

/// The outside world, which ends with this value. The one by default is nowhere.
#[derive(Default)]
pub(crate) struct World {
    pub(crate) url: String,
    clock: sandbox::Clock,
    /// From now to the time that it begins at.
    ahead: Duration,
    serving: Option<AbortOnDropHandle<io::Result<()>>>,
}

impl World {
    pub(crate) async fn open(config: sandbox::Config, ahead: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let sandbox = sandbox::Sandbox::open(config).unwrap();
        let clock = sandbox.clock().clone();
        clock.advance(ahead);
        let serving = tokio::spawn(sandbox::serve(listener, sandbox, std::future::pending()));
        Self {
            url,
            clock,
            ahead,
            serving: Some(AbortOnDropHandle::new(serving)),
        }
    }
}

/// The gateway and the world around it.
pub(crate) struct Stage {
    serving: Option<AbortOnDropHandle<io::Result<()>>>,
    pub(crate) app: App,
    pub(crate) database: TestDatabase,
    pub(crate) http: Client,
    pub(crate) world: String,
    /// The world's time. It goes as the gateway's does until a test moves one of them.
    pub(crate) world_clock: sandbox::Clock,
    /// From now to the time that the stage begins at.
    pub(crate) ahead: Duration,
    pub(crate) config: Config,
    folder: TempDir,
}

impl Stage {
    /// Begins when its world does, on the heap as [`start`] does. What `change` does is for the first
    /// gateway only.
    pub(crate) fn begin(
        database: TestDatabase,
        world: World,
        config: Config,
        change: impl FnOnce(&mut Options),
    ) -> impl Future<Output = Self> {
        let folder = tempfile::tempdir().unwrap();
        let clock = Clock::default();
        clock.advance(world.ahead);
        let mut options = options(&database, config.clone(), clock, folder.path());
        change(&mut options);
        Box::pin(async move {
            Self {
                app: start(options).await,
                serving: world.serving,
                database,
                http: client(),
                world: world.url,
                world_clock: world.clock,
                ahead: world.ahead,
                config,
                folder,
            }
        })
    }

    /// How a gateway on the same database and folder is started.
    pub(crate) fn options(&self, config: Config, clock: Clock) -> Box<Options> {
        options(&self.database, config, clock, self.folder.path())
    }

    /// What its gateways work with.
    pub(crate) fn config(&self) -> Config {
        self.config.clone()
    }

    /// Where the gateway keeps its files.
    pub(crate) fn data_dir(&self) -> &Path {
        self.folder.path()
    }

    /// Changes the database as its owner.
    pub(crate) async fn tamper(&self, statement: &str) {
        self.database.tamper(statement).await;
    }

    /// The rows of a table, as somebody copies them who holds the application's role.
    pub(crate) async fn copied(&self, table: &str, which: &str) -> Value {
        let query = format!("select jsonb_agg(to_jsonb({table})) from {table} where {which}");
        let rows = sqlx::query_scalar(&query).fetch_one(self.app.pool());
        rows.await.unwrap()
    }

    /// Inserts copied rows with the rights of that role.
    pub(crate) async fn put_back(&self, table: &str, rows: &Value) {
        let statement = format!(
            "insert into {table} select * from jsonb_populate_recordset(null::{table}, $1)"
        );
        let written = sqlx::query(&statement).bind(rows);
        written.execute(self.app.pool()).await.unwrap();
    }

    /// What `verify` finds wrong.
    pub(crate) async fn wrong(&self) -> Vec<String> {
        let input = operator::VerifyArgs::default();
        let report = operator::verify(&self.database.url(), self.data_dir(), &input).await;
        let text = report.unwrap().text;
        let lines = text.lines().filter_map(|line| line.strip_prefix("WRONG: "));
        lines.map(str::to_owned).collect()
    }

    /// The address of a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.app.public_address())
    }

    /// A call as the portal makes it, of this gateway or another one.
    pub(crate) fn portal_request(&self, method: Method, url: String) -> RequestBuilder {
        self.http
            .request(method, url)
            .header("x-requested-with", "wallet-web")
    }

    pub(crate) async fn send(&self, request: RequestBuilder) -> Reply {
        let (status, headers, bytes) = contract::send(request).await;
        Reply {
            status,
            headers,
            body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
            bytes,
        }
    }

    /// A call of the outside world's own control.
    pub(crate) async fn control(&self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let mut request = self.http.request(method, format!("{}{path}", self.world));
        if let Some(body) = body {
            request = request.json(body);
        }
        answer(request).await
    }

    pub(crate) async fn fault(&self, fault: &Value) {
        let path = "/__sandbox/faults";
        let (status, body) = self.control(Method::POST, path, Some(fault)).await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
    }

    /// What the authenticator of a member of staff shows.
    pub(crate) fn shown_code(&self, username: &str) -> String {
        let text = operator::staff_code(&self.config, username, self.app.clock()).unwrap();
        text[..6].to_owned()
    }

    /// What a member of the demonstration staff logs in with.
    pub(crate) fn staff_credentials(&self, username: &str) -> Value {
        let mut staff = self.config.demo_staff.iter();
        let found = staff.find(|it| it.username == username).unwrap();
        json!({
            "username": username,
            "password": found.password,
            "code": self.shown_code(username),
        })
    }
}

fn options(database: &TestDatabase, config: Config, clock: Clock, folder: &Path) -> Box<Options> {
    let mut options = Options::local(database.url(), config, folder.to_owned());
    options.clock = clock;
    Box::new(options)
}

/// Starts a gateway, on the heap: no test's own future carries what a gateway is made of.
pub(crate) fn start(options: Box<Options>) -> impl Future<Output = App> {
    Box::pin(async { App::start(*options).await.unwrap() })
}

/// The demonstration configuration at the paces of a test, with its outside world at this address.
pub(crate) fn demonstration(world: Option<&str>) -> Config {
    let text = include_str!("../../demo.toml");
    let mut config = Config::parse(text, &|name| {
        world
            .filter(|_| name == "SANDBOX_URL")
            .map(ToOwned::to_owned)
    })
    .expect("the demonstration configuration is whole");
    config.paces = Paces::patient();
    config.hash_cost = HashCost::cheapest();
    config.connections = ConnectionsMax::few();
    // Tests of these have their own.
    config.proof.witnesses = WitnessRules::default();
    config.proof.total_every_minutes = 0;
    config
}

/// Waits for answers as long as a busy machine takes.
pub(crate) fn client() -> Client {
    // Reused for a moment only: a server hangs up on a connection that has long been idle, and may
    // do so just when a request is sent on it.
    let reuse = Duration::from_secs(2);
    Client::builder()
        .timeout(PATIENCE)
        .pool_idle_timeout(reuse)
        .build()
        .unwrap()
}

pub(crate) async fn answer(request: RequestBuilder) -> Answer {
    let (status, _, bytes) = contract::send(request).await;
    let text = || Value::String(String::from_utf8_lossy(&bytes).into_owned());
    (
        status,
        serde_json::from_slice(&bytes).unwrap_or_else(|_| text()),
    )
}

/// The phone number of a test's member.
pub(crate) fn phone(number: u32) -> String {
    format!("08{number:08}")
}

/// A registration that breaks no rule.
pub(crate) fn draft(number: u32) -> Value {
    json!({
        "name": "สมชาย",
        "username": phone(number),
        "password": PASSWORD,
        "sourceCode": "FRIEND",
        "bankCode": "KBANK",
        "bankAccountName": "สมชาย ใจดี",
        "bankAccountNo": format!("12{number:08}"),
    })
}

/// What a test's member logs in with.
pub(crate) fn credentials(number: u32) -> Value {
    json!({ "username": phone(number), "password": PASSWORD })
}
