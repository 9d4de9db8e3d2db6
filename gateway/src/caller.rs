//! Who is calling: the only source of a handler's subject.

use std::net::IpAddr;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use ledger::WalletId;
use uuid::Uuid;

use crate::chat::guest;
use crate::config::StaffRole;
use crate::error::{ApiError, Code};
use crate::identity::session;
use crate::server::{Peer, counted_for};
use crate::staff::look::Look;
use crate::staff::session::Staff;
use crate::staff::trace;
use crate::state::AppState;

/// The marker that the portal sends with every call; a form or a link of another site cannot.
const MARKER: &str = "wallet-web";

/// A signed-in member.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    /// The member's id, which is the wallet's.
    pub(crate) id: WalletId,
    /// The session that the call came with.
    pub(crate) session_id: Uuid,
}

impl FromRequestParts<AppState> for Member {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let token = bearer(&parts.headers)?;
        require_marker(&parts.headers)?;
        require_deliberate(&parts.headers)?;
        session::authenticate(state, token).await
    }
}

/// Somebody without an account, who chats under an identity of ours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guest {
    /// The public id, which is no secret.
    pub(crate) id: Uuid,
}

impl FromRequestParts<AppState> for Guest {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let credential = with_scheme(&parts.headers, "guest").ok_or(Code::Unauthorized)?;
        require_marker(&parts.headers)?;
        require_deliberate(&parts.headers)?;
        guest::authenticate(state, credential).await
    }
}

/// Who may chat: a member or a guest.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Visitor {
    /// A signed-in member.
    Member(Member),
    /// Somebody without an account.
    Guest(Guest),
}

impl FromRequestParts<AppState> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        if with_scheme(&parts.headers, "guest").is_some() {
            let guest = Guest::from_request_parts(parts, state).await?;
            return Ok(Self::Guest(guest));
        }
        let member = Member::from_request_parts(parts, state).await?;
        Ok(Self::Member(member))
    }
}

/// A call from one of our own pages, whoever makes it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnPage;

impl FromRequestParts<AppState> for OwnPage {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        _state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        require_marker(&parts.headers)?;
        require_deliberate(&parts.headers)?;
        Ok(Self)
    }
}

/// Any member of staff, for reading.
#[derive(Debug, Clone)]
pub(crate) struct Reader(pub(crate) Staff);

impl FromRequestParts<AppState> for Reader {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        _state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        trace::staff_of(parts).map(Self)
    }
}

/// A member of staff who may act: an agent or a supervisor.
#[derive(Debug, Clone)]
pub(crate) struct Agent(pub(crate) Staff);

impl FromRequestParts<AppState> for Agent {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        _state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let staff = trace::staff_of(parts)?;
        match staff.role {
            StaffRole::Agent | StaffRole::Supervisor => Ok(Self(staff)),
            StaffRole::Auditor => Err(Code::RoleRequired.into()),
        }
    }
}

/// A member of staff who approves what others propose.
#[derive(Debug, Clone)]
pub(crate) struct Supervisor(pub(crate) Staff);

impl FromRequestParts<AppState> for Supervisor {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        _state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let staff = trace::staff_of(parts)?;
        match staff.role {
            StaffRole::Supervisor => Ok(Self(staff)),
            StaffRole::Agent | StaffRole::Auditor => Err(Code::RoleRequired.into()),
        }
    }
}

impl FromRequestParts<AppState> for Look {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        _state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        trace::look_of(parts)
    }
}

fn with_scheme<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, rest) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case(wanted).then(|| rest.trim())
}

/// The token that a call comes with.
pub(crate) fn bearer(headers: &HeaderMap) -> Result<&str, ApiError> {
    let value = headers
        .get(header::AUTHORIZATION)
        .ok_or(Code::Unauthorized)?
        .to_str()
        .map_err(|_| Code::InvalidToken)?;
    match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Ok(token.trim()),
        _ => Err(Code::Unauthorized.into()),
    }
}

/// Refuses what does not come from one of our own pages on purpose.
pub(crate) fn require_own_page(headers: &HeaderMap) -> Result<(), ApiError> {
    require_marker(headers)?;
    require_deliberate(headers)
}

