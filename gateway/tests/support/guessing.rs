//! Guessing at staff's log-in: who waits, who does not, and what it leaves behind.

use std::time::Duration;

use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Answer, Stage, answer, expect_error, write};

const OFFICE: &str = "198.51.100.1";
const ELSEWHERE: &str = "203.0.113.1";

async fn stage(change: impl FnOnce(&mut gateway::config::Config)) -> Stage {
    Stage::set_with(|config| {
        config.service.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        change(config);
    })
    .await
}

async fn log_in_from(stage: &Stage, address: &str, credentials: &Value) -> Answer {
    let request = stage.request(Method::POST, "/support/login");
    let request = request.header("x-forwarded-for", address);
    answer(request.json(credentials)).await
}

fn guess(username: &str) -> Value {
    json!({ "username": username, "password": "Demo-1234-guess", "code": "123456" })
}

#[tokio::test]
async fn guesses_from_one_address_wait_longer_and_longer_whatever_the_name() {
    let stage = stage(|config| {
        config.login.address_tries = 3;
        config.login.wait_max_seconds = 60;
    })
    .await;
    let _still = stage.app.clock().hold();
    for name in ["a1", "a2", "a3"] {
        let answer = log_in_from(&stage, ELSEWHERE, &guess(name)).await;
        expect_error(&answer, 401, "WRONG_CREDENTIAL");
    }
    for (n, wait) in [1, 2, 4, 8, 16, 32, 60, 60, 60].into_iter().enumerate() {
        let name = format!("b{n}");
        if wait > 1 {
            stage.app.clock().advance(Duration::from_secs(wait / 2));
            let answer = log_in_from(&stage, ELSEWHERE, &guess(&name)).await;
            expect_error(&answer, 429, "REQUEST_LIMIT");
            stage.app.clock().advance(Duration::from_secs(wait / 2));
        } else {
            stage.app.clock().advance(Duration::from_secs(wait));
        }
        // No wait is for good.
        let answer = log_in_from(&stage, ELSEWHERE, &guess(&name)).await;
        expect_error(&answer, 401, "WRONG_CREDENTIAL");
    }
    let right = stage.credentials("agent");
    let answer = log_in_from(&stage, OFFICE, &right).await;
    assert_eq!(answer.0, StatusCode::OK, "{}", answer.1);
}

#[tokio::test]
async fn a_login_makes_no_colleague_at_the_same_address_wait() {
    let stage = stage(|config| config.login.address_tries = 2).await;
    let _still = stage.app.clock().hold();
    for username in ["agent", "supervisor", "supervisor2", "auditor", "agent"] {
        let right = stage.credentials(username);
        let answer = log_in_from(&stage, OFFICE, &right).await;
        assert_eq!(answer.0, StatusCode::OK, "{username}: {}", answer.1);
    }
}

#[tokio::test]
async fn strangers_keep_nobody_out_who_has_been_there_before() {
    let stage = stage(|config| config.login.account_tries = 3).await;
    let _still = stage.app.clock().hold();
    let right = stage.credentials("agent");
    let answer = log_in_from(&stage, OFFICE, &right).await;
    assert_eq!(answer.0, StatusCode::OK, "{}", answer.1);
    let right = stage.credentials("agent");
    for _ in 0..12 {
        log_in_from(&stage, ELSEWHERE, &guess("agent")).await;
    }
    // The whole service's tries of strangers are used up as well.
    stage
        .tamper(
            "update throttle set count = 1000000
             where scope = 'staff:service' or scope = 'staff:account'",
        )
        .await;
    let answer = log_in_from(&stage, "192.0.2.7", &guess("nobody")).await;
    expect_error(&answer, 429, "REQUEST_LIMIT");
    let answer = log_in_from(&stage, OFFICE, &right).await;
    assert_eq!(answer.0, StatusCode::OK, "{}", answer.1);
    // Those who have been there wait for their own guesses.
    for _ in 0..3 {
        let answer = log_in_from(&stage, OFFICE, &guess("supervisor")).await;
        expect_error(&answer, 401, "WRONG_CREDENTIAL");
    }
    let answer = log_in_from(&stage, OFFICE, &guess("supervisor")).await;
    expect_error(&answer, 429, "REQUEST_LIMIT");
}

