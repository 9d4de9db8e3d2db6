//! Every route against every kind of caller. A route without a row fails.

use std::collections::BTreeSet;
use std::io::Cursor;

use image::{GrayImage, ImageFormat, Luma};
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::stage::{Reply, Stage};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Anybody.
    Public,
    /// A signed-in member, about what is the member's own.
    Member,
    /// A signed-in member or a guest, about what is the caller's own.
    Visitor,
    /// By a ticket and an origin, tested with the socket.
    Ticket,
    /// By another service's signature, tested with the notifications.
    Signed,
}

use Access::{Member, Public, Signed, Ticket, Visitor};

/// Every operation of the API.
const ROUTES: &[(&str, &str, Access)] = &[
    ("get", "/api/lookup/info", Public),
    ("get", "/api/lookup/banks", Public),
    ("get", "/api/lookup/sources", Public),
    ("get", "/api/lookup/conditions", Public),
    ("get", "/api/lookup/agreements", Public),
    ("get", "/api/lookup/notice", Public),
    ("get", "/api/lookup/notices", Public),
    ("get", "/api/lookup/contact", Public),
    ("get", "/api/lookup/howto", Public),
    ("get", "/api/lookup/slip", Public),
    ("get", "/api/lookup/registerOTP", Public),
    ("get", "/api/lookup/enableChatWidget", Public),
    ("get", "/api/lookup/active", Public),
    ("get", "/api/lookup/deposit", Member),
    ("get", "/api/lookup/withdraw", Member),
    ("post", "/api/account/validate", Public),
    ("post", "/api/account", Public),
    ("post", "/api/otp/send", Public),
    ("post", "/api/otp/verify", Public),
    ("post", "/api/account/password/code", Public),
    ("post", "/api/account/password/reset", Public),
    ("post", "/api/login", Public),
    ("post", "/api/logout", Member),
    ("get", "/api/account/profile", Member),
    ("put", "/api/account/profile", Member),
    ("put", "/api/account/bankAccountName", Member),
    ("put", "/api/account/changepwd", Member),
    ("get", "/api/account/sessions", Member),
    ("delete", "/api/account/sessions", Member),
    ("delete", "/api/account/sessions/{id}", Member),
    ("get", "/api/account/notices", Member),
    ("put", "/api/account/pin", Member),
    ("post", "/api/account/pin/code", Member),
    ("get", "/api/wallet", Member),
    ("get", "/api/wallet/refresh/slot", Member),
    ("post", "/api/wallet/refresh/slot", Member),
    ("get", "/api/wallet/activate/{slotCode}", Member),
    ("post", "/api/wallet/activate/{slotCode}", Member),
    ("get", "/api/wallet/account/{slotCode}", Member),
    ("get", "/api/wallet/resetpassword/{slotCode}", Member),
    ("post", "/api/wallet/resetpassword/{slotCode}", Member),
    ("get", "/api/autoLogin/{provider}/{username}", Member),
    ("post", "/api/autoLogin/{provider}/{username}", Member),
    (
        "get",
        "/api/autoLogin/{provider}/{username}/{password}",
        Member,
    ),
    (
        "post",
        "/api/autoLogin/{provider}/{username}/{password}",
        Member,
    ),
    ("post", "/api/wallet/transfer", Member),
    ("post", "/api/wallet/transferAll", Member),
    ("post", "/api/wallet/withdraw", Member),
    ("post", "/api/wallet/withdrawAll", Member),
    ("post", "/api/wallet/slip", Member),
    ("post", "/api/wallet/truelink", Member),
    ("post", "/api/wallet/add", Member),
    ("get", "/api/bonus", Member),
    ("get", "/api/bonus/activate/{code}", Member),
    ("post", "/api/bonus/activate/{code}", Member),
    ("get", "/api/bonus/check/active", Member),
    ("get", "/api/bonus/check/minimum", Member),
    ("get", "/api/bonus/quote/{code}", Member),
    ("get", "/api/bonus/clear", Member),
    ("post", "/api/bonus/clear", Member),
    ("get", "/api/promotion/current", Member),
    ("get", "/api/promotion/find/{code}", Member),
    ("get", "/api/promotion/quote/{code}", Member),
    ("get", "/api/promotion/activate/{code}", Member),
    ("post", "/api/promotion/activate/{code}", Member),
    ("get", "/api/refund/check", Member),
    ("get", "/api/refund/receive", Member),
    ("post", "/api/refund/receive", Member),
    ("get", "/api/refund/addWallet", Member),
    ("post", "/api/refund/addWallet", Member),
    ("post", "/api/refund", Member),
    ("get", "/api/refund/banners", Member),
    ("get", "/api/limits", Member),
    ("put", "/api/limits", Member),
    ("post", "/api/limits/exclusion", Member),
    ("get", "/api/qrcode/{bankCode}", Member),
    ("post", "/api/qrcode/{bankCode}", Member),
    ("delete", "/api/qrcode/{bankCode}", Member),
    ("post", "/api/psp/{bankCode}/callback", Signed),
    ("get", "/api/invite", Member),
    ("post", "/api/invite", Member),
    ("get", "/api/invite/bonus", Member),
    ("post", "/api/invite/bonus", Member),
    ("get", "/api/invite/banners", Member),
    ("get", "/api/spinwheel/active", Member),
    ("get", "/api/spinwheel/setup", Member),
    ("post", "/api/spinwheel/spin", Member),
    ("get", "/api/spinwheel/coupon", Member),
    ("get", "/api/spinwheel/coupon/quote/{code}", Member),
    ("post", "/api/spinwheel/coupon/claim", Member),
    ("post", "/api/spinwheel/seed", Member),
    ("get", "/api/spinwheel/spins", Member),
    ("post", "/api/statement", Member),
    ("get", "/api/statement/export", Member),
    ("post", "/api/statement/slip", Member),
    ("get", "/api/statement/summary", Member),
    ("get", "/api/statement/slip/{id}/image", Member),
    ("get", "/api/statement/slip/reference/{reference}", Member),
    // A window of the browser has no session: the link is the permission.
    ("get", "/api/statement/slip/picture/{link}", Public),
    ("get", "/api/proof/checkpoint", Public),
    ("get", "/api/proof/key", Public),
    ("get", "/api/proof/consistency", Public),
    ("get", "/api/proof/receipt/{position}", Member),
    ("post", "/api/proof/receipts", Member),
    ("get", "/api/proof/bundle", Member),
    ("get", "/api/proof/liabilities", Member),
    ("post", "/api/guest", Public),
    ("get", "/api/chat/config", Public),
    ("post", "/api/chat/send-message", Visitor),
    ("post", "/api/chat/history", Visitor),
    ("put", "/api/chat/read-customer/", Visitor),
    ("post", "/api/chat/upload-image", Visitor),
    ("post", "/api/chat/upload-video", Visitor),
    ("get", "/api/chat/file/{id}", Visitor),
    ("post", "/api/chat/link", Member),
    ("post", "/api/socket/ticket", Visitor),
    ("get", "/api/socket", Ticket),
];

