//! A gateway and its outside world in one process, on a separate database.

#[path = "../shared/stage.rs"]
mod shared;

use std::time::Duration;

use chrono::{DateTime, Datelike, NaiveTime, TimeDelta, Utc, Weekday};
use gateway::clock::Clock;
use gateway::config::{Config, GameProtocol};
use gateway::{App, operator};
use ledger_testing::{TestDatabase, eventually};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

pub(crate) use shared::*;

/// The operator's account that the tests pay into.
pub(crate) const DEPOSIT: (&str, &str, &str) = ("SCB", "4681234567", "DEMO WALLET CO LTD");

/// A registered and signed-in player.
#[derive(Clone)]
pub(crate) struct Player {
    pub(crate) token: String,
    pub(crate) id: Uuid,
    pub(crate) account_no: String,
}

/// A key that no other intent has.
#[expect(clippy::disallowed_methods, reason = "tests make their keys here")]
pub(crate) fn new_key() -> String {
    Uuid::new_v4().to_string()
}

/// The status and the code of an error.
pub(crate) fn code(answer: &Answer) -> (u16, &str) {
    let message = answer.1["message"].as_str().unwrap_or_default();
    (answer.0.as_u16(), message)
}

/// From now to a noon in Bangkok with no turn near it: of a Wednesday in the middle of a month.
/// A story that begins then meets no midnight, no new week and no new month that it does not
/// bring about itself, on demand.
fn until_noon() -> Duration {
    let noon = NaiveTime::from_hms_opt(12, 0, 0).unwrap();
    let bangkok = TimeDelta::hours(7);
    let now = Clock::default().now();
    let mut days = (now + bangkok).date_naive().iter_days().skip(1);
    let day = days.find(|it| it.weekday() == Weekday::Wed && (4..=24).contains(&it.day()));
    let noon: DateTime<Utc> = day.unwrap().and_time(noon).and_utc() - bangkok;
    (noon - now).to_std().unwrap()
}

/// An answer comes as soon as there is an outcome, so these waits cost nothing: they are what a
/// busy machine may take.
const OUTCOME_MS: u64 = 120_000;

/// Requests do not wait for outcomes: what cannot be known yet is answered as pending.
pub(crate) fn hurried(config: &mut Config) {
    config.waits.transfer_ms = 0;
    config.waits.withdrawal_ms = 0;
    config.waits.slip_ms = 0;
}

/// The protocols of games: what holds for one game has to hold in each of them.
pub(crate) const PROTOCOLS: [GameProtocol; 2] = [GameProtocol::Gw1, GameProtocol::Sf1];

/// Has these games speak a protocol; the sandbox's games answer both.
pub(crate) fn speak(config: &mut Config, games: &[&str], protocol: GameProtocol) {
    for provider in &mut config.providers {
        if games.contains(&provider.code.as_str()) {
            provider.protocol = protocol;
        }
    }
}

/// After this long, an unknown outcome is cancelled: tests move the clock over it.
pub(crate) const CANCEL_AFTER: Duration = Duration::from_mins(10);

/// The demonstration configuration with waits that suit a test.
fn config(world: &str) -> Config {
    let mut config = demonstration(Some(world));
    config.otp.is_on = false;
    // Its look at yesterday asks every provider right after the start, and would use up a fault
    // that a test has set for its own call.
    config.reconciliation.is_on = false;
    config.login.registrations_per_address_hour = 10_000;
    config.login.service_tries_per_minute = 10_000;
    config.slip.uploads_per_hour_max = 100;
    config.gift.links_per_hour_max = 10_000;
    config.waits.outside_ms = 30_000;
    for provider in &mut config.providers {
        provider.time_out_ms = 30_000;
    }
    config.waits.transfer_ms = OUTCOME_MS;
    config.waits.withdrawal_ms = OUTCOME_MS;
    config.waits.slip_ms = OUTCOME_MS;
    config.waits.view_ms = OUTCOME_MS;
    config.waits.retry_ms = 50;
    config.waits.retry_max_ms = 200;
    config.waits.cancel_after_ms = 600_000;
    config
}

