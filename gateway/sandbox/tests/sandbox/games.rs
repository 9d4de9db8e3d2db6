//! GW1: players, transfers, cancel, sessions, play, signatures.

use reqwest::{Method, StatusCode};
use sandbox::Config;
use serde_json::json;

use crate::support::{PG, Service, World, answer, transfer_body};

#[tokio::test]
async fn a_player_is_made_once_and_belongs_to_its_agent() {
    let agents = vec!["demo-agent".to_owned(), "other-agent".to_owned()];
    let world = World::start_with(Config {
        agents,
        ..Config::default()
    })
    .await;
    let input = json!({"username": "pr65f0c1d2", "password": "abcd1234", "currency": "THB"});
    let first = world.command(PG, "/v1/players", &input).await;
    assert_eq!(first.0, StatusCode::CREATED);
    let again = world.command(PG, "/v1/players", &input).await;
    assert_eq!(again, (StatusCode::OK, first.1));
    let other = Service {
        agent: "other-agent",
        ..PG
    };
    let (status, body) = world.command(other, "/v1/players", &input).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::CONFLICT, &json!("PLAYER_EXISTS"))
    );
    let unknown = Service {
        agent: "nobody",
        ..PG
    };
    let (status, body) = world.command(unknown, "/v1/players", &input).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::FORBIDDEN, &json!("AGENT_DISABLED"))
    );
    let change = json!({"password": "new-pass"});
    let path = "/v1/players/pr65f0c1d2/password";
    let (status, _) = world.call(PG, Method::PUT, path, Some(&change)).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_repeated_transfer_moves_money_once_and_another_body_is_a_conflict() {
    let world = World::start().await;
    world.player("player1", "0.00").await;
    let first = world.transfer("T1", "player1", "IN", "100.00").await;
    assert_eq!(first.0, StatusCode::OK);
    assert_eq!(first.1["status"], "SUCCESS");
    assert_eq!(first.1["balanceBefore"], "0.00");
    assert_eq!(first.1["balanceAfter"], "100.00");
    let again = world.transfer("T1", "player1", "IN", "100.00").await;
    assert_eq!(again.1["replayed"], true);
    assert_eq!(again.1["providerTxId"], first.1["providerTxId"]);
    let (status, body) = world.transfer("T1", "player1", "IN", "101.00").await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::CONFLICT, &json!("REQUEST_ID_CONFLICT"))
    );
    assert_eq!(world.balance("player1").await, "100.00");
    let status = world.read(PG, "/v1/transfers/T1").await;
    assert_eq!(
        (status.0, &status.1["status"]),
        (StatusCode::OK, &json!("SUCCESS"))
    );
}

#[tokio::test]
async fn a_hundred_copies_of_one_transfer_at_once_move_money_once() {
    let world = World::start().await;
    world.player("player1", "0.00").await;
    let body = transfer_body("T1", "player1", "IN", "7.00");
    let calls: Vec<_> = (0..100)
        .map(|_| {
            tokio::spawn(
                world
                    .signed(PG, Method::POST, "/v1/transfers", Some(&body))
                    .send(),
            )
        })
        .collect();
    let mut fresh = 0;
    for call in calls {
        let (status, body) = answer(call.await.unwrap().unwrap()).await;
        assert_eq!(status, StatusCode::OK);
        fresh += usize::from(body["replayed"] != true);
    }
    assert_eq!(fresh, 1);
    assert_eq!(world.balance("player1").await, "7.00");
}

#[tokio::test]
async fn more_than_the_balance_stays_in_the_game_and_the_refusal_is_remembered() {
    let world = World::start().await;
    world.player("player1", "10.00").await;
    for _ in 0..2 {
        let (status, body) = world.transfer("T1", "player1", "OUT", "10.01").await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(body["code"], "INSUFFICIENT_BALANCE");
    }
    let (_, body) = world.read(PG, "/v1/transfers/T1").await;
    assert_eq!(
        (&body["status"], &body["code"]),
        (&json!("FAILED"), &json!("INSUFFICIENT_BALANCE"))
    );
    let all = json!({"requestId": "T2", "username": "player1", "direction": "OUT", "all": true});
    let (status, body) = world.command(PG, "/v1/transfers", &all).await;
    assert_eq!((status, &body["amount"]), (StatusCode::OK, &json!("10.00")));
    assert_eq!(world.balance("player1").await, "0.00");
}

#[tokio::test]
async fn a_malformed_transfer_is_refused_and_leaves_no_trace() {
    let world = World::start().await;
    world.player("player1", "10.00").await;
    for amount in ["0", "-1", "1.001", "1e3", "NaN", "", "9999999999999"] {
        let (status, body) = world.transfer("T1", "player1", "IN", amount).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{amount}");
        assert_eq!(body["code"], "AMOUNT_INVALID", "{amount}");
    }
    let mut input = transfer_body("T1", "player1", "IN", "1.00");
    input["currency"] = json!("LAK");
    let (status, body) = world.command(PG, "/v1/transfers", &input).await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (422, &json!("CURRENCY_MISMATCH"))
    );
    let (status, body) = world
        .command(PG, "/v1/transfers", &json!({"requestId": 7}))
        .await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (422, &json!("REQUEST_INVALID"))
    );
    let (status, _) = world.transfer("T2", "nobody", "IN", "1.00").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(world.balance("player1").await, "10.00");
}

