//! The invitation: its short code, the friends who came by it, and computing without the night.

use chrono::{NaiveDate, TimeDelta};
use gateway::clock::Clock;
use gateway::config::Config;
use gateway::operator::{self, ComputeArgs, InvitesCommand};
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::invite::{FRIENDS, collect, invited_with, night, play, set};
use crate::stage::{Player, Stage};

async fn invitation(stage: &Stage, player: &Player, query: &str) -> Value {
    let path = format!("/invite?after={}{query}", stage.head().await);
    let (status, body) = stage.get(player, &path).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    body
}

async fn code_of(stage: &Stage, player: &Player) -> String {
    let body = invitation(stage, player, "").await;
    body["code"].as_str().unwrap().to_owned()
}

/// What each friend has brought: collected and waiting.
fn sums(invitation: &Value) -> Vec<(&str, &str, &str)> {
    let friends = invitation["friends"].as_array().unwrap();
    friends
        .iter()
        .inspect(|friend| assert!(friend["joinedAt"].is_string(), "{friend}"))
        .map(|friend| {
            let field = |name: &str| friend[name].as_str().unwrap();
            (field("name"), field("collected"), field("waiting"))
        })
        .collect()
}

/// The operator's command while the gateway runs.
async fn compute(
    stage: &Stage,
    config: Config,
    clock: Clock,
    day: Option<NaiveDate>,
) -> Result<String, String> {
    let now = day.is_none();
    let command = InvitesCommand::Compute(ComputeArgs { day, now });
    let (url, folder) = (stage.database.url(), stage.data_dir().to_owned());
    Box::pin(operator::invites(&url, folder, config, command, clock))
        .await
        .map_err(|error| error.to_string())
}

