//! What a thief, many hands at once and a changed configuration make of rewards.

use futures_util::future::join_all;
use gateway::App;
use gateway::config::Config;
use serde_json::{Value, json};

use crate::granting::{DAY, refused, set, yesterday};
use crate::stage::{Answer, Player, Stage, answer, new_key, start};

const WELCOME: &str = "/bonus/activate/WELCOME";

/// A second gateway, with another configuration.
async fn gateway_with(stage: &Stage, change: impl FnOnce(&mut Config)) -> App {
    let mut config = stage.config();
    change(&mut config);
    let options = stage.options(config, stage.app.clock().clone());
    start(options).await
}

/// A command to that gateway.
async fn ask(
    (stage, app): (&Stage, &App),
    player: &Player,
    (path, key): (&str, &str),
    body: &Value,
) -> Answer {
    let url = format!("http://{}/api{path}", app.public_address());
    let request = stage.http.post(url).bearer_auth(&player.token).json(body);
    let request = request.header("x-requested-with", "wallet-web");
    answer(request.header("idempotency-key", key)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_is_withdrawn_and_paid_in_again_earns_no_further_coin() {
    let stage = set().await;
    let player = stage.player(1).await;
    for _ in 0..3 {
        stage.deposit(&player, "500.00").await;
        let all = json!({ "amount": "500.00" });
        let (status, body) = stage.post(&player, "/wallet/withdraw", &all).await;
        assert!(status.is_success(), "{body}");
        stage.settled(&player).await;
    }
    let active = Stage::granted(stage.get(&player, "/spinwheel/active").await);
    assert_eq!(active["coin"], 1);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_was_taken_away_locks_no_grant_and_no_money() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.activate(&player, "pg").await;
    stage.deposit(&player, "500.00").await;
    Stage::granted(stage.command(&player, WELCOME).await);
    let app = gateway_with(&stage, |config| {
        config.providers.retain(|it| it.code.as_str() != "pg");
    })
    .await;
    let here = (&stage, &app);
    let none = json!({});
    let open = ask(here, &player, ("/bonus/clear", &new_key()), &none).await;
    refused(&open, 422, "BONUS_CONDITION");
    let nothing = ask(here, &player, ("/refund/receive", &new_key()), &none).await;
    refused(&nothing, 409, "BONUS_REMAINING");
    app.clock().advance(DAY * 31);
    let ended = ask(here, &player, ("/bonus/clear", &new_key()), &none).await;
    let ended = Stage::granted(ended);
    assert_eq!(ended["outcome"], "EXPIRED", "{ended}");
    app.stop().await;
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_hands_get_one_grant_for_one_deposit_and_no_payout_with_it() {
    let stage = set().await;
    let player = stage.player(1).await;
    stage.activate(&player, "pg").await;
    stage.deposit(&player, "500.00").await;
    let none = json!({});
    let out = json!({ "amount": "500.00" });
    let into = json!({ "from": "WALLET", "to": "pg", "amount": "100.00" });
    let inputs = [
        (WELCOME, &none),
        ("/bonus/activate/DAILY20", &none),
        ("/promotion/activate/TOPUP50", &none),
        ("/promotion/activate/NEWYEAR", &none),
        ("/wallet/withdraw", &out),
        ("/wallet/transfer", &into),
        ("/bonus/clear", &none),
    ];
    let hands = (0..6).flat_map(|_| inputs);
    let hands = hands.map(async |(path, body)| (path, stage.post(&player, path, body).await));
    for (path, (status, body)) in join_all(hands).await {
        let is_known = status.as_u16() < 500 || status.as_u16() == 503;
        assert!(is_known, "{path} {status} {body}");
    }
    let taken = stage.events(&player, "GrantActivated").await;
    let ended = stage.events(&player, "GrantEnded").await;
    let left = stage.events(&player, "WithdrawalRequested").await
        + stage.events(&player, "TransferStarted").await;
    // None only where the money had gone elsewhere before the first of them came.
    let least = i64::from(left == 0);
    assert!(
        (least..=1 + ended).contains(&taken),
        "{taken} {ended} {left}"
    );
    // Whatever was first: what was withdrawn is no deposit to anybody, and after a grant nothing
    // is withdrawn.
    let of_deposit: i64 = sqlx::query_scalar(
        "select count(*) from event where wallet_id::text = $1 and event_type = 'GrantActivated'
             and payload -> 'Reward' -> 'GrantActivated' -> 'deposit' is not null
             and exists (select from event as out where out.wallet_id = event.wallet_id
                 and out.event_type = 'WithdrawalRequested')",
    )
    .bind(player.id.to_string())
    .fetch_one(&stage.database.owner())
    .await
    .unwrap();
    assert_eq!(of_deposit, 0);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_is_answered_as_before_whatever_the_configuration_says_now() {
    let stage = set().await;
    let player = stage.player(1).await;
    let username = stage.activate(&player, "pg").await;
    stage.deposit(&player, "500.00").await;
    stage.moved(&player, ("WALLET", "pg"), "500.00").await;
    let account = ("pg", username.as_str());
    let lost = ("500.00", "0.00");
    stage.play_at(account, lost, yesterday(&stage)).await;
    let mut shown = Vec::new();
    for path in ["/refund/receive", "/refund/addWallet", WELCOME] {
        if path == WELCOME {
            stage.deposit(&player, "100.00").await;
        }
        let key = new_key();
        let first = Stage::granted(stage.command_as(&player, path, Some(&key)).await);
        shown.push((path, key, first));
    }
    let app = gateway_with(&stage, |config| {
        config.refund = None;
        config.bonuses.clear();
        config.promotions.clear();
    })
    .await;
    let (here, none) = ((&stage, &app), json!({}));
    for (path, key, first) in &shown {
        let again = Stage::granted(ask(here, &player, (path, key), &none).await);
        assert_eq!(again, *first, "{path}");
    }
    let key = &shown[2].1;
    let other = ask(here, &player, ("/bonus/activate/OTHER", key), &none).await;
    refused(&other, 422, "IDEMPOTENCY_MISMATCH");
    app.stop().await;
}
