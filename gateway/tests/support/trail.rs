//! The trail of what staff did, for those who look at it.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::stage::{Stage, expect_error};

/// A page of the trail by an auditor.
async fn page(stage: &Stage, token: &str, query: &str) -> Value {
    let path = format!("/support/acts?{query}");
    let (status, body) = stage.get_as(token, &path).await;
    assert_eq!(status, StatusCode::OK, "{query}: {body}");
    body
}

fn kinds(page: &Value) -> Vec<&str> {
    let acts = page["acts"].as_array().unwrap().iter();
    acts.map(|it| it["kind"].as_str().unwrap()).collect()
}

fn numbers(page: &Value) -> Vec<i64> {
    let acts = page["acts"].as_array().unwrap().iter();
    acts.map(|it| it["id"].as_i64().unwrap()).collect()
}

async fn file(stage: &Stage, token: &str, query: &str) -> (String, String) {
    let path = format!("/support/acts/export?{query}");
    let request = stage.request(Method::GET, &path).bearer_auth(token);
    let reply = request.send().await.unwrap();
    assert_eq!(reply.status(), StatusCode::OK, "{query}");
    let kind = reply.headers()["content-type"].to_str().unwrap().to_owned();
    (kind, reply.text().await.unwrap())
}

#[tokio::test]
async fn the_trail_is_for_supervisors_and_auditors_only_and_reading_it_is_an_act() {
    let stage = Stage::set().await;
    let agent = stage.staff("agent").await;
    for path in ["acts", "acts/state", "acts/export?format=csv"] {
        let answer = stage.get_as(&agent, &format!("/support/{path}")).await;
        expect_error(&answer, 403, "ROLE_REQUIRED");
        let acts = stage.acts().await;
        let [.., call, refusal] = acts.as_slice() else {
            panic!("{acts:?}");
        };
        assert_eq!(call["by"], "agent", "{path}");
        assert_eq!(refusal["kind"], "refused", "{path}");
    }
    for (name, path, kind) in [
        ("auditor", "acts", "read acts"),
        ("supervisor", "acts/state", "read acts/state"),
        ("auditor", "acts/export?format=json", "read acts/export"),
    ] {
        let token = stage.staff(name).await;
        let address = stage.app.public_address();
        let url = format!("http://{address}/api/support/{path}");
        let request = stage.http.get(url).bearer_auth(&token);
        let request = request.header("x-requested-with", "wallet-web");
        assert_eq!(request.send().await.unwrap().status(), StatusCode::OK);
        let acts = stage.acts().await;
        let last = acts.last().unwrap();
        assert_eq!(
            (&last["by"], &last["kind"]),
            (&json!(name), &json!(kind)),
            "{last}"
        );
    }
}

#[tokio::test]
async fn the_trail_says_who_did_what_to_whom_why_and_when_and_page_by_page_loses_nothing() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    stage.look(&agent, &player).await;
    let auditor = stage.staff("auditor").await;
    let newest = page(&stage, &auditor, "act=player&limit=1").await;
    let look = &newest["acts"][0];
    assert_eq!(look["kind"], "look");
    assert_eq!(look["by"]["username"], "agent");
    assert_eq!(look["subjectKind"], "player");
    assert_eq!(look["subjectId"], player.id.to_string());
    assert_eq!(look["reason"], "the player asked");
    assert!(look["at"].is_string() && look["requestId"].is_string());
    assert!(look.get("problem").is_none(), "{look}");
    // Nothing more of a player than the id: an erased one leaves nothing behind.
    assert!(!newest.to_string().contains(&player.account_no), "{newest}");
    let (mut cursor, mut seen) = (String::new(), Vec::new());
    loop {
        let part = page(&stage, &auditor, &format!("limit=3{cursor}")).await;
        seen.extend(numbers(&part));
        match part["nextCursor"].as_i64() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    // Newest first, from the first reading of the first page down to the first entry.
    let wanted: Vec<i64> = (1..=*seen.first().unwrap()).rev().collect();
    assert_eq!(seen, wanted);
}

