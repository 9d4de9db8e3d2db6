//! What is written down of staff, and that it stays as it was written.

use gateway::operator;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Stage, answer, expect_error};

#[tokio::test]
async fn a_look_needs_a_reason_of_this_one_for_this_player_and_for_a_while() {
    let stage = Stage::set().await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    let agent = stage.staff("agent").await;
    let path = format!("/support/players/{}/look", player.id);
    for reason in ["", "ab", "   a  ", "line\nline", &"x".repeat(301)] {
        let answer = stage
            .post_as(&agent, &path, &json!({ "reason": reason }))
            .await;
        expect_error(&answer, 400, "INVALID_INPUT");
        assert_eq!(answer.1["data"]["fields"], json!(["reason"]), "{reason}");
    }
    let nobody = "/support/players/01a1fdd8-2731-70b2-a92f-d498fe5cc7e5/look";
    let why = json!({ "reason": "why not" });
    expect_error(&stage.post_as(&agent, nobody, &why).await, 404, "NO_DATA");
    let look = stage.look(&agent, &player).await;
    let supervisor = stage.staff("supervisor").await;
    let foreign = stage.look(&supervisor, &player).await;
    let of_other = stage.look(&agent, &other).await;
    let profile = format!("/support/players/{}", player.id);
    let read = |look: Option<String>| {
        let (stage, agent, profile) = (&stage, &agent, &profile);
        async move {
            let with = (look.as_deref(), None);
            stage.call_as(agent, Method::GET, profile, with).await
        }
    };
    let made_up = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5".to_owned();
    for wrong in [
        None,
        Some("x".to_owned()),
        Some(made_up),
        Some(foreign),
        Some(of_other),
    ] {
        expect_error(&read(wrong).await, 403, "LOOK_REQUIRED");
    }
    let (status, body) = read(Some(look.clone())).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let acts = stage.acts().await;
    let last = acts.last().unwrap();
    assert_eq!(last["kind"], "look.profile");
    assert_eq!(last["by"], "agent");
    assert_eq!(last["subjectKind"], "player");
    assert_eq!(last["subject"], player.id.to_string());
    assert_eq!(last["reason"], "the player asked");
    assert_eq!(last["detail"]["look"], look);
    stage
        .app
        .clock()
        .advance(std::time::Duration::from_mins(30));
    let again = stage.staff("agent").await;
    let with = (Some(look.as_str()), None);
    let late = stage.call_as(&again, Method::GET, &profile, with).await;
    expect_error(&late, 403, "LOOK_REQUIRED");
}

#[tokio::test]
async fn what_cannot_be_written_down_does_not_happen() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let before = stage.act_count().await;
    let full = "alter table staff_act add constraint full_disk check (false) not valid";
    stage.tamper(full).await;
    let path = format!("/support/players/{}/look", player.id);
    for (method, path, body) in [
        (Method::GET, "/support/me", None),
        (Method::POST, "/support/logout", Some(json!({}))),
        (
            Method::POST,
            path.as_str(),
            Some(json!({ "reason": "because" })),
        ),
    ] {
        let with = (None, body.as_ref());
        let answer = stage.call_as(&agent, method, path, with).await;
        expect_error(&answer, 503, "SERVICE_UNAVAILABLE");
    }
    let credentials = stage.credentials("supervisor");
    let entered = stage.log_in(&credentials).await;
    expect_error(&entered, 503, "SERVICE_UNAVAILABLE");
    assert_eq!(stage.act_count().await, before);
    let looks: i64 = sqlx::query_scalar("select count(*) from staff_look")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(looks, 0);
    stage
        .tamper("alter table staff_act drop constraint full_disk")
        .await;
    // The refused way out did not end the session.
    assert_eq!(stage.get_as(&agent, "/support/me").await.0, StatusCode::OK);
}

