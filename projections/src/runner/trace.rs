//! Spans of rounds, for traces: they name requests and positions, and no wallet.

use std::sync::Arc;

use ledger::RecordedEvent;
use ledger::trace::{TRACES, request_ids};
use tracing::Span;
use tracing::field::Empty;

use crate::projection::View;

/// The span of a round. The events' metadata ties it to requests, also those of other gateways.
pub(super) fn batch(events: &[Arc<RecordedEvent>]) -> Span {
    let span = tracing::info_span!(
        target: TRACES,
        parent: None,
        "views",
        wallet.events = events.len(),
        wallet.first_position = events.first().map(|event| event.position),
        wallet.last_position = events.last().map(|event| event.position),
        wallet.request_ids = Empty,
    );
    if !span.is_disabled() {
        let ids = events.iter().map(|event| &*event.metadata.request_id);
        span.record("wallet.request_ids", request_ids(ids));
    }
    span
}

/// The span of one view's share of a round.
pub(super) fn view(view: View, events: &[Arc<RecordedEvent>]) -> Span {
    tracing::info_span!(
        target: TRACES,
        "view",
        wallet.view = view.name(),
        wallet.events = events.len(),
    )
}
