//! Bad input is answered by the catalogue's code, and nothing moves.

use reqwest::multipart::Form;
use serde_json::json;

use crate::stage::{Stage, client, code};

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_transfer_is_refused_by_its_code() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let before = stage.head().await;
    for (body, expected) in [
        (
            json!({ "from": "WALLET", "to": "WALLET", "amount": "1" }),
            (400, "INVALID_INPUT"),
        ),
        (
            json!({ "from": "pg", "to": "pg", "amount": "1" }),
            (400, "INVALID_INPUT"),
        ),
        (
            json!({ "from": "pg", "to": "joker2", "amount": "1" }),
            (404, "SLOT_NO_ACCOUNT"),
        ),
        (
            json!({ "from": "WALLET", "to": "nope", "amount": "1" }),
            (404, "NO_GAME"),
        ),
        (
            json!({ "from": "WALLET", "to": "", "amount": "1" }),
            (404, "NO_GAME"),
        ),
        (
            json!({ "from": "WALLET", "to": "P G", "amount": "1" }),
            (404, "NO_GAME"),
        ),
        (
            json!({ "from": "WALLET", "to": "joker2", "amount": "1" }),
            (404, "SLOT_NO_ACCOUNT"),
        ),
        (
            json!({ "from": "joker2", "to": "WALLET", "amount": "1" }),
            (404, "SLOT_NO_ACCOUNT"),
        ),
        (
            json!({ "from": "WALLET", "to": "pg", "amount": "0" }),
            (422, "TRANSFER_MINIMUM"),
        ),
        (
            json!({ "from": "WALLET", "to": "pg", "amount": "0.99" }),
            (422, "TRANSFER_MINIMUM"),
        ),
        (
            json!({ "from": "WALLET", "to": "pg", "amount": "-5" }),
            (422, "TRANSFER_MINIMUM"),
        ),
        (
            json!({ "from": "WALLET", "to": "pg", "amount": "1.001" }),
            (400, "INVALID_AMOUNT"),
        ),
        (
            json!({ "from": "WALLET", "to": "pg", "amount": "1e309" }),
            (400, "INVALID_AMOUNT"),
        ),
        (
            json!({ "from": "WALLET", "to": "pg", "amount": "NaN" }),
            (400, "INVALID_AMOUNT"),
        ),
        (
            json!({ "from": "WALLET", "to": "pg", "amount": "" }),
            (400, "INVALID_AMOUNT"),
        ),
        (
            json!({ "from": "WALLET", "to": "pg", "amount": null }),
            (400, "INVALID_INPUT"),
        ),
        (
            json!({ "from": "WALLET", "to": "pg" }),
            (400, "INVALID_INPUT"),
        ),
        (
            json!({ "from": 1, "to": "pg", "amount": "1" }),
            (400, "INVALID_INPUT"),
        ),
        (json!([]), (400, "INVALID_INPUT")),
        (
            json!({ "from": "WALLET", "to": "pg", "amount": "500.01" }),
            (422, "MONEY_NOT_ENOUGH"),
        ),
        (
            json!({ "from": "WALLET", "to": "pg", "amount": 1e18 }),
            (400, "INVALID_AMOUNT"),
        ),
    ] {
        let answer = stage.post(&player, "/wallet/transfer", &body).await;
        assert_eq!(code(&answer), expected, "{body}: {}", answer.1);
    }
    assert_eq!(stage.head().await, before, "nothing was written");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawal_outside_of_the_limits_is_refused_with_them() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let before = stage.head().await;
    for (amount, expected) in [
        ("99.99", (422, "WITHDRAW_LIMIT")),
        ("50000.01", (422, "WITHDRAW_LIMIT")),
        ("0", (422, "TRANSFER_MINIMUM")),
        ("-100", (422, "TRANSFER_MINIMUM")),
        ("100.005", (400, "INVALID_AMOUNT")),
        ("1e309", (400, "INVALID_AMOUNT")),
        ("500.01", (422, "MONEY_NOT_ENOUGH")),
    ] {
        for path in ["/wallet/withdraw", "/wallet/withdrawAll"] {
            let answer = stage
                .post(&player, path, &json!({ "amount": amount }))
                .await;
            assert_eq!(code(&answer), expected, "{amount}: {}", answer.1);
            if expected.1 == "WITHDRAW_LIMIT" {
                let limits = json!({ "min": "100.00", "max": "50000.00" });
                assert_eq!(answer.1["data"], limits);
            }
        }
    }
    assert_eq!(stage.head().await, before, "nothing was written");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_game_is_refused_on_every_route() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    for path in ["activate", "account", "resetpassword"] {
        for game in ["nope", "PG", "x".repeat(300).as_str(), "%00", "..%2f"] {
            let answer = stage.get(&player, &format!("/wallet/{path}/{game}")).await;
            assert_eq!(
                code(&answer),
                (404, "NO_GAME"),
                "{path} {game}: {}",
                answer.1
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_picture_is_refused_and_not_kept() {
    let mut stage = Stage::set().await;
    let player = stage.player(1).await;
    let empty = stage.upload_form(&player, "e-1", Form::new()).await;
    assert_eq!(code(&empty), (400, "SLIP_NO_FILE"));
    let other = stage
        .upload_form(&player, "e-2", Form::new().text("file", "x"))
        .await;
    assert_eq!(code(&other), (400, "SLIP_NO_FILE"));
    let nothing = stage.upload(&player, "e-3", Vec::new()).await;
    assert_eq!(code(&nothing), (400, "SLIP_NO_FILE"));
    let text = stage
        .upload(&player, "e-4", b"not a picture at all".to_vec())
        .await;
    assert_eq!(code(&text), (400, "SLIP_INVALID_FILE"));
    let large = vec![0xFF; 11 * 1024 * 1024];
    let large = stage.upload(&player, "e-5", large).await;
    assert_eq!(code(&large), (413, "PAYLOAD_TOO_LARGE"));
    // The gateway closes a connection whose request it did not read to its end: the next one
    // must not meet that.
    stage.http = client();
    let body = stage
        .post(&player, "/wallet/slip", &json!({ "slip": "x" }))
        .await;
    assert_eq!(code(&body), (415, "UNSUPPORTED_MEDIA_TYPE"));
    assert_eq!(stage.events(&player, "SlipSubmitted").await, 0);
}
