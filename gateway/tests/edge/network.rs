//! Limits by address count a network of IPv6 as one, and IPv4 within IPv6 as IPv4.

use reqwest::Method;
use serde_json::{Value, json};

use crate::stage::{Reply, Stage, draft, phone};

/// Calls that are limited by address, with what makes the limit 2.
const LIMITED: [&str; 5] = [
    "/api/otp/send",
    "/api/account/password/code",
    "/api/login",
    "/api/support/login",
    "/api/guest",
];

async fn stage() -> Stage {
    Stage::set_with(|config, _| {
        config.service.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.otp.sends_per_address_hour_max = 2;
        config.login.address_tries = 2;
        config.login.registrations_per_address_hour = 2;
        config.chat.guests_per_address_hour = 2;
    })
    .await
}

/// Never twice about the same account or phone: what is limited is the address.
fn body(path: &str, number: u32) -> Value {
    match path {
        "/api/otp/send" | "/api/account/password/code" => json!({ "phoneNumber": phone(number) }),
        "/api/login" => json!({ "username": phone(number), "password": "wrong-0000" }),
        "/api/support/login" => {
            json!({ "username": format!("nobody{number}"), "password": "x", "code": "000000" })
        }
        "/api/account" => draft(number),
        _ => json!({}),
    }
}

async fn call_from(stage: &Stage, address: &str, path: &str, number: u32) -> Reply {
    let request = stage.request(Method::POST, path);
    let request = request.header("x-forwarded-for", address);
    stage.send(request.json(&body(path, number))).await
}

async fn expect_limit_of(stage: &Stage, path: &str, same: [&str; 3], other: &str) {
    for (number, address) in (1..).zip(&same[..2]) {
        let reply = call_from(stage, address, path, number).await;
        assert_ne!(reply.status, 429, "{path} {address}: {reply:?}");
    }
    let reply = call_from(stage, same[2], path, 3).await;
    assert_eq!(reply.status, 429, "{path} {}: {reply:?}", same[2]);
    let reply = call_from(stage, other, path, 4).await;
    assert_ne!(reply.status, 429, "{path} {other}: {reply:?}");
}

#[tokio::test]
async fn a_customers_network_of_ipv6_is_limited_as_one_address() {
    let stage = stage().await;
    let _still = stage.app.clock().hold();
    for path in LIMITED {
        let same = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ff::3"];
        expect_limit_of(&stage, path, same, "2001:db8:1:3::1").await;
    }
}

#[tokio::test]
async fn an_address_of_ipv4_is_itself_in_any_spelling() {
    let stage = stage().await;
    let _still = stage.app.clock().hold();
    for path in LIMITED {
        let same = ["203.0.113.9", "::ffff:203.0.113.9", "::ffff:cb00:7109"];
        expect_limit_of(&stage, path, same, "203.0.113.8").await;
    }
}

#[tokio::test]
async fn registrations_of_a_network_are_limited_together() {
    let stage = Stage::set_with(|config, _| {
        config.service.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.otp.is_on = false;
        config.login.registrations_per_address_hour = 2;
    })
    .await;
    let _still = stage.app.clock().hold();
    let same = ["2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:ff::3"];
    expect_limit_of(&stage, "/api/account", same, "2001:db8:1:3::1").await;
}
