//! The caller's identity: the only source of a handler's subject.

use std::net::IpAddr;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use super::state::AppState;
use backoffice::staff::audit_guard;
use backoffice::staff::look::PlayerAccess;
use backoffice::staff::session::Staff;
use chat::guest;
use members::device::Device;
use members::origin::Origin;
use members::session;
use platform::config::{Network, StaffRole};
use platform::error::{ApiError, Code};
use platform::headers::{bearer, require_own_page, with_scheme};
use platform::server::{Peer, counted_for};
use platform::subject::{Guest, Member, Visitor};

impl FromRequestParts<AppState> for Member {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let token = bearer(&parts.headers)?;
        require_own_page(&parts.headers)?;
        session::authenticate(state, token).await
    }
}

impl FromRequestParts<AppState> for Guest {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let credential = with_scheme(&parts.headers, "guest").ok_or(Code::Unauthorized)?;
        require_own_page(&parts.headers)?;
        guest::authenticate(state, credential).await
    }
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

/// A call from one of this site's pages, by any caller.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnPage;

impl FromRequestParts<AppState> for OwnPage {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        _state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        require_own_page(&parts.headers)?;
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
        audit_guard::staff_of(parts).map(Self)
    }
}

/// A member of staff who may make changes: an agent or a supervisor.
#[derive(Debug, Clone)]
pub(crate) struct Agent(pub(crate) Staff);

impl FromRequestParts<AppState> for Agent {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        _state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let roles = [StaffRole::Agent, StaffRole::Supervisor];
        staff_with(parts, &roles).map(Self)
    }
}

/// A staff member who approves the proposals of others.
#[derive(Debug, Clone)]
pub(crate) struct Supervisor(pub(crate) Staff);

impl FromRequestParts<AppState> for Supervisor {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        _state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        staff_with(parts, &[StaffRole::Supervisor]).map(Self)
    }
}

/// A staff member who may read the acts of others: a supervisor or an auditor.
#[derive(Debug, Clone)]
pub(crate) struct Overseer(pub(crate) Staff);

impl FromRequestParts<AppState> for Overseer {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        _state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let roles = [StaffRole::Supervisor, StaffRole::Auditor];
        staff_with(parts, &roles).map(Self)
    }
}

/// The member of staff who calls, if they have one of the roles.
fn staff_with(parts: &mut Parts, roles: &[StaffRole]) -> Result<Staff, ApiError> {
    let staff = audit_guard::staff_of(parts)?;
    if roles.contains(&staff.role) {
        Ok(staff)
    } else {
        Err(Code::RoleRequired.into())
    }
}

impl FromRequestParts<AppState> for PlayerAccess {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        _state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        audit_guard::look_of(parts)
    }
}

/// The address that limits count a request for: the peer, or the client that a trusted proxy names.
/// For IPv6 it is the network.
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

impl FromRequestParts<AppState> for Origin {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &AppState,
    ) -> Result<Self, Self::Rejection> {
        let Address(address) = Address::from_request_parts(parts, state).await?;
        let device = Device::from_request_parts(parts, state).await?;
        let agent = parts.headers.get(header::USER_AGENT);
        let agent = agent.and_then(|value| value.to_str().ok());
        Ok(Self::new(address, agent, device))
    }
}

/// Walks `X-Forwarded-For` from its end while the sender is trusted.
pub(super) fn seen_through(peer: IpAddr, headers: &HeaderMap, trusted: &[Network]) -> IpAddr {
    let mut seen = peer;
    let hops = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect::<Vec<_>>();
    for hop in hops.iter().rev() {
        if !trusted.iter().any(|network| network.contains(seen)) {
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
        let forwarded = headers(&[("x-forwarded-for", "1.1.1.1, 203.0.113.9")]);
        let trusted: [Network; 1] = ["10.0.0.0/24".parse().unwrap()];
        assert_eq!(seen_through(proxy, &forwarded, &trusted), client);
        let other: [Network; 1] = ["10.0.1.0/24".parse().unwrap()];
        assert_eq!(seen_through(proxy, &forwarded, &other), proxy);
        assert_eq!(seen_through(proxy, &forwarded, &[]), proxy);
        let silly = headers(&[("x-forwarded-for", "me")]);
        assert_eq!(seen_through(proxy, &silly, &trusted), proxy);
    }
}
