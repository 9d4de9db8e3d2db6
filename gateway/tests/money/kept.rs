//! A used key always answers what it answered first, on every route that takes one.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use gateway::Options;
use ledger_testing::eventually;
use ledger_testing::pair::Pair;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Player, Stage, contract, new_key, start};

/// A status, a body without its request, and whether it said that it is given again.
type Answered = (StatusCode, Value, bool);

/// A route with a body that the rules refuse in an empty wallet, and one that is carried out in a
/// full one.
struct Row {
    route: &'static str,
    path: &'static str,
    refused: Option<Value>,
    done: Option<Value>,
}

fn row(
    route: &'static str,
    path: &'static str,
    refused: Option<Value>,
    done: Option<Value>,
) -> Row {
    Row {
        route,
        path,
        refused,
        done,
    }
}

fn alike(route: &'static str, path: &'static str, input: &Value) -> Row {
    row(route, path, Some(input.clone()), Some(input.clone()))
}

fn refused(route: &'static str, path: &'static str, input: &Value) -> Row {
    row(route, path, Some(input.clone()), None)
}

fn done(route: &'static str, path: &'static str, input: &Value) -> Row {
    row(route, path, None, Some(input.clone()))
}

/// Every keyed route but the upload of a slip, which is no JSON. The break from playing comes last:
/// nothing of what was answered before may change by it.
fn table(taken_account: &str) -> Vec<Row> {
    let hundred = json!({ "amount": "100" });
    let to_pg = json!({ "from": "WALLET", "to": "pg", "amount": "100" });
    let taken = json!({ "name": "Somchai", "bankAccountNo": taken_account,
        "password": "Correct-Horse-9" });
    let pause = json!({ "kind": "TIME_OUT", "period": "DAY", "password": "Correct-Horse-9" });
    vec![
        alike("/wallet/withdraw", "/wallet/withdraw", &hundred),
        alike("/wallet/transfer", "/wallet/transfer", &to_pg),
        alike(
            "/wallet/transferAll",
            "/wallet/transferAll",
            &json!({ "to": "WALLET" }),
        ),
        alike("/wallet/withdrawAll", "/wallet/withdrawAll", &hundred),
        alike("/spinwheel/spin", "/spinwheel/spin", &json!({})),
        done("/spinwheel/seed", "/spinwheel/seed", &json!({})),
        refused(
            "/spinwheel/coupon/claim",
            "/spinwheel/coupon/claim",
            &json!({ "coupon": "CASH5" }),
        ),
        refused("/wallet/add", "/wallet/add", &json!({ "amount": "1" })),
        refused(
            "/wallet/truelink",
            "/wallet/truelink",
            &json!({ "link": "https://elsewhere.example/?v=x" }),
        ),
        refused(
            "/wallet/activate/{slotCode}",
            "/wallet/activate/nope",
            &json!({}),
        ),
        done(
            "/wallet/activate/{slotCode}",
            "/wallet/activate/joker2",
            &json!({}),
        ),
        refused(
            "/qrcode/{bankCode}",
            "/qrcode/KBANK",
            &json!({ "amount": "0.50" }),
        ),
        done(
            "/qrcode/{bankCode}",
            "/qrcode/KBANK",
            &json!({ "amount": "300" }),
        ),
        refused(
            "/bonus/activate/{code}",
            "/bonus/activate/WELCOME",
            &json!({}),
        ),
        refused("/bonus/clear", "/bonus/clear", &json!({})),
        refused(
            "/promotion/activate/{code}",
            "/promotion/activate/NOPE",
            &json!({}),
        ),
        refused("/refund/receive", "/refund/receive", &json!({})),
        refused("/refund/addWallet", "/refund/addWallet", &json!({})),
        refused("/invite/bonus", "/invite/bonus", &json!({})),
        row(
            "/account/profile",
            "/account/profile",
            Some(taken),
            Some(json!({ "name": "Somsri" })),
        ),
        done(
            "/limits",
            "/limits",
            &json!({ "deposit": { "day": "90000" } }),
        ),
        done("/limits/exclusion", "/limits/exclusion", &pause),
    ]
}

