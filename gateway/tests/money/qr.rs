//! Deposits by QR: shown, paid, given up, expired, and found again whatever gets lost.

use std::time::Duration;

use gateway::config::{Config, DepositAccount, Link, Psp};
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::relay::Relay;
use crate::stage::{Answer, Player, Stage, code};

fn read<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// A stage where notifications come through a separate line, and orders are polled often.
pub(crate) async fn set_with(change: impl FnOnce(&mut Config)) -> (Stage, Relay) {
    let relay = Relay::lay().await;
    let url = relay.url();
    let stage = Stage::set_with(|config| {
        config.qr.callback_base = read::<Link>(json!(url));
        config.qr.poll_ms = 100;
        config.qr.late_poll_ms = 100;
        change(config);
    })
    .await;
    relay.connect(&format!("http://{}", stage.app.public_address()));
    (stage, relay)
}

/// Nothing is polled: only notifications arrive.
pub(crate) fn unasked(config: &mut Config) {
    config.qr.poll_ms = 3_600_000;
    config.qr.late_poll_ms = 3_600_000;
}

async fn lose_notifications(stage: &Stage) {
    for psp in ["kbank", "ww", "zapman"] {
        let fault = json!({ "target": format!("psp:{psp}"), "kind": "drop_before",
            "operation": "callback" });
        stage.fault(&fault).await;
    }
}

pub(crate) async fn make(stage: &Stage, player: &Player, bank: &str, amount: &str) -> Answer {
    let body = json!({ "amount": amount });
    stage.post(player, &format!("/qrcode/{bank}"), &body).await
}

pub(crate) async fn made(stage: &Stage, player: &Player, bank: &str, amount: &str) -> Value {
    let (status, qr) = make(stage, player, bank, amount).await;
    assert_eq!(status, StatusCode::OK, "{qr}");
    assert_eq!(qr["hasQrcode"], true, "{qr}");
    qr
}

async fn shown(stage: &Stage, player: &Player, bank: &str) -> Value {
    let (status, qr) = stage.get(player, &format!("/qrcode/{bank}")).await;
    assert_eq!(status, StatusCode::OK, "{qr}");
    qr
}

/// Somebody scans the QR with a banking app.
pub(crate) async fn scan(stage: &Stage, qr: &Value) -> Answer {
    let body = json!({ "payload": qr["payload"] });
    stage
        .control(Method::POST, "/psp/payments", Some(&body))
        .await
}

async fn give_up(stage: &Stage, player: &Player, bank: &str, qr: &Value) -> Answer {
    let id = qr["qrcodeId"].as_str().unwrap();
    let path = format!("/qrcode/{bank}?qrcodeId={id}");
    stage
        .call(player, Method::DELETE, &path, (None, None))
        .await
}

async fn until<F: Future<Output = bool>>(what: &str, is_so: impl Fn() -> F) {
    eventually(what, async || is_so().await.then_some(()).ok_or(())).await;
}

