//! Sessions: a link into a provider's page that needs no password.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use chrono::{DateTime, TimeDelta, Utc};
use rand::Rng;
use serde::Deserialize;
use serde_json::{Value, json};

use super::player::{find, moment};
use crate::body;
use crate::record::{Record, Session};
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::world::World;

const LIFE: TimeDelta = TimeDelta::minutes(30);
/// How long the link waits for the browser that opens it.
const LINK_LIFE: TimeDelta = TimeDelta::seconds(60);
/// The cookie of the browser that has opened the link.
const ENTRY: &str = "entry";

/// Lets a browser in by its link: once and soon, and afterwards only that browser. Answers the
/// cookie that it is to keep.
pub(super) fn enter(
    world: &mut World,
    session: &Session,
    headers: &HeaderMap,
    now: DateTime<Utc>,
) -> Result<String, Refusal> {
    let shown = headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|cookies| cookies.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find_map(|(name, value)| (name == ENTRY).then(|| value.to_owned()));
    let entry = match &session.entry {
        None if now < session.expires_at - LIFE + LINK_LIFE => {
            hex::encode(rand::rng().random::<[u8; 16]>())
        }
        Some(entry) if shown.as_ref() == Some(entry) => entry.clone(),
        _ => return Err(Refusal::SessionExpired),
    };
    let path = format!("/games/{}", session.provider);
    let cookie = format!("{ENTRY}={entry}; Path={path}; HttpOnly; SameSite=Lax");
    world.put(Record::Session(Session {
        entry: Some(entry),
        ..session.clone()
    }));
    Ok(cookie)
}

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
    let input: NewSession = body::parse(&bytes)?;
    let visit = Visit::new(input.lang, input.return_url);
    let base = base(&sandbox, &headers);
    sandbox.with(|world, now| {
        let session = open(world, &provider, input.username, visit, now)?;
        Ok(Json(json!({
            "url": link(&base, &session),
            "token": session.token,
            "expiresAt": moment(session.expires_at),
        })))
    })
}

/// Where a browser finds the sandbox.
pub(super) fn base(sandbox: &Sandbox, headers: &HeaderMap) -> String {
    sandbox.config().public_url.clone().unwrap_or_else(|| {
        let host = headers
            .get(header::HOST)
            .and_then(|host| host.to_str().ok());
        format!("http://{}", host.unwrap_or("127.0.0.1"))
    })
}

/// The link into a session.
pub(super) fn link(base: &str, session: &Session) -> String {
    let Session {
        provider, token, ..
    } = session;
    format!("{base}/games/{provider}/play?token={token}")
}

/// What a player asks to play with: which language, and the way back if there is one.
pub(super) struct Visit {
    pub(super) lang: String,
    pub(super) return_url: Option<String>,
}

impl Visit {
    /// Only a web address may be the target of the page's "back" link.
    pub(super) fn new(lang: Option<String>, return_url: Option<String>) -> Self {
        let is_web = |url: &String| url.starts_with("http://") || url.starts_with("https://");
        Self {
            lang: lang.unwrap_or_else(|| "th".to_owned()),
            return_url: return_url.filter(is_web),
        }
    }
}

/// Opens a session of a provider's player.
pub(super) fn open(
    world: &mut World,
    provider: &str,
    username: String,
    visit: Visit,
    now: DateTime<Utc>,
) -> Result<Session, Refusal> {
    if find(world, provider, &username)?.suspended {
        return Err(Refusal::PlayerSuspended);
    }
    let session = Session {
        token: hex::encode(rand::rng().random::<[u8; 16]>()),
        provider: provider.to_owned(),
        username,
        lang: visit.lang,
        return_url: visit.return_url,
        expires_at: now + LIFE,
        entry: None,
    };
    world.put(Record::Session(session.clone()));
    Ok(session)
}