#[tokio::test]
async fn the_trail_is_filtered_by_person_act_player_time_and_reason() {
    let stage = Stage::set().await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    let agent = stage.staff("agent").await;
    stage.look(&agent, &player).await;
    let path = format!("/support/players/{}/look", other.id);
    let why = json!({ "reason": "100% sure_it's 'Nok'" });
    stage.post_as(&agent, &path, &why).await;
    stage.get_as(&agent, "/support/players?q=0812345678").await;
    let auditor = stage.staff("auditor").await;
    let person = stage.account("agent").await;
    let of_agent = page(&stage, &auditor, &format!("staff={person}")).await;
    let by = of_agent["acts"].as_array().unwrap().iter();
    assert!(by.clone().count() > 4, "{of_agent}");
    assert!(by.clone().all(|it| it["by"]["username"] == "agent"));
    let search = page(&stage, &auditor, "act=search").await;
    assert_eq!(kinds(&search), ["search"]);
    let login = page(&stage, &auditor, "act=login").await;
    assert_eq!(kinds(&login), ["login", "login"]);
    let added = page(&stage, &auditor, "act=account").await;
    assert!(kinds(&added).iter().all(|it| *it == "staff.add"));
    let of_player = page(&stage, &auditor, &format!("player={}", other.id)).await;
    assert_eq!(kinds(&of_player), ["look", "post players/{id}/look"]);
    // Every character means itself: nothing of a reason is a pattern or a part of the query.
    for (text, count) in [
        ("sure_it", 2),
        ("SURE", 2),
        ("100%25", 2),
        ("%25", 2),
        ("_", 2),
        ("%27", 2),
        ("1_0", 0),
        ("%25sure", 0),
        ("%27%20or%20true%20--", 0),
        ("%27%29%3B%20drop%20table%20staff_act%3B--", 0),
        ("%5C", 0),
        ("%00", 0),
    ] {
        let path = format!("/support/acts?q={text}&act=player&staff={person}");
        let (status, found) = stage.get_as(&auditor, &path).await;
        if text == "%00" {
            assert_eq!(status, StatusCode::BAD_REQUEST, "{found}");
            continue;
        }
        assert_eq!(status, StatusCode::OK, "{text}: {found}");
        // The call and the access that it opened; only the access is of the group.
        let count = count / 2;
        assert_eq!(kinds(&found).len(), count, "{text}: {found}");
    }
    for (query, field) in [
        ("staff=nobody", "query"),
        ("act=everything", "query"),
        ("player=1", "query"),
        ("from=yesterday", "query"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("cursor=0", "cursor"),
        ("from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z", "from"),
    ] {
        let path = format!("/support/acts?{query}");
        let answer = stage.get_as(&auditor, &path).await;
        expect_error(&answer, 400, "INVALID_INPUT");
        let fields = answer.1["data"]["fields"].to_string();
        assert!(fields.contains(field), "{query}: {fields}");
    }
    // What was typed to look for is not written down.
    let acts = stage.acts().await;
    let kept = acts.iter().map(ToString::to_string).collect::<String>();
    assert!(!kept.contains("drop table"), "{kept}");
}

#[tokio::test]
async fn a_period_has_exactly_its_acts() {
    let stage = Stage::set().await;
    let _still = stage.app.clock().hold();
    let auditor = stage.staff("auditor").await;
    let mut moments = Vec::new();
    for n in 0..4 {
        stage.app.clock().advance(Duration::from_mins(6));
        stage.get_as(&auditor, &format!("/support/me?n={n}")).await;
        let (at, id): (chrono::DateTime<chrono::Utc>, i64) =
            sqlx::query_as("select at, id from staff_act order by id desc limit 1")
                .fetch_one(&stage.database.owner())
                .await
                .unwrap();
        moments.push((at.to_rfc3339_opts(chrono::SecondsFormat::Micros, true), id));
    }
    let [_, second, third, fourth] = moments.as_slice() else {
        panic!("{moments:?}");
    };
    for (query, wanted) in [
        (
            format!("from={}&to={}", second.0, fourth.0),
            vec![third.1, second.1],
        ),
        (format!("from={}&to={}", third.0, fourth.0), vec![third.1]),
        (
            format!("to={}&limit=2", third.0),
            vec![second.1, second.1 - 1],
        ),
        ("from=2099-01-01T00:00:00Z".to_owned(), vec![]),
        ("to=2020-01-01T00:00:00Z".to_owned(), vec![]),
    ] {
        let found = page(&stage, &auditor, &query).await;
        assert_eq!(numbers(&found), wanted, "{query}");
        let (_, text) = file(&stage, &auditor, &format!("format=csv&{query}")).await;
        if !query.contains("limit") {
            assert_eq!(text.trim_end().lines().count(), 1 + wanted.len(), "{text}");
        }
    }
}

/// The hash of an entry of the file, computed from the description in the manual.
fn hash_of(entry: &Value, last: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(last);
    hash.update(entry["id"].as_i64().unwrap().to_be_bytes());
    hash.update(entry["atMicros"].as_i64().unwrap().to_be_bytes());
    let id = |name: &str| {
        let text = entry[name].as_str();
        text.map(|it| it.parse::<uuid::Uuid>().unwrap().as_bytes().to_vec())
    };
    let text = |name: &str| entry[name].as_str().map(|it| it.as_bytes().to_vec());
    for part in [
        id("staffId"),
        id("sessionId"),
        text("kind"),
        text("subjectKind"),
        text("subjectId"),
        text("reason"),
        text("requestId"),
        text("detail"),
    ] {
        let length = part
            .as_ref()
            .map_or(-1, |it| i32::try_from(it.len()).unwrap());
        hash.update(length.to_be_bytes());
        hash.update(part.unwrap_or_default());
    }
    hex::encode(hash.finalize())
}

#[tokio::test]
async fn who_has_the_file_can_check_the_chain_without_us() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    stage.look(&agent, &player).await;
    let auditor = stage.staff("auditor").await;
    // More than is read at once.
    let many = "select staff_act_append(now(), null, null, 'filler', null, null, null, 'r', '{}',
                                        gen_random_uuid(), sha256('forged'))
                from generate_series(1, 2100)";
    sqlx::query(many).execute(stage.app.pool()).await.unwrap();
    let (kind, text) = file(&stage, &auditor, "format=json").await;
    assert_eq!(kind, "application/json");
    let whole: Value = serde_json::from_str(&text).unwrap();
    let entries = whole["acts"].as_array().unwrap();
    assert_eq!(whole["count"], entries.len());
    assert_eq!(whole["problem"], Value::Null);
    let mut last = vec![0; 32];
    for (entry, id) in entries.iter().zip(1..) {
        assert_eq!(entry["id"], id);
        assert_eq!(entry["prevHash"], hex::encode(&last));
        assert_eq!(entry["hash"], hash_of(entry, &last), "{entry}");
        last = hex::decode(entry["hash"].as_str().unwrap()).unwrap();
    }
    // The reading of the file is the last entry of the file.
    let end = entries.last().unwrap();
    assert_eq!(end["kind"], "read acts/export");
    assert_eq!(whole["head"]["hash"], end["hash"]);
    let (_, table) = file(&stage, &auditor, "format=csv").await;
    assert_eq!(table.trim_end().lines().count(), entries.len() + 2);
    assert!(table.contains("+07:00\",\"agent\",\"look\""), "{table}");
    for query in [
        "act=login",
        "q=x",
        "player=01a1fdd8-2731-70b2-a92f-d498fe5cc7e5",
    ] {
        let path = format!("/support/acts/export?format=json&{query}");
        let answer = stage.get_as(&auditor, &path).await;
        expect_error(&answer, 400, "INVALID_INPUT");
    }
}