fn document() -> Value {
    serde_json::from_str(&gateway::openapi_json()).unwrap()
}

#[test]
fn every_route_has_a_row_and_every_row_a_route() {
    let document = document();
    let mut served = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        // Another test walks the routes of support.
        if path.starts_with("/api/support/") {
            continue;
        }
        for (method, operation) in item.as_object().unwrap() {
            served.insert((method.clone(), path.clone()));
            let row = ROUTES
                .iter()
                .find(|row| row.0 == method && row.1 == path)
                .unwrap_or_else(|| panic!("{method} {path} has no row"));
            let schemes = operation["security"].as_array();
            let takes = |scheme: &str| {
                schemes.is_some_and(|all| all.iter().any(|it| it.get(scheme).is_some()))
            };
            let is_members = matches!(row.2, Member | Visitor);
            assert_eq!(takes("session"), is_members, "{method} {path}");
            assert_eq!(takes("guest"), row.2 == Visitor, "{method} {path}");
        }
    }
    for (method, path, _) in ROUTES {
        let is_served = served.contains(&((*method).to_owned(), (*path).to_owned()));
        assert!(is_served, "{method} {path} is not served");
    }
}

/// The path with something in each of its places.
fn filled(path: &str) -> String {
    path.replace("{slotCode}", "pg")
        .replace("{code}", "WELCOME")
        .replace("{bankCode}", "KBANK")
        .replace("{provider}", "pg")
        .replace("{username}", "somebody")
        .replace("{password}", "something")
        .replace("{id}", "01a1fdd8-2731-70b2-a92f-d498fe5cc7e5")
        .replace("{position}", "1")
        .replace("{reference}", "202611218WqTzK3mN0pX9aB1c")
}

