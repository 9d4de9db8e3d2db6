//! The database is cut under every route: no answer says that the gateway is at fault.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use gateway::Options;
use ledger_testing::TestDatabase;
use ledger_testing::relay::{Judge, Relay, Verdict, Way};
use reqwest::multipart::{Form, Part};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::postgres::PgConnectOptions;
use tokio::sync::watch;

use crate::stage::{Stage, hurried, new_key, start};

/// A statement is cut under so many routes at most: who is calling is asked by all of them.
const ROUTES_MAX: u32 = 6;

/// Sits between the gateway and the database, and cuts every connection at a statement.
struct Knife {
    relay: Relay,
    server: PgConnectOptions,
    edge: Arc<Edge>,
}

struct Edge {
    way: Way,
    /// Statements that were prepared since the last cut.
    seen: Mutex<BTreeSet<String>>,
    at: Mutex<Option<String>>,
    cut: watch::Sender<()>,
}

impl Judge for Edge {
    type Connection = watch::Receiver<()>;

    fn take(&self) -> (Self::Connection, Way) {
        (self.cut.subscribe(), self.way.clone())
    }

    fn on_request(&self, _: &mut Self::Connection, request: &[u8]) -> Verdict {
        let Some(statement) = prepared(request) else {
            return Verdict::Pass;
        };
        let mut at = self.at.lock().unwrap();
        if at.as_ref() == Some(&statement) {
            *at = None;
            self.cut.send_replace(());
            return Verdict::Cut;
        }
        self.seen.lock().unwrap().insert(statement);
        Verdict::Pass
    }

    async fn breaks(&self, cut: &mut Self::Connection) -> Verdict {
        drop(cut.changed().await);
        Verdict::Cut
    }
}

/// The statement of a message that prepares one: its type, its length, a name, the text.
fn prepared(request: &[u8]) -> Option<String> {
    let message = request.strip_prefix(b"P")?.get(4..)?;
    let mut texts = message.split(|byte| *byte == 0);
    texts.next()?;
    Some(String::from_utf8_lossy(texts.next()?).into_owned())
}

impl Knife {
    async fn before(database: &TestDatabase) -> Self {
        let server = database.connect_options();
        let edge = Arc::new(Edge {
            way: Way::to_server_of(&server),
            seen: Mutex::default(),
            at: Mutex::default(),
            cut: watch::channel(()).0,
        });
        Self {
            relay: Relay::open(Arc::clone(&edge)).await,
            server,
            edge,
        }
    }

    fn url(&self) -> String {
        let database = self.server.get_database().unwrap();
        self.relay.url(self.server.get_username(), database)
    }

    /// Cuts all connections, so that each statement is prepared again, and cuts again at one of them.
    fn lay(&self, at: Option<&str>) {
        *self.edge.at.lock().unwrap() = at.map(str::to_owned);
        self.edge.seen.lock().unwrap().clear();
        self.edge.cut.send_replace(());
    }

    /// The statements since it was laid.
    fn seen(&self) -> BTreeSet<String> {
        self.edge.seen.lock().unwrap().clone()
    }
}

/// A body that gets far into its route.
fn input(path: &str) -> Value {
    match path {
        "/api/wallet/transfer" => json!({ "from": "WALLET", "to": "pg", "amount": "1" }),
        "/api/wallet/transferAll" => json!({ "to": "WALLET" }),
        "/api/wallet/truelink" => json!({ "link": "0123456789abcdef0123456789abcdef" }),
        "/api/limits" => json!({ "deposit": { "day": "90000" } }),
        "/api/spinwheel/coupon/claim" => json!({ "coupon": "CASH5" }),
        "/api/account/profile" => json!({ "name": "Somchai" }),
        "/api/login" => json!({ "username": "0810000001", "password": "Correct-Horse-9" }),
        "/api/statement" | "/api/refund" => json!({ "page": 1, "limit": 10 }),
        _ => json!({ "amount": "100", "page": 1, "limit": 10 }),
    }
}

/// Every route of the document that nothing else is lost by, with its method.
fn routes() -> Vec<(Method, String)> {
    let document: Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    let mut routes = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in item.as_object().unwrap().keys() {
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            // These end the session that the others need, or the player's play.
            let ends = [
                "/api/logout",
                "/api/limits/exclusion",
                "/api/account/changepwd",
            ];
            if !ends.contains(&path.as_str()) {
                routes.push((method, path.clone()));
            }
        }
    }
    routes
}

fn filled(path: &str) -> String {
    let path = path
        .replace("{bankCode}", "KBANK")
        .replace("{slotCode}", "pg");
    let path = path
        .replace("{provider}", "pg")
        .replace("{code}", "WELCOME");
    let parts = path.split('/').map(|part| match part.strip_prefix('{') {
        Some(_) => "018f0000-0000-7000-8000-000000000001",
        None => part,
    });
    parts.collect::<Vec<_>>().join("/")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_cut_under_a_route_is_answered_with_503_and_never_with_500() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "20000.00").await;
    stage.activate(&player, "pg").await;
    let payment = stage.pay(&player, "1.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let knife = Knife::before(&stage.database).await;
    let mut config = stage.config();
    hurried(&mut config);
    config.waits.view_ms = 50;
    let options = Options {
        database: gateway::DatabaseAccess::of_owner(knife.url()),
        ..*stage.options(config, stage.app.clock().clone())
    };
    let app = start(Box::new(options)).await;
    let (mut away, mut cuts) = (0, BTreeMap::new());
    for (method, path) in routes() {
        let url = format!("http://{}{}", app.public_address(), filled(&path));
        let call = async || {
            let request = stage.http.request(method.clone(), &url);
            let request = request.bearer_auth(&player.token);
            let request = request.header("x-requested-with", "wallet-web");
            let request = request.header("idempotency-key", new_key());
            let request = match path.as_str() {
                "/api/wallet/slip" => {
                    let part = Part::bytes(picture.clone()).file_name("slip.png");
                    request.multipart(Form::new().part("slip", part))
                }
                _ if method == Method::GET => request,
                path => request.json(&input(path)),
            };
            request.send().await.unwrap()
        };
        knife.lay(None);
        drop(call().await);
        for statement in knife.seen() {
            let count = cuts.entry(statement.clone()).or_insert(0_u32);
            if *count >= ROUTES_MAX {
                continue;
            }
            *count += 1;
            knife.lay(Some(&statement));
            let reply = call().await;
            let (status, headers) = (reply.status(), reply.headers().clone());
            let said = reply.text().await.unwrap_or_default();
            let shown = format!("{method} {path}, cut at {statement:?}: {status} {said}");
            assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{shown}");
            if status == StatusCode::SERVICE_UNAVAILABLE {
                assert!(headers.contains_key("retry-after"), "{shown}");
                away += 1;
            }
        }
    }
    assert!(away > 0, "the knife has cut");
    assert!(app.stop().await, "the gateway ends in time");
}
