//! Every route of support against every kind of caller. The routes are those of the document.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Player, Stage, answer, expect_error};

/// What an auditor may do other than reading.
const AUDITORS: [&str; 5] = [
    "/api/support/logout",
    "/api/support/ticket",
    "/api/support/players/{id}/look",
    "/api/support/password",
    "/api/support/sessions/{id}",
];

/// Every operation below `/api/support` but the log-in; the way out comes last.
fn routes() -> Vec<(Method, String, Value)> {
    let document: Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    let mut all = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        if !path.starts_with("/api/support/") || path == "/api/support/login" {
            continue;
        }
        for (method, operation) in item.as_object().unwrap() {
            let method = method.to_uppercase().parse().unwrap();
            all.push((method, path.clone(), operation.clone()));
        }
    }
    all.sort_by_key(|(_, path, _)| path.ends_with("/logout"));
    assert!(all.len() >= 4, "{all:?}");
    all
}

/// The path behind `/api` with the player, or nobody, in each of its places.
fn filled(path: &str, player: &Player) -> String {
    let path = path.replace("{id}", &player.id.to_string());
    let mut plain = String::new();
    for part in path.trim_start_matches("/api").split('/').skip(1) {
        let is_place = part.starts_with('{');
        let part = if is_place { "anything" } else { part };
        plain.push('/');
        plain.push_str(part);
    }
    plain
}

#[test]
fn every_route_of_support_says_that_it_is_staffs() {
    for (method, path, operation) in routes() {
        assert_eq!(operation["tags"], json!(["support"]), "{method} {path}");
        let security = json!([{ "marker": [], "staff": [] }]);
        assert_eq!(operation["security"], security, "{method} {path}");
    }
    let document: Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let is_staffs = operation["security"].to_string().contains("staff");
            let is_below = path.starts_with("/api/support/");
            assert!(
                !is_staffs || is_below,
                "{method} {path} is outside of the guard"
            );
        }
    }
}

#[tokio::test]
async fn every_route_of_support_refuses_everybody_but_staff() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let staff = stage.staff("supervisor").await;
    let base = format!("http://{}/api", stage.app.public_address());
    let guest = stage.http.post(format!("{base}/guest")).json(&json!({}));
    let guest = answer(guest.header("x-requested-with", "wallet-web")).await;
    let (id, secret) = (&guest.1["guestId"], &guest.1["secret"]);
    let guest = format!(
        "Guest {}.{}",
        id.as_str().unwrap(),
        secret.as_str().unwrap()
    );
    let before = stage.act_count().await;
    for (method, path, _) in routes() {
        let call = |authorization: &str| {
            let url = format!("{base}{}", filled(&path, &player));
            let request = stage.http.request(method.clone(), url);
            let request = request.header("authorization", authorization);
            if method == Method::GET {
                request
            } else {
                request.json(&json!({}))
            }
        };
        let marker = ("x-requested-with", "wallet-web");
        let member = format!("Bearer {}", player.token);
        for other in ["", member.as_str(), guest.as_str(), "Bearer "] {
            let answer = answer(call(other).header(marker.0, marker.1)).await;
            expect_error(&answer, 401, "UNAUTHORIZED");
        }
        let made_up = call("Bearer st_made-up").header(marker.0, marker.1);
        expect_error(&answer(made_up).await, 401, "invalid-token");
        let bearer_only = call(&format!("Bearer {staff}"));
        expect_error(&answer(bearer_only).await, 403, "KEY_MISSING");
        let foreign = call(&format!("Bearer {staff}")).header(marker.0, marker.1);
        let foreign = foreign.header("sec-fetch-site", "cross-site");
        expect_error(&answer(foreign).await, 403, "INVALID_ORIGIN");
    }
    assert_eq!(stage.act_count().await, before);
}

#[tokio::test]
async fn every_call_of_support_leaves_an_act() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let staff = stage.staff("supervisor").await;
    let look = stage.look(&staff, &player).await;
    for (method, path, _) in routes() {
        let before = stage.acts().await.len();
        let body = (method != Method::GET).then(|| json!({ "reason": "to see what is kept" }));
        let url = format!("{}?n=what", filled(&path, &player));
        let with = (Some(look.as_str()), body.as_ref());
        let (status, answer) = stage.call_as(&staff, method.clone(), &url, with).await;
        assert!(!status.is_server_error(), "{method} {path} {answer}");
        let acts = stage.acts().await;
        let called = &acts[before];
        assert_eq!(called["by"], "supervisor", "{method} {path}");
        assert_eq!(called["detail"]["method"], method.as_str(), "{path}");
        assert_eq!(called["detail"]["route"], path, "{method}");
        assert_eq!(called["detail"]["query"], json!([["n", "what"]]), "{path}");
        let is_about_player = path.starts_with("/api/support/players/{");
        if is_about_player {
            assert_eq!(called["subjectKind"], "player", "{path}");
            assert_eq!(called["subject"], player.id.to_string(), "{path}");
            assert_ne!(called["reason"], Value::Null, "{path}");
        }
        if method != Method::GET {
            assert_eq!(called["reason"], "to see what is kept", "{path}");
        }
        // A refusal is written down behind the call.
        let last = acts.last().unwrap();
        let is_refused = status.is_client_error();
        assert_eq!(last["kind"] == "refused", is_refused, "{path} {last}");
        if is_refused {
            assert_eq!(last["detail"]["of"], called["id"], "{path}");
            assert_eq!(last["detail"]["status"], status.as_u16(), "{path}");
        }
    }
}

#[tokio::test]
async fn an_auditor_reads_and_acts_on_nothing() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let auditor = stage.staff("auditor").await;
    for (method, path, _) in routes() {
        let is_act = method != Method::GET && !AUDITORS.contains(&path.as_str());
        if is_act {
            let url = filled(&path, &player);
            let body = json!({ "reason": "I would like to" });
            let with = (None, Some(&body));
            let answer = stage.call_as(&auditor, method, &url, with).await;
            expect_error(&answer, 403, "ROLE_REQUIRED");
            let acts = stage.acts().await;
            assert_eq!(acts[acts.len() - 1]["kind"], "refused", "{path}");
            assert_eq!(acts[acts.len() - 2]["detail"]["route"], path);
        }
    }
    let (status, _) = stage.get_as(&auditor, "/support/me").await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn nothing_of_a_player_is_read_without_a_look() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let staff = stage.staff("supervisor").await;
    for (method, path, _) in routes() {
        if method == Method::GET && path.starts_with("/api/support/players/{") {
            let url = filled(&path, &player);
            let answer = stage.get_as(&staff, &url).await;
            expect_error(&answer, 403, "LOOK_REQUIRED");
            let acts = stage.acts().await;
            assert_eq!(acts[acts.len() - 1]["kind"], "refused", "{path}");
            assert_eq!(acts[acts.len() - 2]["detail"]["route"], path);
        }
    }
}
