//! Every field that takes an amount reads its digits: no number is rounded into another one.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::stage::{Stage, answer, new_key};

/// Route, field, and a body with the amount's place marked.
fn table() -> Vec<(&'static str, &'static str, Value)> {
    let amount = json!({ "amount": "AMOUNT" });
    let deposit = |period: &str| json!({ "deposit": { period: "AMOUNT" } });
    vec![
        ("/wallet/withdraw", "amount", amount.clone()),
        ("/wallet/withdrawAll", "amount", amount.clone()),
        ("/wallet/add", "amount", amount.clone()),
        ("/qrcode/{bankCode}", "amount", amount),
        (
            "/wallet/transfer",
            "amount",
            json!({ "from": "WALLET", "to": "pg", "amount": "AMOUNT" }),
        ),
        ("/limits", "day", deposit("day")),
        ("/limits", "week", deposit("week")),
        ("/limits", "month", deposit("month")),
    ]
}

/// Follows a reference into the document.
fn resolve<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(path) => document.pointer(path.trim_start_matches('#')).unwrap(),
        None => schema,
    }
}

/// The amounts within a schema: by their type, or as text with an example that is one.
fn amounts(document: &Value, schema: &Value, found: &mut BTreeSet<String>) {
    let schema = resolve(document, schema);
    for inner in ["oneOf", "allOf"] {
        for schema in schema[inner].as_array().into_iter().flatten() {
            amounts(document, schema, found);
        }
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let example = resolve(document, field)["example"].as_str();
        let is_amount = example
            .and_then(|text| text.split_once('.'))
            .is_some_and(|it| {
                it.0.parse::<i64>().is_ok() && it.1.len() == 2 && it.1.parse::<i64>().is_ok()
            });
        if is_amount {
            found.insert(name.clone());
        } else {
            amounts(document, field, found);
        }
    }
}

/// Every field of a member's request that takes an amount.
fn described() -> BTreeSet<(String, String)> {
    let document: Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    let mut all = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        // Staff writes amounts as text.
        if path.starts_with("/api/support/") {
            continue;
        }
        for operation in item.as_object().unwrap().values() {
            let content = &operation["requestBody"]["content"];
            let mut found = BTreeSet::new();
            amounts(
                &document,
                &content["application/json"]["schema"],
                &mut found,
            );
            let path = path.trim_start_matches("/api");
            all.extend(found.into_iter().map(|field| (path.to_owned(), field)));
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn every_amount_is_read_by_its_digits() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "2000.00").await;
    stage.activate(&player, "pg").await;
    let table = table();
    let rows = table.iter().map(|it| (it.0.to_owned(), it.1.to_owned()));
    let rows: BTreeSet<_> = rows.collect();
    assert_eq!(
        rows,
        described(),
        "each amount has a row, and each row an amount"
    );
    let before = stage.head().await;
    for (path, field, input) in &table {
        let url = path.replace("{bankCode}", "KBANK");
        let url = format!("http://{}/api{url}", stage.app.public_address());
        let method = if *path == "/limits" {
            Method::PUT
        } else {
            Method::POST
        };
        for amount in [
            "199.99999999999999999999",
            "200.0000000000000001",
            "200.00000000000000001",
            "200.001",
            "2e2",
            "2E2",
            "200e0",
            "20000e-2",
            "1e309",
            "999999999.99999999999999999999",
            "0x1F",
            "NaN",
        ] {
            for written in [amount.to_owned(), format!("{amount:?}")] {
                let body = input.to_string().replace("\"AMOUNT\"", &written);
                let request = stage.http.request(method.clone(), &url);
                let request = request.bearer_auth(&player.token);
                let request = request.header("x-requested-with", "wallet-web");
                let request = request.header("content-type", "application/json");
                let request = request.header("idempotency-key", new_key());
                let (status, said) = answer(request.body(body.clone())).await;
                assert_eq!(status.as_u16(), 400, "{path} {field} {body}: {said}");
            }
        }
    }
    assert_eq!(stage.head().await, before, "nothing was written");
}
