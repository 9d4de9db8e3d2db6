//! Logging in: limits, enumeration, hashes.

use std::time::{Duration, Instant};

use gateway::config::HashCost;
use ledger_testing::{cases, is_long};
use serde_json::{Value, json};

use crate::stage::{PASSWORD, Reply, Stage, credentials, phone};

fn wrong(number: u32) -> Value {
    json!({ "username": phone(number), "password": "Wrong-1234" })
}

#[tokio::test]
async fn a_phone_is_taken_in_any_spelling_at_log_in() {
    let stage = Stage::set_without_otp().await;
    stage.register(1).await;
    for username in ["0800000001", "080-000-0001", "+66800000001", "๐๘๐๐๐๐๐๐๐๑"]
    {
        let body = json!({ "username": username, "password": PASSWORD });
        stage.post("/api/login", &body).await.expect_success();
    }
}

#[tokio::test]
async fn known_and_unknown_names_get_the_same_answer() {
    let stage = Stage::set_without_otp().await;
    stage.register(1).await;
    let known = stage.post("/api/login", &wrong(1)).await;
    let unknown = stage.post("/api/login", &wrong(2)).await;
    known.expect_error(401, "WRONG_CREDENTIAL");
    unknown.expect_error(401, "WRONG_CREDENTIAL");
    let strip = |mut body: Value| {
        body["requestId"] = Value::Null;
        body
    };
    assert_eq!(strip(known.body), strip(unknown.body));
    let odd = json!({ "username": "", "password": "" });
    stage
        .post("/api/login", &odd)
        .await
        .expect_error(401, "WRONG_CREDENTIAL");
}

#[tokio::test]
async fn known_and_unknown_names_cost_the_same_time() {
    // A measurement, which a busy machine spoils: the gate knows from the hasher's own tests that
    // nobody's hash costs what a member's does.
    let rounds = cases(1, 15);
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.hash_cost = HashCost::default();
        config.login.account_tries = 1_000;
        config.login.address_tries = 1_000;
    })
    .await;
    stage.register(1).await;
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for (index, number) in [1_u32, 2].into_iter().enumerate() {
            let started = Instant::now();
            let reply = stage.post("/api/login", &wrong(number)).await;
            reply.expect_error(401, "WRONG_CREDENTIAL");
            times[index].push(started.elapsed());
        }
    }
    let median = |times: &mut Vec<Duration>| {
        times.sort_unstable();
        times[times.len() / 2]
    };
    let [known, unknown] = &mut times;
    let (known, unknown) = (median(known), median(unknown));
    // Without the decoy an unknown name answers in a fraction of the time.
    let are_alike = unknown * 2 > known && known * 2 > unknown;
    assert!(!is_long() || are_alike, "{known:?} {unknown:?}");
}

#[tokio::test]
async fn wrong_tries_of_one_account_wait_longer_and_longer_but_never_for_good() {
    let stage = Stage::set_without_otp().await;
    let _still = stage.app.clock().hold();
    stage.register(1).await;
    stage.register(2).await;
    for _ in 0..5 {
        stage
            .post("/api/login", &wrong(1))
            .await
            .expect_error(401, "WRONG_CREDENTIAL");
    }
    // Also the right password waits: else waiting would reveal which one is right.
    let waiting = stage.post("/api/login", &credentials(1)).await;
    waiting.expect_error(429, "REQUEST_LIMIT");
    let wait: u64 = waiting.headers["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!(wait >= 1);
    stage
        .post("/api/login", &credentials(2))
        .await
        .expect_success();
    stage.app.clock().advance(Duration::from_secs(wait + 1));
    stage
        .post("/api/login", &credentials(1))
        .await
        .expect_success();
    // A success clears the count.
    stage
        .post("/api/login", &wrong(1))
        .await
        .expect_error(401, "WRONG_CREDENTIAL");
    stage
        .post("/api/login", &credentials(1))
        .await
        .expect_success();
}

#[tokio::test]
async fn strangers_tries_keep_nobody_waiting_at_a_device_that_the_member_has_used() {
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.login.address_tries = 8;
        config.login.service_tries_per_minute = 12;
    })
    .await;
    let _still = stage.app.clock().hold();
    stage.register(1).await;
    let (own, others) = ("0a".repeat(16), "0b".repeat(16));
    let log_in = async |device: &str, body: Value| {
        let request = stage.request(reqwest::Method::POST, "/api/login");
        stage
            .send(request.header("x-device-id", device).json(&body))
            .await
    };
    log_in(&own, credentials(1)).await.expect_success();
    // Everything that a stranger can use up: the name's tries, the address's, the service's.
    for number in [1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] {
        log_in(&others, wrong(number)).await;
    }
    let strangers = log_in(&others, credentials(1)).await;
    strangers.expect_error(429, "REQUEST_LIMIT");
    log_in(&own, credentials(1)).await.expect_success();
    // The member has signed in, and the stranger waits all the same.
    let strangers = log_in(&others, credentials(1)).await;
    strangers.expect_error(429, "REQUEST_LIMIT");
    // Guesses at a member's own device wait as well, and learn for how long.
    for _ in 0..5 {
        log_in(&own, wrong(1))
            .await
            .expect_error(401, "WRONG_CREDENTIAL");
    }
    let waiting = log_in(&own, credentials(1)).await;
    waiting.expect_error(429, "REQUEST_LIMIT");
    let wait = waiting.headers["retry-after"].to_str().unwrap();
    let wait: u64 = wait.parse().unwrap();
    stage.app.clock().advance(Duration::from_secs(wait + 1));
    log_in(&own, credentials(1)).await.expect_success();
    // A device that somebody else has signed in from is a stranger's.
    stage.app.clock().advance(Duration::from_hours(1));
    stage.register(20).await;
    log_in(&others, credentials(20)).await.expect_success();
    for _ in 0..6 {
        log_in(&others, wrong(1)).await;
    }
    let strangers = log_in(&others, credentials(1)).await;
    strangers.expect_error(429, "REQUEST_LIMIT");
    log_in(&own, credentials(1)).await.expect_success();
}