#[tokio::test]
async fn nobody_changes_an_act() {
    let stage = Stage::set().await;
    let before = stage.act_count().await;
    assert!(before > 0);
    let owner = stage.database.owner();
    for statement in [
        "update staff_act set reason = 'another'",
        "update staff_act set reason = reason where false",
        "delete from staff_act where id = 1",
        "truncate staff_act",
        "set session_replication_role = replica; delete from staff_act",
    ] {
        for pool in [stage.app.pool(), &owner] {
            let mut connection = pool.acquire().await.unwrap();
            let done = sqlx::raw_sql(statement).execute(&mut *connection).await;
            connection.close().await.unwrap();
            let error = done.unwrap_err();
            let code = error
                .as_database_error()
                .and_then(sqlx::error::DatabaseError::code);
            assert_eq!(code.as_deref(), Some("42501"), "{statement}: {error}");
        }
    }
    for statement in ["delete from staff_act_head", "drop table staff_act cascade"] {
        let done = sqlx::raw_sql(statement).execute(stage.app.pool()).await;
        assert!(done.is_err(), "{statement}");
    }
    assert_eq!(stage.act_count().await, before);
}

async fn audit(stage: &Stage) -> operator::CheckReport {
    operator::audit(&stage.database.url(), stage.data_dir())
        .await
        .unwrap()
}

#[tokio::test]
async fn an_audit_names_the_first_act_that_is_not_as_it_was_written() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    for n in 0..8 {
        let path = format!("/support/me?n={n}");
        assert_eq!(stage.get_as(&agent, &path).await.0, StatusCode::OK);
    }
    let count = stage.act_count().await;
    let report = audit(&stage).await;
    assert!(report.is_clean, "{}", report.text);
    let said = format!("{count} entries in the audit log");
    assert!(report.text.contains(&said), "{}", report.text);
    let keep = "alter table staff_act disable trigger append_only;
                create table kept as table staff_act;
                create table kept_head as table staff_act_head;";
    stage.tamper(keep).await;
    let written = "is not as it was written";
    for (change, problem) in [
        (
            "update staff_act set reason = 'x' where id = 9",
            format!("staff act 9 {written}"),
        ),
        (
            "update staff_act set at = at + interval '1 us' where id in (8, 10)",
            format!("staff act 8 {written}"),
        ),
        (
            "update staff_act set staff_id = null where id = 8",
            format!("staff act 8 {written}"),
        ),
        (
            "update staff_act set session_id = null where id = 9",
            format!("staff act 9 {written}"),
        ),
        (
            "update staff_act set detail = (detail::text || ' ')::json where id = 8",
            format!("staff act 8 {written}"),
        ),
        // The content of one column is in the next one.
        (
            "update staff_act set kind = 'staff', subject_kind = '.addstaff' where id = 4",
            format!("staff act 4 {written}"),
        ),
        (
            "delete from staff_act where id = 1",
            "staff act 1 is missing".to_owned(),
        ),
        (
            "delete from staff_act where id = 9",
            "staff act 9 is missing".to_owned(),
        ),
        (
            "delete from staff_act where id > 11",
            "staff act 12 is missing".to_owned(),
        ),
        (
            "delete from staff_act where id > 11;
             update staff_act_head set id = 11",
            "staff act 11 is not the one that was last".to_owned(),
        ),
        // The chain is repaired after the change, but not its end.
        (
            "update staff_act set kind = 'x', hash = sha256('x') where id = 8;
             update staff_act set prev_hash = sha256('x') where id = 9",
            format!("staff act 8 {written}"),
        ),
        (
            "update staff_act set prev_hash = sha256('x') where id = 9",
            "staff act 9 does not follow the one before".to_owned(),
        ),
    ] {
        stage.tamper(change).await;
        let report = audit(&stage).await;
        assert!(!report.is_clean, "{change}");
        let said = format!("WRONG: {problem}\n");
        assert!(report.text.contains(&said), "{change}: {}", report.text);
        let repair = "delete from staff_act; insert into staff_act select * from kept;
                    delete from staff_act_head; insert into staff_act_head select * from kept_head";
        stage.tamper(repair).await;
    }
    let guard = "alter table staff_act enable always trigger append_only";
    stage.tamper(guard).await;
    let report = audit(&stage).await;
    assert!(report.is_clean, "{}", report.text);
}

