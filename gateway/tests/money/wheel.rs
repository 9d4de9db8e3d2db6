//! The wheel: a draw is fixed before it is requested, and always answered alike.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use gateway::config::Config;
use ledger::Currency;
use ledger::wallet::reward::{WheelSeed, WheelVersion, draw};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::providers::{keep_the_log, logged};
use crate::stage::{Answer, Player, Stage, answer, new_key, start};

/// A coin for each baht.
pub(crate) fn cheap_coins(config: &mut Config) {
    config.coins.price.insert(Currency::Thb, 1.into());
}

/// Only these slices can be drawn, each as often as the others.
pub(crate) fn only(config: &mut Config, codes: &[&str]) {
    for slice in &mut config.wheel.slices {
        slice.weight = u32::from(codes.contains(&slice.code.as_str()));
    }
}

/// A player with so many coins.
pub(crate) async fn spinner(stage: &Stage, coins: u32) -> Player {
    let player = stage.player(1).await;
    stage.deposit(&player, &format!("{coins}.00")).await;
    player
}

pub(crate) async fn spin(stage: &Stage, player: &Player, key: &str) -> Answer {
    let path = "/spinwheel/spin";
    stage
        .call(player, Method::POST, path, (Some(key), Some(&json!({}))))
        .await
}

pub(crate) async fn spin_ok(stage: &Stage, player: &Player) -> Value {
    let (status, body) = spin(stage, player, &new_key()).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

async fn setup(stage: &Stage, player: &Player) -> Value {
    let (status, body) = stage.get(player, "/spinwheel/setup").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

async fn rotate(stage: &Stage, player: &Player, client_seed: Option<&str>) -> Value {
    let body = json!({ "clientSeed": client_seed });
    let (status, body) = stage.post(player, "/spinwheel/seed", &body).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

async fn spins(stage: &Stage, player: &Player, page: &str) -> Value {
    let path = format!("/spinwheel/spins?after={}{page}", stage.head().await);
    let (status, body) = stage.get(player, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

/// The same gateway again, with another configuration, as after a restart.
async fn restarted(stage: &mut Stage, change: impl FnOnce(&mut Config)) {
    let mut config = stage.config();
    change(&mut config);
    let next = start(stage.options(config, stage.app.clock().clone())).await;
    let before = std::mem::replace(&mut stage.app, next);
    assert!(before.stop().await);
}

fn refused((status, body): &Answer, expected: (u16, &str)) {
    let code = body["error"].as_str().unwrap_or_default();
    assert_eq!((status.as_u16(), code), expected, "{body}");
    assert_eq!(body["success"], false, "{body}");
    assert_eq!(body["message"], body["error"], "{body}");
    assert!(body["requestId"].is_string(), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn set_ups_at_once_agree_on_one_seed() {
    let stage = Stage::set_with(cheap_coins).await;
    let player = stage.player(1).await;
    let other = stage.another().await;
    let url = format!("http://{}/api/spinwheel/setup", other.public_address());
    let here = (0..20).map(|_| stage.get(&player, "/spinwheel/setup"));
    let there = (0..20).map(|_| {
        let request = stage.http.get(&url).bearer_auth(&player.token);
        answer(request.header("x-requested-with", "wallet-web"))
    });
    let (here, there) = tokio::join!(join_all(here), join_all(there));
    let mut seen = BTreeSet::new();
    for (status, body) in here.into_iter().chain(there) {
        assert_eq!(status, StatusCode::OK, "{body}");
        seen.insert(body["fair"].to_string());
    }
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert_eq!(stage.events(&player, "WheelSeedCommitted").await, 1);
    let body = setup(&stage, &player).await;
    assert_eq!(body["fair"]["clientSeed"], player.id.to_string());
    assert_eq!(body["fair"]["nonce"], 0);
    assert_eq!(body["result"]["userCoin"], 0);
    let wheel = &body["result"]["activeSpinwheel"];
    assert_eq!(wheel["name"]["en"], "Lucky wheel");
    let codes = wheel["slice"].as_array().unwrap().iter();
    let codes: Vec<_> = codes.map(|it| it["code"].as_str().unwrap()).collect();
    let expected = [
        "NOTHING", "COIN1", "CASH5", "CASH20", "COUPON50", "CASH100", "CASH500", "JACKPOT",
    ];
    assert_eq!(codes, expected);
    assert_eq!(wheel["slice"][0]["weight"], 4000);
    assert_eq!(wheel["slice"][0]["kind"], "NOTHING");
    assert_eq!(wheel["slice"][1]["kind"], "COINS");
    assert_eq!(wheel["slice"][2]["kind"], "COUPON");
    assert_eq!(wheel["slice"][7]["kind"], "GIFT");
    assert_eq!(body["result"]["coinPrice"], "1.00");
    assert_eq!(wheel["slice"][7]["bgColor"], "#facc15");
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spin_is_answered_alike_for_ever() {
    let mut stage = Stage::set_with(|config| {
        cheap_coins(config);
        only(config, &["NOTHING", "CASH5"]);
    })
    .await;
    let player = spinner(&stage, 100).await;
    let (status, first) = spin(&stage, &player, "one").await;
    assert_eq!(status, StatusCode::OK, "{first}");
    assert_eq!(first["success"], true);
    assert_eq!(first["result"]["remainingCoin"], 99, "{first}");
    assert_eq!(first["spin"]["nonce"], 0);
    let name = json!({ "spinId": "mine" });
    let (status, named) = stage.post(&player, "/spinwheel/spin", &name).await;
    assert_eq!(status, StatusCode::OK, "{named}");
    // More spins than the wallet remembers, and another seed.
    for _ in 0..70 {
        spin_ok(&stage, &player).await;
    }
    rotate(&stage, &player, None).await;
    restarted(&mut stage, |_| {}).await;
    assert_eq!(spin(&stage, &player, "one").await.1, first);
    let (_, again) = stage.post(&player, "/spinwheel/spin", &name).await;
    assert_eq!(again, named, "under another key, and long ago");
    restarted(&mut stage, |config| config.wheel.is_on = false).await;
    assert_eq!(spin(&stage, &player, "one").await.1, first);
    let (_, again) = stage.post(&player, "/spinwheel/spin", &name).await;
    assert_eq!(again, named);
    let new = spin(&stage, &player, "two").await;
    refused(&new, (409, "SPIN_INACTIVE"));
    let (_, active) = stage.get(&player, "/spinwheel/active").await;
    assert_eq!(active, json!({ "isActive": false, "coin": 28 }));
    assert_eq!(stage.events(&player, "WheelSpun").await, 72);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_spins_at_once_spend_ten_coins_on_ten_spins() {
    let stage = Stage::set_with(|config| {
        cheap_coins(config);
        only(config, &["NOTHING"]);
    })
    .await;
    let player = spinner(&stage, 10).await;
    let keys: Vec<String> = (0..100).map(|_| new_key()).collect();
    let answers = join_all(keys.iter().map(|key| spin(&stage, &player, key))).await;
    let (made, rest): (Vec<_>, Vec<_>) = answers.iter().partition(|it| it.0 == StatusCode::OK);
    assert_eq!(made.len(), 10);
    for answer in rest {
        refused(answer, (422, "SPIN_NO_COIN"));
    }
    let of = |path: &str| {
        let values = made.iter().map(|(_, body)| body.pointer(path).unwrap());
        values
            .map(|it| it.as_i64().unwrap())
            .collect::<BTreeSet<_>>()
    };
    let ten: BTreeSet<i64> = (0..10).collect();
    assert_eq!(of("/spin/nonce"), ten);
    assert_eq!(of("/result/remainingCoin"), ten);
    // Each of them again, all at once, changes nothing.
    let again = join_all(keys.iter().map(|key| spin(&stage, &player, key))).await;
    let reply = |answers: &[Answer]| {
        let made = answers.iter().filter(|it| it.0 == StatusCode::OK);
        made.map(|it| it.1.clone()).collect::<Vec<_>>()
    };
    assert_eq!(reply(&again), reply(&answers));
    assert_eq!(stage.events(&player, "WheelSpun").await, 10);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_at_once_is_one_spin_and_another_body_is_none() {
    let stage = Stage::set_with(cheap_coins).await;
    let player = spinner(&stage, 10).await;
    let answers = join_all((0..20).map(|_| spin(&stage, &player, "one"))).await;
    for answer in &answers {
        assert_eq!(answer.0, StatusCode::OK, "{answer:?}");
        assert_eq!(answer.1, answers[0].1);
    }
    assert_eq!(stage.events(&player, "WheelSpun").await, 1);
    let path = "/spinwheel/spin";
    let call = async |body: &Value| {
        stage
            .call(&player, Method::POST, path, (Some("one"), Some(body)))
            .await
    };
    let other = call(&json!({ "spinId": "x" })).await;
    refused(&other, (422, "IDEMPOTENCY_MISMATCH"));
    for name in ["", "with space", "ลอง", &"x".repeat(129)] {
        let answer = call(&json!({ "spinId": name })).await;
        refused(&answer, (400, "INVALID_INPUT"));
        assert_eq!(answer.1["data"]["fields"][0], "spinId");
    }
    assert_eq!(stage.events(&player, "WheelSpun").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_coin_nothing_is_spun_and_nothing_written() {
    let stage = Stage::set_with(|config| config.wheel.slices.truncate(3)).await;
    let player = stage.player(1).await;
    let head = stage.head().await;
    refused(&spin(&stage, &player, "one").await, (422, "SPIN_NO_COIN"));
    assert_eq!(stage.head().await, head);
    setup(&stage, &player).await;
    refused(&spin(&stage, &player, "one").await, (422, "SPIN_NO_COIN"));
    // 499 baht are no coin, and the one that is missing makes it one.
    stage.deposit(&player, "499.00").await;
    refused(&spin(&stage, &player, "one").await, (422, "SPIN_NO_COIN"));
    stage.deposit_by_slip(&player, "1.00").await;
    // A refused key stays refused: who has a coin now takes another.
    refused(&spin(&stage, &player, "one").await, (422, "SPIN_NO_COIN"));
    let (status, made) = spin(&stage, &player, "two").await;
    assert_eq!(status, StatusCode::OK, "{made}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_spin_can_be_computed_again_once_its_seed_is_revealed() {
    let stage = Stage::set_with(cheap_coins).await;
    let player = spinner(&stage, 30).await;
    let shown = setup(&stage, &player).await["fair"].clone();
    for _ in 0..12 {
        spin_ok(&stage, &player).await;
    }
    let before = spins(&stage, &player, "").await;
    assert_eq!(before["seeds"][0]["seed"], Value::Null);
    let rotated = rotate(&stage, &player, Some("my-own-words")).await;
    assert_eq!(rotated["revealed"]["seedId"], shown["seedId"]);
    assert_eq!(rotated["revealed"]["commit"], shown["commit"]);
    assert_eq!(rotated["revealed"]["spins"], 12);
    assert_eq!(rotated["fair"]["clientSeed"], "my-own-words");
    // Promised before the player's words were known.
    assert_eq!(rotated["fair"]["seedId"], shown["next"]["seedId"]);
    assert_eq!(rotated["fair"]["commit"], shown["next"]["commit"]);
    assert_ne!(rotated["fair"]["next"], shown["next"]);
    assert_eq!(rotated["fair"]["nonce"], 0);
    spin_ok(&stage, &player).await;
    let newest = spins(&stage, &player, "&limit=1").await;
    assert_eq!(newest["spins"][0]["clientSeed"], "my-own-words");
    assert_eq!(newest["seeds"][0]["seed"], Value::Null, "{newest}");
    let cursor = newest["nextCursor"].as_str().unwrap();
    let list = spins(&stage, &player, &format!("&limit=100&cursor={cursor}")).await;
    assert_eq!(list["total"], 13);
    assert_eq!(list["spins"].as_array().unwrap().len(), 12);
    let [seed] = list["seeds"].as_array().unwrap().as_slice() else {
        panic!("one seed: {list}")
    };
    let mut bytes = [0; 32];
    hex::decode_to_slice(seed["seed"].as_str().unwrap(), &mut bytes).unwrap();
    assert_eq!(
        hex::encode(Sha256::digest(bytes)),
        seed["commit"].as_str().unwrap()
    );
    assert_eq!(seed["commit"], shown["commit"]);
    for spin in list["spins"].as_array().unwrap() {
        let wheel = spin["wheel"].as_str().unwrap();
        let slices = list["wheels"][wheel].as_array().unwrap();
        let of = |slice: &Value| {
            let weight = u32::try_from(slice["weight"].as_u64().unwrap()).unwrap();
            (slice["code"].as_str().unwrap().to_owned(), weight)
        };
        let slices: Vec<_> = slices.iter().map(of).collect();
        let named = slices.iter().map(|(code, weight)| (code.as_str(), *weight));
        assert_eq!(WheelVersion::id_of(named), wheel);
        let weights: Vec<u32> = slices.iter().map(|it| it.1).collect();
        assert_eq!(weights.iter().sum::<u32>(), 10_000);
        let nonce = u32::try_from(spin["nonce"].as_u64().unwrap()).unwrap();
        let client_seed = spin["clientSeed"].as_str().unwrap();
        let drawn = draw(&WheelSeed(bytes), client_seed, nonce, &weights).unwrap();
        assert_eq!(spin["ticket"], drawn.ticket);
        assert_eq!(spin["code"], slices[drawn.slice].0.as_str());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_seed_is_shown_before_it_is_revealed() {
    keep_the_log();
    let stage = Stage::set_with(cheap_coins).await;
    let player = spinner(&stage, 30).await;
    let mut reply = vec![setup(&stage, &player).await];
    for _ in 0..5 {
        reply.push(spin_ok(&stage, &player).await);
    }
    reply.push(spins(&stage, &player, "").await);
    for body in [json!({ "clientSeed": "a:b" }), json!({ "clientSeed": "" })] {
        let answer = stage.post(&player, "/spinwheel/seed", &body).await;
        assert_eq!(answer.0, StatusCode::BAD_REQUEST, "{answer:?}");
        reply.push(answer.1);
    }
    let pool = stage.database.owner();
    let written: Vec<String> = sqlx::query_scalar("select payload::text from event")
        .fetch_all(&pool)
        .await
        .unwrap();
    let sealed: Vec<String> = sqlx::query_scalar("select encode(sealed, 'hex') from wheel_seed")
        .fetch_all(&pool)
        .await
        .unwrap();
    let log = logged();
    assert!(!log.is_empty());
    let revealed = rotate(&stage, &player, None).await;
    let seed = revealed["revealed"]["seed"].as_str().unwrap();
    assert_eq!(seed.len(), 64);
    for text in reply
        .iter()
        .map(ToString::to_string)
        .chain(written)
        .chain(sealed)
    {
        assert!(!text.contains(seed), "{text}");
    }
    assert!(!log.contains(seed));
    assert!(!logged().contains(seed), "not in the log afterwards either");
    // The next one is as secret as the first.
    let shown = setup(&stage, &player).await["fair"].clone();
    assert_eq!(revealed["fair"], shown);
    assert_ne!(revealed["fair"]["commit"], revealed["revealed"]["commit"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn spins_that_meet_a_change_of_the_seed_are_made_all_the_same() {
    let stage = Stage::set_with(cheap_coins).await;
    let player = spinner(&stage, 200).await;
    let (_, first) = stage.post(&player, "/spinwheel/seed", &json!({})).await;
    assert_eq!(first["revealed"]["spins"], 0, "{first}");
    let spinning = join_all((0..60).map(async |_| spin(&stage, &player, &new_key()).await));
    let changing = async {
        for _ in 0..4 {
            rotate(&stage, &player, None).await;
        }
    };
    let (made, ()) = tokio::join!(spinning, changing);
    for answer in made {
        assert_eq!(answer.0, StatusCode::OK, "{answer:?}");
    }
    assert_eq!(stage.events(&player, "WheelSpun").await, 60);
    assert_eq!(stage.events(&player, "WheelSeedRevealed").await, 5);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_is_one_change_of_the_seed() {
    let stage = Stage::set_with(cheap_coins).await;
    let player = spinner(&stage, 10).await;
    spin_ok(&stage, &player).await;
    let body = json!({ "clientSeed": "mine" });
    let call = async || {
        let path = "/spinwheel/seed";
        stage
            .call(&player, Method::POST, path, (Some("one"), Some(&body)))
            .await
    };
    let (status, first) = call().await;
    assert_eq!(status, StatusCode::OK, "{first}");
    spin_ok(&stage, &player).await;
    let again = call().await.1;
    assert_eq!(again["revealed"], first["revealed"]);
    assert_eq!(again["fair"], first["fair"]);
    assert_eq!(stage.events(&player, "WheelSeedRevealed").await, 1);
    // The repeat got the kept answer, and counts as nothing.
    for _ in 0..59 {
        rotate(&stage, &player, None).await;
    }
    let (status, body) = stage.post(&player, "/spinwheel/seed", &json!({})).await;
    let said = (status.as_u16(), body["message"].as_str().unwrap());
    assert_eq!(said, (429, "REQUEST_LIMIT"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worn_out_seed_is_replaced_in_the_middle_of_the_spinning() {
    let stage = Stage::set_with(|config| {
        cheap_coins(config);
        only(config, &["NOTHING"]);
    })
    .await;
    let player = spinner(&stage, 1_040).await;
    for _ in 0..52 {
        let made = join_all((0..20).map(async |_| spin(&stage, &player, &new_key()).await)).await;
        for answer in made {
            assert_eq!(answer.0, StatusCode::OK, "{answer:?}");
        }
    }
    assert_eq!(stage.events(&player, "WheelSeedRevealed").await, 1);
    let list = spins(&stage, &player, "&limit=1").await;
    assert_eq!(list["total"], 1_040);
    let rotated = rotate(&stage, &player, None).await;
    assert_eq!(rotated["revealed"]["spins"], 40);
    stage.audit().await;
}