async fn call(stage: &Stage, method: &str, path: &str, token: Option<&str>) -> Reply {
    let method: Method = method.to_uppercase().parse().unwrap();
    let mut request = stage.request(method.clone(), &filled(path));
    if let Some(token) = token {
        request = request.bearer_auth(token);
    }
    if method != Method::GET {
        request = request.json(&json!({}));
    }
    stage.send(request).await
}

#[tokio::test]
async fn a_members_route_refuses_everybody_without_a_living_session() {
    let stage = Stage::set_without_otp().await;
    let expired = stage.member(1).await;
    stage
        .tamper("update session set expires_at = now() - interval '1 second'")
        .await;
    let revoked = stage.member(2).await;
    stage.post_as(&revoked, "/api/logout", &json!({})).await;
    let inactive = stage.member(3).await;
    stage
        .tamper("update member set is_active = false where username = '0800000003'")
        .await;
    let before = stage.events().await;
    for (method, path, access) in ROUTES {
        if !matches!(access, Member | Visitor) {
            continue;
        }
        let route = (*method, *path);
        call(&stage, route.0, route.1, None)
            .await
            .expect_error(401, "UNAUTHORIZED");
        for (token, status, code) in [
            ("made-up", 401, "invalid-token"),
            ("", 401, "UNAUTHORIZED"),
            (expired.as_str(), 401, "EXPIRED_AUTH_TOKEN"),
            (revoked.as_str(), 401, "invalid-token"),
            (inactive.as_str(), 403, "INACTIVE_USER"),
        ] {
            call(&stage, route.0, route.1, Some(token))
                .await
                .expect_error(status, code);
        }
    }
    assert_eq!(stage.events().await, before);
}

#[tokio::test]
async fn a_guest_is_nobody_outside_of_the_chat() {
    let stage = Stage::set_without_otp().await;
    let made = stage.post("/api/guest", &json!({})).await;
    let own = format!("Guest {}.{}", made.text("guestId"), made.text("secret"));
    let wrong = format!("Guest {}.{}", made.text("guestId"), "x".repeat(43));
    let before = stage.events().await;
    for (method, path, access) in ROUTES {
        let method: Method = method.to_uppercase().parse().unwrap();
        let with = |credential: &str| {
            let request = stage.request(method.clone(), &filled(path));
            let request = request.header("authorization", credential);
            if method == Method::GET {
                request
            } else {
                request.json(&json!({}))
            }
        };
        match access {
            Member => {
                let reply = stage.send(with(&own)).await;
                reply.expect_error(401, "UNAUTHORIZED");
            }
            Visitor => {
                let reply = stage.send(with(&own)).await;
                assert_ne!(reply.status.as_u16(), 401, "{path} {reply:?}");
                for credential in [wrong.as_str(), "Guest x", "Guest ", "Guest guest-1.2"] {
                    let reply = stage.send(with(credential)).await;
                    assert_eq!(reply.status.as_u16(), 401, "{path} {reply:?}");
                }
            }
            Public | Ticket | Signed => {}
        }
    }
    assert_eq!(stage.events().await, before);
}

#[tokio::test]
async fn a_signed_in_call_without_the_portals_marker_is_refused() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    for (method, path, access) in ROUTES {
        if !matches!(access, Member | Visitor) {
            continue;
        }
        let method: Method = method.to_uppercase().parse().unwrap();
        let request = || {
            let url = stage.url(&filled(path));
            stage.http.request(method.clone(), url).bearer_auth(&token)
        };
        stage.send(request()).await.expect_error(403, "KEY_MISSING");
        let other = request().header("x-requested-with", "XMLHttpRequest");
        stage.send(other).await.expect_error(403, "KEY_INVALID");
    }
}

#[tokio::test]
async fn a_public_route_asks_for_no_session() {
    let stage = Stage::set_without_otp().await;
    for (method, path, access) in ROUTES {
        if *access == Public {
            let reply = call(&stage, method, path, None).await;
            assert_ne!(reply.status.as_u16(), 401, "{method} {path} {reply:?}");
            assert!(!reply.status.is_server_error(), "{method} {path} {reply:?}");
        }
    }
}