#[tokio::test]
async fn two_gateways_write_one_chain_without_a_gap() {
    let stage = Stage::set().await;
    let other = stage.another().await;
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    let before = stage.act_count().await;
    let calls = (0..60).map(|n| {
        let address = if n % 2 == 0 {
            stage.app.public_address()
        } else {
            other.public_address()
        };
        let token = if n % 3 == 0 { &agent } else { &supervisor };
        let url = format!("http://{address}/api/support/me?n={n}");
        let request = stage.http.get(url).bearer_auth(token);
        answer(request.header("x-requested-with", "wallet-web"))
    });
    for (status, body) in futures_util::future::join_all(calls).await {
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    let acts = stage.acts().await;
    for (act, id) in acts.iter().zip(1..) {
        assert_eq!(act["id"], id, "{act}");
    }
    assert_eq!(stage.act_count().await, before + 60);
    let seen: std::collections::BTreeSet<String> = acts
        .iter()
        .filter(|it| it["kind"] == "read me")
        .map(|it| it["detail"]["query"].to_string())
        .collect();
    assert_eq!(seen.len(), 60);
    assert!(acts.iter().all(|it| it["reason"] == Value::Null));
    assert!(audit(&stage).await.is_clean);
    other.stop().await;
}

#[tokio::test]
async fn a_reason_is_kept_however_its_body_is_called() {
    let stage = Stage::set().await;
    let supervisor = stage.staff("supervisor").await;
    let body = json!({ "reason": "the night before the audit", "view": "statement" });
    for route in ["operations/verify", "operations/rebuild"] {
        for kind in [
            "application/json",
            "Application/JSON; charset=utf-8",
            "APPLICATION/JSON",
            "application/json ;charset=utf-8",
            "text/plain",
            "application/x-www-form-urlencoded",
            "",
        ] {
            let url = format!("http://{}/api/support/{route}", stage.app.public_address());
            let request = stage.http.post(url).bearer_auth(&supervisor);
            let request = request.header("x-requested-with", "wallet-web");
            let request = request.header("content-type", kind);
            let before = stage.acts().await.len();
            answer(request.body(body.to_string())).await;
            let acts = stage.acts().await;
            assert_eq!(acts[before]["kind"], format!("post {route}"), "{kind}");
            assert_eq!(acts[before]["reason"], body["reason"], "{route} {kind}");
        }
    }
}

#[tokio::test]
async fn whom_somebody_searched_for_is_not_revealed_by_the_audit_log() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let kept = async |text: &str| {
        let url = format!("http://{}/api/support/players", stage.app.public_address());
        let request = stage.http.get(url).query(&[("q", text)]);
        let request = request.header("x-requested-with", "wallet-web");
        let (status, body) = answer(request.bearer_auth(&agent)).await;
        assert_eq!(status, StatusCode::OK, "{text}: {body}");
        let acts = stage.acts().await;
        assert_eq!(acts.last().unwrap()["kind"], "search");
        let kept = &acts.last().unwrap()["detail"]["query"][0];
        assert_eq!(kept[0], "q");
        kept[1].clone()
    };
    let phone = kept("0812345678").await;
    assert_eq!(
        (&phone["kind"], &phone["end"]),
        (&json!("number"), &json!("678"))
    );
    assert_eq!(phone["hash"].as_str().unwrap().len(), 32);
    // The same number is seen to be the same, and another one to be another.
    assert_eq!(kept("+66 81-234-5678").await, phone);
    assert_ne!(kept("0812345679").await["hash"], phone["hash"]);
    // So short a number would be revealed by its end.
    assert_eq!(kept("08123").await["end"], Value::Null);
    let name = kept("สมชาย ใจดี").await;
    assert_eq!(name["kind"], "text");
    let id = kept(&player.id.to_string()).await;
    assert_eq!(id["id"], player.id.to_string());
    let all: Vec<String> = sqlx::query_scalar("select detail::text from staff_act")
        .fetch_all(&stage.database.owner())
        .await
        .unwrap();
    for text in ["0812345", "81-234", "สมชาย", "08123"] {
        assert!(!all.iter().any(|it| it.contains(text)), "{text}");
    }
    assert!(audit(&stage).await.is_clean);
}