/// A success elsewhere clears the count, or a sweep forgets it, while a try waits to be counted.
#[tokio::test]
async fn a_try_whose_count_is_cleared_meanwhile_is_answered() {
    let stage = Stage::set_without_otp().await;
    stage.register(1).await;
    stage
        .post("/api/login", &wrong(1))
        .await
        .expect_error(401, "WRONG_CREDENTIAL");
    let owner = stage.database.owner();
    let mut clearing = owner.begin().await.unwrap();
    sqlx::query("select from throttle for update")
        .execute(&mut *clearing)
        .await
        .unwrap();
    let going_on = async {
        stage.database.locked_out(1).await;
        sqlx::query("delete from throttle")
            .execute(&mut *clearing)
            .await
            .unwrap();
        clearing.commit().await.unwrap();
    };
    let body = credentials(1);
    let (reply, ()) = tokio::join!(stage.post("/api/login", &body), going_on);
    reply.expect_success();
}

#[tokio::test]
async fn a_flood_at_once_gets_no_more_tries_than_a_row() {
    let stage = Stage::set_without_otp().await;
    let _still = stage.app.clock().hold();
    stage.register(1).await;
    let tries = (0..40).map(|_| {
        let stage = &stage;
        async move { stage.post("/api/login", &wrong(1)).await.status.as_u16() }
    });
    let statuses = futures_util::future::join_all(tries).await;
    let looked_at = statuses.iter().filter(|it| **it == 401).count();
    assert_eq!(looked_at, 5, "{statuses:?}");
}

#[tokio::test]
async fn wrong_tries_from_one_address_wait_whatever_the_account() {
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.login.address_tries = 3;
    })
    .await;
    let _still = stage.app.clock().hold();
    stage.register(9).await;
    for _ in 0..5 {
        stage
            .post("/api/login", &credentials(9))
            .await
            .expect_success();
    }
    for number in 1..=3 {
        stage
            .post("/api/login", &wrong(number))
            .await
            .expect_error(401, "WRONG_CREDENTIAL");
    }
    stage
        .post("/api/login", &wrong(4))
        .await
        .expect_error(429, "REQUEST_LIMIT");
}

/// A log-in that comes through a trusted proxy from another address.
async fn log_in_from(stage: &Stage, address: &str, body: &Value) -> Reply {
    let request = stage
        .request(reqwest::Method::POST, "/api/login")
        .header("x-forwarded-for", address)
        .json(body);
    stage.send(request).await
}

async fn stage_behind_a_proxy(address_tries: u32) -> Stage {
    Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.service.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.login.address_tries = address_tries;
        config.login.service_tries_per_minute = 20;
    })
    .await
}

