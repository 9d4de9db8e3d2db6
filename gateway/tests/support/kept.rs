//! A key that staff has used once answers what it answered: on every route of the console that
//! takes one.

use std::collections::BTreeSet;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::money::contract;
use crate::stage::Stage;

/// Nothing of this id waits for staff.
const NOBODYS: &str = "018f0000-0000-7000-8000-000000000001";

/// Every keyed route of the console, with a body that is refused where there is nothing to decide.
fn table() -> Vec<(&'static str, Value)> {
    let why = json!({ "reason": "seen and right" });
    let manual = json!({ "reason": "seen and right", "reference": "015073144041ATF00999",
        "depositAccount": "scb-1" });
    let settle = json!({ "reason": "seen and right", "outcome": "returned" });
    let less = json!({ "reason": "charged twice", "amount": "-50.00" });
    let limit = json!({ "reason": "asked on the phone", "period": "DAY", "limit": "100.00" });
    let freeze = json!({ "reason": "a stolen phone", "reach": "ALL" });
    let bonus = json!({ "reason": "waited for an hour", "code": "WELCOME", "amount": "100.00" });
    let coupon = json!({ "reason": "waited for an hour", "prize": "CASH5" });
    let coins = json!({ "reason": "waited for an hour", "coins": "3" });
    vec![
        ("/support/players/{id}/corrections", less),
        ("/support/players/{id}/bonuses", bonus),
        ("/support/players/{id}/bonuses/{grant}/end", why.clone()),
        ("/support/players/{id}/coins", coins),
        ("/support/players/{id}/coupons", coupon),
        ("/support/players/{id}/freezes", freeze),
        ("/support/players/{id}/limits", limit),
        ("/support/players/{id}/password-resets", why.clone()),
        ("/support/players/{id}/unfreezes", why.clone()),
        ("/support/players/{id}/void-declarations", why.clone()),
        ("/support/discrepancies/{id}/explain", why.clone()),
        ("/support/work/manual/{id}/accept", manual),
        ("/support/work/manual/{id}/reject", why.clone()),
        ("/support/work/qr/{id}/accept", why.clone()),
        ("/support/work/qr/{id}/reject", why.clone()),
        ("/support/work/slips/{id}/accept", why.clone()),
        ("/support/work/slips/{id}/reject", why.clone()),
        (
            "/support/work/slips/{id}/return",
            json!({ "reason": "looked at it", "reference": "OUT-1" }),
        ),
        ("/support/work/transfers/{id}/settle", settle),
        ("/support/work/withdrawals/{id}/release", why.clone()),
        ("/support/work/withdrawals/{id}/return", why),
    ]
}

/// The header of keys, as the document refers to it.
const KEY: &str = "#/components/parameters/IdempotencyKey";

fn keyed() -> BTreeSet<String> {
    let document: Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    let mut found = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            let parameters = operation["parameters"].as_array();
            let takes_key = parameters.is_some_and(|all| all.iter().any(|it| it["$ref"] == KEY));
            if takes_key && path.starts_with("/api/support/") {
                found.insert(path.trim_start_matches("/api").to_owned());
            }
        }
    }
    found
}

async fn ask(
    stage: &Stage,
    token: &str,
    path: &str,
    key: &str,
    input: &Value,
) -> (StatusCode, Value, bool) {
    let request = stage.request(Method::POST, path).bearer_auth(token);
    let request = request.header("idempotency-key", key).json(input);
    let (status, headers, bytes) = contract::send(request).await;
    let header = headers.get("idempotency-replayed");
    let is_replayed = header.is_some_and(|value| value == "true");
    let mut body: Value = serde_json::from_slice(&bytes).unwrap();
    body.as_object_mut().unwrap().remove("requestId");
    (status, body, is_replayed)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_keyed_route_of_the_console_refuses_a_refused_key_for_ever() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let token = stage.staff("supervisor").await;
    let table = table();
    let rows: BTreeSet<String> = table.iter().map(|row| row.0.to_owned()).collect();
    assert_eq!(
        rows,
        keyed(),
        "each keyed route has a row, and each row a route"
    );
    let id = player.id.to_string();
    let path = |route: &str| {
        let whose = if route.ends_with("/corrections") {
            id.as_str()
        } else {
            NOBODYS
        };
        route.replace("{id}", whose).replace("{grant}", NOBODYS)
    };
    let mut refusals = Vec::new();
    for (route, input) in &table {
        let first = ask(&stage, &token, &path(route), route, input).await;
        assert!(
            [404, 409, 422].contains(&first.0.as_u16()),
            "{route}: {first:?}"
        );
        assert!(!first.2, "{route}: {first:?}");
        refusals.push(first);
    }
    stage.deposit(&player, "500.00").await;
    for ((route, input), first) in table.iter().zip(&refusals) {
        let again = ask(&stage, &token, &path(route), route, input).await;
        assert_eq!((&again.0, &again.1), (&first.0, &first.1), "{route}");
        assert!(again.2, "{route}: a repeat says that it is one");
        let mut other = input.clone();
        other["reason"] = json!("something else");
        let other = ask(&stage, &token, &path(route), route, &other).await;
        assert_eq!(other.1["message"], "IDEMPOTENCY_MISMATCH", "{route}");
    }
    // What the wallet could not bear then it can now, under another key.
    let (route, input) = &table[0];
    let fresh = ask(&stage, &token, &path(route), "fresh", input).await;
    assert_eq!(fresh.0, StatusCode::ACCEPTED, "{fresh:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_used_key_of_staff_is_answered_again_only_behind_a_fence() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let token = stage.staff("supervisor").await;
    let id = player.id.to_string();
    let corrections = format!("/support/players/{id}/corrections");
    let release = format!("/support/work/withdrawals/{NOBODYS}/release");
    let less = json!({ "reason": "charged twice", "amount": "-50.00" });
    let why = json!({ "reason": "seen and right" });
    let asked = ask(&stage, &token, &corrections, "asked", &less).await;
    assert_eq!(asked.0, StatusCode::ACCEPTED, "{asked:?}");
    let refused = ask(&stage, &token, &release, "refused", &why).await;
    assert_eq!(refused.0, StatusCode::NOT_FOUND, "{refused:?}");
    let change = async |statement: &str| {
        let owner = stage.database.owner();
        sqlx::raw_sql(statement).execute(&owner).await.unwrap();
    };
    // Nothing says any more that a standby has what is read.
    change("revoke execute on function pg_logical_emit_message(boolean, text, text) from public")
        .await;
    let calls = [
        (&corrections, "asked", &less, &asked),
        (&release, "refused", &why, &refused),
    ];
    for (path, key, input, _) in calls {
        let again = ask(&stage, &token, path, key, input).await;
        assert_eq!(again.0, StatusCode::SERVICE_UNAVAILABLE, "{again:?}");
    }
    change("grant execute on function pg_logical_emit_message(boolean, text, text) to public")
        .await;
    for (path, key, input, first) in calls {
        let again = ask(&stage, &token, path, key, input).await;
        assert_eq!((&again.0, &again.1), (&first.0, &first.1), "{path}");
    }
}
