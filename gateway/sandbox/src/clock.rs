//! The only place of the sandbox that reads the machine's clock or makes ids.

use chrono::{DateTime, FixedOffset, Utc};
use uuid::Uuid;

const BANGKOK_OFFSET_SECONDS: i32 = 7 * 3600;

/// The present moment.
#[expect(
    clippy::disallowed_methods,
    reason = "the sandbox's one clock; the gateway's own clock is not reachable from here"
)]
pub(crate) fn now() -> DateTime<Utc> {
    Utc::now()
}

/// A fresh random id.
#[expect(
    clippy::disallowed_methods,
    reason = "the sandbox's one source of ids; the gateway's own is not reachable from here"
)]
pub(crate) fn new_id() -> Uuid {
    Uuid::new_v4()
}

/// The same moment on a wall clock in Bangkok (and Vientiane).
pub(crate) fn in_bangkok(moment: DateTime<Utc>) -> DateTime<FixedOffset> {
    let offset = FixedOffset::east_opt(BANGKOK_OFFSET_SECONDS).expect("seven hours is an offset");
    moment.with_timezone(&offset)
}
