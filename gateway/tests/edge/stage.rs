//! A gateway, an SMS service and a separate database for one test.

#[path = "../shared/contract.rs"]
mod contract;

use std::time::Duration;

use gateway::config::{Config, HashCost, Paces};
use gateway::{App, Options};
use ledger_testing::{PATIENCE, TestDatabase};
use reqwest::header::HeaderMap;
use reqwest::{Client, Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The password of every member that the tests make.
pub(crate) const PASSWORD: &str = "Correct-1234";

/// As [`PATIENCE`]: what only a slow machine makes wait.
const PATIENCE_MS: u64 = 240_000;

/// An answer of the gateway.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Reply {
    /// The code of an error.
    pub(crate) fn code(&self) -> &str {
        self.body["message"].as_str().unwrap_or_default()
    }

    /// A field of the answer as text.
    pub(crate) fn text(&self, field: &str) -> String {
        self.body[field].as_str().unwrap_or_default().to_owned()
    }

    /// Panics unless the answer is this error.
    #[track_caller]
    pub(crate) fn expect_error(&self, status: u16, code: &str) {
        assert_eq!(
            (self.status.as_u16(), self.code()),
            (status, code),
            "{self:?}"
        );
        let id = self.headers["x-request-id"].to_str().unwrap();
        assert_eq!(self.body["requestId"], id, "{self:?}");
    }

    /// Panics unless the answer is a success.
    #[track_caller]
    pub(crate) fn expect_success(&self) {
        assert!(self.status.is_success(), "{self:?}");
    }
}

/// The gateway and what it needs.
pub(crate) struct Stage {
    pub(crate) app: App,
    pub(crate) database: TestDatabase,
    pub(crate) http: Client,
    world: String,
    serving: JoinHandle<std::io::Result<()>>,
    folder: TempDir,
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// The demonstration configuration, for a machine that may be slow.
pub(crate) fn demo(world: &str) -> Config {
    let text = include_str!("../../demo.toml");
    let mut config = Config::parse(text, &|name| {
        (name == "SANDBOX_URL").then(|| world.to_owned())
    })
    .unwrap();
    config.paces = Paces::patient();
    config.hash_cost = HashCost::cheapest();
    config.waits.outside_ms = PATIENCE_MS;
    config.waits.view_ms = PATIENCE_MS;
    config
}

impl Stage {
    /// With the demonstration configuration.
    pub(crate) async fn set() -> Self {
        Self::set_with(|_, _| {}).await
    }

    pub(crate) async fn set_without_otp() -> Self {
        Self::set_with(|config, _| config.otp.is_on = false).await
    }

    /// With a changed configuration and changed bounds of the listener.
    pub(crate) async fn set_with(
        change: impl FnOnce(&mut Config, &mut gateway::ListenerLimits),
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let world = format!("http://{}", listener.local_addr().unwrap());
        let sandbox = sandbox::Sandbox::open(sandbox::Config::default()).unwrap();
        let serving = tokio::spawn(sandbox::serve(listener, sandbox, std::future::pending()));
        let database = TestDatabase::create().await;
        let folder = tempfile::tempdir().unwrap();
        let mut options = Options::local(database.url(), demo(&world), folder.path().to_owned());
        change(&mut options.config, &mut options.limits);
        let app = App::start(options).await.unwrap();
        // Reused for a moment only: a server hangs up on a connection that has long been idle, and may
        // do so just when a request is sent on it.
        let reuse = Duration::from_secs(2);
        let http = Client::builder()
            .timeout(PATIENCE)
            .pool_idle_timeout(reuse)
            .build()
            .unwrap();
        Self {
            app,
            database,
            http,
            world,
            serving,
            folder,
        }
    }

    /// Where the gateway keeps its files.
    pub(crate) fn data_dir(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Where the portal's files are expected.
    pub(crate) fn portal(&self) -> std::path::PathBuf {
        self.folder.path().join("no-portal")
    }

    /// Another gateway on the same database, as a restart makes it.
    pub(crate) async fn another(&self) -> App {
        self.another_at("127.0.0.1:0").await
    }

    /// As [`Self::another`], on an address.
    pub(crate) async fn another_at(&self, address: &str) -> App {
        let options = Options {
            public: address.parse().unwrap(),
            ..self.options(demo(&self.world))
        };
        App::start(options).await.unwrap()
    }

    /// As [`Self::another`], with a changed configuration.
    pub(crate) async fn another_with(&self, change: impl FnOnce(&mut Config)) -> App {
        let mut config = demo(&self.world);
        change(&mut config);
        App::start(self.options(config)).await.unwrap()
    }

    fn options(&self, config: Config) -> Options {
        let folder = self.folder.path().to_owned();
        Options::local(self.database.url(), config, folder)
    }

    /// The address of a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.app.public_address())
    }

    /// A call as the portal makes it, without a token.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http
            .request(method, self.url(path))
            .header("x-requested-with", "wallet-web")
    }

    pub(crate) async fn send(&self, request: RequestBuilder) -> Reply {
        let (status, headers, bytes) = contract::send(request).await;
        Reply {
            status,
            headers,
            body: serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        }
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> Reply {
        self.send(self.request(Method::GET, path).bearer_auth(token))
            .await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(self.request(Method::POST, path).json(body)).await
    }

    pub(crate) async fn post_as(&self, token: &str, path: &str, body: &Value) -> Reply {
        let request = self.request(Method::POST, path).bearer_auth(token);
        self.send(request.json(body)).await
    }

    pub(crate) async fn put_as(&self, token: &str, path: &str, body: &Value) -> Reply {
        let request = self.request(Method::PUT, path).bearer_auth(token);
        self.send(request.json(body)).await
    }

    /// Registers a member; one-time codes must be off. The number decides phone and account.
    pub(crate) async fn register(&self, number: u32) -> String {
        let reply = self.post("/api/account", &draft(number)).await;
        assert_eq!(reply.status, StatusCode::CREATED, "{reply:?}");
        reply.text("id")
    }

    /// Logs a registered member in.
    pub(crate) async fn log_in(&self, number: u32) -> String {
        let reply = self.post("/api/login", &credentials(number)).await;
        reply.expect_success();
        reply.text("token")
    }

    /// Registers a member and logs in.
    pub(crate) async fn member(&self, number: u32) -> String {
        self.register(number).await;
        self.log_in(number).await
    }

    /// The six digits of the last message to a phone.
    pub(crate) async fn last_code(&self, phone: &str) -> String {
        let messages = self.messages(phone).await;
        let text = messages[0]["message"].as_str().unwrap();
        text.split(' ').nth(1).unwrap().to_owned()
    }

    /// The messages to a phone, newest first.
    pub(crate) async fn messages(&self, phone: &str) -> Vec<Value> {
        let url = format!("{}/sms/messages?phone={phone}", self.world);
        let inbox: Value = self
            .http
            .get(url)
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        inbox["messages"].as_array().unwrap().clone()
    }

    /// Makes the SMS service fail.
    pub(crate) async fn break_sms(&self, kind: &str) {
        let fault = json!({ "target": "sms", "kind": kind });
        let url = format!("{}/__sandbox/faults", self.world);
        let answer = self.http.post(url).json(&fault).send().await.unwrap();
        assert!(answer.status().is_success());
    }

    /// How many events there are.
    pub(crate) async fn events(&self) -> i64 {
        let pool = self.database.owner();
        sqlx::query_scalar("select count(*) from event")
            .fetch_one(&pool)
            .await
            .unwrap()
    }

    /// Changes the database as its owner.
    pub(crate) async fn tamper(&self, statement: &str) {
        self.database.tamper(statement).await;
    }
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
