//! QR orders: made, paid in time and too late, and answer until somebody listens.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::routing::post;
use hmac::{Hmac, Mac};
use image::{ImageFormat, Luma};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;

use crate::support::{BCEL, KBANK, LONG, LONG_MILLIS, World, answer, eventually};

/// What reached an operator that listens on this machine.
#[derive(Clone)]
struct Operator {
    url: String,
    heard: Arc<Mutex<Vec<(HeaderMap, Bytes)>>>,
    /// Answers 200 from this call on (counted from zero), 500 before.
    patience: usize,
}

impl Operator {
    async fn start(patience: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let operator = Self {
            url,
            heard: Arc::default(),
            patience,
        };
        let ear = operator.clone();
        let hear = async move |headers: HeaderMap, body: Bytes| {
            let mut heard = ear.heard.lock().unwrap();
            heard.push((headers, body));
            if heard.len() > ear.patience {
                StatusCode::OK
            } else {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        };
        let router = Router::new().route("/hook", post(hear));
        tokio::spawn(async move { axum::serve(listener, router).await });
        operator
    }

    fn count(&self) -> usize {
        self.heard.lock().unwrap().len()
    }

    async fn hears(&self, count: usize) -> Vec<(HeaderMap, Value)> {
        eventually("the operator hears of it", async || {
            let heard = self.count();
            if heard >= count { Ok(()) } else { Err(heard) }
        })
        .await;
        let heard = self.heard.lock().unwrap();
        heard
            .iter()
            .map(|(headers, body)| {
                let answer = serde_json::from_slice(body).unwrap_or(Value::Null);
                (headers.clone(), answer)
            })
            .collect()
    }

    fn is_signed(&self, index: usize, secret: &str) -> bool {
        let heard = self.heard.lock().unwrap();
        let (headers, body) = &heard[index];
        let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
        mac.update(headers["x-timestamp"].as_bytes());
        mac.update(b".");
        mac.update(body);
        headers["x-signature"] == hex::encode(mac.finalize().into_bytes())
    }
}

fn order(id: &str, amount: &str, callback_url: &str) -> Value {
    json!({
        "orderId": id, "amount": amount, "currency": "THB",
        "payer": {"bankCode": "SCB", "accountNo": "1230102093", "accountName": "สมชาย ใจดี"},
        "callbackUrl": callback_url, "expireSeconds": 600,
    })
}

async fn create(world: &World, id: &str, callback_url: &str) -> String {
    let input = order(id, "500.00", callback_url);
    let (status, made) = world.command(KBANK, "/v1/orders", &input).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    made["qrPayload"].as_str().unwrap().to_owned()
}

async fn status_of(world: &World, id: &str) -> Value {
    let (_, order) = world.read(KBANK, &format!("/v1/orders/{id}")).await;
    order["status"].clone()
}

async fn pay(world: &World, payload: &str) -> (StatusCode, Value) {
    world
        .post("/psp/payments", &json!({"payload": payload}))
        .await
}

#[tokio::test]
async fn an_order_is_made_once_and_its_code_can_be_paid_once() {
    let world = World::start().await;
    let operator = Operator::start(0).await;
    let input = order("Q1", "500.00", &operator.url);
    let (status, made) = world.command(KBANK, "/v1/orders", &input).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!(made["status"], "PENDING");
    let (status, again) = world.command(KBANK, "/v1/orders", &input).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(again["providerRef"], made["providerRef"]);
    assert_eq!(again["replayed"], true);
    let other = order("Q1", "501.00", &operator.url);
    let (status, body) = world.command(KBANK, "/v1/orders", &other).await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (409, &json!("ORDER_CONFLICT"))
    );
    let payload = made["qrPayload"].as_str().unwrap();
    assert!(payload.contains("0115010753600037401"), "{payload}");
    let (_, bill) = world
        .post("/psp/inquiries", &json!({"payload": payload}))
        .await;
    assert_eq!(
        (&bill["amount"], &bill["orderId"]),
        (&json!("500.00"), &json!("Q1"))
    );
    let (status, paid) = pay(&world, payload).await;
    assert_eq!((status, &paid["status"]), (StatusCode::OK, &json!("PAID")));
    let (status, body) = pay(&world, payload).await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (409, &json!("ORDER_PAID"))
    );
    let (status, body) = world
        .call(KBANK, Method::DELETE, "/v1/orders/Q1", None)
        .await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (409, &json!("ORDER_PAID"))
    );
    let heard = operator.hears(1).await;
    let answer = &heard[0].1;
    assert_eq!(answer["event"], "PAYMENT_SUCCESS");
    assert_eq!(answer["orderId"], "Q1");
    assert_eq!(answer["providerRef"], made["providerRef"]);
    assert_eq!(
        (&answer["amount"], &answer["currency"]),
        (&json!("500.00"), &json!("THB"))
    );
    assert!(operator.is_signed(0, KBANK.secret));
    let (_, totals) = world.get("/__sandbox/totals").await;
    assert_eq!(totals["psp"]["kbank"]["amount"], "500.00");
}

