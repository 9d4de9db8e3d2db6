//! From where the console is reached, and at which listener.

use std::net::SocketAddr;

use reqwest::StatusCode;

use serde_json::Value;

use crate::stage::{Answer, Stage, expect_error};

/// Not held against the API document: where the console is not reached, there is none.
async fn answer(request: reqwest::RequestBuilder) -> Answer {
    let reply = request.send().await.unwrap();
    let status = reply.status();
    (status, reply.json::<Value>().await.unwrap())
}

async fn get(stage: &Stage, address: SocketAddr, path: &str, from: &str, token: &str) -> Answer {
    let request = stage.http.get(format!("http://{address}{path}"));
    let request = request.header("x-requested-with", "wallet-web");
    let request = request.header("x-forwarded-for", from);
    answer(request.bearer_auth(token)).await
}

#[tokio::test]
async fn the_console_answers_to_the_allowed_networks_only() {
    let stage = Stage::set_with(|config| {
        config.service.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        let allowed = ["10.0.0.0/8", "2001:db8::/48", "127.0.0.1"];
        config.console.allowed_networks = allowed.map(|it| it.parse().unwrap()).to_vec();
    })
    .await;
    let token = stage.staff("agent").await;
    let address = stage.app.public_address();
    let me = "/api/support/me";
    for inside in ["10.1.2.3", "2001:db8::7", "::ffff:10.1.2.3"] {
        let (status, body) = get(&stage, address, me, inside, &token).await;
        assert_eq!(status, StatusCode::OK, "{inside}: {body}");
    }
    let before = stage.act_count().await;
    // What is in front of the last proxy is only said by the caller.
    for outside in ["203.0.113.9", "2001:db9::7", "10.1.2.3, 203.0.113.9"] {
        for path in [me, "/api/support/nothing"] {
            let refused = get(&stage, address, path, outside, &token).await;
            expect_error(&refused, 404, "NO_DATA");
        }
        for page in [
            "/support",
            "/support/players/1",
            "/support.html",
            "/%73upport.html",
        ] {
            let url = format!("http://{address}{page}");
            let request = stage.http.get(url).header("x-forwarded-for", outside);
            let status = request.send().await.unwrap().status();
            assert_eq!(status, StatusCode::NOT_FOUND, "{page}");
        }
        let url = format!("http://{address}/api/support/login");
        let request = stage.http.post(url).json(&stage.credentials("agent"));
        let request = request.header("x-requested-with", "wallet-web");
        let refused = answer(request.header("x-forwarded-for", outside)).await;
        expect_error(&refused, 404, "NO_DATA");
        let players = get(&stage, address, "/api/lookup/info", outside, &token).await;
        assert_eq!(players.0, StatusCode::OK);
    }
    assert_eq!(stage.act_count().await, before);
}

#[tokio::test]
async fn with_an_address_of_its_own_the_console_is_nowhere_else() {
    let stage = Stage::set_with(|config| {
        config.console.listen = Some("127.0.0.1:0".parse().unwrap());
    })
    .await;
    let public = stage.app.public_address();
    let console = stage.app.console_address().unwrap();
    assert_ne!(public, console);
    let credentials = stage.credentials("agent");
    let log_in = async |address: SocketAddr| {
        let url = format!("http://{address}/api/support/login");
        let request = stage.http.post(url).json(&credentials);
        answer(request.header("x-requested-with", "wallet-web")).await
    };
    expect_error(&log_in(public).await, 404, "NO_DATA");
    let (status, body) = log_in(console).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let token = body["token"].as_str().unwrap();
    let at_public = get(&stage, public, "/api/support/me", "203.0.113.9", token).await;
    expect_error(&at_public, 404, "NO_DATA");
    let (status, me) = get(&stage, console, "/api/support/me", "203.0.113.9", token).await;
    assert_eq!(status, StatusCode::OK, "{me}");
}
