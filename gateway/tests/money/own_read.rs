//! A player reads what they have just done, without asking for a position.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

use crate::stage::{Answer, Player, Stage, answer};

/// The key of the lock under which views move, as in `projections/src/runner/round.rs`.
const ROUND: i32 = 0x726f_756e;

fn position(answer: &Value, field: &str) -> i64 {
    answer[field].as_str().unwrap().parse().unwrap()
}

/// No view moves until this connection is closed.
async fn hold_round(stage: &Stage) -> PgConnection {
    let url = stage.database.url();
    let mut round = PgConnection::connect(&url).await.unwrap();
    sqlx::query("select pg_advisory_lock($1, 0)")
        .bind(ROUND)
        .execute(&mut round)
        .await
        .unwrap();
    round
}

async fn read(stage: &Stage, player: &Player, path: &str) -> Answer {
    match path {
        "/wallet" => stage.get(player, path).await,
        _ => stage.post(player, path, &json!({})).await,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plain_read_waits_for_the_readers_last_event() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "100").await;
    stage.settled(&player).await;
    for (path, minutes) in [("/wallet", 30), ("/statement", 40), ("/statement/slip", 50)] {
        let round = hold_round(&stage).await;
        let limits = json!({ "realityCheckMinutes": minutes });
        let call = (None, Some(&limits));
        let (status, set) = stage.call(&player, Method::PUT, "/limits", call).await;
        assert_eq!(status, StatusCode::OK, "{set}");
        let last = stage.head().await;
        let reading = read(&stage, &player, path);
        let others = async {
            // Later calls are answered while the read waits for its view.
            for _ in 0..20 {
                let (status, _) = stage.get(&player, "/lookup/active").await;
                assert_eq!(status, StatusCode::OK);
            }
        };
        tokio::pin!(reading);
        tokio::select! {
            biased;
            answer = &mut reading => panic!("{path} is older than what its reader did: {answer:?}"),
            () = others => {}
        }
        round.close().await.unwrap();
        let (status, shown) = reading.await;
        assert_eq!(status, StatusCode::OK, "{shown}");
        assert!(position(&shown, "asOf") >= last, "{path}: {shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_through_another_gateway_shows_what_was_done_through_the_first() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let other = stage.another().await;
    for n in 1..=5 {
        stage.deposit(&player, "100").await;
        let url = format!("http://{}/api/wallet", other.public_address());
        let request = stage.http.get(url).bearer_auth(&player.token);
        let request = request.header("x-requested-with", "wallet-web");
        let (status, wallet) = answer(request).await;
        assert_eq!(status, StatusCode::OK, "{wallet}");
        assert_eq!(wallet["wallet"]["amount"], format!("{n}00.00"));
    }
    assert!(other.stop().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_that_does_not_get_there_is_answered_with_its_position() {
    let mut stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.settled(&player).await;
    stage.restart(|config| config.waits.view_ms = 50).await;
    let round = hold_round(&stage).await;
    stage.activate(&player, "pg").await;
    let last = stage.head().await;
    let (status, shown) = stage.post(&player, "/statement", &json!({})).await;
    assert_eq!(status, StatusCode::OK, "{shown}");
    assert!(position(&shown, "asOf") < last, "{shown}");
    round.close().await.unwrap();
}
