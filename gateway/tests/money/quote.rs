//! What an offer is said to cost before it is taken: what then happens, with the same figures and
//! the same refusals.

use chrono::{DateTime, TimeDelta, Utc};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::granting::{DAY, refused, set, set_with};
use crate::refresh::HANGING_MS;
use crate::stage::{Answer, Player, Stage};
use crate::wheel::{cheap_coins, only, spin_ok};

/// One offer: where it is quoted, and how it is taken.
#[derive(Clone, Copy)]
struct Offer {
    quote: &'static str,
    take: &'static str,
    coupon: Option<&'static str>,
}

const fn offer(quote: &'static str, take: &'static str) -> Offer {
    Offer {
        quote,
        take,
        coupon: None,
    }
}

const WELCOME: Offer = offer("/bonus/quote/WELCOME", "/bonus/activate/WELCOME");
const DAILY20: Offer = offer("/bonus/quote/DAILY20", "/bonus/activate/DAILY20");
const WEEKEND: Offer = offer("/bonus/quote/WEEKEND", "/bonus/activate/WEEKEND");
const NEWYEAR: Offer = offer("/promotion/quote/newyear", "/promotion/activate/newyear");
const TOPUP50: Offer = offer("/promotion/quote/TOPUP50", "/promotion/activate/TOPUP50");
const CASH5: Offer = Offer {
    coupon: Some("CASH5"),
    ..offer("/spinwheel/coupon/quote/CASH5", "/spinwheel/coupon/claim")
};

impl Offer {
    async fn quoted(self, stage: &Stage, player: &Player) -> Value {
        Stage::granted(stage.get(player, self.quote).await)
    }

    async fn taken(self, stage: &Stage, player: &Player) -> Answer {
        let body = self
            .coupon
            .map_or(json!({}), |code| json!({ "coupon": code }));
        stage.post(player, self.take, &body).await
    }
}

/// Everything that has happened to a player.
async fn history(stage: &Stage, player: &Player) -> i64 {
    sqlx::query_scalar("select count(*) from event where wallet_id::text = $1")
        .bind(player.id.to_string())
        .fetch_one(&stage.database.owner())
        .await
        .unwrap()
}

/// The quote says what the activation then grants, to the last digit, and writes nothing.
async fn comes_true(stage: &Stage, player: &Player, offer: Offer) -> Value {
    let before = history(stage, player).await;
    let quote = offer.quoted(stage, player).await;
    assert_eq!(
        history(stage, player).await,
        before,
        "a quote writes nothing"
    );
    assert_eq!(
        (&quote["status"], &quote["code"], &quote["depositNeeded"]),
        (&json!("READY"), &Value::Null, &Value::Null),
        "{quote}"
    );
    let taken = Stage::granted(offer.taken(stage, player).await);
    let figures = &quote["figures"];
    assert_eq!(figures["amount"], taken["amount"]);
    let active = Stage::granted(stage.get(player, "/bonus/check/active").await);
    let grant = &active["grant"];
    for field in ["amount", "base", "successFrom", "failTo", "turnoverNeeded"] {
        assert_eq!(figures[field], grant[field], "{field}: {quote} {grant}");
    }
    assert_eq!(figures["locked"], grant["base"], "{quote}");
    let moment = |value: &Value| {
        value
            .as_str()
            .map(|it| it.parse::<DateTime<Utc>>().unwrap())
    };
    match (moment(&figures["expiresAt"]), moment(&grant["expiresAt"])) {
        (Some(said), Some(is)) => assert!(is - said < TimeDelta::minutes(5), "{quote} {grant}"),
        (said, is) => assert_eq!(said, is),
    }
    // As long as it is active, the same offer is closed.
    let closed = offer.quoted(stage, player).await;
    assert_eq!(closed["status"], "GRANT_ACTIVE", "{closed}");
    quote
}

/// The quote names the refusal that taking it meets.
async fn is_refused(stage: &Stage, player: &Player, offer: Offer, status: &str) -> Value {
    let quote = offer.quoted(stage, player).await;
    let (answer, body) = offer.taken(stage, player).await;
    assert!(!answer.is_success(), "{quote} {body}");
    assert_eq!(
        (&quote["status"], &quote["code"]),
        (&json!(status), &body["message"]),
        "{quote} {body}"
    );
    quote
}

