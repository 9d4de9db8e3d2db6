//! How much visitors upload, at once and in all, and that nobody else waits for it.

use std::io::Cursor;
use std::time::Duration;

use image::{ImageFormat, RgbImage};
use reqwest::Method;
use serde_json::json;

use crate::files::{drawn, video};
use crate::stage::{Reply, Stage, Visitor};

/// A picture that no compression makes small.
fn noise() -> Vec<u8> {
    let mut seed = 7_u32;
    let picture = RgbImage::from_fn(300, 300, |_, _| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, red, green, blue] = seed.to_le_bytes();
        image::Rgb([red, green, blue])
    });
    let mut bytes = Vec::new();
    picture
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .unwrap();
    assert!(bytes.len() > 3 * 64 * 1024);
    bytes
}

async fn picture(stage: &Stage, visitor: &Visitor) -> Reply {
    stage
        .upload(visitor, "/chat/upload-image", "a.png", drawn())
        .await
}

async fn film(stage: &Stage, visitor: &Visitor) -> Reply {
    let video = ("a.mp4", video());
    stage
        .upload(visitor, "/chat/upload-video", video.0, video.1)
        .await
}

/// A guest who gets no turn.
async fn turned_away(stage: &Stage) -> Visitor {
    let guest = stage.guest().await;
    let reply = picture(stage, &guest).await;
    reply.expect_error(503, "SERVICE_UNAVAILABLE");
    assert!(reply.headers.contains_key("retry-after"));
    guest
}

#[tokio::test]
async fn large_pictures_are_taken_from_visitors_and_from_staff() {
    let stage = Stage::set().await;
    let (guest, member, agent) = (
        stage.guest().await,
        stage.member(1).await,
        stage.agent().await,
    );
    for (visitor, path) in [
        (&guest, "/chat/upload-image"),
        (&member, "/chat/upload-image"),
        (&agent, "/support/upload-image"),
    ] {
        let reply = stage.upload(visitor, path, "a.png", noise()).await;
        reply.expect(201);
    }
    let film = [video(), vec![7; 200 * 1024]].concat();
    for (visitor, path) in [
        (&guest, "/chat/upload-video"),
        (&agent, "/support/upload-video"),
    ] {
        let reply = stage.upload(visitor, path, "a.mp4", film.clone()).await;
        reply.expect(201);
    }
}

#[tokio::test]
async fn who_gets_no_turn_is_refused_at_once_and_has_paid_for_asking() {
    let stage = Stage::set_with(|config| {
        config.chat.uploads_at_once = 1;
        config.chat.guest_uploads_per_hour = 1;
    })
    .await;
    let _held = stage.held_upload(&stage.guest().await).await;
    let guest = turned_away(&stage).await;
    let again = picture(&stage, &guest).await;
    again.expect_error(429, "REQUEST_LIMIT");
    // The turns of members and of staff are not the guests'.
    picture(&stage, &stage.member(1).await).await.expect(201);
    let agent = stage.agent().await;
    let path = "/support/upload-image";
    let reply = stage.upload(&agent, path, "a.png", drawn()).await;
    reply.expect(201);
}

#[tokio::test]
async fn a_slip_waits_for_no_upload_of_the_chat() {
    let stage = Stage::set_with(|config| {
        // One turn for slips, and one for the chat's files.
        config.service.requests_in_progress_max = 8;
    })
    .await;
    let member = stage.member(1).await;
    let _held = stage.held_upload(&stage.guest().await).await;
    turned_away(&stage).await;
    // It is looked at, and no slip: that is all that it needs here.
    let reply = stage.slip(&member, b"no picture".to_vec()).await;
    reply.expect_error(400, "SLIP_INVALID_FILE");
}

#[tokio::test]
async fn a_members_slip_waits_for_none_of_the_members_own_pictures() {
    let stage = Stage::set().await;
    let member = stage.member(1).await;
    let _held = [
        stage.held_upload(&member).await,
        stage.held_upload(&member).await,
    ];
    let reply = picture(&stage, &member).await;
    reply.expect_error(429, "REQUEST_LIMIT");
    let reply = stage.slip(&member, b"no picture".to_vec()).await;
    reply.expect_error(400, "SLIP_INVALID_FILE");
}

