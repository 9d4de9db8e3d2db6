//! What somebody writes about money who holds the application's role: an inviter, an answer in advance, and
//! another player's name at a game.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::invite::{FRIENDS, invited_with, night, play, set};
use crate::stage::{Answer, Player, Stage};

/// Writes with the rights of the application's role.
async fn write(stage: &Stage, statement: &str) {
    let written = sqlx::raw_sql(statement).execute(stage.app.pool()).await;
    written.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inviter_whom_somebody_has_entered_earns_nothing_and_is_named() {
    let stage = set(|_| {}).await;
    let (thief, inviter) = (stage.player(1).await, stage.player(2).await);
    let code = format!("PR{}", inviter.id);
    let (friend, friends_name) = invited_with(&stage, &code, &FRIENDS[0]).await;
    // Came by nobody's code.
    let (alone, alone_name) = invited_with(&stage, "", &FRIENDS[1]).await;
    assert_eq!(stage.wrong().await, [""; 0]);
    // With the MAC of the registration that there is, the other time without a MAC of one's own.
    let entered = format!(
        "update member set inviter_id = '{0}' where id = '{1}';
         update member
         set inviter_id = '{0}', inviter_mac = (select inviter_mac from member where id = '{1}')
         where id = '{2}'",
        thief.id, friend.id, alone.id
    );
    write(&stage, &entered).await;
    for username in [&friends_name, &alone_name] {
        play(&stage, username, "300.00", "0.00").await;
    }
    night(&stage, 1).await;
    for player in [&thief, &inviter] {
        assert_eq!(stage.events(player, "InviteEarned").await, 0);
    }
    let mut named = [friend.id, alone.id]
        .map(|id| format!("member, id {id}: the inviter is not the one of the registration"));
    named.sort();
    assert_eq!(stage.wrong().await, named);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_the_inviters_name_earns_the_inviter_nothing_whatever_is_written() {
    let stage = set(|_| {}).await;
    let inviter = stage.player(1).await;
    let code = format!("PR{}", inviter.id);
    let (friend, username) = invited_with(&stage, &code, &FRIENDS[0]).await;
    let same_holder = json!({ "name": "Malee", "bankCode": "SCB", "bankAccountName": "สมชาย ใจดี",
        "bankAccountNo": friend.account_no, "password": "Correct-Horse-9" });
    let call = (None, Some(&same_holder));
    let path = "/account/profile";
    let saved = stage.call(&friend, Method::PUT, path, call).await;
    assert_eq!(saved.0, StatusCode::OK, "{}", saved.1);
    let hidden = format!(
        "update bank_account set holder_canonical = 'SOMEBODY ELSE' where member_id = '{}'",
        friend.id
    );
    write(&stage, &hidden).await;
    play(&stage, &username, "300.00", "0.00").await;
    night(&stage, 1).await;
    assert_eq!(stage.events(&inviter, "InviteEarned").await, 0);
}

async fn withdraw(stage: &Stage, player: &Player, key: &str) -> Answer {
    let body = json!({ "amount": "100" });
    let call = (Some(key), Some(&body));
    let path = "/wallet/withdraw";
    stage.call(player, Method::POST, path, call).await
}

async fn payouts(stage: &Stage) -> Value {
    stage.totals().await["payouts"]["count"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_somebody_has_written_in_advance_is_no_answer() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let first = withdraw(&stage, &player, "first").await;
    assert_eq!(first.1["message"], "MONEY_NOT_ENOUGH", "{}", first.1);
    // What was asked is the same, so its fingerprint fits; a MAC is borrowed or made up.
    write(
        &stage,
        r#"insert into kept_answer (owner_id, key, fingerprint, status, body, mac)
           select owner_id, 'paid', fingerprint, 200,
                  '{"code": "SUCCESS", "status": "SUCCESS", "amount": "100.00"}', sha256('paid')
           from kept_answer where key like 'first%';
           insert into kept_answer (owner_id, key, fingerprint, status, body, mac)
           select owner_id, 'refused', fingerprint, status, body, mac
           from kept_answer where key like 'first%'"#,
    )
    .await;
    // Not paid, as long as there is nothing to pay with.
    let unpaid = withdraw(&stage, &player, "paid").await;
    assert_eq!(unpaid.0, StatusCode::UNPROCESSABLE_ENTITY, "{}", unpaid.1);
    assert_eq!(unpaid.1["message"], "MONEY_NOT_ENOUGH", "{}", unpaid.1);
    stage.deposit(&player, "500.00").await;
    // Not refused, and paid once.
    let paid = withdraw(&stage, &player, "refused").await;
    assert_eq!(paid.0, StatusCode::OK, "{}", paid.1);
    let again = withdraw(&stage, &player, "refused").await;
    assert_eq!((again.0, &again.1["id"]), (paid.0, &paid.1["id"]));
    assert_eq!(payouts(&stage).await, 1);
    // A refusal that was given stays one.
    let again = withdraw(&stage, &player, "paid").await;
    assert!(!again.0.is_success(), "{}", again.1);
    assert_eq!(payouts(&stage).await, 1);
    let named = ["paid", "refused"].map(|key| {
        format!(
            "kept_answer, owner {}, key {key}: the gateway has not written it",
            player.id
        )
    });
    assert_eq!(stage.wrong().await, named);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_players_name_at_a_game_opens_nothing_and_is_named() {
    let stage = Stage::set().await;
    let (owner, thief) = (stage.player(1).await, stage.player(2).await);
    let name = stage.activate(&owner, "pg").await;
    stage.activate(&thief, "pg").await;
    // An account that has its row, and that the provider has not opened.
    let newcomer = stage.player(3).await;
    let (opening, nothing) = ("/wallet/activate/pg", json!({}));
    let down = json!({ "target": "game:pg", "kind": "error_500_before", "operation": "create",
        "count": 1 });
    stage.fault(&down).await;
    let cut = stage.post(&newcomer, opening, &nothing).await;
    assert!(!cut.0.is_success(), "{}", cut.1);
    assert_eq!(stage.wrong().await, [""; 0]);
    // A name is one player's only, so the owner has another one first.
    let give = async |player: &Player, name: &str| {
        let given = format!(
            "update game_credential set username = '{name}' where wallet_id = '{}'",
            player.id
        );
        write(&stage, &given).await;
    };
    let mut named = [owner.id, thief.id].map(|id| {
        format!(
            "game_credential, wallet {id}, game pg: the provider knows the player by another name"
        )
    });
    named.sort();
    give(&owner, "another1").await;
    give(&thief, &name).await;
    let link = format!("/autoLogin/pg/{name}");
    for refused in [
        stage.get(&thief, "/wallet/account/pg").await,
        stage
            .post(&thief, "/wallet/resetpassword/pg", &nothing)
            .await,
        stage.post(&thief, &link, &nothing).await,
    ] {
        assert!(!refused.0.is_success(), "{}", refused.1);
    }
    assert_eq!(stage.wrong().await, named);
    // The provider would take the newcomer for the owner, and the newcomer's wallet would move that money.
    give(&thief, "another2").await;
    give(&newcomer, &name).await;
    let refused = stage.post(&newcomer, opening, &nothing).await;
    assert!(!refused.0.is_success(), "{}", refused.1);
    assert_eq!(stage.events(&newcomer, "GameAccountOpened").await, 0);
    assert_eq!(stage.wrong().await, named);
}
