//! Starts a sandbox and speaks to it.

use std::path::Path;
use std::time::{Duration, Instant};

use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use sandbox::{Config, Sandbox, SignedCall};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// How long a test waits before it says that a condition never comes: it guards against hanging
/// and is far beyond what an overloaded machine needs.
const PATIENCE: Duration = Duration::from_mins(4);

/// A wait of the sandbox that only a moved clock ends.
pub(crate) const LONG: Duration = Duration::from_hours(1);

/// [`LONG`] as a fault takes it.
pub(crate) const LONG_MILLIS: u64 = 3_600_000;

/// Asks until the answer is `Ok`, and returns that. `what` names the condition.
pub(crate) async fn eventually<T, E: std::fmt::Debug>(
    what: &str,
    mut ask: impl AsyncFnMut() -> Result<T, E>,
) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match ask().await {
            Ok(answer) => return answer,
            Err(seen) => assert!(Instant::now() < deadline, "{what}: last seen {seen:?}"),
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

pub(crate) struct World {
    pub(crate) base: String,
    pub(crate) http: Client,
    sandbox: Sandbox,
    stop: Option<oneshot::Sender<()>>,
    running: Option<JoinHandle<std::io::Result<()>>>,
}

/// Which signed service a call goes to.
#[derive(Clone, Copy)]
pub(crate) struct Service {
    pub(crate) mount: &'static str,
    pub(crate) secret: &'static str,
    pub(crate) agent: &'static str,
}

pub(crate) const PG: Service = Service {
    mount: "/games/pg",
    secret: "sandbox-secret-pg",
    agent: "demo-agent",
};
pub(crate) const BANK: Service = Service {
    mount: "/bank",
    secret: "sandbox-secret-bank",
    agent: "demo-agent",
};
pub(crate) const KBANK: Service = Service {
    mount: "/psp/kbank",
    secret: "sandbox-psp-secret-kbank",
    agent: "demo-agent",
};
pub(crate) const BCEL: Service = Service {
    mount: "/psp/bcel",
    secret: "sandbox-psp-secret-bcel",
    agent: "demo-agent",
};

/// A status with a JSON body.
pub(crate) type Answer = (StatusCode, Value);

impl World {
    pub(crate) async fn start() -> Self {
        Self::start_with(Config::default()).await
    }

    pub(crate) async fn start_in(folder: &Path) -> Self {
        Self::start_with(Config {
            data_dir: Some(folder.to_owned()),
            ..Config::default()
        })
        .await
    }

    pub(crate) async fn start_with(config: Config) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let (stop, stopped) = oneshot::channel();
        // The tasks of one that has stopped may hold the folder for a moment.
        let sandbox =
            eventually("the folder is free", async || Sandbox::open(config.clone())).await;
        let running = tokio::spawn(sandbox::serve(listener, sandbox.clone(), async {
            let _closed = stopped.await;
        }));
        let http = Client::builder().timeout(PATIENCE).build().unwrap();
        Self {
            base,
            http,
            sandbox,
            stop: Some(stop),
            running: Some(running),
        }
    }

    pub(crate) async fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        self.running.take().unwrap().await.unwrap().unwrap();
    }

    /// Moves the sandbox's clock ahead.
    pub(crate) fn advance(&self, by: Duration) {
        self.sandbox.clock().advance(by);
    }

    /// The sandbox's time, in Unix seconds.
    pub(crate) fn now(&self) -> i64 {
        self.sandbox.clock().now().timestamp()
    }

    /// Waits until faults have hit so many calls.
    pub(crate) async fn hits(&self, count: u64) {
        eventually("the faults hit", async || {
            let (_, list) = self.get("/__sandbox/faults").await;
            let faults = list["faults"].as_array().unwrap();
            let hits: u64 = faults.iter().filter_map(|it| it["hits"].as_u64()).sum();
            if hits >= count { Ok(()) } else { Err(list) }
        })
        .await;
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        answer(
            self.http
                .get(format!("{}{path}", self.base))
                .send()
                .await
                .unwrap(),
        )
        .await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = self.http.post(format!("{}{path}", self.base)).json(body);
        answer(request.send().await.unwrap()).await
    }

    /// A signed request with a fresh nonce and timestamp.
    pub(crate) fn signed(
        &self,
        service: Service,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> RequestBuilder {
        let bytes = body
            .map(|body| serde_json::to_vec(body).unwrap())
            .unwrap_or_default();
        let (bare, query) = path.split_once('?').unwrap_or((path, ""));
        let timestamp = self.sandbox.clock().now().timestamp().to_string();
        let nonce = hex::encode(rand::random::<[u8; 12]>());
        let signature = SignedCall {
            method: method.as_str(),
            path: bare,
            query,
            timestamp: &timestamp,
            nonce: &nonce,
            body: &bytes,
        }
        .sign(service.secret);
        self.http
            .request(method, format!("{}{}{path}", self.base, service.mount))
            .header("x-agent", service.agent)
            .header("x-timestamp", timestamp)
            .header("x-nonce", nonce)
            .header("x-signature", signature)
            .body(bytes)
    }

    pub(crate) async fn call(
        &self,
        service: Service,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Answer {
        answer(
            self.signed(service, method, path, body)
                .send()
                .await
                .unwrap(),
        )
        .await
    }

    pub(crate) async fn read(&self, service: Service, path: &str) -> Answer {
        self.call(service, Method::GET, path, None).await
    }

    pub(crate) async fn command(&self, service: Service, path: &str, body: &Value) -> Answer {
        self.call(service, Method::POST, path, Some(body)).await
    }

    /// A player with money in the game.
    pub(crate) async fn player(&self, username: &str, balance: &str) {
        let input = json!({"username": username, "password": "abcd1234", "currency": "THB"});
        let (status, _) = self.command(PG, "/v1/players", &input).await;
        assert_eq!(status, StatusCode::CREATED);
        if balance != "0.00" {
            let id = format!("seed-{username}");
            let (status, _) = self.transfer(&id, username, "IN", balance).await;
            assert_eq!(status, StatusCode::OK);
        }
    }

    pub(crate) async fn transfer(
        &self,
        id: &str,
        username: &str,
        direction: &str,
        amount: &str,
    ) -> Answer {
        self.command(
            PG,
            "/v1/transfers",
            &transfer_body(id, username, direction, amount),
        )
        .await
    }

    pub(crate) async fn balance(&self, username: &str) -> Value {
        self.read(PG, &format!("/v1/players/{username}/balance"))
            .await
            .1["balance"]
            .clone()
    }

    pub(crate) async fn fault(&self, fault: &Value) {
        let (status, body) = self.post("/__sandbox/faults", fault).await;
        assert_eq!(status, StatusCode::CREATED, "{body}");
    }

    /// A payment of the bank; `changes` overrides fields.
    pub(crate) async fn pay(&self, changes: &Value) -> Answer {
        let mut input = json!({
            "fromBank": "SCB", "fromAccountNo": "1230102093", "fromName": "สมชาย ใจดี",
            "toBank": "KBANK", "toAccountNo": "0421234567", "toName": "บริษัท แซนด์บ็อกซ์ จำกัด",
            "amount": "500.00",
        });
        for (name, value) in changes.as_object().unwrap() {
            input[name] = value.clone();
        }
        self.post("/bank/payments", &input).await
    }

    pub(crate) fn slip_request(&self) -> RequestBuilder {
        self.http
            .post(format!("{}/slipok/api/line/apikey/demo", self.base))
            .header("x-authorization", "demo-slip-key")
    }

    pub(crate) async fn verify(&self, inquiry: &Value) -> Answer {
        answer(self.slip_request().json(inquiry).send().await.unwrap()).await
    }

    pub(crate) async fn send_sms(
        &self,
        phone: &str,
        message: &str,
    ) -> Result<Answer, reqwest::Error> {
        let request = self
            .http
            .post(format!("{}/sms/api/send-message", self.base))
            .header("api_key", "demo-sms-key")
            .header("secret_key", "demo-sms-secret")
            .json(&json!({"phone": phone, "message": message, "sender": "WALLET"}));
        Ok(answer(request.send().await?).await)
    }
}

pub(crate) fn transfer_body(id: &str, username: &str, direction: &str, amount: &str) -> Value {
    json!({
        "requestId": id, "username": username, "direction": direction,
        "amount": amount, "currency": "THB",
    })
}

pub(crate) async fn answer(response: Response) -> Answer {
    let status = response.status();
    let text = response.text().await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}