#[tokio::test]
async fn a_guest_and_an_address_add_so_many_bytes_a_day() {
    let size = u32::try_from(video().len()).unwrap();
    let stage = Stage::set_with(|config| {
        config.chat.guest_file_bytes_per_day = 2 * size;
        config.chat.address_file_bytes_per_day = 5 * size;
    })
    .await;
    let _still = stage.app.clock().hold();
    let first = stage.guest().await;
    film(&stage, &first).await.expect(201);
    film(&stage, &first).await.expect(201);
    film(&stage, &first)
        .await
        .expect_error(429, "REQUEST_LIMIT");
    // Three are left for all others of the address, however many ask at once.
    let mut guests = Vec::new();
    for _ in 0..6 {
        guests.push(stage.guest().await);
    }
    let films = guests.iter().map(|guest| film(&stage, guest));
    let replies = futures_util::future::join_all(films).await;
    let taken = replies.iter().filter(|it| it.status == 201).count();
    assert_eq!(taken, 3);
    assert_eq!(stage.stored().len(), 5);
    film(&stage, &stage.member(1).await).await.expect(201);
    stage.app.clock().advance(Duration::from_hours(25));
    film(&stage, &first).await.expect(201);
}

#[tokio::test]
async fn a_member_adds_so_many_bytes_a_day() {
    let size = u32::try_from(video().len()).unwrap();
    let stage = Stage::set_with(|config| config.chat.member_file_bytes_per_day = 2 * size).await;
    let _still = stage.app.clock().hold();
    let member = stage.member(1).await;
    film(&stage, &member).await.expect(201);
    film(&stage, &member).await.expect(201);
    film(&stage, &member)
        .await
        .expect_error(429, "REQUEST_LIMIT");
    film(&stage, &stage.member(2).await).await.expect(201);
}

#[tokio::test]
async fn the_files_of_all_guests_take_so_much_and_members_have_their_own_room() {
    let size = i64::try_from(video().len()).unwrap();
    let stage = Stage::set_with(|config| {
        config.chat.guest_file_bytes_total = 3 * size;
        config.chat.member_file_bytes_total = 4 * size;
    })
    .await;
    let mut guests = Vec::new();
    for _ in 0..6 {
        guests.push(stage.guest().await);
    }
    let films = guests.iter().map(|guest| film(&stage, guest));
    let replies = futures_util::future::join_all(films).await;
    for reply in &replies {
        if reply.status != 201 {
            reply.expect_error(503, "SERVICE_UNAVAILABLE");
            assert!(reply.headers.contains_key("retry-after"));
        }
    }
    let taken = replies.iter().filter(|it| it.status == 201).count();
    assert_eq!(taken, 3);
    assert_eq!(stage.stored().len(), 3);
    let member = stage.member(1).await;
    film(&stage, &member).await.expect(201);
    // What a guest has uploaded counts as the member's from the link on.
    let linked = replies.iter().position(|it| it.status == 201).unwrap();
    let request = stage
        .request(Method::POST, &member.address, "/chat/link")
        .header("authorization", &member.authorization)
        .header("x-guest", guests[linked].credential());
    let reply = stage.send(request.json(&json!({ "consent": true }))).await;
    reply.expect(200);
    film(&stage, &stage.guest().await).await.expect(201);
    film(&stage, &stage.guest().await)
        .await
        .expect_error(503, "SERVICE_UNAVAILABLE");
    film(&stage, &member).await.expect(201);
    film(&stage, &member).await.expect(201);
    film(&stage, &member)
        .await
        .expect_error(503, "SERVICE_UNAVAILABLE");
}

#[tokio::test]
async fn a_guest_reads_and_opens_so_much_and_no_more() {
    let stage = Stage::set_with(|config| {
        config.chat.guest_tickets_per_minute = 2;
        config.chat.guest_reads_per_minute = 3;
    })
    .await;
    let _still = stage.app.clock().hold();
    let (first, second) = (stage.guest().await, stage.guest().await);
    let member = stage.member(1).await;
    for (path, most) in [("/socket/ticket", 2), ("/chat/history", 3)] {
        let ask = async |visitor: &Visitor| stage.post(visitor, path, &json!({})).await;
        for _ in 0..most {
            ask(&first).await.expect(200);
        }
        let refused = ask(&first).await;
        refused.expect_error(429, "REQUEST_LIMIT");
        assert!(refused.headers.contains_key("retry-after"));
        ask(&second).await.expect(200);
        for _ in 0..=most {
            ask(&member).await.expect(200);
        }
    }
    stage.app.clock().advance(Duration::from_secs(61));
    let page = stage.post(&first, "/chat/history", &json!({})).await;
    page.expect(200);
}
