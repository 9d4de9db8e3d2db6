//! A player's story as a file.

use reqwest::{Method, StatusCode};

use crate::stage::{Player, Stage};

async fn export(stage: &Stage, player: &Player, query: &str) -> (String, Vec<u8>) {
    let token = stage.staff("auditor").await;
    let look = stage.look(&token, player).await;
    let path = format!("/support/players/{}/export?{query}", player.id);
    let request = stage.request(Method::GET, &path).bearer_auth(token);
    let reply = request.header("x-look", look).send().await.unwrap();
    assert_eq!(reply.status(), StatusCode::OK);
    let kind = reply.headers()["content-type"].to_str().unwrap().to_owned();
    let named = reply.headers()["content-disposition"].to_str().unwrap();
    assert!(named.starts_with("attachment; filename="), "{named}");
    (kind, reply.bytes().await.unwrap().to_vec())
}

#[tokio::test]
async fn a_spreadsheet_holds_every_event_of_the_period_and_nothing_that_runs() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500").await;
    let (kind, file) = export(&stage, &player, "format=csv").await;
    assert_eq!(kind, "text/csv; charset=utf-8");
    let text = String::from_utf8(file).unwrap();
    assert!(text.starts_with('\u{feff}'));
    let rows: Vec<_> = text.trim_end().split("\r\n").skip(1).collect();
    let events = sqlx::query_scalar("select count(*) from event where wallet_id::text = $1");
    let events: i64 = events
        .bind(player.id.to_string())
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(i64::try_from(rows.len()).unwrap(), events);
    let deposit = rows
        .iter()
        .find(|row| row.contains("\"Deposited\""))
        .unwrap();
    assert!(
        deposit.contains("\"500.00\",\"THB\",\"main\",\"500.00\",\"500.00\""),
        "{deposit}"
    );
    for query in [
        "format=csv&to=2020-01-01T00:00:00Z",
        "format=csv&from=2099-01-01T00:00:00Z",
    ] {
        let (_, file) = export(&stage, &player, query).await;
        let text = String::from_utf8(file).unwrap();
        assert_eq!(text.trim_end().lines().count(), 1, "{query}: {text}");
    }
    let (_, file) = export(&stage, &player, "format=csv&from=2020-01-01T00:00:00Z").await;
    assert_eq!(String::from_utf8(file).unwrap(), text);
}

#[tokio::test]
async fn a_printed_story_is_a_document_with_its_fonts() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500").await;
    let (kind, file) = export(&stage, &player, "format=pdf").await;
    assert_eq!(kind, "application/pdf");
    assert!(file.starts_with(b"%PDF-"));
    assert!(String::from_utf8_lossy(&file).contains("NotoSansThai"));
}

#[tokio::test]
async fn a_story_is_printed_in_the_language_that_is_asked_for() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500").await;
    for (query, has_lao) in [
        ("format=pdf", false),
        ("format=pdf&lang=en", false),
        ("format=pdf&lang=th", false),
        // Nothing of the player is Lao: the words around the story are.
        ("format=pdf&lang=la", true),
    ] {
        let (_, file) = export(&stage, &player, query).await;
        let text = String::from_utf8_lossy(&file).into_owned();
        assert_eq!(text.contains("NotoSansLao"), has_lao, "{query}");
    }
    let token = stage.staff("agent").await;
    let look = stage.look(&token, &player).await;
    let path = format!("/support/players/{}/export?format=pdf&lang=de", player.id);
    let with = (Some(look.as_str()), None);
    let answer = stage
        .call_as(&token, reqwest::Method::GET, &path, with)
        .await;
    crate::stage::expect_error(&answer, 400, "INVALID_INPUT");
}