/// Uploads a picture without a QR; answers the slip's id.
async fn upload(stage: &Stage, token: &str) -> String {
    let mut picture = Cursor::new(Vec::new());
    GrayImage::from_pixel(600, 600, Luma([255]))
        .write_to(&mut picture, ImageFormat::Png)
        .unwrap();
    let part = Part::bytes(picture.into_inner()).file_name("slip.png");
    let request = stage
        .request(Method::POST, "/api/wallet/slip")
        .bearer_auth(token)
        .header("idempotency-key", "slip")
        .multipart(Form::new().part("slip", part));
    let reply = stage.send(request).await;
    reply.expect_success();
    reply.text("id")
}

#[tokio::test]
async fn no_route_shows_or_moves_what_is_anothers() {
    let stage = Stage::set_without_otp().await;
    let owner = stage.member(1).await;
    let other = stage.member(2).await;
    let slip = upload(&stage, &owner).await;
    let image = format!("/api/statement/slip/{slip}/image");
    let own = stage.get(&image, &owner).await;
    own.expect_success();
    assert_eq!(own.headers["content-type"], "image/png");
    assert_eq!(own.headers["cache-control"], "private, no-store");
    assert_eq!(
        own.headers["content-security-policy"],
        "default-src 'none'; sandbox"
    );
    let foreign = stage.get(&image, &other).await;
    foreign.expect_error(404, "NO_DATA");
    let unknown = stage
        .get(
            "/api/statement/slip/01a1fdd8-2731-70b2-a92f-000000000000/image",
            &other,
        )
        .await;
    unknown.expect_error(404, "NO_DATA");
    assert_eq!(foreign.status, unknown.status);
    for path in ["not-an-id", "%00", "..%2f..%2fsecret.key"] {
        stage
            .get(&format!("/api/statement/slip/{path}/image"), &owner)
            .await
            .expect_error(404, "NO_DATA");
    }
    let lists = [
        ("/api/statement", "statements"),
        ("/api/statement/slip", "slips"),
    ];
    for (path, list) in lists {
        let reply = stage.post_as(&other, path, &json!({})).await;
        reply.expect_success();
        assert_eq!(reply.body[list], json!([]));
        assert_eq!(reply.body["total"], 0);
    }
}

#[tokio::test]
async fn bad_pages_and_cursors_are_named() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    for (body, field) in [
        (json!({ "page": 0 }), "page"),
        (json!({ "page": -1 }), "page"),
        (json!({ "page": 1_000_000_000_000_i64 }), "page"),
        (json!({ "page": 1.5 }), "page"),
        (json!({ "page": "1" }), "page"),
        (json!({ "limit": 0 }), "limit"),
        (json!({ "limit": 101 }), "limit"),
        (json!({ "cursor": "x" }), "cursor"),
    ] {
        for path in ["/api/statement", "/api/statement/slip"] {
            let reply = stage.post_as(&token, path, &body).await;
            reply.expect_error(400, "INVALID_INPUT");
            assert_eq!(reply.body["data"]["fields"], json!([field]), "{body}");
        }
    }
    for (body, field) in [
        (json!({ "type": ["lottery"] }), "type[0]"),
        (json!({ "from": "yesterday" }), "from"),
    ] {
        let reply = stage.post_as(&token, "/api/statement", &body).await;
        reply.expect_error(400, "INVALID_INPUT");
        assert_eq!(reply.body["data"]["fields"], json!([field]), "{body}");
    }
    for after in ["x", "-1", "99999999999999999999"] {
        let reply = stage
            .post_as(&token, &format!("/api/statement?after={after}"), &json!({}))
            .await;
        reply.expect_error(400, "INVALID_INPUT");
    }
}

#[tokio::test]
async fn a_read_that_names_a_position_shows_it() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let reply = stage
        .post_as(&token, "/api/statement?after=1", &json!({}))
        .await;
    let as_of: i64 = reply.text("asOf").parse().unwrap();
    assert!(as_of >= 1, "{reply:?}");
}

#[tokio::test]
async fn a_position_that_nobody_has_reached_is_not_waited_for_beyond_the_bound() {
    let stage = Stage::set_with(|config, _| {
        config.otp.is_on = false;
        config.waits.view_ms = 50;
    })
    .await;
    let token = stage.member(1).await;
    let path = "/api/statement?after=1000000";
    let reply = stage.post_as(&token, path, &json!({})).await;
    reply.expect_success();
    let as_of: i64 = reply.text("asOf").parse().unwrap();
    assert!(as_of < 1_000_000, "{reply:?}");
}
