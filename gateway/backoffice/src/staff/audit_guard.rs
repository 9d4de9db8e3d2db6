//! The only entrance to the support routes: it identifies the caller, records the call, and then
//! lets it through.
//!
//! It guards every route whose template is below [`PREFIX`] and is the only source of the handlers'
//! [`Staff`], so a support route that leaves no audit entry cannot be written.

use axum::body::Body;
use axum::extract::{FromRequestParts, MatchedPath, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ledger::WalletId;
use serde_json::{Value, json};

use super::audit_log::{self, AuditEntry};
use super::look::{self, PlayerAccess};
use super::quota::{self, Quota};
use super::searched;
use super::session::{self, Staff};
use platform::config::StaffRole;
use platform::core::Core;
use platform::error::{ApiError, Code};
use platform::extract::BODY_BYTES_MAX;
use platform::headers::{bearer, require_own_page};

/// The path prefix of the support routes.
const PREFIX: &str = "/api/support/";

/// The one support route without a session; it writes its own entries.
const LOG_IN: &str = "login";

/// The routes that an auditor may call in addition to reading.
const AUDITORS: [&str; 5] = [
    "logout",
    "ticket",
    "players/{id}/look",
    "password",
    "sessions/{id}",
];

/// What the console requests without a person: on every page when it gets a notice of a change, and
/// to renew the claim of an open item. It does not keep a session open.
const BY_ITSELF: [&str; 2] = ["waiting", "work/{id}/claim"];

/// The routes that search players' data.
const SEARCHES: [&str; 2] = ["players", "conversations/search"];

/// The kind of a search's entry; the quota counts these.
const SEARCH: &str = "search";

/// How the routes of lists of players begin.
const LISTS: &str = "players/lists/{";

/// The kind of a search that went beyond the quota.
const SEARCH_REFUSED: &str = "search.refused";

/// How many characters of a reason are recorded; the handler refuses a longer one.
const REASON_MAX: usize = 300;

/// The guard's result; private, so that no other code can construct it.
#[derive(Clone)]
struct Traced {
    staff: Staff,
    look: Option<PlayerAccess>,
}

/// A call of a support route.
struct Call {
    method: Method,
    /// The template after [`PREFIX`].
    route: String,
    /// The values of the template's parameters.
    places: Vec<String>,
    query: Value,
    reason: Option<String>,
}

/// Guards every route below [`PREFIX`] and leaves all others alone.
pub async fn guard(State(state): State<Core>, request: Request, next: Next) -> Response {
    let template = request.extensions().get::<MatchedPath>();
    let route = template
        .and_then(|path| path.as_str().strip_prefix(PREFIX))
        .map(str::to_owned);
    match route {
        Some(route) if route != LOG_IN => answer(&state, route, request, next)
            .await
            .unwrap_or_else(IntoResponse::into_response),
        _ => next.run(request).await,
    }
}

/// The caller whom the guard let through.
pub fn staff_of(parts: &Parts) -> Result<Staff, ApiError> {
    let traced = parts.extensions.get::<Traced>();
    let traced = traced.ok_or_else(|| ApiError::internal(&"a staff route outside of the guard"))?;
    Ok(traced.staff.clone())
}

/// The player access that the call uses.
pub fn look_of(parts: &Parts) -> Result<PlayerAccess, ApiError> {
    let look = parts.extensions.get::<Traced>();
    let look = look.and_then(|traced| traced.look.clone());
    look.ok_or_else(|| Code::LookRequired.into())
}

async fn answer(
    state: &Core,
    route: String,
    request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let (mut parts, body) = request.into_parts();
    let token = bearer(&parts.headers)?;
    require_own_page(&parts.headers)?;
    let staff = session::authenticate(state, token, !BY_ITSELF.contains(&route.as_str())).await?;
    let (call, body) = read(state, route, &mut parts, body).await?;
    let permitted = permit(state, &staff, &call, &parts).await;
    let (id, permitted) = if call.kind() == SEARCH && permitted.is_ok() {
        write_search(state, &staff, &call).await?
    } else {
        let reason = match &permitted {
            Ok(Some(look)) => Some(look.reason.clone()),
            _ => call.reason.clone(),
        };
        let id = write(state, &staff, &call, reason.as_deref(), &permitted).await?;
        (id, permitted)
    };
    let look = match permitted {
        Ok(look) => look,
        Err(refusal) => {
            refuse(state, &staff, &call, id, refusal.status()).await?;
            return Err(refusal);
        }
    };
    let traced = Traced {
        staff: staff.clone(),
        look,
    };
    parts.extensions.insert(traced);
    let response = next.run(Request::from_parts(parts, body)).await;
    let status = response.status();
    if status.is_client_error() || status.is_server_error() {
        refuse(state, &staff, &call, id, status).await?;
    }
    Ok(response)
}

/// Reads the call. A JSON body is read for its reason and passed on unchanged.
async fn read(
    state: &Core,
    route: String,
    parts: &mut Parts,
    body: Body,
) -> Result<(Call, Body), ApiError> {
    let places = RawPathParams::from_request_parts(parts, state)
        .await
        .map_err(|_| Code::NoData)?;
    let places = places.iter().map(|(_, value)| value.to_owned()).collect();
    let query = axum::extract::Query::<Vec<(String, String)>>::try_from_uri(&parts.uri)
        .map_err(|_| ApiError::invalid_fields(&["query"]))?;
    let query = searched::recorded(state, query.0);
    // A reason is recorded for every media type; only files are not searched for one.
    let (reason, body) = if has_words(parts) {
        let bytes = axum::body::to_bytes(body, BODY_BYTES_MAX)
            .await
            .map_err(|_| Code::InvalidInput)?;
        (reason_in(&bytes), Body::from(bytes))
    } else {
        (None, body)
    };
    let reason = reason.or_else(|| {
        let is_chat = route.starts_with("conversations/{");
        is_chat.then(|| audit_log::CHAT.to_owned())
    });
    let call = Call {
        method: parts.method.clone(),
        route,
        places,
        query,
        reason,
    };
    Ok((call, body))
}

/// Whether the body may contain a reason: anything except a form with files.
fn has_words(parts: &Parts) -> bool {
    let kind = parts.headers.get(header::CONTENT_TYPE);
    let kind = kind.map_or(&b""[..], |value| value.as_bytes());
    let form = b"multipart/";
    let start = kind.get(..form.len());
    !start.is_some_and(|beginning| beginning.eq_ignore_ascii_case(form))
}

fn reason_in(body: &[u8]) -> Option<String> {
    let value: Value = serde_json::from_slice(body).ok()?;
    let text = value.get("reason")?.as_str()?.trim();
    let recorded: String = text.chars().take(REASON_MAX).collect();
    (!recorded.is_empty()).then_some(recorded)
}

/// Whether the guard lets the call through, and the player access that it uses.
async fn permit(
    state: &Core,
    staff: &Staff,
    call: &Call,
    parts: &Parts,
) -> Result<Option<PlayerAccess>, ApiError> {
    let is_reading = call.method == Method::GET;
    if staff.role == StaffRole::Auditor && !is_reading && !AUDITORS.contains(&call.route.as_str()) {
        return Err(Code::RoleRequired.into());
    }
    if !is_reading || !call.route.starts_with("players/{") {
        return Ok(None);
    }
    let player = call.places.first().and_then(|place| place.parse().ok());
    let player = WalletId(player.ok_or(Code::NoData)?);
    let found = look::require(state, staff, &parts.headers, player).await?;
    Ok(Some(found))
}

async fn write(
    state: &Core,
    staff: &Staff,
    call: &Call,
    reason: Option<&str>,
    permitted: &Result<Option<PlayerAccess>, ApiError>,
) -> Result<i64, ApiError> {
    let kind = call.kind();
    let look = permitted.as_ref().ok().and_then(Option::as_ref);
    let mut entry = AuditEntry::of(&kind).with(call.detail(look));
    let subject = call.subject();
    if let Some((kind, id)) = &subject {
        entry = entry.to(kind, id);
    }
    if let Some(reason) = reason {
        entry = entry.because(reason);
    }
    audit_log::record(state, staff, entry).await
}

/// Records a search, if there is room for one more within the hour. A refused one does not count.
async fn write_search(
    state: &Core,
    staff: &Staff,
    call: &Call,
) -> Result<(i64, Result<Option<PlayerAccess>, ApiError>), ApiError> {
    let mut transaction = state.pool.begin().await?;
    let quota = Quota::Searches;
    let counted = quota::require(&mut transaction, state, staff.id, quota, None).await;
    let kind = if counted.is_ok() {
        SEARCH
    } else {
        SEARCH_REFUSED
    };
    let entry = AuditEntry::of(kind).with(call.detail(None));
    let id = audit_log::record_in(&mut transaction, state, staff, entry).await?;
    transaction.commit().await.map_err(audit_log::unwritten)?;
    Ok((id, counted.map(|()| None)))
}

/// Records that the call with that number was not answered.
async fn refuse(
    state: &Core,
    staff: &Staff,
    call: &Call,
    id: i64,
    status: StatusCode,
) -> Result<(), ApiError> {
    let subject = call.subject();
    let mut entry = AuditEntry::of("refused").with(json!({ "of": id, "status": status.as_u16() }));
    if let Some((kind, id)) = &subject {
        entry = entry.to(kind, id);
    }
    audit_log::record(state, staff, entry).await?;
    Ok(())
}

impl Call {
    /// `search`, `look.timeline`, `read work`, `post work/slips/{id}/accept`.
    fn kind(&self) -> String {
        let method = self.method.as_str().to_lowercase();
        if self.method != Method::GET {
            return format!("{method} {}", self.route);
        }
        // A page of a list of players counts as a search does.
        if SEARCHES.contains(&self.route.as_str()) || self.route.starts_with(LISTS) {
            return SEARCH.to_owned();
        }
        let of_player = self.route.strip_prefix("players/{");
        match of_player.and_then(|rest| rest.split_once('}')) {
            Some((_, "")) => "look.profile".to_owned(),
            Some((_, rest)) => format!("look{}", rest.replace('/', ".")),
            None => format!("read {}", self.route),
        }
    }

    fn detail(&self, look: Option<&PlayerAccess>) -> Value {
        json!({
            "method": self.method.as_str(),
            "route": format!("{PREFIX}{}", self.route),
            "places": self.places,
            "query": self.query,
            "look": look.map(|look| look.id),
        })
    }

    /// The subject of the call: the segment before the template's first parameter, and its value.
    fn subject(&self) -> Option<(String, String)> {
        let (before, _) = self.route.split_once("/{")?;
        let many = before.rsplit('/').next()?;
        let one = match many.strip_suffix("ies") {
            Some(stem) => format!("{stem}y"),
            None => many.strip_suffix('s').unwrap_or(many).to_owned(),
        };
        Some((one, self.places.first()?.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(method: Method, route: &str) -> Call {
        Call {
            method,
            route: route.to_owned(),
            places: vec!["1".to_owned()],
            query: json!([]),
            reason: None,
        }
    }

    #[test]
    fn an_act_is_named_by_its_route() {
        for (method, route, kind, subject) in [
            (Method::GET, "players", "search", None),
            (Method::GET, "players/lists/{list}", "search", Some("list")),
            (
                Method::GET,
                "players/lists/{list}/export",
                "search",
                Some("list"),
            ),
            (Method::GET, "players/recent", "read players/recent", None),
            (Method::GET, "conversations/search", "search", None),
            (Method::GET, "players/{id}", "look.profile", Some("player")),
            (
                Method::GET,
                "players/{id}/timeline",
                "look.timeline",
                Some("player"),
            ),
            (Method::GET, "work", "read work", None),
            (Method::GET, "work/qr/{id}", "read work/qr/{id}", Some("qr")),
            (
                Method::POST,
                "work/slips/{id}/accept",
                "post work/slips/{id}/accept",
                Some("slip"),
            ),
            (
                Method::PUT,
                "replies/{id}",
                "put replies/{id}",
                Some("reply"),
            ),
        ] {
            let call = call(method, route);
            assert_eq!(call.kind(), kind);
            let found = call.subject();
            assert_eq!(
                found.as_ref().map(|(name, _)| name.as_str()),
                subject,
                "{route}"
            );
        }
    }

    #[test]
    fn a_reason_is_read_from_the_body_and_bounded() {
        assert_eq!(reason_in(br#"{"reason":" why "}"#).as_deref(), Some("why"));
        for none in [&b"{}"[..], b"x", br#"{"reason":1}"#, br#"{"reason":" "}"#] {
            assert_eq!(reason_in(none), None);
        }
        let long = json!({ "reason": "x".repeat(1_000) }).to_string();
        assert_eq!(reason_in(long.as_bytes()).unwrap().len(), REASON_MAX);
    }
}
