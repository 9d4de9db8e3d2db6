//! Who has a work item open: a courtesy between colleagues that forbids no decision.

use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::inbox::desk::{Caller, hear_event};
use crate::second_person::correction;
use crate::stage::{Answer, Player, Stage, expect_error};
use crate::work::{answer, decide, list};

const NOBODYS: &str = "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5";

/// A deposit that a player has announced, once the list of work shows it; answers its id.
async fn announced(stage: &Stage, player: &Player, token: &str) -> String {
    let amount = json!({ "amount": "500" });
    let (status, made) = stage.post(player, "/wallet/add", &amount).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{made}");
    list(stage, token, "manual").await;
    made["id"].as_str().unwrap().to_owned()
}

/// Claims an announced deposit, releases it or hands it over.
async fn call(stage: &Stage, token: &str, path: &str, mut body: Value) -> Answer {
    if body["kind"].is_null() {
        body["kind"] = json!("manual");
    }
    let path = format!("/support/work/{path}");
    stage.post_as(token, &path, &body).await
}

async fn claim(stage: &Stage, token: &str, id: &str) -> Answer {
    call(stage, token, &format!("{id}/claim"), json!({})).await
}

/// The claim on the first announced deposit, as the list shows it to that caller.
async fn shown(stage: &Stage, token: &str) -> Value {
    list(stage, token, "manual").await["items"][0]["claim"].clone()
}

/// The entries of one kind in the audit log.
async fn entries(stage: &Stage, kind: &str) -> Vec<Value> {
    let mut acts = stage.acts().await;
    acts.retain(|act| act["kind"] == kind);
    acts
}

