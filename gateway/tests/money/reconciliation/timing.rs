//! What both sides did, but not at the same time, and what a person decided.

use super::*;
use crate::console;

/// Announces a deposit, which staff credits to the account that slips go to.
async fn credited_by_staff(stage: &console::Stage, player: &Player, amount: &str, reference: &str) {
    let body = json!({ "amount": amount });
    let (status, announced) = stage.post(player, "/wallet/add", &body).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{announced}");
    stage
        .credit_announced(&announced["id"], reference, "scb-1")
        .await;
    stage.settled(player).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_days_apart_is_found_by_its_id_from_either_side() {
    let stage = console::Stage::set().await;
    stage.app.clock().advance(Duration::from_hours(24 * 3));
    let player = stage.player(1).await;
    let payment = stage.pay(&player, "1000.00").await;
    let reference = payment["transRef"].as_str().unwrap();
    credited_by_staff(&stage, &player, "1000.00", reference).await;
    stage.activate(&player, "pg").await;
    let (_, moved) = stage.transfer(&player, ("WALLET", "pg"), "300").await;
    assert_eq!(moved["status"], "SUCCESS", "{moved}");
    let order = pay_by_qr(&stage, &player).await;
    let body = json!({ "amount": "150.00" });
    let (_, paid) = stage.post(&player, "/wallet/withdraw", &body).await;
    stage.settled(&player).await;

    // The world did all of it today, our books in three days.
    for clock in [days_ahead(&stage, 0), days_ahead(&stage, 3)] {
        let report = reconcile_at(&stage, (24, clock)).await.unwrap();
        assert!(report.is_clean, "{}", report.text);
        let compared = |name| of(&report, name).compared;
        // And the player's balance.
        assert_eq!(compared("game:pg"), 2, "{}", report.text);
        assert_eq!(compared("payout"), 1, "{}", report.text);
        assert_eq!(compared("psp:KBANK"), 1, "{}", report.text);
        assert_eq!(compared("bank:scb-1"), 1, "{}", report.text);
        assert_eq!(of(&report, "bank:scb-1").unclaimed, 0, "{}", report.text);
    }

    let (moved, paid) = (moved["id"].as_str().unwrap(), paid["id"].as_str().unwrap());
    for input in [
        json!({ "kind": "transfer_amount", "provider": "pg", "id": moved, "amount": "301.00" }),
        json!({ "kind": "payout_amount", "id": paid, "amount": "151.00" }),
        json!({ "kind": "psp_amount", "provider": "kbank", "id": order, "amount": "61.00" }),
        json!({ "kind": "receipt_amount", "id": reference, "amount": "999.00" }),
    ] {
        act(&stage, "/__sandbox/tamper", &input).await;
    }
    let receipt = format!("014:{reference}");
    let planted = |kind: &str| {
        vec![
            difference("game:pg", kind, moved),
            difference("payout", kind, paid),
            difference("psp:KBANK", kind, &order),
            difference("bank:scb-1", kind, &receipt),
        ]
    };
    for clock in [days_ahead(&stage, 0), days_ahead(&stage, 3)] {
        let report = reconcile_at(&stage, (24, clock)).await.unwrap();
        assert_eq!(found(&report), planted("amount"), "{}", report.text);
    }
    for input in [
        json!({ "kind": "transfer_missing", "provider": "pg", "id": moved }),
        json!({ "kind": "payout_missing", "id": paid }),
        json!({ "kind": "psp_missing", "provider": "kbank", "id": order }),
        json!({ "kind": "receipt_missing", "id": reference }),
    ] {
        act(&stage, "/__sandbox/tamper", &input).await;
    }
    let report = reconcile_at(&stage, (24, days_ahead(&stage, 3)))
        .await
        .unwrap();
    let mut expected = planted("missing_outside");
    expected[3].2 = format!("MANUAL:{reference}");
    assert_eq!(found(&report), expected, "{}", report.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_left_for_staff_is_an_alarm_after_a_week() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let amount = json!({ "amount": "60.00" });
    let (status, qr) = stage.post(&player, "/qrcode/KBANK", &amount).await;
    assert_eq!(status, StatusCode::OK, "{qr}");
    let pause = json!({ "kind": "TIME_OUT", "period": "WEEK", "password": "Correct-Horse-9" });
    let (status, body) = stage.post(&player, "/limits/exclusion", &pause).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    let paid = act(
        &stage,
        "/psp/payments",
        &json!({ "payload": qr["payload"] }),
    )
    .await;
    let order = paid["orderId"].as_str().unwrap();
    stage.has_events(&player, "QrReferred", 1).await;
    let report = reconcile(&stage).await;
    assert!(report.is_clean, "{}", report.text);
    assert_eq!(of(&report, "psp:KBANK").open, 1, "{}", report.text);
    let report = reconcile_at(&stage, (24, days_ahead(&stage, 8)))
        .await
        .unwrap();
    let expected = difference("psp:KBANK", "missing_here", order);
    assert_eq!(found(&report), [expected], "{}", report.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deposit_that_staff_credited_without_a_payment_is_found() {
    let stage = console::Stage::set().await;
    let player = stage.player(1).await;
    let payment = stage.pay(&player, "200.00").await;
    let reference = payment["transRef"].as_str().unwrap();
    credited_by_staff(&stage, &player, "200.00", reference).await;
    let report = reconcile(&stage).await;
    assert!(report.is_clean, "{}", report.text);
    assert_eq!(of(&report, "bank:scb-1").unclaimed, 0, "{}", report.text);
    credited_by_staff(&stage, &player, "300.00", "INVENTED1").await;
    let report = reconcile(&stage).await;
    let expected = difference("bank:scb-1", "missing_outside", "MANUAL:INVENTED1");
    assert_eq!(found(&report), [expected], "{}", report.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_rests_is_asked_for_its_balance_and_not_for_its_play() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let username = stage.activate(&player, "pg").await;
    let dear = json!({ "target": "game:pg", "kind": "error_500_before", "operation": "summary" });
    stage.fault(&dear).await;
    let report = reconcile(&stage).await;
    assert!(report.is_clean, "{}", report.text);
    assert_eq!(of(&report, "game:pg").compared, 1, "{}", report.text);
    stage.clear_faults().await;
    let input = json!({ "kind": "balance", "provider": "pg", "username": username,
        "amount": "7.00" });
    act(&stage, "/__sandbox/tamper", &input).await;
    let report = reconcile(&stage).await;
    let expected = difference("game:pg", "balance", &username);
    assert_eq!(found(&report), [expected], "{}", report.text);
}
