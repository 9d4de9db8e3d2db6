//! The player next to a conversation or a piece of work, and the players opened last.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::inbox::desk::Caller;
use crate::stage::{Stage, expect_error};
use crate::work::{decide, held_withdrawal, list, unclear_slip};

fn ids(items: &Value) -> Vec<&str> {
    let items = items.as_array().unwrap().iter();
    items.map(|it| it["id"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_side_shows_what_of_this_player_waits_for_staff_and_of_no_other() {
    let stage = Stage::set().await;
    let (player, slip) = unclear_slip(&stage, "500.00").await;
    let other = stage.player(1).await;
    let amount = json!({ "amount": "480" });
    for (who, path) in [(&player, "/wallet/add"), (&other, "/wallet/add")] {
        let (status, body) = stage.post(who, path, &amount).await;
        assert!(status.is_success(), "{body}");
    }
    let agent = stage.staff("agent").await;
    let manual = list(&stage, &agent, "manual").await;
    let is_own = |it: &&Value| it["player"]["id"] == player.id.to_string();
    let manual = manual["items"].as_array().unwrap().iter().find(is_own);
    let manual = manual.unwrap()["id"].as_str().unwrap().to_owned();
    let correction =
        json!({ "amount": "25.00", "reason": "a mistake of ours", "unrelated": "last week" });
    let path = format!("/support/players/{}/corrections", player.id);
    let (status, asked) = stage.post_as(&agent, &path, &correction).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{asked}");

    let conversation = Caller::player(&stage, &player)
        .say(&stage, "where is it")
        .await;
    let path = format!("/support/conversations/{conversation}/side");
    let (status, side) = stage.get_as(&agent, &path).await;
    assert_eq!(status, StatusCode::OK, "{side}");
    assert_eq!(ids(&side["work"]), [slip.as_str(), manual.as_str()]);
    assert_eq!(side["work"][1]["amount"], "480.00", "{side}");
    assert_eq!(side["decisions"][0]["id"], asked["approvalId"], "{side}");
    assert_eq!(side["decisions"][0]["kind"], "correct");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_player_of_open_work_is_shown_while_it_waits_and_that_is_written_down() {
    let stage = Stage::set().await;
    let (player, slip) = unclear_slip(&stage, "500.00").await;
    let agent = stage.staff("agent").await;
    let path = format!("/support/work/{slip}/side?after={}", stage.head().await);
    let (status, shown) = stage.get_as(&agent, &path).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert_eq!(shown["side"]["player"], player.id.to_string());
    assert_eq!(ids(&shown["side"]["work"]), [slip.as_str()]);
    let account = shown["owner"]["accountNo"].as_str().unwrap();
    assert!(account.starts_with('•'), "only the end is shown: {account}");
    let acts = stage.acts().await;
    let look = acts.iter().find(|it| it["kind"] == "look.work").unwrap();
    assert_eq!(look["subject"], player.id.to_string());
    assert_eq!(look["reason"], "work");
    assert_eq!(look["detail"]["work"], slip);
    // What is decided is no reason to see the player any more.
    let done = decide(&stage, &agent, &format!("slips/{slip}/accept"), &json!({})).await;
    assert_eq!(done.0, StatusCode::OK, "{}", done.1);
    let path = format!("/support/work/{slip}/side?after={}", stage.head().await);
    expect_error(&stage.get_as(&agent, &path).await, 404, "NO_DATA");
    let acts = stage.acts().await;
    let looks = acts.iter().filter(|it| it["kind"] == "look.work").count();
    assert_eq!(looks, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_held_withdrawal_names_the_bank_account_before_and_now() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let id = held_withdrawal(&stage, &player).await;
    let agent = stage.staff("agent").await;
    let path = format!("/support/work/{id}/side?after={}", stage.head().await);
    let (status, shown) = stage.get_as(&agent, &path).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    let change = &shown["bankChange"];
    let end = &player.account_no[player.account_no.len() - 4..];
    assert_eq!(change["before"]["accountNo"], format!("••••••{end}"));
    assert_eq!(change["now"]["accountNo"], "••••••1111", "{change}");
    assert_eq!(change["now"]["bankCode"], "SCB");
    assert_eq!(change["changedBy"], "MEMBER");
    assert!(change["changedAt"].is_string(), "{change}");
    assert_eq!(shown["owner"]["accountNo"], change["now"]["accountNo"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_for_another_reason_names_no_change_of_the_bank_account() {
    let stage = Stage::set().await;
    let (_, slip) = unclear_slip(&stage, "500.00").await;
    let agent = stage.staff("agent").await;
    let path = format!("/support/work/{slip}/side?after={}", stage.head().await);
    let (status, shown) = stage.get_as(&agent, &path).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert_eq!(shown["bankChange"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_players_opened_last_are_the_callers_own_each_once() {
    let stage = Stage::set().await;
    let (first, second) = (stage.player(1).await, stage.player(2).await);
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    let path = "/support/players/recent";
    let (_, nobody) = stage.get_as(&agent, path).await;
    assert_eq!(nobody, json!({ "players": [] }));
    for player in [&first, &second, &first] {
        stage.look(&agent, player).await;
    }
    let (status, recent) = stage.get_as(&agent, path).await;
    assert_eq!(status, StatusCode::OK, "{recent}");
    let wanted = [first.id.to_string(), second.id.to_string()];
    assert_eq!(ids(&recent["players"]), wanted);
    assert!(recent["players"][0]["openedAt"].is_string(), "{recent}");
    let (_, of_another) = stage.get_as(&supervisor, path).await;
    assert_eq!(of_another, json!({ "players": [] }));
    // It opens nobody and searches for nobody.
    let acts = stage.acts().await;
    let kinds: Vec<_> = acts.iter().map(|it| it["kind"].as_str().unwrap()).collect();
    let read = |kind: &str| kinds.iter().filter(|it| **it == kind).count();
    assert_eq!((read("look"), read("search")), (3, 0));
    assert_eq!(read("read players/recent"), 3);
}
