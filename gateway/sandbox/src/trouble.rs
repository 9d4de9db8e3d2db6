//! Plays a fault on a call: what the caller gets instead of, or after, the real reply.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, TimeDelta, Utc};

use crate::fault::{Fault, FaultKind};
use crate::operation::Deferral;
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::{slipok, sms, truemoney};

/// Target of the slip verification service.
pub(crate) const SLIP: &str = "slip";
/// Target of the SMS service.
pub(crate) const SMS: &str = "sms";
/// Target of the bank's payouts.
pub(crate) const PAYOUT: &str = "payout";
/// Target of the gift vouchers.
pub(crate) const TRUEMONEY: &str = "truemoney";

/// Targets that exist once; game providers and payment services have one each.
pub(crate) const TARGETS: [&str; 4] = [SLIP, SMS, PAYOUT, TRUEMONEY];

const REPLY_BYTES_MAX: usize = 1 << 20;

/// Marks a reply that must never be sent: the server closes the connection instead.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unsent;

/// Lets a call through, with the fault that is set for it, if any.
pub(crate) async fn pass(
    sandbox: &Sandbox,
    target: &str,
    operation: &str,
    request: Request,
    next: Next,
) -> Response {
    let Some(fault) = sandbox.faults().strike(target, operation) else {
        return next.run(request).await;
    };
    tracing::info!(target, operation, kind = ?fault.kind, "fault");
    let wait = Duration::from_millis(fault.millis);
    match fault.kind {
        FaultKind::Delay => {
            sandbox.clock().sleep(wait).await;
            next.run(request).await
        }
        FaultKind::Hang => {
            sandbox.clock().sleep(wait).await;
            unsent()
        }
        FaultKind::DropBefore => unsent(),
        FaultKind::DropAfter => {
            next.run(request).await;
            unsent()
        }
        FaultKind::Error500Before => broken(target),
        FaultKind::Error500After => {
            next.run(request).await;
            broken(target)
        }
        FaultKind::Malformed => halved(next.run(request).await).await,
        FaultKind::Maintenance => closed(target),
        FaultKind::Processing | FaultKind::Late => {
            defer(sandbox.clock().now(), &fault, request, next).await
        }
    }
}

/// `processing` and `late`: the command is taken, its effect comes later.
async fn defer(now: DateTime<Utc>, fault: &Fault, mut request: Request, next: Next) -> Response {
    let late = fault.kind == FaultKind::Late;
    match fault.target.as_str() {
        SLIP if late => return slipok::not_found_so_far(),
        SLIP => return slipok::needs_delay(),
        _ => {}
    }
    let millis = TimeDelta::milliseconds(i64::try_from(fault.millis).unwrap_or(i64::MAX));
    let due = now.checked_add_signed(millis).unwrap_or(now);
    request.extensions_mut().insert(Deferral { late, due });
    let reply = next.run(request).await;
    // An SMS service has accepted a message that reaches the phone late, so it does answer.
    if late && fault.target != SMS {
        unsent()
    } else {
        reply
    }
}

/// A reply that the server must not send.
pub(crate) fn unsent() -> Response {
    let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
    response.extensions_mut().insert(Unsent);
    response
}

fn broken(target: &str) -> Response {
    match target {
        SLIP => slipok::broken(),
        SMS => sms::refused(
            StatusCode::INTERNAL_SERVER_ERROR,
            "500",
            "Internal server error",
        ),
        TRUEMONEY => truemoney::refused("INTERNAL_ERROR"),
        _ => Refusal::Internal.into_response(),
    }
}

fn closed(target: &str) -> Response {
    match target {
        SLIP => slipok::bank_down(),
        SMS => sms::refused(StatusCode::SERVICE_UNAVAILABLE, "503", "Maintenance"),
        TRUEMONEY => truemoney::refused("MAINTENANCE"),
        _ => Refusal::Maintenance.into_response(),
    }
}

async fn halved(reply: Response) -> Response {
    let body = to_bytes(reply.into_body(), REPLY_BYTES_MAX)
        .await
        .unwrap_or_default();
    let half = body.slice(..body.len() / 2);
    (
        [(header::CONTENT_TYPE, "application/json")],
        Body::from(half),
    )
        .into_response()
}