#[tokio::test]
async fn a_code_can_be_paid_after_its_end() {
    let world = World::start().await;
    let operator = Operator::start(0).await;
    let cancelled = create(&world, "Q1", &operator.url).await;
    for _ in 0..2 {
        let (_, body) = world
            .call(KBANK, Method::DELETE, "/v1/orders/Q1", None)
            .await;
        assert_eq!(body["status"], "CANCELLED");
    }
    let mut input = order("Q2", "20.00", &operator.url);
    input["expireSeconds"] = json!(1);
    let (_, made) = world.command(KBANK, "/v1/orders", &input).await;
    world.advance(Duration::from_secs(2));
    assert_eq!(status_of(&world, "Q2").await, "EXPIRED");
    for payload in [&cancelled, made["qrPayload"].as_str().unwrap()] {
        let (status, paid) = pay(&world, payload).await;
        assert_eq!(
            (status, &paid["late"]),
            (StatusCode::OK, &json!(true)),
            "{paid}"
        );
    }
    assert_eq!(status_of(&world, "Q1").await, "PAID");
    assert_eq!(status_of(&world, "Q2").await, "PAID");
    operator.hears(2).await;
}

#[tokio::test]
async fn a_callback_is_repeated_until_it_is_heard() {
    let world = World::start().await;
    let operator = Operator::start(2).await;
    let payload = create(&world, "Q1", &operator.url).await;
    pay(&world, &payload).await;
    operator.hears(1).await;
    world.advance(Duration::from_secs(1));
    operator.hears(2).await;
    world.advance(Duration::from_secs(1));
    let heard = operator.hears(3).await;
    assert_eq!(heard[0].1, heard[2].1);
    eventually("the callback is delivered", async || {
        let (_, list) = world.get("/psp/orders").await;
        let delivered = &list["orders"][0]["callback"]["deliveredAt"];
        if delivered.is_string() {
            Ok(())
        } else {
            Err(list)
        }
    })
    .await;
    // What is sent next is another order's.
    world.advance(LONG);
    let payload = create(&world, "Q2", &operator.url).await;
    pay(&world, &payload).await;
    let heard = operator.hears(4).await;
    assert_eq!(heard[3].1["orderId"], "Q2");
}

#[tokio::test]
async fn a_callback_that_nobody_heard_is_sent_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let world = World::start_in(folder.path()).await;
    let operator = Operator::start(0).await;
    world
        .fault(&json!({"target": "psp:kbank", "kind": "drop_before", "operation": "callback"}))
        .await;
    let payload = create(&world, "Q1", &operator.url).await;
    pay(&world, &payload).await;
    world.hits(1).await;
    world.advance(Duration::from_secs(1));
    world.hits(2).await;
    assert_eq!(operator.count(), 0);
    world.stop().await;
    let world = World::start_in(folder.path()).await;
    world.advance(LONG);
    let heard = operator.hears(1).await;
    assert_eq!(heard[0].1["orderId"], "Q1");
    assert_eq!(status_of(&world, "Q1").await, "PAID");
}

#[tokio::test]
async fn a_reply_that_was_lost_brings_the_callback_again() {
    let world = World::start().await;
    let operator = Operator::start(0).await;
    world
        .fault(&json!({"target": "psp:kbank", "kind": "drop_after", "operation": "callback", "count": 1}))
        .await;
    let payload = create(&world, "Q1", &operator.url).await;
    pay(&world, &payload).await;
    operator.hears(1).await;
    world.advance(Duration::from_secs(1));
    operator.hears(2).await;
}

