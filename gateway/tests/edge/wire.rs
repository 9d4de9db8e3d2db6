//! The form of requests and answers, whatever they are about.

use std::time::{Duration, Instant};

use gateway::config::Config;
use ledger_testing::{PATIENCE, eventually};
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::stage::Stage;

#[tokio::test]
async fn an_unknown_path_of_the_api_is_a_json_404_and_a_wrong_method_a_405() {
    let stage = Stage::set_without_otp().await;
    for path in ["/api/nothing", "/api/", "/api/lookup/../../etc"] {
        let reply = stage.send(stage.request(Method::GET, path)).await;
        assert!(
            reply.status == 404 || !path.starts_with("/api/n"),
            "{reply:?}"
        );
    }
    let reply = stage.send(stage.request(Method::GET, "/api/nothing")).await;
    reply.expect_error(404, "NO_DATA");
    let reply = stage
        .send(stage.request(Method::DELETE, "/api/login"))
        .await;
    reply.expect_error(405, "METHOD_NOT_ALLOWED");
    let reply = stage.send(stage.request(Method::POST, "/anywhere")).await;
    reply.expect_error(405, "METHOD_NOT_ALLOWED");
}

#[tokio::test]
async fn a_head_request_reaches_no_route_of_the_api() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let before = stage.events().await;
    for path in [
        "/api/wallet/activate/pg",
        "/api/wallet/resetpassword/pg",
        "/api/wallet/refresh/slot",
        "/api/lookup/info",
    ] {
        let request = stage.request(Method::HEAD, path).bearer_auth(&token);
        assert_eq!(stage.send(request).await.status, 405, "{path}");
    }
    assert_eq!(stage.events().await, before);
}

#[tokio::test]
async fn a_foreign_page_a_prefetch_or_a_form_changes_nothing() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let before = stage.events().await;
    for (name, value) in [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-mode", "navigate"),
        ("sec-purpose", "prefetch"),
        ("purpose", "prefetch"),
        ("x-moz", "prefetch"),
    ] {
        let request = stage
            .request(Method::GET, "/api/wallet/activate/pg")
            .bearer_auth(&token)
            .header(name, value);
        stage
            .send(request)
            .await
            .expect_error(403, "INVALID_ORIGIN");
    }
    let form = stage
        .request(Method::POST, "/api/wallet/withdraw")
        .bearer_auth(&token)
        .header("content-type", "application/x-www-form-urlencoded")
        .body("amount=100");
    stage
        .send(form)
        .await
        .expect_error(415, "UNSUPPORTED_MEDIA_TYPE");
    assert_eq!(stage.events().await, before);
}

#[tokio::test]
async fn a_body_that_is_no_json_too_long_or_trailed_is_refused() {
    let stage = Stage::set_without_otp().await;
    let send = |body: Vec<u8>| {
        let request = stage
            .request(Method::POST, "/api/login")
            .header("content-type", "application/json")
            .body(body);
        stage.send(request)
    };
    for body in [
        "",
        "{",
        "null",
        "[]",
        "\"x\"",
        "{\"username\":\"a\",\"password\":\"b\"}x",
    ] {
        send(body.as_bytes().to_vec())
            .await
            .expect_error(400, "INVALID_INPUT");
    }
    send(vec![0xff, 0xfe])
        .await
        .expect_error(400, "INVALID_INPUT");
    let deep = format!("{{\"username\":{}", "[".repeat(20_000));
    send(deep.into_bytes())
        .await
        .expect_error(400, "INVALID_INPUT");
    send(vec![b' '; 70_000])
        .await
        .expect_error(413, "PAYLOAD_TOO_LARGE");
    let missing = stage.post("/api/login", &json!({ "username": "a" })).await;
    missing.expect_error(400, "INVALID_INPUT");
    assert_eq!(missing.body["data"]["fields"], json!(["password"]));
}

#[tokio::test]
async fn a_text_that_no_column_can_hold_is_malformed_input() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let nul = json!({ "username": "a\u{0}b", "password": "x\u{0}y" });
    stage
        .post("/api/login", &nul)
        .await
        .expect_error(400, "INVALID_INPUT");
    let path = "/api/statement/slip/reference/a%00b";
    stage
        .get(path, &token)
        .await
        .expect_error(400, "INVALID_INPUT");
    for field in [
        "name",
        "username",
        "inviteCode",
        "bankAccountName",
        "bankCode",
    ] {
        let mut body = crate::stage::draft(2);
        body[field] = json!("a\u{0}b");
        let reply = stage.post("/api/account", &body).await;
        assert_eq!(reply.status, 400, "{field} {reply:?}");
    }
}

