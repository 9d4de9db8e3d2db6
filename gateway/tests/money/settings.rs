//! Settings that change while the service runs.

use std::fs;
use std::net::SocketAddr;

use gateway::config::Section;
use gateway::operator::{self, SettingsArgs, SettingsChangeArgs, SettingsCommand};
use ledger_testing::eventually;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::stage::{Player, Stage};

/// The operator's command while the gateway runs.
async fn run(stage: &Stage, command: SettingsCommand) -> Result<String, String> {
    let (url, folder) = (stage.database.url(), stage.data_dir().to_owned());
    let clock = stage.app.clock().clone();
    Box::pin(operator::settings(
        &url,
        folder,
        stage.config(),
        command,
        clock,
    ))
    .await
    .map_err(|error| error.to_string())
}

async fn export(stage: &Stage, section: Section) -> Value {
    let text = run(stage, SettingsCommand::Export(SettingsArgs { section })).await;
    serde_json::from_str(&text.unwrap()).unwrap()
}

async fn change(
    stage: &Stage,
    section: Section,
    before: u64,
    document: &Value,
) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("section.json");
    fs::write(&file, document.to_string()).unwrap();
    let args = SettingsChangeArgs {
        section,
        file,
        before,
        from: None,
        until: None,
        by: "nok".to_owned(),
        why: "the provider updates its games".to_owned(),
    };
    run(stage, SettingsCommand::Change(args)).await
}

/// The games with one of them in maintenance.
async fn closed(stage: &Stage, code: &str) -> Value {
    let mut document = export(stage, Section::Games).await;
    let games = document["provider"].as_array_mut().unwrap();
    let game = games.iter_mut().find(|game| game["code"] == code);
    game.unwrap()["maintenance"] = true.into();
    document
}

/// The codes of the games that a gateway shows as closed, in its order.
async fn shown_closed(stage: &Stage, address: SocketAddr, player: &Player) -> Vec<String> {
    let url = format!("http://{address}/api/wallet");
    let asked = stage
        .portal_request(Method::GET, url)
        .bearer_auth(&player.token);
    let answer = asked.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    let wallet: Value = answer.json().await.unwrap();
    let slots = wallet["slots"].as_array().unwrap().iter();
    let closed = slots.filter(|slot| slot["maintenance"] == true);
    closed
        .map(|slot| slot["code"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_into_maintenance_at_every_gateway_without_a_restart() {
    let mut stage = Stage::set().await;
    let other = stage.another().await;
    let player = stage.player(1).await;
    let addresses = [stage.app.public_address(), other.public_address()];
    for address in addresses {
        assert_eq!(shown_closed(&stage, address, &player).await, [""; 0]);
    }
    let document = closed(&stage, "pg").await;
    let said = change(&stage, Section::Games, 1, &document).await;
    assert_eq!(said.as_deref(), Ok("games: version 2 is in force"));
    for address in addresses {
        eventually("the gateway follows", async || {
            let closed = shown_closed(&stage, address, &player).await;
            (closed == ["pg"]).then_some(()).ok_or(closed)
        })
        .await;
    }
    let differs = run(&stage, SettingsCommand::Diff).await.unwrap();
    let expected = "provider[0].maintenance: the file has nothing, in force is true";
    assert!(differs.contains(expected), "{differs}");
    stage.restart(|_| {}).await;
    let address = stage.app.public_address();
    assert_eq!(shown_closed(&stage, address, &player).await, ["pg"]);
    assert!(other.stop().await);
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_changes_of_one_version_one_is_in_force() {
    let stage = Stage::set().await;
    let documents = [closed(&stage, "pg").await, closed(&stage, "joker2").await];
    let [one, other] = documents
        .each_ref()
        .map(|document| change(&stage, Section::Games, 1, document));
    let said = tokio::join!(one, other);
    let (done, refused) = match said {
        (Ok(done), Err(refused)) | (Err(refused), Ok(done)) => (done, refused),
        both => panic!("{both:?}"),
    };
    assert_eq!(done, "games: version 2 is in force");
    assert_eq!(refused, "version 2 is in force: make the change from it");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_or_takes_two_people_changes_nothing() {
    let stage = Stage::set().await;
    let games = export(&stage, Section::Games).await;
    let refused = async |section, document: &Value| {
        let refused = change(&stage, section, 1, document).await;
        refused.unwrap_err()
    };
    assert_eq!(
        refused(Section::Games, &games).await,
        "it says what is in force already"
    );
    let mut unknown = games.clone();
    unknown["provider"][0]["maintenence"] = true.into();
    unknown["provider"][1]["is_offered"] = "yes".into();
    let said = refused(Section::Games, &unknown).await;
    let expected = "provider[0].maintenence: is set in the file, not while the service runs";
    assert_eq!(said, expected);
    let said = refused(
        Section::Hours,
        &json!({ "slip": { "closed_from": "25:00" }, "service": { "terminated": false } }),
    )
    .await;
    assert!(said.contains("slip.closed_from"), "{said}");
    let accounts = export(&stage, Section::Accounts).await;
    let said = refused(Section::Accounts, &accounts).await;
    assert!(said.ends_with("it takes two people"), "{said}");
    let differs = run(&stage, SettingsCommand::Diff).await.unwrap();
    assert!(
        differs.starts_with("games: version 1\nnotices: version 1\nhours: version 1"),
        "{differs}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_nobody_with_the_key_wrote_changes_nothing_and_keeps_no_change_out() {
    let mut stage = Stage::set().await;
    let player = stage.player(1).await;
    let document = closed(&stage, "pg").await;
    change(&stage, Section::Games, 1, &document).await.unwrap();
    // The application's role copies the change, with all games open again, to this number and the next two.
    let forged = "insert into setting_event
        select wallet_id, sequence + number, event_type, event_version,
               replace(payload::text, ':true', ':false')::json,
               metadata, position, stream_hash, state_hash,
               case number when 0 then decode(repeat('00', 16), 'hex') else mac end
        from setting_event, generate_series(0, 2) as number
        where sequence = 7";
    let written = sqlx::query(forged).execute(stage.app.pool()).await.unwrap();
    assert_eq!(written.rows_affected(), 3);
    stage.restart(|_| {}).await;
    let address = stage.app.public_address();
    assert_eq!(shown_closed(&stage, address, &player).await, ["pg"]);
    let mut document = closed(&stage, "joker2").await;
    document["provider"][0]["maintenance"] = true.into();
    let said = change(&stage, Section::Games, 2, &document).await;
    assert_eq!(said.as_deref(), Ok("games: version 3 is in force"));
    eventually("the gateway follows", async || {
        let closed = shown_closed(&stage, address, &player).await;
        (closed.len() == 2).then_some(()).ok_or(closed)
    })
    .await;
}
