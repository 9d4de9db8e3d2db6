//! A row that nobody with the journal's key wrote stops a wallet's money, until two people declare it.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::forged_row::forge;
use crate::freeze::{shown, withdraw};
use crate::stage::{Answer, Player, Stage, expect_error};
use crate::work::answer;

const WHY: &str = "the operator has looked at the row";

async fn ask(stage: &Stage, token: &str, player: &Player) -> Answer {
    let path = format!("/support/players/{}/void-declarations", player.id);
    stage.post_as(token, &path, &json!({ "reason": WHY })).await
}

async fn asked(stage: &Stage, token: &str, player: &Player) -> String {
    let (status, body) = ask(stage, token, player).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    body["approvalId"].as_str().unwrap().to_owned()
}

async fn expect_stopped(stage: &Stage, player: &Player) {
    let refused = withdraw(stage, player, "100").await;
    expect_error(&refused, 403, "ACCOUNT_FROZEN");
}

/// The void rows of the player's timeline.
async fn void_events(stage: &Stage, player: &Player) -> Vec<Value> {
    let agent = stage.staff("agent").await;
    let look = stage.look(&agent, player).await;
    let path = format!("/support/players/{}/timeline?kind=Void", player.id);
    let with = (Some(look.as_str()), None);
    let (status, body) = stage.call_as(&agent, Method::GET, &path, with).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body["events"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_declare_a_void_row_and_a_later_one_stops_money_again() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let [agent, first, other, auditor] = [
        stage.staff("agent").await,
        stage.staff("supervisor").await,
        stage.staff("supervisor2").await,
        stage.staff("auditor").await,
    ];
    let early = ask(&stage, &agent, &player).await;
    expect_error(&early, 409, "ALREADY_ENDED");
    forge(&stage, &player).await;
    expect_stopped(&stage, &player).await;
    assert_eq!(shown(&stage, &player).await["voidRows"], 1);
    let events = void_events(&stage, &player).await;
    assert_eq!(events.len(), 1, "{events:?}");
    // It shows when the database took it, and nothing that it says of itself.
    let at = events[0]["at"].as_str().unwrap();
    assert!(!at.starts_with("1970"), "{at}");

    let by_auditor = ask(&stage, &auditor, &player).await;
    expect_error(&by_auditor, 403, "ROLE_REQUIRED");
    let id = asked(&stage, &first, &player).await;
    for (token, code) in [(&first, "SECOND_PERSON"), (&agent, "ROLE_REQUIRED")] {
        let alone = answer(&stage, token, &id, "approve").await;
        expect_error(&alone, 403, code);
    }
    expect_stopped(&stage, &player).await;
    let (status, body) = answer(&stage, &other, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(stage.events(&player, "VoidDeclared").await, 1);
    assert_eq!(shown(&stage, &player).await["voidRows"], 0);
    // The check names the row as before, and finds the decision behind the declaration.
    let wrong = stage.wrong().await;
    assert!(wrong.iter().any(|it| it.contains("this journal's key")));
    assert!(!wrong.iter().any(|it| it.contains("decision")), "{wrong:?}");
    let (status, body) = withdraw(&stage, &player, "100").await;
    assert!(status.is_success(), "{body}");
    stage.settled(&player).await;
    assert_eq!(stage.events(&player, "WithdrawalPaid").await, 1);

    forge(&stage, &player).await;
    expect_stopped(&stage, &player).await;
    assert_eq!(shown(&stage, &player).await["voidRows"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_row_that_comes_before_the_approval_is_not_declared_with_the_others() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    forge(&stage, &player).await;
    let id = asked(&stage, &agent, &player).await;
    forge(&stage, &player).await;
    let late = answer(&stage, &supervisor, &id, "approve").await;
    expect_error(&late, 409, "EVIDENCE_CONTRADICTS");
    assert_eq!(stage.events(&player, "VoidDeclared").await, 0);
    expect_stopped(&stage, &player).await;

    let id = asked(&stage, &agent, &player).await;
    let (status, body) = answer(&stage, &supervisor, &id, "approve").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let (status, body) = withdraw(&stage, &player, "100").await;
    assert!(status.is_success(), "{body}");
}