#[tokio::test]
async fn an_address_that_somebody_enters_shares_the_tries_of_strangers() {
    let stage = stage(|config| config.login.account_tries = 3).await;
    let _still = stage.app.clock().hold();
    let right = stage.credentials("agent");
    let answer = log_in_from(&stage, OFFICE, &right).await;
    assert_eq!(answer.0, StatusCode::OK, "{}", answer.1);
    assert_eq!(stage.wrong().await, [""; 0]);
    let answer = log_in_from(&stage, ELSEWHERE, &guess("agent")).await;
    expect_error(&answer, 401, "WRONG_CREDENTIAL");
    // The limits name the address as its row does.
    let entered = "insert into staff_address (staff_id, address, seen_at, mac)
        select it.staff_id, throttle.subject, it.seen_at, it.mac
        from staff_address as it, throttle
        where throttle.scope = 'staff:address' and throttle.subject <> it.address";
    write(&stage, entered).await;
    let agent = stage.account("agent").await;
    let found = stage.wrong().await;
    let named = format!("staff_address, staff {agent}, address ");
    assert!(
        found.len() == 1 && found[0].starts_with(&named),
        "{found:?}"
    );
    for _ in 0..2 {
        let answer = log_in_from(&stage, ELSEWHERE, &guess("agent")).await;
        expect_error(&answer, 401, "WRONG_CREDENTIAL");
    }
    let answer = log_in_from(&stage, ELSEWHERE, &guess("agent")).await;
    expect_error(&answer, 429, "REQUEST_LIMIT");
}

#[tokio::test]
async fn names_that_nobody_has_are_counted_and_do_not_lengthen_the_chain() {
    let stage = stage(|_| {}).await;
    let _still = stage.app.clock().hold();
    let before = stage.act_count().await;
    let guesses: Vec<_> = (0..25).map(|n| guess(&format!("nobody{n}"))).collect();
    for credentials in &guesses {
        let answer = log_in_from(&stage, ELSEWHERE, credentials).await;
        expect_error(&answer, 401, "WRONG_CREDENTIAL");
    }
    assert_eq!(stage.act_count().await, before);
    // A known one is somebody's business.
    log_in_from(&stage, OFFICE, &guess("agent")).await;
    assert_eq!(stage.act_count().await, before + 1);
    // Background work writes down what is over; a gateway starts with it.
    stage
        .tamper("update staff_login_refusal set minute = minute - interval '1 hour'")
        .await;
    let other = stage.another().await;
    let shown = eventually("it is written down", async || {
        let acts = stage.acts().await;
        let found = acts.iter().find(|it| it["detail"]["unknown"].is_number());
        found.cloned().ok_or(acts.len())
    })
    .await;
    assert_eq!(shown["kind"], "login.refused");
    assert_eq!(shown["by"], Value::Null);
    assert_eq!(shown["detail"]["unknown"], 25);
    let kept: i64 = sqlx::query_scalar("select count(*) from staff_login_refusal")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(kept, 0);
    other.stop().await;
}

#[tokio::test]
async fn a_log_in_that_a_reset_overtakes_opens_nothing() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let credentials = stage.credentials("agent");
    let owner = stage.database.owner();
    let mut reset = owner.begin().await.unwrap();
    // As a reset: the row is its own until it is done.
    sqlx::query("update staff set password_hash = 'another' where username = 'agent'")
        .execute(&mut *reset)
        .await
        .unwrap();
    let entering = stage.log_in(&credentials);
    let overtaking = async {
        // The old password has been proved, and its proof waits to be used up.
        let waits = "select exists (select from pg_stat_activity
                     where wait_event_type = 'Lock' and datname = current_database()
                       and query like '%from staff where id = $1 for no key update%')";
        eventually("the log-in waits for the row", async || {
            let waits = sqlx::query_scalar::<_, bool>(waits).fetch_one(&owner).await;
            if waits.unwrap() {
                Ok(())
            } else {
                Err("not yet")
            }
        })
        .await;
        reset.commit().await.unwrap();
    };
    let (answer, ()) = tokio::join!(entering, overtaking);
    expect_error(&answer, 401, "WRONG_CREDENTIAL");
    let open: i64 = sqlx::query_scalar("select count(*) from staff_session")
        .fetch_one(&owner)
        .await
        .unwrap();
    assert_eq!(open, 0);
}
