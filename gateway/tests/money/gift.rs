//! Gift links: one voucher is taken once and credited once, no matter who sends it and what fails.

use std::time::Duration;

use aes_gcm::aead::Aead;
use aes_gcm::{Aes256Gcm, KeyInit, Nonce};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::stage::{Answer, Player, Stage, hurried, new_key};

/// A reply that takes so long comes after the gateway has given it up.
const SLOW_MS: u64 = 600;

/// Before an unknown outcome is asked about again, where a test decides when that is.
const RETRY: Duration = Duration::from_mins(1);

/// Makes a voucher; answers its link.
async fn voucher(stage: &Stage, input: &Value) -> String {
    let path = "/truemoney/vouchers";
    let (status, made) = stage.control(Method::POST, path, Some(input)).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    made["link"].as_str().unwrap().to_owned()
}

async fn gift(stage: &Stage, amount: &str) -> String {
    voucher(stage, &json!({ "amount": amount })).await
}

async fn send(stage: &Stage, player: &Player, key: &str, link: &str) -> Answer {
    let body = json!({ "link": link });
    let call = (Some(key), Some(&body));
    let path = "/wallet/truelink";
    stage.call(player, Method::POST, path, call).await
}

async fn send_new(stage: &Stage, player: &Player, link: &str) -> Answer {
    send(stage, player, &new_key(), link).await
}

fn message(answer: &Answer) -> &str {
    answer.1["message"].as_str().unwrap_or_default()
}

/// What the operator's phone has taken, by the mobile wallet's own word.
async fn taken(stage: &Stage, link: &str) -> Vec<Value> {
    let (_, listed) = stage
        .control(Method::GET, "/truemoney/vouchers", None)
        .await;
    let vouchers = listed["vouchers"].as_array().unwrap();
    let voucher = vouchers.iter().find(|it| it["link"] == link).unwrap();
    voucher["tickets"].as_array().unwrap().clone()
}

async fn main_amount(stage: &Stage, player: &Player) -> String {
    let wallet = stage.wallet(player).await;
    wallet["wallet"]["amount"].as_str().unwrap().to_owned()
}

/// Repeats a request until it has an outcome.
async fn outcome(stage: &Stage, player: &Player, key: &str, link: &str) -> Answer {
    eventually("the gift ends", async || {
        let answer = send(stage, player, key, link).await;
        let has_ended = answer.0 != StatusCode::ACCEPTED;
        if has_ended { Ok(answer) } else { Err(answer.1) }
    })
    .await
}

/// Waits until a gift was looked at in vain, or taken.
async fn looked_at(stage: &Stage, id: &Value) {
    let query = "select exists (select from process_attempt where subject_id::text = $1)
        or exists (select from gift_link where gift_id::text = $1 and sealed is null)";
    eventually("somebody looks at the gift", async || {
        let is_so: bool = sqlx::query_scalar(query)
            .bind(id.as_str().unwrap())
            .fetch_one(&stage.database.owner())
            .await
            .unwrap();
        is_so.then_some(()).ok_or(())
    })
    .await;
}

