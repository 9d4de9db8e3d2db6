//! How often staff may search and how many players they may open within an hour.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Player, Stage, expect_error};

async fn set(searches: u32, players: u32) -> Stage {
    Stage::set_with(|config| {
        config.support.searches_per_hour = searches;
        config.support.players_per_hour = players;
    })
    .await
}

async fn search(stage: &Stage, token: &str) -> Answer {
    stage.get_as(token, "/support/players?q=0812345678").await
}

async fn open(stage: &Stage, token: &str, player: &Player) -> Answer {
    let path = format!("/support/players/{}/look", player.id);
    let why = json!({ "reason": "the player asked" });
    stage.post_as(token, &path, &why).await
}

async fn grant(stage: &Stage, token: &str, to: &str, more: Value) -> Answer {
    let path = format!("/support/staff/{}/quota", stage.account(to).await);
    let mut body = more;
    body["reason"] = json!("a busy evening");
    stage.post_as(token, &path, &body).await
}

async fn searches(stage: &Stage) -> i64 {
    let count = sqlx::query_scalar("select count(*) from staff_act where kind = 'search'");
    count.fetch_one(&stage.database.owner()).await.unwrap()
}

#[tokio::test]
async fn two_sessions_at_once_get_no_search_more_than_one() {
    let stage = set(5, 0).await;
    let tokens = [stage.staff("agent").await, stage.staff("agent").await];
    let _still = stage.app.clock().hold();
    let calls = (0..20).map(|n| search(&stage, &tokens[n % 2]));
    let answers = join_all(calls).await;
    let made = answers.iter().filter(|it| it.0 == StatusCode::OK);
    assert_eq!(made.count(), 5, "{answers:?}");
    for refused in answers.iter().filter(|it| it.0 != StatusCode::OK) {
        expect_error(refused, 429, "STAFF_QUOTA");
        assert_eq!(refused.1["data"]["limit"], 5);
    }
    assert_eq!(searches(&stage).await, 5);
    // Each refusal is written down, with the call that it is of.
    let acts = stage.acts().await;
    let refused = acts.iter().filter(|it| it["kind"] == "search.refused");
    assert_eq!(refused.count(), 15);
}

#[tokio::test]
async fn an_hour_later_there_is_room_again_however_often_somebody_tried_meanwhile() {
    let stage = set(2, 0).await;
    let token = stage.staff("agent").await;
    search(&stage, &token).await;
    search(&stage, &token).await;
    for _ in 0..4 {
        expect_error(&search(&stage, &token).await, 429, "STAFF_QUOTA");
    }
    let address = stage.app.public_address();
    let url = format!("http://{address}/api/support/players?q=0812345678");
    let request = stage.http.get(url).bearer_auth(&token);
    let request = request.header("x-requested-with", "wallet-web");
    let reply = request.send().await.unwrap();
    let wait: u64 = reply.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((3_000..=3_601).contains(&wait), "{wait}");
    // Another member of staff is not kept waiting.
    let other = stage.staff("supervisor").await;
    assert_eq!(search(&stage, &other).await.0, StatusCode::OK);
    stage.app.clock().advance(Duration::from_secs(wait));
    let again = stage.staff("agent").await;
    assert_eq!(search(&stage, &again).await.0, StatusCode::OK);
}

