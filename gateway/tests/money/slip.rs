//! Slips: one payment is credited once, no matter who uploads it and how it is spelled.

use image::{DynamicImage, GrayImage, ImageFormat, Luma};
use ledger_testing::eventually;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::io::Cursor;
use std::time::Duration;

use crate::console;
use crate::stage::{Answer, Player, Stage, hurried};

/// A picture with a QR of any text.
fn drawn(text: &str, pixels: u32) -> Vec<u8> {
    let code = qrcode::QrCode::with_error_correction_level(text, qrcode::EcLevel::M).unwrap();
    let qr = code
        .render::<Luma<u8>>()
        .module_dimensions(pixels, pixels)
        .build();
    let mut picture = GrayImage::from_pixel(360, 480, Luma([250]));
    image::imageops::overlay(&mut picture, &qr, 50, 150);
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageLuma8(picture)
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}

fn note(answer: &Answer) -> &str {
    assert_eq!(answer.0, StatusCode::CREATED, "{}", answer.1);
    answer.1["note"].as_str().unwrap_or_default()
}

async fn main_amount(stage: &Stage, player: &Player) -> Value {
    stage.wallet(player).await["wallet"]["amount"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_payment_uploaded_by_twenty_players_at_once_is_credited_once() {
    let stage = Stage::set().await;
    let mut players = Vec::new();
    for n in 1..=20 {
        players.push(stage.player(n).await);
    }
    // The slip shows the same masked account and name for all of them.
    let payment = stage.pay(&players[0], "500.00").await;
    let picture = stage.slip_picture(&payment, "jpg").await;
    let uploads = players
        .iter()
        .map(|player| stage.upload(player, "race", picture.clone()));
    let answers = futures_util::future::join_all(uploads).await;
    let mut credited = 0;
    for player in &players {
        stage.settled(player).await;
        credited += stage.events(player, "Deposited").await;
        let path = format!("/statement/slip?after={}", stage.head().await);
        let page = json!({ "page": 1, "limit": 10 });
        let (_, slips) = stage.post(player, &path, &page).await;
        let slip = &slips["slips"][0];
        let is_credited = slip["status"] == "SUCCESS";
        assert!(
            is_credited || slip["note"] == "SLIP_REFNO_DUPLICATED",
            "{slip}"
        );
    }
    assert_eq!(credited, 1, "{answers:?}");
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_spelling_or_picture_of_a_slip_is_the_same_slip() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    // Make a payment whose checksum begins with a zero, so that it can be dropped.
    let payment = loop {
        let payment = stage.pay(&player, "500.00").await;
        let payload = payment["qrPayload"].as_str().unwrap();
        if payload[..payload.len() - 3].ends_with("91040") {
            break payment;
        }
    };
    let payload = payment["qrPayload"].as_str().unwrap().to_owned();
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, first) = stage.upload(&player, "first", picture).await;
    assert_eq!(
        (status, &first["status"]),
        (StatusCode::CREATED, &json!("SUCCESS")),
        "{first}"
    );
    let (body, crc) = payload.split_at(payload.len() - 4);
    let stripped = format!("{body}{}", crc.trim_start_matches('0'));
    let lower = format!("{body}{}", crc.to_lowercase());
    let jpeg = stage.slip_picture(&payment, "jpg").await;
    for (key, file) in [
        ("stripped", drawn(&stripped, 4)),
        ("lower", drawn(&lower, 3)),
        ("spaced", drawn(&format!("{payload} "), 4)),
        ("jpeg", jpeg),
    ] {
        let answer = stage.upload(&player, key, file).await;
        assert_eq!(
            note(&answer),
            "SLIP_REFNO_DUPLICATED",
            "{key}: {}",
            answer.1
        );
        assert_eq!(answer.1["status"], "FAILED");
        assert_eq!(answer.1["duplicateOf"]["id"], first["id"], "{key}");
    }
    assert_eq!(main_amount(&stage, &player).await, "500.00");
    let other = stage.player(2).await;
    let answer = stage.upload(&other, "other", drawn(&payload, 4)).await;
    assert_eq!(note(&answer), "SLIP_REFNO_DUPLICATED");
    assert!(
        answer.1["duplicateOf"].is_null(),
        "another player's slip is not shown"
    );
    stage.audit().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_is_not_this_players_payment_is_refused_with_its_reason() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let hour_ago = (stage.app.clock().now() - chrono::TimeDelta::minutes(61)).to_rfc3339();
    for (change, reason) in [
        (
            json!({ "amount": "500", "transferredAt": hour_ago }),
            "EXPIRED_SLIP",
        ),
        (
            json!({ "amount": "500", "toAccountNo": "4680000000" }),
            "DEST_ACC_INVALID",
        ),
        (
            json!({ "amount": "500", "toBank": "KTB" }),
            "DEST_ACC_INVALID",
        ),
        (
            json!({ "amount": "500", "fromAccountNo": "9876543210" }),
            "NOT_MATCH",
        ),
        (json!({ "amount": "500", "fromBank": "KBANK" }), "NOT_MATCH"),
    ] {
        let payment = stage.pay_with(&player, &change).await;
        let picture = stage.slip_picture(&payment, "png").await;
        let key = payment["transRef"].as_str().unwrap();
        let answer = stage.upload(&player, key, picture).await;
        assert_eq!(note(&answer), reason, "{change}: {}", answer.1);
    }
    let unknown = "0041000600000101030040220015073144041ATF009995102TH91048693";
    let answer = stage.upload(&player, "unknown", drawn(unknown, 4)).await;
    assert_eq!(note(&answer), "UNSTABLE_REFNO_ON_SLIP");
    // The money is here, or came from the registered account: a person looks.
    for (change, reason) in [
        (
            json!({ "amount": "500", "toName": "แดง มั่นคง" }),
            "RECEIVER_UNCLEAR",
        ),
        (
            json!({ "amount": "500", "fromName": "สมหญิง ใจดี" }),
            "SENDER_UNCLEAR",
        ),
        (json!({ "amount": "0.50" }), "DEPOSIT_MINIMUM"),
    ] {
        let payment = stage.pay_with(&player, &change).await;
        let picture = stage.slip_picture(&payment, "png").await;
        let key = payment["transRef"].as_str().unwrap();
        let (status, body) = stage.upload(&player, key, picture).await;
        assert_eq!(status, StatusCode::ACCEPTED, "{change}: {body}");
        assert_eq!(body["note"], reason, "{change}: {body}");
    }
    assert_eq!(main_amount(&stage, &player).await, "0.00");
    assert_eq!(stage.events(&player, "Deposited").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_picture_that_shows_no_slip_is_kept_and_listed_with_its_reason() {
    let stage = Stage::set().await;
    let player = stage.player(1).await;
    let blank = {
        let mut bytes = Cursor::new(Vec::new());
        GrayImage::from_pixel(600, 600, Luma([255]))
            .write_to(&mut bytes, ImageFormat::Jpeg)
            .unwrap();
        bytes.into_inner()
    };
    let bomb = {
        let mut bytes = Cursor::new(Vec::new());
        GrayImage::new(20_000, 2_000)
            .write_to(&mut bytes, ImageFormat::Png)
            .unwrap();
        bytes.into_inner()
    };
    let payment_qr = concat!(
        "00020101021229370016A0000006770101110113006681234567853037645802TH5406500.00",
        "6304BC16"
    );
    let damaged = "0041000600000101030040220015073144041ATF009995102TH91048694";
    let mut cut = drawn(damaged, 4);
    cut.truncate(300);
    for (key, file, reason) in [
        ("blank", blank, "CANNOT_READ_CROPPED_IMAGE"),
        ("cut", cut, "CANNOT_READ_CROPPED_IMAGE"),
        ("bomb", bomb, "IMG_SIZE_UNABLE_TO_PROCESS"),
        ("payment", drawn(payment_qr, 4), "INVALID_SLIP"),
        ("damaged", drawn(damaged, 4), "INVALID_SLIP"),
        ("link", drawn("https://example.test/", 4), "INVALID_SLIP"),
    ] {
        let answer = stage.upload(&player, key, file).await;
        assert_eq!(note(&answer), reason, "{key}: {}", answer.1);
        assert_eq!(answer.1["status"], "FAILED");
    }
    let path = format!("/statement/slip?after={}", stage.head().await);
    let (_, slips) = stage
        .post(&player, &path, &json!({ "page": 1, "limit": 10 }))
        .await;
    assert_eq!(slips["total"], 6, "{slips}");
    assert_eq!(slips["slips"][0]["note"], "INVALID_SLIP");
    assert_eq!(slips["slips"][0]["status"], "FAILED");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_in_trouble_only_delays_a_slip() {
    // What is slow is given up; where a busy machine is slow by itself, it is asked again as well.
    let stage = Stage::set_with(|config| {
        hurried(config);
        config.waits.outside_ms = 300;
    })
    .await;
    let player = stage.player(1).await;
    let mut expected = 0;
    for kind in [
        "drop_before",
        "drop_after",
        "error_500_before",
        "malformed",
        "hang",
    ] {
        let fault = json!({ "target": "slip", "kind": kind, "count": 1, "millis": 3_600_000 });
        stage.fault(&fault).await;
        let payment = stage.pay(&player, "10.00").await;
        let picture = stage.slip_picture(&payment, "png").await;
        let answer = stage.upload(&player, kind, picture).await;
        assert!(answer.0.is_success(), "{kind}: {}", answer.1);
        expected += 10;
        wait_for_amount(&stage, &player, &format!("{expected}.00")).await;
    }
    stage.audit().await;
}

async fn wait_for_amount(stage: &Stage, player: &Player, amount: &str) {
    eventually("the money comes", async || {
        let held = main_amount(stage, player).await;
        if held == amount { Ok(()) } else { Err(held) }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_the_bank_knows_later_waits_as_long_as_the_bank_says() {
    let stage = Stage::set_with(hurried).await;
    let player = stage.player(1).await;
    let fault = json!({ "target": "slip", "kind": "processing", "count": 1 });
    stage.fault(&fault).await;
    let payment = stage.pay(&player, "500.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&player, "later", picture).await;
    assert_eq!(status, StatusCode::ACCEPTED, "{body}");
    assert_eq!(body["status"], "PENDING");
    stage.asked_about(&body["id"], 1).await;
    assert_eq!(main_amount(&stage, &player).await, "0.00");
    stage.app.clock().advance(Duration::from_mins(5));
    wait_for_amount(&stage, &player, "500.00").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_that_nobody_could_be_asked_about_for_long_is_credited_by_staff() {
    let stage = console::Stage::set_with(hurried).await;
    let player = stage.player(1).await;
    stage
        .fault(&json!({ "target": "slip", "kind": "error_500_before" }))
        .await;
    let payment = stage.pay(&player, "500.00").await;
    let picture = stage.slip_picture(&payment, "png").await;
    let (status, body) = stage.upload(&player, "one", picture.clone()).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    stage.asked_about(&body["id"], 1).await;
    // Shorter than a session may be idle, longer than the configured patience.
    stage.app.clock().advance(Duration::from_mins(50));
    let _ = stage.wallet(&player).await;
    stage.app.clock().advance(Duration::from_mins(50));
    let last = eventually("the slip waits for staff", async || {
        let path = format!("/statement/slip?after={}", stage.head().await);
        let page = json!({ "page": 1, "limit": 1 });
        let list = stage.post(&player, &path, &page).await.1;
        let has_note = !list["slips"][0]["note"].is_null();
        if has_note { Ok(list) } else { Err(list) }
    })
    .await;
    assert_eq!(last["slips"][0]["note"], "NOT_VERIFIED", "{last}");
    assert_eq!(last["slips"][0]["status"], "PENDING", "{last}");
    assert_eq!(main_amount(&stage, &player).await, "0.00");
    stage.clear_faults().await;
    let agent = stage.staff("agent").await;
    let path = format!(
        "/support/work/slips/{}/accept",
        body["id"].as_str().unwrap()
    );
    let why = json!({ "reason": "the bank answers again" });
    let (status, body) = stage.post_as(&agent, &path, &why).await;
    assert_eq!(status, StatusCode::OK, "{body}");
    assert_eq!(main_amount(&stage, &player).await, "500.00");
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_beyond_the_hourly_bound_are_turned_away() {
    let stage = Stage::set_with(|config| config.slip.uploads_per_hour_max = 2).await;
    let player = stage.player(1).await;
    for key in ["1", "2"] {
        let answer = stage.upload(&player, key, drawn("x", 4)).await;
        assert_eq!(answer.0, StatusCode::CREATED);
    }
    let (status, body) = stage.upload(&player, "3", drawn("x", 4)).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(body["message"], "REQUEST_LIMIT");
    let (status, _) = stage.upload(&player, "2", drawn("x", 4)).await;
    assert_eq!(
        status,
        StatusCode::CREATED,
        "a repeat is not another upload"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_at_once_do_not_pass_the_hourly_bound_together() {
    let stage = Stage::set_with(|config| config.slip.uploads_per_hour_max = 3).await;
    let player = stage.player(1).await;
    let (keys, picture) = (0..8, drawn("x", 4));
    let keys: Vec<String> = keys.map(|n| format!("at-once-{n}")).collect();
    let uploads = keys
        .iter()
        .map(|key| stage.upload(&player, key, picture.clone()));
    let answers = futures_util::future::join_all(uploads).await;
    let taken = answers
        .iter()
        .filter(|(status, _)| *status == StatusCode::CREATED);
    assert_eq!(taken.count(), 3, "{answers:?}");
    for (status, body) in &answers {
        if *status != StatusCode::CREATED {
            assert_eq!(*status, StatusCode::TOO_MANY_REQUESTS, "{body}");
            assert_eq!(body["message"], "REQUEST_LIMIT");
        }
    }
    let files = std::fs::read_dir(stage.data_dir().join("slips")).unwrap();
    assert_eq!(files.count(), 3);
}
