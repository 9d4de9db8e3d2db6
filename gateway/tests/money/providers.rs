//! All eleven providers, each call with good and with bad input.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Player, Stage, code, new_key};

/// Every provider of the product with its carousel.
const PROVIDERS: [(&str, &str); 11] = [
    ("pg", "slot"),
    ("pgslot", "slot"),
    ("joker2", "slot"),
    ("betflix", "slot"),
    ("slotracha", "slot"),
    ("areaslot", "slot"),
    ("circus", "slot"),
    ("imi", "slot"),
    ("askmebet", "sport"),
    ("usun", "sport"),
    ("huayhd", "lotto"),
];

/// A password that a player of the old client still sends in the path.
const PATH_PASSWORD: &str = "CanaryPassw0rdInThePath";

/// What the gateway logs, from every level on.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub(crate) fn keep_the_log() {
    // A second test of the same process writes into the same log.
    let _ = tracing_subscriber::fmt()
        .json()
        .with_env_filter("trace,sqlx=warn")
        .with_writer(|| Log)
        .try_init();
}

pub(crate) fn logged() -> String {
    let log = LOG.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&log).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_provider_is_in_its_carousel_with_its_links() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let wallet = stage.wallet(&player).await;
    let slots = wallet["slots"].as_array().unwrap();
    assert_eq!(slots.len(), PROVIDERS.len());
    for (provider, category) in PROVIDERS {
        let slot = slots.iter().find(|slot| slot["code"] == provider).unwrap();
        assert_eq!(slot["category"], category, "{slot}");
        assert_eq!(slot["isActive"], false, "{slot}");
        assert_eq!(slot["amount"], "0.00", "{slot}");
        let web = slot["web"].as_str().unwrap();
        assert!(web.ends_with(&format!("/games/{provider}")), "{slot}");
    }
    for app in ["android", "ios"] {
        let (with, without): (Vec<&Value>, Vec<&Value>) =
            slots.iter().partition(|slot| slot[app].is_string());
        assert!(!with.is_empty() && !without.is_empty(), "{app}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_provider_serves_an_account_from_opening_to_playing() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "1000.00").await;
    for (provider, _) in PROVIDERS {
        before_there_is_an_account(&stage, &player, provider).await;
        let username = stage.activate(&player, provider).await;
        assert!((6..=16).contains(&username.len()), "{username}");
        let is_plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit();
        assert!(username.bytes().all(is_plain), "{username}");
        let path = format!("/wallet/activate/{provider}");
        let again = stage.post(&player, &path, &json!({})).await;
        assert_eq!(code(&again), (409, "SLOT_ALREADY_ACTIVE"), "{provider}");

        let (_, account) = stage
            .get(&player, &format!("/wallet/account/{provider}"))
            .await;
        assert_eq!(account["username"], username.as_str());
        assert_eq!(account["password"].as_str().unwrap().len(), 8);
        let path = format!("/wallet/resetpassword/{provider}");
        let (status, reset) = stage.post(&player, &path, &json!({})).await;
        assert_eq!(status, StatusCode::OK, "{provider}: {reset}");
        assert_eq!(reset["username"], username.as_str());
        assert_ne!(reset["password"], account["password"], "{provider}");

        let (status, link) = stage
            .get(&player, &format!("/autoLogin/{provider}/{username}"))
            .await;
        assert_eq!(status, StatusCode::OK, "{provider}: {link}");
        let link = link["link"].as_str().unwrap();
        assert!(link.starts_with(&stage.world), "{link}");
        assert!(link.contains(&format!("/games/{provider}/")), "{link}");
        let page = stage.http.get(link).send().await.unwrap();
        assert_eq!(page.status(), StatusCode::OK, "{link}");

        for (pair, left) in [
            (("WALLET", provider), "990.00"),
            ((provider, "WALLET"), "1000.00"),
        ] {
            let (status, moved) = stage.transfer(&player, pair, "10").await;
            assert_eq!(status, StatusCode::OK, "{provider}: {moved}");
            assert_eq!(moved["balance"], left, "{provider}");
        }
    }
    stage.audit().await;
}

async fn before_there_is_an_account(stage: &Stage, player: &Player, provider: &str) {
    let none = (404, "SLOT_NO_ACCOUNT");
    for path in [
        format!("/wallet/account/{provider}"),
        format!("/wallet/resetpassword/{provider}"),
        format!("/autoLogin/{provider}/prdeadbeef"),
        format!("/autoLogin/{provider}/prdeadbeef/{PATH_PASSWORD}"),
    ] {
        assert_eq!(code(&stage.get(player, &path).await), none, "{path}");
    }
    let transfer = stage.transfer(player, ("WALLET", provider), "10").await;
    assert_eq!(code(&transfer), none, "{provider}");
    let all = stage
        .post(player, "/wallet/transferAll", &json!({ "to": provider }))
        .await;
    assert_eq!(code(&all), none, "{provider}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_nobody_has_is_unknown_to_every_call() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    for provider in ["nope", "PG", "p%20g", "%00", "wallet", &"x".repeat(300)] {
        for path in [
            format!("/wallet/activate/{provider}"),
            format!("/wallet/account/{provider}"),
            format!("/wallet/resetpassword/{provider}"),
            format!("/autoLogin/{provider}/prdeadbeef"),
            format!("/autoLogin/{provider}/prdeadbeef/{PATH_PASSWORD}"),
        ] {
            let answer = stage.get(&player, &path).await;
            assert_eq!(code(&answer), (404, "NO_GAME"), "{path}");
        }
    }
    for to in ["nope", "", "P G"] {
        let all = json!({ "to": to });
        let answer = stage.post(&player, "/wallet/transferAll", &all).await;
        assert_eq!(code(&answer), (404, "NO_GAME"), "{to}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_fails_is_reported_by_the_code_of_each_call() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    for (provider, _) in PROVIDERS {
        let target = format!("game:{provider}");
        for kind in [
            "error_500_before",
            "drop_before",
            "malformed",
            "maintenance",
        ] {
            stage
                .fault(&json!({ "target": target, "kind": kind, "count": 1 }))
                .await;
            let path = format!("/wallet/activate/{provider}");
            let failed = stage.post(&player, &path, &json!({})).await;
            assert_eq!(
                code(&failed),
                (502, "SLOT_ACTIVATE_FAIL"),
                "{provider} {kind}"
            );
        }
        let username = stage.activate(&player, provider).await;
        stage
            .fault(&json!({ "target": target, "kind": "error_500_before" }))
            .await;
        for (path, expected) in [
            (
                format!("/wallet/resetpassword/{provider}"),
                "SLOT_RESET_PASSWORD_FAIL",
            ),
            (
                format!("/autoLogin/{provider}/{username}"),
                "SLOT_ACTIVATE_FAIL",
            ),
        ] {
            let failed = stage.post(&player, &path, &json!({})).await;
            assert_eq!(code(&failed), (502, expected), "{path}");
        }
        // The account is our own record: it needs no provider.
        let (status, _) = stage
            .get(&player, &format!("/wallet/account/{provider}"))
            .await;
        assert_eq!(status, StatusCode::OK);
        stage.clear_faults().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_in_the_path_is_compared_and_never_logged() {
    keep_the_log();
    let stage = Stage::set().await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    for (provider, _) in PROVIDERS {
        let username = stage.activate(&player, provider).await;
        stage.activate(&other, provider).await;
        let path = format!("/autoLogin/{provider}/{username}/{PATH_PASSWORD}");
        let refused = stage.get(&player, &path).await;
        assert_eq!(code(&refused), (401, "WRONG_PASSWORD"), "{provider}");
        // Another player's name is as unknown as one that nobody has.
        let refused = stage.get(&other, &path).await;
        assert_eq!(code(&refused), (404, "SLOT_NO_ACCOUNT"), "{provider}");
        let (_, account) = stage
            .get(&player, &format!("/wallet/account/{provider}"))
            .await;
        let password = account["password"].as_str().unwrap();
        let right = format!("/autoLogin/{provider}/{username}/{password}");
        for method in [Method::GET, Method::POST] {
            let (status, link) = stage.call(&player, method, &right, (None, None)).await;
            assert_eq!(status, StatusCode::OK, "{link}");
            assert!(!link["link"].as_str().unwrap().contains(password));
        }
        assert!(!logged().contains(password), "the log has a game password");
    }
    let log = logged();
    let template = "/api/autoLogin/{provider}/{username}/{password}";
    assert!(
        log.contains(template),
        "the calls are logged by their template"
    );
    let leak = log.lines().find(|line| line.contains(PATH_PASSWORD));
    assert_eq!(leak, None, "the log has the password");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_call_to_a_provider_goes_without_a_session() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let nobody = Player {
        token: new_key(),
        ..player
    };
    for (provider, _) in PROVIDERS {
        for path in [
            format!("/wallet/activate/{provider}"),
            format!("/wallet/account/{provider}"),
            format!("/wallet/resetpassword/{provider}"),
            format!("/autoLogin/{provider}/prdeadbeef"),
        ] {
            let answer = stage.get(&nobody, &path).await;
            assert_eq!(answer.0, StatusCode::UNAUTHORIZED, "{path}: {}", answer.1);
        }
    }
    let totals = stage.totals().await;
    assert_eq!(
        totals["games"]["pg"]["players"].as_u64().unwrap_or(0),
        0,
        "{totals}"
    );
}