#[tokio::test]
async fn callbacks_are_sent_as_requested() {
    let world = World::start().await;
    let operator = Operator::start(0).await;
    create(&world, "Q1", &operator.url).await;
    let send = async |input: Value| {
        let (status, body) = world.post("/__sandbox/psp/kbank/callbacks", &input).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        body
    };
    send(json!({"orderId": "Q1", "forged": true})).await;
    send(json!({"orderId": "Q1", "amount": "5000.00", "currency": "LAK"})).await;
    send(json!({"orderId": "Q1", "timestamp": 1_000_000_000})).await;
    let many = send(json!({"orderId": "Q1", "repeat": 20, "atOnce": true})).await;
    assert_eq!(many["statuses"], json!(vec![200; 20]));
    send(json!({"orderId": "Q1", "sentOrderId": "NOPE"})).await;
    let heard = operator.hears(24).await;
    assert!(!operator.is_signed(0, KBANK.secret));
    assert!(operator.is_signed(1, KBANK.secret));
    assert_eq!(
        (&heard[1].1["amount"], &heard[1].1["currency"]),
        (&json!("5000.00"), &json!("LAK"))
    );
    assert_eq!(heard[2].0["x-timestamp"], "1000000000");
    assert!(operator.is_signed(2, KBANK.secret));
    assert_eq!(heard[23].1["orderId"], "NOPE");
    assert_eq!(status_of(&world, "Q1").await, "PENDING");
    let (status, _) = world
        .post("/__sandbox/psp/kbank/callbacks", &json!({"orderId": "Q9"}))
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn another_amount_than_the_ordered_one_is_reported_as_it_was_paid() {
    let world = World::start().await;
    let operator = Operator::start(0).await;
    let payload = create(&world, "Q1", &operator.url).await;
    let input = json!({"payload": payload, "amount": "499.99"});
    assert_eq!(world.post("/psp/payments", &input).await.0, StatusCode::OK);
    assert_eq!(operator.hears(1).await[0].1["amount"], "499.99");
    let (_, order) = world.read(KBANK, "/v1/orders/Q1").await;
    assert_eq!(
        (&order["amount"], &order["orderAmount"]),
        (&json!("499.99"), &json!("500.00"))
    );
}

#[tokio::test]
async fn a_late_order_is_unknown_until_it_arrives_or_is_sent_again() {
    let world = World::start().await;
    let late = json!({"target": "psp:kbank", "kind": "late", "operation": "create", "count": 2, "millis": LONG_MILLIS});
    world.fault(&late).await;
    for id in ["Q1", "Q2"] {
        let input = order(id, "500.00", "http://127.0.0.1:1/");
        let lost = world.signed(KBANK, Method::POST, "/v1/orders", Some(&input));
        assert!(lost.send().await.is_err());
        let (status, body) = world.read(KBANK, &format!("/v1/orders/{id}")).await;
        assert_eq!(
            (status.as_u16(), &body["code"]),
            (404, &json!("ORDER_NOT_FOUND"))
        );
    }
    create(&world, "Q2", "http://127.0.0.1:1/").await;
    assert_eq!(status_of(&world, "Q2").await, "PENDING");
    world.advance(LONG);
    assert_eq!(status_of(&world, "Q1").await, "PENDING");
}

#[tokio::test]
async fn a_picture_of_a_code_is_read() {
    let world = World::start().await;
    let payload = create(&world, "Q1", "http://127.0.0.1:1/").await;
    let code = qrcode::QrCode::new(&payload).unwrap();
    let picture = code.render::<Luma<u8>>().module_dimensions(4, 4).build();
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).unwrap();
    let upload = |bytes: Vec<u8>| {
        world
            .http
            .post(format!("{}/psp/pictures", world.base))
            .body(bytes)
            .send()
    };
    let (status, bill) = answer(upload(png.into_inner()).await.unwrap()).await;
    assert_eq!((status, &bill["orderId"]), (StatusCode::OK, &json!("Q1")));
    assert_eq!(bill["payload"], json!(payload));
    let (status, body) = answer(upload(b"nonsense".to_vec()).await.unwrap()).await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (422, &json!("QR_INVALID"))
    );
}

#[tokio::test]
async fn a_lao_order_has_a_lao_code_in_whole_kip() {
    let world = World::start().await;
    let mut input = order("DEP0000000001", "50000.00", "http://127.0.0.1:1/");
    let (_, body) = world.command(BCEL, "/v1/orders", &input).await;
    assert_eq!(body["code"], "CURRENCY_MISMATCH");
    input["currency"] = json!("LAK");
    let (status, made) = world.command(BCEL, "/v1/orders", &input).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    assert_eq!(
        made["qrPayload"],
        "00020101021238580016A00526628466257701082771041802030020315mch0000000000015204599953034185405500005802LA5914SANDBOX WALLET6003VTE62170113DEP000000000163049990"
    );
    input["orderId"] = json!("DEP2");
    input["amount"] = json!("50000.50");
    let (_, body) = world.command(BCEL, "/v1/orders", &input).await;
    assert_eq!(body["code"], "AMOUNT_INVALID");
}

#[tokio::test]
async fn nonsense_orders_and_strangers_are_refused() {
    let world = World::start().await;
    for (field, value, code) in [
        ("orderId", json!("lower"), "REQUEST_INVALID"),
        ("orderId", json!("Q12345678901234567890"), "REQUEST_INVALID"),
        ("amount", json!("0"), "AMOUNT_INVALID"),
        ("amount", json!("1.005"), "AMOUNT_INVALID"),
        ("currency", json!("LAK"), "CURRENCY_MISMATCH"),
        ("expireSeconds", json!(0), "REQUEST_INVALID"),
        ("callbackUrl", json!(""), "REQUEST_INVALID"),
    ] {
        let mut input = order("Q1", "500.00", "http://127.0.0.1:1/");
        input[field] = value;
        let (status, body) = world.command(KBANK, "/v1/orders", &input).await;
        assert_eq!(
            (status.as_u16(), &body["code"]),
            (422, &json!(code)),
            "{input}"
        );
    }
    let stranger = crate::support::Service {
        secret: "sandbox-psp-secret-ww",
        ..KBANK
    };
    let input = order("Q1", "500.00", "http://127.0.0.1:1/");
    let (status, body) = world.command(stranger, "/v1/orders", &input).await;
    assert_eq!(
        (status.as_u16(), &body["code"]),
        (401, &json!("SIGNATURE_INVALID"))
    );
    let (status, _) = pay(&world, "0002").await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}
