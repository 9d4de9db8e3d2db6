//! Games as a studio of forms shows them (SF1): the same players as GW1's, another wire.

use std::collections::BTreeMap;

use reqwest::{RequestBuilder, StatusCode};
use sandbox::{Config, sign_form};
use serde_json::{Value, json};

use crate::support::{Answer, LONG, LONG_MILLIS, World, answer};

const SECRET: &str = "sandbox-secret-pg";

type Fields<'a> = &'a [(&'a str, &'a str)];

/// A form of the operator's, rightly signed unless `fields` says something else.
fn form(world: &World, path: &str, fields: Fields<'_>) -> RequestBuilder {
    let time = world.now().to_string();
    let common = [("agent", "demo-agent"), ("time", time.as_str())];
    let all = common.iter().chain(fields);
    let mut all: BTreeMap<String, String> = all
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let sign = sign_form(SECRET, path, &all);
    all.entry("sign".to_owned()).or_insert(sign);
    let url = format!("{}/games/pg{path}", world.base);
    world.http.post(url).form(&all)
}

async fn send(world: &World, path: &str, fields: Fields<'_>) -> Answer {
    answer(form(world, path, fields).send().await.unwrap()).await
}

/// The body of a reply, which always has status 200.
async fn call(world: &World, path: &str, fields: Fields<'_>) -> Value {
    let (status, body) = send(world, path, fields).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

async fn make(world: &World, reference: &str, direction: &str, amount: &str) -> Value {
    let fields = transfer(reference, direction, amount);
    call(world, "/sf1/transfer/make", &fields).await
}

fn transfer<'a>(
    reference: &'a str,
    direction: &'a str,
    amount: &'a str,
) -> [(&'a str, &'a str); 5] {
    [
        ("reference", reference),
        ("player", "player1"),
        ("direction", direction),
        ("amount", amount),
        ("currency", "THB"),
    ]
}

async fn status(world: &World, reference: &str) -> Value {
    let fields = [("reference", reference)];
    call(world, "/sf1/transfer/status", &fields).await
}

async fn world() -> World {
    let world = World::start().await;
    let fields = [
        ("player", "player1"),
        ("password", "abcd1234"),
        ("currency", "THB"),
        ("name", "สมชาย & ใจดี = 1"),
    ];
    for _ in 0..2 {
        let reply = call(&world, "/sf1/player/create", &fields).await;
        assert_eq!(reply["code"], 0, "{reply}");
        assert_eq!(reply["name"], "สมชาย & ใจดี = 1");
    }
    world
}

#[tokio::test]
async fn both_protocols_speak_about_the_same_players_and_transfers() {
    let world = world().await;
    let reply = make(&world, "T1", "in", "12345").await;
    assert_eq!(reply["code"], 0, "{reply}");
    assert_eq!(
        (&reply["before"], &reply["after"]),
        (&json!(0), &json!(12_345))
    );
    assert_eq!(world.balance("player1").await, "123.45");
    let (_, seen) = world.read(crate::support::PG, "/v1/transfers/T1").await;
    assert_eq!(seen["providerTxId"], reply["tx"]);
    world.transfer("T2", "player1", "OUT", "23.45").await;
    let fields = [("player", "player1")];
    let balance = call(&world, "/sf1/player/balance", &fields).await;
    assert_eq!(balance["balance"], 10_000, "{balance}");
    let fields = [("players", "nobody,player1")];
    let balances = call(&world, "/sf1/player/balances", &fields).await;
    assert_eq!(
        balances["balances"],
        json!([{"player": "player1", "currency": "THB", "balance": 10_000}])
    );
    let bet = json!({"stake": "30.00", "win": "0"});
    world.post("/__sandbox/players/pg/player1/play", &bet).await;
    let play = call(&world, "/sf1/player/play", &[("player", "player1")]).await;
    assert_eq!(
        (&play["turnover"], &play["winLoss"]),
        (&json!(3_000), &json!(-3_000))
    );
    let fields = [("player", "player1"), ("return", "https://wallet.example/")];
    let opened = call(&world, "/sf1/player/login", &fields).await;
    let page = world.http.get(opened["url"].as_str().unwrap());
    assert_eq!(page.send().await.unwrap().status(), StatusCode::OK);
}