/// The header of keys, as the document refers to it.
const KEY: &str = "#/components/parameters/IdempotencyKey";

/// The routes that take a key by the document, without the console's.
fn keyed() -> BTreeSet<String> {
    let document: Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    let mut found = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            let parameters = operation["parameters"].as_array();
            let takes_key = parameters.is_some_and(|all| all.iter().any(|it| it["$ref"] == KEY));
            if takes_key && !path.starts_with("/api/support/") {
                found.insert(path.trim_start_matches("/api").to_owned());
            }
        }
    }
    found
}

async fn shown(request: reqwest::RequestBuilder) -> Answered {
    let (status, headers, bytes) = contract::send(request).await;
    let header = headers.get("idempotency-replayed");
    let is_replayed = header.is_some_and(|value| value == "true");
    let mut body: Value = serde_json::from_slice(&bytes).unwrap();
    if let Some(fields) = body.as_object_mut() {
        fields.remove("requestId");
    }
    (status, body, is_replayed)
}

async fn ask(stage: &Stage, player: &Player, path: &str, key: &str, input: &Value) -> Answered {
    let method = match path {
        "/account/profile" | "/limits" => Method::PUT,
        _ => Method::POST,
    };
    let request = stage.request(method, path).bearer_auth(&player.token);
    shown(request.header("idempotency-key", key).json(input)).await
}

async fn upload(stage: &Stage, player: &Player, key: &str, picture: &[u8]) -> Answered {
    use reqwest::multipart::{Form, Part};
    let part = Part::bytes(picture.to_vec()).file_name("slip.png");
    let form = Form::new().part("slip", part);
    let request = stage.request(Method::POST, "/wallet/slip");
    let request = request.bearer_auth(&player.token).multipart(form);
    shown(request.header("idempotency-key", key)).await
}