#[tokio::test]
async fn a_cancel_that_comes_first_refuses_the_transfer_for_ever() {
    let world = World::start().await;
    world.player("player1", "0.00").await;
    assert_eq!(
        world.read(PG, "/v1/transfers/T1").await.0,
        StatusCode::NOT_FOUND
    );
    for _ in 0..2 {
        let (status, body) = world
            .call(PG, Method::POST, "/v1/transfers/T1/cancel", None)
            .await;
        assert_eq!(
            (status, &body["status"]),
            (StatusCode::OK, &json!("CANCELLED"))
        );
    }
    let (status, body) = world.transfer("T1", "player1", "IN", "5.00").await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::CONFLICT, &json!("TRANSFER_CANCELLED"))
    );
    assert_eq!(world.balance("player1").await, "0.00");
}

#[tokio::test]
async fn a_cancel_that_comes_second_reports_the_success() {
    let world = World::start().await;
    world.player("player1", "5.00").await;
    let path = "/v1/transfers/seed-player1/cancel";
    let (status, body) = world.call(PG, Method::POST, path, None).await;
    assert_eq!(
        (status, &body["status"]),
        (StatusCode::OK, &json!("SUCCESS"))
    );
    assert_eq!(world.balance("player1").await, "5.00");
}

#[tokio::test]
async fn a_request_is_let_in_only_once_in_time_and_with_its_own_signature() {
    let world = World::start().await;
    world.player("player1", "0.00").await;
    let request = world
        .signed(PG, Method::GET, "/v1/players/player1", None)
        .build()
        .unwrap();
    let again = request.try_clone().unwrap();
    assert_eq!(
        world.http.execute(request).await.unwrap().status(),
        StatusCode::OK
    );
    let (status, body) = answer(world.http.execute(again).await.unwrap()).await;
    assert_eq!(
        (status, &body["code"]),
        (StatusCode::UNAUTHORIZED, &json!("NONCE_REUSED"))
    );

    let mut changed = world
        .signed(PG, Method::GET, "/v1/players/player1", None)
        .build()
        .unwrap();
    changed.url_mut().set_path("/games/pg/v1/players/player2");
    let (_, body) = answer(world.http.execute(changed).await.unwrap()).await;
    assert_eq!(body["code"], "SIGNATURE_INVALID");

    let (_, body) = world
        .read(
            Service {
                secret: "wrong",
                ..PG
            },
            "/v1/status",
        )
        .await;
    assert_eq!(body["code"], "SIGNATURE_INVALID");
    let unsigned = world.get("/games/pg/v1/status").await;
    assert_eq!(unsigned.0, StatusCode::UNAUTHORIZED);
    let unknown = Service {
        mount: "/games/nowhere",
        ..PG
    };
    assert_eq!(
        world.read(unknown, "/v1/status").await.0,
        StatusCode::NOT_FOUND
    );
}

#[tokio::test]
async fn an_old_timestamp_is_refused() {
    let world = World::start().await;
    let call = sandbox::SignedCall {
        method: "GET",
        path: "/v1/status",
        query: "",
        timestamp: "1795251600",
        nonce: "a1b2c3d4e5f60718",
        body: b"",
    };
    let request = world
        .http
        .get(format!("{}/games/pg/v1/status", world.base))
        .header("x-agent", PG.agent)
        .header("x-timestamp", call.timestamp)
        .header("x-nonce", call.nonce)
        .header("x-signature", call.sign(PG.secret));
    let (_, body) = answer(request.send().await.unwrap()).await;
    assert_eq!(body["code"], "TIMESTAMP_SKEW");
}

