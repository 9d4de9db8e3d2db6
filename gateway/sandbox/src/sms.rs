//! SMS in the SMSMKT shape, with an inbox instead of phones.

use axum::body::Bytes;
use axum::extract::{Extension, Query, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use chrono::SecondsFormat;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::operation::Deferral;
use crate::record::{Record, Sms};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::{body, clock, trouble};

const SHOWN_MAX: usize = 200;

/// Everything below `/sms`.
pub(crate) fn routes(sandbox: &Sandbox) -> Router<Sandbox> {
    let service = Router::new()
        .route("/send-message", post(send_message))
        .layer(middleware::from_fn_with_state(sandbox.clone(), check));
    Router::new()
        .route("/", get(async || Html(include_str!("pages/sms.html"))))
        .route("/messages", get(list_messages))
        .nest("/api", service)
}

async fn check(State(sandbox): State<Sandbox>, request: Request, next: Next) -> Response {
    if !is_customer(&sandbox, request.headers()) {
        return refused(
            StatusCode::UNAUTHORIZED,
            "401",
            "api_key or secret_key is wrong",
        );
    }
    trouble::pass(&sandbox, trouble::SMS, "send", request, next).await
}

fn is_customer(sandbox: &Sandbox, headers: &HeaderMap) -> bool {
    let has = |name: &str, value: &str| {
        headers
            .get(name)
            .is_some_and(|sent| sent.as_bytes() == value.as_bytes())
    };
    let config = sandbox.config();
    has("api_key", &config.sms_key) && has("secret_key", &config.sms_secret)
}

#[derive(Deserialize)]
struct NewSms {
    message: String,
    phone: String,
    sender: String,
}

/// `POST /sms/api/send-message`
async fn send_message(
    State(sandbox): State<Sandbox>,
    deferral: Option<Extension<Deferral>>,
    bytes: Bytes,
) -> Response {
    let input = match body::parse::<NewSms>(&bytes) {
        Ok(input) => input,
        Err(refusal) => {
            return refused(StatusCode::BAD_REQUEST, "400", &refusal.to_string());
        }
    };
    let digits = normal_phone(&input.phone);
    if !(9..=13).contains(&digits.len()) {
        return refused(
            StatusCode::BAD_REQUEST,
            "400",
            "phone is not a phone number",
        );
    }
    if input.message.trim().is_empty() || input.message.chars().count() > 1000 {
        return refused(
            StatusCode::BAD_REQUEST,
            "400",
            "message must have 1 to 1000 characters",
        );
    }
    let sent = sandbox.with(|world, now| {
        world.put(Record::Sms(Sms {
            id: clock::new_id().simple().to_string(),
            phone: input.phone,
            message: input.message,
            sender: input.sender,
            created_at: deferral.map_or(now, |Extension(deferral)| deferral.due),
        }));
        Ok(())
    });
    match sent {
        Ok(()) => Json(json!({"code": "000", "detail": "OK."})).into_response(),
        Err(_) => refused(
            StatusCode::INTERNAL_SERVER_ERROR,
            "500",
            "Internal server error",
        ),
    }
}

/// A refusal in the service's own shape.
pub(crate) fn refused(status: StatusCode, code: &str, detail: &str) -> Response {
    (status, Json(json!({"code": code, "detail": detail}))).into_response()
}

#[derive(Deserialize)]
struct Wanted {
    phone: Option<String>,
}

/// `GET /sms/messages?phone=`: what has reached the phones, newest first.
async fn list_messages(
    State(sandbox): State<Sandbox>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Value>, Refusal> {
    let phone = wanted
        .phone
        .map(|phone| normal_phone(&phone))
        .filter(|phone| !phone.is_empty());
    sandbox.with(|world, now| {
        let mut messages: Vec<&Sms> = world
            .messages
            .iter()
            .rev()
            .filter(|sms| sms.created_at <= now)
            .filter(|sms| {
                phone
                    .as_ref()
                    .is_none_or(|phone| normal_phone(&sms.phone) == *phone)
            })
            .collect();
        messages.sort_by_key(|sms| std::cmp::Reverse(sms.created_at));
        let messages: Vec<Value> = messages
            .into_iter()
            .take(SHOWN_MAX)
            .map(|sms| {
                json!({
                    "id": sms.id,
                    "phone": sms.phone,
                    "message": sms.message,
                    "sender": sms.sender,
                    "createdAt": sms.created_at.to_rfc3339_opts(SecondsFormat::Millis, true),
                })
            })
            .collect();
        Ok(Json(json!({"messages": messages})))
    })
}

/// `+66 81-234-5678` and `0812345678` are the same phone; so are `+856 20…` and `020…`.
fn normal_phone(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    match digits
        .strip_prefix("66")
        .or_else(|| digits.strip_prefix("856"))
    {
        Some(rest) if rest.len() >= 9 && !digits.starts_with('0') => format!("0{rest}"),
        _ => digits,
    }
}

#[cfg(test)]
mod tests {
    use super::normal_phone;

    #[test]
    fn spellings_of_a_phone_are_one_phone() {
        assert_eq!(normal_phone("+66 81-234-5678"), "0812345678");
        assert_eq!(normal_phone("0812345678"), "0812345678");
        assert_eq!(normal_phone("+8562055512345"), "02055512345");
        assert_eq!(normal_phone("0661234567"), "0661234567");
    }
}
