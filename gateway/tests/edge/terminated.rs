//! A service that has ended: each route either begins something and is gone, or stays.

use std::collections::BTreeSet;

use gateway::App;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::stage::{Reply, Stage, credentials, draft};

/// Nothing new begins: the ids of the operations, each with all its spellings.
const GONE: [&str; 16] = [
    "activate_bonus",
    "activate_promotion",
    "activate_slot",
    "announce_deposit",
    "change_seed",
    "claim_coupon",
    "collect_invite_bonus",
    "create_account",
    "create_guest",
    "create_qrcode",
    "redeem_gift",
    "send_otp",
    "spin_wheel",
    "upload_slip",
    "validate_account",
    "verify_otp",
];

/// What leads money out, what is read, and what guards the account.
const STAYS: [&str; 81] = [
    "add_refund",
    "change_password",
    "check_active",
    "check_minimum",
    "check_refund",
    "clear_bonus",
    "create_socket_ticket",
    "delete_qrcode",
    "end_other_sessions",
    "end_session",
    "exclude",
    "export_statement",
    "find_promotion",
    "find_slip_by_reference",
    "get_active",
    "get_chat_config",
    "get_chat_file",
    "get_contact",
    "get_current",
    "get_deposit_lookup",
    "get_enable_chat_widget",
    "get_info",
    "get_invitation",
    "get_limits",
    "get_notice",
    "list_public_notices",
    "get_profile",
    "get_proof_bundle",
    "get_proof_liabilities",
    "get_proof_checkpoint",
    "get_proof_consistency",
    "get_proof_key",
    "get_proof_receipt",
    "get_qrcode",
    "get_register_otp",
    "get_slip_image",
    "get_slip_lookup",
    "get_slot_account",
    "get_spin_active",
    "get_spin_setup",
    "get_statement_summary",
    "get_wallet",
    "get_withdraw_lookup",
    "link_guest",
    "list_agreements",
    "list_banks",
    "list_bonuses",
    "list_clips",
    "list_conditions",
    "list_coupons",
    "list_history",
    "list_invite_banners",
    "list_invites",
    "list_notices",
    "list_proof_receipts",
    "list_refund_banners",
    "list_refunds",
    "list_sessions",
    "list_slips",
    "list_sources",
    "list_spins",
    "list_statements",
    "log_in",
    "mark_read",
    "notify_payment",
    "open_game",
    "open_game_with_password",
    "open_slip_picture",
    "open_socket",
    "quote_bonus",
    "quote_coupon",
    "quote_promotion",
    "receive_refund",
    "refresh_slots",
    "reset_password",
    "reset_slot_password",
    "send_message",
    "send_password_code",
    "send_pin_code",
    "set_pin",
    "update_bank_account_name",
];

/// As well, but they end sessions or money's ways: called last, or by the stories of money.
const STAYS_AS_WELL: [&str; 9] = [
    "log_out",
    "transfer",
    "transfer_all",
    "update_limits",
    "update_profile",
    "upload_image",
    "upload_video",
    "withdraw",
    "withdraw_all",
];

struct Operation {
    id: String,
    method: Method,
    path: String,
}

/// Every route of members, guests and visitors; staff's are those of the console.
fn operations() -> Vec<Operation> {
    let document: Value = serde_json::from_str(&gateway::openapi_json()).unwrap();
    let mut found = Vec::new();
    for (template, item) in document["paths"].as_object().unwrap() {
        if template.starts_with("/api/support/") {
            continue;
        }
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let parts = template.split('/').map(|part| {
                let is_name = part.starts_with('{');
                if is_name { "x" } else { part }
            });
            found.push(Operation {
                id: id.trim_end_matches("_by_get").to_owned(),
                method: method.to_uppercase().parse().unwrap(),
                path: parts.collect::<Vec<_>>().join("/"),
            });
        }
    }
    found
}

/// A gateway of the same database, whose service has ended.
async fn ended(stage: &Stage) -> App {
    stage
        .another_with(|config| {
            config.otp.is_on = false;
            config.service.terminated = true;
        })
        .await
}

fn request(stage: &Stage, app: &App, method: &Method, path: &str) -> RequestBuilder {
    let url = format!("http://{}{path}", app.public_address());
    stage.portal_request(method.clone(), url)
}

async fn call(stage: &Stage, app: &App, operation: &Operation, token: &str) -> Reply {
    let request = request(stage, app, &operation.method, &operation.path).bearer_auth(token);
    let request = match operation.method {
        Method::GET => request,
        _ => request.json(&json!({})),
    };
    stage.send(request).await
}

#[tokio::test]
async fn each_route_of_a_terminated_service_is_gone_or_stays() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let app = ended(&stage).await;
    let (gone, stays) = (BTreeSet::from(GONE), BTreeSet::from(STAYS));
    let stays_as_well = BTreeSet::from(STAYS_AS_WELL);
    let mut named = BTreeSet::new();
    for operation in operations() {
        let id = operation.id.as_str();
        let lists = [&gone, &stays, &stays_as_well];
        let places = lists.iter().filter(|list| list.contains(id)).count();
        assert_eq!(places, 1, "{id} is in one list");
        named.insert(id.to_owned());
        if stays_as_well.contains(id) || ["end_other_sessions", "open_socket"].contains(&id) {
            continue;
        }
        let reply = call(&stage, &app, &operation, &token).await;
        if gone.contains(id) {
            reply.expect_error(410, "gone");
        } else {
            assert_ne!(reply.status.as_u16(), 410, "{id}: {reply:?}");
        }
    }
    let all = gone.len() + stays.len() + stays_as_well.len();
    assert_eq!(named.len(), all, "the lists name routes only");
    assert!(app.stop().await);
}

#[tokio::test]
async fn a_guest_is_gone_everywhere_and_a_member_chats_on() {
    let stage = Stage::set_without_otp().await;
    let token = stage.member(1).await;
    let guest = stage.post("/api/guest", &json!({})).await;
    guest.expect_success();
    let app = ended(&stage).await;
    let credential = format!("Guest {}.{}", guest.text("guestId"), guest.text("secret"));
    for (method, path) in [
        (Method::POST, "/api/chat/send-message"),
        (Method::POST, "/api/chat/history"),
        (Method::PUT, "/api/chat/read-customer/"),
        (Method::POST, "/api/socket/ticket"),
    ] {
        let request = request(&stage, &app, &method, path).json(&json!({}));
        let reply = stage
            .send(request.header("authorization", &credential))
            .await;
        reply.expect_error(410, "gone");
    }
    let text = json!({ "message": { "message_type": "text", "payload": { "message": "hello" } } });
    let request = request(&stage, &app, &Method::POST, "/api/chat/send-message");
    let reply = stage.send(request.bearer_auth(&token).json(&text)).await;
    reply.expect_success();
    assert!(app.stop().await);
}

#[tokio::test]
async fn nobody_registers_and_a_member_logs_in() {
    let stage = Stage::set_without_otp().await;
    stage.register(1).await;
    let app = ended(&stage).await;
    let post = |path: &str, body: &Value| {
        let request = request(&stage, &app, &Method::POST, path).json(body);
        stage.send(request)
    };
    post("/api/account", &draft(2))
        .await
        .expect_error(410, "gone");
    post("/api/login", &credentials(1)).await.expect_success();
    let active = request(&stage, &app, &Method::GET, "/api/lookup/active");
    assert_eq!(stage.send(active).await.text("terminated"), "gone");
    assert!(app.stop().await);
}
