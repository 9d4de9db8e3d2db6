//! What inviting earns: figured out in the night, collected by the inviter.

use std::time::Duration;

use chrono::TimeDelta;
use gateway::App;
use gateway::config::Config;
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, DEPOSIT, Player, Stage, answer, start};

const HOUR: Duration = Duration::from_hours(1);

pub(crate) async fn set(change: impl FnOnce(&mut Config)) -> Stage {
    Stage::set_with(|config| {
        config.session.idle_minutes = 100_000_000;
        config.session.absolute_hours = 10_000_000;
        config.invite.at_hour = 0;
        change(config);
    })
    .await
}

/// Registers a player whom another one has invited, and who has an account at pg.
async fn invited(stage: &Stage, inviter: &Player) -> (Player, String) {
    invited_with(stage, &format!("PR{}", inviter.id), &FRIENDS[0]).await
}

/// Somebody who is invited.
pub(crate) struct Friend {
    name: &'static str,
    account_holder: &'static str,
}

pub(crate) const FRIENDS: [Friend; 2] = [
    Friend {
        name: "Malee",
        account_holder: "มาลี สุขใจ",
    },
    Friend {
        name: "Wichai Deengam",
        account_holder: "วิชัย ดีงาม",
    },
];

/// Registers a friend with a code, and moves money to pg.
pub(crate) async fn invited_with(stage: &Stage, code: &str, friend: &Friend) -> (Player, String) {
    // Phone and account are the friend's own.
    let number = 80 + friend.name.len();
    let account_no = format!("10005020{number}");
    let draft = json!({
        "username": format!("08999999{number}"), "name": friend.name, "password": "Correct-Horse-9",
        "sourceCode": "FRIEND", "bankCode": "SCB", "bankAccountName": friend.account_holder,
        "bankAccountNo": account_no, "inviteCode": code,
    });
    let send = |path: &str, body: &Value| answer(stage.request(Method::POST, path).json(body));
    let (status, made) = send("/account", &draft).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let (status, session) = send("/login", &draft).await;
    assert_eq!(status, StatusCode::OK, "{session}");
    let player = Player {
        token: session["token"].as_str().unwrap().to_owned(),
        id: made["id"].as_str().unwrap().parse().unwrap(),
        account_no,
    };
    let payment =
        json!({ "amount": "1000.00", "fromName": friend.account_holder, "toBank": DEPOSIT.0 });
    let payment = stage.pay_with(&player, &payment).await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&player, "slip", picture).await;
    assert_eq!(status, StatusCode::CREATED, "{body}");
    let username = stage.activate(&player, "pg").await;
    let (status, body) = stage.transfer(&player, ("WALLET", "pg"), "900").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    (player, username)
}

pub(crate) async fn play(stage: &Stage, username: &str, wager: &str, win: &str) {
    let path = format!("/__sandbox/players/pg/{username}/play");
    let bet = json!({ "stake": wager, "win": win });
    let (status, body) = stage.control(Method::POST, &path, Some(&bet)).await;
    assert!(status.is_success(), "{body}");
}

/// A second gateway, some hours later: it looks at what is due as it starts.
async fn gateway_after(stage: &Stage, hours: u32, change: impl FnOnce(&mut Config)) -> App {
    let mut config = stage.config();
    change(&mut config);
    let options = stage.options(config, stage.later(HOUR * hours));
    start(options).await
}

/// How many days are done, and how many of the invited players' days.
async fn progress(stage: &Stage) -> (i64, i64) {
    let query = "select (select count(*) from invite_day),
                        (select count(*) from invite_figure where done_at is not null)";
    let row = sqlx::query_as(query);
    row.fetch_one(&stage.database.owner()).await.unwrap()
}

async fn wait_for(stage: &Stage, wanted: impl Fn((i64, i64)) -> bool) {
    eventually("the night is done", async || {
        let seen = progress(stage).await;
        wanted(seen).then_some(()).ok_or(seen)
    })
    .await;
}