#[tokio::test]
async fn refused_tries_of_one_address_leave_the_log_ins_of_others_alone() {
    let stage = stage_behind_a_proxy(4).await;
    let _still = stage.app.clock().hold();
    stage.register(1).await;
    let mut refused = 0;
    let (guesses, others) = (cases(60, 300), cases(40, 200));
    for number in 0..guesses {
        let reply = log_in_from(&stage, "203.0.113.1", &wrong(1_000 + number)).await;
        refused += u32::from(reply.status == 429);
    }
    assert!(refused >= guesses - 10, "{refused}");
    // Nor do refused tries of one account, from wherever they come.
    for number in 0..others {
        log_in_from(&stage, &format!("198.51.100.{number}"), &wrong(2)).await;
    }
    log_in_from(&stage, "203.0.113.2", &credentials(1))
        .await
        .expect_success();
}

#[tokio::test]
async fn a_refused_address_cannot_make_an_account_wait() {
    let stage = stage_behind_a_proxy(2).await;
    let _still = stage.app.clock().hold();
    stage.register(1).await;
    for number in 0..2 {
        log_in_from(&stage, "203.0.113.1", &wrong(1_000 + number)).await;
    }
    for _ in 0..50 {
        log_in_from(&stage, "203.0.113.1", &wrong(1))
            .await
            .expect_error(429, "REQUEST_LIMIT");
    }
    log_in_from(&stage, "203.0.113.2", &credentials(1))
        .await
        .expect_success();
}

#[tokio::test]
async fn an_address_gets_a_try_back_each_half_minute_and_none_for_a_success() {
    let stage = stage_behind_a_proxy(3).await;
    let _still = stage.app.clock().hold();
    stage.register(1).await;
    let from = "203.0.113.1";
    for number in 0..3 {
        log_in_from(&stage, from, &wrong(1_000 + number))
            .await
            .expect_error(401, "WRONG_CREDENTIAL");
    }
    let waiting = log_in_from(&stage, from, &credentials(1)).await;
    waiting.expect_error(429, "REQUEST_LIMIT");
    stage.app.clock().advance(Duration::from_secs(31));
    log_in_from(&stage, from, &credentials(1))
        .await
        .expect_success();
    // The success took nothing but its own charge back: there is room for one more try.
    log_in_from(&stage, from, &wrong(1_004))
        .await
        .expect_error(401, "WRONG_CREDENTIAL");
    log_in_from(&stage, from, &wrong(1_005))
        .await
        .expect_error(429, "REQUEST_LIMIT");
}

#[tokio::test]
async fn the_whole_service_takes_so_many_log_ins_a_minute() {
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.login.service_tries_per_minute = 2;
    })
    .await;
    let _still = stage.app.clock().hold();
    stage.register(1).await;
    stage.log_in(1).await;
    stage.log_in(1).await;
    stage
        .post("/api/login", &credentials(1))
        .await
        .expect_error(429, "REQUEST_LIMIT");
    stage.app.clock().advance(Duration::from_secs(61));
    stage.log_in(1).await;
}

#[tokio::test]
async fn limits_survive_a_restart() {
    let stage = Stage::set_without_otp().await;
    stage.register(1).await;
    for _ in 0..5 {
        stage.post("/api/login", &wrong(1)).await;
    }
    // The wait is a few seconds by the clock, which a restart does not turn back.
    stage
        .tamper("update throttle set blocked_until = blocked_until + interval '1 hour'")
        .await;
    let restarted = stage.another().await;
    let url = format!("http://{}/api/login", restarted.public_address());
    let login = stage.http.post(url).json(&credentials(1));
    stage.send(login).await.expect_error(429, "REQUEST_LIMIT");
}

#[tokio::test]
async fn a_weak_hash_is_replaced_at_log_in() {
    // Made by a gateway that spares memory.
    let mut stage = Stage::set_without_otp().await;
    stage.register(1).await;
    let today = stage
        .another_with(|config| config.hash_cost = HashCost::default())
        .await;
    let before = std::mem::replace(&mut stage.app, today);
    stage.log_in(1).await;
    let stored: String = sqlx::query_scalar("select password_hash from member")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert!(
        stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{stored}"
    );
    stage.log_in(1).await;
    before.stop().await;
}

#[tokio::test]
async fn a_deactivated_member_learns_it_only_with_the_right_password() {
    let stage = Stage::set_without_otp().await;
    stage.register(1).await;
    stage.tamper("update member set is_active = false").await;
    stage
        .post("/api/login", &wrong(1))
        .await
        .expect_error(401, "WRONG_CREDENTIAL");
    stage
        .post("/api/login", &credentials(1))
        .await
        .expect_error(403, "INACTIVE_USER");
}
