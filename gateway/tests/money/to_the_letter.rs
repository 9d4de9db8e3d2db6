//! Promises of the specification that surprise a client when they do not hold.

use reqwest::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use reqwest::{Method, StatusCode};
use rust_decimal::Decimal;
use serde_json::{Value, json};

use crate::stage::{Player, Stage, answer, code, new_key};

/// A call without a body, and without the type of one.
async fn bare(stage: &Stage, player: &Player, path: &str) -> (StatusCode, Value) {
    let request = stage.request(Method::POST, path);
    let request = request.bearer_auth(&player.token);
    answer(request.header("idempotency-key", new_key())).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_body_is_an_empty_object_where_nothing_is_required() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    for path in [
        "/statement",
        "/statement/slip",
        "/refund",
        "/invite",
        "/chat/history",
    ] {
        let (status, body) = bare(&stage, &player, path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
    }
    let (status, spun) = bare(&stage, &player, "/spinwheel/spin").await;
    assert_ne!(status, StatusCode::UNSUPPORTED_MEDIA_TYPE, "{spun}");
    // Where something is required, it is still not JSON.
    let answer = bare(&stage, &player, "/wallet/transfer").await;
    assert_eq!(code(&answer), (415, "UNSUPPORTED_MEDIA_TYPE"));
}

fn amount_of(wallet: &Value, game: &str) -> Value {
    let mut slots = wallet["slots"].as_array().unwrap().iter();
    slots.find(|slot| slot["code"] == game).unwrap()["amount"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_goes_into_a_game_takes_the_wallet_along() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "1000").await;
    for game in ["pg", "joker2"] {
        stage.activate(&player, game).await;
    }
    // Nothing is in a game so far.
    let body = json!({ "to": "pg" });
    let key = new_key();
    let call = (Some(key.as_str()), Some(&body));
    let first = stage
        .call(&player, Method::POST, "/wallet/transferAll", call)
        .await;
    assert_eq!(first.0, StatusCode::OK, "{}", first.1);
    assert_eq!(first.1["status"], "SUCCESS");
    assert_eq!(first.1["amount"], "1000.00");
    assert_eq!(first.1["balance"], "0.00");
    let again = stage
        .call(&player, Method::POST, "/wallet/transferAll", call)
        .await;
    assert_eq!(again, first);
    // A game and the wallet.
    let back = stage.transfer(&player, ("pg", "WALLET"), "300").await;
    assert_eq!(back.0, StatusCode::OK, "{}", back.1);
    let (status, moved) = stage
        .post(&player, "/wallet/transferAll", &json!({ "to": "joker2" }))
        .await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    assert_eq!(moved["amount"], "1000.00", "{moved}");
    let wallet = stage.wallet(&player).await;
    assert_eq!(wallet["wallet"]["amount"], "0.00");
    assert_eq!(amount_of(&wallet, "joker2"), "1000.00");
    let answer = stage
        .post(&player, "/wallet/transferAll", &json!({ "to": "joker2" }))
        .await;
    assert_eq!(code(&answer), (422, "MONEY_NOT_ENOUGH"));
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_the_wallet_goes_along_what_the_game_can_hold() {
    let stage = Stage::set_with(|config| {
        let mut providers = config.providers.iter_mut();
        let pg = providers.find(|it| it.code.as_str() == "pg");
        pg.unwrap().ft_wallet_slot = Decimal::from(1_000);
    })
    .await;
    let player = stage.player(1).await;
    stage.deposit(&player, "510").await;
    for game in ["pg", "joker2"] {
        stage.activate(&player, game).await;
    }
    // Together 510; the game counts in tens.
    let (status, moved) = stage.transfer(&player, ("WALLET", "joker2"), "103").await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    let out = stage
        .post(&player, "/wallet/withdraw", &json!({ "amount": "102" }))
        .await;
    assert_eq!(out.0, StatusCode::OK, "{}", out.1);
    let (status, moved) = stage
        .post(&player, "/wallet/transferAll", &json!({ "to": "pg" }))
        .await;
    assert_eq!(status, StatusCode::OK, "{moved}");
    assert_eq!(moved["amount"], "400.00", "{moved}");
    assert_eq!(moved["balance"], "8.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_wallets_part_stays_where_the_game_refuses_it() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500").await;
    stage.activate(&player, "pg").await;
    let closed = json!({ "target": "game:pg", "kind": "maintenance", "operation": "transfer" });
    stage.fault(&closed).await;
    let answer = stage
        .post(&player, "/wallet/transferAll", &json!({ "to": "pg" }))
        .await;
    assert_eq!(code(&answer), (409, "TRANSFER_FAIL"), "{}", answer.1);
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "500.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_opens_with_its_own_password_only() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let username = stage.activate(&player, "pg").await;
    let (_, account) = stage.get(&player, "/wallet/account/pg").await;
    let password = account["password"].as_str().unwrap();
    let path = |password: &str| format!("/autoLogin/pg/{username}/{password}");
    let (status, opened) = stage.get(&player, &path(password)).await;
    assert_eq!(status, StatusCode::OK, "{opened}");
    let refused = stage.get(&player, &path("wrong")).await;
    assert_eq!(code(&refused), (401, "WRONG_PASSWORD"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_of_a_suspended_player_says_why() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500").await;
    let username = stage.activate(&player, "pg").await;
    let path = format!("/__sandbox/players/pg/{username}");
    let suspended = json!({ "suspended": true });
    stage.control(Method::POST, &path, Some(&suspended)).await;
    let answer = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert_eq!(code(&answer), (409, "TRANSFER_FAIL"));
    assert_eq!(
        answer.1["data"]["reason"], "PLAYER_SUSPENDED",
        "{}",
        answer.1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_of_a_slip_opens_in_a_window_for_a_minute() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500").await;
    let (_, list) = stage.post(&player, "/statement/slip", &json!({})).await;
    let reference = list["slips"][0]["reference"].as_str().unwrap();
    let path = format!("/statement/slip/reference/{reference}");
    let url = async || {
        let (status, found) = stage.get(&player, &path).await;
        assert_eq!(status, StatusCode::OK, "{found}");
        let path = found["url"].as_str().unwrap().to_owned();
        format!("http://{}{path}", stage.app.public_address())
    };
    // As a window does: with nothing but the address.
    let first = url().await;
    let shown = stage.http.get(&first).send().await.unwrap();
    assert_eq!(shown.status(), StatusCode::OK);
    assert_eq!(shown.headers()[CONTENT_TYPE], "image/png");
    assert_eq!(
        shown.headers()[CONTENT_SECURITY_POLICY],
        "default-src 'none'; sandbox"
    );
    for place in [10, 30, 60] {
        let at = first.len() - place;
        let other = if first.as_bytes()[at] == b'A' {
            "B"
        } else {
            "A"
        };
        let forged = format!("{}{other}{}", &first[..at], &first[at + 1..]);
        let refused = stage.http.get(&forged).send().await.unwrap();
        assert_eq!(refused.status(), StatusCode::NOT_FOUND, "{forged}");
    }
    stage
        .app
        .clock()
        .advance(std::time::Duration::from_secs(61));
    let late = stage.http.get(&first).send().await.unwrap();
    assert_eq!(late.status(), StatusCode::NOT_FOUND);
    let again = stage.http.get(url().await).send().await.unwrap();
    assert_eq!(again.status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_that_was_changed_gives_no_address_of_anothers_slip() {
    let stage = Stage::set().await;
    let (player, thief) = (stage.player(1).await, stage.player(2).await);
    stage.deposit_by_slip(&player, "500").await;
    let (_, list) = stage.post(&player, "/statement/slip", &json!({})).await;
    let reference = list["slips"][0]["reference"].as_str().unwrap().to_owned();
    // As the application's own role.
    let moved = format!("update slip_entry set wallet_id = '{}'", thief.id);
    let written = sqlx::raw_sql(&moved).execute(&stage.database.pool()).await;
    assert_eq!(written.unwrap().rows_affected(), 1);
    let path = format!("/statement/slip/reference/{reference}");
    let refused = stage.get(&thief, &path).await;
    assert_eq!(code(&refused), (404, "NO_DATA"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_framed_where_the_operator_and_its_site_allow_it() {
    let stage = Stage::set_with(|config| {
        for provider in &mut config.providers {
            provider.embedded = provider.code.as_str() != "joker2";
        }
    })
    .await;
    let player = stage.player(1).await;
    // The site of huayhd refuses to be in a frame.
    for (game, embedded, framed) in [
        ("pg", true, true),
        ("joker2", false, false),
        ("huayhd", true, false),
    ] {
        let username = stage.activate(&player, game).await;
        let path = format!("/autoLogin/{game}/{username}");
        let (status, opened) = stage.get(&player, &path).await;
        assert_eq!(status, StatusCode::OK, "{opened}");
        assert_eq!(opened["framed"], framed, "{game}");
        // The question about frames has not used the link up.
        let link = opened["link"].as_str().unwrap();
        let page = stage.http.get(link).send().await.unwrap();
        assert_eq!(page.status(), StatusCode::OK, "{game}");
        let wallet = stage.wallet(&player).await;
        let mut slots = wallet["slots"].as_array().unwrap().iter();
        let slot = slots.find(|slot| slot["code"] == game).unwrap();
        assert_eq!(slot["embedded"], embedded, "{slot}");
    }
    let url = format!("http://{}/api/lookup/active", stage.app.public_address());
    let page = stage.http.get(url).send().await.unwrap();
    let policy = page.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap();
    let allowed = format!("frame-src 'self' {}", stage.world);
    assert!(policy.contains(&allowed), "{policy}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_shows_what_the_operator_announces_for_its_game() {
    let stage = Stage::set_with(|config| {
        let event = json!({ "th": "แข่งขัน", "la": "ແຂ່ງຂັນ", "en": "Tournament" });
        config.providers[0].event = serde_json::from_value(event).unwrap();
    })
    .await;
    let player = stage.player(1).await;
    stage.activate(&player, "pg").await;
    stage.activate(&player, "joker2").await;
    let (_, account) = stage.get(&player, "/wallet/account/pg").await;
    assert_eq!(account["event"]["en"], "Tournament", "{account}");
    let (_, account) = stage.get(&player, "/wallet/account/joker2").await;
    assert_eq!(account.get("event"), None, "{account}");
}
