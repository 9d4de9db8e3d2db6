//! The program itself on a database of the benchmark's server, with the outside world next to it.

use std::fs::{self, File};
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use gateway::clock::{Clock, new_id};
use gateway::config::Config;
use gateway::operator;
use ledger::{JournalKey, WalletId};
use ledger_testing::measure::BenchServer;
use ledger_testing::{PATIENCE, eventually};
use platform::secrets::{Secrets, recorded};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use sqlx::Executor;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use uuid::Uuid;

/// The configuration that the program is measured with.
const CONFIG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/demo.toml");

/// A database with the demonstration's members and staff, and the outside world.
pub(crate) struct Stage<'a> {
    server: &'a BenchServer,
    pub(crate) database: &'static str,
    /// The member that is measured.
    pub(crate) member: WalletId,
    config: Config,
    world: String,
    serving: JoinHandle<io::Result<()>>,
    folder: TempDir,
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl<'a> Stage<'a> {
    pub(crate) async fn set(server: &'a BenchServer, database: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let world = format!("http://{address}");
        let opened = sandbox::Sandbox::open(sandbox::Config::default());
        let opened = opened.expect("it keeps nothing on disk");
        let serving = tokio::spawn(sandbox::serve(listener, opened, std::future::pending()));
        let text = fs::read_to_string(CONFIG).expect("the configuration can be read");
        let config = Config::parse(&text, &|name| {
            (name == "SANDBOX_URL").then(|| world.clone())
        });
        let config = config.expect("the demonstration configuration is whole");
        let folder = tempfile::tempdir().expect("a folder can be made");
        server.create(database).await;
        let (url, data) = (server.url(database), folder.path().to_owned());
        let made = Box::pin(operator::make_demo(&url, data, config.clone())).await;
        made.expect("the demonstration is made");
        let mut stage = Self {
            server,
            database,
            member: WalletId(Uuid::nil()),
            config,
            world,
            serving,
            folder,
        };
        stage.member = stage.member_at(0).await;
        stage
    }

    /// The key of the journal's events: without its MAC an event counts for nothing.
    pub(crate) async fn journal_key(&self) -> JournalKey {
        let secrets = Secrets::load(self.folder.path()).expect("the demonstration made them");
        let pool = self.server.pool(self.database, 1);
        let key = recorded::journal_key(&pool, &secrets).await;
        let key = key.expect("the server answers");
        pool.close().await;
        key.expect("they are those of the database")
    }

    /// A member of the demonstration, by its place in the configuration.
    pub(crate) async fn member_at(&self, place: usize) -> WalletId {
        let member: Result<Uuid, _> =
            sqlx::query_scalar("select id from member where username = $1")
                .bind(&self.config.demo_members[place].username)
                .fetch_one(&mut self.server.owner(self.database).await)
                .await;
        WalletId(member.expect("the demonstration has members"))
    }

    /// Starts the program, and waits until the views show all there is.
    pub(crate) async fn start(&self) -> Gateway {
        let log = self.folder.path().join(format!("{}.log", new_id()));
        let stderr = File::create(&log).expect("the folder is ours");
        let process = Command::new(env!("CARGO_BIN_EXE_gateway"))
            .arg("serve")
            .env("DATABASE_URL", self.server.url(self.database))
            .env("DATA_DIR", self.folder.path())
            .env("WALLET_CONFIG", CONFIG)
            .env("SANDBOX_URL", &self.world)
            .env_remove("WEB_DIST")
            .env("PORT", "0")
            .env("INTERNAL_PORT", "0")
            .env_remove("RUST_LOG")
            .stderr(stderr)
            .spawn()
            .expect("the gateway starts");
        let mut gateway = Gateway {
            process,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            http: client(),
        };
        let port = gateway.port(&log).await;
        gateway.address.set_port(port);
        self.catch_up().await;
        gateway
    }

    /// Returns when every view shows the last event and the proof log contains it.
    async fn catch_up(&self) {
        let mut owner = self.server.owner(self.database).await;
        eventually("the views and the proof log have all events", async || {
            let missing: i64 = sqlx::query_scalar(
                "select (select position from log_head) - least(
                     (select min(position) from projection_checkpoint),
                     (select size from proof_head))",
            )
            .fetch_one(&mut owner)
            .await
            .expect("the server answers");
            if missing == 0 { Ok(()) } else { Err(missing) }
        })
        .await;
        // What autovacuum would do within a minute, and would do during the measurement.
        let tidied = owner.execute("vacuum (analyze)").await;
        tidied.expect("the owner may do so");
    }

    /// Logs the member in; returns the token.
    pub(crate) async fn log_in(&self, gateway: &Gateway) -> String {
        self.log_in_as(gateway, 0).await
    }

    /// As [`log_in`](Self::log_in), another member of the demonstration.
    pub(crate) async fn log_in_as(&self, gateway: &Gateway, place: usize) -> String {
        let member = &self.config.demo_members[place];
        let input = json!({ "username": member.username, "password": member.password });
        let request = gateway.request(Method::POST, "/login").json(&input);
        text(&answer(request).await, "token")
    }

    /// Logs a supervisor in. Once in a benchmark only: a code opens once.
    pub(crate) async fn log_in_staff(&self, gateway: &Gateway) -> String {
        let username = "supervisor";
        let mut all = self.config.demo_staff.iter();
        let staff = all.find(|it| it.username == username);
        let staff = staff.expect("the demonstration has a supervisor");
        let code = operator::staff_code(&self.config, username, &Clock::default());
        let code = code.expect("the demonstration's secrets are known");
        let input = json!({
            "username": username, "password": staff.password, "code": &code[..6],
        });
        let request = gateway.request(Method::POST, "/support/login").json(&input);
        text(&answer(request).await, "token")
    }
}

