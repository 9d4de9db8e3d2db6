//! A terminated service: nothing new begins, and every way for money to leave remains.
//!
//! 1. Registration, deposits, bonuses, the wheel and the earnings of invitations are refused here,
//!    and so is every call of a guest.
//! 2. A transfer into a game is refused where its destination is read.
//! 3. Everything else stays, so that members can log in, bring their money back from the games and
//!    withdraw it: also opening a game, because a stake may still be on the table.
//! 4. Money that arrives by itself, for a QR or a slip from before, waits for staff.

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::state::AppState;
use platform::error::{ApiError, Code};
use platform::headers::with_scheme;

/// The routes that begin something.
const BEGINNINGS: [&str; 20] = [
    "POST /api/account",
    "POST /api/account/validate",
    "POST /api/otp/send",
    "POST /api/otp/verify",
    "POST /api/guest",
    "POST /api/wallet/slip",
    "POST /api/wallet/truelink",
    "POST /api/wallet/add",
    "POST /api/qrcode/{bankCode}",
    "GET /api/wallet/activate/{slotCode}",
    "POST /api/wallet/activate/{slotCode}",
    "GET /api/bonus/activate/{code}",
    "POST /api/bonus/activate/{code}",
    "GET /api/promotion/activate/{code}",
    "POST /api/promotion/activate/{code}",
    "POST /api/spinwheel/spin",
    "POST /api/spinwheel/seed",
    "POST /api/spinwheel/coupon/claim",
    "GET /api/invite/bonus",
    "POST /api/invite/bonus",
];

/// Answers 410 to requests that would begin something, once the service is terminated.
pub(crate) async fn refuse(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    if state.config.service.terminated && begins(&request) {
        return ApiError::from(Code::Gone).into_response();
    }
    next.run(request).await
}

/// Refuses a transfer into a game, where the service is terminated.
pub(crate) fn refuse_stake(state: &AppState) -> Result<(), ApiError> {
    if state.config.service.terminated {
        return Err(Code::Gone.into());
    }
    Ok(())
}

fn begins(request: &Request) -> bool {
    let template = request.extensions().get::<MatchedPath>();
    let template = template.map_or("", MatchedPath::as_str);
    with_scheme(request.headers(), "guest").is_some() || is_beginning(request.method(), template)
}

fn is_beginning(method: &Method, template: &str) -> bool {
    let route = |beginning: &&str| beginning.split_once(' ') == Some((method.as_str(), template));
    BEGINNINGS.iter().any(route)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_beginning_is_a_route_and_names_the_refusal() {
        let document = crate::api::openapi::recorded();
        for beginning in BEGINNINGS {
            let (method, template) = beginning.split_once(' ').unwrap();
            let operation = &document["paths"][template][method.to_lowercase()];
            assert!(operation.is_object(), "{beginning}");
            assert!(operation["responses"]["410"].is_object(), "{beginning}");
        }
    }
}
