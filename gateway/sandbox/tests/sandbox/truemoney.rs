//! Gift vouchers: looked at, taken once, and taken by nobody twice.

use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};

use crate::support::{LONG, LONG_MILLIS, World, answer};

const MOBILE: &str = "0812345678";

async fn gift(world: &World, input: &Value) -> String {
    let (status, made) = world.post("/truemoney/vouchers", input).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let hash = made["hash"].as_str().unwrap().to_owned();
    assert_eq!(
        made["link"],
        format!("https://gift.truemoney.com/campaign/?v={hash}")
    );
    hash
}

fn redeem_request(world: &World, hash: &str, mobile: &str) -> RequestBuilder {
    world
        .http
        .post(format!(
            "{}/truemoney/campaign/vouchers/{hash}/redeem",
            world.base
        ))
        .json(&json!({"mobile": mobile, "voucher_hash": hash}))
}

async fn redeem(world: &World, hash: &str, mobile: &str) -> Value {
    answer(redeem_request(world, hash, mobile).send().await.unwrap())
        .await
        .1
}

async fn verify(world: &World, hash: &str) -> Value {
    world
        .get(&format!("/truemoney/campaign/vouchers/{hash}/verify"))
        .await
        .1
}

#[tokio::test]
async fn a_gift_is_looked_at_without_being_taken_and_taken_once() {
    let world = World::start().await;
    let hash = gift(&world, &json!({"amount": "1234.50"})).await;
    for _ in 0..2 {
        let seen = verify(&world, &hash).await;
        assert_eq!(seen["status"]["code"], "SUCCESS");
        let voucher = &seen["data"]["voucher"];
        assert_eq!(voucher["amount_baht"], "1,234.50");
        assert_eq!(
            (&voucher["status"], &voucher["available"]),
            (&json!("active"), &json!(1))
        );
        assert_eq!(seen["data"]["my_ticket"], Value::Null);
    }
    let taken = redeem(&world, &hash, MOBILE).await;
    assert_eq!(taken["status"]["code"], "SUCCESS");
    assert_eq!(taken["data"]["my_ticket"]["amount_baht"], "1,234.50");
    assert_eq!(taken["data"]["my_ticket"]["mobile"], MOBILE);
    let again = redeem(&world, &hash, MOBILE).await;
    assert_eq!(again["status"]["code"], "TARGET_USER_REDEEMED");
    let other = redeem(&world, &hash, "0899999999").await;
    assert_eq!(other["status"]["code"], "VOUCHER_OUT_OF_STOCK");
    let seen = verify(&world, &hash).await;
    assert_eq!(seen["status"]["code"], "VOUCHER_OUT_OF_STOCK");
    assert_eq!(seen["data"]["tickets"][0]["mobile"], MOBILE);
    let (_, totals) = world.get("/__sandbox/totals").await;
    assert_eq!(totals["truemoney"]["redeemedAmount"], "1234.50");
}

#[tokio::test]
async fn a_gift_for_many_gives_each_a_share() {
    let world = World::start().await;
    let input = json!({"amount": "10", "member": 3, "type": "R"});
    let hash = gift(&world, &input).await;
    for last in 1..=3 {
        let taken = redeem(&world, &hash, &format!("081234567{last}")).await;
        assert_eq!(taken["status"]["code"], "SUCCESS");
    }
    let seen = verify(&world, &hash).await;
    assert_eq!(seen["data"]["voucher"]["redeemed_amount_baht"], "10.00");
    assert_eq!(seen["data"]["voucher"]["status"], "redeemed");
}

#[tokio::test]
async fn a_hundred_redeems_at_once_take_one_share() {
    let world = World::start().await;
    let hash = gift(&world, &json!({"amount": "50"})).await;
    let sent = (0..100).map(|_| redeem_request(&world, &hash, MOBILE).send());
    let sent: Vec<_> = sent.map(tokio::spawn).collect();
    let mut successes = 0;
    for reply in sent {
        let (_, body) = answer(reply.await.unwrap().unwrap()).await;
        successes += u32::from(body["status"]["code"] == "SUCCESS");
    }
    assert_eq!(successes, 1);
}

