//! Sessions: a link into a provider's page that needs no password.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use chrono::TimeDelta;
use rand::Rng;
use serde::Deserialize;
use serde_json::{Value, json};

use super::player::{find, moment};
use crate::body;
use crate::record::{Record, Session};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;

const LIFE: TimeDelta = TimeDelta::minutes(30);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewSession {
    username: String,
    #[serde(default)]
    lang: Option<String>,
    return_url: Option<String>,
}

/// `POST /v1/sessions`
pub(crate) async fn open_session(
    State(sandbox): State<Sandbox>,
    Path(provider): Path<String>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Json<Value>, Refusal> {
    let wish: NewSession = body::parse(&bytes)?;
    // Only a web address may stand behind the page's "back" link.
    let is_web = |url: &String| url.starts_with("http://") || url.starts_with("https://");
    let return_url = wish.return_url.filter(is_web);
    let base = sandbox.config().public_url.clone().unwrap_or_else(|| {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        format!("http://{}", host.unwrap_or("127.0.0.1"))
    });
    sandbox.with(|world, now| {
        if find(world, &provider, &wish.username)?.suspended {
            return Err(Refusal::PlayerSuspended);
        }
        let session = Session {
            token: hex::encode(rand::rng().random::<[u8; 16]>()),
            provider: provider.clone(),
            username: wish.username,
            lang: wish.lang.unwrap_or_else(|| "th".to_owned()),
            return_url,
            expires_at: now + LIFE,
        };
        world.put(Record::Session(session.clone()));
        Ok(Json(json!({
            "url": format!("{base}/games/{provider}/play?token={}", session.token),
            "token": session.token,
            "expiresAt": moment(session.expires_at),
        })))
    })
}
