//! A repeat with the same key is the same intent; with another body it is refused.

use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::stage::Stage;

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_transfer_moves_money_once() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    stage.activate(&player, "pg").await;
    let body = json!({ "from": "WALLET", "to": "pg", "amount": "100" });
    let call = || {
        stage.call(
            &player,
            Method::POST,
            "/wallet/transfer",
            (Some("k-1"), Some(&body)),
        )
    };
    let answers = futures_util::future::join_all((0..20).map(|_| call())).await;
    for (status, answer) in &answers {
        assert_eq!(*status, StatusCode::OK, "{answer}");
        assert_eq!(answer["id"], answers[0].1["id"]);
        assert_eq!(answer["status"], "SUCCESS");
    }
    let other = json!({ "from": "WALLET", "to": "pg", "amount": "101" });
    let (status, refused) = stage
        .call(
            &player,
            Method::POST,
            "/wallet/transfer",
            (Some("k-1"), Some(&other)),
        )
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused["message"], "IDEMPOTENCY_MISMATCH");
    let withdrawal = json!({ "amount": "100" });
    let (status, refused) = stage
        .call(
            &player,
            Method::POST,
            "/wallet/withdraw",
            (Some("k-1"), Some(&withdrawal)),
        )
        .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    assert_eq!(stage.events(&player, "TransferStarted").await, 1);
    assert_eq!(stage.totals().await["games"]["pg"]["balance"], "100.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_withdrawal_is_paid_once() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "500.00").await;
    let body = json!({ "amount": "100" });
    let call = || {
        stage.call(
            &player,
            Method::POST,
            "/wallet/withdraw",
            (Some("k-2"), Some(&body)),
        )
    };
    let answers = futures_util::future::join_all((0..20).map(|_| call())).await;
    for (status, answer) in &answers {
        assert_eq!(*status, StatusCode::OK, "{answer}");
        assert_eq!(answer["id"], answers[0].1["id"]);
    }
    let all = stage
        .call(
            &player,
            Method::POST,
            "/wallet/withdrawAll",
            (Some("k-2"), Some(&body)),
        )
        .await;
    assert_eq!(
        all.1["id"], answers[0].1["id"],
        "both spellings are one command"
    );
    assert_eq!(stage.totals().await["payouts"]["count"], 1);
    assert_eq!(stage.wallet(&player).await["wallet"]["amount"], "400.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_upload_is_one_slip_and_another_file_under_its_key_is_refused() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let payment = stage.pay(&player, "500.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let call = || stage.upload(&player, "k-3", picture.clone());
    let answers = futures_util::future::join_all((0..8).map(|_| call())).await;
    for (status, answer) in &answers {
        assert_eq!(*status, StatusCode::CREATED, "{answer}");
        assert_eq!(answer["status"], "SUCCESS", "{answer}");
        assert_eq!(answer["amount"], "500.00");
        assert_eq!(answer["id"], answers[0].1["id"]);
    }
    let other = stage.slip_picture(&payment, "jpg").await;
    let (status, refused) = stage.upload(&player, "k-3", other).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refused["message"], "IDEMPOTENCY_MISMATCH");
    assert_eq!(stage.events(&player, "SlipSubmitted").await, 1);
    let files = std::fs::read_dir(stage.data_dir().join("slips")).unwrap();
    assert_eq!(files.count(), 1, "the repeats left no files behind");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_under_another_commands_key_leaves_no_picture_behind() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit_by_slip(&player, "500.00").await;
    let body = json!({ "amount": "100" });
    let call = (Some("k-5"), Some(&body));
    let (status, answer) = stage
        .call(&player, Method::POST, "/wallet/withdraw", call)
        .await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    let payment = stage.pay(&player, "10.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    for _ in 0..2 {
        let (status, refused) = stage.upload(&player, "k-5", picture.clone()).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
        assert_eq!(refused["message"], "IDEMPOTENCY_MISMATCH");
    }
    let files = std::fs::read_dir(stage.data_dir().join("slips")).unwrap();
    assert_eq!(files.count(), 1, "only the deposit's picture is kept");
    let rows: i64 = sqlx::query_scalar("select count(*) from slip_file")
        .fetch_one(&stage.database.owner())
        .await
        .unwrap();
    assert_eq!(rows, 1);
    let (status, answer) = stage.upload(&player, "k-6", picture).await;
    assert_eq!(status, StatusCode::CREATED, "{answer}");
    assert_eq!(answer["status"], "SUCCESS", "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_activation_answers_the_same_account() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let call = || {
        stage.call(
            &player,
            Method::POST,
            "/wallet/activate/pg",
            (Some("k-4"), None),
        )
    };
    let (status, first) = call().await;
    assert_eq!(status, StatusCode::OK, "{first}");
    let (status, again) = call().await;
    assert_eq!(status, StatusCode::OK, "{again}");
    assert_eq!(first["account"], again["account"]);
    assert_eq!(stage.events(&player, "GameAccountOpened").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn withdrawals_at_once_never_pay_more_than_the_wallet_holds() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    stage.deposit(&player, "1000.00").await;
    let body = json!({ "amount": "100" });
    let call = || stage.post(&player, "/wallet/withdraw", &body);
    let answers = futures_util::future::join_all((0..40).map(|_| call())).await;
    let accepted = answers
        .iter()
        .filter(|(status, _)| status.is_success())
        .count();
    assert_eq!(accepted, 10);
    for (status, answer) in answers.iter().filter(|(status, _)| !status.is_success()) {
        assert_eq!(*status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(answer["message"], "MONEY_NOT_ENOUGH");
    }
    stage.settled(&player).await;
    assert_eq!(stage.totals().await["payouts"]["amount"], "1000.00");
    stage.audit().await;
}