impl Stage {
    pub(crate) async fn set() -> Self {
        Self::set_with(|_| {}).await
    }

    pub(crate) async fn set_with(change: impl FnOnce(&mut Config)) -> Self {
        Self::set_on(TestDatabase::create().await, change).await
    }

    pub(crate) async fn set_on(database: TestDatabase, change: impl FnOnce(&mut Config)) -> Self {
        // The tests move the gateway's clock by days, and the world's stays.
        let outside = sandbox::Config {
            clock_skew_seconds_max: u64::MAX,
            ..sandbox::Config::default()
        };
        let world = World::open(outside, until_noon()).await;
        let mut config = config(&world.url);
        change(&mut config);
        Self::begin(database, world, config, |_| {}).await
    }

    /// Another gateway on the same database and folder, at the same time of day.
    pub(crate) async fn another(&self) -> App {
        start(self.options(self.config(), self.app.clock().clone())).await
    }

    /// The gateway stops and starts again, with another configuration.
    pub(crate) async fn restart(&mut self, change: impl FnOnce(&mut Config)) {
        change(&mut self.config);
        // Where it listens is another place: the tests ask for it each time.
        assert!(self.app.stop().await, "the gateway ends in time");
        self.app = self.another().await;
    }

    /// Another gateway in its place, one that reads from replicas.
    pub(crate) async fn read_from(&mut self, url: String, change: impl FnOnce(&mut Config)) {
        change(&mut self.config);
        assert!(self.app.stop().await, "the gateway ends in time");
        let mut options = self.options(self.config(), self.app.clock().clone());
        options.database.read_url = Some(url);
        self.app = start(options).await;
    }

    /// Something happens while the gateway is stopped, so that none of its steps is under way.
    pub(crate) async fn while_stopped(&mut self, meanwhile: impl AsyncFnOnce(&Self)) {
        assert!(self.app.stop().await, "the gateway ends in time");
        meanwhile(self).await;
        self.app = self.another().await;
    }

    /// A separate clock that is so far ahead of the stage's beginning.
    pub(crate) fn later(&self, by: Duration) -> Clock {
        let clock = Clock::default();
        clock.advance(self.ahead + by);
        clock
    }

    /// Time passes, at the gateway as in the world.
    pub(crate) fn pass(&self, time: Duration) {
        self.app.clock().advance(time);
        self.world_clock.advance(time);
    }