/// How many claims are stored.
async fn stored(stage: &Stage) -> i64 {
    let count = sqlx::query_scalar("select count(*) from work_claim");
    count.fetch_one(&stage.database.owner()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_item_shows_who_has_it_and_the_second_caller_is_refused_with_the_holder() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    let id = announced(&stage, &player, &agent).await;
    assert_eq!(shown(&stage, &agent).await, Value::Null);
    let holder = json!({ "id": stage.account("agent").await, "name": "Nok" });
    let (status, claimed) = claim(&stage, &agent, &id).await;
    assert_eq!(status, StatusCode::OK, "{claimed}");
    assert_eq!(claimed["claim"]["by"], holder);
    assert_eq!(claimed["claim"]["isMine"], true);
    assert_eq!(claimed["renewAfterSeconds"], 200);
    let seen = shown(&stage, &supervisor).await;
    assert_eq!((&seen["by"], &seen["isMine"]), (&holder, &json!(false)));
    let (_, read) = stage
        .get_as(&supervisor, &format!("/support/work/manual/{id}"))
        .await;
    assert_eq!(read["item"]["claim"], seen, "{read}");
    let second = claim(&stage, &supervisor, &id).await;
    expect_error(&second, 409, "WORK_CLAIMED");
    assert_eq!(second.1["data"]["claim"], seen);
    // A renewal runs longer, and is the same claim.
    stage.app.clock().advance(Duration::from_mins(3));
    let (_, renewed) = claim(&stage, &agent, &id).await;
    assert_eq!(renewed["claim"]["since"], claimed["claim"]["since"]);
    assert_ne!(renewed["claim"]["until"], claimed["claim"]["until"]);
    let own = shown(&stage, &agent).await;
    assert_eq!(own, renewed["claim"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_claim_an_item_at_once_one_has_it() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let tokens = [stage.staff("agent").await, stage.staff("supervisor").await];
    let ids = [
        json!(stage.account("agent").await),
        json!(stage.account("supervisor").await),
    ];
    let item = announced(&stage, &player, &tokens[0]).await;
    for round in 0..8 {
        let (one, two) = tokio::join!(
            claim(&stage, &tokens[0], &item),
            claim(&stage, &tokens[1], &item),
        );
        let winner = usize::from(one.0 != StatusCode::OK);
        let (won, lost) = if winner == 0 { (one, two) } else { (two, one) };
        assert_eq!(won.0, StatusCode::OK, "{round}: {}", won.1);
        assert_eq!(won.1["claim"]["by"]["id"], ids[winner], "{round}");
        expect_error(&lost, 409, "WORK_CLAIMED");
        assert_eq!(lost.1["data"]["claim"]["by"]["id"], ids[winner], "{round}");
        // Who does not have it releases nothing.
        for token in [&tokens[1 - winner], &tokens[winner]] {
            assert_eq!(stored(&stage).await, 1, "{round}");
            let path = format!("{item}/release");
            let (status, body) = call(&stage, token, &path, json!({})).await;
            assert_eq!(status, StatusCode::OK, "{body}");
        }
        assert_eq!(stored(&stage).await, 0, "{round}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_that_ran_out_is_free() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    let id = announced(&stage, &player, &agent).await;
    let (_, first) = claim(&stage, &agent, &id).await;
    stage.app.clock().advance(Duration::from_mins(10));
    assert_eq!(shown(&stage, &supervisor).await, Value::Null);
    let (status, second) = claim(&stage, &supervisor, &id).await;
    assert_eq!(status, StatusCode::OK, "{second}");
    assert_ne!(second["claim"]["since"], first["claim"]["since"]);
    // The agent's console is late with its renewal.
    expect_error(&claim(&stage, &agent, &id).await, 409, "WORK_CLAIMED");
    // Nobody took anything over.
    assert!(entries(&stage, "work.take-over").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_renewal_keeps_no_session_open() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let id = announced(&stage, &player, &agent).await;
    for minutes in [9, 9, 9] {
        stage.app.clock().advance(Duration::from_mins(minutes));
        let (status, body) = claim(&stage, &agent, &id).await;
        assert_eq!(status, StatusCode::OK, "{body}");
    }
    stage.app.clock().advance(Duration::from_mins(5));
    expect_error(&claim(&stage, &agent, &id).await, 401, "EXPIRED_AUTH_TOKEN");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_is_taken_over_only_from_who_has_it() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    let id = announced(&stage, &player, &agent).await;
    claim(&stage, &agent, &id).await;
    let path = format!("{id}/claim");
    let holder = stage.account("agent").await;
    for other in ["supervisor", "supervisor2"] {
        let from = json!({ "from": stage.account(other).await });
        let wrong = call(&stage, &supervisor, &path, from).await;
        expect_error(&wrong, 409, "WORK_CLAIMED");
    }
    let from = json!({ "from": holder });
    let (status, body) = call(&stage, &supervisor, &path, from.clone()).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body["claim"]["isMine"], true);
    expect_error(&claim(&stage, &agent, &id).await, 409, "WORK_CLAIMED");
    // The same again only renews.
    let (status, body) = call(&stage, &supervisor, &path, from).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let taken = entries(&stage, "work.take-over").await;
    assert_eq!(taken.len(), 1, "{taken:?}");
    assert_eq!(taken[0]["by"], "supervisor");
    assert_eq!(
        (&taken[0]["subjectKind"], &taken[0]["subject"]),
        (&json!("work"), &json!(id))
    );
    let detail = json!({ "kind": "manual", "from": holder });
    assert_eq!(taken[0]["detail"], detail);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_is_handed_over_by_its_holder_or_a_supervisor() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let agent = stage.staff("agent").await;
    let supervisor2 = stage.staff("supervisor2").await;
    let id = announced(&stage, &player, &agent).await;
    claim(&stage, &agent, &id).await;
    let path = format!("{id}/hand");
    for nobody in [json!(stage.account("auditor").await), json!(NOBODYS)] {
        let refused = call(&stage, &agent, &path, json!({ "to": nobody })).await;
        expect_error(&refused, 400, "INVALID_INPUT");
        assert_eq!(refused.1["data"]["fields"], json!(["to"]));
    }
    let (nok, colleague) = (
        stage.account("agent").await,
        stage.account("supervisor").await,
    );
    let to_colleague = json!({ "to": colleague });
    let (status, body) = call(&stage, &agent, &path, to_colleague).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(body["by"]["id"], json!(colleague));
    assert_eq!(body["isMine"], false);
    // It is the agent's no more.
    let to_third = json!({ "to": stage.account("supervisor2").await });
    let refused = call(&stage, &agent, &path, to_third).await;
    expect_error(&refused, 409, "WORK_CLAIMED");
    // A supervisor hands over a colleague's one, and twice the same is harmless.
    for _ in 0..2 {
        let (status, body) = call(&stage, &supervisor2, &path, json!({ "to": nok })).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        assert_eq!(body["by"], json!({ "id": nok, "name": "Nok" }));
    }
    assert_eq!(shown(&stage, &agent).await["isMine"], true);
    let given = entries(&stage, "work.hand-over").await;
    let details: Vec<_> = given.iter().map(|act| &act["detail"]).collect();
    let first = json!({ "kind": "manual", "from": nok, "to": colleague });
    let second = json!({ "kind": "manual", "from": colleague, "to": nok });
    assert_eq!(details, [&first, &second]);
    assert_eq!(
        (&given[0]["by"], &given[1]["by"]),
        (&json!("agent"), &json!("supervisor2"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_forbids_no_decision_and_a_decision_releases_it() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    let id = announced(&stage, &player, &agent).await;
    claim(&stage, &agent, &id).await;
    assert_eq!(stored(&stage).await, 1);
    let path = format!("manual/{id}/reject");
    let (status, body) = decide(&stage, &supervisor, &path, &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(stored(&stage).await, 0);
    // A decided item is in no list, so nobody claims it.
    list(&stage, &agent, "manual").await;
    expect_error(&claim(&stage, &agent, &id).await, 404, "NO_DATA");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approval_is_claimed_by_those_who_can_answer_it() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    let id = correction(&stage, &agent, &player, "100").await;
    let path = format!("{id}/claim");
    let approval = json!({ "kind": "approvals" });
    let asker = call(&stage, &agent, &path, approval.clone()).await;
    expect_error(&asker, 403, "ROLE_REQUIRED");
    let (status, body) = call(&stage, &supervisor, &path, approval).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let (_, all) = stage.get_as(&agent, "/support/approvals").await;
    let seen = &all["approvals"][0]["claim"];
    assert_eq!(
        seen["by"]["id"],
        json!(stage.account("supervisor").await),
        "{all}"
    );
    assert_eq!(seen["isMine"], false);
    let to_asker = json!({ "kind": "approvals", "to": stage.account("agent").await });
    let refused = call(&stage, &supervisor, &format!("{id}/hand"), to_asker).await;
    expect_error(&refused, 400, "INVALID_INPUT");
    let (status, body) = answer(&stage, &supervisor, &id, "refuse").await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(stored(&stage).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_auditor_claims_nothing_and_nobody_claims_what_is_in_no_list() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let (agent, auditor) = (stage.staff("agent").await, stage.staff("auditor").await);
    let id = announced(&stage, &player, &agent).await;
    for word in ["claim", "release", "hand"] {
        let body = json!({ "to": stage.account("agent").await });
        let refused = call(&stage, &auditor, &format!("{id}/{word}"), body).await;
        expect_error(&refused, 403, "ROLE_REQUIRED");
    }
    let kinds = ["slips", "qr", "manual", "withdrawals", "transfers"];
    for kind in kinds {
        let body = json!({ "kind": kind });
        let unknown = call(&stage, &agent, &format!("{NOBODYS}/claim"), body.clone()).await;
        expect_error(&unknown, 404, "NO_DATA");
        if kind != "manual" {
            let of_other_kind = call(&stage, &agent, &format!("{id}/claim"), body).await;
            expect_error(&of_other_kind, 404, "NO_DATA");
        }
    }
    assert_eq!(stored(&stage).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_are_notified_of_a_claim() {
    let stage = Stage::set_with(|config| config.paces.desk = Duration::from_millis(100)).await;
    let player = stage.player(1).await;
    let (agent, supervisor) = (stage.staff("agent").await, stage.staff("supervisor").await);
    let id = announced(&stage, &player, &agent).await;
    let colleague = Caller::staff(&stage, &supervisor);
    let mut socket = colleague.staff_socket(&stage).await;
    // A newcomer is notified once, as they may have missed something.
    hear_event(&mut socket, "work").await;
    claim(&stage, &agent, &id).await;
    hear_event(&mut socket, "work").await;
    assert_eq!(shown(&stage, &supervisor).await["by"]["name"], "Nok");
    let path = format!("{id}/release");
    call(&stage, &agent, &path, json!({})).await;
    hear_event(&mut socket, "work").await;
    assert_eq!(shown(&stage, &supervisor).await, Value::Null);
}