#[tokio::test]
async fn a_harmless_request_id_is_echoed_and_another_is_replaced() {
    let stage = Stage::set_without_otp().await;
    let with = |id: &str| {
        let request = stage.request(Method::GET, "/api/nothing");
        stage.send(request.header("x-request-id", id))
    };
    let echoed = with("abc-123").await;
    assert_eq!(echoed.headers["x-request-id"], "abc-123");
    assert_eq!(echoed.body["requestId"], "abc-123");
    let replaced = with("a b\"c").await;
    assert_ne!(replaced.headers["x-request-id"], "a b\"c");
    replaced.expect_error(404, "NO_DATA");
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let stage = Stage::set_without_otp().await;
    for path in ["/api/lookup/info", "/api/nothing", "/login"] {
        let reply = stage.send(stage.request(Method::GET, path)).await;
        assert_eq!(reply.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(reply.headers["x-frame-options"], "DENY");
        let policy = reply.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("script-src 'self';"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        for own in ["media-src", "worker-src", "manifest-src"] {
            assert!(policy.contains(&format!("{own} 'self';")), "{policy}");
        }
        if path.starts_with("/api") {
            assert_eq!(reply.headers["cache-control"], "no-store");
        }
    }
}

#[tokio::test]
async fn the_policy_names_the_hosts_of_the_operators_clips() {
    let old = ("/howto/wallet.mp4", "/howto/wallet.jpg");
    let new = (
        "https://cdn.example/wallet",
        "https://pictures.example/wallet.jpg",
    );
    let stage = Stage::set_with(|config, _| {
        let text = include_str!("../../demo.toml");
        let text = text.replacen(old.0, new.0, 1).replacen(old.1, new.1, 1);
        config.howto = Config::parse(&text, &|_| None).unwrap().howto;
    })
    .await;
    let reply = stage.get("/api/lookup/howto", "").await;
    let policy = reply.headers["content-security-policy"].to_str().unwrap();
    assert!(
        policy.contains("media-src 'self' https://cdn.example;"),
        "{policy}"
    );
    let images = "img-src 'self' data: blob: https://pictures.example;";
    assert!(policy.contains(images), "{policy}");
    let clips = reply.body["clips"].as_array().unwrap();
    let topics: Vec<_> = clips
        .iter()
        .map(|it| it["topic"].as_str().unwrap())
        .collect();
    assert_eq!(
        topics,
        ["wallet", "play", "balance", "getBonus", "endBonus"]
    );
    assert_eq!(clips[0]["video"], new.0);
    assert_eq!(clips[4]["captions"]["la"], "/howto/endBonus.la.vtt");
}

#[tokio::test]
async fn a_half_sent_request_is_cut_off() {
    let longest = Duration::from_millis(300);
    let stage = Stage::set_with(|_, limits| limits.head = longest).await;
    for sent in ["GET /api/lookup/info HTTP/1.1\r\nHost: x\r\n", ""] {
        let started = Instant::now();
        let mut stream = connected(&stage).await;
        stream.write_all(sent.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let ended = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "the connection stays open");
        assert!(started.elapsed() >= longest);
    }
}

async fn connected(stage: &Stage) -> TcpStream {
    let address = stage.app.public_address();
    TcpStream::connect(address).await.unwrap()
}

/// Asks on a connection that stays open.
async fn ask(stream: &mut TcpStream) {
    let request = b"GET /api/lookup/info HTTP/1.1\r\nHost: x\r\n\r\n";
    stream.write_all(request).await.unwrap();
}

async fn answered(stream: &mut TcpStream) {
    answered_with(stream, 200).await;
}

async fn answered_with(stream: &mut TcpStream, status: u16) {
    let mut answer = Vec::new();
    let whole = async {
        loop {
            let text = String::from_utf8_lossy(&answer).into_owned();
            let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
            let mut fields = head.lines().filter_map(|line| line.split_once(": "));
            let length = fields.find(|(name, _)| *name == "content-length");
            if length.is_some_and(|(_, length)| length.parse() == Ok(body.len())) {
                return text;
            }
            assert_ne!(stream.read_buf(&mut answer).await.unwrap(), 0, "{text}");
        }
    };
    let text = tokio::time::timeout(PATIENCE, whole).await.unwrap();
    let expected = format!("HTTP/1.1 {status} ");
    assert!(text.starts_with(&expected), "{text}");
}

#[tokio::test]
async fn who_is_still_sending_gets_the_refusal_and_continues() {
    let stage = Stage::set_without_otp().await;
    let piece = vec![b' '; 64 * 1024];
    for (path, media_type, pieces, status) in [
        (
            "/api/wallet/slip",
            "multipart/form-data; boundary=x",
            64,
            401,
        ),
        ("/api/login", "application/json", 8, 413),
    ] {
        let mut stream = connected(&stage).await;
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nX-Requested-With: wallet-web\r\n\
             Content-Type: {media_type}\r\nContent-Length: {}\r\n\r\n",
            pieces * piece.len(),
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        // It is refused by its head, or by its first two pieces; the others are still to come.
        for _ in 0..2 {
            stream.write_all(&piece).await.unwrap();
        }
        answered_with(&mut stream, status).await;
        for _ in 2..pieces {
            stream.write_all(&piece).await.unwrap();
        }
        ask(&mut stream).await;
        answered(&mut stream).await;
    }
}

#[tokio::test]
async fn a_rest_that_is_too_long_is_not_read() {
    let stage = Stage::set_without_otp().await;
    let mut stream = connected(&stage).await;
    let head = b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                 Content-Length: 1000000000\r\n\r\n";
    stream.write_all(head).await.unwrap();
    let piece = vec![b' '; 64 * 1024];
    let sending = async {
        let mut sent = 0;
        while stream.write_all(&piece).await.is_ok() {
            sent += piece.len();
        }
        sent
    };
    let sent = tokio::time::timeout(PATIENCE, sending).await.unwrap();
    // The system's own buffers take some of it as well.
    assert!(sent < 100_000_000, "{sent}");
}

#[tokio::test]
async fn who_asks_before_sending_is_refused_without_the_body() {
    let stage = Stage::set_without_otp().await;
    let mut stream = connected(&stage).await;
    let head = b"POST /api/wallet/slip HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\
                 X-Requested-With: wallet-web\r\nContent-Length: 50000\r\n\
                 Content-Type: multipart/form-data; boundary=x\r\n\r\n";
    stream.write_all(head).await.unwrap();
    answered_with(&mut stream, 401).await;
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut rest)).await;
    assert!(matches!(closed, Ok(Ok(0))), "{closed:?} {rest:?}");
}