/// The program that runs; it ends with this value.
pub(crate) struct Gateway {
    process: Child,
    /// Where it listens.
    pub(crate) address: SocketAddr,
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
    /// The port that its log names.
    async fn port(&mut self, log: &Path) -> u16 {
        eventually("the gateway is ready", async || {
            let text = fs::read_to_string(log).unwrap_or_default();
            if let Ok(Some(status)) = self.process.try_wait() {
                panic!("the gateway ends with {status}: {text}");
            }
            let mut ports = text.lines().filter_map(|line| {
                let line: Value = serde_json::from_str(line).ok()?;
                let public = line["fields"]["public"].as_str()?;
                public.rsplit(':').next()?.parse::<u16>().ok()
            });
            ports.next().ok_or(text.len())
        })
        .await
    }

    /// A call of the API; the path is what follows `/api`.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("http://{}/api{path}", self.address);
        self.http
            .request(method, url)
            .header("x-requested-with", "wallet-web")
    }

    /// A call with a token and a fresh idempotency key.
    pub(crate) async fn post(&self, token: &str, path: &str, input: &Value) -> Value {
        let request = self.request(Method::POST, path).bearer_auth(token);
        let request = request.header("idempotency-key", new_id().to_string());
        answer(request.json(input)).await
    }

    /// How long a call takes until its answer is read.
    pub(crate) async fn time_post(&self, token: &str, path: &str, input: &Value) -> Duration {
        let start = Instant::now();
        self.post(token, path, input).await;
        start.elapsed()
    }
}

/// The answer's JSON.
///
/// # Panics
///
/// When it is an error.
pub(crate) async fn answer(request: RequestBuilder) -> Value {
    let answer = request.send().await.expect("the gateway answers");
    let (status, url) = (answer.status(), answer.url().clone());
    let text = answer.text().await.expect("the answer can be read");
    assert!(status.is_success(), "{url}: {status} {text}");
    serde_json::from_str(&text).expect("the answer is JSON")
}

/// A field of an answer.
pub(crate) fn text(answer: &Value, field: &str) -> String {
    let text = answer[field].as_str();
    text.unwrap_or_else(|| panic!("{field} is missing: {answer}"))
        .to_owned()
}

fn client() -> Client {
    let client = Client::builder().no_proxy().timeout(PATIENCE).build();
    client.expect("a client without certificates")
}