#[tokio::test]
async fn a_reference_is_bound_to_its_first_outcome_and_a_refusal_is_one() {
    let world = world().await;
    let first = make(&world, "T1", "out", "500").await;
    assert_eq!(
        (&first["code"], &first["reference"]),
        (&json!(23), &json!("T1"))
    );
    // With money there now, a new reference would be paid out.
    make(&world, "T2", "in", "1000").await;
    for again in [
        make(&world, "T1", "out", "500").await,
        status(&world, "T1").await,
    ] {
        assert_eq!(again, first);
    }
    let done = make(&world, "T3", "out", "500").await;
    assert_eq!(done["code"], 0);
    for again in [
        make(&world, "T3", "out", "500").await,
        status(&world, "T3").await,
    ] {
        assert_eq!(again, done);
    }
    for other in [
        make(&world, "T3", "out", "501").await,
        make(&world, "T3", "in", "500").await,
    ] {
        assert_eq!(other["code"], 31, "{other}");
    }
    assert_eq!(world.balance("player1").await, "5.00");
    assert_eq!(status(&world, "T4").await["code"], 30);
}

#[tokio::test]
async fn every_refusal_of_a_transfer_has_its_code() {
    let world = world().await;
    make(&world, "T1", "in", "1000").await;
    let change = async |name: &str, value: bool| {
        let body = json!({name: value});
        world.post("/__sandbox/players/pg/player1", &body).await;
    };
    change("inRound", true).await;
    assert_eq!(make(&world, "T2", "out", "1").await["code"], 22);
    change("inRound", false).await;
    change("suspended", true).await;
    assert_eq!(make(&world, "T3", "in", "1").await["code"], 21);
    change("suspended", false).await;
    let with = async |name, value| {
        let mut fields = transfer("T9", "in", "1");
        for field in &mut fields {
            if field.0 == name {
                field.1 = value;
            }
        }
        let reply = call(&world, "/sf1/transfer/make", &fields).await;
        // Only a decided reference is named.
        (
            reply["code"].as_i64().unwrap(),
            reply["reference"].is_string(),
        )
    };
    let long = "T".repeat(51);
    for (name, value) in [
        ("amount", "0"),
        ("amount", "1.00"),
        ("amount", "-1"),
        ("amount", ""),
        ("direction", "IN"),
        ("reference", ""),
        ("reference", &long),
        ("reference", "T 1"),
        ("player", "play\ner1"),
    ] {
        assert_eq!(with(name, value).await, (10, false), "{name} {value:?}");
    }
    assert_eq!(with("currency", "LAK").await, (24, true));
    // T9 is bound now: to another currency's refusal.
    assert_eq!(with("player", "nobody").await, (31, false));
    let mut nobody = transfer("T10", "in", "1");
    nobody[1].1 = "nobody";
    let reply = call(&world, "/sf1/transfer/make", &nobody).await;
    assert_eq!(reply["code"], 20, "{reply}");
    assert_eq!(world.balance("player1").await, "10.00");
}

#[tokio::test]
async fn a_form_is_let_in_only_in_time_and_with_its_own_signature() {
    let world = world().await;
    let path = "/sf1/player/balance";
    let code = async |fields: Fields<'_>| call(&world, path, fields).await["code"].clone();
    assert_eq!(code(&[("player", "player1")]).await, 0);
    let wrong = "0".repeat(64);
    assert_eq!(code(&[("player", "player1"), ("sign", &wrong)]).await, 11);
    let old = (world.now() - 301).to_string();
    assert_eq!(code(&[("player", "player1"), ("time", &old)]).await, 12);
    assert_eq!(code(&[("player", "player1"), ("agent", "other")]).await, 13);
    assert_eq!(code(&[]).await, 10);
    // Signed for another call.
    let form = form(&world, "/sf1/player/play", &[("player", "player1")]);
    let mut request = form.build().unwrap();
    let url = format!("{}/games/pg{path}", world.base);
    *request.url_mut() = url.parse().unwrap();
    let (_, body) = answer(world.http.execute(request).await.unwrap()).await;
    assert_eq!(body["code"], 11);
}

