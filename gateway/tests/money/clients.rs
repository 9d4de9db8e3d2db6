//! Programs of other people: clients that generators make from the API document, and a client that was
//! written from the specification alone.

use std::process::Command;

use crate::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn generated_clients_make_a_deposit() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let arguments = [
        format!("http://{}", stage.app.public_address()),
        stage.world.clone(),
        "0810000001".to_owned(),
        "Correct-Horse-9".to_owned(),
    ];
    let running = tokio::task::spawn_blocking(move || {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/api-clients");
        Command::new(script).args(arguments).output().unwrap()
    });
    let output = running.await.unwrap();
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{problem}");
    assert_eq!(stage.events(&player, "GiftCredited").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_of_the_specification_walks_all_the_way() {
    let (stage, _relay) = crate::qr::set_with(|_| {}).await;
    let arguments = [
        format!("http://{}", stage.app.public_address()),
        stage.world.clone(),
    ];
    let running = tokio::task::spawn_blocking(move || {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/money");
        let python = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/python");
        let found = Command::new(python).output().unwrap();
        let python = String::from_utf8(found.stdout).unwrap();
        let script = format!("{folder}/specified_client.py");
        let mut client = Command::new(python.trim_end());
        client.arg(script).args(arguments).output().unwrap()
    });
    let output = running.await.unwrap();
    let problem = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{problem}");
    stage.audit().await;
}