#[tokio::test]
async fn a_reason_that_looks_like_a_formula_is_no_formula_in_the_table() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let path = format!("/support/players/{}/look", player.id);
    let why = json!({ "reason": "=HYPERLINK(\"http://x\")" });
    stage.post_as(&agent, &path, &why).await;
    let auditor = stage.staff("auditor").await;
    let (_, table) = file(&stage, &auditor, "format=csv&act=player").await;
    assert!(
        table.contains("\"'=HYPERLINK(\"\"http://x\"\")\""),
        "{table}"
    );
}

#[tokio::test]
async fn an_export_that_cannot_be_read_to_its_end_is_broken_off() {
    let stage = Stage::set().await;
    let auditor = stage.staff("auditor").await;
    let many = "select staff_act_append(now(), null, null, 'filler', null, null, null, 'r', '{}',
                                        gen_random_uuid(), sha256('forged'))
                from generate_series(1, 2100)";
    sqlx::query(many).execute(stage.app.pool()).await.unwrap();
    // A page on the way can no longer be read.
    stage
        .tamper(
            "create function fail() returns boolean language plpgsql as
                 $$ begin raise exception 'a broken disk'; end $$;
             create policy reading on staff_act for select using (id <> 1500 or fail());
             create policy writing on staff_act for insert with check (true);
             alter table staff_act enable row level security;
             analyze staff_act",
        )
        .await;
    for format in ["csv", "json"] {
        let address = stage.app.public_address();
        let url = format!("http://{address}/api/support/acts/export?format={format}");
        let request = stage.http.get(url).bearer_auth(&auditor);
        let request = request.header("x-requested-with", "wallet-web");
        let reply = request.send().await.unwrap();
        // Refused at once, or broken off on the way: never a file that looks whole.
        let is_refused = !reply.status().is_success();
        let is_broken_off = reply.text().await.is_err();
        assert!(is_refused || is_broken_off, "{format} looks whole");
    }
}

