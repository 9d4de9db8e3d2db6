//! A gateway, an SMS service and a separate database for one test.

#[path = "../shared/stage.rs"]
mod shared;

use std::path::PathBuf;
use std::time::Duration;

use gateway::clock::Clock;
use gateway::config::Config;
use gateway::{App, ListenerLimits};
use ledger_testing::TestDatabase;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

pub(crate) use shared::{PASSWORD, Reply, Stage, credentials, draft, phone};
use shared::{PATIENCE_MS, World, demonstration, start};

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

/// The demonstration configuration, for a machine that may be slow.
pub(crate) fn demo(world: &str) -> Config {
    let mut config = demonstration(Some(world));
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
    pub(crate) async fn set_with(change: impl FnOnce(&mut Config, &mut ListenerLimits)) -> Self {
        let world = World::open(sandbox::Config::default(), Duration::ZERO).await;
        let (database, config) = (TestDatabase::create().await, demo(&world.url));
        Self::begin(database, world, config, |options| {
            change(&mut options.config, &mut options.limits);
        })
        .await
    }

    /// Where the portal's files are expected.
    pub(crate) fn portal(&self) -> PathBuf {
        self.data_dir().join("no-portal")
    }

    /// Another gateway on the same database, as a restart makes it.
    pub(crate) async fn another(&self) -> App {
        self.another_at("127.0.0.1:0").await
    }

    /// As [`Self::another`], on an address.
    pub(crate) async fn another_at(&self, address: &str) -> App {
        let mut options = self.options(self.config(), Clock::default());
        options.public = address.parse().unwrap();
        start(options).await
    }

    /// As [`Self::another`], with a changed configuration.
    pub(crate) async fn another_with(&self, change: impl FnOnce(&mut Config)) -> App {
        let mut options = self.options(self.config(), Clock::default());
        change(&mut options.config);
        start(options).await
    }

    /// A call as the portal makes it, without a token.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.portal_request(method, self.url(path))
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
        let path = format!("/sms/messages?phone={phone}");
        let (_, inbox) = self.control(Method::GET, &path, None).await;
        inbox["messages"].as_array().unwrap().clone()
    }

    /// Makes the SMS service fail.
    pub(crate) async fn break_sms(&self, kind: &str) {
        self.fault(&json!({ "target": "sms", "kind": kind })).await;
    }

    /// How many events there are, those of the settings included.
    pub(crate) async fn all_events(&self) -> i64 {
        sqlx::query_scalar("select position from log_head")
            .fetch_one(&self.database.owner())
            .await
            .unwrap()
    }

    /// How many events of wallets there are.
    pub(crate) async fn events(&self) -> i64 {
        let pool = self.database.owner();
        sqlx::query_scalar("select count(*) from event where event_type <> 'SettingsChanged'")
            .fetch_one(&pool)
            .await
            .unwrap()
    }
}
