//! Headers that say where a call comes from: the caller's token, and a sign that a page of
//! this service made the call on purpose.

use axum::http::{HeaderMap, header};

use super::error::{ApiError, Code};

/// The marker that the portal sends with every call, and that a form or link of another site cannot
/// send.
const MARKER: &str = "wallet-web";

/// What follows a scheme in the `Authorization` header.
pub fn with_scheme<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, rest) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case(wanted).then(|| rest.trim())
}

/// The token that a call comes with.
pub fn bearer(headers: &HeaderMap) -> Result<&str, ApiError> {
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

/// Refuses calls that no page of this service made on purpose.
pub fn require_own_page(headers: &HeaderMap) -> Result<(), ApiError> {
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