fn assert_same(path: &str, first: &Answered, again: &Answered) {
    assert!(again.2, "{path}: a repeat says that it is one: {again:?}");
    assert_eq!(again.0, first.0, "{path}: {again:?}");
    // An account and a QR are returned with their current state.
    let fields: &[&str] = match path {
        path if path.starts_with("/wallet/activate/") => &["status", "account"],
        path if path.starts_with("/qrcode/") => &["qrcodeId", "amount", "expiresAt"],
        _ => return assert_eq!(again.1, first.1, "{path}"),
    };
    if !first.0.is_success() {
        return assert_eq!(again.1, first.1, "{path}");
    }
    for field in fields {
        assert_eq!(again.1[field], first.1[field], "{path} {field}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_keyed_route_answers_a_used_key_as_it_did() {
    let stage = Stage::set().await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    let table = table(&other.account_no);
    let mut rows: BTreeSet<String> = table.iter().map(|row| row.route.to_owned()).collect();
    rows.insert("/wallet/slip".to_owned());
    assert_eq!(
        rows,
        keyed(),
        "each keyed route has a row, and each row a route"
    );

    let mut refusals = Vec::new();
    for (index, row) in table.iter().enumerate() {
        let Some(input) = &row.refused else { continue };
        let key = format!("r-{index}");
        let first = ask(&stage, &player, row.path, &key, input).await;
        let is_ruling = [403, 404, 409, 422].contains(&first.0.as_u16());
        assert!(is_ruling && !first.2, "{}: {first:?}", row.path);
        refusals.push((row.path, key, input, first));
    }
    let payment = stage.pay(&player, "2000.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let credited = upload(&stage, &player, "slip", &picture).await;
    assert_eq!(credited.0, StatusCode::CREATED, "{credited:?}");
    stage.activate(&player, "pg").await;
    let before = stage.head().await;
    for (path, key, input, first) in &refusals {
        let again = ask(&stage, &player, path, key, input).await;
        assert_same(path, first, &again);
        let other = ask(&stage, &player, path, key, &json!({ "amount": "7" })).await;
        if input.get("amount").is_some() && path.starts_with("/wallet/withdraw") {
            assert_eq!(other.1["message"], "IDEMPOTENCY_MISMATCH", "{path}");
        }
    }
    assert_eq!(stage.head().await, before, "what was refused stays refused");

    let mut actions = Vec::new();
    for (index, row) in table.iter().enumerate() {
        let Some(input) = &row.done else { continue };
        let key = format!("d-{index}");
        let first = ask(&stage, &player, row.path, &key, input).await;
        assert_eq!(first.0, StatusCode::OK, "{}: {first:?}", row.path);
        assert!(!first.2, "{}: {first:?}", row.path);
        let again = ask(&stage, &player, row.path, &key, input).await;
        assert_same(row.path, &first, &again);
        actions.push((row.path, key, input, first));
    }
    let before = stage.head().await;
    for (path, key, input, first) in &actions {
        let again = ask(&stage, &player, path, key, input).await;
        if path.starts_with("/wallet/activate/") {
            // With the password he would play during his break.
            assert_eq!(again.1["message"], "PLAYER_EXCLUDED", "{path}: {again:?}");
        } else {
            assert_same(path, first, &again);
        }
    }
    let again = upload(&stage, &player, "slip", &picture).await;
    assert_same("/wallet/slip", &credited, &again);
    assert_eq!(stage.head().await, before, "what was done is done once");
    stage.audit().await;
}

/// More operations end than a wallet remembers.
async fn forget(stage: &Stage, player: &Player) {
    for _ in 0..66 {
        let (status, body) = stage.transfer(player, ("WALLET", "pg"), "5").await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_key_of_withdraw_all_collects_nothing_more() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "1000.00").await;
    stage.activate(&player, "pg").await;
    let path = "/wallet/withdrawAll";
    let input = json!({ "amount": "100" });
    let first = ask(&stage, &player, path, "old", &input).await;
    assert_eq!(first.0, StatusCode::OK, "{first:?}");
    forget(&stage, &player).await;
    let before = stage.head().await;
    let again = ask(&stage, &player, path, "old", &input).await;
    assert_eq!(stage.head().await, before, "nothing has moved");
    assert_same(path, &first, &again);
    // As if the gateway had died between the payout and its answer.
    sqlx::raw_sql(
        "alter table kept_answer disable trigger append_only;
         delete from kept_answer;
         alter table kept_answer enable always trigger append_only",
    )
    .execute(&stage.database.owner())
    .await
    .unwrap();
    let (status, again, _) = ask(&stage, &player, path, "old", &input).await;
    assert_eq!(status, StatusCode::OK, "{again}");
    assert_eq!(again["id"], first.1["id"]);
    assert_eq!(stage.head().await, before, "nothing has moved");
    assert_eq!(stage.totals().await["payouts"]["count"], 1);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_says_nothing_decides_nothing_under_a_key_of_withdraw_all() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "1000.00").await;
    stage.activate(&player, "pg").await;
    stage.transfer(&player, ("WALLET", "pg"), "1000").await;
    let silence = json!({
        "target": "game:pg", "kind": "drop_before", "operation": "balance", "count": 1,
    });
    stage.fault(&silence).await;
    let path = "/wallet/withdrawAll";
    let input = json!({ "amount": "500" });
    let (status, shown, _) = ask(&stage, &player, path, "key", &input).await;
    assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{shown}");
    // What the game holds is known again, and the key was not used up.
    let (status, shown, _) = ask(&stage, &player, path, "key", &input).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert_eq!(stage.totals().await["payouts"]["count"], 1);
    // What the wallet itself holds is paid out, whatever the games say.
    stage.fault(&silence).await;
    let (status, shown, _) = ask(&stage, &player, path, "next", &input).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_refusal_is_answered_again_only_behind_a_fence() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (path, input) = ("/wallet/withdraw", json!({ "amount": "100" }));
    let first = ask(&stage, &player, path, "key", &input).await;
    assert_eq!(first.1["message"], "MONEY_NOT_ENOUGH", "{first:?}");
    let change = async |statement: &str| {
        let owner = stage.database.owner();
        sqlx::raw_sql(statement).execute(&owner).await.unwrap();
    };
    // Nothing says any more that a standby has what is read.
    change("revoke execute on function pg_logical_emit_message(boolean, text, text) from public")
        .await;
    let again = ask(&stage, &player, path, "key", &input).await;
    assert!(again.0.is_server_error(), "{again:?}");
    change("grant execute on function pg_logical_emit_message(boolean, text, text) to public")
        .await;
    let again = ask(&stage, &player, path, "key", &input).await;
    assert_same(path, &first, &again);
}

/// What a database may answer that is no outage: a right is missing, a constraint does not hold, a
/// table or a prepared statement is gone, a trigger refuses.
const REFUSALS: [&str; 6] = ["42501", "23514", "42P01", "26000", "55000", "P0001"];

/// From now on no answer can be kept; the database says this.
async fn break_keeping(stage: &Stage, code: &str) {
    let statement = format!(
        "create or replace function refuse_to_keep() returns trigger language plpgsql as
         $$ begin raise exception 'not now' using errcode = '{code}'; end $$;
         create or replace trigger refuse_to_keep before insert on kept_answer
         for each row execute function refuse_to_keep()"
    );
    let owner = stage.database.owner();
    sqlx::raw_sql(&statement).execute(&owner).await.unwrap();
}

async fn repair_keeping(stage: &Stage) {
    let owner = stage.database.owner();
    let statement = "drop function refuse_to_keep() cascade";
    sqlx::raw_sql(statement).execute(&owner).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_keyed_route_that_died_before_its_answer_was_kept_does_it_once() {
    let stage = Stage::set().await;
    let (player, other) = (stage.player(1).await, stage.player(2).await);
    let payment = stage.pay(&player, "2000.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    break_keeping(&stage, "42501").await;
    let died = upload(&stage, &player, "slip", &picture).await;
    assert_eq!(died.0, StatusCode::SERVICE_UNAVAILABLE, "{died:?}");
    repair_keeping(&stage).await;
    let before = stage.head().await;
    let credited = upload(&stage, &player, "slip", &picture).await;
    assert_eq!(credited.0, StatusCode::CREATED, "{credited:?}");
    let again = upload(&stage, &player, "slip", &picture).await;
    assert_same("/wallet/slip", &credited, &again);
    assert_eq!(stage.head().await, before, "the slip is credited once");
    stage.activate(&player, "pg").await;

    for (index, row) in table(&other.account_no).iter().enumerate() {
        let Some(input) = &row.done else { continue };
        let (path, key) = (row.path, format!("d-{index}"));
        break_keeping(&stage, REFUSALS[index % REFUSALS.len()]).await;
        let died = ask(&stage, &player, path, &key, input).await;
        repair_keeping(&stage).await;
        // These keep no success: they answer from the facts.
        let is_of_facts = path.starts_with("/qrcode/") || path.starts_with("/wallet/activate/");
        let expected = if is_of_facts {
            StatusCode::OK
        } else {
            StatusCode::SERVICE_UNAVAILABLE
        };
        assert_eq!(died.0, expected, "{path}: {died:?}");
        // Meanwhile the player does something else.
        if path != "/limits/exclusion" {
            stage.deposit(&player, "7.00").await;
        }
        let before = stage.head().await;
        let first = ask(&stage, &player, path, &key, input).await;
        assert_eq!(first.0, StatusCode::OK, "{path}: {first:?}");
        let again = ask(&stage, &player, path, &key, input).await;
        assert_same(path, &first, &again);
        assert_eq!(stage.head().await, before, "{path} is done once");
    }
    stage.audit().await;
}

/// The name that the profile shows.
async fn name(stage: &Stage, player: &Player) -> Value {
    let (status, shown) = stage.get(player, "/account/profile").await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    shown["name"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_whose_answer_was_not_kept_is_not_changed_either() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let input = json!({ "name": "Somsri" });
    break_keeping(&stage, "42501").await;
    let died = ask(&stage, &player, "/account/profile", "old", &input).await;
    repair_keeping(&stage).await;
    assert_eq!(died.0, StatusCode::SERVICE_UNAVAILABLE, "{died:?}");
    assert_eq!(name(&stage, &player).await, "Somchai");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_given_is_kept_when_the_database_dies() {
    let mut stage = Stage::set().await;
    let mut pair = Pair::synchronous().await;
    // What need not be on the disk at once stays in memory.
    let lazy = "alter system set wal_writer_delay = '10s'";
    pair.primary().set(lazy).await;
    let on = |stage: &Stage, url: String| {
        let clock = stage.app.clock().clone();
        let options = Options {
            database: gateway::DatabaseAccess::of_owner(url),
            ..*stage.options(stage.config(), clock)
        };
        start(Box::new(options))
    };
    let first = on(&stage, pair.primary().url()).await;
    let unused = std::mem::replace(&mut stage.app, first);
    let player = stage.player(1).await;
    let (path, old) = ("/account/profile", json!({ "name": "Somsri" }));
    let answered = ask(&stage, &player, path, "old", &old).await;
    pair.fail_over().await;
    assert_eq!(answered.0, StatusCode::OK, "{answered:?}");
    let second = on(&stage, pair.standby().url()).await;
    let gone = std::mem::replace(&mut stage.app, second);
    let newer = json!({ "name": "Malee" });
    let changed = ask(&stage, &player, path, "new", &newer).await;
    assert_eq!(changed.0, StatusCode::OK, "{changed:?}");
    let late = ask(&stage, &player, path, "old", &old).await;
    assert_same(path, &answered, &late);
    assert_eq!(name(&stage, &player).await, "Malee");
    drop((unused, gone));
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_requests_with_one_key_all_are_refused_or_none() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let input = json!({ "amount": "100" });
    let keys: Vec<String> = (0..8).map(|_| new_key()).collect();
    let asked = keys.iter().flat_map(|key| (0..6).map(move |_| key));
    // Money comes in while they are decided.
    let calls = asked.map(|key| async {
        let shown = ask(&stage, &player, "/wallet/withdraw", key, &input).await;
        (key.clone(), shown)
    });
    let (answers, ()) = tokio::join!(join_all(calls), stage.deposit(&player, "1000.00"));
    for (key, (status, shown, _)) in &answers {
        let (end, ended, _) = eventually("the key's answer", async || {
            let shown = ask(&stage, &player, "/wallet/withdraw", key, &input).await;
            let is_over = shown.0 == StatusCode::OK || shown.0 == StatusCode::UNPROCESSABLE_ENTITY;
            if is_over { Ok(shown) } else { Err(shown) }
        })
        .await;
        if *status != StatusCode::SERVICE_UNAVAILABLE {
            assert_eq!(*status, end, "{key}: {shown} {ended}");
        }
        assert_eq!(stage.wallet(&player).await["inTransit"], "0.00");
    }
    let paid: BTreeSet<&String> = answers
        .iter()
        .filter(|(_, shown)| shown.0 == StatusCode::OK)
        .map(|(key, _)| key)
        .collect();
    let payouts = stage.totals().await["payouts"]["count"].clone();
    assert_eq!(payouts, paid.len(), "each key that was paid was paid once");
    stage.audit().await;
}