/// A player with a deposit and an account at pg; answers the name there.
async fn funded(stage: &Stage, n: u32, deposit: &str) -> (Player, String) {
    let player = stage.player(n).await;
    let username = stage.activate(&player, "pg").await;
    stage.deposit(&player, deposit).await;
    (player, username)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_bonus_and_promotion_grants_what_its_quote_has_said() {
    let stage = set().await;
    for (n, (offer, deposit, amount)) in (1..).zip([
        (WELCOME, "500.00", "300.00"),
        (WELCOME, "123.45", "123.45"),
        (DAILY20, "333.33", "66.66"),
        (WEEKEND, "300.00", "50.00"),
        (NEWYEAR, "2.00", "100.00"),
        (TOPUP50, "200.00", "100.00"),
    ]) {
        let (player, _) = funded(&stage, n, deposit).await;
        // Money at a game counts as well.
        stage.moved(&player, ("WALLET", "pg"), "1.00").await;
        let quote = comes_true(&stage, &player, offer).await;
        assert_eq!(quote["figures"]["amount"], amount);
        assert_eq!(quote["figures"]["basis"], "PROVIDERS");
    }
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quote_rests_on_what_the_providers_say_and_not_on_the_books() {
    let stage = set().await;
    let (player, username) = funded(&stage, 1, "200.00").await;
    stage.moved(&player, ("WALLET", "pg"), "200.00").await;
    // Won there, and booked by nobody yet.
    stage.play("pg", &username, "100.00", "350.00").await;
    let quote = comes_true(&stage, &player, NEWYEAR).await;
    let figures = &quote["figures"];
    assert_eq!(
        (&figures["total"], &figures["base"]),
        (&json!("450.00"), &json!("550.00"))
    );
    let nowhere = stage.player(2).await;
    let quote = comes_true(&stage, &nowhere, NEWYEAR).await;
    assert_eq!(quote["figures"]["basis"], "BOOKS", "there is nobody to ask");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coupon_grants_what_its_quote_has_said() {
    let stage = set_with(|config| {
        cheap_coins(config);
        only(config, &["CASH5"]);
        config.wheel.success_percent = 200;
    })
    .await;
    let (player, _) = funded(&stage, 1, "200.00").await;
    spin_ok(&stage, &player).await;
    spin_ok(&stage, &player).await;
    let status = async || {
        let list = Stage::granted(stage.get(&player, "/spinwheel/coupon").await);
        list["coupons"][0]["status"].clone()
    };
    assert_eq!(status().await, "READY");
    let quote = comes_true(&stage, &player, CASH5).await;
    assert_eq!(quote["figures"]["locked"], "205.00");
    assert_eq!(status().await, "GRANT_ACTIVE");
    is_refused(&stage, &player, CASH5, "GRANT_ACTIVE").await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_coupon_without_a_condition_locks_nothing() {
    let stage = set_with(|config| {
        cheap_coins(config);
        only(config, &["CASH5", "JACKPOT"]);
    })
    .await;
    let player = stage.player(1).await;
    refused(
        &stage.get(&player, CASH5.quote).await,
        404,
        "NO_CLAIMABLE_COUPON",
    );
    refused(
        &stage.get(&player, "/spinwheel/coupon/quote/x").await,
        400,
        "INVALID_CODE",
    );
    stage.deposit(&player, "60.00").await;
    let mut won = [false; 2];
    while won != [true; 2] {
        let spun = spin_ok(&stage, &player).await;
        let is_cash = spun["result"]["code"] == "CASH5";
        won[usize::from(is_cash)] = true;
    }
    let quote = CASH5.quoted(&stage, &player).await;
    let figures = &quote["figures"];
    assert_eq!(
        (&quote["status"], &figures["amount"], &figures["locked"]),
        (&json!("READY"), &json!("5.00"), &json!("0.00")),
        "{quote}"
    );
    let jackpot = Offer {
        quote: "/spinwheel/coupon/quote/JACKPOT",
        coupon: Some("JACKPOT"),
        ..CASH5
    };
    is_refused(&stage, &player, jackpot, "NOT_MONEY").await;
    stage.app.clock().advance(DAY * 8);
    is_refused(&stage, &player, CASH5, "EXPIRED").await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quote_says_which_deposit_is_missing_and_what_has_closed_the_last_one() {
    let stage = set().await;
    let player = stage.player(1).await;
    let username = stage.activate(&player, "pg").await;
    let quote = is_refused(&stage, &player, WELCOME, "DEPOSIT_FIRST").await;
    assert_eq!(
        (&quote["depositNeeded"], &quote["figures"]),
        (&json!("100.00"), &Value::Null)
    );
    stage.deposit(&player, "99.99").await;
    is_refused(&stage, &player, WELCOME, "DEPOSIT_FIRST").await;
    stage.deposit(&player, "500.00").await;
    let ready = WELCOME.quoted(&stage, &player).await;
    assert_eq!(
        (&ready["closesOnWithdrawal"], &ready["closesOnPlay"]),
        (&json!(true), &json!(true)),
        "{ready}"
    );
    // Moving money closes nothing; the first bet does.
    stage.moved(&player, ("WALLET", "pg"), "50.00").await;
    assert_eq!(WELCOME.quoted(&stage, &player).await["status"], "READY");
    stage.play("pg", &username, "1.00", "1.00").await;
    let quote = is_refused(&stage, &player, WELCOME, "CLOSED_BY_PLAY").await;
    assert_eq!(quote["depositNeeded"], "100.00");
    stage.deposit(&player, "500.00").await;
    let withdrawal = json!({ "amount": "100.00" });
    let answer = stage.post(&player, "/wallet/withdraw", &withdrawal).await;
    assert!(answer.0.is_success(), "{answer:?}");
    let quote = is_refused(&stage, &player, WELCOME, "CLOSED_BY_WITHDRAWAL").await;
    assert_eq!(quote["depositNeeded"], "100.00");
    let listed = stage.bonus(&player, "WELCOME").await;
    assert_eq!(listed["quote"], quote, "the list says the same");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quote_names_each_refusal() {
    let stage = set_with(|config| {
        let code = |it: &&mut gateway::config::Offer| it.code == "NEWYEAR";
        config.promotions.iter_mut().find(code).unwrap().quota = Some(1);
    })
    .await;
    let (player, username) = funded(&stage, 1, "500.00").await;
    comes_true(&stage, &player, WELCOME).await;
    is_refused(&stage, &player, DAILY20, "GRANT_ACTIVE").await;
    stage.moved(&player, ("WALLET", "pg"), "800.00").await;
    stage.play("pg", &username, "800.00", "0.00").await;
    Stage::granted(stage.command(&player, "/bonus/clear").await);
    is_refused(&stage, &player, WELCOME, "RECEIVED").await;
    is_refused(&stage, &player, DAILY20, "DEPOSIT_USED").await;
    comes_true(&stage, &player, NEWYEAR).await;
    let (late, _) = funded(&stage, 2, "500.00").await;
    // The list waits until the view of rewards shows that the last one is gone.
    stage.bonus(&late, "WELCOME").await;
    is_refused(&stage, &late, NEWYEAR, "ALL_GONE").await;
    for path in ["/bonus/quote/NOTHING", "/bonus/quote/NEWYEAR"] {
        refused(&stage.get(&late, path).await, 404, "NO_DATA");
    }
    let unknown = stage.get(&late, "/promotion/quote/WELCOME").await;
    refused(&unknown, 404, "NO_PROMOTION");
    let pause = json!({ "kind": "TIME_OUT", "period": "WEEK", "password": "Correct-Horse-9" });
    Stage::granted(stage.post(&late, "/limits/exclusion", &pause).await);
    is_refused(&stage, &late, WELCOME, "EXCLUDED").await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deposit_that_another_grant_has_taken_is_named_as_used() {
    let stage = set().await;
    let (player, username) = funded(&stage, 1, "500.00").await;
    comes_true(&stage, &player, WEEKEND).await;
    stage.moved(&player, ("WALLET", "pg"), "550.00").await;
    stage.play("pg", &username, "550.00", "0.00").await;
    Stage::granted(stage.command(&player, "/bonus/clear").await);
    let quote = is_refused(&stage, &player, WELCOME, "DEPOSIT_USED").await;
    assert_eq!(quote["depositNeeded"], "100.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_provider_leaves_a_quote_by_the_books_that_says_so() {
    let stage = set().await;
    let (player, _) = funded(&stage, 1, "500.00").await;
    for operation in ["balance", "summary"] {
        let fault = json!({ "target": "game:pg", "kind": "error_500_before",
            "operation": operation });
        stage.fault(&fault).await;
        let quote = is_refused(&stage, &player, WELCOME, "UNKNOWN").await;
        assert_eq!(quote["code"], "SERVICE_UNAVAILABLE");
        let figures = &quote["figures"];
        assert_eq!(
            (&figures["basis"], &figures["amount"], &figures["base"]),
            (&json!("BOOKS"), &json!("300.00"), &json!("800.00"))
        );
        // The list shows all that it can.
        let listed = stage.bonus(&player, "WELCOME").await;
        assert_eq!(listed["quote"]["status"], "UNKNOWN", "{listed}");
        stage.clear_faults().await;
    }
    comes_true(&stage, &player, WELCOME).await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_waits_no_longer_for_a_provider_than_for_a_view() {
    let mut stage = set().await;
    // Funded before the wait is short: a deposit whose view is late is answered as pending.
    let (player, _) = funded(&stage, 1, "500.00").await;
    // Every wait for the provider is longer than a test waits for an answer.
    stage
        .restart(|config| {
            config.waits.view_ms = 100;
            config.waits.outside_ms = HANGING_MS;
            for provider in &mut config.providers {
                provider.time_out_ms = HANGING_MS;
            }
        })
        .await;
    let fault = json!({ "target": "game:pg", "kind": "hang", "operation": "balance",
        "millis": HANGING_MS });
    stage.fault(&fault).await;
    let (status, body) = stage.get(&player, "/bonus").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body["bonuses"][0]["quote"]["status"], "UNKNOWN", "{body}");
}
