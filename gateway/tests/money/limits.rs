//! A player's own limits: set, loosened later, and held on every way in.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join_all;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage};

const PASSWORD: &str = "Correct-Horse-9";
const DAY: Duration = Duration::from_hours(24);

async fn set() -> Stage {
    Stage::set_with(|config| {
        config.session.idle_minutes = 100_000_000;
        config.session.absolute_hours = 10_000_000;
        config.manual_deposit.is_on = true;
    })
    .await
}

async fn limits(stage: &Stage, player: &Player) -> Value {
    let (status, body) = stage.get(player, "/limits").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

async fn put(stage: &Stage, player: &Player, body: &Value) -> Answer {
    stage
        .call(player, Method::PUT, "/limits", (None, Some(body)))
        .await
}

async fn put_ok(stage: &Stage, player: &Player, body: &Value) -> Value {
    let (status, body) = put(stage, player, body).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

async fn exclude(stage: &Stage, player: &Player, kind: &str, period: &str) -> Answer {
    let body = json!({ "kind": kind, "period": period, "password": PASSWORD });
    stage.post(player, "/limits/exclusion", &body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lower_limit_holds_at_once_and_a_higher_one_after_a_day() {
    let stage = set().await;
    let player = stage.player(1).await;
    let fresh = limits(&stage, &player).await;
    assert_eq!(fresh["currency"], "THB");
    let none = json!({ "limit": null, "used": "0.00", "reserved": "0.00", "remaining": null,
        "pending": null });
    for period in ["day", "week", "month"] {
        assert_eq!(fresh["deposit"][period], none, "{fresh}");
    }
    assert_eq!(fresh["exclusion"], Value::Null);
    assert_eq!(fresh["realityCheck"], Value::Null);

    stage.deposit(&player, "250.00").await;
    let input = json!({ "deposit": { "day": "1000", "week": "5000" }, "realityCheckMinutes": 60 });
    let set = put_ok(&stage, &player, &input).await;
    let day = &set["deposit"]["day"];
    assert_eq!(day["limit"], "1000.00");
    assert_eq!(
        (&day["used"], &day["remaining"]),
        (&json!("250.00"), &json!("750.00"))
    );
    assert_eq!(set["deposit"]["week"]["limit"], "5000.00");
    assert_eq!(set["deposit"]["month"]["limit"], Value::Null);
    assert_eq!(set["realityCheck"], json!({ "minutes": 60 }));

    let lower = put_ok(&stage, &player, &json!({ "deposit": { "day": "400" } })).await;
    assert_eq!(lower["deposit"]["day"]["limit"], "400.00");
    assert_eq!(lower["deposit"]["week"]["limit"], "5000.00");
    let looser = json!({ "deposit": { "day": "2000", "week": null } });
    let higher = put_ok(&stage, &player, &looser).await;
    assert_eq!(higher["deposit"]["day"]["limit"], "400.00");
    let pending = &higher["deposit"]["day"]["pending"];
    assert_eq!(pending["limit"], "2000.00");
    assert_eq!(higher["deposit"]["week"]["pending"]["limit"], Value::Null);
    // Asking again does not restart the day.
    let again = put_ok(&stage, &player, &json!({ "deposit": { "day": "2000" } })).await;
    assert_eq!(again["deposit"]["day"]["pending"], *pending);
    stage
        .app
        .clock()
        .advance(DAY.checked_sub(Duration::from_mins(1)).unwrap());
    assert_eq!(
        limits(&stage, &player).await["deposit"]["day"]["limit"],
        "400.00"
    );
    stage.app.clock().advance(Duration::from_mins(2));
    let later = limits(&stage, &player).await;
    assert_eq!(later["deposit"]["day"]["limit"], "2000.00", "{later}");
    assert_eq!(later["deposit"]["day"]["pending"], Value::Null);
    assert_eq!(later["deposit"]["week"]["limit"], Value::Null);
    let off = put_ok(&stage, &player, &json!({ "realityCheckMinutes": null })).await;
    assert_eq!(off["realityCheck"], Value::Null);
    let head = stage.head().await;
    put_ok(&stage, &player, &json!({})).await;
    assert_eq!(stage.head().await, head);
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_limits_are_named_and_set_nothing() {
    let stage = set().await;
    let player = stage.player(1).await;
    let before = stage.head().await;
    for (amount, code) in [
        (json!("-1"), "INVALID_AMOUNT"),
        (json!(-1), "INVALID_AMOUNT"),
        (json!("NaN"), "INVALID_AMOUNT"),
        (json!("1e309"), "INVALID_AMOUNT"),
        (json!("0.001"), "INVALID_AMOUNT"),
        (json!("100 LAK"), "INVALID_AMOUNT"),
        (json!("๑๐๐"), "INVALID_AMOUNT"),
        (json!(""), "INVALID_AMOUNT"),
        (json!(true), "INVALID_INPUT"),
        (json!([]), "INVALID_INPUT"),
        (json!({ "amount": "1", "currency": "LAK" }), "INVALID_INPUT"),
    ] {
        for period in ["day", "week", "month"] {
            // The other one is right, and is not set either.
            let mut input = json!({ "deposit": { "day": "10" }, "realityCheckMinutes": 60 });
            input["deposit"][period] = amount.clone();
            let (status, body) = put(&stage, &player, &input).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{input}: {body}");
            assert_eq!(body["message"], code, "{input}: {body}");
            let field = body["data"]["fields"][0].as_str().unwrap();
            assert!(
                field.starts_with(&format!("deposit.{period}")),
                "{input}: {body}"
            );
        }
    }
    for minutes in [
        json!(9),
        json!(241),
        json!(0),
        json!(-60),
        json!(60.5),
        json!("60"),
    ] {
        let input = json!({ "deposit": { "day": "10" }, "realityCheckMinutes": minutes });
        let (status, body) = put(&stage, &player, &input).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{input}: {body}");
        assert_eq!(
            body["data"]["fields"],
            json!(["realityCheckMinutes"]),
            "{input}"
        );
    }
    for input in [
        json!({ "deposit": { "dya": "10" } }),
        json!({ "deposits": {} }),
        json!({ "deposit": null }),
        json!("deposit"),
    ] {
        let (status, body) = put(&stage, &player, &input).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{input}: {body}");
    }
    for (kind, period) in [
        ("TIME_OUT", "SIX_MONTHS"),
        ("TIME_OUT", "FOREVER"),
        ("SELF_EXCLUSION", "DAY"),
        ("SELF_EXCLUSION", "MONTH"),
        ("REST", "DAY"),
        ("TIME_OUT", "day"),
        ("TIME_OUT", ""),
    ] {
        let (status, body) = exclude(&stage, &player, kind, period).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{kind} {period}: {body}");
    }
    assert_eq!(stage.head().await, before);
    for minutes in [10, 240] {
        put_ok(&stage, &player, &json!({ "realityCheckMinutes": minutes })).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_means_one_change_of_limits() {
    let stage = set().await;
    let player = stage.player(1).await;
    let input = json!({ "deposit": { "day": "100", "month": "900" }, "realityCheckMinutes": 30 });
    let send = |body: Value| {
        let (stage, player) = (&stage, &player);
        async move {
            let call = (Some("l-1"), Some(&body));
            stage.call(player, Method::PUT, "/limits", call).await
        }
    };
    assert_eq!(send(input.clone()).await.0, StatusCode::OK);
    let head = stage.head().await;
    assert_eq!(send(input.clone()).await.0, StatusCode::OK);
    assert_eq!(stage.head().await, head);
    let (status, body) = send(json!({ "realityCheckMinutes": 40 })).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{body}");
    // A late repeat does not undo what has been decided since.
    put_ok(&stage, &player, &json!({ "deposit": { "day": "50" } })).await;
    send(input).await;
    assert_eq!(
        limits(&stage, &player).await["deposit"]["day"]["limit"],
        "50.00"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exclusion_takes_the_password_and_is_only_ever_longer() {
    let stage = set().await;
    let player = stage.player(1).await;
    let wrong = json!({ "kind": "TIME_OUT", "period": "DAY", "password": "Wrong-1234" });
    let path = "/limits/exclusion";
    // All at one moment: the first wait is a second only.
    let _held = stage.app.clock().hold();
    let guesses = join_all((0..20).map(|_| stage.post(&player, path, &wrong))).await;
    let tried = guesses
        .iter()
        .filter(|it| it.1["message"] == "WRONG_PASSWORD");
    assert_eq!(tried.count(), 5);
    assert_eq!(stage.events(&player, "Excluded").await, 0);
    stage.app.clock().advance(Duration::from_mins(1));
    let none = json!({ "kind": "TIME_OUT", "period": "DAY", "password": "" });
    let (status, _) = stage.post(&player, path, &none).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);

    let (status, body) = exclude(&stage, &player, "TIME_OUT", "WEEK").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body["exclusion"]["kind"], "TIME_OUT");
    let until: chrono::DateTime<chrono::Utc> = body["exclusion"]["until"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!((until - stage.app.clock().now()).num_hours(), 7 * 24 - 1);
    let (status, refused) = exclude(&stage, &player, "TIME_OUT", "DAY").await;
    assert_eq!(
        (status.as_u16(), &refused["message"]),
        (409, &json!("LIMIT_NOT_SHORTER"))
    );
    let (status, body) = exclude(&stage, &player, "SELF_EXCLUSION", "FOREVER").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(
        body["exclusion"],
        json!({ "kind": "SELF_EXCLUSION", "until": null })
    );
    let (status, refused) = exclude(&stage, &player, "SELF_EXCLUSION", "FIVE_YEARS").await;
    assert_eq!(status, StatusCode::CONFLICT, "{refused}");
    stage.app.clock().advance(DAY * 4_000);
    let later = limits(&stage, &player).await;
    assert_eq!(later["exclusion"]["kind"], "SELF_EXCLUSION", "{later}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_time_out_ends_by_itself() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    exclude(&stage, &player, "TIME_OUT", "DAY").await;
    let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert_eq!(
        (status.as_u16(), &body["message"]),
        (403, &json!("PLAYER_EXCLUDED"))
    );
    assert!(body["data"]["until"].is_string(), "{body}");
    stage.app.clock().advance(DAY + Duration::from_secs(1));
    assert_eq!(limits(&stage, &player).await["exclusion"], Value::Null);
    let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "100").await;
    assert_eq!(status, StatusCode::OK, "{body}");
}

/// What a route is to a player who is excluded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Door {
    /// Takes deposits, brings money into games, or gives some.
    Closed,
    /// Brings money out, or moves none.
    Open,
}

use Door::{Closed, Open};

/// Every route below `wallet`, `qrcode` and `autoLogin`, with what is sent to it.
fn doors(username: &str) -> Vec<(&'static str, String, Value, Door)> {
    let link = "https://gift.truemoney.com/campaign/?v=0123456789abcdef0123456789abcdef01Q";
    let login = format!("/autoLogin/pg/{username}");
    let mut doors = vec![
        ("get", "/wallet".to_owned(), json!({}), Open),
        ("get", "/wallet/account/pg".to_owned(), json!({}), Closed),
        (
            "post",
            "/wallet/add".to_owned(),
            json!({ "amount": "100" }),
            Closed,
        ),
        (
            "post",
            "/wallet/truelink".to_owned(),
            json!({ "link": link }),
            Closed,
        ),
    ];
    for (from, to, door) in [
        ("WALLET", "pg", Closed),
        ("pg", "joker2", Closed),
        ("pg", "WALLET", Open),
    ] {
        let body = json!({ "from": from, "to": to, "amount": "10" });
        doors.push(("post", "/wallet/transfer".to_owned(), body, door));
    }
    for (to, door) in [("joker2", Closed), ("WALLET", Open)] {
        let body = json!({ "to": to });
        doors.push(("post", "/wallet/transferAll".to_owned(), body, door));
    }
    for path in ["/wallet/withdraw", "/wallet/withdrawAll"] {
        doors.push(("post", path.to_owned(), json!({ "amount": "100" }), Open));
    }
    for bank in ["KBANK", "WW", "ZAPMAN"] {
        let path = format!("/qrcode/{bank}");
        doors.push(("post", path.clone(), json!({ "amount": "500" }), Closed));
        doors.push(("get", path.clone(), json!({}), Open));
        doors.push(("delete", path, json!({}), Open));
    }
    for method in ["get", "post"] {
        doors.push((
            method,
            "/wallet/activate/betflix".to_owned(),
            json!({}),
            Closed,
        ));
        doors.push((
            method,
            "/wallet/resetpassword/pg".to_owned(),
            json!({}),
            Closed,
        ));
        doors.push((method, "/wallet/refresh/slot".to_owned(), json!({}), Open));
        doors.push((method, login.clone(), json!({}), Closed));
        doors.push((method, format!("{login}/secret"), json!({}), Closed));
    }
    doors.extend(reward_doors());
    doors
}

/// Rewards: nothing is given to a player who takes a break; looking, and ending a grant, is open.
fn reward_doors() -> Vec<(&'static str, String, Value, Door)> {
    let coupon = || json!({ "coupon": "CASH5" });
    let page = || json!({ "page": 1, "limit": 10 });
    let mut doors = Vec::new();
    for (path, door) in [
        ("/bonus/activate/WELCOME", Closed),
        ("/bonus/clear", Open),
        ("/promotion/activate/NEWYEAR", Closed),
        ("/refund/receive", Closed),
        ("/refund/addWallet", Closed),
        ("/invite/bonus", Closed),
    ] {
        for method in ["get", "post"] {
            doors.push((method, path.to_owned(), json!({}), door));
        }
    }
    for path in [
        "/bonus",
        "/bonus/quote/WELCOME",
        "/bonus/check/active",
        "/bonus/check/minimum",
        "/promotion/current",
        "/promotion/find/NEWYEAR",
        "/promotion/quote/NEWYEAR",
        "/refund/check",
        "/refund/banners",
        "/invite",
        "/invite/banners",
        "/spinwheel/active",
        "/spinwheel/setup",
        "/spinwheel/coupon",
        "/spinwheel/coupon/quote/CASH5",
        "/spinwheel/spins",
    ] {
        doors.push(("get", path.to_owned(), json!({}), Open));
    }
    for (path, body, door) in [
        ("/refund", page(), Open),
        ("/invite", page(), Open),
        ("/spinwheel/seed", json!({}), Open),
        ("/spinwheel/spin", json!({}), Closed),
        ("/spinwheel/coupon/claim", coupon(), Closed),
    ] {
        doors.push(("post", path.to_owned(), body, door));
    }
    doors
}

/// The template that a path of [`doors`] belongs to.
fn template(path: &str) -> String {
    let parts: Vec<_> = path.split('/').skip(1).collect();
    match parts.as_slice() {
        ["qrcode", _] => "/api/qrcode/{bankCode}".to_owned(),
        ["wallet", "refresh", "slot"] => "/api/wallet/refresh/slot".to_owned(),
        ["wallet", verb, _] => format!("/api/wallet/{verb}/{{slotCode}}"),
        ["bonus", verb @ ("activate" | "quote"), _] => format!("/api/bonus/{verb}/{{code}}"),
        ["promotion", verb @ ("activate" | "find" | "quote"), _] => {
            format!("/api/promotion/{verb}/{{code}}")
        }
        ["spinwheel", "coupon", "quote", _] => "/api/spinwheel/coupon/quote/{code}".to_owned(),
        ["autoLogin", _, _] => "/api/autoLogin/{provider}/{username}".to_owned(),
        ["autoLogin", ..] => "/api/autoLogin/{provider}/{username}/{password}".to_owned(),
        _ => format!("/api{path}"),
    }
}

#[test]
fn every_route_of_the_wallet_and_of_rewards_is_a_door() {
    let document: Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    let mut served = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let is_money = [
            "/api/wallet",
            "/api/qrcode",
            "/api/autoLogin",
            "/api/bonus",
            "/api/promotion",
            "/api/refund",
            "/api/invite",
            "/api/spinwheel",
        ]
        .iter()
        .any(|start| path.starts_with(start));
        // A slip is taken while excluded: its money has moved already. Another test covers it.
        if is_money && path != "/api/wallet/slip" {
            let methods = item.as_object().unwrap().keys();
            served.extend(methods.map(|method| (method.clone(), path.clone())));
        }
    }
    let doors: BTreeSet<_> = doors("somebody")
        .into_iter()
        .map(|(method, path, ..)| (method.to_owned(), template(&path)))
        .collect();
    assert_eq!(doors, served);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_excluded_player_finds_every_way_in_closed_and_every_way_out_open() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "1000.00").await;
    let username = stage.activate(&player, "pg").await;
    stage.activate(&player, "joker2").await;
    stage.transfer(&player, ("WALLET", "pg"), "300").await;
    let (status, body) = exclude(&stage, &player, "SELF_EXCLUSION", "SIX_MONTHS").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let before = stage.head().await;
    let mut open = Vec::new();
    for (method, path, body, door) in doors(&username) {
        if door == Open {
            open.push((method, path, body));
            continue;
        }
        let verb: Method = method.to_uppercase().parse().unwrap();
        let (status, answer) = stage.call(&player, verb, &path, (None, Some(&body))).await;
        let said = (status.as_u16(), &answer["message"]);
        assert_eq!(
            said,
            (403, &json!("PLAYER_EXCLUDED")),
            "{method} {path} {body}: {answer}"
        );
    }
    assert_eq!(stage.head().await, before);
    let totals = stage.totals().await;
    assert_eq!(totals["games"]["pg"]["balance"], "300.00");
    assert_eq!(totals["games"]["joker2"]["balance"], "0.00");
    for (method, path, body) in open {
        let verb: Method = method.to_uppercase().parse().unwrap();
        let (_, answer) = stage.call(&player, verb, &path, (None, Some(&body))).await;
        assert_ne!(
            answer["message"], "PLAYER_EXCLUDED",
            "{method} {path} {body}"
        );
        stage.settled(&player).await;
    }
    let totals = stage.totals().await;
    assert_eq!(totals["games"]["pg"]["balance"], "0.00");
    assert_eq!(totals["payouts"]["amount"], "200.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_excluded_players_slip_waits_for_staff() {
    let stage = set().await;
    let player = stage.player(1).await;
    exclude(&stage, &player, "TIME_OUT", "WEEK").await;
    let payment = stage.pay(&player, "100.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&player, "slip-1", picture).await;
    assert!(status.is_success(), "{body}");
    stage.has_events(&player, "SlipReferred", 1).await;
    assert_eq!(stage.events(&player, "SlipReferred").await, 1);
    assert_eq!(stage.events(&player, "Deposited").await, 0);
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "0.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_announcements_at_a_limits_edge_stay_within_it() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "250.00").await;
    put_ok(&stage, &player, &json!({ "deposit": { "day": "1000.00" } })).await;
    let body = json!({ "amount": "300.01" });
    let answers = join_all((0..200).map(|_| stage.post(&player, "/wallet/add", &body))).await;
    let taken = answers.iter().filter(|it| it.0 == StatusCode::ACCEPTED);
    assert_eq!(taken.count(), 2, "{:?}", answers[0]);
    let refused = answers
        .iter()
        .filter(|it| it.1["message"] == "DEPOSIT_LIMIT");
    assert_eq!(refused.count(), 198);
    let day = limits(&stage, &player).await["deposit"]["day"].clone();
    assert_eq!(
        (&day["used"], &day["reserved"]),
        (&json!("250.00"), &json!("600.02"))
    );
    assert_eq!(day["remaining"], "149.98");
    let one_more = json!({ "amount": "149.99" });
    let (_, body) = stage.post(&player, "/wallet/add", &one_more).await;
    assert_eq!(body["message"], "DEPOSIT_LIMIT", "{body}");
    assert_eq!(body["data"]["remaining"], "149.98", "{body}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_at_a_limits_edge_and_late_payments_of_them_never_lift_the_sum_above_it() {
    let stage = set().await;
    let player = stage.player(1).await;
    let body = json!({ "amount": "100.00" });
    // Each order replaces the one before; every one of them can still be paid.
    let mut payloads = Vec::new();
    for _ in 0..12 {
        let (status, order) = stage.post(&player, "/qrcode/KBANK", &body).await;
        assert_eq!(status, StatusCode::OK, "{order}");
        payloads.push(order["payload"].as_str().unwrap().to_owned());
    }
    put_ok(
        &stage,
        &player,
        &json!({ "deposit": { "month": "500.00" } }),
    )
    .await;
    let orders = join_all((0..200).map(|_| stage.post(&player, "/qrcode/KBANK", &body))).await;
    for (status, order) in &orders {
        // So many at once may be asked to retry; no more than that.
        assert!(status.as_u16() <= 503, "{status} {order}");
        assert_ne!(*status, StatusCode::INTERNAL_SERVER_ERROR, "{order}");
        payloads.extend(order["payload"].as_str().map(str::to_owned));
    }
    let paying = payloads.iter().map(|payload| {
        let stage = &stage;
        async move {
            let body = json!({ "payload": payload });
            stage
                .control(Method::POST, "/psp/payments", Some(&body))
                .await
        }
    });
    let paid = join_all(paying).await;
    assert!(
        paid.iter().filter(|it| it.0.is_success()).count() >= 12,
        "{paid:?}"
    );
    eventually("what the limit allows is credited", async || {
        let credited = stage.events(&player, "QrPaid").await;
        let referred = stage.events(&player, "QrReferred").await;
        assert!(credited <= 5, "{credited} were credited");
        if credited == 5 && referred >= 7 {
            return Ok(());
        }
        // The questions about orders that were given up come with longer and longer pauses.
        stage.app.clock().advance(Duration::from_secs(5));
        Err((credited, referred))
    })
    .await;
    let wallet = stage.wallet(&player).await;
    assert_eq!(wallet["wallet"]["amount"], "500.00", "{wallet}");
    let month = limits(&stage, &player).await["deposit"]["month"].clone();
    assert_eq!(
        (&month["used"], &month["remaining"]),
        (&json!("500.00"), &json!("0.00"))
    );
    stage.audit().await;
}