#[tokio::test]
async fn connections_beyond_the_bound_wait_for_their_turn() {
    let stage = Stage::set_with(|_, limits| {
        limits.connections_max = 2;
        limits.head = PATIENCE;
    })
    .await;
    let (mut first, mut second) = (connected(&stage).await, connected(&stage).await);
    for stream in [&mut first, &mut second] {
        ask(stream).await;
        answered(stream).await;
    }
    let mut waiting = connected(&stage).await;
    ask(&mut waiting).await;
    // Who is in is answered meanwhile, and who waits is not.
    ask(&mut second).await;
    answered(&mut second).await;
    let nothing = waiting.try_read(&mut [0]).unwrap_err();
    assert_eq!(nothing.kind(), std::io::ErrorKind::WouldBlock);
    drop(first);
    answered(&mut waiting).await;
}

/// A log-in whose body never comes to its end.
async fn slow_body(stage: &Stage) -> TcpStream {
    let mut stream = TcpStream::connect(stage.app.public_address())
        .await
        .unwrap();
    stream
        .write_all(
            b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
              Content-Length: 1000\r\n\r\n{",
        )
        .await
        .unwrap();
    stream
}

#[tokio::test]
async fn slow_bodies_keep_nobody_from_being_answered() {
    let stage = Stage::set_with(|config, _| config.service.requests_in_progress_max = 4).await;
    let mut slow = Vec::new();
    for _ in 0..40 {
        slow.push(slow_body(&stage).await);
    }
    // Connections are taken in their order: a new request finds all of these at work.
    for path in ["/api/lookup/info", "/api/lookup/registerOTP"] {
        let reply = stage.send(stage.request(Method::GET, path)).await;
        reply.expect_success();
    }
    let reply = stage
        .post("/api/login", &json!({ "username": "a", "password": "b" }))
        .await;
    reply.expect_error(401, "WRONG_CREDENTIAL");
}

#[tokio::test]
async fn a_body_that_never_ends_is_cut_off() {
    let stage = Stage::set_with(|config, _| config.paces.body = Duration::from_millis(200)).await;
    let mut slow = slow_body(&stage).await;
    let mut answer = Vec::new();
    let ended = tokio::time::timeout(PATIENCE, slow.read_to_end(&mut answer)).await;
    let text = String::from_utf8_lossy(&answer).into_owned();
    assert!(ended.is_ok() && text.contains("REQUEST_TIMEOUT"), "{text}");
}

#[tokio::test]
async fn a_picture_that_comes_in_too_slowly_is_answered_408() {
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.paces.file = Duration::from_millis(200);
    })
    .await;
    let token = stage.member(1).await;
    let mut slow = TcpStream::connect(stage.app.public_address())
        .await
        .unwrap();
    let head = format!(
        "POST /api/wallet/slip HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\
         X-Requested-With: wallet-web\r\nIdempotency-Key: slow-1\r\n\
         Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n\
         --b\r\nContent-Disposition: form-data; name=\"slip\"; filename=\"s.png\"\r\n\r\n"
    );
    slow.write_all(head.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let ended = tokio::time::timeout(PATIENCE, slow.read_to_end(&mut answer)).await;
    let text = String::from_utf8_lossy(&answer).into_owned();
    assert!(ended.is_ok() && text.starts_with("HTTP/1.1 408"), "{text}");
    assert!(text.contains("UPLOAD_TIMEOUT"), "{text}");
}