#[tokio::test]
async fn a_player_bets_through_a_session_and_the_summary_adds_it_up() {
    let world = World::start().await;
    world.player("player1", "100.00").await;
    let input = json!({"username": "player1", "lang": "en", "device": "web",
        "returnUrl": "javascript:alert(1)"});
    let (_, session) = world.command(PG, "/v1/sessions", &input).await;
    let url = session["url"].as_str().unwrap();
    assert!(
        url.starts_with(&format!("{}/games/pg/play?token=", world.base)),
        "{url}"
    );
    assert!(
        world
            .http
            .get(url)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap()
            .contains("<html")
    );
    let token = session["token"].as_str().unwrap();

    let bet = json!({"token": token, "stake": "30.00", "win": "45.50"});
    let (_, round) = world.post("/games/pg/play", &bet).await;
    assert_eq!(round["balance"], "115.50");
    let lost = json!({"stake": 20, "win": 0});
    let (_, round) = world
        .post("/__sandbox/players/pg/player1/play", &lost)
        .await;
    assert_eq!(round["balance"], "95.50");
    let (status, body) = world
        .post("/games/pg/play", &json!({"token": token, "stake": "95.51"}))
        .await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (422, &json!("INSUFFICIENT_BALANCE"))
    );
    let (status, _) = world
        .post("/games/pg/play", &json!({"token": "x", "stake": "1"}))
        .await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);

    let (_, page) = world.get(&format!("/games/pg/session?token={token}")).await;
    assert_eq!(page["balance"], "95.50");
    assert_eq!(page["returnUrl"], json!(null));
    assert_eq!(page["rounds"].as_array().unwrap().len(), 2);
    let (_, summary) = world
        .read(PG, "/v1/players/player1/summary?from=2026-01-01T00:00:00Z")
        .await;
    let expected =
        json!({"bets": 2, "turnover": "50.00", "validTurnover": "50.00", "winLoss": "-4.50"});
    assert_eq!(summary, expected);
    let (_, summary) = world
        .read(PG, "/v1/players/player1/summary?to=2020-01-01T00:00:00Z")
        .await;
    assert_eq!(summary["bets"], 0);
    let (_, totals) = world.get("/__sandbox/totals").await;
    assert_eq!(totals["games"]["pg"]["balance"], "95.50");
    assert_eq!(totals["games"]["pg"]["winLoss"], "-4.50");
}

#[tokio::test]
async fn a_fair_game_pays_double_or_nothing() {
    let world = World::start().await;
    world.player("player1", "1000.00").await;
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..64 {
        let (_, round) = world
            .post("/__sandbox/players/pg/player1/play", &json!({"stake": "1"}))
            .await;
        seen.insert(round["win"].as_str().unwrap().to_owned());
    }
    // Sixty-four equal throws happen once in 10^19.
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["0.00", "2.00"]);
}

#[tokio::test]
async fn a_suspended_player_and_one_in_a_round_keep_their_money() {
    let world = World::start().await;
    world.player("player1", "10.00").await;
    let path = "/__sandbox/players/pg/player1";
    world.post(path, &json!({"inRound": true})).await;
    let (status, body) = world.transfer("T1", "player1", "OUT", "1.00").await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (409, &json!("PLAYER_IN_ROUND"))
    );
    world
        .post(path, &json!({"inRound": false, "suspended": true}))
        .await;
    let (status, body) = world.transfer("T2", "player1", "OUT", "1.00").await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (409, &json!("PLAYER_SUSPENDED"))
    );
    let names = json!({"usernames": ["player1", "nobody"]});
    let (_, body) = world.command(PG, "/v1/balances", &names).await;
    assert_eq!(body["balances"][0]["balance"], "10.00");
    assert_eq!(body["balances"][1]["code"], "PLAYER_NOT_FOUND");
}

#[tokio::test]
async fn a_link_lets_one_browser_in_and_nobody_after_it() {
    let world = World::start().await;
    world.player("player1", "100.00").await;
    let input = json!({"username": "player1"});
    let (_, session) = world.command(PG, "/v1/sessions", &input).await;
    let url = session["url"].as_str().unwrap();

    let first = world.http.get(url).send().await.unwrap();
    assert_eq!(first.status(), StatusCode::OK);
    let cookie = first.headers()["set-cookie"].to_str().unwrap().to_owned();
    let cookie = cookie.split(';').next().unwrap();
    let again = world.http.get(url).header("cookie", cookie);
    assert_eq!(again.send().await.unwrap().status(), StatusCode::OK);
    for other in ["", "entry=", "entry=0"] {
        let other = world.http.get(url).header("cookie", other);
        assert_eq!(other.send().await.unwrap().status(), StatusCode::GONE);
    }
    let unknown = format!("{}/games/pg/play?token=x", world.base);
    let unknown = world.http.get(unknown).send().await.unwrap();
    assert_eq!(unknown.status(), StatusCode::GONE);
}

#[tokio::test]
async fn a_pick_is_drawn_by_the_providers_own_table() {
    let world = World::start().await;
    world.player("player1", "100.00").await;
    let input = json!({"username": "player1"});
    let (_, session) = world.command(PG, "/v1/sessions", &input).await;
    let token = session["token"].as_str().unwrap();

    let bet = json!({"token": token, "stake": "5.00", "pick": "spin"});
    let (status, round) = world.post("/games/pg/play", &bet).await;
    assert_eq!(status, StatusCode::OK);
    let reels: Vec<u64> = serde_json::from_value(round["face"]["reels"].clone()).unwrap();
    let win = match reels.as_slice() {
        [one, two, three] if one == two && two == three => "35.00",
        [one, two, three] if one == two || two == three || one == three => "5.00",
        _ => "0.00",
    };
    assert_eq!(round["win"], win);
    let foreign = json!({"token": token, "stake": "5.00", "pick": "heads"});
    let (status, body) = world.post("/games/pg/play", &foreign).await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (422, &json!("REQUEST_INVALID"))
    );
}
