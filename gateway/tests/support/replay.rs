//! Looking through a player's life, and that it is the truth.

use reqwest::{Method, StatusCode};
use serde_json::Value;

use crate::stage::{Player, Stage, expect_error};

/// Who looks at whom.
struct Looking {
    stage: Stage,
    token: String,
    look: String,
    player: Player,
}

impl Looking {
    async fn begin() -> Self {
        let stage = Stage::set().await;
        let player = stage.player(1).await;
        stage.deposit_by_slip(&player, "500").await;
        stage.activate(&player, "pg").await;
        let (status, moved) = stage.transfer(&player, ("WALLET", "pg"), "200").await;
        assert!(status.is_success(), "{moved}");
        stage.settled(&player).await;
        let token = stage.staff("supervisor").await;
        let look = stage.look(&token, &player).await;
        Self {
            stage,
            token,
            look,
            player,
        }
    }

    async fn ask(&self, path: &str) -> (StatusCode, Value) {
        let path = format!("/support/players/{}{path}", self.player.id);
        let with = (Some(self.look.as_str()), None);
        self.stage
            .call_as(&self.token, Method::GET, &path, with)
            .await
    }

    async fn get(&self, path: &str) -> Value {
        let (status, body) = self.ask(path).await;
        assert_eq!(status, StatusCode::OK, "{path}: {body}");
        body
    }
}

#[tokio::test]
async fn the_timeline_leads_to_each_events_state_difference_and_reason() {
    let it = Box::pin(Looking::begin()).await;
    let timeline = it.get("/timeline?limit=3").await;
    let total = timeline["total"].as_i64().unwrap();
    assert_eq!(timeline["events"].as_array().unwrap().len(), 3);
    assert_eq!(timeline["nextAfter"], 3);
    assert_eq!(timeline["events"][0]["type"], "Opened");
    assert_eq!(timeline["transfers"], Value::Null);
    let with_transfers = it.get("/timeline?limit=1&transfers=1").await;
    let transfers = with_transfers["transfers"].as_array().unwrap();
    assert_eq!(transfers.len(), 1);
    assert_eq!(transfers[0]["last"], "TransferCompleted");
    assert!(transfers[0]["steps"].as_array().unwrap().len() > 1);
    let deposits = it.get("/timeline?kind=Deposited").await;
    assert_eq!(deposits["total"], 1);
    let deposit = &deposits["events"][0];
    assert_eq!(deposit["summary"]["amount"], "500.00");
    assert_eq!(deposit["summary"]["main"], "500.00");

    let sequence = deposit["sequence"].as_i64().unwrap();
    let moment = it.get(&format!("/state?seq={sequence}")).await;
    assert_eq!(moment["why"]["code"], "SLIP_CONFIRMED");
    assert_eq!(moment["event"]["requestId"], deposit["requestId"]);
    let postings = moment["event"]["postings"].as_array().unwrap();
    let main = postings.iter().find(|it| it["account"] == "main").unwrap();
    assert_eq!(main["amount"], "500.00");
    let diff = moment["diff"].as_array().unwrap();
    let paths: Vec<_> = diff.iter().map(|it| it["path"].as_str().unwrap()).collect();
    assert!(paths.contains(&"buckets.main"), "{paths:?}");

    let head = it.get("/state").await;
    assert_eq!(head["sequence"], total);
    let compared = it.get(&format!("/compare?a={sequence}&b={total}")).await;
    assert_eq!(compared["b"], head["state"]);
    let flows = compared["flows"].as_array().unwrap();
    let flow = |account: &str| flows.iter().find(|it| it["account"] == account).unwrap();
    assert_eq!(flow("main")["amount"], "-200.00");
    assert_eq!(flow("game:pg")["amount"], "200.00");

    let dropped = it.get("/find?below=500").await;
    let at = dropped["sequence"].as_i64().unwrap();
    let moment = it.get(&format!("/state?seq={at}")).await;
    assert_eq!(moment["event"]["type"], "TransferStarted");
    assert_eq!(it.get("/find?above=500").await["sequence"], Value::Null);
    let series = it.get("/series?account=main&points=10").await;
    let amounts = series
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["amount"].clone());
    assert_eq!(amounts.collect::<Vec<_>>(), ["500.00", "300.00"]);
}

#[tokio::test]
async fn what_is_asked_wrongly_is_refused_with_its_field() {
    let it = Box::pin(Looking::begin()).await;
    for (path, field) in [
        ("/timeline?limit=0", "limit"),
        ("/timeline?limit=1001", "limit"),
        ("/timeline?after=-1", "after"),
        ("/find?account=bank:scb-1&below=1", "account"),
        ("/find?below=1&above=1", "below"),
        ("/find?below=x", "below"),
        ("/series?points=1", "points"),
        (
            "/export?format=csv&from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
            "from",
        ),
    ] {
        let answer = it.ask(path).await;
        expect_error(&answer, 400, "INVALID_INPUT");
        assert_eq!(answer.1["data"]["fields"][0], field, "{path}");
    }
    for path in ["/state?seq=0", "/state?seq=100000", "/compare?a=0&b=99999"] {
        expect_error(&it.ask(path).await, 404, "NO_DATA");
    }
}

#[tokio::test]
async fn a_profile_hides_the_bank_account_and_never_shows_a_password() {
    let it = Box::pin(Looking::begin()).await;
    let profile = it.get("").await;
    assert_eq!(profile["bankAccount"]["accountNo"], "xxxxxx2093");
    assert_eq!(profile["lines"].as_array().unwrap().len(), 2);
    let game = &profile["state"]["games"][0];
    assert_eq!(game["game"], "pg");
    let text = profile.to_string();
    assert!(!text.contains(&it.player.account_no), "{text}");
    assert!(!text.to_lowercase().contains("password"), "{text}");
    let revealed = it.get("?reveal=1").await;
    assert_eq!(revealed["bankAccount"]["accountNo"], it.player.account_no);
    let acts = it.stage.acts().await;
    let reveal = acts.iter().find(|it| it["kind"] == "reveal bank account");
    assert_eq!(reveal.unwrap()["subject"], it.player.id.to_string());

    let agent = it.stage.staff("agent").await;
    let look = it.stage.look(&agent, &it.player).await;
    let path = format!("/support/players/{}?reveal=1", it.player.id);
    let with = (Some(look.as_str()), None);
    let answer = it.stage.call_as(&agent, Method::GET, &path, with).await;
    expect_error(&answer, 403, "ROLE_REQUIRED");
}

#[tokio::test]
async fn a_stream_that_was_tampered_with_is_not_shown() {
    let it = Box::pin(Looking::begin()).await;
    it.get("/state").await;
    it.stage
        .tamper(
            "alter table event disable trigger user;
             update event set payload = replace(payload::text, '500.00', '900.00')::json
             where event_type = 'Deposited';
             alter table event enable trigger user",
        )
        .await;
    for path in ["/timeline", "/state?seq=4", "/export?format=pdf"] {
        let (status, body) = it.ask(path).await;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR, "{path}: {body}");
    }
}