async fn holds(stage: &Stage, player: &Player, amount: &str) {
    until(amount, || async {
        stage.wallet(player).await["wallet"]["amount"] == amount
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paid_qr_is_credited_once_and_disappears() {
    let (stage, _relay) = set_with(unasked).await;
    let player = stage.player(1).await;
    let none = shown(&stage, &player, "KBANK").await;
    assert_eq!(none["hasQrcode"], false);
    assert_eq!(none["otherBankCode"], Value::Null);
    let before = stage.app.clock().now();
    let qr = made(&stage, &player, "KBANK", "300").await;
    let took = (stage.app.clock().now() - before).num_seconds();
    assert_eq!(qr["amount"], "300.00");
    let left = qr["expireIn"].as_i64().unwrap();
    assert!((899 - took..=900).contains(&left), "{left} {took}");
    assert!(qr["qrcode"].as_str().unwrap().starts_with("<svg "));
    let payload = qr["payload"].as_str().unwrap();
    assert!(payload.contains("0115010753600037401"), "{payload}");
    assert_eq!(shown(&stage, &player, "KBANK").await["payload"], payload);
    assert_eq!(shown(&stage, &player, "WW").await["otherBankCode"], "KBANK");
    let (status, paid) = scan(&stage, &qr).await;
    assert_eq!(status, StatusCode::OK, "{paid}");
    holds(&stage, &player, "300.00").await;
    assert_eq!(shown(&stage, &player, "KBANK").await["hasQrcode"], false);
    let line = stage.settled(&player).await["statements"][0].clone();
    assert_eq!(
        (&line["status"], &line["method"]),
        (&json!("SUCCESS"), &json!("qr"))
    );
    assert_eq!(line["amount"], "300.00");
    assert_eq!(stage.events(&player, "QrPaid").await, 1);
    assert_eq!(stage.totals().await["psp"]["kbank"]["amount"], "300.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn making_a_qr_of_another_channel_gives_the_first_one_up() {
    let (stage, _relay) = set_with(|_| {}).await;
    let player = stage.player(1).await;
    let first = made(&stage, &player, "KBANK", "300").await;
    let second = made(&stage, &player, "WW", "200").await;
    assert_eq!(shown(&stage, &player, "KBANK").await["otherBankCode"], "WW");
    let is_cancelled = || async { stage.totals().await["psp"]["kbank"]["cancelled"] == 1 };
    until("the service was notified", is_cancelled).await;
    assert_eq!(stage.events(&player, "QrEnded").await, 1);
    assert_eq!(stage.totals().await["psp"]["ww"]["pending"], 1);
    // A phone had scanned it before: late money is money.
    scan(&stage, &first).await;
    holds(&stage, &player, "300.00").await;
    assert_eq!(
        shown(&stage, &player, "WW").await["payload"],
        second["payload"]
    );
    scan(&stage, &second).await;
    holds(&stage, &player, "500.00").await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_qr_is_given_up_by_its_owner_only_and_its_money_is_not_lost() {
    let (stage, _relay) = set_with(|_| {}).await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    let qr = made(&stage, &player, "ZAPMAN", "100").await;
    let refused = give_up(&stage, &other, "ZAPMAN", &qr).await;
    assert_eq!(code(&refused), (404, "NO_DATA"));
    let refused = give_up(&stage, &player, "KBANK", &qr).await;
    assert_eq!(code(&refused), (404, "NO_DATA"));
    assert_eq!(shown(&stage, &player, "ZAPMAN").await["hasQrcode"], true);
    for _ in 0..2 {
        let (status, gone) = give_up(&stage, &player, "ZAPMAN", &qr).await;
        assert_eq!(
            (status, &gone["hasQrcode"]),
            (StatusCode::OK, &json!(false))
        );
    }
    let is_cancelled = || async { stage.totals().await["psp"]["zapman"]["cancelled"] == 1 };
    until("the service was notified", is_cancelled).await;
    let second = made(&stage, &player, "ZAPMAN", "150").await;
    let body = json!({ "qrcodeId": second["qrcodeId"] });
    let call = (None, Some(&body));
    let (status, _) = stage
        .call(&player, Method::DELETE, "/qrcode/ZAPMAN", call)
        .await;
    assert_eq!(status, StatusCode::OK);
    scan(&stage, &qr).await;
    holds(&stage, &player, "100.00").await;
    assert_eq!(stage.events(&player, "QrEnded").await, 2);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_notification_only_delays() {
    let (stage, _relay) = set_with(|_| {}).await;
    lose_notifications(&stage).await;
    let player = stage.player(1).await;
    let qr = made(&stage, &player, "KBANK", "300").await;
    scan(&stage, &qr).await;
    holds(&stage, &player, "300.00").await;
    let late = made(&stage, &player, "WW", "100").await;
    give_up(&stage, &player, "WW", &late).await;
    scan(&stage, &late).await;
    holds(&stage, &player, "400.00").await;
    stage.clear_faults().await;
    // What was lost so far arrives after all, and changes nothing.
    let is_notified = || async {
        let totals = stage.totals().await;
        totals["psp"]["kbank"]["callbacksWaiting"] == 0
            && totals["psp"]["ww"]["callbacksWaiting"] == 0
    };
    until("the notifications arrived", is_notified).await;
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "400.00");
    assert_eq!(stage.events(&player, "QrPaid").await, 2);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_qr_is_dropped_and_its_late_money_is_credited() {
    let (stage, _relay) = set_with(|config| config.psps[0].expire_minutes = 1).await;
    lose_notifications(&stage).await;
    let player = stage.player(1).await;
    let qr = made(&stage, &player, "KBANK", "300").await;
    stage.app.clock().advance(Duration::from_secs(61));
    assert_eq!(shown(&stage, &player, "KBANK").await["hasQrcode"], false);
    until("it ended", || async {
        stage.events(&player, "QrEnded").await == 1
    })
    .await;
    scan(&stage, &qr).await;
    holds(&stage, &player, "300.00").await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_of_the_service_is_asked_for_again() {
    let (stage, _relay) = set_with(unasked).await;
    let player = stage.player(1).await;
    for kind in ["drop_after", "error_500_after", "malformed", "drop_before"] {
        let fault = json!({ "target": "psp:kbank", "kind": kind, "operation": "create",
            "count": 1 });
        stage.fault(&fault).await;
        made(&stage, &player, "KBANK", "300").await;
    }
    assert_eq!(stage.totals().await["psp"]["kbank"]["orders"], 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_refuses_or_is_silent_makes_no_qr() {
    let (mut stage, _relay) = set_with(|config| config.waits.outside_ms = 300).await;
    let player = stage.player(1).await;
    for (n, kind) in [
        (1, "maintenance"),
        (2, "drop_before"),
        (3, "hang"),
        (4, "drop_after"),
    ] {
        let fault = json!({ "target": "psp:kbank", "kind": kind, "operation": "create" });
        stage.fault(&fault).await;
        let (status, failed) = make(&stage, &player, "KBANK", "300").await;
        assert_eq!(status, StatusCode::OK, "{failed}");
        assert_eq!(failed["message"], "QR_FAIL", "{kind}: {failed}");
        assert_eq!(
            (&failed["hasQrcode"], &failed["qrcode"]),
            (&json!(false), &Value::Null)
        );
        assert_eq!(stage.events(&player, "QrEnded").await, n, "{kind}");
        stage.clear_faults().await;
    }
    stage
        .restart(|config| config.waits.outside_ms = 30_000)
        .await;
    made(&stage, &player, "KBANK", "300").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_qr_that_pays_somebody_else_is_never_shown() {
    // The operator's biller is another one than the service's QRs pay.
    let (stage, _relay) = set_with(|config| {
        config.psps[0].biller_id = "099400016550100".to_owned();
    })
    .await;
    let player = stage.player(1).await;
    let (_, failed) = make(&stage, &player, "KBANK", "300").await;
    assert_eq!(failed["message"], "QR_FAIL", "{failed}");
    assert_eq!(failed["payload"], Value::Null);
    assert_eq!(
        shown(&stage, &player, "KBANK").await["payload"],
        Value::Null
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_with_the_same_key_is_the_same_order() {
    let (stage, _relay) = set_with(unasked).await;
    let player = stage.player(1).await;
    let body = json!({ "amount": "300" });
    let call = |bank: &'static str, body: Value| {
        let (stage, player) = (&stage, &player);
        async move {
            let call = (Some("qr-1"), Some(&body));
            let path = format!("/qrcode/{bank}");
            stage.call(player, Method::POST, &path, call).await
        }
    };
    let all = futures_util::future::join_all((0..10).map(|_| call("KBANK", body.clone()))).await;
    for (status, qr) in &all {
        assert_eq!(*status, StatusCode::OK, "{qr}");
        assert_eq!(qr["qrcodeId"], all[0].1["qrcodeId"]);
    }
    for (bank, amount) in [("KBANK", "301"), ("WW", "300")] {
        let other = call(bank, json!({ "amount": amount })).await;
        assert_eq!(
            code(&other),
            (422, "IDEMPOTENCY_MISMATCH"),
            "{bank} {amount}"
        );
    }
    assert_eq!(stage.events(&player, "QrOrdered").await, 1);
    assert_eq!(stage.totals().await["psp"]["kbank"]["orders"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_player_has_one_open_qr_however_many_are_made_at_once() {
    let (stage, _relay) = set_with(|_| {}).await;
    let player = stage.player(1).await;
    let banks = ["KBANK", "WW", "ZAPMAN"];
    let all = (0..12).map(|n| make(&stage, &player, banks[n % 3], "100"));
    for (status, qr) in futures_util::future::join_all(all).await {
        assert_eq!(status, StatusCode::OK, "{qr}");
    }
    let mut open = Vec::new();
    for bank in banks {
        open.push(shown(&stage, &player, bank).await["hasQrcode"] == true);
    }
    assert_eq!(
        open.iter().filter(|is_open| **is_open).count(),
        1,
        "{open:?}"
    );
    let ordered = stage.events(&player, "QrOrdered").await;
    assert_eq!(stage.events(&player, "QrEnded").await, ordered - 1);
    let is_one = || async {
        let totals = stage.totals().await["psp"].clone();
        let pending = ["kbank", "ww", "zapman"].map(|it| totals[it]["pending"].as_i64().unwrap());
        pending.iter().sum::<i64>() == 1
    };
    until("the services were notified of all but one", is_one).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_input_is_refused_by_its_code_and_nothing_is_ordered() {
    let (stage, _relay) = set_with(unasked).await;
    let player = stage.player(1).await;
    let before = stage.head().await;
    for (bank, body, expected) in [
        ("SCB", json!({ "amount": "100" }), (404, "NO_BANK")),
        ("kbank", json!({ "amount": "100" }), (404, "NO_BANK")),
        ("BCEL", json!({ "amount": "100" }), (404, "NO_BANK")),
        ("%00", json!({ "amount": "100" }), (404, "NO_BANK")),
        (
            "KBANK",
            json!({ "amount": "0.99" }),
            (422, "DEPOSIT_MINIMUM"),
        ),
        ("KBANK", json!({ "amount": "-1" }), (422, "DEPOSIT_MINIMUM")),
        ("KBANK", json!({ "amount": 0 }), (422, "DEPOSIT_MINIMUM")),
        ("WW", json!({ "amount": "99.99" }), (422, "DEPOSIT_MINIMUM")),
        (
            "KBANK",
            json!({ "amount": "100.001" }),
            (400, "INVALID_AMOUNT"),
        ),
        (
            "KBANK",
            json!({ "amount": "1e309" }),
            (400, "INVALID_AMOUNT"),
        ),
        ("KBANK", json!({ "amount": "NaN" }), (400, "INVALID_AMOUNT")),
        ("KBANK", json!({ "amount": "" }), (400, "INVALID_AMOUNT")),
        ("KBANK", json!({ "amount": null }), (400, "INVALID_INPUT")),
        ("KBANK", json!({}), (400, "INVALID_INPUT")),
        ("KBANK", json!([]), (400, "INVALID_INPUT")),
    ] {
        let answer = stage.post(&player, &format!("/qrcode/{bank}"), &body).await;
        assert_eq!(code(&answer), expected, "{bank} {body}: {}", answer.1);
        if expected.1 == "DEPOSIT_MINIMUM" {
            let least = if bank == "WW" { "100.00" } else { "1.00" };
            assert_eq!(answer.1["data"]["min"], least);
        }
    }
    let unknown = Uuid::nil().to_string();
    for (path, body, expected) in [
        ("/qrcode/SCB?qrcodeId=x".to_owned(), None, (404, "NO_BANK")),
        (
            "/qrcode/KBANK?qrcodeId=x".to_owned(),
            None,
            (400, "INVALID_INPUT"),
        ),
        (
            "/qrcode/KBANK?qrcodeId=".to_owned(),
            None,
            (400, "INVALID_INPUT"),
        ),
        (
            format!("/qrcode/KBANK?qrcodeId={unknown}"),
            None,
            (404, "NO_DATA"),
        ),
        (
            "/qrcode/KBANK".to_owned(),
            None,
            (415, "UNSUPPORTED_MEDIA_TYPE"),
        ),
        (
            "/qrcode/KBANK".to_owned(),
            Some(json!({})),
            (400, "INVALID_INPUT"),
        ),
        (
            "/qrcode/KBANK".to_owned(),
            Some(json!({ "qrcodeId": 7 })),
            (400, "INVALID_INPUT"),
        ),
    ] {
        let answer = stage
            .call(&player, Method::DELETE, &path, (None, body.as_ref()))
            .await;
        assert_eq!(code(&answer), expected, "{path}: {}", answer.1);
    }
    let answer = stage.get(&player, "/qrcode/SCB").await;
    assert_eq!(code(&answer), (404, "NO_BANK"));
    let answer = stage
        .call(
            &player,
            Method::PUT,
            "/qrcode/KBANK",
            (None, Some(&json!({}))),
        )
        .await;
    assert_eq!(code(&answer), (405, "METHOD_NOT_ALLOWED"));
    assert_eq!(stage.head().await, before, "nothing was written");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_makes_only_so_many_orders_an_hour() {
    let (stage, _relay) = set_with(|config| config.qr.orders_per_hour_max = 3).await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    for _ in 0..3 {
        made(&stage, &player, "KBANK", "100").await;
    }
    let refused = make(&stage, &player, "WW", "100").await;
    assert_eq!(code(&refused), (429, "REQUEST_LIMIT"));
    made(&stage, &other, "WW", "100").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_of_an_excluded_player_waits_for_staff() {
    let (stage, _relay) = set_with(|_| {}).await;
    let player = stage.player(1).await;
    let qr = made(&stage, &player, "KBANK", "300").await;
    let body = json!({ "kind": "TIME_OUT", "period": "DAY", "password": "Correct-Horse-9" });
    let (status, answer) = stage.post(&player, "/limits/exclusion", &body).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let refused = make(&stage, &player, "WW", "100").await;
    assert_eq!(code(&refused), (403, "PLAYER_EXCLUDED"));
    scan(&stage, &qr).await;
    until("it waits", || async {
        stage.events(&player, "QrReferred").await == 1
    })
    .await;
    let is_heard = || async { stage.totals().await["psp"]["kbank"]["callbacksWaiting"] == 0 };
    until("the service is not asked to try again", is_heard).await;
    assert_eq!(stage.events(&player, "QrPaid").await, 0);
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "0.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_beyond_the_players_own_limit_waits_for_staff() {
    let (stage, _relay) = set_with(|_| {}).await;
    let player = stage.player(1).await;
    let qr = made(&stage, &player, "KBANK", "300").await;
    let body = json!({ "deposit": { "day": "200.00" } });
    let call = (None, Some(&body));
    let (status, answer) = stage.call(&player, Method::PUT, "/limits", call).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let refused = make(&stage, &player, "WW", "250").await;
    assert_eq!(code(&refused), (422, "DEPOSIT_LIMIT"), "{}", refused.1);
    scan(&stage, &qr).await;
    until("it waits", || async {
        stage.events(&player, "QrReferred").await == 1
    })
    .await;
    assert_eq!(stage.events(&player, "QrPaid").await, 0);
    let small = made(&stage, &player, "WW", "200").await;
    scan(&stage, &small).await;
    holds(&stage, &player, "200.00").await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_standby_gateway_finds_what_was_paid() {
    let (mut stage, _relay) = set_with(|_| {}).await;
    lose_notifications(&stage).await;
    let player = stage.player(1).await;
    let qr = made(&stage, &player, "KBANK", "300").await;
    let second = stage.another().await;
    let first = std::mem::replace(&mut stage.app, second);
    assert!(first.stop().await);
    assert_eq!(
        shown(&stage, &player, "KBANK").await["payload"],
        qr["payload"]
    );
    scan(&stage, &qr).await;
    holds(&stage, &player, "300.00").await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_gateways_and_a_notification_credit_once() {
    let (mut stage, relay) = set_with(|_| {}).await;
    let player = stage.player(1).await;
    // The questions are asked at one gateway, the notification comes to the other.
    let second = stage.another().await;
    relay.connect(&format!("http://{}", second.public_address()));
    for n in 1..=5 {
        let qr = made(&stage, &player, "KBANK", "100").await;
        scan(&stage, &qr).await;
        holds(&stage, &player, &format!("{n}00.00")).await;
    }
    assert_eq!(stage.events(&player, "QrPaid").await, 5);
    stage.audit().await;
    let first = std::mem::replace(&mut stage.app, second);
    first.stop().await;
}

fn lao(config: &mut Config) {
    config.service.lao_mode = true;
    let account = json!({ "id": "bcel-psp", "bank_code": "BCEL", "bank_type": "PAYMENT",
        "mode": "AUTO", "account_name": "SANDBOX WALLET", "account_no": "1", "currency": "LAK" });
    config
        .deposit_accounts
        .push(read::<DepositAccount>(account));
    let world = config.psps[0].base_url.as_str().replace("/kbank", "/bcel");
    let psp = json!({ "bank_code": "BCEL", "base_url": world, "agent": "demo-agent",
        "secret": "sandbox-psp-secret-bcel", "deposit_account": "bcel-psp", "minimum": "10000",
        "quick_amounts": ["10000"], "expire_minutes": 15, "biller_id": "mch000000000001" });
    config.psps.push(read::<Psp>(psp));
}

#[tokio::test(flavor = "multi_thread")]
async fn in_lao_mode_kip_are_paid_by_lapnet() {
    let (stage, _relay) = set_with(lao).await;
    let player = stage.player_with("02055512345", "1000102093").await;
    let refused = make(&stage, &player, "KBANK", "50000").await;
    assert_eq!(code(&refused), (404, "NO_BANK"));
    let refused = make(&stage, &player, "BCEL", "9999").await;
    assert_eq!(code(&refused), (422, "DEPOSIT_MINIMUM"));
    let refused = make(&stage, &player, "BCEL", "50000.5").await;
    assert_eq!(code(&refused), (400, "INVALID_AMOUNT"));
    let qr = made(&stage, &player, "BCEL", "50000").await;
    assert_eq!(qr["amount"], "50000");
    let payload = qr["payload"].as_str().unwrap();
    assert!(payload.contains("0016A005266284662577"), "{payload}");
    assert!(
        payload.contains("540550000") && payload.contains("5303418"),
        "{payload}"
    );
    scan(&stage, &qr).await;
    holds(&stage, &player, "50000").await;
    stage.audit().await;
}