#[tokio::test]
async fn one_address_holds_its_share_of_the_connections_only() {
    let stage = Stage::set_with(|config, _| config.service.connections_per_address_max = 3).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(slow_body(&stage).await);
    }
    let mut refused = TcpStream::connect(stage.app.public_address())
        .await
        .unwrap();
    let mut byte = [0];
    let closed = tokio::time::timeout(PATIENCE, refused.read(&mut byte)).await;
    assert!(matches!(closed, Ok(Ok(0) | Err(_))), "{closed:?}");
    // What is let go may be taken again.
    drop(held);
    let reply = eventually("a connection is let in again", async || {
        stage
            .request(Method::GET, "/api/lookup/info")
            .send()
            .await
            .map_err(|error| error.to_string())
    });
    assert!(reply.await.status().is_success());
}

#[tokio::test]
async fn a_trusted_proxy_may_hold_more_connections_than_an_address() {
    let stage = Stage::set_with(|config, _| {
        config.service.connections_per_address_max = 3;
        config.service.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let mut held = Vec::new();
    for _ in 0..6 {
        held.push(slow_body(&stage).await);
    }
    let reply = stage
        .send(stage.request(Method::GET, "/api/lookup/info"))
        .await;
    reply.expect_success();
}

#[tokio::test]
async fn health_and_metrics_are_on_the_internal_listener_only() {
    let stage = Stage::set_without_otp().await;
    stage.get("/api/lookup/info", "").await.expect_success();
    let internal = format!("http://{}", stage.app.internal_address());
    for path in ["/health/live", "/health/ready"] {
        let answer = stage
            .http
            .get(format!("{internal}{path}"))
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 200, "{path}");
    }
    let metrics = stage
        .http
        .get(format!("{internal}/metrics"))
        .send()
        .await
        .unwrap();
    let text = metrics.text().await.unwrap();
    assert!(
        text.contains("route=\"/api/lookup/info\",status=\"200\""),
        "{text}"
    );
    // The six sections of the file.
    assert!(text.contains("\nwallet_journal_position 6\n"), "{text}");
    let public = stage.send(stage.request(Method::GET, "/metrics")).await;
    assert_eq!(public.status, 404);
}

#[tokio::test]
async fn metrics_and_limits_name_routes_and_never_people() {
    let stage = Stage::set_without_otp().await;
    stage
        .get("/api/autoLogin/pg/0812345678/secret-word", "x")
        .await;
    let internal = format!("http://{}/metrics", stage.app.internal_address());
    let text = stage
        .http
        .get(internal)
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert!(
        !text.contains("0812345678") && !text.contains("secret-word"),
        "{text}"
    );
}

#[tokio::test]
async fn a_stop_ends_in_order_and_takes_nothing_new() {
    let stage = Stage::set_without_otp().await;
    // On an address that no other test listens on: a port that is let go may be taken at once.
    let app = stage.another_at("127.77.0.1:0").await;
    let url = format!("http://{}/api/lookup/info", app.public_address());
    assert!(
        stage
            .http
            .get(&url)
            .send()
            .await
            .unwrap()
            .status()
            .is_success()
    );
    assert!(app.stop().await, "something did not end in time");
    assert!(stage.http.get(&url).send().await.is_err());
}
