//! Uploads: recognised by content, encoded again, and served so that nothing runs.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};
use reqwest::Method;
use serde_json::json;

use crate::stage::Stage;

pub(crate) fn drawn() -> Vec<u8> {
    written(ImageFormat::Png)
}

fn written(format: ImageFormat) -> Vec<u8> {
    let mut bytes = Vec::new();
    DynamicImage::new_rgb8(16, 9)
        .write_to(&mut Cursor::new(&mut bytes), format)
        .unwrap();
    bytes
}

pub(crate) fn video() -> Vec<u8> {
    [&b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom"[..], &[7; 64]].concat()
}

#[tokio::test]
async fn a_picture_is_encoded_again_and_shown_as_a_picture_only() {
    let stage = Stage::set().await;
    let guest = stage.guest().await;
    for (format, name, media_type) in [
        (ImageFormat::Png, "รูป 1.png", "image/png"),
        (ImageFormat::Jpeg, "a.jpg", "image/jpeg"),
        (ImageFormat::Gif, "a.gif", "image/png"),
    ] {
        let mut bytes = written(format);
        bytes.extend_from_slice(b"<script>alert(1)</script>");
        let reply = stage
            .upload(&guest, "/chat/upload-image", name, bytes)
            .await;
        reply.expect(201);
        assert_eq!(reply.body["fileType"], "image");
        let path = reply.body["path"].as_str().unwrap();
        let path = path.strip_prefix("/api").unwrap();
        let shown = stage.call(&guest, Method::GET, path, None).await;
        shown.expect(200);
        assert_eq!(shown.header("content-type"), media_type);
        assert_eq!(shown.header("x-content-type-options"), "nosniff");
        assert_eq!(shown.header("cache-control"), "private, no-store");
        let policy = shown.header("content-security-policy");
        assert_eq!(policy, "default-src 'none'; sandbox");
        assert!(!shown.bytes.windows(6).any(|it| it == b"script"));
        assert!(image::load_from_memory(&shown.bytes).is_ok());
    }
    // Random names, which reveal nothing of the given ones.
    for name in stage.stored() {
        assert_eq!(name.split_once('.').unwrap().0.len(), 32, "{name}");
    }
}

#[tokio::test]
async fn a_video_is_only_ever_saved() {
    let stage = Stage::set().await;
    let member = stage.member(1).await;
    let reply = stage
        .upload(&member, "/chat/upload-video", "evil\"<x>.html", video())
        .await;
    reply.expect(201);
    assert_eq!(reply.body["fileType"], "video");
    let path = reply.body["path"].as_str().unwrap().to_owned();
    let get = path.strip_prefix("/api").unwrap();
    let shown = stage.call(&member, Method::GET, get, None).await;
    assert_eq!(shown.header("content-type"), "video/mp4");
    let disposition = shown.header("content-disposition");
    assert!(disposition.starts_with("attachment; filename*=UTF-8''evil"));
    assert!(disposition.contains(".mp4"), "{disposition}");
    assert_eq!(shown.bytes, video());
    let payload = json!({ "filePath": path, "fileType": "image", "name": "x.exe" });
    let body = json!({ "message": { "message_type": "media", "payload": payload } });
    stage
        .post(&member, "/chat/send-message", &body)
        .await
        .expect(201);
    let page = stage.post(&member, "/chat/history", &json!({})).await;
    let shown = &page.body[0]["message"]["payload"];
    // What the file is, is the server's word.
    assert_eq!(shown["fileType"], "video");
    assert_eq!(shown["name"], reply.body["name"]);
}

#[tokio::test]
async fn what_is_not_taken_is_refused_and_not_kept() {
    let stage = Stage::set_with(|config| {
        config.chat.image_bytes = 2_000;
        config.chat.video_bytes = 2_000;
    })
    .await;
    let guest = stage.guest().await;
    for (path, name, bytes) in [
        ("image", "a.png", b"<svg onload=alert(1)>".to_vec()),
        ("image", "a.png", video()),
        ("image", "a.png", Vec::new()),
        ("image", "a.jpg", b"\xFF\xD8\xFF\xE0 broken".to_vec()),
        ("video", "a.mp4", drawn()),
        ("video", "a.mp4", b"<html>".to_vec()),
    ] {
        let path = format!("/chat/upload-{path}");
        let reply = stage.upload(&guest, &path, name, bytes).await;
        reply.expect_error(415, "UNSUPPORTED_MEDIA_TYPE");
    }
    for kind in ["image", "video"] {
        let path = format!("/chat/upload-{kind}");
        let reply = stage.upload(&guest, &path, "a.png", vec![0; 2_001]).await;
        reply.expect_error(413, "PAYLOAD_TOO_LARGE");
    }
    assert!(stage.stored().is_empty());
}

#[tokio::test]
async fn a_guest_uploads_so_many_and_no_more() {
    let stage = Stage::set_with(|config| {
        config.chat.guest_uploads_per_hour = 2;
        config.chat.address_uploads_per_hour = 3;
    })
    .await;
    let _still = stage.app.clock().hold();
    let upload = async |guest: &crate::stage::Visitor| {
        stage
            .upload(guest, "/chat/upload-image", "a.png", drawn())
            .await
    };
    let (first, second) = (stage.guest().await, stage.guest().await);
    upload(&first).await.expect(201);
    upload(&first).await.expect(201);
    upload(&first).await.expect_error(429, "REQUEST_LIMIT");
    upload(&second).await.expect(201);
    upload(&second).await.expect_error(429, "REQUEST_LIMIT");
    assert_eq!(stage.stored().len(), 3);
}