#[tokio::test]
async fn gifts_that_cannot_be_taken_say_why() {
    let world = World::start().await;
    let open = gift(&world, &json!({"amount": 20, "ownerMobile": "0812345679"})).await;
    let over = gift(&world, &json!({"amount": 20, "expireSeconds": -1})).await;
    for (hash, mobile, code) in [
        ("NOSUCHVOUCHER", MOBILE, "VOUCHER_NOT_FOUND"),
        (over.as_str(), MOBILE, "VOUCHER_EXPIRED"),
        (open.as_str(), "812345678", "BAD_PARAM"),
        (open.as_str(), "0812345679", "CANNOT_GET_OWN_VOUCHER"),
        (open.as_str(), "0899999901", "TARGET_USER_NOT_FOUND"),
        (open.as_str(), "0899999902", "TARGET_USER_STATUS_INACTIVE"),
    ] {
        let body = redeem(&world, hash, mobile).await;
        assert_eq!(body["status"]["code"], code, "{body}");
    }
    assert_eq!(
        verify(&world, &over).await["status"]["code"],
        "VOUCHER_EXPIRED"
    );
    let other_hash = json!({"mobile": MOBILE, "voucher_hash": over});
    let path = format!("/truemoney/campaign/vouchers/{open}/redeem");
    let (status, body) = world.post(&path, &other_hash).await;
    assert_eq!(
        (status.as_u16(), &body["status"]["code"]),
        (400, &json!("BAD_PARAM"))
    );
    for input in [
        json!({"amount": "0"}),
        json!({"amount": "10", "member": 0}),
        json!({"amount": "10", "member": 3}),
        json!({"amount": "10", "type": "X"}),
    ] {
        let (status, _) = world.post("/truemoney/vouchers", &input).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{input}");
    }
}

#[tokio::test]
async fn a_lost_redeem_is_seen_at_the_voucher() {
    let world = World::start().await;
    let fault = |kind: &str| json!({"target": "truemoney", "kind": kind, "operation": "redeem", "count": 1, "millis": LONG_MILLIS});
    for (kind, seen_at_once) in [("drop_before", 0), ("drop_after", 1), ("late", 0)] {
        let hash = gift(&world, &json!({"amount": "50"})).await;
        world.fault(&fault(kind)).await;
        let lost = redeem_request(&world, &hash, MOBILE).send().await;
        assert!(lost.is_err(), "{kind}");
        let seen = verify(&world, &hash).await;
        assert_eq!(seen["data"]["voucher"]["redeemed"], seen_at_once, "{kind}");
        world.advance(LONG);
        let code = redeem(&world, &hash, MOBILE).await["status"]["code"].clone();
        let expected = if kind == "drop_before" {
            "SUCCESS"
        } else {
            "TARGET_USER_REDEEMED"
        };
        assert_eq!(code, expected, "{kind}");
    }
}

#[tokio::test]
async fn a_late_redeem_that_was_overtaken_takes_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::start_in(folder.path()).await;
    let hash = gift(&world, &json!({"amount": "50", "member": 2})).await;
    world
        .fault(&json!({"target": "truemoney", "kind": "late", "operation": "redeem", "count": 1, "millis": LONG_MILLIS}))
        .await;
    assert!(redeem_request(&world, &hash, MOBILE).send().await.is_err());
    assert_eq!(
        redeem(&world, &hash, MOBILE).await["status"]["code"],
        "SUCCESS"
    );
    world.stop().await;
    let world = World::start_in(folder.path()).await;
    world.advance(LONG);
    let seen = verify(&world, &hash).await;
    assert_eq!(seen["data"]["tickets"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn maintenance_is_reported_by_the_configuration() {
    let world = World::start().await;
    let configuration = "/truemoney/campaign/vouchers/configuration";
    let (_, open) = world.get(configuration).await;
    assert_eq!(open["status"]["code"], "SUCCESS");
    assert_eq!(open["data"]["ma"]["title_th"], Value::Null);
    world
        .fault(&json!({"target": "truemoney", "kind": "maintenance"}))
        .await;
    let (status, closed) = world.get(configuration).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(closed["status"]["code"], "MAINTENANCE");
    assert!(closed["data"]["ma"]["title_th"].is_string());
    let hash = gift(&world, &json!({"amount": "50"})).await;
    assert_eq!(
        redeem(&world, &hash, MOBILE).await["status"]["code"],
        "MAINTENANCE"
    );
}