/// Waits until a day is done: so many after the one that the stage begins on.
async fn day_is_done(stage: &Stage, day: u32) {
    let day = stage.later(HOUR * 24 * day).now() + TimeDelta::hours(7);
    eventually("the day is done", async || {
        let query = "select exists (select from invite_day where day = $1)";
        let is_done: bool = sqlx::query_scalar(query)
            .bind(day.date_naive())
            .fetch_one(&stage.database.owner())
            .await
            .unwrap();
        is_done.then_some(()).ok_or(progress(stage).await)
    })
    .await;
}

/// Lets a night pass: a gateway of the next day (or a later one) looks at all that is due.
pub(crate) async fn night(stage: &Stage, days: u32) {
    let app = gateway_after(stage, 24 * days, |_| {}).await;
    day_is_done(stage, days - 1).await;
    app.stop().await;
}

pub(crate) async fn collect(stage: &Stage, player: &Player) -> Answer {
    stage.post(player, "/invite/bonus", &json!({})).await
}

pub(crate) fn refused((status, body): &Answer, expected: (u16, &str)) {
    let code = body["message"].as_str().unwrap_or_default();
    assert_eq!((status.as_u16(), code), expected, "{body}");
}

async fn earnings(stage: &Stage, player: &Player) -> Value {
    let path = format!("/invite?after={}", stage.head().await);
    let (status, body) = stage.post(player, &path, &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_of_an_invited_players_loss_is_the_inviters_once() {
    let stage = set(|_| {}).await;
    let inviter = stage.player(1).await;
    let (player, username) = invited(&stage, &inviter).await;
    play(&stage, &username, "250.99", "0.00").await;
    play(&stage, &username, "100.00", "50.00").await;
    refused(&collect(&stage, &inviter).await, (404, "NO_INVITE_BONUS"));
    night(&stage, 1).await;
    assert_eq!(stage.events(&inviter, "InviteEarned").await, 1);
    assert_eq!(stage.events(&player, "InviteEarned").await, 0);
    // A hundredth of 300.99, rounded down.
    let wallet = stage.wallet(&inviter).await;
    let expected = json!({ "amount": "3.00", "success": "100", "fail": "0" });
    assert_eq!(wallet["invite"], expected);
    assert_eq!(wallet["wallet"]["amount"], "0.00");
    let list = earnings(&stage, &inviter).await;
    assert_eq!(list["total"], 1);
    assert_eq!(list["invites"][0]["from"], json!({ "name": "Malee" }));
    assert_eq!(list["invites"][0]["amount"], "3.00");
    assert_eq!(earnings(&stage, &player).await["total"], 0);

    // Computing a day again after its mark is gone earns nothing.
    let pool = stage.database.owner();
    for table in ["invite_day", "invite_figure"] {
        let query = format!("delete from {table}");
        sqlx::query(&query).execute(&pool).await.unwrap();
    }
    night(&stage, 1).await;
    assert_eq!(stage.events(&inviter, "InviteEarned").await, 1);

    let (status, body) = collect(&stage, &inviter).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body["message"], "INVITE_BONUS_SUCCESS");
    assert_eq!(
        (&body["amount"], &body["balance"]),
        (&json!("3.00"), &json!("3.00"))
    );
    let wallet = stage.wallet(&inviter).await;
    assert_eq!(wallet["invite"]["amount"], "0.00");
    assert_eq!(wallet["wallet"]["amount"], "3.00");
    refused(&collect(&stage, &inviter).await, (409, "INVITE_COLLECT"));
    let line = stage.settled(&inviter).await["statements"][0].clone();
    assert_eq!(
        (&line["statementType"], &line["from"]),
        (&json!("bonus"), &json!("INVITE"))
    );
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_key_collects_once_and_is_answered_alike() {
    let stage = set(|_| {}).await;
    let inviter = stage.player(1).await;
    let (_, username) = invited(&stage, &inviter).await;
    play(&stage, &username, "500.00", "0.00").await;
    night(&stage, 1).await;
    let call = async |method| {
        let path = "/invite/bonus";
        stage
            .call(&inviter, method, path, (Some("one"), None))
            .await
    };
    let (status, first) = call(Method::POST).await;
    assert_eq!((status, &first["amount"]), (StatusCode::OK, &json!("5.00")));
    assert_eq!(call(Method::POST).await.1, first);
    assert_eq!(call(Method::GET).await.1, first);
    assert_eq!(stage.wallet(&inviter).await["wallet"]["amount"], "5.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_collected_while_yesterday_is_not_known() {
    let stage = set(|_| {}).await;
    let inviter = stage.player(1).await;
    let (_, username) = invited(&stage, &inviter).await;
    play(&stage, &username, "500.00", "0.00").await;
    night(&stage, 1).await;
    // Another night that nobody has looked at.
    stage.app.clock().advance(HOUR * 48);
    let answer = collect(&stage, &inviter).await;
    refused(&answer, (409, "NO_INVITEE_PLAY_INFO"));
    assert_eq!(stage.wallet(&inviter).await["invite"]["amount"], "5.00");
    night(&stage, 2).await;
    let (status, body) = collect(&stage, &inviter).await;
    assert_eq!(
        (status, &body["amount"]),
        (StatusCode::OK, &json!("5.00")),
        "{body}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_provider_is_asked_again_and_two_gateways_earn_once() {
    let stage = set(|_| {}).await;
    let inviter = stage.player(1).await;
    let (_, username) = invited(&stage, &inviter).await;
    play(&stage, &username, "500.00", "0.00").await;
    let silent = json!({ "target": "game:pg", "kind": "error_500_before", "operation": "summary" });
    stage.fault(&silent).await;
    let app = gateway_after(&stage, 24, |_| {}).await;
    let open = "select count(*) from invite_figure where done_at is null";
    let pool = stage.database.owner();
    eventually("an invited player's day is open", async || {
        let open = sqlx::query_scalar::<_, i64>(open);
        let open = open.fetch_one(&pool).await.unwrap();
        if open > 0 { Ok(()) } else { Err(()) }
    })
    .await;
    app.stop().await;
    let done = progress(&stage).await.0;
    assert_eq!(stage.events(&inviter, "InviteEarned").await, 0);
    stage.clear_faults().await;
    // Once the lease is over, as after a crash; two at once.
    let apps = (
        gateway_after(&stage, 25, |_| {}).await,
        gateway_after(&stage, 25, |_| {}).await,
    );
    wait_for(&stage, |seen| seen.0 > done).await;
    apps.0.stop().await;
    apps.1.stop().await;
    assert_eq!(stage.events(&inviter, "InviteEarned").await, 1);
    assert_eq!(stage.wallet(&inviter).await["invite"]["amount"], "5.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_on_which_inviting_was_off_never_earns() {
    let stage = set(|config| config.invite.is_on = false).await;
    let inviter = stage.player(1).await;
    let (_, username) = invited(&stage, &inviter).await;
    play(&stage, &username, "500.00", "0.00").await;
    refused(&collect(&stage, &inviter).await, (409, "INVITE_INACTIVE"));
    let (_, banners) = stage.get(&inviter, "/invite/banners").await;
    assert_eq!(banners, json!({ "banners": [] }));
    night(&stage, 1).await;
    // Days are looked at in their order: when the next one is done, this one has been left.
    let app = gateway_after(&stage, 49, |config| config.invite.is_on = true).await;
    day_is_done(&stage, 1).await;
    app.stop().await;
    assert_eq!(stage.events(&inviter, "InviteEarned").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collection_with_a_condition_asks_the_providers_and_stays_alone() {
    let stage = set(|config| config.invite.success_percent = 200).await;
    let inviter = stage.player(1).await;
    let (_, username) = invited(&stage, &inviter).await;
    stage.activate(&inviter, "pg").await;
    play(&stage, &username, "500.00", "0.00").await;
    night(&stage, 1).await;
    let silent = json!({ "target": "game:pg", "kind": "error_500_before", "operation": "balance" });
    stage.fault(&silent).await;
    let answer = collect(&stage, &inviter).await;
    refused(&answer, (502, "INVITE_BONUS_FAIL"));
    stage.clear_faults().await;
    let (status, body) = collect(&stage, &inviter).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    // Before it is looked at whether there is anything to collect.
    refused(&collect(&stage, &inviter).await, (409, "BONUS_REMAINING"));
    let (_, banners) = stage.get(&inviter, "/invite/banners").await;
    assert_eq!(banners["banners"][0]["image"], "/banners/invite.svg");
    stage.audit().await;
}