    /// A call of the API as the portal makes it, without a token.
    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.portal_request(method, self.url(&format!("/api{path}")))
    }

    /// A call of the portal.
    pub(crate) async fn call(
        &self,
        player: &Player,
        method: Method,
        path: &str,
        (key, body): (Option<&str>, Option<&Value>),
    ) -> Answer {
        let mut request = self.request(method, path).bearer_auth(&player.token);
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        answer(request).await
    }

    pub(crate) async fn get(&self, player: &Player, path: &str) -> Answer {
        self.call(player, Method::GET, path, (None, None)).await
    }

    pub(crate) async fn post(&self, player: &Player, path: &str, body: &Value) -> Answer {
        let key = new_key();
        self.call(player, Method::POST, path, (Some(&key), Some(body)))
            .await
    }

    pub(crate) async fn clear_faults(&self) {
        let path = "/__sandbox/faults";
        self.control(Method::DELETE, path, None).await;
    }

    pub(crate) async fn totals(&self) -> Value {
        self.control(Method::GET, "/__sandbox/totals", None).await.1
    }

    /// Registers the `n`th player: Somchai with an account of SCB whose shown digits are alike.
    pub(crate) async fn player(&self, n: u32) -> Player {
        let account_no = format!("{:05}02093", 10_000 + n);
        let username = format!("08{:08}", 10_000_000 + n);
        self.player_with(&username, &account_no).await
    }

    pub(crate) async fn player_with(&self, username: &str, account_no: &str) -> Player {
        self.player_named(username, account_no, "สมชาย ใจดี").await
    }

    /// Registers a player with another name of the account's holder.
    pub(crate) async fn player_named(
        &self,
        username: &str,
        account_no: &str,
        holder: &str,
    ) -> Player {
        let draft = json!({
            "username": username, "name": "Somchai", "password": "Correct-Horse-9",
            "sourceCode": "FRIEND", "bankCode": "SCB", "bankAccountName": holder,
            "bankAccountNo": account_no,
        });
        let request = self.request(Method::POST, "/account");
        let (status, made) = answer(request.json(&draft)).await;
        assert_eq!(status, StatusCode::CREATED, "{made}");
        Player {
            token: self.log_in_player(username).await,
            id: made["id"].as_str().unwrap().parse().unwrap(),
            account_no: account_no.to_owned(),
        }
    }

    /// Logs a player in who has registered; answers the token.
    pub(crate) async fn log_in_player(&self, username: &str) -> String {
        let credential = json!({ "username": username, "password": "Correct-Horse-9" });
        let request = self.request(Method::POST, "/login");
        let (status, session) = answer(request.json(&credential)).await;
        assert_eq!(status, StatusCode::OK, "{session}");
        session["token"].as_str().unwrap().to_owned()
    }

    /// The player pays the operator at the bank; answers the payment.
    pub(crate) async fn pay(&self, player: &Player, amount: &str) -> Value {
        self.pay_with(player, &json!({ "amount": amount })).await
    }

    /// A payment with other particulars.
    pub(crate) async fn pay_with(&self, player: &Player, change: &Value) -> Value {
        let mut payment = json!({
            "fromBank": "SCB", "fromAccountNo": player.account_no, "fromName": "สมชาย ใจดี",
            "toBank": DEPOSIT.0, "toAccountNo": DEPOSIT.1, "toName": DEPOSIT.2,
        });
        for (name, value) in change.as_object().unwrap() {
            payment[name] = value.clone();
        }
        let path = "/bank/payments";
        let (status, body) = self.control(Method::POST, path, Some(&payment)).await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
        body
    }

    /// The slip of a payment as the bank's app saves it.
    pub(crate) async fn slip_picture(&self, payment: &Value, ending: &str) -> Vec<u8> {
        let reference = payment["transRef"].as_str().unwrap();
        let url = format!("{}/bank/slips/{reference}.{ending}", self.world);
        let reply = self.http.get(url).send().await.unwrap();
        assert_eq!(reply.status(), StatusCode::OK);
        reply.bytes().await.unwrap().to_vec()
    }

    /// Uploads a file as a slip.
    pub(crate) async fn upload(&self, player: &Player, key: &str, file: Vec<u8>) -> Answer {
        let part = Part::bytes(file).file_name("slip.png");
        self.upload_form(player, key, Form::new().part("slip", part))
            .await
    }

    pub(crate) async fn upload_form(&self, player: &Player, key: &str, form: Form) -> Answer {
        let request = self
            .request(Method::POST, "/wallet/slip")
            .bearer_auth(&player.token)
            .header("idempotency-key", key)
            .multipart(form);
        answer(request).await
    }

    /// Brings money in by a gift link: no picture is drawn and read for it.
    pub(crate) async fn deposit(&self, player: &Player, amount: &str) {
        let path = "/truemoney/vouchers";
        let input = json!({ "amount": amount });
        let (status, voucher) = self.control(Method::POST, path, Some(&input)).await;
        assert_eq!(status, StatusCode::CREATED, "{voucher}");
        let body = json!({ "link": voucher["link"] });
        let (status, body) = self.post(player, "/wallet/truelink", &body).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        assert_eq!(body["status"], "SUCCESS", "{body}");
    }

    /// Brings money in by a payment and its slip.
    pub(crate) async fn deposit_by_slip(&self, player: &Player, amount: &str) {
        let payment = self.pay(player, amount).await;
        let picture = self.slip_picture(&payment, "png").await;
        let key = new_key();
        let (status, body) = self.upload(player, &key, picture).await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
        assert_eq!(body["status"], "SUCCESS", "{body}");
    }

    /// Opens an account with a provider; answers the name there.
    pub(crate) async fn activate(&self, player: &Player, game: &str) -> String {
        let path = format!("/wallet/activate/{game}");
        let (status, body) = self.post(player, &path, &json!({})).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        body["account"]["username"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn transfer(
        &self,
        player: &Player,
        pair: (&str, &str),
        amount: &str,
    ) -> Answer {
        let body = json!({ "from": pair.0, "to": pair.1, "amount": amount });
        self.post(player, "/wallet/transfer", &body).await
    }

    /// The wallet, with all that has been committed.
    pub(crate) async fn wallet(&self, player: &Player) -> Value {
        let position = self.head().await;
        let path = format!("/wallet?after={position}");
        let (status, body) = self.get(player, &path).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        body
    }

    pub(crate) async fn head(&self) -> i64 {
        let head = sqlx::query_scalar("select position from log_head");
        head.fetch_one(&self.database.owner()).await.unwrap()
    }

    /// Waits until no transfer, withdrawal or slip of the player is open.
    pub(crate) async fn settled(&self, player: &Player) -> Value {
        eventually("everything is settled", async || {
            let body = json!({ "page": 1, "limit": 100 });
            let path = format!("/statement?after={}", self.head().await);
            let (status, statement) = self.post(player, &path, &body).await;
            assert_eq!(status, StatusCode::OK, "{statement}");
            let lines = statement["statements"].as_array().unwrap();
            if lines.iter().all(|line| line["status"] != "PENDING") {
                return Ok(statement);
            }
            Err(statement)
        })
        .await
    }

    /// Waits until the outside was asked so often about a movement whose outcome is not known.
    pub(crate) async fn asked_about(&self, id: &Value, times: i32) {
        let id = id.as_str().unwrap();
        eventually("the outside is asked about it", async || {
            let query = "select max(attempts) from process_attempt where subject_id::text = $1";
            let attempts: Option<i32> = sqlx::query_scalar(query)
                .bind(id)
                .fetch_one(&self.database.owner())
                .await
                .unwrap();
            let is_enough = attempts.is_some_and(|attempts| attempts >= times);
            is_enough.then_some(()).ok_or(attempts)
        })
        .await;
    }

    /// Waits until the player's wallet has so many events of a type, or more.
    pub(crate) async fn has_events(&self, player: &Player, kind: &str, count: i64) {
        eventually(kind, async || {
            let seen = self.events(player, kind).await;
            (seen >= count).then_some(()).ok_or(seen)
        })
        .await;
    }

    /// How many calls the faults that are set have hit.
    pub(crate) async fn hits(&self) -> u64 {
        let (_, faults) = self.control(Method::GET, "/__sandbox/faults", None).await;
        let faults = faults["faults"].as_array().unwrap().iter();
        faults.map(|fault| fault["hits"].as_u64().unwrap()).sum()
    }

    /// Views equal the fold of the events, every sum is zero, nothing is below zero, every chain
    /// holds, and staff have approved what is done in their name.
    pub(crate) async fn audit(&self) {
        let report = operator::audit(&self.database.url(), self.data_dir()).await;
        let report = report.unwrap();
        assert!(report.is_clean, "{}", report.text);
    }

    /// How many events of a type the player's wallet has.
    pub(crate) async fn events(&self, player: &Player, kind: &str) -> i64 {
        sqlx::query_scalar(
            "select count(*) from event where wallet_id::text = $1 and event_type = $2",
        )
        .bind(player.id.to_string())
        .bind(kind)
        .fetch_one(&self.database.owner())
        .await
        .unwrap()
    }
}