fn require_marker(headers: &HeaderMap) -> Result<(), ApiError> {
    match headers.get("x-requested-with") {
        None => Err(Code::KeyMissing.into()),
        Some(value) if value.as_bytes() == MARKER.as_bytes() => Ok(()),
        Some(_) => Err(Code::KeyInvalid.into()),
    }
}

/// Refuses what a browser does on its own or for another site: prefetches, navigations to an
/// address that changes state, calls from a foreign page.
fn require_deliberate(headers: &HeaderMap) -> Result<(), ApiError> {
    let is = |name: &str, wanted: &[&str]| {
        headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| {
                let value = value.to_ascii_lowercase();
                wanted.iter().any(|word| value.contains(word))
            })
    };
    let is_speculative = is("sec-purpose", &["prefetch", "prerender"])
        || is("purpose", &["prefetch"])
        || is("x-moz", &["prefetch"]);
    let is_foreign = is("sec-fetch-site", &["cross-site"]);
    let is_navigation = is("sec-fetch-mode", &["navigate", "no-cors"]);
    if is_speculative || is_foreign || is_navigation {
        return Err(Code::InvalidOrigin.into());
    }
    Ok(())
}

/// Whom limits count a request for: the peer, or whom a trusted proxy names; of IPv6 the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<AppState> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let ConnectInfo(Peer(peer)) = ConnectInfo::<Peer>::from_request_parts(parts, state)
            .await
            .map_err(|error| ApiError::internal(&error))?;
        let trusted = &state.config.service.trusted_proxies;
        Ok(Self(counted_for(seen_through(
            peer,
            &parts.headers,
            trusted,
        ))))
    }
}

/// Walks `X-Forwarded-For` from its end while the speaker is trusted.
fn seen_through(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let mut seen = peer;
    let hops = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect::<Vec<_>>();
    for hop in hops.iter().rev() {
        if !trusted.contains(&seen) {
            break;
        }
        match hop.trim().parse::<IpAddr>() {
            Ok(address) => seen = address.to_canonical(),
            Err(_) => break,
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    #[test]
    fn a_forwarded_address_is_believed_from_a_trusted_proxy_only() {
        let client: IpAddr = "203.0.113.9".parse().unwrap();
        let proxy: IpAddr = "10.0.0.1".parse().unwrap();
        let told = headers(&[("x-forwarded-for", "1.1.1.1, 203.0.113.9")]);
        assert_eq!(seen_through(proxy, &told, &[proxy]), client);
        assert_eq!(seen_through(proxy, &told, &[]), proxy);
        let silly = headers(&[("x-forwarded-for", "me")]);
        assert_eq!(seen_through(proxy, &silly, &[proxy]), proxy);
    }

    #[test]
    fn a_prefetch_or_a_foreign_page_is_refused() {
        for pair in [
            ("sec-purpose", "prefetch;prerender"),
            ("purpose", "prefetch"),
            ("x-moz", "prefetch"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
            ("sec-fetch-mode", "no-cors"),
        ] {
            assert!(require_deliberate(&headers(&[pair])).is_err(), "{pair:?}");
        }
        let portal = headers(&[
            ("sec-fetch-site", "same-origin"),
            ("sec-fetch-mode", "cors"),
        ]);
        assert!(require_deliberate(&portal).is_ok());
    }

    #[test]
    fn only_a_bearer_with_a_token_is_read() {
        assert_eq!(bearer(&headers(&[])).unwrap_err().code, Code::Unauthorized);
        let basic = headers(&[("authorization", "Basic abc")]);
        assert_eq!(bearer(&basic).unwrap_err().code, Code::Unauthorized);
        let right = headers(&[("authorization", "bearer abc")]);
        assert_eq!(bearer(&right).unwrap(), "abc");
    }

    #[test]
    fn a_call_without_the_portals_marker_is_refused() {
        let none = require_marker(&headers(&[])).unwrap_err();
        assert_eq!(none.code, Code::KeyMissing);
        let other = require_marker(&headers(&[("x-requested-with", "XMLHttpRequest")]));
        assert_eq!(other.unwrap_err().code, Code::KeyInvalid);
    }
}
