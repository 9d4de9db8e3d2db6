//! Whether a provider's site may be shown in a frame of the portal.
//!
//! The operator may allow it for a game, and the site may still refuse: by `X-Frame-Options`, or by
//! the `frame-ancestors` of its policy. The browser does not report a refused frame to the page, so
//! the gateway queries the site first: at its own address, never at the link's, which may hold a
//! one-time token anywhere. In doubt the game gets a window.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::Url;
use reqwest::header::{CONTENT_SECURITY_POLICY, HeaderMap, X_FRAME_OPTIONS};

use platform::config::{Link, Provider, origin_of};
use platform::core::Core;
use platform::outside::{CallOutcome, Service};

/// How long an answer of a site is believed.
const RETENTION: Duration = Duration::from_mins(10);

/// How long a site may take to answer: a player waits.
const PATIENCE: Duration = Duration::from_secs(2);

/// The answers of the sites, by address.
#[derive(Debug, Default)]
pub struct Frames {
    known: Mutex<HashMap<String, (Instant, bool)>>,
}

impl Frames {
    /// Whether a link of a provider can be shown in a frame.
    pub async fn can_show(&self, core: &Core, provider: &Provider, link: &str) -> bool {
        // Only sites that the policy of our pages names, which the operator has configured.
        let site = origin_of(link).filter(|site| provider.frame_origins().contains(site));
        let Some(address) = site.and_then(|site| address_of(provider, &site)) else {
            return false;
        };
        let now = core.clock.instant();
        if let Some(answer) = self.find(address.as_str(), now) {
            return answer;
        }
        let answer = ask(core, provider, &address).await;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (seen, _)| now.duration_since(*seen) < RETENTION);
        known.insert(address.into(), (now, answer));
        answer
    }

    fn find(&self, address: &str, now: Instant) -> Option<bool> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let (seen, answer) = known.get(address)?;
        (now.duration_since(*seen) < RETENTION).then_some(*answer)
    }
}

/// The address for the query: the operator's address of the site, if it has the site's origin, or
/// the site's root.
fn address_of(provider: &Provider, site: &str) -> Option<Url> {
    let web = provider.web.as_ref().map(Link::as_str);
    let web = web.filter(|web| origin_of(web).as_deref() == Some(site));
    Url::parse(web.unwrap_or(site)).ok()
}

async fn ask(core: &Core, provider: &Provider, address: &Url) -> bool {
    let call = core.http.begin(Service::Game(provider.code.as_str()));
    match core
        .http
        .get(address.clone())
        .timeout(PATIENCE)
        .send()
        .await
    {
        Ok(answer) => {
            call.end(CallOutcome::of_status(answer.status().as_u16()));
            let portal = origin_of(core.config.service.website.as_str());
            // A redirect says nothing about the policy of its target.
            let is_final = !answer.status().is_redirection();
            is_final && portal.is_some_and(|portal| permits(answer.headers(), &portal))
        }
        Err(error) => {
            call.end(CallOutcome::NotConnected);
            tracing::warn!(game = %provider.code, %error, "a site was not asked about frames");
            false
        }
    }
}

/// Whether a page with these headers may be in a frame of the portal. Where a policy says who may frame
/// it, browsers ignore `X-Frame-Options`.
fn permits(headers: &HeaderMap, portal: &str) -> bool {
    let policies = headers.get_all(CONTENT_SECURITY_POLICY);
    let policies = policies.iter().filter_map(|value| value.to_str().ok());
    let ancestors: Vec<_> = policies
        .flat_map(|policy| policy.split([';', ',']))
        .filter_map(ancestors)
        .collect();
    if ancestors.is_empty() {
        return !headers.contains_key(X_FRAME_OPTIONS);
    }
    let scheme = portal.split_once("//").map_or("", |(scheme, _)| scheme);
    let names = |source: &str| {
        source == "*" || source.eq_ignore_ascii_case(portal) || source.eq_ignore_ascii_case(scheme)
    };
    ancestors
        .iter()
        .all(|list| list.split_ascii_whitespace().any(names))
}

/// The sources of a directive `frame-ancestors`.
fn ancestors(directive: &str) -> Option<&str> {
    let (name, sources) = directive.trim().split_once(' ')?;
    name.eq_ignore_ascii_case("frame-ancestors")
        .then_some(sources)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORTAL: &str = "https://wallet.example";

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pair = |(name, value): &(&'static str, &'static str)| {
            (name.parse().unwrap(), value.parse().unwrap())
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn a_site_without_a_rule_or_with_ours_in_it_may_be_framed() {
        for pairs in [
            &[][..],
            &[("content-security-policy", "default-src 'self'")],
            &[(
                "content-security-policy",
                "frame-ancestors https://wallet.example",
            )],
            &[(
                "content-security-policy",
                "img-src *; Frame-Ancestors 'self' HTTPS://WALLET.EXAMPLE",
            )],
            &[("content-security-policy", "frame-ancestors https:")],
            // The policy is the newer rule.
            &[
                ("content-security-policy", "frame-ancestors *"),
                ("x-frame-options", "DENY"),
            ],
        ] {
            assert!(permits(&headers(pairs), PORTAL), "{pairs:?}");
        }
    }

    #[test]
    fn a_site_that_refuses_frames_gets_a_window() {
        for pairs in [
            &[("x-frame-options", "DENY")][..],
            &[("x-frame-options", "SAMEORIGIN")],
            &[("content-security-policy", "frame-ancestors 'none'")],
            &[(
                "content-security-policy",
                "frame-ancestors 'self' https://other.example",
            )],
            &[
                ("content-security-policy", "frame-ancestors *"),
                ("content-security-policy", "frame-ancestors 'none'"),
            ],
        ] {
            assert!(!permits(&headers(pairs), PORTAL), "{pairs:?}");
        }
    }
}
