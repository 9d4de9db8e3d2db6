//! Forms with a signature over their fields, and what the calls read from them.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Form;
use axum::body::Body;
use axum::extract::{FromRequest, Request};
use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use subtle::ConstantTimeEq;

use super::reply::decimals;
use crate::config::Config;
use crate::game::require;
use crate::refusal::Refusal;
use crate::sandbox::Sandbox;
use crate::signature::{SIGN, sign_form};

const REFERENCE_CHARS_MAX: usize = 50;
const AMOUNT_DIGITS_MAX: usize = 14;

/// The fields of a form, by name.
#[derive(Debug, Clone)]
pub(super) struct Fields(Arc<BTreeMap<String, String>>);

/// Checks the form of a call; gives the call back with its [`Fields`] in the extensions.
pub(super) async fn verify(
    sandbox: &Sandbox,
    provider: &str,
    path: &str,
    request: Request,
) -> Result<Request, Refusal> {
    require(sandbox, provider)?;
    let (mut parts, body) = request.into_parts();
    let form = Request::from_parts(parts.clone(), body);
    let Form(pairs) = Form::<Vec<(String, String)>>::from_request(form, &())
        .await
        .map_err(|error| Refusal::invalid(format!("form: {}", error.body_text())))?;
    let mut fields = BTreeMap::new();
    for (name, value) in pairs {
        // With line breaks, one value could pass for several fields.
        if value.chars().any(char::is_control) || fields.insert(name, value).is_some() {
            return Err(Refusal::invalid("a field comes twice or has a line break"));
        }
    }
    let expected = sign_form(&Config::game_secret(provider), path, &fields);
    let fields = Fields(Arc::new(fields));
    let is_right = expected.as_bytes().ct_eq(fields.get(SIGN)?.as_bytes());
    if !bool::from(is_right) {
        return Err(Refusal::SignatureInvalid);
    }
    let config = sandbox.config();
    let agent = fields.get("agent")?;
    if !config.agents.iter().any(|known| known == agent) {
        return Err(Refusal::AgentDisabled);
    }
    let time = fields.get("time")?.parse::<i64>();
    let time = time.map_err(|_| Refusal::TimestampSkew)?;
    if sandbox.clock().now().timestamp().abs_diff(time) > config.clock_skew_seconds_max {
        return Err(Refusal::TimestampSkew);
    }
    parts.extensions.insert(fields);
    Ok(Request::from_parts(parts, Body::empty()))
}

impl Fields {
    /// A field that must be there.
    pub(super) fn get(&self, name: &str) -> Result<&str, Refusal> {
        self.find(name)
            .ok_or_else(|| Refusal::invalid(format!("{name} is missing")))
    }

    /// A field that may be absent.
    pub(super) fn find(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The reference of a transfer: 1 to 50 of `[A-Za-z0-9._:-]`.
    pub(super) fn reference(&self) -> Result<String, Refusal> {
        let reference = crate::body::id("reference", self.get("reference")?)?;
        if reference.len() > REFERENCE_CHARS_MAX {
            return Err(Refusal::invalid(
                "reference must have at most 50 characters",
            ));
        }
        Ok(reference)
    }

    /// A positive amount in the smallest units of `currency`, and that currency.
    pub(super) fn amount(&self) -> Result<(Decimal, String), Refusal> {
        let currency = self.get("currency")?;
        let text = self.get("amount")?;
        let is_whole = (1..=AMOUNT_DIGITS_MAX).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_digit());
        let parts: i64 = text.parse().unwrap_or_default();
        if !is_whole || parts == 0 {
            return Err(Refusal::invalid("amount must be a whole number above zero"));
        }
        Ok((Decimal::new(parts, decimals(currency)), currency.to_owned()))
    }

    /// A moment that may be absent.
    pub(super) fn moment(&self, name: &str) -> Result<Option<DateTime<Utc>>, Refusal> {
        let moment = self.find(name).map(str::parse).transpose();
        moment.map_err(|_| Refusal::invalid(format!("{name} is no moment of RFC 3339")))
    }
}