#[tokio::test]
async fn players_are_counted_once_each_and_a_refused_one_is_not_opened() {
    let stage = set(0, 2).await;
    let players = [
        stage.player(1).await,
        stage.player(2).await,
        stage.player(3).await,
    ];
    let token = stage.staff("agent").await;
    let [first, second, third] = &players;
    for player in [first, second, first, second] {
        assert_eq!(open(&stage, &token, player).await.0, StatusCode::CREATED);
    }
    let refused = open(&stage, &token, third).await;
    expect_error(&refused, 429, "STAFF_QUOTA");
    let looks: i64 =
        sqlx::query_scalar("select count(*) from staff_look where wallet_id::text = $1")
            .bind(third.id.to_string())
            .fetch_one(&stage.database.owner())
            .await
            .unwrap();
    assert_eq!(looks, 0);
    // Who is open stays open.
    assert_eq!(open(&stage, &token, first).await.0, StatusCode::CREATED);
    // Searching is counted by itself, and without a limit it is free.
    for _ in 0..3 {
        assert_eq!(search(&stage, &token).await.0, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_supervisor_grants_more_for_an_hour_and_nobody_grants_it_to_oneself() {
    let stage = set(1, 1).await;
    let (one, two) = (stage.player(1).await, stage.player(2).await);
    let agent = stage.staff("agent").await;
    let supervisor = stage.staff("supervisor").await;
    search(&stage, &agent).await;
    open(&stage, &agent, &one).await;
    let more = json!({ "searches": 1, "players": 1 });
    for (who, to, status, code) in [
        ("supervisor", "supervisor", 403, "SECOND_PERSON"),
        ("agent", "agent", 403, "ROLE_REQUIRED"),
        ("auditor", "agent", 403, "ROLE_REQUIRED"),
    ] {
        let token = stage.staff(who).await;
        let answer = grant(&stage, &token, to, more.clone()).await;
        expect_error(&answer, status, code);
    }
    for wrong in [
        json!({}),
        json!({ "searches": 1001 }),
        json!({ "players": -1 }),
    ] {
        let answer = grant(&stage, &supervisor, "agent", wrong).await;
        expect_error(&answer, 400, "INVALID_INPUT");
    }
    let nobody = "/support/staff/01a1fdd8-2731-70b2-a92f-d498fe5cc7e5/quota";
    let body = json!({ "searches": 1, "reason": "a busy evening" });
    let answer = stage.post_as(&supervisor, nobody, &body).await;
    expect_error(&answer, 404, "NO_DATA");
    let agent = stage.staff("agent").await;
    expect_error(&search(&stage, &agent).await, 429, "STAFF_QUOTA");
    let (status, body) = grant(&stage, &supervisor, "agent", more).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let acts = stage.acts().await;
    let granted = acts.iter().find(|it| it["kind"] == "quota.grant").unwrap();
    assert_eq!(granted["by"], "supervisor");
    assert_eq!(granted["reason"], "a busy evening");
    assert_eq!(granted["subject"], stage.account("agent").await.to_string());
    let (_, list) = stage.get_as(&supervisor, "/support/staff").await;
    let accounts = list["accounts"].as_array().unwrap();
    let shown = accounts
        .iter()
        .find(|it| it["username"] == "agent")
        .unwrap();
    assert_eq!(
        shown["searches"],
        json!({ "used": 1, "limit": 1, "more": 1 })
    );
    assert_eq!(
        shown["players"],
        json!({ "used": 1, "limit": 1, "more": 1 })
    );
    assert_eq!(search(&stage, &agent).await.0, StatusCode::OK);
    expect_error(&search(&stage, &agent).await, 429, "STAFF_QUOTA");
    assert_eq!(open(&stage, &agent, &two).await.0, StatusCode::CREATED);
    // For an hour, and not longer.
    stage.app.clock().advance(Duration::from_mins(61));
    let agent = stage.staff("agent").await;
    assert_eq!(search(&stage, &agent).await.0, StatusCode::OK);
    expect_error(&search(&stage, &agent).await, 429, "STAFF_QUOTA");
}

#[tokio::test]
async fn a_grant_that_the_gateway_has_not_written_grants_nothing() {
    let stage = set(1, 0).await;
    let supervisor = stage.staff("supervisor").await;
    let agent = stage.staff("agent").await;
    search(&stage, &agent).await;
    let (to, other) = (
        stage.account("agent").await,
        stage.account("supervisor2").await,
    );
    let by = stage.account("supervisor").await;
    let append = async |subject: &str, detail: &str| {
        sqlx::query(
            "select staff_act_append(now(), $1, null, 'quota.grant', 'staff', $2, 'x', 'r', $3,
                                     gen_random_uuid(), sha256('forged'))",
        )
        .bind(by)
        .bind(subject)
        .bind(detail)
        .execute(stage.app.pool())
        .await
        .unwrap();
    };
    let until = i64::MAX;
    let made_up = json!({ "id": to, "searches": 9, "players": 9, "until": until, "mac": "00" });
    append(&to.to_string(), &made_up.to_string()).await;
    append(&to.to_string(), "{}").await;
    expect_error(&search(&stage, &agent).await, 429, "STAFF_QUOTA");
    // A real one of somebody else's, given to this one, and stretched.
    grant(&stage, &supervisor, "supervisor2", json!({ "searches": 5 })).await;
    let real: String = sqlx::query_scalar(
        "select detail::text from staff_act where kind = 'quota.grant' and subject_id = $1",
    )
    .bind(other.to_string())
    .fetch_one(&stage.database.owner())
    .await
    .unwrap();
    append(&to.to_string(), &real).await;
    expect_error(&search(&stage, &agent).await, 429, "STAFF_QUOTA");
    // One of one's own, copied, is granted once.
    grant(&stage, &supervisor, "agent", json!({ "searches": 1 })).await;
    let own: String = sqlx::query_scalar(
        "select detail::text from staff_act where kind = 'quota.grant' order by id desc limit 1",
    )
    .fetch_one(&stage.database.owner())
    .await
    .unwrap();
    append(&to.to_string(), &own).await;
    let mut raised: Value = serde_json::from_str(&own).unwrap();
    raised["searches"] = json!(50);
    append(&to.to_string(), &raised.to_string()).await;
    assert_eq!(search(&stage, &agent).await.0, StatusCode::OK);
    expect_error(&search(&stage, &agent).await, 429, "STAFF_QUOTA");
}

#[tokio::test]
async fn what_cannot_be_written_down_is_not_searched_for() {
    let stage = set(5, 5).await;
    let agent = stage.staff("agent").await;
    let full = "alter table staff_act add constraint full_disk check (false) not valid";
    stage.tamper(full).await;
    expect_error(&search(&stage, &agent).await, 503, "SERVICE_UNAVAILABLE");
    let look = "/support/players/01a1fdd8-2731-70b2-a92f-d498fe5cc7e5/look";
    let why = json!({ "reason": "the player asked" });
    let with = (None, Some(&why));
    let refused = stage.call_as(&agent, Method::POST, look, with).await;
    expect_error(&refused, 503, "SERVICE_UNAVAILABLE");
}
