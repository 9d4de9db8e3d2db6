//! Numbers and times beyond all measure, at every route of support: refused or harmless, never the
//! gateway's own fault.

use ledger_testing::is_long;
use reqwest::Method;
use serde_json::{Value, json};

use crate::inbox::desk::{Caller, guest};
use crate::money::contract;
use crate::stage::{Player, Stage};

const EXTREMES: [&str; 22] = [
    "-9223372036854775808",
    "9223372036854775807",
    "9223372036854775806",
    "18446744073709551615",
    "170141183460469231731687303715884105727",
    "79228162514264337593543950335",
    "-79228162514264337593543950335",
    "99999999999999999999",
    "0.0000000000000000000000000001",
    "1e400",
    "NaN",
    "-1",
    "0",
    "",
    "\0",
    "-262143-01-01T00:00:00Z",
    "+262142-12-31T23:59:59Z",
    "0000-01-01T00:00:00Z",
    "1969-12-31T23:59:59Z",
    "9999-12-31T23:59:59.999999999Z",
    "2026-11-21T23:59:60Z",
    "-262143-01-01T00:00:00Z_01a1fdd8-2731-70b2-a92f-d498fe5cc7e5",
];

/// The fields that a route needs in addition to the one that is tried.
fn needed(path: &str) -> Vec<(&'static str, &'static str)> {
    match path.rsplit('/').next().unwrap_or_default() {
        "compare" => vec![("a", "1"), ("b", "1")],
        "find" => vec![("below", "1")],
        "export" => vec![("format", "csv")],
        "work" => vec![("kind", "slips")],
        "players" => vec![("q", "somebody")],
        _ => Vec::new(),
    }
}

/// Every query that is worth a try: each parameter by itself, and all of them at once.
fn queries(path: &str, names: &[String]) -> Vec<Vec<(String, String)>> {
    let own = |pair: &(&str, &str)| (pair.0.to_owned(), pair.1.to_owned());
    let mut all = Vec::new();
    // The gate tries each parameter with some of the values, and another with others of them.
    let stride = if is_long() { 1 } else { 4 };
    for (row, value) in EXTREMES.into_iter().enumerate() {
        for (column, name) in names.iter().enumerate() {
            if (row + column) % stride != 0 {
                continue;
            }
            // One bound or the other.
            let other = if name == "above" { "below" } else { name };
            let needed = needed(path).into_iter();
            let mut query: Vec<_> = needed
                .filter(|it| it.0 != other && it.0 != name)
                .map(|it| own(&it))
                .collect();
            query.push((name.clone(), value.to_owned()));
            all.push(query);
        }
        let needed = needed(path).into_iter();
        let mut query: Vec<_> = needed
            .filter(|it| matches!(it.0, "format" | "kind" | "below"))
            .map(|it| own(&it))
            .collect();
        for name in names {
            if !["format", "kind", "below", "above"].contains(&name.as_str()) {
                query.push((name.clone(), value.to_owned()));
            }
        }
        all.push(query);
    }
    all
}

/// The routes that read, with the names of their parameters.
fn readings() -> Vec<(String, Vec<String>)> {
    let document: Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let Some(operation) = item
            .get("get")
            .filter(|_| path.starts_with("/api/support/"))
        else {
            continue;
        };
        let parameters = operation["parameters"].as_array();
        let named = parameters.into_iter().flatten();
        let named = named.filter(|it| it["in"] == "query");
        let words: Vec<_> = named
            .map(|it| it["name"].as_str().unwrap().to_owned())
            .collect();
        if !words.is_empty() {
            all.push((path.trim_start_matches("/api").to_owned(), words));
        }
    }
    assert!(all.len() >= 8, "{all:?}");
    all
}

/// Who looks, with a player who has a story and a conversation that has words.
struct Looking {
    stage: Stage,
    token: String,
    look: String,
    player: Player,
    conversation: String,
}

impl Looking {
    async fn begin() -> Self {
        let mut stage = Stage::set().await;
        let player = stage.player(1).await;
        stage.deposit(&player, "500").await;
        let token = stage.staff("supervisor").await;
        let look = stage.look(&token, &player).await;
        let conversation = guest(&stage).await.say(&stage, "help").await;
        // Positions that never come are waited for. Only now: a deposit whose view is late is
        // answered as pending.
        stage.restart(|config| config.waits.view_ms = 50).await;
        Self {
            stage,
            token,
            look,
            player,
            conversation,
        }
    }

    fn filled(&self, path: &str) -> String {
        let id = if path.contains("/conversations/") {
            self.conversation.clone()
        } else {
            self.player.id.to_string()
        };
        path.replace("{id}", &id)
    }

    async fn send(&self, method: Method, path: &str, query: &[(String, String)], body: &Value) {
        let mut request = self.stage.request(method.clone(), path);
        request = request.bearer_auth(&self.token).query(query);
        request = request.header("x-look", &self.look);
        if method != Method::GET {
            request = request.json(body);
        }
        let what = format!("{method} {path} {query:?} {body}");
        // A file that is broken off would show here.
        let (status, _, _) = contract::send(request).await;
        assert!(!status.is_server_error(), "{status} {what}");
    }
}

#[tokio::test]
async fn no_number_and_no_time_breaks_a_reading_of_support() {
    let it = Box::pin(Looking::begin()).await;
    for (path, names) in readings() {
        let url = it.filled(&path);
        for query in queries(&path, &names) {
            it.send(Method::GET, &url, &query, &Value::Null).await;
        }
    }
}

#[tokio::test]
async fn no_number_breaks_an_action_of_support() {
    let it = Box::pin(Looking::begin()).await;
    let supervisor = Caller::staff(&it.stage, &it.token);
    let nobody = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";
    let actions = [
        (
            format!("/support/players/{}/corrections", it.player.id),
            "amount",
        ),
        (format!("/support/work/slips/{nobody}/accept"), "amount"),
        (format!("/support/work/qr/{nobody}/accept"), "amount"),
        (format!("/support/work/manual/{nobody}/accept"), "reference"),
        (
            format!("/support/conversations/{}/read", it.conversation),
            "sequence",
        ),
        (
            format!("/support/conversations/{}/end", it.conversation),
            "sequence",
        ),
    ];
    for (path, field) in actions {
        for value in EXTREMES {
            let mut bodies = vec![json!(value)];
            bodies.extend(serde_json::from_str::<Value>(value).ok());
            for found in bodies {
                let body = json!({
                    "reason": "to see what comes of it",
                    "depositAccount": "scb-1",
                    field: found,
                });
                it.send(Method::POST, &path, &[], &body).await;
            }
        }
    }
    // Nothing of it became money.
    let path = format!("/support/conversations/{}", it.conversation);
    assert_eq!(
        supervisor.get(&it.stage, &path).await.1["lastSequence"],
        "1"
    );
    it.stage.audit().await;
}