async fn compute_now(stage: &Stage) -> String {
    let clock = stage.app.clock().clone();
    let computed = compute(stage, stage.config(), clock, None).await;
    computed.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_has_one_short_code_and_a_link_with_its_qr() {
    let stage = set(|_| {}).await;
    let (one, other) = (stage.player(1).await, stage.player(2).await);
    let first = invitation(&stage, &one, "").await;
    let code = first["code"].as_str().unwrap();
    assert_eq!(code.len(), 8, "{code}");
    assert!(!code.contains(['0', 'O', '1', 'I']), "{code}");
    let page = format!("/register?code=PR{}", one.id);
    assert_eq!(first["link"], json!(format!("http://127.0.0.1:8080{page}")));
    let elsewhere = invitation(&stage, &one, "&origin=https://wallet.example").await;
    assert_eq!(
        elsewhere["link"],
        json!(format!("https://wallet.example{page}"))
    );
    assert_ne!(elsewhere["qrcode"], first["qrcode"]);
    assert!(first["qrcode"].as_str().unwrap().starts_with("<svg"));
    assert_eq!(
        (&first["total"], &first["friends"]),
        (&json!(0), &json!([]))
    );
    // For good, and nobody else's.
    assert_eq!(code_of(&stage, &one).await, code);
    assert_ne!(code_of(&stage, &other).await, code);
    for query in [
        "page=0",
        "limit=0",
        "limit=101",
        "page=x",
        "origin=mailto:me",
    ] {
        let (status, body) = stage.get(&one, &format!("/invite?{query}")).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{query}: {body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_friend_is_listed_with_what_was_collected_and_what_waits() {
    let stage = set(|_| {}).await;
    let (inviter, stranger) = (stage.player(1).await, stage.player(2).await);
    let code = code_of(&stage, &inviter).await;
    // Typed in small letters as well as by the long code.
    let (_, first) = invited_with(&stage, &code.to_lowercase(), &FRIENDS[0]).await;
    let (_, second) = invited_with(&stage, &format!("PR{}", inviter.id), &FRIENDS[1]).await;
    play(&stage, &first, "300.00", "0.00").await;
    night(&stage, 1).await;
    let seen = invitation(&stage, &inviter, "").await;
    assert_eq!(seen["total"], 2);
    let (malee, wichai) = ("Ma…", "Wic… D.");
    assert_eq!(
        sums(&seen),
        [(wichai, "0.00", "0.00"), (malee, "0.00", "3.00")]
    );
    let (status, body) = collect(&stage, &inviter).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    play(&stage, &second, "150.00", "0.00").await;
    compute_now(&stage).await;
    let seen = invitation(&stage, &inviter, "").await;
    let second = (wichai, "0.00", "1.50");
    assert_eq!(sums(&seen), [second, (malee, "3.00", "0.00")]);
    let page = invitation(&stage, &inviter, "&page=2&limit=1").await;
    assert_eq!(sums(&page), [(malee, "3.00", "0.00")]);
    // Friends are their inviter's to see, and nobody else's.
    let other = invitation(&stage, &stranger, "").await;
    assert_eq!(
        (&other["total"], &other["friends"]),
        (&json!(0), &json!([]))
    );
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demonstration_is_collected_at_once_and_the_night_does_not_count_it_again() {
    let stage = set(|_| {}).await;
    let inviter = stage.player(1).await;
    let code = code_of(&stage, &inviter).await;
    let (_, first) = invited_with(&stage, &code, &FRIENDS[0]).await;
    let (_, second) = invited_with(&stage, &code, &FRIENDS[1]).await;
    play(&stage, &first, "300.00", "0.00").await;
    let text = compute_now(&stage).await;
    assert!(
        text.contains("today so far: 1 invited players earned"),
        "{text}"
    );
    let (status, body) = collect(&stage, &inviter).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(stage.wallet(&inviter).await["wallet"]["amount"], "3.00");
    // Again, and after further bets: the day of the first friend has earned.
    play(&stage, &first, "100.00", "0.00").await;
    let text = compute_now(&stage).await;
    assert!(text.contains("0 invited players earned"), "{text}");
    assert!(
        text.contains("1 were computed before, 1 had no loss"),
        "{text}"
    );
    // The night counts the second friend's day, and the first one's not again.
    play(&stage, &second, "200.00", "0.00").await;
    night(&stage, 1).await;
    assert_eq!(stage.events(&inviter, "InviteEarned").await, 2);
    assert_eq!(stage.wallet(&inviter).await["invite"]["amount"], "2.00");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_that_is_over_is_computed_by_command_once() {
    let stage = set(|_| {}).await;
    let inviter = stage.player(1).await;
    let code = code_of(&stage, &inviter).await;
    let (_, username) = invited_with(&stage, &code, &FRIENDS[0]).await;
    play(&stage, &username, "300.00", "0.00").await;
    let day = (stage.app.clock().now() + TimeDelta::hours(7)).date_naive();
    let tomorrow = stage.later(std::time::Duration::from_hours(24));
    // Not before it is over.
    let refused = compute(&stage, stage.config(), stage.app.clock().clone(), Some(day))
        .await
        .unwrap_err();
    assert!(refused.contains("seven days before today"), "{refused}");
    let text = compute(&stage, stage.config(), tomorrow.clone(), Some(day))
        .await
        .unwrap();
    assert!(text.contains(": 1 invited players earned"), "{text}");
    let text = compute(&stage, stage.config(), tomorrow, Some(day))
        .await
        .unwrap();
    assert!(text.contains(": 0 invited players earned"), "{text}");
    night(&stage, 1).await;
    assert_eq!(stage.events(&inviter, "InviteEarned").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn today_is_computed_in_a_demonstration_only_and_nothing_where_inviting_is_off() {
    let stage = set(|_| {}).await;
    let clock = stage.app.clock().clone();
    let mut config = stage.config();
    config.demo_members.clear();
    let refused = compute(&stage, config, clock.clone(), None).await;
    assert!(refused.unwrap_err().contains("[[demo_member]]"));
    let mut config = stage.config();
    config.invite.is_on = false;
    let refused = compute(&stage, config, clock, None).await;
    assert!(refused.unwrap_err().contains("switched off"));
}
