//! Calls to banks and providers: their duration and outcome.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Seconds of one call, up to the longest time-outs.
const BUCKETS: [f64; 9] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// What calls are counted by.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct CallLabels {
    /// Who was called: `bank`, `slip_checker`, `gift`, `sms`, `psp:KBANK`, `game:pg`.
    pub service: String,
    /// `answered`, `failed` (an answer of 500 or above), `not_connected` or `lost`.
    pub outcome: &'static str,
}

/// Counts calls of the outside.
#[derive(Debug)]
pub struct OutsideCalls {
    calls: Family<CallLabels, Histogram, fn() -> Histogram>,
}

impl OutsideCalls {
    /// Counters that are shown by the registry.
    pub fn new(registry: &mut Registry) -> Self {
        let calls = Family::new_with_constructor((|| Histogram::new(BUCKETS)) as fn() -> _);
        registry.register(
            "wallet_outside_call_duration_seconds",
            "Time of a call to a bank, a payment service, a game or another service, by its outcome",
            calls.clone(),
        );
        Self { calls }
    }

    /// Counts a call that is over.
    pub fn note(&self, call: &CallLabels, took: Duration) {
        self.calls.get_or_create(call).observe(took.as_secs_f64());
    }
}
