//! Keeping a player out at once: by one person of staff, with a reason, also from who knows the password.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::freeze::shown;
use crate::stage::{self, Answer, Player, Stage, expect_error, write};

const WHY: &str = "the phone was stolen";
const PASSWORD: &str = "Correct-Horse-9";

async fn act(stage: &Stage, token: &str, player: &Player, word: &str) -> Answer {
    let path = format!("/support/players/{}/{word}", player.id);
    stage.post_as(token, &path, &json!({ "reason": WHY })).await
}

async fn done(stage: &Stage, player: &Player, word: &str) {
    let agent = stage.staff("agent").await;
    let (status, body) = act(stage, &agent, player, word).await;
    assert_eq!(status, StatusCode::OK, "{body}");
}

async fn log_in(stage: &Stage, password: &str) -> Answer {
    let body = json!({ "username": "0810000001", "password": password });
    stage::answer(stage.request(Method::POST, "/login").json(&body)).await
}

async fn acts_of(stage: &Stage, kind: &str) -> Vec<Value> {
    let acts = stage.acts().await;
    acts.into_iter().filter(|it| it["kind"] == kind).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_keeps_a_player_out_and_lets_the_player_in_again() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    done(&stage, &player, "login-freeze").await;
    let ended = stage.get(&player, "/account/profile").await;
    expect_error(&ended, 401, "invalid-token");
    expect_error(&log_in(&stage, PASSWORD).await, 403, "ACCOUNT_FROZEN");
    // Who does not know the password learns nothing.
    expect_error(
        &log_in(&stage, "Wrong-Horse-9").await,
        401,
        "WRONG_CREDENTIAL",
    );
    let frozen = shown(&stage, &player).await["loginFreeze"].clone();
    assert_eq!(frozen["reason"], WHY, "{frozen}");
    let acts = acts_of(&stage, "login.freeze").await;
    assert_eq!(acts.len(), 1, "{acts:?}");
    assert_eq!(
        (&acts[0]["by"], &acts[0]["reason"]),
        (&json!("agent"), &json!(WHY))
    );
    assert_eq!(acts[0]["subject"], json!(player.id));
    assert_eq!(acts[0]["detail"]["sessions"], 1);
    // Again is no harm, and one end lets the player in.
    done(&stage, &player, "login-freeze").await;
    done(&stage, &player, "login-unfreeze").await;
    assert_eq!(log_in(&stage, PASSWORD).await.0, StatusCode::OK);
    assert_eq!(shown(&stage, &player).await["loginFreeze"], Value::Null);
    assert_eq!(acts_of(&stage, "login.unfreeze").await.len(), 1);
    done(&stage, &player, "login-unfreeze").await;
    assert_eq!(acts_of(&stage, "login.unfreeze").await.len(), 1);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_ends_every_session_of_a_player_who_may_log_in_again() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let other = stage.player(2).await;
    assert_eq!(log_in(&stage, PASSWORD).await.0, StatusCode::OK);
    done(&stage, &player, "sessions/end").await;
    let ended = stage.get(&player, "/account/profile").await;
    expect_error(&ended, 401, "invalid-token");
    assert_eq!(
        stage.get(&other, "/account/profile").await.0,
        StatusCode::OK
    );
    assert_eq!(log_in(&stage, PASSWORD).await.0, StatusCode::OK);
    let acts = acts_of(&stage, "sessions.end").await;
    assert_eq!(acts[0]["detail"]["sessions"], 2, "{acts:?}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keeping_a_player_out_takes_acting_staff_a_reason_and_a_player() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let auditor = stage.staff("auditor").await;
    let agent = stage.staff("agent").await;
    for word in ["login-freeze", "login-unfreeze", "sessions/end"] {
        let read_only = act(&stage, &auditor, &player, word).await;
        expect_error(&read_only, 403, "ROLE_REQUIRED");
        let member = act(&stage, &player.token, &player, word).await;
        expect_error(&member, 401, "UNAUTHORIZED");
        let path = format!("/support/players/{}/{word}", player.id);
        let short = stage
            .post_as(&agent, &path, &json!({ "reason": "x" }))
            .await;
        expect_error(&short, 400, "INVALID_INPUT");
        let path = format!("/support/players/{}/{word}", uuid::Uuid::nil());
        let nobody = stage
            .post_as(&agent, &path, &json!({ "reason": WHY }))
            .await;
        expect_error(&nobody, 404, "NO_DATA");
    }
    assert_eq!(
        stage.get(&player, "/account/profile").await.0,
        StatusCode::OK
    );
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_row_that_an_insider_writes_lets_a_player_in() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    done(&stage, &player, "login-freeze").await;
    done(&stage, &player, "login-unfreeze").await;
    let token = log_in(&stage, PASSWORD).await.1["token"].clone();
    done(&stage, &player, "login-freeze").await;
    for removal in [
        "delete from login_freeze",
        "update login_freeze set member_id = gen_random_uuid()",
        "truncate login_freeze",
    ] {
        let removed = sqlx::raw_sql(removal).execute(stage.app.pool()).await;
        assert!(removed.is_err(), "{removal}");
        let removed = sqlx::raw_sql(removal)
            .execute(&stage.database.owner())
            .await;
        assert!(removed.is_err(), "{removal}, by the owner");
    }
    assert_eq!(stage.wrong().await, [""; 0]);
    // An end of nobody's, an earlier end again, and one with the MAC of another row.
    write(
        &stage,
        "insert into login_freeze (id, member_id, ends, at, mac)
         select gen_random_uuid(), member_id, id, now(), sha256('x') from login_freeze
         where ends is null;
         insert into login_freeze (id, member_id, ends, at, mac)
         select gen_random_uuid(), member_id, ends, at, mac from login_freeze
         where ends is not null and mac <> sha256('x');
         insert into login_freeze (id, member_id, ends, at, mac)
         select gen_random_uuid(), latest.member_id, latest.id, earlier.at, earlier.mac
         from login_freeze as latest, login_freeze as earlier
         where latest.ends is null and earlier.ends is not null and earlier.mac <> sha256('x')",
    )
    .await;
    expect_error(&log_in(&stage, PASSWORD).await, 403, "ACCOUNT_FROZEN");
    // The ended sessions' rows, written again as they were.
    let sessions = stage.copied("session", "true").await;
    write(&stage, "delete from session").await;
    stage.put_back("session", &sessions).await;
    let reopened = Player {
        token: token.as_str().unwrap().to_owned(),
        ..stage.player(2).await
    };
    let answer = stage.get(&reopened, "/account/profile").await;
    expect_error(&answer, 401, "invalid-token");
    let wrong = stage.wrong().await;
    assert!(!wrong.is_empty(), "what was written is found");
    assert!(
        wrong.iter().all(|it| it.starts_with("login_freeze, id")),
        "{wrong:?}"
    );
}