#[tokio::test]
async fn what_was_done_is_listed_by_date_page_by_page() {
    let world = world().await;
    for n in 0..51 {
        make(&world, &format!("T{n:02}"), "in", "100").await;
    }
    make(&world, "REFUSED", "out", "999999").await;
    let mut seen = Vec::new();
    for page in ["1", "2", "3"] {
        let list = call(&world, "/sf1/transfer/list", &[("page", page)]).await;
        assert_eq!((&list["code"], &list["pages"]), (&json!(0), &json!(2)));
        let transfers = list["transfers"].as_array().unwrap().clone();
        seen.extend(transfers.iter().map(|it| it["reference"].clone()));
    }
    let all: Vec<Value> = (0..51).map(|n| json!(format!("T{n:02}"))).collect();
    assert_eq!(seen, all);
    let later = [("page", "1"), ("from", "2999-01-01T00:00:00.000000Z")];
    let none = call(&world, "/sf1/transfer/list", &later).await;
    assert_eq!(
        (&none["pages"], &none["transfers"]),
        (&json!(0), &json!([]))
    );
}

#[tokio::test]
async fn every_fault_plays_on_forms_too() {
    for (kind, answers, code) in [
        ("drop_before", false, 30),
        ("drop_after", false, 0),
        ("error_500_before", true, 30),
        ("error_500_after", true, 0),
        ("malformed", true, 0),
        ("processing", true, 1),
        ("maintenance", true, 30),
        ("late", false, 30),
    ] {
        let world = world().await;
        let fault = json!({"target": "game:pg", "kind": kind, "operation": "transfer", "count": 1,
            "millis": LONG_MILLIS});
        world.fault(&fault).await;
        let fields = transfer("T1", "in", "500");
        let sent = form(&world, "/sf1/transfer/make", &fields).send().await;
        assert_eq!(sent.is_ok(), answers, "{kind}: {sent:?}");
        if let Ok(reply) = sent {
            let (status, body) = answer(reply).await;
            match kind {
                "processing" => assert_eq!(body["code"], 1),
                "maintenance" => assert_eq!((status, &body["code"]), (StatusCode::OK, &json!(15))),
                "malformed" => assert_eq!((status, &body), (StatusCode::OK, &Value::Null)),
                _ => assert_eq!((status.as_u16(), &body), (500, &Value::Null)),
            }
        }
        assert_eq!(status(&world, "T1").await["code"], code, "{kind}");
        // A repeat is done at once, and counts once; what is in progress is waited for.
        if kind == "processing" {
            world.advance(LONG);
        }
        assert_eq!(make(&world, "T1", "in", "500").await["code"], 0, "{kind}");
        world.advance(LONG);
        assert_eq!(world.balance("player1").await, "5.00", "{kind}");
    }
}

#[tokio::test]
async fn kip_are_whole() {
    let world = World::start_with(Config::default()).await;
    let fields = [
        ("player", "player2"),
        ("password", "abcd1234"),
        ("currency", "LAK"),
    ];
    call(&world, "/sf1/player/create", &fields).await;
    let mut fields = transfer("T1", "in", "50001");
    (fields[1].1, fields[4].1) = ("player2", "LAK");
    let reply = call(&world, "/sf1/transfer/make", &fields).await;
    assert_eq!(
        (&reply["code"], &reply["after"]),
        (&json!(0), &json!(50_001))
    );
    assert_eq!(world.balance("player2").await, "50001.00");
}