#[tokio::test]
async fn a_chain_that_somebody_has_changed_is_red_where_it_was_changed() {
    let stage = Stage::set().await;
    let auditor = stage.staff("auditor").await;
    for n in 0..8 {
        stage.get_as(&auditor, &format!("/support/me?n={n}")).await;
    }
    let chain = async || stage.get_as(&auditor, "/support/acts/state").await.1;
    let whole = chain().await;
    assert_eq!(whole["problems"], json!([]), "{whole}");
    assert_eq!(whole["entries"], stage.act_count().await);
    assert_eq!(whole["staff"].as_array().unwrap().len(), 4, "{whole}");
    stage
        .tamper("alter table staff_act disable trigger append_only")
        .await;
    for (change, undo, shown_at, problem) in [
        (
            "update staff_act set reason = 'x' where id = 7",
            "update staff_act set reason = null where id = 7",
            7,
            "staff act 7 is not as it was written",
        ),
        (
            "create table kept as select * from staff_act where id = 8;
             delete from staff_act where id = 8",
            "insert into staff_act select * from kept; drop table kept",
            9,
            "staff act 8 is missing",
        ),
    ] {
        stage.tamper(change).await;
        let broken = chain().await;
        assert_eq!(broken["problems"], json!([problem]), "{broken}");
        let list = page(&stage, &auditor, "limit=100").await;
        let acts = list["acts"].as_array().unwrap();
        for act in acts {
            let is_wrong = act["id"] == shown_at;
            assert_eq!(act.get("problem").is_some(), is_wrong, "{act}");
        }
        let (_, text) = file(&stage, &auditor, "format=json").await;
        let whole: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(whole["problem"], problem);
        // Also where the filter leaves the entry itself out.
        let (_, table) = file(&stage, &auditor, "format=csv&act=search").await;
        assert!(table.contains(problem), "{table}");
        stage.tamper(undo).await;
        assert_eq!(chain().await["problems"], json!([]));
    }
    // The end cut off, with its head left or moved back.
    let last = stage.act_count().await;
    stage
        .tamper(&format!("delete from staff_act where id = {last}"))
        .await;
    let gone = format!("staff act {last} is missing");
    let (_, text) = file(&stage, &auditor, "format=json").await;
    let whole: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(whole["problem"], gone);
    assert_eq!(chain().await["problems"], json!([gone]));
}