/// As the portal seals a link.
fn seal(link: &str, bearer: &str) -> String {
    let key = Sha256::digest(format!("truelink-v1:{bearer}").as_bytes());
    let nonce = [5_u8; 12];
    let cipher = Aes256Gcm::new(&key);
    let sealed = cipher.encrypt(Nonce::from_slice(&nonce), link.as_bytes());
    let bytes = [&nonce[..], &sealed.unwrap()].concat();
    format!("TL1.{}", URL_SAFE_NO_PAD.encode(bytes))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gift_is_credited_with_what_the_operators_phone_received() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let link = gift(&stage, "1250.50").await;
    let (status, body) = send_new(&stage, &player, &link).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body["status"], "SUCCESS", "{body}");
    assert_eq!(body["amount"], "1250.50");
    assert_eq!(body["balance"], "1250.50");
    assert_eq!(taken(&stage, &link).await.len(), 1);
    let statement = stage.settled(&player).await;
    let shown = &statement["statements"][0];
    assert_eq!(shown["id"], body["id"], "{shown}");
    assert_eq!(shown["status"], "SUCCESS");
    assert_eq!(shown["method"], "gift");
    assert_eq!(shown["amount"], "1250.50");
    let sealed = seal(&gift(&stage, "100").await, &player.token);
    let (status, body) = send_new(&stage, &player, &sealed).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let bare = gift(&stage, "2").await;
    let (status, body) = send_new(&stage, &player, bare.split_once("v=").unwrap().1).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(main_amount(&stage, &player).await, "1352.50");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_that_brings_nothing_is_refused_and_takes_nothing() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let other = stage.player(2).await;
    let shared = voucher(&stage, &json!({ "amount": "100", "member": 2 })).await;
    let small = gift(&stage, "1.99").await;
    let over = voucher(&stage, &json!({ "amount": "100", "expireSeconds": -5 })).await;
    let good = gift(&stage, "100").await;
    let host = good.replace("gift.truemoney.com", "gift.truemoney.com.evil.test");
    let foreign = seal(&good, &other.token);
    let unknown = "https://gift.truemoney.com/campaign/?v=NoSuchVoucher000000000000000000000";
    for link in [
        shared.as_str(),
        &over,
        &host,
        &foreign,
        unknown,
        "",
        "hello",
        &"a".repeat(2_000),
    ] {
        let answer = send_new(&stage, &player, link).await;
        assert_eq!(answer.0, StatusCode::UNPROCESSABLE_ENTITY, "{link}");
        assert_eq!(message(&answer), "TRUELINK_INVALID", "{link}");
    }
    let answer = send_new(&stage, &player, &small).await;
    assert_eq!(answer.0, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(message(&answer), "DEPOSIT_MINIMUM");
    assert_eq!(answer.1["data"]["min"], "2.00");
    for link in [&shared, &small, &good] {
        assert!(taken(&stage, link).await.is_empty(), "{link}");
    }
    assert_eq!(stage.events(&player, "GiftSent").await, 0);
    assert_eq!(main_amount(&stage, &player).await, "0.00");
    let (status, _) = stage
        .post(&player, "/wallet/truelink", &json!({ "url": good }))
        .await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_link_of_twenty_players_at_once_is_credited_once() {
    let stage = Stage::set().await;
    let mut players = Vec::new();
    for n in 1..=20 {
        players.push(stage.player(n).await);
    }
    let link = gift(&stage, "500").await;
    let sent = players.iter().map(|player| async {
        let key = new_key();
        send(&stage, player, &key, &link).await;
        outcome(&stage, player, &key, &link).await
    });
    let answers = futures_util::future::join_all(sent).await;
    let credited = answers.iter().filter(|it| it.0 == StatusCode::OK).count();
    assert_eq!(credited, 1, "{answers:?}");
    for answer in answers.iter().filter(|it| it.0 != StatusCode::OK) {
        assert_eq!(answer.0, StatusCode::CONFLICT, "{}", answer.1);
        assert_eq!(message(answer), "TRUELINK_DUPLICATE");
    }
    let again = send_new(&stage, &players[0], &link).await;
    assert_eq!(message(&again), "TRUELINK_DUPLICATE", "{}", again.1);
    assert_eq!(taken(&stage, &link).await.len(), 1);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_with_the_same_key_is_the_same_gift() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let link = gift(&stage, "500").await;
    let call = || send(&stage, &player, "g-1", &link);
    let answers = futures_util::future::join_all((0..12).map(|_| call())).await;
    for (status, answer) in &answers {
        assert_eq!(*status, StatusCode::OK, "{answer}");
        assert_eq!(answer["id"], answers[0].1["id"]);
        assert_eq!(answer["amount"], "500.00");
    }
    let sealed = seal(&link, &player.token);
    let (status, body) = send(&stage, &player, "g-1", &sealed).await;
    assert_eq!(status, StatusCode::OK, "the same voucher: {body}");
    let other = gift(&stage, "500").await;
    let answer = send(&stage, &player, "g-1", &other).await;
    assert_eq!(message(&answer), "IDEMPOTENCY_MISMATCH", "{}", answer.1);
    assert!(taken(&stage, &other).await.is_empty());
    let refused = send(&stage, &player, "g-2", &link).await;
    assert_eq!(message(&refused), "TRUELINK_DUPLICATE", "{}", refused.1);
    let refused = send(&stage, &player, "g-2", &link).await;
    assert_eq!(message(&refused), "TRUELINK_DUPLICATE", "{}", refused.1);
    assert_eq!(stage.events(&player, "GiftCredited").await, 1);
    assert_eq!(main_amount(&stage, &player).await, "500.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_of_the_mobile_wallet_only_delays_a_gift() {
    // What is slow is given up; where a busy machine is slow by itself, it is asked again as well.
    let stage = Stage::set_with(|config| {
        hurried(config);
        config.waits.outside_ms = SLOW_MS / 2;
    })
    .await;
    let player = stage.player(1).await;
    let mut expected = 0;
    for operation in ["configuration", "verify", "redeem"] {
        for kind in [
            "delay",
            "drop_before",
            "drop_after",
            "error_500_before",
            "error_500_after",
            "malformed",
            "hang",
            "maintenance",
            "late",
            "processing",
        ] {
            let fault = json!({ "target": "truemoney", "kind": kind, "count": 1,
                "millis": SLOW_MS, "operation": operation });
            stage.fault(&fault).await;
            let link = gift(&stage, "10").await;
            let key = format!("{operation}-{kind}");
            if kind == "maintenance" {
                let (status, body) = send(&stage, &player, &key, &link).await;
                assert!(status.is_success(), "{key}: {body}");
                looked_at(&stage, &body["id"]).await;
                stage.clear_faults().await;
            }
            let (status, body) = outcome(&stage, &player, &key, &link).await;
            assert_eq!(status, StatusCode::OK, "{key}: {body}");
            assert_eq!(body["amount"], "10.00", "{key}");
            expected += 10;
            assert_eq!(taken(&stage, &link).await.len(), 1, "{key}");
            assert_eq!(main_amount(&stage, &player).await, format!("{expected}.00"));
            stage.clear_faults().await;
        }
    }
    let totals = stage.totals().await;
    let redeemed = serde_json::to_string(&totals["truemoney"]).unwrap();
    assert!(redeemed.contains(&format!("\"{expected}.00\"")), "{totals}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gift_waits_while_the_mobile_wallet_is_closed_and_nothing_is_guessed() {
    let stage = Stage::set_with(hurried).await;
    let player = stage.player(1).await;
    let fault = json!({ "target": "truemoney", "kind": "maintenance" });
    stage.fault(&fault).await;
    let link = gift(&stage, "10").await;
    let (status, body) = send(&stage, &player, "closed", &link).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(body["status"], "PENDING");
    stage.asked_about(&body["id"], 3).await;
    assert_eq!(stage.events(&player, "GiftSent").await, 0);
    let again = send_new(&stage, &player, &link).await;
    assert_eq!(message(&again), "TRUELINK_DUPLICATE", "it is on its way");
    stage.clear_faults().await;
    let (status, body) = outcome(&stage, &player, "closed", &link).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(main_amount(&stage, &player).await, "10.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_taken_gift_whose_answer_is_lost_for_long_is_never_credited_by_guess() {
    let stage = Stage::set_with(|config| {
        hurried(config);
        config.waits.retry_ms = u64::try_from(RETRY.as_millis()).unwrap();
        config.waits.retry_max_ms = config.waits.retry_ms;
    })
    .await;
    let player = stage.player(1).await;
    let link = gift(&stage, "10").await;
    let fault = json!({ "target": "truemoney", "kind": "drop_after", "operation": "redeem" });
    stage.fault(&fault).await;
    let (status, body) = send(&stage, &player, "lost", &link).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    // The look before needs its answer; afterwards nobody can know any more.
    stage.asked_about(&body["id"], 1).await;
    let fault = json!({ "target": "truemoney", "kind": "drop_before", "operation": "verify" });
    stage.fault(&fault).await;
    for times in 2..4 {
        stage.app.clock().advance(RETRY);
        stage.asked_about(&body["id"], times).await;
    }
    assert_eq!(main_amount(&stage, &player).await, "0.00");
    assert_eq!(stage.events(&player, "GiftRejected").await, 0, "{body}");
    assert_eq!(taken(&stage, &link).await.len(), 1);
    stage.clear_faults().await;
    stage.app.clock().advance(RETRY);
    let (status, body) = outcome(&stage, &player, "lost", &link).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(stage.events(&player, "GiftCredited").await, 1);
    assert_eq!(main_amount(&stage, &player).await, "10.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gift_survives_the_end_of_the_gateway_at_any_time() {
    let mut stage = Stage::set().await;
    let player = stage.player(1).await;
    let mut expected = 0;
    for pause in [0, 1, 3, 5, 8, 12, 18, 25, 40, 60, 90] {
        let link = gift(&stage, "10").await;
        let key = format!("killed-{pause}");
        let fault = json!({ "target": "truemoney", "kind": "drop_after", "probability": 40 });
        stage.fault(&fault).await;
        {
            // Whatever was under way is dropped in the middle, with its calls.
            let sending = send(&stage, &player, &key, &link);
            let _ = tokio::time::timeout(Duration::from_millis(pause), sending).await;
        }
        stage.restart(|_| {}).await;
        stage.clear_faults().await;
        let (status, body) = outcome(&stage, &player, &key, &link).await;
        assert_eq!(status, StatusCode::OK, "{pause}: {body}");
        expected += 10;
        assert_eq!(taken(&stage, &link).await.len(), 1, "{pause}");
        assert_eq!(main_amount(&stage, &player).await, format!("{expected}.00"));
    }
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gifts_hash_is_nowhere_but_sealed_and_gone_afterwards() {
    let stage = Stage::set_with(hurried).await;
    let player = stage.player(1).await;
    let fault = json!({ "target": "truemoney", "kind": "maintenance" });
    stage.fault(&fault).await;
    let link = gift(&stage, "10").await;
    let hash = link.split_once("v=").unwrap().1.to_owned();
    let (status, _) = send(&stage, &player, "secret", &link).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let pool = stage.database.owner();
    let sealed = || async {
        sqlx::query_scalar::<_, i64>("select count(*) from gift_link where sealed is not null")
            .fetch_one(&pool)
            .await
            .unwrap()
    };
    assert_eq!(sealed().await, 1);
    assert_eq!(mentions(&stage, &hash).await, Vec::<String>::new());
    stage.clear_faults().await;
    let (status, _) = outcome(&stage, &player, "secret", &link).await;
    assert_eq!(status, StatusCode::OK);
    eventually("the hash is not kept", async || match sealed().await {
        0 => Ok(()),
        left => Err(left),
    })
    .await;
    assert_eq!(mentions(&stage, &hash).await, Vec::<String>::new());
}

/// Tables that have a text anywhere.
async fn mentions(stage: &Stage, text: &str) -> Vec<String> {
    let pool = stage.database.owner();
    let tables: Vec<String> = sqlx::query_scalar(
        "select table_name::text from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    let mut found = Vec::new();
    for table in tables {
        let sql = format!("select count(*) from \"{table}\" t where strpos(t::text, $1) > 0");
        let count: i64 = sqlx::query_scalar(&sql)
            .bind(text)
            .fetch_one(&pool)
            .await
            .unwrap();
        if count > 0 {
            found.push(table);
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gift_beyond_the_deposit_limit_is_refused_before_it_is_taken() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let limits = json!({ "deposit": { "day": "100" } });
    let call = (Some("limit"), Some(&limits));
    let (status, body) = stage.call(&player, Method::PUT, "/limits", call).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let large = gift(&stage, "100.01").await;
    let answer = send_new(&stage, &player, &large).await;
    assert_eq!(answer.0, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.1);
    assert_eq!(message(&answer), "DEPOSIT_LIMIT");
    assert!(taken(&stage, &large).await.is_empty());
    let fitting = gift(&stage, "100").await;
    let (status, body) = send_new(&stage, &player, &fitting).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let more = gift(&stage, "2").await;
    let answer = send_new(&stage, &player, &more).await;
    assert_eq!(message(&answer), "DEPOSIT_LIMIT", "{}", answer.1);
    let other = stage.player(2).await;
    let (status, body) = send_new(&stage, &other, &large).await;
    assert_eq!(
        status,
        StatusCode::OK,
        "a refused gift is still whole: {body}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_excluded_player_brings_no_gift_in() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let input = json!({ "kind": "TIME_OUT", "period": "DAY", "password": "Correct-Horse-9" });
    let (status, body) = stage.post(&player, "/limits/exclusion", &input).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let link = gift(&stage, "10").await;
    let answer = send_new(&stage, &player, &link).await;
    assert_eq!(answer.0, StatusCode::FORBIDDEN, "{}", answer.1);
    assert_eq!(message(&answer), "PLAYER_EXCLUDED");
    assert!(taken(&stage, &link).await.is_empty());
    let rows: i64 = sqlx::query_scalar("select count(*) from gift_link")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(rows, 0, "nothing is kept of it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_links_is_turned_away() {
    let stage = Stage::set_with(|config| config.gift.links_per_hour_max = 3).await;
    let player = stage.player(1).await;
    let keys: Vec<String> = (0..8).map(|n| format!("flood-{n}")).collect();
    let links: Vec<String> = (0..8).map(|n| format!("NoSuchVoucher{n:022}")).collect();
    let sent = keys
        .iter()
        .zip(&links)
        .map(|(key, link)| send(&stage, &player, key, link));
    let answers = futures_util::future::join_all(sent).await;
    let turned = answers
        .iter()
        .filter(|it| it.0 == StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(turned.count(), 5, "{answers:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_mobile_wallet_there_are_no_gifts() {
    let stage = Stage::set_with(|config| config.gift.is_on = false).await;
    let player = stage.player(1).await;
    let answer = send_new(&stage, &player, &gift(&stage, "10").await).await;
    assert_eq!(answer.0, StatusCode::NOT_FOUND);
    assert_eq!(message(&answer), "NO_WALLET");
    let (_, lookup) = stage.get(&player, "/lookup/deposit").await;
    assert_eq!(lookup["wallets"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gift_whose_row_somebody_changes_or_deletes_is_named() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (status, body) = send_new(&stage, &player, &gift(&stage, "100").await).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(stage.wrong().await, [""; 0]);
    let id = body["id"].as_str().unwrap();
    for (statement, what) in [
        (
            "update gift_link set voucher = repeat('0', 64)",
            "it is not the gift of the events",
        ),
        ("delete from gift_link", "it is gone"),
    ] {
        let written = sqlx::raw_sql(statement).execute(stage.app.pool()).await;
        written.unwrap();
        assert_eq!(stage.wrong().await, [format!("gift_link, id {id}: {what}")]);
    }
}
